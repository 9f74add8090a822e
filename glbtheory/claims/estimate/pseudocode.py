"""The two algorithms, line by line (lines 564-586, 2677-2704)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import INDUCTION
from glbtheory.engines.enumeration import enumerate_cases
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


def _vectors(rows: tuple[tuple[Fraction, ...], ...]) -> list[Array]:
    return [np.array(row, dtype=object) for row in rows]


#: Actions in the unit ball, by dimension, and how many rounds of them are tried.
_ACTIONS: dict[int, tuple[int, tuple[tuple[Fraction, ...], ...]]] = {
    1: (6, ((_ONE,), (-_HALF,))),
    2: (5, ((_ONE, _ZERO), (Fraction(3, 5), Fraction(4, 5)))),
    3: (4, ((_ZERO, _ONE, _ZERO), (Fraction(1, 3), Fraction(2, 3), Fraction(2, 3)))),
}


def _runs(settings: tuple[Any, ...], name: str) -> Iterator[dict[str, Any]]:
    for d, (T, grid) in _ACTIONS.items():
        for actions in product(grid, repeat=T):
            for value in settings:
                yield {"d": d, name: value, "actions": actions}


def _reproduces(
    case: dict[str, Any], forgetting: Discount | Window, update: Update, library: bool
) -> bool:
    """Every V_t of the run is Σ w_{t,s} a_s a_s^T + (λ/c_μ) I; the library's recursion agrees."""
    actions = _vectors(case["actions"])
    V = _RIDGE * _identity(case["d"])  # the initial value, read as V_1
    for t in range(1, len(actions) + 1):
        weights = forgetting.exact_weights(t)
        terms = (w * _outer(a) for w, a in zip(weights, actions, strict=False))
        defined = sum(terms, _RIDGE * _identity(case["d"]))
        if not np.array_equal(defined, V):
            return False
        after = update(V, actions[:t], t)
        if library:
            gone = forgetting.leaving(t) if isinstance(forgetting, Window) else None
            oldest = None if gone is None else actions[gone - 1]
            if (after != forgetting.update_design(V, actions[t - 1], _RIDGE, oldest)).any():
                return False
        V = after
    return True


def _reads_before_set(events: Callable[[], Iterator[dict[str, Any]]], latex: str) -> Statement:
    """What a line reads, an earlier line has set."""
    return Statement(
        latex,
        lambda: enumerate_cases(
            events(), lambda e: e["reads"] in e["set so far"], "T <= 6, every line of every round"
        ),
    )


def _trace(T: int, start: int, dropped: Callable[[int], int | None]) -> Iterator[dict[str, Any]]:
    """The reads of a run: V_start is set first; round t reads V_t, then the action that leaves."""
    known = [f"V_{start}"]
    for t in range(1, T + 1):
        yield {"t": t, "line": "Play", "reads": f"V_{t}", "set so far": list(known)}
        known.append(f"a_{t}")
        gone = dropped(t)
        if gone is not None:
            yield {"t": t, "line": "Update", "reads": f"a_{gone}", "set so far": list(known)}
        known.append(f"V_{t + 1}")


# --- G1: discount factors -----------------------------------------------------------------------


def _discount_update(gamma: Fraction, restored: Any = 1, new: Any = 1) -> Update:
    """V_{t+1} <- a a^T + γ V_t + (λ/c_μ)(1-γ) I; the factors are for mutants."""

    def update(V: Array, actions: list[Array], t: int) -> Array:
        fill = restored * _RIDGE * (1 - gamma) * _identity(len(V))
        return new * _outer(actions[-1]) + gamma * V + fill

    return update


def _discounted_run(latex: str, why: str = "", library: bool = False, **factors: Any) -> Statement:
    def check(case: dict[str, Any]) -> bool:
        gamma = case["gamma"]
        return _reproduces(case, Discount(gamma), _discount_update(gamma, **factors), library)

    scope = "d <= 3, T <= 6, every sequence of two actions, γ in {1/2, 9/10, 1}"
    settings = (_HALF, Fraction(9, 10), _ONE)
    return Statement(latex, lambda: enumerate_cases(_runs(settings, "gamma"), check, scope), why)


_INPUTS = (
    "The estimate θ̂_0 is not used either: θ̂_1 minimises the penalty alone and is 0. The inputs "
    "leave out c_μ, k_μ, m and T, on which the bonus depends."
)

G1 = Claim(
    id="G1",
    error_lines="570",
    title="Algorithm 1 sets V_0 and reads V_1; started at V_1 it keeps the weighted design matrix",
    printed=[
        _reads_before_set(
            lambda: _trace(6, 0, lambda t: None),
            r"\text{Initialize } V_0 = (\lambda/c_\mu)I_d;\ \text{for } t = 1 \text{ to } T:"
            r"\ \text{play with } V_t",
        )
    ],
    corrected=[
        _reads_before_set(
            lambda: _trace(6, 1, lambda t: None),
            r"\text{Initialize } V_1 = (\lambda/c_\mu)I_d,\ \hat\theta_1 = 0",
        ),
        _discounted_run(
            r"V_{t+1} \leftarrow a_t a_t^\top + \gamma V_t + \tfrac{\lambda}{c_\mu}(1-\gamma)I_d",
            library=True,
        ),
    ],
    mutants=[
        _discounted_run(
            r"V_{t+1} \leftarrow a_t a_t^\top + \gamma V_t",
            "the term that restores the ridge dropped",
            restored=0,
        ),
        _discounted_run(
            r"V_{t+1} \leftarrow \tfrac{99}{100}a_t a_t^\top + \cdots",
            "the new action one per cent too light",
            new=Fraction(99, 100),
        ),
    ],
    depends_on=["Q3", "Q19", INDUCTION],
    effect="notation",
    note="Applied at t = 0 without an action, the update gives V_1 = γV_0 + (1-γ)(λ/c_μ)I = V_0: "
    f"the slip changes no number. {_INPUTS}",
)


# --- G2: sliding window -------------------------------------------------------------------------


def _window_update(tau: int, until: int, late: int = 0, virtual: bool = False) -> Update:
    """While t < until: V + a a^T; then V + a_t a_t^T - a_{t-τ} a_{t-τ}^T.

    ``late`` drops a later action; with ``virtual`` a round before 1 has the action 0.
    """

    def update(V: Array, actions: list[Array], t: int) -> Array:
        after = _outer(actions[-1]) + V
        if t < until:
            return after
        gone = t - tau + late
        if virtual and gone < 1:
            return after
        return after - _outer(actions[gone - 1])

    return update


def _window_run(
    latex: str, why: str = "", until: int = 1, library: bool = False, **changes: Any
) -> Statement:
    """``until`` is what is added to τ in the branch t < τ + until."""

    def check(case: dict[str, Any]) -> bool:
        tau = case["tau"]
        update = _window_update(tau, tau + until, **changes)
        return _reproduces(case, Window(tau), update, library)

    scope = "d <= 3, T <= 6, every sequence of two actions, τ in {1, 2, 7}"
    return Statement(latex, lambda: enumerate_cases(_runs((1, 2, 7), "tau"), check, scope), why)


def _window_trace(start: int, until: int) -> Iterator[dict[str, Any]]:
    def dropped(tau: int) -> Callable[[int], int | None]:
        return lambda t: t - tau if t >= tau + until else None

    for tau in range(1, 5):
        for event in _trace(6, start, dropped(tau)):
            yield {"tau": tau, **event}


_KEEP = r"V_{t+1}\leftarrow a_t a_t^\top + V_t"
_DROP = r"V_{t+1}\leftarrow a_t a_t^\top - a_{t-\tau}a_{t-\tau}^\top + V_t"

G2 = Claim(
    id="G2",
    error_lines="2683, 2695",
    title="At t = τ Algorithm 2 subtracts a_0, an action that was never played",
    printed=[
        _reads_before_set(
            lambda: _window_trace(1, 0),
            rf"\text{{if }} t < \tau:\ {_KEEP};\ \text{{else }} {_DROP}",
        ),
        _reads_before_set(
            lambda: _window_trace(0, 0), r"\text{Initialize } V_0 = (\lambda/c_\mu)I_d"
        ),
    ],
    corrected=[
        _reads_before_set(
            lambda: _window_trace(1, 1),
            r"\text{Initialize } V_1 = (\lambda/c_\mu)I_d,\ \hat\theta_1 = 0",
        ),
        _window_run(
            rf"\text{{if }} t\leq\tau:\ {_KEEP};\ \text{{else }} {_DROP}",
            library=True,
        ),
    ],
    support=[
        _window_run(r"a_0 = 0:\ \text{the printed branch } t < \tau", until=0, virtual=True),
    ],
    mutants=[
        _window_run(r"t \leq \tau + 1", "branch moved by one more round", until=2),
        _window_run(r"-a_{t-\tau+1}a_{t-\tau+1}^\top", "the next action dropped", late=1),
    ],
    depends_on=["Q35", "G1", INDUCTION],
    effect="notation",
    note="With the convention a_0 = 0 the printed branch gives the same matrices; without it the "
    "line t = τ reads an action that does not exist. As in the first algorithm V_0 is set and V_1 "
    f"read. {_INPUTS}",
)

CLAIMS = [G1, G2]
