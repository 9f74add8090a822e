"""The attack engine: finds worst cases, refuses wrong gradients, refutes mutants."""

import json
from fractions import Fraction as F

import numpy as np
import pytest

from glbtheory.engines.attack import TOLERANCE, attack, random_search

BOX = [(0.1, 10.0)] * 3


def am_gm(x):
    """Geometric over arithmetic mean, at most 1, tight where all are equal."""
    return float(np.exp(np.log(x).mean()) / x.mean())


def am_gm_gradient(x):
    return am_gm(x) * (1 / x - 1 / x.mean()) / x.size


def pair(x):
    return am_gm(x), am_gm_gradient(x)


@pytest.mark.parametrize("how", ["callable", "pair", "differences"])
def test_a_tight_claim_holds_and_is_attained(how):
    objective = pair if how == "pair" else am_gm
    gradient = {"callable": am_gm_gradient, "pair": True, "differences": None}[how]
    evidence = attack(objective, BOX, starts=3, seed=1, gradient=gradient, scope="three numbers")
    assert (evidence.outcome, evidence.engine, evidence.strength) == ("holds", "attack", "searched")
    assert evidence.worst_ratio == pytest.approx(1, abs=1e-9)
    assert evidence.witness is None
    assert evidence.certificate["evaluations"] > 0
    json.dumps(evidence.to_json(), allow_nan=False)


def test_the_mutant_is_refuted_with_a_simple_instance():
    evidence = attack(
        lambda x: 1.000001 * am_gm(x),
        BOX,
        starts=2,
        seed=1,
        gradient=lambda x: 1.000001 * am_gm_gradient(x),
        describe=lambda x: {"numbers": x},
    )
    assert evidence.outcome == "refuted"
    assert evidence.worst_ratio == pytest.approx(1.000001, abs=1e-9)
    numbers = [F(v) for v in evidence.witness["numbers"]]
    assert all(F("0.1") <= v <= 10 for v in numbers)
    assert 1.000001 * am_gm(np.array(numbers, dtype=float)) > 1 + TOLERANCE
    json.dumps(evidence.to_json(), allow_nan=False)


def test_the_tolerance_is_sharp():
    for excess, outcome in ((TOLERANCE / 2, "holds"), (2 * TOLERANCE, "refuted")):
        evidence = attack(lambda x, e=excess: 1 + e - x[0] ** 2, [(-1, 1)], starts=1, seed=0)
        assert evidence.outcome == outcome


def test_a_maximum_on_the_border_and_another_target():
    evidence = attack(lambda x: x[0] + x[1], [(0, 1), (0, 2)], starts=1, seed=0, target=3)
    assert evidence.outcome == "holds"
    assert evidence.worst_ratio == pytest.approx(1)
    assert evidence.certificate["worst_instance"] == {"x0": "1", "x1": "2"}
    mutant = attack(lambda x: x[0] + x[1], [(0, 1), (0, 2)], starts=1, seed=0, target=2.99)
    assert mutant.outcome == "refuted"
    assert mutant.witness == {"x0": "1", "x1": "2"}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: -am_gm_gradient(x),
        lambda x: 1.01 * am_gm_gradient(x),
        lambda x: am_gm_gradient(x)[::-1],
        lambda x: am_gm_gradient(x)[:2],
        lambda x: np.full(3, np.nan),
    ],
)
def test_wrong_gradients_are_refused(wrong):
    with pytest.raises(ValueError, match="gradient"):
        attack(am_gm, BOX, starts=1, seed=0, gradient=wrong)
    with pytest.raises(ValueError, match="gradient"):
        attack(lambda x: (am_gm(x), wrong(x)), BOX, starts=1, seed=0, gradient=True)


def test_differences_are_refused_where_the_objective_is_rough():
    with pytest.raises(ValueError, match="gradient"):
        attack(lambda x: float(np.sin(1e6 * x[0])), [(0, 1)], starts=1, seed=0)


def test_nothing_finite_is_undecided():
    assert attack(lambda x: np.nan, [(0, 1)], starts=2, seed=0).outcome == "undecided"
    assert attack(lambda x: 1 / 0, [(0, 1)], starts=2, seed=0).outcome == "undecided"
    assert random_search(lambda x: np.nan, [(0, 1)], evaluations=3, seed=0).outcome == "undecided"


def test_starts_that_all_break_off_are_undecided():
    """Finite at first, not finite where the optimiser wants to go."""
    evidence = attack(lambda x: x[0] if x[0] < 0.99 else np.nan, [(0, 1)], starts=3, seed=0)
    assert evidence.outcome == "undecided"
    assert evidence.certificate["abandoned"] == 3


def test_a_violation_before_breaking_off_still_counts():
    evidence = attack(lambda x: 2 + x[0] if x[0] < 0.99 else np.nan, [(0, 1)], starts=3, seed=0)
    assert evidence.outcome == "refuted"


def test_confirm_has_the_last_word():
    def ratio(x):
        return 1 + 2e-8 - (x[0] - 0.5) ** 2

    seen = []

    def no(instance):
        seen.append(instance["x0"])
        return False

    kwargs = {"starts": 2, "seed": 0}
    assert attack(ratio, [(0, 1)], **kwargs).outcome == "refuted"
    assert attack(ratio, [(0, 1)], confirm=lambda i: True, **kwargs).outcome == "refuted"
    assert attack(ratio, [(0, 1)], confirm=no, **kwargs).outcome == "holds"
    assert attack(ratio, [(0, 1)], confirm=lambda i: None, **kwargs).outcome == "undecided"
    assert seen[0] == F(1, 2) and isinstance(seen[0], F)
    # Clearing an excess of 1 % means that one of the two is wrong.
    large = attack(lambda x: ratio(x) + 0.01, [(0, 1)], confirm=no, **kwargs)
    assert large.outcome == "undecided"


def bumps(x):
    """Many local maxima; the global one, with value 1, at zero."""
    return float(np.exp(-(x @ x)) * np.cos(4 * x).mean())


def test_the_attack_beats_random_search_in_the_same_budget():
    box = [(-2.0, 2.0)] * 5
    found = attack(bumps, box, starts=30, seed=3)
    random = random_search(bumps, box, evaluations=found.certificate["evaluations"], seed=3)
    assert random.certificate["evaluations"] == found.certificate["evaluations"]
    assert found.worst_ratio == pytest.approx(1, abs=1e-9)
    assert random.worst_ratio < 0.9


def test_evaluations_are_counted():
    calls = []

    def objective(x):
        calls.append(1)
        return -float(x @ x)

    evidence = random_search(objective, [(0, 1)], evaluations=7, seed=0)
    assert evidence.certificate["evaluations"] == 7 <= len(calls)


def test_the_same_seed_gives_the_same_answer_and_global_state_is_left_alone():
    before = np.random.get_state()[1].copy()
    first, second = (attack(bumps, [(-2, 2)] * 2, starts=3, seed=5) for _ in range(2))
    assert first == second
    root = np.random.SeedSequence(5)
    assert attack(bumps, [(-2, 2)] * 2, starts=3, seed=root) == first
    assert attack(bumps, [(-2, 2)] * 2, starts=3, seed=root) == first
    assert (np.random.get_state()[1] == before).all()


def test_initial_points_are_used():
    def needle(x):
        return 2 * float(np.exp(-((x[0] - 0.123) ** 2) * 1e8))

    assert attack(needle, [(0, 1)], starts=2, seed=0).outcome == "holds"
    assert attack(needle, [(0, 1)], starts=2, seed=0, initial=[[0.123]]).outcome == "refuted"


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"bounds": [(1, 0)]}, "bounds"),
        ({"bounds": [(0, np.inf)]}, "bounds"),
        ({"bounds": []}, "bounds"),
        ({"starts": 0}, "starts"),
        ({"target": 0.0}, "target"),
        ({"target": np.nan}, "target"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_arguments_are_named(change, name):
    arguments = {"bounds": [(0, 1)], "starts": 1, "seed": 0, **change}
    with pytest.raises(ValueError, match=name):
        attack(lambda x: 0.0, **arguments)
