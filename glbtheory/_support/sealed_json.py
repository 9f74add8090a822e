"""JSON files that show whether they are whole, unchanged and in their place.

Such a file is a JSON object with one more key, ``digest``: a hash of everything else in it and of
its *address*, the name under which it is looked up.  A file that was cut off, edited by hand or
copied to another address is :class:`Damaged`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from glbtheory._support.files import write_atomically

DIGEST = "digest"


class Damaged(ValueError):
    """A file that is not as it was written; the message says in which way."""


def digest(body: Mapping[str, Any], address: str = "") -> str:
    """The hash of an object at an address; the order of its keys does not matter."""
    text = json.dumps({k: v for k, v in body.items() if k != DIGEST}, sort_keys=True)
    return hashlib.sha256((f"{address}\n{text}" if address else text).encode()).hexdigest()


def write(path: Path, body: Mapping[str, Any], address: str = "", **layout: Any) -> None:
    """Write the object and its digest, all of it or nothing; ``layout`` is that of json.dumps."""
    text = json.dumps({**body, DIGEST: digest(body, address)}, **layout)
    write_atomically(path, (text + "\n").encode())


def read(path: Path, address: str = "") -> dict[str, Any]:
    """The object in a file; OSError if it cannot be read, :class:`Damaged` if it was changed."""
    data = path.read_bytes()
    try:
        body = json.loads(data.decode())
    except (ValueError, RecursionError):
        raise Damaged(f"{path.name} is not JSON") from None
    if not isinstance(body, dict) or DIGEST not in body:
        raise Damaged(f"{path.name} has no digest")
    if body.pop(DIGEST) != digest(body, address):
        raise Damaged(f"{path.name} was changed after it was made")
    return body
