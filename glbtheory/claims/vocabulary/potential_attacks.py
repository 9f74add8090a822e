"""End-to-end attacks on a bound in several sizes, as one statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glbtheory.claims.model import Statement
from glbtheory.engines.evidence import HOLDS, Evidence, conjunction
from glbtheory.regret.potential_attacks import AttackProblem, attack_problem


def attacked(
    problems: Mapping[str, Callable[[], AttackProblem]], ranges: str, latex: str, seed: int
) -> Statement:
    """An optimiser over all data, for every named size; ``ranges`` says what it ranges over."""

    def run() -> Evidence:
        parts = [
            attack_problem(make(), starts=2, seed=seed, scope=f"{size}; {ranges}")
            for size, make in problems.items()
        ]
        found = conjunction(parts)
        whole = f"attacked for {'; '.join(problems)}: {ranges}"
        return found.with_(scope=whole) if found.outcome == HOLDS else found

    return Statement(latex, run)
