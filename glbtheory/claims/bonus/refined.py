"""The refined bonus for estimates inside the parameter set (lines 821-834, 2508-2599)."""

from __future__ import annotations

from functools import partial
from typing import Any

from glbtheory.claims.bonus._on_rounds import (
    IN_BALL,
    LIPSCHITZ,
    OUT_OF_BALL,
    attacked_discounts,
    bias,
    covered,
    error_bound,
    on_event,
    surely,
    without_bias,
)
from glbtheory.claims.bonus.closed_forms import MORE, SAME_RADIUS, coincide
from glbtheory.claims.model import Claim, KernelTheorem, Statement
from glbtheory.claims.vocabulary import bound
from glbtheory.claims.vocabulary.hand_steps import LOEWNER
from glbtheory.formulas import FORMULAS
from glbtheory.regret.proof_chain import penalised_noise, sandwiched
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.links import binomial, poisson

# --- Q32: β̄ of the main text and of the appendix ------------------------------------------------

_BETA_BAR = (
    r"\bar\beta_T^\delta = k_\mu\sqrt{1+2S}(\sqrt\lambda S+\rho_T^\delta),\quad " + SAME_RADIUS
)
_coincide = coincide.variant(_BETA_BAR % "1", name="beta_bar")

Q32 = Claim(
    id="Q32",
    title="β̄ with the appendix's ρ is the main text's at γ^D = 1/T",
    printed=[_coincide],
    mutants=[_coincide.mutant("depth D longer by one per cent", _BETA_BAR % "1.01", depth=MORE)],
    depends_on=["Q26"],
    fidelity="paraphrase",
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


#: The level at which the ρ of the page is taken for the printed lines; its horizon is T = t.
_DELTA = 0.05


def page_radius(path: ProofRound) -> Any:
    """ρ_T^δ of the page for the path's own constants, at T = t and δ = 1/20."""
    known = {"d": path.d, "T": path.t, "D": path.D, "delta": _DELTA}
    known |= {n: float(getattr(path, n)) for n in ("lam", "m", "k_mu", "gamma")}
    return path.numbers.number(float(FORMULAS["rho_appendix"](**known)))


def _lines(
    path: ProofRound,
    with_k: bool = True,
    rho: Any = None,
    root: float = 1.0,
    penalty: float = 1.0,
    noise: float = 1.0,
) -> dict[int, Any]:
    """The right sides of the chain after the bias.

    As printed they lack k_μ and have H̃_t with each round's own parameter (Z51).  ``rho`` is the
    norm of the path's own noise if none is given.  Parts of the last lines may be left out.
    """
    a_in_G, total = path.norm(path.probe, path.G), penalised_noise(path)
    in_tilde, wide = path.norm(total, path.G_tilde), path.sqrt(1 + 2 * root * path.S) * a_in_G
    radius = path.X_H if rho is None else rho
    sides = {
        2549: sandwiched(path) * in_tilde,
        2555: a_in_G * in_tilde,
        2565: wide * path.norm(total, _whole(path, own=not with_k)),
        2572: wide * path.norm(total, path.H_tilde_recent),
        2583: wide * (penalty * path.sqrt(path.lam) * path.S + noise * radius),
    }
    k = path.k_mu if with_k else path.numbers.number(1)
    return {line: k * side for line, side in sides.items()}


_FULL = r"(2Sk_\mu+m)"


def _line_latex(line: int, k: str = "", share: str = "", bias: str = _FULL, side: str = "") -> str:
    own, present = r"\widetilde H_t^{-1}", r"\widetilde H_t(\theta^\star_t)^{-1}"
    old = rf"\tfrac{{k_\mu}}{{\lambda}}\tfrac{{\gamma^D}}{{1-\gamma}}{bias}+" if bias else ""
    right = rf"{old}{k}{side or _SIDES[line].replace(own, present if k else own)}"
    shown = rf"{share}\big({right}\big)" if share else right
    return rf"\Delta_t(a,\hat\theta_t) \leq {shown}"


_K = r"k_\mu"
_ALL = r",\quad ".join(_line_latex(n, _K) for n in _SIDES)


@attacked_discounts(latex=surely(_ALL, r"\hat\theta_t\in\Theta"), seed=342)
def _chain(
    path: ProofRound,
    *,
    with_k: bool = True,
    lines: tuple[int, ...] = tuple(_SIDES),
    lowered: int | None = None,
    page: bool = False,
    root: float = 1.0,
    penalty: float = 1.0,
    noise: float = 1.0,
    drift: float = 1.0,
    old_noise: float = 1.0,
) -> Any:
    """The error over one of the lines, or the largest over all of them, for estimates in Θ.

    The right side of one line may be ``lowered`` by one per cent.  With ``page`` ρ is that of the
    page, and only paths count on which the noise is within it; else ρ is the norm of the noise.
    """
    rho = page_radius(path) if page else None
    if not path.estimate_in_ball or (rho is not None and rho < path.X_H):
        return 0
    sides = _lines(path, with_k, rho, root, penalty, noise)
    error, old = path.prediction_error(), bias(path, drift, old_noise)
    return max(error / ((0.99 if n == lowered else 1.0) * (old + sides[n])) for n in lines)


def _last_line(why: str, *, bias: str = _FULL, side: str = "", **parts: Any) -> Statement:
    shown = IN_BALL + _line_latex(2583, _K, bias=bias, side=side)
    return _chain.mutant(why, shown, lines=(2583,), **parts)


I34 = Claim(
    id="I34",
    error_lines=", ".join(map(str, _SIDES)),
    title="The refined chain loses k_μ in its second line and never finds it again",
    kernel=KernelTheorem(
        "I34",
        "every d, t, D, 0 < γ < 1, λ > 0, link, path and noise bounded by m; ρ is any bound on "
        "the noise, as ρ_T^δ is with probability 1-δ (Z130)",
        covers="corrected",
        latex=on_event(IN_BALL + _ALL.replace(r"\rho_T^\delta", r"\rho")),
        mutants=["I34_mutant"],
    ),
    printed=[
        _chain.variant(
            IN_BALL + _line_latex(n),
            with_k=False,
            lines=(n,),
            page=True,
            seed=340,
            links=(binomial(40),),
            scope="a path of the model, on which the noise is within ρ at T = t and δ = 1/20",
        )
        for n in _SIDES
    ],
    corrected=[_chain.as_cases(on_event(IN_BALL + _ALL.replace(r"\rho_T^\delta", r"\rho")))],
    mutants=[
        *(
            _chain.mutant(
                f"right side of line {n} lowered by one per cent",
                IN_BALL + _line_latex(n, _K, "0.99"),
                lowered=n,
            )
            for n in _SIDES
        ),
        _last_line(
            "the factor √(1+2S) left out",
            side=r"\lVert a\rVert_{G_t^{-1}}(\sqrt\lambda S+\rho)",
            root=0.0,
        ),
        _last_line("the penalty √λS left out", side=rf"{_WIDE}\rho", penalty=0.0),
        _last_line("the noise ρ left out", side=rf"{_WIDE}\sqrt\lambda S", noise=0.0),
        _last_line("the drift 2Sk_μ left out of the bias", bias="m", drift=0.0),
        _last_line("the old noise m left out of the bias", bias=r"2Sk_\mu", old_noise=0.0),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I21", "Z48", "Q28", "Z51", "Z130"],
    effect="step",
    fidelity="verbatim",
    note="False where k_μ > 1, as for binomial rewards with more than four trials: with no "
    "data, forty trials and θ* = S = 0.2 all five lines fail, by 7 to 10 times, the last one "
    "under a large ridge, where the page's ρ is small against √λ S. Where k_μ < 1, as for the "
    "logistic mean (1/4), the lines are true and four times too large: they then do not end in "
    "β̄, whose formula has k_μ. With k_μ put back (and H̃_t at the present parameter in line "
    "2568, Z51) all follows; nothing downstream changes.",
)


_NORMS = rf"%s{_TO_NOISE}_{{\widetilde G_t^{{-1}}}} \leq %s\,{_TO_NOISE}_{{%s^{{-1}}}}"
_ROOT, _PRESENT = r"\sqrt{1+2S}", r"\widetilde H_t(\theta^\star_t)"


@attacked_discounts(latex=_NORMS % (IN_BALL, _ROOT, _PRESENT), seed=511, S=(0.1, 9.0))
def _in_H(
    path: ProofRound,
    *,
    own: bool = False,
    share: float = 1.0,
    anywhere: bool = False,
    root: float = 1.0,
) -> Any:
    """‖v‖ in G̃_t^{-1} over √(1+2S)‖v‖ in H̃_t^{-1}, slopes at each round's own θ* or at θ*_t."""
    if not anywhere and not path.estimate_in_ball:
        return 0
    noise = penalised_noise(path)
    larger = share * path.sqrt(1 + 2 * root * path.S) * path.norm(noise, _whole(path, own))
    return path.norm(noise, path.G_tilde) / larger if larger else 0


Z51 = Claim(
    id="Z51",
    lines="2560-2577",
    error_lines="2568",
    kind="step",
    title="The lemma gives H̃_t at the present parameter; the H̃_t of line 1882 is another matrix",
    kernel=KernelTheorem(
        "Z51",
        "every d, t, 0 < γ < 1, λ > 0, link, actions, two parameters in Θ and vector",
        covers="corrected",
        mutants=["Z51_mutant"],
    ),
    printed=[
        _in_H.variant(
            _NORMS % (IN_BALL, _ROOT, r"\widetilde H_t"),
            own=True,
            seed=510,
            S=(0.1, 4.0),
        )
    ],
    corrected=[_in_H],
    mutants=[
        _in_H.mutant(
            "hypothesis dropped: the estimate may lie outside Θ",
            _NORMS % (OUT_OF_BALL, _ROOT, _PRESENT),
            anywhere=True,
        ),
        _in_H.mutant(
            "right side lowered by one per cent",
            _NORMS % (IN_BALL, _ROOT + r"\,0.99", _PRESENT),
            share=0.99,
        ),
        _in_H.mutant("the factor √(1+2S) left out", _NORMS % (IN_BALL, "", _PRESENT), root=0.0),
    ],
    hypotheses=["A1", "A4"],
    depends_on=["L6"],
    effect="notation",
    fidelity="implied",
    note="H̃_t without argument has the slopes at each round's own parameter (line 1882), and "
    "rounds before t - D may have another. With H̃_t(θ*_t), which the lemma is about, the next "
    "line is right as well: H̃_{t-D:t} is at most both matrices, since inside the window the "
    "parameters agree.",
)


# --- I35, P6: the proposition --------------------------------------------------------------------


_ABOVE = r"%s\theta^\star_t\in\Theta:\ G_t(\theta^\star_t,\hat\theta_t) \geq %sc_\mu V_t"


@attacked_discounts(latex=_ABOVE % (r"\hat\theta_t,", ""), seed=350)
def _above_design(path: ProofRound, *, share: float = 1.0, anywhere: bool = False) -> Any:
    """The least c with c_μ V_t <= c G_t."""
    if not anywhere and not path.estimate_in_ball:
        return 0
    return path.relative(share * path.c_mu * path.V, path.G)


_termwise = bound(
    "w*c*x**2 + (l/c)*c*y**2 <= w*({least}*c + h)*x**2 + l*y**2",
    "0 < w <= 1, c > 0, l > 0, h >= 0",
    latex=r"\alpha = c_\mu+h:\ c_\mu V_t \leq G_t",
    scope="one observation and the ridge; sums follow termwise",
    least="1",
)

I35 = Claim(
    id="I35",
    title="With both parameters in Θ the mean slopes are at least c_μ, so G_t >= c_μ V_t",
    kernel=KernelTheorem(
        "I35",
        "every d, t, γ > 0, λ > 0, continuous slope, actions and two parameters in Θ",
        mutants=["I35_mutant"],
    ),
    printed=[_above_design],
    support=[
        _termwise.as_part(r"w c_\mu x^2+\lambda y^2 \leq w(c_\mu+h)x^2+\lambda y^2,\quad h\geq0")
    ],
    mutants=[
        _above_design.mutant(
            "c_μ raised by one per cent",
            _ABOVE % (r"\hat\theta_t,", r"1.01\,"),
            share=1.01,
        ),
        _above_design.mutant(
            "hypothesis dropped: the estimate may lie outside Θ",
            _ABOVE % ("", ""),
            anywhere=True,
        ),
        _termwise.mutant("slopes of any size allowed", least="0"),
    ],
    hypotheses=["A3"],
    depends_on=["D10"],
    fidelity="verbatim",
    note="The segment between the two lies in Θ because a ball is convex, and α is a mean of the "
    "slopes on it.",
)


_BETA_BAR_T = r"\bar\beta_T^\delta"
_REFINED = error_bound(_BETA_BAR_T)


def refined(p: ProofRound, root: float = 1.0, penalty: float = 1.0, noise: float = 1.0) -> Any:
    """β̄ = k_μ√(1+2S)(√λS + ρ) at the norm of the path's own noise; parts may be left out."""
    inside = penalty * p.sqrt(p.lam) * p.S + noise * p.X_H
    return p.k_mu * p.sqrt(1 + 2 * root * p.S) * inside


_covered = covered.variant(
    surely(_REFINED, r"\hat\theta_t\in\Theta"),
    beta=refined,
    anywhere=False,
    seed=60,
    links=(*LIPSCHITZ, poisson),
    samples=160,
    steps=200,
)


def _without(why: str, beta: str, **parts: Any) -> Statement:
    return _covered.mutant(why, IN_BALL + error_bound(beta), beta=partial(refined, **parts))


P6 = Claim(
    id="P6",
    kernel=KernelTheorem(
        "P6_ordinary_law",
        "every d, T, D, 0 < γ < 1, λ > 0, δ, link, law of bounded rewards and policy, and all "
        "actions at once, on the event that the noise is within ρ at all rounds; its probability "
        "is taken round by round, by upper integrals",
        mutants=["P6_ordinary_law_mutant"],
        beside=["P6"],
    ),
    title="When the estimate lies in Θ the smaller bonus β̄ covers the prediction error",
    printed=[_covered.as_cases(on_event(IN_BALL + _REFINED))],
    mutants=[
        _covered.mutant(
            "bonus lowered by one per cent",
            IN_BALL + error_bound(r"0.99\,\bar\beta_T^\delta"),
            share=0.99,
        ),
        _covered.mutant(
            "hypothesis dropped: the estimate may lie outside Θ",
            OUT_OF_BALL + _REFINED,
            anywhere=True,
        ),
        _without("the factor √(1+2S) left out", r"k_\mu(\sqrt\lambda S+\rho_T^\delta)", root=0.0),
        _without("the penalty √λS left out", r"k_\mu\sqrt{1+2S}\,\rho_T^\delta", penalty=0.0),
        _without("the noise ρ left out", r"k_\mu\sqrt{1+2S}\,\sqrt\lambda S", noise=0.0),
        *without_bias(_covered, _BETA_BAR_T, IN_BALL),
    ],
    hypotheses=["A1", "A2", "A3", "A4"],
    depends_on=["I34", "I35", LOEWNER],
    fidelity="verbatim",
    follows="The last line of the corrected I34 holds on one event of probability at least 1-δ, "
    "for all t and a at once. By I35 and the Loewner order ‖a‖ in the norm of G_t^{-1} is at "
    "most ‖a‖ in that of V_t^{-1}, over √c_μ.",
    note="Before any data θ̂ = 0 is in Θ, and for small S the error meets the bonus: no factor "
    "can be saved. Like P5 it holds for all a and t at once on one event. Here k_μ over Θ is "
    "enough: the attack includes a Poisson mean. Each term of the bound is needed on a path of "
    "the model.",
)

CLAIMS = [Q32, I34, Z51, I35, P6]
