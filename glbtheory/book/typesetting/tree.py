r"""A formula of LaTeX as a tree: what belongs together stays together.

The tree knows brackets, arguments and exponents; of the signs themselves it knows only roughly how
wide they are.  It is made for the formulas of the ledger: mathematics without macros of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_TOKEN = re.compile(r"\\[a-zA-Z]+\*?|\\.|\s+|.", re.DOTALL)
#: Commands and how many arguments they take.
_ARGUMENTS = {
    **dict.fromkeys(("frac", "tfrac", "dfrac", "binom", "tbinom", "overset", "underset"), 2),
    **dict.fromkeys(("stackrel", "substack"), 1),
    **dict.fromkeys(("sqrt", "hat", "widehat", "tilde", "widetilde", "bar", "overline"), 1),
    **dict.fromkeys(("dot", "ddot", "dddot", "vec", "mathring", "check", "underline"), 1),
    **dict.fromkeys(("underbrace", "overbrace", "boxed", "mathrel", "mathbin", "mathop"), 1),
    **dict.fromkeys(("mathcal", "mathbb", "mathbf", "mathrm", "mathsf", "mathit", "mathfrak"), 1),
    **dict.fromkeys(("boldsymbol", "operatorname", "operatorname*", "not", "phantom", "pmod"), 1),
}
#: Commands whose argument is words.
_WORDS = {"text", "textit", "textbf", "texttt", "textrm", "mbox"}
#: Signs before a bracket that only say how large it is.
SIZES = {f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", *"lrm")}
SPACES = {r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad", "~", r"\displaystyle", "&"}
RELATIONS = {"=", "<", ">", ":"} | {
    f"\\{name}"
    for name in (
        *("le", "leq", "ge", "geq", "leqslant", "geqslant", "ne", "neq", "in", "notin"),
        *("subset", "subseteq", "supset", "supseteq", "preceq", "succeq", "prec", "succ", "sim"),
        *("simeq", "approx", "equiv", "propto", "to", "mapsto", "rightarrow", "longrightarrow"),
        *("Rightarrow", "Leftrightarrow", "implies", "iff", "Longrightarrow", "mid", "cong"),
        *("leftarrow", "Leftarrow", "longleftarrow", "ll", "gg", "lesssim", "gtrsim", "asymp"),
        *("nearrow", "searrow", "uparrow", "downarrow", "xrightarrow", "perp", "ni"),
    )
}
SIGNS = {"+", "-", r"\pm", r"\mp", r"\cup", r"\cap", r"\setminus"}
PRODUCTS = {r"\cdot", r"\times", "/", r"\otimes", r"\wedge", r"\vee", r"\land", r"\lor"}
_OPEN = {"(", "[", r"\{", r"\lfloor", r"\lceil", r"\lVert", r"\lvert", r"\langle"}
_CLOSE = {")", "]", r"\}", r"\rfloor", r"\rceil", r"\rVert", r"\rvert", r"\rangle"}
#: Signs that open and close alike.
_BARS = {"|", r"\|", r"\Vert", r"\vert"}


@dataclass
class Piece:
    r"""A piece of a formula.

    ``head`` is what stands first: a sign, a command, ``{``, ``\left(`` with its bracket, ``^`` or
    ``_``, or ``\begin{...}``.  ``children`` are its arguments or its content, ``tail`` what closes
    it.  ``depth`` counts the plain brackets around it.
    """

    head: str
    children: list[Piece] = field(default_factory=list)
    tail: str = ""
    depth: int = 0
    changed: int | None = None

    @property
    def latex(self) -> str:
        """The piece as LaTeX."""
        inner = joined(self.children)
        if self.head in ("^", "_") and self.children and self.children[0].head != "{":
            return f"{self.head}{{{inner}}}"
        if _is_command(self.head) and not self.tail and self.children:
            braced = [c.latex if c.head in ("{", "[") else f"{{{c.latex}}}" for c in self.children]
            return self.head + "".join(braced)
        return spaced(self.head, inner) + self.tail

    @property
    def script(self) -> bool:
        """Whether it is an exponent or an index of what stands before it."""
        return self.head in ("^", "_", "'")

    def walk(self) -> Iterator[Piece]:
        """The piece and all below it, in the order in which they are written."""
        yield self
        for child in self.children:
            yield from child.walk()


def _is_command(head: str) -> bool:
    return head[:1] == "\\" and head[1:2].isalpha()


def spaced(left: str, right: str) -> str:
    """Two texts side by side: a command ends where a letter would prolong it."""
    if re.search(r"\\[a-zA-Z]+$", left) and right[:1].isalpha():
        return f"{left} {right}"
    return left + right


def joined(nodes: list[Piece]) -> str:
    """Pieces one after the other."""
    text = ""
    for node in nodes:
        text = spaced(text, node.latex)
    return text


def parse(latex: str) -> list[Piece]:
    """The pieces of a formula, outermost first."""
    if not isinstance(latex, str):
        raise ValueError(f"latex must be a text, not {latex!r}")
    tokens = _TOKEN.findall(latex)
    nodes, rest = _sequence(tokens, 0, "")
    if rest != len(tokens):
        raise ValueError(f"latex must have balanced braces: {latex!r}")
    _mark_depth(nodes)
    return nodes


def _sequence(tokens: list[str], k: int, end: str) -> tuple[list[Piece], int]:
    """Pieces up to the token ``end``, and the place of that token."""
    nodes: list[Piece] = []
    while k < len(tokens) and tokens[k] != end:
        if tokens[k] in ("}", r"\right", r"\end"):
            raise ValueError(f"latex must have balanced braces: {''.join(tokens)!r}")
        node, k = _piece(tokens, k)
        if node is not None:
            nodes.append(node)
    if end and k == len(tokens):
        raise ValueError(f"latex must have balanced braces: {''.join(tokens)!r}")
    return nodes, k


def _skip(tokens: list[str], k: int) -> int:
    while k < len(tokens) and tokens[k].isspace():
        k += 1
    return k


def _piece(tokens: list[str], k: int) -> tuple[Piece | None, int]:
    token = tokens[k]
    if token.isspace():
        return None, k + 1
    if token == "{":
        inner, k = _sequence(tokens, k + 1, "}")
        return Piece("{", inner, "}"), k + 1
    if token == r"\left":
        opening = _skip(tokens, k + 1)
        inner, k = _sequence(tokens, opening + 1, r"\right")
        closing = _skip(tokens, k + 1)
        return Piece(spaced(token, tokens[opening]), inner, spaced(r"\right", tokens[closing])), (
            closing + 1
        )
    if token == r"\begin":
        close = _matching_end(tokens, k)
        return Piece("".join(tokens[k:close])), close
    if token in ("^", "_"):
        return _with_arguments(tokens, k, 1)
    name = token[1:] if _is_command(token) else ""
    if name in _WORDS:
        start = _skip(tokens, k + 1)
        close, depth = start, 0
        while True:
            depth += {"{": 1, "}": -1}.get(tokens[close], 0)
            close += 1
            if depth == 0:
                break
        return Piece(token + "".join(tokens[start:close])), close
    if name in _ARGUMENTS:
        return _with_arguments(tokens, k, _ARGUMENTS[name])
    return Piece(token), k + 1


def _with_arguments(tokens: list[str], k: int, count: int) -> tuple[Piece, int]:
    node, k = Piece(tokens[k]), _skip(tokens, k + 1)
    if node.head == r"\sqrt" and k < len(tokens) and tokens[k] == "[":
        inner, k = _sequence(tokens, k + 1, "]")
        node.children.append(Piece("[", inner, "]"))
        k += 1
    for _ in range(count):
        k = _skip(tokens, k)
        if k >= len(tokens):
            raise ValueError(f"latex must give {node.head} its arguments: {''.join(tokens)!r}")
        child, k = _piece(tokens, k)
        assert child is not None
        node.children.append(child)
    return node, k


def _matching_end(tokens: list[str], k: int) -> int:
    depth = 0
    while k < len(tokens):
        depth += {r"\begin": 1, r"\end": -1}.get(tokens[k], 0)
        k += 1
        if depth == 0:
            while tokens[k - 1] != "}":
                k += 1
            return k
    raise ValueError(f"latex must end what it begins: {''.join(tokens)!r}")


def _mark_depth(nodes: list[Piece]) -> None:
    """How many plain brackets are open at each of these pieces."""
    depth, bars = 0, 0
    for node in nodes:
        if node.head in _CLOSE:
            depth -= 1
        elif node.head in _BARS:
            bars = 1 - bars
        node.depth = max(depth, 0) + (bars if node.head not in _BARS else 0)
        if node.head in _OPEN:
            depth += 1


# --- width ----------------------------------------------------------------------------------------

#: Rough widths in units of a letter.
_FUNCTIONS = re.compile(r"\\(log|exp|max|min|sup|inf|det|lim|ln|sin|cos|tan|arg|dim|Pr|limsup)$")


def widths(nodes: list[Piece]) -> list[float]:
    """About how wide each piece is, in letters of the text; words under a brace take no room."""
    braces = (r"\underbrace", r"\overbrace")
    before = ["", *(node.head for node in nodes)]
    return [
        0.0 if node.script and head in braces else _width(node, 1.0)
        for node, head in zip(nodes, before, strict=False)
    ]


def width(nodes: list[Piece]) -> float:
    """About how wide the pieces are together."""
    return sum(widths(nodes))


def _width(node: Piece, size: float) -> float:
    head, inner = node.head, node.children
    if head in ("^", "_"):
        return sum(_width(c, 0.72 * size) for c in inner)
    if head in (r"\frac", r"\dfrac", r"\tfrac", r"\binom", r"\tbinom"):
        return 0.4 * size + max(_width(c, 0.72 * size) for c in inner)
    if head == r"\sqrt":
        return 1.7 * size + sum(_width(c, size) for c in inner)
    if head in (r"\overset", r"\underset"):
        return max(_width(c, size) for c in inner)
    total = sum(_width(c, size) for c in inner)
    if inner or head == "{":
        return total + (2.2 * size if head.startswith(r"\left") else 0)
    if head in RELATIONS:
        return 2.6 * size
    if head in SIGNS or head in PRODUCTS:
        return 2.4 * size if head != "/" else size
    if head in (r"\sum", r"\prod", r"\int", r"\bigcup"):
        return 2.3 * size
    if head in SIZES or head in ("&", r"\!", r"\displaystyle"):
        return 0.3 * size
    if head in SPACES:
        return {r"\quad": 2.0, r"\qquad": 4.0}.get(head, 0.4) * size
    if words := re.match(r"\\(?:text\w*|mbox)\{(.*)\}$", head, re.DOTALL):
        capitals = sum(letter.isupper() for letter in words[1])
        return (0.9 * len(words[1]) + 0.4 * capitals) * size
    if head.startswith(r"\begin"):
        rows = re.sub(r"\\[a-zA-Z]+|[{}^_&]", lambda m: "x" if m[0][0] == "\\" else "", head)
        return max(len(row) for row in rows.split("\\\\")) * size
    if found := _FUNCTIONS.match(head):
        return (len(found[1]) + 0.4) * 0.95 * size
    if head in ("(", ")", "[", "]", ",", ".", "|", "'", "!", ";"):
        return 0.75 * size
    return 1.1 * size if head[0] == "\\" or head.isupper() else size
