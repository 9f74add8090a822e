"""The rounds that are far from a change: one definition for discounts and for windows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import INDUCTION
from glbtheory.engines.enumeration import enumerate_cases, schedules

#: What is asked of the parameters of the rounds 1 .. T and of the depth D.
Check = Callable[[tuple[int, ...], int], Any]


def members(path: tuple[int, ...], depth: int, shift: int = 0) -> set[int]:
    """The t with θ_s = θ_t for max(1, t-D+shift) <= s <= t-1."""
    rounds = range(1, len(path) + 1)
    return {
        t
        for t in rounds
        if all(path[s - 1] == path[t - 1] for s in range(max(1, t - depth + shift), t))
    }


def far(path: tuple[int, ...], depth: int) -> set[int]:
    """The t at least D rounds after the last change at or before t, found by walking."""
    found, last = set(), None
    for t, (before, now) in enumerate(pairwise((path[0], *path)), start=1):
        last = t if now != before else last
        if last is None or t - last >= depth:
            found.add(t)
    return found


def changes(path: tuple[int, ...]) -> int:
    """Γ_T of a schedule."""
    return sum(x != y for x, y in pairwise(path))


def _left_out(kept: Callable[[tuple[int, ...], int], set[int]], bound: Any) -> Check:
    """At most ``bound(Γ_T, D)`` rounds are not kept."""
    return lambda path, depth: (
        len(path) - len(kept(path, depth)),
        "<=",
        bound(changes(path), depth),
    )


def _defined(path: tuple[int, ...], depth: int) -> set[int]:
    """The members all of whose rounds t-D .. t-1 exist: the other way to mend the set."""
    return {t for t in members(path, depth) if t > depth}


def stationary_rounds(
    claim_id: str,
    label: str,
    lines: str,
    error_lines: str,
    symbol: str,
    name: str,
    title: str,
    note: str,
) -> Claim:
    """The claim that the set of ``lines`` holds the rounds at least D after the last change.

    ``name`` is what the depth is called: D with discounts, tau with a window.
    """
    letter, plain = (r"\tau", "τ") if name == "tau" else (name, name)

    def over(check: Check, latex: str, why: str = "") -> Statement:
        def cases() -> Iterator[dict[str, Any]]:
            for T in range(1, 8):
                for path in schedules(T, (0, 1) if T > 5 else (0, 1, 2)):
                    for depth in range(1, T + 1):
                        yield {"path": path, name: depth}

        scope = f"T <= 7, every schedule of two values (three for T <= 5), every {plain} <= T"
        return Statement(
            latex, lambda: enumerate_cases(cases(), lambda c: check(c["path"], c[name]), scope), why
        )

    def reads() -> Iterator[dict[str, int]]:
        """Every parameter that the printed condition reads."""
        for T in range(1, 8):
            for depth, t in product(range(1, T + 1), repeat=2):
                for s in range(t - depth, t):
                    yield {"T": T, name: depth, "t": t, "s": s}

    def set_of(first: str) -> str:
        return (
            rf"{symbol} = \{{1\leq t\leq T:\ \theta^\star_s = \theta^\star_t"
            rf"\ \forall\, {first}\leq s\leq t-1\}}"
        )

    out, without = rf"T - |{symbol}| \leq ", rf"\text{{without }} t\leq {letter}:\ {symbol}"
    return Claim(
        id=claim_id,
        label=label,
        lines=lines,
        error_lines=error_lines,
        kind="equation",
        title=title,
        printed=[
            Statement(
                set_of(f"t-{letter}"),
                lambda: enumerate_cases(
                    reads(), lambda c: (c["s"], ">=", 1), f"T <= 7, every t and {plain} <= T"
                ),
            )
        ],
        corrected=[
            over(lambda p, d: members(p, d) == far(p, d), set_of(rf"\max(1,t-{letter})")),
            over(_left_out(members, lambda g, d: g * d), rf"{out}\Gamma_T {letter}"),
        ],
        support=[
            over(
                _left_out(_defined, lambda g, d: (g + 1) * d),
                rf"{without}\ \text{{lacks at most }} (\Gamma_T+1){letter}",
            )
        ],
        mutants=[
            over(
                lambda p, d: members(p, d, shift=1) == far(p, d),
                set_of(rf"\max(1,t-{letter}+1)"),
                "one round fewer looked at",
            ),
            over(
                _left_out(members, lambda g, d: g * (d - 1)),
                rf"{out}\Gamma_T({letter}-1)",
                "one round per change fewer left out",
            ),
            over(
                _left_out(_defined, lambda g, d: g * d),
                rf"{without}\ \text{{lacks at most }} \Gamma_T {letter}",
                f"rounds t <= {plain} left out, but not counted",
            ),
        ],
        depends_on=["D3", INDUCTION],
        effect="notation",
        note=f"As printed the condition reads θ*_s at rounds s <= 0 when t <= {plain}. {note}",
    )
