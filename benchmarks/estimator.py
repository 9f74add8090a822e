r"""The weighted estimate against other solvers: time and accuracy on the same data in one run.

Everybody minimises :math:`\sum_s w_s \{\log(1+e^{a_s\cdot\theta}) - r_s\,a_s\cdot\theta\} +
\frac\lambda2\|\theta\|^2` from the same arrays, with one thread, and is asked for a gradient norm
of at most 1e-11 times the sum of weights, which is what our default tolerance amounts to.  Time is
the processor time of this process, which other processes disturb least.  Repetitions are
interleaved, so that a busy moment of the machine meets everybody; a ratio is the median over
repetitions of a solver's time divided by ours in the same repetition.

    python benchmarks/estimator.py [--quick] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when numpy is loaded
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np  # noqa: E402
import scipy.optimize  # noqa: E402
from scipy.special import expit  # noqa: E402

from glbtheory.setting.forgetting import Discount  # noqa: E402
from glbtheory.setting.likelihood import Estimate, estimate  # noqa: E402
from glbtheory.setting.links import logistic  # noqa: E402

#: Actions, rewards, weights, λ and the gradient norm asked for.
Problem = tuple[np.ndarray, np.ndarray, np.ndarray, float, float]
Solver = Callable[[Problem], np.ndarray]

RIDGE = 1.0
#: The gradient norm asked for, as a share of the sum of weights.
SHARE = 1e-11


def problem(n: int, d: int, gamma: float, share: float = SHARE) -> Problem:
    """Unit actions, logistic rewards for a parameter of norm 3, weights gamma^(n-s)."""
    rng = np.random.default_rng(np.random.SeedSequence([n, d, int(gamma < 1)]))
    A = rng.normal(size=(n, d))
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    theta = rng.normal(size=d)
    r = (rng.uniform(size=n) < expit(A @ (3 * theta / np.linalg.norm(theta)))).astype(float)
    w = Discount(gamma).weights(n + 1)
    return A, r, w, RIDGE, float(share * w.sum())


# --- the solvers ----------------------------------------------------------------------------------


def ours(data: Problem) -> np.ndarray:
    return certified(data).theta


def certified(data: Problem) -> Estimate:
    """Ours; a gradient norm of share Σw is about an error of 5 share, 5e-11 by default."""
    A, r, w, lam, target = data
    return estimate(A, r, w, logistic, lam, tolerance=5 * target / float(w.sum()))


def objective(data: Problem) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Value with gradient, and Hessian, for scipy: one exponential per observation."""
    A, r, w, lam, _ = data

    def value(theta: np.ndarray) -> tuple[float, np.ndarray]:
        z = A @ theta
        tail = np.exp(-np.abs(z))
        loss = w @ (np.log1p(tail) + np.maximum(z, 0) - r * z) + lam / 2 * (theta @ theta)
        mean = np.where(z > 0, 1.0, tail) / (1 + tail)
        return float(loss), (w * (mean - r)) @ A + lam * theta

    def hessian(theta: np.ndarray) -> np.ndarray:
        mean = expit(A @ theta)
        return (A.T * (w * mean * (1 - mean))) @ A + lam * np.identity(A.shape[1])

    return value, hessian


def scipy_solver(method: str) -> Solver:
    def solve(data: Problem) -> np.ndarray:
        value, hessian = objective(data)
        curved = {} if method == "BFGS" else {"hess": hessian}
        options: dict[str, float] = {"gtol": data[-1], "maxiter": 2000}
        if method == "BFGS":
            options["norm"] = 2
        start = np.zeros(data[0].shape[1])
        found = scipy.optimize.minimize(
            value, start, jac=True, method=method, options=options, **curved
        )
        return found.x

    return solve


def sklearn_solver(method: str) -> Solver:
    """scikit-learn divides the objective by the sum of weights and compares max |gradient|."""
    from sklearn.linear_model import LogisticRegression

    def solve(data: Problem) -> np.ndarray:
        A, r, w, lam, target = data
        model = LogisticRegression(
            C=1 / lam,
            fit_intercept=False,
            solver=method,
            tol=target / w.sum() / np.sqrt(A.shape[1]),
            max_iter=2000,
        )
        return model.fit(A, r, sample_weight=w).coef_[0]

    return solve


def statsmodels_solver() -> Solver:
    """GLM has no ridge of its own; its penalised variant with an L2 penalty has this objective.

    Newton's method on it; its stopping rule is the change of the parameters.
    """
    from statsmodels.base._penalized import PenalizedMixin
    from statsmodels.base._penalties import L2
    from statsmodels.genmod.families import Binomial
    from statsmodels.genmod.generalized_linear_model import GLM

    class Ridge(PenalizedMixin, GLM):  # type: ignore[misc]
        pass

    def solve(data: Problem) -> np.ndarray:
        A, r, w, lam, _ = data
        model = Ridge(r, A, family=Binomial(), freq_weights=w, penal=L2(), pen_weight=lam / 2)
        start = np.zeros(A.shape[1])
        found = model.fit(
            start_params=start, method="newton", maxiter=200, tol=1e-9, disp=0, skip_hessian=True
        )
        return np.asarray(found.params)

    return solve


def solvers() -> tuple[dict[str, Solver], dict[str, str]]:
    """Ours first, then the peers; and why a peer is skipped."""
    makers: dict[str, Callable[[], Solver]] = {
        "ours": lambda: ours,
        "scipy BFGS": lambda: scipy_solver("BFGS"),
        "scipy trust-ncg": lambda: scipy_solver("trust-ncg"),
        "scipy trust-exact": lambda: scipy_solver("trust-exact"),
        "sklearn lbfgs": lambda: sklearn_solver("lbfgs"),
        "sklearn newton-cholesky": lambda: sklearn_solver("newton-cholesky"),
        "statsmodels GLM": statsmodels_solver,
    }
    found, skipped = {}, {}
    for name, make in makers.items():
        try:
            found[name] = make()
        except ImportError as error:
            skipped[name] = f"skipped: {error}"
    return found, skipped


# --- accuracy -------------------------------------------------------------------------------------


class Reference:
    """Gradients and the minimiser in extended precision (64 bits of mantissa where there are)."""

    def __init__(self, data: Problem, near: np.ndarray) -> None:
        A, r, w, lam, _ = data
        self.A, self.w, self.lam = A.astype(np.longdouble), w.astype(np.longdouble), lam
        self.sign = (1 - 2 * r).astype(np.longdouble)
        _, hessian = objective(data)
        inverse = np.linalg.inv(hessian(near))
        self.theta = near.astype(np.longdouble)
        for _ in range(4):
            self.theta = self.theta - inverse @ self.gradient(self.theta)

    def gradient(self, theta: np.ndarray) -> np.ndarray:
        # For rewards 0 and 1, mean - r = sign / (1 + exp(-sign z)), without cancellation.
        residual = self.sign / (1 + np.exp(-self.sign * (self.A @ theta)))
        terms = np.ascontiguousarray((self.A * (self.w * residual)[:, None]).T)
        return terms.sum(axis=1) + self.lam * theta

    def accuracy(self, theta: np.ndarray) -> tuple[float, float]:
        """The true gradient norm at theta, and its distance to the minimiser."""
        gradient = self.gradient(theta.astype(np.longdouble))
        gap = theta - self.theta
        return float(np.sqrt(gradient @ gradient)), float(np.sqrt(gap @ gap))


def compare(
    n: int, d: int, gamma: float, repetitions: int, share: float = SHARE
) -> list[dict[str, Any]]:
    """One row per solver."""
    data = problem(n, d, gamma, share)
    target = data[-1]
    found = certified(data)
    reference = Reference(data, found.theta)
    running, skipped = solvers()
    times: dict[str, list[float]] = {name: [] for name in running}
    last: dict[str, np.ndarray] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of peers that cannot reach the gradient norm asked for
        for name, solve in running.items():
            last[name] = solve(data)  # not timed: first calls load and compile
        for _ in range(repetitions):
            for name, solve in running.items():
                begin = time.process_time()
                solve(data)
                times[name].append(time.process_time() - begin)
    rows = []
    for name in [*running, *skipped]:
        row = {"n": n, "d": d, "gamma": gamma, "solver": name, "target": target}
        if name in skipped:
            rows.append({**row, "skipped": skipped[name]})
            continue
        gradient, error = reference.accuracy(last[name])
        ratios = np.array(times[name]) / np.array(times["ours"])
        row |= {"ratio": float(np.median(ratios)), "gradient_norm": gradient, "error": error}
        row["reached"] = gradient <= target
        if name == "ours":
            row["certificate"] = found.error_bound
        rows.append(row)
    return rows


# --- the report -----------------------------------------------------------------------------------


def table(rows: list[dict[str, Any]], column: str, form: str) -> str:
    names = list(dict.fromkeys(row["solver"] for row in rows))
    cells: dict[tuple[float, int, int], dict[str, str]] = {}
    for row in rows:
        setting = cells.setdefault((row["gamma"], row["n"], row["d"]), {})
        short = "" if "skipped" in row or row["reached"] else "*"
        setting[row["solver"]] = "-" if "skipped" in row else format(row[column], form) + short
        if "certificate" in row:
            setting["certificate"] = format(row["certificate"], "8.1e")
    heads = [*names, "certificate"] if column == "error" else names
    lines = ["   gamma       n   d  " + "  ".join(f"{h:>10}" for h in heads)]
    for (gamma, n, d), found in cells.items():
        values = "  ".join(f"{found.get(h, '-'):>{max(10, len(h))}}" for h in heads)
        lines.append(f"{gamma:8.6g} {n:7d} {d:3d}  {values}")
    return "\n".join(lines)


def verdict(rows: list[dict[str, Any]]) -> str:
    """How often ours is the fastest, and the closest peers: all, and at equal gradient norm."""
    peers = [row for row in rows if row["solver"] != "ours" and "skipped" not in row]
    lines = []
    for title, some in (
        ("at equal gradient norm", [row for row in peers if row["reached"]]),
        ("whatever gradient norm the peer reached", peers),
    ):
        if some:
            near = min(some, key=lambda row: row["ratio"])
            beaten = sum(row["ratio"] > 1 for row in some)
            lines.append(
                f"{title}: ours is faster in {beaten} of {len(some)} comparisons; closest:"
                f" {near['solver']}, {near['ratio']:.2f} times our time at n = {near['n']},"
                f" d = {near['d']}, gamma = {near['gamma']:g}"
            )
    mine = [row for row in rows if row["solver"] == "ours"]
    true = sum(row["error"] <= row["certificate"] for row in mine)
    worst = max(row["certificate"] for row in mine)
    lines.append(f"certificates: {true} of {len(mine)} true, the largest {worst:.1e}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="The weighted estimate against other solvers.")
    parser.add_argument("--quick", action="store_true", help="small sizes, few repetitions")
    parser.add_argument(
        "--share",
        type=float,
        default=SHARE,
        help="gradient norm asked for, over the sum of weights",
    )
    parser.add_argument("--json", metavar="FILE", help="write all rows as JSON")
    chosen = parser.parse_args(arguments)
    sizes = (100, 1000) if chosen.quick else (100, 1000, 10_000, 100_000)
    dimensions = (2, 5) if chosen.quick else (2, 5, 10, 20)
    rows: list[dict[str, Any]] = []
    for n in sizes:
        for d in dimensions:
            for gamma in (1.0, 1 - 10 / n):
                repetitions = 3 if chosen.quick else {100: 21, 1000: 15, 10_000: 9}.get(n, 7)
                rows += compare(n, d, gamma, repetitions, chosen.share)
    for title, column, form in (
        ("time divided by ours (* stopped above the gradient norm asked for)", "ratio", "7.2f"),
        ("true gradient norm", "gradient_norm", "8.1e"),
        ("distance to the exact minimiser, and our certificate for it", "error", "8.1e"),
    ):
        print(f"{title}\n{table(rows, column, form)}\n")
    for name, why in solvers()[1].items():
        print(f"{name} {why}")
    print(verdict(rows))
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
