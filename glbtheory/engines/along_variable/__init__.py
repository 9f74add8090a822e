"""Statements in several variables whose gap is lowest at a known place along one of them."""

from glbtheory.engines.along_variable.lowest import prove_lowest

__all__ = ["prove_lowest"]
