r"""The prediction error and its bonus on a round with discounts (lines 2185-2291).

On a path ρ is the norm of the noise itself, :math:`\|\gamma^{t-1}S_{t-D:t}\|_{\tilde H^{-1}}`: the
event of the proposition then holds with equality, and what is left is an inequality between
numbers, without probability.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import sympy as sp

from glbtheory import formulas
from glbtheory.claims.model import Statement
from glbtheory.claims.vocabulary.attacks import EXTREMES, HYPOTHESES, SHORT, simple_path
from glbtheory.claims.vocabulary.forms import Decorator, Text, given, tokens_of, written
from glbtheory.engines.evidence import Evidence
from glbtheory.regret.round_attacks import ProofRound, Shape, attack_path, shapes
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import Link, binomial, linear, logistic, poisson

#: Means with a finite k_μ on the whole line, which the first step of the proof asks for.
LIPSCHITZ = (logistic, linear, binomial(5), binomial(40))
#: The bonus at one round before any data, where nothing but the penalty counts.
START = [Shape(link, 1, 1, 1, S=(0.001, 50.0)) for link in LIPSCHITZ]

Ratio = Callable[[ProofRound], Any]


def no_data(S: float) -> ProofRound:
    """A linear mean, θ* = S in one dimension, and nothing seen but the action 0."""
    return simple_path(linear, [0.0], [0.0], [S, S], lam=1.0, S=S)


#: Rewards 0 for a short action push a Poisson estimate far out of Θ, and its slopes above k_μ(Θ).
FAR_POISSON = simple_path(poisson, [-0.1], [0.0], [0.0, 0.0], lam=0.001, S=0.1)
#: A change at the present round, after five rounds of rewards without noise.
JUST_CHANGED = simple_path(
    linear, [1.0] * 5, [10.0] * 5, [10.0] * 5 + [-20.0], lam=0.001, S=20.0, D=5, probe=[-1.0]
)
#: A reward 1 long ago where its mean was nearly 0, and a ridge that drowns all.
OLD_REWARDS = simple_path(
    logistic, [1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [-9.0] * 4, lam=1e4, S=9.0, D=1
)
#: No data but the action 0, forty trials, θ* on the border: the estimate is 0.
FORTY_TRIALS = simple_path(binomial(40), [0.0], [0.0], [0.2, 0.2], lam=100.0, S=0.2)
#: θ* was 0, is now 9, and the estimate is close to 9.
FOLLOWED = simple_path(
    logistic,
    [1.0, 0.0],
    [1.0, 0.0],
    [0.0, 9.0, 9.0],
    lam=0.0001,
    S=9.0,
    D=1,
    forgetting=Discount(0.999),
)
#: One reward 1 and hardly any ridge: the estimate is far outside a small Θ.
FAR_OUT = simple_path(logistic, [0.9], [1.0], [0.0, 0.0], lam=0.002, S=0.01, probe=[-0.2])
#: The same under a ridge so large that the ρ of the page is small against √λ S.
FORTY_TRIALS_RIDGE = simple_path(binomial(40), [0.0], [0.0], [0.2, 0.2], lam=1e6, S=0.2)
#: One click, a tiny Θ and a large ridge: the estimate is at the other end of Θ, by noise alone.
NOISY = simple_path(logistic, [1.0], [1.0], [-0.001, -0.001], lam=520.0, S=0.001)
#: The same by an old click: the noise of the rounds before t - D.
OLD_NOISE = simple_path(logistic, [1.0, 0.0], [1.0, 0.5], [-0.01] * 3, lam=2.5, S=0.01, D=1)
#: The same by old rewards without noise, from before a change: the drift.
OLD_DRIFT = simple_path(
    linear,
    [1.0] * 4 + [0.0],
    [0.01] * 4 + [0.0],
    [0.01] * 4 + [-0.01] * 2,
    lam=0.526,
    S=0.01,
    D=1,
)
#: Hardly any ridge, and all that is known is from before a change.
STALE = simple_path(
    logistic,
    [1.0, 0.0],
    [0.7, 0.5],
    [0.8, -0.8, -0.8],
    lam=1e-6,
    S=1.0,
    D=1,
    forgetting=Discount(0.999),
)
#: Rewards 1 for 150 short actions and a long one, all with mean 1/2, push the estimate to the
#: border of Θ.  On its way the slope of the long one falls far below its slope at θ*, which is in
#: H̃; the penalty adds its own error at right angles.
PUSHED = ProofRound(
    logistic,
    [[0.0, 0.0042]] * 150 + [[0.0, 1.0]],
    [1.0] * 151,
    [[-140.0, 0.0]] * 152,
    Discount(0.9999),
    lam=0.0016,
    S=140.0,
    D=400_000,
    probe=[0.0001, 0.0001],
)
#: Rounds of the model, one for each term of a bound that they show to be needed.
NEEDED = (NOISY, OLD_NOISE, OLD_DRIFT, STALE, PUSHED)
#: Every statement looks at those of these rounds that satisfy its hypotheses.
KNOWN = (
    *(no_data(S) for S in (0.001, 0.28, 1.0, 1000.0)),
    *EXTREMES,
    *(FAR_OUT, JUST_CHANGED, OLD_REWARDS, FORTY_TRIALS, FORTY_TRIALS_RIDGE, FOLLOWED, FAR_POISSON),
    *NEEDED,
)


@lru_cache(maxsize=8)
def _compiled(name: str) -> Callable[..., Any]:
    """A bonus as a function of S, S̄, λ, k_μ and ρ, for floats and for numbers of many digits."""
    f = formulas
    symbols = (f.S, f.S_BAR.symbol, f.lam, f.k_mu, f.RHO.symbol)
    return sp.lambdify(symbols, f.FORMULAS[name].expression, [{"sqrt": lambda x: x**0.5}])


def bonus(path: ProofRound, name: str = "beta", rho: Any = None) -> Any:
    """β (or another bonus) of the path, with S̄ of depth D, at ρ = the norm of its noise."""
    noise = path.X_H if rho is None else rho
    return _compiled(name)(path.S, path.S_bar, path.lam, path.k_mu, noise)


def exploration(path: ProofRound, beta: Any) -> Any:
    """(β/√c_μ)‖a‖ in the norm of V_t^{-1}."""
    return beta / path.sqrt(path.c_mu) * path.norm(path.probe, path.V)


def attacked_discounts(
    *,
    latex: Text,
    seed: int,
    links: Sequence[Link] = LIPSCHITZ,
    known: Sequence[ProofRound] = KNOWN,
    **ranges: Any,
) -> Decorator:
    """The decorated function of a round is at most 1: random sizes and the round before any data.

    Tokens are those of the function, what is said here, the effort, and the ``ranges``: options of
    :func:`~glbtheory.regret.round_attacks.shapes`.  Of the ``known`` rounds those are looked at
    that satisfy the hypotheses: ``links``, ``far`` and ``outside``.
    """

    def form(ratio: Callable[..., Any]) -> Statement:
        effort = {"seed": seed, "known": known, "samples": 120, "climbs": 2, "steps": 150}
        ranged = {**HYPOTHESES, "links": links, **ranges}

        def run(**tokens: Any) -> Evidence:
            chosen = {name: tokens[name] for name in ranged}
            drawn = shapes(np.random.default_rng(tokens["seed"]), 12, window=False, **chosen)
            names = [link.name for link in tokens["links"]]
            start, words = (s for s in START if s.link.name in names), ", ".join(names)
            return attack_path(
                partial(ratio, **given(ratio, tokens)),
                over=[*drawn, *start],
                scope=f"{words}; d <= 3, t <= 6, every D, γ, λ, S of the box",
                window=False,
                **{name: tokens[name] for name in (*effort, *HYPOTHESES)},
            )

        return written(run, {**tokens_of(ratio, latex), **effort, **ranged}, latex, SHORT)

    return form


IN_BALL = r"\hat\theta_t\in\Theta:\ "
OUT_OF_BALL = r"\hat\theta_t\notin\Theta:\ "


def surely(formula: str, where: str = "") -> str:
    """A formula for all rounds far from a change at once, with probability 1-δ."""
    rounds = r"\forall t\in\mathcal{T}(\gamma)" + (rf"\ \text{{s.t.}}\ {where}" if where else "")
    return rf"\mathbb{{P}}\Big({rounds}:\ {formula}\Big) \geq 1-\delta"


def on_event(formula: str) -> str:
    """A formula where the noise is at most ρ, which is what a search compares."""
    noise = r"\lVert\gamma^{t-1}S_{t-D:t}\rVert_{\widetilde H_{t-D:t}^{-1}} \leq \rho"
    return rf"{noise}:\ {formula}"


def bias(p: ProofRound, drift: float = 1.0, old_noise: float = 1.0) -> Any:
    """The bias (k_μ/λ)(γ^D/(1-γ))(2Sk_μ + m), of whose two parts a share may be kept."""
    return p.k_mu / p.lam * p.tail * (2 * drift * p.S * p.k_mu + old_noise * p.m)


def error_bound(beta: str, weight: str = "(2Sk_\\mu+m)") -> str:
    """Bias plus bonus, in LaTeX."""
    bias = rf"\frac{{k_\mu}}{{\lambda}}\frac{{\gamma^D}}{{1-\gamma}}{weight}+" if weight else ""
    return (
        rf"\Delta_t(a,\hat\theta_t) \leq {bias}"
        rf"\frac{{{beta}}}{{\sqrt{{c_\mu}}}}\lVert a\rVert_{{V_t^{{-1}}}}"
    )


@attacked_discounts(latex=error_bound(r"\beta_T^\delta"), seed=50)
def covered(
    p: ProofRound,
    *,
    beta: Ratio = bonus,
    share: float = 1.0,
    anywhere: bool = True,
    drift: float = 1.0,
    old_noise: float = 1.0,
) -> Any:
    """Δ_t(a) over bias + (β/√c_μ)‖a‖, the bonus at the norm of the path's own noise.

    ``anywhere`` or only where the estimate lies in Θ.
    """
    if not anywhere and not p.estimate_in_ball:
        return 0
    old = bias(p, drift, old_noise)
    return p.prediction_error() / (old + exploration(p, share * beta(p)))


def without_bias(bounded: Statement, beta: str, before: str = "") -> list[Statement]:
    """Mutants of such a statement that leave out the bias, its drift, and its old noise."""
    return [
        bounded.mutant(
            "the drift 2Sk_μ left out of the bias", before + error_bound(beta, "m"), drift=0.0
        ),
        bounded.mutant(
            "the old noise m left out of the bias",
            before + error_bound(beta, r"2Sk_\mu"),
            old_noise=0.0,
        ),
        bounded.mutant(
            "the bias left out", before + error_bound(beta, ""), drift=0.0, old_noise=0.0
        ),
    ]
