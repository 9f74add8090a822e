"""The text of a Coq file, sentence by sentence, without its comments.

A sentence ends with a full stop that is followed by white space.  Comments nest, and a string may
stand inside a comment, where it hides what looks like the comment's end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_STRING = re.compile(r'"(?:[^"]|"")*"')
#: White space is a piece of its own: a comment belongs to a sentence that has not begun.
_PIECE = re.compile(r'\(\*|"|\.+|\s+|\(|[^(".\s]+')
_IN_COMMENT = re.compile(r'\(\*|\*\)|"(?:[^"]|"")*(?:"|$)')
_WORD = re.compile(r"[^\W\d][\w']*")
#: What may stand before the word that says what a sentence does: braces, bullets, attributes.
_BEFORE = re.compile(r"(?:\s|[-+*{}]|#\[[^]]*\])*")
#: Words before that word which do not change what the sentence is.
_MODIFIERS = {
    *("Local", "Global", "Polymorphic", "Monomorphic", "Cumulative", "NonCumulative"),
    *("Private", "Program", "Time"),
}
_PROVED_KINDS = ("Theorem", "Lemma", "Fact", "Remark", "Corollary", "Proposition", "Property")
_ENDS = {"Qed", "Defined", "Save", "Abort", "Admitted"}


class UnreadableSource(ValueError):
    """A text that does not end where it should; the message names file and line."""


@dataclass(frozen=True)
class CoqSentence:
    """One sentence: its text without comments, strings emptied; the comment just before it."""

    line: int
    text: str
    code: str
    comment: str = ""

    @property
    def words(self) -> list[str]:
        """Its words in order, those of strings left out."""
        return _WORD.findall(self.code)

    @property
    def command(self) -> list[str]:
        """Its words from the one on that says what it does; ``Local`` and the like left out."""
        words = _WORD.findall(self.code[_before(self.code) :])
        while len(words) > 1 and words[0] in _MODIFIERS:
            words.pop(0)
        return words


@dataclass(frozen=True)
class Proved:
    """A theorem or lemma in a file: its name with the modules around it, and how it ends."""

    name: str
    line: int
    end: str
    comment: str = ""


@dataclass
class Surroundings:
    """The sections and modules that are open, from the outside in."""

    stack: list[tuple[str, str]] = field(default_factory=list)

    @property
    def in_section(self) -> bool:
        """Whether a variable here is generalised at the end of a section."""
        return any(kind == "Section" for kind, _ in self.stack)

    def enter(self, sentence: CoqSentence) -> None:
        """Open or close what the sentence opens or closes."""
        words = sentence.command
        if not words:
            return
        if words[0] == "End" and self.stack:
            self.stack.pop()
        elif words[0] == "Section":
            self.stack.append(("Section", words[1]))
        elif words[0] == "Module" and ":=" not in sentence.code:
            names = [w for w in words[1:] if w not in ("Type", "Import", "Export")]
            self.stack.append(("Module", names[0]))

    def qualified(self, name: str) -> str:
        """The name with those of the modules around it."""
        return ".".join([*(n for kind, n in self.stack if kind == "Module"), name])


def _before(code: str) -> int:
    match = _BEFORE.match(code)
    return match.end() if match else 0


def sentences(text: str, name: str = "the text") -> Iterator[CoqSentence]:
    """The sentences of a file; what follows the last full stop counts as one if it has words."""
    shown: list[str] = []
    code: list[str] = []
    start, place, comment, before = 0, 0, "", ""
    while place < len(text):
        match = _PIECE.match(text, place)
        piece = match.group() if match else text[place]
        end = place + len(piece)
        if piece == "(*":
            end = _comment_end(text, place, name)
            if not code:
                comment = text[place + 2 : end - 2]
            piece = hidden = " "
        elif piece == '"':
            end = _string_end(text, place, name)
            piece, hidden = text[place:end], '""'
        else:
            hidden = piece
        if not code and not piece.isspace():
            start, before, comment = place + len(piece) - len(piece.lstrip()), comment, ""
        if code or not piece.isspace():
            shown.append(piece)
            code.append(hidden)
        place = end
        if hidden in (".", "...") and (place == len(text) or text[place].isspace()):
            yield _sentence(text, start, shown, code, before)
            shown, code, before = [], [], ""
    if code:
        yield _sentence(text, start, shown, code, before)


def _sentence(
    text: str, start: int, shown: list[str], code: list[str], comment: str
) -> CoqSentence:
    return CoqSentence(_line(text, start), "".join(shown).strip(), "".join(code).strip(), comment)


def proved(text: str, name: str = "the text") -> Iterator[Proved]:
    """The theorems and lemmas of a file that are not left open, in order."""
    around, waiting = Surroundings(), None
    for sentence in sentences(text, name):
        around.enter(sentence)
        command = sentence.command
        if command and command[0] in _PROVED_KINDS and len(command) > 1:
            waiting = around.qualified(command[1]), sentence
        elif command and command[0] in _ENDS and waiting is not None:
            what, said = waiting
            if command[0] != "Abort":
                yield Proved(what, said.line, command[0], " ".join(said.comment.split()))
            waiting = None


def _comment_end(text: str, start: int, name: str) -> int:
    depth = 0
    for match in _IN_COMMENT.finditer(text, start):
        depth += {"(*": 1, "*)": -1}.get(match.group(), 0)
        if depth == 0:
            return match.end()
    raise UnreadableSource(f"{name}, line {_line(text, start)}: a comment does not end")


def _string_end(text: str, start: int, name: str) -> int:
    match = _STRING.match(text, start)
    if match is None:
        raise UnreadableSource(f"{name}, line {_line(text, start)}: a string does not end")
    return match.end()


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
