r"""What :math:`|\ddot\mu| \le \dot\mu` says about the mean between two points.

For :math:`z_1 = z` and :math:`z_2 = z \pm h` with h > 0 the mean rises or falls by
:math:`h\,\alpha`, where α is the average slope between the points.  The slope at z alone bounds it:

.. math:: \dot\mu(z)\frac{h}{1+h} \le \dot\mu(z)(1-e^{-h}) \le h\,\alpha \le \dot\mu(z)(e^h-1) .

Each function here is one term of this chain, a sympy expression in z and h.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.setting.links import Link, z

#: The distance of the two points.
h = sp.Symbol("h", real=True)


def rise(link: Link, side: int) -> Any:
    """|μ(z2) - μ(z1)| = |z1 - z2| α for z2 = z1 + side h (μ increases)."""
    return side * (link.mean.subs(z, z + side * h) - link.mean)


def lower_rational(link: Link, c: Any = 1) -> Any:
    """μ'(z1) h/(1 + c h); the lemma has c = 1."""
    return link.slope * h / (1 + c * h)


def lower_exponential(link: Link) -> Any:
    """μ'(z1) (1 - e^{-h})."""
    return link.slope * (1 - sp.exp(-h))


def upper_exponential(link: Link) -> Any:
    """μ'(z1) (e^h - 1)."""
    return link.slope * (sp.exp(h) - 1)
