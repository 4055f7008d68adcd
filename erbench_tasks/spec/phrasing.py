"""Question templates of a specification, phrased by a model once (ERBench, Section 3.1)."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ...core.chat.client import ChatClient
from ...core.errors import InputError
from .rewording import Refused, placeholders, rewritten
from .spec import BenchmarkSpec
from .spec_file import parse_spec
from .wording import Wordings

_WHITE = " \t\r\n\x85\u2028\u2029"  # what YAML takes for space and line breaks
# The first line of a literal or folded text, and the comment that may stand there.
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*([ \t]+#[^\r\n]*)?")


@dataclass(frozen=True)
class Change:
    """What became of one block of an inline template.

    Attributes:
        line: Its line in the specification before, from 1.
        field: Where it stands, such as `questions.0.template.basic`.
        old: What it said.
        new: What it says now; the old text if that is kept.
        reason: Why the old text is kept; empty if it is not.
    """

    line: int
    field: str
    old: str
    new: str
    reason: str = ""


def rephrased(text: str, model: ChatClient, where: str) -> tuple[str, list[Change]]:
    """Lets a model rewrite the inline templates of a specification, one request per template.

    The names and wordings of the specification are sent, and no row of the database. A text
    that cannot be used is asked for once more; then the old one is kept. Whether a new text has
    the same meaning as the old one is for a reader to tell.

    Args:
        text: The specification: YAML.
        model: The model.
        where: What to call the specification in errors, such as its path.

    Returns:
        The specification with the new texts, each below a comment with the old one, and
        otherwise unchanged; and what became of each block, in their order.

    Raises:
        InputError: It is not a valid specification, or the model cannot be asked.
    """
    spec = parse_spec(text, where)
    templates = inline_templates(text)
    for block in (block for blocks in templates for block in blocks):
        question = spec.questions[int(block.path[1])]
        known = spec.relations[question.relation].names
        Wordings(Path()).inline(block.text, known, f"{where}, line {block.line}, {_field(block)}")
    changes = [c for blocks in templates for c in _changes(blocks, spec, model)]
    every = [block for blocks in templates for block in blocks]
    edits = [
        (block, change.new)
        for block, change in zip(every, changes, strict=True)
        if change.new != change.old
    ]
    new_text = replaced(text, edits)
    if _loaded(new_text) != _with_edits(text, edits):
        raise InputError(
            f"{where}: new texts cannot be put into it; write its templates without anchors (&), "
            "aliases (*) and merges (<<)"
        )
    return new_text, changes


def diff(old: str, new: str) -> str:
    """Returns what differs between two texts, as a unified diff; empty if nothing does."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), "specification", "rephrased", lineterm=""
    )
    return "\n".join(lines)


def _changes(blocks: Sequence[InlineText], spec: BenchmarkSpec, model: ChatClient) -> list[Change]:
    """Asks for new texts of a template's blocks."""
    names = [str(block.path[-1]) for block in blocks]
    kept = {name: _unfit(block) for name, block in zip(names, blocks, strict=True)}
    asked = {name: block.text for name, block in zip(names, blocks, strict=True) if not kept[name]}
    new: dict[str, str] = {}
    if asked:
        question = spec.questions[int(blocks[0].path[1])]
        new, problems = rewritten(model, question, spec.relations[question.relation], asked)
        kept |= problems
    return [
        Change(block.line, _field(block), block.text, new.get(name, block.text), kept[name])
        for name, block in zip(names, blocks, strict=True)
    ]


def _unfit(block: InlineText) -> str:
    """Returns why a block is not offered to the model; empty if it is."""
    if not block.replaceable:
        return "has an anchor, an alias or a tag"
    try:
        placeholders(block.text)
    except Refused as error:
        return str(error)
    return ""


def _loaded(text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return None


def _with_edits(text: str, edits: Sequence[tuple[InlineText, str]]) -> Any:
    """Returns the specification as it should be."""
    spec = yaml.safe_load(text)
    for block, new in edits:
        *path, name = block.path
        template = spec
        for part in path:
            template = template[part]
        template[name] = new
    return spec


def _field(block: InlineText) -> str:
    return ".".join(map(str, block.path))


@dataclass(frozen=True)
class InlineText:
    """A block of an inline template.

    Attributes:
        path: The keys and indices that lead to it, such as `questions, 0, template, basic`.
        line: Its line, from 1.
        text: What it says.
        replaceable: Whether it stands in one place, plainly: without anchor, alias and tag.
        key: Node of its name.
        value: Node of its text.
    """

    path: tuple[str | int, ...]
    line: int
    text: str
    replaceable: bool
    key: yaml.Node
    value: yaml.Node


def inline_templates(source: str) -> list[list[InlineText]]:
    """Finds the inline templates of a specification, each as its blocks.

    Args:
        source: A valid specification.
    """
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    found = list(_templates(root))
    uses = Counter(id(value) for _, blocks in found for _, value in blocks)
    return [
        [
            InlineText(
                path=(*path, key.value),
                line=key.start_mark.line + 1,
                text=value.value,
                replaceable=uses[id(value)] == 1 and source[value.start_mark.index] not in "&!",
                key=key,
                value=value,
            )
            for key, value in blocks
        ]
        for path, blocks in found
    ]


def replaced(source: str, texts: Sequence[tuple[InlineText, str]]) -> str:
    """Replaces texts where they stand; each old one becomes a comment in a line above.

    Args:
        source: The file that the texts were found in.
        texts: Each text, and what to put in its place.

    Returns:
        The file, in which everything else is as it was.
    """
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    spans = [(node.start_mark.index, node.end_mark.index) for node in _scalars(root)]
    line_break = "\r\n" if "\r\n" in source else "\n"
    edits: list[tuple[int, int, str]] = []
    for text, new in texts:
        at = _line_start(text.key.start_mark, source, spans)
        indent = re.compile(" *").match(source, at)
        comment = f"{indent.group() if indent else ''}# was: {quoted(text.text)}{line_break}"
        edits.append((at, at, comment))
        edits.append(_replacement(source, text.value, new))
    pieces, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[0]):
        pieces += [source[at:start], new]
        at = end
    return "".join([*pieces, source[at:]])


def quoted(text: str) -> str:
    """Returns a text as a YAML scalar in double quotes, in one line, whatever it contains."""
    return "".join(
        char if char.isprintable() else f"\\U{ord(char):08x}"
        for char in json.dumps(text, ensure_ascii=False)
    )


def _templates(root: Any) -> Iterator[tuple[tuple[str | int, ...], list[tuple[Any, Any]]]]:
    """Yields the path and the blocks, key node and text node, of each inline template."""
    questions = _child(root, "questions")
    for index, question in enumerate(questions.value if questions is not None else []):
        for field in ("template", "templates"):
            node = _child(question, field)
            path: tuple[str | int, ...] = ("questions", index, field)
            if isinstance(node, yaml.MappingNode):
                yield path, _blocks(node)
            elif isinstance(node, yaml.SequenceNode):
                for number, template in enumerate(node.value):
                    if isinstance(template, yaml.MappingNode):
                        yield (*path, number), _blocks(template)


def _blocks(template: yaml.MappingNode) -> list[tuple[Any, Any]]:
    return [(key, value) for key, value in template.value if isinstance(value, yaml.ScalarNode)]


def _child(node: Any, name: str) -> Any:
    """Returns the value of a key; None where there is none."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    return next((value for key, value in pairs if key.value == name), None)


def _scalars(node: Any) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _scalars(child)
    else:
        for pair in node.value:
            for child in pair:
                yield from _scalars(child)


def _line_start(mark: Any, source: str, spans: Sequence[tuple[int, int]]) -> int:
    """Returns where the line of a mark begins, or an earlier one if that is within a text."""
    at = int(mark.index - mark.column)
    for start, end in reversed(spans):
        if start < at < end:
            at = max(source.rfind("\n", 0, start), source.rfind("\r", 0, start)) + 1
    return at


def _replacement(source: str, value: Any, new: str) -> tuple[int, int, str]:
    start, end = value.start_mark.index, value.end_mark.index
    if value.style not in ("|", ">"):
        return start, end, quoted(new)
    # Such a text reaches over the empty lines behind it.
    end = start + len(source[start:end].rstrip(_WHITE))
    header = _BLOCK_HEADER.match(source, start)
    return start, end, quoted(new) + ((header and header.group(1)) or "")
