"""Statements of Coq on the pages: what is shown is what the files have."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from glbtheory.book.extensions.formal_statements import (
    Formal,
    differences,
    theorems,
)
from glbtheory.claims import all_claims
from glbtheory.engines.kernel.sources import REFUTATIONS_OF, REFUTED_AS_PRINTED, read, states_claims

ROOT = Path(__file__).parents[2]
FILES = dict(read(ROOT / "formal").texts)
TEXT = "\n".join(t for f, t in FILES.items() if states_claims(f.removesuffix(".v")))

SMALL = """
(** * A title *)

(* A1, lines 1-2.
   Second line. *)
Theorem A1 (x : nat) :
  x = x.
Proof. by []. Qed.

Lemma helper : True. Proof. by []. Qed.

Theorem A2 : True.
Proof.
exact: I.
Qed.
"""


def test_a_theorem_has_its_remark_its_statement_and_its_line() -> None:
    first, second = theorems(SMALL)
    assert first.name == "A1"
    assert first.remark == "A1, lines 1-2.\nSecond line."
    assert first.statement == "Theorem A1 (x : nat) :\n  x = x."
    assert SMALL.splitlines()[first.line - 1].startswith("Theorem A1")
    assert (second.name, second.remark) == ("A2", "")


def test_every_theorem_of_the_files_is_found_with_a_remark_that_names_it() -> None:
    found = theorems(TEXT)
    assert [t.name for t in found] == re.findall(r"^Theorem (\w+)", TEXT, re.M)
    assert [t.name for t in found if t.name.split("_")[0] not in t.remark] == []


def test_every_remark_says_where_the_paper_says_it() -> None:
    assert [t.name for t in theorems(TEXT) if not re.search(r"\d{3}", t.remark)] == []


def test_kernel_theorems_of_claims_are_in_the_files() -> None:
    known = {t.name for t in theorems(TEXT)}
    named = {
        n for c in all_claims().values() if c.kernel for n in (c.kernel.name, *c.kernel.beside)
    }
    assert named - known == set()


def test_refutations_say_that_something_is_false() -> None:
    found = [t for f, text in FILES.items() if f.startswith(REFUTATIONS_OF) for t in theorems(text)]
    refuted = [t for t in found if t.name.endswith(REFUTED_AS_PRINTED)]
    assert len({t.name for t in refuted}) == len(refuted) >= 40
    assert [t.name for t in refuted if "~" not in t.statement] == []
    assert {t.name.removesuffix(REFUTED_AS_PRINTED) for t in refuted} <= set(all_claims())


@pytest.mark.parametrize("path", sorted((ROOT / "book").glob("*.ipynb")), ids=lambda p: p.stem)
def test_chapters_fold_theorems_that_exist(path: Path) -> None:
    known = {t.name for t in theorems(TEXT)}
    cells = nbformat.read(path, as_version=4).cells
    named = [
        name
        for cell in cells
        if cell.cell_type == "markdown"
        for names in re.findall(r"^:::\{formal\} (.+)$", cell.source, re.M)
        for name in names.split()
    ]
    assert [name for name in named if name not in known] == []


def test_the_table_tells_claim_lines_and_differences() -> None:
    remark = "L7, lines 3186-3202.\nPaper: x.\nDifferences: lambda > 0 (printed: any)\nand d_t."
    (row,) = differences([Formal("L7", remark, "", "f.v", 1)]).splitlines()[2:]
    told = "| L7, as corrected | 3186-3202 | lambda \\> 0 (printed: any) and d\\_t. |"
    assert row == f"| {{ref}}`L7 <formal-l7>` {told}"
    (other,) = differences([Formal("L7_more", "", "", "f.v", 1)]).splitlines()[2:]
    assert other.endswith("|  |  |  |")
