"""The proofs of the two elliptical lemmas as chains: products, logarithms, blocks (3229-3339)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.potentials._exact_sequences import DISCOUNTS, RIDGES
from glbtheory.claims.vocabulary import enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import (
    VECTORS,
    Vector,
    design,
    determinant,
    inverse_norm,
    potential,
    rational,
)
from glbtheory.setting.forgetting import Window

F = Fraction
Actions = tuple[Vector, ...]
_HALF = F(1, 2)


def _wide(ridge: Fraction) -> Fraction:
    """max(1, 1/λ)."""
    return max(F(1), 1 / ridge)


# --- a discounted run -----------------------------------------------------------------------------

_RUNS = "d = 1 with T <= 4, d = 2 with T <= 3, γ in {1/2, 99/100}, λ in {1/10, 1, 2}, exact"


def _runs() -> Iterator[dict[str, Any]]:
    for d, T in ((1, 1), (1, 2), (1, 4), (2, 2), (2, 3)):
        for actions in product(VECTORS[d], repeat=T):
            for others in grid(gamma=DISCOUNTS, lam=RIDGES):
                yield {"d": d, "actions": actions, **others}


def _growing(actions: Actions, gamma: Fraction, lam: Fraction) -> Any:
    """W_t = Σ_{s<t} γ^{-s} a_s a_s^T + γ^{-(t-1)} λ I after t - 1 actions."""

    def after(t: int) -> Any:
        weights = [gamma**-s for s in range(1, t)]
        return design(actions[: t - 1], weights, gamma ** -(t - 1) * lam, len(actions[0]))

    return after


def _norms(actions: Actions, gamma: Fraction, lam: Fraction) -> list[Fraction]:
    """‖a_t‖² in W_t^{-1}, round by round."""
    W = _growing(actions, gamma, lam)
    return [inverse_norm(W(t), a) for t, a in enumerate(actions, start=1)]


def _gained(actions: Actions, gamma: Fraction, lam: Fraction) -> Fraction:
    """det(W_{T+1})/det(W_1)."""
    last = _growing(actions, gamma, lam)(len(actions) + 1)
    return determinant(last) / lam ** len(actions[0])


# --- blocks of a window ---------------------------------------------------------------------------

_BLOCKS = "d <= 2, τ <= 3, one or two blocks with dT <= 6, λ in {1/10, 1, 2}, exact actions"


def _whole_blocks() -> Iterator[dict[str, Any]]:
    """Every sequence of whole blocks: 1 or 2 blocks of τ rounds."""
    for d, tau, blocks in product((1, 2), (1, 2, 3), (1, 2)):
        if d * tau * blocks > 6:
            continue
        for actions in product(VECTORS[d], repeat=tau * blocks):
            for lam in RIDGES:
                yield {"d": d, "tau": tau, "actions": actions, "lam": lam}


def _split(actions: Actions, tau: int) -> list[Actions]:
    return [actions[k : k + tau] for k in range(0, len(actions), tau)]


def _block_norms(block: Actions, lam: Fraction) -> list[Fraction]:
    """‖a_t‖² in (W_t^{(k)})^{-1} within one block."""
    return [inverse_norm(design(block[:k], [1] * k, lam, len(a)), a) for k, a in enumerate(block)]


def _block_volume(block: Actions, lam: Fraction) -> Fraction:
    """det(W^{(k)})/λ^d after the block."""
    d = len(block[0])
    return determinant(design(block, [1] * len(block), lam, d)) / lam**d


# --- Z146: the chain of the window ----------------------------------------------------------------

_END = r"W_{(k+1)\tau+1}^{(k)}"
_LOG = rf"\log\frac{{\det({_END})}}{{\lambda^d}}"
_OVER = r"\sum_{t=k\tau+1}^{(k+1)\tau}"
_W_NORM = r"\lVert a_t\rVert_{(W_t^{(k)})^{-1}}^2"
_ALL = r"\sum_{k=0}^{\lceil T/\tau\rceil-1}"
_SUMS = (
    rf"{_ALL}{_OVER}\lVert a_t\rVert_{{V_t^{{-1}}}}^2 \leq {_ALL}{_OVER}{_W_NORM}"
    rf" \leq %s\max(1,\tfrac1\lambda){_ALL}{_LOG}"
)


@enumerated(
    cases=_whole_blocks,
    latex=rf"{_LOG} = {_OVER}\log\big(1+{_W_NORM}\big) \geq"
    rf" {_OVER}\log\Big(1+\frac{{1}}{{\max(1,1/\lambda)}}{_W_NORM}\Big)",
    scope=_BLOCKS,
)
def norms_divided(
    d: int,
    tau: int,
    actions: Actions,
    lam: Fraction,
    *,
    wide: Callable[[Fraction], Fraction] = _wide,
) -> Any:
    """det/λ^d against the product with the norms divided by max(1, 1/λ): lines 3311-3317."""
    first = actions[:tau]
    smaller = prod(1 + x / wide(lam) for x in _block_norms(first, lam))
    return _block_volume(first, lam), ">=", F(smaller)


@enumerated(
    cases=_whole_blocks,
    latex=rf"{_LOG} \geq \frac{{1}}{{2\max(1,1/\lambda)}}{_OVER}{_W_NORM}",
    scope=_BLOCKS,
)
def block_halved(
    d: int, tau: int, actions: Actions, lam: Fraction, *, factor: Fraction = _HALF
) -> Any:
    """log(det/λ^d) against the sum of the norms over 2 max(1, 1/λ): lines 3320-3324."""
    first = actions[:tau]
    total = sum(_block_norms(first, lam), F(0))
    volume = sp.log(rational(_block_volume(first, lam)))
    return volume, ">=", rational(factor * total / _wide(lam))


@enumerated(cases=_whole_blocks, latex=_SUMS % "2", scope=_BLOCKS)
def blocks_summed(
    d: int, tau: int, actions: Actions, lam: Fraction, *, factor: Fraction | int = 2
) -> Any:
    """Σ‖a‖²_V <= Σ‖a‖²_W <= 2 max(1, 1/λ) Σ_k log(det/λ^d): lines 3326-3333."""
    blocks = _split(actions, tau)
    whole = potential(actions, Window(tau).exact_weights, lam)
    inside = sum((x for block in blocks for x in _block_norms(block, lam)), F(0))
    if whole > inside:
        return whole, "<=", inside
    volumes = prod(_block_volume(block, lam) for block in blocks)
    return rational(inside), "<=", rational(factor * _wide(lam)) * sp.log(rational(volumes))


@enumerated(
    cases=_whole_blocks,
    latex=rf"\det({_END}) \leq \Big(\lambda+\frac\tau d\Big)^d",
    scope=_BLOCKS,
)
def block_volume_small(d: int, tau: int, actions: Actions, lam: Fraction, *, fewer: int = 0) -> Any:
    """det W after a block against (λ + (τ - fewer)/d)^d: lines 3337-3339."""
    volume = _block_volume(actions[:tau], lam) * lam**d
    return volume, "<=", (lam + F(tau - fewer, d)) ** d


Z146 = Claim(
    id="Z146",
    lines="3310-3339",
    kind="step",
    title="Sliding window: from the product of a block to the sum over all blocks",
    kernel=KernelTheorem(
        "Z146",
        "every d, T, τ, k, λ > 0",
        mutants=["Z146_mutant"],
    ),
    fidelity="verbatim",
    printed=[norms_divided, block_halved, blocks_summed, block_volume_small],
    mutants=[
        norms_divided.mutant(
            "min for max",
            rf"{_LOG} \geq {_OVER}\log\Big(1+\frac{{1}}{{\min(1,1/\lambda)}}{_W_NORM}\Big)",
            wide=lambda lam: min(F(1), 1 / lam),
        ),
        block_halved.mutant(
            "1/2 raised to 0.694, above log 2",
            rf"{_LOG} \geq \frac{{0.694}}{{\max(1,1/\lambda)}}{_OVER}{_W_NORM}",
            factor=F(694, 1000),
        ),
        blocks_summed.mutant(
            "factor 2 lowered to 1.44, below 1/log 2", _SUMS % "1.44", factor=F(144, 100)
        ),
        block_volume_small.mutant(
            "one round fewer",
            rf"\det({_END}) \leq \Big(\lambda+\frac{{\tau-1}}{{d}}\Big)^d",
            fewer=1,
        ),
    ],
    hypotheses=["A1"],
    depends_on=["I47", "I49", "Z148", "C11"],
    note="The logarithm of a product is a sum, so the first line is checked as a product of "
    "rationals. The last line is C11 with k_μ = σ² = 1 at a round where the block has τ actions; "
    "that lemma L8 follows is one more logarithm.",
)


# --- Z147: the end of the discounted proof --------------------------------------------------------

_HALVED = (
    r"\log\frac{\det(W_{T+1})}{\lambda^d} \geq \frac{%s}{%s\max(1,1/\lambda)}"
    r"\sum_{t=1}^T\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2"
)


@enumerated(cases=_runs, latex=_HALVED % ("1", "2"), scope=_RUNS)
def run_halved(
    d: int, actions: Actions, gamma: Fraction, lam: Fraction, *, factor: Fraction = _HALF
) -> Any:
    """log(det W_{T+1}/λ^d) against Σ γ^{-(t-1)}‖a_t‖²/(2 max(1, 1/λ))."""
    total = sum((x / gamma**k for k, x in enumerate(_norms(actions, gamma, lam))), F(0))
    gained = sp.log(rational(_gained(actions, gamma, lam)))
    return gained, ">=", rational(factor * total / _wide(lam))


_PASSAGE = (
    r"\det(W_{T+1}) = \gamma^{%s}\det(V_{T+1}),\quad"
    r" \gamma^{%s}\lVert a_t\rVert_{W_t^{-1}}^2 = \lVert a_t\rVert_{V_t^{-1}}^2"
)


@identity(latex=_PASSAGE % ("-dT", "-(t-1)"), scope="d <= 3, every symmetric V, every γ and t")
def back_to_v(*, power: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """W = cV with c = γ^{-T}: its determinant, and the norm of an action in its inverse."""
    c = sp.Symbol("c", positive=True)
    for d in (1, 2, 3):
        V = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"v{min(i, j) + 1}{max(i, j) + 1}"))
        a = sp.Matrix(sp.symbols(f"a1:{d + 1}"))
        scaled = sp.expand(c ** (power * d) * V.det())
        yield f"d={d}, determinant", sp.expand((c * V).det()), scaled
        # c a^T (cV)^{-1} a = a^T V^{-1} a, both multiplied by det V and det(cV).
        norm = c**power * (a.T * (c * V).adjugate() * a)[0] * V.det()
        plain = (a.T * V.adjugate() * a)[0] * (c * V).det()
        yield f"d={d}, norm", sp.expand(norm), sp.expand(plain)


Z147 = Claim(
    id="Z147",
    lines="3250-3256",
    kind="step",
    title="Discounts: the last display of the proof, and the way back from W to V",
    kernel=KernelTheorem(
        "Z147",
        "every d, T, 0 < γ <= 1, λ > 0; with the way back from W to V",
        mutants=["Z147_mutant"],
    ),
    fidelity="verbatim",
    printed=[run_halved],
    support=[back_to_v.as_cases()],
    mutants=[
        run_halved.mutant(
            "1/2 raised to 0.71; one round with γ = 99/100 comes to 0.703",
            _HALVED % ("0.71", ""),
            factor=F(71, 100),
        ),
        back_to_v.mutant(
            "power of the weight doubled: γ^{-2T}", _PASSAGE % ("-2dT", "-2(t-1)"), power=2
        ),
    ],
    hypotheses=["A1"],
    depends_on=["I45", "I46", "I47", "Z148"],
    note="The proof stops at W. What is left to lemma L7 is not printed: W_{T+1} is γ^{-T} times "
    "V_{T+1}, so the determinant has γ^{-dT}, and the weights γ^{-(t-1)} before the norms make "
    "them norms in the inverse of V_t.",
)


# --- Z148: the products ---------------------------------------------------------------------------

_PRODUCT = (
    r"\frac{\det(W_{T+1})}{\det(W_1)} = \prod_{t=1}^T\frac{\det(W_{t+1})}{\det(W_t)} \geq"
    r" \prod_{t=1}^T\big(1+\gamma^{%s}\lVert a_t\rVert_{W_t^{-1}}^2\big)"
)
_BLOCK_PRODUCT = (
    rf"\frac{{\det({_END})}}{{\det(W_{{k\tau+1}}^{{(k)}})}} = \prod_{{t=k\tau+%s}}^{{(k+1)\tau}}"
    rf"\big(1+{_W_NORM}\big),\quad W_{{k\tau+1}}^{{(k)}} = \lambda I_d"
)


@enumerated(cases=_runs, latex=_PRODUCT % "-t", scope=_RUNS)
def run_product(d: int, actions: Actions, gamma: Fraction, lam: Fraction, *, shift: int = 0) -> Any:
    """det W_{T+1}/det W_1 against the product of 1 + γ^{-t-shift}‖a_t‖²: lines 3229-3233."""
    norms = _norms(actions, gamma, lam)
    factors = (1 + x / gamma ** (k + shift) for k, x in enumerate(norms, start=1))
    return _gained(actions, gamma, lam), ">=", F(prod(factors))


@enumerated(cases=_whole_blocks, latex=_BLOCK_PRODUCT % "1", scope=_BLOCKS)
def block_product(d: int, tau: int, actions: Actions, lam: Fraction, *, skipped: int = 0) -> Any:
    """The same within a block, where it is an equality: lines 3303-3308."""
    first = actions[:tau]
    factors = (1 + x for x in _block_norms(first, lam)[skipped:])
    return _block_volume(first, lam), "==", F(prod(factors))


Z148 = Claim(
    id="Z148",
    lines="3229-3233, 3303-3309",
    kind="step",
    title="The determinant steps multiply: a bound with discounts, an equality within a block",
    kernel=KernelTheorem(
        "Z148",
        "every d, T, τ, k, 0 < γ <= 1, λ > 0",
        mutants=["Z148_mutant"],
    ),
    fidelity="paraphrase",
    printed=[run_product, block_product],
    mutants=[
        run_product.mutant("exponent moved by one", _PRODUCT % "-(t+1)", shift=1),
        block_product.mutant("first round of the block left out", _BLOCK_PRODUCT % "2", skipped=1),
    ],
    depends_on=["I44", "I50"],
    note="One step is I44 and I50; here whole products are looked at. With discounts the ridge "
    "grows from round to round, which is why the first is no equality.",
)

CLAIMS = [Z146, Z147, Z148]
