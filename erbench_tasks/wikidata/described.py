"""Where Wikidata has a relation's attributes: by this, `check` compares the rows with it again."""

from __future__ import annotations

from typing import Any

from ..spec.units import BY_ITEM, UNITS
from .domain import AskedRelation, Domain, Property

_PARTS = {"year", "month", "latitude", "longitude"}


def provenance(domain: Domain, relation: AskedRelation) -> dict[str, Any]:
    """Returns the field `wikidata` of a relation of the specification.

    Args:
        domain: The domain.
        relation: The relation.

    Returns:
        Its fields; nothing if no attribute can be compared.
    """
    main = domain.tables[domain.main]
    of = {path: attribute for attribute, path in relation.attributes.items()}
    attributes = {
        attribute: described
        for attribute, path in relation.attributes.items()
        if (described := _described(domain, path, of))
    }
    if not attributes or main.label not in of:
        return {}
    label = {} if relation.entity[0] == of[main.label] else {"label": of[main.label]}
    where = {"where": dict(main.where)} if main.where else {}
    return {"class": list(main.classes), **where, **label, "attributes": attributes}


def _described(domain: Domain, path: str, of: dict[str, str]) -> dict[str, Any]:
    """Returns where Wikidata has an attribute; nothing for the first table's label."""
    *way, (_, column) = domain.steps(path)
    if not way:
        return {}
    table, name = way[-1]
    row = domain.tables[table].properties[name]
    before = ".".join(key for _, key in way[:-1])
    if column in row.qualifiers:
        own = ".".join(key for _, key in way)
        return {"qualifier": row.qualifiers[column].id, "of": of[own]} if own in of else {}
    if before and before not in of:
        return {}
    above = {"of": of[before]} if before else {}
    return {"property": row.id, **above, **_read_as(row, column)}


def _read_as(row: Property, column: str) -> dict[str, Any]:
    part = "year" if row.kind == "year" else column
    found: dict[str, Any] = {"part": part} if row.kind and part in _PARTS else {}
    if row.at:
        found["at"] = row.at.isoformat()
    own = next((id_ for id_, factor in row.unit.items() if factor == 1), "")
    if row.kind == "number" and own in BY_ITEM:
        found["unit"] = next(name for name, unit in UNITS.items() if unit.item == own)
    return found
