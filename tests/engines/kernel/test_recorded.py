"""Evidence from the record: no Coq is needed, and nothing old, edited or assumed counts."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from _coq import edit, project
from glbtheory.engines.kernel import checked, evidence, sources
from glbtheory.engines.kernel.axioms import ALLOWED
from glbtheory.engines.kernel.checked import CheckedChapter, CheckedProofs, CheckedTheorem
from glbtheory.engines.kernel.evidence import (
    identity,
    kernel_evidence,
    lemma_evidence,
    mutant_evidence,
    recorded,
)
from glbtheory.engines.kernel.refresh import differences

STATEMENT = ["forall n : nat,", "n + 0 = n"]


def written(folder: Path, **parts: object) -> CheckedProofs:
    """A record of the project as it is now, without asking Coq."""
    proofs = CheckedProofs(
        sources.read(folder).digest,
        {"coq": "8.16.1"},
        {"L7": CheckedTheorem(STATEMENT, "0" * 64, sorted(ALLOWED), "a comment")},
        {"base": CheckedChapter([], {"add_zero": STATEMENT})},
    )
    proofs = replace(proofs, **parts)  # type: ignore[arg-type]
    checked.write(folder, proofs)
    return proofs


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = project(tmp_path / "formal")
    written(folder)
    return folder


def why_not(folder: Path, name: str = "L7") -> str:
    found = kernel_evidence(name, "everything", folder)
    assert (found.outcome, found.strength) == ("undecided", "by hand")
    return found.detail


def test_a_theorem_that_is_recorded_holds(toy: Path) -> None:
    found = kernel_evidence("L7", "for all n", toy)
    assert (found.outcome, found.engine, found.strength) == ("holds", "kernel", "kernel")
    assert found.scope == "for all n"
    assert found.detail == "kernel theorem L7 (formal/Claims.v)"
    assert found.certificate is not None
    assert found.certificate["statement"] == "forall n : nat,\nn + 0 = n"
    assert repr(found) == "<Evidence: holds, proved by Coq (kernel-checked), for all n>"


def test_lemmas_are_found_by_name_and_by_file(toy: Path) -> None:
    assert lemma_evidence("add_zero", toy).outcome == "holds"
    assert lemma_evidence("base.add_zero", toy).detail == "kernel lemma add_zero (formal/base.v)"
    assert "no such lemma" in lemma_evidence("add_one", toy).detail
    chapters = {name: CheckedChapter([], {"add_zero": STATEMENT}) for name in ("base", "other")}
    written(toy, chapters=chapters)
    assert "several files have one: base.v, other.v" in lemma_evidence("add_zero", toy).detail
    assert lemma_evidence("other.add_zero", toy).outcome == "holds"


def test_a_mutant_stands_in_a_file_of_mutants(toy: Path) -> None:
    chapters = {
        name: CheckedChapter([], {"L7_mutant": STATEMENT}) for name in ("base", "mutants_a")
    }
    written(toy, chapters=chapters)
    assert mutant_evidence("L7_mutant", toy).detail == "kernel lemma L7_mutant (formal/mutants_a.v)"
    written(toy, chapters={"base": chapters["base"]})
    assert "no such mutant" in mutant_evidence("L7_mutant", toy).detail


def test_an_edited_source_makes_the_record_old(toy: Path) -> None:
    edit(toy / "base.v", "A helper", "The helper")
    assert why_not(toy).endswith("formal/checked.json is older than the sources: make proofs")
    assert "older than the sources" in lemma_evidence("add_zero", toy).detail
    with pytest.raises(ValueError, match="older than the sources"):
        recorded(toy)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("forall n : nat,", "forall n m : nat,"),
        ('"L7"', '"L8"'),
        ("Coq.Logic.Classical_Prop.classic", "Coq.Logic.Classical_Prop.other"),
        ("8.16.1", "8.17.0"),
    ],
)
def test_a_record_that_was_edited_by_hand_does_not_count(toy: Path, old: str, new: str) -> None:
    edit(toy / checked.FILE, old, new)
    assert why_not(toy).endswith("checked.json was changed after it was made: make proofs")


def test_a_record_of_another_kind_or_form_does_not_count(toy: Path) -> None:
    body = json.loads((toy / checked.FILE).read_text())
    del body["theorems"], body["digest"]
    checked.sealed_json.write(toy / checked.FILE, body, checked.FORMAT)
    assert "lacks a field" in why_not(toy)
    (toy / checked.FILE).write_text("[]")
    assert "has no digest" in why_not(toy)
    (toy / checked.FILE).unlink()
    assert why_not(toy).endswith("formal/checked.json is missing: make proofs")


def test_a_theorem_that_is_not_there_or_was_renamed_does_not_count(toy: Path) -> None:
    assert "no such theorem" in why_not(toy, "L8")


def test_an_axiom_that_is_not_allowed_leaves_it_undecided(toy: Path) -> None:
    theorem = CheckedTheorem(STATEMENT, "0" * 64, ["Toy.base.no", *ALLOWED])
    written(toy, theorems={"L7": theorem})
    assert why_not(toy).endswith("rests on axioms that are not allowed: Toy.base.no")


def test_what_is_refused_does_not_count_whatever_the_record_says(toy: Path) -> None:
    edit(toy / "base.v", "Qed.", "Qed. Axiom no : False.")
    written(toy)
    assert "base.v, line 4: Axiom" in why_not(toy)


def test_an_installed_package_has_no_proofs(tmp_path: Path) -> None:
    assert "formal/ is not next to the package" in why_not(tmp_path / "formal")


def test_identity_follows_sources_and_record(toy: Path) -> None:
    seen = {identity(toy)}
    edit(toy / "Claims.v", "What is claimed", "All that is claimed")
    seen.add(identity(toy))
    written(toy)
    seen.add(identity(toy))
    shutil.rmtree(toy)
    seen.add(identity(toy))
    assert len(seen) == 4


def test_files_are_read_once_for_each_edit(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = []
    read = sources.read
    monkeypatch.setattr(sources, "read", lambda folder: times.append(folder) or read(folder))
    # As long as the files are seconds old, a second edit could look like the first.
    identity(toy), identity(toy)
    assert len(times) == 2
    monkeypatch.setattr(evidence, "_STEP", -(10**9))
    first = identity(toy)
    assert identity(toy) == first and len(times) == 3
    # The same length and, put back, the same time: the system still knows that it was touched.
    claims = toy / "Claims.v"
    then = claims.stat()
    edit(claims, "What is claimed", "What is clammed")
    os.utime(claims, ns=(then.st_atime_ns, then.st_mtime_ns))
    assert claims.stat().st_size == then.st_size
    assert identity(toy) != first and len(times) == 4


def test_an_edit_is_seen_by_evidence_too(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "_STEP", -(10**9))
    assert [kernel_evidence("L7", folder=toy).outcome for _ in range(2)] == ["holds"] * 2
    edit(toy / "base.v", "A helper", "A lemma")
    assert kernel_evidence("L7", folder=toy).outcome == "undecided"


def test_differences_are_named(toy: Path) -> None:
    old = recorded(toy)
    assert differences(old, old) == []
    theorem = replace(old.theorems["L7"], term="1" * 64)
    new = replace(old, theorems={"L7": theorem, "T2": theorem}, versions={"coq": "9"})
    assert differences(new, old)[1:] == ["theorem T2 is not in the record", "theorem L7 differs"]


def test_each_axiom_has_its_reason() -> None:
    assert len(ALLOWED) == 5
    assert all(name.startswith("Coq.") and why.endswith(".") for name, why in ALLOWED.items())
