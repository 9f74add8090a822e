"""The benchmark of scale runs, and memory does not grow with rounds or runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from _book import ROOT


def test_rounds_workers_and_memory(tmp_path: Path) -> None:
    answer = tmp_path / "scale.json"
    done = subprocess.run(
        [sys.executable, "benchmarks/scale.py", "--quick", "--json", str(answer)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(answer.read_text(encoding="utf-8"))
    assert [(row["d"], row["K"]) for row in found["throughput"]] == [(2, 10), (3, 10)]
    for row in found["throughput"]:
        assert row["rounds_per_s"] > 0 and row["vs_environment"] > 1
    assert found["workers"]["speedup"] > 0
    # 18 000 more rounds would hold 14 MB of actions and numbers if they were kept, and 180 more
    # runs some 4 KB each.
    assert found["memory"]["growth_rounds_mb"] < 7
    assert found["memory"]["growth_runs_mb"] < 7
