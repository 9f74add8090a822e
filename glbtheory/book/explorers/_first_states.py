"""The explorers' first states as pictures, for readers who cannot run a script."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from glbtheory.book.drawing.palette import PALETTE
from glbtheory.regret import potentials, sharper_horizon, useful_horizon
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import Link

_LOOK: Any = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "lines.linewidth": 2.0,
    "legend.frameon": False,
    "legend.fontsize": 9,
}


def _png(figure: Figure) -> bytes:
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=100, metadata={"Software": None})
    return stream.getvalue()


def _figure(width: float, height: float, columns: int = 1) -> tuple[Figure, Any]:
    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    FigureCanvasAgg(figure)
    return figure, figure.subplots(1, columns)


def shares(theorem: str, problem: useful_horizon.HorizonProblem, T: int) -> bytes:
    """The three bounds of a theorem over m T against the horizon."""
    looks = (
        ("", useful_horizon, "as printed", "--", "orange"),
        (" corrected", useful_horizon, "corrected", "-", "blue"),
        (" sharpened", sharper_horizon, "sharper", ":", "green"),
    )
    with mpl.rc_context(_LOOK):
        figure, ax = _figure(6.6, 3.0)
        right = 10 * max(T, useful_horizon.first_useful(theorem, problem).T0)
        horizons = [int(x) for x in np.geomspace(10, right, 41)]
        for suffix, module, words, line, name in looks:
            heights = [module.share(theorem + suffix, problem, x) for x in horizons]
            ax.loglog(horizons, heights, line, color=PALETTE[name], label=words)
            ax.plot(T, module.share(theorem + suffix, problem, T), "o", color=PALETTE[name])
        ax.axhline(1, color="black", linewidth=1.2)
        ax.axvline(T, color="#767676", linewidth=1)
        ax.text(12, 0.75, "below this line: useful", va="top", fontsize=9)
        ax.set(xlabel="horizon T", ylabel="bound / (m T)")
        ax.legend()
        return _png(figure)


def cone(link: Link, at: float, step: float, curves: Callable[[Any], dict[str, Any]]) -> bytes:
    """The cone of log μ' at a point, and the mean slope from it between its bounds."""
    looks = {
        "upper_exponential": ("orange", "--", "exponential"),
        "lower_exponential": ("orange", "--", None),
        "lower_rational": ("green", ":", "rational"),
        "mean_slope": ("blue", "-", "mean slope"),
    }
    with mpl.rc_context(_LOOK):
        figure, (left, right) = _figure(7.6, 3.2, 2)
        x = np.linspace(-8, 8, 321)
        height = float(np.log(link.dmu(at)))
        left.fill_between(x, height - abs(x - at), height + abs(x - at), color="#e4e4e4", lw=0)
        left.plot(x, np.log(link.dmu(x)), color=PALETTE["blue"])
        left.plot(at, height, "o", color=PALETTE["orange"])
        left.plot(at + step, np.log(link.dmu(at + step)), "o", color=PALETTE["blue"])
        left.set(xlabel="point", ylabel="log μ′", ylim=(-9, 7))
        steps = np.linspace(-4, 4, 200)  # an even number: never 0
        found = curves(steps)
        for name, (colour, line, words) in looks.items():
            heights = np.broadcast_to(found[name], steps.shape)
            right.semilogy(steps, heights, line, color=PALETTE[colour], label=words)
        right.axvline(step, color="#767676", linewidth=1)
        right.set(xlabel="h", ylabel="mean slope / μ′(z)")
        right.legend()
        return _png(figure)


def potential(actions: Any, memory: Discount, ridge: float, at: int, constant: float) -> bytes:
    """Actions with the ellipse of one round, and the potential after each round with its bound."""
    with mpl.rc_context(_LOOK):
        figure, (left, right) = _figure(7.6, 3.6, 2)
        turn = np.linspace(0, 2 * np.pi, 200)
        circle = np.array([np.cos(turn), np.sin(turn)])
        roots = np.linalg.cholesky(potentials.design_matrices(actions, memory, ridge)[at - 1])
        left.plot(*circle, color="#767676", linewidth=1)
        left.plot(*np.linalg.solve(roots.T, circle), "--", color=PALETTE["orange"])
        left.plot(*actions.T, "o", color=PALETTE["blue"], markersize=4)
        left.plot(*actions[at - 1], "o", color=PALETTE["orange"], markersize=8)
        left.set(aspect="equal", title=f"actions, and the ellipse at round {at}")
        rounds = np.arange(1, len(actions) + 1)
        total = np.cumsum(potentials.potential(actions, memory, ridge))
        bound = [constant * potentials.log_growth(actions[:k], memory, ridge) for k in rounds]
        right.plot(rounds, bound, "--", color=PALETTE["orange"], label="C × log-volume")
        right.plot(rounds, total, color=PALETTE["blue"], label="potential")
        right.set(xlabel="rounds", ylabel="sum", xlim=(0, None), ylim=(0, None))
        right.legend()
        return _png(figure)
