"""The refined bonus for estimates inside the parameter set (lines 821-834, 2508-2599)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.claims.bonus._on_rounds import (
    LIPSCHITZ,
    Ratio,
    covered,
    error_bound,
    no_data,
    pathwise,
)
from glbtheory.claims.bonus.closed_forms import SAME_RADIUS, coincide
from glbtheory.claims.model import Bound, Claim
from glbtheory.claims.vocabulary.attacks import simple_path
from glbtheory.claims.vocabulary.hand_steps import (
    CAUCHY_SCHWARZ,
    LOEWNER,
    MEAN_VALUE,
    TERMWISE,
    UNION,
)
from glbtheory.claims.vocabulary.old_forms import broken_paths
from glbtheory.regret.proof_chain import bias, penalised_noise, sandwiched
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Discount
from glbtheory.setting.links import binomial, logistic, poisson


def _inside(ratio: Ratio) -> Ratio:
    """The ratio where the estimate lies in Θ, 0 elsewhere."""
    return lambda path: ratio(path) if path.estimate_in_ball else 0


# --- Q32: β̄ of the main text and of the appendix ------------------------------------------------

_BETA_BAR = r"\bar\beta_T^\delta = k_\mu\sqrt{1+2S}(\sqrt\lambda S+\rho_T^\delta)"

Q32 = Claim(
    id="Q32",
    title="β̄ with the appendix's ρ is the main text's at γ^D = 1/T",
    printed=[coincide("beta_bar", _BETA_BAR + r",\quad " + SAME_RADIUS % "1")],
    mutants=[
        coincide(
            "beta_bar",
            _BETA_BAR + r",\quad " + SAME_RADIUS % "1.01",
            "depth D longer by one per cent",
            sp.Rational(101, 100),
        ),
    ],
    depends_on=["Q26"],
    note="β̄ holds S and not S̄: with the estimate in Θ the bias enters only as the first term.",
)


# --- I34, Z51: the chain -------------------------------------------------------------------------


#: The five right sides that lack k_μ, by line, after the bias.
_TO_NOISE = r"\lVert\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t\rVert"
_WIDE = r"\sqrt{1+2S}\,\lVert a\rVert_{G_t^{-1}}"
_SIDES = {
    2549: r"\lVert a\rVert_{G_t^{-1}\widetilde G_tG_t^{-1}}"
    rf"{_TO_NOISE}_{{\widetilde G_t^{{-1}}}}",
    2555: rf"\lVert a\rVert_{{G_t^{{-1}}}}{_TO_NOISE}_{{\widetilde G_t^{{-1}}}}",
    2565: rf"{_WIDE}{_TO_NOISE}_{{\widetilde H_t^{{-1}}}}",
    2572: rf"{_WIDE}{_TO_NOISE}_{{\widetilde H_{{t-D:t}}^{{-1}}}}",
    2583: rf"{_WIDE}(\sqrt\lambda S+\rho_T^\delta)",
}


def _whole(path: ProofRound, own: bool) -> Any:
    """H̃_t with the slopes at each round's ``own`` θ*, or H̃_t(θ*_t), all at the present one."""
    now = path.numbers.dmu(path.link, path.actions @ path.truth)
    return path.gram(path.weights**2 * (path.slopes if own else now))


def _lines(path: ProofRound, own: bool = False) -> dict[int, Any]:
    """The right sides of the chain after the bias, without k_μ; ``own`` says which H̃_t (Z51)."""
    a_in_G, noise = path.norm(path.probe, path.G), penalised_noise(path)
    in_tilde, wide = path.norm(noise, path.G_tilde), path.sqrt(1 + 2 * path.S) * a_in_G
    return {
        2549: sandwiched(path) * in_tilde,
        2555: a_in_G * in_tilde,
        2565: wide * path.norm(noise, _whole(path, own)),
        2572: wide * path.norm(noise, path.H_tilde_recent),
        2583: wide * (path.sqrt(path.lam) * path.S + path.X_H),
    }


def _chain(with_k: bool, line: int | None = None, share: float = 1.0) -> Ratio:
    """The error over one of the lines, or the largest over all of them."""

    def ratio(path: ProofRound) -> Any:
        k, sides = path.k_mu if with_k else path.numbers.number(1), _lines(path, not with_k)
        chosen = sides.values() if line is None else [sides[line]]
        error, old = path.prediction_error(), bias(path)
        return max(error / (share * (old + k * side)) for side in chosen)

    return _inside(ratio)


def _latex(line: int, k: str = "", share: str = "") -> str:
    own, present = r"\widetilde H_t^{-1}", r"\widetilde H_t(\theta^\star_t)^{-1}"
    right = rf"\text{{bias}}+{k}{_SIDES[line].replace(own, present if k else own)}"
    shown = rf"{share}\big({right}\big)" if share else right
    return rf"\hat\theta_t\in\Theta:\ \Delta_t(a,\hat\theta_t) \leq {shown}"


#: No data but the action 0, forty trials, θ* on the border: the estimate is 0.
_STEEP = [simple_path(binomial(40), [0.0], [0.0], [0.2, 0.2], lam=100.0, S=0.2)]
_K = r"k_\mu"

I34 = Claim(
    id="I34",
    error_lines=", ".join(map(str, _SIDES)),
    title="The refined chain loses k_μ in its second line and never finds it again",
    printed=[
        pathwise(_chain(False, n), _latex(n), 340, links=(binomial(40),), known=_STEEP)
        for n in _SIDES
    ],
    corrected=[
        pathwise(_chain(True), r",\quad ".join(_latex(n, _K) for n in _SIDES), 342, known=_STEEP)
    ],
    mutants=[
        broken_paths(
            _chain(True, n, 0.99),
            _latex(n, _K, "0.99"),
            f"right side of line {n} lowered by one per cent",
            [no_data(0.001)],
        )
        for n in _SIDES
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I21", "Z48", "Q28", "L6", "Z51", MEAN_VALUE, CAUCHY_SCHWARZ, LOEWNER],
    effect="step",
    note="False where k_μ > 1, as for binomial rewards with more than four trials: with no data, "
    "forty trials and θ* = S = 0.2 all five lines fail, by 8.4 to 10 times. Where k_μ < 1, "
    "as for the logistic mean (1/4), the lines are true and four times too large: they then do not "
    "end in β̄, whose formula has k_μ. With k_μ put back (and H̃_t at the present parameter in "
    "line 2568, Z51) all follows; nothing downstream changes.",
)


def _in_H(own: bool, share: float = 1.0, anywhere: bool = False) -> Ratio:
    """‖v‖ in G̃_t^{-1} over √(1+2S)‖v‖ in H̃_t^{-1}, slopes at each round's own θ* or at θ*_t."""

    def ratio(path: ProofRound) -> Any:
        H = _whole(path, own)
        noise = penalised_noise(path)
        wide = path.sqrt(1 + 2 * path.S)
        larger = share * wide * path.norm(noise, H)
        return path.norm(noise, path.G_tilde) / larger if larger else 0

    return ratio if anywhere else _inside(ratio)


def _norms(matrix: str) -> str:
    return (
        r"\lVert\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t\rVert_{\widetilde G_t^{-1}} \leq"
        r" \sqrt{1+2S}\,\lVert\gamma^{t-1}S_{t-D:t}-\lambda\theta^\star_t"
        rf"\rVert_{{{matrix}^{{-1}}}}"
    )


#: θ* was 0, is now 9, and the estimate is close to 9.
_CHANGED = simple_path(
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
_FAR_OUT = simple_path(logistic, [0.9], [1.0], [0.0, 0.0], lam=0.002, S=0.01, probe=[-0.2])

Z51 = Claim(
    id="Z51",
    lines="2560-2577",
    error_lines="2568",
    kind="step",
    title="The lemma gives H̃_t at the present parameter; the H̃_t of line 1882 is another matrix",
    printed=[
        pathwise(_in_H(True), _norms(r"\widetilde H_t"), 510, known=[_CHANGED]),
    ],
    corrected=[
        pathwise(_in_H(False), _norms(r"\widetilde H_t(\theta^\star_t)"), 511, S=(0.1, 9.0)),
    ],
    mutants=[
        broken_paths(
            _in_H(False, anywhere=True),
            r"\hat\theta_t\notin\Theta:\ " + _norms(r"\widetilde H_t(\theta^\star_t)"),
            "hypothesis dropped: the estimate may lie outside Θ",
            [_FAR_OUT],
        ),
        broken_paths(
            _in_H(False, 0.99),
            _norms(r"\widetilde H_t(\theta^\star_t)").replace("sqrt{1+2S}", "sqrt{1+2S}\\,0.99"),
            "right side lowered by one per cent",
            [no_data(0.001)],
        ),
    ],
    hypotheses=["A1", "A4"],
    depends_on=["L6", LOEWNER],
    effect="notation",
    note="H̃_t without argument has the slopes at each round's own parameter (line 1882), and "
    "rounds before t - D may have another. With H̃_t(θ*_t), which the lemma is about, the next line "
    "is right as well: H̃_{t-D:t} is at most both matrices, since inside the window the parameters "
    "agree.",
)


# --- I35, P6: the proposition --------------------------------------------------------------------


def _above_design(share: float = 1.0, anywhere: bool = False) -> Ratio:
    """The least c with c_μ V_t <= c G_t."""

    def ratio(path: ProofRound) -> Any:
        return path.relative(share * path.c_mu * path.V, path.G)

    return ratio if anywhere else _inside(ratio)


def _termwise(slope: str, why: str = "") -> Bound:
    return Bound(
        "w*c*x**2 + (l/c)*c*y**2",
        "<=",
        "w*a*x**2 + l*y**2",
        f"0 < w <= 1, c > 0, l > 0, {slope}",
        latex=r"c_\mu V_t \leq G_t \quad(\alpha\geq c_\mu)",
        scope="one observation and the ridge; sums follow termwise",
        why=why,
    )


_ABOVE = r"\hat\theta_t,\theta^\star_t\in\Theta:\ G_t(\theta^\star_t,\hat\theta_t) \geq c_\mu V_t"

I35 = Claim(
    id="I35",
    title="With both parameters in Θ the mean slopes are at least c_μ, so G_t >= c_μ V_t",
    printed=[
        pathwise(_above_design(), _ABOVE, 350),
        Bound(
            "w*c*x**2 + (l/c)*c*y**2",
            "<=",
            "w*(c + h)*x**2 + l*y**2",
            "0 < w <= 1, c > 0, l > 0, h >= 0",
            latex=r"\alpha = c_\mu+h:\ c_\mu V_t \leq G_t",
            scope="one observation and the ridge; sums follow termwise",
        ),
    ],
    mutants=[
        broken_paths(
            _above_design(1.01),
            _ABOVE.replace("c_\\mu V", r"1.01\,c_\mu V"),
            "c_μ raised by one per cent",
            [no_data(1.0)],
        ),
        broken_paths(
            _above_design(anywhere=True),
            r"\theta^\star_t\in\Theta:\ G_t(\theta^\star_t,\hat\theta_t) \geq c_\mu V_t",
            "hypothesis dropped: the estimate may lie outside Θ",
            [_FAR_OUT],
        ),
        _termwise("a > 0", "slopes of any size allowed"),
    ],
    hypotheses=["A3"],
    depends_on=["D10", TERMWISE],
    note="The segment between the two lies in Θ because a ball is convex, and α is a mean of the "
    "slopes on it.",
)


_P6 = error_bound(r"\bar\beta_T^\delta")

P6 = Claim(
    id="P6",
    title="When the estimate lies in Θ the smaller bonus β̄ covers the prediction error",
    printed=[
        pathwise(
            _inside(covered("beta_bar")),
            r"\hat\theta_t\in\Theta:\ " + _P6,
            60,
            links=(*LIPSCHITZ, poisson),
            samples=160,
            steps=200,
        ),
    ],
    mutants=[
        broken_paths(
            _inside(covered("beta_bar", 0.99)),
            r"\hat\theta_t\in\Theta:\ " + error_bound(r"0.99\,\bar\beta_T^\delta"),
            "bonus lowered by one per cent",
            [no_data(0.001)],
        ),
        broken_paths(
            covered("beta_bar"),
            r"\hat\theta_t\notin\Theta:\ " + _P6,
            "hypothesis dropped: the estimate may lie outside Θ",
            [_FAR_OUT],
        ),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I34", "I35", "Z51", "Z48", "D5", "C1", UNION],
    note="Before any data θ̂ = 0 is in Θ, and for small S the error meets the bonus: no factor can "
    "be saved. Like P5 it holds for all a and t at once on one event. Here k_μ over Θ is enough: "
    "the attack includes a Poisson mean.",
)

CLAIMS = [Q32, I34, Z51, I35, P6]
