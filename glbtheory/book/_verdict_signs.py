"""How verdicts are shown: a sign and words on pages, a colour on the terminal."""

from __future__ import annotations

SIGNS = {
    "holds": "✓ holds",
    "holds-as-corrected": "✎ holds as corrected",
    "reproduced-at-some": "◐ reproduced at some settings",
    "refuted": "✗ refuted",
    "not-reproduced": "≠ not reproduced",
    "undecided": "? undecided",
    "read": "· read",
}

#: Colours of rich, in the order in which the terminal counts the verdicts.
COLOURS = {
    "holds": "green",
    "holds-as-corrected": "yellow",
    "reproduced-at-some": "blue",
    "refuted": "red",
    "not-reproduced": "cyan",
    "undecided": "magenta",
    "read": "dim",
}

#: What the report colours as good news, and what it leaves in a quiet grey; the rest is wrong.
GOOD = ("holds", "reproduced-at-some")
QUIET = ("read", "undecided")
#: A line of the paper with these verdicts only has been checked without a fault, or repaired.
SETTLED = ("holds", "holds-as-corrected", "read")
