"""Deviation without projection: the split of θ̂ - θ* and its three terms (lines 1986-2059)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import (
    CAUCHY_SCHWARZ,
    INDUCTION,
    LOEWNER,
    MEAN_VALUE,
    TERMWISE,
)
from glbtheory.claims.vocabulary.old_data import on_data
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import Data, discounted, lam, mu, times

# --- Z42: the split -----------------------------------------------------------------------------


def _split(latex: str, why: str = "", D: int = 1, lost: int = 0, sign: int = -1) -> Statement:
    """Σ w r a - g(θ*_t) = drift + (old noise - λθ*_t) + recent noise; θ*_t is ``data.other``."""

    def sides(data: Data) -> tuple[Any, Any]:
        w, noise, means = discounted(data.t), data.noise(), data.means()
        now = [mu(x) for x in data.along(data.other)]
        n = len(w)
        keep = [int(s >= n - D) for s in range(n)]
        old = [int(s < n - D - lost) for s in range(n)]
        drift = data.score(times(w, means, now))
        older = data.score(times(times(w, noise), old)) + sign * lam * data.other
        recent = data.score(times(times(w, noise), keep))
        return data.score(times(w, data.rewards)) - data.g(w, data.other), drift + older + recent

    return on_data(
        sides, latex, why, [(1, 2), (2, 3), (2, 4)], f"d <= 2, t <= 4, D = {D}, any link"
    )


def _split_latex(sign: str = "-", last: str = "t-D-1") -> str:
    return (
        r"g_t(\hat\theta_t)-g_t(\theta^\star_t) = \sum_{s=1}^{t-1}\gamma^{t-1-s}"
        r"(\mu(a_s^\top\theta^\star_s)-\mu(a_s^\top\theta^\star_t))a_s"
        rf" + \Big({sign}\lambda\theta^\star_t+\sum_{{s=1}}^{{{last}}}"
        r"\gamma^{t-1-s}\epsilon_{s+1}a_s\Big) + \gamma^{t-1}S_{t-D:t}"
    )


_SPLIT = _split_latex()
_TRIANGLE = Bound(
    "abs(x + y + v)",
    "<=",
    "abs(x) + abs(y) + abs(v)",
    latex=r"|a^\top G_t^{-1}(g_t(\hat\theta_t)-g_t(\theta^\star_t))| \leq"
    r" b_{1,t}(a)+b_{2,t}(a)+b_{3,t}(a)",
    scope="all real parts",
)

Z42 = Claim(
    id="Z42",
    lines="1986-2007",
    kind="step",
    title="The deviation splits into drift, regularisation with old noise, and recent noise",
    printed=[_split(_SPLIT), _split(_SPLIT, D=2), _TRIANGLE],
    mutants=[
        _split(_split_latex(last="t-D-2"), "the round t - D - 1 left out of the old noise", lost=1),
        _split(_split_latex(sign=""), "sign of λθ* turned", sign=1),
        _TRIANGLE.mutant(
            "third part taken 0.99 times",
            rhs="abs(x) + abs(y) + 0.99*abs(v)",
            latex=r"|a^\top G_t^{-1}(g_t(\hat\theta_t)-g_t(\theta^\star_t))| \leq"
            r" b_{1,t}(a)+b_{2,t}(a)+0.99\,b_{3,t}(a)",
        ),
    ],
    depends_on=["Q25", "I14", TERMWISE],
    note="The identity needs the optimality condition of θ̂_t (g_t(θ̂_t) is the weighted sum of "
    "rewards) and nothing else: no set T(γ), no Θ. With D >= t - 1 the old noise is empty.",
)


# --- I15, I16, I18: the three terms -------------------------------------------------------------


def _at_least_ridge(power: int, rhs: str, latex: str, why: str = "") -> Bound:
    """An eigenvalue l + x of G_t, x >= 0."""
    return Bound(
        f"1/(l + x)**{power}",
        "<=",
        rhs,
        "l > 0, x >= 0",
        latex=latex,
        scope="every eigenvalue of G_t, λ > 0",
        why=why,
    )


_UNIT = _at_least_ridge(
    1, "1/l", r"\lVert a\rVert_{G_t^{-1}}^2 \leq \tfrac1\lambda \quad (\lVert a\rVert_2\leq 1)"
)


def _geometric(latex: str, why: str = "", shift: int = 0) -> Statement:
    """Σ_{s=1}^{t-D-1} γ^{t-1-s} = (γ^D - γ^{t-1})/(1-γ), exactly, for t <= 7."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g = formulas.gamma
        for t in range(2, 8):
            for D in range(1, t):
                total = sum((g ** (t - 1 - s) for s in range(1, t - D)), sp.Integer(0))
                yield (
                    f"t={t}, D={D}",
                    sp.expand(total * (1 - g)),
                    g ** (D + shift) - g ** (t - 1),
                )

    return identities(pairs, latex, "t <= 7, every D < t, every γ", why)


_OLD_WEIGHT = r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s} = \frac{\gamma^D-\gamma^{t-1}}{1-\gamma}"
_GEOMETRIC = _geometric(_OLD_WEIGHT)
_TAIL = Bound(
    "(x - y)/(1 - g)",
    "<=",
    "x/(1 - g)",
    "0 < g < 1, x >= 0, y >= 0",
    latex=r"\frac{\gamma^D-\gamma^{t-1}}{1-\gamma} \leq \frac{\gamma^D}{1-\gamma}",
    scope="every γ, with x = γ^D and y = γ^{t-1}",
)


def _in_ball(rhs: str, latex: str, why: str = "", where: str = "") -> Bound:
    return Bound(
        "k*abs(s*u - s*v)",
        "<=",
        rhs,
        f"k >= 0, s > 0, {where or '-1 <= u <= 1, -1 <= v <= 1'}",
        latex=latex,
        scope="a_s·θ*_s = S u and a_s·θ*_t = S v, every slope up to k_μ",
        why=why,
    )


_DRIFT_TERM = (
    r"|\alpha(a_s,\theta^\star_s,\theta^\star_t)|\,|a_s^\top(\theta^\star_t-\theta^\star_s)|"
)

I15 = Claim(
    id="I15",
    title="The drift term b_1 is at most 2 S k_μ γ^D/(λ(1-γ))",
    printed=[
        _UNIT,
        _at_least_ridge(2, "1/l**2", r"|a^\top G_t^{-1}a_s| \leq \tfrac{1}{\lambda}"),
        _in_ball("2*s*k", _DRIFT_TERM + r" \leq 2Sk_\mu"),
        _GEOMETRIC,
        _TAIL,
    ],
    mutants=[
        _in_ball("1.99*s*k", _DRIFT_TERM + r" \leq 1.99\,Sk_\mu", "factor 2 lowered to 1.99"),
        _in_ball(
            "2*s*k",
            r"\lVert\theta^\star_s\rVert_2\leq 1.01\,S:\ " + _DRIFT_TERM + r" \leq 2Sk_\mu",
            "a parameter one per cent outside Θ",
            "-1.01 <= u <= 1, -1 <= v <= 1",
        ),
        _geometric(
            _OLD_WEIGHT.replace(r"\gamma^D", r"\gamma^{D+1}"), "exponent of γ raised by one", 1
        ),
        _at_least_ridge(
            1,
            "1/(1.01*l)",
            r"\lVert a\rVert_{G_t^{-1}}^2 \leq \tfrac{1}{1.01\,\lambda}"
            r" \quad (\lVert a\rVert_2\leq 1)",
            "ridge raised by a hundredth",
        ),
    ],
    hypotheses=["A1", "A3"],
    depends_on=["Z42", "D6", CAUCHY_SCHWARZ, LOEWNER, MEAN_VALUE, TERMWISE, INDUCTION],
    note="The sum ends at t-D-1 because t is in T(γ): the later terms are zero. Here k_μ bounds "
    "slopes between two parameters of Θ, so the largest slope on |z| <= S would do; the line "
    "2198, where θ̂ stands, needs the whole line. Z45 attacks the bound: it is tight.",
)


def _noise(rhs: str, latex: str, why: str = "", where: str = "0 <= v <= 1") -> Bound:
    return Bound(
        "abs(m*u - m*v)",
        "<=",
        rhs,
        f"m > 0, 0 <= u <= 1, {where}",
        latex=latex,
        scope="reward m u, mean m v",
        why=why,
    )


def _regularised(rhs: str, latex: str, why: str = "", where: str = "r <= 1") -> Bound:
    return Bound(
        "l*s*r/(l + x)",
        "<=",
        rhs,
        f"l > 0, x >= 0, s > 0, 0 <= r, {where}",
        latex=latex,
        scope="every eigenvalue of G_t, ‖θ*‖ = S r",
        why=why,
    )


_PULL = r"|a^\top G_t^{-1}\lambda\theta^\star_t| \leq "

I16 = Claim(
    id="I16",
    title="Regularisation and old noise give b_2 at most S + m γ^D/(λ(1-γ))",
    printed=[
        _regularised("s", _PULL + "S"),
        _at_least_ridge(
            2, "1/l**2", r"\lVert v\rVert_{G_t^{-2}} \leq \tfrac1\lambda\lVert v\rVert_2"
        ),
        _noise("m", r"|\epsilon_{s+1}| \leq m"),
        _GEOMETRIC,
        _TAIL,
    ],
    mutants=[
        _regularised("0.99*s", _PULL + r"0.99\,S", "S lowered by one per cent"),
        _regularised(
            "s",
            rf"\lVert\theta^\star_t\rVert_2\leq 1.01\,S:\ {_PULL}S",
            "θ* one per cent outside Θ",
            "r <= 1.01",
        ),
        _noise("0.99*m", r"|\epsilon_{s+1}|\leq 0.99\,m", "m lowered by one per cent"),
        _noise(
            "m",
            r"-0.01\,m\leq\mu(a_s^\top\theta^\star_s)\leq m:\ |\epsilon_{s+1}|\leq m",
            "a mean reward a little below zero allowed",
            "-0.01 <= v <= 1",
        ),
    ],
    hypotheses=["A1", "A2"],
    depends_on=["Z42", CAUCHY_SCHWARZ, LOEWNER, TERMWISE, INDUCTION],
    note="‖v‖ in the norm of G_t^{-2} is the length of G_t^{-1}v. |ε| <= m follows from rewards in "
    "[0, m], since their means lie there too; a linear mean therefore needs a·θ* >= 0 for every "
    "action played. T(γ) is not used.",
)


def _sandwich(keep: Any = 1, why: str = "") -> Statement:
    """det G x^T adj(G) x - x^T adj(G) G̃ adj(G) x = Σ (w - w²) α (a_s^T adj(G) x)²."""

    def sides(data: Data) -> tuple[Any, Any]:
        once, twice = discounted(data.t), discounted(data.t, 2)
        G, tilde = (data.gram(times(w, data.alphas), lam) for w in (once, twice))
        inverse = G.adjugate()
        seen = inverse * data.x
        left = G.det() * data.x.T * seen - keep * seen.T * tilde * seen
        squares = [(a.T * seen)[0] ** 2 for a in data.actions]
        return left, sp.Matrix([sum(times(times(data.alphas, once, twice), squares))])

    share = "" if keep == 1 else rf"{float(keep):g}\,"
    latex = (
        rf"\lVert a\rVert_{{G_t^{{-1}}}}^2-{share}"
        r"\lVert a\rVert_{G_t^{-1}\widetilde G_tG_t^{-1}}^2"
        r" = \sum_{s=1}^{t-1}(w_s-w_s^2)\alpha_s(a_s^\top G_t^{-1}a)^2,\quad w_s = \gamma^{t-1-s}"
    )
    return on_data(sides, latex, why, [(1, 3), (2, 2), (2, 3)], "d <= 2, t <= 3, any slopes α")


def _weights_fall(where: str, latex: str, why: str = "") -> Bound:
    return Bound(
        "(w - w**2)*a", ">=", "0", where, latex=latex, scope="every weight, slope", why=why
    )


I18 = Claim(
    id="I18",
    title="The recent noise gives b_3 at most its norm in the inverse of G̃, over the root of λ",
    printed=[
        _sandwich(),
        _weights_fall("0 < w <= 1, a >= 0", r"(w_s-w_s^2)\alpha_s \geq 0"),
        _UNIT,
    ],
    mutants=[
        _sandwich(sp.Rational(101, 100), "G̃_t raised by one per cent"),
        _weights_fall(
            "0 < w <= 1.01, a >= 0",
            r"w_s\leq 1.01:\ (w_s-w_s^2)\alpha_s \geq 0",
            "a weight a little above 1 allowed",
        ),
        _at_least_ridge(
            1,
            "0.99/l",
            r"\lVert a\rVert_{G_t^{-1}}^2 \leq \tfrac{0.99}{\lambda}"
            r" \quad (\lVert a\rVert_2\leq 1)",
            "1/λ lowered by 1%",
        ),
    ],
    hypotheses=["A4"],
    depends_on=["Q28", "I20", CAUCHY_SCHWARZ, LOEWNER, TERMWISE],
    note="The identity says that ‖a‖ is no larger in G^{-1}G̃G^{-1} than in G^{-1}. The last line "
    "also passes from G̃_t to G̃_{t-D:t}, which is I20. T(γ) is not used, and neither is Θ.",
)


CLAIMS = [Z42, I15, I16, I18]
