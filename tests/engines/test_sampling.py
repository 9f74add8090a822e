"""The sampling engine: limits that cover, and coins that are caught."""

import json
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction as F
from math import comb

import numpy as np
import pytest

from glbtheory.engines.sampling import blind, clopper_pearson, sample_until


def tail_from(k, n, p):
    """P(Bin(n, p) >= k), exactly for a rational p."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


def coin(p):
    return lambda rng, n: int(rng.binomial(n, p))


@pytest.mark.parametrize(("k", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (3, 200)])
def test_limits_invert_the_exact_tails(k, n):
    lower, upper = clopper_pearson(k, n, 0.95)
    if k > 0:
        assert float(tail_from(k, n, F(lower))) == pytest.approx(0.025, rel=1e-9)
    if k < n:
        assert float(1 - tail_from(k + 1, n, F(upper))) == pytest.approx(0.025, rel=1e-9)
    assert (lower == 0) == (k == 0) and (upper == 1) == (k == n)


def test_no_events_give_the_known_limit():
    assert clopper_pearson(0, 1000, 0.95, "upper") == (0.0, pytest.approx(1 - 0.05**0.001))
    assert clopper_pearson(1000, 1000, 0.95, "lower") == (pytest.approx(0.05**0.001), 1.0)


def coverage(limits, n, p):
    inside = [k for k in range(n + 1) if limits(k)[0] <= p <= limits(k)[1]]
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside)


def test_coverage_is_never_below_the_level_and_the_normal_mutant_fails():
    n, level = 20, 0.9
    grid = [F(i, 200) for i in range(1, 200)]

    def wald(k):
        half = 1.645 * (k / n * (1 - k / n) / n) ** 0.5
        return k / n - half, k / n + half

    for side in ("both", "upper", "lower"):
        table = [clopper_pearson(k, n, level, side) for k in range(n + 1)]
        assert min(coverage(table.__getitem__, n, p) for p in grid) >= F(9, 10)
    assert min(coverage(wald, n, p) for p in grid) < F(1, 2)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((-1, 10, 0.9), "k must"),
        ((11, 10, 0.9), "k must"),
        ((1.5, 10, 0.9), "k must"),
        ((0, 0, 0.9), "n must"),
        ((1, 10, 0.0), "level"),
        ((1, 10, 1.0), "level"),
        ((1, 10, float("nan")), "level"),
        ((1, 10, 0.9, "left"), "side"),
    ],
)
def test_bad_arguments_are_named(arguments, name):
    with pytest.raises(ValueError, match=name):
        clopper_pearson(*arguments)


def test_a_fair_claim_holds_and_says_how():
    evidence = sample_until(coin(0.02), 0.05, seed=1, level=0.999, scope="one coin")
    assert (evidence.outcome, evidence.engine, evidence.strength) == (
        "holds",
        "sampling",
        "sampled",
    )
    assert evidence.scope.startswith("one coin: n = ")
    assert "events" in evidence.scope and "upper limit" in evidence.scope
    assert "blind" in evidence.detail
    assert 0.4 < evidence.worst_ratio < 1
    json.dumps(evidence.to_json(), allow_nan=False)


def test_the_biased_coin_is_caught():
    evidence = sample_until(coin(0.055), 0.05, seed=1, level=0.999)
    assert evidence.outcome == "refuted"
    witness = evidence.witness
    assert witness["lower_limit"] > witness["target"] == 0.05
    assert witness["events"] / witness["trials"] > 0.05
    assert evidence.worst_ratio > 1
    json.dumps(evidence.to_json(), allow_nan=False)


def test_the_budget_ends_undecided():
    evidence = sample_until(coin(0.05), 0.05, seed=1, batch=100, budget=1234)
    assert evidence.outcome == "undecided"
    assert "n = 1234 trials" in evidence.scope
    assert evidence.witness is None


def test_repeated_looks_do_not_spend_more_than_the_level():
    """At the target itself each decision is an error; 10 % are allowed, over all looks."""
    wrong = sum(
        sample_until(coin(0.3), 0.3, seed=s, level=0.9, batch=16, budget=2048).outcome
        != "undecided"
        for s in range(300)
    )
    assert clopper_pearson(wrong, 300, 0.999)[0] <= 0.1

    def naive(seed):
        """The mutant: the full error at every look."""
        rng, k = np.random.default_rng(seed), 0
        for n in range(16, 2049, 16):
            k += int(rng.binomial(16, 0.3))
            lower, upper = clopper_pearson(k, n, 0.9)
            if not lower <= 0.3 <= upper:
                return True
        return False

    assert clopper_pearson(sum(naive(s) for s in range(100)), 100, 0.999)[0] > 0.1


def test_the_result_does_not_depend_on_workers():
    arguments = {"seed": 7, "batch": 50, "budget": 5000}
    alone = sample_until(coin(0.19), 0.2, **arguments)
    with ThreadPoolExecutor(3) as pool:
        assert sample_until(coin(0.19), 0.2, mapper=pool.map, **arguments) == alone
    root = np.random.SeedSequence(7)
    again = [sample_until(coin(0.19), 0.2, **{**arguments, "seed": root}) for _ in range(2)]
    assert again == [alone, alone]


def test_draw_must_count():
    for wrong in (-1, 1001, 0.5):
        with pytest.raises(ValueError, match="draw"):
            sample_until(lambda rng, n, w=wrong: w, 0.1, seed=0)
    with pytest.raises(ValueError, match="target"):
        sample_until(coin(0.1), 0.0, seed=0)
    with pytest.raises(ValueError, match="batch"):
        sample_until(coin(0.1), 0.1, seed=0, batch=0)


@pytest.mark.parametrize("looks", [0, 1, 5])
def test_what_a_test_cannot_see(looks):
    target, n, level = 0.05, 400, 0.99
    seen = blind(target, n, level, power=0.9, looks=looks)
    half = F(1, 100) / 2 ** (looks + 1)
    need = seen.events_needed
    assert tail_from(need, n, F(1, 20)) < half <= tail_from(need - 1, n, F(1, 20))
    assert float(tail_from(need, n, F(seen.detectable))) == pytest.approx(0.9, rel=1e-9)
    assert seen.detectable > target
    assert float((1 - F(seen.resolution)) ** n) == pytest.approx(float(half), rel=1e-9)
    assert "blind to violations" in str(seen)


def test_a_test_may_be_blind_altogether():
    seen = blind(0.9, 5, 0.99)
    assert seen.events_needed is None and seen.detectable is None
    assert "no outcome" in str(seen)
    always = sample_until(coin(1.0), 0.9, seed=0, level=0.99, batch=5, budget=5)
    assert always.outcome == "undecided" and "no outcome" in always.detail


def test_more_trials_see_more():
    widths = [blind(0.05, n, 0.99).detectable for n in (100, 1000, 10_000, 100_000)]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.055
