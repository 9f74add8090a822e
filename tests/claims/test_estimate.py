"""The weighted estimate: every token of the shared identities decides on its own."""

from __future__ import annotations

from fractions import Fraction

import pytest

from glbtheory.claims.estimate import discounts, pseudocode
from glbtheory.claims.vocabulary import data_identities as identities
from glbtheory.claims.vocabulary.symbolic_data import discounted
from glbtheory.engines.evidence import HOLDS, REFUTED

_SHARED = ("gradient", "condition", "hessian", "above_design", "mean_value", "noise_and_mean")
#: Both sides of this one are made from one list of weights.
_ONE_LIST = "condition"


@pytest.mark.parametrize("name", _SHARED)
def test_the_weights_of_each_side_decide(name: str) -> None:
    shared = getattr(identities, name).variant(sizes=[(1, 3)])
    sums = [n for n, w in shared.tokens.items() if w in (discounted, identities.scaled)]
    assert sums
    assert shared.decide().outcome == HOLDS
    for token in sums:
        expected = HOLDS if name == _ONE_LIST else REFUTED
        assert shared.variant(**{token: identities.late}).decide().outcome == expected


@pytest.mark.parametrize("name", _SHARED)
def test_a_window_replaces_the_weights_of_every_side(name: str) -> None:
    windowed = identities.in_window(getattr(identities, name), 1, "", sizes=[(1, 3)])
    assert discounted not in windowed.tokens.values()
    assert identities.scaled not in windowed.tokens.values()
    assert windowed.decide().outcome == HOLDS


def test_the_penalty_brings_the_gradient_down() -> None:
    """One reward of 1: the gradient has a zero with a penalty, and is positive without one."""
    assert discounts._comes_down.decide().outcome == HOLDS
    assert discounts._comes_down.variant(penalty="0").decide().outcome == REFUTED
    assert discounts._no_zero.decide().outcome == HOLDS
    assert discounts._no_zero.variant(penalty=1).decide().outcome == REFUTED


def test_dropping_the_next_action_is_seen_once_an_action_differs() -> None:
    """With τ = 1 it leaves a_1 a_1^T in the matrix for ever, where a_t a_t^T should stand."""
    witness = pseudocode._windowed_run.mutant("the next action dropped", late=1).decide().witness
    assert witness is not None
    assert witness["tau"] == "1"
    squares = [Fraction(a) ** 2 for (a,) in witness["actions"]]
    assert {x == squares[0] for x in squares[:-1]} == {True}
    assert squares[-1] != squares[0]
