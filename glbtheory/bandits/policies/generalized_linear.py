r"""Upper-confidence policies for generalised linear rewards, with any way of forgetting.

At round t the policy plays an action with the largest

.. math:: \mu(a^\top\hat\theta_t) + b_t\,\lVert a\rVert_{V_t^{-1}} , \qquad
          V_t = \sum_{s<t} w_s a_s a_s^\top + \frac{\lambda}{c_\mu} I ,

with the estimate :math:`\hat\theta_t` and the weights :math:`w_s` of ``estimators``.  A policy is a
way of forgetting and a sequence of numbers :math:`b_t`, closed forms of ``formulas`` divided by
``divisor``: the theory asks for 1, experiments often take more.  Whole runs are compiled
(``kernels.play``, ``kernels.play_blocks``) from :meth:`GeneralizedLinearUCB.rule` and
:meth:`GeneralizedLinearUCB.coefficients`; ``select`` and ``update`` call the same functions.

**How exact the estimate is.**  For d <= 2 its gradient is below 1e-8.  For d >= 3 it is as small
as the bonus needs: a gradient F moves every radius of a proof by at most its norm in the matrix of
that radius, so that :math:`(1 + \text{tolerance})\,b_t` is a bonus for the estimate at hand as
:math:`b_t` is one for the exact minimiser.  That bonus is what is played.  With
``tolerance=0`` the estimate is exact to 1e-8 and the bonus is :math:`b_t`, at a cost that grows
with the observations that count.  This is an argument by hand for ``divisor=1``: no claim of the
ledger states it yet.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from glbtheory._support.validation import (
    count,
    fraction_of_one,
    positive,
    real_number,
    truth_value,
    whole_number,
)
from glbtheory.bandits._from_dict import arguments
from glbtheory.bandits._limits import LAST_ROUND, MOST_DIMENSIONS
from glbtheory.bandits.environments.reward_families import family, slopes
from glbtheory.bandits.estimators import Estimator, Forgetting, decay, estimator
from glbtheory.bandits.policies._cold_start import announce_compilation
from glbtheory.bandits.policies._known_rewards import KnownRewards
from glbtheory.bandits.policies._questions import in_turn
from glbtheory.formulas import FORMULAS

if TYPE_CHECKING:
    from glbtheory.bandits.kernels.play import PlayRule

Array = np.ndarray
#: With less, the design matrix of a few equal actions is singular in floats.
_LEAST_RIDGE = 1e-12
#: Estimates are no more exact than this where a tolerance is given.
_LEAST_ACCURACY = 1e-8
#: Part of the bonus that the certificate of the estimate may cost, for d >= 3.
TOLERANCE = 0.01
#: Bonuses are computed for so many rounds at a time.
_BLOCK = 256


class GeneralizedLinearUCB(KnownRewards):
    r"""A policy of this kind; subclasses give the bonuses.

    ``S`` bounds the norm of the parameter, ``m`` the rewards (known from the link unless it is
    linear or Poisson), ``delta`` is the probability with which the confidence sets may fail.
    """

    horizon: int
    d: int
    S: float
    #: The only link, for policies that are made for one.
    only: ClassVar[str | None] = None
    #: Rounds between two restarts; 0 for none.
    period: int = 0
    _replaced = ("estimator",)
    #: Whether the parameter of the index is another one than the estimate.
    projection: bool = False

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        forgetting: Forgetting,
        *,
        delta: float = 0.05,
        divisor: float = 1.0,
        m: float | None = None,
        tolerance: float = TOLERANCE,
        seed: int | np.random.SeedSequence = 0,
    ) -> None:
        super().__init__(horizon=count("horizon", horizon, 1), seed=seed)
        self._set_rewards(link, m)
        if self.only not in (None, self.link.name):
            raise ValueError(f"link must be {self.only} for {self.name}, not {self.link.name}")
        self.d = whole_number("d", d, 1, MOST_DIMENSIONS)
        self.S, self.lam = positive("S", S), positive("lam", lam)
        self.delta = fraction_of_one("delta", delta)
        self.divisor = positive("divisor", divisor)
        self.tolerance = real_number("tolerance", tolerance, 0.0, 1.0)
        self.k_mu, self.c_mu = slopes(self.link, self.S)
        self.ridge = positive("lam / c_mu", self.lam / self.c_mu)
        if self.ridge < _LEAST_RIDGE:
            least = _LEAST_RIDGE * self.c_mu
            raise ValueError(f"lam must be at least 1e-12 c_mu = {least:g}, not {self.lam:g}")
        self.forgetting = forgetting
        self._block: tuple[int, tuple[Array, Array, Array]] | None = None
        self._clear()

    @property
    def bonus_scale(self) -> float:
        r"""The bonus in units of reward: what an action of norm 1 gets if it was never tried.

        It is :math:`b/\sqrt{\lambda/c_\mu}`, of the last round, since a window's bonus grows until
        then, and of the bonus within Θ if there is one, since the first estimate is 0.
        """
        bonus, inside, _ = (float(x[0]) for x in self.coefficients(self.horizon - 1, 1))
        return (bonus if np.isnan(inside) else inside) / math.sqrt(self.ridge)

    def with_bonus_scale(self, scale: float) -> Self:
        """The same policy at round 1, its bonuses divided so that :attr:`bonus_scale` is this.

        Below the scale of the theory, which has the divisor 1, the regret bounds do not hold.
        """
        found = self.divisor * self.bonus_scale / positive("scale", scale)
        if not 0 < found < math.inf:
            raise ValueError(f"scale must be such that bonuses can be divided, not {scale!r}")
        options = {name: getattr(self, name) for name in arguments(type(self)) if name != "seed"}
        policy = type(self)(**{**options, "divisor": found})
        policy._random = self._random
        return policy

    # -- what a subclass gives -------------------------------------------------------------------

    @abstractmethod
    def _bonuses(self, rounds: Array) -> Any:
        """b at these rounds (counted from 1): an array, or one number if it never changes."""

    def _inside(self, rounds: Array) -> Any:
        """b where the estimate lies in the ball of radius S; not a number if it is the same."""
        return np.nan

    def _explore(self, first: int, n: int) -> Any:
        """Numbers in [0, 1) that choose an action at random; negative where the index does."""
        return -1.0

    def _centre(self) -> Array:
        """The parameter of the index: the estimate, unless ``projection`` says otherwise."""
        return self.estimator.theta

    def _number(self, formula: str, **more: Any) -> Any:
        """The closed form of that name; ``more`` adds arguments or replaces some."""
        known = {
            "d": self.d,
            "T": self.horizon,
            "S": self.S,
            "lam": self.lam,
            "delta": self.delta,
            "k_mu": self.k_mu,
            "c_mu": self.c_mu,
            "m": self.m,
            **more,
        }
        found = FORMULAS[formula]
        try:
            with np.errstate(all="ignore"):
                return found.compiled(**{name: known[name] for name in found.arguments})
        except ArithmeticError:  # what arrays make infinite, single numbers refuse
            return np.inf

    # -- how exact the estimate must be ----------------------------------------------------------

    def _forgiven(self, tolerance: float) -> float | None:
        r"""A norm of the gradient that costs at most ``tolerance`` times the bonus; None: unknown.

        For an estimate whose gradient has at most this norm, :math:`(1 + \text{tolerance})\,b_t`
        must be a bonus as good as :math:`b_t` is for the exact one.
        """
        return None

    def _of_radius(self, tolerance: float, rho: Any) -> float:
        r""":meth:`_forgiven` of the paper's bonuses, which have the radius rho.

        In the norm of :math:`\tilde H^{-1}` a gradient F adds at most
        :math:`\lVert F\rVert/\sqrt\lambda` to the radius, and
        :math:`\beta(x\rho) \le x^3\beta(\rho)` for x >= 1; the refined bonus grows more slowly.
        """
        return ((1 + tolerance) ** (1 / 3) - 1) * float(rho) * math.sqrt(self.lam)

    @cached_property
    def accuracy(self) -> float | None:
        """What the certificates of the estimate must not exceed; None is 1e-8."""
        if self.tolerance == 0 or self.d <= 2 or self.projection:
            return None
        with np.errstate(all="ignore"):
            allowed = self._forgiven(self.tolerance)
        if allowed is None or not _LEAST_ACCURACY < allowed < np.inf:
            return None
        return float(allowed)

    @property
    def _inflation(self) -> float:
        """What the certificate makes of the bonus."""
        return 1.0 if self.accuracy is None else 1.0 + self.tolerance

    # -- for the compiled rounds -----------------------------------------------------------------

    def rule(self) -> PlayRule | None:
        """The policy as ``kernels.play`` knows it, or None if it must be asked round by round.

        How rewards are drawn (``kind``) and ``m`` are the environment's to replace.
        """
        if self.projection or (self.d > 2 and self.accuracy is None):
            return None
        from glbtheory.bandits.kernels.play import PlayRule
        from glbtheory.bandits.kernels.rewards import FAMILY

        code, times = family(self.link)
        gamma, window = decay(self.forgetting)
        lam, ridge, period = self.lam, self.ridge, self.period
        return PlayRule(code, times, lam, ridge, gamma, window, period, self.S, FAMILY, self.m)

    def coefficients(self, first: int, n: int) -> tuple[Array, Array, Array]:
        """Bonus, bonus inside Θ, and exploration for n rounds; ``first`` counts from 0."""
        first = whole_number("first", first, 0, LAST_ROUND)
        n = whole_number("n", n, 0, LAST_ROUND)
        rounds = np.arange(first + 1, first + n + 1)
        with np.errstate(all="ignore"):
            bonuses = (self._inflation * b for b in (self._bonuses(rounds), self._inside(rounds)))
            parts = *bonuses, self._explore(first + 1, n)
        bonus, inside, explore = (np.broadcast_to(np.asarray(p, float), n).copy() for p in parts)
        if not np.isfinite(bonus).all() or np.isinf(inside).any():
            names = ("S", "lam", "m", "delta", "divisor")
            given = ", ".join(f"{name} = {getattr(self, name):g}" for name in names)
            raise ValueError(f"{given} must give finite bonuses")
        return bonus, inside, explore

    def _check_bonuses(self) -> None:
        """For the end of constructors: no bonus overflows; they are largest at one of the ends."""
        for first in (0, self.horizon - 1):
            self.coefficients(first, 1)

    def _at(self, t: int) -> tuple[float, float, float]:
        """The three coefficients of round t."""
        first = (t - 1) // _BLOCK * _BLOCK
        if self._block is None or self._block[0] != first:
            self._block = first, self.coefficients(first, _BLOCK)
        bonus, inside, explore = self._block[1]
        k = t - 1 - first
        return float(bonus[k]), float(inside[k]), float(explore[k])

    # -- rounds ----------------------------------------------------------------------------------

    @property
    def theta(self) -> Array:
        return self.estimator.theta

    @property
    def certificate(self) -> float:
        return self.estimator.certificate

    def _select(self, offered: Array) -> int:
        bonus, inside, explore = self._at(self.round)
        if explore >= 0:
            return self._drawn(explore, len(offered))
        return self._pick(offered, bonus, inside)

    @staticmethod
    def _drawn(number: float, n: int) -> int:
        """One of n actions, by a number in [0, 1)."""
        return min(int(number * n), n - 1)

    def _pick(self, offered: Array, bonus: float, inside: float) -> int:
        if not self.projection:
            return self.estimator.choose(offered, bonus, inside, self.S)
        return int(np.argmax(self._index(offered, bonus)))

    def _index(self, offered: Array, bonus: float) -> Array:
        """What the actions are compared by, where the bonus is this one."""
        found: Array = self.link.mu(offered @ self._centre()) + bonus * self._widths(offered)
        return found

    def _scores(self, offered: Array) -> Array:
        bonus, inside, explore = self._at(self.round)
        if explore >= 0:
            return in_turn(self._drawn(explore, len(offered)), len(offered))
        within = not np.isnan(inside) and float((self.theta**2).sum()) <= self.S**2
        return self._index(offered, inside if within else bonus)

    def _means(self, offered: Array) -> Array:
        found: Array = self.link.mu(offered @ self._centre())
        return found

    def _propensities(self, offered: Array) -> Array:
        if self._at(self.round)[2] >= 0:
            return np.full(len(offered), 1 / len(offered))
        return super()._propensities(offered)

    def _widths(self, offered: Array) -> Array:
        """The norms of actions in the inverse design matrix."""
        solved = np.linalg.solve(self.estimator.design, offered.T).T
        return np.sqrt(np.einsum("ki,ki->k", offered, solved))

    def _advance(self, rounds: int) -> None:
        self.estimator.advance(rounds)

    def _observe(self, action: Array, reward: float, age: int) -> None:
        self.estimator.observe(action, reward, age)

    def _refresh(self) -> None:
        self.estimator.solve()

    def reset(self, seed: int | np.random.SeedSequence | None = None) -> None:
        super().reset(seed)
        self._block = None

    def _clear(self) -> None:
        self.__dict__.pop("estimator", None)

    @cached_property
    def estimator(self) -> Estimator:
        """What was observed: made when it is first asked for, once the constructor is through."""
        return self._fresh()

    def _fresh(self) -> Estimator:
        announce_compilation()
        return estimator(self.d, self.link, self.lam, self.ridge, self.forgetting, self.accuracy)

    def __getstate__(self) -> Any:
        """For copies and pickles: what an estimator remembers is in its state."""
        own = {n: x for n, x in self.__dict__.items() if n not in ("estimator", "_block")}
        return own, self._state()

    def __setstate__(self, given: Any) -> None:
        own, state = given
        self.__dict__.update(own)
        self._restore(state, self._clock)

    def _state(self) -> dict[str, Array]:
        return self.estimator.state()

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        restored = self._fresh()
        restored.restore(state)
        if restored.clock != clock:
            raise ValueError(f"clock must be {restored.clock}, that of the estimator, not {clock}")
        self.estimator, self._block = restored, None


class ProjectedUCB(GeneralizedLinearUCB):
    r"""Policies whose papers project the estimate on Θ and pay for it with a factor 2.

    The bonus bounds the distance from the projected estimate to the estimate plus that from the
    estimate to the parameter; each is at most the radius.  Implementations without the projection
    keep the factor or drop it: ``factor`` is 2 or 1.  With ``projection`` the projection is solved
    (``estimators.projection``), in the norm ``norm``.
    """

    #: The norm of the projection.
    norm: ClassVar[str] = "design"

    def __init__(
        self,
        link: Any,
        d: int,
        horizon: int,
        S: float,
        lam: float,
        forgetting: Forgetting,
        *,
        factor: int = 2,
        projection: bool = False,
        **common: Any,
    ) -> None:
        self._projected: Array | None = None
        super().__init__(link, d, horizon, S, lam, forgetting, **common)
        self.factor = whole_number("factor", factor, 1, 2)
        self.projection = truth_value("projection", projection)

    @abstractmethod
    def _published(self, rounds: Array) -> Any:
        """The bonus as its paper has it, with the factor 2."""

    def _bonuses(self, rounds: Array) -> Any:
        return self._published(rounds) * (self.factor / 2) / self.divisor

    def _forgiven(self, tolerance: float) -> float | None:
        r"""The bonus is :math:`2k_\mu/c_\mu` times a radius.

        It is one of :math:`g(\hat\theta)-g(\theta^\star)` in the norm of :math:`V^{-1}`, to which
        a gradient F adds :math:`\lVert F\rVert_{V^{-1}} \le \lVert F\rVert\sqrt{c_\mu/\lambda}`,
        and it grows with the rounds.
        """
        radius = float(self._published(np.array([1]))[0]) * self.c_mu / (2 * self.k_mu)
        return tolerance * radius * math.sqrt(self.lam / self.c_mu)

    def _centre(self) -> Array:
        if not self.projection:
            return super()._centre()
        if self._projected is None:
            from glbtheory.bandits.estimators.projection import project_estimate

            found = project_estimate(self.estimator, self.link, self.lam, self.S, self.norm)
            self._projected = found.theta
        return self._projected

    def _refresh(self) -> None:
        super()._refresh()
        self._projected = None

    def _clear(self) -> None:
        super()._clear()
        self._projected = None

    def _restore(self, state: dict[str, Array], clock: int) -> None:
        super()._restore(state, clock)
        self._projected = None
