"""Values that no argument of a kind may have, as hypothesis strategies."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

Bad = st.SearchStrategy[Any]

NAN, INF = float("nan"), float("inf")
RAGGED = [[0.1, 0.2], [0.1]]
#: Larger than any float.
HUGE = 10**400


class Thing:
    """Something that is nothing."""

    def __repr__(self) -> str:
        return "<thing>"


#: What is neither a number, nor an array of numbers, nor a name, nor a dictionary with names.
_JUNK: list[Any] = [
    Thing(),
    Thing,
    ...,
    1j,
    b"0.5",
    "nonsense",
    "",
    "nan",
    RAGGED,
    [["a", "b"]],
    [None],
    [Thing()],
    {"nonsense": 1},
    {3: 4},
    {0.5, 0.25},
    Decimal("nan"),
    np.array("x"),
    np.array([Thing()]),
    np.array([1j]),
    np.array([[NAN, 0.0]]),
    np.datetime64("2021-02-18"),
    np.zeros((2, 0, 2)),
    np.ones((1, 1, 1, 1)),
]
_TRUTHS: list[Any] = [True, False, np.True_, np.array(True), [True, False], [[True, 0.5]]]
_NUMBERS: list[Any] = [NAN, INF, -INF, -1, -0.5, HUGE, -HUGE, np.float64(NAN), np.longdouble("inf")]
_EMPTY: list[Any] = [[], (), {}, np.empty(0), np.empty((0, 2)), [[]]]


def values(*more: Any) -> Bad:
    """One of these."""
    return st.sampled_from([value for group in more for value in group])


def junk(*more: Any) -> Bad:
    """What suits nothing, None included, and these."""
    return values(_JUNK, [None], more)


def nested() -> Bad:
    """Lists and dictionaries of all sorts of things, as deep as they come."""
    leaves = st.none() | st.booleans() | st.text(max_size=3) | st.just(NAN)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
        ),
        max_leaves=6,
    )


_NO_NUMBER = junk() | values(_TRUTHS, _EMPTY, [[0.5], np.array([1.0, 2.0]), "0.5"]) | nested()


def number_outside(inside: Callable[[float], bool]) -> Bad:
    """Not a real number, or one that is not inside; infinite ones never are."""
    outside = st.floats() | st.integers() | st.fractions()
    return _NO_NUMBER | values([NAN, INF, -INF, HUGE, -HUGE]) | outside.filter(_outside(inside))


def _outside(inside: Callable[[float], bool]) -> Callable[[Any], bool]:
    def test(x: Any) -> bool:
        try:
            near = float(x)
        except OverflowError:
            return True
        return not inside(near) or near in (INF, -INF)

    return test


POSITIVE = number_outside(lambda x: x > 0) | values([Fraction(1, HUGE), np.longdouble(1e-300) ** 2])
_NEARLY = [Fraction(1, HUGE), 1 - Fraction(1, HUGE)]
FRACTION = number_outside(lambda x: 0 < x < 1) | values(_NEARLY)
CLOSED = number_outside(lambda x: 0 < x <= 1) | values([Fraction(1, HUGE)])
REAL = number_outside(lambda x: True)
FLAG = junk(0, 1, 1.0, "true", np.array(True)) | values(_EMPTY, _NUMBERS)


def whole(least: int, most: int | None = None) -> Bad:
    """Not an integer, or a smaller one, or a larger one."""
    small = st.integers(max_value=least - 1)
    large = st.nothing() if most is None else st.integers(min_value=most + 1)
    return _NO_NUMBER | st.floats() | values([Fraction(5), np.float64(3)]) | small | large


def count(least: int, most: int | None = None) -> Bad:
    """The same where a float that is an integer is good."""
    return whole(least, most).filter(lambda x: not (isinstance(x, float) and x.is_integer()))


def no_clicks(kind: Bad) -> Bad:
    """Those without truth values, which are rewards of 0 and 1."""
    return kind.filter(lambda x: not _has_clicks(x))


def _has_clicks(x: Any) -> bool:
    if isinstance(x, (list, tuple)):
        return any(map(_has_clicks, x))
    return isinstance(x, (bool, np.bool_))


SEED = _NO_NUMBER | st.floats() | st.integers(max_value=-1)


def name(*known: str) -> Bad:
    """Not one of the texts."""
    others = st.text(max_size=9).filter(lambda x: x not in known)
    return junk(*_TRUTHS, *_EMPTY) | values(_NUMBERS, [[*known], np.array([*known])]) | others


LINK = name("logistic", "linear", "poisson") | values(["binomial(0)", "binomial(-1)", "probit"])
DICTIONARY = junk(*_TRUTHS, *_NUMBERS, [("kind", "path")]) | values(_EMPTY) | nested()


def array(good: Any, largest: float = INF, *, empty: bool = False, width: bool = True) -> Bad:
    """An array like ``good`` with a bad entry, with another shape, or no array at all.

    Entries above ``largest`` are bad.  ``empty``: no rows are allowed; ``width``: another number
    of columns is bad, and so is a row in place of rows.
    """
    full = np.asarray(good, float)
    entries: list[Any] = [NAN, INF, -INF, None, "x", True, np.False_, Thing(), 1j, HUGE]
    if largest < INF:
        entries += [largest * 1.001 + 1e-9, 1e155, -1e308, np.longdouble(1e300) ** 2, 2**70]
    shapes = [full[None], full[..., None], full.T[:0].T, np.array(0.5)]
    if width and full.ndim > 1:
        shapes += [full[0], np.concatenate([full, full], axis=-1)]
    if not empty:
        shapes.append(full[:0])
    changed = st.builds(
        _with_entry, st.just(full), st.integers(0, max(full.size - 1, 0)), st.sampled_from(entries)
    )
    return changed | values(shapes) | junk(*_TRUTHS, *_NUMBERS) | nested()


def _with_entry(good: np.ndarray, place: int, entry: Any) -> Any:
    """Nested lists, as a caller may write them."""
    changed = good.astype(object)
    changed.flat[place] = entry
    return changed.tolist()
