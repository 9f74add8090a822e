r"""The bound explorer: what the regret bounds of the paper are worth.

A reader chooses a theorem (discount factors or a sliding window, worst case or gaps), moves S, d,
T, δ, Γ_T, Δ, the link, γ or τ and λ (or leaves the last two to the theorem) and sees c_μ, ρ, β,
the bound as printed, as corrected and as sharpened, its terms, and the horizon from which it is
smaller than m T.  All of it is computed in the page, by functions printed from the expressions of
``glbtheory.formulas``; :func:`values` computes the same with sixty digits.

The analysis window of the printed and corrected bounds is D = log T/log(1/γ), not rounded, as in
``useful_horizon``; the sharpened ones round it up, as in ``sharper_horizon``.  Their u and r give
the least radius, to three digits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory._support.validation import one_of
from glbtheory.book.explorers import _first_states
from glbtheory.book.explorers._javascript import library
from glbtheory.book.explorers._page import Choice, Control, Explorer, drawing, facts, show, table
from glbtheory.formulas import FORMULAS, Formula, Gamma, S, n
from glbtheory.regret import sharper_horizon, useful_horizon
from glbtheory.regret.sharper_directions import directions
from glbtheory.setting.links import Link, binomial, linear, logistic, poisson, z

LINKS = {"logistic": "logistic", "binomial": "binomial, n trials", "linear": "linear, rewards ≤ m"}
LINKS["poisson"] = "Poisson"
KINDS = {"printed": "as printed", "corrected": "corrected", "sharper": "sharper"}
TERMS = {
    "lost": "rounds after changes",
    "bias": "bias of old data",
    "bonuses": "bonuses",
}
#: Radius and bonus: what the page calls them, and the closed forms for the two ways to forget.
RADII = {
    "rho": ("ρ", "rho", "rho_window_end"),
    "s_bar": ("S̄", "s_bar", ""),
    "beta": ("β", "beta", "beta_window_end"),
    "beta_bar": ("β̄", "beta_bar", "beta_bar_window"),
    "rho_sharper": ("sharper ρ", "rho_sharpened", "rho_window_sharpened_end"),
    "beta_sharper": ("sharper β", "beta_sharpened", "beta_window_sharpened_end"),
}
_DIGITS = 60
#: How far the page looks for the horizons of sharpened bounds.
SHARP_DECADES = 20
#: A window that is a whole number but for its last digits is not rounded up once more.
_NEARLY = sp.Float("1e-40", _DIGITS)


@dataclass(frozen=True)
class Theorem:
    """A theorem of the paper: its words, its bounds by kind, its tuning."""

    words: str
    bounds: Mapping[str, Formula]
    tuning: Formula
    gaps: bool

    @property
    def window(self) -> bool:
        return self.tuning.name.startswith("tau")

    def radii(self) -> dict[str, Formula]:
        """Radius and bonus, in the forms of this way to forget."""
        forms = {key: names[2 if self.window else 1] for key, names in RADII.items()}
        return {key: FORMULAS[name] for key, name in forms.items() if name}


def _theorem(name: str, words: str) -> Theorem:
    printed, tuning, gaps = useful_horizon.THEOREMS[name]
    corrected = useful_horizon.THEOREMS[f"{name} corrected"][0]
    sharper = sharper_horizon.SHARPENED[f"{name} sharpened"][0]
    bounds = dict(zip(KINDS, (printed, corrected, sharper), strict=True))
    forms = {kind: FORMULAS[form] for kind, form in bounds.items()}
    return Theorem(words, forms, FORMULAS[tuning], gaps)


THEOREMS = {
    "T2": _theorem("T2", "discount factors, worst case"),
    "T1": _theorem("T1", "discount factors, gaps of at least Δ"),
    "T5": _theorem("T5", "sliding window, worst case"),
    "T6": _theorem("T6", "sliding window, gaps of at least Δ"),
}


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
    """The three terms of a bound: with Γ_T, with the bonus alone, and the others.

    The square of a sum of bonuses and bias is opened: its mixed term is counted as bias.
    """
    uses = list(formula.uses)
    whole = formula.expression
    for norm in (f for f in formula.uses if f.name.startswith("regret_norm")):
        whole, uses = whole.subs(norm.symbol, norm.expression), list(norm.uses)
    biased = [f.symbol for f in uses if "bias" in f.name or "mixed" in f.name]
    bonus = [f.symbol for f in uses if f.symbol not in biased]
    parts: dict[str, Any] = dict.fromkeys(TERMS, sp.Integer(0))
    for term in sp.Add.make_args(_opened(whole, biased + bonus)):
        plain = term.has(*bonus) and not term.has(*biased)
        parts["lost" if term.has(Gamma) else "bonuses" if plain else "bias"] += term
    return parts


def _opened(whole: Any, symbols: Sequence[Any]) -> Any:
    """Squares and products of sums with these symbols multiplied out, and nothing else."""
    opened = whole.replace(
        lambda e: e.is_Pow and e.exp == 2 and e.base.is_Add,
        lambda e: sp.Add(*(x * y for x in e.base.args for y in e.base.args)),
    )
    found = []
    for part in sp.Add.make_args(opened):
        sums = [x for x in sp.Mul.make_args(part) if x.is_Add and x.has(*symbols)]
        found += [part / sums[0] * x for x in sums[0].args] if sums else [part]
    return sp.Add(*found)


def prelude() -> str:
    """The functions of the page, its theorems, and the grid on which it looks for horizons."""
    more, wanted, rows = _of_links(), ["lam_theorem", "analysis_window"], {}
    for name, theorem in THEOREMS.items():
        tuned = theorem.tuning.expression
        more[f"{name}_tuned"] = tuned if theorem.window else 1 - tuned
        for kind, formula in theorem.bounds.items():
            for word, term in terms(formula).items():
                more[f"{name}_{kind}_{word}"] = term
            wanted += [f.name for f in _parts(formula)]
        radii = {key: formula.name for key, formula in theorem.radii().items()}
        wanted += radii.values()
        rows[name] = {"window": theorem.window, "gaps": theorem.gaps, "radii": radii}
    grid = (
        useful_horizon.DECADES,
        SHARP_DECADES,
        useful_horizon.PER_DECADE,
        list(useful_horizon.TENTHS),
    )
    return (
        library((FORMULAS[name] for name in dict.fromkeys(wanted)), more)
        + f"const THEOREMS = {json.dumps(rows, separators=(',', ':'))};\n"
        + f"const KINDS = {json.dumps(KINDS, separators=(',', ':'))};\n"
        + f"const [DECADES, SHARP_DECADES, PER_DECADE, TENTHS] = {json.dumps(grid)};\n"
    )


def _parts(formula: Formula) -> list[Formula]:
    """What the terms of a bound call."""
    found = [f for f in formula.uses if not f.name.startswith("regret_norm")]
    for norm in (f for f in formula.uses if f not in found):
        found += norm.uses
    return found


# --- the same numbers in Python -------------------------------------------------------------------


def arguments(state: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of the closed forms for what a reader chose.

    ``gamma`` or ``tau``, ``lam``, and ``u`` and ``r`` may be None or missing: the theorem's
    tuning, and the least radius.  Numbers are exact, or have sixty digits.
    """
    theorem = THEOREMS[one_of("theorem", state.get("theorem", "T2"), THEOREMS)]
    names = ["S", "d", "T", "delta", "Gamma", *(["Delta"] if theorem.gaps else [])]
    known = formulas.check_arguments({k: state[k] for k in names})
    link = link_of(state["link"], state.get("n", 1))
    known |= formulas.link_constants(link, known["S"])
    if "m" not in known and state.get("m") is not None:
        known |= formulas.check_arguments({"m": state["m"]})
    if state.get("lam") is None:
        known["lam"] = FORMULAS["lam_theorem"].exactly(T=known["T"], d=known["d"]).evalf(_DIGITS)
    else:
        known |= formulas.check_arguments({"lam": state["lam"]})
    known |= _forgetting(theorem, state, known)
    return known


def _forgetting(
    theorem: Theorem, state: Mapping[str, Any], known: Mapping[str, Any]
) -> dict[str, Any]:
    """γ and D, or τ; nothing without changes, where the tuned ones do not exist."""
    key = "tau" if theorem.window else "gamma"
    if state.get(key) is not None:
        found = formulas.check_arguments({key: state[key]})
    elif known["Gamma"] == 0:
        return {}
    else:
        found = {key: _put(theorem.tuning.expression, known)}
    if theorem.window:
        return {"tau": sp.ceiling(found["tau"] * (1 - _NEARLY)), "t": known["T"]}
    if not 0 < found["gamma"] < 1:
        return found
    return found | {"D": _put(FORMULAS["analysis_window"].expression, {**known, **found})}


def speaks(theorem: Theorem, known: Mapping[str, Any]) -> bool:
    """Whether the theorem is about these numbers."""
    if not {"k_mu", "m"} <= set(known) or (theorem.gaps and known["Delta"] > known["m"]):
        return False
    if theorem.window:
        return "tau" in known
    return "gamma" in known and bool(sp.Rational(1, 2) < known["gamma"] < 1)


def values(state: Mapping[str, Any]) -> dict[str, float]:
    """What the page shows for a choice, except the horizons; only what exists."""
    known, theorem = arguments(state), THEOREMS[state.get("theorem", "T2")]
    found: dict[str, float] = {}
    found |= {name: _float(known[name]) for name in ("k_mu", "c_mu", "m") if name in known}
    found["inverse_c_mu"] = _float(1 / known["c_mu"])
    found["lam"] = _float(known["lam"])
    if not speaks(theorem, known):
        return found
    if theorem.window:
        found["tau"] = _float(known["tau"])
    else:
        found |= {"gamma": _float(known["gamma"]), "D": _float(known["D"])}
        found["memory"] = _float(1 / (1 - known["gamma"]))
    chosen_by = {"printed": known, "corrected": known}
    # The sharpened bounds need a mean function with values in [0, m], not only rewards.
    if link_of(state["link"], state.get("n", 1)).reward_range is not None:
        sharp = chosen_by["sharper"] = _sharp(theorem, state, known)
        found |= {"u": _float(sharp["u"]), "r": _float(sharp["r"])}
    for key, formula in theorem.radii().items():
        kind = "sharper" if "sharper" in key else "printed"
        if kind in chosen_by:
            found[key] = _float(_exact(formula, chosen_by[kind]))
    for kind, chosen in chosen_by.items():
        formula = theorem.bounds[kind]
        parts = {f.symbol: _exact(f, chosen) for f in _parts(formula)}
        for name, term in terms(formula).items():
            found[f"{kind}_{name}"] = _float(_put(term.xreplace(parts), chosen))
        found[kind] = _float(_exact(formula, chosen))
        found[f"{kind}_share"] = found[kind] / _float(known["m"] * known["T"])
    return found


def _sharp(theorem: Theorem, state: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a sharpened bound: D rounded up, and u and r."""
    sharp = dict(known)
    if theorem.window:
        rounds = min(known["tau"], known["T"])
    else:
        sharp["D"] = sp.Max(1, sp.ceiling(known["D"]))
        weights = (1 - formulas.gamma ** (2 * formulas.D)) / (1 - formulas.gamma**2)
        rounds = _put(weights, sharp)
    if state.get("u") is not None:
        return sharp | formulas.check_arguments({k: state[k] for k in ("u", "r")})
    plain = {name: _float(known[name]) for name in ("lam", "delta", "m")}
    # The radius sees the past as one round of discounts with so many times its slope.
    slope = _float(known["k_mu"]) * _float(rounds)
    best = directions(d=int(known["d"]), T=int(known["T"]), gamma=0.5, D=1, k_mu=slope, **plain)
    return sharp | {k: sp.Rational(str(x)) for k, x in best._asdict().items()}


def _put(expression: Any, known: Mapping[str, Any]) -> Any:
    chosen = {formulas.SYMBOLS[name]: x.evalf(_DIGITS) for name, x in known.items()}
    return sp.sympify(expression).xreplace(chosen).evalf(_DIGITS)


def _exact(formula: Formula, known: Mapping[str, Any]) -> Any:
    parts = {f.symbol: _exact(f, known) for f in formula.uses}
    return _put(formula.expression.xreplace(parts), known)


def _float(x: Any) -> float:
    return float(sp.sympify(x).evalf(30))


@lru_cache(maxsize=64)
def horizon(name: str, kind: str, problem: useful_horizon.HorizonProblem) -> float:
    """From which T on a bound with its own tuning is below m T; the sharper ones to 3 digits."""
    if kind == "sharper":
        return float(
            sharper_horizon.first_useful(
                f"{name} sharpened", problem, digits=3, decades=SHARP_DECADES
            )
        )
    suffix = {"printed": "", "corrected": " corrected"}[kind]
    return float(useful_horizon.first_useful(name + suffix, problem).T0)


# --- the card -------------------------------------------------------------------------------------


def bound_explorer(
    *,
    theorem: str = "T2",
    S: Any = 6,
    d: int = 2,
    T: int = 8000,
    delta: Any = Fraction(1, 20),
    Gamma: int = 2,
    Delta: Any = Fraction(1, 5),
    link: str = "logistic",
    trials: int = 5,
) -> Explorer:
    """The explorer; the arguments are what it shows first, with the theorem's γ or τ, and λ."""
    if link not in ("logistic", "binomial"):
        raise ValueError(f"link must be logistic or binomial to begin with, not {link!r}")
    state = {"S": S, "d": d, "T": T, "delta": delta, "Gamma": Gamma, "Delta": Delta}
    state |= {"link": link, "n": trials, "theorem": theorem}
    found: dict[str, float | None] = dict(values(state))
    if "corrected" not in found:
        raise ValueError("T must be so large that the tuned gamma is above 1/2, and Delta below m")
    problem = useful_horizon.HorizonProblem(
        S=Fraction(S),
        d=d,
        Gamma=Gamma,
        delta=Fraction(delta),
        Delta=Fraction(Delta),
        link=link_of(link, trials),
    )
    found |= {f"{kind}_from": horizon(theorem, kind, problem) for kind in KINDS}
    return Explorer(
        title="Bound explorer: what a regret bound is worth",
        lines=_lines(state, found),
        controls="".join(c.html() for c in _controls(state)),
        body=_body(theorem, found),
        prelude=prelude(),
        script="regret_bounds.js",
        values=found,
        picture=lambda: _first_states.shares(theorem, problem, T),
    )


def _controls(state: Mapping[str, Any]) -> list[Control | Choice]:
    first = {k: float(state[k]) for k in ("S", "d", "T", "delta", "Gamma", "Delta", "n")}
    tuned = {"tuned": "tuned, as in the theorem", "given": "my own"}
    ridge = {"theorem": "d log T, as in the theorem", "given": "my own"}
    return [
        Choice("theorem", "theorem", {k: t.words for k, t in THEOREMS.items()}, state["theorem"]),
        Choice("link", "link", LINKS, state["link"]),
        Control("n", "n, trials", 1, 1000, first["n"], 1, "log", True, "link=binomial"),
        Control("m", "m, largest reward", 0.1, 1000, 1, 1, "log", False, "link=linear"),
        Control("S", "S, largest |θ|", 0.1, 20, first["S"], 0.1),
        Control("d", "d, dimension", 1, 100, first["d"], 1, "linear", True),
        Control("T", "T, horizon", 10, 1e20, first["T"], 1, "log", True),
        Control("Gamma", "Γ, number of changes", 0, 1000, first["Gamma"], 1, "linear", True),
        Control("Delta", "Δ, least gap", 0.001, 1000, first["Delta"], 1, "log", False, _when(True)),
        Control("delta", "δ, chance of failure", 1e-6, 1, first["delta"], 1, "log"),
        Choice("forgetting", "γ or τ", tuned, "tuned"),
        Control(
            "gamma",
            "γ, discount factor",
            0.5,
            0.9999999,
            0.9975,
            scale="memory",
            when=f"forgetting=given&{_when(window=False)}",
        ),
        Control(
            "tau",
            "τ, window",
            1,
            1e15,
            400,
            scale="log",
            whole=True,
            when=f"forgetting=given&{_when(window=True)}",
        ),
        Choice("ridge", "λ", ridge, "theorem"),
        Control("lam", "λ, regularisation", 0.01, 1000, 1, scale="log", when="ridge=given"),
    ]


def _when(gaps: bool | None = None, window: bool | None = None) -> str:
    """The theorems with gaps, or with a window, as a condition."""
    wanted = [
        name
        for name, theorem in THEOREMS.items()
        if gaps in (None, theorem.gaps) and window in (None, theorem.window)
    ]
    return f"theorem={' '.join(wanted)}"


def _body(theorem: str, found: Mapping[str, float | None]) -> str:
    names = {"k_mu": "k_μ", "c_mu": "c_μ", "inverse_c_mu": "1/c_μ", "m": "m", "lam": "λ"}
    names |= {"gamma": "γ", "memory": "1/(1−γ)", "D": "D = log T / log(1/γ)", "tau": "τ"}
    names |= {key: words[0] for key, words in RADII.items()} | {"u": "u", "r": "r"}
    conditions = dict.fromkeys(("gamma", "memory", "D", "s_bar"), _when(window=False))
    conditions["tau"] = _when(window=True)
    rows = [
        (words, [(f"{kind}_{name}", found[f"{kind}_{name}"]) for kind in KINDS])
        for name, words in TERMS.items()
    ]
    rows.append(("sum: the bound", [(kind, found[kind]) for kind in KINDS]))
    for name, words in (("share", "bound / (m T)"), ("from", "below m T from T =")):
        rows.append((words, [(f"{kind}_{name}", found[f"{kind}_{name}"]) for kind in KINDS]))
    alt = "The bounds, as printed, corrected and sharper, over m T against the horizon; below 1 "
    shown = {"theorem": theorem}
    return (
        table(["the regret is at most", *KINDS.values()], rows)
        + f'<div class="drawings">{drawing("share", alt + "they say something")}</div>\n'
        + facts(((key, name, found.get(key)) for key, name in names.items()), conditions, shown)
    )


def _lines(state: Mapping[str, Any], found: Mapping[str, float | None]) -> tuple[str, ...]:
    """The first state as text."""
    theorem = THEOREMS[state["theorem"]]
    names = ["S", "d", "T", "delta", "Gamma", *(["Delta"] if theorem.gaps else [])]
    chosen = [f"{k} = {float(state[k]):g}" for k in names]
    key = "tau" if theorem.window else "gamma"
    shown = {"c_mu": "c_μ", key: {"tau": "τ"}.get(key, "γ"), "lam": "λ"}
    shown |= {key: RADII[key][0] for key in theorem.radii()}
    lines = [
        f"{theorem.words}; link {state['link']}, {', '.join(chosen)}; "
        f"{shown[key]} and λ as in the theorem"
    ]
    lines.append(", ".join(f"{name} = {show(found[key])}" for key, name in shown.items()))
    for kind, words in KINDS.items():
        bound, share, start = (found[kind + end] for end in ("", "_share", "_from"))
        lines.append(
            f"bound, {words}: {show(bound)} = {show(share)} m T; below m T from T = {show(start)}"
        )
    return tuple(lines)
