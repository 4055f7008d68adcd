"""What all parts of a specification share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator


class Strict(BaseModel):
    """A part of a specification: unknown fields are errors.

    Attributes:
        plain: The field that a text or a list stands for which is there in place of the part.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    plain: ClassVar[str | None] = None

    @model_validator(mode="before")
    @classmethod
    def _from_plain(cls, value: Any) -> Any:
        return {cls.plain: value} if cls.plain and isinstance(value, str | list) else value


def must_be_among(names: Iterable[str], known: Iterable[str], field: str) -> None:
    """Raises a ValueError for the first name that is not known."""
    known = list(known)
    for name in names:
        if name not in known:
            raise ValueError(f"{field}: {not_among(name, known)}")


def one_of(known: Iterable[str]) -> BeforeValidator:
    """Returns what refuses other names than the known ones."""
    names = list(known)

    def check(name: Any) -> Any:
        if name not in names:
            near = difflib.get_close_matches(str(name), names, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise ValueError(f"{hint}{not_among(name, names)}")
        return name

    return BeforeValidator(check)


def not_among(name: str, known: Iterable[str]) -> str:
    """Returns the message that a name is unknown, with the known ones."""
    return f"there is no {name!r}; there is {', '.join(known)}"


def one_or_several(value: Any) -> Any:
    """Wraps a single text, or mapping, in a list."""
    return [value] if isinstance(value, str | dict) else value


Names = Annotated[list[str], BeforeValidator(one_or_several)]
