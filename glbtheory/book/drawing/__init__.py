"""Drawings of the chapters: regret curves, the plane as SVG, sliders over frames."""
