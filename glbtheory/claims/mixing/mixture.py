"""The truncated Gaussian prior and the mixture it makes (lines 1435-1449, 1527-1538)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import acb

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enclosed, enumerated, grid, identity
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.mixture import ONE, mixture, normaliser_g, normaliser_h
from glbtheory.engines.boxes.balls import ball

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


@identity(
    latex=r"\int_{\lVert\xi\rVert_2\leq 1} e^{-\frac12\frac{2\lambda_{u-1}}{m^2w_{t-1}^2}"
    r"\lVert\xi\rVert_2^2}d\xi = N(h_u)",
    scope="d <= 3, every λ and m w_{t-1}",
)
def prior_mass(*, precision: Any = 2, radius: Any = 1) -> Pairs:
    """The Gaussian of precision 2λ/k² on the unit ball has the mass N(h)."""
    for d, closed in _closed_forms().items():
        yield f"d={d}", radial_integral(d, precision * lam / scale**2, radius), closed


@enclosed(
    cases=lambda: grid(
        S=(F(-3, 2), F(0), F(5)), H0=(F(1, 2), F(4)), lam=(F(1, 10), F(2)), scale=(F(1), F(3))
    ),
    latex=r"\bar M_u^t = \int_\xi M_u^t(\xi)\,dh_u(\xi)",
    scope=f"d = 1, listed S, H(0), λ, m w: {AGREED}",
    shown={"H0": "H(0)"},
)
def _one_integral(
    S: Fraction,
    H0: Fraction,
    lam: Fraction,
    scale: Fraction,
    *,
    precision: Fraction = ONE,
    ridge: Fraction = ONE,
) -> Sides:
    """∫ M(ξ) h(ξ) dξ by rigorous quadrature against the Gaussian integral with H̃ = H(0) + λ.

    ``precision`` and ``ridge`` are factors before λ in the exponent of h and in H̃.
    """
    b, c = ball(S) / ball(scale), ball(H0) / ball(scale) ** 2
    prior = ball(precision * lam) / ball(scale) ** 2

    def integrand(xi: acb, _: bool) -> acb:
        return (b * xi - c * xi**2).exp() * (-prior * xi**2).exp()

    mean = acb.integral(integrand, acb(-1), acb(1)).real / normaliser_h(1, lam, scale)
    return mean, "==", mixture((S,), ((H0 + ridge * lam,),), lam, scale)


Q9 = Claim(
    id="Q9",
    title="M̄ averages M over a Gaussian of precision 2λ/(mw)² cut off at the unit ball",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Q9",
        "every d, t, u, λ, weights, noise and m; N(h_u) > 0, h_u has mass 1 and M̄_u^t lies "
        "between the bounds of M_u^t",
        conditions=[FINITE_OUTCOMES],
        mutants=["Q9_mutant"],
    ),
    printed=[
        prior_mass.as_consistency(r"\text{the integral and our closed form of } N(h_u),\ d\leq 3"),
        _one_integral.as_consistency(
            r"\int M_u^t\,dh_u\ \text{by quadrature and our closed form of } \bar M_u^t,\ d = 1"
        ),
    ],
    mutants=[
        prior_mass.mutant(
            "precision λ/(mw)², the factor 2 dropped",
            r"\int e^{-\frac12\frac{\lambda_{u-1}}{m^2w_{t-1}^2}\lVert\xi\rVert_2^2}d\xi = N(h_u)",
            precision=1,
        ),
        prior_mass.mutant(
            "radius of the ball one per cent larger",
            r"\int_{\lVert\xi\rVert_2\leq 1.01} e^{-\cdots}d\xi = N(h_u)",
            radius=sp.Rational(101, 100),
        ),
        _one_integral.mutant(
            "precision one per cent larger in h_u, not in its constant",
            r"h_u\ \text{of precision}\ 2.02\,\lambda_{u-1}/(m^2w_{t-1}^2)",
            precision=F(101, 100),
        ),
    ],
    depends_on=["Q8"],
    note="h_u is a density, and dh_u(ξ) stands for h_u(ξ)dξ. Its precision is twice λ/(mw)², so "
    "that the ridge enters the exponent exactly like the matrix H_u(0).",
)


# --- Z17: λ_0 -----------------------------------------------------------------------------------

_Z17 = r"\lambda_{u-%s}\in\{\lambda_s\}_{s=1}^t"


def _ridges_read(*, first: int = 1, shift: int = 1, beyond: int = 0) -> Iterator[dict[str, Any]]:
    for t in range(1, 7):
        for u in range(first, t + beyond + 1):
            yield {"t": t, "u": u, "index": u - shift}


@enumerated(
    cases=_ridges_read,
    latex=_Z17 % 1 + r" \quad (1\leq u\leq t)",
    scope=lambda *, first=1, beyond=0: (
        f"1 <= t <= 6, {first} <= u <= {f't + {beyond}' if beyond else 't'}"
    ),
)
def _indices(t: int, u: int, index: int) -> bool:
    """λ_{u-shift} for first <= u <= t + beyond is one of λ_1, …, λ_t."""
    return 1 <= index <= t


_later_indices = _indices.variant(_Z17 % 1 + r" \quad (2\leq u\leq t)", first=2)
#: t = u + e.
_every_index = bound(
    "min(u - 1 - 1, u + e - (u - 1)) >= 0",
    "u >= 2, e >= 0",
    latex=_later_indices.latex,
    scope="every u from 2 on and every t = u + e",
)


@identity(
    latex=r"\bar M_1^t = 1\ \text{for every}\ \lambda_0 > 0",
    scope="d <= 3, every λ_0 > 0 and m w_{t-1}",
)
def _at_the_start(*, factor: Any = 1) -> Pairs:
    """M̄_1 = 1 for any λ_0 > 0: S_1 and H_1(0) are empty sums; ``factor`` is before λ_0 in h_1."""
    for d, closed in _closed_forms().items():
        yield f"d={d}", radial_integral(d, 2 * factor * lam / scale**2, 1) / closed, 1


Z17 = Claim(
    id="Z17",
    lines="1435-1449",
    error_lines="1435, 1441, 1445, 1449",
    kind="definition",
    title="For u = 1 the precision of h_u asks for λ_0, which the sequence λ_1, …, λ_t does not "
    "have",
    fidelity="implied",
    kernel=KernelTheorem(
        "Z17",
        "every d, t, u, weights, noise, m and λ_0 > 0",
        covers="corrected",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z17_mutant"],
    ),
    printed=[_indices],
    corrected=[
        _every_index,
        _later_indices,
        _at_the_start.as_consistency(
            r"\text{the integral of } h_1 \text{ and our closed form of } N(h_1),\ d\leq 3"
        ),
    ],
    mutants=[
        _later_indices.mutant("index one lower", _Z17 % 2, shift=2),
        _later_indices.mutant(
            "two rounds more at the end (one more is fine)",
            _Z17 % 1 + r" \quad (2\leq u\leq t+2)",
            beyond=2,
        ),
        _at_the_start.mutant(
            "two values of λ_0, one per cent apart",
            r"\bar M_1^t = 1\ \text{with}\ 1.01\,\lambda_0\ \text{in}\ h_1,\ \lambda_0"
            r"\ \text{in}\ N(h_1)",
            factor=sp.Rational(101, 100),
        ),
    ],
    depends_on=["Q9"],
    effect="notation",
    note="A question of convention: any λ_0 > 0 will do, since the empty sums make M_1 = 1, and "
    "M̄_1 = 1. At t = 1 the same happens to w_{t-1} = w_0 and to the ridge λ_{t-1} of the theorem, "
    "which is about t >= 2.",
)


# --- Q11: one Gaussian integral -----------------------------------------------------------------

_Q11 = (
    r"\bar M_t = \frac{1}{N(h_t)}\int_{\lVert\xi\rVert_2\leq 1}\exp\Big(\frac{\xi^\top S_t}"
    r"{mw_{t-1}} - \frac{\xi^\top\widetilde H_t\xi}{m^2w_{t-1}^2}\Big)d\xi"
)


def symmetric(d: int) -> Any:
    """A symmetric matrix of symbols."""
    return sp.Matrix(d, d, lambda i, j: sp.Symbol(f"h{min(i, j) + 1}{max(i, j) + 1}", real=True))


@identity(latex=_Q11, scope="d <= 3, every S, H, λ, m w")
def _exponent(*, ridge: Any = 1, square: int = 2) -> Pairs:
    """log M_t plus the exponent of h_t is the exponent with H̃_t = H_t(0) + λI."""
    for d in (1, 2, 3):
        xi, S = (sp.Matrix(sp.symbols(f"{n}1:{d + 1}", real=True)) for n in ("xi", "S"))
        H = symmetric(d)
        log_m = (xi.T * S)[0] / scale - (xi.T * H * xi)[0] / scale**2
        log_h = -_HALF * 2 * lam / scale**2 * (xi.T * xi)[0]
        full = H + ridge * lam * sp.eye(d)
        wanted = (xi.T * S)[0] / scale - (xi.T * full * xi)[0] / scale**square
        yield f"d={d}", sp.expand(log_m + log_h), sp.expand(wanted)


Q11 = Claim(
    id="Q11",
    title="The prior adds its ridge to H_t(0): M̄_t is one Gaussian integral with H̃_t",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Q11",
        "every d, t, λ, weights, noise and m",
        conditions=[FINITE_OUTCOMES],
        mutants=["Q11_mutant"],
    ),
    printed=[
        _exponent.as_part(
            r"\frac{\xi^\top S_t}{k} - \frac{\xi^\top\widetilde H_t(0)\xi}{k^2}"
            r" - \frac12\frac{2\lambda_{t-1}}{k^2}\lVert\xi\rVert_2^2 ="
            r" \frac{\xi^\top S_t}{k}"
            r" - \frac{\xi^\top(\widetilde H_t(0)+\lambda_{t-1}I_d)\xi}{k^2}"
            r" \quad (k = mw_{t-1},\ d\leq 3)"
        ),
        _one_integral.variant(_Q11),
    ],
    mutants=[
        _exponent.mutant(
            "ridge halved, as for a precision of λ/(mw)²",
            r"\exp(\cdots - \xi^\top(\widetilde H_t(0)+\tfrac12\lambda_{t-1}I_d)\xi/(mw_{t-1})^2)",
            ridge=_HALF,
        ),
        _exponent.mutant(
            "(mw) unsquared", r"\exp(\cdots - \xi^\top\widetilde H_t\xi/(m w_{t-1}))", square=1
        ),
        _one_integral.mutant(
            "ridge one per cent larger",
            r"\widetilde H_t(0) + 1.01\,\lambda_{t-1}I_d",
            ridge=F(101, 100),
        ),
    ],
    depends_on=["Q8", "Q9"],
)


# --- Z19: g_t again -----------------------------------------------------------------------------


@enclosed(
    cases=lambda: grid(d=(1,), t=(1,), theta=(0,), lam=(F(1, 10), F(1)), scale=(F(1), F(2))),
    latex=r"g_t\ \text{(line 1575)} = g_t\ \text{(lines 935, 1861)}",
    scope="d = 1, t = 1, at the origin",
)
def _two_maps(d: int, t: int, theta: int, lam: Fraction, scale: Fraction) -> Sides:
    """t = 1, no observation yet: the gradient map is λθ, which is 0 at 0; the density is not."""
    return 1 / normaliser_g(((lam,),), scale), "==", lam * theta


@identity(
    latex=r"\varphi_t(\xi) = \frac{1}{N(\varphi_t)}e^{-\xi^\top\widetilde H_t\xi/(mw_{t-1})^2}"
    r"\mathbf{1}[\lVert\xi\rVert_2\leq\tfrac12],\quad \int\varphi_t = 1",
    scope="d = 1, every H and m w_{t-1}",
)
def _half_mass(*, radius: Any = _HALF) -> Pairs:
    """The density exp(-hξ²/k²)/N(g) on |ξ| <= 1/2 has mass 1."""
    h = sp.Symbol("h", positive=True)
    closed = scale * sp.sqrt(sp.pi / h) * sp.erf(sp.sqrt(h) / (2 * scale))
    yield "d=1", radial_integral(1, 2 * h / scale**2, radius) / closed, sp.Integer(1)


Z19 = Claim(
    id="Z19",
    lines="935-937, 1574-1577, 1635-1637, 1860-1863",
    error_lines="1575, 1635",
    kind="definition",
    title="g_t is the gradient map of the estimate, and in this proof a Gaussian density",
    fidelity="implied",
    kernel=KernelTheorem(
        "Z19",
        "every d, symmetric H >= λI with λ > 0, m w > 0; N(φ_t) > 0 and φ_t >= 0",
        covers="corrected",
        mutants=["Z19_mutant"],
    ),
    printed=[_two_maps],
    corrected=[
        _half_mass.as_consistency(
            r"\text{the integral and our closed form of } N(\varphi_t),\ d = 1"
        )
    ],
    mutants=[
        _half_mass.mutant(
            "radius 0.51 for 1/2",
            r"\int_{\lVert\xi\rVert_2\leq 51/100}\frac{1}{N(\varphi_t)}e^{-\cdots}d\xi = 1",
            radius=sp.Rational(51, 100),
        )
    ],
    witness_rests_on=["D8", "Q20"],
    effect="notation",
    note="One letter for two things is a question of convention: no statement becomes false. One "
    "is a map from parameters to vectors, the other a density on directions; they never "
    "meet in one formula. Another letter for the density removes the clash.",
)

CLAIMS = [Q9, Q11, Z17, Z19]
