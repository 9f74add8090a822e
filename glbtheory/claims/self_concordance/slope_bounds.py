"""The self-concordance lemma: what |μ''| <= μ' says of the slope between two points (3055-3078)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.self_concordance._pairs import PAIRS, on_all_pairs, on_pairs
from glbtheory.claims.vocabulary import computed_bound, identity, stated
from glbtheory.claims.vocabulary.hand_steps import GRONWALL
from glbtheory.engines.attack import attack
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.setting.links import Link, logistic, poisson, z
from glbtheory.setting.self_concordance import (
    h,
    lower_exponential,
    lower_rational,
    rise,
    upper_exponential,
)

_PER_CENT = sp.Rational(1, 100)
_MEAN_SLOPE = r"\int_0^1\dot\mu(z_1+v(z_2-z_1))dv"


@computed_bound(
    where=PAIRS,
    latex=rf"\dot\mu(z_1)\frac{{1-e^{{-|z_1-z_2|}}}}{{|z_1-z_2|}} \leq {_MEAN_SLOPE}",
)
def _above_exponential(*, link: Link = logistic, side: int = 1, factor: Any = 1) -> Any:
    """μ'(z1) (1 - e^{-h}) <= h α."""
    return factor * lower_exponential(link), "<=", rise(link, side)


@computed_bound(
    where=PAIRS,
    latex=rf"{_MEAN_SLOPE} \leq \dot\mu(z_1)\frac{{e^{{|z_1-z_2|}}-1}}{{|z_1-z_2|}}",
)
def _below_exponential(*, link: Link = logistic, side: int = 1, factor: Any = 1) -> Any:
    """h α <= μ'(z1) (e^h - 1)."""
    return rise(link, side), "<=", factor * upper_exponential(link)


@computed_bound(where=PAIRS, latex=rf"{_MEAN_SLOPE} \geq \dot\mu(z_1)(1+|z_1-z_2|)^{{-1}}")
def _above_rational(*, link: Link = logistic, side: int = 1, c: Any = 1) -> Any:
    """μ'(z1) h/(1 + c h) <= h α."""
    return lower_rational(link, c), "<=", rise(link, side)


_GENERAL = "any self-concordant link, through Grönwall"


@computed_bound(where=PAIRS, latex=r"\frac{1}{1+h} \leq \frac{1-e^{-h}}{h}", scope=_GENERAL)
def _compared() -> Any:
    """The scalar end of the proof for a general link: integrate e^{-hv}, then compare."""
    return 1 / (1 + h), "<=", (1 - sp.exp(-h)) / h


@identity(latex=r"\int_0^1 e^{\mp hv}dv = \pm\frac{1-e^{\mp h}}{h}", scope=_GENERAL)
def _integrals(*, sign: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """The integrals of e^{-hv} and of e^{hv}, whose sign is a token."""
    v, k = sp.Symbol("v", real=True), sp.Symbol("h", positive=True)
    yield "lower", sp.integrate(sp.exp(-k * v), (v, 0, 1)), (1 - sp.exp(-k)) / k
    yield "upper", sp.integrate(sp.exp(sign * k * v), (v, 0, 1)), (sp.exp(k) - 1) / k


_STEEP = Link("steep exponential", sp.exp(z * 101 / 100), sp.diff(sp.exp(z * 101 / 100), z))
_POISSON_BELOW = on_pairs(_above_exponential, poisson, -1)
_RATIONAL_BELOW = on_pairs(_above_rational, poisson, -1)

L4 = Claim(
    id="L4",
    title="The average slope between two points is controlled by the slope at one end",
    kernel=KernelTheorem(
        "L4",
        "every twice differentiable μ with |μ''| <= μ'; z₁ ≠ z₂ in the first display",
        mutants=["L4_mutant", "L4_mutant_lower", "L4_mutant_upper", "L4_mutant_hypothesis"],
    ),
    printed=[
        *on_all_pairs(_above_exponential),
        *on_all_pairs(_below_exponential),
        *on_all_pairs(_above_rational),
    ],
    support=[_integrals, _compared],
    mutants=[
        _POISSON_BELOW.mutant("lower bound raised by one per cent", factor=1 + _PER_CENT),
        on_pairs(_below_exponential, poisson, 1).mutant(
            "upper bound lowered by one per cent", factor=1 - _PER_CENT
        ),
        _RATIONAL_BELOW.mutant("coefficient of |z1-z2| lowered by 1%", c=1 - _PER_CENT),
        _POISSON_BELOW.mutant("|μ''| <= 1.01 μ' is not enough", link=_STEEP),
        _integrals.mutant(
            "sign in the exponent turned", r"\int_0^1 e^{-hv}dv = \frac{e^h-1}{h}", sign=-1
        ),
    ],
    hypotheses=["A4"],
    depends_on=[GRONWALL],
    fidelity="paraphrase",
    note="For a general link: A4 says that log μ' has slopes in [-1, 1]; Grönwall gives "
    "μ'(z1) e^{-hv} <= μ'(z1 + v(z2-z1)) <= μ'(z1) e^{hv}; integrate over v.",
)

# As used in the deviation proposition.
I13 = Claim(
    id="I13",
    title="α(a, θ*, θ̂) >= μ'(a·θ*)/(1 + |a·(θ̂ - θ*)|)",
    kernel=KernelTheorem(
        "I13",
        "every d, every action and all parameters",
        latex=r"\alpha(a,\theta^\star_t,\hat\theta_t) \geq \big(1+|a^\top(\hat\theta_t-\theta^"
        r"\star_t)|"
        r"\big)^{-1}\dot\mu(a^\top\theta^\star_t)",
        mutants=["I13_mutant"],
    ),
    printed=on_all_pairs(
        _above_rational,
        r"\alpha(a,\theta^\star_t,\hat\theta_t) \geq \big(1+|a^\top(\hat\theta_t-\theta^\star_t)|"
        r"\big)^{-1}\dot\mu(a^\top\theta^\star_t)",
    ),
    mutants=[_RATIONAL_BELOW.mutant("coefficient of the distance lowered by 1%", c=1 - _PER_CENT)],
    depends_on=["L4", "D10"],
    fidelity="verbatim",
)


# --- Z2: equal points -----------------------------------------------------------------------------


@stated(
    latex=r"\forall z_1,z_2\in\mathbb{R}:\ \frac{1-e^{-|z_1-z_2|}}{|z_1-z_2|}\ \text{is defined}"
)
def _defined() -> Evidence:
    """The printed fraction, evaluated literally at z1 = z2 = 0."""
    distance = sp.Abs(sp.Integer(0) - sp.Integer(0))
    value = sp.Mul(1 - sp.exp(-distance), sp.Pow(distance, -1), evaluate=False).doit()
    if value.is_finite and value is not sp.nan:
        return Evidence(HOLDS, "symbolic", "proved", "z1 = z2 = 0")
    witness, detail = {"z1": "0", "z2": "0"}, f"the fraction is {value}"
    return Evidence(REFUTED, "symbolic", "proved", "z1 = z2 = 0", witness, detail=detail)


@identity(
    latex=r"\lim_{h\to 0}\frac{1-e^{-h}}{h} = \lim_{h\to 0}\frac{e^{h}-1}{h} = 1"
    r"\quad\text{(read by continuity at } z_1 = z_2)",
    scope="h -> 0",
)
def _limits(*, limit: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """Both fractions have one limit."""
    yield "lower", sp.limit((1 - sp.exp(-h)) / h, h, 0), limit
    yield "upper", sp.limit((sp.exp(h) - 1) / h, h, 0), limit


Z2 = Claim(
    id="Z2",
    lines="3067-3072",
    error_lines="3067-3071",
    kind="lemma",
    title="The lemma is stated for any z1, z2, but its bounds are 0/0 when z1 = z2",
    printed=[_defined],
    corrected=[_limits],
    mutants=[_limits.mutant("limit 0 instead of 1", r"\lim_{h\to0} = 0", limit=0)],
    depends_on=["L4"],
    effect="notation",
    fidelity="implied",
    note="A convention, and no false statement: 0/0 is read by continuity. With the limit 1 both "
    "bounds are equalities at z1 = z2.",
)


# --- Z4: sharpness, and the extremal link as an optimiser finds it --------------------------------


@computed_bound(
    where=PAIRS,
    latex=r"\mu = e^z,\ z_2 > z_1:\quad \alpha = \dot\mu(z_1)\frac{e^{h}-1}{h}",
    scope="Poisson, all z1 < z2",
)
def _attains_upper(*, link: Link = poisson) -> Any:
    return rise(link, 1), "==", upper_exponential(link)


@computed_bound(
    where=PAIRS,
    latex=r"\mu = e^z,\ z_2 < z_1:\quad \alpha = \dot\mu(z_1)\frac{1-e^{-h}}{h}",
    scope="Poisson, all z2 < z1",
)
def _attains_lower(*, link: Link = poisson) -> Any:
    return rise(link, -1), "==", lower_exponential(link)


_PIECES, _LENGTH = 12, 3.0


def bent_slope_ratio(slopes: Any, sign: int, shrink: float = 1.0) -> tuple[float, Any]:
    """α over its exponential bound for a link with log μ' piecewise linear, and the gradient.

    ``slopes`` are the slopes of log μ' on equal pieces of a segment of length 3.  sign = 1
    compares with the upper bound, sign = -1 the lower bound with α; the claim is ratio <= 1.
    """
    w = _LENGTH / _PIECES
    start = np.concatenate([[0.0], np.cumsum(slopes) * w])[:-1]
    small = np.abs(slopes) < 1e-5
    safe = np.where(small, 1.0, slopes)
    area = np.where(small, w * (1 + slopes * w / 2), np.expm1(safe * w) / safe)
    grow = np.where(
        small,
        w**2 / 2 + slopes * w**3 / 3,
        (safe * w * np.exp(safe * w) - np.expm1(safe * w)) / safe**2,
    )
    pieces = np.exp(start) * area
    total = pieces.sum()
    later = w * (total - np.cumsum(pieces))  # a steeper piece lifts every later one
    gradient = np.exp(start) * grow + later
    bound = shrink * (np.expm1(_LENGTH) if sign == 1 else -np.expm1(-_LENGTH))
    if sign == 1:
        return float(total / bound), gradient / bound
    return float(bound / total), -bound / total**2 * gradient


@stated(latex=r"\max_\mu \alpha/\text{upper} = 1")
def _extremal(*, sign: int = 1, shrink: float = 1.0) -> Evidence:
    """No link with twelve pieces is beyond the bound of one sign."""
    return attack(
        lambda x: bent_slope_ratio(x, sign, shrink),
        [(-1.0, 1.0)] * _PIECES,
        starts=6,
        seed=3,
        gradient=True,
        scope="log μ' piecewise linear with 12 pieces, slopes in [-1, 1], |z1-z2| = 3",
        describe=lambda x: {"slopes": [str(round(float(s), 6)) for s in x]},
    )


_extremal_below = _extremal.variant(r"\max_\mu \text{lower}/\alpha = 1", sign=-1)

Z4 = Claim(
    id="Z4",
    ours=True,
    lines="3065-3078",
    kind="lemma",
    title="The exponential bounds of the self-concordance lemma are attained, so nothing is lost",
    printed=[_attains_upper, _attains_lower, _extremal.as_cases(), _extremal_below.as_cases()],
    mutants=[
        _extremal.mutant(
            "upper bound lowered by one per cent", r"\alpha \leq 0.99\,\text{upper}", shrink=0.99
        ),
        _extremal_below.mutant(
            "lower bound raised by one per cent", r"\alpha \geq 1.01\,\text{lower}", shrink=1.01
        ),
        _attains_upper.mutant(
            "the logistic link instead: it does not attain the bound", link=logistic
        ),
    ],
    depends_on=["L4", "N8"],
    follows="L4 bounds both ratios by 1 for every link, and the exponential mean, which is "
    "self-concordant (N8), has the ratio 1 on either side, at every distance: so 1 is the maximum.",
    note="Not in the paper: an optimiser over all links with twelve pieces finds the exponential.",
)

CLAIMS = [L4, I13, Z2, Z4]
