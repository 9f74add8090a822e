"""Rates when Γ_T is not known: bandit over bandit, by exponent arithmetic (lines 1135-1145).

Blocks of H rounds; in each block the window algorithm runs with one of log H windows; EXP3 chooses
the window from what the blocks earned.  With windows w <= H the argument gives

    min over w of (Γ_T w + bonuses of windows w) + √(H T),

and H may not depend on Γ_T.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary import stated
from glbtheory.claims.vocabulary.hand_steps import BANDIT_OVER_BANDIT
from glbtheory.claims.vocabulary.orders import (
    ANY,
    WINDOW,
    WINDOW_GAP,
    Delta,
    G,
    T,
    Tuning,
    c,
    d,
    monomials,
)
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence, conjunction
from glbtheory.engines.orders import ONE, Order, at_most, order_of


def blocks(display: str, window: Order, length: Order, below: bool = False) -> Order:
    """Bandit over bandit with blocks of ``length`` rounds, if the best window is ``window``.

    Each block pays the bonuses of its own rounds, changes cost a window each, and EXP3 pays the
    root of length times T.  From below the window is taken to be so long, at least dλ rounds, that
    log(1 + τ/(dλ)) is at least a constant.
    """
    inner = Tuning("block", window, (), window=True)
    known = {**inner.known(below), f.T: length, sp.ceiling(f.T / f.tau): ONE + length / window}
    if below:
        known[sp.log(1 + f.tau / (f.d * f.lam))] = ONE
    bonuses = sum(t for t in sp.Add.make_args(f.FORMULAS[display].expression) if t.has(f.c_mu))
    spent = order_of(bonuses, known, below) * T / length
    return G * window + spent + (length * T) ** "1/2"


@dataclass(frozen=True)
class Adapted:
    """base · max(Γ_T, floor)^power, the form of a rate that does not know Γ_T."""

    base: Order
    power: str
    floor: Order

    @property
    def order(self) -> Order:
        """As a sum of two monomials."""
        return self.base * (G + self.floor) ** self.power

    @property
    def latex(self) -> str:
        """As the paper writes it."""
        largest = rf"\max(\Gamma_T, {monomials(self.floor)})^{{{self.power}}}"
        return rf"\widetilde O\big({monomials(self.base)}\,{largest}\big)"


def over_blocks(display: str, best: Tuning, length: Order, rate: Adapted) -> Statement:
    """Bandit over bandit with that block length has the rate for every Γ_T.

    The best window of at most a block is the tuned one, or the block itself.
    """

    @stated(
        latex=lambda *, length=length, rate=rate: (
            rf"H = {monomials(length)}:\quad R_T = {rate.latex}"
        )
    )
    def blocks_of(*, length: Order = length, rate: Adapted = rate) -> Evidence:
        tuned = _case(display, best.order, length, length / best.order, rate)
        return conjunction([tuned, _case(display, length, length, best.order / length, rate)])

    return blocks_of


def _case(display: str, window: Order, length: Order, where: Order, rate: Adapted) -> Evidence:
    region = (*ANY, Delta**-1, T * c / d**2, T / length, where)
    scope = "every Γ_T from 1 to T; T >= d²/c_μ; logarithms dropped"
    holds = at_most(blocks(display, window, length), rate.order, region, scope)
    if holds.outcome == HOLDS:
        return holds
    least = blocks(display, window, length, below=True)
    fails = at_most(least, rate.order, (*region, window / d**2), scope)
    return fails if fails.outcome == REFUTED else holds.with_(outcome=UNDECIDED)


_LENGTH = c ** "-1/2" * d * T ** "1/2"
_GAP_BASE = Order.of(Delta=-1, c_mu="-1/2", d=1, T="1/2")
_BASE = Order.of(c_mu="-1/3", d="2/3", T="2/3")
PRINTED_GAP = Adapted(_GAP_BASE, "1/2", T ** "1/2")
PRINTED = Adapted(_BASE, "1/3", Order.of(d="-1/2", T="1/4"))
_ASSUMED = (
    "Assumed: the block scheme of Cheung et al. 2019 with windows as candidates, and that the "
    "window's bound holds inside each block. "
)


def _printed(statement: Statement) -> Statement:
    """As the page has it, without the length of the blocks, which is ours."""
    _, _, rate = statement.latex.partition(r":\quad ")
    compared = statement.latex.replace("R_T", r"\text{what the blocks cost}", 1)
    return statement.variant(rate).as_part(compared)


def _compared(statement: Statement) -> Statement:
    """A rate of R_T, as evidence on what the blocks cost."""
    return statement.as_part(statement.latex.replace("R_T", r"\text{what the blocks cost}", 1))


_STEPS = (
    "By bandit over bandit the regret is at most that of the best window, started anew in each "
    "block, and √(HT). Inside a block the bound is that of %s, as c_μ is bounded a multiple of the "
    "printed one, and changes cost a window each; the sum is of the order that is checked, with "
    "the tuned window or, where that is longer than a block, with the block. For T < d²/c_μ the "
    "rate is above T, and the regret at most mT."
)
_WITH_GAPS = over_blocks("regret_window_gap", WINDOW_GAP, _LENGTH, PRINTED_GAP)
_WORST_CASE = over_blocks("regret_window", WINDOW, _LENGTH, PRINTED)
S17 = Claim(
    id="S17",
    title="Bandit over bandit with gaps",
    printed=[_printed(_WITH_GAPS)],
    fidelity="paraphrase",
    follows=_STEPS % "I41",
    mutants=[
        _WITH_GAPS.mutant(
            "T^{1/2} in the maximum lowered to T^{5/12}",
            rate=replace(PRINTED_GAP, floor=T ** "5/12"),
        ),
        _WITH_GAPS.mutant(
            "the root of the maximum lowered to the power 5/12",
            rate=replace(PRINTED_GAP, power="5/12"),
        ),
    ],
    depends_on=["I41", BANDIT_OVER_BANDIT],
    note=_ASSUMED + "With blocks of c_μ^{-1/2} d √T rounds the printed rate follows for every d, "
    "c_μ, Δ. Shorter blocks do better: Z88.",
)
S18 = Claim(
    id="S18",
    title="Bandit over bandit without gaps",
    printed=[_printed(_WORST_CASE)],
    fidelity="paraphrase",
    follows=_STEPS % "T5",
    mutants=[
        _WORST_CASE.mutant(
            "T^{1/4} in the maximum lowered to T^{1/6}",
            rate=replace(PRINTED, floor=Order.of(d="-1/2", T="1/6")),
        ),
        _WORST_CASE.mutant(
            "blocks of d √T rounds as in the linear case: c_μ^{-1/2} left out",
            length=d * T ** "1/2",
        ),
    ],
    depends_on=["T5", BANDIT_OVER_BANDIT],
    note=_ASSUMED + "The block length must grow with c_μ^{-1/2}: with d √T, as in the linear case, "
    "a term c_μ^{-1/2} d^{1/2} T^{3/4} remains. With it the maximum is smaller than printed: Z88.",
)
_SHORT = Order.of(c_mu="-2/3", d="4/3", T="1/3")
SHARP_GAP = replace(PRINTED_GAP, floor=Order.of(c_mu="1/3", d="-2/3", T="1/3"))
SHARP = replace(PRINTED, floor=Order.of(c_mu="1/4", d="-1/2", T="1/4"))
_SHARP_GAPS = _WITH_GAPS.variant(length=_SHORT, rate=SHARP_GAP)
_SHARP_WORST_CASE = _WORST_CASE.variant(rate=SHARP)
Z88 = Claim(
    id="Z88",
    lines="1137-1145",
    kind="scaling",
    title="Bandit over bandit: what the argument gives with the best blocks",
    printed=[_compared(_SHARP_GAPS), _compared(_SHARP_WORST_CASE)],
    follows=_STEPS % "I41 or T5",
    mutants=[
        _SHARP_GAPS.mutant(
            "T^{1/3} in the maximum lowered to T^{1/4}",
            rate=replace(SHARP_GAP, floor=SHARP_GAP.floor / T ** "1/12"),
        ),
        _SHARP_WORST_CASE.mutant(
            "c_μ^{1/4} in the maximum changed to c_μ^{1/3}",
            rate=replace(SHARP, floor=SHARP.floor * c ** "1/12"),
        ),
    ],
    depends_on=["T5", "I41", BANDIT_OVER_BANDIT],
    ours=True,
    note="With gaps T^{2/3} replaces T^{3/4} where Γ_T is small; without gaps the printed maximum "
    "gains c_μ^{1/4}. Both improve printed rates that are true.",
)

CLAIMS = [S17, S18, Z88]
