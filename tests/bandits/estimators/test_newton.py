"""Newton's method on stored data: certificates are true for every link and every forgetting."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import pytest

from glbtheory.bandits.environments.reward_families import family
from glbtheory.bandits.estimators import estimator
from glbtheory.bandits.estimators.local import LocalEstimator
from glbtheory.bandits.estimators.newton import NewtonEstimator
from glbtheory.bandits.kernels import newton
from glbtheory.bandits.kernels import newton_store as ns
from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.elementary import exp, logistic
from glbtheory.setting import links
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.likelihood import estimate

LINKS = ["logistic", "linear", "poisson", "binomial(5)"]
FORGETTINGS = [Discount(1.0), Discount(0.99), Discount(0.5), Window(40), Forever()]
LINK = {
    "logistic": links.logistic,
    "linear": links.linear,
    "poisson": links.poisson,
    "binomial(5)": links.binomial(5),
}
UNIT = 2.0**-53


def by_newton(d: int, link: str, forgetting: Any, lam: float = 1.0, ridge: float = 4.0) -> Any:
    return NewtonEstimator(d, family(link), lam, ridge, forgetting)


def stream(
    d: int, link: str, rounds: int, seed: int = 0, norm: float = 1.5
) -> tuple[np.ndarray, Any]:
    """Unit actions and rewards of the family."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, d, LINKS.index(link)]))
    A = rng.normal(size=(rounds, d))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    theta = rng.normal(size=d)
    mean = LINK[link].mu(A @ (norm * theta / np.linalg.norm(theta)))
    draws = {
        "logistic": lambda: rng.binomial(1, np.clip(mean, 0, 1)),
        "linear": lambda: rng.normal(mean),
        "poisson": lambda: rng.poisson(np.abs(mean)),
        "binomial(5)": lambda: rng.binomial(5, np.clip(mean / 5, 0, 1)),
    }
    return A, draws[link]().astype(float)


def true_norm(kept: Any, link: str, rows: list[tuple[np.ndarray, float, int]]) -> float:
    """The gradient norm at the estimate in 60 digits, from actions, rewards and rounds played."""
    with mpmath.workdps(60):
        theta = [mpmath.mpf(float(x)) for x in kept.theta]
        gradient = [kept.lam * x for x in theta]
        for action, reward, played in rows:
            age = kept.clock - played
            if kept.window and age >= kept.window:
                continue
            z = mpmath.fsum(float(a) * x for a, x in zip(action, theta, strict=True))
            mean = {"linear": z, "poisson": mpmath.exp(z)}.get(link)
            if mean is None:
                mean = family(link).times / (1 + mpmath.exp(-z))
            pull = mpmath.mpf(kept.gamma) ** age * (mean - reward)
            gradient = [g + pull * float(a) for g, a in zip(gradient, action, strict=True)]
        return float(mpmath.norm(gradient))


def weights_of(kept: Any, played: np.ndarray) -> np.ndarray:
    ages = kept.clock - played
    inside = ages < kept.window if kept.window else np.ones(len(ages), bool)
    return np.where(inside, kept.gamma ** ages.astype(float), 0.0)


@pytest.mark.parametrize("forgetting", FORGETTINGS, ids=str)
@pytest.mark.parametrize("link", LINKS)
def test_certificates_are_true_and_estimates_agree(link: str, forgetting: Any) -> None:
    """Some rewards arrive late; at random rounds the gradient is checked, and ``likelihood``."""
    for d in range(1, 7):
        rounds = 130
        rng = np.random.default_rng(np.random.SeedSequence([7, d]))
        A, r = stream(d, link, rounds)
        checks = set(rng.choice(np.arange(1, rounds + 1), 3, replace=False).tolist())
        tested = by_newton(d, link, forgetting)
        waiting: list[int] = []
        seen: list[tuple[np.ndarray, float, int]] = []
        for t in range(1, rounds + 1):
            tested.advance()
            waiting.append(t)
            while waiting and rng.uniform() < 0.6:
                s = waiting.pop(int(rng.integers(len(waiting))))
                tested.observe(A[s - 1], r[s - 1], age=t - s)
                seen.append((A[s - 1], r[s - 1], s))
            certificate = tested.solve()
            assert certificate == tested.certificate <= 1e-8
            if t not in checks or not seen:
                continue
            assert true_norm(tested, link, seen) <= certificate
            actions, rewards, played = (np.array(x) for x in zip(*seen, strict=True))
            weights = weights_of(tested, played)
            found = estimate(actions, rewards, weights, LINK[link], tested.lam)
            gap = float(np.linalg.norm(found.theta - tested.theta))
            assert gap <= found.error_bound + certificate / tested.lam
            design = (actions.T * weights) @ actions + tested.ridge * np.identity(d)
            assert np.abs(design - tested.design).max() <= 1e-12


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("d", [1, 2])
def test_agreement_with_the_local_model(d: int, link: str) -> None:
    for forgetting in (Discount(0.98), Window(60), Forever()):
        A, r = stream(d, link, 300)
        one, other = by_newton(d, link, forgetting), estimator(d, link, 1.0, 4.0, forgetting)
        assert isinstance(other, LocalEstimator)
        for t in range(300):
            for tested in (one, other):
                tested.advance()
                if t % 7:
                    tested.observe(A[t], r[t])
                if t % 7 == 3:
                    tested.observe(A[t - 3], r[t - 3], age=3)
                tested.solve()
            gap = float(np.linalg.norm(one.theta - other.theta))
            assert gap <= (one.certificate + other.certificate) / one.lam
            assert np.abs(one.design - other.design).max() < 1e-11
        mine, theirs = one.weighted_data(), other.weighted_data()
        short = min(len(mine[2]), len(theirs[2]))  # the two need not drop at the same time
        for x, y in zip(mine, theirs, strict=True):
            np.testing.assert_allclose(x[-short:], y[-short:], rtol=1e-13)


def test_three_dimensions_use_newton() -> None:
    assert isinstance(estimator(3, "logistic", 1.0, 4.0, Forever()), NewtonEstimator)


@pytest.mark.parametrize("forgetting", [Discount(0.9), Window(30), Forever()], ids=str)
def test_late_batches_give_the_estimate_of_rewards_on_time(forgetting: Any) -> None:
    A, r = stream(4, "logistic", 100)
    on_time, late = (by_newton(4, "logistic", forgetting) for _ in range(2))
    for t in range(100):
        on_time.advance()
        on_time.observe(A[t], r[t])
        on_time.solve()
    late.advance(100)
    for t in np.random.default_rng(1).permutation(100):
        late.observe(A[t], r[t], age=99 - int(t))
    late.solve()
    gap = float(np.linalg.norm(late.theta - on_time.theta))
    assert gap <= late.certificate + on_time.certificate
    np.testing.assert_allclose(late.design, on_time.design, rtol=1e-13, atol=1e-13)
    rounds = late.state()["rounds"]
    assert (np.diff(rounds) == 1).all() and rounds[-1] == 100


@pytest.mark.parametrize("link", LINKS)
def test_what_is_dropped_is_in_the_certificate(link: str) -> None:
    tested = by_newton(3, link, Discount(0.5))
    A, r = stream(3, link, 60)
    rows = []
    for t in range(60):
        tested.advance()
        tested.observe(A[t], r[t])
        rows.append((A[t], r[t], t + 1))
        tested.solve()
    kept = len(tested.weighted_data()[2])
    assert kept < 45  # of 60
    lost = tested.store.numbers[[ns.LOST, ns.LOST_REWARD]] / tested.store.numbers[ns.SCALE]
    exact = np.array([[0.5 ** (60 - s), 0.5 ** (60 - s) * abs(x)] for _, x, s in rows[:-kept]])
    np.testing.assert_allclose(lost, exact.sum(0), rtol=1e-14)
    height = {"linear": 1.0, "poisson": math.exp(np.linalg.norm(tested.theta))}
    part = lost[0] * height.get(link, family(link).times)
    part += 0.0 if link in ("logistic", "binomial(5)") else lost[1]
    assert 1e-12 < part <= 1.1e-10
    # At the minimiser of what is kept, the gradient of all is within that part.
    norm = true_norm(tested, link, rows[-kept:])
    assert abs(true_norm(tested, link, rows) - norm) <= part
    assert norm + 0.99 * part <= tested.certificate <= 2e-9


def test_weights_survive_many_rounds_and_rescalings() -> None:
    tested = by_newton(1, "logistic", Discount(0.9))
    with mpmath.workdps(60):
        exact = [mpmath.mpf(0.9) ** k for k in range(400)]
    scales = []
    for t in range(1, 5001):
        tested.advance()
        tested.observe(np.array([0.5]), 1.0)
        if t % 100 == 0:
            tested.solve()
            weights = tested.weighted_data()[2][::-1]
            with mpmath.workdps(60):
                ratios = [w / e - 1 for w, e in zip(weights.tolist(), exact, strict=False)]
            assert len(weights) <= 400 and max(map(abs, ratios)) <= 4 * UNIT
            scales.append(tested.store.numbers[ns.SCALE])
    assert sum(x > y for x, y in pairwise(scales)) == 2  # the rescalings
    assert len(tested.store.rewards) < 2000  # what no longer counts makes room
    limit = 4 + 0.25 / (1 - 0.9)
    assert tested.design[0, 0] == pytest.approx(limit, rel=1e-14)


@pytest.mark.parametrize("gamma", [0.5, 0.999, 1e-200, 1 - 2**-53, 1.0])
def test_many_rounds_at_once(gamma: float) -> None:
    one, other = (by_newton(2, "logistic", Discount(gamma)) for _ in range(2))
    for tested in (one, other):
        tested.advance()
        tested.observe(np.array([0.6, 0.8]), 1.0)
    one.advance(700)
    for _ in range(700):
        other.advance()
    assert one.clock == other.clock == 701
    for tested in (one, other):
        tested.observe(np.array([0.8, -0.6]), 0.0)
        tested.observe(np.array([1.0, 0.0]), 1.0, age=300)
        assert tested.solve() <= 2e-9
    assert np.linalg.norm(one.theta - other.theta) <= one.certificate + other.certificate
    np.testing.assert_allclose(one.design, other.design, rtol=1e-14)
    one.advance(10**15)
    assert one.solve() <= 2e-9
    assert one.clock == 10**15 + 701
    if gamma <= 0.999:
        assert np.abs(one.theta).max() <= 1e-9
        np.testing.assert_array_equal(one.design, 4 * np.identity(2))


def test_a_window_forgets_and_leaves_no_trace() -> None:
    tested = by_newton(3, "linear", Window(10))
    A, r = stream(3, "linear", 500)
    for t in range(500):
        tested.advance()
        tested.observe(A[t], r[t])
    tested.observe(A[0], 1e6, age=10)  # no longer in the window
    assert tested.solve() <= 1e-8
    inside = A[-10:].T @ A[-10:] + 4 * np.identity(3)
    np.testing.assert_allclose(tested.design, inside, rtol=1e-15, atol=1e-15)
    exact = np.linalg.solve(inside - 3 * np.identity(3), A[-10:].T @ r[-10:])
    np.testing.assert_allclose(tested.theta, exact, atol=2e-9)
    tested.advance(10)
    tested.solve()
    assert np.abs(tested.design - 4 * np.identity(3)).max() == 0
    assert tested.certificate <= 1e-9 and np.abs(tested.theta).max() <= 1e-9


@pytest.mark.parametrize("link", ["logistic", "binomial(5)"])
def test_hundred_thousand_observations_in_ten_dimensions(link: str) -> None:
    n, d = 100_000 // int(family(link).times), 10
    A, r = stream(d, link, n, norm=5.0)
    tested = by_newton(d, link, Forever())
    tested.advance(n)
    for k in range(n):
        tested.observe(A[k], r[k], age=n - 1 - k)
    assert tested.solve() <= 1e-8
    # In extended precision: true to 1e-19 per term, far below the certificate.
    z = A.astype(np.longdouble) @ tested.theta
    pull = family(link).times / (1 + np.exp(-z)) - r
    gradient = (A * pull[:, None]).sum(0) + tested.theta
    assert float(np.linalg.norm(gradient.astype(float))) <= tested.certificate
    # The round-off alone, against its own part of the certificate.
    computed, hessian = np.zeros(2 * d), np.zeros((d, d))
    newton.evaluate(tested.store, *family(link), tested.lam, computed, hessian, False)
    wrong = float(np.linalg.norm((computed[:d] - gradient).astype(float)))
    assert 0 < wrong <= tested.certificate - float(np.linalg.norm(computed[:d]))


def test_hard_starts_end_with_a_small_certificate() -> None:
    """Separable data and next to no ridge; linear and Poisson rewards far from the start."""
    A = np.array([[1.0, 0.0, 0.0]] * 50 + [[0.6, 0.8, 0.0]] * 50)
    for link, reward, lam in [
        ("logistic", 1.0, 1e-8),
        ("linear", 5e3, 1.0),
        ("linear", -5e3, 1e-6),
        ("poisson", 3e3, 1e-3),
        ("poisson", 0.0, 1e-8),
    ]:
        tested = by_newton(3, link, Forever(), lam=lam)
        rows = []
        for t, a in enumerate(A):
            tested.advance()
            tested.observe(a, reward)
            rows.append((a, reward, t + 1))
        assert tested.solve() <= 1e-7
        assert true_norm(tested, link, rows) <= tested.certificate
        assert tested.store.counts[ns.STEPS] < 60


def test_an_overflow_is_not_certified() -> None:
    tested = by_newton(1, "poisson", Forever(), lam=1e-300)
    tested.advance()
    tested.observe(np.array([1e-3]), 1e10)  # the estimate would be log(1e10)/1e-3
    assert tested.solve() == math.inf


def test_choose_is_the_first_best_action() -> None:
    rng = np.random.default_rng(5)
    for d in (1, 3, 7):
        tested = by_newton(d, "logistic", Discount(0.95))
        A, r = stream(d, "logistic", 60)
        for t in range(60):
            tested.advance()
            tested.observe(A[t], r[t])
        tested.solve()
        for _ in range(20):
            offered = rng.normal(size=(30, d))
            offered /= np.linalg.norm(offered, axis=1, keepdims=True)
            bonus = rng.exponential()
            solved = np.linalg.solve(tested.design, offered.T)
            width = np.sqrt(np.einsum("kd,dk->k", offered, solved))
            mean = links.logistic.mu(offered @ tested.theta)
            assert tested.choose(offered, bonus) == int(np.argmax(mean + bonus * width))
            double = np.concatenate([offered, offered])[::-1]
            best = tested.choose(double, bonus)
            assert best < 30 and (double[best] == offered[tested.choose(offered, bonus)]).all()
            length = float(np.linalg.norm(tested.theta))
            greedy, wide = int(np.argmax(mean)), int(np.argmax(mean + 50 * width))
            assert tested.choose(offered, 50.0, 0.0, 1.01 * length) == greedy
            assert tested.choose(offered, 50.0, 0.0, 0.99 * length) == wide
            assert tested.choose(offered, 50.0, math.nan, 1.01 * length) == wide


@pytest.mark.parametrize("forgetting", [Discount(0.8), Window(20), Forever()], ids=str)
def test_a_restored_estimator_goes_on_with_the_same_bits(forgetting: Any) -> None:
    A, r = stream(3, "binomial(5)", 200)
    one = by_newton(3, "binomial(5)", forgetting)
    for t in range(120):
        one.advance()
        one.observe(A[t], r[t])
        one.solve()
    other = by_newton(3, "binomial(5)", forgetting)
    state = one.state()
    other.restore(state)
    for name, value in state.items():
        assert value.dtype != object, name
        np.testing.assert_array_equal(value, other.state()[name])
    for t in range(120, 200):
        for tested in (one, other):
            tested.advance()
            tested.observe(A[t], r[t])
            tested.solve()
    np.testing.assert_array_equal(one.theta, other.theta)
    np.testing.assert_array_equal(one.design, other.design)
    assert one.certificate == other.certificate and one.clock == other.clock
    assert one.state()["counts"].tolist() == other.state()["counts"].tolist()


def spoiled(state: dict[str, np.ndarray]) -> dict[str, dict[str, Any]]:
    """States that nothing good can come from."""

    def changed(name: str, place: Any, value: Any) -> dict[str, Any]:
        array = state[name].copy()
        array[place] = value
        return {**state, name: array}

    return {
        "nothing": {},
        "one array too many": {**state, "more": np.zeros(1)},
        "a NaN": changed("theta", 0, np.nan),
        "another dimension": {**state, "theta": np.zeros(4)},
        "rewards and actions": {**state, "rewards": state["rewards"][:-1]},
        "floats for counts": {**state, "counts": state["counts"].astype(float)},
        "too many stored": changed("counts", ns.STORED, 10**9),
        "a first one that is not": changed("counts", ns.FIRST, 5),
        "another discount": changed("numbers", ns.GROWTH, 1.5),
        "another leap": changed("counts", ns.LEAP, 10**9),
        "a negative weight": changed("weights", 0, -1.0),
        "a heavy weight": changed("weights", 0, 1e300),
        "a scale of 0": changed("numbers", ns.SCALE, 0.0),
        "a negative loss": changed("numbers", ns.LOST, -1.0),
        "a long action": changed("actions", (0, 0), 2.0),
        "rounds out of order": changed("rounds", 0, 10**6),
        "a round before the first": changed("rounds", 0, 0),
        "no factor": changed("factor", (0, 0), 0.0),
        "text": {**state, "rewards": np.array(["x"] * len(state["rewards"]))},
        "a negative certificate": {**state, "certificate": np.array(-1.0)},
        "no array": {**state, "certificate": None},
    }


def test_a_bad_state_is_refused_and_changes_nothing() -> None:
    A, r = stream(3, "logistic", 30)
    tested = by_newton(3, "logistic", Discount(0.9))
    for t in range(30):
        tested.advance()
        tested.observe(A[t], r[t])
        tested.solve()
    before = tested.state()
    for what, state in spoiled(before).items():
        with pytest.raises(ValueError, match="state"):
            tested.restore(state)
            pytest.fail(what)
        after = tested.state()
        assert all((after[name] == before[name]).all() for name in before), what
    with pytest.raises(ValueError, match="state"):
        tested.restore(None)


def test_clear_keeps_the_clock_only() -> None:
    tested = by_newton(3, "logistic", Discount(0.9))
    A, r = stream(3, "logistic", 90)
    for t in range(90):
        tested.advance()
        tested.observe(A[t], r[t])
        tested.solve()
    tested.clear()
    assert tested.clock == 90 and tested.certificate == 0 and not tested.theta.any()
    np.testing.assert_array_equal(tested.design, 4 * np.identity(3))
    fresh = by_newton(3, "logistic", Discount(0.9))
    for one in (tested, fresh):
        one.advance()
        one.observe(A[0], r[0])
        one.solve()
    np.testing.assert_array_equal(tested.theta, fresh.theta)


def test_a_discount_that_leaves_the_range_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match=r"gamma must lie in \[2\*\*-900, 1\]"):
        by_newton(3, "logistic", Discount(1e-300))


def test_the_exponential_errs_as_little_as_the_certificate_says() -> None:
    @fast
    def values(x: np.ndarray, out: np.ndarray) -> None:
        for k in range(x.size):
            out[k, 0] = exp(x[k])
            out[k, 1] = logistic(x[k])

    rng = np.random.default_rng(3)
    x = np.concatenate([rng.uniform(-700, 700, 2000), rng.uniform(-1, 1, 4000), [0, 700, -700]])
    x = np.concatenate([x, math.log(2) * (np.arange(-20, 20) + 0.5)])  # where k changes
    out = np.zeros((len(x), 2))
    values(x, out)
    with mpmath.workdps(40):
        for value, (e, p) in zip(x.tolist(), out.tolist(), strict=True):
            exact = mpmath.exp(value)
            assert abs(e / exact - 1) <= 4 * UNIT
            assert abs(p / (exact / (1 + exact)) - 1) <= 7 * UNIT


def test_sums_of_blocks_err_less_than_their_bound() -> None:
    """The worst case of the bound is not reached; half of 34 u would be a warning."""
    rng = np.random.default_rng(4)
    for n in (8, 64, 256):
        p, q = rng.normal(size=n), rng.normal(size=n)
        exact = math.fsum(float(mpmath.mpf(a) * mpmath.mpf(b)) for a, b in zip(p, q, strict=True))
        size = float(np.abs(p * q).sum())
        assert abs(newton._dot(p, q, n) - exact) <= 35 * UNIT * size
        assert newton._dot(np.ones(n), np.ones(n), n) == n
