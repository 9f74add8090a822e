"""Checks of numbers and arrays that a caller passes in; each error names the argument."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

Array = np.ndarray

#: A unit vector may have a norm of 1 + a few ulps after normalisation.
LONGEST = 1 + 1e-12


def finite_array(name: str, value: Any, shape: tuple[int | None, ...] | None = None) -> Array:
    """``value`` as a finite float array of the given shape (``None`` matches any)."""
    try:
        array = np.asarray(value)
        if array.dtype == object and all(is_real(x) for x in array.flat):
            array = array.astype(float)  # fractions
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of numbers") from error
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be an array of numbers, not of {array.dtype}")
    array = array.astype(float, copy=False)
    wanted = array.shape if shape is None else tuple("any" if n is None else n for n in shape)
    if array.ndim != len(wanted) or any(
        want not in ("any", have) for want, have in zip(wanted, array.shape, strict=True)
    ):
        raise ValueError(f"{name} must have shape {wanted}, not {array.shape}")
    # A finite sum has finite terms; only if it is not are all terms looked at.
    if not math.isfinite(array.sum()) and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def is_real(value: Any) -> bool:
    """A real number that is not a truth value."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def unit_ball(actions: Any) -> Array:
    """Actions as rows of a finite array, none longer than 1 (up to round-off)."""
    array = finite_array("actions", actions, (None, None))
    if array.shape[1] == 0:
        raise ValueError("actions must have at least one column")
    if np.einsum("ij,ij->i", array, array).max(initial=0.0) > LONGEST:
        raise ValueError("actions must have norm at most 1")
    return array


def weights_of(weights: Any, n: int) -> Array:
    """n non-negative weights."""
    array = finite_array("weights", weights, (n,))
    if array.min(initial=0.0) < 0:
        raise ValueError("weights must be non-negative")
    return array


def positive(name: str, value: Any) -> float:
    """``value`` as a positive finite float."""
    number = _scalar(value)
    if not is_real(number) or not 0 < number < np.inf:
        raise ValueError(f"{name} must be positive and finite, not {value!r}")
    return float(number)


def fraction_of_one(name: str, value: Any, *, closed: bool = False) -> float:
    """``value`` as a float in (0, 1), or in (0, 1] if the interval is closed there."""
    number = _scalar(value)
    if not is_real(number) or not (0 < number < 1 or (closed and number == 1)):
        raise ValueError(f"{name} must lie in (0, 1{']' if closed else ')'}, not {value!r}")
    return float(number)


def whole_number(name: str, value: Any, least: int) -> int:
    """``value`` as an int once it is one and at least ``least``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name} must be an integer >= {least}, not {value!r}")
    return int(value)


def _scalar(value: Any) -> Any:
    return value.item() if isinstance(value, np.ndarray) and value.ndim == 0 else value


def listed(name: str, values: Iterable[Any]) -> list[Any]:
    """``values`` as a list with at least one entry."""
    try:
        found = list(values)
    except TypeError:
        raise ValueError(f"{name} must be a list, not {values!r}") from None
    if not found:
        raise ValueError(f"{name} must not be empty")
    return found


def as_rational(name: str, value: Any) -> Fraction:
    """``value`` as a fraction; floats are refused, since they would hide a rounding."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise ValueError(f"{name} must be an int or a Fraction, not {value!r}")
    return Fraction(int(value))
