"""The mixture has mean at most 1, and what growing ridges cost (lines 1443-1488)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, product
from typing import Any

from flint import acb, arb

from glbtheory.claims.mixing.mixture import prior_mass
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import enclosed, grid
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.hand_steps import TONELLI
from glbtheory.claims.vocabulary.noise_trees import (
    LAWS,
    Tree,
    Vector,
    foreseen,
    mean_along_walk,
    trees,
    unchanged,
)
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.mixture import ONE, mixture, normaliser_h
from glbtheory.engines.boxes.balls import ball

F = Fraction
#: t for each d.
Sizes = tuple[tuple[int, int], ...]


# --- L2, Q10: the mean of the mixture -----------------------------------------------------------


def _tree_rounds(
    *, sizes: Sizes = ((1, 4), (2, 3)), last_only: bool = False
) -> Iterator[dict[str, Any]]:
    for d, t in sizes:
        for tree in trees(d, t, (1, 3) if d == 1 else (1,)):
            for u in (t,) if last_only or d == 2 else range(1, t + 1):
                yield {**vars(tree), "u": u}


def _tree_scope(*, sizes: Sizes = ((1, 4), (2, 3))) -> str:
    where = ", ".join(f"d = {d} with t = {t}" for d, t in sizes)
    return (
        f"{where}: two- and three-point noises, one law and one policy that change with the past, "
        "weights equal, doubling or with a jump, λ fixed, growing or falling, m in {1, 3}"
    )


_L2 = r"\mathbb{E}\big[\bar M_u^t\big] \leq 1"
_AT_MOST_ONE = r":\ \mathbb{E}[\bar M_u^t]\leq 1"


@enclosed(cases=_tree_rounds, latex=_L2, scope=_tree_scope)
def _tree_mean(
    d: int,
    t: int,
    law: str,
    policy: str,
    weights: str,
    ridges: str,
    m: int,
    u: int,
    *,
    most: Fraction = ONE,
    prior: Callable[[Fraction], Fraction] = unchanged,
    variance: Callable[[Fraction], Fraction] = unchanged,
    late: Callable[[Vector], Any] = foreseen,
    anticipating: bool = False,
) -> Sides:
    """E M̄_u^t against 1 on every tree."""
    mean = Tree(d, t, law, policy, weights, ridges, m).mean_mixture(
        u, prior=prior, late=late, variance=variance, anticipating=anticipating
    )
    return mean, "<=", most


def _walks() -> Iterator[dict[str, Any]]:
    for n, p in ((50, F(1, 10)), (400, F(1, 20)), (400, F(1, 30))):
        yield {"n": n, "p": p, "lam": F(1, 10)}


@enclosed(
    cases=_walks,
    latex=_L2,
    scope="walks of 50 and 400 rounds, probability of a jump 1/10, 1/20, 1/30, λ = 1/10",
)
def _walk_mean(
    n: int,
    p: Fraction,
    lam: Fraction,
    *,
    radius: Fraction = ONE,
    factor: Fraction = ONE,
    fall: Fraction | None = None,
) -> Sides:
    """E M̄ against 1 along a walk of skewed noise."""
    return mean_along_walk(n, p, lam, radius, factor, fall), "<=", 1


L2 = Claim(
    id="L2",
    title="The mixture has mean at most 1, for every deterministic sequence of ridges",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "L2_ordinary_law",
        "every d, weights, ridges and law of bounded centred noise; the mean is taken round by "
        "round; the integral over the ball is squeezed by locally Lipschitz functions",
        mutants=["L2_ordinary_law_mutant"],
        beside=["L2"],
    ),
    printed=[_tree_mean, _walk_mean],
    mutants=[
        _walk_mean.mutant(
            "radius of the ball 9/4 for 1 (a radius of 2 is invisible on these walks)",
            r"h_u\ \text{on}\ \{\lVert\xi\rVert_2\leq 9/4\}" + _AT_MOST_ONE,
            radius=F(9, 4),
        ),
        _walk_mean.mutant(
            "weights that fall by a factor 9/4 in the last round (a factor 2 is invisible here)",
            r"w_1 = \dots = w_{t-2} = \tfrac94 w_{t-1}" + _AT_MOST_ONE,
            fall=F(9, 4),
        ),
        _walk_mean.mutant(
            "factor 3/5 before H_u(0); the pointwise threshold is e - 2 = 0.718",
            r"M_u^t = e^{\cdots-\frac35\xi^\top\widetilde H_u(0)\xi/(m^2w_{t-1}^2)}" + _AT_MOST_ONE,
            factor=F(3, 5),
        ),
        _tree_mean.mutant(
            "σ² dropped from H (refuted for m = 3)",
            r"\widetilde H_u(0) = \sum_s w_s^2 a_s a_s^\top" + _AT_MOST_ONE,
            variance=lambda v: F(1),
            sizes=((1, 2),),
        ),
        _tree_mean.mutant(
            "λ chosen after the noise",
            r"\lambda_{u-1}\ \text{random}" + _AT_MOST_ONE,
            late=lambda S: 1 if S[0] > 0 else 4000,
            sizes=((1, 2),),
        ),
        _tree_mean.mutant(
            "actions that know the next noise (visible from the third round on)",
            r"a_s = \mathrm{sign}(\epsilon_{s+1})" + _AT_MOST_ONE,
            anticipating=True,
        ),
    ],
    hypotheses=["A6", "A7"],
    depends_on=["Q9", "Z15", "Z16", TONELLI],
    note="Each ridge may be any positive number fixed beforehand: h_u need not be related to "
    "h_{u-1}, since the lemma compares M_u with 1 and not with M_{u-1}. At u = 1 see Z17.",
)

_last_mean = _tree_mean.variant(
    r"\mathbb{E}[\bar M_t] = \mathbb{E}[\bar M_t^t] \leq 1", sizes=((1, 3),), last_only=True
)

Q10 = Claim(
    id="Q10",
    title="At u = t: E M̄_t <= 1",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "L2_ordinary_law",
        "the theorem of L2 at u = t >= 2, with its n = u the paper's t - 1: every d, weights, "
        "ridges and law of bounded centred noise, the mean taken round by round; its mutant lowers "
        "the bound of L2 and is refuted at u = 1",
        mutants=["L2_ordinary_law_mutant"],
        beside=["L2"],
    ),
    printed=[_last_mean],
    mutants=[
        _last_mean.mutant(
            "bound lowered by two per cent",
            r"\mathbb{E}[\bar M_t] \leq 98/100",
            most=F(98, 100),
        ),
        _last_mean.mutant(
            "λ ten per cent larger in N(h_t) than in H̃_t (five are invisible here)",
            r"N(h_t)\ \text{with}\ 1.1\,\lambda_{t-1}:\ \mathbb{E}[\bar M_t] \leq 1",
            prior=lambda ridge: ridge * F(11, 10),
        ),
    ],
    depends_on=["L2"],
)


# --- Z16: the display of the proof --------------------------------------------------------------


@enclosed(
    cases=lambda: map(vars, trees(1, 3, (1,))),
    latex=r"\int_\Omega\Big(\int M_u^t(\xi)dh_u(\xi)\Big)d\mathbb{P} \leq"
    r" \int\Big(\int_\Omega M_u^t(\xi)d\mathbb{P}\Big)dh_u(\xi)",
    scope=f"d = 1, t = 3, m = 1: {AGREED}",
)
def _interchange(
    d: int,
    t: int,
    law: str,
    policy: str,
    weights: str,
    ridges: str,
    m: int,
    *,
    late: Callable[[Vector], Any] = foreseen,
) -> Sides:
    """Σ_ω P(ω) ∫ M dh against ∫ Σ_ω P(ω) M dh; ``late`` lets λ depend on the outcome."""
    tree = Tree(d, t, law, policy, weights, ridges, m)
    ridge, k = tree.ridge(t), tree.scale

    def integrand(xi: acb, _: bool) -> acb:
        mean = acb(0)
        for ((S,), ((H,),)), p in tree.states(t).items():
            mean += ball(p) * (ball(S / k) * xi - ball(H / k**2) * xi**2).exp()
        return mean * (-ball(ridge / k**2) * xi**2).exp()

    second = acb.integral(integrand, acb(-1), acb(1)).real / normaliser_h(1, ridge, k)
    return tree.mean_mixture(t, late=late), "==", second


_REACH = (F(-1), F(-1, 2), F(1, 100), F(1, 2), F(1))
_MEAN = r"\int_\Omega M_u^t(\xi)d\mathbb{P} \leq 1"


@enclosed(
    cases=lambda *, reach=_REACH: (
        {**vars(tree), "xi": xi} for tree, xi in product(trees(1, 4, (1,)), reach)
    ),
    latex=r"\int\Big(\int_\Omega M_u^t(\xi)d\mathbb{P}\Big)dh_u(\xi) \leq"
    r" \int\Big(\int_\Omega 1\,d\mathbb{P}\Big)dh_u(\xi)",
    scope=lambda *, reach=_REACH: f"d = 1, t = 4, m = 1, ξ in {{{', '.join(map(str, reach))}}}",
)
def _pointwise(
    d: int, t: int, law: str, policy: str, weights: str, ridges: str, m: int, xi: Fraction
) -> Sides:
    """E M_t(ξ) against 1 at single directions; at ξ = 0 both are 1."""
    tree = Tree(d, t, law, policy, weights, ridges, m)
    v, mean = xi / tree.scale, arb(0)
    for ((S,), ((H,),)), p in tree.states(t).items():
        mean += ball(p) * ball(v * S - v * v * H).exp()
    return mean, "<=", 1


Z16 = Claim(
    id="Z16",
    lines="1455-1466",
    kind="step",
    title="The proof that E M̄ <= 1, line by line: interchange, M_u has mean at most 1, h_u has mass"
    " 1",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Z16",
        "every d, t, u, λ > 0, adaptive policy, weights, and law of bounded centred noise",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z16_mutant"],
    ),
    printed=[
        _interchange,
        _pointwise.as_cases(_MEAN),
        prior_mass.variant(r"\int_{\mathbb{R}^d} dh_u(\xi) = 1").as_consistency(
            r"\text{the integral and our closed form of } N(h_u),\ d\leq 3"
        ),
    ],
    mutants=[
        _interchange.mutant(
            "λ one per cent larger after a positive sum: the prior may not depend on the outcome",
            r"h_u\ \text{random}:\ \mathbb{E}\int M_u^t dh_u = \int\mathbb{E}[M_u^t]dh_u",
            late=lambda S: F(101, 100) if S[0] > 0 else 1,
        ),
        _pointwise.mutant(
            "a direction of length 7/2, outside of the ball (3 is invisible on these trees)",
            r"\int_\Omega M_u^t(7/2)d\mathbb{P} \leq 1",
            reach=(F(7, 2),),
        ),
        prior_mass.mutant(
            "precision doubled", r"\int e^{-2\lambda\rho^2/k^2}d\xi/N(h_u) = 1", precision=4
        ),
    ],
    depends_on=["Q9", "Z15"],
    note="The first and the third relation are printed as inequalities and are equalities: the "
    "interchange loses nothing, and the mass of Ω is 1. The letter w, a weight everywhere else,"
    " stands for an outcome in dP(w). The second relation is cited from L1 and needs its iteration"
    " from u down to 1 (Z15).",
)


# --- R3: what time-dependent ridges cost --------------------------------------------------------

_LOST = r"\mathbb{E}\big[\bar M_3^t\mid\mathcal{F}_2\big] > \bar M_2^t"
_KEPT = r"\mathbb{E}\big[\bar M_u^t\mid\mathcal{F}_{u-1}\big] \leq \bar M_{u-1}^t"
_GAMMAS = (F(1, 2), F(9, 10), F(99, 100))


@enclosed(
    cases=lambda *, gammas=_GAMMAS: (
        {**case, "a_1": 1, "a_2": 0, "epsilon_2": 0, "m": 1}
        for case in grid(gamma=gammas, lam=(F(1, 10), F(1), F(10)), t=(3, 6))
    ),
    latex=r"\lambda_u = \lambda\gamma^{-2u}:\ \text{in some run}\ " + _LOST,
    scope=lambda *, gammas=_GAMMAS: (
        f"d = 1, u = 3, t in {{3, 6}}, γ in {{{', '.join(map(str, gammas))}}}, λ in {{1/10, 1, 10}}"
    ),
)
def _after_nothing(
    gamma: Fraction, lam: Fraction, t: int, *, relation: str = ">", **_: Any
) -> Sides:
    """w_s = γ^{-s}, λ_s = λγ^{-2s}; a_1 = 1, ε_2 = 0 of three points, a_2 = 0: M_3 = M_2."""
    k = gamma ** -(t - 1)
    H = gamma**-2 * LAWS["three points"](()).variance
    after, before = (
        mixture((F(0),), ((H + ridge,),), ridge, k) for ridge in (lam * gamma**-4, lam * gamma**-2)
    )
    return after, relation, before


def _nodes(*, ridges: str = "fixed") -> Iterator[dict[str, Any]]:
    """Every node of every tree of t = 3."""
    for tree in chain(trees(1, 3), trees(2, 3, (1,))):
        if tree.ridges == ridges:
            for _, noise in LAWS[tree.law](()):
                yield {**vars(tree), "u": 3, "past": [noise]}
            if tree.d == 1:
                yield {**vars(tree), "u": 2, "past": []}


@enclosed(
    cases=_nodes,
    latex=r"\lambda_u = \lambda:\ " + _KEPT,
    scope=lambda *, ridges="fixed": (
        f"d <= 2, t = 3, every node: two- and three-point noises, {ridges} λ"
    ),
)
def _next_round(
    d: int,
    t: int,
    law: str,
    policy: str,
    weights: str,
    ridges: str,
    m: int,
    u: int,
    past: list[Fraction],
    *,
    variance: Callable[[Fraction], Fraction] = unchanged,
) -> Sides:
    """E[M̄_u | the first noises] against M̄_{u-1}."""
    tree = Tree(d, t, law, policy, weights, ridges, m)
    after, before = (tree.mean_mixture(s, tuple(past), variance=variance) for s in (u, u - 1))
    return after, "<=", before


R3 = Claim(
    id="R3",
    title="With growing ridges M̄_u is no supermartingale; with a fixed ridge it is",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "R3",
        "every 0 < γ < 1 and λ > 0 for the loss; every d, t, adaptive policy, weights and λ > 0 "
        "for the fixed ridge",
        conditions=[FINITE_OUTCOMES],
        mutants=["R3_mutant"],
    ),
    printed=[_after_nothing.as_whole(), _next_round],
    mutants=[
        _after_nothing.mutant(
            "the property claimed for ridges that grow by two per cent a round",
            r"\lambda_u = \lambda\gamma^{-2u}:\ " + _KEPT,
            relation="<=",
            gammas=(F(99, 100),),
        ),
        _after_nothing.mutant(
            "ridges that fall: this instance then has the property",
            r"\gamma = 101/100:\ " + _LOST,
            gammas=(F(101, 100),),
        ),
        _next_round.mutant(
            "the property claimed for growing ridges on the trees",
            r"\lambda_u\ \text{growing}:\ " + _KEPT,
            ridges="growing",
        ),
        _next_round.mutant(
            "fixed ridge, σ² dropped from H",
            r"\lambda_u = \lambda,\ \sigma_s^2\to 1:\ " + _KEPT,
            variance=lambda v: F(1),
        ),
    ],
    depends_on=["L1", "Q9"],
    note="A sharper prior puts more mass where M_u is near 1: after a round without action M_u does"
    " not move but its average does, upwards if H_u(0) > 0 and S_u = 0. What is kept is the mean at"
    " one fixed time (L2). With a fixed ridge the property is L1 integrated over one prior."
    " What a fixed ridge would cost is Z151.",
)


CLAIMS = [L2, Q10, R3, Z16]
