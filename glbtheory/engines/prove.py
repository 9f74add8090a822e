"""One inequality in words, one answer: the engines for those who have a question.

>>> prove("exp(x) <= 1 + 0.99*x + x**2", "-1 <= x <= 1")
<Evidence: refuted at x = 1/64: 1.01575 <= 1.01571 fails>
"""

from __future__ import annotations

from glbtheory.engines.decision import UndefinedOnDomain, decide
from glbtheory.engines.evidence import UNDECIDED, Evidence
from glbtheory.engines.language.parse import ParseError, parse_domain, parse_inequality


def prove(statement: str, where: str = "", *, max_boxes: int = 3000) -> Evidence:
    """Is ``statement`` true for all real values that satisfy ``where``?

    ``statement`` compares two sides with ``<=``, ``<``, ``>=``, ``>`` or ``==``.  The sides are
    made of ``+ - * / **``, ``exp log sqrt tanh sinh cosh atan abs min max``, exact decimals and
    any other names as variables.  ``where`` bounds the variables, for example
    ``"0 <= x <= 1, y > 0"``; what it does not mention ranges over all real numbers.

    The answer is one of

    - *holds*: proved by exact algebra, or by a certified cover of the domain with boxes;
    - *refuted*: ``witness`` is a rational point of the domain where the statement fails;
    - *undecided*: ``detail`` says where the search got stuck.  ``max_boxes`` boxes are tried.

    Raises a ``ValueError`` that names the argument when a text cannot be read, and
    :class:`~glbtheory.engines.decision.UndefinedOnDomain` when a side is undefined somewhere.
    """
    for name, text in (("statement", statement), ("where", where)):
        if not isinstance(text, str):
            raise ValueError(f"{name} must be text, not {text!r}")
    if not isinstance(max_boxes, int) or isinstance(max_boxes, bool) or max_boxes < 1:
        raise ValueError(f"max_boxes must be a positive integer, not {max_boxes!r}")
    try:
        domain = parse_domain(where)
    except ParseError as error:
        raise ParseError(f"where: {error}") from None
    try:
        inequality = parse_inequality(statement, domain)
        evidence = decide(inequality, max_boxes=max_boxes)
    except ParseError as error:
        raise ParseError(f"statement: {error}") from None
    except UndefinedOnDomain as error:
        raise UndefinedOnDomain(f"statement: {error}") from None
    except (ArithmeticError, RecursionError, MemoryError) as error:
        detail = f"the numbers are beyond the engines: {type(error).__name__}: {error}"
        evidence = Evidence(UNDECIDED, "none", "by hand", detail=detail)
    return evidence.with_(scope=f"all {where.strip()}" if where.strip() else "everywhere")
