"""Where the specifications of the embedded benchmarks are."""

from __future__ import annotations

from pathlib import Path

from ...core.suites.erbench import IMAGES_SUFFIX

DATA = Path(__file__).resolve().parent.parent / "data"


def embedded_spec(name: str | Path) -> Path | None:
    """Returns the file of an embedded benchmark; None if there is no such benchmark."""
    domain = str(name).removesuffix(IMAGES_SUFFIX)
    file = "benchmark.yaml" if domain == str(name) else "multimodal.yaml"
    path = DATA / domain / file
    try:
        return path if domain and path.is_file() else None
    except (OSError, ValueError):  # too long for a path, or not one
        return None


def is_embedded(name: str | Path) -> bool:
    """Tells whether a name is that of an embedded benchmark."""
    return embedded_spec(name) is not None


def is_of_package(path: Path) -> bool:
    """Tells whether a specification's file is part of the package."""
    return DATA in path.resolve().parents


def embedded_names() -> list[str]:
    """Returns the names of the embedded benchmarks."""
    plain = [path.parent.name for path in DATA.glob("*/benchmark.yaml")]
    return sorted(
        [*plain, *(f"{p.parent.name}{IMAGES_SUFFIX}" for p in DATA.glob("*/multi*.yaml"))]
    )
