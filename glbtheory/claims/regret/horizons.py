r"""From which horizon on the regret bounds say something (lines 755-793, 2449-2493, 2918-3039).

The regret is at most m T whatever is played.  Each theorem's explicit bound B, with its own tuning,
is a function of T; it is evaluated in balls.  ``HORIZONS`` holds the T0 where it falls below m T.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.old_forms import enclosed
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


def _turns(theorem: str, shift: int = 0, why: str = "") -> Statement:
    """B(T0-1) >= m(T0-1) and B(T0) < m T0."""
    known = {S: T0 + shift for (name, S), T0 in HORIZONS.items() if name == theorem}

    def check(case: dict[str, Any]) -> Any:
        T = case["T"]
        excess = useful_horizon.excess(theorem, _problem(case["S"]), T)
        return excess, "<" if known[case["S"]] == T else ">=", 0

    def cases() -> list[dict[str, Any]]:
        return [{"S": S, "T": T} for S, T0 in known.items() for T in (T0 - 1, T0)]

    said = r",\ ".join(rf"T_0 = {T0}\ (S={S})" for S, T0 in known.items())
    latex = rf"B(T_0-1) \geq T_0-1,\quad B(T_0) < T_0,\quad {said}"
    return enclosed(cases, check, latex, f"{theorem}: {_WHERE}", why)


def _stays(theorem: str, margin: Fraction, why: str = "") -> Statement:
    """B >= m T for all real T from 1000 to (1 - margin) T0, and B < m T from (1 + margin) T0 on."""

    def run() -> Evidence:
        cells = 0
        for (name, S), T0 in HORIZONS.items():
            if name != theorem:
                continue
            ranges = [
                (1000, int(T0 * (1 - margin)), False),
                (int(T0 * (1 + margin)), _FARTHEST, True),
            ]
            for low, high, useful in ranges:
                for T in (low, high):
                    if useful_horizon.is_useful(theorem, _problem(S), T) != useful:
                        witness = {"S": str(S), "T": str(T)}
                        return Evidence(REFUTED, "enclosure", "enumerated", "", witness)
                found = useful_horizon.always(theorem, _problem(S), low, high, useful)
                if found is None:
                    return Evidence(UNDECIDED, "enclosure", "read", detail="too many cells")
                cells += found
        return Evidence(HOLDS, "enclosure", "enumerated", f"{theorem}: {_WHERE}; {cells} cells")

    size = f"{float(margin):g}"
    latex = (
        rf"B(T) \geq T\ \forall T\in[10^3,(1-{size})T_0],\quad"
        rf" B(T) < T\ \forall T\in[(1+{size})T_0,10^{{40}}]"
    )
    return Statement(latex, run, why)


def _times(theorem: str, low: Fraction, high: Fraction, why: str = "") -> Statement:
    """low T < B(T) < high T at T = 8000, S = 6."""

    def check(case: dict[str, Any]) -> Any:
        value = useful_horizon.bound(theorem, _problem(6), 8000) / 8000
        return (case["limit"], "<", value) if case["side"] == "low" else (value, "<", case["limit"])

    def cases() -> list[dict[str, Any]]:
        return [{"side": "low", "limit": low}, {"side": "high", "limit": high}]

    latex = rf"{float(low):.8g}\,T < B(T) < {float(high):.8g}\,T,\quad T = 8000,\ S = 6"
    return enclosed(cases, check, latex, f"{theorem}: {_WHERE}", why)


def _horizon_claim(
    shares: Mapping[str, tuple[Fraction, Fraction]], margin: Fraction, note: str = "", **fields: Any
) -> Claim:
    first = next(iter(shares))
    low, high = shares[first]
    printed = [
        s for t, ends in shares.items() for s in (_turns(t), _stays(t, margin), _times(t, *ends))
    ]
    mutants = [_turns(t, x, f"T_0 moved by {x:+d} ({t})") for t in shares for x in (-1, 1)]
    mutants += [
        _stays(first, -margin, f"the two ranges overlap by {float(2 * margin):.1%} ({first})"),
        _times(first, low - (high - low), low, "the last digit lowered by one"),
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
        "T2": (Fraction(2109, 10), Fraction(211)),
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
