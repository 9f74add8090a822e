"""The look of policies in figures."""

from __future__ import annotations

from itertools import combinations
from types import SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.policies.base import POLICIES
from glbtheory.bandits.presets.building_blocks import FIGURE
from glbtheory.bandits.trace import Trace
from glbtheory.book.drawing import regret_curves


def test_every_policy_has_a_look() -> None:
    assert set(POLICIES) <= set(regret_curves.STYLES)


def test_labels_take_the_look_of_their_policy() -> None:
    assert regret_curves.style("D-GLUCB, factor 1") == regret_curves.STYLES["D-GLUCB"]
    assert (
        regret_curves.style("SC-D-GLUCB, plain, λ = 1") == regret_curves.STYLES["SC-D-GLUCB, plain"]
    )
    assert regret_curves.style("mine")["color"] == "#666666"


@pytest.mark.parametrize("pair", list(combinations((*FIGURE, "SC-D-GLUCB, plain"), 2)))
def test_the_figures_policies_differ_in_colour_and_in_line(pair: tuple[str, str]) -> None:
    a, b = (regret_curves.STYLES[name] for name in pair)
    assert a["color"] != b["color"] and a["linestyle"] != b["linestyle"]


def _results() -> Results:
    rounds = np.array([5, 10])
    schedule = {"kind": "abrupt", "breaks": [6]}
    plan: Any = SimpleNamespace(
        policies={"GLM-UCB": {}}, checkpoints=(5, 10), environment={"schedule": schedule}, runs=3
    )
    zero = np.zeros(2)
    traces = {r: Trace(rounds, np.array([r, 2.0 * r]), zero, zero, zero) for r in (1, 2, 6)}
    return Results(plan, {"GLM-UCB": traces})


def test_curves_bands_and_changes_are_those_of_the_runs() -> None:
    figure, ax = plt.subplots()
    regret_curves.regret(ax, _results(), names={"GLM-UCB": "all data"})
    regret_curves.changes(ax, _results())
    curve, change = ax.lines
    assert curve.get_ydata().tolist() == [3.0, 6.0] and curve.get_label() == "all data"
    assert change.get_xdata() == [6, 6]
    (band,) = ax.collections
    assert band.get_datalim(ax.transData).ymax == 8.0, "three quarters of 2, 4, 12"
    with pytest.raises(ValueError, match="level"):
        regret_curves.regret(ax, _results(), level=1.5)
    plt.close(figure)
