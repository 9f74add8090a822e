r"""Slides of what some policies believe, side by side, round after round.

Each policy has a window on the plane of parameters: the set Θ, the parameter, the estimate and its
path, the ellipse that the bonus pays for, the ellipse of the data alone (``confidence_ellipses``),
and the action that is played, stretched to length S.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glbtheory._support.validation import positive, whole_number
from glbtheory.bandits.diagnostics.recorder import Moment, RecordedRun
from glbtheory.book.drawing.frame_slider import Slides, slides
from glbtheory.book.drawing.palette import PALETTE
from glbtheory.book.drawing.svg_plane import Plane, legend, words

#: Pixels: the side of a window, and the gap between two.
_SIDE, _GAP, _TOP = 310, 18, 32
#: The path shows so many of the last estimates.
_PATH = 16

_LOOKS: dict[str, dict[str, Any]] = {
    "theta": {"fill": PALETTE["orange"]},
    "path": {"stroke": PALETTE["orange"], "stroke_width": 1.5},
    "truth": {"fill": PALETTE["black"]},
    "set": {"fill": "none", "stroke": PALETTE["black"], "stroke_width": 1.5},
    "played": {
        "fill": PALETTE["sky"],
        "fill_opacity": 0.15,
        "stroke": PALETTE["blue"],
        "stroke_width": 2,
    },
    "data": {
        "fill": "none",
        "stroke": PALETTE["green"],
        "stroke_width": 2,
        "stroke_dasharray": "4 3",
    },
    "action": {"fill": "#ffffff", "stroke": PALETTE["pink"], "stroke_width": 2.5},
}


def beliefs(
    runs: Mapping[str, RecordedRun],
    rounds: Sequence[int],
    *,
    S: float,
    alt: str,
    limit: float | None = None,
    start: int | None = None,
    change: int | None = None,
) -> Slides:
    """One frame per round of ``rounds``, which must be recorded in all runs (d = 2).

    ``limit`` is half the side of a window (1.6 S), ``start`` the round that is shown first and
    ``change`` the first round of the new parameter, which the labels then count from.
    """
    if not isinstance(runs, Mapping) or not 1 <= len(runs) <= 3:
        raise ValueError("runs must be one to three runs by name")
    rounds = [whole_number("rounds", t, 1) for t in rounds]
    start = rounds[0] if start is None and rounds else start
    if start not in rounds:
        raise ValueError(f"start must be one of rounds, not {start!r}")
    for name, run in runs.items():
        if any(run.at(t).theta is None or len(run.at(t).truth) != 2 for t in rounds):
            raise ValueError(f"runs: {name} must have estimates in the plane")
    S = positive("S", S)
    side = 1.6 * S if limit is None else positive("limit", limit)
    planes = [Plane(_GAP + i * (_SIDE + _GAP), _TOP, _SIDE, side) for i in range(len(runs))]
    frames = [
        "".join(
            _window(plane, run, t, rounds, S)
            for plane, run in zip(planes, runs.values(), strict=True)
        )
        for t in rounds
    ]
    width, height = _GAP + len(runs) * (_SIDE + _GAP), _TOP + _SIDE + 112
    return slides(
        frames,
        [_label(t, change) for t in rounds],
        size=(width, height),
        alt=alt,
        start=rounds.index(start),
        backdrop=_backdrop(planes, list(runs), S),
    )


def _label(t: int, change: int | None) -> str:
    if change is None or t < change:
        return f"round {t}"
    return f"round {t}, {t - change} after the change"


def _backdrop(planes: Sequence[Plane], names: Sequence[str], S: float) -> str:
    parts = []
    for plane, name in zip(planes, names, strict=True):
        title = {"text_anchor": "middle", "font_weight": "bold"}
        parts.append(words(plane.x + _SIDE / 2, _TOP - 11, name, **title))
        parts.append(plane.draw(plane.frame(5), plane.circle((0, 0), S, **_LOOKS["set"])))
    rows = [
        ("line", "the set Θ", _LOOKS["set"]),
        ("star", "parameter", _LOOKS["truth"]),
        ("point", "estimate", _LOOKS["theta"]),
        ("point", "action, times S", _LOOKS["action"]),
        ("line", "ellipse the bonus pays for", _LOOKS["played"]),
        ("line", "ellipse of the data alone", _LOOKS["data"]),
    ]
    for column, x in enumerate((0, 150, 330)):
        entries = rows[2 * column : 2 * column + 2]
        parts.append(legend(_GAP + x, _TOP + _SIDE + 70, entries))
    return "".join(parts)


def _window(plane: Plane, run: RecordedRun, t: int, rounds: Sequence[int], S: float) -> str:
    now = run.at(t)
    path = [run.at(s).theta for s in rounds if s <= t][-_PATH:]
    marks = []
    if now.played is not None:
        marks.append(plane.region(now.played, **_LOOKS["played"]))
    if len(path) > 1:
        marks.append(plane.path(path, **_LOOKS["path"]))
    marks.append(plane.point(S * now.action, 5, **_LOOKS["action"]))
    marks.append(plane.star(now.truth, **_LOOKS["truth"]))
    marks.append(plane.point(now.theta, 3.5, **_LOOKS["theta"]))
    if now.asymptotic is not None:
        marks.append(plane.region(now.asymptotic, **_LOOKS["data"]))
    lines = _numbers(now, float(run.regret[: t - 1].sum()))
    texts = [words(plane.x, _TOP + _SIDE + 20 + 19 * i, line) for i, line in enumerate(lines)]
    return plane.draw(*marks) + "".join(texts)


def _numbers(now: Moment, regret: float) -> tuple[str, str]:
    where = "in Θ" if now.inside else "outside Θ"
    bonus = f"bonus {now.bonus:.2f}" if now.bonus < 1000 else f"bonus {now.bonus:.0f}"
    return f"estimate {where}, sample size {now.sample_size:.0f}", f"{bonus}, regret {regret:.0f}"
