"""Question templates of a specification, phrased by a model once (ERBench, Section 3.1)."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ...core.chat.client import ChatClient
from ...core.errors import InputError
from .inline_templates import InlineText, inline_templates, replaced
from .rewording import Refused, placeholders, rewritten
from .spec import BenchmarkSpec
from .spec_file import parse_spec
from .wording import Wordings


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
        known = spec.relations[question.relation].attributes
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
