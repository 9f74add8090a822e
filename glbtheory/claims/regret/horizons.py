r"""From which horizon on the regret bounds say something (lines 755-793, 2449-2493, 2918-3039).

The regret is at most m T whatever is played.  Each theorem's explicit bound B, with its own tuning,
is a function of T; it is evaluated in balls.  ``HORIZONS`` holds the T0 where it falls below m T.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import enclosed, stated
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.regret import useful_horizon

#: T0 by theorem and S, for the logistic link, d = 2, Γ_T = 2, δ = 1/20, Δ = 1/10.
HORIZONS = {
    ("T1", 1): 283409670848,
    ("T1", 6): 1974879552789032,
    ("T2", 1): 76310260,
    ("T2", 6): 96971810460,
    ("T5", 1): 1106663649,
    ("T5", 6): 4846795803247,
    ("T6", 1): 67465914007270,
    ("T6", 6): 1007768892786301571,
}
_WHERE = "logistic, d = 2, Γ_T = 2, δ = 1/20, Δ = 1/10, with the theorem's γ or τ and λ"
_FARTHEST = 10**40


def _problem(S: int) -> useful_horizon.HorizonProblem:
    return useful_horizon.HorizonProblem(
        S=S, d=2, Gamma=2, delta=Fraction(1, 20), Delta=Fraction(1, 10)
    )


def _known(theorem: str, shift: int = 0) -> dict[int, int]:
    """T0 by S, or rounds beside it."""
    return {S: T0 + shift for (name, S), T0 in HORIZONS.items() if name == theorem}


def _where(*, theorem: str = "T2") -> str:
    return f"{theorem}: {_WHERE}"


def _beside(*, theorem: str = "T2", shift: int = 0) -> Iterator[dict[str, int]]:
    for S, T0 in _known(theorem, shift).items():
        yield from ({"S": S, "T": T} for T in (T0 - 1, T0))


def _turning_point(*, theorem: str = "T2", shift: int = 0) -> str:
    said = (rf"T_0 = {T0}\ (S={S})" for S, T0 in _known(theorem, shift).items())
    return _of(theorem) + r"B(T_0-1) \geq T_0-1,\quad B(T_0) < T_0,\quad " + r",\ ".join(said)


def _of(theorem: str) -> str:
    """Whose bound B is, and for which problem."""
    return (
        rf"\text{{{theorem}, logistic}},\ d = \Gamma_T = 2,\ \delta = \tfrac1{{20}},"
        r"\ \Delta = \tfrac1{10}:\quad "
    )


@enclosed(cases=_beside, latex=_turning_point, scope=_where)
def _turns(S: int, T: int, *, theorem: str = "T2", shift: int = 0) -> Any:
    """B(T0-1) >= m(T0-1) and B(T0) < m T0."""
    below = _known(theorem, shift)[S] == T
    return useful_horizon.excess(theorem, _problem(S), T), "<" if below else ">=", 0


def _two_ranges(*, theorem: str = "T2", margin: Fraction = Fraction(1, 1000)) -> str:
    size = float(margin)
    return _of(theorem) + (
        rf"B(T) \geq T\ \forall T\in[10^3,(1{-size:+g})T_0],\quad"
        rf" B(T) < T\ \forall T\in[(1{size:+g})T_0,10^{{40}}]"
    )


@stated(latex=_two_ranges)
def _stays(*, theorem: str = "T2", margin: Fraction = Fraction(1, 1000)) -> Evidence:
    """B >= m T for all real T from 1000 to (1 - margin) T0, and B < m T from (1 + margin) T0 on."""
    cells = 0
    for S, T0 in _known(theorem).items():
        before = (1000, int(T0 * (1 - margin)), False)
        after = (int(T0 * (1 + margin)), _FARTHEST, True)
        for low, high, useful in (before, after):
            for T in (low, high):
                if useful_horizon.is_useful(theorem, _problem(S), T) != useful:
                    witness = {"S": str(S), "T": str(T)}
                    where = _where(theorem=theorem)
                    return Evidence(REFUTED, "enclosure", "enumerated", where, witness)
            found = useful_horizon.always(theorem, _problem(S), low, high, useful)
            if found is None:
                return Evidence(UNDECIDED, "enclosure", "by hand", detail="too many cells")
            cells += found
    return Evidence(HOLDS, "enclosure", "enumerated", f"{theorem}: {_WHERE}; {cells} cells")


#: Between which multiples of T the bound T2 is at T = 8000, S = 6.
_SHARE = (Fraction(2109, 10), Fraction(211))


def _sides(*, ends: tuple[Fraction, Fraction] = _SHARE) -> Iterator[dict[str, Any]]:
    for side, limit in zip(("low", "high"), ends, strict=True):
        yield {"side": side, "limit": limit}


@enclosed(
    cases=_sides,
    latex=lambda *, theorem="T2", ends=_SHARE: (
        _of(theorem)
        + rf"{float(ends[0]):.8g}\,T < B(T) < {float(ends[1]):.8g}\,T,\quad T = 8000,\ S = 6"
    ),
    scope=_where,
)
def _times(side: str, limit: Fraction, *, theorem: str = "T2") -> Any:
    """B(T) against both ends times T, at T = 8000, S = 6."""
    value = useful_horizon.bound(theorem, _problem(6), 8000) / 8000
    return (limit, "<", value) if side == "low" else (value, "<", limit)


def _horizon_claim(
    shares: Mapping[str, tuple[Fraction, Fraction]], margin: Fraction, note: str = "", **fields: Any
) -> Claim:
    printed = [
        statement
        for t, ends in shares.items()
        for statement in (
            _turns.variant(theorem=t).as_whole(),
            _stays.variant(theorem=t, margin=margin).as_whole(),
            _times.variant(theorem=t, ends=ends).as_whole(),
        )
    ]
    first, (low, high) = next(iter(shares.items()))
    mutants = [
        *(
            _turns.variant(theorem=t).mutant(f"T_0 moved by {x:+d} ({t})", shift=x)
            for t in shares
            for x in (-1, 1)
        ),
        _stays.variant(theorem=first).mutant(
            f"the two ranges overlap by {float(2 * margin):.1%} ({first})", margin=-margin
        ),
        _times.variant(theorem=first).mutant(
            "the last digit lowered by one", ends=(low - (high - low), low)
        ),
    ]
    return Claim(
        kind="theorem",
        ours=True,
        printed=printed,
        mutants=mutants,
        note="The regret is at most m T whatever is played, and m = 1 here. B is the explicit bound"
        " as printed (without gaps the theorem's, with gaps the sum in its proof), with the"
        " theorem's own tuning. At T = 8000 and S = 6 (the horizon and"
        " the size of the paper's figure) the theorems say nothing, which is common for regret"
        " bounds with explicit constants; their content is the rate." + note,
        **fields,
    )


Z94 = _horizon_claim(
    {
        "T2": _SHARE,
        "T1": (Fraction(398123), Fraction(398124)),
    },
    Fraction(1, 1000),
    id="Z94",
    lines="763-767, 791-793, 2449-2493",
    title="Discounts: the bounds fall below T at 7.6e7 and 2.8e11 (S = 1), 9.7e10 and 2e15 (S = 6)",
    depends_on=["T1", "T2"],
)
Z95 = _horizon_claim(
    {
        "T5": (Fraction(2793, 10), Fraction(2794, 10)),
        "T6": (Fraction(981913), Fraction(981914)),
    },
    Fraction(1, 100),
    " τ and T/τ are rounded up, so that B(T)/T is not monotone within one per cent of T_0.",
    id="Z95",
    lines="2922-2928, 2973-2974, 3004, 3037-3039",
    title="Window: the bounds fall below T at 1.1e9 and 6.7e13 (S = 1), 4.8e12 and 1e18 (S = 6)",
    depends_on=["T5", "T6"],
)
CLAIMS = [Z94, Z95]
