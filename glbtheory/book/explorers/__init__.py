"""Explorers: small pages inside a page, on which a reader moves numbers and sees what follows.

::

    bound_explorer()            # four regret bounds, and the T from which they say something
    cone_explorer()             # a slope inside its cone, a mean slope between its bounds
    potential_playground()      # actions in the plane, their potential, the log-volume above it

Each needs no network, no library and no kernel.  The functions that compute in the page are printed
from the sympy expressions of the package.
"""

from __future__ import annotations

from glbtheory.book.explorers.potentials import potential_playground
from glbtheory.book.explorers.regret_bounds import bound_explorer
from glbtheory.book.explorers.self_concordance import cone_explorer

__all__ = ["bound_explorer", "cone_explorer", "potential_playground"]
