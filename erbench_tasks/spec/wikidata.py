"""Where Wikidata has the entities of a relation and their attributes."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from .strict import Names, Strict, must_be_among, one_of, one_or_several


class Unit(NamedTuple):
    """A unit of measurement, by the name that a specification uses.

    Attributes:
        item: Wikidata's item of it.
        symbol: How it is written after a number.
        dimension: What it measures; units of one dimension can be converted.
        factor: How many base units of the dimension it has.
    """

    item: str
    symbol: str
    dimension: str
    factor: float


UNITS = {
    "millimetre": Unit("Q174789", "mm", "length", 0.001),
    "centimetre": Unit("Q174728", "cm", "length", 0.01),
    "metre": Unit("Q11573", "m", "length", 1.0),
    "kilometre": Unit("Q828224", "km", "length", 1000.0),
    "inch": Unit("Q218593", "in", "length", 0.0254),
    "foot": Unit("Q3710", "ft", "length", 0.3048),
    "mile": Unit("Q253276", "mi", "length", 1609.344),
    "second": Unit("Q11574", "s", "time", 1.0),
    "minute": Unit("Q7727", "min", "time", 60.0),
    "hour": Unit("Q25235", "h", "time", 3600.0),
    "gram": Unit("Q41803", "g", "mass", 0.001),
    "kilogram": Unit("Q11570", "kg", "mass", 1.0),
    "tonne": Unit("Q191118", "t", "mass", 1000.0),
    "pound": Unit("Q100995", "lb", "mass", 0.45359237),
    "square metre": Unit("Q25343", "m²", "area", 1.0),
    "hectare": Unit("Q35852", "ha", "area", 10_000.0),
    "square kilometre": Unit("Q712226", "km²", "area", 1_000_000.0),
    "square mile": Unit("Q232291", "sq mi", "area", 2_589_988.110336),
    "acre": Unit("Q81292", "acres", "area", 4046.8564224),
    "kelvin": Unit("Q11579", "K", "temperature", 1.0),
    "kilometre per hour": Unit("Q180154", "km/h", "speed", 1 / 3.6),
    "metre per second": Unit("Q182429", "m/s", "speed", 1.0),
}
BY_ITEM = {unit.item: unit for unit in UNITS.values()}


def _form(pattern: str, what: str) -> AfterValidator:
    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise ValueError(f"{text!r} is no {what}")
        return text

    return AfterValidator(check)


_Item = Annotated[str, _form("Q[1-9][0-9]{0,14}", "item of Wikidata, such as Q11424")]
_Property = Annotated[str, _form("P[1-9][0-9]{0,14}", "property of Wikidata, such as P57")]
_Items = Annotated[list[_Item], BeforeValidator(one_or_several), Field(min_length=1)]
_Properties = Annotated[list[_Property], BeforeValidator(one_or_several)]


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
        incomplete: Whether Wikidata may have a part of the values only, as of a film's cast, or say
            them more or less exactly, as places: a value that it lacks is then no difference.
    """

    plain = "property"
    property: _Properties = Field(default=[])
    qualifier: _Property | None = None
    of: str | None = None
    part: Literal["year", "month", "day", "latitude", "longitude"] | None = None
    at: Annotated[str, Field(pattern=r"^[0-9]{4}(-[0-9]{2}){0,2}$", coerce_numbers_to_str=True)] = (
        ""
    )
    unit: Annotated[str, one_of(UNITS)] | None = None
    tolerance: Annotated[float, Field(ge=0)] | Annotated[str, Field(pattern=r"^[0-9.]+%$")] = 0.0
    incomplete: bool = False

    @model_validator(mode="after")
    def _goes_together(self) -> WikidataAttribute:
        if bool(self.property) == (self.qualifier is not None):
            raise ValueError("give a property, or a qualifier")
        if self.qualifier is not None and self.of is None:
            raise ValueError("qualifier: say with `of` which attribute's statement has it")
        return self


class WikidataSpec(Strict):
    """Where Wikidata has the entities of a relation and their attributes.

    Attributes:
        classes: The classes of the entities' items (`class`); subclasses count.
        where: Property to items, of which the entity's item has to have one: occupation (P106) to
            football player, since people are all of the class human.
        label: The attribute that names the item; by default the first of `entity`.
        find_by: Attributes that tell items of one name apart: an identifier (ICAO code), or what
            few items share (a film's director).
        attributes: Attribute name to where Wikidata has it; the others are not compared.
    """

    classes: _Items = Field(alias="class")
    where: dict[_Property, _Items] = Field(default={})
    label: str | None = None
    find_by: Names = Field(default=[])
    attributes: dict[str, WikidataAttribute] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_refer_to_something(self) -> WikidataSpec:
        must_be_among(self.find_by, self.attributes, "find_by")
        for name in self.attributes:
            self._must_end(name)
        for name in self.find_by:
            if self.attributes[name].of is not None:
                raise ValueError(f"find_by: {name!r} is about another item (`of`)")
        return self

    def _must_end(self, name: str) -> None:
        """Refuses an attribute whose `of` leads to nothing, or round in a circle."""
        above = [name]
        while (of := self.attributes[above[-1]].of) is not None:
            must_be_among([of], self.attributes, f"attributes.{above[-1]}.of")
            if of in above:
                raise ValueError(f"attributes.{of}.of: goes round in a circle")
            above.append(of)
