"""A smaller bonus with the same guarantee: the roundings of the proof, taken back one by one.

Lines 1957-2157 (deviation) and 2185-2599 (bonus).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from glbtheory.claims.bonus._on_rounds import NOISY, OLD_NOISE, PUSHED, on_event, surely
from glbtheory.claims.model import Claim, KernelTheorem, Statement
from glbtheory.claims.vocabulary import attacked, bound
from glbtheory.claims.vocabulary.attacks import simple_path
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.regret.round_attacks import ProofRound, Shape, shapes
from glbtheory.setting.links import Link, binomial, linear, logistic

# --- Z112, Z113: the deviation --------------------------------------------------------------------

#: x/(e^x-1) at x and at x + h, both sides multiplied by the denominators.
falls = bound(
    "(x + h)*(exp(x) - 1) <= {share}*x*(exp(x)*exp(h) - 1)",
    "x >= 0, h >= 0",
    latex=r"\frac{x+h}{e^{x+h}-1} \leq \frac{x}{e^x-1},\quad x>0,\ h\geq0",
    scope="every x >= 0 and h >= 0",
    share="1",
)
#: The same for x/(1-e^{-x}), both sides multiplied by e^{x+h} too.
loss_grows = bound(
    "x*(exp(x)*exp(h) - 1) <= {share}*(x + h)*(exp(x) - 1)*exp(h)",
    "x >= 0, h >= 0",
    latex=r"\frac{x}{1-e^{-x}} \leq \frac{x+h}{1-e^{-(x+h)}},\quad x>0,\ h\geq0",
    scope="every x >= 0 and h >= 0",
    share="1",
)
_X = "({share}*(b + sqrt(b**2 + 4*c))/2 + e)"
#: Beyond the larger root X² - bX - c is positive.
beyond_root = bound(
    f"{_X}**2 - b*{_X} - c > 0",
    "b >= 0, c > 0, e > 0",
    latex=r"X^2 \leq bX+c \Rightarrow X \leq \tfrac12(b+\sqrt{b^2+4c})",
    scope="every b >= 0 and c > 0",
    share="1",
)

Z112 = Claim(
    id="Z112",
    ours=True,
    lines="1981-1985, 2128-2157",
    kind="step",
    title="The implicit factor without its rounding, and the root of its quadratic",
    kernel=KernelTheorem(
        "Z112", "every x > 0, h >= 0; every b and c >= 0", mutants=["Z112_mutant"]
    ),
    printed=[falls, loss_grows, beyond_root],
    support=[
        bound(
            "x*exp(x) <= (exp(x) - 1)*(1 + x)",
            "x >= 0",
            latex=r"\frac{h}{1-e^{-h}} \leq 1+h",
            scope="every h >= 0",
        ),
    ],
    mutants=[
        falls.mutant("right side lowered by one per cent", share="0.99"),
        loss_grows.mutant("right side lowered by one per cent", share="0.99"),
        beyond_root.mutant("root lowered by one thousandth", share="0.999"),
    ],
    note="The loss h/(1-e^{-h}) of L4 grows in h and is h + h/(e^h-1), whose last term falls. "
    "At h = S̄ + X/√λ >= S it is at most S/(e^S-1), which replaces the 1 of 1 + S̄ + X/√λ. It "
    "is 0.015 at S = 6.",
)


#: Means whose whole range lies in [0, m].
BOUNDED = (logistic, binomial(5), binomial(40))
_BOUNDED = r"0\leq\mu\leq m:\quad "


def _sizes(seed: int) -> Callable[[Sequence[Link]], list[Shape]]:
    """Random sizes with discounts, and the logistic mean before any data."""

    def listed(links: Sequence[Link]) -> list[Shape]:
        drawn = shapes(np.random.default_rng(seed), 12, links, window=False)
        return [*drawn, Shape(logistic, 1, 1, 1, S=(0.001, 50.0))]

    return listed


def _scope(*, links: Sequence[Link] = BOUNDED) -> str:
    return f"{', '.join(x.name for x in links)}; d <= 3, t <= 6, every D, γ, λ, S of the box"


#: The linear mean of an old action is now -9, its reward was 9.
_NEGATIVE = simple_path(
    linear, [1.0] * 20 + [0.0], [9.0] * 20 + [0.0], [9.0] * 20 + [-9.0] * 2, lam=1e4, S=9.0, D=1
)
#: Rewards 1 long ago where the mean is now nearly 0, and a ridge that drowns all.
_TURNED = simple_path(
    logistic, [1.0] * 40 + [0.0], [1.0] * 40 + [0.0], [-9.0] * 42, lam=1e4, S=9.0, D=1
)

#: Before any data only the penalty counts; for a small S it is nearly attained.
_NO_DATA = simple_path(logistic, [0.0], [0.0], [0.001, 0.001], lam=1.0, S=0.001)
#: Each shows a term of the bonuses to be needed.
_PUSHED, _NOISY, _OLD_NOISE = PUSHED, NOISY, OLD_NOISE
#: One reward 1 and hardly any ridge: the estimate is far outside a small Θ.
_FAR_OUT = simple_path(logistic, [0.9], [1.0], [0.0, 0.0], lam=0.002, S=0.01, probe=[-0.2])

#: Every statement looks at those of these rounds that satisfy its hypotheses.
_KNOWN = (_TURNED, _NO_DATA, _FAR_OUT, _PUSHED, _NOISY, _OLD_NOISE, _NEGATIVE)
_SEARCH: dict[str, Any] = {"known": _KNOWN, "links": BOUNDED, "scope": _scope}

_OLD = (
    r"\Big|a^\top G_t^{-1}\sum_{s<t-D}\gamma^{t-1-s}(r_{s+1}-\mu(a_s^\top\theta^\star_t))a_s\Big|"
    r" \leq %s\frac m\lambda%s"
)
_TAIL = r"\frac{\gamma^D}{1-\gamma}"


@attacked(latex=_BOUNDED + _OLD % ("", _TAIL), seed=1130, over=_sizes(1130), steps=150, **_SEARCH)
def old_rounds(p: ProofRound, *, share: float = 1.0, shift: int = 0, summed: bool = True) -> Any:
    """Σ γ^{t-1-s}(r_{s+1} - μ(a_s·θ*_t)) a_s over the old rounds, through G^{-1} and a.

    The exponent of γ may be shifted, and 1/(1-γ) be left out.
    """
    together = abs(p.probe @ p.numbers.solve(p.G, p.drift + p.old_noise))
    weight = p.tail * p.gamma**shift * (1 if summed else 1 - p.gamma)
    return together * p.lam / (share * p.m * weight)


#: A reward m u and a mean m v.
_in_range = bound(
    "abs(m*u - m*v) <= {most}",
    "m > 0, 0 <= u <= 1, 0 <= v <= 1",
    latex=r"|r_{s+1}-\mu(a_s^\top\theta^\star_t)| \leq m",
    scope="every reward and mean in [0, m]",
    most="m",
)


Z113 = Claim(
    id="Z113",
    ours=True,
    lines="2199-2238",
    kind="step",
    title="Drift and noise of old rounds together weigh m, not 2 S k_μ + m",
    kernel=KernelTheorem(
        "Z113",
        "every d, t, D, 0 < γ < 1, λ > 0, self-concordant mean in [0, m], any two parameters",
        mutants=["Z113_mutant"],
    ),
    printed=[old_rounds],
    support=[_in_range],
    mutants=[
        old_rounds.mutant(
            "m lowered by three per cent",
            _BOUNDED + _OLD % (r"0.97\,", _TAIL),
            share=0.97,
        ),
        old_rounds.mutant(
            "exponent of γ raised by one",
            _BOUNDED + _OLD % ("", r"\frac{\gamma^{D+1}}{1-\gamma}"),
            shift=1,
        ),
        old_rounds.mutant("1/(1-γ) left out", _BOUNDED + _OLD % ("", r"\gamma^D"), summed=False),
        _in_range.mutant("m lowered by one per cent", most="0.99*m"),
        old_rounds.mutant(
            "hypothesis dropped: a linear mean may leave [0, m] for an old action",
            r"\mu(z) = z\ \text{too}:\quad " + _OLD % ("", _TAIL),
            links=(*BOUNDED, linear),
        ),
    ],
    hypotheses=["A1", "A2", "A4"],
    note="The sum of an old round's drift and noise is its reward less the mean that its action "
    "has now; both lie in [0, m] when the mean function does, as for logistic and binomial "
    "rewards.",
)


# --- Z114, Z115: the bonuses ----------------------------------------------------------------------


def _decay(p: ProofRound, x: Any) -> Any:
    """e^{-x}; sixteen digits are enough for the constants of a bonus."""
    return p.numbers.number(math.exp(-float(x)))


def _general(
    p: ProofRound,
    rooted: bool = True,
    implicit: bool = True,
    size: float = 1.0,
    old: float = 1.0,
    small: float = 1.0,
    square: float = 1.0,
    penalty: float = 1.0,
    noise: float = 1.0,
) -> Any:
    """beta_sharpened at ρ = the norm of the path's own noise; parts of it may be left out.

    Not ``rooted``: without its root.  Not ``implicit``: with ρ for X♯.
    """
    root, rho = p.sqrt(p.lam), p.X_H
    start = size * p.S + old * p.m * p.tail / p.lam
    start += small * p.S * _decay(p, p.S) / (1 - _decay(p, p.S))
    linear_part = square * rho**2 / root
    X = (linear_part + p.sqrt(linear_part**2 + 4 * rho**2 * start)) / 2 if implicit else rho
    factor = p.sqrt(start + noise * X / root) if rooted else 1
    return p.k_mu * factor * (penalty * root * p.S + noise * X)


def _inside(p: ProofRound, penalty: float = 1.0, noise: float = 1.0) -> Any:
    """beta_bar_sharpened at ρ = the norm of the path's own noise; parts of it may be left out."""
    loss = 2 * p.S / (1 - _decay(p, 2 * p.S))
    return p.k_mu * (penalty * p.sqrt(p.lam) * p.S + noise * p.sqrt(loss) * p.X_H)


def _without_factor(p: ProofRound) -> Any:
    """k_μ(√λ S + ρ): what both bonuses would be if self-concordance cost nothing."""
    return _general(p, rooted=False, implicit=False)


_ERROR = (
    r"\Delta_t(a,\hat\theta_t) \leq \frac{k_\mu m}{\lambda}\frac{\gamma^D}{1-\gamma}"
    r"+\frac{%s}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
)
_NO_BIAS = r"\Delta_t(a,\hat\theta_t) \leq \frac{%s}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
_BARE = r"k_\mu(\sqrt\lambda S+\rho)"
_X_SHARP = r"\tfrac12\Big(\tfrac{\rho^2}{\sqrt\lambda}+\sqrt{\tfrac{\rho^4}{\lambda}+4s\rho^2}\Big)"
_S_SHARP = r"S+\tfrac m\lambda\tfrac{\gamma^D}{1-\gamma}+\tfrac{S}{e^S-1}"


def _sharp_is(size: str = _S_SHARP, noise: str = _X_SHARP, beta: str = "") -> str:
    """What β♯ is, in LaTeX, at ρ♯ for ρ."""
    whole = beta or r"k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}\,(\sqrt\lambda S+X^\sharp)"
    return rf",\quad \beta^\sharp = {whole},\quad s = {size},\quad X^\sharp = {noise}"


@attacked(
    latex=_BOUNDED + surely(_ERROR % r"\beta^\sharp") + _sharp_is(),
    seed=1140,
    over=_sizes(1140),
    samples=160,
    steps=200,
    **_SEARCH,
)
def covers(
    p: ProofRound,
    *,
    beta: Callable[[ProofRound], Any] = _general,
    share: float = 1.0,
    anywhere: bool = True,
    old: float = 1.0,
) -> Any:
    """The prediction error over bias and bonus; not ``anywhere``: where the estimate is in Θ."""
    if not anywhere and not p.estimate_in_ball:
        return 0
    bias = old * p.k_mu * p.m * p.tail / p.lam
    bonus = share * beta(p) / p.sqrt(p.c_mu) * p.norm(p.probe, p.V)
    return p.prediction_error() / (bias + bonus)


#: √(s+x)(S+x) <= (1+S̄+x')^{3/2}: s = S + c + k, S̄ = S + c + e and x' = x + h.
smaller = bound(
    "sqrt(S + c + k + x)*(S + x) <= (1 + S + c + e + x + h)**({power})",
    "S >= 0, c >= 0, e >= 0, 0 <= k <= 1, x >= 0, h >= 0",
    latex=r"\beta^\sharp \leq \beta\quad(s\leq 1+\bar S,\ X^\sharp\leq X)",
    scope="every S, λ, ρ♯ <= ρ, in units of k_μ √λ",
    power="3/2",
)


def _less(why: str, shown: str, **parts: Any) -> Statement:
    """β♯ with a part left out."""
    text = _BOUNDED + _ERROR % r"\beta^\sharp" + shown
    return covers.mutant(why, text, beta=partial(_general, **parts))


Z114 = Claim(
    id="Z114",
    ours=True,
    lines="2185-2291",
    kind="proposition",
    title="The sharpened bonus covers the prediction error far from a change",
    kernel=KernelTheorem(
        "Z114",
        "every d, T, D, u, r > 0, 0 < γ < 1, λ > 0, S > 0, link with means in [0, m], policy and "
        "environment; all actions of the unit ball at once",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z114_mutant"],
    ),
    printed=[covers.as_cases(on_event(_ERROR % r"\beta^\sharp"))],
    support=[smaller.as_consistency(smaller.latex)],
    mutants=[
        smaller.mutant("power 3/2 lowered to 1.4", power="7/5"),
        covers.mutant(
            "bonus lowered by one per cent",
            _BOUNDED + _ERROR % r"0.99\,\beta^\sharp",
            share=0.99,
        ),
        covers.mutant(
            "self-concordance dropped: no factor, and ρ for X♯",
            _BOUNDED + _ERROR % _BARE,
            beta=_without_factor,
        ),
        _less("S left out of s", _sharp_is(_S_SHARP.removeprefix("S+")), size=0.0),
        _less(
            "S/(e^S-1) left out of s",
            _sharp_is(_S_SHARP.removesuffix(r"+\tfrac{S}{e^S-1}")),
            small=0.0,
        ),
        _less(
            "the penalty √λS left out",
            _sharp_is(beta=r"k_\mu\sqrt{s+X^\sharp/\sqrt\lambda}\,X^\sharp"),
            penalty=0.0,
        ),
        _less("the noise X♯ left out", _sharp_is(beta=r"k_\mu\sqrt{s\lambda}\,S"), noise=0.0),
        covers.mutant("the bias left out", _BOUNDED + _NO_BIAS % r"\beta^\sharp", old=0.0),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["Z110", "Z112", "Z113", "I21", "L4"],
    blind_to=[
        "the root: without it no path is found above the bound, unless ρ stands for X♯ too",
        "the root X♯: ρ in its place is not refuted, unless the other root goes too",
        "the term ρ²/√λ of X♯",
        "the old rounds in s",
    ],
    note="P5 with every rounding taken back: radius (Z110), old rounds (Z113), implicit factor "
    "and root (Z112), and the line before the power 3/2 (Z52). The event is again that the "
    "noise stays within its radius at every round: another event, since the radius is smaller "
    "and from another mixture, with the same bound δ for its complement. The regret theorems "
    "hold with this bonus in the place of β, which is never smaller. "
    "What the search tests sharply is the penalty √λS, nearly attained before any data.",
)

_INSIDE = _BOUNDED + r"\hat\theta_t\in\Theta:\ " + _ERROR
_BAR = r"\bar\beta^\sharp"
_BAR_IS = rf",\quad {_BAR} = k_\mu(\sqrt\lambda S+\sqrt\varkappa\,\rho^\sharp)"
covers_inside = covers.variant(
    _BOUNDED
    + surely(_ERROR % _BAR, r"\hat\theta_t\in\Theta")
    + _BAR_IS
    + r",\quad \varkappa = \tfrac{2S}{1-e^{-2S}}",
    beta=_inside,
    anywhere=False,
    seed=1150,
    over=_sizes(1150),
)

#: √(1+2S) = 1 + h and √ϰ = 1 + h - g.
_smaller_inside = bound(
    "l*S + (1 + h - g)*y <= (1 + h)*(l*S + y)",
    "S >= 0, l >= 0, y >= 0, h >= 0, g >= 0",
    latex=r"\sqrt\lambda S+\sqrt\varkappa\rho \leq \sqrt{1+2S}(\sqrt\lambda S+\rho),"
    r"\quad \varkappa = \tfrac{2S}{1-e^{-2S}} \leq 1+2S",
    scope="every S, λ, ρ, with √(1+2S) = 1 + h and √ϰ = 1 + h - g",
)

Z115 = Claim(
    id="Z115",
    ours=True,
    lines="2524-2586",
    kind="proposition",
    title="When the estimate lies in Θ the penalty needs no factor √(1+2S)",
    kernel=KernelTheorem(
        "Z115",
        "every d, T, D, u, r > 0, 0 < γ < 1, λ > 0, S > 0, link with means in [0, m], policy and "
        "environment; all actions of the unit ball at once",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z115_mutant"],
    ),
    printed=[covers_inside.as_cases(on_event(r"\hat\theta_t\in\Theta:\ " + _ERROR % _BAR))],
    support=[_smaller_inside.as_consistency(_smaller_inside.latex)],
    mutants=[
        covers_inside.mutant(
            "bonus lowered by one per cent",
            _INSIDE % r"0.99\,\bar\beta^\sharp",
            share=0.99,
        ),
        covers_inside.mutant(
            "factor √(2S/(1-e^{-2S})) of the noise dropped",
            _INSIDE % _BARE,
            beta=_without_factor,
        ),
        covers_inside.mutant(
            "hypothesis dropped: the estimate may lie outside Θ",
            _BOUNDED + r"\hat\theta_t\notin\Theta:\ " + _ERROR % r"\bar\beta^\sharp",
            anywhere=True,
        ),
        covers_inside.mutant(
            "the penalty √λS left out",
            _INSIDE % r"k_\mu\sqrt\varkappa\,\rho",
            beta=partial(_inside, penalty=0.0),
        ),
        covers_inside.mutant(
            "the noise left out",
            _INSIDE % r"k_\mu\sqrt\lambda S",
            beta=partial(_inside, noise=0.0),
        ),
        covers_inside.mutant(
            "the bias left out",
            _BOUNDED + r"\hat\theta_t\in\Theta:\ " + _NO_BIAS % _BAR,
            old=0.0,
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["Z110", "Z112", "Z113", "I21", "I35", "L4"],
    note="G̃_t >= λI gives ‖λθ*‖ <= √λ S in its own inverse norm; only the noise has to go "
    "through H̃_t and pays the root of 2S/(1-e^{-2S}). The paper sends both through H̃_t. Each "
    "term of the bound is needed on a path of the model; how much of ϰ is needed the search "
    "does not see.",
    blind_to=["the size of ϰ: a path made for it shows that some factor is needed"],
)

CLAIMS = [Z112, Z113, Z114, Z115]
