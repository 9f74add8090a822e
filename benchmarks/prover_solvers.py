"""The prover and its peers behind one interface: a problem and seconds in, an answer out.

An answer is ``proved``, ``refuted``, ``undecided`` or ``error``, with a reason.  Run as a script
with the name of a solver, this answers one JSON line of standard input after the other.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from prover_problems import Problem, Reading, Unsupported

ANSWERS = PROVED, REFUTED, UNDECIDED, ERROR = ("proved", "refuted", "undecided", "error")
#: The answer and the reason for it.
Answer = tuple[str, str]
Solver = Callable[[Problem, float], Answer]


# --- ours -----------------------------------------------------------------------------------------


def ours(problem: Problem, seconds: float) -> Answer:
    """`glbtheory.prove`, as a user calls it."""
    from glbtheory import prove

    try:
        evidence = prove(problem.statement, problem.where, seconds=seconds)
    except ValueError as fault:  # a function that the language lacks, or a side undefined
        return UNDECIDED, str(fault)
    return {"holds": PROVED, "refuted": REFUTED}.get(evidence.outcome, UNDECIDED), evidence.detail


# --- z3 alone -------------------------------------------------------------------------------------


class _Z3Reals:
    """z3's reals.  A root is a new number with its definition; exp and the like are not there."""

    def __init__(self) -> None:
        import z3

        self.z3 = z3
        self.definitions: list[Any] = []

    def const(self, value: Fraction) -> Any:
        return self.z3.Q(value.numerator, value.denominator)

    def power(self, base: Any, exponent: Fraction) -> Any:
        if exponent.denominator > 1:
            root = self.z3.FreshReal("root")
            self.definitions += [root >= 0, self._integer(root, exponent.denominator) == base]
            base = root
        return self._integer(base, exponent.numerator)

    def _integer(self, base: Any, k: int) -> Any:
        if k < 0:
            return 1 / self._integer(base, -k)
        return self.z3.Q(1, 1) if k == 0 else self.z3.Product([base] * k)

    def call(self, name: str, args: list[Any]) -> Any:
        match name:
            case "sqrt":
                return self.power(args[0], Fraction(1, 2))
            case "abs":
                return self.z3.If(args[0] >= 0, args[0], -args[0])
            case "min" | "max":
                best = args[0]
                for other in args[1:]:
                    first = best <= other if name == "min" else best >= other
                    best = self.z3.If(first, best, other)
                return best
        raise Unsupported(name)


def z3_alone(problem: Problem, seconds: float) -> Answer:
    """z3 on the negated statement."""
    numbers, reading = _Z3Reals(), Reading(problem.statement, problem.where)
    z3 = numbers.z3
    point = {name: z3.Real(name) for name in reading.box}
    try:
        smaller, larger = reading.sides(numbers, point)
    except Unsupported as fault:
        return UNDECIDED, f"no {fault}"
    solver = z3.Solver()
    solver.set("timeout", int(1000 * seconds))
    solver.add(*numbers.definitions, *_bounds(reading, point, numbers.const))
    solver.add(smaller >= larger if reading.strict else smaller > larger)
    found = solver.check()
    if found == z3.unknown:
        return UNDECIDED, solver.reason_unknown()
    return (PROVED, "unsat") if found == z3.unsat else (REFUTED, str(solver.model()))


def _bounds(reading: Reading, point: dict[str, Any], const: Callable[[Fraction], Any]) -> list[Any]:
    """The box as formulas."""
    formulas = []
    for name, side in reading.box.items():
        if side.lo is not None:
            lo = const(side.lo)
            formulas.append(point[name] > lo if side.lo_open else point[name] >= lo)
        if side.hi is not None:
            hi = const(side.hi)
            formulas.append(point[name] < hi if side.hi_open else point[name] <= hi)
    return formulas


# --- sympy's inequalities in one variable ---------------------------------------------------------


class _SympyNumbers:
    def const(self, value: Fraction) -> Any:
        import sympy

        return sympy.Rational(value.numerator, value.denominator)

    def power(self, base: Any, exponent: Fraction) -> Any:
        return base ** self.const(exponent)

    def call(self, name: str, args: list[Any]) -> Any:
        import sympy

        if name == "pi":
            return sympy.pi
        known = {"abs": sympy.Abs, "min": sympy.Min, "max": sympy.Max}
        return (known.get(name) or getattr(sympy, name))(*args)


def sympy_univariate(problem: Problem, seconds: float) -> Answer:
    """Where does sympy say that the statement holds: on the whole interval?"""
    import sympy
    from sympy.solvers.inequalities import solve_univariate_inequality

    reading, numbers = Reading(problem.statement, problem.where), _SympyNumbers()
    if len(reading.box) != 1:
        return UNDECIDED, "more than one variable"
    ((name, side),) = reading.box.items()
    x = sympy.Symbol(name, real=True)
    ends = [
        infinite if end is None else numbers.const(end)
        for end, infinite in ((side.lo, -sympy.oo), (side.hi, sympy.oo))
    ]
    interval = sympy.Interval(*ends, side.lo_open, side.hi_open)
    gap = reading.gap(numbers, {name: x})
    statement = gap > 0 if reading.strict else gap >= 0
    if statement in (sympy.true, sympy.false):
        return (PROVED if statement == sympy.true else REFUTED), "evaluates at once"
    try:
        where = solve_univariate_inequality(statement, x, relational=False, domain=interval)
        whole = interval.is_subset(where)
    except (NotImplementedError, ValueError, TypeError, RecursionError) as fault:
        return UNDECIDED, f"{type(fault).__name__}: {fault}"
    if whole is None:
        return UNDECIDED, f"holds on {where}"
    return (PROVED, "everywhere") if whole else (REFUTED, f"holds on {where} only")


# --- mpmath's intervals by bisection --------------------------------------------------------------


def mpmath_bisection(problem: Problem, seconds: float) -> Answer:
    """Halve the widest side of every box until the sign of the gap is seen."""
    from mpmath import iv
    from prover_numbers import Enclosures

    reading, numbers = Reading(problem.statement, problem.where), Enclosures()
    if any(side.lo is None or side.hi is None for side in reading.box.values()):
        return UNDECIDED, "the box is infinite"
    names = list(reading.box)
    whole = [iv.mpf([_lower(iv, s.lo), _upper(iv, s.hi)]) for s in reading.box.values()]
    end, boxes = time.monotonic() + seconds, [whole]
    while boxes and time.monotonic() < end:
        box = boxes.pop()
        sign = _sign(reading, numbers, dict(zip(names, box, strict=True)))
        if sign > 0:
            continue
        widest = max(range(len(box)), key=lambda k: box[k].delta.b)
        middle = [iv.mpf(x.mid) if x.delta.b > 1e-15 else x for x in box]
        if sign < 0 or _sign(reading, numbers, dict(zip(names, middle, strict=True))) < 0:
            return REFUTED, f"at {dict(zip(names, middle, strict=True))}"
        if box[widest].delta.b < 1e-9:
            return UNDECIDED, "a box of width 1e-9 stays open"
        cut = box[widest].mid
        for half in ([box[widest].a, cut], [cut, box[widest].b]):
            boxes.append([*box[:widest], iv.mpf(half), *box[widest + 1 :]])
    return (UNDECIDED, "out of time") if boxes else (PROVED, "every box closed")


def _lower(iv: Any, end: Fraction | None) -> Any:
    assert end is not None
    return (iv.mpf(end.numerator) / end.denominator).a


def _upper(iv: Any, end: Fraction | None) -> Any:
    assert end is not None
    return (iv.mpf(end.numerator) / end.denominator).b


def _sign(reading: Reading, numbers: Any, box: dict[str, Any]) -> int:
    """1 if the statement holds on the box, -1 if it fails on all of it, 0 if unknown."""
    try:
        gap = reading.gap(numbers, box)
    except (Unsupported, ZeroDivisionError, ValueError, OverflowError):
        return 0
    if gap.a > 0 or (gap.a >= 0 and not reading.strict):
        return 1
    return -1 if gap.b < 0 else 0


# --- those that are seldom there ------------------------------------------------------------------


class _DrealNumbers:
    def __init__(self) -> None:
        self.dreal = importlib.import_module("dreal")

    def const(self, value: Fraction) -> Any:
        return self.dreal.Expression(value.numerator) / value.denominator

    def power(self, base: Any, exponent: Fraction) -> Any:
        if exponent.denominator == 1:
            return self.dreal.pow(base, self.dreal.Expression(int(exponent)))
        return self.dreal.pow(base, self.const(exponent))

    def call(self, name: str, args: list[Any]) -> Any:
        if name == "pi":
            return 4 * self.dreal.atan(self.dreal.Expression(1))
        known = {"abs": "Abs", "min": "Min", "max": "Max"}
        function = getattr(self.dreal, known.get(name, name), None)
        if function is None:
            raise Unsupported(name)
        return function(*args)


def dreal_alone(problem: Problem, seconds: float) -> Answer:
    """dReal: unsat is a proof; a delta-sat box refutes if its middle does, exactly."""
    from prover_numbers import fails_at

    numbers, reading = _DrealNumbers(), Reading(problem.statement, problem.where)
    point = {name: numbers.dreal.Variable(name) for name in reading.box}
    try:
        smaller, larger = reading.sides(numbers, point)
    except Unsupported as fault:
        return UNDECIDED, f"no {fault}"
    formulas = _bounds(reading, point, lambda q: numbers.const(q))
    formulas.append(smaller >= larger if reading.strict else smaller > larger)
    found = numbers.dreal.CheckSatisfiability(numbers.dreal.And(*formulas), 1e-9)
    if found is None:
        return PROVED, "unsat"
    middle = {name: Fraction(found[variable].mid()) for name, variable in point.items()}
    return (REFUTED, str(middle)) if fails_at(reading, middle) else (UNDECIDED, "delta-sat")


_METI_NAMES = {"log": "ln", "atan": "arctan", "asin": "arcsin", "acos": "arccos"}
_METI_KNOWN = {
    "exp",
    "sqrt",
    "sin",
    "cos",
    "tan",
    "sinh",
    "cosh",
    "tanh",
    "abs",
    "min",
    "max",
    "pi",
}


def tptp(problem: Problem) -> str:
    """The problem as MetiTarski reads it; variables begin with a capital letter."""
    reading = Reading(problem.statement, problem.where)
    if re.search(r"\*\*\s*\(?-?[\d.]*[./]\d|\*\*\s*\([^)]*[a-z]", problem.statement):
        raise Unsupported("a power that is not an integer")

    def named(match: re.Match[str]) -> str:
        name = match.group()
        if name in reading.box:
            return name.upper()
        if name not in _METI_KNOWN | set(_METI_NAMES):
            raise Unsupported(name)
        return _METI_NAMES.get(name, name)

    texts = [p for p in problem.where.split(",") if p.strip()]
    bounds = [piece for text in texts for piece in _pieces(text.strip())]
    given = f"({' & '.join(bounds)}) => " if bounds else ""
    formula = re.sub(r"(?<![\d.])[A-Za-z_]\w*", named, f"{given}{problem.statement}")
    names = ", ".join(name.upper() for name in reading.box)
    return f"fof(goal, conjecture, ! [{names}] : ({formula.replace('**', '^')})).\n"


def _pieces(chain: str) -> list[str]:
    """``0 < x <= 1`` as two bounds."""
    terms = re.split(r"(<=|>=|<|>)", chain)
    return ["".join(terms[k : k + 3]).strip() for k in range(0, len(terms) - 2, 2)]


def metitarski(problem: Problem, seconds: float) -> Answer:
    """MetiTarski with the axioms that it chooses; it cannot refute."""
    try:
        text = tptp(problem)
    except Unsupported as fault:
        return UNDECIDED, f"no {fault}"
    with tempfile.NamedTemporaryFile("w", suffix=".tptp") as file:
        file.write(text)
        file.flush()
        command = ["metit", "--autoInclude", "--time", str(max(1, int(seconds))), file.name]
        try:
            said = subprocess.run(command, capture_output=True, text=True, timeout=seconds).stdout
        except subprocess.TimeoutExpired:
            return UNDECIDED, "out of time"
    return (PROVED, "Theorem") if "SZS status Theorem" in said else (UNDECIDED, said[-200:])


SOLVERS: dict[str, Solver] = {
    "ours": ours,
    "z3": z3_alone,
    "sympy": sympy_univariate,
    "mpmath": mpmath_bisection,
    "dReal": dreal_alone,
    "MetiTarski": metitarski,
}


def missing(name: str) -> str | None:
    """Why a solver cannot run here; None if it can."""
    if name == "MetiTarski":
        return None if shutil.which("metit") else "no executable metit on the PATH"
    module = {"ours": "glbtheory", "dReal": "dreal"}.get(name, name)
    try:
        importlib.import_module(module)
    except ImportError as fault:
        return str(fault)
    return None


def answer(name: str, problem: Problem, seconds: float) -> dict[str, Any]:
    """What a solver says, and how long it took."""
    begin = time.perf_counter()
    try:
        said, reason = SOLVERS[name](problem, seconds)
    except Exception as fault:  # whatever a solver does, the comparison goes on
        said, reason = ERROR, f"{type(fault).__name__}: {fault}"
    taken = time.perf_counter() - begin
    return {"answer": said, "reason": " ".join(reason.split())[:300], "seconds": taken}


def serve(name: str) -> None:
    """Answer lines until they end; whatever a solver prints goes nowhere."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    reason = missing(name)  # imports what the solver needs
    print(json.dumps({"missing": reason}), file=out, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        said = answer(name, Problem(**asked["problem"]), asked["seconds"])
        print(json.dumps(said), file=out, flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
