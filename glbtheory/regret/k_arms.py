r"""K arms with abrupt changes and a sliding window, small enough to be looked at exactly.

Rounds are :math:`t = 1, \dots, T` and arms :math:`0, \dots, K-1`.  A breakpoint is the first round
of a new phase; :math:`\Gamma_T` breakpoints cut the rounds into :math:`\Gamma_T + 1` phases.  The
number of plays of an arm in the last τ rounds, round t included, is

.. math:: N_t(\tau, i) = \sum_{s = t-\tau+1}^{t} 1(I_s = i),

and SW-UCB (Garivier and Moulines, 2011) plays at round t the arm with the largest
:math:`\bar X_{t-1}(\tau, i) + B\sqrt{\xi \log(\min(t-1, \tau)) / N_{t-1}(\tau, i)}`; an arm that
does not occur in the window has the index :math:`+\infty`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import numpy as np
from flint import arb

from glbtheory._support.validation import is_real, listed, positive, whole_number
from glbtheory.engines.boxes.balls import ball

#: Indices nearer than this are not told apart by floats; exact ties have equal floats.
_CLOSE = 1e-11


# --- schedules and phases -------------------------------------------------------------------------


@dataclass(frozen=True)
class ArmSchedule:
    """Means of the arms by phase; ``breakpoints`` are the first rounds of the phases but one."""

    horizon: int
    breakpoints: tuple[int, ...]
    means: tuple[tuple[Any, ...], ...]

    def __post_init__(self) -> None:
        whole_number("horizon", self.horizon, 1)
        for b in self.breakpoints:
            whole_number("breakpoints", b, 1)
        inside = (1, *self.breakpoints, self.horizon + 1)
        if any(b <= a for a, b in pairwise(inside)):
            raise ValueError(f"breakpoints must increase within 2..{self.horizon}")
        if len(self.means) != len(self.breakpoints) + 1:
            raise ValueError("means must be given for each phase, one more than breakpoints")
        if len({len(row) for row in self.means}) != 1:
            raise ValueError("means must be given for the same arms in every phase")
        for x in (x for row in self.means for x in listed("means", row)):
            if not is_real(x) or not 0 <= x < math.inf:
                raise ValueError(f"means must be finite numbers >= 0, not {x!r}")

    @property
    def arms(self) -> int:
        """K."""
        return len(self.means[0])

    @property
    def changes(self) -> int:
        """Γ_T."""
        return len(self.breakpoints)

    def phases(self) -> list[range]:
        """All Γ_T + 1 phases; the last one ends with the horizon."""
        return [range(a, b) for a, b in pairwise((1, *self.breakpoints, self.horizon + 1))]

    def phases_as_printed(self) -> list[range]:
        """The Γ_T phases of lines 3420-3422: nothing follows the last breakpoint."""
        return [range(a, b) for a, b in pairwise((1, *self.breakpoints))]

    def phase_of(self, t: int) -> int:
        """The number of the phase that holds round t, from 0."""
        return sum(b <= t for b in self.breakpoints)

    def gaps(self, phase: int) -> tuple[Any, ...]:
        """Best mean minus mean, arm by arm."""
        row = self.means[phase]
        return tuple(max(row) - x for x in row)

    def gap(self, t: int, arm: int) -> Any:
        """What playing the arm at round t costs."""
        return self.gaps(self.phase_of(t))[arm]

    def regret(self, actions: Sequence[int]) -> Any:
        """The sum of the gaps of a sequence of actions."""
        if len(actions) > self.horizon or not all(0 <= i < self.arms for i in actions):
            raise ValueError(
                f"actions must be at most {self.horizon} numbers of arms in 0..{self.arms - 1}"
            )
        return sum(self.gap(t, i) for t, i in enumerate(actions, 1))

    def smallest_gap(self, arm: int) -> Any:
        """The least gap over the rounds at which the arm is not best; ``None`` if there are none.

        It is Δμ_T(i) of line 3437.
        """
        gaps = [self.gap(t, arm) for t in range(1, self.horizon + 1)]
        return min((g for g in gaps if g > 0), default=None)


def breakpoint_sets(horizon: int, changes: int) -> Iterator[tuple[int, ...]]:
    """All sets of so many breakpoints among the rounds 2 .. T."""
    return combinations(range(2, horizon + 1), changes)


# --- counts ---------------------------------------------------------------------------------------


def plays(actions: Sequence[int], t: int, tau: int, arm: int) -> int:
    """N_t(τ, i): plays of the arm in the rounds t-τ+1 .. t (those before round 1 do not exist).

    An empty window, τ = 0, holds none.
    """
    if whole_number("t", t, 0) > len(actions):
        raise ValueError(f"t must lie in 0..{len(actions)}, not {t}")
    return sum(a == arm for a in actions[max(0, t - whole_number("tau", tau, 0)) : t])


def rare_plays(actions: Sequence[int], rounds: range, tau: int, arm: int, m: Any) -> int:
    """How often the arm is played at a round of ``rounds`` with N_t(τ, i) <= m."""
    if len(rounds) and not (min(rounds) >= 1 and max(rounds) <= len(actions)):
        raise ValueError(f"rounds must lie in 1..{len(actions)}, not {rounds}")
    return sum(actions[t - 1] == arm and plays(actions, t, tau, arm) <= m for t in rounds)


def rarest(horizon: int, tau: int, m: int) -> tuple[int, ...]:
    """A sequence of two arms that attains the counting lemma: arm 0 first in each block of τ."""
    horizon, tau = whole_number("horizon", horizon, 1), whole_number("tau", tau, 1)
    m = whole_number("m", m, 0)
    return tuple(0 if (t % tau) < m else 1 for t in range(horizon))


def most_rare_plays(horizon: int, tau: int, m: Any, rounds: range, lag: int = 0) -> int:
    """The largest number of plays with N_{t-lag}(τ, i) <= m over all sequences, by recursion.

    Only plays of one arm matter, so a sequence is a word of zeros and ones; the state is its last
    τ letters.  ``lag`` 0 counts round t itself, 1 counts the τ rounds before it.
    """
    horizon, tau = whole_number("horizon", horizon, 0), whole_number("tau", tau, 1)
    if not is_real(m) or m != m:
        raise ValueError(f"m must be a number, not {m!r}")
    if lag not in (0, 1):
        raise ValueError(f"lag must be 0 or 1, not {lag!r}")
    best: dict[tuple[int, ...], int] = {(): 0}
    for t in range(1, horizon + 1):
        found: dict[tuple[int, ...], int] = {}
        for past, total in best.items():
            for letter in (0, 1):
                window = (*past, letter)[-tau:]
                count = sum(past) if lag else sum(window)
                gained = int(letter == 1 and t in rounds and count <= m)
                found[window] = max(found.get(window, 0), total + gained)
        best = found
    return max(best.values())


# --- the policy -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlidingUCB:
    """SW-UCB; ties go to the arm with the smaller number."""

    arms: int
    tau: int
    xi: Any
    B: Any = 1

    def __post_init__(self) -> None:
        for name in ("arms", "tau"):
            whole_number(name, getattr(self, name), 1)
        for name in ("xi", "B"):
            positive(name, getattr(self, name))

    def bonus(self, t: int, count: int) -> float:
        """c_t after ``count`` plays within the window; infinite after none."""
        if count == 0:
            return math.inf
        return float(self.B) * math.sqrt(float(self.xi) * math.log(min(t, self.tau)) / count)

    def summary(self, past: Sequence[tuple[int, Any]], arm: int) -> tuple[int, Any]:
        """Plays within the window that ends with the past, and the sum of their rewards."""
        seen = [x for i, x in past[-self.tau :] if i == arm]
        return len(seen), sum(seen)

    def index(self, past: Sequence[tuple[int, Any]], arm: int) -> float:
        """The index after the rounds of ``past``, pairs of an arm and its reward."""
        count, total = self.summary(past, arm)
        if count == 0:
            return math.inf
        return float(Fraction(total) / count) + self.bonus(len(past), count)

    def select(self, past: Sequence[tuple[int, Any]]) -> int:
        """The arm of the next round.

        Two finite indices agree only if both counts and both sums do, or if log(min(t, τ)) is 0:
        otherwise a rational would equal a transcendental number.  Equal numbers give equal floats;
        floats that are merely close are refused, so the choice is exact.
        """
        values = [self.index(past, arm) for arm in range(self.arms)]
        top = max(values)
        if any(0 < top - v < _CLOSE for v in values):
            raise ArithmeticError(f"indices too close to compare: {values}")
        return values.index(top)

    def run(self, horizon: int, reward: Callable[[int, int], Any]) -> list[tuple[int, Any]]:
        """Arms and rewards of all rounds; ``reward(t, arm)`` is what the arm pays at round t."""
        past: list[tuple[int, Any]] = []
        for t in range(1, horizon + 1):
            arm = self.select(past)
            past.append((arm, reward(t, arm)))
        return past

    def paths(self, horizon: int) -> Iterator[list[tuple[int, Any]]]:
        """The runs for all rewards 0 and 1: every path that Bernoulli rewards can take."""

        def grow(past: list[tuple[int, Any]]) -> Iterator[list[tuple[int, Any]]]:
            if len(past) == horizon:
                yield past
                return
            arm = self.select(past)
            for x in (0, 1):
                yield from grow([*past, (arm, x)])

        return grow([])

    def expected_regret(self, schedule: ArmSchedule) -> Any:
        """The exact mean regret with Bernoulli rewards; 2^T paths."""
        total: Any = Fraction(0)
        for path in self.paths(schedule.horizon):
            probability: Any = Fraction(1)
            for t, (arm, x) in enumerate(path, 1):
                p = schedule.means[schedule.phase_of(t)][arm]
                probability *= p if x else 1 - p
            total += probability * schedule.regret([arm for arm, _ in path])
        return total


# --- deviations -----------------------------------------------------------------------------------


def levels(n: int, eta: Fraction) -> int:
    """⌈log n / log(1+η)⌉ exactly: the least j with (1+η)^j >= n."""
    whole_number("n", n, 1)
    positive("eta", eta)
    j, power = 0, Fraction(1)
    while power < n:
        j, power = j + 1, power * (1 + eta)
    return j


def xi_of(eta: Fraction) -> Fraction:
    """The ξ for which n^{-2ξ(1-η²/16)} is 1/n; it exists for η < 4."""
    if not 0 < eta < 4:
        raise ValueError(f"eta must lie in (0, 4), not {eta}")
    return 1 / (2 * (1 - eta**2 / 16))


def deviation_probability(p: Fraction, n: int, xi: Fraction, scale: Fraction = Fraction(1)) -> Any:
    r"""The largest :math:`P(\bar X > \mu + c)` over all ways to decide when to play, exactly.

    n rounds, rewards ``scale`` times Bernoulli(p), B = 1.  Whoever wants the mean of the rewards
    to exceed :math:`\mu + \sqrt{\xi\log n/N}` plays until it does and then stops, so this is the
    probability that some :math:`N \leq n` has :math:`(S_N - N\mu)^2 > N\xi\log n` with
    :math:`S_N > N\mu`: a walk with an absorbing boundary, in rationals.  The boundary is compared
    in balls: :math:`\log n` is no rational for n >= 2.
    """
    whole_number("n", n, 1)
    if not is_real(p) or not 0 <= p <= 1:
        raise ValueError(f"p must lie in [0, 1], not {p!r}")
    positive("xi", xi)
    positive("scale", scale)
    log_n = arb(n).log()
    alive: dict[int, Fraction] = {0: Fraction(1)}
    absorbed = Fraction(0)
    for count in range(1, n + 1):
        following: dict[int, Fraction] = {}
        for ones, mass in alive.items():
            for step, chance in ((1, p), (0, 1 - p)):
                k = ones + step
                above = scale * (k - count * p)
                if above > 0 and _exceeds(above**2, count * xi, log_n):
                    absorbed += mass * chance
                else:
                    following[k] = following.get(k, Fraction(0)) + mass * chance
        alive = following
    return absorbed


def _exceeds(square: Fraction, factor: Fraction, log_n: Any) -> bool:
    """square > factor log n; the two are never equal when log n > 0, so balls decide."""
    gap = ball(square) - ball(factor) * log_n
    if not (gap > 0 or gap < 0):
        raise ArithmeticError("the boundary was not decided")
    return bool(gap > 0)


# --- simulation -----------------------------------------------------------------------------------


def simulate(
    schedule: ArmSchedule,
    policy: SlidingUCB,
    runs: int = 1,
    seed: int = 0,
    *,
    noisy: bool = True,
) -> np.ndarray:
    """Plays of SW-UCB by run, phase and arm.

    Rewards are B times Bernoulli(mean/B), or the means themselves if not ``noisy``.  Only the
    played arm of a round enters the window and only round t-τ leaves it, so a round costs a few
    operations on arrays of ``runs`` times K numbers.
    """
    runs, tau, B = whole_number("runs", runs, 1), policy.tau, float(policy.B)
    if schedule.arms != policy.arms:
        raise ValueError(f"the schedule has {schedule.arms} arms, the policy {policy.arms}")
    if max(x for row in schedule.means for x in row) > policy.B:
        raise ValueError(f"means must lie in [0, B] = [0, {policy.B}]")
    rng = np.random.default_rng(seed)
    means = np.array(schedule.means, dtype=float)
    counts, sums = np.zeros((runs, policy.arms)), np.zeros((runs, policy.arms))
    played, paid = np.zeros((tau, runs), dtype=int), np.zeros((tau, runs))
    total = np.zeros((runs, *means.shape), dtype=int)
    rows = np.arange(runs)
    for phase, rounds in enumerate(schedule.phases()):
        for t in rounds:
            index = np.full(counts.shape, np.inf)
            # One play after t-1 rounds costs the bonus; it falls with the root of the count.
            single = policy.bonus(t - 1, 1) if t > 1 else 0.0
            np.divide(single, np.sqrt(counts), out=index, where=counts > 0)
            index += np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
            arm = index.argmax(axis=1)
            reward = means[phase, arm]
            if noisy:
                reward = B * (rng.random(runs) < reward / B)
            slot = t % tau
            if t > tau:
                counts[rows, played[slot]] -= 1
                sums[rows, played[slot]] -= paid[slot]
            played[slot], paid[slot] = arm, reward
            counts[rows, arm] += 1
            sums[rows, arm] += reward
            total[rows, phase, arm] += 1
    return total


def regret_of_plays(schedule: ArmSchedule, total: np.ndarray) -> list[Any]:
    """The regret of each run, exact if the means are."""
    wanted = (schedule.changes + 1, schedule.arms)
    if np.ndim(total) != 3 or np.shape(total)[1:] != wanted:
        raise ValueError(f"total must have shape (runs, *{wanted}), not {np.shape(total)}")
    gaps = [schedule.gaps(k) for k in range(schedule.changes + 1)]
    return [
        sum(
            g * int(n)
            for row, ns in zip(gaps, run, strict=True)
            for g, n in zip(row, ns, strict=True)
        )
        for run in total
    ]


# --- hard cases -----------------------------------------------------------------------------------


def _dyadic(x: float, bits: int = 20) -> Fraction:
    """x rounded to a multiple of 2^-bits, so that sums of means are exact in floats."""
    return Fraction(round(x * 2**bits), 2**bits)


def small_gap_case(horizon: int, tau: int, xi: Any) -> ArmSchedule:
    """No change, and a gap near √(ξ log τ/τ) that a window of τ rounds cannot resolve."""
    tau, xi = whole_number("tau", tau, 1), positive("xi", xi)
    return ArmSchedule(horizon, (), ((_dyadic(math.sqrt(xi * math.log(tau) / tau)), 0),))


def falling_case(horizon: int, changes: int) -> ArmSchedule:
    """The first arm pays 1 and 0 by turns, the second always 1/2: the window remembers too long."""
    horizon, changes = whole_number("horizon", horizon, 1), whole_number("changes", changes, 0)
    points = tuple(1 + k * horizon // (changes + 1) for k in range(1, changes + 1))
    high, low = (Fraction(1), Fraction(1, 2)), (Fraction(0), Fraction(1, 2))
    return ArmSchedule(horizon, points, tuple(low if k % 2 else high for k in range(changes + 1)))
