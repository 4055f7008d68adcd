"""Where Wikidata has the entities of a relation and their attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from .strict import Names, Strict, must_be_among, not_among, one_or_several
from .units import UNITS


def _must_be_item(id_: str) -> str:
    if not re.fullmatch(r"Q[1-9][0-9]{0,14}", id_):
        raise ValueError(f"{id_!r} is no item of Wikidata, such as Q11424")
    return id_


def _must_be_property(id_: str) -> str:
    if not re.fullmatch(r"P[1-9][0-9]{0,14}", id_):
        raise ValueError(f"{id_!r} is no property of Wikidata, such as P57")
    return id_


def _must_be_unit(name: str) -> str:
    if name not in UNITS:
        raise ValueError(not_among(name, UNITS))
    return name


def _must_be_language(code: str) -> str:
    if not re.fullmatch(r"[a-z]{2,3}(-[a-z0-9]{2,8})*", code):
        raise ValueError(f"{code!r} is no code of a language, such as fr or zh-hant")
    return code


_Item = Annotated[str, AfterValidator(_must_be_item)]
_Property = Annotated[str, AfterValidator(_must_be_property)]
_Items = Annotated[list[_Item], BeforeValidator(one_or_several), Field(min_length=1)]
_Properties = Annotated[list[_Property], BeforeValidator(one_or_several)]
_Language = Annotated[str, AfterValidator(_must_be_language)]


class WikidataAttribute(Strict):
    """Where Wikidata has an attribute: a property; an id alone stands for the property.

    Attributes:
        property: The property, or several, any of which may have the value.
        qualifier: A property that qualifies the statement that agrees with the attribute `of`,
            such as the shirt number (P1618) of a membership.
        of: Another attribute: it is its item that has the property (a director's date of birth),
            or its statement that has the qualifier.
        part: The part of a date, or of a place on earth, that the attribute is.
        at: When the facts of the table hold, as `2019`, `2019-09` or `2019-09-01`: statements that
            began later (P580) or ended before (P582) are other facts.
        unit: The unit of the table's numbers.
        tolerance: By how much numbers may differ, or `5%`; by default by what rounding explains.
        incomplete: Whether Wikidata may have a part of the values only, as of a film's cast: a
            value that it lacks is then not listed, and no contradiction.
        within: Whether a place may be said more or less exactly: Brooklyn is in New York City.
        classes: Values of the table to items that stand for them, with all of their subclasses:
            `animation: [Q202866]`.
        otherwise: With `classes`: the value of what is of none of them.
    """

    property: _Properties = Field(default=[])
    qualifier: _Property | None = None
    of: str | None = None
    part: Literal["year", "month", "day", "latitude", "longitude"] | None = None
    at: Annotated[str, Field(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", coerce_numbers_to_str=True)] = (
        ""
    )
    unit: Annotated[str, AfterValidator(_must_be_unit)] | None = None
    tolerance: Annotated[float, Field(ge=0)] | Annotated[str, Field(pattern=r"^[0-9.]+%$")] = 0.0
    incomplete: bool = False
    within: bool = False
    classes: dict[str, _Items] = Field(default={})
    otherwise: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_ids(cls, value: Any) -> Any:
        return {"property": value} if isinstance(value, str | list) else value

    @model_validator(mode="after")
    def _goes_together(self) -> WikidataAttribute:
        if bool(self.property) == (self.qualifier is not None):
            raise ValueError("give a property, or a qualifier")
        if self.qualifier is not None and self.of is None:
            raise ValueError("qualifier: say with `of` which attribute's statement has it")
        if self.otherwise is not None and not self.classes:
            raise ValueError("otherwise: give `classes` as well")
        return self


class WikidataSpec(Strict):
    """Where Wikidata has the entities of a relation and their attributes.

    Attributes:
        classes: The classes of the entities' items (`class`); subclasses count.
        where: Property to items, of which (or of a subclass of which) the entity's item has to have
            one: occupation (P106) to football player, since people are all of the class human.
        label: The attribute that names the item; by default the first of `entity`.
        languages: Languages of labels and aliases besides English.
        find_by: Attributes by which to look for an item that is not found by its name: an
            identifier (ICAO code), or what few items share (a film's director).
        attributes: Attribute name to where Wikidata has it; the others are not compared.
    """

    classes: _Items = Field(alias="class")
    where: dict[_Property, _Items] = Field(default={})
    label: str | None = None
    languages: Annotated[list[_Language], BeforeValidator(one_or_several)] = Field(default=[])
    find_by: Names = Field(default=[])
    attributes: dict[str, WikidataAttribute] = Field(min_length=1)

    @property
    def named(self) -> list[str]:
        """Every attribute of the relation that is named."""
        return [*self.attributes, *([self.label] if self.label else [])]

    @model_validator(mode="after")
    def _names_refer_to_something(self) -> WikidataSpec:
        must_be_among(self.find_by, self.attributes, "find_by")
        for name, attribute in self.attributes.items():
            if attribute.of is not None:
                must_be_among([attribute.of], self.attributes, f"attributes.{name}.of")
            if name in self._before(name):
                raise ValueError(f"attributes.{name}.of: goes round in a circle")
        for name in self.find_by:
            if self.attributes[name].of is not None:
                raise ValueError(f"find_by: {name!r} is about another item (`of`)")
        return self

    def _before(self, name: str) -> Iterator[str]:
        """Yields the attributes that one depends on, each at most once."""
        seen: set[str] = set()
        above = self.attributes[name].of
        while above is not None and above not in seen:
            seen.add(above)
            yield above
            above = self.attributes[above].of if above in self.attributes else None
