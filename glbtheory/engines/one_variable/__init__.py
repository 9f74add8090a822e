"""Statements in one variable: sign tables from monotone pieces."""

from glbtheory.engines.one_variable.sign_tables import prove_one_variable

__all__ = ["prove_one_variable"]
