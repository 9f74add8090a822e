"""Deviation without projection: the rounds far from a change, and what they do to the bias
(lines 897-901, 1894-1899)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.stationary_rounds import far, members
from glbtheory.engines.enumeration import enumerate_cases, schedules


def _schedules(check: Any, latex: str, why: str = "", setting: str = "") -> Statement:
    def cases() -> Iterator[dict[str, Any]]:
        for T in range(1, 7):
            for path in schedules(T, (0, 1)):
                for D in range(1, T + 1):
                    yield {"path": path, "D": D}

    scope = setting + "T <= 6, every schedule of two values, every D <= T"
    return Statement(
        latex, lambda: enumerate_cases(cases(), lambda c: check(c["path"], c["D"]), scope), why
    )


def _counted_from(path: tuple[int, ...], D: int, late: int) -> set[int]:
    """The t at least D rounds after the last breakpoint before t, by the printed words.

    A change from round b to b+1 is put at b + ``late``.
    """
    rounds = range(1, len(path) + 1)
    breaks = [b + late for b in rounds[:-1] if path[b - 1] != path[b]]
    return {t for t in rounds if all(t - b >= D for b in breaks if b <= t)}


_T_GAMMA = (
    r"\mathcal{T}(\gamma) = \{1\leq t\leq T:\ \theta^\star_s = \theta^\star_t"
    r"\text{ for } t-D\leq s\leq t-1\}"
)

D6 = Claim(
    id="D6",
    title="The main text's T(γ) holds the rounds at least D after the first round of a new phase",
    printed=[
        _schedules(
            lambda path, D: members(path, D) == _counted_from(path, D, 1),
            _T_GAMMA + r" = \{t:\ t - b \geq D \text{ for every change } b\leq t\}",
        ),
        _schedules(lambda path, D: members(path, D) == far(path, D), _T_GAMMA),
    ],
    mutants=[
        _schedules(
            lambda path, D: members(path, D) == _counted_from(path, D, 0),
            _T_GAMMA + r" = \{t:\ t-(b-1)\geq D \text{ for every change } b\leq t\}",
            "a breakpoint put one round earlier, at the last round of the old phase",
        ),
        _schedules(
            lambda path, D: members(path, D + 1) == far(path, D),
            _T_GAMMA.replace("t-D", "t-D-1"),
            "one round more looked at",
        ),
    ],
    depends_on=["D3", "Q24"],
    note="The words agree with the set when the breakpoint is the first round of the new phase. "
    "Rounds s <= 0 are left out, as Q24 has to.",
)


def _sum_of_changes(path: tuple[int, ...], weights: list[Fraction]) -> Fraction:
    """Σ w_s (θ_s - θ_t) at the last round, which is Σ w (μ - μ) a for μ linear and a = 1."""
    pairs = zip(weights, path[:-1], strict=True)
    return sum((w * (x - path[-1]) for w, x in pairs), Fraction(0))


def _bias(window: int | None, vanishes: bool, latex: str, why: str = "") -> Statement:
    """The drift at a round of T(γ), for every earlier schedule; ``window`` lengthens τ.

    Of two values of θ*, a linear mean and actions 1 no terms cancel: the drift is 0 only when
    every term is.
    """

    def check(path: tuple[int, ...], D: int) -> Any:
        t = len(path)
        if t not in members(path, D):
            return True
        if window is None:
            weights = [Fraction(1, 2) ** (t - 1 - s) for s in range(1, t)]
        else:
            weights = [Fraction(s >= t - D - window) for s in range(1, t)]
        found = _sum_of_changes(path, weights)
        return (found == 0) == (vanishes or len(set(path)) == 1)

    return _schedules(check, latex, why, f"d = 1, a = 1, linear mean{_half(window)}; ")


def _half(window: int | None) -> str:
    return ", γ = 1/2" if window is None else ""


_DRIFT = r"\sum_{s=1}^{t-1} w_s(\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s"
_PLAIN = r"a_s = 1,\ \mu(z) = z,\ \theta^\star_s\in\{0,1\},\ "
_DISCOUNTED = r"w_s=2^{-(t-1-s)}"

R5 = Claim(
    id="R5",
    title="Far from a change the bias is zero with a window, and need not be with discounts",
    printed=[
        _bias(
            0,
            True,
            rf"{_PLAIN}t\in\mathcal{{T}}(\tau):\ {_DRIFT} = 0,\quad w_s = 1_{{s\geq t-\tau}}",
        ),
        _bias(
            None,
            False,
            rf"{_PLAIN}t\in\mathcal{{T}}(\gamma):\ {_DRIFT} \neq 0"
            rf"\text{{ as soon as there was a change before }} t,\quad {_DISCOUNTED}",
        ),
    ],
    mutants=[
        _bias(
            1,
            True,
            rf"{_PLAIN}t\in\mathcal{{T}}(\tau):\ {_DRIFT} = 0,\quad w_s = 1_{{s\geq t-\tau-1}}",
            "window one round longer than τ",
        ),
        _bias(
            None,
            True,
            rf"{_PLAIN}t\in\mathcal{{T}}(\gamma):\ {_DRIFT} = 0,\quad {_DISCOUNTED}",
            "bias taken to vanish",
        ),
    ],
    depends_on=["D6", "Q24"],
    note="The remark says that with discounts the bias does not cancel out completely. One "
    "instance would be enough; here are all of a small kind. In general a change does not imply "
    "a bias: actions 0, a change orthogonal to the actions, or terms of two signs leave none. With "
    "a window each term is zero, whatever the mean and the actions.",
)

CLAIMS = [D6, R5]
