"""K arms: the theorem on the worst case of the sliding window, its constants and its tuning."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.deviation import ETAS
from glbtheory.claims.arms.regret_steps import whole_level
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary import (
    KernelTheorem,
    bound,
    enumerated,
    grid,
    identity,
    refuted_for_every,
    stated,
)
from glbtheory.claims.vocabulary.exact_designs import rational
from glbtheory.claims.vocabulary.orders import PROBLEM, G, K, T
from glbtheory.engines.evidence import Evidence, conjunction
from glbtheory.engines.orders import Order, at_most, compare, order_of
from glbtheory.engines.symbolic import is_zero
from glbtheory.regret.k_arms import (
    ArmSchedule,
    SlidingUCB,
    falling_case,
    regret_of_plays,
    simulate,
    small_gap_case,
    xi_of,
)

F = Fraction
_ONE = F(1)

# --- Z79: the repaired theorem --------------------------------------------------------------------


_SHARED = (
    r"\mathbb{E}[R_T] \leq %s(R_1 + B\tau\Gamma_T + BKx + R_2),\quad"
    r" R_1 = 4B\sqrt{\xi\log(\tau)KTx},\quad"
    r" R_2 = 2BK\Big(\tfrac{\log\tau}{\log(1+\eta)}+1\Big)(x+\log\tau),\quad x = \tfrac T\tau+1"
)


def _trees_and_runs() -> Iterator[dict[str, Any]]:
    for tau, points, eta in product((1, 2, 3), ((), (4,)), (F(1), F(2))):
        rows = ((F(1, 10), F(9, 10)), (F(1), F(0)))[: len(points) + 1]
        yield {"T": 7, "tau": tau, "rewards": "Bernoulli", "eta": eta, "case": (points, rows)}
    for horizon, tau in ((1000, 260), (4000, 720)):
        for hard in ("small gap", "falling"):
            yield {"T": horizon, "tau": tau, "rewards": "fixed", "eta": F(1), "case": hard}


@enumerated(
    cases=_trees_and_runs,
    latex=_SHARED % "",
    scope="K = 2, B = 1: all rewards for T = 7; fixed rewards for T = 1000 and 4000",
)
def _shared_bound(
    T: int, tau: int, rewards: str, eta: Fraction, case: Any, *, scale: Fraction = _ONE
) -> Any:
    """The exact mean regret of SW-UCB against the bound: Bernoulli trees and long fixed runs."""
    policy = SlidingUCB(2, tau, xi_of(eta))
    if rewards == "Bernoulli":
        schedule = ArmSchedule(T, *case)
        regret = policy.expected_regret(schedule)
    else:
        falls = case == "falling"
        schedule = falling_case(T, 1) if falls else small_gap_case(T, tau, policy.xi)
        (regret,) = regret_of_plays(schedule, simulate(schedule, policy, noisy=False))
    values = {"T": T, "tau": tau, "K": 2, "B": 1, "xi": policy.xi, "eta": eta}
    value = f.FORMULAS["regret_arms_shared"].exactly(**values, Gamma=schedule.changes)
    return rational(regret), "<=", rational(scale) * value


_HARMONIC = (
    r"\sum_{n=1}^{\tau-1}\frac1n\Big(\frac{\log n}{\log(1+\eta)}+1\Big) \leq"
    r" %s\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)"
)
_AT_BEST = (
    r"\frac{4B^2\xi\log(\tau)Kx}{\Delta}+\Delta T = %sR_1 \text{ at } \Delta ="
    r" 2B\sqrt{\xi\log(\tau)Kx/T}"
)


@enumerated(
    cases=lambda: grid(tau=range(1, 9), eta=ETAS),
    latex=_HARMONIC % r"(1+\log\tau)",
    scope="τ <= 8, η in {1/2, 1, 2}",
)
def _harmonic(
    tau: int, eta: Fraction, *, factor: Callable[[int], Any] = lambda tau: 1 + sp.log(tau)
) -> Any:
    """Σ_{n<τ} (log n/log(1+η) + 1)/n <= factor (log τ/log(1+η) + 1)."""
    total = sum(whole_level(n, eta) / n for n in range(1, tau))
    return total, "<=", factor(tau) * whole_level(tau, eta)


#: One more term of the harmonic sum, y = 1/n.
_NEXT_HARMONIC = bound(
    "{factor}*y/(1 + y) <= log(1 + y)",
    "0 < y <= 1",
    latex=r"\frac1{n+1} \leq \log(n+1)-\log n",
    scope="every n, with y = 1/n",
    factor="1",
)


@identity(latex=_AT_BEST % "", scope="every B, ξ, K, T and τ >= 2", at={"tau": 3, "T": 5, "K": 2})
def _value_at_best(*, scale: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """Rare plays and small gaps at the level where they are equal, for T/τ + 1 blocks."""
    blocks = f.T / f.tau + 1
    rare = 4 * f.B**2 * f.xi * sp.log(f.tau) * f.K * blocks
    level = 2 * f.B * sp.sqrt(f.xi * sp.log(f.tau) * f.K * blocks / f.T)
    first = 4 * f.B * sp.sqrt(f.xi * sp.log(f.tau) * f.K * f.T * blocks)
    shared = f.FORMULAS["regret_arms_shared"].expression
    yield "the two parts are equal", rare / level, level * f.T
    yield "value at the level", rare / level + level * f.T, scale * first
    yield "the first term of the bound", first, shared - shared.subs(f.xi, 0)


Z79 = Claim(
    id="Z79",
    lines="3472-3633",
    kind="theorem",
    ours=True,
    title="The repaired proof, every change charged once and no round lost before the first",
    kernel=KernelTheorem(
        "Z79_any_law",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals",
        mutants=["Z79_any_law_mutant"],
        beside=["Z79"],
    ),
    printed=[_shared_bound],
    support=[_harmonic, _value_at_best, _NEXT_HARMONIC],
    mutants=[
        _shared_bound.mutant("bound divided by 16", _SHARED % r"\tfrac1{16}", scale=F(1, 16)),
        _harmonic.mutant("factor 1 + log τ lowered to 1", _HARMONIC % "", factor=lambda tau: 1),
        _value_at_best.mutant(
            "value lowered by 1 %", _AT_BEST % r"0.99\cdot ", scale=sp.Rational(99, 100)
        ),
        _NEXT_HARMONIC.mutant("left-hand side raised by 1 %", factor="1.01"),
    ],
    depends_on=["Q47", "I52", "L9", "I55", "I56", "D14", "I57", "I58", "Z71", "Z74"],
    note="Rewards lie in [0, B] (Z71) and ξ goes with η as in I58. Before the first change the "
    "window holds no old data, so no round is given away: rounds t < τ have n = t - 1 and their "
    "chances add up to log²τ, as in the bound of Garivier and Moulines, and the first phase has "
    "one block more. The sum over n < τ is at most its largest bracket times the harmonic sum, "
    "which grows by 1/(n+1) <= log(n+1) - log n at each step. At T = 7 the bound exceeds T and "
    "says nothing; at T = 4000 it is 0.75 T and the regret of the hard cases is far below.",
)

# --- orders ---------------------------------------------------------------------------------------

PRINTED_WINDOW = T ** "2/3" / (K ** "1/3" * G ** "2/3")
LONGER_WINDOW = K ** "1/3" * (T / G) ** "2/3"
_RATE = K ** "2/3" * G ** "1/3" * T ** "2/3"
_BETTER_RATE = (K * G) ** "1/3" * T ** "2/3"


def arms_orders(expression: Any, window: Order) -> tuple[Order, Order]:
    """Orders from below and from above of a bound for K arms when τ has the order ``window``."""
    known = {**PROBLEM, f.tau: window}
    return order_of(expression, known, below=True), order_of(expression, known)


@dataclass(frozen=True)
class ExponentRegion:
    """1 <= Γ_T <= T, K >= 1 and a monomial that is at least 1, in words."""

    last: Order
    text: str

    @property
    def orders(self) -> tuple[Order, ...]:
        """The monomials that are at least 1."""
        return (T, K, G, T / G, self.last)


def _scaled(
    formula: str, window: Order, rate: Order, region: ExponentRegion, latex: str
) -> Statement:
    """A bound with its window, of at least one round, is at most the rate on the region."""

    @stated(latex=latex)
    def at_most_rate(
        *,
        window: Order = window,
        rate: Order = rate,
        region: ExponentRegion = region,
    ) -> Evidence:
        sides = arms_orders(f.FORMULAS[formula].expression, window)
        scope = f"1 <= Γ_T <= T, K >= 1, τ >= 1, {region.text}"
        return compare(sides, (rate, rate), (*region.orders, window), scope)

    return at_most_rate


def _trivial(rate: Order, region: ExponentRegion, latex: str) -> Statement:
    """Where the region ends, the rate is at least T, and so the regret is at most the rate."""

    @stated(latex=latex)
    def above_horizon() -> Evidence:
        return at_most(T, rate, region.orders, f"where {region.text}")

    return above_horizon.as_whole()


def _rate(k: str) -> str:
    return rf"\mathbb{{E}}[R_T] = \widetilde O(K^{{{k}}}\Gamma_T^{{1/3}}T^{{2/3}})"


def _explicit_rate(k: str, tuning: str) -> str:
    """The rate with its constant, for the window rounded up."""
    return (
        r"\mathbb{E}[R_T] \leq B\Big(4\sqrt{2\xi\log T} + 4"
        r" + 2\Big(\frac{\log T}{\log(1+\eta)}+1\Big)(2+\log T)\Big)"
        rf"K^{{{k}}}\Gamma_T^{{1/3}}T^{{2/3}}{tuning} \text{{ rounded up}},\quad \Gamma_T\geq1"
    )


_FAR = ExponentRegion(T / (K**2 * G), "T >= K²Γ_T")
_NEAR = ExponentRegion(K**2 * G / T, "T <= K²Γ_T")
_LARGE, _SMALL = ExponentRegion(T / (K * G), "T >= KΓ_T"), ExponentRegion(K * G / T, "T <= KΓ_T")
_PRINTED_TUNING = r",\quad \tau = \frac{T^{2/3}}{K^{1/3}\Gamma_T^{2/3}}"
_LONGER_TUNING = r",\quad \tau = K^{1/3}(T/\Gamma_T)^{2/3}"
_RATE_HOLDS = _scaled(
    "regret_arms_corrected", PRINTED_WINDOW, _RATE, _FAR, _rate("2/3") + _PRINTED_TUNING
)
_RATE_TRIVIAL = _trivial(
    _RATE, _NEAR, r"T \leq K^{2/3}\Gamma_T^{1/3}T^{2/3} \text{ where } T \leq K^2\Gamma_T"
)

#: What exponent arithmetic compares.
_RATE_CHECKED = (
    r"\sqrt K\frac{T}{\sqrt\tau} + K\tau\Gamma_T + K\frac T\tau ="
    r" \widetilde O(K^{2/3}\Gamma_T^{1/3}T^{2/3}) \text{ where } T\geq K^2\Gamma_T"
)

S16 = Claim(
    id="S16",
    title="The window that balances the first two terms of the proof",
    kernel=KernelTheorem(
        "S16",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals; with the window rounded up, "
        "Γ_T >= 1",
        shows=_explicit_rate("2/3", _PRINTED_TUNING),
        mutants=["S16_mutant"],
    ),
    printed=[_RATE_HOLDS.as_part(_RATE_CHECKED)],
    support=[_RATE_TRIVIAL],
    mutants=[
        _RATE_HOLDS.mutant(
            "exponent of K lowered by 1/12", _rate("7/12"), rate=_RATE / K ** "1/12"
        ),
        _RATE_HOLDS.mutant(
            "region T >= K²Γ_T dropped without the trivial bound",
            _rate("2/3") + r" \text{ without } T\geq K^2\Gamma_T",
            region=ExponentRegion(T, "T >= 1"),
        ),
    ],
    depends_on=["I62", "Z75"],
    fidelity="paraphrase",
    note="Γ_T >= 1, as the window divides by Γ_T. The term K T/τ has the order "
    "K^{4/3}Γ_T^{2/3}T^{1/3}, below the rate only for T >= K²Γ_T. For smaller T the rate exceeds "
    "T and holds trivially.",
)

# --- T7 -------------------------------------------------------------------------------------------

DISPLAY = (
    r"\mathbb{E}[R_T] \leq C_1\sqrt K\frac{T}{\sqrt\tau} + C_2\sqrt K\tau\Gamma_T"
    r" + C_3 K\frac T\tau"
)
_CONSTANTS = (
    r",\quad C_1 = 4B\sqrt{%s\xi\log\tau},\quad C_2 = %sB,\quad"
    r" C_3 = %sB + 2B\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)(2+\log\tau),\quad"
    r" \tau\leq T \text{ or } \Gamma_T\geq1"
)
#: The first half of the theorem as printed: no such constants know B.
UNIVERSAL = refuted_for_every(
    bound(
        "c + 1 > c",
        "c >= 0",
        latex=r"R_T \geq B > c \text{ at } B = c+1: \text{ rewards } 0 \text{ and } B",
    ),
    witness={
        **{"K": "2", "T": "2", "tau": "2", "Gamma": "1", "B": "c + 1"},
        "R_T": "at least c + 1",
    },
    latex=DISPLAY
    + r",\quad C_1, C_2, C_3 \text{ universal constants that depend only on the logarithm of }\tau",
    scope="two arms that pay 0 and B, T = τ = 2, any change at round 2: the first is played once",
)
#: T/τ, log τ and 1/log(1+η).
_X, _L, _Q = sp.symbols("x L q", positive=True)


@dataclass(frozen=True)
class Term:
    """``common`` times ``lhs <= rhs``; the common factor is not negative."""

    common: Any
    lhs: Any
    rhs: Any
    where: str = ""

    def decide(self) -> Evidence:
        """The inequality without the common factor."""
        return Bound(self.lhs, "<=", self.rhs, self.where).decide()


def in_ratios(expression: Any) -> Any:
    """The expression with T = xτ, L = log τ and q = 1/log(1+η)."""
    by_logs = {sp.log(f.tau): _L, sp.log(1 + f.eta): 1 / _Q}
    return sp.sympify(expression).subs(f.T, _X * f.tau).subs(by_logs)


def term_by_term(sides: tuple[Any, Any], terms: Sequence[Term], scope: str) -> Evidence:
    """One bound is at most another, term by term; that the terms add up to both is checked."""
    sums = (sum(t.common * t.lhs for t in terms), sum(t.common * t.rhs for t in terms))
    for name, whole, total in zip(("left", "right"), sides, sums, strict=True):
        if not is_zero(sp.expand(in_ratios(whole)) - sp.expand(total)):
            raise ValueError(f"the terms are not those of the two sides: {name}")
    return conjunction([t.decide() for t in terms]).with_(scope=scope)


def _display_with(*, inside: str = "2", second: str = "1", third: str = "2") -> str:
    return DISPLAY + _CONSTANTS % (inside, "" if second == "1" else second, third)


@stated(latex=_display_with)
def _follows(*, inside: str = "2", second: str = "1", third: str = "2") -> Evidence:
    """The display of the theorem from the bound of Z79, constants of C_1, C_2, C_3 given."""
    one, two, three = (sp.Rational(c) for c in (inside, second, third))
    root = 4 * f.B * sp.sqrt(f.xi * _L * f.K * f.tau)
    others = 2 * (_L * _Q + 1)
    terms = [
        Term(root, sp.sqrt(_X * (_X + 1)), sp.sqrt(one) * _X, "x >= 1"),
        Term(f.B * f.tau * f.Gamma, sp.Integer(1), two * sp.sqrt(f.K), "K >= 1"),
        Term(
            f.B * f.K,
            _X + 1 + others * (_X + 1 + _L),
            (three + others * (2 + _L)) * _X,
            "x >= 1, L >= 0, q > 0",
        ),
    ]
    names = ("regret_arms_shared", "regret_arms_display")
    shared, display = (f.FORMULAS[name].expression for name in names)
    # A mutant lowers one constant of the display.
    lower = root * (sp.sqrt(2) - sp.sqrt(one)) * _X + f.B * f.K * (2 - three) * _X
    lower += (1 - two) * f.B * sp.sqrt(f.K) * f.tau * f.Gamma
    return term_by_term((shared, in_ratios(display) - lower), terms, "1 <= τ <= T")


T7 = Claim(
    id="T7",
    error_lines="3478",
    title="The worst case of the sliding window with K arms: its constants know B, ξ and η too",
    kernel=KernelTheorem(
        "T7_any_law",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals; the rate with the window "
        "rounded up and Γ_T >= 1",
        covers="corrected",
        latex=_display_with() + r",\quad " + _explicit_rate("2/3", _PRINTED_TUNING),
        mutants=["T7_any_law_mutant", "T7_any_law_mutant_rate"],
        beside=["T7"],
    ),
    printed=[UNIVERSAL, _RATE_HOLDS],
    corrected=[
        _follows.as_part(
            r"R_1 + B\tau\Gamma_T + BKx + R_2 \text{ of Z79 is at most this right-hand side,"
            r" term by term, for } 1\leq\tau\leq T"
        ),
        _RATE_HOLDS.as_part(_RATE_CHECKED),
    ],
    support=[_RATE_TRIVIAL],
    mutants=[
        _follows.mutant("factor 2 inside the root of C_1 lowered to 1.99", inside="1.99"),
        _follows.mutant("factor 1 of C_2 lowered to 0.99", second="0.99"),
        _follows.mutant("constant 2 of C_3 lowered to 1.99", third="1.99"),
        _RATE_HOLDS.mutant(
            "exponent of Γ_T lowered by 1/12",
            r"\mathbb{E}[R_T] = \widetilde O(K^{2/3}\Gamma_T^{1/4}T^{2/3})",
            rate=_RATE / G ** "1/12",
        ),
    ],
    depends_on=["Z79", "S16"],
    effect="constant",
    fidelity="verbatim",
    note="What is refuted is the clause on the constants alone (Z73): they cannot depend on log τ "
    "only, since the regret grows with B. Terms and rate stand. True with √K, although the printed "
    "proof ends with K τΓ_T (Z74): Z79 has τΓ_T without any factor. Without a change it needs "
    "τ <= T (Z72), and it needs rewards in [0, B] (Z71). The tuning of the theorem is not the best "
    "one for its own display: Z78.",
)

_BETTER = _scaled(
    "regret_arms_shared",
    LONGER_WINDOW,
    _BETTER_RATE,
    _LARGE,
    _rate("1/3") + _LONGER_TUNING,
)
_WHOLE_WINDOW = bound(
    "w + e <= {factor}*w",
    "w >= 1, 0 <= e < 1",
    latex=r"\lceil\tau\rceil \leq 2\tau \quad (\tau\geq 1)",
    scope="every τ >= 1",
    factor="2",
)
Z78 = Claim(
    id="Z78",
    lines="3480-3482",
    kind="scaling",
    ours=True,
    title="A longer window gives K^{1/3} in place of K^{2/3}",
    kernel=KernelTheorem(
        "Z78_any_law",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals; with the window rounded up, "
        "Γ_T >= 1",
        latex=_explicit_rate("1/3", _LONGER_TUNING),
        mutants=["Z78_any_law_mutant"],
        beside=["Z78"],
    ),
    printed=[
        _BETTER.as_part(
            r"R_1 + B\tau\Gamma_T + BKx + R_2 \text{ of Z79 is }"
            r" \widetilde O(K^{1/3}\Gamma_T^{1/3}T^{2/3}) \text{ where } T\geq K\Gamma_T"
        )
    ],
    support=[
        _trivial(
            _BETTER_RATE,
            _SMALL,
            r"T \leq (K\Gamma_T T^2)^{1/3} \text{ where } T \leq K\Gamma_T",
        ),
        _WHOLE_WINDOW,
    ],
    mutants=[
        _BETTER.mutant(
            "exponent of K lowered by 1/12", _rate("1/4"), rate=_BETTER_RATE / K ** "1/12"
        ),
        _BETTER.mutant(
            "the printed window in place of the longer one",
            _rate("1/3") + _PRINTED_TUNING,
            window=PRINTED_WINDOW,
        ),
        _WHOLE_WINDOW.mutant("factor 2 lowered to 1.99", factor="1.99"),
    ],
    depends_on=["Z79"],
    note="Charging a change once (Z74) leaves √K T/√τ against τΓ_T. Balanced they give "
    "(K Γ_T T²)^{1/3}.",
)

CLAIMS = [T7, S16, Z78, Z79]
