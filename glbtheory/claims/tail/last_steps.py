"""The last steps of the tail inequality: from the mixture to the norm of S_t (lines 1590-1627)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.claims.model import Claim, KernelTheorem
from glbtheory.claims.tail._sums import Pairs
from glbtheory.claims.vocabulary import bound, identity
from glbtheory.claims.vocabulary.scope_conditions import FINITE_OUTCOMES

_l, _next, _m, _w = sp.symbols("lambda lambda_t m w", positive=True)
_delta, _log_n, _norm = sp.symbols("delta L n", positive=True)


# --- I6: Markov, and three events one inside the other -------------------------------------------

#: Where the indicator is one: x = 1/δ + y.
markov = bound(
    "1 <= {factor}*(1/q + y)",
    "0 < q <= 1, y >= 0",
    latex=r"\mathbf 1[x\geq 1/\delta] \leq \delta x",
    scope="every x >= 1/δ and δ in (0, 1]; for x < 1/δ the left side is 0",
    factor="q",
)


@identity(
    latex=r"\delta \geq P(\bar M_t\geq 1/\delta) \geq P\Big(f_t(\xi^\star)\geq\log\frac{1}{\delta}"
    r" + \log\frac{N(h_t)}{N(g_t)}\Big)",
    scope="every δ and every ratio r = N(h)/N(g)",
)
def level_of_exponent(*, power: int = 1) -> Pairs:
    """Where f = log(1/δ) + log(N(h)/N(g)), the lower bound e^f N(g)/N(h) is 1/δ."""
    ratio = sp.Symbol("r", positive=True)
    level = sp.log(1 / _delta) + power * sp.log(ratio)
    yield "level", sp.exp(sp.expand_log(level)) / ratio, 1 / _delta


I6 = Claim(
    id="I6",
    title="Markov's inequality for the mixture, then an event inside the one that it bounds",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "I6",
        "every d, t, λ > 0, δ in (0, 1], adaptive policy, weights, noise bounded by m, and every "
        "ξ* of the half ball",
        conditions=[FINITE_OUTCOMES],
        mutants=["I6_mutant"],
    ),
    printed=[
        level_of_exponent.as_part(
            r"\exp\Big(\log\frac1\delta+\log\frac{N(h_t)}{N(g_t)}\Big)\frac{N(g_t)}{N(h_t)}"
            r" = \frac1\delta"
        )
    ],
    support=[markov],
    mutants=[
        markov.mutant("constant lowered by 1/1000", factor="0.999*q"),
        level_of_exponent.mutant(
            "ratio of the constants turned over",
            r"P\Big(f_t(\xi^\star)\geq\log\frac{1}{\delta} + \log\frac{N(g_t)}{N(h_t)}\Big)",
            power=-1,
        ),
    ],
    depends_on=["Q10", "Q12"],
    note="Markov's inequality is its pointwise form, checked here, and the monotony of "
    "expectations. The third line writes f_t(ξ*) as a maximum; the fourth falls to one point of "
    "the half ball: Z150, with I7.",
)


# --- I7: the direction that is tried ------------------------------------------------------------

_DIRECTION = (
    r"\lVert\xi_0\rVert_2 \leq \tfrac12,\quad \xi_0 = \frac{\sqrt{%s}}{2}"
    r"\,\frac{\widetilde H_t^{-1}S_t}{\lVert S_t\rVert_{\widetilde H_t^{-1}}}"
)
_EIGEN = "l > 0, u >= 0, v >= 0, x >= 0, y >= 0"
#: |ξ_0|² <= 1/4 in the eigenbasis of H (d = 2): eigenvalues l + u, l + v, S = (x, y).
half_ball = bound(
    "{ridge}/4*(x**2/(l+u)**2 + y**2/(l+v)**2) <= (x**2/(l+u) + y**2/(l+v))/4",
    f"{_EIGEN}, 0 < g < 1",
    latex=_DIRECTION % r"\lambda_t",
    scope="d = 2, every H with eigenvalues at least λ_{t-1}, every S",
    ridge="(l/g**2)",
)
_half_ball_corrected = half_ball.variant(_DIRECTION % r"\lambda_{t-1}", ridge="l", where=_EIGEN)
_in_half_ball = _half_ball_corrected.as_part(
    r"\frac{\lambda_{t-1}}{4}\sum_{i\leq 2}\frac{x_i^2}{h_i^2} \leq"
    r" \frac14\sum_{i\leq 2}\frac{x_i^2}{h_i} \quad (h_i\geq\lambda_{t-1})"
)

I7 = Claim(
    id="I7",
    error_lines="1606",
    title="The direction ξ_0 lies in the half ball",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "I7",
        "every d, S and symmetric H >= λ_{t-1}I with λ_{t-1} > 0",
        covers="corrected",
        mutants=["I7_mutant"],
    ),
    printed=[half_ball],
    corrected=[_in_half_ball],
    mutants=[_half_ball_corrected.mutant("λ_{t-1} raised by 1/1000", ridge="(1.001*l)")],
    effect="step",
    note="Line 1606 has λ_t. With the paper's own choice λ_t = λ_{t-1}/γ² (line 1793) ξ_0 can "
    "leave the half ball: as H̃ approaches λ_{t-1} I, |ξ_0| approaches 1/(2γ). Line 1614 goes on "
    "with λ_{t-1}, which is right. ξ_0 is not defined where S_t = 0; there the event has nothing "
    "to bound.",
)


# --- I8: the value of f_t at that direction -----------------------------------------------------


_VALUE = (
    r"f_t(\xi_0) = \frac{1}{mw_{t-1}}\xi_0^\top S_t"
    r" - \frac{1}{m^2w_{t-1}^2}\xi_0^\top\widetilde H_t\xi_0"
    r" = \frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}\lVert S_t\rVert_{\widetilde H_t^{-1}}"
    r" - \frac{\lambda_{t-1}}{4m^2w_{t-1}^2}"
)


@identity(latex=_VALUE, scope="d <= 2, every invertible H and S")
def exponent_there(*, ridge: Any = _l, part: int = 4) -> Pairs:
    """f(ξ_0) for ξ_0 with ``ridge`` under its root."""
    for d in (1, 2):
        S = sp.Matrix(sp.symbols(f"S1:{d + 1}", positive=True))
        H = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"h{min(i, j) + 1}{max(i, j) + 1}", real=True))
        square = (S.T * H.inv() * S)[0]
        xi = sp.sqrt(ridge) / 2 * H.inv() * S / _norm
        f = (xi.T * S)[0] / (_m * _w) - (xi.T * H * xi)[0] / (_m * _w) ** 2
        wanted = sp.sqrt(_l) / (2 * _m * _w) * _norm - _l / (part * (_m * _w) ** 2)
        # n² stands for |S|² in the inverse norm: it determines one entry of H, which it replaces.
        free = H[0, 0] if d == 1 else H[1, 1]
        entry = sp.solve(sp.numer(sp.together(square - _norm**2)), free)[0]
        yield f"d={d}", sp.simplify((f - wanted).subs(free, entry)), sp.Integer(0)


I8 = Claim(
    id="I8",
    title="The exponent at ξ_0 is linear in the norm of S_t",
    fidelity="verbatim",
    kernel=KernelTheorem(
        "I8",
        "every d, S not 0, positive definite H, λ > 0 and m w",
        mutants=["I8_mutant"],
    ),
    printed=[exponent_there.as_cases()],
    mutants=[
        exponent_there.mutant(
            "ξ_0 as line 1606 prints it",
            r"\cdots,\quad \xi_0\ \text{with}\ \lambda_t",
            ridge=_next,
        ),
        exponent_there.mutant(
            "1/4 made 1/2", r"\cdots - \frac{\lambda_{t-1}}{2m^2w_{t-1}^2}", part=2
        ),
    ],
    depends_on=["I7"],
    note="The display is right for the ξ_0 with λ_{t-1}, as I7 repairs it.",
)


# --- Q13: solved for the norm -------------------------------------------------------------------


@identity(
    latex=r"P\big(\lVert S_t\rVert_{\widetilde H_t^{-1}}\geq r\big)\leq\delta,\quad"
    r" r = \frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}"
    r" + \frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}\log\frac1\delta"
    r" + \frac{2mw_{t-1}}{\sqrt{\lambda_{t-1}}}\log\frac{N(h_t)}{N(g_t)}",
    scope="every norm, λ, m, w, δ and every value of log N(h)/N(g)",
)
def solved_for_norm(*, linear: int = 2, constant: int = 2) -> Pairs:
    """f(ξ_0) >= level says that the norm is at least the radius: the two gaps are proportional."""
    slope = sp.sqrt(_l) / (2 * _m * _w)
    gap = slope * _norm - _l / (2 * _m * _w) ** 2 - sp.log(1 / _delta) - _log_n
    scale = linear * _m * _w / sp.sqrt(_l)
    radius = sp.sqrt(_l) / (constant * _m * _w) + scale * (sp.log(1 / _delta) + _log_n)
    yield "gaps", gap, slope * (_norm - radius)


Q13 = Claim(
    id="Q13",
    title="The tail bound with the normalising constants still in it",
    fidelity="paraphrase",
    kernel=KernelTheorem(
        "Q13",
        "every d, t, λ > 0, δ in (0, 1], adaptive policy, weights, and noise bounded by m",
        conditions=[FINITE_OUTCOMES],
        mutants=["Q13_mutant"],
    ),
    printed=[
        solved_for_norm.as_part(
            r"\frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}n - \frac{\lambda_{t-1}}{4m^2w_{t-1}^2}"
            r" - \log\frac1\delta - \log\frac{N(h_t)}{N(g_t)}"
            r" = \frac{\sqrt{\lambda_{t-1}}}{2mw_{t-1}}(n - r)"
        )
    ],
    mutants=[
        solved_for_norm.mutant(
            "2 made 1", r"\frac{mw_{t-1}}{\sqrt{\lambda_{t-1}}}\log\frac1\delta", linear=1
        ),
        solved_for_norm.mutant(
            "1/2 made 1/4", r"\frac{\sqrt{\lambda_{t-1}}}{4mw_{t-1}} + \cdots", constant=4
        ),
    ],
    depends_on=["I6", "I8", "Z150"],
)

CLAIMS = [I6, I7, I8, Q13]
