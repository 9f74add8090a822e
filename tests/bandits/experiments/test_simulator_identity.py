"""The address of a run names all code that plays it, and no other."""

from __future__ import annotations

import json
import subprocess
import sys

from glbtheory._support.code_identity import LOADED
from glbtheory.bandits.experiments.simulator_identity import ENTRY, simulator

#: Play the first rounds of every part of every preset: whatever that loads is part of a run.
PLAYED = """
import json, sys
from glbtheory.bandits.environments.environment import environment_from
from glbtheory.bandits.policies.base import POLICIES, policy_class, policy_from
from glbtheory.bandits.run import play_run, run_seed
given = json.loads(sys.stdin.read())
for name in POLICIES:
    policy_class(name)
for environment, policies in given:
    world = environment_from({**environment, "horizon": 30})
    made = {str(k): policy_from(p) for k, p in enumerate(policies)}
    play_run(world, made, run_seed(1, 0), [30])
print(*(n for n in sys.modules if n.startswith("glbtheory")))
"""


def _parts() -> list[tuple[dict, list[dict]]]:
    """Every environment of the presets that is short enough, with its policies."""
    from glbtheory.bandits.experiments.configuration import configuration_from
    from glbtheory.bandits.presets import PRESETS, preset

    plans = [
        configuration_from(given)
        for name in PRESETS
        if name.endswith("-quick")
        for given in preset(name).values()
    ]
    return [(dict(p.environment), list(p.policies.values())) for p in plans]


def test_every_module_that_a_run_loads_is_reached() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAYED],
        input=json.dumps(_parts()),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert {"glbtheory.bandits.kernels.play", "glbtheory.setting.links"} <= loaded
    assert loaded <= LOADED.reached(ENTRY)


def test_editing_what_plays_a_run_gives_another_address() -> None:
    reached = LOADED.reached(ENTRY)
    for name in (
        *("policies.sc_d_glucb", "policies.generalized_linear", "estimators.local"),
        *("estimators.projection", "kernels.elementary", "environments.schedules"),
    ):
        assert f"glbtheory.bandits.{name}" in reached
    for module in reached:
        edited = LOADED.edited(module, LOADED.text(module) + b"\n# edited\n")
        assert edited.identity(ENTRY) != simulator(), module


def test_what_only_stores_or_shows_runs_does_not_count() -> None:
    reached = LOADED.reached(ENTRY)
    for room in ("bandits.experiments", "bandits.presets", "bandits.statistics", "claims", "book"):
        inside = [m for m in LOADED.modules if m.startswith(f"glbtheory.{room}.")]
        assert inside and not reached.intersection(inside)
        for module in inside[:3]:
            edited = LOADED.edited(module, LOADED.text(module) + b"\n# edited\n")
            assert edited.identity(ENTRY) == simulator(), module
