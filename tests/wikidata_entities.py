"""Entities as they stand in a Wikidata JSON dump, and a slow, plain reading of one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from erbench_track.track_tasks.wiki.graph.properties import properties


def statement(
    object_: str | None,
    rank: str = "normal",
    *,
    snaktype: str = "value",
    end: str | None = None,
    has_id: bool = True,
) -> dict[str, Any]:
    """Returns a statement about an item; `end` is the snak type of its end time, if it has one."""
    snak: dict[str, Any] = {"snaktype": snaktype, "property": "P0", "datatype": "wikibase-item"}
    if snaktype == "value" and object_ is not None:
        value: dict[str, Any] = {"entity-type": "item", "numeric-id": int(object_[1:])}
        snak["datavalue"] = {"value": value | ({"id": object_} if has_id else {}), "type": "x"}
    found: dict[str, Any] = {"mainsnak": snak, "type": "statement", "id": "Q1$2", "rank": rank}
    if end:
        found["qualifiers"] = {"P580": [{"snaktype": "value"}], "P582": [{"snaktype": end}]}
    return found


def item(
    id_: str, label: str = "", claims: Mapping[str, Sequence[Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """Returns an item; a claim is an id of an item, or a statement."""
    statements = {
        property_: [statement(value) if isinstance(value, str) else value for value in values]
        for property_, values in (claims or {}).items()
    }
    labels = {"de": {"language": "de", "value": "etwas"}}
    if label:
        labels["en"] = {"language": "en", "value": label}
    return {
        "type": "item", "id": id_, "labels": labels, "claims": statements,
        "sitelinks": {"enwiki": {"title": label}}, "modified": "2025-08-27T10:11:12Z", **more,
    }  # fmt: skip


def lines(entities: Iterable[Mapping[str, Any] | str]) -> bytes:
    """Returns a dump; a text stands for a line as it is."""
    texts = [text if isinstance(text, str) else json.dumps(text) for text in entities]
    return ("[\n" + ",\n".join(texts) + "\n]\n").encode()


WORLD = [
    item("Q5", "human"),
    item("Q515", "city"),
    item("Q1549591", "big city", {"P279": ["Q515"]}),
    item("Q174844", "megacity", {"P279": ["Q1549591"]}),
    item("Q6256", "country"),
    item("Q142", "France", {"P31": ["Q6256"], "P36": ["Q90"], "P35": ["Q1"], "P37": ["Q150"]}),
    item("Q90", "Paris", {"P31": ["Q174844", "Q484170"], "P17": ["Q142"]}),
    item("Q1", "Ada", {"P31": ["Q5"], "P27": ["Q142"], "P26": ["Q2"], "P20": ["Q90"]}),
    item("Q2", "Bob", {"P31": ["Q5"], "P27": ["Q142"], "P40": ["Q1", "Q3"], "P1412": ["Q150"]}),
    item("Q3", "", {"P31": ["Q5"], "P27": ["Q142"]}),
    item("Q150", "French", {"P31": ["Q34770"]}),
    {"type": "property", "id": "P36", "labels": {}, "claims": {}},
]


def plain_reading(entity: Mapping[str, Any]) -> dict[str, Any]:
    """What should be kept of an item, by the rules as they are told."""
    claims = entity.get("claims") or {}
    kept = [
        (int(id_[1:]), value)
        for id_, property_ in properties().items()
        for value in _values(claims.get(id_, []), property_.is_current)
    ]
    return {
        "id": int(entity["id"][1:]),
        "label": (entity.get("labels") or {}).get("en", {}).get("value", ""),
        "classes": sorted({v for v in _best_values(claims.get("P31", [])) if v}),
        "superclasses": sorted({v for v in _best_values(claims.get("P279", [])) if v}),
        "claims": sorted(kept),
    }


def _values(statements: Sequence[Mapping[str, Any]], is_current: bool) -> list[int]:
    values = _best_values(statements, drop_ended=is_current)
    return [] if None in values else sorted({value for value in values if value is not None})


def _best_values(
    statements: Sequence[Mapping[str, Any]], drop_ended: bool = False
) -> list[int | None]:
    ranks = [statement["rank"] for statement in statements]
    best = "preferred" if "preferred" in ranks else "normal"
    return [
        _value(statement["mainsnak"])
        for statement in statements
        if statement["rank"] == best and not (drop_ended and _has_ended(statement))
    ]


def _has_ended(statement: Mapping[str, Any]) -> bool:
    ends = (statement.get("qualifiers") or {}).get("P582", [])
    return any(end["snaktype"] != "novalue" for end in ends)


def _value(snak: Mapping[str, Any]) -> int | None:
    value = snak.get("datavalue", {}).get("value")
    if snak["snaktype"] != "value" or not isinstance(value, dict):
        return None
    return value["numeric-id"] if value.get("entity-type") == "item" else None
