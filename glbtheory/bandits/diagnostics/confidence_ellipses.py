r"""Ellipses of parameters: what a bonus pays for, what is proved, and what the data suggest.

A policy with the index :math:`\mu(a^\top\hat\theta_t) + b\lVert a\rVert_{V_t^{-1}}` draws no
region, but its bonus stands for one.  The mean is :math:`k_\mu`-Lipschitz; by Cauchy and Schwarz

.. math:: \mathcal E = \{\theta : \lVert\theta-\hat\theta_t\rVert_{V_t} \le b/k_\mu\} , \qquad
   \max_{\theta\in\mathcal E} |a^\top(\theta-\hat\theta_t)|
   = \frac b{k_\mu}\lVert a\rVert_{V_t^{-1}} ,

so that the bonus covers :math:`|\mu(a^\top\theta)-\mu(a^\top\hat\theta_t)|` for all actions a if
:math:`\theta \in \mathcal E`; for larger sets of this shape the same argument needs a larger bonus.
This is :func:`played`.

:func:`proved` is the ellipse that a policy's theory shows to hold :math:`\theta^\star_t` with
probability :math:`1-\delta` if the parameter did not change within the memory:

===================== ==============================================================================
SC-D-GLUCB            radius :math:`\beta/(\sqrt{c_\mu}k_\mu)` (at rounds of the refined bonus
                      :math:`\bar\beta`); the proof bounds :math:`k_\mu|a^\top(\theta^\star_t -
                      \hat\theta_t)|` by bias plus bonus for all a of the unit ball, hence the set
                      is :math:`\mathcal E` widened on all sides by bias/:math:`k_\mu`, which
                      :func:`margin` gives
SC-SW-GLUCB           the same without bias
GLM-UCB, D-GLUCB,     half of the published bonus for :math:`\hat\theta_t\in\Theta`; the factor 2
LogUCB1, restarted    pays for a projection.  For :math:`\hat\theta_t\notin\Theta` only the ellipse
GLM-UCB               around the projection, with the whole bonus, is proved: none around
                      :math:`\hat\theta_t` where the projection is bypassed.  D-GLUCB has a bias
                      too, and without its union bound the probability is that of one round
others                none (UCB-GLM's theory has no ridge, LogUCB2's sets are no ellipses)
===================== ==============================================================================

No divisor is part of a theory: the ellipse proved is ``divisor`` times the one played, or half of
that.  :func:`asymptotic` is what the textbook draws: with :math:`H` and :math:`\tilde H` the
weighted and the squared-weighted Fisher information at the estimate, the estimate has about the
covariance :math:`H^{-1}\tilde H H^{-1}` around a point that λ pulls towards 0.  Nothing is proved
about it for data chosen by a policy.

Russac, Faury, Cappé and Garivier (2021) :cite:p:`russac2021`; Filippi et al. (2010)
:cite:p:`filippi2010`; Faury et al. (2020) :cite:p:`faury2020`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import finite_array, fraction_of_one, positive
from glbtheory.bandits.policies.generalized_linear import GeneralizedLinearUCB, ProjectedUCB
from glbtheory.bandits.policies.log_ucb2 import LogUCB2
from glbtheory.bandits.policies.sc_d_glucb import SCDGLUCB
from glbtheory.bandits.policies.sc_sw_glucb import SCSWGLUCB
from glbtheory.bandits.policies.ucb_glm import UCBGLM
from glbtheory.formulas import FORMULAS
from glbtheory.setting.likelihood import hessian

Array = np.ndarray

#: With less of its largest eigenvalue the least one of a matrix is taken for 0.
_FLAT = 1e-12


@dataclass(frozen=True, eq=False)
class Region:
    r"""The ellipse :math:`\{\theta : \lVert\theta-c\rVert_M \le r\}`, M positive definite."""

    centre: Array
    matrix: Array
    radius: float

    def __post_init__(self) -> None:
        centre = finite_array("centre", self.centre, (None,))
        if not len(centre):
            raise ValueError("centre must have a coordinate at least")
        matrix = finite_array("matrix", self.matrix, (len(centre), len(centre)))
        values = np.linalg.eigvalsh(matrix)
        if not values[0] > _FLAT * abs(values[-1]) or not np.allclose(matrix, matrix.T):
            raise ValueError("matrix must be symmetric and positive definite")
        for name, value in (("centre", centre), ("matrix", matrix)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "radius", positive("radius", self.radius))

    def distance(self, theta: Any) -> float:
        """How far a parameter is from the centre, in radii: at most 1 inside."""
        x = finite_array("theta", theta, self.centre.shape) - self.centre
        return math.sqrt(float(x @ self.matrix @ x)) / self.radius

    def __contains__(self, theta: Any) -> bool:
        return self.distance(theta) <= 1

    def width(self, action: Any) -> float:
        r"""The largest :math:`a^\top(\theta-c)` in the region."""
        a = finite_array("action", action, self.centre.shape)
        return self.radius * math.sqrt(float(a @ np.linalg.solve(self.matrix, a)))

    def axes(self) -> tuple[Array, Array]:
        """Half axes, the longest first, and their directions as rows."""
        values, vectors = np.linalg.eigh(self.matrix)
        return self.radius / np.sqrt(values), vectors.T


def coefficient(policy: Any) -> float:
    """The b of the coming round; not a number where the index has no bonus of this form."""
    if not isinstance(policy, GeneralizedLinearUCB) or isinstance(policy, LogUCB2):
        return math.nan
    bonus, inside, explore = (float(x[0]) for x in policy.coefficients(policy.round - 1, 1))
    if explore >= 0:
        return math.nan
    return inside if inside == inside and in_ball(policy) else bonus


def in_ball(policy: GeneralizedLinearUCB) -> bool:
    r"""Whether :math:`\hat\theta_t \in \Theta`, summed in the order of the compiled rounds."""
    return not sum(x * x for x in policy.theta.tolist()) > policy.S * policy.S


def centre(policy: GeneralizedLinearUCB) -> Array:
    """The parameter in the index: the estimate, or its projection for policies that project."""
    if isinstance(policy, LogUCB2):
        return policy.centre().theta
    if isinstance(policy, ProjectedUCB) and policy.projection:
        from glbtheory.bandits.estimators.projection import project_estimate

        found = project_estimate(policy.estimator, policy.link, policy.lam, policy.S, policy.norm)
        return found.theta
    return policy.theta


def played(policy: Any, b: float | None = None) -> Region | None:
    """The ellipse that the bonus of the coming round pays for; None without a bonus.

    ``b`` is its :func:`coefficient`, for callers who have it.
    """
    b = coefficient(policy) if b is None else b
    if math.isnan(b):
        return None
    # The index of UCB-GLM's paper is on the scale of a·θ: no slope in between.
    linear = isinstance(policy, UCBGLM) and policy.index == "linear"
    radius = b if linear else b / policy.k_mu
    return Region(centre(policy), policy.estimator.design, radius)


def proved(policy: Any, b: float | None = None) -> Region | None:
    """The ellipse of the policy's theory at the coming round; None where it has none."""
    b = coefficient(policy) if b is None else b
    if math.isnan(b):
        return None
    whole = b * policy.divisor / policy.k_mu
    if isinstance(policy, SCDGLUCB | SCSWGLUCB):
        return Region(policy.theta, policy.estimator.design, whole)
    if not isinstance(policy, ProjectedUCB):
        return None
    published = whole * 2 / policy.factor
    if in_ball(policy):
        return Region(policy.theta, policy.estimator.design, published / 2)
    if not policy.projection:
        return None
    return Region(centre(policy), policy.estimator.design, published)


def margin(policy: Any) -> float:
    r"""By how much bias widens the proved ellipse of SC-D-GLUCB; 0 for the other policies.

    The bias (``bias`` of ``formulas``) is that of the analysis window D = ``depth``.
    """
    if not isinstance(policy, SCDGLUCB):
        return 0.0
    names = ("S", "lam", "gamma", "k_mu", "m")
    known = {name: getattr(policy, name) for name in names}
    return float(FORMULAS["bias"].compiled(D=policy.depth, **known)) / policy.k_mu


def asymptotic(policy: Any, level: float = 0.95) -> Region | None:
    """The textbook's ellipse of that level around the estimate; None before d directions."""
    level = fraction_of_one("level", level)
    if not isinstance(policy, GeneralizedLinearUCB):
        return None
    actions, _, weights = policy.estimator.weighted_data()
    theta, link, lam = policy.theta, policy.link, policy.lam
    H = hessian(theta, actions, weights, link, lam)
    squared = hessian(theta, actions, weights**2, link, lam) - lam * np.identity(policy.d)
    values = np.linalg.eigvalsh(squared)
    if not values[0] > _FLAT * abs(values[-1]):
        return None
    from scipy.stats import chi2

    precision = H @ np.linalg.solve(squared, H)
    radius = math.sqrt(chi2.ppf(level, policy.d))
    return Region(theta, (precision + precision.T) / 2, radius)
