"""Deviation without projection: the split of θ̂ - θ* and its three terms (lines 1986-2059)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.deviation._bounds import OLD_WEIGHTS, ORDERED, factor
from glbtheory.claims.deviation.attacks import (
    DRIFT_MUTANTS,
    OLD_MUTANTS,
    RECENT_MUTANTS,
    drift,
    old_terms,
    recent_term,
)
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, LOEWNER
from glbtheory.claims.vocabulary.symbolic_data import Data, discounted, lam, mu, on_data, times

# --- Z42: the split -----------------------------------------------------------------------------


def _split_latex(*, lost: int = 0, sign: int = -1) -> str:
    return (
        r"g_t(\hat\theta_t)-g_t(\theta^\star_t) = \sum_{s=1}^{t-1}\gamma^{t-1-s}"
        r"(\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s"
        rf" + \Big({'-' if sign < 0 else ''}\lambda\theta^\star_t+\sum_{{s=1}}^{{t-D-{1 + lost}}}"
        r"\gamma^{t-1-s}\epsilon_{s+1}a_s\Big) + \gamma^{t-1}S_{t-D:t}"
    )


@on_data(
    latex=_split_latex,
    sizes=[(1, 2), (2, 3), (2, 4)],
    scope=lambda *, D=1: f"d <= 2, t <= 4, D = {D}, any link",
)
def _split(data: Data, *, D: int = 1, lost: int = 0, sign: int = -1) -> tuple[Any, Any]:
    """Σ w r a - g(θ*_t) = drift + (old noise - λθ*_t) + recent noise; θ*_t is ``data.other``."""
    w, noise, means = discounted(data.t), data.noise(), data.means()
    now = [mu(x) for x in data.along(data.other)]
    n = len(w)
    keep = [int(s >= n - D) for s in range(n)]
    old = [int(s < n - D - lost) for s in range(n)]
    drift = data.score(times(w, means, now))
    older = data.score(times(times(w, noise), old)) + sign * lam * data.other
    recent = data.score(times(times(w, noise), keep))
    return data.score(times(w, data.rewards)) - data.g(w, data.other), drift + older + recent


_WHOLE = (
    r"\Big|a^\top G_t^{-1}(g_t(\hat\theta_t)-g_t(\theta^\star_t))\Big| \leq"
    r" \underbrace{\Big|a^\top G_t^{-1}\sum_{s=1}^{t-1}\gamma^{t-1-s}(\mu(a_s^\top\theta^\star_s)"
    r"-\mu(a_s^\top\theta^\star_t))a_s\Big|}_{b_{1,t}(a)}"
    r"+\underbrace{\Big|a^\top G_t^{-1}\Big(-\lambda\theta^\star_t+\sum_{s=1}^{t-D-1}"
    r"\gamma^{t-1-s}\epsilon_{s+1}a_s\Big)\Big|}_{b_{2,t}(a)}"
    r"+\underbrace{\Big|a^\top G_t^{-1}\gamma^{t-1}S_{t-D:t}\Big|}_{b_{3,t}(a)}"
)
_triangle = bound(
    "abs(x + y + v) <= abs(x) + abs(y) + {third}",
    latex=_WHOLE,
    scope="all real parts",
    third="abs(v)",
)

Z42 = Claim(
    id="Z42",
    lines="1986-2007",
    kind="step",
    title="The deviation splits into drift, regularisation with old noise, and recent noise",
    kernel=KernelTheorem(
        "Z42",
        "every d, t, D, γ, λ, mean, path and noise; with the identity behind it",
        mutants=["Z42_mutant"],
    ),
    printed=[_triangle.as_part(r"|x+y+v| \leq |x|+|y|+|v|")],
    support=[_split, _split.variant(D=2)],
    mutants=[
        _split.mutant("the round t - D - 1 left out of the old noise", lost=1),
        _split.mutant("sign of λθ* turned", sign=1),
        _triangle.mutant("third part taken 0.99 times", third="0.99*abs(v)"),
    ],
    depends_on=["Q25"],
    fidelity="verbatim",
    note="The identity needs the optimality condition of θ̂_t (g_t(θ̂_t) is the weighted sum of "
    "rewards) and nothing else: no set T(γ), no Θ. With D >= t - 1 the old noise is empty.",
)


# --- I15, I16, I18: the three terms -------------------------------------------------------------


#: An eigenvalue l + x of G_t, x >= 0.
_at_least_ridge = bound(
    "1/(l + x)**{power} <= {most}",
    "l > 0, x >= 0",
    latex=r"\lVert a\rVert_{G_t^{-1}}^2 \leq \tfrac1\lambda \quad (\lVert a\rVert_2\leq 1)",
    scope="every eigenvalue of G_t, λ > 0",
    power="1",
    most="1/l",
)
#: What is compared instead of the norms: λ + x is an eigenvalue of G_t.
_ONCE = r"\frac{1}{\lambda+x} \leq \frac1\lambda,\quad x\geq0"
_TWICE = r"\frac{1}{(\lambda+x)^2} \leq \frac{1}{\lambda^2},\quad x\geq0"
_OLD_WEIGHT = r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s} = \frac{\gamma^D-\gamma^{t-1}}{1-\gamma}"


@identity(latex=_OLD_WEIGHT, scope="t <= 7, every D < t, every γ")
def _geometric(*, shift: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """Σ_{s=1}^{t-D-1} γ^{t-1-s} = (γ^D - γ^{t-1})/(1-γ), exactly, for t <= 7."""
    g = formulas.gamma
    for t in range(2, 8):
        for D in range(1, t):
            total = sum((g ** (t - 1 - s) for s in range(1, t - D)), sp.Integer(0))
            yield f"t={t}, D={D}", sp.expand(total * (1 - g)), g ** (D + shift) - g ** (t - 1)


_tail = bound(
    "(x - y)/(1 - g) <= x/(1 - g)",
    "0 < g < 1, x >= 0, y >= 0",
    latex=r"\frac{\gamma^D-\gamma^{t-1}}{1-\gamma} \leq \frac{\gamma^D}{1-\gamma}",
    scope="every γ, with x = γ^D and y = γ^{t-1}",
)
_in_ball = bound(
    "k*abs(s*u - s*v) <= {factor}*s*k",
    "k >= 0, s > 0, {least} <= u <= 1, -1 <= v <= 1",
    latex=r"|\alpha(a_s,\theta^\star_s,\theta^\star_t)|"
    r"\,|a_s^\top(\theta^\star_t-\theta^\star_s)| \leq 2Sk_\mu",
    scope="a_s·θ*_s = S u and a_s·θ*_t = S v, every slope up to k_μ",
    factor="2",
    least="-1",
)

I15 = Claim(
    id="I15",
    title="The drift term b_1 is at most 2 S k_μ γ^D/(λ(1-γ))",
    printed=[drift],
    support=[
        _at_least_ridge.as_part(_ONCE),
        _at_least_ridge.variant(
            r"|a^\top G_t^{-1}a_s| \leq \tfrac{1}{\lambda}", power="2", most="1/l**2"
        ).as_part(_TWICE),
        _in_ball,
        _geometric.as_cases(),
        _tail,
    ],
    mutants=[
        *DRIFT_MUTANTS,
        _in_ball.mutant("factor 2 lowered to 1.99", factor="1.99"),
        _in_ball.mutant("a parameter one per cent outside Θ", least="-1.01"),
        _geometric.mutant(
            "exponent of γ raised by one",
            _OLD_WEIGHT.replace(r"\gamma^D", r"\gamma^{D+1}"),
            shift=1,
        ),
        _at_least_ridge.mutant("ridge raised by a hundredth", most="1/(1.01*l)"),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["D10", CAUCHY_SCHWARZ, LOEWNER, ORDERED, OLD_WEIGHTS],
    fidelity="paraphrase",
    follows="For t in T(γ) the terms from t - D on are zero. By Cauchy-Schwarz and the Loewner "
    "order (G_t >= λI, termwise sums) b_1 is at most 1/λ times the length of the rest, and by "
    "the triangle inequality that is at most the sum of γ^{t-1-s}|α||a_s·(θ*_t - θ*_s)| (D10), "
    "where |α| <= k_μ and both parameters lie in Θ. The weights are a geometric sum, by "
    "induction over rounds.",
    note="The sum ends at t-D-1 because t is in T(γ): the later terms are zero. Here k_μ bounds "
    "slopes between two parameters of Θ, so the largest slope on |z| <= S would do; the line "
    "2198, where θ̂ stands, needs the whole line. Z45 attacks the bound: it is tight.",
)


_regularised = bound(
    "l*s*r/(l + x) <= {most}",
    "l > 0, x >= 0, s > 0, 0 <= r, r <= {radius}",
    latex=r"|a^\top G_t^{-1}\lambda\theta^\star_t| \leq S",
    scope="every eigenvalue of G_t, ‖θ*‖ = S r",
    most="s",
    radius="1",
)
_noise = bound(
    "abs(m*u - m*v) <= {most}",
    "m > 0, 0 <= u <= 1, {least} <= v <= 1",
    latex=r"|\epsilon_{s+1}| \leq m",
    scope="reward m u, mean m v",
    most="m",
    least="0",
)

I16 = Claim(
    id="I16",
    title="Regularisation and old noise give b_2 at most S + m γ^D/(λ(1-γ))",
    printed=[old_terms],
    support=[
        _regularised.as_part(r"\frac{\lambda sr}{\lambda+x} \leq s,\quad x\geq0,\ 0\leq r\leq1"),
        _at_least_ridge.variant(
            r"\lVert v\rVert_{G_t^{-2}} \leq \tfrac1\lambda\lVert v\rVert_2",
            power="2",
            most="1/l**2",
        ).as_part(_TWICE),
        _noise,
        _geometric.as_cases(),
        _tail,
    ],
    mutants=[
        *OLD_MUTANTS,
        _regularised.mutant("S lowered by one per cent", most="0.99*s"),
        _regularised.mutant("θ* one per cent outside Θ", radius="1.01"),
        _noise.mutant("m lowered by one per cent", most="0.99*m"),
        _noise.mutant("a mean reward a little below zero allowed", least="-0.01"),
    ],
    hypotheses=["A1", "A2", "A4"],
    depends_on=[CAUCHY_SCHWARZ, LOEWNER, ORDERED, OLD_WEIGHTS],
    fidelity="paraphrase",
    follows="By the triangle inequality b_2 is at most |a·G_t^{-1}λθ*_t| plus the length of "
    "G_t^{-1} applied to the old noise (Cauchy-Schwarz, ‖a‖ <= 1). By the Loewner order (G_t >= "
    "λI, termwise sums) the first is at most S and the second at most 1/λ times the length of "
    "the noise, whose terms are at most m (A2). The weights are a geometric sum, by induction "
    "over rounds.",
    note="‖v‖ in the norm of G_t^{-2} is the length of G_t^{-1}v. |ε| <= m follows from rewards "
    "in [0, m], since their means lie there too; a linear mean therefore needs a·θ* >= 0 for "
    "every action played. T(γ) is not used.",
)


@on_data(
    latex=lambda *, keep=1: (
        rf"\lVert a\rVert_{{G_t^{{-1}}}}^2-{factor(keep)}"
        r"\lVert a\rVert_{G_t^{-1}\widetilde G_tG_t^{-1}}^2"
        r" = \sum_{s=1}^{t-1}(w_s-w_s^2)\alpha_s(a_s^\top G_t^{-1}a)^2,\quad w_s = \gamma^{t-1-s}"
    ),
    sizes=[(1, 3), (2, 2), (2, 3)],
    scope="d <= 2, t <= 3, any slopes α",
)
def _sandwich(data: Data, *, keep: Any = 1) -> tuple[Any, Any]:
    """det G x^T adj(G) x - x^T adj(G) G̃ adj(G) x = Σ (w - w²) α (a_s^T adj(G) x)²."""
    once, twice = discounted(data.t), discounted(data.t, 2)
    G, tilde = (data.gram(times(w, data.alphas), lam) for w in (once, twice))
    seen = G.adjugate() * data.x
    left = G.det() * data.x.T * seen - keep * seen.T * tilde * seen
    squares = [(a.T * seen)[0] ** 2 for a in data.actions]
    return left, sp.Matrix([sum(times(times(data.alphas, once, twice), squares))])


_weights_fall = bound(
    "(w - w**2)*a >= 0",
    "0 < w <= {most}, a >= 0",
    latex=r"(w_s-w_s^2)\alpha_s \geq 0",
    scope="every weight, slope",
    most="1",
)

I18 = Claim(
    id="I18",
    title="The recent noise gives b_3 at most its norm in the inverse of G̃, over the root of λ",
    printed=[recent_term],
    support=[_sandwich, _weights_fall, _at_least_ridge.as_part(_ONCE)],
    mutants=[
        *RECENT_MUTANTS,
        _sandwich.mutant("G̃_t raised by one per cent", keep=sp.Rational(101, 100)),
        _weights_fall.mutant("a weight a little above 1 allowed", most="1.01"),
        _at_least_ridge.mutant("1/λ lowered by 1%", most="0.99/l"),
    ],
    hypotheses=["A4"],
    depends_on=[CAUCHY_SCHWARZ, LOEWNER, ORDERED],
    fidelity="paraphrase",
    follows="By Cauchy-Schwarz in the norm of G_t^{-1} b_3 is at most ‖a‖ times the length of the "
    "noise in that norm. By the Loewner order and termwise sums G_t >= λI makes the first at most "
    "1/√λ, and G_t >= G̃_{t-D:t} the second at most X.",
    note="The page passes through ‖a‖ in G^{-1}G̃_tG^{-1}, which the identity shows to be no "
    "larger than in G^{-1}. The last line also passes from G̃_t to G̃_{t-D:t}, which is I20. "
    "T(γ) is not used, and neither is Θ.",
)


CLAIMS = [Z42, I15, I16, I18]
