"""Whether the estimate stays in Θ: after a burn-in, and after a change (lines 371-374, 417-422)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction as F
from itertools import product
from math import comb
from typing import Any

from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import design, inverse_form
from glbtheory.claims.vocabulary.old_forms import identities
from glbtheory.engines.enumeration import enumerate_cases

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


def _leaves(edge: F, least: F, latex: str, why: str = "") -> Statement:
    """d = 1, action 1, logistic, no penalty: θ̂ > S if and only if the share of ones is above μ(S).

    ``edge`` is μ(S).  A share of one has no estimate at all, and counts as outside.
    """

    def check(case: dict[str, Any]) -> Any:
        return _beyond(case["n"], edge), ">=", least

    cases = [{"n": n, "mu(S)": edge, "mu(theta*)": _MEAN} for n in range(1, 401)]
    scope = "logistic, d = 1, a = 1, θ* = log 3, λ = 0, n <= 400 rounds"
    return Statement(latex, lambda: enumerate_cases(cases, check, scope), why)


def _near(radius: F, bounds: dict[int, F], latex: str, why: str = "") -> Statement:
    """P(|θ̂ - θ*| > log radius) after n rounds; e^{θ*} = 3, so both limits are rational."""
    low, high = F(3) / (3 + radius), 3 * radius / (1 + 3 * radius)

    def check(case: dict[str, Any]) -> Any:
        n = case["n"]
        return _below(n, low) + _beyond(n, high), "<=", bounds[n]

    scope = "logistic, d = 1, a = 1, θ* = log 3, λ = 0"
    cases = [{"n": n} for n in bounds]
    return Statement(latex, lambda: enumerate_cases(cases, check, scope), why)


_OUTSIDE = r"P(\hat\theta_n \notin \Theta) \geq \tfrac{81}{256}"
_WITHIN = r"P\big(|\hat\theta_n-\theta^\star| > \log\tfrac52\big) \leq %s\ (n = 40),\ %s\ (n = 400)"
_SMALL = {40: F(1, 20), 400: F(1, 10**9)}

Z123 = Claim(
    id="Z123",
    lines="371-374",
    kind="remark",
    title="No burn-in keeps the estimate in Θ when the parameter lies on its border",
    printed=[
        _leaves(_MEAN, F(81, 256), r"\theta^\star = S = \log 3:\quad " + _OUTSIDE),
    ],
    support=[_near(F(5, 2), _SMALL, _WITHIN % (r"\tfrac{1}{20}", r"10^{-9}"))],
    mutants=[
        _leaves(
            _MEAN,
            F(82, 256),
            r"\theta^\star = S = \log 3:\quad P(\hat\theta_n\notin\Theta) \geq \tfrac{82}{256}",
            "81 raised to 82",
        ),
        _leaves(
            F(9, 10),
            F(81, 256),
            r"\theta^\star = \log 3,\ S = \log 9:\quad " + _OUTSIDE,
            "the parameter inside Θ",
        ),
        _near(
            F(5, 2),
            {40: F(1, 50), 400: F(1, 10**12)},
            _WITHIN % (r"\tfrac{1}{50}", r"10^{-12}"),
            "bounds lowered to 1/50 and 10⁻¹²",
        ),
    ],
    hypotheses=["A1"],
    depends_on=["N6"],
    ours=True,
    note="The page says that playing at random for long enough ensures θ̂ in Θ. Assumption A1 "
    "allows ‖θ*‖ = S, as in the experiments (lines 1235-1240), and then every burn-in fails with a "
    "probability that tends to 1/2 (central limit theorem; 81/256 is the least, at n = 4). What "
    "a burn-in does ensure is that θ̂ stays within a fixed distance of θ* (in the support, and "
    "N6), which is in Θ only with a margin. A remark on a sentence about another paper, not an "
    "erratum: a margin may be understood.",
)

# --- Z124: after a change -------------------------------------------------------------------------

_FIRST, _SECOND = (F(1), F(0)), (F(4, 5), F(3, 5))


def _estimate(lam: F, gamma: F, sign: int) -> tuple[F, F]:
    """Identity mean, noise-free: a_1 under (1, 0), a_2 under (sign, 0), weights γ and 1."""
    weights, rewards = (gamma, F(1)), (F(1), sign * F(4, 5))
    actions = (_FIRST, _SECOND)
    matrix = design(actions, weights, lam, 2)
    rounds = list(zip(weights, rewards, actions, strict=True))
    score = [sum((w * r * a[i] for w, r, a in rounds), F(0)) for i in range(2)]
    return inverse_form(matrix, (F(1), F(0)), score), inverse_form(matrix, (F(0), F(1)), score)


def _goes(penalties: Iterable[F], sign: int, relation: str, latex: str, why: str = "") -> Statement:
    def cases() -> Iterator[dict[str, Any]]:
        for lam, gamma in product(penalties, (F(1), F(9, 10), F(1, 2))):
            yield {"lambda": lam, "gamma": gamma, "theta*_2": (F(sign), F(0)), "S": 1}

    def check(case: dict[str, Any]) -> Any:
        x, y = _estimate(case["lambda"], case["gamma"], sign)
        return x**2 + y**2, relation, F(1)

    scope = "identity mean, d = 2, rewards at their means, a = (1,0), (4/5,3/5), θ*_1 = (1,0)"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _fits(second: F, latex: str, why: str = "") -> Statement:
    """The parameter that predicts both rewards: whatever the link and the weights, as λ -> 0."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        at = (F(1), second)
        for name, action, truth in (("first", _FIRST, F(1)), ("second", _SECOND, F(-1))):
            predicted = sum(a * x for a, x in zip(action, at, strict=True))
            yield name, predicted, action[0] * truth

    return identities(pairs, latex, "λ = 0, any increasing link, any weights", why)


_CHANGE = r"\theta^\star_1 = (1,0),\ \theta^\star_2 = (-1,0):\quad \lVert\hat\theta_3\rVert"
_SMALL_RIDGES = (F(1, 1000), F(1, 100), F(1, 20))

Z124 = Claim(
    id="Z124",
    lines="417-422",
    kind="prose-claim",
    title="A change takes the estimate out of Θ, without noise and from a perfect start",
    printed=[
        _goes(_SMALL_RIDGES, -1, ">", _CHANGE + r" > S = 1"),
        _fits(F(-8, 3), r"\lambda\to0:\ \hat\theta_3 = (1, -\tfrac83)"),
    ],
    support=[
        _goes(
            _SMALL_RIDGES,
            1,
            "<=",
            r"\theta^\star_1 = \theta^\star_2 = (1,0):\quad \lVert\hat\theta_3\rVert \leq S = 1",
        )
    ],
    mutants=[
        _goes(_SMALL_RIDGES, 1, ">", r"\text{no change}", "the change left out"),
        _goes((F(1),), -1, ">", _CHANGE + r" > S,\ \lambda = 1", "penalty raised to 1"),
        _fits(F(-5, 2), r"\hat\theta_3 = (1, -\tfrac52)", "-8/3 moved to -5/2"),
    ],
    depends_on=["D11", "A1"],
    note="Two rounds in the plane. The first reward is that of (1, 0), and alone it would leave "
    "the estimate on the right line. After the turn to (-1, 0) the only parameter that "
    "predicts both is (1, -8/3), of length 2.85, although both true ones have length 1. A "
    "strong penalty prevents it: with λ = 1 the estimate stays inside.",
)

CLAIMS = [Z123, Z124]
