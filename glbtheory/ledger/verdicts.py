"""The verdicts: what they are called, what each means, and how it is shown.

A verdict is computed from evidence (:attr:`glbtheory.ledger.records.Record.verdict`).  Whatever
counts, sorts or shows verdicts takes them from here.
"""

from __future__ import annotations

from typing import NamedTuple

HOLDS = "holds"
HOLDS_AS_CORRECTED = "holds-as-corrected"
HOLDS_WHERE_CHECKED = "holds-where-checked"
CORRECTED_WHERE_CHECKED = "corrected-where-checked"
REPRODUCED_AT_SOME = "reproduced-at-some"
REFUTED = "refuted"
NOT_REPRODUCED = "not-reproduced"
UNDECIDED = "undecided"
READ = "read"


class Verdict(NamedTuple):
    """One verdict: its meaning, its sign and words on a page, its colour on a terminal."""

    meaning: str
    sign: str
    colour: str


_VERDICTS = {
    HOLDS: Verdict("the printed statement holds", "✓ holds", "green"),
    HOLDS_AS_CORRECTED: Verdict(
        "the printed statement is refuted, its correction holds", "✎ holds as corrected", "yellow"
    ),
    HOLDS_WHERE_CHECKED: Verdict(
        "the printed statement holds in the cases that were checked; the rest is not proved here",
        "◔ holds where checked",
        "green",
    ),
    CORRECTED_WHERE_CHECKED: Verdict(
        "the printed statement is refuted, its correction holds in the cases that were checked",
        "✎ corrected, holds where checked",
        "yellow",
    ),
    REPRODUCED_AT_SOME: Verdict(
        "a sentence about an experiment, which our own runs show at some of the settings tried",
        "◐ reproduced at some settings",
        "blue",
    ),
    REFUTED: Verdict(
        "the printed statement is refuted, and nothing repairs it", "✗ refuted", "red"
    ),
    NOT_REPRODUCED: Verdict(
        "a sentence about an experiment, whose opposite our own runs show at all settings tried",
        "≠ not reproduced",
        "cyan",
    ),
    UNDECIDED: Verdict(
        "no engine decides it, or the check fails to refute a mutant", "? undecided", "magenta"
    ),
    READ: Verdict("nothing to check: another paper's theorem, an opinion", "· read", "dim"),
}

#: What a verdict may be, in the order in which they are counted.
VERDICTS = tuple(_VERDICTS)
MEANINGS = {name: verdict.meaning for name, verdict in _VERDICTS.items()}
#: A sign and words, for pages.
SIGNS = {name: verdict.sign for name, verdict in _VERDICTS.items()}
#: Colours of a terminal, by the names that rich gives them.
COLOURS = {name: verdict.colour for name, verdict in _VERDICTS.items()}

#: What other claims may rest on without a condition.
ESTABLISHED = (HOLDS, HOLDS_AS_CORRECTED)
#: What counts as verified.  A sentence that is true at some settings does, but nothing follows
#: from it.
VERIFIED = (*ESTABLISHED, HOLDS_WHERE_CHECKED, CORRECTED_WHERE_CHECKED, REPRODUCED_AT_SOME)
#: The printed statement is refuted and a correction is known.
CORRECTED = (HOLDS_AS_CORRECTED, CORRECTED_WHERE_CHECKED)
#: A line of the paper with these verdicts only was checked without a fault, or repaired.
SETTLED = (*ESTABLISHED, HOLDS_WHERE_CHECKED, CORRECTED_WHERE_CHECKED, READ)
#: What pages colour as good news, and what they leave in a quiet grey; the rest is wrong.
GOOD = (HOLDS, HOLDS_WHERE_CHECKED, REPRODUCED_AT_SOME)
QUIET = (READ, UNDECIDED)
