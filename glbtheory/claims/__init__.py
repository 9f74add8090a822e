"""The paper, claim by claim: one folder per chapter of the book, and the words they use."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from types import ModuleType

from glbtheory.claims.model import Bound, Claim, HandStep, KernelTheorem, Statement

__all__ = [
    "Bound",
    "Claim",
    "HandStep",
    "KernelTheorem",
    "Statement",
    "all_claims",
    "natural_order",
    "select",
]


def natural_order(identifier: str) -> tuple[str, int]:
    """Sort key: A2 before A10."""
    match = re.fullmatch(r"([A-Za-z]+)(\d+)", identifier)
    return (match.group(1), int(match.group(2))) if match else (identifier, 0)


def chapters() -> list[str]:
    """The chapters that have claims: the folders here, without the vocabulary."""
    folders = [m.name for m in pkgutil.iter_modules(__path__) if m.ispkg]
    return [name for name in folders if name != "vocabulary"]


@lru_cache(maxsize=1)
def all_claims() -> dict[str, Claim]:
    """Every claim by id: the lists ``CLAIMS`` of the modules in the folders of the chapters."""
    found: dict[str, Claim] = {}
    for chapter in chapters():
        for module in _modules(f"{__name__}.{chapter}"):
            for claim in getattr(module, "CLAIMS", ()):
                if claim.id in found:
                    raise ValueError(f"two claims have the id {claim.id}")
                found[claim.id] = replace(claim, module=module.__name__, chapter=chapter)
    return dict(sorted(found.items(), key=lambda item: natural_order(item[0])))


def _modules(package: str) -> Iterator[ModuleType]:
    folder = importlib.import_module(package)
    for info in pkgutil.iter_modules(folder.__path__):
        yield importlib.import_module(f"{package}.{info.name}")


def select(ids: Iterable[str], extra: Iterable[Claim] = ()) -> list[Claim]:
    """The claims asked for (all if none is named), t2 for T2; an unknown id is a ValueError."""
    known = {**all_claims(), **{c.id: c for c in extra}}
    asked = (i if i in known or i.upper() not in known else i.upper() for i in ids)
    wanted = list(dict.fromkeys(asked)) or list(known)
    unknown = [i for i in wanted if i not in known]
    if unknown:
        raise ValueError(f"unknown claim {', '.join(unknown)}; 'glbtheory claims' lists them")
    return [known[i] for i in wanted]
