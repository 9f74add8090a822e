"""The sum of the squared bonuses over a run, which both regret proofs with discounts bound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from flint import arb

from glbtheory.claims.vocabulary import bound, enclosed
from glbtheory.engines.boxes.balls import ball

#: (T, c_μ, λ, γ): slopes up to 25/2, and two longer runs at ridge λ/c_μ = 1.
_RUNS = [
    *product(
        (1, 2, 5, 10),
        (Fraction(1, 4), Fraction(1), Fraction(25, 2)),
        (Fraction(1), Fraction(8, 5)),
        (Fraction(3, 5), Fraction(9, 10), Fraction(99, 100)),
    ),
    (100, Fraction(100), Fraction(100), Fraction(99, 100)),
    (10_000, Fraction(1), Fraction(1), Fraction(999, 1000)),
]


def volume(numerator: str) -> str:
    """The logarithm of the volume with the ridge λ/numerator, in LaTeX."""
    return rf"T\log(1/\gamma)+\log\Big(1+\frac{{{numerator}}}{{d\lambda(1-\gamma)}}\Big)"


def growth(numerator: str) -> str:
    """The same in brackets."""
    return rf"\Big({volume(numerator)}\Big)"


def _runs(*, largest: Fraction = Fraction(100)) -> Iterator[dict[str, Any]]:
    for T, c, lam, g in _RUNS:
        if c <= largest:
            yield {"T": T, "c_mu": c, "lam": lam, "gamma": g}


def _display(
    *,
    wide: int = 1,
    deep: int = 1,
    factor: Fraction = Fraction(2),
    largest: Fraction = Fraction(100),
) -> str:
    numerators = ["1", r"c_\mu"]
    return (
        rf"\sum_{{t=1}}^T\lVert a_t\rVert_{{V_t^{{-1}}}}^2 \leq {float(factor):g}"
        rf"\max\Big(1,\frac{{{numerators[wide]}}}{{\lambda}}\Big)\,d\,{growth(numerators[deep])}"
        + (r"\quad (c_\mu\leq1)" if largest == 1 else "")
    )


@enclosed(
    cases=_runs,
    latex=_display,
    scope="d = 1, every action 1, T <= 10 (and runs of 100 and 10000 rounds)",
)
def potential(
    T: int,
    c_mu: Fraction,
    lam: Fraction,
    gamma: Fraction,
    *,
    wide: int = 1,
    deep: int = 1,
    factor: Fraction = Fraction(2),
    root: bool = False,
) -> Any:
    """d = 1, every action 1, ridge λ/c_μ: Σ‖a_t‖² against what the display grants.

    ``wide`` and ``deep`` are the powers of c_μ by which λ is divided in the maximum and in the
    logarithm: 0 as printed, 1 as it should be.  With ``root`` the sum of the norms is compared with
    the root of T times that.
    """
    g, ridge = ball(gamma), ball(lam / c_mu)
    V, total = ridge, arb(0)
    for _ in range(T):
        total += 1 / (V.sqrt() if root else V)
        V = g * V + 1 + (1 - g) * ridge
    volume = -T * g.log() + (1 + 1 / (ball(lam / c_mu**deep) * (1 - g))).log()
    wider: Any = c_mu**wide / lam
    granted = ball(factor * max(1, wider)) * volume
    return total, "<=", (T * granted).sqrt() if root else granted


#: What is left when 1 - γ^T is dropped, and when c_μ <= 1 is put to 1.
WIDER = [
    bound(
        "log(1 + y*u) <= log(1 + y)",
        "y > 0, 0 <= u <= 1",
        latex=r"\log\Big(1+\frac{c_\mu(1-\gamma^T)}{d\lambda(1-\gamma)}\Big)"
        r" \leq \log\Big(1+\frac{c_\mu}{d\lambda(1-\gamma)}\Big)",
        scope="every c_μ, λ, γ, T",
    ),
    bound(
        "max(1, c/l) <= max(1, 1/l)",
        "0 < c <= 1, l > 0",
        latex=r"\max\Big(1,\frac{c_\mu}{\lambda}\Big)\leq\max\Big(1,\frac1\lambda\Big)"
        r"\quad(c_\mu\leq1)",
        scope="every c_μ <= 1 and λ",
    ),
    bound(
        "log(1 + c/y) <= log(1 + 1/y)",
        "0 < c <= 1, y > 0",
        latex=r"\log\Big(1+\frac{c_\mu}{d\lambda(1-\gamma)}\Big)"
        r" \leq \log\Big(1+\frac{1}{d\lambda(1-\gamma)}\Big)\quad(c_\mu\leq1)",
        scope="every c_μ <= 1, λ and γ",
    ),
]
