"""The depth D = log T/log(1/γ) of the analysis: the appendix's constants and the main text's, and
what it costs that D is no integer (lines 1947-2037, 2373)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity

F = Fraction

_DEPTH = r",\quad D = \frac{\log T}{\log(1/\gamma)}"


# --- Q26, Q27: the appendix's constants and the main text's -------------------------------------


@identity(
    latex=r"\rho_T^\delta = " + formulas.FORMULAS["rho_appendix"].latex + _DEPTH,
    scope="every T, γ, d, S, λ, δ, k_μ, m",
    at={"T": 16, "d": 2},
)
def _coincide(*, name: str = "rho", factor: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """The appendix's formula at D = ``factor`` log T/log(1/γ) against the main text's."""
    g, D = formulas.gamma, formulas.D
    depth = factor * sp.log(formulas.T) / sp.expand_log(sp.log(1 / g))
    # γ^{kD} as an exponential, in which the logarithms of γ cancel.
    appendix = formulas.FORMULAS[f"{name}_appendix"].expression.replace(
        lambda e: e.is_Pow and e.base == g and e.exp.has(D),
        lambda e: sp.exp(sp.cancel(e.exp.subs(D, depth) * sp.log(g))),
    )
    yield name, appendix, formulas.FORMULAS[name].expression


_longer = sp.Rational(101, 100)

Q26 = Claim(
    id="Q26",
    title="The appendix's ρ_T is the main text's when γ^D = 1/T",
    printed=[_coincide],
    mutants=[
        _coincide.mutant("γ^D for γ^{2D}", r"1-\gamma^{D}", factor=sp.Rational(1, 2)),
        _coincide.mutant("D one per cent longer", r"1-T^{-2.02}", factor=_longer),
    ],
    fidelity="paraphrase",
    note="The two agree for real D only; log T/log(1/γ) is rarely an integer, see Z9.",
)

_same_s_bar = _coincide.variant(
    r"\bar S = S + \frac{\gamma^D(2Sk_\mu+m)}{\lambda(1-\gamma)}"
    r" = S + \frac{2Sk_\mu+m}{T\lambda(1-\gamma)}" + _DEPTH,
    name="s_bar",
)

Q27 = Claim(
    id="Q27",
    title="The appendix's S̄ is the main text's when γ^D = 1/T",
    printed=[_same_s_bar],
    mutants=[
        _same_s_bar.mutant("γ^{2D} for γ^D", r"\gamma^{2D}", factor=2),
        _same_s_bar.mutant("D one per cent longer", r"T^{-1.01}", factor=_longer),
    ],
    fidelity="paraphrase",
    note="The two agree for real D only; log T/log(1/γ) is rarely an integer, see Z9.",
)


# --- Z9: D is no integer ------------------------------------------------------------------------


def _in_sums(T: int, gamma: Fraction, s: int, whole: bool) -> tuple[bool, bool]:
    """Is s <= t-D-1, and is t-D <= s, at t = T?  With γ^D = 1/T, or with D rounded up (``whole``).

    For real D, k >= D says γ^k <= 1/T, so nothing but rationals is needed.
    """
    if whole:
        D = next(k for k in range(1, 200) if gamma**k <= F(1, T))
        return s <= T - D - 1, s >= T - D
    return gamma ** (T - 1 - s) <= F(1, T), gamma ** (T - s) >= F(1, T)


def _horizons() -> Iterator[dict[str, Any]]:
    return grid(T=range(2, 17), gamma=(F(1, 2), F(2, 3), F(9, 10)))


_HORIZONS = "2 <= T <= 16, γ in {1/2, 2/3, 9/10}, t = T"


@enumerated(
    cases=lambda: (
        {**case, "t": case["T"], "s": s} for case in _horizons() for s in range(1, case["T"])
    ),
    latex=r"\{1,\dots,t-1\} = \{s\leq t-D-1\}\cup\{t-D\leq s\leq t-1\}" + _DEPTH,
    scope=_HORIZONS,
)
def _in_one_sum(T: int, gamma: Fraction, t: int, s: int, *, whole: bool = False) -> Any:
    """Every past round is in exactly one of the two sums."""
    return sum(_in_sums(T, gamma, s, whole)), "==", 1


@enumerated(
    cases=_horizons,
    latex=r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s} \leq \frac{\gamma^D}{1-\gamma}"
    r" \leq \frac{1}{T(1-\gamma)}",
    scope=_HORIZONS,
)
def _old_weights(T: int, gamma: Fraction, *, whole: bool = True, power: int = 0) -> Any:
    """Weights of the rounds before t-D against γ^power/(T(1-γ)), at t = T."""
    old = [s for s in range(1, T) if not _in_sums(T, gamma, s, whole)[1]]
    total = sum((gamma ** (T - 1 - s) for s in old), F(0))
    return total, "<=", gamma**power / (T * (1 - gamma))


#: Rounding D up leaves γ^D = u/T with u = γ + v(1-γ) in [γ, 1]: what becomes of 1 - γ^{2D}.
_whole_depth = bound(
    "1 - ((g + v*(1 - g))/T)**2 <= 1 - {least}",
    "T >= 1, 0 < g < 1, 0 <= v <= 1",
    latex=r"1-\gamma^{2D} \leq 1-\gamma^2T^{-2}",
    scope="every T and γ",
    least="(g/T)**2",
)
#: ⌈D⌉ <= 1 + D <= 1 + log T/(1-γ), with log T = log 2 + l and γ = (1 + v)/2.
_rounded_depth = bound(
    "1 + (log(2) + l)/((1 - v)/2) <= {factor}*(log(2) + l)/((1 - v)/2)",
    "l >= 0, 0 < v < 1",
    latex=r"\lceil D\rceil \leq \frac{2\log T}{1-\gamma}",
    scope="every T >= 2 and 1/2 < γ < 1",
    factor="2",
)

Z9 = Claim(
    id="Z9",
    lines="1947-1948, 1999-2037, 2373",
    error_lines="1078, 1948, 2373, 2494",
    kind="step",
    title="D = log T/log(1/γ) is no integer in general, and one round is then in neither sum",
    kernel=KernelTheorem(
        "Z9",
        "every T, t, 0 < γ < 1; the last bound for T >= 2 and γ >= 1/2",
        covers="corrected",
        latex=r"D = \Big\lceil\frac{\log T}{\log(1/\gamma)}\Big\rceil:\ "
        r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s} \leq \frac{\gamma^D}{1-\gamma} \leq "
        r"\frac{1}{T(1-\gamma)},\quad 1-\gamma^{2D} \leq 1-\gamma^2T^{-2},\quad D \leq "
        r"\frac{2\log T}{1-\gamma}",
        mutants=["Z9_mutant"],
    ),
    printed=[_in_one_sum],
    corrected=[
        _in_one_sum.variant(r"D = \Big\lceil\frac{\log T}{\log(1/\gamma)}\Big\rceil", whole=True),
        _old_weights,
        _whole_depth,
        _rounded_depth,
    ],
    mutants=[
        _old_weights.mutant(
            "D not rounded, and the lost round counted with the old ones",
            r"\sum_{s<t-D}\gamma^{t-1-s} \leq \frac{\gamma^D}{1-\gamma}" + _DEPTH,
            whole=False,
        ),
        _old_weights.mutant("one more factor γ", r"\leq \frac{\gamma}{T(1-\gamma)}", power=1),
        _whole_depth.mutant("the main text's ρ kept with D rounded up", least="1/T**2"),
        _rounded_depth.mutant("a factor γ more, as line 2379 has it for real D", factor="(1 + v)"),
    ],
    depends_on=["Q26", "Q27"],
    effect="constant",
    fidelity="implied",
    note="The proof splits the past into s <= t-D-1 and t-D <= s. For D between two integers the "
    "round t - ⌈D⌉ is in neither; counted as old, its weight breaks the bound on the bias. With D "
    "rounded up S̄ of the main text is safe, and so is the first term of the regret bound, "
    "2 log T/(1-γ); in ρ_T the factor 1 - T^-2 becomes 1 - γ²T^-2, and line 2379 (I28) loses its "
    "factor γ. Not rounding is common in this literature; the price is this constant.",
)

CLAIMS = [Q26, Q27, Z9]
