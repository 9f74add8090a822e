"""The closed forms of the confidence radius and of the exploration bonus."""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.formulas.formula import (
    D,
    Formula,
    S,
    T,
    d,
    delta,
    gain,
    gamma,
    k_mu,
    lam,
    m,
    t,
    tau,
    w,
)

# --- concentration: the radii ---------------------------------------------------------------------

_log_ratio = sp.log(T / delta)
_radius_start = sp.sqrt(lam) / (2 * m) + 2 * m / sp.sqrt(lam) * _log_ratio
_radius_end = 2 * m / sp.sqrt(lam) * d * sp.log(2)


def _radius(growth: Any) -> Any:
    """ρ with the bound ``growth`` on the information gained per direction."""
    return _radius_start + d * m / sp.sqrt(lam) * sp.log(1 + growth) + _radius_end


RHO = Formula(
    "rho",
    "confidence radius with discount factors, main text",
    "613-623",
    _radius(k_mu * (1 - T**-2) / (d * lam * (1 - gamma**2))),
    written=r"\rho_T^\delta",
)
RHO_APPENDIX = Formula(
    "rho_appendix",
    "confidence radius with discount factors and an analysis window of D rounds, appendix",
    "1930-1939",
    _radius(k_mu * (1 - gamma ** (2 * D)) / (d * lam * (1 - gamma**2))),
    written=r"\rho_T^\delta",
)
RHO_WINDOW = Formula(
    "rho_window",
    "confidence radius with a sliding window",
    "2836-2845",
    _radius(k_mu * sp.Min(t, tau) / (d * lam)),
    written=r"\rho_t^\delta",
)
#: The window's radius as the regret bounds use it, at t = T.
RHO_WINDOW_END = Formula(
    "rho_window_end",
    "confidence radius with a sliding window at the last round",
    "2836-2845",
    RHO_WINDOW.expression.subs(t, T),
    written=r"\rho_T^\delta",
)
CONCENTRATION = [
    RHO,
    RHO_APPENDIX,
    RHO_WINDOW,
    RHO_WINDOW_END,
    Formula(
        "tail_radius",
        "radius of the tail inequality at one round, for gain = log of det(H)^(1/2)/lam^(d/2)",
        "877-886, 1762-1768",
        sp.sqrt(lam) / (2 * m * w)
        + 2 * m * w / sp.sqrt(lam) * (gain + sp.log(1 / delta))
        + 2 * m * w / sp.sqrt(lam) * d * sp.log(2),
    ),
    Formula(
        "ball_ratio",
        "ratio R of the Gaussian masses of two balls, the second of half the radius",
        "1678-1687",
        sp.lowergamma(d / 2, lam / (m * w) ** 2) / sp.lowergamma(d / 2, lam / (2 * m * w) ** 2),
    ),
]

# --- the exploration bonus ------------------------------------------------------------------------

#: What a round before the last change can shift the gradient map by.
SHIFT = 2 * S * k_mu + m


def _bonus(size: Any, rho: Any) -> Any:
    """β: k_μ √λ (1 + S + √((1+S)/λ) ρ + ρ²/λ)^{3/2}."""
    inside = 1 + size + sp.sqrt((1 + size) / lam) * rho + (rho / sp.sqrt(lam)) ** 2
    return k_mu * sp.sqrt(lam) * inside ** sp.Rational(3, 2)


def _sharp_bonus(size: Any, rho: Any) -> Any:
    """The line before: S in the place of 1 + S̄ in one of the factors of β."""
    noise = sp.sqrt((1 + size) / lam) * rho + (rho / sp.sqrt(lam)) ** 2
    return k_mu * sp.sqrt(lam) * sp.sqrt(1 + size + noise) * (S + noise)


def _refined_bonus(rho: Any) -> Any:
    """β̄: k_μ √(1 + 2S) (√λ S + ρ)."""
    return k_mu * sp.sqrt(1 + 2 * S) * (sp.sqrt(lam) * S + rho)


S_BAR = Formula(
    "s_bar",
    "radius of the parameters inflated by the bias of old data, main text",
    "609-611",
    S + SHIFT / (T * lam * (1 - gamma)),
    written=r"\bar{S}",
)
S_BAR_APPENDIX = Formula(
    "s_bar_appendix",
    "radius of the parameters inflated by the bias of data older than D rounds, appendix",
    "1942-1945",
    S + gamma**D * SHIFT / (lam * (1 - gamma)),
    written=r"\bar{S}",
)
BETA = Formula(
    "beta",
    "exploration bonus of SC-D-GLUCB, before division by the root of c_mu",
    "603-607",
    _bonus(S_BAR.symbol, RHO.symbol),
    (S_BAR, RHO),
    written=r"\beta_T^\delta",
)
BETA_APPENDIX = Formula(
    "beta_appendix",
    "exploration bonus of SC-D-GLUCB with an analysis window of D rounds",
    "603-607, 2181-2183",
    _bonus(S_BAR_APPENDIX.symbol, RHO_APPENDIX.symbol),
    (S_BAR_APPENDIX, RHO_APPENDIX),
    written=r"\beta_T^\delta",
)
BETA_WINDOW = Formula(
    "beta_window",
    "exploration bonus of SC-SW-GLUCB, before division by the root of c_mu",
    "2847-2851",
    _bonus(S, RHO_WINDOW.symbol),
    (RHO_WINDOW,),
    written=r"\beta_t^\delta",
)
BETA_WINDOW_END = Formula(
    "beta_window_end",
    "exploration bonus of SC-SW-GLUCB at the last round, the largest",
    "2847-2851",
    _bonus(S, RHO_WINDOW_END.symbol),
    (RHO_WINDOW_END,),
    written=r"\beta_T^\delta",
)
BIAS = Formula(
    "bias",
    "what data older than D rounds add to the prediction error",
    "2191",
    k_mu / lam * gamma**D / (1 - gamma) * SHIFT,
)
BONUS = [
    S_BAR,
    S_BAR_APPENDIX,
    BETA,
    BETA_APPENDIX,
    BETA_WINDOW,
    BETA_WINDOW_END,
    BIAS,
    Formula(
        "beta_bar",
        "refined bonus when the estimate lies in the parameter set, main text",
        "828",
        _refined_bonus(RHO.symbol),
        (RHO,),
        written=r"\bar\beta_T^\delta",
    ),
    Formula(
        "beta_bar_appendix",
        "refined bonus when the estimate lies in the parameter set, appendix",
        "2519-2522",
        _refined_bonus(RHO_APPENDIX.symbol),
        (RHO_APPENDIX,),
        written=r"\bar\beta_T^\delta",
    ),
    Formula(
        "beta_bar_window",
        "refined bonus with a sliding window when the estimate lies in the parameter set",
        "2519-2522, 3053-3055",
        _refined_bonus(RHO_WINDOW.symbol),
        (RHO_WINDOW,),
    ),
    Formula(
        "beta_sharp",
        "the bonus one line before it is rounded up to a power 3/2",
        "2279-2281",
        _sharp_bonus(S_BAR.symbol, RHO.symbol),
        (S_BAR, RHO),
    ),
]
