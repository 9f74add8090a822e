"""The look that all figures of the chapters share, and the two forms in which a chapter keeps them.

A figure is kept as SVG for pages and as PDF for paper, so that it is sharp at every size.  Letters
are outlines: a figure looks the same wherever it is read.
"""

from __future__ import annotations

import io
import os
import re
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler

from glbtheory.book.drawing.palette import PALETTE

_PATH = re.compile(r'(?<= d=")[^"]*(?=")')
#: What follows the second digit after the point: a hundredth of a point cannot be seen.
_FINER = re.compile(r"(?<=\.\d\d)\d+")
_LINES = re.compile(r"(?:^L \S+ \S+ ?\n){3,}", re.MULTILINE)
#: A line may pass its points at this distance, in points of 1/72 inch.
NEAR = 0.05
_NO_NAMES = {"Creator": None, "Date": None, "Format": None, "Type": None}
_NO_DATES = {"Creator": None, "CreationDate": None, "Producer": None}


def figure_style() -> None:
    """Readable labels, the palette, no chart junk, vector graphics; call once per chapter."""
    plt.rcdefaults()
    mpl.rcParams.update(
        {
            "figure.figsize": (7.2, 4.2),
            "figure.dpi": 110,
            "figure.facecolor": "white",
            "savefig.facecolor": "white",
            "font.size": 12,
            "axes.titlesize": 12,
            "axes.labelsize": 12,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.alpha": 0.25,
            "lines.linewidth": 2.2,
            "legend.frameon": False,
            "axes.prop_cycle": cycler(color=list(PALETTE.values())),
            "svg.hashsalt": "glbtheory",  # names inside a file do not change from run to run
        }
    )
    _keep_vectors()


def as_svg(figure: Any) -> str:
    """The figure as SVG, the same text every time.

    Coordinates have two digits, and points that nobody can tell from the line between their
    neighbours are left out.
    """
    file = io.StringIO()
    figure.savefig(file, format="svg", bbox_inches="tight", metadata=_NO_NAMES)
    return _PATH.sub(lambda path: _LINES.sub(_fewer, _FINER.sub("", path[0])), file.getvalue())


def _fewer(lines: re.Match[str]) -> str:
    """A run of straight lines with as few of its points as matter."""
    corners = lines[0].splitlines(keepends=True)
    points = np.array([[float(part) for part in corner.split()[1:]] for corner in corners])
    return "".join(corners[k] for k in points_that_matter(points, NEAR))


def points_that_matter(points: np.ndarray, near: float) -> list[int]:
    """Which points a polygonal line needs to pass all of them at a distance of at most ``near``.

    The ends stay; between two points that stay, the farthest one stays if it is too far from the
    segment (Douglas and Peucker 1973).
    """
    kept, open_ends = {0, len(points) - 1}, [(0, len(points) - 1)]
    while open_ends:
        first, last = open_ends.pop()
        if last - first < 2:
            continue
        inner, start = points[first + 1 : last], points[first]
        along = points[last] - start
        length = float(along @ along)
        share = np.clip((inner - start) @ along / length, 0, 1) if length else np.zeros(len(inner))
        away = np.hypot(*(inner - start - share[:, None] * along).T)
        worst = int(away.argmax())
        if away[worst] > near:
            middle = first + 1 + worst
            kept.add(middle)
            open_ends += [(first, middle), (middle, last)]
    return sorted(kept)


def as_pdf(figure: Any) -> bytes:
    """The figure as PDF, the same bytes every time."""
    file = io.BytesIO()
    figure.savefig(file, format="pdf", bbox_inches="tight", metadata=_NO_DATES)
    return file.getvalue()


def _keep_vectors() -> None:
    """In a notebook: a figure that a cell shows is kept as SVG and PDF, and not as pixels."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None or "inline" not in os.environ.get("MPLBACKEND", "inline"):
        return
    import matplotlib_inline.backend_inline  # noqa: F401  (it sets PNG when it is first imported)
    from matplotlib.figure import Figure

    formatters = shell.display_formatter.formatters
    formatters["image/png"].pop(Figure, None)
    formatters["image/svg+xml"].for_type(Figure, as_svg)
    formatters["application/pdf"].for_type(Figure, as_pdf)
