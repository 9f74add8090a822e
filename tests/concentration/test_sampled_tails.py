"""The simulated sums: against a slow loop, predictable, exact in one dimension, repeatable."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, log, sqrt
from typing import Any

import numpy as np
import pytest

from _ledger import all_records
from glbtheory.claims.model import Claim
from glbtheory.claims.tail.sampled import CLAIMS, DISCOUNT, WINDOW, shrunk
from glbtheory.concentration import noise_laws as exact_noise
from glbtheory.concentration.adversaries import (
    POLICIES,
    Adversary,
    Anticipating,
    Freeze,
    Greedy,
    adversaries,
    orthogonal,
    round_robin,
    stretch,
)
from glbtheory.concentration.drawn_noise import (
    FAIR,
    TwoPoint,
    noise_named,
    skewed,
)
from glbtheory.concentration.noise_laws import Law
from glbtheory.concentration.noise_laws import two_point as exact_two_point
from glbtheory.concentration.sampled_tails import (
    conservativeness,
    critical_scale,
    exceedances,
    peaks,
    simulate,
    upper_quantile,
    walk,
)
from glbtheory.concentration.tail_setting import PathState, Sums, TailSetting
from glbtheory.engines.sampling import clopper_pearson, sample_until
from glbtheory.setting.forgetting import Discount, Forever, Forgetting, Window

RNG = np.random.default_rng(0)
FORGETTING: list[Forgetting] = [Discount(0.9), Window(7), Forever()]


def setting(d: int = 3, t: int = 21, **changes: Any) -> dict[str, Any]:
    known = {"d": d, "t": t, "lam": 2.0, "m": 1.5, "forgetting": Discount(0.9), "noise": "fair"}
    return {**known, **changes}


class Recorder:
    """A policy that keeps what it played, and under which law."""

    def __init__(self, policy: Adversary):
        self.policy, self.moves = policy, []

    def __call__(self, state: PathState) -> Any:
        move = self.policy(state)
        self.moves.append(move)
        return move


def played(
    policy: Adversary, uniforms: np.ndarray, **changes: Any
) -> tuple[list[Any], PathState, TailSetting]:
    recorder, given = Recorder(policy), TailSetting(**setting(**changes))
    for state in walk(recorder, given, uniforms, np.random.default_rng(1)):
        end = state
    return recorder.moves, end, given


# --- the same numbers as a slow loop ------------------------------------------------------------


def slow(moves: list[Any], uniforms: np.ndarray, given: TailSetting, p: int) -> tuple[float, float]:
    """Norm and gain of path p from the discounted recursion of S and H, and a fresh inverse."""
    gamma = float(given.forgetting.gamma) if isinstance(given.forgetting, Discount) else 1.0
    H, S = given.lam * np.identity(given.d), np.zeros(given.d)
    for move, u in zip(moves, uniforms, strict=True):
        actions, law = move if isinstance(move, tuple) else (move, given.law)
        noise, variance = law(actions, u)
        a = actions[:, p]
        S = gamma * S + given.m * noise[p] * a
        H = gamma**2 * H + given.m**2 * variance[p] * np.outer(a, a)
        H += (1 - gamma**2) * given.lam * np.identity(given.d)
    norm = sqrt(S @ np.linalg.solve(H, S))
    return norm, (np.linalg.slogdet(H)[1] - given.d * log(given.lam)) / 2


@pytest.mark.parametrize("forgetting", FORGETTING, ids=str)
@pytest.mark.parametrize("name", POLICIES)
def test_rank_one_updates_agree_with_a_fresh_inverse(name: str, forgetting: Forgetting) -> None:
    rounds = 7 if isinstance(forgetting, Window) else 20
    uniforms = np.random.default_rng(5).random((rounds, 4))
    moves, end, given = played(POLICIES[name], uniforms, forgetting=forgetting)
    assert len(given.weights) == rounds
    sums = end.sums()
    for p in range(4):
        norm, gain = slow(moves, uniforms, given, p)
        assert sums.norm[p] == pytest.approx(norm, rel=1e-10, abs=1e-12)
        assert sums.gain[p] == pytest.approx(gain, rel=1e-10)


def test_long_walks_stay_accurate() -> None:
    uniforms = np.random.default_rng(6).random((300, 3))
    moves, end, given = played(stretch, uniforms, d=10, t=301, lam=20.0, forgetting=Discount(0.99))
    for p in range(3):
        norm, gain = slow(moves, uniforms, given, p)
        assert end.sums().norm[p] == pytest.approx(norm, rel=1e-10)
        assert end.sums().gain[p] == pytest.approx(gain, rel=1e-10)


# --- predictability -----------------------------------------------------------------------------


def same(x: Any, y: Any) -> bool:
    if isinstance(x, tuple):
        laws = [(v[1].high, v[1].low) for v in (x, y)]
        return np.array_equal(x[0], y[0]) and bool(np.array_equal(*laws))
    return bool(np.array_equal(x, y))


@pytest.mark.parametrize("k", [0, 4, 11])
@pytest.mark.parametrize("name", POLICIES)
def test_actions_and_laws_do_not_depend_on_noise_to_come(name: str, k: int) -> None:
    """Other noise from round k on: the moves up to and including round k stay the same."""
    policy = adversaries(0.1, level=0.15)[name]
    uniforms = np.random.default_rng(8).random((20, 50))
    other = uniforms.copy()
    other[k:] = np.random.default_rng(9).random(other[k:].shape)
    (first, _, _), (second, _, _) = (played(policy, u) for u in (uniforms, other))
    assert all(same(x, y) for x, y in zip(first[: k + 1], second[: k + 1], strict=True))
    # The check can see a difference: what is adaptive does answer to that noise later.
    later = all(same(x, y) for x, y in zip(first[k + 1 :], second[k + 1 :], strict=True))
    assert later == (name in ("fixed", "round robin", "random"))


def test_the_policy_that_anticipates_is_seen_to_do_so() -> None:
    uniforms = np.random.default_rng(8).random((20, 50))
    other = uniforms.copy()
    other[15:] = 1 - other[15:]
    (first, end, _), (second, _, _) = (
        played(Anticipating(5), u, foresight=True) for u in (uniforms, other)
    )
    assert all(same(x, y) for x, y in zip(first[:15], second[:15], strict=True))
    assert not same(first[15], second[15])
    plain = played(Anticipating(0), uniforms)[1]
    assert (end.square > plain.square).mean() > 0.9


def test_a_window_needs_only_its_own_rounds() -> None:
    assert len(TailSetting(**setting(t=301, forgetting=Window(7))).weights) == 7
    assert len(TailSetting(**setting(t=5, forgetting=Window(7))).weights) == 4
    assert simulate("fixed", paths=3, rng=np.random.default_rng(0), **setting(t=1)).norm.max() == 0


def test_every_policy_stays_in_the_ball_and_a_longer_action_is_an_error() -> None:
    for policy in POLICIES.values():
        moves, _, _ = played(policy, np.random.default_rng(2).random((20, 30)), d=5)
        for move in moves:
            a = move[0] if isinstance(move, tuple) else move
            assert a.shape == (5, 30) and (a * a).sum(axis=0).max() < 1 + 1e-12
    with pytest.raises(ValueError, match="norm at most 1"):
        played(lambda state: 1.1 * round_robin(state), np.zeros((20, 2)))


def test_greedy_does_better_than_each_move_it_may_choose() -> None:
    """E‖S‖^8 after the last round, from fresh inverses."""
    _, state, given = played(round_robin, np.random.default_rng(3).random((19, 40)))
    assert state.left == 1 and state.weight == 1

    def expected(a: np.ndarray, law: TwoPoint, p: int) -> float:
        high, low, chance, variance = (
            float(np.broadcast_to(x, 40)[p]) for x in (law.high, law.low, law.chance, law.variance)
        )
        H = np.linalg.inv(state.inverse[:, :, p])
        H += given.m**2 * variance * np.outer(a[:, p], a[:, p])
        ends = [state.S[:, p] + given.m * e * a[:, p] for e in (high, low)]
        powers = [(x @ np.linalg.solve(H, x)) ** 4 for x in ends]
        return float(chance * powers[0] + (1 - chance) * powers[1])

    greedy = Greedy()
    move = greedy(state)
    assert isinstance(move, tuple)
    side, front = orthogonal(state), stretch(state)
    for p in range(40):
        best = expected(move[0], move[1], p)  # type: ignore[arg-type]
        tried = [
            expected(np.cos(x) * side + np.sin(x) * front, law, p)
            for x in greedy.angles
            for law in greedy.laws
        ]
        assert best == pytest.approx(max(tried), rel=1e-9)
    assert not np.allclose(move[0], side)


# --- stopping and peaks -------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0.2, 0.3, 0.4])
def test_peaks_answer_for_every_level_of_stopping(level: float) -> None:
    given = setting(lam=10.0, m=1.0, t=60, forgetting=Discount(0.98))
    rngs = [np.random.default_rng(4) for _ in range(2)]
    top = peaks("round robin", [0.1], paths=3000, rng=rngs[0], **given)[0]
    stopped = simulate(Freeze(0.1, level), paths=3000, rng=rngs[1], **given).ratio(0.1)
    assert 0 < (top >= level).mean() < 1
    assert np.array_equal(top >= level, stopped >= level)


# --- noise of one's own ---------------------------------------------------------------------------


def norms(**changes: Any) -> np.ndarray:
    return simulate("stretch", paths=200, rng=np.random.default_rng(0), **setting(**changes)).norm


def test_laws_of_rationals_are_taken_as_noise() -> None:
    assert np.array_equal(norms(noise=exact_noise.FAIR), norms(noise=FAIR))
    law = exact_noise.skewed(Fraction(1, 4))
    assert np.allclose(norms(noise=law), norms(noise=skewed(0.25)), rtol=1e-12)
    u = (np.arange(40_000) + 0.5) / 40_000
    three = exact_noise.three_point(1, 0, Fraction(1, 2), Fraction(1, 3))
    value, variance = noise_named(three)(np.zeros((1, len(u))), u)
    assert abs(value.mean()) < 1e-4 and set(value) == {1.0, 0.0, -0.5}
    assert np.mean(value**2) == pytest.approx(float(three.variance), abs=1e-4) == variance[0]


def test_noise_beyond_m_is_for_those_who_ask() -> None:
    assert np.allclose(norms(noise=exact_two_point(2, 2), bounded=False, m=1), norms(m=2))
    function = norms(noise=lambda a, u: (np.where(u < 0.5, 2, -2), 4.0), bounded=False, m=1)
    assert np.allclose(function, norms(m=2))


def test_fractions_and_integers_are_numbers() -> None:
    assert np.array_equal(norms(lam=Fraction(5, 2), m=Fraction(3, 2)), norms(lam=2.5, m=1.5))
    assert np.array_equal(norms(lam=np.int64(3), d=np.int64(2)), norms(lam=3.0, d=2))


# --- exact in one dimension -----------------------------------------------------------------------


@pytest.mark.parametrize("scale", [0.35, 0.5])
def test_one_dimension_against_the_exact_binomial(scale: float) -> None:
    """With fair noise and a = 1 the sum is m(2B - n), and H is known in advance."""
    n, lam, delta = 60, 5.0, 0.1
    gain = log(1 + n / lam) / 2
    radius = Sums(np.zeros(1), np.array([gain]), 1, lam, 1.0).radius(delta)[0]
    hits = [k for k in range(n + 1) if abs(2 * k - n) / sqrt(lam + n) >= scale * radius]
    exact = float(Fraction(sum(comb(n, k) for k in hits), 2**n))
    given = setting(d=1, t=n + 1, lam=lam, m=1.0, forgetting=Forever())
    draw = exceedances("fixed", delta, scale=scale, **given)
    low, high = clopper_pearson(draw(np.random.default_rng(9), 40_000), 40_000, 0.9999)
    assert low <= exact <= high and high - low < 0.02
    assert 0.01 < exact < 0.5


def test_the_limits_of_a_quantile_cover_it_as_often_as_they_say() -> None:
    """Uniform values: the 0.9-quantile is 0.9; the exact coverage of order statistics is used."""
    rng = np.random.default_rng(10)
    found = [upper_quantile(rng.random(200), 0.1, level=0.9) for _ in range(2000)]
    covered = sum(f.low <= 0.9 <= f.high for f in found)
    assert clopper_pearson(covered, 2000, 0.999)[1] >= 0.9
    assert clopper_pearson(covered, 2000, 0.999)[0] < 0.97  # not by being endless
    assert all(f.low <= f.value <= f.high for f in found)


def test_limits_of_a_quantile_by_hand() -> None:
    """Five values and the median at level 0.9: P(B < 1) = P(B >= 5) = 1/32, so first and last."""
    found = upper_quantile(np.array([5.0, 1.0, 4.0, 2.0, 3.0]), 0.5, level=0.9)
    assert (found.value, found.low, found.high) == (3.0, 1.0, 5.0)
    few = upper_quantile(np.array([1.0, 2.0]), 0.01)
    assert few.high == float("inf")


def test_critical_scale_is_where_the_frequency_crosses_delta() -> None:
    given = setting(d=2, t=101, lam=20.0, m=1.0, forgetting=Forever())
    sums = simulate("round robin", paths=4000, rng=np.random.default_rng(3), **given)
    scale = critical_scale(sums, 0.1)
    ratio = sums.ratio(0.1)
    assert (ratio > scale.value).mean() <= 0.1 <= (ratio >= scale.value).mean()
    assert scale.low < scale.value < scale.high < 1


# --- repeatable ---------------------------------------------------------------------------------


def test_the_same_result_for_any_mapper() -> None:
    draw = exceedances("stretch", 0.1, scale=0.3, **setting(d=2, t=41, lam=10.0, m=1.0))
    known: dict[str, Any] = {"seed": 3, "level": 0.99, "batch": 500, "budget": 4000}
    alone = sample_until(draw, 0.1, **known)
    with ThreadPoolExecutor(2) as pool:
        assert sample_until(draw, 0.1, mapper=pool.map, **known) == alone
    # Other processes get the draw by pickling.
    for name in POLICIES:
        draw = exceedances(name, 0.1, scale=0.2, **setting(d=2))
        counts = [f(np.random.default_rng(1), 50) for f in (draw, pickle.loads(pickle.dumps(draw)))]
        assert counts[0] == counts[1]


def test_the_grid_is_repeatable_and_scales_with_the_noise() -> None:
    grid: dict[str, Any] = {"dims": [2, 3], "gammas": [0.9, 1.0], "lams": [10.0], "t": 41}
    cells = conservativeness(**grid, deltas=[0.05, 0.2], paths=800)
    assert cells == conservativeness(**grid, deltas=[0.05, 0.2], paths=800)
    assert len(cells) == 8 and all(0 < c.scale.value < 1 for c in cells)
    # Only λ/m² matters.
    one, two = (
        peaks(
            "stretch", [0.1], paths=50, rng=np.random.default_rng(0), **setting(lam=3 * m * m, m=m)
        )
        for m in (1.0, 7.0)
    )
    assert np.allclose(one, two, rtol=1e-10)


# --- the claims ---------------------------------------------------------------------------------


@pytest.mark.parametrize("claim", CLAIMS, ids=[c.id for c in CLAIMS])
def test_the_claims_say_that_they_are_sampled_and_what_they_cannot_see(claim: Claim) -> None:
    record = all_records()[claim.id]
    assert record.printed is not None and record.strength == "sampled"
    assert "paths in all" in record.printed.scope
    assert "blind" in record.printed.detail
    for mutant in record.mutants:
        assert mutant.witness is not None and mutant.witness["case"]
        assert mutant.witness["lower_limit"] > mutant.witness["target"]


@pytest.mark.parametrize(("use", "refuted"), [(DISCOUNT, 0.48), (WINDOW, 0.515)])
def test_the_check_is_blind_to_a_radius_that_is_shrunk_less(use: Any, refuted: float) -> None:
    """What the mutants say of themselves: ten per cent more, and nothing is seen."""
    assert any(s.why.startswith(f"radius times {refuted:g}") for c in CLAIMS for s in c.mutants)
    assert shrunk(use, 2, 1.1 * refuted).decide().outcome == "holds"


# --- bad input ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"d": 0}, "d must be an integer >= 1"),
        ({"t": 0}, "t must be an integer >= 1"),
        ({"lam": 0.0}, "lam must be positive"),
        ({"m": -1.0}, "m must be positive"),
        ({"forgetting": 0.9}, "forgetting must be Discount, Window or Forever"),
        ({"noise": "loud"}, "noise must be one of fair, skewed"),
        ({"variance": 0.0}, "variance must be positive"),
        ({"noise": "bernoulli", "foresight": True}, "foresight needs a noise"),
        ({"noise": None}, "noise must be one of fair.* or a Law, or a function"),
        ({"noise": 3}, "noise must be one of fair"),
        ({"noise": exact_two_point(2, 2)}, r"noise must have values in \[-1, 1\]"),
        ({"noise": Law(((1, 1),))}, "noise must have mean 0"),
        ({"noise": lambda a, u: u}, "noise must return the pair"),
        ({"noise": lambda a, u: (3 - 6 * u, 0 * u + 1)}, r"noise must lie in \[-1, 1\]"),
        ({"noise": lambda a, u: (0 * u, 0 * u + 2)}, r"variance in \[0, 1\]"),
        ({"noise": lambda a, u: (u + np.inf, u)}, "noise must be finite"),
        ({"noise": lambda a, u: (u, u - 1)}, "variance of the noise must be non-negative"),
        ({"noise": lambda a, u: (u, u + np.nan)}, "variance of the noise must be finite"),
        ({"noise": lambda a, u: (u[:1], u)}, "noise must have shape"),
        ({"noise": lambda a, u: (u, u[:1])}, "variance of the noise must have shape"),
    ],
)
def test_a_wrong_setting_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate("fixed", paths=10, rng=np.random.default_rng(0), **setting(**changes))


@pytest.mark.parametrize(
    ("policy", "message"),
    [
        (None, "policy must be one of fixed.* or a function of the state"),
        (3, "policy must be one of fixed"),
        (lambda state: np.full_like(state.S, np.nan), "actions of the policy must be finite"),
        (lambda state: np.ones((1, state.S.shape[1])), "actions of the policy must have shape"),
        (lambda state: None, "actions of the policy must be an array of numbers"),
        (lambda state: (0 * state.S, 3), "noise must be one of fair"),
    ],
)
def test_a_wrong_policy_is_named(policy: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        simulate(policy, paths=10, rng=np.random.default_rng(0), **setting())


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate("fixed", paths=3, rng=0, **setting()), "rng must be a numpy Generator"),
        (lambda: peaks("fixed", [], paths=3, rng=RNG, **setting()), "deltas must not be empty"),
        (lambda: conservativeness([2], [1.0], [1.0], [0.1], policies=[]), "policies must not"),
        (lambda: conservativeness([], [1.0], [1.0], [0.1]), "dims must not be empty"),
        (lambda: Greedy(laws=()), "laws must not be empty"),
        (lambda: Greedy(laws=(None,)), "laws must hold laws"),  # type: ignore[arg-type]
        (lambda: Greedy(power=-1), "power must be positive"),
        (lambda: Freeze(0.1, 0.0), "level must be positive"),
        (lambda: Freeze(0.1, 0.4, "fixed"), "base must be a function"),  # type: ignore[arg-type]
        (lambda: upper_quantile(np.array([1.0, np.nan]), 0.1), "values must be finite"),
    ],
)
def test_the_argument_that_is_wrong_is_named(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("delta", [0, 2, -0.1, float("nan"), "0.1", True])
def test_delta_has_one_range_and_one_message(delta: Any) -> None:
    sums = Sums(np.ones(5), np.ones(5), 2, 1.0, 1.0)
    for call in (
        lambda: sums.radius(delta),
        lambda: critical_scale(sums, delta),
        lambda: exceedances("fixed", delta, **setting()),
        lambda: Freeze(delta, 0.4),
    ):
        with pytest.raises(ValueError, match=r"delta must lie in \(0, 1\], not"):
            call()
    assert sums.radius(1).shape == (5,) and critical_scale(sums, 1).value > 0


def test_other_wrong_arguments_are_named() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(ValueError, match="gamma must lie in"):
        conservativeness([2], [1.5], [1.0], [0.1])
    with pytest.raises(ValueError, match="policy must be one of fixed"):
        simulate("slow", paths=10, rng=rng, **setting())
    with pytest.raises(ValueError, match="paths must be an integer >= 1"):
        simulate("fixed", paths=0, rng=rng, **setting())
    with pytest.raises(ValueError, match="foresight must be True"):
        simulate(Anticipating(5), paths=10, rng=rng, **setting())
    sums = simulate("fixed", paths=10, rng=rng, **setting())
    for delta in (0.0, 1.5, -0.1):
        with pytest.raises(ValueError, match="delta must"):
            sums.ratio(delta)
        with pytest.raises(ValueError, match="delta must"):
            exceedances("fixed", delta, **setting())
    with pytest.raises(ValueError, match="level must"):
        critical_scale(sums, 0.1, level=1.0)
    with pytest.raises(ValueError, match="values must not be empty"):
        upper_quantile(np.zeros(0), 0.1)
    with pytest.raises(ValueError, match="p must lie in"):
        skewed(0.7)
    with pytest.raises(ValueError, match="high must lie in"):
        TwoPoint(1.2, -1.0)
    with pytest.raises(ValueError, match="low must lie in"):
        TwoPoint(1.0, 0.5)
    assert FAIR.chance == 0.5 and FAIR.variance == 1
