"""Sphinx extension: every figure of a chapter in a light and in a dark version.

A chapter keeps its figures as SVG on white (``book/figures.py``).  Here a second file is made in
which every colour has another lightness; ``book.css`` shows the one that fits the theme.  Colours
are changed in Oklab (Ottosson 2020), where lightness L runs from 0 to 1 as the eye sees it:

- greys are turned around, so that white becomes the page and black nearly white; those between are
  made lighter than halfway (power ``BRIGHTER``), because faint lines vanish sooner in the dark,
- colours keep their hue and are made lighter, L to ``LIFT`` + (1 - ``LIFT``) L, and
- what lies between the two is mixed, so that a scale of colours stays a scale.

Pixels inside of a figure stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from docutils import nodes  # type: ignore[import-untyped]

#: Lightness of the page in the dark (#121212), and of what was black.
PAGE, INK = 0.1822, 0.93
BRIGHTER = 0.5
LIFT = 0.35
#: Up to the first distance to grey a colour counts as a grey, from the second on as a colour.
GREYISH, COLOURFUL = 0.04, 0.1
LIGHT_CLASS, DARK_CLASS = "shown-in-light", "shown-in-dark"
#: The theme dims pictures in the dark, except those of this class.
AS_IT_IS = "dark-light"

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")
#: Shapes without a colour of their own are black, and so is everything drawn by reference.
_ROOT = re.compile(r"<svg\b")
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_OKLAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def oklab(colour: str) -> np.ndarray:
    """L, a and b of a colour such as ``#0072B2``."""
    shown = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
    return _TO_OKLAB @ np.cbrt(_TO_CONES @ linear)


def colour(lab: np.ndarray) -> str:
    """The colour with this L, a and b; what a screen cannot show loses saturation until it can."""
    for share in np.linspace(1, 0, 51):
        cones = np.linalg.solve(_TO_OKLAB, lab * [1, share, share]) ** 3
        linear = np.linalg.solve(_TO_CONES, cones)
        if linear.min() >= -1e-4 and linear.max() <= 1 + 1e-4:
            break
    linear = np.clip(linear, 0, 1)
    shown = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * part):02x}" for part in shown)


@cache
def in_the_dark(light: str) -> str:
    """The colour that takes the place of a colour on a dark page."""
    lab = oklab(light)
    chroma = float(np.hypot(lab[1], lab[2]))
    share = min(max(chroma - GREYISH, 0.0) / (COLOURFUL - GREYISH), 1.0)
    share = share * share * (3 - 2 * share)
    turned = PAGE + (INK - PAGE) * max(1 - lab[0], 0) ** BRIGHTER
    lifted = LIFT + (1 - LIFT) * lab[0]
    return colour(np.array([share * lifted + (1 - share) * turned, lab[1], lab[2]]))


def dark(svg: str) -> str:
    """The same drawing for a dark page."""
    recoloured = _COLOUR.sub(lambda found: in_the_dark(found[0].lower()), svg)
    return _ROOT.sub(f'<svg fill="{in_the_dark("#000000")}"', recoloured, count=1)


def add_dark_versions(doctree: nodes.document, place: Callable[[str], str]) -> None:
    """Beside each SVG that a cell shows stands its dark version, in the same figure.

    ``place`` says where on the disk the file with an address is.
    """
    for bundle in doctree.findall(nodes.container):
        if bundle.get("mime_type") != "image/svg+xml":
            continue
        for image in list(bundle.findall(nodes.image)):
            file = Path(place(image["uri"]))
            text = dark(file.read_text(encoding="utf-8"))
            name = f"{sha256(text.encode()).hexdigest()}.svg"
            file.with_name(name).write_text(text, encoding="utf-8")
            second = image.deepcopy()
            second["uri"] = Path(image["uri"]).with_name(name).as_posix()
            second["classes"] = [*image["classes"], DARK_CLASS, AS_IT_IS]
            image["classes"] = [*image["classes"], LIGHT_CLASS]
            image.parent.insert(image.parent.index(image) + 1, second)


def _add(app: Any, doctree: nodes.document) -> None:
    page = app.env.docname
    add_dark_versions(doctree, lambda address: app.env.relfn2path(address, page)[1])


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("doctree-read", _add, priority=400)  # before Sphinx collects the images
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
