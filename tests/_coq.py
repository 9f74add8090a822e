"""Coq for the tests: whether it is there, and small projects that it compiles in a second."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from glbtheory.engines.kernel import installed

MISSING_COQ = (
    "recorded; Coq is not installed here: the proofs were NOT compiled "
    f"(on Debian: apt-get install {' '.join(installed.PACKAGES)})"
)

BASE = """From Coq Require Import Arith.
(* A helper; (* nested, with "*)" in it *) Admitted. *)
Lemma add_zero n : n + 0 = n.
Proof. now rewrite Nat.add_0_r. Qed.
"""
CLAIMS = """(* What is claimed. *)
From Coq Require Import Arith.
From Toy Require Import base.

(* L7, lines 3-4: n + 0 = n *)
Theorem L7 : forall n, n + 0 = n.
Proof. exact add_zero. Qed.

Theorem T2 : forall n, 0 <= n /\\ n <= n + 1.
Proof. intro n; split; [apply Nat.le_0_l | apply Nat.le_add_r]. Qed.
"""


def need_coq() -> None:
    """Skip, or fail where nothing may be skipped, unless Coq and its libraries are there."""
    if installed.missing():
        if os.environ.get("CI"):
            pytest.fail(MISSING_COQ)
        pytest.skip(MISSING_COQ)


def project(folder: Path, **files: str) -> Path:
    """A folder with a project ``Toy``; ``Claims`` and ``base`` are as above unless given."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {"base": BASE, "Claims": CLAIMS, **files}
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
    listed = "".join(f"{name}.v\n" for name in texts)
    (folder / "_CoqProject").write_text(f"-Q . Toy\n\n{listed}", encoding="utf-8")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    """Replace something that is there."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{path.name} does not contain {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")
