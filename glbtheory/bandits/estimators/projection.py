r"""The projection of an estimate on the ball of radius S, in the norm of the confidence sets.

With :math:`g(\theta) = \sum_s w_s\mu(a_s^\top\theta)a_s + \lambda\theta`, GLM-UCB and D-GLUCB
replace an estimate outside :math:`\Theta = \{\lVert\theta\rVert\leq S\}` by

.. math:: \tilde\theta \in \arg\min_{\theta\in\Theta}
          \lVert g(\theta) - g(\hat\theta)\rVert_{V^{-1}}, \qquad
          V = \sum_s w_s a_s a_s^\top + \frac{\lambda}{c_\mu} I ,

and LogUCB1 by the same with :math:`H^{-1}(\theta)`, the Hessian at the θ that is looked for, in
place of :math:`V^{-1}`.  Neither is convex.  For the ridge: :cite:p:`filippi2010` has none, neither
in the estimate nor here; where the estimate is the regularised one the confidence set is a ball
of :math:`g(\theta)-g(\hat\theta)` with it (:cite:p:`faury2020`), which is ``ridge=True``.
``ridge=False`` leaves it out of the vector, as the display of the paper does.

**Where the minimum is.**  The squared norm q has the gradient :math:`2 J V^{-1}F` with
:math:`F = g(\theta)-g(\hat\theta)` and J the Jacobian of g, which is symmetric and invertible.  So
in the norm of a constant matrix q has no stationary point but :math:`\hat\theta`, and if that is
outside, every minimum, local ones too, lies on the sphere.  Without the ridge J may have a kernel;
q does not change along it, and the sphere still has a minimum.  In the norm of :math:`H(\theta)`
there may be minima inside.

**Certified search** (d <= 2).  Branch and bound over the circle, or the disc, with lower bounds
from duality and self-concordance (``kernels.projection_bound``) that allow for rounding:
``lower`` is below the global minimum.  One dimension is the plane with a second coordinate that no
action has.

**Several starts** (any d).  Local searches with gradients in closed form, from fixed points;
nothing is known of other minima, and ``lower`` is 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

from glbtheory._support.validation import (
    finite_array,
    is_real,
    one_of,
    positive,
    truth_value,
    unit_ball,
    weights_of,
    whole_number,
)
from glbtheory.bandits.environments.reward_families import family, link_of, slopes
from glbtheory.setting.likelihood import design_matrix

if TYPE_CHECKING:
    from glbtheory.bandits.estimators.base import Estimator
    from glbtheory.bandits.kernels.projection_bound import PlaneProjection

Array = np.ndarray

#: Exponentials are taken of numbers up to this size.
_LARGEST = 700.0


@dataclass(frozen=True)
class Projection:
    """A point of the ball and what is known of it.

    ``value`` is the norm of g(θ) - g(θ̂) there and ``lower`` is not above the least such norm over
    the ball; ``certified`` says that they differ by at most tolerance · max(1, value).  ``work`` is
    the number of cells or of local searches.
    """

    theta: Array
    value: float
    lower: float
    certified: bool
    work: int


def project(
    actions: Any,
    weights: Any,
    theta_hat: Any,
    link: Any,
    lam: float,
    S: float,
    *,
    norm: str = "design",
    design: Any = None,
    ridge: bool = True,
    method: str = "auto",
    tolerance: float = 1e-6,
    work: int | None = None,
    slabs: tuple[Any, Any] | None = None,
) -> Projection:
    r"""The point of the ball nearest to ``theta_hat`` in the sense above.

    ``norm`` is ``"design"`` (of the matrix ``design``, else of V) or ``"hessian"``.  ``method``
    ``"auto"`` is ``"certified"`` for d <= 2 and ``"multistart"`` otherwise.  ``work`` limits the
    number of cells (20 000) or gives that of starts (16).  ``slabs`` = (X, levels) narrows the
    ball to the θ with :math:`|x_j^\top\theta| \leq \text{level}_j` for every row of X (d <= 2).
    """
    A = unit_ball(actions)
    n, d = A.shape
    w, lam, S = weights_of(weights, n), positive("lam", lam), positive("S", S)
    hat = finite_array("theta_hat", theta_hat, (d,))
    if max(S, float(np.linalg.norm(hat))) > _LARGEST:
        raise ValueError(f"theta_hat and S must have size at most {_LARGEST:g}")
    norm = one_of("norm", norm, ("design", "hessian"))
    if norm == "hessian" and design is not None:
        raise ValueError("design must be None where norm is 'hessian'")
    ridge = truth_value("ridge", ridge)
    certifiable = ("certified",) if d <= 2 else ()
    method = one_of("method", method, ("auto", "multistart", *certifiable))
    if not is_real(tolerance) or not 1e-12 <= tolerance <= 1:
        raise ValueError(f"tolerance must lie in [1e-12, 1], not {tolerance!r}")
    certify = method != "multistart" and d <= 2
    work = whole_number("work", (20_000 if certify else 16) if work is None else work, 1)
    X, levels = slabs_of(slabs, d)
    if len(levels) and not certify:
        raise ValueError("slabs must be None where method is 'multistart' or d > 2")
    if norm == "hessian":
        matrix = None
    elif design is None:
        matrix = design_matrix(A, w, lam / slopes(link, S)[1])
    else:
        matrix = _definite(design, d)
    if np.linalg.norm(hat) <= S and (np.abs(X @ hat) <= levels).all():
        return Projection(hat.copy(), 0.0, 0.0, True, 0)
    task = ProjectionTask(A, w, hat, link, lam, S, ridge, matrix, X, levels)
    return task.certified(tolerance, work) if certify else task.multistart(tolerance, work)


def project_estimate(
    kept: Estimator, link: Any, lam: float, S: float, norm: str = "design", **more: Any
) -> Projection:
    """The projection of what an estimator estimates; V is its own design matrix."""
    if np.linalg.norm(kept.theta) <= S and "slabs" not in more:
        return Projection(kept.theta, 0.0, 0.0, True, 0)
    actions, _, weights = kept.weighted_data()
    design = kept.design if norm == "design" else None
    return project(actions, weights, kept.theta, link, lam, S, norm=norm, design=design, **more)


def slabs_of(slabs: Any, d: int) -> tuple[Array, Array]:
    if slabs is None:
        return np.empty((0, d)), np.empty(0)
    try:
        X, levels = slabs
    except (TypeError, ValueError):
        raise ValueError("slabs must be a pair of rows and levels") from None
    X = finite_array("slabs", X, (None, d))
    levels = finite_array("slabs", levels, (len(X),))
    if levels.min(initial=0.0) < 0 or not X.any(axis=1).all():
        raise ValueError("slabs must have rows that are not 0 and levels that are not negative")
    return X, levels


def _definite(design: Any, d: int) -> Array:
    matrix = finite_array("design", design, (d, d))
    if not (matrix == matrix.T).all() or np.linalg.eigvalsh(matrix)[0] <= 0:
        raise ValueError("design must be symmetric and positive definite")
    return matrix


def _onto_ball(y: Array, S: float) -> tuple[Array, float, float]:
    """S sin(r)/r y for r = ‖y‖; also sin(r)/r, and its derivative divided by r."""
    r = float(np.linalg.norm(y))
    if r < 1e-4:
        return S * y, 1.0, -1.0 / 3.0
    ratio = math.sin(r) / r
    return S * ratio * y, ratio, (math.cos(r) - ratio) / (r * r)


class ProjectionTask:
    """Checked arguments of one projection; ``matrix`` is None for the norm of the Hessian."""

    def __init__(
        self,
        A: Array,
        w: Array,
        hat: Array,
        link: Any,
        lam: float,
        S: float,
        ridge: bool,
        matrix: Array | None,
        X: Array,
        levels: Array,
    ) -> None:
        self.A, self.w, self.hat, self.link = A, w, hat, link_of(link)
        self.lam, self.S, self.matrix = lam, S, matrix
        self.inner = lam if ridge else 0.0  # the ridge within g
        self.X, self.levels = X, levels
        self.target = self._image(hat)

    def _image(self, theta: Array) -> Array:
        return self.A.T @ (self.w * self.link.mu(self.A @ theta)) + self.inner * theta

    def squared(self, theta: Array) -> tuple[float, Array]:
        r"""q and its gradient :math:`2Jv - \sum_s w_s\ddot\mu(a_s^\top\theta)(a_s^\top v)^2 a_s`.

        Here :math:`v = N^{-1}F`; the sum is there only where the norm moves with θ.
        """
        A, d = self.A, len(theta)
        z = A @ theta
        steep = self.w * self.link.dmu(z)
        F = A.T @ (self.w * self.link.mu(z)) + self.inner * theta - self.target
        J = (A.T * steep) @ A
        N = J + self.lam * np.identity(d) if self.matrix is None else self.matrix
        v = np.linalg.solve(N, F)
        gradient = 2.0 * (J @ v + self.inner * v)
        if self.matrix is None:
            gradient -= A.T @ (steep * self._bend(z) * (A @ v) ** 2)
        return float(F @ v), gradient

    def _bend(self, z: Array) -> Array:
        """μ''/μ' of the families."""
        code, times = family(self.link)
        return (1.0 - 2.0 * self.link.mu(z) / times, np.zeros_like(z), np.ones_like(z))[code]

    def value(self, theta: Array) -> float:
        """The norm of g(θ) - g(θ̂)."""
        return float(np.sqrt(max(self.squared(theta)[0], 0.0)))

    def within(self, theta: Array) -> Array:
        """θ itself, or where it leaves the set the last point on the way from 0 to it."""
        size = float(np.linalg.norm(theta))
        part = min(1.0, self.S / size) if size > 0 else 1.0
        places = np.abs(self.X @ theta)
        out = places * part > self.levels
        if out.any():
            part = min(part, float((self.levels[out] / places[out]).min()))
        theta = theta * part
        # Rounding may leave the norm an ulp above.
        while np.linalg.norm(theta) > self.S or (np.abs(self.X @ theta) > self.levels).any():
            theta = theta * (1.0 - 2.0**-52)
        return theta

    # -- every dimension -------------------------------------------------------------------------

    def starts(self, n: int) -> list[Array]:
        """Where local searches begin: the nearest point, its opposite, the axes, fixed others."""
        d = len(self.hat)
        near = self.hat / np.linalg.norm(self.hat)
        axes = [sign * e for e in np.identity(d) for sign in (1.0, -1.0)]
        others = np.random.Generator(np.random.PCG64(0)).standard_normal((n, d))
        others /= np.linalg.norm(others, axis=1)[:, None]
        return [near, -near, *others[: n // 2], *axes, *others[n // 2 :]][:n]

    def multistart(self, tolerance: float, work: int) -> Projection:
        r"""The best of several local searches.

        :math:`\theta = S\,\frac{\sin r}{r}\,y` with r = ‖y‖ maps the space onto the ball, and
        nothing constrains y.  Where q falls outwards, a minimum on the sphere is one of a smooth
        function of y at r = π/2; the searches begin at r = 1, where no direction is lost.
        """
        best = self.within(self.hat)
        least = self.squared(best)[0]
        for start in self.starts(work):
            theta, q = self.descend(start, tolerance)
            if q < least:
                best, least = theta, q
        return Projection(best, float(np.sqrt(max(least, 0.0))), 0.0, False, work)

    def descend(self, start: Array, tolerance: float) -> tuple[Array, float]:
        """Where one local search from y = ``start`` ends, and q there."""
        first = _onto_ball(start, self.S)[0]
        scale = max(self.squared(first)[0], 1e-300)

        def objective(y: Array) -> tuple[float, Array]:
            theta, ratio, turn = _onto_ball(y, self.S)
            q, gradient = self.squared(theta)
            return q / scale, (self.S / scale) * (ratio * gradient + turn * (y @ gradient) * y)

        options = {"maxiter": 300, "ftol": 1e-15, "gtol": min(1e-9, tolerance)}
        found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options)
        theta = self.within(_onto_ball(found.x, self.S)[0])
        return theta, self.squared(theta)[0]

    # -- the plane -------------------------------------------------------------------------------

    def problem(self) -> PlaneProjection:
        """The task for the compiled search, in two dimensions."""
        from glbtheory.bandits.kernels.projection_bound import PlaneProjection, image

        used = self.w > 0
        d = len(self.hat)
        actions = np.zeros((2, int(used.sum())))
        actions[:d] = self.A[used].T
        hat = np.zeros(2)
        hat[:d] = self.hat
        weights = np.ascontiguousarray(self.w[used])
        mean, slope = np.empty((2, len(weights)))
        base = self.lam * np.identity(2) if self.matrix is None else np.identity(2)
        if self.matrix is not None:
            base[:d, :d] = self.matrix
        code, times = family(self.link)
        x, y = hat
        g1, g2, error = image(code, times, self.inner, actions, weights, x, y, mean, slope)
        return PlaneProjection(
            code,
            times,
            self.S,
            self.inner,
            self.matrix is None,
            float(base[0, 0]),
            float(base[0, 1]),
            float(base[1, 1]),
            g1,
            g2,
            error,
            actions,
            weights,
            mean,
            slope,
        )

    def certified(self, tolerance: float, work: int) -> Projection:
        """The global minimum, with a bound from below."""
        from glbtheory.bandits.kernels.projection_search import search

        d = len(self.hat)
        start, X = np.zeros(2), np.zeros((len(self.X), 2))
        start[:d] = self.hat * (self.S / np.linalg.norm(self.hat)) if self.hat.any() else 0.0
        X[:, :d] = self.X
        rim = self.matrix is not None and not len(self.levels)
        # Half the tolerance is left for the last rounding of the point.
        _, *point, lower, looked = search(
            self.problem(), start, rim, X, self.levels, 0.5 * tolerance, work
        )
        theta = self.within(np.array(point[:d]))
        value = self.value(theta)
        lower = min(value, float(np.sqrt(max(lower, 0.0))) * (1 - 1e-15))
        good = value - lower <= tolerance * max(1.0, value)
        return Projection(theta, value, lower, bool(good), looked)
