"""K arms: bounds of other papers, and what the main text says of them (728-734, 1133, 3405)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.arms.theorem import Term, arms_orders, in_ratios, term_by_term
from glbtheory.claims.model import Claim, HandStep, Statement
from glbtheory.claims.vocabulary import (
    KernelTheorem,
    bound,
    enumerated,
    identity,
    refuted_for_every,
    stated,
)
from glbtheory.claims.vocabulary.hand_steps import GARIVIER_MOULINES
from glbtheory.claims.vocabulary.orders import PROBLEM, Delta, G, T
from glbtheory.engines.evidence import Evidence
from glbtheory.engines.orders import ONE, Order, compare, order_of
from glbtheory.regret.k_arms import (
    SlidingUCB,
    falling_case,
    regret_of_plays,
    simulate,
    small_gap_case,
    xi_of,
)

F = Fraction
_HALF, _THREE_EIGHTHS = sp.Rational(1, 2), F(3, 8)

UCB1 = HandStep(
    "Auer, Cesa-Bianchi and Fischer 2002",
    "Without changes and with rewards in [0, 1], UCB1 plays an arm with gap Δ at most "
    "8 log(T)/Δ² + 1 + π²/3 times in the mean.",
)

# --- Q46: the bound of Garivier and Moulines ------------------------------------------------------

_Q46 = (
    r"\mathbb{E}[N_T(i)] \leq \frac{C(\tau)}{(\Delta\mu_T(i))^2}\frac{T\log\tau}{\tau}"
    r" + \tau\Gamma_T + \log^2\tau"
)
_C = r"C(\tau) = %sB^2\xi + \frac{B^2}{\log\tau}\Big(%s+2\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)"
_C += r"(2+\log\tau)\Big)"
_WINDOWS = r"\tau\geq2,\quad \tau\leq T \text{ or } \Gamma_T\geq1"


#: (log τ/log(1+η) + 1)(2 + log τ), and the bound with C(τ) as given here.
_WRONG = (sp.log(f.tau) / sp.log(1 + f.eta) + 1) * (2 + sp.log(f.tau))
PLAYS = f.B**2 * (8 * f.xi * sp.log(f.tau) + 2 + 2 * _WRONG) / f.Delta**2 * f.T / f.tau
PLAYS += f.tau * f.Gamma + sp.log(f.tau) ** 2


def _with_constants(
    *, rare: str = "8", constant: str = "2", largest: str = "1", after: str = "1"
) -> str:
    latex = rf"{_Q46},\quad {_C % (rare, constant)},\quad {_WINDOWS}"
    if after != "1":
        latex = latex.replace(r"+ \tau\Gamma_T", rf"+ {after}\tau\Gamma_T")
    return latex if largest == "1" else latex + rf",\quad \Delta\mu_T(i) \leq {largest}B"


def _unspecified(**moved: str) -> str:
    """The display of the page; a mutant shows what it moves."""
    if any(moved[name] != usual for name, usual in _USUAL.items()):
        return _with_constants(**moved)
    known = r"\text{ a function of }\log\tau, B, \xi, \eta"
    return rf"{_Q46},\quad C(\tau){known},\quad {_WINDOWS}"


_USUAL = {"rare": "8", "constant": "2", "largest": "1", "after": "1"}


@stated(
    latex=lambda *, rare="8", constant="2", largest="1", after="1": _unspecified(
        rare=rare, constant=constant, largest=largest, after=after
    )
)
def _plays(
    *, rare: str = "8", constant: str = "2", largest: str = "1", after: str = "1"
) -> Evidence:
    """What the links give, rare plays, wrong means and τ rounds after a change, and the bound.

    The gap is gB with 0 < g <= ``largest``; ``rare`` and ``constant`` are numbers of C(τ), and
    ``after`` is what τΓ_T is multiplied by.
    """
    eight, two, one = (sp.Rational(x) for x in (rare, constant, after))
    gap, x = sp.Symbol("g", positive=True), in_ratios(f.T / f.tau)
    L, wrong = in_ratios(sp.log(f.tau)), in_ratios(_WRONG)
    level = in_ratios(sp.log(f.tau) / sp.log(1 + f.eta)) + 1
    box = f"x >= 1, L > 0, q > 0, 0 < g <= {largest}"
    terms = [
        Term(f.xi * L / gap**2, 4 * (x + 1), eight * x, box),
        Term(sp.Integer(1), x + 1 + 2 * level * (x + 1 + L), (two + 2 * wrong) * x / gap**2, box),
        Term(f.tau * f.Gamma, sp.Integer(1), one),
        Term(L**2, sp.Integer(0), sp.Integer(1)),
    ]
    links = 4 * f.xi * L / gap**2 * (x + 1) + f.tau * f.Gamma + (x + 1) + 2 * level * (x + 1 + L)
    bound = in_ratios(PLAYS.subs(f.Delta, gap * f.B))
    bound -= ((8 - eight) * f.xi * L + 2 - two) * x / gap**2 + (1 - one) * f.tau * f.Gamma
    return term_by_term((links, bound), terms, "2 <= τ <= T")


Q46 = Claim(
    id="Q46",
    title="The plays of an arm while it is not best, with the smallest gap",
    kernel=KernelTheorem(
        "Q46",
        "every K, T, Γ_T, τ, η > 0, law of rewards in [0, B] and best arms; ξ as in I58; "
        "means are taken round by round, by upper integrals; τ >= 2, and τ <= T or Γ_T >= "
        "1",
        shows=_with_constants(),
        mutants=["Q46_mutant"],
    ),
    printed=[
        _plays.as_part(
            r"\frac{4B^2\xi\log\tau}{(\Delta\mu_T(i))^2}x + x + \tau\Gamma_T"
            r" + 2\Big(\frac{\log\tau}{\log(1+\eta)}+1\Big)(x+\log\tau) \leq"
            r" \text{this right-hand side},\quad x = \tfrac T\tau+1,\quad "
            + _C % ("8", "2")
            + r",\quad 2\leq\tau\leq T"
        )
    ],
    mutants=[
        _plays.mutant("factor 8 lowered to 7.99", rare="7.99"),
        _plays.mutant("constant 2 lowered to 1.99", constant="1.99"),
        _plays.mutant("gap allowed to exceed B by 1 %", largest="1.01"),
        _plays.mutant("τΓ_T lowered by one per cent", after="0.99"),
    ],
    depends_on=["D12", "Q47", "L9", "I55", "I56", "D14", "I57", "I58", "Z71", "Z79"],
    fidelity="paraphrase",
    note="The theorem is that of Garivier and Moulines with C(τ) not printed. The links of this "
    "chapter give it with the C(τ) that is shown, which knows B, ξ, η and log τ; "
    "log²τ is not even needed beside it. The page does not restrict τ. For τ = 1 the right-hand "
    "side is Γ_T if C(1) is finite, while every arm is played once; C(τ) log τ, here not 0 at "
    "τ = 1, is how to read it. For τ > T and no change C has to know T/τ, as it does in their "
    "paper, and nobody would choose such a window. Both are conventions, which the formula says.",
)

# --- N12: plays with and without changes ----------------------------------------------------------

_GAP_REGION = (T, G, T / G, Delta**-1)


_N12 = r"\mathbb{E}[N_T(i)] = \widetilde O((\Delta_T(i))^{-2}%s)"
_N12_CHECKED = (
    r"\text{the bound of Q46 at } \tau = \sqrt{T/\Gamma_T} \text{ is }"
    r" \widetilde O((\Delta_T(i))^{-2}\sqrt{\Gamma_TT})"
)


@stated(latex=_N12 % r"\sqrt{\Gamma_T T}")
def _plays_order(*, rate: Order = Delta**-2 * (G * T) ** "1/2") -> Evidence:
    """Q46 at τ of order √(T/Γ_T)."""
    sides = arms_orders(PLAYS, (T / G) ** "1/2")
    scope = "τ of order √(T/Γ_T), 1 <= Γ_T <= T, Δ <= 1"
    return compare(sides, (rate, rate), _GAP_REGION, scope)


_STATIONARY_PLAYS = bound(
    "8*L/g**2 + 4.29 <= {factor}*L/g**2",
    "L >= 0.6931, 0 < g <= 1",
    latex=r"\mathbb{E}[N_T(i)] = O(\Delta_i^{-2}\log T)",
    scope="T >= 2, gaps at most 1; 4.29 is above 1 + π²/3",
    factor="15",
)

N12 = Claim(
    id="N12",
    title="Plays of a suboptimal arm: log T without changes, √(Γ_T T) with them",
    printed=[
        _STATIONARY_PLAYS.as_part(
            r"\frac{8\log T}{\Delta_i^2}+1+\frac{\pi^2}{3} \leq \frac{15\log T}{\Delta_i^2}"
        ),
        _plays_order.as_part(_N12_CHECKED),
    ],
    mutants=[
        _STATIONARY_PLAYS.mutant("factor 15 lowered to 14", factor="14"),
        _plays_order.mutant(
            "exponent of T lowered by 1/12",
            _N12 % r"\Gamma_T^{1/2}T^{5/12}",
            rate=Delta**-2 * G ** "1/2" * T ** "5/12",
        ),
        _plays_order.mutant(
            "power of the gap lowered to 1",
            r"\mathbb{E}[N_T(i)] = \widetilde O((\Delta_T(i))^{-1}\sqrt{\Gamma_T T})",
            rate=Delta**-1 * (G * T) ** "1/2",
        ),
    ],
    depends_on=["Q46", UCB1, GARIVIER_MOULINES],
    fidelity="paraphrase",
    follows="Without changes UCB1 has the bound of Auer, Cesa-Bianchi and Fischer 2002. With "
    "changes the sliding window has that of Q46 at τ of order √(T/Γ_T), and where this is below 2 "
    "the rate is above T/2; for discounts it is the theorem of Garivier and Moulines 2011.",
    note="Δ_T(i) is over the rounds where i is suboptimal, as line 3437 says; over all rounds it "
    "would be 0 for an arm that is best in some phase. "
    "The second is Q46 with τ of order √(T/Γ_T); gaps are at most 1. It is for policies that "
    "know Γ_T and for Γ_T >= 1.",
)

# --- R7: the analogy ------------------------------------------------------------------------------

TAU = Order.of(tau=1)
_TAU_REGION = (T, TAU, T / TAU, G)
_BLOCKS_ORDER = {sp.ceiling(f.T / f.tau): ONE + T / TAU}
#: With τ >= 2 and all else fixed the two logarithms are at least constants.
_LOGS = (sp.log(f.tau), sp.log(1 + f.tau / (f.d * f.lam)))
_FIXED = dict.fromkeys((f.d, f.c_mu, f.lam, f.Delta, f.K, f.BETA_WINDOW_END.symbol, *_LOGS), ONE)


def in_tau(bound: Any, rate: Order, latex: str) -> Statement:
    """A bound, an expression or the name of one, as a function of T, τ and Γ_T alone."""
    expression = f.FORMULAS[bound].expression if isinstance(bound, str) else bound

    @stated(latex=latex)
    def of_order(*, rate: Order = rate) -> Evidence:
        known: dict[Any, Order] = {**PROBLEM, **_FIXED, **_BLOCKS_ORDER, f.tau: TAU}
        sides = order_of(expression, known, below=True), order_of(expression, known)
        return compare(sides, (rate, rate), _TAU_REGION, "2 <= τ <= T, Γ_T >= 1, all else fixed")

    return of_order


T_OVER_ROOT, T_OVER_TAU = T / TAU ** "1/2", T / TAU
_ROOT = r"\text{bound of %s} = \widetilde O(T/\sqrt\tau+\tau\Gamma_T)"
_NO_ROOT = r"\text{bound of %s} = \widetilde O(T/\tau+\tau\Gamma_T)"
_GLB_ROOT = in_tau("regret_window", T_OVER_ROOT + TAU * G, _ROOT % "T5")
_ARMS_ROOT = in_tau("regret_arms_display", T_OVER_ROOT + TAU * G, _ROOT % "T7")
#: Both terms over the rate, as a function of w = (τ over the best τ)^{1/power}.
_LEAST_ROOT = bound(
    "1/w + w**2 >= {least}",
    "w > 0",
    latex=r"\min_\tau\{T/\sqrt\tau+\tau\Gamma_T\} \geq 1.88\,\Gamma_T^{1/3}T^{2/3}",
    scope="every τ, T and Γ_T; w^2 = τΓ_T over the rate",
    least="1.88",
)
_LEAST = bound(
    "1/w + w**1 >= 2",
    "w > 0",
    latex=r"\min_\tau\{T/\tau+\tau\Gamma_T\} \geq 2\sqrt{\Gamma_T T}",
    scope="every τ, T and Γ_T; w^1 = τΓ_T over the rate",
)

R7 = Claim(
    id="R7",
    title="T/√τ without a gap and T/τ with one, for K arms as for generalized linear bandits",
    printed=[
        _GLB_ROOT.as_whole(),
        _ARMS_ROOT.as_whole(),
        in_tau(
            "regret_window_gap",
            T_OVER_TAU + TAU * G,
            _NO_ROOT % "T6",
        ).as_whole(),
    ],
    support=[_LEAST_ROOT, _LEAST],
    mutants=[
        _GLB_ROOT.mutant(
            "T/√τ replaced by T/τ without a gap", _NO_ROOT % "T5", rate=T_OVER_TAU + TAU * G
        ),
        _ARMS_ROOT.mutant(
            "T/√τ replaced by T/τ without a gap, K arms",
            _NO_ROOT % "T7",
            rate=T_OVER_TAU + TAU * G,
        ),
        _LEAST_ROOT.mutant("1.88 raised to 1.9; the best is 3/4^{1/3}", least="1.9"),
    ],
    depends_on=["T7", "Q46", "T5", "T6"],
    fidelity="paraphrase",
    note="The remark is about the right-hand sides of the theorems, as corrected. Both sums are "
    "read with d, c_μ, K and the gap fixed; the fourth bound, and d = K, are Z158. No window makes "
    "the first sum smaller than Γ_T^{1/3}T^{2/3}; the second reaches √(Γ_T T).",
)

# --- N20, N25: what the bound is said to show -----------------------------------------------------


_RATIO = (
    r"\frac{4B\sqrt{\xi\log(\tau)K}\,T/\sqrt\tau}{K^{2/3}\Gamma_T^{1/3}T^{2/3}}"
    r" = 4B\sqrt\xi(\log\tau)^{%s}"
)


@identity(latex=_RATIO % "1/2", scope="every argument, L = log τ")
def _first_over_rate(*, power: Any = _HALF) -> Iterator[tuple[str, Any, Any]]:
    """4B√(ξ log τ K) T/√τ over K^{2/3}Γ^{1/3}T^{2/3} at the printed window."""
    third = sp.Rational(1, 3)
    window, log_tau = f.FORMULAS["tau_arms"].expression, sp.Symbol("L", positive=True)
    first = 4 * f.B * sp.sqrt(f.xi * log_tau * f.K) * f.T / sp.sqrt(window)
    rate = f.K ** (2 * third) * f.Gamma**third * f.T ** (2 * third)
    ratio = sp.powsimp(first / rate, force=True)
    yield "ratio", ratio, 4 * f.B * sp.sqrt(f.xi) * log_tau**power


_WORST = r"\text{worst case bound of the appendix} = %s(\Gamma_T^{1/3}T^{2/3})"


@stated(latex=_WORST % r"\widetilde O")
def _with_tilde() -> Evidence:
    expression, rate = f.FORMULAS["regret_arms_corrected"].expression, G ** "1/3" * T ** "2/3"
    known = {**PROBLEM, f.K: ONE, f.tau: (T / G) ** "2/3"}
    sides = order_of(expression, known, below=True), order_of(expression, known)
    scope = "any fixed number of arms, 1 <= Γ_T <= T, the printed window"
    return compare(sides, (rate, rate), (T, G, T / G), scope)


N20 = Claim(
    id="N20",
    title="The worst case of Garivier and Moulines has a logarithm",
    printed=[
        refuted_for_every(
            bound(
                "4*k*sqrt(x*(C**2/(16*x) + 1)) > C",
                "x > 0, C >= 0, k >= 1",
                latex=r"4\cdot2^{2/3}\sqrt{\xi\log\tau} > C \text{ at } \log\tau = C^2/(16\xi)+1",
            ),
            witness={"K": "2", "B": "1", "log tau": "C^2/(16 xi) + 1"},
            latex=_WORST % "O",
            scope="the bound of the appendix with its own window",
        )
    ],
    corrected=[_with_tilde.as_whole()],
    support=[
        _first_over_rate,
        bound(
            "a**3/w + w**2 >= 1.88*a**2",
            "a > 0, w > 0",
            latex=r"\sqrt{\log\tau}\,T/\sqrt\tau+\tau\Gamma_T \geq"
            r" 1.88(\log\tau)^{1/3}\Gamma_T^{1/3}T^{2/3}",
            scope="every τ, with a^6 = log τ: no window removes the logarithm from the bound",
        ),
    ],
    mutants=[
        _first_over_rate.mutant(
            "power of the logarithm lowered to 1/3", _RATIO % "1/3", power=sp.Rational(1, 3)
        )
    ],
    depends_on=["T7", "I62"],
    effect="notation",
    fidelity="paraphrase",
    note="A tilde is missing, no more. The appendix itself has it (line 3482); line 3408 drops it "
    "again. The other comparisons of the paragraph carry it.",
)


@cache
def _larger_loss(horizon: int, changes: int, tau: int) -> Fraction:
    """The larger regret of the two fixed cases."""
    policy = SlidingUCB(2, tau, xi_of(F(1)))
    hard = (small_gap_case(horizon, tau, policy.xi), falling_case(horizon, changes))
    return F(max(regret_of_plays(h, simulate(h, policy, noisy=False))[0] for h in hard))


_N25 = r"\max R_T \geq %s\,\Gamma_T^{1/3}T^{2/3} \text{ for the windows }\tau\text{ tried}"
_SUFFERS = r"\text{in some cases sliding windows suffer a regret of order } \Gamma_T^{1/3}T^{2/3}"


def _many_windows() -> Iterator[dict[str, Any]]:
    for horizon, changes in ((500, 1), (500, 2), (1000, 1)):
        tau = 2
        while tau <= horizon:
            yield {"T": horizon, "Gamma": changes, "tau": tau}
            tau = tau * 8 // 5 + 1


@enumerated(
    cases=_many_windows,
    latex=_SUFFERS,
    scope="K = 2, fixed rewards, T in {500, 1000}, Γ_T <= 2, τ from 2 to T by steps of 8/5",
)
def _suffers(T: int, Gamma: int, tau: int, *, level: Fraction = _THREE_EIGHTHS) -> Any:
    """The larger regret of two fixed cases against level Γ_T^{1/3}T^{2/3}, for many windows."""
    return _larger_loss(T, Gamma, tau) ** 3, ">=", level**3 * Gamma * T**2


N25 = Claim(
    id="N25",
    title="Sliding windows can suffer Γ_T^{1/3}T^{2/3} with two arms",
    printed=[_suffers.as_cases(_N25 % r"\tfrac38")],
    mutants=[_suffers.mutant("3/8 raised to 1/2", _N25 % r"\tfrac12", level=F(1, 2))],
    fidelity="paraphrase",
    note="An upper bound alone suggests nothing about what a policy suffers. Two fixed cases do: a "
    "gap near √(log τ/τ) that never changes, and a best arm that falls. A short window loses on "
    "the first, a long one on the second, and none of the windows tried escapes both. No rate "
    "is proved from below here.",
)

CLAIMS = [Q46, N12, R7, N20, N25]
