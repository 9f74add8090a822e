r"""The closed forms of a smaller bonus with the same guarantee.

They follow the paper's chain line by line and keep what its roundings give away:

* the mixture over directions ξ of a ball of radius u + r, of which a shift by at most u leaves a
  ball of radius r (the paper: u = r = 1/2), with Bennett's constant
  :math:`\varphi(v) = (e^v-1-v)/v^2` for the exponential moment (the paper: 1) and the exact ratio
  of the two masses (the paper: :math:`2^d`);
* old rounds count with :math:`|r_{s+1} - \mu(a_s^\top\theta^\star_t)| \leq m`, drift and noise
  together, where the mean function itself stays in [0, m];
* :math:`h/(1-e^{-h})` for 1 + h in the self-concordance bound, and the exact root of the quadratic;
* no last rounding to a power 3/2, and the penalty :math:`\sqrt\lambda S` outside the root when the
  estimate lies in Θ.

u and r are free: every pair that does not depend on the data gives a valid radius.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from glbtheory.formulas.formula import D, Formula, S, T, d, delta, gamma, k_mu, lam, m, r, u


def bennett_constant(v: Any) -> Any:
    """φ(v) = (e^v - 1 - v)/v²: E e^{xε} <= 1 + φ(v) x²σ² for |x| <= v and |ε| <= 1."""
    return (sp.exp(v) - 1 - v) / v**2


def slope_loss(h: Any) -> Any:
    """h/(1 - e^{-h}), what the slope at one point loses over a distance h; below 1 + h."""
    return h / (1 - sp.exp(-h))


def sharper_radius(growth: Any) -> Any:
    """ρ with the bound ``growth`` on the information gained per direction."""
    phi, root = bennett_constant(u + r), sp.sqrt(lam)
    whole, part = (sp.lowergamma(d / 2, phi * lam * (x / m) ** 2) for x in (u + r, r))
    gained = sp.log(T / delta) + d / 2 * sp.log(1 + growth) + sp.log(whole / part)
    return phi * u * root / m + m / (u * root) * gained


RHO_SHARPENED = Formula(
    "rho_sharpened",
    "confidence radius with discount factors for directions in a ball of radius u + r",
    "1489-1716, 1930-1939",
    sharper_radius(k_mu * (1 - gamma ** (2 * D)) / (d * lam * (1 - gamma**2))),
    written=r"\rho^\sharp",
)
S_BAR_SHARPENED = Formula(
    "s_bar_sharpened",
    "radius inflated by data older than D rounds, drift and noise counted together",
    "1942-1945",
    S + gamma**D * m / (lam * (1 - gamma)),
    written=r"\bar{S}^\sharp",
)


def largest_noise(size: Any, rho: Any) -> Any:
    """The larger root X of X² = ρ² (S̄ + S/(e^S - 1) + X/√λ)."""
    linear = rho**2 / sp.sqrt(lam)
    return (linear + sp.sqrt(linear**2 + 4 * rho**2 * slope_loss_constant(size))) / 2


def slope_loss_constant(size: Any) -> Any:
    """S̄ + S/(e^S - 1), for 1 + S̄: h/(1-e^{-h}) = h + h/(e^h-1), and the last term falls in h."""
    return size + S * sp.exp(-S) / (1 - sp.exp(-S))


NOISE_SHARPENED = Formula(
    "noise_sharpened",
    "bound on the noise in the inverse of the mean-slope matrix, the exact root",
    "2128-2157",
    largest_noise(S_BAR_SHARPENED.symbol, RHO_SHARPENED.symbol),
    (S_BAR_SHARPENED, RHO_SHARPENED),
    written=r"X^\sharp",
)
SHARPENED = [
    RHO_SHARPENED,
    S_BAR_SHARPENED,
    NOISE_SHARPENED,
    Formula(
        "bias_sharpened",
        "what data older than D rounds add to the prediction error, drift and noise together",
        "2191",
        k_mu / lam * gamma**D / (1 - gamma) * m,
    ),
    Formula(
        "beta_sharpened",
        "the bonus of SC-D-GLUCB without the roundings of its proof",
        "2185-2281",
        k_mu
        * sp.sqrt(
            slope_loss_constant(S_BAR_SHARPENED.symbol) + NOISE_SHARPENED.symbol / sp.sqrt(lam)
        )
        * (sp.sqrt(lam) * S + NOISE_SHARPENED.symbol),
        (S_BAR_SHARPENED, NOISE_SHARPENED),
    ),
    Formula(
        "beta_bar_sharpened",
        "the refined bonus without the roundings of its proof, the estimate in the parameter set",
        "2508-2586",
        k_mu * (sp.sqrt(lam) * S + sp.sqrt(slope_loss(2 * S)) * RHO_SHARPENED.symbol),
        (RHO_SHARPENED,),
    ),
]
