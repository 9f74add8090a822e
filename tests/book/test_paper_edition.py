"""The book on paper: parts, numbers as on the pages, no drawing code, frames, tables that fit."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from nbformat import v4
from PIL import Image

from _book import ROOT, run_sphinx
from glbtheory.book.drawing.frame_slider import slides
from glbtheory.book.extensions.paper_edition import (
    LINE,
    breakable,
    column_widths,
    marked_greek,
    standing,
    stored_outputs,
)

TOC = """\
format: jb-book
root: book/intro
parts:
  - {caption: First & foremost, numbered: 2, chapters: [{file: book/one}]}
  - {caption: Back, chapters: [{file: book/two}, {file: book/empty}, {file: book/api_one}]}
"""
WIDE = "| id | text |\n|:--|:--|\n" + "\n".join(
    f"| n{k} | {'long words ' * 20} |" for k in range(9)
)
CELLS = r"""
| <a href="a-long-address.html#that-nobody-reads">P1</a> | a title |
|:--|:--|
| printed | {math}`x = 1`<br>{math}`\text{not one formula},`<br>{math}`y = \frac12\int_0^1 f` |
"""


#: A page inside a page, without a picture.
GRAPH = {"text/html": "<div><script>move()</script></div>", "text/plain": "Graph of 3 claims"}


def explorer() -> dict[str, str]:
    stream = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(stream, "png")
    return {
        "text/html": "<div class='explorer'><script>move()</script></div>",
        "text/plain": "Small explorer\nx = 1\ny = 2",
        "image/png": base64.b64encode(stream.getvalue()).decode(),
    }


def notebook() -> nbformat.NotebookNode:
    """A chapter whose stored outputs no run would give: what is seen was not executed."""
    deck = slides(["<circle cx='5' cy='5' r='3'/>"], ["a"], size=(50, 40), alt="a dot")
    frame = {"text/html": deck._repr_html_(), "text/plain": repr(deck)}
    stored = v4.new_output("stream", name="stdout", text="stored, not computed ✎ θ̂")
    hidden = {"tags": ["hide-input"]}
    return v4.new_notebook(
        metadata={
            "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
        },
        cells=[
            v4.new_markdown_cell("# One\n\n## Inside\n\nText."),
            v4.new_code_cell("drawing_code()", metadata=hidden, outputs=[stored]),
            v4.new_code_cell("solution()", metadata={"tags": ["hide-cell"]}, outputs=[]),
            v4.new_code_cell("slider", outputs=[v4.new_output("display_data", data=frame)]),
            v4.new_code_cell("explorer", outputs=[v4.new_output("display_data", data=explorer())]),
            v4.new_code_cell("graph", outputs=[v4.new_output("display_data", data=GRAPH)]),
            v4.new_markdown_cell(WIDE),
            v4.new_markdown_cell(CELLS),
        ],
    )


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The LaTeX of a book of five pages."""
    folder = tmp_path_factory.mktemp("paper")
    (folder / "book").mkdir()
    (folder / "_toc.yml").write_text(TOC)
    (folder / "book" / "intro.md").write_text("# Front\n\nHello.\n\n## Below\n\nMore.\n")
    (folder / "book" / "two.md").write_text("# Two\n\nSome text.\n")
    (folder / "book" / "empty.md").write_text("# Empty\n")
    (folder / "book" / "api_one.md").write_text("# Functions\n\nSome names.\n")
    nbformat.write(notebook(), folder / "book" / "one.ipynb")
    settings = {
        "extensions": "sphinx_external_toc,myst_nb,glbtheory.book.extensions.paper_edition",
        "external_toc_path": "_toc.yml",
        "latex_engine": "xelatex",
        "nb_execution_mode": "force",
        "numfig": "1",
    }
    run_sphinx(folder, folder / "out", "latex", settings)
    return folder / "out"


@pytest.fixture(scope="module")
def tex(paper: Path) -> str:
    (file,) = paper.glob("*.tex")
    return file.read_text(encoding="utf-8")


def test_nothing_is_executed(tex: str) -> None:
    assert "stored, not computed ✎" in tex


def test_pages_are_executed_as_they_were() -> None:
    """Only LaTeX takes the stored outputs."""
    for builder, wanted in (("latex", "off"), ("html", "force")):
        app = SimpleNamespace(
            builder=SimpleNamespace(name=builder), config=SimpleNamespace(nb_execution_mode="force")
        )
        stored_outputs(app)
        assert app.config.nb_execution_mode == wanted


def test_parts_and_chapters_come_in_the_order_of_the_contents(tex: str) -> None:
    body = tex[tex.index(r"\begin{document}") :]
    pattern = r"\\setcounter\{secnumdepth\}\{-?\d\}|\\(?:part|chapter|section)\{[^}]*\}"
    assert re.findall(pattern, body) == [
        r"\setcounter{secnumdepth}{-1}",
        r"\chapter{Front}",
        r"\section{Below}",
        r"\setcounter{secnumdepth}{0}",
        r"\part{First \& foremost}",
        r"\setcounter{secnumdepth}{1}",
        r"\chapter{One}",
        r"\section{Inside}",
        r"\setcounter{secnumdepth}{-2}",
        r"\part{Back}",
        r"\setcounter{secnumdepth}{-1}",
        r"\chapter{Two}",
        r"\chapter{Functions}",
    ]


def test_drawing_code_is_left_out_and_solutions_stay(tex: str) -> None:
    assert "drawing" not in tex[tex.index(r"\chapter{One}") :]
    assert "solution" in tex


def test_a_slider_is_a_picture(tex: str, paper: Path) -> None:
    names = re.findall(r"includegraphics.*?\{(frame-\w+)\}", tex)
    assert len(names) == 1 and "slides:" not in tex
    assert (paper / f"{names[0]}.pdf").read_bytes().startswith(b"%PDF")


def test_a_wide_long_table_has_given_widths_and_may_break(tex: str) -> None:
    table = re.search(r"\\begin\{longtable\}.*", tex)
    assert table is not None
    widths = re.findall(r"\\X\{(\d+)\}\{(\d+)\}", table[0])
    assert len(widths) == 2 and int(widths[0][0]) < int(widths[1][0])
    assert sum(int(w) for w, _ in widths) <= LINE


def test_a_page_that_is_left_out_can_still_be_linked(tex: str) -> None:
    assert r"\label{\detokenize{book/empty::doc}}" in tex and "Empty" not in tex


def test_figures_stay_where_they_stand() -> None:
    assert standing("\\begin{figure}[htbp]\n") == "\\begin{figure}[H]\n"


# --- what moves on the pages ----------------------------------------------------------------------


def plain(tex: str) -> str:
    return tex.replace(r"\sphinxhyphen{}", "-")


def test_what_moves_has_a_line_that_says_where(tex: str) -> None:
    lines = re.findall(r"\\begin\{quote\}\\footnotesize(.*?)\\end\{quote\}", plain(tex), re.DOTALL)
    slider, moved, graph = (line.replace(r"\sphinxAtStartPar", "").strip() for line in lines)
    assert slider == "One of 1 frames: a. It is live on the pages: one.html."
    assert moved.startswith("Small explorer. What it shows first: x = 1; y = 2.")
    assert graph.startswith("Only its name") and graph.endswith("pages: one.html.")


def test_an_explorer_is_its_picture_with_the_line_below(tex: str) -> None:
    after = tex[tex.index("explorer") :]
    assert after.index("includegraphics") < after.index("Small explorer")
    assert "move()" not in tex


def test_functions_are_set_smaller(tex: str) -> None:
    small = tex.index("\\begingroup\\footnotesize")
    assert tex.index(r"\chapter{Two}") < small < tex.index(r"\chapter{Functions}")


# --- cells ----------------------------------------------------------------------------------------


def test_formulas_of_one_cell_stand_in_lines_of_their_own(tex: str) -> None:
    assert "\\(x = 1\\)\\newline{}not one formula,\\newline{}\\(y = " in tex


def test_an_address_that_is_not_set_takes_no_room(tex: str) -> None:
    table = tex[: tex.index("a title")]
    assert r"\X{" not in table[table.rindex(r"\begin{tabul") :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"\frac12", r"\frac12"),
        (r"a = \frac12\int_0^1 f", r"a = \penalty900 \frac12\penalty900 \int_0^1 f"),
        (r"x^\frac12 y_\sum", r"x^\frac12 y_\sum"),
        (r"e^{a\frac12}\left(b\sum_k\right)", r"e^{a\frac12}\left(b\sum_k\right)"),
        (r"a\left(b\right)\sqrt2", r"a\left(b\right)\penalty900 \sqrt2"),
    ],
)
def test_long_formulas_break_outside_brackets(before: str, after: str) -> None:
    assert breakable(before) == after


# --- widths ---------------------------------------------------------------------------------------


def test_a_narrow_table_is_left_alone() -> None:
    assert column_widths([[["a"], ["b", "c"]]]) == ([], "")


def test_columns_hold_their_longest_words_and_share_the_rest() -> None:
    widths, size = column_widths([[["N22"], ["word"] * 10, ["word"] * 15]])
    assert size == "" and sum(widths) <= LINE
    assert widths[0] >= 3 and 4 < widths[1] < widths[2]


def test_one_endless_column_does_not_starve_the_others() -> None:
    widths, _ = column_widths([[["word"] * 30, ["word"] * 3000]])
    assert widths[0] == widths[1]


def test_words_wider_than_a_line_make_it_smaller() -> None:
    sizes = [column_widths([[["x" * n] for _ in range(5)]])[1] for n in (17, 19, 22, 40)]
    assert sizes == ["", "footnotesize", "scriptsize", "scriptsize"]


# --- letters --------------------------------------------------------------------------------------


def test_greek_letters_with_a_mark_are_formulas(tex: str) -> None:
    hat = r"\texorpdfstring{\ensuremath{\hat{\theta}}}{θ̂}"
    assert marked_greek("a θ̂ b") == f"a {hat} b"
    assert r"\bar{\lambda}" in marked_greek("λ̄") and r"\tilde{\Gamma}" in marked_greek("Γ̃")
    assert f"✎ {hat}" in tex


def test_other_letters_stay_as_they_are() -> None:
    for text in ("θ", "S̄", "G̃", r"\hat{\theta}"):
        assert marked_greek(text) == text


# --- the settings ---------------------------------------------------------------------------------


def test_signs_that_the_bold_and_the_mono_font_lack_are_taken_from_the_upright_one() -> None:
    style = (ROOT / "book" / "_latex" / "glbtheorybook.sty").read_text(encoding="utf-8")
    assert set(re.findall(r"\\booksign\{(.)\}", style)) >= set("✎◐✗✓")
