r"""How the parameter :math:`\theta^\star_t` moves: schedules for the rounds t = 1, 2, ….

============ ======================================================================================
Stationary   :math:`\theta^\star_t = \theta`
Abrupt       one parameter per phase, as in the paper: :math:`\Gamma_T` changes at any rounds
Drift        on a straight line from one parameter to another
Rotation     on a circle around the origin, d = 2, at constant speed
Listed       one parameter per round, given by the user
============ ======================================================================================
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from glbtheory._support.validation import finite_array, listed, real_number, whole_number
from glbtheory.bandits._from_dict import Configured, configured
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.kernels.draws import on_circle

Array = np.ndarray

#: Beyond so many turns an angle keeps too few digits.
_FAR = 1e6


class Schedule(Configured, ABC):
    r"""A path of :math:`\theta^\star_t`."""

    @property
    @abstractmethod
    def d(self) -> int:
        """The dimension."""

    @abstractmethod
    def norm(self) -> float:
        r"""S: the largest :math:`\lVert\theta^\star_t\rVert` that the schedule can reach."""

    @abstractmethod
    def _rows(self, rounds: Array) -> Array:
        """The parameters at rounds counted from 0, as a new array."""

    def over(self, horizon: int) -> Schedule:
        """The schedule for a run of ``horizon`` rounds; ValueError if it is too short."""
        return self

    def truth(self, first: int, n: int) -> Array:
        r""":math:`\theta^\star_t` of n rounds, one row each; ``first`` counts from 0."""
        first = whole_number("first", first, 0, LAST_ROUND)
        n = whole_number("n", n, 0, LAST_ROUND)
        return self._rows(np.arange(first, first + n))

    def corners(self, horizon: int) -> Array:
        """Parameters, as rows, whose convex hull holds those of the first ``horizon`` rounds."""
        return self.truth(0, horizon)

    def changes(self, T: int) -> int:
        r""":math:`\Gamma_T`: the rounds t = 2, …, T whose parameter is not that of t - 1."""
        theta = self.truth(0, whole_number("T", T, 1))
        return int((theta[1:] != theta[:-1]).any(axis=1).sum())


def _parameter(name: str, value: Any, shape: tuple[int | None, ...] = (None,)) -> Array:
    """A parameter, or several as rows: finite, neither empty nor without coordinates."""
    array = finite_array(name, value, shape)
    if array.size == 0:
        raise ValueError(f"{name} must not be empty")
    if not np.isfinite(_norms(array)).all():
        raise ValueError(f"{name} must have a finite norm")
    return array


def _norms(rows: Array) -> Array:
    with np.errstate(over="ignore"):
        return np.sqrt((rows * rows).sum(axis=-1))


@dataclass(frozen=True, eq=False)
class Stationary(Schedule):
    """The same parameter at every round."""

    kind: ClassVar[str] = "stationary"
    theta: Any

    def __post_init__(self) -> None:
        self._set(theta=_parameter("theta", self.theta))

    @property
    def d(self) -> int:
        return len(self.theta)

    def norm(self) -> float:
        return float(_norms(self.theta))

    def _rows(self, rounds: Array) -> Array:
        return np.tile(self.theta, (len(rounds), 1))

    def corners(self, horizon: int) -> Array:
        return self.theta[None]


@dataclass(frozen=True, eq=False)
class Abrupt(Schedule):
    """One row of ``thetas`` per phase; ``breaks`` are the first rounds of the phases but one.

    Rounds count from 1, so that the least break is 2.  Breaks may lie beyond the horizon.
    """

    kind: ClassVar[str] = "abrupt"
    thetas: Any
    breaks: Any

    def __post_init__(self) -> None:
        thetas = _parameter("thetas", self.thetas, (None, None))
        given = self.breaks.tolist() if isinstance(self.breaks, np.ndarray) else self.breaks
        given = [] if isinstance(given, (list, tuple)) and not given else listed("breaks", given)
        breaks = tuple(whole_number("breaks", b, 2) for b in given)
        if list(breaks) != sorted(set(breaks)):
            raise ValueError(f"breaks must increase, not {breaks}")
        if len(thetas) != len(breaks) + 1:
            raise ValueError(
                f"thetas must have {len(breaks) + 1} rows, one more than breaks, not {len(thetas)}"
            )
        if (thetas[1:] == thetas[:-1]).all(axis=1).any():
            raise ValueError("thetas must differ from one phase to the next")
        self._set(thetas=thetas, breaks=breaks)

    @property
    def d(self) -> int:
        return int(self.thetas.shape[1])

    def norm(self) -> float:
        return float(_norms(self.thetas).max())

    def _rows(self, rounds: Array) -> Array:
        starts = np.array(self.breaks, dtype=np.int64)
        return self.thetas[np.searchsorted(starts, rounds + 1, side="right")]

    def corners(self, horizon: int) -> Array:
        return self.thetas[: 1 + self.changes(horizon)]

    def changes(self, T: int) -> int:
        return sum(b <= whole_number("T", T, 1) for b in self.breaks)


@dataclass(frozen=True, eq=False)
class Drift(Schedule):
    r"""From ``start`` at round 1 to ``end`` at round n = ``rounds``, in equal steps, then at rest:

    .. math:: \theta^\star_t = (1-s)\,\theta_{\text{start}} + s\,\theta_{\text{end}},
       \qquad s = \min(t-1,\, n-1) / (n-1) .

    Without ``rounds`` the environment sets it to its horizon.
    """

    kind: ClassVar[str] = "drift"
    start: Any
    end: Any
    rounds: Any = None

    def __post_init__(self) -> None:
        start = _parameter("start", self.start)
        end = _parameter("end", self.end, start.shape)
        self._set(start=start, end=end, rounds=_optional_rounds(self.rounds))

    @property
    def d(self) -> int:
        return len(self.start)

    def norm(self) -> float:
        return float(max(_norms(self.start), _norms(self.end)))

    def over(self, horizon: int) -> Drift:
        return replace(self, rounds=horizon) if self.rounds is None else self

    def _rows(self, rounds: Array) -> Array:
        last = _known_rounds(self.rounds) - 1
        s = (np.minimum(rounds, last) / max(last, 1))[:, None]
        return (1 - s) * self.start + s * self.end

    def corners(self, horizon: int) -> Array:
        return self.truth(0, horizon)[[0, -1]]


@dataclass(frozen=True, eq=False)
class Rotation(Schedule):
    r"""``turns`` turns in n = ``rounds`` rounds, from ``phase`` (in turns), d = 2:

    .. math:: \theta^\star_t = \text{radius} \cdot (\cos 2\pi u_t, \sin 2\pi u_t), \qquad
       u_t = \text{phase} + \text{turns} \cdot (t-1)/n .

    Negative turns run clockwise.  Without ``rounds`` the environment sets it to its horizon.
    """

    kind: ClassVar[str] = "rotation"
    radius: Any
    turns: Any
    phase: Any = 0.0
    rounds: Any = None

    def __post_init__(self) -> None:
        self._set(
            radius=real_number("radius", self.radius, 0.0, _FAR),
            turns=real_number("turns", self.turns, -_FAR, _FAR),
            phase=real_number("phase", self.phase, -_FAR, _FAR),
            rounds=_optional_rounds(self.rounds),
        )

    @property
    def d(self) -> int:
        return 2

    def norm(self) -> float:
        return float(self.radius)

    def over(self, horizon: int) -> Rotation:
        return replace(self, rounds=horizon) if self.rounds is None else self

    def _rows(self, rounds: Array) -> Array:
        u = self.phase + self.turns * (rounds / _known_rounds(self.rounds))
        points = np.empty((len(u), 2, 1))
        # Whole turns change nothing, and the circle is given for 0 <= u <= 1.
        on_circle((u - np.floor(u))[:, None], points)
        return self.radius * points[:, :, 0]


def _optional_rounds(rounds: Any) -> int | None:
    return None if rounds is None else whole_number("rounds", rounds, 1, LAST_ROUND)


def _known_rounds(rounds: int | None) -> int:
    if rounds is None:
        raise ValueError("rounds must be given, or the schedule be that of an environment")
    return rounds


@dataclass(frozen=True, eq=False)
class Listed(Schedule):
    """Row t - 1 of ``thetas`` is the parameter of round t."""

    kind: ClassVar[str] = "path"
    thetas: Any

    def __post_init__(self) -> None:
        self._set(thetas=_parameter("thetas", self.thetas, (None, None)))

    @property
    def d(self) -> int:
        return int(self.thetas.shape[1])

    def norm(self) -> float:
        return float(_norms(self.thetas).max())

    def over(self, horizon: int) -> Listed:
        if len(self.thetas) < horizon:
            raise ValueError(
                f"horizon must be at most {len(self.thetas)}, the rows of thetas, not {horizon}"
            )
        return self

    def _rows(self, rounds: Array) -> Array:
        if len(rounds) and rounds[-1] >= len(self.thetas):
            raise ValueError(
                f"n must end by round {len(self.thetas)}, the rows of thetas, not {rounds[-1] + 1}"
            )
        return self.thetas[rounds]


#: All schedules by their names in configurations.
SCHEDULES: dict[str, type[Schedule]] = {
    cls.kind: cls for cls in (Stationary, Abrupt, Drift, Rotation, Listed)
}


def schedule_from(configuration: Any) -> Schedule:
    """The schedule of a configuration; the inverse of :meth:`Schedule.configuration`."""
    return configured("schedule", configuration, SCHEDULES.values())
