"""The program in a model's response.

Models wrap it in Markdown's fences or not; write none, one or several blocks, with examples of use,
tests or prose between them; and may stop before the last fence. The rule: take the last block that
defines the entry point, among those in Python or without a language. If it uses names that it does
not define, add the earlier blocks that it may need (imports and helpers that parse). If no block
defines the entry point, join all Python blocks, if they parse together. If there is no block, take
the longest run of lines that parses and defines the entry point.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from typing import NamedTuple

from .thinking import visible

_FENCE = re.compile(r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[^`\n]*)$", re.MULTILINE)
_PYTHON = frozenset(("", "python", "py", "python3", "py3", "ipython", "pycon", "{python}"))
_LONGEST = 1_000_000  # characters of a response that are examined
_STARTS = re.compile(r"^(?:import |from |def |class |async def |@)", re.MULTILINE)
_MOST_STARTS = 200


class Block(NamedTuple):
    """A fenced block.

    Attributes:
        language: What follows the opening fence, in lower case.
        code: The lines between the fences.
        is_closed: Whether it has a closing fence.
    """

    language: str
    code: str
    is_closed: bool


def extract_program(response: str, entry_point: str = "") -> str:
    """Returns the program of a response.

    Args:
        response: What the model wrote; a reasoning block is left out.
        entry_point: The function or class that the program must define; empty for any.

    Returns:
        Python source, as the model wrote it even where it does not parse; empty if there is none.
    """
    text = visible(response[:_LONGEST]).text.replace("\r\n", "\n")
    blocks = [block.code for block in code_blocks(text) if _is_python(block)]
    if not blocks:
        return _bare_program(text, entry_point)
    defining = [i for i, code in enumerate(blocks) if _defines(code, entry_point)]
    if not entry_point or not defining:
        return _joined(blocks)
    last = defining[-1]
    return _with_helpers(blocks[:last], blocks[last])


def code_blocks(text: str) -> list[Block]:
    """Returns the fenced blocks of Markdown.

    Args:
        text: Markdown. A fence is closed by one of the same sign and at least its length.

    Returns:
        The blocks in order; one that is never closed reaches to the end.
    """
    return [part for part in parts_of_markdown(text) if isinstance(part, Block)]


def parts_of_markdown(text: str) -> Iterator[str | Block]:
    """Yields what is before, between and after the fenced blocks of Markdown, and these.

    Args:
        text: Markdown, as for `code_blocks`.
    """
    position = 0
    while opening := _FENCE.search(text, position):
        yield text[position : opening.start()]
        fence = opening["fence"]
        closing = re.compile(rf"^[ \t]{{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.M)
        end = closing.search(text, opening.end())
        code = text[opening.end() + 1 : end.start() if end else len(text)]
        language = opening["language"].strip().lower().split(" ")[0]
        yield Block(language, code, end is not None)
        position = end.end() if end else len(text)
    yield text[position:]


def _is_python(block: Block) -> bool:
    return block.language in _PYTHON and bool(block.code.strip())


def _parsed(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _defines(code: str, name: str) -> bool:
    """Whether code defines a name at its top level; decided by its text if it does not parse."""
    tree = _parsed(code)
    if tree is None:
        pattern = rf"^(?:async )?(?:def|class) +{re.escape(name)}\b"
        return re.search(pattern, code, re.MULTILINE) is not None
    return name in _bound(tree)


def _bound(tree: ast.Module) -> set[str]:
    """Returns the names that a module's top level binds."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return names


def _missing(tree: ast.Module) -> set[str]:
    """Returns names that a module reads and that nothing in it binds."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    read = {node.id for node in nodes if isinstance(node.ctx, ast.Load)}
    stored = {node.id for node in nodes if not isinstance(node.ctx, ast.Load)}
    stored |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return read - stored - _bound(tree) - set(dir(builtins))


def _with_helpers(earlier: list[str], code: str) -> str:
    """Returns a block after those before it that bind what it does not."""
    program = code
    for helper in reversed(earlier):
        tree, needed = _parsed(program), _parsed(helper)
        if tree is not None and needed is not None and _bound(needed) & _missing(tree):
            program = f"{helper.rstrip()}\n\n{program}"
    return program


def _joined(blocks: list[str]) -> str:
    """Returns all blocks if they parse together, else those that parse; else the last."""
    whole = "\n".join(blocks)
    if _parsed(whole) is not None:
        return whole
    return "\n".join(block for block in blocks if _parsed(block) is not None) or blocks[-1]


def _bare_program(text: str, entry_point: str) -> str:
    """Returns the program of a response without a block: from a line that may start it.

    Prose is cut off before and after; if nothing that remains parses, there is no program.
    """
    if _parsed(text) is not None:
        return text if _defines(text, entry_point) or not entry_point else ""
    for start in list(_STARTS.finditer(text))[:_MOST_STARTS]:
        code = _longest_that_parses(text[start.start() :])
        if code and (not entry_point or _defines(code, entry_point)):
            return code
    return ""


def _longest_that_parses(text: str) -> str:
    """Cuts lines off the end of a text until it parses, by where the parser stops."""
    lines = text.split("\n")
    while lines:
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            stop = min((error.lineno or len(lines)) - 1, len(lines) - 1)
            while (
                stop > 0 and lines[stop - 1][:1] in (" ", "\t") and lines[stop][:1] in (" ", "\t")
            ):
                stop -= 1  # not in the middle of a block
            lines = lines[:stop]
        except (ValueError, RecursionError, MemoryError):
            return ""
        else:
            return "\n".join(lines).rstrip() + "\n"
    return ""
