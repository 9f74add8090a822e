"""What the theory costs: the policies of the three experiments, and that they run."""

from __future__ import annotations

import math
from typing import Any

import pytest

from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.policies.base import policy_from
from glbtheory.bandits.presets import Options, preset
from glbtheory.bandits.presets.price import (
    BONUSES,
    DIVISORS,
    POLICIES,
    PRESETS,
    PROJECTED,
    SHARES,
    SMALL,
    WAYS,
    labelled,
    line_before,
)
from glbtheory.bandits.run import play_run, run_seed
from glbtheory.formulas import FORMULAS

WORLDS = [f"S={S}_lam={lam}" for lam in ("dlogT", "0.2") for S in (6, 7)]


def by_label(part: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {p["label"]: p for p in part["policies"]}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("end", ["", "-quick"])
def test_every_part_is_a_configuration(name: str, end: str) -> None:
    for part, given in preset(name + end).items():
        plan = configuration_from(given)
        assert all(x.isalnum() or x in "-_.=" for x in part)
        assert plan.checkpoints[-1] == plan.horizon
        assert plan.runs <= (3 if end else 24)


def test_every_policy_has_every_divisor() -> None:
    found = preset("price-divisor")
    assert list(found) == WORLDS
    for part in found.values():
        policies = by_label(part)
        assert list(policies) == [labelled(name, k) for name in POLICIES for k in DIVISORS]
        for label, policy in policies.items():
            name, k = label.split(" / ")
            assert policy["name"] == name and policy["divisor"] == float(k)
        penalties = {policy["lam"] for policy in policies.values()}
        assert len(penalties) == 1
    assert by_label(found[WORLDS[0]])["GLM-UCB / 1"]["lam"] == pytest.approx(2 * math.log(8000))
    assert by_label(found[WORLDS[3]])["GLM-UCB / 1"]["lam"] == 0.2


def test_projection_is_the_only_difference_between_the_ways() -> None:
    found = preset("price-projection")
    assert list(found) == [f"lam={lam:g}" for lam in SMALL]
    for part in found.values():
        assert part["environment"]["actions"]["kind"] == "ball"
        policies = by_label(part)
        assert len(policies) == len(PROJECTED) * len(WAYS)
        for name in PROJECTED:
            ways = [policies[f"{name}, {words}"] for words in WAYS]
            plain = [
                {k: v for k, v in p.items() if k not in ("label", "projection", "factor")}
                for p in ways
            ]
            assert plain[0] == plain[1] == plain[2]
            assert [p["projection"] for p in ways] == [True, False, False]
            assert [p["factor"] for p in ways] == [2, 2, 1]


def factors(part: dict[str, Any]) -> dict[str, tuple[float, float]]:
    plan = configuration_from(part)
    found = {}
    for label, policy in plan.policies.items():
        bonus, inside, _ = policy_from(policy).coefficients(0, 1)
        found[label] = float(bonus[0]), float(inside[0])
    return found


@pytest.mark.parametrize("part", WORLDS)
def test_the_bonuses_are_ordered(part: str) -> None:
    found = factors(preset("price-constants")[part])
    assert list(found) == [labelled(name, k) for name in BONUSES for k in SHARES]
    for k in SHARES:
        general = [found[labelled(n, k)][0] for n in ("printed", "line before", "sharpened")]
        assert general[0] > general[1] > 1.5 * general[2]
        inside = [found[labelled(n, k)][1] for n in ("refined", "refined, sharpened")]
        assert inside[0] > 2 * inside[1]
        assert found[labelled("refined", k)][0] == general[0]
        assert found[labelled("refined, sharpened", k)][0] == general[2]
    whole, fifth = (found[labelled("printed", k)][0] for k in SHARES)
    assert whole == pytest.approx(5 * fifth)


def test_the_line_before_is_that_of_the_formula() -> None:
    """With γ^D = 1/T the main text's formulas are the appendix's."""
    T, gamma = 1024, 0.5
    known = {"S": 3.0, "lam": 0.5, "gamma": gamma, "delta": 0.1}
    all_of = {**known, "d": 2, "T": T, "k_mu": 0.25, "m": 1.0}
    beta, before = (
        FORMULAS[n].compiled(**{a: all_of[a] for a in FORMULAS[n].arguments})
        for n in ("beta", "beta_sharp")
    )
    assert line_before(known, T) == pytest.approx(beta / before, rel=1e-9)


def test_options_reach_the_parts() -> None:
    found = preset("price-constants", Options(horizon=400, runs=2, delta=0.5, actions="ball"))
    for part in found.values():
        assert part["horizon"] == 400 and part["runs"] == 2
        assert part["environment"]["actions"]["kind"] == "ball"
        assert {p["delta"] for p in part["policies"]} == {0.5}
    with pytest.raises(ValueError, match="lam is not an option"):
        preset("price-divisor", Options(lam=1.0))


def test_runs_are_equal_until_the_first_projection() -> None:
    given = preset("price-projection", Options(horizon=60, runs=1, checkpoints=60))["lam=0.05"]
    plan = configuration_from(given)
    policies = {label: policy_from(p) for label, p in plan.policies.items()}
    place = environment_from(plan.environment)
    traces = play_run(place, policies, run_seed(plan.seed, 0), plan.checkpoints)
    for name in PROJECTED:
        solved, bypassed = (traces[f"{name}, {w}"] for w in ("projected", "bypassed"))
        equal = int((solved.outside == 0).sum())
        assert equal > 0
        assert (solved.regret[:equal] == bypassed.regret[:equal]).all()
