"""The colours of all figures, drawings and pages."""

from __future__ import annotations

#: Okabe and Ito's palette: told apart with every common form of colour blindness.
PALETTE = {
    "blue": "#0072B2",
    "orange": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "sky": "#56B4E9",
    "yellow": "#E69F00",
    "black": "#000000",
}
