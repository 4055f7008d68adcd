"""Having a model reword question templates; its reply is not trusted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import TemplateSyntaxError

from ...core.chat.client import ChatClient
from ...core.errors import InputError
from ...core.jinja import environment
from ...core.json_text import as_data
from .spec import QuestionSpec, RelationSpec
from .wording import Wordings

MOST_CHARACTERS = 400
_MOST_REPLY = 100_000  # characters
_MOST_SHOWN = 60
_FENCED = re.compile(r"```(?:json)?\s*\n(.*)\n\s*```", re.DOTALL | re.IGNORECASE)
_LEXER = environment(autoescape=False, trim_blocks=False)
_ATTEMPTS = 2


class Refused(ValueError):  # noqa: N818 -- the model's fault, and no error of ours
    """A reply, or a text of it, cannot be used; the message says why."""


def rewritten(
    model: ChatClient, question: QuestionSpec, relation: RelationSpec, blocks: Mapping[str, str]
) -> tuple[dict[str, str], dict[str, str]]:
    """Asks for new texts of all blocks at once, and once more if some cannot be used.

    Args:
        model: The model.
        question: The entry of the specification that the template belongs to.
        relation: Its relation.
        blocks: The texts, by block.

    Returns:
        The new texts that can be used, and for each other block why it has none.

    Raises:
        InputError: The model cannot be asked.
    """
    taken: dict[str, str] = {}
    problems: dict[str, str] = {}
    for _ in range(_ATTEMPTS):
        reply = model.reply(_prompt(question, relation, blocks, problems))
        texts, problems = _checked(reply, question, relation, blocks, taken)
        taken |= texts
        if not problems:
            break
    return taken, problems


def _prompt(
    question: QuestionSpec,
    relation: RelationSpec,
    blocks: Mapping[str, str],
    problems: Mapping[str, str],
) -> str:
    names = dict.fromkeys(name for fd in question.fds for name in fd.determinant + fd.dependent)
    data = {
        "question_type": question.type,
        "entity": relation.entity,
        "depends": [str(fd) for fd in question.fds],
        "attributes": {name: " ".join(relation.attributes[name]) for name in names},
        "blocks": dict(blocks),
    }
    template = environment(autoescape=False).get_template("phrasing/rewrite.jinja")
    return template.render(
        question_type=question.type,
        most_characters=MOST_CHARACTERS,
        data=as_data(data),
        problems=as_data(problems) if problems else "",
    )


def _checked(
    reply: str,
    question: QuestionSpec,
    relation: RelationSpec,
    blocks: Mapping[str, str],
    taken: Mapping[str, str],
) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the texts that can be used, of the blocks that have none yet, and what is wrong."""
    pending = [name for name in blocks if name not in taken]
    texts: dict[str, str] = {}
    problems: dict[str, str] = {}
    try:
        found = read_reply(reply, blocks)
    except Refused as error:
        return {}, dict.fromkeys(pending, str(error))
    for name in pending:
        try:
            text = checked_text(found[name], blocks[name], _is_question(question, name))
            must_differ(text, _others(name, blocks, found, taken))
            Wordings(Path()).inline(text, relation.names, "as a template")
            texts[name] = text
        except (Refused, InputError) as error:
            problems[name] = str(error)
    return texts, problems


def _others(name: str, *by_block: Mapping[str, Any]) -> list[Any]:
    """Returns what other blocks say."""
    return [text for texts in by_block for other, text in texts.items() if other != name]


def _is_question(question: QuestionSpec, block: str) -> bool:
    return question.type != "multiple_choice" or block == "question"


def read_reply(reply: str, names: Iterable[str]) -> dict[str, Any]:
    """Reads a reply: a JSON object with the given keys, which may stand in a Markdown fence.

    Args:
        reply: What the model replied.
        names: The keys.

    Raises:
        Refused: It is anything else.
    """
    fenced = _FENCED.fullmatch(reply.strip())
    text = fenced.group(1) if fenced else reply
    try:
        if len(text) > _MOST_REPLY:
            raise Refused(f"the reply is longer than {_MOST_REPLY} characters")
        found = json.loads(text, object_pairs_hook=_without_repetition)
    except Refused:
        raise
    except (ValueError, RecursionError) as error:
        raise Refused("the reply is not JSON") from error
    if not isinstance(found, dict):
        raise Refused("the reply is no JSON object")
    expected = set(names)
    for name in sorted(found.keys() ^ expected):
        problem = "lacks the block" if name in expected else "has another block,"
        raise Refused(f"the reply {problem} {_shown(name)}")
    return found


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("the reply has a block twice")
    return found


def checked_text(new: Any, old: str, is_question: bool) -> str:
    """Returns the new text of a block, without spaces around it, if it can stand in its place.

    Args:
        new: What the reply has for the block.
        old: What the block says.
        is_question: Whether the block is a question; else it is a statement.

    Raises:
        Refused: It is not a text, not a line, too long, or has other placeholders.
    """
    if not isinstance(new, str):
        raise Refused("is not a text")
    text: str = new.strip(" ")
    if not text:
        raise Refused("is empty")
    if len(text) > MOST_CHARACTERS:
        raise Refused(f"is longer than {MOST_CHARACTERS} characters")
    if not text.isprintable():
        raise Refused("has a line break, or another character that does not print")
    _must_have_placeholders(text, placeholders(old))
    _must_end_alike(text, old.strip(), is_question)
    return text


def must_differ(new: str, others: Iterable[Any]) -> None:
    """Checks that a block does not say what another block says, or said.

    Raises:
        Refused: It does; then one of the two has another meaning than before.
    """
    for other in others:
        if isinstance(other, str) and other.strip().casefold() == new.casefold():
            raise Refused("says what another block says")


def _must_have_placeholders(new: str, expected: set[str]) -> None:
    found = placeholders(new)
    for placeholder in sorted(found ^ expected):
        problem = "lacks" if placeholder in expected else "has"
        raise Refused(f"{problem} {_shown(placeholder)}")


def _must_end_alike(new: str, old: str, is_question: bool) -> None:
    if is_question and new[-1] not in ("?", old[-1:]):
        raise Refused("does not end with '?'")
    if not is_question and new[-1] == "?" and old[-1:] != "?":
        raise Refused("has become a question")


def placeholders(text: str) -> set[str]:
    """Returns what stands in the double braces of a template, without regard to spaces.

    Raises:
        Refused: It is no Jinja text, or has more than words and double braces.
    """
    found, parts = set(), list[str]()
    try:
        for _, kind, value in _LEXER.lex(text):
            if kind in ("data", "whitespace"):
                continue
            if not parts and (kind, value) != ("variable_begin", "{{"):
                raise Refused(f"has {_shown(value)}, which is more than words and {{{{ names }}}}")
            parts.append(value)
            if kind == "variable_end":
                found.add(" ".join(parts))
                parts = []
    except TemplateSyntaxError as error:
        raise Refused(f"is no Jinja text: {_shown(error.message or '')}") from error
    if parts:
        raise Refused("is no Jinja text: braces are not closed")
    return found


def _shown(text: str) -> str:
    return repr(text[:_MOST_SHOWN])
