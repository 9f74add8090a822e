"""Claims of the chapter ``rates``: rates and tunings."""
