"""The paper as claims, one file per part of it."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from glbtheory.claims.model import Bound, Claim, HandStep, Statement

__all__ = ["Bound", "Claim", "HandStep", "Statement", "all_claims", "natural_order", "select"]

#: The files of this folder that hold a list ``CLAIMS``.
MODULES = (
    "setting",
    "estimate",
    "discounted",
    "secants",
    "window",
    "pseudocode",
    "self_concordance",
    "numbers",
    "moments",
    "supermartingale",
    "mixing",
    "mixture_mean",
    "half_ball",
    "normalisers",
    "ball_ratio",
    "tail_steps",
    "tail",
    "tail_uses",
    "tail_exact",
    "tail_sampled",
    "tail_remarks",
    "determinants",
    "elliptical",
    "elliptical_chain",
    "regret_sum",
    "bonus",
    "bonus_error",
    "bonus_refined",
    "bonus_sharper",
    "bonus_compared",
    "optimism",
    "optimism_steps",
    "deviation_rounds",
    "deviation",
    "deviation_steps",
    "deviation_solved",
    "deviation_main",
    "deviation_attacks",
    "regret_discount",
    "regret_gap",
    "regret_theorems",
    "regret_constants",
    "regret_runs",
    "regret_horizons",
    "arms_counting",
    "arms_symbols",
    "arms_events",
    "arms_deviation",
    "arms_regret",
    "arms_blocks",
    "arms_short_windows",
    "arms_theorem",
    "arms_hypotheses",
    "arms_rates",
    "arms_runs",
    "arms_remarks",
    "rates",
    "rates_table",
    "tunings",
    "tuning_ranges",
    "unknown_changes",
    "literature",
    "burn_in",
    "main_text",
    "sketch",
    "window_deviation",
    "window_symbols",
    "window_bonus",
    "window_regret",
    "window_theorems",
    "window_far",
    "window_surely",
    "experiment_setup",
    "experiment_tuning",
    "experiment_reasons",
    "experiment_projection",
    "experiment_sentences",
    "sharper",
    "sharper_blocks",
    "sharper_window",
    "sharper_regret",
    "sharper_horizons",
)


def natural_order(identifier: str) -> tuple[str, int]:
    """Sort key: A2 before A10."""
    match = re.fullmatch(r"([A-Za-z]+)(\d+)", identifier)
    return (match.group(1), int(match.group(2))) if match else (identifier, 0)


@lru_cache(maxsize=1)
def all_claims() -> dict[str, Claim]:
    """Every claim by id."""
    found: dict[str, Claim] = {}
    for name in MODULES:
        module = importlib.import_module(f"{__name__}.{name}")
        for claim in module.CLAIMS:
            if claim.id in found:
                raise ValueError(f"two claims have the id {claim.id}")
            found[claim.id] = replace(claim, module=module.__name__)
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def select(ids: Iterable[str], extra: Iterable[Claim] = ()) -> list[Claim]:
    """The claims asked for (all if none is named), t2 for T2; an unknown id is a ValueError."""
    known = {**all_claims(), **{c.id: c for c in extra}}
    asked = (i if i in known or i.upper() not in known else i.upper() for i in ids)
    wanted = list(dict.fromkeys(asked)) or list(known)
    unknown = [i for i in wanted if i not in known]
    if unknown:
        raise ValueError(f"unknown claim {', '.join(unknown)}; 'glbtheory claims' lists them")
    return [known[i] for i in wanted]
