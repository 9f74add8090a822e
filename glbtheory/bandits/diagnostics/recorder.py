r"""One run of one policy, seen from inside: what it believes, and what that belief rests on.

::

    run = record(environment, policy, run_seed(0, 0), rounds=[1, 100, 4000])
    run.regret                      # of every round
    run.moments[2].theta            # the estimate with which round 4000 is played
    run.column("bonus")             # b‖a‖ of the action that is played, at the three rounds

The rounds are those of ``bandits.play_run`` for the same seed, bit for bit.  A moment is what the
policy knows when the actions of the round are on the table, and what it then does.  With the
weights :math:`w_s` of the observations,

.. math:: W = \sum_s w_s , \qquad n = \frac{(\sum_s w_s)^2}{\sum_s w_s^2} , \qquad
          J(u) = \sum_s w_s \dot\mu(a_s^\top\hat\theta_t)(a_s^\top u)^2

are the sum of weights, the effective sample size (Kish: a mean with these weights has the variance
of a plain mean of n) and the Fisher information in the direction u of the action that is played:
the unit of λ, so that λ outweighs the data in that direction where :math:`J(u) < \lambda`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import listed, whole_number
from glbtheory.bandits.diagnostics import confidence_ellipses
from glbtheory.bandits.diagnostics.confidence_ellipses import Region
from glbtheory.bandits.environments.environment import Environment
from glbtheory.bandits.policies.bandit_over_bandit import BanditOverBandit
from glbtheory.bandits.policies.base import Policy
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.setting.likelihood import hessian

Array = np.ndarray


class Round(NamedTuple):
    """A round before it is played: its number, the actions as K rows, and what nobody sees."""

    number: int
    offered: Array
    truth: Array
    means: Array
    best: float
    noise: float
    environment: Environment

    def reward(self, chosen: int) -> float:
        """The reward of an action."""
        return self.environment.reward(float(self.means[chosen]), float(self.noise))

    def regret(self, chosen: int) -> float:
        """The mean that is lost by it."""
        return max(float(self.best - self.means[chosen]), 0.0)


def stream(environment: Environment, seed: int | np.random.SeedSequence = 0) -> Iterator[Round]:
    """The rounds of one run, one after the other; the seed is that of ``play_run``."""
    if not isinstance(environment, Environment):
        raise ValueError(f"environment must be an Environment, not {environment!r}")
    world, _ = seed_root(seed).spawn(2)
    return _rounds(environment, world)


def _rounds(environment: Environment, world: np.random.SeedSequence) -> Iterator[Round]:
    for chunk in environment.rounds(world):
        means, best = environment.means(chunk), environment.best(chunk)
        for i, noise in enumerate(chunk.noise):
            yield Round(
                chunk.first + i + 1,
                chunk.offered(i),
                chunk.theta[i],
                means[i],
                best[i],
                noise,
                environment,
            )


@dataclass(frozen=True, eq=False)
class Moment:
    """A policy at one round.

    Policies without an estimate have None for it; numbers that a policy does not have are not
    numbers.  ``centre`` is the parameter in the index, ``prediction`` the mean there of the action
    that is played, ``coefficient`` and ``bonus`` are b and b‖a‖ of that action.  ``spread`` is the
    largest minus the least bonus of the actions on offer: what is common to all of them changes no
    choice.
    """

    number: int
    truth: Array
    action: Array
    reward: float
    regret: float
    theta: Array | None = None
    centre: Array | None = None
    design: Array | None = None
    inside: bool = True
    coefficient: float = math.nan
    bonus: float = math.nan
    spread: float = math.nan
    prediction: float = math.nan
    weight: float = math.nan
    sample_size: float = math.nan
    information: float = math.nan
    played: Region | None = None
    proved: Region | None = None
    asymptotic: Region | None = None

    @property
    def distance(self) -> float:
        """From the estimate to the parameter."""
        return math.nan if self.theta is None else float(np.linalg.norm(self.theta - self.truth))

    @property
    def angle(self) -> float:
        """Between the estimate and the parameter, in degrees; not a number for the estimate 0."""
        if self.theta is None or not self.theta.any():
            return math.nan
        lengths = float(np.linalg.norm(self.theta) * np.linalg.norm(self.truth))
        return math.degrees(
            math.acos(min(1.0, max(-1.0, float(self.theta @ self.truth) / lengths)))
        )


@dataclass(frozen=True, eq=False)
class RecordedRun:
    """Actions, rewards, regret and whether the estimate lay outside Θ; moments of some rounds."""

    name: str
    actions: Array
    regret: Array
    reward: Array
    outside: Array
    moments: tuple[Moment, ...]

    @cached_property
    def rounds(self) -> Array:
        """The numbers of the recorded rounds."""
        return np.array([m.number for m in self.moments])

    def column(self, name: str) -> Array:
        """One number, or one vector, per recorded round."""
        if not hasattr(Moment, name) and name not in Moment.__dataclass_fields__:
            raise ValueError(f"name must be an attribute of a moment, not {name!r}")
        return np.array([getattr(m, name) for m in self.moments])

    def at(self, number: int) -> Moment:
        """The recorded moment of a round."""
        found = [m for m in self.moments if m.number == number]
        if not found:
            raise ValueError(f"number must be a recorded round, not {number!r}")
        return found[0]


def record(
    environment: Environment,
    policy: Policy,
    seed: int | np.random.SeedSequence = 0,
    rounds: Iterable[int] | None = None,
    *,
    last: int | None = None,
) -> RecordedRun:
    """Play one run up to the round ``last`` (the horizon); moments of ``rounds`` (all)."""
    if not isinstance(policy, Policy) or not policy.contextual:
        raise ValueError(f"policy must choose among actions that are vectors, not {policy!r}")
    if not isinstance(environment, Environment):
        raise ValueError(f"environment must be an Environment, not {environment!r}")
    T = environment.horizon
    last = T if last is None else whole_number("last", last, 1, T)
    if policy.d not in (None, environment.d):
        raise ValueError(f"policy must have d = {environment.d}, not {policy.d}")
    if policy.horizon is not None and policy.horizon < last:
        raise ValueError(f"policy must have a horizon of at least {last}, not {policy.horizon}")
    given = range(1, last + 1) if rounds is None else listed("rounds", rounds)
    wanted = {whole_number("rounds", t, 1, last) for t in given}
    _, own = seed_root(seed).spawn(2)
    policy.reset(own)
    regret, reward, outside = np.zeros(last), np.zeros(last), np.zeros(last, bool)
    actions = np.zeros((last, environment.d))
    moments = []
    for now in stream(environment, seed):
        i = now.number - 1
        model = believer(policy)
        outside[i] = model is not None and not confidence_ellipses.in_ball(model)
        chosen = policy.select(now.offered)
        regret[i], reward[i] = now.regret(chosen), now.reward(chosen)
        actions[i] = now.offered[chosen]
        if now.number in wanted:
            moments.append(_moment(now, model, chosen))
        policy.update(actions[i], reward[i])
        if now.number == last:
            break
    policy.reset()
    return RecordedRun(policy.name, actions, regret, reward, outside, tuple(moments))


def believer(policy: Policy) -> GeneralizedLinearUCB | None:
    """Who holds the estimate: the policy, or the one that plays the block of bandit over bandit."""
    if isinstance(policy, BanditOverBandit):
        return policy.player
    return policy if isinstance(policy, GeneralizedLinearUCB) else None


def _moment(now: Round, model: GeneralizedLinearUCB | None, chosen: int) -> Moment:
    action = now.offered[chosen].copy()
    seen = Moment(now.number, now.truth.copy(), action, now.reward(chosen), now.regret(chosen))
    if model is None:
        return seen
    theta, design, middle = model.theta, model.estimator.design, confidence_ellipses.centre(model)
    b = confidence_ellipses.coefficient(model)
    solved = np.linalg.solve(design, now.offered.T)
    widths = np.sqrt(np.einsum("ki,ik->k", now.offered, solved))
    actions, _, weights = model.estimator.weighted_data()
    total = float(weights.sum())
    squares = float((weights**2).sum())
    fisher = hessian(theta, actions, weights, model.link, model.lam)
    along = action / np.linalg.norm(action)
    return Moment(
        number=seen.number,
        truth=seen.truth,
        action=action,
        reward=seen.reward,
        regret=seen.regret,
        theta=theta,
        centre=middle,
        design=design,
        inside=confidence_ellipses.in_ball(model),
        coefficient=b,
        bonus=b * float(widths[chosen]),
        spread=b * float(np.ptp(widths)),
        prediction=float(model.link.mu(action @ middle)),
        weight=total,
        sample_size=total * total / squares if squares else 0.0,
        information=max(float(along @ fisher @ along) - model.lam, 0.0),
        played=confidence_ellipses.played(model, b),
        proved=confidence_ellipses.proved(model, b),
        asymptotic=confidence_ellipses.asymptotic(model),
    )
