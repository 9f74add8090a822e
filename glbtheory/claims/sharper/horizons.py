"""The best analysis window, and from which horizon on the smaller regret bounds say something."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import bound, enclosed, identity
from glbtheory.regret import sharper_horizon, useful_horizon

F = Fraction

# --- Z170: the analysis window --------------------------------------------------------------------

_ENTRY = 2 * f.k_mu * f.T * sp.log(1 / f.gamma) / (f.lam * f.Gamma * (1 - f.gamma))
_DEPTH = (
    r"\frac{\partial}{\partial D}\Big(m\,\Gamma_TD+2Tb^\sharp\Big) = 0\ \text{at}\ "
    r"D^\star = \log\Big(%s\frac{2k_\mu T\log(1/\gamma)}{\lambda\Gamma_T(1-\gamma)}\Big)"
    r"\Big/\log\tfrac1\gamma"
)


@identity(latex=_DEPTH % "", scope="every constant")
def least_depth(*, share: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """At D = log(v)/log(1/γ) with v = 2k_μT log(1/γ)/(λΓ(1-γ)) the slope in D is 0."""
    total = f.m * f.Gamma * f.D + 2 * f.T * f.FORMULAS["bias_sharpened"].expression
    # γ^D = 1/v there.
    slope = sp.diff(total, f.D).subs(f.gamma**f.D, 1 / (share * _ENTRY))
    yield "slope", sp.simplify(sp.expand_log(slope, force=True)), sp.Integer(0)


convex = bound(
    "{slope}*x + exp(-x) >= 1",
    latex=r"x+e^{-x} \geq 1,\quad x = (D-D^\star)\log\tfrac1\gamma",
    scope="every D: lost rounds and bias are least at D*",
    slope="1",
)

Z170 = Claim(
    id="Z170",
    ours=True,
    lines="2373, 2494",
    kind="step",
    title="Lost rounds and bias are least at an analysis window other than log T/log(1/γ)",
    printed=[least_depth, convex],
    mutants=[
        least_depth.mutant(
            "argument raised by one per cent", _DEPTH % r"1.01\,", share=sp.Rational(101, 100)
        ),
        # A witness is looked for in a box.
        convex.mutant("slope lowered by one per cent", slope="0.99", where="x >= -20, x <= 20"),
    ],
    depends_on=["Z113", "Z168"],
    note="D occurs in the analysis and in β. Lost rounds and bias together, m Γ_T D + 2 T b, "
    "are least at D*, where γ^D is about λΓ_T/(2k_μT) and not 1/T: D* is shorter when λΓ_T > "
    "2k_μ, as with λ = d log T. It has to be rounded to a whole number, and a shorter D raises "
    "S̄ a little.",
)


# --- Z171: horizons -------------------------------------------------------------------------------

#: T of two digits: R♯ < T, while the repaired bound is above 2 T.
_HORIZONS = {"T2": 1_600_000, "T5": 3_800_000, "T1": 8 * 10**8, "T6": 7 * 10**10}
_FIRST = _HORIZONS["T2"]
_SETTING = r"\text{logistic},\ d=2,\ S=1,\ \Gamma_T=2,\ \delta=\tfrac1{20},\ \Delta=\tfrac1{10}"
_PROBLEM = useful_horizon.HorizonProblem(S=1, d=2, Gamma=2, delta=F(1, 20), Delta=F(1, 10))


@enclosed(
    cases=lambda *, horizon=_FIRST: [{"T": horizon, "u": F(9, 10), "r": F(1, 5)}],
    latex=lambda *, horizon=_FIRST, theorem="T2": (
        rf"\text{{{theorem}}},\ {_SETTING}:\ R^\sharp < T\ \text{{at}}\ T = {horizon}"
    ),
    scope=lambda *, theorem="T2": (
        f"{theorem}: logistic, d = 2, S = 1, Γ_T = 2, δ = 1/20, Δ = 1/10, the theorem's tuning"
    ),
)
def useful(T: int, u: Fraction, r: Fraction, *, theorem: str = "T2") -> Any:
    """The smaller bound is below T."""
    return sharper_horizon.bound(f"{theorem} sharpened", _PROBLEM, T, u=u, r=r), "<", T


@enclosed(
    cases=lambda *, horizon=_FIRST: [{"T": horizon}],
    latex=lambda *, horizon=_FIRST, theorem="T2": (
        rf"\text{{{theorem} repaired}},\ {_SETTING}:\ R \geq 2T\ \text{{at}}\ T = {horizon}"
    ),
    scope=lambda *, theorem="T2": f"{theorem} repaired, the same problem and tuning",
)
def repaired_useless(T: int, *, theorem: str = "T2") -> Any:
    """The repaired bound is still at least 2 T."""
    return useful_horizon.bound(f"{theorem} corrected", _PROBLEM, T), ">=", 2 * T


_useful = {theorem: useful.variant(theorem=theorem, horizon=T) for theorem, T in _HORIZONS.items()}

Z171 = Claim(
    id="Z171",
    ours=True,
    lines="763-767, 2449-2493, 2922-2928, 3037-3039",
    kind="theorem",
    title="At S = 1 the smaller bounds fall below T where the repaired ones are still above 2 T",
    printed=[
        s
        for theorem, T in _HORIZONS.items()
        for s in (
            _useful[theorem].as_whole(),
            repaired_useless.variant(theorem=theorem, horizon=T).as_whole(),
        )
    ],
    mutants=[
        s.mutant("T lowered by a tenth", horizon=s.tokens["horizon"] * 9 // 10)
        for s in _useful.values()
    ],
    depends_on=["Z168", "Z169", "Z94", "Z95"],
    note="Bounds are compared at one problem, each of them in closed form. Each theorem's own γ "
    "or τ and λ are kept, so that only the constants differ; D and τ are rounded up. u = 0.9 "
    "and r = 0.2 are nearly the best.",
)

CLAIMS = [Z170, Z171]
