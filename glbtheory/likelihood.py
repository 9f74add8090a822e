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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

Array = np.ndarray

_UNIT = np.finfo(float).eps / 2
_NODES, _NODE_WEIGHTS = np.polynomial.legendre.leggauss(16)
#: Length of one quadrature panel.  The logistic has its poles at distance pi from the real
#: line; 16 nodes on length 2 then err by about 6.4^-32.
_PANEL = 2.0


class MeanFunction(Protocol):
    """What this module needs of a link: the mean function and its derivative, vectorised."""

    def mu(self, z: Any) -> Any:
        """The mean reward at z."""

    def dmu(self, z: Any) -> Any:
        """Its derivative."""


def _checked(name: str, value: Any, shape: tuple[int | None, ...]) -> Array:
    """``value`` as a finite float array of the given shape (``None`` matches any length)."""
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be an array of numbers") from error
    matches = array.ndim == len(shape) and all(
        want in (None, have) for want, have in zip(shape, array.shape, strict=True)
    )
    if not matches:
        wanted = tuple("any" if n is None else n for n in shape)
        raise ValueError(f"{name} must have shape {wanted}, not {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite")
    return array


def _actions(actions: Any) -> Array:
    array = _checked("actions", actions, (None, None))
    # A unit vector may have norm 1 + a few ulps after normalisation.
    if (np.einsum("ij,ij->i", array, array) > 1 + 1e-12).any():
        raise ValueError("actions must have norm at most 1")
    return array


def _weights(weights: Any, n: int) -> Array:
    array = _checked("weights", weights, (n,))
    if (array < 0).any():
        raise ValueError("weights must be non-negative")
    return array


def _positive(name: str, value: Any) -> float:
    if not 0 < value < np.inf:
        raise ValueError(f"{name} must be positive and finite, not {value!r}")
    return float(value)


def design_matrix(actions: Any, weights: Any, ridge: float) -> Array:
    r""":math:`V = \sum_s w_s a_s a_s^\top + r I` with ridge :math:`r = \lambda / c_\mu`."""
    A = _actions(actions)
    w = _weights(weights, len(A))
    return (A.T * w) @ A + _positive("ridge", ridge) * np.identity(A.shape[1])


def gradient_map(theta: Any, actions: Any, weights: Any, link: MeanFunction, lam: float) -> Array:
    r""":math:`g(\theta) = \sum_s w_s \mu(a_s^\top\theta) a_s + \lambda\theta`."""
    A = _actions(actions)
    w = _weights(weights, len(A))
    theta = _checked("theta", theta, (A.shape[1],))
    return A.T @ (w * link.mu(A @ theta)) + _positive("lam", lam) * theta


def hessian(theta: Any, actions: Any, weights: Any, link: MeanFunction, lam: float) -> Array:
    r""":math:`H(\theta) = \sum_s w_s \dot\mu(a_s^\top\theta) a_s a_s^\top + \lambda I`."""
    A = _actions(actions)
    w = _weights(weights, len(A))
    theta = _checked("theta", theta, (A.shape[1],))
    lam = _positive("lam", lam)
    return (A.T * (w * link.dmu(A @ theta))) @ A + lam * np.identity(A.shape[1])


def mean_slope(z1: Any, z2: Any, link: MeanFunction) -> Array:
    r"""The mean of :math:`\dot\mu` between z1 and z2, accurate relative to its own size.

    The closed form :math:`(\mu(z_2)-\mu(z_1))/(z_2-z_1)` is used where the two means differ by
    at least one part in a hundred.  Elsewhere (z1 close to z2, or both deep in a flat tail) the
    difference would cancel, and Gauss–Legendre quadrature of :math:`\dot\mu` does not.
    """
    z1, z2 = np.broadcast_arrays(np.asarray(z1, dtype=float), np.asarray(z2, dtype=float))
    shape, z1, z2 = z1.shape, z1.ravel(), z2.ravel()
    m1, m2, h = link.mu(z1), link.mu(z2), z2 - z1
    apart = (np.abs(m2 - m1) >= 0.01 * np.maximum(np.abs(m1), np.abs(m2))) & (np.abs(h) > 1e-3)
    slope = np.empty(z1.size)
    slope[apart] = (m2[apart] - m1[apart]) / h[apart]
    slope[~apart] = _quadrature(z1[~apart], h[~apart], link)
    return slope.reshape(shape)


def _quadrature(z: Array, h: Array, link: MeanFunction) -> Array:
    """The mean of the slope over [z, z + h], panel by panel."""
    panels = max(1, int(np.ceil(np.abs(h).max(initial=0.0) / _PANEL)))
    nodes = (_NODES + 1) / 2
    total = np.zeros(z.shape)
    for i in range(panels):
        points = z[:, None] + h[:, None] * (i + nodes) / panels
        total += link.dmu(points) @ _NODE_WEIGHTS / 2
    return total / panels


def secant(actions: Any, theta1: Any, theta2: Any, link: MeanFunction) -> Array:
    r""":math:`\alpha(a_s, \theta_1, \theta_2)` for every row; see :func:`mean_slope`."""
    A = _actions(actions)
    theta1 = _checked("theta1", theta1, (A.shape[1],))
    theta2 = _checked("theta2", theta2, (A.shape[1],))
    return mean_slope(A @ theta1, A @ theta2, link)


def secant_matrix(
    theta1: Any, theta2: Any, actions: Any, weights: Any, link: MeanFunction, lam: float
) -> Array:
    r""":math:`G(\theta_1, \theta_2)`, for which
    :math:`g(\theta_2) - g(\theta_1) = G(\theta_1, \theta_2)(\theta_2 - \theta_1)` exactly."""
    A = _actions(actions)
    w = _weights(weights, len(A)) * secant(A, theta1, theta2, link)
    return (A.T * w) @ A + _positive("lam", lam) * np.identity(A.shape[1])


@dataclass(frozen=True)
class Estimate:
    r"""A weighted maximum-likelihood estimate with its certificate.

    The objective is :math:`\lambda`-strongly convex for every non-decreasing :math:`\mu`, hence
    :math:`\|\theta - \hat\theta\| \le \|\nabla\| / \lambda`.  ``error_bound`` is that, with
    ``round_off``, a bound on the error of the computed gradient, added to ``gradient_norm``.
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
    tolerance: float = 1e-12,
    max_iterations: int = 200,
) -> Estimate:
    r"""Minimise :math:`-\sum_s w_s \log P_\theta(r_s \mid a_s) + \frac\lambda2\|\theta\|^2`.

    Damped Newton for a self-concordant link, :math:`|\ddot\mu| \le \dot\mu`: along the Newton
    direction :math:`\Delta` the Hessian changes at most by :math:`e^{t\,m}`,
    :math:`m = \max_s |a_s^\top\Delta|`, and the step :math:`t = \log(1+m)/m` minimises the
    resulting upper bound; it tends to the full step, so convergence is quadratic.  Other links
    are caught by halving until the slope along the line is at most half its first size, and far
    from the minimiser the step doubles while the objective still falls.

    Stops when the Newton decrement :math:`\nu = \|\nabla\|_{H^{-1}}` is at most
    :math:`\text{tolerance}\cdot\sqrt\lambda` (then :math:`\|\theta-\hat\theta\|` is of the size
    of the tolerance), or when the gradient is below its own round-off.
    """
    A = _actions(actions)
    n, d = A.shape
    w, lam = _weights(weights, n), _positive("lam", lam)
    r = _rewards(rewards, n, link)
    theta = np.zeros(d) if start is None else _checked("start", start, (d,)).copy()
    used = w > 0  # a round of weight zero has no say in the objective
    A, w, r = A[used], w[used], r[used]
    columns = np.ascontiguousarray(A.T)

    def gradient(point: Array) -> Array:
        # A sum along contiguous rows is pairwise: its error does not grow with n.
        return (columns * (w * (link.mu(A @ point) - r))).sum(axis=1) + lam * point

    slope = gradient(theta)
    converged = False
    for iteration in range(max_iterations + 1):
        dmu = link.dmu(A @ theta)
        noise = _gradient_round_off(A, r, w, link, lam, theta, dmu)
        norm = float(np.linalg.norm(slope))
        delta = np.linalg.solve((columns * (w * dmu)) @ A + lam * np.identity(d), slope)
        decrement = np.sqrt(max(float(slope @ delta), 0.0))
        converged = decrement <= tolerance * np.sqrt(lam) or norm <= noise
        if converged or iteration == max_iterations:
            break
        reach = float(np.abs(A @ delta).max(initial=0.0))
        step = np.log1p(reach) / reach if reach > 0 else 1.0
        step, slope = _along(gradient, theta, delta, step, decrement**2, reach > 1)
        theta = theta - step * delta
    return Estimate(theta, norm, noise, (norm + noise) / lam, iteration, bool(converged))


def _along(
    gradient: Callable[[Array], Array],
    theta: Array,
    delta: Array,
    step: float,
    first: float,
    far: bool,
) -> tuple[float, Array]:
    r"""A step along :math:`-\Delta` and the gradient there; ``first`` is the slope at the start.

    A slope that is still negative means that a convex objective still falls, so far from the
    minimiser the step doubles: in an exponential tail Newton's own step has length one only.
    """
    ahead = gradient(theta - step * delta)
    while not -(ahead @ delta) <= first / 2 and step > 1e-10:
        step /= 2
        ahead = gradient(theta - step * delta)
    while far:
        farther = gradient(theta - 2 * step * delta)
        if not -(farther @ delta) < 0:
            break
        step, ahead = 2 * step, farther
    return step, ahead


def _rewards(rewards: Any, n: int, link: MeanFunction) -> Array:
    array = _checked("rewards", rewards, (n,))
    limits = getattr(link, "reward_range", None)
    if limits is not None and ((array < limits[0]) | (array > limits[1])).any():
        raise ValueError(f"rewards must lie in [{limits[0]}, {limits[1]}]")
    return array


def _gradient_round_off(
    A: Array, r: Array, w: Array, link: MeanFunction, lam: float, theta: Array, dmu: Array
) -> float:
    r"""A bound on the error of the computed gradient, for a mean function good to 4 ulps.

    With :math:`u = 2^{-53}`: the inner product errs by :math:`d\,u\,\|a_s\|\|\theta\|`, which
    :math:`\dot\mu` carries on; the mean by :math:`4u|\mu|`; products and the pairwise sum of n
    terms (blocks of 128, eight lanes) by :math:`(26+\log_2 n)u` of each term.  Doubled, for what
    is of second order.
    """
    n, d = A.shape
    mu = link.mu(A @ theta)
    length = np.sqrt(np.einsum("ij,ij->i", A, A))
    size = float(np.linalg.norm(theta))
    each = d * size * length * dmu + 4 * np.abs(mu) + (26 + np.log2(n + 1)) * np.abs(mu - r)
    return float(2 * _UNIT * (w @ (length * each) + 3 * lam * size))
