"""A weaker statement that is proved, for a statement that is not.

One side gets a slack: LHS <= RHS + c.  Of the powers of ten the smallest is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from glbtheory.engines.answers.time_limit import time_limit
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import HOLDS, Evidence
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import num

_LARGEST, _SMALLEST = 3, -9
_BOXES = 1000


@dataclass(frozen=True)
class Weaker:
    """LHS <= RHS + slack, with its evidence."""

    statement: Inequality
    slack: Fraction
    evidence: Evidence

    @property
    def text(self) -> str:
        """The statement that is proved."""
        return self.statement.text


def with_slack(statement: Inequality, slack: Fraction) -> Inequality:
    """The statement with a slack on its larger side, and without strictness."""
    c = num(slack)
    if statement.relation in ("<=", "<"):
        return replace(statement, rhs=statement.rhs + c, relation="<=")
    return replace(statement, lhs=statement.lhs + c, relation=">=")


def weaker_statement(statement: Inequality, seconds: float = 10.0) -> Weaker | None:
    """The statement with the smallest power of ten as slack that is proved in time; or None."""
    if statement.relation == "==":
        return None
    best: Weaker | None = None
    try:
        with time_limit(seconds):
            # A proof with little slack is hard: begin in the middle and go on from there.
            exponent = -2
            while _SMALLEST <= exponent <= _LARGEST:
                slack = Fraction(10) ** exponent
                trial = with_slack(statement, slack)
                evidence = decide(trial, budget=Budget.of(_BOXES, seconds / 3))
                if evidence.outcome == HOLDS:
                    better = best is None or slack < best.slack
                    best = Weaker(trial, slack, evidence) if better else best
                    exponent -= 1
                    if not better:
                        break
                elif best is not None:
                    break
                else:
                    exponent += 1
    except (OutOfTime, ArithmeticError, RecursionError, MemoryError, ValueError):
        pass
    return best
