"""Claims of the chapter ``sentences``: every sentence on the experiments."""
