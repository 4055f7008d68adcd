"""A domain of Wikidata: which items and properties become which tables, and what is asked of them.

It is one YAML file; `docs/reference/wikidata_domain.md` explains its fields.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints, ValidationError, model_validator

from ...core.errors import InputError
from ...core.untrusted_text import read_text
from ...core.values.kinds import Kind as ValueKind
from ...core.wikidata.dump.selection import Selection
from ...core.wikidata.items import END, START, Properties
from ...core.yaml_files import parse_yaml
from ..spec.spec_file import place
from ..spec.strict import Strict, one_or_several

FOLDER = Path(__file__).resolve().parent / "domains"
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$")]


def _must_be_id(what: str, example: str) -> BeforeValidator:
    def check(value: Any) -> Any:
        if not re.fullmatch(rf"{example[0]}[1-9][0-9]{{0,14}}", str(value)):
            raise ValueError(f"{value!r} is no id of {what}, such as {example}")
        return value

    return BeforeValidator(check)


ItemId = Annotated[str, _must_be_id("an item", "Q11424")]
PropertyId = Annotated[str, _must_be_id("a property", "P57")]
Kind = Literal["year", "month", "date", "number", "text", "coordinates"]
# Columns that every table has, and those of tables of statements.
SITELINKS = "sitelinks"
RESERVED = frozenset({"id", SITELINKS, "revision", "position", "rank"})
ASKED = "asked"  # the column of a query that says whether a row is asked about


def _factors(unit: Any) -> dict[str, Any]:
    """Reads `unit: Q11573`, and 1 for no unit, which YAML takes for a number."""
    pairs = unit.items() if isinstance(unit, dict) else [(unit, 1)]
    return {str(id_): factor for id_, factor in pairs}


def _paths(attributes: Any) -> Any:
    """Reads a list of attributes, each of which is its own path."""
    is_list = isinstance(attributes, list)
    return {str(name): str(name) for name in attributes} if is_list else attributes


class Qualifier(Strict):
    """A column beside a property's value.

    Attributes:
        id: Id of the qualifier's property (`property`).
        kind: How its value is read (`as`).
    """

    id: PropertyId = Field(alias="property")
    kind: Literal["year", "date", "number", "text"] = Field(alias="as")


class Property(Strict):
    """A property of a table's items, which becomes a table of statements.

    Attributes:
        id: Its id (`property`).
        table: Its values are items: rows of this table.
        kind: Or they are read as this (`as`).
        unit: Of numbers: id of a unit to the factor that makes the number one of the column's unit;
            `1` stands for no unit.
        decimals: Of numbers and coordinates: to how many they are rounded; None for all.
        at: Only statements that hold on this day (qualifiers P580 and P582).
        current: Only statements without an end.
        single: Whether an item with several values has none: they contradict each other.
        most: So many values are kept, the first ones; None for all.
        optional: Whether an item without a value is a row all the same.
        qualifiers: Name of a column to the qualifier that it holds.
    """

    id: PropertyId = Field(alias="property")
    table: Name | None = None
    kind: Kind | None = Field(alias="as", default=None)
    unit: Annotated[dict[str, Decimal], BeforeValidator(_factors)] = Field(
        default={"1": Decimal(1)}
    )
    decimals: Annotated[int, Field(ge=0, le=9)] | None = None
    at: date | None = None
    current: bool = False
    single: bool = False
    most: Annotated[int, Field(ge=1)] | None = None
    optional: bool = False
    qualifiers: dict[Name, Qualifier] = Field(default={})

    @model_validator(mode="after")
    def _has_one_kind_of_value(self) -> Property:
        if (self.table is None) == (self.kind is None):
            raise ValueError("give `table` (values are items) or `as` (other values), and only one")
        if self.at is not None and self.current:
            raise ValueError("`at` and `current` exclude each other; give one")
        return self

    def columns(self, name: str) -> dict[str, str]:
        """Returns the columns that hold its value and its qualifiers, with the kinds of these."""
        split = {
            "coordinates": {"latitude": "coordinates", "longitude": "coordinates"},
            "month": {"month": "text", "year": "year"},
        }
        own = split.get(str(self.kind), {name: str(self.kind)})
        return own | {column: qualifier.kind for column, qualifier in self.qualifiers.items()}


class Table(Strict):
    """A table of items.

    Attributes:
        label: Name of the column with the English label.
        classes: Its items are instances of one of these, or of a subclass of it (`class`).
        where: Property to an item that is a value of it, such as an occupation.
        without: Properties that items must have no value of, such as when they were dissolved.
        least_sitelinks: Items with fewer are left out; of the first table.
        surname: Whether the last word of a label is another name of the item (people).
        properties: Name to a property of its items.
    """

    label: Name = "name"
    classes: Annotated[list[ItemId], BeforeValidator(one_or_several)] = Field(
        alias="class", default=[]
    )
    where: dict[PropertyId, ItemId] = Field(default={})
    without: Annotated[list[PropertyId], BeforeValidator(one_or_several)] = Field(default=[])
    least_sitelinks: Annotated[int, Field(ge=0)] = 1
    surname: bool = False
    properties: dict[Name, Property] = Field(default={})


class AskedRelation(Strict):
    """A relation of the specification, over the first table.

    Attributes:
        attributes: Attribute to the path of its value: a property (or a qualifier beside it), and
            for those whose values are items, a property of these, `director.born`.
        entity: Attributes that identify an entity.
        passages: As in a specification.
        say: As in a specification.
    """

    attributes: Annotated[dict[str, str], BeforeValidator(_paths)]
    entity: Annotated[list[str], Field(min_length=1)]
    passages: dict[str, Any] = Field(default={})
    say: dict[str, Any] = Field(default={})


class Domain(Strict):
    """A domain.

    Attributes:
        name: What the specification is called.
        personal_data: Why personal data may be asked about, if they are.
        tables: Name to a table; the first one's items are those that are asked about.
        relations: Name to a relation.
        kinds: Attribute to the kind of its values, in every relation that has it.
        questions: As in a specification.
    """

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]
    personal_data: str | None = None
    tables: Annotated[dict[Name, Table], Field(min_length=1)]
    relations: Annotated[dict[Name, AskedRelation], Field(min_length=1)]
    kinds: dict[str, ValueKind] = Field(default={})
    questions: Annotated[list[Any], Field(min_length=1)]

    @property
    def main(self) -> str:
        """The table whose items are asked about."""
        return next(iter(self.tables))

    def wanted(self, table: str) -> Properties:
        """Returns the properties of a table's items, to the qualifiers that are needed."""
        asked = self.tables[table]
        found: dict[str, set[str]] = {id_: set() for id_ in (*asked.where, *asked.without)}
        for row in asked.properties.values():
            dates = {START, END} if row.at else {END} if row.current else set()
            qualifiers = {qualifier.id for qualifier in row.qualifiers.values()}
            found.setdefault(row.id, set()).update(qualifiers | dates)
        return found

    def selection(self) -> Selection:
        """Returns what a pass over a dump has to keep for it."""
        classes = frozenset(id_ for table in self.tables.values() for id_ in table.classes)
        every = (asked for name in self.tables for asked in self.wanted(name).items())
        statements = tuple((id_, tuple(qualifiers)) for id_, qualifiers in every)
        return Selection(classes=classes).plus(Selection(statements=statements))

    def in_order(self) -> list[str]:
        """Returns the tables, each after all that refer to it.

        Raises:
            ValueError: They refer to each other in a circle.
        """
        refers = {n: {row.table for row in t.properties.values()} for n, t in self.tables.items()}
        ahead = {name: [n for n, others in refers.items() if name in others] for name in refers}
        try:
            return list(TopologicalSorter(ahead).static_order())
        except CycleError as error:
            names = ", ".join(name for name in self.tables if name in error.args[1])
            message = f"they refer to each other in a circle: {names}; add a table"
            raise ValueError(message) from error

    def mistakes(self) -> Iterator[tuple[list[Any], str]]:
        """Yields the location of each name that does not fit the others, and what is wrong."""
        if message := _refusal(self.in_order):
            yield ["tables"], message
        if not self.tables[self.main].classes:
            yield ["tables", self.main], "the first table needs `class`: which items are its rows"
        for name, table in self.tables.items():
            if table.label in RESERVED:
                yield ["tables", name, "label"], _reserved(table.label)
            for key, row in table.properties.items():
                where = ["tables", name, "properties", key]
                yield from ((where + at, what) for at, what in self._of_property(name, key, row))
        for name, relation in self.relations.items():
            for attribute, path in relation.attributes.items():
                is_free = attribute not in (SITELINKS, ASKED)
                if message := _refusal(self.steps, path) if is_free else _reserved(attribute):
                    yield ["relations", name, "attributes", attribute], message
        asked = {name for relation in self.relations.values() for name in relation.attributes}
        unasked = (name for name in self.kinds if name not in asked)
        yield from ((["kinds", name], f"no relation has an attribute {name!r}") for name in unasked)

    def _of_property(self, table: str, key: str, row: Property) -> Iterator[tuple[list[str], str]]:
        taken = {*RESERVED, table}
        for column in row.columns(key):
            if column in taken:
                yield [], _reserved(column)
            taken.add(column)
        if f"{table}_{key}" in {*self.tables, f"{table}_alias"}:
            yield [], f"its table is called {table}_{key}, as another one; choose another name"
        if row.table is not None and row.table not in self.tables:
            yield ["table"], f"no table {row.table!r}; there are {', '.join(self.tables)}"

    def steps(self, path: str) -> list[tuple[str, str]]:
        """Returns the tables and properties that a path goes along.

        Args:
            path: Such as `director.born`, `club.number`, or the label of the first table.

        Returns:
            (table, property) for each step, and (table, column) for the last, with an empty
            property name where the column is the label.

        Raises:
            ValueError: It leads nowhere.
        """
        found: list[tuple[str, str]] = []
        table, rest = self.main, path.split(".")
        while rest:
            name, *rest = rest
            asked = self.tables[table]
            row = asked.properties.get(name)
            if row is None and name == asked.label and not rest:
                break
            if row is None:
                known = ", ".join([asked.label, *asked.properties])
                raise ValueError(f"{path!r}: {table} has no {name!r}; it has {known}")
            found.append((table, name))
            if row.table is None or (len(rest) == 1 and rest[0] in row.qualifiers):
                column, *more = rest or [name]
                if more or column not in (columns := row.columns(name)):
                    raise ValueError(f"{path!r}: {name} has {', '.join(columns)}; name one of them")
                return [*found, (f"{table}_{name}", column)]
            table = row.table
        return [*found, (table, "")]


def _refusal(check: Callable[..., object], *arguments: str) -> str:
    """Returns why a check fails; nothing if it does not."""
    try:
        check(*arguments)
    except ValueError as error:
        return str(error)
    return ""


def _reserved(column: str) -> str:
    return f"a column is called {column!r} already; choose another name"


def domain_names() -> list[str]:
    """Returns the names of the domains that the package includes."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def domain_path(name_or_path: str) -> Path:
    """Returns the file of an embedded domain by its name, or that of a user."""
    is_ours = name_or_path in domain_names()
    return FOLDER / f"{name_or_path}.yaml" if is_ours else Path(name_or_path)


def read_domain(name_or_path: str) -> Domain:
    """Reads an embedded domain by name, or a user's from its file.

    Args:
        name_or_path: A name such as `movie`, or the path of a YAML file.

    Raises:
        InputError: There is no such domain, it is not YAML, or a field of it is wrong; the file,
            the line and the field are named.
    """
    path = domain_path(name_or_path)
    text = read_text(path, f"; give a YAML file, or one of {', '.join(domain_names())}")
    content = parse_yaml(text, str(path))
    try:
        domain = Domain.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        message = problem["msg"].removeprefix("Value error, ")
        where = [part for part in problem["loc"] if part != "[key]"]
        raise InputError(f"{place(str(path), text, where)}: {message}") from error
    for location, message in domain.mistakes():
        raise InputError(f"{place(str(path), text, location)}: {message}")
    return domain
