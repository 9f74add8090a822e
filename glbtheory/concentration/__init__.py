"""Noise laws, the Gaussian mixture, and exact or sampled tails (part *Concentration* of the book)."""
