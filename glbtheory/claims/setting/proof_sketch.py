"""The main text's sketch of the proof: a ridge that does not grow."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound, enumerated, identity

_RIDGE = (
    r"\gamma^{t-1}\Big(\gamma^{-s},\ \lambda\Big)"
    r" = \Big(\gamma^{t-1-s},\ \lambda\gamma^{%s}\Big)"
)


@identity(latex=_RIDGE % "t-1", scope="every t, s, γ and λ", at={"s": 2, "t": 4})
def _fixed_ridge(*, shift: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """γ^{t-1} times (Σ γ^{-s} … + λ …): the discounted weights, and the ridge that is left."""
    g, lam, t, s = sp.symbols("gamma lambda t s", positive=True)
    yield "weights", g ** (t - 1) * g**-s, g ** (t - 1 - s)
    yield "ridge", g ** (t - 1) * lam, lam * g ** (t - 1 + shift)


#: x = (t-1) log(1/γ), so that γ^{t-1} = e^{-x}.
_VANISHES = bound(
    "exp(-x) <= 1/(1 + {factor}*x)",
    "x >= 0",
    latex=r"\gamma^{t-1} \leq \frac{1}{1+(t-1)\log(1/\gamma)}",
    scope="every t and γ, with x = (t-1) log(1/γ)",
    factor="1",
)


@enumerated(
    cases=lambda: [{"gamma": Fraction(399, 400), "t": 8000}],
    latex=r"\gamma = 0.9975,\ t = 8000:\ \gamma^{t-1} < 2.1\cdot10^{-9}",
    scope="γ = 0.9975, t = 8000",
)
def _faded(gamma: Fraction, t: int, *, limit: Fraction = Fraction(21, 10**10)) -> bool:
    """γ^{t-1} at the end of the experiment, exactly."""
    # A truth value, not the two sides: their digits would fill pages.
    return bool(gamma ** (t - 1) <= limit)


Z128 = Claim(
    id="Z128",
    lines="848-851",
    kind="prose-claim",
    title="With growing weights and a fixed ridge the regularisation fades like γ^{t-1}",
    printed=[_fixed_ridge, _VANISHES],
    support=[_faded.as_whole()],
    mutants=[
        _fixed_ridge.mutant("exponent moved by one", _RIDGE % "t", shift=1),
        _VANISHES.mutant("1 raised to 1.01", factor="1.01"),
        _faded.mutant(
            "2.1e-9 lowered to 2.0e-9",
            r"\gamma^{t-1} < 2.0\cdot10^{-9}",
            limit=Fraction(20, 10**10),
        ),
    ],
    depends_on=["D4"],
    fidelity="paraphrase",
    note="The page says it in words. This is what the time-dependent regularisation λγ^{-(t-1)} of "
    "D4 prevents. With the experiment's γ a fixed ridge would be two billionths of itself at the "
    "end.",
)

CLAIMS = [Z128]
