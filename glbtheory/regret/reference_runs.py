r"""Reference runs of the paper's two algorithms, round by round and without any shortcut.

:class:`ReferenceProblem` holds a problem and a policy; :func:`play` runs it; :class:`ReferenceRun`
holds what happened, one row per round t = 1, ..., T::

    setting = ReferenceProblem(logistic, theta=[[1, 0], [-1, 0]], breaks=[121], T=240,
                               forgetting=Discount(0.95), lam=5, S=1)
    run = play(setting, seed=0)
    run.regret.sum(), run.far, run.inside     # R_T, rounds in T(γ), rounds with θ̂_t in Θ
    prediction_errors(run)                    # |μ(a_t·θ̂_t) - μ(a_t·θ*_t)|

At round t the learner sees the arms, computes :math:`\hat\theta_t` from the rounds before
(``likelihood.estimate``), and plays the arm with the largest

.. math:: \mu(a^\top\hat\theta_t) + \frac{\beta}{\sqrt{c_\mu}}\,\|a\|_{V_t^{-1}} ,

where :math:`V_t` follows the recursion of ``forgetting`` and :math:`\beta` is the closed form of
``formulas``: ``beta_appendix`` with the analysis window D under discounts, ``beta_window`` at t
under a window.  ``divisor`` makes the bonus smaller than the theory asks, ``refined`` uses
``beta_bar`` at the rounds at which :math:`\hat\theta_t` lies in Θ (as line 2519 prints it).

Every estimate uses all past rounds: a run costs T² and is meant for T up to some hundreds.
:func:`path_at` gives one round of a run with the matrices of the proofs (``paths.Path``);
``glbtheory.regret.proof_chain`` follows the whole proof along a run.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from glbtheory import formulas
from glbtheory._support.seeds import seed_root
from glbtheory._support.validation import (
    finite_array,
    fraction_of_one,
    listed,
    positive,
    unit_ball,
    whole_number,
)
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import BY_NAME, Link

Array = np.ndarray

#: How arms are drawn anew at every round.
DRAWS = ("sphere", "ball", "positive")


@lru_cache(maxsize=256)
def _constants(link: Link, S: float) -> dict[str, float]:
    return {name: float(x) for name, x in formulas.link_constants(link, S).items()}


@lru_cache(maxsize=64)
def _needed(name: str) -> list[str]:
    if name not in formulas.FORMULAS:
        raise ValueError(f"name must be one of {', '.join(formulas.FORMULAS)}, not {name!r}")
    return formulas.FORMULAS[name].arguments


def _link(link: Any) -> Link:
    """A link, or the one of that name."""
    found = BY_NAME.get(link.lower()) if isinstance(link, str) else link
    if not isinstance(found, Link):
        raise ValueError(f"link must be a Link or one of {', '.join(BY_NAME)}, not {link!r}")
    return found


def _empty(values: Any) -> bool:
    return hasattr(values, "__len__") and len(values) == 0


def _named(name: str, rows: Any) -> Array:
    """Rows in the unit ball; an error is about the argument ``name``."""
    try:
        return unit_ball(rows)
    except ValueError as error:
        raise ValueError(str(error).replace("actions", name, 1)) from None


@dataclass(frozen=True, eq=False)
class ReferenceProblem:
    r"""A piecewise stationary problem and the algorithm that meets it.

    ``theta`` has one row per phase and ``breaks`` the first round of each phase but the first, so
    that :math:`\Gamma_T` is the length of ``breaks``.  ``arms`` is an array of fixed arms, or a
    number of arms drawn anew at every round: on the sphere, in the ball, or on the part of the
    sphere with positive coordinates (``draw``).  ``S`` bounds the norms of all parameters; without
    it the largest norm is taken.  ``m`` is the largest reward; the link knows it unless it is the
    linear one.  ``link`` may be the name of one of ``links.BY_NAME``.  ``depth`` is the analysis
    window D, by default log T/log(1/γ) rounded up.

    Rewards are sums of coins: one for the logistic link, n for ``binomial(n)``, and for the linear
    link one coin on {0, m}, whose variance is at most :math:`\dot\mu = 1` for m <= 2.
    """

    link: Link
    theta: Any
    T: int
    forgetting: Discount | Window
    lam: float
    breaks: tuple[int, ...] = ()
    arms: Any = 10
    draw: str = "sphere"
    S: Any = None
    m: Any = None
    delta: float = 0.05
    divisor: float = 1.0
    refined: bool = False
    depth: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "link", _link(self.link))
        theta = finite_array("theta", self.theta, (None, None))
        given = listed("breaks", self.breaks) if not _empty(self.breaks) else []
        breaks = tuple(whole_number("breaks", b, 2) for b in given)
        whole_number("T", self.T, 1)
        if len(theta) != len(breaks) + 1:
            raise ValueError(f"theta must have {len(breaks) + 1} rows, not {len(theta)}")
        if (theta[1:] == theta[:-1]).all(axis=1).any():
            raise ValueError("theta must differ from one phase to the next")
        if list(breaks) != sorted(set(breaks)) or (breaks and breaks[-1] > self.T):
            raise ValueError(f"breaks must increase and be at most T = {self.T}, not {breaks}")
        if not isinstance(self.forgetting, Discount | Window):
            raise ValueError(f"forgetting must be Discount or Window, not {self.forgetting!r}")
        longest = float(np.linalg.norm(theta, axis=1).max())
        S = longest if self.S is None else positive("S", self.S)
        if longest > S * (1 + 1e-12) or S == 0:
            raise ValueError(f"S must be positive and at least {longest:g}, not {S:g}")
        if not np.isscalar(self.arms):
            arms = _named("arms", self.arms)
            if arms.shape[1] != theta.shape[1] or len(arms) == 0:
                raise ValueError(f"arms must be rows of {theta.shape[1]} numbers")
            object.__setattr__(self, "arms", arms)
        elif isinstance(self.arms, str):
            raise ValueError(f"arms must be rows of numbers or a number, not {self.arms!r}")
        elif self.draw not in DRAWS or whole_number("arms", self.arms, 1) < 1:
            raise ValueError(f"draw must be one of {', '.join(DRAWS)}, not {self.draw!r}")
        if self.depth is not None:
            object.__setattr__(self, "depth", whole_number("depth", self.depth, 1))
        elif isinstance(self.forgetting, Discount):
            if self.forgetting.gamma == 1:
                raise ValueError("depth must be given for gamma = 1")
            ratio = math.log(self.T) / -math.log(float(self.forgetting.gamma))
            object.__setattr__(self, "depth", max(1, math.ceil(ratio)))
        for name, value in (("theta", theta), ("breaks", breaks), ("S", S)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "m", self._largest_reward())
        positive("lam", self.lam)
        positive("divisor", self.divisor)
        fraction_of_one("delta", self.delta, closed=True)

    def _largest_reward(self) -> float:
        c, k = self.link.concordance or (math.inf, 0)
        if c > 1 or k:
            raise ValueError(f"link must be self-concordant with constant 1, unlike {self.link}")
        if self.link.reward_range is not None:
            top = float(self.link.reward_range[1])
            if self.m is not None and self.m != top:
                raise ValueError(f"m must be {top:g} for the link {self.link.name}, not {self.m}")
            return top
        if self.link.name != "linear":
            raise ValueError(f"link must have bounded rewards, unlike {self.link.name}")
        m = positive("m", self.m)
        if m > 2:
            raise ValueError(f"m must be at most 2 for the linear link, not {m:g}")
        return m

    # -- numbers of the theory -------------------------------------------------------------------

    @property
    def d(self) -> int:
        """The dimension."""
        return int(self.theta.shape[1])

    @property
    def Gamma(self) -> int:
        """The number of changes."""
        return len(self.breaks)

    @property
    def k_mu(self) -> float:
        """The largest slope of the mean function."""
        return _constants(self.link, self.S)["k_mu"]

    @property
    def c_mu(self) -> float:
        """The least slope over |z| <= S."""
        return _constants(self.link, self.S)["c_mu"]

    @property
    def memory(self) -> int:
        """How many rounds back a change is felt: D under discounts, τ under a window."""
        if isinstance(self.forgetting, Window):
            return int(self.forgetting.tau)
        assert self.depth is not None
        return self.depth

    @cached_property
    def truth(self) -> Array:
        """θ*_t, one row per round."""
        phase = np.searchsorted(np.array(self.breaks), np.arange(1, self.T + 1), side="right")
        return np.asarray(self.theta[phase])

    @cached_property
    def far(self) -> Array:
        """Whether θ* is the same at t and at the rounds t - D, ..., t - 1 (those from 1 on)."""
        far = np.ones(self.T, dtype=bool)
        for b in self.breaks:
            far[b - 1 : b - 1 + self.memory] = False
        return far

    def arguments(self, **more: Any) -> dict[str, float]:
        """The arguments of the closed forms by name; ``more`` adds to them or replaces some."""
        known: dict[str, Any] = {
            "d": self.d,
            "T": self.T,
            "S": self.S,
            "lam": self.lam,
            "delta": self.delta,
            "k_mu": self.k_mu,
            "c_mu": self.c_mu,
            "m": self.m,
            "Gamma": self.Gamma,
        }
        if isinstance(self.forgetting, Discount):
            known |= {"gamma": float(self.forgetting.gamma), "D": self.depth}
        else:
            known["tau"] = self.forgetting.tau
        return {**known, **more}

    def number(self, name: str, **more: Any) -> float:
        """The closed form ``name`` of ``formulas`` at this setting, in floating point."""
        known = self.arguments(**more)
        missing = [n for n in _needed(name) if n not in known]
        if missing:
            raise ValueError(f"{name} needs {', '.join(missing)}, which this setting does not have")
        needed = {n: known[n] for n in _needed(name)}
        return float(formulas.FORMULAS[name].compiled(**needed))

    def radius(self, t: int) -> float:
        """ρ: what bounds the normalised deviation with probability 1 - δ."""
        if isinstance(self.forgetting, Window):
            return self.number("rho_window", t=t)
        return self.number("rho_appendix")

    def beta(self, t: int) -> float:
        """β of the theory at round t, before division by the root of c_μ."""
        if isinstance(self.forgetting, Window):
            return self.number("beta_window", t=t)
        return self.number("beta_appendix")

    def beta_bar(self, t: int) -> float:
        """The refined β̄ of line 2519, for estimates in Θ."""
        if isinstance(self.forgetting, Window):
            return self.number("beta_bar_window", t=t)
        return self.number("beta_bar_appendix")


@dataclass(frozen=True, eq=False)
class ReferenceRun:
    r"""What happened, one row per round t = 1, ..., T.

    ``actions`` and ``rewards`` are :math:`a_t` and :math:`r_{t+1}`, ``estimates`` is
    :math:`\hat\theta_t` and ``errors`` certified bounds of its distance from the exact one,
    ``widths`` is :math:`\|a_t\|_{V_t^{-1}}`, ``bonus`` what was added to the mean of the arm,
    ``best`` the arm with the largest mean, ``regret`` the difference of the two means, and ``gap``
    the difference between the largest mean and the next smaller one (infinite if there is none).
    """

    setting: ReferenceProblem
    actions: Array
    rewards: Array
    estimates: Array
    errors: Array
    widths: Array
    bonus: Array
    best: Array
    regret: Array
    gap: Array

    @property
    def far(self) -> Array:
        """The rounds of T(γ), or of T(τ)."""
        return self.setting.far

    @property
    def inside(self) -> Array:
        """The rounds at which the estimate lies in Θ."""
        return np.linalg.norm(self.estimates, axis=1) <= self.setting.S

    @property
    def means(self) -> Array:
        """μ(a_t · θ*_t)."""
        return self.setting.link.mu((self.actions * self.setting.truth).sum(axis=1))

    @property
    def noise(self) -> Array:
        """ε_{t+1} = r_{t+1} - μ(a_t · θ*_t)."""
        return self.rewards - self.means


def play(setting: ReferenceProblem, seed: int | np.random.SeedSequence = 0) -> ReferenceRun:
    """One run; the same seed gives the same arms and the same coins to every policy."""
    arm_seed, coin_seed = seed_root(seed).spawn(2)
    sets = _arm_sets(setting, np.random.default_rng(arm_seed))
    coins = _coins(setting)
    uniforms = np.random.default_rng(coin_seed).random((setting.T, coins))
    d, T, forgetting = setting.d, setting.T, setting.forgetting
    ridge = setting.lam / setting.c_mu
    V, theta = ridge * np.identity(d), np.zeros(d)
    rows: dict[str, list[Any]] = {f.name: [] for f in fields(ReferenceRun) if f.name != "setting"}
    A, r = np.empty((T, d)), np.empty(T)
    for t in range(1, T + 1):
        found = estimate(
            A[: t - 1], r[: t - 1], forgetting.weights(t), setting.link, setting.lam, start=theta
        )
        theta, arms = found.theta, sets[t - 1]
        widths = np.sqrt(np.einsum("ki,ki->k", arms, np.linalg.solve(V, arms.T).T))
        scale = _scale(setting, t, bool(np.linalg.norm(theta) <= setting.S))
        index = int(np.argmax(setting.link.mu(arms @ theta) + scale * widths))
        means = setting.link.mu(arms @ setting.truth[t - 1])
        a = arms[index]
        heads = np.count_nonzero(uniforms[t - 1] < means[index] / setting.m)
        A[t - 1], r[t - 1] = a, heads * (setting.m / coins)
        oldest = None
        if isinstance(forgetting, Window) and forgetting.leaving(t) is not None:
            oldest = A[t - forgetting.tau - 1]
        V = forgetting.update_design(V, a, ridge, oldest)
        top = int(np.argmax(means))
        below = means[means < means[top]]
        gap = means[top] - below.max() if below.size else math.inf
        for name, value in {
            "actions": a,
            "rewards": r[t - 1],
            "estimates": theta,
            "errors": found.error_bound,
            "widths": widths[index],
            "bonus": scale * widths[index],
            "best": arms[top],
            "regret": means[top] - means[index],
            "gap": gap,
        }.items():
            rows[name].append(value)
    return ReferenceRun(setting, **{name: np.array(values) for name, values in rows.items()})


def _scale(setting: ReferenceProblem, t: int, inside: bool) -> float:
    """What multiplies the width of an arm in its index."""
    beta = setting.beta_bar(t) if setting.refined and inside else setting.beta(t)
    return beta / math.sqrt(setting.c_mu) / setting.divisor


def _coins(setting: ReferenceProblem) -> int:
    return round(setting.m) if setting.link.name.startswith("binomial") else 1


def _arm_sets(setting: ReferenceProblem, rng: np.random.Generator) -> Array:
    """The arms of every round, an array (T, K, d), with means in [0, m]."""
    if not np.isscalar(setting.arms):
        sets = np.broadcast_to(setting.arms, (setting.T, *setting.arms.shape))
    else:
        count = whole_number("arms", setting.arms, 1)
        sets = rng.normal(size=(setting.T, count, setting.d))
        sets /= np.linalg.norm(sets, axis=2, keepdims=True)
        if setting.draw == "ball":
            sets *= rng.random((setting.T, count, 1)) ** (1 / setting.d)
        elif setting.draw == "positive":
            sets = np.abs(sets)
    means = setting.link.mu(np.einsum("tki,ti->tk", sets, setting.truth))
    if means.min() < 0 or means.max() > setting.m:
        raise ValueError(f"arms must have mean rewards in [0, {setting.m:g}]")
    return sets


def path_at(run: ReferenceRun, t: int, probe: Any = None) -> ProofRound:
    """Round t of a run with the matrices of the proofs; ``probe`` is by default the arm played."""
    setting, n = run.setting, whole_number("t", t, 1) - 1
    if n >= setting.T:
        raise ValueError(f"t must be at most T = {setting.T}, not {t}")
    if probe is not None:
        probe = _named("probe", [finite_array("probe", probe, (setting.d,))])[0]
    return ProofRound(
        setting.link,
        run.actions[:n],
        run.rewards[:n],
        setting.truth[: n + 1],
        setting.forgetting,
        lam=setting.lam,
        S=setting.S,
        m=setting.m,
        D=setting.memory,
        probe=run.actions[n] if probe is None else probe,
    )


def prediction_errors(run: ReferenceRun, actions: Any = None) -> Array:
    """|μ(a·θ̂_t) - μ(a·θ*_t)| for the arms played, or for other actions, one per round."""
    A = run.actions if actions is None else finite_array("actions", actions, run.actions.shape)
    mu = run.setting.link.mu
    return np.abs(mu((A * run.estimates).sum(axis=1)) - mu((A * run.setting.truth).sum(axis=1)))
