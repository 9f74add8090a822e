"""Claims of the chapter ``window``: the sliding window."""
