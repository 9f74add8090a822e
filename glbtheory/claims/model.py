"""What a claim is: one item of the paper, as statements that an engine can decide.

Nobody writes "holds" or "refuted" here.  A claim says what is printed, what it should read where
the engines refute it, and which nearby statements (mutants) the same check must refute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from glbtheory.engines.decide import decide
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.language.domain import Domain, Inequality
from glbtheory.engines.language.expression import Expr, variables
from glbtheory.engines.language.parse import parse_domain, parse_expression
from glbtheory.engines.symbolic import from_sympy

KINDS = (
    "assumption",
    "theorem",
    "proposition",
    "lemma",
    "corollary",
    "equation",
    "remark",
    "step",
    "scaling",
    "table-row",
    "algorithm",
    "definition",
    "prose-claim",
    "experiment-claim",
)
#: A sentence of prose or about an experiment may simply be wrong; a step may not.
MAY_FAIL = ("prose-claim", "experiment-claim")
#: How far a repair reaches.
EFFECTS = ("rate", "statement", "constant", "step", "notation")


@dataclass(frozen=True)
class HandStep:
    """A named step of mathematics that no engine here checks (Grönwall, Jensen, Tonelli …)."""

    name: str
    says: str

    @property
    def id(self) -> str:
        """The name stands for the step in chains."""
        return self.name


@dataclass(frozen=True)
class Statement:
    """Something checkable: ``run`` asks an engine, ``latex`` is what the page says.

    ``why`` is for mutants: the token that was moved, and by how much.
    """

    latex: str
    run: Callable[[], Evidence]
    why: str = ""
    scope: str = ""

    def decide(self) -> Evidence:
        """Ask the engine; the statement's own scope wins over the engine's."""
        evidence = self.run()
        return evidence.with_(scope=self.scope) if self.scope else evidence


@dataclass(frozen=True)
class Bound:
    """``lhs relation rhs`` on a box, for the deciding engines.

    Sides are sympy expressions or text; ``where`` is text (``"x > 0, y >= 0"``) or intervals.
    ``instance`` names what was put in for variables that are no longer there.
    """

    lhs: Any
    relation: str
    rhs: Any
    where: str | Domain = ""
    latex: str = ""
    why: str = ""
    scope: str = ""
    instance: Mapping[str, str] = field(default_factory=dict)

    def inequality(self) -> Inequality:
        """The statement as the engines take it."""
        lhs, rhs = _tree(self.lhs), _tree(self.rhs)
        domain = parse_domain(self.where) if isinstance(self.where, str) else dict(self.where)
        used = set(variables(lhs - rhs))
        return Inequality(lhs, self.relation, rhs, {n: i for n, i in domain.items() if n in used})

    def decide(self) -> Evidence:
        """Proved, certified, refuted by a rational point, or undecided."""
        evidence = decide(self.inequality())
        where = self.where if isinstance(self.where, str) else ""
        if evidence.witness is not None:
            evidence = evidence.with_(witness={**self.instance, **evidence.witness})
        return evidence.with_(scope=self.scope or (f"all {where}" if where else "everywhere"))

    def with_(self, why: str, **changes: Any) -> Bound:
        """A nearby statement; ``why`` says which token moved and by how much."""
        return replace(self, why=why, latex=changes.pop("latex", ""), **changes)

    @property
    def text(self) -> str:
        """LaTeX as given, else made from the two sides."""
        return self.latex or self.literal

    @property
    def literal(self) -> str:
        """LaTeX of exactly what is tested, with its domain: a mutant may differ in that alone."""
        relation = {"<=": r"\leq", ">=": r"\geq", "==": "="}.get(self.relation, self.relation)
        domain = (
            rf",\quad \text{{{self.where}}}" if isinstance(self.where, str) and self.where else ""
        )
        return f"{_latex(self.lhs)} {relation} {_latex(self.rhs)}{domain}"


def _tree(side: Any) -> Expr:
    if isinstance(side, Expr):
        return side
    return parse_expression(side) if isinstance(side, str) else from_sympy(side)


def _latex(side: Any) -> str:
    return str(sp.latex(side)) if isinstance(side, sp.Basic) else rf"\texttt{{{side}}}"


AnyStatement = Bound | Statement


def latex_of(statement: AnyStatement) -> str:
    """The formula of a statement as LaTeX."""
    return statement.text if isinstance(statement, Bound) else statement.latex


def literal_latex(statement: AnyStatement) -> str:
    """The formula of a mutant: what is tested, not the true formula it was made from."""
    return statement.literal if isinstance(statement, Bound) else statement.latex


def joined_latex(statements: Iterable[AnyStatement]) -> str:
    """Several formulas, each once: the same line may be checked for several links."""
    return r" \\ ".join(dict.fromkeys(latex_of(s) for s in statements))


@dataclass(frozen=True)
class Claim:
    """One item of the paper.

    ``printed`` is what the page says; ``corrected`` what it should say, only where the engines
    refute the printed one; ``support`` are steps of its proof that must hold as well;
    ``mutants`` are false statements that the check must refute.
    ``depends_on`` holds ids of claims and hand steps.  A claim without statements is *read*:
    another paper's theorem, an opinion or a pure definition, with the ``reason``.  ``ours`` marks a
    statement about the lines that the paper does not print: a best constant, an exact probability.
    """

    id: str
    lines: str
    kind: str
    title: str
    chapter: str
    label: str = ""
    printed: Sequence[AnyStatement] = ()
    corrected: Sequence[AnyStatement] = ()
    mutants: Sequence[AnyStatement] = ()
    support: Sequence[AnyStatement] = ()
    hypotheses: Sequence[str] = ()
    depends_on: Sequence[str | HandStep] = ()
    effect: str = ""
    error_lines: str = ""
    note: str = ""
    reason: str = ""
    ours: bool = False
    module: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(
                f"{self.id}: kind must be one of {', '.join(KINDS)}, not {self.kind!r}"
            )
        if self.corrected and self.effect not in EFFECTS:
            raise ValueError(
                f"{self.id}: a correction needs an effect, one of {', '.join(EFFECTS)}"
            )
        if self.printed and not self.mutants:
            raise ValueError(f"{self.id}: a claim needs a mutant that its own check refutes")
        if not self.printed and not self.reason:
            raise ValueError(f"{self.id}: a claim without statements needs the reason it is read")

    @property
    def heading(self) -> str:
        """What to call ``printed``: the paper prints it, or this book states it."""
        return "stated" if self.ours else "printed"

    @property
    def printed_latex(self) -> str:
        """The printed formulas, one after the other."""
        return joined_latex(self.printed)

    @property
    def corrected_latex(self) -> str:
        """The corrected formulas, empty if there are none."""
        return joined_latex(self.corrected)

    @property
    def dependency_ids(self) -> list[str]:
        """Ids of the claims and names of the hand steps it rests on."""
        return [x if isinstance(x, str) else x.id for x in (*self.hypotheses, *self.depends_on)]

    @property
    def hand_steps(self) -> list[HandStep]:
        """The named hand steps it rests on directly."""
        return [x for x in self.depends_on if isinstance(x, HandStep)]

    def to_json(self) -> dict[str, Any]:
        """The catalogue entry, without any verdict."""
        return {
            "id": self.id,
            "label": self.label,
            "lines": self.lines,
            "kind": self.kind,
            "title": self.title,
            "chapter": self.chapter,
            "depends_on": self.dependency_ids,
            "printed_latex": self.printed_latex,
            "corrected_latex": self.corrected_latex or None,
            "effect": self.effect or None,
            "reason": self.reason or None,
        }
