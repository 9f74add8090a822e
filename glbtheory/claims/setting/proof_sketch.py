"""The main text's sketch of the proof: a ridge that does not grow."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

# --- Z128: a ridge that does not grow -------------------------------------------------------------


def _fixed_ridge(shift: int, latex: str, why: str = "") -> Statement:
    """γ^{t-1} times (Σ γ^{-s} … + λ …): the discounted weights, and the ridge that is left."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g, lam, t, s = sp.symbols("gamma lambda t s", positive=True)
        yield "weights", g ** (t - 1) * g**-s, g ** (t - 1 - s)
        yield "ridge", g ** (t - 1) * lam, lam * g ** (t - 1 + shift)

    scope = "every t, s, γ and λ"
    return identities(pairs, latex, scope, why, at={"s": 2, "t": 4})


def _faded(limit: Fraction, latex: str, why: str = "") -> Statement:
    """γ^{t-1} at the end of the experiment, exactly."""

    def check(case: dict[str, Any]) -> Any:
        # A truth value, not the two sides: their digits would fill pages.
        return bool(case["gamma"] ** (case["t"] - 1) <= limit)

    cases = [{"gamma": Fraction(399, 400), "t": 8000}]
    return Statement(latex, lambda: enumerate_cases(cases, check, "γ = 0.9975, t = 8000"), why)


def _vanishes(factor: str, why: str = "") -> Bound:
    """x = (t-1) log(1/γ), so that γ^{t-1} = e^{-x}."""
    share = "" if factor == "1" else factor
    return Bound(
        "exp(-x)",
        "<=",
        f"1/(1 + {factor}*x)",
        "x >= 0",
        latex=rf"\gamma^{{t-1}} \leq \frac{{1}}{{1+{share}(t-1)\log(1/\gamma)}}",
        scope="every t and γ, with x = (t-1) log(1/γ)",
        why=why,
    )


_RIDGE = r"\gamma^{t-1}\Big(\sum_s\gamma^{-s}a_sa_s^\top+\lambda I\Big)"
_LEFT = r" = \sum_s\gamma^{t-1-s}a_sa_s^\top+\lambda\gamma^{%s}I"

Z128 = Claim(
    id="Z128",
    lines="848-851",
    kind="prose-claim",
    title="With growing weights and a fixed ridge the regularisation fades like γ^{t-1}",
    printed=[
        _fixed_ridge(0, _RIDGE + _LEFT % "t-1"),
        _vanishes("1"),
        _faded(
            Fraction(21, 10**10), r"\gamma = 0.9975,\ t = 8000:\ \gamma^{t-1} < 2.1\cdot10^{-9}"
        ),
    ],
    mutants=[
        _fixed_ridge(1, _RIDGE + _LEFT % "t", "exponent moved by one"),
        _vanishes("1.01", "1 raised to 1.01"),
        _faded(Fraction(20, 10**10), r"\gamma^{t-1} < 2.0\cdot10^{-9}", "2.1e-9 lowered to 2.0e-9"),
    ],
    depends_on=["D4"],
    note="This is what the time-dependent regularisation λγ^{-(t-1)} of D4 prevents. With the "
    "experiment's γ a fixed ridge would be two billionths of itself at the end.",
)

CLAIMS = [Z128]
