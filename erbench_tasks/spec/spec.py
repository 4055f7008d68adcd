"""The benchmark specification: which relations, functional dependencies and wordings to ask with.

A specification is a YAML file that `spec_file.py` reads; docs/reference/specification.md has an
example.
"""

from __future__ import annotations

import datetime
import difflib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ...filters.rationale.values import KINDS, Kind
from .strict import Names, Strict, must_be_among, not_among, one_or_several
from .wikidata import WikidataSpec

STORED = ("file", "url", "blob")
DRAWN = ("title_card", "crest")


def _must_be_identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not a plain name (letters, digits and _)")
    return name


def _must_be_table_and_column(column: str) -> str:
    if not all(column.partition(".")):
        raise ValueError(f"{column!r} is not of the form table.column")
    return column


def _must_be_kind(kind: Any) -> Any:
    if kind not in KINDS:
        near = difflib.get_close_matches(str(kind), KINDS, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise ValueError(f"{hint}{not_among(kind, KINDS)}")
    return kind


def _must_be_a_reason(text: str) -> str:
    if not text.strip():
        raise ValueError("give the reason why personal data may be asked about")
    return " ".join(text.split())


def _must_say_something(text: str) -> str:
    if not text.strip():
        raise ValueError("say in a few words what the questions are about, such as `ice hockey`")
    return " ".join(text.split())


def _must_be_written(value: Any) -> Any:
    if value is None:
        raise ValueError("there is none yet; write one, or take the `#` from one that is a comment")
    return value


AttributeName = Annotated[str, AfterValidator(_must_be_identifier)]
# Everything behind the first dot is the column, whatever characters its name has.
Column = Annotated[str, AfterValidator(_must_be_table_and_column)]
Columns = Annotated[list[Column], BeforeValidator(one_or_several), Field(min_length=1)]


# A value of a column, as YAML writes it.
Value = int | float | datetime.datetime | datetime.date | str


class ImageSpec(Strict):
    """Where the images of a relation's tuples come from.

    Attributes:
        kind: `file`, `url` and `blob` say what `column` holds: a path, an address, or the bytes
            themselves. `title_card` and `crest` draw one from the attributes' values.
        shows: The attributes that identify what is to be seen.
        replaces: The attributes that no wording may mention, since the image stands for them; by
            default the first of `shows`.
        column: Where a stored image is; NULL: the tuple has none.
        root: `file`: the folder that the paths are relative to; nothing outside it is read. It is
            itself relative to the specification.
        allow_local: `url`: servers of the user's own network that addresses may name, each as
            `host:port`; all others must be public.
        using: `with`: further attributes that a drawn image needs, such as a club's colours.
    """

    kind: Literal["file", "url", "blob", "title_card", "crest"]
    shows: Annotated[Names, Field(min_length=1)]
    replaces: Names = Field(default=[])
    column: Column | None = None
    root: str = "."
    allow_local: Names = Field(default=[])
    using: Names = Field(alias="with", default=[])

    @model_validator(mode="after")
    def _goes_together(self) -> ImageSpec:
        if (self.kind in STORED) != (self.column is not None):
            needs = "needs a column" if self.kind in STORED else "is drawn, and has no column"
            raise ValueError(f"an image of the kind {self.kind!r} {needs}")
        if self.allow_local and self.kind != "url":
            raise ValueError(f"allow_local: an image of the kind {self.kind!r} is not fetched")
        if self.using and self.kind in STORED:
            raise ValueError(f"with: an image of the kind {self.kind!r} is not drawn")
        return self

    @property
    def replaced(self) -> list[str]:
        """The attributes that the image stands for."""
        return self.replaces or self.shows[:1]

    @property
    def attributes(self) -> list[str]:
        """Every attribute that it names."""
        return [*self.shows, *self.replaces, *self.using]


def with_on(table: dict[Any, Any]) -> dict[Any, Any]:
    """Returns what a file says of a table; YAML takes its field `on` for a truth value."""
    return {"on" if field is True else field: content for field, content in table.items()}


class JoinedTable(Strict):
    """A table of a relation; a plain name stands for the table of that name.

    Attributes:
        table: Its name in the database.
        name: What the specification calls it (`as`): another name for a table that is joined
            twice, or whose own name has a dot.
        database_schema: Its schema (`schema`), if it is not that of the other tables.
        along: The columns of the foreign key to join along, as `table.column`, on the side that
            refers; needed where several foreign keys link it to the tables before it.
        on: Columns of this table to the columns of tables before it that they must equal, or the
            other way round, each as `table.column`; where no foreign key is declared.
    """

    table: str = Field(min_length=1)
    name: str = Field(alias="as", default="")
    database_schema: str | None = Field(alias="schema", default=None)
    along: Annotated[list[Column], BeforeValidator(one_or_several)] = Field(default=[])
    on: dict[Column, Column] = Field(default={})

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads a table that is just a name; without `as` it goes by its own name."""
        value = {"table": value} if isinstance(value, str) else value
        if isinstance(value, dict) and "table" in value:
            return {"as": value["table"], **with_on(value)}
        return value

    @model_validator(mode="after")
    def _has_a_name_without_dots(self) -> JoinedTable:
        if "." in self.name or not self.name:
            raise ValueError(f"{self.name!r} has a dot; give it another name with `as`")
        return self

    @model_validator(mode="after")
    def _is_joined_in_one_way(self) -> JoinedTable:
        if self.along and self.on:
            raise ValueError(
                "`along` names a declared foreign key, `on` does without; give one of them"
            )
        return self

    def must_be_joined_to(self, before: Sequence[str]) -> None:
        """Raises a ValueError unless `along` and `on` link this table to those before it."""
        known = [*before, self.name]
        must_be_among(map(table_of, self.along), known, f"tables.{self.name}")
        for pair in self.on.items():
            must_be_among(map(table_of, pair), known, f"tables.{self.name}.on")
            if [table_of(column) for column in pair].count(self.name) != 1:
                raise ValueError(
                    f"tables.{self.name}.on: of {pair[0]!r} and {pair[1]!r}, one must be a column "
                    f"of {self.name}, and the other one of a table before it"
                )

    def joined_on(self) -> dict[str, str]:
        """Returns the columns of this table that `on` names, to the others as `table.column`."""
        sides = (sorted(pair, key=lambda c: table_of(c) != self.name) for pair in self.on.items())
        return {mine.partition(".")[2]: other for mine, other in sides}


class Inside(Strict):
    """Which part of a column's value an attribute is.

    Attributes:
        key: Key of a JSON object; several lead into objects in it.
        each: Whether each value of a list is a value of the attribute, in a tuple of its own.
    """

    key: Names = Field(default=[])
    each: bool = False

    @model_validator(mode="after")
    def _can_be_looked_up(self) -> Inside:
        if not self.key and not self.each:
            raise ValueError("give `key` or `each: true` besides `column`, or the column alone")
        for part in self.key:
            if '"' in part or "\\" in part:
                raise ValueError(
                    f"key: {part!r} has a quotation mark or a backslash, by which not "
                    "every database can look it up"
                )
        return self


class StatementSpec(Strict):
    """A text that says less of a value than the value itself.

    Attributes:
        of: The attribute.
        by: What it says: the decade ("1950s") or century ("16th century") of a year or date, the
            round numbers around a number ("between 200 and 500"), the continent or (the United
            Nations') sub-region of a country, the initial of a name, or the count of its values.
            `value` says the value itself, for altered questions: "Is X the capital of ...?" gives
            nothing away where X is another one.
        bounds: `range`: the bounds of the ranges, ascending ("less than 10", "more than 1,000").
    """

    of: str
    by: Literal[
        "decade", "century", "range", "continent", "sub-region", "initial", "count", "value"
    ]  # fmt: skip
    bounds: list[int | float] = Field(default=[])

    @model_validator(mode="after")
    def _has_bounds_of_ranges(self) -> StatementSpec:
        if self.bounds and self.by != "range":
            raise ValueError(f"bounds: what is said by {self.by} has none")
        if any(a >= b for a, b in pairwise(self.bounds)):
            raise ValueError("bounds: give them in ascending order")
        return self


class Unfit(Strict):
    """Which values of a column nobody would say as they are.

    Attributes:
        length: Of a text: values of so many characters, without blanks at the end; as many as the
            column holds, so that they are probably cut off.
        below: Of a number: smaller values, such as years before Christ (`below: 1`).
        given: Whether any value is: of a pen name, as people know its owner by that name.
        numbered: Whether one word, alone or with a numeral up to VII, is: *Charles III*, of which
            realm?
        teams: Whether what is called after a team is: who won the relay, or the basketball?
    """

    length: int | None = Field(default=None, ge=1)
    below: int | float | None = None
    given: Literal[True] | None = None
    numbered: Literal[True] | None = None
    teams: Literal[True] | None = None

    @model_validator(mode="after")
    def _says_one_thing(self) -> Unfit:
        if len(self.model_dump(exclude_none=True)) != 1:
            raise ValueError(
                "give one of `length`, `below`, `given: true`, `numbered: true` and `teams: true`"
            )
        return self

    @property
    def said(self) -> str:
        """The field that says which values are meant."""
        return next(iter(self.model_dump(exclude_none=True)))


class RelationSpec(Strict):
    """A relation to ask about: tables joined along their foreign keys.

    Attributes:
        tables: The tables; each but the first is joined along a foreign key that links it to
            a table before it.
        attributes: Attribute name to its `table.column`; several columns are joined by a space.
        inside: Attribute name to the part of its column's value that it is; in the file it stands
            beside the column, `{column: table.column, key: ...}`.
        entity: Attributes that identify the entity a question is about; the first names it.
        partial: Attributes of several columns whose text is made of those that have a value, such
            as a family name without a given name. Others need a value in each.
        optional: Tables that need not have a matching tuple; their attributes may be NULL.
        ask_where: `table.column` to the value that a tuple must have to be asked about. The
            other tuples are facts all the same: they are accepted in rationales, and are
            never used as a wrong option.
        only: `table.column` to the value, or values, of the rows that there are: such as the films
            among the titles of a catalogue. The others are no facts of this relation.
        unknown: `table.column` to values of it that mean that nobody knows: such as 9999-01-01, or
            the shirt number 0, or to which values nobody would say as they are: `length: 20`,
            `below: 1`, `given: true`, `numbered: true`, `teams: true`. Tuples that have one are
            left out, as those with a NULL are.
        unique: Table to the columns by which a question names its rows. Of those that share them
            with another row of the table, whatever their case, no question says which is meant:
            their tuples are left out.
        pages: Attribute whose values have pages in Wikipedia to the titles to try, in order, as
            Jinja texts. They are looked up where a question names the attribute. A plain list is
            of what names the entity.
        passage: Attribute to the attribute that holds a passage about it, which may be NULL; a
            plain name is that of a passage about the entity.
        popularity: `table.column` of a number by which entities are ranked, such as how many
            Wikipedias have an article about one; it may be NULL, and has to be the same in all
            tuples of an entity.
        images: Name to an image that questions may show in place of an attribute's text.
        statements: Name to a coarser statement about an attribute, for wordings that must not
            give its value away.
        wikidata: Where Wikidata has its entities and attributes; None if nobody has said so.
    """

    tables: list[JoinedTable] = Field(min_length=1)
    attributes: dict[AttributeName, Columns] = Field(min_length=1)
    inside: dict[str, Inside] = Field(default={})
    entity: list[str] = Field(min_length=1)
    partial: Names = Field(default=[])
    optional: list[str] = Field(default=[])
    ask_where: dict[Column, int | str] = Field(default={})
    only: dict[Column, int | str | list[int | str]] = Field(default={})
    unknown: dict[Column, list[Value | Unfit]] = Field(default={})
    unique: dict[str, Annotated[Names, Field(min_length=1)]] = Field(default={})
    pages: dict[str, Annotated[Names, Field(min_length=1)]] = Field(default={})
    passage: dict[str, str] = Field(default={})
    popularity: Column | None = None
    images: dict[AttributeName, ImageSpec] = Field(default={})
    statements: dict[AttributeName, StatementSpec] = Field(default={})
    wikidata: WikidataSpec | None = None

    @model_validator(mode="before")
    @classmethod
    def _take_apart(cls, value: Any) -> Any:
        """Takes what an attribute says besides its column for `inside`, and whose passages are."""
        attributes = value.get("attributes") if isinstance(value, dict) else None
        if not isinstance(attributes, dict):
            return value
        value = {**value, **_of_the_entity(value)}
        parts = {name: part for name, part in attributes.items() if isinstance(part, dict)}
        columns = {name: part.get("column", []) for name, part in parts.items()}
        inside = {n: {k: v for k, v in p.items() if k != "column"} for n, p in parts.items()}
        return {
            **value,
            "attributes": {**attributes, **columns},
            "inside": {**value.get("inside", {}), **inside},
        }

    @model_validator(mode="after")
    def _names_refer_to_something(self) -> RelationSpec:
        names = [table.name for table in self.tables]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"tables: {name!r} stands twice; give one another name with `as`")
        must_be_among(self.entity, self.attributes, "entity")
        must_be_among(self.partial, self.attributes, "partial")
        for column in self._every_column():
            must_be_among([table_of(column)], names, column)
        for number, table in enumerate(self.tables):
            table.must_be_joined_to(names[:number])
        for name in self.inside:
            if len(self.attributes.get(name, [])) != 1:
                raise ValueError(f"attributes.{name}: `key` and `each` are about one column")
        must_be_among(self.optional, names[1:], "optional")
        must_be_among(self.unique, names, "unique")
        must_be_among([*self.passage, *self.passage.values()], self.attributes, "passage")
        must_be_among(self.pages, self.attributes, "pages")
        self._images_refer_to_something()
        for name, statement in self.statements.items():
            if name in self.attributes:
                raise ValueError(f"statements: {name!r} is an attribute; give it another name")
            must_be_among([statement.of], self.attributes, f"statements.{name}")
        if self.wikidata is not None:
            must_be_among(self.wikidata.named, self.attributes, "wikidata")
        return self

    def _images_refer_to_something(self) -> None:
        for name, image in self.images.items():
            if name in self.attributes:
                raise ValueError(f"images: {name!r} is an attribute too; give it another name")
            must_be_among(image.attributes, self.attributes, f"images.{name}")

    def _every_column(self) -> list[str]:
        """Returns each `table.column` that is named, as often as it is."""
        attributes = (column for columns in self.attributes.values() for column in columns)
        further = [self.popularity, *(image.column for image in self.images.values())]
        return [*attributes, *self.ask_where, *self.only, *self.unknown, *filter(None, further)]

    def columns_of(self, table: str) -> list[str]:
        """Returns the columns of a table that are taken or asked for, or that `on` names."""
        linking = (column for t in self.tables for pair in t.on.items() for column in pair)
        every = [*self._every_column(), *linking]
        named = self.unique.get(table, [])
        return [*(c.partition(".")[2] for c in every if table_of(c) == table), *named]

    @property
    def unfit(self) -> list[str]:
        """What is left out by `unknown` besides single values, in words."""
        every = [v for values in self.unknown.values() for v in values if isinstance(v, Unfit)]
        cut = ["probably cut off"] * any(v.length is not None for v in every)
        cut += ["of somebody better known by another name"] * any(v.given for v in every)
        cut += ["of one of several of that name and number"] * any(v.numbered for v in every)
        cut += ["of an event that teams win"] * any(v.teams for v in every)
        cut += ["that of another row, too, by its name"] * bool(self.unique)
        below = (f"below {v.below:g}" for v in every if v.below is not None)
        return [*cut, *dict.fromkeys(below)]

    @property
    def names(self) -> list[str]:
        """The names that wordings may use: of attributes and statements."""
        return [*self.attributes, *self.statements]

    def statements_of(self, attributes: Iterable[str]) -> dict[str, StatementSpec]:
        """Returns the statements about some attributes."""
        about = set(attributes)
        return {name: spec for name, spec in self.statements.items() if spec.of in about}

    @property
    def may_be_null(self) -> set[str]:
        """The attributes of optional tables, and the passages."""
        optional = {
            name
            for name, columns in self.attributes.items()
            if any(table_of(column) in self.optional for column in columns)
        }
        return optional | set(self.passage.values())


def _of_the_entity(relation: dict[str, Any]) -> dict[str, Any]:
    """Returns the `pages` and the `passage` that are given without saying whose they are."""
    entity = relation.get("entity")
    if not isinstance(entity, list) or not entity:
        return {}
    plain = {field: relation.get(field) for field in ("pages", "passage")}
    return {
        name: {entity[0]: is_of} for name, is_of in plain.items() if isinstance(is_of, list | str)
    }


def table_of(column: str) -> str:
    """Returns the table of a `table.column`."""
    return column.partition(".")[0]


def _must_name_a_file_or_blocks(template: str | dict[str, str]) -> str | dict[str, str]:
    if not template:
        raise ValueError("give the name of a Jinja file, or a mapping from blocks to their texts")
    return template


# A Jinja file with blocks, or the blocks themselves: name to text.
TemplateSpec = Annotated[str | dict[str, str], AfterValidator(_must_name_a_file_or_blocks)]


class AliasSpec(Strict):
    """Other spellings of an attribute's values that a rationale may use.

    Attributes:
        table: Table that lists the aliases.
        alias: Its column with the alias, or several such columns.
        match: Attribute to the column of the table that must equal it; of an attribute of several
            columns, all of these.
        through: Columns of the table to those of another one that they refer to, each as
            `table.column`, if that one has the names: its columns stand in `match` likewise.
        surname: Whether the last word of the value alone is accepted too (people).
        decimals: How many decimals of a number suffice.
        parts: Whether a value may list several, such as `Ann Lee, Bob Ray`, of which one suffices.
        brackets: Whether what stands in brackets at the end of a value may be left out.
        short: Whether a person may be called by the first of several names and one more, or by one
            and the last: `Michael Phelps`, of `Michael Fred Phelps, II`.
        inverted: Whether a person's name may be said in order, and without titles: `Ann Elm` for
            `Elm, Dame Ann, OM`.
        unit: Whether the last word suffices of what is counted: the *dollar* of `US dollar`.
    """

    table: str | None = None
    alias: Annotated[Names, Field(min_length=1)] = Field(default=["alias"])
    match: dict[str, Names] = Field(default={})
    through: dict[Column, Column] = Field(default={})
    surname: bool = False
    decimals: int | None = None
    parts: bool = False
    brackets: bool = False
    short: bool = False
    inverted: bool = False
    unit: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> AliasSpec:
        if (self.table is None) != (not self.match):
            raise ValueError("table and match go together")
        if self.through and {*map(table_of, self.through)} != {self.table}:
            raise ValueError(f"through: give columns of {self.table} to those of another table")
        if len({*map(table_of, self.through.values())}) > 1:
            raise ValueError("through: give columns of one other table")
        own = (self.surname, self.parts, self.brackets, self.short, self.inverted, self.unit)
        if self.table is None and not any(own) and self.decimals is None:
            raise ValueError(
                "give table and match, or surname: true, parts: true, brackets: true, short: true,"
                " inverted: true, unit: true, or decimals"
            )
        return self


class FunctionalDependency(Strict):
    """`determinant -> dependent`: the values of one set of attributes determine the other's."""

    determinant: list[str] = Field(min_length=1)
    dependent: list[str] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads `title, year -> director, country`."""
        if not isinstance(value, str):
            return value
        sides = value.split("->")
        if len(sides) != 2:
            raise ValueError(f"{value!r} is not of the form 'title, year -> director'")
        determinant, dependent = ([name.strip() for name in side.split(",")] for side in sides)
        return {"determinant": determinant, "dependent": dependent}

    def __str__(self) -> str:
        return f"{', '.join(self.determinant)} -> {', '.join(self.dependent)}"


class _Question(Strict):
    """What every entry has: its relation, and the image before its questions, if there is one."""

    relation: str
    image: str | None = None

    @property
    def items_each(self) -> int:
        """The number of items about one determinant: basic and negated, or all paraphrases."""
        return 2


class _OneDependency(_Question):
    fd: FunctionalDependency

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies that the questions are made from."""
        return [self.fd]


class BinarySpec(_OneDependency):
    """Basic and negated binary questions from one functional dependency (Section 3.1).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: The functional dependency; its dependent values are the rationale.
        several_values: What to do with entities whose determinant has several dependent
            values: `leave_out` reports a violation, `accept` takes each of them as right.
        holds: A yes/no attribute: whether the basic question is to be answered with yes. By
            default every one is. Its value is no part of the rationale.
        mixed: Whether to say something false of half of the entities, so that the wording does not
            tell the answer; for a template that states something about a dependent attribute.
        template: Template with the blocks `basic` and `negated`, which may use the determinant,
            and statements about the dependent attributes.
    """

    type: Literal["binary"]
    several_values: Literal["leave_out", "accept"] = "leave_out"
    holds: str | None = None
    mixed: bool = False
    template: TemplateSpec


class AlteredSpec(_OneDependency):
    """Questions with a false premise: one value of a true question is replaced.

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: The functional dependency, as that of binary questions.
        replaced: What may be replaced: attributes of the determinant, or statements about
            dependent attributes.
        distractors: What stands in its place: a `near` value if there is any, such as another
            city of the same country, or `only_near` ones.
        mixed: Whether to ask about half of the entities with nothing replaced, so that the wording
            does not tell the answer. Where that is yes, no value is part of the rationale.
        template: Template with the block `basic`; that of binary questions has one.
    """

    type: Literal["altered"]
    replaced: Annotated[Names, Field(min_length=1)]
    distractors: Literal["near", "only_near"] = "near"
    mixed: bool = False
    template: TemplateSpec

    @property
    def items_each(self) -> int:
        """One: only the basic wording is asked."""
        return 1

    def replaceable(self, relation: RelationSpec) -> list[str]:
        """Returns the names that may be replaced, which an image does not show."""
        statements = relation.statements_of(self.fd.dependent)
        said = [name for name, statement in statements.items() if statement.by != "count"]
        shown = relation.images[self.image].replaced if self.image in relation.images else []
        return [*(name for name in self.fd.determinant if name not in shown), *said]


class MultipleChoiceSpec(_OneDependency):
    """Multiple-choice questions with one wrong option per question (Section 3.1).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: The functional dependency; each dependent attribute becomes an option.
        distractors: What stands in place of a true value: one that another entity has in exchange
            (`matched`), so that no option tells by itself that it is false; any value, all with the
            same chance, as in the paper (`uniform`); a `near` one if there is any, such as another
            city of the same country; or `only_near` ones.
        templates: One template per paraphrase, with a block `question` and one block per
            dependent attribute.
    """

    type: Literal["multiple_choice"]
    distractors: Literal["matched", "uniform", "near", "only_near"] = "matched"
    templates: list[TemplateSpec] = Field(min_length=1)

    @property
    def items_each(self) -> int:
        """One per paraphrase."""
        return len(self.templates)


class Hop(Strict):
    """One step of a multi-hop question.

    Attributes:
        fd: Its functional dependency, with one dependent attribute: the hidden value.
        values: `one` if the determinant has one value, `all` if it has any number of them (also
            none), all of which a rationale must mention.
        verified: Whether a rationale must mention it; false where the template says it.
    """

    fd: FunctionalDependency
    values: Literal["one", "all"] = "one"
    verified: bool = True

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads a hop that is just a dependency."""
        return {"fd": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _has_one_dependent(self) -> Hop:
        if len(self.fd.dependent) != 1:
            raise ValueError(f"{str(self.fd)!r} has not one dependent attribute")
        return self


class MultiHopSpec(_Question):
    """Binary questions whose hidden values lie on a chain of dependencies (Section 3.3).

    Attributes:
        relation: Name of the relation, which joins the tables of the chain.
        image: Name of the relation's image to show, if any.
        hops: The chain; each determinant is made of attributes that are known by then.
        holds: A yes/no attribute: whether the basic question is to be answered with yes. By
            default it is if the last hop has a value. Its value is no part of the rationale.
        mixed: Whether to say something false of half of the entities, as in binary questions.
        template: Template with the blocks `basic` and `negated`, which may use the first
            determinant, the last dependent attribute if its `values` is `one`, and statements
            about the dependent attributes.
    """

    type: Literal["multi_hop"]
    hops: list[Hop] = Field(min_length=2)
    holds: str | None = None
    mixed: bool = False
    template: TemplateSpec

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies of the chain."""
        return [hop.fd for hop in self.hops]

    @model_validator(mode="after")
    def _is_a_chain(self) -> MultiHopSpec:
        known = list(self.fds[0].determinant)
        for number, hop in enumerate(self.hops, start=1):
            must_be_among(hop.fd.determinant, known, f"hop {number}")
            if hop.values == "all" and number < len(self.hops):
                raise ValueError(f"hop {number}: only the last hop may have several values")
            known += hop.fd.dependent
        return self


class KnowledgeSpec(_OneDependency):
    """Asks whether a model knows an entity, and its attributes (Appendix B.2).

    Attributes:
        relation: Name of the relation.
        image: Name of the relation's image to show, if any.
        fd: From what names the entity to the attributes that are asked about.
        assesses: For which questions. For `binary` and `multi_hop` ones one prompt asks everything;
            for `multiple_choice` one asks about the entity, and one about each dependent attribute.
            By default for binary and multiple-choice questions.
        template: Template with the block `concatenated` (one prompt that asks everything), or a
            block `entity` and one per dependent attribute, or all of these.
    """

    type: Literal["knowledge"]
    assesses: Literal["binary", "multiple_choice", "multi_hop"] | None = None
    template: TemplateSpec

    @property
    def blocks(self) -> list[str]:
        """The blocks of its template that are asked with."""
        whole = [] if self.assesses == "multiple_choice" else ["concatenated"]
        alone = ["entity", *self.fd.dependent]
        return whole + (alone if self.assesses in (None, "multiple_choice") else [])

    @property
    def items_each(self) -> int:
        """One prompt per block."""
        return len(self.blocks)


QuestionSpec = Annotated[
    BinarySpec | AlteredSpec | MultipleChoiceSpec | MultiHopSpec | KnowledgeSpec,
    Field(discriminator="type"),
]


_WRITTEN = BeforeValidator(_must_be_written)
LeaveOut = Literal["value_in_question", "asked_twice", "short_value", "nameless", "former_country"]


class BenchmarkSpec(Strict):
    """A whole benchmark.

    Attributes:
        name: The domain, such as `movie`.
        about: What all questions are about, such as `the Eurovision Song Contest`, for a sentence
            before each; or a whole sentence with its full stop. None: each says that itself.
        personal_data: Why personal data may be asked about, and published with the questions;
            without it none may.
        database_schema: Schema of the tables, where the database has several (`schema`).
        relations: Relation name to relation.
        aliases: Attribute name to its aliases.
        kinds: Attribute name to the kind of its values, where the guess is wrong.
        leave_out: What kinds of questions are left out one by one, and counted:
            `value_in_question`, whose text has a value that they ask for, `asked_twice`, whose
            text stood before, `short_value`, one of whose values has one or two characters, and
            `nameless`, whose subject has a name that says nothing: `N/A`, a number, a letter;
            `former_country`, that ask for a country that is no more, such as the Soviet Union.
        max_items: The largest number of items of all entries together; None for all of them.
        questions: What to ask.
    """

    name: str = Field(min_length=1)
    about: Annotated[str, AfterValidator(_must_say_something)] | None = None
    personal_data: Annotated[str, AfterValidator(_must_be_a_reason)] | None = None
    database_schema: str | None = Field(default=None, alias="schema")
    relations: Annotated[dict[str, RelationSpec], _WRITTEN] = Field(min_length=1)
    aliases: dict[str, AliasSpec] = Field(default={})
    kinds: dict[str, Annotated[Kind, BeforeValidator(_must_be_kind)]] = Field(default={})
    leave_out: list[LeaveOut] = Field(default=[])
    max_items: Annotated[int, Field(strict=True, ge=1)] | None = None
    questions: Annotated[list[QuestionSpec], _WRITTEN] = Field(min_length=1)

    @property
    def has_images(self) -> bool:
        """Whether a question shows an image."""
        return any(question.image for question in self.questions)

    def image_of(self, question: QuestionSpec) -> ImageSpec | None:
        """Returns the image that a question shows; None if it shows none."""
        images = self.relations[question.relation].images
        return images[question.image] if question.image else None

    def unknown_names(self) -> Iterator[tuple[list[Any], str]]:
        """Yields the location and the message of each name that refers to nothing."""
        for index, question in enumerate(self.questions):
            where = ["questions", index]
            if question.relation not in self.relations:
                yield [*where, "relation"], not_among(question.relation, self.relations)
                continue
            yield from self._wrong_image([*where, "image"], question)
            attributes = self.relations[question.relation].attributes
            field = "hops" if isinstance(question, MultiHopSpec) else "fd"
            for fd in question.fds:
                for name in fd.determinant + fd.dependent:
                    if name not in attributes:
                        yield [*where, field], not_among(name, attributes)
            yield from self._wrong_names(where, question)
        yield from self._unknown_attributes()

    def _wrong_names(
        self, where: list[Any], question: QuestionSpec
    ) -> Iterator[tuple[list[Any], str]]:
        """Yields what is wrong with `holds`, or with `replaced`."""
        relation = self.relations[question.relation]
        match question:
            case BinarySpec(holds=str(name)) | MultiHopSpec(holds=str(name)):
                if name not in relation.attributes:
                    yield [*where, "holds"], not_among(name, relation.attributes)
            case AlteredSpec():
                known = question.replaceable(relation)
                for name in question.replaced:
                    if name not in known:
                        yield [*where, "replaced"], not_among(name, known or ["nothing"])

    def _unknown_attributes(self) -> Iterator[tuple[list[Any], str]]:
        """Yields the names beside `aliases` and `kinds` that no relation has."""
        every = {name for relation in self.relations.values() for name in relation.attributes}
        for attribute, alias in self.aliases.items():
            for name in (attribute, *alias.match):
                if name not in every:
                    yield ["aliases", attribute], not_among(name, sorted(every))
        for attribute in self.kinds:
            if attribute not in every:
                yield ["kinds", attribute], not_among(attribute, sorted(every))

    def _wrong_image(
        self, where: list[Any], question: QuestionSpec
    ) -> Iterator[tuple[list[Any], str]]:
        images = self.relations[question.relation].images
        if question.image is not None and question.image not in images:
            yield where, not_among(question.image, images or ["no image"])
        elif question.image is not None and isinstance(question, MultipleChoiceSpec):
            yield from _unclaimable(where, question, images[question.image])


def _unclaimable(
    where: list[Any], question: MultipleChoiceSpec, image: ImageSpec
) -> Iterator[tuple[list[Any], str]]:
    """Yields what is wrong if an image stands for an option that may be false.

    The wrong value is shown by another tuple's image, so it has to be all that the image shows.
    """
    for name in image.replaced:
        if name in question.fd.dependent and image.shows != [name]:
            yield where, f"it shows {', '.join(image.shows)}; an option needs one of {name} alone"
