"""What a claim is: one item of the paper, as statements that an engine can decide.

Nobody writes "holds" or "refuted" here.  A claim says what is printed, what it should read where
the engines refute it, and which nearby statements (mutants) the same check must refute.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import sympy as sp

from glbtheory.claims import inventory
from glbtheory.claims.inventory import KINDS
from glbtheory.engines.decision import decide
from glbtheory.engines.evidence import CASES, CONSISTENCY, PART, WHOLE, Evidence
from glbtheory.engines.language.domain import Domain, Inequality
from glbtheory.engines.language.expression import Expr, variables
from glbtheory.engines.language.parse import parse_domain, parse_expression
from glbtheory.engines.symbolic import from_sympy

#: Kinds that may be refuted without a correction.
MAY_FAIL = ("prose-claim", "experiment-claim")
#: How far a repair reaches.
EFFECTS = ("rate", "statement", "constant", "step", "notation")
#: How what a claim calls printed relates to the page: the same symbols; the same in other words or
#: symbols; or something that the page uses without writing it.
FIDELITIES = ("verbatim", "paraphrase", "implied")


@dataclass(frozen=True)
class HandStep:
    """A named step of mathematics that no engine here checks (Grönwall, Jensen, Tonelli …).

    ``textbook`` says that it is a standard fact, which nobody disputes; otherwise a referee could
    ask whether it applies here.
    """

    name: str
    says: str
    lemmas: tuple[str, ...] = ()
    textbook: bool = True

    @property
    def id(self) -> str:
        """Hand steps are identified by name in chains of claims."""
        return self.name

    def discharged_by(self, *lemmas: str) -> HandStep:
        """This step in one place where lemmas of ``formal/`` prove it: there it is not read."""
        if not lemmas:
            raise ValueError("discharged_by() needs the name of a lemma")
        return replace(self, lemmas=lemmas)


#: What a kernel theorem may cover: all that is printed, or all that is corrected.
COVERS = ("printed", "corrected")


@dataclass(frozen=True)
class ScopeCondition:
    """A named restriction under which a kernel theorem shows what the page says in general."""

    name: str
    says: str


@dataclass(frozen=True)
class KernelTheorem:
    """A theorem of ``formal/claims_*.v`` that states a claim as a whole.

    ``covers`` says whether it states what is printed or what is corrected.  ``scope`` says in
    words how the theorem differs from the page.  Where it shows less, ``conditions`` name what is
    missing; the claim stays conditional on these.  ``latex`` is the theorem's statement, where the
    engines decide less than it says, such as parts or cases; it stands in the place of what is
    printed, so that it must be as close to the page as the claim's ``fidelity``.  Where the theorem
    states something that the page does not print, such as a property of what the page defines or
    constants that the page leaves open, its LaTeX is ``shows``, and it is shown beside what is
    printed.  ``mutants`` are theorems of
    ``formal/mutants_*.v`` that refute the statement with a token moved; without them the theorem
    does not count.  ``beside`` are further theorems on the same claim; they are shown and decide
    nothing.
    """

    name: str
    scope: str = "as stated, for all values"
    covers: str = "printed"
    latex: str = ""
    shows: str = ""
    conditions: Sequence[ScopeCondition] = ()
    mutants: Sequence[str] = ()
    beside: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.covers not in COVERS:
            raise ValueError(
                f"{self.name}: covers must be printed or corrected, not {self.covers!r}"
            )
        if self.latex and self.shows:
            raise ValueError(
                f"{self.name}: its LaTeX is latex, in the place of what is printed, or shows, "
                "beside it, and not both"
            )


_S = TypeVar("_S", "Statement", "Bound")


def _about(statement: _S, extent: str, checked: str) -> _S:
    """The statement with another extent; the texts of a bound keep their tokens."""
    kept = getattr(statement, "written", {})
    return replace(statement, extent=extent, checked=checked, **kept)


class _Extent:
    """What the check of a statement covers of the formula that is shown.

    ``checked`` is the LaTeX of what is compared, where that is not the formula itself.
    """

    def as_whole(self: Any) -> Any:
        """The check decides the formula itself, for all values that the page allows."""
        return _about(self, WHOLE, "")

    def as_part(self: Any, checked: str) -> Any:
        """The check decides one step of a proof of the formula."""
        return _about(self, PART, checked)

    def as_cases(self: Any, checked: str = "") -> Any:
        """The check decides the formula in some cases."""
        return _about(self, CASES, checked)

    def as_consistency(self: Any, checked: str) -> Any:
        """The check compares two expressions of ours: no evidence for the formula."""
        return _about(self, CONSISTENCY, checked)


@dataclass(frozen=True)
class Statement(_Extent):
    """Something checkable: a check with named tokens, and the formula that the book shows.

    ``check(**tokens)`` asks an engine.  A token is a piece of the formula that can be moved: a
    constant, an exponent, an index, a direction, a hypothesis.  A mutant is the same check with a
    token moved; ``why`` says which one and by how much.  ``formula`` writes the LaTeX from the
    tokens where it is not given as text.  ``shorter`` holds values of tokens for mutants only: an
    optimiser that looks for one violation need not search as long as one that finds none.
    ``extent`` is what the check covers of the formula, and ``checked`` the LaTeX of what it
    compares, where that is something else.
    """

    latex: str
    check: Callable[..., Evidence]
    why: str = ""
    scope: str = ""
    tokens: Mapping[str, Any] = field(default_factory=dict)
    formula: Callable[..., str] | None = None
    shorter: Mapping[str, Any] = field(default_factory=dict)
    extent: str = CASES
    checked: str = ""
    origin: object = field(default_factory=object, compare=False, repr=False)

    def decide(self) -> Evidence:
        """Ask the engine; the statement's own scope wins over the engine's."""
        evidence = self.check(**self.tokens).with_(extent=self.extent)
        return evidence.with_(scope=self.scope) if self.scope else evidence

    def variant(self, latex: str = "", *, scope: str = "", **tokens: Any) -> Statement:
        """The same statement with other tokens: another link, the corrected constant."""
        unknown = sorted(set(tokens) - set(self.tokens))
        if unknown:
            raise ValueError(
                f"unknown token {', '.join(unknown)}; this statement has "
                f"{', '.join(self.tokens) or 'none'}"
            )
        moved = {**self.tokens, **tokens}
        if not latex:
            latex = self.formula(**moved) if self.formula else self.latex
        return replace(self, latex=latex, scope=scope or self.scope, tokens=moved)

    def mutant(self, why: str, latex: str = "", **tokens: Any) -> Statement:
        """A false statement nearby: the same check with a token moved, and ``why`` says which."""
        if not why or not tokens:
            raise ValueError("mutant() needs a token that is changed, and a text that says why")
        return replace(self.variant(latex, **{**self.shorter, **tokens}), why=why)

    def same_check(self, other: AnyStatement) -> bool:
        """Whether both were made from one statement and differ in their tokens at most."""
        return self.origin is other.origin


@dataclass(frozen=True)
class Bound(_Extent):
    """``lhs relation rhs`` on a box, for the deciding engines.

    Sides are sympy expressions or text; ``where`` is text (``"x > 0, y >= 0"``) or intervals.
    ``instance`` holds values that were already put in for variables.  ``tokens`` are named
    pieces of the texts, written in braces (``"{factor}*x"``).  Where the sides are not text,
    ``sides`` makes them from the tokens.
    """

    lhs: Any
    relation: str
    rhs: Any
    where: str | Domain = ""
    latex: str = ""
    why: str = ""
    scope: str = ""
    instance: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, Any] = field(default_factory=dict)
    sides: Callable[..., tuple[Any, str, Any]] | None = field(default=None, repr=False)
    extent: str = WHOLE
    checked: str = ""
    origin: object = field(default_factory=object, compare=False, repr=False)
    written: Mapping[str, Any] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Put the tokens into the texts; ``written`` keeps these as they were."""
        given = {name: getattr(self, name) for name in _PARTS}
        object.__setattr__(self, "written", given)
        if self.sides is not None:
            given = dict(zip(_PARTS, (*self.sides(**self.tokens), self.where), strict=True))
        for name, part in given.items():
            filled = part.format(**self.tokens) if self.tokens and isinstance(part, str) else part
            object.__setattr__(self, name, filled)

    def inequality(self) -> Inequality:
        """The statement as the engines take it."""
        domain = parse_domain(self.where) if isinstance(self.where, str) else dict(self.where)
        lhs, rhs = _tree(self.lhs, domain), _tree(self.rhs, domain)
        used = set(variables(lhs - rhs))
        return Inequality(lhs, self.relation, rhs, {n: i for n, i in domain.items() if n in used})

    def decide(self) -> Evidence:
        """Proved, certified, refuted by a rational point, or undecided."""
        evidence = decide(self.inequality()).with_(extent=self.extent)
        where = self.where if isinstance(self.where, str) else ""
        if evidence.witness is not None:
            evidence = evidence.with_(witness={**self.instance, **evidence.witness})
        return evidence.with_(scope=self.scope or (f"all {where}" if where else "everywhere"))

    def variant(self, latex: str = "", **changes: Any) -> Bound:
        """The same statement with tokens, sides, relation, domain or scope changed."""
        parts = _PARTS if self.sides is None else ("where",)
        allowed = {*self.tokens, *parts, "scope", "instance"}
        unknown = sorted(set(changes) - allowed)
        if unknown:
            raise ValueError(
                f"unknown token {', '.join(unknown)}; this bound has {', '.join(sorted(allowed))}"
            )
        tokens = {**self.tokens, **{n: changes.pop(n) for n in self.tokens if n in changes}}
        return replace(
            self, latex=latex or self.latex, tokens=tokens, **{**self.written, **changes}
        )

    def mutant(self, why: str, latex: str = "", **changes: Any) -> Bound:
        """A false statement nearby; ``why`` says which token moved and by how much."""
        if not why or not changes:
            raise ValueError("mutant() needs a token that is changed, and a text that says why")
        nearby = self.variant(**changes)
        # What the bound says of its domain in words is not said of another domain.
        kept = str(nearby.where) == str(self.where) or "scope" in changes
        scope = nearby.scope if kept else ""
        return replace(nearby, why=why, latex=latex, scope=scope, **nearby.written)

    def same_check(self, other: AnyStatement) -> bool:
        """Whether both were made from one bound and differ in tokens, sides or domain at most."""
        return self.origin is other.origin

    @property
    def text(self) -> str:
        """LaTeX as given, else made from the two sides."""
        return self.latex or self.literal

    @property
    def literal(self) -> str:
        """LaTeX of exactly what is tested, with its domain: a mutant may differ in that alone."""
        relation = {"<=": r"\leq", ">=": r"\geq", "==": "="}.get(self.relation, self.relation)
        where = self.where if isinstance(self.where, str) else ""
        domain = rf",\quad \text{{{where}}}" if where else ""
        return f"{_latex(self.lhs)} {relation} {_latex(self.rhs)}{domain}"


#: The parts of a bound that its tokens are put into.
_PARTS = ("lhs", "relation", "rhs", "where")


def _tree(side: Any, names: Collection[str]) -> Expr:
    if isinstance(side, Expr):
        return side
    return parse_expression(side, names) if isinstance(side, str) else from_sympy(side)


def _latex(side: Any) -> str:
    return str(sp.latex(side)) if isinstance(side, sp.Basic) else rf"\texttt{{{side}}}"


AnyStatement = Bound | Statement


def latex_of(statement: AnyStatement) -> str:
    """The formula of a statement as LaTeX."""
    return statement.text if isinstance(statement, Bound) else statement.latex


def literal_latex(statement: AnyStatement) -> str:
    """The formula of a mutant: what is tested, not the true formula it was made from."""
    return statement.literal if isinstance(statement, Bound) else statement.latex


def formulas_of(statements: Iterable[AnyStatement]) -> list[str]:
    """Several formulas, each once: the same line may be checked for several links."""
    return list(dict.fromkeys(latex_of(s) for s in statements))


def joined(formulas: Iterable[str]) -> str:
    """Formulas as one text, a line each."""
    return r" \\ ".join(formulas)


@dataclass(frozen=True)
class Claim:
    """One item of the paper.

    ``printed`` is what the page says; ``corrected`` what it should say, only where the engines
    refute the printed one; ``support`` are steps of its proof that must hold as well;
    ``mutants`` are false statements that the check must refute.
    ``depends_on`` holds ids of claims and hand steps.  ``kernel`` is a theorem that Coq has checked
    and that states the claim as a whole; then nothing else is needed below it.  A claim without
    statements is *read*: another paper's theorem, an opinion or a pure definition, with the
    ``reason``.  ``ours`` marks a statement of ours that the paper does not make: a best constant,
    an exact probability.

    Where the checks of the deciding statements do not cover them as a whole, ``follows`` says how
    the claim follows from what was checked and from what it depends on, step by step, each step by
    its name.  Without it a claim is only known where it was checked.  ``witness_rests_on`` are the
    steps and claims that only the counterexample to the printed statement needs.  ``blind_to``
    names pieces of a bound that a search cannot see.  ``fidelity`` says how close to the page
    ``printed`` is.

    Kind, label and lines of an item of the paper are those of :mod:`glbtheory.claims.inventory` and
    are not repeated here.  A claim beyond that list says its lines itself, and its kind unless it
    is a step.  The chapter is the folder that the claim stands in.
    """

    id: str
    title: str
    lines: str = ""
    kind: str = ""
    chapter: str = "-"
    label: str = ""
    printed: Sequence[AnyStatement] = ()
    corrected: Sequence[AnyStatement] = ()
    mutants: Sequence[AnyStatement] = ()
    support: Sequence[AnyStatement] = ()
    hypotheses: Sequence[str] = ()
    depends_on: Sequence[str | HandStep] = ()
    kernel: KernelTheorem | None = None
    effect: str = ""
    error_lines: str = ""
    note: str = ""
    reason: str = ""
    ours: bool = False
    follows: str = ""
    fidelity: str = ""
    witness_rests_on: Sequence[str | HandStep] = ()
    blind_to: Sequence[str] = ()
    module: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        item = inventory.item(self.id)
        for name in ("kind", "label", "lines") if item else ():
            if not getattr(self, name):
                object.__setattr__(self, name, getattr(item, name))
        for name, usual in (("lines", "-"), ("kind", "step")):
            if not getattr(self, name):
                object.__setattr__(self, name, usual)
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
        if self.kernel is not None and not getattr(self, self.kernel.covers):
            raise ValueError(f"{self.id}: the kernel theorem covers nothing that is stated")
        if self.follows and not (self.depends_on or self.hypotheses or self.support):
            raise ValueError(f"{self.id}: what it follows from stands in depends_on or support")
        if self.fidelity not in ("", *FIDELITIES):
            raise ValueError(
                f"{self.id}: fidelity must be one of {', '.join(FIDELITIES)}, not {self.fidelity!r}"
            )
        if self.witness_rests_on and not self.corrected:
            raise ValueError(f"{self.id}: only a refuted statement has a witness")
        if not self.printed and not self.reason:
            raise ValueError(f"{self.id}: a claim without statements needs the reason it is read")

    @property
    def heading(self) -> str:
        """What to call ``printed``: the paper prints it, or this book states it."""
        return "stated" if self.ours else "printed"

    @property
    def called_printed(self) -> list[str]:
        """The formulas that cards call printed: the kernel theorem's, where it has one."""
        named = self.kernel
        if named is not None and named.covers == "printed" and named.latex:
            return [named.latex]
        return formulas_of(self.printed)

    @property
    def printed_latex(self) -> str:
        """The printed formulas, one after the other."""
        return joined(formulas_of(self.printed))

    @property
    def corrected_latex(self) -> str:
        """The corrected formulas, empty if there are none."""
        return joined(formulas_of(self.corrected))

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
            "kernel": self.kernel.name if self.kernel else None,
            "printed_latex": self.printed_latex,
            "corrected_latex": self.corrected_latex or None,
            "effect": self.effect or None,
            "reason": self.reason or None,
            "follows": self.follows or None,
            "fidelity": self.fidelity or None,
            "blind_to": list(self.blind_to),
        }
