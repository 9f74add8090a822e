r"""How fast regret grows with a parameter: slopes on logarithmic axes, with limits.

Runs at several values :math:`x_1 < \dots < x_n` of a parameter (the horizon, the dimension, …) have
the mean regrets :math:`\bar r_1, \dots, \bar r_n`.  A power law :math:`\bar r = A x^e` is a line on
logarithmic axes; its least-squares slope is

.. math:: \hat e = \sum_k l_k \log \bar r_k , \qquad
          l_k = \frac{w_k (\log x_k - m)}{\sum_j w_j (\log x_j - m)^2} , \qquad
          m = \frac{\sum_k w_k \log x_k}{\sum_k w_k} ,

with equal weights, or with :math:`w_k` one over the estimated variance of :math:`\log\bar r_k`.
Regret is seldom a power exactly: logarithms and early rounds bend the line.  The slopes between
neighbouring values show how.

Runs resampled with replacement (Efron 1979), each with its regrets at all values, give the
standard error: runs of one number may have met the same random numbers, and where they have not,
drawing them together does no harm.  For n runs limits lie :math:`t_{n-1} \sqrt{n/(n-1)}` standard
errors away, with Student's quantile (Hesterberg 2015).  Unlike percentiles they need no more
resamples when many slopes are to hold at once. ::

    found = slope([1000, 2000, 4000], rows)       # one row per run, one column per value
    found.estimate, found.lower, found.upper
    found.verdict(2 / 3)                          # against the exponent of an upper bound
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from glbtheory._support.validation import (
    finite_array,
    fraction_of_one,
    listed,
    real_number,
    truth_value,
    whole_number,
)
from glbtheory.bandits.statistics import summary
from glbtheory.bandits.statistics.paired import per_test

if TYPE_CHECKING:
    from glbtheory.bandits.experiments.results import Results

Array = np.ndarray

RESAMPLES = 10_000
CONFIDENCE = 0.95
_SEED = 20210413

BELOW, AGREES, STEEPER = "below the bound's exponent", "agrees", "steeper"


@dataclass(frozen=True)
class Slope:
    """A slope between its limits, and the slopes between neighbouring values.

    ``error`` and ``local_errors`` are bootstrap standard errors.
    """

    values: Array
    means: Array
    runs: int
    weights: Array
    estimate: float
    error: float
    local: Array
    local_errors: Array
    confidence: float

    @property
    def lower(self) -> float:
        """The lower limit."""
        return self.estimate - self._width * self.error

    @property
    def upper(self) -> float:
        """The upper limit."""
        return self.estimate + self._width * self.error

    @property
    def local_limits(self) -> summary.Limits:
        """The limits of the slopes between neighbours, each for itself."""
        away = self._width * self.local_errors
        return summary.Limits(self.local - away, self.local + away)

    @property
    def _width(self) -> float:
        """Standard errors from the estimate to a limit; resampled variances lack n/(n-1)."""
        from scipy import stats  # slow to import, and most runs never need it

        t = stats.t.ppf(0.5 + self.confidence / 2, self.runs - 1)
        return float(t) * math.sqrt(self.runs / (self.runs - 1))

    def at(self, confidence: float) -> Slope:
        """The same slopes with limits of another confidence."""
        return replace(self, confidence=fraction_of_one("confidence", confidence))

    def contains(self, exponent: float) -> bool:
        """Whether an exponent lies within the limits."""
        return self.lower <= real_number("exponent", exponent) <= self.upper

    def verdict(self, exponent: float) -> str:
        """The slope against the exponent of an upper bound, in words."""
        if self.contains(exponent):
            return AGREES
        return BELOW if self.upper < exponent else STEEPER

    def line(self, x: Any) -> Array:
        """The fitted power law at some values."""
        at = np.log(_positive("x", np.atleast_1d(np.asarray(x, dtype=float))))
        # The line goes through the weighted centre of the points.
        centre = np.average(np.log(self.values), weights=self.weights)
        height = np.average(np.log(self.means), weights=self.weights)
        return np.asarray(np.exp(height + self.estimate * (at - centre)))

    def __str__(self) -> str:
        # Adding 0 turns what was rounded to -0 into 0.
        shown = (round(x, 2) + 0.0 for x in (self.estimate, self.lower, self.upper))
        return "{:.2f} ({:.2f} to {:.2f})".format(*shown)


def slope(
    values: Any,
    rows: Any,
    *,
    weighted: bool = False,
    confidence: float = CONFIDENCE,
    resamples: int = RESAMPLES,
    seed: int = _SEED,
) -> Slope:
    """The slope of log mean regret against log value: one row per run, one column per value.

    Weights are those of the runs as they are: they stay the same in all resamples.
    """
    x = _increasing(values)
    table = _positive("rows", finite_array("rows", rows, (None, len(x))))
    runs = len(table)
    if runs < 2:
        raise ValueError(f"rows must hold two runs at least, not {runs}")
    confidence = fraction_of_one("confidence", confidence)
    resamples = whole_number("resamples", resamples, 2, 10**6)
    means = summary.mean(table)
    weights = np.ones(len(x))
    if truth_value("weighted", weighted):
        spread = summary.standard_error(table) / means
        if not spread.all():
            raise ValueError("rows must differ at every value for weighted=True")
        weights = spread.min() ** 2 / spread**2
    forms = np.vstack([_coefficients(np.log(x), weights), _neighbours(np.log(x))])
    drawn = _applied(forms, np.log(summary.resampled_means(table, resamples, seed)))
    found, errors = _applied(forms, np.log(means)[None])[0], drawn.std(axis=0)
    return Slope(
        values=x,
        means=means,
        runs=runs,
        weights=weights,
        estimate=float(found[0]),
        error=float(errors[0]),
        local=found[1:],
        local_errors=errors[1:],
        confidence=confidence,
    )


def power(values: Any, numbers: Any) -> float:
    """The least-squares slope of a curve without noise, such as a bound, on logarithmic axes."""
    x = _increasing(values)
    y = _positive("numbers", finite_array("numbers", numbers, (len(x),)))
    forms = _coefficients(np.log(x), np.ones(len(x)))
    return float(_applied(forms[None], np.log(y)[None])[0, 0])


def simultaneous(slopes: Mapping[Any, Slope], confidence: float = CONFIDENCE) -> dict[Any, Slope]:
    """The slopes with limits that hold all together with this confidence (Bonferroni)."""
    if not isinstance(slopes, Mapping) or not slopes:
        raise ValueError(f"slopes must be a dictionary of at least one, not {slopes!r}")
    if not all(isinstance(s, Slope) for s in slopes.values()):
        raise ValueError("slopes must hold Slope objects")
    each = per_test(confidence, len(slopes))
    return {name: found.at(each) for name, found in slopes.items()}


def paired(results: Sequence[Results], label: str) -> Array:
    """The regret of a policy at the end of several experiments: one row per run, one column each.

    Only runs that all of the experiments have finished count.
    """
    parts = listed("results", results)
    finished = [dict(zip(p.runs(label), p.values(label)[:, -1], strict=True)) for p in parts]
    both = sorted(set.intersection(*map(set, finished)))
    if not both:
        raise ValueError(f"no run of {label!r} is finished in all of the results")
    return np.array([[part[run] for part in finished] for run in both])


# --- inside ---------------------------------------------------------------------------------------


def _increasing(values: Any) -> Array:
    x = _positive("values", finite_array("values", values, (None,)))
    if len(x) < 2 or (np.diff(x) <= 0).any():
        raise ValueError(f"values must be two at least and increase, not {x.tolist()}")
    return x


def _positive(name: str, array: Array) -> Array:
    if array.size and not array.min() > 0:
        raise ValueError(f"{name} must be positive: logarithms are taken")
    return array


def _coefficients(u: Array, weights: Array) -> Array:
    """l of the module's text, u the logarithms of the values."""
    away = weights * (u - np.average(u, weights=weights))
    return np.asarray(away / (away * u).sum())


def _neighbours(u: Array) -> Array:
    """One row per pair of neighbours: the difference quotient."""
    n = len(u) - 1
    steps = np.diff(u)[:, None]
    return np.asarray((np.eye(n, n + 1, 1) - np.eye(n, n + 1)) / steps)


def _applied(forms: Array, logs: Array) -> Array:
    """Every form at every row of logs, summed in one order on every machine."""
    found = np.zeros((len(logs), len(forms)))
    for k in range(logs.shape[1]):
        found += logs[:, k, None] * forms[:, k]
    return found
