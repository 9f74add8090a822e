"""Orders of magnitude: exponents against numbers, and refutations that can be followed."""

from __future__ import annotations

import math
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp

from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED
from glbtheory.engines.orders import ONE, ZERO, Order, at_most, compare, leading, order_of

T, d, c, G = (Order.of(**{n: 1}) for n in ("T", "d", "c", "G"))
REGION = [T, d, c**-1, G, T / G]


def value(order: Order, logs: dict[str, float]) -> float:
    """The logarithm of the order at x = exp(logs)."""
    return max(sum(float(e) * logs[n] for n, e in term) for term in order.terms)


def test_arithmetic_of_exponents() -> None:
    assert (T * d) ** "2/3" / T == Order.of(T="-1/3", d="2/3")
    assert (T + d) ** 2 == T**2 + d**2
    assert str(T ** "1/2" + ONE) == "1 + T^(1/2)"
    with pytest.raises(ValueError, match="minimum"):
        (T + d) ** -1


def test_sums_and_powers_agree_with_numbers() -> None:
    rng = random.Random(0)
    for _ in range(50):
        logs = {n: rng.uniform(200, 400) for n in "TdcG"}
        order = (T * d + c ** "3/2") ** "1/2" * (G + T / d)
        exact = 0.5 * max(logs["T"] + logs["d"], 1.5 * logs["c"]) + max(
            logs["G"], logs["T"] - logs["d"]
        )
        assert math.isclose(value(order, logs), exact)


def test_expressions() -> None:
    x, y, g = sp.symbols("x y gamma", positive=True)
    known = {x: T, y: d, 1 - g: Order.of(T="-2/3")}
    found = order_of(3 * sp.sqrt(x / (1 - g)) + sp.Max(1, 1 / y) * sp.log(x), known)
    assert found == Order.of(T="5/6") + ONE + d**-1
    with pytest.raises(ValueError, match="not positive"):
        order_of(x - 1, known)
    with pytest.raises(ValueError, match="not known"):
        order_of(sp.sin(x), known)
    with pytest.raises(ValueError, match="not known"):
        order_of(sp.Symbol("z"), known)


def test_logarithms_from_above_and_from_below() -> None:
    x, y, k = sp.symbols("x y k", positive=True)
    known = {x: T, y: d, k: ONE}
    small = sp.log(1 + 1 / x)  # tends to 0 as x grows: 1 is an upper order, not a lower one
    assert order_of(y * small + y**2, known) == d + d**2
    assert order_of(y * small + y**2, known, below=True) == d**2
    assert order_of(y * small, known, below=True) == ZERO
    assert str(ZERO) == "0"
    with pytest.raises(ValueError, match="from below"):
        order_of(y / small, known)
    assert order_of(y / sp.log(1 + k), known) == d  # constants are constants from both sides
    assert order_of(y / sp.log(x), {**known, sp.log(x): ONE}) == d
    assert at_most(ZERO, T**-1, REGION).outcome == HOLDS
    assert at_most(T**-9, ZERO, REGION).outcome == REFUTED


def test_what_is_divided_by_is_read_from_the_other_side() -> None:
    x, y = sp.symbols("x y", positive=True)
    known = {x: T, y: d}
    with pytest.raises(ValueError, match="minimum"):
        order_of(1 / (1 + sp.log(x) * y), known, below=True)  # not 1: the logarithm may be large
    assert order_of(1 / (1 + sp.log(x)), known) == ONE  # at most 1, whatever the logarithm


def test_a_free_variable_proves_a_tuning_best() -> None:
    x = Order.of(x=1)
    balanced = G / x + T * x ** "1/2"
    best = G ** "1/3" * T ** "2/3"
    assert at_most(best, balanced, REGION).outcome == HOLDS
    assert at_most(best * T ** "1/100", balanced, REGION).outcome == REFUTED
    rng = random.Random(2)
    for _ in range(50):
        logs = {"T": rng.uniform(0, 9), "G": rng.uniform(0, 9), "x": rng.uniform(-99, 99)}
        assert value(best, logs) <= value(balanced, logs) + 1e-9


def test_a_comparison_of_enclosed_orders_may_stay_open() -> None:
    wide = (T ** "1/2", T)
    assert compare(wide, (T, T), REGION).outcome == HOLDS
    assert compare(wide, (T ** "1/3", T ** "1/3"), REGION).outcome == REFUTED
    assert compare(wide, (T ** "2/3", T ** "2/3"), REGION).outcome == UNDECIDED
    assert compare((T, T), wide, REGION).outcome == UNDECIDED
    assert compare((T, T), (d, T**2), REGION).outcome == UNDECIDED
    assert compare((T ** "1/3", T ** "1/3"), wide, REGION).outcome == HOLDS


def test_what_holds_on_the_region_only() -> None:
    assert at_most(G, T, REGION).outcome == HOLDS
    assert at_most(G, T, [T, G]).outcome == REFUTED
    assert at_most(T ** "1/2" + G ** "1/2", T ** "1/2", REGION).outcome == HOLDS
    assert at_most(T ** "2/3", T ** "1/2" + G, REGION).outcome == REFUTED


def test_a_refutation_is_a_direction_in_the_region() -> None:
    rng = random.Random(1)
    refuted = 0
    for _ in range(200):
        e = [Fraction(rng.randint(-3, 3), rng.randint(1, 3)) for _ in range(8)]
        order, bound = (Order.of(T=a, d=b, c=x, G=y) for a, b, x, y in (e[:4], e[4:]))
        bound = bound * T**2 * d**2 / c**2
        found = at_most(order, bound, REGION)
        if found.outcome == HOLDS:
            for _ in range(20):
                t = rng.uniform(0, 9)
                logs = {
                    "T": t,
                    "G": rng.uniform(0, t),
                    "d": rng.uniform(0, 9),
                    "c": -rng.uniform(0, 9),
                }
                assert value(order, logs) <= value(bound, logs) + 1e-9
            continue
        refuted += 1
        assert found.witness is not None
        logs = dict.fromkeys("TdcG", 0.0)
        for name, text in found.witness.items():
            logs[name] = float(Fraction(re.fullmatch(r"N\^\((.*)\)", text).group(1)))  # type: ignore[union-attr]
        assert value(order, logs) > value(bound, logs)
        assert all(value(r, logs) >= 0 for r in REGION)
    assert 20 < refuted < 180


def test_a_region_of_sums_is_refused() -> None:
    with pytest.raises(ValueError, match="single monomials"):
        at_most(T, T, [T + d])


def test_the_leading_monomials_are_the_maximum() -> None:
    order = T ** "1/2" + G ** "1/2" + d + T ** "1/2" / d + ONE
    assert leading(order, REGION) == T ** "1/2" + d
    assert leading(order, [*REGION, T / d**2]) == T ** "1/2"
    assert leading(order, []) == order  # without a region nothing is above anything
    rng = random.Random(3)
    for _ in range(50):
        t = rng.uniform(0, 9)
        logs = {"T": t, "G": rng.uniform(0, t), "d": rng.uniform(0, 9), "c": 0.0}
        assert math.isclose(value(order, logs), value(leading(order, REGION), logs))


def test_equal_orders_leave_one() -> None:
    both = T**2 * G + T**2 / G
    assert len(leading(both, [*REGION, G**-1]).terms) == 1


def test_the_power_along_a_direction() -> None:
    order = T * d ** "1/2" + G**2
    assert order.along(T=1, d="1/3") == Fraction(7, 6)
    assert order.along(G=1, T="1/2") == 2
    assert ONE.along(T=5) == 0 and (T**-1 + d**-2).along(T=2, d=3) == -2
    with pytest.raises(ValueError, match="0 has no order"):
        ZERO.along(T=1)


def test_the_same_witness_whatever_was_asked_before_and_in_whatever_process() -> None:
    code = (
        "import sys\n"
        "from glbtheory.engines.orders import Order, at_most\n"
        "T, d, c, G = (Order.of(**{n: 1}) for n in 'TdcG')\n"
        "bound = T + d * G + c**-1 + T ** '1/2' * d + G**2\n"
        "for k in range(int(sys.argv[1])): at_most(G**k, d**k * T, [G, d])\n"
        "print(at_most(T * d * G, bound, [T, d, c**-1, G, T / G]).witness)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code, str(seed)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in range(3)
    }
    assert len(answers) == 1 and "N^" in answers.pop()


def test_positive_numbers_count_as_one() -> None:
    assert T * 3 == 3 * T == T / 2 == T
    assert T + 1 == 1 + T == T + ONE != T
    assert 2 / T == T**-1
    assert at_most(T, T * 5, REGION).outcome == HOLDS


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: T * 0, "a factor must be an Order or a positive number, not 0"),
        (lambda: T + -1, "a term must be an Order or a positive number, not -1"),
        (lambda: T / "2", "a divisor must be an Order"),
        (lambda: math.nan * T, "a factor must be an Order"),
        (lambda: at_most("T", T, REGION), "order must be an Order"),  # type: ignore[arg-type]
        (lambda: at_most(T, None, REGION), "bound must be an Order"),  # type: ignore[arg-type]
        (lambda: at_most(T, T, T), "region must be a list of orders"),  # type: ignore[arg-type]
        (lambda: at_most(T, T, ["T"]), "region must list orders"),  # type: ignore[list-item]
    ],
)
def test_what_is_no_order_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
