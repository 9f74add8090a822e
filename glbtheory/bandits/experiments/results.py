"""What the finished runs say: tables, bands, paired differences, tidy exports.

::

    found = results.load("DIR")
    found.rounds, found.mean("SC-D-GLUCB")
    found.band("SC-D-GLUCB", level=0.5)            # as in the paper's figure
    found.difference("D-GLUCB", "SC-D-GLUCB")      # run by run: both met the same random numbers

Reading needs neither the policies nor a compiler.  Every file is verified; one that is damaged is
reported and left out.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.files import path_of, write_atomically
from glbtheory._support.validation import one_of
from glbtheory.bandits.experiments import run_files
from glbtheory.bandits.experiments.configuration import Configuration
from glbtheory.bandits.experiments.folder import Folder
from glbtheory.bandits.statistics import summary
from glbtheory.bandits.statistics.summary import CONFIDENCE, QUANTILES, Limits
from glbtheory.bandits.trace import COLUMNS, Trace

Array = np.ndarray


class Difference(NamedTuple):
    """Regret of one policy less that of another, over the runs that both have finished."""

    runs: int
    mean: Array
    standard_error: Array
    limits: Limits


@dataclass
class Results:
    """All finished runs of an experiment."""

    configuration: Configuration
    traces: dict[str, dict[int, Trace]]
    damaged: dict[str, str] = field(default_factory=dict)
    damaged_runs: dict[str, list[int]] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    same_code: bool = True

    @property
    def labels(self) -> list[str]:
        """The policies."""
        return list(self.configuration.policies)

    @property
    def rounds(self) -> Array:
        """The checkpoints."""
        return np.array(self.configuration.checkpoints)

    def runs(self, label: str) -> list[int]:
        """The numbers of the finished runs of a policy."""
        return sorted(self._of(label))

    def missing(self, label: str) -> list[int]:
        """The numbers of the runs that are not there, damaged ones included."""
        return [r for r in range(self.configuration.runs) if r not in self._of(label)]

    def values(self, label: str, what: str = "regret") -> Array:
        """One row per finished run, one column per checkpoint."""
        what = one_of("what", what, COLUMNS)
        found = [getattr(self._of(label)[r], what) for r in self.runs(label)]
        return np.array(found) if found else np.empty((0, len(self.rounds)))

    def mean(self, label: str, what: str = "regret") -> Array:
        """The mean over the runs."""
        return summary.mean(self._some(label, what))

    def band(self, label: str, level: float = 0.5, what: str = "regret") -> Limits:
        """The central quantiles that hold this part of the runs."""
        return summary.band(self._some(label, what), level)

    def limits(self, label: str, confidence: float = CONFIDENCE, what: str = "regret") -> Limits:
        """Bootstrap confidence limits of the mean."""
        return summary.bootstrap(self._some(label, what), confidence)

    def difference(
        self, label: str, other: str, what: str = "regret", confidence: float = CONFIDENCE
    ) -> Difference:
        """``label`` less ``other``, run by run."""
        a, b, what = self._of(label), self._of(other, "other"), one_of("what", what, COLUMNS)
        both = [r for r in self.runs(label) if r in b]
        if not both:
            raise ValueError(f"no run of both {label!r} and {other!r} is finished")
        rows = np.array([getattr(a[r], what) - getattr(b[r], what) for r in both], dtype=float)
        limits = summary.bootstrap(rows, confidence)
        return Difference(len(both), summary.mean(rows), summary.standard_error(rows), limits)

    def _of(self, label: str, name: str = "label") -> dict[int, Trace]:
        return self.traces[one_of(name, label, self.traces)]

    def _some(self, label: str, what: str) -> Array:
        rows = self.values(label, what)
        if not len(rows):
            raise ValueError(f"no run of {label!r} is finished")
        return rows.astype(float)

    # --- the summary ------------------------------------------------------------------------

    def summary(self, level: float = 0.5, confidence: float = CONFIDENCE) -> dict[str, Any]:
        """Everything as one JSON value; it depends on the runs alone."""
        return {
            "configuration": self.configuration.to_json(),
            "rounds": list(self.configuration.checkpoints),
            "level": level,
            "confidence": confidence,
            "policies": {label: self._policy(label, level, confidence) for label in self.labels},
            "damaged": self.damaged,
            "not_used": self.strangers,
            "same_version": self.same_code,
        }

    def _policy(self, label: str, level: float, confidence: float) -> dict[str, Any]:
        complete, damaged = len(self._of(label)), len(self.damaged_runs.get(label, []))
        counts = {
            "complete": complete,
            "missing": self.configuration.runs - complete - damaged,
            "corrupt": damaged,
        }
        if not complete:
            return {"runs": counts}
        regret = self._some(label, "regret")
        band, limits = summary.band(regret, level), summary.bootstrap(regret, confidence)
        outside, certificate = self._some(label, "outside"), self._some(label, "certificate")
        return {
            "runs": counts,
            "regret": {
                "mean": _listed(summary.mean(regret)),
                "standard_error": _listed(summary.standard_error(regret)),
                "quantiles": {f"{q:g}": _listed(summary.quantile(regret, q)) for q in QUANTILES},
                "band": [_listed(band.lower), _listed(band.upper)],
                "confidence_limits": [_listed(limits.lower), _listed(limits.upper)],
            },
            "reward": {"mean": _listed(summary.mean(self._some(label, "reward")))},
            "rounds_outside": {"mean": _listed(summary.mean(outside))},
            "worst_certificate": float(certificate.max()),
        }

    # --- exports ----------------------------------------------------------------------------

    def tidy(self) -> Any:
        """A table with one row per policy, run and checkpoint."""
        import pyarrow as pa

        rows = [(x, r, self.traces[x][r]) for x in self.labels for r in self.runs(x)]
        n = len(self.rounds)
        labels = pa.DictionaryArray.from_arrays(
            pa.array(np.repeat([self.labels.index(x) for x, _, _ in rows], n), pa.int32()),
            pa.array(self.labels),
        )
        columns = {
            "policy": labels.cast(pa.string()),
            "run": pa.array(np.repeat([r for _, r, _ in rows], n), pa.int64()),
            "round": pa.array(np.tile(self.rounds, len(rows)), pa.int64()),
        }
        for name, kind in COLUMNS.items():
            parts = [getattr(trace, name) for _, _, trace in rows]
            columns[name] = pa.array(np.concatenate([np.empty(0, kind), *parts]))
        return pa.table(columns)


def write_csv(table: Any, path: str | Path) -> None:
    """The tidy table as CSV, whole or not at all."""
    from pyarrow import csv

    target, sink = _target(table, path), io.BytesIO()
    csv.write_csv(table, sink, csv.WriteOptions(quoting_style="needed"))
    write_atomically(target, sink.getvalue())


def write_parquet(table: Any, path: str | Path) -> None:
    """The tidy table as Parquet, whole or not at all."""
    import pyarrow.parquet as pq

    target, sink = _target(table, path), io.BytesIO()
    pq.write_table(table, sink)
    write_atomically(target, sink.getvalue())


def _target(table: Any, path: Any) -> Path:
    import pyarrow as pa

    if not isinstance(table, pa.Table):
        raise ValueError(f"table must be a table of Arrow, not {table!r}")
    return path_of("path", path)


def _listed(values: Array) -> list[float | None]:
    """Numbers for JSON, which has no NaN."""
    return [x if x == x else None for x in values.tolist()]


def load(folder: str | Path) -> Results:
    """All runs of the experiment in a folder; every file is verified."""
    place = Folder(folder)
    try:
        configuration, code = place.stored()
    except FileNotFoundError:
        inside = [str(p) for name, p in experiments(folder).items() if name]
        if inside:
            raise ValueError(
                f"{folder} holds several experiments; load one of {', '.join(inside)}"
            ) from None
        raise ValueError(f"there is no experiment in {folder}: no config.json") from None
    except ValueError as error:
        raise ValueError(
            f"{error}; run 'glbtheory simulate' with the same arguments to write it again"
        ) from None
    traces: dict[str, dict[int, Trace]] = {label: {} for label in configuration.policies}
    damaged: dict[str, str] = {}
    bad: dict[str, list[int]] = {}
    for wanted, found in place.scan(configuration, code):
        if isinstance(found, Trace):
            traces[wanted.label][wanted.run] = found
        elif found is not None:
            damaged[wanted.path.name] = str(found)
            bad.setdefault(wanted.label, []).append(wanted.run)
    strangers = place.strangers(configuration, code)
    return Results(configuration, traces, damaged, bad, strangers, code == run_files.simulator())


def experiments(folder: str | Path) -> dict[str, Path]:
    """The experiments in a folder: itself under the name "", or its subfolders by name."""
    path = path_of("folder", folder)
    if (path / "config.json").exists() or not path.is_dir():
        return {"": path}
    found = [p for p in path.iterdir() if (p / "config.json").is_file()]
    return {p.name: p for p in sorted(found, key=_by_numbers)} or {"": path}


def _by_numbers(path: Path) -> list[Any]:
    """T=250 before T=1000: texts and numbers alternate."""
    parts = re.split(r"(\d+(?:\.\d+)?)", path.name)
    return [float(part) if k % 2 else part for k, part in enumerate(parts)]
