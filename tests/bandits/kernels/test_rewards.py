"""One reward from one number: inverse distribution functions against SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC, POISSON
from glbtheory.bandits.kernels.rewards import COIN, FAMILY, GAUSSIAN, mean_of, reward

#: Away from the jumps of the distribution functions.
UNIFORM = (np.arange(400) + 0.37) / 400


@pytest.mark.parametrize("mean", [1e-3, 0.3, 0.5, 0.999])
def test_a_logistic_reward_is_one_below_the_mean(mean: float) -> None:
    found = [reward(LOGISTIC, 1.0, FAMILY, 1.0, mean, u) for u in UNIFORM]
    assert found == [float(u < mean) for u in UNIFORM]


@pytest.mark.parametrize("n", [2, 5, 100, 1000])
@pytest.mark.parametrize("p", [1e-4, 0.2, 0.5])
def test_binomial_rewards_invert_the_distribution_function(n: int, p: float) -> None:
    found = [reward(LOGISTIC, float(n), FAMILY, float(n), n * p, u) for u in UNIFORM]
    assert found == list(stats.binom.ppf(UNIFORM, n, p))
    mirrored = [reward(LOGISTIC, float(n), FAMILY, float(n), n * (1 - p), 1 - u) for u in UNIFORM]
    if p < 0.5:
        assert mirrored == [n - x for x in found]


@pytest.mark.parametrize("mean", [1e-3, 0.7, 12.5, 600.0])
def test_poisson_rewards_invert_the_distribution_function(mean: float) -> None:
    found = [reward(POISSON, 1.0, FAMILY, np.inf, mean, u) for u in UNIFORM]
    assert found == list(stats.poisson.ppf(UNIFORM, mean))


def test_linear_rewards_are_gaussian_or_coins() -> None:
    assert reward(LINEAR, 1.0, GAUSSIAN, 3.0, 0.25, -1.5) == 0.25 - 1.5 * 1.5
    coins = [reward(LINEAR, 1.0, COIN, 2.0, 0.5, u) for u in UNIFORM]
    assert coins == [2.0 * (u < 0.25) for u in UNIFORM]


def test_means_are_those_of_the_links() -> None:
    z = np.linspace(-5, 5, 41)
    for code, times, mean in (
        (LOGISTIC, 1.0, 1 / (1 + np.exp(-z))),
        (LOGISTIC, 7.0, 7 / (1 + np.exp(-z))),
        (LINEAR, 1.0, z),
        (POISSON, 1.0, np.exp(z)),
    ):
        np.testing.assert_allclose([mean_of(code, times, x) for x in z], mean, rtol=1e-14)
