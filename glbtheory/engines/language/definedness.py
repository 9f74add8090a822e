"""Where an expression of the language has a value: denominators, logarithms and roots.

That log(x) asks for x > 0 is part of what the text means, so search and checker share it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, constant, num, variables


@dataclass(frozen=True)
class Condition:
    """A part that must be > 0 (or >= 0, or of ``either`` sign but not 0) on the domain."""

    positive: Inequality
    either: bool = False

    @property
    def versions(self) -> list[Inequality]:
        """The statements of which one is enough."""
        p = self.positive
        negative = replace(p, relation="<")
        return [p, negative] if self.either else [p]


def definedness(statement: Inequality) -> list[Condition]:
    """The conditions under which both sides are defined, inner parts first.

    So every part of a condition is covered by the conditions before it.
    """
    needs: dict[str, tuple[Expr, set[str]]] = {}
    for node in reversed(list(statement.gap.walk())):
        need = {"div": "nonzero", "log": "positive", "sqrt": "nonnegative"}.get(node.op)
        if node.op == "pow" and int(node.value or 0) < 0:
            need = "nonzero"
        if need is not None:
            part = node.args[-1]
            needs.setdefault(str(part), (part, set()))[1].add(need)
    found = [_condition(part, need, statement) for part, need in needs.values()]
    return [c for c in found if c is not None]


def _condition(part: Expr, need: set[str], statement: Inequality) -> Condition | None:
    value = constant(part)
    if value is not None and (value > 0 or (value < 0 and need == {"nonzero"})):
        return None
    names = set(variables(part))
    given = tuple(s for s in statement.given if names & set(variables(s.expr)))
    names |= {n for side in given for n in variables(side.expr)}
    domain = {n: i for n, i in statement.domain.items() if n in names}
    relation = ">=" if need == {"nonnegative"} else ">"
    positive = Inequality(part, relation, num(0), domain, given, statement.integers & names)
    return Condition(positive, need == {"nonzero"})
