"""Every claim of one paper on generalized linear bandits, shown, proved, attacked and run.

The paper is *Self-Concordant Analysis of Generalized Linear Bandits with Forgetting* (Russac,
Faury, Cappé, Garivier, AISTATS 2021).  What most users need is offered here:

>>> import glbtheory
>>> glbtheory.prove("log(1+x) <= x", "x >= 0")
<Evidence: holds, proved by exact algebra, for all x >= 0>

Each name is loaded when it is first used, so the import itself costs next to nothing.  The types
of the names are in ``__init__.pyi``.
"""

from importlib import import_module as _import_module

__version__ = "0.2.0.dev0"

#: Where each public name is defined.
_PLACES = {
    "prove": "engines.prove",
    "Evidence": "engines.evidence",
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
    "Bound": "claims",
    "Claim": "claims",
    "verify": "ledger.asking",
}
#: The rooms, each a package of its own.
_ROOMS = (
    *("engines", "setting", "formulas", "concentration", "regret"),
    *("bandits", "claims", "ledger", "book"),
)

__all__ = sorted([*_PLACES, *_ROOMS])


def __getattr__(name: str) -> object:
    if name in _ROOMS:
        return _import_module(f"{__name__}.{name}")
    if name in _PLACES:
        found = getattr(_import_module(f"{__name__}.{_PLACES[name]}"), name)
        globals()[name] = found
        return found
    from difflib import get_close_matches

    close = get_close_matches(name, __all__, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{hint}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
