"""Claims of the chapter ``sharper``: sharper constants."""
