"""Statements with roots that follow from statements without them, by means of two numbers."""

from glbtheory.engines.root_bounds.search import prove_by_root_bounds

__all__ = ["prove_by_root_bounds"]
