"""The properties that chains may use, with their wordings and types (Table 5, Appendix B.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

_ROLES = ("subject", "object")
DATA = Path(__file__).resolve().parent.parent.parent / "data" / "wiki"


class Property(NamedTuple):
    """One property of Table 5.

    Attributes:
        id: Wikidata's id, such as `P36`.
        label: Wikidata's English label.
        question: Asks for the object; `[S]` stands for the subject.
        attributive: Names the object by its subject, as a noun phrase.
        cloze: States the claim; `[O]` stands for the object.
        subject_types: The subject must be an instance of one of these classes; empty for any.
        object_types: The object must be an instance of one of these classes; empty for any.
        is_current: Whether a claim that has ended is left out.
        is_list: Whether an entity has several values of it by nature, such as languages that
            somebody speaks. A source that names one seldom names all.
    """

    id: str
    label: str
    question: str
    attributive: str
    cloze: str
    subject_types: frozenset[str]
    object_types: frozenset[str]
    is_current: bool
    is_list: bool


@lru_cache(maxsize=1)
def properties() -> Mapping[str, Property]:
    """Returns the 34 properties by their ids."""
    return {id_: _property(id_, row, classes()) for id_, row in _content()["properties"].items()}


@lru_cache(maxsize=1)
def classes() -> Mapping[str, frozenset[str]]:
    """Returns the classes that properties name: ids of Wikidata's by the name used here."""
    return {name: frozenset(ids) for name, ids in _content()["classes"].items()}


def broader_classes() -> Mapping[frozenset[str], frozenset[str]]:
    """Returns the broader classes that suffice where a source does not distinguish classes."""
    broader = _content()["broader"]
    return {classes()[name]: classes()[other] for name, other in broader.items()}


@lru_cache(maxsize=1)
def other_properties() -> frozenset[str]:
    """Returns ids of common properties of Wikidata that no chain uses."""
    return frozenset(_content()["others"])


def _content() -> Mapping[str, Any]:
    import yaml

    content: Mapping[str, Any] = yaml.safe_load(
        (DATA / "properties.yaml").read_text(encoding="utf-8")
    )
    return content


def _property(id_: str, row: Mapping[str, Any], named: Mapping[str, frozenset[str]]) -> Property:
    types = {role: named[row[role]] if role in row else frozenset() for role in _ROLES}
    return Property(
        id_,
        row["label"],
        row["question"],
        row["attributive"],
        row["cloze"],
        types["subject"],
        types["object"],
        bool(row.get("current", False)),
        bool(row.get("list", False)),
    )


class TypeCheck:
    """Checks types as far as a source distinguishes them.

    Wikidata has all classes. A user's file may have coarser ones, such as organizations but not
    universities, or none for languages. Then a broader class suffices; where there is none, it
    suffices that an entity is not known to be something else.
    """

    def __init__(self, distinguished: frozenset[str] | None) -> None:
        """Takes the classes that the source distinguishes.

        Args:
            distinguished: Classes that entities of the source have; None if it has all of Wikidata.
        """
        self._distinguished = distinguished

    def admits(self, types: Collection[str], wanted: frozenset[str]) -> bool:
        """Tells whether an entity fits.

        Args:
            types: Its classes, with their superclasses.
            wanted: It should have one of these classes; empty for any.
        """
        if not wanted or not wanted.isdisjoint(types):
            return True
        if self._distinguished is None or not wanted.isdisjoint(self._distinguished):
            return False
        broader = _broader().get(wanted, frozenset())
        if not broader.isdisjoint(self._distinguished):
            return not broader.isdisjoint(types)
        return chain_classes().isdisjoint(types)


@lru_cache(maxsize=1)
def _broader() -> Mapping[frozenset[str], frozenset[str]]:
    return broader_classes()


@lru_cache(maxsize=1)
def chain_classes() -> frozenset[str]:
    """Returns all classes that properties name."""
    every = properties().values()
    return frozenset().union(*(row.subject_types | row.object_types for row in every))
