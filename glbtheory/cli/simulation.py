"""The commands simulate, presets, results, suggest; what they need is imported on call."""

from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from glbtheory.cli._answers import FINE, INTERRUPTED, NO, print_json

if TYPE_CHECKING:
    from glbtheory.bandits.experiments.configuration import Configuration
    from glbtheory.bandits.experiments.results import Results
    from glbtheory.bandits.experiments.runner import Report

#: Options that change a preset and that a file of one's own would contradict.
_PRESET_ONLY = ("lam", "delta", "factor", "actions")
#: What ``suggest`` may be told, besides.
_KNOWN = {
    "lowest": "mean reward of the worst action",
    "highest": "mean reward of the best action",
    "S": "bound on the norm of the parameter, in place of these two",
    "lasting": "rounds that the world stays as it is, in place of --changes",
    "gap": "least gap between the best action and the others",
    "budget": "largest bonus of an action never tried",
    "delta": "probability with which confidence sets may fail (default 0.05)",
    "m": "largest reward, where the link has none",
}


def add_commands(command: Callable[..., argparse.ArgumentParser]) -> None:
    """``command(name, run, text)`` makes a parser with ``--json``."""
    sub = command(
        "simulate",
        _simulate,
        "Play policies in an environment, many times; run again to resume.",
    )
    what = sub.add_mutually_exclusive_group()
    what.add_argument(
        "--preset", metavar="NAME", help="figure-1 and others, listed by 'glbtheory presets'"
    )
    what.add_argument("--config", metavar="FILE", help="JSON or TOML file with the experiment")
    sub.add_argument("--out", metavar="DIR", required=True, help="where the finished runs go")
    sub.add_argument("--policies", nargs="+", metavar="NAME", help="only these")
    for option, kind, text in (
        ("--runs", int, "number of runs"),
        ("--horizon", int, "rounds of a run"),
        ("--seed", int, "seed of all runs (default 0)"),
        ("--checkpoints", int, "rounds at which sums are kept (default 200)"),
        ("--lam", float, "λ of a figure-1 preset (default d log T)"),
        ("--delta", float, "δ of a preset (default 0.05)"),
        ("--factor", int, "of a preset: 2, or 1 to drop the bonus' factor for the projection"),
        ("--jobs", int, "processes (default: all cores)"),
    ):
        letter = "N" if kind is int else "X"
        sub.add_argument(option, type=kind, metavar=letter, help=text)
    sub.add_argument("--actions", metavar="SET", help="of a preset: sphere (default) or ball")
    sub.add_argument(
        "--backend", choices=("loky", "dask"), default="loky", help="what runs the processes"
    )
    sub.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, tcp://host:port")

    command("presets", _presets, "The ready-made experiments of simulate --preset.")

    sub = command("results", _results, "What the runs in a folder say about the regret.")
    sub.add_argument("folder", metavar="DIR")
    sub.add_argument("--csv", metavar="FILE", help="write all runs as a tidy table")
    sub.add_argument("--parquet", metavar="FILE", help="the same as Parquet")
    sub.add_argument(
        "--level", type=float, default=0.5, help="part of the runs in the band (default 0.5)"
    )
    sub.add_argument(
        "--confidence", type=float, default=0.95, help="of the mean's limits (default 0.95)"
    )

    sub = command("suggest", _suggest, "Suggest a policy and its parameters from what is known.")
    sub.add_argument(
        "--link", default="logistic", help="logistic (default), poisson, binomial(n) …"
    )
    sub.add_argument("--d", type=int, required=True, metavar="N", help="dimension of the actions")
    sub.add_argument("--horizon", type=int, required=True, metavar="N", help="rounds")
    sub.add_argument("--changes", type=int, metavar="N", help="how often the world changes")
    for name, text in _KNOWN.items():
        sub.add_argument(f"--{name}", type=float, metavar="X", help=text)
    sub.add_argument("--forgetting", default="discount", help="discount (default) or window")
    sub.add_argument("--aim", default="guarantee", help="guarantee (default) or practice")
    sub.add_argument("--refined", action="store_true", help="the smaller bonus while θ̂ is in Θ")


def _say(line: str) -> None:
    print(f"glbtheory: {line}", file=sys.stderr, flush=True)


def _presets(args: argparse.Namespace) -> int:
    from glbtheory.bandits.presets import QUICK, presets

    found = {name: one.text for name, one in presets().items()}
    if args.json:
        print_json(found)
        return FINE
    width = max(map(len, found))
    for name, text in found.items():
        print(f"{name:{width}}  {text}")
    print(f"\nAdd {QUICK} to a name for a short version that takes seconds.")
    return FINE


# --- simulate -----------------------------------------------------------------------------------


def _simulate(args: argparse.Namespace) -> int:
    experiments = _experiments(args)
    import joblib

    from glbtheory._support.progress import restarts_unsaid
    from glbtheory.bandits.experiments import runner
    from glbtheory.bandits.experiments.workers import WorkersFailed
    from glbtheory.bandits.kernels.compile import is_cold

    jobs = joblib.cpu_count() if args.jobs is None else args.jobs
    again = f"'glbtheory simulate --out {args.out}' resumes from here"

    def started(report: Report, missing: int) -> None:
        for line in report.lines():
            _say(line)
        _say(f"{missing} runs to compute, {report.kept} already there")
        if missing and is_cold():
            _say("the simulator is compiled first, which takes about a minute, once")

    try:
        with restarts_unsaid(), _progress() as progress:
            report = runner.simulate(
                experiments,
                jobs=jobs,
                backend=args.backend,
                scheduler=args.scheduler,
                progress=progress,
                started=started,
            )
    except KeyboardInterrupt:
        _say(f"interrupted; finished runs are kept, {again}")
        return INTERRUPTED
    except (WorkersFailed, OSError) as error:
        _say(f"{error}; finished runs are kept, {again}")
        return NO
    if args.json:
        print_json({"out": args.out, **dataclasses.asdict(report)})
    else:
        print(f"{args.out}: {report.computed} runs computed, {report.kept} already there")
    return FINE


def _experiments(args: argparse.Namespace) -> dict[str | Path, Configuration]:
    """Folders and what they are to hold."""
    if args.preset is None:
        given = [f"--{name}" for name in _PRESET_ONLY if getattr(args, name) is not None]
        if given:
            raise ValueError(f"{', '.join(given)} goes with --preset; a file has its own")
    if args.preset is None and args.config is None:
        return _resumed(args)
    from glbtheory.bandits.experiments.configuration import configuration_from, read_file
    from glbtheory.bandits.presets import Options, preset

    common = {
        name: getattr(args, name)
        for name in ("runs", "horizon", "seed", "checkpoints")
        if getattr(args, name) is not None
    }
    out = Path(args.out)
    if args.config is not None:
        raw = read_file(args.config)
        described = {**raw, **common} if isinstance(raw, dict) else raw
        whole = configuration_from(described)
        _require_room(out, several=False)
        return {out: whole if args.policies is None else whole.only(args.policies)}
    own = {n: getattr(args, n) for n in _PRESET_ONLY if getattr(args, n) is not None}
    policies = None if args.policies is None else tuple(args.policies)
    parts = preset(args.preset, Options(policies=policies, **common, **own))
    _require_room(out, several="" not in parts)
    return {out / name: configuration_from(described) for name, described in parts.items()}


def _require_room(out: Path, several: bool) -> None:
    """A folder holds one experiment, or several in folders of their own."""
    from glbtheory.bandits.experiments.results import experiments

    if several and (out / "config.json").exists():
        raise ValueError(f"out: {out} holds one experiment itself; choose another folder")
    if not several and "" not in experiments(out):
        raise ValueError(f"out: {out} holds several experiments; choose another folder")


def _resumed(args: argparse.Namespace) -> dict[str | Path, Configuration]:
    """What the folder holds already, perhaps with more runs."""
    from glbtheory.bandits.experiments import results
    from glbtheory.bandits.experiments.folder import Folder

    fixed = [f"--{n}" for n in ("horizon", "seed", "checkpoints") if getattr(args, n) is not None]
    if fixed:
        raise ValueError(f"{', '.join(fixed)} needs --preset or --config")
    found: dict[str | Path, Configuration] = {}
    for place in results.experiments(args.out).values():
        try:
            stored, _ = Folder(place).stored()
        except FileNotFoundError:
            raise ValueError(f"{args.out} is new: --preset or --config is needed") from None
        if args.runs is not None:
            from glbtheory._support.validation import whole_number

            stored = dataclasses.replace(stored, runs=whole_number("runs", args.runs, 1))
        found[place] = stored if args.policies is None else stored.only(args.policies)
    return found


@contextmanager
def _progress() -> Iterator[Callable[[int, int, str], None]]:
    """A bar on a terminal; elsewhere a line for every tenth of the work."""
    if sys.stderr.isatty():
        from glbtheory._support.progress import progress_bar

        with progress_bar("simulate") as report:
            yield report
        return
    start, last = time.monotonic(), 0

    def lines(done: int, total: int, what: str) -> None:
        nonlocal last
        if total and 10 * done // total > last:
            last = 10 * done // total
            left = (time.monotonic() - start) * (total - done) / done
            _say(f"{done} of {total} runs, about {left:.0f} s left")

    yield lines


# --- results ------------------------------------------------------------------------------------


def _results(args: argparse.Namespace) -> int:
    from glbtheory._support.validation import fraction_of_one

    fraction_of_one("level", args.level)
    fraction_of_one("confidence", args.confidence)
    from glbtheory.bandits.experiments import results

    found = {name: results.load(place) for name, place in results.experiments(args.folder).items()}
    for name, one in found.items():
        _warn(name, one)
    _export(args, found)
    summaries = {name: one.summary(args.level, args.confidence) for name, one in found.items()}
    if args.json:
        print_json(summaries.get("", {"experiments": summaries}))
        return FINE
    from glbtheory.cli import console

    for name, summary in summaries.items():
        console.out().print(console.results_table(name, summary))
    return FINE


def _warn(name: str, found: Results) -> None:
    head = f"{name}: " if name else ""
    for file, why in found.damaged.items():
        _say(f"{head}{file}: {why}; not used, 'glbtheory simulate' computes it again")
    if found.strangers:
        _say(f"{head}not used: {len(found.strangers)} file(s) of another configuration or version")
    if not found.same_code:
        _say(f"{head}these runs were made by another version of the simulator")


def _export(args: argparse.Namespace, found: dict[str, Results]) -> None:
    if args.csv is None and args.parquet is None:
        return
    import pyarrow as pa

    from glbtheory.bandits.experiments import results

    tables = []
    for name, one in found.items():
        table = one.tidy()
        if name:
            table = table.add_column(0, "experiment", pa.array([name] * len(table), pa.string()))
        tables.append(table)
    whole = pa.concat_tables(tables)
    for option, write in (("csv", results.write_csv), ("parquet", results.write_parquet)):
        path = getattr(args, option)
        if path is not None:
            try:
                write(whole, path)
            except OSError as error:
                raise ValueError(f"--{option}: cannot write {path}: {error.strerror}") from None


# --- suggest ------------------------------------------------------------------------------------


def _suggest(args: argparse.Namespace) -> int:
    from glbtheory.bandits.suggestions import suggest

    names = ("changes", *_KNOWN)
    known = {n: getattr(args, n) for n in names if getattr(args, n) is not None}
    advice = suggest(
        args.link,
        args.d,
        args.horizon,
        forgetting=args.forgetting,
        refined=args.refined,
        aim=args.aim,
        **known,
    )
    if args.json:
        print_json(dataclasses.asdict(advice))
    else:
        print(advice)
    return FINE
