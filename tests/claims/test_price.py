"""The paths that refute the mutants of the sharpened bonus obey all of its hypotheses."""

from functools import partial

import numpy as np
import pytest

from glbtheory.claims.price import sharper_bonus as sharper
from glbtheory.engines.evidence import HOLDS, REFUTED

WITNESSES = [sharper._NO_DATA, sharper._PUSHED, sharper._NOISY, sharper._OLD_NOISE]


@pytest.mark.parametrize("path", WITNESSES)
def test_witnesses_are_paths_of_the_model(path):
    assert path.link in sharper.BOUNDED
    assert path.estimate_in_ball
    assert (np.linalg.norm(np.asarray(path.actions, float), axis=1) <= 1).all()
    assert (np.linalg.norm(np.asarray(path.theta, float), axis=1) <= path.S).all()
    assert all(0 <= r <= path.m for r in path.rewards)


def _ratio(path, beta):
    """Of this path alone: nothing is searched."""
    return sharper.covers.variant(beta=beta, known=[path], over=[]).decide().worst_ratio


def test_the_noise_needs_a_factor_and_has_enough():
    pushed = sharper._PUSHED
    assert _ratio(pushed, sharper._without_factor) > 1.05
    for beta in (sharper._inside, sharper._general):
        assert _ratio(pushed, beta) < 0.5


@pytest.mark.parametrize(
    ("statement", "beta"),
    [
        (sharper.covers, partial(sharper._general, rooted=False)),
        (sharper.covers, partial(sharper._general, implicit=False)),
        (sharper.covers, partial(sharper._general, square=0.0)),
        (sharper.covers, partial(sharper._general, old=0.0)),
        (sharper.covers_inside, sharper._without_factor),
    ],
)
def test_what_the_attack_does_not_see(statement, beta):
    """What the notes admit: on the paths that the attack draws these factors are not needed."""
    assert statement.variant(beta=beta, known=()).decide().outcome == HOLDS


def test_what_the_attack_sees():
    for known in ((), sharper._KNOWN):
        moved = sharper.covers.variant(beta=sharper._without_factor, known=known)
        assert moved.decide().outcome == REFUTED
    inside = sharper.covers_inside.variant(beta=sharper._without_factor)
    assert inside.decide().outcome == REFUTED
