r"""The reward families that the policies know: logistic, linear, Poisson, binomial.

The compiled functions know a family by a code and a factor: the mean :math:`n\sigma` of
``binomial(n)`` is the logistic one ``times`` n.  For each of these
:math:`|\ddot\mu| \le \dot\mu`, which is what the analysis of SC-D-GLUCB asks of a link.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from glbtheory._support.validation import finite_array, is_real, positive
from glbtheory.bandits.kernels.link_codes import LINEAR, LOGISTIC, POISSON
from glbtheory.formulas import link_constants
from glbtheory.setting import links
from glbtheory.setting.links import Link

_NAMED = {
    "logistic": (links.logistic, LOGISTIC),
    "linear": (links.linear, LINEAR),
    "poisson": (links.poisson, POISSON),
}
KNOWN = "logistic, linear, poisson, binomial(n)"


class Family(NamedTuple):
    """What a compiled function must know of a link."""

    code: int
    times: float


def link_of(link: Any) -> Link:
    """The link of that name, or the link itself if it is one of the families."""
    found = _by_name(link) if isinstance(link, str) else None
    if isinstance(link, Link):
        found = _by_name(link.name)
        # A link of another formula may bear a known name.
        found = link if found is not None and found.mean == link.mean else None
    if found is None:
        raise ValueError(f"link must be one of {KNOWN}, not {getattr(link, 'name', link)!r}")
    return found


@lru_cache(maxsize=256)
def _by_name(name: str) -> Link | None:
    if name.lower() in _NAMED:
        return _NAMED[name.lower()][0]
    trials = re.fullmatch(r"binomial\((\d{1,9})\)", name.lower())
    return links.binomial(int(trials[1])) if trials and int(trials[1]) >= 1 else None


def family(link: Any) -> Family:
    """The code and the factor of a link or of its name."""
    found = link_of(link)
    if found.name.lower() in _NAMED:
        return Family(_NAMED[found.name.lower()][1], 1.0)
    assert found.reward_range is not None
    return Family(LOGISTIC, float(found.reward_range[1]))


def largest_reward(link: Any, m: Any = None) -> float:
    r"""m: the end of the reward's range, or what the caller says where the link has no end.

    Linear rewards may be any numbers whose noise is sub-Gaussian with constant m/2, as it is for
    rewards in an interval of length m; the radius of SC-D-GLUCB and SC-SW-GLUCB also asks that
    their variance is at most the slope 1, so that m <= 2.  Poisson rewards have no bound, and m is
    one that the caller is ready to defend.
    """
    found = link_of(link)
    if found.reward_range is None:
        if m is None:
            raise ValueError(f"m must be given for the {found.name} link: positive and finite")
        return positive("m", m)
    top = float(found.reward_range[1])
    if m is not None and not (is_real(m) and m == top):
        raise ValueError(f"m must be {top:g} for the link {found.name}, not {m!r}")
    return top


def slopes(link: Any, S: float) -> tuple[float, float]:
    r""":math:`(k_\mu, c_\mu)`: the largest slope of the mean on the line, the least on |z| <= S.

    The Poisson mean has no largest slope on the line; :math:`k_\mu = e^S` is then the largest over
    |z| <= S, so that bonuses are right only while the estimate stays in Θ.
    """
    name, S = link_of(link).name.lower(), positive("S", S)
    largest, least = _slopes(name, S)
    if not least > 1e-300:
        raise ValueError(f"S must leave the {name} mean a slope above 1e-300, not {S:g}")
    return largest, least


@lru_cache(maxsize=256)
def _slopes(name: str, S: float) -> tuple[float, float]:
    constants = link_constants(link_of(name), S)
    largest = constants.get("k_mu", math.exp(min(S, 700.0)))
    return float(largest), float(constants["c_mu"])


def check_rewards(link: Any, rewards: Any, n: int | None = None) -> np.ndarray:
    """Rewards as floats in the family's range, one per action."""
    found = link_of(link)
    array = finite_array("reward", rewards, (n,))
    low, high = found.reward_range or (0.0 if found.name == "Poisson" else -math.inf, math.inf)
    if array.size and (array.min() < low or array.max() > high):
        raise ValueError(f"reward must lie in [{low:g}, {high:g}] for the link {found.name}")
    return array
