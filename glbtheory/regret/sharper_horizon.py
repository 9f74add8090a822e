r"""The sharpened regret bounds at a horizon: with a theorem's own tuning, and with the best one.

The bounds of :mod:`glbtheory.formulas.sharper_regret_bounds` hold for all γ or τ, λ, D, u and r
that do not depend on the data.  :func:`bound` encloses one in a ball; what is not given is chosen
as the theorem says (γ or τ, λ, D rounded up) and by
:func:`glbtheory.regret.sharper_directions.directions` (u and r).  :func:`best` searches for the
numbers with the least bound::

    problem = HorizonProblem(S=6, d=2, Gamma=2)
    share("T2 sharpened", problem, 8000)            # the bound over m T: 26.1
    share("T2 sharpened", problem, 8000, **best("T2 sharpened", problem, 8000))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import arb, ctx

from glbtheory import formulas as f
from glbtheory._support.validation import whole_number
from glbtheory.engines.boxes.balls import ball
from glbtheory.formulas.enclosure import enclose
from glbtheory.regret.sharper_directions import directions
from glbtheory.regret.useful_horizon import HorizonProblem

#: Closed form and tuning of each sharpened theorem.
SHARPENED = {
    "T1 sharpened": ("regret_discount_gap_sharpened", "gamma_gap"),
    "T2 sharpened": ("regret_discount_sharpened", "gamma_worst_case"),
    "T5 sharpened": ("regret_window_sharpened", "tau_worst_case"),
    "T6 sharpened": ("regret_window_gap_sharpened", "tau_gap"),
}
#: What may be given in place of the theorem's choice.
_FREE = ("lam", "gamma", "D", "tau", "u", "r")
#: The search for the best numbers begins and ends with steps of these sizes.
_LARGEST_STEP, _LEAST_STEP = 4.0, 1.003
#: Beyond so many decades 1 - γ is lost in the floats of the search.
_TUNED = 13


# --- one bound in balls ---------------------------------------------------------------------------


def bound(theorem: str, problem: HorizonProblem, T: int, **given: Any) -> Any:
    """The sharpened bound at horizon T as a ball; infinite where γ is not in (0, 1)."""
    name, tuning = _named(theorem)
    strange = sorted(set(given) - set(_FREE))
    if strange:
        raise ValueError(f"{strange[0]} must be one of {', '.join(_FREE)}")
    f.check_arguments(given)
    with ctx.workprec(160 + 3 * whole_number("T", T, 2).bit_length()):
        known = problem.balls() | {"T": ball(T)}
        known |= {n: ball(Fraction(str(x))) for n, x in given.items()}
        if "lam" not in known:
            known["lam"] = enclose(f.FORMULAS["lam_theorem"], known)
        if not _forget(tuning, known):
            return arb("inf")
        _direct(tuning, T, known)
        return enclose(f.FORMULAS[name], known)


def _named(theorem: str) -> tuple[str, str]:
    if theorem not in SHARPENED:
        raise ValueError(f"theorem must be one of {', '.join(SHARPENED)}, not {theorem!r}")
    return SHARPENED[theorem]


def _forget(tuning: str, known: dict[str, Any]) -> bool:
    """Put γ and D, or τ, where they are not given."""
    if tuning.startswith("tau"):
        if "tau" not in known:
            known["tau"] = ball(_upwards(enclose(f.FORMULAS[tuning], known)))
        return True
    if "gamma" not in known:
        known["gamma"] = enclose(f.FORMULAS[tuning], known)
    if not (known["gamma"] > 0 and known["gamma"] < 1):
        return False
    if "D" not in known:
        depth = enclose(f.FORMULAS["analysis_window"], known)
        known["D"] = ball(max(1, _upwards(depth)))
    return True


def _upwards(x: arb) -> int:
    whole = x.ceil().unique_fmpz()
    if whole is None:
        raise ArithmeticError("a rounding is not settled: the precision is too low")
    return int(whole)


def _direct(tuning: str, T: int, known: dict[str, Any]) -> None:
    """Put u and r where they are not given."""
    if "u" in known and "r" in known:
        return
    if tuning.startswith("tau"):
        rounds = float(min(T, _upwards(known["tau"])))
    else:
        gamma = known["gamma"]
        rounds = float(((1 - gamma ** (2 * known["D"])) / (1 - gamma**2)).mid())
    floats = {n: float(known[n].mid()) for n in ("lam", "delta", "k_mu", "m")}
    # The radius sees the past as one round of discounts with so many times its slope.
    floats["k_mu"] *= rounds
    found = directions(d=_upwards(known["d"]), T=T, gamma=0.5, D=1, **floats)
    known.setdefault("u", ball(Fraction(str(found.u))))
    known.setdefault("r", ball(Fraction(str(found.r))))


def share(theorem: str, problem: HorizonProblem, T: int, **given: Any) -> float:
    """The bound over m T: below 1 it says something."""
    value = bound(theorem, problem, T, **given)
    return float((value / (problem.balls()["m"] * T)).mid()) if value.is_finite() else math.inf


def is_useful(theorem: str, problem: HorizonProblem, T: int, **given: Any) -> bool:
    """Whether the bound is below m T, with certainty in both directions."""
    value, most = bound(theorem, problem, T, **given), problem.balls()["m"] * T
    if not (value < most or value >= most):
        raise ArithmeticError(f"the bound and m T are too close to tell at T = {T}")
    return bool(value < most)


# --- the best numbers -----------------------------------------------------------------------------


def best(theorem: str, problem: HorizonProblem, T: int) -> dict[str, Any]:
    """γ and D or τ, and u and r, of three digits with the least bound, by steps that shrink.

    They depend on T, d, S, the link, Γ_T and δ (and Δ), which the theorem's own tuning knows too.
    λ stays d log T: were it free, λ → ∞ and an estimate that ignores the data would win for short
    horizons, with a bound near m T that says nothing.
    The search is in floats; :func:`bound` encloses the bound at what it finds.
    """
    name, tuning = _named(theorem)
    fixed = {n: float(x.mid()) for n, x in problem.balls().items()} | {"T": float(T)}
    fixed["lam"] = float(f.FORMULAS["lam_theorem"].compiled(d=problem.d, T=T))
    start, read = _start(tuning, T, fixed)
    compiled = f.FORMULAS[name].compiled
    wanted = f.FORMULAS[name].arguments

    def size(point: tuple[float, ...]) -> float:
        numbers = fixed | read(point)
        if not (0 < numbers.get("gamma", 0.5) < 1) or numbers["u"] + numbers["r"] < 1e-3:
            return math.inf
        with np.errstate(all="ignore"):
            found = float(compiled(**{n: np.float64(numbers[n]) for n in wanted}))
        return found if found > 0 else math.inf  # neither a NaN nor a difference of huge numbers

    return read(_descend(size, start))


def _start(
    tuning: str, T: int, fixed: dict[str, float]
) -> tuple[tuple[float, ...], Callable[[tuple[float, ...]], dict[str, Any]]]:
    """The theorem's choice as positive numbers, and how such numbers are read."""
    chosen = float(f.FORMULAS[tuning].compiled(**_of(tuning, fixed)))
    if tuning.startswith("tau"):

        def window(x: tuple[float, ...]) -> dict[str, Any]:
            long = max(1, min(T, round(_digits(x[0]))))
            return {"tau": long, "u": _digits(x[1]), "r": _digits(x[2])}

        return (min(chosen, T), 0.5, 0.5), window
    fade = min(0.5, 1 - chosen)

    def discount(x: tuple[float, ...]) -> dict[str, Any]:
        depth = max(1, round(_digits(x[1])))
        gamma = 1 - Fraction(str(_digits(x[0])))  # exactly, however near 1
        return {"gamma": gamma, "D": depth, "u": _digits(x[2]), "r": _digits(x[3])}

    return (fade, math.log(T) / fade, 0.5, 0.5), discount


def _of(name: str, known: dict[str, float]) -> dict[str, float]:
    return {n: known[n] for n in f.FORMULAS[name].arguments}


def _digits(x: float) -> float:
    return float(f"{x:.3g}")


def _descend(
    size: Callable[[tuple[float, ...]], float], start: tuple[float, ...]
) -> tuple[float, ...]:
    """Multiply one or two numbers by a step while that helps, then halve its logarithm."""
    found, least, step = start, size(start), _LARGEST_STEP
    while step > _LEAST_STEP:
        before = least
        for move in _moves(len(start), step):
            near = tuple(x * y for x, y in zip(found, move, strict=True))
            value = size(near)
            if value < least:
                found, least = near, value
        if least == before:
            step = math.sqrt(step)
    return found


def _moves(count: int, step: float) -> list[tuple[float, ...]]:
    """All vectors of 1, step and 1/step with at most two entries other than 1."""
    moves = product((1.0, step, 1 / step), repeat=count)
    return [x for x in moves if 0 < sum(y != 1.0 for y in x) <= 2]


# --- horizons -------------------------------------------------------------------------------------


def first_useful(
    theorem: str, problem: HorizonProblem, tuned: bool = False, digits: int = 2, decades: int = 20
) -> int:
    """The least horizon of so many digits from which on the bound is below m T, up to 10^decades.

    From which on: among the horizons 1, 1.78, 3.16 and 5.62 times a power of ten.  With ``tuned``
    each horizon has its best numbers; the search for them is in floats and ends at 10^13.
    """
    whole_number("digits", digits, 1)
    decades = min(whole_number("decades", decades, 1), _TUNED if tuned else decades)

    def useful(T: int) -> bool:
        given = best(theorem, problem, T) if tuned else {}
        return is_useful(theorem, problem, T, **given)

    tops = [10**k * x // 100 for k in range(1, decades + 1) for x in (100, 178, 316, 562)]
    high = next((i for i in range(len(tops) - 1, -1, -1) if not useful(tops[i])), -1) + 1
    if high == len(tops):
        raise ValueError(f"the bound of {theorem} says nothing up to 10^{decades}")
    unit = 10 ** max(0, len(str(tops[high])) - digits)
    low, top = (tops[high - 1] // unit if high else 0), -(-tops[high] // unit)
    while top - low > 1:
        middle = (low + top) // 2
        low, top = (low, middle) if useful(middle * unit) else (middle, top)
    return top * unit
