"""Coq files are cut into sentences; comments and strings hide nothing and invent nothing."""

from __future__ import annotations

import pytest

from glbtheory.engines.kernel.sentences import UnreadableSource, proved, sentences


def texts(source: str) -> list[str]:
    return [sentence.text for sentence in sentences(source)]


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("A. B.", ["A.", "B."]),
        ("A.b. C.", ["A.b.", "C."]),
        ("x.(f) = 1. y", ["x.(f) = 1.", "y"]),
        ("tac... B.", ["tac...", "B."]),
        ("(a .. b). C.", ["(a .. b).", "C."]),
        ("(* A. B. *) C.", ["C."]),
        ("(* a (* b. *) c. *) C.", ["C."]),
        ('(* a "*)" b. *) C.', ["C."]),
        ("(*) A. *) C.", ["C."]),
        ('Say "a. (* b". C.', ['Say "a. (* b".', "C."]),
        ('Say "a "" b. ". C.', ['Say "a "" b. ".', "C."]),
        ("A (* b. *) c. D.", ["A   c.", "D."]),
        ("", []),
        ("(* only this *)", []),
    ],
)
def test_a_sentence_ends_with_a_stop_and_white_space(source: str, wanted: list[str]) -> None:
    assert texts(source) == wanted


@pytest.mark.parametrize("source", ["A.\n(* b", "A.\n(* b (* c *)", 'A.\n(* "*)', 'A.\nSay "b.'])
def test_what_does_not_end_is_refused_with_its_line(source: str) -> None:
    with pytest.raises(UnreadableSource, match=r"x\.v, line 2: a (comment|string) does not end"):
        list(sentences(source, "x.v"))


def test_lines_and_words() -> None:
    first, second = sentences('\n\n(* c *) #[local] Lemma a\' : "Axiom" = b.\n  - { auto. ')
    assert (first.line, second.line) == (3, 4)
    assert first.command[:2] == ["Lemma", "a'"] and first.comment == " c "
    assert "Axiom" not in first.words
    assert second.command == ["auto"]


def test_theorems_have_names_ends_and_comments() -> None:
    source = """
    (* far away *) Definition x := 1.
    (* just   before *)
    Local Lemma a : True. Proof. exact I. Qed.
    Module M. Section S. Variable n : nat.
    Theorem b : n = n. Proof. reflexivity. Defined.
    End S. End M.
    Module N := M.
    Lemma gone : False. Abort.
    Corollary c : True. Proof. { exact I. } Qed.
    """
    found = [(p.name, p.end, p.comment) for p in proved(source)]
    assert found == [("a", "Qed", "just before"), ("M.b", "Defined", ""), ("c", "Qed", "")]
