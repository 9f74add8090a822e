"""The ledger: runs claims, keeps their evidence, and computes verdicts from it.

::

    from glbtheory import ledger
    from glbtheory.claims import select

    (record,) = ledger.verify(select(["L4"]))
    record.verdict, record.strength, record.weakest_link

============== ===================================================================
records        one claim with its evidence; ``Record.verdict`` decides the verdict
judging        from evidence on statements to evidence on a claim
verdicts       what each verdict is called, means and looks like
one_claim      asks the engines about every statement of one claim
running        runs many claims, in parallel, with what they rest on
evidence_store evidence by content, so that nothing is computed twice
dependencies   what rests on what; effective strength and weakest links
refutations    what is refuted as printed, and the slips behind it
findings       summary and exit code of many records
coverage       the paper's own lists against the ledger
report         all of it in one value
certificates   certificates of all inequalities, written and checked
asking         ``glbtheory.verify``: records that print readably
worst_ratios   how close to equality the claims come
============== ===================================================================

Names are loaded on first use, so that a stored answer can be read without claims and engines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glbtheory._support.lazy_names import lazy_name

if TYPE_CHECKING:
    from glbtheory.ledger.findings import exit_code as exit_code
    from glbtheory.ledger.findings import summary as summary
    from glbtheory.ledger.records import Record as Record
    from glbtheory.ledger.refutations import errata as errata
    from glbtheory.ledger.refutations import refuted as refuted
    from glbtheory.ledger.running import verify as verify
    from glbtheory.ledger.verdicts import VERDICTS as VERDICTS

#: Where each public name is.
_PLACES = {
    "Record": "records",
    "VERDICTS": "verdicts",
    "errata": "refutations",
    "refuted": "refutations",
    "exit_code": "findings",
    "summary": "findings",
    "verify": "running",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return __all__
