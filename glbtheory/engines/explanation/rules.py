"""The steps of a certificate in words: one function for each rule."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from glbtheory.engines.explanation.covers import cover_words
from glbtheory.engines.explanation.pieces import one_variable_words
from glbtheory.engines.explanation.squares import squares_words
from glbtheory.engines.language.domain import Inequality, Interval
from glbtheory.engines.language.elimination import Elimination, eliminated
from glbtheory.engines.language.expression import Expr, num, substitute, var, variables
from glbtheory.engines.language.latex import (
    interval_latex,
    latex,
    name_latex,
    side_latex,
    statement_latex,
)
from glbtheory.engines.language.parse import ParseError, parse_expression, parse_inequality
from glbtheory.engines.language.root_bounds import roots_of

Certificate = dict[str, Any]
CertificateStep = dict[str, Any]


def readable(statement: Inequality, certificate: Certificate) -> Certificate:
    """The same certificate, or one that a person can follow where the first says "z3 says so"."""
    return as_ladders(statement, certificate, "polynomial")


def as_ladders(statement: Inequality, certificate: Certificate, *replaced: str) -> Certificate:
    """The same certificate, or derivative ladders in the place of one of these rules."""
    steps = certificate.get("steps") or []
    rules = {s["rule"] for s in steps} - {"defined"}
    if len(rules) != 1 or not rules <= set(replaced):
        return certificate
    if statement.conditional or statement.relation == "==":
        return certificate
    from glbtheory.engines.symbolic import ladders, manageable

    if len(statement.domain) > 2 or not manageable(statement.gap, shifted=True):
        return certificate
    found = ladders(statement)
    if found is None:
        return certificate
    defined = [s for s in steps if s["rule"] == "defined"]
    return {**certificate, "steps": [*defined, *(ladder.to_json() for ladder in found)]}


def body(statement: Inequality, certificate: Certificate) -> list[str]:
    """The proof that a certificate holds, line by line."""
    try:
        if "steps" in certificate:
            return list(_steps(statement, certificate["steps"]))
        return list(cover_words(statement, certificate, _conditions))
    except (KeyError, TypeError, ValueError, LookupError):
        return ["The certificate holds a proof in a form that has no words yet."]


def _steps(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    yield from _conditions([s for s in steps if s["rule"] == "defined"])
    proof = [s for s in steps if s["rule"] != "defined"]
    for rule, group in itertools.groupby(proof, key=lambda s: str(s["rule"])):
        words = _WORDS.get(rule)
        if words is None:
            yield f"The rule “{rule}” settles it; its details are in the certificate."
        else:
            yield from words(statement, list(group))


def _conditions(defined: list[CertificateStep]) -> Iterator[str]:
    """Why both sides are defined, in one line; what has no variable needs no words."""
    parts = []
    for step in defined:
        try:
            condition = parse_inequality(step["statement"])
        except ParseError:
            continue
        if variables(condition.gap):
            parts.append(f"${statement_latex(condition)}$")
    if parts:
        yield f"Both sides are defined, since {' and '.join(parts)} on the domain."


# --- the rules ------------------------------------------------------------------------------------


def _identity(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    yield "Both sides are equal: written out, all terms of $D$ cancel."


def _polynomial(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    functions = {e.op for e in statement.gap.walk()} & {"exp", "tanh", "sinh", "cosh"}
    roots = any(e.op == "sqrt" for e in statement.gap.walk())
    if functions:
        yield (
            "Put $p = e^{x}$ for each exponential (with $p > 0$, $p \\ge 1 + x$, $p(1-x) \\le 1$): "
            "$D$ becomes a quotient of polynomials."
        )
    if roots:
        yield "Put $r \\ge 0$ with $r^2 = a$ for each root $\\sqrt{a}$."
    for side in statement.given:
        yield f"It is given that ${side_latex(side)}$."
    yield (
        "A decision procedure for polynomial arithmetic over the reals (cylindrical decomposition, "
        "z3) finds no point at which $D$ has the wrong sign."
    )


def _ladders(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    parts = list(_parts(statement))
    for number, (step, shifts) in enumerate(zip(steps, parts, strict=True), start=1):
        head = f"Part {number}. " if len(parts) > 1 else ""
        plain = {n for n, e in shifts.items() if e == var(f"u_{n}") and len(parts) == 1}
        puts = [f"${name_latex(n)} = {latex(e)}$" for n, e in shifts.items() if n not in plain]
        coordinates = ", ".join(
            f"${name_latex(f'u_{n}')} \\ge 0$" for n in shifts if n not in plain
        )
        yield (
            f"{head}Put {', '.join(puts)} with {coordinates}." if puts else f"{head}Differentiate:"
        )
        yield from ladder_words(_renamed(step, plain))


def _renamed(step: CertificateStep, plain: set[str]) -> CertificateStep:
    """A ladder in which a coordinate that is the variable itself has its name."""
    new = {f"u_{n}": var(n) for n in plain}
    rungs = [
        {k: str(substitute(parse_expression(text), new)) for k, text in rung.items()}
        for rung in step["rungs"]
    ]
    name = step["variable"]
    name = name.removeprefix("u_") if name in new else name
    return {"rule": "ladder", "variable": name, "rungs": rungs}


def ladder_words(step: CertificateStep) -> Iterator[str]:
    """A chain of derivatives, each of which starts at a value >= 0."""
    u = name_latex(step["variable"])
    rungs = step["rungs"]
    for k, rung in enumerate(rungs):
        expression, multiplier = (parse_expression(rung[x]) for x in ("expression", "multiplier"))
        factor = latex(multiplier)
        factor = rf"\left({factor}\right)" if multiplier.op in ("add", "sub") else factor
        times = "" if multiplier == num(1) else rf"{factor} \cdot "
        before = "D" if k == 0 else f"\\frac{{d f_{{{k - 1}}}}}{{d {u}}}"
        positive = "" if not times else f" (the factor ${latex(multiplier)}$ is positive)"
        yield f"  $f_{{{k}}} = {times}{before} = {latex(expression)}${positive}."
        if k < len(rungs) - 1:
            start = _start(expression, step["variable"])
            yield f"  At ${u} = 0$: $f_{{{k}}} = {start} \\ge 0$. Is it increasing?"
    last = f"f_{{{len(rungs) - 1}}}"
    yield f"  All terms of ${last}$ are $\\ge 0$, so each function before it increases."


def _start(expression: Expr, name: str) -> str:
    """The value, or the limit, where the chain starts."""
    from glbtheory.engines.symbolic import sp, start_value, to_sympy

    symbol = sp.Symbol(name, positive=True)
    value = start_value(to_sympy(expression, {name: symbol}), symbol)
    return "\\lim" if value is None else str(sp.latex(sp.expand(value)))


def _parts(statement: Inequality) -> Iterator[dict[str, Expr]]:
    """The parts of the domain in the order of the ladders."""
    choices = []
    for name, interval in statement.domain.items():
        u = var(f"u_{name}")
        if isinstance(interval.lo, Fraction):
            choices.append([(name, u if interval.lo == 0 else num(interval.lo) + u)])
        elif isinstance(interval.hi, Fraction):
            choices.append([(name, num(interval.hi) - u)])
        else:
            choices.append([(name, u), (name, -u)])
    yield from map(dict, itertools.product(*choices))


def _logarithm(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    inner = _statement_of(steps[0]["certificate"])
    yield "The logarithm increases, so it is enough to compare the logarithms of both sides:"
    yield f"  ${statement_latex(inner)}$."
    yield from _indented(body(inner, steps[0]["certificate"]))


def _cleared(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    offered = steps[0]["denominator"]
    sign = _statement_of(offered["certificate"])
    yield f"Clear the denominators: ${statement_latex(sign)}$ on the domain."
    yield from _indented(body(sign, offered["certificate"]))
    yield "It is left to show the sign of the numerator."
    from glbtheory.engines.equivalents import clear_denominators, numerator_statement

    numerator, _ = clear_denominators(statement.gap)
    top = numerator_statement(statement, numerator if offered["sign"] == 1 else -numerator)
    yield from _indented(list(_steps(top, steps[0]["steps"])))


def _lowest(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    step = steps[0]
    v, slope = name_latex(step["variable"]), step["slope"]
    at = latex(parse_expression(step["at"], set(statement.domain)))
    derivative = rf"\frac{{\partial D}}{{\partial {v}}}"
    yield f"Along ${v}$, $D$ is lowest at ${v} = {at}$:"
    parts = {
        k: latex(parse_expression(slope[k], set(statement.domain)))
        for k in ("slope", "rest", "factor", "growth")
        if k in slope
    }
    if slope["way"] == "factor":
        distance = rf"\left({v} - \left({at}\right)\right)"
        yield rf"  ${derivative} = {distance} \cdot r$ with $r = {parts['rest']}$."
    elif slope["way"] == "growing":
        yield (
            rf"  ${derivative} = m \cdot r$ with $m = {parts['factor']} \ge 0$ and "
            rf"$r = {parts['rest']}$, which is $0$ at ${v} = {at}$ and grows:"
        )
        yield rf"  $\frac{{\partial r}}{{\partial {v}}} = {parts['growth']} \ge 0$."
    else:
        yield rf"  ${derivative} = {parts['slope']}$."
    sign = _statement_of(slope["certificate"])
    yield f"  Here ${statement_latex(sign)}$."
    yield from _indented(body(sign, slope["certificate"]))
    inner = _statement_of(step["value"])
    yield f"It is left to show the claim at ${v} = {at}$: ${statement_latex(inner)}$."
    yield from _indented(body(inner, step["value"]))


def _root_bounds(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    step = steps[0]
    roots = roots_of(statement.gap)
    yield "By the inequality of means, roots give way to rational functions:"
    for offered in step["roots"]:
        root = latex(roots[offered["number"]])
        near = latex(parse_expression(offered["near"], statement.domain))
        closer = ", with the bounds of order 4" if offered["order"] == 2 else ""
        yield f"  ${root}$ is compared with ${near}${closer}."
    inner = _statement_of(step["certificate"])
    yield f"This makes $D$ no larger, so it is enough that ${statement_latex(inner)}$."
    yield f"Let now $D = {latex(inner.gap)}$."
    yield from body(inner, readable(inner, step["certificate"]))


def _box(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    inner = statement.on_the_box
    yield "The side conditions are not needed: it holds for all points of the box."
    yield from body(inner, readable(inner, steps[0]["certificate"]))


def _substitute(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    step = steps[0]
    elimination = Elimination(step["side"], step["variable"], step["way"], step["name"])
    found = eliminated(statement, elimination)
    if found is None:
        return
    after, value = found
    side = side_latex(statement.given[step["side"]])
    new = f"${name_latex(step['variable'])} = {latex(value)}$"
    if step["way"] == "solve":
        yield f"Since ${side}$, put {new}."
    else:
        zero_one = Interval(Fraction(0), Fraction(1)) if step["way"] == "scale" else None
        interval = after.domain.get(step["name"], zero_one or Interval(Fraction(0)))
        yield f"Since ${side}$, put {new} with ${interval_latex(step['name'], interval)}$."
    yield f"Then the claim is ${statement_latex(after)}$."
    yield from body(after, readable(after, step["certificate"]))


def _integers(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    step = steps[0]
    name = name_latex(step["variable"])
    if step["cases"]:
        yield f"For ${name} = {step['first']}, \\dots, {step['last']}$ it is checked one by one."
    for key, bound in (("below", int(step["first"]) - 1), ("above", int(step["last"]) + 1)):
        if step[key] is None:
            continue
        relation = "\\le" if key == "below" else "\\ge"
        part = _statement_of(step[key])
        yield f"For ${name} {relation} {bound}$ it holds even for all real numbers:"
        yield from _indented(body(part, readable(part, step[key])))


def _common_part(statement: Inequality, steps: list[CertificateStep]) -> Iterator[str]:
    step = steps[0]
    inner = _statement_of(step["certificate"])
    puts = []
    for offered in step["parts"]:
        name, part = offered["name"], parse_expression(offered["part"], statement.domain)
        where = interval_latex(name, inner.domain[name])
        values = f" with ${where}$" if inner.domain[name] != Interval() else ""
        puts.append(f"${name_latex(name)} = {latex(part)}${values}")
    factor = parse_expression(step["factor"], statement.domain)
    times = "" if factor == num(1) else f", up to the factor ${latex(factor)}$, which is positive"
    yield f"Put {' and '.join(puts)}."
    yield f"Then the claim is ${statement_latex(inner)}${times}."
    yield f"Let now $D = {latex(inner.gap)}$."
    yield from body(inner, readable(inner, step["certificate"]))


def _statement_of(certificate: Certificate) -> Inequality:
    return parse_inequality(certificate["statement"], certificate["domain"])


def _indented(lines: list[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


_WORDS: dict[str, Callable[[Inequality, list[CertificateStep]], Iterator[str]]] = {
    "identity": _identity,
    "polynomial": _polynomial,
    "ladder": _ladders,
    "logarithm": _logarithm,
    "cleared": _cleared,
    "common part": _common_part,
    "lowest": _lowest,
    "root bounds": _root_bounds,
    "box": _box,
    "substitute": _substitute,
    "integers": _integers,
    "one variable": one_variable_words,
    "squares": squares_words,
}
