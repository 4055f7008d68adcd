"""A draft as a specification file; what does not hold is commented out, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

import yaml

from ...core.untrusted_text import visible

_WIDTH = 100


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    lines = [line.rstrip() for line in text.splitlines()]
    style = "|" if len(lines) > 1 else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", "\n".join(lines), style=style)


_Dumper.add_representer(str, _text)


def spec_text(
    head: Sequence[str],
    spec: Mapping[str, Any],
    failed: Iterable[tuple[list[str], Mapping[str, Any]]],
) -> str:
    """Returns the text of a specification.

    Args:
        head: What stands at the top, as comments.
        spec: What `BenchmarkSpec` takes.
        failed: What is not asked: the reasons, and a specification of it.
    """
    parts = [_comment(head), _yaml(spec)]
    for reasons, content in failed:
        about = _comment(["Not asked:", *reasons])
        parts.append(about + "".join(f"# {line}\n" for line in _yaml(content).splitlines()))
    return "\n".join(parts)


def _yaml(content: Mapping[str, Any]) -> str:
    return yaml.dump(
        dict(content), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=_WIDTH
    )


def _comment(lines: Iterable[str]) -> str:
    wrapped = (part for line in lines for part in wrap(visible(line), _WIDTH - 2) or [""])
    return "".join(f"# {line}\n" for line in wrapped)
