"""The mixture has mean at most 1, and what growing ridges cost (lines 1443-1488)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, product
from math import comb
from typing import Any

from flint import acb, arb

from glbtheory.claims.mixing.mixture import prior_mass
from glbtheory.claims.model import Claim, Statement
from glbtheory.claims.vocabulary.enclosed import AGREED, Sides
from glbtheory.claims.vocabulary.hand_steps import TONELLI, TOWER
from glbtheory.claims.vocabulary.noise_trees import (
    LAWS,
    RIDGES,
    WEIGHTS,
    mean_along_walk,
    mean_mixture,
    states,
    trees,
    walks,
)
from glbtheory.claims.vocabulary.old_forms import enclosed
from glbtheory.concentration.mixture import ONE, mixture, normaliser_h
from glbtheory.concentration.noise_laws import skewed
from glbtheory.engines.balls import ball

F = Fraction


# --- L2, Q10: the mean of the mixture -----------------------------------------------------------

_WALKS = ((50, F(1, 10), F(1, 10)), (400, F(1, 20), F(1, 10)), (400, F(1, 30), F(1, 10)))
_ALONG = "walks of 50 and 400 rounds, probability of a jump 1/10, 1/20, 1/30, λ = 1/10"
_TREES = (
    "two- and three-point noises, one law and one policy that change with the past, weights equal, "
    "doubling or with a jump, λ fixed, growing or falling, m in {1, 3}"
)


def _tree_mean(
    latex: str,
    sizes: dict[int, int],
    why: str = "",
    last_only: bool = False,
    bound: Fraction = ONE,
    **changes: Any,
) -> Statement:
    """E M̄_u^t against 1 on every tree; ``sizes`` gives t for each d."""

    def cases() -> Iterator[dict[str, Any]]:
        for d, t in sizes.items():
            for case in trees(d, t, (1, 3) if d == 1 else (1,)):
                for u in (t,) if last_only or d == 2 else range(1, t + 1):
                    yield {**case, "u": u}

    def check(case: dict[str, Any]) -> Sides:
        return mean_mixture(case, case["u"], **changes), "<=", bound

    where = ", ".join(f"d = {d} with t = {t}" for d, t in sizes.items())
    return enclosed(cases, check, latex, f"{where}: {_TREES}", why)


def _walk_mean(latex: str, why: str = "", **changes: Any) -> Statement:
    def check(case: dict[str, Any]) -> Sides:
        return mean_along_walk(case, **changes), "<=", 1

    return enclosed(lambda: walks(*_WALKS), check, latex, _ALONG, why)


def _falling(latex: str, why: str, weight: Fraction) -> Statement:
    """The walks with one round more: weight w_s = ``weight`` in all rounds but the last, then 1."""

    def check(case: dict[str, Any]) -> Sides:
        n, p, ridge = case["n"], case["p"], case["lambda"]
        variance = p / (1 - p)
        H = (weight**2 * n + 1) * variance + ridge
        total = arb(0)
        for gains in range(n + 1):
            probability = comb(n, gains) * p**gains * (1 - p) ** (n - gains)
            before = weight * (gains - (n - gains) * variance)
            for chance, noise in skewed(p):
                value = mixture((before + noise,), ((H,),), ridge, F(1))
                total += ball(probability * chance) * value
        return total, "<=", 1

    def cases() -> Iterator[dict[str, Any]]:
        for case in walks(_WALKS[-1]):
            yield {**case, "weights": [f"{weight} for n rounds", "1 in the last"]}

    return enclosed(cases, check, latex, "one walk of 401 rounds, action 1 throughout", why)


def _one_round(latex: str, why: str, late: Fraction) -> Statement:
    """One round of skewed noise; λ is ``late`` if the jump did not come, 1/4 if it did."""

    def check(case: dict[str, Any]) -> Sides:
        p = case["p"]
        total = arb(0)
        for probability, noise in skewed(p):
            ridge = F(1, 4) if noise == 1 else late
            total += ball(probability) * mixture((noise,), ((p / (1 - p) + ridge,),), ridge, F(1))
        return total, "<=", 1

    cases = [{"p": F(1, 10), "lambda": ["1/4 after a jump", f"{late} otherwise"]}]
    return enclosed(lambda: cases, check, latex, "one round, d = 1", why)


def _anticipating(latex: str, why: str) -> Statement:
    """a_s = sign ε_{s+1}: the sum is n and H(0) = n, surely."""

    def check(case: dict[str, Any]) -> Sides:
        n = F(case["n"])
        return mixture((n,), ((n + 1,),), F(1), F(1)), "<=", 1

    cases = [{"n": n, "a": "sign of the next noise", "noise": "coin"} for n in range(1, 6)]
    return enclosed(lambda: cases, check, latex, "n <= 5 rounds, d = 1", why)


_L2 = r"\mathbb{E}\big[\bar M_u^t\big] \leq 1"

L2 = Claim(
    id="L2",
    title="The mixture has mean at most 1, for every deterministic sequence of ridges",
    printed=[_tree_mean(_L2, {1: 4, 2: 3}), _walk_mean(_L2)],
    mutants=[
        _walk_mean(
            r"h_u\ \text{on}\ \{\lVert\xi\rVert_2\leq 9/4\}:\ \mathbb{E}[\bar M_u^t]\leq 1",
            "radius of the ball 9/4 for 1 (a radius of 2 is invisible on these walks)",
            radius=F(9, 4),
        ),
        _falling(
            r"w_1 = \dots = w_{t-2} = \tfrac94 w_{t-1}:\ \mathbb{E}[\bar M_u^t]\leq 1",
            "weights that fall by a factor 9/4 in the last round (a factor 2 is invisible here)",
            F(9, 4),
        ),
        _walk_mean(
            r"M_u^t = e^{\cdots-\frac35\xi^\top\widetilde H_u(0)\xi/(m^2w_{t-1}^2)}:"
            r"\ \mathbb{E}[\bar M_u^t]\leq 1",
            "factor 3/5 before H_u(0); the pointwise threshold is e - 2 = 0.718",
            factor=F(3, 5),
        ),
        _tree_mean(
            r"\widetilde H_u(0) = \sum_s w_s^2 a_s a_s^\top:\ \mathbb{E}[\bar M_u^t]\leq 1",
            {1: 2},
            "σ² dropped from H (refuted for m = 3)",
            variance=lambda v: F(1),
        ),
        _one_round(
            r"\lambda_{u-1}\ \text{random}:\ \mathbb{E}[\bar M_u^t]\leq 1",
            "λ chosen after the noise",
            F(1000),
        ),
        _anticipating(
            r"a_s = \mathrm{sign}(\epsilon_{s+1}):\ \mathbb{E}[\bar M_u^t]\leq 1",
            "actions that know the next noise (visible from the third round on)",
        ),
    ],
    hypotheses=["A6", "A7"],
    depends_on=["Q9", "Z15", "Z16", TONELLI],
    note="Each ridge may be any positive number fixed beforehand: h_u need not be related to "
    "h_{u-1}, since the lemma compares M_u with 1 and not with M_{u-1}. At u = 1 see Z17.",
)

Q10 = Claim(
    id="Q10",
    title="At u = t: E M̄_t <= 1",
    printed=[
        _tree_mean(r"\mathbb{E}[\bar M_t] = \mathbb{E}[\bar M_t^t] \leq 1", {1: 3}, last_only=True)
    ],
    mutants=[
        _tree_mean(
            r"\mathbb{E}[\bar M_t] \leq 98/100",
            {1: 3},
            "bound lowered by two per cent",
            last_only=True,
            bound=F(98, 100),
        ),
        _tree_mean(
            r"N(h_t)\ \text{with}\ 1.1\,\lambda_{t-1}:\ \mathbb{E}[\bar M_t] \leq 1",
            {1: 3},
            "λ ten per cent larger in N(h_t) than in H̃_t (five are invisible here)",
            last_only=True,
            prior=lambda ridge: ridge * F(11, 10),
        ),
    ],
    depends_on=["L2"],
)


# --- Z16: the display of the proof --------------------------------------------------------------


def _outcomes(t: int) -> Iterator[dict[str, Any]]:
    yield from trees(1, t, (1,))


def _weighted_states(case: dict[str, Any]) -> tuple[list[tuple[Any, Any, Any]], Any, Any]:
    """(probability, S, H(0)) of every outcome at u = t, with λ_{t-1} and m w_{t-1}."""
    t = case["t"]
    found = [(p, S[0], H[0][0]) for (S, H), p in states(case, t).items()]
    return found, RIDGES[case["ridges"]](t - 1), case["m"] * WEIGHTS[case["weights"]](t - 1)


def _interchange(latex: str, why: str = "", late: Any = lambda S: 1) -> Statement:
    """Σ_ω P(ω) ∫ M dh against ∫ Σ_ω P(ω) M dh; ``late`` lets λ depend on the outcome."""

    def check(case: dict[str, Any]) -> Sides:
        outcomes, ridge, k = _weighted_states(case)
        first = arb(0)
        for p, S, H in outcomes:
            own = ridge * late(S)
            first += ball(p) * mixture((S,), ((H + own,),), own, k)

        def integrand(xi: acb, _: bool) -> acb:
            mean = acb(0)
            for p, S, H in outcomes:
                mean += ball(p) * (ball(S / k) * xi - ball(H / k**2) * xi**2).exp()
            return mean * (-ball(ridge / k**2) * xi**2).exp()

        second = acb.integral(integrand, acb(-1), acb(1)).real / normaliser_h(1, ridge, k)
        return first, "==", second

    return enclosed(lambda: _outcomes(3), check, latex, f"d = 1, t = 3, m = 1: {AGREED}", why)


def _pointwise(latex: str, reach: tuple[Fraction, ...], why: str = "") -> Statement:
    """E M_t(ξ) against 1 at single directions; at ξ = 0 both are 1."""

    def cases() -> Iterator[dict[str, Any]]:
        for case, xi in product(_outcomes(4), reach):
            yield {**case, "xi": xi}

    def check(case: dict[str, Any]) -> Sides:
        outcomes, _, k = _weighted_states(case)
        v = case["xi"] / k
        mean = sum((ball(p) * ball(v * S - v * v * H).exp() for p, S, H in outcomes), arb(0))
        return mean, "<=", 1

    listed = ", ".join(str(r) for r in reach)
    return enclosed(cases, check, latex, f"d = 1, t = 4, m = 1, ξ in {{{listed}}}", why)


_FUBINI = (
    r"\int_\Omega\Big(\int M_u^t(\xi)dh_u(\xi)\Big)d\mathbb{P} \leq"
    r" \int\Big(\int_\Omega M_u^t(\xi)d\mathbb{P}\Big)dh_u(\xi)"
)

Z16 = Claim(
    id="Z16",
    lines="1455-1466",
    kind="step",
    title="The proof that E M̄ <= 1, line by line: interchange, M_u has mean at most 1, h_u has mass"
    " 1",
    printed=[
        _interchange(_FUBINI),
        _pointwise(
            r"\int_\Omega M_u^t(\xi)d\mathbb{P} \leq \int_\Omega 1\,d\mathbb{P}",
            (F(-1), F(-1, 2), F(1, 100), F(1, 2), F(1)),
        ),
        prior_mass(r"\int_{\mathbb{R}^d} dh_u(\xi) = 1"),
    ],
    mutants=[
        _interchange(
            r"h_u\ \text{random}:\ \mathbb{E}\int M_u^t dh_u = \int\mathbb{E}[M_u^t]dh_u",
            "λ one per cent larger after a positive sum: the prior may not depend on the outcome",
            late=lambda S: F(101, 100) if S > 0 else 1,
        ),
        _pointwise(
            r"\int_\Omega M_u^t(7/2)d\mathbb{P} \leq 1",
            (F(7, 2),),
            "a direction of length 7/2, outside of the ball (3 is invisible on these trees)",
        ),
        prior_mass(
            r"\int e^{-2\lambda\rho^2/k^2}d\xi/N(h_u) = 1", precision=4, why="precision doubled"
        ),
    ],
    depends_on=["Q9", "Z15", TONELLI],
    note="The first and the third relation are printed as inequalities and are equalities: the "
    "interchange loses nothing, and the mass of Ω is 1. The letter w, a weight everywhere else,"
    " stands for an outcome in dP(w). The second relation is cited from L1 and needs its iteration"
    " from u down to 1 (Z15).",
)


# --- R3: what time-dependent ridges cost --------------------------------------------------------

_LOST = r"\mathbb{E}\big[\bar M_3^t\mid\mathcal{F}_2\big] > \bar M_2^t"
_KEPT = r"\mathbb{E}\big[\bar M_u^t\mid\mathcal{F}_{u-1}\big] \leq \bar M_{u-1}^t"


def _after_nothing(relation: str, latex: str, gammas: tuple[Fraction, ...], why: str = "") -> Any:
    """w_s = γ^{-s}, λ_s = λγ^{-2s}; a_1 = 1, ε_2 = 0 of three points, a_2 = 0: M_3 = M_2."""

    def cases() -> Iterator[dict[str, Any]]:
        for gamma, ridge, t in product(gammas, (F(1, 10), F(1), F(10)), (3, 6)):
            start = {"a_1": 1, "a_2": 0, "epsilon_2": 0, "m": 1}
            yield {"gamma": gamma, "lambda": ridge, "t": t, **start}

    def check(case: dict[str, Any]) -> Sides:
        gamma = case["gamma"]
        k = gamma ** -(case["t"] - 1)
        H = gamma**-2 * LAWS["three points"](()).variance
        after, before = (
            mixture((F(0),), ((H + ridge,),), ridge, k)
            for ridge in (case["lambda"] * gamma**-4, case["lambda"] * gamma**-2)
        )
        return after, relation, before

    listed = ", ".join(str(g) for g in gammas)
    scope = f"d = 1, u = 3, t in {{3, 6}}, γ in {{{listed}}}, λ in {{1/10, 1, 10}}"
    return enclosed(cases, check, latex, scope, why)


def _fixed_ridge(
    latex: str, why: str = "", ridges: str = "fixed", variance: Callable[[Fraction], Fraction] = F
) -> Statement:
    """E[M̄_u | the first noises] against M̄_{u-1}, at every node of every tree of t = 3."""

    def cases() -> Iterator[dict[str, Any]]:
        for case in chain(trees(1, 3), trees(2, 3, (1,))):
            if case["ridges"] == ridges:
                for _, noise in LAWS[case["law"]](()):
                    yield {**case, "u": 3, "past": [noise]}
                if case["d"] == 1:
                    yield {**case, "u": 2, "past": []}

    def check(case: dict[str, Any]) -> Sides:
        past, u = tuple(case["past"]), case["u"]
        after = mean_mixture(case, u, past, variance=variance)
        return after, "<=", mean_mixture(case, u - 1, past, variance=variance)

    scope = f"d <= 2, t = 3, every node: two- and three-point noises, {ridges} λ"
    return enclosed(cases, check, latex, scope, why)


R3 = Claim(
    id="R3",
    title="With growing ridges M̄_u is no supermartingale; with a fixed ridge it is",
    printed=[
        _after_nothing(">", _LOST, (F(1, 2), F(9, 10), F(99, 100))),
        _fixed_ridge(r"\lambda_u = \lambda:\ " + _KEPT),
    ],
    mutants=[
        _after_nothing(
            "<=",
            r"\lambda_u = \lambda\gamma^{-2u}:\ " + _KEPT,
            (F(99, 100),),
            "the property claimed for ridges that grow by two per cent a round",
        ),
        _after_nothing(
            ">",
            r"\gamma = 101/100:\ " + _LOST,
            (F(101, 100),),
            "ridges that fall: this instance then has the property",
        ),
        _fixed_ridge(
            r"\lambda_u\ \text{growing}:\ " + _KEPT,
            "the property claimed for growing ridges on the trees",
            ridges="growing",
        ),
        _fixed_ridge(
            r"\lambda_u = \lambda,\ \sigma_s^2\to 1:\ " + _KEPT,
            "fixed ridge, σ² dropped from H",
            variance=lambda v: F(1),
        ),
    ],
    depends_on=["L1", "Q9", TONELLI, TOWER],
    note="A sharper prior puts more mass where M_u is near 1: after a round without action M_u does"
    " not move but its average does, upwards if H_u(0) > 0 and S_u = 0. What is kept is the mean at"
    " one fixed time (L2). With a fixed ridge the property is L1 integrated over one prior."
    " What a fixed ridge would cost is Z151.",
)


CLAIMS = [L2, Q10, R3, Z16]
