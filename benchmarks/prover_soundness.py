"""Statements on both sides of a sharp constant: our prover must never be wrong about them.

A family is an inequality with a constant c that is true exactly on one side of a best constant
known in closed form, and on it if that is rational.  Drawn are the family, its parameters, and the
distance 10^-k of c from the best constant; the truth is known by construction.

    python benchmarks/prover_soundness.py [--count 200] [--seed 1] [--seconds 5]

The exit code is 1 after a wrong answer.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from mpmath import mp
from prover_children import Child
from prover_problems import Problem

#: Digits of an irrational best constant: far more than the distances below.
_DIGITS = 60
#: The closest distance is 10 to the minus this.
CLOSEST = 12


@dataclass(frozen=True)
class Family:
    """``statement`` and ``where`` with {c} and parameters {p}, {q}; true for c on one ``side``.

    ``side`` is 1 when larger constants are easier, -1 when smaller ones are.  ``attained`` says
    that the two sides are equal somewhere for the best constant, so that it cannot be strict;
    ``touches`` says that they are equal somewhere for every constant.
    ``best`` gives the constant from the parameters: a Fraction where it is rational.
    """

    statement: str
    where: str
    side: int
    best: Callable[[Fraction, Fraction], Any]
    attained: bool = True
    touches: bool = False

    @property
    def relation(self) -> str:
        """The relation between both sides, which is not strict as written."""
        return "<=" if "<=" in self.statement else ">="


def _rational(value: Fraction | int) -> Callable[[Fraction, Fraction], Fraction]:
    return lambda p, q: Fraction(value)


POSITIVE = "x > 0, y > 0, z > 0"
FAMILIES = [
    Family("log(x) <= {c}*x", "x > 0", 1, lambda p, q: 1 / mp.e),
    Family("exp(x) >= {c}*x", "x > 0", -1, lambda p, q: +mp.e),
    Family("x**2*exp(-x) <= {c}", "x >= 0", 1, lambda p, q: 4 * mp.exp(-2)),
    Family("x*log(x) >= -{c}", "x > 0", 1, lambda p, q: 1 / mp.e),
    Family("log(x)/x <= {c}", "x > 0", 1, lambda p, q: 1 / mp.e),
    Family("x*exp(-{p}*x) <= {c}", "x >= 0", 1, lambda p, q: p.denominator / (p.numerator * mp.e)),
    Family("x*exp(-x**2) <= {c}", "", 1, lambda p, q: 1 / mp.sqrt(2 * mp.e)),
    Family("log(1 + x) <= {c}*x", "x > 0", 1, _rational(1), attained=False),
    Family("log(1 + exp(x)) - x/2 >= {c}", "", -1, lambda p, q: mp.log(2)),
    Family(
        "exp(x) <= 1 + x + {c}*x**2",
        "0 <= x <= {p}",
        1,
        lambda p, q: (mp.exp(_mp(p)) - 1 - _mp(p)) / _mp(p) ** 2,
        touches=True,
    ),
    Family("exp(x) + exp(y) >= {c}*exp((x + y)/2)", "", -1, _rational(2)),
    Family("cosh(x) <= exp({c}*x**2)", "", 1, _rational(Fraction(1, 2)), touches=True),
    Family("tanh(x) <= {c}*x", "x > 0", 1, _rational(1), attained=False),
    Family("atan(x) <= {c}", "", 1, lambda p, q: mp.pi / 2, attained=False),
    Family(
        "atan(x) >= {c}*x", "0 <= x <= {p}", -1, lambda p, q: mp.atan(_mp(p)) / _mp(p), touches=True
    ),
    Family("x/(1 + x**2) <= {c}", "", 1, _rational(Fraction(1, 2))),
    Family("sqrt(1 + x) <= 1 + {c}*x", "x >= 0", 1, _rational(Fraction(1, 2)), touches=True),
    Family("sqrt(x) - {p}*x <= {c}", "x >= 0", 1, lambda p, q: 1 / (4 * p)),
    Family(
        "sqrt(x*y) <= {c}*(x + y)", "x >= 0, y >= 0", 1, _rational(Fraction(1, 2)), touches=True
    ),
    Family("sqrt(x) + sqrt(1 - x) <= {c}", "0 <= x <= 1", 1, lambda p, q: mp.sqrt(2)),
    Family("abs(x - {p}) + abs(x + {q}) >= {c}", "", -1, lambda p, q: p + q),
    Family("x**4 - {p}*x**2 >= -{c}", "", 1, lambda p, q: p**2 / 4),
    Family("x**2*(1 - x) <= {c}", "0 <= x <= 1", 1, _rational(Fraction(4, 27))),
    Family("x**3 - 3*{p}**2*x >= -{c}", "x >= 0", 1, lambda p, q: 2 * p**3),
    Family("x**2 + y**2 >= {c}*x*y", "x > 0, y > 0", -1, _rational(2)),
    Family(
        "({p}*x + {q}*y)**2 <= {c}*(x**2 + y**2)", "", 1, lambda p, q: p**2 + q**2, touches=True
    ),
    Family("(x + y)**4 <= {c}*(x**4 + y**4)", "", 1, _rational(8), touches=True),
    Family(
        "x**3 + y**3 + z**3 >= {c}*x*y*z", "x >= 0, y >= 0, z >= 0", -1, _rational(3), touches=True
    ),
    Family("x/(y + z) + y/(z + x) + z/(x + y) >= {c}", POSITIVE, -1, _rational(Fraction(3, 2))),
    Family("x*y*z <= {c}*(x + y + z)**3", POSITIVE, 1, _rational(Fraction(1, 27))),
    Family(
        "x**2*y + y**2*z + z**2*x <= {c}", "0 <= x <= 1, 0 <= y <= 1, 0 <= z <= 1", 1, _rational(3)
    ),
    Family("(x + y + z)*(1/x + 1/y + 1/z) >= {c}", POSITIVE, -1, _rational(9)),
]


def _mp(q: Fraction) -> Any:
    return mp.mpf(q.numerator) / q.denominator


def constant(best: Any, offset: Fraction) -> Fraction:
    """The best constant moved by about ``offset``, in few digits and on the right side."""
    if isinstance(best, Fraction):
        return best + offset
    # What rounding changes is below a thousandth of the offset.
    unit = Fraction(10) ** -(CLOSEST + 3)
    digits = Fraction(int(mp.nint(best / _mp(unit)))) * unit
    return digits + offset


def statements(count: int, seed: int) -> Iterator[Problem]:
    """Random statements with their truth; every family has its turn."""
    draw = random.Random(seed)
    for k in range(count):
        with mp.workdps(_DIGITS):
            problem = statement(FAMILIES[k % len(FAMILIES)], draw)
        yield problem


def statement(family: Family, draw: random.Random) -> Problem:
    """One member of a family."""
    p, q = (Fraction(draw.randint(1, 9), draw.choice((1, 2, 3, 5))) for _ in "pq")
    best, sign = family.best(p, q), draw.choice((1, -1, 1, -1, 0))
    if sign == 0 and not isinstance(best, Fraction):
        sign = draw.choice((1, -1))  # no rational number is on the constant itself
    c = constant(best, sign * Fraction(1, 10 ** draw.randint(1, CLOSEST)))
    strict = draw.random() < 0.3
    truth = sign * family.side > 0 or (sign == 0 and not (strict and family.attained))
    names = {"c": f"({c})", "p": f"({p})", "q": f"({q})"}
    text = family.statement.format(**names)
    if strict:
        text = text.replace(family.relation, family.relation[0])
        truth = truth and not family.touches
    where = family.where.format(c=c, p=p, q=q)
    return Problem("sharp constant", "families", family.statement, text, where, truth)


def main(arguments: list[str] | None = None) -> int:
    """Print how the statements were answered; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=200, help="how many statements")
    parser.add_argument("--seed", type=int, default=1, help="of the draws")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit per statement")
    options = parser.parse_args(arguments)
    child, answers, wrong = Child("ours"), Counter[tuple[bool, str]](), []
    try:
        for problem in statements(options.count, options.seed):
            said = child.ask(problem, options.seconds)
            answers[problem.truth, said["answer"]] += 1
            if said["answer"] == ("refuted" if problem.truth else "proved"):
                wrong.append(f"{said['answer']}: {problem.statement}  where {problem.where}")
    finally:
        child.close()
    for (truth, answer), number in sorted(answers.items()):
        print(f"{'true' if truth else 'false':<6}{answer:<10}{number:>6}")
    print(f"wrong{'':<11}{len(wrong):>6}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
