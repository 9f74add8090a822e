r"""Statements on rounds with a sliding window, which an optimiser attacks.

Actions, rewards, parameters and their changes, links, λ and S are all chosen by the search.  On a
path ρ stands for the norm of the noise itself, :math:`\|S_t\|_{H_t^{-1}}`, so that nothing is left
to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.forms import Decorator, Text, given, tokens_of, written
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.regret.round_attacks import LINKS, ProofRound, attack_path
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import Link


def attacked_windows(*, latex: Text, links: Sequence[Link] = LINKS, climbs: int = 2) -> Decorator:
    """The decorated function of a round is at most ``target``, which is 1 as printed.

    Tokens are those of the function, ``target``, ``far`` (no change inside the window) and the
    effort.  With ``path``, a function that makes one round, nothing is searched: the ratio of that
    round is computed in forty digits, and ``shown`` says it in a witness shorter than all its data.
    """

    def form(ratio: Callable[..., Any]) -> Statement:
        search = {"links": links, "far": True, "S": (0.001, 4.0), "target": 1.0, "seed": 2712}
        search |= {"samples": 120, "climbs": climbs, "steps": 250}

        def run(*, path: Any, shown: Mapping[str, Any] | None, **tokens: Any) -> Evidence:
            moved = partial(ratio, **given(ratio, tokens))
            if path is not None:
                return _on_path(path(), moved, tokens["target"], shown)
            chosen = {name: tokens[name] for name in search}
            return attack_path(moved, window=True, scope=_scope(**chosen), **chosen)

        tokens = {**tokens_of(ratio, latex), **search, "path": None, "shown": None}
        # A mutant needs less of a search: it is meant to fall.
        return written(run, tokens, latex, {"steps": 120})

    return form


def _scope(*, links: Sequence[Link], far: bool, **_: Any) -> str:
    means = ", ".join(link.name for link in links)
    where = "t in T(τ)" if far else "a change inside the window"
    return f"d <= 3, t <= 6, every τ <= t; {means}; {where}; λ in [0.01, 100], S <= 4"


def _on_path(
    path: ProofRound,
    ratio: Callable[[ProofRound], Any],
    target: float,
    shown: Mapping[str, Any] | None,
) -> Evidence:
    found = float(ratio(path.precisely()))
    scope = f"one path: d = {path.d}, t = {path.t}, τ = {path.D}, {path.link.name}"
    if found <= target:
        return Evidence(HOLDS, "attack", "attacked", scope, worst_ratio=found / target)
    detail = f"the ratio is {found:.6g}, in forty digits"
    witness = dict(shown or path.to_json())
    return Evidence(REFUTED, "attack", "attacked", scope, witness, found / target, detail=detail)


def mirrored(link: Link, n: int, low: float) -> ProofRound:
    """n rounds with the action 1 at θ* = -low, one reward 1 and else 0; then θ* = low.

    With a mean reward of 1/n at -low there is no noise, and the estimate is close to -low.
    """
    rewards, theta = np.eye(1, n)[0], np.array([[-low]] * n + [[low]])
    return ProofRound(link, np.ones((n, 1)), rewards, theta, Window(n), lam=0.001, S=low)
