"""Curves of regret as the chapters draw them: one look per policy, everywhere the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from glbtheory._support.validation import fraction_of_one, listed
from glbtheory.book.drawing.palette import PALETTE

if TYPE_CHECKING:
    from glbtheory.bandits.experiments.results import Results

#: Colour and line of every policy: those that forget are warm, and no two share a line style in
#: one figure of the paper.
STYLES: dict[str, dict[str, Any]] = {
    "SC-D-GLUCB": {"color": PALETTE["orange"], "linestyle": "-"},
    "SC-D-GLUCB, plain": {"color": PALETTE["black"], "linestyle": (0, (5, 1))},
    "SC-SW-GLUCB": {"color": PALETTE["pink"], "linestyle": (0, (4, 1, 1, 1))},
    "D-GLUCB": {"color": PALETTE["yellow"], "linestyle": "--"},
    "GLM-UCB": {"color": PALETTE["blue"], "linestyle": "-."},
    "LogUCB1": {"color": PALETTE["green"], "linestyle": ":"},
    "LogUCB2": {"color": PALETTE["green"], "linestyle": (0, (1, 2, 4, 2))},
    "UCB-GLM": {"color": PALETTE["sky"], "linestyle": "-."},
    "restarted GLM-UCB": {"color": PALETTE["sky"], "linestyle": "--"},
    "BOB": {"color": PALETTE["black"], "linestyle": (0, (3, 1, 1, 1, 1, 1))},
    "SW-UCB": {"color": PALETTE["pink"], "linestyle": "--"},
    "D-UCB": {"color": PALETTE["sky"], "linestyle": "-"},
    "auto": {"color": PALETTE["blue"], "linestyle": "-"},
    "D-LinUCB": {"color": PALETTE["yellow"], "linestyle": "-"},
    "OFUGLB-e": {"color": PALETTE["pink"], "linestyle": "-"},
    "Thompson": {"color": PALETTE["green"], "linestyle": "--"},
    "epsilon-greedy": {"color": PALETTE["green"], "linestyle": "-"},
    "uniform": {"color": "#666666", "linestyle": (0, (1, 3))},
    "oracle": {"color": "#666666", "linestyle": "-"},
}


def style(label: str) -> dict[str, Any]:
    """The look of a policy, found by the beginning of its label; grey for others."""
    matching = [name for name in STYLES if label.startswith(name)]
    known = max(matching, key=len, default=None)
    return dict(STYLES[known]) if known is not None else {"color": "#666666", "linestyle": "-"}


def regret(
    ax: Any,
    results: Results,
    labels: Iterable[str] | None = None,
    *,
    level: float | None = 0.5,
    what: str = "regret",
    names: Mapping[str, str] | None = None,
) -> None:
    """Means over the runs against the rounds, with the central quantiles that hold ``level``."""
    if level is not None:
        fraction_of_one("level", level)
    for label in results.labels if labels is None else listed("labels", labels):
        look = style(label)
        shown = (names or {}).get(label, label)
        ax.plot(results.rounds, results.mean(label, what), label=shown, **look)
        if level is not None:
            low, high = results.band(label, level, what)
            ax.fill_between(results.rounds, low, high, color=look["color"], alpha=0.16, linewidth=0)
    ax.set_xlim(0, results.rounds[-1])
    ax.set_ylim(bottom=0)
    ax.set_xlabel("round t")


def changes(ax: Any, results: Results) -> None:
    """A dashed line at the first round of every new phase of the world."""
    schedule = results.configuration.environment["schedule"]
    for first in schedule.get("breaks", []):
        ax.axvline(first, color="#555555", linestyle=(0, (2, 2)), linewidth=1.2, zorder=0)
