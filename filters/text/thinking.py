"""Cutting the thinking of a model away: what remains is what it says.

Models mark their thinking in many spellings: XML-like tags (`<think>`, `<reasoning>`), brackets
(`[THINK]`), tokens of their own (`<|START_THINKING|>`, `◁think▷`), channels (gpt-oss's harmony
format, with its tokens or, where a server dropped them, as `analysis...assistantfinal...`) and
fixed phrases. Chat templates often put the opening mark into the prompt: then only the closing one
is in the response. A mark that is quoted, or mentioned within a line, is none.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Iterator
from typing import NamedTuple

_NAMES = (
    r"think(?:ing)?(?:_\w{1,20})?|thoughts?(?:_process)?|reasoning(?:_content|_process)?|reflections?"
    r"|analysis|scratch_?pad|(?:inner_|internal_)?(?:monologue|thoughts?|reasoning)|deliberation"
    r"|chain_of_thought|cot"
)
_MARK = re.compile(
    r"<\|?(?P<slash>/?)(?:(?:begin|start|(?P<end>end))_(?:of_)?)?(?:seed:|antml:)?"
    rf"(?P<name>{_NAMES})(?:[_-](?:start|begin|(?P<last>end)))?(?:\s[^<>\n]{{0,200}})?\|?>"
    r"|\[(?P<bracket>/?)(?:begin |(?P<finish>end )|)(?:of )?"
    r"(?-i:think(?:ing)?|thought|reasoning|scratchpad"
    r"|THINK(?:ING)?|THOUGHT|REASONING|SCRATCHPAD)\]"
    r"|◁(?P<triangle>/?)think▷"
    r"|<\|inner_(?:prefix|(?P<suffix>suffix))\|>"  # Apertus
    r"|<unused9(?:4>(?:thought)?|(?P<unused>5>))"  # MedGemma
    r"|<\|channel>thought|(?P<channel><channel\|>)"  # Gemma
    r"|<details type=[\"']?reasoning[^<>\n]{0,200}>|(?P<details></details>)"
    r"|(?P<granite>^here is my thought process:)|(?P<response>^here is my response:)"
    r"|(?P<ollama>^thinking\.\.\.$)|(?P<done>^\.\.\.done thinking\.)"
    r"|<\|im_start\|>(?:think|(?P<answer>answer))$",  # s1
    re.IGNORECASE | re.MULTILINE,
)
_ESCAPED = re.compile(rf"&lt;(/?(?:{_NAMES}))&gt;", re.IGNORECASE)
_CLOSING = (
    "slash", "end", "last", "bracket", "finish", "triangle", "suffix", "unused", "channel",
    "details", "response", "done", "answer",
)  # fmt: skip
# Without any of these a response has no marks; most have none, and looking for them is fast.
_SIGNS = ("<", "[", "\N{WHITE LEFT-POINTING TRIANGLE}")
_WORDS = ("&lt;", "assistantfinal", "assistant\nfinal", "hinking...", "my thought process")
_CHANNELS = ("analysis", "commentary", "final")
_EXPLAINS = ("reasoning", "analysis")  # after an answer in tags they hold its explanation
_WRAPPERS = r"(?:final[_ ]?)?(?:answer|output|response|solution)|final"
_WRAPPER = re.compile(
    rf"(?:^[ \t]*|(?<=>))<(?:{_WRAPPERS})>|</(?:{_WRAPPERS})>(?=[ \t]*(?:$|<))"
    rf"|(?<=\s)<(?P<inline>{_WRAPPERS})>(?=[^<>\n]{{0,200}}</(?P=inline)>)"
    r"|<\|(?:begin|end)_of_(?:solution|box)\|>|<\|(?:START|END)_RESPONSE\|>",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTES = frozenset("`\"'\u201c\u201d\u2018\u2019")
_FENCE = re.compile(r"^[ \t]{0,3}(?:```|~~~)[ \t]*([\w+-]*)[^`\n]*$", re.MULTILINE)
_MOST_INDENTED = 200  # characters
_MARKED_UP = frozenset(("", "xml", "html", "text", "txt", "markdown", "md"))

# gpt-oss: <|channel|>analysis<|message|>...<|end|><|start|>assistant<|channel|>final<|message|>...
_CHANNEL = re.compile(
    r"(?:(?:<\|start\|>\s?assistant[^<>\n]{0,80})?<\|channel\|>|\A\s*)"
    r"(?P<channel>analysis|commentary|final)[^<>\n]{0,80}(?:<\|constrain\|>\w{0,20})?<\|message\|>"
)
_END_OF_MESSAGE = re.compile(r"<\|(?:end|return|call)\|>")
_BARE_FINAL = re.compile(r"assistant(?:final|\nfinal(?![a-z]))(?:\s*:)?")
_BARE_ANALYSIS = re.compile(r"\A\s*(?:analysis|commentary)(?=[A-Z\"'\n\d(*])")

# The tokens of a chat template that a server left in the text.
_USER_TURN = re.compile(
    r"<\|im_start\|>\s*(?:user|system)|<\|start_header_id\|>\s*(?:user|system)|<start_of_turn>\s*user"
    r"|<\|(?:user|human|system|USER_TOKEN)\|>|<\|start\|>\s*(?:user|system)|<\uff5cUser\uff5c>",
)
_ASSISTANT_TURN = re.compile(
    r"<\|im_start\|>\s*assistant\s?|<\|start_header_id\|>\s*assistant\s*(?:<\|end_header_id\|>)?"
    r"|<start_of_turn>\s*model\s?|<\|start\|>\s*assistant"
)
_TOKEN = re.compile(r"<\|[A-Za-z_][\w.-]{0,40}\|>|<\uff5c[^<>\uff5c\n]{1,40}\uff5c>")
_FIRST_TOKENS = re.compile(r"\s*(?:(?:<s>|<bos>|\[/INST\])\s*)*")
_LAST_TOKENS = ("</s>", "<s>", "<eos>", "<end_of_turn>", "<pad>", "[INST]", "[/INST]")


class Visible(NamedTuple):
    """What a response says besides its thinking.

    Attributes:
        text: The visible text, stripped; empty if the thinking never ends.
        cut: Whether the response ends inside its thinking.
    """

    text: str
    cut: bool


def _may_think(response: str) -> bool:
    if any(sign in response for sign in _SIGNS):
        return True
    lowered = response.lower()
    opens = lowered.lstrip().startswith(_CHANNELS)
    return opens or any(word in lowered for word in _WORDS)


def visible(response: str) -> Visible:
    """Cuts the thinking of a response away, and the marks of a chat template.

    Args:
        response: What the model wrote.

    Returns:
        The text outside of thinking blocks; tags around the answer itself (`<answer>`) are taken
        off. A block that never ends reaches to the end. Without its opening mark it reaches from
        the beginning to its closing mark.
    """
    if not _may_think(response):
        return Visible(response.strip(), False)
    text, cut = _final_channel(_ESCAPED.sub(r"<\1>", response))
    blocks = _Blocks(text)
    for mark in _marks(text):
        blocks.take(mark)
    rest = _last_wrapper(text, blocks.opened) if blocks.open_names else blocks.kept
    cut = cut or (bool(blocks.open_names) and rest == len(text))
    said = "".join([*blocks.parts, text[rest:]])
    return Visible(_unwrapped(_without_tokens(said)).strip(), cut)


def without_marks(response: str) -> str:
    """Returns all that a model wrote, its thinking too, without the marks around that."""
    if not _may_think(response):
        return response.strip()
    text = _END_OF_MESSAGE.sub("\n", _CHANNEL.sub("\n", response))
    text = _BARE_FINAL.sub("\n", _BARE_ANALYSIS.sub("", text))
    pieces, position = [], 0
    for mark in _marks(text):
        pieces.append(text[position : mark.start()])
        position = mark.end()
    return _unwrapped(_without_tokens("\n".join([*pieces, text[position:]]))).strip()


def _final_channel(response: str) -> tuple[str, bool]:
    """Returns the final messages of a response in channels, and whether it ends before one."""
    headers = list(_CHANNEL.finditer(response)) if "<|message|>" in response else []
    if headers:
        ends = [header.start() for header in headers[1:]] + [len(response)]
        final = [
            _END_OF_MESSAGE.split(response[header.end() : end], maxsplit=1)[0]
            for header, end in zip(headers, ends, strict=True)
            if header["channel"] == "final"
        ]
        return "\n".join(final), not final
    finals = list(_BARE_FINAL.finditer(response))
    if finals:
        return response[finals[-1].end() :], False
    return ("", True) if _BARE_ANALYSIS.match(response) else (response, False)


class _Blocks:
    """The parts of a text outside of its thinking blocks, found mark by mark."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parts: list[str] = []
        self.last = len(text.rstrip())  # where the text ends
        self.open_names: list[str] = []
        self.kept = 0  # where the part that is being read begins
        self.opened = 0  # where the block that is open begins
        self.had_one = False
        self.explanations: list[str] = []  # names of blocks that are none of thinking

    def take(self, mark: re.Match[str]) -> None:
        """Takes the next mark."""
        name = _name(mark)
        if not _closes(mark):
            self._open(name, mark)
        elif name in self.open_names:
            del self.open_names[self.open_names.index(name) :]
            if not self.open_names:
                self._closed(mark)
        elif name in self.explanations:
            self.parts.append(self.text[self.kept : mark.start()])
            self._closed(mark)
        elif not self.open_names and name != "details":
            self._close_unopened(mark)

    def _open(self, name: str, mark: re.Match[str]) -> None:
        if not self.open_names:
            said = self.text[self.kept : mark.start()]
            if name in _EXPLAINS and _explains(said):
                self.explanations.append(name)
                self.parts += (said, "\n")
                self.kept = mark.end()
                return
            self.parts.append(said)
            self.kept = mark.start()
            self.opened = mark.start()
        if name not in self.open_names:
            self.open_names.append(name)

    def _close_unopened(self, mark: re.Match[str]) -> None:
        if self.had_one and mark.end() >= self.last:
            self.parts.append(self.text[self.kept : mark.start()])  # one too many, at the end
        else:
            self.parts.clear()  # its opening mark was in the prompt
        self._closed(mark)

    def _closed(self, mark: re.Match[str]) -> None:
        self.parts.append("\n")
        self.kept, self.had_one = mark.end(), True


def _marks(text: str) -> Iterator[re.Match[str]]:
    """Yields the marks of thinking that are neither quoted nor part of a program."""
    found = list(_MARK.finditer(text))
    if not found:
        return
    programs = [position for program in _programs(text) for position in program]
    last_closed = {_name(mark): mark.start() for mark in found if _closes(mark)}
    for mark in found:
        if bisect(programs, mark.start()) % 2 or _is_quoted(text, mark):
            continue
        before = text[max(0, mark.start() - _MOST_INDENTED) : mark.start()]
        opens_a_line = before.rstrip(" \t")[-1:] in "\n>"
        is_closed = last_closed.get(_name(mark), -1) > mark.start()
        if _closes(mark) or opens_a_line or is_closed:
            yield mark


def _is_quoted(text: str, mark: re.Match[str]) -> bool:
    before, after = text[max(0, mark.start() - 3) : mark.start()], text[mark.end() : mark.end() + 1]
    return before != "```" and {before[-1:] or "<", after or "<"} <= _QUOTES


def _programs(text: str) -> Iterator[tuple[int, int]]:
    """Yields where the fenced blocks in a programming language start and end."""
    opening: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        if opening is None or fence[1]:
            opening = fence
        else:
            if opening[1].lower() not in _MARKED_UP:
                yield opening.start(), fence.end()
            opening = None


def _closes(mark: re.Match[str]) -> bool:
    return any(mark[group] for group in _CLOSING)


def _name(mark: re.Match[str]) -> str:
    """Returns one name for the spellings of opening and closing marks that belong together."""
    name = (mark["name"] or "").lower()
    if name:
        return "think" if name.startswith(("think", "thought")) else name.partition("_")[0]
    sign = mark[0].lower()
    family = {"[": "[", "◁": "◁", ".": "ollama", "t": "ollama", "h": "granite"}.get(sign[0])
    if family:
        return family
    for part in ("inner", "unused", "channel", "details", "im_start"):
        if part in sign:
            return part
    return "think"


def _explains(said: str) -> bool:
    """Tells whether an answer in tags came right before."""
    return re.search(rf"</(?:{_WRAPPERS})>\s*\Z", said[-40:], re.IGNORECASE) is not None


def _last_wrapper(text: str, start: int) -> int:
    """Returns where the answer in tags begins that ends an open block; the end if none does."""
    openers = [
        found.start()
        for found in _WRAPPER.finditer(text, start)
        if found[0].lstrip()[1:2] not in "/" and not found[0].lower().startswith("<|end")
    ]
    return openers[-1] if openers else len(text)


def _without_tokens(text: str) -> str:
    """Takes off what a chat template adds; what follows a turn of the user is made up."""
    if "<" in text:
        text = _ASSISTANT_TURN.sub("\n", text)
        turns = (turn.start() for turn in _USER_TURN.finditer(text) if text[: turn.start()].strip())
        text = _TOKEN.sub(_nothing_unless_wrapper, text[: next(turns, len(text))])
    start = _FIRST_TOKENS.match(text)
    return text[start.end() if start else 0 : _end_of_words(text)]


def _end_of_words(text: str) -> int:
    """Returns where the white space and the tokens at the end of a text begin."""
    end = len(text)
    while end:
        last = 1 if text[end - 1].isspace() else 0
        last = last or next((len(t) for t in _LAST_TOKENS if text.endswith(t, 0, end)), 0)
        if not last:
            break
        end -= last
    return end


def _nothing_unless_wrapper(token: re.Match[str]) -> str:
    return token[0] if _WRAPPER.fullmatch(token[0]) else "\n"


def _unwrapped(text: str) -> str:
    """Takes the tags around an answer off, outside of programs."""
    if "<" not in text:
        return text
    inside = list(_programs(text))
    pieces, position = [], 0
    for start, end in [*inside, (len(text), len(text))]:
        pieces += [_unwrap(text[position:start]), text[start:end]]
        position = end
    return "".join(pieces)


def _unwrap(text: str) -> str:
    names = {found["inline"].lower() for found in _WRAPPER.finditer(text) if found["inline"]}
    text = _WRAPPER.sub("\n", text)
    for name in sorted(names):
        text = re.sub(rf"</{name}>", "\n", text, flags=re.IGNORECASE)
    return text
