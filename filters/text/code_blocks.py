"""The program in a model's response.

Models wrap it in Markdown's fences or not; write none, one or several blocks, with examples of use,
tests or prose between them; and may stop before the last fence. The rule: take the last block that
defines the entry point, among those in Python or without a language. If it uses names that it does
not define, add the earlier blocks that it may need (imports and helpers that parse). If no block
defines the entry point, join all Python blocks, if they parse together. If there is no block, take
the first run of lines that parses and defines the entry point.
"""

from __future__ import annotations

import ast
import builtins
import re
import warnings
from collections.abc import Iterator

from .thinking import visible

_BLOCK = re.compile(
    r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})(?P<language>[^`~\n]*)$\n?"
    r"(?P<code>.*?)(?:^[ \t]{0,3}(?P=fence)[`~]*[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PYTHON = frozenset(("", "python", "py", "python3", "py3", "ipython", "pycon", "{python}"))
_LONGEST = 1_000_000  # characters of a response that are examined
_START = re.compile(r"^(?:import |from |def |class |async def |@)", re.MULTILINE)
_MOST_STARTS = 200


def extract_program(response: str, entry_point: str) -> str:
    """Returns the program of a response.

    Args:
        response: What the model wrote; a reasoning block is left out.
        entry_point: The function or class that the program must define.

    Returns:
        Python source, as the model wrote it even where it does not parse; empty if there is none.
    """
    text = visible(response[:_LONGEST]).text.replace("\r\n", "\n")
    parts = markdown_parts(text)
    blocks = [code for language, code in parts if language in _PYTHON and code.strip()]
    if not blocks:
        return _bare_program(text, entry_point)
    defining = [i for i, code in enumerate(blocks) if _defines(code, entry_point)]
    if not defining:
        return _joined(blocks)
    return _with_helpers(blocks[: defining[-1]], blocks[defining[-1]])


def markdown_parts(text: str) -> Iterator[tuple[str | None, str]]:
    """Yields the fenced blocks of Markdown, and what is before, between and after them.

    Args:
        text: Markdown. A fence is closed by one of the same sign and at least its length; a block
            that is never closed reaches to the end.

    Yields:
        A block's language in lower case, and its lines; None, and a text that is no block.
    """
    position = 0
    for block in _BLOCK.finditer(text):
        yield None, text[position : block.start()]
        yield block["language"].strip().lower().partition(" ")[0], block["code"]
        position = block.end()
    yield None, text[position:]


def parsed(code: str) -> ast.Module | None:
    """Returns the syntax tree of a model's code; None if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _defines(code: str, name: str) -> bool:
    """Tells whether code defines a name at its top level, even where it does not parse."""
    pattern = rf"^(?:(?:async )?(?:def|class) +{name}\b|{name} *[:=])"
    return re.search(pattern, code, re.MULTILINE) is not None


def _bound(tree: ast.Module) -> set[str]:
    """Returns the names that a module binds anywhere."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def _missing(tree: ast.Module) -> set[str]:
    """Returns names that a module reads and that nothing in it binds."""
    read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return read - _bound(tree) - set(dir(builtins))


def _with_helpers(earlier: list[str], code: str) -> str:
    """Returns a block after those before it that bind what it does not."""
    program = code
    for helper in reversed(earlier):
        tree, helping = parsed(program), parsed(helper)
        if tree is not None and helping is not None and _bound(helping) & _missing(tree):
            program = f"{helper.rstrip()}\n\n{program}"
    return program


def _joined(blocks: list[str]) -> str:
    """Returns all blocks if they parse together, else those that parse; else the last."""
    whole = "\n".join(blocks)
    if parsed(whole) is not None:
        return whole
    return "\n".join(block for block in blocks if parsed(block) is not None) or blocks[-1]


def _bare_program(text: str, entry_point: str) -> str:
    """Returns the program of a response without a block; prose before and after it is cut off."""
    position = 0
    for start in [0, *[match.start() for match in _START.finditer(text)][:_MOST_STARTS]]:
        if start >= position:
            code = _beginning_that_parses(text[start:])
            if _defines(code, entry_point):
                return code
            position = start + len(code)
    return ""


def _beginning_that_parses(text: str) -> str:
    """Cuts lines off the end of a text until it parses, by where the parser stops."""
    lines = text.split("\n")
    while lines:
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            stop = min(error.lineno or len(lines), len(lines)) - 1
            while stop > 0 and lines[stop].startswith((" ", "\t")):
                stop -= 1  # not in the middle of a statement
            lines = lines[:stop]
        except (ValueError, RecursionError, MemoryError):
            return ""
        else:
            return "\n".join(lines).rstrip() + "\n"
    return ""
