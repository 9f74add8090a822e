"""Scripts and style sheets that an extension brings along, copied to the pages' ``_static``."""

from __future__ import annotations

from importlib.resources import files
from typing import Any


def bring(app: Any, *names: str) -> None:
    """Have Sphinx copy files that stand beside the extensions."""
    paths = [str(files(__package__) / name) for name in names]

    def add(app: Any, config: Any) -> None:
        config.html_static_path = [*config.html_static_path, *paths]

    app.connect("config-inited", add)
