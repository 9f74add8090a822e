"""Sizes beyond which a run fits no clock and no memory: larger numbers are mistakes."""

from __future__ import annotations

#: The last round: rounds are counted in integers of 64 bits, and by closed forms in floats.
LAST_ROUND = 2**53
#: Coordinates: matrices of so many rows and columns are stored and factored.
MOST_DIMENSIONS = 4096
#: Actions on offer at a round.
MOST_ARMS = 10**6
#: Discount factors between which bandit over bandit chooses.
MOST_FACTORS = 1000
