r"""How far the windowed estimate is from the truth (lines 2706-2830).

The chain of the proofs is attacked on whole paths: actions, rewards, parameters and their changes,
links, λ and S are all chosen by the search.  On a path ρ stands for the norm of the noise itself,
:math:`\|S_t\|_{H_t^{-1}}`, so that nothing is left to chance.

The search takes rewards anywhere in [0, m], more than a link allows: what survives it holds for
all of them.  A path that refutes a printed line has rewards that occur: 0 and 1 for the logistic
mean, whole numbers for the exponential one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from glbtheory.claims.model import Bound, Claim, Statement
from glbtheory.claims.vocabulary.exact_designs import design, inverse_form
from glbtheory.claims.vocabulary.hand_steps import CAUCHY_SCHWARZ, LOEWNER, TERMWISE
from glbtheory.claims.vocabulary.symbolic_data import times
from glbtheory.engines.enumeration import enumerate_cases
from glbtheory.engines.evidence import HOLDS, REFUTED, Evidence
from glbtheory.regret.round_attacks import LINKS, ProofRound, attack_path
from glbtheory.setting.forgetting import Window
from glbtheory.setting.links import Link, logistic, poisson

_NOISE = r"\lVert S_t\rVert_{G_t^{-1}(\theta^\star_t,\hat\theta_t)}"
_FACTOR = rf"\Big(1+S+\tfrac{{1}}{{\sqrt\lambda}}{_NOISE}\Big)"


def attacked_windows(
    ratio: Callable[[ProofRound], Any],
    latex: str,
    why: str = "",
    target: float = 1.0,
    **options: Any,
) -> Statement:
    """Look for a path with a sliding window on which the ratio exceeds the target."""
    options = {"links": LINKS, "far": True, "S": (0.001, 4.0), "seed": 2712, **options}
    means = ", ".join(link.name for link in options["links"])
    where = "t in T(τ)" if options["far"] else "a change inside the window"
    scope = f"d <= 3, t <= 6, every τ <= t; {means}; {where}; λ in [0.01, 100], S <= 4"

    def run() -> Evidence:
        # A mutant needs less of a search: it is meant to fall.
        size: dict[str, Any] = {"samples": 120, "climbs": 2, "steps": 120 if why else 250}
        return attack_path(ratio, target=target, window=True, scope=scope, **{**size, **options})

    return Statement(latex, run, why)


def on_path(
    make: Callable[[], ProofRound],
    ratio: Callable[[ProofRound], Any],
    latex: str,
    why: str = "",
    witness: dict[str, Any] | None = None,
) -> Statement:
    """ratio <= 1 on one path, in forty digits; ``witness`` says it shorter than all its data."""

    def run() -> Evidence:
        path = make()
        found = float(ratio(path.precisely()))
        scope = f"one path: d = {path.d}, t = {path.t}, τ = {path.D}, {path.link.name}"
        if found <= 1:
            return Evidence(HOLDS, "attack", "attacked", scope, worst_ratio=found)
        shown = witness or path.to_json()
        detail = f"the ratio is {found:.6g}, in forty digits"
        return Evidence(REFUTED, "attack", "attacked", scope, shown, found, detail=detail)

    return Statement(latex, run, why)


# --- P7: one slope ------------------------------------------------------------------------------


def _slope_ratio(one: float = 1.0, noise: float = 1.0) -> Callable[[ProofRound], Any]:
    """μ'(a·θ*) over α (1 + S + X/√λ)."""

    def ratio(path: ProofRound) -> Any:
        factor = one + path.S + noise * path.X_G / path.sqrt(path.lam)
        return path.slope() / (path.alpha() * factor)

    return ratio


_P7 = (
    r"t\in\mathcal{T}(\tau):\ \alpha(a,\theta^\star_t,\hat\theta_t) \geq"
    rf" {_FACTOR}^{{-1}}\dot\mu(a^\top\theta^\star_t)"
)


def _far_out() -> ProofRound:
    """A short action and a small λ: the estimate goes to -99 although G_t stays close to λ."""
    action, reward, theta = np.array([[1e-4]]), np.zeros(1), np.zeros((2, 1))
    return ProofRound(poisson, action, reward, theta, Window(1), lam=1e-6, S=0.001, probe=[1.0])


def mirrored(link: Link, n: int, low: float) -> ProofRound:
    """n rounds with the action 1 at θ* = -low, one reward 1 and else 0; then θ* = low.

    With a mean reward of 1/n at -low there is no noise, and the estimate is close to -low.
    """
    rewards, theta = np.eye(1, n)[0], np.array([[-low]] * n + [[low]])
    return ProofRound(link, np.ones((n, 1)), rewards, theta, Window(n), lam=0.001, S=low)


def poisson_jump(n: int = 5) -> ProofRound:
    """Counts with mean 1/n, then with mean n."""
    return mirrored(poisson, n, math.log(n))


P7 = Claim(
    id="P7",
    title="With a window the slope between estimate and truth is at least μ'/(1 + S + noise)",
    printed=[attacked_windows(_slope_ratio(), _P7)],
    mutants=[
        attacked_windows(
            _slope_ratio(one=0.99),
            r"\alpha \geq (0.99+S+\cdots)^{-1}\dot\mu",
            "constant 1 lowered to 0.99",
        ),
        on_path(
            _far_out,
            _slope_ratio(noise=0.95),
            r"\alpha \geq \Big(1+S+\tfrac{0.95}{\sqrt\lambda}" + _NOISE + r"\Big)^{-1}\dot\mu",
            "coefficient of the noise lowered by five per cent",
        ),
        on_path(
            poisson_jump,
            _slope_ratio(),
            r"t\notin\mathcal{T}(\tau):\ \alpha \geq \cdots\dot\mu",
            "a change inside the window allowed",
        ),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["I36"],
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


def _on_matrices(sides: Callable[..., tuple[Any, Any]], latex: str, why: str = "") -> Statement:
    """lhs <= rhs for G = Σ α a a^T + λ I, noise S_t and a parameter, all rational, d = 2."""

    def cases() -> Iterator[dict[str, Any]]:
        slopes = ((_ONE, _ONE), (Fraction(1, 4), Fraction(1, 9)), (_ZERO, Fraction(1, 100)))
        for actions, alpha in product(product(_ACTIONS, repeat=2), slopes):
            for penalty, (theta, size) in product((Fraction(1, 2), Fraction(4)), _PARAMETERS):
                yield {
                    "actions": actions,
                    "alpha": alpha,
                    "lambda": penalty,
                    "theta": theta,
                    "S": size,
                    "noise": (_ONE, Fraction(-1, 2)),
                }

    def check(case: dict[str, Any]) -> Any:
        G = design(case["actions"], case["alpha"], case["lambda"], 2)
        pushes = list(zip(case["noise"], case["actions"], strict=True))
        noise = [sum(e * a[i] for e, a in pushes) for i in (0, 1)]
        # The worst of the three actions decides.
        pairs = [sides(case, G, noise, a) for a in _ACTIONS]
        left, right = max(pairs, key=lambda p: p[0] - p[1])
        return left, "<=", right

    scope = "d = 2, two rounds in the window, three actions, three parameters, λ in {1/2, 4}"
    return Statement(latex, lambda: enumerate_cases(cases(), check, scope), why)


def _cauchy(keep: Any = 1) -> Callable[..., tuple[Any, Any]]:
    def sides(case: Any, G: Any, noise: Any, a: Any) -> tuple[Any, Any]:
        total = times([1, 1], noise, [case["lambda"] * x for x in case["theta"]])
        norms = inverse_form(G, a, a) * inverse_form(G, total, total)
        return inverse_form(G, a, total) ** 2, keep * norms

    return sides


def _short(keep: Any = 1) -> Callable[..., tuple[Any, Any]]:
    return lambda case, G, noise, a: (inverse_form(G, a, a), keep / case["lambda"])


def _pull(keep: Any = 1) -> Callable[..., tuple[Any, Any]]:
    def sides(case: Any, G: Any, noise: Any, a: Any) -> tuple[Any, Any]:
        squared = case["lambda"] ** 2 * inverse_form(G, case["theta"], case["theta"])
        return squared, keep * case["lambda"] * case["S"] ** 2

    return sides


def _triangle(slack: str, why: str = "") -> Bound:
    """‖u - v‖ <= ‖u‖ + ‖v‖ from the inner product p q c with |c| <= 1."""
    return Bound(
        "x**2 + y**2 - 2*x*y*c",
        "<=",
        f"(x + {slack}*y)**2",
        "x >= 0, y >= 0, -1 <= c <= 1",
        latex=r"\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq"
        r" \lVert S_t\rVert_{G_t^{-1}} + \lVert\lambda\theta^\star_t\rVert_{G_t^{-1}}",
        scope="squared, every pair of lengths and every angle",
        why=why,
    )


_CAUCHY = (
    r"|a^\top G_t^{-1}(S_t-\lambda\theta^\star_t)| \leq %s\lVert a\rVert_{G_t^{-1}}"
    r"\lVert S_t-\lambda\theta^\star_t\rVert_{G_t^{-1}}"
)
_SHORT = r"\lVert a\rVert_{G_t^{-1}} \leq %s\lambda^{-1/2}"
_PULL = r"\lambda^{-1/2}\lVert\lambda\theta^\star_t\rVert_{G_t^{-1}} \leq %sS"
_LESS = Fraction(99, 100) ** 2

I36 = Claim(
    id="I36",
    title="The chain for one slope: Cauchy-Schwarz, the ridge, no bias, the triangle inequality",
    printed=[
        _on_matrices(_cauchy(), _CAUCHY % ""),
        _on_matrices(_short(), _SHORT % ""),
        _on_matrices(_pull(), _PULL % ""),
        _triangle("1"),
    ],
    mutants=[
        _on_matrices(_cauchy(_LESS), _CAUCHY % r"0.99\,", "right side lowered by one per cent"),
        _on_matrices(_short(_LESS), _SHORT % r"0.99\,", "right side lowered by one per cent"),
        _on_matrices(_pull(_LESS), _PULL % r"0.99\,", "right side lowered by one per cent"),
        _triangle("0.99", "second norm lowered by one per cent"),
    ],
    hypotheses=["A1"],
    depends_on=["I13", "Q38", "Q40", "Q41", CAUCHY_SCHWARZ, TERMWISE],
    note="The second and the fifth line of the display are equalities: the mean value identity "
    "(Q38) and the absence of bias on T(τ) (Q40). L of the source is read as 1 (Z62).",
)


# --- C5, C6: G_t against H_t --------------------------------------------------------------------


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
_CHANGED = {
    "link": "logistic",
    "S": "10",
    "lambda": "1/1000",
    "tau": "104",
    "rounds 1 to 4": "actions (0.8, 0.6), (0.8, 0.58), (0.8, -0.6), (0.8, -0.58), "
    "rewards 1, 0, 0, 1, theta* = (0, 0)",
    "rounds 5 to 104": "action (1, 0), reward 1, theta* = (10, 0)",
}


def _matrix_ratio(one: float = 1.0) -> Callable[[ProofRound], Any]:
    """The least c with H_t <= c G_t, over the factor."""
    return lambda path: path.relative(path.H_tilde_recent, path.G) / (path.factor - 1 + one)


_C5 = rf"t\in\mathcal{{T}}(\tau):\ G_t(\theta^\star_t,\hat\theta_t) \geq {_FACTOR}^{{-1}}H_t"

C5 = Claim(
    id="C5",
    title="With a window G_t is at least H_t divided by 1 + S + noise",
    printed=[attacked_windows(_matrix_ratio(), _C5)],
    mutants=[
        attacked_windows(
            _matrix_ratio(0.99),
            r"G_t \geq (0.99+S+\cdots)^{-1}H_t",
            "constant 1 lowered to 0.99",
        ),
        on_path(
            two_parameters,
            _matrix_ratio(),
            rf"\forall t\leq T:\ G_t \geq {_FACTOR}^{{-1}}H_t",
            "a change inside the window allowed",
            _CHANGED,
        ),
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["P7", "I37", TERMWISE],
    note="H_t has each round's own parameter; on T(τ) that is θ*_t.",
)


def _noise_ratio(path: ProofRound) -> Any:
    """‖S_t‖ in G_t^{-1} over √(1+S)‖S_t‖ + ‖S_t‖²/√λ in H_t^{-1}."""
    return path.X_G / (path.sqrt(1 + path.S) * path.X_H + path.X_H**2 / path.sqrt(path.lam))


_C6 = (
    rf"{_NOISE} \leq \sqrt{{1+S}}\lVert S_t\rVert_{{H_t^{{-1}}}}"
    r" + \tfrac{1}{\sqrt\lambda}\lVert S_t\rVert_{H_t^{-1}}^2"
)

C6 = Claim(
    id="C6",
    error_lines="2772",
    title="The noise in G_t is bounded by the noise in H_t, on T(τ) and not for all t",
    printed=[on_path(two_parameters, _noise_ratio, rf"\forall t\leq T:\ {_C6}", "", _CHANGED)],
    corrected=[attacked_windows(_noise_ratio, rf"\forall t\in\mathcal{{T}}(\tau):\ {_C6}")],
    mutants=[
        attacked_windows(
            _noise_ratio,
            rf"{_NOISE} \leq 0.99(\cdots)",
            "right side lowered by one per cent",
            0.99,
        )
    ],
    hypotheses=["A1", "A3", "A4"],
    depends_on=["C5", "I38"],
    effect="statement",
    note="'Furthermore' carries t in T(τ) over from the first half, the quantifier undoes it. Only "
    "rounds of T(τ) are used (line 2905), so nothing downstream changes. The rewards of the "
    "witness have a probability of 0.06. L of the source is read as 1 (Z62).",
)


# --- I37, I38: from slopes to matrices, and the quadratic ----------------------------------------


def _ridge_kept(one: str, why: str = "") -> Bound:
    return Bound(
        f"({one} + s + x/sqrt(l))*l",
        ">=",
        "l",
        "s > 0, x >= 0, l > 0",
        latex=rf"\Big({one}+S+\lambda^{{-1/2}}{_NOISE}\Big)\lambda \geq \lambda",
        scope="every S, λ and noise",
        why=why,
    )


I37 = Claim(
    id="I37",
    title="The ridge may be added on both sides: the factor is at least 1",
    printed=[_ridge_kept("1")],
    mutants=[_ridge_kept("0.99", "constant 1 lowered to 0.99: small S then fails")],
    depends_on=["P7", TERMWISE],
    note="G_t = Σ α a a^T + λI >= f^{-1} Σ μ' a a^T + f^{-1} λI for a factor f >= 1.",
)


def _quadratic(second: str, why: str = "") -> Bound:
    """Beyond u y + l y² the quadratic is positive: u = √(1+S), l = 1/√λ, y = ‖S_t‖ in H_t^{-1}.

    With X = u y + l y² + e the statement is X² - l y² X - u² y² > 0.
    """
    X = f"(u*y + {second}*l*y**2 + e)"
    return Bound(
        f"{X}**2 - l*y**2*{X} - u**2*y**2",
        ">",
        "0",
        "u >= 1, y > 0, l > 0, e > 0",
        latex=r"X^2 \leq \Big(1+S+\tfrac{X}{\sqrt\lambda}\Big)Y^2 \Rightarrow"
        r" X \leq \sqrt{1+S}\,Y+\tfrac{1}{\sqrt\lambda}Y^2",
        scope="every S, λ and Y = ‖S_t‖ in H_t^{-1}",
        why=why,
    )


I38 = Claim(
    id="I38",
    title="The implicit inequality for the noise is a quadratic, and is solved",
    printed=[_quadratic("1")],
    mutants=[
        _quadratic("0.99", "coefficient of the squared noise lowered to 0.99"),
    ],
    depends_on=["C5", LOEWNER],
    note="The exact root is smaller: (Y²/√λ + √(Y⁴/λ + 4(1+S)Y²))/2. What is printed splits the "
    "root of the sum. L of the source is read as 1 (Z62).",
)

CLAIMS = [P7, I36, C5, C6, I37, I38]
