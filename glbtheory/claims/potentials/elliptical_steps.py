"""The steps of the elliptical lemmas (lines 3203-3256): determinants round by round, scalars."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.potentials._exact_sequences import DISCOUNTS, RIDGES, exact_scope
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.exact_designs import (
    Vector,
    ages,
    design,
    determinant,
    inverse_norm,
    sequences,
)
from glbtheory.claims.vocabulary.hand_steps import LOEWNER
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.symbolic_data import Data, discounted, gamma, lam

_UPPER = ((0, 0), (0, 1), (1, 1))

# --- I43: the recursion -------------------------------------------------------------------------


def _growing(data: Data, t: int) -> Any:
    """W_t = Σ γ^{-s} a_s a_s^T + γ^{-(t-1)} λ I."""
    return data.gram([gamma**-s for s in range(1, t)], gamma ** -(t - 1) * lam)


@identity(
    latex=r"W_t = \gamma^{-(t-1)}a_{t-1}a_{t-1}^\top + \gamma^{-(t-1)}(1-\gamma)\lambda I_d"
    r" + W_{t-1},\quad V_t = \gamma^{t-1}W_t",
    scope="d = 2, t <= 5, every γ and λ",
)
def recursion(*, lag: int = 1, restored: Any = 1 - gamma) -> Pairs:
    """W_t against γ^{-(t-lag)} a a^T + γ^{-(t-1)} restored λ I + W_{t-1}, and V_t = γ^{t-1} W_t."""
    for t in range(2, 6):
        data = Data(2, t)
        W, a = _growing(data, t), data.actions[-1]
        ridge = gamma ** -(t - 1) * restored * lam * sp.eye(2)
        step = gamma ** -(t - lag) * a * a.T + ridge + _growing(data, t - 1)
        difference = (W - step).applyfunc(sp.expand)
        V = data.gram(discounted(t), lam)
        scaled = (V - gamma ** (t - 1) * W).applyfunc(sp.expand)
        for i, j in _UPPER:
            yield f"t={t}, entry ({i + 1},{j + 1})", difference[i, j], sp.Integer(0)
            yield f"t={t}, V against W, entry ({i + 1},{j + 1})", scaled[i, j], sp.Integer(0)


ridge_grows = bound(
    "q*(1 - g)*l >= 0",
    "q > 0, 0 < g <= {top}, l > 0",
    latex=r"W_t \geq \gamma^{-(t-1)}a_{t-1}a_{t-1}^\top + W_{t-1}",
    scope="every γ in (0, 1], λ > 0 and t",
    top="1",
)


@identity(
    latex=r"W_{t-1}^{1/2}\big(I_d + \gamma^{-(t-1)}W_{t-1}^{-1/2}a_{t-1}a_{t-1}^\top "
    r"W_{t-1}^{-1/2}\big)W_{t-1}^{1/2} = \gamma^{-(t-1)}a_{t-1}a_{t-1}^\top + W_{t-1}",
    scope="d = 2, every invertible root",
)
def factored(*, factor: int = 1) -> Pairs:
    """M (I + factor c M^{-1} a a^T M^{-1}) M = M² + c a a^T for a symmetric root M."""
    p, q, r, c = sp.symbols("p q r c", real=True)
    a = sp.Matrix(sp.symbols("a1:3", real=True))
    root = sp.Matrix([[p, q], [q, r]])
    inner = sp.eye(2) + factor * c * root.inv() * a * a.T * root.inv()
    difference = (root * inner * root - root**2 - c * a * a.T).applyfunc(sp.simplify)
    for i, j in _UPPER:
        yield f"entry ({i + 1},{j + 1})", difference[i, j], sp.Integer(0)


I43 = Claim(
    id="I43",
    title="W_t grows by a rank-one term and a multiple of the identity; V_t = γ^{t-1} W_t",
    kernel=KernelTheorem(
        "I43",
        "every d, t >= 2, 0 < γ <= 1, λ > 0; W^{1/2} is any positive definite root, and there is"
        " one",
        mutants=["I43_mutant"],
    ),
    fidelity="paraphrase",
    printed=[
        recursion.as_cases(),
        ridge_grows.as_part(
            r"\gamma^{-(t-1)}(1-\gamma)\lambda \geq 0 \quad (0<\gamma\leq 1,\ \lambda > 0)"
        ),
        factored.as_cases(),
    ],
    mutants=[
        recursion.mutant("exponent off by one", r"\gamma^{-(t-2)}a_{t-1}a_{t-1}^\top", lag=2),
        recursion.mutant("factor 1-γ dropped", r"\gamma^{-(t-1)}\lambda I_d", restored=1),
        ridge_grows.mutant("discount factors up to 1.01 allowed", top="1.01"),
        factored.mutant("rank-one term doubled", r"I_d + 2\gamma^{-(t-1)}(\cdots)", factor=2),
    ],
    note="The last relation of the display is printed as an inequality; it is an equality.",
)


# --- I44: the determinant -----------------------------------------------------------------------


@identity(
    latex=lambda *, any_matrix=False: (
        r"\det(W + x x^\top) = \det(W)\,(1 + \lVert x\rVert_{W^{-1}}^2)"
        if any_matrix
        else r"\det(I_d + x x^\top) = 1 + \lVert x\rVert_2^2"
    ),
    scope=lambda *, any_matrix=False: (
        "d <= 3, every symmetric W and x" if any_matrix else "d <= 4, every x"
    ),
)
def rank_one(*, any_matrix: bool = False, factor: int = 1) -> Pairs:
    """det(W + x x^T) = det W (1 + factor x^T W^{-1} x) for W = I, or any symmetric W."""
    for d in (1, 2, 3) if any_matrix else (1, 2, 3, 4):
        x = sp.Matrix(sp.symbols(f"x1:{d + 1}", real=True))
        W = sp.eye(d)
        if any_matrix:
            W = sp.Matrix(
                d, d, lambda i, j: sp.Symbol(f"w{min(i, j) + 1}{max(i, j) + 1}", real=True)
            )
        # det(W)(1 + x^T W^{-1} x) without dividing: det W + x^T adj(W) x.
        wanted = W.det() + factor * (x.T * W.adjugate() * x)[0]
        yield f"d={d}", sp.expand((W + x * x.T).det() - wanted), sp.Integer(0)


@enumerated(
    cases=lambda: sequences(gamma=DISCOUNTS, lam=RIDGES),
    latex=r"\det(W_{t+1}) \geq \det(W_t)(1+\gamma^{-t}\lVert a_t\rVert_{W_t^{-1}}^2)",
    scope=exact_scope("γ", DISCOUNTS),
)
def volume_gained(
    d: int, T: int, actions: tuple[Vector, ...], gamma: Fraction, lam: Fraction, *, early: int = 0
) -> Any:
    """det W_{t+1} against det W_t (1 + γ^{-t-early}‖a_t‖²), in exact numbers.

    With V_t = γ^{t-1}W_t the two sides are det V_{t+1}/(γ^d det V_t) and 1 + ‖a_t‖²/γ^{1+early}.
    """
    before = design(actions[:-1], ages(gamma, T), lam, d)
    after = design(actions, ages(gamma, T + 1), lam, d)
    gained = determinant(after) / (gamma**d * determinant(before))
    return 1 + inverse_norm(before, actions[-1]) / gamma ** (1 + early), "<=", gained


I44 = Claim(
    id="I44",
    title="det(I + x x^T) = 1 + |x|², so each round multiplies the determinant",
    kernel=KernelTheorem(
        "I44",
        "every d, t, 0 < γ <= 1, λ > 0; W^{1/2} is any positive definite root",
        mutants=["I44_mutant"],
    ),
    fidelity="paraphrase",
    printed=[rank_one.as_cases(), volume_gained],
    support=[
        rank_one.variant(any_matrix=True).as_cases(
            r"\det(W + xx^\top) = \det(W) + x^\top\mathrm{adj}(W)x \quad (d\leq 3)"
        )
    ],
    mutants=[
        rank_one.mutant("factor 2 before the norm", r"1 + 2\lVert x\rVert_2^2", factor=2),
        rank_one.mutant("sign turned", r"1 - \lVert x\rVert_2^2", factor=-1),
        volume_gained.mutant(
            "exponent moved by one", r"1+\gamma^{-(t+1)}\lVert a_t\rVert_{W_t^{-1}}^2", early=1
        ),
    ],
    depends_on=["I43"],
)


# --- I45, I46, I47: the scalar part -------------------------------------------------------------

larger_weight = bound(
    "log(1 + x/g) >= log(1 + x)",
    "x >= 0, 0 < g <= {top}",
    latex=r"\sum_{t=1}^T\log(1+\gamma^{-t}\lVert a_t\rVert_{W_t^{-1}}^2) \geq"
    r" \sum_{t=1}^T\log(1+\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2)",
    scope="every norm x >= 0 and γ in (0, 1]",
    top="1",
)
#: The share 1/max(1, 1/λ) is λ up to 1, and 1 from there on.
divided = bound(
    "log(1 + x) >= log(1 + x*{share})",
    "x >= 0, 0 < l <= {top}",
    latex=r"\sum_{t=1}^T\log(1+\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2) \geq"
    r" \sum_{t=1}^T\log\Big(1+\frac{\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2}"
    r"{\max(1,\frac1\lambda)}\Big)",
    scope="every x >= 0, λ <= 1, where 1/max(1, 1/λ) = λ",
    share="l",
    top="1",
)

_SHARED = r"\log(1+x) \geq \log\Big(1+\frac{x}{\max(1,1/\lambda)}\Big) \quad (x\geq 0,\ %s)"

I45 = Claim(
    id="I45",
    title="The logarithm only shrinks when γ^{-t} becomes γ^{-(t-1)} and max(1, 1/λ) divides",
    kernel=KernelTheorem(
        "I45",
        "every d, T, 0 < γ <= 1, λ > 0; with the line before it, log(det(W_{T+1})/λ^d)",
        mutants=["I45_mutant"],
    ),
    fidelity="verbatim",
    printed=[
        larger_weight.as_part(r"\log(1+x/\gamma) \geq \log(1+x) \quad (x\geq 0,\ 0<\gamma\leq 1)"),
        divided.variant(share="1", scope="every x >= 0, λ >= 1, where the maximum is 1").as_part(
            _SHARED % r"\lambda\geq 1"
        ),
        divided.as_part(_SHARED % r"0<\lambda\leq 1"),
    ],
    mutants=[
        larger_weight.mutant("discount factors up to 1.01 allowed", top="1.01"),
        divided.mutant("1/max(1,1/λ) replaced by λ above 1", top="1.01"),
    ],
    note="Here a factor 1/γ per round and the maximum are given away; the ridge that the recursion"
    " restores went already in I43.",
)

# a^T V^{-1} a <= 1/λ, denominators cleared; V = λ I + L L^T, |a|² + e = 1.
_NORM = r"\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2 \leq \frac1\lambda"
norm_in_line = bound(
    "l*a**2 <= {share}*(a**2 + e)*(l + x**2)",
    "l > 0, e >= 0",
    latex=_NORM,
    scope="d = 1, every V >= λ I and every action in the unit ball",
    share="1",
)
norm_in_plane = bound(
    "l*(a**2*(l + y**2 + w**2) - 2*a*b*x*y + b**2*(l + x**2)) <="
    " {share}*(a**2 + b**2 + e)*((l + x**2)*(l + y**2 + w**2) - x**2*y**2)",
    "l > 0, e >= 0",
    latex=_NORM,
    scope="d = 2, every V >= λ I and every action in the unit ball",
    share="1",
)
#: The squared norm u/λ, u in [0, 1], divided by the maximum.
quotient = bound(
    "(u/l)/max(1, {reach}) <= 1",
    "0 <= u <= 1, l > 0",
    latex=r"0 \leq \frac{\gamma^{-(t-1)}\lVert a_t\rVert_{W_t^{-1}}^2}{\max(1,1/\lambda)} \leq 1",
    scope="every λ and every norm up to 1/λ",
    reach="1/l",
)

I46 = Claim(
    id="I46",
    title="A ridge of λ keeps every squared norm below 1/λ",
    fidelity="verbatim",
    printed=[
        norm_in_line.as_cases(),
        norm_in_plane.as_cases(),
        quotient.as_part(
            r"\frac{u/\lambda}{\max(1,1/\lambda)} \leq 1 \quad (0\leq u\leq 1,\ \lambda > 0)"
        ),
    ],
    mutants=[
        norm_in_line.mutant("bound lowered by one per cent (d = 1)", share="0.99"),
        norm_in_plane.mutant("bound lowered by one per cent (d = 2)", share="0.99"),
        quotient.mutant("1/λ lowered by one per cent in the maximum", reach="0.99/l"),
    ],
    hypotheses=["A1"],
    depends_on=[LOEWNER],
    follows="W_t is at least γ^{-(t-1)} λ I, so its inverse is at most that of this multiple of I "
    "(Loewner order); the action has length at most 1 (A1). So the squared norm is u/λ with "
    "0 <= u <= 1, and the second line divides it by the maximum.",
    note="Equality holds at the first round for an action of length one.",
)

half_of_x = bound(
    "log(1 + x) >= {factor}*x",
    "0 <= x <= {top}",
    latex=r"\log(1+x) \geq x/2 \quad (0\leq x\leq 1)",
    factor="1/2",
    top="1",
)

I47 = Claim(
    id="I47",
    title="log(1+x) >= x/2 on [0, 1]",
    fidelity="verbatim",
    printed=[half_of_x],
    support=[half_of_x.variant(r"\log(1+x) \geq x\log 2 \quad (0\leq x\leq 1)", factor="log(2)")],
    mutants=[
        half_of_x.mutant("factor above log 2 = 0.69315: the best one is log 2", factor="0.694"),
        half_of_x.mutant("range widened to 2.6", top="2.6"),
    ],
    note="The best factor is log 2, the slope of the chord: equality at both ends. The displays "
    "that use it are Z147 and Z146.",
)

CLAIMS = [I43, I44, I45, I46, I47]
