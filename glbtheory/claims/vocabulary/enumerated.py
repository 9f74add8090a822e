"""Statements about listed cases, decided in exact arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from glbtheory.claims.vocabulary.forms import (
    LABELS,
    Decorator,
    Text,
    filled,
    given,
    tokens_of,
    written,
)
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence

#: One case: its values by the names of the parameters of the check.
Case = dict[str, Any]
Cases = Callable[..., Iterable[Case]]


def enumerated(
    *, cases: Cases, latex: Text, scope: Text, shown: Mapping[str, str] | None = None
) -> Decorator:
    """The check for every listed case; it returns a truth value or (lhs, relation, rhs).

    ``shown`` says how a witness names a parameter, where that differs from its name in Python.
    """

    def form(check: Callable[..., Any]) -> Any:
        def run(**tokens: Any) -> Evidence:
            listed, decide = labelled(cases, check, tokens, shown)
            return enumerate_cases(listed, decide, filled(scope, tokens))

        return written(run, tokens_of(check, cases, latex, scope), latex)

    return form


def labelled(
    cases: Cases,
    check: Callable[..., Any],
    tokens: Mapping[str, Any],
    shown: Mapping[str, str] | None,
) -> tuple[Iterator[Case], Callable[[Case], Any]]:
    """The cases as a witness shows them, and the check of a case that is given so."""
    labels = {**LABELS, **(shown or {})}
    names = {label: name for name, label in labels.items()}
    moved = given(check, tokens)

    def listed() -> Iterator[Case]:
        for case in cases(**given(cases, tokens)):
            yield {labels.get(name, name): value for name, value in case.items()}

    def decide(case: Case) -> Any:
        # A token that the cases are made from may be a value of the case as well.
        values = {names.get(label, label): value for label, value in case.items()}
        return check(**{**moved, **values})

    return listed(), decide
