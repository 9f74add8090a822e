"""What a person gets besides yes and no: a time limit, best constants, weaker statements, Coq."""
