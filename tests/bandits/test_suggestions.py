"""From what a practitioner knows to S, λ, γ or τ, and a policy that plays."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glbtheory.bandits.policies.bandit_over_bandit import BanditOverBandit
from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB
from glbtheory.bandits.policies.sc_sw_glucb import SCSWGLUCB
from glbtheory.bandits.suggestions import Advice, natural_parameter, suggest
from glbtheory.regret.useful_horizon import HorizonProblem, first_useful
from glbtheory.setting.links import binomial, linear, logistic, poisson


def warned(advice: Advice, word: str) -> bool:
    return any(word in warning for warning in advice.warnings)


def slope(S: float) -> float:
    return math.exp(-S) / (1 + math.exp(-S)) ** 2


# --- S --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [logistic, binomial(7), poisson, linear])
@pytest.mark.parametrize("x", [-3.0, -0.2, 0.0, 1.7, 4.0])
def test_the_natural_parameter_inverts_the_mean(link, x: float) -> None:
    assert natural_parameter(link, float(link.mu(x))) == pytest.approx(x, abs=1e-12)


@pytest.mark.parametrize(
    ("link", "known", "S"),
    [
        ("logistic", {"lowest": 0.02, "highest": 0.5}, 3.9),  # log 49 = 3.8918
        ("logistic", {"lowest": 0.3, "highest": 0.98}, 3.9),
        ("logistic", {"highest": 0.75}, 1.1),  # log 3 = 1.0986
        ("binomial(5)", {"lowest": 1, "highest": 3}, 1.39),  # log 4 = 1.3863
        ("poisson", {"lowest": 0.5, "highest": 2.5, "m": 9}, 0.92),  # log 2.5 = 0.9163
        ("linear", {"lowest": -2, "highest": 1, "m": 1}, 2.0),
        ("logistic", {"S": 6}, 6.0),
    ],
)
def test_S_covers_the_typical_means(link: str, known: dict, S: float) -> None:
    advice = suggest(link, 2, 1000, changes=1, **known)
    assert advice["S"] == pytest.approx(S)
    assert warned(advice, "Only one end") == (len(set(known) & {"lowest", "highest"}) == 1)


# --- γ, τ and λ -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("T", "d", "Gamma"), [(8000, 2, 2), (100_000, 5, 20)])
def test_numbers_are_those_of_the_theorems(T: int, d: int, Gamma: int) -> None:
    c = slope(3.0)
    worst = (math.sqrt(c) * Gamma / (d * T)) ** (2 / 3)
    gap = math.sqrt(c * Gamma) / (d * math.sqrt(T))
    known = {"S": 3, "changes": Gamma}
    plain = suggest("logistic", d, T, **known)
    assert plain["policy"] == "SC-D-GLUCB"
    assert plain["lam"] == pytest.approx(d * math.log(T))
    assert plain["gamma"] == pytest.approx(1 - worst, rel=1e-12)
    assert plain.memory == pytest.approx(1 / worst)
    assert plain.c_mu == pytest.approx(c)
    gaps = suggest("logistic", d, T, gap=0.1, **known)
    assert gaps["gamma"] == pytest.approx(1 - gap, rel=1e-12)
    window = suggest("logistic", d, T, forgetting="window", **known)
    assert window["policy"] == "SC-SW-GLUCB"
    assert window["tau"] == math.ceil(1 / worst)
    assert suggest("logistic", d, T, forgetting="window", gap=0.1, **known)["tau"] == math.ceil(
        1 / gap
    )


@pytest.mark.parametrize(("lasting", "changes"), [(2000, 3), (2500, 3), (8000, 0), (9e9, 0)])
def test_how_long_the_world_stays_gives_the_changes(lasting: float, changes: int) -> None:
    advice = suggest("logistic", 2, 8000, S=2, lasting=lasting)
    assert advice.changes == changes
    assert advice.settings == suggest("logistic", 2, 8000, S=2, changes=changes).settings


def test_without_changes_nothing_is_forgotten() -> None:
    advice = suggest("logistic", 2, 8000, S=2, changes=0)
    assert (advice["policy"], advice["tau"], advice["gamma"]) == ("SC-SW-GLUCB", 8000, None)


def test_unknown_changes_are_left_to_the_bandit_over_bandit_or_a_cautious_window() -> None:
    advice = suggest("logistic", 2, 8000, S=2)
    assert isinstance(advice.policy(), BanditOverBandit)
    assert advice["lam"] == pytest.approx(2 * math.log(179))
    assert advice.changes is None
    assert advice.memory is None
    window = suggest("logistic", 2, 8000, S=2, forgetting="window")
    assert window["tau"] == math.ceil((2 * 8000 / math.sqrt(slope(2.0))) ** (2 / 3))


# --- bonuses --------------------------------------------------------------------------------------


@pytest.mark.parametrize("known", [{"changes": 3}, {"changes": 0}, {}])
def test_the_budget_is_the_bonus_of_an_action_never_tried(known: dict) -> None:
    free = suggest("logistic", 2, 5000, S=2, **known)
    assert free["divisor"] == 1
    assert warned(free, "exploration only")
    advice = suggest("logistic", 2, 5000, S=2, budget=0.5, **known)
    assert advice.bonus == pytest.approx(0.5)
    assert advice["divisor"] == pytest.approx(free.bonus / 0.5)
    assert warned(advice, "do not apply")
    assert not warned(advice, "exploration only")
    policy = advice.policy()
    players = policy.players if isinstance(policy, BanditOverBandit) else [policy]
    # b ‖a‖ in the norm of V⁻¹, with V = (λ/c_μ) I before anything is known.
    found = [p.coefficients(p.horizon - 1, 1)[0][0] * math.sqrt(p.c_mu / p.lam) for p in players]
    assert max(found) == pytest.approx(0.5)
    wide = suggest("logistic", 2, 5000, S=2, budget=1e9, **known)
    assert wide["divisor"] == 1
    assert not warned(wide, "do not apply")


# --- warnings -------------------------------------------------------------------------------------


def test_a_flat_mean_is_pointed_out() -> None:
    assert warned(suggest("logistic", 2, 8000, S=6, changes=2), "c_mu")
    assert not warned(suggest("logistic", 2, 8000, S=2, changes=2), "c_mu")
    assert not warned(suggest("linear", 2, 8000, S=6, changes=2, m=1), "c_mu")


def test_a_world_that_changes_too_often_is_pointed_out() -> None:
    advice = suggest("logistic", 1, 100, S=1, changes=99)
    assert advice["gamma"] == 0.5
    assert warned(advice, "outside (1/2, 1)")
    assert warned(advice, "Only about 2 rounds")
    assert not warned(suggest("logistic", 1, 10_000, S=1, changes=9), "outside")


def test_a_window_longer_than_the_horizon_is_cut_and_pointed_out() -> None:
    advice = suggest("logistic", 20, 100, S=3, changes=1, forgetting="window")
    assert advice["tau"] == 100
    assert warned(advice, "longer than the horizon")
    assert warned(suggest("logistic", 20, 100, S=3, changes=1), "nothing is forgotten")
    assert not warned(
        suggest("logistic", 2, 10_000, S=1, changes=9, forgetting="window"), "longer than"
    )


@pytest.mark.parametrize(("theorem", "more"), [("T2", {}), ("T5", {"forgetting": "window"})])
def test_an_empty_bound_is_pointed_out_with_the_horizon_it_needs(theorem: str, more: dict) -> None:
    advice = suggest("logistic", 2, 8000, S=2, changes=2, **more)
    start = first_useful(f"{theorem} corrected", HorizonProblem(S=2, d=2, Gamma=2)).T0
    assert warned(advice, f"T ≈ {start:.1e}")
    above = suggest("logistic", 2, start, S=2, changes=2, **more)
    assert not warned(above, "regret bound")
    assert warned(suggest("logistic", 2, start - 1, S=2, changes=2, **more), "regret bound")


def test_gaps_and_links_without_a_bound_get_their_own_words() -> None:
    assert warned(suggest("logistic", 2, 8000, S=2, changes=2, gap=0.2), "regret bound")
    assert warned(suggest("poisson", 2, 8000, S=1, changes=2, m=10), "no largest slope")
    assert warned(suggest("linear", 2, 8000, S=1, changes=2, m=0.1, gap=0.5), "regret bound")


# --- what comes out -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "cls"),
    [
        ({"changes": 3}, SCDGLUCB),
        ({"changes": 3, "forgetting": "window", "refined": True}, SCSWGLUCB),
        ({}, BanditOverBandit),
    ],
)
def test_the_policy_is_ready_to_play(known: dict, cls: type) -> None:
    advice = suggest("binomial(3)", 2, 500, lowest=0.5, highest=2, budget=1, **known)
    policy = advice.policy(seed=5)
    assert type(policy) is cls
    made = policy.configuration()
    assert {name: made[name] for name in advice.settings} == advice.settings
    rng = np.random.default_rng(1)
    for _ in range(30):
        actions = rng.uniform(-0.7, 0.7, (6, 2))
        policy.update(actions[policy.select(actions)], float(rng.integers(4)))
    assert policy.round == 31
    assert advice.policy().round == 1


def test_the_text_says_everything() -> None:
    known = {"lowest": 0.02, "highest": 0.5, "changes": 2}
    advice = suggest("logistic", 2, 8000, **known)
    text = str(advice)
    assert text.startswith("Play SC-D-GLUCB with\n")
    for said in (*advice.reasons, *advice.warnings):
        assert said in text
    assert f"gamma    {advice['gamma']:.6g}" in text
    assert "S        3.9" in text
    assert "tau" not in text
    assert "Beware" in text
    quiet = suggest("linear", 1, 10**13, S=1, changes=0, m=1, budget=1e9)
    assert quiet.warnings == ()
    assert "Beware" not in str(quiet)


@settings(max_examples=12)
@given(
    link=st.sampled_from(["logistic", "linear", "poisson", "binomial(3)"]),
    d=st.integers(1, 6),
    T=st.integers(2, 10**7),
    share=st.floats(0, 1),
    S=st.floats(0.01, 10),
    forgetting=st.sampled_from(["discount", "window"]),
    gap=st.sampled_from([None, 0.1]),
)
def test_whatever_is_known_the_policy_is_one_that_can_play(
    link: str, d: int, T: int, share: float, S: float, forgetting: str, gap: float | None
) -> None:
    m = 5 if link in ("linear", "poisson") else None
    changes = int(share * (T - 1))
    advice = suggest(
        link, d, T, S=S, changes=changes, forgetting=forgetting, gap=gap, m=m, budget=1
    )
    if advice["gamma"] is None:
        assert 1 <= advice["tau"] <= T
    else:
        assert 0.5 <= advice["gamma"] < 1
    assert advice["lam"] > 0
    assert 0 < advice.bonus <= 1 + 1e-9
    assert advice.policy().select(np.eye(d)) in range(d)


@pytest.mark.parametrize(
    ("argument", "more"),
    [
        *(("link", {"link": bad}) for bad in ("probit", "x", None, 3)),
        *(("d", {"d": bad}) for bad in (0, -1, 1.5, True)),
        *(("horizon", {"horizon": bad}) for bad in (0, 1, 2.5, True, math.nan)),
        *(("lowest", {"S": None, "lowest": bad}) for bad in (0, 1, -0.1, math.nan, "x", True)),
        *(("highest", {"S": None, "lowest": 0.1, "highest": bad}) for bad in (1, 2, math.inf)),
        ("lowest", {"S": None, "lowest": 0.6, "highest": 0.3}),
        ("highest", {"S": None, "highest": 0.5}),
        ("S", {"S": None}),
        *(("S", {"S": bad}) for bad in (0, -1, math.nan, math.inf, True, "2", 1e6)),
        ("S", {"lowest": 0.1}),
        *(("changes", {"changes": bad}) for bad in (-1, 1000, 1.5, True, math.nan)),
        *(("lasting", {"changes": None, "lasting": bad}) for bad in (0, -1, 0.5, math.nan, "x")),
        ("lasting", {"lasting": 10}),
        *(("gap", {"gap": bad}) for bad in (0, -1, 1.5, math.nan, True, "x")),
        *(("forgetting", {"forgetting": bad}) for bad in ("all", None, 1)),
        *(("budget", {"budget": bad}) for bad in (0, -1, math.nan, math.inf, True)),
        *(("delta", {"delta": bad}) for bad in (0, 1, math.nan, True)),
        *(("m", {"m": bad}) for bad in (2, 0, math.nan)),
        ("m must be given", {"link": "linear"}),
        ("refined", {"refined": 1}),
    ],
)
def test_bad_input_is_named(argument: str, more: dict) -> None:
    known = {"link": "logistic", "d": 2, "horizon": 1000, "S": 2, "changes": 2, **more}
    with pytest.raises(ValueError, match=rf"\b{argument}\b"):
        suggest(**known)


def test_each_aim_says_what_it_is_for() -> None:
    """In practice no number is asked for; what was said beside the link is named as not used."""
    theory = suggest("logistic", 3, 500, S=2, changes=1)
    assert theory.aim == "guarantee" and "guarantee: numbers of the regret theorems" in str(theory)
    bare = suggest("logistic", 3, 1e3, aim="practice")
    assert bare.settings == {
        "policy": "auto",
        "link": "logistic",
        "d": 3,
        "horizon": 1000,
        "m": None,
    }
    assert "no bound of it is known" in str(bare) and bare.policy().name == "auto"
    assert 0 < bare.bonus < 1 < theory.bonus
    told = suggest("poisson", 2, 500, S=2, changes=1, m=5, aim="practice")
    assert "Not used: S, changes." in told.reasons and told.policy().m == 5
    with pytest.raises(ValueError, match="aim must be one of guarantee, practice"):
        suggest("logistic", 3, 500, aim="theory")
