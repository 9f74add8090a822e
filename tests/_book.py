"""Where things are, what the contents list, and how the tests build the pages."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent


def toc_entries() -> list[str]:
    """The pages of ``_toc.yml``, in reading order and without suffix."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    chapters = [c for part in toc.get("parts", []) for c in part["chapters"]]
    inside = [[c["file"], *(s["file"] for s in c.get("sections", []))] for c in chapters]
    return [toc["root"], *(file for files in inside for file in files)]


@dataclass(frozen=True)
class BuiltBook:
    """The outcome of one build: where the pages are, and what the builder said."""

    html: Path
    returncode: int
    log: str

    def page(self, entry: str) -> Path:
        return self.html / f"{entry}.html"


def build_book(source: Path, output: Path) -> BuiltBook:
    """Build the pages of ``source`` from the stored outputs, nothing executed, no warning allowed.

    That the stored outputs are what the chapters compute today is nbval's business.
    """
    output.mkdir(parents=True, exist_ok=True)
    config = yaml.safe_load((source / "_config.yml").read_text(encoding="utf-8"))
    config["execute"]["execute_notebooks"] = "off"
    (output / "_config.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    call = "from jupyter_book.cli.main import main; main()"
    options = ["--config", str(output / "_config.yml"), "--path-output", str(output)]
    done = subprocess.run(
        [sys.executable, "-c", call, "build", str(source), *options, "-W", "-n", "--keep-going"],
        capture_output=True,
        text=True,
        env={**os.environ, "NO_COLOR": "1"},
    )
    return BuiltBook(output / "_build" / "html", done.returncode, done.stdout + done.stderr)


def run_sphinx(source: Path, output: Path, builder: str, settings: dict[str, str]) -> None:
    """Build a small book with ``settings`` alone, in a process of its own.

    ``sphinx_external_toc`` asks every object of its process for its class, and a test session
    holds objects that do not answer: proxies of what is gone.
    """
    chosen = [f"-D{key}={value}" for key, value in settings.items()]
    call = [sys.executable, "-m", "sphinx", "-C", "-E", "-a", "-q", "-b", builder, *chosen]
    folders = [str(source), str(output), "-d", str(output.with_name("trees"))]
    done = subprocess.run([*call, *folders], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
