"""Reading YAML files; nothing in them is trusted."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import yaml
from yaml.composer import ComposerError
from yaml.constructor import ConstructorError
from yaml.events import AliasEvent

from .errors import InputError
from .untrusted_text import read_text

_MOST_SHOWN = 60
_MOST_CHARACTERS = 5_000_000  # with comments
_MOST_VALUES = 100_000
_ONE_VALUE = 100  # characters: a longer text counts as several values
_MOST_DIGITS = 4_000
_DEEPEST = 100


class PlainLoader(yaml.SafeLoader):
    """Makes plain values only, as many as can be, and names the line of what is none.

    What an alias stands for counts each time.
    """

    def __init__(self, stream: Any) -> None:
        """Takes the text; nothing is read yet."""
        super().__init__(stream)
        self._sizes: dict[yaml.Node, int] = {}
        self._values = self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """Reads a value with everything in it, or an alias of one."""
        mark, before = self.peek_event().start_mark, self._values  # type: ignore[no-untyped-call]
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ComposerError(None, None, "too deeply nested", mark)
        is_alias = self.check_event(AliasEvent)
        node = cast(yaml.Node, super().compose_node(parent, index))
        self._depth -= 1
        if is_alias and node not in self._sizes:
            raise ComposerError(None, None, "a value contains itself", mark)
        self._values += self._sizes[node] if is_alias else _weight(node)
        if self._values > _MOST_VALUES:
            raise ComposerError(None, None, f"more than {_MOST_VALUES:,} values", mark)
        self._sizes.setdefault(node, self._values - before)
        return node

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        try:
            _check_scalar(node)
            return super().construct_object(node, deep)
        except (ArithmeticError, AttributeError, LookupError, ValueError) as error:
            kind = node.tag.rpartition(":")[2]
            problem = f"{str(node.value)[:_MOST_SHOWN]!r} is no {kind}"
            raise ConstructorError(None, None, problem, node.start_mark) from error


def _weight(node: yaml.Node) -> int:
    return 1 + (len(node.value) // _ONE_VALUE if isinstance(node, yaml.ScalarNode) else 0)


def _check_scalar(node: yaml.Node) -> None:
    """Refuses half a character, and a number that would take long to read.

    Raises:
        ValueError: It is one of them.
    """
    if not isinstance(node, yaml.ScalarNode):
        return
    if not node.value.isascii():
        node.value.encode()
    if node.tag.endswith((":int", ":float")) and len(node.value) > _MOST_DIGITS:
        raise ValueError(node.tag)


def read_yaml(path: Path, loader: type[PlainLoader] = PlainLoader) -> Any:
    """Reads a YAML file.

    Args:
        path: The file.
        loader: What makes values of it.

    Raises:
        InputError: It cannot be read, or is not YAML.
    """
    return parse_yaml(read_text(path), str(path), loader)


def parse_yaml(text: str, where: str, loader: type[PlainLoader] = PlainLoader) -> Any:
    """Reads the plain values of a YAML text.

    Args:
        text: The YAML.
        where: Its location, for errors.
        loader: What makes values of it.

    Raises:
        InputError: It is not YAML; the line is named.
    """
    if len(text) > _MOST_CHARACTERS:
        raise InputError(f"{where}: {len(text):,} characters, more than {_MOST_CHARACTERS:,}")
    try:
        return yaml.load(text, Loader=loader)  # noqa: S506 -- `loader` is a PlainLoader
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or error
        raise InputError(f"{where}{line}: not valid YAML: {problem}") from error
    except RecursionError as error:
        raise InputError(f"{where}: not valid YAML: too deeply nested") from error
