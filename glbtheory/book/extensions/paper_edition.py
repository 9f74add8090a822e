"""Sphinx extension: the book on paper.

The pages and the PDF come from the same chapters.  This module holds what differs: parts and an
opening chapter without number, so that chapters, theorems and figures have the numbers of the
pages; no code that only draws a picture; one state in place of what moves, with a line that says
where it moves; tables that fit, with formulas that break.
LaTeX is always written from the stored outputs: nothing is executed.
"""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.texescape import escape

from glbtheory.book.extensions._slider_as_pdf import save, shown_frame

#: Characters of a table's line, at the size of tables.
LINE = 96
#: Lines of a table that are not broken between pages.
SHORT = 14
NOTE = (
    "This is the book on paper. Code that only draws a picture is left out here, sliders show one "
    "frame, explorers their first state, and a line below says on which page they move."
)


def stored_outputs(app: Any) -> None:
    """Before the chapters are read: LaTeX takes what is stored in them."""
    if app.builder.name == "latex":
        app.config.nb_execution_mode = "off"


def _latex(text: str) -> Any:
    return nodes.raw("", text, format="latex")


class Frames(SphinxPostTransform):
    """What moves on the pages stands still.  Before a mime type is selected (priority 4).

    A slider becomes its first frame; an explorer is a picture already.  Both get a line below.
    """

    default_priority = 3
    builders = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for bundle in list(self.document.findall(nodes.container)):
            if bundle.get("nb_element") != "mime_bundle":
                continue
            kinds = {child.get("mime_type"): child for child in bundle.children}
            if "text/html" not in kinds or "text/plain" not in kinds:
                continue
            html, plain = (kinds[f"text/{kind}"].astext() for kind in ("html", "plain"))
            drawing = shown_frame(html)
            if drawing is not None:
                kinds["text/plain"].children = [self.picture(drawing)]
            if "<script" in html:
                shown = kinds.get("image/png", kinds["text/plain"])
                words = self.still(html, plain, drawing, "image/png" in kinds)
                shown.children += below(f"{words} It is live on the pages: {_page(bundle)}.")

    def still(self, html: str, plain: str, drawing: Any, pictured: bool) -> str:
        """What is seen of it here."""
        if drawing is not None:
            (frame,) = drawing.findall("g[@data-label]")
            return f"One of {html.count('data-label=')} frames: {frame.get('data-label')}."
        if pictured:
            title, *state = plain.split("\n")
            return f"{title}. What it shows first: {'; '.join(state)}."
        return "Only its name stands here."

    def picture(self, drawing: Any) -> Any:
        text = drawing.get("aria-label", "")
        name = sha256(repr([(p.tag, p.attrib, p.text) for p in drawing.iter()]).encode())
        path = Path(self.app.doctreedir) / f"frame-{name.hexdigest()[:16]}.pdf"
        save(drawing, path)
        self.env.images.add_file(self.env.docname, str(path))
        return nodes.image(uri=str(path), candidates={"*": str(path)}, alt=text)


def below(words: str) -> list[Any]:
    """A small paragraph under a picture."""
    start, end = _latex(r"\begin{quote}\footnotesize"), _latex(r"\end{quote}")
    return [start, nodes.paragraph("", words), end]


def _page(node: Any) -> str:
    """The page that a node comes from: its sections know."""
    while node.parent is not None and not node.get("docname"):
        node = node.parent
    return f"{node.get('docname', 'intro').rsplit('/', 1)[-1]}.html"


class Inputs(SphinxPostTransform):
    """Code that the pages hide behind a button is left out; solutions (hide-cell) stay."""

    default_priority = 3
    builders = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for cell in list(self.document.findall(nodes.container)):
            if "tag_hide-input" in cell["classes"]:
                cell.children = [c for c in cell.children if "cell_input" not in c["classes"]]


class Parts(SphinxPostTransform):
    """Parts from the contents, and the front page as an opening chapter without number.

    After the bibliography was moved to the end (priority 750): a page of which nothing is left
    but its title is left out, too.
    """

    default_priority = 760
    builders = ("latex",)

    def run(self, **kwargs: Any) -> None:
        if self.env.docname != self.config.root_doc:
            return
        root = next(iter(self.document.findall(nodes.section)))
        for file in list(root.findall(addnodes.start_of_file)):
            bare = [c for c in file.children if _is_bare(c)]
            file.children = [c for c in file.children if c not in bare]
            if bare:  # links to the page lead to what was moved to the end
                file.append(_latex(anchor(file["docname"])))
            if file["docname"].rsplit("/", 1)[-1].startswith("api"):
                file.insert(0, _latex(r"\begingroup\footnotesize"))
                file.append(_latex(r"\endgroup"))
        wrappers = [c for c in root.children if "toctree-wrapper" in c.get("classes", [])]
        front = [c for c in root.children[1:] if c not in wrappers]
        title = nodes.title("", root[0].astext())
        opening = nodes.section(
            "", title, nodes.paragraph("", NOTE), *front, ids=["opening"], names=[]
        )
        trees = list(self.env.get_doctree(self.config.root_doc).findall(addnodes.toctree))
        ordered = [_latex(r"\setcounter{secnumdepth}{-1}"), opening]
        for wrapper, tree in zip(wrappers, trees, strict=True):
            ordered += [_latex(self.part(tree)), wrapper]
        root.children = [root[0]]
        root.extend(ordered)

    def part(self, tree: Any) -> str:
        """Parts have the chapters' depth of numbers: two levels (1.1) or none."""
        caption = escape(tree.get("caption") or "", self.config.latex_engine)
        numbered = int(tree.get("numbered") or 0)
        own, inside = (0, numbered - 1) if numbered else (-2, -1)
        begin = rf"\setcounter{{secnumdepth}}{{{own}}}\part{{{caption}}}" if caption else ""
        return rf"{begin}\setcounter{{secnumdepth}}{{{inside}}}"


def anchor(docname: str) -> str:
    """What the links to a page of this name look for."""
    return rf"\phantomsection\label{{\detokenize{{{docname}::doc}}}}"


def _is_bare(node: Any) -> bool:
    """A section with a title and nothing to read under it."""
    return isinstance(node, nodes.section) and not any(
        child.astext().strip() for child in node.children[1:]
    )


class Breaks(SphinxPostTransform):
    """In a table: <br> begins a new line, words in a formula are words, long formulas break."""

    default_priority = 890
    builders = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for entry in list(self.document.findall(nodes.entry)):
            for mark in list(entry.findall(nodes.raw)):
                if "html" in mark["format"] and re.fullmatch(r"<br\s*/?>", mark.astext().strip()):
                    mark.replace_self(_latex(r"\newline{}"))
            for formula in list(entry.findall(nodes.math)):
                words = re.fullmatch(r"\\text\{([^{}\\$]*)\}([.,;:]?)", formula.astext().strip())
                new = nodes.Text("".join(words.groups())) if words else None
                formula.replace_self(new or nodes.math("", breakable(formula.astext())))


_PENALTY = r"\penalty900 "
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[{}]|[^\\{}]+", re.DOTALL)
#: Commands before which a formula may break, though not as gladly as after a relation.
_STARTS = {r"\int", r"\sum", r"\prod", r"\frac", r"\tfrac", r"\sqrt"}


def breakable(tex: str) -> str:
    """A formula that may also break before a fraction, a root or a sum, outside all brackets."""
    found, depth = "", 0
    for token in _TOKEN.findall(tex):
        depth += {"{": 1, r"\left": 1, r"\begin": 1}.get(token, 0)
        # A command in the place of an argument (x^\frac12) must stay where it is.
        free = depth == 0 and found and found.rstrip()[-1:] not in "^_"
        if token in _STARTS and free and not re.search(r"\\[td]?frac$|\\sqrt$", found):
            found += _PENALTY
        depth -= {"}": 1, r"\right": 1, r"\end": 1}.get(token, 0)
        found += token
    return found


class Tables(SphinxPostTransform):
    """Columns share the width of the page, and long tables continue on the next."""

    default_priority = 900
    builders = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for table in list(self.document.findall(nodes.table)):
            rows = [
                [_words(e) for e in row.findall(nodes.entry)] for row in table.findall(nodes.row)
            ]
            specs = list(table.findall(nodes.colspec))
            if not rows or any(len(row) != len(specs) for row in rows):
                continue
            widths, size = column_widths(rows)
            if widths:
                table["classes"] += ["colwidths-given"]
                for spec, width in zip(specs, widths, strict=True):
                    spec["colwidth"] = width
            lines = sum(_lines(row, widths) for row in rows)
            if lines > SHORT:
                table["classes"] += ["longtable"]
            if size:
                place = table.parent.index(table)
                table.parent.insert(place + 1, _latex(r"\endgroup"))
                table.parent.insert(place, _latex(rf"\begingroup\let\small\{size}"))


def _words(entry: Any) -> list[str]:
    """What is set in a cell, word by word; a TeX command counts as one letter."""
    parts = []
    for leaf in entry.findall(lambda n: isinstance(n, nodes.Text)):
        if isinstance(leaf.parent, nodes.raw):
            continue
        text = leaf.astext().replace(_PENALTY, " ")
        if isinstance(leaf.parent, (nodes.math, nodes.math_block)):
            # A line may end after a relation or a sign between terms.
            text = re.sub(r"(\\leq?|\\geq?|[=<>+])", r"\1 ", re.sub(r"\\(frac|[;,! ])", "", text))
            text = re.sub(r"\\[a-zA-Z]+|[{}^_]", lambda m: "x" if m[0][0] == "\\" else "", text)
        parts.append(text)
    return " ".join(parts).split()


def _lines(row: list[list[str]], widths: list[int]) -> int:
    filled = [sum(len(w) + 1 for w in words) for words in row]
    return (
        max((-(-n // w) for n, w in zip(filled, widths, strict=True)), default=1) if widths else 1
    )


def column_widths(rows: list[list[list[str]]]) -> tuple[list[int], str]:
    r"""Widths in characters and a size: none where the table fits by itself.

    Every column has room for its longest word; what is left of the line is shared in proportion
    to what the columns still miss, at most a line each, so that one long column does not starve
    the others.  Where the words alone are wider than a line, the size is smaller, and the line
    longer.
    """
    natural = [max(sum(len(w) + 1 for w in row[j]) for row in rows) for j in range(len(rows[0]))]
    if sum(natural) <= LINE:
        return [], ""
    longest = [
        max(max(map(len, row[j]), default=1) for row in rows) + 2 for j in range(len(rows[0]))
    ]
    size, line = next(
        (
            (s, k)
            for s, k in (("", LINE), ("footnotesize", 110), ("scriptsize", 125))
            if sum(longest) <= k
        ),
        ("scriptsize", 125),
    )
    spare = max(line - sum(longest), 0)
    missing = [max(min(n, line) - w, 0) for n, w in zip(natural, longest, strict=True)]
    total = max(sum(missing), 1)
    return [w + spare * m // total for w, m in zip(longest, missing, strict=True)], size


#: Marks over a letter, as TeX calls them.
_MARKS = {"\N{COMBINING CIRCUMFLEX ACCENT}": "hat", "\N{COMBINING TILDE}": "tilde"}
_MARKS |= {"\N{COMBINING MACRON}": "bar", "\N{COMBINING OVERLINE}": "bar"}
#: Greek letters that have a command in TeX; the others look like Latin ones there.
_GREEK = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ"


def marked_greek(tex: str) -> str:
    r"""Greek letters with a mark become formulas: the text fonts put the mark into the letter."""

    def formula(found: re.Match[str]) -> str:
        letter, mark = found[0][0], found[0][1]
        # Unicode writes lamda.
        name = unicodedata.name(letter).split()[-1].lower().replace("lamda", "lambda")
        command = name.capitalize() if letter.isupper() else name
        inner = rf"\ensuremath{{\{_MARKS[mark]}{{\{command}}}}}"
        return rf"\texorpdfstring{{{inner}}}{{{found[0]}}}"

    return re.sub(f"[{_GREEK}][{''.join(_MARKS)}]", formula, tex)


def standing(tex: str) -> str:
    """Figures stay where they stand: floating beside framed code they push text off the page."""
    return tex.replace(r"\begin{figure}[htbp]", r"\begin{figure}[H]")


def _finish(app: Any, exception: Exception | None) -> None:
    if exception is None and app.builder.name == "latex":
        for file in Path(app.outdir).glob("*.tex"):
            text = file.read_text(encoding="utf-8")
            file.write_text(standing(marked_greek(text)), encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    # Before myst-nb reads its settings (priority 500).
    app.connect("builder-inited", stored_outputs, priority=100)
    app.connect("build-finished", _finish)
    for transform in (Frames, Inputs, Parts, Breaks, Tables):
        app.add_post_transform(transform)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
