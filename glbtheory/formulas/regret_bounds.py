"""The closed forms of the regret bounds, their tunings, K arms, and the potentials behind them."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.formulas.confidence import BETA, BETA_APPENDIX, BETA_WINDOW_END, SHIFT
from glbtheory.formulas.formula import (
    B,
    D,
    Delta,
    Formula,
    Gamma,
    K,
    T,
    c_mu,
    d,
    eta,
    gamma,
    k_mu,
    lam,
    m,
    n,
    t,
    tau,
    xi,
)

# --- the regret -----------------------------------------------------------------------------------

#: The logarithm of the volume gained in T discounted rounds, per dimension.
VOLUME = T * sp.log(1 / gamma) + sp.log(1 + 1 / (d * lam * (1 - gamma)))
#: The same for a window: one block of τ rounds, times the number of blocks.
_blocks = sp.ceiling(T / tau) * sp.log(1 + tau / (d * lam))
_wide = sp.Max(1, 1 / lam)


def explored(beta: Any, volume: Any = VOLUME) -> Any:
    """β√(dT/c_μ)√volume: the sum of the bonuses by Cauchy-Schwarz, up to its constant."""
    return beta / sp.sqrt(c_mu) * sp.sqrt(d * T) * sp.sqrt(volume)


def _exploration(beta: Any, volume: Any = VOLUME) -> Any:
    """The same with the constant 2√(2 max(1, 1/λ))."""
    return 2 * sp.sqrt(2 * _wide) * explored(beta, volume)


_FORGETTING_TIME = Formula(
    "analysis_window",
    "the D of both proofs with discount factors",
    "2373, 2494",
    sp.log(T) / sp.log(1 / gamma),
)
GAP_SUMS = (
    Formula(
        "gap_sum_bonus",
        "sum of the squared bonuses in the gap-dependent proof",
        "2464-2474",
        8 * d / c_mu * BETA_APPENDIX.symbol**2 * _wide * VOLUME,
        (BETA_APPENDIX,),
        written=r"\sum_t r_{1,t}",
    ),
    Formula(
        "gap_sum_bias",
        "sum of the squared biases in the gap-dependent proof",
        "2477-2480",
        4 * k_mu**2 / lam**2 * gamma ** (2 * D) * T / (1 - gamma) ** 2 * SHIFT**2,
        written=r"\sum_t r_{2,t}",
    ),
    Formula(
        "gap_sum_mixed",
        "sum of the mixed terms in the gap-dependent proof",
        "2482-2493",
        8
        * k_mu
        * BETA_APPENDIX.symbol
        / (lam * sp.sqrt(c_mu))
        * gamma**D
        / (1 - gamma)
        * SHIFT
        * sp.sqrt(2 * d * T * _wide)
        * sp.sqrt(VOLUME),
        (BETA_APPENDIX,),
        written=r"\sum_t r_{3,t}",
    ),
)
REGRET = [
    _FORGETTING_TIME,
    *GAP_SUMS,
    Formula(
        "regret_discount",
        "bound on the regret of SC-D-GLUCB in the worst case, appendix",
        "763-767",
        2 * sp.log(T) / (1 - gamma) * Gamma
        + 2 * k_mu * SHIFT / lam / (1 - gamma)
        + _exploration(BETA.symbol),
        (BETA,),
    ),
    Formula(
        "regret_discount_proof",
        "bound on the regret of SC-D-GLUCB in the worst case, with D free",
        "2365-2371",
        Gamma * D
        + 2 * k_mu * SHIFT / lam * gamma**D / (1 - gamma) * T
        + _exploration(BETA_APPENDIX.symbol),
        (BETA_APPENDIX,),
    ),
    Formula(
        "regret_gap_proof",
        "bound on the regret of SC-D-GLUCB when gaps are at least Delta, with D free",
        "2449-2493",
        Gamma * D + sum(f.symbol for f in GAP_SUMS) / Delta,
        GAP_SUMS,
    ),
    Formula(
        "regret_discount_corrected",
        "what the proof gives for SC-D-GLUCB in the worst case, D a whole number",
        "2337-2371, corrected",
        m * Gamma * D
        + 2 * k_mu * SHIFT / lam * gamma**D / (1 - gamma) * T
        + _exploration(BETA_APPENDIX.symbol).subs(lam, lam / c_mu),
        (BETA_APPENDIX,),
    ),
    Formula(
        "regret_gap_corrected",
        "what the proof gives for SC-D-GLUCB when gaps are at least Delta, D a whole number",
        "2449-2493, corrected",
        m * Gamma * D
        + 2 / Delta * (GAP_SUMS[0].expression.subs(lam, lam / c_mu) + GAP_SUMS[1].symbol),
        (BETA_APPENDIX, GAP_SUMS[1]),
    ),
    Formula(
        "regret_window",
        "bound on the regret of SC-SW-GLUCB in the worst case",
        "2922-2928",
        Gamma * tau + _exploration(BETA_WINDOW_END.symbol, _blocks),
        (BETA_WINDOW_END,),
    ),
    Formula(
        "regret_window_gap",
        "bound on the regret of SC-SW-GLUCB when gaps are at least Delta",
        "3037-3039",
        Gamma * tau + 8 * BETA_WINDOW_END.symbol**2 / (c_mu * Delta) * _wide * d * _blocks,
        (BETA_WINDOW_END,),
    ),
    Formula(
        "regret_window_corrected",
        "what the proof gives for SC-SW-GLUCB in the worst case",
        "2949-2967, corrected",
        m * Gamma * tau + _exploration(BETA_WINDOW_END.symbol, _blocks).subs(lam, lam / c_mu),
        (BETA_WINDOW_END,),
    ),
    Formula(
        "regret_window_gap_corrected",
        "what the proof gives for SC-SW-GLUCB when gaps are at least Delta",
        "3033-3039, corrected",
        m * Gamma * tau
        + 8
        * BETA_WINDOW_END.symbol**2
        / (c_mu * Delta)
        * d
        * (_wide * _blocks).subs(lam, lam / c_mu),
        (BETA_WINDOW_END,),
    ),
]

# --- tunings --------------------------------------------------------------------------------------

TUNINGS = [
    Formula(
        "gamma_worst_case",
        "discount factor of the worst-case theorem",
        "791-792",
        1 - (sp.sqrt(c_mu) * Gamma / (d * T)) ** sp.Rational(2, 3),
    ),
    Formula(
        "gamma_gap",
        "discount factor of the gap-dependent theorem",
        "713",
        1 - sp.sqrt(c_mu * Gamma) / (d * sp.sqrt(T)),
    ),
    Formula("lam_theorem", "regularisation of both regret theorems", "714, 793", d * sp.log(T)),
    Formula(
        "tau_worst_case",
        "window of the worst-case corollary, Gamma known",
        "2973-2974",
        (d * T / (sp.sqrt(c_mu) * Gamma)) ** sp.Rational(2, 3),
    ),
    Formula(
        "tau_unknown",
        "window of the worst-case corollary, Gamma unknown",
        "2979-2980",
        (d * T / sp.sqrt(c_mu)) ** sp.Rational(2, 3),
    ),
    Formula(
        "tau_gap",
        "window of the gap-dependent theorem",
        "3004",
        d * sp.sqrt(T) / sp.sqrt(c_mu * Gamma),
    ),
]

# --- K arms ---------------------------------------------------------------------------------------

_start = 4 * B**2 * xi * sp.log(tau)
_wrong = 2 * K * B * (sp.log(tau) / sp.log(1 + eta) + 1) * T / tau
#: The same and one play more in each block of τ rounds.
_wrong_and_one = K * B * (2 * sp.log(tau) / sp.log(1 + eta) + 3) * T / tau
ARMS = [
    Formula(
        "arms_bonus",
        "exploration bonus of SW-UCB after n plays of the arm within the window",
        "3549-3552",
        B * sp.sqrt(xi * sp.log(sp.Min(t, tau)) / n),
    ),
    Formula(
        "arms_threshold",
        "plays after which an arm with gap Delta cannot look best by its bonus alone",
        "3567-3570",
        _start / Delta**2,
    ),
    Formula(
        "arms_split",
        "bound on the regret of SW-UCB, split at the gap Delta",
        "3622-3626",
        _start * K / Delta * T / tau + Delta * T + tau * K * Gamma * B + _wrong,
    ),
    Formula(
        "arms_gap",
        "the gap that splits best",
        "3627-3628",
        2 * B * sp.sqrt(xi * sp.log(tau) * K / tau),
    ),
    Formula(
        "regret_arms",
        "bound on the regret of SW-UCB in the worst case",
        "3630-3633",
        4 * B * sp.sqrt(xi * sp.log(tau)) * sp.sqrt(K) * T / sp.sqrt(tau)
        + B * K * tau * Gamma
        + 2 * B * K * sp.log(tau) * T / tau,
    ),
    Formula(
        "arms_split_corrected",
        "bound on the regret of SW-UCB, split at the gap Delta: all phases, one more play a block",
        "3622-3626",
        _start * K / Delta * T / tau + Delta * T + tau * K * (Gamma + 1) * B + _wrong_and_one,
    ),
    Formula(
        "regret_arms_corrected",
        "bound on the regret of SW-UCB in the worst case, with what the proof gives",
        "3630-3633",
        4 * B * sp.sqrt(xi * sp.log(tau)) * sp.sqrt(K) * T / sp.sqrt(tau)
        + B * K * tau * (Gamma + 1)
        + _wrong_and_one,
    ),
    Formula(
        "regret_arms_shared",
        "bound on the regret of SW-UCB, rounds after a change charged once for all arms",
        "3472-3478",
        4 * B * sp.sqrt(xi * sp.log(tau) * K * T * (T / tau + 1))
        + B * tau * Gamma
        + B * K * (T / tau + 1)
        + 2 * B * K * (sp.log(tau) / sp.log(1 + eta) + 1) * (T / tau + 1 + sp.log(tau)),
    ),
    Formula(
        "regret_arms_display",
        "the same for windows not longer than the horizon, in the three terms of the theorem",
        "3474-3478",
        4 * B * sp.sqrt(2 * xi * sp.log(tau)) * sp.sqrt(K) * T / sp.sqrt(tau)
        + B * sp.sqrt(K) * tau * Gamma
        + 2 * B * K * (1 + (sp.log(tau) / sp.log(1 + eta) + 1) * (2 + sp.log(tau))) * T / tau,
    ),
    Formula(
        "tau_arms",
        "window of the worst case with K arms",
        "3478, 3634",
        T ** sp.Rational(2, 3) / (K ** sp.Rational(1, 3) * Gamma ** sp.Rational(2, 3)),
    ),
]

# --- determinants and potentials ------------------------------------------------------------------

ELLIPTICAL = Formula(
    "elliptical_constant",
    "factor of both elliptical-potential lemmas",
    "3192-3195, 3268-3271",
    2 * _wide,
    written=r"C_\lambda",
)
POTENTIALS = [
    ELLIPTICAL,
    Formula(
        "determinant_discount",
        "bound on the determinant of the discounted design matrix with ridge lam",
        "3159-3168",
        (lam + (1 - gamma ** (t - 1)) / (d * (1 - gamma))) ** d,
    ),
    Formula(
        "determinant_squared_discount",
        "bound on the determinant of H with squared discounts over D rounds",
        "3147-3157",
        (lam + k_mu * (1 - gamma ** (2 * D)) / (d * (1 - gamma**2))) ** d,
    ),
    Formula(
        "determinant_window",
        "bound on the determinant of H with a sliding window",
        "3169-3180",
        (lam + k_mu * sp.Min(t, tau) / d) ** d,
    ),
    Formula(
        "elliptical_constant_best",
        "the least factor that both elliptical-potential lemmas admit",
        "3192-3195, 3268-3271",
        1 / (lam * sp.log(1 + 1 / lam)),
    ),
    Formula(
        "elliptical_window",
        "bound on the elliptical potential with a sliding window and ridge lam",
        "3268-3271",
        ELLIPTICAL.symbol * d * sp.ceiling(T / tau) * sp.log(1 + tau / (lam * d)),
        (ELLIPTICAL,),
    ),
]
