"""The rounds far from a change, with discounts (lines 1887-1893) and with a window (2642-2651)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import enumerated
from glbtheory.claims.vocabulary.data_identities import of_window
from glbtheory.claims.vocabulary.stationary_rounds import changes, far, members
from glbtheory.claims.vocabulary.symbolic_data import (
    WINDOW_SIZES,
    Data,
    lam,
    on_data,
    times,
    windowed,
)
from glbtheory.engines.enumeration import schedules

Path = tuple[int, ...]


def _paths() -> Iterator[dict[str, Any]]:
    """Parameters of the rounds 1 .. T, and every depth."""
    for T in range(1, 8):
        for path in schedules(T, (0, 1) if T > 5 else (0, 1, 2)):
            for depth in range(1, T + 1):
                yield {"path": path, "depth": depth}


def _reads() -> Iterator[dict[str, int]]:
    """Every parameter that the printed condition reads."""
    for T in range(1, 8):
        for depth, t in product(range(1, T + 1), repeat=2):
            for s in range(t - depth, t):
                yield {"T": T, "depth": depth, "t": t, "s": s}


def _defined(path: Path, depth: int) -> set[int]:
    """The members all of whose rounds t-D .. t-1 exist: the other way to mend the set."""
    return {t for t in members(path, depth) if t > depth}


def _stationary(
    claim_id: str,
    title: str,
    symbol: str,
    depth: tuple[str, str, str],
    error_lines: str,
    note: str,
    more: str = "",
    formula: str = "",
) -> Claim:
    """The set of this symbol holds the rounds that are far from a change.

    ``depth`` is what the depth is called: in a witness, in a sentence and in LaTeX.  ``more`` and
    ``formula`` are what the theorem says besides.
    """
    name, plain, letter = depth

    def set_of(first: str) -> str:
        return (
            rf"{symbol} = \{{1\leq t\leq T:\ \theta^\star_s = \theta^\star_t"
            rf"\ \forall\, {first}\leq s\leq t-1\}}"
        )

    shown = {"depth": name}
    scope = f"T <= 7, every schedule of two values (three for T <= 5), every {plain} <= T"

    @enumerated(
        cases=_reads,
        latex=set_of(f"t-{letter}"),
        scope=f"T <= 7, every t and {plain} <= T",
        shown=shown,
    )
    def reads_rounds_there_are(T: int, depth: int, t: int, s: int) -> Any:
        return s, ">=", 1

    @enumerated(cases=_paths, latex=set_of(rf"\max(1,t-{letter})"), scope=scope, shown=shown)
    def far_from_changes(path: Path, depth: int, *, shift: int = 0) -> bool:
        return members(path, depth, shift) == far(path, depth)

    out = rf"T - |{symbol}| \leq "

    @enumerated(cases=_paths, latex=rf"{out}\Gamma_T {letter}", scope=scope, shown=shown)
    def left_out(
        path: Path,
        depth: int,
        *,
        kept: Callable[[Path, int], set[int]] = members,
        most: Callable[[int, int], int] = lambda changes, depth: changes * depth,
    ) -> Any:
        return len(path) - len(kept(path, depth)), "<=", most(changes(path), depth)

    without = rf"\text{{without }} t\leq {letter}:\ {symbol}\ \text{{lacks at most }} "
    left_out_early = left_out.variant(
        rf"{without}(\Gamma_T+1){letter}", kept=_defined, most=lambda g, depth: (g + 1) * depth
    )
    return Claim(
        id=claim_id,
        error_lines=error_lines,
        title=title,
        kernel=KernelTheorem(
            claim_id,
            f"every d, T, {plain} and every sequence of parameters{more}",
            covers="corrected",
            latex=rf"t\in {symbol} \iff \text{{every change up to }} t \text{{ is at least }} "
            rf"{letter} \text{{ rounds back}},\quad T - |{symbol}| \leq \Gamma_T {letter}{formula}",
            mutants=[f"{claim_id}_mutant"],
        ),
        printed=[reads_rounds_there_are],
        corrected=[far_from_changes.as_cases()],
        support=[left_out.as_cases(), left_out_early.as_cases()],
        mutants=[
            far_from_changes.mutant(
                "one round fewer looked at", set_of(rf"\max(1,t-{letter}+1)"), shift=1
            ),
            left_out.mutant(
                "one round per change fewer left out",
                rf"{out}\Gamma_T({letter}-1)",
                most=lambda g, depth: g * (depth - 1),
            ),
            left_out_early.mutant(
                f"rounds t <= {plain} left out, but not counted",
                rf"{without}\Gamma_T {letter}",
                most=lambda g, depth: g * depth,
            ),
        ],
        depends_on=["D3"],
        effect="notation",
        fidelity="paraphrase",
        note="A convention, and no false statement. As printed the condition reads θ*_s at rounds "
        f"s <= 0 when t <= {plain}. {note}",
    )


Q24 = _stationary(
    "Q24",
    "T(γ) holds the rounds at least D after the last change, once rounds before 1 are left out",
    symbol=r"\mathcal{T}(\gamma)",
    depth=("D", "D", "D"),
    error_lines="899, 1889",
    note="The set of the main text (lines 898-900) is the same, and the sums from t - D or t - t_0 "
    "at lines 935, 1802, 2097 and 3151 read rounds before 1 in the same way. Whoever takes s to "
    "range over the rounds there are reads the corrected set. With the repair at most Γ_T D rounds "
    "are left out, as line 2339 uses; were the rounds t <= D left out instead, (Γ_T + 1)D.",
)


@on_data(
    sizes=WINDOW_SIZES,
    latex=r"t\in\mathcal{T}(\tau):\ g_t(\hat\theta_t)-g_t(\theta^\star_t)"
    r" = S_t - \lambda\theta^\star_t",
    scope=of_window,
)
def _no_bias(data: Data, *, tau: int = 1, steady: bool = True) -> Any:
    """With one parameter in the window, Σ r a - g_t(θ*_t) = S_t - λθ*_t: nothing else is left."""
    w, first = windowed(data.t, tau), max(1, data.t - tau)
    if steady:
        data.truths[first - 1 :] = [data.theta] * (data.t - first)
    noise = data.score(times(w, data.noise()))
    return data.score(times(w, data.rewards)) - data.g(w), noise - lam * data.theta


_no_bias_in_two = _no_bias.variant(tau=2)

Q40 = _stationary(
    "Q40",
    "T(τ) holds the rounds at least τ after the last change, once rounds before 1 are left out",
    symbol=r"\mathcal{T}(\tau)",
    depth=("tau", "τ", r"\tau"),
    error_lines="2644",
    note="The sums over the window (lines 2610-2640) have the max(1, t-τ) that is missing here.",
    more="; the bias at every λ, all data and links",
    formula=r",\quad t\in\mathcal{T}(\tau):\ g_t(\hat\theta_t)-g_t(\theta^\star_t)"
    r" = S_t - \lambda\theta^\star_t",
)
#: Line 2651 is a sentence about the same set: on it the bias is gone.
Q40 = replace(
    Q40,
    support=[*Q40.support, _no_bias, _no_bias_in_two],
    mutants=[
        *Q40.mutants,
        _no_bias_in_two.mutant(
            "the parameter may change inside the window",
            r"g_t(\hat\theta_t)-g_t(\theta^\star_t) = S_t - \lambda\theta^\star_t",
            steady=False,
        ),
    ],
)

CLAIMS = [Q24, Q40]
