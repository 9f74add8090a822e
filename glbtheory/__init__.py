"""Every claim of one paper on generalized linear bandits, shown, proved, attacked and run.

The paper is *Self-Concordant Analysis of Generalized Linear Bandits with Forgetting* (Russac,
Faury, Cappé, Garivier, AISTATS 2021).  What most users need is offered here:

>>> import glbtheory
>>> glbtheory.prove("log(1+x) <= x", "x >= 0")
<Evidence: holds, proved by exact algebra, for all x >= 0>

Each name is loaded when it is first used, so the import itself costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glbtheory._support.lazy_names import lazy_name

if TYPE_CHECKING:
    from glbtheory import bandits as bandits
    from glbtheory import book as book
    from glbtheory import claims as claims
    from glbtheory import concentration as concentration
    from glbtheory import engines as engines
    from glbtheory import formulas as formulas
    from glbtheory import ledger as ledger
    from glbtheory import regret as regret
    from glbtheory import setting as setting
    from glbtheory.claims import Bound as Bound
    from glbtheory.claims import Claim as Claim
    from glbtheory.engines.evidence import Evidence as Evidence
    from glbtheory.engines.prove import prove as prove
    from glbtheory.ledger.asking import verify as verify
    from glbtheory.regret.potentials import log_growth as log_growth
    from glbtheory.regret.potentials import potential as potential
    from glbtheory.setting.forgetting import Discount as Discount
    from glbtheory.setting.forgetting import Forever as Forever
    from glbtheory.setting.forgetting import Window as Window
    from glbtheory.setting.likelihood import estimate as estimate
    from glbtheory.setting.links import Link as Link
    from glbtheory.setting.links import binomial as binomial
    from glbtheory.setting.links import linear as linear
    from glbtheory.setting.links import logistic as logistic
    from glbtheory.setting.links import poisson as poisson

__version__ = "0.2.0.dev0"

#: Where each public name is defined; a room is a module itself.
_PLACES = {
    # ask
    "prove": "engines.prove",
    "Evidence": "engines.evidence",
    "verify": "ledger.asking",
    "Claim": "claims",
    "Bound": "claims",
    # compute
    "Link": "setting.links",
    "logistic": "setting.links",
    "binomial": "setting.links",
    "poisson": "setting.links",
    "linear": "setting.links",
    "Discount": "setting.forgetting",
    "Window": "setting.forgetting",
    "Forever": "setting.forgetting",
    "estimate": "setting.likelihood",
    "potential": "regret.potentials",
    "log_growth": "regret.potentials",
    # rooms
    "engines": "",
    "setting": "",
    "formulas": "",
    "concentration": "",
    "regret": "",
    "bandits": "",
    "claims": "",
    "ledger": "",
    "book": "",
}

__all__ = sorted(_PLACES)


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        from difflib import get_close_matches

        close = get_close_matches(name, __all__, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")
    return lazy_name(__name__, name, _PLACES)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
