"""Proposing relations and questions: about each entity, along foreign keys, through links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sqlalchemy

from ..dependencies.check import holds
from ..english import words as phrases
from ..english.words import identifier, phrase
from ..relations.relation import ASKED, Relation
from ..spec.spec import RelationSpec
from .entities import Entity, is_link, role
from .schema import ForeignKey, TableSchema

LONGEST = 4
# As many options as the paper's questions have at most, and as many conditions.
OPTIONS = 4
CONDITIONS = 4
# A determinant is proposed if this share of its values have one dependent value.
HOLDS = 0.9


@dataclass(frozen=True)
class Step:
    """One foreign key of a path.

    Attributes:
        source: The specification's name of the table that refers.
        key: The foreign key.
        target: The entity that it refers to.
        role: What that is to the one that refers, as words.
        name: The specification's name of the target's table in this role.
    """

    source: str
    key: ForeignKey
    target: Entity
    role: str
    name: str

    @property
    def along(self) -> list[str]:
        """The columns that refer, as a specification writes them."""
        return [f"{self.source}.{column}" for column in self.key.columns]


def parents(entity: Entity, entities: Mapping[str, Entity], source: str) -> list[Step]:
    """Returns the steps to the entities that an entity refers to.

    Keys that are mostly NULL are passed over: few tuples would be left.

    Args:
        entity: The entity.
        entities: All entities by the name of their table.
        source: The specification's name of the entity's table.
    """
    present = {column.name: column for column in entity.judged}
    steps: list[Step] = []
    for key in entity.schema.foreign_keys:
        if key.table not in entities:
            continue
        taken = [source, *(step.name for step in steps)]
        words = role(key)
        steps.append(Step(source, key, entities[key.table], words, identifier(words, taken)))
    return [step for step in steps if all(present[c].is_mostly_there for c in step.key.columns)]


def longest_path(entity: Entity, entities: Mapping[str, Entity], source: str) -> list[Step]:
    """Returns the longest path from an entity that visits no table twice, at most four steps."""
    every = _paths(entity, entities, source, (entity.name,), (source,))
    return max(every, key=len, default=[])


def _paths(
    entity: Entity,
    entities: Mapping[str, Entity],
    source: str,
    visited: tuple[str, ...],
    taken: tuple[str, ...],
) -> Iterator[list[Step]]:
    for step in parents(entity, entities, source):
        if step.target.name in visited or len(visited) > LONGEST:
            continue
        name = identifier(step.role, taken)
        named = Step(step.source, step.key, step.target, step.role, name)
        seen = (*visited, step.target.name)
        yield [named]
        for rest in _paths(step.target, entities, name, seen, (*taken, name)):
            yield [named, *rest]


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


class Proposer:
    """Makes the proposals for one database."""

    def __init__(
        self,
        engine: sqlalchemy.Engine,
        connection: sqlalchemy.Connection,
        entities: Mapping[str, Entity],
        tables: Mapping[str, TableSchema],
        schema: str | None = None,
    ) -> None:
        """Takes what was found.

        Args:
            engine: The database.
            connection: A snapshot of it.
            entities: The entities by the name of their table.
            tables: All tables by name.
            schema: Schema of the tables.
        """
        self._engine = engine
        self._connection = connection
        self._entities = entities
        self._tables = tables
        self._schema = schema
        self._names: set[str] = set()

    def about(self, entity: Entity) -> Iterator[Proposal]:
        """Yields what can be asked about an entity; of an empty table that is nothing."""
        if any(column.rows for column in entity.judged):
            yield from filter(_asks_something, (self._facts(entity), self._chain(entity)))

    def through_links(self) -> Iterator[Proposal]:
        """Yields what can be asked through each many-to-many link."""
        for table in self._tables.values():
            if is_link(table):
                yield from filter(_asks_something, self._links(table))

    def _draft(self, name: str) -> RelationDraft:
        draft = RelationDraft(identifier(name, self._names))
        self._names.add(draft.name)
        return draft

    def _facts(self, entity: Entity) -> Proposal:
        """Proposes questions about an entity's own columns, and what it refers to."""
        draft = self._draft(entity.name)
        subject = self._subject(draft, entity)
        options = {}
        for step in parents(entity, self._entities, subject.table):
            name = draft.add(draft.join(step), step.target.label, step.role)
            options[name] = draft.words[name]
        for column in entity.columns[: max(OPTIONS - len(options), 2)]:
            name = draft.add(subject.table, (column.name,), column.called)
            options[name] = draft.words[name]
        proposal = Proposal(draft)
        if options:
            proposal.questions.append(self._binary(draft, entity, subject, options))
        if len(options) > 1:
            chosen = dict(list(options.items())[:OPTIONS])
            proposal.questions.append(_multiple_choice(draft, subject, chosen))
        return proposal

    def _binary(
        self, draft: RelationDraft, entity: Entity, subject: _Subject, options: Mapping[str, str]
    ) -> QuestionDraft:
        """Asks for the entity by its attributes if they determine it, else for an attribute."""
        names = list(options)
        label = draft.entity[0]
        for count in range(1, min(CONDITIONS, len(names)) + 1):
            share = self._share_that_holds(draft, names[:count], label)
            if share >= HOLDS:
                known = {name: options[name] for name in names[:count]}
                fd = f"{', '.join(known)} -> {label}"
                template = phrases.binary(entity.noun, known)
                return _question(
                    "binary",
                    draft,
                    fd,
                    template,
                    f"{fd} holds for {share:.1%} of its determinants.",
                )
        fd = f"{', '.join(draft.entity)} -> {names[0]}"
        template = phrases.binary_of(subject.described, options[names[0]])
        return _question("binary", draft, fd, template)

    def _share_that_holds(
        self, draft: RelationDraft, determinant: Sequence[str], dependent: str
    ) -> float:
        """Returns the share of a determinant's values that have one dependent value."""
        relation = Relation(self._engine, draft.name, draft.spec(), self._schema)
        labels = [relation.label(name) for name in determinant]
        check = holds(
            self._connection, relation.tuples(), labels, [relation.label(dependent)], ASKED
        )
        return 1 - check.violating / check.determinants if check.determinants else 0.0

    def _chain(self, entity: Entity) -> Proposal:
        """Proposes a multi-hop question along the longest path of foreign keys."""
        draft = self._draft(f"{entity.noun} chain")
        subject = self._subject(draft, entity)
        path = longest_path(entity, self._entities, subject.table)
        names = [draft.add(draft.join(step), step.target.label, step.role) for step in path]
        if len(path) == 1:
            names += self._attribute_of(draft, path[0])
        if len(names) < 2:
            return Proposal(draft)
        hops = [f"{', '.join(draft.entity)} -> {names[0]}"]
        hops += [f"{a} -> {b}" for a, b in pairwise(names)]
        roles = [draft.words[name] for name in names]
        template = phrases.multi_hop(subject.described, roles, names[-1])
        content = {"type": "multi_hop", "relation": draft.name, "hops": hops, "template": template}
        return Proposal(draft, [QuestionDraft(content)])

    def _attribute_of(self, draft: RelationDraft, step: Step) -> list[str]:
        """Adds the best attribute of what a step leads to."""
        return [draft.add(step.name, (c.name,), c.called) for c in step.target.columns[:1]]

    def _links(self, table: TableSchema) -> Iterator[Proposal]:
        """Proposes to ask for an entity by another that a many-to-many link ties to it."""
        ends = [key for key in table.foreign_keys if key.table in self._entities]
        for pair in pairwise(ends):
            # The question is about the end of which more is known; the other is a condition.
            near, far = sorted(pair, key=lambda key: -len(self._entities[key.table].columns))
            entity, other = self._entities[near.table], self._entities[far.table]
            draft = self._draft(f"{entity.noun} by {role(far)}")
            subject = self._subject(draft, entity)
            link = identifier(table.name, [subject.table])
            draft.join_along(table.name, link, [f"{link}.{column}" for column in near.columns])
            name = identifier(role(far), [subject.table, link])
            draft.join_along(other.name, name, [f"{link}.{column}" for column in far.columns])
            several = draft.add(name, other.label, role(far))
            known = [
                draft.add(subject.table, (column.name,), column.called)
                for column in entity.columns[:2]
            ]
            fd = f"{', '.join([*known, several])} -> {draft.entity[0]}"
            template = phrases.binary(
                entity.noun,
                {n: draft.words[n] for n in known},
                {several: draft.words[several]},
            )
            question = _question("binary", draft, fd, template, "Several names may be right.")
            question.content["several_values"] = "accept"
            yield Proposal(draft, [question])

    def _subject(self, draft: RelationDraft, entity: Entity) -> _Subject:
        """Starts a relation with the entity that is asked about."""
        table = draft.add_table(entity.name)
        called = entity.label[0] if len(entity.label) == 1 else "name"
        label = draft.add(table, entity.label, called)
        judged = {column.name: column for column in entity.judged}
        also = {
            draft.add(table, (name,), judged[name].called): judged[name].called
            for name in entity.also
        }
        draft.entity = [label, *also]
        return _Subject(table, phrases.described(entity.noun, label, also))


class _Subject:
    """The entity of a relation: its table there, and how a question names it."""

    def __init__(self, table: str, described: str) -> None:
        self.table = table
        self.described = described


def _multiple_choice(
    draft: RelationDraft, subject: _Subject, options: Mapping[str, str]
) -> QuestionDraft:
    content = {
        "type": "multiple_choice",
        "relation": draft.name,
        "fd": f"{', '.join(draft.entity)} -> {', '.join(options)}",
        "templates": phrases.multiple_choice(subject.described, options),
    }
    return QuestionDraft(content)


def _question(
    kind: str, draft: RelationDraft, fd: str, template: phrases.Blocks, *comments: str
) -> QuestionDraft:
    content = {"type": kind, "relation": draft.name, "fd": fd, "template": template}
    return QuestionDraft(content, comments)


def _asks_something(proposal: Proposal) -> bool:
    return bool(proposal.questions)
