"""The benchmark specification: which relations, functional dependencies and wordings to ask with.

A specification is a YAML file; docs/specification.md explains it by example. Everything is checked
when it is read, and an error names the file, the line and the field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from .errors import InputError

DATA = Path(__file__).resolve().parent / "data"


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
        ask_where: `table.column` to the value that a tuple must have to be asked about. The
            other tuples are facts all the same: they are accepted in rationales, and are
            never used as a wrong option.
    """

    tables: list[str] = Field(min_length=1)
    attributes: dict[AttributeName, Column] = Field(min_length=1)
    entity: list[str] = Field(min_length=1)
    ask_where: dict[Column, int | str] = {}

    @model_validator(mode="after")
    def _entity_is_made_of_attributes(self) -> RelationSpec:
        _must_be_among(self.entity, self.attributes, "entity")
        for column in (*self.attributes.values(), *self.ask_where):
            _must_be_among([column.split(".")[0]], self.tables, column)
        return self


class AliasSpec(_Strict):
    """Other spellings of an attribute's values that a rationale may use.

    Attributes:
        table: Table that lists the aliases.
        alias: Its column with the alias.
        match: Attribute to the column of the table that must equal it.
        surname: Whether the last word of the value alone is accepted too (people).
    """

    table: str | None = None
    alias: str = "alias"
    match: dict[str, str] = {}
    surname: bool = False

    @model_validator(mode="after")
    def _says_something(self) -> AliasSpec:
        if (self.table is None) != (not self.match):
            raise ValueError("table and match go together")
        if self.table is None and not self.surname:
            raise ValueError("give either table and match, or surname: true")
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


class BinarySpec(_Strict):
    """Basic and negated binary questions from one functional dependency (Section 3.1).

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency; its dependent values are the rationale.
        several_values: What to do with entities whose determinant has several dependent
            values: `leave_out` reports a violation, `accept` takes each of them as right.
        template: Jinja file with the blocks `basic` and `negated`.
    """

    type: Literal["binary"]
    relation: str
    fd: FunctionalDependency
    several_values: Literal["leave_out", "accept"] = "leave_out"
    template: str


class MultipleChoiceSpec(_Strict):
    """Multiple-choice questions with one wrong option per question (Section 3.1).

    Attributes:
        relation: Name of the relation.
        fd: The functional dependency; each dependent attribute becomes an option.
        templates: One Jinja file per paraphrase, with a block `question` and one block per
            dependent attribute.
    """

    type: Literal["multiple_choice"]
    relation: str
    fd: FunctionalDependency
    templates: list[str] = Field(min_length=1)


QuestionSpec = Annotated[BinarySpec | MultipleChoiceSpec, Field(discriminator="type")]


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
            for name in question.fd.determinant + question.fd.dependent:
                if name not in attributes:
                    yield [*where, "fd"], _not_among(name, attributes)
        every = {name for relation in self.relations.values() for name in relation.attributes}
        for attribute, alias in self.aliases.items():
            for name in (attribute, *alias.match):
                if name not in every:
                    yield ["aliases", attribute], _not_among(name, sorted(every))


def read_spec(name_or_path: str | Path) -> tuple[BenchmarkSpec, Path]:
    """Reads an embedded benchmark by name, or any benchmark from its YAML file.

    Args:
        name_or_path: An embedded domain such as `movie`, or the path of a YAML file.

    Returns:
        The specification, and the path of its file.

    Raises:
        InputError: The file is missing, is not YAML, or a field of it is wrong.
    """
    embedded = DATA / str(name_or_path) / "benchmark.yaml"
    path = embedded if embedded.is_file() else Path(name_or_path)
    try:
        text = path.read_text(encoding="utf-8")
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        spec = BenchmarkSpec.model_validate(yaml.safe_load(text))
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(sorted(folder.parent.name for folder in DATA.glob("*/benchmark.yaml")))
        raise InputError(
            f"{path}: cannot read the benchmark specification ({_reason(error)}); "
            f"give the path of a YAML file, or an embedded benchmark ({known})"
        ) from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f", line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or error
        raise InputError(f"{path}{where}: not valid YAML: {problem}") from error
    except ValidationError as error:
        location, message = _first_problem(error)
        raise InputError(_located(path, node, location, message)) from error
    for location, message in spec.unknown_names():
        raise InputError(_located(path, node, location, message))
    return spec, path


def _must_be_among(names: Iterable[str], known: Iterable[str], field: str) -> None:
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: {_not_among(name, known)}")


def _not_among(name: str, known: Iterable[str]) -> str:
    return f"there is no {name!r}; there is {', '.join(known)}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _first_problem(error: ValidationError) -> tuple[list[Any], str]:
    problem = error.errors()[0]
    location = [part for part in problem["loc"] if part not in ("binary", "multiple_choice")]
    return location, problem["msg"].removeprefix("Value error, ")


def _located(path: Path, node: yaml.Node | None, location: list[Any], message: str) -> str:
    field = ".".join(map(str, location)) or "the specification"
    return f"{path}, line {_line_of(node, location)}: {field}: {message}"


def _line_of(node: yaml.Node | None, location: list[Any]) -> int:
    """Follows a pydantic location as far as the document goes; returns a line from 1."""
    line = 1
    for part in location:
        if isinstance(node, yaml.MappingNode):
            found = [(key, child) for key, child in node.value if key.value == str(part)]
            if not found:
                break
            line, node = found[0][0].start_mark.line + 1, found[0][1]
        elif isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            node = node.value[part]
            line = node.start_mark.line + 1
    return line
