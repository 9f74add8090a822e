"""Deviation without projection: the rounds far from a change, and what they do to the bias
(lines 897-901, 1894-1899)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import enumerated
from glbtheory.claims.vocabulary.stationary_rounds import far, members
from glbtheory.engines.enumeration import schedules

_SCOPE = "T <= 6, every schedule of two values, every D <= T"


def _schedules() -> Iterator[dict[str, Any]]:
    for T in range(1, 7):
        for path in schedules(T, (0, 1)):
            for D in range(1, T + 1):
                yield {"path": path, "D": D}


_T_GAMMA = (
    r"\mathcal{T}(\gamma) = \{1\leq t\leq T:\ \theta^\star_s = \theta^\star_t"
    r"\text{ for } t-D\leq s\leq t-1\}"
)


_AWAY = _T_GAMMA + r" = \{t:\ t - b \geq D \text{ for every change } b\leq t\}"


@enumerated(cases=_schedules, latex=_AWAY, scope=_SCOPE)
def _after_breakpoints(path: tuple[int, ...], D: int, *, late: int = 1) -> Any:
    """The t at least D rounds after the last breakpoint before t, by the printed words.

    A change from round b to b+1 is put at b + ``late``.
    """
    rounds = range(1, len(path) + 1)
    breaks = [b + late for b in rounds[:-1] if path[b - 1] != path[b]]
    return members(path, D) == {t for t in rounds if all(t - b >= D for b in breaks if b <= t)}


@enumerated(cases=_schedules, latex=_AWAY, scope=_SCOPE)
def _far_from_changes(path: tuple[int, ...], D: int, *, more: int = 0) -> Any:
    """The same with the distance to the last change counted while walking through the rounds."""
    return members(path, D + more) == far(path, D)


D6 = Claim(
    id="D6",
    title="The main text's T(γ) holds the rounds at least D after the first round of a new phase",
    kernel=KernelTheorem(
        "D6",
        "every d, T, D, t and path; rounds from 1 on",
        mutants=["D6_mutant"],
    ),
    printed=[_after_breakpoints, _far_from_changes],
    mutants=[
        _after_breakpoints.mutant(
            "a breakpoint put one round earlier, at the last round of the old phase",
            _T_GAMMA + r" = \{t:\ t-(b-1)\geq D \text{ for every change } b\leq t\}",
            late=0,
        ),
        _far_from_changes.mutant("one round more looked at", _AWAY.replace("t-D", "t-D-1"), more=1),
    ],
    fidelity="paraphrase",
    note="The words agree with the set when the breakpoint is the first round of the new phase. "
    "Read for rounds s >= 1: that s <= 0 is read when t <= D is a matter of convention (Q24).",
)


_TERM = r"(\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s"
_WINDOW = rf"t\in\mathcal{{T}}(\tau):\ \sum_{{s=\max(1,t-\tau%s)}}^{{t-1}}{_TERM} = 0"
_DISCOUNTED = rf"%s t\in\mathcal{{T}}(\gamma):\ \sum_{{s=1}}^{{t-1}}\gamma^{{t-1-s}}{_TERM} %s 0"


def _drift(path: tuple[int, ...], weight: Callable[[int], Any]) -> Any:
    """Σ w(t-s) (θ_s - θ_t) at the last round, which is Σ w (μ - μ) a for μ linear and a = 1.

    Of two values of θ*, a linear mean and actions 1 no terms cancel: the drift is 0 only when
    every term is.
    """
    t = len(path)
    return sum(weight(t - s) * (path[s - 1] - path[-1]) for s in range(1, t))


@enumerated(
    cases=_schedules,
    latex=_WINDOW % "",
    scope=f"d = 1, a = 1, linear mean; {_SCOPE}",
)
def _window_has_none(path: tuple[int, ...], D: int, *, longer: int = 0) -> Any:
    """The drift at a round of T(τ), for every earlier schedule; ``longer`` lengthens τ."""
    drift = _drift(path, lambda age: int(age <= D + longer))
    return len(path) not in members(path, D) or drift == 0


@enumerated(
    cases=_schedules,
    latex=_DISCOUNTED % (r"\exists", r"\neq"),
    scope=f"each path with a change before t is an instance: d = 1, a = 1, linear mean, γ = 1/2; "
    f"{_SCOPE}",
)
def _discounts_have_some(path: tuple[int, ...], D: int, *, vanishes: bool = False) -> Any:
    """The drift at a round of T(γ) is zero only if nothing ever changed."""
    drift = _drift(path, lambda age: Fraction(1, 2) ** (age - 1))
    zero = vanishes or len(set(path)) == 1
    return len(path) not in members(path, D) or (drift == 0) == zero


R5 = Claim(
    id="R5",
    title="Far from a change the bias is zero with a window, and need not be with discounts",
    kernel=KernelTheorem(
        "R5",
        "window: every d, t, τ, mean, path and actions; discounts: every D, γ > 0 and mean that "
        "is not constant",
        mutants=["R5_mutant"],
    ),
    printed=[_window_has_none, _discounts_have_some.as_whole()],
    mutants=[
        _window_has_none.mutant("window one round longer than τ", _WINDOW % "-1", longer=1),
        _discounts_have_some.mutant(
            "bias taken to vanish", _DISCOUNTED % (r"\forall", "="), vanishes=True
        ),
    ],
    depends_on=["D6"],
    fidelity="paraphrase",
    note="The remark says that with discounts the bias does not cancel out completely. One "
    "instance would be enough; here are all of a small kind. In general a change does not imply "
    "a bias: actions 0, a change orthogonal to the actions, or terms of two signs leave none.",
)

CLAIMS = [D6, R5]
