"""What two generations of a benchmark were made from, and where that differs."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator

from .manifest import Manifest

# What is told as `old -> new`.
_SETTINGS = ("version", "engine", "seed", "sample", "none_share", "passages")
# What changes items though the database is the same.
_NOT_DATA = ("version", "seed", "sample", "none_share", "passages", "spec", "templates")


def manifest_changes(old: Manifest, new: Manifest) -> Iterator[str]:
    """Yields lines that say what differs, texts as unified diffs; the first is about the data.

    Args:
        old: The record of the older generation.
        new: The record of the newer one.
    """
    if old.fingerprint == new.fingerprint:
        yield f"database: the same tuples (fingerprint {new.fingerprint})"
    else:
        yield f"database: other tuples (fingerprint {old.fingerprint} -> {new.fingerprint})"
    for name in _SETTINGS:
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield f"{name}: {before} -> {after}"
    before_texts, after_texts = _texts(old), _texts(new)
    for name in dict.fromkeys([*before_texts, *after_texts]):
        yield from difflib.unified_diff(
            before_texts.get(name, "").splitlines(),
            after_texts.get(name, "").splitlines(),
            f"{name} (old)",
            f"{name} (new)",
            lineterm="",
        )


def other_causes(old: Manifest, new: Manifest) -> list[str]:
    """Returns the names of what differs and changes items though the database is the same."""
    return [name for name in _NOT_DATA if getattr(old, name) != getattr(new, name)]


def _texts(manifest: Manifest) -> dict[str, str]:
    """Returns the texts that are compared line by line, by name."""
    content = manifest.model_dump()
    schema = {name: content[name] for name in ("tables", "functional_dependencies")}
    return {
        "spec": manifest.spec,
        **{f"template {name}": text for name, text in manifest.templates.items()},
        **{name: json.dumps(value, indent=2, sort_keys=True) for name, value in schema.items()},
    }
