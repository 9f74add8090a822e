r"""One round of a problem with forgetting, and everything the deviation proofs name on it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from glbtheory._support.validation import LONGEST, finite_array, positive, unit_ball, whole_number
from glbtheory.formulas import FORMULAS
from glbtheory.regret._two_precisions import Digits, DoubleNumbers
from glbtheory.setting.forgetting import Discount, Forgetting, Window
from glbtheory.setting.links import Link

Array = np.ndarray

_FLOATS = DoubleNumbers()
#: Parameters this far outside the ball of radius S are round-off.
_EDGE = 1e-12


_GRID = np.linspace(-40.0, 40.0, 1601)


@lru_cache(maxsize=64)
def _steepest(link: Link) -> float:
    """The largest slope on a grid; infinite if the slope still grows at its end.

    :meth:`glbtheory.setting.links.Link.k_mu` certifies what this only looks up: the links of the
    book are steepest at 0, or everywhere, or nowhere.
    """
    slopes = link.dmu(_GRID)
    top = float(slopes.max())
    return math.inf if max(slopes[0], slopes[-1]) == top > min(slopes) else top


def default_constants(link: Link, S: float) -> dict[str, float]:
    r"""k_μ on the line where it is finite, else on Θ; c_μ on Θ; m.

    For the links of the book the least slope over :math:`|z| \le S` is at an end.  Without a
    largest reward m is the largest mean on Θ.
    """
    k = _steepest(link)
    limits = link.reward_range
    return {
        "k_mu": k if math.isfinite(k) else float(link.dmu(S)),
        "c_mu": float(min(link.dmu(S), link.dmu(-S))),
        "m": float(limits[1] if limits else link.mu(S)),
    }


def _direction(name: str, a: Any, d: int) -> Array:
    """An action: d finite numbers, of norm at most 1."""
    vector = finite_array(name, a, (d,))
    if vector @ vector > LONGEST:
        raise ValueError(f"{name} must have norm at most 1, not {np.linalg.norm(vector):g}")
    return vector


@dataclass(frozen=True, eq=False)
class ProofRound:
    """What happened before round t = len(actions) + 1; see the module.

    ``D`` is the depth of the analysis with discounts (with a window it is tau).  ``k_mu``, ``c_mu``
    and ``m`` are those of :func:`default_constants` unless given.  That a parameter is longer than
    S is allowed on purpose, so that what fails outside Θ can be looked at, and so are constants
    that do not fit: :attr:`faults` says what does not.  Only for the linear link, where nothing
    but m bounds the rewards, is a reward above a given m refused.  ``probe`` is the action
    that statements about "an action a" are about.
    """

    link: Link
    actions: Any
    rewards: Any
    theta: Any
    forgetting: Forgetting
    lam: Any
    S: Any
    m: Any = None
    k_mu: Any = None
    c_mu: Any = None
    D: int | None = None
    probe: Any = None
    numbers: Any = field(default=_FLOATS, repr=False)

    def __post_init__(self) -> None:
        if self.numbers is not _FLOATS:
            return
        n, d = unit_ball(self.actions).shape
        known = default_constants(self.link, positive("S", self.S))
        checked: dict[str, Any] = {
            "actions": unit_ball(self.actions),
            "rewards": finite_array("rewards", self.rewards, (n,)),
            "theta": finite_array("theta", self.theta, (n + 1, d)),
            "lam": positive("lam", self.lam),
            "S": float(self.S),
            "probe": np.eye(1, d)[0] if self.probe is None else _direction("probe", self.probe, d),
        }
        for name, value in known.items():
            given = getattr(self, name)
            checked[name] = value if given is None else positive(name, given)
        if self.link.name == "linear" and self.m is not None:
            largest = checked["rewards"].max(initial=0.0)
            if largest > checked["m"] * (1 + _EDGE):
                raise ValueError(f"rewards must be at most m = {checked['m']:g}, not {largest:g}")
        checked["D"] = self._depth()
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def _depth(self) -> int:
        if isinstance(self.forgetting, Window):
            if self.D not in (None, self.forgetting.tau):
                raise ValueError(f"D must be tau = {self.forgetting.tau} with a window")
            return int(self.forgetting.tau)
        if not isinstance(self.forgetting, Discount) or self.forgetting.gamma == 1:
            raise ValueError("forgetting must be a Window, or a Discount with gamma < 1")
        return whole_number("D", self.D, 1)

    # -- sizes and numbers ----------------------------------------------------------------------

    @property
    def t(self) -> int:
        """The round."""
        return len(self.actions) + 1

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.actions.shape[1])

    @property
    def gamma(self) -> Any:
        """The discount factor; 1 with a window."""
        g = self.forgetting.gamma if isinstance(self.forgetting, Discount) else 1
        return self.numbers.number(float(g))

    def precisely(self, digits: int = 40) -> ProofRound:
        """The same path in many digits; numbers are read as the decimals they print as."""
        numbers = Digits(digits)
        changed: dict[str, Any] = {"numbers": numbers}
        for name in ("actions", "rewards", "theta", "probe"):
            changed[name] = numbers.array(getattr(self, name))
        for name in ("lam", "S", "m", "k_mu", "c_mu"):
            changed[name] = numbers.number(getattr(self, name))
        return replace(self, **changed)

    def sqrt(self, x: Any) -> Any:
        """The root of a number of this path."""
        return self.numbers.sqrt(x)

    def norm(self, vector: Array, matrix: Array) -> Any:
        r""":math:`\|v\|_{M^{-1}}`."""
        return self.sqrt(vector @ self.numbers.solve(matrix, vector))

    def relative(self, matrix: Array, to: Array) -> Any:
        """The least c with A <= c B as quadratic forms, for A = ``matrix`` and B = ``to``."""
        return self.numbers.largest(matrix, to)

    # -- the model ------------------------------------------------------------------------------

    @property
    def truth(self) -> Array:
        r""":math:`\theta^\star_t`."""
        return self.theta[-1]

    @cached_property
    def recent(self) -> Array:
        """1 for the rounds t-D, ..., t-1, 0 before."""
        rounds = np.arange(1, self.t)
        return self.numbers.array((rounds >= self.t - (self.D or 0)).astype(int))

    @cached_property
    def far(self) -> bool:
        r"""t in T(γ) or T(τ): :math:`\theta^\star_s = \theta^\star_t` for the recent rounds."""
        first = max(0, self.t - 1 - (self.D or 0))
        return bool(np.all(self.theta[first:-1] == self.truth))

    @cached_property
    def weights(self) -> Array:
        r""":math:`\gamma^{t-1-s}`, or 1 inside the window and 0 before."""
        if isinstance(self.forgetting, Window):
            return self.recent
        ages = range(self.t - 2, -1, -1)
        return self.numbers.array([self.gamma**age for age in ages])

    @cached_property
    def means(self) -> Array:
        r""":math:`\mu(a_s^\top\theta^\star_s)`."""
        return self.numbers.mu(self.link, (self.actions * self.theta[:-1]).sum(axis=1))

    @cached_property
    def noise(self) -> Array:
        r""":math:`\epsilon_{s+1} = r_{s+1} - \mu(a_s^\top\theta^\star_s)`."""
        return self.rewards - self.means

    @cached_property
    def estimate(self) -> Array:
        r""":math:`\hat\theta_t`, certified in floats by ``likelihood.estimate``."""
        return self.numbers.estimate(self.link, self.actions, self.rewards, self.weights, self.lam)

    @property
    def faults(self) -> list[str]:
        """What the model asks and this path lacks."""
        found = []
        if any(
            np.linalg.norm(np.asarray(q, dtype=float)) > self.S * (1 + _EDGE) for q in self.theta
        ):
            found.append("a parameter lies outside Θ")
        if self.means.min(initial=0) < 0 or self.means.max(initial=0) > self.m * (1 + _EDGE):
            found.append("a mean lies outside [0, m]")
        if self.rewards.min(initial=0) < 0 or self.rewards.max(initial=0) > self.m * (1 + _EDGE):
            found.append("a reward lies outside [0, m]")
        if not self.far:
            found.append("a change among the last D rounds")
        return found

    @property
    def estimate_in_ball(self) -> bool:
        """Whether the estimate lies in Θ."""
        return bool(self.estimate @ self.estimate <= self.S**2)

    # -- maps and matrices ------------------------------------------------------------------------

    def _sum(self, coefficients: Array) -> Array:
        return self.actions.T @ coefficients if self.t > 1 else self.numbers.array(np.zeros(self.d))

    def gram(self, coefficients: Array, ridge: Any = None) -> Array:
        """Σ c_s a_s a_s^T + ridge I, by default with the ridge λ."""
        identity = self.numbers.array(np.identity(self.d))
        return (self.actions.T * coefficients) @ self.actions + (
            self.lam if ridge is None else ridge
        ) * identity

    def g(self, theta: Array, recent: bool = False) -> Array:
        """g_t(θ); with ``recent`` the main text's, whose sum starts at t-D."""
        weights = self.weights * self.recent if recent else self.weights
        means = self.numbers.mu(self.link, self.actions @ theta)
        return self._sum(weights * means) + self.lam * theta

    @cached_property
    def secants(self) -> Array:
        r""":math:`\alpha(a_s, \theta^\star_t, \hat\theta_t)`."""
        x, y = self.actions @ self.truth, self.actions @ self.estimate
        return self.numbers.mean_slope(self.link, x, y)

    @cached_property
    def slopes(self) -> Array:
        r""":math:`\dot\mu(a_s^\top\theta^\star_s)`."""
        return self.numbers.dmu(self.link, (self.actions * self.theta[:-1]).sum(axis=1))

    @cached_property
    def V(self) -> Array:
        """V_t, with ridge λ/c_μ."""
        return self.gram(self.weights, self.lam / self.c_mu)

    @cached_property
    def G(self) -> Array:
        r""":math:`G_t(\theta^\star_t, \hat\theta_t)`."""
        return self.gram(self.weights * self.secants)

    @cached_property
    def G_tilde(self) -> Array:
        r""":math:`\tilde G_t`: squared weights."""
        return self.gram(self.weights**2 * self.secants)

    @cached_property
    def G_tilde_recent(self) -> Array:
        r""":math:`\tilde G_{t-D:t}`."""
        return self.gram(self.weights**2 * self.recent * self.secants)

    @cached_property
    def H(self) -> Array:
        r""":math:`H_t(\theta^\star_t)`, slopes at the present parameter."""
        return self.gram(self.weights * self.numbers.dmu(self.link, self.actions @ self.truth))

    @cached_property
    def H_tilde_recent(self) -> Array:
        r""":math:`\tilde H_{t-D:t}`, slopes at each round's own parameter."""
        return self.gram(self.weights**2 * self.recent * self.slopes)

    # -- noise and its norms ----------------------------------------------------------------------

    @cached_property
    def scaled_noise(self) -> Array:
        r""":math:`\gamma^{t-1}S_t`."""
        return self._sum(self.weights * self.noise)

    @cached_property
    def recent_noise(self) -> Array:
        r""":math:`\gamma^{t-1}S_{t-D:t}`."""
        return self._sum(self.weights * self.recent * self.noise)

    @property
    def old_noise(self) -> Array:
        r""":math:`\sum_{s=1}^{t-D-1}\gamma^{t-1-s}\epsilon_{s+1}a_s`."""
        return self._sum(self.weights * (1 - self.recent) * self.noise)

    @cached_property
    def drift(self) -> Array:
        r""":math:`\sum_s\gamma^{t-1-s}(\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s`."""
        now = self.numbers.mu(self.link, self.actions @ self.truth)
        return self._sum(self.weights * (self.means - now))

    @cached_property
    def X_G(self) -> Any:
        r""":math:`X = \|\gamma^{t-1}S_{t-D:t}\|_{\tilde G_{t-D:t}^{-1}}`."""
        return self.norm(self.recent_noise, self.G_tilde_recent)

    @cached_property
    def X_H(self) -> Any:
        r""":math:`\|\gamma^{t-1}S_{t-D:t}\|_{\tilde H_{t-D:t}^{-1}}`."""
        return self.norm(self.recent_noise, self.H_tilde_recent)

    @cached_property
    def tail(self) -> Any:
        r""":math:`\gamma^D/(1-\gamma)`, a bound on the weight of older rounds; 0 with a window."""
        if isinstance(self.forgetting, Window):
            return self.numbers.number(0)
        return self.gamma**self.D / (1 - self.gamma)

    @cached_property
    def S_bar(self) -> Any:
        r"""The appendix's :math:`\bar S`; S with a window."""
        if isinstance(self.forgetting, Window):
            return self.S
        return FORMULAS["s_bar_appendix"].compiled(
            S=self.S, lam=self.lam, gamma=self.gamma, D=self.D, k_mu=self.k_mu, m=self.m
        )

    @property
    def factor(self) -> Any:
        r""":math:`1 + \bar S + X/\sqrt\lambda`, the implicit factor."""
        return 1 + self.S_bar + self.X_G / self.sqrt(self.lam)

    # -- terms about one action -------------------------------------------------------------------

    def _action(self, a: Any) -> Array:
        if a is None:
            return self.probe
        # Checked as floats: with many digits the entries are no Python numbers.
        exact = isinstance(a, np.ndarray) and a.dtype == object
        _direction("a", a.astype(float) if exact else a, self.d)
        return self.numbers.array(a)

    def _through(self, a: Any, vector: Array) -> Any:
        """|a^T G^{-1} v|."""
        return abs(self._action(a) @ self.numbers.solve(self.G, vector))

    def alpha(self, a: Any = None) -> Any:
        r""":math:`\alpha(a, \theta^\star_t, \hat\theta_t)`."""
        x = self._action(a)
        ends = (self.numbers.array([x @ q]) for q in (self.truth, self.estimate))
        return self.numbers.mean_slope(self.link, *ends)[0]

    def slope(self, a: Any = None) -> Any:
        r""":math:`\dot\mu(a^\top\theta^\star_t)`."""
        return self.numbers.dmu(self.link, self.numbers.array([self._action(a) @ self.truth]))[0]

    def gap(self, a: Any = None) -> Any:
        r""":math:`|a^\top(\hat\theta_t - \theta^\star_t)|`."""
        return abs(self._action(a) @ (self.estimate - self.truth))

    def prediction_error(self, a: Any = None) -> Any:
        r""":math:`\Delta_t(a, \hat\theta_t)`, as slope times gap: the difference would cancel."""
        return self.alpha(a) * self.gap(a)

    def b1(self, a: Any = None) -> Any:
        """The drift seen by a."""
        return self._through(a, self.drift)

    def b2(self, a: Any = None) -> Any:
        """Regularisation and old noise seen by a."""
        return self._through(a, self.old_noise - self.lam * self.truth)

    def b3(self, a: Any = None) -> Any:
        """Recent noise seen by a."""
        return self._through(a, self.recent_noise)

    def c1(self, a: Any = None) -> Any:
        """The drift again."""
        return self.b1(a)

    def c2(self, a: Any = None) -> Any:
        """Old noise seen by a."""
        return self._through(a, self.old_noise)

    def c3(self, a: Any = None) -> Any:
        """Recent noise and regularisation seen by a."""
        return self._through(a, self.recent_noise - self.lam * self.truth)

    # -- text ----------------------------------------------------------------------------------

    def to_json(self) -> dict[str, Any]:
        """The data as decimals."""
        discounted = isinstance(self.forgetting, Discount)
        scalars = {n: getattr(self, n) for n in ("lam", "S", "m", "k_mu", "c_mu", "D")}
        arrays = {n: getattr(self, n).tolist() for n in ("actions", "rewards", "theta", "probe")}
        kind = {"gamma": self.gamma} if discounted else {"tau": self.D}
        return {"link": self.link.name, **kind, **scalars, **arrays}

    @staticmethod
    def from_json(data: dict[str, Any], link: Link) -> ProofRound:
        """The inverse of :meth:`to_json`."""
        forgetting = Discount(data["gamma"]) if "gamma" in data else Window(int(data["tau"]))
        names = ("actions", "rewards", "theta", "lam", "S", "m", "k_mu", "c_mu", "D", "probe")
        return ProofRound(link, forgetting=forgetting, **{n: data[n] for n in names})
