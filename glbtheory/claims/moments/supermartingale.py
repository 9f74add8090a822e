"""M_u^t is a supermartingale, in exact numbers (lines 1380-1433)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.moments._exact_sums import BOUNDS, LAWS, SumPairs, exactly
from glbtheory.claims.moments.exponential_moments import all_two_point
from glbtheory.claims.vocabulary.exact_designs import VECTORS, Vector
from glbtheory.claims.vocabulary.hand_steps import TOWER
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.noise_laws import ExpSum, Law, three_point, two_point

F = Fraction
_ONE = F(1)

#: (w_1, w_2), as they may be and decreasing.
WeightPairs = tuple[tuple[Fraction, Fraction], ...]
_ALLOWED: WeightPairs = ((F(1, 2), _ONE), (_ONE, _ONE))
_FALLING: WeightPairs = ((F(9, 5), _ONE),)


def _dot(xi: Vector, a: Vector) -> Fraction:
    return sum((x * y for x, y in zip(xi, a, strict=True)), F(0))


def _increment(
    c: Fraction, weight: Fraction, m: Fraction, eps: Fraction, quadratic: Fraction
) -> Fraction:
    """The exponent of one round: c = ξ·a, weight = w_s/w_{t-1}, quadratic = σ²/m² as a rule."""
    return weight * c * eps / m - weight**2 * c**2 * quadratic


# --- L1: one round ------------------------------------------------------------------------------


def _rounds(*, ratios: WeightPairs = _ALLOWED, radius: Fraction = _ONE) -> Iterator[dict[str, Any]]:
    for d in (1, 2):
        for xi, a, w in product(VECTORS[d], VECTORS[d], ratios):
            for m, law in product(BOUNDS, LAWS):
                yield {
                    "xi": tuple(radius * x for x in xi),
                    "action": a,
                    "weights": w,
                    "m": m,
                    "noise": law.scaled(m).outcomes,
                }


_L1 = r"\mathbb{E}[M_u^t(\xi)|\mathcal{F}_{u-1}] \leq M_{u-1}^t(\xi) \quad (2\leq u\leq t)"
_FACTOR = r"M_u^t(\xi) = \exp\Big(\cdots - \frac{%s w_{t-1}^2}\xi^\top\widetilde H_u(0)\xi\Big)"


@exactly(
    cases=_rounds,
    latex=_L1,
    scope="d <= 2, t = 3, m in {1/2, 1, 2}, listed two- and three-point laws, exact ξ and actions",
)
def _step(
    xi: Vector,
    action: Vector,
    weights: tuple[Fraction, Fraction],
    m: Fraction,
    noise: Any,
    *,
    constant: Fraction = _ONE,
    m_power: int = 2,
    variance: int = 1,
) -> SumPairs:
    """E[M_u^3 | past] <= M_{u-1}^3 for u = 2, 3; before u = 3 every ε_2 of the law is tried."""
    law, (w1, w2), c = Law(noise), weights, _dot(xi, action)
    taken = constant * law.variance**variance / m**m_power
    pasts = [(w1, F(0))]
    pasts += [(w2, _increment(c, w1 / w2, m, eps, taken)) for _, eps in law.outcomes]
    for w, past in pasts:
        new = [(p, past + _increment(c, w / w2, m, eps, taken)) for p, eps in law.outcomes]
        yield ExpSum.of(new), ExpSum.of([(1, past)])


_MOMENT = r"\frac{y e^{vx} + x e^{-vy}}{x+y} \leq e^{%sv^2 x y}"
_two_point_step = all_two_point.variant(
    _MOMENT % "" + r" \quad (0<x,y\leq1,\ |v|\leq 1)", exponential=True
)

L1 = Claim(
    id="L1",
    title="M_u^t(ξ) is a supermartingale in u for every ξ in the unit ball",
    kernel=KernelTheorem(
        "L1_ordinary_law",
        "every d, ξ in the unit ball, weights, and law of bounded centred noise, as a positive "
        "functional on a class of functions",
        latex=r"\mathbb{E}[M_u^t(\xi)|\mathcal{F}_{u-1}] \leq M_{u-1}^t(\xi) \quad (2\leq u\leq t,"
        r"\ \xi\in\mathcal{B}_2(d))",
        mutants=["L1_ordinary_law_mutant"],
        beside=["L1"],
    ),
    printed=[_step],
    support=[_two_point_step],
    mutants=[
        _step.mutant(
            "weights decrease: w_1/w_2 = 1.8 (up to 1.79 nothing breaks, see Z41)",
            rf"{_L1},\ w_1 = \tfrac95,\ w_2 = 1",
            ratios=_FALLING,
        ),
        _step.mutant(
            "ξ in a ball of radius 1.8 (up to 1.79 nothing breaks)",
            rf"{_L1},\ \lVert\xi\rVert_2 \leq \tfrac95",
            radius=F(9, 5),
        ),
        _step.mutant(
            "quadratic term lowered from 1 to 0.717 (down to e - 2 nothing breaks)",
            _FACTOR % r"0.717}{m^2",
            constant=F(717, 1000),
        ),
        _step.mutant("m² made m", _FACTOR % r"1}{m", m_power=1),
        _step.mutant(
            "σ² dropped: noise beyond ±1",
            r"\widetilde H_u(0) = \sum_{s=1}^{u-1} w_s^2 a_s a_s^\top",
            variance=0,
        ),
        _two_point_step.mutant(
            "range of v widened to 1.8", _MOMENT % "" + r" \quad (|v|\leq 1.8)", reach="1.8"
        ),
        _two_point_step.mutant(
            "constant lowered from 1 to 0.717", _MOMENT % r"0.717\,", constant="0.717"
        ),
    ],
    hypotheses=["A6", "A7"],
    depends_on=["Q8", "Z13", "Z14", "I2", "I1", TOWER],
    fidelity="verbatim",
    note="For all laws the proof goes through 1 + v²σ², which is linear in the law; e^{v²σ²} is "
    "not, so that the two-point case alone would not give it. Z13, Z14 and I1 are the three lines "
    "of the proof.",
)

# --- Z15: the chain of expectations -------------------------------------------------------------

#: What an adversary may choose at each round, d = 1: an action and a law.
_CHOICES = tuple(
    product(((F(1),), (F(-1, 2),)), (two_point(1, 1), two_point(1, F(1, 1000)), LAWS[4]))
)

#: From the past noise to an action and a law.
ExactAdversary = Callable[[tuple[Fraction, ...]], tuple[Vector, Law]]


def _means(
    xi: Vector, weights: Sequence[Fraction], policy: ExactAdversary, anticipating: bool
) -> list[ExpSum]:
    """E M_1^t, …, E M_t^t on the tree of a policy, exactly, for m = 1."""
    level: list[tuple[Fraction, Fraction, tuple[Fraction, ...]]] = [(F(1), F(0), ())]
    means = [ExpSum.of([(1, 0)])]
    for w in weights:
        grown = []
        for chance, exponent, past in level:
            action, law = policy(past)
            for p, eps in law.outcomes:
                c = _dot(xi, action) * (-1 if anticipating and eps < 0 else 1)
                new = exponent + _increment(c, w / weights[-1], F(1), eps, law.variance)
                grown.append((chance * p, new, (*past, eps)))
        level = grown
        means.append(ExpSum.of((chance, exponent) for chance, exponent, _ in level))
    return means


def _swing(past: tuple[Fraction, ...]) -> tuple[Vector, Law]:
    """d = 2: turn with the sign of the sum of the past noise; skewed noise after a loss."""
    if sum(past) < 0:
        return (F(3, 5), F(4, 5)), two_point(1, F(1, 10))
    return (F(1), F(0)), three_point(1, 0, 1, F(1, 2))


def _policies(*, ratios: WeightPairs = _ALLOWED[::-1]) -> Iterator[dict[str, Any]]:
    """Every adaptive policy of two rounds, as a table from the past, and one of four rounds."""
    for w in ratios:
        for first in _CHOICES:
            outcomes = first[1].outcomes
            for then in product(_CHOICES, repeat=len(outcomes)):
                pasts = ["", *(str(eps) for _, eps in outcomes)]
                policy = {
                    past: [a, law.outcomes]
                    for past, (a, law) in zip(pasts, (first, *then), strict=True)
                }
                yield {"xi": (F(1),), "weights": w, "policy": policy}
    for w1, w2 in ratios:
        yield {"xi": (F(3, 5), F(4, 5)), "weights": (w1, w1, w2, w2), "policy": "swing"}


_Z15 = r"\mathbb{E}[M_t(\xi)] \leq \mathbb{E}[M_u^t(\xi)] \leq \mathbb{E}[M_1^t(\xi)] = 1"


@exactly(
    cases=_policies,
    latex=_Z15,
    scope="every adaptive policy with 6 choices per round (d = 1, t = 3); one with d = 2, t = 5;"
    " m = 1",
)
def _chain(
    xi: Vector,
    weights: Sequence[Fraction],
    policy: Any,
    *,
    anticipating: bool = False,
    reverse: bool = False,
) -> SumPairs:
    """E M_t <= E M_u <= E M_1 = 1."""

    def listed(past: tuple[Fraction, ...]) -> tuple[Vector, Law]:
        action, outcomes = policy[" ".join(map(str, past))]
        return action, Law(outcomes)

    means = _means(xi, weights, _swing if policy == "swing" else listed, anticipating)
    for mean in means[1:-1]:
        for smaller, larger in ((means[-1], mean), (mean, means[0])):
            yield (larger, smaller) if reverse else (smaller, larger)


Z15 = Claim(
    id="Z15",
    lines="1428-1433",
    kind="step",
    title="Expectations of M_u^t fall from 1, whatever an adaptive policy does",
    kernel=KernelTheorem(
        "Z15",
        "every d, t, u, ξ in the unit ball, adaptive policy, weights, and law of bounded centred "
        "noise",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z15_mutant"],
    ),
    printed=[_chain.as_cases()],
    mutants=[
        _chain.mutant(
            "actions turned by the sign of the noise to come",
            r"a_s = \mathrm{sign}(\epsilon_{s+1})\,|a_s|:\ \mathbb{E}[M_t(\xi)] \leq 1",
            anticipating=True,
        ),
        _chain.mutant(
            "weights decrease: w_1/w_2 = 1.8 (up to 1.79 nothing breaks)",
            rf"{_Z15},\ w_1 = \tfrac95,\ w_2 = 1",
            ratios=_FALLING,
        ),
        _chain.mutant(
            "direction turned",
            r"\mathbb{E}[M_t(\xi)] \geq \mathbb{E}[M_u^t(\xi)] \geq \mathbb{E}[M_1^t(\xi)]",
            reverse=True,
        ),
    ],
    hypotheses=["A7"],
    depends_on=["L1"],
    fidelity="verbatim",
    note="For u = t the first relation is an equality, for u = 1 the second.",
)

CLAIMS = [L1, Z15]
