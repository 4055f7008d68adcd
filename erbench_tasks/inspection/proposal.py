"""What is proposed to ask about an entity: a relation and its questions, before they are text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..relation_spec import RelationSpec
from .paths import Step
from .words import identifier, phrase


@dataclass
class RelationDraft:
    """A relation that is being put together.

    Attributes:
        name: Its name in the specification.
        comments: What to tell the user about it.
        tables: Its tables, as the specification writes them.
        attributes: Attribute name to its columns.
        entity: The attributes that identify the entity.
        words: Attribute name to what it is called in a question.
    """

    name: str
    comments: list[str] = field(default_factory=list)
    tables: list[Any] = field(default_factory=list)
    attributes: dict[str, list[str]] = field(default_factory=dict)
    entity: list[str] = field(default_factory=list)
    words: dict[str, str] = field(default_factory=dict)

    def add_table(self, table: str) -> str:
        """Adds the first table; returns the specification's name for it."""
        # Another name for one that YAML or `table.column` could not show as it is.
        name = table if table.isidentifier() else identifier(table)
        self.tables.append(table if name == table else {"table": table, "as": name})
        return name

    def join(self, step: Step) -> str:
        """Adds the table at the end of a foreign key; returns its name."""
        return self.join_along(step.target.name, step.name, step.along)

    def join_along(self, table: str, name: str, along: list[str]) -> str:
        """Adds a table; returns its name."""
        joined: dict[str, Any] = {"table": table, "as": name, "along": along}
        self.tables.append({k: v for k, v in joined.items() if not (k == "as" and v == table)})
        return name

    def add(self, table: str, columns: tuple[str, ...], called: str) -> str:
        """Adds an attribute; returns its name.

        Args:
            table: The specification's name of the table.
            columns: Its columns.
            called: What the attribute is called in a question.
        """
        name = identifier(called, self.attributes)
        self.attributes[name] = [f"{table}.{column}" for column in columns]
        self.words[name] = phrase(called)
        return name

    def content(self) -> dict[str, Any]:
        """Returns the relation as the specification has it."""
        columns = {name: c[0] if len(c) == 1 else c for name, c in self.attributes.items()}
        return {"tables": self.tables, "attributes": columns, "entity": self.entity}

    def spec(self) -> RelationSpec:
        """Returns the relation as the generator reads it."""
        return RelationSpec.model_validate(self.content())


@dataclass(frozen=True)
class QuestionDraft:
    """An entry of `questions`.

    Attributes:
        content: The entry.
        comments: What to tell the user about it.
    """

    content: dict[str, Any]
    comments: tuple[str, ...] = ()


@dataclass
class Proposal:
    """A relation and its questions."""

    relation: RelationDraft
    questions: list[QuestionDraft] = field(default_factory=list)
