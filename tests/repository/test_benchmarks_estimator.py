"""The benchmark of the estimate runs with and without its peers; its accuracy columns are true."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

from _book import ROOT

SCRIPT = ROOT / "benchmarks" / "estimator.py"
#: Makes the peers' packages impossible to import, whether they are installed or not.
WITHOUT_PEERS = "import sys; sys.modules['sklearn'] = sys.modules['statsmodels'] = None; "


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    answer = tmp_path_factory.mktemp("benchmark") / "rows.json"
    code = WITHOUT_PEERS + (
        f"import runpy; sys.argv = ['estimator.py', '--quick', '--json', {str(answer)!r}];"
        f" runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "sklearn lbfgs skipped" in done.stdout and "statsmodels GLM skipped" in done.stdout
    assert re.search(r"certificates: 8 of 8 true", done.stdout)
    return json.loads(answer.read_text(encoding="utf-8"))


def test_every_solver_has_a_row_in_every_setting(rows: list[dict]) -> None:
    settings = {(row["n"], row["d"], row["gamma"]) for row in rows}
    assert len(settings) == 8
    assert len(rows) == 8 * 7
    skipped = {row["solver"] for row in rows if "skipped" in row}
    assert skipped == {"sklearn lbfgs", "sklearn newton-cholesky", "statsmodels GLM"}


def test_ours_reaches_the_gradient_norm_and_its_certificate_is_true(rows: list[dict]) -> None:
    mine = [row for row in rows if row["solver"] == "ours"]
    for row in mine:
        assert row["reached"] and row["gradient_norm"] <= row["target"]
        assert row["error"] <= row["certificate"] < 1e-10
        assert row["ratio"] == 1


def test_all_solvers_minimise_the_same_objective(rows: list[dict]) -> None:
    for row in rows:
        if "skipped" not in row:
            assert row["error"] < 1e-6, row


def test_the_reference_tells_a_wrong_answer() -> None:
    saved = dict(os.environ)
    spec = importlib.util.spec_from_file_location("estimator_benchmark", SCRIPT)
    assert spec is not None and spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(benchmark)
    finally:
        os.environ.clear()
        os.environ.update(saved)
    data = benchmark.problem(100, 3, 0.9)
    theta = benchmark.ours(data)
    reference = benchmark.Reference(data, theta)
    gradient, error = reference.accuracy(theta)
    assert error < 1e-10 and gradient < 1e-8
    assert float(np.linalg.norm(reference.gradient(reference.theta).astype(float))) < 1e-15
    gradient, error = reference.accuracy(theta + np.array([1e-7, 0, 0]))
    assert abs(error - 1e-7) < 1e-10 and gradient > 1e-8
