"""The smaller bonus with a sliding window: radius, root and bonus without their roundings.

Lines 2836-2916.  The chain is that of the sharper bonus with discounts, with min(t, τ) weights of
one, and without old rounds: on T(τ) the window holds nothing from before the last change.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.bonus._on_rounds import LIPSCHITZ
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.claims.vocabulary.window_rounds import attacked_windows, mirrored
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import logistic

_HALF, _PERCENT = sp.Rational(1, 2), sp.Rational(101, 100)

# --- Z165: the radius -----------------------------------------------------------------------------


def _masses(phi: Any, radii: tuple[Any, Any]) -> Any:
    """log R of two balls."""
    whole, part = (sp.lowergamma(f.d / 2, phi * f.lam * (x / f.m) ** 2) for x in radii)
    return sp.log(whole / part)


_WHOLE = {"T": 16, "t": 5, "d": 2, "tau": 3}
_GAINED = f.d / 2 * sp.log(1 + f.k_mu * sp.Min(f.t, f.tau) / (f.d * f.lam))
_LEVEL = (
    r"\frac{u\sqrt\lambda}{m}\rho_t^\sharp-%s\varphi(u+r)\frac{u^2\lambda}{m^2} = "
    r"\log\frac T\delta+\frac d2\log\Big(1+\frac{k_\mu\min(t,\tau)}{d\lambda}\Big)+\log R"
)
_SAVED = (
    r"u=r=\tfrac12:\quad \rho_t^\delta-\rho_t^\sharp = %s\frac{(3-e)\sqrt\lambda}{2m}"
    r"+\frac{2m}{\sqrt\lambda}(d\log 2-\log R)"
)


_COVERED = (
    r"u,r>0:\ \mathbb{P}\big(\exists t\leq T:\ \lVert S_t\rVert_{H_t^{-1}} > \rho_t^\sharp\big)"
    r" \leq \delta"
)


@identity(latex=_LEVEL % "", scope="every argument", at=_WHOLE)
def level_reached(*, share: Any = 1) -> Pairs:
    """The exponent at ξ_0, of length u in the ball, reaches the level exactly at the radius."""
    v, scale = f.u + f.r, f.u * sp.sqrt(f.lam) / f.m
    phi = (sp.exp(v) - 1 - v) / v**2
    level = sp.log(f.T / f.delta) + _GAINED + _masses(phi, (v, f.r))
    rho = f.FORMULAS["rho_window_sharpened"].expression
    yield "f(ξ_0)", sp.expand(scale * rho - share * phi * scale**2), sp.expand(level)


@identity(latex=_SAVED % "", scope="every argument", at=_WHOLE)
def radius_saved(*, share: Any = 1) -> Pairs:
    """What is saved at u = r = 1/2: (3-e)√λ/(2m) and (2m/√λ)(d log 2 - log R)."""
    printed, sharp = (
        f.FORMULAS[n].expression.subs({f.u: _HALF, f.r: _HALF})
        for n in ("rho_window", "rho_window_sharpened")
    )
    ratio = f.d * sp.log(2) - _masses(sp.E - 2, (1, _HALF))
    saved = (3 - sp.E) * sp.sqrt(f.lam) / (2 * f.m) + 2 * f.m / sp.sqrt(f.lam) * ratio
    yield "ρ - ρ♯", sp.expand(printed - sharp), sp.expand(share * saved)


Z165 = Claim(
    id="Z165",
    ours=True,
    lines="2836-2845",
    kind="equation",
    title="The sharpened radius of a sliding window",
    kernel=KernelTheorem(
        "Z165",
        "every d, T, τ, u, r > 0, λ > 0, predictable actions and bounded martingale differences",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z165_mutant"],
    ),
    printed=[level_reached.variant(_COVERED).as_part(_LEVEL % ""), radius_saved],
    mutants=[
        level_reached.mutant("φ raised by one per cent", _LEVEL % r"1.01\,", share=_PERCENT),
        radius_saved.mutant("saving raised by one per cent", _SAVED % r"1.01\,", share=_PERCENT),
    ],
    depends_on=["Z110", "C11"],
    note="As Z110, with weights one: the directions ξ fill a ball of radius u + r in units of "
    "1/m. At u = r = 1/2 both savings are positive (e < 3, and R < 2^d by I11).",
)


# --- Z166: the bonus ------------------------------------------------------------------------------


def _decay(p: ProofRound, x: Any) -> Any:
    """e^{-x}; sixteen digits are enough for the constants of a bonus."""
    return p.numbers.number(math.exp(-float(x)))


def _sharp(
    p: ProofRound,
    size: float = 1.0,
    square: float = 1.0,
    penalty: float = 1.0,
    noise: float = 1.0,
    rooted: bool = True,
) -> Any:
    """beta_window_sharpened at ρ = the norm of the path's own noise; parts may be left out."""
    root, rho = p.sqrt(p.lam), p.X_H
    start = size * p.S / (1 - _decay(p, p.S))
    linear = square * rho**2 / root
    X = noise * (linear + p.sqrt(linear**2 + 4 * rho**2 * start)) / 2
    factor = p.sqrt(start + X / root) if rooted else 1
    return p.k_mu * factor * (penalty * root * p.S + X)


def _without_factor(p: ProofRound) -> Any:
    """k_μ(√λ S + ρ)."""
    return p.k_mu * (p.sqrt(p.lam) * p.S + p.X_H)


def _inside(p: ProofRound, penalty: float = 1.0, noise: float = 1.0) -> Any:
    """beta_bar_window_sharpened at ρ = the norm of the path's own noise; parts may be left out."""
    loss = 2 * p.S / (1 - _decay(p, 2 * p.S))
    return p.k_mu * (penalty * p.sqrt(p.lam) * p.S + noise * p.sqrt(loss) * p.X_H)


_DELTA = r"\Delta_t(a,\hat\theta_t) \leq \tfrac{%s}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
_ERROR = r"\lVert S_t\rVert_{H_t^{-1}}\leq\rho,\ t\in\mathcal{T}(\tau):\ " + _DELTA
_SURELY = r"\mathbb{P}\big(\forall t\in\mathcal{T}(\tau)%s:\ %s\big) \geq 1-\delta"
_SHARP_IS = (
    r",\quad \beta^\sharp = k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}(\sqrt\lambda S+X^\sharp),\quad"
    r" s = \tfrac{S}{1-e^{-S}},\quad (X^\sharp)^2 = (\rho_t^\sharp)^2(s+X^\sharp/\sqrt\lambda)"
)
_BAR_IS = (
    r",\quad \bar\beta^\sharp = k_\mu(\sqrt\lambda S+\sqrt\varkappa\,\rho_t^\sharp),\quad"
    r" \varkappa = \tfrac{2S}{1-e^{-2S}}"
)


def _no_data() -> ProofRound:
    """One round with the action 0: nothing is known, and the penalty is nearly attained."""
    return ProofRound(logistic, [[0.0]], [0.0], [[0.001], [0.001]], Window(1), lam=1.0, S=0.001)


def _pushed() -> ProofRound:
    """Rewards 1 for 148 short actions and a long one push the estimate to the border of Θ."""
    actions = [[0.0, 0.0042]] * 148 + [[0.0, 1.0]]
    theta = [[-140.0, 0.0]] * 150
    probe = [0.0001, 0.0001]
    return ProofRound(
        logistic, actions, [1.0] * 149, theta, Window(200), lam=0.0016, S=140.0, probe=probe
    )


def _noisy() -> ProofRound:
    """One click, a tiny Θ and a large ridge: the estimate is at the other end, by noise alone."""
    theta = [[-0.001], [-0.001]]
    return ProofRound(logistic, [[1.0]], [1.0], theta, Window(1), lam=520.0, S=0.001)


def _jump() -> ProofRound:
    """One success in eight rounds with probability 1/8; then the probability is 7/8."""
    return mirrored(logistic, 8, math.log(7))


@attacked_windows(
    latex=_ERROR % r"\beta^\sharp",
    links=LIPSCHITZ,
    known=[(path(), None) for path in (_no_data, _pushed, _noisy, _jump)],
)
def error_covered(
    p: ProofRound, *, bonus: Any = _sharp, share: float = 1.0, in_ball: bool = False
) -> Any:
    """The prediction error over a share of the bonus; ``in_ball``: where the estimate is in Θ."""
    if in_ball and not p.estimate_in_ball:
        return 0
    large = share * bonus(p) * p.norm(p.probe, p.V)
    return p.prediction_error() * p.sqrt(p.c_mu) / large if large else 0


_covered = error_covered.variant(_SURELY % ("", _DELTA % r"\beta^\sharp") + _SHARP_IS)
_covered_in_ball = error_covered.variant(
    _SURELY % (r"\ \text{s.t.}\ \hat\theta_t\in\Theta", _DELTA % r"\bar\beta^\sharp") + _BAR_IS,
    bonus=_inside,
    in_ball=True,
)


def _twins(faded: f.Formula, cut: f.Formula) -> bool:
    return cut.name == faded.name.replace("_sharpened", "_window_sharpened")


@identity(
    latex=r"\beta^\sharp = k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}(\sqrt\lambda S+X^\sharp),\quad"
    r" s = \frac{S}{1-e^{-S}}",
    scope="every S, λ, k_μ and ρ",
)
def as_with_discounts(*, name: str = "beta", share: Any = 1) -> Pairs:
    """The window's formula is that of the discounts, with S for S̄ and its own ρ or X."""
    faded, cut = (f.FORMULAS[n] for n in (f"{name}_sharpened", f"{name}_window_sharpened"))
    parts = {a.symbol: b.symbol for a in faded.uses for b in cut.uses if _twins(a, b)}
    moved = faded.expression.subs(parts | {sp.Symbol("s_bar_sharpened", positive=True): f.S})
    yield name, sp.expand(cut.expression), sp.expand(share * moved)


#: √(s+x)(S+x) <= (1+S+x')^{3/2} in units of k_μ√λ: s = S + k with k <= 1, x' = x + h.
smaller_bonus = bound(
    "sqrt(S + k + x)*(S + x) <= (1 + S + x + h)**({power})",
    "S >= 0, 0 <= k <= 1, x >= 0, h >= 0",
    latex=r"\beta_t^\sharp \leq \beta_t^\delta",
    scope="every S, λ, ρ♯ <= ρ, in units of k_μ √λ",
    power="3/2",
)

Z166 = Claim(
    id="Z166",
    ours=True,
    lines="2847-2916, 3053-3055",
    kind="proposition",
    title="The sharpened bonuses of a sliding window cover the prediction error",
    kernel=KernelTheorem(
        "Z166",
        "every d, T, τ, u, r > 0, λ > 0, S > 0, link, policy and environment; all actions of the "
        "unit ball at once",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z166_mutant"],
    ),
    printed=[
        _covered.as_cases(_ERROR % r"\beta^\sharp"),
        _covered_in_ball.as_cases(r"\hat\theta_t\in\Theta,\ " + _ERROR % r"\bar\beta^\sharp"),
    ],
    support=[
        s.as_consistency(s.latex)
        for s in (
            smaller_bonus,
            as_with_discounts.variant(
                r"X^\sharp:\ (X^\sharp)^2 = \rho^2(s+X^\sharp/\sqrt\lambda)", name="noise"
            ),
            as_with_discounts,
        )
    ],
    mutants=[
        error_covered.mutant(
            "bonus lowered by one per cent",
            _ERROR % r"0.99\,\beta^\sharp",
            share=0.99,
        ),
        error_covered.mutant(
            "self-concordance dropped: no factor, and ρ for X♯",
            _ERROR % r"k_\mu(\sqrt\lambda S+\rho)",
            bonus=_without_factor,
        ),
        _covered_in_ball.mutant(
            "a change inside the window allowed",
            r"\forall t\leq T:\ \hat\theta_t\in\Theta,\ "
            r"\Delta_t \leq \tfrac{\bar\beta^\sharp}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            far=None,
        ),
        error_covered.mutant(
            "s left out",
            _ERROR
            % r"k_\mu\tfrac{\rho}{\sqrt\lambda}(\sqrt\lambda S+\tfrac{\rho^2}{\sqrt\lambda})",
            bonus=partial(_sharp, size=0.0),
        ),
        error_covered.mutant(
            "the penalty √λS left out",
            _ERROR % r"k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}X^\sharp",
            bonus=partial(_sharp, penalty=0.0),
        ),
        error_covered.mutant(
            "the noise X♯ left out",
            _ERROR % r"k_\mu\sqrt{s\lambda}S",
            bonus=partial(_sharp, noise=0.0),
        ),
        _covered_in_ball.mutant(
            "factor √(2S/(1-e^{-2S})) of the noise left out",
            r"\hat\theta_t\in\Theta,\ " + _ERROR % r"k_\mu(\sqrt\lambda S+\rho)",
            bonus=_without_factor,
        ),
        _covered_in_ball.mutant(
            "the penalty √λS left out",
            r"\hat\theta_t\in\Theta,\ " + _ERROR % r"k_\mu\sqrt\varkappa\rho",
            bonus=partial(_inside, penalty=0.0),
        ),
        _covered_in_ball.mutant(
            "the noise left out",
            r"\hat\theta_t\in\Theta,\ " + _ERROR % r"k_\mu\sqrt\lambda S",
            bonus=partial(_inside, noise=0.0),
        ),
        as_with_discounts.mutant(
            "bonus raised by one per cent", r"1.01\,\beta^\sharp", share=_PERCENT
        ),
        smaller_bonus.mutant("power 3/2 lowered to 1.4", power="7/5"),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["Z112", "Z165", "Q38", "Q41", "L4", "D6"],
    blind_to=[
        "the root: without it no path is found above the bound, unless ρ stands for X♯ too",
        "the term ρ²/√λ of X♯",
        "the size of ϰ: a path made for it shows that some factor is needed",
    ],
    note="As Z114 and Z115. There are no old rounds, so S̄ is S and there is no bias.",
)

CLAIMS = [Z165, Z166]
