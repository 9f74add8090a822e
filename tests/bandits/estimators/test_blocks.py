"""The estimate by blocks: its certificates are true and as small as asked for, its cost is flat."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from glbtheory.bandits.environments.reward_families import family
from glbtheory.bandits.estimators import estimator
from glbtheory.bandits.estimators.blocks import BlockEstimator
from glbtheory.bandits.estimators.newton import NewtonEstimator
from glbtheory.bandits.kernels import blocks as bl
from glbtheory.bandits.kernels import blocks_newton as bn
from glbtheory.bandits.kernels import packed
from glbtheory.setting.forgetting import Discount, Forever, Window

LINKS = ["logistic", "linear", "poisson", "binomial(5)"]
FORGETTINGS = [Discount(0.99), Discount(0.5), Window(100), Forever()]
UNIT = 2.0**-53


def by_blocks(
    d: int, link: str, forgetting: Any, accuracy: float = 1e-2, lam: float = 1.0
) -> BlockEstimator:
    found = estimator(d, link, lam, 4.0, forgetting, accuracy)
    assert isinstance(found, BlockEstimator)
    return found


def mean(link: str, z: Any) -> Any:
    if link == "linear":
        return z
    return np.exp(z) if link == "poisson" else family(link).times / (1 + np.exp(-z))


def stream(
    d: int, link: str, rounds: int, seed: int = 0, norm: float = 1.5, changes: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Unit actions and rewards of the family; the parameter turns round ``changes`` times."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, d, LINKS.index(link)]))
    A = rng.normal(size=(rounds, d))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    theta = rng.normal(size=d)
    theta *= norm / np.linalg.norm(theta)
    signs = np.where(np.arange(rounds) * (changes + 1) // rounds % 2 == 0, 1.0, -1.0)
    z = signs * (A @ theta)
    draws = {
        "logistic": lambda: rng.binomial(1, mean(link, z)),
        "linear": lambda: rng.normal(z),
        "poisson": lambda: rng.poisson(mean(link, z)),
        "binomial(5)": lambda: rng.binomial(5, mean(link, z) / 5),
    }
    return A, draws[link]().astype(float)


def feed(tested: Any, A: np.ndarray, r: np.ndarray) -> None:
    for action, reward in zip(A, r.tolist(), strict=True):
        tested.advance()
        tested.observe(action, reward)
        tested.solve()


def true_gradient(kept: Any, link: str, rows: list[tuple[np.ndarray, float, int]]) -> Any:
    """Gradient and Hessian at the estimate in 50 digits, from actions, rewards and rounds."""
    theta = mpmath.matrix([mpmath.mpf(float(x)) for x in kept.theta])
    return gradient_at(theta, kept, link, rows)


def gradient_at(theta: Any, kept: Any, link: str, rows: Any) -> Any:
    gradient = mpmath.mpf(kept.lam) * theta
    for action, reward, played in rows:
        age = kept.clock - played
        if kept.window and age >= kept.window:
            continue
        a = mpmath.matrix(action.tolist())
        z = mpmath.fdot(zip(a, theta, strict=True))
        if link == "linear":
            m = z
        elif link == "poisson":
            m = mpmath.exp(z)
        else:
            m = family(link).times / (1 + mpmath.exp(-z))
        gradient += mpmath.mpf(kept.gamma) ** age * (m - mpmath.mpf(float(reward))) * a
    return gradient


def minimiser(kept: Any, rows: Any) -> Any:
    """The exact logistic estimate to 35 digits: gradients in 50, Hessians in doubles."""
    theta = mpmath.matrix(kept.theta.tolist())
    actions, _, weights = kept.weighted_data()
    for _ in range(40):
        at = np.array([float(x) for x in theta])
        p = mean("logistic", actions @ at)
        hessian = (actions.T * (weights * p * (1 - p))) @ actions + kept.lam * np.identity(kept.d)
        gradient = gradient_at(theta, kept, "logistic", rows)
        scale = mpmath.norm(gradient)
        if scale < mpmath.mpf(10) ** -35:
            return theta
        unit = np.array([float(x / scale) for x in gradient])
        theta -= scale * mpmath.matrix(np.linalg.solve(hessian, unit).tolist())
    raise AssertionError("no minimiser")


@pytest.mark.parametrize("accuracy", [0.2, 1e-3, 1e-8])
@pytest.mark.parametrize("forgetting", FORGETTINGS, ids=str)
@pytest.mark.parametrize("link", LINKS)
def test_certificates_are_true_and_small(link: str, forgetting: Any, accuracy: float) -> None:
    """Some rewards arrive late; at random rounds the gradient is known to 50 digits."""
    for d in (3, 5):
        rounds = 200
        rng = np.random.default_rng(np.random.SeedSequence([11, d]))
        A, r = stream(d, link, rounds, changes=1)
        checks = {*rng.choice(np.arange(1, rounds), 1, replace=False).tolist(), rounds}
        tested = by_blocks(d, link, forgetting, accuracy)
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
            assert certificate == tested.certificate <= accuracy
            if t in checks:
                with mpmath.workdps(50):
                    norm = float(mpmath.norm(true_gradient(tested, link, seen)))
                assert norm <= certificate
                actions, _, played = (np.array(x) for x in zip(*seen, strict=True))
                ages = tested.clock - played
                weights = tested.gamma ** ages.astype(float)
                if tested.window:
                    weights[ages >= tested.window] = 0.0
                design = (actions.T * weights) @ actions + 4 * np.identity(d)
                assert np.abs(design - tested.design).max() <= 1e-12


@pytest.mark.parametrize("d", [3, 7, 12])
@pytest.mark.parametrize(
    ("forgetting", "changes"),
    [(Discount(0.995), 3), (Discount(0.995), 0), (Window(300), 3), (Forever(), 0), (Forever(), 1)],
    ids=str,
)
def test_the_exact_minimiser_is_as_near_as_the_certificate_says(
    d: int, forgetting: Any, changes: int
) -> None:
    """‖θ - θ̂‖ <= certificate / λ, and the gradient itself, against 50 digits."""
    rounds, accuracy = 500, 0.05
    A, r = stream(d, "logistic", rounds, seed=3, norm=4.0, changes=changes)
    tested = by_blocks(d, "logistic", forgetting, accuracy)
    rng = np.random.default_rng(np.random.SeedSequence([12, d, changes]))
    stops = [*sorted(rng.choice(np.arange(20, rounds), 1, replace=False).tolist()), rounds]
    first = 0
    for stop in stops:
        feed(tested, A[first:stop], r[first:stop])
        first = stop
        rows = [(A[s], r[s], s + 1) for s in range(stop)]
        with mpmath.workdps(50):
            norm = float(mpmath.norm(true_gradient(tested, "logistic", rows)))
            assert norm <= tested.certificate <= accuracy
            exact = minimiser(tested, rows)
            gap = mpmath.norm(exact - mpmath.matrix(tested.theta.tolist()))
            assert float(gap) <= tested.certificate / tested.lam
    assert tested.store.counts[bl.EXPANDED] < 10 * rounds  # it does not expand everything anew


def test_separable_data_and_next_to_no_ridge() -> None:
    A = np.array([[1.0, 0.0, 0.0]] * 150 + [[0.6, 0.8, 0.0]] * 150)
    for link, reward, lam, accuracy in [
        ("logistic", 1.0, 1e-6, 1e-3),
        ("logistic", 1.0, 1e-6, 1e-8),
        ("linear", 5e3, 1.0, 1e-3),
        ("poisson", 3e3, 1e-3, 1e-2),
        ("poisson", 0.0, 1e-8, 1e-6),
    ]:
        tested = by_blocks(3, link, Forever(), accuracy, lam)
        rows = []
        for t, a in enumerate(A):
            tested.advance()
            tested.observe(a, reward)
            rows.append((a, reward, t + 1))
            if t % 50 == 49:
                assert tested.solve() <= max(accuracy, 1e-6)  # 3e3 * 300 has a round-off of 1e-7
        with mpmath.workdps(50):
            assert float(mpmath.norm(true_gradient(tested, link, rows))) <= tested.certificate


@pytest.mark.parametrize("link", LINKS)
def test_what_is_dropped_is_in_the_certificate(link: str) -> None:
    tested = by_blocks(3, link, Discount(0.9), 1e-4)
    A, r = stream(3, link, 400)
    feed(tested, A, r)
    kept = len(tested.weighted_data()[2])
    assert kept <= 320 and tested.store.numbers[bl.LOST] > 0
    rows = [(A[s], r[s], s + 1) for s in range(400)]
    with mpmath.workdps(50):
        assert float(mpmath.norm(true_gradient(tested, link, rows))) <= tested.certificate


def test_weighted_data_are_the_observations() -> None:
    for forgetting in (Discount(0.97), Window(70), Forever()):
        A, r = stream(4, "logistic", 200)
        tested = by_blocks(4, "logistic", forgetting)
        order = np.random.default_rng(2).permutation(200)
        tested.advance(200)
        for s in order.tolist():
            tested.observe(A[s], r[s], age=199 - s)
        tested.solve()
        actions, rewards, weights = tested.weighted_data()
        n = 70 if tested.window else 200
        np.testing.assert_array_equal(actions, A[-n:])
        np.testing.assert_array_equal(rewards, r[-n:])
        exact = tested.gamma ** np.arange(n - 1, -1, -1.0)
        np.testing.assert_allclose(weights, exact, rtol=1e-13)


def test_a_window_forgets_and_leaves_no_trace() -> None:
    """Rewards of very different sizes come and go."""
    tested = by_blocks(3, "linear", Window(100), 1e-6)
    A, r = stream(3, "linear", 5000)
    r[:4000] *= 1e6
    feed(tested, A, r)
    inside = A[-100:].T @ A[-100:]
    np.testing.assert_allclose(tested.design, inside + 4 * np.identity(3), rtol=1e-14, atol=1e-14)
    exact = np.linalg.solve(inside + np.identity(3), A[-100:].T @ r[-100:])
    np.testing.assert_allclose(tested.theta, exact, atol=1e-6)
    tested.advance(100)
    assert tested.solve() <= 1e-6
    np.testing.assert_array_equal(tested.design, 4 * np.identity(3))
    assert np.abs(tested.theta).max() <= 1e-6 and len(tested.weighted_data()[2]) == 0


@pytest.mark.parametrize("gamma", [0.5, 0.999, 1e-80, 1.0])
def test_many_rounds_at_once(gamma: float) -> None:
    one, other = (by_blocks(3, "logistic", Discount(gamma), 1e-6) for _ in range(2))
    for tested in (one, other):
        tested.advance()
        tested.observe(np.array([0.6, 0.8, 0.0]), 1.0)
    one.advance(700)
    for _ in range(700):
        other.advance()
    assert one.clock == other.clock == 701
    for tested in (one, other):
        tested.observe(np.array([0.8, -0.6, 0.0]), 0.0)
        tested.observe(np.array([1.0, 0.0, 0.0]), 1.0, age=300)
        assert tested.solve() <= 1e-6
    assert np.linalg.norm(one.theta - other.theta) <= one.certificate + other.certificate
    np.testing.assert_allclose(one.design, other.design, rtol=1e-13)
    one.advance(10**15)
    assert one.solve() <= 1e-6
    assert one.clock == 10**15 + 701
    if gamma < 1:
        assert np.abs(one.theta).max() <= 1e-6
        np.testing.assert_allclose(one.design, 4 * np.identity(3), rtol=1e-14)


@pytest.mark.slow
def test_round_off_does_not_drift_and_memory_is_flat() -> None:
    """A hundred thousand rounds: sums, design and certificate against what is stored."""
    rounds = 100_000
    for forgetting in (Discount(0.99), Window(200)):
        tested = by_blocks(3, "logistic", forgetting, 1e-3)
        A, r = stream(3, "logistic", rounds, changes=5)
        feed(tested, A, r)
        assert len(tested.store.about) <= 64
        actions, rewards, weights = tested.weighted_data()
        z = actions @ tested.theta
        gradient = actions.T @ (weights * (mean("logistic", z) - rewards)) + tested.theta
        assert np.linalg.norm(gradient) <= tested.certificate <= 1e-3
        recent = A[-3000:] if tested.gamma < 1 else A[-200:]
        share = tested.gamma ** np.arange(len(recent) - 1, -1, -1.0)
        exact = (recent.T * share) @ recent + 4 * np.identity(3)
        np.testing.assert_allclose(tested.design, exact, rtol=1e-12, atol=1e-12)
        before = tested.store.totals.copy()
        bl.add_up(tested.store)
        end = before.size - bl.SCALARS
        size = tested.store.totals[end + bl.HEARD]
        assert np.abs(before - tested.store.totals)[:end].max() <= 1e-11 * size


@pytest.mark.slow
def test_the_cost_of_a_round_does_not_grow_with_the_past() -> None:
    """Blocks expanded anew, searched, and Newton steps, per round."""
    counts = []
    for rounds in (4000, 16_000):
        tested = by_blocks(3, "logistic", Forever(), 0.05)
        A, r = stream(3, "logistic", rounds)
        feed(tested, A, r)
        counts.append(tested.store.counts[[bl.EXPANDED, bl.STEPS]] / rounds)
    # Logarithmic growth of the first at most: everything is expanded whenever the past has grown
    # by a fixed part.
    assert counts[1][0] <= 2 * counts[0][0] + 0.5
    assert counts[1][1] <= 1.2 * counts[0][1] + 0.1


def test_the_past_is_not_expanded_where_the_tangents_do() -> None:
    """A demand that the ridge meets alone needs no expansion at all."""
    tested = by_blocks(4, "logistic", Discount(0.99), 50.0, lam=100.0)
    A, r = stream(4, "logistic", 500)
    feed(tested, A, r)
    assert tested.store.counts[bl.EXPANDED] == 0
    assert tested.certificate <= 50.0


def test_the_curve_is_an_upper_bound() -> None:
    rng = np.random.default_rng(6)
    for r in [1e-12, 1e-6, 0.4999999, 0.5, 1.0, 299.0, *rng.uniform(0, 3, 200).tolist()]:
        with mpmath.workdps(50):
            exact = (mpmath.exp(r) - 1 - mpmath.mpf(r)) / mpmath.mpf(r) ** 2
            assert exact <= bn._curve(r) <= exact * (1 + 1e-3)
    assert bn._curve(301.0) == math.inf


def test_the_tangents_lack_no_more_than_the_curve_says() -> None:
    """|μ(z+h) - μ(z) - μ'(z) h| <= μ'(z) h² φ(|h|), and φ(0.9 |h|) would not do."""
    worst = {}
    for link in LINKS[:1] + LINKS[2:]:
        ratios = []
        for z in np.linspace(-12, 3, 31).tolist():
            for h in np.linspace(-4, 4, 33).tolist():
                if h == 0:
                    continue
                p, q = np.float64(mean(link, z)), np.float64(mean(link, z + h))
                slope = p if link == "poisson" else p * (1 - p / family(link).times)
                lack = abs(q - p - slope * h)
                ratios.append(lack / (slope * h * h * bn._curve(abs(h))))
        worst[link] = max(ratios)
        assert worst[link] <= 1 + 1e-6
    assert worst["poisson"] > 0.999 and worst["logistic"] > 0.99


def test_packed_matrices() -> None:
    rng = np.random.default_rng(8)
    for d in (1, 2, 3, 6, 17):
        B = rng.normal(size=(d, d))
        full = B @ B.T + np.identity(d)
        lower = full[np.tril_indices(d)].copy()
        factor, x = np.empty_like(lower), rng.normal(size=d)
        assert packed.cholesky(lower, factor, np.empty(d))
        out = np.empty(d)
        packed.solved(factor, x, out)
        np.testing.assert_allclose(out, np.linalg.solve(full, x), rtol=1e-9, atol=1e-12)
        packed.times_vector(lower, x, out)
        np.testing.assert_allclose(out, full @ x, rtol=1e-12, atol=1e-12)
        lower[-1] = -1.0
        assert not packed.cholesky(lower, factor, np.empty(d))


@pytest.mark.parametrize("arms", [1, 5, 64, 65, 200])
def test_choose_is_the_first_best_action(arms: int) -> None:
    rng = np.random.default_rng(5)
    for d in (3, 4, 7, 13):
        tested = by_blocks(d, "logistic", Discount(0.95))
        feed(tested, *stream(d, "logistic", 60))
        for _ in range(5):
            offered = rng.normal(size=(arms, d))
            offered /= np.linalg.norm(offered, axis=1, keepdims=True)
            bonus = rng.exponential()
            solved = np.linalg.solve(tested.design, offered.T)
            width = np.sqrt(np.einsum("kd,dk->k", offered, solved))
            value = mean("logistic", offered @ tested.theta)
            assert tested.choose(offered, bonus) == int(np.argmax(value + bonus * width))
            double = np.concatenate([offered, offered])[::-1]
            best = tested.choose(double, bonus)
            assert best < arms and (double[best] == offered[tested.choose(offered, bonus)]).all()
            length = float(np.linalg.norm(tested.theta))
            greedy, wide = int(np.argmax(value)), int(np.argmax(value + 50 * width))
            assert tested.choose(offered, 50.0, 0.0, 1.01 * length) == greedy
            assert tested.choose(offered, 50.0, 0.0, 0.99 * length) == wide
            assert tested.choose(offered, 50.0, math.nan, 1.01 * length) == wide


def test_choices_are_those_of_brute_force_but_for_ties() -> None:
    """Where they differ, the two indices differ by less than the estimates may."""
    d, bonus, differ = 5, 0.3, 0
    A, r = stream(d, "logistic", 400, norm=3.0, changes=1)
    rng = np.random.default_rng(9)
    for forgetting in (Discount(0.8), Window(90), Forever()):
        tested = by_blocks(d, "logistic", forgetting, 0.2)
        brute = NewtonEstimator(d, family("logistic"), 1.0, 4.0, forgetting)
        for t in range(400):
            for one in (tested, brute):
                one.advance()
                one.observe(A[t], r[t])
                one.solve()
            offered = rng.normal(size=(200, d))
            offered /= np.linalg.norm(offered, axis=1, keepdims=True)
            mine, theirs = tested.choose(offered, bonus), brute.choose(offered, bonus)
            if mine != theirs:
                differ += 1
                solved = np.linalg.solve(brute.design, offered.T)
                index = mean("logistic", offered @ brute.theta)
                index += bonus * np.sqrt(np.einsum("kd,dk->k", offered, solved))
                # μ has slopes of at most 1/4, at both actions.
                gap = (tested.certificate + brute.certificate) / tested.lam
                assert 0 <= index[theirs] - index[mine] <= 0.5 * gap
    assert 0 < differ <= 60  # of 1200


@pytest.mark.parametrize("forgetting", [Discount(0.8), Window(90), Forever()], ids=str)
def test_a_restored_estimator_goes_on_with_the_same_bits(forgetting: Any) -> None:
    A, r = stream(3, "binomial(5)", 400)
    one = by_blocks(3, "binomial(5)", forgetting)
    feed(one, A[:250], r[:250])
    other = by_blocks(3, "binomial(5)", forgetting)
    state = one.state()
    other.restore(state)
    for name, value in state.items():
        assert value.dtype != object, name
        np.testing.assert_array_equal(value, other.state()[name])
    for tested in (one, other):
        feed(tested, A[250:], r[250:])
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
        "a block too few": {**state, "data": state["data"][:-1]},
        "floats for counts": {**state, "counts": state["counts"].astype(float)},
        "too many blocks": changed("counts", bl.LAST, 10**9),
        "a first one that is not": changed("counts", bl.FIRST, 1),
        "another discount": changed("numbers", bl.GROWTH, 1.5),
        "another leap": changed("counts", bl.LEAP, 10**9),
        "a negative weight": changed("data", (0, bl.WEIGHT, 0), -1.0),
        "a heavy weight": changed("data", (0, bl.WEIGHT, 0), 1e300),
        "no weight": changed("data", (0, bl.WEIGHT, 0), 0.0),
        "a weight too many": changed("data", (-1, bl.WEIGHT, -1), 1.0),
        "a scale of 0": changed("numbers", bl.SCALE, 0.0),
        "a negative loss": changed("numbers", bl.LOST, -1.0),
        "a NaN for a certificate": changed("numbers", bl.CERTIFICATE, np.nan),
        "a negative certificate": changed("numbers", bl.CERTIFICATE, -1.0),
        "a long action": changed("actions", (0, 0, 0), 2.0),
        "a place far away": changed("data", (0, bl.PLACE, 0), 5.0),
        "another reward": changed("data", (0, bl.REWARD, 0), 7.0),
        "other sums": changed("totals", 0, state["totals"][0] * 1.001),
        "a place out of reach": changed("numbers", slice(bl.REACH, bl.PATH + 1), 0.0),
        "a round to come": changed("rounds", (0, 0), 10**6),
        "a round before the first": changed("rounds", (0, 0), 0),
        "an earliest round that is late": changed("about", (0, bl.EARLIEST), 40),
        "no factor": changed("factor", 0, 0.0),
        "text": {**state, "data": np.full(state["data"].shape, "x")},
        "no array": {**state, "about": None},
    }


def test_a_bad_state_is_refused_and_changes_nothing() -> None:
    tested = by_blocks(3, "logistic", Discount(0.99), 1e-2)
    feed(tested, *stream(3, "logistic", 150))
    before = tested.state()
    for what, state in spoiled(before).items():
        with pytest.raises(ValueError, match="state"):
            tested.restore(state)
            pytest.fail(what)
        after = tested.state()
        assert all((after[name] == before[name]).all() for name in before), what
    with pytest.raises(ValueError, match="state"):
        tested.restore(None)  # type: ignore[arg-type]


def test_clear_keeps_the_clock_only() -> None:
    tested = by_blocks(3, "logistic", Discount(0.9))
    A, r = stream(3, "logistic", 90)
    feed(tested, A, r)
    tested.clear()
    assert tested.clock == 90 and tested.certificate == 0 and not tested.theta.any()
    np.testing.assert_array_equal(tested.design, 4 * np.identity(3))
    fresh = by_blocks(3, "logistic", Discount(0.9))
    for one in (tested, fresh):
        feed(one, A[:1], r[:1])
    np.testing.assert_array_equal(tested.theta, fresh.theta)


def test_an_overflow_is_not_certified() -> None:
    tested = by_blocks(3, "poisson", Forever(), 1e-3, lam=1e-300)
    tested.advance()
    tested.observe(np.array([1e-3, 0.0, 0.0]), 1e10)  # the estimate would be log(1e10)/1e-3
    assert tested.solve() == math.inf
