"""What |μ''| <= μ' buys (lines 1145-1203, 1976, 3055-3116)."""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy as sp

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import EXPECTATION, GRONWALL, TERMWISE
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.attack import attack
from glbtheory.engines.evidence import REFUTED, Evidence
from glbtheory.setting import self_concordance
from glbtheory.setting.links import Link, linear, logistic, poisson, probit, z
from glbtheory.setting.self_concordance import h, rise

#: z2 = z1 + h or z1 - h with h > 0: the two directions cover every pair z1 != z2.
PAIRS = "h > 0"


def _where(link: Link, side: int) -> str:
    return f"{link.name}, all z1 and all z2 {'>' if side == 1 else '<'} z1"


def lower_exponential(link: Link, side: int, factor: Any = 1, why: str = "") -> Bound:
    """μ'(z1) (1 - e^{-h}) <= h α."""
    return Bound(
        factor * self_concordance.lower_exponential(link),
        "<=",
        rise(link, side),
        PAIRS,
        latex=r"\dot\mu(z_1)\frac{1-e^{-|z_1-z_2|}}{|z_1-z_2|} \leq"
        r" \int_0^1\dot\mu(z_1+v(z_2-z_1))dv",
        scope=_where(link, side),
        why=why,
    )


def upper_exponential(link: Link, side: int, factor: Any = 1, why: str = "") -> Bound:
    """h α <= μ'(z1) (e^h - 1)."""
    return Bound(
        rise(link, side),
        "<=",
        factor * self_concordance.upper_exponential(link),
        PAIRS,
        latex=r"\int_0^1\dot\mu(z_1+v(z_2-z_1))dv \leq"
        r" \dot\mu(z_1)\frac{e^{|z_1-z_2|}-1}{|z_1-z_2|}",
        scope=_where(link, side),
        why=why,
    )


def lower_rational(link: Link, side: int, c: Any = 1, why: str = "") -> Bound:
    """μ'(z1) h/(1 + c h) <= h α."""
    return Bound(
        self_concordance.lower_rational(link, c),
        "<=",
        rise(link, side),
        PAIRS,
        latex=r"\int_0^1\dot\mu(z_1+v(z_2-z_1))dv \geq \dot\mu(z_1)(1+|z_1-z_2|)^{-1}",
        scope=_where(link, side),
        why=why,
    )


#: The scalar end of the proof for a general link: integrate e^{-hv}, then compare.
_SCALAR = Bound(
    1 / (1 + h),
    "<=",
    (1 - sp.exp(-h)) / h,
    PAIRS,
    latex=r"\frac{1}{1+h} \leq \frac{1-e^{-h}}{h}",
    scope="any self-concordant link, through Grönwall",
)


def _integrals(sign: int) -> Any:
    v = sp.Symbol("v", real=True)
    k = sp.Symbol("h", positive=True)
    yield "lower", sp.integrate(sp.exp(-k * v), (v, 0, 1)), (1 - sp.exp(-k)) / k
    yield "upper", sp.integrate(sp.exp(sign * k * v), (v, 0, 1)), (sp.exp(k) - 1) / k


_INTEGRALS = identities(
    lambda: _integrals(1),
    r"\int_0^1 e^{\mp hv}dv = \pm\frac{1-e^{\mp h}}{h}",
    "any self-concordant link, through Grönwall",
)

_LINKS = (logistic, poisson)
_BOTH = (1, -1)
_STEEP = Link("steep exponential", sp.exp(z * 101 / 100), sp.diff(sp.exp(z * 101 / 100), z))

L4 = Claim(
    id="L4",
    title="The average slope between two points is controlled by the slope at one end",
    printed=[
        f(link, side)
        for f in (lower_exponential, upper_exponential, lower_rational)
        for link in _LINKS
        for side in _BOTH
    ],
    support=[_INTEGRALS, _SCALAR],
    mutants=[
        lower_exponential(poisson, -1, sp.Rational(101, 100), "lower bound raised by one per cent"),
        upper_exponential(poisson, 1, sp.Rational(99, 100), "upper bound lowered by one per cent"),
        lower_rational(poisson, -1, sp.Rational(99, 100), "coefficient of |z1-z2| lowered by 1%"),
        lower_exponential(_STEEP, -1, 1, "|μ''| <= 1.01 μ' is not enough"),
        identities(
            lambda: _integrals(-1),
            r"\int_0^1 e^{-hv}dv = \frac{e^h-1}{h}",
            "all h",
            why="sign in the exponent turned",
        ),
    ],
    hypotheses=["A4"],
    depends_on=[GRONWALL],
    note="For a general link: A4 says that log μ' has slopes in [-1, 1]; Grönwall gives "
    "μ'(z1) e^{-hv} <= μ'(z1 + v(z2-z1)) <= μ'(z1) e^{hv}; integrate over v.",
)


# --- sharpness: the extremal link, found by an optimiser ----------------------------------------

_PIECES, _LENGTH = 12, 3.0


def bent_slope_ratio(slopes: Any, sign: int, shrink: float = 1.0) -> tuple[float, Any]:
    """α over its exponential bound for a link with log μ' piecewise linear, and the gradient.

    ``slopes`` are the slopes of log μ' on equal pieces of a segment of length 3.  sign = 1
    compares with the upper bound, sign = -1 the lower bound with α; the claim is ratio <= 1.
    """
    w = _LENGTH / _PIECES
    start = np.concatenate([[0.0], np.cumsum(slopes) * w])[:-1]
    small = np.abs(slopes) < 1e-5
    safe = np.where(small, 1.0, slopes)
    area = np.where(small, w * (1 + slopes * w / 2), np.expm1(safe * w) / safe)
    grow = np.where(
        small,
        w**2 / 2 + slopes * w**3 / 3,
        (safe * w * np.exp(safe * w) - np.expm1(safe * w)) / safe**2,
    )
    pieces = np.exp(start) * area
    total = pieces.sum()
    later = w * (total - np.cumsum(pieces))  # a steeper piece lifts every later one
    gradient = np.exp(start) * grow + later
    bound = shrink * (np.expm1(_LENGTH) if sign == 1 else -np.expm1(-_LENGTH))
    if sign == 1:
        return float(total / bound), gradient / bound
    return float(bound / total), -bound / total**2 * gradient


def _extremal(sign: int, shrink: float, latex: str, why: str = "") -> Statement:
    def run() -> Evidence:
        return attack(
            lambda x: bent_slope_ratio(x, sign, shrink),
            [(-1.0, 1.0)] * _PIECES,
            starts=6,
            seed=3,
            gradient=True,
            scope="log μ' piecewise linear with 12 pieces, slopes in [-1, 1], |z1-z2| = 3",
            describe=lambda x: {"slopes": [str(round(float(s), 6)) for s in x]},
        )

    return Statement(latex, run, why)


Z4 = Claim(
    id="Z4",
    ours=True,
    lines="3065-3078",
    kind="lemma",
    title="The exponential bounds of the self-concordance lemma are attained, so nothing is lost",
    printed=[
        Bound(
            rise(poisson, 1),
            "==",
            poisson.slope * (sp.exp(h) - 1),
            PAIRS,
            latex=r"\mu = e^z,\ z_2 > z_1:\quad \alpha = \dot\mu(z_1)\frac{e^{h}-1}{h}",
            scope="Poisson, all z1 < z2",
        ),
        Bound(
            rise(poisson, -1),
            "==",
            poisson.slope * (1 - sp.exp(-h)),
            PAIRS,
            latex=r"\mu = e^z,\ z_2 < z_1:\quad \alpha = \dot\mu(z_1)\frac{1-e^{-h}}{h}",
            scope="Poisson, all z2 < z1",
        ),
        _extremal(1, 1.0, r"\max_\mu \alpha/\text{upper} = 1"),
        _extremal(-1, 1.0, r"\max_\mu \text{lower}/\alpha = 1"),
    ],
    mutants=[
        _extremal(
            1, 0.99, r"\alpha \leq 0.99\,\text{upper}", "upper bound lowered by one per cent"
        ),
        _extremal(
            -1, 1.01, r"\alpha \geq 1.01\,\text{lower}", "lower bound raised by one per cent"
        ),
        Bound(
            rise(logistic, 1),
            "==",
            logistic.slope * (sp.exp(h) - 1),
            PAIRS,
            why="the logistic link instead: it does not attain the bound",
        ),
    ],
    depends_on=["L4"],
    note="Not in the paper: an optimiser over all links with twelve pieces finds the exponential.",
)

Z2 = Claim(
    id="Z2",
    lines="3067-3072",
    error_lines="3067-3071",
    kind="lemma",
    title="The lemma is stated for any z1, z2, but its bounds are 0/0 when z1 = z2",
    printed=[
        Statement(
            r"\forall z_1,z_2\in\mathbb{R}:\ \frac{1-e^{-|z_1-z_2|}}{|z_1-z_2|}\ \text{is defined}",
            lambda: _defined_at_zero(),
        )
    ],
    corrected=[
        identities(
            lambda: [
                ("lower", sp.limit((1 - sp.exp(-h)) / h, h, 0), 1),
                ("upper", sp.limit((sp.exp(h) - 1) / h, h, 0), 1),
            ],
            r"\lim_{h\to 0}\frac{1-e^{-h}}{h} = \lim_{h\to 0}\frac{e^{h}-1}{h} = 1"
            r"\quad\text{(read by continuity at } z_1 = z_2)",
            "h -> 0",
        )
    ],
    mutants=[
        identities(
            lambda: [("lower", sp.limit((1 - sp.exp(-h)) / h, h, 0), 0)],
            r"\lim_{h\to0} = 0",
            "h -> 0",
            why="limit 0 instead of 1",
        )
    ],
    depends_on=["L4"],
    effect="notation",
    note="Harmless: with the limit 1 both bounds are equalities at z1 = z2.",
)


def _defined_at_zero() -> Evidence:
    """Evaluate the printed fraction, literally, at z1 = z2 = 0."""
    distance = sp.Abs(sp.Integer(0) - sp.Integer(0))
    value = sp.Mul(1 - sp.exp(-distance), sp.Pow(distance, -1), evaluate=False).doit()
    defined = value.is_finite and value is not sp.nan
    if defined:
        return Evidence("holds", "symbolic", "proved", "z1 = z2 = 0")
    witness = {"z1": "0", "z2": "0"}
    return Evidence(
        REFUTED, "symbolic", "proved", "z1 = z2 = 0", witness, detail=f"the fraction is {value}"
    )


# --- I13: as used in the deviation proposition --------------------------------------------------

I13 = Claim(
    id="I13",
    title="α(a, θ*, θ̂) >= μ'(a·θ*)/(1 + |a·(θ̂ - θ*)|)",
    printed=[lower_rational(link, side) for link in _LINKS for side in _BOTH],
    mutants=[
        lower_rational(
            poisson, -1, sp.Rational(99, 100), "coefficient of the distance lowered by 1%"
        )
    ],
    depends_on=["L4", "D10"],
)


# --- L5, L6: G against H ------------------------------------------------------------------------

_r = sp.Symbol("r", real=True)  # r = 2S - h >= 0: how far the pair is from spanning Θ
_IN = "h > 0, r >= 0"


def _from_edge(side: int) -> Any:
    """z1 = -S or S, from where every z2 = z1 + side h with h <= 2S = h + r stays in [-S, S]."""
    return -side * (h + _r) / 2


def _inside_theta(link: Link, side: int, c: Any = 1, why: str = "") -> Bound:
    """α >= μ'(z1)/(1 + 2S) for |z1|, |z2| <= S: every 2S is h + r with r >= 0.

    What holds is proved for every z1; a mutant must fail inside Θ, so it starts at its edge.
    """
    left, right = link.slope * h / (1 + c * (h + _r)), rise(link, side)
    if why:
        left, right = (e.subs(z, _from_edge(side)) for e in (left, right))
    return Bound(
        left,
        "<=",
        right,
        _IN,
        latex=r"\alpha(a,\theta_1,\theta_2) \geq (1+2S)^{-1}\dot\mu(a^\top\theta_1)",
        scope=f"{link.name}, every S and every pair in Θ",
        why=why,
    )


def _loewner(squared: bool, latex: str, coefficient: Any = 1, why: str = "") -> Statement:
    """x^T (G - c H) x as a sum of squares: the identity behind the matrix inequality."""

    def pairs() -> Any:
        d, t = 2, 3
        g, lam, c = sp.symbols("gamma lambda c", positive=True)
        vector = sp.Matrix(sp.symbols("x1:3", real=True))
        actions = [sp.Matrix(sp.symbols(f"a{s}_1:3", real=True)) for s in range(1, t)]
        alphas, slopes = sp.symbols("alpha1:3"), sp.symbols("m1:3")
        weights = [g**2, sp.Integer(1)] if squared else [sp.Integer(0), sp.Integer(1)]
        G = lam * sp.eye(d)
        H = lam * sp.eye(d)
        form = lam * (1 - c) * (vector.T * vector)[0] * coefficient
        # γ^{2(t-1-s)} with discounts; 0 and 1 with a window of one round.
        for weight, a, al, mu in zip(weights, actions, alphas, slopes, strict=True):
            G += weight * al * a * a.T
            H += weight * mu * a * a.T
            form += weight * (al - c * mu) * (a.T * vector)[0] ** 2
        yield "quadratic form", (vector.T * (G - c * H) * vector)[0], form

    return identities(pairs, latex, "d = 2, t = 3; then any d and t termwise", why)


def _g_above_h(claim_id: str, label: str, lines: str, squared: bool, title: str) -> Claim:
    tilde = r"\widetilde " if squared else ""
    latex = rf"{tilde}G_t(\theta_1,\theta_2) \geq (1+2LS)^{{-1}}{tilde}H_t(\theta_i),\ i = 1, 2"
    return Claim(
        id=claim_id,
        label=label,
        lines=lines,
        kind="lemma",
        title=title,
        printed=[
            _loewner(squared, latex),
        ],
        support=[
            *(_inside_theta(link, side) for link in _LINKS for side in _BOTH),
            Bound("1/(1+2*S)", "<=", "1", "S >= 0", latex=r"\lambda \geq (1+2S)^{-1}\lambda"),
        ],
        mutants=[
            _inside_theta(poisson, -1, sp.Rational(99, 100), "2S lowered by one per cent"),
            _loewner(
                squared,
                rf"x^\top({tilde}G_t - c\,{tilde}H_t)x = \sum_s\cdots"
                r" + 2\lambda(1-c)\lVert x\rVert_2^2",
                2,
                "in the quadratic form: regularisation counted twice",
            ),
            Bound("1.01/(1+2*S)", "<=", "1", "S >= 0", why="constant raised by one per cent"),
        ],
        hypotheses=["A1"],
        depends_on=["L4", "D10", TERMWISE],
        note="L is read as the bound on the actions, 1 under the first assumption; see Z5.",
    )


L5 = _g_above_h(
    "L5", "lemma:boundGtbyHt_SW", "3083-3104", False, "With both parameters in Θ, G_t >= H_t/(1+2S)"
)
L6 = _g_above_h(
    "L6",
    "lemma:boundGtbyHt_D",
    "3105-3117",
    True,
    "With both parameters in Θ, G̃_t >= H̃_t/(1+2S)",
)


def _undefined_length(fixed: bool, why: str = "") -> Bound:
    """The lemma with L = 1 or with any L > 0: Poisson from the edge of Θ."""
    length = sp.Integer(1) if fixed else sp.Symbol("L", real=True)
    left, right = poisson.slope * h / (1 + length * (h + _r)), rise(poisson, -1)
    factor = sp.Rational(101, 100) if why and fixed else sp.Integer(1)
    return Bound(
        factor * left.subs(z, _from_edge(-1)),
        "<=",
        right.subs(z, _from_edge(-1)),
        _IN if fixed else f"{_IN}, L > 0",
        latex=r"G_t \geq (1+2LS)^{-1}H_t"
        + (r",\ L = 1 \geq \lVert a\rVert_2" if fixed else r",\ L > 0"),
        scope="Poisson, pairs from the edge of Θ",
        why=why,
    )


Z5 = Claim(
    id="Z5",
    lines="3088-3089, 3102, 3111-3112",
    kind="lemma",
    title="If the macro for L in the G-H lemmas prints a letter, it stands for 1",
    ours=True,
    printed=[_undefined_length(fixed=True)],
    mutants=[
        _undefined_length(fixed=True, why="left side raised by one per cent"),
        _undefined_length(fixed=False, why="any L > 0"),
    ],
    hypotheses=["A1"],
    depends_on=["L5", "L6"],
    note="No error: the source has a macro whose definition is in no file at hand. If it prints "
    "nothing, the lemmas read as they should. If it prints a letter, the letter is a bound on the "
    "norms of the actions, 1 by the first assumption; with a smaller one the inequality fails.",
)


def _factor(power: int, why: str = "") -> Bound:
    """The linear mean has α = μ' = 1, so G̃ = H̃: which factors does that allow?"""
    factor = "1 + c + x" if power == 1 else "1/(1 + c + x)"
    return Bound(
        f"1.01*({factor})" if why else factor,
        "<=",
        "1",
        "c >= 0, x >= 0",
        latex=r"\widetilde G_{t-D:t} \geq \Big(1 + C + \tfrac{1}{\sqrt\lambda}"
        r"\lVert g_t(\hat\theta_t)-g_t(\theta^\star_t)\rVert"
        r"_{\widetilde G_{t-D:t}^{-1}}\Big)"
        + ("" if power == 1 else "^{-1}")
        + r"\widetilde H_{t-D:t}",
        scope="linear mean, where G̃ = H̃; c is the bias C and x the scaled deviation",
        why=why,
    )


Q6 = Claim(
    id="Q6",
    title="The relation of G̃ and H̃ in the main text lacks an inverse",
    printed=[_factor(1)],
    corrected=[_factor(-1)],
    support=[_inside_theta(link, side) for link in _LINKS for side in _BOTH],
    mutants=[_factor(-1, why="factor raised by one per cent")],
    depends_on=["L4", "Z44", TERMWISE],
    effect="statement",
    note="The appendix (lines 1962-1966) has the inverse. For other means the repair follows "
    "from L4 since |a·(θ̂-θ*)| is at most the scaled deviation (Z44).",
)


# --- the Discussion's inequalities --------------------------------------------------------------


def _edge_instance(side: int, edge: bool) -> dict[str, str]:
    """What was put in for z1 in a statement that starts at the edge of Θ."""
    return {"z1": "-S" if side == 1 else "S", "S": "(h + r)/2"} if edge else {}


def _upper(
    link: Link, side: int, bottom: Any, latex: str, why: str = "", edge: bool = False
) -> Bound:
    """As printed: μ(z2) <= μ(z1) + h μ'(z1)/bottom, from the edge of Θ where Θ matters."""
    at = _from_edge(side) if edge else z
    return Bound(
        link.mean.subs(z, at + side * h),
        "<=",
        link.mean.subs(z, at) + h * link.slope.subs(z, at) / bottom,
        _IN if edge else PAIRS,
        latex=latex,
        scope=f"{link.name}, pairs from the edge of Θ" if edge else _where(link, side),
        why=why,
        instance=_edge_instance(side, edge),
    )


def _lower(
    link: Link, side: int, bottom: Any, latex: str, why: str = "", edge: bool = False
) -> Bound:
    """As it should read: |μ(z2) - μ(z1)| >= h μ'(z1)/bottom."""
    at = _from_edge(side) if edge else z
    return Bound(
        rise(link, side).subs(z, at),
        ">=",
        h * link.slope.subs(z, at) / bottom,
        _IN if sp.sympify(bottom).has(_r) else PAIRS,
        latex=latex,
        scope=f"{link.name}, pairs from the edge of Θ" if edge else _where(link, side),
        why=why,
        instance=_edge_instance(side, edge),
    )


_SLOPE = r"\dot\mu(x^\top\theta^\star)"


def _expansion(estimate: str, bottom: str, lower: bool) -> str:
    """LaTeX of the expansion around θ*: as an upper bound, or as a lower bound on the change."""
    term = rf"\frac{{|x^\top(\theta^\star-{estimate})|}}{{{bottom}}}{_SLOPE}"
    if lower:
        return rf"|\mu(x^\top{estimate}) - \mu(x^\top\theta^\star)| \geq {term}"
    return rf"\mu(x^\top{estimate}) \leq \mu(x^\top\theta^\star) + {term}"


_TAYLOR, _TAYLOR_FIXED = (_expansion(r"\theta_t", "1+2S", lower) for lower in (False, True))
_HAT = r"\hat\theta_t"
_NEW, _NEW_FIXED = (
    _expansion(_HAT, rf"1+|x^\top(\theta^\star-{_HAT})|", lower) for lower in (False, True)
)

_ALWAYS = Bound(
    rise(logistic, 1),
    ">",
    h * logistic.slope / (1 + h),
    PAIRS,
    latex=r"\mu(z_2) > \mu(z_1) + \frac{h}{1+h}\dot\mu(z_1)\quad (z_2 > z_1)",
    scope="logistic, all z2 > z1",
)

N21 = Claim(
    id="N21",
    error_lines="1155-1156",
    title="The earlier Taylor-like expansion, with 1 + 2S, bounds the change from below",
    printed=[_upper(link, s, 1 + h + _r, _TAYLOR, edge=True) for link in _LINKS for s in _BOTH],
    corrected=[_lower(link, s, 1 + h + _r, _TAYLOR_FIXED) for link in _LINKS for s in _BOTH],
    mutants=[
        _lower(
            poisson,
            -1,
            1 + sp.Rational(99, 100) * (h + _r),
            r"|\cdot| \geq h\dot\mu/(1+1.98S)",
            "2S lowered by one per cent in the corrected form",
            edge=True,
        ),
        _lower(
            linear,
            1,
            sp.Rational(99, 100),
            r"|\cdot| \geq h\dot\mu/0.99",
            "the denominator left out and lowered by one per cent: the linear mean has α = 1",
            edge=True,
        ),
    ],
    depends_on=["L4"],
    effect="statement",
    note="The denominator 1 + 2S makes the right side smaller: it is a lower bound on the change. "
    "The paper calls the display informal, and no proof uses it in this direction. In the "
    "witness h = |x·(θ*-θ_t)|, 2S = h + r, and x·θ* = ∓S.",
)

N22 = Claim(
    id="N22",
    title="The new implicit inequality also bounds the change from below",
    printed=[_upper(link, s, 1 + h, _NEW) for link in _LINKS for s in _BOTH],
    corrected=[_lower(link, s, 1 + h, _NEW_FIXED) for link in _LINKS for s in _BOTH],
    mutants=[
        _lower(
            poisson,
            -1,
            1 + sp.Rational(99, 100) * h,
            r"|\cdot| \geq h\dot\mu/(1+0.99h)",
            "coefficient of the distance lowered by one per cent in the corrected form",
        ),
    ],
    depends_on=["L4"],
    effect="statement",
    note="Same direction slip as in N21: as printed it fails whenever x·θ̂ > x·θ*. The proofs use "
    "the lower bound (I13). In the witness z = x·θ* and h = |x·(θ*-θ̂_t)|.",
)

N23 = Claim(
    id="N23",
    title="When θ̂ lies in Θ the new bound implies the earlier one",
    printed=[
        Bound(
            h / (1 + h),
            ">=",
            h / (1 + h + _r),
            _IN,
            latex=r"\hat\theta_t\in\Theta \;\Rightarrow\; \frac{h}{1+h} \geq \frac{h}{1+2S}",
            scope="every distance h <= 2S",
        )
    ],
    support=[_ALWAYS],
    mutants=[
        Bound(
            h / (1 + h),
            ">=",
            sp.Rational(101, 100) * h / (1 + h + _r),
            _IN,
            why="earlier bound raised by one per cent",
        ),
        Bound(h / (1 + h), "<=", h / (1 + h + _r), _IN, why="direction turned"),
    ],
    depends_on=["N21", "N22"],
    note="Right for the lower bounds that are meant. With the printed upper bounds the right sides "
    "compare the other way round; the implication then holds only because the new bound fails "
    "at every pair where the old one fails.",
)


# --- N24: all GLMs are self-concordant, with which constant? ------------------------------------


def _third_moment(sign: int, factor: str = "1", why: str = "") -> Bound:
    """±x³ <= x² for x = (r - μ)/m in [-1, 1]: expectations give |κ3| <= m κ2."""
    return Bound(
        f"{sign}*x**3",
        "<=",
        f"{factor}*x**2",
        "-1 <= x <= 1",
        latex=r"|\ddot\mu| = |\mathbb{E}(r-\mu)^3| \leq m\,\mathbb{E}(r-\mu)^2 = m\,\dot\mu",
        scope="canonical families with rewards in [0, m], every m",
        why=why,
    )


def _probit_on_ball(factor: Any, why: str = "") -> Bound:
    """|z| μ' <= C μ' for |z| <= S with C = S: z = S - h."""
    S = sp.Symbol("S", real=True)
    return Bound(
        -probit.curvature.subs(z, S - h),
        "<=",
        factor * S * probit.slope.subs(z, S - h),
        "S > 0, h >= 0",
        latex=r"|\ddot\mu(z)| \leq S\,\dot\mu(z),\ |z|\leq S\quad\text{(probit)}",
        scope="probit, every S and every z <= S",
        why=why,
    )


N24 = Claim(
    id="N24",
    title="Every GLM with bounded features is self-concordant, with a constant of its own",
    printed=[_third_moment(1), _third_moment(-1), _probit_on_ball(1)],
    mutants=[
        _third_moment(1, "0.99", "constant lowered by one per cent"),
        _probit_on_ball(sp.Rational(99, 100), "constant lowered by one per cent"),
        Bound(
            -probit.curvature,
            "<=",
            2 * probit.slope,
            "z >= 0",
            why="one constant for every S: probit with C = 2 on the whole half-line",
        ),
    ],
    depends_on=["D1", EXPECTATION],
    note="The constant is m for canonical families on [0, m] and S for probit. A4 asks for "
    "constant 1 on the whole line: a family with constant C is brought there by rescaling z, which "
    "multiplies S by C; and a constant that holds only on |z| <= S says nothing about an "
    "estimate outside Θ.",
)

CLAIMS = [L4, Z4, Z2, I13, L5, L6, Z5, Q6, N21, N22, N23, N24]
