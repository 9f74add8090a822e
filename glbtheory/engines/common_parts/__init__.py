"""Statements whose variables enter only through a few parts, such as x*y or x + y."""

from glbtheory.engines.common_parts.deciding import decide_by_common_part

__all__ = ["decide_by_common_part"]
