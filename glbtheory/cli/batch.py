"""``prove --file``: many inequalities, some at a time, each in a process of its own.

What is finished is kept: with ``--out`` an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

from glbtheory._support.files import write_atomically
from glbtheory._support.progress import progress_bar
from glbtheory.cli._answers import BAD_INPUT, FINE, NO, UNDECIDED
from glbtheory.cli.proving import _answer, answer_of_process, in_one_line, require_writable

Entry = dict[str, Any]


def prove_file(args: argparse.Namespace) -> int:
    """Answer every problem of a file, in its order; the exit code is that of the worst answer."""
    if args.jobs < 1:
        raise ValueError(f"--jobs must be at least 1, not {args.jobs}")
    problems = [_problem(k, raw) for k, raw in enumerate(_read_list("--file", args.file), start=1)]
    if args.out is not None:
        require_writable("--out", args.out)
    answers = _kept(args.out, problems)
    shown = 0
    with progress_bar("prove") as report:
        for position, answer in _answers(problems, answers, args):
            answers[position] = answer
            if args.out is not None:
                _keep(args.out, problems, answers)
            report(len(answers), len(problems), problems[position]["name"])
            shown = _show(problems, answers, shown, args.json)
    _show(problems, answers, shown, args.json)
    return _exit_code(answers)


def _read_list(option: str, path: str) -> list[Any]:
    try:
        found = json.loads(Path(path).read_text())
    except OSError as error:
        raise ValueError(f"{option}: cannot read {path!r}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{option}: {path!r} is not JSON: {error}") from None
    if not isinstance(found, list):
        raise ValueError(f"{option}: {path!r} must hold a JSON list")
    return found


def _problem(number: int, raw: Any) -> Entry:
    """One entry of the file; what is wrong with it is its ``error``."""
    raw = {"statement": raw} if isinstance(raw, str) else raw
    if not isinstance(raw, dict):
        raw = {"error": f"entry {number} must be an object with a statement, not {raw!r:.60}"}
    name = str(raw.get("name") or number)
    problem = {"name": name, "statement": raw.get("statement"), "where": raw.get("where") or ""}
    error = raw.get("error") if "statement" not in raw else None
    for key in ("statement", "where"):
        if error is None and not isinstance(problem[key], str):
            error = f"entry {number} ({name}): {key} must be text, not {problem[key]!r:.60}"
    return {**problem, "error": error} if error else problem


def _kept(path: str | None, problems: list[Entry]) -> dict[int, Entry]:
    """The answers that an earlier run has left, by the position of their problem."""
    if path is None or not Path(path).exists():
        return {}
    old: dict[tuple[Any, ...], Entry] = {}
    for entry in _read_list("--out", path):
        if not isinstance(entry, dict) or "statement" not in entry:
            raise ValueError(f"--out: {path!r} holds something else than answers")
        old[_key(entry)] = {k: v for k, v in entry.items() if k not in ("statement", "where")}
    return {k: old[_key(p)] for k, p in enumerate(problems) if _key(p) in old}


def _key(entry: Entry) -> tuple[Any, ...]:
    return entry.get("name"), entry.get("statement"), entry.get("where", "")


def _keep(path: str, problems: list[Entry], answers: dict[int, Entry]) -> None:
    done = [{**problems[k], **answers[k]} for k in sorted(answers)]
    write_atomically(Path(path), (json.dumps(done, indent=1) + "\n").encode())


def _answers(problems: list[Entry], kept: dict[int, Entry], args: argparse.Namespace) -> Any:
    """(position, answer) of every problem that has none yet, as they finish."""
    todo = [k for k in range(len(problems)) if k not in kept]
    for k in todo:
        if "error" in problems[k]:
            yield k, {"error": problems[k]["error"]}
    todo = [k for k in todo if "error" not in problems[k]]
    calls = [
        partial(_answer, problems[k]["statement"], problems[k]["where"], args.seconds, "strongest")
        for k in todo
    ]
    from glbtheory.engines.answers import child_process

    if not child_process.available():
        for k, call in zip(todo, calls, strict=True):
            yield k, _short(call())
        return
    _load_libraries()
    found = child_process.ask_all(calls, jobs=args.jobs, seconds=args.seconds)
    for index, kind, value, spent in found:
        answer = _short(answer_of_process(kind, value, args.seconds))
        yield todo[index], {**answer, "seconds": round(spent, 2)}


def _load_libraries() -> None:
    """Load once what every process needs: the copies share it."""
    import sympy  # noqa: F401
    import z3  # noqa: F401

    from glbtheory.engines import decision  # noqa: F401


def _short(answer: Entry) -> Entry:
    """An answer without its certificate."""
    return {k: v for k, v in answer.items() if k != "certificate"}


def _show(problems: list[Entry], answers: dict[int, Entry], shown: int, as_json: bool) -> int:
    """Print the answers that are next in the order of the file; how many are printed by now."""
    while shown in answers:
        problem, answer = problems[shown], answers[shown]
        if as_json:
            line = json.dumps({**problem, **answer}, default=str)
        else:
            line = f"{problem['name']}: {in_one_line(answer)}"
        print(line, file=sys.stdout, flush=True)
        shown += 1
    return shown


def _exit_code(answers: dict[int, Entry]) -> int:
    outcomes = {a.get("outcome", "error") for a in answers.values()}
    for outcome, code in (("error", BAD_INPUT), ("refuted", NO), ("undecided", UNDECIDED)):
        if outcome in outcomes:
            return code
    return FINE
