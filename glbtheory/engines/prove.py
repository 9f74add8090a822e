"""One inequality in words, one answer: the engines for those who have a question.

>>> prove("exp(x) <= 1 + 0.99*x + x**2", "-1 <= x <= 1")
<Evidence: refuted at x = 1/64: 1.01575 <= 1.01571 fails>
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, replace
from fractions import Fraction

from glbtheory.engines.answers.time_limit import time_limit
from glbtheory.engines.budget import Budget, OutOfTime
from glbtheory.engines.decision import UndefinedOnDomain, decide
from glbtheory.engines.evidence import HOLDS, REFUTED, UNDECIDED, Evidence
from glbtheory.engines.language.domain import INF, Inequality
from glbtheory.engines.language.parse import ParseError, parse_inequality, parse_where


@dataclass(frozen=True, repr=False)
class ProverAnswer(Evidence):
    """Evidence about a statement of the caller's own, which it can explain."""

    statement: str = ""
    where: str = ""

    def explain(self) -> str:
        """The proof, or the counterexample, in words and LaTeX."""
        from glbtheory.engines.explanation import explain

        return explain(parse_inequality(self.statement, self.where), self)


def prove(
    statement: str, where: str = "", *, max_boxes: int = 3000, seconds: float | None = None
) -> ProverAnswer:
    """Is ``statement`` true for all real values that satisfy ``where``?

    ``statement`` compares two sides with ``<=``, ``<``, ``>=``, ``>`` or ``==``.  The sides are
    made of ``+ - * / **``, ``exp log sqrt tanh sinh cosh atan sin cos tan asin acos erf gamma log1p
    expm1 abs min max``, the numbers ``pi`` and ``e`` (unless ``where`` bounds them), exact decimals
    and any other names as variables.  ``where`` bounds the variables, for example
    ``"0 <= x <= 1, y > 0"``, and may relate them: ``"0 < x < y, x + y <= 1"``,
    ``"n >= 1 integer"``.  What it does not mention ranges over all real numbers.

    The answer is one of

    - *holds*: proved by exact algebra, or by a certified cover of the domain with boxes;
    - *refuted*: ``witness`` is a rational point of the domain where the statement fails;
    - *undecided*: ``detail`` says where the search got stuck.  ``max_boxes`` boxes are tried, and
      no more than ``seconds`` seconds are taken (None is no limit).

    ``explain()`` of the answer gives the proof in words and LaTeX.

    Raises a ``ValueError`` that names the argument when a text cannot be read, and
    :class:`~glbtheory.engines.decision.UndefinedOnDomain` when a side is undefined somewhere.
    """
    for name, text in (("statement", statement), ("where", where)):
        if not isinstance(text, str):
            raise ValueError(f"{name} must be text, not {text!r}")
    if not isinstance(max_boxes, int) or isinstance(max_boxes, bool) or max_boxes < 1:
        raise ValueError(f"max_boxes must be a positive integer, not {max_boxes!r}")
    if seconds is not None and not (isinstance(seconds, int | float) and 0 < seconds < INF):
        raise ValueError(f"seconds must be a positive number, not {seconds!r}")
    try:
        domain = parse_where(where)
    except ParseError as error:
        raise ParseError(f"where: {error}") from None
    try:
        inequality = parse_inequality(statement, domain)
    except ParseError as error:
        raise ParseError(f"statement: {error}") from None
    try:
        evidence = settle(inequality, max_boxes=max_boxes, seconds=seconds)
    except UndefinedOnDomain as error:
        raise UndefinedOnDomain(f"statement: {error}") from None
    scope = f"all {where.strip()}" if where.strip() else "everywhere"
    fields = {f.name: getattr(evidence, f.name) for f in dataclasses.fields(Evidence)}
    return ProverAnswer(**{**fields, "scope": scope}, statement=statement, where=where)


def settle(
    inequality: Inequality,
    *,
    max_boxes: int = 3000,
    seconds: float | None = None,
    quick: bool = False,
) -> Evidence:
    """What the engines say of a statement; out of time or out of reach is undecided.

    A proof counts only if the checker of certificates accepts it too.

    With ``quick`` a small cover is tried before exact algebra: the answer is then the first one
    found, not the strongest.  Of such proofs only covers are checked again here: computer algebra
    would take longer to load than the answer took.
    """
    budget = Budget.of(max_boxes, seconds)
    found: Evidence | None = None
    try:
        with time_limit(seconds):
            found = _quick_answer(inequality) if quick else None
            if found is None:
                found = decide(inequality, budget=budget)
            if found.outcome == HOLDS:
                if quick and not _cheap(found):
                    return found
                accepted = checked(inequality, found)
                if accepted.outcome == HOLDS:
                    return accepted
                # Another method may have a proof that the checker accepts.
                found = decide(inequality, budget=replace(budget, reductions=0))
                return checked(inequality, found) if found.outcome == HOLDS else accepted
            found = _simplified(inequality, found)
    except OutOfTime:
        if found is not None and found.outcome != HOLDS:
            return found
        detail = f"out of time after {seconds:g} s"
        if found is not None:
            detail += ": a proof was found, and the checker of certificates has not seen it in time"
    except (ArithmeticError, RecursionError, MemoryError) as error:
        detail = f"the numbers are beyond the engines: {type(error).__name__}: {error}"
    else:
        return found
    return Evidence(UNDECIDED, "none", "by hand", detail=detail)


def _cheap(found: Evidence) -> bool:
    """Whether the checker needs no computer algebra for the certificate: a cover."""
    return "leaves" in (found.certificate or {})


def checked(inequality: Inequality, found: Evidence) -> Evidence:
    """A proof that the independent checker accepts; otherwise nothing is known."""
    from glbtheory.engines.checker.certificate import BadCertificate, check

    try:
        check(found.certificate, inequality)
    except BadCertificate as fault:
        detail = f"a proof was found that the checker of certificates does not accept: {fault}"
        return Evidence(UNDECIDED, "none", "by hand", detail=detail)
    return found


def _simplified(inequality: Inequality, evidence: Evidence) -> Evidence:
    """The same evidence; a counterexample with long numbers gets shorter ones."""
    if evidence.outcome != REFUTED or evidence.witness is None:
        return evidence
    from glbtheory.engines.counterexamples.simple_rationals import simpler_witness
    from glbtheory.engines.decision import refuted_at

    point = {n: Fraction(x) for n, x in evidence.witness.items()}
    simpler = simpler_witness(inequality, point)
    return evidence if simpler == point else refuted_at(inequality, simpler)


def _quick_answer(inequality: Inequality) -> Evidence | None:
    from glbtheory.engines.answers.quick import quick_answer

    return quick_answer(inequality)
