"""Tables as people have them: the same doubles come out, and mistakes are named."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from glbtheory.bandits import SCDGLUCB
from glbtheory.bandits.inputs.joint import on_offer
from glbtheory.bandits.inputs.tables import as_reward, as_rewards, as_row, as_rows

#: Numbers that single precision holds exactly.
ROWS = np.array([[0.5, 0.0, 1.0], [0.25, -0.5, 0.0]])
FRAME = pd.DataFrame(ROWS, columns=["a", "b", "c"])


@pytest.mark.parametrize(
    "given",
    [
        ROWS.tolist(),
        ROWS.astype(np.float32),
        FRAME,
        FRAME.astype("Float32"),
        sp.csr_matrix(ROWS),
        sp.coo_array(ROWS),
        [[Fraction(1, 2), 0, True], [0.25, -0.5, False]],
    ],
    ids=["lists", "float32", "frame", "nullable", "csr", "coo", "mixed"],
)
def test_every_form_gives_the_same_doubles(given: Any) -> None:
    found = as_rows(given)
    assert found.dtype == float and (found == ROWS).all()


def test_a_frame_with_truth_values() -> None:
    frame = pd.DataFrame({"price": [0.5, 0.25], "new": [True, False]})
    assert as_rows(frame).tolist() == [[0.5, 1.0], [0.25, 0.0]]


@pytest.mark.parametrize("given", [FRAME.iloc[1], sp.csr_matrix(ROWS[1:]), FRAME.iloc[1:]])
def test_one_row(given: Any) -> None:
    assert as_row(given).tolist() == ROWS[1].tolist()


@pytest.mark.parametrize(
    "given",
    [[True, False], pd.Series([True, False]), pd.Series([1, 0], dtype="boolean"), [[1], [0]]],
)
def test_clicks(given: Any) -> None:
    assert as_rewards(given).tolist() == [1.0, 0.0]
    assert as_reward(np.bool_(True)) == 1.0


@pytest.mark.parametrize(
    ("call", "given", "text"),
    [
        (as_rows, [["a", "b"]], "text needs KnownFeatures"),
        (as_rows, pd.DataFrame({"a": [1.0], "b": ["x"]}), "entry \\(0, 1\\) is 'x'"),
        (as_rows, [[1.0, np.nan]], "finite; the entry \\(0, 1\\)"),
        (as_rows, pd.DataFrame({"a": pd.array([1, None], dtype="Int64")}), "entry \\(1, 0\\)"),
        (as_rows, [[1.0], [1.0, 2.0]], "equal length"),
        (as_rows, [1.0], "rows and columns"),
        (as_rows, [[10**400]], "entry \\(0, 0\\)"),
        (as_rows, [[1 + 2j]], "numbers or truth values"),
        (as_row, ROWS, "one row"),
        (as_rewards, ROWS, "one number per round"),
        (as_reward, [1, 0], "one number"),
        (as_rows, sp.csr_matrix((2**16, 2**16)), "2\\*\\*30 entries"),
    ],
)
def test_mistakes_are_named(call: Any, given: Any, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call(given)


def test_the_same_arms_in_every_form_are_the_same_choice() -> None:
    policy = SCDGLUCB("logistic", d=3, horizon=40, S=2, lam=1, gamma=0.95, divisor=20)
    rng = np.random.default_rng(3)
    for _ in range(12):
        rows = np.float64(np.float32(rng.uniform(-0.5, 0.5, (6, 3))))
        forms = [rows.tolist(), rows.astype(np.float32), pd.DataFrame(rows), sp.csr_matrix(rows)]
        chosen = [policy.select(as_rows(form)) for form in forms]
        assert len(set(chosen)) == 1
        policy.update(as_row(pd.DataFrame(rows).iloc[chosen[0]]), as_reward(rng.random() < 0.5))


def test_arms_that_are_not_on_offer() -> None:
    frame = pd.DataFrame({"a": [0.1, np.nan, 0.3], "b": pd.array([1, 2, None], dtype="Int64")})
    rows, numbers = on_offer(frame)
    assert rows.tolist() == [[0.1, 1.0]] and numbers.tolist() == [0]
    rows, numbers = on_offer([[None, 1.0], [0.5, True], [0.25, np.float32(0.5)]])
    assert rows.tolist() == [[0.5, 1.0], [0.25, 0.5]] and numbers.tolist() == [1, 2]
    for bad in ([[np.nan, 1.0]], [1.0], [["x", 1.0]], [[1.0], [1.0, 2.0]]):
        with pytest.raises(ValueError, match="actions must"):
            on_offer(bad)
