"""The proof that optimism costs twice the bonus: its equalities and its last line (3371-3396)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

F = Fraction


# --- Z145: at which estimate ----------------------------------------------------------------------


def _mean(action: Fraction, theta: Fraction) -> Fraction:
    """The linear link (1 + z)/2."""
    return (1 + action * theta) / 2


def _covered(
    at_estimate: bool, latex: str, why: str = "", factor: Fraction = Fraction(2)
) -> Statement:
    """Actions 1 and -1: the bonus covers the error at θ, and the largest index is played.

    θ is the estimate θ_t, or free; any of several largest indices may be played.
    """
    grid = (F(1, 2), F(-1, 2), F(1, 4), F(-1, 4), F(0))
    bonuses = (F(1, 8), F(1, 4), F(1, 2), F(0))

    def cases() -> Iterator[dict[str, Any]]:
        for truth, estimate, other in product(grid, repeat=3):
            theta = estimate if at_estimate else other
            if at_estimate and other != estimate:
                continue
            for pair in product(bonuses, repeat=2):
                beta = dict(zip((F(1), F(-1)), pair, strict=True))
                error = {a: abs(_mean(a, theta) - _mean(a, truth)) for a in beta}
                index = {a: _mean(a, estimate) + beta[a] for a in beta}
                for played in beta:
                    if all(error[a] <= beta[a] and index[a] <= index[played] for a in beta):
                        case = {"theta*": truth, "theta_t": estimate, "theta": theta}
                        yield {**case, "beta(1), beta(-1)": pair, "a_t": played}

    def check(case: dict[str, Any]) -> Any:
        truth, played = case["theta*"], case["a_t"]
        bonus = case["beta(1), beta(-1)"][0 if played > 0 else 1]
        best = max(_mean(a, truth) for a in (F(1), F(-1)))
        return best - _mean(played, truth), "<=", factor * bonus

    scope = "μ(z) = (1+z)/2, actions ±1, parameters 0, ±1/4, ±1/2, bonuses 0, 1/8, 1/4, 1/2"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


_LAST = r"\Delta_t(a,%s) \leq \beta_t(a)\ \forall a \Rightarrow r_t \leq %s\beta_t(a_t)"

Z145 = Claim(
    id="Z145",
    lines="3395",
    error_lines="3395",
    kind="step",
    title="The last line of the proof of P10 has θ for θ_t: at another θ the bonus says nothing",
    printed=[_covered(False, _LAST % (r"\theta", "2"))],
    corrected=[_covered(True, _LAST % (r"\theta_t", "2"))],
    mutants=[
        _covered(
            True,
            _LAST % (r"\theta_t", "1.99"),
            "factor 2 lowered to 1.99",
            Fraction(199, 100),
        )
    ],
    depends_on=["P10", "Z49"],
    effect="notation",
    note="θ is free in line 3395. The assumption may hold at a θ that is not the estimate, while "
    "the index is made from θ_t. The proposition itself (line 3357) has θ_t.",
)


# --- Z149: the two equalities ---------------------------------------------------------------------


def _rewritten(
    latex: str, why: str = "", order: tuple[int, int] = (1, 1), back: int = -1
) -> Statement:
    """The means a*, b at θ*_t and p, q at θ_t of the best and the chosen action, bonuses x and y.

    First the two absolute values are named Δ_t; then both bonuses are added and taken away.
    """

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        a, b, p, q, x, y = sp.symbols("a b p q x y", real=True)
        best, chosen = sp.Abs(p - a), sp.Abs(q - b)
        split = sp.Abs(a - p) + p - q + sp.Abs(q - b)
        named = order[0] * chosen + order[1] * best + p - q
        yield "absolute values named", split, named
        yield "bonuses", best + chosen + p - q, best + chosen + p + x - q - y + y + back * x

    return identities(pairs, latex, "all real means and bonuses", why)


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

Z149 = Claim(
    id="Z149",
    lines="3371-3379",
    kind="step",
    title="Two equalities inside the regret of a round: errors named, bonuses added and taken away",
    printed=[_rewritten(_NAMED % "+" + _ADDED % "-")],
    mutants=[
        _rewritten(_NAMED % "-" + _ADDED % "-", "sign of the second error turned", order=(1, -1)),
        _rewritten(_NAMED % "+" + _ADDED % "+", "last sign turned: a bonus added twice", back=1),
    ],
    depends_on=["I51"],
    note="β_t(a^⋆_t) is the bonus of the best action a_{t,⋆}; the inequality before and the one "
    "after these two lines are I51.",
)

CLAIMS = [Z145, Z149]
