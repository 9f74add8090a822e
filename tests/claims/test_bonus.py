"""The bonus on single paths, by formulas written out for one observation in one dimension."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from glbtheory.claims.bonus import _on_rounds
from glbtheory.claims.bonus._on_rounds import FAR_POISSON, JUST_CHANGED, bonus, exploration, no_data
from glbtheory.claims.bonus.prediction_error import P5, general, sharp
from glbtheory.claims.bonus.refined import P6, _chain, _covered, _lines, page_radius
from glbtheory.claims.vocabulary.attacks import simple_path
from glbtheory.engines.evidence import HOLDS
from glbtheory.formulas import FORMULAS
from glbtheory.regret.proof_chain import bias, sandwiched
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import binomial, linear, logistic


def test_bonus_of_a_path_is_the_closed_form_at_its_own_noise() -> None:
    path = simple_path(logistic, [0.8], [1.0], [0.3, 0.3], lam=2.0, S=1.5, D=2)
    x = path.X_H / math.sqrt(2.0)
    size = 1 + 1.5 + 0.05**2 / 0.95 * (2 * 1.5 * 0.25 + 1) / 2.0
    noise = math.sqrt(size) * x + x**2
    assert bonus(path) == pytest.approx(0.25 * math.sqrt(2.0) * (size + noise) ** 1.5)
    sharp = 0.25 * math.sqrt(2.0) * math.sqrt(size + noise) * (1.5 + noise)
    assert bonus(path, "beta_sharp") == pytest.approx(sharp)
    refined = 0.25 * math.sqrt(1 + 2 * 1.5) * (math.sqrt(2.0) * 1.5 + path.X_H)
    assert bonus(path, "beta_bar") == pytest.approx(refined)
    assert bias(path) == pytest.approx(0.25 / 2.0 * 0.05**2 / 0.95 * (2 * 1.5 * 0.25 + 1))


def test_bonuses_with_parts_to_leave_out_are_the_closed_forms_when_none_is() -> None:
    path = simple_path(logistic, [0.8], [1.0], [0.3, 0.3], lam=2.0, S=1.5, D=2)
    assert general(path) == pytest.approx(bonus(path))
    assert sharp(path) == pytest.approx(bonus(path, "beta_sharp"))
    assert _covered.tokens["beta"](path) == pytest.approx(bonus(path, "beta_bar"))


def test_exploration_and_the_middle_norm_in_one_dimension() -> None:
    path = simple_path(logistic, [0.8], [1.0], [0.3, 0.3], lam=2.0, S=1.5, probe=[0.5])
    design = 0.64 + 2.0 / path.c_mu
    assert exploration(path, 3.0) == pytest.approx(3.0 * 0.5 / math.sqrt(path.c_mu * design))
    # One round: the weights are 1, so G and G̃ agree.
    assert sandwiched(path) == pytest.approx(0.5 / math.sqrt(path.G[0, 0]))


@pytest.mark.parametrize("S", [0.01, 0.5, 2.0, 30.0])
def test_before_any_data_the_error_is_s_over_the_power_three_halves(S: float) -> None:
    path = no_data(S)
    ratio = path.prediction_error() / exploration(path, bonus(path))
    assert ratio == pytest.approx(S / (1 + S) ** 1.5, rel=1e-6)
    assert ratio <= 2 / (3 * math.sqrt(3)) + 1e-12


def test_with_no_data_forty_trials_refute_every_line_without_its_constant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = simple_path(binomial(40), [0.0], [0.0], [0.2, 0.2], lam=100.0, S=0.2)
    error = 40 / (1 + math.exp(-0.2)) - 20
    old = 10 / 100 * 0.05**10 / 0.95 * (2 * 0.2 * 10 + 40)
    assert path.estimate[0] == 0 and path.prediction_error() == pytest.approx(error)
    # Every matrix is the ridge: ‖1‖ = 1/10, the noise is -λ θ* = -20, and 20/10 its norm.
    wide = math.sqrt(1.4) * 0.2
    expected = {2549: 0.2, 2555: 0.2, 2565: wide, 2572: wide, 2583: wide}
    assert _lines(path, with_k=False) == pytest.approx(expected)
    # What the statement compares, on this round instead of many.
    monkeypatch.setattr(_on_rounds, "attack_path", lambda ratio, **_: ratio(path))
    for line, side in expected.items():
        ratio = error / (old + side)
        alone = _chain.variant(lines=(line,))
        assert ratio > 8
        bare = alone.variant(with_k=False)
        assert bare.check(**bare.tokens) == pytest.approx(ratio, rel=1e-9)
        assert alone.check(**alone.tokens) == pytest.approx(error / (old + 10 * side), rel=1e-9)


def test_the_printed_last_line_fails_with_the_radius_of_the_page() -> None:
    path = _on_rounds.FORTY_TRIALS_RIDGE
    assert path.faults == [] and path.X_H == 0
    # d = 1, T = 2, λ = 10^6, m = 40, k_μ = 10, γ = 1/20: every matrix is the ridge.
    gain = 40 / 1000 * math.log(1 + 10 * (1 - 0.05**20) / 1e6 / (1 - 0.05**2))
    rho = 1000 / 80 + 80 / 1000 * (math.log(2 / 0.05) + math.log(2)) + gain
    assert page_radius(path) == pytest.approx(rho)
    error = 40 / (1 + math.exp(-0.2)) - 20
    assert error > 7 * math.sqrt(1.4) / 1000 * (200 + rho) + bias(path)


@pytest.mark.parametrize("path", _on_rounds.NEEDED)
def test_paths_that_need_a_term_are_paths_of_the_model(path: ProofRound) -> None:
    assert path.faults == [] and path.estimate_in_ball
    ratio = path.prediction_error() / (bias(path) + exploration(path, bonus(path, "beta_bar")))
    assert ratio < 1


@pytest.mark.parametrize(
    "parts",
    [
        {"beta": partial(general, first=0.0)},
        {"beta": partial(general, square=0.0)},
        {"beta": partial(general, old=0.0)},
        {"drift": 0.0, "old_noise": 0.0},
    ],
)
def test_what_the_search_does_not_see(parts: dict[str, object]) -> None:
    """What P5 says that its search is blind to; the refined bonus has no such term."""
    assert len(P5.blind_to) == 4 and not P6.blind_to
    (searched,) = P5.printed
    assert searched.variant(**parts).decide().outcome == HOLDS


def test_the_paths_of_the_mutants_are_what_they_say() -> None:
    assert not JUST_CHANGED.far and not FAR_POISSON.estimate_in_ball
    assert JUST_CHANGED.faults == ["a change among the last D rounds"]
    assert FAR_POISSON.faults == [] and no_data(1.0).faults == []


def test_a_change_breaks_the_bound_and_time_heals_it() -> None:
    theta = np.where(np.arange(1, 61) < 31, 0.9, 0.1)
    ratios = []
    for t in (30, 32, 60):
        path = ProofRound(
            linear,
            np.ones((t - 1, 1)),
            theta[: t - 1],
            theta[:t, None],
            Discount(0.7),
            lam=0.01,
            S=0.9,
            m=1.0,
            D=25,
        )
        ratios.append(path.prediction_error() / (bias(path) + exploration(path, bonus(path))))
    assert ratios[0] < 1 < ratios[1] and ratios[2] < 1


def test_refined_bonus_is_larger_for_a_large_set_and_penalty() -> None:
    known = {"d": 2, "T": 1000, "delta": 0.1, "gamma": 0.99, "k_mu": 0.25, "m": 1}

    def ratio(S: float, lam: float) -> float:
        refined, general = (FORMULAS[n](**known, S=S, lam=lam) for n in ("beta_bar", "beta"))
        return refined / general

    assert round(ratio(100, 1000), 2) == 1.30  # as the note of Z60 says
    assert ratio(1e4, 1e9) < math.sqrt(2)
    assert ratio(3, 1000) < 1 and ratio(100, 2) < 1
