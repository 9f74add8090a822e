"""The sums of the tail inequality on symbolic data: S with the noises, H̃ with their variances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.symbolic_data import Data, entrywise, lam, times

SumAndMatrix = tuple[Any, Any]


def noises(data: Data) -> Sequence[Any]:
    """ε_{s+1} for the rounds s = 1 .. t-1."""
    return tuple(sp.symbols(f"e2:{data.t + 1}", real=True))


def sums(data: Data, weights: Sequence[Any], ridge: Any = lam) -> SumAndMatrix:
    """Σ w_s ε_{s+1} a_s and Σ w_s² σ_s² a_s a_s^T + ridge I; α_s of the data stands for σ_s²."""
    H = data.gram(times([w**2 for w in weights], data.alphas), ridge)
    return data.score(times(weights, noises(data))), H


def since(first: int, weights: Sequence[Any]) -> list[Any]:
    """The weights, zero before the round ``first``."""
    return [w if s >= first else sp.Integer(0) for s, w in enumerate(weights, start=1)]


def same_sums(
    left: SumAndMatrix, right: SumAndMatrix, name: str, parts: Sequence[str] = ("sum", "matrix")
) -> Pairs:
    """Both sums agree, entry by entry."""
    for part, ours, theirs in zip(parts, left, right, strict=True):
        yield from entrywise(ours, theirs, f"{name}, {part}")
