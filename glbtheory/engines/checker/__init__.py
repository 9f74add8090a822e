"""The independent checker of certificates: no search, no python-flint."""
