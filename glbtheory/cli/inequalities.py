"""The commands check-certificate and value.

What they need is imported on call: checking a certificate works where python-flint is not
installed, and loads no search.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable
from pathlib import Path

from glbtheory.cli._answers import FINE, NO, print_json


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command("check-certificate", _check_certificate, "Check a certificate independently.")
    sub.add_argument("file", metavar="FILE")
    sub.add_argument("inequality", metavar='"LHS <= RHS"')
    sub.add_argument("--where", default="", help='the domain, e.g. "0 <= x <= 1, y > 0"')
    sub = command("value", _value, "A closed form to 15 digits; without a name, the list.")
    sub.add_argument("name", nargs="?")
    sub.add_argument("arguments", nargs="*", metavar="key=value")


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
