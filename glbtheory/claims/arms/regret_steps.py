"""K arms: from plays within a phase to the regret of the sliding window (3472-3633)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.counting import described, words, wrong_plays
from glbtheory.claims.arms.deviation import ETAS
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import (
    KernelTheorem,
    bound,
    enumerated,
    identity,
    refuted_for_every,
)
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.regret.k_arms import (
    ArmSchedule,
    SlidingUCB,
    breakpoint_sets,
    levels,
    regret_of_plays,
    simulate,
    xi_of,
)

F = Fraction
_ONE = F(1)

# --- I52: the split -------------------------------------------------------------------------------

_I52 = (
    r"\sum_{i,\phi}\Delta_i^\phi\mathbb{E}[N_i^\phi] = \sum_{i,\phi:\Delta_i^\phi>\Delta}"
    r"\Delta_i^\phi\mathbb{E}[N_i^\phi] + \sum_{i,\phi:\Delta_i^\phi\leq\Delta}"
    r"\Delta_i^\phi\mathbb{E}[N_i^\phi] \leq \sum_{i,\phi:\Delta_i^\phi>\Delta}"
    r"\Delta_i^\phi\mathbb{E}[N_i^\phi] + \Delta\sum_{i,\phi}\mathbb{E}[N_i^\phi] \leq"
    r" \sum_{i,\phi:\Delta_i^\phi>\Delta}\Delta_i^\phi\mathbb{E}[N_i^\phi] + \Delta %s"
)
_PATHWISE = (
    r"\sum_{i,\phi}\Delta_i^\phi N_i^\phi \leq \sum_{i,\phi:\Delta_i^\phi>\Delta}"
    r"\Delta_i^\phi N_i^\phi + \Delta T \text{ for every sequence of actions}"
)


@enumerated(
    cases=lambda: (
        {**case, "Delta": level} for case, level in product(words(), (F(0), F(1, 2), F(1)))
    ),
    latex=_I52 % "T",
    scope="K = 2, T = 4, all Γ_T + 1 phases, every sequence of actions, Δ in {0, 1/2, 1}",
)
def _split(
    T: int, breakpoints: Any, means: Any, actions: Any, Delta: Fraction, *, fewer: int = 0
) -> Any:
    """The regret of every sequence against its large gaps and Δ per round, for several Δ."""
    schedule = ArmSchedule(T, breakpoints, means)
    large = sum(
        gap * wrong_plays(schedule, actions, phase, arm)
        for k, phase in enumerate(schedule.phases())
        for arm, gap in enumerate(schedule.gaps(k))
        if gap > Delta
    )
    return schedule.regret(actions), "<=", large + Delta * (T - fewer)


#: n = E[N], the gap g and the level g + e.
_SMALL_GAPS = bound(
    "g*n <= {factor}*(g + e)*n",
    "g >= 0, e >= 0, n >= 0",
    latex=r"\Delta_i^\phi\mathbb{E}[N_i^\phi] \leq \Delta\,\mathbb{E}[N_i^\phi]"
    r" \quad (0\leq\Delta_i^\phi\leq\Delta)",
    scope="every gap up to Δ",
    factor="1",
)

I52 = Claim(
    id="I52",
    title="Gaps below a level Δ cost at most Δ a round",
    kernel=KernelTheorem(
        "I52",
        "every K, T, Γ_T, Δ >= 0, means, breakpoints, policy and law of outcomes",
        latex=_I52 % "T",
        mutants=["I52_mutant"],
    ),
    printed=[_split.as_cases(_PATHWISE)],
    support=[_SMALL_GAPS],
    mutants=[
        _split.mutant("one round fewer", _I52 % "(T-1)", fewer=1),
        _SMALL_GAPS.mutant("right-hand side lowered by 1 %", factor="0.99"),
    ],
    depends_on=["I53"],
    fidelity="paraphrase",
    note="That E[R_T] is the sum on the left is Q47. The step needs that the N_i^φ add up to at "
    "most T: true for the phases as sets of rounds, not for sums that end at b_φ (I53).",
)

# --- I60: the sums --------------------------------------------------------------------------------


def phases_of(T: int, breakpoints: Any, printed: bool) -> list[range]:
    """The phases of the page, or all of them."""
    schedule = ArmSchedule(T, breakpoints, ((0,),) * (len(breakpoints) + 1))
    return schedule.phases_as_printed() if printed else schedule.phases()


def whole_level(tau: int, eta: Fraction) -> Any:
    """log τ/log(1+η) + 1, exactly."""
    return sp.log(tau) / sp.log(1 + rational(eta)) + 1


def _windows(*, changes: bool = False) -> Iterator[dict[str, Any]]:
    """Horizons, windows and η, with one change anywhere or with none."""
    for T, tau, eta in product(range(1, 7), range(1, 7), ETAS):
        for points in breakpoint_sets(T, 1) if changes and T > 1 else ((),):
            if tau <= T:
                yield {"T": T, "tau": tau, "eta": eta, "breakpoints": points}


_I60_SCOPE = "T <= 6, τ <= T, one change anywhere, η in {1/2, 1, 2}"
_EACH = r"\frac{%s}{\min(t,\tau)}"
_RATIO = r"\frac{\log(\min(t,\tau))}{\log(1+\eta)}"
_I60 = (
    r"\sum_{\phi=1}^{%s}\sum_{t=b_{\phi-1}+\tau}^{%s}"
    + _EACH % rf"\big\lceil{_RATIO}\big\rceil"
    + r" \leq \sum_{t=\tau}^{T}"
    + _EACH % rf"{_RATIO}+1"
    + r" %s \frac{%s}{\tau}\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)"
)
_ALL_PHASES = (r"\Gamma_T+1", r"b_\phi-1")


@enumerated(
    cases=lambda: _windows(changes=True),
    latex=_I60 % (*_ALL_PHASES, r"\leq", "T"),
    scope=_I60_SCOPE,
)
def _chances_of_phases(
    T: int, tau: int, eta: Fraction, breakpoints: Any, *, printed: bool = False
) -> Any:
    """The chances of all phases against the sum over t = τ..T."""
    late = int(printed)
    found = phases_of(T, breakpoints, printed=printed)
    inside = [range(p.start + tau, p.stop + late) for p in found]
    left = sum(len(r) for r in inside) * F(levels(tau, eta), tau)
    return rational(left), "<=", (T - tau + 1) * (whole_level(tau, eta) / tau)


@enumerated(cases=_windows, latex=_I60 % (r"\Gamma_T", r"b_\phi", "=", "T"), scope=_I60_SCOPE)
def _chances(
    T: int, tau: int, eta: Fraction, *, relation: str = "==", rounds: int = 0, **_: Any
) -> Any:
    """The sum over t = τ..T against its value."""
    each = whole_level(tau, eta) / tau
    return (T - tau + 1) * each, relation, (T + rounds) * each


_chances_at_most = _chances.variant(_I60 % (*_ALL_PHASES, r"\leq", "T"), relation="<=")

#: The second sum has T - τ + 1 terms, each y/τ with y the bracket.
_FEWER_TERMS = bound(
    "(T - tau + {more})*y/tau <= T*y/tau",
    "T >= 1, tau >= 1, y >= 0",
    latex=r"\frac{T-\tau+1}{\tau}\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big) \leq"
    r" \frac T\tau\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)",
    scope="every T, τ >= 1 and bracket",
    more="1",
)

I60 = Claim(
    id="I60",
    error_lines="3618",
    title="The chances of wrong means over all rounds: an equality that is an inequality",
    kernel=KernelTheorem(
        "I60",
        "every T, Γ_T, τ, η > 0 and breakpoints",
        covers="corrected",
        mutants=["I60_mutant"],
    ),
    printed=[
        _chances_of_phases.variant(_I60 % (r"\Gamma_T", r"b_\phi", "=", "T"), printed=True),
        _chances,
    ],
    corrected=[
        _chances_of_phases.as_cases(r"\text{the first sign}"),
        _chances_at_most.as_cases(r"\text{the second sign}"),
    ],
    support=[_FEWER_TERMS],
    mutants=[
        _FEWER_TERMS.mutant("one term more", more="2"),
        _chances_at_most.mutant(
            "T lowered by one", _I60 % (*_ALL_PHASES, r"\leq", "T-1"), rounds=-1
        ),
    ],
    effect="notation",
    fidelity="verbatim",
    note="The sum has T - τ + 1 terms, so it is (T-τ+1)/τ times the bracket. The first sign holds "
    "as printed too, with Γ_T phases that end at b_φ.",
)

# --- I61, I62: the best level ---------------------------------------------------------------------

_split_terms = f.FORMULAS["arms_split"].expression
_best_gap = f.FORMULAS["arms_gap"].expression
_I61 = r"\frac{4B^2\xi\log(\tau)K}{\Delta}\frac{T}{\tau}+\Delta T \text{ is %s at } \Delta ="
_I61 += r" 2B\sqrt{\frac{\xi\log(\tau)K}{\tau}}"


#: The sum at Δ = D against its value at shift times the level, L = log τ.
_EXTREMUM = bound(
    "4*B**2*xi*L*K*T/(D*tau) + D*T {relation} 2*B*sqrt(xi*L*K/tau)*T*(1/({shift}) + {shift})",
    "B > 0, xi > 0, L > 0, K >= 1, D > 0, T >= 1, tau >= 1",
    latex=_I61 % "maximal",
    scope="every Δ, B, ξ, K, T and τ >= 2, with L = log τ",
    relation="<=",
    shift="1",
)
_MINIMUM = _EXTREMUM.variant(_I61 % "minimal", relation=">=")
_SLOPE = r"\frac{\partial}{\partial\Delta}\Big(\cdots\Big) = 0 \text{ at } \Delta = %s"
_LEVEL = r"2B\sqrt{\xi\log(\tau)K/\tau}"


@identity(
    latex=_SLOPE % _LEVEL,
    scope="every B, ξ, K, T and τ >= 2",
    at={"tau": 3, "T": 5, "K": 2},
)
def _stationary(*, factor: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """The derivative of the split in Δ vanishes at the printed level."""
    slope = sp.diff(_split_terms, f.Delta).subs(f.Delta, factor * _best_gap)
    yield "derivative at the level", sp.simplify(slope), 0


I61 = Claim(
    id="I61",
    error_lines="3627",
    title="The level that splits best is a minimum, not a maximum",
    printed=[_EXTREMUM, _stationary],
    corrected=[_MINIMUM, _stationary],
    mutants=[
        _MINIMUM.mutant("level raised by 10 %", shift="1.1"),
        _stationary.mutant(
            "level raised by 1 %",
            _SLOPE % ("1.01" + r"\cdot" + _LEVEL),
            factor=sp.Rational(101, 100),
        ),
    ],
    effect="notation",
    fidelity="paraphrase",
    note="The word is 'maximized'; the sum is unbounded as Δ goes to 0 or grows. The level itself "
    "is right. If it exceeds B there is no larger gap, and the bound is above B T.",
)

_LAST = (
    r"\mathbb{E}[R_T] \leq%s 4B\sqrt{\xi\log\tau}\sqrt K\frac{T}{\sqrt\tau}"
    r" + BK\tau%s + C\frac{T}{\tau},\quad C = %s"
)


_CORRECTED = r"BK\Big(\frac{2\log\tau}{\log(1+\eta)}+%d\Big)"


def _best_value(phases: str = r"(\Gamma_T+1)", plays: int = 3) -> str:
    return _LAST % ("", phases, _CORRECTED % plays)


@identity(
    latex=_best_value(),
    scope="every B, ξ, η, K, T, Γ_T and τ >= 2",
    at={"tau": 3, "T": 5, "K": 2, "Gamma": 1},
)
def _value_at_best(*, less: Any = 0) -> Iterator[tuple[str, Any, Any]]:
    """The repaired split at its best level is the repaired display, lowered by ``less``."""
    names = ("arms_split_corrected", "regret_arms_corrected")
    split, display = (f.FORMULAS[name].expression for name in names)
    whole = split.subs(f.Delta, _best_gap)
    yield "value at the level", sp.expand(whole), sp.expand(display - less)


_SPLIT_AT_BEST = (
    r"\text{the bound of Z142 at } \Delta = 2B\sqrt{\xi\log(\tau)K/\tau}"
    r" \text{ is this right-hand side}"
)


def _places_changed() -> Iterator[dict[str, Any]]:
    for (T, b), tau in product(((16, 9), (100, 51)), (1, 2, 3)):
        yield described(ArmSchedule(T, (b,), ((1, 0), (0, 1))), tau=tau, eta=1)


@enumerated(
    cases=_places_changed,
    latex=_LAST % ("", r"\Gamma_T", r"2BK\log(\tau)"),
    scope="K = 2, B = 1, η = 1, fixed rewards 1 and 0 that change places, τ <= 3, T in {16, 100}",
)
def _on_run(
    T: int, breakpoints: Any, means: Any, tau: int, eta: int, *, display: str = "regret_arms"
) -> Any:
    """The regret for fixed rewards that change places against a closed form."""
    schedule = ArmSchedule(T, breakpoints, means)
    xi = xi_of(F(1))
    plays = simulate(schedule, SlidingUCB(2, tau, xi), noisy=False)
    known = {"T": T, "tau": tau, "K": 2, "B": 1, "xi": xi, "Gamma": 1}
    known |= {"eta": eta} if "eta" in f.FORMULAS[display].arguments else {}
    return rational(regret_of_plays(schedule, plays)[0]), "<=", f.FORMULAS[display].exactly(**known)


I62 = Claim(
    id="I62",
    error_lines="3631-3632",
    title="The last display drops 1/log(1+η) and + 1 from its last term",
    kernel=KernelTheorem(
        "I62",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals",
        covers="corrected",
        latex=_best_value(),
        mutants=["I62_mutant"],
    ),
    printed=[
        _on_run,
        refuted_for_every(
            bound(
                "2*(log(2)*q + 1) > 2*log(2)",
                "q > 0",
                latex=r"2\Big(\frac{\log2}{\log(1+\eta)}+1\Big) > 2 > 2\log2",
            ),
            witness={"tau": "2", "eta": "every η > 0"},
            latex=r"2KB\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)\frac T\tau \leq"
            r" 2BK\log(\tau)\frac T\tau",
            scope="last terms of lines 3624 and 3632, divided by KBT/τ, with q = 1/log(1+η)",
        ),
    ],
    corrected=[
        _value_at_best.as_part(_SPLIT_AT_BEST),
        _on_run.variant(_best_value(), display="regret_arms_corrected"),
    ],
    mutants=[
        _value_at_best.mutant("3 lowered to 2", _best_value(plays=2), less=f.B * f.K * f.T / f.tau),
        _value_at_best.mutant(
            "Γ_T + 1 lowered to Γ_T", _best_value(r"\Gamma_T"), less=f.B * f.K * f.tau
        ),
    ],
    depends_on=["I61", "Z142"],
    witness_rests_on=["Z70"],
    effect="constant",
    fidelity="implied",
    note="The first formula is the display of the page, the second the step to it from line 3624, "
    "which is not written. A window of one round breaks the display itself: the arms alternate, "
    "and all terms but BKτΓ_T are 0. For longer windows it does not follow from line 3624: at "
    "τ = 2 the printed last term is below that of line 3624 for every η, and for η <= e - 1 it is "
    "so at every τ; a large η makes it true for longer windows. The bracket of line 3624 has to "
    "stay. The repairs of Q47 (one more phase) and I56 (one more play a block) are in the "
    "corrected display; orders do not change.",
)

# --- Z74: charging a change once -------------------------------------------------------------


def _turns(arms: int = 3) -> Iterator[dict[str, Any]]:
    """Each phase has a best arm of its own; all sequences of actions."""
    rows = tuple(tuple(F(int(i == k), 1) for i in range(arms)) for k in range(arms))
    for changes, tau in product((1, 2), (1, 2, 3)):
        for points in breakpoint_sets(5, changes):
            schedule = ArmSchedule(5, points, rows[: changes + 1])
            for actions in product(range(arms), repeat=5):
                yield described(schedule, actions=actions, tau=tau)


_Z74 = (
    r"\sum_{\phi\geq 2}\ \sum_{t=b_{\phi-1}}^{\min(b_{\phi-1}+\tau,b_\phi)-1}"
    r"(\mu_t^\star-\mu_t(I_t)) \leq"
)


@enumerated(
    cases=_turns,
    latex=_Z74 + r" B\tau\Gamma_T",
    scope="K = 3, B = 1, T = 5, τ <= 3, up to two changes, every sequence of actions",
)
def _after_changes(
    T: int, breakpoints: Any, means: Any, actions: Any, tau: int, *, factor: Fraction = _ONE
) -> Any:
    """The regret of the first τ rounds of the phases 2, 3, ... over all arms together."""
    schedule = ArmSchedule(T, breakpoints, means)
    first = [t for p in schedule.phases()[1:] for t in p[:tau]]
    cost = sum(schedule.gap(t, actions[t - 1]) for t in first)
    return cost, "<=", factor * tau * schedule.changes


Z74 = Claim(
    id="Z74",
    lines="3476, 3608, 3631",
    error_lines="3476",
    kind="step",
    title="The proof ends with K τ Γ_T, the theorem says √K τ Γ_T; a change need not cost K times",
    kernel=KernelTheorem(
        "Z74",
        "every K, T, Γ_T, τ, means in [0, B], breakpoints and sequence of actions",
        covers="corrected",
        mutants=["Z74_mutant"],
    ),
    printed=[
        refuted_for_every(
            bound(
                "B*(C/B + 1 + e)**2 > C*(C/B + 1 + e)",
                "B > 0, C > 0, e >= 0",
                latex=r"BK\tau\Gamma_T > C_2\sqrt K\tau\Gamma_T \text{ for } K \geq (C_2/B+1)^2",
            ),
            witness={"K": "any number of arms from (C_2/B + 1)^2 on", "tau": "1", "Gamma": "1"},
            latex=r"BK\tau\Gamma_T \leq C_2\sqrt K\tau\Gamma_T",
            scope="C_2 free of K, τ and Γ_T",
        )
    ],
    corrected=[_after_changes],
    mutants=[
        _after_changes.mutant(
            "factor 1 lowered to 0.99", _Z74 + r" 0.99B\tau\Gamma_T", factor=F(99, 100)
        )
    ],
    depends_on=["Q47"],
    effect="step",
    fidelity="implied",
    note="The term with K of lines 3608 and 3631 is large enough; √K in the theorem does not "
    "follow from it. The formula refuted here is that step, which the page does not print. In "
    "each of the first τ rounds of a phase one arm is played, so all arms together cost at most "
    "Bτ, where the proof charges τ to each of the K arms. With this the theorem's term holds as "
    "printed, even with 1 for √K (Z79), although its proof as printed does not give it.",
)


CLAIMS = [I52, I60, I61, I62, Z74]
