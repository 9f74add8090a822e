"""Sphinx extensions: what the builder of the pages calls."""
