"""Claims of the chapter ``mixing``: mixing over directions."""
