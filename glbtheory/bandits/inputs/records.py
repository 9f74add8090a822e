r"""Records of named features as vectors: by a vocabulary, or by hashing.

A record is a dictionary.  A number stands for itself, a truth value for 0 or 1, and a text for
the indicator of ``name=text``; what a record does not have is 0.

Hashing :cite:p:`weinberger2009` needs no vocabulary: the feature f with the value v adds
:math:`\xi(f)\,v` to the coordinate h(f), where h and the sign :math:`\xi` come from a hash of the
name.  Averaged over the hash, inner products are those of the full vectors.  The hash is BLAKE2b of
the name and the seed, so that the same record gives the same vector in every process and on every
machine, which Python's own ``hash`` does not promise.

Vectors may be longer than 1: see ``scaler``.
"""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from glbtheory._support.validation import is_real, listed, one_of, truth_value, whole_number
from glbtheory.bandits._limits import MOST_DIMENSIONS

Array = np.ndarray

_CONSTANT = "(constant)"


def _features(record: Any) -> Iterator[tuple[str, float]]:
    if not isinstance(record, Mapping):
        raise ValueError(f"record must be a dictionary, not {type(record).__name__}")
    for name, value in record.items():
        if not isinstance(name, str):
            raise ValueError(f"record must have names that are texts, not {name!r}")
        if isinstance(value, str):
            yield f"{name}={value}", 1.0
        elif isinstance(value, (bool, np.bool_)) or (is_real(value) and math.isfinite(value)):
            yield name, float(value)
        else:
            raise ValueError(
                f"record must have numbers, texts or truth values; {name!r} is {value!r}"
            )


class Features(ABC):
    """Records as vectors of ``d`` numbers."""

    d: int

    @abstractmethod
    def _places(self, name: str) -> Iterable[tuple[int, float]]:
        """The coordinates of a feature, each with a factor."""

    def vector(self, record: Any) -> Array:
        """One record."""
        found = np.zeros(self.d)
        for name, value in self._named(record):
            for place, factor in self._places(name):
                found[place] += factor * value
        return found

    def rows(self, records: Any) -> Array:
        """Several records, one row each."""
        return np.array([self.vector(record) for record in listed("records", records)])

    def _named(self, record: Any) -> Iterator[tuple[str, float]]:
        return _features(record)


class KnownFeatures(Features):
    """One coordinate for every name; ``constant`` adds one that is always 1.

    ``unknown`` says what happens to a name outside of the list: ``"error"`` or ``"ignore"``.
    """

    def __init__(
        self, names: Iterable[str], *, constant: bool = False, unknown: str = "error"
    ) -> None:
        found = listed("names", names)
        if not all(isinstance(n, str) for n in found) or len(set(found)) != len(found):
            raise ValueError("names must be different texts")
        self.constant = truth_value("constant", constant)
        self.unknown = one_of("unknown", unknown, ("error", "ignore"))
        self.names = tuple(found)
        self.d = whole_number("names", len(found) + constant, 1, MOST_DIMENSIONS)
        self._place = {name: k for k, name in enumerate(found)}
        if constant:
            self._place[_CONSTANT] = len(found)

    @classmethod
    def of(cls, records: Any, *, constant: bool = False, unknown: str = "error") -> KnownFeatures:
        """The names that these records have, in alphabetical order."""
        names = {name for record in listed("records", records) for name, _ in _features(record)}
        if not names:
            raise ValueError("records must have at least one feature")
        return cls(sorted(names), constant=constant, unknown=unknown)

    def _places(self, name: str) -> Iterable[tuple[int, float]]:
        if name in self._place:
            return ((self._place[name], 1.0),)
        if self.unknown == "ignore":
            return ()
        raise ValueError(f"record must have features that are known, not {name!r}")

    def _named(self, record: Any) -> Iterator[tuple[str, float]]:
        yield from _features(record)
        if self.constant:
            yield _CONSTANT, 1.0


class HashedFeatures(Features):
    """Signed feature hashing into ``d`` coordinates."""

    def __init__(self, d: int, *, seed: int = 0) -> None:
        self.d = whole_number("d", d, 1, MOST_DIMENSIONS)
        self.seed = whole_number("seed", seed, 0, 2**64 - 1)

    def _places(self, name: str) -> Iterable[tuple[int, float]]:
        key = self.seed.to_bytes(8, "little")
        digest = hashlib.blake2b(name.encode(), digest_size=16, key=key).digest()
        place = int.from_bytes(digest[:15], "little") % self.d  # bias below 2**-100
        return ((place, 1.0 if digest[15] & 1 else -1.0),)
