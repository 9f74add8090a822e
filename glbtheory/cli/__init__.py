"""The command line: ``python -m glbtheory`` or ``glbtheory``.

Exit codes: 0 fine, 1 the answer is no, 2 bad input, 3 undecided.

Here are the parser and what all commands share; each family of commands has a file of its own.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from typing import Any

from glbtheory.cli import inequalities, ledger, proofs, proving, simulation
from glbtheory.cli._answers import BAD_INPUT, FINE, INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="glbtheory",
        description="Check the claims of a paper on generalized linear bandits with forgetting.",
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="one JSON value on standard output")
        return sub

    for family in (ledger, proofs, proving, inequalities, simulation):
        family.add_commands(command)
    return parser


def _shielded(argv: list[str]) -> list[str]:
    """A leading space keeps ``-x<=1`` and ``-1<=x`` from being read as options."""
    minus = re.compile(r"-(?!-|h$)")
    return [f" {a}" if minus.match(a) and len(a) > 2 else a for a in argv]


def _survive_encoding() -> None:
    """On a terminal without μ and θ, show an escape instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(argv: list[str] | None = None) -> int:
    """Run one command; bad input is a message and exit code 2, never a traceback."""
    parser = _parser()
    args, late = parser.parse_known_args(_shielded(sys.argv[1:] if argv is None else argv))
    if late and (args.command != "value" or any(a.startswith("-") for a in late)):
        parser.error(f"unrecognized arguments: {' '.join(late)}")
    if late:
        # `value rho --json T=100 …`: what comes after an option is still an argument.
        args.arguments += late
    _survive_encoding()
    try:
        return int(args.run(args))
    except ValueError as error:
        print(f"glbtheory: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("glbtheory: interrupted; what was finished is kept", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (a pager, head) has gone: nothing more to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
