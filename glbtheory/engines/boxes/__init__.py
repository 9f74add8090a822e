"""Bounds on boxes: enclosures, power series, covers and trees of boxes."""
