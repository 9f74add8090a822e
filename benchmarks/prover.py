"""The prover against its peers: the same public inequalities, in one run, with one time limit.

Every solver works in a process of its own, started beforehand: what counts is the time from the
question to the answer.  A problem is decided when it is proved or refuted within the limit, wrong
when that contradicts the truth in the data file.

    python benchmarks/prover.py [--quick] [--seconds 30] [--jobs 1] [--json FILE]

The exit code is 1 when our prover gives a wrong answer, exceeds the limit by more than a second,
or leaves undecided what a peer settles within 5 seconds.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from prover_children import GRACE, Child
from prover_problems import Problem, load
from prover_solvers import SOLVERS

#: What a peer settles within this time should not stay undecided.
SHORT = 5.0
COLUMNS = (
    f"{'class':<36}{'solver':<12}{'of':>4}{'decided':>9}{'wrong':>7}{'median s':>10}{'over':>6}"
)


def ask_all(children: dict[str, Child], problem: Problem, seconds: float) -> list[dict[str, Any]]:
    """One row per solver: its answer to one problem, judged."""
    rows = []
    for name, child in children.items():
        said = child.ask(problem, seconds)
        decided = said["answer"] in ("proved", "refuted") and said["seconds"] <= seconds
        row = {
            "class": problem.group,
            "source": problem.source,
            "name": problem.name,
            "statement": problem.statement,
            "where": problem.where,
            "truth": problem.truth,
            "solver": name,
            **said,
            "decided": decided,
            "wrong": said["answer"] == ("refuted" if problem.truth else "proved"),
        }
        rows.append(row)
    return rows


def run(
    problems: Iterable[Problem], names: list[str], seconds: float, jobs: int
) -> Iterator[list[dict[str, Any]]]:
    """The rows of every problem; each job has children of its own."""
    idle: SimpleQueue[dict[str, Child]] = SimpleQueue()
    teams = [{name: Child(name) for name in names} for _ in range(jobs)]
    for team in teams:
        idle.put(team)

    def work(problem: Problem) -> list[dict[str, Any]]:
        team = idle.get()
        try:
            return ask_all(team, problem, seconds)
        finally:
            idle.put(team)

    try:
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(work, problems)
    finally:
        for team in teams:
            for child in team.values():
                child.close()


def installed() -> tuple[list[str], dict[str, str]]:
    """The solvers that run here, and the others with the reason."""
    here, skipped = [], {}
    for name in SOLVERS:
        child = Child(name)
        child.close()
        if child.missing is None:
            here.append(name)
        else:
            skipped[name] = child.missing
    return here, skipped


def summary(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One line per class and solver, then one per solver for all classes together."""
    lines = []
    for group in [*dict.fromkeys(r["class"] for r in rows), "all"]:
        for name in dict.fromkeys(r["solver"] for r in rows):
            mine = [r for r in rows if r["solver"] == name and group in (r["class"], "all")]
            times = [r["seconds"] for r in mine if r["decided"]]
            lines.append(
                {
                    "class": group,
                    "solver": name,
                    "of": len(mine),
                    "decided": len(times),
                    "wrong": sum(r["wrong"] for r in mine),
                    "median": statistics.median(times) if times else None,
                    "over": sum(r["over"] for r in mine),
                }
            )
    return lines


def table(lines: list[dict[str, Any]]) -> Iterator[str]:
    """The summary as text."""
    yield COLUMNS
    for r in lines:
        median = "" if r["median"] is None else f"{r['median']:.3f}"
        yield (
            f"{r['class']:<36}{r['solver']:<12}{r['of']:>4}{r['decided']:>9}{r['wrong']:>7}"
            f"{median:>10}{r['over']:>6}"
        )


def faults(rows: list[dict[str, Any]]) -> list[str]:
    """What our prover should be blamed for; empty if all is well."""
    found = []
    ours = {(r["statement"], r["where"]): r for r in rows if r["solver"] == "ours"}
    for r in ours.values():
        what = f"{r['statement']}  where {r['where'] or 'everywhere'}"
        if r["wrong"]:
            found.append(f"wrong: {r['answer']}, but it is {r['truth']}: {what}")
        if r["over"]:
            found.append(f"more than {GRACE:g} s over the limit: {what}")
    for key, mine in ours.items():
        others = [r for r in rows if (r["statement"], r["where"]) == key and r["decided"]]
        better = [r for r in others if not r["wrong"] and r["seconds"] <= SHORT]
        if better and not mine["decided"]:
            best = min(better, key=lambda r: float(r["seconds"]))
            found.append(
                f"{best['solver']} has {best['answer']} in {best['seconds']:.1f} s: {key[0]}"
                f"  where {key[1] or 'everywhere'}; ours: {mine['reason'] or mine['answer']}"
            )
    return found


def few(problems: list[Problem], count: int) -> list[Problem]:
    """Evenly spread over the file, hence over classes and truths."""
    return [problems[k * len(problems) // count] for k in range(count)]


def main(arguments: list[str] | None = None) -> int:
    """Print the table; see the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="10 problems, 5 s each")
    parser.add_argument("--seconds", type=float, help="limit per problem (30; 5 with --quick)")
    parser.add_argument("--jobs", type=int, default=1, help="problems at once (times suffer)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all answers to FILE")
    options = parser.parse_args(arguments)
    seconds = options.seconds or (5.0 if options.quick else 30.0)
    problems = few(load(), 10) if options.quick else load()
    names, skipped = installed()
    for name, reason in skipped.items():
        print(f"{name} is skipped: {reason}")
    rows: list[dict[str, Any]] = []
    for answers in run(problems, names, seconds, max(1, options.jobs)):
        rows += answers
        if sys.stderr.isatty():
            print(f"\r{len(rows) // len(names)}/{len(problems)}", end="", file=sys.stderr)
    lines = summary(rows)
    print("\n".join(table(lines)))
    if options.json:
        report = {"seconds": seconds, "skipped": skipped, "summary": lines, "answers": rows}
        options.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    found = faults(rows)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
