"""What knows no mathematics: validation, files, seeds, identity of code, progress."""
