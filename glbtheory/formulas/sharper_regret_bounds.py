r"""The closed forms of smaller regret bounds, and of a smaller bonus with a sliding window.

They carry the sharper bonuses of ``sharper_confidence`` through the two regret proofs, and take
back what the rest of these proofs rounds:

* the elliptical lemma with discounts keeps the share :math:`(1-\gamma)\lambda/c_\mu` of the ridge
  that comes back every round: forgetting costs :math:`\log\frac{1+y}{1+\gamma y}` per round and
  dimension, where the paper has :math:`\log\frac1\gamma`; and no round counts more than one over
  the ridge;
* with a window the rounds are cut into blocks of τ + 1 rounds (the paper: τ) that just cover T;
* both have the best factor :math:`1/(x\log(1+1/x))` at the ridge :math:`x = \lambda/c_\mu`
  (the paper: 2 max(1, 1/λ));
* with :math:`W` the root of the sum of the squared regrets far from a change, the regret there is
  at most :math:`\sqrt T\,W`, and at most :math:`W^2/\Delta` when gaps are at least Δ.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import sympy as sp

from glbtheory.formulas.formula import (
    D,
    Delta,
    Formula,
    Gamma,
    S,
    T,
    c_mu,
    d,
    gamma,
    k_mu,
    lam,
    m,
    t,
    tau,
)
from glbtheory.formulas.sharper_confidence import (
    SHARPENED,
    largest_noise,
    sharper_radius,
    slope_loss,
    slope_loss_constant,
)

_NAMED = {f.name: f for f in SHARPENED}
_ridge = lam / c_mu


def _best_factor(ridge: Any) -> Any:
    """1/(x log(1 + 1/x)): the least C with z <= C log(1 + z) for 0 <= z <= 1/x."""
    return 1 / (ridge * sp.log(1 + 1 / ridge))


# --- potentials -----------------------------------------------------------------------------------

#: What an even spread of the weights of T rounds adds to the ridge, in units of the ridge.
_y = c_mu * (1 - gamma**T) / (d * lam * (1 - gamma))
#: The volume at the end and the volume that is forgotten on the way.
SPENT = _best_factor(_ridge) * d * (sp.log(1 + _y) + (T - 1) * sp.log((1 + _y) / (1 + gamma * _y)))
POTENTIAL_DISCOUNT = Formula(
    "potential_discount_sharpened",
    "bound on the elliptical potential with discount factors and ridge lam/c_mu",
    "2350-2371, 3186-3202",
    sp.Min(T / _ridge, SPENT),
    written=r"P_\gamma^\sharp",
)
_blocks = sp.ceiling(T / (tau + 1))
POTENTIAL_WINDOW = Formula(
    "potential_window_sharpened",
    "bound on the elliptical potential with a sliding window and ridge lam/c_mu",
    "2959-2967, 3261-3274",
    _best_factor(_ridge) * d * _blocks * sp.log(1 + T * c_mu / (_blocks * d * lam)),
    written=r"P_\tau^\sharp",
)

# --- the bonus with a sliding window --------------------------------------------------------------


def _window(last: Any, suffix: str, when: str, index: str) -> list[Formula]:
    """Radius, noise and bonus of a window at round ``last``; nothing in it is older than a change.

    The sums of the discounted case become sums of min(t, τ) ones, and S̄ becomes S.
    """
    radius = Formula(
        f"rho_window_sharpened{suffix}",
        f"confidence radius with a sliding window for directions in a ball of radius u + r, {when}",
        "2836-2845",
        sharper_radius(k_mu * sp.Min(last, tau) / (d * lam)),
        written=rf"\rho_{index}^\sharp",
    )
    noise = Formula(
        f"noise_window_sharpened{suffix}",
        f"bound on the noise in the inverse of the mean-slope matrix of a window, {when}",
        "2809-2834",
        largest_noise(S, radius.symbol),
        (radius,),
        written=rf"X_{index}^\sharp",
    )
    bonus = Formula(
        f"beta_window_sharpened{suffix}",
        f"the bonus of SC-SW-GLUCB without the roundings of its proof, {when}",
        "2847-2916",
        k_mu
        * sp.sqrt(slope_loss_constant(S) + noise.symbol / sp.sqrt(lam))
        * (sp.sqrt(lam) * S + noise.symbol),
        (noise,),
        written=rf"\beta_{index}^\sharp",
    )
    return [radius, noise, bonus]


WINDOW = _window(t, "", "round t", "t")
WINDOW_END = _window(T, "_end", "the last round", "T")
BETA_BAR_WINDOW = Formula(
    "beta_bar_window_sharpened",
    "the refined bonus of a window without roundings, the estimate in the parameter set",
    "3053-3055",
    k_mu * (sp.sqrt(lam) * S + sp.sqrt(slope_loss(2 * S)) * WINDOW[0].symbol),
    (WINDOW[0],),
)

# --- the regret -----------------------------------------------------------------------------------

_BETA = replace(_NAMED["beta_sharpened"], written=r"\beta^\sharp")
_BIAS = replace(_NAMED["bias_sharpened"], written=r"b^\sharp")
#: r_t <= 2(β‖a_t‖/√c_μ + b) far from a change, squared and summed by Minkowski.
NORM_DISCOUNT = Formula(
    "regret_norm_discount",
    "root of the sum of squared regrets far from a change, with discount factors",
    "2313-2371",
    2 * _BETA.symbol * sp.sqrt(POTENTIAL_DISCOUNT.symbol / c_mu) + 2 * _BIAS.symbol * sp.sqrt(T),
    (_BETA, _BIAS, POTENTIAL_DISCOUNT),
    written=r"W_\gamma",
)
NORM_WINDOW = Formula(
    "regret_norm_window",
    "root of the sum of squared regrets far from a change, with a sliding window",
    "2938-2967",
    2 * WINDOW_END[-1].symbol * sp.sqrt(POTENTIAL_WINDOW.symbol / c_mu),
    (WINDOW_END[-1], POTENTIAL_WINDOW),
    written=r"W_\tau",
)


def _bounds(kind: str, who: str, lost: Any, norm: Formula, lines: tuple[str, str]) -> list[Formula]:
    """Lost rounds and the others: √T W in the worst case, W²/Δ with gaps."""
    return [
        Formula(
            f"regret_{kind}_sharpened",
            f"bound on the regret of {who} in the worst case, no rounding but those of its chain",
            lines[0],
            m * Gamma * lost + sp.sqrt(T) * norm.symbol,
            (norm,),
        ),
        Formula(
            f"regret_{kind}_gap_sharpened",
            f"bound on the regret of {who} when gaps are at least Delta, no rounding but those of "
            "its chain",
            lines[1],
            m * Gamma * lost + norm.symbol**2 / Delta,
            (norm,),
        ),
    ]


SHARPENED_REGRET = [
    POTENTIAL_DISCOUNT,
    POTENTIAL_WINDOW,
    *WINDOW,
    *WINDOW_END,
    BETA_BAR_WINDOW,
    NORM_DISCOUNT,
    NORM_WINDOW,
    *_bounds("discount", "SC-D-GLUCB", D, NORM_DISCOUNT, ("2337-2371", "2449-2493")),
    *_bounds("window", "SC-SW-GLUCB", tau, NORM_WINDOW, ("2949-2967", "3033-3039")),
]
