"""Where an expression of the language has a value: denominators, logarithms and roots.

That log(x) asks for x > 0 is part of what the text means, so search and checker share it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, call, constant, num, variables

#: What a function asks of its argument (see :func:`_part`).
_NEEDS = {
    "div": "nonzero",
    "log": "positive",
    "sqrt": "nonnegative",
    "tan": "nonzero",
    "asin": "nonnegative",
    "acos": "nonnegative",
    "gamma": "positive",
}


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
        need = _NEEDS.get(node.op)
        if node.op == "pow" and int(node.value or 0) < 0:
            need = "nonzero"
        if need is not None:
            part = _part(node)
            needs.setdefault(str(part), (part, set()))[1].add(need)
    found = [_condition(part, need, statement) for part, need in needs.values()]
    return [c for c in found if c is not None]


def _part(node: Expr) -> Expr:
    """The part that must have a sign: the argument, 1 - a^2 for asin(a), cos(a) for tan(a).

    The Gamma function is asked for at positive numbers only.
    """
    argument = node.args[-1]
    if node.op == "tan":
        return call("cos", argument)
    return num(1) - Expr("pow", (argument,), 2) if node.op in ("asin", "acos") else argument


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
