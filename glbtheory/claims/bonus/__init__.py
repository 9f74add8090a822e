"""Claims of the chapter ``bonus``: the exploration bonus."""
