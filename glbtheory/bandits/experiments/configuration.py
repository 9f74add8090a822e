"""What is simulated: environment, policies, horizon, runs, seed and checkpoints.

A configuration is a JSON or TOML file of the form ::

    {"environment": {"link": "logistic",
                     "schedule": {"kind": "stationary", "theta": [2.0, 0.0]},
                     "actions": {"kind": "sphere", "arms": 10, "d": 2}},
     "policies": [{"name": "SC-D-GLUCB", "lam": 1.0, "delta": 0.05, "gamma": 0.99},
                  {"name": "SC-D-GLUCB", "label": "slow", "lam": 1.0, "gamma": 0.999}],
     "horizon": 1000, "runs": 20, "seed": 0, "checkpoints": 100}

A policy's ``link``, ``d``, ``horizon``, ``S``, ``m``, ``arms`` and ``schedule`` (of the oracle)
are the environment's where they are not given.  ``label`` is how results name the policy; it is
the policy's name unless given. ``checkpoints`` is their number (equally spaced) or a list of
rounds.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from glbtheory._support.files import path_of
from glbtheory._support.validation import listed, whole_number
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.trace import POINTS, checked_checkpoints

_NEEDED = ("environment", "policies", "horizon", "runs")
_ALLOWED = ("seed", "checkpoints")


@dataclass(frozen=True)
class Configuration:
    """A checked configuration in plain numbers, texts, lists and dictionaries."""

    environment: dict[str, Any]
    policies: dict[str, dict[str, Any]]
    runs: int
    seed: int
    checkpoints: tuple[int, ...]

    @property
    def horizon(self) -> int:
        """T."""
        return self.checkpoints[-1]

    def to_json(self) -> dict[str, Any]:
        """Everything, in the form of a configuration file."""
        return {
            "environment": self.environment,
            "policies": [{"label": label, **p} for label, p in self.policies.items()],
            "horizon": self.horizon,
            "runs": self.runs,
            "seed": self.seed,
            "checkpoints": list(self.checkpoints),
        }

    @staticmethod
    def stored(values: Mapping[str, Any]) -> Configuration:
        """The inverse of :meth:`to_json`, for values that were checked when they were written."""
        policies = {
            p["label"]: {k: v for k, v in p.items() if k != "label"} for p in values["policies"]
        }
        checkpoints = tuple(values["checkpoints"])
        return Configuration(
            values["environment"], policies, values["runs"], values["seed"], checkpoints
        )

    def setting(self, simulator: str) -> dict[str, Any]:
        """What is common to the addresses of all runs."""
        return run_files.setting_of(self.environment, self.checkpoints, self.seed, simulator)

    def only(self, labels: Iterable[str]) -> Configuration:
        """The same with some of the policies."""
        wanted = listed("policies", labels)
        unknown = [x for x in wanted if not isinstance(x, str) or x not in self.policies]
        if unknown:
            known = ", ".join(self.policies)
            raise ValueError(f"policies: {', '.join(map(str, unknown))} is none of {known}")
        return replace(self, policies={label: self.policies[label] for label in wanted})


def configuration_from(given: Any) -> Configuration:
    """The configuration of a dictionary; errors name the key."""
    from glbtheory.bandits._from_dict import checked_keys
    from glbtheory.bandits.environments.environment import environment_from

    values = checked_keys("configuration", given, _NEEDED, _ALLOWED)
    horizon = whole_number("horizon", values["horizon"], 1)
    runs = whole_number("runs", values["runs"], 1)
    seed = whole_number("seed", values.get("seed", 0), 0)
    checkpoints = checked_checkpoints(values.get("checkpoints", POINTS), horizon)
    described = values["environment"]
    if isinstance(described, Mapping):
        if described.get("horizon", horizon) != horizon:
            raise ValueError(
                f"horizon is {horizon}, but the environment's is {described['horizon']}"
            )
        described = {**described, "horizon": horizon}
    environment = _named("environment", environment_from, described)
    policies = _policies(values["policies"], environment)
    return Configuration(environment.configuration(), policies, runs, seed, checkpoints)


def _policies(given: Any, environment: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(given, list | tuple) or not given:
        raise ValueError(f"policies must be a list of at least one policy, not {given!r}")
    found: dict[str, dict[str, Any]] = {}
    for k, entry in enumerate(given):
        if not isinstance(entry, Mapping):
            raise ValueError(f"policies[{k}] must be a dictionary, not {entry!r}")
        described = dict(entry)
        label = described.pop("label", described.get("name", described.get("policy")))
        if not isinstance(label, str) or not label or not label.isprintable():
            raise ValueError(f"policies[{k}]: label must be a text on one line, not {label!r}")
        if label in found:
            raise ValueError(f"policies[{k}]: the label {label!r} is used twice; give another")
        found[label] = _named(f"policies[{k}]", policy_configuration, described, environment)
    return found


def policy_configuration(described: Mapping[str, Any], environment: Any) -> dict[str, Any]:
    """A policy's own full configuration, what it does not say taken from the environment."""
    from glbtheory.bandits._from_dict import arguments
    from glbtheory.bandits.policies.base import policy_class, policy_from
    from glbtheory.bandits.policies.k_arms import ArmPolicy

    given = dict(described)
    if "name" in given:
        given.setdefault("policy", given.pop("name"))
    if "seed" in given:
        raise ValueError("seed is the experiment's, not a policy's")
    known = arguments(policy_class(given.get("policy")))
    own = {
        "link": environment.link.name.lower(),
        "d": environment.d,
        "horizon": environment.horizon,
        "S": environment.S,
        "arms": environment.arms,
        "schedule": environment.configuration()["schedule"],
    }
    if math.isfinite(environment.m):
        own |= {"m": environment.m, "B": environment.m}
    filled = {key: value for key, value in own.items() if key in known}
    policy = policy_from({**filled, **given})
    if isinstance(policy, ArmPolicy):
        _arms_by_number(policy, environment)
    # What JSON cannot hold would fail later, in the middle of a run.
    return dict(json.loads(run_files.canonical(policy.configuration())))


def _arms_by_number(policy: Any, environment: Any) -> None:
    """Policies for K arms need the same arms at every round, and rewards in [0, B]."""
    from glbtheory.bandits.environments.action_sets import FixedArms
    from glbtheory.bandits.kernels.rewards import GAUSSIAN

    if not isinstance(environment.actions, FixedArms):
        raise ValueError(f"actions must be fixed for {policy.name}, which knows arms by number")
    if environment.kind == GAUSSIAN or environment.m > policy.B:
        raise ValueError(
            f"B = {policy.B:g} must bound the rewards for {policy.name}: those of the "
            f"{environment.link.name} link may lie outside [0, {policy.B:g}] (linear rewards are "
            'in [0, m] with noise "coin")'
        )


def _named(key: str, function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except ValueError as error:
        text = str(error)
        raise ValueError(text if text.startswith(key) else f"{key}: {text}") from None


def read_file(path: str | Path) -> Any:
    """What a JSON or TOML file says."""
    path = path_of("path", path)
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text in UTF-8") from None
    try:
        if path.suffix.lower() == ".toml":
            return tomllib.loads(text)
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        kind = "TOML" if path.suffix.lower() == ".toml" else "JSON"
        raise ValueError(f"{path} is not {kind}: {error}") from None


def _no_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"a key is given twice among {', '.join(k for k, _ in pairs)}")
    return found


# --- two configurations of one folder -----------------------------------------------------------


def merged(old: Configuration, new: Configuration) -> Configuration:
    """The policies and runs of both; a ValueError names what else differs."""
    different = [
        f"{key} is {_short(a)} there and {_short(b)} here"
        for key, a, b in _differences("", _comparable(old), _comparable(new))
    ]
    if different:
        raise ValueError("; ".join(different))
    return replace(old, policies={**old.policies, **new.policies}, runs=max(old.runs, new.runs))


def _comparable(configuration: Configuration) -> dict[str, Any]:
    values = configuration.to_json()
    del values["runs"]
    return {**values, "policies": configuration.policies}


def _differences(key: str, a: Any, b: Any) -> Iterable[tuple[str, Any, Any]]:
    """Keys with other values, as deep as both sides are dictionaries."""
    if isinstance(a, dict) and isinstance(b, dict):
        # A policy that only one of them has is no contradiction.
        keys = [k for k in a if k in b] if key == "policies" else list({**a, **b})
        for k in keys:
            yield from _differences(f"{key}.{k}" if key else k, a.get(k), b.get(k))
    elif a != b:
        yield key, a, b


def _short(value: Any) -> str:
    text = run_files.canonical(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
