"""The public entries of the simulator: found, not listed.

All public functions, classes and methods of the modules of ``glbtheory.bandits`` whose names do not
begin with an underscore, but for those of two tables that say why.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

from glbtheory import bandits
from glbtheory.bandits import suggest
from glbtheory.bandits.environments import action_sets, environment, schedules
from glbtheory.bandits.experiments import configuration as configurations
from glbtheory.bandits.experiments import results
from glbtheory.bandits.policies import base

Call = Callable[..., Any]

#: Modules that no user calls: they compute, store and print for those that are called.
INNER = {
    "cli": "texts of a command line; test_cli_simulate",
    "newton_memory": "made by memory()",
    "saving": "called by Policy.save and load_policy",
    "packs": "files of the store; test_cached",
    "shards": "files of the runner; test_shards",
    "sources": "takes no argument",
    "waiting": "part of a policy's state",
    "workers": "called by runner.simulate",
}
#: Single entries that take what others have checked.
CHECKED_BEFORE = {
    "action_sets.ActionSet": "abstract",
    "action_sets.ActionSet.drawing": "called by Environment",
    "action_sets.ActionSet.over": "called by Environment",
    "action_sets.ActionSet.reach": "called by Environment",
    "advice.Advice": "made by suggest",
    "bob.default_block": "called by BanditOverBandit",
    "bob.default_exploration": "called by BanditOverBandit",
    "bob.default_lam": "called by BanditOverBandit",
    "configuration.Configuration": "made by configuration_from",
    "configuration.Configuration.stored": "takes what was checked when it was written",
    "configuration.merged": "takes two configurations that are checked",
    "configuration.policy_configuration": "called by configuration_from",
    "environments.Chunk": "made by Environment.rounds",
    "families.Family": "made by family",
    "glucb.GeneralizedLinearUCB": "abstract: its bonuses are those of a subclass",
    "glucb.ProjectedUCB": "abstract: its bonuses are those of a subclass",
    "memory.LocalEstimator": "made by memory()",
    "memory.Memory": "abstract; its numbers are checked by the policies",
    "memory.decay": "called by memories",
    "policy.Policy": "abstract",
    "arm_policy.ArmPolicy": "abstract",
    "policy.RoundNumbers": "part of a policy's state",
    "projection.Projection": "made by project",
    "projection.Task": "made by project",
    "projection.project_estimate": "called by policies",
    "projection.slabs_of": "called by project",
    "results.Difference": "made by Results.difference",
    "results.Results": "made by load",
    "runner.Folder": "called by simulate and load",
    "runner.Report": "made by simulate",
    "schedules.Schedule": "abstract",
    "schedules.Schedule.corners": "called by Environment",
    "schedules.Schedule.over": "called by Environment",
    "summary.Limits": "made by band",
    "trace.Trace": "made by play_run",
}
#: Classes whose methods are driven on the object they are called on, whatever the subclass.
OBJECTS = {
    action_sets.ActionSet,
    suggest.Advice,
    configurations.Configuration,
    environment.Environment,
    base.Policy,
    results.Results,
    schedules.Schedule,
}


def _public() -> dict[str, Call]:
    """All functions and classes by module and name, with the methods of OBJECTS."""
    found: dict[str, Call] = {}
    for info in pkgutil.iter_modules(bandits.__path__):
        # The modules of presets build what preset() is asked for.
        if info.name.startswith(("_", "presets_")) or info.name in INNER:
            continue
        module = importlib.import_module(f"{bandits.__name__}.{info.name}")
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                found[f"{info.name}.{name}"] = thing
    for cls in [c for c in found.values() if inspect.isclass(c) and issubclass(c, (*OBJECTS,))]:
        for name in dir(cls):
            method = getattr(cls, name)
            homes = [b for b in cls.__mro__ if name in vars(b) and "bandits" in b.__module__]
            if name.startswith("_") or not callable(method) or not homes:
                continue
            home = homes[-1]  # where it was first said what it takes
            entry = f"{home.__module__.rpartition('.')[2]}.{home.__name__}.{name}"
            found.setdefault(entry, method)
    return found


PUBLIC = _public()
#: The methods that every policy has are driven on every policy.
OF_POLICIES = "policy.Policy."


def arguments(entry: str) -> list[str]:
    """The arguments of an entry."""
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    found = inspect.signature(PUBLIC[entry]).parameters.values()
    return [p.name for p in found if p.kind not in kinds and p.name != "self"]


def may_be_none(entry: str, argument: str) -> bool:
    return inspect.signature(PUBLIC[entry]).parameters[argument].default is None
