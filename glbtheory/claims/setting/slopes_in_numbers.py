"""Numbers in the prose about c_μ (lines 333-340, 1165-1182, 1232-1243)."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence
from glbtheory.setting.links import logistic, poisson, z

S = sp.Symbol("S", real=True)
#: 1/c_μ over |z| <= S (the least slope is at -S for Poisson, at both ends for logistic).
INVERSE = {
    "logistic": sp.expand(1 / logistic.slope.subs(z, S)),
    "Poisson": sp.expand(1 / poisson.slope.subs(z, -S)),
}


def _inverse_bound(name: str, factor: Any = 1, why: str = "") -> Bound:
    return Bound(
        INVERSE[name],
        ">=",
        factor * sp.exp(S),
        "S > 0",
        latex=rf"c_\mu^{{-1}} \geq e^S \quad\text{{({name})}}",
        scope=f"{name}, every S > 0",
        why=why,
    )


N1 = Claim(
    id="N1",
    title="1/c_μ is at least e^S for logistic and Poisson bandits",
    printed=[_inverse_bound("logistic"), _inverse_bound("Poisson")],
    mutants=[
        _inverse_bound("logistic", sp.Rational(101, 100), "bound raised by one per cent"),
        _inverse_bound("Poisson", sp.Rational(101, 100), "bound raised by one per cent"),
    ],
    depends_on=["A3"],
    note="Equality for Poisson; 2 + e^S + e^-S for logistic.",
)


def _rate(limit: str, why: str = "") -> Bound:
    """p(1-p) = c with p <= 1/2 and 1/c = 1000: the rate p is below the limit.

    p -> p(1-p) increases on [0, 1/2], so it is enough that limit (1 - limit) > 1/1000.
    """
    return Bound(
        f"({limit})*(1-{limit})",
        ">",
        "1/1000",
        latex=r"p(1-p) = 10^{-3},\ p \leq \tfrac12 \;\Rightarrow\; p < 10^{-2}",
        scope="logistic: c_μ = p(1-p) at the smallest mean p",
        why=why,
    )


_INCREASING = Bound(
    "p*(1-p)",
    "<=",
    "(p+e)*(1-p-e)",
    "0 <= p <= 1/4, 0 <= e <= 1/4",
    latex=r"p \mapsto p(1-p)\ \text{increases on } [0,\tfrac12]",
    scope="p up to 1/4 with steps up to 1/4",
)

N2 = Claim(
    id="N2",
    title="1/c_μ of order 10³ corresponds to click rates below one per cent",
    printed=[_rate("1/100")],
    support=[_INCREASING],
    mutants=[_rate("1/999", "limit 1/999: the rate is 0.00100100, just above")],
    depends_on=["A3"],
    note="At 1/c_μ = 1000 the smallest rate is 0.1001 %; a rate of one per cent gives 1/c_μ = 101.",
)


# --- numbers with few digits --------------------------------------------------------------------


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


def _about(radius: int, printed: str, why: str = "") -> Statement:
    exact = INVERSE["logistic"].subs(S, radius)

    def run() -> Evidence:
        cases: Iterable[dict[str, Any]] = [{"S": radius, "printed": printed}]
        scope = f"logistic, S = {radius}; exact value {sp.N(exact, 6)}"
        return enumerate_cases(cases, lambda c: rounds_to(exact, printed), scope)

    return Statement(rf"S = {radius}:\quad c_\mu^{{-1}} \approx {printed}", run, why)


def _equal(radius: int, value: Any, latex: str, why: str = "") -> Bound:
    return Bound(
        INVERSE["logistic"].subs(S, radius),
        "==",
        sp.sympify(value),
        latex=latex,
        why=why,
        scope=f"logistic, S = {radius}",
        instance={"S": str(radius)},
    )


def _closed_form(shift: int, why: str = "") -> Bound:
    return Bound(
        INVERSE["logistic"],
        "==",
        2 + shift + sp.exp(S) + sp.exp(-S),
        "S > 0",
        latex=r"c_\mu^{-1} = 2 + e^S + e^{-S}",
        scope="logistic, every S",
        why=why,
    )


X1 = Claim(
    id="X1",
    error_lines="1237",
    title="S = 6 corresponds to 1/c_μ = exp(S), about 400",
    printed=[
        _equal(6, sp.exp(6), r"S = 6:\quad c_\mu^{-1} = \exp(S)"),
        _about(6, "400"),
    ],
    corrected=[_closed_form(0), _about(6, "400")],
    mutants=[
        _closed_form(-2, "constant 2 dropped"),
        _about(6, "300", "printed number one digit lower"),
    ],
    depends_on=["N1"],
    effect="constant",
    note="exp(6) = 403.4 and 1/c_μ = 405.4: the equality is off by 2 + e^-6, "
    "the approximation is right.",
)

X2 = Claim(
    id="X2",
    title="S = 7 corresponds to 1/c_μ of about 1000",
    printed=[_about(7, "1000")],
    mutants=[
        _about(7, "2000", "printed number one digit higher"),
        _about(7, "1200", "two digits: 1200"),
    ],
    depends_on=["N1"],
    note="The value is 1098.6; to one digit it is 1000, to two it is 1100.",
)

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
    corrected=[_about(6, "405"), _about(7, "1099")],
    mutants=[_about(6, "406", "last digit raised"), _about(7, "1098", "last digit lowered")],
    depends_on=["N1"],
    effect="notation",
    note="The text (lines 1237 and 1240) says approximately; the captions, which name "
    "no S, do not.",
)


def _reach(radius: int, mean: str, relation: str, latex: str, why: str = "") -> Bound:
    return Bound(
        logistic.mean.subs(z, -radius),
        relation,
        sp.Rational(mean),
        latex=latex,
        why=why,
        scope=f"logistic, S = {radius}",
        instance={"S": str(radius)},
    )


X3 = Claim(
    id="X3",
    title="Expected rewards down to 10^-3 need S between 6 and 7",
    printed=[
        _reach(6, "1/1000", ">", r"\sigma(-6) > 10^{-3}"),
        _reach(7, "1/1000", "<=", r"\sigma(-7) \leq 10^{-3}"),
        _reach(5, "1/100", "<=", r"\sigma(-5) \leq 10^{-2}"),
    ],
    mutants=[
        _reach(
            6,
            "1/1000",
            "<=",
            r"\sigma(-6) \leq 10^{-3}",
            "S = 6 instead of 7: its least mean is 0.0025",
        ),
        _reach(4, "1/100", "<=", r"\sigma(-4) \leq 10^{-2}", "S = 4 instead of 5"),
    ],
    depends_on=["A1"],
    note="10^-3 needs S >= 6.91 and 10^-2 needs S >= 4.60: with S = 6 the lower end "
    "is out of reach.",
)

CLAIMS = [N1, N2, X1, X2, X3, Z3]
