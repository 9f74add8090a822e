"""Claims of the chapter ``deviation``: deviation without projection."""
