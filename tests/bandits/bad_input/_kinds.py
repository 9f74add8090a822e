"""What is bad for the arguments of the simulator, by their names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import _bad as bad
import numpy as np

from glbtheory.bandits._limits import LAST_ROUND, MOST_ARMS, MOST_DIMENSIONS, MOST_FACTORS

Call = Callable[..., Any]

ARMS = [[0.6, 0.0], [0.0, 0.6], [-0.5, 0.5]]
THETA = [1.0, -0.5]
ROW = np.array([[0.3, 0.4], [0.5, 0.0], [0.1, 0.2]])

KINDS: dict[str, bad.Bad] = {
    "B": bad.POSITIVE,
    "S": bad.POSITIVE,
    "T": bad.whole(1),
    "actions": bad.array(ARMS, largest=1.0),
    "arms": bad.whole(1, MOST_ARMS),
    "backend": bad.name("loky", "dask"),
    "block": bad.whole(1, 50),
    "bonus": bad.name("paper", "sharp"),
    "budget": bad.POSITIVE,
    "burn_in": bad.whole(0),
    "changes": bad.whole(1, LAST_ROUND),
    "checkpoints": bad.whole(1),
    "confidence": bad.FRACTION,
    "configuration": bad.DICTIONARY,
    "d": bad.whole(1, MOST_DIMENSIONS),
    "delta": bad.FRACTION,
    "depth": bad.whole(1, 2**60),
    "divisor": bad.POSITIVE,
    "epsilon": bad.number_outside(lambda x: 0 <= x <= 1),
    "exploration": bad.CLOSED,
    "factor": bad.number_outside(lambda x: x in (1, 2)),
    "first": bad.whole(0, LAST_ROUND),
    "gamma": bad.FRACTION,
    "gammas": bad.array([0.5, 0.9]) | bad.values([[0.5, 1.0], [0.0], [0.5, -1.0]]),
    "grid": bad.whole(1, MOST_FACTORS),
    "horizon": bad.whole(1, LAST_ROUND),
    "index": bad.name("linear", "mean"),
    "intercept": bad.FLAG,
    "jobs": bad.whole(1),
    "label": bad.name("SC-D-GLUCB", "all data"),
    "lam": bad.POSITIVE,
    "level": bad.FRACTION,
    "link": bad.LINK,
    "m": bad.number_outside(lambda x: x == 1),
    "n": bad.whole(0, LAST_ROUND),
    "other": bad.name("SC-D-GLUCB", "all data"),
    "path": bad.junk(3, 1.5, True, [], {}).filter(lambda x: not isinstance(x, str)),
    "period": bad.whole(1),
    "projection": bad.FLAG,
    "q": bad.number_outside(lambda x: 0 <= x <= 1),
    "refined": bad.FLAG,
    "resamples": bad.whole(1, 10**9),
    "reward": bad.number_outside(lambda x: 0 <= x <= 1),
    "ridge": bad.POSITIVE,
    "rounds": bad.whole(1, LAST_ROUND),
    "rows": bad.array(ROW, width=False),
    "run": bad.whole(0),
    "runs": bad.whole(1),
    "scale": bad.POSITIVE,
    "schedule": bad.DICTIONARY,
    "second_order": bad.number_outside(lambda x: x >= 0.5),
    "seed": bad.SEED,
    "sigma": bad.POSITIVE,
    "size": bad.whole(1, LAST_ROUND),
    "tau": bad.whole(1),
    "theta": bad.array(THETA),
    "tolerance": bad.number_outside(lambda x: 0 <= x <= 1),
    "union": bad.FLAG,
    "weights": bad.array([1.0, 0.5, 0.25]) | bad.values([[1.0, 0.5, -0.1]]),
    "what": bad.name("regret", "reward", "outside", "certificate"),
    "work": bad.whole(1),
    "xi": bad.POSITIVE,
}


#: What else an error may name: the thing that a dictionary describes, and its keys.
ALSO: dict[tuple[str, str], tuple[str, ...]] = {
    ("environments.action_sets.actions_from", "configuration"): ("actions",),
    ("experiments.configuration.Configuration.only", "labels"): ("policies",),
    ("experiments.configuration.configuration_from", "given"): ("configuration",),
    ("environments.environment.environment_from", "configuration"): ("environment",),
    ("policies.base.policy_class", "name"): ("policy",),
    ("policies.base.policy_from", "configuration"): ("policy",),
    ("policies.base.Policy.restore", "state"): (
        *("clock", "waiting", "random", "chosen", "chances", "totals"),
        *("slots", "slot_arms", "slot_rewards", "sums", "counts"),
    ),
    ("experiments.run_store.simulated", "name"): ("preset",),
    ("presets.preset", "name"): ("preset",),
    ("environments.schedules.schedule_from", "configuration"): ("schedule",),
    ("run.play_run", "policies"): ("policies",),
    ("trace.equally_spaced", "points"): ("checkpoints",),
}


class Row(NamedTuple):
    """How an entry is called: good arguments, and kinds that differ from those by name."""

    call: Call
    good: dict[str, Any]
    kinds: Mapping[str, bad.Bad] = MappingProxyType({})
