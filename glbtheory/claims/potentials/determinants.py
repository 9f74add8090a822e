"""Determinants of design matrices (lines 3117-3180): AM-GM, and the sums of weights behind it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Claim, KernelTheorem, Statement
from glbtheory.claims.vocabulary import attacked_potential, bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import VECTORS, Vector, at, design, determinant
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, SPECTRAL
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.regret.potential_attacks import AttackProblem, determinant_problem
from glbtheory.setting.forgetting import Discount, Window

F = Fraction

# --- I42: AM-GM -----------------------------------------------------------------------------------


def _eigenvalues(d: int) -> dict[str, Any]:
    """Tokens of the next bound in dimension d."""
    names = [f"l{i}" for i in range(1, d + 1)]
    return {
        "d": d,
        "product": " * ".join(names),
        "total": " + ".join(names),
        "signs": ", ".join(f"{n} >= 0" for n in names),
    }


#: The product of d eigenvalues against the d-th power of their mean.
mean_above_product = bound(
    "{product} <= {factor} * (({total})/{d})**{d}",
    "{signs}",
    latex=r"\prod_{i=1}^d l_i \leq \Big(\frac1d\sum_{i=1}^d l_i\Big)^d",
    factor="1",
    **_eigenvalues(1),
)
_means = {
    d: mean_above_product.variant(scope=f"d = {d}, all non-negative eigenvalues", **_eigenvalues(d))
    for d in (1, 2, 3, 4)
}
#: Summed over x_i = l_i / mean it gives AM-GM in every dimension: the right sides add up to 0.
log_below = bound("log(x) <= x - 1", "x > 0", latex=r"\log x \leq x - 1", scope="every x > 0")

_TRACE = (
    r"\tfrac1d\operatorname{trace}(H_t) ="
    r" \tfrac1d\sum_s w_s^2\sigma_s^2\lVert a_s\rVert_2^2 + \lambda_{t-1}"
)


@identity(latex=_TRACE, scope="d <= 3, two rounds")
def mean_eigenvalue(*, divided: int = 0) -> Pairs:
    """trace(H_t)/d, against the mean weight per direction and the ridge over d^divided."""
    lam, w, v = sp.symbols("lambda w v", positive=True)
    for d in (1, 2, 3):
        a, b = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in "ab")
        H = w * a * a.T + v * b * b.T + lam * sp.eye(d)
        norms = w * (a.T * a)[0] + v * (b.T * b)[0]
        yield f"d={d}", H.trace() / d, norms / d + lam / d**divided


I42 = Claim(
    id="I42",
    title="The determinant is at most the d-th power of the mean eigenvalue, trace over d",
    kernel=KernelTheorem(
        "I42",
        "every d >= 1, t, weights, λ_{t-1} >= 0; the eigenvalues exist, and so does the "
        "splitting of the characteristic polynomial",
        mutants=["I42_mutant"],
    ),
    fidelity="paraphrase",
    printed=[
        *(mean.as_cases() for mean in _means.values()),
        mean_eigenvalue.as_cases(),
    ],
    support=[log_below],
    mutants=[
        _means[2].mutant("right side lowered by 0.1 % (d = 2)", factor="0.999"),
        _means[3].mutant("right side lowered by 0.1 % (d = 3)", factor="0.999"),
        mean_eigenvalue.mutant("ridge divided by d inside the mean", _TRACE + "/d", divided=1),
    ],
    note="The display "
    "has three inequality signs where equality holds (lines 3139, 3140 and 3142: the trace is "
    "the sum of the eigenvalues, and that of a a^T is |a|²); the first and the last are genuine.",
)


# --- P9: the determinant inequality ---------------------------------------------------------------


def _sequences(**axes: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """d <= 3, t = 3 or 4: every sequence of the listed vectors (no sum is empty or trivial)."""
    for d, t in product(VECTORS, (3, 4)):
        for actions in product(VECTORS[d], repeat=t - 1):
            for others in grid(**axes):
                yield {**others, "d": d, "t": t, "actions": actions}


def _attacked(weighting: str, t: int, latex: str, ranges: str, tau: int | None = None) -> Statement:
    """The same bound over all data, for larger d and t."""
    form = attacked_potential(
        sizes={f"d = {d}": {"d": d} for d in (1, 2, 5, 10)},
        latex=latex,
        seed=3117,
        ranges=f"t = {t}, {ranges}, all actions, λ in [0.01, 100]",
    )

    def problem(d: int, *, share: Any = 1) -> AttackProblem:
        return determinant_problem(weighting, d, t, tau, share=share)

    return form(problem)


def _lowered(attack: Statement) -> Statement:
    """A mutant of such an attack."""
    return attack.mutant(
        "right side lowered by one per cent, for actions that an optimiser chooses",
        attack.latex.replace(r"\leq ", r"\leq 0.99"),
        share=sp.Rational(99, 100),
    )


_BLIND = [
    "the ridge and the sum of the weights one by one, in the search: there the right side is "
    "lowered as a whole; the exact sequences move them one by one"
]
_P9 = r"\det(H_t) \leq \Big(\lambda_{t-1} + \frac{k_\mu\sum_{s=1}^{%s} w_s^2}{d}\Big)^d"


@enumerated(
    cases=lambda: _sequences(ratio=(F(1), F(3, 2)), k_mu=(F(1, 4),), lam=(F(1, 3), 2)),
    latex=_P9 % "t",
    scope="d <= 3, 3 <= t <= 4, weights 1 and (3/2)^s, exact actions",
)
def determinant_below_mean(
    ratio: Fraction,
    k_mu: Fraction,
    lam: Any,
    d: int,
    t: int,
    actions: tuple[Vector, ...],
    *,
    last: int = 0,
    power: int = 1,
    steeper: Fraction | int = 1,
) -> Any:
    """det H_t against (λ + k_μ Σ_{s<=t+last} w_s²/d^power)^d, where σ_s² is steeper · k_μ."""
    squares = [ratio ** (2 * s) for s in range(1, t + 1)]
    H = design(actions, [w * steeper * k_mu for w in squares[: t - 1]], lam, d)
    mean = k_mu * sum(squares[: t + last], F(0)) / F(d) ** power
    return determinant(H), "<=", (lam + mean) ** d


_sharp_sum = determinant_below_mean.variant(_P9 % "t-1", last=-1)


def _spectrum(d: int) -> dict[str, Any]:
    """Tokens of the next bound in dimension d."""
    names = [f"p{i}" for i in range(1, d + 1)]
    return {
        "d": d,
        "divisor": d,
        "product": " * ".join(f"(l + {n})" for n in names),
        "total": " + ".join(names),
        "signs": ", ".join(f"{n} >= 0" for n in ["l", "e", *names]),
    }


#: Eigenvalues λ + p_i with Σ p_i + e = k_μ Σ w²: the slack e is what shorter actions leave.
spectrum_below_mean = bound(
    "{product} <= (l + ({total} + e)/{divisor})**{d}",
    "{signs}",
    latex=_P9 % "t",
    **_spectrum(1),
)
_spectra = {
    d: spectrum_below_mean.variant(scope=f"d = {d}, every spectrum with that trace", **_spectrum(d))
    for d in (1, 2, 3)
}

_attack_free = _attacked("free", 50, r"\det(H_t) \leq (\cdots)^d", "any weights up to 1")

P9 = Claim(
    id="P9",
    title="A determinant is bounded through its trace: ridge plus mean weight per direction",
    fidelity="verbatim",
    blind_to=_BLIND,
    kernel=KernelTheorem(
        "P9",
        "every d, t, weights, λ >= 0",
        mutants=["P9_mutant"],
    ),
    printed=[determinant_below_mean, *_spectra.values()],
    support=[
        _sharp_sum,
        _attack_free,
    ],
    mutants=[
        _lowered(_attack_free),
        determinant_below_mean.mutant(
            "sum shorter by two rounds", r"\sum_{s=1}^{t-2} w_s^2", last=-2
        ),
        determinant_below_mean.mutant("sum divided by d² instead of d", r"k_\mu/d^2", power=2),
        _sharp_sum.mutant(
            "hypothesis σ² <= k_μ exceeded by one per cent",
            r"\sigma_s^2 = 1.01\,k_\mu",
            steeper=F(101, 100),
        ),
        _spectra[3].mutant("divisor d = 3 raised to 3.01", divisor="3.01"),
    ],
    hypotheses=["A1"],
    depends_on=["I42", SPECTRAL],
    note="The proof ends with the sum up to t-1, which is sharper than the statement's sum up to "
    "t; with t-1 the bound is attained by d orthogonal actions of equal weight. The "
    "regularisation parameters must be non-negative, which line 3121 leaves to the word. H_t "
    "here is what T3 calls H̃_t: its weights are squared.",
)


# --- C9, C10, C11: the three weightings -----------------------------------------------------------


def _against(
    right: Any, actions: tuple[Vector, ...], weights: Iterable[Fraction], **known: Any
) -> Any:
    """det(Σ w k_μ a a^T + λ I) against a closed form, exactly; k_μ is 1 where it is not given."""
    k_mu = known.get("k_mu", F(1))
    H = design(actions, [k_mu * w for w in weights], known["lam"], known["d"])
    return determinant(H), "<=", at(right, {formulas.SYMBOLS[n]: v for n, v in known.items()})


#: A witness shows the names of the formula.
_OWN_NAMES = {"lam": "lam"}
_DISCOUNTS, _RIDGES = (F(1, 2), F(9, 10)), (F(1, 10), F(2))
_EXACT_DISCOUNT = "d <= 3, 3 <= t <= 4, γ in {1/2, 9/10}, exact actions"
_C9, _C10, _C11 = (
    formulas.FORMULAS[f"determinant_{name}"].expression
    for name in ("squared_discount", "discount", "window")
)


@enumerated(
    cases=lambda: _sequences(gamma=_DISCOUNTS, lam=_RIDGES, k_mu=(F(1, 4),), D=(2, 3)),
    latex=r"\det(\widetilde H_t) \leq"
    r" \Big(\lambda + \frac{k_\mu(1-\gamma^{2t_0})}{d(1-\gamma^2)}\Big)^d",
    scope=_EXACT_DISCOUNT,
    shown=_OWN_NAMES,
)
def determinant_squared_discounts(
    actions: tuple[Vector, ...], t: int, gamma: Fraction, D: int, *, right: Any = _C9, **known: Any
) -> Any:
    """Weights γ^{2(t-1-s)} for the last D rounds, 0 before."""
    squares = [w**2 for w in Discount(gamma).exact_weights(t)]
    recent = [w if s >= t - D else F(0) for s, w in enumerate(squares, start=1)]
    return _against(right, actions, recent, t=t, gamma=gamma, D=D, **known)


@identity(latex=r"\sum_{k=0}^{t_0-1}\gamma^{2k}", scope="every n and γ", at={"n": 2})
def geometric_sum(*, power: int = 2, more: int = 0) -> Pairs:
    """f(n) = (1 - γ^{power n + more})/(1 - γ^power) has f(0) = 0, f(n+1) - f(n) = γ^{power n}."""
    n, g = sp.Symbol("n", positive=True, integer=True), formulas.gamma

    def f(k: Any) -> Any:
        return (1 - g ** (power * k + more)) / (1 - g**power)

    yield "empty sum", f(sp.Integer(0)), sp.Integer(0)
    yield "one more round", sp.expand(f(n + 1) - f(n) - g ** (power * n)), sp.Integer(0)


_attack_squared = _attacked(
    "squared discount", 100, r"\det(\widetilde H_t) \leq (\cdots)^d", "γ in [1/2, 0.9999]"
)

C9 = Claim(
    id="C9",
    title="Squared discounts over t₀ rounds: the determinant of H̃_t",
    fidelity="verbatim",
    blind_to=_BLIND,
    kernel=KernelTheorem(
        "C9",
        "every d, t, t₀, 0 < γ < 1, λ >= 0; the sum starts at round max(1, t-t₀)",
        mutants=["C9_mutant"],
    ),
    printed=[determinant_squared_discounts],
    support=[
        geometric_sum,
        _attack_squared,
    ],
    mutants=[
        _lowered(_attack_squared),
        determinant_squared_discounts.mutant(
            "exponent halved: γ^{t₀}",
            r"1-\gamma^{t_0}",
            right=_C9.subs(2 * formulas.D, formulas.D),
        ),
        determinant_squared_discounts.mutant(
            "t₀ smaller by one",
            r"\frac{k_\mu(1-\gamma^{2(t_0-1)})}{d(1-\gamma^2)}",
            right=_C9.subs(formulas.D, formulas.D - 1),
        ),
        geometric_sum.mutant("exponent larger by one in the sum", r"1-\gamma^{2t_0+1}", more=1),
    ],
    hypotheses=["A1"],
    depends_on=["P9", INDUCTION],
    note="The sum has t₀ terms; for t <= t₀ it would read actions of rounds before the first, "
    "and the bound holds with the rounds there are (Z32). The corollary defines its own H̃_t, "
    "the windowed sum that T4 calls H̃_{t-t₀:t}; for the full sum of line 1882 the bound would "
    "be false. In C9 and C11 the bound stands after the end of the corollary.",
)


@enumerated(
    cases=lambda: _sequences(gamma=_DISCOUNTS, lam=_RIDGES),
    latex=r"\det(V_t) \leq \Big(\lambda + \frac{1-\gamma^{t-1}}{d(1-\gamma)}\Big)^d",
    scope=_EXACT_DISCOUNT,
    shown=_OWN_NAMES,
)
def determinant_discounts(
    actions: tuple[Vector, ...], t: int, gamma: Fraction, *, right: Any = _C10, **known: Any
) -> Any:
    """Weights γ^{t-1-s}."""
    weights = Discount(gamma).exact_weights(t)
    return _against(right, actions, weights, t=t, gamma=gamma, **known)


_attack_discount = _attacked("discount", 100, r"\det(V_t) \leq (\cdots)^d", "γ in [1/2, 0.9999]")

C10 = Claim(
    id="C10",
    title="Discounts: the determinant of the design matrix V_t with ridge λ",
    fidelity="verbatim",
    blind_to=_BLIND,
    kernel=KernelTheorem(
        "C10",
        "every d, t, 0 < γ < 1, λ >= 0",
        mutants=["C10_mutant"],
    ),
    printed=[determinant_discounts],
    support=[
        geometric_sum.variant(r"\sum_{k=0}^{t-2}\gamma^{k}", power=1),
        _attack_discount,
    ],
    mutants=[
        _lowered(_attack_discount),
        determinant_discounts.mutant(
            "exponent smaller by one",
            r"1-\gamma^{t-2}",
            right=_C10.subs(formulas.t, formulas.t - 1),
        ),
        determinant_discounts.mutant(
            "denominator of the squared weights",
            r"d(1-\gamma^2)",
            right=_C10.subs(1 - formulas.gamma, 1 - formulas.gamma**2),
        ),
    ],
    hypotheses=["A1"],
    depends_on=["P9", INDUCTION],
    note="The ridge here is λ; the algorithm's V_t has ridge λ/c_μ (Q3, Q19, I26). The weights "
    "γ^{-t} of the corollary are those of V_t itself; in P9, which squares its weights, they stand "
    "for γ^{-t/2}.",
)


@enumerated(
    cases=lambda: _sequences(tau=(2, 3), lam=_RIDGES, k_mu=(F(1, 4),)),
    latex=r"\det(H_t) \leq \Big(\lambda + \frac{k_\mu\min(t,\tau)}{d}\Big)^d",
    scope="d <= 3, 3 <= t <= 4, τ in {2, 3}, exact actions",
    shown=_OWN_NAMES,
)
def determinant_window(
    actions: tuple[Vector, ...], t: int, tau: int, *, right: Any = _C11, **known: Any
) -> Any:
    """Weight 1 for the last τ rounds, 0 before."""
    return _against(right, actions, Window(tau).exact_weights(t), t=t, tau=tau, **known)


_attack_window = _attacked("window", 100, r"\det(H_t) \leq (\cdots)^d", "τ = 30", tau=30)

C11 = Claim(
    id="C11",
    title="Sliding window: the determinant of H_t with at most τ rounds",
    fidelity="verbatim",
    blind_to=_BLIND,
    kernel=KernelTheorem(
        "C11",
        "every d, t, τ, λ >= 0",
        mutants=["C11_mutant"],
    ),
    printed=[determinant_window],
    support=[
        determinant_window.variant(
            r"\det(H_t) \leq \Big(\lambda + \frac{k_\mu\min(t-1,\tau)}{d}\Big)^d",
            right=_C11.subs(formulas.t, formulas.t - 1),
        ),
        _attack_window,
    ],
    mutants=[
        _lowered(_attack_window),
        determinant_window.mutant(
            "two rounds fewer while the window fills",
            r"\min(t-2,\tau)",
            right=_C11.subs(formulas.t, formulas.t - 2),
        ),
        determinant_window.mutant(
            "window shorter by one",
            r"\min(t,\tau-1)",
            right=_C11.subs(formulas.tau, formulas.tau - 1),
        ),
    ],
    hypotheses=["A1"],
    depends_on=["P9"],
    note="While the window fills, H_t sums t-1 rounds: min(t-1, τ) is sharper, and attained where "
    "it is a multiple of d.",
)


# --- Z20: the window's weights --------------------------------------------------------------------


def _past_rounds() -> Iterator[dict[str, int]]:
    for t, tau in product(range(2, 8), range(1, 8)):
        for s in range(1, t):
            yield {"t": t, "tau": tau, "s": s}


@enumerated(
    cases=_past_rounds,
    latex=r"w_t = 1 \text{ when } t \geq t-\tau \text{ and } 0 \text{ before}",
    scope="t <= 7, τ <= 7, every round",
)
def weight_rule(t: int, tau: int, s: int, *, as_printed: bool = True, shift: int = 0) -> bool:
    """Round s is in the sum of H_t exactly when the rule s >= t - τ + shift gives it weight 1.

    As printed one index stands on both sides, and the condition is always true.
    """
    now = s if as_printed else t
    return (s in range(max(1, t - tau), t)) == (s >= now - tau + shift)


_mended_rule = weight_rule.variant(
    r"w_s = 1 \text{ when } s \geq t-\tau \text{ and } 0 \text{ before}", as_printed=False
)
#: t - τ = s - e, and x for t - τ.
_same_rounds = [
    bound(
        "max(1, s - e) <= s",
        "s >= 1, e >= 0",
        latex=r"t-\tau \leq s \Rightarrow \max(1,t-\tau) \leq s \quad (s\geq 1)",
        scope="every round s and every start t - τ = s - e",
    ),
    bound(
        "x <= max(1, x)",
        latex=r"t-\tau \leq \max(1,t-\tau)",
        scope="every start t - τ",
    ),
]

Z20 = Claim(
    id="Z20",
    lines="3171-3172",
    error_lines="3171",
    kind="definition",
    title="The window's weights are conditioned on t >= t - τ, which always holds",
    fidelity="verbatim",
    printed=[weight_rule],
    corrected=[_mended_rule],
    support=_same_rounds,
    mutants=[
        _mended_rule.mutant("window shorter by one round", r"s \geq t-\tau+1", shift=1),
        _same_rounds[0].mutant("rounds before the first", where="s >= 0, e >= 0"),
    ],
    follows="H_t sums the rounds s from max(1, t-τ) to t-1. For a round s from 1 to t-1, "
    "s >= t-τ and s >= max(1, t-τ) say the same, so the rule gives weight 1 to these rounds and "
    "to no others.",
    effect="notation",
    note="Read literally no round is ever forgotten, and the corollary's H_t would not follow.",
)

CLAIMS = [I42, P9, C9, C10, C11, Z20]
