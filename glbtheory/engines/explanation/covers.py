"""Covers of the domain with boxes, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from glbtheory.engines.language.domain import Inequality, end_of
from glbtheory.engines.language.latex import name_latex, rational

#: A longer list of boxes helps nobody; the certificate has them all.
_SHOWN = 6

_KINDS = {
    "value": "interval arithmetic gives $D \\ge 0$ on the whole box",
    "slope": "the value at the centre with bounds of the slopes (mean value form) shows it",
    "monotone": "$D$ is monotone, and is checked on the face where it is least",
    "taylor": "$D$ vanishes on a face, and its first derivative that does not has the right sign",
    "hessian": "$D$ and its gradient vanish at a corner, and its Hessian is positive definite",
    "ladder": "a chain of derivatives shows it up to infinity",
    "zero": "$D$ vanishes exactly at this point",
    "outside": "a side condition fails on the whole box, so there is nothing to show",
}


def cover_words(
    statement: Inequality,
    certificate: dict[str, Any],
    conditions: Callable[[list[dict[str, Any]]], Iterator[str]],
) -> Iterator[str]:
    """How many boxes there are, what settles them, and the first of them."""
    if "tree" in certificate:
        yield (
            "The box is cut into smaller and smaller boxes; on each of the last ones interval "
            "arithmetic shows the sign of $D$. The certificate has the cuts."
        )
        return
    yield from conditions(certificate.get("defined", []))
    if certificate.get("form") == "cleared":
        yield "Denominators are cleared first; their product has one sign on the domain."
    leaves = certificate["leaves"]
    counts = Counter(leaf["rule"]["rule"] for leaf in leaves)
    many = "one box" if len(leaves) == 1 else f"{len(leaves)} boxes"
    yield f"The domain is covered by {many}."
    for rule, count in counts.most_common():
        what = _KINDS.get(rule, f"the rule “{rule}” settles it")
        yield f"  On {count} of them {what}."
    for leaf in leaves[:_SHOWN]:
        yield f"  {_box(leaf['box'])}: {leaf['rule']['rule']}"
    if len(leaves) > _SHOWN:
        yield f"  and {len(leaves) - _SHOWN} more."


def _box(box: dict[str, list[str]]) -> str:
    sides = []
    for name, (lo, hi) in box.items():
        ends = [end_of(lo), end_of(hi)]
        shown = [
            rational(e) if isinstance(e, Fraction) else r"\infty" if e > 0 else r"-\infty"
            for e in ends
        ]
        sides.append(f"{name_latex(name)} \\in [{shown[0]}, {shown[1]}]")
    return f"${', '.join(sides)}$"
