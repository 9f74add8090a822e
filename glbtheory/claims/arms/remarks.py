"""K arms: sentences of the section that a number can settle (3424-3470, 3621-3647)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.counting import BLOCKS, described
from glbtheory.claims.arms.other_papers import PLAYS, T_OVER_TAU, TAU, in_tau
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity, stated
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.orders import RATE, G, K, T, c, d
from glbtheory.engines.enumeration import schedules
from glbtheory.engines.evidence import Evidence, conjunction
from glbtheory.engines.orders import Order, compare
from glbtheory.regret.k_arms import (
    ArmSchedule,
    SlidingUCB,
    levels,
    regret_of_plays,
    simulate,
    xi_of,
)

F = Fraction
_ETA = F(1)
_XI = xi_of(_ETA)


# --- Z154: the display before the level is chosen -------------------------------------------------


_HENCE = (
    r"\mathbb{E}[R_T] \leq \frac{4B^2\xi\log(\tau)K}{\Delta}\frac T\tau + \Delta T"
    r" + \tau K\Gamma_T B + 2KB\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)\frac T\tau"
)


def _without_change_or_with_one(*, longest: int = 1) -> Iterator[dict[str, Any]]:
    """Windows up to ``longest`` times the horizon where nothing changes."""
    for horizon, tau in product((2, 4, 6), (2, 3, 6, 1000, 10**6)):
        if tau <= longest * horizon:
            yield described(ArmSchedule(horizon, (), ((0, 1),)), tau=tau)
    for tau in (2, 3, 6, 1000):
        yield described(ArmSchedule(6, (4,), ((1, 0), (0, 1))), tau=tau)


@enumerated(
    cases=_without_change_or_with_one,
    latex=_HENCE + r",\quad \tau\leq T\ \text{or}\ \Gamma_T\geq1",
    scope="K = 2, B = 1, η = 1, fixed rewards 0 and 1, T <= 6, no change or one, Δ at its best",
)
def _best_split(T: int, breakpoints: Any, means: Any, tau: int) -> Any:
    """The regret for fixed rewards against line 3623 at its best level."""
    schedule = ArmSchedule(T, breakpoints, means)
    plays = simulate(schedule, SlidingUCB(2, tau, _XI), noisy=False)
    split, level = (f.FORMULAS[n].expression for n in ("arms_split", "arms_gap"))
    known = {f.T: T, f.tau: tau, f.K: 2, f.B: 1, f.xi: rational(_XI), f.eta: 1}
    bound = split.subs(f.Delta, level).subs({**known, f.Gamma: schedule.changes})
    return rational(regret_of_plays(schedule, plays)[0]), "<=", bound


Z154 = Claim(
    id="Z154",
    lines="3621-3626",
    kind="step",
    ours=True,
    title="The bound before its level is chosen: without a change it needs a window within T",
    printed=[_best_split],
    mutants=[
        _best_split.mutant(
            "windows up to 500 times the horizon, without a change",
            _HENCE + r",\quad \tau\leq 500\,T",
            longest=500,
        )
    ],
    depends_on=["Q47", "I60", "Z72"],
    note="The display has no phase for the rounds after the last change (Q47). With a change τΓ_T "
    "makes up for it; without one and with τ far above T every term goes to 0, while each arm is "
    "played once. As in Z72 nobody would choose such a window, and this is no error. The step that "
    "the display rests on needs Γ_T + 1 (Q47) and A + 1 (I56), which the repaired one has.",
)


# --- Z155: less pessimistic? ----------------------------------------------------------------------

#: Ten phases of 10001 rounds and a window of 1000: each phase is rounded up to eleven blocks.
_LENGTH, _PHASES, _TAU = 10_001, 10, 1000


def _by_phase(gaps: Sequence[Fraction], fewer: int) -> Any:
    """Line 3589 summed over the phases, with ``fewer`` blocks in each."""
    total = sp.Integer(0)
    for gap in gaps:
        blocks = -(-_LENGTH // _TAU) - fewer
        total += _TAU + blocks * 4 * rational(_XI) * sp.log(_TAU) / rational(gap) ** 2
        total += sp.Rational(2 * (_LENGTH - _TAU + 1) * levels(_TAU, _ETA), _TAU)
    return total


def _at_once(gaps: Sequence[Fraction]) -> Any:
    """The bound with the smallest gap and the same constants."""
    horizon, least = _LENGTH * len(gaps), rational(min(gaps))
    total = -(-horizon // _TAU) * 4 * rational(_XI) * sp.log(_TAU) / least**2
    total += sp.Rational(2 * levels(_TAU, _ETA) * horizon, _TAU)
    return total + _TAU * len(gaps) + sp.log(_TAU) ** 2


_EQUAL, _ONE = F(0), F(1)
_PHASE, _WHOLE = r"\sum_\phi\text{(line 3589)}", r"\text{(3432, same constants)}"


def _ten_phases(*, usual: Fraction = _ONE) -> Iterator[dict[str, Any]]:
    """Nine phases with the gap ``usual`` (0: the least one) and one with the least gap."""
    for least in (F(1, 2), F(1, 5)):
        gaps = (usual or least,) * (_PHASES - 1) + (least,)
        yield {"T": _LENGTH * _PHASES, "tau": _TAU, "phases": _PHASES, "gaps": gaps}


@enumerated(
    cases=_ten_phases,
    latex=rf"\text{{gaps }}1\text{{ but for one phase: }}{_PHASE} < {_WHOLE}",
    scope="B = 1, ξ = 8/15, η = 1, ten phases of 10001 rounds, τ = 1000, least gap 1/2 or 1/5",
)
def _pessimistic(gaps: Sequence[Fraction], *, relation: str = "<", fewer: int = 0, **_: Any) -> Any:
    return _by_phase(gaps, fewer), relation, _at_once(gaps)


Z155 = Claim(
    id="Z155",
    lines="3442-3445",
    kind="prose-claim",
    ours=True,
    title="Phase by phase is less pessimistic if gaps differ; with equal gaps rounding costs more",
    printed=[
        _pessimistic,
        _pessimistic.variant(
            rf"\text{{equal gaps: }}{_PHASE} > {_WHOLE}", relation=">", usual=_EQUAL
        ),
        _pessimistic.variant(
            r"\text{equal gaps, }\lceil T^\phi/\tau\rceil-1\text{ blocks: }"
            rf"{_PHASE} < {_WHOLE}",
            usual=_EQUAL,
            fewer=1,
        ),
    ],
    mutants=[
        _pessimistic.mutant(
            "less pessimistic claimed for equal gaps",
            rf"\text{{equal gaps: }}{_PHASE} < {_WHOLE}",
            usual=_EQUAL,
        )
    ],
    depends_on=["Q46", "I55", "Z142"],
    note="The page says less pessimistic, and means gaps that vary from phase to phase. Every "
    "phase is rounded up to whole blocks; with one block fewer in each (I55) the excess is gone. "
    "Both bounds are below T here.",
)


# --- Z156: weights in place of a window -----------------------------------------------------------


def _faded(actions: Sequence[int], t: int, gamma: Fraction) -> Fraction:
    """Σ_{s<=t} γ^{t-s} 1(I_s = 1)."""
    return sum((gamma ** (t - s) for s in range(1, t + 1) if actions[s - 1]), F(0))


_FADED = r"\sum_{t=1}^T1\Big(I_t=i,\ \sum_{s\leq t}\gamma^{t-s}1(I_s=i)\leq m\Big) \leq"
_OLD = r"D\text{ rounds after a change the old rounds have a share of the mean that is } > 0"


def _weighted_sequences() -> Iterator[dict[str, Any]]:
    for case in grid(gamma=(F(1, 2), F(9, 10)), tau=(1, 2, 3, 4), m=(F(1), F(3, 2), F(19, 10))):
        for rounds in (2, 4, 5):
            for actions in schedules(rounds, (0, 1)):
                yield {**case, "actions": actions}


@enumerated(
    cases=_weighted_sequences,
    latex=_FADED + r" \lceil T/\tau\rceil m\gamma^{-\tau}",
    scope="T <= 5, τ <= 4, γ in {1/2, 9/10}, m in {1, 3/2, 19/10}, every sequence of actions",
)
def _fading_count(
    gamma: Fraction,
    tau: int,
    m: Fraction,
    actions: Sequence[int],
    *,
    power: Callable[[int], int] = lambda tau: tau,
) -> Any:
    """Plays with a discounted count of at most m, against ⌈T/τ⌉ m γ^{-power(τ)}."""
    rounds = range(1, len(actions) + 1)
    count = sum(actions[t - 1] == 1 and _faded(actions, t, gamma) <= m for t in rounds)
    return count, "<=", -(-len(actions) // tau) * m * gamma ** -power(tau)


@enumerated(
    cases=lambda: grid(gamma=(F(1, 2), F(9, 10)), D=(1, 5, 20), old=[10]),
    latex=_OLD,
    scope="γ in {1/2, 9/10}, D up to 20, ten old rounds",
    shown={"old": "old rounds"},
)
def _old_share(
    gamma: Fraction,
    D: int,
    old: int,
    *,
    weight: Callable[[Fraction, int], Fraction] = lambda gamma, age: gamma**age,
) -> Any:
    """The weight of ten old rounds among all, D rounds after a change: positive for every D."""
    weights = [weight(gamma, age) for age in range(D + old)]
    return sum(weights[D:]) / sum(weights), ">", F(0)


Z156 = Claim(
    id="Z156",
    lines="3424-3425",
    kind="prose-claim",
    ours=True,
    title="The same arguments with exponential weights: the counting lemma pays γ^{-τ}, bias stays",
    printed=[_fading_count, _old_share],
    mutants=[
        _fading_count.mutant(
            "factor γ^{-τ} dropped: the lemma of the window as it stands",
            _FADED + r" \lceil T/\tau\rceil m",
            power=lambda tau: 0,
        ),
        _fading_count.mutant(
            "exponent lowered by two; by one it still holds",
            _FADED + r" \lceil T/\tau\rceil m\gamma^{-(\tau-2)}",
            power=lambda tau: max(tau - 2, 0),
        ),
        _old_share.mutant(
            "a window in place of weights",
            _OLD + r",\quad\text{window of 5 rounds}",
            weight=lambda gamma, age: F(age < 5),
        ),
    ],
    depends_on=[BLOCKS.discharged_by("sum_blocks_le")],
    follows="Cut the rounds as in blocks of rounds. If j rounds of a block count, each has a "
    "weight of at least γ^{τ-1} at the last of them, so that jγ^{τ-1} <= m. The old rounds have "
    "positive weights, whatever D is.",
    note="So the arguments carry over with two more factors, as in Garivier and Moulines: τ is "
    "then a length of the proof alone, and a bias of order γ^τ remains. Whether that is the same "
    "argument is a matter of words.",
)


# --- Z157: small gaps -----------------------------------------------------------------------------


_ABOVE_HORIZON = bound(
    "C*T*L/(tau*(u*sqrt(C*L/tau))**2) >= T",
    "C > 0, T >= 1, L > 0, tau >= 1, 0 < u <= {largest}",
    latex=r"\Delta\mu_T(i) \leq \sqrt{C(\tau)\tfrac{\log\tau}{\tau}} \Rightarrow"
    r" \frac{C(\tau)}{(\Delta\mu_T(i))^2}\frac{T\log\tau}{\tau} \geq T",
    scope="every C, T and τ >= 2, with u the gap over √(C(τ) log τ/τ)",
    largest="1",
)
_AT_LEVEL = (
    r"\frac{C(\tau)}{(\Delta\mu_T(i))^{%s}}\frac{T\log\tau}{\tau} = \frac{T}{u^2}"
    r" \text{ at } \Delta\mu_T(i) = u\sqrt{C(\tau)\tfrac{\log\tau}{\tau}}"
)


@identity(latex=_AT_LEVEL % "2", scope="every C, T and τ >= 2", at={"tau": 3, "T": 5})
def _first_term(*, power: int = 2) -> Iterator[tuple[str, Any, Any]]:
    """C log(τ) T/(τ Δ²) at Δ = u √(C log τ/τ) is T/u²."""
    C, u = sp.symbols("C u", positive=True)
    level = u * sp.sqrt(C * sp.log(f.tau) / f.tau)
    yield "first term", C * sp.log(f.tau) * f.T / f.tau / level**power, f.T / u**2


Z157 = Claim(
    id="Z157",
    lines="3464-3470",
    kind="prose-claim",
    title="For gaps below √(C(τ) log τ/τ) the gap-dependent bound exceeds the number of rounds",
    printed=[_ABOVE_HORIZON],
    support=[_first_term],
    mutants=[
        _ABOVE_HORIZON.mutant(
            "gaps one per cent above the level: the first term is below T", largest="1.01"
        ),
        _first_term.mutant("square of the gap dropped", _AT_LEVEL % "1", power=1),
    ],
    depends_on=["Q46"],
    fidelity="implied",
    note="The page says that the bound becomes uninformative when the gap goes to 0; the level is "
    "ours. An arm cannot be played more than T times, so the bound then says nothing. The level is "
    "of the order of the one that the worst case splits at (I61).",
)


# --- Z158: the fourth bound of the remark, and d = K ----------------------------------------------


_SAME = r"d = K,\ c_\mu = 1:\quad c_\mu^{-1/3}d^{2/3}\Gamma_T^{1/3}T^{2/3} ="
_IN_TAU = r"\text{bound of Q46} = \widetilde O(%s+\tau\Gamma_T)"
_ARMS_RATE = Order.of(K="2/3", Gamma="1/3", T="2/3")


@stated(latex=_SAME + r" K^{2/3}\Gamma_T^{1/3}T^{2/3}")
def _same_rate(*, arms: Order = _ARMS_RATE) -> Evidence:
    """The window's rate for generalized linear bandits against that of K arms, both ways."""
    # d = K and c_μ = 1 as pairs of inequalities.
    region = (T, K, G, T / G, d / K, K / d, c, c**-1)
    scope = "d = K and c_μ = 1, 1 <= Γ_T <= T"
    ways = ((RATE, arms), (arms, RATE))
    return conjunction([compare((a, a), (b, b), region, scope) for a, b in ways])


_PLAYS_IN_TAU = in_tau(PLAYS, T_OVER_TAU + TAU * G, _IN_TAU % r"T/\tau")

Z158 = Claim(
    id="Z158",
    lines="3643-3647",
    kind="remark",
    title="The bound with gaps for K arms has T/τ as well, and at d = K the rates are the same",
    printed=[_PLAYS_IN_TAU.as_whole(), _same_rate.as_whole()],
    mutants=[
        _PLAYS_IN_TAU.mutant(
            "exponent of τ lowered by 1/12",
            _IN_TAU % r"T\tau^{-13/12}",
            rate=T_OVER_TAU * TAU ** "-1/12" + TAU * G,
        ),
        _same_rate.mutant(
            "exponent of K lowered by 1/12",
            _SAME + r" K^{7/12}\Gamma_T^{1/3}T^{2/3}",
            arms=_ARMS_RATE / K ** "1/12",
        ),
    ],
    depends_on=["R7", "Q46", "C7", "S16"],
    fidelity="paraphrase",
    note="R7 has the other three bounds of the remark, with d and K fixed. With K arms as basis "
    "vectors of dimension d = K all three printed exponents agree. That the analogy explains the "
    "scaling is the remark's opinion.",
)

CLAIMS = [Z154, Z155, Z156, Z157, Z158]
