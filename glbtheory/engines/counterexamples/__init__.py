"""Counterexamples: points that are tried, descent from the worst of them, simple rationals."""
