"""Violation probabilities against trees that are walked path by path, at fifty digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from flint import arb

from glbtheory.concentration.exact_tails import (
    FAIR,
    Law,
    adversary,
    anytime_curve,
    block_bound,
    critical_scale,
    discounted,
    equal_weights,
    long_run,
    reached,
    skewed,
)

Q = Fraction
SKEW = skewed(Q(1, 4))
E1, E2, SLANT = (Q(1), Q(0)), (Q(0), Q(1)), (Q(3, 5), Q(4, 5))
LEVEL: dict[str, Any] = {"lam": Q(3, 2), "m": 1, "delta": Q(1, 3)}


def number(q: Any) -> mp.mpf:
    q = Q(q)
    return mp.mpf(q.numerator) / q.denominator


def crossing(
    S: Sequence[Q], H: Any, *, w: Any, lam: Any, m: Any, delta: Any, scale: Any = 1
) -> bool:
    """The definition, at fifty digits: norm of S against the radius typed from the paper."""
    with mp.workdps(50):
        d, lam, step = len(S), number(lam), 2 * number(m) * number(w)
        matrix = mp.matrix([[number(x) for x in row] for row in H])
        s = mp.matrix([number(x) for x in S])
        norm = mp.sqrt((s.T * mp.inverse(matrix) * s)[0])
        log = mp.log(mp.sqrt(mp.det(matrix)) / (number(delta) * mp.sqrt(lam) ** d))
        radius = mp.sqrt(lam) / step + step / mp.sqrt(lam) * (log + d * mp.log(2))
        return bool(norm >= number(scale) * radius)


# --- the comparison -----------------------------------------------------------------------------


@pytest.mark.parametrize("d", [1, 2])
def test_reached_on_both_sides_of_the_radius(d: int) -> None:
    for ratio, w, scale in product((Q(1), Q(9, 4)), (Q(1), Q(5, 2)), (Q(1), Q(1, 3))):
        with mp.workdps(50):
            step = 2 * number(w) / mp.sqrt(mp.mpf(3) / 2)
            log = mp.log(mp.sqrt(number(ratio)) * 3 * 2**d)
            square = (number(scale) * (1 / step + step * log)) ** 2
            near = Q(int(mp.floor(square * 10**40)), 10**40)
        options = {**LEVEL, "w": w, "d": d, "scale": scale}
        assert not reached(near, ratio, **options)
        assert reached(near + Q(1, 10**40), ratio, **options)


# --- the adversary ------------------------------------------------------------------------------


def best(
    weights: Sequence[Any],
    actions: Sequence[Any],
    laws: Sequence[Law],
    *,
    anticipating: bool = False,
    variance: Callable[[Law], Q] = lambda law: law.variance,
    **level: Any,
) -> Q:
    """Backward induction over histories; nothing is merged."""
    d = len(actions[0])

    def solve(n: int, S: tuple[Q, ...], H: tuple[tuple[Q, ...], ...]) -> Q:
        if n == len(weights):
            return Q(crossing(S, H, w=weights[-1], **level))

        def after(a: Any, law: Law, v: Q) -> Q:
            w, spread = Q(weights[n]), variance(law)
            T = tuple(S[i] + w * v * a[i] for i in range(d))
            G = tuple(
                tuple(H[i][j] + w * w * spread * a[i] * a[j] for j in range(d)) for i in range(d)
            )
            return solve(n + 1, T, G)

        if anticipating:
            return max(
                sum((p * max(after(a, law, v) for a in actions) for p, v in law), Q(0))
                for law in laws
            )
        return max(
            sum((p * after(a, law, v) for p, v in law), Q(0)) for a in actions for law in laws
        )

    lam = Q(level["lam"])
    start = tuple(tuple(lam if i == j else Q(0) for j in range(d)) for i in range(d))
    return solve(0, (Q(0),) * d, start)


GAMES = [
    ([1] * 4, [(Q(0),), (Q(1),)], [FAIR, SKEW], Q(1, 4)),
    ([1, Q(3, 2), 4], [(Q(0),), (Q(-1, 2),), (Q(1),)], [FAIR, SKEW], Q(1, 12)),
    ([1] * 4, [E1, E2], [FAIR], Q(1, 4)),
    ([1, 1, 2], [E1, E2, SLANT], [FAIR, SKEW], Q(1, 8)),
]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("anticipating", [False, True])
def test_adversary_against_every_policy(game: Any, anticipating: bool) -> None:
    weights, actions, laws, scale = game
    options = {**LEVEL, "scale": scale, "anticipating": anticipating}
    found = adversary(weights, actions, laws, **options)
    assert found.probability == best(weights, actions, laws, **options)
    assert 0 < found.probability < 1


def test_adversary_sees_what_is_put_into_h() -> None:
    options = {**LEVEL, "scale": Q(1, 2)}
    half = lambda law: law.variance / 4  # noqa: E731
    args = ([1] * 4, [(Q(0),), (Q(1),)], [FAIR, SKEW])
    found = adversary(*args, **options, variance=half).probability
    assert found == best(*args, **options, variance=half)
    assert found > adversary(*args, **options).probability


def test_symmetric_games_are_merged() -> None:
    plane = adversary([1] * 6, [E1, E2], [FAIR], **LEVEL, scale=Q(1, 3))
    slanted = adversary([1] * 6, [E1, E2, SLANT], [FAIR], **LEVEL, scale=Q(1, 3))
    assert plane.probability <= slanted.probability
    assert plane.states < 100 < slanted.states
    assert plane.actions in ([E1], [E2]) and plane.law == FAIR


def test_adversary_on_longer_horizons() -> None:
    line = adversary(
        [1] * 20, [(0,), (1,)], [FAIR, SKEW], lam=12, m=1, delta=Q(1, 20), scale=Q(1, 2)
    )
    walk = equal_weights(21, FAIR, lam=12, m=1, delta=Q(1, 20), scale=Q(1, 2))
    assert 0 < walk <= line.probability <= 1
    plane = adversary([1] * 12, [E1, E2, SLANT], [FAIR], lam=4, m=1, delta=Q(1, 5), scale=Q(1, 2))
    assert plane.probability > 0 and (plane.probability * 2**12).denominator == 1


def test_decreasing_weights_break_the_bound() -> None:
    """w = (1000, 1): one noise of probability 2δ reaches the radius, since m w_2 is too small."""
    law, zero, one = skewed(Q(1, 500)), (Q(0),), (Q(1),)
    level: dict[str, Any] = {"lam": Q(64), "m": 1, "delta": Q(1, 1000)}
    found = adversary([1000, 1], [zero, one], [law, FAIR], **level, monotone=False)
    assert found.probability > level["delta"]
    with pytest.raises(ValueError, match=r"weights must not fall .* unless monotone=False"):
        adversary([1000, 1], [zero, one], [law, FAIR], **level)
    assert adversary([1, 1000], [zero, one], [law, FAIR], **level).probability <= level["delta"]


# --- one sum ------------------------------------------------------------------------------------


@pytest.mark.parametrize("law", [FAIR, SKEW])
@pytest.mark.parametrize("freeze", [True, False])
def test_equal_weights_path_by_path(law: Law, freeze: bool) -> None:
    T, scale, wanted = 9, Q(1, 2), Q(0)
    for path in product(law, repeat=T - 1):
        mass, S, hits = Q(1), Q(0), []
        for n, (p, v) in enumerate(path, 1):
            mass, S = mass * p, S + v
            H = n * law.variance + LEVEL["lam"]
            hits.append(crossing([S], [[H]], w=1, scale=scale, **LEVEL))
        wanted += mass * (any(hits) if freeze else hits[-1])
    assert equal_weights(T, law, **LEVEL, scale=scale, freeze=freeze) == wanted > 0


def test_fifteen_hundred_rounds_exactly() -> None:
    options: dict[str, Any] = {"lam": 12, "m": 1, "delta": Q(1, 20)}
    found = equal_weights(1500, FAIR, **options)
    assert 0 < found < Q(1, 10_000) and 2**1499 % found.denominator == 0
    last = equal_weights(1500, FAIR, **options, freeze=False)
    assert 0 < last < found
    rare = equal_weights(1500, skewed(Q(1, 10)), **options)
    assert 0 < rare < Q(1, 10_000) and 10**1499 % rare.denominator == 0


def test_nothing_happens_in_the_first_round() -> None:
    assert equal_weights(1, FAIR, **LEVEL) == 0
    assert discounted(1, Q(1, 2), FAIR, **LEVEL, cells=64)[0] == 0


# --- discounted sums ----------------------------------------------------------------------------


def tree(T: int, gamma: Q, law: Law, scale: Q, anytime: bool) -> Q:
    """The probability at round T, or at some round up to T, path by path."""
    lam, total = Q(LEVEL["lam"]), Q(0)
    for path in product(law, repeat=T - 1):
        mass, X, H, hits = Q(1), Q(0), lam, [False]
        for p, v in path:
            mass, X = mass * p, gamma * X + v
            H = gamma**2 * H + law.variance + (1 - gamma**2) * lam
            hits.append(crossing([X], [[H]], w=1, scale=scale, **LEVEL))
        total += mass * (any(hits) if anytime else hits[-1])
    return total


@pytest.mark.parametrize("law", [FAIR, SKEW])
@pytest.mark.parametrize("gamma", [Q(9, 10), Q(3, 5)])
def test_grid_bounds_hold_the_exact_tree(law: Law, gamma: Q) -> None:
    scale, times = Q(3, 10), [1, 3, 6, 9]
    curve = anytime_curve(times, gamma, law, **LEVEL, scale=scale, cells=512)
    for T, (lower, upper) in zip(times, curve, strict=True):
        assert lower <= tree(T, gamma, law, scale, True) <= upper
    for T in times:
        lower, upper = discounted(T, gamma, law, **LEVEL, scale=scale, cells=512)
        assert lower <= tree(T, gamma, law, scale, False) <= upper
    assert lower > 0 and curve[-1][0] > 0


def test_early_rounds_have_their_own_boundary() -> None:
    """A coarse grid for which the boundary has settled before the later times are asked for."""
    gamma, scale = Q(1, 2), Q(1, 4)
    times = [2, 5, 10]
    curve = anytime_curve(times, gamma, FAIR, **LEVEL, scale=scale, cells=8)
    for T, (lower, upper) in zip(times, curve, strict=True):
        assert lower <= tree(T, gamma, FAIR, scale, True) <= upper


def test_more_cells_close_the_bounds() -> None:
    options: dict[str, Any] = {"lam": 12, "m": 1, "delta": Q(1, 20), "scale": Q(2, 5)}
    widths = []
    for cells in (2**9, 2**11, 2**13):
        lower, upper = discounted(300, Q(9, 10), FAIR, **options, cells=cells)
        widths.append(upper - lower)
    assert widths[0] > 2 * widths[1] > 4 * widths[2] > 0


def test_long_run_agrees_with_the_curve() -> None:
    options: dict[str, Any] = {"lam": 9, "m": 1, "delta": Q(1, 2), "cells": 2**12}
    times = [500, 2000]
    curve = anytime_curve(times, Q(49, 50), FAIR, **options)
    far = long_run(times, Q(49, 50), FAIR, **options, block=400)
    for (a, b), (c, d) in zip(curve, far, strict=True):
        assert 0 < c <= b and a <= d <= 1
    assert discounted(500, Q(49, 50), FAIR, **options, anytime=True) == curve[0]


def test_a_run_of_ones_crosses_from_the_worst_start() -> None:
    gamma = Q(99, 100)
    options: dict[str, Any] = {"lam": 12, "m": 1, "delta": Q(1, 5)}
    n, lower = block_bound(10**20, gamma, FAIR, **options)
    limit = options["lam"] + 1 / (1 - gamma**2)

    def crossed_after(k: int) -> bool:
        with mp.workdps(50):
            log = mp.log(2 * mp.sqrt(number(limit) / 12) * 5)
            b = (mp.sqrt(12) / 2 + 2 / mp.sqrt(12) * log) * mp.sqrt(number(limit))
            x = -b
            for _ in range(k):
                x = number(gamma) * x + 1
            return bool(x >= b)

    assert crossed_after(n) and not crossed_after(n - 1)
    blocks = (10**20 - 1) // n
    with mp.workdps(50):
        wanted = -mp.expm1(blocks * mp.log1p(-(mp.mpf(2) ** -n)))
        assert wanted - mp.mpf(10) ** -12 <= lower <= wanted
    assert block_bound(n, gamma, FAIR, **options)[1] == 0


# --- scales, arguments, claims ------------------------------------------------------------------


def test_critical_scale_of_a_known_function() -> None:
    assert critical_scale(lambda c: 1 - c, Q(1, 2), low=Q(0), high=Q(1), steps=10) == (
        Q(511, 1024),
        Q(1, 2),
    )
    a, b = critical_scale(
        lambda c: (1 - c - Q(1, 10), 1 - c + Q(1, 10)), Q(1, 2), low=Q(0), steps=9
    )
    assert a < Q(2, 5) <= a + Q(1, 512) and b - Q(1, 512) < Q(3, 5) <= b
    with pytest.raises(ValueError, match="low and high"):
        critical_scale(lambda c: Q(0), Q(1, 2))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": []}, "weights"),
        ({"weights": [1, 0]}, "weights"),
        ({"weights": [0.5]}, "weights"),
        ({"actions": []}, "actions"),
        ({"actions": [(1, 1)]}, "norm"),
        ({"actions": [(1,), (1, 0)]}, "actions"),
        ({"laws": []}, "laws"),
        ({"laws": FAIR}, "laws must be a Law or its pairs"),
        ({"laws": ["fair"]}, "laws must be a Law or its pairs"),
        ({"weights": 3}, "weights must be a list"),
        ({"actions": [0, 1]}, "each of actions must be a list"),
        ({"variance": lambda law: -20}, "variance must return numbers >= 0"),
        ({"variance": lambda law: 0.5}, "variance"),
        ({"radius": 3}, "radius must be a function"),
        ({"radius": lambda ratio: -1}, "radius must return a finite number >= 0"),
        ({"laws": [((Q(1, 2), Q(2)), (Q(1, 2), Q(-2)))]}, "values"),
        ({"laws": [((Q(1, 2), Q(1)), (Q(1, 2), Q(0)))]}, "mean"),
        ({"laws": [((Q(1, 2), Q(1)),)]}, "sum"),
        ({"lam": 0}, "lam"),
        ({"lam": 0.5}, "lam"),
        ({"delta": 2}, "delta"),
        ({"scale": 0}, "scale"),
    ],
)
def test_bad_games_are_refused(change: dict[str, Any], message: str) -> None:
    game: dict[str, Any] = {"weights": [1], "actions": [(1,)], "laws": [FAIR], **LEVEL}
    with pytest.raises(ValueError, match=message):
        adversary(**{**game, **change})


def test_bad_sums_are_refused() -> None:
    for gamma in (0, 1, Q(3, 2), 0.9):
        with pytest.raises(ValueError, match="gamma"):
            discounted(3, gamma, FAIR, **LEVEL)
    for T in (0, 2.0, True):
        with pytest.raises(ValueError, match="T must"):
            equal_weights(T, FAIR, **LEVEL)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cells"):
        discounted(3, Q(1, 2), FAIR, **LEVEL, cells=1)
    with pytest.raises(ValueError, match="gamma must be so large"):
        block_bound(10, Q(1, 2), FAIR, **LEVEL)
    with pytest.raises(ValueError, match="det_ratio"):
        reached(Q(1), Q(1, 2), w=1, d=1, **LEVEL)
    with pytest.raises(ValueError, match="norm_squared"):
        reached(0.5, Q(1), w=1, d=1, **LEVEL)
    for p in (0, Q(2, 3)):
        with pytest.raises(ValueError, match="p must"):
            skewed(p)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: long_run([10], Q(1, 2), FAIR, **LEVEL, block=0), "block must"),
        (lambda: long_run([0], Q(1, 2), FAIR, **LEVEL), "each of times must"),
        (lambda: anytime_curve([0], Q(1, 2), FAIR, **LEVEL), "each of times must"),
        (lambda: anytime_curve([], Q(1, 2), FAIR, **LEVEL), "times must not be empty"),
        (lambda: discounted(0, Q(1, 2), FAIR, **LEVEL, anytime=True), "T must"),
        (lambda: critical_scale(lambda c: 1 - c, Q(1, 2), low=0, steps=0), "steps must"),
        (lambda: reached(1, 1, w=1, d=0, **LEVEL), "d must"),
    ],
)
def test_the_argument_that_is_wrong_is_named(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_a_missing_level_is_missed_by_the_function_that_was_called() -> None:
    with pytest.raises(TypeError, match=r"anytime_curve\(\) missing .* 'm' and 'delta'"):
        anytime_curve([5], Q(1, 2), FAIR, lam=1)  # type: ignore[call-arg]


def test_integers_of_numpy_are_exact_numbers() -> None:
    options: dict[str, Any] = {"m": np.int64(1), "delta": Q(1, 3), "scale": Q(1, 8)}
    plain = adversary([1, 2], [(0,), (1,)], [FAIR], lam=7, **options)
    arrays = adversary(np.array([1, 2]), np.array([[0], [1]]), [FAIR], lam=np.int64(7), **options)
    assert arrays == plain and plain.probability > 0
    walks = [equal_weights(T, FAIR, lam=7, **options) for T in (80, np.int64(80))]
    assert walks[0] == walks[1] > 0


# --- a radius of one's own ----------------------------------------------------------------------


def typed(ratio: arb) -> arb:
    """The tail radius for d = 1, m = w = 1 and the common level, once more."""
    root = (arb(3) / 2).sqrt()
    return root / 2 + 2 / root * (3 * 2 * ratio.sqrt()).log()


def test_the_tail_radius_given_as_a_function_changes_nothing() -> None:
    line = [(Q(0),), (Q(1),)]
    options = {**LEVEL, "scale": Q(1, 2)}
    assert adversary([1] * 6, line, [FAIR, SKEW], **options, radius=typed) == adversary(
        [1] * 6, line, [FAIR, SKEW], **options
    )
    walks = [equal_weights(30, SKEW, **options, radius=r) for r in (None, typed)]
    assert walks[0] == walks[1] > 0
    assert [reached(4, 2, w=1, d=1, **LEVEL, radius=r) for r in (None, typed)] == [False] * 2


def test_other_radii_are_used_as_they_are() -> None:
    """±1 and λ = 1: after n rounds S² is n² with probability 2^{1-n}, against r²(1 + n)."""
    level: dict[str, Any] = {"lam": 1, "m": 1, "delta": Q(1, 2), "freeze": False}
    n = 8
    assert equal_weights(n + 1, FAIR, **level, radius=lambda ratio: Q(8, 3)) == Q(2, 2**n)
    assert equal_weights(n + 1, FAIR, **level, radius=lambda ratio: Q(8, 3) + Q(1, 10**9)) == 0
    assert equal_weights(n + 1, FAIR, **level, radius=lambda ratio: 0) == 1
    # √2 squared is rational, which no precision can see.
    with pytest.raises(ArithmeticError, match="undecided"):
        reached(2, 1, w=1, d=1, **LEVEL, radius=lambda ratio: arb(2).sqrt())


def test_what_the_mutants_say_is_not_seen() -> None:
    delta = Q(1, 20)
    options: dict[str, Any] = {"lam": 12, "m": 1, "delta": delta}
    assert equal_weights(1500, FAIR, **options, scale=Q(62, 100)) <= delta
    assert discounted(1500, Q(99, 100), FAIR, **options, scale=Q(43, 100), cells=2**13)[1] <= delta
    short = {**options, "lam": 9}
    assert discounted(1500, Q(19, 20), FAIR, **short, scale=Q(36, 100), cells=2**13)[1] <= delta
    small: dict[str, Any] = {"lam": Q(4, 49), "m": Q(1, 14), "delta": Q(1, 1000)}
    assert equal_weights(80, skewed(Q(1, 100)), **small, bounded=False) <= small["delta"]


def test_the_union_level_is_within_reach() -> None:
    """At level δ/T the walk of the demonstration can still cross, so that bound is not idle."""
    n, lower = block_bound(10**80, Q(99, 100), FAIR, lam=12, m=1, delta=Q(1, 5 * 10**6))
    assert n > 100 and lower > 0
