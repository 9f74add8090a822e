"""Numbers in the prose about c_μ (lines 333-340, 1165-1182, 1232-1243)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim
from glbtheory.claims.setting.assumptions import even, least_slope
from glbtheory.claims.vocabulary import bound, computed_bound, enumerated
from glbtheory.setting.links import logistic, poisson, z

S = sp.Symbol("S", real=True)
#: 1/c_μ over |z| <= S (the least slope is at -S for Poisson, at both ends for logistic).
INVERSE = {
    "logistic": sp.expand(1 / logistic.slope.subs(z, S)),
    "Poisson": sp.expand(1 / poisson.slope.subs(z, -S)),
}


@computed_bound(where="S > 0")
def _inverse_above(*, name: str = "logistic", factor: Any = 1) -> Any:
    return INVERSE[name], ">=", factor * sp.exp(S)


_LOGISTIC, _POISSON = (
    _inverse_above.variant(
        rf"c_\mu^{{-1}} \geq e^S \quad\text{{({name})}}", name=name, scope=f"{name}, every S > 0"
    )
    for name in INVERSE
)
_101 = sp.Rational(101, 100)

N1 = Claim(
    id="N1",
    title="1/c_μ is at least e^S for logistic and Poisson bandits",
    printed=[
        _LOGISTIC.as_part(r"\dot\mu(S)^{-1} = 2+e^S+e^{-S} \geq e^S\quad\text{(logistic)}"),
        _POISSON.as_part(r"\dot\mu(-S)^{-1} = e^S \geq e^S\quad\text{(Poisson)}"),
    ],
    mutants=[
        _LOGISTIC.mutant("bound raised by one per cent", factor=_101),
        _POISSON.mutant("bound raised by one per cent", factor=_101),
    ],
    hypotheses=["A3"],
    follows="c_μ is the infimum of the slopes at a·θ, and a = e_1, θ = ±S e_1 are among the pairs; "
    "so 1/c_μ is at least the inverse of the slope at S and at -S, which was compared.",
    fidelity="verbatim",
    note="Equality for Poisson; 2 + e^S + e^-S for logistic.",
)


#: p(1-p) = c with p <= 1/2 and 1/c = 1000: no rate p from the limit on has it.
_RATE = bound(
    "p*(1-p) > 1/1000",
    "{limit} <= p <= 1/2",
    latex=r"p(1-p) = 10^{-3},\ p \leq \tfrac12 \;\Rightarrow\; p < 10^{-2}",
    scope="logistic: c_μ = p(1-p) at the smallest mean p",
    limit="1/100",
)

N2 = Claim(
    id="N2",
    title="1/c_μ of order 10³ corresponds to click rates below one per cent",
    printed=[_RATE],
    mutants=[
        _RATE.mutant("limit 1/999: the rate is 0.00100100, just above", limit="1/999"),
    ],
    depends_on=["A3"],
    fidelity="paraphrase",
    note="At 1/c_μ = 1000 the smallest rate is 0.1001 %; a rate of one per cent gives 1/c_μ = 101.",
)


# --- numbers with few digits ----------------------------------------------------------------------


def rounds_to(exact: Any, printed: str) -> bool:
    """Whether a number shows as ``printed`` at the digits that are printed.

    Trailing zeros of an integer are not taken as digits: 400 is one digit, 403 three.
    """
    target = Decimal(printed)
    digits = len(str(int(target)).rstrip("0"))
    value = Decimal(str(sp.N(exact, 40)))
    return _significant(value, digits) == target


def _significant(value: Decimal, digits: int) -> Decimal:
    """A number rounded to some significant digits."""
    return value.quantize(Decimal(1).scaleb(value.adjusted() - digits + 1))


def _scope(*, radius: int = 6) -> str:
    return f"logistic, S = {radius}; exact value {sp.N(INVERSE['logistic'].subs(S, radius), 6)}"


@enumerated(
    cases=lambda *, radius=6, printed="400": [{"radius": radius, "printed": printed}],
    latex=lambda *, radius=6, printed="400": rf"S = {radius}:\quad c_\mu^{{-1}} \approx {printed}",
    scope=_scope,
    shown={"radius": "S"},
)
def _about(radius: int, printed: str) -> bool:
    """1/c_μ at S = radius, to the digits that are printed."""
    return rounds_to(INVERSE["logistic"].subs(S, radius), printed)


def _at(radius: int) -> dict[str, Any]:
    """The token of S, and how scope and witness say it."""
    scope, instance = f"logistic, S = {radius}", {"S": str(radius)}
    return {"radius": radius, "scope": scope, "instance": instance}


@computed_bound()
def _inverse_is(*, radius: int = 6, value: Any = 400) -> Any:
    return INVERSE["logistic"].subs(S, radius), "==", value


def _equal(radius: int, value: Any, latex: str) -> Bound:
    return _inverse_is.variant(latex, value=sp.sympify(value), **_at(radius))


@computed_bound(where="S > 0", latex=r"c_\mu^{-1} = 2 + e^S + e^{-S}", scope="logistic, every S")
def _closed_form(*, constant: int = 2) -> Any:
    return INVERSE["logistic"], "==", constant + sp.exp(S) + sp.exp(-S)


#: The least slope on |z| <= S is that at the edge.
_LEAST = [even, least_slope]
_EDGE = (
    "The slope of the logistic mean is even and on |z| <= S least at S (both checked), so that c_μ "
    "is the slope at S, whose inverse was compared."
)

X1 = Claim(
    id="X1",
    error_lines="1237",
    title="S = 6 corresponds to 1/c_μ = exp(S), about 400",
    printed=[_equal(6, sp.exp(6), r"S = 6:\quad c_\mu^{-1} = \exp(S)"), _about],
    corrected=[
        _closed_form.as_part(r"\dot\mu(S)^{-1} = 2+e^S+e^{-S}\quad\text{(logistic)}"),
        _about.as_part(r"\dot\mu(6)^{-1} \approx 400\quad\text{(logistic)}"),
    ],
    support=_LEAST,
    mutants=[
        _closed_form.mutant("constant 2 dropped", constant=0),
        _about.mutant("printed number one digit lower", printed="300"),
    ],
    hypotheses=["A3"],
    depends_on=["N1"],
    follows=_EDGE,
    effect="constant",
    fidelity="verbatim",
    note="exp(6) = 403.4 and 1/c_μ = 405.4: the equality is off by 2 + e^-6, "
    "the approximation is right.",
)

_about_seven = _about.variant(radius=7, printed="1000")

X2 = Claim(
    id="X2",
    title="S = 7 corresponds to 1/c_μ of about 1000",
    printed=[_about_seven.as_part(r"\dot\mu(7)^{-1} \approx 1000\quad\text{(logistic)}")],
    support=_LEAST,
    mutants=[
        _about_seven.mutant("printed number one digit higher", printed="2000"),
        _about_seven.mutant("two digits: 1200", printed="1200"),
    ],
    hypotheses=["A3"],
    depends_on=["N1"],
    follows=_EDGE,
    fidelity="verbatim",
    note="The value is 1098.6; to one digit it is 1000, to two it is 1100.",
)

_exact_six, _exact_seven = _about.variant(printed="405"), _about_seven.variant(printed="1099")

Z3 = Claim(
    id="Z3",
    lines="1173-1180",
    error_lines="1173, 1180",
    kind="experiment-claim",
    title="The captions of the figure state 1/c_μ = 400 and 1/c_μ = 1000 as equalities",
    printed=[
        _equal(6, 400, r"\text{caption (a)}:\ c_\mu^{-1} = 400"),
        _equal(7, 1000, r"\text{caption (b)}:\ c_\mu^{-1} = 1000"),
    ],
    corrected=[
        _exact_six.as_part(r"\dot\mu(6)^{-1} \approx 405\quad\text{(logistic)}"),
        _exact_seven.as_part(r"\dot\mu(7)^{-1} \approx 1099\quad\text{(logistic)}"),
    ],
    support=_LEAST,
    mutants=[
        _exact_six.mutant("last digit raised", printed="406"),
        _exact_seven.mutant("last digit lowered", printed="1098"),
    ],
    hypotheses=["A3"],
    depends_on=["N1"],
    follows=_EDGE,
    effect="notation",
    fidelity="verbatim",
    note="A convention of rounding. The text (lines 1237 and 1240) says approximately; the "
    "captions, which name no S, do not.",
)


@computed_bound()
def _least_mean(*, radius: int = 6, relation: str = "<=", one_in: int = 1000) -> Any:
    """The mean at -S against one reward in so many rounds."""
    return logistic.mean.subs(z, -radius), relation, sp.Rational(1, one_in)


_TOO_SMALL = _least_mean.variant(r"\sigma(-6) > 10^{-3}", relation=">", **_at(6))
_SEVEN = _least_mean.variant(r"\sigma(-7) \leq 10^{-3}", **_at(7))
_FIVE = _least_mean.variant(r"\sigma(-5) \leq 10^{-2}", one_in=100, **_at(5))

X3 = Claim(
    id="X3",
    title="Expected rewards down to 10^-3 need S between 6 and 7",
    printed=[_TOO_SMALL, _SEVEN, _FIVE],
    mutants=[
        _SEVEN.mutant("S = 6 instead of 7: its least mean is 0.0025", **_at(6)),
        _FIVE.mutant("S = 4 instead of 5", **_at(4)),
    ],
    depends_on=["A1"],
    fidelity="paraphrase",
    note="The least mean on |z| <= S is that at -S. 10^-3 needs S >= 6.91 and 10^-2 needs S >= "
    "4.60: with S = 6 the lower end is out of reach.",
)

CLAIMS = [N1, N2, X1, X2, X3, Z3]
