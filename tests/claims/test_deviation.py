"""The bounds of the deviation on one round, by numbers written out beside them."""

import numpy as np
import pytest

from glbtheory.claims.deviation import _bounds as bounds
from glbtheory.claims.deviation import attacks, far_rounds, quadratic, split
from glbtheory.claims.vocabulary.attacks import EXTREMES
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.regret.round_attacks import LINKS, ProofRound, allowed
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import logistic

ACTIONS = [[1.0, 0.0], [0.6, 0.8], [0.0, -0.5], [0.3, 0.4]]
REWARDS = [1.0, 0.0, 1.0, 0.25]
THETA = [[2.0, 0.0], [2.0, 0.0], [0.0, 1.5], [0.0, 1.5], [0.0, 1.5]]


def example(**changes):
    settings = {"forgetting": Discount(0.8), "lam": 0.5, "S": 2.0, "D": 2, **changes}
    return ProofRound(logistic, ACTIONS, REWARDS, THETA, **settings)


@pytest.fixture
def ratio_on(monkeypatch):
    """What a statement compares, on one round instead of many."""

    def ratio(statement, path):
        monkeypatch.setattr(
            "glbtheory.claims.vocabulary.attacks.attack_path", lambda ratio, **_: ratio(path)
        )
        return statement.check(**statement.tokens)

    return ratio


def test_bounds_are_the_ratio_and_the_formula_of_the_same_tokens(ratio_on):
    path = example(probe=[0.6, 0.8])
    root, tail = np.sqrt(0.5), 0.64 / 0.2
    factor = 0.9 + path.S_bar + path.X_G / root
    drift = path.b1() / (1.5 * 2 * 0.25 * tail / 0.5)
    deviation = path.X_G / (np.sqrt(1 + path.S_bar) * path.X_H + 0.6 * path.X_H**2 / root)
    expected = [
        (attacks.drift, {"share": 1.5}, drift),
        (attacks.old_terms, {"noise": 0.7}, path.b2() / (2 + 0.7 * tail / 0.5)),
        (attacks.recent_term, {"share": 0.8}, path.b3() / (0.8 * path.X_G / root)),
        (bounds.slope, {"one": 0.9}, path.slope() / path.alpha() / factor),
        (quadratic.quadratic, {"one": 0.9}, path.X_G**2 / path.X_H**2 / factor),
        (bounds.solved, {"square": 0.6}, deviation),
    ]
    for statement, tokens, ratio in expected:
        moved = statement.variant(**tokens)
        assert ratio_on(moved, path) == pytest.approx(ratio, rel=1e-12)
        (token,) = tokens.values()
        assert str(token) in moved.latex and str(token) not in statement.latex


def test_a_hypothesis_stands_before_the_formula():
    for statement in (attacks.drift, bounds.slope, bounds.curvature, bounds.solved):
        formula = statement.variant(far=None).latex
        assert statement.latex == rf"{bounds.FAR}:\ {formula}"


@pytest.mark.parametrize(
    ("statement", "larger", "smaller"),
    [
        (bounds.curvature, "H_tilde_recent", "G_tilde_recent"),
        (bounds.design, "V", "G"),
    ],
)
def test_matrix_bounds_compare_quadratic_forms(statement, larger, smaller, ratio_on):
    path = example()
    scale = path.c_mu if larger == "V" else 1.0
    A, B = scale * getattr(path, larger), getattr(path, smaller)
    needed = np.linalg.eigvals(np.linalg.solve(B, A)).real.max()
    given = 1 + 0.5 * path.S_bar + path.X_G / np.sqrt(0.5)
    ratio = ratio_on(statement.variant(size=0.5), path)
    assert ratio == pytest.approx(needed / given, rel=1e-10)


def test_near_paths_have_a_change_among_their_last_rounds():
    assert all(p.faults == ["a change among the last D rounds"] for p in bounds.NEAR)
    assert not bounds.NEAR[-1].estimate_in_ball


def test_the_other_known_paths_lack_one_hypothesis_each():
    assert [p.faults for p in bounds.BEYOND] == [["a parameter lies outside Θ"]] * 2
    assert {p.link for p in bounds.STEEP_ROUNDS} == {bounds.STEEP}
    legal = {*EXTREMES, bounds.FAR_OUT, bounds.OLD_CLICKS}
    assert not any(allowed(p, links=LINKS) for p in set(bounds.KNOWN) - legal)
    assert all(allowed(p, links=LINKS) for p in legal)


def test_two_paths_of_the_model_need_the_noise_and_the_old_rounds(ratio_on):
    assert bounds.FAR_OUT.faults == bounds.OLD_CLICKS.faults == []
    for statement in (bounds.slope, bounds.curvature, bounds.design, quadratic.quadratic):
        for path, dropped in (
            (bounds.FAR_OUT, bounds.NO_NOISE),
            (bounds.OLD_CLICKS, bounds.NO_OLD),
        ):
            assert ratio_on(statement, path) < 1 < ratio_on(statement.variant(**dropped), path)
    assert ratio_on(bounds.solved.variant(square=0.0), bounds.FAR_OUT) > 1
    assert ratio_on(bounds.solved.variant(old=0.0), bounds.OLD_CLICKS) > 1


def test_half_of_the_square_is_what_the_search_does_not_see():
    assert bounds.solved.variant(square=0.5).decide().outcome == HOLDS


@pytest.mark.parametrize(
    ("statement", "moved"),
    [
        (far_rounds._after_breakpoints, {"late": 2}),
        (far_rounds._far_from_changes, {"more": -1}),
        (far_rounds._window_has_none, {"longer": 2}),
        (split._geometric, {"shift": -1}),
        (split._split, {"lost": -1}),
    ],
)
def test_tokens_decide_in_the_other_direction_too(statement, moved):
    """The mutants move a token one way; the statement is exact, so the other way fails as well."""
    assert statement.decide().outcome == HOLDS
    assert statement.variant(**moved).decide().outcome == REFUTED


def test_the_penalty_is_what_the_main_text_forgets():
    """At the witness the deviation is √λ S, and the printed bound falls short of it."""
    found = quadratic._no_information.decide()
    assert found.outcome == REFUTED
    S, lam = int(found.witness["S"]), int(found.witness["lam"])
    tail = 1 / lam * 0.5 / 0.5
    size = S + (2 * S * 0.25 + 1) * tail
    gain = np.log(1 + 0.25 * (1 - 0.25) / (lam * 0.75))
    rho = np.sqrt(lam) / 2 + 2 / np.sqrt(lam) * (np.log(2) + gain / 2 + np.log(2))
    assert np.sqrt(lam) * S > np.sqrt(1 + size) * rho + rho**2 / np.sqrt(lam)
    assert quadratic._with_penalty.decide().outcome == HOLDS
