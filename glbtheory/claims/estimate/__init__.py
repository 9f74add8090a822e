"""Claims of the chapter ``estimate``: the weighted estimate."""
