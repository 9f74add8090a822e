r"""A context and the features of arms as actions; arms that are not on offer today.

With a context x and the features f of an arm, both in the unit ball, the action is

=============== ================================== ===================================
how             action                             mean
=============== ================================== ===================================
``outer``       :math:`x\otimes f`                 :math:`\mu(x^\top\Theta f)`
``concatenate`` :math:`(x, f)/\sqrt2`              :math:`\mu(x^\top\alpha+f^\top\beta)`
=============== ================================== ===================================

Both lie in the unit ball.  In the second row :math:`\theta=\sqrt2\,(\alpha,\beta)`, so that S is
:math:`\sqrt2` times a bound of :math:`\lVert(\alpha,\beta)\rVert`; the context then moves all arms
alike and cannot change which one is best, while in the first it can.  Arms without features are
the unit vectors: the outer product then is a parameter of its own for every arm.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import one_of, unit_ball
from glbtheory.bandits.inputs.tables import as_row, as_rows

Array = np.ndarray

HOW = ("outer", "concatenate")


def joint_actions(context: Any, arms: Any, how: str = "outer") -> Array:
    """The actions of a round: one row for each row of ``arms``."""
    one_of("how", how, HOW)
    x = _in_ball("context", as_row(context, "context")[None])[0]
    f = _in_ball("arms", as_rows(arms, "arms"))
    if how == "outer":
        found: Array = (x[:, None] * f[:, None, :]).reshape(len(f), -1)
        return found
    return np.hstack([np.broadcast_to(x, (len(f), len(x))), f]) / math.sqrt(2.0)


def _in_ball(name: str, rows: Array) -> Array:
    try:
        return unit_ball(rows)
    except ValueError as error:
        raise ValueError(f"{str(error).replace('actions', name)}; Scaler shortens them") from None


def on_offer(actions: Any) -> tuple[Array, Array]:
    """The rows without missing numbers, and their numbers in the table.

    A row that has a missing number (not a number, None, NA) stands for an arm that is not on offer.
    What a policy selects is a place among the first; the second gives the arm.
    """
    table = actions.to_numpy() if callable(getattr(actions, "to_numpy", None)) else actions
    try:
        rows = np.asarray(table, dtype=object)
    except ValueError:
        raise ValueError("actions must have rows of equal length") from None
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise ValueError(
            f"actions must be a table with rows and columns, not of shape {rows.shape}"
        )
    there = np.array([not any(_is_missing(entry) for entry in row) for row in rows], dtype=bool)
    if not there.any():
        raise ValueError("actions must have at least one row without missing numbers")
    return as_rows(rows[there]), np.flatnonzero(there)


def _is_missing(entry: Any) -> bool:
    # NA of pandas is neither equal nor unequal to itself.
    if entry is None or type(entry).__name__ == "NAType":
        return True
    return isinstance(entry, (float, np.floating)) and math.isnan(entry)
