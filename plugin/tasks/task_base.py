"""The embedded tasks' configuration, for tasks that get their questions from elsewhere."""

from __future__ import annotations

from typing import Any

import yaml

from ...erbench_tasks.stored.task_names import TASKS

_FOLDER = TASKS / "erbench"


class _Function(str):
    """The dotted name behind YAML's `!function`: lm_eval imports it, we only pass it on."""


class _Loader(yaml.SafeLoader):
    pass


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        """Writes equal values in full each time."""
        return True


_Loader.add_constructor(
    "!function",
    lambda loader, node: _Function(loader.construct_scalar(node)),  # type: ignore[arg-type]
)
_Dumper.add_representer(
    _Function, lambda dumper, name: dumper.represent_scalar("!function", str(name))
)


def read_base(*names: str) -> dict[str, Any]:
    """Reads shared bases of the embedded tasks as lm_eval does, except the source of documents.

    Args:
        *names: Names of files, such as `_binary`; where two set the same key, the later one counts.
    """
    merged: dict[str, Any] = {}
    for name in names:
        text = (_FOLDER / name).read_text(encoding="utf-8")
        config = yaml.load(text, Loader=_Loader)  # noqa: S506 -- a SafeLoader
        included = config.pop("include", [])
        merged |= read_base(*([included] if isinstance(included, str) else included)) | config
    merged.pop("custom_dataset", None)
    return merged


def write_config(config: dict[str, Any]) -> str:
    """Returns a task's configuration as YAML that lm_eval reads."""
    return yaml.dump(config, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10_000)
