"""The command prove: one inequality, or a file of them.

What it needs is imported on call, the cheap parts first: most answers take less time than loading
a computer algebra system.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from glbtheory.cli._answers import FINE, NO, UNDECIDED, print_json


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("prove", _prove, "Prove or refute an inequality of your own.")
    sub.add_argument("inequality", nargs="?", metavar='"LHS <= RHS"')
    sub.add_argument("--where", default="", help='the domain, e.g. "0 <= x <= 1, y > 0"')
    sub.add_argument("--certificate", metavar="FILE", help="write the certificate here")
    sub.add_argument("--seconds", type=float, metavar="N", help="answer after at most N seconds")
    sub.add_argument(
        "--file",
        metavar="FILE",
        help='a JSON list of {"statement": …, "where": …, "name": …}, proved one after the other; '
        "with --json each answer is one line",
    )
    sub.add_argument("--jobs", type=int, default=1, help="with --file: processes (default 1)")
    sub.add_argument(
        "--out", metavar="FILE", help="with --file: keep answers here, and skip what it has already"
    )


def _prove(args: argparse.Namespace) -> int:
    if args.seconds is not None and not 0 < args.seconds < float("inf"):
        raise ValueError(f"--seconds must be a positive number, not {args.seconds:g}")
    if args.file is not None:
        return _prove_file(args)
    if args.inequality is None:
        raise ValueError('an inequality "LHS <= RHS" or --file FILE is required')
    for option in ("out",):
        if getattr(args, option) is not None:
            raise ValueError(f"--{option} needs --file")
    return _prove_one(args)


def _prove_one(args: argparse.Namespace) -> int:
    from glbtheory.engines.language.parse import parse_inequality

    parse_inequality(args.inequality, args.where)  # what cannot be read is said at once
    if args.certificate is not None:
        require_writable("--certificate", args.certificate)
    answer = answer_to(
        args.inequality, args.where, seconds=args.seconds, quick=args.certificate is None
    )
    if "error" in answer:
        raise ValueError(answer["error"])
    certificate = answer.pop("certificate")
    if answer["outcome"] == "proved" and args.certificate is not None:
        write_text("--certificate", args.certificate, json.dumps(certificate, indent=1) + "\n")
    if args.json:
        print_json(answer)
    else:
        print(in_one_line(answer))
    return exit_code(answer)


def answer_to(
    statement: str, where: str, *, seconds: float | None = None, quick: bool = False
) -> dict[str, Any]:
    """What the command says, as JSON; with a limit in a process of its own, which can be ended."""
    from functools import partial

    call = partial(_answer, statement, where, seconds, quick)
    if seconds is None:
        return call()
    from glbtheory.engines import child_process

    if not child_process.available():
        return call()
    ((_, kind, value, _),) = child_process.ask_all([call], jobs=1, seconds=seconds)
    return answer_of_process(kind, value, seconds)


def answer_of_process(kind: str, value: Any, seconds: float | None) -> dict[str, Any]:
    """The answer of a process that has ended, or was ended."""
    if kind == "answer":
        return dict(value)
    detail = f"out of time after {seconds:g} s" if kind == "late" else f"failed: {value}"
    return _undecided(detail)


def _undecided(detail: str) -> dict[str, Any]:
    answer = {"outcome": "undecided", "witness": None, "strength": None, "engine": "none"}
    return {**answer, "detail": detail, "certificate": None}


def _answer(statement: str, where: str, seconds: float | None, quick: bool) -> dict[str, Any]:
    from glbtheory.engines.evidence import HOLDS, REFUTED
    from glbtheory.engines.language.parse import parse_inequality
    from glbtheory.engines.prove import settle

    try:
        evidence = settle(parse_inequality(statement, where), seconds=seconds, quick=quick)
    except ValueError as error:
        return {"error": str(error)}
    outcome = {HOLDS: "proved", REFUTED: "refuted"}.get(evidence.outcome, "undecided")
    return {
        "outcome": outcome,
        "witness": evidence.witness,
        "strength": evidence.strength if outcome != "undecided" else None,
        "engine": evidence.engine,
        "detail": evidence.detail,
        "certificate": evidence.certificate,
    }


def in_one_line(answer: dict[str, Any]) -> str:
    """An answer as people read it."""
    from glbtheory.engines.evidence import MEANS

    if "error" in answer:
        return f"error: {answer['error']}"
    outcome, detail = answer["outcome"], answer["detail"]
    how = f"by {MEANS[answer['strength']]}" if outcome == "proved" else ""
    where = ", ".join(f"{n} = {x}" for n, x in (answer["witness"] or {}).items())
    detail = f"({detail})" if how and detail else detail
    at = f"at {where}:" if where else ":" if outcome == "undecided" else ""
    return " ".join(filter(None, [outcome, how, at, detail])).replace(" :", ":")


def exit_code(answer: dict[str, Any]) -> int:
    """0 proved, 1 refuted, 3 undecided."""
    return {"proved": FINE, "refuted": NO}.get(answer["outcome"], UNDECIDED)


def require_writable(option: str, path: str) -> None:
    """Find out before the work, not after it, that a file cannot be written.

    A file that was not there is not left behind: only a result leaves a file.
    """
    try:
        new = not os.path.lexists(path)
        with open(path, "a"):
            pass
        if new:
            os.unlink(path)
    except OSError as error:
        raise ValueError(f"{option}: cannot write {path!r}: {error.strerror}") from None


def write_text(option: str, path: str, text: str) -> None:
    """Write a result to a file that the user has named."""
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise ValueError(f"{option}: cannot write {path!r}: {error.strerror}") from None


def _prove_file(args: argparse.Namespace) -> int:
    from glbtheory.cli.batch import prove_file

    if args.inequality is not None or args.where or args.certificate is not None:
        raise ValueError("--file takes the place of an inequality, --where and --certificate")
    return prove_file(args)
