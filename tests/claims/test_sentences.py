"""Claims about the experiment: the scan, what its outcomes mean, and exact numbers."""

from __future__ import annotations

import math

import pytest

from glbtheory.bandits.statistics.paired import Comparison
from glbtheory.bandits.statistics.questions import Answer, Judgement
from glbtheory.claims import all_claims
from glbtheory.claims.sentences import _settings as scan
from glbtheory.claims.sentences import curves as claims
from glbtheory.claims.sentences import reasons, tuning
from glbtheory.claims.sentences._questions import SENTENCES
from glbtheory.engines.evidence import CONSISTENCY, HOLDS, REFUTED, UNDECIDED
from glbtheory.ledger.one_claim import run_claim


def judged(mean: float) -> Judgement:
    """A sentence with one question: whether a number is above 0; known up to 1."""
    found = Comparison(40, mean, mean - 1, mean + 1, 20, 0.3, 0.7, 0.95)
    return Judgement("X", (Answer("a number", ">", 0.0, found),))


@pytest.mark.parametrize(
    ("means", "outcome"),
    [((5, -5, 0.5), HOLDS), ((-5, -5, -5), REFUTED), ((-5, 0.5, -5), UNDECIDED)],
)
def test_reproduced_somewhere_contradicted_everywhere_or_open(means, outcome) -> None:
    names = (scan.REFERENCE, "another", "a third")
    evidence = scan.somewhere(dict(zip(names, map(judged, means), strict=True)))
    assert evidence.outcome == outcome and evidence.strength == "sampled"
    assert (evidence.witness is not None) == (outcome == REFUTED)
    assert "of 3 settings" in evidence.scope


def test_the_scope_counts_and_names() -> None:
    names = (scan.REFERENCE, "another", "a third", "a fourth")
    found = dict(zip(names, map(judged, (5, -5, 0.5, 6)), strict=True))
    scope = scan.somewhere(found).scope
    assert "reproduced at 2 of 4 settings (λ = d log T; a fourth)" in scope
    assert "contradicted at 1, undecided at 1" in scope
    assert "at the reference reproduced" in scope and "a number, > 0? 5 (4 to 6)" in scope


def _with(monkeypatch: pytest.MonkeyPatch, table: dict[str, dict[str, float]]) -> None:
    """Sentences that have these outcomes at these settings."""
    monkeypatch.setattr(claims, "settings", lambda: next(iter(table.values())))
    monkeypatch.setattr(
        claims, "judged", lambda i: {name: judged(mean) for name, mean in table[i].items()}
    )


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ({"a": 5, "b": -5}, {"a": 5, "b": 5}, HOLDS),
        ({"a": 5, "b": -5}, {"a": -5, "b": 5}, REFUTED),
        ({"a": 5, "b": -5}, {"a": 0.5, "b": 5}, UNDECIDED),
    ],
)
def test_all_at_once_needs_one_setting(monkeypatch, first, second, outcome) -> None:
    _with(monkeypatch, {"X10": first, "X11": second})
    evidence = claims.one_setting.variant(sentences=("X10", "X11")).decide()
    assert evidence.outcome == outcome
    assert (evidence.witness is not None) == (outcome == REFUTED)


def test_a_named_setting_is_the_only_one_that_counts(monkeypatch) -> None:
    _with(monkeypatch, {"X10": {"a": 5, "b": -5}})
    assert claims.one_setting.variant(sentences=("X10",), names=("b",)).decide().outcome == REFUTED
    assert claims.one_setting.variant(sentences=("X10",), names=("a",)).decide().outcome == HOLDS


def test_every_sentence_has_a_claim_of_this_chapter() -> None:
    for identifier, sentence in SENTENCES.items():
        claim = all_claims()[identifier]
        assert claim.kind == "experiment-claim" and claim.chapter == "sentences"
        assert claim.title.lower() == sentence.text.lower()


def test_settings_have_names_of_their_own() -> None:
    assert scan.name_of("dlogT") == scan.REFERENCE
    assert scan.name_of("0.2", "disc") == "λ = 0.2, disc"


@pytest.mark.parametrize("name", ["X4", "X5", "X6", "X8", "X9", "Z26", "Z28", "Z29"])
def test_what_is_exact_holds_and_its_mutants_do_not(name: str) -> None:
    found = run_claim(all_claims()[name])
    assert {e["outcome"] for e in (*found["printed"], *found["support"])} == {HOLDS}
    assert [m["outcome"] for m in found["mutants"]] == [REFUTED] * len(all_claims()[name].mutants)


def test_the_experiment_of_this_book_is_no_evidence_on_the_page() -> None:
    """What compares the ready-made experiment with the page is called consistency."""
    for name in ("X4", "X7", "X8", "X9"):
        assert {s.extent for s in all_claims()[name].printed} == {CONSISTENCY}


def test_numbers_of_the_notes() -> None:
    """Each is in a note of a claim, in words."""
    assert float(tuning.GAMMA) == pytest.approx(1 - (2 / 16000) ** (2 / 3), abs=1e-15)
    assert round(16000 ** (2 / 3)) == 635 and "635" in tuning.Z26.note
    for S in (6, 7):
        assert f"{400 * (2 + math.exp(S) + math.exp(-S)) ** (1 / 3):.0f}" in tuning.X5.note
    assert math.ceil(math.log(0.05) / math.log(0.9975)) == 1197 and "1197" in tuning.X6.note


def test_exploration_terms_scale_as_the_note_says() -> None:
    orders = reasons.exploration_orders()
    for name, power in (("SC-D-GLUCB", 0.5), ("LogUCB1", 0.5), ("D-GLUCB", 1), ("GLM-UCB", 1)):
        assert orders[name].along(c_mu=-1) == power
        assert orders[name].along(d=1) == 0.5


def test_the_estimate_is_that_of_the_round_asked_for() -> None:
    """Ten rounds by hand, select and update, against the compiled ones."""
    from glbtheory.bandits.environments.environment import environment_from
    from glbtheory.bandits.experiments.configuration import configuration_from
    from glbtheory.bandits.policies.base import policy_from
    from glbtheory.bandits.presets import preset
    from glbtheory.bandits.run import run_seed

    plan = configuration_from(preset("figure-1")["figure-1a"])
    world = environment_from({**plan.environment, "horizon": 10})
    policy = policy_from(plan.policies["D-GLUCB"])
    world_seed, own = run_seed(0, 3).spawn(2)
    policy.reset(own)
    for chunk in world.rounds(world_seed, 10):
        means = world.means(chunk)
        for i in range(10):
            k = policy.select(chunk.offered(i))
            reward = world.reward(float(means[i, k]), float(chunk.noise[i]))
            policy.update(chunk.offered(i)[k], reward)
    found = reasons._estimate(plan, "D-GLUCB", 3, 10)
    assert found == pytest.approx(policy.theta, rel=1e-12)
