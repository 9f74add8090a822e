r"""The weighted likelihood of a generalised linear model: its maps, matrices and minimiser.

With actions :math:`a_s`, weights :math:`w_s \ge 0`, mean function :math:`\mu` and
:math:`\lambda > 0`,

.. math::
    g(\theta) &= \sum_s w_s\, \mu(a_s^\top\theta)\, a_s + \lambda\theta, \qquad
    H(\theta) = \sum_s w_s\, \dot\mu(a_s^\top\theta)\, a_s a_s^\top + \lambda I, \\
    \alpha(a, \theta_1, \theta_2) &= \int_0^1 \dot\mu\big(v\,a^\top\theta_2
        + (1-v)\,a^\top\theta_1\big)\,dv, \qquad
    G(\theta_1, \theta_2) = \sum_s w_s\, \alpha(a_s, \theta_1, \theta_2)\, a_s a_s^\top + \lambda I.

The weights are those of ``forgetting``; pass squared weights for the tilde versions
:math:`\tilde H, \tilde G, \tilde V`.  The estimate solves
:math:`g(\hat\theta) = \sum_s w_s r_s a_s`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from glbtheory._support.validation import finite_array, positive, unit_ball, weights_of
from glbtheory.setting._certified_objective import UNIT, Evaluation, Objective, norm_of

Array = np.ndarray

_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(16)
#: Length of one quadrature panel.  The logistic has its poles at distance pi from the real
#: line; 16 nodes on length 2 then err by about 6.4^-32.
_PANEL = 2.0
_MOST_PANELS = 10_000


class MeanFunction(Protocol):
    r"""What this module needs of a link: the mean function and its derivative, vectorised.

    A link may also have ``concordance``, numbers (c, k) with
    :math:`|\ddot\mu| \le (c + k S) \dot\mu` on :math:`|z| \le S`; ``reward_range``; and ``numeric``
    with the formulas of :class:`glbtheory.setting.links.Numeric`.  Without these, the mean is
    trusted to 4 units in the last place of :math:`1 + |\mu| + |r|`.
    """

    def mu(self, z: Any) -> Any:
        """The mean reward at z."""

    def dmu(self, z: Any) -> Any:
        """Its derivative."""


def _link(link: Any) -> Any:
    if not (callable(getattr(link, "mu", None)) and callable(getattr(link, "dmu", None))):
        raise ValueError(f"link must have the methods mu and dmu, not {link!r}")
    return link


def design_matrix(actions: Any, weights: Any, ridge: float) -> Array:
    r""":math:`V = \sum_s w_s a_s a_s^\top + r I` with ridge :math:`r = \lambda / c_\mu`."""
    A = unit_ball(actions)
    w = weights_of(weights, len(A))
    return (A.T * w) @ A + positive("ridge", ridge) * np.identity(A.shape[1])


def gradient_map(theta: Any, actions: Any, weights: Any, link: MeanFunction, lam: float) -> Array:
    r""":math:`g(\theta) = \sum_s w_s \mu(a_s^\top\theta) a_s + \lambda\theta`."""
    A = unit_ball(actions)
    w = weights_of(weights, len(A))
    theta = finite_array("theta", theta, (A.shape[1],))
    return A.T @ (w * _link(link).mu(A @ theta)) + positive("lam", lam) * theta


def hessian(theta: Any, actions: Any, weights: Any, link: MeanFunction, lam: float) -> Array:
    r""":math:`H(\theta) = \sum_s w_s \dot\mu(a_s^\top\theta) a_s a_s^\top + \lambda I`."""
    A = unit_ball(actions)
    w = weights_of(weights, len(A))
    theta = finite_array("theta", theta, (A.shape[1],))
    lam = positive("lam", lam)
    return (A.T * (w * _link(link).dmu(A @ theta))) @ A + lam * np.identity(A.shape[1])


def mean_slope(z1: Any, z2: Any, link: MeanFunction) -> Array:
    r"""The mean of :math:`\dot\mu` between z1 and z2, accurate relative to its own size.

    Links that know a formula without cancellation (``numeric.mean_slope``) use it.  Else the
    quotient :math:`(\mu(z_2)-\mu(z_1))/(z_2-z_1)` is used where the two means differ by
    at least one part in a hundred.  Elsewhere (z1 close to z2, or both deep in a flat tail) the
    difference would cancel, and Gauss–Legendre quadrature of :math:`\dot\mu` does not; it is
    exact to rounding if :math:`\mu` is analytic at distance 2 from the real line.
    """
    z1, z2 = finite_array("z1", z1), finite_array("z2", z2)
    try:
        z1, z2 = np.broadcast_arrays(z1, z2)
    except ValueError as error:
        raise ValueError(f"z2 must fit the shape {z1.shape} of z1, not {z2.shape}") from error
    closed = getattr(getattr(_link(link), "numeric", None), "mean_slope", None)
    slope = closed(z1, z2) if closed else _mean_slope(z1.ravel(), z2.ravel(), link)
    return np.asarray(slope).reshape(z1.shape)


def _mean_slope(z1: Array, z2: Array, link: MeanFunction) -> Array:
    m1, m2, h = link.mu(z1), link.mu(z2), z2 - z1
    apart = (np.abs(m2 - m1) >= 0.01 * np.maximum(np.abs(m1), np.abs(m2))) & (np.abs(h) > 1e-3)
    slope = np.empty(z1.size)
    slope[apart] = (m2[apart] - m1[apart]) / h[apart]
    slope[~apart] = _quadrature(z1[~apart], h[~apart], link)
    return slope


def _quadrature(z: Array, h: Array, link: MeanFunction) -> Array:
    """The mean of the slope over [z, z + h], panel by panel."""
    longest = np.abs(h).max(initial=0.0)
    if longest > _PANEL * _MOST_PANELS:
        raise ValueError(f"z2 must be within {_PANEL * _MOST_PANELS:g} of z1 where link is flat")
    panels = max(1, int(np.ceil(longest / _PANEL)))
    nodes = (_NODES + 1) / 2
    total = np.zeros(z.shape)
    for i in range(panels):
        points = z[:, None] + h[:, None] * (i + nodes) / panels
        total += link.dmu(points) @ _NODE_WEIGHTS / 2
    return total / panels


def secant(actions: Any, theta1: Any, theta2: Any, link: MeanFunction) -> Array:
    r""":math:`\alpha(a_s, \theta_1, \theta_2)` for every row; see :func:`mean_slope`."""
    A = unit_ball(actions)
    theta1 = finite_array("theta1", theta1, (A.shape[1],))
    theta2 = finite_array("theta2", theta2, (A.shape[1],))
    return mean_slope(A @ theta1, A @ theta2, link)


def secant_matrix(
    theta1: Any, theta2: Any, actions: Any, weights: Any, link: MeanFunction, lam: float
) -> Array:
    r""":math:`G(\theta_1, \theta_2)`, for which
    :math:`g(\theta_2) - g(\theta_1) = G(\theta_1, \theta_2)(\theta_2 - \theta_1)` exactly."""
    A = unit_ball(actions)
    w = weights_of(weights, len(A)) * secant(A, theta1, theta2, link)
    return (A.T * w) @ A + positive("lam", lam) * np.identity(A.shape[1])


@dataclass(frozen=True)
class Estimate:
    r"""A weighted maximum-likelihood estimate with its certificate.

    The gradient of the objective at ``theta`` differs from the computed one, whose norm is
    ``gradient_norm``, by at most ``round_off`` in norm, and ``theta`` from the exact minimiser
    :math:`\hat\theta` by at most ``error_bound``; :func:`estimate` says why.  ``converged`` says
    that the stopping rule was met within the iterations allowed.
    """

    theta: Array
    gradient_norm: float
    round_off: float
    error_bound: float
    iterations: int
    converged: bool


def estimate(
    actions: Any,
    rewards: Any,
    weights: Any,
    link: MeanFunction,
    lam: float,
    *,
    start: Any = None,
    tolerance: float = 5e-11,
    max_iterations: int = 200,
) -> Estimate:
    r"""Minimise :math:`-\sum_s w_s \log P_\theta(r_s \mid a_s) + \frac\lambda2\|\theta\|^2`.

    **Damped Newton.**  Where :math:`|\ddot\mu| \le C\dot\mu` (self-concordance), the Hessian
    along the Newton direction :math:`\Delta` changes at most by :math:`e^{t\,m}`,
    :math:`m = C\max_s |a_s^\top\Delta|`, and the step :math:`t = \log(1+m)/m` minimises the
    resulting upper bound; once :math:`m \le 1/2` full steps contract and no line is searched.
    Other links are caught by halving until the slope along the line is at most half its first
    size, and far from the minimiser the step doubles while the objective still falls.  Large data
    start from the minimiser of a systematic sample.  A Hessian is not renewed when the one of the
    last point, by the same :math:`e^m`, suffices to finish.

    **Stopping.**  With P the inverse Hessian, the Newton decrement
    :math:`\nu = \|\nabla\|_P` bounds the error by :math:`\|P\|^{1/2}\nu` to first order.
    Newton stops when that is at most half the tolerance, or when :math:`\nu` is below the
    round-off of the gradient.

    **Certificate.**  Let :math:`\nabla` be the exact gradient at the returned :math:`\theta`, and G
    the secant matrix between it and the exact minimiser, so that
    :math:`\theta-\hat\theta = G^{-1}\nabla`.

    1. :math:`G \succeq \lambda I`, so the error is at most :math:`\|\nabla\|/\lambda`.
    2. Let :math:`\theta_0` be where the Hessian was taken and X an upper bound of
       :math:`C|a_s^\top(\theta_0-\vartheta)|` over s and over :math:`\vartheta` between
       :math:`\theta` and :math:`\hat\theta`; the first bound gives one.  Then
       :math:`e^{-X}H(\theta_0) \preceq G \preceq e^X H(\theta_0)`.
    3. Let P be symmetric with :math:`\|I - P H(\theta_0)\| \le \rho < 1`.  The eigenvalues of
       :math:`P H(\theta_0)` lie in :math:`[1-\rho, 1+\rho]`, so that
       :math:`G^{-1} = P^{1/2} M P^{1/2}` with :math:`\|M-I\| \le \kappa = e^X/(1-\rho) - 1`, and

       .. math:: \|\theta-\hat\theta\| \le \|P\nabla\| + \kappa\,\|P\|^{1/2}\,\|\nabla\|_P .

    4. :math:`\nabla` is the computed gradient plus an error e, whose parts are bounded in
       :meth:`Objective.at` and :meth:`Objective.precisely`.

    The smaller of 1 and 3 is reported; links without a known C have the first only.  Where this is
    above ``tolerance``, the gradient is taken in twice the working precision, and the Newton steps
    are repeated with it.
    """
    A = unit_ball(actions)
    n, d = A.shape
    w, lam = weights_of(weights, n), positive("lam", lam)
    r = _rewards(rewards, n, _link(link))
    theta = None if start is None else finite_array("start", start, (d,)).copy()
    tolerance = positive("tolerance", tolerance)
    whole = isinstance(max_iterations, (int, np.integer)) and not isinstance(max_iterations, bool)
    if not whole or max_iterations < 0:
        raise ValueError(f"max_iterations must be an integer >= 0, not {max_iterations!r}")
    if not w.all():  # a round of weight zero has no say in the objective
        used = w > 0
        A, w, r = A[used], w[used], r[used]
    data = Objective(np.ascontiguousarray(A), w, r, link, lam)
    with np.errstate(over="ignore", invalid="ignore", under="ignore"):
        theta = _sample_minimiser(data) if theta is None else theta
        found = _newton(data, theta, tolerance, max_iterations)
        if found.converged and found.error_bound > tolerance:
            found = _refined(data, found, tolerance)
    return found


def _rewards(rewards: Any, n: int, link: MeanFunction) -> Array:
    if isinstance(rewards, np.ndarray) and rewards.dtype == bool:
        rewards = rewards.astype(float)  # a comparison gives clicks as truth values
    array = finite_array("rewards", rewards, (n,))
    limits = getattr(link, "reward_range", None)
    if limits is not None and n and (array.min() < limits[0] or array.max() > limits[1]):
        raise ValueError(f"rewards must lie in [{limits[0]}, {limits[1]}]")
    return array


#: Data of more rows start from a sample.
_LARGE = 2000


def _sample_minimiser(data: Objective) -> Array:
    """A start: 0, or for large data near the minimiser of a systematic sample by weight.

    A sample of m unit actions in d dimensions errs by about d/sqrt(m/6), so 40 d² of them come
    within Newton's reach.  Where that is more than a quarter of the data, 0 is as good.
    """
    n, d = data.A.shape
    picks = max(n // 8, 40 * d**2)
    if n <= _LARGE or 4 * picks > n:
        return np.zeros(d)
    mass = np.cumsum(data.w)
    rows = np.searchsorted(mass[:-1], (np.arange(picks) + 0.5) * (mass[-1] / picks))
    equal = np.full(picks, mass[-1] / picks)
    sample = Objective(data.A.take(rows, 0), equal, data.r[rows], data.link, data.lam)
    return _newton(sample, _sample_minimiser(sample), 0.02, 50).theta


def _newton(data: Objective, theta: Array, tolerance: float, limit: int) -> Estimate:
    """Newton's method from theta, and its certificate; see :func:`estimate`."""
    here = data.at(theta, curved=True)
    if not np.isfinite(here.hessian).all():  # an exponential mean overflows far out; 0 will do
        here = data.at(np.zeros_like(theta), curved=True)
    inverse = data.invert(here)
    scale = 0.0  # a step multiplies the decrement by at most about its reach, to give this
    for iteration in range(limit + 1):
        step = inverse.matrix @ here.gradient
        decrement = math.sqrt(max(float(here.gradient @ step), 0.0))
        root = math.sqrt(inverse.size)
        noise = here.argument * math.sqrt(here.stiffness) + root * here.other
        goal = max(tolerance / (2 * root), noise)
        converged = decrement <= goal
        if converged or iteration == limit:
            break
        apart = norm_of(here.theta - inverse.point.theta) + norm_of(step)
        reach = apart * data.concordance(norm_of(here.theta) + apart)
        near = data.known and reach <= 0.5
        if not near:
            step = step * _step_length(data, here, step, decrement**2)
        # The last step tells how much less than its reach.  No Hessian is needed at the next
        # point if from there this one, by then twice as wrong, leads to the goal.
        pace = min(1.0, decrement / scale) if scale > 0 else 1.0
        curved = not near or 2 * decrement * (pace * reach) ** 2 > goal
        scale = decrement * reach if near else 0.0
        here = data.at(here.theta - step, curved)
        inverse = data.invert(here) if curved else inverse
    bound = data.bound(here, inverse)
    norm = norm_of(here.gradient)
    return Estimate(here.theta, norm, here.round_off, bound, iteration, converged)


def _step_length(data: Objective, here: Evaluation, step: Array, first: float) -> float:
    r"""How far to go along :math:`-\Delta`; the objective first falls with slope ``first``.

    A slope that is still negative means that a convex objective still falls, so far from the
    minimiser the step doubles: in an exponential tail Newton's own step has length one only.
    """
    z, along = data.A @ here.theta, data.A @ step
    weighted = data.w * along
    ridge = data.lam * float(here.theta @ step), data.lam * float(step @ step)

    def slope(t: float) -> float:
        residual = data.residual(z - t * along, data.r)[0]
        return t * ridge[1] - ridge[0] - float(weighted @ residual)

    C = data.concordance(norm_of(here.theta) + norm_of(step))
    reach = C * float(np.abs(along).max(initial=0.0))
    t = math.log1p(reach) / reach if reach > 0 else 1.0
    while not slope(t) <= first / 2 and t > 1e-10:
        t /= 2
    while reach > 1 and slope(2 * t) < 0:
        t *= 2
    return t


def _refined(data: Objective, found: Estimate, tolerance: float) -> Estimate:
    """Newton steps with the gradient in twice the working precision, from where ``found`` is."""
    theta, most = found.theta, 5
    inverse = data.invert(data.at(theta, curved=True))
    for extra in range(most + 1):
        here, moved = data.precisely(theta, inverse)
        step = inverse.matrix @ here.gradient
        if extra == most or norm_of(step) <= max(tolerance / 8, 4 * UNIT * norm_of(theta)):
            break
        theta = theta - step
    bound = data.bound(here, inverse, moved)
    if bound >= found.error_bound:
        return found
    norm = norm_of(here.gradient)
    return replace(
        found,
        theta=here.theta,
        gradient_norm=norm,
        round_off=here.round_off,
        error_bound=bound,
        iterations=found.iterations + extra,
    )
