"""The mutants of the elliptical lemmas: every token decides, and the witnesses are real."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp

from glbtheory.claims import all_claims
from glbtheory.claims.potentials.elliptical_lemma_discounts import potential_below_volume
from glbtheory.claims.potentials.elliptical_lemma_window import potential_below_blocks
from glbtheory.engines.evidence import REFUTED
from glbtheory.regret.potentials import potential
from glbtheory.setting.forgetting import Discount, Window


@pytest.mark.parametrize(
    ("statement", "claims"),
    [(potential_below_volume, ("L7",)), (potential_below_blocks, ("L8", "Z24"))],
)
def test_every_token_of_a_lemma_is_moved_by_a_mutant(statement, claims) -> None:
    mutants = [m for name in claims for m in all_claims()[name].mutants if m.same_check(statement)]
    moved = {name for m in mutants for name in m.tokens if m.tokens[name] != statement.tokens[name]}
    assert moved == set(statement.tokens)


def _sides(detail: str) -> tuple[float, float]:
    lhs, rhs = detail.removeprefix("not ").split(" <= ")
    return float(sp.sympify(lhs)), float(sp.sympify(rhs))


def _exact(claim: str, statement: Any) -> list[Any]:
    """The mutants of the exact check; those of an attack are in the ledger."""
    return [m for m in all_claims()[claim].mutants if m.same_check(statement)]


@pytest.mark.parametrize("mutant", _exact("L7", potential_below_volume), ids=lambda m: m.why)
def test_witnesses_of_the_discounted_lemma_break_the_mutant_alone(mutant) -> None:
    found = mutant.decide()
    assert found.outcome == REFUTED
    lhs, rhs = _sides(found.detail)
    assert lhs > rhs
    gamma, lam = (float(Fraction(found.witness[name])) for name in ("gamma", "lambda"))
    actions = np.array([[float(Fraction(x)) for x in a] for a in found.witness["actions"]])
    if gamma > 1:  # the lemma itself fails there, which is what this mutant says
        return
    T, d = actions.shape
    assert potential(actions, Discount(gamma), lam).sum() == pytest.approx(lhs)
    V = lam * np.eye(d) + (actions.T * gamma ** np.arange(T - 1, -1, -1.0)) @ actions
    volume = np.linalg.slogdet(V / lam)[1] - d * T * np.log(gamma)
    assert lhs <= 2 * max(1, 1 / lam) * volume


@pytest.mark.parametrize("mutant", _exact("L8", potential_below_blocks), ids=lambda m: m.why)
def test_witnesses_of_the_window_lemma_break_the_mutant_alone(mutant) -> None:
    found = mutant.decide()
    assert found.outcome == REFUTED
    lhs, rhs = _sides(found.detail)
    assert lhs > rhs
    tau, lam = int(found.witness["tau"]), float(Fraction(found.witness["lambda"]))
    actions = np.array([[float(Fraction(x)) for x in a] for a in found.witness["actions"]])
    T, d = actions.shape
    assert potential(actions, Window(tau), lam).sum() == pytest.approx(lhs)
    assert lhs <= 2 * d * max(1, 1 / lam) * -(-T // tau) * np.log(1 + tau / (lam * d))
