"""The commands prove, check-certificate and value.

What they need is imported on call: checking a certificate works where python-flint is not
installed, and loads no search.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from glbtheory.cli._answers import FINE, NO, UNDECIDED, print_json

if TYPE_CHECKING:
    from glbtheory.engines.evidence import Evidence
    from glbtheory.engines.language.domain import Inequality


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("prove", _prove, "Prove or refute an inequality of your own.")
    _add_inequality(sub)
    sub.add_argument("--certificate", metavar="FILE", help="write the certificate here")
    sub = command("check-certificate", _check_certificate, "Check a certificate independently.")
    sub.add_argument("file", metavar="FILE")
    _add_inequality(sub)
    sub = command("value", _value, "A closed form to 15 digits; without a name, the list.")
    sub.add_argument("name", nargs="?")
    sub.add_argument("arguments", nargs="*", metavar="key=value")


def _add_inequality(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("inequality", metavar='"LHS <= RHS"')
    sub.add_argument("--where", default="", help='the domain, e.g. "0 <= x <= 1, y > 0"')


def _prove(args: argparse.Namespace) -> int:
    from glbtheory.engines.evidence import HOLDS, MEANS, REFUTED
    from glbtheory.engines.language.parse import parse_inequality

    statement = parse_inequality(args.inequality, args.where)
    if args.certificate is not None:
        _require_writable(args.certificate)
    evidence = _decided(statement)
    outcome = {HOLDS: "proved", REFUTED: "refuted"}.get(evidence.outcome, "undecided")
    if outcome == "proved" and args.certificate is not None:
        _write(args.certificate, json.dumps(evidence.certificate, indent=1) + "\n")
    if args.json:
        print_json(
            {
                "outcome": outcome,
                "witness": evidence.witness,
                "strength": evidence.strength if outcome != "undecided" else None,
                "engine": evidence.engine,
                "detail": evidence.detail,
            }
        )
    else:
        how = f"by {MEANS[evidence.strength]}" if outcome == "proved" else ""
        where = ", ".join(f"{n} = {x}" for n, x in (evidence.witness or {}).items())
        detail = f"({evidence.detail})" if how and evidence.detail else evidence.detail
        at = f"at {where}:" if where else ":" if outcome == "undecided" else ""
        print(" ".join(filter(None, [outcome, how, at, detail])).replace(" :", ":"))
    return {"proved": FINE, "refuted": NO}.get(outcome, UNDECIDED)


def _decided(statement: Inequality) -> Evidence:
    """What the engines say; numbers beyond their reach leave the question open."""
    from glbtheory.engines.decision import decide
    from glbtheory.engines.evidence import Evidence

    try:
        return decide(statement)
    except (ArithmeticError, RecursionError, MemoryError) as error:
        detail = f"the numbers are beyond the engines: {type(error).__name__}: {error}"
        return Evidence("undecided", "none", "by hand", detail=detail)


def _require_writable(path: str) -> None:
    """Find out before the work, not after it, that the certificate cannot be written.

    A file that was not there is not left behind: only a proof leaves a certificate.
    """
    try:
        new = not os.path.lexists(path)
        with open(path, "a"):
            pass
        if new:
            os.unlink(path)
    except OSError as error:
        raise ValueError(f"--certificate: cannot write {path!r}: {error.strerror}") from None


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise ValueError(f"--certificate: cannot write {path!r}: {error.strerror}") from None


def _check_certificate(args: argparse.Namespace) -> int:
    from glbtheory.engines.checker.certificate import BadCertificate, check
    from glbtheory.engines.language.parse import parse_inequality

    statement = parse_inequality(args.inequality, args.where)
    try:
        certificate = json.loads(Path(args.file).read_text())
    except OSError as error:
        raise ValueError(f"cannot read {args.file}: {error.strerror}") from None
    except (ValueError, RecursionError):
        certificate = None  # not JSON: the checker says so
    try:
        check(certificate, statement)
    except BadCertificate as fault:
        answer, code = {"valid": False, "reason": str(fault)}, NO
    else:
        answer, code = {"valid": True, "reason": ""}, FINE
    if args.json:
        print_json(answer)
    else:
        print("valid" if answer["valid"] else f"rejected: {answer['reason']}")
    return code


def _value(args: argparse.Namespace) -> int:
    from glbtheory import formulas

    if args.name is None:
        rows = [
            ("c_mu", "least slope over |z| <= S", "242-250", ["link", "S"]),
            ("k_mu", "Lipschitz constant of the mean on the line", "242-250", ["link"]),
            *((f.name, f.title, f.lines, f.arguments) for f in formulas.FORMULAS.values()),
        ]
        if args.json:
            keys = ("name", "title", "lines", "arguments")
            print_json([dict(zip(keys, row, strict=True)) for row in rows])
        else:
            for name, title, lines, needed in rows:
                print(f"{name:28s} {title} (lines {lines}): {' '.join(needed)}")
        return FINE
    arguments = {}
    for pair in args.arguments:
        key, equals, text = pair.partition("=")
        if not equals or not key or key in arguments:
            raise ValueError(f"arguments are written once each as key=value, not {pair!r}")
        arguments[key] = text
    exact = formulas.value(args.name, arguments)
    text = str(formulas.digits(exact, 15))
    if args.json:
        number = float(formulas.digits(exact, 20))
        if not math.isfinite(number):
            raise ValueError(f"{args.name} is {text}, which is beyond a JSON number")
        print_json({"name": args.name, "value": number, "text": text})
    else:
        print(text)
    return FINE
