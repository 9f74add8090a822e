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
from glbtheory.engines.enumeration import as_text
from glbtheory.engines.evidence import Evidence
from glbtheory.regret.round_attacks import LINKS, ProofRound, attack_path
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import Link

#: A round, and how a witness says it shorter than by all its data (None: by all of them).
KnownRound = tuple[ProofRound, Mapping[str, Any] | None]


def attacked_windows(
    *,
    latex: Text,
    links: Sequence[Link] = LINKS,
    climbs: int = 2,
    known: Sequence[KnownRound] = (),
) -> Decorator:
    """The decorated function of a round is at most ``target``, which is 1 as printed.

    Tokens are those of the function, ``target``, the hypotheses ``links`` and ``far`` (no change
    inside the window) and the effort.  Of the ``known`` rounds those are looked at first that
    satisfy the hypotheses.
    """

    def form(ratio: Callable[..., Any]) -> Statement:
        search = {"links": links, "far": True, "S": (0.001, 4.0), "target": 1.0, "seed": 2712}
        search |= {"samples": 120, "climbs": climbs, "steps": 250}

        def run(*, known: Sequence[KnownRound], **tokens: Any) -> Evidence:
            chosen = {name: tokens[name] for name in search}
            found = attack_path(
                partial(ratio, **given(ratio, tokens)),
                window=True,
                scope=_scope(**chosen),
                known=[path for path, _ in known],
                **chosen,
            )
            for path, said in known:
                if said and found.witness == as_text(path.to_json(), exact=False):
                    return found.with_(witness=dict(said))
            return found

        # A mutant needs less of a search: it is meant to fall.
        tokens = {**tokens_of(ratio, latex), **search, "known": tuple(known)}
        return written(run, tokens, latex, {"steps": 120})

    return form


def _scope(*, links: Sequence[Link], far: bool | None, **_: Any) -> str:
    means = ", ".join(link.name for link in links)
    where = "t in T(τ)" if far else "any t" if far is None else "a change inside the window"
    return f"d <= 3, t <= 6, every τ <= t; {means}; {where}; λ in [0.01, 100], S <= 4"


def mirrored(link: Link, n: int, low: float) -> ProofRound:
    """n rounds with the action 1 at θ* = -low, one reward 1 and else 0; then θ* = low.

    With a mean reward of 1/n at -low there is no noise, and the estimate is close to -low.
    """
    rewards, theta = np.eye(1, n)[0], np.array([[-low]] * n + [[low]])
    return ProofRound(link, np.ones((n, 1)), rewards, theta, Window(n), lam=0.001, S=low)
