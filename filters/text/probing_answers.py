"""The answer in a reply to a probing question of TRACK (Appendix A.1).

A probe asks for a name, a call or one sentence, and nothing else; replies are grouped by their
text. Chat models put that behind a polite line or a label, in bold type, quotation marks, a box or
a code fence, and explain it afterwards; base models go on with a question of their own. What is
taken here is the first line that is an answer, or the code, without what is around it.
"""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Iterator
from typing import Literal

from .code_blocks import parts_of_markdown

_NEXT_QUESTION = re.compile(r"^[ \t>*#]*question[\s*]*:", re.IGNORECASE | re.MULTILINE)
_LABEL = re.compile(
    r"^[ \t>#*_-]*(?:(?:the|my|final|correct|short|best|educated)[ \t]+)*"
    r"(?:answer|guess|entity|call|fact)(?:[ \t]+is)?"
    r"[ \t*]*(?::[\s*]*|$\s*)",
    re.IGNORECASE | re.MULTILINE,
)
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[\w+-]*[ \t]*")
_INLINE = re.compile(r"`([^`\n]+)`")
_LINE_START = re.compile(r"\A(?:#{1,6} +|> +|[-*•] +(?=[^\d\s]))+")
_BOLD = re.compile(r"(?<![\w*])\*\*(?=\S)([^*\n]+)(?<=\S)\*\*(?![\w*])")
_BOX = re.compile(r"\$*\s*\\(?:boxed|text|textbf)\{((?:[^{}]|\{[^{}]*\})*)\}\s*\$*")
_COURTESY = re.compile(
    r"(?:sure|certainly|of course|okay|ok|got it|absolutely)(?:\W*|\b.*:)|here\b.*:", re.IGNORECASE
)
_PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)
_PAIRS = (
    ("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("```", "```"), ("`", "`"), ('"', '"'),
    ("'", "'"), ("\u201c", "\u201d"), ("\u2018", "\u2019"), ("«", "»"),
)  # fmt: skip
_MOST_READ = 20_000  # characters


def probing_answer(said: str, answers: Literal["entity", "call", "value"]) -> str:
    """Returns what a reply to a probing question answers.

    Args:
        said: The reply without its thinking.
        answers: What the question asks for, as in `Scenario.answers`.

    Returns:
        The text behind the last label (*Answer:*), else the whole reply, up to the end of its
        first line that is an answer; of code its first block. Empty if it has no word.
    """
    text = said[:_MOST_READ]
    further = (q.start() for q in _NEXT_QUESTION.finditer(text) if text[: q.start()].strip())
    text = text[: next(further, len(text))]
    read = _call if answers == "call" else _sentence if answers == "value" else _name
    labels = list(_LABEL.finditer(text))
    if not labels:
        return read(text)
    return read(text[labels[-1].end() :]) or read(text[: labels[-1].start()])


def _name(text: str) -> str:
    *leads, last = [*_leads_and_answer(text)] or [""]
    return last or next(filter(None, leads), "")


def _sentence(text: str) -> str:
    """Returns the first line, and those that lead to it: they say what a value is of."""
    return " ".join(part for part in _leads_and_answer(text) if part)


def _leads_and_answer(text: str) -> Iterator[str]:
    """Yields the lines before the first one that answers, as far as they belong to it, and that."""
    for line in text.splitlines():
        if _FENCE.fullmatch(line) or not re.search(r"\w", line):
            continue
        bare = _bare(_BOLD.sub(r"\1", line))
        if _COURTESY.fullmatch(bare):
            continue
        yield bare
        if not bare.endswith(":"):
            return
    yield ""


def _bare(line: str) -> str:
    """Takes off what is around a whole line: bold type, quotation marks, a box."""
    text, before = _LINE_START.sub("", line.strip(), count=1), ""
    while text != before:
        before, text = text, text.strip()
        if box := _BOX.fullmatch(text):
            text = box[1]
        for opening, closing in _PAIRS:
            inside = text[len(opening) : -len(closing)]
            is_around = text.startswith(opening) and text.endswith(closing)
            if is_around and inside and opening[0] not in inside and closing[0] not in inside:
                text = inside
    return text.removesuffix("**") if text.count("**") == 1 else text


def _call(text: str) -> str:
    """Returns the first line or block with a call, else with other code, else the first line."""
    whole = _cleaned(text)
    if whole.startswith(("import ", "from ")) and _parsed(whole):
        return whole
    parts = [*_code(text)]
    found = next((part for part in parts if "(" in part), "") or next(iter(parts), "")
    return found or _name(text)


def _code(text: str) -> Iterator[str]:
    """Yields what is code in each line, and each block."""
    for part in parts_of_markdown(text):
        if isinstance(part, str):
            yield from filter(None, map(_code_in_line, part.splitlines()))
        elif re.search(r"\w", part.code):
            yield _cleaned(part.code)


def _code_in_line(line: str) -> str:
    """Returns a line that is code, else the last that it quotes as code; empty if there is none."""
    bare = _bare(line)
    for code in map(_cleaned, (_LINE_START.sub("", line.strip()), bare, bare.rstrip("."))):
        if _parsed(code):
            return code
    inline = [code for code in map(_cleaned, _INLINE.findall(line)) if _parsed(code)]
    calls = [code for code in inline if "(" in code]
    return next(reversed(calls or inline), "")


def _cleaned(code: str) -> str:
    lines = textwrap.dedent(_PROMPT.sub("", code.strip("\r\n"))).splitlines()
    kept = [line.rstrip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return "\n".join(kept).strip()


def _parsed(code: str) -> bool:
    """Tells whether a text is Python, and says more than a text in quotation marks."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in a model's code
            body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    first = body[0] if body else None
    return bool(body) and not (isinstance(first, ast.Expr) and _is_text(first.value))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
