"""Formulas on a page: read into a tree, broken over lines, compared, and put into words."""
