r"""The bound explorer: what the worst-case regret bound with discount factors is worth.

A reader moves S, d, T, δ, Γ_T, the link, γ and λ (or leaves the last two to the theorem) and sees
ρ, S̄, β, β̄, c_μ, the bound as printed and as corrected, its three terms, and the horizon from
which on it is smaller than m T.  All of it is computed in the page, by functions printed from the
expressions of ``formulas``; :func:`values` computes the same from the same expressions with
sixty digits.  The analysis window is D = log T/log(1/γ), not rounded, as in ``vacuity``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas, vacuity
from glbtheory.explorers import _pictures
from glbtheory.explorers._javascript import library
from glbtheory.explorers._page import Choice, Control, Explorer, drawing, facts, show, table
from glbtheory.formulas import FORMULAS, Formula, Gamma, S, n
from glbtheory.inputs import one_of
from glbtheory.links import Link, binomial, linear, logistic, poisson, z

LINKS = {"logistic": "logistic", "binomial": "binomial, n trials", "linear": "linear, rewards ≤ m"}
LINKS["poisson"] = "Poisson"
#: Bound and theorem of ``vacuity``, as printed and as corrected.
BOUNDS = {
    "printed": (FORMULAS["regret_discount"], "T2"),
    "corrected": (FORMULAS["regret_discount_corrected"], "T2 corrected"),
}
TERMS = {
    "lost": "rounds after changes",
    "bias": "bias of old data",
    "bonuses": "bonuses",
}
RADII = {"rho": "ρ", "s_bar": "S̄", "beta": "β", "beta_bar": "β̄"}
_TUNED = 1 - FORMULAS["gamma_worst_case"].expression
_DIGITS = 60


def link_of(name: str, trials: int = 1) -> Link:
    """The link that a reader chose."""
    one_of("link", name, LINKS)
    if name == "binomial":
        return binomial(trials)
    return {"logistic": logistic, "linear": linear, "poisson": poisson}[name]


def _of_links() -> dict[str, Any]:
    """k_μ, c_μ over |z| <= S and m of every link; those of n trials are n times the logistic's."""
    found: dict[str, Any] = {}
    for name, link in (("logistic", logistic), ("linear", linear), ("poisson", poisson)):
        constants = formulas.link_constants(link)
        # The least slope is at an end, as in ``link_constants``.
        constants["c_mu"] = sp.Min(*(link.slope.subs(z, side * S) for side in (1, -1)))
        found |= {f"{name}_{key}": value for key, value in constants.items()}
    for key in ("k_mu", "c_mu", "m"):
        found[f"binomial_{key}"] = n * found[f"logistic_{key}"]
    return found


def terms(formula: Formula) -> dict[str, Any]:
    """The three terms of a bound: with Γ_T, with the bonus, and the one with neither."""
    (beta,) = formula.uses
    parts: dict[str, Any] = dict.fromkeys(TERMS, sp.Integer(0))
    for term in sp.Add.make_args(formula.expression):
        kind = "lost" if term.has(Gamma) else "bonuses" if term.has(beta.symbol) else "bias"
        parts[kind] += term
    return parts


def prelude() -> str:
    """The functions of the page, and the grid on which it looks for horizons."""
    more = {"forget_tuned": _TUNED, **_of_links()}
    for kind, (formula, _) in BOUNDS.items():
        more |= {f"{kind}_{name}": term for name, term in terms(formula).items()}
    used = ["lam_theorem", "analysis_window", *RADII]
    wanted = [*(FORMULAS[name] for name in used), *(b for b, _ in BOUNDS.values())]
    grid = (vacuity._DECADES, vacuity._PER_DECADE, list(vacuity._TENTHS))
    return library(wanted, more) + f"const [DECADES, PER_DECADE, TENTHS] = {json.dumps(grid)};\n"


# --- the same numbers in Python -------------------------------------------------------------------


def arguments(state: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the closed forms for what a reader chose; ``gamma``, ``lam`` may be None.

    None stands for the theorem's tuning.  Numbers are exact, or have sixty digits.
    """
    known = formulas.check_arguments({k: state[k] for k in ("S", "d", "T", "delta", "Gamma")})
    link = link_of(state["link"], state.get("n", 1))
    known |= formulas.link_constants(link, known["S"])
    if "m" not in known and state.get("m") is not None:
        known |= formulas.check_arguments({"m": state["m"]})
    if state.get("lam") is None:
        known["lam"] = FORMULAS["lam_theorem"].exactly(T=known["T"], d=known["d"]).evalf(_DIGITS)
    else:
        known |= formulas.check_arguments({"lam": state["lam"]})
    if state.get("gamma") is None:
        tuned = {s: known[s.name] for s in _TUNED.free_symbols}
        known["gamma"] = 1 - _TUNED.xreplace(tuned).evalf(_DIGITS)
    else:
        known |= formulas.check_arguments({"gamma": state["gamma"]})
    window = FORMULAS["analysis_window"].expression
    known["D"] = window.xreplace({formulas.T: known["T"], formulas.gamma: known["gamma"]})
    known["D"] = known["D"].evalf(_DIGITS)
    return known


def values(state: Mapping[str, Any]) -> dict[str, float]:
    """What the page shows for a choice, except the horizons; only what exists."""
    known = arguments(state)
    found: dict[str, float] = {}
    found |= {name: _float(known[name]) for name in ("k_mu", "c_mu", "m") if name in known}
    found["inverse_c_mu"] = _float(1 / known["c_mu"])
    found["lam"] = _float(known["lam"])
    if not {"k_mu", "m"} <= set(known) or not sp.Rational(1, 2) < known["gamma"] < 1:
        return found
    found |= {"gamma": _float(known["gamma"]), "D": _float(known["D"])}
    found["memory"] = _float(1 / (1 - known["gamma"]))
    found |= {name: _evaluate(FORMULAS[name], known) for name in RADII}
    for kind, (formula, _) in BOUNDS.items():
        found[kind] = _evaluate(formula, known)
        found[f"{kind}_share"] = found[kind] / _float(known["m"] * known["T"])
        (beta,) = formula.uses
        size = _exact(beta, known)
        for name, term in terms(formula).items():
            found[f"{kind}_{name}"] = _float(_put(term.subs(beta.symbol, size), known))
    return found


def _put(expression: Any, known: Mapping[str, Any]) -> Any:
    chosen = {formulas.SYMBOLS[name]: x.evalf(_DIGITS) for name, x in known.items()}
    return expression.xreplace(chosen).evalf(_DIGITS)


def _exact(formula: Formula, known: Mapping[str, Any]) -> Any:
    return _put(formula.expanded(), known)


def _evaluate(formula: Formula, known: Mapping[str, Any]) -> float:
    return _float(_exact(formula, known))


def _float(x: Any) -> float:
    return float(sp.sympify(x).evalf(30))


# --- the card -------------------------------------------------------------------------------------


def bound_explorer(
    *,
    S: Any = 6,
    d: int = 2,
    T: int = 8000,
    delta: Any = Fraction(1, 20),
    Gamma: int = 2,
    link: str = "logistic",
    trials: int = 5,
) -> Explorer:
    """The explorer; the arguments are what it shows first, with the theorem's γ and λ."""
    if link not in ("logistic", "binomial"):
        raise ValueError(f"link must be logistic or binomial to begin with, not {link!r}")
    state = {"S": S, "d": d, "T": T, "delta": delta, "Gamma": Gamma, "link": link, "n": trials}
    found: dict[str, float | None] = dict(values(state))
    if "corrected" not in found:
        raise ValueError("T must be so large that the tuned gamma is above 1/2")
    problem = vacuity.Problem(
        S=Fraction(S), d=d, Gamma=Gamma, delta=Fraction(delta), link=link_of(link, trials)
    )
    for kind, (_, theorem) in BOUNDS.items():
        found[f"{kind}_from"] = float(vacuity.first_useful(theorem, problem).T0)
    return Explorer(
        title="Bound explorer: worst-case regret with discount factors",
        lines=_lines(state, found),
        controls="".join(c.html() for c in _controls(state)),
        body=_body(found),
        prelude=prelude(),
        script="bounds.js",
        values=found,
        picture=lambda: _pictures.shares(problem, T),
    )


def _controls(state: Mapping[str, Any]) -> list[Control | Choice]:
    first = {k: float(state[k]) for k in ("S", "d", "T", "delta", "Gamma", "n")}
    return [
        Choice("link", "link", LINKS, state["link"]),
        Control("n", "n, trials", 1, 1000, first["n"], 1, "log", True, "link=binomial"),
        Control("m", "m, largest reward", 0.1, 1000, 1, 1, "log", False, "link=linear"),
        Control("S", "S, largest |θ|", 0.1, 20, first["S"], 0.1),
        Control("d", "d, dimension", 1, 100, first["d"], 1, "linear", True),
        Control("T", "T, horizon", 10, 1e20, first["T"], 1, "log", True),
        Control("Gamma", "Γ, number of changes", 0, 1000, first["Gamma"], 1, "linear", True),
        Control("delta", "δ, chance of failure", 1e-6, 1, first["delta"], 1, "log"),
        Choice("discount", "γ", {"tuned": "tuned, as in the theorem", "given": "given"}, "tuned"),
        Control(
            "gamma",
            "γ, discount factor",
            0.5,
            0.9999999,
            0.9975,
            scale="memory",
            when="discount=given",
        ),
        Choice(
            "ridge", "λ", {"theorem": "d log T, as in the theorem", "given": "given"}, "theorem"
        ),
        Control("lam", "λ, regularisation", 0.01, 1000, 1, scale="log", when="ridge=given"),
    ]


def _body(found: Mapping[str, float | None]) -> str:
    names = {"k_mu": "k_μ", "c_mu": "c_μ", "inverse_c_mu": "1/c_μ", "m": "m", "lam": "λ"}
    names |= {"gamma": "γ", "memory": "1/(1−γ)", "D": "D = log T / log(1/γ)", **RADII}
    rows = [
        (words, [(f"{kind}_{name}", found[f"{kind}_{name}"]) for kind in BOUNDS])
        for name, words in TERMS.items()
    ]
    rows.append(("sum: the bound", [(kind, found[kind]) for kind in BOUNDS]))
    for name, words in (("share", "bound / (m T)"), ("from", "below m T from T =")):
        rows.append((words, [(f"{kind}_{name}", found[f"{kind}_{name}"]) for kind in BOUNDS]))
    alt = "The bounds, as printed and corrected, over m T against the horizon; below 1 they speak"
    return (
        facts((key, name, found[key]) for key, name in names.items())
        + table(["the regret is at most", "as printed", "corrected"], rows)
        + f'<div class="drawings">{drawing("share", alt)}</div>\n'
    )


def _lines(state: Mapping[str, Any], found: Mapping[str, float | None]) -> tuple[str, ...]:
    """The first state as text."""
    chosen = [f"{k} = {float(state[k]):g}" for k in ("S", "d", "T", "delta", "Gamma")]
    shown = {"c_mu": "c_μ", "gamma": "γ", "lam": "λ", **RADII}
    lines = [f"link {state['link']}, {', '.join(chosen)}; γ and λ as in the theorem"]
    lines.append(", ".join(f"{name} = {show(found[key])}" for key, name in shown.items()))
    for kind in BOUNDS:
        bound, share, start = (found[kind + end] for end in ("", "_share", "_from"))
        lines.append(
            f"bound, {kind}: {show(bound)} = {show(share)} m T; below m T from T = {show(start)}"
        )
    return tuple(lines)
