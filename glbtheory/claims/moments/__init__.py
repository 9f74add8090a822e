"""Claims of the chapter ``moments``: exponential moments."""
