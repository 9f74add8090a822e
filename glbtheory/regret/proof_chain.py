r"""Which step of the regret proofs loses how much, measured along a run.

A proof is a chain of inequalities from what happened to the bound.  Each function here evaluates
every line of a chain on a :class:`~glbtheory.regret.reference_runs.ReferenceRun` and returns its
steps, each with the value before and after; the product of their factors leads from the first line
to the last::

    for step in prediction_slack(run):   # |μ(a·θ̂) - μ(a·θ*)|  ->  β‖a‖/√c_μ + bias
        print(step.name, step.claim, step.factor, step.median)
    for step in regret_slack(run):       # R_T  ->  the theorem's bound
        ...
    for step in gap_slack(run):          # R_T  ->  the bound with the least gap of the run
        ...

The chain of the regret is the proof's own, with three repairs: a round close to a change costs up
to m, the elliptical lemma and the determinant use the ridge λ/c_μ that :math:`V_t` has, and D is
rounded up.  It ends with the bound as printed; a factor below one is a step that does not hold on
this run.  The chain with gaps has the same repairs and no mixed term, and ends with the bound
that stands.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from glbtheory._support.validation import positive
from glbtheory.formulas import BIAS
from glbtheory.regret.potentials import design_matrices, log_growth, solve_each
from glbtheory.regret.reference_runs import ReferenceRun, path_at, prediction_errors
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount

Array = np.ndarray


@dataclass(frozen=True, eq=False)
class Step:
    """One inequality ``before <= after``, at every round or for the whole run."""

    name: str
    claim: str
    before: Array
    after: Array

    @property
    def factor(self) -> float:
        """By how much the sum over the rounds grows; the factors of a chain multiply."""
        return float(self.after.sum() / self.before.sum())

    @property
    def median(self) -> float:
        """By how much it grows at the median round, among those at which it is not zero."""
        used = self.before > 0
        return float(np.median(self.after[used] / self.before[used]))

    @property
    def holds(self) -> bool:
        """Whether it holds at every round, up to round-off."""
        return bool(np.all(self.before <= self.after * (1 + 1e-9) + 1e-12))


def slack(run: ReferenceRun) -> dict[str, list[Step]]:
    """Both chains: ``"prediction"`` and ``"regret"``."""
    return {"prediction": prediction_slack(run), "regret": regret_slack(run)}


def total(steps: list[Step]) -> float:
    """The product of the factors: the last line of a chain over its first."""
    return math.prod(step.factor for step in steps)


# --- the prediction error -------------------------------------------------------------------------

Line = Callable[[ProofRound, float], float]


def prediction_slack(run: ReferenceRun) -> list[Step]:
    """From the prediction error of the arm played to bonus and bias, at rounds far from changes."""
    lines = DISCOUNT_LINES if isinstance(run.setting.forgetting, Discount) else WINDOW_LINES
    rounds = np.flatnonzero(run.far) + 1
    values = np.array([_values(run, int(t), lines) for t in rounds]).T
    return [
        Step(name, claim, values[i - 1], values[i]) for i, (name, claim, _) in enumerate(lines) if i
    ]


def _values(run: ReferenceRun, t: int, lines: list[tuple[str, str, Line]]) -> list[float]:
    path, rho = path_at(run, t), run.setting.radius(t)
    return [path.k_mu * line(path, rho) for _, _, line in lines]


def _c3(bound: Line) -> Line:
    """A bound on c3, the only term that the steps in the middle change."""
    return lambda path, rho: path.c1() + path.c2() + bound(path, rho)


def quadratic(path: ProofRound, x: Any) -> Any:
    """The second proposition's bound on X in terms of the norm x under H̃."""
    return path.sqrt(1 + path.S_bar) * x + x**2 / path.sqrt(path.lam)


def spread(path: ProofRound, x: Any, matrix: Array, scale: Any = 1) -> Any:
    """‖a‖ √(1+S̄+x/√λ) (√λ S + x), the norm under ``matrix`` times ``scale``."""
    root = path.sqrt(1 + path.S_bar + x / path.sqrt(path.lam))
    width = path.norm(path.probe, matrix) / path.sqrt(scale)
    return width * root * (path.sqrt(path.lam) * path.S + x)


def power(path: ProofRound, x: Any, matrix: Array, scale: Any = 1) -> Any:
    """‖a‖ √λ (1+S̄+x/√λ)^{3/2}."""
    inside = 1 + path.S_bar + x / path.sqrt(path.lam)
    width = path.norm(path.probe, matrix) / path.sqrt(scale)
    return width * path.sqrt(path.lam) * inside * path.sqrt(inside)


def sandwiched(path: ProofRound) -> Any:
    """‖a‖ in the norm of G^{-1} G̃ G^{-1}."""
    through = path.numbers.solve(path.G, path.probe)
    return path.sqrt(through @ (path.G_tilde @ through))


def penalised_noise(path: ProofRound) -> Array:
    """γ^{t-1} S_{t-D:t} - λ θ*_t."""
    return np.asarray(path.recent_noise - path.lam * path.truth)


def bias(path: ProofRound) -> Any:
    """(k_μ/λ)(γ^D/(1-γ))(2 S k_μ + m), the bias term of the prediction error."""
    return BIAS.compiled(**{name: getattr(path, name) for name in BIAS.arguments})


_START: list[tuple[str, str, Line]] = [
    ("prediction error", "", lambda p, rho: p.prediction_error() / p.k_mu),
    ("Lipschitz", "I21", lambda p, rho: p.gap()),
]
DISCOUNT_LINES: list[tuple[str, str, Line]] = [
    *_START,
    ("split into c1, c2, c3", "I21", _c3(lambda p, rho: p.c3())),
    (
        "Cauchy-Schwarz",
        "I22",
        _c3(lambda p, rho: sandwiched(p) * p.norm(penalised_noise(p), p.G_tilde)),
    ),
    (
        "G̃ <= G",
        "Q28",
        _c3(lambda p, rho: p.norm(p.probe, p.G) * p.norm(penalised_noise(p), p.G_tilde)),
    ),
    (
        "triangle",
        "I22",
        _c3(
            lambda p, rho: (
                p.norm(p.probe, p.G) * (p.sqrt(p.lam) * p.S + p.norm(p.recent_noise, p.G_tilde))
            )
        ),
    ),
    ("G >= c_μ V/(1+S̄+X/√λ)", "C4", _c3(lambda p, rho: spread(p, p.X_G, p.V, p.c_mu))),
    (
        "X by its norm under H̃",
        "P2",
        _c3(lambda p, rho: spread(p, quadratic(p, p.X_H), p.V, p.c_mu)),
    ),
    (
        "the norm by its radius ρ",
        "C1",
        _c3(lambda p, rho: spread(p, quadratic(p, rho), p.V, p.c_mu)),
    ),
    ("power 3/2", "I22", _c3(lambda p, rho: power(p, quadratic(p, rho), p.V, p.c_mu))),
    (
        "old data by the bias term",
        "P5",
        lambda p, rho: bias(p) / p.k_mu + power(p, quadratic(p, rho), p.V, p.c_mu),
    ),
]
WINDOW_LINES: list[tuple[str, str, Line]] = [
    *_START,
    (
        "Cauchy-Schwarz",
        "I39",
        lambda p, rho: p.norm(p.probe, p.G) * p.norm(penalised_noise(p), p.G),
    ),
    ("triangle", "I39", lambda p, rho: p.norm(p.probe, p.G) * (p.sqrt(p.lam) * p.S + p.X_G)),
    ("G >= H/(1+S+X/√λ)", "C5", lambda p, rho: spread(p, p.X_G, p.H_tilde_recent)),
    ("power 3/2", "I39", lambda p, rho: power(p, p.X_G, p.H_tilde_recent)),
    (
        "X by its norm under H",
        "C6",
        lambda p, rho: power(p, quadratic(p, p.X_H), p.H_tilde_recent),
    ),
    (
        "the norm by its radius ρ",
        "C2",
        lambda p, rho: power(p, quadratic(p, rho), p.H_tilde_recent),
    ),
    ("H >= c_μ V", "P8", lambda p, rho: power(p, quadratic(p, rho), p.V, p.c_mu)),
]


# --- the regret -----------------------------------------------------------------------------------


def regret_slack(run: ReferenceRun) -> list[Step]:
    """From the regret of a run to the worst-case bound, line by line of the proof."""
    return _steps(_regret_lines(_theory(run)))


def gap_slack(run: ReferenceRun, gap: float | None = None) -> list[Step]:
    """From the regret of a run to the bound with gaps, line by line of the proof.

    ``gap`` is Δ, by default the least gap of the run; a larger one breaks the assumption.
    """
    least = float(run.gap.min())
    gap = least if gap is None else positive("gap", gap)
    if not gap <= least or not math.isfinite(gap):
        raise ValueError(f"gap must be finite and at most {least:g}, the least of the run")
    return _steps(_gap_lines(_theory(run), gap))


def _theory(run: ReferenceRun) -> ReferenceRun:
    if run.setting.divisor != 1 or run.setting.refined:
        raise ValueError("run must have the bonus of the theory: divisor 1, not refined")
    return run


def _steps(lines: list[tuple[str, str, float]]) -> list[Step]:
    return [
        Step(name, claim, np.array([lines[i - 1][2]]), np.array([value]))
        for i, (name, claim, value) in enumerate(lines)
        if i
    ]


def _regret_lines(run: ReferenceRun) -> list[tuple[str, str, float]]:
    setting, far = run.setting, run.far
    discounted = isinstance(setting.forgetting, Discount)
    T, ridge = setting.T, setting.lam / setting.c_mu
    start = setting.m * setting.Gamma * setting.memory
    bias = setting.number("bias") if discounted else 0.0
    best = optimal_widths(run)
    beta = np.array([setting.beta(t) for t in range(1, T + 1)]) / math.sqrt(setting.c_mu)
    errors = prediction_errors(run) + prediction_errors(run, run.best)
    optimism = errors + beta * (run.widths - best)
    squares = run.widths**2
    last = setting.beta(T) / math.sqrt(setting.c_mu)
    old = 2 * bias * T

    def explored(potential: float) -> float:
        return start + old + 2 * last * math.sqrt(T * potential)

    lines = [
        ("regret", "", float(run.regret.sum())),
        (
            "rounds close to a change cost m each",
            "I23" if discounted else "Z65",
            start + float(run.regret[far].sum()),
        ),
        ("errors of two arms and the choice of the arm", "P10", start + float(optimism[far].sum())),
        (
            "errors by bonus and bias" if discounted else "errors by the bonus",
            "P5" if discounted else "P8",
            start + 2 * float((beta * run.widths + bias)[far].sum()),
        ),
        (
            "bias in every round, β at T" if discounted else "β at T",
            "I23" if discounted else "Z64",
            start + old + 2 * last * float(run.widths[far].sum()),
        ),
        (
            "Cauchy-Schwarz over rounds",
            "I24" if discounted else "I40",
            explored(float(squares[far].sum())),
        ),
        ("all rounds", "I24" if discounted else "I40", explored(float(squares.sum()))),
    ]
    if discounted:
        growth = log_growth(run.actions, setting.forgetting, ridge)
        potential = 2 * max(1.0, 1 / ridge) * growth
        lines.append(("elliptical lemma", "I25", explored(potential)))
        names = ("determinant", "I26", "regret_discount_corrected", "T2", "regret_discount_proof")
    else:
        names = ("elliptical lemma", "L8", "regret_window_corrected", "T5", "regret_window")
    lines.append((names[0], names[1], setting.number(names[2])))
    lines.append(
        ("as printed: ridge λ, no m in the first term", names[3], setting.number(names[4]))
    )
    return lines


def _gap_lines(run: ReferenceRun, gap: float) -> list[tuple[str, str, float]]:
    """(x + y)² <= 2x² + 2y² takes the place of the mixed term; a window has no bias."""
    setting, far = run.setting, run.far
    discounted = isinstance(setting.forgetting, Discount)
    start, ridge = setting.m * setting.Gamma * setting.memory, setting.lam / setting.c_mu
    bias = setting.number("bias") if discounted else 0.0
    beta = np.array([setting.beta(t) for t in range(1, setting.T + 1)]) / math.sqrt(setting.c_mu)
    bonus, last = beta * run.widths, float(beta[-1])
    errors = prediction_errors(run) + prediction_errors(run, run.best)
    optimism = errors + bonus - beta * optimal_widths(run)
    twice = 2 if discounted else 1

    def summed(squares: Array | float) -> float:
        return start + float(np.sum(squares)) / gap

    def explored(potential: float) -> float:
        return summed(4 * twice * (last**2 * potential + bias**2 * setting.T))

    lines = [
        ("regret", "", float(run.regret.sum())),
        (
            "rounds close to a change cost m each",
            "I23" if discounted else "Z65",
            start + float(run.regret[far].sum()),
        ),
        ("r by r²/Δ", "Q30" if discounted else "Q45", summed(run.regret[far] ** 2)),
        ("errors of two arms and the choice of the arm", "P10", summed(optimism[far] ** 2)),
        (
            "errors by bonus and bias" if discounted else "errors by the bonus",
            "P5" if discounted else "P8",
            summed(4 * (bonus + bias)[far] ** 2),
        ),
    ]
    if discounted:
        lines += [
            ("mixed term by the other two", "Z59", summed(8 * (bonus**2 + bias**2)[far])),
            ("bias in every round", "I32", explored(float((run.widths[far] ** 2).sum()))),
        ]
    else:
        lines.append(("β at T", "Z64", explored(float((run.widths[far] ** 2).sum()))))
    lines.append(
        ("all rounds", "I31" if discounted else "I41", explored(float((run.widths**2).sum())))
    )
    if discounted:
        growth = log_growth(run.actions, setting.forgetting, ridge)
        lines.append(("elliptical lemma", "L7", explored(2 * max(1.0, 1 / ridge) * growth)))
        end = ("determinant", "I31", setting.number("regret_gap_corrected", Delta=gap))
    else:
        end = ("elliptical lemma", "L8", setting.number("regret_window_gap_corrected", Delta=gap))
    return [*lines, end]


def optimal_widths(run: ReferenceRun) -> Array:
    """‖a*_t‖ under V_t^{-1}."""
    ridge = run.setting.lam / run.setting.c_mu
    V = design_matrices(run.actions, run.setting.forgetting, ridge)[:-1]
    return np.sqrt((run.best * solve_each(V, run.best)).sum(axis=1))
