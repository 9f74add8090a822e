"""The two uses of the tail inequality: discounts, sliding window, and ρ (lines 1738-1831)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, LOEWNER, TERMWISE, UNION
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.claims.vocabulary.symbolic_data import Data, entrywise, gamma, lam
from glbtheory.engines.enumeration import enumerate_cases

_RADIUS = formulas.FORMULAS["tail_radius"].expression


# --- I12: the weights ---------------------------------------------------------------------------


def _growing(power: int, where: str, why: str = "") -> Bound:
    """w_{t+1} against w_t where w_t = w and the next one is w γ^{-power}."""
    return Bound(
        "w",
        "<=",
        f"w/g**{power}" if power > 0 else f"w*g**{-power}",
        where,
        latex=r"0 < \gamma^{-t} \leq \gamma^{-(t+1)}",
        scope="every t and γ in (0, 1), whatever γ is computed from",
        why=why,
    )


def _precision(power: int, latex: str, why: str = "") -> Statement:
    """λ_t/w_t² does not depend on t."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        t = sp.Symbol("t", positive=True)
        yield "precision", lam * gamma ** (-power * t) / gamma ** (-2 * t), lam

    return identities(pairs, latex, "every t, γ and λ", why, at={"t": 3})


I12 = Claim(
    id="I12",
    title="Exponential weights grow, and λ_t keeps pace with their squares",
    printed=[
        _growing(1, "w > 0, 0 < g < 1"),
        _precision(
            2,
            r"w_t = \gamma^{-t},\quad \lambda_t = \lambda\gamma^{-2t},\quad"
            r" \frac{\lambda_t}{w_t^2} = \lambda",
        ),
    ],
    mutants=[
        _growing(1, "w > 0, 0 < g < 1.01", "discount factors up to 1.01 allowed"),
        _growing(-1, "w > 0, 0 < g < 1", "sign of the exponent turned: weights that fall"),
        _precision(1, r"\lambda_t = \lambda\gamma^{-t}", "exponent halved: the ridge would vanish"),
    ],
    depends_on=["A6", "A7", INDUCTION],
    note="γ may be computed from T since T is known (A6): the weights stay deterministic. That "
    "they satisfy A7 is Z159. Line 1333 calls both A6 and A7 assumptions on the weights; A6 is "
    "one on T.",
)


# --- C1, C2: scaling ----------------------------------------------------------------------------


def _general(data: Data, first: int, weights: list[Any], ridge: Any) -> tuple[Any, Any]:
    """S and H̃ of the general theorem over the rounds first .. t-1; α_s stands for σ_s²."""
    kept = [w if s >= first else sp.Integer(0) for s, w in enumerate(weights, start=1)]
    noise = sp.symbols(f"e2:{data.t + 1}", real=True)
    S = data.score([w * e for w, e in zip(kept, noise, strict=True)])
    return S, data.gram([w**2 * v for w, v in zip(kept, data.alphas, strict=True)], ridge)


#: (d, t, first round of the sum)
_SIZES = ((1, 2, 1), (1, 4, 2), (2, 3, 1), (2, 4, 2))


def _scaled(latex: str, why: str = "", power: int = 2, factor: int = 1) -> Statement:
    """With w = γ^{-s}: γ^{t-1}S and γ^{2(t-1)}H̃ are the sums of the corollary."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, t, first in _SIZES:
            data, back = Data(d, t), gamma ** (t - 1)
            ridge = lam * gamma ** (-2 * (t - 1))
            S, H = _general(data, first, [gamma**-s for s in range(1, t)], ridge)
            ages = [gamma ** (t - 1 - s) for s in range(1, t)]
            short, _ = _general(data, first, ages, lam)
            squared = [gamma ** (sp.Rational(power, 2) * (t - 1 - s)) for s in range(1, t)]
            _, matrix = _general(data, first, squared, lam)
            size = f"d={d}, t={t}, D={t - first}"
            yield from entrywise(back**factor * S, short, f"{size}, sum")
            yield from entrywise(back**2 * H, matrix, f"{size}, matrix")

    return identities(pairs, latex, "d <= 2, t <= 4, D < t, every γ, λ and variances", why)


def _radius_at(ridge: Any, weight: Any, determinant: Any) -> Any:
    """The radius of T4 for λ_{t-1}, w_{t-1} and det H̃."""
    f = formulas
    gain = sp.log(determinant) / 2 - f.d / 2 * sp.log(ridge)
    values = {f.lam: ridge, f.w: weight, f.gain: gain}
    return sp.expand_log(_RADIUS.subs(values, simultaneous=True), force=True)


def _as_printed(determinant: Any) -> Any:
    """The radius as both corollaries print it."""
    f = formulas
    scale = 2 * f.m / sp.sqrt(f.lam)
    inside = sp.sqrt(determinant) / (f.delta * f.lam ** (f.d / 2))
    radius = sp.sqrt(f.lam) / (2 * f.m) + scale * sp.log(inside) + scale * f.d * sp.log(2)
    return sp.expand_log(radius, force=True)


def _unchanged(latex: str, why: str = "", ridge: int = 2) -> Statement:
    """With c = γ^{-(t-1)}: H̃ = c²K and S = c x have the norm of x in K^{-1}; the determinant ratio
    and the radius at λc², weight c are those of K at λ, weight 1.
    """

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f, c = formulas, sp.Symbol("c", positive=True)
        for d in (1, 2):
            x = sp.Matrix(sp.symbols(f"x1:{d + 1}", real=True))
            K = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"k{min(i, j)}{max(i, j)}", real=True))
            norms = [(v.T * A.inv() * v)[0] for v, A in ((c * x, c**2 * K), (x, K))]
            yield f"d={d}, norm", *map(sp.simplify, norms)
            ratio = (c**2 * K).det() / (lam * c**ridge) ** d
            yield f"d={d}, determinant", sp.simplify(ratio), K.det() / lam**d
        k = sp.Symbol("k", positive=True)  # det K, so that det H̃ = c^{2d} k
        yield "radius", _radius_at(f.lam * c**ridge, c, c ** (2 * f.d) * k), _as_printed(k)

    scope = "norm and determinant d <= 2; radius for every d; every γ, t, λ, m, δ"
    return identities(pairs, latex, scope, why, at={"d": 2})


_C1_LATEX = (
    r"P\big(\lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde H_{t-D:t}^{-1}}\geq r\big)\leq\delta"
    r",\quad r = \frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}"
    r"\log\frac{\det(\widetilde H_{t-D:t})^{1/2}}{\delta\lambda^{d/2}}"
    r"+\frac{2m}{\sqrt\lambda}d\log2"
)

C1 = Claim(
    id="C1",
    title="The tail inequality with discount factors",
    printed=[
        _unchanged(_C1_LATEX),
        _scaled(
            r"\widetilde H_{t-D:t} = \sum_{s=t-D}^{t-1}\gamma^{2(t-1-s)}"
            r"\dot\mu(a_s^\top \theta^\star_s)a_sa_s^\top + \lambda I_d,\quad"
            r" S_{t-D:t} = \sum_{s=t-D}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s"
        ),
    ],
    mutants=[
        _scaled(r"\sum_{s=t-D}^{t-1}\gamma^{t-1-s}\dot\mu\,a_sa_s^\top", "weights not squared", 1),
        _scaled(r"\gamma^{2(t-1)}S_{t-D:t}", "S_t scaled by γ^{2(t-1)}", factor=2),
        _unchanged(
            r"\lambda_t = \lambda\gamma^{-t}", "λ_t grows as the weights, not their squares", 1
        ),
    ],
    depends_on=["T4", "I12", "D1", "Q23", TERMWISE],
    hypotheses=["A6", "A7"],
    note="The variance σ_s² is μ'(a_s·θ*_s) by D1: H̃ takes each slope at the parameter of its "
    "round. The sum starts at max(1, t-D), see Z32. The symbol H̃_{t-D:t} is that of T4 multiplied "
    "by γ^{2(t-1)}: the corollary defines it anew, and the check is that it is. That ε_{s+1} is "
    "r_{s+1} - μ(a_s·θ*_s), which ties the variance to μ', is printed nowhere before; it follows "
    "from lines 1918-1919.",
)


def _windowed(
    latex: str, why: str = "", extra: int = 0, power: int = 1, weight: int = 1
) -> Statement:
    """T4 with w = 1, λ_t = λ and t₀ = min(τ, t-1): the sums of the corollary, and their radius."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, t, tau in ((1, 2, 3), (1, 4, 2), (2, 3, 2), (2, 4, 1)):
            data = Data(d, t)
            ones = [sp.Integer(1)] * (t - 1)
            S, H = _general(data, max(1, t - tau), ones, lam)
            noise = sp.symbols(f"e2:{t + 1}", real=True)
            inside = [s for s in range(1, t) if s >= max(1, t - tau + extra)]
            wanted = sum((noise[s - 1] * data.actions[s - 1] for s in inside), sp.zeros(d, 1))
            outer = (
                data.alphas[s - 1] ** power * data.actions[s - 1] * data.actions[s - 1].T
                for s in inside
            )
            size = f"d={d}, t={t}, τ={tau}"
            yield from entrywise(S, wanted, f"{size}, sum")
            yield from entrywise(H, sum(outer, lam * sp.eye(d)), f"{size}, matrix")
        k = sp.Symbol("k", positive=True)
        yield "radius", _radius_at(formulas.lam, sp.Integer(weight), k), _as_printed(k)

    scope = "d <= 2, t <= 4, τ <= 3, every λ and variances; radius for every d"
    return identities(pairs, latex, scope, why, at={"d": 2})


C2 = Claim(
    id="C2",
    title="The tail inequality with a sliding window",
    printed=[
        _windowed(
            r"P\big(\lVert S_t\rVert_{H_t^{-1}}\geq r\big)\leq\delta,\quad"
            r" r = \frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}"
            r"\log\frac{\det(H_t)^{1/2}}{\delta\lambda^{d/2}}+\frac{2m}{\sqrt\lambda}d\log2"
        )
    ],
    mutants=[
        _windowed(r"S_t = \sum_{s=\max(1,t-\tau+1)}^{t-1}\epsilon_{s+1}a_s", "one round fewer", 1),
        _windowed(r"H_t = \sum_s\dot\mu^2a_sa_s^\top + \lambda I_d", "slopes squared", power=2),
        _windowed(r"w_{t-1} = 2\ \text{in the radius}", "weight 2 in place of 1", weight=2),
    ],
    depends_on=["T4", "D1", TERMWISE],
    hypotheses=["A6", "A7"],
    note="Weights 1 and λ_t = λ in T4; the noise is that of C1. Line 1813 writes w_t where w_s "
    "is meant (Z33).",
)


# --- Z32: indices -------------------------------------------------------------------------------


def _reads(first: Callable[[int, int], int], latex: str, why: str = "") -> Statement:
    """Every round that a sum from ``first(t, t_0)`` to t-1 reads is a round."""

    def cases() -> Iterator[dict[str, Any]]:
        for t in range(2, 7):
            for t0 in range(1, 7):
                for s in range(first(t, t0), t):
                    yield {"t": t, "t_0": t0, "round": s}

    return Statement(
        latex,
        lambda: enumerate_cases(cases(), lambda c: (c["round"], ">=", 1), "2 <= t <= 6, t_0 <= 6"),
        why,
    )


_SUM = r"\sum_{{s={}}}^{{t-1}}w_s\epsilon_{{s+1}}a_s"

Z32 = Claim(
    id="Z32",
    lines="1757-1759, 1783-1785, 1801-1802, 3151",
    error_lines="1757, 1759, 1783, 1785, 1801, 1802, 3151",
    kind="definition",
    title="Sums from t - t₀ and t - D read rounds before the first",
    printed=[_reads(lambda t, t0: t - t0, _SUM.format("t-t_0"))],
    corrected=[_reads(lambda t, t0: max(1, t - t0), _SUM.format(r"\max(1,t-t_0)"))],
    mutants=[
        _reads(
            lambda t, t0: max(1, t - t0) - 1, _SUM.format(r"\max(0,t-t_0-1)"), "one round earlier"
        )
    ],
    effect="notation",
    note="The actions start at a_1. C2 (line 1819) writes max(1, t-τ); the sums of T4, of its "
    "proof, of C1 and of C9 do not, and no lower limit on t is stated. Q40, Z63 and Z143 are the "
    "same slip.",
)


def _weights_are_one(fixed: Callable[[int, int], set[int]], latex: str, why: str = "") -> Statement:
    """Do weights that are 1 on the rounds ``fixed(t, τ)`` turn the sum of T4 into that of C2?"""

    def cases() -> Iterator[dict[str, Any]]:
        for t in range(2, 5):
            for tau in range(1, t):
                ones = fixed(t, tau)
                for weights in product((Fraction(1, 2), Fraction(1), Fraction(2)), repeat=t):
                    if all(weights[s - 1] == 1 for s in ones) and list(weights) == sorted(weights):
                        yield {"t": t, "tau": tau, "weights": weights}

    def check(case: dict[str, Any]) -> bool:
        # Noise and action one in every round: the two sums differ wherever a weight is not 1.
        inside = range(case["t"] - case["tau"], case["t"])
        return sum(case["weights"][s - 1] for s in inside) == len(inside)

    scope = "t <= 4, τ < t, non-decreasing weights in {1/2, 1, 2}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


Z33 = Claim(
    id="Z33",
    lines="1812-1815",
    error_lines="1813",
    kind="definition",
    title="The weights of the sliding window: w_t is printed where w_s is meant",
    printed=[
        _weights_are_one(
            lambda t, tau: {t},
            r"w_t = 1\ \text{for}\ t-\tau\leq s\leq t-1",
        )
    ],
    corrected=[
        _weights_are_one(
            lambda t, tau: set(range(t - tau, t)), r"w_s = 1\ \text{for}\ t-\tau\leq s\leq t-1"
        )
    ],
    mutants=[
        _weights_are_one(
            lambda t, tau: set(range(t - tau, t - 1)),
            r"w_s = 1\ \text{for}\ t-\tau\leq s\leq t-2",
            "the last round left out",
        )
    ],
    effect="notation",
    note="Read with w_t, the line fixes one weight that no sum up to t-1 contains.",
)


# --- D5, Q42: ρ is the radius with the determinant at its bound ---------------------------------


def _is_radius(
    name: str, determinant: str, latex: str, why: str = "", level: Any = formulas.T, half: int = 2
) -> Statement:
    """ρ against tail_radius with δ/T and the gain that the determinant bound gives.

    The main text's ρ has T^{-2} in the place of γ^{2D}.
    """

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f = formulas
        bound = f.FORMULAS[determinant].expression  # (λ + …)^d
        inside = bound.base.subs(f.gamma ** (2 * f.D), f.T**-2) / f.lam
        gain = f.d / half * sp.log(inside)
        found = _RADIUS.subs({f.w: 1, f.delta: f.delta / level, f.gain: gain}, simultaneous=True)
        yield "ρ", _plain(found), _plain(f.FORMULAS[name].expression)

    return identities(pairs, latex, "every d, T, λ, δ, k_μ, m and depth", why, at={"d": 2, "T": 16})


def _plain(expression: Any) -> Any:
    """Logarithms with expanded arguments, and min(t, τ) as a symbol."""
    count = {sp.Min(formulas.t, formulas.tau): sp.Symbol("n", positive=True)}
    return expression.replace(sp.log, lambda x: sp.log(sp.expand(x))).subs(count)


def _monotone(sign: str, why: str = "") -> Bound:
    """A smaller determinant gives a smaller radius."""
    return Bound(
        f"2*m/sqrt(l)*{sign}x",
        "<=",
        "2*m/sqrt(l)*(x + y)",
        "m > 0, l > 0, x >= 0, y >= 0",
        latex=r"\det\widetilde H\leq\det{}^{+} \Rightarrow \text{radius}\leq\rho",
        scope="every gain",
        why=why,
    )


_TO_RHO = (
    r"\frac{{\sqrt\lambda}}{{2m}}"
    r"+\frac{{2m}}{{\sqrt\lambda}}\log\frac{{\det({})^{{1/2}}T}}{{\delta\lambda^{{d/2}}}}"
    r"+\frac{{2m}}{{\sqrt\lambda}}d\log2 \leq {}"
)


D5 = Claim(
    id="D5",
    title="ρ_T is the radius at δ/T with the determinant at its bound",
    printed=[
        _is_radius(
            "rho",
            "determinant_squared_discount",
            _TO_RHO.format(r"\widetilde H_{t-D:t}", r"\rho_T^\delta,\quad \gamma^{2D} = T^{-2}"),
        ),
        _monotone(""),
    ],
    mutants=[
        _is_radius(
            "rho",
            "determinant_squared_discount",
            _TO_RHO.format(r"\widetilde H", r"\rho \text{ with } \log\frac{1}{\delta}"),
            "level δ instead of δ/T",
            sp.Integer(1),
        ),
        _is_radius(
            "rho",
            "determinant_squared_discount",
            _TO_RHO.format(r"\widetilde H^2", r"\rho"),
            "det without the power 1/2",
            half=1,
        ),
        _monotone("2*", "gain doubled on the left"),
    ],
    depends_on=["C1", "C9", "Q26", UNION, LOEWNER],
    note="Line 626 calls it a direct consequence of the main theorem, which is fair: C1 is that "
    "theorem with a_s 1{s >= t-D} in the place of a_s. What comes on top is a union bound over the "
    "T rounds (hence T/δ) and the determinant bound C9 with k_μ for the slopes; γ^{2D} = T^{-2} "
    "only for a real D (Q26, Z9).",
)


def _counted(rhs: str, why: str = "") -> Bound:
    return Bound(
        "min(t - 1, s)",
        "<=",
        rhs,
        "t >= 1, s >= 1",
        latex=r"|\{\max(1,t-\tau),\dots,t-1\}| = \min(t-1,\tau) \leq \min(t,\tau)",
        scope="every t and τ",
        why=why,
    )


Q42 = Claim(
    id="Q42",
    title="ρ_t of the sliding window is the radius at δ/T with the determinant at its bound",
    printed=[
        _is_radius(
            "rho_window",
            "determinant_window",
            _TO_RHO.format("H_t", formulas.FORMULAS["rho_window"].latex),
        ),
        _counted("min(t, s)"),
    ],
    mutants=[
        _is_radius(
            "rho_window",
            "determinant_window",
            _TO_RHO.format("H_t", r"\rho_t^\delta \text{ with } \log\frac1\delta"),
            "level δ instead of δ/T",
            sp.Integer(1),
        ),
        _counted("min(t, s) - 1", "one round fewer counted"),
    ],
    depends_on=["C2", "C11", UNION, LOEWNER],
    note="The window holds min(t-1, τ) rounds; min(t, τ) is one more than needed when t <= τ. "
    "Although it carries the index t it contains log(T/δ): the union is over all T rounds.",
)


CLAIMS = [I12, C1, C2, D5, Q42, Z32, Z33]
