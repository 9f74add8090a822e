"""Which models the setting covers: logistic and Poisson means, K arms (165-172, 255, 745-747)."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Claim, HandStep, Statement
from glbtheory.claims.setting.assumptions import self_concordant
from glbtheory.claims.vocabulary import bound, computed_bound, identity, refuted_for_every
from glbtheory.claims.vocabulary.hand_steps import GARIVIER_MOULINES, TERMWISE
from glbtheory.engines.enumeration import schedules
from glbtheory.setting.links import logistic, poisson, probit, z

N8 = Claim(
    id="N8",
    title="Self-concordance covers the logistic and the Poisson mean",
    printed=[self_concordant(link, sign) for link in (logistic, poisson) for sign in (1, -1)],
    mutants=[
        self_concordant(poisson, 1).mutant(
            "constant lowered by one per cent", factor=sp.Rational(99, 100)
        ),
        self_concordant(logistic, -1).mutant("the probit mean instead", link=probit),
    ],
    depends_on=["A4"],
    fidelity="paraphrase",
    note="This is about the fourth assumption alone; see Z1 for the other three.",
)


# --- Z1: Poisson rewards --------------------------------------------------------------------------


def _rewards_below(m: int) -> Statement:
    """Poisson rewards at most m almost surely: refuted at every rate, P(r <= m) < 1 proved."""
    total = " + ".join(f"l**{n}/{factorial(n)}" for n in range(m + 1))
    return refuted_for_every(
        bound(f"({total})*exp(-l) < 1", "l > 0", latex=rf"\mathbb{{P}}(r\leq {m}) < 1"),
        witness={"m": str(m), "rate": "any", "reward": str(m + 1)},
        latex=r"\text{Poisson rewards satisfy } 0\leq r_t\leq m \text{ (A2)}",
        scope="m = 1, 2, 5 and every rate",
    )


_LIPSCHITZ = refuted_for_every(
    bound("exp(k) > k", "k > 0", latex=r"\dot\mu(k) = e^k > k"),
    witness={"z": "k", "k": "any"},
    latex=r"\text{the Poisson mean is Lipschitz on } \mathbb{R} \text{ (A3)}",
    scope="every candidate constant k",
)


@computed_bound(
    where="z >= 0, h >= 0",
    latex=r"\dot\mu(z) \leq e^S\ (z\leq S)\quad\text{(Poisson)}",
    scope="every S and every z <= S",
)
def _slope_on_ball(*, factor: Any = 1) -> Any:
    """e^{S-h} <= e^S; S is called z here."""
    return sp.exp(z - sp.Symbol("h", real=True)), "<=", factor * sp.exp(z)


Z1 = Claim(
    id="Z1",
    lines="165-172",
    error_lines="51-52, 166-167",
    kind="prose-claim",
    title="The setting of the results includes the Poisson bandit",
    printed=[_LIPSCHITZ, *(_rewards_below(m) for m in (1, 2, 5))],
    corrected=[_slope_on_ball, self_concordant(poisson, 1), self_concordant(poisson, -1)],
    mutants=[
        _slope_on_ball.mutant(
            "Lipschitz constant on z <= S lowered by one per cent", factor=sp.Rational(99, 100)
        )
    ],
    depends_on=["A2", "A3"],
    effect="statement",
    fidelity="implied",
    note="What is left of it is self-concordance, and a slope that is bounded on z <= S only; "
    "rewards would have to be cut off. A Poisson reward exceeds every m with positive probability "
    "and its mean is not Lipschitz on the line; the theorems assume both (bounded noise, k_μ). "
    "Self-concordance alone does cover it (N8).",
)


# --- N15: the linear case recovers K arms ---------------------------------------------------------


@identity(
    latex=r"\hat\theta_{t,i} ="
    r" \frac{\sum_s\gamma^{t-1-s}r_{s+1}1\{I_s=i\}}{N_t(\gamma,i)+\lambda},"
    r"\quad \lVert e_i\rVert_{V_t^{-1}}^2 = \frac{1}{N_t(\gamma,i)+\lambda}",
    scope="K = 2, 3 rounds, every history, γ and λ",
)
def _arms(*, more: Any = 0) -> Iterator[tuple[str, Any, Any]]:
    """Two arms as basis vectors, identity mean: estimate and norm against discounted counts."""
    g, lam = sp.symbols("gamma lambda", positive=True)
    rewards = sp.symbols("r2:5", real=True)
    weights = [g**2, g, sp.Integer(1)]
    for plays in schedules(3, (0, 1)):
        rounds = list(zip(weights, plays, rewards, strict=True))
        V, score = lam * sp.eye(2), sp.zeros(2, 1)
        for w, k, r in rounds:
            e = sp.eye(2)[:, k]
            V, score = V + w * e * e.T, score + w * r * e
        for arm in (0, 1):
            mine = [(w, r) for w, k, r in rounds if k == arm]
            count = sum((w for w, _ in mine), lam + more)
            mean = sum(w * r for w, r in mine) / count
            yield f"{plays}: estimate", (V.inv() * score)[arm], mean
            yield f"{plays}: norm", V.inv()[arm, arm], 1 / count


_HALF = sp.Rational(1, 2)


@identity(
    latex=lambda *, power=_HALF: (
        rf"d\,\beta^2\,T(1-\gamma) \sim K\,\Gamma_T^{{1/2}}\,T^{{{power}}}"
    ),
    scope="exponents of K, Γ_T and T, logarithms left out",
    at={"T": 16},
)
def _gap_rate(*, power: Any = _HALF) -> Iterator[tuple[str, Any, Any]]:
    """The tuning of the gap theorem, d = K and c_μ = 1, in its leading term."""
    T, Gamma, d = formulas.T, formulas.Gamma, formulas.d
    forgotten = 1 - formulas.FORMULAS["gamma_gap"].expression.subs(formulas.c_mu, 1)
    # d β² T log(1/γ) with β² of order λ of order d and log(1/γ) of order 1 - γ.
    yield "exponents", sp.powsimp(d * d * T * forgotten), d * sp.sqrt(Gamma) * T**power


N15 = Claim(
    id="N15",
    title="Identity link, basis actions: D-UCB's estimate, bonus norm and exponents in T and Γ_T",
    printed=[
        _arms.as_cases(),
        _gap_rate.as_part(r"d\cdot d\cdot T(1-\gamma) = d\,\Gamma_T^{1/2}T^{1/2},\ \beta^2\sim d"),
    ],
    mutants=[
        _arms.mutant(
            "count off by a hundredth of an observation",
            r"N_t(\gamma,i)+\lambda+\tfrac{1}{100}",
            more=sp.Rational(1, 100),
        ),
        _gap_rate.mutant("exponent of T moved from 1/2 to 2/3", power=sp.Rational(2, 3)),
    ],
    depends_on=["A4", TERMWISE, GARIVIER_MOULINES],
    fidelity="implied",
    note="The sentence says that the analysis recovers the results of another paper. Checked, in "
    "small cases, is that estimate and bonus norm are those of D-UCB, and that T and Γ_T have the "
    "same exponents. No more than that is recovered: the dependence on the gap differs (1/Δ here, "
    "1/Δ² per arm there), and the identity link is outside of the assumptions (Z174).",
)


# --- Z174: the identity link ----------------------------------------------------------------------

SAME_NULL_SETS = HandStep(
    "same null sets",
    "The laws of a canonical exponential family have positive densities with respect to one "
    "another: what has probability 1 at one parameter has probability 1 at all.",
)
_NEGATIVE = bound("-s < 0", "s > 0", latex=r"\mathbb{E}r = \mu(-s) = -s < 0\quad (s > 0)")
#: A reward of m with probability x/m, otherwise 0: another law, with the identity as its mean.
_TWO_POINTS = bound(
    "{top}*(x/m) + 0*(1 - x/m) == x",
    "m > 0",
    latex=r"m\cdot\frac{x}{m}+0\cdot\Big(1-\frac{x}{m}\Big) = x",
    scope="every m > 0 and every x",
    top="m",
)
_PROBABILITY = bound(
    "m*x/m <= {most}",
    "m > 0, 0 <= x <= 1",
    latex=r"\frac{x}{m}\leq 1\quad (0\leq x\leq m)",
    scope="every m > 0; the mean is m x in the check",
    most="1",
)

Z174 = Claim(
    id="Z174",
    lines="745-747",
    error_lines="745",
    kind="prose-claim",
    title="The identity link is no mean function of bounded rewards of the paper's family",
    printed=[
        refuted_for_every(
            _NEGATIVE,
            witness={"a": "e_1", "theta": "-s e_1", "s": "any", "m": "any"},
            latex=r"d\mathbb{P}_\theta(r|a) = \exp(ra^\top\theta-b(a^\top\theta)+c(r))d\nu(r),"
            r"\ \mu(x) = \dot b(x) = x,\ 0\leq r_t\leq m\ \text{can be met together}",
            scope="every m, every family and every true parameter",
        )
    ],
    corrected=[_TWO_POINTS, _PROBABILITY],
    mutants=[
        _TWO_POINTS.mutant("reward of 0.99 m", top="99/100*m"),
        _PROBABILITY.mutant("probability of at most 0.99", most="99/100"),
    ],
    depends_on=["A2", "D1"],
    witness_rests_on=["D1", SAME_NULL_SETS],
    effect="statement",
    fidelity="implied",
    note="If the rewards of one parameter lie in [0, m], so do those of every parameter of the "
    "family, and their means are not negative; but the mean at a·θ = -s is -s (D1). So the family "
    "of line 198, the second assumption and the identity mean exclude one another; with the "
    "identity mean the family is Gaussian. The remark stands for rewards in [0, m] of another law, "
    "such as m with probability x/m and 0 otherwise, which is the K-arm setting.",
)

CLAIMS = [N8, Z1, N15, Z174]
