"""Small experiments that the tests of the runner share."""

from __future__ import annotations

from typing import Any

from glbtheory.bandits.experiments.configuration import Configuration, configuration_from


def described(**changes: Any) -> dict[str, Any]:
    """A configuration as a user writes it; two policies, 300 rounds, five arms."""
    return {
        "environment": {
            "link": "logistic",
            "schedule": {"kind": "abrupt", "thetas": [[2.0, 0.0], [-1.0, 1.5]], "breaks": [150]},
            "actions": {"kind": "sphere", "arms": 5, "d": 2},
        },
        "policies": [
            {"name": "SC-D-GLUCB", "lam": 1.0, "gamma": 0.99, "divisor": 20.0},
            {"name": "GLM-UCB", "label": "all data", "lam": 1.0, "divisor": 5.0},
        ],
        "horizon": 300,
        "runs": 4,
        "seed": 7,
        "checkpoints": 6,
        **changes,
    }


def configuration(**changes: Any) -> Configuration:
    """The same, checked."""
    return configuration_from(described(**changes))
