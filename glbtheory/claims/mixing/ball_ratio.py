"""The ratio of two balls, and the proposition about N(h)/N(g) (lines 1631-1645, 1677-1716)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb, ctx

from glbtheory.claims.mixing.mixture import lam, radial_integral, scale
from glbtheory.claims.mixing.normalisers import (
    LISTED,
    determinant,
    ellipsoid,
    instances,
    isotropic,
    outer_radius,
)
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.enclosed import Sides
from glbtheory.claims.vocabulary.hand_steps import (
    CHANGE_OF_VARIABLES,
    EXPECTATION,
    FUNDAMENTAL,
    SPECTRAL,
)
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.concentration.mixture import ONE, ball_ratio, confluent, normaliser_g, normaliser_h
from glbtheory.engines.balls import ball
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

F = Fraction

a, b, h, u = sp.symbols("a b h u", positive=True)
_HALF, _TWO = sp.Rational(1, 2), F(2)


# --- I11: the ratio of two balls ----------------------------------------------------------------

_DIMENSIONS = 50


def _equals_power(latex: str) -> Statement:
    def cases() -> Iterator[dict[str, Any]]:
        for d, r in product((1, 2, 10, 50), (F(1, 10), F(1), F(10))):
            yield {"d": d, "r": r}

    def check(case: dict[str, Any]) -> Sides:
        return ball_ratio(case["d"], case["r"]), "==", 2 ** case["d"]

    return enclosed(cases, check, latex, "d in {1, 2, 10, 50}, r in {1/10, 1, 10}")


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


def _all_radii(latex: str, factor: Callable[[int], Fraction], why: str = "") -> Statement:
    """R <= factor(d) for d = 1, …, 50 and every radius; small radii are looked at first."""
    scope = f"d = 1, …, {_DIMENSIONS} and every radius r > 0"

    def run() -> Evidence:
        boxes = 0
        with ctx.workprec(96):
            for d in range(1, _DIMENSIONS + 1):
                for r in (F(1, 100), F(1), F(10)):
                    value = ball_ratio(d, r)
                    if value > ball(factor(d)):
                        witness = {"d": str(d), "r": str(r)}
                        detail = f"R = {float(value):.9g} > {float(factor(d)):.9g}"
                        return Evidence(
                            REFUTED, "enclosure", "proved", scope, witness, None, None, detail
                        )
                found = ratio_boxes(d) if factor(d) >= 2**d else None
                if found is None:
                    detail = f"no cover for d = {d}"
                    return Evidence(UNDECIDED, "enclosure", "read", scope, detail=detail)
                boxes += found
        return Evidence(HOLDS, "enclosure", "certified", scope, detail=f"{boxes} boxes")

    return Statement(latex, run, why)


def _substituted(latex: str, power: Any = 0, why: str = "") -> Statement:
    """ρ = 2u in ρ^{d-1} e^{-ρ²/2} dρ, for symbolic d."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        d, v = sp.Symbol("d", positive=True), sp.Symbol("v", positive=True)
        integrand = v ** (d - 1) * sp.exp(-(v**2) / 2)
        moved = integrand.subs(v, 2 * u) * 2
        wanted = 2 ** (d + power) * u ** (d - 1) * sp.exp(-2 * u**2)
        yield "ρ = 2u", sp.powsimp(sp.expand_power_base(moved / wanted), force=True), 1

    return identities(pairs, latex, "every d and u", why)


def _lighter(rate: str, why: str = "") -> Bound:
    return Bound(
        f"exp(-{rate}*u**2)",
        "<=",
        "exp(-u**2/2)",
        "u >= 0",
        latex=r"e^{-2u^2} \leq e^{-u^2/2}",
        scope="every u",
        why=why,
    )


_RHO = r"\rho^{d-1}e^{-\rho^2/2}d\rho = 2^d u^{d-1}e^{-2u^2}du \quad (\rho = 2u)"

I11 = Claim(
    id="I11",
    error_lines="1691, 1713",
    title="The ratio of the two balls is below 2^d for every radius; 2^d is its limit at 0",
    printed=[_equals_power("R = 2^d")],
    corrected=[
        _all_radii(r"R \leq 2^d", lambda d: F(2) ** d),
        _substituted(_RHO),
        _lighter("2"),
    ],
    mutants=[
        _all_radii(
            r"R \leq 0.999\cdot 2^d",
            lambda d: F(999, 1000) * 2**d,
            "constant lowered by a thousandth: wrong for small radii",
        ),
        _all_radii(
            r"R \leq (2-\tfrac{1}{100})^d", lambda d: F(199, 100) ** d, "base 2 lowered by 1/100"
        ),
        _substituted(r"\cdots = 2^{d-1}u^{d-1}e^{-2u^2}du", -1, "exponent d - 1 for d"),
        _lighter("0.49", "e^{-0.49u²}: balls of ratio below 1 instead of 2"),
    ],
    depends_on=["I9", CHANGE_OF_VARIABLES, EXPECTATION],
    effect="step",
    note="In words R is bounded above, in the formula it equals 2^d, which is the ratio of the "
    "volumes; the Gaussian weight makes it smaller at every radius. An upper bound is all that "
    "line 1713 needs. No constant below 2^d serves all radii, but at a given radius R is a ratio "
    "of incomplete gamma functions and can be used itself.",
)


# --- Q15: the quotient --------------------------------------------------------------------------


def _volume(case: dict[str, Any], power: Fraction) -> arb:
    """det(H)^power / λ^{d/2}."""
    d = arb(case["d"])
    return ball(determinant(case["H"])) ** ball(power) / ball(case["lambda"]) ** (d / 2)


def _quotient(case: dict[str, Any]) -> arb:
    """N(h)/N(g)."""
    above = normaliser_h(case["d"], case["lambda"], case["scale"])
    return above / normaliser_g(case["H"], case["scale"])


def _with_ratio(
    latex: str, power: Fraction, cases: Any, scope: str, why: str = "", factor: Fraction = ONE
) -> Statement:
    """N(h)/N(g) against det(H)^power/λ^{d/2} R."""

    def check(case: dict[str, Any]) -> Sides:
        ratio = ball_ratio(case["d"], outer_radius(case))
        return _quotient(case), "<=", ball(factor) * _volume(case, power) * ratio

    return enclosed(cases, check, latex, scope, why)


def _erf_quotient(latex: str, half: Any = 2, why: str = "") -> Statement:
    """d = 1 with a = √λ/(2k), b = √h/(2k): N(h)/N(g) = √(h/λ) erf(2a)/erf(b), and erf' > 0."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        above = radial_integral(1, 2 * lam / scale**2, 1)
        below = radial_integral(1, 2 * h / scale**2, sp.Rational(1, 2))
        closed = sp.sqrt(h / lam) * sp.erf(sp.sqrt(lam) / scale)
        yield "N(h)/N(g)", above / below, closed / sp.erf(sp.sqrt(h) / (half * scale))
        yield "erf'", sp.diff(sp.erf(b), b), 2 / sp.sqrt(sp.pi) * sp.exp(-(b**2))

    return identities(pairs, latex, "d = 1, every λ, H and m w_{t-1}", why)


def _slope(power: str, why: str = "") -> Bound:
    return Bound(
        f"exp(-{power})",
        ">",
        "0",
        latex=r"\mathrm{erf}'(b) > 0:\quad b\geq a \Rightarrow \mathrm{erf}(b)\geq\mathrm{erf}(a)",
        scope="d = 1, every b",
        why=why,
    )


_R = r"\,R"
_Q15_PRINTED = r"\frac{N(h_t)}{N(g_t)} \leq \frac{\det(\widetilde H_t)}{\lambda_{t-1}^{d/2}}"
_Q15 = r"\frac{N(h_t)}{N(g_t)} \leq \frac{\det(\widetilde H_t)^{1/2}}{\lambda_{t-1}^{d/2}}"
_ONE_D = r"\frac{N(h_t)}{N(g_t)} = \sqrt{\tfrac{H}{\lambda}}\,"
_ONE_D += r"\frac{\mathrm{erf}(\sqrt\lambda/(mw))}{\mathrm{erf}(\sqrt H/(2mw))}"

Q15 = Claim(
    id="Q15",
    error_lines="1679",
    title="N(h)/N(g) is at most det(H̃)^{1/2}/λ^{d/2} times R; the power 1/2 is missing",
    printed=[_with_ratio(_Q15_PRINTED + _R, F(1), isotropic, "d <= 3, H = λI")],
    corrected=[
        _with_ratio(_Q15 + _R, F(1, 2), instances, LISTED),
        _erf_quotient(_ONE_D),
        _slope("b**2"),
    ],
    mutants=[
        _with_ratio(
            r"\frac{N(h_t)}{N(g_t)} \leq \frac{\det(\widetilde H_t)^{51/100}}"
            r"{\lambda_{t-1}^{d/2}}R",
            F(51, 100),
            isotropic,
            "d <= 3, H = λI",
            "power 0.51 for 1/2: wrong for det H < 1",
        ),
        _with_ratio(
            r"\frac{N(h_t)}{N(g_t)} \leq \frac{\det(\widetilde H_t)^{49/100}}"
            r"{\lambda_{t-1}^{d/2}}R",
            F(49, 100),
            isotropic,
            "d <= 3, H = λI",
            "power 0.49 for 1/2: wrong for det H > 1",
        ),
        _with_ratio(
            r"\frac{N(h_t)}{N(g_t)} \leq \frac{99}{100}\frac{\det(\widetilde H_t)^{1/2}}"
            r"{\lambda_{t-1}^{d/2}}R",
            F(1, 2),
            isotropic,
            "d <= 3, H = λI",
            "lowered by one per cent: equality holds for H = λI",
            F(99, 100),
        ),
        _erf_quotient(
            r"\frac{N(h_t)}{N(g_t)} = \sqrt{\tfrac{H}{\lambda}}\,\frac{\mathrm{erf}(\sqrt\lambda"
            r"/(mw))}{\mathrm{erf}(\sqrt H/(mw))}",
            1,
            "the half of the smaller ball dropped",
        ),
    ],
    depends_on=["I9", "I10", SPECTRAL, FUNDAMENTAL],
    effect="step",
    note="Line 1670 has the power, and so has the theorem (line 881): a slip of the pen. For"
    " det(H̃_t) >= 1 the printed line is true and weaker.",
)


# --- P3, Q14: the proposition -------------------------------------------------------------------


def _with_power(
    latex: str, power: Fraction, cases: Any, scope: str, why: str = "", base: Fraction = _TWO
) -> Statement:
    """log N(h)/N(g) against log det(H)^power/λ^{d/2} + d log(base)."""

    def check(case: dict[str, Any]) -> Sides:
        bound = _volume(case, power).log() + case["d"] * ball(base).log()
        return _quotient(case).log(), "<=", bound

    return enclosed(cases, check, latex, scope, why)


def _log(power: str, last: str = r"d\log 2") -> str:
    inside = rf"\frac{{\det(\widetilde H_t){power}}}{{\lambda_{{t-1}}^{{d/2}}}}"
    return rf"\log\frac{{N(h_t)}}{{N(g_t)}} \leq \log{inside} + {last}"


_EVERY = "isotropic in d <= 3, and " + LISTED


def _every() -> Iterator[dict[str, Any]]:
    yield from isotropic()
    yield from instances()


Q14 = Claim(
    id="Q14",
    error_lines="1641",
    title="log N(h)/N(g) is at most log det(H̃)^{1/2}/λ^{d/2} + d log 2, on listed instances",
    printed=[_with_power(_log(""), F(1), isotropic, "d <= 3, H = λI")],
    corrected=[_with_power(_log("^{1/2}"), F(1, 2), _every, _EVERY)],
    mutants=[
        _with_power(
            _log("^{51/100}"),
            F(51, 100),
            _every,
            _EVERY,
            "power 0.51 for 1/2: wrong for small det H",
        ),
        _with_power(
            _log("^{1/2}", r"d\log 1.99"), F(1, 2), _every, _EVERY, "log 1.99", F(199, 100)
        ),
    ],
    depends_on=["I9", "I10", "I11", "Q15"],
    effect="statement",
    note="In the theorem the power 1/2 is there, so nothing after the proposition changes. It is "
    "the display of P3: one slip in two entries.",
)


def _erf_doubling(latex: str, factor: Any = 2, why: str = "") -> Statement:
    """The derivative of 2 erf(a) - erf(2a), which is 0 at 0."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        gap = factor * sp.erf(a) - sp.erf(2 * a)
        slope = 4 / sp.sqrt(sp.pi) * (sp.exp(-(a**2)) - sp.exp(-4 * a**2))
        yield "slope", sp.diff(gap, a), slope
        yield "start", sp.limit(gap, a, 0), 0

    return identities(pairs, latex, "d = 1, every a", why)


def _doubling_slope(rate: str, why: str = "") -> Bound:
    return Bound(
        "exp(-4*a**2)",
        "<=",
        f"exp(-{rate}*a**2)",
        "a >= 0",
        latex=r"e^{-4a^2} \leq e^{-a^2}:\quad \mathrm{erf}(2a) \leq 2\,\mathrm{erf}(a)"
        r" \quad (a\geq 0)",
        scope="d = 1, every a",
        why=why,
    )


def _split(latex: str, power: Any = _HALF, why: str = "") -> Statement:
    """The logarithm of det^{1/2}/λ^{d/2} 2^d in eigenvalues."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d in (1, 2, 3, 4):
            values = sp.symbols(f"h1:{d + 1}", positive=True)
            inside = sp.prod(values) ** power / lam ** sp.Rational(d, 2)
            terms = sum(sp.log(v / lam) / 2 for v in values) + d * sp.log(2)
            yield f"d={d}", sp.expand_log(sp.log(inside * 2**d)), sp.expand_log(terms)

    return identities(pairs, latex, "d <= 4, every H in its eigenbasis", why)


_GAP = r" = \tfrac{4}{\sqrt\pi}\big(e^{-a^2}-e^{-4a^2}\big)"
_EIGEN = r" = \tfrac12\sum_i\log\tfrac{h_i}{\lambda_{t-1}} + d\log 2"

P3 = Claim(
    id="P3",
    error_lines="1641",
    title="The price of the two truncations: half the log determinant, and d log 2",
    printed=[_with_power(_log(""), F(1), isotropic, "d <= 3, H = λI")],
    corrected=[
        _with_power(_log("^{1/2}"), F(1, 2), _every, _EVERY),
        _erf_quotient(_ONE_D),
        _slope("b**2"),
        _erf_doubling(r"\frac{d}{da}\big(2\,\mathrm{erf}(a)-\mathrm{erf}(2a)\big)" + _GAP),
        _doubling_slope("1"),
        _split(r"\log\frac{2^d\det(\widetilde H_t)^{1/2}}{\lambda_{t-1}^{d/2}}" + _EIGEN),
    ],
    support=[ellipsoid("q"), _substituted(_RHO), _lighter("2")],
    mutants=[
        _doubling_slope("4.1", "e^{-a²} made e^{-4.1a²}: the mass of the smaller ball too light"),
        _erf_doubling(
            r"\frac{d}{da}\big(\tfrac{199}{100}\mathrm{erf}(a)-\mathrm{erf}(2a)\big)" + _GAP,
            sp.Rational(199, 100),
            "2 lowered to 1.99",
        ),
        _split(
            r"\log\frac{2^d\det(\widetilde H_t)}{\lambda_{t-1}^{d/2}}" + _EIGEN,
            1,
            "power 1 for 1/2",
        ),
        _with_power(
            _log("^{1/2}", r"d\log 1.9862"),
            F(1, 2),
            isotropic,
            "d <= 3, H = λI",
            "2 lowered to 1.9862: d log 2 shrinks by one per cent",
            F(19862, 10000),
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
