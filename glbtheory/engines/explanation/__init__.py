"""A proof in words and LaTeX, made from its certificate.

Each rule of a certificate has an entry in a table (:mod:`~glbtheory.engines.explanation.rules`,
:mod:`~glbtheory.engines.explanation.covers`).  A rule without an entry gets one plain sentence.
"""

from __future__ import annotations

from typing import Any

from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.engines.explanation.rules import body, readable
from glbtheory.engines.language.domain import Inequality
from glbtheory.engines.language.latex import (
    domain_latex,
    latex,
    name_latex,
    side_latex,
    statement_latex,
)
from glbtheory.engines.language.latex import rational as rational_latex

__all__ = ["explain"]


def explain(statement: Inequality, evidence: Evidence) -> str:
    """What was found about a statement, as text with formulas in dollar signs."""
    lines = [f"Claim: ${statement_latex(statement)}$ for {_domain(statement)}."]
    if evidence.outcome == REFUTED:
        lines += _refutation(statement, evidence)
    elif evidence.outcome != HOLDS or evidence.certificate is None:
        lines.append(f"It was neither proved nor refuted: {evidence.detail}.")
    else:
        lines += _proof(statement, evidence.certificate)
    return "\n".join(lines)


def _domain(statement: Inequality) -> str:
    parts = domain_latex(statement.domain) + [side_latex(s) for s in statement.given]
    words = [f"${p}$" for p in parts]
    words += [f"integers ${name_latex(n)}$" for n in sorted(statement.integers)]
    names = ", ".join(f"${name_latex(n)}$" for n in statement.domain)
    if not words:
        return f"all real {names}" if names else "no variable at all: it is one number"
    return "all " + ", ".join(words)


def _refutation(statement: Inequality, evidence: Evidence) -> list[str]:
    from fractions import Fraction

    at = ", ".join(
        f"${name_latex(n)} = {rational_latex(Fraction(x))}$"
        for n, x in (evidence.witness or {}).items()
    )
    where = f"at {at}" if at else "as it stands"
    return [f"It is false {where}: {evidence.detail}."]


def _proof(statement: Inequality, certificate: dict[str, Any]) -> list[str]:
    sign = ">" if statement.strict else "=" if statement.relation == "==" else r"\ge"
    lines = [f"Let $D = {latex(statement.gap)}$; it is to be shown that $D {sign} 0$."]
    return [*lines, *body(statement, readable(statement, certificate)), "This proves the claim."]
