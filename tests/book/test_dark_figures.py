"""Figures as vectors, in a light and in a dark version."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from nbformat import v4

from _book import run_sphinx
from glbtheory.book.extensions.dark_figures import dark, in_the_dark, oklab
from glbtheory.book.figures import as_pdf, as_svg, figure_style, points_that_matter

DRAW = """
import matplotlib.pyplot as plt
from glbtheory import book
book.figure_style()
plt.plot([0, 1], [0, 1], color="#0072B2");
"""


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21, as in the Web Content Accessibility Guidelines."""

    def luminance(colour: str) -> float:
        shown = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
        linear = np.where(shown <= 0.04045, shown / 12.92, ((shown + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.fixture
def figure() -> object:
    with mpl.rc_context():
        figure_style()
        shown, axes = plt.subplots()
        axes.plot(np.linspace(0, 1, 50), np.linspace(0, 1, 50) ** 2)
        axes.set_xlabel(r"$\gamma$")
        yield shown
        plt.close(shown)


def test_a_figure_gives_the_same_files_every_time(figure: object) -> None:
    assert as_svg(figure) == as_svg(figure)
    assert as_pdf(figure) == as_pdf(figure)
    assert as_pdf(figure).startswith(b"%PDF")


def test_paths_have_two_digits_and_no_day(figure: object) -> None:
    svg = as_svg(figure)
    paths = re.findall(r' d="([^"]*)"', svg)
    assert paths and not any(re.search(r"\.\d{3}", path) for path in paths)
    assert "dc:date" not in svg


def test_points_on_a_line_are_left_out_and_corners_stay() -> None:
    line = np.array([[x, max(0.0, x - 5.0)] for x in range(11)], dtype=float)
    assert points_that_matter(line, 0.05) == [0, 5, 10]
    assert points_that_matter(np.array([[0, 0], [1, 0.04], [2, 0]]), 0.05) == [0, 2]
    assert points_that_matter(np.array([[0, 0], [1, 0.06], [2, 0]]), 0.05) == [0, 1, 2]


def test_a_line_with_fewer_points_stays_near_all_of_them() -> None:
    x = np.linspace(0, 300, 4000)
    curve = np.column_stack([x, 40 * np.sin(x / 9) * np.exp(-x / 200)])
    kept = points_that_matter(curve, 0.05)
    between = np.interp(x, curve[kept, 0], curve[kept, 1])
    assert len(kept) < 400 and np.abs(between - curve[:, 1]).max() < 0.3
    back_and_forth = np.array([[0, 0], [5, 0], [0, 0]], dtype=float)  # a closed line has no chord
    assert points_that_matter(back_and_forth, 0.05) == [0, 1, 2]


def test_white_becomes_the_page_and_black_can_be_read_on_it() -> None:
    page = in_the_dark("#ffffff")
    assert page == "#121212"  # as the theme has it
    assert contrast(in_the_dark("#000000"), page) > 12


@pytest.mark.parametrize(
    "colour", ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#999999"]
)
def test_every_colour_of_the_figures_can_be_read_in_the_dark(colour: str) -> None:
    assert contrast(in_the_dark(colour), in_the_dark("#ffffff")) >= 4.5


def test_a_colour_keeps_its_hue_and_greys_keep_their_order() -> None:
    before, after = oklab("#0072b2"), oklab(in_the_dark("#0072b2"))
    turn = np.arctan2(after[2], after[1]) - np.arctan2(before[2], before[1])
    assert abs(turn) < 0.05 and after[0] > before[0]
    greys = [oklab(in_the_dark(f"#{g:02x}{g:02x}{g:02x}"))[0] for g in range(0, 256, 15)]
    assert greys == sorted(greys, reverse=True)


def test_what_is_drawn_without_a_colour_is_light_too() -> None:
    assert dark('<svg width="5"><path d="M 0 0"/></svg>').startswith('<svg fill="#')


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book with a figure that has a caption and one that has none."""
    folder = tmp_path_factory.mktemp("pictures")
    caption = {"mystnb": {"image": {"alt": "a line"}, "figure": {"caption": "A line."}}}
    cells = [v4.new_code_cell(DRAW, metadata=caption), v4.new_code_cell("plt.plot([1, 0]);")]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    (folder / "book").mkdir()
    chapter = v4.new_notebook(metadata=kernel, cells=[v4.new_markdown_cell("# One"), *cells])
    nbformat.write(chapter, folder / "book" / "index.ipynb")
    (folder / "index.md").write_text("# Start\n\n```{toctree}\nbook/index\n```\n")
    settings = {
        "extensions": "myst_nb,glbtheory.book.extensions.dark_figures",
        "nb_execution_mode": "force",
        "nb_execution_raise_on_error": "1",
    }
    run_sphinx(folder, folder / "out", "html", settings)
    return folder / "out" / "book" / "index.html"


@pytest.mark.slow
def test_a_page_has_both_versions_of_each_figure(page: Path) -> None:
    images = re.findall(r"<img [^>]*>", page.read_text(encoding="utf-8"))
    assert [re.findall(r"shown-in-\w+", image) for image in images] == [
        ["shown-in-light"],
        ["shown-in-dark"],
    ] * 2
    assert all('alt="a line"' in image for image in images[:2])
    files = [page.parent / re.search(r'src="([^"]+)"', image)[1] for image in images]  # type: ignore[index]
    light, shaded = (file.read_text(encoding="utf-8") for file in files[:2])
    assert "#0072b2" in light and "#0072b2" not in shaded
    assert dark(light) == shaded
