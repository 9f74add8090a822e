"""Statements whose variables enter only through a few parts, such as x*y or x + y."""

from glbtheory.engines.common_parts.search import Reduction, reductions

__all__ = ["Reduction", "reductions"]
