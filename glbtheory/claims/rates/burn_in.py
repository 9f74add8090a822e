"""Whether the estimate stays in Θ: after a burn-in, and after a change (lines 371-374, 417-422)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction as F
from math import comb
from typing import Any

from glbtheory.claims.model import Claim
from glbtheory.claims.vocabulary import enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import design, inverse_form

# --- Z123: a burn-in and a parameter on the border ------------------------------------------------

#: The mean reward of the one action: μ(θ*) with θ* = log 3.
_MEAN = F(3, 4)


def _beyond(n: int, limit: F) -> F:
    """P(X > limit n) for the number X of successes in n rounds with probability 3/4."""
    ways = sum(comb(n, k) * 3**k for k in range(int(limit * n) + 1, n + 1))
    return F(ways, 4**n)


def _below(n: int, limit: F) -> F:
    """P(X < limit n)."""
    return F(sum(comb(n, k) * 3**k for k in range(n + 1) if k < limit * n), 4**n)


_OUTSIDE = r"P(\hat\theta_n \notin \Theta) \geq \tfrac{81}{256}"
_WITHIN = r"P\big(|\hat\theta_n-\theta^\star| > \log\tfrac52\big) \leq %s\ (n = 40),\ %s\ (n = 400)"
_SMALL = {40: F(1, 20), 400: F(1, 10**9)}
_BORDER = r"\theta^\star = S = \log 3:\quad "


@enumerated(
    cases=lambda *, edge=_MEAN: grid(n=range(1, 401), edge=[edge], mean=[_MEAN]),
    latex=_BORDER + _OUTSIDE,
    scope="logistic, d = 1, a = 1, θ* = log 3, λ = 0, n <= 400 rounds",
    shown={"edge": "mu(S)", "mean": "mu(theta*)"},
)
def _leaves(n: int, edge: F, mean: F, *, least: F = F(81, 256)) -> Any:
    """d = 1, action 1, logistic, no penalty: θ̂ > S if and only if the share of ones is above μ(S).

    ``edge`` is μ(S).  A share of one has no estimate at all, and counts as outside.
    """
    return _beyond(n, edge), ">=", least


@enumerated(
    cases=lambda *, bounds=_SMALL: grid(n=bounds),
    latex=_WITHIN % (r"\tfrac{1}{20}", r"10^{-9}"),
    scope="logistic, d = 1, a = 1, θ* = log 3, λ = 0",
)
def _near(n: int, *, bounds: dict[int, F] = _SMALL) -> Any:
    """P(|θ̂ - θ*| > log(5/2)) after n rounds; e^{θ*} = 3, so both limits are rational."""
    radius = F(5, 2)
    low, high = F(3) / (3 + radius), 3 * radius / (1 + 3 * radius)
    return _below(n, low) + _beyond(n, high), "<=", bounds[n]


Z123 = Claim(
    id="Z123",
    lines="371-374",
    kind="remark",
    title="A burn-in of up to 400 rounds need not keep the estimate in Θ: parameters on the border",
    printed=[_leaves],
    support=[_near],
    mutants=[
        _leaves.mutant(
            "81 raised to 82",
            _BORDER + r"P(\hat\theta_n\notin\Theta) \geq \tfrac{82}{256}",
            least=F(82, 256),
        ),
        _leaves.mutant(
            "the parameter inside Θ",
            r"\theta^\star = \log 3,\ S = \log 9:\quad " + _OUTSIDE,
            edge=F(9, 10),
        ),
        _near.mutant(
            "bounds lowered to 1/50 and 10⁻¹²",
            _WITHIN % (r"\tfrac{1}{50}", r"10^{-12}"),
            bounds={40: F(1, 50), 400: F(1, 10**12)},
        ),
    ],
    hypotheses=["A1"],
    depends_on=["N6"],
    ours=True,
    note="The page says that playing at random for long enough ensures θ̂ in Θ. Assumption A1 "
    "allows ‖θ*‖ = S, as in the experiments (lines 1235-1240), and then every burn-in fails "
    "with a probability that tends to 1/2 (central limit theorem; 81/256 is the least, at n = "
    "4, where all rewards are 1: the likelihood then has no maximiser, which counts as outside). "
    "What a burn-in does ensure is that θ̂ stays within a fixed distance of θ* (in the "
    "support, and N6), which is in Θ only with a margin. A remark on a sentence about another "
    "paper, not an erratum: a margin may be understood.",
)

# --- Z124: after a change -------------------------------------------------------------------------

_FIRST, _SECOND = (F(1), F(0)), (F(4, 5), F(3, 5))


def _estimate(lam: F, gamma: F, sign: int) -> tuple[F, F]:
    """Mean (1+z)/2, noise-free: a_1 under (1, 0), a_2 under (sign, 0), weights γ and 1.

    The rewards are 1 and (1 ± 4/5)/2, in [0, 1].  The estimate solves Σ w (r - (1+a·θ)/2) a = λθ,
    a ridge regression of 2r - 1 on a with penalty 2λ.
    """
    weights, rewards = (gamma, F(1)), (F(1), (1 + sign * F(4, 5)) / 2)
    actions = (_FIRST, _SECOND)
    matrix = design(actions, weights, 2 * lam, 2)
    rounds = list(zip(weights, rewards, actions, strict=True))
    score = [sum((w * (2 * r - 1) * a[i] for w, r, a in rounds), F(0)) for i in range(2)]
    return inverse_form(matrix, (F(1), F(0)), score), inverse_form(matrix, (F(0), F(1)), score)


_CHANGE = r"\theta^\star_1 = (1,0),\ \theta^\star_2 = (-1,0):\quad \lVert\hat\theta_3\rVert"
_SMALL_RIDGES = (F(1, 2000), F(1, 200), F(1, 40))


@enumerated(
    cases=lambda *, ridges=_SMALL_RIDGES, sign=-1: grid(
        lam=ridges, gamma=(F(1), F(9, 10), F(1, 2)), second=[(F(sign), F(0))], S=[1]
    ),
    latex=r"\exists:\ " + _CHANGE + r" > S = 1",
    scope="mean (1+z)/2, in the plane, rewards at their means, a = (1,0), (4/5,3/5), θ*_1 = (1,0)",
    shown={"second": "theta*_2"},
)
def _goes_out(
    lam: F, gamma: F, second: tuple[F, F], S: int, *, sign: int = -1, relation: str = ">"
) -> Any:
    x, y = _estimate(lam, gamma, sign)
    return x**2 + y**2, relation, F(S)


@identity(
    latex=r"\theta = (1, -\tfrac83):\ a_s^\top\theta = a_s^\top\theta^\star_s\ (s = 1, 2)",
    scope="λ = 0, any increasing link, any weights",
)
def _fits(*, second: F = F(-8, 3)) -> Iterator[tuple[str, Any, Any]]:
    """The parameter that predicts both rewards: whatever the link and the weights, as λ -> 0."""
    at = (F(1), second)
    for name, action, truth in (("first", _FIRST, F(1)), ("second", _SECOND, F(-1))):
        predicted = sum(a * x for a, x in zip(action, at, strict=True))
        yield name, predicted, action[0] * truth


Z124 = Claim(
    id="Z124",
    lines="417-422",
    kind="prose-claim",
    title="A change takes the estimate out of Θ, without noise and from a perfect start",
    printed=[_goes_out.as_whole()],
    fidelity="implied",
    support=[
        _fits,
        _goes_out.variant(
            r"\theta^\star_1 = \theta^\star_2 = (1,0):\quad \lVert\hat\theta_3\rVert \leq S = 1",
            sign=1,
            relation="<=",
        ),
    ],
    mutants=[
        _goes_out.mutant("the change left out", r"\text{no change}", sign=1),
        _goes_out.mutant(
            "penalty raised to 1/2", _CHANGE + r" > S,\ \lambda = \tfrac12", ridges=(F(1, 2),)
        ),
        _fits.mutant("-8/3 moved to -5/2", r"\theta = (1, -\tfrac52)", second=F(-5, 2)),
    ],
    depends_on=["D11", "A1"],
    note="Two rounds in the plane. The first reward is that of (1, 0), and alone it would leave "
    "the estimate on the right line. After the turn to (-1, 0) the only parameter that "
    "predicts both is (1, -8/3), of length 2.85, although both true ones have length 1. The "
    "affine mean makes the numbers exact; with any increasing mean and rewards at their means the "
    "estimate tends to that parameter as λ falls (in the support). A strong penalty prevents it: "
    "with λ = 1/2 the estimate stays inside.",
)

CLAIMS = [Z123, Z124]
