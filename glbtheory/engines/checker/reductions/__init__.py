"""Steps that lead to statements in fewer or simpler variables."""
