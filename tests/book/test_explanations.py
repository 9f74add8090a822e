"""A proof in words as a list: nothing is lost, and no item is deeper than its place allows."""

from __future__ import annotations

import itertools

import glbtheory
from glbtheory import book


def test_a_proof_becomes_a_list_within_a_list() -> None:
    answer = glbtheory.prove("log(x) <= x/exp(1)", "x > 0")
    claim, empty, *items = book.explained(answer).markdown.splitlines()
    assert claim == answer.explain().splitlines()[0] and empty == ""
    assert all(item.lstrip().startswith("- ") for item in items)
    depths = [(len(i) - len(i.lstrip())) // 2 for i in items]
    assert depths[0] == 0 and max(depths) >= 2
    assert all(b <= a + 1 for a, b in itertools.pairwise(depths))
    words = " ".join(i.strip().removeprefix("- ") for i in items)
    assert words == " ".join(line.strip() for line in answer.explain().splitlines()[1:])


def test_a_sentence_over_two_lines_is_one_item() -> None:
    answer = glbtheory.prove("x**2 + y**2 >= 2*x*y")
    items = book.explained(answer).markdown.splitlines()[2:]
    assert not [i for i in items if i.lstrip().startswith(("- and its", "- a sum of"))]
