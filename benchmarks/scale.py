"""How many rounds a second, for d, K and workers, and whether memory stays flat.

    python benchmarks/scale.py [--quick] [--json FILE]

*Throughput.*  A whole run of SC-D-GLUCB (logistic rewards, two changes, γ = 0.9975, λ = d log T)
against the rounds themselves: random numbers, actions, and the means of all arms.  Processor time,
best of three.

*Workers.*  Whole experiments through the runner, wall time, with one worker and with two.

*Memory.*  The most that a process of its own ever held (``VmHWM`` of Linux), for ten times as many
rounds and for ten times as many runs: with a flat memory both are the same.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"  # read when numpy is loaded
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from glbtheory.bandits.environments.environment import environment_from  # noqa: E402
from glbtheory.bandits.experiments.configuration import configuration_from  # noqa: E402
from glbtheory.bandits.experiments.runner import simulate  # noqa: E402
from glbtheory.bandits.policies.base import policy_from  # noqa: E402
from glbtheory.bandits.run import BLOCK, play_run, run_seed  # noqa: E402

GAMMA = 0.9975


def world(d: int, K: int, T: int) -> dict[str, Any]:
    """Logistic rewards whose parameter has norm 3 and turns round at a half of the rounds."""
    theta = [3.0] + [0.0] * (d - 1)
    schedule = {"kind": "abrupt", "thetas": [theta, [-x for x in theta]], "breaks": [T // 2]}
    return {
        "link": "logistic",
        "schedule": schedule,
        "actions": {"kind": "sphere", "arms": K, "d": d},
    }


def learner(d: int, T: int) -> dict[str, Any]:
    """The policy, with the tuning of figure 1."""
    lam = d * math.log(T)
    return {"name": "SC-D-GLUCB", "lam": lam, "gamma": GAMMA, "divisor": 20.0}


def fastest(action: Callable[[], object], repeat: int) -> float:
    """Processor time, the best of several; the first one may compile."""
    best = math.inf
    for _ in range(repeat + 1):
        started = time.process_time()
        action()
        best = min(best, time.process_time() - started)
    return best


def throughput(d: int, K: int, T: int, repeat: int) -> dict[str, Any]:
    """Rounds per second, and the cost over that of the environment."""
    environment = environment_from({**world(d, K, T), "horizon": T})
    given = {**learner(d, T), "link": "logistic", "d": d, "horizon": T, "S": 3.0}
    policy, seed = policy_from(given), run_seed(0, 0)

    def alone() -> None:
        for chunk in environment.rounds(seed.spawn(1)[0], BLOCK):
            environment.best(chunk)

    ours = fastest(lambda: play_run(environment, {"policy": policy}, seed, [T]), repeat)
    return {
        "d": d,
        "K": K,
        "rounds": T,
        "rounds_per_s": T / ours,
        "vs_environment": ours / fastest(alone, repeat),
    }


def experiment(runs: int, T: int, d: int = 2, K: int = 50) -> Any:
    """A configuration for the runner."""
    return configuration_from(
        {
            "environment": world(d, K, T),
            "policies": [learner(d, T)],
            "horizon": T,
            "runs": runs,
            "seed": 1,
            "checkpoints": 4,
        }
    )


def workers(runs: int, T: int) -> dict[str, float]:
    """Rounds per second of wall time with one worker and with two, and their ratio."""
    found = {}
    with tempfile.TemporaryDirectory() as place:
        for jobs in (2, 1):  # two first: what is compiled then helps both
            warm = {Path(place) / f"warm-{jobs}": experiment(4, T)}
            simulate(warm, jobs=jobs)
            started = time.perf_counter()
            simulate({Path(place) / f"jobs-{jobs}": experiment(runs, T)}, jobs=jobs)
            found[f"{jobs}"] = runs * T / (time.perf_counter() - started)
    found["speedup"] = found["2"] / found["1"]
    return found


# --- memory -------------------------------------------------------------------------------------


def peak_mb(runs: int, T: int) -> float:
    """The most memory of a process that plays so many runs of so many rounds."""
    call = [sys.executable, str(Path(__file__).resolve()), "--child", str(runs), str(T)]
    done = subprocess.run(call, capture_output=True, text=True, check=True, cwd=ROOT)
    return float(done.stdout)


def child(runs: int, T: int) -> None:
    """Play them here, through the runner, and print the peak in MB."""
    with tempfile.TemporaryDirectory() as place:
        simulate({Path(place) / "runs": experiment(runs, T)})
    # Not ru_maxrss, which a process inherits from the one that started it.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    (peak,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.M)
    print(int(peak) / 1024)


def memory(rounds: tuple[int, int], runs: tuple[int, int]) -> dict[str, float]:
    """Peaks in MB, and what the larger of each pair takes beyond the smaller."""
    found = {f"1 run of {T} rounds": peak_mb(1, T) for T in rounds}
    found |= {f"{n} runs of 20 rounds": peak_mb(n, 20) for n in runs}
    a, b, c, d = found.values()
    return {**found, "growth_rounds_mb": b - a, "growth_runs_mb": d - c}


def main(arguments: list[str] | None = None) -> None:
    """Measure, print a table, write JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes: does it run?")
    parser.add_argument("--json", help="write the numbers to this file")
    parser.add_argument("--child", nargs=2, type=int, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.child:
        child(*given.child)
        return
    sizes = [(1, 50), (2, 10), (2, 50), (2, 200), (5, 50), (10, 50), (20, 50), (50, 50)]
    if given.quick:
        table = [throughput(d, K, 200, 1) for d, K in ((2, 10), (3, 10))]
        parallel = workers(8, 200)
        held = memory((2_000, 20_000), (20, 200))
    else:
        table = [throughput(d, K, 8000 if d < 10 else 2000, 3) for d, K in sizes]
        parallel = workers(200, 8000)
        held = memory((100_000, 1_000_000), (1_000, 10_000))
    print("   d    K   rounds   rounds/s   over the environment")
    for row in table:
        print(
            f"{row['d']:4} {row['K']:4} {row['rounds']:8} {row['rounds_per_s']:10.0f}   "
            f"{row['vs_environment']:.2f}"
        )
    print(f"two workers over one: {parallel['speedup']:.2f}")
    for name, value in held.items():
        print(f"{name}: {value:.1f} MB" if "growth" not in name else f"{name}: {value:.1f}")
    if given.json:
        found = {"throughput": table, "workers": parallel, "memory": held}
        Path(given.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
