r"""One run: an environment and the policies that meet it, all on the same random numbers.

Run i of an experiment has the seed ``SeedSequence(seed).spawn(runs)[i]``, whatever ``runs`` is.
Its first child feeds the environment, the second the policies' own random play; every policy is
given the same, so that two policies differ only where they act differently.

The rounds are drawn once, in blocks, and every policy plays each block: by the compiled kernel
where it has a rule for it, else by ``select`` and ``update``.  Both give the same bits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import listed, whole_number
from glbtheory.bandits.environments.environment import Chunk, Environment
from glbtheory.bandits.kernels.play import PlayRule, play
from glbtheory.bandits.kernels.rewards import reward
from glbtheory.bandits.policies.base import Policy
from glbtheory.bandits.trace import Trace

Array = np.ndarray

#: Rounds of a block.
BLOCK = 512
#: Bonuses are computed for so many rounds at a time: a whole number of blocks.
_AHEAD = 8 * BLOCK


def run_seed(seed: int, run: int) -> np.random.SeedSequence:
    """The seed of one run: ``SeedSequence(seed).spawn(runs)[run]`` without the others."""
    root = seed_root(seed)
    return np.random.SeedSequence(root.entropy, spawn_key=(whole_number("run", run, 0),))


def play_run(
    environment: Environment,
    policies: Mapping[str, Policy],
    seed: int | np.random.SeedSequence,
    checkpoints: Sequence[int],
) -> dict[str, Trace]:
    """One replication up to the last checkpoint; the policies are reset before and after."""
    if not isinstance(environment, Environment):
        raise ValueError(f"environment must be an Environment, not {environment!r}")
    last, given = environment.horizon, listed("checkpoints", checkpoints)
    rounds = np.array([whole_number("checkpoints", c, 1, last) for c in given], dtype=np.int64)
    if (np.diff(rounds) <= 0).any():
        raise ValueError("checkpoints must increase")
    _check_policies(environment, policies, int(rounds[-1]))
    world, own = seed_root(seed).spawn(2)
    players = {}
    for label, policy in policies.items():
        policy.reset(own)
        players[label] = _player(environment, policy, _Recorder(rounds))
    for chunk in environment.rounds(world, BLOCK):
        if chunk.first >= rounds[-1]:
            break
        means: list[Array] = []
        for player in players.values():
            player.play(chunk, means)
    for policy in policies.values():
        policy.reset()
    return {label: player.recorder.trace() for label, player in players.items()}


def _check_policies(environment: Environment, policies: Any, last: int) -> None:
    """They must be policies that can meet the environment up to the round ``last``."""
    if not isinstance(policies, Mapping) or not policies:
        raise ValueError(f"policies must be a dictionary of at least one, not {policies!r}")
    for label, policy in policies.items():
        if not isinstance(policy, Policy):
            raise ValueError(f"policies must be Policy objects, not {policy!r}")
        # The compiled rounds look at none of these.
        if policy.d not in (None, environment.d):
            raise ValueError(f"policies: {label} has d = {policy.d}, not {environment.d}")
        if policy.arms not in (None, environment.arms):
            raise ValueError(f"policies: {label} has not {environment.arms} arms")
        if policy.horizon is not None and policy.horizon < last:
            raise ValueError(f"policies: {label} has the horizon {policy.horizon}, below {last}")


class _Recorder:
    """Running sums and the largest certificate so far, of which the checkpoints are kept."""

    def __init__(self, rounds: Array):
        self.rounds = rounds
        self.columns = {"regret": np.empty(_AHEAD), "reward": np.empty(_AHEAD)}
        self.columns["outside"] = np.empty(_AHEAD, np.bool_)
        self.columns["certificate"] = np.empty(_AHEAD)
        self.sums = {name: np.zeros(len(rounds)) for name in self.columns}
        self.now = dict.fromkeys(self.columns, 0.0)
        self.first = self.stored = 0

    def room(self, n: int) -> list[Array]:
        """Where the regrets, rewards, outsides and certificates of the next block of rounds go."""
        if self.stored + n > _AHEAD:
            self.flush()
        here = slice(self.stored, self.stored + n)
        self.stored += n
        return [column[here] for column in self.columns.values()]

    def flush(self) -> None:
        """Add up what is there, one addition after the other: blocks do not matter."""
        n = self.stored
        here = slice(*np.searchsorted(self.rounds, [self.first + 1, self.first + n + 1]))
        places = self.rounds[here] - self.first - 1
        for name, column in self.columns.items():
            steps = column[:n].astype(float)
            gather = np.maximum if name == "certificate" else np.add
            steps[0] = gather(steps[0], self.now[name])
            total = gather.accumulate(steps)
            self.sums[name][here] = total[places]
            self.now[name] = total[-1]
        self.first, self.stored = self.first + n, 0

    def trace(self) -> Trace:
        self.flush()
        regret, gains, outside, worst = self.sums.values()
        return Trace(self.rounds, regret, gains, outside.astype(np.int64), worst)


def _player(environment: Environment, policy: Policy, recorder: _Recorder) -> Any:
    rule = policy.rule()
    if rule is not None and (rule.link, rule.times) == environment.family:
        compiled = _Compiled if environment.d <= 2 else _CompiledBlocks
        return compiled(environment, policy, rule, recorder)
    return _RoundByRound(environment, policy, recorder)


class _Compiled:
    """A policy of the kernels' kind, with the environment's link, for d <= 2."""

    def __init__(self, environment: Environment, policy: Any, rule: PlayRule, recorder: _Recorder):
        self.policy, self.recorder = policy, recorder
        self.rule = rule._replace(kind=environment.kind, m=float(environment.m))
        self.horizon = environment.horizon
        self.chosen = np.empty(BLOCK, np.int64)

    def coefficients(self, first: int, n: int) -> list[Array]:
        start = first % _AHEAD
        if start == 0:
            self.ahead = self.policy.coefficients(first, min(_AHEAD, self.horizon - first))
        return [numbers[start : start + n] for numbers in self.ahead]

    def play(self, chunk: Chunk, means: list[Array]) -> None:
        n = len(chunk.noise)
        bonus, inside, explore = self.coefficients(chunk.first, n)
        self.policy.estimator.make_room(n)
        regret, rewards, outside, certificates = self.recorder.room(n)
        given = chunk.noise, explore, bonus, inside
        kept = regret, self.chosen[:n], rewards, outside, certificates
        self.rounds(chunk.actions, chunk.theta, given, kept)

    def rounds(self, actions: Array, theta: Array, given: Any, kept: Any) -> None:
        """The rounds of a chunk, by the kernel."""
        actions, theta = _two_rows(actions, axis=1), _two_rows(theta, axis=1)
        play(self.rule, self.policy.estimator.tracker, actions, theta, *given, *kept)


class _CompiledBlocks(_Compiled):
    """The same for d >= 3."""

    def rounds(self, actions: Array, theta: Array, given: Any, kept: Any) -> None:
        from glbtheory.bandits.kernels.play_blocks import play as play_blocks

        estimator = self.policy.estimator
        play_blocks(self.rule, estimator.accuracy, estimator.store, actions, theta, *given, *kept)


def _two_rows(array: Array, axis: int) -> Array:
    """One dimension is two with a zero."""
    if array.shape[axis] == 2:
        return array
    return np.ascontiguousarray(np.concatenate([array, np.zeros_like(array)], axis=axis))


class _RoundByRound:
    """Any policy."""

    def __init__(self, environment: Environment, policy: Policy, recorder: _Recorder):
        self.environment, self.policy, self.recorder = environment, policy, recorder

    def play(self, chunk: Chunk, means: list[Array]) -> None:
        if not means:  # shared by all policies that are played in this way
            means += [self.environment.means(chunk), self.environment.best(chunk)]
        n = len(chunk.noise)
        regret, rewards, outside, certificates = self.recorder.room(n)
        for i in range(n):
            outside[i] = self._outside()
            offered = chunk.offered(i)
            k = self.policy.select(offered if self.policy.contextual else len(offered))
            mean = means[0][i, k]
            regret[i] = max(means[1][i] - mean, 0.0)
            rewards[i] = self._reward(mean, chunk.noise[i])
            self.policy.update(offered[k] if self.policy.contextual else k, rewards[i])
            certificates[i] = self.policy.certificate or 0.0

    def _reward(self, mean: float, noise: float) -> float:
        environment = self.environment
        return float(reward(*environment.family, environment.kind, environment.m, mean, noise))

    def _outside(self) -> bool:
        theta, radius = self.policy.theta, self.policy.S
        if theta is None or radius is None:
            return False
        # In the order of the compiled rounds: a dot product may be rounded otherwise.
        return bool(sum(x * x for x in theta.tolist()) > radius * radius)
