"""Claims of the chapter ``arms``: K arms."""
