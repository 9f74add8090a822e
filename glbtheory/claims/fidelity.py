r"""Whether the symbols of a formula that is called verbatim stand on its lines of the paper.

``paper_symbols.csv`` holds the symbols of the paper's formulas by line of the source, sorted, so
that it has no word of the paper and no formula.  It was made once by :func:`by_line`.  A formula is
found on its lines if these have each of its symbols at least as often.  This is a necessary
condition only: it sees a symbol that is added or changed, and no change of their order.

Brackets, spaces and styles do not count, nor do words.  What the page says in words a formula may
say in the signs of :data:`IN_WORDS`: "for all", "with probability at least 1 - δ", "scales as".
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

from glbtheory.claims import inventory

_FILE = Path(__file__).parent / "paper_symbols.csv"

#: The paper's own commands.
_MACROS = {
    r"\cm": r"c_\mu",
    r"\km": r"k_\mu",
    r"\rM": "m",
    r"\LL": "L",
    r"\VV": "V",
    r"\HH": "H",
    r"\GG": "G",
    r"\wVV": r"\tilde V",
    r"\wHH": r"\tilde H",
    r"\wGG": r"\tilde G",
    r"\gt": "g_t",
    r"\tD": "t-D:t",
    r"\tot": "t-t_0:t",
    r"\argmax": r"\arg\max",
    r"\argmin": r"\arg\min",
    r"\ceil": r"\lceil\rceil",
    r"\identity": "I",
}
#: Different spellings of one symbol.
_SAME = {
    r"\widetilde": r"\tilde",
    r"\tfrac": r"\frac",
    r"\dfrac": r"\frac",
    "/": r"\frac",
    r"\leq": r"\le",
    r"\geq": r"\ge",
    r"\neq": r"\ne",
    r"\lvert": "|",
    r"\rvert": "|",
    r"\vert": "|",
    r"\lVert": r"\|",
    r"\rVert": r"\|",
    r"\Vert": r"\|",
    r"\star": "*",
    r"\ast": "*",
    r"\varepsilon": r"\epsilon",
}
#: Brackets, spaces and styles.
_PLAIN = {
    *"{}()[].,;&_^~$",
    *(r"\left", r"\right", r"\big", r"\Big", r"\bigg", r"\Bigg", r"\bigl", r"\bigr"),
    *(r"\Bigl", r"\Bigr", r"\biggl", r"\biggr", r"\quad", r"\qquad", r"\displaystyle"),
    *(r"\;", r"\,", r"\!", r"\:", r"\ ", r"\{", r"\}", r"\\", r"\&", r"\nonumber", r"\notag"),
    *(r"\mathbf", r"\mathbb", r"\mathcal", r"\mathrm", r"\mathds", r"\mbold", r"\pmb", r"\bf"),
    *(r"\tt", r"\operatorname", r"\boldsymbol", r"\underbrace", r"\top", r"\color", r"\textnormal"),
}
#: Signs for what a page may say in words.
IN_WORDS = (r"\forall", r"\in", r"\Rightarrow", ":", "P")
#: Formulas in words: "with probability at least 1 - δ".
_WITH_PROBABILITY = re.compile(r"\\geq 1-\\delta")
_TEXT = re.compile(
    r"\\(text|textrm|textit|textbf|textnormal|mathrm|label|eqref|ref|cite|citep|citet)\s*\{[^{}]*\}"
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[0-9]|[^\s\\]")
_FORMULA = ("equation", "equation*", "align", "align*")
_EDGE = re.compile(r"\$\$|\$|\\begin\{([^}]*)\}|\\end\{([^}]*)\}")


def symbols(latex: str) -> Counter[str]:
    """The symbols of a formula and how often each occurs."""
    latex = _TEXT.sub(" ", latex)
    for macro in sorted(_MACROS, key=len, reverse=True):
        meant = _MACROS[macro].replace("\\", r"\\") + " "
        latex = re.sub(re.escape(macro) + r"(?![a-zA-Z])", meant, latex)
    found = (_SAME.get(token, token) for token in _TOKEN.findall(latex))
    return Counter(token for token in found if token not in _PLAIN)


def by_line(source: str) -> dict[int, Counter[str]]:
    """The symbols of the formulas of a LaTeX source by line; lines without any are left out."""
    found: dict[int, Counter[str]] = {}
    inside = False
    for number, line in enumerate(source.split("\n"), start=1):
        text, math = _TEXT.sub(" ", _COMMENT.sub("", line)), []
        start = 0
        for edge in _EDGE.finditer(text):
            name = edge[1] or edge[2]
            if name and name not in _FORMULA:
                continue
            if inside:
                math.append(text[start : edge.start()])
            start = edge.end()
            inside = bool(edge[1]) if name else not inside
        if inside:
            math.append(text[start:])
        here = symbols(re.sub(r"\\(begin|end)\{[^}]*\}", " ", " ".join(math)))
        if here:
            found[number] = here
    return found


def to_csv(table: dict[int, Counter[str]]) -> str:
    """The table as it is stored: a line of the source, and its symbols in order."""
    rows = [f"{line},{' '.join(sorted(table[line].elements()))}" for line in sorted(table)]
    return "\n".join(["line,symbols", *rows, ""])


@lru_cache(maxsize=1)
def _stored() -> dict[int, Counter[str]]:
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.reader(file, quoting=csv.QUOTE_NONE)
        next(rows)
        return {int(line): Counter(found.split(" ")) for line, found in rows}


def on_lines(lines: str) -> Counter[str]:
    """The symbols on some lines of the paper."""
    stored = _stored()
    found: Counter[str] = Counter()
    for first, last in inventory.spans(lines):
        for line in range(first, last + 1):
            found.update(stored.get(line, {}))
    return found


def not_on_the_page(formula: str, lines: str) -> list[str]:
    """The symbols of a formula that its lines do not have, or not as often."""
    lacking = symbols(_WITH_PROBABILITY.sub(" ", formula)) - on_lines(lines)
    for sign in IN_WORDS:
        lacking.pop(sign, None)
    if r"\tilde O" in re.sub(r"widetilde", "tilde", formula) and lacking["="] == 1:
        del lacking["="]  # "scales as"
    return sorted(lacking.elements())
