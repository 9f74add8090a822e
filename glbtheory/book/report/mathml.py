"""LaTeX formulas as MathML, which every browser draws by itself: no script, no font, no network."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from xml.etree import ElementTree

from latex2mathml.converter import convert

#: What the converter does not know, in words that it does.
_SPELLED = (
    (re.compile(r"\\arg(?![A-Za-z])"), r"\\operatorname{arg}"),
    *(
        (re.compile(rf"\\{name}(?![A-Za-z])"), sign + " ")
        for name, sign in (
            *(("lceil", "⌈"), ("rceil", "⌉"), ("lfloor", "⌊"), ("rfloor", "⌋")),
            *(("lVert", "‖"), ("rVert", "‖"), ("Vert", "‖")),
        )
    ),
)
#: Words inside a formula, which the converter copies as they are.
_WORDS = re.compile(r"\\(?:text|texttt|textbf|textit|mathrm)\{[^{}]*\}")
#: Signs of HTML in such words, and the private signs that stand for them on the way.
_SAFE = {"<": "\ue000", ">": "\ue001", "&": "\ue002"}
_HIDE = str.maketrans("".join(_SAFE), "".join(_SAFE.values()))
#: Brackets of a given size; the converter would leave one that carries an exponent small.
_SIZED = re.compile(r"\\(?:big|Big|bigg|Bigg)[lr]?\s*(\(|\)|\[|\]|\\\{|\\\})")
_PAIRS = {"(": ")", "[": "]", r"\{": r"\}"}
_FENCES = re.compile(r"<m[io]((?:(?!stretchy)[^>])*)>([⌈⌉⌊⌋‖|])</m[io]>")
_EMPTY = re.compile(r"<mtext>[\xa0 ]</mtext>")
_ROW = re.compile(r"<mrow>(<m[ino](?: [^>]*)?>[^<]*</m[ino]>)</mrow>")


def pieces(latex: str) -> list[str]:
    """A text of formulas cut at its line ends and wide gaps, so that none is wider than a page."""
    lines = re.split(r"\s*\\\\\s*", latex)
    return [part for line in lines for part in re.split(r"(?<=,)\s*\\quad\s*", line) if part]


@lru_cache(maxsize=4096)
def mathml(latex: str) -> str:
    """One formula as a ``<math>`` element; as the LaTeX itself where that cannot be read."""
    if not isinstance(latex, str):
        raise ValueError(f"latex must be a text, not {latex!r}")
    text = latex
    for pattern, plain in _SPELLED:
        text = pattern.sub(plain, text)
    text = _WORDS.sub(lambda m: m[0].translate(_HIDE), _grown(text))
    try:
        made = _shortened(convert(text))
        ElementTree.fromstring(made)
    except Exception:  # whatever the converter stumbles over, the page still shows the formula
        return _as_text(latex)
    return _as_text(latex) if "\\" in made else made


def _grown(latex: str) -> str:
    """Brackets of a given size as brackets that grow with their content, if they are paired."""
    waiting: list[str] = []
    for bracket in _SIZED.findall(latex):
        if bracket in _PAIRS:
            waiting.append(_PAIRS[bracket])
        elif not waiting or waiting.pop() != bracket:
            return latex
    if waiting:
        return latex
    return _SIZED.sub(lambda m: (r"\left" if m[1] in _PAIRS else r"\right") + m[1], latex)


def readable(latex: str) -> bool:
    """Whether the formula can be drawn."""
    return mathml(latex).startswith("<math")


def _as_text(latex: str) -> str:
    return f"<code>{escape(latex)}</code>"


def _shortened(made: str) -> str:
    """The same element with letters for their numbers and without brackets around one sign."""
    body = made[made.index(">") + 1 : -len("</math>")]
    for code in set(re.findall(r"&#x[0-9A-Fa-f]+;", body)):
        sign = unescape(code)
        body = body.replace(code, escape(sign) if sign in "<>&" else sign)
    for sign, private in _SAFE.items():
        body = body.replace(private, escape(sign))
    body = _FENCES.sub(r'<mo\1 stretchy="false">\2</mo>', body)
    body = body.replace(' stretchy="true" fence="true" minsize', " minsize")
    body = re.sub(r'(minsize="[^"]*" maxsize="[^"]*") stretchy="false"', r"\1", body)
    body = _ROW.sub(r"\1", _EMPTY.sub('<mspace width="0.3em" />', body))
    return f"<math>{body}</math>"
