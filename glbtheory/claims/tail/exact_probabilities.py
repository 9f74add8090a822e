"""The tail inequality against exact and enclosed probabilities in one dimension."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.tail._sums import Pairs
from glbtheory.claims.vocabulary import enumerated, identity
from glbtheory.claims.vocabulary.enumerated import Case
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.hand_steps import LOEWNER
from glbtheory.concentration.exact_tails import adversary, discounted, equal_weights, long_run
from glbtheory.concentration.noise_laws import FAIR, skewed

_TWENTIETH, _FIFTH = Fraction(1, 20), Fraction(1, 5)
#: Value 1 with probability 1/10, value -1/9 otherwise.
_SKEW = skewed(Fraction(1, 10)).outcomes
_COIN = FAIR.outcomes
_DIGITS = 10**6
#: Cells of the grid on which probabilities are enclosed.
_CELLS = 2**13
#: A witness shows the arguments of the functions by their own names.
_SHOWN = {"lam": "lam"}


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


def _listed(instances: Sequence[Case], scale: Any) -> Iterator[Case]:
    """The instances, with the factor on the radius where there is one."""
    return ({**case, "scale": scale} if scale != 1 else case for case in instances)


# --- Z34: equal weights -------------------------------------------------------------------------

_LATEX = (
    r"\mathbb{{P}}\Big(\lVert S_t\rVert_{{{H}^{{-1}}}} \geq {scale}"
    r"\Big[\frac{{\sqrt\lambda}}{{2{m}}} + \frac{{2{m}}}{{\sqrt\lambda}}"
    r"\log\frac{{2\det({H})^{{1/2}}}}{{\delta\sqrt\lambda}}\Big]\Big) \leq \delta,"
    r" \quad d = 1,\ {weights}"
)


def _latex(weights: str, scale: str = "", H: str = r"\widetilde H_t", m: str = "m") -> str:
    return _LATEX.format(weights=weights, scale=scale, H=H, m=m)


_STOPPED = {"T": 1500, "law": _COIN, "lam": 12, "m": 1, "delta": _TWENTIETH}
_LONG = [
    {"T": 1500, "law": law, "lam": lam, "m": 1, "delta": delta}
    for law in (_COIN, _SKEW)
    for lam, delta in ((4, _TWENTIETH), (12, _TWENTIETH), (12, _FIFTH), (40, _TWENTIETH))
]


@enumerated(
    cases=lambda *, instances=_LONG, scale=1: _listed(instances, scale),
    latex=_latex("w_s = 1"),
    scope=lambda *, instances=_LONG: (
        "T <= 1500, noise ±1 or 1 with probability 1/10, λ and δ in {(4, 1/20), (12, 1/20), "
        "(12, 1/5), (40, 1/20)}, action 1 until the radius is reached, then 0"
        if instances is _LONG
        else "one instance"
    ),
    shown=_SHOWN,
)
def kept_with_equal_weights(
    T: int,
    law: Any,
    lam: Any,
    m: Any,
    delta: Fraction,
    *,
    scale: Any = 1,
    variance: Callable[[Any], Fraction] | None = None,
    bounded: bool = True,
) -> Any:
    """At most δ with equal weights, exactly."""
    options: Case = {"scale": scale, "variance": variance, "bounded": bounded}
    found = equal_weights(T, law, lam=lam, m=m, delta=delta, **options)
    return _against((found, found), delta)


Z34 = Claim(
    id="Z34",
    ours=True,
    lines="854-889",
    kind="step",
    title="Equal weights, d = 1: the exact probability, up to 1500 rounds",
    printed=[kept_with_equal_weights],
    mutants=[
        kept_with_equal_weights.mutant(
            "radius times 3/5; times 62/100 is not seen here",
            _latex("w_s = 1", scale=r"\tfrac35"),
            instances=[_STOPPED],
            scale=Fraction(3, 5),
        ),
        kept_with_equal_weights.mutant(
            "σ² dropped from H, for noise ±10 and m = 10",
            _latex("w_s = 1", H="H") + r",\ H = \sum_s a_s^2 + \lambda",
            instances=[
                {**_STOPPED, "law": skewed(Fraction(1, 2), 10).outcomes, "lam": 1200, "m": 10}
            ],
            variance=lambda law: Fraction(1),
        ),
        kept_with_equal_weights.mutant(
            "m divided by 15; divided by 14 is not seen here",
            _latex("w_s = 1", m=r"\tfrac{m}{15}\,") + r",\ m = 1",
            instances=[
                {
                    "T": 80,
                    "law": skewed(Fraction(1, 100)).outcomes,
                    "lam": Fraction(16, 225),
                    "m": Fraction(1, 15),
                    "delta": Fraction(1, 1000),
                }
            ],
            bounded=False,
        ),
    ],
    note="An action 0 freezes S and H, so an adaptive player at the fixed round T reaches the "
    "radius if it was reached at any round before: T = 1500 covers every shorter horizon. The "
    "probabilities are far below δ, and the check sees the radius shrink only below about 0.6 of "
    "its length.",
)


# --- Z35: discounted sums -----------------------------------------------------------------------

_POWERS = r"w_s = \gamma^{t-1-s}"


def _discounts(laws: Sequence[Any] = (_COIN, _SKEW), rounds: Sequence[int] = (100, 1500)) -> Any:
    """Discount factors, each with a λ for which the radius can be reached."""
    ridges = {Fraction(19, 20): 9, Fraction(99, 100): 12, Fraction(199, 200): 12}
    return [
        {"T": T, "gamma": gamma, "law": law, "lam": lam, "m": 1, "delta": _TWENTIETH}
        for gamma, lam in ridges.items()
        for law in laws
        for T in rounds
    ]


_FORGET = _discounts()


@enumerated(
    cases=lambda *, instances=_FORGET, scale=1: _listed(instances, scale),
    latex=_latex(_POWERS),
    scope=lambda *, instances=_FORGET: (
        "T in {100, 1500}, γ = 19/20 with λ = 9, γ in {99/100, 199/200} with λ = 12, noise ±1 "
        "or 1 with probability 1/10, δ = 1/20, action 1; upper bounds on a grid, rounded outwards"
        if instances is _FORGET
        else "one instance"
    ),
    shown=_SHOWN,
)
def kept_with_discounts(
    T: int, gamma: Fraction, law: Any, lam: Any, m: Any, delta: Fraction, *, scale: Any = 1
) -> Any:
    """At most δ with discounts, enclosed."""
    level: Case = {"lam": lam, "m": m, "delta": delta, "scale": scale}
    return _against(discounted(T, gamma, law, **level, cells=_CELLS), delta)


@enumerated(
    cases=lambda: _discounts([_COIN], [1500]),
    latex=r"\mathbb{P}(\text{violation}) > 0",
    scope="noise ±1 and T = 1500: lower bounds are positive",
    shown=_SHOWN,
)
def in_reach(T: int, gamma: Fraction, law: Any, lam: Any, m: Any, delta: Fraction) -> Any:
    """The radius can be reached, so the check above is not vacuous."""
    lower, _ = discounted(T, gamma, law, lam=lam, m=m, delta=delta, cells=_CELLS)
    return Fraction(lower), ">", 0


Z35 = Claim(
    id="Z35",
    ours=True,
    lines="1798-1811",
    kind="step",
    title="Discounted sums, d = 1: enclosed probabilities, up to 1500 rounds",
    printed=[kept_with_discounts],
    support=[in_reach],
    mutants=[
        kept_with_discounts.mutant(
            "radius times 0.39 (the lower bound exceeds δ); times 0.43 is not seen here",
            _latex(_POWERS, scale=r"\tfrac{39}{100}"),
            instances=[_FORGET[5]],
            scale=Fraction(39, 100),
        ),
        kept_with_discounts.mutant(
            "radius times 0.33 for γ = 19/20, where times 0.36 is not seen",
            _latex(_POWERS, scale=r"\tfrac{33}{100}"),
            instances=[_FORGET[1]],
            scale=Fraction(33, 100),
        ),
    ],
    note="Each instance was chosen so that the radius can be reached at all; with γ = 9/10 and "
    "λ = 12 it could not, at any horizon (Z37). The probabilities are far below δ.",
)


# --- Z36: not for all rounds at once ------------------------------------------------------------

_TIMES = (10**4, 10**5, 10**6)


@cache
def _long_run(**walk: Any) -> dict[int, tuple[float, float]]:
    return dict(zip(_TIMES, long_run(_TIMES, **walk, cells=_CELLS), strict=True))


_WALK: Case = {"delta": _FIFTH, "gamma": Fraction(99, 100), "law": _COIN, "lam": 12, "m": 1}


_INSTANCE = (
    r"d = m = 1,\ a_s = 1,\ \epsilon_s = \pm1,\ \gamma = \tfrac{99}{100},\ \lambda = 12,"
    r"\ \delta = \tfrac15:\quad "
)


def _some(relation: str, level: str = r"\delta", T: str = "10^6") -> str:
    event = rf"\exists t \leq {T}: |X_t| \geq \sqrt{{H_t}}\,r_t({level})"
    return _INSTANCE + rf"\mathbb{{P}}\big({event}\big) {relation} \delta"


@enumerated(
    cases=lambda *, horizons=_TIMES[1:], share=1: (
        {"T": T, "share": share, **_WALK} for T in horizons
    ),
    latex=_some(">", T="T") + r",\quad T\in\{10^5, 10^6\}",
    scope="γ = 99/100, noise ±1, λ = 12, δ = 1/5; enclosed on a grid",
    shown=_SHOWN,
)
def crosses_at_some_round(
    T: int,
    share: int,
    delta: Fraction,
    gamma: Fraction,
    law: Any,
    lam: Any,
    m: Any,
    *,
    relation: str = ">",
) -> Any:
    """The probability to cross the radius of level δ/share at some round up to T, against δ."""
    found = _long_run(gamma=gamma, law=law, lam=lam, m=m, delta=delta / share)
    return _against(found[T], delta, relation)


_shared = crosses_at_some_round.variant(
    _some(r"\leq", r"\delta/T"), relation="<=", horizons=_TIMES[2:], share=10**6
)

Z36 = Claim(
    id="Z36",
    ours=True,
    lines="1498-1520",
    label="rem:instantaneous",
    kind="remark",
    title="With discounts the radius at level δ does not hold for all rounds at once",
    printed=[crosses_at_some_round.as_whole(), _shared.as_whole()],
    mutants=[
        _shared.mutant("one level δ for all rounds: no union bound", _some(r"\leq"), share=1),
        _shared.mutant("δ/2 in place of δ/T", _some(r"\leq", r"\delta/2"), share=2),
        crosses_at_some_round.mutant(
            "10^4 rounds, too few, in place of 10^5", _some(">", T="10^4"), horizons=_TIMES[:1]
        ),
    ],
    depends_on=["Z34"],
    note="It is forgetting that loses the statement: with equal weights and a fixed λ the radius "
    "holds at all rounds together (Z34, where the player stops at the first crossing). At level "
    "δ/T the radius can still be reached by this walk, only hardly ever: the last statement is far "
    "from tight, and a share of δ/10 would pass it as well. A run of 58 noises +1 crosses from "
    "anywhere, so the walk crosses in the end with probability one.",
)


# --- Z37: horizons on which nothing can happen --------------------------------------------------


@identity(
    latex=lambda *, share=2: (
        rf"\frac{{\sqrt{{\lambda}}}}{{mw_{{t-1}}}}\,r = \frac{{\lambda}}{{{share}m^2w_{{t-1}}^2}}"
        r" + 2\log\frac{2^d\det(\widetilde H_t)^{1/2}}{\delta\lambda^{d/2}}"
    ),
    scope="every d, λ, m, w, δ and gain",
    at={"d": 2},
)
def in_steps(*, share: int = 2) -> Pairs:
    """The radius in units of the largest possible step m w/√λ of the norm."""
    radius = f.FORMULAS["tail_radius"].expression * sp.sqrt(f.lam) / (f.m * f.w)
    level = f.gain + sp.log(1 / f.delta) + f.d * sp.log(2)
    wanted = f.lam / (share * f.m**2 * f.w**2) + 2 * level
    yield "radius", sp.expand(radius), sp.expand(wanted)


def _first(d: int, lam: int, delta: Fraction) -> int:
    """The least number of noises not below λ/(2m²) + 2 log(2^d/δ), for m = w = 1."""
    return int(sp.ceiling(sp.Rational(lam, 2) + 2 * sp.log(2**d / rational(delta))))


def _horizons(*, late: int = 0) -> Iterator[Case]:
    """n* - 1 + ``late`` noises."""
    for d in (1, 2):
        for lam, delta in ((1, _TWENTIETH), (4, _TWENTIETH), (4, _FIFTH)):
            noises = _first(d, lam, delta) - 1 + late
            yield {"d": d, "lam": lam, "delta": delta, "noises": noises}


@enumerated(
    cases=_horizons,
    latex=lambda *, relation="==", late=0: (
        rf"\max\,\mathbb{{P}}(\text{{violation}}) {relation[0]} 0 \ \text{{for}}\ t - 1 ="
        rf" n^\star{'' if late else ' - 1'},\ "
        r"n^\star = \lceil \tfrac{\lambda}{2m^2} + 2\log\tfrac{2^d}{\delta}\rceil"
    ),
    scope="d <= 2, λ and δ in {(1, 1/20), (4, 1/20), (4, 1/5)}, weights 1, best adaptive "
    "player with the actions 0 and e_1 and two laws",
)
def largest_probability(
    d: int, lam: int, delta: Fraction, noises: int, *, relation: str = "=="
) -> Any:
    """The largest violation probability after so many noises, compared with 0.

    The second law hardly ever moves, and then by m: it reaches the radius with almost no variance.
    """
    zero, unit = (tuple(map(Fraction, [x, *[0] * (d - 1)])) for x in (0, 1))
    laws = [FAIR, skewed(Fraction(1, 10**6))]
    found = adversary([1] * noises, [zero, unit], laws, lam=lam, m=1, delta=delta)
    return found.probability, relation, 0


_reached = largest_probability.variant(relation=">", late=1)

Z37 = Claim(
    id="Z37",
    ours=True,
    lines="854-889",
    kind="step",
    title="The shortest horizon on which the radius can be reached at all",
    printed=[in_steps, largest_probability, _reached],
    mutants=[
        in_steps.mutant("λ/(4m²w²) in place of λ/(2m²w²)", share=4),
        largest_probability.mutant("one noise more and still out of reach", late=1),
        _reached.mutant("one noise fewer and already in reach", late=0),
    ],
    depends_on=[LOEWNER],
    note="The norm of S in the inverse of H is at most m times the sum of the weights, divided by "
    "the root of λ, and det H >= λ^d. So a test with fewer noises passes because nothing can fail. "
    "With discounts the sum of the weights stays below 1/(1-γ): if that is at most "
    "λ/(2m²) + 2 log(2^d/δ), the radius is never reached, at any horizon.",
)

CLAIMS = [Z34, Z35, Z36, Z37]
