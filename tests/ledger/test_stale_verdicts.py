"""No verdict outlives the code that decided it.

Which code that is is found here without reading any source: modules of claims are loaded, each in a
process of its own, their statements are decided for a while, and whatever modules of this package
are there afterwards must count.
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import lru_cache

import pytest

from glbtheory._support.code_identity import LOADED, Code
from glbtheory.claims import all_claims
from glbtheory.claims.model import Claim
from glbtheory.ledger import evidence_store

#: Seconds of one statement, and of all statements of a module.  What would be loaded later may be
#: missed, but nothing is made up.
PATIENCE = 0.3, 0.5

#: Libraries are loaded once; every module of claims then has a process that begins without ours.
DECIDED = """
import contextlib, io, json, os, signal, sys, time
import flint, joblib, mpmath, numba, numpy, pyarrow.parquet, rich.progress, scipy.optimize
import scipy.special, sympy, z3

assert not any(name.startswith("glbtheory") for name in sys.modules)

def stop(*_, **__):
    raise TimeoutError

# Experiments end where they would start processes.
joblib.cpu_count = joblib.Parallel = stop

def claims_in(module):
    from glbtheory.claims.model import Claim
    values = list(vars(module).values())
    lists = [v for v in values if isinstance(v, (list, tuple))]
    lists += [list(v.values()) for v in values if isinstance(v, dict)]
    found = [c for c in (*values, *(c for l in lists for c in l)) if isinstance(c, Claim)]
    return list({c.id: c for c in found}.values())

def loaded_by(name, each, total):
    __import__(name)
    claims = sorted(claims_in(sys.modules[name]), key=lambda c: c.kind != "experiment-claim")
    statements = [s for c in claims for s in (*c.printed[:1], *c.mutants[:1], *c.corrected[:1])]
    signal.signal(signal.SIGPROF, stop)
    end = time.process_time() + total
    for statement in statements:
        if time.process_time() > end:
            break
        try:
            signal.setitimer(signal.ITIMER_PROF, each)
            statement.decide()
        except Exception:
            pass  # interrupted, wherever it was
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    if "glbtheory.bandits.policies.base" in sys.modules:
        from glbtheory.bandits.policies.base import POLICIES, policy_class
        [policy_class(policy) for policy in POLICIES]
    if "glbtheory.bandits.experiments.run_store" in sys.modules:
        import glbtheory.bandits.run  # its workers would
    if "glbtheory.bandits.presets" in sys.modules:
        from glbtheory.bandits.presets import PRESETS, preset
        [preset(known) for known in PRESETS]
    return sorted(n for n in sys.modules if n.split(".")[0] == "glbtheory")

modules, patience = json.loads(sys.stdin.read())
answers = {}
for name in modules:
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                answer = loaded_by(name, *patience)
            except BaseException as error:
                answer = f"{type(error).__name__}: {error}"
        with open(writer, "w") as pipe:
            json.dump(answer, pipe)
        os._exit(0)
    os.close(writer)
    with open(reader) as pipe:
        answers[name] = json.load(pipe)
    os.waitpid(child, 0)
print(json.dumps(answers))
"""


def by_module() -> dict[str, Claim]:
    """One claim of each module; the others of the module have the same code."""
    return {claim.module: claim for claim in all_claims().values()}


def representatives() -> list[str]:
    """A module of each chapter, all about experiments, and enough to load whatever any loads."""
    chosen = list({c.chapter: c.module for c in by_module().values()}.values())
    chosen += [m for m, c in by_module().items() if c.kind == "experiment-claim"]
    reached = {m: LOADED.reached(m, apart=[evidence_store.REGISTRY]) for m in by_module()}
    helpers = frozenset().union(*reached.values()) - set(by_module())
    while missing := helpers.difference(*(reached[m] for m in chosen)):
        chosen.append(max(by_module(), key=lambda m: len(missing & reached[m])))
    return list(dict.fromkeys(chosen))


@lru_cache(maxsize=1)
def loaded() -> dict[str, list[str]]:
    """For some modules of claims the modules that are there once they are loaded and at work."""
    done = subprocess.run(
        [sys.executable, "-c", DECIDED],
        input=json.dumps([representatives(), PATIENCE]),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    assert {name: fault for name, fault in found.items() if isinstance(fault, str)} == {}
    return found


def edited(module: str) -> Code:
    return LOADED.edited(module, LOADED.text(module) + b"\n# edited\n")


@lru_cache(maxsize=1)
def keys() -> dict[str, str | None]:
    return {name: evidence_store.key(claim) for name, claim in by_module().items()}


def test_an_edit_of_whatever_a_claim_loads_gives_it_a_new_key() -> None:
    users: dict[str, list[str]] = {}
    for name, modules in loaded().items():
        for module in modules:
            users.setdefault(module, []).append(name)
    # The registry finds claims; it decides nothing, and no claim may take anything from it.
    assert set(users.pop(evidence_store.REGISTRY)) == set(loaded())
    for module, names in users.items():
        code = edited(module)
        for name in names:
            assert evidence_store.key(by_module()[name], code) != keys()[name], (module, name)


def test_claims_about_experiments_load_policies_presets_and_estimators() -> None:
    """What is loaded by name, and was once missed."""
    name = all_claims()["X10"].module
    needed = {
        *("policies.sc_d_glucb", "policies.generalized_linear", "policies.k_arms"),
        *("estimators.projection", "kernels.play", "run"),
        *("presets.figure_1", "presets.beyond"),
    }
    assert {f"glbtheory.bandits.{module}" for module in needed} <= set(loaded()[name])
    # The round that needs an estimator loads it; an edit of any of them counts all the same.
    reached = LOADED.reached(name, apart=[evidence_store.REGISTRY])
    kinds = ("estimators.local", "estimators.blocks", "estimators.newton")
    assert {f"glbtheory.bandits.{module}" for module in (*needed, *kinds)} <= set(reached)


@pytest.mark.parametrize("room", ["book", "cli"])
def test_an_edit_of_what_shows_claims_changes_no_key(room: str) -> None:
    modules = [m for m in LOADED.modules if m.startswith(f"glbtheory.{room}.")]
    assert modules
    for module in modules:
        code = edited(module)
        for name, claim in by_module().items():
            assert evidence_store.key(claim, code) == keys()[name], (module, name)


def test_chapters_do_not_hang_together() -> None:
    """An edit of one file of claims leaves most others alone; one of the registry leaves all."""
    for module in list(by_module())[::10]:
        code = edited(module)
        same = [n for n, c in by_module().items() if evidence_store.key(c, code) == keys()[n]]
        assert module not in same and len(same) > len(keys()) / 2
    code = edited(evidence_store.REGISTRY)
    assert {n: evidence_store.key(c, code) for n, c in by_module().items()} == keys()


def test_no_claim_takes_anything_from_the_registry() -> None:
    for name in by_module():
        text = LOADED.text(name) + b"\nfrom glbtheory.claims import all_claims\n"
        with pytest.raises(ValueError, match="takes all_claims from glbtheory"):
            evidence_store.key(by_module()[name], LOADED.edited(name, text))


def test_versions_of_what_computes_are_in_the_key() -> None:
    reached = LOADED.reached(
        all_claims()["X10"].module, evidence_store.ASKING, apart=[evidence_store.REGISTRY]
    )
    assert LOADED.libraries(reached) >= {
        *("numpy", "scipy", "sympy", "mpmath", "flint", "z3", "numba", "pyarrow", "joblib")
    }
