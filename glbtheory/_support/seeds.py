"""Where streams of random numbers begin."""

from __future__ import annotations

import numpy as np

from glbtheory._support.validation import whole_number


def seed_root(seed: int | np.random.SeedSequence) -> np.random.SeedSequence:
    """A fresh root of seeds: spawning from the caller's own object would change it."""
    if isinstance(seed, np.random.SeedSequence):
        return np.random.SeedSequence(seed.entropy, spawn_key=seed.spawn_key)
    return np.random.SeedSequence(whole_number("seed", seed, 0))
