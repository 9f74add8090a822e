"""Objects as dictionaries that JSON can hold, and back.

The arguments of a class are said once, in its constructor: the keys of its dictionary are their
names, and the values those of the attributes that bear the same names (:func:`plain`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from inspect import signature
from typing import Any, ClassVar, TypeVar

import numpy as np

T = TypeVar("T", bound="Configured")


def arguments(cls: type) -> dict[str, bool]:
    """The arguments of a constructor, and whether each of them must be given."""
    return {p.name: p.default is p.empty for p in signature(cls).parameters.values()}


def plain(value: Any) -> Any:
    """A value as JSON can hold it; floats survive bit by bit, and None stands for infinity."""
    if isinstance(value, Configured):
        return value.configuration()
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple):
        return list(value)
    return None if isinstance(value, float) and value == math.inf else value


def described(thing: Any) -> dict[str, Any]:
    """The arguments that an object was made with, as JSON can hold them."""
    return {name: plain(getattr(thing, name)) for name in arguments(type(thing))}


class Configured:
    """One of several classes that a dictionary may stand for; ``kind`` tells them apart."""

    kind: ClassVar[str]

    def configuration(self) -> dict[str, Any]:
        """A dictionary that JSON can hold; :func:`configured` is the inverse."""
        return {"kind": self.kind, **described(self)}

    def _set(self, **values: Any) -> None:
        """Checked values in place of those given, which may be lists."""
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value = np.array(value)  # our own: the caller's may change
                value.setflags(write=False)
            object.__setattr__(self, name, value)


def checked_keys(
    name: str, given: Any, needed: Iterable[str], allowed: Iterable[str] = ()
) -> dict[str, Any]:
    """``given`` as a dictionary with all needed keys and no others than these and the allowed."""
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} must be a dictionary, not {type(given).__name__}")
    needed = list(needed)
    known = list(dict.fromkeys([*needed, *allowed]))
    unknown = [key for key in given if key not in known]
    if unknown:
        raise ValueError(
            f"{name} must have keys among {', '.join(known)}, not {', '.join(map(repr, unknown))}"
        )
    missing = [key for key in needed if key not in given]
    if missing:
        raise ValueError(f"{name} must have the key {', '.join(map(repr, missing))}")
    return dict(given)


def checked_arguments(name: str, given: Any, cls: type, *also: str) -> dict[str, Any]:
    """``given``, once it has the keys ``also``, those a constructor needs, and none it refuses."""
    known = arguments(cls)
    return checked_keys(name, given, [*also, *(key for key in known if known[key])], known)


def configured(name: str, given: Any, classes: Iterable[type[T]]) -> T:
    """The object of one of the classes that a dictionary describes."""
    kinds = {cls.kind: cls for cls in classes}
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} must be a dictionary, not {type(given).__name__}")
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"{name} must have a kind among {', '.join(kinds)}, not {kind!r}")
    cls = kinds[kind]
    values = checked_arguments(f"{name} of kind {kind}", given, cls, "kind")
    del values["kind"]
    return cls(**values)
