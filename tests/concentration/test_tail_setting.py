"""The sums of a path and the radius they are compared with."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.concentration.tail_setting import Sums
from glbtheory.formulas import FORMULAS


def test_the_radius_is_the_formula() -> None:
    sums = Sums(np.array([1.0, 2.0]), np.array([0.25, 3.5]), d=4, lam=2.0, m=1.5)
    for gain, radius in zip(sums.gain, sums.radius(0.05, w=2), strict=True):
        known = {"d": 4, "lam": 2, "m": "1.5", "w": 2, "delta": "0.05", "gain": gain}
        assert radius == pytest.approx(FORMULAS["tail_radius"](**known), rel=1e-13)
    assert np.array_equal(sums.ratio(0.05), sums.norm / sums.radius(0.05))
