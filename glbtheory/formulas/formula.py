"""What a closed form is: symbols, ranges, and an expression shown, proved and run."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import sympy as sp
from sympy.core.evalf import PrecisionExhausted


def _positive(name: str) -> Any:
    return sp.Symbol(name, positive=True)


d = _positive("d")  # dimension
T = _positive("T")  # horizon
t = _positive("t")  # round
S = _positive("S")  # radius of the parameter set
lam = _positive("lam")  # λ, the ridge
delta = _positive("delta")  # δ, the probability of failure
gamma = _positive("gamma")  # γ, the discount factor
tau = _positive("tau")  # τ, the length of the window
D = _positive("D")  # rounds that the analysis with discounts looks back
k_mu = _positive("k_mu")  # the largest slope of the mean function
c_mu = _positive("c_mu")  # the least slope over |z| <= S
m = _positive("m")  # the largest reward
Gamma = _positive("Gamma")  # Γ_T, the number of changes
w = _positive("w")  # the last weight
gain = _positive("gain")  # log of det(H)^(1/2)/λ^(d/2)
Delta = _positive("Delta")  # Δ, the least gap
K = _positive("K")  # the number of arms
B = _positive("B")  # the range of the rewards of an arm
xi = _positive("xi")  # ξ, the factor in the bonus of SW-UCB
eta = _positive("eta")  # η, the grid of the peeling argument for K arms
n = _positive("n")  # plays of an arm within the window
u = _positive("u")  # by how much a direction of the mixture may be shifted
r = _positive("r")  # radius of the ball of directions that is left

#: By name, in the paper's usual order.
SYMBOLS = {
    symbol.name: symbol
    for symbol in (
        *(d, T, t, S, lam, delta, gamma, tau, D, k_mu, c_mu, m, Gamma, w, gain),
        *(Delta, K, B, xi, eta, n, u, r),
    )
}

#: How the paper writes each symbol.
LATEX = {
    lam: r"\lambda",
    delta: r"\delta",
    gamma: r"\gamma",
    tau: r"\tau",
    k_mu: r"k_\mu",
    c_mu: r"c_\mu",
    Gamma: r"\Gamma_T",
    w: "w_{t-1}",
    gain: r"\log\frac{\det(\widetilde H_t)^{1/2}}{\lambda^{d/2}}",
    Delta: r"\Delta",
    xi: r"\xi",
    eta: r"\eta",
}

#: What each argument may be: (text for messages, test).
RANGES: dict[str, tuple[str, Any]] = {
    "d": ("a positive integer", lambda x: x >= 1 and x == int(x)),
    "T": ("an integer >= 1", lambda x: x >= 1 and x == int(x)),
    "t": ("an integer >= 1", lambda x: x >= 1 and x == int(x)),
    "tau": ("an integer >= 1", lambda x: x >= 1 and x == int(x)),
    "D": (">= 1", lambda x: x >= 1),
    "S": ("> 0", lambda x: x > 0),
    "lam": ("> 0", lambda x: x > 0),
    "delta": ("in (0, 1]", lambda x: 0 < x <= 1),
    "gamma": ("in (0, 1)", lambda x: 0 < x < 1),
    "k_mu": ("> 0", lambda x: x > 0),
    "c_mu": ("> 0", lambda x: x > 0),
    "m": ("> 0", lambda x: x > 0),
    "Gamma": (">= 0", lambda x: x >= 0),
    "w": ("> 0", lambda x: x > 0),
    "gain": (">= 0", lambda x: x >= 0),
    "Delta": ("> 0", lambda x: x > 0),
    "K": ("a positive integer", lambda x: x >= 1 and x == int(x)),
    "B": ("> 0", lambda x: x > 0),
    "xi": ("> 0", lambda x: x > 0),
    "eta": ("> 0", lambda x: x > 0),
    "n": ("a positive integer", lambda x: x >= 1 and x == int(x)),
    "u": ("> 0", lambda x: x > 0),
    "r": ("> 0", lambda x: x > 0),
}


@dataclass(frozen=True)
class Formula:
    """A named closed form: what it is, where it stands, and its expression.

    The expression may hold the ``symbol`` of another formula, which ``uses`` then lists.
    """

    name: str
    title: str
    lines: str
    expression: Any
    uses: tuple[Formula, ...] = ()
    written: str = ""

    @property
    def symbol(self) -> Any:
        """What stands for this formula inside others."""
        return sp.Symbol(self.name, positive=True)

    @property
    def latex(self) -> str:
        """LaTeX with the paper's symbols."""
        parts = {f.symbol: f.written for f in self.uses}
        return str(sp.latex(self.expression, symbol_names={**LATEX, **parts}))

    def expanded(self) -> Any:
        """The expression in the arguments alone."""
        return self.expression.subs({f.symbol: f.expanded() for f in self.uses})

    @property
    def arguments(self) -> list[str]:
        """The arguments it needs, in the paper's usual order."""
        free = self.expanded().free_symbols
        return [n for n, s in SYMBOLS.items() if s in free]

    def __call__(self, **values: Any) -> float:
        """The value as a float; arguments are checked."""
        return float(digits(self.exactly(**values), 20))

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        """The formula for numpy: floats or arrays by keyword, not checked."""
        symbols = [SYMBOLS[n] for n in self.arguments]
        # Sympy's own printer would call Γ "gamma", as the discount factor is called.
        plain = self.expanded().replace(sp.lowergamma, sp.Function(_lowergamma.__name__))
        modules = [{_lowergamma.__name__: _lowergamma}, "numpy"]
        return cast(Callable[..., Any], sp.lambdify(symbols, plain, modules))

    def exactly(self, **values: Any) -> Any:
        """The exact value as a sympy number; sixty digits where γ has a power beyond 1000.

        Written out, γ^90000 for γ = 0.9999 has half a million digits.  Sixty digits are also what
        remains of a formula with masses of balls in its parts, which it holds many times over.
        """
        known = check_arguments(values)
        missing = [n for n in self.arguments if n not in known]
        if missing:
            raise ValueError(f"{self.name} needs {', '.join(missing)}")
        if self.uses and self.expanded().has(sp.lowergamma):
            parts = {f.symbol: digits(f.exactly(**_of(f, known)), 60) for f in self.uses}
            whole = {SYMBOLS[n]: x for n, x in known.items()}
            return self.expression.xreplace({**parts, **whole}).evalf(60)
        others = {SYMBOLS[n]: known[n] for n in self.arguments if n != "gamma"}
        rest = self.expanded().xreplace(others)
        if any(p.base == gamma and abs(p.exp) > 1000 for p in rest.atoms(sp.Pow)):
            return rest.evalf(60, subs={gamma: known["gamma"]})
        return rest.subs(gamma, known.get("gamma", gamma))


def _of(formula: Formula, known: dict[str, Any]) -> dict[str, Any]:
    return {n: known[n] for n in formula.arguments}


def _lowergamma(a: Any, x: Any) -> Any:
    """∫ s^{a-1} e^{-s} ds over [0, x]; infinite where Γ(a) is beyond the floats."""
    from scipy import special

    return special.gamma(a) * special.gammainc(a, x)


def digits(exact: Any, count: int) -> Any:
    """An exact number to ``count`` digits; more are used on the way where they cancel."""
    for working in (count, 60, 400, 4000):
        try:
            return exact.evalf(max(count, working), maxn=20_000, strict=True).evalf(count)
        except ZeroDivisionError:  # a logarithm of nearly 1 was rounded to 0
            continue
        except PrecisionExhausted:
            break
    raise ValueError("the value cannot be computed: too many digits cancel")


def check_arguments(values: dict[str, Any]) -> dict[str, Any]:
    """Exact rationals for the arguments; ValueError names the argument and its range."""
    known = {}
    for name, value in values.items():
        if name not in RANGES:
            raise ValueError(f"unknown argument {name}; known: {', '.join(RANGES)}, link")
        known[name] = _rational(name, value)
        text, inside = RANGES[name]
        if not inside(known[name]):
            raise ValueError(f"{name} must be {text}, not {value}")
    return known


def _rational(name: str, value: Any) -> Any:
    if isinstance(value, sp.Expr):
        return value
    try:
        # An exponent of many digits would be written out as a number of as many gigabytes.
        long = re.search(r"[eE][+-]?\d{4}", str(value))
        q = None if long else value if isinstance(value, Fraction) else Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        q = None
    if q is None:
        text = RANGES[name][0]
        if isinstance(value, str) and not text.startswith("a"):
            text = f"a number {text}"
        raise ValueError(f"{name} must be {text}, not {value!r}")
    return sp.Rational(q.numerator, q.denominator)
