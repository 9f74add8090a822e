"""The proof that optimism costs twice the bonus: its equalities and its last line (3371-3396)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import enumerated, identity
from glbtheory.claims.window.bonus import optimism

F = Fraction


# --- Z145: at which estimate ----------------------------------------------------------------------


def _mean(action: Fraction, theta: Fraction) -> Fraction:
    """The linear link (1 + z)/2."""
    return (1 + action * theta) / 2


def _covered_errors(*, at_estimate: bool = True) -> Iterator[dict[str, Any]]:
    """Actions 1 and -1: the bonus covers the error at θ, and the largest index is played.

    θ is the estimate θ_t, or free; any of several largest indices may be played.
    """
    parameters = (F(1, 2), F(-1, 2), F(1, 4), F(-1, 4), F(0))
    bonuses = (F(1, 8), F(1, 4), F(1, 2), F(0))
    for truth, estimate, theta in product(parameters, repeat=3):
        if at_estimate and theta != estimate:
            continue
        for pair in product(bonuses, repeat=2):
            beta = dict(zip((F(1), F(-1)), pair, strict=True))
            error = {a: abs(_mean(a, theta) - _mean(a, truth)) for a in beta}
            index = {a: _mean(a, estimate) + beta[a] for a in beta}
            for played in beta:
                if all(error[a] <= beta[a] and index[a] <= index[played] for a in beta):
                    case = {"truth": truth, "estimate": estimate, "theta": theta}
                    yield {**case, "bonuses": pair, "played": played}


_LAST = r"\Delta_t(a,%s) \leq \beta_t(a)\ \forall a \Rightarrow r_t \leq %s\beta_t(a_t)"


@enumerated(
    cases=_covered_errors,
    latex=_LAST % (r"\theta_t", "2"),
    scope="μ(z) = (1+z)/2, actions ±1, parameters 0, ±1/4, ±1/2, bonuses 0, 1/8, 1/4, 1/2",
    shown={
        "truth": "theta*",
        "estimate": "theta_t",
        "bonuses": "beta(1), beta(-1)",
        "played": "a_t",
    },
)
def _twice_the_bonus(
    truth: Fraction,
    bonuses: tuple[Fraction, Fraction],
    played: Fraction,
    *,
    factor: Fraction = Fraction(2),
    **_: Any,
) -> Any:
    best = max(_mean(a, truth) for a in (F(1), F(-1)))
    return best - _mean(played, truth), "<=", factor * bonuses[0 if played > 0 else 1]


Z145 = Claim(
    id="Z145",
    lines="3395",
    error_lines="3395",
    kind="step",
    title="The last line of the proof of P10 has θ for θ_t: at another θ the bonus says nothing",
    printed=[_twice_the_bonus.variant(_LAST % (r"\theta", "2"), at_estimate=False)],
    corrected=[_twice_the_bonus],
    support=[optimism],
    mutants=[
        _twice_the_bonus.mutant(
            "factor 2 lowered to 1.99", _LAST % (r"\theta_t", "1.99"), factor=Fraction(199, 100)
        )
    ],
    depends_on=["P10"],
    fidelity="paraphrase",
    follows="With θ_t it is P10.",
    effect="notation",
    note="θ is free in line 3395. The assumption may hold at a θ that is not the estimate, while "
    "the index is made from θ_t. The proposition itself (line 3357) has θ_t.",
)


# --- Z149: the two equalities ---------------------------------------------------------------------

_NAMED = (
    r"|\mu(a_{t,\star}^\top\theta^\star_t)-\mu(a_{t,\star}^\top\theta_t)|+\mu(a_{t,\star}^\top"
    r"\theta_t)-\mu(a_t^\top\theta_t)+|\mu(a_t^\top\theta_t)-\mu(a_t^\top\theta^\star_t)|"
    r" = \Delta_t(a_t,\theta_t)%s\Delta_t(a_{t,\star},\theta_t)"
    r"+\mu(a_{t,\star}^\top\theta_t)-\mu(a_t^\top\theta_t),\quad"
)
_ADDED = (
    r" = \Delta_t(a_t,\theta_t)+\Delta_t(a_{t,\star},\theta_t)+\mu(a_{t,\star}^\top\theta_t)"
    r"+\beta_t(a^\star_t)-\mu(a_t^\top\theta_t)-\beta_t(a_t)+\beta_t(a_t)%s\beta_t(a^\star_t)"
)


@identity(latex=_NAMED % "+" + _ADDED % "-", scope="all real means and bonuses")
def _rewritten(*, second: int = 1, last: int = -1) -> Iterator[tuple[str, Any, Any]]:
    """The means a*, b at θ*_t and p, q at θ_t of the best and the chosen action, bonuses x and y.

    First the two absolute values are named Δ_t; then both bonuses are added and taken away.
    """
    a, b, p, q, x, y = sp.symbols("a b p q x y", real=True)
    best, chosen = sp.Abs(p - a), sp.Abs(q - b)
    split = sp.Abs(a - p) + p - q + sp.Abs(q - b)
    yield "absolute values named", split, chosen + second * best + p - q
    yield "bonuses", best + chosen + p - q, best + chosen + p + x - q - y + y + last * x


Z149 = Claim(
    id="Z149",
    lines="3367-3379",
    kind="step",
    title="Two equalities inside the regret of a round: errors named, bonuses added and taken away",
    printed=[_rewritten],
    mutants=[
        _rewritten.mutant(
            "sign of the second error turned", _NAMED % "-" + _ADDED % "-", second=-1
        ),
        _rewritten.mutant(
            "last sign turned: a bonus added twice", _NAMED % "+" + _ADDED % "+", last=1
        ),
    ],
    depends_on=["I51"],
    fidelity="verbatim",
    note="β_t(a^⋆_t) is the bonus of the best action a_{t,⋆}; the inequality before and the one "
    "after these two lines are I51.",
)

CLAIMS = [Z145, Z149]
