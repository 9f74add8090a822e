"""Claims of the chapter ``regret``: discount factors: the regret theorems."""
