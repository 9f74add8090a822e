r"""The exploration bonus with a sliding window (lines 2847-2916, 3053-3055).

On a path ρ is the norm of the noise itself, :math:`\|S_t\|_{H_t^{-1}}`: the event of the
proposition then holds with equality, and since β grows with ρ nothing easier is left.  With a
window S̄ is S, so the bonus of a path is that of the discounted case.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas
from glbtheory.claims.bonus._on_rounds import LIPSCHITZ, bonus
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated, identity
from glbtheory.claims.vocabulary.hand_steps import (
    CAUCHY_SCHWARZ,
    LOEWNER,
    MEAN_VALUE,
    TERMWISE,
    UNION,
)
from glbtheory.claims.vocabulary.window_rounds import attacked_windows, mirrored
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.links import logistic

# --- Q43: β is what the chain gives -------------------------------------------------------------


_Q43 = (
    r"\beta_t^\delta = k_\mu\sqrt\lambda\Big(1+S+\sqrt{\tfrac{1+S}{\lambda}}\rho_t^\delta"
    r"+\big(\tfrac{\rho_t^\delta}{\sqrt\lambda}\big)^2\Big)^{3/2}"
    r" = k_\mu\sqrt\lambda\Big(1+S+\tfrac{X}{\sqrt\lambda}\Big)^{3/2},\quad"
    r" X = \sqrt{1+S}\,\rho_t^\delta+\tfrac1{\sqrt\lambda}(\rho_t^\delta)^2"
)


@identity(latex=_Q43, scope="every S, λ, k_μ and ρ")
def _closed(*, power: int = 2, extra: Any = 0) -> Iterator[tuple[str, Any, Any]]:
    """k_μ √λ (1 + S + X/√λ)^{3/2} with X = √(1+S) ρ + ρ²/√λ, against the formula."""
    f, rho = formulas, formulas.RHO_WINDOW.symbol
    X = sp.sqrt(1 + f.S) * rho + rho**power / sp.sqrt(f.lam)
    inside = 1 + f.S + extra + X / sp.sqrt(f.lam)
    before, printed = _split(f.FORMULAS["beta_window"].expression)
    yield "before the bracket", before, f.k_mu * sp.sqrt(f.lam)
    yield "in the bracket", sp.expand(printed), sp.expand(inside)


def _split(expression: Any) -> tuple[Any, Any]:
    """x and y of x y^{3/2}."""
    (power,) = (p for p in expression.atoms(sp.Pow) if p.exp == sp.Rational(3, 2))
    return expression / power, power.base


_WIDER = "1 + s + sqrt((1 + s)/l)*(r + h) + (r + h)**2/l"
_grows = bound(
    f"1 + s + sqrt((1 + s)/l)*r + r**2/l <= {{share}}*({_WIDER})",
    "s > 0, l > 0, r >= 0, h >= 0",
    latex=r"\rho \leq \rho' \Rightarrow \beta(\rho) \leq \beta(\rho')",
    scope="the bracket of β, every S, λ and ρ; powers and k_μ√λ keep the order",
    share="1",
)

Q43 = Claim(
    id="Q43",
    title="β_t is the chain of the proof with the noise at its bound",
    printed=[_closed],
    fidelity="paraphrase",
    support=[_grows],
    mutants=[
        _closed.mutant(
            "power of ρ in the last term of X raised by one",
            _Q43.replace(r"(\rho_t^\delta)^2", r"(\rho_t^\delta)^3"),
            power=3,
        ),
        _closed.mutant(
            "constant 1 raised by one per cent",
            _Q43.replace(r"1+S+\tfrac{X}", r"1.01+S+\tfrac{X}"),
            extra=sp.Rational(1, 100),
        ),
        _grows.mutant("right side lowered by one per cent", share="0.99"),
    ],
    depends_on=["Q42", "C6"],
    note="The definition of the page, and what the proof puts into it. The same shape as β with "
    "discounts, with S for S̄ and ρ_t for ρ_T. It depends on the round only through min(t, τ), "
    "and is constant from t = τ on.",
)


# --- I39: the chain ------------------------------------------------------------------------------


def _lines(path: ProofRound) -> list[tuple[Any, Any]]:
    """The inequalities of the display in order, as pairs (smaller, larger)."""
    k, root = path.k_mu, path.sqrt(path.lam)
    total = path.recent_noise - path.lam * path.truth
    in_G, in_H = (path.norm(path.probe, M) for M in (path.G, path.H_tilde_recent))
    factor = path.factor
    deviation = k * path.sqrt(factor) * in_H
    split = deviation * (root * path.S + path.X_G)
    power = deviation * root * factor
    noise = bonus(path) * in_H
    return [
        (path.prediction_error(), k * path.gap()),
        (path.c3(), in_G * path.norm(total, path.G)),
        (k * in_G * path.norm(total, path.G), split),
        (split, power),
        (power, noise),
        (in_H * path.sqrt(path.c_mu), path.norm(path.probe, path.V)),
    ]


_WITHIN = r"\lVert S_t\rVert_{H_t^{-1}}\leq\rho_t^\delta"
_I39 = (
    rf"t\in\mathcal{{T}}(\tau),\ {_WITHIN}:\ "
    r"\Delta_t(a,\hat\theta_t) \leq k_\mu\lVert a\rVert_{G_t^{-1}}"
    r"\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq"
    r" k_\mu\sqrt{f}\,\lVert a\rVert_{H_t^{-1}}(\sqrt\lambda S+\lVert S_t\rVert_{G_t^{-1}}) \leq"
    r" k_\mu\sqrt\lambda\,f^{3/2}\lVert a\rVert_{H_t^{-1}} \leq"
    r" \beta_t^\delta\lVert a\rVert_{H_t^{-1}} \leq"
    r" \tfrac{\beta_t^\delta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
)
#: What the search looks at: the same with the noise of the path itself in the place of its bound.
_I39_ON_PATHS = _I39.replace(_WITHIN, r"\rho = \lVert S_t\rVert_{H_t^{-1}}").replace(
    r"\beta_t^\delta", r"\beta(\rho)"
)
#: Line by line: the number, by which the right side is lowered, what it says.
_LOWERED = (
    (0, 0.99, r"\Delta_t \leq 0.99\,k_\mu|a^\top(\theta^\star_t-\hat\theta_t)|"),
    (1, 0.99, r"|a^\top(\theta^\star_t-\hat\theta_t)| \leq 0.99\,\lVert a\rVert_{G_t^{-1}}\cdots"),
    (
        2,
        0.98,
        r"k_\mu\lVert a\rVert_{G_t^{-1}}\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq"
        r" 0.98\,k_\mu\sqrt{f}\,\lVert a\rVert_{H_t^{-1}}"
        r"(\sqrt\lambda S+\lVert S_t\rVert_{G_t^{-1}})",
    ),
    (3, 0.9, r"\sqrt\lambda S+\lVert S_t\rVert_{G_t^{-1}} \leq 0.9\sqrt\lambda\,f"),
    (4, 0.99, r"k_\mu\sqrt\lambda\,f^{3/2} \leq 0.99\,\beta"),
    (
        5,
        0.99,
        r"\lVert a\rVert_{H_t^{-1}} \leq \tfrac{0.99}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
    ),
)


@attacked_windows(latex=_I39, links=LIPSCHITZ, climbs=1)
def _chain(path: ProofRound, *, lines: Sequence[int] = range(6)) -> Any:
    """The largest ratio of the two sides of some lines."""
    pairs = _lines(path)
    return max(pairs[i][0] / pairs[i][1] if pairs[i][1] else 0 for i in lines)


_powers = bound(
    "sqrt(1 + u)*u <= (1 + u)**({power})",
    "u >= 0",
    latex=r"\sqrt{1+u}\,u \leq (1+u)^{3/2},\quad u = S+\tfrac{1}{\sqrt\lambda}"
    r"\lVert S_t\rVert_{G_t^{-1}}",
    scope="every S, λ and noise",
    power="3/2",
)

I39 = Claim(
    id="I39",
    kernel=KernelTheorem(
        "I39",
        "every d, t, τ, λ > 0, link, path and noise; every vector a and number ρ",
        mutants=["I39_mutant"],
    ),
    title="From the prediction error to the bonus, line by line",
    printed=[_chain.as_cases(_I39_ON_PATHS)],
    support=[_powers, _grows],
    mutants=[
        *(
            _chain.mutant(
                f"right side of step {i + 1} multiplied by {share:g}",
                said,
                lines=[i],
                target=share,
            )
            for i, share, said in _LOWERED
        ),
        _powers.mutant("power 3/2 lowered to 1.49", power="149/100"),
    ],
    hypotheses=["A1", "A3"],
    depends_on=[
        *("C5", "C6", "I36", "Q38", "Q40", "Q41"),
        *(MEAN_VALUE, CAUCHY_SCHWARZ, LOEWNER, TERMWISE),
    ],
    fidelity="paraphrase",
    blind_to=["the terms of f and of β one by one; C5, C6 and P8 move these"],
    note="f is the factor 1 + S + ‖S_t‖/√λ of C5. Line 2875 is an equality on T(τ). "
    "Replacing S + X/√λ by 1 + S + X/√λ to reach the power 3/2 is the one loss of the chain "
    "that does not vanish for small S: √f (√λ S + X) would do. k_μ must bound μ' on the whole "
    "line.",
)


# --- P8: the deviation bound ---------------------------------------------------------------------


_P8 = (
    r"\mathbb{P}\Big(\forall t\in\mathcal{T}(\tau):\ \Delta_t(a,\hat\theta_t) \leq"
    r" \tfrac{\beta_t^\delta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}\Big) \geq 1-\delta"
)
_ON_PATHS = (
    r"\rho = \lVert S_t\rVert_{H_t^{-1}},\ t\in\mathcal{T}(\tau):\ \Delta_t(a,\hat\theta_t) \leq"
    r" \tfrac{\beta(\rho)}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}"
)
_SHORTENED = (
    r"\Delta_t \leq k_\mu\sqrt{\tfrac{\lambda}{c_\mu}}\big(%s\big)^{3/2}\lVert a\rVert_{V_t^{-1}}"
)
_FIRST_NOISE, _SECOND_NOISE = r"\sqrt{\tfrac{1+S}{\lambda}}\rho", r"\tfrac{\rho^2}{\lambda}"


#: One success in eight rounds with probability 1/8; then the probability is 7/8.
_JUMP = mirrored(logistic, 8, math.log(7))


@attacked_windows(latex=_P8, links=LIPSCHITZ, known=[(_JUMP, None)])
def _deviation(
    path: ProofRound,
    *,
    name: str = "beta",
    admissible: bool = False,
    shares: tuple[float, ...] = (),
) -> Any:
    """Δ_t(a) over (β/√c_μ)‖a‖; with ``admissible`` only for estimates in Θ.

    ``shares`` multiply the four terms in the bracket of β.
    """
    if admissible and not path.estimate_in_ball:
        return 0
    large = (_bracket(path, shares) if shares else bonus(path, name)) * path.norm(
        path.probe, path.V
    )
    return path.prediction_error() * path.sqrt(path.c_mu) / large if large else 0


def _bracket(path: ProofRound, shares: tuple[float, ...]) -> Any:
    """β with its four terms multiplied."""
    x = path.X_H / path.sqrt(path.lam)
    terms = (1, path.S, path.sqrt(1 + path.S) * x, x**2)
    inside = sum(share * term for share, term in zip(shares, terms, strict=True))
    return path.k_mu * path.sqrt(path.lam) * inside * path.sqrt(inside)


P8 = Claim(
    id="P8",
    kernel=KernelTheorem(
        "P8_ordinary_law",
        "every d, T, τ, λ > 0, δ, link, law of bounded rewards and policy, and all actions at "
        "once, on the event that the noise is within ρ at all rounds; its probability is taken "
        "round by round, by upper integrals",
        mutants=["P8_ordinary_law_mutant"],
        beside=["P8"],
    ),
    title="With a window the prediction error is at most the bonus, at every round of T(τ)",
    printed=[_deviation.as_cases(_ON_PATHS)],
    support=[_grows],
    fidelity="verbatim",
    mutants=[
        _deviation.mutant(
            "bonus multiplied by 0.38; the search comes to 0.3849 = S/(1+S)^{3/2} at S = 2",
            r"\Delta_t \leq 0.38\,\tfrac{\beta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            target=0.38,
        ),
        _deviation.mutant(
            "1 dropped in the bracket",
            _SHORTENED % f"S+{_FIRST_NOISE}+{_SECOND_NOISE}",
            shares=(0.0, 1.0, 1.0, 1.0),
        ),
        _deviation.mutant(
            "S dropped in the bracket",
            _SHORTENED % f"1+{_FIRST_NOISE}+{_SECOND_NOISE}",
            shares=(1.0, 0.0, 1.0, 1.0),
        ),
        _deviation.mutant(
            "both terms with the noise dropped", _SHORTENED % "1+S", shares=(1.0, 1.0, 0.0, 0.0)
        ),
        _deviation.mutant(
            "a change inside the window allowed",
            r"t\notin\mathcal{T}(\tau):\ \Delta_t \leq"
            r" \tfrac{\beta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            far=False,
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I39", "Q42", "C2", UNION],
    follows="C2 at the level δ/T, with the radius at most ρ_t (Q42), and a union bound over the "
    "T rounds: with probability at least 1-δ the noise is at most ρ_t at every round. There I39 "
    "holds for every action of the unit ball.",
    blind_to=["either of the two terms with the noise, without the other"],
    note="The search looks at paths with ρ the norm of their own noise. The action a "
    "is bound by no quantifier: the event does not depend on it, so every a of the ball is meant.",
)


# --- Q44, Z64: optimism ---------------------------------------------------------------------------


#: A true mean, an estimated mean and a bonus.
Arm = tuple[Fraction, Fraction, Fraction]


def _two_actions(*, best: bool = True) -> Iterator[dict[str, Arm]]:
    """Two actions on a grid, the played one with the larger index and an error within its bonus.

    With ``best`` the error of the other one, the best action, is within its bonus as well.
    """
    means = [Fraction(k, 2) for k in range(-2, 3)]
    for played, other in product(product(means, means, (Fraction(0), Fraction(1))), repeat=2):
        good = abs(played[0] - played[1]) <= played[2]
        good = good and (not best or abs(other[0] - other[1]) <= other[2])
        if good and played[1] + played[2] >= other[1] + other[2]:
            yield {"played": played, "other": other}


_Q44 = (
    r"\text{with probability at least } 1-\delta:\quad t\in\mathcal{T}(\tau)\ \Rightarrow\ "
    r"r_t \leq \frac{%s}{\sqrt{c_\mu}}\beta_t^\delta"
    r"\lVert a_t\rVert_{V_t^{-1}}"
)


@enumerated(
    cases=_two_actions,
    latex=_Q44 % 2,
    scope="two actions, means and estimates in {-1, ..., 1}, bonuses 0 and 1",
    shown={
        "played": "played: mean, estimate, bonus",
        "other": "best: mean, estimate, bonus",
    },
)
def _optimism(played: Arm, other: Arm, *, factor: Fraction = Fraction(2)) -> Any:
    """The regret of the played action is at most ``factor`` times its bonus."""
    return other[0] - played[0], "<=", factor * played[2]


#: M and μ are the means of the best and of the played action, B and b their bonuses; u, v, w are
#: the slacks of the two errors and of the choice.
optimism = bound(
    "M - (((M - B + u) + B + v - b) - b + w) <= {factor}*b",
    "u >= 0, v >= 0, w >= 0, b >= 0",
    latex=r"M-\hat M\leq B,\ \hat\mu-\mu\leq b,\ \hat M+B\leq\hat\mu+b\ \Rightarrow\ M-\mu\leq2b",
    scope="every mean and bonus",
    factor="2",
)

Q44 = Claim(
    id="Q44",
    title="Optimism: the regret of a round of T(τ) is at most twice the bonus of the played action",
    printed=[_optimism],
    support=[optimism],
    mutants=[
        optimism.mutant("2 lowered to 1.99, all means and bonuses", factor="1.99"),
        _optimism.mutant("factor 2 lowered to 1.99", _Q44 % 1.99, factor=Fraction(199, 100)),
        _optimism.mutant(
            "the error of the best action not bounded",
            r"|\mu(a_t^\top\hat\theta_t)-\mu(a_t^\top\theta^\star_t)| \leq \text{bonus alone}",
            best=False,
        ),
    ],
    depends_on=["P8", "P10", "G2"],
    fidelity="verbatim",
    follows="On the event of P8 the bonus covers the error of every action at every round of "
    "T(τ), for the matrix V_t that the algorithm keeps (G2), and P10 gives twice the bonus of the "
    "played action.",
    note="The deviation bound is used for two actions, the played one and the best one.",
)


_ROUNDS = "t >= 1, s >= 1, h >= 0, k > 0, n >= 1"
_OF_ROUND = "what of ρ_t depends on t, for every t, T = t + h, τ and k_μ/(dλ); Q43 does β"
_longer_logarithm = bound(
    "log(1 + k*n) <= log(1 + k*({longer}))",
    _ROUNDS,
    latex=r"\beta_t^\delta \leq \beta_T^\delta \quad (t\leq T)",
    scope=_OF_ROUND,
    longer="n + h",
)
_longer_window = bound(
    "min(t, s) <= min({last}, s)",
    _ROUNDS,
    latex=r"\min(t,\tau) \leq \min(T,\tau)",
    scope=_OF_ROUND,
    last="t + h",
)

Z64 = Claim(
    id="Z64",
    lines="2942-2953",
    kind="step",
    title="The bonus grows with the round, so β_T may stand for every β_t",
    printed=[
        _longer_logarithm.as_part(
            r"\log\Big(1+\tfrac{k_\mu\min(t,\tau)}{d\lambda}\Big) \leq"
            r" \log\Big(1+\tfrac{k_\mu\min(T,\tau)}{d\lambda}\Big)"
        )
    ],
    support=[_longer_window, _grows],
    fidelity="implied",
    mutants=[
        _longer_window.mutant("last round earlier by 0.01", last="t + h - 0.01"),
        _longer_logarithm.mutant("last window shorter by 0.01", longer="n + h - 0.01"),
    ],
    follows="min(t, τ) grows with t and is all that ρ_t has of t, in a logarithm; β grows with ρ. "
    "All three are checked.",
    note="The algorithm plays with β_t, the theorem has β_T; the display passes from one to the "
    "other without a word. Both have log(T/δ), so only min(t, τ) changes.",
)


# --- Z69: the refined bonus ----------------------------------------------------------------------


#: β̄_t is ours: the page leaves it to the reader.
_BAR = r"\bar\beta_t^\delta = k_\mu\sqrt{1+2S}\big(\sqrt\lambda\,S+\rho_t^\delta\big)"


@identity(latex=_BAR, scope="every S, λ, k_μ and ρ")
def _refined(*, inside: Any = 1) -> Iterator[tuple[str, Any, Any]]:
    """β̄ of the window is that of the discounted case, which the paths use, at ρ_t."""
    f = formulas
    faded, cut = (f.FORMULAS[name].expression for name in ("beta_bar", "beta_bar_window"))
    moved = faded.subs({f.RHO.symbol: f.RHO_WINDOW.symbol, f.S: inside * f.S})
    yield "squared", sp.expand(cut**2), sp.expand(moved**2)


_refined_grows = bound(
    "sqrt(1 + 2*s)*(sqrt(l)*s + r) <= sqrt(1 + 2*s)*(sqrt(l)*s + r + h)",
    "s > 0, l > 0, r >= 0, h >= 0",
    latex=r"\rho \leq \rho' \Rightarrow \bar\beta(\rho) \leq \bar\beta(\rho')",
    scope="every S, λ and ρ; k_μ keeps the order",
)
_refined_deviation = _deviation.variant(
    r"\mathbb{P}\Big(\forall t\in\mathcal{T}(\tau),\ \hat\theta_t\in\Theta:\ "
    r"\Delta_t(a,\hat\theta_t) \leq \tfrac{\bar\beta_t^\delta}{\sqrt{c_\mu}}"
    r"\lVert a\rVert_{V_t^{-1}}\Big) \geq 1-\delta,\quad"
    r" \bar\beta_t^\delta = k_\mu\sqrt{1+2S}(\sqrt\lambda S+\rho_t^\delta)",
    name="beta_bar",
    admissible=True,
)

Z69 = Claim(
    id="Z69",
    kernel=KernelTheorem(
        "Z69",
        "every d, T, τ, λ > 0, δ, link, law of bounded rewards and policy of the algorithm; the"
        " probability is taken round by round, by upper integrals",
        mutants=["Z69_mutant"],
    ),
    lines="3053-3055",
    kind="prose-claim",
    title="The refined bonus carries over to the window when the estimate lies in Θ",
    printed=[_refined_deviation.as_cases(_ON_PATHS.replace(r"\beta", r"\bar\beta"))],
    support=[_refined.as_consistency(_BAR), _refined_grows],
    fidelity="implied",
    mutants=[
        _refined_deviation.mutant(
            "bonus lowered by one per cent",
            r"\Delta_t \leq 0.99\,\tfrac{\bar\beta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            target=0.99,
        ),
        _refined_deviation.mutant(
            "a change inside the window allowed",
            r"\forall t\leq T:\ \Delta_t \leq"
            r" \tfrac{\bar\beta}{\sqrt{c_\mu}}\lVert a\rVert_{V_t^{-1}}",
            far=None,
        ),
        _refined.mutant(
            "S raised by one per cent",
            _BAR.replace("S", r"(1.01\,S)"),
            inside=sp.Rational(101, 100),
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=[
        *("L5", "Q38", "Q40", "Q41", "Q42", "C2"),
        *(CAUCHY_SCHWARZ, LOEWNER, MEAN_VALUE, TERMWISE, UNION),
    ],
    blind_to=["the term √λ S and the factor √(1+2S) apart from the whole bonus"],
    note="The line leaves the statement to the reader; this is it, with ρ_t for ρ_T and no bias. "
    "That it is usually better is R1, with S̄ = S and ρ_t for ρ_T.",
)

CLAIMS = [Q43, I39, P8, Q44, Z64, Z69]
