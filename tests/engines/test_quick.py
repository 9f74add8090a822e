"""Quick answers: as sound as the others, with certificates that the checker takes."""

from __future__ import annotations

import math

import pytest

from glbtheory.engines.answers.quick import quick_answer
from glbtheory.engines.checker.certificate import check
from glbtheory.engines.counterexamples.plain_floats import PlainFloats
from glbtheory.engines.language.parse import parse_inequality


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x) >= 1 + x", ""),
        ("log(1+x) <= x", "x >= 0"),
        ("1/(1+x) <= (1-exp(-x))/x", "x > 0"),
        ("sqrt(1+x) <= 1 + x/2", "x >= 0"),
        ("log(x) <= 1", "1 <= x <= 2"),
    ],
)
def test_certificates_are_valid(text: str, where: str) -> None:
    statement = parse_inequality(text, where)
    found = quick_answer(statement)
    assert found is not None and found.outcome == "holds"
    check(found.certificate, statement)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("exp(x) >= 1.0001 + x", ""),
        ("log(1+x) <= 0.9999*x", "x >= 0"),
        ("log(x) <= 0.69", "1 <= x <= 2"),
    ],
)
def test_near_misses_are_never_proved(text: str, where: str) -> None:
    found = quick_answer(parse_inequality(text, where))
    assert found is None or found.outcome == "refuted"


def test_longer_questions_are_left_to_the_engines() -> None:
    assert quick_answer(parse_inequality("x*y <= x**2 + y**2")) is None
    assert quick_answer(parse_inequality("x + 1 == 1 + x")) is None


def test_floats_are_those_of_numpy() -> None:
    ar = PlainFloats()
    assert ar.call("exp", [1000.0]) == math.inf and ar.call("sinh", [-1000.0]) == -math.inf
    assert math.isnan(ar.call("sqrt", [-1.0])) and math.isnan(ar.call("max", [math.nan, 1.0]))
    assert ar.call("log", [0.0]) == -math.inf and math.isnan(ar.call("log", [-1.0]))
    assert ar.div(1.0, 0.0) == math.inf and math.isnan(ar.div(0.0, 0.0))
    assert ar.pow(0.0, -1) == math.inf and ar.pow(-1e200, 3) == -math.inf
