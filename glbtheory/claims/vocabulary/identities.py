"""Identities between formulas, decided by exact algebra."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import Decorator, Text, filled, given, tokens_of, written
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, WHOLE, Evidence
from glbtheory.engines.symbolic import is_zero

#: What an identity yields: name, left and right side.
Pairs = Iterable[tuple[str, Any, Any]]


def identity(*, latex: Text, scope: Text, at: Mapping[str, int] | None = None) -> Decorator:
    """All of several named identities: the decorated function yields (name, lhs, rhs).

    An identity that does not reduce to zero is refuted only by numbers: rationals put in for the
    symbols at which the two sides differ exactly.  They lie in (0, 1/2), so that γ is a discount
    factor and actions lie in the ball; ``at`` fixes the symbols that must be integers.
    """

    def form(pairs: Any) -> Statement:
        return identities_of(pairs, tokens_of(pairs, latex, scope), latex, scope, at)

    return form


def identities_of(
    pairs: Callable[..., Pairs],
    tokens: Mapping[str, Any],
    latex: Text,
    scope: Text,
    at: Mapping[str, int] | None = None,
    extent: str = WHOLE,
) -> Statement:
    """The statement of :func:`identity` for a form of its own, which says what its tokens are."""

    def run(**tokens: Any) -> Evidence:
        where = filled(scope, tokens)
        for name, lhs, rhs in pairs(**given(pairs, tokens)):
            difference = sp.sympify(lhs) - sp.sympify(rhs)
            if is_zero(difference):
                continue
            witness = _differing_point(difference, at or {})
            if witness is None:
                return Evidence(UNDECIDED, "symbolic", "by hand", detail=f"{name} was not decided")
            detail = f"{name}: the two sides differ"
            return Evidence(
                REFUTED, "symbolic", "proved", where, {"case": name, **witness}, detail=detail
            )
        return Evidence(HOLDS, "symbolic", "proved", where)

    return written(run, tokens, latex, extent=extent)


def _differing_point(difference: Any, at: Mapping[str, int]) -> dict[str, str] | None:
    # A claim about any link is refuted by one link: the exponential is put in for unknown ones.
    for unknown in {f.func for f in difference.atoms(AppliedUndef)}:
        difference = difference.replace(unknown, sp.exp).doit()
    symbols = sorted(difference.free_symbols, key=str)
    for shift in range(1, 6):
        # Distinct simple rationals are unlikely to sit on a zero of the difference.
        point = {
            s: sp.Integer(at[str(s)]) if str(s) in at else sp.Rational(k + 1, 2 * k + 2 + shift)
            for k, s in enumerate(symbols)
        }
        value = sp.simplify(difference.subs(point).doit())
        if value.is_number and value.is_nonzero:
            return {str(s): str(v) for s, v in point.items()}
    return None
