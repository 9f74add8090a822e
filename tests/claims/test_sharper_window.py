"""The paths that refute the mutants of the sharper bonus of a window obey its hypotheses."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory.claims.sharper import window_bonus


@pytest.mark.parametrize("make", [window_bonus._no_data, window_bonus._pushed, window_bonus._noisy])
def test_window_witnesses_are_paths_of_the_model(make) -> None:
    path = make()
    assert (np.linalg.norm(np.asarray(path.actions, float), axis=1) <= 1).all()
    assert (np.linalg.norm(np.asarray(path.theta, float), axis=1) <= path.S).all()
    assert all(0 <= reward <= path.m for reward in path.rewards)
    assert path.estimate_in_ball
