"""Cutting the thinking of a model away: what remains is what it says.

Models mark their thinking in many spellings: XML-like tags (`<think>`, `<reasoning>`), brackets
(`[THINK]`), tokens of their own (`<|START_THINKING|>`, `◁think▷`), channels (gpt-oss's harmony
format, with its tokens or, where a server dropped them, as `analysis...assistantfinal...`) and
fixed phrases. Chat templates often put the opening mark into the prompt: then only the closing one
is in the response. A mark that is quoted, or mentioned within a line, is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_NAMES = (
    r"think(?:ing)?(?:_\w{1,20})?|thoughts?(?:_process)?|reasoning(?:_content|_process)?|reflections?"
    r"|analysis|scratch_?pad|(?:inner_|internal_)?(?:monologue|thoughts?|reasoning)|deliberation"
    r"|chain_of_thought|cot"
)
_NAME = re.compile(_NAMES, re.IGNORECASE)
_BRACKET = (
    r"(?-i:think(?:ing)?|thought|reasoning|scratchpad|THINK(?:ING)?|THOUGHT|REASONING|SCRATCHPAD)\]"
)
_ANSWER = r"(?:(?:final[_ ]?)?(?:answer|output|response|solution)|final)>"


def _tag(before: str, after: str) -> str:
    name = rf"(?:seed:|antml:)?(?:{_NAMES}){after}(?:\s[^<>\n]{{0,200}})?"
    return rf"(?:<|&lt;|◁)\|?{before}{name}\|?(?:>|&gt;|▷)"


def _channel(name: str) -> str:
    start = r"(?:(?:<\|start\|>\s?assistant[^<>\n]{0,80})?<\|channel\|>|\A\s*)"
    return rf"{start}{name}[^<>\n]{{0,80}}(?:<\|constrain\|>\w{{0,20}})?<\|message\|>"


# Opening and closing marks that belong together.
_PAIRS = {
    "tag": (
        _tag("(?:(?:begin|start)_(?:of_)?)?", "(?:[_-](?:start|begin))?"),
        f"{_tag('(?:/|end_(?:of_)?)', '')}|{_tag('', '[_-]end')}",
    ),
    "bracket": (rf"\[(?:begin (?:of )?)?{_BRACKET}", rf"\[(?:/|end (?:of )?){_BRACKET}"),
    "apertus": (r"<\|inner_prefix\|>", r"<\|inner_suffix\|>"),
    "medgemma": ("<unused94>(?:thought)?", "<unused95>"),
    "gemma": (r"<\|channel>thought", r"<channel\|>"),
    "details": (r"<details type=[\"']?reasoning[^<>\n]{0,200}>", "</details>"),
    "granite": ("^here is my thought process:", "^here is my response:"),
    "ollama": (r"^thinking\.\.\.$", r"^\.\.\.done thinking\."),
    "s1": (r"<\|im_start\|>think$", r"<\|im_start\|>answer$"),
    "harmony": (
        _channel("(?:analysis|commentary)")
        + r"|\A\s*(?:analysis|commentary)(?-i:(?=[A-Z\"'\n\d(*]))",
        _channel("final") + r"|(?-i:assistant(?:final|\nfinal(?![a-z])))(?:\s*:)?",
    ),
    "answer": (
        rf"<{_ANSWER}|<\|begin_of_(?:solution|box)\|>|<\|START_RESPONSE\|>",
        rf"</{_ANSWER}|<\|end_of_(?:solution|box)\|>|<\|END_RESPONSE\|>",
    ),
    "program": (
        r"^[ \t]{0,3}(?:```|~~~)[ \t]*(?!(?:xml|html|text|txt|markdown|md)\b)\w[^`\n]*$",
        r"^[ \t]{0,3}(?:```|~~~)[ \t]*$",
    ),
}
_ANY = "|".join(
    f"(?P<{name}_end>{end})|(?P<{name}>{start})" for name, (start, end) in _PAIRS.items()
)
# Where a mark may begin is looked at first, as most characters begin none.
_MARK = re.compile(rf"(?=[<&◁\[a]|^)(?:{_ANY})", re.IGNORECASE | re.MULTILINE)
# Without any of these a response has no marks; most have none, and looking for them is fast.
_MAY_THINK = (
    "<", "\N{WHITE LEFT-POINTING TRIANGLE}", "&lt;", "analysis", "commentary", "hinking...",
    "assistant", "my thought process",
)  # fmt: skip
_BRACKETS = re.compile(r"\[(?:/|be|en|in|re|sc|th)", re.IGNORECASE)
_EXPLAINS = ("reaso", "analy")  # after an answer in tags they hold its explanation
_QUOTES = frozenset("`\"'\u201c\u201d\u2018\u2019")
_MOST_INDENTED = 200  # characters

# The tokens of a chat template that a server left in the text.
_TURN = r"(?:<\|(?:im_start|start_header_id|start)\|>|<start_of_turn>)\s*"
_USER_TURN = re.compile(
    rf"{_TURN}(?:user|system)|<\|(?:user|human|system|USER_TOKEN)\|>|<\uff5cUser\uff5c>"
)
_TOKEN = re.compile(
    rf"{_TURN}(?:assistant|model)|<\|[A-Za-z_][\w.-]{{0,40}}\|>|<\uff5c[^<>\uff5c\n]{{1,40}}\uff5c>"
    r"|<(?:bos|eos|end_of_turn|pad)>|\[/?INST\]"
)


class Visible(NamedTuple):
    """What a response says besides its thinking.

    Attributes:
        text: The visible text, stripped; empty if the thinking never ends.
        cut: Whether the response ends inside its thinking.
    """

    text: str
    cut: bool


def visible(response: str) -> Visible:
    """Cuts the thinking of a response away, and the marks of a chat template.

    Args:
        response: What the model wrote.

    Returns:
        The text outside of thinking blocks; tags around the answer itself (`<answer>`) are taken
        off. A block that never ends reaches to the end, or to the last answer in tags. Without its
        opening mark it reaches from the beginning to its closing mark.
    """
    if not _may_think(response):
        return Visible(response.strip(), False)
    outside, cut = _outside_of_thinking(response.strip())
    return Visible(_without_tokens(outside), cut)


def without_marks(response: str) -> str:
    """Returns all that a model wrote, its thinking too, without the marks around that."""
    if not _may_think(response):
        return response.strip()
    return _without_tokens(_without(response, [mark.span() for mark in _marks(response)]))


def _may_think(response: str) -> bool:
    signs = map(response.lower().__contains__, _MAY_THINK)
    return any(signs) or _BRACKETS.search(response) is not None


def _outside_of_thinking(text: str) -> tuple[str, bool]:
    """Returns a text without its blocks of thinking, and whether the last one never ends."""
    marks = list(_marks(text))
    blocks, opening = _blocks(marks, len(text))
    if opening is None:
        return _without(text, blocks), False
    answers = [mark.start() for mark in marks if mark["answer"] and mark.start() > opening.start()]
    if answers:
        return _outside_of_thinking(text[: opening.start()] + text[answers[-1] :])
    return _without(text, [*blocks, (opening.start(), len(text))]), True


def _blocks(
    marks: Sequence[re.Match[str]], length: int
) -> tuple[list[tuple[int, int]], re.Match[str] | None]:
    """Returns where blocks of thinking and marks around answers are, and which mark stays open."""
    blocks: list[tuple[int, int]] = []
    opening = None
    answered = False
    for mark in marks:
        name, closes = _kind(mark)
        if opening is not None:
            if closes and name == _kind(opening)[0]:
                blocks.append((opening.start(), mark.end()))
                opening = None
        elif name == "answer" or (answered and name in _EXPLAINS):
            blocks.append(mark.span())
            answered = answered or closes
        elif not closes:
            opening = mark
        elif blocks and mark.end() == length:
            blocks.append(mark.span())  # one too many
        elif name != "details":
            blocks = [(0, mark.end())]  # its opening mark was in the prompt
    return blocks, opening


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text)]
    return "\n".join(text[start:end] for start, end in zip(starts, ends, strict=True))


def _marks(text: str) -> Iterator[re.Match[str]]:
    """Yields the marks that are neither quoted nor part of a program."""
    marks = list(_MARK.finditer(text))
    last_closing = {
        name: mark.start() for mark in marks for name, closes in [_kind(mark)] if closes
    }
    in_program = False
    for mark in marks:
        name, closes = _kind(mark)
        is_pair = closes or last_closing.get(name, -1) > mark.start()
        if name == "program":
            in_program = is_pair and not closes
        elif not in_program and not _is_quoted(text, mark) and (is_pair or _opens_line(text, mark)):
            yield mark


def _kind(mark: re.Match[str]) -> tuple[str, bool]:
    """Returns one name for marks that belong together, and whether it closes a block."""
    name, _, end = str(mark.lastgroup).partition("_")
    spelling = _NAME.search(mark[0]) if name == "tag" else None
    # `<think>` may be closed by `</thinking>`.
    return spelling[0][:5].lower() if spelling else name, bool(end)


def _is_quoted(text: str, mark: re.Match[str]) -> bool:
    start, end = mark.span()
    around = {text[start - 1 : start], text[end : end + 1]}
    return around <= _QUOTES and not text.endswith("```", 0, start)


def _opens_line(text: str, mark: re.Match[str]) -> bool:
    before = text[max(0, mark.start() - _MOST_INDENTED) : mark.start()]
    return before.rstrip(" \t")[-1:] in "\n>"


def _without_tokens(text: str) -> str:
    """Takes off what a chat template adds; what follows a turn of the user is made up."""
    text = text.strip()
    turn = _USER_TURN.search(text, 1)
    text = _TOKEN.sub("\n", text[: turn.start() if turn else None]).strip().removeprefix("<s>")
    # With a beginning it is text that is crossed out.
    return (text if "<s>" in text else text.replace("</s>", "\n")).strip()
