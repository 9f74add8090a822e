"""Links, forgetting and the weighted estimate (part *Setting* of the book).

======================== =========================================================================
``links``                mean functions μ with k_μ, c_μ, m and their self-concordance
``self_concordance``     bounds on the rise of μ between two points by its slope at one of them
``forgetting``           the weights: ``Discount`` (γ), ``Window`` (τ), ``Forever``
``likelihood``           the weighted estimate θ̂_t, the gradient map g_t, the matrices H_t and G_t
``_certified_objective`` the likelihood with bounds on its round-off
``_compensated_sums``    sums of floats with twice the precision
======================== =========================================================================

The closed forms made of these (ρ, S̄, β, the regret bounds) are in :mod:`glbtheory.formulas`.
"""
