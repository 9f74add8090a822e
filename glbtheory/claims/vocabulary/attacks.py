"""Statements that an optimiser attacks: on rounds of the model, and on whole potentials.

A mutant goes through the same attack with less effort.  That can only make it harder to refute.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import Decorator, Text, filled, given, tokens_of, written
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence, conjunction
from glbtheory.regret.potential_attacks import AttackProblem, attack_problem
from glbtheory.regret.round_attacks import LINKS, ProofRound, attack_path
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import Link, linear, logistic, poisson


def simple_path(
    link: Link,
    actions: Sequence[float],
    rewards: Sequence[float],
    theta: Sequence[float],
    **more: Any,
) -> ProofRound:
    """A path in one dimension, γ = 1/20, seen by the action 1."""
    settings: dict[str, Any] = {"forgetting": Discount(0.05), "D": 10, "probe": [1.0], **more}
    A, q = ([[x] for x in values] for values in (actions, theta))
    return ProofRound(link, A, rewards, q, **settings)


#: Paths of the model on which some bound is nearly attained.
EXTREMES = (
    # Old rounds with the opposite parameter, and a ridge that drowns the data: b_1.
    simple_path(linear, [-1.0] * 4 + [0.0], [0.0] * 5, [-4.0] * 4 + [4.0] * 2, lam=1e4, S=4.0, D=1),
    # No information: the estimate is 0 and θ* on the border.
    simple_path(logistic, [0.0], [0.0], [4.0, 4.0], lam=100.0, S=4.0),
    simple_path(poisson, [0.0], [0.0], [10.0, 10.0], lam=1e6, S=10.0),
    # A tiny Θ: all that is left of the factor is its 1.
    simple_path(linear, [0.0], [0.0], [0.0, 0.0], lam=1.0, S=0.01),
    # Noise alone, under a ridge that drowns it.
    simple_path(linear, [1.0], [0.01], [0.0, 0.0], lam=100.0, S=0.01),
    # The same, with an estimate outside Θ.
    simple_path(linear, [0.1], [0.01], [0.0, 0.0], lam=0.01, S=0.01),
    # Large rewards for old actions whose mean is small: the noise of b_2.
    simple_path(
        poisson, [1.0, 1.0, 1.0, 0.0], [54.5, 54.5, 54.5, 0.0], [-4.0] * 5, lam=100.0, S=4.0, D=1
    ),
)


#: How long the search for a worst round is, and how long that for one violation.
EFFORT = {"samples": 120, "climbs": 2, "steps": 160}
SHORT = {"samples": 40, "climbs": 1, "steps": 40}
#: The hypotheses on a round, which a mutant may drop.
HYPOTHESES: dict[str, Any] = {"links": LINKS, "far": True, "outside": 1.0}


def attacked(
    *,
    latex: Text,
    seed: int,
    known: Sequence[ProofRound] = EXTREMES,
    scope: Text = "",
    **options: Any,
) -> Decorator:
    """The decorated function of a round is at most 1, on every round that the options allow.

    ``known`` are rounds that are looked at first, those of them that satisfy the hypotheses:
    ``links``, ``far`` and ``outside``.  A mutant that drops a hypothesis moves one of these, and
    then meets the known rounds that the hypothesis kept away.  The other options are those of
    :func:`~glbtheory.regret.round_attacks.attack_path`; they, the seed and the effort are tokens
    as well.  ``over`` may be a function of the links that makes the shapes.
    """

    def form(ratio: Callable[..., Any]) -> Statement:
        search = {**EFFORT, **HYPOTHESES, "seed": seed, "known": known, **options}

        def run(**tokens: Any) -> Evidence:
            chosen = {name: tokens[name] for name in search}
            if callable(chosen.get("over")):
                chosen["over"] = chosen["over"](chosen["links"])
            where = filled(scope, tokens) or _words(chosen)
            return attack_path(partial(ratio, **given(ratio, tokens)), scope=where, **chosen)

        return written(run, {**tokens_of(ratio, latex, scope), **search}, latex, SHORT)

    return form


def _words(options: Mapping[str, Any]) -> str:
    """What the options allow."""
    over = options.get("over")
    names = [s.link.name for s in over] if over else [x.name for x in options["links"]]
    windows = "" if options.get("window", True) is False else " and windows"
    words = [
        ", ".join(dict.fromkeys(names)),
        f"d <= 3, t <= 6, discounts{windows}" if not over else "",
        f"parameters up to {options['outside']:g} S" if options["outside"] > 1 else "",
        "any round" if options["far"] is None else "",
    ]
    return "; ".join(w for w in words if w)


def attacked_potential(
    *, sizes: Mapping[str, Mapping[str, Any]], latex: Text, seed: int, ranges: str
) -> Decorator:
    """A bound on potentials over all data: the decorated function makes the problem of a size.

    ``sizes`` names the sizes and gives their arguments; ``ranges`` says what the data range over.
    """

    def form(problem: Callable[..., AttackProblem]) -> Statement:
        def run(*, sizes: Mapping[str, Mapping[str, Any]], **tokens: Any) -> Evidence:
            moved, parts = given(problem, tokens), []
            for name, size in sizes.items():
                part = attack_problem(
                    problem(**size, **moved), starts=2, seed=seed, scope=f"{name}; {ranges}"
                )
                if part.outcome == REFUTED:
                    return part
                parts.append(part)
            found = conjunction(parts)
            whole = f"attacked for {'; '.join(sizes)}: {ranges}"
            return found.with_(scope=whole) if found.outcome == HOLDS else found

        return written(run, {**tokens_of(problem, latex), "sizes": sizes}, latex)

    return form
