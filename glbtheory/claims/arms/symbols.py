"""K arms: symbols of the proof with two readings, and sums that start too early (3452-3550)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from glbtheory.claims.arms.counting import words, wrong_plays
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.old_forms import listed
from glbtheory.regret.k_arms import ArmSchedule

# --- Z143: rounds before the first ----------------------------------------------------------------


def _reads(first: Callable[[int, int], int], latex: str, why: str = "") -> Statement:
    """Every round of a sum from ``first(t, τ)`` to t has been played, t >= K + 1 with K = 2."""

    def cases() -> Iterator[dict[str, Any]]:
        for t, tau in product(range(3, 8), range(1, 11)):
            for s in range(first(t, tau), t + 1):
                yield {"t": t, "tau": tau, "round": s}

    scope = "K = 2, 3 <= t <= 7, τ <= 10"
    return listed(latex, cases, lambda case: (case["round"], ">=", 1), scope, why)


_N = r"N_t(\tau,i) = \sum_{s=%s}^{t}1(I_s=i)"
_MEAN = r"\bar X_t(\tau,i) = \frac{1}{N_t(\tau,i)}\sum_{s=%s}^{t}X_s(i)1(I_s=i)"


def _both(first: Callable[[int, int], int], start: str, why: str = "") -> Statement:
    return _reads(first, rf"{_N % start},\quad {_MEAN % start}", why)


Z143 = Claim(
    id="Z143",
    lines="3506, 3550",
    error_lines="3506, 3550",
    kind="definition",
    title="The window of an arm reads rounds before the first while t < τ",
    printed=[_both(lambda t, tau: t - tau + 1, r"t-\tau+1")],
    corrected=[_both(lambda t, tau: max(1, t - tau + 1), r"\max(1,t-\tau+1)")],
    mutants=[
        _both(lambda t, tau: max(0, t - tau + 1), r"\max(0,t-\tau+1)", "one round earlier allowed")
    ],
    depends_on=["D13"],
    effect="notation",
    note="The counting lemma sums over t >= K + 1 and the policy plays from the first round on, so "
    "both read such t; min(t, τ) in the bonus (line 3552) shows what is meant. The proof itself "
    "uses t >= b_{φ-1} + τ. The same slip as in Q40, Z32 and Z63.",
)


# --- Z144: two readings of N_i^φ ------------------------------------------------------------------


def _two_counts(
    left: Callable[[ArmSchedule, int], Any],
    right: Callable[[ArmSchedule, int], Any],
    latex: str,
    why: str = "",
) -> Statement:
    """Plays of an arm in a phase, all of them or those that are wrong, each with a factor.

    The factors are functions of the schedule and the phase, and give one number for each arm.
    """

    def check(case: dict[str, Any]) -> Any:
        schedule = ArmSchedule(case["T"], case["breakpoints"], case["means"])
        for k, rounds in enumerate(schedule.phases()):
            for arm in (0, 1):
                every = sum(case["actions"][t - 1] == arm for t in rounds)
                wrong = wrong_plays(schedule, case["actions"], rounds, arm)
                sides = left(schedule, k)[arm] * every, right(schedule, k)[arm] * wrong
                if sides[0] != sides[1]:
                    return sides[0], "==", sides[1]
        return True

    scope = "K = 2, T = 4, up to two changes anywhere, every sequence of actions, no ties"
    return listed(latex, words, check, scope, why)


def _next(schedule: ArmSchedule, phase: int) -> Any:
    return schedule.gaps(min(phase + 1, schedule.changes))


_ONE = (1, 1)
_COUNTS = r"%s\sum_{t\in\phi}1(I_t=i) = %s\sum_{t\in\phi}1(I_t=i\neq i_t^\star)"

Z144 = Claim(
    id="Z144",
    lines="3452-3453, 3501-3505",
    error_lines="3501-3504",
    kind="definition",
    title="N_i^φ counts all plays of the arm in one place and its wrong plays in another",
    printed=[_two_counts(lambda s, k: _ONE, lambda s, k: _ONE, _COUNTS % ("", ""))],
    corrected=[
        _two_counts(
            ArmSchedule.gaps,
            ArmSchedule.gaps,
            _COUNTS % (r"\Delta_i^\phi", r"\Delta_i^\phi"),
        )
    ],
    mutants=[
        _two_counts(
            _next,
            ArmSchedule.gaps,
            _COUNTS % (r"\Delta_i^{\phi+1}", r"\Delta_i^\phi"),
            "gap of the next phase on the left",
        )
    ],
    depends_on=["Q47", "I53"],
    effect="notation",
    note="Line 3453 has the number of times the arm is selected; line 3501 recalls it as the "
    "number of times it is selected while another arm is better. Within a phase an arm is either "
    "best, and its gap is 0, or not, and the two numbers are the same: the regret does not see the "
    "difference. The bound of line 3589 is about the second one, since A is infinite for the best "
    "arm.",
)

CLAIMS = [Z143, Z144]
