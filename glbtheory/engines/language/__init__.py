"""The language that all engines speak: expressions, domains, the parser, the form of certificates.

There is no arithmetic here: what an expression is computed with belongs to whoever computes.
"""
