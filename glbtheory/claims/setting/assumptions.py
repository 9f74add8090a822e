"""The seven assumptions (lines 230-262, 652-660, 1336-1347)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim
from glbtheory.claims.vocabulary import bound, computed_bound, enumerated
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, INDUCTION, MEAN_VALUE
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

# --- A1, A2: bounded actions, parameters and rewards ----------------------------------------------


@computed_bound(latex=r"|a^\top\theta| \leq \lVert a\rVert_2\lVert\theta\rVert_2 \leq S")
def _inner_product(*, d: int = 1, factor: Any = 1) -> Any:
    """Cauchy-Schwarz on the ball, written so that S drops out: (a·θ)^2 <= |a|^2 |θ|^2."""
    a, b = (sp.symbols(f"{name}1:{d + 1}", real=True) for name in "ab")
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot**2, "<=", factor * (sum(x**2 for x in a) * sum(y**2 for y in b))


_LINE, _PLANE, _SPACE = (
    _inner_product.variant(d=d, scope=f"d = {d}, all a and θ") for d in (1, 2, 3)
)

A1 = Claim(
    id="A1",
    title="Actions in the unit ball and parameters in the S-ball give a·θ the range [-S, S]",
    printed=[_LINE, _PLANE, _SPACE],
    mutants=[
        _PLANE.mutant("range shrunk by half a per cent (its square by one)", factor=_99),
    ],
    depends_on=[CAUCHY_SCHWARZ],
    note="Equality holds for parallel vectors, so the range is all of [-S, S].",
)

#: r in [0, m] and its mean in [0, m]: the noise lies in [-m, m].
_NOISE = bound(
    "abs(m*u - m*v) <= {factor}*m",
    "m > 0, 0 <= u <= 1, 0 <= v <= 1",
    latex=r"0 \leq r_t \leq m \;\Rightarrow\; |\epsilon_t| = |r_t - \mathbb{E}r_t| \leq m",
    scope="every m, every reward and mean in [0, m]",
    factor="1",
)

A2 = Claim(
    id="A2",
    title="Rewards in [0, m]: the noise is bounded by m",
    printed=[_NOISE],
    mutants=[_NOISE.mutant("bound on the noise lowered by one per cent", factor="99/100")],
    note="It rules out Poisson and Gaussian rewards, whatever m.",
)


# --- A3: the mean function ------------------------------------------------------------------------


@computed_bound()
def _slope_below(*, link: Link = logistic, k: Any = 1) -> Any:
    return link.slope, "<=", k


def _lipschitz(link: Link, k: Any) -> Bound:
    latex = rf"\dot\mu \leq k_\mu = {sp.latex(k)} \quad\text{{({link.name})}}"
    return _slope_below.variant(latex, link=link, k=k, scope=f"{link.name}, all z")


@computed_bound(latex=r"\dot\mu(-z) = \dot\mu(z) \quad\text{(logistic)}", scope="logistic, all z")
def _even() -> Any:
    return logistic.slope, "==", logistic.slope.subs(z, -z)


@computed_bound(
    where="z >= 0, h >= 0",
    latex=r"c_\mu = \inf_{\theta\in\Theta,\lVert a\rVert\leq 1}\dot\mu(a^\top\theta)"
    r" = \frac{1}{2 + e^S + e^{-S}} > 0 \quad\text{(logistic)}",
    scope="logistic, every S and every |z| <= S (the slope is even)",
)
def _least_slope(*, factor: Any = 1) -> Any:
    """inf over |z| <= S of the logistic slope is at S: write S = z + h with z, h >= 0."""
    h = sp.Symbol("h", real=True)
    return logistic.slope, ">=", factor / (2 + sp.exp(z + h) + sp.exp(-z - h))


_QUARTER, _ONE = _lipschitz(logistic, sp.Rational(1, 4)), _lipschitz(linear, sp.Integer(1))

A3 = Claim(
    id="A3",
    title="A Lipschitz mean function whose slope stays above c_μ on the parameter set",
    printed=[_QUARTER, _ONE, _lipschitz(binomial(3), sp.Rational(3, 4)), _even, _least_slope],
    mutants=[
        _QUARTER.mutant("k_μ lowered by one per cent", k=_99 / 4),
        _least_slope.mutant("c_μ raised by one per cent", factor=_101),
        _ONE.mutant(
            "the Poisson mean with a Lipschitz constant: none is enough",
            link=poisson,
            k=sp.Integer(1000),
        ),
    ],
    depends_on=[MEAN_VALUE],
    note="On the whole line the Poisson mean is not Lipschitz; on |z| <= S it is, with e^S.",
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
    title="Self-concordance |μ''| <= μ' holds for logistic, Poisson, linear and binomial means",
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

A5 = Claim(
    id="A5",
    title="With a minimal gap Δ an instantaneous regret is 0 or at least Δ, so r <= r²/Δ",
    printed=[BELOW_SQUARE],
    mutants=[
        BELOW_SQUARE.mutant("gap overstated by one per cent", gap="(1.01*g)"),
        BELOW_SQUARE.mutant(
            "hypothesis dropped: any regret e >= 0, as with a continuum of actions", least="0"
        ),
    ],
    note="With actions in a ball the gaps have infimum 0: the assumption needs separated actions. "
    "When all actions of a round tie, the minimum runs over the empty set (read it as infinite). "
    "The a_⋆ of lines 654-655 is not defined there and carries no round; it is the a_{⋆,t} of line "
    "2419, the best action of round t. Two theorems use the assumption, not one (Z120).",
)


# --- A6, A7: horizon and weights ------------------------------------------------------------------


@computed_bound(
    where="T >= 1, 0 < gamma < 1",
    latex=r"\partial\rho_T^\delta/\partial T > 0",
    scope="d = m = λ = 1, k_μ = 1/4; every T, γ, δ",
)
def _radius_grows(*, relation: str = ">") -> Any:
    """The sign of dρ/dT, at d = m = λ = 1 and k_μ = 1/4 (δ drops out)."""
    plain = {formulas.d: 1, formulas.m: 1, formulas.lam: 1, formulas.k_mu: sp.Rational(1, 4)}
    rho = formulas.FORMULAS["rho"].expanded().subs(plain)
    return sp.together(sp.diff(rho, formulas.T)), relation, sp.Integer(0)


A6 = Claim(
    id="A6",
    title="The horizon is known: the radius ρ_T, and so the algorithm's bonus, depends on T",
    printed=[_radius_grows],
    mutants=[
        _radius_grows.mutant("derivative 0: a radius that does not need T", relation="=="),
    ],
)


def _rounds(*, before: int = 0) -> Iterator[dict[str, Any]]:
    """t = 1 .. T - before."""
    for T in range(2, 7):
        for gamma in (Fraction(1, 2), Fraction(9, 10), Fraction(1)):
            for t in range(1, T - before + 1):
                yield {"T": T, "gamma": gamma, "t": t}


_ORDERED = r"\forall\, 1\leq t\leq %s,\; 0 < w_1 \leq w_t %s w_{t+1} \leq w_T"


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
    title="Weights are positive and non-decreasing up to the horizon",
    printed=[_ordered],
    corrected=[_ordered_before],
    support=[_NEXT_WEIGHT],
    mutants=[
        _ordered_before.mutant(
            "non-decreasing made increasing: fails for γ = 1", _ORDERED % ("T-1", "<"), strict=True
        ),
        _NEXT_WEIGHT.mutant("next weight lowered by one per cent", following="0.99*w/g"),
    ],
    depends_on=[INDUCTION],
    effect="notation",
    note="At t = T the printed chain asks w_{T+1} <= w_T (or names a weight that does not exist), "
    "which growing weights such as γ^-t break.",
)

CLAIMS = [A1, A2, A3, A4, A5, A6, A7]
