"""The likelihood's maps and the estimate, against 50-digit arithmetic."""

import math
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import mpmath
import numpy as np
import pytest
from scipy.special import expit

from glbtheory.setting._compensated_sums import products, total, two_product, two_sum
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.likelihood import (
    Estimate,
    design_matrix,
    estimate,
    gradient_map,
    hessian,
    mean_slope,
    secant,
    secant_matrix,
)
from glbtheory.setting.links import (
    Link,
    Numeric,
    binomial,
    linear,
    logistic,
    poisson,
    probit,
    scaled_bernoulli,
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


def check_certificate(found: Estimate, actions, rewards, weights, link, mean, lam) -> None:
    """The certificate against 50 digits: the true gradient and the true distance.

    ``weights`` are floats or of 50 digits.  The minimiser is found from theta on by steps with the
    inverse Hessian in floats and the gradient in 50 digits, until strong convexity says that it
    is right to 30.
    """
    floats = np.array([float(w) for w in weights])
    inverse = np.linalg.inv(hessian(found.theta, actions, floats, link, lam))
    used = floats > 0
    with mpmath.workdps(50):
        rows = [[mpmath.mpf(x) for x in a] for a in actions[used].tolist()]
        columns = list(zip(*rows, strict=True))
        numbers = [
            (mpmath.mpf(w), mpmath.mpf(float(r)))
            for w, r, yes in zip(weights, rewards, used, strict=True)
            if yes
        ]
        first = point = [mpmath.mpf(x) for x in found.theta.tolist()]
        norms = []
        for _ in range(60):
            errors = [
                w * (mean(mpmath.fdot(a, point)) - r)
                for a, (w, r) in zip(rows, numbers, strict=True)
            ]
            gradient = [
                mpmath.fdot(c, errors) + mpmath.mpf(lam) * x
                for c, x in zip(columns, point, strict=True)
            ]
            norms.append(mpmath.sqrt(mpmath.fdot(gradient, gradient)))
            if norms[-1] <= lam * mpmath.mpf(10) ** -30:
                break
            step = inverse @ np.array([float(g / norms[-1]) for g in gradient])
            point = [x - norms[-1] * mpmath.mpf(v) for x, v in zip(point, step, strict=True)]
        else:
            raise ArithmeticError("the reference did not converge")
        gap = [x - y for x, y in zip(first, point, strict=True)]
        distance = float(mpmath.sqrt(mpmath.fdot(gap, gap)))
    assert float(norms[0]) <= found.gradient_norm + found.round_off
    assert distance <= found.error_bound


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


@pytest.mark.parametrize(
    ("name", "own"),
    [(name, own) for name in ("logistic", "poisson", "linear", "scaled") for own in (True, False)][
        :-1  # the poles of the last one are nearer than the quadrature asks
    ],
)
def test_the_mean_slope_of_named_links_far_out(name, own):
    """z up to ±700 and gaps from 1e-300 to 1000, by the closed form and by quadrature."""
    link, mean = NAMED[name]
    factor = 3 if name == "scaled" else 1
    if not own:
        link = SimpleNamespace(mu=link.mu, dmu=link.dmu)
    ends = np.array([-700.0, -300.0, -1.0, -1e-300, 0.0, 0.3, 40.0, 300.0, 700.0]) / factor
    gaps = np.concatenate([[0.0], 10.0 ** np.arange(-300, -16, 50), 10.0 ** np.arange(-16, 4)])
    z1, gap = (m.ravel() for m in np.meshgrid(ends, np.append(gaps, -gaps)))
    z2 = np.clip(z1 + gap, -700 / factor, 700 / factor)
    found = mean_slope(z1, z2, link)
    with mpmath.workdps(700):  # the quotient cancels up to 300 digits, and means 300 more
        wanted = np.array(
            [
                float(mpmath.diff(mean, a) if a == b else (mean(b) - mean(a)) / (b - a))
                for a, b in (map(mpmath.mpf, pair) for pair in np.stack([z1, z2], 1).tolist())
            ]
        )
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-307)


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


def sigmoid(z):
    return 1 / (1 + mpmath.exp(-z))


#: name: a link of the package and its mean in mpmath.
NAMED = {
    "logistic": (logistic, sigmoid),
    "poisson": (poisson, mpmath.exp),
    "linear": (linear, lambda z: z),
    "probit": (probit, mpmath.ncdf),
    "binomial": (binomial(4), lambda z: 4 * sigmoid(z)),
    "scaled": (scaled_bernoulli(3), lambda z: 3 * sigmoid(3 * z)),
}


def case(name, n, d, seed, size, gamma, kind):
    """Data of a kind: drawn from the model, separable, or with rewards inside the range."""
    link = NAMED[name][0]
    rng = np.random.default_rng(np.random.SeedSequence([seed, n, d]))
    actions = rng.normal(size=(n, d)) * 10.0 ** -rng.uniform(0, 3 * (seed % 2), size=d)
    actions /= np.linalg.norm(actions, axis=1, keepdims=True)
    theta = rng.normal(size=d)
    z = actions @ (size * theta / np.linalg.norm(theta))
    if link.reward_range is None:
        rewards = link.mu(z) * rng.uniform(0.5, 1.5, size=n)
    else:
        top = link.reward_range[1]
        rewards = {
            "drawn": top * (rng.uniform(size=n) < link.mu(z) / top),
            "separable": top * (z > 0),
            "inside": top * rng.uniform(size=n),
        }[kind] * 1.0
    return actions, rewards, Discount(gamma).weights(n + 1)


CASES = [
    (name, n, d, size, gamma, share, kind)
    for name, n, d, size, gamma, share, kind in [
        ("logistic", 1, 1, 1, 1.0, 1e-6, "separable"),
        ("logistic", 60, 2, 5, 0.5, 1e-6, "drawn"),
        ("logistic", 150, 3, 30, 0.9, 1e-6, "separable"),
        ("logistic", 150, 5, 30, 1.0, 1e-6, "drawn"),
        ("logistic", 150, 10, 30, 0.99, 1e-6, "separable"),
        ("logistic", 200, 20, 30, 1.0, 1e-6, "separable"),
        ("logistic", 100, 50, 30, 1.0, 1e-6, "separable"),
        ("logistic", 150, 50, 30, 0.5, 1e-6, "drawn"),
        ("logistic", 150, 50, 10, 1.0, 1e-4, "drawn"),
        ("logistic", 100, 5, 30, 0.99, 1e-6, "inside"),
        ("logistic", 100, 3, 30, 0.9, 1.0, "drawn"),
        ("poisson", 80, 5, 4, 1.0, 1e-6, "drawn"),
        ("poisson", 60, 20, 2, 0.9, 1e-6, "drawn"),
        ("linear", 50, 2, 30, 0.9, 1e-6, "drawn"),
        ("linear", 60, 50, 30, 1.0, 1e-6, "drawn"),
        ("probit", 60, 3, 5, 0.99, 1e-6, "drawn"),
        ("probit", 60, 10, 10, 1.0, 1e-6, "separable"),
        ("binomial", 60, 5, 30, 0.99, 1e-6, "inside"),
        ("binomial", 60, 10, 5, 1.0, 1e-6, "drawn"),
        ("scaled", 60, 5, 10, 0.9, 1e-6, "separable"),
        ("scaled", 60, 10, 5, 1.0, 1e-6, "inside"),
    ]
]


@pytest.mark.parametrize("index", range(len(CASES)))
def test_the_certificate_is_true_and_sharp(index):
    name, n, d, size, gamma, share, kind = CASES[index]
    link, mean = NAMED[name]
    actions, rewards, w = case(name, n, d, index, size, gamma, kind)
    lam = float(share * w.sum())
    found = estimate(actions, rewards, w, link, lam)
    assert found.converged
    assert found.error_bound < 1e-10
    check_certificate(found, actions, rewards, w, link, mean, lam)


def test_mispredicted_rounds_in_a_flat_direction():
    """The hardest for the bound: residuals of size 1 where the likelihood has no curvature.

    Rounds at ±v, v orthogonal to theta, are mispredicted deep in the tail and cancel each other;
    along v only the ridge is left, so each of their errors is divided by λ.
    """
    rng = np.random.default_rng(7)
    tails = np.array([[0.66, 0.75], [0.66, -0.75]]).repeat(2, axis=0)
    line = np.column_stack([rng.uniform(0.01, 0.1, size=300), np.zeros(300)])
    actions = np.vstack([line, tails])
    rewards = np.append(np.ones(300), np.zeros(4))
    w = np.ones(304)
    lam = 1e-6 * 304
    found = estimate(actions, rewards, w, logistic, lam)
    assert found.theta[0] > 10 and found.error_bound < 1e-10
    check_certificate(found, actions, rewards, w, logistic, sigmoid, lam)


def test_a_link_without_a_known_constant_has_the_plain_bound():
    """Strong convexity alone: true, but not below 1e-10 for a small ridge."""
    actions, rewards, w = case("logistic", 60, 3, 1, 5, 0.99, "drawn")
    mine = Link.from_formula("tanh(z/2)/2 + 1/2")
    for link in (mine, LOGISTIC):
        for share in (1e-6, 1e-2):
            lam = float(share * w.sum())
            found = estimate(actions, rewards, w, link, lam)
            assert found.converged
            plain = (found.gradient_norm + found.round_off) / lam
            assert found.error_bound == pytest.approx(plain, rel=0.01)
            check_certificate(found, actions, rewards, w, link, sigmoid, lam)


def test_a_certificate_with_wrong_constants_is_refuted():
    """Mutants: a residual good to 12 digits that claims 15, and a much too small C."""
    actions, rewards, w = case("logistic", 150, 10, 4, 30, 0.99, "separable")
    lam = float(1e-6 * w.sum())

    def rough(z, r):
        residual, size, slope = logistic.numeric.residual(z, r)
        return residual * (1 + 1e-12), size, slope

    numeric = Numeric(logistic.mu, logistic.dmu, rough)
    claims_too_much = replace(logistic, numeric=numeric)
    one = np.ones((1, 1)), np.ones(1), np.ones(1)  # the exact theta is 11.4
    found = estimate(*one, logistic, 1e-6, tolerance=1e-14)
    check_certificate(found, *one, logistic, sigmoid, 1e-6)
    found = estimate(*one, claims_too_much, 1e-6, tolerance=1e-14)
    with pytest.raises(AssertionError):
        check_certificate(found, *one, logistic, sigmoid, 1e-6)
    best = estimate(actions, rewards, w, logistic, lam)
    for C, holds in ((1, True), (1e-9, False)):  # stopped early, where the slopes still fall
        link = replace(logistic, concordance=(C, 0))
        early = estimate(actions, rewards, w, link, lam, max_iterations=1)
        distance = np.linalg.norm(early.theta - best.theta)
        assert (distance <= early.error_bound + best.error_bound) == holds


def test_a_million_rounds():
    """No overflow at T = 10^6; the same few actions repeat, so the reference has few rows."""
    T, kinds = 10**6, 40
    base, outcome, _ = case("logistic", kinds, 3, 3, 4, 1.0, "drawn")
    which = np.arange(T) % kinds
    for gamma in (0.5, 0.999, 1.0):
        w = Discount(gamma).weights(T + 1)
        assert np.isfinite(w).all()
        lam = float(1e-6 * w.sum())
        found = estimate(base[which], outcome[which], w, logistic, lam)
        assert found.converged and found.error_bound < 1e-10
        grouped = []
        for k in range(kinds):  # the weight of one action, to twice the digits of a float
            terms = w[k::kinds].tolist()
            high = math.fsum(terms)
            with mpmath.workdps(50):
                grouped.append(mpmath.mpf(high) + math.fsum([*terms, -high]))
        check_certificate(found, base, outcome, grouped, logistic, sigmoid, lam)


def test_many_rows_take_the_sample_and_the_blocks():
    """Above the sample's and the block's sizes; any start and any memory order agree."""
    actions, rewards, w = case("logistic", 30000, 4, 2, 3, 0.9999, "drawn")
    found = estimate(actions, rewards, w, logistic, 1.0)
    cold = estimate(np.asfortranarray(actions), rewards, w, logistic, 1.0, start=np.zeros(4))
    assert found.converged and found.iterations < cold.iterations
    assert np.linalg.norm(found.theta - cold.theta) <= found.error_bound + cold.error_bound
    assert found.error_bound < 1e-10
    gradient = gradient_map(found.theta, actions, w, logistic, 1.0) - actions.T @ (w * rewards)
    assert np.linalg.norm(gradient) < 1e-9


def test_an_exponential_mean_may_overflow_at_the_start():
    actions, rewards, w = case("poisson", 50, 2, 0, 2, 1.0, "drawn")
    found = estimate(actions, rewards, w, poisson, 1.0)
    far = estimate(actions, rewards, w, poisson, 1.0, start=[1e4, -1e4])
    assert far.converged
    assert np.linalg.norm(found.theta - far.theta) <= found.error_bound + far.error_bound


def test_a_ridge_below_the_round_off_of_the_hessian():
    """λ is lost in H; the bound says so, and remains true in norm of the gradient."""
    actions = np.full((50, 2), np.sqrt(0.5))
    rewards = np.arange(50) % 2.0
    found = estimate(actions, rewards, np.ones(50), logistic, 1e-18)
    assert found.error_bound > 1
    assert found.error_bound >= found.gradient_norm / 1e-18


def test_a_point_that_is_not_the_minimiser_is_told_apart():
    """The mutant: the estimate of slightly different data does not pass as that of these."""
    actions, rewards, w = data(60, 2, 4)
    found = estimate(actions, rewards, w, logistic, 0.5)
    moved = estimate(actions, rewards, 0.9999 * w, logistic, 0.5)
    with pytest.raises(AssertionError):
        check_certificate(moved, actions, rewards, w, logistic, sigmoid, 0.5)
    for steps in range(4):
        early = estimate(actions, rewards, w, logistic, 0.5, max_iterations=steps)
        assert not early.converged and early.iterations == steps
        assert early.error_bound > 1e-10
        assert np.linalg.norm(early.theta - found.theta) <= early.error_bound + found.error_bound


def test_a_tolerance_is_kept():
    actions, rewards, w = data(200, 3, 11)
    loose = estimate(actions, rewards, w, logistic, 1.0, tolerance=1e-3)
    assert 1e-10 < loose.error_bound <= 1e-3
    check_certificate(loose, actions, rewards, w, logistic, sigmoid, 1.0)
    tight = estimate(actions, rewards, w, logistic, 1.0, tolerance=1e-14)
    assert tight.error_bound < 1e-12
    check_certificate(tight, actions, rewards, w, logistic, sigmoid, 1.0)


def test_compensated_sums_and_products_against_fractions():
    rng = np.random.default_rng(3)
    a, b = rng.normal(size=(2, 5, 1001)) * 10.0 ** rng.integers(-12, 12, size=(2, 5, 1001))
    for operation, exact in (
        (two_sum, lambda x, y: x + y),
        (two_product, lambda x, y: x * y),
    ):
        high, low = operation(a, b)
        for x, y, h, e in zip(a.flat, b.flat, high.flat, low.flat, strict=True):
            assert exact(Fraction(x), Fraction(y)) == Fraction(h) + Fraction(e)
    unit = Fraction(1, 2**53)
    high, low = total(a)
    for row, h, e in zip(a, high, low, strict=True):
        terms = [Fraction(x) for x in row]
        error = abs(sum(terms) - Fraction(h) - Fraction(e))
        assert error <= 2 * 1001 * 11 * unit**2 * sum(map(abs, terms))
    vector = rng.normal(size=5)
    high, low = products(a, vector)
    for column, h, e in zip(a.T, high, low, strict=True):
        terms = [Fraction(x) * Fraction(v) for x, v in zip(column, vector, strict=True)]
        error = abs(sum(terms) - Fraction(h) - Fraction(e))
        assert error <= 36 * unit**2 * sum(map(abs, terms))


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


GARBAGE = [None, "x", 1j, True, object(), [[1.0], [1.0, 2.0]], {"a": 1}, np.nan]


def functions():
    """Every public function with good arguments."""
    A, r, w = data(5, 2, 0)
    theta = [0.1, 0.2]
    return {
        design_matrix: {"actions": A, "weights": w, "ridge": 1.0},
        gradient_map: {"theta": theta, "actions": A, "weights": w, "link": logistic, "lam": 1.0},
        hessian: {"theta": theta, "actions": A, "weights": w, "link": logistic, "lam": 1.0},
        mean_slope: {"z1": r, "z2": w, "link": logistic},
        secant: {"actions": A, "theta1": theta, "theta2": theta, "link": logistic},
        secant_matrix: {
            "theta1": theta,
            "theta2": theta,
            "actions": A,
            "weights": w,
            "link": logistic,
            "lam": 1.0,
        },
        estimate: {
            "actions": A,
            "rewards": r,
            "weights": w,
            "link": logistic,
            "lam": 1.0,
            "start": theta,
            "tolerance": 1e-9,
            "max_iterations": 9,
        },
    }


@pytest.mark.parametrize("function", functions(), ids=lambda f: f.__name__)
def test_garbage_names_the_argument(function):
    good = functions()[function]
    function(**good)
    for name in good:
        bad = list(GARBAGE)
        if name == "start":
            bad.remove(None)  # the default
        if name not in ("link", "max_iterations"):
            bad += [np.inf, [np.nan], np.array(["1.0"]), np.array([True]), np.array([1j])]
        if name in ("actions", "rewards", "weights", "start", "theta", "theta1", "theta2"):
            value = np.asarray(good[name], dtype=float)
            bad += [value[None], value.astype(complex), value.astype(str)]
            bad += [value > 0] if name != "rewards" else []  # clicks are welcome
            bad += [np.where(np.arange(value.size).reshape(value.shape) == 1, np.nan, value)]
            bad += [value[:-1]] if name != "actions" else []  # the others' lengths tell
        if name == "actions":
            bad += [2 * value, 1e200 * value, np.empty((5, 0)), value[:, :1] * 0 + np.inf]
        if name in ("lam", "ridge", "tolerance"):
            bad += [0.0, -1.0, [1.0], np.array([1.0])]
        if name == "weights":
            bad += [-value, np.where(np.arange(5) == 2, -1e-300, value)]
        if name == "rewards":
            bad += [value + 0.5, value - 1e-9]
        if name == "max_iterations":
            bad += [-1, 1.5, np.inf]
        for value in bad:
            with pytest.raises(ValueError, match=f"^{name} must"):
                function(**{**good, name: value})


@pytest.mark.parametrize("gamma", [0.0, -0.5, 1.0000001, np.nan, True, "1", None])
def test_a_discount_factor_outside_its_range_is_refused(gamma):
    with pytest.raises(ValueError, match="gamma must lie in"):
        Discount(gamma)


def test_fractions_are_numbers():
    A, r, _ = data(5, 2, 0)
    exact = [Fraction(1, 2)] * 5
    found = estimate(A, r, exact, logistic, Fraction(1, 3))
    same = estimate(A, r, np.full(5, 0.5), logistic, 1 / 3)
    np.testing.assert_array_equal(found.theta, same.theta)


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


def test_clicks_may_be_truth_values_and_sizes_may_be_extreme():
    A, clicks = np.identity(2), np.array([True, False])
    plain = estimate(A, clicks.astype(float), np.ones(2), logistic, 1.0)
    assert (estimate(A, clicks, np.ones(2), logistic, 1.0).theta == plain.theta).all()
    for lam, scale in ((1e300, 1.0), (1e300, 1e300), (1.0, 1e300)):
        found = estimate(A, clicks, np.full(2, scale), logistic, lam)
        assert np.isfinite(found.theta).all() and not np.isnan(found.error_bound)
    assert np.abs(estimate(A, clicks, np.ones(2), logistic, 1e300).theta).max() <= 1e-300
