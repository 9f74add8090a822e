r"""Statistics over runs, each a row of an array with one column per checkpoint.

Sums run over the rows in their order, one addition after the other, and the bootstrap draws from a
fixed seed: the same runs give the same bits, in whatever order they were computed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from glbtheory.inputs import fraction_of_one, whole_number

Array = np.ndarray

#: Quantiles that a summary lists.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
RESAMPLES = 1000
CONFIDENCE = 0.95
_SEED = 20210218


class Limits(NamedTuple):
    """Something between a lower and an upper limit, one number per checkpoint."""

    lower: Array
    upper: Array


def mean(rows: Array) -> Array:
    """The mean over the rows."""
    return np.add.reduce(rows, axis=0) / len(rows)


def standard_error(rows: Array) -> Array:
    r""":math:`\sqrt{\sum_i (x_i-\bar x)^2/(n-1)}\,/\sqrt n`; NaN for a single row."""
    n = len(rows)
    if n < 2:
        return np.full(rows.shape[1], np.nan)
    away = rows - mean(rows)
    return np.sqrt(np.add.reduce(away * away, axis=0) / (n - 1) / n)


def quantile(rows: Array, q: float) -> Array:
    """The q-quantile of every column, linear between order statistics."""
    if not 0 <= q <= 1:
        raise ValueError(f"quantile must lie in [0, 1], not {q!r}")
    return np.asarray(np.quantile(rows, q, axis=0))


def band(rows: Array, level: float = 0.5) -> Limits:
    """The central quantiles that hold this part of the rows."""
    outside = (1 - fraction_of_one("level", level)) / 2
    return Limits(quantile(rows, outside), quantile(rows, 1 - outside))


def bootstrap(
    rows: Array, confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = _SEED
) -> Limits:
    """Percentile limits of the mean from resampled rows (Efron 1979).

    How often a row is drawn is one multinomial count per resample, the same for all columns: limits
    at neighbouring checkpoints belong to the same resamples.
    """
    fraction_of_one("confidence", confidence)
    resamples = whole_number("resamples", resamples, 1)
    n = len(rows)
    rng = np.random.Generator(np.random.PCG64(whole_number("seed", seed, 0)))
    counts = rng.multinomial(n, np.full(n, 1 / n), size=resamples).astype(float)
    sums = np.zeros((resamples, rows.shape[1]))
    # Row by row and not as a matrix product: its order of additions depends on the machine.
    for k, row in enumerate(rows):
        sums += counts[:, k, None] * row
    return band(sums / n, confidence)
