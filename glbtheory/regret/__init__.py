"""Potentials, the terms of one round, runs and the proofs on them (part *Regret* of the book).

======================= ==========================================================================
``potentials``          elliptical potentials, design matrices and the growth of determinants
``potential_attacks``   searches for the data on which a determinant or potential bound is worst
``potential_slopes``    potentials with derivatives in floats, and in balls
``closed_form_bounds``  a closed form as the right side of an attack
``round_terms``         one round of the proofs: θ̂_t, H̃, G̃, the bias C, the noise X, the bonus
``round_attacks``       random rounds, and attacks on an inequality between their terms
``reference_runs``      the two algorithms, slow and literal, and what they leave behind
``forced_runs``         runs without choices, whose regret is known exactly
``late_change_runs``    runs that notice a change late: exact witnesses against printed bounds
``proof_chain``         the lines of the regret proofs, evaluated on a run
``proof_losses``        what every step of the proofs loses, at worst and on runs
``useful_horizon``      from which T on a regret bound is below m T
``sharper_horizon``     the same for the sharper bounds, with the best numbers
``sharper_directions``  the best ball of directions u, r of the sharper radius
``k_arms``              K independent arms: SW-UCB and its proof
``_ball_coordinates``   actions of the unit ball as points of a box, for searches
``_two_precisions``     the same code in floats and in many digits
======================= ==========================================================================

β, the bias and the regret bounds themselves are closed forms: see :mod:`glbtheory.formulas`.
"""
