"""The pages of reference: symbols, words, boxes and functions, each with a place to go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import nbformat
import pytest
from bs4 import BeautifulSoup, Tag
from myst_parser.mdit_to_docutils.base import default_slugify

from _book import ROOT, BuiltBook, toc_entries
from glbtheory.book.extensions.reference_pages import boxes, plain_bars
from glbtheory.formulas import FORMULAS

BOOK = ROOT / "book"
CHAPTERS = sorted(BOOK.glob("*.ipynb"))
API = sorted(BOOK.glob("api_*.md"))


def markdown(path: Path) -> str:
    cells = nbformat.read(path, as_version=4).cells
    return "\n\n".join(c.source for c in cells if c.cell_type == "markdown")


def soup(built_book: BuiltBook, entry: str) -> BeautifulSoup:
    assert built_book.returncode == 0, built_book.log
    return BeautifulSoup(built_book.page(entry).read_text(encoding="utf-8"), "html.parser")


# --- symbols --------------------------------------------------------------------------------------


def rows() -> list[list[str]]:
    """Symbol, meaning, place and code of every symbol."""
    lines = (BOOK / "notation.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line[1:-1].split(" | ")] for line in lines if "| $" in line]


def known_targets() -> set[str]:
    """What a place may be: labels of boxes and of formulas, headings of chapters, chapters."""
    found: set[str] = set()
    for path in CHAPTERS:
        text = markdown(path)
        headings = re.findall(r"^#{1,3} (.+)$", text, re.M)
        found |= {f"{path.name}#{default_slugify(h)}" for h in headings} | {path.stem}
        found |= set(re.findall(r"^:label: *(\S+)$", text, re.M))
        found |= set(re.findall(r"\$\$ \((\S+)\)", text))
    return found


def targets(place: str) -> list[str]:
    return re.findall(r"\{(?:prf:ref|eq|doc)\}`([^`]+)`|\]\(([^)]+)\)", place)


def test_every_symbol_says_where_it_is_defined() -> None:
    assert len(rows()) > 90
    known = known_targets()
    lost = []
    for symbol, _, place, _ in rows():
        found = ["".join(pair) for pair in targets(place)]
        if not found or not known.issuperset(found):
            lost.append(f"{symbol}: {place}")
    assert not lost


def test_every_symbol_leads_to_its_place_on_the_page(built_book: BuiltBook) -> None:
    page = soup(built_book, "book/notation")
    cells = [row.find_all("td") for row in page.select("main table tbody tr")]
    assert len(cells) == len(rows())
    lost = []
    for symbol, _, place, _ in cells:
        links = [a["href"] for a in place.find_all("a", href=True)]
        if not links or not all(leads_somewhere(built_book, link) for link in links):
            lost.append(f"{symbol.get_text()}: {links}")
    assert not lost


def leads_somewhere(built_book: BuiltBook, link: str) -> bool:
    page, _, anchor = link.partition("#")
    path = built_book.page("book/notation").with_name(page)
    return path.is_file() and (not anchor or f'id="{anchor}"' in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["notation.md", *(p.name for p in API)])
def test_closed_forms_are_called_by_their_names(page: str) -> None:
    text = (BOOK / page).read_text(encoding="utf-8")
    named = re.findall(r"\[`(\w+)`\]\(\S*#closed-forms\)", text)
    assert named or page != "notation.md"
    assert not [name for name in named if name not in FORMULAS]


GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|rho|varrho|sigma"
    "|tau|phi|varphi|psi|omega|ell|Gamma|Delta|Theta|Lambda|Phi|Psi"
)
DECORATED = r"\\(?:bar|hat|tilde|widetilde|dot|ddot|mathcal|underline)\s*\{?\\?[A-Za-z]+\}?"
SYMBOL = re.compile(rf"{DECORATED}|\\(?:{GREEK})(?![A-Za-z])")


def symbols(text: str) -> set[str]:
    """Greek letters, and letters with a hat, a bar, a tilde, dots or in script, in formulas."""
    text = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    formulas = re.findall(r"\$\$(.+?)\$\$|(?<!\\)\$([^$]+?)\$", text, re.S)
    found = (s for pair in formulas for s in SYMBOL.findall("".join(pair)))
    return {re.sub(r"[\s{}]", "", s) for s in found}


def test_a_symbol_is_a_symbol_however_it_is_written() -> None:
    assert symbols(r"a $\hat\theta_t$, $\widetilde H$ and $$\mathcal{T}\lambdas\lambda$$") == {
        r"\hat\theta", r"\widetildeH", r"\mathcalT", r"\lambda",
    }  # fmt: skip


def test_no_symbol_of_a_statement_or_of_three_chapters_is_missing() -> None:
    listed = set().union(*(symbols(row[0]) for row in rows()))
    stated: set[str] = set()
    chapters: dict[str, set[str]] = {}
    for path in CHAPTERS:
        text = markdown(path)
        for box in re.finditer(r"^(:{3,})\{prf:(?!proof).*?^\1\s*$", text, re.M | re.S):
            stated |= symbols(box[0])
        for symbol in symbols(text):
            chapters.setdefault(symbol, set()).add(path.stem)
    common = {symbol for symbol, where in chapters.items() if len(where) >= 3}
    assert len(stated) > 30
    assert not sorted((stated | common) - listed)


def test_how_to_read_links_the_pages_of_reference() -> None:
    front = markdown(BOOK / "how_to_read.ipynb")
    for page in ("notation", "glossary", "boxes", "api"):
        assert f"({page}.md)" in front
    assert "| symbol |" not in front


# --- words ----------------------------------------------------------------------------------------

WANTED = {
    *("claim", "statement", "mutant", "witness", "certificate", "engine", "strength", "scope"),
    *("effective strength", "hand step", "conditional", "ledger", "erratum", "effect"),
    *("potential", "forgetting", "dynamic regret"),
}


def glossaries() -> list[list[str]]:
    text = (BOOK / "glossary.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\{glossary\}\n(.*?)^```$", text, re.M | re.S)
    return [re.findall(r"^(\S.*)$", block, re.M) for block in blocks]


def test_words_come_once_and_in_order() -> None:
    words = [word for words in glossaries() for word in words]
    assert len(words) == len(set(words)) and set(words) >= WANTED
    for part in glossaries():
        assert part == sorted(part)


def test_words_of_the_code_are_in_the_glossary() -> None:
    """What a verdict, a strength or an effect may be is said in one place of the code."""
    words = {word for words in glossaries() for word in words}
    assert set(import_module("glbtheory.engines.evidence").STRENGTHS) <= words
    text = (BOOK / "glossary.md").read_text(encoding="utf-8")
    for effect in import_module("glbtheory.claims.model").EFFECTS:
        assert effect in text
    for verdict in import_module("glbtheory.ledger").VERDICTS:
        assert verdict.replace("-", " ") in text


# --- boxes ----------------------------------------------------------------------------------------


def listed_boxes() -> Iterator[tuple[str, str]]:
    for entry in toc_entries():
        if (path := ROOT / f"{entry}.ipynb").exists():
            yield from boxes(path)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_box_has_a_label(path: Path) -> None:
    opened = re.findall(r"^:{3,}\{prf:(?!proof)", markdown(path), re.M)
    assert len(opened) == len(list(boxes(path)))


def test_the_page_of_boxes_has_them_all_in_order(built_book: BuiltBook) -> None:
    main = soup(built_book, "book/boxes").select_one("main article")
    assert isinstance(main, Tag)
    links = [item.find("a") for item in main.select("ul.simple > li")]
    assert [a["href"].partition("#")[2] for a in links] == [label for label, _ in listed_boxes()]
    assert all(re.fullmatch(r"[A-Z][a-z]+ \d+\.\d+", a.get_text()) for a in links)


# --- functions ------------------------------------------------------------------------------------

PUBLIC = [
    *("setting.links", "setting.forgetting", "setting.likelihood", "formulas"),
    *("regret.potentials", "regret.reference_runs", "regret.proof_chain"),
    *("concentration.exact_tails", "concentration.sampled_tails"),
    *("concentration.noise_laws", "concentration.mixture"),
    *("engines.decision", "engines.language.parse", "engines.checker.certificate"),
    *("claims", "claims.model", "ledger", "ledger.dependencies", "ledger.coverage"),
    *("ledger.report", "ledger.certificates", "book", "book.explorers"),
    *("bandits.policies.base", "bandits.environments.environment", "bandits.run"),
    *("bandits.experiments.runner", "bandits.experiments.results"),
]


@pytest.fixture(scope="module")
def documented(built_book: BuiltBook) -> set[str]:
    pages = [soup(built_book, f"book/{path.stem}") for path in API]
    return {tag["id"] for page in pages for tag in page.select("main [id]")}


def test_every_page_of_functions_is_in_the_contents() -> None:
    assert API and not [p.stem for p in API if f"book/{p.stem}" not in toc_entries()]


def test_the_public_modules_are_documented(documented: set[str]) -> None:
    assert not [m for m in PUBLIC if f"module-glbtheory.{m}" not in documented]


def test_whatever_can_be_imported_from_bandits_is_documented(documented: set[str]) -> None:
    names = [n for n in import_module("glbtheory.bandits").__all__ if n != "POLICIES"]
    assert not [name for name in names if f"glbtheory.bandits.{name}" not in documented]


@pytest.mark.parametrize("path", API, ids=lambda path: path.stem)
def test_no_signature_shows_an_address_or_a_broken_type(built_book: BuiltBook, path: Path) -> None:
    page = soup(built_book, f"book/{path.stem}")
    wrong = re.compile(r" at 0x|<factory>|~[a-z]+\.")
    assert page.select("dt.sig")
    assert not [t for s in page.select("dt.sig") if wrong.search(t := s.get_text())]


def test_every_closed_form_is_in_the_table(built_book: BuiltBook) -> None:
    page = soup(built_book, "book/api_mathematics")
    table = page.select("main table")[-1]
    names = [row.find("code").get_text() for row in table.select("tbody tr")]
    assert names == list(FORMULAS)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("|z| <= S", r"\|z\| <= S"),
        ("``a | b`` and :math:`|x|`, |y|", r"``a | b`` and :math:`|x|`, \|y\|"),
        ("over lines :math:`|x|\n+ |y|` |z|", "over lines :math:`|x|\n+ |y|` \\|z\\|"),
        (".. math:: |x|\n\n|y|", ".. math:: |x|\n\n\\|y\\|"),
        (
            " .. math::\n\n    |x|\n\n    |y|\n\n |z|",
            " .. math::\n\n    |x|\n\n    |y|\n\n \\|z\\|",
        ),
        ("|a|::\n\n   b | c\n\n   d | e\n\n|f|", "\\|a\\|::\n\n   b | c\n\n   d | e\n\n\\|f\\|"),
    ],
)
def test_a_bar_is_an_absolute_value(given: str, wanted: str) -> None:
    assert plain_bars(given.split("\n")) == wanted.split("\n")


def test_no_bar_of_a_docstring_is_lost(built_book: BuiltBook) -> None:
    """What a reader sees of a docstring with bars is what the docstring says."""
    said = "|μ''| <= C μ' on |z| <= S"
    link: Any = import_module("glbtheory.setting.links").Link
    assert said in link.self_concordance.__doc__
    page = soup(built_book, "book/api_mathematics")
    for formula in page.select(".math"):
        formula.decompose()
    assert said in page.get_text() and r"\|" not in page.get_text()
