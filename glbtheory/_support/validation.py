"""Checks of numbers and arrays that a caller passes in; each error names the argument."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Set
from fractions import Fraction
from numbers import Integral, Real
from typing import Any

import numpy as np

Array = np.ndarray

_FLOAT = np.dtype(float)
#: A unit vector may have a norm of 1 + a few ulps after normalisation.
LONGEST = 1 + 1e-12


def finite_array(name: str, value: Any, shape: tuple[int | None, ...] | None = None) -> Array:
    """``value`` as a finite float array of the given shape (``None`` matches any)."""
    if _is_clean(value, shape):
        return value
    try:
        array = np.asarray(value)
        if array.dtype == object and all(is_real(x) for x in array.flat):
            array = array.astype(float)  # fractions
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of numbers") from error
    if array.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be an array of numbers, not of {array.dtype}")
    if _has_truth_values(value):
        raise ValueError(f"{name} must be an array of numbers, not of truth values")
    with np.errstate(over="ignore"):
        array = array.astype(float, copy=False)
    wanted = array.shape if shape is None else tuple("any" if n is None else n for n in shape)
    if array.ndim != len(wanted) or any(
        want not in ("any", have) for want, have in zip(wanted, array.shape, strict=True)
    ):
        raise ValueError(f"{name} must have shape {wanted}, not {array.shape}")
    # A finite sum has finite terms; only if it is not are all terms looked at.
    with np.errstate(over="ignore", invalid="ignore"):
        total = array.sum()
    if not math.isfinite(total) and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _is_clean(value: Any, shape: tuple[int | None, ...] | None) -> bool:
    """Whether it is such an array already, as most often; False says nothing."""
    if type(value) is not np.ndarray or value.dtype != _FLOAT:
        return False
    if shape is not None:
        if value.ndim != len(shape):
            return False
        for want, have in zip(shape, value.shape, strict=True):
            if want is not None and want != have:
                return False
    return bool(np.isfinite(value).all())


def _has_truth_values(value: Any) -> bool:
    """Whether nested lists hold some, which numpy turns into numbers beside numbers."""
    if isinstance(value, (list, tuple)):
        return any(map(_has_truth_values, value))
    truths = isinstance(value, np.ndarray) and value.dtype.kind == "b"
    return truths or isinstance(value, (bool, np.bool_))


def is_real(value: Any) -> bool:
    """A real number that is not a truth value."""
    return isinstance(value, Real) and not isinstance(value, (bool, np.bool_))


def unit_ball(actions: Any) -> Array:
    """Actions as rows of a finite array, none longer than 1 (up to round-off)."""
    array = finite_array("actions", actions, (None, None))
    if array.shape[1] == 0:
        raise ValueError("actions must have at least one column")
    squares = np.einsum("ij,ij->i", array, array)
    if squares.max(initial=0.0) > LONGEST:
        row = int(squares.argmax())
        norm = math.sqrt(squares[row])
        raise ValueError(f"actions must have norm at most 1; row {row} has the norm {norm:.9g}")
    return array


def weights_of(weights: Any, n: int) -> Array:
    """n non-negative weights."""
    array = finite_array("weights", weights, (n,))
    if array.min(initial=0.0) < 0:
        raise ValueError("weights must be non-negative")
    return array


def positive(name: str, value: Any) -> float:
    """``value`` as a positive finite float."""
    number = _float(value)
    if not 0 < number < np.inf:
        raise ValueError(f"{name} must be positive and finite, not {value!r}")
    return number


def fraction_of_one(name: str, value: Any, *, closed: bool = False) -> float:
    """``value`` as a float in (0, 1), or in (0, 1] if the interval is closed there."""
    number = _float(value)
    if not (0 < number < 1 or (closed and number == 1)):
        raise ValueError(f"{name} must lie in (0, 1{']' if closed else ')'}, not {value!r}")
    return number


def real_number(name: str, value: Any, least: float = -math.inf, most: float = math.inf) -> float:
    """``value`` as a finite float in [least, most]."""
    number = _float(value)
    if not least <= number <= most or not math.isfinite(number):
        bounded = (least, most) != (-math.inf, math.inf)
        allowed = f"lie in [{least:g}, {most:g}]" if bounded else "be a finite number"
        raise ValueError(f"{name} must {allowed}, not {value!r}")
    return number


def whole_number(name: str, value: Any, least: int, most: int | None = None) -> int:
    """``value`` as an int once it is one, at least ``least`` and at most ``most``."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name} must be an integer >= {least}, not {value!r}")
    if most is not None and value > most:
        raise ValueError(f"{name} must be an integer from {least} to {most}, not {value!r}")
    return int(value)


def count(name: str, value: Any, least: int, most: int | None = None) -> int:
    """The same where a float that is an integer will do: 1e6 rounds."""
    whole = isinstance(value, (float, np.floating)) and math.isfinite(value) and value == int(value)
    return whole_number(name, int(value) if whole else value, least, most)


def truth_value(name: str, value: Any) -> bool:
    """``value`` if it is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return value


def one_of(name: str, value: Any, known: Iterable[str]) -> str:
    """``value`` if it is one of the known texts."""
    known = list(known)
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{name} must be one of {', '.join(known)}, not {value!r}")
    return value


def _float(value: Any) -> float:
    """The nearest float, not a number if ``value`` is no number or too large.

    It is the float that is compared with a range: a number may leave the range when rounded.
    """
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if not is_real(value):
        return math.nan
    try:
        with np.errstate(over="ignore"):
            return float(value)
    except OverflowError:
        return math.nan


def listed(name: str, values: Iterable[Any]) -> list[Any]:
    """``values`` as a list with at least one entry."""
    if isinstance(values, (str, bytes, Set, Mapping)):
        raise ValueError(f"{name} must be a list, not {values!r}")
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
