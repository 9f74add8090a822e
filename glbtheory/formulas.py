"""The closed forms of the paper, each written once as a sympy expression.

The book shows their LaTeX, the engines prove things about them, and the algorithms run them.  A
formula may use others (β uses S̄ and ρ); :meth:`Formula.expanded` puts them in.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.formula import (
    LATEX,
    RANGES,
    SYMBOLS,
    B,
    D,
    Delta,
    Formula,
    Gamma,
    K,
    S,
    T,
    c_mu,
    check_arguments,
    d,
    delta,
    digits,
    eta,
    gain,
    gamma,
    k_mu,
    lam,
    m,
    n,
    t,
    tau,
    w,
    xi,
)
from glbtheory.links import BY_NAME, Link, z

__all__ = [
    "FORMULAS",
    "LATEX",
    "RANGES",
    "SYMBOLS",
    "Formula",
    "check_arguments",
    "digits",
    "link_constants",
    "value",
]

# --- concentration: the radii ---------------------------------------------------------------------

_log_ratio = sp.log(T / delta)
_radius_start = sp.sqrt(lam) / (2 * m) + 2 * m / sp.sqrt(lam) * _log_ratio
_radius_end = 2 * m / sp.sqrt(lam) * d * sp.log(2)


def _radius(growth: Any) -> Any:
    """ρ with the bound ``growth`` on the information gained per direction."""
    return _radius_start + d * m / sp.sqrt(lam) * sp.log(1 + growth) + _radius_end


RHO = Formula(
    "rho",
    "confidence radius with discount factors, main text",
    "613-623",
    _radius(k_mu * (1 - T**-2) / (d * lam * (1 - gamma**2))),
    written=r"\rho_T^\delta",
)
RHO_APPENDIX = Formula(
    "rho_appendix",
    "confidence radius with discount factors and an analysis window of D rounds, appendix",
    "1930-1939",
    _radius(k_mu * (1 - gamma ** (2 * D)) / (d * lam * (1 - gamma**2))),
    written=r"\rho_T^\delta",
)
RHO_WINDOW = Formula(
    "rho_window",
    "confidence radius with a sliding window",
    "2836-2845",
    _radius(k_mu * sp.Min(t, tau) / (d * lam)),
    written=r"\rho_t^\delta",
)
#: The window's radius as the regret bounds use it, at t = T.
RHO_WINDOW_END = Formula(
    "rho_window_end",
    "confidence radius with a sliding window at the last round",
    "2836-2845",
    RHO_WINDOW.expression.subs(t, T),
    written=r"\rho_T^\delta",
)
_CONCENTRATION = [
    RHO,
    RHO_APPENDIX,
    RHO_WINDOW,
    RHO_WINDOW_END,
    Formula(
        "tail_radius",
        "radius of the tail inequality at one round, for gain = log of det(H)^(1/2)/lam^(d/2)",
        "877-886, 1762-1768",
        sp.sqrt(lam) / (2 * m * w)
        + 2 * m * w / sp.sqrt(lam) * (gain + sp.log(1 / delta))
        + 2 * m * w / sp.sqrt(lam) * d * sp.log(2),
    ),
    Formula(
        "ball_ratio",
        "ratio R of the Gaussian masses of two balls, the second of half the radius",
        "1678-1687",
        sp.lowergamma(d / 2, lam / (m * w) ** 2) / sp.lowergamma(d / 2, lam / (2 * m * w) ** 2),
    ),
]

# --- the exploration bonus ------------------------------------------------------------------------


def _bonus(size: Any, rho: Any) -> Any:
    """β: k_μ √λ (1 + S + √((1+S)/λ) ρ + ρ²/λ)^{3/2}."""
    inside = 1 + size + sp.sqrt((1 + size) / lam) * rho + (rho / sp.sqrt(lam)) ** 2
    return k_mu * sp.sqrt(lam) * inside ** sp.Rational(3, 2)


S_BAR = Formula(
    "s_bar",
    "radius of the parameters inflated by the bias of old data, main text",
    "609-611",
    S + (2 * S * k_mu + m) / (T * lam * (1 - gamma)),
    written=r"\bar{S}",
)
S_BAR_APPENDIX = Formula(
    "s_bar_appendix",
    "radius of the parameters inflated by the bias of data older than D rounds, appendix",
    "1942-1945",
    S + gamma**D * (2 * S * k_mu + m) / (lam * (1 - gamma)),
    written=r"\bar{S}",
)
BETA = Formula(
    "beta",
    "exploration bonus of SC-D-GLUCB, before division by the root of c_mu",
    "603-607",
    _bonus(S_BAR.symbol, RHO.symbol),
    (S_BAR, RHO),
    written=r"\beta_T^\delta",
)
BETA_APPENDIX = Formula(
    "beta_appendix",
    "exploration bonus of SC-D-GLUCB with an analysis window of D rounds",
    "603-607, 2181-2183",
    _bonus(S_BAR_APPENDIX.symbol, RHO_APPENDIX.symbol),
    (S_BAR_APPENDIX, RHO_APPENDIX),
    written=r"\beta_T^\delta",
)
BETA_WINDOW = Formula(
    "beta_window",
    "exploration bonus of SC-SW-GLUCB, before division by the root of c_mu",
    "2847-2851",
    _bonus(S, RHO_WINDOW.symbol),
    (RHO_WINDOW,),
    written=r"\beta_t^\delta",
)
BETA_WINDOW_END = Formula(
    "beta_window_end",
    "exploration bonus of SC-SW-GLUCB at the last round, the largest",
    "2847-2851",
    _bonus(S, RHO_WINDOW_END.symbol),
    (RHO_WINDOW_END,),
    written=r"\beta_T^\delta",
)
BIAS = Formula(
    "bias",
    "what data older than D rounds add to the prediction error",
    "2193",
    k_mu / lam * gamma**D / (1 - gamma) * (2 * S * k_mu + m),
)
_BONUS = [
    S_BAR,
    S_BAR_APPENDIX,
    BETA,
    BETA_APPENDIX,
    BETA_WINDOW,
    BETA_WINDOW_END,
    BIAS,
    Formula(
        "beta_bar",
        "refined bonus when the estimate lies in the parameter set",
        "2519-2522",
        k_mu * sp.sqrt(1 + 2 * S) * (sp.sqrt(lam) * S + RHO.symbol),
        (RHO,),
    ),
]

# --- the regret -----------------------------------------------------------------------------------

#: The logarithm of the volume gained in T discounted rounds, per dimension.
_volume = T * sp.log(1 / gamma) + sp.log(1 + 1 / (d * lam * (1 - gamma)))
#: The same for a window: one block of τ rounds, times the number of blocks.
_blocks = sp.ceiling(T / tau) * sp.log(1 + tau / (d * lam))
_wide = sp.Max(1, 1 / lam)
_shift = 2 * S * k_mu + m


def _exploration(beta: Any, volume: Any) -> Any:
    """(2β/√c_μ)√(dT)√(2 max(1, 1/λ))√volume: the sum of the bonuses by Cauchy-Schwarz."""
    return 2 * beta / sp.sqrt(c_mu) * sp.sqrt(d * T) * sp.sqrt(2 * _wide) * sp.sqrt(volume)


_FORGETTING_TIME = Formula(
    "analysis_window",
    "the D of both proofs with discount factors",
    "2372, 2495",
    sp.log(T) / sp.log(1 / gamma),
)
GAP_SUMS = (
    Formula(
        "gap_sum_bonus",
        "sum of the squared bonuses in the gap-dependent proof",
        "2464-2474",
        8 * d / c_mu * BETA_APPENDIX.symbol**2 * _wide * _volume,
        (BETA_APPENDIX,),
        written=r"\sum_t r_{1,t}",
    ),
    Formula(
        "gap_sum_bias",
        "sum of the squared biases in the gap-dependent proof",
        "2477-2480",
        4 * k_mu**2 / lam**2 * gamma ** (2 * D) * T / (1 - gamma) ** 2 * _shift**2,
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
        * _shift
        * sp.sqrt(2 * d * T * _wide)
        * sp.sqrt(_volume),
        (BETA_APPENDIX,),
        written=r"\sum_t r_{3,t}",
    ),
)
_REGRET = [
    _FORGETTING_TIME,
    *GAP_SUMS,
    Formula(
        "regret_discount",
        "bound on the regret of SC-D-GLUCB in the worst case, appendix",
        "759-765",
        2 * sp.log(T) / (1 - gamma) * Gamma
        + 2 * k_mu * _shift / lam / (1 - gamma)
        + _exploration(BETA.symbol, _volume),
        (BETA,),
    ),
    Formula(
        "regret_discount_proof",
        "bound on the regret of SC-D-GLUCB in the worst case, with D free",
        "2365-2371",
        Gamma * D
        + 2 * k_mu * _shift / lam * gamma**D / (1 - gamma) * T
        + _exploration(BETA_APPENDIX.symbol, _volume),
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
]

# --- tunings --------------------------------------------------------------------------------------

_TUNINGS = [
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
_ARMS = [
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
_POTENTIALS = [
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
_ALL = [*_CONCENTRATION, *_BONUS, *_REGRET, *_TUNINGS, *_ARMS, *_POTENTIALS]
FORMULAS = {f.name: f for f in _ALL}


def link_constants(link: str | Link, radius: Any = None) -> dict[str, Any]:
    """k_μ on the line, c_μ over |z| <= S and m of a link; only what exists is returned."""
    if isinstance(link, str):
        if link.lower() not in BY_NAME:
            raise ValueError(f"link must be one of {', '.join(BY_NAME)}, not {link}")
        link = BY_NAME[link.lower()]
    found: dict[str, Any] = {}
    top = link.k_mu()
    if top.value != float("inf"):
        found["k_mu"] = sp.sympify(top.text)
    if radius is not None:
        # For each named link μ' is even and falls, or increases: the least slope is at an end.
        x = sp.sympify(radius)
        found["c_mu"] = min(
            (sp.simplify(link.slope.subs(z, s * x)) for s in (1, -1)), key=lambda v: v.evalf()
        )
    if link.reward_range is not None:
        found["m"] = sp.Rational(str(Fraction(link.reward_range[1])))
    return found


def value(name: str, arguments: dict[str, Any]) -> Any:
    """The exact value of a formula or a link constant from command-line style arguments."""
    arguments = dict(arguments)
    link = arguments.pop("link", None)
    known = check_arguments(arguments)
    if link is not None:
        known = {**link_constants(link, known.get("S")), **known}
    if name in ("k_mu", "c_mu"):
        if name not in known:
            raise ValueError(_why_missing(name, link, known))
        return known[name]
    if name not in FORMULAS:
        raise ValueError(f"unknown formula {name}; known: c_mu, k_mu, {', '.join(FORMULAS)}")
    formula = FORMULAS[name]
    missing = [n for n in formula.arguments if n not in known]
    if missing:
        raise ValueError(f"{name} needs {', '.join(missing)}; a link gives k_mu, c_mu (with S), m")
    return formula.exactly(**{n: known[n] for n in formula.arguments})


def _why_missing(name: str, link: Any, known: dict[str, Any]) -> str:
    if link is None:
        return f"{name} needs link (and S for c_mu)"
    if name == "c_mu":
        return "c_mu needs S: the least slope over |z| <= S"
    return f"k_mu of {link} is infinite: its mean function is not Lipschitz on the real line"
