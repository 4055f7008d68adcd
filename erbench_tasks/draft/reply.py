"""What an author replies: relations and entries, as data that nothing is run of before it holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints, ValidationError

from ...core.chat.replies import read_object

MOST_CHARACTERS = 200_000
_MOST_PARTS = 60  # relations, entries
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)

_Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
_Text = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Block(_Part):
    """A block of a wording."""

    block: str
    text: str


def _as_blocks(wording: Any) -> Any:
    """Takes `{"basic": "..."}` for the list of blocks that it is."""
    return [*_blocks(wording)] if isinstance(wording, dict) else wording


def _blocks(wording: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, text in wording.items():
        yield {"block": name, "text": text}


class ColumnKind(_Part):
    """The kind of a column's values."""

    column: str
    kind: str


class ColumnSpellings(_Part):
    """A query of other spellings of a column's values."""

    column: str
    sql: str


class Statement(_Part):
    """A coarser statement about a column."""

    name: str
    of: str
    by: str


class RelationDraft(_Part):
    """A relation as an author writes it; `spec.RelationSpec` explains the fields."""

    name: _Name
    sql: str
    entity: list[str]
    ask: _Text = ""
    kinds: list[ColumnKind] = []
    spellings: list[ColumnSpellings] = []
    say: list[Statement] = []

    def to_spec(self) -> dict[str, Any]:
        """Returns the relation as a specification has it."""
        spellings: dict[str, list[str]] = {}
        for one in self.spellings:
            spellings.setdefault(one.column, []).append(one.sql)
        fields = {
            "sql": self.sql.strip(),
            "entity": self.entity,
            "ask": self.ask,
            "kinds": {one.column: one.kind for one in self.kinds},
            "spellings": spellings,
            "say": {one.name: {"of": one.of, "by": one.by} for one in self.say},
        }
        return {name: value for name, value in fields.items() if value}


# The fields of an entry that its type has.
_FIELDS = {
    "altered": ("fd", "replaced", "mixed", "must_share"),
    "binary": ("fd", "several_values", "mixed", "must_share"),
    "multiple_choice": ("fd", "must_share"),
    "multi_hop": ("hops", "mixed", "must_share"),
}


class EntryDraft(_Part):
    """An entry of `questions` as an author writes it; `spec.QuestionSpec` explains the fields."""

    id: _Name
    type: Literal["altered", "binary", "multiple_choice", "multi_hop"]
    relation: str
    fd: _Text = ""
    hops: list[str] = []
    mixed: bool = False
    replaced: list[str] = []
    must_share: list[str] = []
    several_values: _Text = ""
    wordings: list[Annotated[list[Block], BeforeValidator(_as_blocks)]]
    why_known: _Text = ""
    risk: _Text = ""

    def to_spec(self) -> dict[str, Any]:
        """Returns the entry as a specification has it."""
        fields = {name: getattr(self, name) for name in _FIELDS[self.type]}
        wordings = [{one.block: one.text for one in wording} for wording in self.wordings]
        # Only multiple-choice questions have paraphrases; of other wordings the first is taken.
        several = len(wordings) > 1 and self.type == "multiple_choice"
        wording = wordings if several else next(iter(wordings), {})
        notes = {"why_known": self.why_known.strip(), "risk": self.risk.strip()}
        spec = {"type": self.type, "relation": self.relation, **fields, "wording": wording, **notes}
        return {name: value for name, value in spec.items() if value}


class Fault(_Part):
    """What a critic found in a question."""

    entry: str
    question: int
    kind: str
    why: str


class Reply(_Part):
    """The parts of a draft that a reply adds, replaces or takes out.

    Attributes:
        drop: The ids of entries to take out.
        about: What all questions are about; empty: as it is.
        faults: What a critic found.
        refused: Why parts of the reply cannot be used, a line each.
    """

    drop: list[str] = []
    about: _Text = ""
    relations: list[RelationDraft] = []
    entries: list[EntryDraft] = []
    faults: list[Fault] = []
    refused: list[str] = []


_PARTS: dict[str, type[_Part]] = {
    "relations": RelationDraft, "entries": EntryDraft, "faults": Fault,
}  # fmt: skip


def read(text: str) -> Reply:
    """Reads a reply: a JSON object, around which there may be words; parts that are no such go.

    Raises:
        Refused: There is no such object.
    """
    found = _OBJECT.search(text)
    content = read_object(found.group() if found else text, MOST_CHARACTERS)
    reply = Reply()
    if isinstance(about := content.get("about"), str):
        reply.about = about
    reply.drop = [id_ for id_ in _listed(content.get("drop")) if isinstance(id_, str)]
    for name, kind in _PARTS.items():
        for number, part in enumerate(_listed(content.get(name)), 1):
            try:
                getattr(reply, name).append(kind.model_validate(part))
            except ValidationError as error:
                problem = error.errors()[0]
                field = ".".join(map(str, problem["loc"])) or "it"
                reply.refused.append(f"{name}, number {number}: {field}: {problem['msg']}")
    return reply


def _listed(value: Any) -> list[Any]:
    return value[:_MOST_PARTS] if isinstance(value, list) else []


def schema() -> dict[str, Any]:
    """Returns the JSON schema of a reply, as strict structured output wants it."""
    parts = Reply.model_json_schema()
    del parts["properties"]["refused"]
    _make_strict(parts)
    return parts


def _make_strict(node: Any) -> None:
    if isinstance(node, dict):
        if "properties" in node:
            node |= {"required": [*node["properties"]], "additionalProperties": False}
        for name in ("default", "title", "minLength", "maxLength"):
            if not isinstance(node.get(name), dict):
                node.pop(name, None)
        node = [*node.values()]
    for child in node if isinstance(node, list) else ():
        _make_strict(child)


def as_json(relations: list[RelationDraft], entries: list[EntryDraft], about: str) -> str:
    """Returns a draft in the form of a reply, for the next prompt."""
    content = {
        "about": about,
        "relations": [one.model_dump() for one in relations],
        "entries": [one.model_dump() for one in entries],
    }
    return json.dumps(content, ensure_ascii=False, indent=1)
