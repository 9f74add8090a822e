"""The classifier passes scikit-learn's own checks, and its bound of the error is true."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

from glbtheory.bandits.adapters.sklearn_estimator import ForgettingClassifier

RNG = np.random.default_rng(1)
X = RNG.normal(size=(300, 4)) * 3
Y = (RNG.random(300) < 1 / (1 + np.exp(-X @ [0.5, -1.0, 0.2, 0.0]))).astype(int)


#: A row of weight 0 is a round that ages the others: with forgetting it may not be left out.
AGES = {
    "check_sample_weight_equivalence_on_dense_data": "a row of weight 0 is a round",
    "check_sample_weight_equivalence_on_sparse_data": "a row of weight 0 is a round",
}


@pytest.mark.parametrize(
    ("options", "refused"),
    [({}, {}), ({"fit_intercept": False}, {}), ({"gamma": 0.9}, AGES), ({"window": 50}, {})],
    ids=["all data", "no intercept", "discount", "window"],
)
def test_checks_of_scikit_learn(options: dict[str, Any], refused: dict[str, str]) -> None:
    results = check_estimator(ForgettingClassifier(**options), on_fail=None, on_skip=None)
    by_name = {r["check_name"]: r["status"] for r in results}
    assert len(by_name) > 40
    assert {n for n, status in by_name.items() if status == "failed"} == set(refused)
    # Another kind of array needs a setting of SciPy that is off.
    assert {n for n, status in by_name.items() if status == "skipped"} == {"check_array_api_input"}


def test_without_forgetting_it_is_logistic_regression() -> None:
    ours = ForgettingClassifier(lam=0.5, fit_intercept=False, tolerance=1e-10).fit(X, Y)
    theirs = LogisticRegression(C=2.0, fit_intercept=False, tol=1e-12, max_iter=10_000).fit(X, Y)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-6)
    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-6)
    assert ours.score(X, Y) == theirs.score(X, Y)


@pytest.mark.parametrize("options", [{"gamma": 0.97}, {"window": 120}, {}], ids=str)
def test_the_bound_is_true_to_thirty_digits(options: dict[str, Any]) -> None:
    found = ForgettingClassifier(lam=0.7, tolerance=1e-7, **options)
    for part in np.array_split(np.arange(300), 7):
        found.partial_fit(X[part], Y[part], classes=[0, 1])
    theta = np.concatenate([found.coef_[0], found.intercept_])
    exact = _minimiser(found, theta)
    distance = mpmath.norm(mpmath.matrix(theta) - exact)
    assert distance <= found.error_bound_ <= 1e-7


def _minimiser(found: ForgettingClassifier, start: np.ndarray) -> Any:
    """Newton's method on all rounds, in 40 digits."""
    n, rows = len(X), np.column_stack([X, np.ones(len(X))])
    with mpmath.workdps(40):
        ages = range(n - 1, -1, -1)
        if found.window is not None:
            w = [mpmath.mpf(age < found.window) for age in ages]
        else:
            w = [mpmath.mpf(1.0 if found.gamma is None else found.gamma) ** age for age in ages]
        A = [mpmath.matrix(row) for row in rows]
        theta, lam = mpmath.matrix(start), mpmath.mpf(found.lam)
        for _ in range(4):
            gradient, hessian = lam * theta, lam * mpmath.eye(rows.shape[1])
            for a, y, weight in zip(A, Y, w, strict=True):
                if not weight:
                    continue
                mean = 1 / (1 + mpmath.exp(-(a.T * theta)[0]))
                gradient += weight * (mean - int(y)) * a
                hessian += weight * mean * (1 - mean) * (a * a.T)
            theta -= mpmath.lu_solve(hessian, gradient)
        assert mpmath.norm(gradient) < mpmath.mpf(10) ** -25
        return theta


@pytest.mark.parametrize("options", [{"gamma": 0.95}, {"window": 60}, {}], ids=str)
def test_in_pieces_or_at_once(options: dict[str, Any]) -> None:
    whole = ForgettingClassifier(tolerance=1e-9, **options).fit(X, Y)
    pieces = ForgettingClassifier(tolerance=1e-9, **options)
    for k in range(0, 300, 37):
        pieces.partial_fit(X[k : k + 37], Y[k : k + 37], classes=[0, 1])
    gap = np.linalg.norm(
        np.append(whole.coef_ - pieces.coef_, whole.intercept_ - pieces.intercept_)
    )
    assert gap <= whole.error_bound_ + pieces.error_bound_


@pytest.mark.parametrize(("options", "most"), [({"gamma": 0.9}, 400), ({"window": 30}, 30)])
def test_memory_stays_flat(options: dict[str, Any], most: int) -> None:
    found = ForgettingClassifier(**options)
    kept = []
    for _ in range(40):
        found.partial_fit(X[:100], Y[:100], classes=[0, 1])
        kept.append(len(found._rows))
    assert max(kept) <= most and kept[-1] == kept[-10]
    assert found.error_bound_ <= found.tolerance


def test_it_forgets() -> None:
    labels = np.array(["no", "yes"])[np.r_[Y[:150], 1 - Y[150:]]]
    forgetting = ForgettingClassifier(gamma=0.95).fit(X, labels)
    everything = ForgettingClassifier().fit(X, labels)
    assert forgetting.score(X[150:], labels[150:]) > 0.8 > everything.score(X[150:], labels[150:])
    assert forgetting.classes_.tolist() == ["no", "yes"]


def test_it_works_in_pipelines_and_is_cloned() -> None:
    pipeline = make_pipeline(StandardScaler(), ForgettingClassifier(lam=2.0, gamma=0.999))
    assert cross_val_score(pipeline, X, Y, cv=3).min() > 0.8
    copy = clone(pipeline).set_params(forgettingclassifier__gamma=0.5)
    assert copy[-1].get_params()["gamma"] == 0.5 and copy[-1].lam == 2.0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"lam": 0}, "lam must be positive"),
        ({"gamma": 1.5}, "gamma must lie in"),
        ({"window": 0}, "window must be an integer"),
        ({"gamma": 0.9, "window": 5}, "window must be None where gamma"),
        ({"tolerance": -1}, "tolerance must be positive"),
        ({"fit_intercept": 1}, "fit_intercept must be True or False"),
    ],
)
def test_bad_parameters_are_named(options: dict[str, Any], text: str) -> None:
    with pytest.raises(ValueError, match=text):
        ForgettingClassifier(**options).fit(X, Y)


def test_bad_classes_are_named() -> None:
    found = ForgettingClassifier()
    with pytest.raises(ValueError, match="two classes"):
        found.partial_fit(X[:5], np.ones(5))
    found.partial_fit(X[:5], np.ones(5), classes=[0, 1])
    with pytest.raises(ValueError, match="classes must be those of the first call"):
        found.partial_fit(X[:5], np.ones(5), classes=[1, 2])
    with pytest.raises(ValueError, match="y must have classes among"):
        found.partial_fit(X[:5], np.full(5, 7))
