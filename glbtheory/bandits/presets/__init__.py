"""Ready-made experiments: the paper's figure, what the book adds to it, and short forms of all.

Each is a :class:`~glbtheory.bandits.presets.building_blocks.Preset` of the module for its chapter;
one whose name ends in ``-quick`` is its short form, a matter of seconds.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from glbtheory.bandits.presets import beyond, figure_1, practice, price, scaling
from glbtheory.bandits.presets.building_blocks import FIGURE, Options, Preset

__all__ = ["FIGURE", "PRESETS", "Options", "preset", "presets"]

QUICK = "-quick"


def presets() -> dict[str, Preset]:
    """All presets by name, the paper's own first, without the short forms."""
    modules = (figure_1, beyond, practice, price, scaling)
    return {name: found for module in modules for name, found in module.PRESETS.items()}


#: All names; those that end in -quick are the short forms.
PRESETS = (*presets(), *(name + QUICK for name in presets()))


def preset(name: str, options: Options | None = None) -> dict[str, dict[str, Any]]:
    """The configurations of a preset by the names of their folders; "" if there is only one."""
    if not isinstance(name, str) or name not in PRESETS:
        close = get_close_matches(str(name), PRESETS, 3) or PRESETS[:3]
        raise ValueError(
            f"preset must be one of those that 'glbtheory presets' lists, perhaps "
            f"{' or '.join(close)}, not {name!r}"
        )
    options = Options() if options is None else options
    if not isinstance(options, Options):
        raise ValueError(f"options must be Options, not {options!r}")
    base = name.removesuffix(QUICK)
    return presets()[base].configurations(name, options, quick=base != name)
