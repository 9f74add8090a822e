r"""Questions that paired runs answer, with limits from resampled runs.

A *question* is a number, a direction and a bound: "the regret of one policy less that of another
is above 0".  The number is a statistic of a table with one row per run (run i of every policy meets
the same random numbers).  Its limits are the estimate :math:`\pm\sqrt{n/(n-1)}\,t_{n-1}` times
the standard deviation of the statistic over resampled rows (Efron 1979, Hesterberg 2015): the
levels of hundreds of simultaneous questions lie beyond what percentiles of resamples reach.  A
judgement on several questions is

============  ==================================================================================
reproduced    the answer to each of them is yes
contradicted  the answer to one at least is no
undecided     neither
============  ==================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one
from glbtheory.bandits.statistics.paired import Comparison
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED
from glbtheory.engines.sampling import clopper_pearson

Array = np.ndarray
#: Of an array whose last two axes are runs and columns, over the runs.
Statistic = Callable[[Array], Array]

REPRODUCED, CONTRADICTED = "reproduced", "contradicted"
RESAMPLES = 2000
_SEED = 1254


@dataclass(frozen=True)
class Answer:
    """What runs say to a question."""

    text: str
    relation: str
    bound: float
    found: Comparison

    @property
    def outcome(self) -> str:
        """holds, refuted or undecided."""
        return self.found.outcome(self.relation, self.bound)

    def __str__(self) -> str:
        low, high = self.found.lower, self.found.upper
        asked = f"{self.relation} {self.bound:g}?"
        return f"{self.text}, {asked} {self.found.mean:.3g} ({low:.3g} to {high:.3g})"


@dataclass(frozen=True)
class Question:
    """Whether a statistic of paired runs, the rows of ``table``, is above or below a bound."""

    text: str
    table: Array
    statistic: Statistic
    relation: str = ">"
    bound: float = 0.0

    def answer(self, confidence: float) -> Answer:
        """The statistic between its limits."""
        found = estimated(self.table, self.statistic, confidence)
        return Answer(self.text, self.relation, self.bound, found)


@dataclass(frozen=True)
class Judgement:
    """A sentence at one setting."""

    sentence: str
    answers: tuple[Answer, ...]

    @property
    def outcome(self) -> str:
        """reproduced, contradicted or undecided."""
        outcomes = [answer.outcome for answer in self.answers]
        if REFUTED in outcomes:
            return CONTRADICTED
        return REPRODUCED if set(outcomes) == {HOLDS} else UNDECIDED

    @property
    def against(self) -> tuple[Answer, ...]:
        """The answers that say no."""
        return tuple(a for a in self.answers if a.outcome == REFUTED)


def estimated(table: Any, statistic: Statistic, confidence: float) -> Comparison:
    """A statistic of the rows with limits from resampled rows; columns stay together.

    The rows counted as above 0 are those whose columns have a sum above 0.
    """
    rows = finite_array("table", table, (None, None))
    n = len(rows)
    if n < 3:
        raise ValueError(f"table must hold three runs at least, not {n}")
    if rows.shape[1] == 0:
        raise ValueError("table must have a column at least")
    level = fraction_of_one("confidence", confidence)
    value = float(statistic(rows))
    drawn = statistic(rows[_resamples(n)])
    from scipy import stats  # slow to import, and most runs never need it

    t = float(stats.t.ppf(0.5 + level / 2, n - 1))
    reach = math.sqrt(n / (n - 1)) * t * float(np.std(drawn))
    above = int((rows.sum(axis=1) > 0).sum())
    share = clopper_pearson(above, n, level)
    return Comparison(n, value, value - reach, value + reach, above, *share, level)


@lru_cache(maxsize=4)
def _resamples(n: int) -> Array:
    """Which rows each resample takes: the same for all questions."""
    rng = np.random.Generator(np.random.PCG64([_SEED, n]))
    return rng.integers(0, n, (RESAMPLES, n))


def mean_of(*weights: float) -> Statistic:
    """The mean of a combination of the columns."""
    w = np.array(weights)
    return lambda rows: (rows * w).sum(axis=-1).mean(axis=-1)


def share_of(rows: Array) -> Array:
    """One less the ratio of the means of the columns: by how much the second is below the first."""
    means = rows.mean(axis=-2)
    return 1 - means[..., 1] / means[..., 0]


def width(rows: Array) -> Array:
    """The width of the central half of the runs, for every column."""
    low, high = np.quantile(rows, [0.25, 0.75], axis=-2)
    return np.asarray(high - low)


def doublings(rows: Array) -> Array:
    """How often the width of the second column must be doubled to be that of the first.

    Widths are known up to a factor, so that this is far better known than their difference.
    """
    widths = width(rows)
    return np.asarray(np.log2(widths[..., 0] / widths[..., 1]))


def correlation(rows: Array) -> Array:
    """Of the first two columns; 0 where one of them never changes."""
    away = rows - rows.mean(axis=-2, keepdims=True)
    x, y = away[..., 0], away[..., 1]
    scale = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    return np.asarray((x * y).sum(axis=-1) / np.where(scale > 0, scale, np.inf))
