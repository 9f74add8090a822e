"""The closed forms of the exploration bonus (lines 560-628, 2181-2183, 2293)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.hand_steps import BASELINES

MORE = sp.Rational(101, 100)

# --- Q4, Q5: the main text's constants and the appendix's ----------------------------------------

#: What the two versions of ρ differ in, for γ^D = T^{-p}.
SAME_RADIUS = (
    r"\gamma^D = T^{-%s}:\quad \rho_T^\delta\Big(\frac{1-\gamma^{2D}}{1-\gamma^2}\Big)"
    r" = \rho_T^\delta\Big(\frac{1-T^{-2}}{1-\gamma^2}\Big)"
)
_BETA = (
    r"\beta_T^\delta = k_\mu\sqrt\lambda\Big(1+\bar S+\sqrt{\tfrac{1+\bar S}{\lambda}}\rho_T^\delta"
    r"+\big(\tfrac{\rho_T^\delta}{\sqrt\lambda}\big)^2\Big)^{3/2},\quad "
    + SAME_RADIUS
    + r",\quad S+\frac{\gamma^D(2Sk_\mu+m)}{\lambda(1-\gamma)}"
    r" = S+\frac{2Sk_\mu+m}{T\lambda(1-\gamma)}"
)


@identity(
    latex=_BETA % "1",
    scope="every T, γ, d, S, λ, δ, k_μ, m with γ^D = 1/T",
    at={"T": 16, "d": 2},
)
def coincide(*, name: str = "beta", depth: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """The appendix's bonus, written out at γ^D = T^{-depth}, against the main text's."""
    whole, main = (f.FORMULAS[n] for n in (f"{name}_appendix", name))
    for mine, other in zip(whole.uses, main.uses, strict=True):
        yield other.name, f.at_depth(mine.expression, depth), other.expression
    renamed = {a.symbol: b.symbol for a, b in zip(whole.uses, main.uses, strict=True)}
    yield name, whole.expression.subs(renamed), main.expression


@identity(
    latex=lambda *, twice=3: (
        rf"\beta = k_\mu\sqrt\lambda\big(1+\bar S+\tfrac{{X}}{{\sqrt\lambda}}\big)"
        rf"^{{{sp.Rational(twice, 2)}}}"
        r",\quad X = \sqrt{1+\bar S}\,\rho+\tfrac{\rho^2}{\sqrt\lambda}"
    ),
    scope="every S̄, λ, k_μ and ρ",
)
def _chain_end(*, twice: int = 3) -> Iterator[tuple[str, Any, Any]]:
    """β² against k_μ² λ f³ with f = 1 + S̄ + X/√λ and X = √(1+S̄) ρ + ρ²/√λ, the end of P2."""
    size, rho = f.S_BAR.symbol, f.RHO.symbol
    X = sp.sqrt(1 + size) * rho + rho**2 / sp.sqrt(f.lam)
    inside = 1 + size + X / sp.sqrt(f.lam)
    square = sp.expand(f.FORMULAS["beta"].expression ** 2)
    yield "β²", square, sp.expand(f.k_mu**2 * f.lam * inside**twice)


Q4 = Claim(
    id="Q4",
    title="β of the main text is the appendix's at γ^D = 1/T, and the end of the proof's chain",
    printed=[coincide],
    support=[_chain_end],
    mutants=[
        coincide.mutant("depth D longer by one per cent", _BETA % "1.01", depth=MORE),
        _chain_end.mutant("power 3/2 raised by one half", twice=4),
    ],
    depends_on=["Q5", "Q26", "Q27"],
    fidelity="paraphrase",
    note="Line 2182 takes the appendix's ρ and S̄ for the proposition, line 2293 the main "
    "text's β for the algorithm. They are one number only if γ^D = 1/T; no whole D does that in "
    "general (Z9, and Z53 for the size of the difference).",
)


_EXCESS = (
    r"\bar S = S+\frac{2Sk_\mu+m}{T\lambda(1-\gamma)},\ \gamma^D = \tfrac1T:\quad "
    r"%sk_\mu(\bar S-S) = \frac{k_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
)


@identity(latex=_EXCESS % "", scope="every T, γ, S, λ, k_μ, m", at={"T": 16})
def _bias_part(*, share: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """k_μ (S̄ - S) is the bias of P5 at γ^D = 1/T."""
    excess = f.k_mu * (f.S_BAR.expression - f.S)
    yield "k_μ (S̄ - S)", share * excess, f.at_depth(f.BIAS.expression)


Q5 = Claim(
    id="Q5",
    title="S̄ is S plus the bias of the prediction error, in units of k_μ",
    printed=[_bias_part],
    mutants=[
        _bias_part.mutant("difference raised by one per cent", _EXCESS % r"1.01\,", share=MORE)
    ],
    depends_on=["Q27"],
    fidelity="paraphrase",
    note="The bias counts twice in the bound: as the first term of P5, and inside β through S̄.",
)


_NOT_WHOLE = r"D = \tfrac{\log T}{\log(1/\gamma)}\notin\mathbb{N}:\ "


def _settings() -> Iterator[dict[str, Any]]:
    for T, S in ((10, 1), (100, 2), (1000, 2)):
        for gamma in ("1/2", "2/3", "9/10"):
            yield {"d": 2, "T": T, "S": S, "lam": 1, "delta": "1/10", "gamma": gamma}


@enumerated(
    cases=_settings,
    latex=_NOT_WHOLE + r"\rho_T^\delta(\lceil D\rceil) > \rho_T^\delta(D)",
    scope="d = 2, three horizons, γ in {1/2, 2/3, 9/10}",
    shown={"lam": "lam"},
)
def _rounded(T: int, gamma: str, *, name: str = "rho", relation: str = ">", **rest: Any) -> Any:
    """The appendix's constant at a whole D >= log T/log(1/γ) against the main text's, exactly."""
    depth = sp.ceiling(sp.log(T) / sp.log(1 / sp.Rational(gamma)))
    known = {"T": T, "gamma": gamma, "D": depth, "k_mu": "1/4", "m": 1, **rest}
    whole, main = (
        formula.exactly(**{n: known[n] for n in formula.arguments})
        for formula in (f.FORMULAS[f"{name}_appendix"], f.FORMULAS[name])
    )
    return whole, relation, main


_rounded_size = _rounded.variant(
    _NOT_WHOLE + r"\bar S(\lceil D\rceil) < \bar S(D)", name="s_bar", relation="<"
)
#: What of ρ and of S̄ depends on D, with y = γ^{2D} or γ^D and a smaller y - h in its place.
_radius_grows = bound(
    "1 + c*(1 - y) {relation} 1 + c*(1 - y + h)",
    "c > 0, 0 < y <= 1, h > 0",
    latex=r"1+c(1-y) < 1+c(1-y+h),\quad c = \tfrac{k_\mu}{d\lambda(1-\gamma^2)}",
    scope="every c and every y = γ^{2D} > y - h",
    relation="<",
)
_size_falls = bound(
    "S + (y - h)*c < S + y*c",
    "S > 0, c > 0, 0 < y <= 1, h > 0",
    latex=r"S+(y-h)c < S+yc,\quad c = \tfrac{2Sk_\mu+m}{\lambda(1-\gamma)}",
    scope="every c and every y = γ^D > y - h",
)

Z53 = Claim(
    id="Z53",
    ours=True,
    lines="1947-1948, 2182, 2293",
    kind="prose-claim",
    title="With D rounded up to a whole number ρ grows and S̄ falls",
    printed=[_rounded, _rounded_size],
    support=[_radius_grows, _size_falls],
    mutants=[
        _rounded.mutant(
            "> turned", r"\rho_T^\delta(\lceil D\rceil) \leq \rho_T^\delta(D)", relation="<="
        ),
        _rounded_size.mutant("< turned", r"\bar S(\lceil D\rceil) \geq \bar S(D)", relation=">="),
        _radius_grows.mutant("< turned", relation=">"),
        _rounded.mutant(
            "the larger ρ taken to decide",
            r"\beta(\lceil D\rceil) \geq \beta(D)",
            name="beta",
            relation=">=",
        ),
    ],
    depends_on=["Q26", "Q27"],
    follows="If D is not whole then γ^{⌈D⌉} < γ^D. With γ^{2D} and γ^D replaced by smaller "
    "numbers ρ of Q26 grows and S̄ of Q27 falls, as is checked as a whole.",
    note="The bonus that the algorithm runs (1/T in place of γ^D) and the bonus that P5 proves "
    "(a whole D) are different numbers. S̄ usually wins, and the algorithm's β is then the "
    "larger, as it should be; a user who wants the proof's number takes D = ⌈log T/log(1/γ)⌉ in "
    "both.",
)


# --- N11: how the bonus depends on c_μ -----------------------------------------------------------


@identity(
    latex=lambda *, share=2: (
        rf"\frac{{\beta}}{{\sqrt{{c_\mu/4}}}} = {share}\,\frac{{\beta}}{{\sqrt{{c_\mu}}}}"
    ),
    scope="every argument, c_μ and c_μ/4",
    at={"T": 16, "d": 2},
)
def _quartered(*, share: int = 2) -> Iterator[tuple[str, Any, Any]]:
    """A quarter of c_μ multiplies the whole factor of ‖a‖ by ``share``."""
    factor = f.FORMULAS["beta"].expanded() / sp.sqrt(f.c_mu)
    yield "beta", factor.subs(f.c_mu, f.c_mu / 4), share * factor


#: c_μ^power times D-GLUCB's bonus, with a² = 2 log(1/δ), x the gain and s = √(c_μ λ) S.
_least = bound(
    "c**({power})*(2*k/c)*(s + m/2*sqrt(a**2 + x)) >= {least}",
    "0 < c <= 1, k > 0, s > 0, m > 0, a > 0, x > 0",
    latex=r"c_\mu\cdot\text{bonus of D-GLUCB} \geq k_\mu m\sqrt{2\log(1/\delta)}",
    scope="every argument with c_μ <= 1",
    power="1",
    least="k*m*a",
)

N11 = Claim(
    id="N11",
    title="The factor of ‖a‖ is c_μ^{-1/2} times a number free of c_μ; with D-GLUCB it is c_μ^{-1}",
    printed=[
        _quartered,
        _least.as_part(
            r"c_\mu\cdot\tfrac{2k_\mu}{c_\mu}\Big(\sqrt{c_\mu\lambda}S+\tfrac m2"
            r"\sqrt{2\log(1/\delta)+x}\Big) \geq k_\mu m\sqrt{2\log(1/\delta)},\quad x > 0"
        ),
    ],
    mutants=[
        _quartered.mutant("power -1/2 lowered to -1", share=4),
        _least.mutant("right side raised by one per cent", least="1.01*k*m*a"),
        _least.mutant("power 1 raised to 1.01", power="1.01"),
    ],
    depends_on=[BASELINES],
    fidelity="paraphrase",
    follows="The first formula is decided as a whole. The second is what is compared once the "
    "bonus of D-GLUCB is put in, as the bonuses of the baselines give it; x is the logarithm of "
    "its determinant.",
    note="The power speaks of the factor alone. The norm of a also moves with c_μ, because the "
    "ridge of V_t is λ/c_μ: before any data (β/√c_μ)‖a‖ = β‖a‖_2/√λ does not depend on c_μ at "
    "all. And S and c_μ are tied: for the logistic mean c_μ is about e^{-S}, while β grows as "
    "S^{3/2}.",
)

CLAIMS = [Q4, Q5, Z53, N11]
