"""Our own exponential and circle against forty digits."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.elementary import circle, exp, logistic


@fast
def both(x: float) -> tuple[float, float]:
    return exp(x), logistic(x)


@fast
def point(u: float) -> tuple[float, float]:
    return circle(u)


def ulps(found: float, exact: mp.mpf) -> float:
    return float(abs(mp.mpf(found) - exact) / mp.mpf(np.spacing(float(exact))))


@pytest.mark.parametrize("scale", [1e-12, 0.3, 5.0, 100.0, 700.0])
def test_exp_is_right_to_two_units_in_the_last_place(scale: float) -> None:
    xs = [*(scale * np.linspace(-1, 1, 101)), 0.0]
    with mp.workdps(40):
        assert max(ulps(both(x)[0], mp.exp(mp.mpf(float(x)))) for x in xs) <= 2.0


def test_the_logistic_is_right_and_saturates() -> None:
    with mp.workdps(40):
        for x in np.linspace(-40, 40, 161):
            assert ulps(both(x)[1], 1 / (1 + mp.exp(-mp.mpf(float(x))))) <= 4.0
    assert both(1e6)[1] == 1.0
    assert 0.0 < both(-1e6)[1] < 1e-300


def test_the_circle_is_right_at_every_quarter_and_between() -> None:
    us = [*np.linspace(0, 1, 257), 0.125, 0.375, 0.625, 0.875, 1 - 2.0**-53]
    with mp.workdps(40):
        for u in us:
            angle = 2 * mp.pi * mp.mpf(float(u))
            x, y = point(float(u))
            assert abs(x - mp.cos(angle)) < 4e-16
            assert abs(y - mp.sin(angle)) < 4e-16
