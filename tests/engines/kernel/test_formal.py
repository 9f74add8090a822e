"""The project's own proofs: the record is of these sources, and Coq says the same again."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from _book import ROOT
from _coq import MISSING_COQ, need_coq
from glbtheory.engines.kernel import checked, installed, sources
from glbtheory.engines.kernel.axioms import not_allowed
from glbtheory.engines.kernel.evidence import recorded
from glbtheory.engines.kernel.lookup import find_proof
from glbtheory.engines.kernel.refresh import differences, examine

FORMAL = ROOT / "formal"


def test_the_record_is_of_these_sources() -> None:
    sources.check(sources.read(FORMAL), FORMAL)
    proofs = recorded(FORMAL)
    assert proofs.theorems
    assert not [name for name, t in proofs.theorems.items() if not_allowed(t.axioms)]
    assert not [name for name, c in proofs.chapters.items() if not_allowed(c.axioms)]


@pytest.mark.parametrize("name", ["L7_mutant", "T3_printed_false", "T2_ordinary_law"])
def test_what_cards_and_comments_cite_is_found_by_name(name: str) -> None:
    found = find_proof(recorded(FORMAL), name, FORMAL)
    assert found.name == name and found.statement and found.comment


def test_coq_says_what_is_recorded(tmp_path: Path) -> None:
    """Everything that changed is compiled, every statement and axiom asked for again."""
    need_coq()
    known = recorded(FORMAL)
    if installed.coq_version() != known.versions["coq"] and not os.environ.get("CI"):
        pytest.skip(MISSING_COQ)
    found = examine(FORMAL, coqchk="own").proofs
    assert not differences(found, known)
    checked.write(tmp_path, found)
    assert (tmp_path / checked.FILE).read_bytes() == (FORMAL / checked.FILE).read_bytes()


@pytest.mark.parametrize("file", [".ci/run", ".github/workflows/pages.yml"])
def test_machines_that_test_install_the_same_packages(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    found = set(re.findall(r"(?<![\w-])(?:coq|libcoq-[a-z-]+)(?=[\s)])", text))
    assert found == set(installed.PACKAGES)


def test_without_coq_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed.shutil, "which", lambda tool: None)
    assert installed.missing() == list(installed.PACKAGES)
    with pytest.raises(installed.NoCoq, match="apt-get install coq libcoq-mathcomp "):
        installed.require()
    with pytest.raises(installed.NoCoq):
        examine(FORMAL)
