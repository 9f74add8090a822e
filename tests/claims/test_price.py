"""The paths that refute the mutants of the sharpened bonus obey all of its hypotheses."""

from functools import partial

import numpy as np
import pytest

from glbtheory.claims.bonus._on_rounds import pathwise
from glbtheory.claims.price import sharper_bonus as sharper
from glbtheory.engines.evidence import HOLDS, REFUTED

WITNESSES = [sharper._NO_DATA, sharper._PUSHED]


@pytest.mark.parametrize("path", WITNESSES)
def test_witnesses_are_paths_of_the_model(path):
    assert path.link in sharper.BOUNDED
    assert path.estimate_in_ball
    assert (np.linalg.norm(np.asarray(path.actions, float), axis=1) <= 1).all()
    assert (np.linalg.norm(np.asarray(path.theta, float), axis=1) <= path.S).all()
    assert all(0 <= r <= path.m for r in path.rewards)


def test_the_noise_needs_a_factor_and_has_enough():
    pushed = sharper._PUSHED
    assert sharper._covered(sharper._without_factor)(pushed) > 1.05
    for beta in (sharper._inside, sharper._general):
        assert sharper._covered(beta)(pushed) < 0.5


def _attacked(beta, seed, anywhere):
    ratio = sharper._covered(beta, anywhere=anywhere)
    return pathwise(ratio, "", seed, links=sharper.BOUNDED, samples=160, steps=200).decide()


@pytest.mark.parametrize(
    ("beta", "seed", "anywhere"),
    [
        (partial(sharper._general, rooted=False), 1140, True),
        (partial(sharper._general, implicit=False), 1140, True),
        (sharper._without_factor, 1150, False),
    ],
)
def test_what_the_attack_does_not_see(beta, seed, anywhere):
    """What the notes admit: on the paths of the attack these factors are not needed."""
    assert _attacked(beta, seed, anywhere).outcome == HOLDS


def test_what_the_attack_sees():
    assert _attacked(sharper._without_factor, 1140, True).outcome == REFUTED
