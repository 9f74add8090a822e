"""The benchmark of the potentials runs, writes what it prints, and notices a failure."""

import importlib.util
import json

import pytest

from _book import ROOT


@pytest.fixture(scope="module")
def benchmark_script():
    spec = importlib.util.spec_from_file_location(
        "potentials_benchmark", ROOT / "benchmarks" / "potentials.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_attack_beats_random_search_in_every_row(benchmark_script, tmp_path, capsys):
    assert benchmark_script.main(["--quick", "--json", str(tmp_path / "rows.json")]) == 0
    rows = json.loads((tmp_path / "rows.json").read_text(encoding="utf-8"))
    assert {(r["bound"], r["d"], r["T"]) for r in rows} == {
        (name, d, T) for name in benchmark_script.BOUNDS for d, T in benchmark_script.QUICK
    }
    assert all(r["outcome"] == "holds" and r["attack"] >= r["random"] for r in rows)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:] == [benchmark_script.line(r) for r in rows]
    assert all(len(text) == len(lines[0]) for text in lines)


@pytest.mark.parametrize(
    ("d", "attack", "random", "short"),
    [
        (1, 0.7, 0.6, False),
        (1, 0.6, 0.6, False),
        (1, 0.5, 0.6, True),
        (2, 0.6, 0.6, True),
        (2, 0.9995, 0.9995, False),
        (2, 0.9994, 0.9995, True),
    ],
)
def test_a_row_that_falls_short_is_noticed(benchmark_script, d, attack, random, short):
    row = {"d": d, "attack": attack, "random": random}
    assert benchmark_script.shortfalls([row]) == ([row] if short else [])


def test_the_windows_divide_or_do_not(benchmark_script):
    for _, T in benchmark_script.SIZES:
        assert T % benchmark_script.BOUNDS["potential, window, τ | T"][0](T) == 0
        assert T % benchmark_script.BOUNDS["potential, window, τ ∤ T"][0](T) != 0
