"""Chapters are executed side by side, shown as they came out, and left as they are."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from _book import run_sphinx
from glbtheory.book.extensions import _kept_chapters
from glbtheory.book.extensions.parallel_execution import refresh, workers

SETTINGS = {
    "extensions": "myst_nb,glbtheory.book.extensions.parallel_execution",
    "root_doc": "one",
    "html_theme": "basic",
    "nb_execution_mode": "force",
}
# Each chapter waits for the other: one after the other, neither would come to its end.
MEET = """\
import pathlib, time
pathlib.Path("{me}.here").touch()
for _ in range(300):
    if pathlib.Path("{other}.here").exists():
        print("{me} met", "{other}")
        break
    time.sleep(0.1)
else:
    raise RuntimeError("alone")
"""


def write(path: Path, source: str) -> None:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    stale = v4.new_output("stream", name="stdout", text="stale")
    cells = [
        v4.new_markdown_cell(f"# {path.stem}"),
        v4.new_code_cell(source, outputs=[stale], execution_count=1),
    ]
    nbformat.write(v4.new_notebook(metadata=kernel, cells=cells), path)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WORKERS", "2")
    monkeypatch.setenv("GLBTHEORY_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "source"
    folder.mkdir()
    write(folder / "one.ipynb", MEET.format(me="one", other="two"))
    write(folder / "two.ipynb", MEET.format(me="two", other="one"))
    return folder


def test_two_at_once_and_the_files_stay(pair: Path) -> None:
    before = [p.read_bytes() for p in sorted(pair.glob("*.ipynb"))]
    out = pair.parent / "html"
    run_sphinx(pair, out, "html", SETTINGS)
    assert "one met two" in (out / "one.html").read_text()
    assert "two met one" in (out / "two.html").read_text()
    assert "stale" not in (out / "one.html").read_text()
    assert before == [p.read_bytes() for p in sorted(pair.glob("*.ipynb"))]


def test_a_chapter_is_executed_again_only_after_a_change(pair: Path) -> None:
    """Each run adds a line to a file beside the chapter."""
    count = "with open('{me}.runs', 'a+') as f:\n    f.write('x')\nprint('{me} says {word}')"

    def built(word: str) -> tuple[str, int, int]:
        write(pair / "one.ipynb", count.format(me="one", word=word))
        write(pair / "two.ipynb", count.format(me="two", word="hello"))
        out = pair.parent / "html"
        run_sphinx(pair, out, "html", SETTINGS)
        assert "two says hello" in (out / "two.html").read_text()
        runs = [len((pair / f"{name}.runs").read_text()) for name in ("one", "two")]
        return (out / "one.html").read_text(), runs[0], runs[1]

    text, *runs = built("good morning")
    assert "one says good morning" in text and runs == [1, 1]
    text, *runs = built("good night")
    assert "one says good night" in text and runs == [2, 1]
    for kept in (pair.parent / "cache" / "chapters").iterdir():
        kept.write_text(kept.read_text().replace("says", "sings"))
    text, *runs = built("good morning")
    assert "one says good morning" in text and runs == [3, 2]


def test_outputs_that_are_stored_do_not_matter_and_all_else_does(pair: Path) -> None:
    notebook = nbformat.read(pair / "one.ipynb", 4)
    first = _kept_chapters.address(notebook, "around")
    notebook.cells[1].outputs = []
    notebook.cells[1].execution_count = 7
    assert _kept_chapters.address(notebook, "around") == first
    assert _kept_chapters.address(notebook, "elsewhere") != first
    notebook.cells[1].metadata["tags"] = ["hide-input"]
    assert _kept_chapters.address(notebook, "around") != first


@pytest.mark.parametrize("file", ["claims/new.csv", "book/new.py", "book/graph/new.js"])
def test_every_file_of_the_package_counts(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("claims", "book/graph"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "__init__.py").write_text("")
    monkeypatch.setattr(_kept_chapters, "PACKAGE", tmp_path)
    before = _kept_chapters.surroundings()
    assert _kept_chapters.surroundings() == before
    (tmp_path / file).write_text("1")
    one = _kept_chapters.surroundings()
    (tmp_path / file).write_text("2")
    assert len({before, one, _kept_chapters.surroundings()}) == 3


def test_proofs_and_installed_packages_count(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _kept_chapters.surroundings()
    monkeypatch.setattr(_kept_chapters, "environment", lambda: "another numpy")
    other = _kept_chapters.surroundings()
    monkeypatch.setattr(_kept_chapters.kernel, "identity", lambda: "other proofs")
    assert len({before, other, _kept_chapters.surroundings()}) == 3


def test_nothing_is_executed_where_the_stored_outputs_are_wanted(pair: Path) -> None:
    out = pair.parent / "html"
    run_sphinx(pair, out, "html", {**SETTINGS, "nb_execution_mode": "off"})
    assert "stale" in (out / "one.html").read_text()


def test_a_chapter_that_fails_stops_the_build_and_leaves_a_report(pair: Path) -> None:
    write(pair / "two.ipynb", "open('two.here', 'w')\nassert 1 > 2, 'not so'")
    out = pair.parent / "html"
    with pytest.raises(AssertionError, match="two failed, see"):
        run_sphinx(pair, out, "html", SETTINGS)
    assert "not so" in (out / "reports" / "two.err.log").read_text()
    assert not (out / "reports" / "one.err.log").exists()


def test_outputs_are_stored_on_request_and_only_of_chapters_that_run(
    pair: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, two, bad = (pair / f"{name}.ipynb" for name in ("one", "two", "bad"))
    write(bad, "1/0")
    kept = bad.read_bytes()
    assert refresh([one, two, bad]) == 1
    assert nbformat.read(one, 4).cells[1].outputs[0].text == "one met two\n"
    assert bad.read_bytes() == kept and "ZeroDivisionError" in capsys.readouterr().err
    assert not list(pair.glob("*.new"))


@pytest.mark.parametrize("text", ["0", "-1", "two", "1.5"])
def test_a_wrong_number_of_workers_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKERS", text)
    with pytest.raises(ValueError, match="WORKERS must be a whole number, at least 1"):
        workers()
