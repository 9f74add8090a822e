"""The ratio of two balls, and the proposition about N(h)/N(g) (lines 1631-1645, 1677-1716)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb, ctx

from glbtheory.claims.mixing._families import EVERY, ISOTROPIC, LISTED, determinant, outer_radius
from glbtheory.claims.mixing.mixture import lam, radial_integral, scale
from glbtheory.claims.mixing.normalisers import ellipsoid
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enclosed, grid, identity, stated
from glbtheory.claims.vocabulary.enclosed import Sides
from glbtheory.claims.vocabulary.hand_steps import (
    CHANGE_OF_VARIABLES,
    FUNDAMENTAL,
    SPECTRAL,
)
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.concentration.mixture import (
    HALF,
    ONE,
    Matrix,
    ball_ratio,
    confluent,
    normaliser_g,
    normaliser_h,
)
from glbtheory.engines.boxes.balls import ball
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

F = Fraction

a, b, h, u = sp.symbols("a b h u", positive=True)


# --- I11: the ratio of two balls ----------------------------------------------------------------

_DIMENSIONS = 50


@enclosed(
    cases=lambda: grid(d=(1, 2, 10, 50), r=(F(1, 10), F(1), F(10))),
    latex="R = 2^d",
    scope="d in {1, 2, 10, 50}, r in {1/10, 1, 10}",
)
def _equals_power(d: int, r: Fraction) -> Sides:
    return ball_ratio(d, r), "==", 2**d


def ratio_boxes(d: int) -> int | None:
    """A cover of all radii that shows R < 2^d, as the number of boxes; None if it does not close.

    R = 2^d F(x)/F(x/4) with x = r²/2, a = d/2 and F(x) = a ∫ s^{a-1} e^{-xs} ds over [0, 1].
    x <= 3/2: 1 - y <= e^{-y} <= 1 - y + y²/2 gives F(x/4) - F(x) >= 3ax/(4(a+1)) - ax²/(2(a+2)),
    positive for 0 < x < (3/2)(a+2)/(a+1).
    x >= 4a + 4: γ(a, x) <= Γ(a), and γ(a, x/4) >= γ(a, a+1), so Γ(a) < 4^a γ(a, a+1) is enough.
    Between them pieces of the x-axis, halved until F(x) < F(x/4) is certain on each: -F'/F is the
    mean of s under a law on [0, 1], so F changes at most by the factor e^δ over a step δ.
    """
    order = arb(d) / 2
    start, end = F(3, 2), F(2 * d + 4)
    if not (order + 1).gamma_lower(order, regularized=1) * arb(4) ** order > 1:
        return None
    todo, closed = [(start, end)], 2
    while todo:
        low, high = todo.pop()
        middle, half = (low + high) / 2, (high - low) / 2
        top = confluent(order, ball(middle)) * ball(half).exp()
        if top < confluent(order, ball(middle / 4)) * ball(-half / 4).exp():
            closed += 1
        elif high - low < F(1, 1000):
            return None
        else:
            todo += [(low, middle), (middle, high)]
    return closed


def _doubled(d: int) -> Fraction:
    return F(2) ** d


@stated(latex=r"R \leq 2^d")
def _all_radii(*, most: Callable[[int], Fraction] = _doubled) -> Evidence:
    """R <= most(d) for d = 1, …, 50 and every radius; small radii are looked at first."""
    scope = f"d = 1, …, {_DIMENSIONS} and every radius r > 0"
    boxes = 0
    with ctx.workprec(96):
        for d in range(1, _DIMENSIONS + 1):
            for r in (F(1, 100), F(1), F(10)):
                value = ball_ratio(d, r)
                if value > ball(most(d)):
                    witness = {"d": str(d), "r": str(r)}
                    detail = f"R = {float(value):.9g} > {float(most(d)):.9g}"
                    return Evidence(
                        REFUTED, "enclosure", "proved", scope, witness, None, None, detail
                    )
            found = ratio_boxes(d) if most(d) >= 2**d else None
            if found is None:
                detail = f"no cover for d = {d}"
                return Evidence(UNDECIDED, "enclosure", "by hand", scope, detail=detail)
            boxes += found
    return Evidence(HOLDS, "enclosure", "certified", scope, detail=f"{boxes} boxes")


@identity(
    latex=r"\rho^{d-1}e^{-\rho^2/2}d\rho = 2^d u^{d-1}e^{-2u^2}du \quad (\rho = 2u)",
    scope="every d and u",
)
def _substituted(*, power: int = 0) -> Pairs:
    """ρ = 2u in ρ^{d-1} e^{-ρ²/2} dρ, for symbolic d."""
    d, v = sp.Symbol("d", positive=True), sp.Symbol("v", positive=True)
    integrand = v ** (d - 1) * sp.exp(-(v**2) / 2)
    moved = integrand.subs(v, 2 * u) * 2
    wanted = 2 ** (d + power) * u ** (d - 1) * sp.exp(-2 * u**2)
    yield "ρ = 2u", sp.powsimp(sp.expand_power_base(moved / wanted), force=True), 1


_lighter = bound(
    "exp(-{rate}*u**2) <= exp(-u**2/2)",
    "u >= 0",
    latex=r"e^{-2u^2} \leq e^{-u^2/2}",
    scope="every u",
    rate="2",
)

I11 = Claim(
    id="I11",
    error_lines="1691, 1713",
    title="The ratio of the two balls is at most 2^d for every radius, and not equal to it",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "I11",
        "every d and radius; below 2^d for d >= 1",
        covers="corrected",
        mutants=["I11_mutant"],
    ),
    printed=[_equals_power],
    corrected=[_all_radii],
    support=[_substituted, _lighter],
    mutants=[
        _all_radii.mutant(
            "constant lowered by a thousandth: wrong for small radii",
            r"R \leq 0.999\cdot 2^d",
            most=lambda d: F(999, 1000) * 2**d,
        ),
        _all_radii.mutant(
            "base 2 lowered by 1/100",
            r"R \leq (2-\tfrac{1}{100})^d",
            most=lambda d: F(199, 100) ** d,
        ),
        _substituted.mutant(
            "exponent d - 1 for d", r"\cdots = 2^{d-1}u^{d-1}e^{-2u^2}du", power=-1
        ),
        _lighter.mutant("e^{-0.49u²}: balls of ratio below 1 instead of 2", rate="0.49"),
    ],
    effect="step",
    note="In words R is bounded above, in the formula it equals 2^d, which is the ratio of the "
    "volumes; the Gaussian weight makes it smaller at every radius. An upper bound is all that "
    "line 1713 needs. No constant below 2^d serves all radii, but at a given radius R is a ratio "
    "of incomplete gamma functions and can be used itself.",
)


# --- Q15: the quotient --------------------------------------------------------------------------


def _volume(H: Matrix, lam: Fraction, power: Fraction) -> arb:
    """det(H)^power / λ^{d/2}."""
    return ball(determinant(H)) ** ball(power) / ball(lam) ** (arb(len(H)) / 2)


def _quotient(H: Matrix, lam: Fraction, scale: Fraction) -> arb:
    """N(h)/N(g)."""
    return normaliser_h(len(H), lam, scale) / normaliser_g(H, scale)


_Q15 = r"\frac{N(h_t)}{N(g_t)} \leq %s\frac{\det(\widetilde H_t)%s}{\lambda_{t-1}^{d/2}}%s"


@enclosed(
    cases=lambda *, over=LISTED: over.cases(),
    latex=_Q15 % ("", "^{1/2}", r"\,R"),
    scope=lambda *, over=LISTED: over.scope,
)
def _with_ratio(
    d: int,
    H: Matrix,
    lam: Fraction,
    scale: Fraction,
    *,
    power: Fraction = HALF,
    factor: Fraction = ONE,
) -> Sides:
    """N(h)/N(g) against det(H)^power/λ^{d/2} R."""
    ratio = ball_ratio(d, outer_radius(lam, scale))
    return _quotient(H, lam, scale), "<=", ball(factor) * _volume(H, lam, power) * ratio


@identity(
    latex=r"\frac{\big(\frac{m^2w_{t-1}^2}{2\lambda_{t-1}}\big)^{d/2}A}"
    r"{\big(\frac{m^2w_{t-1}^2}{2}\big)^{d/2}\det(\widetilde H_t)^{-1/2}B} ="
    r" \frac{\det(\widetilde H_t)^{1/2}}{\lambda_{t-1}^{d/2}}\frac AB",
    scope="every d, λ, m w_{t-1}, determinant and integrals A, B",
    at={"d": 3},
)
def _divided(*, power: Any = sp.S.Half) -> Pairs:
    """The right side of I9 over that of I10, for symbolic d; ``power`` is that of det in I10."""
    d, det = sp.symbols("d D", positive=True)
    above = (scale**2 / (2 * lam)) ** (d / 2) * a
    below = (scale**2 / 2) ** (d / 2) / det**power * b
    ratio = (above / below) / (sp.sqrt(det) / lam ** (d / 2) * a / b)
    yield "quotient", sp.powsimp(sp.expand_power_base(ratio, force=True), force=True), 1


_PRINTED_QUOTIENT = _with_ratio.variant(_Q15 % ("", "", r"\,R"), power=ONE, over=ISOTROPIC)

_ERF = (
    r"\frac{N(h_t)}{N(g_t)} = \sqrt{\tfrac{H}{\lambda}}\,"
    r"\frac{\mathrm{erf}(\sqrt\lambda/(mw))}{\mathrm{erf}(\sqrt H/(%smw))}"
)


@identity(latex=_ERF % "2", scope="d = 1, every λ, H and m w_{t-1}")
def _erf_quotient(*, half: int = 2) -> Pairs:
    """d = 1 with a = √λ/(2k), b = √h/(2k): N(h)/N(g) = √(h/λ) erf(2a)/erf(b), and erf' > 0."""
    above = radial_integral(1, 2 * lam / scale**2, 1)
    below = radial_integral(1, 2 * h / scale**2, sp.Rational(1, 2))
    closed = sp.sqrt(h / lam) * sp.erf(sp.sqrt(lam) / scale)
    yield "N(h)/N(g)", above / below, closed / sp.erf(sp.sqrt(h) / (half * scale))
    yield "erf'", sp.diff(sp.erf(b), b), 2 / sp.sqrt(sp.pi) * sp.exp(-(b**2))


_erf_grows = bound(
    "exp(-b**2) > 0",
    latex=r"\mathrm{erf}'(b) > 0:\quad b\geq a \Rightarrow \mathrm{erf}(b)\geq\mathrm{erf}(a)",
    scope="d = 1, every b",
).as_part(r"e^{-b^2} > 0")

Q15 = Claim(
    id="Q15",
    error_lines="1679",
    title="N(h)/N(g) is at most det(H̃)^{1/2}/λ^{d/2} times R; the power 1/2 is missing",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "Q15",
        "every d, symmetric H >= λI with λ > 0, and m w > 0",
        covers="corrected",
        mutants=["Q15_mutant"],
    ),
    printed=[_PRINTED_QUOTIENT],
    corrected=[_with_ratio],
    support=[_divided],
    mutants=[
        _with_ratio.mutant(
            "power 0.51 for 1/2: wrong for det H < 1",
            _Q15 % ("", "^{51/100}", "R"),
            power=F(51, 100),
        ),
        _with_ratio.mutant(
            "power 0.49 for 1/2: wrong for det H > 1",
            _Q15 % ("", "^{49/100}", "R"),
            power=F(49, 100),
        ),
        _with_ratio.mutant(
            "lowered by one per cent: nearly an equality for H close to λI",
            _Q15 % (r"\frac{99}{100}", "^{1/2}", "R"),
            factor=F(99, 100),
        ),
        _divided.mutant(
            "power 1 of the determinant, as line 1679 has it",
            r"\frac{\cdots A}{\cdots\det(\widetilde H_t)^{-1}B} = \cdots",
            power=1,
        ),
    ],
    depends_on=["I9", "I10"],
    effect="step",
    note="Line 1670 has the power, and so has the theorem (line 881): a slip of the pen. For"
    " det(H̃_t) >= 1 the printed line is true and weaker.",
)


# --- P3, Q14: the proposition -------------------------------------------------------------------

_LOG = (
    r"\log\frac{N(h_t)}{N(g_t)} \leq \log\frac{\det(\widetilde H_t)%s}{\lambda_{t-1}^{d/2}}"
    r" + d\log %s"
)


@enclosed(
    cases=lambda *, over=EVERY: over.cases(),
    latex=_LOG % ("^{1/2}", "2"),
    scope=lambda *, over=EVERY: over.scope,
)
def _with_power(
    d: int,
    H: Matrix,
    lam: Fraction,
    scale: Fraction,
    *,
    power: Fraction = HALF,
    base: int | Fraction = 2,
) -> Sides:
    """log N(h)/N(g) against log det(H)^power/λ^{d/2} + d log(base)."""
    most = _volume(H, lam, power).log() + d * ball(base).log()
    return _quotient(H, lam, scale).log(), "<=", most


_PRINTED_PRICE = _with_power.variant(_LOG % ("", "2"), power=ONE, over=ISOTROPIC)

Q14 = Claim(
    id="Q14",
    error_lines="1641",
    title="log N(h)/N(g) is at most log det(H̃)^{1/2}/λ^{d/2} + d log 2",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "P3",
        "the display of P3: every d and every symmetric H >= λI",
        covers="corrected",
        mutants=["P3_mutant"],
    ),
    printed=[_PRINTED_PRICE],
    corrected=[_with_power],
    mutants=[
        _with_power.mutant(
            "power 0.51 for 1/2: wrong for small det H",
            _LOG % ("^{51/100}", "2"),
            power=F(51, 100),
        ),
        _with_power.mutant("log 1.99", _LOG % ("^{1/2}", "1.99"), base=F(199, 100)),
    ],
    depends_on=["I9", "I10", "I11", "Q15"],
    effect="statement",
    note="In the theorem the power 1/2 is there, so nothing after the proposition changes. It is "
    "the display of P3: one slip in two entries.",
)

_DOUBLING = (
    r"\frac{d}{da}\big(%s\mathrm{erf}(a)-\mathrm{erf}(2a)\big)"
    r" = \tfrac{4}{\sqrt\pi}\big(e^{-a^2}-e^{-4a^2}\big)"
)


@identity(latex=_DOUBLING % r"2\,", scope="d = 1, every a")
def _erf_doubling(*, factor: Any = 2) -> Pairs:
    """The derivative of 2 erf(a) - erf(2a), which is 0 at 0."""
    gap = factor * sp.erf(a) - sp.erf(2 * a)
    slope = 4 / sp.sqrt(sp.pi) * (sp.exp(-(a**2)) - sp.exp(-4 * a**2))
    yield "slope", sp.diff(gap, a), slope
    yield "start", sp.limit(gap, a, 0), 0


_doubling_slope = bound(
    "exp(-4*a**2) <= exp(-{rate}*a**2)",
    "a >= 0",
    latex=r"e^{-4a^2} \leq e^{-a^2}:\quad \mathrm{erf}(2a) \leq 2\,\mathrm{erf}(a)"
    r" \quad (a\geq 0)",
    scope="d = 1, every a",
    rate="1",
).as_part(r"e^{-4a^2} \leq e^{-a^2} \quad (a\geq 0)")

_EIGEN = (
    r"\log\frac{2^d\det(\widetilde H_t)%s}{\lambda_{t-1}^{d/2}}"
    r" = \tfrac12\sum_i\log\tfrac{h_i}{\lambda_{t-1}} + d\log 2"
)


@identity(latex=_EIGEN % "^{1/2}", scope="d <= 4, every H in its eigenbasis")
def _split(*, power: Any = sp.S.Half) -> Pairs:
    """The logarithm of det^{1/2}/λ^{d/2} 2^d in eigenvalues."""
    for d in (1, 2, 3, 4):
        values = sp.symbols(f"h1:{d + 1}", positive=True)
        inside = sp.prod(values) ** power / lam ** sp.Rational(d, 2)
        terms = sum(sp.log(v / lam) / 2 for v in values) + d * sp.log(2)
        yield f"d={d}", sp.expand_log(sp.log(inside * 2**d)), sp.expand_log(terms)


P3 = Claim(
    id="P3",
    error_lines="1641",
    title="The price of the two truncations: half the log determinant, and d log 2",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "P3",
        "every d and every symmetric H >= λI",
        covers="corrected",
        mutants=["P3_mutant"],
    ),
    printed=[_PRINTED_PRICE],
    corrected=[_with_power],
    support=[
        *(ellipsoid, _substituted, _lighter),
        *(_erf_quotient, _erf_grows, _erf_doubling, _doubling_slope, _split),
    ],
    mutants=[
        _erf_quotient.mutant("the half of the smaller ball dropped", _ERF % "", half=1),
        _doubling_slope.mutant(
            "e^{-a²} made e^{-4.1a²}: the mass of the smaller ball too light", rate="4.1"
        ),
        _erf_doubling.mutant(
            "2 lowered to 1.99", _DOUBLING % r"\tfrac{199}{100}", factor=sp.Rational(199, 100)
        ),
        _split.mutant("power 1 for 1/2", _EIGEN % "", power=1),
        _with_power.mutant(
            "2 lowered to 1.9862: d log 2 shrinks by one per cent",
            _LOG % ("^{1/2}", "1.9862"),
            base=F(19862, 10000),
        ),
    ],
    depends_on=["I9", "I10", "I11", "Q14", "Q15", SPECTRAL, CHANGE_OF_VARIABLES, FUNDAMENTAL],
    effect="statement",
    note="On the whole range for d = 1 (erf(2a) <= 2 erf(a) <= 2 erf(b) for a <= b), and on listed "
    "instances for d in {2, 3, 5}; for all d it is the chain I9, I10, I11, whose "
    "inequalities between integrands are checked in every coordinate and every d. The slip of "
    "line 1641 is that of Q14; Q15 (line 1679) is a second place where it is printed.",
)

CLAIMS = [I11, P3, Q14, Q15]
