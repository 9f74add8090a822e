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
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.stationary_rounds import changes
from glbtheory.claims.vocabulary.symbolic_data import mu
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
    """Mean (moment 1), variance (2) or third central moment (3) against a derivative of b."""
    r = sp.Symbol("r", integer=True, nonnegative=True)
    y = sp.Symbol("y", positive=True)  # y = e^z: sums over rewards become rational in y

    def derivative(b: Any) -> Any:
        for _ in range(order):
            b = sp.simplify(y * sp.diff(b, y))  # d/dz = y d/dy
        return b

    def central(raw: Any) -> Any:
        mean = raw(1)
        if moment == 1:
            return mean
        terms = (sp.binomial(moment, k) * raw(k) * (-mean) ** (moment - k) for k in range(1, 4))
        return sp.expand((-mean) ** moment + sum(terms))

    for name, weights in _FINITE.items():
        total = sum(w * y**k for k, w in weights.items())

        def raw(n: int, weights: Any = weights, total: Any = total) -> Any:
            return sum(k**n * w * y**k for k, w in weights.items()) / total

        yield name, central(raw), derivative(sp.log(total))

    def poisson(n: int) -> Any:
        return sp.summation(r**n * y**r / sp.factorial(r), (r, 0, sp.oo)) * sp.exp(-y)

    yield "Poisson", central(poisson), derivative(y)
    x, s = sp.symbols("x s", real=True)
    density = sp.exp(x * s - s**2 / 2 - x**2 / 2) / sp.sqrt(2 * sp.pi)
    integrand = (x if moment == 1 else (x - s) ** moment) * density
    yield "Gaussian", sp.integrate(integrand, (x, -sp.oo, sp.oo)), sp.diff(s**2 / 2, s, order)


_variances = _moments.variant(r"\operatorname{Var}(r) = \ddot b = \dot\mu", moment=2, order=2)

_TILTED = r"\frac{d^{%s}}{dz^{%s}}e^{rz-b} = %s\,e^{rz-b},\quad x = r-\dot b(z)"


@identity(
    latex=lambda *, order=1: (
        _TILTED % (order, order, ("x", r"(x^2-\ddot b)", r"(x^3-3x\ddot b-\dddot b)")[order - 1])
    ),
    scope="every b, r and z",
)
def tilted(*, order: int = 1, rewards: int = 1) -> Iterator[tuple[str, Any, Any]]:
    """Derivatives of the density in z; the integral of each is 0, since that of the density is 1.

    ``rewards`` is a factor before r.
    """
    r, z0, u = sp.symbols("r z u", real=True)
    b = sp.Function("b")
    density = sp.exp(r * u - b(u))
    x, second, third = (rewards * r - mu(z0), mu(z0, 2), mu(z0, 3))
    factor = (x, x**2 - second, x**3 - 3 * x * second - third)[order - 1]
    found = sp.diff(density, u, order).subs(u, z0).doit()
    yield f"order {order}", sp.expand(found / density.subs(u, z0)), sp.expand(factor.doit())


D1 = Claim(
    id="D1",
    title="In a canonical exponential family the mean is b' and the variance is b''",
    kernel=KernelTheorem(
        "D1",
        "every d, a, θ, b, c and measure ν, inside the parameters at which the density is "
        "integrable; b is not assumed differentiable",
        shows=r"\int e^{rz-b(z)+c(r)}d\nu(r) = 1\ \forall z \implies \mathbb{E}[r|a] ="
        r" \dot b(a^\top\theta) = \mu(a^\top\theta),\quad"
        r" \operatorname{Var}[r|a] = \dot\mu(a^\top\theta)",
        mutants=["D1_mutant"],
    ),
    printed=[_moments.as_cases()],
    support=[_variances.as_cases(), tilted, tilted.variant(order=2)],
    mutants=[
        _moments.mutant("derivative dropped: μ = b instead of b'", r"\mu = b", order=0),
        _variances.mutant(
            "one derivative fewer: variance b' instead of b''",
            r"\operatorname{Var}(r) = \dot b",
            order=1,
        ),
        tilted.mutant(
            "r taken twice",
            r"\tfrac{d}{dz}e^{rz-b} = (2r-\dot b)\,e^{rz-b}",
            rewards=2,
        ),
    ],
    fidelity="verbatim",
    note="The density integrates to 1 for every z, and may be differentiated under the integral: "
    "the integrals of its derivatives are 0, which are E(r - b') and E(r - b')² - b''. So b is "
    "convex. The variance b'' = μ' is what ties the matrices H to the noise.",
)


# --- D2, D3: regret and changes -------------------------------------------------------------------

#: Means of two arms in three rounds; arm p is played, then q, then p.
_BEST = "max(p1, q1) + max(p2, q2) + max(p3, q3)"
_FIXED = "max(p1 + p2 + p3, q1 + q2 + q3)"
_TABLES = "3 rounds, 2 arms, every table of means"

_REGRET = bound(
    "{compared} >= (p1 + q2 + p3)",
    latex=r"R_T = \sum_{t=1}^T \max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)"
    r" - \mu(a_t^\top\theta^\star_t)",
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
    kernel=KernelTheorem(
        "D2",
        "every d, T, all action sets with a maximum, all links",
        shows=r"R_T \geq 0,\quad R_T = 0 \iff \text{every}\ a_t\ \text{is a best action},\quad "
        r"\sum_{t=1}^T\mu(a^\top\theta^\star_t)-\sum_{t=1}^T\mu(a_t^\top\theta^\star_t) \leq R_T",
        mutants=["D2_mutant"],
    ),
    printed=[_REGRET.as_cases(r"R_T \geq 0")],
    support=[_FIXED_ACTION.as_cases()],
    mutants=[
        _REGRET.mutant(
            "maximum and sum exchanged: the regret against a fixed action can be negative",
            compared=_FIXED,
        ),
        _FIXED_ACTION.mutant(
            "direction of the comparison with the fixed action turned", lower=_BEST, upper=_FIXED
        ),
    ],
    fidelity="verbatim",
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
    latex=r"\#\{t < T : \theta^\star_{t+1}\neq\theta^\star_t\} \leq \Gamma_T",
    scope="T <= 7, every schedule with two values",
)
def _phases(path: tuple[int, ...], *, relation: str = "==", more: int = 1) -> Any:
    """One phase more than changes."""
    return _stretches(path), relation, changes(path) + more


D3 = Claim(
    id="D3",
    title="Γ_T bounds the number of changes, so there are at most Γ_T + 1 stationary phases",
    kernel=KernelTheorem(
        "D3",
        "every T >= 1 and every sequence of parameters",
        shows=r"\#\text{phases} = \#\{t < T : \theta^\star_{t+1}\neq\theta^\star_t\}+1 \leq "
        r"\Gamma_T+1",
        mutants=["D3_mutant"],
    ),
    printed=[_phases.as_cases(r"\#\text{phases} = \#\text{changes}+1 \leq \Gamma_T+1")],
    mutants=[
        _phases.mutant(
            "one phase fewer: counting phases instead of changes",
            r"\#\text{phases} \leq \Gamma_T",
            relation="<=",
            more=0,
        ),
    ],
    fidelity="paraphrase",
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
    fidelity="paraphrase",
    note="For γ = 1 the weights are constant, not increasing; the equivalence is then trivial.",
)


# --- Z6, Z7: symbols with two meanings ------------------------------------------------------------

#: Two actions with means 1/2 and 1/4, Bernoulli rewards; the better one is played and pays 1.
_ONE_ROUND = "an instance: one round, Bernoulli rewards of means 1/2 and 1/4"
_MEANS = (Fraction(1, 2), Fraction(1, 4))
_TWICE = r"r_t\ \text{(reward, line 239)} %s r_t\ \text{(regret, line 2424)}"


@enumerated(
    cases=lambda: [{"means": _MEANS, "played": 0, "reward": 1}],
    latex=_TWICE % "=",
    scope=_ONE_ROUND,
)
def _reward_and_regret(means: Any, played: int, reward: int, *, relation: str = "==") -> Any:
    """The reward of a round against the loss of mean of line 2424."""
    return reward, relation, max(means) - means[played]


@enumerated(
    cases=lambda: [{"means": _MEANS, "played": 0, "predicted": _MEANS[0]}],
    latex=r"\Delta_t\ \text{(line 654)} \neq \Delta_t(a_t,\hat\theta_t)\ \text{(line 931)}",
    scope=_ONE_ROUND,
)
def _gap_and_error(means: Any, played: int, predicted: Any, *, relation: str = "!=") -> Any:
    """The least distance of a worse mean from the best one against |predicted - true mean|."""
    best = max(means)
    return min(best - x for x in means if x < best), relation, abs(predicted - means[played])


_two_symbols = _reward_and_regret.variant(_TWICE % r"\neq", relation="!=")

Z6 = Claim(
    id="Z6",
    lines="239, 2424, 3360, 3366",
    kind="definition",
    title="r_t is the reward in the assumptions and the instantaneous regret in the proofs",
    printed=[_reward_and_regret],
    corrected=[_two_symbols.as_whole()],
    mutants=[
        _two_symbols.mutant(
            "compared the wrong way round", r"\text{reward} < \text{regret}", relation="<"
        )
    ],
    effect="notation",
    fidelity="implied",
    note="A letter that is used twice: a convention, and no false statement. One round in which "
    "the two differ shows that they need two symbols.",
)
Z7 = Claim(
    id="Z7",
    lines="654, 931, 3343-3349",
    kind="remark",
    title="Δ_t is the gap in the assumption and, with arguments, the prediction error",
    printed=[_gap_and_error.as_whole()],
    mutants=[
        _gap_and_error.mutant(
            "the arguments taken for decoration",
            r"\Delta_t = \Delta_t(a_t,\hat\theta_t)",
            relation="==",
        )
    ],
    ours=True,
    note="One round in which the two differ. The arguments tell them apart, so this is no erratum; "
    "the heading of line 3343 leaves them out, and means the prediction error. In Z6 nothing tells "
    "the two apart.",
)


# --- Z8: a maximum that need not exist ------------------------------------------------------------


@computed_bound(where="-1 < z < 1", latex=r"\mu(x) < \mu(\tfrac{1+x}{2})\quad (|x|<1)")
def _better_action() -> Any:
    """Every action of the open ball, of which x = a·θ* alone matters, has a better one."""
    return logistic.mean, "<", logistic.mean.subs(z, (1 + z) / 2)


_h = sp.Symbol("h", real=True)


@computed_bound(
    where="h >= 0",
    latex=r"\max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)\ \text{exists if}\ \mathcal{A}_t"
    r"\ \text{is compact}",
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
    kernel=KernelTheorem(
        "Z8",
        "every d, every compact set that is not empty, every continuous link",
        covers="corrected",
        latex=r"\mathcal{A}_t\ \text{compact} \;\Rightarrow\; \exists a\in\mathcal{A}_t\ \forall "
        r"b\in\mathcal{A}_t:\ \mu(b^\top\theta^\star_t) \leq \mu(a^\top\theta^\star_t)",
        mutants=["Z8_mutant"],
    ),
    printed=[
        refuted_for_every(
            _better_action,
            witness={
                "action set": "open unit ball",
                "better than an action with first entry x": "(1 + x)/2 e_1",
            },
            latex=r"\max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)\ \text{exists under A1}",
            scope="open unit ball, θ* = e_1, logistic",
        )
    ],
    corrected=[
        _end_point.as_cases(r"\mu(x-h) \leq \mu(x)\ (h\geq 0)\quad\text{(a segment, logistic)}")
    ],
    mutants=[_end_point.mutant("direction turned", inside=z, end=z - _h)],
    hypotheses=["A3"],
    depends_on=["D2"],
    effect="notation",
    fidelity="implied",
    note="A convention: who writes max takes it to exist. The first assumption bounds the actions; "
    "it does not close the action sets. The arg max of the algorithm (lines 549, 578, 2296) and of "
    "the lemma on optimism (line 3364) need the same; compact sets serve all of them, a supremum "
    "only the regret.",
)


# --- Z173: how often b may be differentiated ------------------------------------------------------

#: The Laplace mean: μ' = e^{-|z|}/2, so that |μ''| = μ' off 0.  Its difference quotients at 0.
_BENT = bound(
    "(1 - exp(-h))/(2*h) - (exp(-h) - 1)/(2*h) >= {least}",
    "0 < h <= 1",
    latex=r"\frac{\dot\mu(0)-\dot\mu(-h)}{h}-\frac{\dot\mu(h)-\dot\mu(0)}{h} \geq \tfrac12,"
    r"\quad \dot\mu(z) = \tfrac12e^{-|z|}",
    scope="the Laplace mean: C^1, 1/2-Lipschitz, c_μ = e^-S/2, no second derivative at 0",
    least="1/2",
)
_third = _moments.variant(
    r"\text{canonical family: } b\in C^\infty,\quad"
    r" \ddot\mu = \dddot b = \mathbb{E}(r-\mu)^3",
    moment=3,
    order=3,
)

Z173 = Claim(
    id="Z173",
    lines="199-200, 244-245, 259-261",
    kind="definition",
    title="b is asked to be twice differentiable and μ once; the family is why μ'' exists",
    kernel=KernelTheorem(
        "Z173",
        "every b, c and measure ν, inside the parameters at which the density is integrable",
        mutants=["Z173_mutant"],
    ),
    printed=[_third.as_cases()],
    support=[tilted.variant(order=3), _BENT],
    mutants=[
        _third.mutant("one derivative fewer", r"\ddot b = \mathbb{E}(r-\mu)^3", order=2),
        tilted.mutant(
            "r taken twice",
            r"\tfrac{d^3}{dz^3}e^{rz-b} = ((2r-\dot b)^3-3(2r-\dot b)\ddot b-\dddot b)\,e^{rz-b}",
            order=3,
            rewards=2,
        ),
        _BENT.mutant("the two quotients further apart", least="1"),
    ],
    depends_on=["D1"],
    fidelity="implied",
    note="Words that ask too little, and no false statement: lines 200 and 244 ask for fewer "
    "derivatives than line 260 uses, and the family of line 198 makes b smooth. The assumptions on "
    "μ alone would not do: the Laplace mean meets the third and, off 0, the fourth, and has no "
    "second derivative at 0; but it belongs to no canonical family. Whoever reads the assumptions "
    "without the family has to add that μ is twice differentiable, as L4 does.",
)

CLAIMS = [D1, D2, D3, D4, Z6, Z7, Z8, Z173]
