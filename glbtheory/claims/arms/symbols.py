"""K arms: symbols of the proof with two readings, and sums that start too early (3452-3550)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from glbtheory.claims.arms.counting import words, wrong_plays
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import KernelTheorem, enumerated
from glbtheory.regret.k_arms import ArmSchedule

# --- Z143: rounds before the first ----------------------------------------------------------------


_N = r"N_t(\tau,i) = \sum_{s=%s}^{t}1(I_s=i)"
_MEAN = r"\bar X_t(\tau,i) = \frac{1}{N_t(\tau,i)}\sum_{s=%s}^{t}X_s(i)1(I_s=i)"


def _sums_from(start: str) -> str:
    return rf"{_N % start},\quad {_MEAN % start}"


def _rounds_read(*, least: int | None = None) -> Iterator[dict[str, Any]]:
    """The rounds of a sum from t-τ+1, or from ``least`` if that is later, to t."""
    for t, tau in product(range(3, 8), range(1, 11)):
        first = t - tau + 1 if least is None else max(least, t - tau + 1)
        for s in range(first, t + 1):
            yield {"t": t, "tau": tau, "round": s}


@enumerated(cases=_rounds_read, latex=_sums_from(r"t-\tau+1"), scope="K = 2, 3 <= t <= 7, τ <= 10")
def _reads(round: int, **_: Any) -> Any:
    """Every round of the sum has been played, t >= K + 1 with K = 2."""
    return round, ">=", 1


Z143 = Claim(
    id="Z143",
    lines="3506, 3550-3551",
    error_lines="3506, 3550",
    kind="definition",
    title="The window of an arm reads rounds before the first while t < τ",
    kernel=KernelTheorem(
        "Z143",
        "every K, t, τ, rewards and sequence of actions; and the window has min(t, τ) "
        "plays over all arms",
        covers="corrected",
        latex=_sums_from(r"\max(1,t-\tau+1)"),
        mutants=["Z143_mutant"],
    ),
    printed=[_reads],
    corrected=[
        _reads.variant(_sums_from(r"\max(1,t-\tau+1)"), least=1).as_cases(
            r"s \geq 1 \text{ for every round } s \text{ of the sums}"
        )
    ],
    mutants=[_reads.mutant("one round earlier allowed", _sums_from(r"\max(0,t-\tau+1)"), least=0)],
    depends_on=["D13"],
    effect="notation",
    fidelity="verbatim",
    note="The counting lemma sums over t >= K + 1 and the policy plays from the first round on, so "
    "both read such t; min(t, τ) in the bonus (line 3552) shows what is meant. The proof itself "
    "uses t >= b_{φ-1} + τ. The same slip as in Q40, Z32 and Z63.",
)


# --- Z144: two readings of N_i^φ ------------------------------------------------------------------


Factor = Callable[[ArmSchedule, int], Any]


def _next(schedule: ArmSchedule, phase: int) -> Any:
    return schedule.gaps(min(phase + 1, schedule.changes))


def _one(schedule: ArmSchedule, phase: int) -> Any:
    return 1, 1


_COUNTS = r"%s\sum_{t\in\phi}1(I_t=i) = %s\sum_{t\in\phi}1(I_t=i\neq i_t^\star)"


@enumerated(
    cases=words,
    latex=_COUNTS % ("", ""),
    scope="K = 2, T = 4, up to two changes anywhere, every sequence of actions, no ties",
)
def _two_counts(
    T: int,
    breakpoints: Any,
    means: Any,
    actions: Any,
    *,
    left: Factor = _one,
    right: Factor = _one,
) -> Any:
    """Plays of an arm in a phase, all of them or those that are wrong, each with a factor.

    The factors are functions of the schedule and the phase, and give one number for each arm.
    """
    schedule = ArmSchedule(T, breakpoints, means)
    for k, rounds in enumerate(schedule.phases()):
        for arm in (0, 1):
            every = sum(actions[t - 1] == arm for t in rounds)
            wrong = wrong_plays(schedule, actions, rounds, arm)
            sides = left(schedule, k)[arm] * every, right(schedule, k)[arm] * wrong
            if sides[0] != sides[1]:
                return sides[0], "==", sides[1]
    return True


_with_gaps = _two_counts.variant(
    _COUNTS % (r"\Delta_i^\phi", r"\Delta_i^\phi"), left=ArmSchedule.gaps, right=ArmSchedule.gaps
)

Z144 = Claim(
    id="Z144",
    lines="3452-3453, 3501-3505",
    error_lines="3501-3504",
    kind="definition",
    title="N_i^φ counts all plays of the arm in one place and its wrong plays in another",
    kernel=KernelTheorem(
        "Z144",
        "every K, T, Γ_T, phase, means, breakpoints and sequence of actions",
        covers="corrected",
        mutants=["Z144_mutant"],
    ),
    printed=[_two_counts],
    corrected=[_with_gaps],
    mutants=[
        _with_gaps.mutant(
            "gap of the next phase on the left",
            _COUNTS % (r"\Delta_i^{\phi+1}", r"\Delta_i^\phi"),
            left=_next,
        )
    ],
    depends_on=["I53"],
    effect="notation",
    fidelity="paraphrase",
    note="Line 3453 has the number of times the arm is selected; line 3501 recalls it as the "
    "number of times it is selected while another arm is better. Within a phase an arm is either "
    "best, and its gap is 0, or not, and the two numbers are the same: the regret does not see the "
    "difference. The bound of line 3589 is about the second one, since A is infinite for the best "
    "arm.",
)

CLAIMS = [Z143, Z144]
