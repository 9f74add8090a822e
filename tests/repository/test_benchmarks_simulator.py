"""The benchmark of the simulator runs without its peers, on one stream, and can miss a target."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from _book import ROOT
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import logistic

SCRIPT = ROOT / "benchmarks" / "simulator.py"
#: Makes scikit-learn impossible to import, whether it is installed or not.
WITHOUT_PEERS = "import sys; sys.modules['sklearn'] = None; "


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    saved = dict(os.environ)
    spec = importlib.util.spec_from_file_location("simulator_benchmark", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        os.environ.clear()
        os.environ.update(saved)
    return module


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    answer = tmp_path_factory.mktemp("benchmark") / "bench.json"
    code = WITHOUT_PEERS + (
        f"import runpy; sys.argv = ['simulator.py', '--quick', '--json', {str(answer)!r}];"
        f" runpy.run_path({str(SCRIPT)!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "skipped" in done.stdout and "MISSED" not in done.stdout
    assert "20 rounds, scaled to all" in done.stdout
    return json.loads(answer.read_text(encoding="utf-8"))


def test_everything_is_measured(found: dict[str, Any]) -> None:
    assert found["vs_numpy_newton"] > 1 and found["vs_scipy"] > 1
    assert found["vs_sklearn"] is None and len(found["skipped"]) == 2
    assert found["vs_environment"] > 1
    assert set(found["growth_exponent"]) == {"SC-D-GLUCB", "D-GLUCB", "GLM-UCB", "LogUCB1"}
    for exponents in found["growth_exponent"].values():
        assert set(exponents) == {"lam=1", "lam=d log T"}
    assert set(found["growth_in_d"]["over_two"]) == {"2", "3", "4"}
    assert found["speedup_two_workers"] > 0
    assert 0 < found["peak_memory_mb"] < 50


def test_the_peers_solve_the_same_problem(found: dict[str, Any]) -> None:
    assert found["certificate"] <= 1e-8
    assert found["peers"]["numpy Newton"]["gradient_norm"] <= 1e-8
    assert found["peers"]["numpy Newton"]["rounds"] == found["horizon"]
    assert found["peers"]["scipy BFGS"]["gradient_norm"] <= 1e-5


def test_the_stream_is_that_of_the_run_and_the_estimates_are_right(benchmark: ModuleType) -> None:
    run = benchmark.Run(120)
    stream = benchmark.recorded(run)
    world = benchmark.run_seed(0, 0)
    played = benchmark.play_run(run.environment, {"policy": run.policy}, world, [120])["policy"]
    assert stream.rewards.sum() == played.reward[-1] > 0
    weights = Discount(benchmark.GAMMA).weights(121)
    exact = estimate(stream.actions, stream.rewards, weights, logistic, stream.lam)
    data = stream.actions.T, stream.rewards, weights, stream.lam, np.zeros(2)
    for theta in (
        stream.estimates[120],
        benchmark.numpy_newton(*data),
        benchmark.scipy_bfgs(*data),
    ):
        assert np.linalg.norm(theta - exact.theta) < 1e-6
        assert np.linalg.norm(benchmark.gradient(*data[:-1], theta)) < 1e-5


def test_a_missed_target_is_said(benchmark: ModuleType, found: dict[str, Any]) -> None:
    good = {
        **found,
        "vs_environment": 2.9,
        "speedup_two_workers": 1.8,
        "growth_exponent": {"one": {"lam=1": 1.1}},
        "peers": {"numpy Newton": {"ratio": 101.0, "rounds": 300, "gradient_norm": 1e-9}},
    }
    assert benchmark.table(good)[1]
    for key, value in {
        "vs_environment": 3.1,
        "speedup_two_workers": 1.6,
        "growth_exponent": {"one": {"lam=1": 1.2}},
        "memory_mb": {"300": 51.0},
        "peers": {"numpy Newton": {"ratio": 99.0, "rounds": 300, "gradient_norm": 1e-9}},
    }.items():
        text, reached = benchmark.table({**good, key: value})
        assert not reached and text.count("MISSED") == 1, key


def test_exponents(benchmark: ModuleType) -> None:
    x = np.array([8e3, 16e3, 32e3])
    assert benchmark.slope(x, 3e-7 * x**1.25) == pytest.approx(1.25)
