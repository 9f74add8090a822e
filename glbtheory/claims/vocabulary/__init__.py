"""The words that claims are written in: a few forms, each with one order of arguments.

| form | what it says | decided by |
| --- | --- | --- |
| :func:`bound`, :func:`computed_bound` | an inequality of closed forms on a box | algebra |
| :func:`identity`, :func:`on_data` | formulas are equal, also on symbolic data | exact algebra |
| :func:`enumerated` | a check of every listed case | exact numbers |
| :func:`enclosed` | the same for numbers known by enclosures | balls |
| :func:`attacked`, :func:`attacked_potential` | a ratio is at most 1 | an optimiser |
| :func:`scales`, :func:`attains` | a term is of an order | exponent arithmetic |
| :func:`refuted_for_every` | no constant will do | a proved violation |
| :func:`stated` | anything else | what the function asks |

Each is given what it says first, then ``cases`` where it has some, ``latex`` and ``scope``, by
name.  What moves in a mutant is a *token*: ``statement.mutant("what moved", token=…)`` and
``statement.variant(token=…)`` are the same check with a token moved; see ``forms``.

A claim that a theorem of ``formal/claims_*.v`` states as a whole says so with
``kernel=KernelTheorem(name, scope, covers=…)``, and with a :class:`ScopeCondition` for each case of
the page that the theorem leaves out.  ``STEP.discharged_by("lemma")`` in ``depends_on`` says that a
lemma of ``formal/`` proves a hand step in this place.

Hand steps stand in ``hand_steps``; what claims of several chapters share beyond that in
``symbolic_data``, ``data_identities``, ``exact_designs``, ``exact_runs``, ``noise_trees``,
``stationary_rounds`` and ``window_rounds``.
"""

from __future__ import annotations

from glbtheory.claims.model import KernelTheorem, ScopeCondition
from glbtheory.claims.vocabulary.attacks import attacked, attacked_potential
from glbtheory.claims.vocabulary.bounds import bound, computed_bound, refuted_for_every
from glbtheory.claims.vocabulary.enclosed import enclosed
from glbtheory.claims.vocabulary.enumerated import enumerated
from glbtheory.claims.vocabulary.forms import stated
from glbtheory.claims.vocabulary.grid import grid
from glbtheory.claims.vocabulary.identities import identity
from glbtheory.claims.vocabulary.orders import attains, scales
from glbtheory.claims.vocabulary.symbolic_data import on_data

__all__ = [
    "KernelTheorem",
    "ScopeCondition",
    "attacked",
    "attacked_potential",
    "attains",
    "bound",
    "computed_bound",
    "enclosed",
    "enumerated",
    "grid",
    "identity",
    "on_data",
    "refuted_for_every",
    "scales",
    "stated",
]
