"""A smaller radius of the noise, with the same guarantee (lines 1489-1716)."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy as sp
from flint import arb

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.moments.exponential_moments import all_two_point
from glbtheory.claims.vocabulary import bound, enumerated, identity, stated
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.exact_tails import equal_weights
from glbtheory.concentration.noise_laws import FAIR, skewed
from glbtheory.engines.boxes.balls import ball
from glbtheory.engines.evidence import Evidence

F = Fraction
_HALF = sp.Rational(1, 2)
_MORE = sp.Rational(101, 100)


# --- Z110: the radius -----------------------------------------------------------------------------


def _log_masses(phi: Any, large: Any, small: Any) -> Any:
    """log R: the Gaussian masses of two balls of directions, the larger over the smaller."""
    large, small = (sp.lowergamma(f.d / 2, phi * f.lam * (x / f.m) ** 2) for x in (large, small))
    return sp.log(large / small)


_LEVEL = (
    r"\frac{u\sqrt\lambda}{m}\rho^\sharp-%s\varphi(u+r)\frac{u^2\lambda}{m^2} = "
    r"\log\frac T\delta+\frac d2\log\Big(1+\frac{k_\mu(1-\gamma^{2D})}{d\lambda(1-\gamma^2)}\Big)"
    r"+\log R"
)
_COVERED = (
    r"u,r>0:\ \mathbb{P}\big(\exists t\leq T:\ \lVert\gamma^{t-1}S_{t-D:t}\rVert"
    r"_{\widetilde H_{t-D:t}^{-1}} > \rho^\sharp\big) \leq \delta"
)


@identity(latex=_LEVEL % "", scope="every argument", at={"T": 16, "d": 2, "D": 3})
def level_at_radius(*, share: Any = 1) -> Pairs:
    """The exponent at ξ_0, of length u in the ball, reaches the level exactly at the radius."""
    rho, v = f.FORMULAS["rho_sharpened"].expression, f.u + f.r
    phi = share * (sp.exp(v) - 1 - v) / v**2
    scale = f.u * sp.sqrt(f.lam) / f.m
    gained = f.k_mu * (1 - f.gamma ** (2 * f.D)) / (f.d * f.lam * (1 - f.gamma**2))
    level = sp.log(f.T / f.delta) + f.d / 2 * sp.log(1 + gained) + _log_masses(phi / share, v, f.r)
    yield "f(ξ_0)", sp.expand(scale * rho - phi * scale**2), sp.expand(level)


_SAVED = (
    r"u=r=\tfrac12:\quad \rho_T^\delta-\rho^\sharp = %s\frac{(3-e)\sqrt\lambda}{2m}"
    r"+\frac{2m}{\sqrt\lambda}(d\log 2-\log R)"
)


@identity(latex=_SAVED % "", scope="every argument", at={"T": 16, "d": 2, "D": 3})
def saved_at_halves(*, share: Any = 1) -> Pairs:
    """What is saved at u = r = 1/2: (3-e)√λ/(2m) and (2m/√λ)(d log 2 - log R)."""
    halves = {f.u: _HALF, f.r: _HALF}
    printed, sharp = (
        f.FORMULAS[n].expression.subs(halves) for n in ("rho_appendix", "rho_sharpened")
    )
    saved = (3 - sp.E) * sp.sqrt(f.lam) / (2 * f.m)
    saved += 2 * f.m / sp.sqrt(f.lam) * (f.d * sp.log(2) - _log_masses(sp.E - 2, 1, _HALF))
    yield "ρ - ρ♯", sp.expand(printed - sharp), sp.expand(share * saved)


def _moment_latex(*, v: int = 1, share: str = "1") -> str:
    factor = "" if share == "1" else rf"{share}\,"
    right = rf"1+{factor}\varphi({v})x^2\sigma^2\quad(|x|\leq {v})"
    return rf"\mathbb{{E}}[e^{{x\varepsilon}}] \leq {right}"


@stated(latex=_moment_latex)
def moment(*, v: int = 1, share: str = "1") -> Evidence:
    """E e^{xε} <= 1 + φ(v) x²σ² for |x| <= v."""
    constant = f"{share}*(exp({v}) - {1 + v})/{v * v}"
    return all_two_point.variant(constant=constant, reach=str(v)).decide()


#: The slope of φ, times z³.
_grows = bound(
    "exp(z)*(z - {two}) + z + 2 {relation} 0",
    "z >= 0",
    latex=r"\varphi(z) = \frac{e^z-1-z}{z^2}\ \text{does not decrease}",
    scope="every z >= 0",
    two="2",
    relation=">=",
)

Z110 = Claim(
    id="Z110",
    ours=True,
    lines="1489-1716, 1930-1939",
    kind="prose-claim",
    title="The mixture may use any ball of directions: a radius with two free numbers",
    kernel=KernelTheorem(
        "Z110",
        "every d, T, D, u, r > 0, 0 < γ < 1, λ > 0, predictable actions and bounded martingale "
        "differences; R is the ratio of two integrals of s^{d-1} e^{-φλs²/m²}",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z110_mutant"],
    ),
    printed=[level_at_radius.variant(_COVERED).as_part(_LEVEL % ""), saved_at_halves],
    support=[
        *(moment.variant(v=v) for v in (1, 2, 4)),
        _grows,
        _grows.variant(relation="<=", where="z <= 0", scope="every z <= 0"),
    ],
    mutants=[
        level_at_radius.mutant("φ raised by one per cent", _LEVEL % r"1.01\,", share=_MORE),
        saved_at_halves.mutant("saving raised by one per cent", _SAVED % r"1.01\,", share=_MORE),
        moment.variant(v=2).mutant("φ(2) lowered by one thousandth", share="0.999"),
        _grows.mutant("2 moved to 2.001 in the slope of φ", two="2.001"),
    ],
    depends_on=["C9"],
    note="Directions ξ in a ball of radius v = u + r keep |x| <= v in the moment lemma, whose "
    "best constant is then φ(v) = (e^v-1-v)/v² (Z12). A shift by at most u leaves the ball of "
    "radius r, and the ratio R of the two Gaussian masses replaces 2^d. The paper has u = r = "
    "1/2, φ = 1 and R = 2^d. Since φ(1) = e - 2 < 1 and R < 2^d (I11), the radius at u = r = "
    "1/2 is smaller, and the best u and r can only be better. They may depend on d, T, δ, λ, γ, "
    "not on the data. The engines check the two identities, the slope of φ, and the moment bound "
    "at v = 1, 2, 4.",
)


# --- Z111: exact probabilities --------------------------------------------------------------------


def _own_radius(lam: Fraction, u: Fraction, r: Fraction, delta: Fraction) -> Any:
    """ρ♯ of one round for d = m = w = 1: masses of balls are error functions."""

    def radius(ratio: arb) -> Any:
        v, root = ball(u + r), ball(lam).sqrt()
        phi = (v.exp() - 1 - v) / v**2
        masses = [(phi.sqrt() * root * ball(x)).erf() for x in (u + r, r)]
        level = ratio.log() / 2 - ball(delta).log() + (masses[0] / masses[1]).log()
        return phi * ball(u) * root + level / (ball(u) * root)

    return radius


_LAWS = {"±1": FAIR.outcomes, "1 with probability 1/10": skewed(F(1, 10)).outcomes}
#: (λ, δ, u, r), nearly the best u and r of each.
_BALLS = [
    (F(1, 4), F(1, 20), F(2), F(1, 3)),
    (F(4), F(1, 20), F(4, 5), F(1, 4)),
    (F(12), F(1, 5), F(2, 5), F(1, 5)),
    (F(40), F(1, 20), F(3, 10), F(1, 8)),
]
_EXACT = (
    r"d=1,\ w_s=1:\quad \mathbb{P}(\lVert S_t\rVert_{\widetilde H_t^{-1}}"
    r" \geq %s\rho^\sharp) \leq \delta"
)


@enumerated(
    cases=lambda *, scale=1: (
        {"law": law, "lam": lam, "delta": delta, "u": u, "r": r, "scale": F(scale), "T": 400}
        for law in _LAWS
        for lam, delta, u, r in _BALLS
    ),
    latex=_EXACT % "",
    scope="d = 1, weights 1, T = 400; the action is 1 until the radius is reached, then 0",
    shown={"lam": "lam"},
)
def kept(law: str, lam: F, delta: F, u: F, r: F, scale: F, T: int) -> Any:
    """The exact probability to reach the radius is at most δ."""
    radius = _own_radius(lam, u, r, delta)
    level: dict[str, Any] = {"lam": lam, "m": 1, "delta": delta, "scale": scale}
    found = equal_weights(T, _LAWS[law], **level, radius=radius)
    # Shown rounded up, unless that would cross the level.
    return (F(math.ceil(found * 10**6), 10**6) if found <= delta else found), "<=", delta


Z111 = Claim(
    id="Z111",
    ours=True,
    lines="854-889",
    kind="step",
    title="The sharpened radius in one dimension: exact probabilities up to 400 rounds",
    printed=[kept],
    mutants=[
        kept.mutant("radius lowered by thirty per cent", _EXACT % r"0.7\,", scale=F(7, 10)),
    ],
    depends_on=["Z110"],
    note="The adversary stops as soon as the radius is reached, so that every round counts.",
)

CLAIMS = [Z110, Z111]
