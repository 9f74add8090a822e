"""No two classes or type aliases of the package share a name."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "glbtheory"
#: Each module that uses arrays says so in one line.
EXEMPT = {"Array"}
CAMEL = re.compile(r"_?[A-Z][a-z]\w*")


def type_names(source: str) -> Iterator[str]:
    """Classes at the top of a module, and names like ``Policy = Callable[...]``."""
    todo = list(ast.parse(source).body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If | ast.Try):
            todo += [*node.body, *node.orelse]
        elif isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            yield from (name for name in names if CAMEL.fullmatch(name))


def test_classes_and_aliases_are_found() -> None:
    source = (
        "class One: ...\nTwo = dict[str, int]\nTHREE = 3\nfour: int = 4\n"
        "if TYPE_CHECKING:\n    _Five = int\ndef six():\n    class Seven: ...\n"
    )
    assert set(type_names(source)) == {"One", "Two", "_Five"}


def test_no_two_types_share_a_name() -> None:
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in type_names(path.read_text(encoding="utf-8")):
            places[name].append(str(path.relative_to(PACKAGE)))
    shared = {n: where for n, where in places.items() if len(where) > 1 and n not in EXEMPT}
    assert not shared, "\n".join(f"{n}: {', '.join(where)}" for n, where in shared.items())
