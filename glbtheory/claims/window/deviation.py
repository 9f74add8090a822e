r"""How far the windowed estimate is from the truth (lines 2706-2830).

The chain of the proofs is attacked on whole paths.  The search takes rewards anywhere in [0, m],
more than a link allows: what survives it holds for all of them.  A path that refutes a printed line
has rewards that occur: 0 and 1 for the logistic mean, whole numbers for the exponential one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.vocabulary import bound, enumerated
from glbtheory.claims.vocabulary.exact_designs import design, inverse_form
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, LOEWNER, TERMWISE
from glbtheory.claims.vocabulary.symbolic_data import times
from glbtheory.claims.vocabulary.window_rounds import attacked_windows, mirrored
from glbtheory.regret.round_attacks import ProofRound
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import logistic, poisson

_NOISE = r"\lVert S_t\rVert_{G_t^{-1}(\theta^\star_t,\hat\theta_t)}"
_FACTOR = rf"\Big(1+S+\tfrac{{1}}{{\sqrt\lambda}}{_NOISE}\Big)"

# --- P7: one slope ------------------------------------------------------------------------------

_P7 = (
    r"t\in\mathcal{T}(\tau):\ \alpha(a,\theta^\star_t,\hat\theta_t) \geq"
    rf" {_FACTOR}^{{-1}}\dot\mu(a^\top\theta^\star_t)"
)


def _far_out() -> ProofRound:
    """A short action and a small λ: the estimate goes to -99 although G_t stays close to λ."""
    action, reward, theta = np.array([[1e-4]]), np.zeros(1), np.zeros((2, 1))
    return ProofRound(poisson, action, reward, theta, Window(1), lam=1e-6, S=0.001, probe=[1.0])


def poisson_jump(n: int = 5) -> ProofRound:
    """Counts with mean 1/n, then with mean n."""
    return mirrored(poisson, n, math.log(n))


@attacked_windows(latex=_P7, known=[(_far_out(), None), (poisson_jump(), None)])
def _slope(path: ProofRound, *, one: float = 1.0, size: float = 1.0, noise: float = 1.0) -> Any:
    """μ'(a·θ*) over α (1 + S + X/√λ)."""
    factor = one + size * path.S + noise * path.X_G / path.sqrt(path.lam)
    return path.slope() / (path.alpha() * factor)


#: What is left when |a·(θ̂ - θ*)| = h is replaced by S + X/√λ = h + e.
slope_falls = bound(
    "s/(1 + h) >= s/(1 + h + {more})",
    "s > 0, h >= 0, e >= 0",
    latex=r"h \leq S+\tfrac{X}{\sqrt\lambda}\ \Rightarrow\ \frac{\dot\mu}{1+h} \geq"
    r" \frac{\dot\mu}{1+S+X/\sqrt\lambda}",
    scope="every slope, h and larger S + X/√λ",
    more="e",
)

P7 = Claim(
    id="P7",
    kernel=KernelTheorem(
        "P7", "every d, t, τ, λ > 0, link, action and path of rewards", mutants=["P7_mutant"]
    ),
    title="With a window the slope between estimate and truth is at least μ'/(1 + S + noise)",
    printed=[_slope],
    support=[slope_falls],
    mutants=[
        _slope.mutant(
            "constant 1 lowered to 0.99", r"\alpha \geq (0.99+S+\cdots)^{-1}\dot\mu", one=0.99
        ),
        _slope.mutant(
            "coefficient of the noise lowered by five per cent",
            r"\alpha \geq \Big(1+S+\tfrac{0.95}{\sqrt\lambda}" + _NOISE + r"\Big)^{-1}\dot\mu",
            noise=0.95,
        ),
        _slope.mutant(
            "S dropped",
            r"\alpha \geq \Big(1+\tfrac{1}{\sqrt\lambda}" + _NOISE + r"\Big)^{-1}\dot\mu",
            size=0.0,
        ),
        _slope.mutant(
            "a change inside the window allowed",
            r"\forall t\leq T:\ \alpha \geq \cdots\dot\mu",
            far=None,
        ),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["I13", "Q38", "Q40", "Q41", "I36"],
    fidelity="verbatim",
    follows="I13 bounds the slope by means of |a·(θ̂_t - θ*_t)|. On T(τ) that is |a^T "
    "G_t^{-1}(S_t - λθ*_t)|, by Q38, Q41 and Q40, and I36 bounds it by S + ‖S_t‖/√λ for every "
    "action of the unit ball.",
    blind_to=["a coefficient of S between 1/2 and 1"],
    note="S̄ of the discounted case has become S: on T(τ) the old parameter has left the data. It "
    "is said for an action a that no quantifier binds; it holds for every a in the unit ball.",
)


# --- I36: its proof -----------------------------------------------------------------------------

_ONE, _ZERO = Fraction(1), Fraction(0)
_ACTIONS = ((_ONE, _ZERO), (_ZERO, _ONE), (Fraction(3, 5), Fraction(4, 5)))
#: Parameters with their norms.
_PARAMETERS = (
    ((Fraction(3), Fraction(4)), Fraction(5)),
    ((-_ONE, _ZERO), _ONE),
    ((_ZERO, _ZERO), _ZERO),
)


def _windows() -> Iterator[dict[str, Any]]:
    """G = Σ α a a^T + λ I, noise S_t and a parameter, all rational, d = 2."""
    slopes = ((_ONE, _ONE), (Fraction(1, 4), Fraction(1, 9)), (_ZERO, Fraction(1, 100)))
    for actions, alpha in product(product(_ACTIONS, repeat=2), slopes):
        for penalty, (theta, size) in product((Fraction(1, 2), Fraction(4)), _PARAMETERS):
            case = {"actions": actions, "alpha": alpha, "lam": penalty, "theta": theta, "S": size}
            yield {**case, "noise": (_ONE, Fraction(-1, 2))}


#: Two sides, squared, from G_t, S_t, an action, λ, θ* and S.
TwoSides = Callable[..., tuple[Any, Any]]


def _cauchy(G: Any, noise: Any, a: Any, lam: Fraction, theta: Any, S: Fraction) -> Any:
    total = times([1, 1], noise, [lam * x for x in theta])
    norms = inverse_form(G, a, a) * inverse_form(G, total, total)
    return inverse_form(G, a, total) ** 2, norms


def _short(G: Any, noise: Any, a: Any, lam: Fraction, theta: Any, S: Fraction) -> Any:
    return inverse_form(G, a, a), 1 / lam


def _pull(G: Any, noise: Any, a: Any, lam: Fraction, theta: Any, S: Fraction) -> Any:
    return lam**2 * inverse_form(G, theta, theta), lam * S**2


_CAUCHY = (
    r"|a^\top G_t^{-1}(S_t-\lambda\theta^\star_t)| \leq %s\lVert a\rVert_{G_t^{-1}}"
    r"\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}}"
)
_SHORT = r"\lVert a\rVert_{G_t^{-1}} \leq %s\lambda^{-1/2}"
_PULL = r"\lambda^{-1/2}\lVert\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq %sS"
_LESS = Fraction(99, 100) ** 2


@enumerated(
    cases=_windows,
    latex=_CAUCHY % "",
    scope="d = 2, two rounds in the window, three actions, three parameters, λ in {1/2, 4}",
)
def _line(
    actions: Sequence[Any],
    alpha: Sequence[Fraction],
    lam: Fraction,
    theta: Any,
    S: Fraction,
    noise: Sequence[Fraction],
    *,
    sides: TwoSides = _cauchy,
    keep: Fraction = _ONE,
) -> Any:
    """lhs <= keep · rhs of one line of the display."""
    G = design(actions, alpha, lam, 2)
    pushes = list(zip(noise, actions, strict=True))
    total = [sum(e * a[i] for e, a in pushes) for i in (0, 1)]
    pairs = (sides(G, total, a, lam, theta, S) for a in _ACTIONS)
    # The worst of the three actions decides.
    left, right = max(((x, keep * y) for x, y in pairs), key=lambda pair: pair[0] - pair[1])
    return left, "<=", right


_short_line = _line.variant(_SHORT % "", sides=_short)
_pull_line = _line.variant(_PULL % "", sides=_pull)
#: ‖u - v‖ <= ‖u‖ + ‖v‖ from the inner product x y c with |c| <= 1.
_triangle = bound(
    "x**2 + y**2 - 2*x*y*c <= (x + {slack}*y)**2",
    "x >= 0, y >= 0, -1 <= c <= 1",
    latex=r"\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq"
    r" \lVert S_t\rVert_{G_t^{-1}} + \lVert\lambda\theta^\star_t\rVert_{G_t^{-1}}",
    scope="squared, every pair of lengths and every angle",
    slack="1",
)

I36 = Claim(
    id="I36",
    title="The chain for one slope: Cauchy-Schwarz, the ridge, the triangle inequality",
    printed=[
        _line,
        _short_line,
        _pull_line,
        _triangle.as_part(r"x^2+y^2-2xyc \leq (x+y)^2\quad(-1\leq c\leq1)"),
    ],
    mutants=[
        *(
            line.mutant("right side lowered by one per cent", said % r"0.99\,", keep=_LESS)
            for line, said in ((_line, _CAUCHY), (_short_line, _SHORT), (_pull_line, _PULL))
        ),
        _triangle.mutant("second norm lowered by one per cent", slack="0.99"),
    ],
    hypotheses=["A1", "A4"],
    depends_on=[CAUCHY_SCHWARZ, LOEWNER],
    fidelity="paraphrase",
    follows="The first line and the angle c of the last are Cauchy-Schwarz in the inner product "
    "of G_t^{-1}. G_t is at least λI, since slopes are not negative (A4), so that its inverse is "
    "at most I/λ (Loewner order); with ‖a‖ <= 1 and ‖θ*_t‖ <= S these are the second and "
    "the third.",
    note="The lines of the display without what they have in common. Its first line is I13. The "
    "second and the fifth are equalities: the mean value identity (Q38) and the absence of bias "
    "on T(τ) (Q40). L of the source is read as 1 (Z62).",
)


# --- C5, C6: G_t against H_t --------------------------------------------------------------------

_ridge_kept = bound(
    "({one} + s + x/sqrt(l))*l >= l",
    "s > 0, x >= 0, l > 0",
    latex=r"\Big(1+S+\lambda^{-1/2}\lVert S_t\rVert_{G_t^{-1}}\Big)\lambda \geq \lambda",
    scope="every S, λ and noise",
    one="1",
)

_X = "(u*y + {second}*l*y**2 + e)"
#: Beyond X = u y + l y² the quadratic X² - l y² X - u² y² is positive, here at X + e: u = √(1+S),
#: l = 1/√λ, y = ‖S_t‖ in H_t^{-1}.
_quadratic = bound(
    f"{_X}**2 - l*y**2*{_X} - u**2*y**2 > 0",
    "u >= 1, y >= 0, l > 0, e > 0",
    latex=r"X^2 \leq \Big(1+S+\tfrac{X}{\sqrt\lambda}\Big)Y^2 \Rightarrow"
    r" X \leq \sqrt{1+S}\,Y+\tfrac{1}{\sqrt\lambda}Y^2",
    scope="every S, λ and Y = ‖S_t‖ in H_t^{-1}",
    second="1",
)


def two_parameters(late: int = 100) -> ProofRound:
    """A window with a change in it: four early rounds at θ* = 0, then ``late`` at θ* = (10, 0).

    The early actions are nearly along the first axis, two on each side of it; a success and a
    failure on each side leave a little noise along the second.  The late rounds, all successes,
    drive the estimate out along the first axis, where slopes are tiny, so G_t knows little of the
    second axis; H_t still has the slopes 1/4 of the early rounds.
    """
    early = [[0.8, 0.6], [0.8, 0.58], [0.8, -0.6], [0.8, -0.58]]
    actions = np.array([*early, *[[1.0, 0.0]] * late])
    rewards = np.array([1.0, 0.0, 0.0, 1.0, *[1.0] * late])
    theta = np.array([[0.0, 0.0]] * 4 + [[10.0, 0.0]] * (late + 1))
    return ProofRound(logistic, actions, rewards, theta, Window(late + 4), lam=0.001, S=10.0)


#: That path in words.
_IN_WORDS = {
    "link": "logistic",
    "S": "10",
    "lambda": "1/1000",
    "tau": "104",
    "rounds 1 to 4": "actions (0.8, 0.6), (0.8, 0.58), (0.8, -0.6), (0.8, -0.58), "
    "rewards 1, 0, 0, 1, theta* = (0, 0)",
    "rounds 5 to 104": "action (1, 0), reward 1, theta* = (10, 0)",
}
_CHANGED = [(two_parameters(), _IN_WORDS)]


_C5 = rf"t\in\mathcal{{T}}(\tau):\ G_t(\theta^\star_t,\hat\theta_t) \geq {_FACTOR}^{{-1}}H_t"


@attacked_windows(latex=_C5, known=_CHANGED)
def _matrix(path: ProofRound, *, one: float = 1.0, size: float = 1.0, noise: float = 1.0) -> Any:
    """The least c with H_t <= c G_t, over the factor."""
    factor = one + size * path.S + noise * path.X_G / path.sqrt(path.lam)
    return path.relative(path.H_tilde_recent, path.G) / factor


C5 = Claim(
    id="C5",
    kernel=KernelTheorem(
        "C5", "every d, t, τ, λ > 0, link and path of rewards", mutants=["C5_mutant"]
    ),
    title="With a window G_t is at least H_t divided by 1 + S + noise",
    printed=[_matrix],
    support=[_ridge_kept],
    mutants=[
        _matrix.mutant("constant 1 lowered to 0.99", r"G_t \geq (0.99+S+\cdots)^{-1}H_t", one=0.99),
        _matrix.mutant(
            "S dropped",
            rf"G_t \geq \Big(1+\tfrac{{1}}{{\sqrt\lambda}}{_NOISE}\Big)^{{-1}}H_t",
            size=0.0,
        ),
        _matrix.mutant("the noise dropped", r"G_t \geq (1+S)^{-1}H_t", noise=0.0),
        _matrix.mutant(
            "a change inside the window allowed",
            rf"\forall t\leq T:\ G_t \geq {_FACTOR}^{{-1}}H_t",
            far=None,
        ),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["I37", TERMWISE],
    fidelity="verbatim",
    follows="The two lines of I37, added (termwise sums): the sums over the window, and the ridge "
    "on both sides, since the factor is at least 1.",
    blind_to=["coefficients of S and of the noise between 1/2 and 1"],
    note="H_t has each round's own parameter; on T(τ) that is θ*_t.",
)


_C6 = (
    rf"{_NOISE} \leq \sqrt{{1+S}}\lVert S_t\rVert_{{H_t^{{-1}}}}"
    r" + \tfrac{1}{\sqrt\lambda}\lVert S_t\rVert_{H_t^{-1}}^2"
)


@attacked_windows(latex=rf"\forall t\in\mathcal{{T}}(\tau):\ {_C6}", known=_CHANGED)
def _noise(path: ProofRound, *, first: float = 1.0, second: float = 1.0) -> Any:
    """‖S_t‖ in G_t^{-1} over √(1+S)‖S_t‖ + ‖S_t‖²/√λ in H_t^{-1}."""
    large = first * path.sqrt(1 + path.S) * path.X_H
    large += second * path.X_H**2 / path.sqrt(path.lam)
    return path.X_G / large if large else 0


C6 = Claim(
    id="C6",
    kernel=KernelTheorem(
        "C6",
        "every d, t, τ, λ > 0, link and path of rewards",
        covers="corrected",
        mutants=["C6_mutant"],
    ),
    error_lines="2772",
    title="The noise in G_t is bounded by the noise in H_t, on T(τ) and not for all t",
    printed=[_noise.variant(rf"\forall t\leq T:\ {_C6}", far=None)],
    corrected=[_noise],
    support=[_quadratic],
    mutants=[
        _noise.mutant(
            "right side lowered by one per cent", rf"{_NOISE} \leq 0.99(\cdots)", target=0.99
        ),
        _noise.mutant(
            "first coefficient lowered by five per cent",
            rf"{_NOISE} \leq 0.95\sqrt{{1+S}}\lVert S_t\rVert_{{H_t^{{-1}}}}+\cdots",
            first=0.95,
        ),
        _noise.mutant(
            "the squared noise dropped",
            rf"{_NOISE} \leq \sqrt{{1+S}}\lVert S_t\rVert_{{H_t^{{-1}}}}",
            second=0.0,
        ),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["C5", "I38", LOEWNER],
    fidelity="verbatim",
    follows="By C5 and the Loewner order the squared norm in G_t^{-1} is at most the factor of C5 "
    "times that in H_t^{-1}; I38 solves this inequality.",
    blind_to=["a coefficient of the squared noise between 1/2 and 1"],
    effect="statement",
    note="'Furthermore' carries t in T(τ) over from the first half, the quantifier undoes it. "
    "Only rounds of T(τ) are used (line 2905), so nothing downstream changes. The rewards of "
    "the witness have a probability of 0.06. L of the source is read as 1 (Z62).",
)


# --- I37, I38: from slopes to matrices, and the quadratic ----------------------------------------


_SUMS = (
    r"t\in\mathcal{T}(\tau):\ \sum_{s=t-\tau}^{t-1}\alpha(a_s,\theta^\star_t,\hat\theta_t)"
    r"a_s a_s^\top \geq \Big(%s\Big)^{-1}"
    r"\sum_{s=t-\tau}^{t-1}\dot\mu(a_s^\top\theta^\star_s)a_s a_s^\top"
)
_IN_THE_SUMS = rf"\lambda^{{-1/2}}{_NOISE}"


@attacked_windows(latex=_SUMS % f"1+S+{_IN_THE_SUMS}", known=[(_far_out(), None)])
def _added(path: ProofRound, *, one: float = 1.0, size: float = 1.0, noise: float = 1.0) -> Any:
    """The quadratic forms of the two sums at a vector, right over left; the window's rounds."""
    along = path.weights * (path.actions @ path.probe) ** 2
    left = along @ path.secants
    factor = one + size * path.S + noise * path.X_G / path.sqrt(path.lam)
    return along @ path.slopes / (left * factor) if left else 0


I37 = Claim(
    id="I37",
    title="The slopes are added up, and the ridge on both sides: the factor is at least 1",
    kernel=KernelTheorem(
        "I37",
        "every d, t, τ, λ > 0, link and path of rewards",
        mutants=["I37_mutant"],
    ),
    printed=[_added, _ridge_kept],
    mutants=[
        _added.mutant("constant 1 lowered to 0.99", _SUMS % f"0.99+S+{_IN_THE_SUMS}", one=0.99),
        _added.mutant("S dropped", _SUMS % f"1+{_IN_THE_SUMS}", size=0.0),
        _added.mutant("the noise dropped", _SUMS % "1+S", noise=0.0),
        _ridge_kept.mutant("constant 1 lowered to 0.99: small S then fails", one="0.99"),
    ],
    depends_on=["P7"],
    fidelity="verbatim",
    note="Rounds before the first are left out of the sums (Z63). With both lines G_t = Σ α a a^T "
    "+ λI >= f^{-1} Σ μ' a a^T + f^{-1} λI for the factor f >= 1.",
)


I38 = Claim(
    id="I38",
    title="The implicit inequality for the noise is a quadratic, and is solved",
    printed=[_quadratic],
    mutants=[
        _quadratic.mutant("coefficient of the squared noise lowered to 0.99", second="0.99"),
    ],
    depends_on=["C5"],
    fidelity="paraphrase",
    note="X and Y are the norms of S_t in G_t^{-1} and H_t^{-1}. The exact root is smaller: "
    "(Y²/√λ + √(Y⁴/λ + 4(1+S)Y²))/2. What is printed splits the root of the sum. L of the "
    "source is read as 1 (Z62).",
)

CLAIMS = [P7, I36, C5, C6, I37, I38]
