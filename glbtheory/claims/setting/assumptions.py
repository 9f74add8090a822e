"""The seven assumptions (lines 230-262, 652-660, 1336-1347).

An assumption is nothing to prove.  What is decided is that it can be met, by an instance; what
follows from it stands in the support.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim
from glbtheory.claims.vocabulary import bound, computed_bound, enumerated, stated
from glbtheory.engines.evidence import Evidence, conjunction
from glbtheory.setting.links import (
    Link,
    binomial,
    linear,
    logistic,
    poisson,
    probit,
    scaled_bernoulli,
    z,
)

_99, _101 = sp.Rational(99, 100), sp.Rational(101, 100)
_MET = r"\text{can be met: }"
F = Fraction


def _instance(scope: str, *parts: Bound) -> Evidence:
    """All of some facts about one instance."""
    found = conjunction([part.decide() for part in parts])
    witness = None if found.witness is None else {"instance": scope, **found.witness}
    return found.with_(scope=f"an instance: {scope}", witness=witness, parts=[])


# --- A1, A2: bounded actions, parameters and rewards ----------------------------------------------


_BALLS = (
    r"\forall t\geq 1,\ \lVert\theta^\star_t\rVert_2\leq S\quad\text{and}\quad"
    r"\forall a\in\mathcal{A}_t,\ \lVert a\rVert_2\leq %s"
)


@stated(
    latex=lambda *, longest="1": (
        _MET + _BALLS % 1 + ("" if longest == "1" else rf",\ \lVert a_1\rVert_2 = {longest}")
    )
)
def _in_balls(*, longest: str = "1") -> Evidence:
    """|θ*| <= S = 6 and |a| <= 1 for θ* = (18/5, -24/5) and three actions, squared."""
    squares = [("(18/5)**2 + (24/5)**2", "6**2"), (f"({longest})**2", "1")]
    squares += [("(3/5)**2 + (4/5)**2", "1"), ("(1/2)**2", "1")]
    return _instance(
        "S = 6, the same parameter and three actions in every round",
        *(bound(f"{norm} <= {most}") for norm, most in squares),
    )


@computed_bound(latex=r"|a^\top\theta| \leq \lVert a\rVert_2\lVert\theta\rVert_2 \leq S")
def _inner_product(*, d: int = 1, factor: Any = 1) -> Any:
    """Cauchy-Schwarz on the ball, written so that S drops out: (a·θ)^2 <= |a|^2 |θ|^2."""
    a, b = (sp.symbols(f"{name}1:{d + 1}", real=True) for name in "ab")
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot**2, "<=", factor * (sum(x**2 for x in a) * sum(y**2 for y in b))


_LINE, _PLANE, _SPACE = (
    _inner_product.variant(d=d, scope=f"d = {d}, all a and θ").as_cases() for d in (1, 2, 3)
)

A1 = Claim(
    id="A1",
    title="Actions in the unit ball and parameters in the S-ball: an assumption that can be met",
    printed=[_in_balls.as_whole()],
    support=[_LINE, _PLANE, _SPACE],
    mutants=[
        _in_balls.mutant("an action of norm 1.01", longest="1.01"),
        _PLANE.mutant("range shrunk by half a per cent (its square by one)", factor=_99),
    ],
    fidelity="implied",
    note="The display is that of the page; what is decided is that it can be met. The range of a·θ "
    "is ours, checked for d <= 3; equality holds for parallel vectors, so it is all of [-S, S].",
)

#: r in [0, m] and its mean in [0, m]: the noise lies in [-m, m].
_NOISE = bound(
    "abs(m*u - m*v) <= {factor}*m",
    "m > 0, 0 <= u <= 1, 0 <= v <= 1",
    latex=r"0 \leq r_t \leq m \;\Rightarrow\; |\epsilon_t| = |r_t - \mathbb{E}r_t| \leq m",
    scope="every m, every reward and mean in [0, m]",
    factor="1",
)

_REWARDS = r"\exists m\in\mathbb{R}^+\ \text{such that}\ \forall t\geq 1,\ 0\leq r_t\leq m"


@stated(
    latex=lambda *, largest="1": (
        _MET + _REWARDS + ("" if largest == "1" else rf",\ r_2 = {largest},\ m = 1")
    )
)
def _between(*, largest: str = "1") -> Evidence:
    """0 <= r <= m for the two rewards of a Bernoulli law and m = 1."""
    parts = [bound("0 <= 1"), bound(f"0 <= {largest}"), bound(f"{largest} <= 1")]
    return _instance("Bernoulli rewards, m = 1", *parts)


A2 = Claim(
    id="A2",
    title="Rewards in [0, m] can be had; the noise is then bounded by m",
    printed=[_between.as_whole()],
    support=[_NOISE],
    mutants=[
        _between.mutant("a reward of 2", largest="2"),
        _NOISE.mutant("bound on the noise lowered by one per cent", factor="99/100"),
    ],
    fidelity="implied",
    note="The display is that of the page; what is decided is that it can be met. The bound on the "
    "noise is ours. The assumption rules out Poisson and Gaussian rewards, whatever m.",
)


# --- A3: the mean function ------------------------------------------------------------------------


@computed_bound()
def _slope_below(*, link: Link = logistic, k: Any = 1) -> Any:
    return link.slope, "<=", k


def _lipschitz(link: Link, k: Any) -> Bound:
    latex = rf"\dot\mu \leq k_\mu = {sp.latex(k)} \quad\text{{({link.name})}}"
    return _slope_below.variant(latex, link=link, k=k, scope=f"{link.name}, all z")


@computed_bound(latex=r"\dot\mu(-z) = \dot\mu(z) \quad\text{(logistic)}", scope="logistic, all z")
def even() -> Any:
    return logistic.slope, "==", logistic.slope.subs(z, -z)


@computed_bound(
    where="z >= 0, h >= 0",
    latex=r"c_\mu = \inf_{\theta\in\Theta,\lVert a\rVert\leq 1}\dot\mu(a^\top\theta)"
    r" = \frac{1}{2 + e^S + e^{-S}} > 0 \quad\text{(logistic)}",
    scope="logistic, every S and every |z| <= S (the slope is even)",
)
def least_slope(*, factor: Any = 1) -> Any:
    """inf over |z| <= S of the logistic slope is at S: write S = z + h with z, h >= 0."""
    h = sp.Symbol("h", real=True)
    return logistic.slope, ">=", factor / (2 + sp.exp(z + h) + sp.exp(-z - h))


#: The rise over h = 2k is largest about 0, where it is tanh(k/2).
_STEEPEST = bound(
    "1/(1 + exp(-z - 2*k)) - 1/(1 + exp(-z)) <= (exp(k) - 1)/(exp(k) + 1)",
    "k >= 0",
    latex=r"\mu(z+2k)-\mu(z) \leq \tanh(k/2)",
)
_RISE = bound("(exp(k) - 1)/(exp(k) + 1) <= 2*k*({k_mu})", "k >= 0", k_mu="1/4")
_FALLS = bound("1/(1 + exp(-z - 2*k)) - 1/(1 + exp(-z)) >= 0", "k >= 0")
_RANGE = bound("abs(a*u*S) <= S", "S > 0, -1 <= a <= 1, -1 <= u <= 1")


def _mean_function(*, k_mu: str = "1/4", least: Any = 1) -> str:
    values = "" if (k_mu, least) == ("1/4", 1) else rf",\ k_\mu = {k_mu},\ \text{{least: }}{least}"
    return (
        rf"{_MET}\mu\in C^1(\mathbb{{R}}),\ |\mu(x)-\mu(y)|\leq k_\mu|x-y|,\ "
        r"c_\mu = \inf_{\theta\in\Theta,\lVert a\rVert_2\leq 1}\dot\mu(a^\top\theta) > 0" + values
    )


@stated(latex=_mean_function)
def _logistic_mean(*, k_mu: str = "1/4", least: Any = 1) -> Evidence:
    """The logistic mean in one dimension: Lipschitz by its steepest rise, c_μ > 0 on [-S, S]."""
    parts = [_STEEPEST, _RISE.variant(k_mu=k_mu), _FALLS, _RANGE]
    parts += [even, least_slope.variant(factor=least)]
    return _instance("the logistic mean in one dimension, every S", *parts)


_QUARTER, _ONE = _lipschitz(logistic, sp.Rational(1, 4)), _lipschitz(linear, sp.Integer(1))

A3 = Claim(
    id="A3",
    title="A Lipschitz mean function whose slope stays above c_μ on the parameter set",
    printed=[_logistic_mean.as_whole()],
    support=[_QUARTER, _ONE, _lipschitz(binomial(3), sp.Rational(3, 4)), even, least_slope],
    mutants=[
        _logistic_mean.mutant("Lipschitz constant lowered by one per cent", k_mu="99/400"),
        _logistic_mean.mutant("least slope raised by one per cent", least=_101),
        _QUARTER.mutant("k_μ lowered by one per cent", k=_99 / 4),
        least_slope.mutant("c_μ raised by one per cent", factor=_101),
        _ONE.mutant(
            "the Poisson mean with a Lipschitz constant: none is enough",
            link=poisson,
            k=sp.Integer(1000),
        ),
    ],
    fidelity="implied",
    note="The conditions are those of the page; what is decided is that they can be met, by a mean "
    "whose slope is given in closed form. The constants of the links are ours. On the whole line "
    "the Poisson mean is not Lipschitz; on |z| <= S it is, with e^S.",
)


# --- A4: self-concordance -------------------------------------------------------------------------


@computed_bound()
def _curvature_below(*, link: Link = logistic, sign: int = 1, factor: Any = 1) -> Any:
    """±μ'' <= factor μ' on the whole line."""
    return sign * link.curvature, "<=", factor * link.slope


def self_concordant(link: Link, sign: int) -> Bound:
    """One half of |μ''| <= μ' for one link; the tokens are ``link``, ``sign`` and ``factor``."""
    side = r"\ddot\mu" if sign == 1 else r"-\ddot\mu"
    latex = rf"{side} \leq \dot\mu \quad\text{{({link.name})}}"
    return _curvature_below.variant(latex, link=link, sign=sign, scope=f"{link.name}, all z")


_LOGISTIC = self_concordant(logistic, 1)

A4 = Claim(
    id="A4",
    title="Self-concordance |μ''| <= μ' holds for logistic, Poisson, linear, binomial(3) means",
    printed=[
        self_concordant(link, sign)
        for link in (logistic, poisson, linear, binomial(3))
        for sign in (1, -1)
    ],
    mutants=[
        _LOGISTIC.mutant("logistic: constant lowered by 1 %", factor=_99),
        self_concordant(poisson, 1).mutant("Poisson: constant lowered by 1 %", factor=_99),
        _LOGISTIC.mutant("the probit mean, whose ratio |μ''|/μ' is |z|", link=probit),
        _LOGISTIC.mutant(
            "rewards {0, 2}: the canonical family needs constant 2", link=scaled_bernoulli(2)
        ),
    ],
    fidelity="implied",
    note="The page assumes it of the mean function; what is decided is which means meet it.",
)


# --- A5: minimal gap ------------------------------------------------------------------------------

#: The regret of a round is ``least`` times the gap Δ = g, or more.
BELOW_SQUARE = bound(
    "{least}*g + e <= ({least}*g + e)**2/{gap}",
    "g > 0, e >= 0",
    latex=r"\forall t\leq T,\ \Delta_t \geq \Delta > 0"
    r"\;\Rightarrow\; r_t = 0 \text{ or } r_t \geq \Delta,\ r_t \leq r_t^2/\Delta",
    scope="every Δ > 0 and every regret at least Δ (regret 0 is immediate)",
    gap="g",
    least="1",
)

_GAPS = (
    r"\Delta_t = \min_{a\in\mathcal{A}_t,\,\mu(a^\top\theta^\star_t)"
    r"<\mu(a_\star^\top\theta^\star_t)}\mu(a_\star^\top\theta^\star_t)"
    r"-\mu(a^\top\theta^\star_t),\quad \forall t\leq T,\ \Delta_t\geq\Delta>0"
)


@stated(latex=lambda *, gap="1/4": _MET + _GAPS + ("" if gap == "1/4" else rf",\ \Delta = {gap}"))
def _separated(*, gap: str = "1/4") -> Evidence:
    """Means 1/2, 1/4 and 1/2 in every round: one is below the best, and that by 1/4."""
    parts = [bound("1/4 < 1/2"), bound(f"1/2 - 1/4 >= {gap}"), bound(f"{gap} > 0")]
    return _instance("the means 1/2, 1/4 and 1/2 in every round", *parts)


A5 = Claim(
    id="A5",
    title="A minimal gap Δ: a regret is then 0 or at least Δ, so r <= r²/Δ",
    printed=[_separated.as_whole()],
    support=[BELOW_SQUARE],
    mutants=[
        _separated.mutant("a gap of 0.26 where the means are 1/4 apart", gap="0.26"),
        BELOW_SQUARE.mutant("gap overstated by one per cent", gap="(1.01*g)"),
        BELOW_SQUARE.mutant(
            "hypothesis dropped: any regret e >= 0, as with a continuum of actions", least="0"
        ),
    ],
    fidelity="implied",
    note="The display is that of the page; what is decided is that it can be met. That r <= r²/Δ "
    "is a consequence (Q30). With actions in a ball the gaps have infimum 0: the assumption needs "
    "separated actions. When all actions of a round tie, the minimum runs over the empty set (read "
    "it as infinite). The a_⋆ of lines 654-655 is not defined there and carries no round; it is "
    "the a_{⋆,t} of line 2419, the best action of round t. Two theorems use the assumption, not "
    "one (Z120).",
)


# --- A6, A7: horizon and weights ------------------------------------------------------------------


@computed_bound(
    where="T >= 1, 0 < gamma < 1, d >= 1, m > 0, lam > 0, k_mu > 0",
    latex=r"\partial\rho_T^\delta/\partial T > 0",
    scope="every T, γ, δ, d, m, λ and k_μ",
)
def _radius_grows(*, relation: str = ">") -> Any:
    """The sign of dρ/dT (δ drops out)."""
    rho = formulas.FORMULAS["rho"].expanded()
    return sp.together(sp.diff(rho, formulas.T)), relation, sp.Integer(0)


A6 = Claim(
    id="A6",
    title="The horizon is known: the radius ρ_T, and so the algorithm's bonus, depends on T",
    printed=[_radius_grows],
    mutants=[
        _radius_grows.mutant("derivative 0: a radius that does not need T", relation="=="),
    ],
    fidelity="implied",
    note="The page assumes that T is known; what is decided is why it must be: the bonus has T in "
    "it and grows with it.",
)


def _rounds(*, before: int = 0) -> Iterator[dict[str, Any]]:
    """t = 1 .. T - before."""
    for T in range(2, 7):
        for gamma in (F(1, 2), F(9, 10), F(1)):
            for t in range(1, T - before + 1):
                yield {"T": T, "gamma": gamma, "t": t}


_ORDERED = (
    r"w_t = \gamma^{-t}\text{ meets: }"
    r"\forall\, 1\leq t\leq %s,\; 0 < w_1 \leq w_t %s w_{t+1} \leq w_T"
)


@enumerated(
    cases=_rounds,
    latex=_ORDERED % ("T", r"\leq"),
    scope="w_t = γ^-t, 2 <= T <= 6, γ in {1/2, 9/10, 1}",
)
def _ordered(T: int, gamma: Fraction, t: int, *, strict: bool = False) -> bool:
    """0 < w_1 <= w_t <= w_{t+1} <= w_T with w_t = γ^{-t}."""
    first, now, following, last = (gamma**-s for s in (1, t, t + 1, T))
    return 0 < first <= now <= following <= last and (now < following or not strict)


_ordered_before = _ordered.variant(_ORDERED % ("T-1", r"\leq"), before=1)
#: γ^{-1} = e^x, t = 1 + a, T = 2 + a + b: e^{xt} is w_t for real t as well.
_CHAIN = (
    bound("exp(x) > 0", "x >= 0"),
    bound("exp(x) <= exp(x*(1 + a))", "x >= 0, a >= 0"),
    bound("exp(x*(1 + a)) <= exp(x*(2 + a))", "x >= 0, a >= 0"),
    bound("exp(x*(2 + a)) <= {last}*exp(x*(2 + a + b))", "x >= 0, a >= 0, b >= 0", last="1"),
)


@stated(latex=lambda *, last="1": _ORDERED % ("T-1", r"\leq") + ("" if last == "1" else last))
def _ordered_always(*, last: str = "1") -> Evidence:
    """The chain for every T, t < T and γ."""
    parts = [part.variant(last=last) if part.tokens else part for part in _CHAIN]
    return _instance("w_t = γ^-t, every T >= 2, t < T and 0 < γ <= 1", *parts)


_NEXT_WEIGHT = bound(
    "w <= {following}",
    "w > 0, 0 < g <= 1",
    latex=r"\gamma^{-t} \leq \gamma^{-(t+1)} \quad (0 < \gamma \leq 1)",
    scope="every t and γ",
    following="w/g",
)

A7 = Claim(
    id="A7",
    error_lines="1345",
    title="Weights are positive and non-decreasing up to the horizon, as γ^-t are",
    printed=[_ordered],
    corrected=[_ordered_before, _ordered_always.as_whole()],
    support=[_NEXT_WEIGHT],
    mutants=[
        _ordered_before.mutant(
            "non-decreasing made increasing: fails for γ = 1", _ORDERED % ("T-1", "<"), strict=True
        ),
        _ordered_always.mutant("w_T lowered by one per cent", last="0.99"),
        _NEXT_WEIGHT.mutant("next weight lowered by one per cent", following="0.99*w/g"),
    ],
    fidelity="implied",
    effect="notation",
    note="The display is that of the page; what is decided is whether the weights of the paper "
    "meet it. At t = T the printed chain asks w_{T+1} <= w_T (or names a weight that does not "
    "exist), which growing weights such as γ^-t break.",
)

CLAIMS = [A1, A2, A3, A4, A5, A6, A7]
