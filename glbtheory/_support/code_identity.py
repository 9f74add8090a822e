"""Which code a result depends on, and a hash of it.

A verdict of the ledger and a simulated run are functions of code.  They are stored under a hash of
all modules of this package that the code *can reach*, and of the libraries that those import.
Which these are is read off the source, not off what happens to be loaded:

- every import statement that can run counts, wherever in the file it stands, and so do the
  ``__init__.py`` of all packages above the imported module, since Python runs them first;
- ``module_of(package, name)`` of :mod:`glbtheory._support.lazy_names` reaches every module of the
  package;
- a table for ``lazy_name`` reaches the module of each name that is taken from the package, and
  all of them if the package itself is imported.

A reached module that imports in any other way is an error here: its results could not be named.

Data files are not followed.  What a claim takes from the paper's lists stands in its text, which is
part of the claim's key.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from glbtheory._support.import_statements import LOADERS, Imports, UnknownImport, scan
from glbtheory._support.library_versions import library_versions

PACKAGE = Path(__file__).parent.parent
ROOT = PACKAGE.name


class Code:
    """The source of a package, module by module, and who can reach whom in it.

    ``files`` maps paths relative to the folder that holds the package to their text.
    """

    def __init__(self, files: Mapping[str, bytes]):
        self._texts: dict[str, bytes] = {}
        self._packages: set[str] = set()
        for path, text in files.items():
            parts = path.removesuffix(".py").split("/")
            if parts[-1] == "__init__":
                parts.pop()
                self._packages.add(".".join(parts))
            self._texts[".".join(parts)] = text
        self._hashes: dict[str, str] = {}
        self._direct: dict[tuple[str, frozenset[str]], frozenset[str]] = {}

    @property
    def modules(self) -> list[str]:
        """All modules, in order."""
        return sorted(self._texts)

    def text(self, module: str) -> bytes:
        """The source of a module."""
        return self._texts[module]

    def edited(self, module: str, text: bytes) -> Code:
        """The same code with another text for one module."""
        other = Code({})
        other._texts, other._packages = {**self._texts, module: text}, self._packages
        other._hashes = {m: h for m, h in self._hashes.items() if m != module}
        return other

    def reached(self, *roots: str, apart: Collection[str] = ()) -> frozenset[str]:
        """The modules that some modules can reach, themselves included.

        Modules in ``apart`` are left out, and nothing may be reached through them: it is an error
        if a reached module takes something from one of them that the latter does not itself import
        from elsewhere.
        """
        closed = frozenset(apart)
        for root in roots:
            if root not in self:
                raise ValueError(f"{ROOT} has no module {root}")
        seen: set[str] = set()
        todo = {name for root in roots for name in self._with_parents(root)} - closed
        while todo:
            seen |= todo
            todo = {n for module in todo for n in self._imported(module, closed)} - seen
        return frozenset(seen)

    def libraries(self, modules: Iterable[str]) -> set[str]:
        """The top-level names that some modules import from outside of the package."""
        scans = [self.scan(module) for module in modules]
        names = {name for scan in scans for name in (*scan.modules, *(m for m, _ in scan.names))}
        return {name.split(".")[0] for name in names} - sys.stdlib_module_names - {ROOT, ""}

    def identity(self, *roots: str, apart: Collection[str] = ()) -> str:
        """A hash of all that some modules can reach, libraries included."""
        modules = sorted(self.reached(*roots, apart=apart))
        lines = [f"{module} {self._hash(module)}" for module in modules]
        lines += library_versions(frozenset(self.libraries(modules)))
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def scan(self, module: str) -> Imports:
        """What the file of a module imports."""
        return scan(module, module in self._packages, self._texts[module])

    def _hash(self, module: str) -> str:
        if module not in self._hashes:
            self._hashes[module] = hashlib.sha256(self._texts[module]).hexdigest()
        return self._hashes[module]

    def __contains__(self, module: str) -> bool:
        return module in self._texts

    # --- one module ---------------------------------------------------------------------------

    def _imported(self, module: str, apart: frozenset[str]) -> frozenset[str]:
        """The modules that one module imports itself, and the packages they lie in."""
        key = module, apart
        if key not in self._direct:
            found = self.scan(module)
            if found.unreadable:
                raise UnknownImport(
                    f"{module} loads by name ({', '.join(found.unreadable)}); "
                    f"it must do so with the functions of {LOADERS}"
                )
            direct: set[str] = set()
            for name in found.modules:
                # import a.b.c: all three can then be asked for whatever they offer
                for package in _prefixes(name):
                    direct |= self._taken(package, "*", module, apart)
            for place, name in found.names:
                direct |= self._taken(place, name, module, apart)
            for package in found.folders:
                direct |= {name for name in self._texts if name.startswith(f"{package}.")}
            whole = {above for name in direct for above in self._with_parents(name)}
            self._direct[key] = frozenset(whole - apart)
        return self._direct[key]

    def _with_parents(self, module: str) -> list[str]:
        return [name for name in _prefixes(module) if name in self]

    def _taken(self, place: str, name: str, by: str, apart: frozenset[str]) -> set[str]:
        """What ``from place import name`` loads."""
        if place not in self:
            return set()
        found = {place}
        if f"{place}.{name}" in self:
            found |= self._taken(f"{place}.{name}", "*", by, apart)
        elif place in apart:
            return found | self._taken_through(place, name, by, apart)
        for lazy, module in self.scan(place).places.items():
            if name in (lazy, "*"):
                where = (f"{place}.{module}", lazy) if module else (f"{place}.{lazy}", "*")
                found |= self._taken(*where, by, apart)
        return found

    def _taken_through(self, place: str, name: str, by: str, apart: frozenset[str]) -> set[str]:
        """A name of a module that is left out: only what that one imports itself."""
        for origin, there in self.scan(place).names:
            if there == name:
                return self._taken(origin, name, by, apart)
        what = "the whole of it" if name == "*" else name
        raise UnknownImport(
            f"{by} takes {what} from {place}, which reaches more than a result may depend on"
        )


def _prefixes(module: str) -> list[str]:
    """a, a.b, a.b.c"""
    parts = module.split(".")
    return [".".join(parts[:n]) for n in range(1, len(parts) + 1)]


# --- the code of this process ---------------------------------------------------------------------


def read_package(folder: Path = PACKAGE) -> dict[str, bytes]:
    """The source files of a package, by their paths relative to the folder it lies in."""
    paths = sorted(folder.rglob("*.py"))
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in paths}


_FILES = read_package()
#: The code as it was when it was loaded.  A session that lives on while a file is edited still runs
#: the old code, and must not store what it finds under the new.
LOADED = Code(_FILES)
#: A process that started later may have loaded other code; this tells them apart.
SNAPSHOT = hashlib.sha256(b"\0".join(_FILES.values())).hexdigest()


def unchanged() -> bool:
    """Whether the files still say what this process loaded."""
    return read_package() == _FILES
