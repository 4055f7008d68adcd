"""The README.md beside each suite's task files, as lm_eval's guide to new tasks asks for.

It is made of the task files themselves; what a paper says and what a kind of task asks stands in
`templates/tasks`, where a kind without words is an error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ...core.jinja import markdown_template
from ...core.suites.task_metadata import CHANGES, KEY, VERSIONS
from ...core.yaml_files import parse_yaml


def readmes(files: Mapping[str, str], header: str) -> dict[str, str]:
    """Returns the text of each suite's README by its path.

    Args:
        files: The text of every task file by its path, `SUITE/NAME.yaml`.
        header: The comment that says who wrote them.
    """
    read: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, text in files.items():
        if path.endswith(".yaml"):
            read[path.split("/")[0]].append(parse_yaml(text, path))
    return {
        f"{suite}/README.md": markdown_template(f"tasks/{suite}.md.jinja").render(
            header=header,
            suite=suite,
            groups={config["group"]: config["task"] for config in configs if "group" in config},
            kinds=_kinds(configs),
            version=VERSIONS[suite],
            changes=CHANGES[suite],
        )
        for suite, configs in read.items()
    }


def _kinds(configs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns what each kind of task asks, with the tasks that do so and the tag of them all."""
    kinds: dict[tuple[str, ...], dict[str, Any]] = {}
    for config in configs:
        if "group" not in config:
            asked = config["metadata"][KEY]
            what, variant = asked.get("question_type") or asked["method"], asked.get("variant", "")
            new = {"what": what, "variant": variant, "tag": "", "tasks": []}
            kind = kinds.setdefault((what, variant), new)
            kind["tag"] = kind["tag"] or config.get("tag", "")
            kind["tasks"].append(config["task"])
    return list(kinds.values())
