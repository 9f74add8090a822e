"""The experiments on growth: their worlds, their tunings, and that they run."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest

from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.presets import Options, preset
from glbtheory.bandits.presets.scaling import (
    BONUSES,
    CHANGES,
    DIMENSIONS,
    HORIZONS,
    LOOKS,
    PRESETS,
    RADII,
    turning,
)
from glbtheory.regret.useful_horizon import HorizonProblem, bound

#: logistic μ' at ±1.
C1 = math.e / (1 + math.e) ** 2


def by_label(part: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {p["label"]: p for p in part["policies"]}


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("end", ["", "-quick"])
def test_every_part_is_a_configuration(name: str, end: str) -> None:
    for part, given in preset(name + end).items():
        plan = configuration_from(given)
        assert all(x.isalnum() or x in "-_.=" for x in part)
        assert plan.checkpoints[-1] == plan.horizon
        assert plan.runs == (4 if end else given["runs"])
        assert all(p["lam"] > 0 for p in plan.policies.values())


def test_the_parts_are_the_values() -> None:
    assert list(preset("scaling-T")) == [f"T={T}" for T in HORIZONS[0]]
    assert list(preset("scaling-changes-quick")) == [f"changes={k}" for k in CHANGES[1]]
    assert list(preset("scaling-S")) == [f"S={S}" for S in RADII[0]]
    assert list(preset("scaling-d")) == [f"d={d}" for d in DIMENSIONS[0]]
    assert preset("scaling-stationary")[""]["checkpoints"] == list(LOOKS[0])


@pytest.mark.parametrize("changes", [1, 2, 7])
@pytest.mark.parametrize("d", [2, 5])
def test_the_world_has_as_many_changes_as_it_says(d: int, changes: int) -> None:
    world = environment_from({**turning(d, 3.0, 1000, changes), "horizon": 1000})
    assert world.schedule.changes(1000) == changes
    assert pytest.approx(3.0) == world.S and world.d == d
    phases = [1, *world.schedule.configuration()["breaks"], 1001]
    lengths = [b - a for a, b in itertools.pairwise(phases)]
    assert max(lengths) - min(lengths) <= 1


def test_the_discount_factors_are_those_of_the_theorems() -> None:
    part = preset("scaling-changes")["changes=8"]
    found = by_label(part)
    x = 8 / (2 * 16_000)
    assert found["SC-D-GLUCB"]["gamma"] == pytest.approx(1 - (math.sqrt(C1) * x) ** (2 / 3))
    assert found["SC-SW-GLUCB"]["tau"] == math.ceil((math.sqrt(C1) * x) ** (-2 / 3))
    assert found["D-GLUCB"]["gamma"] == pytest.approx(1 - x ** (2 / 3))
    assert found["D-GLUCB"]["lam"] == pytest.approx(2 * math.log(16_000))


def test_the_dimension_enters_the_tuning() -> None:
    for d in DIMENSIONS[0]:
        found = by_label(preset("scaling-d")[f"d={d}"])["SC-D-GLUCB"]
        x = math.sqrt(C1) * 2 / (d * 1000)
        assert found["gamma"] == pytest.approx(1 - x ** (2 / 3))
        assert found["lam"] == pytest.approx(d * math.log(1000))


def test_variants_differ_in_the_power_of_the_slope() -> None:
    found = by_label(preset("scaling-S")["S=3"])
    c = math.exp(3) / (1 + math.exp(3)) ** 2
    x = 2 / (2 * 8000)
    for label, factor in {
        "SC-D-GLUCB": math.sqrt(c),
        "D-GLUCB": 1.0,
        "SC-D-GLUCB, no c_mu": 1.0,
        "D-GLUCB, c_mu": c,
    }.items():
        assert found[label]["gamma"] == pytest.approx(1 - (factor * x) ** (2 / 3)), label


def test_every_policy_comes_with_both_bonuses() -> None:
    for name in PRESETS:
        for part in preset(name).values():
            found = by_label(part)
            bare = [label for label in found if not label.endswith(" / 5")]
            assert list(found) == [label + end for label in bare for end in BONUSES]
            for label in bare:
                assert (found[label]["divisor"], found[label + " / 5"]["divisor"]) == (1.0, 5.0)
                assert found[label].get("refined", False) is False
                assert found[label + " / 5"].get("refined", True) is True


def test_options_reach_the_configurations() -> None:
    given = Options(horizon=400, runs=3, seed=5, delta=0.1, factor=1, actions="ball")
    part = preset("scaling-S", given)["S=2"]
    assert (part["horizon"], part["runs"], part["seed"]) == (400, 3, 5)
    assert part["environment"]["actions"]["kind"] == "ball"
    found = by_label(part)
    assert found["D-GLUCB"]["factor"] == 1 and found["SC-D-GLUCB"]["delta"] == 0.1
    for name in ("scaling-T", "scaling-stationary"):
        with pytest.raises(ValueError, match="horizon is not an option"):
            preset(name, Options(horizon=400))
    with pytest.raises(ValueError, match="lam is not an option"):
        preset("scaling-S", Options(lam=1.0))
    with pytest.raises(ValueError, match="actions must be one of"):
        preset("scaling-d", Options(actions="cube"))


def test_the_bounds_say_nothing_at_these_horizons() -> None:
    """Why measured slopes neither confirm nor refute: every bound is above T."""
    for T in HORIZONS[0]:
        assert bound("T2", HorizonProblem(S=1), T) > T
