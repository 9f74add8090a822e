"""Tables of numbers as arrays of floats: data frames, sparse rows, truth values, float32.

The policies refuse truth values and missing numbers, because these are mistakes more often than
not.  Who calls these functions says that a truth value is a 0 or a 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Array = np.ndarray

#: More numbers than that in a dense array are a mistake: 8 GiB.
_MOST_NUMBERS = 2**30


def as_rows(actions: Any, name: str = "actions") -> Array:
    """A table as an array (rows, columns) of finite doubles.

    Takes nested lists, arrays of any number type, data frames (whatever has ``to_numpy``) and
    sparse matrices (whatever has ``toarray`` and ``shape``).  Truth values become 0 and 1.
    """
    rows = _numbers(actions, name)
    if rows.ndim != 2 or rows.shape[1] == 0:
        raise ValueError(f"{name} must be a table with rows and columns, not of shape {rows.shape}")
    return rows


def as_row(action: Any, name: str = "action") -> Array:
    """One row of such a table, as a vector: a list, a series, a sparse row."""
    row = _numbers(action, name)
    if row.ndim == 2 and len(row) == 1:  # a sparse row, a frame of one row
        row = row[0]
    if row.ndim != 1 or row.size == 0:
        raise ValueError(f"{name} must be one row of numbers, not of shape {row.shape}")
    return row


def as_rewards(rewards: Any, name: str = "rewards") -> Array:
    """Rewards as a vector of finite doubles; clicks given as truth values become 0 and 1."""
    found = _numbers(rewards, name)
    if found.ndim == 2 and 1 in found.shape:
        found = found.ravel()
    if found.ndim > 1:
        raise ValueError(f"{name} must be one number per round, not of shape {found.shape}")
    return np.atleast_1d(found)


def as_reward(reward: Any, name: str = "reward") -> float:
    """One reward; a click given as a truth value becomes 0 or 1."""
    found = _numbers(reward, name)
    if found.size != 1:
        raise ValueError(f"{name} must be one number, not of shape {found.shape}")
    return float(found.item())


def _numbers(value: Any, name: str) -> Array:
    array = _array(value, name)
    if array.dtype == object:  # columns of several types, fractions, numbers that are missing
        array = _each(array, name)
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must hold numbers or truth values, not {array.dtype}: text needs "
            "KnownFeatures or HashedFeatures"
        )
    with np.errstate(over="ignore"):
        found = array.astype(float)
    if not np.isfinite(found).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(found))[0])
        raise ValueError(f"{name} must be finite; the entry {where} is {array[where]!r}")
    return found


def _array(value: Any, name: str) -> Array:
    if callable(getattr(value, "toarray", None)):
        if np.prod(value.shape, dtype=float) > _MOST_NUMBERS:
            raise ValueError(f"{name} must have at most 2**30 entries, zeros included")
        value = value.toarray()
    elif callable(getattr(value, "to_numpy", None)):
        value = value.to_numpy()
    try:
        return np.asarray(value)
    except ValueError:
        raise ValueError(f"{name} must have rows of equal length") from None


def _each(array: Array, name: str) -> Array:
    found = np.empty(array.shape)
    for where, entry in np.ndenumerate(array):
        if isinstance(entry, (str, bytes)) or entry is None:
            raise ValueError(
                f"{name} must hold numbers or truth values; the entry {where} is {entry!r}"
            )
        try:
            found[where] = float(entry)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(
                f"{name} must hold numbers or truth values; the entry {where} is {entry!r}"
            ) from None
    return found
