"""The setting: exponential families, assumptions, regret, forgetting (lines 185-285, 1330-1347)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import factorial
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import (
    CAUCHY_SCHWARZ,
    DIFFERENTIATE,
    GARIVIER_MOULINES,
    INDUCTION,
    MEAN_VALUE,
    TERMWISE,
)
from glbtheory.claims.vocabulary.old_forms import identities, refuted_for_every
from glbtheory.claims.vocabulary.stationary_rounds import changes
from glbtheory.engines.enumeration import enumerate_cases, schedules
from glbtheory.engines.evidence import Evidence
from glbtheory.setting.links import binomial, linear, logistic, poisson, probit, scaled_bernoulli, z

_h = sp.Symbol("h", real=True)


# --- D1: exponential families -------------------------------------------------------------------


def _families(moment: int, order: int) -> Iterable[tuple[str, Any, Any]]:
    """Mean (moment 1) or variance (2) against the derivative of b of some order."""
    r = sp.Symbol("r", integer=True, nonnegative=True)
    y = sp.Symbol("y", positive=True)  # y = e^z: sums over rewards become rational in y

    def derivative(expr: Any) -> Any:
        return sp.simplify(y * sp.diff(expr, y))  # d/dz = y d/dy

    def of_order(b: Any) -> Any:
        for _ in range(order):
            b = derivative(b)
        return b

    for name, weights in _FINITE.items():
        total = sum(w * y**k for k, w in weights.items())
        mean = sum(k * w * y**k for k, w in weights.items()) / total
        second = sum(k**2 * w * y**k for k, w in weights.items()) / total
        yield name, mean if moment == 1 else second - mean**2, of_order(sp.log(total))
    if order == 0:
        return  # b = μ for Poisson by chance
    mean = sp.summation(r * y**r / sp.factorial(r), (r, 0, sp.oo)) * sp.exp(-y)
    second = sp.summation(r**2 * y**r / sp.factorial(r), (r, 0, sp.oo)) * sp.exp(-y)
    yield "Poisson", mean if moment == 1 else sp.expand(second - mean**2), of_order(y)
    x, s = sp.symbols("x s", real=True)
    density = sp.exp(x * s - s**2 / 2 - x**2 / 2) / sp.sqrt(2 * sp.pi)
    integrand = x if moment == 1 else (x - s) ** 2
    yield (
        "Gaussian",
        sp.integrate(integrand * density, (x, -sp.oo, sp.oo)),
        sp.diff(s**2 / 2, s, order),
    )


_w = sp.symbols("w0:4", positive=True)
#: Finite supports with free weights: every law on {0,1,2,3} is among them.
_FINITE = {
    "Bernoulli": {0: sp.Integer(1), 1: sp.Integer(1)},
    "binomial(3)": {k: sp.binomial(3, k) for k in range(4)},
    "any law on {0,1,2,3}": dict(enumerate(_w)),
}

D1 = Claim(
    id="D1",
    title="In a canonical exponential family the mean is b' and the variance is b''",
    printed=[
        identities(
            lambda: _families(1, 1),
            r"d\mathbb{P}_\theta(r|a) = \exp(r a^\top\theta - b(a^\top\theta) + c(r))\,d\nu(r),"
            r"\quad \mu = \dot b, \quad \mathbb{E}[r_{t+1}|a_t] = \mu(a_t^\top\theta^\star)",
            "every law on {0,1,2,3}, Poisson and Gaussian",
        )
    ],
    mutants=[
        identities(
            lambda: _families(1, 0),
            r"\mu = b",
            "every law on {0,1,2,3}",
            why="derivative dropped: μ = b instead of b'",
        ),
        identities(
            lambda: _families(2, 1),
            r"\operatorname{Var}(r) = \dot b",
            "every law on {0,1,2,3}, Poisson and Gaussian",
            why="one derivative fewer: variance b' instead of b''",
        ),
    ],
    support=[
        identities(
            lambda: _families(2, 2),
            r"\operatorname{Var}(r) = \ddot b = \dot\mu",
            "every law on {0,1,2,3}, Poisson and Gaussian",
        )
    ],
    depends_on=[DIFFERENTIATE],
    note="The variance b'' = μ' is what ties the matrices H to the noise.",
)


# --- D2, D3: regret and changes -----------------------------------------------------------------

#: Means of two arms in three rounds; arm p is played, then q, then p.
_BEST = "max(p1, q1) + max(p2, q2) + max(p3, q3)"
_FIXED = "max(p1 + p2 + p3, q1 + q2 + q3)"
_PLAYED = "(p1 + q2 + p3)"


def _regret(lhs: str, relation: str, rhs: str, latex: str, why: str = "") -> Bound:
    scope = "3 rounds, 2 arms, every table of means"
    return Bound(lhs, relation, rhs, latex=latex, scope=scope, why=why)


D2 = Claim(
    id="D2",
    title="Dynamic regret compares with the best action of each round",
    printed=[
        _regret(
            _BEST,
            ">=",
            _PLAYED,
            r"R_T = \sum_{t=1}^T \max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)"
            r" - \mu(a_t^\top\theta^\star_t) \geq 0",
        )
    ],
    support=[
        _regret(
            _FIXED,
            "<=",
            _BEST,
            r"\max_{a}\sum_t \mu(a^\top\theta^\star_t)"
            r" - \sum_t\mu(a_t^\top\theta^\star_t) \leq R_T",
        ),
    ],
    mutants=[
        _regret(
            _FIXED,
            ">=",
            _PLAYED,
            r"\max_a \sum_t \mu(a^\top\theta^\star_t) - \sum_t \mu(a_t^\top\theta^\star_t) \geq 0",
            why="maximum and sum exchanged: the regret against a fixed action can be negative",
        ),
        _regret(
            _BEST,
            "<=",
            _FIXED,
            r"R_T \leq \max_a \sum_t (\cdots)",
            why="direction of the comparison with the fixed action turned",
        ),
    ],
    depends_on=[INDUCTION],
)


def _stretch_count(path: tuple[int, ...]) -> int:
    """Maximal constant stretches, counted by walking and not by differences."""
    count, previous = 0, None
    for value in path:
        if value != previous:
            count, previous = count + 1, value
    return count


def _schedule(check: Any, latex: str, why: str = "") -> Statement:
    def run() -> Evidence:
        cases = ({"path": p} for T in range(1, 8) for p in schedules(T, (0, 1)))
        return enumerate_cases(cases, check, "T <= 7, every schedule with two values")

    return Statement(latex, run, why)


D3 = Claim(
    id="D3",
    title="Γ_T bounds the number of changes, so there are at most Γ_T + 1 stationary phases",
    printed=[
        _schedule(
            lambda c: (_stretch_count(c["path"]), "==", changes(c["path"]) + 1),
            r"\Gamma_T \geq \#\{t < T : \theta^\star_{t+1}\neq\theta^\star_t\},\quad"
            r" \#\text{phases} \leq \Gamma_T + 1",
        )
    ],
    mutants=[
        _schedule(
            lambda c: (_stretch_count(c["path"]), "<=", changes(c["path"])),
            r"\#\text{phases} \leq \Gamma_T",
            why="one phase fewer: counting phases instead of changes",
        )
    ],
    depends_on=[INDUCTION],
    note="The experiment has one change but sets Γ_T = 2, the number of phases.",
)


# --- A1: bounded actions and parameters ---------------------------------------------------------


def _inner_product(d: int, shrink: Fraction = Fraction(1)) -> Bound:
    """Cauchy-Schwarz on the ball, written so that S drops out: (a.θ)^2 <= |a|^2 |θ|^2."""
    a, b = sp.symbols(f"a1:{d + 1} b1:{d + 1}", real=True)[:d], sp.symbols(f"b1:{d + 1}", real=True)
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    norms = sum(x**2 for x in a) * sum(y**2 for y in b)
    return Bound(
        dot**2,
        "<=",
        sp.Rational(str(shrink)) * norms,
        latex=r"|a^\top\theta| \leq \lVert a\rVert_2\lVert\theta\rVert_2 \leq S",
        scope=f"d = {d}, all a and θ",
        why="" if shrink == 1 else "range shrunk by half a per cent (its square by one)",
    )


A1 = Claim(
    id="A1",
    title="Actions in the unit ball and parameters in the S-ball give a·θ the range [-S, S]",
    printed=[_inner_product(d) for d in (1, 2, 3)],
    mutants=[_inner_product(2, Fraction(99, 100))],
    depends_on=[CAUCHY_SCHWARZ],
    note="Equality holds for parallel vectors, so the range is all of [-S, S].",
)


# --- A2: bounded rewards ------------------------------------------------------------------------


def _noise(factor: Fraction) -> Bound:
    # r in [0, m] and its mean in [0, m]: the noise lies in [-m, m].
    return Bound(
        "abs(m*u - m*v)",
        "<=",
        f"{factor}*m",
        "m > 0, 0 <= u <= 1, 0 <= v <= 1",
        latex=r"0 \leq r_t \leq m \;\Rightarrow\; |\epsilon_t| = |r_t - \mathbb{E}r_t| \leq m",
        scope="every m, every reward and mean in [0, m]",
        why="" if factor == 1 else "bound on the noise lowered by one per cent",
    )


A2 = Claim(
    id="A2",
    title="Rewards in [0, m]: the noise is bounded by m",
    printed=[_noise(Fraction(1))],
    mutants=[_noise(Fraction(99, 100))],
    note="It rules out Poisson and Gaussian rewards, whatever m.",
)


# --- A3: the mean function ----------------------------------------------------------------------


def _lipschitz(link: Any, k: Any, why: str = "") -> Bound:
    return Bound(
        link.slope,
        "<=",
        sp.sympify(k),
        latex=rf"\dot\mu \leq k_\mu = {sp.latex(sp.sympify(k))} \quad\text{{({link.name})}}",
        scope=f"{link.name}, all z",
        why=why,
    )


def _least_slope(factor: Fraction = Fraction(1)) -> Bound:
    """inf over |z| <= S of the logistic slope is at S: write S = z + h with z, h >= 0."""
    return Bound(
        logistic.slope,
        ">=",
        sp.Rational(str(factor)) / (2 + sp.exp(z + _h) + sp.exp(-z - _h)),
        "z >= 0, h >= 0",
        latex=r"c_\mu = \inf_{\theta\in\Theta,\lVert a\rVert\leq 1}\dot\mu(a^\top\theta)"
        r" = \frac{1}{2 + e^S + e^{-S}} > 0 \quad\text{(logistic)}",
        scope="logistic, every S and every |z| <= S (the slope is even)",
        why="" if factor == 1 else "c_μ raised by one per cent",
    )


_EVEN = Bound(
    logistic.slope,
    "==",
    logistic.slope.subs(z, -z),
    latex=r"\dot\mu(-z) = \dot\mu(z) \quad\text{(logistic)}",
    scope="logistic, all z",
)

A3 = Claim(
    id="A3",
    title="A Lipschitz mean function whose slope stays above c_μ on the parameter set",
    printed=[
        _lipschitz(logistic, sp.Rational(1, 4)),
        _lipschitz(linear, 1),
        _lipschitz(binomial(3), sp.Rational(3, 4)),
        _EVEN,
        _least_slope(),
    ],
    mutants=[
        _lipschitz(logistic, sp.Rational(99, 400), "k_μ lowered by one per cent"),
        _least_slope(Fraction(101, 100)),
        _lipschitz(poisson, 10**3, "the Poisson mean with a Lipschitz constant: none is enough"),
    ],
    depends_on=[MEAN_VALUE],
    note="On the whole line the Poisson mean is not Lipschitz; on |z| <= S it is, with e^S.",
)


# --- A4: self-concordance -----------------------------------------------------------------------


def curvature_bound(link: Any, sign: int, factor: Any = 1, why: str = "") -> Bound:
    """±μ'' <= factor μ' on the whole line."""
    return Bound(
        sign * link.curvature,
        "<=",
        sp.sympify(factor) * link.slope,
        latex=rf"{'' if sign == 1 else '-'}\ddot\mu \leq"
        rf" {'' if factor == 1 else sp.latex(sp.sympify(factor))}\dot\mu"
        rf" \quad\text{{({link.name})}}",
        scope=f"{link.name}, all z",
        why=why,
    )


A4 = Claim(
    id="A4",
    title="Self-concordance |μ''| <= μ' holds for logistic, Poisson, linear and binomial means",
    printed=[
        curvature_bound(link, sign)
        for link in (logistic, poisson, linear, binomial(3))
        for sign in (1, -1)
    ],
    mutants=[
        curvature_bound(logistic, 1, sp.Rational(99, 100), "logistic: constant lowered by 1 %"),
        curvature_bound(poisson, 1, sp.Rational(99, 100), "Poisson: constant lowered by 1 %"),
        curvature_bound(probit, 1, 1, "the probit mean, whose ratio |μ''|/μ' is |z|"),
        curvature_bound(
            scaled_bernoulli(2), 1, 1, "rewards {0, 2}: the canonical family needs constant 2"
        ),
    ],
)


# --- A5: minimal gap ----------------------------------------------------------------------------

A5 = Claim(
    id="A5",
    title="With a minimal gap Δ an instantaneous regret is 0 or at least Δ, so r <= r²/Δ",
    printed=[
        Bound(
            "g + e",
            "<=",
            "(g + e)**2/g",
            "g > 0, e >= 0",
            latex=r"\forall t\leq T,\ \Delta_t \geq \Delta > 0"
            r"\;\Rightarrow\; r_t = 0 \text{ or } r_t \geq \Delta,\ r_t \leq r_t^2/\Delta",
            scope="every Δ > 0 and every regret at least Δ (regret 0 is immediate)",
        )
    ],
    mutants=[
        Bound(
            "g + e",
            "<=",
            "(g + e)**2/(1.01*g)",
            "g > 0, e >= 0",
            latex=r"r_t \leq r_t^2/(1.01\,\Delta)",
            why="gap overstated by one per cent",
        ),
        Bound(
            "r",
            "<=",
            "r**2/g",
            "r >= 0, g > 0",
            latex=r"r_t \leq r_t^2/\Delta \text{ for every } r_t \geq 0",
            why="hypothesis dropped: regrets below Δ allowed, as with a continuum of actions",
        ),
    ],
    note="With actions in a ball the gaps have infimum 0: the assumption needs separated actions. "
    "When all actions of a round tie, the minimum runs over the empty set (read it as infinite). "
    "The a_⋆ of lines 654-655 is not defined there and carries no round; it is the a_{⋆,t} of line "
    "2419, the best action of round t. Two theorems use the assumption, not one (Z120).",
)


# --- A6, A7: horizon and weights ----------------------------------------------------------------


def _radius_grows(relation: str, why: str = "") -> Bound:
    """The sign of dρ/dT, at d = m = λ = 1 and k_μ = 1/4 (δ drops out)."""
    rho = formulas.FORMULAS["rho"].expanded()
    plain = {formulas.d: 1, formulas.m: 1, formulas.lam: 1, formulas.k_mu: sp.Rational(1, 4)}
    return Bound(
        sp.together(sp.diff(rho.subs(plain), formulas.T)),
        relation,
        sp.Integer(0),
        "T >= 1, 0 < gamma < 1",
        latex=r"\partial\rho_T^\delta/\partial T > 0",
        scope="d = m = λ = 1, k_μ = 1/4; every T, γ, δ",
        why=why,
    )


A6 = Claim(
    id="A6",
    title="The horizon is known: the radius ρ_T, and so the algorithm's bonus, depends on T",
    printed=[_radius_grows(">")],
    mutants=[_radius_grows("==", "derivative 0: a radius that does not need T")],
)


def _weights_ordered(last: int, latex: str, strict: bool = False, why: str = "") -> Statement:
    """0 < w_1 <= w_t <= w_{t+1} <= w_T for t = 1 .. T - last, with w_t = γ^{-t}."""

    def cases() -> Iterable[dict[str, Any]]:
        for T in range(2, 7):
            for g in (Fraction(1, 2), Fraction(9, 10), Fraction(1)):
                for t in range(1, T - last + 1):
                    yield {"T": T, "gamma": g, "t": t}

    def check(case: dict[str, Any]) -> bool:
        w = {s: case["gamma"] ** -s for s in range(1, case["T"] + 2)}
        t, T = case["t"], case["T"]
        ordered = 0 < w[1] <= w[t] <= w[t + 1] <= w[T]
        return bool(ordered and (w[t] < w[t + 1] or not strict))

    scope = "w_t = γ^-t, 2 <= T <= 6, γ in {1/2, 9/10, 1}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


A7 = Claim(
    id="A7",
    error_lines="1345",
    title="Weights are positive and non-decreasing up to the horizon",
    printed=[
        _weights_ordered(0, r"\forall\, 1\leq t\leq T,\; 0 < w_1 \leq w_t \leq w_{t+1} \leq w_T")
    ],
    corrected=[
        _weights_ordered(1, r"\forall\, 1\leq t\leq T-1,\; 0 < w_1 \leq w_t \leq w_{t+1} \leq w_T")
    ],
    support=[
        Bound(
            "w",
            "<=",
            "w/g",
            "w > 0, 0 < g <= 1",
            latex=r"\gamma^{-t} \leq \gamma^{-(t+1)} \quad (0 < \gamma \leq 1)",
            scope="every t and γ",
        ),
    ],
    mutants=[
        _weights_ordered(
            1,
            r"\forall\, 1\leq t\leq T-1,\; 0 < w_1 \leq w_t < w_{t+1} \leq w_T",
            strict=True,
            why="non-decreasing made increasing: fails for γ = 1",
        ),
        Bound(
            "w", "<=", "0.99*w/g", "w > 0, 0 < g <= 1", why="next weight lowered by one per cent"
        ),
    ],
    depends_on=[INDUCTION],
    effect="notation",
    note="At t = T the printed chain asks w_{T+1} <= w_T (or names a weight that does not exist), "
    "which growing weights such as γ^-t break.",
)


# --- D4: two weightings -------------------------------------------------------------------------


def _two_weightings(offset: int) -> Iterable[tuple[str, Any, Any]]:
    g, lam, t, s = sp.symbols("gamma lambda t s", positive=True)
    factor = g ** (-(t - 1))
    yield "weights", factor * g ** (t - 1 - s), g**-s
    yield "regularisation", factor * lam, lam * g ** (-(t - 1) + offset)


D4 = Claim(
    id="D4",
    title="Discounted weights and growing weights with growing regularisation: the same minimiser",
    printed=[
        identities(
            lambda: _two_weightings(0),
            r"\gamma^{-(t-1)}\Big(\gamma^{t-1-s},\ \lambda\Big) ="
            r" \Big(\gamma^{-s},\ \lambda\gamma^{-(t-1)}\Big)",
            "every t, s, γ, λ: the second objective is γ^-(t-1) > 0 times the first",
        )
    ],
    mutants=[
        identities(
            lambda: _two_weightings(-1),
            r"\lambda\gamma^{-t}",
            "every t, s, γ, λ",
            why="exponent of the regularisation moved by one: λ γ^-t",
            at={"s": 2, "t": 4},
        )
    ],
    depends_on=[TERMWISE],
    note="For γ = 1 the weights are constant, not increasing; the equivalence is then trivial.",
)


# --- N8 and Z1: which models are covered --------------------------------------------------------

N8 = Claim(
    id="N8",
    title="Self-concordance covers the logistic and the Poisson mean",
    printed=[curvature_bound(link, sign) for link in (logistic, poisson) for sign in (1, -1)],
    mutants=[
        curvature_bound(poisson, 1, sp.Rational(99, 100), "constant lowered by one per cent"),
        curvature_bound(probit, -1, 1, "the probit mean instead"),
    ],
    depends_on=["A4"],
    note="This is about the fourth assumption alone; see Z1 for the other three.",
)


def _bounded_by(m: int) -> Statement:
    """Poisson rewards at most m almost surely: refuted at every rate, P(r <= m) < 1 proved."""
    total = " + ".join(f"l**{n}/{factorial(n)}" for n in range(m + 1))
    return refuted_for_every(
        Bound(f"({total})*exp(-l)", "<", "1", "l > 0", latex=rf"\mathbb{{P}}(r\leq {m}) < 1"),
        {"m": str(m), "rate": "any", "reward": str(m + 1)},
        r"\text{Poisson rewards satisfy } 0\leq r_t\leq m \text{ (A2)}",
        "m = 1, 2, 5 and every rate",
    )


Z1 = Claim(
    id="Z1",
    lines="165-172",
    error_lines="51-52, 166-167",
    kind="prose-claim",
    title="The setting of the results includes the Poisson bandit",
    printed=[
        refuted_for_every(
            Bound("exp(k)", ">", "k", "k > 0", latex=r"\dot\mu(k) = e^k > k"),
            {"z": "k", "k": "any"},
            r"\text{the Poisson mean is Lipschitz on } \mathbb{R} \text{ (A3)}",
            "every candidate constant k",
        ),
        *(_bounded_by(m) for m in (1, 2, 5)),
    ],
    corrected=[
        Bound(
            sp.exp(z - _h),
            "<=",
            sp.exp(z),
            "z >= 0, h >= 0",
            latex=r"\text{Poisson: } \dot\mu(z) \leq e^S \text{ for } z\leq S"
            r" \text{ only, and rewards must be truncated}",
            scope="every S and every z <= S",
        )
    ],
    mutants=[
        Bound(
            sp.exp(z - _h),
            "<=",
            sp.Rational(99, 100) * sp.exp(z),
            "z >= 0, h >= 0",
            why="Lipschitz constant on z <= S lowered by one per cent",
        )
    ],
    depends_on=["A2", "A3"],
    effect="statement",
    note="A Poisson reward exceeds every m with positive probability and its mean is not Lipschitz "
    "on the line; the theorems assume both (bounded noise, k_μ). Self-concordance alone does "
    "cover it (N8).",
)


# --- N15: the linear case recovers K arms -------------------------------------------------------


def _arms(shift: Any, latex: str, why: str = "") -> Statement:
    """Two arms as basis vectors, identity mean: estimate and norm against discounted counts."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g, lam = sp.symbols("gamma lambda", positive=True)
        rewards = sp.symbols("r2:5", real=True)
        for plays in schedules(3, (0, 1)):
            weights = [g**2, g, sp.Integer(1)]
            V, score = lam * sp.eye(2), sp.zeros(2, 1)
            for w, k, r in zip(weights, plays, rewards, strict=True):
                e = sp.eye(2)[:, k]
                V, score = V + w * e * e.T, score + w * r * e
            for arm in (0, 1):
                mine = [(w, r) for w, k, r in zip(weights, plays, rewards, strict=True) if k == arm]
                count = sum((w for w, _ in mine), lam + shift)
                yield (
                    f"{plays}: estimate",
                    (V.inv() * score)[arm],
                    sum(w * r for w, r in mine) / count,
                )
                yield f"{plays}: norm", V.inv()[arm, arm], 1 / count

    return identities(pairs, latex, "K = 2, 3 rounds, every history, γ and λ", why)


def _gap_rate(power: Any, why: str = "") -> Statement:
    """Put the tuning of the gap theorem, d = K and c_μ = 1, into its leading term."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        T, Gamma, d = formulas.T, formulas.Gamma, formulas.d
        forgotten = 1 - formulas.FORMULAS["gamma_gap"].expression.subs(formulas.c_mu, 1)
        # d β² T log(1/γ) with β² of order λ of order d and log(1/γ) of order 1 - γ.
        leading = d * d * T * forgotten
        yield "exponents", sp.powsimp(leading), d * sp.sqrt(Gamma) * T**power

    return identities(
        pairs,
        rf"d\,\beta^2\,T(1-\gamma) \sim K\,\Gamma_T^{{1/2}}\,T^{{{power}}}",
        "exponents of K, Γ_T and T, logarithms left out",
        why,
        at={"T": 16},
    )


N15 = Claim(
    id="N15",
    title="Identity link, basis actions: D-UCB's estimate, bonus norm and exponents in T and Γ_T",
    printed=[
        _arms(
            sp.Integer(0),
            r"\hat\theta_{t,i} ="
            r" \frac{\sum_s\gamma^{t-1-s}r_{s+1}1\{I_s=i\}}{N_t(\gamma,i)+\lambda},"
            r"\quad \lVert e_i\rVert_{V_t^{-1}}^2 = \frac{1}{N_t(\gamma,i)+\lambda}",
        ),
        _gap_rate(sp.Rational(1, 2)),
    ],
    mutants=[
        _arms(
            sp.Rational(1, 100),
            r"N_t(\gamma,i)+\lambda+\tfrac{1}{100}",
            "count off by a hundredth of an observation",
        ),
        _gap_rate(sp.Rational(2, 3), "exponent of T moved from 1/2 to 2/3"),
    ],
    depends_on=["A4", TERMWISE, GARIVIER_MOULINES],
    note="What is checked is the estimate, the norm and the exponents of T and Γ_T. The dependence "
    "on the gap differs (1/Δ here, 1/Δ² per arm there), and the identity mean as a canonical "
    "family is Gaussian, which bounded rewards exclude.",
)


# --- symbols with two meanings, and what the definitions leave out ------------------------------


#: Two actions with means 1/2 and 1/4; the better one is played, predicted exactly, and pays 1.
_ONE_ROUND = {
    "reward": Fraction(1),
    "regret": Fraction(1, 2) - Fraction(1, 2),
    "gap": Fraction(1, 2) - Fraction(1, 4),
    "prediction error": abs(Fraction(1, 2) - Fraction(1, 2)),
}


def _compared(first: str, relation: str, second: str, latex: str, why: str = "") -> Statement:
    """Two readings of a symbol on one round."""
    case = {name: _ONE_ROUND[name] for name in (first, second)}

    def run() -> Evidence:
        scope = "one round with means 1/2 and 1/4"
        return enumerate_cases([case], lambda c: (c[first], relation, c[second]), scope)

    return Statement(latex, run, why)


Z6 = Claim(
    id="Z6",
    lines="239, 2424, 3360, 3366",
    kind="definition",
    title="r_t is the reward in the assumptions and the instantaneous regret in the proofs",
    printed=[_compared("reward", "==", "regret", r"r_t\ \text{has one meaning}")],
    corrected=[
        _compared("reward", "!=", "regret", r"r_t:\ \text{reward and regret need two symbols}"),
    ],
    mutants=[
        _compared(
            "reward",
            "<",
            "regret",
            r"\text{reward} < \text{regret}",
            "compared the wrong way round",
        )
    ],
    effect="notation",
)
Z7 = Claim(
    id="Z7",
    lines="654, 931, 3343-3349",
    kind="remark",
    title="Δ_t is the gap in the assumption and, with arguments, the prediction error",
    printed=[
        _compared("gap", "!=", "prediction error", r"\Delta_t \neq \Delta_t(a_t,\hat\theta_t)")
    ],
    mutants=[
        _compared(
            "gap",
            "==",
            "prediction error",
            r"\Delta_t = \Delta_t(a_t,\hat\theta_t)",
            "the arguments taken for decoration",
        )
    ],
    ours=True,
    note="The arguments tell the two apart, so this is no erratum; the heading of line 3343 leaves "
    "them out, and means the prediction error. In Z6 nothing tells the two apart.",
)

Z8 = Claim(
    id="Z8",
    lines="220-224",
    error_lines="222",
    kind="definition",
    title="The regret takes a maximum over the action set, which bounded sets need not attain",
    printed=[
        refuted_for_every(
            Bound(
                logistic.mean,
                "<",
                logistic.mean.subs(z, (1 + z) / 2),
                "0 <= z < 1",
                latex=r"\mu(x) < \mu(\tfrac{1+x}{2})\quad (0\leq x<1)",
            ),
            {"action set": "open unit ball", "better than a = x e_1": "(1 + x)/2 e_1"},
            r"\max_{a\in\mathcal{A}_t}\mu(a^\top\theta^\star_t)\ \text{exists under A1}",
            "open unit ball, θ* = e_1, logistic",
        )
    ],
    corrected=[
        Bound(
            logistic.mean.subs(z, z - _h),
            "<=",
            logistic.mean,
            "h >= 0",
            latex=r"\mathcal{A}_t\ \text{compact (or } \sup \text{ for } \max)",
            scope="the unit segment and θ* along it: its end point is the maximiser",
        )
    ],
    mutants=[
        Bound(logistic.mean, "<=", logistic.mean.subs(z, z - _h), "h >= 0", why="direction turned")
    ],
    depends_on=["D2"],
    effect="notation",
    note="The first assumption bounds the actions; it does not close the action sets. The arg max "
    "of the algorithm (lines 549, 578, 2296) and of the lemma on optimism (line 3364) need the "
    "same; compact sets serve all of them, a supremum only the regret.",
)

CLAIMS = [D1, D2, D3, A1, A2, A3, A4, A5, A6, A7, D4, N8, Z1, N15, Z6, Z7, Z8]
