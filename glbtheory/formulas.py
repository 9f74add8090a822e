"""The closed forms of the paper, each written once as a sympy expression.

The book shows their LaTeX, the engines prove things about them, and the algorithms run them.  A
formula may use others by name (β uses S̄ and ρ); :meth:`Formula.expanded` puts them in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import sympy as sp
from sympy.core.evalf import PrecisionExhausted

from glbtheory.links import BY_NAME, Link, z

_NAMES = "d T t S lam delta gamma tau D k_mu c_mu m Gamma w gain s_bar rho"
d, T, t, S, lam, delta, gamma, tau, D, k_mu, c_mu, m, Gamma, w, gain, s_bar, rho = sp.symbols(
    _NAMES, positive=True
)
_elliptical = sp.Symbol("elliptical_constant", positive=True)
SYMBOLS = {
    str(s): s for s in (d, T, t, S, lam, delta, gamma, tau, D, k_mu, c_mu, m, Gamma, w, gain)
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
    s_bar: r"\bar{S}",
    rho: r"\rho_T^\delta",
    _elliptical: r"C_\lambda",
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
}


@dataclass(frozen=True)
class Formula:
    """A named closed form: what it is, where it stands, and its expression."""

    name: str
    title: str
    lines: str
    expression: Any
    uses: tuple[str, ...] = ()

    @property
    def latex(self) -> str:
        """LaTeX with the paper's symbols."""
        return str(sp.latex(self.expression, symbol_names=LATEX))

    def expanded(self) -> Any:
        """The expression in the arguments alone."""
        parts = {sp.Symbol(n, positive=True): FORMULAS[n].expanded() for n in self.uses}
        return self.expression.subs(parts)

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
        return cast(Callable[..., Any], sp.lambdify(symbols, self.expanded(), "numpy"))

    def exactly(self, **values: Any) -> Any:
        """The exact value as a sympy number; sixty digits where γ has a power beyond 1000.

        Written out, γ^90000 for γ = 0.9999 has half a million digits.
        """
        known = check_arguments(values)
        missing = [n for n in self.arguments if n not in known]
        if missing:
            raise ValueError(f"{self.name} needs {', '.join(missing)}")
        others = {SYMBOLS[n]: known[n] for n in self.arguments if n != "gamma"}
        rest = self.expanded().xreplace(others)
        if any(p.base == gamma and abs(p.exp) > 1000 for p in rest.atoms(sp.Pow)):
            return rest.evalf(60, subs={gamma: known["gamma"]})
        return rest.subs(gamma, known.get("gamma", gamma))


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
        raise ValueError(f"{name} must be {RANGES[name][0]}, not {value!r}")
    return sp.Rational(q.numerator, q.denominator)


def link_constants(link: str | Link, radius: Any = None) -> dict[str, Any]:
    """k_μ on the line, c_μ over |z| <= S and m of a link; only what exists is returned."""
    if isinstance(link, str):
        if link.lower() not in BY_NAME:
            raise ValueError(f"link must be one of {', '.join(BY_NAME)}, not {link}")
        link = BY_NAME[link.lower()]
    found: dict[str, Any] = {}
    top = link.k_mu()
    if top.value != float("inf"):
        found["k_mu"] = sp.sympify(top.text)
    if radius is not None:
        # For each named link μ' is even and falls, or increases: the least slope is at an end.
        x = sp.sympify(radius)
        found["c_mu"] = min(
            (sp.simplify(link.slope.subs(z, s * x)) for s in (1, -1)), key=lambda v: v.evalf()
        )
    if link.reward_range is not None:
        found["m"] = sp.Rational(str(Fraction(link.reward_range[1])))
    return found


_log_ratio = sp.log(T / delta)
_radius_start = sp.sqrt(lam) / (2 * m) + 2 * m / sp.sqrt(lam) * _log_ratio
_radius_end = 2 * m / sp.sqrt(lam) * d * sp.log(2)


def _radius(growth: Any) -> Any:
    """ρ with the bound ``growth`` on the information gained per direction."""
    return _radius_start + d * m / sp.sqrt(lam) * sp.log(1 + growth) + _radius_end


def _bonus(bias: Any) -> Any:
    """β: k_μ √λ (1 + S + √((1+S)/λ) ρ + ρ²/λ)^{3/2}."""
    inside = 1 + bias + sp.sqrt((1 + bias) / lam) * rho + (rho / sp.sqrt(lam)) ** 2
    return k_mu * sp.sqrt(lam) * inside ** sp.Rational(3, 2)


_ALL = [
    Formula(
        "rho",
        "confidence radius with discount factors, main text",
        "613-623",
        _radius(k_mu * (1 - T**-2) / (d * lam * (1 - gamma**2))),
    ),
    Formula(
        "s_bar",
        "radius of the parameters inflated by the bias of old data, main text",
        "609-611",
        S + (2 * S * k_mu + m) / (T * lam * (1 - gamma)),
    ),
    Formula(
        "beta",
        "exploration bonus of SC-D-GLUCB, before division by the root of c_mu",
        "603-607",
        _bonus(s_bar),
        ("s_bar", "rho"),
    ),
    Formula(
        "beta_bar",
        "refined bonus when the estimate lies in the parameter set",
        "2519-2522",
        k_mu * sp.sqrt(1 + 2 * S) * (sp.sqrt(lam) * S + rho),
        ("rho",),
    ),
    Formula(
        "rho_window",
        "confidence radius with a sliding window",
        "2836-2845",
        _radius(k_mu * sp.Min(t, tau) / (d * lam)),
    ),
    Formula(
        "beta_window",
        "exploration bonus of SC-SW-GLUCB, before division by the root of c_mu",
        "2847-2851",
        _bonus(S).subs(rho, sp.Symbol("rho_window", positive=True)),
        ("rho_window",),
    ),
    Formula(
        "gamma_worst_case",
        "discount factor of the worst-case theorem",
        "791-792",
        1 - (sp.sqrt(c_mu) * Gamma / (d * T)) ** sp.Rational(2, 3),
    ),
    Formula(
        "gamma_gap",
        "discount factor of the gap-dependent theorem",
        "713",
        1 - sp.sqrt(c_mu * Gamma) / (d * sp.sqrt(T)),
    ),
    Formula("lam_theorem", "regularisation of both regret theorems", "714, 793", d * sp.log(T)),
    Formula(
        "rho_appendix",
        "confidence radius with discount factors and an analysis window of D rounds, appendix",
        "1930-1939",
        _radius(k_mu * (1 - gamma ** (2 * D)) / (d * lam * (1 - gamma**2))),
    ),
    Formula(
        "s_bar_appendix",
        "radius of the parameters inflated by the bias of data older than D rounds, appendix",
        "1942-1945",
        S + gamma**D * (2 * S * k_mu + m) / (lam * (1 - gamma)),
    ),
    Formula(
        "tail_radius",
        "radius of the tail inequality at one round, for gain = log of det(H)^(1/2)/lam^(d/2)",
        "877-886, 1762-1768",
        sp.sqrt(lam) / (2 * m * w)
        + 2 * m * w / sp.sqrt(lam) * (gain + sp.log(1 / delta))
        + 2 * m * w / sp.sqrt(lam) * d * sp.log(2),
    ),
    Formula(
        "ball_ratio",
        "ratio R of the Gaussian masses of two balls, the second of half the radius",
        "1678-1687",
        sp.lowergamma(d / 2, lam / (m * w) ** 2) / sp.lowergamma(d / 2, lam / (2 * m * w) ** 2),
    ),
    Formula(
        "determinant_discount",
        "bound on the determinant of the discounted design matrix with ridge lam",
        "3159-3168",
        (lam + (1 - gamma ** (t - 1)) / (d * (1 - gamma))) ** d,
    ),
    Formula(
        "determinant_squared_discount",
        "bound on the determinant of H with squared discounts over D rounds",
        "3147-3157",
        (lam + k_mu * (1 - gamma ** (2 * D)) / (d * (1 - gamma**2))) ** d,
    ),
    Formula(
        "determinant_window",
        "bound on the determinant of H with a sliding window",
        "3169-3180",
        (lam + k_mu * sp.Min(t, tau) / d) ** d,
    ),
    Formula(
        "elliptical_constant",
        "factor of both elliptical-potential lemmas",
        "3192-3195, 3268-3271",
        2 * sp.Max(1, 1 / lam),
    ),
    Formula(
        "elliptical_constant_best",
        "the least factor that both elliptical-potential lemmas admit",
        "3192-3195, 3268-3271",
        1 / (lam * sp.log(1 + 1 / lam)),
    ),
    Formula(
        "elliptical_window",
        "bound on the elliptical potential with a sliding window and ridge lam",
        "3268-3271",
        _elliptical * d * sp.ceiling(T / tau) * sp.log(1 + tau / (lam * d)),
        ("elliptical_constant",),
    ),
]
FORMULAS = {f.name: f for f in _ALL}


def value(name: str, arguments: dict[str, Any]) -> Any:
    """The exact value of a formula or a link constant from command-line style arguments."""
    arguments = dict(arguments)
    link = arguments.pop("link", None)
    known = check_arguments(arguments)
    if link is not None:
        known = {**link_constants(link, known.get("S")), **known}
    if name in ("k_mu", "c_mu"):
        if name not in known:
            raise ValueError(_why_missing(name, link, known))
        return known[name]
    if name not in FORMULAS:
        raise ValueError(f"unknown formula {name}; known: c_mu, k_mu, {', '.join(FORMULAS)}")
    formula = FORMULAS[name]
    missing = [n for n in formula.arguments if n not in known]
    if missing:
        raise ValueError(f"{name} needs {', '.join(missing)}; a link gives k_mu, c_mu (with S), m")
    return formula.exactly(**{n: known[n] for n in formula.arguments})


def _why_missing(name: str, link: Any, known: dict[str, Any]) -> str:
    if link is None:
        return f"{name} needs link (and S for c_mu)"
    if name == "c_mu":
        return "c_mu needs S: the least slope over |z| <= S"
    return f"k_mu of {link} is infinite: its mean function is not Lipschitz on the real line"
