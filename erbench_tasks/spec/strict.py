"""What all parts of a specification share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


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
    """Returns the message that a name is unknown, with the known ones."""
    return f"there is no {name!r}; there is {', '.join(known)}"


def one_or_several(value: Any) -> Any:
    """Wraps a single text in a list."""
    return [value] if isinstance(value, str) else value


Names = Annotated[list[str], BeforeValidator(one_or_several)]
