"""Objects as dictionaries that JSON can hold, and back.

The fields of a dataclass are the keys; ``kind`` says which class it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, ClassVar, TypeVar

import numpy as np

T = TypeVar("T", bound="Configured")


class Configured:
    """A dataclass with a ``kind`` whose fields are numbers and arrays."""

    kind: ClassVar[str]

    def configuration(self) -> dict[str, Any]:
        """A dictionary that JSON can hold; floats survive it bit by bit."""
        values = {f.name: _plain(getattr(self, f.name)) for f in fields(self)}  # type: ignore[arg-type]
        return {"kind": self.kind, **values}

    def _set(self, **values: Any) -> None:
        """Checked values in place of those given, which may be lists."""
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value = np.array(value)  # our own: the caller's may change
                value.setflags(write=False)
            object.__setattr__(self, name, value)


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return list(value) if isinstance(value, tuple) else value


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


def configured(name: str, given: Any, classes: Iterable[type[T]]) -> T:
    """The object of one of the classes that a dictionary describes."""
    kinds = {cls.kind: cls for cls in classes}
    if not isinstance(given, Mapping):
        raise ValueError(f"{name} must be a dictionary, not {type(given).__name__}")
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise ValueError(f"{name} must have a kind among {', '.join(kinds)}, not {kind!r}")
    cls = kinds[kind]
    keys = fields(cls)  # type: ignore[arg-type]
    needed = [f.name for f in keys if f.default is MISSING]
    optional = [f.name for f in keys if f.default is not MISSING]
    values = checked_keys(f"{name} of kind {kind}", given, ["kind", *needed], optional)
    del values["kind"]
    return cls(**values)
