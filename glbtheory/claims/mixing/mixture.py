"""The truncated Gaussian prior and the mixture it makes (lines 1435-1449, 1527-1538)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

import sympy as sp
from flint import acb, arb

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.concentration.mixture import ONE, mixture, normaliser_g, normaliser_h
from glbtheory.engines.balls import ball
from glbtheory.engines.enumeration import enumerate_cases

F = Fraction

lam, scale, rho = sp.symbols("lambda k rho", positive=True)
_HALF = sp.Rational(1, 2)


# --- Q9: the mixture ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def radial_integral(d: int, precision: Any, radius: Any) -> Any:
    """∫ of exp(-precision·‖ξ‖²/2) over a ball, by the area of the sphere, as a closed form."""
    area = 2 * sp.pi ** sp.Rational(d, 2) / sp.gamma(sp.Rational(d, 2))
    return area * sp.integrate(rho ** (d - 1) * sp.exp(-precision * rho**2 / 2), (rho, 0, radius))


def _closed_forms() -> dict[int, Any]:
    """N(h) in d = 1, 2, 3 with k = m w_{t-1}."""
    c = lam / scale**2
    line = sp.sqrt(sp.pi / c) * sp.erf(sp.sqrt(c))
    return {
        1: line,
        2: sp.pi / c * (1 - sp.exp(-c)),
        3: sp.pi / c * (line - 2 * sp.exp(-c)),
    }


def prior_mass(latex: str, precision: Any = 2, radius: Any = 1, why: str = "") -> Statement:
    """The Gaussian of precision 2λ/k² on the unit ball has the mass N(h)."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, closed in _closed_forms().items():
            yield f"d={d}", radial_integral(d, precision * lam / scale**2, radius), closed

    return identities(pairs, latex, "d <= 3, every λ and m w_{t-1}", why)


_N_H = r"\int_{\lVert\xi\rVert_2\leq 1} e^{-\frac12\frac{2\lambda_{u-1}}{m^2w_{t-1}^2}"
_N_H += r"\lVert\xi\rVert_2^2}d\xi = N(h_u)"
_MIX = r"\bar M_u^t = \int_\xi M_u^t(\xi)\,dh_u(\xi)"


def _by_quadrature(case: dict[str, Any], factor: Fraction = ONE) -> arb:
    """∫ M(ξ) h(ξ) dξ in d = 1, straight from the definitions by rigorous quadrature."""
    b, c = ball(case["S"]) / ball(case["scale"]), ball(case["H(0)"]) / ball(case["scale"]) ** 2
    prior = ball(factor * case["lambda"]) / ball(case["scale"]) ** 2

    def integrand(xi: acb, _: bool) -> acb:
        return (b * xi - c * xi**2).exp() * (-prior * xi**2).exp()

    above = acb.integral(integrand, acb(-1), acb(1)).real
    return above / normaliser_h(1, case["lambda"], case["scale"])


def _sums() -> Iterator[dict[str, Any]]:
    values = product((F(-3, 2), F(0), F(5)), (F(1, 2), F(4)), (F(1, 10), F(2)), (F(1), F(3)))
    for S, H, ridge, k in values:
        yield {"S": S, "H(0)": H, "lambda": ridge, "scale": k}


def _ridged(
    latex: str, why: str = "", ridge: Any = lambda v: v, factor: Fraction = ONE
) -> Statement:
    """M̄ from its definition against the single Gaussian integral with H̃ = H(0) + λ."""

    def check(case: dict[str, Any]) -> Sides:
        full = case["H(0)"] + ridge(case["lambda"])
        closed = mixture((case["S"],), ((full,),), case["lambda"], case["scale"])
        return _by_quadrature(case, factor), "==", closed

    return enclosed(_sums, check, latex, f"d = 1, listed S, H(0), λ, m w: {AGREED}", why)


Q9 = Claim(
    id="Q9",
    title="M̄ averages M over a Gaussian of precision 2λ/(mw)² cut off at the unit ball",
    printed=[prior_mass(_N_H), _ridged(_MIX)],
    mutants=[
        prior_mass(
            r"\int e^{-\frac12\frac{\lambda_{u-1}}{m^2w_{t-1}^2}\lVert\xi\rVert_2^2}d\xi = N(h_u)",
            precision=1,
            why="precision λ/(mw)², the factor 2 dropped",
        ),
        prior_mass(
            r"\int_{\lVert\xi\rVert_2\leq 1.01} e^{-\cdots}d\xi = N(h_u)",
            radius=sp.Rational(101, 100),
            why="radius of the ball one per cent larger",
        ),
        _ridged(
            r"h_u\ \text{of precision}\ 2.02\,\lambda_{u-1}/(m^2w_{t-1}^2)",
            "precision one per cent larger in h_u, not in its constant",
            factor=F(101, 100),
        ),
    ],
    depends_on=["Q8"],
    note="h_u is a density, and dh_u(ξ) stands for h_u(ξ)dξ. Its precision is twice λ/(mw)², so "
    "that the ridge enters the exponent exactly like the matrix H_u(0).",
)


# --- Z17: λ_0 -----------------------------------------------------------------------------------


def _indices(first: int, shift: int, latex: str, why: str = "", beyond: int = 0) -> Statement:
    """λ_{u-shift} for first <= u <= t + beyond is one of λ_1, …, λ_t."""

    def cases() -> Iterator[dict[str, Any]]:
        for t in range(1, 7):
            for u in range(first, t + beyond + 1):
                yield {"t": t, "u": u, "index": u - shift}

    def check(case: dict[str, Any]) -> bool:
        return 1 <= case["index"] <= case["t"]

    last = f"t + {beyond}" if beyond else "t"
    scope = f"1 <= t <= 6, {first} <= u <= {last}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _at_the_start(latex: str, factor: Any = 1, why: str = "") -> Statement:
    """M̄_1 = 1 for any λ_0 > 0: S_1 and H_1(0) are empty sums; ``factor`` is before λ_0 in h_1."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        for d, closed in _closed_forms().items():
            yield f"d={d}", radial_integral(d, 2 * factor * lam / scale**2, 1) / closed, 1

    return identities(pairs, latex, "d <= 3, every λ_0 > 0 and m w_{t-1}", why)


Z17 = Claim(
    id="Z17",
    lines="1435-1449",
    error_lines="1435, 1441, 1445, 1449",
    kind="definition",
    title="For u = 1 the precision of h_u asks for λ_0, which the sequence λ_1, …, λ_t does not "
    "have",
    printed=[
        _indices(1, 1, r"\lambda_{u-1}\in\{\lambda_s\}_{s=1}^t \quad (1\leq u\leq t)"),
    ],
    corrected=[
        _indices(2, 1, r"\lambda_{u-1}\in\{\lambda_s\}_{s=1}^t \quad (2\leq u\leq t)"),
        _at_the_start(r"\bar M_1^t = 1\ \text{for every}\ \lambda_0 > 0"),
    ],
    mutants=[
        _indices(2, 2, r"\lambda_{u-2}\in\{\lambda_s\}_{s=1}^t", "index one lower"),
        _indices(
            2,
            1,
            r"\lambda_{u-1}\in\{\lambda_s\}_{s=1}^t \quad (2\leq u\leq t+2)",
            "two rounds more at the end (one more is fine)",
            beyond=2,
        ),
        _at_the_start(
            r"\bar M_1^t = 1\ \text{with}\ 1.01\,\lambda_0\ \text{in}\ h_1,\ \lambda_0"
            r"\ \text{in}\ N(h_1)",
            sp.Rational(101, 100),
            "two values of λ_0, one per cent apart",
        ),
    ],
    depends_on=["Q9"],
    effect="notation",
    note="Nothing is lost: the empty sums make M_1 = 1, and M̄_1 = 1 whatever positive number λ_0 "
    "is. At t = 1 the same happens to w_{t-1} = w_0 and to the ridge λ_{t-1} of the theorem, "
    "which is about t >= 2.",
)


# --- Q11: one Gaussian integral -----------------------------------------------------------------


def _exponent_pairs(ridge: Any, square: int) -> Iterable[tuple[str, Any, Any]]:
    for d in (1, 2, 3):
        xi = sp.Matrix(sp.symbols(f"xi1:{d + 1}", real=True))
        S = sp.Matrix(sp.symbols(f"S1:{d + 1}", real=True))
        H = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"h{min(i, j) + 1}{max(i, j) + 1}", real=True))
        log_m = (xi.T * S)[0] / scale - (xi.T * H * xi)[0] / scale**2
        log_h = -sp.Rational(1, 2) * 2 * lam / scale**2 * (xi.T * xi)[0]
        full = H + ridge * lam * sp.eye(d)
        wanted = (xi.T * S)[0] / scale - (xi.T * full * xi)[0] / scale**square
        yield f"d={d}", sp.expand(log_m + log_h), sp.expand(wanted)


def _exponent(latex: str, ridge: Any = 1, square: int = 2, why: str = "") -> Statement:
    """log M_t plus the exponent of h_t is the exponent with H̃_t = H_t(0) + λI."""
    return identities(
        lambda: _exponent_pairs(ridge, square), latex, "d <= 3, every S, H, λ, m w", why
    )


_Q11 = (
    r"\bar M_t = \frac{1}{N(h_t)}\int_{\lVert\xi\rVert_2\leq 1}\exp\Big(\frac{\xi^\top S_t}"
    r"{mw_{t-1}} - \frac{\xi^\top\widetilde H_t\xi}{m^2w_{t-1}^2}\Big)d\xi"
)

Q11 = Claim(
    id="Q11",
    title="The prior adds its ridge to H_t(0): M̄_t is one Gaussian integral with H̃_t",
    printed=[_exponent(_Q11), _ridged(_Q11)],
    mutants=[
        _exponent(
            r"\exp(\cdots - \xi^\top(\widetilde H_t(0)+\tfrac12\lambda_{t-1}I_d)\xi/(mw_{t-1})^2)",
            sp.Rational(1, 2),
            why="ridge halved, as for a precision of λ/(mw)²",
        ),
        _exponent(
            r"\exp(\cdots - \xi^\top\widetilde H_t\xi/(m w_{t-1}))", square=1, why="(mw) unsquared"
        ),
        _ridged(
            r"\widetilde H_t(0) + 1.01\,\lambda_{t-1}I_d",
            "ridge one per cent larger",
            ridge=lambda v: v * F(101, 100),
        ),
    ],
    depends_on=["Q8", "Q9"],
)


# --- Z19: g_t again -----------------------------------------------------------------------------


def _two_maps(latex: str) -> Statement:
    """t = 1, no observation yet: the gradient map is λθ, which is 0 at 0; the density is not."""

    def cases() -> Iterator[dict[str, Any]]:
        for ridge, k in product((F(1, 10), F(1)), (F(1), F(2))):
            yield {"d": 1, "t": 1, "theta": 0, "lambda": ridge, "scale": k}

    def check(case: dict[str, Any]) -> Sides:
        density = 1 / normaliser_g(((case["lambda"],),), case["scale"])
        return density, "==", case["lambda"] * case["theta"]

    return enclosed(cases, check, latex, "d = 1, t = 1, at the origin")


def _half_mass(latex: str, half: Any = _HALF, why: str = "") -> Statement:
    """The density exp(-hξ²/k²)/N(g) on |ξ| <= 1/2 has mass 1."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        h = sp.Symbol("h", positive=True)
        closed = scale * sp.sqrt(sp.pi / h) * sp.erf(sp.sqrt(h) / (2 * scale))
        yield "d=1", radial_integral(1, 2 * h / scale**2, half) / closed, sp.Integer(1)

    return identities(pairs, latex, "d = 1, every H and m w_{t-1}", why)


Z19 = Claim(
    id="Z19",
    lines="935-937, 1574-1577, 1635-1637, 1860-1863",
    error_lines="1575, 1635",
    kind="definition",
    title="g_t is the gradient map of the estimate, and in this proof a Gaussian density",
    printed=[_two_maps(r"g_t\ \text{(line 1575)} = g_t\ \text{(lines 935, 1861)}")],
    corrected=[
        _half_mass(
            r"\varphi_t(\xi) = \frac{1}{N(\varphi_t)}e^{-\xi^\top\widetilde H_t\xi/(mw_{t-1})^2}"
            r"\mathbf{1}[\lVert\xi\rVert_2\leq\tfrac12],\quad \int\varphi_t = 1"
        )
    ],
    mutants=[
        _half_mass(
            r"\int_{\lVert\xi\rVert_2\leq 51/100}\frac{1}{N(\varphi_t)}e^{-\cdots}d\xi = 1",
            sp.Rational(51, 100),
            "radius 0.51 for 1/2",
        )
    ],
    depends_on=["D8", "Q20"],
    effect="notation",
    note="One is a map from parameters to vectors, the other a density on directions; they never "
    "meet in one formula. Another letter for the density removes the clash.",
)

CLAIMS = [Q9, Q11, Z17, Z19]
