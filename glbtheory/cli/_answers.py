"""How a command answers: its exit code, and one JSON value on standard output."""

from __future__ import annotations

import json
import sys
from typing import Any

FINE, NO, BAD_INPUT, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130


def print_json(value: Any) -> None:
    """One JSON value on standard output and nothing else; what JSON cannot express becomes text."""
    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, indent=2, ensure_ascii=not unicode, allow_nan=False, default=str))
