"""How close the determinant and elliptical bounds come to being attained: attack and chance.

Every row is one bound in one size.  The attack (L-BFGS-B from structured and random starts) and
random search range over the same box of all actions, λ and γ, and get the same number of
evaluations; a gradient costs one.  The ratio is the worst lhs/rhs found, 1 would be equality
(for determinants: of the d-th roots).

    python benchmarks/potentials.py [--quick] [--json FILE]

The exit code is 1 when the attack is below random search anywhere, or not above it in two or
more dimensions where random search stays below 0.999.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from glbtheory.engines.attack import random_search
from glbtheory.regret.potential_attacks import (
    AttackProblem,
    attack_problem,
    determinant_problem,
    discount_problem,
    window_problem,
)

#: Every bound with the window it uses at horizon T, if any, and its problem.
BOUNDS: dict[str, tuple[Callable[[int], int | None], Callable[..., AttackProblem]]] = {
    "potential, discount": (lambda T: None, lambda d, T, tau: discount_problem(d, T)),
    "potential, window, τ | T": (lambda T: T // 5, window_problem),
    "potential, window, τ ∤ T": (lambda T: T // 3, window_problem),
    "det V, discount": (
        lambda T: None,
        lambda d, T, tau: determinant_problem("discount", d, T + 1),
    ),
    "det H, squared discount": (
        lambda T: None,
        lambda d, T, tau: determinant_problem("squared discount", d, T + 1),
    ),
    "det H, window": (
        lambda T: T // 2,
        lambda d, T, tau: determinant_problem("window", d, T + 1, tau),
    ),
}
SIZES = [(d, T) for d in (1, 2, 5, 10) for T in (10, 100, 500)]
QUICK = [(d, T) for d in (1, 2) for T in (10,)]

COLUMNS = (
    f"{'bound':<26}{'d':>4}{'T':>5}{'τ':>5}{'attack':>10}{'random':>10}{'gain':>7}{'calls':>8}"
)


def row(name: str, d: int, T: int, starts: int) -> dict[str, Any]:
    """The worst ratios of one bound by attack and by random search in the same budget."""
    window, problem_of = BOUNDS[name]
    tau = window(T)
    problem = problem_of(d, T, tau)
    attacked = attack_problem(problem, starts, seed=1, scope=name)
    assert attacked.certificate is not None
    calls = attacked.certificate["evaluations"]
    chance = random_search(
        problem.objective, problem.bounds, evaluations=calls, seed=2, **problem.judgement
    )
    assert attacked.worst_ratio is not None and chance.worst_ratio is not None
    return {
        "bound": name,
        "d": d,
        "T": T,
        "tau": tau,
        "attack": attacked.worst_ratio,
        "random": chance.worst_ratio,
        "gain": attacked.worst_ratio / chance.worst_ratio,
        "evaluations": calls,
        "outcome": attacked.outcome,
    }


def shortfalls(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in which the attack does not beat random search as it should."""
    return [
        r
        for r in rows
        if r["attack"] < r["random"]
        or (r["d"] >= 2 and r["random"] < 0.999 and not r["attack"] > r["random"])
    ]


def line(r: dict[str, Any]) -> str:
    """One row as text."""
    tau = r["tau"] or ""
    found = f"{r['attack']:>10.6f}{r['random']:>10.6f}{r['gain']:>7.3f}{r['evaluations']:>8}"
    return f"{r['bound']:<26}{r['d']:>4}{r['T']:>5}{tau:>5}{found}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write the rows to FILE as well")
    options = parser.parse_args(arguments)
    sizes, starts = (QUICK, 1) if options.quick else (SIZES, 4)
    cases = [(name, d, T) for name in BOUNDS for d, T in sizes]
    found = Parallel(n_jobs=1 if options.quick else -1, return_as="generator")(
        delayed(row)(*case, starts) for case in cases
    )
    print(COLUMNS)
    rows = []
    for r in found:
        rows.append(r)
        print(line(r), flush=True)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    short = shortfalls(rows)
    for r in short:
        print(f"random search is not beaten: {r['bound']}, d = {r['d']}, T = {r['T']}")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
