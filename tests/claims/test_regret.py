"""The mutants of the claims about runs record how blind the checks are: a little less passes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from glbtheory.claims.regret import horizons, on_runs
from glbtheory.claims.vocabulary.exact_runs import exceeded, kept
from glbtheory.engines.evidence import HOLDS, REFUTED
from glbtheory.formulas import FORMULAS
from glbtheory.regret.late_change_runs import WITNESS
from glbtheory.regret.useful_horizon import first_useful

_BOUNDS = {
    "regret_discount_corrected": (on_runs._discounted, (22.5, 15.0)),
    "regret_gap_corrected": (on_runs._discounted, (970.0, 440.0)),
    "regret_window_corrected": (on_runs._windowed, (9.3, 6.5)),
    "regret_window_gap_corrected": (on_runs._windowed, (85.0, 42.0)),
}


@pytest.mark.parametrize("formula", _BOUNDS)
def test_a_bound_divided_by_a_little_less_passes(formula: str) -> None:
    settings, divisors = _BOUNDS[formula]
    for name, divisor in zip(settings(), divisors, strict=False):
        for factor, outcome in ((0.93, HOLDS), (1.0, REFUTED)):
            whole = on_runs.within.variant(settings=settings, value=on_runs.value_of(formula))
            divided = whole.variant(divisor=factor * divisor, only=[name])
            assert divided.decide().outcome == outcome


@pytest.mark.parametrize(("window", "divisor"), [(False, 3.4), (True, 3.1)])
def test_prediction_errors_divided_by_a_little_less_pass(window: bool, divisor: float) -> None:
    for factor, outcome in ((0.95, HOLDS), (1.0, REFUTED)):
        by_noise = on_runs.predicted.variant(window=window, actual=True)
        assert by_noise.variant(divisor=factor * divisor).decide().outcome == outcome


@pytest.mark.parametrize("settings", [on_runs._discounted, on_runs._windowed])
def test_every_bound_is_above_what_any_policy_can_lose(settings: object) -> None:
    """The note of the claims says so; were it false the claims would be worth more."""
    assert callable(settings)
    for setting in settings().values():
        name = "regret_discount_corrected" if setting.depth else "regret_window_corrected"
        assert setting.number(name) > setting.m * setting.T


def test_the_horizons_are_those_that_bisection_finds() -> None:
    for (theorem, S), T0 in horizons.HORIZONS.items():
        assert first_useful(theorem, horizons._problem(S)).T0 == T0


def test_a_known_run_exceeds_the_printed_bound_by_what_the_claim_says_and_no_more() -> None:
    bound = FORMULAS["regret_discount"]
    beyond = exceeded(WITNESS, bound, Fraction(249, 100))
    assert beyond.decide().outcome == HOLDS
    assert beyond.variant(factor=Fraction(250, 100)).decide().outcome == REFUTED
    whole = kept(WITNESS, FORMULAS["regret_discount_corrected"])
    assert whole.decide().outcome == HOLDS
    assert whole.variant(formula=bound).decide().outcome == REFUTED
