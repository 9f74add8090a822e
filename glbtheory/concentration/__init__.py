r"""The tail inequality of the weighted noise (part *Concentration* of the book).

The inequality bounds the norm of :math:`S_t = \sum_{s<t} w_s \varepsilon_{s+1} a_s` by a radius;
the closed forms of the radius, ``tail_radius`` and :math:`\rho`, are in
:mod:`glbtheory.formulas.confidence`.  Here it meets laws, mixtures and adversaries:

===================== ============================================================================
``noise_laws``        centred laws on finitely many rationals, and their exponential moments
``mixture``           Gaussian mixtures over directions, normalisers and their ratio, in balls
``exact_tails``       violation probabilities as exact rationals or two-sided bounds
``tail_setting``      one instance to be sampled, and the state (S, H) of its paths
``drawn_noise``       noise as a function of actions and uniform numbers
``adversaries``       policies that see the past and choose actions and laws
``sampled_tails``     Monte Carlo of the norm, and how conservative the radius is
``_tail_level``       the radius against rationals, decided by balls of growing precision
``_tail_game``        the optimal adaptive adversary, by backward induction
``_tail_grid``        discounted sums on a grid, with two-sided bounds
===================== ============================================================================
"""
