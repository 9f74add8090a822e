r"""What every policy can do, and the policies by name.

A policy meets a stream of rounds t = 1, 2, ...::

    policy = policy_from({"policy": "SC-D-GLUCB", "link": "logistic", "d": 2, "horizon": 8000,
                          "S": 6, "lam": 1, "gamma": 0.997})
    k = policy.select(actions)          # changes nothing; may be asked again
    policy.update(actions[k], reward)   # the reward of the coming round, which is then over

Rewards may come late, and several at a time::

    s = policy.round
    k = policy.select(actions)
    policy.advance()                    # round s is over, its reward has not come yet
    ...
    policy.update(actions[k], reward, played=s)

Beside ``select`` stand the numbers behind it (``scores``), estimated means
(``predict``), several actions at once (``top``, ``select_batch``)
and the chances of actions (``propensities``).  A ``mask`` leaves out what cannot be
played now.

The estimate then is the one that the reward would have given on time, up to its certificate.  Bad
input raises ValueError, and the policy is as it was.  :meth:`Policy.save` and :func:`load_policy`
keep a policy between two processes: the later choices are the same.

A subclass has a ``name``, keeps every argument of its constructor in an attribute of that name
(from which its configuration is derived), and overrides ``_select``, ``_observe`` and whatever else
of the private methods it needs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import numpy as np

from glbtheory._support.lazy_names import module_of
from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import (
    LONGEST,
    count,
    finite_array,
    listed,
    unit_ball,
    whole_number,
)
from glbtheory.bandits._from_dict import arguments, checked_arguments, checked_keys, plain
from glbtheory.bandits._limits import LAST_ROUND
from glbtheory.bandits.policies import _policy_file
from glbtheory.bandits.policies._delayed_rewards import Waiting
from glbtheory.bandits.policies._questions import PolicyQuestions, available_of, how_many

if TYPE_CHECKING:
    from glbtheory.bandits.kernels.play import PlayRule

Array = np.ndarray
P = TypeVar("P", bound="Policy")

#: Where the policies are, by name: module and class.  A module is loaded when it is first used.
POLICIES = {
    "SC-D-GLUCB": ("sc_d_glucb", "SCDGLUCB"),
    "SC-SW-GLUCB": ("sc_sw_glucb", "SCSWGLUCB"),
    "GLM-UCB": ("glm_ucb", "GLMUCB"),
    "LogUCB1": ("log_ucb1", "LogUCB1"),
    "LogUCB2": ("log_ucb2", "LogUCB2"),
    "D-GLUCB": ("d_glucb", "DGLUCB"),
    "UCB-GLM": ("ucb_glm", "UCBGLM"),
    "restarted GLM-UCB": ("restarted_glm_ucb", "RestartedGLMUCB"),
    "auto": ("auto", "Auto"),
    "BOB": ("bandit_over_bandit", "BanditOverBandit"),
    "SW-UCB": ("sw_ucb", "SWUCB"),
    "D-UCB": ("d_ucb", "DUCB"),
    "D-LinUCB": ("references.d_linucb", "DLinUCB"),
    "OFUGLB-e": ("references.ofuglb", "OFUGLB"),
    "Thompson": ("references.thompson", "ThompsonSampling"),
    "epsilon-greedy": ("references.epsilon_greedy", "EpsilonGreedy"),
    "uniform": ("uniform", "Uniform"),
    "oracle": ("oracle", "Oracle"),
}


class RoundNumbers:
    """Numbers in [0, 1), one per round, each a function of the seed and of the round alone."""

    def __init__(self, seed: int | np.random.SeedSequence) -> None:
        self._bits = np.random.PCG64(seed_root(seed))
        self._start = self._bits.state

    def at(self, first: int, n: int = 1) -> Array:
        """The numbers of the rounds first, ..., first + n - 1; the first round is 1."""
        self._bits.state = self._start
        self._bits.advance(first - 1)
        return np.random.Generator(self._bits).random(n)

    def array(self) -> Array:
        """What the numbers depend on, as four integers of 64 bits."""
        parts = (self._start["state"][key] for key in ("state", "inc"))
        return np.array([w for p in parts for w in (p >> 64, p % 2**64)], dtype=np.uint64)

    @staticmethod
    def of(array: Any) -> RoundNumbers:
        """The inverse of :meth:`array`."""
        words = np.asarray(array)
        if words.shape != (4,) or words.dtype != np.uint64 or words[3] % 2 == 0:
            raise ValueError("random must be four integers of 64 bits, the last one odd")
        a, b, c, d = (int(w) for w in words)
        found = RoundNumbers(0)
        found._start = {**found._start, "state": {"state": a << 64 | b, "inc": c << 64 | d}}
        return found


class Policy(PolicyQuestions):
    """A policy; ``horizon`` is the last round it can play, None if there is no last one.

    What it was made with cannot be set anew.  Copies, also those of ``copy`` and ``pickle``, go on
    by themselves.

    ``contextual`` policies choose among actions that are vectors; the others choose among K arms,
    and :meth:`select` takes K, or K rows.  What a policy does not have is None: the dimension ``d``
    of its actions, the number ``arms`` of its arms, the bound ``S`` of the parameter's norm, an
    estimate ``theta`` and its ``certificate``, a compiled :meth:`rule`.
    """

    name: ClassVar[str]
    contextual: ClassVar[bool] = True
    #: Arguments of the constructor that are no part of the configuration.
    _not_kept: ClassVar[tuple[str, ...]] = ("seed",)
    #: Public attributes that the policy itself sets anew while it plays.
    _replaced: ClassVar[tuple[str, ...]] = ()
    d: int | None = None
    arms: int | None = None
    S: float | None = None

    def __init__(
        self, *, horizon: int | None = None, seed: int | np.random.SeedSequence = 0
    ) -> None:
        self.horizon = None if horizon is None else count("horizon", horizon, 1, LAST_ROUND)
        self._random = RoundNumbers(seed)
        self._clock = 0
        self._waiting = Waiting()

    def __setattr__(self, name: str, value: Any) -> None:
        if name[0] != "_" and name in self.__dict__ and name not in self._replaced:
            raise AttributeError(
                f"{name} of a {self.name} policy cannot be changed: make another policy, "
                f"policy_from({{**policy.configuration(), {name!r}: ...}})"
                if name in arguments(type(self))
                else f"{name} of a {self.name} policy cannot be changed"
            )
        object.__setattr__(self, name, value)

    # -- what it knows ---------------------------------------------------------------------------

    @property
    def theta(self) -> Array | None:
        """The estimate for the coming round."""
        return None

    @property
    def certificate(self) -> float | None:
        """A bound of the norm of the gradient at the estimate, round-off included."""
        return None

    def rule(self) -> PlayRule | None:
        """The policy as ``kernels.play`` knows it, or None if it must be asked round by round."""
        return None

    # -- the stream ------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The number of the coming round, from 1."""
        return self._clock + 1

    def select(self, actions: Any, mask: Any = None) -> int:
        """The number of the action to play in the coming round; the policy does not change."""
        offered = self._offered(actions)
        self._within_horizon(1)
        if mask is None:
            return self._select(offered)
        available = available_of(mask, how_many(offered))
        return int(available[self._select(self._subset(offered, available))])

    def update(self, action: Any, reward: Any, *, played: int | None = None) -> None:
        """The reward of an action: of the coming round, which is then over, or of a past one."""
        self._take([action], [reward], None if played is None else [played])

    def update_batch(
        self, actions: Any, rewards: Any, *, played: Sequence[int] | None = None
    ) -> None:
        """Several rewards: of the coming rounds in their order, or of those in ``played``."""
        rounds = None if played is None else listed("played", played)
        self._take(listed("actions", actions), listed("rewards", rewards), rounds)

    def advance(self, rounds: int = 1) -> None:
        """So many rounds are over, and their rewards may come later."""
        rounds = whole_number("rounds", rounds, 1, LAST_ROUND)
        self._within_horizon(rounds)
        self._waiting.add(self.round, self._clock + rounds)
        self._over(rounds)
        self._refresh()

    def reset(self, seed: int | np.random.SeedSequence | None = None) -> None:
        """Back to round 1; without a seed the random numbers are those of before."""
        if seed is not None:
            self._random = RoundNumbers(seed)
        self._clock, self._waiting = 0, Waiting()
        self._clear()

    def _take(self, actions: list[Any], rewards: list[Any], played: list[Any] | None) -> None:
        rows = self._played(actions)
        # A click is a truth value, and a reward of 0 or 1.
        values = self._rewards(
            [float(r) if isinstance(r, (bool, np.bool_)) else r for r in rewards]
        )
        if len(rows) != len(values):
            raise ValueError(f"rewards must be {len(rows)} numbers, not {len(values)}")
        if played is None:
            self._within_horizon(len(rows))
            for action, reward in zip(rows, values, strict=True):
                self._over(1)
                self._observe(action, float(reward), 0)
        else:
            rounds = self._late(played, len(rows))
            for action, reward, s in zip(rows, values, rounds, strict=True):
                self._waiting.remove(s)
                self._observe(action, float(reward), self._clock - s)
        self._refresh()

    def _late(self, played: list[Any], n: int) -> list[int]:
        rounds = [whole_number("played", s, 1) for s in played]
        if len(rounds) != n or len(set(rounds)) != n:
            raise ValueError(f"played must be {n} different rounds, not {played}")
        for s in rounds:
            if s not in self._waiting:
                raise ValueError(
                    f"played must be a round before {self.round} that was ended by advance and has "
                    f"no reward yet, not {s}"
                )
        return rounds

    def _over(self, rounds: int) -> None:
        self._advance(rounds)
        self._clock += rounds

    def _within_horizon(self, rounds: int) -> None:
        if self.horizon is not None and self._clock + rounds > self.horizon:
            raise ValueError(
                f"horizon is {self.horizon}: round {self._clock + rounds} is beyond it"
            )

    # -- what a subclass is made of --------------------------------------------------------------

    @abstractmethod
    def _select(self, offered: Any) -> int:
        """The action to play among checked ones."""

    @abstractmethod
    def _observe(self, action: Any, reward: float, age: int) -> None:
        """The checked reward of the round that was over ``age`` rounds before the last one."""

    def _offered(self, actions: Any) -> Any:
        """The action set, checked."""
        rows = finite_array("actions", actions, (None, None))
        if len(rows) == 0:
            raise ValueError("actions must not be empty")
        self._right_dimension(rows, "actions")
        return unit_ball(_shortened(rows))

    def _played(self, actions: list[Any]) -> Any:
        """Actions of updates, checked."""
        wanted = "some" if self.d is None else self.d
        try:
            rows = finite_array("action", actions)
            if rows.ndim != 2:
                raise ValueError(f"action must be a vector of {wanted} numbers, a row of actions")
            self._right_dimension(rows, "action")
            return unit_ball(_shortened(rows))
        except ValueError as error:
            raise ValueError(str(error).replace("actions must", "action must", 1)) from None

    def _right_dimension(self, rows: Array, name: str) -> None:
        if self.d is not None and rows.shape[1] != self.d:
            raise ValueError(f"{name} must have {self.d} coordinates, not {rows.shape[1]}")

    def _rewards(self, rewards: list[Any]) -> Array:
        """Rewards of updates, checked."""
        return finite_array("reward", rewards, (None,))

    def _advance(self, rounds: int) -> None:
        """So many rounds are over."""
        return None

    def _refresh(self) -> None:
        """All rewards of an update are in."""
        return None

    def _clear(self) -> None:
        """Nothing was observed yet."""
        return None

    def _state(self) -> dict[str, Array]:
        """What the subclass remembers."""
        return {}

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        """Take over what :meth:`_state` gave after so many rounds, once all of it is checked."""
        checked_keys("state", state, ())

    def _numbers(self, first: int, n: int = 1) -> Array:
        """Random numbers of the rounds first, ..., first + n - 1."""
        return self._random.at(first, n)

    def _option(self, name: str) -> Any:
        """An argument of the constructor as JSON can hold it: the attribute of that name."""
        return plain(getattr(self, name))

    # -- configuration and state -----------------------------------------------------------------

    def configuration(self) -> dict[str, Any]:
        """A dictionary for JSON from which :func:`policy_from` makes the same policy."""
        return {"policy": self.name, **self._options()}

    def _options(self) -> dict[str, Any]:
        kept = [name for name in arguments(type(self)) if name not in self._not_kept]
        return {name: self._option(name) for name in kept}

    def state(self) -> dict[str, Array]:
        """Everything the policy remembers, as arrays."""
        return {
            "clock": np.array(self._clock),
            "waiting": self._waiting.array(),
            "random": self._random.array(),
            **{f"own.{name}": value for name, value in self._state().items()},
        }

    def restore(self, state: dict[str, Array]) -> None:
        """Take over a state of a policy of the same configuration."""
        if not isinstance(state, Mapping) or not {"clock", "waiting", "random"} <= set(state):
            raise ValueError("state must have the arrays clock, waiting and random")
        clock = np.asarray(state["clock"])
        if clock.shape != () or clock.dtype != np.int64:
            raise ValueError("state must have a clock that is an integer")
        rounds = whole_number("clock", clock[()], 0)
        if self.horizon is not None and rounds > self.horizon:
            raise ValueError(f"clock must be at most the horizon {self.horizon}, not {rounds}")
        waiting, random = Waiting.of(state["waiting"], rounds), RoundNumbers.of(state["random"])
        own = {
            n: np.asarray(a) for n, a in state.items() if n not in ("clock", "waiting", "random")
        }
        if not all(n.startswith("own.") for n in own):
            raise ValueError(f"state must not have the arrays {', '.join(own)}")
        self._restore({n.removeprefix("own."): a for n, a in own.items()}, rounds)
        self._clock, self._waiting, self._random = rounds, waiting, random

    def save(self, path: Any) -> None:
        """Write configuration and state to a file, whole or not at all."""
        _policy_file.write(path, self.configuration(), self.state())

    @classmethod
    def load(cls: type[P], path: Any) -> P:
        """The policy of a file, which must be one of this class."""
        found = load_policy(path)
        if not isinstance(found, cls):
            raise ValueError(f"{path} holds a policy {found.name}, not a {cls.__name__}")
        return found

    def __repr__(self) -> str:
        options = ", ".join(f"{n}={v!r}" for n, v in self._options().items())
        return f"{type(self).__name__}({options})"


#: Actions so little longer than 1 are shortened: normalised in single precision, they are.
_SLACK = 1e-6


def _shortened(rows: Array) -> Array:
    squares = np.einsum("ij,ij->i", rows, rows)
    if squares.max(initial=0.0) <= LONGEST:
        return rows
    norms = np.sqrt(squares)
    # What is 1 up to the last bits stays as it is, as in the compiled rounds.
    long = (norms**2 > LONGEST) & (norms <= 1.0 + _SLACK)
    return np.where(long[:, None], rows / np.where(long, norms, 1.0)[:, None], rows)


def policy_class(name: Any) -> type[Policy]:
    """The class of a policy."""
    if not isinstance(name, str) or name not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {name!r}")
    module, cls = POLICIES[name]
    found: type[Policy] = getattr(module_of("glbtheory.bandits.policies", module), cls)
    return found


def policy_from(configuration: Any) -> Policy:
    """The policy of a dictionary: ``policy`` or ``name``, and its arguments."""
    if not isinstance(configuration, Mapping):
        raise ValueError(f"configuration must be a dictionary, not {configuration!r}")
    cls = policy_class(configuration.get("policy", configuration.get("name")))
    given = {key: value for key, value in configuration.items() if key not in ("policy", "name")}
    return cls(**checked_arguments(cls.name, given, cls))


def load_policy(path: Any) -> Policy:
    """The policy that :meth:`Policy.save` wrote, ready for its coming round."""
    configuration, state = _policy_file.read(path)
    try:
        policy = policy_from(configuration)
        policy.restore(state)
    except ValueError as error:
        raise ValueError(f"{path} does not hold a state of a policy: {error}") from None
    return policy
