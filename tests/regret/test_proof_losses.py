"""Losses of the steps: chains that join, worst cases that are reached, the radius taken apart."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from glbtheory.concentration import exact_tails
from glbtheory.concentration.noise_laws import FAIR
from glbtheory.regret import proof_losses
from glbtheory.regret.proof_chain import regret_slack, total
from glbtheory.regret.proof_losses import KINDS, NEAR, OPTIMISM, PRINTED, RADIUS, collect, overall
from glbtheory.regret.reference_runs import (
    ReferenceProblem,
    ReferenceRun,
    path_at,
    play,
    prediction_errors,
)
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import logistic

kinds = pytest.mark.parametrize("kind", KINDS)


@cache
def run_of(kind: str) -> ReferenceRun:
    rule = (
        {"forgetting": Discount(0.9), "depth": 12}
        if kind == "discount"
        else {"forgetting": Window(12)}
    )
    setting = ReferenceProblem(
        logistic, [[1.0, 0.0], [-1.0, 0.0]], 50, lam=3.0, breaks=(26,), S=1.0, arms=6, **rule
    )
    return play(setting, 9)


# --- the whole chain ------------------------------------------------------------------------------


@kinds
def test_the_chain_leads_from_the_errors_to_the_printed_bound(kind: str) -> None:
    run = run_of(kind)
    steps = overall(run)
    errors = prediction_errors(run)[run.far].sum()
    printed = run.setting.number("regret_discount_proof" if kind == "discount" else "regret_window")
    assert steps[0].before.sum() == pytest.approx(errors, rel=1e-6)
    assert steps[-1].after.sum() == pytest.approx(printed)
    assert total(steps) == pytest.approx(printed / errors, rel=1e-6)
    for one, other in pairwise(steps):
        assert one.after.sum() == pytest.approx(other.before.sum())
    assert min(step.factor for step in steps) > 1 - 1e-9


@kinds
def test_optimism_counts_the_bonuses_twice_and_the_change_costs_m(kind: str) -> None:
    run = run_of(kind)
    twice, near = (s for s in overall(run) if s.name in (OPTIMISM, NEAR))
    setting = run.setting
    bias = setting.number("bias") if kind == "discount" else 0.0
    bonuses = (run.bonus[run.far] + bias).sum()
    assert twice.name == OPTIMISM
    assert twice.before.sum() == pytest.approx(bonuses)
    assert twice.factor == pytest.approx(2)
    assert near.after.sum() - near.before.sum() == pytest.approx(setting.m * 1 * 12)
    outer = next(s for s in regret_slack(run) if s.claim in ("P5", "P8"))
    assert near.after.sum() == outer.after.sum()


def test_cases_are_the_settings_that_they_are_called() -> None:
    found = proof_losses.cases("window", T=50, sizes=(2.0,))
    assert [c.name for c in found] == ["S = 2, λ = 0.2", "S = 2, λ = d log T"]
    assert found[1].setting.lam == pytest.approx(2 * math.log(50))
    assert [c.setting.S for c in found] == [2.0, 2.0]
    assert isinstance(found[0].setting.forgetting, Window)
    assert isinstance(proof_losses.cases("discount", T=50)[0].setting.forgetting, Discount)


# --- several runs ---------------------------------------------------------------------------------


def test_collect_keeps_a_factor_and_a_share_for_every_run() -> None:
    setting = run_of("window").setting
    chains = [overall(play(setting, seed)) for seed in range(3)]
    found = collect(chains, {RADIUS: 0.25})
    radius = next(loss for loss in found if loss.name == RADIUS)
    factors = [next(s for s in chain if s.name == RADIUS).factor for chain in chains]
    assert radius.factors == pytest.approx(factors)
    assert (radius.least, radius.median, radius.most) == pytest.approx(tuple(sorted(factors)))
    assert radius.worst == 0.25 and found[0].worst is None
    assert sum(loss.shares for loss in found) == pytest.approx(np.ones(3))
    expected = [math.log(f) / math.log(total(c)) for f, c in zip(factors, chains, strict=True)]
    assert radius.share == pytest.approx(float(np.median(expected)))


def test_collect_refuses_chains_of_two_kinds() -> None:
    with pytest.raises(ValueError, match="chains"):
        collect([overall(run_of(kind)) for kind in KINDS])
    with pytest.raises(ValueError, match="chains"):
        collect([])


# --- worst cases ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_but_two_is_attained_somewhere(kind: str) -> None:
    """Only the radius and the elliptical lemma have a factor to give, whatever the data."""
    found = proof_losses.tightness(kind)
    names = [step.name for step in overall(run_of(kind))]
    assert found[PRINTED] is None
    known = {name: found[name] for name in names if name != PRINTED}
    assert all(x is not None and 0 < x < 1 + 1e-4 for x in known.values())
    loose = {name for name, x in known.items() if x is not None and x < 0.97}
    assert loose == {RADIUS, "elliptical lemma"}


@kinds
def test_the_elliptical_lemma_misses_by_the_root_of_two_log_two(kind: str) -> None:
    """One round, ridge 1: the sum is 1, the bound 2 log 2, and both stand under a root."""
    expected = 1 / math.sqrt(2 * math.log(2))
    assert proof_losses.tightness(kind)["elliptical lemma"] == pytest.approx(expected, abs=1e-4)


@kinds
def test_the_steps_are_not_attained_together(kind: str) -> None:
    """Before any data the error is S/(1+S)^{3/2} of the bonus, 2/(3√3) at S = 2."""
    found = proof_losses.joint_tightness(kind)
    assert found == pytest.approx(2 / (3 * math.sqrt(3)), abs=2e-3)


def test_the_radius_is_bracketed_by_exact_probabilities() -> None:
    low, high = proof_losses.radius_tightness(T=40, lam=4, delta=Fraction(1, 10))
    given = {"lam": 4, "m": 1, "delta": Fraction(1, 400)}
    above, below = (
        exact_tails.equal_weights(40, FAIR, scale=Fraction(x), **given) for x in (low, high)
    )
    assert above > Fraction(1, 10) >= below
    assert 0 < low < high < 1


# --- inside the radius ----------------------------------------------------------------------------


@kinds
@pytest.mark.parametrize("t", [3, 50])
def test_the_parts_of_the_radius_add_up_and_are_the_printed_terms(kind: str, t: int) -> None:
    setting = run_of(kind).setting
    parts = proof_losses.radius_parts(setting, t)
    assert math.fsum(parts.values()) == pytest.approx(setting.radius(t))
    root = math.sqrt(setting.lam)
    assert parts["√λ/(2m)"] == pytest.approx(root / 2)
    assert parts["log T"] == pytest.approx(2 / root * math.log(50))
    assert parts["log(1/δ)"] == pytest.approx(2 / root * math.log(20))
    assert parts["d log 2"] == pytest.approx(2 / root * 2 * math.log(2))
    weight = min(t, 12) if kind == "window" else (1 - 0.81**12) / (1 - 0.81)
    growth = math.log(1 + 0.25 * weight / (2 * setting.lam))
    assert parts["determinant"] == pytest.approx(2 / root * growth)


@kinds
def test_the_radius_chain_leads_from_the_noise_to_rho(kind: str) -> None:
    run = run_of(kind)
    steps = proof_losses.radius_slack(run, count=4)
    rounds = np.flatnonzero(run.far)[1:] + 1
    first, last = int(rounds[0]), int(rounds[-1])
    assert steps[0].before[[0, -1]] == pytest.approx([path_at(run, t).X_H for t in (first, last)])
    assert steps[-1].after[[0, -1]] == pytest.approx([run.setting.radius(t) for t in (first, last)])
    for one, other in pairwise(steps):
        assert (one.after == other.before).all()
    # The first step holds with a probability; the others always.
    assert all(step.holds for step in steps[1:])


def test_the_mixture_reaches_its_level_at_the_radius_found() -> None:
    from glbtheory.concentration.mixture import mixture

    run = run_of("discount")
    setting, t = run.setting, int(np.flatnonzero(run.far)[-1]) + 1
    path = path_at(run, t)
    exact = proof_losses.radius_slack(run, count=1 + 1)[0].after[-1]
    matrix = (path.H_tilde_recent + path.H_tilde_recent.T) / 2
    noise = path.recent_noise * (exact / path.X_H)
    value = float(mixture(noise.tolist(), matrix.tolist(), setting.lam, setting.m).mid())
    assert value == pytest.approx(1 / setting.delta, rel=1e-4)


def test_leaving_out_a_part_of_the_radius_shrinks_the_bonus() -> None:
    run = run_of("window")
    setting, rho = run.setting, run.setting.radius(50)
    smaller = rho - proof_losses.radius_parts(setting)["log T"]

    def bracket(x: float) -> float:
        return float(1 + 1 + math.sqrt(2 / 3) * x + x**2 / 3)

    expected = (bracket(smaller) / bracket(rho)) ** 1.5
    assert proof_losses.bonus_without(run, "log T") == pytest.approx(expected)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="kind must be one of discount, window"):
        proof_losses.cases("forever")
    with pytest.raises(ValueError, match="kind"):
        proof_losses.tightness("both")
    with pytest.raises(ValueError, match="part must be one of"):
        proof_losses.bonus_without(run_of("window"), "log d")
    with pytest.raises(ValueError, match="count must be at most"):
        proof_losses.radius_slack(run_of("window"), count=1000)
    three = ReferenceProblem(logistic, [[1.0, 0.0, 0.0]], 5, Window(3), 1.0)
    with pytest.raises(ValueError, match="d <= 2"):
        proof_losses.radius_slack(play(three, 0), count=1)
