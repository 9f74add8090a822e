r"""Paired differences and what they decide.

Two policies that met the same random numbers are compared run by run: the differences
:math:`x_1,\dots,x_n` are independent, and much of the noise is gone.  Their mean is known up to
bootstrap limits (expanded percentiles, ``summary``), and the share of runs in which the
difference is positive up to exact binomial limits (``engines.sampling``).

A family of k tests has the confidence C when each has :math:`1 - (1-C)/k` (Bonferroni): then all
limits hold together.  Nothing is assumed about how the tests depend on each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from glbtheory._support.validation import finite_array, fraction_of_one, one_of, whole_number
from glbtheory.bandits.statistics import summary
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.engines.sampling import clopper_pearson

#: Enough that the percentiles of some dozens of simultaneous tests are not the extreme ones.
RESAMPLES = 20_000


def per_test(confidence: float, tests: int) -> float:
    """The confidence of each of some tests that together have the given one (Bonferroni)."""
    error = 1 - fraction_of_one("confidence", confidence)
    return 1 - error / whole_number("tests", tests, 1)


@dataclass(frozen=True)
class Comparison:
    """A number estimated from runs, between its limits, and how often single runs are above 0."""

    runs: int
    mean: float
    lower: float
    upper: float
    above: int
    above_lower: float
    above_upper: float
    confidence: float

    def outcome(self, relation: str = ">", bound: float = 0.0) -> str:
        """Whether the number is above (``>``) or below (``<``) the bound, as far as is known."""
        one_of("relation", relation, (">", "<"))
        if self.lower > bound:
            return HOLDS if relation == ">" else REFUTED
        if self.upper < bound:
            return HOLDS if relation == "<" else REFUTED
        return UNDECIDED

    def evidence(self, relation: str = ">", bound: float = 0.0, scope: str = "") -> Evidence:
        """The outcome for the ledger, with the numbers."""
        found = self.outcome(relation, bound)
        said = f"{self.mean:.4g} between {self.lower:.4g} and {self.upper:.4g}"
        return Evidence(
            found,
            engine="comparison",
            strength="sampled",
            scope=f"{scope}: {said}, {self.runs} runs" if scope else f"{said}, {self.runs} runs",
            witness=self.witness(bound) if found == REFUTED else None,
            detail=f"{self.above} of {self.runs} runs above 0; confidence {self.confidence:.6g}",
        )

    def witness(self, bound: float = 0.0) -> dict[str, Any]:
        """The numbers that decide."""
        return {
            "mean": round(self.mean, 4),
            "lower": round(self.lower, 4),
            "upper": round(self.upper, 4),
            "bound": bound,
            "runs": self.runs,
        }

    def __str__(self) -> str:
        return f"{self.mean:.1f} ({self.lower:.1f} to {self.upper:.1f})"


def compare(rows: Any, confidence: float = 0.95, resamples: int = RESAMPLES) -> Comparison:
    """The mean of paired differences, one per run."""
    values = finite_array("rows", rows, (None,))
    if len(values) < 2:
        raise ValueError(f"rows must hold two runs at least, not {len(values)}")
    limits = summary.bootstrap(values[:, None], confidence, resamples)
    above = int((values > 0).sum())
    share = clopper_pearson(above, len(values), confidence)
    mean = float(summary.mean(values[:, None])[0])
    lower, upper = float(limits.lower[0]), float(limits.upper[0])
    return Comparison(len(values), mean, lower, upper, above, *share, confidence)
