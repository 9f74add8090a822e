"""Paths: the terms of the deviation proofs on one round, in floats and in many digits."""

import numpy as np
import pytest

from glbtheory.claims.vocabulary.attacks import EXTREMES
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED
from glbtheory.formulas import FORMULAS
from glbtheory.regret.round_attacks import (
    LINKS,
    ProofRound,
    Shape,
    attack_path,
    default_constants,
    random_path,
    shapes,
)
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.likelihood import design_matrix, gradient_map, hessian, secant_matrix
from glbtheory.setting.links import BY_NAME, binomial, linear, logistic, poisson

ACTIONS = [[1.0, 0.0], [0.6, 0.8], [0.0, -0.5], [0.3, 0.4]]
REWARDS = [1.0, 0.0, 1.0, 0.25]
THETA = [[2.0, 0.0], [2.0, 0.0], [0.0, 1.5], [0.0, 1.5], [0.0, 1.5]]


def example(**changes):
    settings = {"forgetting": Discount(0.8), "lam": 0.5, "S": 2.0, "D": 2, **changes}
    return ProofRound(logistic, ACTIONS, REWARDS, THETA, **settings)


def many(count=40, **options):
    rng = np.random.default_rng(5)
    return [random_path(rng, **options) for _ in range(count)]


def test_matrices_are_those_of_the_likelihood():
    path = example()
    w = 0.8 ** np.arange(3, -1, -1.0)
    hat, star = path.estimate, np.array(THETA[-1])
    data = (ACTIONS, w, logistic, 0.5)
    np.testing.assert_allclose(path.G, secant_matrix(star, hat, *data), rtol=1e-12)
    squared = (ACTIONS, w**2, logistic, 0.5)
    np.testing.assert_allclose(path.G_tilde, secant_matrix(star, hat, *squared), rtol=1e-12)
    last = (ACTIONS[2:], w[2:] ** 2, logistic, 0.5)
    np.testing.assert_allclose(path.G_tilde_recent, secant_matrix(star, hat, *last), rtol=1e-12)
    np.testing.assert_allclose(path.H_tilde_recent, hessian(star, *last), rtol=1e-12)
    np.testing.assert_allclose(path.H, hessian(star, *data), rtol=1e-12)
    np.testing.assert_allclose(path.V, design_matrix(ACTIONS, w, 0.5 / path.c_mu), rtol=1e-12)
    np.testing.assert_allclose(path.g(star), gradient_map(star, *data), rtol=1e-12)
    np.testing.assert_allclose(
        path.g(star, recent=True), gradient_map(star, ACTIONS[2:], w[2:], logistic, 0.5)
    )


def test_slopes_of_recent_rounds_are_taken_at_their_own_parameters():
    path = example(D=3)
    assert not path.far
    slopes = [logistic.dmu(np.dot(a, q)) for a, q in zip(ACTIONS, THETA[:-1], strict=True)]
    w = 0.64 ** np.arange(3, -1, -1.0)
    by_hand = sum(
        w[s] * slopes[s] * np.outer(ACTIONS[s], ACTIONS[s]) for s in (1, 2, 3)
    ) + 0.5 * np.identity(2)
    np.testing.assert_allclose(path.H_tilde_recent, by_hand)


def test_constants_and_S_bar():
    path = example()
    assert path.k_mu == 0.25 and path.m == 1.0
    assert path.c_mu == pytest.approx(logistic.dmu(2.0))
    by_hand = 2 + 0.8**2 * (2 * 2 * 0.25 + 1) / (0.5 * 0.2)
    assert path.S_bar == pytest.approx(by_hand)
    exact = FORMULAS["s_bar_appendix"](S=2, lam="1/2", gamma="4/5", D=2, k_mu="1/4", m=1)
    assert path.S_bar == pytest.approx(exact)


@pytest.mark.parametrize("path", many(), ids=lambda p: f"{p.link.name}-{p.d}-{p.t}-{p.D}")
def test_the_estimate_splits_into_drift_noise_and_regularisation(path):
    rise = path.g(path.estimate) - path.g(path.truth)
    parts = path.drift + path.old_noise + path.recent_noise - path.lam * path.truth
    size = 1 + np.abs(path.rewards).sum() + path.lam * np.abs(path.estimate).max()
    np.testing.assert_allclose(rise, parts, atol=1e-8 * size)
    np.testing.assert_allclose(path.old_noise + path.recent_noise, path.scaled_noise, atol=1e-12)
    gap = path.probe @ np.linalg.solve(path.G, parts)
    assert path.gap() == pytest.approx(abs(gap), abs=1e-6 * (1 + abs(gap)))


def test_many_digits_agree_with_floats_and_go_beyond():
    names = ("X_G", "X_H", "S_bar", "factor", "tail")
    terms = ("alpha", "slope", "gap", "prediction_error", "b1", "b2", "b3", "c1", "c2", "c3")
    for path in many(12):
        precise = path.precisely()
        for name in names:
            found = float(getattr(precise, name))
            assert getattr(path, name) == pytest.approx(found, rel=1e-7, abs=1e-9)
        for name in terms:
            found = float(getattr(precise, name)())
            assert getattr(path, name)() == pytest.approx(found, rel=1e-7, abs=1e-8)
        found = float(precise.relative(precise.H_tilde_recent, precise.G_tilde_recent))
        assert path.relative(path.H_tilde_recent, path.G_tilde_recent) == pytest.approx(found)
        residual = precise.g(precise.estimate) - precise._sum(precise.weights * precise.rewards)
        assert max(abs(v) for v in residual) < 1e-35


def test_prediction_error_is_the_difference_of_means():
    path = example()
    a = np.array([0.6, -0.8])
    difference = logistic.mu(a @ path.estimate) - logistic.mu(a @ path.truth)
    assert path.prediction_error(a) == pytest.approx(abs(difference))


def test_a_window_has_no_bias_and_no_squares():
    path = example(forgetting=Window(2), D=None)
    assert path.D == 2 and path.gamma == 1 and path.far
    np.testing.assert_array_equal(path.weights, [0, 0, 1, 1])
    np.testing.assert_array_equal(path.G, path.G_tilde_recent)
    assert path.S_bar == 2.0 and path.tail == 0
    assert np.all(path.old_noise == 0) and path.b1([1, 0]) == 0


def test_far_from_a_change():
    assert [example(D=D).far for D in (1, 2, 3, 4)] == [True, True, False, False]
    assert example(forgetting=Window(3), D=3).far is False


def test_faults_name_what_the_model_asks():
    assert example().faults == []
    assert example(D=3).faults == ["a change among the last D rounds"]
    assert example(S=1.9).faults == ["a parameter lies outside Θ"]
    assert "a reward lies outside [0, m]" in example(m=0.5).faults
    assert "a mean lies outside [0, m]" in example(m=0.5).faults


def test_no_random_path_breaks_the_model_unless_asked():
    assert [p.faults for p in many(120) if p.faults] == []
    assert {p.link.name for p in many(120)} == {link.name for link in LINKS}
    rng = np.random.default_rng(1)
    kinds = shapes(rng, 60)
    assert {s.link.name for s in kinds} == {link.name for link in LINKS}
    assert {s.d for s in kinds} == {1, 2, 3} and {s.window for s in kinds} == {True, False}
    faults = [random_path(rng, s).faults for s in shapes(rng, 60, far=False)]
    assert all("a change among the last D rounds" in f for f in faults if f) and any(faults)
    assert any("outside Θ" in str(p.faults) for p in many(30, outside=3.0))


def test_one_observation_and_none():
    path = ProofRound(linear, [[0.5]], [1.0], [[1.0], [1.0]], Discount(0.5), lam=1.0, S=1.0, D=1)
    assert path.estimate == pytest.approx([0.4])
    assert path.b2([1.0]) == pytest.approx(0.8) and path.b3([1.0]) == pytest.approx(0.2)
    empty = ProofRound(linear, np.empty((0, 1)), [], [[1.0]], Discount(0.5), lam=1.0, S=1.0, D=1)
    assert empty.estimate == pytest.approx([0.0]) and empty.gap([1.0]) == pytest.approx(1.0)
    assert float(empty.precisely().gap()) == 1.0


def test_the_attack_refutes_with_a_witness_that_anyone_can_check():
    # b1 is bounded by twice this; without the factor 2 the parameters need only be opposite.
    def ratio(path):
        return path.b1() * path.lam / (path.S * path.k_mu * path.tail)

    found = attack_path(ratio, seed=3, links=[linear], window=False)
    assert found.outcome == REFUTED and found.strength == "searched"
    path = ProofRound.from_json({**found.witness, "D": int(found.witness["D"])}, linear)
    assert path.faults == [] and ratio(path) > 1
    assert float(ratio(path.precisely())) == pytest.approx(ratio(path))


def test_the_attack_finds_nothing_against_a_true_bound_and_comes_close():
    def ratio(path):
        return path.norm(path.probe, path.G) * path.sqrt(path.lam)

    found = attack_path(ratio, seed=3, samples=60, steps=100)
    assert found.outcome == HOLDS and 0.99 < found.worst_ratio <= 1 + 1e-9


def test_an_attack_without_finite_values_is_undecided():
    assert attack_path(lambda p: p.X_G / 0.0, seed=1, samples=8, steps=4).outcome == UNDECIDED


def test_a_known_path_is_looked_at_first():
    path = example()
    limit = 0.999 * path.X_G

    def ratio(p):
        return p.X_G / limit

    found = attack_path(ratio, seed=1, known=[path], over=[], samples=1)
    assert found.outcome == REFUTED and found.witness["actions"] == ACTIONS
    kept = attack_path(
        lambda p: 0.5 if p is path else 0.0, seed=1, known=[path], samples=8, steps=2
    )
    assert kept.outcome == HOLDS and kept.worst_ratio == 0.5
    assert kept.certificate["worst_instance"]["rewards"] == REWARDS


@pytest.mark.parametrize(
    ("hypothesis", "dropped"),
    [
        ({"far": True}, {"far": None}),
        ({"links": [linear]}, {"links": [linear, logistic]}),
        ({"outside": 1.0}, {"outside": 1.5}),
        ({"window": True}, {"window": None}),
    ],
)
def test_a_known_path_that_the_options_do_not_allow_is_passed_over(hypothesis, dropped):
    outside = "outside" in hypothesis
    path = example(D=3 if "far" in hypothesis else 2, **({"S": 1.5} if outside else {}))

    def attack(options):
        return attack_path(
            lambda p: 2.0 if p.t == path.t and p.rewards[3] == REWARDS[3] else 0.5,
            seed=1,
            known=[path],
            over=[],
            samples=1,
            **options,
        )

    assert attack(hypothesis).outcome == UNDECIDED
    assert attack(dropped).outcome == REFUTED


def test_attacks_repeat():
    def ratio(path):
        return path.X_G / (path.X_H + 1)

    options = {"seed": 4, "samples": 30, "steps": 30}
    assert attack_path(ratio, **options) == attack_path(ratio, **options)


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"lam": 0.0}, "lam must be positive"),
        ({"S": -1.0}, "S must be positive"),
        ({"m": 0.0}, "m must be positive"),
        ({"D": 0}, "D must be an integer >= 1"),
        ({"D": 1.5}, "D must be an integer >= 1"),
        ({"forgetting": Discount(1.0)}, "gamma < 1"),
        ({"forgetting": Forever()}, "forgetting must be a Window"),
        ({"forgetting": Window(3), "D": 2}, "D must be tau = 3"),
        ({"probe": [2.0, 0.0]}, "probe must have norm at most 1"),
        ({"probe": [1.0]}, "probe must have shape"),
        ({"probe": [[1.0, 0.0]]}, "probe must have shape"),
    ],
)
def test_bad_inputs_are_named(changes, match):
    with pytest.raises(ValueError, match=match):
        example(**changes)


def test_bad_arrays_are_named():
    with pytest.raises(ValueError, match="theta must have shape"):
        ProofRound(logistic, ACTIONS, REWARDS, THETA[1:], Discount(0.8), lam=1.0, S=2.0, D=1)
    with pytest.raises(ValueError, match="rewards must have shape"):
        ProofRound(logistic, ACTIONS, REWARDS[1:], THETA, Discount(0.8), lam=1.0, S=2.0, D=1)


@pytest.mark.parametrize("starts", [(), (2,), (1, 3, 2), (1, 9)])
def test_a_shape_needs_rising_pieces_from_round_one(starts):
    with pytest.raises(ValueError, match="starts must rise"):
        Shape(logistic, 1, 4, 1, starts)


def test_poisson_has_its_slopes_on_the_ball():
    path = ProofRound(poisson, [[1.0]], [1.0], [[1.0], [1.0]], Discount(0.5), lam=1.0, S=1.0, D=1)
    assert path.k_mu == pytest.approx(np.e) and path.m == pytest.approx(np.e)
    assert path.c_mu == pytest.approx(1 / np.e)
    assert (
        ProofRound(binomial(3), [[1.0]], [1.0], [[1.0]] * 2, Window(1), lam=1.0, S=1.0).k_mu == 0.75
    )


@pytest.mark.parametrize("link", [*BY_NAME.values(), binomial(4)], ids=lambda x: x.name)
def test_default_constants_are_the_certified_ones(link):
    found, k = default_constants(link, 2.0), link.k_mu().value
    assert found["k_mu"] == pytest.approx(k if np.isfinite(k) else link.k_mu(2).value)
    assert found["c_mu"] == pytest.approx(link.c_mu(2).value)


def test_the_extreme_paths_obey_the_model():
    assert [path.faults for path in EXTREMES] == [[]] * len(EXTREMES)
    assert any(not path.estimate_in_ball for path in EXTREMES)


@pytest.mark.parametrize("precise", [False, True])
@pytest.mark.parametrize(
    ("a", "said"),
    [
        ([2.0, 0.0], "a must have norm at most 1, not 2"),
        ([np.nan, 0.0], "a must be finite"),
        ([1.0], "a must have shape"),
    ],
)
def test_a_bad_action_is_refused(a, said, precise):
    path = example().precisely() if precise else example()
    for term in (path.b1, path.prediction_error):
        with pytest.raises(ValueError, match=said):
            term(a)
    assert path.b1(path.actions[1]) > 0


def test_a_linear_reward_above_m_is_refused():
    settings = {"lam": 1.0, "S": 1.0, "D": 1}
    data = ([[0.5]], [2.0], [[1.0], [1.0]], Discount(0.5))
    with pytest.raises(ValueError, match="rewards must be at most m = 1, not 2"):
        ProofRound(linear, *data, m=1.0, **settings)
    assert ProofRound(linear, *data, m=2.0, **settings).m == 2.0


def ratio_of_nothing(path):
    return 0.5


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: attack_path(ratio_of_nothing, seed=1, over=[]), "over must not be empty"),
        (lambda: attack_path(ratio_of_nothing, seed=1, target=0), "target must be positive"),
        (lambda: attack_path(ratio_of_nothing, seed=1, samples=0), "samples must be an integer"),
        (lambda: attack_path(ratio_of_nothing, seed=1, size=3), "unknown option size; known: lin"),
        (lambda: attack_path(ratio_of_nothing, seed=1, links=[]), "links must not be empty"),
        (lambda: shapes(np.random.default_rng(0), 1, starts=(1,)), "unknown option starts"),
        (lambda: shapes(np.random.default_rng(0), 1, largest_t=1), "largest_t must be an integer"),
        (lambda: Shape(logistic, 1, 2, 1, lam=(0, 1)), "lam must be a pair with 0 < low"),
        (lambda: Shape(logistic, 1, 2, 1, lam=(2, 1)), "lam must be a pair with 0 < low"),
        (lambda: Shape(logistic, 1, 2, 1, S=3), "S must be a pair"),
        (lambda: Shape(logistic, 1, 2, 1, gamma=(0.5, 1.5)), "gamma must be a pair .* < 1"),
        (lambda: Shape("logistic", 1, 2, 1), "link must be a Link"),
    ],
)
def test_bad_searches_are_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
