r"""The experiment of the paper's figure (lines 1214-1292).

Logistic rewards in two dimensions, 50 actions drawn anew at every round, :math:`T = 8000`.  The
parameter has the norm S = 6 (figure 1a) or 7 (figure 1b) and the angle :math:`2\pi/3`, and jumps to
:math:`4\pi/3` at round 4000.  SC-D-GLUCB uses the refined bonus of the Remark; the others bypass
the projection; every bonus is divided by 5; the discount factor is
:math:`\gamma = 1 - (\Gamma_T/(dT))^{2/3}` with :math:`\Gamma_T = 2`; 200 runs.

What the text does not say are options: λ (default :math:`d\log T`, as in the theorems), δ (0.05),
whether actions lie on the circle or in the disc (``sphere`` or ``ball``), and whether the bonuses
of the projected policies keep their factor 2 when the projection is bypassed (``factor``).
"""

from __future__ import annotations

from typing import Any

from glbtheory.bandits._preset import (
    FIGURE,
    SPECIAL,
    Options,
    Preset,
    experiment,
    horizon_of,
    numbers,
    policies_of,
    world,
)

RADII = {"figure-1a": 6.0, "figure-1b": 7.0}


def panel(S: float, options: Options, quick: bool) -> dict[str, Any]:
    """One panel of the figure."""
    T = horizon_of(options, quick, 8000, 800)
    names = FIGURE if options.policies is None else options.policies
    policies = policies_of(names, numbers(options, S, T))
    return experiment(options, quick, world(S, T, options.actions), policies, horizon=T, runs=200)


def _both(options: Options, quick: bool) -> dict[str, dict[str, Any]]:
    return {name: panel(S, options, quick) for name, S in RADII.items()}


PRESETS = {
    "figure-1": Preset("both panels of the paper's figure", _both, SPECIAL),
    "figure-1a": Preset(
        "its left panel, S = 6", lambda options, quick: {"": panel(6.0, options, quick)}, SPECIAL
    ),
    "figure-1b": Preset(
        "its right panel, S = 7", lambda options, quick: {"": panel(7.0, options, quick)}, SPECIAL
    ),
}
