"""Figures, sliders and scenes of the chapters."""
