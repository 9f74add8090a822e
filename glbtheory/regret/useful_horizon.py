r"""From which horizon on a regret bound says something.

A bound on the regret says nothing while it is larger than m T, which no run can exceed.  Each
theorem comes with its own tuning (γ or τ, and λ = d log T); put into its explicit bound, what is
left is a function of T alone.  :func:`bound` evaluates it in balls, so that comparisons are
certain, and :func:`first_useful` finds by bisection the integer T0 with

.. math:: B(T_0 - 1) \ge m\,(T_0 - 1), \qquad B(T_0) < m\,T_0 .

That the bound stays on its side of m T below and above T0 is shown by :func:`always`, cell by cell.
D = log T/log(1/γ) is taken as printed, and τ is rounded up to an integer::

    problem = HorizonProblem(S=6, d=2, Gamma=2)
    share("T2", problem, 8000)               # the bound over m T: 210.9
    first_useful("T2", problem).T0           # 96971810460
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import arb, ctx

from glbtheory import formulas
from glbtheory._support.validation import whole_number
from glbtheory.engines.boxes.balls import ball
from glbtheory.engines.language.expression import UndefinedHere
from glbtheory.formulas.enclosure import enclose
from glbtheory.formulas.formula import T as _T
from glbtheory.formulas.formula import tau as _tau
from glbtheory.setting.links import Link, logistic

#: Bound, tuning, and whether gaps are assumed, for each theorem with an explicit bound: as printed,
#: and what the proof gives once its steps are repaired.
THEOREMS = {
    "T1": ("regret_gap_proof", "gamma_gap", True),
    "T2": ("regret_discount", "gamma_worst_case", False),
    "T5": ("regret_window", "tau_worst_case", False),
    "T6": ("regret_window_gap", "tau_gap", True),
    "T1 corrected": ("regret_gap_corrected", "gamma_gap", True),
    "T2 corrected": ("regret_discount_corrected", "gamma_worst_case", False),
    "T5 corrected": ("regret_window_corrected", "tau_worst_case", False),
    "T6 corrected": ("regret_window_gap_corrected", "tau_gap", True),
}
#: The number of blocks of a window.
_BLOCKS = sp.ceiling(_T / _tau)
#: Decades looked at, and steps within each.
DECADES, PER_DECADE = 60, 4
#: Powers of the fourth root of ten, in hundredths.
TENTHS = (100, 178, 316, 562)
_HALF = arb(0.5)


def _evaluate(name: str, known: Mapping[Any, Any]) -> Any:
    return enclose(formulas.FORMULAS[name], known)


@lru_cache(maxsize=64)
def _constants(link: Link, S: Fraction) -> dict[str, Any]:
    """The constants of a link whose slope is bounded, as exact numbers."""
    exact = formulas.link_constants(link, S)
    if "k_mu" not in exact:
        raise ValueError(f"link must have a bounded slope, unlike {link.name}")
    return exact


@dataclass(frozen=True)
class HorizonProblem:
    """What a theorem needs besides the horizon.  Numbers are ints or fractions.

    ``Delta`` is the least gap, for the theorems that assume one; ``m`` the largest reward, which
    the link knows unless it is the linear one.
    """

    S: Fraction | int
    d: int = 2
    Gamma: int = 2
    delta: Fraction = Fraction(1, 20)
    Delta: Fraction | None = None
    link: Link = logistic
    m: Fraction | int | None = None

    def __post_init__(self) -> None:
        formulas.check_arguments(self._given())
        whole_number("Gamma", self.Gamma, 1)
        if not isinstance(self.link, Link):
            raise ValueError(f"link must be a Link, not {self.link!r}")
        top = self.m
        if top is None and self.link.reward_range is not None:
            top = Fraction(self.link.reward_range[1])
        if self.Delta is not None and top is not None and self.Delta > top:
            raise ValueError(f"Delta must be at most m = {top}, not {self.Delta}")

    def _given(self) -> dict[str, Any]:
        names = ("S", "d", "Gamma", "delta", "Delta", "m")
        return {n: getattr(self, n) for n in names if getattr(self, n) is not None}

    def balls(self) -> dict[str, Any]:
        """The arguments of the closed forms at the working precision."""
        constants = _constants(self.link, Fraction(self.S))
        known = {name: enclose(exact, {}) for name, exact in constants.items()}
        known |= {name: ball(value) for name, value in self._given().items()}
        if "m" not in known:
            raise ValueError(f"m must be given for the link {self.link.name}")
        return known


def _tuned(theorem: str, problem: HorizonProblem, T: Any) -> dict[Any, Any] | None:
    """All arguments at horizon T with the theorem's tuning; None where γ is outside (1/2, 1).

    T is an integer, or a ball of positive numbers; then the answer holds for every T in it.
    """
    _, tuning, gaps = _theorem(theorem)
    if gaps and problem.Delta is None:
        raise ValueError(f"Delta must be given for {theorem}")
    known: dict[Any, Any] = problem.balls() | {"T": ball(T)}
    known["lam"] = _evaluate("lam_theorem", known)
    chosen = _evaluate(tuning, known)
    if tuning.startswith("tau"):
        window, blocks = _window(T, chosen)
        return known | {"tau": window, _BLOCKS: blocks}
    if not (chosen > _HALF and chosen < 1):
        return None
    known["gamma"] = chosen
    return known | {"D": _evaluate("analysis_window", known)}


def _window(T: Any, chosen: Any) -> tuple[Any, Any]:
    """The window rounded up and the number of blocks T/τ rounded up, or balls that hold them."""
    if isinstance(T, int):
        whole = chosen.ceil().unique_fmpz()
        if whole is None:
            raise ArithmeticError(f"the window is not settled at T = {T}")
        return ball(int(whole)), ball(-(-T // int(whole)))
    window = chosen.union(chosen + 1)
    return window, (T / window).union(T / window + 1)


def bound(theorem: str, problem: HorizonProblem, T: int) -> Any:
    """The theorem's explicit bound at horizon T with its own tuning, as a ball.

    Infinite where the theorem does not speak: discount factors at or below 1/2.
    """
    with ctx.workprec(_bits(whole_number("T", T, 2))):
        known = _tuned(theorem, problem, T)
        return arb("inf") if known is None else _evaluate(_theorem(theorem)[0], known)


def _bits(T: int) -> int:
    """Bits that leave more than a hundred after 1 - γ has cancelled and τ has been rounded."""
    return 160 + 3 * T.bit_length()


def _theorem(name: str) -> tuple[str, str, bool]:
    if name not in THEOREMS:
        raise ValueError(f"theorem must be one of {', '.join(THEOREMS)}, not {name!r}")
    return THEOREMS[name]


def share(theorem: str, problem: HorizonProblem, T: int) -> float:
    """The bound over m T: below 1 it says something."""
    value = bound(theorem, problem, T)
    return float((value / (problem.balls()["m"] * T)).mid()) if value.is_finite() else math.inf


def excess(theorem: str, problem: HorizonProblem, T: int) -> Any:
    """B(T) - m T as a ball."""
    value = bound(theorem, problem, T)
    with ctx.workprec(_bits(T)):
        return value - problem.balls()["m"] * T


def is_useful(theorem: str, problem: HorizonProblem, T: int) -> bool:
    """Whether the bound is below m T, with certainty in both directions."""
    above = excess(theorem, problem, T)
    if not (above < 0 or above >= 0):
        raise ArithmeticError(f"the bound and m T are too close to tell at T = {T}")
    return bool(above < 0)


def always(
    theorem: str, problem: HorizonProblem, low: int, high: int, useful: bool, most: int = 20_000
) -> int | None:
    """In how many cells it is certain that B < m T (or B >= m T) for every real T in [low, high].

    A cell is a ball of horizons at which all formulas are evaluated at once.  None if ``most``
    cells do not suffice.  For windows any rounding of τ and T/τ up by less than one is covered.
    """
    whole_number("low", low, 1)
    if whole_number("high", high, 1) <= low:
        raise ValueError(f"low must be below high = {high}, not {low}")
    whole_number("most", most, 1)
    with ctx.workprec(_bits(high)):
        left, step, done = Fraction(low), Fraction(1, 8), 0
        while left < high:
            if done >= most or step < Fraction(1, 2**40):
                return None
            right = min(Fraction(high), left * (1 + step))
            ratio = _share_on(theorem, problem, ball(left).union(ball(right)))
            done += 1
            if ratio is not None and (ratio < 1 if useful else ratio >= 1):
                left, step = _short(right), min(2 * step, Fraction(8))
            else:
                step /= 2
        return done


def _share_on(theorem: str, problem: HorizonProblem, T: Any) -> Any:
    """A ball that holds B/(m T) for every T of a ball; None where that is not finite."""
    try:
        known = _tuned(theorem, problem, T)
        if known is None:
            return None
        return _evaluate(_theorem(theorem)[0], known) / (known["m"] * T)
    except UndefinedHere:
        return None


def _short(x: Fraction) -> Fraction:
    """A number a little smaller with few digits: exact products would grow from cell to cell."""
    return Fraction(int(x)) if x > 10**9 else Fraction(int(x * 2**30), 2**30)


@dataclass(frozen=True)
class Useful:
    """The least horizon from which on a bound says something.

    ``T0`` is the last change from useless to useful among the horizons looked at; ``changes``
    counts all changes between neighbours of a grid of ``PER_DECADE`` horizons per decade.
    """

    theorem: str
    T0: int
    changes: int

    def __str__(self) -> str:
        return f"{self.theorem}: from T = {self.T0:.4e} on"


def first_useful(theorem: str, problem: HorizonProblem, decades: int = DECADES) -> Useful:
    """The horizon T0 of the module's text, the last one up to 10^decades."""
    decades = whole_number("decades", decades, 1)
    steps = range(PER_DECADE, decades * PER_DECADE + 1)
    grid = [10 ** (k // PER_DECADE) * TENTHS[k % PER_DECADE] // 100 for k in steps]
    useful = [is_useful(theorem, problem, T) for T in grid]
    turns = [i for i in range(1, len(grid)) if useful[i] != useful[i - 1]]
    if not useful[-1] or not turns:
        raise ValueError(f"the bound of {theorem} says nothing up to 10^{decades}")
    low, high = grid[turns[-1] - 1], grid[turns[-1]]
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_useful(theorem, problem, middle) else (middle, high)
    return Useful(theorem, high, len(turns))
