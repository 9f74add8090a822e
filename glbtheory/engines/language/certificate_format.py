"""What a certificate looks like: the statement as text, the evidence, a fingerprint.

This is the format alone.  What makes a certificate *valid* is the business of the checker.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from glbtheory.engines.language.domain import Inequality

FORMAT = 1


def digest(certificate: Mapping[str, Any]) -> str:
    """A fingerprint of everything but itself: accidents are caught before any arithmetic."""
    body = {k: v for k, v in certificate.items() if k != "digest"}
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def seal(statement: Inequality, body: dict[str, Any]) -> dict[str, Any]:
    """A certificate of this format with the given evidence."""
    certificate = {
        "format": FORMAT,
        "statement": statement.text,
        "domain": statement.where_text,
        **body,
    }
    return {**certificate, "digest": digest(certificate)}
