"""Claims of the chapter ``setting``: the setting."""
