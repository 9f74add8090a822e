"""K arms: phases, the counting lemma, and the three events of the sliding window (3413-3586)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from glbtheory.claims.model import Claim, HandStep, Statement
from glbtheory.engines.enumeration import enumerate_cases, schedules
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, breakpoint_sets, most_rare_plays

CHAPTER = "arms"
F = Fraction

BLOCKS = HandStep(
    "blocks of rounds",
    "T rounds are covered by the least integer >= T/τ of blocks of τ consecutive rounds, and a sum "
    "over rounds is at most the sum over the blocks.",
)


def listed(
    latex: str,
    cases: Callable[[], Iterable[Any]],
    check: Callable[[Any], Any],
    scope: str,
    why: str = "",
) -> Statement:
    """A check of every listed case, in exact arithmetic."""
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


#: Means of two arms: the first is best by 1/2, the second by 1, the first by 1.
_ROWS = ((F(1), F(1, 2)), (F(0), F(1)), (F(1), F(0)))


def small_schedules(horizon: int = 4) -> Iterator[ArmSchedule]:
    """Two arms, up to two changes anywhere, all sequences of three rows of means."""
    for changes in range(3):
        for points in breakpoint_sets(horizon, changes):
            for rows in product(_ROWS, repeat=changes + 1):
                if all(a != b for a, b in pairwise(rows)):
                    yield ArmSchedule(horizon, points, rows)


def described(schedule: ArmSchedule, **more: Any) -> dict[str, Any]:
    """A schedule as a witness shows it."""
    return {
        "T": schedule.horizon,
        "breakpoints": schedule.breakpoints,
        "means": schedule.means,
        **more,
    }


_SMALL = "K = 2, T = 4, up to two changes anywhere, no ties, every sequence of actions"


def words(least: int = 0) -> Iterator[dict[str, Any]]:
    """Small schedules, of at least so many changes, with every sequence of actions."""
    for schedule in small_schedules():
        if schedule.changes < least:
            continue
        for actions in schedules(schedule.horizon, (0, 1)):
            yield described(schedule, actions=actions)


def _schedule(case: dict[str, Any]) -> ArmSchedule:
    return ArmSchedule(case["T"], case["breakpoints"], case["means"])


def wrong_plays(schedule: ArmSchedule, actions: Sequence[int], rounds: range, arm: int) -> int:
    """Plays of the arm at rounds where another one is better; rounds after T do not exist.

    It is the number of rounds with I_t = i ≠ i_t^⋆ where no two arms tie for the best, as here.
    """
    inside = [t for t in rounds if t <= schedule.horizon]
    return sum(actions[t - 1] == arm and schedule.gap(t, arm) > 0 for t in inside)


# --- D12: the smallest gap ------------------------------------------------------------------------

_D12 = r"\Delta\mu_T(i) = %s\{\Delta_i^\phi : \Delta_i^\phi > 0\}"


def _smallest(
    pick: Any, phases: Any, latex: str, why: str = "", positive: bool = True
) -> Statement:
    """The definition by rounds against the gaps of the phases."""

    def check(case: dict[str, Any]) -> Any:
        schedule = _schedule(case)
        for arm in (0, 1):
            gaps = [schedule.gaps(k)[arm] for k in range(len(phases(schedule)))]
            listed_gaps = [g for g in gaps if g > 0 or not positive]
            if schedule.smallest_gap(arm) != pick(listed_gaps, default=None):
                return False
        return True

    scope = "K = 2, T = 4, up to two changes anywhere"
    return listed(latex, lambda: (described(s) for s in small_schedules()), check, scope, why)


D12 = Claim(
    id="D12",
    lines="3436-3442",
    kind="definition",
    chapter=CHAPTER,
    title="The smallest gap of an arm is the least of its positive gaps over all phases",
    printed=[_smallest(min, ArmSchedule.phases, _D12 % r"\min_{\phi}")],
    mutants=[
        _smallest(max, ArmSchedule.phases, _D12 % r"\max_{\phi}", "minimum replaced by maximum"),
        _smallest(
            min,
            ArmSchedule.phases,
            r"\Delta\mu_T(i) = \min_\phi\Delta_i^\phi",
            "condition that the arm is not best dropped",
            positive=False,
        ),
        _smallest(
            min,
            ArmSchedule.phases_as_printed,
            _D12 % r"\min_{\phi\leq\Gamma_T}",
            "last phase left out",
        ),
    ],
    note="So every phase in which the arm is not best has Δ_i^φ >= Δμ_T(i), as lines 3449-3450 "
    "say. An arm that is always best has no such gap: the minimum is over the empty set, and the "
    "arm costs nothing.",
)

# --- Q47, I53, I54: the regret by phases ----------------------------------------------------------

_Q47 = (
    r"\sum_{t=1}^T(\mu_t^\star-\mu_t(I_t)) = \sum_{i=1}^K\sum_{\phi=1}^{%s}\Delta_i^\phi N_i^\phi"
)


def _by_phases(phases: Any, latex: str, why: str = "", late: int = 0, least: int = 0) -> Statement:
    """The regret of a sequence of actions as the sum over arms and phases; rounds ``late`` more.

    ``least`` is the number of changes from which on the schedules are listed.
    """

    def check(case: dict[str, Any]) -> Any:
        schedule, actions = _schedule(case), case["actions"]
        total = F(0)
        for k, rounds in enumerate(phases(schedule)):
            longer = range(rounds.start, rounds.stop + late)
            for arm, gap in enumerate(schedule.gaps(k)):
                total += gap * wrong_plays(schedule, actions, longer, arm)
        return schedule.regret(actions), "==", total

    return listed(latex, lambda: words(least), check, _SMALL, why)


def _without_expectation() -> Statement:
    """E R_T against the regret of each path of SW-UCB, two Bernoulli arms."""
    schedule = ArmSchedule(4, (), ((F(1, 4), F(3, 4)),))
    policy = SlidingUCB(2, 2, F(1))
    mean = policy.expected_regret(schedule)

    def cases() -> Iterator[dict[str, Any]]:
        for path in policy.paths(4):
            arms, rewards = zip(*path, strict=True)
            yield described(schedule, actions=arms, rewards=rewards, tau=2)

    return listed(
        r"\mathbb{E}[R_T] = \sum_{t=1}^T(\mu_t^\star - \mu_t(i_t))",
        cases,
        lambda case: (mean, "==", schedule.regret(case["actions"])),
        "all rewards of SW-UCB with K = 2, T = 4, τ = 2",
    )


Q47 = Claim(
    id="Q47",
    label="eq:reg_K_arm_phase",
    lines="3419-3422, 3456-3462",
    error_lines="3420-3422, 3459-3460",
    kind="equation",
    chapter=CHAPTER,
    title="The regret by phases: Γ_T breakpoints make Γ_T + 1 phases, and the last one is lost",
    printed=[
        _by_phases(ArmSchedule.phases_as_printed, _Q47 % r"\Gamma_T", least=1),
        _without_expectation(),
    ],
    corrected=[_by_phases(ArmSchedule.phases, _Q47 % r"\Gamma_T+1")],
    mutants=[
        _by_phases(
            ArmSchedule.phases,
            _Q47 % r"\Gamma_T+1" + r",\quad N_i^\phi = \sum_{t=b_{\phi-1}}^{b_\phi}\cdots",
            "last round of each phase moved to b_φ",
            late=1,
        ),
    ],
    effect="statement",
    note="With b_0 = 1 and phases b_{φ-1} <= t < b_φ for φ = 1..Γ_T no phase holds the rounds from "
    "the last breakpoint on; without any change there is no phase at all and the sum is 0. Set "
    "b_{Γ_T+1} = T+1 and sum to Γ_T+1. The middle term also needs an expectation and I_t for i_t: "
    "it is random. The first τ rounds of Γ_T+1 phases then cost τ(Γ_T+1) in place of τΓ_T; the "
    "rate is the same for Γ_T >= 1 (Z79 gets back to Γ_T).",
)


def _phase_count(last: int, latex: str, why: str = "") -> Statement:
    """Both forms of N_i^φ for every phase of the repaired list; the second runs to b_φ + last."""

    def check(case: dict[str, Any]) -> Any:
        schedule, actions = _schedule(case), case["actions"]
        return all(
            wrong_plays(schedule, actions, rounds, arm)
            == wrong_plays(schedule, actions, range(rounds.start, rounds.stop + 1 + last), arm)
            for rounds in schedule.phases()
            for arm in (0, 1)
        )

    return listed(latex, words, check, _SMALL, why)


_I53 = r"\sum_{t\in\phi}1(I_t = i\neq i_t^\star) = \sum_{t=b_{\phi-1}}^{%s}1(I_t = i\neq i_t^\star)"
I53 = Claim(
    id="I53",
    lines="3501-3505",
    error_lines="3503-3504",
    kind="step",
    chapter=CHAPTER,
    title="The plays within a phase: the sum runs one round too far",
    printed=[_phase_count(0, _I53 % r"b_\phi")],
    corrected=[_phase_count(-1, _I53 % r"b_\phi-1")],
    mutants=[_phase_count(-2, _I53 % r"b_\phi-2", "last round one earlier")],
    effect="notation",
    note="A phase is b_{φ-1} <= t < b_φ, so its last round is b_φ - 1. With b_φ as the end a "
    "breakpoint counts in two phases, the sum of all N_i^φ may exceed T (line 3497), and at "
    "t = b_φ the gap is that of the next phase (Z76).",
)


def _first_rounds(
    relation: str, end: int, head: Any, latex: str, why: str = "", bound: bool = False
) -> Statement:
    """N_i^φ against its first τ rounds (or ``head(τ)``) and the rest, for each phase and τ."""

    def cases() -> Iterator[dict[str, Any]]:
        for case in words():
            for tau in (1, 2, 3):
                yield {**case, "tau": tau}

    def check(case: dict[str, Any]) -> Any:
        schedule, actions, tau = _schedule(case), case["actions"], case["tau"]
        for rounds in schedule.phases():
            a, stop = rounds.start, rounds.stop + 1 + end
            for arm in (0, 1):
                whole = wrong_plays(schedule, actions, range(a, stop), arm)
                rest = wrong_plays(schedule, actions, range(a + tau, stop), arm)
                first = wrong_plays(schedule, actions, range(a, a + tau), arm)
                right = rest + (head(tau) if bound else first)
                if not (whole == right if relation == "==" else whole <= right):
                    return whole, relation, right
        return True

    return listed(latex, cases, check, _SMALL + ", τ <= 3", why)


_I54 = (
    r"N_i^\phi %s \sum_{t=b_{\phi-1}}^{b_{\phi-1}+\tau-1}1(\cdot)"
    r" + \sum_{t=b_{\phi-1}+\tau}^{%s}1(\cdot)"
)
_I54_END = r"N_i^\phi \leq %s + \sum_{t=b_{\phi-1}+\tau}^{b_\phi-1}1(I_t=i\neq i_t^\star)"
I54 = Claim(
    id="I54",
    lines="3508-3522",
    error_lines="3509-3512",
    kind="step",
    chapter=CHAPTER,
    title="The first τ rounds of a phase and the rest: an equality that short phases break",
    printed=[_first_rounds("==", 0, None, _I54 % ("=", r"b_\phi"))],
    corrected=[
        _first_rounds("<=", -1, None, _I54 % (r"\leq", r"b_\phi-1")),
        _first_rounds("<=", -1, lambda tau: tau, _I54_END % r"\tau", bound=True),
    ],
    mutants=[
        _first_rounds(
            "<=",
            -1,
            lambda tau: tau - 1,
            _I54_END % r"\tau - 1",
            "τ lowered by one",
            bound=True,
        )
    ],
    depends_on=["I53"],
    effect="notation",
    note="If a phase is shorter than τ the first sum runs on into later phases. An inequality is "
    "all that is needed. The split by N_t <= A and N_t > A that follows is an identity.",
)

# --- L9, I55: counting ----------------------------------------------------------------------------

_M = (F(1, 2), F(1), F(3, 2), F(2), F(5, 2), F(3))
_L9 = r"\sum_{t=K+1}^{T}1(I_t=i, N_{%s}(\tau,i)\leq m) \leq %s m"


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


def _counting(
    bound: Any, latex: str, why: str = "", lag: int = 0, skipped: Sequence[int] = (1, 2, 3)
) -> Statement:
    """The largest count over all sequences against the bound, without the first K rounds."""

    def cases() -> Iterator[dict[str, Any]]:
        for K, T, tau, m in product(skipped, range(1, 13), range(1, 6), _M):
            yield {"K": K, "T": T, "tau": tau, "m": m}

    def check(case: dict[str, Any]) -> Any:
        K, T, tau, m = case.values()
        return most_rare_plays(T, tau, m, range(K + 1, T + 1), lag), "<=", bound(T, tau, m)

    start = "K <= 3" if skipped[-1] else "sum from t = 1"
    scope = f"{start}, T <= 12, τ <= 5, m in {{1/2, 1, ..., 3}}, all sequences of actions"
    return listed(latex, cases, check, scope, why)


L9 = Claim(
    id="L9",
    label="lemma:garivier_1",
    lines="3524-3530",
    kind="lemma",
    chapter=CHAPTER,
    title="An arm is rarely played while it is rare in the window",
    printed=[_counting(lambda T, tau, m: _ceil(T, tau) * m, _L9 % ("t", r"\lceil T/\tau\rceil"))],
    mutants=[
        _counting(
            lambda T, tau, m: (T // tau) * m,
            _L9 % ("t", r"\lfloor T/\tau\rfloor"),
            "rounded down instead of up",
        ),
        _counting(
            lambda T, tau, m: _ceil(T, tau) * m * F(99, 100),
            _L9 % ("t", r"0.99\lceil T/\tau\rceil"),
            "factor lowered by 0.01",
        ),
        _counting(
            lambda T, tau, m: _ceil(T, tau) * m,
            _L9 % ("t-1", r"\lceil T/\tau\rceil"),
            "window ends one round earlier: round t itself is not counted",
            lag=1,
        ),
    ],
    support=[
        _counting(
            lambda T, tau, m: _ceil(T, tau) * m,
            r"\sum_{t=1}^{T}1(I_t=i, N_t(\tau,i)\leq m) \leq \lceil T/\tau\rceil m",
            skipped=(0,),
        ),
        _counting(
            lambda T, tau, m: _ceil(T, tau) * (m // 1 + 1),
            r"\sum_{t=1}^{T}1(I_t=i, N_{t-1}(\tau,i)\leq m) \leq"
            r" \lceil T/\tau\rceil(\lfloor m\rfloor+1)",
            lag=1,
            skipped=(0,),
        ),
    ],
    depends_on=[BLOCKS],
    note="The j-th play within a block of τ rounds has N_t >= j. Every real m > 0 is allowed, and "
    "the sum may start at t = 1 already. It matters that N_t counts round t: with the τ rounds "
    "before t, which are what the policy sees, one more play per block is possible.",
)

_I55 = (
    r"\sum_{t=b_{\phi-1}+\tau}^{%s}1(I_t=i\neq i_t^\star, N_t(\tau,i)\leq A_i^\phi)"
    r" \leq %s A_i^\phi"
)


def _in_phase(bound: Any, end: int, latex: str, why: str = "") -> Statement:
    """The rounds b_{φ-1}+τ .. b_φ+end of a phase of T^φ rounds, all sequences of actions."""

    def cases() -> Iterator[dict[str, Any]]:
        for first, length, tau in product((1, 3), range(1, 10), range(1, 5)):
            for m in _M[:5]:
                yield {"b_{phi-1}": first, "T^phi": length, "tau": tau, "A": m}

    def check(case: dict[str, Any]) -> Any:
        first, length, tau, m = case.values()
        last = first + length + end
        rounds = range(first + tau, last + 1)
        return most_rare_plays(last, tau, m, rounds), "<=", bound(length, tau) * m

    scope = "T^φ <= 9, τ <= 4, A in {1/2, ..., 5/2}, b_{φ-1} in {1, 3}, all sequences of actions"
    return listed(latex, cases, check, scope, why)


def _fewer(length: int, tau: int) -> int:
    return max(_ceil(length, tau) - 1, 0)


I55 = Claim(
    id="I55",
    lines="3531-3543",
    kind="step",
    chapter=CHAPTER,
    title="The counting lemma within a phase",
    printed=[_in_phase(_ceil, 0, _I55 % (r"b_\phi", r"\lceil T^\phi/\tau\rceil"))],
    support=[
        _in_phase(_fewer, -1, _I55 % (r"b_\phi-1", r"\big(\lceil T^\phi/\tau\rceil-1\big)^+"))
    ],
    mutants=[
        _in_phase(
            _fewer,
            0,
            _I55 % (r"b_\phi", r"\big(\lceil T^\phi/\tau\rceil-1\big)^+"),
            "one block fewer while the sum runs to b_φ",
        ),
        _in_phase(
            lambda n, tau: max(_ceil(n, tau) - 2, 0),
            -1,
            _I55 % (r"b_\phi-1", r"\big(\lceil T^\phi/\tau\rceil-2\big)^+"),
            "two blocks fewer",
        ),
    ],
    depends_on=["L9", BLOCKS],
    note="It holds with the end b_φ as printed. With the end b_φ - 1 of the phase only T^φ - τ "
    "rounds are left, and one block fewer is enough: that is what I59 needs.",
)

CLAIMS = [D12, Q47, I53, I54, L9, I55]
