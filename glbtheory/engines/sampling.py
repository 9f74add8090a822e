r"""Monte Carlo with exact binomial limits.

An event of unknown probability :math:`p` was seen ``k`` times in ``n`` independent trials.
The Clopper–Pearson limits invert the binomial tails exactly, so they cover :math:`p` with
at least the stated confidence for every ``n`` and :math:`p`; no normal approximation.

Looking again after more trials spends confidence.  :func:`sample_until` gives look
:math:`j = 1, 2, \dots` the error :math:`\alpha_j = (1-\text{level})\,2^{-j}`; these sum to at
most :math:`1-\text{level}`, so by the union bound all limits hold together with the stated
confidence, whenever the run stops.  The trials double from look to look, so a run of ``n``
trials pays only :math:`\log_2 n` halvings.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

import numpy as np

from glbtheory._support.lazy_scipy import betainccinv, betaincinv
from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import fraction_of_one, whole_number
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

Draw = Callable[[np.random.Generator, int], int]


def _lower(k: int, n: int, alpha: float) -> float:
    """The p at which k or more events have probability alpha."""
    return 0.0 if k == 0 else float(betaincinv(k, n - k + 1, alpha))


def _upper(k: int, n: int, alpha: float) -> float:
    """The p at which k or fewer events have probability alpha."""
    return 1.0 if k == n else float(betainccinv(k + 1, n - k, alpha))


def clopper_pearson(k: int, n: int, level: float, side: str = "both") -> tuple[float, float]:
    """Exact confidence limits (lower, upper) for a probability, from k events in n trials.

    ``level`` is the confidence, e.g. 0.99.  ``side`` is ``"both"``, ``"upper"`` (the whole
    error above, lower limit 0) or ``"lower"`` (the whole error below, upper limit 1).
    """
    n = whole_number("n", n, 1)
    k = whole_number("k", k, 0)
    if k > n:
        raise ValueError(f"k must be at most n = {n}, not {k}")
    alpha = 1 - fraction_of_one("level", level)
    if side == "both":
        return _lower(k, n, alpha / 2), _upper(k, n, alpha / 2)
    if side == "upper":
        return 0.0, _upper(k, n, alpha)
    if side == "lower":
        return _lower(k, n, alpha), 1.0
    raise ValueError(f"side must be both, upper or lower, not {side!r}")


@dataclass(frozen=True)
class Blindness:
    """What a test of ``p <= target`` with n trials cannot see.

    ``events_needed`` is the fewest events that refute (``None``: no count does).  True
    probabilities in (target, ``detectable``) violate the claim but are refuted with
    probability below ``power``.  ``resolution`` is the upper limit after no event at all:
    targets at or below it can never be confirmed.
    """

    target: float
    n: int
    level: float
    power: float
    events_needed: int | None
    detectable: float | None
    resolution: float

    def __str__(self) -> str:
        if self.detectable is None:
            return f"blind: no outcome of {self.n} trials refutes p <= {self.target:g}"
        return (
            f"blind to violations with p below {self.detectable:.4g}"
            f" ({self.detectable / self.target:.3g} times the target; power {self.power:g})"
        )


def blind(target: float, n: int, level: float, *, power: float = 0.95, looks: int = 1) -> Blindness:
    """The smallest violation of ``p <= target`` that n trials detect with the given power.

    ``looks`` is the number of the look at which the n trials are judged, as in
    :func:`sample_until`; 0 means one fixed sample that keeps the whole error.
    """
    target, level = fraction_of_one("target", target), fraction_of_one("level", level)
    power, n = fraction_of_one("power", power), whole_number("n", n, 1)
    half = (1 - level) * 2.0 ** -whole_number("looks", looks, 0) / 2
    resolution = _upper(0, n, half)
    # The lower limit grows with the count: the first count that lifts it above the target.
    counts = range(n + 1)
    needed = bisect.bisect_right(counts, target, key=lambda k: _lower(k, n, half))
    if needed > n:
        return Blindness(target, n, level, power, None, None, resolution)
    detectable = float(betaincinv(needed, n - needed + 1, power))
    return Blindness(target, n, level, power, needed, detectable, resolution)


def _events(draw: Draw, seed: np.random.SeedSequence, n: int) -> int:
    count = whole_number("the count returned by draw", draw(np.random.default_rng(seed), n), 0)
    if count > n:
        raise ValueError(f"the count returned by draw must be at most {n}, not {count}")
    return count


def sample_until(
    draw: Draw,
    target: float,
    *,
    seed: int | np.random.SeedSequence,
    level: float = 0.999,
    batch: int = 1000,
    budget: int = 1_000_000,
    scope: str = "",
    mapper: Callable[..., Iterable[int]] = map,
) -> Evidence:
    """Test ``P(event) <= target`` by sampling until the limits decide or the budget ends.

    ``draw(rng, n)`` returns the number of events in n independent trials.  Look j adds
    2^(j-1) batches and computes both limits with error alpha_j (see the module's text).
    It holds when the upper limit is below the target, is refuted when the lower limit is
    above it, and is undecided when ``budget`` trials decide neither.  Every batch has its
    own spawned seed, so ``mapper`` (say ``executor.map``) does not change the result.
    """
    target, level = fraction_of_one("target", target), fraction_of_one("level", level)
    batch, budget = whole_number("batch", batch, 1), whole_number("budget", budget, 1)
    root = seed_root(seed)
    k = n = look = 0
    while True:
        look += 1
        planned = min(batch * 2 ** (look - 1), budget - n)
        sizes = [min(batch, planned - i) for i in range(0, planned, batch)]
        k += sum(mapper(partial(_events, draw), root.spawn(len(sizes)), sizes))
        n += planned
        half = (1 - level) * 2.0**-look / 2
        lower, upper = _lower(k, n, half), _upper(k, n, half)
        if upper < target or lower > target or n >= budget:
            return _evidence(k, n, look, (lower, upper), target, level, scope)


def _evidence(
    k: int,
    n: int,
    look: int,
    limits: tuple[float, float],
    target: float,
    level: float,
    scope: str,
) -> Evidence:
    lower, upper = limits
    outcome = HOLDS if upper < target else REFUTED if lower > target else UNDECIDED
    limit = lower if outcome == REFUTED else upper
    side = "lower" if outcome == REFUTED else "upper"
    said = f"n = {n} trials, {k} events, {side} limit {limit:.4g} at confidence {level:g}"
    witness = {
        "events": k,
        "trials": n,
        "lower_limit": lower,
        "target": target,
    }
    return Evidence(
        outcome,
        engine="sampling",
        strength="sampled",
        scope=f"{scope}: {said}" if scope else said,
        witness=witness if outcome == REFUTED else None,
        worst_ratio=limit / target,
        detail=f"target {target:g}, look {look}; {blind(target, n, level, looks=look)}",
    )
