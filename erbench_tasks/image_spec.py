"""How a specification declares an image that stands for an attribute's text (Section 4.4)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from .spec_parts import Column, Strict, one_or_several

STORED = ("file", "url", "blob")
DRAWN = ("title_card", "crest")

Names = Annotated[list[str], BeforeValidator(one_or_several)]


class ImageSpec(Strict):
    """Where the images of a relation's tuples come from.

    Attributes:
        kind: `file`, `url` and `blob` say what `column` holds: a path, an address, or the bytes
            themselves. `title_card` and `crest` draw one from the attributes' values.
        shows: The attributes that identify what is to be seen.
        replaces: The attributes that no wording may mention, since the image stands for them; by
            default the first of `shows`.
        column: Where a stored image is; NULL: the tuple has none.
        root: `file`: the folder that the paths are relative to, and that nothing outside of is
            read; itself relative to the specification.
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
