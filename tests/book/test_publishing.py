"""What publishing adds: canonical addresses, a sitemap, the PDF; and the workflow that does it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
import yaml

from _book import ROOT, run_sphinx
from glbtheory.book.extensions.publishing import LINK, MARK, PDF, add_pdf, base_url, sitemap

WORKFLOW = ROOT / ".github" / "workflows" / "pages.yml"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("", ""),
        (" ", ""),
        ("https://a.example/b", "https://a.example/b/"),
        ("http://a.example/", "http://a.example/"),
    ],
)
def test_an_address_ends_with_one_slash(given: str, wanted: str) -> None:
    assert base_url(given) == wanted


@pytest.mark.parametrize("given", ["a.example", "ftp://a.example", "https://", "https://a.b/?c=1"])
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match="BASE_URL must be empty or begin with http"):
        base_url(given)


def test_the_sitemap_lists_every_page_once() -> None:
    root = ElementTree.fromstring(
        sitemap("https://a.example/x&y/", ["book/a", "book/b c"]).encode()
    )
    found = [place.text for place in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert found == ["https://a.example/x&y/book/a.html", "https://a.example/x&y/book/b%20c.html"]


def built(folder: Path) -> Path:
    """A book of two pages, built with this extension alone."""
    source, out = folder / "source", folder / "html"
    (source / "book").mkdir(parents=True, exist_ok=True)
    (source / "book" / "intro.rst").write_text(
        f"Front\n=====\n\n.. raw:: html\n\n   {MARK}\n\n.. toctree::\n\n   two\n"
    )
    (source / "book" / "two.rst").write_text("Two\n===\n")
    settings = {
        "extensions": "glbtheory.book.extensions.publishing",
        "root_doc": "book/intro",
        "html_theme": "basic",
    }
    run_sphinx(source, out, "html", settings)
    return out


def test_addresses_appear_only_where_they_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASE_URL", "https://a.example/b")
    out = built(tmp_path)
    canonical = '<link rel="canonical" href="https://a.example/b/book/two.html" />'
    assert canonical in (out / "book" / "two.html").read_text()
    assert "https://a.example/b/book/two.html" in (out / "sitemap.xml").read_text()
    monkeypatch.delenv("BASE_URL")
    built(tmp_path)
    assert "canonical" not in (out / "book" / "two.html").read_text()
    assert not (out / "sitemap.xml").exists()


def test_the_pdf_is_linked_where_it_is_and_goes_with_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BASE_URL", raising=False)
    out = built(tmp_path)
    front, pdf = out / "book" / "intro.html", tmp_path / "made.pdf"
    pdf.write_bytes(b"%PDF")
    assert MARK in front.read_text() and LINK not in front.read_text()
    add_pdf(out, pdf)
    add_pdf(out, pdf)
    assert front.read_text().count(LINK) == 1
    assert front.with_name(PDF).read_bytes() == b"%PDF"
    built(tmp_path)
    assert LINK not in front.read_text() and not front.with_name(PDF).exists()


def test_pages_without_a_place_for_the_pdf_are_refused(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "intro.html").write_text("<h1>old</h1>")
    with pytest.raises(ValueError, match="no place for the PDF"):
        add_pdf(tmp_path, tmp_path / "made.pdf")


# --- the workflow ---------------------------------------------------------------------------------


def jobs() -> SimpleNamespace:
    found = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    # YAML 1.1 reads the word "on" as a truth value.
    return SimpleNamespace(when=found[True], **found["jobs"])


def commands() -> list[str]:
    return [step["run"] for step in jobs().build["steps"] if "run" in step]


def test_the_workflow_calls_what_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```console\n(make .*?)```", readme, re.S)
    assert block is not None
    named = re.findall(r"^(make \w+)", block[1], re.M)
    assert {"make book", "make test"} <= set(named)
    assert not [command for command in named if command not in commands()]


def test_the_workflow_calls_only_what_the_makefile_has() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    called = [word for text in commands() for word in re.findall(r"^make (\w+)", text, re.M)]
    assert called == ["test", "book", "pdf", "linkcheck"]
    assert not [target for target in called if not re.search(rf"^{target}:", makefile, re.M)]


def test_the_workflow_installs_what_the_pdf_is_said_to_need() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    needed = re.search(r"^LATEX := (.*)$", makefile, re.M)
    assert needed is not None
    install = next(text for text in commands() if "apt-get install" in text).split()
    assert not [package for package in needed[1].split() if package not in install]


def test_only_a_push_to_main_is_published() -> None:
    found = jobs()
    assert found.when["push"] == {"branches": ["main"]} and "pull_request" in found.when
    assert found.deploy["if"] == "github.event_name == 'push'" and found.deploy["needs"] == "build"
    pages = [s for s in found.build["steps"] if "pages" in s.get("uses", "")]
    assert len(pages) == 2 and all(s["if"] == "github.event_name == 'push'" for s in pages)
    assert "pages" not in yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["permissions"]


def test_the_address_comes_from_the_pages_service() -> None:
    book = next(s for s in jobs().build["steps"] if s.get("run") == "make book")
    assert book["env"] == {"BASE_URL": "${{ steps.pages.outputs.base_url }}"}


def test_every_action_is_pinned_to_a_major_version() -> None:
    used = [
        s["uses"]
        for job in ("build", "deploy")
        for s in getattr(jobs(), job)["steps"]
        if "uses" in s
    ]
    assert used
    assert not [u for u in used if not re.fullmatch(r"actions/[\w-]+@v\d+", u)]
