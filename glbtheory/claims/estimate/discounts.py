"""The discounted estimate: its notation and first-order condition (lines 323-327, 540-545,
903-937, 1838-2170)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.self_concordance.matrices import tilde_below
from glbtheory.claims.vocabulary.exact_designs import ages, design, determinant
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY, TERMWISE
from glbtheory.claims.vocabulary.old_data import (
    above_design,
    condition,
    covariance,
    gradient,
    noise_and_mean,
    on_data,
    separated,
)
from glbtheory.claims.vocabulary.old_forms import identities, refuted_for_every
from glbtheory.claims.vocabulary.stationary_rounds import stationary_rounds
from glbtheory.claims.vocabulary.symbolic_data import Data, c_mu, discounted, gamma, lam, mu, times
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.setting.links import logistic

# --- Q3, Q18, Q19: the design matrices ----------------------------------------------------------


def _recursion(
    power: int, latex: str, why: str = "", factor: Any = None, restored: bool = True
) -> Statement:
    """V_t from V_{t-1}: times γ^power, plus the new action, plus the ridge that was taken away."""

    def sides(data: Data) -> tuple[Any, Any]:
        f = gamma**power if factor is None else factor
        before = data.gram(discounted(data.t - 1, power), lam / c_mu)
        a = data.actions[-1]
        added = (1 - f) * lam / c_mu * sp.eye(data.d) if restored else sp.zeros(data.d)
        return data.gram(discounted(data.t, power), lam / c_mu), f * before + a * a.T + added

    return on_data(sides, latex, why, [(1, 2), (2, 3), (3, 2), (2, 4)], "d <= 3, t <= 4")


def _secants_above_design(latex: str) -> Statement:
    """x^T(G_t - c V_t)x = Σ w (α_s - c)(a·x)^2, whatever the slopes α_s."""

    def sides(data: Data) -> tuple[Any, Any]:
        w = discounted(data.t)
        difference = data.gram(times(w, data.alphas), lam) - c_mu * data.gram(w, lam / c_mu)
        return data.form(difference), data.squares(times(w, data.alphas, [c_mu] * len(w)))

    return on_data(sides, latex, scope="d <= 3, t <= 4, any slopes α")


_V = r"V_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \frac{\lambda}{c_\mu}I_d"

Q3 = Claim(
    id="Q3",
    title="The design matrix has ridge λ/c_μ, so that c_μ V_t lies below H_t",
    printed=[above_design(discounted, _V)],
    mutants=[
        above_design(discounted, r"V_t = \cdots + \lambda I_d", "ridge λ, not λ/c_μ", ridge=lam),
        above_design(
            discounted,
            r"V_t = \sum_{s=1}^{t-1}\gamma^{t-s}a_s a_s^\top + \cdots",
            "exponent moved by one: γ^{t-s}",
            design=lambda t: discounted(t, shift=1),
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Q17", TERMWISE],
    note="The difference of the quadratic forms is the sum of w (μ' - c_μ)(a·x)²: not negative "
    "where θ lies in the parameter set, and free of λ only with this ridge. The same formula "
    "stands at lines 1856-1859 (Q19); elsewhere V_t has ridge λ (Z10).",
)

Q19 = Claim(
    id="Q19",
    title="V_t obeys V_{t+1} = γ V_t + a_t a_t^T + (1-γ)(λ/c_μ) I",
    printed=[_recursion(1, _V)],
    support=[
        _secants_above_design(
            r"x^\top(G_t - c_\mu V_t)x ="
            r" \sum_{s=1}^{t-1}\gamma^{t-1-s}(\alpha(a_s,\theta_1,\theta_2)-c_\mu)(a_s^\top x)^2"
        )
    ],
    mutants=[
        _recursion(
            1,
            r"V_{t+1} = \gamma V_t + a_t a_t^\top",
            "the term (1-γ)λ/c_μ dropped: the ridge fades",
            restored=False,
        ),
        _recursion(
            1,
            r"V_{t+1} = \gamma^2 V_t + a_t a_t^\top + (1-\gamma^2)\tfrac{\lambda}{c_\mu}I_d",
            "factor γ² for γ",
            factor=gamma**2,
        ),
    ],
    depends_on=["Q3", "D10", TERMWISE],
    note="Where both parameters lie in the parameter set, α >= c_μ, and the second identity gives "
    "G_t >= c_μ V_t.",
)

Q18 = Claim(
    id="Q18",
    title="Ṽ_t, with squared weights, obeys the recursion with γ²",
    printed=[
        _recursion(
            2,
            r"\widetilde V_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}a_s a_s^\top"
            r" + \frac{\lambda}{c_\mu}I_d",
        )
    ],
    support=[tilde_below("2", r"\widetilde V_t \leq V_t")],
    mutants=[
        _recursion(
            2,
            r"\widetilde V_{t+1} = \gamma\widetilde V_t + a_t a_t^\top"
            r" + (1-\gamma)\tfrac{\lambda}{c_\mu}I_d",
            "factor γ for γ²: the recursion of V_t",
            factor=gamma,
        ),
        tilde_below("(99/100)", r"\gamma^{0.99(t-1-s)} \leq \gamma^{t-1-s}", "exponent below 1"),
    ],
    depends_on=["Q19", TERMWISE],
    note="Ṽ_t is defined here and used nowhere else in the paper.",
)


# --- Q20, Q21, D11, Q25: the first-order condition ----------------------------------------------

Q20 = Claim(
    id="Q20",
    title="g_t(θ) - Σ γ^{t-1-s} r_{s+1} a_s is the gradient of the objective",
    printed=[
        gradient(
            discounted,
            discounted,
            r"g_t(\theta) = \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s + \lambda\theta",
        )
    ],
    mutants=[
        gradient(
            discounted,
            discounted,
            r"g_t(\theta) = \cdots + \tfrac{\lambda}{2}\theta",
            "λ/2 for λ: the factor of the penalty kept",
            keep=sp.Rational(1, 2),
        ),
        gradient(
            discounted,
            lambda t: discounted(t, shift=1),
            r"g_t(\theta) = \sum_s\gamma^{t-s}\cdots",
            "exponent moved by one: γ^{t-s}",
        ),
    ],
    depends_on=["Q1", TERMWISE],
)


def _noise_sum(data: Data, shift: int = 0) -> Any:
    """γ^{t-1+shift} S_t with S_t = Σ γ^{-s} ε_{s+1} a_s, the noise of each round its own."""
    growing = [gamma**-s for s in range(1, data.t)]
    return gamma ** (data.t - 1 + shift) * data.score(times(growing, data.noise()))


def _scaled_noise(latex: str, why: str = "", shift: int = 0) -> Statement:
    return on_data(
        lambda data: (
            _noise_sum(data, shift),
            data.score(times(discounted(data.t), data.noise())),
        ),
        latex,
        why,
    )


Q21 = Claim(
    id="Q21",
    title="γ^{t-1} S_t is the noise with the weights of the estimate",
    printed=[
        _scaled_noise(
            r"S_t = \sum_{s=1}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s,\quad"
            r" \gamma^{t-1}S_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s"
        )
    ],
    mutants=[_scaled_noise(r"\gamma^{t}S_t", "exponent moved by one: γ^t S_t", shift=1)],
    depends_on=["D4", TERMWISE],
    note="ε_{s+1} = r_{s+1} - μ(a_s·θ*_s) is printed nowhere; lines 859 and 1747 say only that it "
    "is a martingale difference. Line 1919 forces it, along a_s (Q25).",
)


def _one_solution(penalties: Iterable[Fraction], latex: str, why: str = "") -> Statement:
    """Linear mean, d = 2, exact: the linear system of the condition has one solution."""

    def cases() -> Iterator[dict[str, Any]]:
        half, one, zero = Fraction(1, 2), Fraction(1), Fraction(0)
        grid = [(one, zero), (zero, one), (half, half), (zero, zero)]
        for penalty, g in product(penalties, (half, one)):
            for n in (1, 2, 3):
                for actions in product(grid, repeat=n):
                    yield {"lambda": penalty, "gamma": g, "actions": actions}

    def check(case: dict[str, Any]) -> Any:
        actions = case["actions"]
        H = design(actions, ages(case["gamma"], len(actions) + 1), case["lambda"], 2)
        return determinant(H), ">", Fraction(0)

    scope = "linear mean, d = 2, t <= 4, four actions, γ in {1/2, 1}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _apart(where: str, latex: str, why: str = "") -> Bound:
    """Two zeros at distance² x would make the quadratic form s + λ x vanish, s >= 0."""
    return Bound("s + l*x", ">", "0", where, latex=latex, scope="every form, λ and gap", why=why)


_UNIQUE = (
    r"\sum_s w_s\alpha_s(a_s^\top(\theta-\theta'))^2 + \lambda\lVert\theta-\theta'\rVert_2^2 > 0"
)

D11 = Claim(
    id="D11",
    title="The estimate is the one zero of Σ γ^{t-1-s}(r_{s+1} - μ(a_s·θ))a_s - λθ",
    printed=[
        condition(
            discounted,
            r"\sum_{s=1}^{t-1}\gamma^{t-1-s}(r_{s+1}-\mu(a_s^\top\theta))a_s - \lambda\theta = 0",
        ),
        separated(
            discounted,
            r"(\theta-\theta')^\top(g_t(\theta)-g_t(\theta')) ="
            r" \sum_s\gamma^{t-1-s}\alpha_s(a_s^\top(\theta-\theta'))^2"
            r" + \lambda\lVert\theta-\theta'\rVert_2^2",
            sizes=[(1, 3), (2, 2)],
            scope="d <= 2, t <= 3, any link",
        ),
        _apart("s >= 0, l > 0, x > 0", _UNIQUE),
        _one_solution([Fraction(1, 10), Fraction(1)], r"\hat\theta_t\ \text{is unique}"),
    ],
    mutants=[
        condition(discounted, r"\cdots + \lambda\theta = 0", "sign of λθ turned", sign=1),
        separated(
            discounted,
            r"\cdots + \tfrac{\lambda}{2}\lVert\theta-\theta'\rVert_2^2",
            "λ halved",
            keep=sp.Rational(1, 2),
            sizes=[(1, 2)],
            scope="d = 1, t = 2, any link",
        ),
        _apart("s >= -1, l > 0, x > 0", _UNIQUE, "slopes may be negative: the form from -1 on"),
        _one_solution(
            [Fraction(0)],
            r"\hat\theta_t\ \text{is unique for}\ \lambda = 0",
            "penalty dropped: concave still, but actions that do not span leave a line of zeros",
        ),
        replace(
            refuted_for_every(
                Bound(logistic.mean, "<", sp.Integer(1), latex=r"1 - \mu(\theta) > 0"),
                {"actions": "1", "reward": "1", "lambda": "0", "theta": "any"},
                r"\hat\theta_t\ \text{exists for}\ \lambda = 0",
                "logistic mean, d = 1, one observation",
            ),
            why="penalty dropped: one reward of 1 and the logistic gradient has no zero at all",
        ),
    ],
    hypotheses=["A3"],
    depends_on=["Q1", "Q20", "D10", STRICT_CONVEXITY],
    note="Uniqueness comes from the penalty, not from concavity: without it actions that do not "
    "span leave a line of maximisers, and separable data none.",
)

_MLE_SPLIT = (
    r"g_t(\hat\theta_t) = \sum_{s=1}^{t-1}\gamma^{t-1-s}r_{s+1}a_s = \gamma^{t-1}S_t"
    r" + \sum_{s=1}^{t-1}\gamma^{t-1-s}\mu(a_s^\top\theta^\star_s)a_s"
)

Q25 = Claim(
    id="Q25",
    title="At the estimate g_t is the weighted sum of rewards: noise plus the means of each round",
    printed=[
        gradient(discounted, discounted, _MLE_SPLIT),
        noise_and_mean(discounted, _noise_sum, _MLE_SPLIT),
    ],
    mutants=[
        noise_and_mean(
            discounted,
            lambda data: _noise_sum(data, 1),
            r"\gamma^t S_t",
            "exponent moved by one: γ^t S_t",
        ),
        noise_and_mean(
            discounted,
            _noise_sum,
            r"\sum_s\gamma^{t-1-s}\mu(a_s^\top\theta^\star_{t-1})a_s",
            "θ*_{t-1} for θ*_s: the means of all rounds at one parameter",
            last=True,
            sizes=[(1, 3), (2, 3)],
        ),
    ],
    depends_on=["D11", "Q20", "Q21"],
    note="ε_{s+1} = r_{s+1} - μ(a_s·θ*_s) has the parameter of its own round; that is where the "
    "bias of the discounted estimate comes from. The page does not define ε for the bandit; the "
    "second equality leaves no other choice, along a_s.",
)


# --- Q23: the covariance at the true parameters -------------------------------------------------

_COVARIANCE = "t = 4, d = 2, fixed actions, logistic rewards with any means, every γ"

Q23 = Claim(
    id="Q23",
    title="H̃_t takes each slope at the parameter of its round: covariance of γ^{t-1}S_t plus λ I",
    printed=[
        covariance(
            discounted(4),
            discounted(4, 2),
            r"\widetilde H_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}\dot\mu(a_s^\top\theta^\star_s)"
            r"a_s a_s^\top + \lambda I_d",
            _COVARIANCE,
        )
    ],
    mutants=[
        covariance(
            discounted(4),
            discounted(4, 2),
            r"\dot\mu(a_s^\top\theta^\star_{t-1})",
            _COVARIANCE,
            "one parameter for all rounds",
            one_parameter=True,
        ),
        covariance(
            discounted(4), discounted(4), r"\gamma^{t-1-s}", _COVARIANCE, "weights not squared"
        ),
    ],
    depends_on=["Q16", "Q21", TERMWISE],
    note="With actions that depend on past rewards the sum is the predictable quadratic variation "
    "of the noise. Written with an argument, H̃_t(θ) has one parameter for all rounds (Q16).",
)


# --- Q24: rounds far from a change --------------------------------------------------------------

Q24 = stationary_rounds(
    "Q24",
    "",
    "1887-1893",
    "899, 1889",
    r"\mathcal{T}(\gamma)",
    "D",
    "T(γ) holds the rounds at least D after the last change, once rounds before 1 are left out",
    "The set of the main text (lines 898-900) is the same, and the sums from t - D or t - t_0 at "
    "lines 935, 1802, 2097 and 3151 read rounds before 1 in the same way. Whoever takes s to range "
    "over the rounds there are reads the corrected set. With the repair at most Γ_T D rounds "
    "are left out, as line 2339 uses; were the rounds t <= D left out instead, (Γ_T + 1)D.",
)


# --- Q26, Q27: the appendix's constants and the main text's -------------------------------------


def _coincide(name: str, latex: str, why: str = "", factor: Any = 1) -> Statement:
    """The appendix's formula at D = ``factor`` log T/log(1/γ) against the main text's."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        g, D = formulas.gamma, formulas.D
        depth = factor * sp.log(formulas.T) / sp.expand_log(sp.log(1 / g))
        # γ^{kD} as an exponential, in which the logarithms of γ cancel.
        appendix = formulas.FORMULAS[f"{name}_appendix"].expression.replace(
            lambda e: e.is_Pow and e.base == g and e.exp.has(D),
            lambda e: sp.exp(sp.cancel(e.exp.subs(D, depth) * sp.log(g))),
        )
        yield name, appendix, formulas.FORMULAS[name].expression

    at = {"T": 16, "d": 2}
    return identities(pairs, latex, "every T, γ, d, S, λ, δ, k_μ, m", why, at=at)


_DEPTH = r",\quad D = \frac{\log T}{\log(1/\gamma)}"

Q26 = Claim(
    id="Q26",
    title="The appendix's ρ_T is the main text's when γ^D = 1/T",
    printed=[
        _coincide("rho", r"\rho_T^\delta = " + formulas.FORMULAS["rho_appendix"].latex + _DEPTH)
    ],
    mutants=[
        _coincide("rho", r"1-\gamma^{D}", "γ^D for γ^{2D}", sp.Rational(1, 2)),
        _coincide("rho", r"1-T^{-2.02}", "D one per cent longer", sp.Rational(101, 100)),
    ],
    note="The two agree for real D only; log T/log(1/γ) is rarely an integer, see Z9.",
)

Q27 = Claim(
    id="Q27",
    title="The appendix's S̄ is the main text's when γ^D = 1/T",
    printed=[
        _coincide(
            "s_bar",
            r"\bar S = S + \frac{\gamma^D(2Sk_\mu+m)}{\lambda(1-\gamma)}"
            r" = S + \frac{2Sk_\mu+m}{T\lambda(1-\gamma)}" + _DEPTH,
        )
    ],
    mutants=[
        _coincide("s_bar", r"\gamma^{2D}", "γ^{2D} for γ^D", 2),
        _coincide("s_bar", r"T^{-1.01}", "D one per cent longer", sp.Rational(101, 100)),
    ],
    note="The two agree for real D only; log T/log(1/γ) is rarely an integer, see Z9.",
)


def _horizons() -> Iterator[dict[str, Any]]:
    for T in range(2, 17):
        for g in (Fraction(1, 2), Fraction(2, 3), Fraction(9, 10)):
            yield {"T": T, "gamma": g}


def _in_sums(case: dict[str, Any], whole: bool, t: int, s: int) -> tuple[bool, bool]:
    """Is s <= t-D-1, and is t-D <= s?  With γ^D = 1/T, or with D rounded up (``whole``).

    For real D, k >= D says γ^k <= 1/T, so nothing but rationals is needed.
    """
    T, g = case["T"], case["gamma"]
    if whole:
        D = next(k for k in range(1, 200) if g**k <= Fraction(1, T))
        return s <= t - D - 1, t - D <= s
    return g ** (t - 1 - s) <= Fraction(1, T), g ** (t - s) >= Fraction(1, T)


_HORIZONS = "2 <= T <= 16, γ in {1/2, 2/3, 9/10}, t = T"


def _partition(whole: bool, latex: str, why: str = "") -> Statement:
    """Every past round is in exactly one of the two sums."""

    def cases() -> Iterator[dict[str, Any]]:
        for case in _horizons():
            for s in range(1, case["T"]):
                yield {**case, "t": case["T"], "s": s}

    def check(case: dict[str, Any]) -> Any:
        return sum(_in_sums(case, whole, case["t"], case["s"])), "==", 1

    return Statement(latex, lambda: enumerate_cases(cases(), check, _HORIZONS), why)


def _old_weights(whole: bool, latex: str, why: str = "", power: int = 0) -> Statement:
    """Weights of the rounds before t-D against γ^power/(T(1-γ)), at t = T."""

    def check(case: dict[str, Any]) -> Any:
        T, g = case["T"], case["gamma"]
        old = [s for s in range(1, T) if not _in_sums(case, whole, T, s)[1]]
        total = sum((g ** (T - 1 - s) for s in old), Fraction(0))
        return total, "<=", g**power / (T * (1 - g))

    return Statement(latex, lambda: enumerate_cases(_horizons(), check, _HORIZONS), why)


def _rounded_depth(factor: str, latex: str, why: str = "") -> Bound:
    """⌈D⌉ <= 1 + D <= 1 + log T/(1-γ), with log T = log 2 + l and γ = (1 + v)/2."""
    return Bound(
        "1 + (log(2) + l)/((1 - v)/2)",
        "<=",
        f"{factor}*(log(2) + l)/((1 - v)/2)",
        "l >= 0, 0 < v < 1",
        latex=latex,
        scope="every T >= 2 and 1/2 < γ < 1",
        why=why,
    )


def _whole_depth(main_text: bool, latex: str, why: str = "") -> Bound:
    """Rounding D up leaves γ^D = u/T with u = γ + v(1-γ) in [γ, 1]: what becomes of 1 - γ^{2D}."""
    return Bound(
        "1 - ((g + v*(1 - g))/T)**2",
        "<=",
        "1 - 1/T**2" if main_text else "1 - (g/T)**2",
        "T >= 1, 0 < g < 1, 0 <= v <= 1",
        latex=latex,
        scope="every T and γ",
        why=why,
    )


Z9 = Claim(
    id="Z9",
    lines="1947-1948, 1999-2037, 2373",
    error_lines="1078, 1948, 2373, 2494",
    kind="step",
    title="D = log T/log(1/γ) is no integer in general, and one round is then in neither sum",
    printed=[
        _partition(False, r"\{1,\dots,t-1\} = \{s\leq t-D-1\}\cup\{t-D\leq s\leq t-1\}" + _DEPTH)
    ],
    corrected=[
        _partition(True, r"D = \Big\lceil\frac{\log T}{\log(1/\gamma)}\Big\rceil"),
        _old_weights(
            True,
            r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s} \leq \frac{\gamma^D}{1-\gamma}"
            r" \leq \frac{1}{T(1-\gamma)}",
        ),
        _whole_depth(False, r"1-\gamma^{2D} \leq 1-\gamma^2T^{-2}"),
        _rounded_depth("2", r"\lceil D\rceil \leq \frac{2\log T}{1-\gamma}"),
    ],
    mutants=[
        _old_weights(
            False,
            r"\sum_{s<t-D}\gamma^{t-1-s} \leq \frac{\gamma^D}{1-\gamma}" + _DEPTH,
            "D not rounded, and the lost round counted with the old ones",
        ),
        _old_weights(True, r"\leq \frac{\gamma}{T(1-\gamma)}", "one more factor γ", power=1),
        _whole_depth(
            True, r"1-\gamma^{2D} \leq 1-T^{-2}", "the main text's ρ kept with D rounded up"
        ),
        _rounded_depth(
            "(1 + v)",
            r"1 + \frac{\log T}{1-\gamma} \leq \frac{2\gamma\log T}{1-\gamma}",
            "a factor γ more, as line 2379 has it for real D",
        ),
    ],
    depends_on=["Q26", "Q27"],
    effect="constant",
    note="The proof splits the past into s <= t-D-1 and t-D <= s. For D between two integers the "
    "round t - ⌈D⌉ is in neither; counted as old, its weight breaks the bound on the bias. With D "
    "rounded up S̄ of the main text is safe, and so is the first term of the regret bound, "
    "2 log T/(1-γ); in ρ_T the factor 1 - T^-2 becomes 1 - γ²T^-2, and line 2379 (I28) loses its "
    "factor γ. Not rounding is common in this literature; the price is this constant.",
)


# --- D8, Z10: symbols with two meanings ---------------------------------------------------------


def _older_part(drop: int | None, latex: str, why: str = "") -> Statement:
    """g_t of the appendix minus g_t of the main text, D = 1: the rounds before t - D, or 0."""

    def sides(data: Data) -> tuple[Any, Any]:
        w = discounted(data.t)
        means = times(w, [mu(x) for x in data.along(data.theta)])
        recent = data.score([0] * (data.t - 2) + means[-1:]) + lam * data.theta
        older = means[: data.t - 2 - drop] if drop is not None else []
        return data.g(w) - recent, data.score(older)

    return on_data(sides, latex, why, [(1, 3), (2, 3), (1, 4)], "d <= 2, t <= 4, D = 1, any link")


D8 = Claim(
    id="D8",
    error_lines="935",
    title="g_t sums from t - D in the main text and from 1 in the appendix",
    printed=[_older_part(None, r"g_t\ \text{(line 935)} = g_t\ \text{(line 1861)}")],
    corrected=[
        _older_part(
            0,
            r"g_t(\theta) = g_{t-D:t}(\theta)"
            r" + \sum_{s=1}^{t-D-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s",
        )
    ],
    mutants=[_older_part(1, r"\sum_{s=1}^{t-D-2}", "the round t - D - 1 left out")],
    depends_on=["Q20"],
    effect="notation",
    note="The appendix recalls the notation of the main text (line 1836) but not this sum. By line"
    " 921 a sum from t - D carries the subscript t-D:t. Only the appendix's g_t is the "
    "gradient map of the estimate (Q20); with the other one the display of lines 958-961 is "
    "still fine, since the rounds before t - D are what its first term, the bias, stands for."
    " A third g_t, a Gaussian density, stands at lines 1575 and 1635.",
)


def _two_ridges(gap: Any, latex: str, why: str = "") -> Statement:
    """V_t with ridge λ/c_μ minus V_t with ridge λ."""

    def sides(data: Data) -> tuple[Any, Any]:
        w = discounted(data.t)
        return data.gram(w, lam / c_mu) - data.gram(w, lam), gap * sp.eye(data.d)

    return on_data(sides, latex, why, scope="d <= 3, t <= 4")


Z10 = Claim(
    id="Z10",
    lines="540-545, 1856-1859, 3163-3164, 3189-3190, 3265-3266",
    kind="remark",
    title="V_t has ridge λ/c_μ in the analysis and ridge λ in the determinant and potential lemmas",
    printed=[
        _two_ridges(
            lam / c_mu - lam,
            r"V_t\big(\tfrac{\lambda}{c_\mu}\big) = V_t(\lambda)"
            r" + \big(\tfrac{\lambda}{c_\mu}-\lambda\big)I_d",
        )
    ],
    mutants=[
        _two_ridges(
            lam / c_mu, r"\cdots + \tfrac{\lambda}{c_\mu}I_d", "the second ridge not taken off"
        ),
        _two_ridges(
            0,
            r"V_t\ \text{(line 1857)} = V_t\ \text{(lines 3163, 3189)}",
            "the two taken to be one matrix",
        ),
    ],
    depends_on=["Q3", "Q19"],
    ours=True,
    note="Each lemma declares its own V_t and is not wrong by it, so this is no erratum. In the "
    "regret proof, where both meet, the lemmas have to be read with λ/c_μ in the place of λ. That "
    "they are not is one slip, and I25, I26, Z55, I31, Z121 and I33 are the lines where it shows.",
)

CLAIMS = [Q3, Q18, Q19, Q20, Q21, Q23, Q24, Q25, Q26, Q27, D8, D11, Z9, Z10]
