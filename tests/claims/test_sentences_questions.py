"""Questions to paired runs, and the sentences about the figure that they stand for."""

import numpy as np
import pytest

from glbtheory.bandits.experiments.configuration import configuration_from
from glbtheory.bandits.experiments.results import Results
from glbtheory.bandits.presets import Options, preset
from glbtheory.bandits.statistics.questions import (
    CONTRADICTED,
    REPRODUCED,
    UNDECIDED,
    Question,
    correlation,
    doublings,
    estimated,
    mean_of,
    share_of,
    width,
)
from glbtheory.bandits.trace import Trace
from glbtheory.claims.sentences import _questions
from glbtheory.claims.sentences._questions import NEW, PLAIN, SENTENCES, judge

LABELS = (NEW, "D-GLUCB", "GLM-UCB", "LogUCB1", PLAIN)
RUNS = 60
#: Regret before the change, in the 34 rounds after it, and in all, as the paper tells it.
TOLD = {
    NEW: (30.0, 20.0, 100.0),
    "D-GLUCB": (40.0, 20.0, 150.0),
    "GLM-UCB": (20.0, 30.0, 400.0),
    "LogUCB1": (15.0, 30.0, 300.0),
    PLAIN: (30.0, 20.0, 100.0),
}


def panel(S, told, widths=None, outside=400):
    """Runs that have these numbers: straight lines between them, and noise around them."""
    parts = preset("figure-1", Options(runs=RUNS, horizon=800, checkpoints=200))
    configuration = parts["figure-1a" if S == 6 else "figure-1b"]
    plain = {**configuration["policies"][0], "label": PLAIN, "refined": False}
    configuration["policies"].append(plain)
    plan = configuration_from(configuration)
    rounds = np.array(plan.checkpoints)
    widths = widths or {}
    rng = np.random.default_rng(S)
    shared = rng.normal(size=RUNS)
    traces = {}
    for label in LABELS:
        first, after, total = told[label]
        near = 1 + round(1 / (1 - plan.policies["D-GLUCB"]["gamma"]))
        curve = np.interp(rounds, [0, 399, 399 + near, 800], [0, first, first + after, total])
        away = widths.get(label, 1.0) * shared
        counts = np.rint(outside + 100 * shared) if outside else np.zeros(RUNS)
        traces[label] = {
            run: Trace(
                rounds,
                curve + away[run] * rounds / 800,
                curve,
                np.rint(max(counts[run], 0) * rounds / 800).astype(int),
                curve,
            )
            for run in range(RUNS)
        }
    return Results(plan, traces)


def panels(small=TOLD, large=None, **more):
    """The advantage over each policy grows by 100 from one panel to the other."""
    large = large or {
        x: (a, b, c + 100 * (x not in (NEW, PLAIN))) for x, (a, b, c) in small.items()
    }
    return {6: panel(6, small, **more), 7: panel(7, large, **more)}


WIDE = {NEW: 3.0, "D-GLUCB": 2.0, PLAIN: 1.0}


def test_runs_as_the_paper_tells_them_reproduce_every_sentence():
    told = panels(widths=WIDE)
    assert {i: judge(i, told, 20).outcome for i in SENTENCES} == dict.fromkeys(
        SENTENCES, REPRODUCED
    )


def test_sizes_count_the_questions():
    told = panels()
    for sentence in SENTENCES.values():
        assert len(sentence.questions(told)) == sentence.size
    assert sum(s.size for s in SENTENCES.values()) == _questions.QUESTIONS


@pytest.mark.parametrize(
    ("identifier", "changed"),
    [
        ("X10", {NEW: (14.0, 20.0, 100.0)}),
        ("X10", {"D-GLUCB": (19.0, 20.0, 150.0)}),
        ("X11", {NEW: (30.0, 1.0, 100.0)}),
        ("X11", {"GLM-UCB": (20.0, 30.0, 140.0)}),
        ("X13", {"D-GLUCB": (40.0, 20.0, 99.0)}),
        ("Z101", {"D-GLUCB": (40.0, 20.0, 99.0)}),
    ],
)
def test_one_number_moved_contradicts(identifier, changed):
    assert judge(identifier, panels({**TOLD, **changed}, widths=WIDE), 20).outcome == CONTRADICTED


def test_an_advantage_that_shrinks_contradicts():
    told = panels(large={**TOLD, "D-GLUCB": (40.0, 20.0, 140.0)})
    judged = judge("X13", told)
    assert judged.outcome == CONTRADICTED
    assert [a.text for a in judged.against] == [
        "D-GLUCB less SC-D-GLUCB at S = 7 less the same at S = 6"
    ]
    assert judge("Z101", told).outcome == CONTRADICTED


@pytest.mark.parametrize(
    ("outside", "found"), [(400, REPRODUCED), (1500, CONTRADICTED), (50, CONTRADICTED)]
)
def test_several_hundred(outside, found):
    told = panels(outside=outside)
    assert judge("X12", told).outcome == found


def test_near_a_border_nothing_is_decided():
    assert judge("X12", panels(outside=200)).outcome == UNDECIDED


def test_what_never_happens_explains_nothing():
    told = panels(widths=WIDE, outside=0)
    assert judge("Z102", told).outcome == CONTRADICTED
    # Nor does it contradict a sentence about the runs where it happens.
    assert judge("Z103", told).outcome == UNDECIDED


def test_a_conditional_sentence_can_be_contradicted():
    """More rounds outside, less regret: widths that are negative turn the noise around."""
    told = panels(widths={**WIDE, NEW: -3.0})
    assert judge("Z103", told).outcome == CONTRADICTED


def test_nearby_sentences():
    told = panels(widths=WIDE)  # ahead of D-GLUCB by 50 and 150
    for questions, found in (
        (_questions.advantage_grows(told, lead=49.0), REPRODUCED),
        (_questions.advantage_grows(told, lead=51.0), CONTRADICTED),
        (_questions.advantage_grows(told, relation="<"), CONTRADICTED),
        (_questions.relative_advantage_grows(told, lead=0.3), REPRODUCED),
        (_questions.relative_advantage_grows(told, lead=0.4), CONTRADICTED),
        (_questions.wider(told, "<"), CONTRADICTED),
    ):
        assert _questions.answered("", questions, 20).outcome == found


def test_much_wider_is_not_slightly_wider():
    told = panels(widths={**WIDE, NEW: 9.0})
    assert judge("X14", told).outcome == CONTRADICTED
    assert judge("Z102", told).outcome == REPRODUCED


def test_only_common_runs_count():
    told = panels()
    del told[6].traces[NEW][0]
    answers = judge("X13", told).answers
    assert [a.found.runs for a in answers] == [RUNS - 1, RUNS, RUNS - 1]


def test_the_last_checkpoint_before_the_change():
    told = panels()
    assert told[6].rounds[_questions.before_change(told[6])] == 396
    assert _questions.change_of(told[6]) == 400


# --- statistics -----------------------------------------------------------------------------------


def test_statistics_of_a_table():
    table = np.array([[1.0, 4.0], [2.0, 3.0], [6.0, 2.0]])
    assert mean_of(1, -1)(table) == pytest.approx(0)
    assert share_of(table) == pytest.approx(0)
    assert width(table) == pytest.approx([2.5, 1.0])
    assert doublings(table) == pytest.approx(np.log2(2.5))
    assert correlation(table) == pytest.approx(np.corrcoef(table.T)[0, 1])
    assert correlation(np.array([[0.0, 1.0], [0.0, 2.0]])) == 0
    # Resamples are one more axis in front.
    for statistic in (mean_of(1, -1), share_of, doublings, correlation):
        assert statistic(np.stack([table, table])) == pytest.approx([float(statistic(table))] * 2)


def test_limits_of_a_mean_are_students():
    rows = np.random.default_rng(1).normal(2, 3, (50, 1))
    found = estimated(rows, mean_of(1), 0.9)
    half = 1.676551 * rows.std(ddof=1) / np.sqrt(50)
    assert found.mean == pytest.approx(rows.mean())
    assert (found.upper - found.mean) / half == pytest.approx(1, abs=0.04)
    assert found.mean - found.lower == pytest.approx(found.upper - found.mean)


def test_columns_stay_together():
    """Two policies with a large common part: their means differ by exactly 1 in every run."""
    common = np.random.default_rng(3).normal(0, 100, 50)
    found = estimated(np.column_stack([common + 1, common]), mean_of(1, -1), 0.99)
    assert found.lower == pytest.approx(1) and found.upper == pytest.approx(1)


def test_limits_of_a_width_cover():
    """Normal runs with standard deviations √4.25 and 1; 90 % limits of the doublings."""
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(60):
        x = rng.normal(size=(100, 1))
        rows = np.hstack([2 * rng.normal(size=(100, 1)) + 0.5 * x, x])
        truth = 0.5 * np.log2(4.25)
        found = estimated(rows, doublings, 0.9)
        hits += found.lower < truth < found.upper
    assert 48 <= hits <= 60


def test_bad_tables_are_refused():
    with pytest.raises(ValueError, match="three runs"):
        estimated([[1.0], [2.0]], mean_of(1), 0.9)
    with pytest.raises(ValueError, match="table"):
        estimated([[1.0], [np.nan], [2.0]], mean_of(1), 0.9)
    with pytest.raises(ValueError, match="confidence"):
        estimated([[1.0], [3.0], [2.0]], mean_of(1), 1.0)
    with pytest.raises(ValueError, match="identifier"):
        judge("X1", {})


def test_an_answer_says_its_numbers():
    question = Question("a number", np.array([[1.0], [2.0], [3.0]]), mean_of(1), "<", 0.5)
    answer = question.answer(0.5)
    assert answer.outcome == "refuted"
    assert str(answer).startswith("a number, < 0.5? 2 (")
