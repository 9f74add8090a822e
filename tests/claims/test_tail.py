"""The tail inequality: every token decides, the witness is real, and how blind the checks are."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from glbtheory.claims import all_claims
from glbtheory.claims.tail import corollaries, exact_probabilities, theorems
from glbtheory.engines.evidence import HOLDS, REFUTED


@pytest.mark.parametrize(
    ("statement", "claim"),
    [
        (theorems.kept_by_adversaries, "T3"),
        (theorems.as_full, "T4"),
        (corollaries.unchanged, "C1"),
        (corollaries.rescaled, "C1"),
        (corollaries.windowed, "C2"),
        (exact_probabilities.kept_with_equal_weights, "Z34"),
    ],
)
def test_every_token_is_moved_by_a_mutant(statement, claim) -> None:
    mutants = [m for m in all_claims()[claim].mutants if m.same_check(statement)]
    moved = {name for m in mutants for name in m.tokens if m.tokens[name] != statement.tokens[name]}
    assert moved == set(statement.tokens)


def test_the_printed_direction_leaves_the_half_ball() -> None:
    """The witness against line 1606, in floats: with λ_{t-1} in its place ξ_0 stays inside."""
    found = all_claims()["I7"].printed[0].decide()
    assert found.outcome == REFUTED
    lam, u, v, x, y, g = (float(Fraction(found.witness[n])) for n in "luvxyg")
    H, S = np.diag([lam + u, lam + v]), np.array([x, y])
    direction = np.linalg.solve(H, S) / np.sqrt(S @ np.linalg.solve(H, S))
    lengths = [np.sqrt(ridge) / 2 * np.linalg.norm(direction) for ridge in (lam, lam / g**2)]
    assert lengths[0] <= 0.5 < lengths[1]


def test_without_data_the_printed_radius_is_negative_and_the_corrected_one_is_not() -> None:
    """δ = 1/20, λ_1 = 1 and λ_2 = e^10, as the note of the theorem says."""
    lam, later, delta = 1.0, np.exp(10), 1 / 20
    printed, corrected = (
        np.sqrt(lam) / 2 + 2 / np.sqrt(lam) * (np.log(lam / ridge) / 2 + np.log(2 / delta))
        for ridge in (later, lam)
    )
    assert printed < 0 < corrected
    assert [s.decide().outcome for s in all_claims()["T3"].printed] == [REFUTED, REFUTED]


@pytest.mark.parametrize(("percent", "outcome"), [(47, REFUTED), (48, HOLDS)])
def test_a_radius_that_is_shrunk_a_little_less_is_not_seen(percent, outcome) -> None:
    """What the note of the theorem admits."""
    game = {"40 rounds": theorems.GAMES["40 rounds"]}
    shrunk = theorems.kept_by_adversaries.variant(games=game, scale=Fraction(percent, 100))
    assert shrunk.decide().outcome == outcome
