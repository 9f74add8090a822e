"""Labels that say more than was checked: what no claim may do.

:func:`faults` reads one claim and says what is wrong with how it is written.  It asks no engine.
The rules are those of the chapter *How to read*:

* algebra on closed forms is no evidence on a regret, a probability or an expectation as a whole;
* a check that covers a claim as a whole needs no hand step, and its scope has no numbers in it;
* a check that covers only a part says what was compared instead;
* what follows is said with the names of all hand steps that are used, and of no others, and
  claims that are named there are declared;
* what is called printed has lines of the paper and says how close to them it is; what is called
  verbatim has no symbol that its lines lack;
* a mutant goes through the check of a statement that decides the claim or supports it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from glbtheory.claims import inventory
from glbtheory.claims.fidelity import not_on_the_page
from glbtheory.claims.model import AnyStatement, Bound, Claim, HandStep, latex_of
from glbtheory.engines.evidence import CONSISTENCY, PART, WHOLE

#: Signs of random or sequential quantities, which closed forms do not have: the last are norms in
#: the matrices of the algorithms.
PROCESS = re.compile(
    r"\bR_\{?T|\bR\(T\)|[Rr]egret|\\mathbb\{?[PE]|\\Pr\b|\bP\(|\bE\[|\\hat\\theta|\\tilde\\theta|\\bar\\theta"
    r"|\\lVert a_t|V_t|W_t|V_\{t|V_\{T|\\det\(V"
    r"|\\rVert_\{?\(?(\\widetilde ?)?[GHVW]"
)
#: A scope that names numbers for a size of the problem covers cases.
SMALL = re.compile(r"(?<![\w^/])(d|t|T|n|K|D|N|τ|tau|p|k)\s*(<=|≤|=|in \{)\s*\d")

#: How claims are named in a text.
CLAIM_ID = re.compile(r"\b[ABCDGILNPQRSTXZ]\d{1,3}\b")

#: Words by which a text uses a hand step, where they are not its name.
USES: Mapping[str, str] = {
    "induction over rounds": r"\binduction\b",
    "termwise sums": r"\btermwise\b|\bterm by term\b",
    "mean value theorem": r"\bmean value\b",
    "fundamental theorem of calculus": r"\bfundamental theorem\b",
    "Loewner order": r"\bLoewner\b",
    "Cauchy-Schwarz": r"\bCauchy[-–]Schwarz\b",
    "union bound": r"\bunion bound\b",
    "Chebyshev": r"\bChebyshev\b",
    "Tonelli": r"\bTonelli\b",
    "tower property": r"\btower\b",
    "Grönwall": r"\bGr[öo]nwall\b",
    "matrix determinant lemma": r"\bdeterminant lemma\b",
    "spectral theorem": r"\bspectral\b",
    "strong convexity": r"\bstrong(ly)? conve",
    "monotone expectation": r"\bmonotone expectation\b",
    "change of variables": r"\bchange of variables\b",
    "two-point laws": r"\btwo-point laws?\b",
    "Garivier and Moulines 2011": r"\bGarivier and Moulines\b",
    "bonuses of the baselines": r"\bbonuses of the baselines\b",
    "bandit over bandit": r"\bbandit over bandit\b",
}


def faults(claim: Claim) -> list[str]:
    """What is wrong with how a claim is written, a sentence each; empty if nothing is."""
    if not claim.printed:
        return []
    return [*faults_of_evidence(claim), *_of_the_page(claim)]


def faults_of_evidence(claim: Claim) -> list[str]:
    """The same without what concerns the paper's page: for claims from elsewhere."""
    deciding = claim.corrected or claim.printed
    return [
        *_of_statements(claim, deciding),
        *_of_derivation(claim, deciding),
        *_of_mutants(claim, deciding),
    ]


def _of_statements(claim: Claim, deciding: Iterable[AnyStatement]) -> Iterable[str]:
    by_kernel = claim.kernel is not None
    for statement in (*deciding, *claim.support):
        shown = latex_of(statement)
        unsaid = statement.extent in (PART, CONSISTENCY) and not statement.checked
        if unsaid and statement not in claim.support:
            yield f"a {statement.extent} without what was compared: {shown}"
        if statement.extent != WHOLE or by_kernel or statement in claim.support:
            continue
        if _is_algebra(statement) and PROCESS.search(shown):
            yield f"algebra of closed forms as the whole evidence for {shown}"
        said = getattr(statement, "scope", "")
        if SMALL.search(said):
            yield f"the scope {said!r} is one of cases, not of the whole of {shown}"


def _is_algebra(statement: AnyStatement) -> bool:
    """Whether the check compares closed forms."""
    if isinstance(statement, Bound):
        return True
    return statement.check.__qualname__.startswith(("identities_of", "scales", "refuted_for"))


def _of_derivation(claim: Claim, deciding: Iterable[AnyStatement]) -> Iterable[str]:
    covered = _formulas_covered(deciding)
    open_formulas = [formula for formula, extents in covered.items() if WHOLE not in extents]
    steps = {step.name: step for step in claim.hand_steps}
    if claim.kernel is not None:
        return
    if not open_formulas and steps:
        yield f"all is covered as a whole, and yet it rests on {', '.join(steps)}"
    if not open_formulas and claim.follows:
        yield "all is covered as a whole, and yet it says how it follows"
    if open_formulas and claim.follows:
        yield from _undeclared(claim.follows, steps)
        declared = {claim.id, *claim.dependency_ids}
        for name in dict.fromkeys(CLAIM_ID.findall(claim.follows)):
            if name not in declared:
                yield f"it follows from {name}, which it does not declare"


def _formulas_covered(statements: Iterable[AnyStatement]) -> dict[str, set[str]]:
    covered: dict[str, set[str]] = {}
    for statement in statements:
        covered.setdefault(latex_of(statement), set()).add(statement.extent)
    return covered


def _undeclared(text: str, steps: Mapping[str, HandStep]) -> Iterable[str]:
    """Hand steps that a derivation uses and does not declare, or declares and does not use."""
    used = {name for name, words in USES.items() if re.search(words, text)}
    used |= {name for name in steps if name in text}
    for name in sorted(used - set(steps)):
        yield f"it follows by {name}, which it does not declare"
    for name in sorted(set(steps) - used):
        yield f"it declares {name} and does not say where it is used"


def _of_the_page(claim: Claim) -> Iterable[str]:
    if claim.ours:
        return
    if not inventory.spans(claim.lines):
        yield "what is printed has no line of the paper"
    if not claim.fidelity:
        yield "it does not say how close to the page it is"
    if claim.fidelity == "verbatim" and inventory.spans(claim.lines):
        for formula in claim.called_printed:
            lacking = not_on_the_page(formula, claim.lines)
            if lacking:
                yield f"it is called verbatim, and its lines lack {' '.join(lacking)} of {formula}"


def _of_mutants(claim: Claim, deciding: Iterable[AnyStatement]) -> Iterable[str]:
    checks = [*deciding, *claim.support]
    for mutant in claim.mutants:
        if not any(mutant.same_check(s) for s in checks):
            yield f"the mutant {mutant.why!r} goes through a check of its own"
