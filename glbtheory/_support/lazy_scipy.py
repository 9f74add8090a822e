"""Special functions of scipy, loaded at the first call.

Loading ``scipy.special`` takes longer than everything that a cached run of the ledger does.
"""

from __future__ import annotations

from typing import Any


def expit(x: Any) -> Any:
    """1/(1 + e^{-x})."""
    from scipy import special

    return special.expit(x)


def ndtr(x: Any) -> Any:
    """The distribution function of the standard normal law."""
    from scipy import special

    return special.ndtr(x)


def ndtri(p: Any) -> Any:
    """The quantile of the standard normal law."""
    from scipy import special

    return special.ndtri(p)


def betaincinv(a: float, b: float, y: float) -> Any:
    """The x at which the regularised incomplete beta function is y."""
    from scipy import special

    return special.betaincinv(a, b, y)


def betainccinv(a: float, b: float, y: float) -> Any:
    """The x at which one minus the regularised incomplete beta function is y."""
    from scipy import special

    return special.betainccinv(a, b, y)
