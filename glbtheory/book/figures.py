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
from cycler import cycler

from glbtheory.book.drawing.palette import PALETTE

_PATH = re.compile(r'(?<= d=")[^"]*(?=")')
#: What follows the second digit after the point: a hundredth of a point cannot be seen.
_FINER = re.compile(r"(?<=\.\d\d)\d+")
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
    """The figure as SVG, the same text every time; coordinates have two digits."""
    file = io.StringIO()
    figure.savefig(file, format="svg", bbox_inches="tight", metadata=_NO_NAMES)
    return _PATH.sub(lambda path: _FINER.sub("", path[0]), file.getvalue())


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
