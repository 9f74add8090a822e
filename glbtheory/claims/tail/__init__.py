"""Claims of the chapter ``tail``: the tail inequality."""
