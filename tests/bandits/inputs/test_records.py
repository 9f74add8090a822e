"""Records as vectors: deterministic, and what hashing keeps on average."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from glbtheory.bandits.inputs.joint import joint_actions
from glbtheory.bandits.inputs.records import HashedFeatures, KnownFeatures

RECORDS = [
    {"age": 0.5, "city": "Rome", "new": True},
    {"age": -1.0, "city": "Oslo", "new": False},
]


def test_a_vocabulary() -> None:
    known = KnownFeatures.of(RECORDS, constant=True)
    assert known.names == ("age", "city=Oslo", "city=Rome", "new")
    assert known.rows(RECORDS).tolist() == [[0.5, 0, 1, 1, 1], [-1.0, 1, 0, 0, 1]]
    with pytest.raises(ValueError, match="not 'city=Bern'"):
        known.vector({"city": "Bern"})
    ignoring = KnownFeatures(known.names, unknown="ignore")
    assert ignoring.vector({"city": "Bern", "age": np.float32(2)}).tolist() == [2, 0, 0, 0]


def test_the_order_of_records_does_not_matter() -> None:
    assert KnownFeatures.of(RECORDS[::-1]).names == KnownFeatures.of(RECORDS).names


def test_hashing_is_the_same_in_every_process() -> None:
    text = (
        "from glbtheory.bandits.inputs.records import HashedFeatures;"
        "print(HashedFeatures(7, seed=3).vector({'age': 0.5, 'city': 'Rome', 'b': 2}).tolist())"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", text],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    here = HashedFeatures(7, seed=3).vector({"age": 0.5, "city": "Rome", "b": 2}).tolist()
    assert printed == {f"{here}\n"}
    # Stored in 2026; another hash would move every model that was saved.
    assert here == [0.0, -0.5, -1.0, 0.0, 2.0, 0.0, 0.0]


def test_hashing_keeps_inner_products_on_average() -> None:
    x, y = {"a": 1.0, "b": 2.0, "c": "u"}, {"a": -1.0, "b": 1.0, "d": 3.0}
    products = []
    for seed in range(4000):
        features = HashedFeatures(4, seed=seed)
        products.append(features.vector(x) @ features.vector(y))
    error = np.std(products) / np.sqrt(len(products))
    assert abs(np.mean(products) - 1.0) < 4 * error  # -1 + 2
    assert error < 0.1


def test_places_are_spread_evenly() -> None:
    features = HashedFeatures(8)
    rows = np.array([features.vector({f"f{i}": 1.0}) for i in range(4000)])
    counts = np.abs(rows).sum(axis=0)
    assert ((counts - 500) ** 2 / 500).sum() < 24.3  # chi-square of 7 degrees, 0.1 %
    assert abs(rows.sum()) < 4 * np.sqrt(4000)


@pytest.mark.parametrize(
    "bad", [{"a": None}, {"a": float("nan")}, {"a": [1]}, {1: 2.0}, ["a"], {"a": 1j}]
)
def test_bad_records_are_named(bad) -> None:
    for features in (HashedFeatures(3), KnownFeatures(["a"])):
        with pytest.raises(ValueError, match="record must"):
            features.vector(bad)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: KnownFeatures([]), "names must not be empty"),
        (lambda: KnownFeatures(["a", "a"]), "names must be different"),
        (lambda: KnownFeatures(["a"], unknown="maybe"), "unknown must be one of"),
        (lambda: KnownFeatures.of([{}]), "records must have at least one"),
        (lambda: HashedFeatures(0), "d must be"),
        (lambda: HashedFeatures(3, seed=-1), "seed must be"),
        (lambda: HashedFeatures(3).rows({"a": 1}), "records must be a list"),
    ],
)
def test_mistakes_are_named(call, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        call()


def test_a_context_and_arms() -> None:
    x, arms = np.array([0.6, 0.8]), np.array([[1.0, 0.0, 0.0], [0.0, 0.6, -0.8]])
    outer = joint_actions(x, arms)
    Theta = np.arange(6.0).reshape(2, 3)
    assert outer @ Theta.ravel() == pytest.approx(arms @ (x @ Theta))
    assert np.linalg.norm(outer, axis=1) == pytest.approx(1.0)
    beside = joint_actions(x, arms, "concatenate")
    alpha, beta = np.array([1.0, -2.0]), np.array([0.5, 1.0, 3.0])
    theta = np.sqrt(2) * np.concatenate([alpha, beta])
    assert beside @ theta == pytest.approx(x @ alpha + arms @ beta)
    assert np.linalg.norm(beside, axis=1) == pytest.approx(1.0)
    for bad in ((2 * x, arms, "outer"), (x, 2 * arms, "outer"), (x, arms, "inner")):
        with pytest.raises(ValueError, match=r"(context|arms|how) must"):
            joint_actions(*bad)
