"""Ready-made experiments: the paper's figure, what the book adds to it, and short forms of all.

Each is a :class:`~glbtheory.bandits.presets.building_blocks.Preset` in a module ``presets_*`` of its own; one whose
name ends in ``-quick`` is its short form, a matter of seconds.
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from glbtheory.bandits.presets.building_blocks import FIGURE, Options, Preset

__all__ = ["FIGURE", "PRESETS", "Options", "preset", "presets"]

QUICK = "-quick"


@cache
def presets() -> dict[str, Preset]:
    """All presets by name, without the short forms."""
    found: dict[str, Preset] = {}
    modules = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    modules = [name for name in modules if name not in ("__init__", "building_blocks")]
    modules.sort(key=lambda name: name != "figure_1")  # the paper's own comes first
    for name in modules:
        found |= import_module(f"{__name__}.{name}").PRESETS
    return found


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
