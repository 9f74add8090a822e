"""The proof along a run: chains that start at what was measured and end at the bound."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from glbtheory.regret.proof_chain import gap_slack, prediction_slack, regret_slack, slack, total
from glbtheory.regret.reference_runs import ReferenceProblem, ReferenceRun, play, prediction_errors
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import binomial, linear, logistic

_LINKS: list[tuple[Any, dict[str, Any]]] = [
    (logistic, {"theta": [[1.0, 0.0], [-1.0, 0.0]]}),
    (binomial(3), {"theta": [[1.0, 0.0], [-1.0, 0.0]]}),
    (linear, {"theta": [[0.9, 0.1], [0.1, 0.9]], "draw": "positive", "m": 1.0}),
]
_FORGETTING: list[dict[str, Any]] = [
    {"forgetting": Discount(0.9), "depth": 12},
    {"forgetting": Window(12)},
]


def _runs() -> list[ReferenceRun]:
    common: dict[str, Any] = {"T": 50, "breaks": (26,), "lam": 3.0, "S": 1.0, "arms": 6}
    return [
        play(ReferenceProblem(link, **common, **model, **forgetting), 9)
        for link, model in _LINKS
        for forgetting in _FORGETTING
    ]


RUNS = _runs()
NAMES = [f"{r.setting.link.name}, {type(r.setting.forgetting).__name__}" for r in RUNS]


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_prediction_chain_leads_from_the_error_to_bonus_and_bias(run: ReferenceRun) -> None:
    steps = prediction_slack(run)
    far, setting = run.far, run.setting
    assert steps[0].before == pytest.approx(prediction_errors(run)[far], abs=1e-9)
    bias = setting.number("bias") if isinstance(setting.forgetting, Discount) else 0.0
    assert steps[-1].after == pytest.approx(run.bonus[far] + bias, rel=1e-9)
    for one, other in pairwise(steps):
        assert (one.after == other.before).all()
    assert all(step.holds for step in steps)
    assert total(steps) == pytest.approx(steps[-1].after.sum() / steps[0].before.sum())


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_regret_chain_leads_from_the_regret_to_the_theorem(run: ReferenceRun) -> None:
    steps, setting = regret_slack(run), run.setting
    discounted = isinstance(setting.forgetting, Discount)
    assert steps[0].before[0] == pytest.approx(run.regret.sum())
    printed = setting.number("regret_discount_proof" if discounted else "regret_window")
    assert steps[-1].after[0] == pytest.approx(printed)
    assert all(step.holds for step in steps), [s.name for s in steps if not s.holds]
    assert total(steps) == pytest.approx(steps[-1].after[0] / run.regret.sum())


def test_the_chain_takes_the_bonuses_of_the_run() -> None:
    """The step to bonus and bias is twice their sum over the rounds far from a change."""
    run = RUNS[0]
    step = next(s for s in regret_slack(run) if s.name == "errors by bonus and bias")
    far, setting = run.far, run.setting
    expected = 12 + 2 * run.bonus[far].sum() + 2 * far.sum() * setting.number("bias")
    assert step.after[0] == pytest.approx(expected)


def test_a_step_below_one_is_seen() -> None:
    """With a slope above 1 the printed ridge λ makes the bound smaller than the proof allows."""
    setting = ReferenceProblem(
        binomial(60), [[0.2]], 40, Discount(0.9), lam=0.02, arms=[[1.0], [-1.0]], S=0.2
    )
    last = regret_slack(play(setting, 0))[-1]
    assert setting.c_mu > 1
    assert last.name.startswith("as printed")
    assert last.factor < 1 and not last.holds


def test_slack_has_both_chains_and_needs_the_bonus_of_the_theory() -> None:
    assert set(slack(RUNS[0])) == {"prediction", "regret"}
    setting = ReferenceProblem(logistic, [[1.0]], 10, Discount(0.5), 1.0, arms=[[1.0]], divisor=5.0)
    with pytest.raises(ValueError, match="divisor"):
        regret_slack(play(setting, 0))


def test_factor_and_median() -> None:
    step = prediction_slack(RUNS[0])[1]
    assert step.factor == pytest.approx(step.after.sum() / step.before.sum())
    ratios = [b / a for a, b in zip(step.before, step.after, strict=True) if a > 0]
    assert step.median == pytest.approx(float(np.median(ratios)))
    assert math.isfinite(step.factor)


# --- the chain with gaps --------------------------------------------------------------------------


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_gap_chain_leads_from_the_regret_to_the_repaired_bound(run: ReferenceRun) -> None:
    steps, setting = gap_slack(run), run.setting
    discounted = isinstance(setting.forgetting, Discount)
    least = float(run.gap.min())
    name = "regret_gap_corrected" if discounted else "regret_window_gap_corrected"
    assert steps[0].before[0] == pytest.approx(run.regret.sum())
    assert steps[-1].after[0] == pytest.approx(setting.number(name, Delta=least))
    for one, other in pairwise(steps):
        assert (one.after == other.before).all()
    assert all(step.holds for step in steps), [s.name for s in steps if not s.holds]
    assert total(steps) == pytest.approx(steps[-1].after[0] / run.regret.sum())


def test_gap_chain_squares_the_regrets_of_the_rounds_far_from_a_change() -> None:
    """Two arms that always differ by Δ: a regret is 0 or Δ, so r²/Δ costs nothing."""
    setting = ReferenceProblem(
        logistic, [[1.0], [-1.0]], 40, Window(5), 1.0, (21,), arms=[[1.0], [-1.0]]
    )
    run = play(setting, 3)
    delta = math.tanh(0.5)
    assert run.gap == pytest.approx(np.full(40, delta))
    near, squared = gap_slack(run)[:2]
    assert near.after[0] == pytest.approx(5 + run.regret[run.far].sum())
    assert squared.name == "r by r²/Δ" and squared.factor == pytest.approx(1)


@pytest.mark.parametrize("run", RUNS[:2], ids=NAMES[:2])
def test_half_the_gap_doubles_what_is_divided_by_it(run: ReferenceRun) -> None:
    least, start = float(run.gap.min()), 12 * run.setting.m
    whole, half = gap_slack(run), gap_slack(run, least / 2)
    assert [s.name for s in whole] == [s.name for s in half]
    for one, other in zip(whole[1:], half[1:], strict=True):
        assert other.after[0] - start == pytest.approx(2 * (one.after[0] - start))


def test_mixed_term_is_bought_with_a_factor_two_at_most() -> None:
    step = next(s for s in gap_slack(RUNS[0]) if s.claim == "Z59")
    assert 1 <= step.factor <= 2
    assert not [s for s in gap_slack(RUNS[1]) if s.claim == "Z59"]


@pytest.mark.parametrize("gap", [0.0, -1.0, math.nan, math.inf, 2.0])
def test_a_gap_that_the_run_does_not_have_is_refused(gap: float) -> None:
    with pytest.raises(ValueError, match="gap must be"):
        gap_slack(RUNS[0], gap)


def test_gap_chain_needs_the_bonus_of_the_theory() -> None:
    setting = ReferenceProblem(
        logistic, [[1.0]], 10, Discount(0.5), 1.0, arms=[[1.0], [-1.0]], divisor=5.0
    )
    with pytest.raises(ValueError, match="divisor"):
        gap_slack(play(setting, 0))
