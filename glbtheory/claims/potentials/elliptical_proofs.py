"""The proofs of the two elliptical lemmas as chains: products, logarithms, blocks (3229-3339)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import (
    VECTORS,
    Vector,
    design,
    determinant,
    inverse_norm,
    rational,
)
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, LOEWNER
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.setting.forgetting import Window

F = Fraction
_RIDGES = (F(1, 10), F(1), F(2))
_ONE, _HALF, _TWO = F(1), F(1, 2), F(2)


def _wide(ridge: Fraction) -> Fraction:
    """max(1, 1/λ)."""
    return max(_ONE, 1 / ridge)


# --- a discounted run -----------------------------------------------------------------------------


def _growing(case: dict[str, Any], t: int) -> Any:
    """W_t = Σ_{s<t} γ^{-s} a_s a_s^T + γ^{-(t-1)} λ I."""
    g, actions = case["gamma"], case["actions"][: t - 1]
    weights = [g**-s for s in range(1, t)]
    return design(actions, weights, g ** -(t - 1) * case["lambda"], case["d"])


def _on_runs(check: Callable[[dict[str, Any]], Any], latex: str, why: str = "") -> Statement:
    def cases() -> Iterator[dict[str, Any]]:
        for d, T in ((1, 1), (1, 2), (1, 4), (2, 2), (2, 3)):
            for actions in product(VECTORS[d], repeat=T):
                for g, ridge in product((F(1, 2), F(99, 100)), _RIDGES):
                    yield {"d": d, "actions": actions, "gamma": g, "lambda": ridge}

    scope = "d = 1 with T <= 4, d = 2 with T <= 3, γ in {1/2, 99/100}, λ in {1/10, 1, 2}, exact"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _norms(case: dict[str, Any]) -> list[Fraction]:
    """‖a_t‖² in W_t^{-1}, round by round."""
    return [inverse_norm(_growing(case, t), a) for t, a in enumerate(case["actions"], start=1)]


def _gained(case: dict[str, Any]) -> Fraction:
    """det(W_{T+1})/det(W_1)."""
    last = determinant(_growing(case, len(case["actions"]) + 1))
    return last / case["lambda"] ** case["d"]


# --- one block of a window ------------------------------------------------------------------------


def _block_norms(actions: Sequence[Vector], ridge: Fraction, d: int) -> list[Fraction]:
    """‖a_t‖² in (W_t^{(k)})^{-1} within one block."""
    ones = [_ONE] * len(actions)
    return [inverse_norm(design(actions[:k], ones[:k], ridge, d), a) for k, a in enumerate(actions)]


def _block_volume(actions: Sequence[Vector], ridge: Fraction, d: int) -> Fraction:
    """det(W^{(k)}) after the block."""
    return determinant(design(actions, [_ONE] * len(actions), ridge, d))


def _on_blocks(check: Callable[[dict[str, Any]], Any], latex: str, why: str = "") -> Statement:
    """Every sequence of whole blocks: 1 or 2 blocks of τ rounds."""

    def cases() -> Iterator[dict[str, Any]]:
        for d, tau, blocks in product((1, 2), (1, 2, 3), (1, 2)):
            if d * tau * blocks > 6:
                continue
            for actions in product(VECTORS[d], repeat=tau * blocks):
                for ridge in _RIDGES:
                    yield {"d": d, "tau": tau, "actions": actions, "lambda": ridge}

    scope = "d <= 2, τ <= 3, one or two blocks with dT <= 6, λ in {1/10, 1, 2}, exact actions"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _blocks(case: dict[str, Any]) -> list[tuple[Vector, ...]]:
    tau, actions = case["tau"], case["actions"]
    return [actions[k : k + tau] for k in range(0, len(actions), tau)]


# --- Z146: the chain of the window ----------------------------------------------------------------


def _divided(
    latex: str, why: str = "", factor: Callable[[Fraction], Fraction] = _wide
) -> Statement:
    """det/λ^d against the product with the norms divided by max(1, 1/λ): lines 3311-3317."""

    def check(case: dict[str, Any]) -> Any:
        d, ridge = case["d"], case["lambda"]
        first = _blocks(case)[0]
        smaller = prod(1 + x / factor(ridge) for x in _block_norms(first, ridge, d))
        return _block_volume(first, ridge, d) / ridge**d, ">=", F(smaller)

    return _on_blocks(check, latex, why)


def _halved(latex: str, why: str = "", factor: Fraction = _HALF) -> Statement:
    """log(det/λ^d) against the sum of the norms over 2 max(1, 1/λ): lines 3320-3324."""

    def check(case: dict[str, Any]) -> Any:
        d, ridge = case["d"], case["lambda"]
        first = _blocks(case)[0]
        total = sum(_block_norms(first, ridge, d), F(0))
        volume = sp.log(rational(_block_volume(first, ridge, d) / ridge**d))
        return volume, ">=", rational(factor * total / _wide(ridge))

    return _on_blocks(check, latex, why)


def _summed(latex: str, why: str = "", factor: Fraction = _TWO) -> Statement:
    """Σ‖a‖²_V <= Σ‖a‖²_W <= 2 max(1, 1/λ) Σ_k log(det/λ^d): lines 3326-3333."""

    def check(case: dict[str, Any]) -> Any:
        d, ridge, actions = case["d"], case["lambda"], case["actions"]
        weights = Window(case["tau"]).exact_weights
        whole = sum(
            (
                inverse_norm(design(actions[: t - 1], weights(t), ridge, d), actions[t - 1])
                for t in range(1, len(actions) + 1)
            ),
            F(0),
        )
        inside = sum((sum(_block_norms(b, ridge, d), F(0)) for b in _blocks(case)), F(0))
        if whole > inside:
            return whole, "<=", inside
        volumes = prod(_block_volume(b, ridge, d) / ridge**d for b in _blocks(case))
        return rational(inside), "<=", rational(factor * _wide(ridge)) * sp.log(rational(volumes))

    return _on_blocks(check, latex, why)


def _small_volume(latex: str, why: str = "", fewer: int = 0) -> Statement:
    """det W after a block against (λ + τ/d)^d: lines 3337-3339."""

    def check(case: dict[str, Any]) -> Any:
        d, ridge = case["d"], case["lambda"]
        bound = (ridge + F(case["tau"] - fewer, d)) ** d
        return _block_volume(_blocks(case)[0], ridge, d), "<=", bound

    return _on_blocks(check, latex, why)


_END = r"W_{(k+1)\tau+1}^{(k)}"
_LOG = rf"\log\frac{{\det({_END})}}{{\lambda^d}}"
_OVER = r"\sum_{t=k\tau+1}^{(k+1)\tau}"
_W_NORM = r"\lVert a_t\rVert_{(W_t^{(k)})^{-1}}^2"
_ALL = r"\sum_{k=0}^{\lceil T/\tau\rceil-1}"
_SUMS = (
    rf"{_ALL}{_OVER}\lVert a_t\rVert_{{V_t^{{-1}}}}^2 \leq {_ALL}{_OVER}{_W_NORM}"
    rf" \leq %s\max(1,\tfrac1\lambda){_ALL}{_LOG}"
)

Z146 = Claim(
    id="Z146",
    lines="3310-3339",
    kind="step",
    title="Sliding window: from the product of a block to the sum over all blocks",
    printed=[
        _divided(
            rf"{_LOG} = {_OVER}\log\big(1+{_W_NORM}\big) \geq"
            rf" {_OVER}\log\Big(1+\frac{{1}}{{\max(1,1/\lambda)}}{_W_NORM}\Big)"
        ),
        _halved(rf"{_LOG} \geq \frac{{1}}{{2\max(1,1/\lambda)}}{_OVER}{_W_NORM}"),
        _summed(_SUMS % "2"),
        _small_volume(rf"\det({_END}) \leq \Big(\lambda+\frac\tau d\Big)^d"),
    ],
    mutants=[
        _divided(
            rf"{_LOG} \geq {_OVER}\log\Big(1+\frac{{1}}{{\min(1,1/\lambda)}}{_W_NORM}\Big)",
            "min for max",
            lambda ridge: min(_ONE, 1 / ridge),
        ),
        _halved(
            rf"{_LOG} \geq \frac{{0.694}}{{\max(1,1/\lambda)}}{_OVER}{_W_NORM}",
            "1/2 raised to 0.694, above log 2",
            F(694, 1000),
        ),
        _summed(_SUMS % "1.44", "factor 2 lowered to 1.44, below 1/log 2", F(144, 100)),
        _small_volume(
            rf"\det({_END}) \leq \Big(\lambda+\frac{{\tau-1}}{{d}}\Big)^d",
            "one round fewer",
            1,
        ),
    ],
    hypotheses=["A1"],
    depends_on=["I47", "I49", "Z148", "C11", LOEWNER],
    note="The logarithm of a product is a sum, so the first line is checked as a product of "
    "rationals. The last line is C11 with k_μ = σ² = 1 at a round where the block has τ actions; "
    "that lemma L8 follows is one more logarithm.",
)


# --- Z147: the end of the discounted proof --------------------------------------------------------


def _discounted_end(latex: str, why: str = "", factor: Fraction = _HALF) -> Statement:
    """log(det W_{T+1}/λ^d) against Σ γ^{-(t-1)}‖a_t‖²/(2 max(1, 1/λ))."""

    def check(case: dict[str, Any]) -> Any:
        g = case["gamma"]
        total = sum((x / g**k for k, x in enumerate(_norms(case))), F(0))
        right = factor * total / _wide(case["lambda"])
        return sp.log(rational(_gained(case))), ">=", rational(right)

    return _on_runs(check, latex, why)


def _back_to_v(latex: str, why: str = "", power: int = 1) -> Statement:
    """W = cV with c = γ^{-T}: its determinant, and the norm of an action in its inverse."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        c = sp.Symbol("c", positive=True)
        for d in (1, 2, 3):
            V = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"v{min(i, j) + 1}{max(i, j) + 1}"))
            a = sp.Matrix(sp.symbols(f"a1:{d + 1}"))
            yield (
                f"d={d}, determinant",
                sp.expand((c * V).det()),
                sp.expand(c ** (power * d) * V.det()),
            )
            # c a^T (cV)^{-1} a = a^T V^{-1} a, both multiplied by det V and det(cV).
            scaled = c**power * (a.T * (c * V).adjugate() * a)[0] * V.det()
            plain = (a.T * V.adjugate() * a)[0] * (c * V).det()
            yield f"d={d}, norm", sp.expand(scaled), sp.expand(plain)

    return identities(pairs, latex, "d <= 3, every symmetric V, every γ and t", why)


_LOG_W = r"\log\frac{\det(W_{T+1})}{\lambda^d}"
_PASSAGE = (
    r"\det(W_{T+1}) = \gamma^{%s}\det(V_{T+1}),\quad"
    r" \gamma^{%s}\lVert a_t\rVert_{W_t^{-1}}^2 = \lVert a_t\rVert_{V_t^{-1}}^2"
)

Z147 = Claim(
    id="Z147",
    lines="3250-3256",
    kind="step",
    title="Discounts: the last display of the proof, and the way back from W to V",
    printed=[
        _discounted_end(
            rf"{_LOG_W} \geq \frac{{1}}{{2\max(1,1/\lambda)}}"
            r"\sum_{t=1}^T\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2"
        )
    ],
    support=[_back_to_v(_PASSAGE % ("-dT", "-(t-1)"))],
    mutants=[
        _discounted_end(
            rf"{_LOG_W} \geq \frac{{0.71}}{{\max(1,1/\lambda)}}"
            r"\sum_{t=1}^T\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2",
            "1/2 raised to 0.71; one round with γ = 99/100 comes to 0.703",
            F(71, 100),
        ),
        _back_to_v(_PASSAGE % ("-2dT", "-2(t-1)"), "power of the weight doubled: γ^{-2T}", power=2),
    ],
    hypotheses=["A1"],
    depends_on=["I43", "I45", "I46", "I47", "Z148"],
    note="The proof stops at W. What is left to lemma L7 is not printed: W_{T+1} is γ^{-T} times "
    "V_{T+1}, so the determinant has γ^{-dT}, and the weights γ^{-(t-1)} before the norms make "
    "them norms in the inverse of V_t.",
)


# --- Z148: the products ---------------------------------------------------------------------------


def _product(latex: str, why: str = "", shift: int = 0) -> Statement:
    """det W_{T+1}/det W_1 against the product of 1 + γ^{-t-shift}‖a_t‖²: lines 3229-3233."""

    def check(case: dict[str, Any]) -> Any:
        g = case["gamma"]
        factors = (1 + x / g ** (k + shift) for k, x in enumerate(_norms(case), start=1))
        return _gained(case), ">=", F(prod(factors))

    return _on_runs(check, latex, why)


def _block_product(latex: str, why: str = "", skipped: int = 0) -> Statement:
    """The same within a block, where it is an equality: lines 3303-3308."""

    def check(case: dict[str, Any]) -> Any:
        d, ridge = case["d"], case["lambda"]
        first = _blocks(case)[0]
        factors = (1 + x for x in _block_norms(first, ridge, d)[skipped:])
        return _block_volume(first, ridge, d) / ridge**d, "==", F(prod(factors))

    return _on_blocks(check, latex, why)


_RATIO = r"\frac{\det(W_{T+1})}{\det(W_1)} = \prod_{t=1}^T\frac{\det(W_{t+1})}{\det(W_t)} \geq"
_BLOCK_RATIO = (
    rf"\frac{{\det({_END})}}{{\det(W_{{k\tau+1}}^{{(k)}})}} = \prod_{{t=k\tau+%s}}^{{(k+1)\tau}}"
    rf"\big(1+{_W_NORM}\big),\quad W_{{k\tau+1}}^{{(k)}} = \lambda I_d"
)

Z148 = Claim(
    id="Z148",
    lines="3229-3233, 3303-3309",
    kind="step",
    title="The determinant steps multiply: a bound with discounts, an equality within a block",
    printed=[
        _product(_RATIO + r" \prod_{t=1}^T\big(1+\gamma^{-t}\lVert a_t\rVert_{W_t^{-1}}^2\big)"),
        _block_product(_BLOCK_RATIO % "1"),
    ],
    mutants=[
        _product(
            _RATIO + r" \prod_{t=1}^T\big(1+\gamma^{-(t+1)}\lVert a_t\rVert_{W_t^{-1}}^2\big)",
            "exponent moved by one",
            shift=1,
        ),
        _block_product(_BLOCK_RATIO % "2", "first round of the block left out", skipped=1),
    ],
    depends_on=["I44", "I50", INDUCTION],
    note="One step is I44 and I50; here whole products are looked at. With discounts the ridge "
    "grows from round to round, which is why the first is no equality.",
)

CLAIMS = [Z146, Z147, Z148]
