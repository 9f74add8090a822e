"""Proofs in words as lists of Markdown, so that a page sets their formulas."""

from __future__ import annotations

from glbtheory.book.cards import Shown
from glbtheory.engines.prove import ProverAnswer


def explained(answer: ProverAnswer) -> Shown:
    """What an answer says for itself: the claim, then the steps as a list within a list."""
    claim, *lines = answer.explain().splitlines()
    steps: list[str] = []
    depth = -1
    for line in lines:
        text = line.strip()
        if steps and text.startswith(("and its ", "a sum of ")):  # the sentence goes on
            steps[-1] += f" {text}"
            continue
        depth = min((len(line) - len(line.lstrip())) // 2, depth + 1)
        steps.append(f"{'  ' * depth}- {text}")
    return Shown("\n".join([claim, "", *steps]))
