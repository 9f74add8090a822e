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
    "setting.assumptions",
    "self_concordance.matrices",
    "estimate.discounts",
    "estimate.secant_matrices",
    "estimate.window",
    "estimate.pseudocode",
    "self_concordance.slope_bounds",
    "setting.slopes_in_numbers",
    "moments.exponential_moments",
    "moments.supermartingale",
    "mixing.mixture",
    "mixing.mixture_mean",
    "mixing.half_ball",
    "mixing.normalisers",
    "mixing.ball_ratio",
    "tail.last_steps",
    "tail.theorems",
    "tail.corollaries",
    "tail.exact_probabilities",
    "tail.sampled",
    "tail.remarks",
    "potentials.determinants",
    "potentials.elliptical_lemmas",
    "potentials.elliptical_proofs",
    "potentials.use_in_regret",
    "bonus.closed_forms",
    "bonus.prediction_error",
    "bonus.refined",
    "price.sharper_bonus",
    "bonus.comparison",
    "bonus.optimism",
    "window.optimism",
    "deviation.far_rounds",
    "deviation.split",
    "deviation.implicit_factor",
    "deviation.quadratic",
    "deviation.main_text",
    "deviation.attacks",
    "regret.worst_case_steps",
    "regret.gap_steps",
    "regret.worst_case_theorem",
    "regret.gap_theorem",
    "regret.on_runs",
    "regret.horizons",
    "arms.counting",
    "arms.symbols",
    "arms.events",
    "arms.deviation",
    "arms.regret_steps",
    "arms.blocks",
    "arms.short_windows",
    "arms.theorem",
    "arms.hypotheses",
    "arms.other_papers",
    "arms.on_runs",
    "arms.remarks",
    "rates.scalings",
    "rates.table_1",
    "rates.tunings",
    "rates.tuning_ranges",
    "rates.unknown_changes",
    "rates.other_papers",
    "rates.burn_in",
    "setting.main_text_sentences",
    "setting.proof_sketch",
    "window.deviation",
    "window.symbols",
    "window.bonus",
    "window.regret_steps",
    "window.theorems",
    "window.near_changes",
    "window.missing_probability",
    "sentences.setup",
    "sentences.tuning",
    "sentences.reasons",
    "sentences.projection",
    "sentences.curves",
    "sharper.discounted_potential",
    "sharper.window_potential",
    "sharper.window_bonus",
    "sharper.regret",
    "sharper.horizons",
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
