"""Sums of exponentials compared exactly, and the laws of noise they are compared for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.enumerated import Case, Cases, labelled
from glbtheory.claims.vocabulary.forms import Decorator, tokens_of, written
from glbtheory.concentration.noise_laws import ExpSum, Law, three_point, two_point
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence

F = Fraction

#: Laws on [-1, 1]; the very skewed one comes close to the worst for large |v|.
LAWS: tuple[Law, ...] = (
    two_point(1, 1),
    two_point(1, F(1, 2)),
    two_point(F(1, 3), 1),
    two_point(1, F(1, 1000)),
    three_point(1, 0, 1, F(1, 2)),
    three_point(1, F(1, 3), F(1, 2), F(2, 5)),
    three_point(F(3, 4), F(-1, 4), 1, F(1, 10)),
)
#: Values of m: m and m² differ on both sides of 1.
BOUNDS = (F(1, 2), F(1), F(2))

#: (smaller side, larger side), several for one case.
SumPairs = Iterable[tuple[ExpSum, ExpSum]]


def exactly(*, cases: Cases, latex: str, scope: str) -> Decorator:
    """The decorated function of a case yields pairs: the first of each is at most the second.

    No rounding decides; the worst ratio of a pair is kept.
    """

    def form(sides: Callable[..., SumPairs]) -> Statement:
        def run(**tokens: object) -> Evidence:
            worst, failed = 0.0, ""
            listed, pairs = labelled(cases, sides, tokens, None)

            def check(case: Case) -> bool:
                nonlocal worst, failed
                for lhs, rhs in pairs(case):
                    worst = max(worst, float(lhs) / float(rhs))
                    if (lhs - rhs).sign() > 0:
                        failed = f"{float(lhs):.9g} <= {float(rhs):.9g} fails"
                        return False
                return True

            evidence = enumerate_cases(listed, check, scope)
            return evidence.with_(worst_ratio=worst, detail=failed or evidence.detail)

        return written(run, tokens_of(sides, cases), latex)

    return form
