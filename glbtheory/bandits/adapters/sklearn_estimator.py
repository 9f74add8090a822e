r"""The certified estimate with forgetting as a classifier of scikit-learn.

Rows are rounds, in the order of time.  After n rounds the coefficients are

.. math:: \hat\theta = \arg\min_\theta \sum_{s\le n} w_s v_s\,\ell(r_s, x_s^\top\theta)
          + \frac\lambda2\lVert\theta\rVert^2 ,

with the logistic loss :math:`\ell`, the weights w of ``gamma`` (:math:`\gamma^{n-s}`) or of
``window`` (the last rounds weigh 1), and v the sample weights.  An intercept is the coefficient of
a constant 1, and :math:`\lambda` counts for it too.  ``fit`` starts anew, ``partial_fit`` goes on.

Rows may have any length: the estimate is that of ``setting.likelihood`` for rows divided by a power
of two L that makes them fit into the unit ball, and for :math:`\lambda/L^2`, which is the same
problem, and exactly so in floats.  ``error_bound_`` bounds the distance of the coefficients
(intercept included) to the exact minimiser.  Old rows are dropped once their weights are so small
that this costs at most ``tolerance``/2: the sum of their :math:`w_s v_s\lVert x_s\rVert`, divided
by :math:`\lambda`, bounds what they could move, and is part of the bound.  With ``gamma`` below 1
or a ``window`` memory therefore stays flat.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from glbtheory._support.validation import fraction_of_one, positive, truth_value, whole_number
from glbtheory.bandits.adapters._extras import need
from glbtheory.setting.likelihood import estimate
from glbtheory.setting.links import logistic

need("sklearn")
from sklearn.base import BaseEstimator, ClassifierMixin  # noqa: E402
from sklearn.utils.multiclass import check_classification_targets  # noqa: E402
from sklearn.utils.validation import (  # noqa: E402
    _check_sample_weight,
    check_is_fitted,
    validate_data,
)

Array = np.ndarray


class ForgettingClassifier(ClassifierMixin, BaseEstimator):
    """Logistic regression of a stream with two classes, which forgets."""

    def __init__(
        self,
        lam: float = 1.0,
        *,
        gamma: float | None = None,
        window: int | None = None,
        fit_intercept: bool = True,
        tolerance: float = 1e-8,
    ) -> None:
        self.lam = lam
        self.gamma = gamma
        self.window = window
        self.fit_intercept = fit_intercept
        self.tolerance = tolerance

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> ForgettingClassifier:
        """The estimate after these rounds alone."""
        return self._take(X, y, sample_weight, None, reset=True)

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> ForgettingClassifier:
        """The estimate after further rounds; the first call needs both ``classes``."""
        return self._take(X, y, sample_weight, classes, reset=not hasattr(self, "classes_"))

    def decision_function(self, X: Any) -> Array:
        """The log-odds of the second class."""
        check_is_fitted(self)
        rows = validate_data(self, X, reset=False, accept_sparse="csr", dtype=float)
        found: Array = rows @ self.coef_[0] + self.intercept_[0]
        return found

    def predict_proba(self, X: Any) -> Array:
        """The probabilities of the two classes, in the order of ``classes_``."""
        log_odds = self.decision_function(X)
        return np.column_stack([logistic.mu(-log_odds), logistic.mu(log_odds)])

    def predict(self, X: Any) -> Array:
        """The class with the larger probability."""
        second = self.decision_function(X) > 0
        found: Array = self.classes_[second.astype(int)]
        return found

    # -- how it is found ---------------------------------------------------------------------------

    def _take(self, X: Any, y: Any, weight: Any, classes: Any, *, reset: bool) -> Any:
        self._check_parameters()
        X, y = validate_data(self, X, y, reset=reset, accept_sparse="csr", dtype=float)
        weight = _check_sample_weight(weight, X, dtype=float, ensure_non_negative=True)
        X = X.toarray() if hasattr(X, "toarray") else X
        check_classification_targets(y)
        known = self._classes(y, classes, reset)
        if self.fit_intercept:
            X = np.column_stack([X, np.ones(len(X))])
        rewards = (y == known[1]).astype(float)
        if reset:
            self.classes_ = known
            self._rows, self._theta = np.empty((0, X.shape[1])), np.zeros(X.shape[1])
            self._rewards, self._weights, self._dropped = np.empty(0), np.empty(0), 0.0
        self._age(len(X))
        self._rows = np.vstack([self._rows, X])
        self._rewards = np.concatenate([self._rewards, rewards])
        self._weights = np.concatenate([self._weights, weight * self._decay(len(X))])
        self._drop()
        self._solve()
        return self

    def _check_parameters(self) -> None:
        positive("lam", self.lam)
        positive("tolerance", self.tolerance)
        truth_value("fit_intercept", self.fit_intercept)
        if self.gamma is not None:
            fraction_of_one("gamma", self.gamma, closed=True)
        if self.window is not None:
            whole_number("window", self.window, 1)
        if self.gamma is not None and self.window is not None:
            raise ValueError("window must be None where gamma is given")

    def _classes(self, y: Array, classes: Any, reset: bool) -> Array:
        there = np.unique(y)
        if reset:
            known = there if classes is None else np.unique(np.asarray(classes))
            if len(known) > 2:
                raise ValueError(
                    "Only binary classification is supported. The type of the target is "
                    f"multiclass: it has {len(known)} classes."
                )
            if len(known) < 2:
                raise ValueError(
                    f"y must have two classes, not {len(known)} class; partial_fit takes classes="
                )
        else:
            known = self.classes_
            if classes is not None and not np.array_equal(np.unique(np.asarray(classes)), known):
                raise ValueError(f"classes must be those of the first call, {known.tolist()}")
        if not np.isin(there, known).all():
            raise ValueError(f"y must have classes among {known.tolist()}, not {there.tolist()}")
        return known

    def _decay(self, n: int) -> Array:
        """The weights of n rounds of which the last is the last one."""
        ages = np.arange(n - 1, -1, -1, dtype=float)
        if self.window is not None:
            return (ages < self.window).astype(float)
        return np.power(1.0 if self.gamma is None else float(self.gamma), ages)

    def _age(self, n: int) -> None:
        """The weights of what is known, n rounds later."""
        if self.window is not None:
            self._weights[: max(0, len(self._weights) + n - self.window)] = 0.0
        elif self.gamma is not None:
            factor = float(self.gamma) ** n
            self._weights = self._weights * factor
            self._dropped *= factor

    def _drop(self) -> None:
        """Forget the oldest rows, as long as they cannot move the estimate by tolerance/2."""
        if self.window is not None:
            first = max(0, len(self._weights) - self.window)
        elif self.gamma is None or self.gamma == 1:
            return
        else:
            costs = self._dropped + np.cumsum(self._weights * _norms(self._rows))
            first = int(np.searchsorted(costs, self.tolerance / 2 * self.lam, side="right"))
            first = min(first, len(costs) - 1)
            self._dropped = float(costs[first - 1]) if first else self._dropped
        self._rows = self._rows[first:]
        self._rewards = self._rewards[first:]
        self._weights = self._weights[first:]

    def _solve(self) -> None:
        longest = float(_norms(self._rows).max(initial=0.0))
        # The norm is rounded: a power of two that is well above it, and exact to divide by.
        scale = 2.0 ** math.ceil(math.log2(longest * (1 + 1e-12))) if longest > 0 else 1.0
        found = estimate(
            self._rows / scale,
            self._rewards,
            self._weights,
            logistic,
            self.lam / scale**2,
            start=self._theta * scale,
            tolerance=self.tolerance / 2 * scale,
        )
        self._theta = found.theta / scale
        d = self.n_features_in_
        self.coef_ = self._theta[None, :d].copy()
        self.intercept_ = self._theta[d:].copy() if self.fit_intercept else np.zeros(1)
        self.error_bound_ = found.error_bound / scale + self._dropped / self.lam


def _norms(rows: Array) -> Array:
    norms: Array = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return norms
