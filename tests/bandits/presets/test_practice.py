"""The experiment of the paper's policy beside others."""

import numpy as np
import pytest

from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.policies.base import policy_from
from glbtheory.bandits.presets import Options, practice, preset
from glbtheory.bandits.run import play_run


def parts(quick=False, **options):
    return preset("beyond-practice" + "-quick" * quick, Options(**options))


def test_the_two_worlds_are_those_of_the_docstring():
    found = parts()
    assert list(found) == ["new-arms", "few-arms"] == list(practice.worlds(1000))
    moving, staying = (
        environment_from({**x["environment"], "horizon": 1000}) for x in found.values()
    )
    assert moving.schedule.changes(1000) == 1 and staying.schedule.changes(1000) == 0
    assert pytest.approx(5) == moving.S and moving.d == staying.d == 5
    assert (moving.arms, staying.arms) == (30, 10)


def test_auto_is_given_nothing_and_bonuses_are_as_said():
    for given in parts().values():
        auto, theorem, *rest = given["policies"]
        assert auto == {"name": "auto"} and theorem["gamma"] != rest[0]["gamma"]
        scaled = [policy_from(x) for x in configuration_from(given).policies.values()]
        scaled = [p.bonus_scale for p in scaled if p.name == "SC-D-GLUCB"]
        assert scaled[1:] == pytest.approx(practice.BONUSES) and scaled[0] > 1
        assert next(p for p in rest if p.get("label") == "greedy")["epsilon"] == 0


def test_a_short_run_of_every_policy():
    for given in parts(quick=True, horizon=40).values():
        plan = configuration_from(given)
        policies = {label: policy_from(own) for label, own in plan.policies.items()}
        traces = play_run(environment_from(plan.environment), policies, 1, [40])
        assert all(np.isfinite(trace.regret[-1]) for trace in traces.values())
    quick, whole = parts(quick=True), parts()
    assert all(quick[p]["horizon"] * quick[p]["runs"] <= 20000 / 20 for p in whole)
