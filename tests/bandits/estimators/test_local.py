"""The estimate of every round: its certificate is true, and it is the estimate."""

from __future__ import annotations

from typing import Any

import mpmath as mp
import numpy as np
import pytest

from glbtheory.bandits.estimators import estimator
from glbtheory.bandits.estimators.local import LocalEstimator
from glbtheory.bandits.kernels import local_model as lm
from glbtheory.bandits.kernels import tracker as tr
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC, POISSON
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import binomial, linear, logistic, poisson

LINKS = {"logistic": logistic, "binomial(5)": binomial(5), "linear": linear, "poisson": poisson}
FORGETTING = [Discount(0.99), Discount(0.5), Forever(), Window(40)]


def stream(link: str, T: int, seed: int, d: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """Actions on the sphere and rewards, with a change of the parameter half way."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(T, d))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    theta = np.where(np.arange(T)[:, None] < T // 2, 1.0, -1.0) * np.array([2.5, -1.0][:d])
    z = (A * theta).sum(axis=1)
    mean = LINKS[link].mu(z)
    if link == "linear":
        return A, mean + rng.normal(size=T)
    if link == "poisson":
        return A, rng.poisson(mean).astype(float)
    n = 5 if "5" in link else 1
    return A, rng.binomial(n, mean / n).astype(float)


def gradient(link: str, A: Any, r: Any, w: Any, lam: float, theta: Any) -> Any:
    """The norm of the exact gradient in fifty digits, for weights that are exact themselves."""
    total = [mp.mpf(lam) * mp.mpf(float(x)) for x in theta]
    for a, reward, weight in zip(A, r, w, strict=True):
        z = sum(mp.mpf(float(x)) * mp.mpf(float(y)) for x, y in zip(a, theta, strict=True))
        mean = {"linear": z, "poisson": mp.exp(z)}.get(link, 1 / (1 + mp.exp(-z)))
        mean *= 5 if "5" in link else 1
        for i, x in enumerate(a):
            total[i] += weight * (mean - mp.mpf(float(reward))) * mp.mpf(float(x))
    return mp.sqrt(sum(x * x for x in total))


def exact_weights(forgetting: Any, T: int) -> list[Any]:
    if isinstance(forgetting, Discount):
        return [mp.mpf(float(forgetting.gamma)) ** (T - 1 - s) for s in range(T)]
    return [mp.mpf(float(w)) for w in forgetting.weights(T + 1)]


@pytest.mark.parametrize("forgetting", FORGETTING, ids=str)
@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("late", [False, True], ids=["on time", "late"])
def test_the_certificate_bounds_the_true_gradient(link: str, forgetting: Any, late: bool) -> None:
    T, lam = 160, 0.3
    A, r = stream(link, T, seed=len(link))
    rng = np.random.default_rng(7)
    found, pending = estimator(2, link, lam, 1.0, forgetting), []
    for t in range(T):
        found.advance()
        if late and rng.random() < 0.4:
            pending.append(t)
        else:
            found.observe(A[t], r[t])
        if len(pending) > 6 or t == T - 1:
            rng.shuffle(pending)
            for s in pending:
                found.observe(A[s], r[s], t - s)
            pending = []
        certificate = found.solve()
        assert certificate == found.certificate <= 1e-8
        if not pending and (t % 50 == 3 or t == T - 1):
            with mp.workdps(50):
                weights = exact_weights(forgetting, t + 1)
                norm = gradient(link, A[: t + 1], r[: t + 1], weights, lam, found.theta)
                assert norm <= certificate
    whole = np.array([float(w) for w in exact_weights(forgetting, T)])
    np.testing.assert_allclose(found.design, (A.T * whole) @ A + np.identity(2), atol=1e-10)


@pytest.mark.parametrize("d", [1, 2])
@pytest.mark.parametrize("forgetting", FORGETTING, ids=str)
def test_the_estimate_is_that_of_the_likelihood(forgetting: Any, d: int) -> None:
    T, lam = 300, 0.7
    A, r = stream("logistic", T, seed=3, d=d)
    found = estimator(d, "logistic", lam, lam, forgetting)
    for t in range(T):
        found.advance()
        found.observe(A[t], r[t])
        certificate = found.solve()
        if t % 37 == 5:
            w = forgetting.weights(t + 2)
            other = estimate(A[: t + 1], r[: t + 1], w, logistic, lam)
            # The objective is λ-strongly convex, so a gradient of norm g is within g/λ.
            apart = np.linalg.norm(found.theta - other.theta)
            assert apart <= certificate / lam + other.error_bound
    assert found.clock == T


def test_a_long_run_drops_what_no_longer_counts_and_stays_exact() -> None:
    T, gamma = 4000, 0.97
    A, r = stream("logistic", T, seed=1)
    found = estimator(2, "logistic", 1.0, 1.0, Discount(gamma))
    assert isinstance(found, LocalEstimator)
    for a, x in zip(A, r, strict=True):
        found.advance()
        found.observe(a, x)
        assert found.solve() <= 1e-8
    assert len(found.tracker.rewards) <= 2048, "storage must not grow with the rounds"
    actions, rewards, weights = found.weighted_data()
    n = len(rewards)
    np.testing.assert_array_equal(actions, A[-n:])
    np.testing.assert_array_equal(rewards, r[-n:])
    np.testing.assert_allclose(weights, gamma ** np.arange(n - 1, -1, -1.0), rtol=1e-13)
    with mp.workdps(50):
        true = gradient("logistic", A, r, exact_weights(Discount(gamma), T), 1.0, found.theta)
        assert true <= found.certificate


def test_the_model_is_rebuilt_far_less_often_than_rounds_pass() -> None:
    T = 2000
    A, r = stream("logistic", T, seed=2)
    found = estimator(2, "logistic", 1.0, 1.0, Discount(0.9975))
    assert isinstance(found, LocalEstimator)
    for a, x in zip(A, r, strict=True):
        found.advance()
        found.observe(a, x)
        found.solve()
    assert found.tracker.counts[tr.BUILT] < T / 20
    assert found.tracker.counts[tr.STEPS] < 1.2 * T, "one evaluation a round, as a rule"


@pytest.mark.parametrize("code", [LOGISTIC, POISSON])
@pytest.mark.parametrize("r", [0.05, 0.3, 0.8])
def test_the_remainder_bounds_what_the_polynomial_lacks(code: int, r: float) -> None:
    rng = np.random.default_rng(4)
    worst = 0.0
    for anchor in (np.zeros(2), np.array([1.0, -2.0])):
        A = rng.normal(size=(300, 2))
        A /= np.linalg.norm(A, axis=1, keepdims=True)
        # All in one direction is the worst case.
        A[:150] = A[0]
        w, work = rng.random(300), lm.work()
        hi, lo = np.zeros(lm.W**2), np.zeros(lm.W**2)
        lm.build(hi, lo, work, code, A, w, 0, 300, 1.0, *anchor)
        x = r * A[0]
        with mp.workdps(40):
            exact = [mp.mpf(0), mp.mpf(0)]
            for a, weight in zip(A, w, strict=True):
                z = sum(mp.mpf(float(p)) * mp.mpf(float(q + y))
                        for p, q, y in zip(a, anchor, x, strict=True))  # fmt: skip
                mean = mp.exp(z) if code == POISSON else 1 / (1 + mp.exp(-z))
                exact = [
                    e + mean * weight * mp.mpf(float(p)) for e, p in zip(exact, a, strict=True)
                ]
            D = lm.derivatives(hi.reshape(lm.W, lm.W), *x)
            lacks = float(mp.sqrt((exact[0] - D.g1) ** 2 + (exact[1] - D.g2) ** 2))
        bound = lm.remainder(code, w.sum(), hi[lm.LAST], r)
        assert lacks <= bound + 1e-12
        worst = max(worst, lacks / bound)
    if r > 0.1:
        assert worst > 1e-3, "a bound a thousand times too large would build too often"


def test_the_third_derivatives_are_bounded() -> None:
    rng = np.random.default_rng(5)
    A = rng.normal(size=(200, 2))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    work, hi, lo = lm.work(), np.zeros(lm.W**2), np.zeros(lm.W**2)
    for code in (LOGISTIC, LINEAR, POISSON):
        lm.build(hi, lo, work, code, A, np.ones(200), 0, 200, 1.0, 0.5, 1.0)
        for r in (0.0, 0.3, 1.0):
            u = rng.normal(size=2)
            u /= np.linalg.norm(u)
            D = lm.derivatives(hi.reshape(lm.W, lm.W), *(r * u))
            along = D.d111 * u[0] ** 3 + 3 * D.d112 * u[0] ** 2 * u[1]
            along += 3 * D.d122 * u[0] * u[1] ** 2 + D.d222 * u[1] ** 3
            assert abs(along) <= lm.bend(code, 200.0, hi[lm.LAST], r) + 1e-12


def test_one_by_one_and_all_at_once_give_the_same_polynomial() -> None:
    rng = np.random.default_rng(6)
    A = rng.normal(size=(700, 2)) / 3
    w = rng.random(700)
    work = lm.work()
    one, all_at_once = np.zeros((2, lm.W**2)), np.zeros((2, lm.W**2))
    for code in (LOGISTIC, LINEAR, POISSON):
        one[:] = 0
        for a, weight in zip(A, w, strict=True):
            lm.add(one[0], one[1], work, code, *a, 0.4, -0.3, weight)
        lm.build(*all_at_once, work, code, A, w, 0, 700, 1.0, 0.4, -0.3)
        np.testing.assert_allclose(one[0], all_at_once[0], rtol=1e-12, atol=1e-13)


@pytest.mark.parametrize("forgetting", [Discount(0.98), Window(30)], ids=str)
def test_a_restored_estimator_goes_on_with_the_same_bits(forgetting: Any) -> None:
    A, r = stream("logistic", 200, seed=8)
    first = estimator(2, "logistic", 1.0, 2.0, forgetting)
    for t in range(120):
        first.advance()
        first.observe(A[t], r[t])
        first.solve()
    second = estimator(2, "logistic", 1.0, 2.0, forgetting)
    second.restore(first.state())
    for t in range(120, 200):
        for one in (first, second):
            one.advance()
            one.observe(A[t], r[t])
            one.solve()
        assert (first.theta == second.theta).all()
        assert first.certificate == second.certificate
        assert (first.design == second.design).all()


def test_a_state_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    found = estimator(2, "logistic", 1.0, 2.0, Discount(0.9))
    found.advance()
    found.observe(np.array([0.6, 0.8]), 1.0)
    found.solve()
    good = found.state()
    other = estimator(2, "logistic", 1.0, 2.0, Discount(0.8)).state()
    for bad, word in (
        ({}, "arrays"),
        ({**good, "hi": good["hi"][:-1]}, "hi"),
        ({**good, "weights": np.array([np.nan])}, "weights"),
        ({**good, "counts": good["counts"] + 1}, "counts"),
        (other, "discount"),
    ):
        with pytest.raises(ValueError, match=word):
            found.restore(bad)
        assert all((good[name] == found.state()[name]).all() for name in good)


def test_clearing_forgets_all_but_the_clock() -> None:
    found = estimator(2, "logistic", 1.0, 2.0, Forever())
    for _ in range(3):
        found.advance()
        found.observe(np.array([0.6, 0.8]), 1.0)
    found.solve()
    found.clear()
    assert found.clock == 3
    assert (found.theta == 0).all()
    assert (found.design == 2 * np.identity(2)).all()
    assert len(found.weighted_data()[1]) == 0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"d": 0}, "d "),
        ({"lam": 0.0}, "lam"),
        ({"ridge": float("nan")}, "ridge"),
        ({"forgetting": 0.9}, "forgetting"),
        ({"link": "cauchit"}, "link"),
    ],
)
def test_bad_input_is_named(change: dict[str, Any], word: str) -> None:
    good = {"d": 2, "link": "logistic", "lam": 1.0, "ridge": 1.0, "forgetting": Forever()}
    with pytest.raises(ValueError, match=word):
        estimator(**{**good, **change})
