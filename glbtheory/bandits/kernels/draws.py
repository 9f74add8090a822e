"""Random action sets and their means, compiled: loops over a whole chunk of rounds.

A chunk of actions has the shape (rounds, d, K): the K numbers of one coordinate lie side by side.
"""

from __future__ import annotations

import numpy as np

from glbtheory.bandits.kernels.compile import fast
from glbtheory.bandits.kernels.elementary import circle
from glbtheory.bandits.kernels.rewards import mean_of

Array = np.ndarray


@fast
def _circle(u: Array, x: Array, y: Array) -> None:
    # Three plain rows: with one array of three axes the loop is not vectorised.
    for k in range(u.shape[0]):
        x[k], y[k] = circle(u[k])


@fast
def on_circle(u: Array, out: Array) -> None:
    """out[t, :, k] = (cos 2πu, sin 2πu) of u[t, k]."""
    for t in range(u.shape[0]):
        _circle(u[t], out[t, 0], out[t, 1])


@fast
def _shrink(u: Array, x: Array, y: Array) -> None:
    for k in range(u.shape[0]):
        radius = np.sqrt(u[k])
        x[k] *= radius
        y[k] *= radius


@fast
def into_disc(u: Array, out: Array) -> None:
    """Points of the circle move to the radius √u[t, k]: r² is uniform for uniform points."""
    for t in range(u.shape[0]):
        _shrink(u[t], out[t, 0], out[t, 1])


@fast
def directions(normal: Array, out: Array) -> None:
    """out[t, :, k] = the first coordinates of the direction of normal[t, k]."""
    for t in range(normal.shape[0]):
        for k in range(normal.shape[1]):
            square = 0.0
            for i in range(normal.shape[2]):
                square += normal[t, k, i] * normal[t, k, i]
            norm = np.sqrt(square)
            for i in range(out.shape[1]):
                out[t, i, k] = normal[t, k, i] / norm


@fast
def products(actions: Array, theta: Array, out: Array) -> None:
    """out[t, k] = a·θ, summed in the order of the coordinates, as where the rounds are played."""
    for t in range(actions.shape[0]):
        for k in range(actions.shape[2]):
            out[t, k] = actions[t, 0, k] * theta[t, 0]
        for i in range(1, actions.shape[1]):
            for k in range(actions.shape[2]):
                out[t, k] += actions[t, i, k] * theta[t, i]


@fast
def means(link: int, times: float, z: Array, out: Array) -> None:
    """out[t, k] = μ(z[t, k])."""
    for t in range(z.shape[0]):
        for k in range(z.shape[1]):
            out[t, k] = mean_of(link, times, z[t, k])
