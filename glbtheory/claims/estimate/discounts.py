"""The discounted estimate: its notation and first-order condition (lines 323-327, 540-545,
903-937, 1838-1919)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.self_concordance.matrices import tilde_above, tilde_below
from glbtheory.claims.vocabulary import bound, computed_bound, enumerated, identity
from glbtheory.claims.vocabulary.data_identities import (
    above_design,
    condition,
    covariance,
    gradient,
    late,
    noise_and_mean,
    scaled,
    separated,
)
from glbtheory.claims.vocabulary.exact_designs import ages, design, determinant
from glbtheory.claims.vocabulary.hand_steps import STRICT_CONVEXITY, TERMWISE
from glbtheory.claims.vocabulary.symbolic_data import (
    Data,
    c_mu,
    discounted,
    gamma,
    lam,
    mu,
    on_data,
    times,
)
from glbtheory.setting.links import logistic, z

F = Fraction

# --- Q3, Q18, Q19, Z10: the design matrices -----------------------------------------------------

_DIFFERENCE = (
    r"x^\top(H_t(\theta)-c_\mu V_t)x ="
    r" \sum_{s=1}^{t-1}\gamma^{t-1-s}(\dot\mu(a_s^\top\theta)-c_\mu)(a_s^\top x)^2"
    r",\quad d\leq 3,\ t\leq 4"
)
#: y = a·x and n = |x|² are numbers in every dimension; the slope is c + e.
one_below = bound(
    "c*(w*y**2 + {ridge}*n) <= w*(c + e)*y**2 + l*n",
    "w >= 0, c > 0, e >= 0, l > 0, n >= 0",
    latex=r"c_\mu\Big(w(a^\top x)^2+\frac{\lambda}{c_\mu}\lVert x\rVert_2^2\Big) \leq"
    r" w\,\dot\mu(a^\top\theta)(a^\top x)^2+\lambda\lVert x\rVert_2^2\quad"
    r" (\dot\mu(a^\top\theta)\geq c_\mu)",
    scope="one observation and the ridge, every weight, in every dimension",
    ridge="l/c",
)

Q3 = Claim(
    id="Q3",
    title="The design matrix has ridge λ/c_μ, so that c_μ V_t lies below H_t",
    kernel=KernelTheorem(
        "Q3",
        "every d, t, γ >= 0, λ, all actions in the unit ball; c_μ any lower bound of the slopes",
        shows=r"H_t(\theta)-c_\mu V_t = "
        r"\sum_{s=1}^{t-1}\gamma^{t-1-s}(\dot\mu(a_s^\top\theta)-c_\mu)a_s a_s^\top,\quad c_\mu "
        r"V_t \leq H_t(\theta)\ (\theta\in\Theta)",
        mutants=["Q3_mutant"],
    ),
    printed=[above_design.as_cases(_DIFFERENCE)],
    support=[one_below],
    mutants=[
        one_below.mutant("ridge λ/c_μ one per cent larger", ridge="1.01*l/c"),
        above_design.mutant("ridge λ, not λ/c_μ", r"V_t = \cdots + \lambda I_d", ridge=lam),
        above_design.mutant(
            "exponent moved by one: γ^{t-s}",
            r"V_t = \sum_{s=1}^{t-1}\gamma^{t-s}a_s a_s^\top + \cdots",
            design=late,
        ),
    ],
    hypotheses=["A1", "A3"],
    depends_on=["Q17"],
    fidelity="verbatim",
    note="The difference of the quadratic forms is the sum of w (μ' - c_μ)(a·x)²: not negative "
    "where θ lies in the parameter set, and free of λ only with this ridge. The same formula "
    "stands at lines 1856-1859 (Q19); elsewhere V_t has ridge λ (Z10).",
)


@on_data(sizes=[(1, 2), (2, 3), (3, 2), (2, 4)], latex=above_design.latex, scope="d <= 3, t <= 4")
def recursion(data: Data, *, power: int = 1, factor: Any = gamma, restored: int = 1) -> Any:
    """V_t from V_{t-1}: times a factor, plus the new action, plus the ridge that was taken away."""
    before, now = (data.gram(discounted(t, power), lam / c_mu) for t in (data.t - 1, data.t))
    a, ridge = data.actions[-1], (1 - factor) * lam / c_mu * sp.eye(data.d)
    return now, factor * before + a * a.T + restored * ridge


_NEXT = (
    r"V_{t+1} = \gamma V_t + a_t a_t^\top + (1-\gamma)\tfrac{\lambda}{c_\mu}I_d,"
    r"\quad d\leq 3,\ t < 4"
)


def _weights_on(*, power: int = 1) -> str:
    base = r"\gamma" if power == 1 else r"\gamma^2"
    times = "" if power == 1 else "2"
    ridge = r"\tfrac{\lambda}{c_\mu}"
    return (
        rf"{base}\,\gamma^{{{times}(t-1-s)}} = \gamma^{{{times}(t-s)}},\quad"
        rf" {base}\,{ridge}+(1-{base}){ridge} = {ridge}"
    )


@identity(
    latex=_weights_on,
    scope="every γ, t, s and λ: an old weight, and the ridge",
    at={"t": 4, "s": 2},
)
def _one_weight_on(*, power: int = 1, late: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """From t to t + 1 an old weight is multiplied by γ^power, and the ridge is kept."""
    g, t, s, ridge = sp.symbols("gamma t s ridge", positive=True)
    yield "weight", g**power * g ** (power * (t - 1 - s)), g ** (power * (t - s) + late)
    yield "ridge", g**power * ridge + (1 - g**power) * ridge, ridge


Q19 = Claim(
    id="Q19",
    title="V_t obeys V_{t+1} = γ V_t + a_t a_t^T + (1-γ)(λ/c_μ) I",
    kernel=KernelTheorem(
        "Q19",
        "every d, t, γ >= 0, λ, all actions in the unit ball; c_μ any lower bound of the slopes",
        shows=r"V_{t+1} = \gamma V_t + a_t a_t^\top + "
        r"(1-\gamma)\tfrac{\lambda}{c_\mu}I_d,\quad c_\mu "
        r"V_t \leq G_t(\theta_1,\theta_2)\ (\theta_1,\theta_2\in\Theta)",
        mutants=["Q19_mutant"],
    ),
    printed=[recursion.as_cases(_NEXT)],
    support=[
        _one_weight_on,
        above_design.variant(
            r"x^\top(G_t - c_\mu V_t)x ="
            r" \sum_{s=1}^{t-1}\gamma^{t-1-s}(\alpha(a_s,\theta_1,\theta_2)-c_\mu)(a_s^\top x)^2",
            slopes=lambda data: data.alphas,
            scope="d <= 3, t <= 4, any slopes α",
        ),
    ],
    mutants=[
        _one_weight_on.mutant("an old weight one round late", r"\gamma^{t-s+1}", late=1),
        recursion.mutant(
            "the term (1-γ)λ/c_μ dropped: the ridge fades",
            r"V_{t+1} = \gamma V_t + a_t a_t^\top",
            restored=0,
        ),
        recursion.mutant(
            "factor γ² for γ",
            r"V_{t+1} = \gamma^2 V_t + a_t a_t^\top + (1-\gamma^2)\tfrac{\lambda}{c_\mu}I_d",
            factor=gamma**2,
        ),
    ],
    depends_on=["Q3", "D10"],
    fidelity="verbatim",
    note="Where both parameters lie in the parameter set, α >= c_μ, and the second identity gives "
    "G_t >= c_μ V_t.",
)

_tilde_recursion = recursion.variant(
    r"\widetilde V_t = \sum_{s=1}^{t-1}\gamma^{2(t-1-s)}a_s a_s^\top"
    r" + \frac{\lambda}{c_\mu}I_d",
    power=2,
    factor=gamma**2,
)

Q18 = Claim(
    id="Q18",
    title="Ṽ_t, with squared weights, obeys the recursion with γ²",
    kernel=KernelTheorem(
        "Q18",
        "every d, t, γ, λ, c_μ, all actions",
        shows=r"\widetilde V_{t+1} = \gamma^2\widetilde V_t + a_t a_t^\top + "
        r"(1-\gamma^2)\tfrac{\lambda}{c_\mu}I_d,\quad \widetilde V_t \leq V_t\ (0\leq\gamma\leq "
        r"1)",
        mutants=["Q18_mutant"],
    ),
    printed=[
        _tilde_recursion.as_cases(
            r"\widetilde V_{t+1} = \gamma^2\widetilde V_t + a_t a_t^\top"
            r" + (1-\gamma^2)\tfrac{\lambda}{c_\mu}I_d,\quad d\leq 3,\ t < 4"
        )
    ],
    support=[_one_weight_on.variant(power=2), tilde_below],
    mutants=[
        _tilde_recursion.mutant(
            "factor γ for γ²: the recursion of V_t",
            r"\widetilde V_{t+1} = \gamma\widetilde V_t + a_t a_t^\top"
            r" + (1-\gamma)\tfrac{\lambda}{c_\mu}I_d",
            factor=gamma,
        ),
        tilde_above,
    ],
    depends_on=["Q19"],
    fidelity="verbatim",
    note="Ṽ_t is defined here and used nowhere else in the paper.",
)


@on_data(
    latex=r"V_t\big(\tfrac{\lambda}{c_\mu}\big) = V_t(\lambda)"
    r" + \big(\tfrac{\lambda}{c_\mu}-\lambda\big)I_d",
    scope="d <= 3, t <= 4",
)
def _two_ridges(data: Data, *, gap: Any = lam / c_mu - lam) -> Any:
    """V_t with ridge λ/c_μ minus V_t with ridge λ."""
    w = discounted(data.t)
    return data.gram(w, lam / c_mu) - data.gram(w, lam), gap * sp.eye(data.d)


Z10 = Claim(
    id="Z10",
    lines="540-545, 1856-1859, 3163-3164, 3189-3190, 3265-3266",
    kind="remark",
    title="V_t has ridge λ/c_μ in the analysis and ridge λ in the determinant and potential lemmas",
    printed=[
        _two_ridges.as_cases(
            r"V_t\big(\tfrac{\lambda}{c_\mu}\big)-V_t(\lambda) ="
            r" \big(\tfrac{\lambda}{c_\mu}-\lambda\big)I_d,\quad d\leq 3,\ t\leq 4"
        )
    ],
    mutants=[
        _two_ridges.mutant(
            "the second ridge not taken off",
            r"\cdots + \tfrac{\lambda}{c_\mu}I_d",
            gap=lam / c_mu,
        ),
        _two_ridges.mutant(
            "the two taken to be one matrix",
            r"V_t\ \text{(line 1857)} = V_t\ \text{(lines 3163, 3189)}",
            gap=0,
        ),
    ],
    depends_on=["Q3", "Q19", TERMWISE],
    follows="The two sums over the rounds are the same and cancel (termwise sums).",
    ours=True,
    note="Each lemma declares its own V_t and is not wrong by it, so this is no erratum. In the "
    "regret proof, where both meet, the lemmas have to be read with λ/c_μ in the place of λ. That "
    "they are not is one slip, and I25, I26, Z55, I31, Z121 and I33 are the lines where it shows.",
)


# --- Q20, Q21, D8, D11, Q25: the first-order condition ------------------------------------------

Q20 = Claim(
    id="Q20",
    title="g_t(θ) - Σ γ^{t-1-s} r_{s+1} a_s is the gradient of the objective",
    kernel=KernelTheorem(
        "Q20",
        "every d, t, γ, λ, all data; in every direction",
        shows=r"\nabla_\theta\Big(-\sum_{s=1}^{t-1}\gamma^{t-1-s}\log\mathbb{P}_\theta(r_{s+"
        r"1}|a_s)+\tfrac\lambda2\lVert\theta\rVert_2^2\Big) "
        r"= g_t(\theta)-\sum_{s=1}^{t-1}\gamma^{t-1-s}r_{s+1}a_s",
        mutants=["Q20_mutant"],
    ),
    printed=[gradient],
    mutants=[
        gradient.mutant(
            "λ/2 for λ: the factor of the penalty kept",
            r"g_t(\theta) = \cdots + \tfrac{\lambda}{2}\theta",
            keep=sp.Rational(1, 2),
        ),
        gradient.mutant(
            "exponent moved by one: γ^{t-s}",
            r"g_t(\theta) = \sum_s\gamma^{t-s}\cdots",
            defined=late,
        ),
    ],
    depends_on=["Q1", TERMWISE],
    fidelity="verbatim",
)


@on_data(latex=r"S_t = \sum_{s=1}^{t-1}\gamma^{-s}\epsilon_{s+1}a_s")
def _scaled_noise(data: Data, *, shift: int = 0) -> Any:
    """γ^{t-1} S_t is the noise with the weights of the estimate, that of each round its own."""
    noise = data.noise()
    S = data.score(times([gamma**-s for s in range(1, data.t)], noise))
    return gamma ** (data.t - 1 + shift) * S, data.score(times(discounted(data.t), noise))


@identity(
    latex=lambda *, shift=0: (
        rf"\gamma^{{t-1{'+1' * shift}}}\gamma^{{-s}}\epsilon_{{s+1}}a_s ="
        r" \gamma^{t-1-s}\epsilon_{s+1}a_s"
    ),
    scope="every γ, t and s, one term",
    at={"t": 4, "s": 2},
)
def _one_noise(*, shift: int = 0) -> Iterator[tuple[str, Any, Any]]:
    """One term of γ^{t-1} S_t."""
    g, t, s, noise = sp.symbols("gamma t s noise", positive=True)
    yield "term", g ** (t - 1 + shift) * g**-s * noise, g ** (t - 1 - s) * noise


Q21 = Claim(
    id="Q21",
    title="γ^{t-1} S_t is the noise with the weights of the estimate",
    kernel=KernelTheorem(
        "Q21",
        "every d, t, γ other than 0, all data",
        shows=r"\gamma^{t-1}S_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s",
        mutants=["Q21_mutant"],
    ),
    printed=[
        _scaled_noise.as_cases(
            r"\gamma^{t-1}S_t = \sum_{s=1}^{t-1}\gamma^{t-1-s}\epsilon_{s+1}a_s,"
            r"\quad d\leq 3,\ t\leq 4"
        )
    ],
    support=[_one_noise],
    mutants=[
        _one_noise.mutant("exponent moved by one in one term", shift=1),
        _scaled_noise.mutant("exponent moved by one: γ^t S_t", r"\gamma^{t}S_t", shift=1),
    ],
    depends_on=["D4"],
    fidelity="verbatim",
    note="ε_{s+1} = r_{s+1} - μ(a_s·θ*_s) is printed nowhere; lines 859 and 1747 say only that it "
    "is a martingale difference. Line 1919 forces it, along a_s (Q25).",
)


@on_data(
    sizes=[(1, 3), (2, 3), (1, 4)],
    latex=r"g_t\ \text{(line 935)} = g_t\ \text{(line 1861)}",
    scope="d <= 2, t <= 4, D = 1, any link",
)
def _older_part(data: Data, *, drop: int | None = None) -> Any:
    """g_t of the appendix minus g_t of the main text, D = 1: the rounds before t - D, or 0.

    ``drop`` of these rounds are left out, with None all of them.
    """
    w = discounted(data.t)
    means = times(w, [mu(x) for x in data.along(data.theta)])
    recent = data.score([0] * (data.t - 2) + means[-1:]) + lam * data.theta
    older = means[: data.t - 2 - drop] if drop is not None else []
    return data.g(w) - recent, data.score(older)


D8 = Claim(
    id="D8",
    error_lines="935",
    title="g_t sums from t - D in the main text and from 1 in the appendix",
    kernel=KernelTheorem(
        "D8",
        "every d, t, D, γ, λ, all actions and links; rounds before 1 are none",
        covers="corrected",
        latex=r"g_t(\theta) = g_{t-D:t}(\theta) + "
        r"\sum_{s=1}^{t-D-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s",
        mutants=["D8_mutant"],
    ),
    printed=[_older_part],
    corrected=[
        _older_part.variant(
            r"g_t(\theta) = g_{t-D:t}(\theta)"
            r" + \sum_{s=1}^{t-D-1}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s",
            drop=0,
        ).as_cases(
            r"d\leq 2,\ t\leq 4,\ D = 1:"
            r"\quad g_t-g_{t-1:t} = \sum_{s=1}^{t-2}\gamma^{t-1-s}\mu(a_s^\top\theta)a_s"
        )
    ],
    mutants=[
        _older_part.mutant("the round t - D - 1 left out", r"\sum_{s=1}^{t-D-2}", drop=1),
    ],
    depends_on=["Q20"],
    effect="notation",
    fidelity="implied",
    note="One letter for two sums: a convention. The appendix recalls the notation of the main "
    "text (line 1836) but not this sum. By line 921 a sum from t - D carries the subscript t-D:t. "
    "Only the appendix's g_t is the gradient map of the estimate (Q20); with the other one the "
    "display of lines 958-961 is still fine, since the rounds before t - D are what its first "
    "term, the bias, stands for. A third g_t, a Gaussian density, stands at lines 1575 and 1635.",
)


#: Two zeros at distance² x would make the quadratic form s + λ x vanish, s >= 0.
_apart = bound(
    "s + l*x > 0",
    "s >= {least}, l > 0, x > 0",
    latex=r"\sum_s w_s\alpha_s(a_s^\top(\theta-\theta'))^2"
    r" + \lambda\lVert\theta-\theta'\rVert_2^2 > 0",
    scope="every form, λ and gap",
    least="0",
)


_PENALTIES = (F(1, 10), F(1))


def _linear_systems(*, penalties: Iterable[Fraction] = _PENALTIES) -> Iterator[Any]:
    actions = [(F(1), F(0)), (F(0), F(1)), (F(1, 2), F(1, 2)), (F(0), F(0))]
    for penalty, g, n in product(penalties, (F(1, 2), F(1)), (1, 2, 3)):
        for played in product(actions, repeat=n):
            yield {"lam": penalty, "gamma": g, "actions": played}


@enumerated(
    cases=_linear_systems,
    latex=r"\hat\theta_t\ \text{is unique}",
    scope="linear mean, d = 2, t <= 4, four actions, γ in {1/2, 1}",
)
def _one_solution(lam: Fraction, gamma: Fraction, actions: Any) -> Any:
    """The condition is a linear system with one solution."""
    return determinant(design(actions, ages(gamma, len(actions) + 1), lam, 2)), ">", F(0)


#: One action 1 with the reward 1, logistic mean: 1 - μ(θ) - λθ is 1/2 at θ = 0, and not
#: positive at θ = x = 1/λ: there is a zero between them.
_comes_down = bound(
    "1 - 1/(1 + exp(-x)) - {penalty} <= 0",
    "x > 0",
    latex=r"1 - \mu(\theta) - \lambda\theta \leq 0\ \text{at}\ \theta = \tfrac1\lambda",
    scope="logistic mean, d = 1, one action 1 with the reward 1, every λ > 0 (x = 1/λ)",
    penalty="1",
)


@computed_bound(
    latex=r"\lambda = 0:\quad 1 - \mu(\theta) > 0\ \text{at every}\ \theta",
    scope="logistic mean, d = 1, one action 1 with the reward 1, every θ",
)
def _no_zero(*, penalty: int = 0) -> Any:
    """The same data without a penalty: 1 - μ(θ) - λθ is positive at every θ."""
    return logistic.mean, "<", 1 - penalty * z


D11 = Claim(
    id="D11",
    title="The estimate is the one zero of Σ γ^{t-1-s}(r_{s+1} - μ(a_s·θ))a_s - λθ",
    kernel=KernelTheorem(
        "D11",
        "every d, t, γ > 0, λ > 0, all data, μ continuous and not decreasing",
        shows=r"\exists!\,\hat\theta_t:\ \hat\theta_t = \arg\max_\theta "
        r"\sum_{s=1}^{t-1}\gamma^{t-1-s}\log\mathbb{P}_\theta(r_{s+1}|a_s)-\tfrac\lambda2\lVert"
        r"\theta\rVert_2^2,\quad "
        r"\hat\theta_t\text{ is the maximiser} \iff "
        r"\sum_{s=1}^{t-1}\gamma^{t-1-s}(r_{s+1}-\mu(a_s^\top\hat\theta_t))a_s-\lambda\hat\theta_t "
        r"= 0",
        mutants=["D11_mutant"],
    ),
    printed=[condition, _one_solution],
    support=[separated, _apart, _comes_down.as_cases(), _no_zero.as_cases()],
    mutants=[
        condition.mutant("sign of λθ turned", r"\cdots + \lambda\theta = 0", sign=1),
        separated.mutant(
            "λ halved",
            r"\cdots + \tfrac{\lambda}{2}\lVert\theta-\theta'\rVert_2^2",
            keep=sp.Rational(1, 2),
        ),
        _apart.mutant("slopes may be negative: the form from -1 on", least="-1"),
        _one_solution.mutant(
            "λ = 0 allowed: concave still, but actions that do not span leave a line of zeros",
            r"\hat\theta_t\ \text{is unique for}\ \lambda \geq 0",
            penalties=(F(0), *_PENALTIES),
        ),
        _comes_down.mutant("penalty dropped: one reward of 1 pulls θ up for ever", penalty="0"),
        _no_zero.mutant("λ = 1 in place of 0: then there is a zero", penalty=1),
    ],
    hypotheses=["A3"],
    depends_on=["Q1", "Q20", "D10", STRICT_CONVEXITY],
    fidelity="verbatim",
    note="Uniqueness comes from the penalty, not from concavity: without it actions that do not "
    "span leave a line of maximisers, and separable data none.",
)

Q25 = Claim(
    id="Q25",
    title="At the estimate g_t is the weighted sum of rewards: noise plus the means of each round",
    kernel=KernelTheorem(
        "Q25",
        "every d, t, γ > 0, λ > 0, all data",
        mutants=["Q25_mutant"],
    ),
    printed=[gradient.variant(noise_and_mean.latex), noise_and_mean],
    mutants=[
        noise_and_mean.mutant(
            "exponent moved by one: γ^t S_t",
            r"\gamma^t S_t",
            noise=lambda t: scaled(t, shift=1),
        ),
        noise_and_mean.mutant(
            "θ*_{t-1} for θ*_s: the means of all rounds at one parameter",
            r"\sum_s\gamma^{t-1-s}\mu(a_s^\top\theta^\star_{t-1})a_s",
            own_parameter=False,
        ),
    ],
    depends_on=["D11", "Q20", "Q21"],
    fidelity="verbatim",
    note="ε_{s+1} = r_{s+1} - μ(a_s·θ*_s) has the parameter of its own round; that is where the "
    "bias of the discounted estimate comes from. The page does not define ε for the bandit; the "
    "second equality leaves no other choice, along a_s.",
)


# --- Q23: the covariance at the true parameters -------------------------------------------------

Q23 = Claim(
    id="Q23",
    title="H̃_t takes each slope at the parameter of its round: covariance of γ^{t-1}S_t plus λ I",
    kernel=KernelTheorem(
        "Q23",
        "every d, t, γ ≠ 0, λ and parameters, fixed actions, rewards of any law with mean μ and "
        "variance μ' given the past",
        shows=r"\operatorname{Cov}(\gamma^{t-1}S_t)+\lambda I_d = \widetilde H_t",
        mutants=["Q23_mutant"],
    ),
    printed=[
        covariance.as_cases(
            r"\operatorname{Cov}(\gamma^{t-1}S_t)+\lambda I_d,\quad t = 4,\ d = 2,\ \text{logistic}"
        )
    ],
    mutants=[
        covariance.mutant(
            "one parameter for all rounds",
            r"\dot\mu(a_s^\top\theta^\star_{t-1})",
            own_parameter=False,
        ),
        covariance.mutant("weights not squared", r"\gamma^{t-1-s}", weights=discounted),
    ],
    depends_on=["D1", "Q21"],
    fidelity="verbatim",
    note="With actions that depend on past rewards the sum is the predictable quadratic variation "
    "of the noise. Written with an argument, H̃_t(θ) has one parameter for all rounds (Q16).",
)

CLAIMS = [Q3, Q18, Q19, Q20, Q21, Q23, Q25, D8, D11, Z10]
