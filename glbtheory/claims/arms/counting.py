"""K arms: phases, the counting lemma, and the three events of the sliding window (3413-3586)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from glbtheory.claims.model import Claim, HandStep
from glbtheory.claims.vocabulary import KernelTheorem, enumerated, grid
from glbtheory.engines.enumeration import schedules
from glbtheory.regret.k_arms import ArmSchedule, SlidingUCB, breakpoint_sets, most_rare_plays

F = Fraction
Phases = Callable[[ArmSchedule], Sequence[range]]

BLOCKS = HandStep(
    "blocks of rounds",
    "T rounds are covered by the least integer >= T/τ of blocks of τ consecutive rounds, and a sum "
    "over rounds is at most the sum over the blocks.",
)


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


def words(*, least: int = 0) -> Iterator[dict[str, Any]]:
    """Small schedules, of at least so many changes, with every sequence of actions."""
    for schedule in small_schedules():
        if schedule.changes < least:
            continue
        for actions in schedules(schedule.horizon, (0, 1)):
            yield described(schedule, actions=actions)


def wrong_plays(schedule: ArmSchedule, actions: Sequence[int], rounds: range, arm: int) -> int:
    """Plays of the arm at rounds where another one is better; rounds after T do not exist.

    It is the number of rounds with I_t = i ≠ i_t^⋆ where no two arms tie for the best, as here.
    """
    inside = [t for t in rounds if t <= schedule.horizon]
    return sum(actions[t - 1] == arm and schedule.gap(t, arm) > 0 for t in inside)


# --- D12: the smallest gap ------------------------------------------------------------------------

_D12 = (
    r"\Delta\mu_T(i) = \min\{\mu_t(i_t^\star)-\mu_t(i) : t\in\{1,\dots,T\},"
    r" \mu_t(i)<\mu_t(i_t^\star)\} = %s"
)
_POSITIVE_GAPS = r"%s\{\Delta_i^\phi : \Delta_i^\phi > 0\}"


@enumerated(
    cases=lambda: (described(s) for s in small_schedules()),
    latex=_D12 % (_POSITIVE_GAPS % r"\min_{\phi}"),
    scope="K = 2, T = 4, up to two changes anywhere",
)
def _smallest_gap(
    T: int,
    breakpoints: Any,
    means: Any,
    *,
    pick: Any = min,
    phases: Phases = ArmSchedule.phases,
    positive: bool = True,
) -> Any:
    """The definition by rounds against the gaps of the phases."""
    schedule = ArmSchedule(T, breakpoints, means)
    for arm in (0, 1):
        gaps = [schedule.gaps(k)[arm] for k in range(len(phases(schedule)))]
        listed = [g for g in gaps if g > 0 or not positive]
        if schedule.smallest_gap(arm) != pick(listed, default=None):
            return False
    return True


D12 = Claim(
    id="D12",
    title="The smallest gap of an arm is the least of its positive gaps over all phases",
    kernel=KernelTheorem(
        "D12",
        "every K, T, Γ_T, means and breakpoints; with the existence of the minimum, where "
        "the arm is not always best",
        mutants=["D12_mutant"],
    ),
    printed=[_smallest_gap],
    mutants=[
        _smallest_gap.mutant(
            "minimum over the phases replaced by maximum",
            _D12 % (_POSITIVE_GAPS % r"\max_{\phi}"),
            pick=max,
        ),
        _smallest_gap.mutant(
            "condition that the arm is not best dropped",
            _D12 % r"\min_\phi\Delta_i^\phi",
            positive=False,
        ),
        _smallest_gap.mutant(
            "last phase left out",
            _D12 % (_POSITIVE_GAPS % r"\min_{\phi\leq\Gamma_T}"),
            phases=ArmSchedule.phases_as_printed,
        ),
    ],
    fidelity="implied",
    note="The first equality is the definition of the page; the second, from rounds to phases, is "
    "used where lines 3446-3450 compare Δ_i^φ with it. So every phase in which the arm is not best "
    "has Δ_i^φ >= Δμ_T(i). An arm that is always best has no such gap: the minimum is over the "
    "empty set, and the arm costs nothing.",
)

# --- Q47, I53, I54: the regret by phases ----------------------------------------------------------

_Q47 = (
    r"\mathbb{E}[R_T] = \sum_{t=1}^T(\mu_t^\star-\mu_t(i_t)) ="
    r" \sum_{i=1}^K\sum_{\phi=1}^{\Gamma_T}\Delta_i^\phi\mathbb{E}[N_i^\phi]"
)
_Q47_REPAIRED = (
    r"\mathbb{E}[R_T] = \mathbb{E}\sum_{t=1}^T(\mu_t^\star-\mu_t(I_t)) ="
    r" \sum_{i=1}^K\sum_{\phi=1}^{\Gamma_T+1}\Delta_i^\phi\mathbb{E}[N_i^\phi]"
)


@enumerated(cases=words, latex=_Q47_REPAIRED, scope=_SMALL)
def _by_phases(
    T: int,
    breakpoints: Any,
    means: Any,
    actions: Any,
    *,
    phases: Phases = ArmSchedule.phases,
    late: int = 0,
) -> Any:
    """The regret of a sequence of actions as the sum over arms and phases; rounds ``late`` more."""
    schedule = ArmSchedule(T, breakpoints, means)
    total = F(0)
    for k, rounds in enumerate(phases(schedule)):
        longer = range(rounds.start, rounds.stop + late)
        for arm, gap in enumerate(schedule.gaps(k)):
            total += gap * wrong_plays(schedule, actions, longer, arm)
    return schedule.regret(actions), "==", total


_ONE_PHASE = ArmSchedule(4, (), ((F(1, 4), F(3, 4)),))
_SHORT_WINDOW = SlidingUCB(2, 2, F(1))


def _paths() -> Iterator[dict[str, Any]]:
    for path in _SHORT_WINDOW.paths(4):
        arms, rewards = zip(*path, strict=True)
        yield described(_ONE_PHASE, actions=arms, rewards=rewards, tau=2)


@enumerated(
    cases=_paths,
    latex=_Q47,
    scope="all rewards of SW-UCB with K = 2, T = 4, τ = 2",
)
def _without_expectation(actions: Any, **_: Any) -> Any:
    """E R_T against the regret of each path of SW-UCB, two Bernoulli arms."""
    return _SHORT_WINDOW.expected_regret(_ONE_PHASE), "==", _ONE_PHASE.regret(actions)


Q47 = Claim(
    id="Q47",
    error_lines="3420-3422, 3459-3460",
    title="The regret by phases: Γ_T breakpoints make Γ_T + 1 phases, and the last one is lost",
    kernel=KernelTheorem(
        "Q47",
        "every K, T, Γ_T, means, breakpoints, policy and law of outcomes; on every path "
        "and in the mean; with both readings of N_i^φ (Z144)",
        covers="corrected",
        latex=_Q47_REPAIRED,
        mutants=["Q47_mutant"],
    ),
    printed=[
        _by_phases.variant(_Q47, phases=ArmSchedule.phases_as_printed, least=1),
        _without_expectation,
    ],
    corrected=[
        _by_phases.as_cases(
            r"\sum_{t=1}^T(\mu_t^\star-\mu_t(I_t)) ="
            r" \sum_{i=1}^K\sum_{\phi=1}^{\Gamma_T+1}\Delta_i^\phi N_i^\phi"
            r" \text{ for every sequence of actions}"
        )
    ],
    mutants=[
        _by_phases.mutant(
            "last round of each phase moved to b_φ",
            _Q47_REPAIRED + r",\quad N_i^\phi = \sum_{t=b_{\phi-1}}^{b_\phi}\cdots",
            late=1,
        ),
    ],
    effect="statement",
    fidelity="verbatim",
    note="With b_0 = 1 and phases b_{φ-1} <= t < b_φ for φ = 1..Γ_T no phase holds the rounds from "
    "the last breakpoint on; without any change there is no phase at all and the sum is 0. Set "
    "b_{Γ_T+1} = T+1 and sum to Γ_T+1. The middle term also needs an expectation and I_t for i_t: "
    "it is random. The first τ rounds of Γ_T+1 phases then cost τ(Γ_T+1) in place of τΓ_T; the "
    "rate is the same for Γ_T >= 1 (Z79 gets back to Γ_T).",
)


_I53 = (
    r"N_i^\phi = \sum_{t\in\phi}1(I_t = i\neq i_t^\star)"
    r" = \sum_{t=b_{\phi-1}}^{%s}1(I_t = i\neq i_t^\star)"
)


@enumerated(cases=words, latex=_I53 % r"b_\phi", scope=_SMALL)
def _phase_count(T: int, breakpoints: Any, means: Any, actions: Any, *, last: int = 0) -> Any:
    """Both forms of N_i^φ for every phase of the repaired list; the second runs to b_φ + last."""
    schedule = ArmSchedule(T, breakpoints, means)
    return all(
        wrong_plays(schedule, actions, rounds, arm)
        == wrong_plays(schedule, actions, range(rounds.start, rounds.stop + 1 + last), arm)
        for rounds in schedule.phases()
        for arm in (0, 1)
    )


I53 = Claim(
    id="I53",
    error_lines="3503-3504",
    title="The plays within a phase: the sum runs one round too far",
    kernel=KernelTheorem(
        "I53",
        "every K, T, Γ_T, phase, sequence of actions and best arms",
        covers="corrected",
        mutants=["I53_mutant"],
    ),
    printed=[_phase_count],
    corrected=[_phase_count.variant(_I53 % r"b_\phi-1", last=-1)],
    mutants=[_phase_count.mutant("last round one earlier", _I53 % r"b_\phi-2", last=-2)],
    effect="notation",
    fidelity="verbatim",
    note="A phase is b_{φ-1} <= t < b_φ, so its last round is b_φ - 1. With b_φ as the end a "
    "breakpoint counts in two phases, the sum of all N_i^φ may exceed T (line 3497), and at "
    "t = b_φ the gap is that of the next phase (Z76).",
)


_WRONG = r"1(I_t=i\neq i_t^\star%s)"
_I54 = (
    r"N_i^\phi %s \sum_{t=b_{\phi-1}}^{b_{\phi-1}+\tau-1}"
    + _WRONG % ""
    + r" + \sum_{t=b_{\phi-1}+\tau}^{%s}"
    + _WRONG % ""
)
_I54_END = (
    r"N_i^\phi \leq %s + \sum_{t=b_{\phi-1}+\tau}^{%s}"
    + _WRONG % r", N_t(\tau,i)\leq A_i^\phi"
    + r" + \sum_{t=b_{\phi-1}+\tau}^{%s}"
    + _WRONG % r", N_t(\tau,i)>A_i^\phi"
)
_LAST_ROUND = (r"b_\phi-1",) * 2


@enumerated(
    cases=lambda: ({**case, "tau": tau} for case in words() for tau in (1, 2, 3)),
    latex=_I54 % ("=", r"b_\phi"),
    scope=_SMALL + ", τ <= 3",
)
def _first_rounds(
    T: int,
    breakpoints: Any,
    means: Any,
    actions: Any,
    tau: int,
    *,
    relation: str = "==",
    end: int = 0,
    head: Callable[[int], int] | None = None,
) -> Any:
    """N_i^φ against its first τ rounds (or ``head(τ)``) and the rest, for each phase."""
    schedule = ArmSchedule(T, breakpoints, means)
    for rounds in schedule.phases():
        a, stop = rounds.start, rounds.stop + 1 + end
        for arm in (0, 1):
            whole = wrong_plays(schedule, actions, range(a, stop), arm)
            rest = wrong_plays(schedule, actions, range(a + tau, stop), arm)
            first = wrong_plays(schedule, actions, range(a, a + tau), arm)
            right = rest + (first if head is None else head(tau))
            if not (whole == right if relation == "==" else whole <= right):
                return whole, relation, right
    return True


_first_rounds_at_most = _first_rounds.variant(
    _I54_END % (r"\tau", *_LAST_ROUND), relation="<=", end=-1, head=lambda tau: tau
)
_UNSPLIT = r"N_i^\phi \leq \tau + \sum_{t=b_{\phi-1}+\tau}^{%s}" + _WRONG % ""

I54 = Claim(
    id="I54",
    error_lines="3509-3512",
    title="The first τ rounds of a phase and the rest: an equality that short phases break",
    kernel=KernelTheorem(
        "I54",
        "every K, phase, τ, sequence of actions and number A",
        covers="corrected",
        latex=_I54 % (r"\leq", r"b_\phi-1") + r",\quad " + _I54_END % (r"\tau", *_LAST_ROUND),
        mutants=["I54_mutant"],
    ),
    printed=[
        _first_rounds,
        _first_rounds_at_most.variant(_I54_END % (r"\tau", r"b_\phi", r"b_\phi"), end=0).as_cases(
            _UNSPLIT % r"b_\phi"
        ),
    ],
    corrected=[
        _first_rounds.variant(_I54 % (r"\leq", r"b_\phi-1"), relation="<=", end=-1),
        _first_rounds_at_most.as_cases(_UNSPLIT % r"b_\phi-1"),
    ],
    mutants=[
        _first_rounds_at_most.mutant(
            "τ lowered by one", _I54_END % (r"\tau - 1", *_LAST_ROUND), head=lambda tau: tau - 1
        )
    ],
    depends_on=["I53"],
    effect="notation",
    fidelity="verbatim",
    note="If a phase is shorter than τ the first sum runs on into later phases. An inequality is "
    "all that is needed, and the second line of the display holds as printed. The split by "
    "N_t <= A and N_t > A in it is an identity.",
)

# --- L9, I55: counting ----------------------------------------------------------------------------

_M = (F(1, 2), F(1), F(3, 2), F(2), F(5, 2), F(3))
_L9 = r"\sum_{t=K+1}^{T}1(I_t=i, N_{%s}(\tau,i)\leq m) \leq %s m"


def _ceil(a: int, b: int) -> int:
    return -(-a // b)


@enumerated(
    cases=lambda *, skipped=(1, 2, 3): grid(K=skipped, T=range(1, 13), tau=range(1, 6), m=_M),
    latex=_L9 % ("t", r"\lceil T/\tau\rceil"),
    scope=lambda *, skipped=(1, 2, 3): (
        f"{'K <= 3' if skipped[-1] else 'sum from t = 1'}, T <= 12, τ <= 5, "
        "m in {1/2, 1, ..., 3}, all sequences of actions"
    ),
)
def _counting(
    K: int,
    T: int,
    tau: int,
    m: Fraction,
    *,
    blocks: Callable[[int, int], Any] = _ceil,
    each: Callable[[Fraction], Any] = lambda m: m,
    lag: int = 0,
) -> Any:
    """The largest count over all sequences after round K, against blocks times each(m)."""
    return most_rare_plays(T, tau, m, range(K + 1, T + 1), lag), "<=", blocks(T, tau) * each(m)


L9 = Claim(
    id="L9",
    title="An arm is rarely played while it is rare in the window",
    kernel=KernelTheorem(
        "L9",
        "every K, T, τ, m > 0 and sequence of actions; the sum may start at any round",
        mutants=["L9_mutant"],
    ),
    printed=[_counting],
    mutants=[
        _counting.mutant(
            "rounded down instead of up",
            _L9 % ("t", r"\lfloor T/\tau\rfloor"),
            blocks=lambda T, tau: T // tau,
        ),
        _counting.mutant(
            "factor lowered by 0.01",
            _L9 % ("t", r"0.99\lceil T/\tau\rceil"),
            each=lambda m: m * F(99, 100),
        ),
        _counting.mutant(
            "window ends one round earlier: round t itself is not counted",
            _L9 % ("t-1", r"\lceil T/\tau\rceil"),
            lag=1,
        ),
    ],
    support=[
        _counting.variant(
            r"\sum_{t=1}^{T}1(I_t=i, N_t(\tau,i)\leq m) \leq \lceil T/\tau\rceil m", skipped=(0,)
        ),
        _counting.variant(
            r"\sum_{t=1}^{T}1(I_t=i, N_{t-1}(\tau,i)\leq m) \leq"
            r" \lceil T/\tau\rceil(\lfloor m\rfloor+1)",
            each=lambda m: m // 1 + 1,
            lag=1,
            skipped=(0,),
        ),
    ],
    fidelity="verbatim",
    note="The j-th play within a block of τ rounds has N_t >= j. Every real m > 0 is allowed, and "
    "the sum may start at t = 1 already. It matters that N_t counts round t: with the τ rounds "
    "before t, which are what the policy sees, one more play per block is possible.",
)

_I55 = (
    r"\sum_{t=b_{\phi-1}+\tau}^{%s}1(I_t=i\neq i_t^\star, N_t(\tau,i)\leq A_i^\phi)"
    r" \leq %s A_i^\phi"
)


def _fewer(length: int, tau: int) -> int:
    return max(_ceil(length, tau) - 1, 0)


@enumerated(
    cases=lambda: grid(first=(1, 3), length=range(1, 10), tau=range(1, 5), A=_M[:5]),
    latex=_I55 % (r"b_\phi", r"\lceil T^\phi/\tau\rceil"),
    scope="T^φ <= 9, τ <= 4, A in {1/2, ..., 5/2}, b_{φ-1} in {1, 3}, all sequences of actions",
    shown={"first": "b_{phi-1}", "length": "T^phi"},
)
def _in_phase(
    first: int,
    length: int,
    tau: int,
    A: Fraction,
    *,
    end: int = 0,
    blocks: Callable[[int, int], int] = _ceil,
) -> Any:
    """The rounds b_{φ-1}+τ .. b_φ+end of a phase of T^φ rounds, all sequences of actions."""
    last = first + length + end
    rounds = range(first + tau, last + 1)
    return most_rare_plays(last, tau, A, rounds), "<=", blocks(length, tau) * A


_in_whole_phase = _in_phase.variant(
    _I55 % (r"b_\phi-1", r"\big(\lceil T^\phi/\tau\rceil-1\big)^+"), end=-1, blocks=_fewer
)

I55 = Claim(
    id="I55",
    title="The counting lemma within a phase",
    kernel=KernelTheorem(
        "I55",
        "every K, T, Γ_T, phase, τ, A >= 0 and sequence of actions; and one block fewer "
        "with the end b_φ - 1",
        mutants=["I55_mutant"],
    ),
    printed=[_in_phase],
    support=[_in_whole_phase],
    mutants=[
        _in_phase.mutant(
            "one block fewer while the sum runs to b_φ",
            _I55 % (r"b_\phi", r"\big(\lceil T^\phi/\tau\rceil-1\big)^+"),
            blocks=_fewer,
        ),
        _in_whole_phase.mutant(
            "two blocks fewer",
            _I55 % (r"b_\phi-1", r"\big(\lceil T^\phi/\tau\rceil-2\big)^+"),
            blocks=lambda n, tau: max(_ceil(n, tau) - 2, 0),
        ),
    ],
    depends_on=["L9"],
    fidelity="verbatim",
    note="It holds with the end b_φ as printed. The end b_φ - 1 of the phase, with one block "
    "fewer and any number in place of A, is what I59, Z79 and Z142 need.",
)

CLAIMS = [D12, Q47, I53, I54, L9, I55]
