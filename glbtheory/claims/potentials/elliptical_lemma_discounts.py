"""Lemma L7, the elliptical potential with discounts (lines 3186-3202), and its best factor."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.potentials._exact_sequences import (
    BEST_FACTOR,
    BEST_LATEX,
    DISCOUNTS,
    FACTOR,
    LOW_FACTOR,
    POSITIVE_RIDGES,
    RIDGES,
    exact_scope,
    first_design_invertible,
)
from glbtheory.claims.vocabulary import attacked_potential, bound, enumerated, identity
from glbtheory.claims.vocabulary.exact_designs import (
    Vector,
    ages,
    at,
    design,
    determinant,
    potential,
    rational,
    sequences,
)
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, LOEWNER, MEAN_VALUE
from glbtheory.regret.potential_attacks import AttackProblem, discount_problem

# --- L7: the lemma ------------------------------------------------------------------------------

_LEMMA = (
    r"\sum_{t=1}^T\lVert a_t\rVert_{V_t^{-1}}^2 \leq %s"
    r"\log\Big(\frac{\det(V_{T+1})}{\lambda^d\gamma^{dT}}\Big)"
)
#: The last one is so close to 1 that one round nearly attains the best factor.
_CLOSE = (*DISCOUNTS, Fraction(99999, 100000))
_L7 = _LEMMA % r"2\max\big(1,\tfrac1\lambda\big)"
_L7_REPAIRED = rf"\lambda > 0,\ 0 < \gamma \leq 1:\ {_L7}"


@enumerated(
    cases=lambda *, gammas=_CLOSE: sequences(gamma=gammas, lam=RIDGES),
    latex=_L7_REPAIRED,
    scope=lambda *, gammas=_CLOSE: exact_scope("γ", gammas),
)
def potential_below_volume(
    d: int,
    T: int,
    actions: tuple[Vector, ...],
    gamma: Fraction,
    lam: Fraction,
    *,
    factor: Any = FACTOR,
    last: int = 1,
    power: int = 1,
) -> Any:
    """Σ‖a_t‖² <= factor · log(det V_{T+last} / (λ^d γ^{power d T})), in exact numbers."""
    V = design(actions[: T + last - 1], ages(gamma, T + last), lam, d)
    volume = determinant(V) / (lam**d * gamma ** (power * d * T))
    right = at(factor, {formulas.lam: lam}) * sp.log(rational(volume))
    return potential(actions, partial(ages, gamma), lam), "<=", right


def _sizes(*pairs: tuple[int, int]) -> dict[str, dict[str, int]]:
    return {f"d = {d}, T = {T}": {"d": d, "T": T} for d, T in pairs}


@attacked_potential(
    sizes=_sizes((1, 500), (2, 500), (5, 200), (10, 100), (10, 500)),
    latex=_L7_REPAIRED,
    seed=3186,
    ranges="all actions, γ in [1/2, 1 - 10⁻⁹], λ in [0.01, 100]",
)
def no_actions_exceed_volume(d: int, T: int, *, factor: Any = FACTOR) -> AttackProblem:
    """The same for long sequences, chosen by an optimiser."""
    return discount_problem(d, T, factor)


L7 = Claim(
    id="L7",
    error_lines="3189",
    title="Discounts: the sum of squared norms is at most a logarithm of the volume gained",
    fidelity="paraphrase",
    blind_to=[
        "max(1, 1/λ), the round T+1 and the factor γ^{dT}, in the search: there the factor 2 alone "
        "is lowered; the exact sequences move the others"
    ],
    kernel=KernelTheorem(
        "L7",
        "every d, T, 0 < γ <= 1, λ > 0",
        covers="corrected",
        mutants=["L7_mutant"],
    ),
    printed=[first_design_invertible.variant(rf"\lambda \geq 0:\ {_L7}")],
    corrected=[
        first_design_invertible.variant(_L7_REPAIRED, ridges=POSITIVE_RIDGES),
        potential_below_volume,
        no_actions_exceed_volume,
    ],
    mutants=[
        potential_below_volume.mutant(
            "factor 2 lowered to 1.44, just below 1/log 2 = 1.4427",
            r"1.44\,\max(1,1/\lambda)",
            factor=LOW_FACTOR,
        ),
        no_actions_exceed_volume.mutant(
            "the same factor 1.44, for actions that an optimiser chooses",
            r"\text{any actions}:\ 1.44\,\max(1,1/\lambda)",
            factor=LOW_FACTOR,
        ),
        potential_below_volume.mutant(
            "min for max", r"2\min(1,1/\lambda)", factor=2 * sp.Min(1, 1 / formulas.lam)
        ),
        potential_below_volume.mutant("determinant one round too early", r"\det(V_T)", last=0),
        potential_below_volume.mutant(
            "factor γ^{dT} dropped from the logarithm", r"\lambda^d", power=0
        ),
        potential_below_volume.mutant(
            "a discount factor above one allowed",
            r"0 < \gamma \leq \tfrac32",
            gammas=(*_CLOSE, Fraction(3, 2)),
        ),
    ],
    hypotheses=["A1"],
    depends_on=["I43", "I44", "I45", "I46", "I47", INDUCTION],
    effect="statement",
    note="With λ = 0 the first design matrix is 0: it has no inverse, and the right side divides "
    "by 0. For every d and T the lemma is a product of determinant steps and one scalar "
    "inequality; the attack looks at the whole. The statement leaves γ open; it needs γ <= 1.",
)


# --- Z22: the best factor -----------------------------------------------------------------------

_BEST = _LEMMA % BEST_LATEX


@identity(latex=r"\frac{x}{\log(1+x)} \leq \frac{x+h}{\log(1+x+h)}", scope="every x > 0 and h >= 0")
def chord_rises(*, sign: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """(x+h) log(1+x) - x log(1+x+h) is 0 at h = 0; its slope in h is log(1+x) - x/(1+x+h)."""
    x, h = sp.symbols("x h", positive=True)
    gap = (x + h) * sp.log(1 + x) - sign * x * sp.log(1 + x + h)
    yield "at h = 0", gap.subs(h, 0), sp.Integer(0)
    yield "slope in h", sp.diff(gap, h), sp.log(1 + x) - x / (1 + x + h)


slope_not_negative = bound(
    "x/(1 + x + h) <= log(1 + x)",
    "x >= 0, h >= 0",
    latex=r"\frac{x}{1+x+h} \leq \log(1+x)",
    scope="every x >= 0 and h >= 0",
)

_no_actions_exceed_best = no_actions_exceed_volume.variant(
    _BEST, factor=BEST_FACTOR, sizes=_sizes((1, 20), (2, 50), (10, 100))
)

Z22 = Claim(
    id="Z22",
    ours=True,
    lines="3186-3202",
    kind="lemma",
    title="The best factor in the discounted lemma is 1/(λ log(1+1/λ)), for every λ",
    blind_to=["all but the factor, in the search: the rest is moved for L7"],
    kernel=KernelTheorem(
        "Z22",
        "every d, T, 0 < γ <= 1, λ > 0; best for every d >= 1 and λ",
        mutants=["Z22_mutant"],
        beside=["Z22_best"],
    ),
    printed=[potential_below_volume.variant(_BEST, factor=BEST_FACTOR), _no_actions_exceed_best],
    support=[chord_rises, slope_not_negative],
    mutants=[
        potential_below_volume.mutant(
            "factor lowered by 0.1 %: one round with γ near 1 exceeds it",
            rf"0.999\,{BEST_LATEX}",
            factor=sp.Rational(999, 1000) * BEST_FACTOR,
        ),
        _no_actions_exceed_best.mutant(
            "factor lowered by 0.1 %, for actions that an optimiser chooses",
            rf"\text{{any actions}}:\ 0.999\,{BEST_LATEX}",
            factor=sp.Rational(999, 1000) * BEST_FACTOR,
        ),
        chord_rises.mutant(
            "sign turned", r"0 \leq (x+h)\log(1+x) + x\log(1+x+h),\ 0\ \text{at}\ h=0", sign=-1
        ),
    ],
    hypotheses=["A1"],
    depends_on=["I43", "I44", "I46", LOEWNER, INDUCTION, MEAN_VALUE],
    note="Not in the paper. x/log(1+x) increases, so x <= 1/λ gives x <= C log(1+x) with C its "
    "value at 1/λ. One round with an action of length one attains it as γ tends to 1, for "
    "every λ and d (for one fixed γ < 1 a smaller factor may do); the paper's 2 max(1, 1/λ) "
    "is at least 1.38 times larger.",
)

CLAIMS = [L7, Z22]
