"""The benchmark of the prover: its data are what they say, its solvers agree, faults are seen."""

import json
import random
import re
import shutil
import sys
import time
from collections import Counter
from fractions import Fraction

import pytest
from mpmath import mp

from _book import ROOT
from glbtheory import prove
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.language.expression import UNARY
from glbtheory.engines.language.parse import parse_inequality

# The scripts stand beside each other and import each other by name.
sys.path.insert(0, str(ROOT / "benchmarks"))
import prover
import prover_children
import prover_numbers
import prover_problems
import prover_solvers
from prover_problems import Problem, Reading
from prover_soundness import FAMILIES, statements

PROBLEMS = prover_problems.load()


def problem(statement: str, where: str = "", truth: bool = True) -> Problem:
    return Problem("class", "source", "name", statement, where, truth)


def random_point(reading: Reading, draw: random.Random) -> dict[str, Fraction]:
    """A rational point of the box; near the ends, near 0 and far out as well."""
    point = {}
    for name, side in reading.box.items():
        far = Fraction(draw.choice((1, 1, 10, 1000)) * draw.randint(1, 999), 1000)
        if side.lo is not None and side.hi is not None:
            share = Fraction(draw.randint(1, 999), draw.choice((1000, 1000, 10**6)))
            share = draw.choice((share, 1 - share))
            point[name] = side.lo + share * (side.hi - side.lo)
        elif side.lo is not None:
            point[name] = side.lo + far
        else:
            point[name] = side.hi - far if side.hi is not None else draw.choice((1, -1)) * far
    return point


# --- the data -------------------------------------------------------------------------------------


def test_the_problems_are_balanced_and_different() -> None:
    assert 85 <= len(PROBLEMS) <= 100
    assert len({(p.statement, p.where) for p in PROBLEMS}) == len(PROBLEMS)
    counts = Counter((p.group, p.truth) for p in PROBLEMS)
    groups = {p.group for p in PROBLEMS}
    assert len(groups) == 6
    assert all(counts[group, True] >= 6 and counts[group, False] >= 4 for group in groups)
    assert all((p.witness is None) == p.truth and p.source and p.name for p in PROBLEMS)


def test_the_readme_counts_as_the_file_does() -> None:
    text = (ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8")
    moved = Counter((p.group, p.truth, p.name.endswith(", moved")) for p in PROBLEMS)
    for group in dict.fromkeys(p.group for p in PROBLEMS):
        counts = [moved[group, *key] for key in ((True, False), (False, False), (False, True))]
        assert f"| {group} | {' | '.join(map(str, counts))} |" in text
    assert f"has {len(PROBLEMS)} inequalities" in text and f"{len(FAMILIES)} families" in text


def test_a_child_that_ended_by_itself_is_an_error_and_comes_back() -> None:
    child = prover_children.Child("z3")
    try:
        child._process.kill()
        child._process.wait()
        assert child.ask(problem("x <= x"), 5.0)["answer"] == "error"
        assert child.ask(problem("x <= x"), 5.0)["answer"] == "proved"
    finally:
        child.close()


@pytest.mark.parametrize("truth", [True, False])
def test_both_readers_read_the_same(truth: bool) -> None:
    """Ours and that of the peers, wherever ours knows the functions."""
    draw, seen = random.Random(1), 0
    for p in PROBLEMS:
        reading = Reading(p.statement, p.where)
        names = set(re.findall(r"([a-z]\w*)\(", p.statement))
        if p.truth is not truth or "pi" in p.statement or names - {*UNARY, "min", "max"}:
            continue
        ours = parse_inequality(p.statement, p.where)
        assert set(ours.domain) == set(reading.box)
        point = random_point(reading, draw)
        assert all(
            ours.domain[n].contains(x) == reading.box[n].contains(x) for n, x in point.items()
        )
        again = Reading(ours.text, "")
        with mp.workdps(30):
            numbers = prover_numbers.Digits()
            values = {n: numbers.const(x) for n, x in point.items()}
            a, b = reading.gap(numbers, values), again.gap(numbers, values)
        assert abs(a - b) <= 1e-20 * (1 + abs(a)), p.statement
        seen += 1
    assert seen > 25


def test_what_is_called_true_survives_random_points() -> None:
    draw, numbers = random.Random(20), prover_numbers.Digits()
    with mp.workdps(40):
        for p in (p for p in PROBLEMS if p.truth):
            reading = Reading(p.statement, p.where)
            for _ in range(200):
                point = random_point(reading, draw)
                values = {n: numbers.const(x) for n, x in point.items()}
                smaller, larger = reading.sides(numbers, values)
                slack = mp.mpf(10) ** -30 * (1 + abs(smaller) + abs(larger))
                assert larger - smaller > -slack, f"{p.statement} fails at {point}"


def test_what_is_called_false_fails_at_its_witness() -> None:
    for p in (p for p in PROBLEMS if not p.truth):
        reading = Reading(p.statement, p.where)
        point = {name: Fraction(text) for name, text in (p.witness or {}).items()}
        assert prover_numbers.fails_at(reading, point), p.statement


def test_the_checker_of_the_prover_accepts_the_witnesses_too() -> None:
    checked = 0
    for p in (p for p in PROBLEMS if not p.truth):
        names = set(re.findall(r"([a-z]\w*)\(", p.statement))
        if names <= {*UNARY, "min", "max"} and "pi" not in p.statement:
            check_counterexample(p.witness, parse_inequality(p.statement, p.where))
            checked += 1
    assert checked > 20


def test_a_point_that_proves_nothing_is_refused() -> None:
    reading = Reading("exp(x) <= 2", "0 <= x <= 1")
    assert prover_numbers.fails_at(reading, {"x": Fraction(1)})
    assert not prover_numbers.fails_at(reading, {"x": Fraction(1, 2)})
    assert not prover_numbers.fails_at(reading, {"x": Fraction(2)}), "outside of the box"
    assert not prover_numbers.fails_at(reading, {"y": Fraction(1)})
    equal = Reading("sqrt(x) < x", "x > 0")
    assert prover_numbers.fails_at(equal, {"x": Fraction(1)})
    assert not prover_numbers.fails_at(Reading("sqrt(x) <= x", "x > 0"), {"x": Fraction(1)})


# --- the solvers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solver", "statement", "where", "expected"),
    [
        ("ours", "1 + x <= exp(x)", "", "proved"),
        ("ours", "exp(x) <= 1 + x", "x >= 0", "refuted"),
        ("ours", "unheard(x) <= 1", "", "undecided"),
        ("z3", "2*x*y <= x**2 + y**2", "", "proved"),
        ("z3", "sqrt(x*y) <= (x + y)/2", "x >= 0, y >= 0", "proved"),
        ("z3", "x**(1/3) <= x", "x > 0", "refuted"),
        ("z3", "max(x, y) < abs(x) + abs(y)", "", "refuted"),
        ("z3", "x**(-2) > 0", "x > 1", "proved"),
        ("z3", "1 + x <= exp(x)", "", "undecided"),
        ("sympy", "x**2 - x >= 0", "x >= 1", "proved"),
        ("sympy", "x**2 - x > 0", "x >= 1", "refuted"),
        ("sympy", "x*y <= x**2 + y**2", "", "undecided"),
        ("mpmath", "cos(x) + atan(x) < 2", "0 <= x <= 1", "proved"),
        ("mpmath", "exp(x) <= 2.718", "0 <= x <= 1", "refuted"),
        ("mpmath", "log(x)/x**(1/3) < min(1.2, 2*tanh(x))", "0.5 <= x <= 4", "proved"),
        ("mpmath", "x**2 >= 0", "", "undecided"),
    ],
)
def test_a_solver_says_what_is_true(solver, statement, where, expected) -> None:
    said = prover_solvers.answer(solver, problem(statement, where), 5.0)
    assert said["answer"] == expected, said


def test_a_solver_that_breaks_is_an_error(monkeypatch) -> None:
    monkeypatch.setitem(prover_solvers.SOLVERS, "z3", lambda problem, seconds: 1 / 0)
    said = prover_solvers.answer("z3", problem("x <= x"), 1.0)
    assert said["answer"] == "error" and "ZeroDivisionError" in said["reason"]


def test_metitarski_gets_its_own_notation() -> None:
    text = prover_solvers.tptp(problem("log(x1) <= 2e-3*x1**2 + atan(y)", "0 < x1 <= 3, y >= 1"))
    assert text == (
        "fof(goal, conjecture, ! [X1, Y] : "
        "((0 < X1 & X1 <= 3 & Y >= 1) => ln(X1) <= 2e-3*X1^2 + arctan(Y))).\n"
    )
    with pytest.raises(prover_problems.Unsupported):
        prover_solvers.tptp(problem("x**(1/3) <= x", "x > 1"))
    with pytest.raises(prover_problems.Unsupported):
        prover_solvers.tptp(problem("erf(x) <= x", "x > 1"))


def test_a_child_that_takes_too_long_is_ended_and_comes_back() -> None:
    slow = problem("tan(x/2)*sin(x)**2 <= sin(x) + cos(x)**5 + 3*tan(x)**2", "0 <= x < 1.5")
    child = prover_children.Child("sympy")
    try:
        begin = time.monotonic()
        said = child.ask(slow, 0.05)
        assert said["answer"] == "undecided" and said["over"]
        assert said["seconds"] < 1.05 + 1
        assert time.monotonic() - begin < 60
        assert child.ask(problem("x**2 >= 0"), 20.0)["answer"] == "proved"
    finally:
        child.close()


def test_a_solver_that_is_not_there_says_why() -> None:
    assert prover_solvers.missing("z3") is None
    if shutil.which("metit") is None:
        assert "metit" in str(prover_solvers.missing("MetiTarski"))


# --- the table and the verdict --------------------------------------------------------------------


def row(solver: str, answer: str, *, truth: bool = True, seconds: float = 1.0, over=False) -> dict:
    wrong = answer == ("refuted" if truth else "proved")
    decided = answer in ("proved", "refuted")
    return {
        **{"class": "c", "statement": "x <= x", "where": "", "truth": truth, "reason": "stuck"},
        **{"solver": solver, "answer": answer, "seconds": seconds, "over": over},
        **{"decided": decided, "wrong": wrong},
    }


@pytest.mark.parametrize(
    ("rows", "blamed"),
    [
        ([row("ours", "proved"), row("z3", "proved")], ""),
        ([row("ours", "refuted")], "wrong"),
        ([row("ours", "proved", truth=False)], "wrong"),
        ([row("ours", "undecided", over=True)], "over the limit"),
        ([row("ours", "undecided"), row("z3", "proved")], "z3 has proved in 1.0 s"),
        ([row("ours", "undecided"), row("z3", "proved", seconds=9)], ""),
        ([row("ours", "undecided"), row("z3", "refuted")], ""),
        ([row("ours", "proved"), row("z3", "refuted")], ""),
    ],
)
def test_faults_of_ours_are_seen(rows: list[dict], blamed: str) -> None:
    found = prover.faults(rows)
    assert len(found) == (1 if blamed else 0)
    assert blamed in "".join(found)


def test_the_summary_counts() -> None:
    rows = [row("ours", "proved", seconds=s) for s in (1.0, 2.0, 9.0)]
    rows += [row("ours", "undecided", over=True), row("ours", "refuted", seconds=3.0)]
    lines = prover.summary(rows)
    expected = {"of": 5, "decided": 4, "wrong": 1, "median": 2.5, "over": 1}
    assert [r["class"] for r in lines] == ["c", "all"]
    assert all(r[key] == value for r in lines for key, value in expected.items())
    assert {len(text) for text in prover.table(lines)} == {len(prover.COLUMNS)}


def test_the_benchmark_runs_and_writes_what_it_found(tmp_path, monkeypatch, capsys) -> None:
    easy = [problem("2*x*y <= x**2 + y**2"), problem("x <= 1", "x >= 0", truth=False)]
    monkeypatch.setattr(prover, "load", lambda: easy)
    monkeypatch.setattr(prover, "installed", lambda: (["ours", "z3"], {"dReal": "not here"}))
    assert prover.main(["--seconds", "20", "--json", str(tmp_path / "found.json")]) == 0
    report = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))
    answers = [r["answer"] for r in report["answers"]]
    assert answers == ["proved", "proved", "refuted", "refuted"]
    said = capsys.readouterr().out
    assert "dReal is skipped: not here" in said and prover.COLUMNS in said


def test_a_quick_run_sees_every_class_and_both_truths() -> None:
    quick = prover.few(PROBLEMS, 10)
    assert {p.group for p in quick} == {p.group for p in PROBLEMS}
    assert {p.truth for p in quick} == {True, False}


# --- sharp constants ------------------------------------------------------------------------------


def test_the_truth_by_construction_survives_random_points() -> None:
    draw = random.Random(5)
    for p in statements(10 * len(FAMILIES), 8):
        if p.truth:
            reading = Reading(p.statement, p.where)
            points = [random_point(reading, draw) for _ in range(10)]
            points += [dict.fromkeys(point, next(iter(point.values()))) for point in points[:3]]
            bad = [q for q in points if prover_numbers.fails_at(reading, q)]
            assert not bad, f"{p.statement} fails at {bad[0]}"


def test_the_families_are_many_and_give_both_truths() -> None:
    assert len(FAMILIES) >= 12
    drawn = list(statements(20 * len(FAMILIES), 3))
    assert {(p.name, p.truth) for p in drawn} == {
        (family.statement, truth) for family in FAMILIES for truth in (True, False)
    }
    assert drawn == list(statements(20 * len(FAMILIES), 3))


def test_the_prover_is_never_wrong_near_a_sharp_constant() -> None:
    settled = 0
    for p in statements(len(FAMILIES), 11):
        outcome = prove(p.statement, p.where, max_boxes=100).outcome
        assert outcome != ("refuted" if p.truth else "holds"), f"{p.statement} where {p.where}"
        settled += outcome != "undecided"
    assert settled > len(FAMILIES) // 2
