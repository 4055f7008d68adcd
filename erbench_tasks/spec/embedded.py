"""Where the specifications of the embedded benchmarks are."""

from __future__ import annotations

from pathlib import Path

from ...core.suites.erbench import IMAGES_SUFFIX

DATA = Path(__file__).resolve().parent.parent / "data"
# Name of each embedded benchmark to its file.
EMBEDDED = {path.parent.name: path for path in sorted(DATA.glob("*/benchmark.yaml"))}
EMBEDDED |= {f"{path.parent.name}{IMAGES_SUFFIX}": path for path in DATA.glob("*/multimodal.yaml")}


def is_embedded(name: str | Path) -> bool:
    """Tells whether a name is that of an embedded benchmark."""
    return str(name) in EMBEDDED


def is_of_package(path: Path) -> bool:
    """Tells whether a specification's file is part of the package."""
    return DATA in path.resolve().parents
