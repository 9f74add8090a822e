"""Configuration, workers, storage and results of many runs."""
