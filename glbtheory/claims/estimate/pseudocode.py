"""The two algorithms, line by line (lines 564-586, 2677-2704)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import enumerated
from glbtheory.engines.enumeration import schedules
from glbtheory.setting.forgetting import Discount, Window

_RIDGE = Fraction(3, 2)  # λ/c_μ
_ONE, _ZERO, _HALF = Fraction(1), Fraction(0), Fraction(1, 2)

Array = np.ndarray
#: The update of round t: V_t, the actions played so far (a_1 first) and t give V_{t+1}.
Update = Callable[[Array, list[Array], int], Array]


def _outer(a: Array) -> Array:
    return np.multiply.outer(a, a)


def _identity(d: int) -> Array:
    return np.array([[Fraction(int(i == j)) for j in range(d)] for i in range(d)], dtype=object)


#: Actions in the unit ball, by dimension, and how many rounds of them are tried.
_ACTIONS: dict[int, tuple[int, tuple[tuple[Fraction, ...], ...]]] = {
    1: (6, ((_ONE,), (-_HALF,))),
    2: (5, ((_ONE, _ZERO), (Fraction(3, 5), Fraction(4, 5)))),
    3: (4, ((_ZERO, _ONE, _ZERO), (Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)))),
}


def _runs(name: str, settings: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    for d, (T, choices) in _ACTIONS.items():
        for actions, value in product(schedules(T, choices), settings):
            yield {"d": d, name: value, "actions": actions}


def _reproduces(d: int, actions: Any, forgetting: Discount | Window, update: Update) -> bool:
    """Every V_t of the run is Σ w_{t,s} a_s a_s^T + (λ/c_μ) I; the library's recursion agrees."""
    played = [np.array(a, dtype=object) for a in actions]
    V = _RIDGE * _identity(d)  # the initial value, read as V_1
    for t in range(1, len(played) + 1):
        weights = forgetting.exact_weights(t)
        terms = (w * _outer(a) for w, a in zip(weights, played, strict=False))
        defined = sum(terms, _RIDGE * _identity(d))
        if not np.array_equal(defined, V):
            return False
        after = update(V, played[:t], t)
        gone = forgetting.leaving(t) if isinstance(forgetting, Window) else None
        oldest = None if gone is None else played[gone - 1]
        if (after != forgetting.update_design(V, played[t - 1], _RIDGE, oldest)).any():
            return False
        V = after
    return True


def _reads(
    *, start: int = 0, taus: tuple[int | None, ...] = (None,), until: int = 0
) -> Iterator[dict[str, Any]]:
    """The reads of a run: V_start is set first; round t reads V_t, then the action that leaves.

    That is a_{t-τ}, from round τ + until on.
    """
    for tau in taus:
        window = {} if tau is None else {"tau": tau}
        known = [f"V_{start}"]
        for t in range(1, 7):
            yield {**window, "t": t, "line": "Play", "reads": f"V_{t}", "known": list(known)}
            known.append(f"a_{t}")
            if tau is not None and t >= tau + until:
                read = {"line": "Update", "reads": f"a_{t - tau}", "known": list(known)}
                yield {**window, "t": t, **read}
            known.append(f"V_{t + 1}")


@enumerated(
    cases=_reads,
    latex=r"\text{Initialize } V_0 = (\lambda/c_\mu)I_d;\ \text{for } t = 1 \text{ to } T:"
    r"\ \text{play with } V_t",
    scope="T <= 6, every line of every round",
    shown={"known": "set so far"},
)
def _set_before_read(t: int, line: str, reads: str, known: list[str], tau: int = 0) -> bool:
    """What a line reads, an earlier line has set."""
    return reads in known


_START = r"\text{Initialize } V_1 = (\lambda/c_\mu)I_d,\ \hat\theta_1 = 0"

# --- G1: discount factors -----------------------------------------------------------------------


@enumerated(
    cases=lambda: _runs("gamma", (_HALF, Fraction(9, 10), _ONE)),
    latex=r"V_{t+1} \leftarrow a_t a_t^\top + \gamma V_t + \tfrac{\lambda}{c_\mu}(1-\gamma)I_d",
    scope="d <= 3, T <= 6, every sequence of two actions, γ in {1/2, 9/10, 1}",
)
def _discounted_run(
    d: int, gamma: Fraction, actions: Any, *, restored: int = 1, new: Any = 1
) -> bool:
    """V_{t+1} <- a a^T + γ V_t + (λ/c_μ)(1-γ) I keeps the weighted design matrix."""

    def update(V: Array, played: list[Array], t: int) -> Array:
        fill = restored * _RIDGE * (1 - gamma) * _identity(d)
        return new * _outer(played[-1]) + gamma * V + fill

    return _reproduces(d, actions, Discount(gamma), update)


_INPUTS = (
    "The estimate θ̂_0 is not used either: θ̂_1 minimises the penalty alone and is 0. The inputs "
    "leave out c_μ, k_μ, m and T, on which the bonus depends."
)

G1 = Claim(
    id="G1",
    error_lines="570",
    title="Algorithm 1 sets V_0 and reads V_1; started at V_1 it keeps the weighted design matrix",
    kernel=KernelTheorem(
        "G1",
        "every d, T, γ, λ > 0, c_μ, all actions",
        covers="corrected",
        latex=r"V_1 = \tfrac{\lambda}{c_\mu}I_d,\ V_{t+1} = a_t a_t^\top + \gamma V_t + "
        r"\tfrac{\lambda}{c_\mu}(1-\gamma)I_d \;\Rightarrow\; V_t = "
        r"\sum_{s=1}^{t-1}\gamma^{t-1-s}a_s a_s^\top + \tfrac{\lambda}{c_\mu}I_d\ (1\leq t\leq "
        r"T+1),\quad \hat\theta_1 = 0",
        mutants=["G1_mutant"],
    ),
    printed=[_set_before_read],
    corrected=[_set_before_read.variant(_START, start=1).as_cases(), _discounted_run.as_cases()],
    mutants=[
        _discounted_run.mutant(
            "the term that restores the ridge dropped",
            r"V_{t+1} \leftarrow a_t a_t^\top + \gamma V_t",
            restored=0,
        ),
        _discounted_run.mutant(
            "the new action one per cent too light",
            r"V_{t+1} \leftarrow \tfrac{99}{100}a_t a_t^\top + \cdots",
            new=Fraction(99, 100),
        ),
    ],
    depends_on=["Q19"],
    effect="notation",
    fidelity="paraphrase",
    note="Applied at t = 0 without an action, the update gives V_1 = γV_0 + (1-γ)(λ/c_μ)I = V_0: "
    f"the slip changes no number. {_INPUTS}",
)


# --- G2: sliding window -------------------------------------------------------------------------

_BRANCH = (
    r"\text{if } t%s\tau:\ V_{t+1}\leftarrow a_t a_t^\top + V_t;"
    r"\ \text{else } V_{t+1}\leftarrow a_t a_t^\top - a_{t-\tau}a_{t-\tau}^\top + V_t"
)
_reads_in_window = _set_before_read.variant(_BRANCH % " < ", start=1, taus=(1, 2, 3, 4))


@enumerated(
    cases=lambda: _runs("tau", (1, 2, 7)),
    latex=_BRANCH % r"\leq",
    scope="d <= 3, T <= 6, every sequence of two actions, τ in {1, 2, 7}",
)
def _windowed_run(
    d: int, tau: int, actions: Any, *, until: int = 1, late: int = 0, virtual: bool = False
) -> bool:
    """While t < τ + until: V + a a^T; then V + a_t a_t^T - a_{t-τ} a_{t-τ}^T.

    ``late`` drops a later action; with ``virtual`` a round before 1 has the action 0.
    """

    def update(V: Array, played: list[Array], t: int) -> Array:
        after, gone = _outer(played[-1]) + V, t - tau + late
        if t < tau + until or (virtual and gone < 1):
            return after
        return after - _outer(played[gone - 1])

    return _reproduces(d, actions, Window(tau), update)


G2 = Claim(
    id="G2",
    error_lines="2683, 2695",
    title="At t = τ Algorithm 2 subtracts a_0, an action that was never played",
    kernel=KernelTheorem(
        "G2",
        "every d, T, τ, λ > 0, c_μ, all actions",
        covers="corrected",
        latex=r"V_1 = \tfrac{\lambda}{c_\mu}I_d,\ V_{t+1} = a_t a_t^\top - "
        r"a_{t-\tau}a_{t-\tau}^\top "
        r"1\{t>\tau\} + V_t \;\Rightarrow\; V_t = \sum_{s=\max(1,t-\tau)}^{t-1}a_s a_s^\top + "
        r"\tfrac{\lambda}{c_\mu}I_d\ (1\leq t\leq T+1),\quad \hat\theta_1 = 0",
        mutants=["G2_mutant"],
    ),
    printed=[
        _reads_in_window,
        _reads_in_window.variant(r"\text{Initialize } V_0 = (\lambda/c_\mu)I_d", start=0),
    ],
    corrected=[_reads_in_window.variant(_START, until=1).as_cases(), _windowed_run.as_cases()],
    support=[
        _windowed_run.variant(
            r"a_0 = 0:\ \text{the printed branch } t < \tau", until=0, virtual=True
        ),
    ],
    mutants=[
        _windowed_run.mutant("branch moved by one more round", r"t \leq \tau + 1", until=2),
        _windowed_run.mutant("the next action dropped", r"-a_{t-\tau+1}a_{t-\tau+1}^\top", late=1),
    ],
    depends_on=["Q35"],
    effect="notation",
    fidelity="paraphrase",
    note="With the convention a_0 = 0 the printed branch gives the same matrices; without it the "
    "line t = τ reads an action that does not exist. As in the first algorithm V_0 is set and V_1 "
    f"read. {_INPUTS}",
)

CLAIMS = [G1, G2]
