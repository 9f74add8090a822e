"""Asks Coq what was proved: statements, axioms, and whether proofs are closed.

A file is generated that asks about every theorem and is compiled in the build folder.  It begins
as ``Claims.v`` does, so that Coq writes statements in the same notation.  Theorems of claims are
those of ``Claims.v`` and of the ``claims_*.v``.  Marks between the answers
carry the digest of the sources, which no source can contain.

To follow one theorem to its axioms takes seconds, since Coq walks through the libraries each time.
So the theorems of a file are asked about together, and all lemmas together.  Each rests on no other
axioms than those of its group.  Only a group with an axiom that is not allowed is asked one by one.
"""

from __future__ import annotations

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from glbtheory.engines.kernel.axioms import not_allowed
from glbtheory.engines.kernel.build import CompilationFailed, arguments
from glbtheory.engines.kernel.checked import CheckedChapter, CheckedProofs, CheckedTheorem
from glbtheory.engines.kernel.installed import versions
from glbtheory.engines.kernel.processes import Processes
from glbtheory.engines.kernel.sentences import Proved, proved, sentences
from glbtheory.engines.kernel.sources import CLAIMS, Project, RefusedSource, states_claims

WIDTH = 100
#: The key of all lemmas, when their axioms are asked for together; no file has this name.
_LEMMAS = "."
#: How a sentence begins that says how things are written.
_OPENING = (
    *("From", "Require", "Import", "Export", "Set", "Unset", "Open", "Close", "Declare", "Delimit"),
    *("Notation", "Infix", "Reserved"),
)


@dataclass(frozen=True)
class _AskedOfCoq:
    """Something to ask: under which key, in which words of Coq."""

    key: str
    command: str


def audit(project: Project, folder: Path, *, jobs: int = 2) -> CheckedProofs:
    """What Coq says of all theorems and lemmas of a project that is compiled in the folder.

    A theorem of a claim that is not closed with ``Qed`` is a :class:`RefusedSource`.
    """
    texts = {file.removesuffix(".v"): text for file, text in project.texts}
    found = {m: list(proved(text, f"{m}.v")) for m, text in texts.items()}
    _check_names(found)
    stated = {m: found.pop(m) for m in list(found) if states_claims(m)}
    theorems = {p.name: (m, p) for m, these in stated.items() for p in these}
    lemmas = {m: [p.name for p in these if p.end == "Qed"] for m, these in found.items()}
    asked = [
        *_about_theorems(project, {name: module for name, (module, _) in theorems.items()}),
        *_about_lemmas(project, lemmas),
    ]
    groups = {m: [f"{m}.{p.name}" for p in these] for m, these in stated.items() if these}
    groups[_LEMMAS] = [f"{m}.{name}" for m, names in lemmas.items() for name in names]
    asked += [_about_axioms(project, key, names) for key, names in groups.items() if names]
    answers = _answers(project, folder, asked, jobs)
    rests_on = _axioms_by_key(project, folder, answers)
    single = _one_by_one(groups, lemmas, {k for k, named in rests_on.items() if not_allowed(named)})
    if single:
        asked = [_about_axioms(project, key, names) for key, names in single.items()]
        rests_on |= _axioms_by_key(project, folder, _answers(project, folder, asked, jobs))

    def axioms(module: str, name: str = "") -> list[str]:
        """Of one theorem or file if that was asked about by itself, otherwise of its group."""
        key = f"{module}.{name}"
        return rests_on[key if key in rests_on else module if name else _LEMMAS]

    return CheckedProofs(
        project.digest,
        versions(),
        {
            name: CheckedTheorem(
                _statement(answers[f"S {name}"]),
                _hash(answers[f"T {name}"]),
                _opaque(f"{module}.v", name, answers[f"O {name}"], axioms(module, name)),
                theorem.comment,
                module,
            )
            for name, (module, theorem) in theorems.items()
        },
        {
            module: CheckedChapter(
                axioms(module) if names else [],
                {name: _statement(answers[f"S {module}.{name}"]) for name in names},
            )
            for module, names in lemmas.items()
        },
    )


def _check_names(found: dict[str, list[Proved]]) -> None:
    places: dict[str, str] = {}
    for module, those in found.items():
        names = [p.name for p in those]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise RefusedSource(f"{module}.v proves {', '.join(twice)} twice")
        for theorem in those if states_claims(module) else ():
            name, here = theorem.name, f"{module}.v, line {theorem.line}: {theorem.name}"
            if theorem.end != "Qed":
                raise RefusedSource(
                    f"{here} ends with {theorem.end}; a theorem of a claim needs Qed"
                )
            if "." in name:
                raise RefusedSource(f"{here} stands in a module; a theorem of a claim must not")
            if name in places:
                raise RefusedSource(f"{here} is a theorem of {places[name]}.v already")
            places[name] = module


# --- questions ------------------------------------------------------------------------------------


def _about_theorems(project: Project, theorems: dict[str, str]) -> list[_AskedOfCoq]:
    """``theorems`` are names, with the files that they stand in."""
    found = []
    for name, module in theorems.items():
        full = f"{project.name}.{module}.{name}"
        found += [
            _AskedOfCoq(f"S {name}", f"Check @{full}."),
            _AskedOfCoq(f"T {name}", f"Set Printing All. Check @{full}. Unset Printing All."),
            _AskedOfCoq(f"O {name}", f"About {full}."),
        ]
    return found


def _about_lemmas(project: Project, lemmas: dict[str, list[str]]) -> list[_AskedOfCoq]:
    return [
        _AskedOfCoq(f"S {module}.{name}", f"Check @{project.name}.{module}.{name}.")
        for module, names in lemmas.items()
        for name in names
    ]


def _about_axioms(project: Project, key: str, names: list[str]) -> _AskedOfCoq:
    """The axioms that some theorems rest on together; a name is ``file.theorem``.

    A definition that uses the theorems of a file, for each file, and one that uses these.
    """
    by_file: dict[str, list[str]] = {}
    for name in names:
        by_file.setdefault(name.partition(".")[0], []).append(f"@{project.name}.{name}")
    # Coq refuses a second definition of a name.
    tag = f"uses_{re.sub(r'[^A-Za-z0-9_]', '_', key)}"
    lines = [
        f"Definition {tag}_in_{module} := {_uses(places)}." for module, places in by_file.items()
    ]
    lines.append(f"Definition {tag} := {_uses([f'{tag}_in_{module}' for module in by_file])}.")
    return _AskedOfCoq(f"A {key}", " ".join([*lines, f"Print Assumptions {tag}."]))


def _uses(places: list[str]) -> str:
    return " ".join([*(f"let _ := {place} in" for place in places), "tt"])


def _one_by_one(
    groups: dict[str, list[str]], lemmas: dict[str, list[str]], doubtful: set[str]
) -> dict[str, list[str]]:
    """Each theorem of a doubtful file by itself; if lemmas are doubtful, each file of them."""
    found = {name: [name] for key in doubtful - {_LEMMAS} for name in groups[key]}
    if _LEMMAS in doubtful:
        found |= {
            f"{m}.": [f"{m}.{name}" for name in names] for m, names in lemmas.items() if names
        }
    return found


def _opening(project: Project) -> str:
    """What ``Claims.v`` begins with and says how things are written; then all files, unopened."""
    text = dict(project.texts).get(f"{CLAIMS}.v", "")
    lines = []
    for sentence in sentences(text, f"{CLAIMS}.v"):
        if sentence.command[:1] == [] or sentence.command[0] not in _OPENING:
            break
        lines.append(sentence.text)
    needed = [f"From {project.name} Require {module}." for module in project.modules]
    # Nothing that Claims.v sets may change how the answers are cut.
    return "\n".join(
        [*lines, *needed, f"Set Printing Width {WIDTH}.", "Set Printing Depth 10000.", ""]
    )


def _answers(project: Project, folder: Path, asked: list[_AskedOfCoq], jobs: int) -> dict[str, str]:
    """The answers by key; the questions are spread over as many processes."""
    with Processes() as processes, ThreadPoolExecutor(jobs) as pool:
        try:
            work = [
                pool.submit(_ask, project, folder, questions, f"Audit{k}", processes)
                for k, questions in enumerate(_evenly(asked, jobs))
            ]
            return {key: said for future in work for key, said in future.result().items()}
        except BaseException:
            processes.__exit__()
            raise


def _evenly(asked: list[_AskedOfCoq], jobs: int) -> list[list[_AskedOfCoq]]:
    """All questions in as many lists as there are processes; to follow axioms takes longest."""
    slow = [q for q in asked if q.key.startswith("A ")]
    quick = [q for q in asked if not q.key.startswith("A ")]
    parts = [quick, *([] for _ in range(jobs - 1))]
    for k, question in enumerate(slow):
        parts[(k + 1) % jobs].append(question)
    return [part for part in parts if part]


def _ask(
    project: Project, folder: Path, questions: list[_AskedOfCoq], file: str, processes: Processes
) -> dict[str, str]:
    mark = f"@@ {project.digest} "
    lines = [_opening(project)]
    for q in questions:
        lines += [f'Goal True. idtac "{mark}{q.key}". Abort.', q.command]
    (folder / f"{file}.v").write_text("\n".join(lines) + "\n", encoding="utf-8")
    given = ["-w", "none", *arguments(project), f"{file}.v"]
    try:
        done = processes.run(["coqc", *given], folder)
    finally:
        for path in (*folder.glob(f"{file}.*"), *folder.glob(f".{file}.*")):
            path.unlink()
    if done.code:
        raise CompilationFailed(f"Coq does not answer the audit:\n{done.output.strip()[-2000:]}")
    found = {}
    for part in done.output.split(mark)[1:]:
        key, _, said = part.partition("\n")
        found[key.strip()] = said
    missing = [q.key for q in questions if q.key not in found]
    if missing:
        raise CompilationFailed(f"Coq does not answer: {', '.join(missing)}")
    return found


# --- answers --------------------------------------------------------------------------------------


def _statement(said: str) -> list[str]:
    """The lines of a type, the name before it taken off, moved to the left."""
    _, colon, right = said.partition(" : ")
    if not colon:
        raise CompilationFailed(f"Coq's answer is not understood: {said[:200]}")
    lines = right.rstrip().splitlines()
    depth = min((len(x) - len(x.lstrip()) for x in lines[1:] if x.strip()), default=0)
    return [lines[0].strip(), *(x[depth:].rstrip() for x in lines[1:])]


def _axioms(said: str) -> list[str]:
    """The axioms that ``Print Assumptions`` names; anything that is not understood counts too."""
    lines = [line for line in said.splitlines() if line.strip()]
    if not lines:
        raise CompilationFailed("Coq's answer on assumptions is empty")
    if lines[0].startswith("Closed under the global context"):
        return []
    found = []
    for line in lines:
        if line[:1].isspace() or line.strip() == "Axioms:":
            continue
        match = re.fullmatch(r"([\w.']+)(?: :.*)?", line.rstrip())
        found.append(match.group(1) if match else " ".join(line.split()))
    if not found:
        raise CompilationFailed(f"Coq's answer on assumptions is not understood: {said[:200]}")
    return found


def _axioms_by_key(project: Project, folder: Path, answers: dict[str, str]) -> dict[str, list[str]]:
    """The full names of axioms, for every key that was asked about axioms."""
    short = {key[2:]: _axioms(said) for key, said in answers.items() if key.startswith("A ")}
    full = _full_names(
        project, folder, sorted({name for names in short.values() for name in names})
    )
    return {key: sorted(full.get(name, name) for name in names) for key, names in short.items()}


def _opaque(file: str, name: str, said: str, axioms: list[str]) -> list[str]:
    if not re.search(r"^\S+ is opaque$", said, re.M):
        raise RefusedSource(f"{file}: the proof of {name} is not closed with Qed")
    return axioms


def _full_names(project: Project, folder: Path, short: list[str]) -> dict[str, str]:
    """Where the axioms with these short names are; what Coq cannot locate keeps its short name."""
    named = [name for name in short if re.fullmatch(r"[\w.']+", name)]
    if not named:
        return {}
    with Processes() as processes:
        questions = [_AskedOfCoq(name, f"About {name}.") for name in named]
        answers = _ask(project, folder, questions, "AuditNames", processes)
    found = {name: re.search(r"Expands to: Constant (\S+)", said) for name, said in answers.items()}
    return {name: match.group(1) for name, match in found.items() if match}


def _hash(said: str) -> str:
    """Of a statement with nothing hidden: how its lines are broken does not matter."""
    return hashlib.sha256(" ".join(said.split()).encode()).hexdigest()
