"""The attack problems on determinants and potentials: gradients, judges, and what is found."""

import json
import math
from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

from glbtheory.claims.sharper import discounted_potential
from glbtheory.formulas import FORMULAS, SYMBOLS
from glbtheory.regret.closed_form_bounds import W
from glbtheory.regret.potential_attacks import (
    LISTED,
    attack_problem,
    closed_form_problem,
    determinant_problem,
    discount_problem,
    window_problem,
)
from glbtheory.regret.potentials import log_growth, potential
from glbtheory.setting.forgetting import Discount, Window

LAM, D = SYMBOLS["lam"], SYMBOLS["d"]
LEAST = sp.Max(1, 1 / LAM)


def in_ball(rng, n, d):
    """Actions of all lengths up to 1."""
    u = rng.standard_normal((n, d))
    return rng.uniform(0, 1, (n, 1)) * u / np.linalg.norm(u, axis=1, keepdims=True)


# --- problems -----------------------------------------------------------------------------------

PROBLEMS = {
    "discount": discount_problem(3, 7),
    "discount, line": discount_problem(1, 4, "elliptical_constant_best"),
    "discount, exponent": discount_problem(2, 5, exponent=3),
    "window": window_problem(2, 7, 3),
    "window of one": window_problem(3, 4, 1),
    "wide window": window_problem(2, 5, 9, "elliptical_constant_best"),
    "det discount": determinant_problem("discount", 3, 8),
    "det squared": determinant_problem("squared discount", 2, 8),
    "det window": determinant_problem("window", 3, 8, tau=4),
    "det free": determinant_problem("free", 2, 6),
}


def inside(problem, seed):
    lo, hi = np.array(problem.bounds).T
    return np.random.default_rng(seed).uniform(lo + 0.05 * (hi - lo), hi - 0.05 * (hi - lo))


@pytest.mark.parametrize("name", PROBLEMS)
def test_gradients_agree_with_differences(name):
    problem = PROBLEMS[name]
    for seed in range(3):
        x = inside(problem, seed)
        _, gradient = problem.objective(x)
        steps = 1e-6 * np.identity(x.size)
        numeric = [
            (problem.objective(x + h)[0] - problem.objective(x - h)[0]) / 2e-6 for h in steps
        ]
        np.testing.assert_allclose(gradient, numeric, rtol=1e-6, atol=1e-7 * np.abs(gradient).max())


def data(instance, n, d):
    """The actions of a description, row by row."""
    A = np.zeros((n, d))
    for when, action in instance["actions"].items():
        for run in when.split(","):
            first, last = (run.split("-") * 2)[:2]
            A[int(first) - 1 : int(last)] = [float(F(v)) for v in action]
    return A


@pytest.mark.parametrize(("d", "T", "tau"), [(1, 3, 2), (2, 6, 3), (3, 5, 8)])
def test_the_objectives_are_the_ratios_of_the_lemmas(d, T, tau):
    problem = discount_problem(d, T)
    x = inside(problem, 1)
    instance = problem.describe(x)
    lam, gamma, A = float(instance["lam"]), float(instance["gamma"]), data(instance, T, d)
    bound = FORMULAS["elliptical_constant"](lam=lam) * log_growth(A, Discount(gamma), lam)
    ratio = potential(A, Discount(gamma), lam).sum() / bound
    assert problem.objective(x)[0] == pytest.approx(ratio, rel=1e-10)

    problem = window_problem(d, T, tau)
    x = inside(problem, 2)
    instance = problem.describe(x)
    lam, A = float(instance["lam"]), data(instance, T, d)
    bound = FORMULAS["elliptical_window"](d=d, T=T, tau=tau, lam=lam)
    ratio = potential(A, Window(tau), lam).sum() / bound
    assert problem.objective(x)[0] == pytest.approx(ratio, rel=1e-10)


def test_the_determinant_ratio_is_that_of_the_d_th_roots():
    problem = determinant_problem("squared discount", 2, 5)
    x = inside(problem, 3)
    instance = problem.describe(x)
    lam, gamma, k = (float(instance[n]) for n in ("lam", "gamma", "k_mu"))
    A = data(instance, 4, 2)
    H = lam * np.identity(2) + k * (A.T * gamma ** (2.0 * np.arange(3, -1, -1))) @ A
    bound = FORMULAS["determinant_squared_discount"](lam=lam, k_mu=k, gamma=gamma, D=4, d=2)
    assert problem.objective(x)[0] == pytest.approx((np.linalg.det(H) / bound) ** 0.5, rel=1e-9)


def test_a_window_describes_the_rounds_it_holds():
    problem = determinant_problem("window", 1, 10, tau=3)
    (when,) = problem.describe(np.array(problem.initial[0]))["actions"]
    assert when == "7-9"


@pytest.mark.parametrize("name", PROBLEMS)
def test_starts_lie_in_the_box_and_descriptions_are_in_the_ball(name):
    problem = PROBLEMS[name]
    lo, hi = np.array(problem.bounds).T
    for x in [inside(problem, 4), *map(np.array, problem.initial)]:
        assert (lo <= x).all() and (x <= hi).all()
        for action in problem.describe(x)["actions"].values():
            assert sum(v * v for v in action) <= 1


# --- the judge ----------------------------------------------------------------------------------


def one_action(**scalars):
    return {**scalars, "actions": {"1": [1]}}


def test_confirm_tells_a_true_bound_from_a_false_one():
    # The ratio is 1/(c log 2) for one action at lam = 1; 1/log 2 = 1.442695...
    instance = one_action(lam=1, gamma=F(999999999, 10**9))
    assert discount_problem(1, 1).confirm(instance) is False
    assert discount_problem(1, 1, sp.Rational(1442696, 10**6) * LEAST).confirm(instance) is False
    assert discount_problem(1, 1, sp.Rational(1442694, 10**6) * LEAST).confirm(instance) is True
    text = json.loads(json.dumps({"lam": "1", "actions": {"1": ["1"]}}))
    assert window_problem(1, 1, 1, 1.5 * LEAST).confirm(text) is False
    assert window_problem(1, 1, 1, 1.4 * LEAST).confirm(text) is True


def test_confirm_knows_the_target():
    """det H = 4 against the bound (1 + 2/2)^2 = 4 with d = 2: the ratio of the roots is 1."""
    problem = determinant_problem("window", 2, 3, tau=2)
    instance = {"lam": 1, "k_mu": 1, "actions": {"1": [1, 0], "2": [0, 1]}}
    assert problem.confirm(instance) is False
    assert problem.confirm(instance, 0.99) is True
    assert problem.confirm({**instance, "actions": {"1-2": [1, 0]}}, 0.867) is False
    assert problem.confirm({**instance, "actions": {"1-2": [1, 0]}}, 0.866) is True
    evidence = attack_problem(problem, 1, 0, "roots", target=0.99)
    assert (evidence.outcome, evidence.detail) == ("refuted", "violated and confirmed")


def test_confirm_does_not_guess_at_a_tie():
    tie = window_problem(1, 1, 1, "elliptical_constant_best")
    assert tie.confirm(one_action(lam=3)) is None
    least = determinant_problem("window", 1, 3, tau=1)
    assert least.confirm({"lam": 1, "k_mu": 2, "actions": {"2": [1]}}) is False


def test_confirm_agrees_with_the_ratio_in_floating_point():
    rng = np.random.default_rng(2)
    for name, problem in PROBLEMS.items():
        x = inside(problem, rng)
        assert problem.objective(x)[0] < 1, name
        assert problem.confirm(problem.describe(x)) is False


@pytest.mark.parametrize(
    ("instance", "name"),
    [
        ({"lam": 1, "gamma": F(1, 2), "actions": {"1": [2]}}, "actions must be 1 numbers"),
        ({"lam": 1, "gamma": F(1, 2), "actions": {"1": [1, 0]}}, "actions must be 1 numbers"),
        ({"lam": 1, "gamma": F(1, 2), "actions": {"3": [1]}}, "rounds 1 to 2"),
        ({"lam": 1, "gamma": F(1, 2), "actions": {"0": [1]}}, "rounds 1 to 2"),
        ({"lam": 0, "gamma": F(1, 2), "actions": {"1": [1]}}, "lam must be > 0"),
        ({"lam": 1, "gamma": 1, "actions": {"1": [1]}}, r"gamma must be in \(0, 1\)"),
    ],
)
def test_an_instance_outside_the_domain_confirms_nothing(instance, name):
    with pytest.raises(ValueError, match=name):
        discount_problem(1, 2).confirm(instance)


# --- attacks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "ratio"),
    [
        (discount_problem(2, 4), 1 / (2 * math.log(2))),
        (discount_problem(2, 4, "elliptical_constant_best"), 1),
        (window_problem(3, 3, 3), 1 / (2 * math.log(2))),
        (window_problem(2, 2, 2, "elliptical_constant_best"), 1),
        (determinant_problem("discount", 2, 4), 1),
        (determinant_problem("window", 3, 6, tau=4), 1),
        (determinant_problem("free", 2, 5), 1),
    ],
)
def test_the_bounds_hold_and_their_best_ratio_is_found(problem, ratio):
    evidence = attack_problem(problem, starts=1, seed=0, scope="small")
    assert (evidence.outcome, evidence.strength) == ("holds", "searched")
    assert evidence.worst_ratio == pytest.approx(ratio, abs=1e-6)


determinant = FORMULAS["determinant_discount"].expression


@pytest.mark.parametrize(
    "mutant",
    [
        discount_problem(2, 3, 1.44 * LEAST),
        discount_problem(2, 3, 2),
        discount_problem(
            2, 3, sp.Rational(99, 100) * FORMULAS["elliptical_constant_best"].expression
        ),
        discount_problem(1, 40, exponent=0),
        window_problem(2, 2, 2, 1.44 * LEAST),
        window_problem(
            5,
            9,
            5,
            "elliptical_constant_best",
            FORMULAS["elliptical_window"].expression.replace(sp.ceiling, sp.floor),
        ),
        determinant_problem(
            "discount", 2, 4, bound=determinant.subs(SYMBOLS["t"], SYMBOLS["t"] - 1)
        ),
        determinant_problem("free", 2, 5, bound=(LAM + SYMBOLS["k_mu"] * W / (1.01 * D)) ** D),
    ],
)
def test_mutants_are_refuted_by_a_confirmed_witness(mutant):
    evidence = attack_problem(mutant, starts=1, seed=0, scope="small")
    assert evidence.outcome == "refuted"
    assert evidence.detail == "violated and confirmed"
    assert mutant.confirm(json.loads(json.dumps(evidence.witness))) is True


def test_a_long_worst_instance_is_counted_and_a_witness_is_not():
    problem = determinant_problem("window", 2, LISTED + 12, tau=LISTED + 11)
    # No start but a random one, so that the actions are all different.
    lone = replace(problem, initial=[])
    evidence = attack_problem(lone, 1, seed=0, scope="", max_iterations=3)
    assert evidence.certificate["worst_instance"]["actions"].endswith(" different actions")
    # A target just below the worst ratio needs all the digits of all the actions.
    target = evidence.worst_ratio - 1e-7
    refuted = attack_problem(lone, 1, seed=0, scope="", target=target, max_iterations=3)
    assert refuted.outcome == "refuted"
    assert len(refuted.witness["actions"]) > LISTED


def test_attacks_repeat():
    first, second = (attack_problem(window_problem(2, 5, 2), 2, 7, "same") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: discount_problem(0, 5), "d must"),
        (lambda: discount_problem(2, 0), "T must"),
        (lambda: discount_problem(2, 2.5), "T must"),
        (lambda: discount_problem(2, 5, "elliptic"), "constant must be a formula"),
        (lambda: discount_problem(2, 5, SYMBOLS["gamma"]), "constant may use lam, d, T, not gamma"),
        (lambda: discount_problem(2, 5, exponent=-1), "exponent must"),
        (lambda: window_problem(2, 5, 0), "tau must"),
        (lambda: window_problem(2, 5, 2, bound=SYMBOLS["k_mu"]), "bound may use"),
        (lambda: determinant_problem("linear", 2, 5), "weighting must be one of"),
        (lambda: determinant_problem("free", 2, 1), "t must"),
        (lambda: determinant_problem("window", 2, 5), "tau must be given with a window"),
        (lambda: determinant_problem("discount", 2, 5, tau=3), "tau must be given with a window"),
        (lambda: determinant_problem("window", 2, 5, tau=0), "tau must"),
    ],
)
def test_bad_sizes_and_bounds_are_named(make, name):
    with pytest.raises(ValueError, match=name):
        make()


def test_the_search_finds_what_is_too_small() -> None:
    """A bound lowered by one per cent is exceeded, one raised by one per cent is not."""
    low, high = (
        closed_form_problem(1, 4, factor * discounted_potential.DISCOUNT) for factor in (0.99, 1.01)
    )
    assert max(low.objective(np.array(x))[0] for x in low.initial) > 1.005
    assert max(high.objective(np.array(x))[0] for x in high.initial) < 1
