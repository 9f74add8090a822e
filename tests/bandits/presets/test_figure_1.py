"""The presets of the paper's figure: the numbers it states, and scans that change one at a time."""

import re

import numpy as np
import pytest

from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.policies.base import policy_from
from glbtheory.bandits.presets import Options, preset
from glbtheory.bandits.presets.figure_1 import (
    BASES,
    CHOICES,
    LAMBDAS,
    MEMORIES,
    PLAIN,
    RADII,
    looks,
)
from glbtheory.bandits.run import play_run, run_seed

SCANS = ("figure-1-lambda", "figure-1-choices", "figure-1-gamma")


def test_the_figure_has_the_numbers_of_the_text():
    parts = preset("figure-1")
    assert list(parts) == ["figure-1a", "figure-1b"]
    for part, S in zip(parts.values(), (6, 7), strict=True):
        world = part["environment"]
        before, after = np.array(world["schedule"]["thetas"])
        assert np.allclose(np.hypot(*before), S) and np.allclose(np.hypot(*after), S)
        angles = [np.arctan2(y, x) % (2 * np.pi) for x, y in (before, after)]
        assert np.allclose(angles, [2 * np.pi / 3, 4 * np.pi / 3])
        assert world["schedule"]["breaks"] == [4000]
        assert world["actions"] == {"kind": "sphere", "arms": 50, "d": 2}
        assert (part["horizon"], part["runs"]) == (8000, 200)
        names = [p["name"] for p in part["policies"]]
        assert names == ["SC-D-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1"]
        for policy in part["policies"]:
            assert policy["divisor"] == 5
            assert policy["lam"] == pytest.approx(2 * np.log(8000), rel=1e-14)
        assert part["policies"][0]["refined"] is True
        gammas = [p["gamma"] for p in part["policies"][:2]]
        assert gammas == pytest.approx([1 - 1 / 400] * 2, rel=1e-12)


@pytest.mark.parametrize("name", SCANS)
def test_parts_are_folder_names_and_valid_configurations(name):
    parts = preset(name + "-quick")
    assert len(parts) == len({part.lower() for part in parts})
    for part, configuration in parts.items():
        assert re.fullmatch(r"[A-Za-z0-9._=-]+", part)
        assert configuration_from(configuration).horizon == 800


def test_scans_have_every_combination():
    wanted = {f"S={S}_lam={x}_{a}" for S in (6, 7) for x in LAMBDAS for a in ("sphere", "ball")}
    assert set(preset("figure-1-lambda")) == wanted
    wanted = {f"S={S}_lam={x}_{c}" for S in (6, 7) for x in BASES for c in CHOICES}
    assert set(preset("figure-1-choices")) == wanted
    assert len(preset("figure-1-gamma")) == 2 * (len(MEMORIES) + 3)


@pytest.mark.parametrize("S", [6, 7])
def test_scans_play_the_runs_of_the_figure(S):
    """Pairing needs the same world, seed and horizon; checkpoints must not matter."""
    figure = configuration_from(preset("figure-1-quick")[f"figure-1{'ab'[S - 6]}"])
    scan = configuration_from(preset("figure-1-lambda-quick")[f"S={S}_lam=dlogT_sphere"])
    assert scan.environment == figure.environment
    assert (scan.seed, scan.horizon) == (figure.seed, figure.horizon)
    regrets = []
    for plan in (figure, scan):
        policies = {k: policy_from(plan.policies[k]) for k in ("SC-D-GLUCB", "LogUCB1")}
        world = environment_from(plan.environment)
        traces = play_run(world, policies, run_seed(plan.seed, 1), plan.checkpoints)
        at = [plan.checkpoints.index(t) for t in (400, 800)]
        regrets.append([trace.regret[at].tolist() for trace in traces.values()])
    assert regrets[0] == regrets[1]


CHANGED = {
    "delta=0.5": {"delta"},
    "delta=1_over_T": {"delta"},
    "factor=1": {"factor"},
    "union": {"union"},
    "unrefined": {"refined"},
    "Gamma=1": {"gamma", "depth"},
    "later": set(),
}


@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("lam", BASES)
def test_a_choice_changes_one_thing(lam, choice):
    other = configuration_from(preset("figure-1-choices")[f"S=7_lam={lam}_{choice}"])
    base = configuration_from(preset("figure-1-lambda")[f"S=7_lam={lam}_sphere"])
    assert list(other.policies) == list(base.policies)
    keys = {
        key
        for label, policy in base.policies.items()
        for key in policy
        if other.policies[label][key] != policy[key]
    }
    assert keys == CHANGED[choice]
    breaks = [plan.environment["schedule"]["breaks"] for plan in (base, other)]
    assert breaks == ([[4000], [4001]] if choice == "later" else [[4000], [4000]])
    assert (other.runs, other.seed, other.checkpoints) == (base.runs, base.seed, base.checkpoints)


def test_lambda_is_that_of_the_name_and_plain_is_not_refined():
    for part, configuration in preset("figure-1-lambda").items():
        lam = LAMBDAS[re.search(r"lam=([^_]+)", part)[1]]
        policies = {p.get("label", p["name"]): p for p in configuration["policies"]}
        assert {p["lam"] for p in policies.values()} == {2 * np.log(8000) if lam is None else lam}
        assert [policies[x]["refined"] for x in ("SC-D-GLUCB", PLAIN)] == [True, False]
        assert {p.get("factor", 2) for p in policies.values()} == {2}
        assert configuration["environment"]["actions"]["kind"] in part


def test_gamma_is_that_of_the_name_the_stated_one_and_the_theorem():
    parts = preset("figure-1-gamma")
    for S in RADII.values():
        found = {}
        for part, configuration in parts.items():
            if part.startswith(f"S={S:g}_"):
                (gamma,) = {p["gamma"] for p in configuration["policies"]}
                found[int(part.rsplit("=", 1)[1])] = gamma
        assert all(round(1 / (1 - gamma)) == memory for memory, gamma in found.items())
        # The same bits as in the other scans: their runs are not simulated again.
        scan = preset("figure-1-lambda")[f"S={S:g}_lam=dlogT_sphere"]
        assert found[400] == scan["policies"][0]["gamma"]
        assert found[635] == pytest.approx(1 - (1 / 16000) ** (2 / 3), rel=1e-12)
        other = preset("figure-1-choices")[f"S={S:g}_lam=dlogT_Gamma=1"]
        assert found[635] == other["policies"][0]["gamma"]
        c_mu = np.exp(-S) / (1 + np.exp(-S)) ** 2
        theorem = 1 - (np.sqrt(c_mu) * 2 / 16000) ** (2 / 3)
        assert found[max(found)] == pytest.approx(theorem, rel=1e-12)


@pytest.mark.parametrize("T", [4, 64, 800, 8000])
def test_looks_are_rounds_around_the_change(T):
    rounds = looks(T)
    assert rounds == sorted(set(rounds)) and rounds[0] >= 1 and rounds[-1] == T
    assert {T // 2 - 1, T // 2} <= set(rounds)
    if T == 8000:
        assert {3599, 3999, 4000, 4399} <= set(rounds)


def test_options_that_mean_nothing_are_refused():
    for name, option in (
        ("figure-1-lambda", {"lam": 1.0}),
        ("figure-1-lambda", {"actions": "ball"}),
        ("figure-1-choices", {"delta": 0.1}),
        ("figure-1-gamma", {"policies": ("GLM-UCB",)}),
    ):
        with pytest.raises(ValueError, match=next(iter(option))):
            preset(name, Options(**option))


@pytest.mark.parametrize("name", SCANS)
def test_scans_are_possible_at_the_shortest_horizon(name):
    for configuration in preset(name, Options(horizon=4)).values():
        assert configuration_from(configuration).horizon == 4


def test_options_reach_the_scans():
    (first, *_) = preset("figure-1-lambda", Options(delta=0.2, factor=1, runs=7, seed=3)).values()
    assert (first["runs"], first["seed"]) == (7, 3)
    assert {p["delta"] for p in first["policies"]} == {0.2}
    assert {p["factor"] for p in first["policies"] if "factor" in p} == {1}
    (first, *_) = preset("figure-1-gamma", Options(lam=0.5, actions="ball")).values()
    assert first["environment"]["actions"]["kind"] == "ball"
    assert {p["lam"] for p in first["policies"]} == {0.5}
