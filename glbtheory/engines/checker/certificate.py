"""The checker of certificates: it takes the statement from the caller and the proof from a file.

A file cannot change what is being checked.  It can only offer boxes and rules, or symbolic steps,
each of which is verified here from scratch.  What a rule needs is loaded when it is met.
"""

from __future__ import annotations

from typing import Any

from glbtheory.engines.checker.boxes import read_box, require_cover
from glbtheory.engines.checker.leaf_rules import LeafChecker
from glbtheory.engines.checker.refusal import BadCertificate
from glbtheory.engines.checker.rewritten import (
    as_quotient,
    logarithm,
    numerator_statement,
    sign_statement,
    without_function,
)
from glbtheory.engines.checker.side_conditions import RULES, check_conditional, require_outside
from glbtheory.engines.language.certificate_format import FORMAT, digest
from glbtheory.engines.language.definedness import definedness
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.expression import Expr, substitute

__all__ = ["BadCertificate", "check"]


def check(certificate: Any, statement: Inequality) -> None:
    """Raise :class:`BadCertificate` unless the certificate proves the statement."""
    try:
        _check(certificate, statement, frozenset())
    except BadCertificate:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise BadCertificate(f"malformed: {error!r}") from None
    except RecursionError:
        raise BadCertificate("malformed: nested too deeply") from None


def _check(certificate: Any, statement: Inequality, known: frozenset[str]) -> None:
    """Check one certificate; ``known`` are the conditions (as text) that are shown already."""
    if not isinstance(certificate, dict):
        raise BadCertificate("not a JSON object")
    if certificate.get("format") != FORMAT:
        raise BadCertificate(f"format {certificate.get('format')!r} is not {FORMAT}")
    if certificate.get("statement") != statement.text:
        raise BadCertificate("it was made for another statement")
    if certificate.get("domain") != statement.where_text:
        raise BadCertificate("it was made for another domain")
    if certificate.get("digest") != digest(certificate):
        raise BadCertificate("its content was changed after it was made")
    if "steps" in certificate:
        _check_steps(certificate["steps"], statement, known)
    elif "tree" in certificate:
        from glbtheory.engines.checker.tree import check_tree

        check_tree(certificate["tree"], statement, statement.gap)
    else:
        _check_cover(certificate, statement, known)


# --- symbolic steps ------------------------------------------------------------------------------


def _check_steps(steps: Any, statement: Inequality, known: frozenset[str]) -> None:
    if not isinstance(steps, list) or not steps:
        raise BadCertificate("no steps")
    if len(steps) == 1 and steps[0]["rule"] in RULES:
        check_conditional(steps[0], statement, check)
        return
    known = _check_defined([s for s in steps if s["rule"] == "defined"], statement, known)
    proof = [s for s in steps if s["rule"] != "defined"]
    rules = {s["rule"] for s in proof}
    if statement.conditional and rules not in ({"identity"}, {"polynomial"}, {"squares"}):
        # The other rules go along paths, and these may leave the domain.
        raise BadCertificate(f"rules {sorted(rules)} know nothing of side conditions")
    if rules == {"identity"}:
        from glbtheory.engines.checker.symbolic_steps import is_identity

        if not is_identity(statement):
            raise BadCertificate("the two sides are not shown to be equal")
    elif rules == {"polynomial"}:
        from glbtheory.engines.checker.polynomial_step import polynomial_holds

        if not polynomial_holds(statement):
            raise BadCertificate("the polynomial step does not hold")
    elif rules == {"squares"} and len(proof) == 1:
        from glbtheory.engines.checker.squares import check_squares

        check_squares(proof[0], statement)
    elif rules == {"ladder"}:
        _check_ladders(proof, statement)
    elif rules == {"one variable"} and len(proof) == 1:
        from glbtheory.engines.checker.one_variable import check_one_variable

        check_one_variable(proof[0], statement)
    elif rules == {"logarithm"} and len(proof) == 1:
        inner = logarithm(statement)
        if inner is None:
            raise BadCertificate("no side is an exponential")
        check(proof[0]["certificate"], inner)
    elif rules == {"increasing"} and len(proof) == 1:
        inner = without_function(statement)
        if inner is None:
            raise BadCertificate("the sides are no values of one increasing function")
        check(proof[0]["certificate"], inner)
    elif rules == {"common part"} and len(proof) == 1:
        from glbtheory.engines.checker.reductions.common_part import check_common_part

        check_common_part(proof[0], statement, check)
    elif rules == {"lowest"} and len(proof) == 1:
        from glbtheory.engines.checker.reductions.lowest import check_lowest

        check_lowest(proof[0], statement, check, _check_all_defined)
    elif rules == {"root bounds"} and len(proof) == 1:
        from glbtheory.engines.checker.reductions.root_bounds import check_root_bounds

        check_root_bounds(proof[0], statement, check)
    elif rules == {"cleared"} and len(proof) == 1:
        gap = _cleared(proof[0]["denominator"], statement, known)
        _check_steps(proof[0]["steps"], numerator_statement(statement, gap), known)
    else:
        raise BadCertificate(f"unknown rules {sorted(rules)}")


def _check_ladders(proof: list[Any], statement: Inequality) -> None:
    if statement.relation == "==":
        raise BadCertificate("a ladder shows an inequality, not an equality")
    from glbtheory.engines.checker.symbolic_steps import border_positive, fault_of_ladder, orthants

    parts = list(orthants(statement.domain))
    if len(parts) != len(proof):
        raise BadCertificate(f"{len(proof)} ladders for {len(parts)} parts of the domain")
    for step, shifts in zip(proof, parts, strict=True):
        gap = substitute(statement.gap, shifts)
        fault = fault_of_ladder(step, gap, statement.strict)
        if fault:
            raise BadCertificate(fault)
        if statement.strict and not border_positive(statement, gap):
            raise BadCertificate("the two sides may be equal on the border")


# --- definedness ---------------------------------------------------------------------------------


def _check_defined(
    offered: list[Any], statement: Inequality, known: frozenset[str]
) -> frozenset[str]:
    """Every place where a side might be undefined has its own certificate, or is known."""
    certificates = {s["statement"]: s["certificate"] for s in offered}
    for condition in definedness(statement):
        if any(v.text in known for v in condition.versions):
            continue
        version = next((v for v in condition.versions if v.text in certificates), None)
        if version is None:
            raise BadCertificate(f"nothing shows that {condition.positive.text}")
        _check(certificates[version.text], version, known)
        known |= {version.text}
    return known


def _check_all_defined(offered: list[Any], statement: Inequality) -> None:
    _check_defined(offered, statement, frozenset())


# --- covers --------------------------------------------------------------------------------------


def _check_cover(certificate: dict[str, Any], statement: Inequality, known: frozenset[str]) -> None:
    if statement.relation == "==":
        raise BadCertificate("leaves show an inequality, not an equality")
    defined = "defined" in certificate
    if statement.conditional and certificate.get("form") == "cleared":
        raise BadCertificate("a cover with side conditions has its denominators as they are")
    if defined:
        # The rules of leaves need the gap on the whole box, also where a side condition fails.
        whole, before = (
            (statement.on_the_box, frozenset()) if statement.conditional else (statement, known)
        )
        known = _check_defined(certificate["defined"], whole, before)
    gap = statement.gap
    if certificate.get("form") == "cleared":
        if not defined:
            raise BadCertificate("denominators cleared, but nothing shows that all are defined")
        gap = _cleared(certificate["denominator"], statement, known)
    leaves = [
        (read_box(leaf["box"], statement.domain), leaf["rule"]) for leaf in certificate["leaves"]
    ]
    if not leaves:
        raise BadCertificate("no leaves")
    require_cover(statement.box(), [box for box, _ in leaves])
    checker = LeafChecker(gap, statement, defined)
    for box, rule in leaves:
        if isinstance(rule, dict) and rule.get("rule") == "outside":
            require_outside(statement, box, rule)
        else:
            checker.check(box, rule)


def _cleared(offered: dict[str, Any], statement: Inequality, known: frozenset[str]) -> Expr:
    """The numerator, once the denominator is shown to have a sign on the domain."""
    numerator, denominator = as_quotient(statement.gap)
    sign = offered["sign"]
    if sign not in (1, -1):
        raise BadCertificate("the sign of a denominator is 1 or -1")
    condition = sign_statement(denominator, ">" if sign == 1 else "<", statement.domain)
    _check(offered["certificate"], condition, known)
    return numerator if sign == 1 else -numerator
