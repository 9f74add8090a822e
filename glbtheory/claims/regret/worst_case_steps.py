"""The steps of the worst-case regret proof with discount factors (lines 2305-2409)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.regret._potential import WIDER, potential
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.hand_steps import EXPECTATION
from glbtheory.claims.vocabulary.stationary_rounds import changes, members
from glbtheory.engines.enumeration import schedules

# --- Z54: from the prediction error to the regret of one round ------------------------------------

_BIAS = r"\frac{%sk_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
_WIDTH = r"\beta_T^\delta\lVert a_t\rVert_{V_t^{-1}}"

#: μ(a*·θ*) = M; its estimate is M - B - e + u; that of a_t plus its bonus b is v more than the
#: estimate of a* plus its bonus B; μ(a_t·θ*) is the estimate of a_t less b + e, plus w.  So u, v, w
#: are the slacks of two prediction errors and one choice, which may be ``short`` of the best index.
_one_round = bound(
    "M - (((M - B - e + u) + B + v - b) - b - e + w) <= {bonus}*b + {bias}*e",
    "u >= 0, v >= -{short}, w >= 0, b >= 0, e >= 0",
    latex=r"\text{with probability at least } 1-\delta:\quad t\in\mathcal{T}(\gamma)\ \Rightarrow\ "
    rf"r_t \leq \frac{{2}}{{\sqrt{{c_\mu}}}}{_WIDTH} + {_BIAS % 2}",
    scope="every bonus b, B, bias e and means",
    bonus="2",
    bias="2",
    short="0",
)


@identity(
    latex=lambda *, factor=2: (
        rf"2\Big(\frac{{1}}{{\sqrt{{c_\mu}}}}{_WIDTH} + {_BIAS % ''}\Big)"
        rf" = \frac{{2}}{{\sqrt{{c_\mu}}}}{_WIDTH} + {_BIAS % factor}"
    ),
    scope="every constant",
)
def _twice(*, factor: int = 2) -> Iterator[tuple[str, Any, Any]]:
    """Twice the bound on the prediction error, with the bias as the formulas have it."""
    x, beta = sp.symbols("x beta", positive=True)
    old = f.gamma**f.D / (1 - f.gamma)
    printed = 2 / sp.sqrt(f.c_mu) * beta * x + factor * f.k_mu / f.lam * old * f.SHIFT
    yield "2(bonus + bias)", 2 * (beta / sp.sqrt(f.c_mu) * x + f.BIAS.expression), printed


Z54 = Claim(
    id="Z54",
    kernel=KernelTheorem(
        "Z54",
        "every d, T, D, 0 < γ < 1, λ > 0, δ, link, law of bounded rewards and policy of the "
        "algorithm; all rounds far from a change at once; the probability is taken round by "
        "round, by upper integrals",
        mutants=["Z54_mutant"],
    ),
    lines="2313-2334",
    kind="step",
    title="Far from a change the regret of a round is at most twice its bonus and twice the bias",
    printed=[
        _one_round.as_part(
            r"M-\mu_t \leq 2b+2e\ \text{ if }\ M-\hat M\leq B+e,\ \hat\mu_t-\mu_t\leq b+e,\ "
            r"\hat M+B\leq\hat\mu_t+b"
        )
    ],
    support=[_twice],
    fidelity="paraphrase",
    mutants=[
        _one_round.mutant("factor 2 of the bonus lowered to 1.99", bonus="1.99"),
        _one_round.mutant("factor 2 of the bias lowered to 1.99", bias="1.99"),
        _one_round.mutant("the action played may be 0.01 short of the best index", short="0.01"),
        _twice.mutant("bias counted once", factor=1),
    ],
    depends_on=["P5", "G1"],
    note="The bias is the same for every action, so leaving it out of the index does not change "
    "the choice (Q29), but it comes back here twice. The page says 'high probability' two "
    "sentences before. Line 2430 repeats the bound without saying that t is in T(γ): Z140.",
)


# --- I23: the rounds that are lost ----------------------------------------------------------------

#: Means of rewards in [0, m] lie in [0, m].
MEANS = EXPECTATION.discharged_by("any_law_regret.any_mean_range")


def signs(rewards: tuple[int, ...], n: int, gamma: Fraction) -> Iterator[tuple[int, ...]]:
    """Every way Algorithm 1 may play in one dimension with actions 1 and -1 on these rewards.

    Both actions have the same bonus, so it plays the sign of Σ γ^{t-1-s}(r - n/2)a_s; at 0 either.
    ``rewards`` are those of the rounds before the last.
    """

    def extend(played: tuple[int, ...], total: Fraction) -> Iterator[tuple[int, ...]]:
        if len(played) == len(rewards) + 1:
            yield played
            return
        options = (1, -1) if total == 0 else (1,) if total > 0 else (-1,)
        for a in options:
            now = (*played, a)
            if len(now) > len(rewards):
                yield now
                continue
            gain = (rewards[len(played)] - Fraction(n, 2)) * a
            yield from extend(now, gamma * total + gain)

    yield from extend((), Fraction(0))


def _runs(*, trials: tuple[int, ...] = (1, 2)) -> Iterator[dict[str, Any]]:
    """Every schedule, every reward, every way to play and every D."""
    for n, T in product(trials, (2, 3)):
        for path, rewards in product(schedules(T, (1, -1)), product(range(n + 1), repeat=T - 1)):
            for played in signs(rewards, n, Fraction(9, 10)):
                for D in range(1, T + 1):
                    yield {"m": n, "theta": path, "rewards": rewards, "a": played, "D": D}


_LOST = r"\sum_{t\notin\mathcal{T}(\gamma)} r_t \leq "


@enumerated(
    cases=_runs,
    latex=_LOST + r"m\,\Gamma_T D",
    scope="d = 1, actions ±1, θ* = ±log 99, binomial rewards, T <= 3, γ = 9/10: every schedule, "
    "every reward, every D",
    shown={"a": "actions", "theta": "theta/log 99"},
)
def _lost(
    m: int,
    theta: tuple[int, ...],
    a: tuple[int, ...],
    D: int,
    *,
    cost: Callable[[int], Any] = lambda m: m,
    changed: Callable[[int], int] = lambda changes: changes,
    fewer: int = 0,
    **_: Any,
) -> Any:
    """Σ_{t not in T(γ)} r_t against cost(m) Γ_T (D - fewer) on every run of Algorithm 1."""
    away = [t for t in range(1, len(theta) + 1) if t not in members(theta, D)]
    wrong = sum(a[t - 1] != theta[t - 1] for t in away)
    gap = 2 * Fraction(99, 100) - 1
    return wrong * m * gap, "<=", Fraction(cost(m)) * changed(changes(theta)) * (D - fewer)


_lost_as_printed = _lost.variant(_LOST + r"\Gamma_T D", cost=lambda m: 1)

I23 = Claim(
    id="I23",
    kernel=KernelTheorem(
        "I23",
        "every d, T, D, link, law of bounded rewards, policy and comparator; every history",
        covers="corrected",
        mutants=["I23_mutant"],
    ),
    error_lines="2339, 2450",
    title="A round near a change costs up to m, not up to 1",
    printed=[_lost_as_printed],
    corrected=[_lost],
    support=[
        _lost_as_printed.variant(_LOST + r"\Gamma_T D\quad (m = 1)", trials=(1,)),
        bound(
            "m*s - m*x <= m",
            "m > 0, 0 <= s <= 1, 0 <= x <= 1",
            latex=r"r_t = \mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t)\leq m",
            scope="every m, means in [0, m]",
        ),
    ],
    mutants=[
        _lost.mutant(
            "m lowered to 0.97 m, just below the gap 0.98 m of these runs",
            _LOST + r"0.97\,m\,\Gamma_T D",
            cost=lambda m: Fraction(97, 100) * m,
        ),
        _lost.mutant("one round per change fewer", _LOST + r"m\,\Gamma_T(D-1)", fewer=1),
        _lost.mutant(
            "one change fewer",
            _LOST + r"m(\Gamma_T-1)D",
            changed=lambda changes: max(changes - 1, 0),
        ),
    ],
    hypotheses=["A2"],
    depends_on=["Q24", MEANS],
    fidelity="paraphrase",
    effect="statement",
    note="Rewards lie in [0, m] and nothing bounds m by 1 (line 239). At most Γ_T D rounds are "
    "outside T(γ) (Q24; a change at round 1 is none, and rounds t <= D count as far), each of "
    "which costs at most m. Logistic rewards have m = 1 and are not touched. The line has any D, "
    "and so has the witness; with D = log T/log(1/γ) the run of T2 exceeds Γ_T D as well. The "
    "factor m goes into the first term of both theorems: T2 is false without it.",
)


# --- I27, I29: two logarithms ---------------------------------------------------------------------


_half = bound(
    "log(1 + x) >= {factor}*x",
    "0 < x < {end}",
    latex=r"\log(1+x) \geq x/2 \quad (0<x<1)",
    factor="1/2",
    end="1",
)
#: 1/γ - 1 against the ends of (0, 1).
_below_one = bound(
    "1/g - 1 < 1",
    "{least} < g < 1",
    latex=r"1/\gamma-1 < 1 \quad (1/2<\gamma<1)",
    scope="all 1/2 < γ < 1",
    least="1/2",
)
_above_zero = bound(
    "1/g - 1 > 0",
    "1/2 < g < 1",
    latex=r"1/\gamma-1 > 0 \quad (1/2<\gamma<1)",
    scope="all 1/2 < γ < 1",
)

I27 = Claim(
    id="I27",
    title="log(1+x) is at least x/2 on (0,1), where 1/γ - 1 lies for γ > 1/2",
    printed=[_half, _below_one, _above_zero],
    mutants=[
        _half.mutant("factor 1/2 raised to 0.7 (the best is log 2)", factor="0.7"),
        _half.mutant("x up to 2.52 allowed (it is true up to 2.512)", end="2.52"),
        _below_one.mutant("γ down to 0.49 allowed", least="0.49"),
    ],
    fidelity="paraphrase",
    note="True and weak: log(1/γ) >= 1-γ needs no condition on γ and is sharper (I28), so both "
    "theorems hold for every γ in (0, 1) once repaired.",
)


_minus_log = bound(
    "-log(1 - x) <= (x - 1)/x",
    "0 < x < 1",
    latex=r"-\log(1-x) \leq \frac{x-1}{x} \quad (0\leq x<1)",
)

#: With h = x/(1-x), so that 1/(1-x) = 1 + h.
_minus_log_mended = bound(
    "log(1 + h) <= {share}*h/(1 + {back}*h)",
    "h >= 0",
    latex=r"-\log(1-x) \leq \frac{x}{1-x} \quad (0\leq x<1)",
    scope="every x in [0, 1), with h = x/(1-x), so that 1/(1-x) = 1 + h",
    share="1",
    back="0",
)

I29 = Claim(
    id="I29",
    error_lines="2399",
    title="The bound on -log(1-x) is printed with the sign turned and the fraction inverted",
    printed=[_minus_log],
    corrected=[_minus_log_mended],
    mutants=[
        _minus_log_mended.mutant("0.99 of the right side", share="0.99"),
        _minus_log_mended.mutant("1 - x raised to 1 - 0.49x", back="0.51"),
    ],
    effect="notation",
    fidelity="verbatim",
    note="The printed right side is negative on (0, 1) and not defined at 0. The next line uses "
    "x/(1-x) with x = 1-γ, which is what was meant; nothing downstream changes.",
)


# --- Z55: the display with D free -----------------------------------------------------------------

Z55 = Claim(
    id="Z55",
    kernel=KernelTheorem(
        "Z55",
        "every d, T, γ, λ and sequence of actions",
        covers="corrected",
        mutants=["Z55_mutant"],
    ),
    lines="2363-2372",
    error_lines="2365-2371",
    kind="step",
    title="The sum of squared bonuses in the display: ridge λ where the matrix has λ/c_μ",
    printed=[potential.variant(wide=0, deep=0)],
    corrected=[potential],
    support=[potential.variant(wide=0, deep=0, largest=Fraction(1)), *WIDER],
    mutants=[
        potential.mutant("factor 2 lowered to 1.03", factor=Fraction(103, 100)),
        potential.mutant("c_μ/λ in the maximum put back to 1/λ", wide=0),
        potential.mutant("c_μ in the logarithm put back to 1", deep=0),
    ],
    hypotheses=["A3"],
    depends_on=["I25", "I26"],
    fidelity="implied",
    effect="constant",
    note="It can fail for steep links: c_μ = 25/2 is that of binomial rewards with 51 trials and "
    "S about 0.28. For c_μ <= 1 (logistic: at most 1/4) the display is weaker than the true one, "
    "and it holds. For c_μ > 1 both 1/λ become c_μ/λ; T2 has a run that exceeds its bound for this "
    "reason. The consequence of I25 and I26, not a slip of its own. On the page it stands under "
    "the root of the bound on R_T.",
)


# --- Z56: from D to the theorem -------------------------------------------------------------------


_AT_DEPTH = (
    r"\frac{2k_\mu(2Sk_\mu+m)}{\lambda}\frac{\gamma^D}{1-\gamma}T"
    r" = \frac{2k_\mu(2Sk_\mu+m)}{\lambda}\frac{%s}{1-\gamma},\quad D=\frac{\log T}{\log(1/\gamma)}"
)


@identity(latex=_AT_DEPTH % 1, scope="every constant")
def _at_depth(*, extra: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """γ^D at D = log T/log(1/γ), and T times the bias of the display there."""
    depth = sp.expand_log(f.FORMULAS["analysis_window"].expression)
    yield "γ^D", sp.exp(sp.cancel(depth * sp.log(f.gamma))), 1 / f.T
    theorem = 2 * f.k_mu * f.SHIFT / f.lam / (1 - f.gamma)
    yield "bias", f.at_depth(2 * f.BIAS.expression * f.T), theorem * f.gamma**extra


_depth = bound(
    "1/log(1/g) <= {factor}/(1 - g)",
    "{least} < g < 1",
    latex=r"\Gamma_T D \leq \frac{2\log T}{1-\gamma}\Gamma_T,\quad D=\frac{\log T}{\log(1/\gamma)}"
    r"\quad(\tfrac12<\gamma<1)",
    scope="all 1/2 < γ < 1",
    factor="2",
    least="1/2",
)

Z56 = Claim(
    id="Z56",
    lines="2366-2380, 762-768",
    kind="step",
    title="With γ^D = 1/T the display becomes that of the theorem",
    printed=[
        _at_depth,
        _depth.as_part(r"\frac{1}{\log(1/\gamma)} \leq \frac{2}{1-\gamma}\quad(\tfrac12<\gamma<1)"),
    ],
    support=[
        _depth.variant(
            r"\frac{1}{\log(1/\gamma)} \leq \frac{1}{1-\gamma}\quad(0<\gamma<1)",
            factor="1",
            least="0",
            scope="all 0 < γ < 1",
        ),
    ],
    mutants=[
        _at_depth.mutant("one more factor γ", _AT_DEPTH % r"\gamma", extra=1),
        _depth.mutant("factor 2 lowered to 0.99 (1 would do)", factor="0.99"),
    ],
    depends_on=["I27", "I28", "Q26", "Q27", "Z9"],
    fidelity="implied",
    follows="The first line is decided by itself. The second is what is checked, multiplied by "
    "Γ_T log T, which is not negative.",
    note="The factor γ of D <= 2γ log T/(1-γ) is given away, which pays for rounding D up (Z9). "
    "In the display the restriction γ > 1/2 is used here alone, and is not needed: "
    "log(1/γ) >= 1-γ always. The rate uses it once more, at line 2403 (I30), where it is needed.",
)

CLAIMS = [Z54, I23, I27, Z55, Z56, I29]
