"""Why an answer and a rationale count, in words: which rows say so, and how they are joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Column, Join
from sqlalchemy.sql import operators
from sqlalchemy.sql.elements import BinaryExpression, ColumnElement
from sqlalchemy.sql.visitors import iterate

from ..relations.relation import Relation
from ..spec.spec import (
    AlteredSpec,
    BinarySpec,
    FunctionalDependency,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
    RelationSpec,
    table_of,
)


def reasons(question: QuestionSpec, relation: Relation) -> list[str]:
    """Says what an entry's answers and rationales rest on.

    Args:
        question: The entry.
        relation: Its relation.

    Returns:
        A line per dependency, and one for whatever else decides.
    """
    if isinstance(question, KnowledgeSpec):
        return ["Asks whether a model knows the entity; no answer is right or wrong."]
    joins = _Joins(relation)
    found = [joins.says(fd) for fd in question.fds]
    return [*found, *_special(question), *_statements(question, relation.spec)]


class _Joins:
    """The tables of a relation, each with what links it to those before it."""

    def __init__(self, relation: Relation) -> None:
        self._spec = relation.spec
        self._names = {alias: name for name, alias in relation.tables.items()}
        self._before: dict[str, str] = {}
        self._links: dict[str, str] = {}
        source = relation.source
        while isinstance(source, Join):
            # What is joined besides tables are the values of a list.
            if (name := self._names.get(source.right)) and source.onclause is not None:
                self._read(name, source.onclause)
            source = source.left

    def _read(self, name: str, condition: ColumnElement[bool]) -> None:
        pairs = [
            (self._column(part.left), self._column(part.right))
            for part in iterate(condition)
            if isinstance(part, BinaryExpression) and part.operator is operators.eq
        ]
        pairs = [pair for pair in pairs if all(pair)]  # and none of the values of `only`
        others = [table_of(column) for pair in pairs for column in pair]
        self._before[name] = next((other for other in others if other != name), "")
        self._links[name] = " and ".join(f"{one} = {other}" for one, other in pairs)

    def _column(self, side: ColumnElement[object]) -> str:
        columns = (part for part in iterate(side) if isinstance(part, Column))
        column = next(columns, None)
        return "" if column is None else f"{self._names.get(column.table, '')}.{column.name}"

    def says(self, fd: FunctionalDependency) -> str:
        """Says which rows hold a dependency's values."""
        attributes = self._spec.attributes
        asked = [column for name in fd.dependent for column in attributes[name]]
        given = [column for name in fd.determinant for column in attributes[name]]
        tables = self._between(list(dict.fromkeys(map(table_of, [*given, *asked]))))
        joined = _listed([self._joined(name) for name in tables[1:]]) if tables[1:] else ""
        row = f"the row of {self._named(tables[0])} with this {_listed(fd.determinant)}"
        row += f", joined with {joined}," if joined else ""
        return f"{_arrow(fd)}: {row} says so: {', '.join(asked)}"

    def _joined(self, name: str) -> str:
        links = self._links.get(name)
        return f"{self._named(name)} ({links})" if links else self._named(name)

    def _between(self, wanted: Sequence[str]) -> list[str]:
        """Returns some tables with those that link them, in the relation's order."""
        paths = [self._path(name) for name in wanted]
        shared = sum(len(set(level)) == 1 for level in zip(*paths, strict=False))
        found = {name for path in paths for name in path[max(0, shared - 1) :]}
        return [table.name for table in self._spec.tables if table.name in found]

    def _path(self, name: str) -> list[str]:
        path = [name]
        while before := self._before.get(path[0]):
            path.insert(0, before)
        return path

    def _named(self, name: str) -> str:
        tables = {table.name: table.table for table in self._spec.tables}
        is_one_of_several = list(tables.values()).count(tables[name]) > 1
        return f"{tables[name]} as {name}" if is_one_of_several else tables[name]


def _special(question: QuestionSpec) -> Iterator[str]:
    match question:
        case BinarySpec(several_values="accept"):
            yield "Where several values are right, a rationale has to mention one of them."
        case AlteredSpec(replaced=replaced, mixed=mixed):
            some = "In half of the questions the" if mixed else "The"
            rest = " In the others the answer is yes, and all that counts." if mixed else ""
            yield (
                f"{some} value of {_listed(replaced, 'or')} is replaced by one for which no row "
                "fits, so that the answer is no; a rationale has to mention what is true." + rest
            )
        case MultipleChoiceSpec():
            yield (
                "The false option has the value of another row, which no row makes true of this "
                "one; a rationale has to mention the true value."
            )
        case MultiHopSpec(hops=hops):
            for hop in hops:
                if hop.values == "all":
                    yield f"A rationale has to mention every {hop.fd.dependent[0]}."
                if not hop.verified:
                    yield f"The question says the {hop.fd.dependent[0]}; a rationale need not."
    if isinstance(question, BinarySpec | MultiHopSpec) and question.holds is not None:
        yield f"The basic question is answered with yes where {question.holds} is true."


def _statements(question: QuestionSpec, spec: RelationSpec) -> Iterator[str]:
    asked = [name for fd in question.fds for name in fd.dependent]
    for name, statement in spec.statements_of(asked).items():
        if statement.by != "value":
            yield f"{name} is the {statement.by} of {statement.of}."
    for column, value in spec.ask_where.items():
        yield f"Asked only where {column} is {value!r}."
    for column, those in spec.only.items():
        values = " or ".join(map(repr, those if isinstance(those, list) else [those]))
        yield f"Of rows where {column} is {values}; the others are left out."


def _arrow(fd: FunctionalDependency) -> str:
    return f"{', '.join(fd.determinant)} → {', '.join(fd.dependent)}"


def _listed(names: Iterable[str], last: str = "and") -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
