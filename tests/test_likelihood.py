"""The likelihood's maps and the estimate, against 50-digit arithmetic."""

from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from scipy.special import expit

from glbtheory.forgetting import Discount
from glbtheory.likelihood import (
    design_matrix,
    estimate,
    gradient_map,
    hessian,
    mean_slope,
    secant,
    secant_matrix,
)

LOGISTIC = SimpleNamespace(
    mu=expit,
    dmu=lambda z: expit(z) * expit(-z),
    reward_range=(0, 1),
    mp=lambda z: 1 / (1 + mpmath.exp(-z)),
)
POISSON = SimpleNamespace(mu=np.exp, dmu=np.exp, reward_range=None, mp=mpmath.exp)
LINEAR = SimpleNamespace(
    mu=lambda z: z, dmu=lambda z: np.ones_like(z), reward_range=None, mp=lambda z: z
)


def data(n, d, seed, link=LOGISTIC, size=2.0, gamma=0.99):
    rng = np.random.default_rng(seed)
    actions = rng.normal(size=(n, d))
    actions /= np.linalg.norm(actions, axis=1, keepdims=True)
    theta = rng.normal(size=d)
    means = link.mu(actions @ (size * theta / np.linalg.norm(theta)))
    rewards = (rng.uniform(size=n) < means) * 1.0 if link is LOGISTIC else means
    return actions, rewards, Discount(gamma).weights(n + 1)


def exact_gradient(actions, rewards, weights, link, lam, theta):
    """The gradient in 50 digits at the floating-point theta."""
    with mpmath.workdps(50):
        theta = [mpmath.mpf(float(v)) for v in theta]
        out = [mpmath.mpf(lam) * v for v in theta]
        for a, r, w in zip(actions.tolist(), rewards.tolist(), weights.tolist(), strict=True):
            z = sum(mpmath.mpf(x) * v for x, v in zip(a, theta, strict=True))
            e = mpmath.mpf(w) * (link.mp(z) - mpmath.mpf(r))
            out = [o + e * mpmath.mpf(x) for o, x in zip(out, a, strict=True)]
        return out


def exact_distance(actions, rewards, weights, link, lam, theta):
    """The distance of theta to the minimiser, by Newton in 50 digits from theta on."""
    with mpmath.workdps(50):
        first = [mpmath.mpf(float(v)) for v in theta]

        def residual(*point):
            out = [mpmath.mpf(lam) * v for v in point]
            for a, r, w in zip(actions.tolist(), rewards.tolist(), weights.tolist(), strict=True):
                z = sum(mpmath.mpf(x) * v for x, v in zip(a, point, strict=True))
                e = mpmath.mpf(w) * (link.mp(z) - mpmath.mpf(r))
                out = [o + e * mpmath.mpf(x) for o, x in zip(out, a, strict=True)]
            return out

        best = mpmath.findroot(residual, first, tol=1e-60, verify=False)
        return float(mpmath.sqrt(sum((x - y) ** 2 for x, y in zip(first, best, strict=True))))


def exact_slope(z1, z2, link):
    with mpmath.workdps(60):
        a, b = mpmath.mpf(float(z1)), mpmath.mpf(float(z2))
        if a == b:
            return mpmath.diff(link.mp, a)
        return (link.mp(b) - link.mp(a)) / (b - a)


@pytest.mark.parametrize("link", [LOGISTIC, POISSON, LINEAR])
def test_the_mean_slope_is_accurate_relative_to_its_size(link):
    ends = [-35.0, -20.0, -1.0, 0.0, 0.3, 5.0, 34.0]
    gaps = [0.0, 1e-20, 1e-12, 1e-8, 1e-4, 2e-3, 0.009, 0.011, 0.5, 1.0, 3.0, 7.0, 60.0]
    z1, gap = (m.ravel() for m in np.meshgrid(ends, [*gaps, *(-g for g in gaps)]))
    z2 = z1 + gap
    found = mean_slope(z1, z2, link)
    expected = np.array([float(exact_slope(a, b, link)) for a, b in zip(z1, z2, strict=True)])
    np.testing.assert_allclose(found, expected, rtol=1e-12)


def test_the_difference_quotient_alone_would_not_do():
    """The mutant: the closed form everywhere loses its digits in the flat tail."""
    exact = float(exact_slope(34.0, 36.0, LOGISTIC))
    naive = (expit(36.0) - expit(34.0)) / 2.0
    assert abs(naive / exact - 1) > 1e-3
    assert mean_slope(34.0, 36.0, LOGISTIC) == pytest.approx(exact, rel=1e-13)
    assert mean_slope(34.0, 36.0, LOGISTIC).shape == ()


@pytest.mark.parametrize("link", [LOGISTIC, POISSON])
def test_matrices_against_their_definitions(link):
    actions, _, w = data(20, 3, 0, link)
    rng = np.random.default_rng(1)
    theta1, theta2 = rng.normal(size=3), rng.normal(size=3)
    lam = 0.7
    H, V, g = lam * np.eye(3), lam * np.eye(3), lam * theta1
    for a, weight in zip(actions, w, strict=True):
        H = H + weight * link.dmu(a @ theta1) * np.outer(a, a)
        V = V + weight * np.outer(a, a)
        g = g + weight * link.mu(a @ theta1) * a
    np.testing.assert_allclose(hessian(theta1, actions, w, link, lam), H, rtol=1e-12)
    np.testing.assert_allclose(design_matrix(actions, w, lam), V, rtol=1e-12)
    np.testing.assert_allclose(gradient_map(theta1, actions, w, link, lam), g, rtol=1e-12)
    tilde = design_matrix(actions, Discount(0.99).squared_weights(21), lam)
    np.testing.assert_allclose(tilde, (actions.T * w**2) @ actions + lam * np.eye(3), rtol=1e-12)
    G = secant_matrix(theta1, theta1, actions, w, link, lam)
    np.testing.assert_allclose(G, H, rtol=1e-12)
    # The mean-value identity, which fails for the Hessian at either end.
    gap = gradient_map(theta2, actions, w, link, lam) - gradient_map(theta1, actions, w, link, lam)
    G = secant_matrix(theta1, theta2, actions, w, link, lam)
    np.testing.assert_allclose(G @ (theta2 - theta1), gap, rtol=1e-11)
    assert not np.allclose(H @ (theta2 - theta1), gap, rtol=1e-2)
    alpha = secant(actions, theta1, theta2, link)
    np.testing.assert_allclose(alpha, secant(actions, theta2, theta1, link), rtol=1e-12)


@pytest.mark.parametrize(
    ("n", "d", "gamma", "lam", "link"),
    [
        (1, 1, 1.0, 1.0, LOGISTIC),
        (60, 2, 0.5, 0.1, LOGISTIC),
        (100, 3, 0.99, 1e-3, LOGISTIC),
        (80, 5, 1.0, 10.0, POISSON),
        (50, 2, 0.9, 1.0, LINEAR),
    ],
)
def test_the_certificate_is_true(n, d, gamma, lam, link):
    actions, rewards, w = data(n, d, n + d, link, gamma=gamma)
    found = estimate(actions, rewards, w, link, lam)
    assert found.converged
    exact = exact_gradient(actions, rewards, w, link, lam, found.theta)
    norm = float(mpmath.norm(mpmath.matrix(exact)))
    assert norm <= found.gradient_norm + found.round_off
    assert exact_distance(actions, rewards, w, link, lam, found.theta) <= found.error_bound
    if lam >= 1e-3 * w.sum():
        assert found.error_bound < 1e-10


def test_a_point_that_is_not_the_minimiser_is_told_apart():
    """The mutant: the estimate of slightly different data does not pass as that of these."""
    actions, rewards, w = data(60, 2, 4)
    found = estimate(actions, rewards, w, LOGISTIC, 0.5)
    moved = estimate(actions, rewards, 0.9999 * w, LOGISTIC, 0.5)
    assert exact_distance(actions, rewards, w, LOGISTIC, 0.5, moved.theta) > 10 * moved.error_bound
    early = estimate(actions, rewards, w, LOGISTIC, 0.5, max_iterations=1)
    assert not early.converged
    assert np.linalg.norm(early.theta - found.theta) <= early.error_bound + found.error_bound
    assert early.error_bound > 1e-6


@pytest.mark.parametrize("lam", [1e-6, 1e-3, 1.0])
def test_separable_data_and_a_far_start(lam):
    actions, _, w = data(200, 3, 9, gamma=1.0)
    rewards = (actions @ [1.0, 2.0, -1.0] > 0) * 1.0
    found = estimate(actions, rewards, w, LOGISTIC, lam)
    far = estimate(actions, rewards, w, LOGISTIC, lam, start=[-300.0, 200.0, 100.0])
    assert found.converged and far.converged
    assert np.linalg.norm(found.theta - far.theta) <= found.error_bound + far.error_bound
    assert found.iterations < 60


def test_the_linear_link_is_ridge_regression():
    actions, rewards, w = data(40, 4, 2, LINEAR)
    ridge = np.linalg.solve(design_matrix(actions, w, 0.3), (actions.T * w) @ rewards)
    np.testing.assert_allclose(estimate(actions, rewards, w, LINEAR, 0.3).theta, ridge, rtol=1e-12)


def test_a_link_that_is_not_self_concordant_converges_too():
    steep = SimpleNamespace(mu=lambda z: expit(20 * z), dmu=lambda z: 20 * LOGISTIC.dmu(20 * z))
    actions, rewards, w = data(100, 2, 3)
    found = estimate(actions, rewards, w, steep, 0.01)
    assert found.converged and found.error_bound < 1e-9


def test_no_data_and_zero_weights():
    assert (estimate(np.empty((0, 2)), [], [], LOGISTIC, 1.0).theta == 0).all()
    actions, rewards, w = data(30, 2, 5)
    some = estimate(actions[10:], rewards[10:], w[10:], LOGISTIC, 1.0)
    w[:10] = 0
    np.testing.assert_array_equal(estimate(actions, rewards, w, LOGISTIC, 1.0).theta, some.theta)


def test_bad_input_names_the_argument():
    A, r, w = data(5, 2, 0)
    nan = np.array([1.0, np.nan, 1, 1, 1])
    cases = [
        (lambda: estimate(2 * A, r, w, LOGISTIC, 1.0), "actions must have norm"),
        (lambda: estimate(A[:, 0], r, w, LOGISTIC, 1.0), "actions must have shape"),
        (lambda: estimate(np.nan * A, r, w, LOGISTIC, 1.0), "actions must be finite"),
        (lambda: estimate("abc", r, w, LOGISTIC, 1.0), "actions must be an array"),
        (lambda: estimate(A, r[:4], w, LOGISTIC, 1.0), "rewards must have shape"),
        (lambda: estimate(A, nan, w, LOGISTIC, 1.0), "rewards must be finite"),
        (lambda: estimate(A, r + 1.5, w, LOGISTIC, 1.0), "rewards must lie in"),
        (lambda: estimate(A, r, -w, LOGISTIC, 1.0), "weights must be non-negative"),
        (lambda: estimate(A, r, nan, LOGISTIC, 1.0), "weights must be finite"),
        (lambda: estimate(A, r, w[:3], LOGISTIC, 1.0), "weights must have shape"),
        (lambda: estimate(A, r, w, LOGISTIC, 0.0), "lam must be positive"),
        (lambda: estimate(A, r, w, LOGISTIC, np.nan), "lam must be positive"),
        (lambda: estimate(A, r, w, LOGISTIC, 1.0, start=[1.0]), "start must have shape"),
        (lambda: gradient_map([1.0], A, w, LOGISTIC, 1.0), "theta must have shape"),
        (lambda: hessian([1.0, np.inf], A, w, LOGISTIC, 1.0), "theta must be finite"),
        (lambda: secant(A, [0, 0], [0], LOGISTIC), "theta2 must have shape"),
        (lambda: secant_matrix([0], [0, 0], A, w, LOGISTIC, 1.0), "theta1 must have shape"),
        (lambda: design_matrix(A, w, -1.0), "ridge must be positive"),
    ]
    for call, message in cases:
        with pytest.raises(ValueError, match=message):
            call()
