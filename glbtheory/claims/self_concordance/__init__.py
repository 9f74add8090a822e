"""Claims of the chapter ``self_concordance``: what |μ''| ≤ μ' buys."""
