"""Compiles the files of a project in the order in which they need each other.

Sources are copied to a build folder; next to the sources nothing is written.  A file that was
compiled is compiled again only if its text, a file that it needs, the settings or Coq itself have
changed, or if what Coq wrote is no longer what it was.  What was finished before an interrupt is
kept.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock

from glbtheory._support.files import cache_folder, write_atomically
from glbtheory._support.progress import ProgressReport
from glbtheory.engines.kernel.installed import coq_version
from glbtheory.engines.kernel.processes import Processes
from glbtheory.engines.kernel.sources import Project

_STATE = "compiled.json"


class CompilationFailed(ValueError):
    """Coq did not accept a file; the message is what it said."""


@dataclass(frozen=True)
class Compiled:
    """One file: the digest of all that it was made from and of what Coq wrote, and what it took."""

    made_from: str
    written: str
    seconds: float
    megabytes: float


def build_folder(project: Project) -> Path:
    """Where a project is compiled: in ``_build/formal``, apart from projects of other names."""
    return cache_folder("formal") / project.name


def compile_all(
    project: Project,
    folder: Path,
    *,
    jobs: int = 2,
    from_nothing: bool = False,
    progress: ProgressReport | None = None,
) -> dict[str, Compiled]:
    """Compile what has changed, and tell of every file what it took when it was compiled."""
    if jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder.with_name(f"{folder.name}.lock")):
        if from_nothing:
            shutil.rmtree(folder)
            folder.mkdir()
        _copy(project, folder)
        needs = needed(project, folder)
        return _Build(project, folder, needs, progress).run(jobs)


def needed(project: Project, folder: Path) -> dict[str, list[str]]:
    """For each module of the project those of its modules that it needs, as coqdep says."""
    with Processes() as processes:
        files = [file for file, _ in project.texts]
        done = processes.run(["coqdep", *arguments(project), *files], folder)
    if done.code:
        raise CompilationFailed(f"coqdep: {done.output.strip()}")
    found: dict[str, list[str]] = {module: [] for module in project.modules}
    for line in done.output.splitlines():
        left, colon, right = line.partition(":")
        target = left.split()[0] if left.split() else ""
        if colon and target.endswith(".vo"):
            names = [word.removesuffix(".vo") for word in right.split() if word.endswith(".vo")]
            found[target.removesuffix(".vo")] = [name for name in names if name in found]
    return found


def arguments(project: Project) -> list[str]:
    """How a tool of Coq is told of the project, in its build folder."""
    return ["-Q", ".", project.name]


def _copy(project: Project, folder: Path) -> None:
    for file, text in project.texts:
        path = folder / file
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    kept = set(project.modules)
    for path in folder.iterdir():
        if path.suffix in (".v", ".vo", ".vos", ".vok", ".glob") and path.stem not in kept:
            path.unlink()


class _Build:
    """One run: which files are up to date, which are under way."""

    def __init__(
        self,
        project: Project,
        folder: Path,
        needs: Mapping[str, list[str]],
        progress: ProgressReport | None,
    ) -> None:
        self.project, self.folder, self.needs = project, folder, needs
        self.report = progress or (lambda done, total, name: None)
        self.texts = {file.removesuffix(".v"): text for file, text in project.texts}
        self.tools = f"{coq_version()} {' '.join(project.flags)} {project.name}"
        self.known = _read_state(folder)
        self.done: dict[str, Compiled] = {}

    def run(self, jobs: int) -> dict[str, Compiled]:
        todo = list(self.texts)
        running: dict[Future[Compiled], str] = {}
        with Processes() as processes, ThreadPoolExecutor(jobs) as pool:
            try:
                while todo or running:
                    ready = [m for m in todo if all(n in self.done for n in self.needs[m])]
                    if not ready and not running:
                        raise CompilationFailed(f"these need each other: {', '.join(todo)}")
                    for module in ready:
                        todo.remove(module)
                        if self._is_up_to_date(module):
                            self._finish(module, self.known[module])
                        else:
                            running[pool.submit(self._compile, module, processes)] = module
                    if running:
                        for future in wait(running, return_when=FIRST_COMPLETED).done:
                            self._finish(running.pop(future), future.result())
            except BaseException:
                # Ends what is running, so that the pool need not wait for it.
                processes.__exit__()
                for future in running:
                    future.cancel()
                raise
        return {module: self.done[module] for module in self.texts}

    def _made_from(self, module: str) -> str:
        below = [f"{name} {self.done[name].written}" for name in sorted(self.needs[module])]
        lines = "\n".join([self.tools, module, *below, self.texts[module]])
        return hashlib.sha256(lines.encode()).hexdigest()

    def _is_up_to_date(self, module: str) -> bool:
        known = self.known.get(module)
        return (
            known is not None
            and known.made_from == self._made_from(module)
            and known.written == _digest(self.folder / f"{module}.vo")
        )

    def _compile(self, module: str, processes: Processes) -> Compiled:
        given = [*self.project.flags, *arguments(self.project), f"{module}.v"]
        found = processes.run(["coqc", *given], self.folder)
        if found.code:
            raise CompilationFailed(f"Coq does not accept {module}.v:\n{_errors(found.output)}")
        written = _digest(self.folder / f"{module}.vo")
        return Compiled(self._made_from(module), written, found.seconds, found.megabytes)

    def _finish(self, module: str, compiled: Compiled) -> None:
        self.done[module] = compiled
        if self.known.get(module) != compiled:
            self.known[module] = compiled
            state = {name: asdict(c) for name, c in self.known.items()}
            write_atomically(self.folder / _STATE, json.dumps(state, indent=1).encode())
        self.report(len(self.done), len(self.texts), f"{module}.v")


def _errors(output: str) -> str:
    """What Coq said from its first error on; warnings may stand before."""
    lines = output.strip().splitlines()
    place = next((k for k, line in enumerate(lines) if line.startswith("Error")), 0)
    return "\n".join(lines[max(place - 1, 0) :]) or "it was ended before it was done"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""


def _read_state(folder: Path) -> dict[str, Compiled]:
    try:
        found = json.loads((folder / _STATE).read_text(encoding="utf-8"))
        return {name: Compiled(**entry) for name, entry in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
