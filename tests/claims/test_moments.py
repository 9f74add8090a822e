"""Exponential moments and the supermartingale: verdicts, mutants, and numbers by another route."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from _ledger import all_records
from glbtheory.claims.moments.exponential_moments import all_two_point
from glbtheory.concentration.noise_laws import ExpSum, Law
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence

STRENGTH = {
    "Z41": "certified",
    **dict.fromkeys(("L1", "Z14", "Z15"), "enumerated"),
    **dict.fromkeys(("L3", "Q8", "I1", "I2", "R4", "Z13"), "proved"),
    "Z12": "by hand",
}


def evidence(name: str) -> list[Evidence]:
    """The mutants of one claim."""
    return all_records()[name].mutants


@pytest.mark.parametrize(("name", "strength"), STRENGTH.items())
def test_engines_decide_as_strongly_as_they_can(name: str, strength: str) -> None:
    found = all_records()[name].printed
    assert found is not None
    assert found.strength == strength


def test_the_required_range_is_no_misprint() -> None:
    """A bound on |v| is needed, as printed; only the index in the remark is wrong."""
    records = all_records()
    assert records["Z41"].verdict == "holds" and not records["Z41"].claim.error_lines
    repaired = [n for n, r in records.items() if r.claim.chapter == "moments" and r.corrected]
    assert repaired == ["R4"]


def test_each_false_moment_fails_where_it_is_false() -> None:
    witness = evidence("Z12")[-1].witness
    assert witness is not None and witness["case"] == "Bennett's moment"
    longer = evidence("Q8")[0].witness  # S_1 is not empty: M_1 = 1 fails, and no variance occurs
    assert longer is not None and longer["case"].endswith("M_1 = 1") and "s1" not in longer


def moment(v: float, x: float, y: float) -> float:
    return (y * math.exp(v * x) + x * math.exp(-v * y)) / (x + y)


def test_two_point_laws_in_floating_point() -> None:
    """The statements in (z, u) are the statements about v, x and y, of either sign of v."""
    rng = random.Random(3)
    closest = 0.0
    for _ in range(20_000):
        v, x, y = rng.uniform(-1, 1), rng.random() + 1e-3, rng.random() ** 4 + 1e-3
        x, y = min(x, 1.0), min(y, 1.0)
        excess, square = moment(v, x, y) - 1, v * v * x * y
        assert excess <= (math.e - 2) * square + 1e-15
        if square > 1e-4:
            closest = max(closest, excess / square)
    assert 0.70 < closest < math.e - 2


@pytest.mark.parametrize(("name", "index"), [("L3", 0), ("Z41", 0)])
def test_the_law_of_the_witness_exceeds_the_bound(name: str, index: int) -> None:
    witness = evidence(name)[index].witness
    assert witness is not None
    v, x, y = (Fraction(witness[k]) for k in ("v", "x", "y"))
    assert 0 < x <= 1 and 0 < y <= 1 and 1.79 < v <= 1.8
    assert moment(float(v), float(x), float(y)) > 1 + v * v * x * y + 1e-7


def test_the_range_ends_between_1_79_and_1_80() -> None:
    def gap(v: float) -> float:
        return 1 + v + v * v - math.exp(v)

    assert gap(1.79) > 1e-3 and gap(1.80) < -1e-3


def test_the_law_that_is_not_centred_is_a_law() -> None:
    witness = evidence("L3")[2].witness
    assert witness is not None
    v, x, y = (Fraction(witness[k]) for k in ("v", "x", "y"))
    share = Fraction(1, 1000)
    high = (1 - share) * y / (x + y) + share
    law = Law(((high, x), (1 - high, -y)))
    assert law.mean == share * x
    assert (law.moment(v) - ExpSum.of([(1 + v * v * law.variance, 0)])).sign() == 1


def test_each_token_of_the_two_point_statement_decides() -> None:
    """Where it still holds and where it no longer does."""
    assert all_two_point.variant(reach="1.79").decide().outcome == HOLDS
    assert all_two_point.variant(constant="exp(1) - 2", exponential=True).decide().outcome == HOLDS
    for moved in ({"reach": "1.8"}, {"constant": "0.718"}, {"tilt": "1/1000"}):
        assert all_two_point.variant(**moved).decide().outcome == REFUTED


def test_the_mutant_of_the_upper_index_is_the_process_on_the_diagonal() -> None:
    """Its witness by hand: the past is divided by w_2 = 2 w_1 in M_3^3, by w_1 in M_2^2."""
    witness = evidence("R4")[-1].witness
    assert witness is not None and witness["epsilon_2"] == "-1"
    r, loss = float(Fraction(witness["r"])), -1.0
    now = math.exp(loss - 1)
    after = sum(math.exp(r * loss - r * r + eps - 1) / 2 for eps in (1, -1))
    kept = sum(math.exp(loss - 1 + eps - 1) / 2 for eps in (1, -1))
    assert kept < now < after
