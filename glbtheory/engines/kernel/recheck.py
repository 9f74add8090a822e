"""Lets coqchk read what coqc wrote, and check every proof again.

It shares the kernel's code with Coq, and not the parser or the tactics: it catches compiled files
that were tampered with, and not an error of the kernel.
"""

from __future__ import annotations

import re
from pathlib import Path

from glbtheory.engines.kernel.build import CompilationFailed, arguments
from glbtheory.engines.kernel.processes import Finished, Processes
from glbtheory.engines.kernel.sources import Project

#: How much is checked: everything with the libraries, the files of the project, nothing.
EXTENTS = ("all", "own", "no")
#: What the summary must say "<none>" of.
_NONE = ("type-in-type", "unsafe (co)fixpoints", "positivity is assumed")


def recheck(project: Project, folder: Path, processes: Processes, extent: str) -> Finished:
    """Run coqchk on a compiled project; :class:`CompilationFailed` if it objects."""
    names = [f"{project.name}.{module}" for module in project.modules]
    if extent == "own":
        names = [word for name in names for word in ("-norec", name)]
    done = processes.run(["coqchk", "-silent", "-o", *arguments(project), *names], folder)
    if done.code:
        raise CompilationFailed(f"coqchk does not accept the proofs:\n{done.output[-2000:]}")
    for what in _NONE:
        if not re.search(rf"{re.escape(what)}: *<none>", done.output):
            raise CompilationFailed(f"coqchk does not say that nothing relies on {what}")
    return done
