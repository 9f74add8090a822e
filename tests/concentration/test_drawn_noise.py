"""Noise from uniform numbers: centred, bounded, with the variance it states."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.concentration.drawn_noise import NOISES, Logistic


@pytest.mark.parametrize("noise", NOISES)
def test_the_noise_is_centred_bounded_and_has_its_variance(noise: str) -> None:
    u = (np.arange(200_000) + 0.5) / 200_000
    a = np.full((2, len(u)), 0.5)
    value, variance = NOISES[noise](a, u)
    assert abs(value.mean()) < 1e-5 and abs(value).max() <= 1
    assert np.mean(value**2) == pytest.approx(variance[0], abs=1e-5)


def test_the_noise_of_a_logistic_reward_follows_the_action() -> None:
    a = np.array([[1.0, -1.0, 0.0], [0.0, 0.0, 0.0]])
    variance = Logistic(3.0)(a, np.zeros(3))[1]
    mean = 1 / (1 + np.exp(-3 / np.sqrt(2) * a[0]))
    assert np.allclose(variance, mean * (1 - mean), rtol=1e-14)
