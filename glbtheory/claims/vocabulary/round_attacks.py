"""Attacks on whole paths as statements, with the extreme paths that they look at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from glbtheory.claims.model import Statement
from glbtheory.engines.evidence import Evidence
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


def _windows(options: dict[str, Any]) -> str:
    return "" if options.get("window", True) is False else " and windows"


def attacked_paths(
    ratio: Callable[[ProofRound], Any],
    latex: str,
    seed: int,
    why: str = "",
    known: Sequence[ProofRound] = EXTREMES,
    **options: Any,
) -> Statement:
    """ratio <= 1 on every path that the options allow, attacked."""
    over = options.get("over")
    names = [s.link.name for s in over] if over else [x.name for x in options.get("links", LINKS)]
    words = [
        ", ".join(dict.fromkeys(names)),
        f"d <= 3, t <= 6, discounts{_windows(options)}" if not over else "",
        "parameters up to 3 S" if options.get("outside") else "",
        "any round" if options.get("far", True) is None else "",
    ]
    size = {"samples": 120, "climbs": 2, "steps": 160, **options}

    def run() -> Evidence:
        scope = "; ".join(w for w in words if w)
        return attack_path(ratio, seed=seed, scope=scope, known=known, **size)

    return Statement(latex, run, why)


def broken_paths(
    ratio: Callable[[ProofRound], Any], latex: str, why: str, known: Sequence[ProofRound] = EXTREMES
) -> Statement:
    """A statement that must fail on a known path; without one, a short search goes on."""
    return attacked_paths(ratio, latex, 0, why, known, samples=40, climbs=1, steps=40)
