"""A slider on paper: one frame, drawn again from its SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from glbtheory.book.drawing.frame_slider import slides
from glbtheory.book.drawing.svg_plane import Plane, element, legend, words
from glbtheory.book.extensions import _slider_as_pdf

PLANE = Plane(10, 20, 100, 5)


def deck() -> str:
    frames = [
        PLANE.draw(PLANE.frame(2), PLANE.circle((0, 0), r, fill="#ff0000", stroke="#000000"))
        for r in (1, 2, 3)
    ]
    under = words(10, 12, "costs $1 & more") + legend(10, 140, [("star", "a", {"fill": "#000000"})])
    made = slides(frames, ["a", "b", "c"], size=(120, 160), alt="x", start=1, backdrop=under)
    return made._repr_html_()


def pixels(drawing: ElementTree.Element, monkeypatch: pytest.MonkeyPatch, folder: Path) -> object:
    """The picture as red, green and blue, one value per pixel of the drawing."""
    seen: list[Figure] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *a, **k: seen.append(figure))
    _slider_as_pdf.save(drawing, folder / "unused.pdf")
    canvas = FigureCanvasAgg(seen[0])
    seen[0].set_dpi(_slider_as_pdf.PIXELS)
    canvas.draw()
    return canvas.buffer_rgba()


def test_only_the_frame_that_is_seen_without_scripts_is_kept() -> None:
    drawing = _slider_as_pdf.shown_frame(deck())
    assert drawing is not None
    frames = drawing.findall("g[@data-label]")
    assert [f.get("data-label") for f in frames] == ["b"]


@pytest.mark.parametrize("html", ["<p>no drawing</p>", "<p>not closed", "<svg role='img'/>"])
def test_what_is_no_slider_is_left_alone(html: str) -> None:
    assert _slider_as_pdf.shown_frame(html) is None


def test_the_file_is_a_pdf_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        drawing = _slider_as_pdf.shown_frame(deck())
        assert drawing is not None
        _slider_as_pdf.save(drawing, tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


def svg(*parts: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg viewBox="0 0 100 100">{"".join(parts)}</svg>')


@pytest.mark.parametrize(
    ("part", "inside", "outside"),
    [
        (element("rect", x=10, y=10, width=20, height=40, fill="#ff0000"), (20, 45), (45, 20)),
        (element("circle", cx=50, cy=30, r=10, fill="#ff0000"), (50, 38), (50, 62)),
        (element("polygon", points="0,0 60,0 0,60", fill="#ff0000"), (10, 10), (50, 50)),
        (  # turned by +45 degrees with y pointing down: from the upper left to the lower right
            element("ellipse", cx=50, cy=50, rx=40, ry=5, transform="rotate(45 50 50)",
                    fill="#ff0000"),
            (70, 70),
            (70, 30),
        ),
        (  # a window moves what is in it, and cuts it off
            element("svg", element("circle", cx=0, cy=0, r=30, fill="#ff0000"), x=50, y=50,
                    width=40, height=40),
            (60, 60),
            (40, 40),
        ),
    ],
)  # fmt: skip
def test_shapes_are_where_a_browser_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, inside: tuple[int, int],
    outside: tuple[int, int],
) -> None:  # fmt: skip
    buffer = memoryview(pixels(svg(part), monkeypatch, tmp_path))  # type: ignore[arg-type]
    shape = buffer.shape
    assert shape is not None and shape[:2] == (100, 100)
    assert [buffer[inside[1], inside[0], k] for k in range(3)] == [255, 0, 0]
    assert [buffer[outside[1], outside[0], k] for k in range(3)] == [255, 255, 255]


def test_what_scenes_cannot_draw_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not of <path>"):
        _slider_as_pdf.save(svg('<path d="M0 0"/>'), tmp_path / "x.pdf")
