"""Certificates written by hand for false statements: the checker refuses every one of them."""

from typing import Any

import mpmath
import pytest
from mpmath import iv

from glbtheory.engines.checker.certificate import BadCertificate, check
from glbtheory.engines.checker.counterexample import check_counterexample
from glbtheory.engines.checker.intervals import Intervals
from glbtheory.engines.language.certificate_format import seal
from glbtheory.engines.language.parse import parse_inequality

TINY = f"1/{2**60}"


def _leaf(lo: str, hi: str, rule: dict[str, Any]) -> dict[str, Any]:
    return {"leaves": [{"box": {"x": [lo, hi]}, "rule": rule}]}


FORGERIES = {
    "second derivatives of nothing": (
        "1 <= 0",
        "",
        {"leaves": [{"box": {}, "rule": {"rule": "hessian", "at": {}}}]},
    ),
    "second derivatives of a face": (
        "x >= 5",
        "0 <= x <= 1",
        _leaf(
            "0",
            "1",
            {
                "rule": "monotone",
                "ends": {"x": "lo"},
                "then": {"rule": "hessian", "at": {"x": "0"}},
            },
        ),
    ),
    "an exponential that rounds down": (
        "exp(x) <= 1 + x",
        f"0 <= x <= {TINY}",
        _leaf("0", TINY, {"rule": "monotone", "ends": {"x": "hi"}, "then": {"rule": "value"}}),
    ),
    "an exponential that rounds down, strictly": (
        "exp(x) - (1+x) < x**2/4",
        f"x == {TINY}",
        _leaf(TINY, TINY, {"rule": "value"}),
    ),
    "a logarithm that rounds up": (
        "log(1+x) >= x",
        f"x == {TINY}",
        _leaf(TINY, TINY, {"rule": "value"}),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_certificate_is_refused(name):
    text, where, body = FORGERIES[name]
    statement = parse_inequality(text, where)
    with pytest.raises(BadCertificate):
        check(seal(statement, body), statement)


def test_no_counterexample_to_a_true_statement():
    with pytest.raises(BadCertificate):
        check_counterexample({"x": TINY}, parse_inequality("exp(x) - (1+x) >= x**2/4", "x >= 0"))


@pytest.mark.parametrize("name", ["exp", "log", "sinh", "cosh", "tanh"])
@pytest.mark.parametrize("precision", [80, 256])
def test_intervals_hold_the_value(name, precision):
    """mpmath's own intervals of exp and log do not, at arguments such as 2^-60."""
    kept = iv.prec
    try:
        iv.prec = precision
        for k in range(1, 400):
            x = mpmath.mpf(k % 7 + 1) * mpmath.mpf(2) ** (-k // 3)
            x = 1 + x if name == "log" else x
            found = Intervals().call(name, [iv.mpf(x)])
            with mpmath.workprec(precision + 600):
                value = getattr(mpmath, name)(x)
                assert mpmath.mpf(found.a) <= value <= mpmath.mpf(found.b), (name, x)
    finally:
        iv.prec = kept


def test_the_exponential_of_0_is_1():
    """A bound that is attained needs the exact value."""
    found = Intervals().call("exp", [iv.mpf(0)])
    assert found.a == found.b == 1
