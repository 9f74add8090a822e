r"""What every step of the regret proofs loses: in the worst case, and on runs.

:mod:`glbtheory.regret.proof_chain` evaluates the lines of a chain on one run.  This module joins
the chains and asks two questions about every step ``before <= after``:

* how close ``before`` comes to ``after`` anywhere (:func:`tightness`): the largest ratio that was
  found, 1 if the step is attained, so that no factor can be taken off it in general;
* by which factor it grows on runs (:func:`collect`), over several settings and seeds.

::

    chains = [overall(play(c.setting, seed)) for c in cases("window") for seed in range(3)]
    for loss in collect(chains, tightness("window")):
        print(loss.name, loss.claim, loss.worst, loss.median, loss.least, loss.most)

:func:`overall` is the whole way from the measured prediction errors to the printed bound on the
regret.  :func:`radius_slack` looks into its longest step, the radius ρ, and :func:`radius_parts`
splits ρ into its terms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from glbtheory._support.validation import as_rational, listed, whole_number
from glbtheory.concentration import exact_tails
from glbtheory.concentration.mixture import mixture
from glbtheory.concentration.noise_laws import FAIR
from glbtheory.formulas import FORMULAS
from glbtheory.regret import proof_chain
from glbtheory.regret.proof_chain import Step, power, quadratic
from glbtheory.regret.reference_runs import ReferenceProblem, ReferenceRun, path_at, play
from glbtheory.regret.round_attacks import ProofRound, attack_path
from glbtheory.setting.forgetting import Discount, Window
from glbtheory.setting.links import binomial, linear, logistic

Array = np.ndarray

#: The two ways to forget: rounds lose weight, or leave a window.
KINDS = ("discount", "window")
#: The step that puts the radius ρ in the place of the noise of a run.
RADIUS = "the norm by its radius ρ"
#: From the error of the arm played to the regret of the round.
OPTIMISM = "the best arm too: twice"
NEAR = "m for each round near a change"
#: No inequality of the proof: what is printed against what the proof gives.
PRINTED = "as printed: ridge λ, no m in the first term"


def _kind(name: str, value: Any) -> str:
    if value not in KINDS:
        raise ValueError(f"{name} must be one of {', '.join(KINDS)}, not {value!r}")
    return str(value)


# --- the whole chain of a run ---------------------------------------------------------------------


def overall(run: ReferenceRun) -> list[Step]:
    """From the prediction errors of a run to the printed bound, one step per inequality.

    The first lines lead from the prediction errors of the arms played, summed over the rounds far
    from a change, to bonus and bias.  Optimism doubles them, the rounds near a change are added,
    and the lines that follow are those of :func:`glbtheory.regret.proof_chain.regret_slack`.
    """
    inner, outer = proof_chain.prediction_slack(run), proof_chain.regret_slack(run)
    joint = next(i for i, step in enumerate(outer) if step.claim in ("P5", "P8"))
    bonuses = float(inner[-1].after.sum())
    lines = np.array([bonuses, 2 * bonuses, float(outer[joint].after.sum())])[:, None]
    return [
        *inner,
        Step(OPTIMISM, "P10", lines[0], lines[1]),
        Step(NEAR, outer[0].claim, lines[1], lines[2]),
        *outer[joint + 1 :],
    ]


@dataclass(frozen=True)
class NamedProblem:
    """A problem with a short name."""

    name: str
    setting: ReferenceProblem


def cases(
    kind: str,
    T: int = 300,
    sizes: Sequence[float] = (1.0, 6.0),
    ridges: Sequence[float | None] = (0.2, None),
) -> list[NamedProblem]:
    """Logistic problems in two dimensions whose parameter turns over after half of the rounds.

    γ = 0.95 or τ = 60; every S of ``sizes`` with every λ of ``ridges``, None being d log T.
    """
    rule = Discount(0.95) if _kind("kind", kind) == "discount" else Window(60)
    T, found = whole_number("T", T, 2), []
    for S, lam in product(listed("sizes", sizes), listed("ridges", ridges)):
        turn = S * np.array([[1.0, 0.0], [-1.0, 0.0]])
        ridge = 2 * math.log(T) if lam is None else lam
        setting = ReferenceProblem(logistic, turn, T, rule, ridge, breaks=(T // 2 + 1,), S=S)
        name = f"S = {S:g}, λ = {'d log T' if lam is None else f'{lam:g}'}"
        found.append(NamedProblem(name, setting))
    return found


# --- losses over runs -----------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Loss:
    """One step over several runs: a factor and a share of the loss for each of them.

    ``worst`` is the largest ratio before/after that is known, 1 if attained, None if no search
    was made.
    """

    name: str
    claim: str
    factors: Array
    shares: Array
    worst: float | None = None

    @property
    def median(self) -> float:
        """The factor of the middle run."""
        return float(np.median(self.factors))

    @property
    def least(self) -> float:
        """The smallest factor."""
        return float(self.factors.min())

    @property
    def most(self) -> float:
        """The largest factor."""
        return float(self.factors.max())

    @property
    def share(self) -> float:
        """The median share of log(last line / first line)."""
        return float(np.median(self.shares))


def collect(
    chains: Iterable[list[Step]], worst: Mapping[str, float | None] | None = None
) -> list[Loss]:
    """The steps of several runs of one kind, each with its factors and its worst case."""
    chains = list(chains)
    if not chains or len({tuple(step.name for step in chain) for chain in chains}) != 1:
        raise ValueError("chains must hold at least one chain, all with the same steps")
    factors = np.array([[step.factor for step in chain] for chain in chains])
    logs = np.log(factors)
    shares = logs / logs.sum(axis=1, keepdims=True)
    known = worst or {}
    return [
        Loss(step.name, step.claim, factors[:, k], shares[:, k], known.get(step.name))
        for k, step in enumerate(chains[0])
    ]


# --- how close a step comes to equality -----------------------------------------------------------

#: Means with bounded rewards; the linear one is met in d <= 3 like the others.
_LINKS = (logistic, linear, binomial(5), binomial(40))
_BOX: dict[str, Any] = {"S": (1e-3, 30.0), "lam": (1e-2, 1e4), "links": _LINKS}
#: A prediction that errs by less is compared with the error of the estimate itself.
_VISIBLE = 1e-3


@lru_cache(maxsize=8)
def tightness(kind: str) -> dict[str, float | None]:
    """For every step of :func:`overall`, the largest ratio before/after that a search finds.

    The steps before the sum are attacked on paths of up to six rounds in d <= 3, with the norm of
    the path's own noise for ρ.  The steps after it are evaluated on a few extreme runs.  The step
    to ρ itself is a matter of probability: see :func:`radius_tightness`.
    """
    found: dict[str, float | None] = {}
    lines = (
        proof_chain.DISCOUNT_LINES
        if _kind("kind", kind) == "discount"
        else proof_chain.WINDOW_LINES
    )
    for k in range(1, len(lines)):
        found[lines[k][0]] = _attacked(lines[k - 1][2], lines[k][2], kind == "window", k)
    found[RADIUS] = max(radius_tightness(lam=lam)[0] for lam in (Fraction(1, 5), 11, 40))
    chains = [proof_chain.regret_slack(play(s, 0)) for s in _extremes(kind)]
    for steps in zip(*chains, strict=True):
        found[steps[0].name] = max(float(s.before.sum() / s.after.sum()) for s in steps)
    found[OPTIMISM] = found["errors of two arms and the choice of the arm"]
    # Without a change there are no such rounds: only the run with one speaks about them.
    near = chains[-1][0]
    found[NEAR] = float(near.before.sum() / near.after.sum())
    found[PRINTED] = None
    return found


def _attacked(
    before: proof_chain.Line, after: proof_chain.Line, window: bool, seed: int, steps: int = 120
) -> float:
    """The worst path found for one step, among those on which round-off does not decide."""

    def ratio(path: ProofRound) -> Any:
        larger = after(path, path.X_H)
        return before(path, path.X_H) / larger if larger > _VISIBLE else 0

    evidence = attack_path(
        ratio, seed=seed, window=window, samples=96, climbs=2, steps=steps, **_BOX
    )
    assert evidence.worst_ratio is not None
    return evidence.worst_ratio


def joint_tightness(kind: str) -> float:
    """The same for the first line of the prediction chain against its last: all steps at once."""
    lines = (
        proof_chain.DISCOUNT_LINES
        if _kind("kind", kind) == "discount"
        else proof_chain.WINDOW_LINES
    )
    return _attacked(lines[0][2], lines[-1][2], kind == "window", 0, steps=400)


def _extremes(kind: str) -> list[ReferenceProblem]:
    """Runs in one dimension on which steps after the sum are (nearly) attained.

    One round, with the wrong arm and a ridge λ/c_μ = 1, where the elliptical lemma comes closest;
    many rounds of unit actions, so that the determinant is the one of its bound; and one change
    after which the arm that was learned costs nearly m.
    """
    discounted, arms = kind == "discount", [[-1.0], [1.0]]
    c_mu = float(logistic.dmu(1.0))
    slow: dict[str, Any] = {"forgetting": Window(1)}
    fast: dict[str, Any] = {"forgetting": Window(50)}
    if discounted:
        slow = {"forgetting": Discount(1 - 1e-6), "depth": 10**8}
        fast = {"forgetting": Discount(0.9)}
    steep = math.log(99)
    turned: dict[str, Any] = {"breaks": (2,), "arms": [[1.0], [-1.0]]}
    memory = {"forgetting": Discount(0.9), "depth": 1} if discounted else {"forgetting": Window(1)}
    return [
        ReferenceProblem(logistic, [[1.0]], 1, lam=c_mu, arms=arms, **slow),
        ReferenceProblem(logistic, [[1.0]], 400, lam=1.0, arms=arms, **fast),
        ReferenceProblem(logistic, [[steep], [-steep]], 2, lam=0.5, **turned, **memory),
    ]


def radius_tightness(
    T: int = 300, lam: Any = 11, delta: Any = Fraction(1, 20)
) -> tuple[float, float]:
    """Between which shares of ρ an exact adversary reaches the level δ within T rounds, d = 1.

    It plays the action 1 with fair noise ±m until the share of the radius is reached, and stops;
    all rounds count the same, as in a window of T rounds.  The first number is a share that the
    norm exceeds with probability above δ, the second one that it does not.
    """
    level = as_rational("delta", delta)
    T, ridge = whole_number("T", T, 2), as_rational("lam", lam)

    def reached(scale: Fraction) -> Fraction:
        return exact_tails.equal_weights(T, FAIR, lam=ridge, m=1, delta=level / T, scale=scale)

    low, high = exact_tails.critical_scale(reached, level, low=Fraction(1, 256))
    return float(low), float(high)


# --- inside the radius ----------------------------------------------------------------------------


def _tail_radius(
    setting: ReferenceProblem, gain: float, delta: float, d: int | None = None
) -> float:
    known = {"lam": setting.lam, "m": setting.m, "w": 1.0, "delta": delta, "gain": gain}
    return float(FORMULAS["tail_radius"].compiled(**known, d=setting.d if d is None else d))


def radius_parts(setting: ReferenceProblem, t: int | None = None) -> dict[str, float]:
    """The terms of ρ at round t (by default T); their sum is ρ.

    The radius is affine in log(1/δ), in log T, in d log 2 and in the bound on the log
    determinant, so every term is the difference of two radii.
    """
    alone = _tail_radius(setting, 0.0, 1.0, d=0)
    parts = {
        "√λ/(2m)": alone,
        "log(1/δ)": _tail_radius(setting, 0.0, setting.delta, d=0) - alone,
        "log T": _tail_radius(setting, 0.0, 1 / setting.T, d=0) - alone,
        "d log 2": _tail_radius(setting, 0.0, 1.0) - alone,
    }
    rho = setting.radius(setting.T if t is None else whole_number("t", t, 1))
    return {**parts, "determinant": rho - math.fsum(parts.values())}


def radius_slack(run: ReferenceRun, count: int = 8) -> list[Step]:
    """From the norm of the noise to ρ, at ``count`` rounds far from a change, d <= 2.

    In between: the norm, in the same direction, at which the mixture of the proof reaches 1/δ;
    the closed form with the determinant of this round; the bound on the determinant; and δ/T for
    δ, so that all rounds are covered at once.  The first step is no inequality: it holds at a
    round with probability 1 - δ.
    """
    if run.setting.d > 2:
        raise ValueError(f"run must have d <= 2, not {run.setting.d}")
    rounds = np.flatnonzero(run.far)[1:] + 1
    if len(rounds) < whole_number("count", count, 1):
        raise ValueError(f"count must be at most {len(rounds)}, not {count}")
    chosen = rounds[np.linspace(0, len(rounds) - 1, count).round().astype(int)]
    lines = np.array([_radii(run, int(t)) for t in chosen]).T
    discounted = isinstance(run.setting.forgetting, Discount)
    names = [
        ("Markov for the mixture", "I6"),
        ("closed form", "T3"),
        ("determinant by its bound", "C9" if discounted else "C11"),
        ("δ/T for δ", "D5" if discounted else "Q42"),
    ]
    return [Step(name, claim, lines[k], lines[k + 1]) for k, (name, claim) in enumerate(names)]


def _radii(run: ReferenceRun, t: int) -> list[float]:
    setting, path = run.setting, path_at(run, t)
    noise, H, norm = path.recent_noise, path.H_tilde_recent, float(path.X_H)
    gain = float(np.linalg.slogdet(H / setting.lam)[1]) / 2
    closed = _tail_radius(setting, gain, setting.delta)
    exact = norm * _mixture_scale(noise, H, setting, closed / norm)
    # All that is left of ρ when T is taken out of its logarithm: no formula is typed twice.
    bounded = setting.radius(t) - radius_parts(setting, t)["log T"]
    return [norm, exact, closed, bounded, setting.radius(t)]


def _mixture_scale(noise: Array, H: Array, setting: ReferenceProblem, most: float) -> float:
    """By how much the noise must be multiplied until the mixture reaches 1/δ; at most ``most``."""
    from scipy.optimize import brentq  # slow to import, and most users never need it

    matrix = ((H + H.T) / 2).tolist()  # symmetric to the last bit

    def above(scale: float) -> float:
        found = mixture((scale * noise).tolist(), matrix, setting.lam, setting.m)
        return float(found.log().mid()) + math.log(setting.delta)

    return float(brentq(above, 0.0, most * (1 + 1e-9), xtol=1e-6 * most))


def bonus_without(run: ReferenceRun, part: str) -> float:
    """By how much the bonus at T is multiplied if a term of ρ is left out."""
    setting, path = run.setting, path_at(run, run.setting.T)
    parts = radius_parts(setting)
    if part not in parts:
        raise ValueError(f"part must be one of {', '.join(parts)}, not {part!r}")

    def bonus(rho: float) -> float:
        return float(power(path, quadratic(path, rho), path.V, path.c_mu))

    rho = setting.radius(setting.T)
    return bonus(rho - parts[part]) / bonus(rho)
