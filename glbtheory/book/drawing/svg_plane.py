"""Small drawings of the plane as SVG text: circles, ellipses, points, lines, arrows, words.

::

    plane = Plane(x=10, y=30, side=300, limit=10)       # shows [-10, 10] x [-10, 10]
    plane.draw(plane.circle((0, 0), 6, stroke="#000000"), plane.text((0, 7), "the set"))

Coordinates are rounded to a tenth of a pixel and nothing has an id, so that the text is short, the
same on every machine, and may appear on a page any number of times.  Styles are SVG's, with
underscores: ``stroke_dasharray="4 3"``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from glbtheory._support.validation import finite_array, positive, real_number

#: What is further away is cut off: browsers draw huge circles as polygons.
_FAR = 1e5


def short(value: float) -> str:
    """A number with at most one decimal."""
    text = f"{real_number('value', value):.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _attributes(style: dict[str, Any]) -> str:
    parts = []
    for name, value in style.items():
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        text = f"{value:g}" if number else str(value)
        parts.append(f" {name.replace('_', '-')}={quoteattr(text)}")
    return "".join(parts)


def element(name: str, content: str = "", **attributes: Any) -> str:
    """One element; ``content`` is taken as it is."""
    inner = _attributes(attributes)
    return f"<{name}{inner}>{content}</{name}>" if content else f"<{name}{inner}/>"


def words(x: float, y: float, text: str, **style: Any) -> str:
    """A line of text at a place in pixels."""
    return element("text", escape(text), x=short(x), y=short(y), **style)


def legend(
    x: float, y: float, entries: Iterable[tuple[str, str, dict[str, Any]]], step: float = 20
) -> str:
    """Lines and dots with their names, one below the other: (kind, name, style)."""
    parts = []
    for i, (kind, name, style) in enumerate(entries):
        middle = y + step * i
        if kind == "line":
            ends = {"x1": short(x), "y1": short(middle), "x2": short(x + 26), "y2": short(middle)}
            parts.append(element("line", **ends, **style))
        elif kind == "point":
            parts.append(element("circle", cx=short(x + 13), cy=short(middle), r=5, **style))
        elif kind == "star":
            parts.append(_star(x + 13, middle, 9, style))
        else:
            raise ValueError(f"entries must be of the kind line, point or star, not {kind!r}")
        parts.append(words(x + 34, middle + 5, name))
    return "".join(parts)


def _star(x: float, y: float, size: float, style: dict[str, Any]) -> str:
    turns = np.arange(10) * math.pi / 5 - math.pi / 2
    radii = np.where(np.arange(10) % 2, 0.42 * size, size)
    corners = zip(x + radii * np.cos(turns), y + radii * np.sin(turns), strict=True)
    return element(
        "polygon", points=" ".join(f"{short(a)},{short(b)}" for a, b in corners), **style
    )


@dataclass(frozen=True)
class Plane:
    """A square window on the plane around the origin; what leaves it is cut off."""

    x: float
    y: float
    side: float
    limit: float

    def __post_init__(self) -> None:
        for name in ("x", "y"):
            real_number(name, getattr(self, name))
        positive("side", self.side)
        positive("limit", self.limit)

    def _at(self, point: Any) -> tuple[float, float]:
        a, b = finite_array("point", point, (2,))
        if max(abs(a), abs(b)) > _FAR * self.limit:
            raise ValueError(f"point must lie within {_FAR * self.limit:g} of the origin")
        half = self.side / 2
        return half + float(a) * self.scale, half - float(b) * self.scale

    @property
    def scale(self) -> float:
        """Pixels per unit."""
        return self.side / 2 / self.limit

    def draw(self, *marks: str) -> str:
        """The window with what is in it."""
        size = {"width": short(self.side), "height": short(self.side)}
        return element("svg", "".join(marks), x=short(self.x), y=short(self.y), **size)

    def frame(self, step: float, colour: str = "#767676") -> str:
        """The border, axes through the origin, and their ticks."""
        end, half, parts = short(self.side), short(self.side / 2), []
        line: dict[str, Any] = {"stroke": "#d8d8d8", "stroke_width": 1}
        parts.append(element("line", x1=0, y1=half, x2=end, y2=half, **line))
        parts.append(element("line", x1=half, y1=0, x2=half, y2=end, **line))
        label: dict[str, Any] = {"fill": colour, "font_size": 12}
        most = math.ceil(self.limit / positive("step", step)) - 1
        for z in (k * step for k in range(-most, most + 1) if k):
            x, below = self._at((z, 0))
            parts.append(words(x, below + 14, f"{z:g}", text_anchor="middle", **label))
            left, y = self._at((0, z))
            parts.append(words(left - 4, y + 4, f"{z:g}", text_anchor="end", **label))
        border: dict[str, Any] = {"fill": "none", "stroke": colour, "stroke_width": 1.5}
        parts.append(element("rect", x=0, y=0, width=end, height=end, **border))
        return "".join(parts)

    def circle(self, centre: Any, radius: float, **style: Any) -> str:
        """A circle of the plane."""
        x, y = self._at(centre)
        r = positive("radius", radius) * self.scale
        return element("circle", cx=short(x), cy=short(y), r=short(min(r, _FAR)), **style)

    def ellipse(self, centre: Any, half: Sequence[float], angle: float, **style: Any) -> str:
        """An ellipse: its half axes, and the angle of the first one in degrees."""
        x, y = self._at(centre)
        a, b = (min(positive("half", h) * self.scale, _FAR) for h in half)
        # Pictures have y downwards: angles turn the other way.
        turn = f"rotate({short(-real_number('angle', angle))} {short(x)} {short(y)})"
        place = {"cx": short(x), "cy": short(y), "rx": short(a), "ry": short(b)}
        return element("ellipse", **place, transform=turn, **style)

    def region(self, region: Any, **style: Any) -> str:
        """The ellipse of a ``confidence_ellipses.Region``."""
        half, directions = region.axes()
        angle = math.degrees(math.atan2(directions[0][1], directions[0][0]))
        # An axis has no sign: the same angle whatever sign the eigenvector has.
        return self.ellipse(region.centre, [float(h) for h in half], angle % 180, **style)

    def point(self, place: Any, size: float = 5, **style: Any) -> str:
        """A dot of so many pixels."""
        x, y = self._at(place)
        return element("circle", cx=short(x), cy=short(y), r=short(size), **style)

    def star(self, place: Any, size: float = 10, **style: Any) -> str:
        """A star of so many pixels."""
        return _star(*self._at(place), positive("size", size), style)

    def path(self, places: Iterable[Any], **style: Any) -> str:
        """A line through some points."""
        corners = " ".join(f"{short(x)},{short(y)}" for x, y in map(self._at, places))
        return element("polyline", points=corners, fill="none", **style)

    def text(self, place: Any, text: str, **style: Any) -> str:
        """Words at a point."""
        return words(*self._at(place), text, **style)
