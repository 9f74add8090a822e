"""The self-normalised weighted tail inequality and its windowed extension (T3, T4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp

from glbtheory import formulas as f
from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.tail._sums import Pairs, same_sums, since, sums
from glbtheory.claims.vocabulary import bound, enumerated, grid, identity
from glbtheory.claims.vocabulary.exact_designs import VECTORS, Vector, design, determinant
from glbtheory.claims.vocabulary.hand_steps import TERMWISE
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES
from glbtheory.claims.vocabulary.symbolic_data import Data
from glbtheory.concentration.exact_tails import Action, adversary
from glbtheory.concentration.noise_laws import FAIR, Law, skewed, three_point

_RADIUS = (
    r"\frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}"
    r"+\frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}\log\frac{\det(\widetilde H_INDEX)^{1/2}}"
    r"{\delta\,RIDGE^{d/2}}+\frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}d\log2"
)


def _tail_latex(ridge: str, index: str = "t") -> str:
    """The inequality with ``ridge`` in the logarithm, for the sums with this index."""
    norm = r"\lVert S_INDEX\rVert_{\widetilde H_INDEX^{-1}}"
    text = rf"P\big({norm} \geq r\big)\leq\delta,\quad r = {_RADIUS}"
    return text.replace("INDEX", f"{{{index}}}").replace("RIDGE", ridge)


# --- without data -------------------------------------------------------------------------------

_WHERE = "l > 0, 0 < q < 1"

#: Actions zero: S_t = 0 and H̃_t = λ_{t-1}I, so a radius below 0 is reached for certain.  It is the
#: radius times √λ_{t-1}, d = 1 and w_{t-1} = m = 1; l is λ_{t-1}, the ratio √(λ_{t-1}/λ_t).
radius_without_data = bound(
    "l/2 + 2*(log({ratio}) + log(2) - log(q)) >= 0",
    f"{_WHERE}, 0 < g < 1",
    latex=_tail_latex(r"\lambda_t"),
    scope="without data: every λ and δ",
    instance={"t": "2", "d": "1", "a_1": "0", "lambda_2": "l/g^2", "delta": "q"},
    ratio="g",
)


# --- from Q13 to the theorem ----------------------------------------------------------------------


@identity(
    latex=r"\log\frac{N(h_t)}{N(g_t)} = \log\frac{\det(\widetilde H_t)^{1/2}}"
    r"{\lambda_{t-1}^{d/2}}+d\log2,\quad \text{put into Q13, gives the radius}\ r",
    scope="every d, λ, m, w, δ and determinant",
    at={"d": 2},
)
def assembled() -> Pairs:
    """Q13's radius with log N(h)/N(g) at its bound is the radius of the theorem."""
    scale = 2 * f.m * f.w / sp.sqrt(f.lam)
    level = sp.log(1 / f.delta) + f.gain + f.d * sp.log(2)
    radius = sp.sqrt(f.lam) / (2 * f.m * f.w) + scale * level
    yield "radius", radius, f.FORMULAS["tail_radius"].expression


# --- the optimal adaptive adversary ---------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """What the adversary may do: weights by round, actions and noise laws to choose from."""

    weights: Sequence[Any]
    actions: Sequence[Action]
    laws: Sequence[Law]
    lam: Any
    delta: Fraction
    m: Any = 1


def _line(*points: Any) -> list[Action]:
    return [(Fraction(x),) for x in points]


def _coin(m: Any) -> Law:
    return skewed(Fraction(1, 2), m)


_STOP_OR_GO = _line(0, 1)
_AXES = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
_LAZY = three_point(1, 0, 1, Fraction(1, 2))
_SKEWED = skewed(Fraction(1, 4))
_HALF, _TENTH = Fraction(1, 2), Fraction(1, 10)
_RISING = [1] * 16 + [Fraction(3, 2)] * 12

#: In each of them the radius can be reached: the check is not vacuous.
GAMES = {
    "24 rounds": Game([1] * 24, _STOP_OR_GO, [FAIR, _SKEWED], 7, _HALF),
    "40 rounds": Game([1] * 40, _STOP_OR_GO, [FAIR], 14, _TENTH),
    "rising weights": Game(_RISING, _STOP_OR_GO, [FAIR], Fraction(63, 4), _HALF),
    "three-point noise": Game([1] * 20, _STOP_OR_GO, [FAIR, _LAZY], 7, _HALF),
    "two dimensions": Game([1] * 20, _AXES, [FAIR], 9, _HALF),
}


@enumerated(
    cases=lambda *, games=GAMES: (
        {"game": name, "rounds": len(g.weights), "lam": g.lam, "m": g.m, "delta": g.delta}
        for name, g in games.items()
    ),
    latex=_tail_latex(r"\lambda_{t-1}"),
    scope="exact, best adaptive policy over the listed moves: d = 1 with 20 to 40 rounds (two- and "
    "three-point noise, equal and rising weights, stopping allowed), d = 2 with 20 rounds; m = 1, "
    "λ from 7 to 63/4, δ in {1/2, 1/10}",
)
def kept_by_adversaries(
    game: str,
    rounds: int,
    lam: Any,
    m: Any,
    delta: Fraction,
    *,
    games: Mapping[str, Game] = GAMES,
    scale: Any = 1,
    variance: Callable[[Law], Fraction] | None = None,
    anticipating: bool = False,
    monotone: bool = True,
    bounded: bool = True,
) -> Any:
    """The largest violation probability over all adaptive policies lies in (0, δ], in each game."""
    moves = games[game]
    found = adversary(
        *(moves.weights, moves.actions, moves.laws),
        lam=lam,
        m=m,
        delta=delta,
        scale=scale,
        variance=variance,
        anticipating=anticipating,
        monotone=monotone,
        bounded=bounded,
    )
    if found.probability == 0:
        raise ValueError(f"nothing can reach the radius in the game of {game}")
    return found.probability, "<=", delta


T3 = Claim(
    id="T3",
    error_lines="882",
    title="The self-normalised weighted tail inequality at a fixed round",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "T3_ordinary_law",
        "every d, t, weights, ridges and law; the probability is taken round by round, by upper "
        "integrals",
        covers="corrected",
        latex=r"\mathbb{P}\big(\lVert S_{t}\rVert_{\widetilde H_{t}^{-1}} \geq r\big)\leq\delta,"
        r"\quad r "
        r"= "
        r"\frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}+\frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}\log\frac{"
        r"\det(\widetilde "
        r"H_{t})^{1/2}}{\delta\,\lambda_{t-1}^{d/2}}+\frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}d\log2",
        mutants=["T3_ordinary_law_mutant"],
        beside=["T3", "T3_any_law"],
    ),
    printed=[
        radius_without_data,
        radius_without_data.variant(
            ratio="exp(-x)",
            where=f"{_WHERE}, x >= 0",
            instance={**radius_without_data.instance, "lambda_2": "l e^(2x)"},
        ),
    ],
    corrected=[
        kept_by_adversaries,
        radius_without_data.variant(
            r"\frac{\sqrt\lambda}{2m}+\frac{2m}{\sqrt\lambda}\log\frac{2}{\delta}\geq0",
            ratio="1",
            where=_WHERE,
            instance={},
        ),
        assembled,
    ],
    mutants=[
        kept_by_adversaries.mutant(
            "radius times 47/100",
            r"P\big(\lVert S_t\rVert\geq\tfrac{47}{100}\,\text{radius}\big)\leq\delta",
            games={"radius times 47/100": GAMES["40 rounds"]},
            scale=Fraction(47, 100),
        ),
        kept_by_adversaries.mutant(
            "σ² dropped, m = 10",
            r"\widetilde H_t = \sum_sw_s^2a_sa_s^\top + \lambda_{t-1}I_d",
            games={"σ² dropped, m = 10": Game([1] * 30, _line(1), [_coin(10)], 100, _TENTH, 10)},
            variance=lambda law: Fraction(1),
        ),
        kept_by_adversaries.mutant(
            "the action may wait for its noise",
            r"a_u\ \text{is}\ \mathcal F_{u+1}\ \text{measurable}",
            games={
                "the action may wait for its noise": Game([1] * 24, _line(1, -1), [FAIR], 7, _HALF)
            },
            anticipating=True,
        ),
        kept_by_adversaries.mutant(
            "weights that fall",
            r"w_1 = 50 > w_2 = 1",
            games={
                "weights that fall": Game(
                    [50, 1], _STOP_OR_GO, [skewed(Fraction(1, 50))], 16, Fraction(1, 100)
                )
            },
            monotone=False,
        ),
        kept_by_adversaries.mutant(
            "one noise as large as 50 m",
            r"|\epsilon_{u+1}|\leq 50m",
            games={
                "one noise as large as 50 m": Game(
                    [1], _STOP_OR_GO, [skewed(Fraction(1, 50), 50)], 16, Fraction(1, 100)
                )
            },
            bounded=False,
        ),
    ],
    hypotheses=["A6", "A7"],
    depends_on=["Q13", "P3"],
    effect="statement",
    note="In the logarithm line 882 has λ_t where the proof and the extension (line 1766) have "
    "λ_{t-1}. With the paper's own λ_t = λ_{t-1}/γ² and a small γ the printed radius is negative "
    "before any data are seen, and the event is certain. For γ > 1/2 that choice has no such "
    "witness, but the theorem allows any λ_t: equal weights and a λ_2 far above λ_1 = 1 do it too, "
    "say λ_2 = e^10 at δ = 1/20. The radius is loose: the exact "
    "probabilities stay below δ/200, so with these laws the check sees a radius shrunk to 0.47 "
    "of itself but not to 0.48; constants such as d log 2 are tested at their own step (P3, I11). "
    "λ_{t-1} > 0 is used and not stated (Z31); that the weights are deterministic is said in A7 "
    "only; line 866 defines σ_t² through ε_{t+1}, of which only σ_1², ..., σ_{t-1}² are needed.",
)


# --- T4: the window -------------------------------------------------------------------------------


@identity(
    latex=_tail_latex(r"\lambda_{t-1}", "t-t_0:t"),
    scope="d <= 2, t <= 4, t_0 < t, any weights and variances",
)
def as_full(*, less: int = 0) -> Pairs:
    """S and H̃ over the rounds from t - t₀ are those of T3 with the earlier actions set to zero."""
    for d, t, t0 in ((1, 3, 1), (1, 4, 2), (2, 3, 1), (2, 4, 3)):
        data, zeroed = Data(d, t), Data(d, t)
        zeroed.actions[: t - t0 - 1] = [sp.zeros(d, 1)] * (t - t0 - 1)
        w = sp.symbols(f"w1:{t}", positive=True)
        short = sums(data, since(t - t0 + less, w))
        yield from same_sums(short, sums(zeroed, w), f"d={d}, t={t}, t_0={t0}", ("S", "H"))


T4 = Claim(
    id="T4",
    title="The tail inequality for the last t₀ rounds",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "T4_ordinary_law",
        "every d, t, t₀, weights, ridges and law; the probability is taken round by round, by "
        "upper integrals",
        mutants=["T4_ordinary_law_mutant"],
        beside=["T4", "T4_any_law"],
    ),
    printed=[as_full],
    support=[
        as_full.variant(
            r"a_s=0\ \text{for}\ s<t-t_0 \Rightarrow S_{t-t_0:t}=S_t,\ "
            r"\widetilde H_{t-t_0:t}=\widetilde H_t"
        )
    ],
    mutants=[
        as_full.mutant(
            "one round fewer in the sums",
            r"S_{t-t_0+1:t} = S_t\ \text{if}\ a_s = 0\ \text{for}\ s<t-t_0",
            less=1,
        )
    ],
    hypotheses=["A6", "A7"],
    depends_on=["T3", "Z30", TERMWISE],
    note="Zero is an allowed action, so this is T3 for another process and needs no new proof; "
    "with t₀ = t-1 it is T3 again. (Lines 1738-1740 call it weaker; the two are equivalent.) Here "
    "the logarithm has λ_{t-1}, as it should. t₀ is neither introduced nor bounded; t₀ >= 1 is "
    "meant, and where t₀ >= t the sums start at 1 (Z32).",
)


# --- Z30: the process in its proof ----------------------------------------------------------------

_PROCESS = (
    r"M_u^t(\xi) = \exp\Big(\cdots - \frac{1}{m^2w_{t-1}^2}\xi^\top\sum_{s=t-t_0}^{u-1}"
    r"w_s^2%sa_sa_s^\top\xi\Big),\quad"
    r" \mathbb{E}\big[M_u^t(\xi)\mid\mathcal{F}_{u-1}\big] \leq M_{u-1}^t(\xi)"
)
#: E[M_u | past] <= M_{u-1} for the noise ±m: cosh v against the factor of the variance.
fair_step = bound(
    "cosh(v) <= exp(v**2*{variance}/m**2)",
    "-1 <= v <= 1, 1 <= m <= 4",
    latex=_PROCESS % "",
    scope="noise ±m of probability 1/2 each, every v in [-1, 1], 1 <= m <= 4",
    variance="1",
)

Z30 = Claim(
    id="Z30",
    lines="1770-1788",
    error_lines="1783",
    kind="step",
    title="The process in the proof of the extension lacks the variances",
    fidelity="implied",
    kernel=KernelTheorem(
        "Z30",
        "every d, t, t_0, u, ξ in the unit ball, weights, and law of bounded centred noise",
        covers="corrected",
        conditions=[FINITE_OUTCOMES],
        mutants=["Z30_mutant"],
    ),
    printed=[fair_step],
    corrected=[
        fair_step.variant(_PROCESS % r"\sigma_s^2", variance="m**2").as_cases(
            r"\epsilon = \pm m:\quad \cosh(v) \leq e^{v^2}"
        )
    ],
    mutants=[
        fair_step.mutant(
            "σ² lowered to 0.49 of itself; 1/2 would do for this noise", variance="m**2*0.49"
        )
    ],
    depends_on=["L1"],
    effect="step",
    note="Without σ_s² the quadratic form is not that of H̃, so the theorem does not follow; and "
    "for m > √2 the process is no supermartingale: with noise ±m its mean grows like cosh(v). For "
    "m <= √2 it is one (Hoeffding), and gives a bound with a larger matrix instead. The "
    "theorem itself stands: it follows from T3 (see T4).",
)


# --- Z31: a hypothesis that is not stated ---------------------------------------------------------

_HUNDREDTH = Fraction(1, 100)
_RIDGES = (0, _HUNDREDTH, 1)


@enumerated(
    cases=lambda *, ridges=_RIDGES: grid(
        lam=map(Fraction, ridges), actions=product(VECTORS[1], repeat=2)
    ),
    latex=r"\{\lambda_u\}_{u=1}^t\ \text{a deterministic sequence}:\ \widetilde H_t\succ0",
    scope=lambda *, ridges=_RIDGES: (
        f"d = 1, two rounds, σ² = w = 1, λ in {{{', '.join(map(str, ridges))}}}"
    ),
)
def invertible(lam: Fraction, actions: tuple[Vector, ...]) -> Any:
    """det H̃_t > 0 for short sequences of listed vectors, zero among them."""
    return determinant(design(actions, [1, 1], lam, 1)), ">", Fraction(0)


#: x^T H̃ x = λ‖x‖² + Σ w²σ²(a·x)²: n is ‖x‖², q the sum.
_form_positive = bound(
    "l*n + q > 0",
    "l > 0, n > 0, q >= 0",
    latex=r"\lambda_{t-1}\lVert x\rVert_2^2 + \sum_sw_s^2\sigma_s^2(a_s^\top x)^2 > 0"
    r" \quad (x\neq 0)",
    scope="every λ_{t-1} > 0, x and sum of squares",
)
_positive = invertible.variant(r"\lambda_{t-1} > 0:\ \widetilde H_t\succ0", ridges=_RIDGES[1:])

Z31 = Claim(
    id="Z31",
    lines="863-865, 1751-1753",
    error_lines="864, 1752",
    kind="definition",
    title="The regularisation term λ_{t-1} must be positive, which neither theorem says",
    fidelity="implied",
    printed=[invertible],
    corrected=[_positive],
    support=[_form_positive],
    mutants=[
        _positive.mutant(
            "a ridge of -1/100 allowed",
            r"\lambda_{t-1} \geq -\tfrac{1}{100}:\ \widetilde H_t\succ0",
            ridges=(-_HUNDREDTH, 1),
        ),
        _form_positive.mutant("λ_{t-1} = 0 allowed", where="l >= 0, n > 0, q >= 0"),
    ],
    follows="For x not 0, x^T H̃_t x is λ_{t-1}‖x‖² > 0 plus a sum of squares with weights that are "
    "not negative, hence positive.",
    effect="notation",
    note="λ_{t-1} is divided by and H̃_t inverted; with λ_{t-1} = 0 and actions zero neither can "
    "be done. The assumptions A6 and A7 speak of the weights only; the estimate has λ > 0. "
    "P9 (line 3121) is as silent and needs λ_{t-1} >= 0.",
)

CLAIMS = [T3, T4, Z30, Z31]
