"""The experiments beyond the figure: what is matched, what is told, what is worst."""

import math

import numpy as np
import pytest

from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.policies.base import policy_from
from glbtheory.bandits.presets import Options, beyond, preset
from glbtheory.bandits.run import play_run
from glbtheory.regret.k_arms import SlidingUCB

NAMES = tuple(beyond.PRESETS)


def parts(name, quick=False, **options):
    return preset(name + "-quick" * quick, Options(**options))


@pytest.mark.parametrize("name", NAMES)
def test_every_configuration_is_one_of_the_simulator(name):
    for quick in (True, False):
        for part, given in parts(name, quick).items():
            assert all(x.isalnum() or x in "-_.=" for x in part)
            assert configuration_from(given).runs == given["runs"]


@pytest.mark.parametrize("name", NAMES)
def test_quick_forms_are_shorter_and_otherwise_the_same(name):
    quick, whole = parts(name, quick=True), parts(name)
    assert list(quick) == list(whole)
    for part, given in quick.items():
        assert given["horizon"] * given["runs"] <= whole[part]["horizon"] * whole[part]["runs"] / 20
        labels = [[p.get("label", p["name"]) for p in x["policies"]] for x in (given, whole[part])]
        assert labels[0] == labels[1]


@pytest.mark.parametrize("name", NAMES)
def test_a_short_run_of_every_policy(name):
    for given in parts(name, quick=True, horizon=40).values():
        plan = configuration_from(given)
        policies = {label: policy_from(own) for label, own in plan.policies.items()}
        traces = play_run(environment_from(plan.environment), policies, 1, [40])
        assert all(np.isfinite(trace.regret[-1]) for trace in traces.values())


@pytest.mark.parametrize("name", NAMES)
def test_options(name):
    given = next(iter(parts(name, horizon=100, runs=3, lam=2.5, seed=7).values()))
    assert (given["horizon"], given["runs"], given["seed"]) == (100, 3, 7)
    assert {p["lam"] for p in given["policies"] if "lam" in p} >= {2.5}
    with pytest.raises(ValueError, match="actions is not an option"):
        parts(name, actions="ball")


def test_the_memory_of_the_figure_is_on_the_grid():
    assert beyond.tuned("gamma_worst_case", 8000, 2) == pytest.approx(beyond.factor(400))
    assert beyond.tuned("tau_worst_case", 8000, 2) == pytest.approx(400)
    labels = {p["label"]: p for p in parts("beyond-window")["S=6"]["policies"]}
    # Both matches, τ = M and τ = 2M, are there for every discount.
    for memory in beyond.MEMORIES:
        assert 1 / (1 - labels[f"discount {memory}"]["gamma"]) == pytest.approx(memory)
        assert labels[f"window {memory}"]["tau"] == memory
        assert f"window {2 * memory}" in labels
    c_mu = math.exp(-6) / (1 + math.exp(-6)) ** 2
    assert labels["window, theorem"]["tau"] == math.ceil((16000 / math.sqrt(c_mu)) ** (2 / 3))


def test_the_told_policies_know_the_number_of_changes_and_bob_does_not():
    found = parts("beyond-bob")
    own = {}
    for part, given in found.items():
        plan = configuration_from(given)
        changes = int(part.split("=")[-1])
        world = environment_from(plan.environment)
        assert world.schedule.changes(world.horizon) == changes
        lengths = np.diff([1, *world.schedule.breaks, world.horizon + 1])
        assert lengths.max() - lengths.min() <= 1
        told = plan.policies["SC-D-GLUCB, told"]["gamma"]
        assert told == pytest.approx(1 - (changes / (2 * world.horizon)) ** (2 / 3))
        period = plan.policies["restarted GLM-UCB, told"]["period"]
        assert period == plan.policies["SC-SW-GLUCB, told"]["tau"]
        own.setdefault(part.split("-")[0], []).append(plan.policies["BOB"])
        assert plan.policies["BOB, blind"]["exploration"] == 1.0
        assert plan.policies["BOB"]["exploration"] < 1.0
    assert len(own["S=2"]) == 3
    assert all(x == own["S=2"][0] for x in own["S=2"])


def test_all_rewards_walk_the_same_path():
    worlds = {
        part: environment_from(configuration_from(given).environment)
        for part, given in parts("beyond-rewards").items()
    }
    paths = [world.schedule.truth(0, 4000) for world in worlds.values()]
    assert all((path == paths[0]).all() for path in paths)
    # How often the m of the Poisson policies is exceeded at most.
    mean, m = math.exp(beyond.REWARD_S), beyond.REWARDS["poisson"][1]
    below = sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(int(m) + 1))
    assert 1 - below == pytest.approx(3e-5, rel=0.1)


def test_arms_are_a_basis_with_the_said_means():
    for means in (beyond.small_gap(60), beyond.falling(), beyond.falling(5)):
        world = environment_from({**beyond.basis(means, 100), "horizon": 100})
        chunk = next(world.rounds(0, 100))
        assert world.means(chunk)[0] == pytest.approx(means[0])
        assert world.means(chunk)[-1] == pytest.approx(means[-1])


def test_the_gap_is_the_bonus_of_a_full_window():
    (first, second), tau = beyond.small_gap(60)[0], 60
    assert first - second == pytest.approx(SlidingUCB(2, tau, beyond.XI).bonus(tau, tau))


def test_a_drifting_parameter_walks_as_far_as_the_jumps():
    for budget in (1, 4):
        world = environment_from({**beyond.rotating(2.0, 1000, budget), "horizon": 1000})
        path = world.schedule.truth(0, 1001)
        walked = np.linalg.norm(np.diff(path, axis=0), axis=1).sum()
        assert walked == pytest.approx(budget * beyond.jump(2.0), rel=1e-4)
        assert world.schedule.changes(1000) == 999
    figure = parts("beyond-drift")["S=2-jump"]["environment"]["schedule"]["thetas"]
    assert math.dist(*figure) == pytest.approx(beyond.jump(2.0))
    (given,) = (
        p
        for p in parts("beyond-drift")["S=2-budget=4"]["policies"]
        if p.get("label") == "by the path"
    )
    assert given["gamma"] == pytest.approx(1 - (4 * beyond.jump(2.0) / 8000) ** (2 / 3))
