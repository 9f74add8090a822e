"""One run seen from inside."""
