"""An inequality or equation between closed forms on a box, for the deciding engines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from glbtheory.claims.model import Bound, Statement
from glbtheory.claims.vocabulary.forms import tokens_of, written
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, WHOLE, Evidence
from glbtheory.engines.language.domain import Domain

_RELATION = re.compile(r"\s*(<=|>=|==|<|>)\s*")


def bound(
    text: str,
    where: str | Domain = "",
    *,
    latex: str = "",
    scope: str = "",
    instance: Mapping[str, str] | None = None,
    **tokens: Any,
) -> Bound:
    """``bound("log(1 + x) <= {factor}*x", "x >= 0", factor="1")``.

    Tokens are the names in braces, in the sides, the relation or the domain.  A relation that is a
    token stands between blanks: ``"a {relation} b"``.
    """
    parts = re.split(r" (\{relation\}) ", text) if " {relation} " in text else _RELATION.split(text)
    if len(parts) != 3:
        raise ValueError(f"a bound has two sides and one relation, unlike {text!r}")
    lhs, relation, rhs = parts
    return Bound(
        *(lhs, relation, rhs, where),
        latex=latex,
        scope=scope,
        instance=dict(instance or {}),
        tokens=tokens,
    )


def computed_bound(
    *,
    where: str | Domain = "",
    latex: str = "",
    scope: str = "",
    instance: Mapping[str, str] | None = None,
) -> Callable[[Callable[..., tuple[Any, str, Any]]], Bound]:
    """The same for sympy expressions: the decorated function of tokens returns both sides.

    ``where`` may name tokens in braces, as in :func:`bound`.
    """

    def form(sides: Callable[..., tuple[Any, str, Any]]) -> Bound:
        return Bound(
            *("", "", "", where),
            latex=latex,
            scope=scope,
            instance=dict(instance or {}),
            tokens=tokens_of(sides),
            sides=sides,
        )

    return form


def refuted_for_every(
    violation: Bound, *, witness: Mapping[str, str], latex: str, scope: str
) -> Statement:
    """'There is a constant with …' is refuted by a violation for every constant, proved.

    Its tokens are those of the violation.
    """

    def run(**tokens: Any) -> Evidence:
        evidence = violation.variant(**tokens).decide()
        if evidence.outcome != HOLDS:
            return Evidence(UNDECIDED, "none", "by hand", detail="no violation was proved")
        found = {**witness}
        return evidence.with_(outcome=REFUTED, witness=found, scope=scope, detail=violation.text)

    return written(run, violation.tokens, latex, extent=WHOLE)
