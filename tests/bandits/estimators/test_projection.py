"""The projection on the ball: global, certified, and honest about what it could not do."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.bandits import policy_from
from glbtheory.bandits.environments.reward_families import link_of, slopes
from glbtheory.bandits.estimators import estimator
from glbtheory.bandits.estimators.projection import (
    ProjectionTask,
    project,
    project_estimate,
    slabs_of,
)
from glbtheory.bandits.kernels.projection_bound import Model, bound, least_at_rim, model
from glbtheory.setting import links
from glbtheory.setting.forgetting import Discount, Forever
from glbtheory.setting.likelihood import design_matrix, gradient_map, hessian

LINKS = ["logistic", "linear", "poisson", "binomial(4)"]
NONE = np.empty((0, 2)), np.empty(0)


def case(seed: int, d: int = 2, most: int = 12) -> dict[str, Any]:
    """Random data with an estimate outside the ball."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, most + 1))
    S = float(rng.choice([0.4, 1.0, 2.5, 6.0]))
    A = rng.standard_normal((n, d))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    if rng.random() < 0.5:
        A *= rng.random((n, 1))
    hat = rng.standard_normal(d)
    hat *= S * (1 + 10 ** rng.uniform(-3, 0.5)) / np.linalg.norm(hat)
    return {
        "actions": A,
        "weights": 10 ** rng.uniform(-3, 1, n),
        "theta_hat": hat,
        "link": LINKS[int(rng.integers(4))] if rng.random() < 0.6 else "logistic",
        "lam": float(10 ** rng.uniform(-2, 1)),
        "S": S,
    }


def norm_at(theta: np.ndarray, c: dict[str, Any], norm: str) -> float:
    """The norm of g(θ) - g(θ̂) from its definition."""
    data = c["actions"], c["weights"], link_of(c["link"]), c["lam"]
    F = gradient_map(theta, *data) - gradient_map(c["theta_hat"], *data)
    if norm == "hessian":
        N = hessian(theta, *data)
    else:
        ridge = c["lam"] / slopes(c["link"], c["S"])[1]
        N = design_matrix(c["actions"], c["weights"], ridge)
    return math.sqrt(F @ np.linalg.solve(N, F))


def ball(S: float, d: int, side: int = 41) -> np.ndarray:
    """A grid of the ball with its sphere."""
    line = np.linspace(-S, S, side)
    if d == 1:
        return line[:, None]
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    turn = np.linspace(0, 2 * np.pi, 8 * side)
    rim = S * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return np.vstack([grid[np.linalg.norm(grid, axis=1) <= S], rim])


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([1, 2]), st.sampled_from(["design", "hessian"]))
def test_no_point_of_the_ball_is_below_the_bound_or_far_below_the_value(
    seed: int, d: int, norm: str
) -> None:
    c = case(seed, d)
    found = project(**c, norm=norm)
    assert found.certified
    assert np.linalg.norm(found.theta) <= c["S"]
    assert found.value == pytest.approx(norm_at(found.theta, c, norm), rel=1e-9, abs=1e-9)
    gap = 1e-6 * max(1.0, found.value)
    assert 0 <= found.value - found.lower <= gap
    least = min(norm_at(t, c, norm) for t in ball(c["S"], d, 17))
    assert found.lower <= least * (1 + 1e-9)
    assert found.value <= least * (1 + 1e-9) + gap


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**6),
    st.booleans(),
    st.floats(0, 2 * math.pi),
    st.floats(-6, 0),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_a_cell_has_no_value_below_its_bound(
    seed: int, local: bool, phi: float, size: float, rim: bool, points: int
) -> None:
    c = case(seed)
    task = task_of(c, local)
    S, rng = c["S"], np.random.default_rng(points)
    h, depth = 10**size * np.pi / 8, 10**size * S * 0.5
    high = S if rim else rng.uniform(depth, S)
    cell = np.array([phi, h, high - depth, high])
    least = bound(task.problem(), cell, *NONE)[0]
    radius = np.append(rng.uniform(high - depth, high, 30), [high, high, high - depth])
    angle = phi + h * np.append(rng.uniform(-1, 1, 30), [-1, 1, 1])
    for r, a in zip(radius, angle, strict=True):
        q = task.squared(r * np.array([math.cos(a), math.sin(a)]))[0]
        assert least <= q * (1 + 1e-9) + 1e-9


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.booleans(), st.sampled_from([0.05, 0.5, 2.0, 4.0]))
def test_the_parabola_is_below_the_dual_function(seed: int, local: bool, R: float) -> None:
    """Against ψ_v itself, which touches it at the centre: there is no slack to hide in."""
    c = case(seed, most=2)
    task, rng = task_of(c, local), np.random.default_rng(seed + 1)
    centre = rng.uniform(0, c["S"]) * turned(rng.uniform(0, 7))
    m = model(task.problem(), *centre, R)
    data = c["actions"], c["weights"], link_of(c["link"]), c["lam"]

    def image_and_norm(theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        F = gradient_map(theta, *data) - gradient_map(c["theta_hat"], *data)
        return F, hessian(theta, *data) if local else task.matrix

    F, N = image_and_norm(centre)
    v = np.linalg.solve(N, F)
    assert m.value == pytest.approx(F @ v, rel=1e-9, abs=1e-9)
    K = np.array([[m.k11, m.k12], [m.k12, m.k22]])
    for delta in [r * turned(a) for r in (R, 0.5 * R) for a in rng.uniform(0, 7, 12)]:
        F, N = image_and_norm(centre + delta)
        psi = 2 * v @ F - v @ N @ v
        parabola = m.value + m.b1 * delta[0] + m.b2 * delta[1] + delta @ K @ delta / 2
        assert parabola <= psi + 1e-9 * (1 + abs(psi) + abs(m.value))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6), st.floats(-3, 0), st.floats(-3, 0))
def test_the_least_at_the_rim_is_below_the_parabola_in_the_disc(
    seed: int, wide: float, deep: float
) -> None:
    rng = np.random.default_rng(seed)
    S = float(rng.uniform(0.5, 8))
    b, k = 3 * rng.standard_normal(2), rng.choice([0.0, 1.0, 5.0]) * rng.standard_normal(3)
    m = Model(0.0, *b, *k, 0.0, 0.0, 0.0)
    n = turned(rng.uniform(0, 7))
    y = S * 10**wide
    x = max(S * 10**deep, S - math.sqrt(S * S - min(y, S) ** 2))
    least = least_at_rim(m, S, *n, x, y)
    eta = np.append(rng.uniform(-y, y, 200), [-y, y, 0.0])
    # On the rim, and anywhere further in.
    xi = S - np.sqrt(np.maximum(S * S - eta**2, 0))
    for depth in (xi, xi + rng.random(len(xi)) * (x - xi)):
        delta = -depth[:, None] * n + eta[:, None] * np.array([-n[1], n[0]])
        value = delta @ b + 0.5 * (
            k[0] * delta[:, 0] ** 2 + 2 * k[1] * delta[:, 0] * delta[:, 1] + k[2] * delta[:, 1] ** 2
        )
        assert least <= value.min() + 1e-12


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.floats(-3, -0.5))
def test_a_cell_cut_by_slabs_has_no_value_below_its_bound(seed: int, size: float) -> None:
    c = case(seed)
    task, rng = task_of(c, True), np.random.default_rng(seed + 1)
    phi, h = rng.uniform(0, 6), 10**size
    high = c["S"] * rng.uniform(0.6, 0.99)
    cell = np.array([phi, h, high * (1 - h), high])
    spots = high * (1 - h * rng.random((300, 1)))
    angles = phi + h * rng.uniform(-1, 1, 300)
    spots = spots * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    X = np.stack([turned(a) for a in rng.uniform(0, 7, 3)])
    levels = np.abs(X @ spots[0])
    least = bound(task.problem(), cell, X, levels)[0]
    within = spots[(np.abs(spots @ X.T) <= levels * (1 + 1e-12)).all(axis=1)]
    assert len(within) >= 1
    q = np.array([task.squared(t)[0] for t in within])
    assert least <= q.min() * (1 + 1e-9) + 1e-9


def task_of(c: dict[str, Any], local: bool) -> ProjectionTask:
    A, w = c["actions"], c["weights"]
    matrix = None if local else design_matrix(A, w, c["lam"] / slopes(c["link"], c["S"])[1])
    rest = c["theta_hat"], c["link"], c["lam"], c["S"], True
    return ProjectionTask(A, w, *rest, matrix, *slabs_of(None, A.shape[1]))


@pytest.mark.parametrize("local", [False, True])
def test_the_bound_needs_the_growth_of_the_slope(local: bool) -> None:
    """Without the factor e^R in the curvature the same parabola is no lower bound."""
    c = {
        "actions": np.array([[1.0, 0.0]]),
        "weights": np.array([50.0]),
        "theta_hat": np.array([-6.0, 0.0]),
        "link": "logistic",
        "lam": 1.0,
        "S": 5.0,
    }
    task = task_of(c, local)
    steps = np.linspace(-1.5, 1.5, 31)
    violated = {}
    for R in (0.0, 1.5):
        violated[R] = 0
        for x in np.linspace(-3.5, 3.5, 15):
            m = model(task.problem(), x, 0.0, R)
            parabola = m.value + m.b1 * steps + 0.5 * m.k11 * steps**2
            q = np.array([task.squared(np.array([x + s, 0.0]))[0] for s in steps])
            violated[R] += int((parabola > q * (1 + 1e-9) + 1e-9).any())
    assert violated[0.0] > 1
    assert violated[1.5] == 0


@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize("link", LINKS)
def test_the_gradient_is_that_of_the_squared_norm(link: str, local: bool) -> None:
    c = {**case(5, d=3), "link": link}
    task = task_of(c, local)
    theta = 0.6 * c["S"] * np.array([0.5, -0.3, 0.7])
    _, gradient = task.squared(theta)
    e = 1e-5
    steps = [
        (task.squared(theta + e * u)[0] - task.squared(theta - e * u)[0]) / (2 * e)
        for u in np.identity(3)
    ]
    assert gradient == pytest.approx(steps, rel=1e-5, abs=1e-6 * np.abs(gradient).max())


def turned(angle: float, length: float = 1.0) -> np.ndarray:
    return length * np.array([math.cos(angle), math.sin(angle)])


WITNESS = {
    "actions": np.array([turned(2.7, 0.82), turned(6.19, 0.18)]),
    "weights": np.array([570.0, 5400.0]),
    "theta_hat": turned(4.3, 36.0),
    "link": "logistic",
    "lam": 0.0015,
    "S": 8.0,
}


def test_local_searches_end_in_different_minima() -> None:
    """The program is not convex: two local minima of the ball, sixty degrees apart."""
    found = project(**WITNESS)
    assert found.certified
    task = task_of(WITNESS, False)
    ends = []
    for angle in (3.1, 4.1):
        theta, q = task.descend(turned(angle, 1.5), 1e-6)
        value = norm_at(theta, WITNESS, "design")
        assert q == pytest.approx(value**2, rel=1e-6)
        around = theta + 0.05 * np.array([turned(a) for a in np.linspace(0, 2 * np.pi, 73)])
        around = around[np.linalg.norm(around, axis=1) <= 8.0]
        assert len(around) > 20
        assert min(norm_at(t, WITNESS, "design") for t in around) > value
        ends.append((theta, value))
    assert np.linalg.norm(ends[0][0] - ends[1][0]) > 7
    assert ends[0][1] == pytest.approx(found.value, abs=1e-6)
    assert ends[1][1] > found.value + 0.3
    assert found.theta == pytest.approx(ends[0][0], abs=1e-4)
    several = project(**WITNESS, method="multistart")
    assert several.value == pytest.approx(found.value, abs=1e-6)
    assert not several.certified and several.lower == 0


def test_one_observation_suffices_in_the_norm_of_the_hessian() -> None:
    """On the line: a local minimum near 1.46, a hump, and the minimum at the end of the ball."""
    c = {
        "actions": np.array([[1.0]]),
        "weights": np.array([1.0]),
        "theta_hat": np.array([15.0]),
        "link": "logistic",
        "lam": 0.05,
        "S": 10.0,
    }
    values = [norm_at(np.array([t]), c, "hessian") for t in (0.5, 1.46, 4.0, 10.0)]
    assert values[3] < values[1] < min(values[0], values[2])
    found = project(**c, norm="hessian")
    assert found.certified
    assert found.theta == pytest.approx([10.0])
    assert found.value == pytest.approx(values[3])


@pytest.mark.parametrize("norm", ["design", "hessian"])
def test_rounding_does_not_lift_the_bound_above_the_minimum(norm: str) -> None:
    """At a tolerance of a few units in the last place, against the value in fifty digits."""
    for seed in range(12):
        c = {**case(seed), "link": "logistic"}
        found = project(**c, norm=norm, tolerance=1e-12, work=400)
        with mpmath.workdps(50):
            assert mpmath.mpf(found.lower) <= exactly(found.theta, c, norm)


def exactly(theta: np.ndarray, c: dict[str, Any], norm: str) -> Any:
    """The norm of g(θ) - g(θ̂) in many digits; V is the rounded matrix that was passed on."""
    rows = [mpmath.matrix(a) for a in c["actions"].tolist()]
    w, lam = [mpmath.mpf(x) for x in c["weights"]], mpmath.mpf(c["lam"])
    t, hat = mpmath.matrix(theta.tolist()), mpmath.matrix(c["theta_hat"].tolist())
    F = lam * (t - hat)
    H = lam * mpmath.eye(2)
    for a, weight in zip(rows, w, strict=True):
        mean = [1 / (1 + mpmath.exp(-(a.T * v)[0])) for v in (t, hat)]
        F += weight * (mean[0] - mean[1]) * a
        H += weight * mean[0] * (1 - mean[0]) * (a * a.T)
    if norm == "design":
        ridge = c["lam"] / slopes(c["link"], c["S"])[1]
        H = mpmath.matrix(design_matrix(c["actions"], c["weights"], ridge).tolist())
    return mpmath.sqrt((F.T * mpmath.lu_solve(H, F))[0])


def test_in_the_norm_of_a_matrix_the_minimum_is_on_the_sphere() -> None:
    for seed in range(20):
        c = case(seed)
        found = project(**c)
        assert np.linalg.norm(found.theta) == pytest.approx(c["S"], rel=1e-12)


@pytest.mark.parametrize("d", [1, 2])
def test_in_the_norm_of_the_hessian_it_may_be_inside(d: int) -> None:
    a = np.identity(d)[:1]
    found = project(a, [100.0], 30 * a[0], "logistic", 0.1, 6.0, norm="hessian")
    assert found.certified
    assert np.linalg.norm(found.theta) == pytest.approx(3.844, abs=2e-3)
    rim = project(a, [100.0], 30 * a[0], "logistic", 0.1, 6.0)
    assert np.linalg.norm(rim.theta) == pytest.approx(6.0)


def test_an_estimate_in_the_ball_stays() -> None:
    c = {**case(3), "theta_hat": np.array([0.1, -0.1])}
    for method in ("auto", "multistart"):
        found = project(**c, method=method)
        assert (found.theta == c["theta_hat"]).all()
        assert (found.value, found.lower, found.certified, found.work) == (0, 0, True, 0)


def test_too_little_work_is_reported_and_the_bound_holds_all_the_same() -> None:
    c = {**case(8, most=40), "link": "logistic", "S": 6.0, "theta_hat": np.array([5.0, 9.0])}
    whole = project(**c, norm="hessian")
    part = project(**c, norm="hessian", work=34)
    assert whole.certified and not part.certified
    assert part.work <= 34 < whole.work
    assert part.lower <= whole.value
    assert part.value - part.lower > 1e-6 * max(1.0, part.value)
    finer = project(**c, norm="hessian", tolerance=1e-9)
    assert finer.certified and finer.value - finer.lower <= 1e-9 * max(1.0, finer.value)


def test_work_is_small_for_a_thousand_observations() -> None:
    rng = np.random.default_rng(0)
    A = rng.standard_normal((1000, 2))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    for norm, most in (("design", 150), ("hessian", 600)):
        found = project(A, np.ones(1000), [4.0, 5.0], "logistic", 1.0, 6.0, norm=norm)
        assert found.certified and found.work <= most


@pytest.mark.parametrize("norm", ["design", "hessian"])
def test_several_starts_find_in_space_what_is_certified_in_the_plane(norm: str) -> None:
    """A third coordinate that neither actions nor the estimate have changes nothing."""
    for seed in range(4):
        c = case(seed)
        plane = project(**c, norm=norm)
        wide = {
            **c,
            "actions": np.pad(c["actions"], ((0, 0), (0, 1))),
            "theta_hat": np.append(c["theta_hat"], 0.0),
        }
        found = project(**wide, norm=norm)
        assert not found.certified and found.lower == 0
        assert found.value == pytest.approx(plane.value, rel=1e-5, abs=1e-7)


def test_a_linear_mean_makes_it_the_projection_on_an_ellipsoid() -> None:
    """With μ(z) = z and the Hessian as matrix, the norm is ‖θ - θ̂‖_H, and Lagrange solves it."""
    A, w = np.array([[1.0, 0.0], [0.6, 0.8]]), np.array([3.0, 1.0])
    hat, lam, S = np.array([2.0, 1.0]), 0.5, 1.0
    H = (A.T * w) @ A + lam * np.identity(2)
    low, high = 0.0, 100.0
    for _ in range(200):
        mid = (low + high) / 2
        theta = np.linalg.solve(H + mid * np.identity(2), H @ hat)
        low, high = (mid, high) if np.linalg.norm(theta) > S else (low, mid)
    expected = math.sqrt((theta - hat) @ H @ (theta - hat))
    found = project(A, w, hat, "linear", lam, S, norm="hessian")
    assert found.value == pytest.approx(expected, rel=1e-6)
    assert found.theta == pytest.approx(theta, abs=1e-3)


def test_the_ridge_can_be_left_out_of_the_vector() -> None:
    c = {**case(11), "link": "logistic"}
    found = project(**c, ridge=False)
    F = c["actions"].T @ (
        c["weights"]
        * (
            links.logistic.mu(c["actions"] @ found.theta)
            - links.logistic.mu(c["actions"] @ c["theta_hat"])
        )
    )
    V = design_matrix(c["actions"], c["weights"], c["lam"] / slopes("logistic", c["S"])[1])
    assert found.value == pytest.approx(math.sqrt(F @ np.linalg.solve(V, F)), rel=1e-6, abs=1e-9)
    assert found.value < project(**c).value


def test_slabs_narrow_the_ball() -> None:
    c = {**case(21), "link": "logistic"}
    X, levels = np.array([[0.6, 0.8], [1.0, 0.0]]), np.array([0.2, 0.3]) * c["S"]
    found = project(**c, norm="hessian", slabs=(X, levels))
    assert found.certified
    assert (np.abs(X @ found.theta) <= levels).all()
    points = ball(c["S"], 2)
    points = points[(np.abs(points @ X.T) <= levels).all(axis=1)]
    least = min(norm_at(t, c, "hessian") for t in points)
    assert found.lower <= least
    assert found.value <= least + 1e-5
    assert found.value > project(**c, norm="hessian").value


@pytest.mark.parametrize("forgetting", [Forever(), Discount(0.9)])
@pytest.mark.parametrize("norm", ["design", "hessian"])
def test_an_estimate_is_projected_with_its_own_data(forgetting: Any, norm: str) -> None:
    kept = estimator(2, "logistic", 0.1, 2.0, forgetting)
    rng = np.random.default_rng(4)
    for _ in range(30):
        a = rng.standard_normal(2)
        kept.advance()
        kept.observe(a / np.linalg.norm(a), float(a[0] > 0))
    kept.solve()
    S = 0.5 * float(np.linalg.norm(kept.theta))
    found = project_estimate(kept, "logistic", 0.1, S, norm)
    actions, _, weights = kept.weighted_data()
    design = kept.design if norm == "design" else None
    direct = project(actions, weights, kept.theta, "logistic", 0.1, S, norm=norm, design=design)
    assert found.value == direct.value > 0
    assert (found.theta == direct.theta).all()
    assert project_estimate(kept, "logistic", 0.1, 3 * S, norm).value == 0


@pytest.mark.parametrize("name", ["GLM-UCB", "LogUCB1", "D-GLUCB"])
def test_policies_score_with_the_projected_estimate(name: str) -> None:
    common = {"link": "logistic", "d": 2, "horizon": 50, "S": 0.3, "lam": 0.05, "divisor": 1e6}
    more = {"gamma": 0.9} if name == "D-GLUCB" else {}
    policy: Any = policy_from({"policy": name, **common, **more, "projection": True})
    rng = np.random.default_rng(1)
    for _ in range(30):
        a = rng.standard_normal(2)
        a /= np.linalg.norm(a)
        policy.update(a, float(a[0] + 0.4 * a[1] > 0))
    norm = "hessian" if name == "LogUCB1" else "design"
    found = project_estimate(policy.estimator, "logistic", 0.05, 0.3, norm)
    assert np.linalg.norm(policy.theta) > 0.3 >= np.linalg.norm(found.theta)
    assert found.certified
    # The bonus is negligible: the better of two arms is told by the projected parameter.
    direction = np.array([-found.theta[1], found.theta[0]]) / 0.3
    tilt = 0.5 * (found.theta / 0.3 + policy.theta / np.linalg.norm(policy.theta))
    side = np.sign(direction @ tilt)
    arms = np.array([side * direction + 1e-3 * found.theta, -side * direction - found.theta * 2e-3])
    arms /= np.linalg.norm(arms, axis=1).max()
    assert policy.select(arms) == int(np.argmax(arms @ found.theta))


GOOD = {
    "actions": [[1.0, 0.0]],
    "weights": [1.0],
    "theta_hat": [3.0, 0.0],
    "link": "logistic",
    "lam": 1.0,
    "S": 1.0,
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("actions", [[2.0, 0.0]]),
        ("actions", [[math.nan, 0.0]]),
        ("weights", [-1.0]),
        ("weights", [1.0, 1.0]),
        ("theta_hat", [3.0]),
        ("theta_hat", [math.inf, 0.0]),
        ("theta_hat", [1e3, 0.0]),
        ("link", "probit"),
        ("lam", 0.0),
        ("S", -1.0),
        ("S", True),
        ("norm", "euclid"),
        ("design", [[1.0, 0.0], [0.0, -1.0]]),
        ("design", [[1.0, 0.1], [0.0, 1.0]]),
        ("ridge", 1),
        ("method", "newton"),
        ("tolerance", 0.0),
        ("tolerance", math.nan),
        ("work", 0),
        ("slabs", 3),
        ("slabs", ([[0.0, 0.0]], [1.0])),
        ("slabs", ([[1.0, 0.0]], [-1.0])),
    ],
)
def test_bad_input_is_named(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        project(**{**GOOD, name: value})


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(ValueError, match="design"):
        project(**GOOD, norm="hessian", design=np.identity(2))
    with pytest.raises(ValueError, match="method"):
        project([[1.0, 0.0, 0.0]], [1.0], [3.0, 0.0, 0.0], "logistic", 1.0, 1.0, method="certified")
    with pytest.raises(ValueError, match="slabs"):
        project(**GOOD, method="multistart", slabs=([[1.0, 0.0]], [0.5]))
