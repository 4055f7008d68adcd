"""Entities as a Wikidata dump has them, and the RDF that Wikibase makes of the same entities."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyoxigraph as ox

WD = "http://www.wikidata.org/"
WIKIBASE = "http://wikiba.se/ontology#"
XSD = "http://www.w3.org/2001/XMLSchema#"
GREGORIAN, JULIAN = "Q1985727", "Q1985786"


def ref(id_: str) -> dict[str, Any]:
    value = {"entity-type": "item", "numeric-id": int(id_[1:]), "id": id_}
    return {"value": value, "type": "wikibase-entityid"}


def time(text: str, precision: int = 11, calendar: str = GREGORIAN) -> dict[str, Any]:
    """`1999-05-01` as it is stated; before Christ with a minus: `-0044-03-15` is 44 BC."""
    sign = "" if text[0] == "-" else "+"
    value = {
        "time": f"{sign}{text}T00:00:00Z", "timezone": 0, "before": 0, "after": 0,
        "precision": precision, "calendarmodel": f"{WD}entity/{calendar}",
    }  # fmt: skip
    return {"value": value, "type": "time"}


def amount(number: str, unit: str = "1") -> dict[str, Any]:
    unit = unit if unit == "1" else f"{WD}entity/{unit}"
    return {"value": {"amount": number, "unit": unit}, "type": "quantity"}


def place(latitude: float, longitude: float, globe: str = "Q2") -> dict[str, Any]:
    value = {
        "latitude": latitude, "longitude": longitude, "altitude": None, "precision": 0.001,
        "globe": f"{WD}entity/{globe}",
    }  # fmt: skip
    return {"value": value, "type": "globecoordinate"}


def text(said: str, language: str = "") -> dict[str, Any]:
    if language:
        return {"value": {"text": said, "language": language}, "type": "monolingualtext"}
    return {"value": said, "type": "string"}


def snak(property_: str, value: Any) -> dict[str, Any]:
    """Returns a snak; the value may be `somevalue`, `novalue`, or the id of an item."""
    if value in ("somevalue", "novalue"):
        return {"snaktype": value, "property": property_}
    content = ref(value) if isinstance(value, str) else value
    return {"snaktype": "value", "property": property_, "datavalue": content}


def statement(
    property_: str, value: Any, rank: str = "normal", **qualifiers: Any
) -> dict[str, Any]:
    """Returns a statement; qualifiers are `P580=time(...)`, or lists of such."""
    said = {
        id_: [snak(id_, each) for each in (every if isinstance(every, list) else [every])]
        for id_, every in qualifiers.items()
    }
    found = {"mainsnak": snak(property_, value), "type": "statement", "rank": rank}
    return found | ({"qualifiers": said, "qualifiers-order": list(said)} if said else {})


def entity(
    id_: str,
    label: str | Mapping[str, str] = "",
    claims: Sequence[dict[str, Any]] = (),
    aliases: Sequence[str] = (),
    sitelinks: int = 10,
    **more: Any,
) -> dict[str, Any]:
    """Returns an entity as a dump has it."""
    labels = {"en": label} if isinstance(label, str) else label
    by_property: dict[str, list[Any]] = {}
    for number, each in enumerate(claims):
        id_of = f"{id_}$00000000-0000-0000-0000-{number:012}"
        by_property.setdefault(each["mainsnak"]["property"], []).append(each | {"id": id_of})
    return {
        "type": "item", "id": id_,
        "labels": {k: {"language": k, "value": v} for k, v in labels.items() if v},
        "descriptions": {},
        "aliases": {"en": [{"language": "en", "value": each} for each in aliases]},
        "claims": by_property or [],
        "sitelinks": {
            f"x{number}wiki": {"site": f"x{number}wiki", "title": id_, "badges": []}
            for number in range(sitelinks)
        } or [],
        "lastrevid": 1000 + int(id_[1:]), "modified": "2025-08-27T10:11:12Z", **more,
    }  # fmt: skip


def stored(
    entities: Iterable[Mapping[str, Any]], redirects: Mapping[str, str] | None = None
) -> Any:
    """Returns a store with the RDF of entities, as Wikibase's RDF format describes it."""
    store = ox.Store()
    for each in entities:
        _Writer(store, each).write()
    for old, new in (redirects or {}).items():
        same = ox.NamedNode("http://www.w3.org/2002/07/owl#sameAs")
        store.add(ox.Quad(_iri("entity", old), same, _iri("entity", new)))
    return store


def _iri(kind: str, id_: str) -> ox.NamedNode:
    return ox.NamedNode(f"{WD}{kind}/{id_}")


def _wikibase(name: str) -> ox.NamedNode:
    return ox.NamedNode(f"{WIKIBASE}{name}")


class _Writer:
    def __init__(self, store: ox.Store, content: Mapping[str, Any]) -> None:
        self.store, self.content = store, content
        self.subject = _iri("entity", content["id"])

    def add(self, subject: Any, predicate: ox.NamedNode, value: Any) -> None:
        self.store.add(ox.Quad(subject, predicate, value))

    def write(self) -> None:
        label = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
        alias = ox.NamedNode("http://www.w3.org/2004/02/skos/core#altLabel")
        for each in self.content["labels"].values():
            self.add(self.subject, label, ox.Literal(each["value"], language=each["language"]))
        for every in dict(self.content["aliases"] or {}).values():
            for each in every:
                self.add(self.subject, alias, ox.Literal(each["value"], language=each["language"]))
        links, version = len(self.content["sitelinks"]), self.content["lastrevid"]
        self.add(self.subject, _wikibase("sitelinks"), ox.Literal(links))
        self.add(self.subject, ox.NamedNode("http://schema.org/version"), ox.Literal(version))
        for property_, every in dict(self.content["claims"] or {}).items():
            best = "preferred" if any(s["rank"] == "preferred" for s in every) else "normal"
            for each in every:
                self.statement(property_, each, is_best=each["rank"] == best)

    def statement(self, property_: str, each: Mapping[str, Any], *, is_best: bool) -> None:
        node = _iri("entity/statement", each["id"].replace("$", "-"))
        self.add(self.subject, _iri("prop", property_), node)
        self.add(node, _wikibase("rank"), _wikibase(f"{each['rank'].capitalize()}Rank"))
        if is_best:
            kind = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
            self.add(node, kind, _wikibase("BestRank"))
        value = self.value(node, "prop/statement", property_, each["mainsnak"])
        if is_best and value is not None:
            self.add(self.subject, _iri("prop/direct", property_), value)
        for qualifier, every in each.get("qualifiers", {}).items():
            for said in every:
                self.value(node, "prop/qualifier", qualifier, said)

    def value(self, node: Any, kind: str, property_: str, said: Mapping[str, Any]) -> Any:
        if said["snaktype"] == "novalue":
            return None
        if said["snaktype"] == "somevalue":
            value: Any = ox.BlankNode()
        else:
            value, full = _rdf(said["datavalue"])
            if full:
                about = ox.BlankNode()
                self.add(node, _iri(f"{kind}/value", property_), about)
                for name, content in full.items():
                    self.add(about, _wikibase(name), content)
        self.add(node, _iri(kind, property_), value)
        return value


def _rdf(content: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    value = content["value"]
    match content["type"]:
        case "wikibase-entityid":
            return _iri("entity", value["id"]), {}
        case "string":
            return ox.Literal(value), {}
        case "monolingualtext":
            return ox.Literal(value["text"], language=value["language"]), {}
        case "time":
            said = ox.Literal(_datetime(value), datatype=ox.NamedNode(f"{XSD}dateTime"))
            return said, {
                "timeValue": said,
                "timePrecision": ox.Literal(value["precision"]),
                "timeCalendarModel": ox.NamedNode(value["calendarmodel"]),
            }
        case "quantity":
            said = ox.Literal(value["amount"], datatype=ox.NamedNode(f"{XSD}decimal"))
            unit = "Q199" if value["unit"] == "1" else value["unit"].rpartition("/")[2]
            return said, {"quantityAmount": said, "quantityUnit": _iri("entity", unit)}
    globe = "" if value["globe"].endswith("/Q2") else f"<{value['globe']}> "
    wkt = f"{globe}Point({value['longitude']} {value['latitude']})"
    kind = ox.NamedNode("http://www.opengis.net/ont/geosparql#wktLiteral")
    return ox.Literal(wkt, datatype=kind), {"geoLatitude": ox.Literal(value["latitude"])}


def _datetime(value: Mapping[str, Any]) -> str:
    """Days of the Julian calendar are converted, and 1 BC is the year 0, as Wikibase does it."""
    sign, rest = value["time"][0], value["time"][1:]
    year, month, day = (int(part) for part in rest.partition("T")[0].split("-"))
    year = 1 - year if sign == "-" else year
    if value["calendarmodel"].endswith(JULIAN) and value["precision"] >= 11:
        shifted = _to_gregorian(year, month, day)
        year, month, day = shifted.year, shifted.month, shifted.day
    shown = f"{'-' if year < 0 else ''}{abs(year):04}"
    return f"{shown}-{max(month, 1):02}-{max(day, 1):02}T00:00:00Z"


def _to_gregorian(year: int, month: int, day: int) -> datetime.date:
    """The calendars are apart by as many days as leap years differ: a table, for years from 300."""
    spring = year if month > 2 else year - 1
    apart = spring // 100 - spring // 400 - 2
    if (month, day) == (2, 29) and not (year % 4 == 0 and (year % 100 or year % 400 == 0)):
        return datetime.date(year, 2, 28) + datetime.timedelta(apart + 1)
    return datetime.date(year, month, day) + datetime.timedelta(apart)
