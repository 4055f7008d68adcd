"""How a specification describes a relation: its tables, and what is taken from them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from .image_spec import ImageSpec
from .spec_parts import AttributeName, Column, Columns, Strict, must_be_among, one_or_several


class JoinedTable(Strict):
    """A table of a relation; a plain name stands for the table of that name.

    Attributes:
        table: Its name in the database.
        name: What the specification calls it (`as`): another name for a table that is joined
            twice, or whose own name has a dot.
        along: The columns of the foreign key to join along, as `table.column`, on the side that
            refers; needed where several foreign keys link it to the tables before it.
    """

    table: str = Field(min_length=1)
    name: str = Field(alias="as", default="")
    along: Annotated[list[Column], BeforeValidator(one_or_several)] = Field(default=[])

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        """Reads a table that is just a name; without `as` it goes by its own name."""
        value = {"table": value} if isinstance(value, str) else value
        if isinstance(value, dict) and "table" in value:
            return {"as": value["table"], **value}
        return value

    @model_validator(mode="after")
    def _has_a_name_without_dots(self) -> JoinedTable:
        if "." in self.name or not self.name:
            raise ValueError(f"{self.name!r} has a dot; give it another name with `as`")
        return self


class RelationSpec(Strict):
    """A relation to ask about: tables joined along their foreign keys.

    Attributes:
        tables: The tables; each but the first is joined along a foreign key that links it to
            a table before it.
        attributes: Attribute name to its `table.column`; several columns are joined by a space.
        entity: Attributes that identify the entity a question is about; the first names it.
        optional: Tables that need not have a matching tuple; their attributes may be NULL.
        ask_where: `table.column` to the value that a tuple must have to be asked about. The
            other tuples are facts all the same: they are accepted in rationales, and are
            never used as a wrong option.
        pages: Jinja texts of the Wikipedia titles to try for an entity, in order.
        passage: Attribute that holds a passage about the entity; it may be NULL.
        images: Name to an image that questions may show in place of an attribute's text.
    """

    tables: list[JoinedTable] = Field(min_length=1)
    attributes: dict[AttributeName, Columns] = Field(min_length=1)
    entity: list[str] = Field(min_length=1)
    optional: list[str] = Field(default=[])
    ask_where: dict[Column, int | str] = Field(default={})
    pages: list[str] = Field(default=[])
    passage: str | None = None
    images: dict[AttributeName, ImageSpec] = Field(default={})

    @model_validator(mode="after")
    def _names_refer_to_something(self) -> RelationSpec:
        names = [table.name for table in self.tables]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"tables: {name!r} stands twice; give one another name with `as`")
        must_be_among(self.entity, self.attributes, "entity")
        for column in self._every_column():
            must_be_among([table_of(column)], names, column)
        for number, table in enumerate(self.tables):
            must_be_among(map(table_of, table.along), names[: number + 1], f"tables.{table.name}")
        must_be_among(self.optional, names[1:], "optional")
        must_be_among([self.passage] if self.passage else [], self.attributes, "passage")
        self._images_refer_to_something()
        return self

    def _images_refer_to_something(self) -> None:
        for name, image in self.images.items():
            if name in self.attributes:
                raise ValueError(f"images: {name!r} is an attribute too; give it another name")
            must_be_among(image.attributes, self.attributes, f"images.{name}")

    def _every_column(self) -> list[str]:
        """Returns each `table.column` that is named, as often as it is."""
        attributes = (column for columns in self.attributes.values() for column in columns)
        images = (image.column for image in self.images.values() if image.column)
        return [*attributes, *self.ask_where, *images]

    def columns_of(self, table: str) -> list[str]:
        """Returns the columns of a table that are taken or asked for."""
        every = self._every_column()
        return [column.partition(".")[2] for column in every if table_of(column) == table]

    @property
    def may_be_null(self) -> set[str]:
        """The attributes of optional tables, and the passage."""
        optional = {
            name
            for name, columns in self.attributes.items()
            if any(table_of(column) in self.optional for column in columns)
        }
        return optional | ({self.passage} if self.passage else set())


def table_of(column: str) -> str:
    """Returns the table of a `table.column`."""
    return column.partition(".")[0]
