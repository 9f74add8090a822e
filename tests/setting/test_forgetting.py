"""Weights and design matrices against their definitions, in exact arithmetic."""

from fractions import Fraction as F

import numpy as np
import pytest

from glbtheory.setting.forgetting import Discount, Forever, Window

KINDS = [Discount(F(9, 10)), Discount(F(1)), Window(1), Window(4), Window(100), Forever()]


def defined(kind, t, s):
    """The weight of round s at round t, from its definition."""
    if isinstance(kind, Discount):
        return F(kind.gamma) ** (t - 1 - s)
    if isinstance(kind, Window):
        return F(1) if max(1, t - kind.tau) <= s <= t - 1 else F(0)
    return F(1)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("t", [1, 2, 5, 12])
def test_weights_are_the_defined_ones(kind, t):
    expected = [defined(kind, t, s) for s in range(1, t)]
    assert kind.exact_weights(t) == expected
    np.testing.assert_allclose(kind.weights(t), np.array(expected, float), rtol=1e-15)
    squares = np.array([w**2 for w in expected], float)
    np.testing.assert_allclose(kind.squared_weights(t), squares, rtol=1e-15)


def test_the_weights_of_a_neighbouring_index_are_told_apart():
    """The mutant gamma^(t-s): the last round must weigh 1, not gamma."""
    weights = Discount(0.9).weights(5)
    assert weights[-1] == 1.0
    assert not np.allclose(weights, 0.9 ** np.arange(4, 0, -1))


@pytest.mark.parametrize("kind", [Discount(0.5), Discount(1 - 1e-9), Window(10**3), Forever()])
def test_a_million_rounds_do_not_overflow(kind):
    with np.errstate(over="raise", invalid="raise", divide="raise"):
        weights, squares = kind.weights(10**6), kind.squared_weights(10**6)
    assert weights.shape == squares.shape == (10**6 - 1,)
    assert np.isfinite(weights).all() and weights.max() == weights[-1] == 1
    assert (squares <= weights).all() and (np.diff(weights) >= 0).all()


def test_effective_sizes_are_limits_of_the_sum():
    assert Discount(0.99).weights(10**4).sum() == pytest.approx(Discount(0.99).effective_size)
    assert Window(7).weights(100).sum() == Window(7).effective_size == 7
    assert Discount(1.0).effective_size == Forever().effective_size == float("inf")


def design(kind, actions, ridge, t):
    """V_t from its definition, in fractions."""
    d = len(actions[0])
    V = [[ridge * int(i == j) for j in range(d)] for i in range(d)]
    for s in range(1, t):
        for i in range(d):
            for j in range(d):
                V[i][j] += defined(kind, t, s) * actions[s - 1][i] * actions[s - 1][j]
    return np.array(V, dtype=object)


ACTIONS = [(F(i % 5, 7), F((3 * i) % 4, -9)) for i in range(1, 13)]


def run(kind, exact, when=None):
    """All V_t by the recursion, V_1 = ridge * I first."""
    ridge = F(3, 2) if exact else 1.5
    V = ridge * np.identity(2, dtype=object if exact else float)
    path = [V]
    for t, action in enumerate(ACTIONS, start=1):
        gone = (when or kind.leaving)(t) if isinstance(kind, Window) else None
        V = kind.update_design(V, action, ridge, None if gone is None else ACTIONS[gone - 1])
        path.append(V)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_recursions_give_the_defined_matrix_every_round(kind):
    for t, (exact, rounded) in enumerate(zip(run(kind, True), run(kind, False), strict=True), 1):
        expected = design(kind, ACTIONS, F(3, 2), t)
        assert (exact == expected).all()
        np.testing.assert_allclose(rounded, expected.astype(float), rtol=1e-13, atol=1e-15)


def test_a_window_that_drops_one_round_early_is_wrong():
    """The mutant: the action of round t - tau + 1 leaves instead of t - tau."""
    kind = Window(4)
    early = run(kind, True, when=lambda t: t - 3 if t > 3 else None)
    assert not (early[5] == design(kind, ACTIONS, F(3, 2), 6)).all()


def test_leaving_starts_after_the_window_is_full():
    assert [Window(3).leaving(t) for t in range(1, 6)] == [None, None, None, 1, 2]


@pytest.mark.parametrize("gamma", [0, -0.1, 1.0000001, float("nan"), "0.9", True, None, F(3, 2)])
def test_gamma_is_checked(gamma):
    with pytest.raises(ValueError, match=r"gamma must lie in \(0, 1\]"):
        Discount(gamma)


@pytest.mark.parametrize("tau", [0, -1, 2.0, float("nan"), "3", True, None])
def test_tau_is_checked(tau):
    with pytest.raises(ValueError, match="tau must be an integer >= 1"):
        Window(tau)


@pytest.mark.parametrize("kind", KINDS)
def test_other_arguments_are_checked(kind):
    for t in (0, -1, 1.5, True):
        with pytest.raises(ValueError, match="t must"):
            kind.weights(t)
    eye = np.identity(2)
    for arguments, name in [
        ((eye, [1.0, 0.0, 0.0], 1.0), "action"),
        ((eye, [np.nan, 0.0], 1.0), "action"),
        ((eye[:1], [1.0, 0.0], 1.0), "V"),
        ((np.nan * eye, [1.0, 0.0], 1.0), "V"),
        ((eye, [1.0, 0.0], 0.0), "ridge"),
        ((eye, [1.0, 0.0], np.nan), "ridge"),
        ((eye, [1.0, 0.0], 1.0, [1.0]), "oldest"),
    ]:
        with pytest.raises(ValueError, match=f"{name} must"):
            kind.update_design(*arguments)


@pytest.mark.parametrize("rule", [Discount(0.9), Window(3), Forever()])
@pytest.mark.parametrize(
    ("argument", "bad"),
    [
        ("V", [["a", "b"], ["c", "d"]]),
        ("V", np.ones((2, 3))),
        ("action", ["a", "b"]),
        ("action", [3.0, 0.0]),
        ("action", [np.nan, 0.0]),
        ("ridge", "1"),
        ("ridge", None),
        ("ridge", 0.0),
    ],
)
def test_bad_input_of_an_update_is_named(rule, argument, bad):
    given = {"V": np.identity(2), "action": [0.6, 0.8], "ridge": 1.0, argument: bad}
    with pytest.raises(ValueError, match=argument):
        rule.update_design(**given)
