"""What a documentation says: its first sentence, and parameters that Python cannot tell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

_SENTENCE = re.compile(r"(?<=[.!?])(?:\s{2,}|\s+(?=[A-Z`'\"(*]))")
# `f(a, b)`, `x = f(a[, b])` or `a, b -> c`, which stands above the text.
_HEAD = re.compile(r"(\w+ = )?[\w.]+\(.*(\)|,|->.*)$|.*-+> ")
_LONGEST = 300  # characters


class Parameter(NamedTuple):
    """One formal parameter.

    Attributes:
        name: Its name.
        kind: A value of `inspect.Parameter.kind`, from 0 (positional only) to 4 (`**kwargs`).
        has_default: Whether it may be left out.
    """

    name: str
    kind: int
    has_default: bool


def summary_of(documented: str) -> str:
    """Returns the first sentence of a documentation, on one line and without its markup.

    Returns:
        At most 300 characters; empty if there is no sentence.
    """
    found = list(_paragraphs(documented))
    for pattern in (r"\W*[A-Z]\S* .*[a-z]", r"[a-z]+(?: [\w-]+){3,}"):
        for text in found:
            if re.match(pattern, text):
                return _plain(text[:1].upper() + text[1:])
    # `random() -> x in the interval [0, 1).` is all that some say.
    first = " ".join(documented.strip().partition("\n\n")[0].split())
    arrow = re.match(r".*? -+> (.{8,}\.)$", first)
    return _plain(f"Returns {arrow[1]}") if arrow else ""


def _paragraphs(documented: str) -> Iterator[str]:
    """Yields the paragraphs, each on one line, without the line that shows how to call it."""
    for paragraph in documented.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        while lines and _HEAD.match(lines[0]):
            del lines[0]
        yield " ".join(lines).strip()


def _plain(text: str) -> str:
    text = re.sub(r":\w+(?::\w+)*:`~?([^`<]*?)(?: <[^`]*>)?`", r"`\1`", text)
    return _SENTENCE.split(text.replace("``", "`"))[0][:_LONGEST]


def documented_parameters(documented: str, name: str) -> list[Parameter] | None:
    """Reads `name(a, b[, c], *, d=1)` or `a, b -> c`, with which docs of C functions begin.

    Args:
        documented: The documentation.
        name: Name of the function.

    Returns:
        Its parameters, without the object of a method; None if the documentation has no such line.
    """
    inside = None
    for paragraph in documented.split("\n\n"):
        text = paragraph.replace("\n", " ")
        begin = re.match(rf"(?:\w+ = )?[\w.]*\b{re.escape(name)}\(", text)
        inside = _inside(text[begin.end() :]) if begin else None
        if begin is None and (arrow := re.match(r"([\w\[\], =]+?) -+> ", text)):
            inside = arrow[1]
        if inside is not None:
            break
    if inside is None or re.match(r"\[[^\[\]]*\].", inside):  # `[start,] stop`: no such signature
        return None
    inside = inside.replace("[optional keyword args]", ", **kwargs").replace("[...]", "*args")
    inside = re.sub(r"\b([a-z]+)1, \1(?:2), \.\.\.", r"*\1", inside)  # `pack(format, v1, v2, ...)`
    required, _, optional = (
        inside.replace("...", "*args").replace("<unrepresentable>", "None").partition("[")
    )
    parts = [part.strip() for part in re.sub(r"[\[\]]", "", optional).split(",")]
    defaults = [
        part if "=" in part or part[0] in "*/" else f"{part}=None" for part in parts if part
    ]
    listed = ", ".join(filter(None, [required.strip().strip(","), *defaults]))
    try:
        tree = ast.parse(f"def f({listed}): pass").body[0]
    except (SyntaxError, ValueError):
        return None
    read = _listed(tree.args) if isinstance(tree, ast.FunctionDef) else []
    is_clear = len({one.name for one in read}) == len(read)
    return read if is_clear and isinstance(tree, ast.FunctionDef) else None


def _inside(text: str) -> str | None:
    """Returns what stands before the parenthesis that closes."""
    depth = 1
    for place, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth == 0:
            return text[:place]
    return None


def _listed(arguments: ast.arguments) -> list[Parameter]:
    plain = [*arguments.posonlyargs, *arguments.args]
    first_default = len(plain) - len(arguments.defaults)
    found: list[Parameter] = [
        Parameter(one.arg, 0 if i < len(arguments.posonlyargs) else 1, i >= first_default)
        for i, one in enumerate(plain)
    ]
    if arguments.vararg:
        found.append(Parameter(arguments.vararg.arg, 2, False))
    for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(Parameter(one.arg, 3, default is not None))
    if arguments.kwarg:
        found.append(Parameter(arguments.kwarg.arg, 4, False))
    return found
