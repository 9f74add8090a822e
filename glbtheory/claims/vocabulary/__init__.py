"""How statements are written: a few forms with one order of arguments."""
