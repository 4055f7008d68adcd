"""The shared bases of ERBench's task files: how questions are asked, wherever they come from."""

from __future__ import annotations

from typing import Any

from ..yaml_files import PlainLoader, read_yaml
from . import TASK_FILES

BASES = {"bn": "_binary", "mc": "_multiple_choice", "mh": "_multi_hop", "known": "_knowledge"}
"""Shared base by the first part of a question type."""
_FOLDER = TASK_FILES / "erbench"


class Function(str):
    """The dotted name behind YAML's `!function`: lm_eval imports it, we only pass it on."""


class _Loader(PlainLoader):
    """Reads a task file, whose functions stay names."""


_Loader.add_constructor(
    "!function",
    lambda loader, node: Function(loader.construct_scalar(node)),  # type: ignore[arg-type]
)


def read_base(*names: str) -> dict[str, Any]:
    """Reads shared bases of the embedded tasks as lm_eval does, except the source of documents.

    Args:
        *names: Names of files, such as `_binary`; where two set the same key, the later one counts.
    """
    merged: dict[str, Any] = {}
    for name in names:
        config = read_yaml(_FOLDER / name, _Loader)
        included = config.pop("include", [])
        merged |= read_base(*([included] if isinstance(included, str) else included)) | config
    merged.pop("custom_dataset", None)
    return merged
