"""K arms: the index of the sliding window, and its three events (3544-3578)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.old_forms import listed
from glbtheory.engines.enumeration import schedules
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


def _preceding(latex: str, why: str = "", last: int = 0, first: int = 1) -> Statement:
    """The plays of the rounds t-τ+first .. t+last against those of the τ rounds before t."""

    def cases() -> Iterator[dict[str, Any]]:
        for tau, actions in product((1, 2, 6), schedules(4, (0, 1))):
            yield {"tau": tau, "t": 4, "actions": actions}

    def check(case: dict[str, Any]) -> Any:
        tau, t, actions = case.values()
        found = plays(actions, t + last, tau + last + 1 - first, 1)
        return found, "==", sum(actions[s - 1] for s in range(max(1, t - tau), t))

    scope = "K = 2, T = 4, τ in {1, 2, 6}, every sequence of actions"
    return listed(latex, cases, check, scope, why)


def _index(path: Sequence[tuple[int, int]], t: int, tau: int, arm: int) -> tuple[int, int] | None:
    """Count and sum of the index after round t over the rounds t-τ+1 .. t; None if never played."""
    seen = [x for i, x in path[max(0, t - tau) : t] if i == arm]
    return (len(seen), sum(seen)) if seen else None


def _predictable(width: int, latex: str, why: str = "") -> Statement:
    """UCB_i(t-1) is the same for any two paths that agree on the rounds t-τ .. t-1.

    τ + ``width`` rounds enter the mean; the paths are all of T = 4 rounds with 0/1 rewards.
    """

    def cases() -> Iterator[dict[str, Any]]:
        for tau in (1, 2):
            for path in schedules(4, product((0, 1), (0, 1))):
                yield {"tau": tau, "t": 4, "path (arm, reward)": path}

    first: dict[Any, Any] = {}

    def check(case: dict[str, Any]) -> Any:
        tau, t, path = case.values()
        seen = (tau, path[max(0, t - 1 - tau) : t - 1])
        found = tuple(_index(path, t - 1, tau + width, arm) for arm in (0, 1))
        return bool(first.setdefault(seen, found) == found)

    scope = "K = 2, T = 4, τ <= 2, every sequence of arms and 0/1 rewards"
    return listed(latex, cases, check, scope, why)


D13 = Claim(
    id="D13",
    error_lines="3506",
    title="The plays of 'the τ steps preceding t': the sum beside these words holds round t",
    printed=[_preceding(_COUNT % ("t", r"t-\tau+1", "t"))],
    corrected=[
        _preceding(_COUNT % ("t-1", r"\max(1,t-\tau)", "t-1"), last=-1, first=0),
        _predictable(0, _KNOWN % r"\max(1,t-\tau)"),
    ],
    mutants=[
        _preceding(
            _COUNT % ("t-1", r"\max(1,t-\tau+1)", "t-1"),
            "sum shorter by one round: it starts at t-τ+1",
            last=-1,
            first=1,
        ),
        _predictable(
            1,
            _KNOWN % r"\max(1,t-\tau-1)",
            "window longer by one round: an older reward enters",
        ),
    ],
    effect="notation",
    note="Line 3506 says the τ steps preceding t and sums to t. The words describe N_{t-1}, the "
    "formula N_t. Both are needed: with the words the counting lemma is false (a mutant of L9), "
    "with the formula the step of the three events is (I56). Here N_t is the formula. That both "
    "sums start before the first round is Z143.",
)

# --- D14, I57: the threshold ----------------------------------------------------------------------

_threshold = f.FORMULAS["arms_threshold"].expression
_L, _M = sp.Symbol("l", positive=True), sp.Symbol("L", positive=True)
_at_level = _threshold.subs(sp.log(f.tau), _M)
_POSITIVE = "B > 0, xi > 0, Delta > 0, L > 0"


def _enough(constant: str, why: str = "") -> Bound:
    """4 c² <= Δ² once the arm has A + e plays within the window, L = log τ."""
    return Bound(
        "4*B**2*xi*L/(" + constant + "*B**2*xi*L/Delta**2 + e)",
        "<=",
        "Delta**2",
        _POSITIVE + ", e >= 0",
        latex=r"N \geq A_i^\phi = \frac{4B^2\xi\log\tau}{(\Delta_i^\phi)^2} \Rightarrow"
        r" 2B\sqrt{\frac{\xi\log\tau}{N}} \leq \Delta_i^\phi",
        scope="every B, ξ, Δ > 0, τ >= 2 and N",
        why=why,
    )


D14 = Claim(
    id="D14",
    title="The number of plays after which twice the bonus is below the gap",
    printed=[_enough("4")],
    support=[
        Bound(
            _at_level,
            "==",
            "4*B**2*xi*L/Delta**2",
            _POSITIVE,
            latex=r"A_i^\phi = \frac{4B^2\xi\log\tau}{(\Delta_i^\phi)^2}",
            scope="the formula that the regret bounds use",
        )
    ],
    mutants=[_enough("3.99", "factor 4 lowered to 3.99")],
)

_CHAIN = "B > 0, xi > 0, Delta > 0, 0 < r <= 1"
_I57 = (
    r"c_t(\tau,i) < B\sqrt{\frac{\xi\log(\min(t,\tau))}{A_i^\phi}} %s"
    r" \frac{\Delta_i^\phi}{2}\sqrt{\frac{\log(\min(t,\tau))}{\log\tau}} %s"
    r" \frac{\Delta_i^\phi}{2}"
)


def _second(relation: str, signs: tuple[str, str], why: str = "", half: str = "2") -> Bound:
    """The squares of the second and third member, r = log(min(t, τ))/log τ."""
    return Bound(
        "B**2*xi*r*Delta**2/(4*B**2*xi)",
        relation,
        f"(Delta/{half})**2*r",
        _CHAIN,
        latex=_I57 % signs,
        scope="squared: every B, ξ, Δ, t and τ >= 2",
        why=why,
    )


def _third(relation: str, signs: tuple[str, str], where: str = _CHAIN, why: str = "") -> Bound:
    return Bound(
        "(Delta/2)**2*r",
        relation,
        "(Delta/2)**2",
        where,
        latex=_I57 % signs,
        scope="squared: every Δ, t and τ >= 2",
        why=why,
    )


I57 = Claim(
    id="I57",
    error_lines="3574-3576",
    title="On the third event the bonus is below half the gap: two strict signs are equalities",
    printed=[_second("<", ("<", "<")), _third("<", ("<", "<"))],
    corrected=[
        Bound(
            "B**2*xi*l/(a + e)",
            "<",
            "B**2*xi*l/a",
            "B > 0, xi > 0, l > 0, a > 0, e > 0",
            latex=_I57 % ("=", r"\leq"),
            scope="squared, first sign: N = A + e beyond A, log(min(t, τ)) > 0",
        ),
        _second("==", ("=", r"\leq")),
        _third("<=", ("=", r"\leq")),
    ],
    mutants=[
        _second("==", ("=", r"\leq"), "half the gap changed to Δ/1.99", half="1.99"),
        _third(
            "<=",
            ("=", r"\leq"),
            "B > 0, xi > 0, Delta > 0, 0 < r <= 1.01",
            "logarithm of min(t, τ) allowed to exceed log τ by 1 %",
        ),
    ],
    depends_on=["D14"],
    effect="notation",
    note="The second sign is the definition of A. The third is an equality for t >= τ, which is "
    "every round of the sum. The first sign is strict as N > A and log τ > 0, so c_t < Δ/2 and the "
    "third event never occurs, as claimed; for τ = 1 the bonus is 0 and the end holds as well.",
)

# --- I56: one of three events ---------------------------------------------------------------------

#: ξ that goes with η = 1 in I58, and nearly the largest gap at which all 0/1 rewards may occur:
#: the threshold is then below τ already for small windows.
_XI, _GAP = F(8, 15), F(9, 10)
_E = r"\{I_t=i\neq i_t^\star%s\} \subseteq E_1\cup E_2\cup E_3 \text{ with } %s"


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


def _covered(lag: int, latex: str, why: str = "", factor: float = 2.0) -> Statement:
    """Every path of SW-UCB: a wrong play at t meets an event after t-lag rounds.

    As printed (lag 0) only plays with N_t > A are asked for.
    """

    def cases() -> Iterator[dict[str, Any]]:
        for tau, best in product((5, 6, 7), (0, 1)):
            for path in SlidingUCB(2, tau, _XI).paths(9):
                arms, rewards = zip(*path, strict=True)
                yield {"tau": tau, "best arm": best, "arms": arms, "rewards": rewards}

    def check(case: dict[str, Any]) -> Any:
        tau, best, arms, rewards = case.values()
        path = list(zip(arms, rewards, strict=True))
        threshold = 4 * float(_XI) * math.log(tau) / float(_GAP) ** 2
        for t in range(3, len(path) + 1):
            asked = arms[t - 1] != best and (lag or plays(arms, t, tau, 1 - best) > threshold)
            if asked and _events(path, t - lag, tau, best, factor) is False:
                return False
        return True

    scope = "K = 2, means 19/20 and 1/20, ξ = 8/15, τ in {5, 6, 7}, T = 9, every path of rewards"
    return listed(latex, cases, check, scope, why)


def _one_more() -> Statement:
    """N_t > A + 1 and I_t = i give N_{t-1} > A, for all words of 7 rounds."""

    def cases() -> Iterator[dict[str, Any]]:
        for tau, actions in product(range(1, 5), schedules(7, (0, 1))):
            yield {"tau": tau, "actions": actions}

    def check(case: dict[str, Any]) -> Any:
        tau, actions = case.values()
        return all(
            plays(actions, t, tau, 1) <= plays(actions, t - 1, tau, 1) + 1 for t in range(2, 8)
        )

    latex = r"N_t(\tau,i) \leq N_{t-1}(\tau,i) + 1"
    return listed(latex, cases, check, "T = 7, τ <= 4, every sequence of actions")


def _linear(doubled: str, why: str = "") -> Bound:
    """Δ when no mean is off by its bonus and the index of i is at least that of the best arm.

    mean of i = μ_i + c - u, mean of the best = μ* - c' + v, index of i = index of the best + w.
    """
    return Bound(
        "2*c - u - v - w",
        "<=",
        doubled,
        "c > 0, u >= 0, v >= 0, w >= 0",
        latex=r"\bar X(i)\leq\mu(i)+c(i),\ \bar X(i^\star)\geq\mu^\star-c(i^\star),\quad"
        r" UCB_i\geq UCB_{i^\star} \Rightarrow \mu^\star-\mu(i) \leq 2c(i)",
        scope="every mean and bonus",
        why=why,
    )


I56 = Claim(
    id="I56",
    error_lines="3555-3565",
    title="A wrong play of an arm that is not rare means one of three events, after t-1 rounds",
    printed=[_covered(0, _E % (r", N_t(\tau,i)>A_i^\phi", r"\bar X_t, c_t, N_t"))],
    corrected=[
        _covered(1, _E % ("", r"\bar X_{t-1}, c_{t-1}, E_3 = \{\Delta_i^\phi\leq 2c_{t-1}\}")),
        _linear("2*c"),
        _one_more(),
    ],
    mutants=[
        _covered(
            1,
            _E % ("", r"\bar X_{t-1}, c_{t-1}, E_3 = \{\Delta_i^\phi\leq 1.4c_{t-1}\}"),
            "factor 2 of the bonus in the third event lowered to 1.4",
            factor=1.4,
        ),
        _linear("1.99*c", "factor 2 lowered to 1.99"),
    ],
    depends_on=["D13", "Z70"],
    effect="constant",
    note="No line says which index chooses I_t, but line 3414 lets it depend on earlier rounds "
    "only, so it is the largest UCB_i(t-1). With the counts and means of the formulas, which hold "
    "round t, the three events may all fail. The repair asks for N_t > A + 1, which gives "
    "N_{t-1} > A. The counting lemma then has A + 1 for A: one more play per block and arm, at "
    "most B K T/τ more regret, of the order of the last term of the bound.",
)

# --- Z70, Z76: what the definitions leave open ----------------------------------------------------


def _always_there(policy: Callable[[int, int], list[int]], latex: str, why: str = "") -> Statement:
    """Every arm occurs among the last τ rounds at each round after the first K."""

    def cases() -> Iterator[dict[str, Any]]:
        for arms, tau in ((2, 3), (2, 6), (2, 12), (3, 2)):
            yield {"K": arms, "tau": tau, "actions": tuple(policy(arms, tau))}

    def check(case: dict[str, Any]) -> Any:
        arms, tau, actions = case.values()
        return all(
            plays(actions, t, tau, arm) > 0
            for t in range(arms, len(actions) + 1)
            for arm in range(arms)
        )

    return listed(latex, cases, check, "SW-UCB with means 1, 0, 0", why)


def _runs(arms: int, tau: int) -> list[int]:
    return [a for a, _ in SlidingUCB(arms, tau, _XI).run(24, lambda t, arm: int(arm == 0))]


def _returns(unseen: str, latex: str, why: str = "") -> Statement:
    """With a convention for unseen arms: after a change the new best arm is played again."""

    def cases() -> Iterator[dict[str, Any]]:
        for tau in (2, 3, 4, 6):
            yield {"tau": tau, "T": 60, "change": 31, "index of an unseen arm": unseen}

    def check(case: dict[str, Any]) -> Any:
        policy, past = SlidingUCB(2, case["tau"], _XI), list[tuple[int, Any]]()
        for t in range(1, case["T"] + 1):
            values = [policy.index(past, arm) for arm in (0, 1)]
            if unseen == "0" and t > 2:
                values = [0.0 if math.isinf(v) else v for v in values]
            arm = values.index(max(values))
            past.append((arm, F(1, 2) if arm == 0 else int(t >= case["change"])))
        return any(arm == 1 for arm, _ in past[case["change"] - 1 :])

    return listed(latex, cases, check, "two arms, 1/2 against 0 and then 1", why)


Z70 = Claim(
    id="Z70",
    lines="3544-3553",
    error_lines="3550-3552",
    kind="definition",
    title="An arm that does not occur in the window has no index",
    printed=[_always_there(_runs, r"N_t(\tau,i) > 0 \quad (t\geq K)")],
    corrected=[_returns("infinite", r"N_t(\tau,i) = 0 \Rightarrow UCB_i(t) = +\infty")],
    mutants=[
        _returns(
            "0",
            r"N_t(\tau,i) = 0 \Rightarrow UCB_i(t) = 0",
            "infinite index replaced by 0 after the first K rounds",
        )
    ],
    effect="notation",
    note="A convention that the page leaves to the reader, as all of UCB does: the formula shown "
    "is what the definitions would need without it. The mean is 0/0 and the bonus divides by 0. "
    "With τ < K some arm is always missing; with τ >= K too, SW-UCB may forget an arm. The "
    "infinite index also makes the policy play every arm once at the start, and then the step "
    "I56 needs no case of its own: an unseen best arm would have been played.",
)


def _at_the_end(last: int, latex: str, why: str = "") -> Statement:
    """E3 is impossible at rounds up to b_φ + last when N > A_i^φ, with the gap of round t."""

    def cases() -> Iterator[dict[str, Any]]:
        rows = ((F(1), F(0)), (F(1), F(9, 10)))
        for tau, change in product((4, 6, 8), (9, 10)):
            schedule = ArmSchedule(12, (change,), rows)
            for count in range(1, tau + 1):
                for t in range(tau + 1, change + 1 + last):
                    gap = schedule.gap(t, 1)
                    yield {"tau": tau, "b_1": change, "t": t, "N": count, "gap at t": gap}

    def check(case: dict[str, Any]) -> Any:
        tau, _, t, count, gap = case.values()
        if count <= 4 * float(_XI) * math.log(tau):
            return True
        return bool(2 * SlidingUCB(2, tau, _XI).bonus(t, count) < gap)

    return listed(latex, cases, check, "ξ = 8/15, B = 1, gap 1 and then 1/10, τ in {4, 6, 8}", why)


_Z76 = r"E_3 \text{ is impossible for } t = b_{\phi-1}+\tau,\dots,%s"
Z76 = Claim(
    id="Z76",
    lines="3509-3542, 3563-3578",
    error_lines="3515-3542",
    kind="step",
    title="At the breakpoint itself the gap is no longer that of the phase",
    printed=[_at_the_end(0, _Z76 % r"b_\phi")],
    corrected=[_at_the_end(-1, _Z76 % r"b_\phi-1")],
    mutants=[_at_the_end(1, _Z76 % r"b_\phi+1", "two rounds of the next phase")],
    depends_on=["I53", "I57"],
    effect="step",
    note="The sums from line 3509 on include t = b_φ, where the means have changed: the threshold "
    "is made for the old gap, and a small new gap lets the third event occur. Ending at b_φ - 1 "
    "removes the round, and nothing else changes.",
)

CLAIMS = [D13, D14, I56, I57, Z70, Z76]
