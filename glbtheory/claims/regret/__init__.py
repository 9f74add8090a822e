"""Claims of the chapter ``regret``: the regret theorems with discount factors."""
