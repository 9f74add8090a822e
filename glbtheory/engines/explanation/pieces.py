"""Sign tables in one variable, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, constant, num
from glbtheory.engines.language.latex import latex, name_latex
from glbtheory.engines.language.parse import parse_expression

_MAX_DEPTH = 6
#: Proofs of one line, which need no paragraph of their own.
_SHORT = {
    "value": "by interval arithmetic on the whole piece",
    "roots": "since it is rational and has no zero here (Sturm)",
}


def one_variable_words(statement: Inequality, steps: list[dict[str, Any]]) -> Iterator[str]:
    """Piece by piece; on each, the chain of monotone functions."""
    (name,) = statement.domain
    for step in steps:
        for piece in step["pieces"]:
            where = f"${_end(piece['lo'])} < {name_latex(name)} < {_end(piece['hi'])}$"
            yield f"On {where}:"
            yield from _node(piece["proof"], "D", 1)


def _end(text: str) -> str:
    if text in ("inf", "-inf"):
        return r"\infty" if text == "inf" else r"-\infty"
    end = parse_expression(text)
    if end.op == "mul" and end.args[0] == num(1):
        end = end.args[1]
    return latex(end)


def _node(node: dict[str, Any], f: str, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if depth > _MAX_DEPTH:
        yield f"{pad}and so on; the certificate has the rest."
        return
    match node.get("by"):
        case "value":
            yield f"{pad}${f} > 0$ by interval arithmetic on the whole piece."
        case "slope":
            yield f"{pad}${f} > 0$ by the value in the middle and bounds of the slope."
        case "roots":
            yield f"{pad}${f}$ is rational and has no zero here (Sturm), so it keeps one sign."
        case "zero":
            yield f"{pad}${f} = 0$ identically."
        case "product":
            yield f"{pad}${f} = {_formula(node['expression'])}$, a product of known signs:"
            yield from _known(node, depth)
        case "rise":
            end = "left" if node["end"] == "lo" else "right"
            move = "increases" if node["end"] == "lo" else "decreases"
            g, slope = _times(node["factor"], f), _formula(node["slope"])
            yield f"{pad}${g}$ has the derivative ${slope}$; it {move},"
            yield f"{pad}and its limit at the {end} end is $\\ge 0$. So ${f} > 0$."
            yield from _known(node, depth)
        case "branch":
            yield f"{pad}the absolute values, minima and maxima take one branch each."
            yield from _known(node, depth)
            yield from _node(node["proof"], f, depth)
        case "cover":
            yield f"{pad}cut at {', '.join(f'${_end(c)}$' for c in node['cuts'])}:"
            for part in node["parts"]:
                yield from _node(part, f, depth + 1)
        case other:
            yield f"{pad}the rule “{other}” settles ${f}$."


def _known(node: dict[str, Any], depth: int) -> Iterator[str]:
    for known in node["known"]:
        sign = ">" if known["sign"] == 1 else "<"
        part = parse_expression(known["part"])
        fact = f"{'  ' * depth}Here ${latex(part)} {sign} 0$"
        short = _SHORT.get(known["proof"].get("by"))
        if short is not None:
            yield f"{fact}, {short}."
            continue
        yield f"{fact}:"
        yield from _node(known["proof"], latex(part if known["sign"] == 1 else -part), depth + 1)


def _times(factor: str, f: str) -> str:
    """The product of a factor and a function that has a name or is a formula."""
    expr: Expr = parse_expression(factor)
    if constant(expr) == 1:
        return f
    inner = f if f == "D" else rf"\left({f}\right)"
    return rf"{latex(expr)} \cdot {inner}"


def _formula(text: str) -> str:
    return latex(parse_expression(text))
