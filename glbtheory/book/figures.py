"""The look that all figures of the chapters share."""

from __future__ import annotations

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler

from glbtheory.book.drawing.palette import PALETTE


def figure_style() -> None:
    """Readable labels, the palette, no chart junk; call once per chapter."""
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
        }
    )
