"""What the parts of a specification are made of: strict models, names and columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field


class Strict(BaseModel):
    """A part of a specification: unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def must_be_among(names: Iterable[str], known: Iterable[str], field: str) -> None:
    """Raises a ValueError for the first name that is not known."""
    known = list(known)
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: {not_among(name, known)}")


def not_among(name: str, known: Iterable[str]) -> str:
    """Says that there is no such name, and which there are."""
    return f"there is no {name!r}; there is {', '.join(known)}"


def _must_be_identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not a plain name (letters, digits and _)")
    return name


def _must_be_table_and_column(column: str) -> str:
    if not all(column.partition(".")):
        raise ValueError(f"{column!r} is not of the form table.column")
    return column


def one_or_several(value: Any) -> Any:
    """Reads a list of one thing from the thing alone."""
    return [value] if isinstance(value, str) else value


AttributeName = Annotated[str, AfterValidator(_must_be_identifier)]
# Everything behind the first dot is the column, whatever characters its name has.
Column = Annotated[str, AfterValidator(_must_be_table_and_column)]
Columns = Annotated[list[Column], BeforeValidator(one_or_several), Field(min_length=1)]
