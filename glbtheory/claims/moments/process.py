"""The process M_u^t, round by round: its factors and their exponents (1361-1411, 1498-1520)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.moments._exact_sums import BOUNDS, LAWS, SumPairs, exactly
from glbtheory.claims.moments._symbols import Process, on_processes
from glbtheory.claims.moments.exponential_moments import ONE_PLUS
from glbtheory.claims.vocabulary import bound, computed_bound, identity
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ
from glbtheory.claims.vocabulary.identities import Pairs
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.concentration.noise_laws import ExpSum, Law

# --- Q8: the definition -------------------------------------------------------------------------


@on_processes(
    latex=r"M_u^t(\xi) = \exp\Big(\frac{1}{m w_{t-1}}\xi^\top S_u"
    r" - \frac{1}{m^2 w_{t-1}^2}\xi^\top\widetilde H_u(0)\xi\Big)"
)
def _factors(
    p: Process,
    u: int,
    *,
    lag: int = 1,
    rounds: int = 0,
    ahead: int = 1,
    w_power: int = 2,
    m_power: int = 2,
    divided: int = 1,
) -> Pairs:
    """M_1 = 1 and M_u = M_{u-1} exp(v ε̃_u - v² σ²_{u-1}/m²) with the v of the proof.

    That is ``divided`` once by w_{t-1}.
    """
    v = p.v(u, lag) * p.last ** (1 - divided)
    step = v * p.eps[u] / p.m - v**2 * p.var[u - 1] / p.m**2
    before, after = (p.exponent(s, rounds, ahead, w_power, m_power) for s in (u - 1, u))
    if u == 2:
        yield "M_1 = 1", sp.exp(before), sp.Integer(1)
    yield "M_u / M_{u-1}", sp.exp(after), sp.exp(before) * sp.exp(step)


_ROUND = (
    r"\tfrac{w_{u-1}}{m w_{t-1}}(\xi^\top a_{u-1})\epsilon_u"
    r" - \tfrac{w_{u-1}^2\sigma_{u-1}^2}{m^{%s} w_{t-1}^2}(\xi^\top a_{u-1})^2"
    r" = v\tilde\epsilon_u - \tfrac{v^2\sigma_{u-1}^2}{m^2}"
)


@identity(
    latex=lambda *, m_power=2: _ROUND % m_power,
    scope="every ξ·a, weight, noise, variance and m",
)
def _one_round(*, m_power: int = 2) -> Pairs:
    """What round u adds to the exponent; c = ξ·a_{u-1} is a number in every dimension."""
    c, eps = sp.symbols("c epsilon", real=True)
    w, last, var, m = sp.symbols("w w_last s m", positive=True)
    v = w / last * c
    added = w * c * eps / (m * last) - w**2 * var * c**2 / (m**m_power * last**2)
    yield "round u", added, v * eps / m - v**2 * var / m**2


Q8 = Claim(
    id="Q8",
    title="M_u^t starts at 1, and each round multiplies it by exp(vε/m - v²σ²/m²)",
    kernel=KernelTheorem(
        "Q8",
        "every d, t, u, ξ, actions, weights, noise and m",
        shows=r"M_1^t = 1,\quad M_u^t = M_{u-1}^t\,e^{v\tilde\epsilon_u-v^2\sigma_{u-1}^2/m^2},"
        r"\quad v = \frac{w_{u-1}}{w_{t-1}}\xi^\top a_{u-1}",
        conditions=[FINITE_OUTCOMES],
        mutants=["Q8_mutant"],
    ),
    printed=[
        _factors.as_cases(
            r"M_1^t = 1,\quad M_u^t = M_{u-1}^t\,e^{v\tilde\epsilon_u-v^2\sigma_{u-1}^2/m^2}"
        )
    ],
    support=[_one_round],
    mutants=[
        _factors.mutant(
            "one round more in S_u", r"S_u = \sum_{s=1}^{u} w_s\epsilon_{s+1}a_s", rounds=1
        ),
        _factors.mutant(
            "noise index moved by one", r"S_u = \sum_{s=1}^{u-1} w_s\epsilon_{s}a_s", ahead=0
        ),
        _factors.mutant(
            "weights of the matrix not squared",
            r"\widetilde H_u(0) = \sum_{s=1}^{u-1} w_s\sigma_s^2 a_s a_s^\top",
            w_power=1,
        ),
        _factors.mutant(
            "m² made m", r"\frac{1}{m w_{t-1}^2}\xi^\top\widetilde H_u(0)\xi", m_power=1
        ),
        _one_round.mutant("m² made m in the term of one round", m_power=1),
    ],
    fidelity="verbatim",
    note="What makes the definition right: M_1^t = 1 because both sums are empty, and the factor "
    "of round u has the same v in both terms, v = (w_{u-1}/w_{t-1}) ξ·a_{u-1}. The argument 0 of "
    "H̃_u(0) means without a ridge here; with the H̃_t(θ) of line 1843, which comes later and "
    "has one, it would mean θ = 0.",
)

# --- Z13, Z14: the conditional mean -------------------------------------------------------------


@on_processes(
    latex=r"\mathbb{E}[M_u^t(\xi)|\mathcal{F}_{u-1}] = M_{u-1}^t(\xi)\,e^{-q}\,"
    r"\mathbb{E}[e^x|\mathcal{F}_{u-1}],\quad"
    r" x = \tfrac{1}{m w_{t-1}}\xi^\top w_{u-1}\epsilon_u a_{u-1},\quad"
    r" q = \tfrac{1}{m^2 w_{t-1}^2}\xi^\top w_{u-1}^2\sigma_{u-1}^2 a_{u-1}a_{u-1}^\top\xi",
    longest=3,
)
def _conditional_mean(
    p: Process, u: int, *, anticipating: bool = False, lag: int = 1, m_power: int = 2
) -> Pairs:
    """E[M_u | F_{u-1}] for noise with three values of any probabilities."""
    p1, p2 = sp.symbols("p1 p2", positive=True)
    values = sp.symbols("e1:4", real=True)
    known = p.action(u - 1)
    lhs, mean = sp.Integer(0), sp.Integer(0)
    for k, (chance, eps) in enumerate(zip((p1, p2, 1 - p1 - p2), values, strict=True), start=1):
        action = known * (k if anticipating else 1)
        there = {p.eps[u]: eps, **dict(zip(known, action, strict=True))}
        lhs += chance * sp.exp(p.exponent(u).subs(there, simultaneous=True))
        mean += chance * sp.exp(p.noise_term(u, eps, lag).subs(there, simultaneous=True))
    factor = sp.exp(-p.variance_term(u, m_power=m_power))
    yield "E[M_u | past]", lhs, sp.exp(p.exponent(u - 1)) * factor * mean


Z13 = Claim(
    id="Z13",
    lines="1390-1402",
    kind="step",
    title="What is known at u - 1 comes out of the conditional expectation",
    kernel=KernelTheorem(
        "Z13",
        "every d, t, u, ξ, actions, weights, noise and m",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z13_mutant"],
    ),
    printed=[_conditional_mean.as_cases()],
    support=[_one_round],
    mutants=[
        _conditional_mean.mutant(
            "the action scaled by 1, 2, 3 with the three values of the noise: it anticipates",
            r"a_{u-1} \text{ known only with } \epsilon_u",
            anticipating=True,
        ),
        _conditional_mean.mutant(
            "weight of the noise moved by one index",
            r"\exp\Big(\tfrac{1}{m w_{t-1}}\xi^\top w_{u}\epsilon_u a_{u-1}\Big)",
            lag=0,
        ),
        _conditional_mean.mutant(
            "m² made m",
            r"\exp\Big(-\tfrac{1}{m w_{t-1}^2}\xi^\top w_{u-1}^2\sigma_{u-1}^2 a_{u-1}"
            r"a_{u-1}^\top\xi\Big)",
            m_power=1,
        ),
    ],
    depends_on=["Q8"],
    fidelity="paraphrase",
    note="x and q are names of ours for two terms of the display. Checked for noise with any three "
    "values and probabilities.",
)


_SAME = r"\tfrac{1}{m w_{t-1}}\xi^\top w_{u-1}\epsilon_u a_{u-1} = v\tilde\epsilon_u"
_Z14 = (
    r"\mathbb{E}\Big[\exp\Big(\tfrac{1}{m w_{t-1}}\xi^\top w_{u-1}\epsilon_u a_{u-1}\Big)"
    r"\Big|\mathcal{F}_{u-1}\Big] = \mathbb{E}[\exp(v\tilde\epsilon_u)|\mathcal{F}_{u-1}]"
    r" \leq 1 + \frac{v^2}{m^2}\sigma_{u-1}^2"
)


@on_processes(latex=_Z14)
def _same_exponent(p: Process, u: int, *, lag: int = 1) -> Pairs:
    """ξ^T w_{u-1} ε_u a_{u-1}/(m w_{t-1}) = v ε̃_u."""
    yield "exponent", p.noise_term(u, p.eps[u]), p.v(u, lag) * p.eps[u] / p.m


def _scaled_laws() -> Iterator[dict[str, Any]]:
    for law, m, k in product(LAWS, BOUNDS, (-4, -1, 2, 4)):
        yield {"noise": law.scaled(m).outcomes, "m": m, "v": Fraction(k, 4)}


@exactly(
    cases=_scaled_laws,
    latex=_Z14,
    scope="listed two- and three-point laws, m in {1/2, 1, 2}, 4 values of v",
)
def _scaled_moments(
    noise: Any, m: Fraction, v: Fraction, *, m_power: int = 2, variance: int = 1
) -> SumPairs:
    """E exp(v ε/m) <= 1 + v² σ²/m² for noise bounded by m."""
    law = Law(noise)
    yield law.moment(v / m), ExpSum.of([(1 + v**2 * law.variance**variance / m**m_power, 0)])


Z14 = Claim(
    id="Z14",
    lines="1403-1411",
    kind="step",
    title="The lemma applied to ε/m, of variance σ²/m², with v = (w_{u-1}/w_{t-1}) ξ·a_{u-1}",
    kernel=KernelTheorem(
        "Z14",
        "every d, ξ in the unit ball, weights, and law of bounded centred noise",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z14_mutant"],
    ),
    printed=[
        _same_exponent.as_cases(_SAME + r",\quad d\leq 2,\ t\leq 4"),
        _scaled_moments.as_cases(),
    ],
    support=[_one_round],
    mutants=[
        _same_exponent.mutant(
            "index of the action", r"v = \frac{w_{u-1}}{w_{t-1}}\xi^\top a_u", lag=0
        ),
        _scaled_moments.mutant("m² made m", r"1 + \frac{v^2}{m}\sigma_{u-1}^2", m_power=1),
        _scaled_moments.mutant("m² made m³", r"1 + \frac{v^2}{m^3}\sigma_{u-1}^2", m_power=3),
        _scaled_moments.mutant("σ² dropped: m = 2, noise ±2", r"1 + \frac{v^2}{m^2}", variance=0),
    ],
    hypotheses=["A7"],
    depends_on=["I2", "L3"],
    fidelity="verbatim",
)

# --- I1, I2: the two inequalities of the step ---------------------------------------------------


@computed_bound(
    latex=r"(\xi^\top a_{u-1})^2 \leq \lVert\xi\rVert_2^2\lVert a_{u-1}\rVert_2^2",
    scope="d = 1, all vectors",
)
def _cauchy(*, d: int = 1, factor: str = "1") -> tuple[str, str, str]:
    xi, a = ("x", "y", "z")[:d], ("a", "b", "c")[:d]
    inner = " + ".join(f"{x}*{y}" for x, y in zip(xi, a, strict=True))
    norms = [" + ".join(f"{x}**2" for x in names) for names in (xi, a)]
    return f"({inner})**2", "<=", f"{factor}*({norms[0]})*({norms[1]})"


_cauchy_plane = _cauchy.variant(d=2, scope="d = 2, all vectors")

#: r = w_{u-1}/w_{t-1}, c = ξ·a_{u-1}.
_small = bound(
    "abs(r*c) <= 1",
    "0 < r <= {weight}, -{radius} <= c <= {radius}",
    latex=r"|v| = \frac{w_{u-1}}{w_{t-1}}|\xi^\top a_{u-1}| \leq 1",
    scope="every ratio of weights in (0, 1] and |ξ·a| <= 1",
    weight="1",
    radius="1",
)

I2 = Claim(
    id="I2",
    title="|v| <= 1, because the weights do not decrease and ξ and a lie in the unit ball",
    printed=[
        _small.as_part(r"|rc| \leq 1,\quad 0 < r = \tfrac{w_{u-1}}{w_{t-1}}\leq 1,\ |c|\leq 1")
    ],
    support=[
        s.as_cases()
        for s in (_cauchy, _cauchy_plane, _cauchy.variant(d=3, scope="d = 3, all vectors"))
    ],
    mutants=[
        _small.mutant(
            "w_{u-1} up to one per cent above w_{t-1}: decreasing weights", weight="1.01"
        ),
        _small.mutant("ξ in a ball of radius 1.01", radius="1.01"),
        _cauchy_plane.mutant("product of the norms lowered by one per cent", factor="0.99"),
    ],
    hypotheses=["A1", "A7"],
    depends_on=[CAUCHY_SCHWARZ],
    follows="The weights do not decrease (A7), so the ratio is at most 1, and |ξ·a| is at most 1 "
    "by Cauchy-Schwarz, since both lie in the unit ball.",
    fidelity="paraphrase",
)

_absorbed = bound(
    "1 + x <= exp({rate}*x)",
    "x >= 0",
    latex=r"e^{-x}(1 + x) \leq 1",
    scope="every x >= 0",
    rate="1",
)
_SAME_TERMS = (
    r"\tfrac{v^2\sigma_{u-1}^2}{m^2} ="
    r" \frac{%s}{%s w_{t-1}^2}\sigma_{u-1}^2\xi^\top a_{u-1}a_{u-1}^\top\xi"
)


@on_processes(latex=_SAME_TERMS % ("w_{u-1}^2", "m^2"))
def _same_terms(p: Process, u: int, *, w_power: int = 2, m_power: int = 2) -> Pairs:
    """The exponent of the first factor and the term of the second are one number v²σ²/m²."""
    x = p.v(u) ** 2 * p.var[u - 1] / p.m**2
    yield "first factor", p.variance_term(u), x
    yield "second factor", p.variance_term(u, w_power, m_power), x


_Q = r"q = \tfrac{1}{m^2 w_{t-1}^2}\xi^\top w_{u-1}^2\sigma_{u-1}^2 a_{u-1}a_{u-1}^\top\xi"

I1 = Claim(
    id="I1",
    title="1 + x <= e^x makes the two factors of the step cancel",
    kernel=KernelTheorem(
        "I1",
        "every d, ξ in the unit ball, weights, and law of bounded centred noise",
        conditions=[FINITE_OUTCOMES],
        mutants=["I1_mutant"],
    ),
    printed=[
        _absorbed.variant(
            r"\mathbb{E}[M_u^t(\xi)|\mathcal{F}_{u-1}] \leq M_{u-1}^t(\xi)\,e^{-q}(1+q)"
            rf" \leq M_{{u-1}}^t(\xi),\quad {_Q}"
        ).as_part(r"e^{-q}(1+q) \leq 1\quad (q\geq 0)")
    ],
    support=[ONE_PLUS, _same_terms, _one_round],
    mutants=[
        _absorbed.mutant("exponent lowered by 0.1 %", rate="0.999"),
        _same_terms.mutant("weight not squared", _SAME_TERMS % ("w_{u-1}", "m^2"), w_power=1),
        _same_terms.mutant("m² made m", _SAME_TERMS % ("w_{u-1}^2", "m"), m_power=1),
    ],
    depends_on=["Z13", "Z14"],
    fidelity="paraphrase",
    note="q is a name of ours for the term that the display has in both factors.",
)

# --- R4: why w_{t-1}, and what it costs ---------------------------------------------------------

_RATIO = (
    r"\frac{M_u^t}{M_{u-1}^t} = e^{v\tilde\epsilon_u - v^2\sigma_{u-1}^2/m^2},\quad"
    r" v = \frac{w_{u-1}}{w_{t-1}}\xi^\top %s"
)
#: d = 1, ξ = a_1 = a_2 = 1, noise ±1 and a loss in the first round; r = w_1/w_2.  M_2 has the
#: exponent -q - q² with q = r when w_2 normalises it, and q = 1 when its own last weight does.
_one_upper_index = bound(
    "cosh(1)*exp(-r - r**2 - 1) <= exp(-{own} - {own}**2)",
    "0 < r <= 1",
    latex=r"\mathbb{E}[M_3^3(\xi)|\mathcal{F}_2] \leq M_2^3(\xi)",
    scope="d = 1, noise ±1, after a loss, every w_1 <= w_2",
    instance={"xi": "1", "actions": "1", "noise": "1 or -1", "epsilon_2": "-1"},
    own="r",
)

_own_action = _factors.variant(_RATIO % "a_{u-1}")

R4 = Claim(
    id="R4",
    error_lines="1505-1506",
    title="The v of the proof has a_{u-1}; dividing by w_{t-1} keeps |v| <= 1 and ties M_u^t to t",
    kernel=KernelTheorem(
        "R4",
        "every d, t, u, ξ and actions in the unit ball, weights, noise and m",
        covers="corrected",
        conditions=[FINITE_OUTCOMES],
        mutants=["R4_mutant"],
    ),
    printed=[_factors.variant(_RATIO % "a_u", lag=0)],
    corrected=[
        _own_action.as_cases(),
        _small.as_part(r"|rc| \leq 1,\quad 0 < r = \tfrac{w_{u-1}}{w_{t-1}}\leq 1,\ |c|\leq 1"),
    ],
    support=[_one_round, _one_upper_index.as_cases()],
    mutants=[
        _own_action.mutant(
            "v not divided by w_{t-1}",
            _RATIO.replace(r"\frac{w_{u-1}}{w_{t-1}}", "w_{u-1}") % "a_{u-1}",
            divided=0,
        ),
        _small.mutant("w_{u-1} up to one per cent above w_{t-1}: |v| above 1", weight="1.01"),
        _one_upper_index.mutant(
            "upper index moved with the lower one: not a supermartingale, so it cannot be stopped",
            own="1",
        ),
    ],
    hypotheses=["A7"],
    depends_on=["Q8", "I2"],
    effect="notation",
    fidelity="paraphrase",
    note="In the witness s1 is σ_1²/m². The page names the v that appears in the proof of L1; the "
    "ratio of M_u^t and M_{u-1}^t is where it appears. With a_u the factor of round u would use "
    "an action that is not in M_u^t at all. In which sense [-1, 1] is required is Z41. When the "
    "normalising weight grows with t, a negative exponent is divided by more and M rises: this is "
    "what forbids stopping at a random time.",
)

CLAIMS = [Q8, I1, I2, R4, Z13, Z14]
