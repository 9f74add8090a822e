"""Means, bands, paired comparisons, questions and growth."""
