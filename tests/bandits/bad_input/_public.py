"""The public entries of the simulator: found, not listed.

All public functions, classes and methods of the modules of ``glbtheory.bandits`` and its packages
whose names do not begin with an underscore, but for those of two tables that say why.  An entry is
named by its place in the room: ``policies.base.Policy.select``.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from glbtheory import bandits
from glbtheory.bandits import suggestions
from glbtheory.bandits.environments import action_sets, environment, schedules
from glbtheory.bandits.experiments import configuration as configurations
from glbtheory.bandits.experiments import results
from glbtheory.bandits.policies import base

Call = Callable[..., Any]
_ROOM = f"{bandits.__name__}."

#: Packages and modules with tests of their own, and those that no user calls.
INNER = {
    "adapters": "need packages of others; tests/bandits/adapters gives them bad input",
    "inputs": "take what is not clean yet; tests/bandits/inputs gives them bad input",
    "kernels": "compiled; called with arrays that are checked",
    "estimators.blocks": "made by estimator()",
    "estimators.newton": "made by estimator()",
    "experiments.orchestration": "called by simulate and simulated",
    "experiments.packed_runs": "files of the store; test_run_store",
    "experiments.run_files": "files of the runner; test_run_files",
    "experiments.workers": "called by orchestration",
    "presets.beyond": "builds what preset() is asked for",
    "presets.building_blocks": "called by the modules of presets",
    "presets.figure_1": "builds what preset() is asked for",
    "presets.practice": "builds what preset() is asked for",
    "presets.price": "builds what preset() is asked for",
    "presets.scaling": "builds what preset() is asked for",
}
#: Single entries that take what others have checked.
CHECKED_BEFORE = {
    "environments.action_sets.ActionSet": "abstract",
    "environments.action_sets.ActionSet.drawing": "called by Environment",
    "environments.action_sets.ActionSet.over": "called by Environment",
    "environments.action_sets.ActionSet.reach": "called by Environment",
    "suggestions.Advice": "made by suggest",
    "policies.bandit_over_bandit.default_block": "called by BanditOverBandit",
    "policies.bandit_over_bandit.default_exploration": "called by BanditOverBandit",
    "policies.bandit_over_bandit.default_lam": "called by BanditOverBandit",
    "experiments.configuration.Configuration": "made by configuration_from",
    "experiments.configuration.Configuration.stored": "takes what was checked when it was written",
    "experiments.configuration.merged": "takes two configurations that are checked",
    "experiments.configuration.policy_configuration": "called by configuration_from",
    "environments.environment.Chunk": "made by Environment.rounds",
    "environments.reward_families.Family": "made by family",
    "policies.references.ofuglb.constrained_maximum": "called by OFUGLB",
    "policies.generalized_linear.GeneralizedLinearUCB": "abstract: subclasses have the bonuses",
    "policies.generalized_linear.ProjectedUCB": "abstract: subclasses have the bonuses",
    "estimators.local.LocalEstimator": "made by estimator()",
    "estimators.base.Estimator": "abstract; its numbers are checked by the policies",
    "estimators.base.decay": "called by estimators",
    "policies.base.Policy": "abstract",
    "policies.k_arms.ArmPolicy": "abstract",
    "policies.base.RoundNumbers": "part of a policy's state",
    "estimators.projection.Projection": "made by project",
    "estimators.projection.ProjectionTask": "made by project",
    "estimators.projection.project_estimate": "called by policies",
    "estimators.projection.slabs_of": "called by project",
    "experiments.results.Difference": "made by Results.difference",
    "experiments.results.Results": "made by load",
    "diagnostics.confidence_ellipses.centre": "takes a policy that has an estimate",
    "diagnostics.confidence_ellipses.coefficient": "has an answer for anything",
    "diagnostics.confidence_ellipses.in_ball": "takes a policy that has an estimate",
    "diagnostics.confidence_ellipses.margin": "has an answer for anything",
    "diagnostics.confidence_ellipses.played": "has an answer for anything",
    "diagnostics.confidence_ellipses.proved": "has an answer for anything",
    "diagnostics.recorder.Moment": "made by record",
    "diagnostics.recorder.RecordedRun": "made by record",
    "diagnostics.recorder.Round": "made by stream",
    "diagnostics.recorder.believer": "has an answer for any policy",
    "experiments.folder.Expected": "made by RunFolder.expected",
    "experiments.folder.Folder": "called by simulate and load",
    "experiments.folder.RunFolder": "called by simulated",
    "experiments.folder.held": "called by simulate and simulated",
    "experiments.runner.Report": "made by simulate",
    "environments.schedules.Schedule": "abstract",
    "environments.schedules.Schedule.corners": "called by Environment",
    "environments.schedules.Schedule.over": "called by Environment",
    "statistics.growth.Slope": "made by slope",
    "statistics.growth.paired": "takes what load and simulated give",
    "statistics.paired.Comparison": "made by compare and estimated",
    "statistics.questions.Answer": "made by Question.answer",
    "statistics.questions.Judgement": "made of answers",
    "statistics.questions.Question": "asked of estimated, which checks its table",
    "statistics.questions.correlation": "called by estimated",
    "statistics.questions.doublings": "called by estimated",
    "statistics.questions.share_of": "called by estimated",
    "statistics.questions.width": "called by estimated",
    "statistics.summary.Limits": "made by band",
    "trace.Trace": "made by play_run",
}
#: Classes whose methods are driven on the object they are called on, whatever the subclass.
OBJECTS = {
    action_sets.ActionSet,
    suggestions.Advice,
    configurations.Configuration,
    environment.Environment,
    base.Policy,
    results.Results,
    schedules.Schedule,
}


def entry_of(thing: Any) -> str:
    """The place of a function or class in the room."""
    return f"{thing.__module__.removeprefix(_ROOM)}.{thing.__name__}"


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package and of the packages in it, those apart that no user calls."""
    for info in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        name = info.name.removeprefix(_ROOM)
        if name in INNER or name.rpartition(".")[2].startswith("_"):
            continue
        module = importlib.import_module(info.name)
        yield module
        if info.ispkg:
            yield from _modules(module)


def _public() -> dict[str, Call]:
    """All functions and classes by module and name, with the methods of OBJECTS."""
    found: dict[str, Call] = {}
    for module in _modules(bandits):
        for name, thing in vars(module).items():
            if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
                continue
            if inspect.isclass(thing) or inspect.isroutine(thing):
                found[entry_of(thing)] = thing
    for cls in [c for c in found.values() if inspect.isclass(c) and issubclass(c, (*OBJECTS,))]:
        for name in dir(cls):
            method = getattr(cls, name)
            homes = [b for b in cls.__mro__ if name in vars(b) and "bandits" in b.__module__]
            if name.startswith("_") or not callable(method) or not homes:
                continue
            home = homes[-1]  # where it was first said what it takes
            if issubclass(base.Policy, home):  # a part of the class of all policies
                home = base.Policy
            found.setdefault(f"{entry_of(home)}.{name}", method)
    return found


PUBLIC = _public()
#: The methods that every policy has are driven on every policy.
OF_POLICIES = "policies.base.Policy."


def arguments(entry: str) -> list[str]:
    """The arguments of an entry."""
    kinds = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    found = inspect.signature(PUBLIC[entry]).parameters.values()
    return [p.name for p in found if p.kind not in kinds and p.name != "self"]


def may_be_none(entry: str, argument: str) -> bool:
    return inspect.signature(PUBLIC[entry]).parameters[argument].default is None
