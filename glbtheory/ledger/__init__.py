"""The ledger: runs claims, keeps their evidence, and computes verdicts from it.

::

    from glbtheory import ledger
    from glbtheory.claims import select

    (record,) = ledger.verify(select(["L4"]))
    record.verdict, record.strength, record.weakest_link

Each name is loaded when it is first used: an answer that was given before needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glbtheory._support.lazy_names import lazy_name

if TYPE_CHECKING:
    from glbtheory.ledger.findings import errata as errata
    from glbtheory.ledger.findings import exit_code as exit_code
    from glbtheory.ledger.findings import summary as summary
    from glbtheory.ledger.records import Record as Record
    from glbtheory.ledger.running import verify as verify
    from glbtheory.ledger.verdicts import VERDICTS as VERDICTS

#: Where each public name is.
_PLACES = {
    "Record": "records",
    "VERDICTS": "verdicts",
    "errata": "findings",
    "exit_code": "findings",
    "summary": "findings",
    "verify": "running",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return __all__
