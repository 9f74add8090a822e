r"""What all forms of statements share: tokens by name, texts that follow them.

A form is a decorator.  What it decorates says one thing about one case, and becomes a
:class:`~glbtheory.claims.model.Statement` of the same name::

    @enumerated(
        cases=lambda: grid(t=range(1, 5), tau=(1, 2, 6)),
        latex=r"\min(t,\tau) \leq t",
        scope="t <= 4, τ in {1, 2, 6}",
    )
    def shorter_than_time(t, tau, *, late=0):
        return min(t, tau) + late, "<=", t

    shorter_than_time.mutant("one round more", r"\min(t,\tau)+1 \leq t", late=1)

The parameters before the star are one case, those after it are the *tokens*: pieces of the formula
that a mutant moves, each with the value that the paper prints.  ``cases``, ``latex`` and ``scope``
may be functions of tokens too, with the same names and values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from glbtheory.claims.model import Statement
from glbtheory.engines.evidence import CASES, Evidence

#: A text, or a function of some of the tokens.
Text = str | Callable[..., str]
Decorator = Callable[[Callable[..., Any]], Statement]

#: Python names that witnesses show under another name.
LABELS = {"lam": "lambda"}


def tokens_of(*functions: Any) -> dict[str, Any]:
    """The keyword-only parameters of some functions, and the values that they have as printed."""
    found: dict[str, Any] = {}
    for function in functions:
        if not callable(function):
            continue
        for p in inspect.signature(function).parameters.values():
            if p.kind is not p.KEYWORD_ONLY:
                continue
            if p.default is p.empty:
                raise ValueError(f"the token {p.name} needs the value that is printed")
            if p.name in found and found[p.name] != p.default:
                raise ValueError(f"the token {p.name} has two values as printed")
            found[p.name] = p.default
    return found


def given(function: Callable[..., Any], tokens: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the tokens that a function asks for."""
    wanted = inspect.signature(function).parameters
    if any(p.kind is p.VAR_KEYWORD for p in wanted.values()):
        return dict(tokens)
    return {name: value for name, value in tokens.items() if name in wanted}


def filled(thing: Any, tokens: Mapping[str, Any]) -> Any:
    """A function called with the tokens that it asks for; anything else as it is."""
    return thing(**given(thing, tokens)) if callable(thing) else thing


def written(
    run: Callable[..., Evidence],
    tokens: Mapping[str, Any],
    latex: Text,
    shorter: Mapping[str, Any] | None = None,
    extent: str = CASES,
) -> Statement:
    """The statement of a form: ``run`` takes all tokens, ``latex`` those that it asks for.

    Unless the form or the claim says otherwise, a check covers cases only.
    """

    def formula(**moved: Any) -> str:
        return str(filled(latex, moved))

    return Statement(
        formula(**tokens),
        run,
        tokens=dict(tokens),
        formula=formula if callable(latex) else None,
        shorter=dict(shorter or {}),
        extent=extent,
    )


def stated(*, latex: Text) -> Decorator:
    """Whatever no other form says: the decorated function of tokens returns the evidence."""

    def form(check: Callable[..., Evidence]) -> Statement:
        return written(
            lambda **tokens: check(**given(check, tokens)), tokens_of(check, latex), latex
        )

    return form
