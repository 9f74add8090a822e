"""What the paper says of other work: the projection, the burn-in, gaps and optimality.

What can be decided is decided: that the projection's objective is not convex (one instance is
enough), how long the burn-in is by orders, that the algorithms do not know Δ.  Sentences about
other papers' results are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction as F
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim
from glbtheory.claims.setting.slopes_in_numbers import INVERSE, S
from glbtheory.claims.vocabulary import bound, computed_bound, identity, scales
from glbtheory.claims.vocabulary.exact_designs import Vector, rational
from glbtheory.claims.vocabulary.orders import Tuning, c, d
from glbtheory.engines.orders import ONE
from glbtheory.setting.links import Link, linear, logistic, poisson, z

# --- the projection -------------------------------------------------------------------------------

ARMS: tuple[Vector, ...] = ((F(0), F(1)), (F(-5, 13), F(12, 13)))
RIDGE = 10
OUTSIDE: Vector = (F(6), F(3))
ENDS: tuple[Vector, Vector] = ((F(5), F(16, 5)), (F(-59, 10), F(3, 5)))
RADIUS = 6


def squared_objective(
    link: Link,
    theta: Sequence[Any],
    outside: Sequence[Any] = OUTSIDE,
    arms: Sequence[Vector] = ARMS,
) -> Any:
    """The square of what the projection minimises at θ: each arm played once, V with ridge 10."""

    def mean(arm: Vector, at: Sequence[Any]) -> Any:
        return link.mean.subs(
            z, sum(rational(a) * rational(x) for a, x in zip(arm, at, strict=True))
        )

    gaps = [mean(arm, theta) - mean(arm, outside) for arm in arms]
    vector = [
        sum(g * rational(arm[i]) for g, arm in zip(gaps, arms, strict=True)) for i in range(2)
    ]
    # sympy and not ``exact.design``: a statement can then be read where python-flint is missing.
    columns = sp.Matrix([[rational(x) for x in arm] for arm in arms])
    inverse = (columns.T * columns + RIDGE * sp.eye(2)).inv()
    return sum(vector[i] * vector[j] * inverse[i, j] for i in range(2) for j in range(2))


_HIGHER = (
    r"\theta_A = (5,\tfrac{16}5),\ \theta_B = (-\tfrac{59}{10},\tfrac35):\quad "
    r"f\big(\tfrac12(\theta_A+\theta_B)\big)^2 > f(\theta_%s)^2\quad\text{(logistic)}"
)


def _of_link(link: Link) -> dict[str, Any]:
    ends = {"theta_A": "(5, 16/5)", "theta_B": "(-59/10, 3/5)"}
    return {"link": link, "instance": {"link": link.name, **ends}}


@computed_bound(
    latex=_HIGHER % "A",
    scope="in the plane, S = 6, arms (0,1) and (-5/13,12/13) played once, ridge 10, θ̂ = (6,3), "
    "θ_A = (5,16/5), θ_B = (-59/10,3/5)",
    instance=_of_link(logistic)["instance"],
)
def _above_ends(*, link: Link = logistic, end: int = 0, factor: int = 1) -> Any:
    """The squared objective in the middle is above its value at one end."""
    middle = tuple((x + y) / 2 for x, y in zip(*ENDS, strict=True))
    return squared_objective(link, middle), ">", factor * squared_objective(link, ENDS[end])


_ABOVE_B = _above_ends.variant(_HIGHER % "B", end=1)


def _in_ball(x: Vector, relation: str) -> Bound:
    size = sum(rational(v) ** 2 for v in x)
    latex = rf"\|({', '.join(map(str, x))})\|^2 {relation} {RADIUS**2}"

    @computed_bound(latex=latex)
    def squared() -> Any:
        return size, relation, RADIUS**2

    return squared


@computed_bound(
    latex=r"|\mu(-1)-\mu(4)| > \tfrac12\big(|\mu(-2)-\mu(4)| + |\mu(0)-\mu(4)|\big)"
    r"\quad\text{(poisson)}",
    scope="d = 1, one observation, θ̂ = 4, Θ = [-2, 2]",
    instance={"link": "poisson"},
)
def _convex_mean(*, link: Link = poisson) -> Any:
    """For the exponential mean, in one dimension: concave below the estimate."""
    at = {x: link.mean.subs(z, x) for x in (-2, -1, 0, 4)}
    return at[4] - at[-1], ">", (at[4] - at[-2] + at[4] - at[0]) / 2


N5 = Claim(
    id="N5",
    title="The projection minimises a function that is not convex",
    printed=[_above_ends, _ABOVE_B],
    support=[
        _convex_mean,
        _in_ball(OUTSIDE, ">"),
        _in_ball(ENDS[0], "<="),
        _in_ball(ENDS[1], "<="),
    ],
    mutants=[
        _above_ends.mutant(
            "the identity link: the objective is a norm of a linear map, convex",
            **_of_link(linear),
        ),
        _ABOVE_B.mutant("right side doubled", factor=2),
        _convex_mean.mutant("the identity link", link=linear, instance={"link": "linear"}),
    ],
    fidelity="implied",
    note="That it is not convex is shown by one instance: f is the norm that is minimised. It is "
    "higher in the middle than at both ends, which lie in Θ (in the support), so not even its "
    "level sets are convex. The estimate is put outside Θ by hand, and V_t is one invertible "
    "matrix, as the page has it; no rewards are made up for them. The reason given is that μ may "
    "be non-convex; it is not needed: with the convex mean exp the objective is not convex "
    "either (in the support). Only affine means are safe.",
)

# --- the burn-in ----------------------------------------------------------------------------------


def _after(exponent: str) -> dict[str, Any]:
    """The error of the estimate after c_μ^{exponent} d rounds, as the tokens of its order."""
    error = c**-1 * d ** "1/2" * (c**exponent * d) ** "-1/2"
    what = rf"n = c_\mu^{{{exponent}}}d:\quad \|\hat\theta-\theta^\star\| \lesssim "
    return {"what": what + r"\frac{\sqrt d}{c_\mu\sqrt n}", "term": lambda: error}


_BURN_IN = scales(rate=ONE, tuning=Tuning.none(d, c**-1), **_after("-2"))

N6 = Claim(
    id="N6",
    title="The burn-in grows with c_μ^{-2}: exponents only",
    printed=[
        _BURN_IN.as_part(r"n = c_\mu^{-2}d:\quad \frac{\sqrt d}{c_\mu\sqrt n} = \widetilde O(1)")
    ],
    fidelity="implied",
    mutants=[_BURN_IN.mutant("exponent of 1/c_μ lowered by 1/12", **_after("-23/12"))],
    note="Only the exponents are checked, at the length that the page names. The reason: with a "
    "least eigenvalue n of the design matrix c_μ √n ‖θ̂-θ*‖ is at most the noise √d, so that "
    "the estimate is within a constant of θ* after d c_μ^{-2} rounds that fill every direction. "
    "What the cited section states is read.",
)


#: With y = log10(1/c_μ) within 1/4 of 3: 2y is within 1/2 of the decade.
_MILLION = bound(
    "(2*y - {decade})**2 <= 1/4",
    "11/4 <= y <= 13/4",
    latex=r"c_\mu^{-1} \approx 10^3 \;\Rightarrow\; c_\mu^{-2} \approx 10^{6}",
    scope="log10 of 1/c_μ within 1/4 of 3, log10 of 1/c_μ² within 1/2 of the exponent",
    decade=6,
)


@computed_bound(latex=r"S = 6:\quad c_\mu^{-2} > 1.6\cdot 10^5")
def _experiments() -> Any:
    return INVERSE["logistic"].subs(S, 6) ** 2, ">", 160_000


@computed_bound(latex=r"S = 6.9:\quad c_\mu^{-2} < 10^6")
def _example() -> Any:
    return INVERSE["logistic"].subs(S, sp.Rational(69, 10)) ** 2, "<", 10**6


N7 = Claim(
    id="N7",
    title="The burn-in for click prediction is about 10⁶ rounds",
    printed=[_MILLION],
    support=[_experiments, _example],
    mutants=[
        _MILLION.mutant("exponent 6 lowered to 5", decade=5),
        _MILLION.mutant("exponent 6 raised to 7", decade=7),
    ],
    depends_on=["N2", "N6"],
    fidelity="paraphrase",
    note="Constants and d are left out, as in the text. The example has S = 6.9; the experiments' "
    "S = 6 gives 1.6·10⁵.",
)

# --- sentences about other papers -----------------------------------------------------------------

#: What the two algorithms are run with: bonuses, ridge, discount factor and window.
_RUN_WITH = ("rho", "beta", "rho_window_end", "beta_window_end", "lam_theorem")
_NOTHING: Mapping[str, Any] = {}
_TUNINGS = ("gamma_gap", "gamma_worst_case", "tau_gap", "tau_worst_case")


def _unknown_gap(*, instead: Mapping[str, Any] = _NOTHING) -> str:
    shown = r"\rho_T^\delta, \beta_T^\delta, \lambda, \gamma, \tau"
    for name, formula in instead.items():
        shown += rf",\ {f.FORMULAS[name].written}' = {sp.latex(formula)}"
    return rf"\frac{{\partial}}{{\partial\Delta}}\big({shown}\big) = 0"


@identity(
    latex=_unknown_gap,
    scope="bonuses, ridge and tunings of both algorithms, as printed",
    at={"T": 100, "Gamma": 2, "d": 2},
)
def _ignores_gap(*, instead: Mapping[str, Any] = _NOTHING) -> Iterator[tuple[str, Any, Any]]:
    """The derivative in Δ of everything the algorithms are run with is zero."""
    for name in (*_RUN_WITH, *_TUNINGS):
        yield name, sp.diff(instead.get(name, f.FORMULAS[name].expanded()), f.Delta), 0


_KNOWS = 1 - sp.sqrt(f.c_mu * f.Gamma * f.Delta) / (f.d * sp.sqrt(f.T))
_DIVIDED = f.FORMULAS["lam_theorem"].expression / f.Delta
N17 = Claim(
    id="N17",
    title="The algorithm does not need Δ; gap assumptions in the literature are read",
    printed=[_ignores_gap],
    mutants=[
        _ignores_gap.mutant(
            "c_μ Γ_T replaced by c_μ Γ_T Δ in a discount factor", instead={"gamma_gap": _KNOWS}
        ),
        _ignores_gap.mutant("λ divided by Δ", instead={"lam_theorem": _DIVIDED}),
    ],
    fidelity="paraphrase",
    note="Checked is the sentence of lines 1090-1091 about this paper. Which gaps other papers "
    "assume is read.",
)
N18 = Claim(
    id="N18",
    title="A conjecture on forgetting policies without gaps",
    reason="A conjecture. The rate it refers to is that of the worst-case theorem (N9, N16), where "
    "it stands with a tilde: logarithms are left out here. The upper half is proved in this paper "
    "for two forgetting policies, T2 with discount factors and T7 for K arms.",
)
N19 = Claim(
    id="N19",
    title="What is optimal: finite action sets, and a variation budget",
    reason="Other papers' theorems. The rate √(Γ_T T) of line 1120 is theirs, for finitely many "
    "actions. For a variation budget (line 1130) later papers found a gap in the proofs of the "
    "rate T^{2/3} and prove T^{3/4} in its place (Touati and Vincent 2020, Zhao and Zhang 2021); "
    "under a condition on the geometry of the arms minimax optimality is recovered (Faury et al. "
    "2021). Nothing in this paper's proofs rests on it: between changes the parameter is constant "
    "here.",
)

CLAIMS = [N5, N6, N7, N17, N18, N19]
