"""A slider over drawings that needs no network, no library and no kernel.

::

    slides(frames, labels, size=(640, 400), alt="what there is to see")

The frames are SVG fragments (``svg_plane``), drawn by Python when the cell runs; a short script
shows one of them at a time.  The script has no "less than" sign and no ampersand, so that the whole
is both HTML and XML.  It works on the page, in JupyterLab and from a file; the slider and the
buttons are the browser's own and obey its keys.  Without scripts the reader sees the frame
``start``, on a white card even in a dark theme.  The text depends on the frames alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from glbtheory._support.validation import listed, positive, whole_number
from glbtheory.book._page_files import filled, page_file

#: Characters of all frames together: a page should open at once.
MOST = 280_000
#: Milliseconds between two frames when the slides are played.
PAUSE = 350

_CARD = (
    "background:#ffffff;color:#1a1a1a;color-scheme:light;border:1px solid #9a9a9a;"
    "border-radius:6px;padding:10px;margin:0 auto;box-sizing:border-box;"
)
_BUTTON = (
    "background:#f2f2f2;color:#1a1a1a;border:1px solid #767676;border-radius:4px;"
    "padding:4px 12px;font:inherit;cursor:pointer;"
)
_DRAWING = "display:block;width:100%;min-width:460px;height:auto;"
_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif;"


@dataclass(frozen=True)
class Slides:
    """Frames behind a slider; notebooks and pages show them, elsewhere a line of text does."""

    frames: tuple[str, ...]
    labels: tuple[str, ...]
    size: tuple[float, float]
    alt: str
    start: int
    backdrop: str

    def __repr__(self) -> str:
        ends = f"{self.labels[0]} to {self.labels[-1]}"
        return f"slides: {len(self.frames)} frames, {ends}; {self.alt}"

    def _repr_html_(self) -> str:
        content = [*self.frames, *self.labels, self.alt, self.backdrop, str(self.size)]
        digest = hashlib.sha256("\0".join([*content, str(self.start)]).encode()).hexdigest()
        name = f"slides-{digest[:12]}"
        width, height = (f"{s:g}" for s in self.size)
        frames = "".join(
            f"<g data-label={quoteattr(label)}"
            f' style="display:{"inline" if k == self.start else "none"}">{frame}</g>\n'
            for k, (frame, label) in enumerate(zip(self.frames, self.labels, strict=True))
        )
        return filled(
            __package__,
            "frame_slider.html",
            id=name,
            card=_CARD,
            font=_FONT,
            button=_BUTTON,
            drawing=_DRAWING,
            width=width,
            height=height,
            alt=quoteattr(self.alt),
            backdrop=self.backdrop,
            frames=frames,
            label=escape(self.labels[self.start]),
            last=str(len(self.frames) - 1),
            start=str(self.start),
            shown=quoteattr(self.labels[self.start]),
            script=page_file(
                __package__, "frame_slider.js", **{"#ID": f"#{name}", "PAUSE": str(PAUSE)}
            ),
        )


def slides(
    frames: Sequence[str],
    labels: Sequence[str],
    *,
    size: tuple[float, float],
    alt: str,
    start: int = 0,
    backdrop: str = "",
) -> Slides:
    """Frames with a label each, ``size`` in pixels; ``backdrop`` is drawn under every frame."""
    drawings, names = listed("frames", frames), listed("labels", labels)
    if len(names) != len(drawings):
        raise ValueError(f"labels must be {len(drawings)} texts, one per frame, not {len(names)}")
    for k, name in enumerate(names):
        if not isinstance(name, str) or not name.strip() or not name.isprintable():
            raise ValueError(f"labels[{k}] must be a text on one line, not {name!r}")
    if not isinstance(alt, str) or not alt.strip():
        raise ValueError("alt must say what there is to see")
    for k, frame in enumerate(drawings):
        _check(f"frames[{k}]", frame)
    _check("backdrop", backdrop)
    if sum(map(len, drawings)) + len(backdrop) > MOST:
        raise ValueError(f"frames must have at most {MOST} characters together")
    if not isinstance(size, tuple | list) or len(size) != 2:
        raise ValueError(f"size must be width and height, not {size!r}")
    width, height = (positive("size", s) for s in size)
    start = whole_number("start", start, 0, len(drawings) - 1)
    return Slides(tuple(drawings), tuple(names), (width, height), alt, start, backdrop)


def _check(name: str, fragment: object) -> None:
    """Well-formed, and nothing that acts or that has a name on the page."""
    if not isinstance(fragment, str):
        raise ValueError(f"{name} must be SVG text, not {fragment!r}")
    try:
        root = ElementTree.fromstring(f"<g>{fragment}</g>")
    except ElementTree.ParseError as error:
        raise ValueError(f"{name} must be well-formed SVG: {error}") from None
    for part in root.iter():
        if part.tag == "script" or "id" in part.attrib:
            raise ValueError(f"{name} must have neither scripts nor ids")
