"""One reward from one random number.

Every policy of a run meets the same number at the same round, whatever it plays: with common random
numbers the difference between two policies varies less than either of them.
"""

from __future__ import annotations

from glbtheory.bandits.kernels.compile import lean
from glbtheory.bandits.kernels.elementary import exp, logistic
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC

#: What the noise of a round is: a uniform number, a standard normal one, a uniform one for a coin.
FAMILY, GAUSSIAN, COIN = 0, 1, 2
#: Beyond this a start of the inverse distribution function underflows.
MOST_TRIALS, LARGEST_MEAN = 1000, 700.0


@lean
def mean_of(link: int, times: float, z: float) -> float:
    """μ(z); ``times`` is the number of trials of a binomial reward."""
    if link == LINEAR:
        return z
    if link == LOGISTIC:
        return times * logistic(z)
    return exp(min(max(z, -700.0), 700.0))


@lean
def _binomial(n: int, p: float, u: float) -> float:
    """The smallest k with P(X <= k) > u, X binomial with n trials of probability p <= 1/2."""
    probability = 1.0
    for _ in range(n):
        probability *= 1.0 - p
    odds = p / (1.0 - p)
    k = 0
    below = probability
    while u >= below and k < n:
        probability *= odds * (n - k) / (k + 1)
        k += 1
        below += probability
    return float(k)


@lean
def _poisson(mean: float, u: float) -> float:
    """The smallest k with P(X <= k) > u, X Poisson."""
    probability = exp(-mean)
    k = 0
    below = probability
    while u >= below and probability > 0.0:
        k += 1
        probability *= mean / k
        below += probability
    return float(k)


@lean
def reward(link: int, times: float, kind: int, m: float, mean: float, noise: float) -> float:
    """A reward of the given mean.

    Logistic and binomial rewards count successes, Poisson rewards come from the inverse
    distribution function; a linear reward is Gaussian with standard deviation m/2, the largest
    that a reward on [0, m] can have, or a coin on {0, m}.
    """
    if kind == GAUSSIAN:
        return mean + 0.5 * m * noise
    if kind == COIN:
        return m if noise * m < mean else 0.0
    if link != LOGISTIC:
        return _poisson(mean, noise)
    if times == 1.0:
        return 1.0 if noise < mean else 0.0
    p = mean / times
    if p > 0.5:
        return times - _binomial(int(times), 1.0 - p, 1.0 - noise)
    return _binomial(int(times), p, noise)
