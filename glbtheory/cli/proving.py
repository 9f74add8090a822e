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
        "--explain",
        action="store_true",
        help="print the proof in words and LaTeX; of what stays undecided, a weaker statement",
    )
    sub.add_argument("--coq", metavar="FILE", help="write a proof for Coq here, where there is one")
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
    sub = command("best", _best, "The best constant in an inequality, with proofs on both sides.")
    sub.add_argument("inequality", metavar='"LHS <= RHS"')
    sub.add_argument("--where", default="", help='the domain, e.g. "-1 <= x <= 1"')
    sub.add_argument("--for", dest="name", required=True, metavar="NAME", help="the constant")
    sub.add_argument("--digits", type=int, default=6, help="decimals (default %(default)s)")
    sub.add_argument("--seconds", type=float, default=30.0, metavar="N", help="limit (default 30)")


def _prove(args: argparse.Namespace) -> int:
    require_seconds(args.seconds)
    if args.file is not None:
        return _prove_file(args)
    if args.inequality is None:
        raise ValueError('an inequality "LHS <= RHS" or --file FILE is required')
    for option in ("out",):
        if getattr(args, option) is not None:
            raise ValueError(f"--{option} needs --file")
    return _prove_one(args)


def require_seconds(seconds: float | None) -> None:
    """Refuse a limit that is no positive number."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise ValueError(f"--seconds must be a positive number, not {seconds:g}")


def _prove_one(args: argparse.Namespace) -> int:
    from glbtheory.engines.language.parse import parse_inequality

    parse_inequality(args.inequality, args.where)  # what cannot be read is said at once
    if args.certificate is not None:
        require_writable("--certificate", args.certificate)
    if args.coq is not None:
        require_writable("--coq", args.coq)
    quick = args.certificate is None and args.coq is None
    how = "explain" if args.explain else "first" if quick else "strongest"
    answer = answer_to(args.inequality, args.where, seconds=args.seconds, how=how)
    if "error" in answer:
        raise ValueError(answer["error"])
    certificate = answer.pop("certificate")
    if answer["outcome"] == "proved" and args.certificate is not None:
        write_text("--certificate", args.certificate, json.dumps(certificate, indent=1) + "\n")
    if args.coq is not None:
        answer["coq"] = _write_coq(args, answer["outcome"], certificate)
    if args.json:
        print_json(answer)
    else:
        print(in_one_line(answer))
        if args.coq is not None:
            print(f"coq: {answer['coq']}")
        if answer.get("weaker"):
            print(f"proved instead: {answer['weaker']}")
            print(f"so the difference of the sides is at least -{answer['slack']}")
        if answer.get("explanation"):
            print(answer["explanation"])
    return exit_code(answer)


def _write_coq(args: argparse.Namespace, outcome: str, certificate: Any) -> str:
    """Write the proof for Coq, and say whether coqc accepts it; or say why there is none."""
    from glbtheory.engines.answers.coq_export import checked_proof
    from glbtheory.engines.answers.coq_text import NotForCoq
    from glbtheory.engines.language.parse import parse_inequality

    if outcome != "proved":
        return f"nothing is written, since the statement is {outcome}"
    try:
        text, accepted = checked_proof(parse_inequality(args.inequality, args.where), certificate)
    except NotForCoq as reason:
        return f"nothing is written: {reason}"
    write_text("--coq", args.coq, text)
    said = "accepted by coqc" if accepted else "not checked, since coqc is not installed"
    return f"{args.coq}, {said}"


def answer_to(
    statement: str, where: str, *, seconds: float | None = None, how: str = "strongest"
) -> dict[str, Any]:
    """What the command says, as JSON; with a limit in a process of its own, which can be ended.

    ``how`` is "first" (the first proof found), "strongest" (exact algebra before covers) or
    "explain" (with the proof in words, or a weaker statement that is proved).
    """
    from functools import partial

    call = partial(_answer, statement, where, seconds, how)
    if seconds is None:
        return call()
    from glbtheory.engines.answers import child_process

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


def _answer(statement: str, where: str, seconds: float | None, how: str) -> dict[str, Any]:
    from glbtheory.engines.evidence import HOLDS, REFUTED
    from glbtheory.engines.language.parse import parse_inequality
    from glbtheory.engines.prove import settle

    # A weaker statement is looked for in the last third of the time.
    limit = seconds * 2 / 3 if seconds is not None and how == "explain" else seconds
    try:
        inequality = parse_inequality(statement, where)
        evidence = settle(inequality, seconds=limit, quick=how == "first")
    except ValueError as error:
        return {"error": str(error)}
    outcome = {HOLDS: "proved", REFUTED: "refuted"}.get(evidence.outcome, "undecided")
    extra = {} if how != "explain" else _explained(inequality, evidence, seconds)
    return {
        **extra,
        "outcome": outcome,
        "witness": evidence.witness,
        "strength": evidence.strength if outcome != "undecided" else None,
        "engine": evidence.engine,
        "detail": evidence.detail,
        "certificate": evidence.certificate,
    }


def _explained(inequality: Any, evidence: Any, seconds: float | None) -> dict[str, Any]:
    """The proof in words, or a weaker statement that is proved."""
    from glbtheory.engines.explanation import explain

    found: dict[str, Any] = {"weaker": None, "explanation": explain(inequality, evidence)}
    if evidence.outcome == "undecided":
        from glbtheory.engines.answers.weaker import weaker_statement

        weaker = weaker_statement(inequality, 10.0 if seconds is None else seconds / 3)
        if weaker is not None:
            found["weaker"], found["slack"] = weaker.text, str(weaker.slack)
            found["explanation"] += f"\n{explain(weaker.statement, weaker.evidence)}"
    return found


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
    if args.coq is not None or args.explain:
        raise ValueError("--coq and --explain are for one inequality, not for --file")
    return prove_file(args)


def _best(args: argparse.Namespace) -> int:
    from glbtheory.engines.answers.best_constant import best_constant
    from glbtheory.engines.language.parse import parse_inequality

    require_seconds(args.seconds)
    if not 1 <= args.digits <= 8:
        raise ValueError(f"--digits must be between 1 and 8, not {args.digits}")
    statement = parse_inequality(args.inequality, args.where)
    found = best_constant(statement, args.name, digits=args.digits, seconds=args.seconds)
    if args.json:
        print_json(found.to_json())
    else:
        for line in found.in_words():
            print(line)
    return FINE if found.proved is not None else UNDECIDED
