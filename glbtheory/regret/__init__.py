"""Potentials, terms of one round, reference runs, proof chains, witnesses (part *Regret*)."""
