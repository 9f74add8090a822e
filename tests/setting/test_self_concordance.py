"""The chain of bounds on the rise of a mean: its order, where it is attained, and its limit."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import sympy as sp

from glbtheory.setting.links import Link, binomial, linear, logistic, poisson, scaled_bernoulli, z
from glbtheory.setting.self_concordance import (
    h,
    lower_exponential,
    lower_rational,
    rise,
    upper_exponential,
)

#: Points and distances that floats compare without loss.
POINTS, DISTANCES = np.linspace(-4, 4, 33)[:, None], np.linspace(0.05, 5, 40)[None, :]


def chain(link: Link, side: int) -> list[np.ndarray]:
    """The terms in their order, on the grid."""
    terms = lower_rational(link), lower_exponential(link), rise(link, side), upper_exponential(link)
    shape = np.zeros((POINTS.size, DISTANCES.size))
    return [sp.lambdify([z, h], term, "numpy")(POINTS, DISTANCES) + shape for term in terms]


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("link", [logistic, poisson, linear], ids=lambda link: link.name)
def test_the_terms_are_in_order(link: Link, side: int) -> None:
    for below, above in pairwise(chain(link, side)):
        assert (below <= above * (1 + 1e-12)).all()


def test_a_steeper_curvature_leaves_the_chain() -> None:
    """Rewards 0 and 2 have constant 2: the mean rises by more than the upper bound somewhere."""
    _, least, risen, most = chain(scaled_bernoulli(2), 1)
    assert (risen > most).any() or (risen < least).any()


@pytest.mark.parametrize(("side", "bound"), [(1, upper_exponential), (-1, lower_exponential)])
def test_the_exponential_mean_attains_the_exponential_bounds(side: int, bound) -> None:
    assert sp.simplify(rise(poisson, side) - bound(poisson)) == 0


@pytest.mark.parametrize("term", [lower_rational, lower_exponential, upper_exponential])
def test_each_bound_is_the_slope_in_the_limit(term) -> None:
    for link in (logistic, binomial(3)):
        assert sp.simplify(sp.limit(term(link) / h, h, 0) - link.slope) == 0


def test_the_coefficient_of_the_distance_is_free() -> None:
    assert lower_rational(linear, 2) == h / (1 + 2 * h)
