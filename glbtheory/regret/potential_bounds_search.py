r"""The search for actions on which a closed form for the discounted potential is worst.

``worst_cases`` compares the potential with the determinant of the actions played; here the bound is
a function of d, T, the ridge and γ alone, so that the actions only move the left side.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import whole_number
from glbtheory.regret._ball_coordinates import Chart, cycle, once
from glbtheory.regret.potential_attacks import (
    DETERMINANT_DISCOUNTS,
    RIDGES,
    AttackProblem,
    _ball_potential,
    _Bound,
    _potential_slopes,
    _problem,
)
from glbtheory.setting.forgetting import Discount

Array = np.ndarray


def discount_problem(d: int, T: int, bound: Any) -> AttackProblem:
    r"""The potential over ``bound``, a sympy expression in d, T, lam (the ridge) and gamma."""
    d, T = whole_number("d", d, 1), whole_number("T", T, 1)
    chart = Chart(d, T, {"lam": RIDGES, "gamma": DETERMINANT_DISCOUNTS})
    limit = _Bound(bound, {"d": d, "T": T}, ["lam", "gamma"], "bound")

    def objective(x: Array) -> tuple[float, Array]:
        (lam, gamma), A = chart.read(x)
        _, total, past = _potential_slopes(A, Discount(gamma), lam)
        c, (d_lam, d_gamma) = limit(lam, gamma)
        ratio = total / c
        slopes = [(past.lam - ratio * d_lam) / c, (past.decay - ratio * d_gamma) / c]
        return ratio, chart.pull(x, slopes, past.actions / c)

    def sides(scalars: dict[str, Any], actions: Any) -> tuple[Any, Any]:
        total, _ = _ball_potential(actions, scalars["lam"], scalars["gamma"], None)
        return total, limit.ball(scalars)

    return _problem(chart, objective, sides, [once(d, T), cycle(d, T), cycle(d, T, T)], T=T)
