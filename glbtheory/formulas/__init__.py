r"""The closed forms of the paper, each written once as a sympy expression.

The book shows their LaTeX, the engines prove things about them, and the algorithms run them.  A
formula may use others (β uses S̄ and ρ); :meth:`Formula.expanded` puts them in.  All are in
``FORMULAS`` by name::

    FORMULAS["rho"].latex
    FORMULAS["rho"](d=2, T=1000, lam=4, m=1, k_mu=0.25, gamma=0.99, delta=0.05)

Where a letter of the paper is defined:

=================== ======================================== =========================
letter              name in ``FORMULAS``                     module
=================== ======================================== =========================
ρ                   ``rho``, ``rho_appendix``,               ``confidence``
                    ``rho_window``
S̄                   ``s_bar``, ``s_bar_appendix``            ``confidence``
β                   ``beta``, ``beta_appendix``,             ``confidence``
                    ``beta_window``
β̄                   ``beta_bar``, ``beta_bar_window``        ``confidence``
bias of old data    ``bias``                                 ``confidence``
radius of the tail  ``tail_radius``, ``ball_ratio``          ``confidence``
D                   ``analysis_window``                      ``regret_bounds``
regret              ``regret_discount``, ``regret_window``,  ``regret_bounds``
                    ``regret_gap_proof`` …
γ, τ, λ tuned       ``gamma_…``, ``tau_…``, ``lam_theorem``  ``regret_bounds``
K arms              ``arms_bonus``, ``regret_arms`` …        ``regret_bounds``
potentials          ``determinant_…``, ``elliptical_…``      ``regret_bounds``
ρ, S̄, β, sharper    ``rho_sharpened``, ``beta_sharpened`` …   ``sharper_confidence``
regret, sharper     ``regret_discount_sharpened`` …          ``sharper_regret_bounds``
GLM-UCB, D-GLUCB …  ``bonus_glm_ucb``, ``bonus_d_glucb`` …   ``baselines``
=================== ======================================== =========================

The symbols d, T, S, λ, γ and the others are in ``formula``, with the class :class:`Formula`; a
closed form in balls comes from ``enclosure``.  k_μ, c_μ and m belong to a link and are in
:mod:`glbtheory.setting.links`.  The coefficient b_t of the bonus that is played, β/√c_μ for
SC-D-GLUCB, is in the file of each policy in ``glbtheory/bandits/policies``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.formulas.baselines import BASELINES
from glbtheory.formulas.confidence import (
    BETA,
    BETA_APPENDIX,
    BETA_WINDOW,
    BETA_WINDOW_END,
    BIAS,
    BONUS,
    CONCENTRATION,
    RHO,
    RHO_APPENDIX,
    RHO_WINDOW,
    RHO_WINDOW_END,
    S_BAR,
    S_BAR_APPENDIX,
    SHIFT,
)
from glbtheory.formulas.formula import (
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
    r,
    t,
    tau,
    u,
    w,
    xi,
)
from glbtheory.formulas.regret_bounds import (
    ARMS,
    ELLIPTICAL,
    GAP_SUMS,
    POTENTIALS,
    REGRET,
    TUNINGS,
    VOLUME,
    explored,
)
from glbtheory.formulas.sharper_confidence import SHARPENED
from glbtheory.formulas.sharper_regret_bounds import SHARPENED_REGRET
from glbtheory.setting.links import BY_NAME, Link, z

__all__ = [
    "BETA",
    "BETA_APPENDIX",
    "BETA_WINDOW",
    "BETA_WINDOW_END",
    "BIAS",
    "ELLIPTICAL",
    "FORMULAS",
    "GAP_SUMS",
    "LATEX",
    "RANGES",
    "RHO",
    "RHO_APPENDIX",
    "RHO_WINDOW",
    "RHO_WINDOW_END",
    "SHIFT",
    "SYMBOLS",
    "S_BAR",
    "S_BAR_APPENDIX",
    "VOLUME",
    "B",
    "D",
    "Delta",
    "Formula",
    "Gamma",
    "K",
    "S",
    "T",
    "at_depth",
    "c_mu",
    "check_arguments",
    "d",
    "delta",
    "digits",
    "eta",
    "explored",
    "gain",
    "gamma",
    "k_mu",
    "lam",
    "link_constants",
    "m",
    "n",
    "r",
    "t",
    "tau",
    "u",
    "value",
    "w",
    "xi",
]

_ALL = [*CONCENTRATION, *BONUS, *SHARPENED, *REGRET, *TUNINGS, *ARMS, *POTENTIALS, *BASELINES]
_ALL += SHARPENED_REGRET
FORMULAS = {f.name: f for f in _ALL}


def at_depth(expression: Any, factor: Any = 1) -> Any:
    """γ^{kD} as T^{-k}, that is at D = log T/log(1/γ); or at ``factor`` times this depth."""
    return expression.replace(
        lambda e: e.is_Pow and e.base == gamma and e.exp.has(D),
        lambda e: T ** (-factor * e.exp / D),
    )


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
        of_link = link_constants(link, known.get("S"))
        for constant in ("k_mu", "c_mu"):
            # A larger m is a weaker assumption; a slope is what the link says it is.
            if constant in known and of_link.get(constant, known[constant]) != known[constant]:
                raise ValueError(
                    f"{constant} = {arguments[constant]} contradicts link={link}, which has "
                    f"{constant} = {of_link[constant]}: give one of the two"
                )
        known = {**of_link, **known}
    if name in ("k_mu", "c_mu"):
        if name not in known:
            raise ValueError(_why_missing(name, link, known))
        return known[name]
    if name not in FORMULAS:
        raise ValueError(f"unknown formula {name}; known: c_mu, k_mu, {', '.join(FORMULAS)}")
    formula = FORMULAS[name]
    missing = [a for a in formula.arguments if a not in known]
    if missing:
        raise ValueError(_needs(name, missing, link))
    return _checked(name, formula.exactly(**{a: known[a] for a in formula.arguments}))


def _checked(name: str, exact: Any) -> Any:
    """A real number, and for a tuning one that the algorithms accept."""
    number = digits(exact, 15)
    if not (number.is_finite and number.is_real):
        raise ValueError(f"{name} is not a finite real number at these arguments")
    if FORMULAS[name] in TUNINGS:
        if name.startswith("gamma") and not 0 < exact < 1:
            why = "there are no changes" if exact == 1 else "T too small for so many changes"
            raise ValueError(f"gamma = {digits(exact, 6)} is outside (0, 1): {why}")
        if name.startswith("lam") and not exact > 0:
            raise ValueError(f"lam = {digits(exact, 6)} is not > 0: T must be at least 2")
    return exact


def _needs(name: str, missing: list[str], link: Any) -> str:
    """What is missing, and which of it the link does not have."""
    lacking = [a for a in missing if link is not None and a in ("k_mu", "m")]
    if lacking:
        words = {"k_mu": "no finite k_mu", "m": "no largest reward m"}
        said = f"the link {link} has {' and '.join(words[a] for a in lacking)}"
        return f"{name} needs {', '.join(missing)}; {said}"
    return f"{name} needs {', '.join(missing)}; a link gives k_mu, c_mu (with S), m"


def _why_missing(name: str, link: Any, known: dict[str, Any]) -> str:
    if link is None:
        return f"{name} needs link (and S for c_mu)"
    if name == "c_mu":
        return "c_mu needs S: the least slope over |z| <= S"
    return f"k_mu of {link} is infinite: its mean function is not Lipschitz on the real line"
