"""The digest of the sources sees every character; what may not be said is refused by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from _coq import BASE, edit, project
from glbtheory.engines.kernel import sources
from glbtheory.engines.kernel.sources import RefusedSource

REFUSED = {
    "Admitted": "Lemma a : False. Proof. Admitted.",
    "admit": "Lemma a : False. Proof. admit. Qed.",
    "give_up": "Lemma a : False. Proof. give_up. Qed.",
    "Admit": "Next Obligation. Admit Obligations.",
    "Axiom": "Axiom a : False.",
    "Axioms": "Axioms a b : False.",
    "Parameter": "Parameter a : False.",
    "Parameters": "Module Type T. Parameters a : False. End T.",
    "Conjecture": "Local Conjecture a : False.",
    "Primitive": "Primitive a := #int63_add.",
    "Hypothesis": "Section S. End S. Hypothesis a : False.",
    "Variable": "Variable a : False.",
    "Variables": "#[local] Variables a b : False.",
    "Context": "Context (a : False).",
    "bypass_check": "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
    "Guard Checking": "Unset Guard Checking.",
    "Positivity Checking": "Unset Positivity Checking.",
    "Universe Checking": "Local Unset Universe Checking.",
    "Declare ML": 'Declare ML Module "ring_plugin".',
    "Declare Module": "Declare Module M : T.",
    "Declare Instance": "Declare Instance a : C.",
    "Load": 'Load "other".',
    "LoadPath": 'Add LoadPath "/".',
    "Redirect": 'Redirect "out" Print nat.',
    "Drop": "Drop.",
    "native_compute": "Lemma a : 1 = 1. Proof. native_compute; reflexivity. Qed.",
}


@pytest.mark.parametrize("word", REFUSED)
def test_what_assumes_or_reaches_out_is_refused_with_file_and_line(
    tmp_path: Path, word: str
) -> None:
    folder = project(tmp_path, base=f"{BASE}\n{REFUSED[word]}\n")
    with pytest.raises(RefusedSource, match=rf"base\.v, line \d+: {word}: "):
        sources.check(sources.read(folder))


@pytest.mark.parametrize(
    "said",
    [
        "(* Admitted. Axiom a : False. *)",
        '(* (* admit *) "*)" Parameter *)',
        'Notation "Axiom x" := (x + 0) (at level 9).',
        "Section S. Variable n : nat. Hypothesis h : n = 0. Context (k : nat). End S.",
        "Module M. Section S. Variables a b : nat. End S. End M.",
        "Definition admitted_rounds := 1. Definition my_Axiom' := 2.",
    ],
)
def test_comments_strings_sections_and_longer_names_are_fine(tmp_path: Path, said: str) -> None:
    sources.check(sources.read(project(tmp_path, base=f"{BASE}\n{said}\n")))


@pytest.mark.parametrize(
    "line",
    [
        "-arg -type-in-type",
        "-type-in-type",
        "-arg -w -arg -all -arg -type-in-type -arg x",
        "-R /elsewhere Toy",
        "-Q .. Other",
        "-I plugins",
        "../outside.v",
        "base.v",
        "plugin.ml",
    ],
)
def test_settings_that_change_what_coq_accepts_are_refused(tmp_path: Path, line: str) -> None:
    folder = project(tmp_path)
    edit(folder / "_CoqProject", "-Q . Toy\n", f"-Q . Toy\n{line}\n")
    with pytest.raises(RefusedSource, match=r"_CoqProject, line \d"):
        sources.read(folder)


def test_warnings_may_be_set(tmp_path: Path) -> None:
    folder = project(tmp_path)
    edit(folder / "_CoqProject", "Toy\n", "Toy\n-arg -w -arg -deprecated # quiet\n")
    assert sources.read(folder).flags == ("-w", "-deprecated")


def test_a_section_must_end_and_a_file_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(RefusedSource, match=r"base\.v: Section S does not end"):
        sources.check(sources.read(project(tmp_path, base="Section S.\n")))
    folder = project(tmp_path / "other")
    (folder / "stray.v").write_text("")
    sources.check(sources.read(folder))
    with pytest.raises(RefusedSource, match=r"does not name stray\.v"):
        sources.check(sources.read(folder), folder)


def test_the_digest_sees_texts_names_order_and_settings(tmp_path: Path) -> None:
    def digest() -> str:
        return sources.read(tmp_path).digest

    project(tmp_path)
    seen = {digest()}
    edit(tmp_path / "base.v", "A helper", "A helper.")
    seen.add(digest())
    edit(tmp_path / "_CoqProject", "base.v\nClaims.v", "Claims.v\nbase.v")
    seen.add(digest())
    edit(tmp_path / "_CoqProject", "-Q . Toy\n", "-Q . Toy\n\n")
    seen.add(digest())
    (tmp_path / "base.v").rename(tmp_path / "bases.v")
    edit(tmp_path / "_CoqProject", "base.v", "bases.v")
    seen.add(digest())
    assert len(seen) == 5
