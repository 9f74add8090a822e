r"""What a policy would have earned, from the log of another one that played at random.

Round t of a log has an action :math:`a_t`, drawn with the propensity
:math:`p_t = \pi_0(a_t\mid x_t) > 0`, and its reward :math:`r_t`.  For a target policy with
probabilities :math:`\pi(a\mid x_t)` let :math:`\rho_t = \pi(a_t\mid x_t)/p_t`.  The value
:math:`\frac1n\sum_t\sum_a\pi(a\mid x_t)\,\mathbb{E}[r\mid x_t,a]` is estimated by

.. math::
    \mathrm{IPS} &= \frac1n\sum_t \rho_t r_t , \qquad
    \mathrm{SNIPS} = \frac{\sum_t\rho_t r_t}{\sum_t\rho_t} , \\
    \mathrm{DR} &= \frac1n\sum_t\Big(\sum_a\pi(a\mid x_t)\,\hat q(x_t,a)
        + \rho_t\,\big(r_t-\hat q(x_t,a_t)\big)\Big) .

IPS :cite:p:`horvitz1952` is unbiased if :math:`p_t` is what the log was drawn with and is positive
wherever :math:`\pi` is; DR :cite:p:`dudik2011` is so too, whatever :math:`\hat q`, as long as
:math:`\hat q` was not fitted on the reward it is compared with; a good :math:`\hat q` lowers its
variance.  SNIPS :cite:p:`swaminathan2015` is biased by O(1/n), stays within the range of the
rewards, and adding a number to all rewards adds it to the estimate.

The target may depend on the rounds before (then the log must be of independent rounds and the value
is that of the target along the log), but not on :math:`a_t` and :math:`r_t` of its own round.

``standard_error`` is that of a mean of n independent terms: :math:`\sqrt{s^2/n}` with their sample
variance :math:`s^2`.  For SNIPS the terms are
:math:`\rho_t(r_t-\mathrm{SNIPS})/\bar\rho`, the first order of the delta method.  Limits are
estimate ± z standard errors, right for large n only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one
from glbtheory.bandits.inputs.tables import as_rewards

Array = np.ndarray
_ROUND_OFF = 1e-9


@dataclass(frozen=True)
class OffPolicyValue:
    r"""An estimate, and :math:`(\sum\rho_t)^2/\sum\rho_t^2`, the rounds that it is worth."""

    value: float
    standard_error: float
    effective_rounds: float

    def limits(self, level: float = 0.95) -> tuple[float, float]:
        """Normal limits of this level, for large logs."""
        from scipy.special import ndtri

        z = float(ndtri((1 + fraction_of_one("level", level)) / 2))
        return self.value - z * self.standard_error, self.value + z * self.standard_error


def inverse_propensity(rewards: Any, propensities: Any, target: Any) -> OffPolicyValue:
    """IPS; ``target`` has the probabilities of the logged actions under the target policy."""
    r, ratio = _log(rewards, propensities, target)
    return _mean(ratio * r, ratio)


def self_normalised(rewards: Any, propensities: Any, target: Any) -> OffPolicyValue:
    """SNIPS."""
    r, ratio = _log(rewards, propensities, target)
    total = ratio.sum()
    if total == 0:
        raise ValueError("target must be positive at a logged action")
    value = float(ratio @ r / total)
    spread = _mean(ratio * (r - value) / ratio.mean(), ratio)
    return OffPolicyValue(value, spread.standard_error, spread.effective_rounds)


def doubly_robust(
    rewards: Any, propensities: Any, chosen: Any, target: Any, predicted: Any
) -> OffPolicyValue:
    r"""DR; ``target`` and ``predicted`` have rows of K numbers: :math:`\pi` and :math:`\hat q`.

    ``chosen`` are the numbers of the logged actions, from 0.
    """
    r = as_rewards(rewards)
    pi = _distribution(target, len(r))
    q = finite_array("predicted", predicted, pi.shape)
    k = np.asarray(chosen)
    if k.shape != r.shape or k.dtype.kind not in "iu" or k.min() < 0 or k.max() >= pi.shape[1]:
        raise ValueError(f"chosen must be {len(r)} integers from 0 to {pi.shape[1] - 1}")
    rounds = np.arange(len(r))
    r, ratio = _log(r, propensities, pi[rounds, k])
    return _mean((pi * q).sum(axis=1) + ratio * (r - q[rounds, k]), ratio)


def _log(rewards: Any, propensities: Any, target: Any) -> tuple[Array, Array]:
    r = as_rewards(rewards)
    if len(r) < 2:
        raise ValueError(f"rewards must be at least 2 numbers, not {len(r)}")
    p = finite_array("propensities", propensities, r.shape)
    if p.min() <= 0 or p.max() > 1:
        raise ValueError("propensities must lie in (0, 1]")
    pi = finite_array("target", target, r.shape)
    if pi.min() < 0 or pi.max() > 1 + _ROUND_OFF:
        raise ValueError("target must lie in [0, 1]")
    with np.errstate(over="ignore"):
        ratio = pi / p
    if not np.isfinite(ratio).all():
        raise ValueError("propensities must be large enough for finite ratios target/propensities")
    return r, ratio


def _distribution(target: Any, n: int) -> Array:
    pi = finite_array("target", target, (n, None))
    if pi.min(initial=0.0) < 0 or np.abs(pi.sum(axis=1) - 1).max(initial=0.0) > _ROUND_OFF:
        raise ValueError("target must have rows that are probabilities: at least 0, with the sum 1")
    return pi


def _mean(terms: Array, ratio: Array) -> OffPolicyValue:
    error = math.sqrt(float(terms.var(ddof=1)) / len(terms))
    squares = float(ratio @ ratio)
    worth = float(ratio.sum()) ** 2 / squares if squares > 0 else 0.0
    return OffPolicyValue(float(terms.mean()), error, worth)
