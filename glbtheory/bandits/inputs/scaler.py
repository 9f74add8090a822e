r"""Actions longer than 1: features and S are rescaled together, so that the guarantee stays.

The analysis asks for :math:`\lVert a\rVert\le 1` and :math:`\lVert\theta_\star\rVert\le S`.  If
instead :math:`\lVert a\rVert\le L`, then with

.. math:: a' = a / L, \qquad \theta' = L\,\theta, \qquad S' = L\,S

the means are unchanged, :math:`\mu(a'^\top\theta') = \mu(a^\top\theta)`, the new actions lie in the
unit ball, and :math:`\lVert\theta'_\star\rVert\le S'`.  A policy that plays the rows a' with the
radius S' therefore has its theorem, for the stream as it is.  The price is S': the smallest slope
:math:`c_\mu` is taken over :math:`|z|\le LS`, which is what the numbers :math:`a^\top\theta` may
really be.  The ridge :math:`\lambda\lVert\theta'\rVert^2` is
:math:`\lambda L^2\lVert\theta\rVert^2` in the old units.

Dividing each row by its own norm is something else.  It changes the model, because it forgets how
long a row was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array, positive
from glbtheory.bandits.inputs.tables import as_rows

Array = np.ndarray


@dataclass(frozen=True)
class Scaler:
    """Divides actions by ``longest``, a bound of all norms that will come."""

    longest: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "longest", positive("longest", self.longest))

    @staticmethod
    def of(actions: Any, room: float = 1.0) -> Scaler:
        """The scaler for the longest of these rows, times ``room`` for longer ones to come.

        That later rows are no longer is then an assumption; :meth:`rows` refuses those that are.
        """
        norms = _norms(as_rows(actions))
        if not norms.size or not norms.any():
            raise ValueError("actions must have a row that is not zero")
        room = positive("room", room)
        if room < 1:
            raise ValueError(f"room must be at least 1, not {room:g}")
        return Scaler(float(norms.max()) * room)

    def rows(self, actions: Any) -> Array:
        """The rows in the unit ball; ValueError if one of them is longer than ``longest``."""
        rows = as_rows(actions)
        norms = _norms(rows)
        if norms.size and norms.max() > self.longest * LONGEST:
            k = int(norms.argmax())
            raise ValueError(
                f"actions must have norm at most longest = {self.longest:g}; row {k} has the norm "
                f"{norms[k]:g}: a larger Scaler needs a larger S, so make the policy anew"
            )
        found: Array = rows / self.longest
        return found

    def radius(self, S: float) -> float:
        """The S for the policy: ``longest`` times the bound of the parameter in its own units."""
        return positive("S", positive("S", S) * self.longest)

    def theta(self, theta: Any) -> Array:
        """A parameter of the policy in the units of the unscaled features."""
        found: Array = finite_array("theta", theta) / self.longest
        return found

    def explain(self, S: float) -> str:
        """What was done, in a sentence."""
        return (
            f"actions are divided by {self.longest:g} and S = {S:g} becomes {self.radius(S):g}: "
            "the means and the guarantee are those of the stream as it is"
        )


def _norms(rows: Array) -> Array:
    norms: Array = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return norms
