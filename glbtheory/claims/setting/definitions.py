"""The setting as it is defined: families, regret, changes, weights (lines 195-280).

At the end stand symbols with two meanings, and what the definitions leave out.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import (
    bound,
    computed_bound,
    enumerated,
    identity,
    refuted_for_every,
)
from glbtheory.claims.vocabulary.hand_steps import DIFFERENTIATE, INDUCTION, TERMWISE
from glbtheory.claims.vocabulary.stationary_rounds import changes
from glbtheory.engines.enumeration import schedules
from glbtheory.setting.links import logistic, z

# --- D1: exponential families ---------------------------------------------------------------------

#: Finite supports with free weights: every law on {0,1,2,3} is among them.
_FINITE: dict[str, dict[int, Any]] = {
    "Bernoulli": {0: sp.Integer(1), 1: sp.Integer(1)},
    "binomial(3)": {k: sp.binomial(3, k) for k in range(4)},
    "any law on {0,1,2,3}": dict(enumerate(sp.symbols("w0:4", positive=True))),
}


@identity(
    latex=r"d\mathbb{P}_\theta(r|a) = \exp(r a^\top\theta - b(a^\top\theta) + c(r))\,d\nu(r),"
    r"\quad \mu = \dot b, \quad \mathbb{E}[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star)",
    scope="every law on {0,1,2,3}, Poisson and Gaussian",
)
def _moments(*, moment: int = 1, order: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """Mean (moment 1) or variance (2) against the derivative of b of some order."""
    r = sp.Symbol("r", integer=True, nonnegative=True)
    y = sp.Symbol("y", positive=True)  # y = e^z: sums over rewards become rational in y

    def derivative(b: Any) -> Any:
        for _ in range(order):
            b = sp.simplify(y * sp.diff(b, y))  # d/dz = y d/dy
        return b

    for name, weights in _FINITE.items():
        total = sum(w * y**k for k, w in weights.items())
        mean = sum(k * w * y**k for k, w in weights.items()) / total
        second = sum(k**2 * w * y**k for k, w in weights.items()) / total
        yield name, mean if moment == 1 else second - mean**2, derivative(sp.log(total))
    mean = sp.summation(r * y**r / sp.factorial(r), (r, 0, sp.oo)) * sp.exp(-y)
    second = sp.summation(r**2 * y**r / sp.factorial(r), (r, 0, sp.oo)) * sp.exp(-y)
    yield "Poisson", mean if moment == 1 else sp.expand(second - mean**2), derivative(y)
    x, s = sp.symbols("x s", real=True)
    density = sp.exp(x * s - s**2 / 2 - x**2 / 2) / sp.sqrt(2 * sp.pi)
    integrand = (x if moment == 1 else (x - s) ** 2) * density
    yield "Gaussian", sp.integrate(integrand, (x, -sp.oo, sp.oo)), sp.diff(s**2 / 2, s, order)


_variances = _moments.variant(r"\operatorname{Var}(r) = \ddot b = \dot\mu", moment=2, order=2)

D1 = Claim(
    id="D1",
    title="In a canonical exponential family the mean is b' and the variance is b''",
    printed=[_moments],
    support=[_variances],
    mutants=[
        _moments.mutant("derivative dropped: μ = b instead of b'", r"\mu = b", order=0),
        _variances.mutant(
            "one derivative fewer: variance b' instead of b''",
            r"\operatorname{Var}(r) = \dot b",
            order=1,
        ),
    ],
    depends_on=[DIFFERENTIATE],
    note="The variance b'' = μ' is what ties the matrices H to the noise.",
)


# --- D2, D3: regret and changes -------------------------------------------------------------------

#: Means of two arms in three rounds; arm p is played, then q, then p.
_BEST = "max(p1, q1) + max(p2, q2) + max(p3, q3)"
_FIXED = "max(p1 + p2 + p3, q1 + q2 + q3)"
_TABLES = "3 rounds, 2 arms, every table of means"

_REGRET = bound(
    "{compared} >= (p1 + q2 + p3)",
    latex=r"R_T = \sum_{t=1}^T \max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)"
    r" - \mu(a_t^\top\theta^\star_t) \geq 0",
    scope=_TABLES,
    compared=_BEST,
)
_FIXED_ACTION = bound(
    "{lower} <= {upper}",
    latex=r"\max_{a}\sum_t \mu(a^\top\theta^\star_t) - \sum_t\mu(a_t^\top\theta^\star_t) \leq R_T",
    scope=_TABLES,
    lower=_FIXED,
    upper=_BEST,
)

D2 = Claim(
    id="D2",
    title="Dynamic regret compares with the best action of each round",
    printed=[_REGRET],
    support=[_FIXED_ACTION],
    mutants=[
        _REGRET.mutant(
            "maximum and sum exchanged: the regret against a fixed action can be negative",
            compared=_FIXED,
        ),
        _FIXED_ACTION.mutant(
            "direction of the comparison with the fixed action turned", lower=_BEST, upper=_FIXED
        ),
    ],
    depends_on=[INDUCTION],
)


def _stretches(path: tuple[int, ...]) -> int:
    """Maximal constant stretches, counted by walking and not by differences."""
    count, previous = 0, None
    for value in path:
        if value != previous:
            count, previous = count + 1, value
    return count


@enumerated(
    cases=lambda: ({"path": p} for T in range(1, 8) for p in schedules(T, (0, 1))),
    latex=r"\Gamma_T \geq \#\{t < T : \theta^\star_{t+1}\neq\theta^\star_t\},\quad"
    r" \#\text{phases} \leq \Gamma_T + 1",
    scope="T <= 7, every schedule with two values",
)
def _phases(path: tuple[int, ...], *, relation: str = "==", more: int = 1) -> Any:
    """One phase more than changes."""
    return _stretches(path), relation, changes(path) + more


D3 = Claim(
    id="D3",
    title="Γ_T bounds the number of changes, so there are at most Γ_T + 1 stationary phases",
    printed=[_phases],
    mutants=[
        _phases.mutant(
            "one phase fewer: counting phases instead of changes",
            r"\#\text{phases} \leq \Gamma_T",
            relation="<=",
            more=0,
        )
    ],
    depends_on=[INDUCTION],
    note="The experiment has one change but sets Γ_T = 2, the number of phases.",
)


# --- D4: two weightings ---------------------------------------------------------------------------


@identity(
    latex=r"\gamma^{-(t-1)}\Big(\gamma^{t-1-s},\ \lambda\Big) ="
    r" \Big(\gamma^{-s},\ \lambda\gamma^{-(t-1)}\Big)",
    scope="every t, s, γ, λ: the second objective is γ^-(t-1) > 0 times the first",
    at={"s": 2, "t": 4},
)
def _two_weightings(*, shift: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """γ^{-(t-1)} times weights and ridge; ``shift`` is added to the exponent of the new ridge."""
    g, lam, t, s = sp.symbols("gamma lambda t s", positive=True)
    factor = g ** (-(t - 1))
    yield "weights", factor * g ** (t - 1 - s), g**-s
    yield "regularisation", factor * lam, lam * g ** (-(t - 1) + shift)


D4 = Claim(
    id="D4",
    title="Discounted weights and growing weights with growing regularisation: the same minimiser",
    kernel=KernelTheorem(
        "D4",
        "every d, t, γ > 0, λ, all log-likelihoods",
        latex=r"\arg\min_\theta -\sum_{s=1}^{t-1}\gamma^{t-1-s}\log\mathbb{P}_\theta(r_{s+1}|a_s)"
        r"+\tfrac\lambda2\lVert\theta\rVert_2^2 = \arg\min_\theta -\sum_{s=1}^{t-1}\gamma^{-s}"
        r"\log\mathbb{P}_\theta(r_{s+1}|a_s)+\tfrac{\lambda\gamma^{-(t-1)}}2\lVert\theta\rVert_2^2",
        mutants=["D4_mutant"],
    ),
    printed=[_two_weightings],
    mutants=[
        _two_weightings.mutant(
            "exponent of the regularisation moved by one: λ γ^-t", r"\lambda\gamma^{-t}", shift=-1
        )
    ],
    depends_on=[TERMWISE],
    note="For γ = 1 the weights are constant, not increasing; the equivalence is then trivial.",
)


# --- Z6, Z7: symbols with two meanings ------------------------------------------------------------

#: Two actions with means 1/2 and 1/4; the better one is played, predicted exactly, and pays 1.
_ONE_ROUND = "one round with means 1/2 and 1/4"
_BETTER, _WORSE = Fraction(1, 2), Fraction(1, 4)


@enumerated(
    cases=lambda: [{"reward": 1, "regret": _BETTER - _BETTER}],
    latex=r"r_t\ \text{has one meaning}",
    scope=_ONE_ROUND,
)
def _reward_and_regret(reward: Any, regret: Any, *, relation: str = "==") -> Any:
    return reward, relation, regret


@enumerated(
    cases=lambda: [{"gap": _BETTER - _WORSE, "error": abs(_BETTER - _BETTER)}],
    latex=r"\Delta_t \neq \Delta_t(a_t,\hat\theta_t)",
    scope=_ONE_ROUND,
    shown={"error": "prediction error"},
)
def _gap_and_error(gap: Any, error: Any, *, relation: str = "!=") -> Any:
    return gap, relation, error


_two_symbols = _reward_and_regret.variant(
    r"r_t:\ \text{reward and regret need two symbols}", relation="!="
)

Z6 = Claim(
    id="Z6",
    lines="239, 2424, 3360, 3366",
    kind="definition",
    title="r_t is the reward in the assumptions and the instantaneous regret in the proofs",
    printed=[_reward_and_regret],
    corrected=[_two_symbols],
    mutants=[
        _two_symbols.mutant(
            "compared the wrong way round", r"\text{reward} < \text{regret}", relation="<"
        )
    ],
    effect="notation",
)
Z7 = Claim(
    id="Z7",
    lines="654, 931, 3343-3349",
    kind="remark",
    title="Δ_t is the gap in the assumption and, with arguments, the prediction error",
    printed=[_gap_and_error],
    mutants=[
        _gap_and_error.mutant(
            "the arguments taken for decoration",
            r"\Delta_t = \Delta_t(a_t,\hat\theta_t)",
            relation="==",
        )
    ],
    ours=True,
    note="The arguments tell the two apart, so this is no erratum; the heading of line 3343 leaves "
    "them out, and means the prediction error. In Z6 nothing tells the two apart.",
)


# --- Z8: a maximum that need not exist ------------------------------------------------------------


@computed_bound(where="0 <= z < 1", latex=r"\mu(x) < \mu(\tfrac{1+x}{2})\quad (0\leq x<1)")
def _better_action() -> Any:
    """Every action along θ* in the open ball has a better one."""
    return logistic.mean, "<", logistic.mean.subs(z, (1 + z) / 2)


_h = sp.Symbol("h", real=True)


@computed_bound(
    where="h >= 0",
    latex=r"\mathcal{A}_t\ \text{compact (or } \sup \text{ for } \max)",
    scope="the unit segment and θ* along it: its end point is the maximiser",
)
def _end_point(*, inside: Any = z - _h, end: Any = z) -> Any:
    """The mean at a point inside is at most the mean at the end."""
    return logistic.mean.subs(z, inside), "<=", logistic.mean.subs(z, end)


Z8 = Claim(
    id="Z8",
    lines="220-224",
    error_lines="222",
    kind="definition",
    title="The regret takes a maximum over the action set, which bounded sets need not attain",
    printed=[
        refuted_for_every(
            _better_action,
            witness={"action set": "open unit ball", "better than a = x e_1": "(1 + x)/2 e_1"},
            latex=r"\max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)\ \text{exists under A1}",
            scope="open unit ball, θ* = e_1, logistic",
        )
    ],
    corrected=[_end_point],
    mutants=[_end_point.mutant("direction turned", inside=z, end=z - _h)],
    depends_on=["D2"],
    effect="notation",
    note="The first assumption bounds the actions; it does not close the action sets. The arg max "
    "of the algorithm (lines 549, 578, 2296) and of the lemma on optimism (line 3364) need the "
    "same; compact sets serve all of them, a supremum only the regret.",
)

CLAIMS = [D1, D2, D3, D4, Z6, Z7, Z8]
