"""Folders of certificates: written from the ledger, checked without it, and not to be fooled."""

from __future__ import annotations

import copy
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from _book import ROOT
from _ledger import all_records
from glbtheory.claims import all_claims
from glbtheory.claims.model import Bound
from glbtheory.cli import main
from glbtheory.engines.checker.certificate import BadCertificate
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.language.parse import parse_inequality
from glbtheory.ledger import certificates
from glbtheory.ledger.certificates import COUNTEREXAMPLE, INDEX, PROOF

NO_FLINT = """
import sys
sys.modules["flint"] = None
from glbtheory.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificates of the whole ledger."""
    path = tmp_path_factory.mktemp("certificates")
    certificates.write(path, all_records().values())
    return path


def with_bounds() -> list[str]:
    return [c.id for c in all_claims().values() if certificates._has_bounds(c)]


def reseal(path: Path, change: Any) -> None:
    """Change a file as somebody would who knows how the digest is made."""
    body = json.loads(path.read_text())
    del body["digest"], body["format"]
    change(body)
    certificates._write(path, body)


def fault(folder: Path, name: str) -> str:
    return certificates._check_file(folder, name)[2]


# --- what is right ------------------------------------------------------------------------------


def test_every_inequality_of_the_ledger_has_a_certificate(folder: Path) -> None:
    written = {p.stem for p in folder.iterdir()} - {"index"}
    assert written == set(with_bounds())
    for name in written:
        entries = json.loads((folder / f"{name}.json").read_text())["entries"]
        claim = all_claims()[name]
        bounds = [
            (role, k)
            for role in certificates.ROLES
            for k, s in enumerate(getattr(claim, role))
            if isinstance(s, Bound)
        ]
        assert sorted((e["role"], e["index"]) for e in entries) == sorted(bounds), name


def test_all_are_valid_also_without_python_flint(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_FLINT, "check-certificates", str(folder), "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    entries = [
        e
        for name in with_bounds()
        for e in json.loads((folder / f"{name}.json").read_text())["entries"]
    ]
    assert found == {
        "valid": True,
        "claims": len(with_bounds()),
        "proofs": sum(e["kind"] == PROOF for e in entries),
        "proofs_by_z3": sum('"rule": "polynomial"' in json.dumps(e) for e in entries),
        "counterexamples": sum(e["kind"] == COUNTEREXAMPLE for e in entries),
        "absent": 0,
        "faults": [],
    }


def test_the_same_files_whoever_writes_them(folder: Path, tmp_path: Path) -> None:
    certificates.write(tmp_path / "again", reversed(list(all_records().values())))
    for path in folder.iterdir():
        assert path.read_bytes() == (tmp_path / "again" / path.name).read_bytes(), path.name


def test_the_command_writes_what_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "some"
    assert main(["verify", "L4", "I47", "--certificates", str(target)]) == 0
    assert sorted(p.name for p in target.iterdir()) == ["I47.json", "L4.json", INDEX]
    assert "of 2 claims" in capsys.readouterr().err
    assert main(["check-certificates", str(target)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("valid: ")
    assert f"{len(with_bounds()) - 2} claims with inequalities are not in the folder" in out
    # A second time the folder holds only what is asked for now.
    assert main(["verify", "I47", "--certificates", str(target)]) == 0
    assert sorted(p.name for p in target.iterdir()) == ["I47.json", INDEX]


# --- what is not --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def names(folder: Path) -> list[str]:
    return sorted(p.stem for p in folder.glob("*.json") if p.name != INDEX)


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def test_a_changed_letter_is_seen_in_every_file(copied: Path, names: list[str]) -> None:
    for name in names:
        path = copied / f"{name}.json"
        text = path.read_text()
        place = len(text) // 2
        while not text[place].isdigit():
            place += 1
        path.write_text(text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :])
        assert "was changed" in fault(copied, name), name
        path.write_text(text[: len(text) // 2])
        assert "is not JSON" in fault(copied, name), name


def test_a_missing_entry_is_seen_in_every_file(copied: Path, names: list[str]) -> None:
    for name in names:
        reseal(copied / f"{name}.json", lambda body: body["entries"].pop())
        assert "nothing decides" in fault(copied, name), name


def test_a_swapped_kind_is_seen_in_every_file(copied: Path, names: list[str]) -> None:
    for name in names:

        def swap(body: dict[str, Any]) -> None:
            entry = body["entries"][0]
            other = {PROOF: COUNTEREXAMPLE, COUNTEREXAMPLE: PROOF}[entry["kind"]]
            entry["kind"] = other

        reseal(copied / f"{name}.json", swap)
        assert fault(copied, name), name


def test_certificates_of_another_statement_are_seen_in_every_file(
    copied: Path, names: list[str]
) -> None:
    """A proof moved to the place of a mutant, or a point taken out of the domain."""
    for name in names:

        def move(body: dict[str, Any]) -> None:
            for entry in body["entries"]:
                if entry["kind"] == PROOF:
                    entry["certificate"] = {**entry["certificate"], "statement": "0 <= 1"}
                else:
                    entry["point"] = {n: "x" for n in entry["point"]} or {"x": "1"}

        reseal(copied / f"{name}.json", move)
        assert fault(copied, name), name


def test_a_forged_proof_is_seen(copied: Path) -> None:
    """With the digests right everywhere: the rungs of a ladder, then the role of an entry."""
    from glbtheory.engines.language.certificate_format import digest

    body = json.loads((copied / "I47.json").read_text())
    proof = next(e for e in body["entries"] if e["kind"] == PROOF)
    forged = copy.deepcopy(proof["certificate"])
    forged["steps" if "steps" in forged else "leaves"] = []
    forged["digest"] = digest(forged)

    def forge(body: dict[str, Any]) -> None:
        next(e for e in body["entries"] if e["kind"] == PROOF)["certificate"] = forged

    reseal(copied / "I47.json", forge)
    assert "no " in fault(copied, "I47")


def test_a_repeated_or_unknown_entry_is_seen(copied: Path) -> None:
    path = copied / "I47.json"
    saved = path.read_bytes()
    for change, text in (
        (lambda b: b["entries"].append(b["entries"][0]), "twice"),
        (lambda b: b["entries"][0].update(index=99), "must name a statement"),
        (lambda b: b["entries"][0].update(index=True), "must name a statement"),
        (lambda b: b["entries"][0].update(role="note"), "must name a statement"),
        (lambda b: b["entries"][0].update(kind="word"), "its kind must be"),
        (lambda b: b.update(entries=None), "no list of entries"),
        (lambda b: b.update(claim="L4"), "another claim"),
    ):
        path.write_bytes(saved)
        reseal(path, change)
        assert text in fault(copied, "I47")


def test_the_index_and_the_files_must_agree(
    copied: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer() -> tuple[int, str]:
        return main(["check-certificates", str(copied)]), capsys.readouterr().out

    keep = {INDEX, "I47.json", "L4.json"}
    for path in list(copied.iterdir()):
        if path.name not in keep:
            path.unlink()
    reseal(copied / INDEX, lambda body: body.update(claims=["I47", "L4"]))
    assert answer()[0] == 0
    (copied / "L5.json").write_text("{}")
    code, out = answer()
    assert code == 1 and "does not name the file L5.json" in out
    (copied / "L5.json").unlink()
    (copied / "L4.json").unlink()
    code, out = answer()
    assert code == 1 and "rejected: L4: cannot read" in out
    reseal(copied / INDEX, lambda body: body.update(claims=["I47", "T99"]))
    code, out = answer()
    assert code == 1 and "rejected: T99: the paper has no such claim" in out
    reseal(copied / INDEX, lambda body: body.update(claims=[]))
    assert answer()[0] == 1
    (copied / INDEX).unlink()
    assert answer()[0] == 1


def test_a_point_that_is_no_number_is_a_fault_and_no_crash(copied: Path, names: list[str]) -> None:
    name = "N22"
    assert name in names

    def spoil(body: dict[str, Any]) -> None:
        entry = next(e for e in body["entries"] if e.get("point"))
        entry["point"] = {n: "1/0" for n in entry["point"]}

    reseal(copied / f"{name}.json", spoil)
    assert fault(copied, name)


def test_claims_without_an_inequality_leave_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = next(c.id for c in all_claims().values() if not certificates._has_bounds(c))
    assert main(["verify", bare, "--certificates", str(tmp_path / "new")]) == 2
    assert "none of these claims has an inequality" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_folders_are_given_as_text_too(folder: Path) -> None:
    assert certificates.check(str(folder)).faults == []
    with pytest.raises(ValueError, match="folder must be a file name"):
        certificates.check(3)  # type: ignore[arg-type]


def test_folders_that_are_not_ours_are_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    assert main(["verify", "I47", "--certificates", str(tmp_path)]) == 2
    assert "thesis.tex" in capsys.readouterr().err
    assert (tmp_path / "thesis.tex").read_text() == "mine"
    for name in ("index.json", "I47.json"):
        other = tmp_path / f"other-{name}"
        other.mkdir()
        (other / name).write_text('{"my": "data"}')
        assert main(["verify", "I47", "--certificates", str(other)]) == 2
        assert name in capsys.readouterr().err
        assert (other / name).read_text() == '{"my": "data"}'
    (tmp_path / "blocked" / "I47.json").mkdir(parents=True)
    assert main(["verify", "I47", "--certificates", str(tmp_path / "blocked")]) == 2
    assert "I47.json" in capsys.readouterr().err
    assert main(["check-certificates", str(tmp_path / "nowhere")]) == 2
    assert "is not a folder of certificates" in capsys.readouterr().err
    file = tmp_path / "thesis.tex"
    assert main(["verify", "I47", "--certificates", str(file)]) == 2


# --- counterexamples ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inequality", "where", "point"),
    [
        ("exp(x) <= 1 + x", "0 <= x <= 1", {"x": "1/2"}),
        ("x < x**2", "0 <= x <= 1", {"x": "1"}),  # equal: only a strict relation fails
        ("x**2 == x", "", {"x": "1/3"}),
        ("sqrt(2) >= 3/2", "", {}),
        ("exp(exp(x)) <= 15", "0 <= x <= 1", {"x": "1"}),  # beyond the exact numbers
    ],
)
def test_points_that_refute(inequality: str, where: str, point: dict[str, str]) -> None:
    check_counterexample(point, parse_inequality(inequality, where))


@pytest.mark.parametrize(
    ("inequality", "where", "point", "reason"),
    [
        ("exp(x) >= 1 + x", "0 <= x <= 1", {"x": "1/2"}, "holds at the point"),
        ("x <= x**2", "0 <= x <= 1", {"x": "1"}, "holds at the point"),
        ("exp(x) <= 1 + x", "0 <= x <= 1", {"x": "2"}, "not in the domain"),
        ("x < 1", "0 <= x < 1", {"x": "1"}, "not in the domain"),
        ("x <= 1", "", {"x": "inf"}, "not in the domain"),
        ("x <= 1", "", {"x": "1.5"}, "not a rational number"),
        ("x <= 1", "", {"x": 2}, "x: "),
        ("x <= 1", "", {}, "must name the variables"),
        ("x <= 1", "", {"x": "2", "y": "1"}, "must name the variables"),
        ("x <= 1", "", None, "must name the variables"),
        ("1/x <= 1", "", {"x": "0"}, "not decided"),
        ("log(x) >= 1", "", {"x": "-1"}, "not decided"),
    ],
)
def test_points_that_do_not(inequality: str, where: str, point: Any, reason: str) -> None:
    with pytest.raises(BadCertificate, match=reason):
        check_counterexample(point, parse_inequality(inequality, where))
