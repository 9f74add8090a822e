r"""Statistics over runs, each a row of an array with one column per checkpoint.

Sums run over the rows in their order, one addition after the other, and the bootstrap draws from a
fixed seed: the same runs give the same bits, in whatever order they were computed.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, real_number, whole_number

Array = np.ndarray

#: Quantiles that a summary lists.
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
RESAMPLES = 1000
CONFIDENCE = 0.95
_SEED = 20210218
#: Means of resampled rows lie between the least and the largest row: fewer rows than this say
#: little about what lies beyond, and have no limits.
FEWEST = 6


class Limits(NamedTuple):
    """Something between a lower and an upper limit, one number per checkpoint."""

    lower: Array
    upper: Array


def _checked(rows: Any) -> Array:
    array = finite_array("rows", rows, (None, None))
    if array.size == 0:
        raise ValueError("rows must not be empty")
    return array


def mean(rows: Array) -> Array:
    """The mean over the rows."""
    rows = _checked(rows)
    return np.add.reduce(rows, axis=0) / len(rows)


def standard_error(rows: Array) -> Array:
    r""":math:`\sqrt{\sum_i (x_i-\bar x)^2/(n-1)}\,/\sqrt n`; NaN for a single row."""
    rows = _checked(rows)
    n = len(rows)
    if n < 2:
        return np.full(rows.shape[1], np.nan)
    away = rows - mean(rows)
    return np.sqrt(np.add.reduce(away * away, axis=0) / (n - 1) / n)


def quantile(rows: Array, q: float) -> Array:
    """The q-quantile of every column, linear between order statistics."""
    q = real_number("q", q, 0.0, 1.0)
    return np.asarray(np.quantile(_checked(rows), q, axis=0))


def band(rows: Array, level: float = 0.5) -> Limits:
    """The central quantiles that hold this part of the rows."""
    outside = (1 - fraction_of_one("level", level)) / 2
    return Limits(quantile(rows, outside), quantile(rows, 1 - outside))


def bootstrap(
    rows: Array, confidence: float = CONFIDENCE, resamples: int = RESAMPLES, seed: int = _SEED
) -> Limits:
    r"""Percentile limits of the mean from resampled rows (Efron 1979), expanded for few rows.

    Percentile limits are too narrow for few rows n, as if the variance were divided by n and a
    normal law took the place of Student's.  Both are made up for by lower percentiles
    :math:`\Phi(-\sqrt{n/(n-1)}\,t_{n-1})` (Hesterberg 2015).  Fewer than :data:`FEWEST` rows have
    no limits: they are not numbers.

    Limits at neighbouring checkpoints belong to the same resamples (:func:`resampled_means`).
    """
    fraction_of_one("confidence", confidence)
    rows = _checked(rows)
    n = len(rows)
    means = resampled_means(rows, resamples, seed)
    if n < FEWEST:
        return Limits(np.full(rows.shape[1], np.nan), np.full(rows.shape[1], np.nan))
    from scipy import stats  # slow to import, and most runs never need it

    t = stats.t.ppf(0.5 + confidence / 2, n - 1)
    outside = 2 * stats.norm.sf(math.sqrt(n / (n - 1)) * t)
    return band(means, min(1 - outside, 1 - 1e-12))


def resampled_means(rows: Array, resamples: int = RESAMPLES, seed: int = _SEED) -> Array:
    """Means over resampled rows, one per resample.

    How often a row is drawn is one multinomial count per resample, the same for all columns.
    """
    rows = _checked(rows)
    n, resamples = len(rows), whole_number("resamples", resamples, 1, 10**6)
    rng = np.random.Generator(np.random.PCG64(whole_number("seed", seed, 0)))
    counts = rng.multinomial(n, np.full(n, 1 / n), size=resamples).astype(float)
    sums = np.zeros((resamples, rows.shape[1]))
    # Row by row and not as a matrix product: its order of additions depends on the machine.
    for k, row in enumerate(rows):
        sums += counts[:, k, None] * row
    return sums / n
