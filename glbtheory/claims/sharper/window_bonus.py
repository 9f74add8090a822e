"""The smaller bonus with a sliding window: radius, root and bonus without their roundings.

Lines 2836-2916.  The chain is that of ``bonus_sharper`` with min(t, τ) weights of one, and without
old rounds: on T(τ) the window holds nothing from before the last change.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.bonus._on_rounds import LIPSCHITZ
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.price.sharper_bonus import _decay
from glbtheory.claims.vocabulary.hand_steps import (
    CAUCHY_SCHWARZ,
    EXPECTATION,
    LOEWNER,
    MEAN_VALUE,
    UNION,
)
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.window.deviation import attacked_windows, mirrored, on_path
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import logistic

_HALF = sp.Rational(1, 2)

# --- Z165: the radius -----------------------------------------------------------------------------


def _masses(phi: Any, radii: tuple[Any, Any]) -> Any:
    """log R of two balls."""
    whole, part = (sp.lowergamma(f.d / 2, phi * f.lam * (x / f.m) ** 2) for x in radii)
    return sp.log(whole / part)


_GAINED = f.d / 2 * sp.log(1 + f.k_mu * sp.Min(f.t, f.tau) / (f.d * f.lam))


def _level(latex: str, share: Any = 1, why: str = "") -> Statement:
    """The exponent at ξ_0, of length u in the ball, reaches the level exactly at the radius."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        v, scale = f.u + f.r, f.u * sp.sqrt(f.lam) / f.m
        phi = (sp.exp(v) - 1 - v) / v**2
        level = sp.log(f.T / f.delta) + _GAINED + _masses(phi, (v, f.r))
        rho = f.FORMULAS["rho_window_sharpened"].expression
        yield "f(ξ_0)", sp.expand(scale * rho - share * phi * scale**2), sp.expand(level)

    return identities(pairs, latex, "every argument", why, at=_WHOLE)


def _saved(latex: str, share: Any = 1, why: str = "") -> Statement:
    """What is saved at u = r = 1/2: (3-e)√λ/(2m) and (2m/√λ)(d log 2 - log R)."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        printed, sharp = (
            f.FORMULAS[n].expression.subs({f.u: _HALF, f.r: _HALF})
            for n in ("rho_window", "rho_window_sharpened")
        )
        ratio = f.d * sp.log(2) - _masses(sp.E - 2, (1, _HALF))
        saved = (3 - sp.E) * sp.sqrt(f.lam) / (2 * f.m) + 2 * f.m / sp.sqrt(f.lam) * ratio
        yield "ρ - ρ♯", sp.expand(printed - sharp), sp.expand(share * saved)

    return identities(pairs, latex, "every argument", why, at=_WHOLE)


_WHOLE = {"T": 16, "t": 5, "d": 2, "tau": 3}
_PERCENT = sp.Rational(101, 100)
_LEVEL = (
    r"\frac{u\sqrt\lambda}{m}\rho_t^\sharp-%s\varphi(u+r)\frac{u^2\lambda}{m^2} = "
    r"\log\frac T\delta+\frac d2\log\Big(1+\frac{k_\mu\min(t,\tau)}{d\lambda}\Big)+\log R"
)
_SAVED = (
    r"u=r=\tfrac12:\quad \rho_t^\delta-\rho_t^\sharp = %s\frac{(3-e)\sqrt\lambda}{2m}"
    r"+\frac{2m}{\sqrt\lambda}(d\log 2-\log R)"
)

Z165 = Claim(
    id="Z165",
    ours=True,
    lines="2836-2845",
    kind="equation",
    title="The sharpened radius of a sliding window",
    printed=[_level(_LEVEL % ""), _saved(_SAVED % "")],
    mutants=[
        _level(_LEVEL % r"1.01\,", _PERCENT, "φ raised by one per cent"),
        _saved(_SAVED % r"1.01\,", _PERCENT, "saving raised by one per cent"),
    ],
    depends_on=["Z12", "Z110", "I8", "I10", "I11", "C2", "Q42", EXPECTATION, LOEWNER],
    note="As Z110, with weights one: the directions ξ fill a ball of radius u + r in units of "
    "1/m. At u = r = 1/2 both savings are positive (e < 3, and R < 2^d by I11).",
)


# --- Z166: the bonus ------------------------------------------------------------------------------


def _sharp(p: ProofRound, factor: bool = True) -> Any:
    """beta_window_sharpened at ρ = the norm of the path's own noise; or k_μ(√λ S + ρ)."""
    root, rho = p.sqrt(p.lam), p.X_H
    if not factor:
        return p.k_mu * (root * p.S + rho)
    start = p.S / (1 - _decay(p, p.S))
    linear = rho**2 / root
    X = (linear + p.sqrt(linear**2 + 4 * rho**2 * start)) / 2
    return p.k_mu * p.sqrt(start + X / root) * (root * p.S + X)


def _inside(p: ProofRound) -> Any:
    """beta_bar_window_sharpened at ρ = the norm of the path's own noise."""
    loss = 2 * p.S / (1 - _decay(p, 2 * p.S))
    return p.k_mu * (p.sqrt(p.lam) * p.S + p.sqrt(loss) * p.X_H)


def _covered(beta: Callable[[ProofRound], Any], share: float = 1.0, anywhere: bool = True) -> Any:
    def ratio(p: ProofRound) -> Any:
        if not anywhere and not p.estimate_in_ball:
            return 0
        large = share * beta(p) * p.norm(p.probe, p.V)
        return p.prediction_error() * p.sqrt(p.c_mu) / large if large else 0

    return ratio


def _closed(name: str, latex: str, why: str = "", share: Any = 1) -> Statement:
    """The window's formula is that of the discounts, with S for S̄ and its own ρ or X."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        faded, cut = (f.FORMULAS[n] for n in (f"{name}_sharpened", f"{name}_window_sharpened"))
        parts = {a.symbol: b.symbol for a in faded.uses for b in cut.uses if _twins(a, b)}
        moved = faded.expression.subs(parts | {sp.Symbol("s_bar_sharpened", positive=True): f.S})
        yield name, sp.expand(cut.expression), sp.expand(share * moved)

    return identities(pairs, latex, "every S, λ, k_μ and ρ", why)


def _twins(faded: f.Formula, cut: f.Formula) -> bool:
    return cut.name == faded.name.replace("_sharpened", "_window_sharpened")


def _no_data() -> ProofRound:
    """One round with the action 0: nothing is known, and the penalty is nearly attained."""
    return ProofRound(logistic, [[0.0]], [0.0], [[0.001], [0.001]], Window(1), lam=1.0, S=0.001)


def _pushed() -> ProofRound:
    """Rewards 1 for 150 short actions and a long one push the estimate to the border of Θ."""
    actions = [[0.0, 0.0042]] * 150 + [[0.0, 1.0]]
    theta = [[-140.0, 0.0]] * 152
    probe = [0.0001, 0.0001]
    return ProofRound(
        logistic, actions, [1.0] * 151, theta, Window(200), lam=0.0016, S=140.0, probe=probe
    )


def _jump() -> ProofRound:
    """One success in eight rounds with probability 1/8; then the probability is 7/8."""
    return mirrored(logistic, 8, math.log(7))


def _smaller(power: str, why: str = "") -> Bound:
    """√(s+x)(S+x) <= (1+S+x')^{3/2} in units of k_μ√λ: s = S + k with k <= 1, x' = x + h."""
    return Bound(
        "sqrt(S + k + x)*(S + x)",
        "<=",
        f"(1 + S + x + h)**({power})",
        "S >= 0, 0 <= k <= 1, x >= 0, h >= 0",
        latex=r"\beta_t^\sharp \leq \beta_t^\delta",
        scope="every S, λ, ρ♯ <= ρ, in units of k_μ √λ",
        why=why,
    )


_ERROR = (
    r"\lVert S_t\rVert_{H_t^{-1}}\leq\rho,\ t\in\mathcal{T}(\tau):\ \Delta_t(a,\hat\theta_t) \leq"
    r" \tfrac{%s}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
)
_BETA = (
    r"\beta^\sharp = k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}(\sqrt\lambda S+X^\sharp),\quad"
    r" s = \frac{S}{1-e^{-S}}"
)

Z166 = Claim(
    id="Z166",
    ours=True,
    lines="2847-2916, 3053-3055",
    kind="proposition",
    title="The sharpened bonuses of a sliding window cover the prediction error",
    printed=[
        attacked_windows(_covered(_sharp), _ERROR % r"\beta^\sharp", links=LIPSCHITZ),
        attacked_windows(
            _covered(_inside, anywhere=False),
            r"\hat\theta_t\in\Theta:\ " + _ERROR % r"\bar\beta^\sharp",
            links=LIPSCHITZ,
        ),
        _closed("noise", r"X^\sharp:\ (X^\sharp)^2 = \rho^2(s+X^\sharp/\sqrt\lambda)"),
        _closed("beta", _BETA),
    ],
    support=[_smaller("3/2")],
    mutants=[
        on_path(
            _no_data,
            _covered(_sharp, 0.99),
            _ERROR % r"0.99\,\beta^\sharp",
            "bonus lowered by one per cent",
        ),
        on_path(
            _pushed,
            _covered(lambda p: _sharp(p, factor=False)),
            _ERROR % r"k_\mu(\sqrt\lambda S+\rho)",
            "self-concordance dropped: no factor, and ρ for X♯",
        ),
        on_path(
            _jump,
            _covered(_inside, anywhere=False),
            r"t\notin\mathcal{T}(\tau):\ \hat\theta_t\in\Theta,\ "
            r"\Delta_t \leq \tfrac{\bar\beta^\sharp}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            "a change inside the window allowed",
        ),
        _closed("beta", r"1.01\,\beta^\sharp", "bonus raised by one per cent", _PERCENT),
        _smaller("7/5", "power 3/2 lowered to 1.4"),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=[
        *("Z112", "Z165", "I39", "P8", "L4", "L5", "Q35", "Q40"),
        *(CAUCHY_SCHWARZ, LOEWNER, UNION, MEAN_VALUE),
    ],
    note="As Z114 and Z115, where the note says what such an attack can see: the penalty sharply, "
    "the factor of the noise hardly. There are no old rounds, so S̄ is S and there is no bias.",
)

CLAIMS = [Z165, Z166]
