"""Imports are read off the source: all that can run, and nothing that is only text."""

from __future__ import annotations

import ast

import pytest

from glbtheory._support.code_identity import LOADED
from glbtheory._support.import_statements import UnknownImport, import_nodes, scan


def names(text: bytes, *, parse: bool = False) -> list[str]:
    return [a.name for node in import_nodes(text, parse=parse) for a in node.names]


def test_looking_for_lines_finds_what_parsing_finds() -> None:
    for module in LOADED.modules:
        text = LOADED.text(module)
        parsed = {ast.dump(node) for node in import_nodes(text, parse=True)}
        assert parsed <= {ast.dump(node) for node in import_nodes(text)}, module
        if b"TYPE_CHECKING" not in text:
            whole = {
                ast.dump(node)
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.Import | ast.ImportFrom)
            }
            assert parsed == whole, module


def test_brackets_indents_and_text() -> None:
    brackets = b"from a.b import (\n    c,\n    d,\n)\n  import e, f as g\n"
    assert names(brackets) == ["c", "d", "e", "f"]
    text = b"x = 'from the past import nothing useful'\nfrom here we go\n"
    assert names(text) == []
    prose = b'"""\nimport this and that\n"""\nimport os\n'
    assert names(prose) == ["os"]
    example = b'"""\n    import this\n"""\ndef f():\n    import os\n'
    assert names(example) == ["this", "os"]
    assert names(example, parse=True) == ["os"]


def test_imports_for_type_checkers_never_run() -> None:
    text = (
        b"from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import a\nelse:\n    import b\n"
        b"if not TYPE_CHECKING:\n    import c\n"
        b"try:\n    import d\nexcept ImportError:\n    import e\n"
    )
    assert names(text) == ["TYPE_CHECKING", "b", "c", "d", "e"]


def test_relative_imports() -> None:
    text = b"from . import x\nfrom .y import z\nfrom .. import u\nfrom ..v.w import t\n"
    assert scan("a.b.c", False, text).names == (
        *(("a.b", "x"), ("a.b.y", "z"), ("a", "u"), ("a.v.w", "t")),
    )
    assert scan("a.b", True, text).names == (
        *(("a.b", "x"), ("a.b.y", "z"), ("a", "u"), ("a.v.w", "t")),
    )


LAZY = b"from glbtheory._support.lazy_names import lazy_name, module_of\n"


def test_what_is_loaded_by_name_is_read_off_the_calls() -> None:
    table = LAZY + b"P = {'A': 'x.y', 'B': ''}\ndef __getattr__(n):\n"
    table += b"    return lazy_name(__name__, n, P)\n"
    found = scan("a.b", True, table)
    assert (found.places, found.folders, found.unreadable) == ({"A": "x.y", "B": ""}, (), ())
    for argument, folder in (
        (b"__name__", "a.b"),
        (b"__package__", "a.b"),
        (b"'q.r'", "q.r"),
    ):
        call = LAZY + b"def f(n):\n    return module_of(" + argument + b", n)\n"
        assert scan("a.b", True, call).folders == (folder,)
    call = LAZY + b"def f(n):\n    return module_of(__package__, n)\n"
    assert scan("a.b.c", False, call).folders == ("a.b",)
    typed = LAZY + b"P: dict[str, str] = {'A': 'x'}\ndef __getattr__(n):\n"
    assert scan("a", True, typed + b"    return lazy_name(__name__, n, P)\n").places == {"A": "x"}


@pytest.mark.parametrize(
    "call",
    [
        b"module_of(somewhere, n)",
        b"module_of(f'a.{n}', n)",
        b"module_of()",
        b"lazy_name(__name__, n, make_table())",
        b"lazy_name(__name__, n, unknown)",
        b"lazy_name(__name__, n)",
    ],
)
def test_what_is_not_written_out_is_refused(call: bytes) -> None:
    with pytest.raises(UnknownImport, match="must be written out"):
        scan("a.b", True, LAZY + b"def f(n):\n    return " + call + b"\n")


@pytest.mark.parametrize(
    "text",
    [
        b"from importlib import import_module\n",
        b"import importlib\n",
        b"import importlib.util\n",
        b"def f():\n    from importlib.util import find_spec\n",
        b"import pkgutil\n",
        b"from runpy import run_path\n",
        b"x = __import__('os')\n",
        b"exec('import os')\n",
        b"def __getattr__(name):\n    return 1\n",
    ],
)
def test_other_ways_to_load_by_name_are_seen(text: bytes) -> None:
    assert scan("a.b", False, text).unreadable


@pytest.mark.parametrize(
    "text",
    [
        b"from importlib.metadata import version\n",
        b"from importlib import resources\n",
        b"import importlib.resources\n",
        b"class C:\n    def __getattr__(self, name):\n        return 1\n",
    ],
)
def test_what_loads_nothing_is_not(text: bytes) -> None:
    assert not scan("a.b", False, text).unreadable
