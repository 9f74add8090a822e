"""The bounds of the deviation chapter on one path, each made twice from the same tokens: as a ratio
that an attack may push above 1, and as the formula that says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.attacks import EXTREMES, simple_path
from glbtheory.claims.vocabulary.old_forms import attacked_paths, broken_paths
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.links import poisson

NOISE = r"\gamma^{t-1}S_{t-D:t}"
X = rf"X = \lVert{NOISE}\rVert_{{\widetilde G_{{t-D:t}}^{{-1}}}}"
Y = rf"y = \lVert{NOISE}\rVert_{{\widetilde H_{{t-D:t}}^{{-1}}}}"
FAR = r"t\in\mathcal{T}(\gamma)"
NOT_FAR = r"t\notin\mathcal{T}(\gamma)"

#: Wide ranges of S: the parts of the implicit factor are each used up at an end.
WIDE: dict[str, Any] = {"S": (0.01, 10.0)}
#: A change at the last round: the depth D = 10 reaches back over it.  First down, then up.
NEAR = (
    simple_path(poisson, [1.0], [20.0], [3.0, -3.0], lam=0.1, S=3.0),
    simple_path(poisson, [1.0], [0.05], [-3.0, 3.0], lam=0.1, S=3.0),
)


@dataclass(frozen=True)
class PathBound:
    """lhs <= rhs on a path: lhs/rhs, and the formula."""

    ratio: Callable[[ProofRound], Any]
    latex: str

    def when(self, hypothesis: str) -> PathBound:
        """The same inequality, asserted under a hypothesis."""
        return replace(self, latex=rf"{hypothesis}:\ {self.latex}")

    def attacked(self, seed: int, **options: Any) -> Statement:
        """The bound, which an attack should not break."""
        return attacked_paths(self.ratio, self.latex, seed, **options)

    def broken(self, why: str, known: Sequence[ProofRound] = EXTREMES) -> Statement:
        """A false bound, which a known path breaks."""
        return broken_paths(self.ratio, self.latex, why, known)


def factor(number: float) -> str:
    """A factor in a formula; nothing for 1."""
    return "" if number == 1 else rf"{number:g}\,"


# --- the three terms ----------------------------------------------------------------------------


def drift(share: float = 2.0, shift: int = 0) -> PathBound:
    """b_1 <= share S k_μ γ^{D+shift}/(λ(1-γ))."""
    power = f"D+{shift}" if shift else "D"
    return PathBound(
        lambda p: p.b1() * p.lam / (share * p.S * p.k_mu * p.tail * p.gamma**shift),
        rf"b_{{1,t}}(a) \leq \frac{{{share:g}\,Sk_\mu}}{{\lambda}}\frac{{\gamma^{{{power}}}}}"
        r"{1-\gamma}",
    )


def old_terms(size: float = 1.0, noise: float = 1.0) -> PathBound:
    """b_2 <= size S + noise m γ^D/(λ(1-γ))."""
    return PathBound(
        lambda p: p.b2() / (size * p.S + noise * p.m * p.tail / p.lam),
        rf"b_{{2,t}}(a) \leq {factor(size)}S+\frac{{{factor(noise)}m}}{{\lambda}}"
        r"\frac{\gamma^D}{1-\gamma}",
    )


def recent_term(share: float = 1.0) -> PathBound:
    """b_3 <= share X/√λ."""
    return PathBound(
        lambda p: p.b3() * p.sqrt(p.lam) / (share * p.X_G),
        rf"b_{{3,t}}(a) \leq \frac{{{share:g}}}{{\sqrt\lambda}}X,\quad {X}",
    )


# --- the implicit factor and the quadratic --------------------------------------------------------


def _factor(p: ProofRound, one: float, size: float) -> Any:
    return one + size * p.S_bar + p.X_G / p.sqrt(p.lam)


def _factor_latex(one: float, size: float) -> str:
    return rf"\Big({one:g}+{factor(size)}\bar S+\tfrac{{X}}{{\sqrt\lambda}}\Big)"


def slope(one: float = 1.0, size: float = 1.0) -> PathBound:
    """α >= μ'/F with F = one + size S̄ + X/√λ."""
    return PathBound(
        lambda p: p.slope() / p.alpha() / _factor(p, one, size),
        rf"\alpha(a,\theta^\star_t,\hat\theta_t) \geq {_factor_latex(one, size)}^{{-1}}"
        rf"\dot\mu(a^\top\theta^\star_t),\quad {X}",
    )


def curvature(one: float = 1.0, size: float = 1.0) -> PathBound:
    """G̃_{t-D:t} >= H̃_{t-D:t}/F."""
    return PathBound(
        lambda p: p.relative(p.H_tilde_recent, p.G_tilde_recent) / _factor(p, one, size),
        rf"\widetilde G_{{t-D:t}} \geq {_factor_latex(one, size)}^{{-1}}\widetilde H_{{t-D:t}},"
        rf"\quad {X}",
    )


def design(one: float = 1.0, size: float = 1.0) -> PathBound:
    """G_t >= c_μ V_t/F."""
    return PathBound(
        lambda p: p.relative(p.c_mu * p.V, p.G) / _factor(p, one, size),
        rf"G_t \geq {_factor_latex(one, size)}^{{-1}}c_\mu V_t,\quad {X}",
    )


def quadratic(one: float = 1.0, size: float = 1.0) -> PathBound:
    """X² <= F y²."""
    return PathBound(
        lambda p: p.X_G**2 / (_factor(p, one, size) * p.X_H**2),
        rf"X^2 \leq {_factor_latex(one, size)}y^2,\quad {X},\quad {Y}",
    )


def solved(root: float = 1.0, square: float = 1.0) -> PathBound:
    """X <= root √(1+S̄) y + square y²/√λ."""
    return PathBound(
        lambda p: p.X_G / (root * p.sqrt(1 + p.S_bar) * p.X_H + square * p.X_H**2 / p.sqrt(p.lam)),
        rf"X \leq {factor(root)}\sqrt{{1+\bar S}}\,y+\frac{{{factor(square)}y^2}}{{\sqrt\lambda}},"
        rf"\quad {X},\quad {Y}",
    )
