"""Who reaches whom, on small packages where it can be seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from glbtheory._support import code_identity, library_versions
from glbtheory._support.code_identity import Code
from glbtheory._support.import_statements import UnknownImport

LOADERS = "glbtheory/_support/lazy_names.py"


def code(**files: str) -> Code:
    """A package of some files; ``a__b`` is the module a.b, ``a_`` the package a."""
    paths = {LOADERS: b"from importlib import import_module\n"}
    for name, text in {"": "", **files}.items():
        path = name.replace("__", "/").rstrip("_")
        inside = "glbtheory/" + (f"{path}/" if path else "")
        package = not name or name.endswith("_")
        paths[f"{inside}__init__.py" if package else f"{inside.rstrip('/')}.py"] = text.encode()
    return Code(paths)


def short(modules: frozenset[str]) -> set[str]:
    return {m.removeprefix("glbtheory.") for m in modules} - {"glbtheory", "_support.lazy_names"}


def test_statements_anywhere_and_the_packages_above_count() -> None:
    found = code(
        a="def f():\n    from glbtheory.p.q import x\n",
        p_="import glbtheory.r\n",
        p__q="from . import s\n",
        p__s="",
        p__t="import glbtheory.u",
        r="",
        u="",
    )
    assert short(found.reached("glbtheory.a")) == {"a", "p", "p.q", "p.s", "r"}
    assert short(found.reached("glbtheory.r")) == {"r"}
    with pytest.raises(ValueError, match=r"has no module glbtheory\.z"):
        found.reached("glbtheory.z")


FACADE = """
from glbtheory._support.lazy_names import lazy_name
_PLACES = {"X": "x", "Y": "deep.y", "m": ""}
def __getattr__(name):
    return lazy_name(__name__, name, _PLACES)
"""
PARTS = {"p_": FACADE, "p__x": "", "p__deep_": "", "p__deep__y": "", "p__m": "", "p__other": ""}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from glbtheory.p import X", {"p", "p.x"}),
        ("from glbtheory.p import Y as Z", {"p", "p.deep", "p.deep.y"}),
        ("from glbtheory.p import m", {"p", "p.m"}),
        ("from glbtheory.p.other import z", {"p", "p.other"}),
        ("from glbtheory import p", {"p", "p.x", "p.deep", "p.deep.y", "p.m"}),
        ("import glbtheory.p", {"p", "p.x", "p.deep", "p.deep.y", "p.m"}),
        ("from glbtheory.p import *", {"p", "p.x", "p.deep", "p.deep.y", "p.m"}),
        ("from glbtheory.p import unknown", {"p"}),
    ],
)
def test_lazy_names_reach_what_is_taken(text: str, expected: set[str]) -> None:
    assert short(code(a=text, **PARTS).reached("glbtheory.a")) == {"a", *expected}


def test_a_package_whose_modules_are_loaded_by_name_is_reached_whole() -> None:
    load = "from glbtheory._support.lazy_names import module_of\n"
    found = code(
        a="from glbtheory.p.base import make\n",
        p_="",
        p__base=load + "def make(n):\n    return module_of('glbtheory.p', n)\n",
        p__x="from glbtheory.q import z\n",
        p__deep_="",
        p__deep__y="",
        q="",
        pq="",
    )
    assert short(found.reached("glbtheory.a")) == {
        *("a", "p", "p.base", "p.x", "p.deep", "p.deep.y", "q")
    }


def test_loading_by_name_in_another_way_is_refused_where_it_is_reached() -> None:
    found = code(a="from glbtheory.b import f", b="import importlib", c="")
    with pytest.raises(UnknownImport, match=r"glbtheory\.b loads by name \(importlib\)"):
        found.reached("glbtheory.a")
    assert short(found.reached("glbtheory.c")) == {"c"}


REGISTRY = {
    "r_": "import importlib\nfrom glbtheory.r.model import Claim\ndef all_of_them(): ...\n",
    "r__model": "",
    "r__one": "from glbtheory.r.model import Claim\nfrom glbtheory.r import model\n",
    "r__two": "from glbtheory.r import Claim\n",
    "r__three": "from glbtheory.r import all_of_them\n",
    "r__four": "from glbtheory import r\n",
}


def test_nothing_is_reached_through_what_stands_apart() -> None:
    found, apart = code(**REGISTRY), ["glbtheory.r"]
    for name in ("one", "two"):
        reached = found.reached(f"glbtheory.r.{name}", apart=apart)
        assert short(reached) == {f"r.{name}", "r.model"}
    with pytest.raises(UnknownImport, match=r"glbtheory\.r\.three takes all_of_them from"):
        found.reached("glbtheory.r.three", apart=apart)
    with pytest.raises(UnknownImport, match=r"glbtheory\.r\.four takes the whole of it from"):
        found.reached("glbtheory.r.four", apart=apart)


def test_the_identity_is_of_the_text_of_what_is_reached() -> None:
    found = code(a="from glbtheory.b import x", b="x = 1", c="x = 1")
    first = found.identity("glbtheory.a")
    assert first == found.identity("glbtheory.a") != found.identity("glbtheory.b")
    assert found.edited("glbtheory.b", b"x = 2").identity("glbtheory.a") != first
    assert found.edited("glbtheory.c", b"x = 2").identity("glbtheory.a") == first
    assert found.edited("glbtheory", b"x = 2").identity("glbtheory.a") != first


def test_the_files_of_a_package_are_read_by_name(tmp_path: Path) -> None:
    (tmp_path / "glbtheory" / "p").mkdir(parents=True)
    for name in ("__init__.py", "a.py", "p/__init__.py", "p/b.py", "p/data.csv"):
        (tmp_path / "glbtheory" / name).write_text("")
    found = Code(code_identity.read_package(tmp_path / "glbtheory"))
    assert found.modules == ["glbtheory", "glbtheory.a", "glbtheory.p", "glbtheory.p.b"]
    assert code_identity.unchanged()


# --- libraries ------------------------------------------------------------------------------------


def test_libraries_are_those_that_are_imported_and_what_they_require() -> None:
    found = code(
        a="import os.path\nfrom glbtheory.b import x\n",
        b="def f():\n    import numba.core\n    from flint import arb\n    import nothing_such\n",
        c="import rich",
    )
    reached = found.reached("glbtheory.a")
    assert found.libraries(reached) == {"numba", "flint", "nothing_such"}
    versions = library_versions.library_versions(frozenset(found.libraries(reached)))
    named = dict(entry.split("==") for entry in versions)
    assert {"CPython", "numba", "llvmlite", "numpy", "python-flint"} <= set(named)
    assert named["nothing_such"] == "absent" and "rich" not in named


def test_versions_are_those_of_the_metadata() -> None:
    from importlib import metadata

    for name in ("numpy", "numba", "llvmlite", "python-flint", "z3-solver", "sympy", "pyarrow"):
        assert library_versions.installed()[name][0] == metadata.version(name)
    providers = metadata.packages_distributions()
    for module in ("flint", "z3", "numpy", "yaml", "pyarrow", "six"):
        found = library_versions._distribution_of(module)
        assert found in {library_versions._normalised(n) for n in providers[module]}


def test_another_version_of_a_library_is_another_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    found = code(a="import numba", b="import rich")
    first = found.identity("glbtheory.a"), found.identity("glbtheory.b")
    everything = library_versions.environment()
    _, place = library_versions.installed()["llvmlite"]
    changed = {**library_versions.installed(), "llvmlite": ("0.0", place)}
    monkeypatch.setattr(library_versions, "installed", lambda: changed)
    library_versions.library_versions.cache_clear()
    try:
        assert found.identity("glbtheory.a") != first[0]
        assert found.identity("glbtheory.b") == first[1]
        assert library_versions.environment() != everything
    finally:
        library_versions.library_versions.cache_clear()
