"""What a chapter calls; each name is loaded when it is first used.

::

    from glbtheory import book

    book.figure_style()
    book.card("L7")                          # one claim: statement, verdict, witness, mutants
    book.prove("log(1 + x) <= x", "x >= 0")  # an inequality of one's own, in one line
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glbtheory._support.lazy_names import lazy_name

if TYPE_CHECKING:
    from glbtheory.book.cards import Shown, card, glance, mutants, prove, records, table
    from glbtheory.book.drawing.palette import PALETTE
    from glbtheory.book.explanations import explained
    from glbtheory.book.figures import figure_style
    from glbtheory.book.kernel_chapter import kernel_table, outside_kernel
    from glbtheory.ledger.verdicts import SIGNS

__all__ = [
    "PALETTE",
    "SIGNS",
    "Shown",
    "card",
    "explained",
    "figure_style",
    "glance",
    "kernel_table",
    "mutants",
    "outside_kernel",
    "prove",
    "records",
    "table",
]

_PLACES = {
    "PALETTE": "drawing.palette",
    "SIGNS": "cards",
    "Shown": "cards",
    "card": "cards",
    "explained": "explanations",
    "figure_style": "figures",
    "glance": "cards",
    "kernel_table": "kernel_chapter",
    "mutants": "cards",
    "outside_kernel": "kernel_chapter",
    "prove": "cards",
    "records": "cards",
    "table": "cards",
}


def __getattr__(name: str) -> Any:
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
