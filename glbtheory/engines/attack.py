"""An optimiser looks for the instance on which an inequality is worst.

A claim lhs <= rhs with rhs > 0 says that the ratio lhs/rhs never exceeds 1.  The attack
maximises the ratio over a box from many starts with L-BFGS-B.  Finding nothing proves
nothing; it is evidence of strength *attacked*, and the worst ratio says how tight the
claim is where the search looked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import whole_number
from glbtheory.engines.enumeration import as_text
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence

#: The claim counts as violated when ratio > target * (1 + TOLERANCE).  A tight claim attains
#: its target, and double precision then lands above it by some 1e-13; 1e-9 leaves room for
#: sums of thousands of terms and is far below any violation worth reporting.
TOLERANCE = 1e-9

#: When ``confirm`` clears every suspect, an excess up to this size is called round-off.
#: A larger one means that the objective and ``confirm`` disagree: undecided.
ROUND_OFF = 1e-6

#: Relative disagreement between a gradient and central differences that is refused.
GRADIENT_TOLERANCE = 1e-4

#: At most so many coordinates of a gradient are compared at each point: all of them would cost
#: more than the attack when there are thousands.
CHECKED = 40

Array = np.ndarray
Candidate = tuple[float, Array]
Describe = Callable[[Array], dict[str, Any]]
Confirm = Callable[[dict[str, Any]], bool | None]


class _Abandon(Exception):
    """The objective is not finite here: give this start up."""


class _Oracle:
    """The objective with its gradient; counts calls and keeps the best point of a start.

    A value counts as one evaluation and an analytic gradient as one more; a gradient by
    central differences costs two evaluations per coordinate.
    """

    def __init__(self, objective: Callable[[Array], Any], gradient: Any, box: Array) -> None:
        self.objective, self.gradient, self.box = objective, gradient, box
        self.evaluations = 0
        self.best: Candidate | None = None

    def value_and_gradient(self, x: Array) -> tuple[float, Array]:
        if self.gradient is True:
            self.evaluations += 2
            value, slope = self._call(self.objective, x, (np.nan, np.full(x.size, np.nan)))
            return self._keep(float(value), x), np.asarray(slope, dtype=float)
        value = self.value(x)
        if self.gradient is None:
            return value, self.differences(x)
        self.evaluations += 1
        slope = self._call(self.gradient, x, np.full(x.size, np.nan))
        return value, np.asarray(slope, dtype=float)

    def value(self, x: Array) -> float:
        if self.gradient is True:
            return self.value_and_gradient(x)[0]
        self.evaluations += 1
        return self._keep(float(self._call(self.objective, x, np.nan)), x)

    def differences(
        self, x: Array, scale: float = 1.0, coordinates: Sequence[int] | Array | None = None
    ) -> Array:
        """Central differences that stay in the box (one-sided on its border).

        With ``coordinates`` only those; the others are 0.
        """
        slope = np.zeros(x.size)
        steps = scale * _steps(x)
        for i in range(x.size) if coordinates is None else coordinates:
            h = steps[i]
            ahead, behind = x.copy(), x.copy()
            ahead[i] = min(x[i] + h, self.box[i, 1])
            behind[i] = max(x[i] - h, self.box[i, 0])
            if ahead[i] > behind[i]:
                slope[i] = (self.value(ahead) - self.value(behind)) / (ahead[i] - behind[i])
        return slope

    def _call(self, function: Callable[[Array], Any], x: Array, otherwise: Any) -> Any:
        with np.errstate(all="ignore"):
            try:
                return function(x.copy())
            except (ArithmeticError, np.linalg.LinAlgError):
                return otherwise

    def _keep(self, value: float, x: Array) -> float:
        if np.isfinite(value) and (self.best is None or value > self.best[0]):
            self.best = (value, x.copy())
        return value

    def descend(self, x: Array) -> tuple[float, Array]:
        """What the minimiser sees: minus the ratio and its gradient."""
        value, slope = self.value_and_gradient(x)
        if not (np.isfinite(value) and np.isfinite(slope).all()):
            raise _Abandon
        return -value, -slope


def _steps(x: Array) -> Array:
    # The cube root of the precision balances truncation and round-off.
    return np.cbrt(np.finfo(float).eps) * np.maximum(1.0, np.abs(x))


def _box(bounds: Sequence[tuple[float, float]]) -> Array:
    box = np.asarray(bounds, dtype=float)
    if box.ndim != 2 or box.shape[1] != 2 or not len(box):
        raise ValueError("bounds must be a non-empty sequence of pairs (lo, hi)")
    if not np.isfinite(box).all() or (box[:, 0] > box[:, 1]).any():
        raise ValueError("bounds must be finite with lo <= hi")
    return box


def _generators(seed: int | np.random.SeedSequence, count: int) -> list[np.random.Generator]:
    """One generator per start: a start does not depend on how many there are."""
    return [np.random.default_rng(child) for child in seed_root(seed).spawn(count)]


def _check_gradient(oracle: _Oracle, rng: np.random.Generator, points: int = 5) -> None:
    """Compare the gradient with central differences at random points, or raise ValueError.

    In many dimensions :data:`CHECKED` random coordinates of each point are compared.
    Differences stand in for a missing gradient; they are compared with differences of a
    four times larger step, which disagree where the objective is not smooth.
    """
    lo, hi = oracle.box.T
    for _ in range(points):
        x = lo + (hi - lo) * rng.uniform(0.05, 0.95, size=lo.size)
        value, slope = oracle.value_and_gradient(x)
        chosen = rng.permutation(x.size)[:CHECKED]
        scale = 4.0 if oracle.gradient is None else 1.0
        numeric = oracle.differences(x, scale, chosen)
        if not np.isfinite(value) or not np.isfinite(numeric).all():
            continue
        if slope.shape != x.shape:
            raise ValueError(f"gradient must have shape {x.shape}, not {slope.shape}")
        size = max(np.abs(slope).max(), np.abs(numeric).max())
        noise = 1e4 * np.finfo(float).eps * abs(value) / _steps(x)
        # ``not <=`` so that a NaN gradient is refused as well; fixed coordinates do not count.
        wrong = ~(np.abs(slope - numeric) <= GRADIENT_TOLERANCE * size + noise) & (hi > lo)
        wrong &= np.isin(np.arange(x.size), chosen) | np.isnan(slope)
        if wrong.any():
            i = int(np.argmax(wrong))
            raise ValueError(
                f"gradient disagrees with central differences in coordinate {i}:"
                f" {slope[i]:.6g} against {numeric[i]:.6g} at x = {x.tolist()}"
            )


def attack(
    objective: Callable[[Array], Any],
    bounds: Sequence[tuple[float, float]],
    *,
    starts: int,
    seed: int | np.random.SeedSequence,
    gradient: Callable[[Array], Array] | bool | None = None,
    target: float = 1.0,
    scope: str = "",
    describe: Describe | None = None,
    confirm: Confirm | None = None,
    initial: Sequence[Sequence[float]] = (),
    max_iterations: int = 500,
) -> Evidence:
    """Maximise ``objective`` (a ratio lhs/rhs) over the box and judge ``ratio <= target``.

    ``gradient`` is a callable, ``True`` when the objective returns (value, gradient), or
    ``None`` for central differences; it is checked at random points first.  ``initial``
    adds starts of the caller's choice to the random ones.

    ``describe(x)`` names the instance; it gets an object array of simple fractions that keep
    the violation.  ``confirm(instance)`` checks such an instance exactly, by intervals or
    rationals: True (violated), False (not violated) or None (cannot tell).  With it nothing
    is refuted by floating point alone.

    Refuted: the ratio exceeds the target by more than :data:`TOLERANCE` and ``confirm`` (if
    any) agrees.  Undecided: every start failed (was not finite), or ``confirm`` contradicts more
    than :data:`ROUND_OFF`.  Else it holds.  ``worst_ratio`` is relative to the target; the
    worst instance and the number of evaluations are in ``certificate``.
    """
    from scipy.optimize import minimize  # slow to import, and most runs never need it

    judge = _Judge(target, scope, describe, confirm)
    box = _box(bounds)
    rngs = _generators(seed, whole_number("starts", starts, 1) + 1)
    oracle = _Oracle(objective, gradient or None, box)
    _check_gradient(oracle, rngs[0])
    points = [rng.uniform(box[:, 0], box[:, 1]) for rng in rngs[1:]]
    points += [np.clip(np.asarray(x, dtype=float), box[:, 0], box[:, 1]) for x in initial]
    candidates: list[Candidate] = []
    abandoned = 0
    options = {"maxiter": max_iterations, "ftol": 1e-15, "gtol": 1e-10}
    for x in points:
        oracle.best = None
        try:
            minimize(oracle.descend, x, jac=True, method="L-BFGS-B", bounds=box, options=options)
        except _Abandon:
            abandoned += 1
        if oracle.best is not None:
            candidates.append(oracle.best)
    record = {"method": "L-BFGS-B", "starts": len(points), "abandoned": abandoned}
    return judge.decide(oracle, candidates, record)


def random_search(
    objective: Callable[[Array], Any],
    bounds: Sequence[tuple[float, float]],
    *,
    evaluations: int,
    seed: int | np.random.SeedSequence,
    gradient: Any = None,
    **judgement: Any,
) -> Evidence:
    """The same judgement from ``evaluations`` uniform points: the baseline of an attack.

    For a fair comparison pass ``attack(...).certificate["evaluations"]``.  The gradient is
    neither used nor charged; ``True`` only says that the objective returns a pair.
    ``judgement`` is target, scope, describe and confirm, as in :func:`attack`.
    """
    box = _box(bounds)
    value = (lambda x: objective(x)[0]) if gradient is True else objective
    oracle = _Oracle(value, None, box)
    rng = _generators(seed, 1)[0]
    for _ in range(whole_number("evaluations", evaluations, 1)):
        oracle.value(rng.uniform(box[:, 0], box[:, 1]))
    candidates = [] if oracle.best is None else [oracle.best]
    return _Judge(**judgement).decide(oracle, candidates, {"method": "random"})


@dataclass(frozen=True)
class _Judge:
    """Turns the best points of all starts into evidence; see :func:`attack`."""

    target: float = 1.0
    scope: str = ""
    describe: Describe | None = None
    confirm: Confirm | None = None

    def __post_init__(self) -> None:
        if not 0 < self.target < np.inf:
            raise ValueError(f"target must be positive and finite, not {self.target!r}")

    def name(self, x: Array) -> dict[str, Any]:
        if self.describe is not None:
            return self.describe(x)
        return {f"x{i}": v for i, v in enumerate(x)}

    def decide(self, oracle: _Oracle, found: list[Candidate], record: dict[str, Any]) -> Evidence:
        record = {**record, "evaluations": oracle.evaluations, "worst_instance": None}
        if not found:
            return self.answer(UNDECIDED, "no start gave a finite value", None, None, record)
        found = sorted(found, key=lambda c: -c[0])
        worst, x = found[0]
        limit = self.target * (1 + TOLERANCE)
        cleared = True
        for value, point in (c for c in found if c[0] > limit):
            # Keep half of the excess, so that an interval check has something to see.
            instance = self.name(_simplest(oracle, point, max(limit, (value + self.target) / 2)))
            verdict = True if self.confirm is None else self.confirm(instance)
            if verdict:
                how = "in floating point" if self.confirm is None else "and confirmed"
                return self.answer(REFUTED, f"violated {how}", value, instance, record)
            cleared = cleared and verdict is False
        instance = self.name(_simplest(oracle, x, worst - 1e-6 * abs(worst)))
        if not cleared or worst > self.target * (1 + ROUND_OFF):
            detail = "a violation in floating point is not confirmed"
            return self.answer(UNDECIDED, detail, worst, instance, record)
        if record.get("abandoned") and record["abandoned"] == record["starts"]:
            detail = "every start met a value that is not finite"
            return self.answer(UNDECIDED, detail, worst, instance, record)
        detail = "no violation" if worst <= limit else "the excess is round-off: confirm clears it"
        return self.answer(HOLDS, detail, worst, instance, record)

    def answer(
        self, outcome: str, detail: str, worst: float | None, instance: Any, record: dict[str, Any]
    ) -> Evidence:
        text = as_text(instance, exact=False)
        return Evidence(
            outcome,
            engine="attack",
            strength="searched",
            scope=self.scope,
            witness=text if outcome == REFUTED else None,
            worst_ratio=None if worst is None else worst / self.target,
            certificate={**record, "worst_instance": text},
            detail=detail,
        )


def _simplest(oracle: _Oracle, x: Array, keep: float) -> Array:
    """The point with the smallest denominators (powers of ten as limits) whose ratio is > keep."""
    ends = [[Fraction(repr(float(end))) for end in pair] for pair in oracle.box]
    spent = oracle.evaluations
    point = np.array([Fraction(float(v)) for v in x], dtype=object)
    for power in range(13):
        rounded = [Fraction(float(v)).limit_denominator(10**power) for v in x]
        rounded = [min(max(v, lo), hi) for v, (lo, hi) in zip(rounded, ends, strict=True)]
        if oracle.value(np.array(rounded, dtype=float)) > keep:
            point = np.array(rounded, dtype=object)
            break
    oracle.evaluations = spent  # tidying the answer is no part of the search
    return point
