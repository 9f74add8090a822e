"""The tail inequality against exact and enclosed probabilities in one dimension."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.hand_steps import LOEWNER
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.concentration.exact_tails import adversary, discounted, equal_weights, long_run
from glbtheory.concentration.noise_laws import FAIR, skewed
from glbtheory.engines.enumeration import enumerate_cases

_TWENTIETH, _FIFTH = Fraction(1, 20), Fraction(1, 5)
#: Value 1 with probability 1/10, value -1/9 otherwise.
_SKEW = skewed(Fraction(1, 10)).outcomes
_COIN = FAIR.outcomes
_DIGITS = 10**6


def _against(
    bounds: tuple[Any, Any], limit: Fraction, relation: str = "<="
) -> tuple[Fraction, str, Fraction]:
    """'probability <= limit', or >, for a probability between two bounds.

    Exact probabilities have thousands of digits: the deciding bound is shown rounded, outwards and
    never across the limit.  Bounds on both sides of the limit decide nothing.
    """
    lower, upper = map(Fraction, bounds)
    if upper <= limit:
        return min(Fraction(math.ceil(upper * _DIGITS), _DIGITS), limit), relation, limit
    if lower <= limit:
        raise ArithmeticError(f"the probability is in [{float(lower)}, {float(upper)}]")
    shown = Fraction(math.floor(lower * _DIGITS), _DIGITS)
    return (shown if shown > limit else lower), relation, limit


def _cases(
    cases: Iterable[dict[str, Any]],
    bounds: Callable[..., tuple[Any, Any]],
    latex: str,
    scope: str,
    why: str = "",
    relation: str = "<=",
) -> Statement:
    """At most δ in each case; a case holds the arguments of ``bounds``, δ among them."""
    listed = list(cases)

    def check(case: dict[str, Any]) -> Any:
        return _against(bounds(**case), case["delta"], relation)

    return Statement(latex, lambda: enumerate_cases(listed, check, scope), why)


# --- Z34: equal weights -------------------------------------------------------------------------

_LATEX = (
    r"\mathbb{{P}}\Big(\lVert S_t\rVert_{{{H}^{{-1}}}} \geq {scale}"
    r"\Big[\frac{{\sqrt\lambda}}{{2{m}}} + \frac{{2{m}}}{{\sqrt\lambda}}"
    r"\log\frac{{2\det({H})^{{1/2}}}}{{\delta\sqrt\lambda}}\Big]\Big) \leq \delta,"
    r" \quad d = 1,\ {weights}"
)


def _latex(weights: str, scale: str = "", H: str = r"\widetilde H_t", m: str = "m") -> str:
    return _LATEX.format(weights=weights, scale=scale, H=H, m=m)


def _exactly(**case: Any) -> tuple[Fraction, Fraction]:
    found = equal_weights(**case)
    return found, found


_ONES = "w_s = 1"
_STOPPED = {"T": 1500, "law": _COIN, "lam": 12, "m": 1, "delta": _TWENTIETH}
_LONG = [
    {"T": 1500, "law": law, "lam": lam, "m": 1, "delta": delta}
    for law in (_COIN, _SKEW)
    for lam, delta in ((4, _TWENTIETH), (12, _TWENTIETH), (12, _FIFTH), (40, _TWENTIETH))
]


def _unit(law: Any) -> Fraction:
    return Fraction(1)


def _without_variance(**case: Any) -> tuple[Fraction, Fraction]:
    return _exactly(**case, variance=_unit)


def _unbounded(**case: Any) -> tuple[Fraction, Fraction]:
    return _exactly(**case, bounded=False)


Z34 = Claim(
    id="Z34",
    ours=True,
    lines="854-889",
    kind="step",
    title="Equal weights, d = 1: the exact probability, up to 1500 rounds",
    printed=[
        _cases(
            _LONG,
            _exactly,
            _latex(_ONES),
            "T <= 1500, noise ±1 or 1 with probability 1/10, λ and δ in {(4, 1/20), (12, 1/20), "
            "(12, 1/5), (40, 1/20)}, action 1 until the radius is reached, then 0",
        )
    ],
    mutants=[
        _cases(
            [{**_STOPPED, "scale": Fraction(3, 5)}],
            _exactly,
            _latex(_ONES, scale=r"\tfrac35"),
            "one instance",
            "radius times 3/5; times 62/100 is not seen here",
        ),
        _cases(
            [{**_STOPPED, "law": skewed(Fraction(1, 2), 10).outcomes, "lam": 1200, "m": 10}],
            _without_variance,
            _latex(_ONES, H="H") + r",\ H = \sum_s a_s^2 + \lambda",
            "one instance",
            "σ² dropped from H, for noise ±10 and m = 10",
        ),
        _cases(
            [
                {
                    "T": 80,
                    "law": skewed(Fraction(1, 100)).outcomes,
                    "lam": Fraction(16, 225),
                    "m": Fraction(1, 15),
                    "delta": Fraction(1, 1000),
                }
            ],
            _unbounded,
            _latex(_ONES, m=r"\tfrac{m}{15}\,") + r",\ m = 1",
            "one instance",
            "m divided by 15; divided by 14 is not seen here",
        ),
    ],
    note="An action 0 freezes S and H, so an adaptive player at the fixed round T reaches the "
    "radius if it was reached at any round before: T = 1500 covers every shorter horizon. The "
    "probabilities are far below δ, and the check sees the radius shrink only below about 0.6 of "
    "its length.",
)


# --- Z35: discounted sums -----------------------------------------------------------------------


def _discounted(**case: Any) -> tuple[float, float]:
    return discounted(**case, cells=2**13)


_POWERS = r"w_s = \gamma^{t-1-s}"
_FORGET = [
    {"T": T, "gamma": gamma, "law": law, "lam": lam, "m": 1, "delta": _TWENTIETH}
    for gamma, lam in (
        (Fraction(19, 20), 9),
        (Fraction(99, 100), 12),
        (Fraction(199, 200), 12),
    )
    for law in (_COIN, _SKEW)
    for T in (100, 1500)
]


def _in_reach(latex: str) -> Statement:
    """The radius can be reached: the lower bound is positive, so the check above is not vacuous."""
    cases = [case for case in _FORGET if case["T"] == 1500 and case["law"] == _COIN]

    def check(case: dict[str, Any]) -> Any:
        return Fraction(_discounted(**case)[0]), ">", 0

    scope = "noise ±1 and T = 1500: lower bounds are positive"
    return Statement(latex, lambda: enumerate_cases(cases, check, scope))


Z35 = Claim(
    id="Z35",
    ours=True,
    lines="1798-1811",
    kind="step",
    title="Discounted sums, d = 1: enclosed probabilities, up to 1500 rounds",
    printed=[
        _cases(
            _FORGET,
            _discounted,
            _latex(_POWERS),
            "T in {100, 1500}, γ = 19/20 with λ = 9, γ in {99/100, 199/200} with λ = 12, noise ±1 "
            "or 1 with probability 1/10, δ = 1/20, action 1; upper bounds on a grid, rounded "
            "outwards",
        )
    ],
    support=[_in_reach(r"\mathbb{P}(\text{violation}) > 0")],
    mutants=[
        _cases(
            [{**_FORGET[5], "scale": Fraction(39, 100)}],
            _discounted,
            _latex(_POWERS, scale=r"\tfrac{39}{100}"),
            "one instance",
            "radius times 0.39 (the lower bound exceeds δ); times 0.43 is not seen here",
        ),
        _cases(
            [{**_FORGET[1], "scale": Fraction(33, 100)}],
            _discounted,
            _latex(_POWERS, scale=r"\tfrac{33}{100}"),
            "one instance",
            "radius times 0.33 for γ = 19/20, where times 0.36 is not seen",
        ),
    ],
    note="Each instance was chosen so that the radius can be reached at all; with γ = 9/10 and "
    "λ = 12 it could not, at any horizon (Z37). The probabilities are far below δ.",
)


# --- Z36: not for all rounds at once ------------------------------------------------------------

_WALK: dict[str, Any] = {"gamma": Fraction(99, 100), "law": _COIN, "lam": 12, "m": 1}
_TIMES = (10**4, 10**5, 10**6)
_OF_WALK = "γ = 99/100, noise ±1, λ = 12, δ = 1/5"


@cache
def _long_run(**walk: Any) -> dict[int, tuple[float, float]]:
    return dict(zip(_TIMES, long_run(_TIMES, **walk, cells=2**13), strict=True))


def _anytime(T: int, share: int, delta: Fraction, **walk: Any) -> tuple[float, float]:
    """Bounds of the probability to cross the radius of level δ/share at some round up to T."""
    return _long_run(**walk, delta=delta / share)[T]


def _walk(
    latex: str, relation: str, horizons: Sequence[int] = (10**6,), share: int = 1, why: str = ""
) -> Statement:
    cases = [{"T": T, "share": share, "delta": _FIFTH, **_WALK} for T in horizons]
    return _cases(cases, _anytime, latex, f"{_OF_WALK}; enclosed on a grid", why, relation)


_SOME = (
    r"\mathbb{{P}}\big(\exists t \leq {T}: |X_t| \geq \sqrt{{H_t}}\,r_t({level})\big)"
    r" {relation} {rhs}"
)


def _some(relation: str, level: str = r"\delta", T: str = "10^6", rhs: str = r"\delta") -> str:
    return _SOME.format(T=T, level=level, relation=relation, rhs=rhs)


Z36 = Claim(
    id="Z36",
    ours=True,
    lines="1498-1520",
    label="rem:instantaneous",
    kind="remark",
    title="With discounts the radius at level δ does not hold for all rounds at once",
    printed=[
        _walk(_some(">", T="T") + r",\quad T\in\{10^5, 10^6\}", ">", _TIMES[1:]),
        _walk(_some(r"\leq", r"\delta/T"), "<=", share=10**6),
    ],
    mutants=[
        _walk(_some(r"\leq"), "<=", why="one level δ for all rounds: no union bound"),
        _walk(_some(r"\leq", r"\delta/2"), "<=", share=2, why="δ/2 in place of δ/T"),
        _walk(_some(">", T="10^4"), ">", (10**4,), why="10^4 rounds, too few, in place of 10^5"),
    ],
    depends_on=["Z34"],
    note="It is forgetting that loses the statement: with equal weights and a fixed λ the radius "
    "holds at all rounds together (Z34, where the player stops at the first crossing). At level "
    "δ/T the radius can still be reached by this walk, only hardly ever: the last statement is far "
    "from tight, and a share of δ/10 would pass it as well. A run of 58 noises +1 crosses from "
    "anywhere, so the walk crosses in the end with probability one.",
)


# --- Z37: horizons on which nothing can happen --------------------------------------------------

_RADIUS = f.FORMULAS["tail_radius"].expression


def _units(latex: str, share: int = 2, why: str = "") -> Statement:
    """The radius in units of the largest possible step m w/√λ of the norm."""
    wanted = f.lam / (share * f.m**2 * f.w**2) + 2 * (
        f.gain + sp.log(1 / f.delta) + f.d * sp.log(2)
    )
    pairs = [("radius", sp.expand(_RADIUS * sp.sqrt(f.lam) / (f.m * f.w)), sp.expand(wanted))]
    return identities(lambda: pairs, latex, "every d, λ, m, w, δ and gain", why, at={"d": 2})


def _first(d: int, lam: int, delta: Fraction) -> int:
    """The least number of noises not below λ/(2m²) + 2 log(2^d/δ), for m = w = 1."""
    return int(sp.ceiling(sp.Rational(lam, 2) + 2 * sp.log(2**d / rational(delta))))


def _horizons(latex: str, relation: str, late: int, why: str = "") -> Statement:
    """The largest violation probability after n* - 1 + ``late`` noises, compared with 0.

    The second law hardly ever moves, and then by m: it reaches the radius with almost no variance.
    """
    laws = [FAIR, skewed(Fraction(1, 10**6))]

    def check(case: dict[str, Any]) -> Any:
        unit = (Fraction(1), *[Fraction(0)] * (case["d"] - 1))
        zero = (Fraction(0),) * case["d"]
        levels = {"lam": case["lambda"], "m": 1, "delta": case["delta"]}
        found = adversary([1] * case["noises"], [zero, unit], laws, **levels)
        return found.probability, relation, 0

    cases = [
        {"d": d, "lambda": lam, "delta": delta, "noises": _first(d, lam, delta) - 1 + late}
        for d in (1, 2)
        for lam, delta in ((1, _TWENTIETH), (4, _TWENTIETH), (4, _FIFTH))
    ]
    scope = (
        "d <= 2, λ and δ in {(1, 1/20), (4, 1/20), (4, 1/5)}, weights 1, best adaptive "
        "player with the actions 0 and e_1 and two laws"
    )
    return Statement(latex, lambda: enumerate_cases(cases, check, scope), why)


_UNITS = (
    r"\frac{{\sqrt{{\lambda}}}}{{mw_{{t-1}}}}\,r = \frac{{\lambda}}{{{share}m^2w_{{t-1}}^2}}"
    r" + 2\log\frac{{2^d\det(\widetilde H_t)^{{1/2}}}}{{\delta\lambda^{{d/2}}}}"
)
_NEVER = r"\max\,\mathbb{{P}}(\text{{violation}}) {relation} 0 \ \text{{for}}\ t - 1 = {noises}"
_EDGE = r"n^\star = \lceil \tfrac{\lambda}{2m^2} + 2\log\tfrac{2^d}{\delta}\rceil"


def _never(relation: str, noises: str) -> str:
    return _NEVER.format(relation=relation, noises=noises) + r",\ " + _EDGE


Z37 = Claim(
    id="Z37",
    ours=True,
    lines="854-889",
    kind="step",
    title="The shortest horizon on which the radius can be reached at all",
    printed=[
        _units(_UNITS.format(share=2)),
        _horizons(_never("=", r"n^\star - 1"), "==", 0),
        _horizons(_never(">", r"n^\star"), ">", 1),
    ],
    mutants=[
        _units(_UNITS.format(share=4), 4, "λ/(4m²w²) in place of λ/(2m²w²)"),
        _horizons(_never("=", r"n^\star"), "==", 1, "one noise more and still out of reach"),
        _horizons(_never(">", r"n^\star - 1"), ">", 0, "one noise fewer and already in reach"),
    ],
    depends_on=[LOEWNER],
    note="The norm of S in the inverse of H is at most m times the sum of the weights, divided by "
    "the root of λ, and det H >= λ^d. So a test with fewer noises passes because nothing can fail. "
    "With discounts the sum of the weights stays below 1/(1-γ): if that is at most "
    "λ/(2m²) + 2 log(2^d/δ), the radius is never reached, at any horizon.",
)

CLAIMS = [Z34, Z35, Z36, Z37]
