"""The numbers by which compiled functions know a link."""

LOGISTIC, LINEAR, POISSON = 0, 1, 2
