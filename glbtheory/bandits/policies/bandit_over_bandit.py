r"""Bandit over bandit: SC-D-GLUCB when the number of changes is not known.

The framework is that of Cheung, Simchi-Levi and Zhu (2019) :cite:p:`cheung2019`, who ran it over
windows of linear bandits.  The T rounds are cut into :math:`N = \lceil T/H\rceil` blocks of H
rounds.  In each block plays a fresh SC-D-GLUCB, of horizon H; its discount factor is drawn by EXP3
from a grid of J:

.. math:: p_j = (1-\alpha)\frac{s_j}{\sum_i s_i} + \frac{\alpha}{J}, \qquad
          s_j \leftarrow s_j \exp\Bigl(\frac{\alpha}{J\,p_j} x\Bigr)

where x in [0, 1] stands for the rewards of the block.  What is not given is taken from the theory:

=============== ==================================================================================
``block``       :math:`H = \lceil d\sqrt T\rceil`, at most T
``grid``        :math:`J = \lceil\log H\rceil + 1`
``gammas``      :math:`\gamma_j = 1 - \tfrac12 H^{-j/(J-1)}`, j = 0, ..., J-1: the memories
                :math:`1/(1-\gamma_j)` are the source's windows 1, ..., H, twice as long, since
                the regret theorems speak of discount factors above 1/2
``exploration`` :math:`\alpha = \min\{1, \sqrt{J\log J/((e-1)N)}\}`
``lam``         :math:`\lambda = d\log H`, that of the regret theorems for a block
=============== ==================================================================================

Each block has the confidence level :math:`1 - \delta/N`, so all of them hold with probability
:math:`1-\delta`.  For rewards in [0, m], :math:`x = \sum r/(mH)`, a Poisson sum cut at 1.  Linear
rewards may be negative: as in the source, with noise of constant R = m/2 and means in [-S, S],
:math:`x = \tfrac12 + \sum r/(2HS + 4R\sqrt{H\log(T/\sqrt H)})`, cut to [0, 1].

The draw of block j depends on the seed, on j, and on the rewards known when the block starts.  A
late reward of the running block goes to the policy that plays there.  One of an older block cannot,
since that policy is gone: it is added to the x of its block, with the probability its discount
factor had, and counts from the next draw on.  Until it comes it counts as 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from glbtheory._support.validation import (
    count,
    finite_array,
    fraction_of_one,
    listed,
    positive,
    whole_number,
)
from glbtheory.bandits._limits import LAST_ROUND, MOST_DIMENSIONS, MOST_FACTORS
from glbtheory.bandits.policies._known_rewards import KnownRewards
from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB
from glbtheory.formulas import FORMULAS

Array = np.ndarray

#: Sums of rewards stop here: only linear rewards without any sense come near.
_HUGE = 1e300
_INNER = "inner."


class BanditOverBandit(KnownRewards):
    """EXP3 over discount factors; a fresh SC-D-GLUCB, ``player``, in every block estimates."""

    name = "BOB"
    horizon: int
    d: int
    S: float
    _not_kept = ("seed", "grid")  # the grid is the number of gammas

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float | None = None,
        *,
        gammas: Sequence[float] | None = None,
        grid: int | None = None,
        block: int | None = None,
        exploration: float | None = None,
        refined: bool = False,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(horizon=count("horizon", horizon, 1, LAST_ROUND), seed=seed)
        self._set_rewards(link, m)
        self.d, self.S = whole_number("d", d, 1, MOST_DIMENSIONS), positive("S", S)
        self.delta = fraction_of_one("delta", delta)
        if block is not None and whole_number("block", block, 1) > self.horizon:
            raise ValueError(f"block must be at most the horizon {self.horizon}, not {block}")
        self.block = int(block or default_block(self.d, self.horizon))
        self.blocks = -(-self.horizon // self.block)
        if gammas is not None and grid is not None:
            raise ValueError("grid must not be given together with gammas, which has a size")
        self.gammas = default_gammas(self.block, grid) if gammas is None else _factors(gammas)
        self.exploration = (
            default_exploration(len(self.gammas), self.blocks)
            if exploration is None
            else fraction_of_one("exploration", exploration, closed=True)
        )
        self.lam = default_lam(self.d, self.block) if lam is None else positive("lam", lam)
        self.divisor, self.refined = positive("divisor", divisor), refined
        self.players = [self._player(gamma) for gamma in self.gammas]
        self._clear()

    def _player(self, gamma: float) -> SCDGLUCB:
        return SCDGLUCB(
            self.link,
            self.d,
            self.block,
            self.S,
            self.lam,
            gamma,
            refined=self.refined,
            delta=self.delta / self.blocks,
            divisor=self.divisor,
            m=self._option("m"),
        )

    # -- blocks ----------------------------------------------------------------------------------

    @property
    def player(self) -> SCDGLUCB:
        """The policy of the block that was opened last."""
        return self.players[self._chosen[-1]]

    @property
    def gamma(self) -> float:
        """The discount factor of that block."""
        return self.gammas[self._chosen[-1]]

    def probabilities(self) -> Array:
        """EXP3's distribution over the grid, with the rewards known by now."""
        J = len(self.gammas)
        # The block that is running has no x yet.
        done = self._clock // self.block
        gains = self._gains()[:done] / np.array(self._chances[:done])
        logs = np.bincount(self._chosen[:done], gains, minlength=J) * self.exploration / J
        weights = np.exp(logs - logs.max())
        return (1 - self.exploration) * weights / weights.sum() + self.exploration / J

    def _gains(self) -> Array:
        """x of each block."""
        H, totals = self.block, np.array(self._totals)
        if self.link.name != "linear":
            return np.minimum(totals / (self.m * H), 1.0)
        noise = 2 * self.m * math.sqrt(H * math.log(self.horizon / math.sqrt(H)))
        return np.clip(0.5 + totals / (2 * H * self.S + noise), 0.0, 1.0)

    def _open(self) -> None:
        """Start the block of the coming round, unless it has started or the horizon is reached."""
        block = self._clock // self.block
        if block < len(self._chosen) or block >= self.blocks:
            return
        chances = self.probabilities()
        ends = np.cumsum(chances)
        # Compared with the sum of all, which round-off may leave a little below 1.
        drawn = float(self._numbers(block + 1)[0]) * ends[-1]
        choice = min(int(np.searchsorted(ends, drawn, side="right")), len(ends) - 1)
        self._chosen.append(choice)
        self._chances.append(float(chances[choice]))
        self._totals.append(0.0)
        self.player.reset()

    def _clear(self) -> None:
        self._chosen: list[int] = []
        self._chances: list[float] = []
        self._totals: list[float] = []
        self._open()

    # -- rounds ----------------------------------------------------------------------------------

    def _select(self, offered: Array) -> int:
        return self.player._select(offered)

    def _scores(self, offered: Array) -> Array:
        return self.player._scores(offered)

    def _means(self, offered: Array) -> Array:
        return self.player._means(offered)

    def _over(self, rounds: int) -> None:
        """A block ends with its last reward: the next one opens when its first round comes."""
        while rounds:
            self._open()
            step = min(rounds, self.block - self._clock % self.block)
            self.player._over(step)
            self._clock += step
            rounds -= step

    def _observe(self, action: Array, reward: float, age: int) -> None:
        block = (self._clock - age - 1) // self.block
        total = self._totals[block] + reward
        self._totals[block] = min(max(total, -_HUGE), _HUGE)
        if block == len(self._chosen) - 1:
            self.player._observe(action, reward, age)

    def _refresh(self) -> None:
        self._open()
        self.player._refresh()

    # -- configuration and state -----------------------------------------------------------------

    def _option(self, name: str) -> Any:
        # With one discount factor there is nothing to explore: 0, which no user may ask for.
        return super()._option(name) or None if name == "exploration" else super()._option(name)

    def _state(self) -> dict[str, Array]:
        inner = {_INNER + name: value for name, value in self.player.state().items()}
        return {
            "chosen": np.array(self._chosen, dtype=np.int64),
            "chances": np.array(self._chances),
            "totals": np.array(self._totals),
            **inner,
        }

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        missing = {"chosen", "chances", "totals"} - set(state)
        if missing:
            raise ValueError(f"state must have the arrays {', '.join(sorted(missing))}")
        totals = finite_array("totals", state["totals"], (None,))
        chances = finite_array("chances", state["chances"], totals.shape)
        chosen = state["chosen"]
        opened = min(clock // self.block + 1, self.blocks)
        if len(totals) != opened:
            raise ValueError(f"totals must be those of {opened} blocks at clock {clock}")
        if chosen.shape != totals.shape or chosen.dtype != np.int64:
            raise ValueError(f"chosen must be {len(totals)} integers")
        if chosen.min() < 0 or chosen.max() >= len(self.gammas):
            raise ValueError(f"chosen must lie in 0..{len(self.gammas) - 1}")
        if chances.min() <= 0 or chances.max() > 1 + 1e-12:
            raise ValueError("chances must lie in (0, 1]")
        inner = {n.removeprefix(_INNER): a for n, a in state.items() if n.startswith(_INNER)}
        if len(inner) + 3 != len(state):
            raise ValueError(f"state must not have the arrays {', '.join(state)}")
        player = self._player(self.gammas[chosen[-1]])
        player.restore(inner)
        if player._clock != clock - (opened - 1) * self.block:
            raise ValueError(f"clock must agree with that of the block's policy, not be {clock}")
        self._chosen, self._chances = chosen.tolist(), chances.tolist()
        self._totals = totals.tolist()
        self.players[self._chosen[-1]] = player


# --- what the theory takes ------------------------------------------------------------------------


def default_block(d: int, horizon: int) -> int:
    """H = ⌈d√T⌉, at most T."""
    return min(horizon, math.ceil(d * math.sqrt(horizon)))


def default_gammas(block: int, grid: int | None = None) -> tuple[float, ...]:
    """γ_j = 1 - H^{-j/(J-1)}/2; a single one is the last."""
    grid = math.ceil(math.log(block)) + 1 if grid is None else grid
    J = whole_number("grid", grid, 1, MOST_FACTORS)
    return tuple(1 - 0.5 * block ** -(j / (J - 1) if J > 1 else 1.0) for j in range(J))


def default_exploration(J: int, blocks: int) -> float:
    """α = min{1, √(J log J/((e-1) N))}."""
    return min(1.0, math.sqrt(J * math.log(J) / ((math.e - 1) * blocks)))


def default_lam(d: int, block: int) -> float:
    """λ = d log H; a block of one round is treated as one of two."""
    return float(FORMULAS["lam_theorem"].compiled(d=d, T=max(block, 2)))


def _factors(gammas: Any) -> tuple[float, ...]:
    return tuple(fraction_of_one("gammas", gamma) for gamma in listed("gammas", gammas))
