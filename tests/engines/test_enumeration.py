"""The enumeration engine: exact, complete, and able to say no."""

import json
from fractions import Fraction as F
from math import comb

import numpy as np
import pytest
import sympy

from glbtheory.engines.enumeration import (
    as_text,
    best_adaptive,
    compositions,
    enumerate_cases,
    expect,
    rational_grid,
    reward_tree,
    schedules,
    sign,
)


def am_gm(case, factor=F(1, 4)):
    x, y = case["x"], case["y"]
    return x * y, "<=", factor * (x + y) ** 2


PAIRS = [{"x": x, "y": y} for x in rational_grid(0, 1, 5) for y in rational_grid(0, 1, 5)]


def test_a_true_statement_holds_with_its_worst_ratio():
    evidence = enumerate_cases(PAIRS, am_gm, "a grid")
    assert (evidence.outcome, evidence.engine, evidence.strength) == (
        "holds",
        "enumeration",
        "enumerated",
    )
    assert evidence.worst_ratio == 1.0
    assert evidence.scope == "a grid (25 cases)"


def test_the_mutant_is_refuted_by_the_first_failing_case():
    evidence = enumerate_cases(PAIRS, lambda c: am_gm(c, F(249, 1000)), "a grid")
    assert evidence.outcome == "refuted"
    assert evidence.strength == "enumerated"
    assert evidence.witness == {"x": "1/4", "y": "1/4"}
    assert evidence.worst_ratio == pytest.approx(250 / 249)
    json.dumps(evidence.to_json(), allow_nan=False)


def test_a_difference_far_below_double_precision_is_seen():
    tiny = F(1, 10**40)
    assert enumerate_cases([{}], lambda c: (1 + tiny, "<=", 1), "").outcome == "refuted"
    assert enumerate_cases([{}], lambda c: (1 - tiny, "<=", 1), "").outcome == "holds"


@pytest.mark.parametrize(
    ("relation", "truth"),
    [("<=", True), ("<", True), (">=", False), (">", False), ("==", False), ("!=", True)],
)
def test_relations(relation, truth):
    outcome = enumerate_cases([{}], lambda c: (F(1, 3), relation, F(1, 2)), "").outcome
    assert outcome == ("holds" if truth else "refuted")


def test_the_ratio_of_a_lower_bound_is_turned_round():
    assert enumerate_cases([{}], lambda c: (4, ">=", 1), "").worst_ratio == 0.25


def test_no_ratio_without_a_positive_right_side():
    assert enumerate_cases([{}], lambda c: (-2, "<=", -1), "").worst_ratio is None
    assert enumerate_cases([{}], lambda c: (0, "<=", 0), "").worst_ratio is None


def test_a_ratio_too_large_for_a_float_is_left_out():
    evidence = enumerate_cases([{}], lambda c: (10**400, "<=", 1), "")
    assert (evidence.outcome, evidence.worst_ratio) == ("refuted", None)


def test_nothing_checked_is_undecided():
    assert enumerate_cases([], lambda c: True, "nothing").outcome == "undecided"


def test_booleans_and_cases_that_are_not_dictionaries():
    evidence = enumerate_cases(schedules(2, (0, F(1, 2))), lambda c: sum(c) < 1, "pairs")
    assert evidence.outcome == "refuted"
    assert evidence.witness == {"case": ["1/2", "1/2"]}
    assert evidence.scope == "pairs (4 cases)"


@pytest.mark.parametrize("bad", [0.5, np.float64(0.5), np.int64(1), sympy.Float("0.5"), sympy.I])
def test_inexact_numbers_are_refused(bad):
    with pytest.raises(TypeError):
        enumerate_cases([{}], lambda c: (bad, "<=", 1), "")
    with pytest.raises(TypeError):
        enumerate_cases([{"x": bad}], lambda c: True, "")
    with pytest.raises(TypeError):
        expect(1, lambda h: [(1, 0)], lambda h: bad)


def test_a_check_must_answer_exactly():
    with pytest.raises(TypeError, match="check"):
        enumerate_cases([{}], lambda c: np.bool_(True), "")
    with pytest.raises(ValueError, match="relation"):
        enumerate_cases([{}], lambda c: (1, "=<", 1), "")


def test_exact_sympy_numbers():
    root = sympy.sqrt(2)
    assert enumerate_cases([{}], lambda c: (root, "<=", F(3, 2)), "").outcome == "holds"
    assert enumerate_cases([{}], lambda c: (root, "<", F(14142, 10000)), "").outcome == "refuted"
    # Equal, but only after some algebra.
    nested = sympy.sqrt(3 + 2 * root)
    assert sign(nested - 1 - root) == 0
    assert enumerate_cases([{}], lambda c: (nested, "<", 1 + root), "").outcome == "refuted"


def test_a_sign_out_of_reach_is_undecided_not_guessed():
    """Machin's formula: the difference is zero, which numerical evaluation can never show."""
    machin = 16 * sympy.atan(sympy.Rational(1, 5)) - 4 * sympy.atan(sympy.Rational(1, 239))
    evidence = enumerate_cases([{"n": 1}], lambda c: (machin, "<=", sympy.pi), "")
    assert evidence.outcome == "undecided" and "no exact sign" in evidence.detail
    later = enumerate_cases([{"n": 1}, {"n": 2}], lambda c: (c["n"] * machin, "<=", sympy.pi), "")
    assert later.outcome == "refuted" and later.witness == {"n": "2"}


def test_as_text():
    case = {"gamma": F(9, 10), "T": 3, "path": (F(1), None), "x": np.array([F(1, 2)])}
    assert as_text(case) == {"gamma": "9/10", "T": "3", "path": ["1", None], "x": ["1/2"]}
    assert as_text([0.5, np.float64(0.5), np.int64(2)], exact=False) == [0.5, 0.5, "2"]


def test_generators_are_complete():
    assert len(list(schedules(3, "ab"))) == 8
    assert list(schedules(0, "ab")) == [()]
    assert rational_grid("1/3", 1, 3) == [F(1, 3), F(2, 3), F(1)]
    cuts = list(compositions(6, 3))
    assert len(cuts) == len(set(cuts)) == comb(5, 2)
    assert all(sum(c) == 6 and min(c) >= 1 for c in cuts)
    tree = dict((path, p) for p, path in reward_tree(3, [(F(1, 3), 1), (F(2, 3), 0)]))
    assert sum(tree.values()) == 1
    assert tree[(1, 0, 1)] == F(2, 27)


def test_bad_arguments_are_named():
    with pytest.raises(ValueError, match="T must"):
        list(schedules(-1, "ab"))
    with pytest.raises(ValueError, match="parts must"):
        list(compositions(3, 0))
    with pytest.raises(ValueError, match="lo must"):
        rational_grid(1, 0, 3)
    with pytest.raises(TypeError, match="lo must"):
        rational_grid(0.1, 1, 3)


def test_expectation_over_a_polya_urn():
    """An adaptive tree with a known mean: a Polya urn with one ball of each colour."""

    def branches(history):
        p = F(1 + sum(history), 2 + len(history))
        return [(p, 1), (1 - p, 0)]

    assert expect(6, branches, lambda h: F(sum(h))) == 3
    # The number of ones is uniform on {0, ..., 6}.
    assert expect(6, branches, lambda h: int(sum(h) == 6)) == F(1, 7)


def test_probabilities_must_sum_to_one_exactly():
    with pytest.raises(ValueError, match="sum to 1"):
        expect(1, lambda h: [(F(1, 3), 0), (F(333333, 500000), 1)], lambda h: 0)
    with pytest.raises(ValueError, match="non-negative"):
        expect(1, lambda h: [(F(-1, 2), 0), (F(3, 2), 1)], lambda h: 0)
    with pytest.raises(TypeError):
        expect(1, lambda h: [(0.5, 0), (0.5, 1)], lambda h: 0)


def test_impossible_branches_are_not_taken():
    assert expect(1, lambda h: [(1, 2), (0, 0)], lambda h: F(1, h[0])) == F(1, 2)


def test_the_adaptive_adversary_beats_every_fixed_plan():
    """Stop at a head: two tosses, payoff 1 when the sum of the stakes won is at least 1."""

    def branches(history, stake):
        return [(F(1, 2), stake), (F(1, 2), -stake)]

    def value(history):
        return int(sum(won for _, won in history) >= 1)

    best, policy = best_adaptive(2, lambda h: (0, 1), branches, value)
    assert best == F(1, 2)
    assert policy[((1, 1),)] == 0
    both = expect(2, lambda h: [(F(1, 2), 1), (F(1, 2), -1)], lambda h: int(sum(h) >= 1))
    assert both == F(1, 4) < best
    with pytest.raises(ValueError, match="choices"):
        best_adaptive(1, lambda h: (), branches, value)
