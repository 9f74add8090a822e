r"""The simulator against other ways to get the same estimates, and how its cost grows.

One stream of actions and rewards, that of one SC-D-GLUCB run of figure 1a (d = 2, 50 actions), is
given to everybody; everybody returns the weighted, ridge-regularised logistic estimate of every
round and is asked for a gradient norm of 1e-8.  Our time is that of a whole run: random numbers,
action sets, indices, rewards, regret and certified estimates.  The others' is that of their
estimates alone, each started from the estimate of the round before.

    python benchmarks/simulator.py [--quick] [--full] [--check] [--json FILE]

Ratios are medians over interleaved repetitions in one process, of processor time.  By default
SciPy and scikit-learn are timed at evenly spread rounds and their time is scaled to all of them;
``--full`` times every round.  ``--check`` ends with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when numpy is loaded
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import numba  # noqa: E402
import numpy as np  # noqa: E402
import scipy.optimize  # noqa: E402

from glbtheory.bandits.environments.environment import environment_from  # noqa: E402
from glbtheory.bandits.estimators import estimator  # noqa: E402
from glbtheory.bandits.experiments.configuration import Configuration, configuration_from  # noqa: E402
from glbtheory.bandits.experiments.runner import simulate  # noqa: E402
from glbtheory.bandits.kernels.play import choose  # noqa: E402
from glbtheory.bandits.kernels.rewards import mean_of, reward  # noqa: E402
from glbtheory.bandits.kernels.tracker import X1, X2  # noqa: E402
from glbtheory.bandits.policies.base import policy_from  # noqa: E402
from glbtheory.bandits.presets import FIGURE, Options, preset  # noqa: E402
from glbtheory.bandits.run import BLOCK, play_run, run_seed  # noqa: E402
from glbtheory.setting.forgetting import Discount, Forever  # noqa: E402

Array = np.ndarray

TOLERANCE = 1e-8
GAMMA = 0.9975
#: What the simulator must reach: at least, or at most.
TARGETS = {
    "vs_numpy_newton": (">=", 100.0),
    "vs_scipy": (">=", 800.0),
    "vs_sklearn": (">=", 1500.0),
    "vs_environment": ("<=", 3.0),
    "growth_exponent": ("<=", 1.15),
    "speedup_two_workers": (">=", 1.7),
    "peak_memory_mb": ("<=", 50.0),
}


#: The peers that have a target; scikit-learn is called with its default solver.
KEYS = {
    "numpy Newton": "vs_numpy_newton",
    "scipy BFGS": "vs_scipy",
    "sklearn lbfgs": "vs_sklearn",
}


class Sizes(NamedTuple):
    """How much is measured."""

    horizon: int
    repetitions: int
    spread: int  # rounds at which SciPy and scikit-learn are timed; 0: all
    horizons: tuple[int, ...]
    tries: int
    dimensions: tuple[int, ...]
    rounds: int
    long: int
    runs: int


USUAL = Sizes(
    8000, 5, 200, (8000, 16_000, 32_000, 64_000, 128_000), 5, (2, 3, 5, 7, 10), 1500, 128_000, 12
)
QUICK = Sizes(300, 2, 20, (300, 600), 2, (2, 3, 4), 60, 300, 4)


def figure(
    T: int, policies: tuple[str, ...], lam: float | None = None, runs: int = 1
) -> Configuration:
    """Figure 1a for T rounds, always with the same discount factor."""
    given = preset("figure-1a", Options(horizon=T, policies=policies, lam=lam, runs=runs))[""]
    for entry in given["policies"]:
        if "gamma" in entry:
            entry["gamma"] = GAMMA
    return configuration_from(given)


class Run:
    """One policy in figure 1a, ready to be played."""

    def __init__(self, T: int, policy: str = "SC-D-GLUCB", lam: float | None = None) -> None:
        described = figure(T, (policy,), lam)
        self.environment = environment_from(described.environment)
        self.policy = policy_from(described.policies[policy])
        self.T = T

    def __call__(self) -> float:
        """A whole run; returns the largest certificate."""
        found = play_run(self.environment, {"policy": self.policy}, run_seed(0, 0), [self.T])
        return float(found["policy"].certificate[-1])


def seconds(work: Callable[[], Any], times: int = 1) -> float:
    """Processor time of one call."""
    begin = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begin) / times


# --- one stream for everybody ---------------------------------------------------------------------


class Stream(NamedTuple):
    """Actions (T, 2) and rewards of a run, its estimates (T + 1, 2), and λ."""

    actions: Array
    rewards: Array
    estimates: Array
    lam: float


def recorded(run: Run) -> Stream:
    """What the policy of a run plays and gets, round by round."""
    policy, environment = run.policy, run.environment
    world, own = run_seed(0, 0).spawn(2)
    policy.reset(own)
    actions, rewards = np.empty((run.T, 2)), np.empty(run.T)
    estimates = np.zeros((run.T + 1, 2))
    for chunk in environment.rounds(world, BLOCK):
        means = environment.means(chunk)
        for i, noise in enumerate(chunk.noise):
            t, offered = chunk.first + i, chunk.offered(i)
            k = policy.select(offered)
            actions[t], rewards[t] = (
                offered[k],
                environment.reward(float(means[i, k]), float(noise)),
            )
            policy.update(offered[k], rewards[t])
            estimates[t + 1] = policy.theta
    policy.reset()
    return Stream(actions, rewards, estimates, policy.lam)


#: A peer: the estimate from actions (as columns), rewards, weights, λ and a start.
Solver = Callable[[Array, Array, Array, float, Array], Array]


def gradient(X: Array, r: Array, w: Array, lam: float, theta: Array) -> Array:
    return X @ (w * (1 / (1 + np.exp(-(theta @ X))) - r)) + lam * theta


def numpy_newton(X: Array, r: Array, w: Array, lam: float, theta: Array) -> Array:
    """Newton on all data, damped like ours."""
    identity = lam * np.identity(len(X))
    for _ in range(100):
        mean = 1 / (1 + np.exp(-(theta @ X)))
        slope = X @ (w * (mean - r)) + lam * theta
        if slope @ slope <= TOLERANCE**2:
            break
        step = np.linalg.solve((X * (w * mean * (1 - mean))) @ X.T + identity, slope)
        length = math.sqrt(step @ step)
        theta = theta - step / (1 if length <= 1 else 1 + length / 2)
    return theta


def scipy_bfgs(X: Array, r: Array, w: Array, lam: float, theta: Array) -> Array:
    """``scipy.optimize.minimize``, one exponential per observation for value and gradient."""

    def value(theta: Array) -> tuple[float, Array]:
        z = theta @ X
        tail = np.exp(-np.abs(z))
        loss = w @ (np.log1p(tail) + np.maximum(z, 0) - r * z) + lam / 2 * (theta @ theta)
        mean = np.where(z > 0, 1.0, tail) / (1 + tail)
        return float(loss), X @ (w * (mean - r)) + lam * theta

    options = {"gtol": TOLERANCE, "norm": 2}
    return scipy.optimize.minimize(value, theta, jac=True, method="BFGS", options=options).x


def sklearn_solver(method: str) -> Solver:
    """scikit-learn divides the objective by the sum of weights and compares max |gradient|."""
    from sklearn.linear_model import LogisticRegression

    def solve(X: Array, r: Array, w: Array, lam: float, theta: Array) -> Array:
        model = LogisticRegression(
            C=1 / lam,
            fit_intercept=False,
            solver=method,
            tol=TOLERANCE / w.sum() / math.sqrt(len(X)),
            max_iter=1000,
            warm_start=True,
        )
        model.coef_, model.intercept_ = theta[None].copy(), np.zeros(1)
        if r.min() == r.max():  # it knows no estimate from one class alone
            return theta
        return model.fit(X.T, r, sample_weight=w).coef_[0]

    return solve


def peers() -> tuple[dict[str, Solver], dict[str, str]]:
    """The others, and why one is skipped."""
    found: dict[str, Solver] = {"numpy Newton": numpy_newton, "scipy BFGS": scipy_bfgs}
    skipped = {}
    for method in ("lbfgs", "newton-cholesky"):
        try:
            found[f"sklearn {method}"] = sklearn_solver(method)
        except ImportError as error:
            skipped[f"sklearn {method}"] = f"skipped: {error}"
    return found, skipped


def play_peer(solve: Solver, stream: Stream, rounds: Array) -> tuple[float, float]:
    """Time of the estimates after these rounds, and the largest gradient norm of what they are."""
    X = np.ascontiguousarray(stream.actions.T)
    powers = GAMMA ** np.arange(len(X[0]) - 1, -1, -1.0)
    spent, worst = 0.0, 0.0
    for t in rounds:
        # Weights are ready: a refit needs only one product per round.
        data = X[:, :t], stream.rewards[:t], powers[-t:], stream.lam
        begin = time.process_time()
        theta = solve(*data, stream.estimates[t - 1])
        spent += time.process_time() - begin
        worst = max(worst, float(np.linalg.norm(gradient(*data, theta))))
    return spent, worst


def against_peers(sizes: Sizes, full: bool) -> dict[str, Any]:
    """Their time over ours, whole runs."""
    run = Run(sizes.horizon)
    stream, certificate = recorded(run), run()
    found, skipped = peers()
    every = np.arange(1, sizes.horizon + 1)
    some = every[sizes.horizon // sizes.spread // 2 :: sizes.horizon // sizes.spread]
    rounds = {name: every if full or name == "numpy Newton" else some for name in found}
    ratios: dict[str, list[float]] = {name: [] for name in found}
    norms = dict.fromkeys(found, 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of peers that cannot reach the gradient norm asked for
        for solve in found.values():
            play_peer(solve, stream, some[:3])  # not timed: first calls load things
        for _ in range(sizes.repetitions):
            ours = seconds(run, 7)
            for name, solve in found.items():
                spent, worst = play_peer(solve, stream, rounds[name])
                ratios[name].append(spent * len(every) / len(rounds[name]) / ours)
                norms[name] = max(norms[name], worst)
    median = {name: float(np.median(values)) for name, values in ratios.items()}
    return {
        "vs_numpy_newton": median["numpy Newton"],
        "vs_scipy": median["scipy BFGS"],
        "vs_sklearn": median.get("sklearn lbfgs"),
        "peers": {
            name: {"ratio": median[name], "rounds": len(rounds[name]), "gradient_norm": norms[name]}
            for name in found
        },
        "skipped": skipped,
        "certificate": certificate,
    }


# --- the environment alone ------------------------------------------------------------------------


@numba.njit(error_model="numpy")
def _without_learning(rule, tracker, actions, theta, noise, bonus, out):  # type: ignore[no-untyped-def]
    """The rounds of ``kernels.play.play`` for an index that never changes."""
    regret = gain = 0.0
    for t in range(actions.shape[0]):
        offered = actions[t]
        k, _ = choose(rule.link, rule.times, tracker, offered, bonus, np.nan, rule.radius, out)
        first, second, th1, th2 = offered[0], offered[1], theta[t, 0], theta[t, 1]
        top = -np.inf
        for j in range(actions.shape[2]):
            top = max(top, first[j] * th1 + second[j] * th2)
        mean = mean_of(rule.link, rule.times, first[k] * th1 + second[k] * th2)
        regret += mean_of(rule.link, rule.times, top) - mean
        gain += reward(rule.link, rule.times, rule.kind, rule.m, mean, noise[t])
    return regret, gain


class Alone:
    """The environment of a run: random numbers, actions, one score for each, reward and regret."""

    def __init__(self, run: Run) -> None:
        self.environment, self.rule, self.T = run.environment, run.policy.rule(), run.T
        fixed = estimator(2, "logistic", run.policy.lam, run.policy.ridge, Forever())
        self.tracker = fixed.tracker  # type: ignore[attr-defined]
        self.tracker.numbers[[X1, X2]] = self.environment.schedule.truth(0, 1)[0]
        self.out = np.empty(self.environment.arms)

    def __call__(self) -> float:
        total = 0.0
        for chunk in self.environment.rounds(run_seed(0, 0).spawn(2)[0], BLOCK):
            more = chunk.actions, chunk.theta, chunk.noise, 1.0, self.out
            total += _without_learning(self.rule, self.tracker, *more)[0]
        return total


def against_environment(sizes: Sizes) -> float:
    """The time of a whole run over that of its environment alone."""
    run = Run(sizes.horizon)
    alone = Alone(run)
    run(), alone()
    pairs = [(seconds(run, 3), seconds(alone, 3)) for _ in range(5 * sizes.repetitions)]
    return float(np.median([ours / theirs for ours, theirs in pairs]))


# --- growth ---------------------------------------------------------------------------------------


def slope(x: Any, y: Any) -> float:
    """The exponent: least squares in logarithms."""
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def growth_in_rounds(sizes: Sizes) -> dict[str, dict[str, float]]:
    """Exponents of the time of a whole run in T, policy by policy."""
    found: dict[str, dict[str, float]] = {}
    for policy in FIGURE:
        for label, lam in (("lam=1", 1.0), ("lam=d log T", None)):
            runs = [Run(T, policy, lam) for T in sizes.horizons]
            runs[0]()
            # Interleaved, so that a busy moment of the machine meets all horizons.
            times = [[seconds(run) for run in runs] for _ in range(sizes.tries)]
            found.setdefault(policy, {})[label] = slope(sizes.horizons, np.min(times, axis=0))
    return found


def learned(A: Array, r: Array) -> None:
    """The estimates of all rounds of a stream, without anything else."""
    tested = estimator(A.shape[1], "logistic", 1.0, 4.0, Discount(GAMMA))
    for action, gain in zip(A, r.tolist(), strict=True):
        tested.advance()
        tested.observe(action, gain)
        tested.solve()


def growth_in_dimension(sizes: Sizes) -> dict[str, Any]:
    """Time of the estimates alone over that for d = 2, and the exponent for d >= 3.

    Two dimensions use the local model, more of them Newton's method on the data that count.
    """
    times: dict[int, list[float]] = {d: [] for d in sizes.dimensions}
    for _ in range(sizes.tries):
        for d, spent in times.items():
            rng = np.random.default_rng(d)
            A = rng.normal(size=(sizes.rounds, d))
            A /= np.linalg.norm(A, axis=1, keepdims=True)
            r = (rng.uniform(size=len(A)) < 1 / (1 + np.exp(-3 * A[:, 0]))).astype(float)
            learned(A[:5], r[:5])  # compiles
            spent.append(seconds(partial(learned, A, r)))
    best = {d: min(spent) for d, spent in times.items()}
    large = [d for d in best if d >= 3]
    return {
        "over_two": {str(d): best[d] / best[2] for d in best},
        "exponent": slope(large, [best[d] for d in large]),
    }


# --- memory and workers ---------------------------------------------------------------------------


def peak_memory(T: int) -> float:
    """Megabytes that one run takes at most: all policies of the figure play it together."""
    described = figure(T, FIGURE)
    environment = environment_from(described.environment)
    policies = {label: policy_from(entry) for label, entry in described.policies.items()}
    play_run(environment, policies, run_seed(0, 0), [min(T, 300)])
    tracemalloc.start()
    play_run(environment, policies, run_seed(0, 0), [T])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


def two_workers(sizes: Sizes) -> float:
    """Wall time of some long runs with one worker over that with two: best of three each."""
    described = figure(sizes.long, FIGURE, runs=sizes.runs)
    times: dict[int, list[float]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        small = figure(200, FIGURE, runs=2)  # starts the processes, compiles
        simulate({Path(folder, "small"): small}, jobs=2)
        for attempt in range(3):
            for jobs, spent in times.items():
                begin = time.perf_counter()
                simulate({Path(folder, f"{attempt}-{jobs}"): described}, jobs=jobs)
                spent.append(time.perf_counter() - begin)
    return min(times[1]) / min(times[2])


# --- the report -----------------------------------------------------------------------------------


def lines(found: dict[str, Any]) -> Iterator[tuple[str, float | None, str, str]]:
    """What, its value, the target's name, and a remark."""
    for name, peer in found["peers"].items():
        key = KEYS.get(name, "")
        all_rounds = peer["rounds"] == found["horizon"]
        where = "every round" if all_rounds else f"{peer['rounds']} rounds, scaled to all"
        late = " (above what was asked for)" if peer["gradient_norm"] > 1.01 * TOLERANCE else ""
        remark = f"{where}; gradient norm up to {peer['gradient_norm']:.0e}{late}"
        yield f"time of {name} / ours", peer["ratio"], key, remark
    for name, why in found["skipped"].items():
        yield f"time of {name} / ours", None, KEYS.get(name, ""), why
    yield "our run / environment alone", found["vs_environment"], "vs_environment", "whole run"
    for policy, exponents in found["growth_exponent"].items():
        for label, exponent in exponents.items():
            yield f"exponent in T, {policy}", exponent, "growth_exponent", label
    for d, ratio in found["growth_in_d"]["over_two"].items():
        yield f"time per round, d = {d} / d = 2", ratio, "", f"T = {found['rounds']}"
    yield "exponent in d, d >= 3", found["growth_in_d"]["exponent"], "", "Newton's method"
    busy = f"best of 3; load of the machine before everything: {found['load']:.1f}"
    yield "two workers", found["speedup_two_workers"], "speedup_two_workers", busy
    for T, peak in found["memory_mb"].items():
        key = "peak_memory_mb" if int(T) == found["horizon"] else ""
        yield f"MB beyond the process, T = {T}", peak, key, "one run, four policies"


def met(value: float, key: str) -> bool:
    """Whether a value reaches its target."""
    sign, target = TARGETS[key]
    return value >= target if sign == ">=" else value <= target


def table(found: dict[str, Any], targets: bool = True) -> tuple[str, bool]:
    """The report, and whether every target is met; small sizes have no targets."""
    text, good = [f"{'':<38}{'value':>10}  {'target':>9}"], True
    for what, value, key, remark in lines(found):
        shown, target = "-" if value is None else f"{value:.3g}", ""
        if key and targets:
            target = f"{TARGETS[key][0]} {TARGETS[key][1]:g}"
            reached = value is None or met(value, key)
            good = good and reached
            remark = remark if reached else f"MISSED; {remark}"
        text.append(f"{what:<38}{shown:>10}  {target:>9}  {remark}")
    text.append(f"our largest certificate: {found['certificate']:.1e}")
    return "\n".join(text), good


def measure(sizes: Sizes, full: bool) -> dict[str, Any]:
    """Everything; what is printed and written."""
    load = os.getloadavg()[0]
    peaks = {str(T): peak_memory(T) for T in sorted({sizes.horizon, sizes.long})}
    return {
        "horizon": sizes.horizon,
        "rounds": sizes.rounds,
        "load": load,
        "peak_memory_mb": peaks[str(sizes.horizon)],
        "memory_mb": peaks,
        **against_peers(sizes, full),
        "vs_environment": against_environment(sizes),
        "growth_exponent": growth_in_rounds(sizes),
        "growth_in_d": growth_in_dimension(sizes),
        "speedup_two_workers": two_workers(sizes),
    }


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="The simulator against other ways, and its growth."
    )
    parser.add_argument("--quick", action="store_true", help="small sizes: a test of the script")
    parser.add_argument("--full", action="store_true", help="time the slow peers at every round")
    parser.add_argument("--check", action="store_true", help="end with 1 if a target is missed")
    default = ROOT / "_build" / "bench.json"
    parser.add_argument("--json", metavar="FILE", type=Path, default=default, help="where to write")
    chosen = parser.parse_args(arguments)
    found = measure(QUICK if chosen.quick else USUAL, chosen.full)
    text, good = table(found, targets=not chosen.quick)
    print(text)
    chosen.json.parent.mkdir(parents=True, exist_ok=True)
    chosen.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0 if good or not chosen.check else 1


if __name__ == "__main__":
    sys.exit(main())
