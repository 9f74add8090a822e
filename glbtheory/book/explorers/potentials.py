r"""The elliptical-potential playground: actions in the plane, and what their norms add up to.

A reader drags actions inside the unit disc (or takes a preset), chooses how to forget and the ridge
λ, and sees the potential :math:`\sum_t \lVert a_t\rVert^2_{V_t^{-1}}`, the bound of the lemma, and
the ellipse :math:`\lVert x\rVert_{V_t} \le 1`.  Constants and presets are printed from sympy
expressions; the sums over rounds are written in ``potentials.js`` and tested against
:mod:`glbtheory.regret.potentials`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp

from glbtheory._support.validation import one_of, whole_number
from glbtheory.book.explorers import _first_states
from glbtheory.book.explorers._javascript import library
from glbtheory.book.explorers._page import Choice, Control, Explorer, drawing, facts, show, table
from glbtheory.formulas import ELLIPTICAL, FORMULAS, T, d, gamma, lam, t
from glbtheory.regret import potentials
from glbtheory.setting.forgetting import Discount, Forgetting, Window

MOST_ROUNDS = 60
_turn = 2 * sp.pi * t / 12
#: The action of round t among T, as a pair of expressions.
PRESETS: dict[str, tuple[str, Any, Any]] = {
    "same": ("always the same action", sp.Integer(1), sp.Integer(0)),
    "alternate": (
        "two actions in turn",
        (1 - (-1) ** t) / 2,
        (1 + (-1) ** t) / 2,
    ),
    "halves": (
        "one action, then another",
        sp.Piecewise((1, t <= T / 2), (0, True)),
        sp.Piecewise((0, t <= T / 2), (1, True)),
    ),
    "spiral": ("spiral", t / T * sp.cos(_turn), t / T * sp.sin(_turn)),
}
#: The lemma's right-hand side for any actions: its volume is at most the bound on the determinant.
_ANY_VOLUME = (
    sp.log(FORMULAS["determinant_discount"].expression.subs(t, T + 1))
    - d * sp.log(lam)
    + d * T * sp.log(1 / gamma)
)
_BEST = FORMULAS["elliptical_constant_best"]
_WINDOW = FORMULAS["elliptical_window"]
SHOWN = {
    "potential": "potential, all rounds",
    "volume": "log-volume",
    "norm": "‖a‖² at round t",
    "constant": "C = 2 max(1, 1/λ)",
    "best_constant": "least C",
}
BOUNDS = {
    "bound": "C × log-volume",
    "best": "least C × log-volume",
    "any": "the same for any actions",
}


def preset(name: str, rounds: int) -> np.ndarray:
    """The actions of a preset, one row per round."""
    one_of("name", name, PRESETS)
    rounds = whole_number("rounds", rounds, 1, MOST_ROUNDS)
    _, *pair = PRESETS[name]
    rows = [
        [float(e.subs({t: k, T: rounds})) for e in map(sp.sympify, pair)]
        for k in range(1, rounds + 1)
    ]
    return np.array(rows)


def prelude() -> str:
    """Constants, bounds and presets of the page."""
    more = {"any_volume": _ANY_VOLUME}
    for name, (_, x, y) in PRESETS.items():
        more |= {f"{name}_x": x, f"{name}_y": y}
    return library([ELLIPTICAL, _BEST, _WINDOW], more)


def values(actions: Any, forgetting: Forgetting, ridge: float, at: int) -> dict[str, float]:
    """What the page shows: sums over all rounds, and the squared norm of the action of one.

    The log-volume of discounts is log(det V_{T+1}/(λ^d γ^{dT})); of a window it is
    d ⌈T/τ⌉ log(1 + τ/(λd)), whatever the actions.
    """
    terms = potentials.potential(actions, forgetting, ridge)
    rounds, d_ = np.shape(actions)
    found = {"potential": float(terms.sum()), "norm": float(terms[at - 1])}
    found["constant"], found["best_constant"] = ELLIPTICAL(lam=ridge), _BEST(lam=ridge)
    if isinstance(forgetting, Window):
        bound = _WINDOW(d=d_, T=rounds, lam=ridge, tau=forgetting.tau)
        found["volume"] = bound / found["constant"]
        found["any"] = bound
    else:
        found["volume"] = potentials.log_growth(actions, forgetting, ridge)
        chosen = {d: d_, T: rounds, lam: sp.Rational(str(ridge))}
        chosen[gamma] = sp.Rational(str(getattr(forgetting, "gamma", 1)))
        found["any"] = found["constant"] * float(_ANY_VOLUME.subs(chosen).evalf(30))
    found["bound"] = found["constant"] * found["volume"]
    found["best"] = found["best_constant"] * found["volume"]
    for name in BOUNDS:
        found[f"{name}_share"] = found["potential"] / found[name]
    return found


# --- the card -------------------------------------------------------------------------------------


def potential_playground(
    *, start: str = "spiral", rounds: int = 24, gamma: float = 0.9, lam: float = 1.0, at: int = 12
) -> Explorer:
    """The playground; the arguments are a preset, its rounds, γ, λ and the round shown first."""
    actions = preset(start, rounds)
    at = whole_number("at", at, 1, rounds)
    controls: list[Control | Choice] = [
        Choice(
            "preset", "actions", {k: v[0] for k, v in PRESETS.items()} | {"own": "yours"}, start
        ),
        Control("T", "T, rounds", 1, MOST_ROUNDS, rounds, 1, "linear", True),
        Choice(
            "forgetting", "forgetting", {"discount": "discount γ", "window": "window τ"}, "discount"
        ),
        Control("gamma", "γ", 0.5, 0.999, gamma, scale="memory", when="forgetting=discount"),
        Control("tau", "τ", 1, MOST_ROUNDS, 8, 1, "linear", True, "forgetting=window"),
        Control("lam", "λ, ridge", 0.05, 20, lam, scale="log"),
        Control("at", "t, round shown", 1, MOST_ROUNDS, at, 1, "linear", True),
        Control("x", "its action, first part", -1, 1, round(actions[at - 1][0], 6), 0.01),
        Control("y", "its action, second part", -1, 1, round(actions[at - 1][1], 6), 0.01),
    ]
    memory = Discount(gamma)
    found = values(actions, memory, lam, at)
    return Explorer(
        title="Elliptical-potential playground",
        lines=_lines(start, rounds, gamma, lam, at, found),
        controls="".join(c.html() for c in controls),
        body=_body(found),
        prelude=prelude(),
        script="potentials.js",
        values=found,
        picture=lambda: _first_states.potential(actions, memory, lam, at, found["constant"]),
    )


def _body(found: dict[str, float]) -> str:
    alts = {
        "disc": "The actions in the unit disc, and the ellipse of the design matrix at round t",
        "sums": "The potential after each round, below the bound of the lemma",
    }
    drawn = "".join(drawing(name, alt) for name, alt in alts.items())
    rows = [
        (words, [(name, found[name]), (f"{name}_share", found[f"{name}_share"])])
        for name, words in BOUNDS.items()
    ]
    return (
        facts((key, name, found[key]) for key, name in SHOWN.items())
        + table(["the potential is at most", "bound", "potential / bound"], rows)
        + f'<div class="drawings">{drawn}</div>\n'
        + '<p class="keys">Drag an action, or reach the orange one with Tab and move it with the '
        "arrow keys; Page Up and Page Down choose another round.</p>\n"
    )


def _lines(
    start: str, rounds: int, gamma: float, lam: float, at: int, found: dict[str, float]
) -> tuple[str, ...]:
    rows = [
        f"{words}: {show(found[name])}, potential / bound = {show(found[f'{name}_share'])}"
        for name, words in BOUNDS.items()
    ]
    return (
        f"actions: {PRESETS[start][0]}, T = {rounds}, γ = {gamma:g}, λ = {lam:g}",
        f"potential {show(found['potential'])}, log-volume {show(found['volume'])}, "
        f"squared norm of round {at}: {show(found['norm'])}",
        *rows,
    )
