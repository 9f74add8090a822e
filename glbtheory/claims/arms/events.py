"""K arms: the index of the sliding window, and its three events (3544-3578)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import (
    KernelTheorem,
    bound,
    computed_bound,
    enumerated,
    grid,
    stated,
)
from glbtheory.engines.enumeration import enumerate_cases, schedules
from glbtheory.engines.evidence import Evidence
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, plays

F = Fraction

# --- D13: the index -------------------------------------------------------------------------------

_COUNT = (
    r"N_{%s}(\tau,i) = \sum_{s=%s}^{%s}1(I_s=i)"
    r" = \#\{s\in\{\max(1,t-\tau),\dots,t-1\}: I_s=i\}"
)
_KNOWN = (
    r"UCB_i(t-1) \text{ with } \bar X_{t-1}(\tau,i) = \frac{1}{N_{t-1}(\tau,i)}"
    r"\sum_{s=%s}^{t-1}X_s(i)1(I_s=i) \text{ is known from the }\tau\text{ rounds before } t"
)


@enumerated(
    cases=lambda: grid(tau=(1, 2, 6), t=[4], actions=schedules(4, (0, 1))),
    latex=_COUNT % ("t", r"t-\tau+1", "t"),
    scope="K = 2, T = 4, τ in {1, 2, 6}, every sequence of actions",
)
def _preceding(tau: int, t: int, actions: Any, *, last: int = 0, first: int = 1) -> Any:
    """The plays of the rounds t-τ+first .. t+last against those of the τ rounds before t."""
    found = plays(actions, t + last, tau + last + 1 - first, 1)
    return found, "==", sum(actions[s - 1] for s in range(max(1, t - tau), t))


_before = _preceding.variant(_COUNT % ("t-1", r"\max(1,t-\tau)", "t-1"), last=-1, first=0)


def _index(path: Sequence[tuple[int, int]], t: int, tau: int, arm: int) -> tuple[int, int] | None:
    """Count and sum of the index after round t over the rounds t-τ+1 .. t; None if never played."""
    seen = [x for i, x in path[max(0, t - tau) : t] if i == arm]
    return (len(seen), sum(seen)) if seen else None


@stated(latex=_KNOWN % r"\max(1,t-\tau)")
def _predictable(*, width: int = 0) -> Evidence:
    """UCB_i(t-1) is the same for any two paths that agree on the rounds t-τ .. t-1.

    τ + ``width`` rounds enter the mean; the paths are all of T = 4 rounds with 0/1 rewards.
    """
    first: dict[Any, Any] = {}
    arms_and_rewards = "path (arm, reward)"

    def check(case: dict[str, Any]) -> Any:
        tau, t, path = (case[name] for name in ("tau", "t", arms_and_rewards))
        seen = (tau, path[max(0, t - 1 - tau) : t - 1])
        found = tuple(_index(path, t - 1, tau + width, arm) for arm in (0, 1))
        return bool(first.setdefault(seen, found) == found)

    paths = schedules(4, product((0, 1), (0, 1)))
    cases = grid(**{"tau": (1, 2), "t": [4], arms_and_rewards: list(paths)})
    scope = "K = 2, T = 4, τ <= 2, every sequence of arms and 0/1 rewards"
    return enumerate_cases(cases, check, scope)


D13 = Claim(
    id="D13",
    error_lines="3506",
    title="The plays of 'the τ steps preceding t': the sum beside these words holds round t",
    kernel=KernelTheorem(
        "D13",
        "every K, t, τ and sequence of actions; and the index is known from these rounds",
        covers="corrected",
        mutants=["D13_mutant"],
    ),
    printed=[_preceding],
    corrected=[_before],
    support=[_predictable],
    mutants=[
        _before.mutant(
            "sum shorter by one round: it starts at t-τ+1",
            _COUNT % ("t-1", r"\max(1,t-\tau+1)", "t-1"),
            first=1,
        ),
        _predictable.mutant(
            "window longer by one round: an older reward enters",
            _KNOWN % r"\max(1,t-\tau-1)",
            width=1,
        ),
    ],
    effect="notation",
    fidelity="paraphrase",
    note="Line 3506 says the τ steps preceding t and sums to t. The words describe N_{t-1}, the "
    "formula N_t. Both are needed: with the words the counting lemma is false (a mutant of L9), "
    "with the formula the step of the three events is (I56). Here N_t is the formula. That both "
    "sums start before the first round is Z143.",
)

# --- D14, I57: the threshold ----------------------------------------------------------------------

_threshold = f.FORMULAS["arms_threshold"].expression
_M = sp.Symbol("L", positive=True)
_at_level = _threshold.subs(sp.log(f.tau), _M)
_A = r"A_i^\phi = \frac{4B^2\xi\log\tau}{(\Delta_i^\phi)^2}"


#: Twice the bonus once the arm has A + e plays within the window, L = log τ.
_ENOUGH = bound(
    "2*B*sqrt(xi*L/({constant}*B**2*xi*L/Delta**2 + e)) < Delta",
    "B > 0, xi > 0, Delta > 0, L >= 0, e > 0",
    latex=rf"{_A}:\quad N > A_i^\phi \Rightarrow 2B\sqrt{{\frac{{\xi\log\tau}}{{N}}}}"
    r" < \Delta_i^\phi",
    scope="every B, ξ, Δ > 0, τ >= 1 and N = A + e",
    constant="4",
)


@computed_bound(
    where="B > 0, xi > 0, Delta > 0, L > 0",
    latex=_A,
    scope="the formula that the regret bounds use",
)
def _threshold_formula() -> Any:
    return _at_level, "==", "4*B**2*xi*L/Delta**2"


D14 = Claim(
    id="D14",
    title="The number of plays after which twice the bonus is below the gap",
    printed=[_ENOUGH],
    support=[_threshold_formula],
    mutants=[_ENOUGH.mutant("factor 4 lowered to 3.99", constant="3.99")],
    fidelity="implied",
    note="The page sets A here, and says at line 3578 what for: with more plays than A the third "
    "event never occurs.",
)

_BONUS = r"B\sqrt{\frac{\xi\log(\min(t,\tau))}{%s}}"
_AT_N, _AT_A = _BONUS % r"N_t(\tau,i)", _BONUS % r"A_i^\phi"
_HALF_GAP = r"\frac{\Delta_i^\phi}{2}\sqrt{\frac{\log(\min(t,\tau))}{\log\tau}}"
_STRICT = (
    rf"c_t(\tau,i) = {_AT_N} < {_AT_A} < {_HALF_GAP}"
    r" < \frac{\Delta_i^\phi}{2}"
)
_LEGAL = r"\quad (t\geq2,\ \tau\geq2)"
#: l = log(min(t, τ)) and L = log τ.
_CHAIN = "B > 0, xi > 0, Delta > 0, l > 0, L > 0"

_FIRST = bound(
    "B*sqrt(xi*l/(a + e)) < B*sqrt(xi*l/a)",
    "B > 0, xi > 0, l > 0, a > 0, e > 0",
    latex=rf"N_t(\tau,i) > A_i^\phi \Rightarrow c_t(\tau,i) = {_AT_N} <"
    rf" {_AT_A}{_LEGAL}",
    scope="every B, ξ, A = a > 0, N = a + e and t, τ >= 2",
)
_SECOND = bound(
    "B*sqrt(xi*l/(4*B**2*xi*L/Delta**2)) {relation} Delta/{half}*sqrt(l/L)",
    _CHAIN,
    latex=_STRICT,
    scope="every B, ξ, Δ, t and τ >= 2",
    relation="<",
    half="2",
)
_THIRD = bound(
    "Delta/2*sqrt(r) {relation} Delta/2",
    "Delta > 0, 0 < r <= {most}",
    latex=_STRICT,
    scope="every Δ, t and τ >= 2, with r = log(min(t, τ))/log τ",
    relation="<",
    most="1",
)
_SECOND_MENDED = _SECOND.variant(rf"{_AT_A} = {_HALF_GAP}{_LEGAL}", relation="==")
_THIRD_MENDED = _THIRD.variant(
    rf"{_HALF_GAP} \leq \frac{{\Delta_i^\phi}}{{2}}{_LEGAL}", relation="<="
)

I57 = Claim(
    id="I57",
    error_lines="3574-3576",
    title="On the third event the bonus is below half the gap: two strict signs are equalities",
    printed=[_SECOND, _THIRD],
    corrected=[_FIRST, _SECOND_MENDED, _THIRD_MENDED],
    mutants=[
        _SECOND_MENDED.mutant("half the gap changed to Δ/1.99", half="1.99"),
        _THIRD_MENDED.mutant("logarithm of min(t, τ) allowed to exceed log τ by 1 %", most="1.01"),
    ],
    depends_on=["D14"],
    effect="notation",
    fidelity="verbatim",
    note="The second sign is the definition of A. The third is an equality for t >= τ, which is "
    "every round of the sum. The first sign is strict as N > A and log τ > 0, so c_t < Δ/2 and the "
    "third event never occurs, as claimed; for τ = 1 the bonus is 0 and the end holds as well.",
)

# --- I56: one of three events ---------------------------------------------------------------------

#: ξ that goes with η = 1 in I58, and nearly the largest gap at which all 0/1 rewards may occur:
#: the threshold is then below τ already for small windows.
_XI, _GAP = F(8, 15), F(9, 10)
_E = r"\{I_t=i\neq i_t^\star%s\} \subseteq E_1\cup E_2\cup E_3 \text{ with } %s"
_LATER = r"\bar X_{t-1}, c_{t-1}, E_3 = \{\Delta_i^\phi\leq %sc_{t-1}, N_{t-1}(\tau,i)>A_i^\phi\}"


def _events(
    path: Sequence[tuple[int, int]], t: int, tau: int, best: int, factor: float
) -> bool | None:
    """E1, E2 or Δ <= factor c_t with the counts and means after round t.

    None where one of the two arms does not occur in the window: its mean is 0/0.
    """
    policy, low = SlidingUCB(2, tau, _XI), float(1 - _GAP) / 2
    (n, x), (m, y) = (policy.summary(path[:t], arm) for arm in (1 - best, best))
    if n == 0 or m == 0:
        return None
    c, c_best = policy.bonus(t, n), policy.bonus(t, m)
    return x / n > low + c or y / m < 1 - low - c_best or factor * c >= float(_GAP)


def _ucb_paths() -> Iterator[dict[str, Any]]:
    for tau, best in product((5, 6, 7), (0, 1)):
        for path in SlidingUCB(2, tau, _XI).paths(9):
            arms, rewards = zip(*path, strict=True)
            yield {"tau": tau, "best": best, "arms": arms, "rewards": rewards}


@enumerated(
    cases=_ucb_paths,
    latex=_E % (r", N_t(\tau,i)>A_i^\phi", r"\bar X_t, c_t, N_t"),
    scope="K = 2, means 19/20 and 1/20, ξ = 8/15, τ in {5, 6, 7}, T = 9, every path of rewards",
    shown={"best": "best arm"},
)
def _covered(
    tau: int, best: int, arms: Any, rewards: Any, *, lag: int = 0, factor: float = 2.0
) -> Any:
    """Every path of SW-UCB: a wrong play at t meets an event after t-lag rounds.

    As printed (lag 0) only plays with N_t > A are asked for, with lag 1 all.
    """
    path = list(zip(arms, rewards, strict=True))
    threshold = 4 * float(_XI) * math.log(tau) / float(_GAP) ** 2
    for t in range(3, len(path) + 1):
        asked = arms[t - 1] != best and (lag or plays(arms, t, tau, 1 - best) > threshold)
        if asked and _events(path, t - lag, tau, best, factor) is False:
            return False
    return True


_MORE_PLAYS = r", N_t(\tau,i)>A_i^\phi+1"
_covered_before = _covered.variant(_E % (_MORE_PLAYS, _LATER % "2"), lag=1)


@enumerated(
    cases=lambda: grid(tau=range(1, 5), actions=schedules(7, (0, 1))),
    latex=r"N_t(\tau,i) \leq N_{t-1}(\tau,i) + 1",
    scope="T = 7, τ <= 4, every sequence of actions",
)
def _one_more(tau: int, actions: Any) -> Any:
    """N_t > A + 1 and I_t = i give N_{t-1} > A, for all words of 7 rounds."""
    return all(plays(actions, t, tau, 1) <= plays(actions, t - 1, tau, 1) + 1 for t in range(2, 8))


#: Δ when no mean is off by its bonus and the index of i is at least that of the best arm.
#: mean of i = μ_i + c - u, mean of the best = μ* - c' + v, index of i = index of the best + w.
_LINEAR = bound(
    "2*c - u - v - w <= {factor}*c",
    "c > 0, u >= 0, v >= 0, w >= 0",
    latex=r"\bar X(i)\leq\mu(i)+c(i),\ \bar X(i^\star)\geq\mu^\star-c(i^\star),\quad"
    r" UCB_i\geq UCB_{i^\star} \Rightarrow \mu^\star-\mu(i) \leq 2c(i)",
    scope="every mean and bonus",
    factor="2",
)

I56 = Claim(
    id="I56",
    error_lines="3555-3565",
    title="A wrong play of an arm that is not rare means one of three events, after t-1 rounds",
    kernel=KernelTheorem(
        "I56",
        "every K, t, τ, A >= 0, means, rewards and sequence of actions that the policy "
        "chooses at t",
        covers="corrected",
        latex=_E % (_MORE_PLAYS, _LATER % "2"),
        mutants=["I56_mutant"],
    ),
    printed=[_covered],
    corrected=[
        _covered_before.as_cases(
            r"\{I_t=i\neq i_t^\star\} \subseteq E_1\cup E_2\cup\{\Delta_i^\phi\leq 2c_{t-1}\}"
        )
    ],
    support=[_LINEAR, _one_more],
    mutants=[
        _covered_before.mutant(
            "factor 2 of the bonus in the third event lowered to 1.4",
            _E % (_MORE_PLAYS, _LATER % "1.4"),
            factor=1.4,
        ),
        _LINEAR.mutant("factor 2 lowered to 1.99", factor="1.99"),
    ],
    depends_on=["D13", "Z70"],
    effect="constant",
    fidelity="paraphrase",
    note="No line says which index chooses I_t, but line 3414 lets it depend on earlier rounds "
    "only, so it is the largest UCB_i(t-1). With the counts and means of the formulas, which hold "
    "round t, the three events may all fail. The repair asks for N_t > A + 1, which gives "
    "N_{t-1} > A. The counting lemma then has A + 1 for A: one more play per block and arm, at "
    "most B K T/τ more regret, of the order of the last term of the bound.",
)

# --- Z70, Z76: what the definitions leave open ----------------------------------------------------


def _runs() -> Iterator[dict[str, Any]]:
    """SW-UCB with means 1, 0, 0."""
    for arms, tau in ((2, 3), (2, 6), (2, 12), (3, 2)):
        played = SlidingUCB(arms, tau, _XI).run(24, lambda t, arm: int(arm == 0))
        yield {"K": arms, "tau": tau, "actions": tuple(a for a, _ in played)}


@enumerated(
    cases=_runs,
    latex=r"UCB_i(t) = \bar X_t(\tau,i)+c_t(\tau,i),\quad \bar X_t(\tau,i) ="
    r" \frac{1}{N_t(\tau,i)}\sum_{s=t-\tau+1}^{t}X_s(i)1(I_s=i),\quad c_t(\tau,i) ="
    r" B\sqrt{\frac{\xi\log(\min(t,\tau))}{N_t(\tau,i)}}",
    scope="SW-UCB with means 1, 0, 0",
)
def _always_there(K: int, tau: int, actions: Any) -> Any:
    """Every arm occurs among the last τ rounds at each round after the first K."""
    return all(
        plays(actions, t, tau, arm) > 0 for t in range(K, len(actions) + 1) for arm in range(K)
    )


@enumerated(
    cases=lambda *, unseen="infinite": grid(tau=(2, 3, 4, 6), T=[60], change=[31], unseen=[unseen]),
    latex=r"UCB_i(t) = +\infty \text{ where } N_t(\tau,i) = 0",
    scope="two arms, 1/2 against 0 and then 1",
    shown={"unseen": "index of an unseen arm"},
)
def _returns(tau: int, T: int, change: int, unseen: str) -> Any:
    """With a convention for unseen arms: after a change the new best arm is played again."""
    policy, past = SlidingUCB(2, tau, _XI), list[tuple[int, Any]]()
    for t in range(1, T + 1):
        values = [policy.index(past, arm) for arm in (0, 1)]
        if unseen == "0" and t > 2:
            values = [0.0 if math.isinf(v) else v for v in values]
        arm = values.index(max(values))
        past.append((arm, F(1, 2) if arm == 0 else int(t >= change)))
    return any(arm == 1 for arm, _ in past[change - 1 :])


Z70 = Claim(
    id="Z70",
    lines="3544-3553",
    error_lines="3550-3552",
    kind="definition",
    title="An arm that does not occur in the window has no index",
    kernel=KernelTheorem(
        "Z70",
        "every K, τ >= K, T, rewards and sequence of actions of the policy",
        covers="corrected",
        latex=r"UCB_i(t) = +\infty \text{ where } N_t(\tau,i) = 0:\quad \tau\geq K \Rightarrow"
        r" \text{every arm is played in the first } K \text{ rounds, and in any }"
        r" \tau+K-1 \text{ consecutive rounds}",
        mutants=["Z70_mutant"],
    ),
    printed=[_always_there.as_cases(r"N_t(\tau,i) > 0\quad (t\geq K)")],
    corrected=[
        _returns.as_cases(r"\text{after a change the arm that is now the best is played again}")
    ],
    mutants=[
        _returns.mutant(
            "infinite index replaced by 0 after the first K rounds",
            r"UCB_i(t) = 0 \text{ where } N_t(\tau,i) = 0",
            unseen="0",
        )
    ],
    depends_on=["D13"],
    effect="notation",
    fidelity="verbatim",
    note="A convention that the page leaves to the reader, as all of UCB does: without it the "
    "definitions would need N_t > 0. The mean is 0/0 and the bonus divides by 0. "
    "With τ < K some arm is always missing; with τ >= K too, SW-UCB may forget an arm. The "
    "infinite index also makes the policy play every arm once at the start, and then the step "
    "I56 needs no case of its own: an unseen best arm would have been played.",
)


_Z76 = r"E_3 \text{ is impossible for } t = b_{\phi-1}+\tau,\dots,%s"


def _ends(*, last: int = 0) -> Iterator[dict[str, Any]]:
    rows = ((F(1), F(0)), (F(1), F(9, 10)))
    for tau, change in product((4, 6, 8), (9, 10)):
        schedule = ArmSchedule(12, (change,), rows)
        for count in range(1, tau + 1):
            for t in range(tau + 1, change + 1 + last):
                yield {"tau": tau, "b_1": change, "t": t, "N": count, "gap": schedule.gap(t, 1)}


@enumerated(
    cases=_ends,
    latex=_Z76 % r"b_\phi",
    scope="ξ = 8/15, B = 1, gap 1 and then 1/10, τ in {4, 6, 8}",
    shown={"gap": "gap at t"},
)
def _at_the_end(tau: int, t: int, N: int, gap: Fraction, **_: Any) -> Any:
    """E3 is impossible at rounds up to b_φ + last when N > A_i^φ, with the gap of round t."""
    if 4 * float(_XI) * math.log(tau) >= N:
        return True
    return bool(2 * SlidingUCB(2, tau, _XI).bonus(t, N) < gap)


Z76 = Claim(
    id="Z76",
    lines="3509-3542, 3563-3578",
    error_lines="3515-3542",
    kind="step",
    title="At the breakpoint itself the gap is no longer that of the phase",
    kernel=KernelTheorem(
        "Z76",
        "every K, T, Γ_T, τ, phase, means, breakpoints and sequence of actions",
        covers="corrected",
        mutants=["Z76_mutant"],
    ),
    printed=[_at_the_end],
    corrected=[_at_the_end.variant(_Z76 % r"b_\phi-1", last=-1)],
    mutants=[_at_the_end.mutant("two rounds of the next phase", _Z76 % r"b_\phi+1", last=1)],
    depends_on=["I53", "D14"],
    effect="step",
    fidelity="paraphrase",
    note="The sums from line 3509 on include t = b_φ, where the means have changed: the threshold "
    "is made for the old gap, and a small new gap lets the third event occur. Ending at b_φ - 1 "
    "removes the round, and nothing else changes.",
)

CLAIMS = [D13, D14, I56, I57, Z70, Z76]
