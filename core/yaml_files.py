"""Reading YAML files; nothing in them is trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from yaml.constructor import ConstructorError

from .errors import InputError, file_problem

_MOST_SHOWN = 60


class PlainLoader(yaml.SafeLoader):
    """Makes plain values only, and names the line of one such as the date 2020-13-45."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            return super().construct_object(node, deep)
        except (AttributeError, LookupError, ValueError) as error:
            kind = node.tag.rpartition(":")[2]
            problem = f"{str(node.value)[:_MOST_SHOWN]!r} is no {kind}"
            raise ConstructorError(None, None, problem, node.start_mark) from error


def read_yaml(path: Path, loader: type[PlainLoader] = PlainLoader) -> Any:
    """Reads a YAML file.

    Args:
        path: The file.
        loader: What makes values of it.

    Raises:
        InputError: It cannot be read, or is not YAML.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({file_problem(error)})") from error
    return parse_yaml(text, str(path), loader)


def parse_yaml(text: str, where: str, loader: type[PlainLoader] = PlainLoader) -> Any:
    """Reads the plain values of a YAML text.

    Args:
        text: The YAML.
        where: Its location, for errors.
        loader: What makes values of it.

    Raises:
        InputError: It is not YAML; the line is named.
    """
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506 -- only a SafeLoader fits
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or error
        raise InputError(f"{where}{line}: not valid YAML: {problem}") from error
    except RecursionError as error:
        raise InputError(f"{where}: not valid YAML: too deeply nested") from error
