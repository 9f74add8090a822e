r"""From what a practitioner knows to a policy that is ready to play.

There are two aims.  ``aim="practice"`` gives the policy ``auto``, which needs none of the numbers
below: its regret is small where it was tried, and no bound of it is known.  ``aim="guarantee"``,
which is the default, gives the paper's policies with the numbers of its theorems: their regret is
bounded, and in practice it is many times larger than need be.

The theory asks for numbers that nobody has at hand: a bound S on the norm of the parameter, a
regularisation λ, a discount factor γ or a window τ.  :func:`suggest` takes them from what people do
know, by the tunings of the regret theorems::

    advice = suggest("logistic", d=2, horizon=8000, lowest=0.02, highest=0.5, changes=2)
    print(advice)              # the numbers, where they come from, and what to beware of
    policy = advice.policy()

=================================  ===========================================================
what is known                      what follows
=================================  ===========================================================
``lowest``, ``highest`` mean       :math:`S = \max |\mu^{-1}|` of both, rounded up
``changes``, or how many rounds    :math:`\Gamma_T`, and with it γ (``gamma_worst_case``) or τ
the world stays as it is           (``tau_worst_case``); with a least ``gap`` between the best
(``lasting``)                      action and the others, ``gamma_gap`` or ``tau_gap``
no changes                         a window as long as the horizon
nothing about changes              bandit over bandit; ``tau_unknown`` if a window is wanted
``horizon``                        :math:`\lambda = d\log T`
``budget``: the largest bonus      the number by which bonuses are divided, at least 1
of an action never tried
=================================  ===========================================================
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from glbtheory._support.validation import (
    count,
    fraction_of_one,
    is_real,
    one_of,
    positive,
    real_number,
    whole_number,
)
from glbtheory.bandits._limits import LAST_ROUND, MOST_DIMENSIONS
from glbtheory.bandits.environments.reward_families import (
    LINEAR,
    POISSON,
    family,
    largest_reward,
    link_of,
    slopes,
)
from glbtheory.bandits.policies.auto import Auto
from glbtheory.bandits.policies.bandit_over_bandit import (
    BanditOverBandit,
    default_block,
    default_gammas,
    default_lam,
)
from glbtheory.bandits.policies.base import Policy, policy_from
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB
from glbtheory.formulas import FORMULAS
from glbtheory.setting.links import Link

#: A least slope so much below the largest one deserves a warning.
_FLAT = 1 / 100


#: What each aim means.
_AIMS = {
    "guarantee": "numbers of the regret theorems; aim practice plays well and proves nothing.",
    "practice": "a small regret where it was tried; no bound of it is known.",
}


@dataclass(frozen=True)
class Advice:
    """What to play, and why; ``warnings`` say where the theory does not reach.

    ``settings`` is the policy's dictionary; ``memory`` is how many rounds it remembers, 1/(1-γ) or
    τ, and ``bonus`` what an action of length 1 in a direction never tried gets added to its mean
    (with ``refined``: while the estimate lies in Θ).
    ``aim`` is "guarantee" or "practice".
    ``changes`` is Γ_T; it and ``memory`` are None where they are not known.
    """

    settings: dict[str, Any]
    changes: int | None
    c_mu: float | None
    memory: float | None
    bonus: float
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    aim: str = "guarantee"

    def __getitem__(self, name: str) -> Any:
        """A number of the policy: ``advice["gamma"]``; None if it has no such number."""
        return self.settings.get(name)

    def policy(self, seed: int | np.random.SeedSequence = 0) -> Policy:
        """The policy, at its first round."""
        return policy_from({**self.settings, "seed": seed})

    def __str__(self) -> str:
        shown = [f"  {name:<8} {value}" for name, value in self._shown()]
        lines = [f"Play {self.settings['policy']} with", *shown, "", "Aim", f"  {self.aim}: "]
        lines[-1] += _AIMS[self.aim]
        lines += ["", "Why"]
        lines += [f"  - {reason}" for reason in self.reasons]
        if self.warnings:
            lines += ["", "Beware", *(f"  - {warning}" for warning in self.warnings)]
        return "\n".join(lines)

    def _shown(self) -> list[tuple[str, str]]:
        names = ("link", "d", "horizon", "S", "lam", "gamma", "tau", "delta", "divisor", "m")
        given = [(n, self.settings[n]) for n in names if self.settings.get(n) is not None]
        return [(n, f"{v:.6g}" if isinstance(v, float) else str(v)) for n, v in given]


def suggest(
    link: Any,
    d: int,
    horizon: int,
    *,
    lowest: float | None = None,
    highest: float | None = None,
    S: float | None = None,
    changes: int | None = None,
    lasting: float | None = None,
    gap: float | None = None,
    forgetting: str = "discount",
    budget: float | None = None,
    delta: float = 0.05,
    m: float | None = None,
    refined: bool = False,
    aim: str = "guarantee",
) -> Advice:
    """A policy and its numbers from what is known; see the module's table.

    ``lowest`` and ``highest`` are typical mean rewards (success probabilities, for the logistic
    link) of the worst and the best action; ``S`` may be given instead.  ``forgetting`` is
    "discount" or "window".
    """
    aim = one_of("aim", aim, tuple(_AIMS))
    link, d = link_of(link), whole_number("d", d, 1, MOST_DIMENSIONS)
    horizon = count("horizon", horizon, 2, LAST_ROUND)
    delta, top = fraction_of_one("delta", delta), largest_reward(link, m)
    one_of("forgetting", forgetting, ("discount", "window"))
    gap, budget = _gap(gap, link, top), None if budget is None else positive("budget", budget)
    notes = _Notes()
    if aim == "practice":
        told = {"lowest": lowest, "highest": highest, "S": S, "gap": gap, "budget": budget}
        Gamma = _changes(horizon, changes, lasting, notes)
        return _practical(link, d, horizon, m, told | {"changes": Gamma}, notes)
    radius = _radius(link, lowest, highest, S, notes)
    k_mu, c_mu = slopes(link, radius)
    _about_slopes(k_mu, c_mu, radius, notes)
    Gamma = _changes(horizon, changes, lasting, notes)
    common = {"link": link.name.lower(), "d": d, "horizon": horizon, "S": radius, "delta": delta}
    common |= {"m": None if link.reward_range is not None else top, "refined": refined}
    tuned, memory = _tuned({"d": d, "T": horizon, "c_mu": c_mu}, Gamma, gap, forgetting, notes)
    bonus = _first_bonus(policy_from({**common, **tuned}))
    divisor = _divisor(bonus, top, budget, notes)
    if Gamma:
        problem = {"link": link, "S": radius, "d": d, "Gamma": Gamma, "delta": delta, "m": top}
        _about_bound(problem, horizon, gap, forgetting, notes)
    said = tuple(notes.reasons), tuple(notes.warnings)
    settings = {**tuned, **common, "divisor": divisor}
    return Advice(settings, Gamma, c_mu, memory, bonus / divisor, *said)


def _practical(
    link: Link, d: int, horizon: int, m: Any, told: dict[str, Any], notes: _Notes
) -> Advice:
    """The policy that learns its numbers; what was told beside the link is not used."""
    named = {"link": link.name.lower(), "d": d, "horizon": horizon}
    settings = {"policy": "auto", **named, "m": None if link.reward_range is not None else m}
    notes.why("How long to remember is learnt from how well rewards are predicted.")
    notes.why("How much to explore is drawn by EXP3, between a quarter and half of a deviation.")
    unused = [name for name, value in told.items() if value is not None]
    if unused:
        notes.why(f"Not used: {', '.join(unused)}.")
    notes.beware("No bound on the regret is known; aim guarantee has one.")
    policy = Auto(link, d, horizon, m=m)
    unit = np.eye(d)[:1]
    bonus = float((policy.scores(unit) - policy.predict(unit))[0])
    said = tuple(notes.reasons), tuple(notes.warnings)
    return Advice(settings, told["changes"], None, None, bonus, *said, aim="practice")


class _Notes:
    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.warnings: list[str] = []

    def why(self, text: str) -> None:
        self.reasons.append(text)

    def beware(self, text: str) -> None:
        self.warnings.append(text)


def natural_parameter(link: Any, mean: float, name: str = "mean") -> float:
    """The z with μ(z) = mean."""
    link = link_of(link)
    code, times = family(link)
    low, high = (0.0, math.inf) if code == POISSON else link.reward_range or (-math.inf, math.inf)
    mean = real_number(name, mean)
    if not low < mean < high:
        raise ValueError(f"{name} must lie in ({low:g}, {high:g}) for the {link.name} link")
    if code == LINEAR:
        return mean
    return math.log(mean) if code == POISSON else math.log(mean / times) - math.log1p(-mean / times)


def _radius(link: Link, lowest: Any, highest: Any, S: Any, notes: _Notes) -> float:
    given = {"lowest": lowest, "highest": highest}
    means = {name: mean for name, mean in given.items() if mean is not None}
    if S is not None:
        if means:
            raise ValueError(f"S must not be given together with {' and '.join(means)}")
        notes.why(f"S = {positive('S', S):g} is yours: it must bound the norm of the parameter.")
        return positive("S", S)
    if not means:
        raise ValueError("S must be given, or the lowest and highest mean reward")
    found = {name: natural_parameter(link, mean, name) for name, mean in means.items()}
    if len(means) == 2 and lowest >= highest:
        raise ValueError(f"lowest must be below highest = {highest}, not {lowest!r}")
    largest = max(abs(x) for x in found.values())
    if not largest > 0:
        raise ValueError(f"{' and '.join(means)} must differ from the mean at parameter 0")
    # Rounded up to hundredths, once round-off is set aside.
    rounded = max(1, math.ceil(largest * 100 - 1e-9)) / 100
    said = " and ".join(f"{means[n]:g} (a·θ = {x:.3g})" for n, x in found.items())
    notes.why(
        f"S = {rounded:g}: with the {link.name} link mean rewards of {said} need a parameter that "
        "long. If actions are shorter than 1, or none points along the parameter, it is longer."
    )
    if len(means) == 1:
        other = "highest" if "lowest" in means else "lowest"
        notes.beware(f"Only one end is known: if the {other} mean is farther out, S is too small.")
    return rounded


def _about_slopes(k_mu: float, c_mu: float, S: float, notes: _Notes) -> None:
    if c_mu < _FLAT * k_mu:
        notes.beware(
            f"c_mu = {c_mu:.3g} is small: at |a·θ| = S = {S:g} the mean hardly moves, and bonuses "
            f"shrink slowly: they stay up to 1/√c_mu = {1 / math.sqrt(c_mu):.3g} times larger in "
            "directions already tried. A smaller S, if it is true, helps more than anything else."
        )


def _gap(gap: Any, link: Link, top: float) -> float | None:
    if gap is None:
        return None
    if link.reward_range is not None and (not is_real(gap) or not 0 < gap <= top):
        raise ValueError(f"gap must lie in (0, {top:g}], not {gap!r}")
    return positive("gap", gap)


def _changes(horizon: int, changes: Any, lasting: Any, notes: _Notes) -> int | None:
    if changes is not None and lasting is not None:
        raise ValueError("changes must not be given together with lasting")
    if lasting is not None:
        if positive("lasting", lasting) < 1:
            raise ValueError(f"lasting must be at least one round, not {lasting!r}")
        found = math.ceil(horizon / lasting) - 1
        notes.why(f"A world that stays for {lasting:g} rounds changes {found} times in {horizon}.")
        return found
    if changes is None:
        return None
    if whole_number("changes", changes, 0) >= horizon:
        raise ValueError(f"changes must be below the horizon {horizon}, not {changes}")
    return int(changes)


def _tuned(
    known: dict[str, Any], Gamma: int | None, gap: float | None, forgetting: str, notes: _Notes
) -> tuple[dict[str, Any], float | None]:
    """The policy with its λ and γ or τ, and how many rounds it remembers."""
    d, T = known["d"], known["T"]
    if Gamma is None and forgetting == "discount":
        H = default_block(d, T)
        notes.why(
            f"How often the world changes is not known: every H = {H} rounds one of "
            f"{len(default_gammas(H))} discount factors is drawn, those that paid off more often "
            "(bandit over bandit). lam = d log H."
        )
        return {"policy": "BOB", "lam": default_lam(d, H)}, None
    lam = float(FORMULAS["lam_theorem"](d=d, T=T))
    notes.why("lam = d log T is that of the regret theorems.")
    if Gamma == 0:
        notes.why("Without changes nothing should be forgotten: the window is the horizon.")
        return {"policy": "SC-SW-GLUCB", "lam": lam, "tau": T}, float(T)
    known = {**known, "Gamma": Gamma}
    if forgetting == "window":
        tau = _window(known, Gamma, gap, notes)
        _about_memory(tau, d, T, Gamma, notes)
        return {"policy": "SC-SW-GLUCB", "lam": lam, "tau": tau}, float(tau)
    gamma = _discount(known, gap, notes)
    memory = 1 / (1 - gamma)
    _about_memory(memory, d, T, Gamma, notes)
    return {"policy": "SC-D-GLUCB", "lam": lam, "gamma": gamma}, memory


def _closed_form(name: str, known: dict[str, Any]) -> float:
    formula = FORMULAS[name]
    return formula(**{argument: known[argument] for argument in formula.arguments})


def _discount(known: dict[str, Any], gap: float | None, notes: _Notes) -> float:
    name = "gamma_worst_case" if gap is None else "gamma_gap"
    gamma = _closed_form(name, known)
    phase = known["T"] / (known["Gamma"] + 1)
    if not gamma > 0.5:
        notes.beware(
            f"The tuning gives gamma = {gamma:.3g}, outside (1/2, 1) where the theorems speak: "
            f"phases of {phase:.3g} rounds are too short to learn from. The limit 1/2 is used."
        )
        gamma = 0.5
    gamma = min(gamma, 1 - 2.0**-40)  # which may have been rounded to 1
    notes.why(
        f"gamma = {gamma:.6g} balances what is forgotten too late after {_times(known['Gamma'])} "
        f"against what is forgotten too soon ({name}): old rounds fade within about "
        f"{1 / (1 - gamma):.0f} rounds, while a phase lasts {phase:.0f}."
    )
    return gamma


def _times(changes: int) -> str:
    return "1 change" if changes == 1 else f"{changes} changes"


def _window(known: dict[str, Any], Gamma: int | None, gap: float | None, notes: _Notes) -> int:
    name = "tau_unknown" if Gamma is None else "tau_worst_case" if gap is None else "tau_gap"
    tau = math.ceil(_closed_form(name, known))
    if tau > known["T"]:
        notes.beware(
            f"The tuning gives a window of {tau} rounds, longer than the horizon: nothing is "
            "forgotten. The horizon is used."
        )
        tau = known["T"]
    notes.why(f"tau = {tau}: only the last {tau} rounds are used ({name}).")
    return tau


def _about_memory(memory: float, d: int, T: int, Gamma: int | None, notes: _Notes) -> None:
    phase = T / ((Gamma or 0) + 1)
    if memory > T:
        notes.beware(f"With {memory:.0f} rounds remembered of {T}, nothing is forgotten in effect.")
    elif Gamma and memory >= phase:
        notes.beware(
            f"About {memory:.0f} rounds are remembered, and a phase lasts {phase:.0f}: estimates "
            "mix phases most of the time. The tuning thinks of a longer horizon."
        )
    if memory < 10 * d:
        notes.beware(f"Only about {memory:.0f} rounds are remembered, for {d} unknown numbers.")


def _first_bonus(policy: Policy) -> float:
    """The largest bonus of an action of length 1 in a direction never tried."""
    if isinstance(policy, BanditOverBandit):
        return max(_first_bonus(player) for player in policy.players)
    assert isinstance(policy, GeneralizedLinearUCB)
    return policy.bonus_scale


def _divisor(bonus: float, top: float, budget: float | None, notes: _Notes) -> float:
    if budget is not None and bonus > budget:
        divisor = bonus / budget
        notes.why(
            f"divisor = {divisor:.4g}: the theory would add {bonus:.4g} to the mean of an action "
            f"never tried, and you allow {budget:g}."
        )
        notes.beware("With divided bonuses the regret bounds do not apply any more.")
        return divisor
    if budget is None and bonus > top:
        notes.beware(
            f"An action never tried gets a bonus of {bonus:.4g}, for rewards of range m = {top:g}: "
            "choices are exploration only for long. Experiments divide the bonus; say what you "
            "allow as budget."
        )
    return 1.0


def _about_bound(
    problem: dict[str, Any], T: int, gap: float | None, forgetting: str, notes: _Notes
) -> None:
    """From which horizon on the regret theorem behind the tuning says something."""
    if family(problem["link"]).code == POISSON:
        notes.beware("The Poisson mean has no largest slope: the regret bounds do not cover it.")
        return
    # Balls and bisection are needed here only.
    from glbtheory.regret.useful_horizon import HorizonProblem, first_useful, share

    theorem = {"discount": ("T2", "T1"), "window": ("T5", "T6")}[forgetting][gap is not None]
    exact = {name: Fraction(str(problem[name])) for name in ("S", "delta", "m")}
    least = None if gap is None else min(Fraction(str(gap)), exact["m"])
    asked = HorizonProblem(**{**problem, **exact}, Delta=least)
    try:
        start = first_useful(f"{theorem} corrected", asked).T0
    except (ValueError, ArithmeticError):
        notes.beware("The regret bound behind the tuning says nothing at any horizon looked at.")
        return
    if start > T:
        ratio = share(f"{theorem} corrected", asked, T)
        notes.beware(
            f"The regret bound behind the tuning is below m T only from T ≈ {start:.1e} on; at "
            f"T = {T} it is {ratio:.3g} times m T. Take the numbers as a rule of thumb."
        )
