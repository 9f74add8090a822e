"""Every claim of one paper on generalized linear bandits, shown, proved, attacked and run.

The paper is *Self-Concordant Analysis of Generalized Linear Bandits with Forgetting* (Russac,
Faury, Cappé, Garivier, AISTATS 2021).  Start with :func:`glbtheory.book.card`, the command
``glbtheory verify``, or the engines in :mod:`glbtheory.engines`.
"""

__version__ = "0.1.0"
