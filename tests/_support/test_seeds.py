"""Roots of seeds: fresh ones, whoever asks."""

from __future__ import annotations

import numpy as np
import pytest

from glbtheory._support.seeds import seed_root


def test_a_number_and_its_sequence_are_the_same_root() -> None:
    a, b = seed_root(7), seed_root(np.random.SeedSequence(7))
    assert a.generate_state(4).tolist() == b.generate_state(4).tolist()
    assert a.entropy == 7 and a.spawn_key == ()


def test_spawning_leaves_the_seed_of_the_caller_alone() -> None:
    own = np.random.SeedSequence(5).spawn(2)[1]
    first = [s.spawn_key for s in seed_root(own).spawn(2)]
    assert first == [s.spawn_key for s in seed_root(own).spawn(2)] == [(1, 0), (1, 1)]
    assert own.n_children_spawned == 0


@pytest.mark.parametrize("bad", [-1, 1.5, True, "7", None])
def test_other_seeds_are_refused(bad: object) -> None:
    with pytest.raises(ValueError, match="seed must be"):
        seed_root(bad)  # type: ignore[arg-type]
