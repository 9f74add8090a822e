"""Boxes of a certificate: reading them, and whether they cover the domain."""

from __future__ import annotations

from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.language.domain import Box, Domain, End, end_of, end_text


def read_box(data: dict[str, list[str]], domain: Domain) -> Box:
    if set(data) != set(domain):
        raise BadCertificate("a box names other variables than the statement")
    box = {}
    for name, (lo, hi) in data.items():
        box[name] = (end_of(lo), end_of(hi))
        if not box[name][0] <= box[name][1]:
            raise BadCertificate("a box with its ends in the wrong order")
    return box


def require_cover(region: Box, leaves: list[Box]) -> None:
    """Refuse unless the leaves cover the region: cut it along faces until one leaf holds it."""
    stack = [(region, leaves)]
    while stack:
        region, near = stack.pop()
        near = [
            b
            for b in near
            if all(b[n][0] <= region[n][1] and region[n][0] <= b[n][1] for n in region)
        ]
        if any(
            all(b[n][0] <= lo and hi <= b[n][1] for n, (lo, hi) in region.items()) for b in near
        ):
            continue
        name, x = _face_inside(region, near)
        if name is None:
            raise BadCertificate(f"no leaf covers {box_text(region)}")
        lo, hi = region[name]
        stack += [({**region, name: (lo, x)}, near), ({**region, name: (x, hi)}, near)]


def _face_inside(region: Box, near: list[Box]) -> tuple[str | None, End]:
    faces = [
        (name, x)
        for b in near
        for name in region
        for x in b[name]
        if region[name][0] < x < region[name][1]
    ]
    # The middle face keeps the recursion balanced.
    return sorted(faces, key=lambda f: (f[0], f[1]))[len(faces) // 2] if faces else (None, 0.0)


def box_text(box: Box) -> dict[str, list[str]]:
    """A box as it stands in a certificate."""
    return {n: [end_text(lo), end_text(hi)] for n, (lo, hi) in box.items()}
