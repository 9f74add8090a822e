"""Steps of derivative chains: by what a sum of terms is divided, and how hard the slope is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from glbtheory.engines.language.expression import Expr, num
from glbtheory.engines.one_variable.tower import RING, UNIT, Element, Tower

ONE = num(1)


def complexity(tower: Tower, polynomial: Any) -> tuple[int, int, int, int]:
    """How far from rational: nesting, transcendental terms, degree in logarithms, all terms.

    A single exponential or root is as simple as a number: its sign is known.
    """
    functions = [i for i, g in enumerate(tower.generators) if i and not g.constant]
    groups: set[tuple[int, ...]] = set()
    degree = height = 0
    for exponents in polynomial.monoms():
        group = tuple(int(exponents[i]) for i in functions)
        groups.add(group)
        for e, i in zip(group, functions, strict=True):
            if e:
                height = max(height, tower.generators[i].height)
                if tower.generators[i].kind in ("log", "atan", "asin", "erf"):
                    degree += e
    occurring = {i for group in groups for e, i in zip(group, functions, strict=True) if e}
    plain = all(tower.generators[i].kind in ("exp", "root") for i in occurring)
    if not occurring or (len(polynomial) == 1 and plain):
        return 0, 0, 0, len(polynomial)
    return height, len(groups), degree, len(polynomial)


def divisors(tower: Tower, polynomial: Any) -> list[Any]:
    """Terms by which a sum may be divided before it is differentiated, and 1."""
    functions = [i for i, g in enumerate(tower.generators) if i and not g.constant]
    logs = [i for i in functions if tower.generators[i].kind not in ("exp", "root")]
    groups: dict[tuple[int, ...], dict[Any, Any]] = {}
    for exponents, c in polynomial.to_dict().items():
        group = tuple(int(exponents[i]) for i in functions)
        kept = tuple(0 if i in logs else int(e) for i, e in enumerate(exponents))
        groups.setdefault(group, {})[kept] = c
    found = [RING.from_dict(terms) for terms in groups.values()]
    for p in list(found):
        # Also without its coefficient.
        for _, (q, _) in enumerate(p.factor()[1]):
            if len(found) < 24 and q not in found:
                found.append(q)
    unique = [UNIT]
    for p in found:
        p = p / p.leading_coefficient()
        if p not in unique:
            unique.append(p)
    return unique


def factored(tower: Tower, element: Element) -> tuple[Expr, list[Any]]:
    """An element as a product of powers of irreducible polynomials: its text, and the factors."""
    texts: list[Expr] = []
    factors: list[Any] = []
    scale = Fraction(1)
    for polynomial in (element.top, element.bottom):
        content, found = polynomial.factor()
        ratio = Fraction(int(content.p), int(content.q))
        scale = scale * ratio if polynomial is element.top else scale / ratio
        text: Expr = ONE
        for p, k in found:
            factors.append(p)
            base = tower.text(Element(p, UNIT))
            power = base if k == 1 else Expr("pow", (base,), int(k))
            text = power if text == ONE else text * power
        texts.append(text)
    top = texts[0] if scale == 1 else num(scale) if texts[0] == ONE else num(scale) * texts[0]
    return (top if texts[1] == ONE else top / texts[1]), factors
