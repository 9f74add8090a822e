"""The weighted estimate and its matrices, as defined (lines 264-281, 1838-1885, 2607-2640)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.steps import FUNDAMENTAL, STRICT_CONVEXITY, TERMWISE, identities
from glbtheory.links import linear, logistic, poisson, z

CHAPTER = "self_concordance"
_b = sp.Function("b")
_u = sp.Symbol("u", real=True)
_gamma, _lam = sp.symbols("gamma lambda", positive=True)


def _mu(x: Any, order: int = 1) -> Any:
    """b^(order) at x for an arbitrary cumulant function b; order 1 is μ, order 2 is μ'."""
    return _b(_u).diff(_u, order).subs(_u, x)


class _Data:
    """Symbolic observations: t-1 rounds in dimension d, with an arbitrary link."""

    def __init__(self, d: int, t: int):
        self.d, self.t = d, t
        self.theta = sp.Matrix(sp.symbols(f"theta1:{d + 1}", real=True))
        self.actions = [
            sp.Matrix([sp.Symbol(f"a{s}_{i}", real=True) for i in range(1, d + 1)])
            for s in range(1, t)
        ]
        self.rewards = sp.symbols(f"r2:{t + 1}", real=True)

    def objective(self, weights: list[Any], penalty: int = 1) -> Any:
        """The weighted regularised negative log-likelihood, up to terms free of θ."""
        total = penalty * _lam / 2 * (self.theta.T * self.theta)[0]
        for w, a, r in zip(weights, self.actions, self.rewards, strict=True):
            x = (a.T * self.theta)[0]
            total += w * (_b(x) - r * x)
        return total

    def hessian(self, weights: list[Any]) -> Any:
        """H_t(θ) of the definition."""
        total = _lam * sp.eye(self.d)
        for w, a in zip(weights, self.actions, strict=True):
            total += w * _mu((a.T * self.theta)[0], 2) * a * a.T
        return total


def _discounted(t: int, power: int = 1, shift: int = 0) -> list[Any]:
    return [_gamma ** (power * (t - 1 - s) + shift) for s in range(1, t)]


def _windowed(t: int, tau: int) -> list[Any]:
    return [sp.Integer(1 if s >= max(1, t - tau) else 0) for s in range(1, t)]


def _hessian_pairs(
    fitted: Any, defined: Any, sizes: Iterable[tuple[int, int]], penalty: int
) -> Iterable[tuple[str, Any, Any]]:
    """Second derivatives of the objective against the matrix of the definition."""
    for d, t in sizes:
        data = _Data(d, t)
        wanted = sp.hessian(data.objective(fitted(t), penalty), list(data.theta))
        given = data.hessian(defined(t))
        for i in range(d):
            for j in range(d):
                yield (
                    f"d={d}, t={t}, entry ({i + 1},{j + 1})",
                    wanted[i, j].doit(),
                    given[i, j].doit(),
                )


_SIZES = [(1, 1), (1, 2), (2, 3), (3, 2), (2, 4)]


def _hessian_identity(
    fitted: Any,
    defined: Any,
    latex: str,
    why: str = "",
    sizes: Any = _SIZES,
    scope: str = "d <= 3, t <= 4, any link",
    penalty: int = 1,
) -> Statement:
    return identities(lambda: _hessian_pairs(fitted, defined, sizes, penalty), latex, scope, why)


Q1 = Claim(
    id="Q1",
    label="eq:MLE_D",
    lines="264-273",
    kind="equation",
    chapter="setting",
    title="The weighted estimate solves a strictly convex programme: its Hessian is H_t >= λ I",
    printed=[
        _hessian_identity(
            _discounted,
            _discounted,
            r"\hat\theta_t = \arg\min_\theta -\sum_{s=1}^{t-1}\gamma^{t-1-s}"
            r"\log\mathbb{P}_\theta(r_{s+1}|a_s) + \tfrac{\lambda}{2}\lVert\theta\rVert_2^2",
        )
    ],
    mutants=[
        _hessian_identity(
            _discounted,
            _discounted,
            r"-\tfrac{\lambda}{2}\lVert\theta\rVert_2^2",
            why="sign of the penalty turned",
            penalty=-1,
        ),
        _hessian_identity(
            lambda t: _discounted(t, shift=1),
            _discounted,
            r"\gamma^{t-s}",
            why="exponent moved by one: γ^{t-s}",
        ),
    ],
    depends_on=["D1", TERMWISE, STRICT_CONVEXITY],
    note="μ' is a variance (D1), so every term of H_t - λ I is positive semidefinite.",
)

Q17 = Claim(
    id="Q17",
    label="eq:H_t_theta_D",
    lines="1846-1850",
    kind="equation",
    chapter=CHAPTER,
    title="H_t(θ) is the Hessian of the weighted negative log-likelihood",
    printed=[
        _hessian_identity(
            _discounted,
            _discounted,
            r"H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\dot\mu(a_s^\top\theta)a_s a_s^\top"
            r" + \lambda I_d",
        )
    ],
    mutants=[
        _hessian_identity(
            _discounted,
            lambda t: _discounted(t, power=2),
            r"\gamma^{2(t-1-s)}",
            why="weights squared: the tilde matrix is not the Hessian",
        )
    ],
    depends_on=["Q1", TERMWISE],
)


# --- H tilde is a covariance --------------------------------------------------------------------


def _covariance(power: int, latex: str, why: str = "") -> Statement:
    """E of products of entries of γ^{t-1} S_t over the tree of two Bernoulli rewards, t = 3."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        means = sp.symbols("p1:3", positive=True)
        actions = [sp.symbols(f"a{s}_1:3", real=True) for s in (1, 2)]

        def branches(history: tuple[int, ...]) -> list[tuple[Any, int]]:
            p = means[len(history)]
            return [(p, 1), (1 - p, 0)]

        def score(history: tuple[int, ...], i: int) -> Any:
            noise = zip(history, means, actions, (_gamma, 1), strict=True)
            return sum(w * (r - p) * a[i] for r, p, a, w in noise)

        for i, j in ((0, 0), (0, 1), (1, 1)):
            expected = sum(
                p * q * score((x, y), i) * score((x, y), j)
                for p, x in branches(())
                for q, y in branches((x,))
            )
            weights = (_gamma**power, sp.Integer(1))
            given = sum(
                w * p * (1 - p) * a[i] * a[j]
                for w, p, a in zip(weights, means, actions, strict=True)
            )
            yield f"entry ({i + 1},{j + 1})", expected, given

    scope = "t = 3, d = 2, logistic rewards with any means, every γ"
    return identities(pairs, latex, scope, why)


Q16 = Claim(
    id="Q16",
    label="eq:H_t_tilde_theta_D",
    lines="1841-1845",
    kind="equation",
    chapter=CHAPTER,
    title="The tilde matrix H̃_t is the covariance of the discounted noise, plus λ I",
    printed=[
        _covariance(
            2,
            r"\widetilde H_t(\theta) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta)"
            r"a_s a_s^\top + \lambda I_d",
        )
    ],
    mutants=[_covariance(1, r"\gamma^{t-1-s}", why="exponent halved: weights not squared")],
    depends_on=["D1", TERMWISE],
)


# --- windows ------------------------------------------------------------------------------------

_WINDOW_SIZES = [(1, 2), (2, 3), (2, 4)]

Q34 = Claim(
    id="Q34",
    label="eq:H_t_SW",
    lines="2610-2614",
    kind="equation",
    chapter=CHAPTER,
    title="With a window, H_t(θ) sums the last min(τ, t-1) rounds and is again the Hessian",
    printed=[
        _hessian_identity(
            lambda t: _windowed(t, 2),
            lambda t: [sp.Integer(s in range(max(1, t - 2), t)) for s in range(1, t)],
            r"H_t(\theta) = \sum_{s=\max(1,t-\tau)}^{t-1}\dot\mu(a_s^\top\theta)a_s a_s^\top"
            r" + \lambda I_d",
            sizes=_WINDOW_SIZES,
            scope="d <= 2, t <= 4, τ = 2, any link",
        )
    ],
    mutants=[
        _hessian_identity(
            lambda t: _windowed(t, 2),
            lambda t: _windowed(t, 1),
            r"s = \max(1, t-\tau+1)",
            why="window shorter by one round",
            sizes=_WINDOW_SIZES,
            scope="d <= 2, t <= 4, τ = 2, any link",
        )
    ],
    depends_on=["Q1", TERMWISE],
)


# --- the mean slope α and the matrices G --------------------------------------------------------


def _secant(link: Any, x: Any, y: Any) -> Any:
    """α as the integral of the definition, by an antiderivative checked by differentiation."""
    v = sp.Symbol("v", real=True)
    path = v * y + (1 - v) * x
    primitive = link.mean.subs(z, path) / (y - x)
    integrand = link.slope.subs(z, path)
    if sp.simplify(sp.diff(primitive, v) - integrand) != 0:
        raise ArithmeticError("not an antiderivative")
    return primitive.subs(v, 1) - primitive.subs(v, 0)


def _alpha_pairs(swap: int) -> Iterable[tuple[str, Any, Any]]:
    x, y, v = sp.symbols("x y v", real=True)
    for link in (logistic, poisson, linear):
        alpha = _secant(link, x, y)
        rise = link.mean.subs(z, x) - link.mean.subs(z, y)
        yield f"{link.name}: mean value", swap * alpha * (x - y), rise
        yield f"{link.name}: symmetry", alpha, _secant(link, y, x)
    path = _b(_u).diff(_u).subs(_u, v * y + (1 - v) * x)
    yield (
        "any link: chain rule",
        sp.diff(path, v).doit(),
        ((y - x) * _mu(v * y + (1 - v) * x, 2)).doit(),
    )


def _alpha(latex: str, swap: int = 1, why: str = "") -> Statement:
    scope = "logistic, Poisson and linear for all pairs; the chain rule for any link"
    return identities(lambda: _alpha_pairs(swap), latex, scope, why)


def _mean_value_pairs(weights: Any, other: Any, t: int) -> Iterable[tuple[str, Any, Any]]:
    """g(θ1) - g(θ2) = G(θ1, θ2)(θ1 - θ2), entry by entry, with α = (μ1 - μ2)/(z1 - z2)."""
    d = 2
    one, two = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in ("p", "q"))
    actions = [sp.Matrix([sp.Symbol(f"a{s}_{i}", real=True) for i in (1, 2)]) for s in range(1, t)]
    left = _lam * (one - two)
    right = _lam * (one - two)
    for w, v, a in zip(weights(t), other(t), actions, strict=True):
        x, y = (a.T * one)[0], (a.T * two)[0]
        rise = _mu(x) - _mu(y)
        left += w * rise * a
        right += v * rise / (x - y) * a * (a.T * (one - two))[0]
    for i in range(d):
        yield f"t={t}, entry {i + 1}", left[i].doit(), right[i].doit()


def _mean_value(
    weights: Any, other: Any, latex: str, why: str = "", t: int = 4, extra: str = ""
) -> Statement:
    return identities(
        lambda: _mean_value_pairs(weights, other, t), latex, f"d = 2, t = {t}{extra}, any link", why
    )


D10 = Claim(
    id="D10",
    lines="1867-1872",
    kind="definition",
    chapter=CHAPTER,
    title="The mean slope α is symmetric, and G_t turns differences of g_t into products",
    printed=[
        _alpha(
            r"\alpha(a,\theta_1,\theta_2) ="
            r" \int_0^1\dot\mu(v a^\top\theta_2+(1-v)a^\top\theta_1)dv"
        ),
        _mean_value(
            _discounted,
            _discounted,
            r"G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{t-1-s}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
        ),
    ],
    mutants=[
        _alpha(
            r"\mu(a^\top\theta_1)-\mu(a^\top\theta_2) = \alpha\, a^\top(\theta_2-\theta_1)",
            swap=-1,
            why="sign turned",
        ),
        _mean_value(
            _discounted,
            lambda t: _discounted(t, shift=1),
            r"\gamma^{t-s}",
            why="exponent moved by one: γ^{t-s} in G_t against γ^{t-1-s} in g_t",
        ),
    ],
    depends_on=[FUNDAMENTAL, TERMWISE],
)


def _tilde_below(power: str, latex: str, why: str = "") -> Bound:
    """G - G̃ has the weights w - w² >= 0 on every a a^T, where w = γ^{t-1-s} is in (0, 1]."""
    return Bound(
        f"w**{power}",
        "<=",
        "w",
        "0 < w <= 1",
        latex=latex,
        scope="every γ in (0, 1] and every age; the matrices follow termwise",
        why=why,
    )


def _squares(power: int, latex: str, why: str = "") -> Statement:
    """The weights of G̃_t against the squares of the weights of G_t."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for t in range(2, 6):
            squares = [w**2 for w in _discounted(t)]
            for s, (a, b) in enumerate(zip(_discounted(t, power), squares, strict=True), start=1):
                yield f"t={t}, s={s}", a, b

    return identities(pairs, latex, "t <= 5, every γ", why)


Q22 = Claim(
    id="Q22",
    label="eq:G_t_tilde_D",
    lines="1874-1879",
    kind="equation",
    chapter=CHAPTER,
    title="G̃_t has the squared weights, so it lies below G_t",
    printed=[
        _squares(
            2,
            r"\widetilde G_t(\theta_1,\theta_2) = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
        ),
    ],
    support=[_tilde_below("2", r"\gamma^{2(t-1-s)} \leq \gamma^{t-1-s}")],
    mutants=[
        _squares(1, r"\gamma^{t-1-s}", why="exponent halved"),
        _tilde_below("(99/100)", r"\gamma^{0.99(t-1-s)} \leq \gamma^{t-1-s}", "exponent below 1"),
    ],
    hypotheses=["A4"],
    depends_on=["D10", TERMWISE],
    note="G̃_t <= G_t needs α >= 0, which self-concordance gives (μ' >= |μ''| >= 0).",
)

Q38 = Claim(
    id="Q38",
    label="eq:G_t_SW",
    lines="2630-2634",
    kind="equation",
    chapter=CHAPTER,
    title="With a window, g_t(θ1) - g_t(θ2) = G_t(θ1, θ2)(θ1 - θ2)",
    printed=[
        _mean_value(
            lambda t: _windowed(t, 2),
            lambda t: _windowed(t, 2),
            r"G_t(\theta_1,\theta_2) = \sum_{s=\max(1,t-\tau)}^{t-1}"
            r"\alpha(a_s,\theta_1,\theta_2)a_s a_s^\top + \lambda I_d",
            extra=", τ = 2",
        )
    ],
    mutants=[
        _mean_value(
            lambda t: _windowed(t, 2),
            lambda t: _windowed(t, 3),
            r"s = \max(1,t-\tau-1)",
            why="window longer by one round",
        )
    ],
    depends_on=["D10", TERMWISE],
)

CLAIMS = [Q1, Q16, Q17, Q22, Q34, Q38, D10]
