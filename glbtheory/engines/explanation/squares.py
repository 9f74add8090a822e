"""Sums of squares, in words: the identity itself is the proof."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.latex import name_latex, rational


def squares_words(statement: Inequality, steps: list[dict[str, Any]]) -> Iterator[str]:
    """For each factor the identity that shows its sign."""
    for step in steps:
        names = [_name(n) for n in step["names"]]
        parts = [("D", step["top"]), ("the denominator of $D$", step["bottom"])]
        for what, offered in parts:
            factors = offered["factors"]
            if not factors:
                continue
            shown = " \\cdot ".join(_power(f, names) for f in factors)
            constant = Fraction(offered["constant"])
            times = "" if constant == 1 else f"{rational(constant)} \\cdot "
            head = "The numerator of $D$" if what == "D" else what.capitalize()
            yield f"{head} is ${times}{shown}$."
            for factor in factors:
                if factor["proof"]:
                    # A formula for each term: a page breaks lines between formulas only.
                    first, *rest = _identity(factor, names)
                    terms = " ".join([f"${first}$", *(f"${{}} + {term}$" for term in rest)])
                    yield f"  {terms},"
                    yield "  a sum of terms that are $\\ge 0$ on the domain."


def _name(name: str) -> str:
    return name_latex(name) if name.isidentifier() else rf"\mathit{{{name}}}"


def _power(factor: dict[str, Any], names: list[str]) -> str:
    inside = polynomial_latex(factor["polynomial"], names)
    exponent = "" if factor["power"] == 1 else f"^{{{factor['power']}}}"
    return rf"\left({inside}\right){exponent}"


def _identity(factor: dict[str, Any], names: list[str]) -> list[str]:
    """The left side with the first term of the right side, and the other terms."""
    proof = factor["proof"]
    multiplier = " + ".join(_terms(proof["multiplier"], names))
    inside = polynomial_latex(factor["polynomial"], names)
    left = rf"\left({multiplier}\right)" if multiplier else ""
    start = inside if multiplier == "1" else rf"{left} \left({inside}\right)"
    relations = [
        rf"\left({polynomial_latex(p, names)}\right) h_{{{k}}}" for k, p in proof["relations"]
    ]
    first, *rest = [*_terms(proof["terms"], names), *relations] or ["0"]
    return [f"{start} = {first}", *rest]


def _terms(terms: list[Any], names: list[str]) -> list[str]:
    """Terms c q^2 g1^a1 ..., where g_k is the k-th fact about the variables."""
    shown = []
    for coefficient, root, product in terms:
        q = polynomial_latex(root, names)
        pieces = [] if coefficient == "1" else [rational(Fraction(coefficient))]
        pieces += [] if q == "1" else [f"{q}^2" if q in names else rf"\left({q}\right)^2"]
        pieces += [f"g_{{{k}}}" + (f"^{{{a}}}" if a != 1 else "") for k, a in product]
        shown.append(r" \, ".join(pieces) or "1")
    return shown


def polynomial_latex(polynomial: list[Any], names: list[str]) -> str:
    """[[coefficient, exponents], ...] as a formula."""
    text = ""
    for coefficient, exponents in polynomial:
        c = Fraction(coefficient)
        powers = [
            x if k == 1 else f"{x}^{{{k}}}" for x, k in zip(names, exponents, strict=True) if k
        ]
        size = "" if abs(c) == 1 and powers else rational(abs(c))
        sign = (" - " if c < 0 else " + ") if text else "-" if c < 0 else ""
        text += sign + r" ".join([*([size] if size else []), *powers])
    return text or "0"
