"""Compiled functions (numba), and nothing else."""
