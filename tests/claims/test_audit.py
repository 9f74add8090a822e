"""No label says more than was checked: every claim is read, and claims that lie are caught."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from glbtheory.claims import all_claims
from glbtheory.claims.audit import faults
from glbtheory.claims.model import Claim, HandStep, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, INDUCTION, UNION


@pytest.mark.parametrize("name", all_claims())
def test_no_claim_says_more_than_was_checked(name: str) -> None:
    assert faults(all_claims()[name]) == []


SMALLER = bound("x <= {factor}*x", "x > 0", latex=r"x \leq x", factor="1")
TWICE = SMALLER.mutant("half of it", factor="1/2")


@identity(latex=r"R_T \leq 2\sqrt{T}", scope="every T")
def _assembled(*, factor: int = 2) -> Any:
    T = sp.Symbol("T", positive=True)
    yield "sum", sp.sqrt(T) + sp.sqrt(T), factor * sp.sqrt(T)


@enumerated(cases=lambda: grid(n=range(3)), latex=r"n \leq n^2", scope="n <= 2")
def _squares(n: int, *, power: int = 2) -> Any:
    return n, "<=", n**power


def claim(**parts: Any) -> Claim:
    given: dict[str, Any] = {
        "printed": [SMALLER],
        "mutants": [TWICE],
        "lines": "10-12",
        "fidelity": "paraphrase",
        **parts,
    }
    return Claim(id="Y1", title="a claim of the tests", **given)


def test_an_honest_claim_has_no_fault() -> None:
    assert faults(claim()) == []


def test_an_identity_of_ours_is_no_evidence_for_a_regret() -> None:
    other = _assembled.mutant("3 for 2", r"R_T \leq 3\sqrt{T}", factor=3)
    (said,) = faults(claim(printed=[_assembled], mutants=[other]))
    assert said == r"algebra of closed forms as the whole evidence for R_T \leq 2\sqrt{T}"
    shown = _assembled.as_part(r"\sqrt{T}+\sqrt{T} = 2\sqrt{T}")
    derived = claim(printed=[shown], mutants=[other], depends_on=["T1"], follows="Add T1 twice.")
    assert faults(derived) == []


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathbb{P}(X > x) \leq x",
        r"\mathbb{E}[X] \leq x",
        r"\det(V_{T+1}) \leq x",
        r"\lVert S_t\rVert_{\widetilde H_t^{-1}} \leq x",
        r"\lVert a\rVert_{(W_t^{(k)})^{-1}} \leq x",
    ],
)
def test_closed_forms_know_no_randomness_and_no_rounds(latex: str) -> None:
    (said,) = faults(claim(printed=[replace(SMALLER, latex=latex, **SMALLER.written)]))
    assert said.startswith("algebra of closed forms")


def test_a_mutant_that_bypasses_the_printed_check_is_seen() -> None:
    elsewhere = bound("y <= {f}*y", "y > 0", f="1").mutant("half", f="1/2")
    (said,) = faults(claim(mutants=[elsewhere]))
    assert said == "the mutant 'half' goes through a check of its own"


def test_what_is_printed_has_lines_and_says_how_close_it_is() -> None:
    assert faults(claim(lines="-")) == ["what is printed has no line of the paper"]
    assert faults(claim(fidelity="")) == ["it does not say how close to the page it is"]
    assert faults(claim(lines="-", fidelity="", ours=True)) == []


def test_what_is_called_verbatim_has_the_symbols_of_its_lines() -> None:
    """Line 2374 has log(1+x) >= x/2 for 0 < x < 1."""
    page = bound("log(1+x) >= {factor}*x", "0 < x < 1", latex=r"\log(1+x) \geq x/2", factor="1/2")
    given = {"printed": [page], "mutants": [page.mutant("all of it", factor="1")]}
    verbatim = claim(**given, lines="2374", fidelity="verbatim")
    assert faults(verbatim) == []
    (said,) = faults(replace(verbatim, lines="2373"))
    assert said.startswith("it is called verbatim, and its lines lack ")
    moved = replace(page, latex=r"\log(1+x) \geq x/3", **page.written)
    (said,) = faults(replace(verbatim, printed=[moved]))
    assert said == r"it is called verbatim, and its lines lack 3 of \log(1+x) \geq x/3"


def test_what_a_kernel_theorem_puts_in_the_place_of_the_page_is_compared_too() -> None:
    page = bound("log(1+x) >= {factor}*x", "0 < x < 1", latex=r"\log(1+x) \geq x/2", factor="1/2")
    given = {"printed": [page], "mutants": [page.mutant("all of it", factor="1")]}
    ours = r"\log(1+x) \geq \tfrac{2x}{2+x}"
    verbatim = claim(**given, lines="2374", fidelity="verbatim")
    (said,) = faults(replace(verbatim, kernel=KernelTheorem("Y1", latex=ours)))
    assert said.startswith("it is called verbatim, and its lines lack ")
    assert faults(replace(verbatim, kernel=KernelTheorem("Y1", shows=ours))) == []
    with pytest.raises(ValueError, match="and not both"):
        KernelTheorem("Y1", latex=ours, shows=ours)


def test_hand_steps_are_declared_and_used() -> None:
    cases = {"printed": [_squares], "mutants": [_squares.mutant("n", r"n \leq n", power=0)]}

    def of(follows: str, *steps: HandStep) -> list[str]:
        return faults(claim(**cases, follows=follows, depends_on=["L1", *steps]))

    assert of("L1 and induction over rounds.", INDUCTION) == []
    assert of("L1 and induction over rounds.") == [
        "it follows by induction over rounds, which it does not declare"
    ]
    assert of("L1, by induction.", INDUCTION, UNION) == [
        "it declares union bound and does not say where it is used"
    ]
    assert of("L1 by the union bound and the tower property.", UNION) == [
        "it follows by tower property, which it does not declare"
    ]


def test_what_is_covered_as_a_whole_rests_on_no_hand_step() -> None:
    (said,) = faults(claim(depends_on=[CAUCHY_SCHWARZ]))
    assert said == "all is covered as a whole, and yet it rests on Cauchy-Schwarz"


def test_small_numbers_in_a_scope_are_cases() -> None:
    (said,) = faults(claim(printed=[replace(SMALLER, scope="d <= 2, every x", **SMALLER.written)]))
    assert "is one of cases" in said


def test_a_part_says_what_was_compared() -> None:
    (said,) = faults(
        claim(printed=[SMALLER.as_part("")], depends_on=["T1"], follows="It follows from T1.")
    )
    assert said.startswith("a part without what was compared")


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="fidelity must be one of verbatim, paraphrase, implied"):
        claim(fidelity="close")
    with pytest.raises(ValueError, match="what it follows from stands in depends_on or support"):
        claim(follows="from nothing")
    with pytest.raises(ValueError, match="only a refuted statement has a witness"):
        claim(witness_rests_on=[UNION])


def test_a_claim_that_a_derivation_names_must_be_declared() -> None:
    shown = SMALLER.as_part("x - x = 0")
    named = claim(printed=[shown], depends_on=["T1"], follows="From T1 and Q24.")
    assert faults(named) == ["it follows from Q24, which it does not declare"]
    assert faults(replace(named, depends_on=["T1", "Q24"])) == []
