"""The axioms that a theorem may rest on, each with the reason.

All of them are axioms of classical mathematics as the libraries state them; mathematics as the
paper does it uses them without saying so.  Any other axiom leaves a theorem undecided.
"""

from __future__ import annotations

from collections.abc import Iterable

ALLOWED = {
    "Coq.Reals.ClassicalDedekindReals.sig_forall_dec": "Coq's real numbers are Dedekind cuts, and "
    "to compare two of them is to decide a statement about all natural numbers.",
    "Coq.Reals.ClassicalDedekindReals.sig_not_dec": "Coq's real numbers also need that a negated "
    "statement is true or not.",
    "Coq.Logic.FunctionalExtensionality.functional_extensionality_dep": "Functions with the same "
    "values are equal.",
    "Coq.Logic.Epsilon.epsilon_statement": "Hilbert's choice: of a type that is not empty one may "
    "name an element that satisfies a statement, if any does.",
    "Coq.Logic.Classical_Prop.classic": "Every statement is true or its negation is.",
}


def axioms_said(axioms: list[str]) -> str:
    """What a reader is told: files are asked as a whole, so that a theorem may need fewer."""
    return f"no axioms but {', '.join(axioms)}" if axioms else "no axioms"


def not_allowed(axioms: Iterable[str]) -> list[str]:
    """Those of some axioms that a theorem may not rest on."""
    return [name for name in axioms if name not in ALLOWED]
