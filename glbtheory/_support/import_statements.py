"""What one file of this package imports, read off its source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

#: Where loading by name is allowed.
LOADERS = "glbtheory._support.lazy_names"
#: One import statement, which may run over several lines inside its brackets.
_IMPORT = re.compile(
    rb"^[ \t]*(from[ \t]+\S+[ \t]+import[ \t]*(?:\([^)]*\)|[^\n(]+)|import[ \t]+[^\n]+)", re.M
)
#: Ways to import what no import statement names: modules that do it ...
_MACHINERY = frozenset({"importlib", "importlib.util", "importlib.machinery", "pkgutil", "runpy"})
_READ_ONLY = frozenset({"importlib.metadata", "importlib.resources"})
#: ... and text that does.
_BY_NAME = re.compile(rb"\b(?:__import__|exec)\(|^def __getattr__\b", re.M)


_FOR_TYPES = ("TYPE_CHECKING", "typing.TYPE_CHECKING")


class UnknownImport(ValueError):
    """A module imports in a way that cannot be read off its source."""


class Imports(NamedTuple):
    """What one file imports, before names are looked up."""

    #: ``import a.b``
    modules: tuple[str, ...]
    #: ``from a.b import c``, as the pair (a.b, c)
    names: tuple[tuple[str, str], ...]
    #: the packages whose modules are loaded by name
    folders: tuple[str, ...]
    #: the lazily loaded names of a package, and the module of each
    places: Mapping[str, str]
    #: what else in it imports by name
    unreadable: tuple[str, ...]


@cache
def scan(module: str, is_package: bool, text: bytes) -> Imports:
    """The imports of a file; ``is_package`` if it is an ``__init__.py``."""
    modules: list[str] = []
    names: list[tuple[str, str]] = []
    for node in import_nodes(text, parse=is_package):
        if isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
        else:
            place = _absolute(module, is_package, node)
            names += [(place, alias.name) for alias in node.names]
    folders, places = _loads(module, is_package, text)
    found = Imports(tuple(modules), tuple(names), folders, places, ())
    return found._replace(unreadable=_unreadable(module, found, text))


def _unreadable(module: str, found: Imports, text: bytes) -> tuple[str, ...]:
    """What in a file imports by name, other than through the functions of ``lazy_names``."""
    if module == LOADERS:
        return ()
    used = {*found.modules, *(f"{place}.{name}" for place, name in found.names)}
    used |= {place for place, name in found.names if f"{place}.{name}" not in _READ_ONLY}
    words = {match.decode() for match in _BY_NAME.findall(text)}
    if found.places:
        words.discard("def __getattr__")
    return tuple(sorted((used & _MACHINERY) | words))


def import_nodes(text: bytes, *, parse: bool = False) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements of a file that can run.

    To parse all files whole takes seconds, so they are looked for line by line; an example in a
    docstring then counts too.  With ``parse`` it does not.
    """
    if parse or b"TYPE_CHECKING" in text:
        yield from _running(ast.parse(text))
        return
    try:
        statements = [ast.parse(match) for match in _IMPORT.findall(text)]
    except SyntaxError:  # a line of text that reads like an import
        statements = [ast.parse(text)]
    for statement in statements:
        yield from _running(statement)


def _running(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports below a node, except those that are for type checkers alone."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node
    inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.If) and ast.unparse(node.test) in _FOR_TYPES:
        inside = node.orelse
    for child in inside:
        if not isinstance(child, ast.expr):
            yield from _running(child)


def _absolute(module: str, is_package: bool, node: ast.ImportFrom) -> str:
    """The module that ``from … import`` names, dots resolved."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    parts = parts[: len(parts) - node.level + is_package]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _loads(module: str, is_package: bool, text: bytes) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The packages and the table that a file hands to the functions of ``lazy_names``."""
    if b"lazy_names" not in text or module == LOADERS:
        return (), {}
    tree = ast.parse(text)
    folders: list[str] = []
    places: dict[str, str] = {}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        called = call.func.attr if isinstance(call.func, ast.Attribute) else call.func
        called = called.id if isinstance(called, ast.Name) else called
        if called not in ("lazy_name", "module_of"):
            continue
        try:
            if called == "lazy_name":
                places |= _table(tree, call.args[2])
            else:
                folders.append(_package(module, is_package, call.args[0]))
        except (ValueError, IndexError, KeyError):
            raise UnknownImport(
                f"{module}, line {call.lineno}: what {called} loads must be written out"
            ) from None
    return tuple(folders), places


def _package(module: str, is_package: bool, argument: ast.expr) -> str:
    if isinstance(argument, ast.Name) and argument.id in ("__name__", "__package__"):
        inside = is_package or argument.id == "__name__"
        return module if inside else module.rpartition(".")[0]
    return str(ast.literal_eval(argument))


def _table(tree: ast.Module, argument: ast.expr) -> dict[str, str]:
    """A dictionary, given as such or by the name it has at the top of the file."""
    if isinstance(argument, ast.Name):
        argument = _assigned(tree)[argument.id]
    return dict(ast.literal_eval(argument))


def _assigned(tree: ast.Module) -> dict[str, ast.expr]:
    """The names that are given a value at the top of a file."""
    found: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            found |= {t.id: node.value for t in node.targets if isinstance(t, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            found[node.target.id] = node.value
    return found
