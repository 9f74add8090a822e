"""Determinants of design matrices (lines 3117-3180): AM-GM, and the sums of weights behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import VECTORS, at, design, determinant
from glbtheory.claims.vocabulary.hand_steps import INDUCTION, SPECTRAL, TERMWISE
from glbtheory.claims.vocabulary.old_forms import attacked, identities
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import Evidence
from glbtheory.regret.potential_attacks import determinant_problem
from glbtheory.setting.forgetting import Discount, Window

# --- AM-GM --------------------------------------------------------------------------------------


def _mean_inequality(d: int, factor: str = "1", why: str = "") -> Bound:
    """The product of d eigenvalues against the d-th power of their mean."""
    names = [f"l{i}" for i in range(1, d + 1)]
    return Bound(
        " * ".join(names),
        "<=",
        f"{factor} * (({' + '.join(names)})/{d})**{d}",
        ", ".join(f"{n} >= 0" for n in names),
        latex=r"\prod_{i=1}^d l_i \leq \Big(\frac1d\sum_{i=1}^d l_i\Big)^d",
        scope=f"d = {d}, all non-negative eigenvalues",
        why=why,
    )


#: Summed over x_i = l_i / mean it gives AM-GM in every dimension: the right sides add up to 0.
_LOG_BELOW = Bound(
    "log(x)", "<=", "x - 1", "x > 0", latex=r"\log x \leq x - 1", scope="every x > 0"
)


def _trace_pairs(drop: int) -> Iterable[tuple[str, Any, Any]]:
    lam, w, v = sp.symbols("lambda w v", positive=True)
    for d in (1, 2, 3):
        a, b = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in "ab")
        H = w * a * a.T + v * b * b.T + lam * sp.eye(d)
        norms = w * (a.T * a)[0] + v * (b.T * b)[0]
        yield f"d={d}", H.trace() / d, norms / d + lam / d**drop


def _trace(drop: int, ridge: str, why: str = "") -> Statement:
    return identities(
        lambda: _trace_pairs(drop),
        r"\tfrac1d\operatorname{trace}(H_t) ="
        rf" \tfrac1d\sum_s w_s^2\sigma_s^2\lVert a_s\rVert_2^2 + {ridge}",
        "d <= 3, two rounds",
        why,
    )


I42 = Claim(
    id="I42",
    title="The determinant is at most the d-th power of the mean eigenvalue, trace over d",
    printed=[*(_mean_inequality(d) for d in (1, 2, 3, 4)), _trace(0, r"\lambda_{t-1}")],
    support=[_LOG_BELOW],
    mutants=[
        _mean_inequality(2, "0.999", "right side lowered by 0.1 % (d = 2)"),
        _mean_inequality(3, "0.999", "right side lowered by 0.1 % (d = 3)"),
        _trace(1, r"\lambda_{t-1}/d", "ridge divided by d inside the mean"),
    ],
    depends_on=[SPECTRAL, TERMWISE],
    note="For every d: add up log x <= x - 1 at x = eigenvalue / mean eigenvalue. The display "
    "has three inequality signs where equality holds (lines 3139, 3140 and 3142: the trace is "
    "the sum of the eigenvalues, and that of a a^T is |a|²); the first and the last are genuine.",
)


# --- exact instances ----------------------------------------------------------------------------


def _cases() -> Iterator[dict[str, Any]]:
    """d <= 3, t = 3 or 4: every sequence of the listed vectors (no sum is empty or trivial)."""
    for d, vectors in VECTORS.items():
        for t in (3, 4):
            for actions in product(vectors, repeat=t - 1):
                yield {"d": d, "t": t, "actions": actions}


def _exact(
    check: Callable[[dict[str, Any]], Any], settings: Iterable[dict[str, Any]], scope: str
) -> Callable[[], Evidence]:
    """The check on every sequence of actions with every setting of the other numbers."""
    listed = list(settings)

    def run() -> Evidence:
        cases = ({**setting, **case} for case in _cases() for setting in listed)
        return enumerate_cases(cases, check, scope)

    return run


def _attacked(weighting: str, t: int, latex: str, ranges: str, tau: int | None = None) -> Statement:
    problems = {
        f"d = {d}": partial(determinant_problem, weighting, d, t, tau) for d in (1, 2, 5, 10)
    }
    return attacked(problems, f"t = {t}, {ranges}, all actions, λ in [0.01, 100]", latex, 3117)


# --- P9: the determinant inequality -------------------------------------------------------------

_HALF, _THIRD = Fraction(1, 2), Fraction(1, 3)


def _determinant_inequality(
    last: int, latex: str, why: str = "", d_power: int = 1, slope: Any = None
) -> Statement:
    """det H_t against the bound whose sum of squared weights ends at s = t + last."""

    def check(case: dict[str, Any]) -> Any:
        d, t, k = case["d"], case["t"], case["k_mu"]
        squares = [case["ratio"] ** (2 * s) for s in range(1, t + 1)]
        sigma = k if slope is None else slope
        H = design(case["actions"], [w * sigma for w in squares[: t - 1]], case["lambda"], d)
        mean = k * sum(squares[: max(t + last, 0)], Fraction(0)) / Fraction(d) ** d_power
        return determinant(H), "<=", (case["lambda"] + mean) ** d

    settings = [
        {"ratio": r, "k_mu": k, "lambda": lam}
        for r, k, lam in product((Fraction(1), Fraction(3, 2)), (Fraction(1, 4),), (_THIRD, 2))
    ]
    scope = "d <= 3, 3 <= t <= 4, weights 1 and (3/2)^s, exact actions"
    return Statement(latex, _exact(check, settings, scope), why)


def _eigenvalue_bound(d: int, divisor: str = "", why: str = "") -> Bound:
    """Eigenvalues λ + p_i with Σ p_i + e = k_μ Σ w²: the slack e is what shorter actions leave."""
    names = [f"p{i}" for i in range(1, d + 1)]
    return Bound(
        " * ".join(f"(l + {n})" for n in names),
        "<=",
        f"(l + ({' + '.join(names)} + e)/{divisor or d})**{d}",
        ", ".join(f"{n} >= 0" for n in ["l", "e", *names]),
        latex=r"\det(H_t) \leq \Big(\lambda_{t-1} + \frac{k_\mu\sum_{s=1}^{t} w_s^2}{d}\Big)^d",
        scope=f"d = {d}, every spectrum with that trace",
        why=why,
    )


P9 = Claim(
    id="P9",
    title="A determinant is bounded through its trace: ridge plus mean weight per direction",
    printed=[
        _determinant_inequality(
            0, r"\det(H_t) \leq \Big(\lambda_{t-1} + \frac{k_\mu\sum_{s=1}^{t} w_s^2}{d}\Big)^d"
        ),
        *(_eigenvalue_bound(d) for d in (1, 2, 3)),
    ],
    support=[
        _determinant_inequality(
            -1, r"\det(H_t) \leq \Big(\lambda_{t-1} + \frac{k_\mu\sum_{s=1}^{t-1} w_s^2}{d}\Big)^d"
        ),
        _attacked("free", 50, r"\det(H_t) \leq (\cdots)^d", "any weights up to 1"),
    ],
    mutants=[
        _determinant_inequality(-2, r"\sum_{s=1}^{t-2} w_s^2", "sum shorter by two rounds"),
        _determinant_inequality(0, r"k_\mu/d^2", "sum divided by d² instead of d", d_power=2),
        _determinant_inequality(
            -1,
            r"\sigma_s^2 = 1.01\,k_\mu",
            "hypothesis σ² <= k_μ exceeded by one per cent",
            slope=Fraction(101, 400),
        ),
        _eigenvalue_bound(3, "3.01", "divisor d = 3 raised to 3.01"),
    ],
    hypotheses=["A1"],
    depends_on=["I42", SPECTRAL],
    note="The proof ends with the sum up to t-1, which is sharper than the statement's sum up to "
    "t; with t-1 the bound is attained by d orthogonal actions of equal weight. The "
    "regularisation parameters must be non-negative, which line 3121 leaves to the word. H_t "
    "here is what T3 calls H̃_t: its weights are squared.",
)


# --- C9, C10, C11: the three weightings ---------------------------------------------------------


def _geometric(power: int, exponent: Callable[[Any], Any], latex: str, why: str = "") -> Statement:
    """f(0) = 0 and f(n+1) - f(n) = γ^{power n} for f(n) = (1 - γ^{exponent(n)})/(1 - γ^power)."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        n, g = sp.Symbol("n", positive=True, integer=True), formulas.gamma

        def f(k: Any) -> Any:
            return (1 - g ** exponent(k)) / (1 - g**power)

        yield "empty sum", f(sp.Integer(0)), sp.Integer(0)
        yield "one more round", sp.expand(f(n + 1) - f(n) - g ** (power * n)), sp.Integer(0)

    return identities(pairs, latex, "every n and γ", why, at={"n": 2})


def _corollary(
    name: str,
    weights: Callable[[dict[str, Any]], list[Fraction]],
    settings: list[dict[str, Any]],
    latex: str,
    scope: str,
    why: str = "",
    change: Callable[[Any], Any] = lambda expression: expression,
) -> Statement:
    """det(Σ w k_μ a a^T + λ I) against a closed form of ``formulas``, exactly."""
    expression = change(formulas.FORMULAS[name].expression)

    def check(case: dict[str, Any]) -> Any:
        values = {formulas.SYMBOLS[n]: v for n, v in case.items() if n in formulas.SYMBOLS}
        k = case.get("k_mu", Fraction(1))
        H = design(case["actions"], [k * w for w in weights(case)], case["lam"], case["d"])
        return determinant(H), "<=", at(expression, values)

    return Statement(latex, _exact(check, settings, scope), why)


_DISCOUNTS = [
    {"gamma": g, "lam": lam}
    for g, lam in product((_HALF, Fraction(9, 10)), (Fraction(1, 10), Fraction(2)))
]


def _squared(case: dict[str, Any]) -> list[Fraction]:
    """γ^{2(t-1-s)} for the last D rounds, 0 before."""
    t, ages = case["t"], case["D"]
    squares = [w**2 for w in Discount(case["gamma"]).exact_weights(t)]
    return [w if s >= t - ages else Fraction(0) for s, w in enumerate(squares, start=1)]


_SQUARED = [{**s, "k_mu": Fraction(1, 4), "D": D} for s in _DISCOUNTS for D in (2, 3)]
_EXACT_DISCOUNT = "d <= 3, 3 <= t <= 4, γ in {1/2, 9/10}, exact actions"


def _squared_discount(latex: str, why: str = "", **more: Any) -> Statement:
    return _corollary(
        "determinant_squared_discount", _squared, _SQUARED, latex, _EXACT_DISCOUNT, why, **more
    )


C9 = Claim(
    id="C9",
    title="Squared discounts over t₀ rounds: the determinant of H̃_t",
    printed=[
        _squared_discount(
            r"\det(\widetilde H_t) \leq"
            r" \Big(\lambda + \frac{k_\mu(1-\gamma^{2t_0})}{d(1-\gamma^2)}\Big)^d"
        )
    ],
    support=[
        _geometric(2, lambda n: 2 * n, r"\sum_{k=0}^{t_0-1}\gamma^{2k}"),
        _attacked(
            "squared discount", 100, r"\det(\widetilde H_t) \leq (\cdots)^d", "γ in [1/2, 0.9999]"
        ),
    ],
    mutants=[
        _squared_discount(
            r"1-\gamma^{t_0}",
            "exponent halved: γ^{t₀}",
            change=lambda e: e.subs(2 * formulas.D, formulas.D),
        ),
        _squared_discount(
            r"\frac{k_\mu(1-\gamma^{2(t_0-1)})}{d(1-\gamma^2)}",
            "t₀ smaller by one",
            change=lambda e: e.subs(formulas.D, formulas.D - 1),
        ),
        _geometric(
            2, lambda n: 2 * n + 1, r"1-\gamma^{2t_0+1}", "exponent larger by one in the sum"
        ),
    ],
    hypotheses=["A1"],
    depends_on=["P9", INDUCTION],
    note="The sum has t₀ terms; for t <= t₀ it would read actions of rounds before the first, "
    "and the bound holds with the rounds there are (Z32). The corollary defines its own H̃_t, "
    "the windowed sum that T4 calls H̃_{t-t₀:t}; for the full sum of line 1882 the bound would "
    "be false. In C9 and C11 the bound stands after the end of the corollary.",
)


def _discounted(latex: str, why: str = "", **more: Any) -> Statement:
    return _corollary(
        "determinant_discount",
        lambda case: Discount(case["gamma"]).exact_weights(case["t"]),
        _DISCOUNTS,
        latex,
        _EXACT_DISCOUNT,
        why,
        **more,
    )


C10 = Claim(
    id="C10",
    title="Discounts: the determinant of the design matrix V_t with ridge λ",
    printed=[
        _discounted(
            r"\det(V_t) \leq \Big(\lambda + \frac{1-\gamma^{t-1}}{d(1-\gamma)}\Big)^d",
        )
    ],
    support=[
        _geometric(1, lambda n: n, r"\sum_{k=0}^{t-2}\gamma^{k}"),
        _attacked("discount", 100, r"\det(V_t) \leq (\cdots)^d", "γ in [1/2, 0.9999]"),
    ],
    mutants=[
        _discounted(
            r"1-\gamma^{t-2}",
            "exponent smaller by one",
            change=lambda e: e.subs(formulas.t, formulas.t - 1),
        ),
        _discounted(
            r"d(1-\gamma^2)",
            "denominator of the squared weights",
            change=lambda e: e.subs(1 - formulas.gamma, 1 - formulas.gamma**2),
        ),
    ],
    hypotheses=["A1"],
    depends_on=["P9", INDUCTION],
    note="The ridge here is λ; the algorithm's V_t has ridge λ/c_μ (Q3, Q19, I26). The weights "
    "γ^{-t} of the corollary are those of V_t itself; in P9, which squares its weights, they stand "
    "for γ^{-t/2}.",
)


_WINDOWS = [
    {"tau": tau, "lam": lam, "k_mu": Fraction(1, 4)}
    for tau, lam in product((2, 3), (Fraction(1, 10), Fraction(2)))
]


def _windowed(latex: str, why: str = "", **more: Any) -> Statement:
    return _corollary(
        "determinant_window",
        lambda case: Window(case["tau"]).exact_weights(case["t"]),
        _WINDOWS,
        latex,
        "d <= 3, 3 <= t <= 4, τ in {2, 3}, exact actions",
        why,
        **more,
    )


def _shorter(rounds: int) -> Callable[[Any], Any]:
    return lambda e: e.subs(formulas.t, formulas.t - rounds)


C11 = Claim(
    id="C11",
    title="Sliding window: the determinant of H_t with at most τ rounds",
    printed=[_windowed(r"\det(H_t) \leq \Big(\lambda + \frac{k_\mu\min(t,\tau)}{d}\Big)^d")],
    support=[
        _windowed(
            r"\det(H_t) \leq \Big(\lambda + \frac{k_\mu\min(t-1,\tau)}{d}\Big)^d",
            change=_shorter(1),
        ),
        _attacked("window", 100, r"\det(H_t) \leq (\cdots)^d", "τ = 30", tau=30),
    ],
    mutants=[
        _windowed(r"\min(t-2,\tau)", "two rounds fewer while the window fills", change=_shorter(2)),
        _windowed(
            r"\min(t,\tau-1)",
            "window shorter by one",
            change=lambda e: e.subs(formulas.tau, formulas.tau - 1),
        ),
    ],
    hypotheses=["A1"],
    depends_on=["P9"],
    note="While the window fills, H_t sums t-1 rounds: min(t-1, τ) is sharper, and attained where "
    "it is a multiple of d.",
)


def _indicator(printed: bool, latex: str, why: str = "", shift: int = 0) -> Statement:
    """The weight of round s at time t by the rule of the corollary against the sum in its H_t."""

    def check(case: dict[str, int]) -> bool:
        t, tau, s = case["t"], case["tau"], case["s"]
        in_sum = s in range(max(1, t - tau), t)
        # As printed one index stands on both sides, and the condition is always true.
        rule = s >= s - tau if printed else s >= t - tau + shift
        return in_sum == rule

    def run() -> Evidence:
        cases = (
            {"t": t, "tau": tau, "s": s}
            for t in range(2, 8)
            for tau in range(1, 8)
            for s in range(1, t)
        )
        return enumerate_cases(cases, check, "t <= 7, τ <= 7, every round")

    return Statement(latex, run, why)


Z20 = Claim(
    id="Z20",
    lines="3171-3172",
    error_lines="3171",
    kind="definition",
    title="The window's weights are conditioned on t >= t - τ, which always holds",
    printed=[
        _indicator(True, r"w_t = 1 \text{ when } t \geq t-\tau \text{ and } 0 \text{ before}")
    ],
    corrected=[
        _indicator(False, r"w_s = 1 \text{ when } s \geq t-\tau \text{ and } 0 \text{ before}")
    ],
    mutants=[_indicator(False, r"s \geq t-\tau+1", "window shorter by one round", shift=1)],
    effect="notation",
    note="Read literally no round is ever forgotten, and the corollary's H_t would not follow.",
)

CLAIMS = [I42, P9, C9, C10, C11, Z20]
