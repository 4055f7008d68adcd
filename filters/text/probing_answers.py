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
from collections.abc import Iterator
from typing import Literal

from .code_blocks import markdown_parts, parsed

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
_OPENING, _CLOSING = "*_`\"'\u201c\u2018«", "*_`\"'\u201d\u2019»"
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
    return next(reversed(_lines_to_answer(text)), "")


def _sentence(text: str) -> str:
    """Returns the first line, and those that lead to it: they say what a value is of."""
    return " ".join(_lines_to_answer(text))


def _lines_to_answer(text: str) -> list[str]:
    """Returns the first line that answers, after those that lead to it."""
    lines: list[str] = []
    for line in text.splitlines():
        bare = _bare(_BOLD.sub(r"\1", line))
        is_around = _FENCE.fullmatch(line) or _COURTESY.fullmatch(bare)
        if re.search(r"\w", bare) and not is_around:
            lines.append(bare)
            if not bare.endswith(":"):
                break
    return lines


def _bare(line: str) -> str:
    """Takes off what is around a whole line: bold type, quotation marks, a box."""
    text, before = _LINE_START.sub("", line.strip(), count=1), ""
    while text != before:
        before, text = text, text.strip()
        if box := _BOX.fullmatch(text):
            text = box[1]
        for opening, closing in zip(_OPENING, _CLOSING, strict=True):
            inside = text.lstrip(opening).rstrip(closing)
            is_around = text.startswith(opening) and text.endswith(closing)
            if is_around and inside and opening not in inside and closing not in inside:
                text = inside
    return text.removesuffix("**") if text.count("**") == 1 else text


def _call(text: str) -> str:
    """Returns the first line or block with a call, else with other code, else the first line."""
    whole = _cleaned(text)
    if whole.startswith(("import ", "from ")) and _is_code(whole):
        return whole
    codes = [code for code in _codes(text) if code]
    return next((code for code in codes if "(" in code), codes[0] if codes else _name(text))


def _codes(text: str) -> Iterator[str]:
    """Yields what is code in each line, and each block."""
    for language, part in markdown_parts(text):
        if language is None:
            yield from map(_code_in_line, part.splitlines())
        elif re.search(r"\w", part):
            yield _cleaned(part)


def _code_in_line(line: str) -> str:
    """Returns a line that is code, else the last that it quotes as code; empty if there is none."""
    bare = _bare(line)
    quoted = sorted(_INLINE.findall(line), key=lambda code: "(" in code)
    return next(filter(_is_code, map(_cleaned, (bare, bare.rstrip("."), *quoted[::-1]))), "")


def _cleaned(code: str) -> str:
    lines = textwrap.dedent(_PROMPT.sub("", code.strip("\r\n"))).splitlines()
    kept = [line.rstrip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return "\n".join(kept).strip()


def _is_code(text: str) -> bool:
    """Tells whether a text is Python, and says more than a text in quotation marks."""
    tree = parsed(text)
    first = tree.body[0] if tree and tree.body else ast.Pass()
    is_constant = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return not isinstance(first, ast.Pass) and not is_constant
