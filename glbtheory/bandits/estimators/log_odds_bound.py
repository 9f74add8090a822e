r"""How large the log-odds of an action can be within a confidence set of LogUCB2."""

from __future__ import annotations

from typing import Any

import numpy as np

from glbtheory._support.validation import (
    finite_array,
    fraction_of_one,
    positive,
    unit_ball,
    weights_of,
    whole_number,
)
from glbtheory.bandits.estimators.projection import ProjectionTask, slabs_of


def log_odds(
    actions: Any,
    weights: Any,
    theta_hat: Any,
    link: Any,
    lam: float,
    S: float,
    x: Any,
    radius: float,
    *,
    tolerance: float = 1e-3,
    work: int = 4000,
) -> float:
    r"""An upper bound of :math:`|x^\top\theta|` over the confidence set, for d <= 2.

    The set is that of the θ in the ball whose
    :math:`\lVert g(\theta)-g(\hat\theta)\rVert_{H^{-1}(\theta)}` is at most ``radius``.  The bound
    is within tolerance · S‖x‖ of the supremum, or further above it where ``work`` cells were not
    enough; it is -1 if the set is empty.
    """
    A = unit_ball(actions)
    n, d = A.shape
    w, lam, S = weights_of(weights, n), positive("lam", lam), positive("S", S)
    hat, x = finite_array("theta_hat", theta_hat, (d,)), finite_array("x", x, (d,))
    radius = positive("radius", radius)
    tolerance = fraction_of_one("tolerance", tolerance)
    work = whole_number("work", work, 1)
    if d > 2:
        raise ValueError(f"actions must have at most 2 coordinates, not {d}")
    empty = slabs_of(None, d)
    task = ProjectionTask(A, w, hat, link, lam, S, True, None, *empty)
    size = float(np.linalg.norm(x))
    if size == 0.0:
        return 0.0
    # Most often the set reaches the ends of the ball, which costs two values to see.
    if any(task.value(end) < radius * (1 - 1e-9) for end in (S / size * x, -S / size * x)):
        return S * size
    from glbtheory.bandits.kernels.projection_search import widest

    direction = np.zeros(2)
    direction[:d] = x
    return float(widest(task.problem(), *direction, radius**2, tolerance, work))
