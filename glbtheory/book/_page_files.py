"""Style sheets, scripts and HTML templates of the pages: files beside the modules that use them."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template


def page_file(package: str, name: str, **words: str) -> str:
    """The text of a file of ``package``, each of ``words`` replaced by its value.

    A style sheet or script that serves one element of a page says ``#ID`` for that element.
    """
    text = (files(package) / name).read_text(encoding="utf-8")
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def filled(package: str, name: str, **values: str) -> str:
    """The template ``name`` with its ``$names`` filled in.

    An indented line continues the line before: the break and the indentation are not part of the
    page, nor is the last line break.
    """
    text = re.sub(r"\n +", "", page_file(package, name)).rstrip("\n")
    return Template(text).substitute(values)
