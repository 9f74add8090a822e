"""Statements under side conditions, and about integers."""
