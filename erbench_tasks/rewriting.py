"""Asking a model to rewrite the blocks of a question template."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from .chat_model import ChatModel
from .errors import InputError
from .relation_spec import RelationSpec
from .rewrite_check import MOST_CHARACTERS, Refused, checked_text, must_differ, read_reply
from .spec import QuestionSpec
from .wording import TEMPLATES, Wordings

_ATTEMPTS = 2


def rewritten(
    model: ChatModel, question: QuestionSpec, relation: RelationSpec, blocks: Mapping[str, str]
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
            Wordings(Path()).inline(text, relation.attributes, "as a template")
            texts[name] = text
        except (Refused, InputError) as error:
            problems[name] = str(error)
    return texts, problems


def _others(name: str, *by_block: Mapping[str, Any]) -> list[Any]:
    """Returns what other blocks say."""
    return [text for texts in by_block for other, text in texts.items() if other != name]


def _is_question(question: QuestionSpec, block: str) -> bool:
    return question.type != "multiple_choice" or block == "question"


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
    env = SandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
    )
    return env.get_template("phrasing/rewrite.jinja").render(
        question_type=question.type,
        most_characters=MOST_CHARACTERS,
        data=_as_json(data),
        problems=_as_json(problems) if problems else "",
    )


def _as_json(data: Any) -> str:
    """In JSON no name or text can begin a line, so none can look like the end of the data."""
    return json.dumps(data, ensure_ascii=False, indent=1)
