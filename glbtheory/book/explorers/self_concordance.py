r"""The self-concordance explorer: what :math:`|\ddot\mu| \le \dot\mu` allows a slope to do.

A reader chooses a link and two points z and z + h.  One drawing has the cone: log μ' as a function
with slopes between -1 and 1 cannot leave the two lines through any of its points.  The other has
the mean slope between the points against the exponential and the rational bounds of the lemma.
All functions are printed from the links and from the terms of the lemma (claim L4).
"""

from __future__ import annotations

import json
from functools import cache, partial
from typing import Any

import numpy as np
import sympy as sp

from glbtheory._support.validation import one_of, real_number
from glbtheory.book.explorers import _first_states
from glbtheory.book.explorers._javascript import library
from glbtheory.book.explorers._page import Choice, Control, Explorer, drawing, facts, show
from glbtheory.setting.links import Link, binomial, linear, logistic, poisson, scaled_bernoulli, z
from glbtheory.setting.self_concordance import (
    h,
    lower_exponential,
    lower_rational,
    rise,
    upper_exponential,
)

#: How far the two points may be from 0 and from each other.
REACH, FAR = 6.0, 4.0
NAMES = {
    "logistic": "logistic",
    "binomial": "binomial, 3 trials",
    "poisson": "Poisson",
    "linear": "linear",
    "arctan": "arctangent",
    "steep": "reward 0 or 2 (constant 2)",
}
SHOWN = {
    "mu": "μ(z)",
    "slope": "μ′(z)",
    "slope_there": "μ′(z + h)",
    "curvature": "μ″(z) / μ′(z)",
    "mean_slope": "mean slope",
    "lower_rational": "rational bound",
    "lower_exponential": "lower exp. bound",
    "upper_exponential": "upper exp. bound",
    "lower_ratio": "lower exp. / mean",
    "upper_ratio": "mean / upper exp.",
}


@cache
def links() -> dict[str, Link]:
    """The links to choose from; all but the last are self-concordant with constant 1."""
    arctan = Link.from_formula("atan(z)", "arctan")
    return {
        "logistic": logistic,
        "binomial": binomial(3),
        "poisson": poisson,
        "linear": linear,
        "arctan": arctan,
        "steep": scaled_bernoulli(2),
    }


@cache
def expressions(name: str) -> dict[str, Any]:
    """Functions of z and h: the link, and the two sides of the lemma divided by the distance.

    ``up`` and ``down`` are the mean slopes to z + h and to z - h, for h > 0.
    """
    link = links()[one_of("link", name, NAMES)]
    return {
        "mu": link.mean,
        "slope": link.slope,
        "curvature": link.curvature,
        "up": rise(link, 1) / h,
        "down": rise(link, -1) / h,
        "lower_exponential": lower_exponential(link) / h,
        "upper_exponential": upper_exponential(link) / h,
        "lower_rational": lower_rational(link) / h,
    }


def prelude() -> str:
    """The functions of the page and the ends of its axes."""
    named = {f"{name}_{key}": e for name in NAMES for key, e in expressions(name).items()}
    return library([], named) + f"const LIMITS = {json.dumps({'reach': REACH, 'far': FAR})};\n"


def values(link: str, at: float, step: float) -> dict[str, float]:
    """What the page shows at z = ``at`` and h = ``step``; at h = 0 all bounds are the slope."""
    there = at + step
    exact = {"z": sp.Rational(str(at)), "h": sp.Rational(str(abs(step)))}
    found = {key: _number(link, key, exact) for key in ("mu", "slope")}
    found["slope_there"] = _number(link, "slope", {**exact, "z": sp.Rational(str(there))})
    found["curvature"] = _number(link, "curvature", exact) / found["slope"]
    for key in ("lower_rational", "lower_exponential", "upper_exponential"):
        found[key] = _number(link, key, exact) if step else found["slope"]
    side = "up" if step > 0 else "down"
    found["mean_slope"] = _number(link, side, exact) if step else found["slope"]
    found["lower_ratio"] = found["lower_exponential"] / found["mean_slope"]
    found["upper_ratio"] = found["mean_slope"] / found["upper_exponential"]
    return found


def curves(link: str, at: float, steps: Any) -> dict[str, Any]:
    """The mean slope to at + h and its bounds over the slope at ``at``, for many h ≠ 0."""
    found = expressions(link)
    slope = found["slope"].subs(z, at)
    compiled = {
        key: sp.lambdify(h, found[key].subs(z, at) / slope)(abs(steps))
        for key in ("up", "down", "lower_exponential", "upper_exponential", "lower_rational")
    }
    mean = np.where(steps > 0, compiled.pop("up"), compiled.pop("down"))
    return {**compiled, "mean_slope": mean}


def _number(link: str, key: str, exact: dict[str, Any]) -> float:
    expression = expressions(link)[key]
    return float(expression.subs({z: exact["z"], h: exact["h"]}).evalf(30))


def cone_explorer(link: str = "logistic", at: float = -1.0, step: float = 1.5) -> Explorer:
    """The explorer; the arguments are the link, z and h that it shows first."""
    one_of("link", link, NAMES)
    at, step = real_number("at", at, -REACH, REACH), real_number("step", step, -FAR, FAR)
    found = values(link, at, step)
    controls: list[Control | Choice] = [
        Choice("link", "link", NAMES, link),
        Control("z", "z, first point", -REACH, REACH, at, 0.05),
        Control("h", "h, to the second point", -FAR, FAR, step, 0.05),
    ]
    alts = {
        "cone": "The logarithm of the slope, with the cone of slopes −1 and 1 at z",
        "means": "The mean slope from z to z + h over the slope at z, and its three bounds",
    }
    drawn = "".join(drawing(name, alt) for name, alt in alts.items())
    return Explorer(
        title="Self-concordance explorer: the cone and the mean slope",
        lines=_lines(link, at, step, found),
        controls="".join(c.html() for c in controls),
        body=facts((key, name, found[key]) for key, name in SHOWN.items())
        + f'<div class="drawings">{drawn}</div>\n'
        + '<p class="keys">Drag a dot, or reach it with Tab and move it with the arrow keys.</p>\n',
        prelude=prelude(),
        script="self_concordance.js",
        values=found,
        picture=lambda: _first_states.cone(links()[link], at, step, partial(curves, link, at)),
    )


def _lines(link: str, at: float, step: float, found: dict[str, float]) -> tuple[str, ...]:
    chain = ("lower_rational", "lower_exponential", "mean_slope", "upper_exponential")
    return (
        f"link {NAMES[link]}, z = {at:g}, h = {step:g}",
        f"μ(z) = {show(found['mu'])}, μ′(z) = {show(found['slope'])}, "
        f"μ′(z + h) = {show(found['slope_there'])}",
        ", ".join(f"{SHOWN[key]} {show(found[key])}" for key in chain),
    )
