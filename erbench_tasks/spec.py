"""The benchmark specification: which relations, functional dependencies and wordings to ask with.

A specification is a YAML file that `spec_file.py` reads; docs/specification.md has an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator


def _must_be_among(names: Iterable[str], known: Iterable[str], field: str) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: {_not_among(name, known)}")


def _not_among(name: str, known: Iterable[str]) -> str:
    return f"there is no {name!r}; there is {', '.join(known)}"


def _must_be_identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not a plain name (letters, digits and _)")
    return name


def _must_be_table_and_column(column: str) -> str:
    if len(column.split(".")) != 2 or not all(column.split(".")):
        raise ValueError(f"{column!r} is not of the form table.column")
    return column


AttributeName = Annotated[str, AfterValidator(_must_be_identifier)]
Column = Annotated[str, AfterValidator(_must_be_table_and_column)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RelationSpec(_Strict):
    """A relation to ask about: tables joined along their foreign keys.

    Attributes:
        tables: Names of the tables; each but the first is joined along the one foreign key
            that links it to a table before it.
        attributes: Attribute name to `table.column`.
        entity: Attributes that identify the entity a question is about; the first names it.
        optional: Tables that need not have a matching tuple; their attributes may be NULL.
        ask_where: `table.column` to the value that a tuple must have to be asked about. The
            other tuples are facts all the same: they are accepted in rationales, and are
            never used as a wrong option.
        pages: Jinja texts of the Wikipedia titles to try for an entity, in order.
        passage: Attribute that holds a passage about the entity; it may be NULL.
    """

    tables: list[str] = Field(min_length=1)
    attributes: dict[AttributeName, Column] = Field(min_length=1)
    entity: list[str] = Field(min_length=1)
    optional: list[str] = []
    ask_where: dict[Column, int | str] = {}
    pages: list[str] = []
    passage: str | None = None

    @model_validator(mode="after")
    def _entity_is_made_of_attributes(self) -> RelationSpec:
        _must_be_among(self.entity, self.attributes, "entity")
        for column in (*self.attributes.values(), *self.ask_where):
            _must_be_among([column.split(".")[0]], self.tables, column)
        _must_be_among(self.optional, self.tables[1:], "optional")
        _must_be_among([self.passage] if self.passage else [], self.attributes, "passage")
        return self

    @property
    def may_be_null(self) -> set[str]:
        """The attributes of optional tables, and the passage."""
        columns = self.attributes.items()
        null = {name for name, column in columns if column.split(".")[0] in self.optional}
        return null | ({self.passage} if self.passage else set())


class AliasSpec(_Strict):
    """Other spellings of an attribute's values that a rationale may use.

    Attributes:
        table: Table that lists the aliases.
        alias: Its column with the alias.
        match: Attribute to the column of the table that must equal it.
        surname: Whether the last word of the value alone is accepted too (people).
        decimals: How many decimals of a number suffice.
    """

    table: str | None = None
    alias: str = "alias"
    match: dict[str, str] = {}
    surname: bool = False
    decimals: int | None = None

    @model_validator(mode="after")
    def _says_something(self) -> AliasSpec:
        if (self.table is None) != (not self.match):
            raise ValueError("table and match go together")
        if self.table is None and not self.surname and self.decimals is None:
            raise ValueError("give table and match, or surname: true, or decimals")
        return self


class FunctionalDependency(_Strict):
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


class _OneDependency(_Strict):
    relation: str
    fd: FunctionalDependency

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies that the questions are made from."""
        return [self.fd]


class BinarySpec(_OneDependency):
    """Basic and negated binary questions from one functional dependency (Section 3.1).

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency; its dependent values are the rationale.
        several_values: What to do with entities whose determinant has several dependent
            values: `leave_out` reports a violation, `accept` takes each of them as right.
        template: Jinja file with the blocks `basic` and `negated`.
    """

    type: Literal["binary"]
    several_values: Literal["leave_out", "accept"] = "leave_out"
    template: str


class MultipleChoiceSpec(_OneDependency):
    """Multiple-choice questions with one wrong option per question (Section 3.1).

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency; each dependent attribute becomes an option.
        templates: One Jinja file per paraphrase, with a block `question` and one block per
            dependent attribute.
    """

    type: Literal["multiple_choice"]
    templates: list[str] = Field(min_length=1)


class Hop(_Strict):
    """One step of a multi-hop question.

    Attributes:
        fd: Its functional dependency, with one dependent attribute: the hidden value.
        values: `one` if the determinant has one value, `all` if it has any number of them (also
            none), all of which a rationale must mention.
    """

    fd: FunctionalDependency
    values: Literal["one", "all"] = "one"

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


class MultiHopSpec(_Strict):
    """Binary questions whose hidden values lie on a chain of dependencies (Section 3.3).

    Attributes:
        relation: Name of the relation, which joins the tables of the chain.
        hops: The chain; each determinant is made of attributes that are known by then.
        template: Jinja file with the blocks `basic` and `negated`, which may use the first
            determinant, and the last dependent attribute if its `values` is `one`.
    """

    type: Literal["multi_hop"]
    relation: str
    hops: list[Hop] = Field(min_length=2)
    template: str

    @property
    def fds(self) -> list[FunctionalDependency]:
        """The functional dependencies of the chain."""
        return [hop.fd for hop in self.hops]

    @model_validator(mode="after")
    def _is_a_chain(self) -> MultiHopSpec:
        known = list(self.fds[0].determinant)
        for number, hop in enumerate(self.hops, start=1):
            _must_be_among(hop.fd.determinant, known, f"hop {number}")
            if hop.values == "all" and number < len(self.hops):
                raise ValueError(f"hop {number}: only the last hop may have several values")
            known += hop.fd.dependent
        return self


class KnowledgeSpec(_OneDependency):
    """Asks whether a model knows an entity, and its attributes (Appendix B.2).

    Attributes:
        relation: Name of the relation.
        fd: From what names the entity to the attributes that are asked about.
        template: Jinja file with the block `concatenated` (one prompt that asks everything), a
            block `entity`, and one block per dependent attribute.
    """

    type: Literal["knowledge"]
    template: str


QuestionSpec = Annotated[
    BinarySpec | MultipleChoiceSpec | MultiHopSpec | KnowledgeSpec, Field(discriminator="type")
]


class BenchmarkSpec(_Strict):
    """A whole benchmark.

    Attributes:
        name: The domain, such as `movie`.
        relations: Relation name to relation.
        aliases: Attribute name to its aliases.
        questions: What to ask.
    """

    name: str = Field(min_length=1)
    relations: dict[str, RelationSpec] = Field(min_length=1)
    aliases: dict[str, AliasSpec] = {}
    questions: list[QuestionSpec] = Field(min_length=1)

    def unknown_names(self) -> Iterator[tuple[list[Any], str]]:
        """Yields the location and the message of each name that refers to nothing."""
        for index, question in enumerate(self.questions):
            where = ["questions", index]
            if question.relation not in self.relations:
                yield [*where, "relation"], _not_among(question.relation, self.relations)
                continue
            attributes = self.relations[question.relation].attributes
            field = "hops" if isinstance(question, MultiHopSpec) else "fd"
            for fd in question.fds:
                for name in fd.determinant + fd.dependent:
                    if name not in attributes:
                        yield [*where, field], _not_among(name, attributes)
        every = {name for relation in self.relations.values() for name in relation.attributes}
        for attribute, alias in self.aliases.items():
            for name in (attribute, *alias.match):
                if name not in every:
                    yield ["aliases", attribute], _not_among(name, sorted(every))
