"""The sliding-window witnesses, computed again without the code of the claims."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest
from scipy.optimize import brentq

from glbtheory.claims.bonus._on_rounds import bonus
from glbtheory.claims.vocabulary.window_rounds import attacked_windows, mirrored
from glbtheory.claims.window.deviation import poisson_jump, two_parameters
from glbtheory.claims.window.regret_steps import I40, I41, SCALES
from glbtheory.claims.window.symbols import Z62
from glbtheory.claims.window.theorems import C7, T5, UNKNOWN
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.engines.orders import Order
from glbtheory.formulas import FORMULAS
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Window
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import binomial, logistic


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def norm(vector: np.ndarray, matrix: np.ndarray) -> float:
    return float(np.sqrt(vector @ np.linalg.solve(matrix, vector)))


def test_a_window_with_a_change_breaks_the_bound_on_the_noise() -> None:
    """Lines 2770-2781 as printed, by Newton's method and quadrature of the slopes."""
    path = two_parameters()
    A, r, lam, S = path.actions, path.rewards, path.lam, path.S
    theta = np.zeros(2)
    for _ in range(200):
        p = sigmoid(A @ theta)
        hessian = (A.T * (p * (1 - p))) @ A + lam * np.identity(2)
        theta = theta - 0.5 * np.linalg.solve(hessian, A.T @ (p - r) + lam * theta)
    v = (np.arange(4000) + 0.5) / 4000
    along = np.outer(A @ path.theta[-1], 1 - v) + np.outer(A @ theta, v)
    alpha = (sigmoid(along) * (1 - sigmoid(along))).mean(axis=1)
    mean = sigmoid((A * path.theta[:-1]).sum(axis=1))
    G, H = ((A.T * w) @ A + lam * np.identity(2) for w in (alpha, mean * (1 - mean)))
    noise = A.T @ (r - mean)
    x, y = norm(noise, G), norm(noise, H)
    bound = math.sqrt(1 + S) * y + y**2 / math.sqrt(lam)
    assert x / bound == pytest.approx(1.25520, abs=2e-4)
    assert not path.far and (np.linalg.norm(path.theta, axis=1) <= S).all()


def test_the_rewards_of_that_window_occur() -> None:
    """A success has the mean as probability; no other reward than 0 and 1 is possible."""
    path = two_parameters()
    mean = sigmoid((path.actions * path.theta[:-1]).sum(axis=1))
    assert set(path.rewards) == {0.0, 1.0}
    assert np.prod(np.where(path.rewards == 1, mean, 1 - mean)) == pytest.approx(0.0622, abs=1e-4)


@pytest.mark.parametrize("path", [poisson_jump(), mirrored(logistic, 8, math.log(7))])
def test_whole_rewards_without_noise(path: ProofRound) -> None:
    """The old mean is 1/n, one reward of n is 1; the estimate stays at the old parameter."""
    assert sum(path.rewards) == 1 and set(path.rewards) == {0.0, 1.0}
    assert float(path.X_H) == pytest.approx(0, abs=1e-12)
    assert path.estimate[0] == pytest.approx(path.theta[0, 0], abs=0.01)
    assert path.theta[-1, 0] == -path.theta[0, 0] and not path.far


def test_without_the_change_the_same_data_obey_the_bound() -> None:
    path = two_parameters()
    still = ProofRound(
        logistic, path.actions, path.rewards, 0 * path.theta, Window(104), 0.001, 10.0
    )
    assert still.far
    root = math.sqrt(1 + still.S) * still.X_H + still.X_H**2 / math.sqrt(still.lam)
    assert root >= still.X_G


@pytest.mark.parametrize("seed", range(3))
def test_the_long_action_is_played_whatever_the_rewards(seed: int) -> None:
    """The problem that refutes the printed theorem, played with random rewards."""
    n, lam, tau, T, S = 200, 1e5, 5, 10, 1.0
    link, arms, rng = binomial(n), (-1.0, 0.9), np.random.default_rng(seed)
    k, c = n / 4, float(link.dmu(S))
    played: list[float] = []
    rewards: list[float] = []
    for t in range(1, T + 1):
        recent = np.array(played[-tau:]).reshape(-1, 1)
        hat = estimate(recent, rewards[-tau:], np.ones(len(recent)), link, lam).theta[0]
        V = float((recent**2).sum()) + lam / c
        beta = FORMULAS["beta_window"](
            d=1, T=T, t=t, tau=tau, S=1, lam=lam, delta="0.05", k_mu=k, m=n
        )
        index = [
            float(link.mu(a * hat)) + beta / math.sqrt(c) * abs(a) / math.sqrt(V) for a in arms
        ]
        played.append(arms[int(np.argmax(index))])
        rewards.append(float(rng.binomial(n, sigmoid(np.array(played[-1] * S)))))
    assert played == [-1.0] * T
    regret = T * n * (sigmoid(np.array(0.9)) - sigmoid(np.array(-1.0)))
    values = dict(d=1, T=T, tau=tau, S=1, lam=lam, delta="0.05", k_mu=k, m=n, c_mu=c, Gamma=0)
    assert FORMULAS["regret_window"](**values) < regret
    assert regret < FORMULAS["regret_window_corrected"](**values)


def test_the_theorem_s_witness_names_that_problem() -> None:
    evidence = T5.printed[0].decide()
    assert evidence.outcome == REFUTED and evidence.witness is not None
    assert evidence.witness["trials"] == "200" and "64.9734" in evidence.detail


def test_the_bonus_of_a_path_is_the_formula_at_its_own_noise() -> None:
    path = ProofRound(
        logistic,
        np.array([[1.0], [0.5]]),
        np.array([1.0, 0.0]),
        np.zeros((3, 1)),
        Window(2),
        0.5,
        2.0,
    )
    with mp.workdps(30):
        # α of one parameter at 0: the estimate solves Σ(σ(aθ) - r)a + λθ = 0.
        hat = brentq(lambda x: sigmoid(x) - 1 + 0.5 * sigmoid(0.5 * x) + 0.5 * x, -5, 5, xtol=1e-14)
        H = mp.mpf(1) / 4 * (1 + mp.mpf(1) / 4) + mp.mpf(1) / 2
        rho = (mp.mpf(1) / 2 - mp.mpf(1) / 4) / mp.sqrt(H)
        inside = 3 + mp.sqrt(6) * rho + 2 * rho**2
        beta = mp.mpf(1) / 4 * mp.sqrt("0.5") * inside * mp.sqrt(inside)
        refined = mp.mpf(1) / 4 * mp.sqrt(5) * (mp.sqrt("0.5") * 2 + rho)
    assert path.estimate[0] == pytest.approx(hat, abs=1e-9)
    assert bonus(path) == pytest.approx(float(beta), rel=1e-12)
    assert bonus(path, "beta_bar") == pytest.approx(float(refined), rel=1e-12)
    assert float(bonus(path.precisely())) == pytest.approx(float(beta), rel=1e-12)


def test_a_known_round_is_looked_at_where_the_hypotheses_allow_it() -> None:
    @attacked_windows(latex="", known=[(two_parameters(), None)])
    def small(path: ProofRound, *, letter: str = "lam") -> float:
        return float(getattr(path, letter)) if path.t == 105 else 0.5

    quick = small.variant(samples=8, climbs=1, steps=2)
    assert quick.variant(letter="S").decide().outcome == HOLDS
    refuted = quick.variant(letter="S", far=None).decide()
    assert refuted.outcome == REFUTED and refuted.witness is not None
    assert refuted.witness["tau"] == "104" and len(refuted.witness["actions"]) == 104
    said = quick.variant(letter="S", far=None, known=[(two_parameters(), {"link": "logistic"})])
    assert said.decide().witness == {"link": "logistic"}


def test_no_case_has_slopes_that_bounded_rewards_forbid() -> None:
    """μ' is the variance of a reward in [0, m], at most m²/4."""
    assert all(c <= m**2 / 4 for c, m in SCALES) and any(c > 1 for c, m in SCALES)


def test_a_macro_that_may_be_empty_is_no_error() -> None:
    assert not Z62.corrected and Z62.ours
    assert all(s.decide().outcome == HOLDS for s in Z62.printed)


def test_the_unknown_tuning_is_the_known_one_without_the_changes() -> None:
    assert UNKNOWN.order == Order.of(c_mu="-1/3", d="2/3", T="2/3")
    assert UNKNOWN.window and len(C7.printed) == 1


def test_the_sums_are_refuted_on_problems_of_the_paper() -> None:
    """I40 and I41: the bonus is the paper's β, and the same two problems break both displays."""
    for claim in (I40, I41):
        forced, stale = (s.decide() for s in claim.printed)
        assert forced.outcome == stale.outcome == REFUTED
        assert forced.witness is not None and forced.witness["trials"] == "200"
        assert all(s.decide().outcome == HOLDS for s in claim.corrected)


def test_the_bound_with_gaps_on_that_problem_by_hand() -> None:
    """One round, 200 trials: 8β²/(c_μΔ) log(1+τ/λ) is below the regret Δ = 88.4."""
    n, lam, tau, T = 200, 1e5, 1, 1
    p = 1 / (1 + math.exp(-1.0))
    c, k, gap = n * p * (1 - p), n / 4, n * (1 / (1 + math.exp(-0.9)) - (1 - p))
    root = math.sqrt(lam)
    rho = root / (2 * n) + 2 * n / root * math.log(T / 0.05) + 2 * n / root * math.log(2)
    rho += n / root * math.log(1 + k * tau / lam)
    beta = k * root * (2 + math.sqrt(2 / lam) * rho + rho**2 / lam) ** 1.5
    assert 8 * beta**2 / (c * gap) * math.log(1 + tau / lam) == pytest.approx(47.7542, abs=1e-3)
    assert gap == pytest.approx(88.4016, abs=1e-3)
