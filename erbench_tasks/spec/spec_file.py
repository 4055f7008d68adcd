"""Reading a specification: an error names the file, the line and the field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from ...core.errors import InputError
from ...core.untrusted_text import read_text
from ...core.yaml_files import parse_yaml
from .embedded import EMBEDDED
from .spec import BenchmarkSpec
from .strict import not_among

_QUOTED = re.compile(r"'([^']*)'")
# pydantic puts the chosen type of a question into the location of an error.
_DISCRIMINATORS = ("binary", "altered", "multiple_choice", "multi_hop", "knowledge")


def read_spec(name_or_path: str | Path) -> tuple[BenchmarkSpec, Path]:
    """Reads an embedded benchmark such as `movie`, or any benchmark from its YAML file.

    Returns:
        The specification, and the path of its file.

    Raises:
        InputError: The file is missing, is not YAML, or a field of it is wrong.
    """
    path = EMBEDDED.get(str(name_or_path)) or Path(name_or_path)
    known = ", ".join(sorted(EMBEDDED))
    remedy = f"; give the path of a YAML file, or an embedded benchmark ({known})"
    return parse_spec(read_text(path, remedy), str(path)), path


def parse_spec(text: str, where: str) -> BenchmarkSpec:
    """Reads a specification from its YAML (`spec_of`)."""
    return spec_of(parse_yaml(text, where), text, where)


def spec_of(content: Any, text: str, where: str) -> BenchmarkSpec:
    """Reads a specification from its plain values.

    Args:
        content: The values.
        text: The YAML that they are from, for the lines of errors; it may lack some of them.
        where: Where it stands, for errors.

    Raises:
        InputError: A field of it is wrong.
    """
    try:
        spec = BenchmarkSpec.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        location = [part for part in problem["loc"] if part not in _DISCRIMINATORS]
        message = problem["msg"].removeprefix("Value error, ")
        raise InputError(f"{place(where, text, location)}: {message}") from error
    for index, question in enumerate(spec.questions):
        if question.relation not in spec.relations:
            message = not_among(question.relation, spec.relations)
            location = ["questions", index, "relation"]
            raise InputError(f"{place(where, text, location)}: {message}")
    return spec


@contextmanager
def errors_in(path: Path, location: Sequence[Any] = (), of: str = "") -> Iterator[None]:
    """Puts the file, the line and the field before errors that are found later, in the database.

    Args:
        path: The specification.
        location: Where it says what an error is about that does not name its field itself, such as
            `relations.city.sql: ...`; without one, other errors pass.
        of: What the message of such an error begins with.

    Raises:
        InputError: What was raised within, with its place.
    """
    try:
        yield
    except InputError as error:
        field, _, message = str(error).partition(": ")
        found: list[Any] = [int(p) if p.isdecimal() else p for p in field.split(".")]
        if found[0] not in BenchmarkSpec.model_fields or len(found) == 1:
            if not location or not str(error).startswith(of):
                raise
            found, message = list(location), str(error)
        where = place(str(path), read_text(path), found, _QUOTED.findall(message))
        raise InputError(f"{where}: {message}") from error


def place(where: str, text: str, location: list[Any], about: Sequence[str] = ()) -> str:
    """Returns the file, the line and the field of something in a specification.

    Args:
        where: The file.
        text: The YAML.
        location: Names of fields and indices of lists, from the top.
        about: Texts; the line is that of the first one which stands there, if one does.
    """
    field = ".".join(map(str, location)) or "the specification"
    return f"{where}, line {_line_of(text, location, about)}: {field}"


def _line_of(text: str, location: list[Any], about: Sequence[str]) -> int:
    """Follows a location as far as the document goes; returns a line from 1."""
    node, line = yaml.compose(text, Loader=yaml.SafeLoader), 1
    for part in location:
        if isinstance(node, yaml.MappingNode):
            found = [(key, child) for key, child in node.value if key.value == str(part)]
            if not found:
                break
            line, node = found[0][0].start_mark.line + 1, found[0][1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
            line = node.start_mark.line + 1
    inside = range(node.start_mark.index, node.end_mark.index) if node else ()
    tokens = [t for t in yaml.scan(text, Loader=yaml.SafeLoader) if t.start_mark.index in inside]
    texts = (token for token in reversed(tokens) if isinstance(token, yaml.ScalarToken))
    lines = {token.value: token.start_mark.line + 1 for token in texts}
    return next((lines[text] for text in about if text in lines), line)
