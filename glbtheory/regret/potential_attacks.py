r"""Searches for the data on which a determinant or potential bound is worst.

An :class:`AttackProblem` is the ratio of the two sides of a bound as a function of *all* the data:
every action, :math:`\lambda` and :math:`\gamma`, with its gradient, for
:mod:`glbtheory.engines.attack`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_mat, ctx, fmpq

from glbtheory._support.validation import whole_number
from glbtheory.engines.attack import attack
from glbtheory.engines.evidence import REFUTED, Evidence
from glbtheory.formulas import SYMBOLS
from glbtheory.regret._ball_coordinates import Chart, cycle, frame, once
from glbtheory.regret.closed_form_bounds import ClosedFormBound, W, closed_form
from glbtheory.regret.potential_slopes import (
    determinant_slopes,
    diagonal_in_balls,
    potential_in_balls,
    potential_slopes,
)
from glbtheory.regret.potentials import log_one_plus
from glbtheory.setting.forgetting import Discount, Window

Array = np.ndarray

#: What the searches range over.
RIDGES = (0.01, 100.0)
SLOPES = (0.01, 100.0)
DISCOUNTS = (0.5, 1 - 1e-9)
#: The determinant bounds divide by 1 - gamma, whose last digits are lost next to 1.
DETERMINANT_DISCOUNTS = (0.5, 1 - 1e-4)

#: Bits of the balls in which a violation is confirmed.
PRECISION = 128

#: Size of the noise in a shaken start.
SHAKE = 0.1

#: So many different actions of a worst instance are written out.
LISTED = 50


# --- problems ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AttackProblem:
    """A ratio lhs/rhs over a box, as ``engines.attack`` wants it.

    ``objective`` returns the ratio with its gradient, ``initial`` holds structured starts,
    ``describe`` turns a point into exact data, and ``confirm(data, target)`` decides by certified
    arithmetic whether their ratio exceeds the target, by default 1 (None: it cannot tell).
    """

    objective: Callable[[Array], tuple[float, Array]]
    bounds: list[tuple[float, float]]
    initial: list[list[float]]
    describe: Callable[[Array], dict[str, Any]]
    confirm: Callable[..., bool | None]

    @property
    def judgement(self) -> dict[str, Any]:
        """What ``attack`` and ``random_search`` share."""
        return {"gradient": True, "describe": self.describe, "confirm": self.confirm}


def attack_problem(
    problem: AttackProblem,
    starts: int,
    seed: int,
    scope: str,
    target: float = 1.0,
    max_iterations: int = 200,
) -> Evidence:
    """Attack from ``starts`` random points and from the structured ones.

    A witness is kept whole.  Of a worst instance that violates nothing, hundreds of different
    actions are only counted: the seed finds them again.
    """
    evidence = attack(
        problem.objective,
        problem.bounds,
        starts=starts,
        seed=seed,
        scope=scope,
        target=target,
        initial=problem.initial,
        max_iterations=max_iterations,
        **{**problem.judgement, "confirm": lambda data: problem.confirm(data, target)},
    )
    record = evidence.certificate or {}
    worst = record.get("worst_instance")
    if evidence.outcome == REFUTED or worst is None or len(worst["actions"]) <= LISTED:
        return evidence
    worst = {**worst, "actions": f"{len(worst['actions'])} different actions"}
    return evidence.with_(certificate={**record, "worst_instance": worst})


def discount_problem(
    d: int, T: int, constant: Any = "elliptical_constant", exponent: int | None = None
) -> AttackProblem:
    r"""The discounted lemma: the potential over
    :math:`C(\lambda)\log(\det V_{T+1}/(\lambda^d\gamma^e))`.

    ``constant`` is the name of a formula or a sympy expression in lam; ``exponent`` is
    :math:`e`, by default :math:`dT`.
    """
    d, T = whole_number("d", d, 1), whole_number("T", T, 1)
    power = d * T if exponent is None else whole_number("exponent", exponent, 0)
    chart = Chart(d, T, {"lam": RIDGES, "gamma": DISCOUNTS})
    factor = ClosedFormBound(constant, {"d": d, "T": T}, ["lam"], "constant")
    ages = np.arange(T - 1, -1, -1.0)

    def objective(x: Array) -> tuple[float, Array]:
        (lam, gamma), A = chart.read(x)
        M, total, past = potential_slopes(A, Discount(gamma), lam)
        growth = log_one_plus(M[-1] / lam) - power * float(np.log(gamma))
        last = determinant_slopes(A, gamma**ages, M[-1] + lam * np.identity(d))
        c, (slope,) = factor(lam)
        ratio = total / (c * growth)
        # d ratio = (d total / c - ratio d growth) / growth - ratio dc / c
        d_lam = (past.lam / c - ratio * (last.lam - d / lam)) / growth - ratio * slope / c
        d_gamma = float(last.weights @ (ages * gamma**ages) - power) / gamma
        d_gamma = (past.decay / c - ratio * d_gamma) / growth
        d_A = (past.actions / c - ratio * last.actions) / growth
        return ratio, chart.pull(x, [d_lam, d_gamma], d_A)

    def sides(scalars: dict[str, Any], actions: Any) -> tuple[Any, Any]:
        lam, gamma = scalars["lam"], scalars["gamma"]
        total, V = potential_in_balls(actions, lam, gamma, None)
        growth = V.det().log() - d * arb(lam).log() - power * arb(gamma).log()
        return total, factor.ball(scalars) * growth

    patterns = [once(d, T), cycle(d, T), cycle(d, T, T)]
    return _problem(chart, objective, sides, patterns, T=T)


def closed_form_problem(d: int, T: int, bound: Any) -> AttackProblem:
    r"""The discounted potential over ``bound``, an expression in d, T, lam (the ridge) and gamma.

    :func:`discount_problem` compares the potential with the determinant of the actions played; here
    the actions move the left side only.
    """
    d, T = whole_number("d", d, 1), whole_number("T", T, 1)
    chart = Chart(d, T, {"lam": RIDGES, "gamma": DETERMINANT_DISCOUNTS})
    limit = ClosedFormBound(bound, {"d": d, "T": T}, ["lam", "gamma"], "bound")

    def objective(x: Array) -> tuple[float, Array]:
        (lam, gamma), A = chart.read(x)
        _, total, past = potential_slopes(A, Discount(gamma), lam)
        c, (d_lam, d_gamma) = limit(lam, gamma)
        ratio = total / c
        slopes = [(past.lam - ratio * d_lam) / c, (past.decay - ratio * d_gamma) / c]
        return ratio, chart.pull(x, slopes, past.actions / c)

    def sides(scalars: dict[str, Any], actions: Any) -> tuple[Any, Any]:
        total, _ = potential_in_balls(actions, scalars["lam"], scalars["gamma"], None)
        return total, limit.ball(scalars)

    return _problem(chart, objective, sides, [once(d, T), cycle(d, T), cycle(d, T, T)], T=T)


def window_problem(
    d: int,
    T: int,
    tau: int,
    constant: Any = "elliptical_constant",
    bound: Any = "elliptical_window",
) -> AttackProblem:
    r"""The windowed lemma: the potential over
    :math:`C(\lambda)\, d \lceil T/\tau\rceil \log(1+\tau/(\lambda d))`.

    ``constant`` is the name of a formula or a sympy expression in lam; it stands in ``bound``
    (again a name, or an expression in d, T, tau, lam) for the symbol elliptical_constant.
    """
    d, T, tau = (whole_number(n, v, 1) for n, v in (("d", d), ("T", T), ("tau", tau)))
    chart = Chart(d, T, {"lam": RIDGES})
    factor = sp.Symbol("elliptical_constant", positive=True)
    expression = closed_form(bound, "bound").subs(factor, closed_form(constant, "constant"))
    limit = ClosedFormBound(expression, {"d": d, "T": T, "tau": tau}, ["lam"], "bound")

    def objective(x: Array) -> tuple[float, Array]:
        (lam,), A = chart.read(x)
        _, total, past = potential_slopes(A, Window(tau), lam)
        c, (slope,) = limit(lam)
        d_lam = (past.lam - total * slope / c) / c
        return total / c, chart.pull(x, [d_lam], past.actions / c)

    def sides(scalars: dict[str, Any], actions: Any) -> tuple[Any, Any]:
        total, _ = potential_in_balls(actions, scalars["lam"], fmpq(1), tau)
        return total, limit.ball(scalars)

    # Held this long, a direction has left the window when its turn comes again.
    dwell = -(-tau // max(1, d - 1))
    patterns = [once(d, T), once(d, T, tau + 1), cycle(d, T), cycle(d, T, dwell)]
    return _problem(chart, objective, sides, patterns, T=T, tau=tau)


#: For every weighting of the determinant bounds: its formula, and the power of gamma per round.
_WEIGHTINGS = {
    "discount": ("determinant_discount", 1),
    "squared discount": ("determinant_squared_discount", 2),
    "window": ("determinant_window", 0),
    "free": ((SYMBOLS["lam"] + SYMBOLS["k_mu"] * W / SYMBOLS["d"]) ** SYMBOLS["d"], 0),
}


def determinant_problem(
    weighting: str, d: int, t: int, tau: int | None = None, bound: Any = None, share: Any = 1
) -> AttackProblem:
    r"""A determinant bound: the d-th root of :math:`\det H_t` over that of its bound.

    :math:`H_t = \lambda I + k_\mu \sum_{s<t} w_s^2\, a_s a_s^\top`: an action of norm r < 1 stands
    for a slope :math:`\sigma_s^2 = r^2 k_\mu`.  ``weighting`` is

    * ``"discount"``, :math:`w_s^2 = \gamma^{t-1-s}` and :math:`k_\mu = 1`: the matrix :math:`V_t`;
    * ``"squared discount"``, :math:`\gamma^{2(t-1-s)}` over the last D = t-1 rounds;
    * ``"window"``, the last tau rounds;
    * ``"free"``, any :math:`w_s^2 \in [0, 1]`; their sum is the symbol ``W``.

    ``bound`` is the name of a formula or an expression, by default the paper's, and is taken
    ``share`` times.
    """
    if weighting not in _WEIGHTINGS:
        raise ValueError(f"weighting must be one of {', '.join(_WEIGHTINGS)}, not {weighting!r}")
    if (weighting == "window") != (tau is not None):
        raise ValueError("tau must be given with a window, and only then")
    default, power = _WEIGHTINGS[weighting]
    d, past = whole_number("d", d, 1), whole_number("t", t, 2) - 1
    sizes = {"d": d, "t": past + 1, "D": past}
    if tau is not None:
        sizes["tau"] = whole_number("tau", tau, 1)
    scalars = {"lam": RIDGES}
    if power:
        scalars["gamma"] = DETERMINANT_DISCOUNTS
    if weighting != "discount":
        scalars["k_mu"] = SLOPES
    n = min(past, tau or past)
    chart = Chart(d, n, scalars, first=past - n + 1, weighted=weighting == "free")
    names = [*scalars, "W"] if chart.weighted else list(scalars)
    whole = closed_form(default if bound is None else bound, "bound")
    limit = ClosedFormBound(share * whole, sizes, names, "bound")
    log_limit = limit.logarithm()
    ages = power * np.arange(n - 1, -1, -1.0)

    def objective(x: Array) -> tuple[float, Array]:
        values, A = chart.read(x)
        at = dict(zip(scalars, values, strict=True))
        gamma, k = at.get("gamma", 1.0), at.get("k_mu", 1.0)
        w = chart.weights(x) if chart.weighted else gamma**ages
        H = k * (A.T * w) @ A + at["lam"] * np.identity(d)
        log_bound, slopes = log_limit(*values, *([w.sum()] if chart.weighted else []))
        ratio = float(np.exp((np.linalg.slogdet(H)[1] - log_bound) / d))
        of = determinant_slopes(A, k * w, H)
        own = {"lam": of.lam, "k_mu": of.weights @ w, "gamma": of.weights @ (k * ages * w) / gamma}
        d_scalars = [own[name] - slopes[i] for i, name in enumerate(scalars)]
        d_weights = k * of.weights - slopes[-1] if chart.weighted else None
        return ratio, ratio / d * chart.pull(x, d_scalars, of.actions, d_weights)

    def sides(values: dict[str, Any], actions: Any) -> tuple[Any, Any]:
        gamma, k = (arb(values.get(name, fmpq(1))) for name in ("gamma", "k_mu"))
        weights = values.get("weights") or [gamma ** int(age) for age in ages]
        H = diagonal_in_balls(d, arb(values["lam"]))
        for weight, a in zip(weights, actions, strict=True):
            if any(a):
                column = arb_mat(d, 1, a)
                H += column * column.transpose() * (arb(weight) * k)
        if chart.weighted:
            values = {**values, "W": sum(weights, fmpq(0))}
        return H.det(), limit.ball(values)

    patterns = [cycle(d, n), frame(d, n)]
    return _problem(chart, objective, sides, patterns, root=d, **sizes)


def _problem(
    chart: Chart,
    objective: Callable[[Array], tuple[float, Array]],
    sides: Callable[[dict[str, Any], Any], tuple[Any, Any]],
    patterns: Sequence[Array],
    root: int = 1,
    **sizes: int,
) -> AttackProblem:
    """Put the pieces together; the best three structured starts are kept, pure and shaken.

    The objective is the ratio of the two sides, or its root of the given order.
    A pattern is often a saddle, which a search by gradients cannot leave by itself.
    """

    def confirm(instance: dict[str, Any], target: float = 1.0) -> bool | None:
        with ctx.workprec(PRECISION):
            lhs, rhs = sides(*chart.parse(instance))
            rhs *= arb(target) ** root
            return True if lhs > rhs else False if lhs <= rhs else None

    starts = [chart.point(values, A) for A in patterns for values in chart.corners()]
    best = sorted(starts, key=lambda x: -objective(x)[0])[:3]
    rng = np.random.default_rng(chart.n)
    lo, hi = np.array(chart.bounds).T
    shaken = [np.clip(x + SHAKE * rng.standard_normal(x.size), lo, hi) for x in best]
    return AttackProblem(
        objective,
        chart.bounds,
        [x.tolist() for x in best + shaken],
        lambda x: {**chart.describe(x), **sizes},
        confirm,
    )
