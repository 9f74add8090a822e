"""The two uses of the tail inequality: discounts, sliding window, and ρ (lines 1738-1831)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.tail._sums import Pairs, noises, same_sums, since, sums
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.claims.vocabulary.symbolic_data import Data, gamma, lam, times

_RADIUS = f.FORMULAS["tail_radius"].expression


# --- I12: the weights ---------------------------------------------------------------------------

#: w_{t+1} against w_t where w_t = w.
growing = bound(
    "w <= {later}",
    "w > 0, 0 < g < {largest}",
    latex=r"w_t = \gamma^{-t} > 0:\quad w_t \leq w_t/\gamma = w_{t+1}",
    scope="every t and γ in (0, 1), whatever γ is computed from",
    later="w/g**1",
    largest="1",
)


@identity(
    latex=r"w_t = \gamma^{-t},\quad \lambda_t = \lambda\gamma^{-2t},\quad"
    r" \frac{\lambda_t}{w_t^2} = \lambda",
    scope="every t, γ and λ",
    at={"t": 3},
)
def steady_ridge(*, power: int = 2) -> Pairs:
    """λ_t/w_t² does not depend on t."""
    t = sp.Symbol("t", positive=True)
    yield "precision", lam * gamma ** (-power * t) / gamma ** (-2 * t), lam


I12 = Claim(
    id="I12",
    title="Exponential weights grow, and λ_t keeps pace with their squares",
    fidelity="implied",
    printed=[growing, steady_ridge],
    mutants=[
        growing.mutant("discount factors up to 1.01 allowed", largest="1.01"),
        growing.mutant("sign of the exponent turned: weights that fall", later="w*g**1"),
        steady_ridge.mutant(
            "exponent halved: the ridge would vanish",
            r"\lambda_t = \lambda\gamma^{-t}",
            power=1,
        ),
    ],
    depends_on=["A6"],
    note="γ may be computed from T since T is known (A6): the weights stay deterministic. That "
    "they satisfy A7 is Z159. Line 1333 calls both A6 and A7 assumptions on the weights; A6 is "
    "one on T.",
)


# --- C1, C2: scaling ----------------------------------------------------------------------------


def _radius_at(ridge: Any, weight: Any, determinant: Any) -> Any:
    """The radius of T4 for λ_{t-1}, w_{t-1} and det H̃."""
    gain = sp.log(determinant) / 2 - f.d / 2 * sp.log(ridge)
    values = {f.lam: ridge, f.w: weight, f.gain: gain}
    return sp.expand_log(_RADIUS.subs(values, simultaneous=True), force=True)


def _as_printed(determinant: Any) -> Any:
    """The radius as both corollaries print it."""
    scale = 2 * f.m / sp.sqrt(f.lam)
    inside = sp.sqrt(determinant) / (f.delta * f.lam ** (f.d / 2))
    radius = sp.sqrt(f.lam) / (2 * f.m) + scale * sp.log(inside) + scale * f.d * sp.log(2)
    return sp.expand_log(radius, force=True)


@identity(
    latex=r"P\big(\lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde H_{t-D:t}^{-1}}\geq r\big)"
    r"\leq\delta,\quad r = \frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}"
    r"\log\frac{\det(\widetilde H_{t-D:t})^{1/2}}{\delta\lambda^{d/2}}"
    r"+\frac{2m}{\sqrt\lambda}d\log2",
    scope="norm and determinant d <= 2; radius for every d; every γ, t, λ, m, δ",
    at={"d": 2},
)
def unchanged(*, ridge: int = 2) -> Pairs:
    """With c = γ^{-(t-1)}: H̃ = c²K and S = c x have the norm of x in K^{-1}; the determinant ratio
    and the radius at λc², weight c are those of K at λ, weight 1.
    """
    c, k = sp.symbols("c k", positive=True)  # k is det K, so that det H̃ = c^{2d} k
    for d in (1, 2):
        x = sp.Matrix(sp.symbols(f"x1:{d + 1}", real=True))
        K = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"k{min(i, j)}{max(i, j)}", real=True))
        norms = [(v.T * A.inv() * v)[0] for v, A in ((c * x, c**2 * K), (x, K))]
        yield f"d={d}, norm", *map(sp.simplify, norms)
        ratio = (c**2 * K).det() / (lam * c**ridge) ** d
        yield f"d={d}, determinant", sp.simplify(ratio), K.det() / lam**d
    yield "radius", _radius_at(f.lam * c**ridge, c, c ** (2 * f.d) * k), _as_printed(k)


@identity(
    latex=r"\widetilde H_{t-D:t} = \sum_{s=t-D}^{t-1}\gamma^{2(t-1-s)}"
    r"\dot\mu(a_s^\top \theta^\star_s)a_sa_s^\top + \lambda I_d,\quad"
    r" S_{t-D:t} = \sum_{s=t-D}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s",
    scope="d <= 2, t <= 4, D < t, every γ, λ and variances",
)
def rescaled(*, power: int = 2, factor: int = 1) -> Pairs:
    """With w = γ^{-s}: γ^{t-1}S and γ^{2(t-1)}H̃ are the sums of the corollary."""
    for d, t, first in ((1, 2, 1), (1, 4, 2), (2, 3, 1), (2, 4, 2)):
        data, back = Data(d, t), gamma ** (t - 1)
        S, H = sums(data, since(first, [gamma**-s for s in range(1, t)]), lam / back**2)
        ages = since(first, [gamma ** (t - 1 - s) for s in range(1, t)])
        wanted = data.score(times(ages, noises(data)))
        matrix = data.gram(times([a**power for a in ages], data.alphas), lam)
        size = f"d={d}, t={t}, D={t - first}"
        yield from same_sums((back**factor * S, back**2 * H), (wanted, matrix), size)


C1 = Claim(
    id="C1",
    title="The tail inequality with discount factors",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "C1_ordinary_law",
        "every d, t, D, 0 < γ <= 1, λ > 0 and law; variance at most μ'; the probability is taken "
        "round by round, by upper integrals",
        mutants=["C1_ordinary_law_mutant"],
        beside=["C1", "C1_any_law"],
    ),
    printed=[unchanged, rescaled],
    mutants=[
        rescaled.mutant(
            "weights not squared",
            r"\sum_{s=t-D}^{t-1}\gamma^{t-1-s}\dot\mu\,a_sa_s^\top",
            power=1,
        ),
        rescaled.mutant("S_t scaled by γ^{2(t-1)}", r"\gamma^{2(t-1)}S_{t-D:t}", factor=2),
        unchanged.mutant(
            "λ_t grows as the weights, not their squares",
            r"\lambda_t = \lambda\gamma^{-t}",
            ridge=1,
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


@identity(
    latex=r"P\big(\lVert S_t\rVert_{H_t^{-1}}\geq r\big)\leq\delta,\quad"
    r" r = \frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}"
    r"\log\frac{\det(H_t)^{1/2}}{\delta\lambda^{d/2}}+\frac{2m}{\sqrt\lambda}d\log2",
    scope="d <= 2, t <= 4, τ <= 3, every λ and variances; radius for every d",
    at={"d": 2},
)
def windowed(*, extra: int = 0, power: int = 1, weight: int = 1) -> Pairs:
    """T4 with w = 1, λ_t = λ and t₀ = min(τ, t-1): the sums of the corollary, and their radius."""
    for d, t, tau in ((1, 2, 3), (1, 4, 2), (2, 3, 2), (2, 4, 1)):
        data, ones = Data(d, t), [sp.Integer(1)] * (t - 1)
        inside = since(max(1, t - tau + extra), ones)
        wanted = data.score(times(inside, noises(data)))
        matrix = data.gram(times(inside, [v**power for v in data.alphas]), lam)
        general = sums(data, since(max(1, t - tau), ones))
        yield from same_sums(general, (wanted, matrix), f"d={d}, t={t}, τ={tau}")
    k = sp.Symbol("k", positive=True)
    yield "radius", _radius_at(f.lam, sp.Integer(weight), k), _as_printed(k)


C2 = Claim(
    id="C2",
    title="The tail inequality with a sliding window",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "C2_ordinary_law",
        "every d, t, τ, λ > 0 and law; variance at most μ'; the probability is taken round by "
        "round, by upper integrals",
        mutants=["C2_ordinary_law_mutant"],
        beside=["C2"],
    ),
    printed=[windowed],
    mutants=[
        windowed.mutant(
            "one round fewer",
            r"S_t = \sum_{s=\max(1,t-\tau+1)}^{t-1}\epsilon_{s+1}a_s",
            extra=1,
        ),
        windowed.mutant(
            "slopes squared", r"H_t = \sum_s\dot\mu^2a_sa_s^\top + \lambda I_d", power=2
        ),
        windowed.mutant("weight 2 in place of 1", r"w_{t-1} = 2\ \text{in the radius}", weight=2),
    ],
    depends_on=["T4", "D1", TERMWISE],
    hypotheses=["A6", "A7"],
    note="Weights 1 and λ_t = λ in T4; the noise is that of C1. Line 1813 writes w_t where w_s "
    "is meant (Z33).",
)


# --- Z32, Z33: indices --------------------------------------------------------------------------

_SUM = r"\sum_{s=%s}^{t-1}w_s\epsilon_{s+1}a_s:\quad s\geq 1"


def _rounds_read(
    *, first: Callable[[int, int], int] = lambda t, t0: t - t0
) -> Iterator[dict[str, Any]]:
    """The rounds of a sum from ``first(t, t_0)`` to t-1."""
    for t, t0 in product(range(2, 7), range(1, 7)):
        for s in range(first(t, t0), t):
            yield {"t": t, "t0": t0, "s": s}


@enumerated(
    cases=_rounds_read,
    latex=_SUM % "t-t_0",
    scope="2 <= t <= 6, t_0 <= 6",
    shown={"t0": "t_0", "s": "round"},
)
def reads_rounds(t: int, t0: int, s: int) -> Any:
    """Every round that is read is one of the rounds 1, 2, ..."""
    return s, ">=", 1


_from_the_first = reads_rounds.variant(_SUM % r"\max(1,t-t_0)", first=lambda t, t0: max(1, t - t0))
_first_round = bound(
    "max(1, t - k) >= 1",
    "t >= 2, k >= 0",
    latex=_from_the_first.latex,
    scope="every t and t_0: s runs from max(1, t - t_0) upwards",
)

Z32 = Claim(
    id="Z32",
    lines="1757-1759, 1783-1785, 1801-1802, 3151",
    error_lines="1757, 1759, 1783, 1785, 1801, 1802, 3151",
    kind="definition",
    title="Sums from t - t₀ and t - D read rounds before the first",
    fidelity="implied",
    printed=[reads_rounds],
    corrected=[_first_round, _from_the_first],
    mutants=[
        reads_rounds.mutant(
            "one round earlier", _SUM % r"\max(0,t-t_0-1)", first=lambda t, t0: max(1, t - t0) - 1
        )
    ],
    effect="notation",
    note="The actions start at a_1. C2 (line 1819) writes max(1, t-τ); the sums of T4, of its "
    "proof, of C1 and of C9 do not, and no lower limit on t is stated. Q40, Z63 and Z143 are the "
    "same slip. It is a question of convention: with a_s = 0 for s < 1 nothing changes.",
)


_ONES = r"%s = 1\ \text{for}\ t-\tau\leq s\leq t-%s"


def _sequences(
    *, fixed: Callable[[int, int], range] = lambda t, tau: range(t, t + 1)
) -> Iterator[dict[str, Any]]:
    """Non-decreasing weights that are 1 on the rounds ``fixed(t, τ)``."""
    for t in range(2, 5):
        for tau in range(1, t):
            for weights in product((Fraction(1, 2), Fraction(1), Fraction(2)), repeat=t):
                ones = all(weights[s - 1] == 1 for s in fixed(t, tau))
                if ones and list(weights) == sorted(weights):
                    yield {"t": t, "tau": tau, "weights": weights}


@enumerated(
    cases=_sequences,
    latex=_ONES % ("w_t", "1"),
    scope="t <= 4, τ < t, non-decreasing weights in {1/2, 1, 2}",
)
def window_of_ones(t: int, tau: int, weights: tuple[Fraction, ...]) -> bool:
    """The sum of T4 is that of C2.

    Noise and action are one in every round: the two sums differ wherever a weight is not 1.
    """
    return sum(weights[s - 1] for s in range(t - tau, t)) == tau


Z33 = Claim(
    id="Z33",
    lines="1812-1815",
    error_lines="1813",
    kind="definition",
    title="The weights of the sliding window: w_t is printed where w_s is meant",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "Z33",
        "every d, t >= 2, τ >= 1, actions, noise and variances",
        covers="corrected",
        latex=r"w_s = 1\ \text{for}\ t-\tau\leq s\leq t-1:\quad "
        r"S_{t-\tau:t} = \sum_s\epsilon_{s+1}a_s,\quad "
        r"\widetilde H_{t-\tau:t} = \sum_s\sigma_s^2a_sa_s^\top+\lambda I_d",
        mutants=["Z33_mutant"],
    ),
    printed=[window_of_ones],
    corrected=[
        window_of_ones.variant(_ONES % ("w_s", "1"), fixed=lambda t, tau: range(t - tau, t))
    ],
    mutants=[
        window_of_ones.mutant(
            "the last round left out",
            _ONES % ("w_s", "2"),
            fixed=lambda t, tau: range(t - tau, t - 1),
        )
    ],
    depends_on=["Z32"],
    effect="notation",
    note="Read with w_t, the line fixes one weight that no sum up to t-1 contains.",
)


# --- D5, Q42: ρ is the radius with the determinant at its bound ---------------------------------

_TO_RHO = (
    r"\frac{{\sqrt\lambda}}{{2m}}"
    r"+\frac{{2m}}{{\sqrt\lambda}}\log\frac{{\det({})^{{1/2}}T}}{{\delta\lambda^{{d/2}}}}"
    r"+\frac{{2m}}{{\sqrt\lambda}}d\log2 \leq {}"
)


_AT_BOUND = (
    r"\det(%s) = \Big(\lambda+%s\Big)^d:\quad"
    r" \text{the radius at } \delta/T \text{ and } %s \text{ are equal}"
)
_RHO_T = _AT_BOUND % (
    *(r"\widetilde H_{t-D:t}", r"\frac{k_\mu(1-T^{-2})}{d(1-\gamma^2)}"),
    r"\rho_T^\delta",
)


@identity(
    latex=_TO_RHO.format(r"\widetilde H_{t-D:t}", r"\rho_T^\delta,\quad \gamma^{2D} = T^{-2}"),
    scope="every d, T, λ, δ, k_μ, m and depth",
    at={"d": 2, "T": 16},
)
def rho_is_radius(
    *,
    name: str = "rho",
    determinant: str = "determinant_squared_discount",
    level: Any = f.T,
    half: int = 2,
) -> Pairs:
    """ρ against tail_radius with δ/T and the gain that the determinant bound gives.

    The main text's ρ has T^{-2} in the place of γ^{2D}.
    """
    highest = f.FORMULAS[determinant].expression  # (λ + …)^d
    inside = highest.base.subs(f.gamma ** (2 * f.D), f.T**-2) / f.lam
    gain = f.d / half * sp.log(inside)
    found = _RADIUS.subs({f.w: 1, f.delta: f.delta / level, f.gain: gain}, simultaneous=True)
    yield "ρ", _plain(found), _plain(f.FORMULAS[name].expression)


def _plain(expression: Any) -> Any:
    """Logarithms with expanded arguments, and min(t, τ) as a symbol."""
    count = {sp.Min(f.t, f.tau): sp.Symbol("n", positive=True)}
    return expression.replace(sp.log, lambda x: sp.log(sp.expand(x))).subs(count)


#: A smaller determinant gives a smaller radius.
monotone = bound(
    "2*m/sqrt(l)*{gain} <= 2*m/sqrt(l)*(x + y)",
    "m > 0, l > 0, x >= 0, y >= 0",
    latex=r"\det\widetilde H\leq\det{}^{+} \Rightarrow \text{radius}\leq\rho",
    scope="every gain",
    gain="x",
).as_part(
    r"\frac{2m}{\sqrt\lambda}x \leq \frac{2m}{\sqrt\lambda}(x+y)"
    r" \quad (x = \tfrac12\log(\det\widetilde H/\lambda^d)\geq 0,\ y\geq 0)"
)

_ALL_ROUNDS = (
    r"\mathbb{P}\Big(\exists t\leq T:\ \lVert\gamma^{t-1}S_{t-D:t}\rVert"
    r"_{\widetilde H_{t-D:t}^{-1}} > \rho_T^\delta\Big) \leq \delta"
    r",\quad \gamma^{2D} = T^{-2}"
)

D5 = Claim(
    id="D5",
    title="ρ_T is the radius at δ/T with the determinant at its bound",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "D5",
        "every d, T, 0 < γ < 1, λ > 0, δ in (0, 1] and integer D with γ^{2D} = T^{-2}; variance "
        "at most μ' <= k_μ",
        conditions=[FINITE_OUTCOMES],
        mutants=["D5_mutant"],
    ),
    printed=[
        rho_is_radius.as_part(_RHO_T),
        rho_is_radius.variant(_ALL_ROUNDS).as_part(_RHO_T),
    ],
    support=[monotone],
    mutants=[
        rho_is_radius.mutant(
            "level δ instead of δ/T",
            _TO_RHO.format(r"\widetilde H", r"\rho \text{ with } \log\frac{1}{\delta}"),
            level=sp.Integer(1),
        ),
        rho_is_radius.mutant(
            "det without the power 1/2", _TO_RHO.format(r"\widetilde H^2", r"\rho"), half=1
        ),
        monotone.mutant("gain doubled on the left", gain="2*x"),
    ],
    hypotheses=["A3"],
    depends_on=["C1", "C9", "Q26"],
    note="Line 626 calls it a direct consequence of the main theorem, which is fair: C1 is that "
    "theorem with a_s 1{s >= t-D} in the place of a_s. What comes on top is a union bound over the "
    "T rounds (hence T/δ) and the determinant bound C9 with k_μ for the slopes; γ^{2D} = T^{-2} "
    "only for a real D (Q26, Z9).",
)


_window_rho = rho_is_radius.variant(
    _TO_RHO.format("H_t", f.FORMULAS["rho_window"].latex),
    name="rho_window",
    determinant="determinant_window",
)

Q42 = Claim(
    id="Q42",
    title="ρ_t of the sliding window is the radius at δ/T with the determinant at its bound",
    fidelity="implied",
    printed=[
        _window_rho.as_part(_AT_BOUND % ("H_t", r"\frac{k_\mu\min(t,\tau)}{d}", r"\rho_t^\delta")),
    ],
    support=[monotone],
    mutants=[
        _window_rho.mutant(
            "level δ instead of δ/T",
            _TO_RHO.format("H_t", r"\rho_t^\delta \text{ with } \log\frac1\delta"),
            level=sp.Integer(1),
        ),
        monotone.mutant("gain doubled on the left", gain="2*x"),
    ],
    hypotheses=["A3"],
    depends_on=["C2", "C11"],
    follows="The slopes are at most k_μ (A3), so C11 bounds the determinant; the logarithm grows "
    "with it, and at the bound the radius "
    "of C2 at level δ/T is the expression on the right.",
    note="The window holds min(t-1, τ) rounds; min(t, τ) is one more than needed when t <= τ. "
    "Although it carries the index t it contains log(T/δ): the union is over all T rounds.",
)


CLAIMS = [I12, C1, C2, D5, Q42, Z32, Z33]
