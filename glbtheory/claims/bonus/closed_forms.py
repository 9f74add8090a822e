"""The closed forms of the exploration bonus (lines 560-628, 2181-2183, 2293)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

# --- Q4, Q5: the main text's constants and the appendix's ----------------------------------------


def coincide(name: str, latex: str, why: str = "", factor: Any = 1) -> Statement:
    """The appendix's bonus, written out at γ^D = 1/T, against the main text's."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        whole, main = (formulas.FORMULAS[n] for n in (f"{name}_appendix", name))
        for mine, other in zip(whole.uses, main.uses, strict=True):
            yield other.name, formulas.at_depth(mine.expression, factor), other.expression
        renamed = {a.symbol: b.symbol for a, b in zip(whole.uses, main.uses, strict=True)}
        yield name, whole.expression.subs(renamed), main.expression

    at = {"T": 16, "d": 2}
    return identities(pairs, latex, "every T, γ, d, S, λ, δ, k_μ, m with γ^D = 1/T", why, at=at)


_BETA = (
    r"\beta_T^\delta = k_\mu\sqrt\lambda\Big(1+\bar S+\sqrt{\tfrac{1+\bar S}{\lambda}}\rho_T^\delta"
    r"+\big(\tfrac{\rho_T^\delta}{\sqrt\lambda}\big)^2\Big)^{3/2}"
)
#: What the two versions of ρ differ in, for γ^D = T^{-p}.
SAME_RADIUS = (
    r"\gamma^D = T^{-%s}:\quad \rho_T^\delta\Big(\frac{1-\gamma^{2D}}{1-\gamma^2}\Big)"
    r" = \rho_T^\delta\Big(\frac{1-T^{-2}}{1-\gamma^2}\Big)"
)
_SAME = (
    SAME_RADIUS + r",\quad S+\frac{\gamma^D(2Sk_\mu+m)}{\lambda(1-\gamma)}"
    r" = S+\frac{2Sk_\mu+m}{T\lambda(1-\gamma)}"
)


def _end(power: str) -> str:
    return (
        rf"\beta = k_\mu\sqrt\lambda\big(1+\bar S+\tfrac{{X}}{{\sqrt\lambda}}\big)^{{{power}}}"
        r",\quad X = \sqrt{1+\bar S}\,\rho+\tfrac{\rho^2}{\sqrt\lambda}"
    )


def _chain_end(latex: str, why: str = "", twice: int = 3) -> Statement:
    """β² against k_μ² λ f³ with f = 1 + S̄ + X/√λ and X = √(1+S̄) ρ + ρ²/√λ, the end of P2."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f = formulas
        size, rho = f.S_BAR.symbol, f.RHO.symbol
        X = sp.sqrt(1 + size) * rho + rho**2 / sp.sqrt(f.lam)
        inside = 1 + size + X / sp.sqrt(f.lam)
        square = sp.expand(f.FORMULAS["beta"].expression ** 2)
        yield "β²", square, sp.expand(f.k_mu**2 * f.lam * inside**twice)

    return identities(pairs, latex, "every S̄, λ, k_μ and ρ", why)


Q4 = Claim(
    id="Q4",
    title="β of the main text is the appendix's at γ^D = 1/T, and the end of the proof's chain",
    printed=[
        coincide("beta", _BETA + r",\quad " + _SAME % "1"),
        _chain_end(_end("3/2")),
    ],
    mutants=[
        coincide(
            "beta",
            _BETA + r",\quad " + _SAME % "1.01",
            "depth D longer by one per cent",
            sp.Rational(101, 100),
        ),
        _chain_end(
            _end("2"),
            "power 3/2 raised by one half",
            4,
        ),
    ],
    depends_on=["Q5", "Q26", "Q27"],
    note="Line 2182 takes the appendix's ρ and S̄ for the proposition, line 2293 the main text's β "
    "for the algorithm. They are one number only if γ^D = 1/T; no whole D does that in general "
    "(Z9, and Z53 for the size of the difference).",
)


def _bias_part(latex: str, why: str = "", share: Any = 1) -> Statement:
    """k_μ (S̄ - S) is the bias of P5 at γ^D = 1/T."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f = formulas
        excess = f.k_mu * (f.S_BAR.expression - f.S)
        yield "k_μ (S̄ - S)", share * excess, f.at_depth(f.BIAS.expression)

    return identities(pairs, latex, "every T, γ, S, λ, k_μ, m", why, at={"T": 16})


def _excess(share: str) -> str:
    return (
        r"\bar S = S+\frac{2Sk_\mu+m}{T\lambda(1-\gamma)},\ \gamma^D = \tfrac1T:\quad "
        rf"{share}k_\mu(\bar S-S) = "
        r"\frac{k_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
    )


Q5 = Claim(
    id="Q5",
    title="S̄ is S plus the bias of the prediction error, in units of k_μ",
    printed=[_bias_part(_excess(""))],
    mutants=[
        _bias_part(
            _excess("1.01\\,"),
            "difference raised by one per cent",
            sp.Rational(101, 100),
        )
    ],
    depends_on=["Q27"],
    note="The bias counts twice in the bound: as the first term of P5, and inside β through S̄.",
)


def _integer_depth(name: str, relation: str, latex: str, why: str = "") -> Statement:
    """The appendix's constant at a whole D >= log T/log(1/γ) against the main text's, exactly."""

    def run() -> Any:
        def cases() -> Iterable[dict[str, Any]]:
            for T, root in ((10, 1), (100, 2), (1000, 2)):
                for g in ("1/2", "2/3", "9/10"):
                    yield {"d": 2, "T": T, "S": root, "lam": 1, "delta": "1/10", "gamma": g}

        def check(case: dict[str, Any]) -> Any:
            f = formulas
            known = {**case, "k_mu": "1/4", "m": 1}
            depth = sp.ceiling(sp.log(case["T"]) / sp.log(1 / sp.Rational(case["gamma"])))
            main, whole = f.FORMULAS[name], f.FORMULAS[f"{name}_appendix"]
            sides = whole.exactly(**{n: {**known, "D": depth}[n] for n in whole.arguments})
            return sides, relation, main.exactly(**{n: known[n] for n in main.arguments})

        return enumerate_cases(cases(), check, "d = 2, three horizons, γ in {1/2, 2/3, 9/10}")

    return Statement(latex, run, why)


Z53 = Claim(
    id="Z53",
    ours=True,
    lines="1947-1948, 2182, 2293",
    kind="prose-claim",
    title="With D rounded up to a whole number ρ grows and S̄ falls: the two β differ",
    printed=[
        _integer_depth("rho", ">", r"\rho_T^\delta(\lceil D\rceil) > \rho_T^\delta(D)"),
        _integer_depth("s_bar", "<", r"\bar S(\lceil D\rceil) < \bar S(D)"),
    ],
    mutants=[
        _integer_depth(
            "rho", "<=", r"\rho_T^\delta(\lceil D\rceil) \leq \rho_T^\delta(D)", "> turned"
        ),
        _integer_depth("s_bar", ">=", r"\bar S(\lceil D\rceil) \geq \bar S(D)", "< turned"),
        _integer_depth(
            "beta", ">=", r"\beta(\lceil D\rceil) \geq \beta(D)", "the larger ρ taken to decide"
        ),
    ],
    depends_on=["Q26", "Q27", "Z9"],
    note="The bonus that the algorithm runs (1/T in place of γ^D) and the bonus that P5 proves (a "
    "whole D) are different numbers. S̄ usually wins, and the algorithm's β is then the larger, as "
    "it should be; a user who wants the proof's number takes D = ⌈log T/log(1/γ)⌉ in both.",
)


# --- N11: how the bonus depends on c_μ -----------------------------------------------------------


def _quartered(name: str, root: Any, latex: str, why: str = "", share: Any = 2) -> Statement:
    """A quarter of c_μ multiplies the whole factor of ‖a‖ by ``share``."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        f = formulas
        factor = f.FORMULAS[name].expanded() / root
        yield name, factor.subs(f.c_mu, f.c_mu / 4), share * factor

    return identities(pairs, latex, "every argument, c_μ and c_μ/4", why, at={"T": 16, "d": 2})


def _least(power: str, rhs: str, latex: str, why: str = "") -> Bound:
    """c_μ^power times D-GLUCB's bonus, with a² = 2 log(1/δ), x the gain and s = √(c_μ λ) S."""
    return Bound(
        f"c**({power})*(2*k/c)*(s + m/2*sqrt(a**2 + x))",
        ">=",
        rhs,
        "0 < c <= 1, k > 0, s > 0, m > 0, a > 0, x > 0",
        latex=latex,
        scope="every argument with c_μ <= 1",
        why=why,
    )


_ROOT = sp.sqrt(formulas.c_mu)

N11 = Claim(
    id="N11",
    title="The factor of ‖a‖ is c_μ^{-1/2} times a number free of c_μ; with D-GLUCB it is c_μ^{-1}",
    printed=[
        _quartered("beta", _ROOT, r"\frac{\beta}{\sqrt{c_\mu/4}} = 2\,\frac{\beta}{\sqrt{c_\mu}}"),
        _least(
            "1",
            "k*m*a",
            r"c_\mu\cdot\text{bonus of D-GLUCB} \geq k_\mu m\sqrt{2\log(1/\delta)}",
        ),
    ],
    mutants=[
        _quartered(
            "beta",
            _ROOT,
            r"\frac{\beta}{\sqrt{c_\mu/4}} = 4\,\frac{\beta}{\sqrt{c_\mu}}",
            "power -1/2 lowered to -1",
            share=4,
        ),
        _least(
            "1",
            "1.01*k*m*a",
            r"c_\mu\cdot\text{bonus of D-GLUCB} \geq 1.01\,k_\mu m\sqrt{2\log(1/\delta)}",
            "right side raised by one per cent",
        ),
        _least(
            "1.01",
            "k*m*a",
            r"c_\mu^{1.01}\cdot\text{bonus of D-GLUCB} \geq k_\mu m\sqrt{2\log(1/\delta)}",
            "power 1 raised to 1.01",
        ),
    ],
    note="The power speaks of the factor alone. The norm of a also moves with c_μ, because the "
    "ridge of V_t is λ/c_μ: before any data (β/√c_μ)‖a‖ = β‖a‖_2/√λ does not depend on c_μ at all. "
    "And S and c_μ are tied: for the logistic mean c_μ is about e^{-S}, while β grows as S^{3/2}.",
)

CLAIMS = [Q4, Q5, Z53, N11]
