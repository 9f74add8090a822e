"""One frame of a slider as a picture for paper.

``frame_slider`` shows SVG in a browser; a PDF has neither.  Whatever ``svg_plane`` can draw (lines,
rectangles, circles, rotated ellipses, polygons, polylines, words, clipping windows) is drawn again
here with matplotlib, in the same pixels, so that no other program is needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Ellipse, Patch, Polygon, Rectangle

#: Pixels per inch of a browser, and points per pixel.
PIXELS = 96
POINTS = 72 / PIXELS
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


@dataclass(frozen=True)
class _Window:
    """Where a nested drawing begins, what cuts it off, and the size of its words."""

    x: float = 0.0
    y: float = 0.0
    clip: Rectangle | None = None
    font: float = 15.0


def shown_frame(html: str) -> ElementTree.Element | None:
    """The drawing of ``Slides._repr_html_`` without the frames that are hidden; None if none."""
    try:
        drawing = ElementTree.fromstring(html).find(".//svg[@role='img']")
    except ElementTree.ParseError:
        return None
    if drawing is None or drawing.find("g[@data-label]") is None:
        return None
    for frame in drawing.findall("g[@data-label]"):
        if "display:none" in frame.get("style", ""):
            drawing.remove(frame)
    return drawing


def save(drawing: ElementTree.Element, path: Path) -> None:
    """Draw it into a PDF file; the same drawing gives the same bytes."""
    width, height = (float(s) for s in drawing.get("viewBox", "").split()[2:])
    with matplotlib.rc_context({"font.family": "DejaVu Sans", "pdf.fonttype": 42}):
        figure = Figure(figsize=(width / PIXELS, height / PIXELS))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()
        _draw(axes, drawing, _Window())
        figure.savefig(path, format="pdf", metadata={"CreationDate": None})


def _draw(axes: Axes, parent: ElementTree.Element, window: _Window) -> None:
    for part in parent:
        if part.tag == "svg":
            x, y = window.x + _number(part, "x"), window.y + _number(part, "y")
            size = (_number(part, "width"), _number(part, "height"))
            clip = Rectangle((x, y), *size, transform=axes.transData)
            _draw(axes, part, replace(window, x=x, y=y, clip=clip))
        elif part.tag == "g":
            _draw(axes, part, window)
        elif part.tag == "text":
            _write(axes, part, window)
        else:
            patch = _patch(part, window)
            axes.add_patch(patch)
            if window.clip is not None:
                patch.set_clip_path(window.clip)


def _number(part: ElementTree.Element, name: str) -> float:
    return float(part.get(name, 0))


def _write(axes: Axes, part: ElementTree.Element, window: _Window) -> None:
    text = axes.text(
        window.x + _number(part, "x"),
        window.y + _number(part, "y"),
        # A dollar sign would begin a formula.
        "".join(part.itertext()).replace("$", r"\$"),
        color=part.get("fill", "#1a1a1a"),
        fontsize=float(part.get("font-size", window.font)) * POINTS,
        fontweight=part.get("font-weight", "normal"),
        ha=_ANCHORS[part.get("text-anchor", "start")],
        va="baseline",
    )
    if window.clip is not None:
        text.set_clip_path(window.clip)
        text.set_clip_on(True)


def _patch(part: ElementTree.Element, window: _Window) -> Patch:
    """The shape; a kind that ``svg_plane`` cannot draw is a ValueError."""
    look, corner = _look(part), (window.x, window.y)
    if part.tag == "rect":
        place = (corner[0] + _number(part, "x"), corner[1] + _number(part, "y"))
        return Rectangle(place, _number(part, "width"), _number(part, "height"), **look)
    centre = (corner[0] + _number(part, "cx"), corner[1] + _number(part, "cy"))
    if part.tag == "circle":
        return Circle(centre, _number(part, "r"), **look)
    if part.tag == "ellipse":
        # rotate(angle x y) turns about the centre; y points down here as it does there.
        turn = part.get("transform", "rotate(0)").removeprefix("rotate(").split()[0].rstrip(")")
        axes = (2 * _number(part, "rx"), 2 * _number(part, "ry"))
        return Ellipse(centre, *axes, angle=float(turn), **look)
    if part.tag == "line":
        ends = [(_number(part, f"x{k}"), _number(part, f"y{k}")) for k in (1, 2)]
    elif part.tag in ("polyline", "polygon"):
        pairs = [pair.split(",") for pair in part.get("points", "").split()]
        ends = [(float(a), float(b)) for a, b in pairs]
    else:
        raise ValueError(f"drawing must be made of what scenes draws, not of <{part.tag}>")
    points = [(corner[0] + a, corner[1] + b) for a, b in ends]
    return Polygon(points, closed=part.tag == "polygon", **look)


def _look(part: ElementTree.Element) -> dict[str, Any]:
    width = float(part.get("stroke-width", 1)) * POINTS
    dashes = [float(n) * POINTS for n in part.get("stroke-dasharray", "").split()]
    fill, stroke = part.get("fill", "#000000"), part.get("stroke", "none")
    opacity = float(part.get("fill-opacity", 1))
    return {
        "facecolor": "none" if fill == "none" else (fill, opacity),
        "edgecolor": stroke,
        "linewidth": 0 if stroke == "none" else width,
        # matplotlib counts dashes in line widths.
        "linestyle": (0, [d / width for d in dashes]) if dashes else "solid",
    }
