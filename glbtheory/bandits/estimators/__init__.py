"""What a policy remembers, and its certificate: :func:`estimator` chooses how it is kept.

=============== ==================================================================================
base            the interface
local           d <= 2: a local Taylor model of the likelihood, constant time per round
blocks          d >= 3: tangents of the likelihood by blocks, as exact as is asked for
newton          any d: Newton's method on the observations that still count, to 1e-8
projection      the estimate projected on the ball of radius S
log_odds_bound  how large the log-odds of an action can be within a confidence set
=============== ==================================================================================
"""

from __future__ import annotations

from glbtheory._support.validation import positive, whole_number
from glbtheory.bandits._limits import MOST_DIMENSIONS
from glbtheory.bandits.environments.reward_families import family
from glbtheory.bandits.estimators.base import Estimator, Forgetting, decay
from glbtheory.setting.forgetting import Discount, Forever, Window
from glbtheory.setting.links import Link

__all__ = ["Estimator", "Forgetting", "decay", "estimator"]

#: The weights of two rounds in a row must be numbers of the machine.
LEAST_GAMMA = 1e-80


def estimator(
    d: int,
    link: Link | str,
    lam: float,
    ridge: float,
    forgetting: Forgetting,
    accuracy: float | None = None,
) -> Estimator:
    """An estimator without observations, for actions in dimension d.

    For d >= 3 its certificates are at most ``accuracy`` where round-off allows it; without one, and
    for d <= 2 always, they are at most 1e-8.
    """
    d = whole_number("d", d, 1, MOST_DIMENSIONS)
    lam, ridge = positive("lam", lam), positive("ridge", ridge)
    if not isinstance(forgetting, Discount | Window | Forever):
        raise ValueError(f"forgetting must be Discount, Window or Forever, not {forgetting!r}")
    if decay(forgetting)[0] < LEAST_GAMMA:
        raise ValueError(f"gamma must be at least {LEAST_GAMMA:g}, not {decay(forgetting)[0]!r}")
    # Loaded when they are needed: each brings its compiled functions.
    if d <= 2:
        from glbtheory.bandits.estimators.local import LocalEstimator

        return LocalEstimator(d, family(link), lam, ridge, forgetting)
    if accuracy is not None:
        from glbtheory.bandits.estimators.blocks import BlockEstimator

        exact = positive("accuracy", accuracy)
        return BlockEstimator(d, family(link), lam, ridge, forgetting, exact)
    from glbtheory.bandits.estimators.newton import NewtonEstimator

    return NewtonEstimator(d, family(link), lam, ridge, forgetting)
