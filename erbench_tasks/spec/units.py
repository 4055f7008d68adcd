"""Units of measurement by the names that a specification uses, and Wikidata's items of them."""

from __future__ import annotations

from typing import NamedTuple


class Unit(NamedTuple):
    """A unit of measurement.

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
