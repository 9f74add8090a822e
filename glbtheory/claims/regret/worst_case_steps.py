"""The steps of the worst-case regret proof with discount factors (lines 2305-2409)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
from flint import arb

from glbtheory import formulas as f
from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.old_forms import enclosed, identities
from glbtheory.claims.vocabulary.stationary_rounds import changes, members
from glbtheory.engines.balls import ball
from glbtheory.engines.enumeration import enumerate_cases, schedules

# --- Z54: from the prediction error to the regret of one round ------------------------------------


_BIAS = r"\frac{%sk_\mu}{\lambda}\frac{\gamma^D}{1-\gamma}(2Sk_\mu+m)"
_ROUND = r"r_t \leq \frac{%s}{\sqrt{c_\mu}}\beta_T^\delta\lVert a_t\rVert_{V_t^{-1}} + " + _BIAS


def _one_round(bonus: str = "2", bias: str = "2", short: str = "0", why: str = "") -> Bound:
    """u, v, w >= 0 are the slacks of the three inequalities used: two prediction errors, one
    choice; in a mutant the choice may be ``short`` of the best index.

    μ(a*·θ*) = M; its estimate is M - B - e + u; that of a_t plus its bonus b is v more than the
    estimate of a* plus its bonus B; μ(a_t·θ*) is the estimate of a_t less b + e, plus w.
    """
    estimate = "(M - B - e + u)"
    played = f"({estimate} + B + v - b)"
    latex = _ROUND % (bonus, bias)
    if short != "0":
        latex += rf",\quad a_t\text{{ within }}{short}\text{{ of the best index}}"
    return Bound(
        f"M - ({played} - b - e + w)",
        "<=",
        f"{bonus}*b + {bias}*e",
        f"u >= 0, v >= -{short}, w >= 0, b >= 0, e >= 0",
        latex=latex,
        scope="every bonus b, B, bias e and means",
        why=why,
    )


def _twice(factor: int, why: str = "") -> Statement:
    """Twice the bound on the prediction error, with the bias as the formulas have it."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        x, beta = sp.symbols("x beta", positive=True)
        old = f.gamma**f.D / (1 - f.gamma)
        printed = 2 / sp.sqrt(f.c_mu) * beta * x + factor * f.k_mu / f.lam * old * f.SHIFT
        yield "2(bonus + bias)", 2 * (beta / sp.sqrt(f.c_mu) * x + f.BIAS.expression), printed

    width = r"\beta_T^\delta\lVert a_t\rVert_{V_t^{-1}}"
    latex = (
        rf"2\Big(\frac{{1}}{{\sqrt{{c_\mu}}}}{width} + {_BIAS % ''}\Big)"
        rf" = \frac{{2}}{{\sqrt{{c_\mu}}}}{width} + {_BIAS % factor}"
    )
    return identities(pairs, latex, "every constant", why)


Z54 = Claim(
    id="Z54",
    lines="2313-2334, 2428-2436",
    kind="step",
    title="Far from a change the regret of a round is at most twice its bonus and twice the bias",
    printed=[_one_round(), _twice(2)],
    mutants=[
        _one_round(bonus="1.99", why="factor 2 of the bonus lowered to 1.99"),
        _one_round(bias="1.99", why="factor 2 of the bias lowered to 1.99"),
        _one_round(short="0.01", why="the action played may be 0.01 short of the best index"),
        _twice(1, "bias counted once"),
    ],
    depends_on=["P5", "P10", "Q24", "Q29", "G1"],
    note="The bias is the same for every action, so leaving it out of the index does not change "
    "the choice (Q29), but it comes back here twice. Line 2430 repeats the bound without saying "
    "that t is in T(γ); the sum that uses it runs over T(γ).",
)


# --- I23: the rounds that are lost ----------------------------------------------------------------


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


def _lost(
    bound: Callable[[Fraction, int, int], Any], trials: tuple[int, ...], latex: str, why: str = ""
) -> Statement:
    """Σ_{t not in T(γ)} r_t against ``bound(m, Γ_T, D)`` on every run of Algorithm 1."""
    p = Fraction(99, 100)

    def cases() -> Iterator[dict[str, Any]]:
        for n, T in product(trials, (2, 3)):
            for path, rewards in product(
                schedules(T, (1, -1)), product(range(n + 1), repeat=T - 1)
            ):
                for played in signs(rewards, n, Fraction(9, 10)):
                    for D in range(1, T + 1):
                        yield {"m": n, "theta": path, "rewards": rewards, "a": played, "D": D}

    def check(case: dict[str, Any]) -> Any:
        path, D = case["theta"], case["D"]
        away = [t for t in range(1, len(path) + 1) if t not in members(path, D)]
        wrong = sum(case["a"][t - 1] != path[t - 1] for t in away)
        regret = wrong * case["m"] * (2 * p - 1)
        return regret, "<=", bound(Fraction(case["m"]), changes(path), D)

    scope = (
        "d = 1, actions ±1, θ* = ±log 99, binomial rewards, T <= 3, γ = 9/10: every schedule, "
        "every reward, every D"
    )
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


_LOST = r"\sum_{t\notin\mathcal{T}(\gamma)} r_t \leq "

I23 = Claim(
    id="I23",
    error_lines="2339, 2450",
    title="A round near a change costs up to m, not up to 1",
    printed=[_lost(lambda m, G, D: Fraction(G * D), (1, 2), _LOST + r"\Gamma_T D")],
    corrected=[_lost(lambda m, G, D: m * G * D, (1, 2), _LOST + r"m\,\Gamma_T D")],
    support=[
        _lost(lambda m, G, D: Fraction(G * D), (1,), _LOST + r"\Gamma_T D\quad (m = 1)"),
        Bound(
            "m*s - m*x",
            "<=",
            "m",
            "m > 0, 0 <= s <= 1, 0 <= x <= 1",
            latex=r"r_t = \mu(a_{\star,t}^\top\theta^\star_t)-\mu(a_t^\top\theta^\star_t)\leq m",
            scope="every m, means in [0, m]",
        ),
    ],
    mutants=[
        _lost(
            lambda m, G, D: Fraction(97, 100) * m * G * D,
            (1, 2),
            _LOST + r"0.97\,m\,\Gamma_T D",
            "m lowered to 0.97 m, just below the gap 0.98 m of these runs",
        ),
        _lost(
            lambda m, G, D: m * G * (D - 1),
            (1, 2),
            _LOST + r"m\,\Gamma_T(D-1)",
            "one round per change fewer",
        ),
        _lost(
            lambda m, G, D: m * max(G - 1, 0) * D,
            (1, 2),
            _LOST + r"m(\Gamma_T-1)D",
            "one change fewer",
        ),
    ],
    depends_on=["A2", "Q24", "Z25"],
    effect="statement",
    note="Rewards lie in [0, m] and nothing bounds m by 1 (line 239). At most Γ_T D rounds are "
    "outside T(γ) (Q24; a change at round 1 is none, and rounds t <= D count as far), each of "
    "which costs at most m. Logistic rewards have m = 1 and are not touched. The factor m goes "
    "into the first term of both theorems: T2 is false without it.",
)


# --- I27, I29: two logarithms ---------------------------------------------------------------------


def _half(factor: str, end: str, why: str = "") -> Bound:
    where = f"0 < x < {end}"
    return Bound(
        "log(1 + x)",
        ">=",
        f"{factor}*x",
        where,
        latex=rf"\log(1+x) \geq {factor}\,x \quad (0<x<{end})",
        scope=f"all {where}",
        why=why,
    )


def _shift(relation: str, end: str, least: str = "1/2", why: str = "") -> Bound:
    """1/γ - 1 against one end of (0, 1)."""
    latex = rf"1/\gamma-1 {relation} {end} \quad ({least}<\gamma<1)"
    scope = f"all {least} < γ < 1"
    return Bound("1/g - 1", relation, end, f"{least} < g < 1", latex=latex, scope=scope, why=why)


I27 = Claim(
    id="I27",
    title="log(1+x) is at least x/2 on (0,1), where 1/γ - 1 lies for γ > 1/2",
    printed=[_half("1/2", "1"), _shift("<", "1"), _shift(">", "0")],
    mutants=[
        _half("0.7", "1", "factor 1/2 raised to 0.7 (the best is log 2)"),
        _half("1/2", "2.52", "x up to 2.52 allowed (it is true up to 2.512)"),
        _shift("<", "1", "0.49", "γ down to 0.49 allowed"),
    ],
    note="True and weak: log(1/γ) >= 1-γ needs no condition on γ and is sharper (I28), so both "
    "theorems hold for every γ in (0, 1) once repaired.",
)


def _minus_log(rhs: str, latex: str, why: str = "") -> Bound:
    return Bound("-log(1 - x)", "<=", rhs, "0 < x < 1", latex=latex, scope="all 0 < x < 1", why=why)


I29 = Claim(
    id="I29",
    error_lines="2399",
    title="The bound on -log(1-x) is printed with the sign turned and the fraction inverted",
    printed=[_minus_log("(x - 1)/x", r"-\log(1-x) \leq \frac{x-1}{x} \quad (0\leq x<1)")],
    corrected=[
        Bound(
            "log(1 + h)",
            "<=",
            "h",
            "h >= 0",
            latex=r"-\log(1-x) \leq \frac{x}{1-x} \quad (0\leq x<1)",
            scope="every x in [0, 1), with h = x/(1-x), so that 1/(1-x) = 1 + h",
        ),
    ],
    mutants=[
        _minus_log("0.99*x/(1 - x)", r"-\log(1-x)\leq 0.99\frac{x}{1-x}", "0.99 of the right side"),
        _minus_log("x/(1 - 0.49*x)", r"-\log(1-x)\leq\frac{x}{1-0.49x}", "1 - x raised"),
    ],
    effect="notation",
    note="The printed right side is negative on (0, 1) and not defined at 0. The next line uses "
    "x/(1-x) with x = 1-γ, which is what was meant; nothing downstream changes.",
)


# --- Z55: the display with D free -----------------------------------------------------------------

#: (T, c_μ, λ, γ): slopes up to 25/2, and two longer runs at ridge λ/c_μ = 1.
_RUNS = [
    *product(
        (1, 2, 5, 10),
        (Fraction(1, 4), Fraction(1), Fraction(25, 2)),
        (Fraction(1), Fraction(8, 5)),
        (Fraction(3, 5), Fraction(9, 10), Fraction(99, 100)),
    ),
    (100, Fraction(100), Fraction(100), Fraction(99, 100)),
    (10_000, Fraction(1), Fraction(1), Fraction(999, 1000)),
]


#: The powers of c_μ by which λ is divided in the maximum and in the logarithm.
PRINTED, OWN = (0, 0), (1, 1)


def potential(
    powers: tuple[int, int],
    latex: str,
    why: str = "",
    factor: Fraction = Fraction(2),
    largest: Fraction = Fraction(100),
    root: bool = False,
) -> Statement:
    """d = 1, every action 1, ridge λ/c_μ: Σ‖a_t‖² against what the display grants.

    With ``root`` the sum of the norms is compared with the root of T times that.
    """

    def cases() -> Iterator[dict[str, Any]]:
        for T, c, lam, g in _RUNS:
            if c <= largest:
                yield {"T": T, "c_mu": c, "lambda": lam, "gamma": g}

    def check(case: dict[str, Any]) -> Any:
        T, c, lam, g = case["T"], case["c_mu"], case["lambda"], ball(case["gamma"])
        ridge = ball(lam / c)
        V, total = ridge, arb(0)
        for _ in range(T):
            total += 1 / (V.sqrt() if root else V)
            V = g * V + 1 + (1 - g) * ridge
        wide, deep = (lam / c**power for power in powers)
        volume = -T * g.log() + (1 + 1 / (ball(deep) * (1 - g))).log()
        granted = ball(factor * max(1, 1 / wide)) * volume
        return total, "<=", (T * granted).sqrt() if root else granted

    scope = "d = 1, every action 1, T <= 10 (and runs of 100 and 10000 rounds)"
    return enclosed(cases, check, latex, scope, why)


def volume(numerator: str) -> str:
    """The logarithm of the volume with the ridge λ/numerator, in LaTeX."""
    return rf"T\log(1/\gamma)+\log\Big(1+\frac{{{numerator}}}{{d\lambda(1-\gamma)}}\Big)"


def growth(numerator: str) -> str:
    """The same in brackets."""
    return rf"\Big({volume(numerator)}\Big)"


def _display(wide: str, deep: str, factor: str = "2") -> str:
    return (
        rf"\sum_{{t=1}}^T\lVert a_t\rVert_{{V_t^{{-1}}}}^2 \leq {factor}"
        rf"\max\Big(1,\frac{{{wide}}}{{\lambda}}\Big)\,d\,{growth(deep)}"
    )


_SLOPE = r"c_\mu"
#: What is left when 1 - γ^T is dropped, and when c_μ <= 1 is put to 1.
WIDER = [
    Bound(
        "log(1 + y*u)",
        "<=",
        "log(1 + y)",
        "y > 0, 0 <= u <= 1",
        latex=r"\log\Big(1+\frac{c_\mu(1-\gamma^T)}{d\lambda(1-\gamma)}\Big)"
        r" \leq \log\Big(1+\frac{c_\mu}{d\lambda(1-\gamma)}\Big)",
        scope="every c_μ, λ, γ, T",
    ),
    Bound(
        "a*x",
        "<=",
        "(a + b)*(x + y)",
        "a >= 0, b >= 0, x >= 0, y >= 0",
        latex=r"c_\mu\leq1:\ \max\big(1,\tfrac{c_\mu}{\lambda}\big)\leq\max\big(1,\tfrac1\lambda"
        r"\big)\ \text{and}\ \log\big(1+\tfrac{c_\mu}{y}\big)\leq\log\big(1+\tfrac1y\big)"
        r"\ \text{multiply}",
        scope="every c_μ <= 1, by I25 and I26",
    ),
]

Z55 = Claim(
    id="Z55",
    lines="2363-2372",
    error_lines="2365-2371",
    kind="step",
    title="The sum of squared bonuses in the display: ridge λ where the matrix has λ/c_μ",
    printed=[potential(PRINTED, _display("1", "1"))],
    corrected=[potential(OWN, _display(_SLOPE, _SLOPE))],
    support=[
        potential(PRINTED, _display("1", "1") + r"\quad (c_\mu\leq1)", largest=Fraction(1)),
        *WIDER,
    ],
    mutants=[
        potential(
            OWN,
            _display(_SLOPE, _SLOPE, "1.03"),
            "factor 2 lowered to 1.03",
            Fraction(103, 100),
        ),
        potential((0, 1), _display("1", _SLOPE), "c_μ/λ in the maximum put back to 1/λ"),
        potential((1, 0), _display(_SLOPE, "1"), "c_μ in the logarithm put back to 1"),
    ],
    hypotheses=["A3"],
    depends_on=["I24", "I25", "I26", TERMWISE],
    effect="constant",
    note="False for steep links: c_μ = 25/2 is that of binomial rewards with 50 trials as S tends "
    "to 0. For c_μ <= 1 (logistic: at most 1/4) the display is weaker than the true one, and it "
    "holds. For c_μ > 1 both 1/λ become c_μ/λ; T2 has a run that exceeds its bound for this "
    "reason. The consequence of I25 and I26, not a slip of its own.",
)


# --- Z56: from D to the theorem -------------------------------------------------------------------


def _at_depth(extra: int, why: str = "") -> Statement:
    """γ^D at D = log T/log(1/γ), and T times the bias of the display there."""

    def pairs() -> Iterable[tuple[str, Any, Any]]:
        depth = sp.expand_log(f.FORMULAS["analysis_window"].expression)
        yield "γ^D", sp.exp(sp.cancel(depth * sp.log(f.gamma))), 1 / f.T
        theorem = 2 * f.k_mu * f.SHIFT / f.lam / (1 - f.gamma)
        yield "bias", f.at_depth(2 * f.BIAS.expression * f.T), theorem * f.gamma**extra

    tail = r"\frac{1}{1-\gamma}" if not extra else r"\frac{\gamma}{1-\gamma}"
    latex = (
        r"\frac{2k_\mu(2Sk_\mu+m)}{\lambda}\frac{\gamma^D}{1-\gamma}T"
        rf" = \frac{{2k_\mu(2Sk_\mu+m)}}{{\lambda}}{tail},\quad D=\frac{{\log T}}{{\log(1/\gamma)}}"
    )
    return identities(pairs, latex, "every constant", why)


def _depth(factor: str, where: str, why: str = "") -> Bound:
    return Bound(
        "1 - g",
        "<=",
        f"{factor}*log(1/g)",
        where,
        latex=rf"1-\gamma \leq {factor}\log(1/\gamma),\ \text{{that is}}\ "
        rf"\Gamma_T D \leq \frac{{{factor}\log T}}{{1-\gamma}}\Gamma_T",
        scope=f"every T and Γ_T, {where.replace('g', 'γ')}",
        why=why,
    )


Z56 = Claim(
    id="Z56",
    lines="2366-2380, 762-768",
    kind="step",
    title="With γ^D = 1/T the display becomes that of the theorem",
    printed=[_at_depth(0), _depth("2", "1/2 < g < 1")],
    support=[_depth("1", "0 < g < 1")],
    mutants=[
        _at_depth(1, "one more factor γ"),
        _depth("0.99", "1/2 < g < 1", "factor 2 lowered to 0.99 (1 would do)"),
    ],
    depends_on=["I27", "I28", "Q26", "Q27", "Z9"],
    note="The factor γ of D <= 2γ log T/(1-γ) is given away, which pays for rounding D up (Z9). "
    "In the display the restriction γ > 1/2 is used here alone, and is not needed: "
    "log(1/γ) >= 1-γ always. The rate uses it once more, at line 2403 (I30), where it is needed.",
)

CLAIMS = [Z54, I23, I27, Z55, Z56, I29]
