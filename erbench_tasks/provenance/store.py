"""Names and statements from the store of a dump (`erbench-track wikidata`), without a network.

A store has the items and properties that were asked for when it was made: what it lacks is not
stated, and said. It has English names only, no deprecated statements, and knows no item that was
merged into another one. Names are found whatever their accents.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from ...core.errors import InputError
from ...core.optional import optional_dependency
from ...core.wikidata.items import ItemSource, Properties
from ...core.wikidata.values import Reference
from .records import Kind, Names, Statement, Wikidata, stated
from .same_name import flat
from .service import open_service

logger = logging.getLogger(__name__)
_STEPS = 20  # of a property that leads upwards
_LACKING = "%s: has no %s, which is not compared; %s"
_AGAIN = "erbench-track wikidata DUMP -o STORE --domain FILE keeps what a domain's file names"


@contextmanager
def open_source(
    source: str,
    *,
    contact: str | None = None,
    cache: Path | None = None,
    resume: bool = False,
) -> Iterator[Wikidata]:
    """Opens a SPARQL endpoint, or a store.

    Args:
        source: URL of the endpoint, or the folder of the store.
        contact: As for `open_service`.
        cache: As for `open_service`.
        resume: As for `open_service`.

    Yields:
        Where statements come from.

    Raises:
        InputError: It is malformed, or cannot be read.
    """
    if not Path(source).is_dir():
        with open_service(source, contact=contact, cache=cache, resume=resume) as service:
            yield service
        return
    with optional_dependency("reading a store of Wikidata", "wikidata"):
        from ...core.wikidata.dump.source import StoreSource
    store = StoreSource(Path(source))
    try:
        yield StoredItems(store, store.summary.statements, store.summary.classes)
    finally:
        store.close()


class StoredItems:
    """Wikidata as far as a store has it."""

    def __init__(self, source: ItemSource, kept: Properties, classes: Collection[str]) -> None:
        """Takes an open store.

        Args:
            source: The store.
            kept: The properties whose statements it has, with those that qualify them.
            classes: The classes that it tells apart.
        """
        self._source, self._kept, self._classes = source, kept, set(classes)
        self._lacking: set[str] = set()
        self._by_name: dict[str, dict[str, list[str]]] = {}

    def named(
        self, names: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns the items of a kind whose English label or alias is one of some names."""
        index = self._index(kind) if kind.classes else {}
        return {name: index[flat(name)] for name in names if flat(name) in index}

    def having(
        self, property_: str, values: Collection[str], languages: Sequence[str], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns nothing: a store is not searched by values."""
        return {}

    def alike(
        self, property_: str, names: Mapping[str, Collection[str]], kind: Kind
    ) -> Mapping[str, Collection[str]]:
        """Returns nothing: `named` finds names whatever their accents."""
        return {}

    def _index(self, kind: Kind) -> Mapping[str, list[str]]:
        key = repr(kind)
        if key not in self._by_name:
            index = self._by_name.setdefault(key, defaultdict(list))
            for item in self._source.items(self._members(kind), {}, ()):
                for name in dict.fromkeys(map(flat, (item.label, *item.aliases))):
                    index[name].append(item.id)
        return self._by_name[key]

    def _members(self, kind: Kind) -> set[str]:
        """Returns the items of the classes that have one of the values of each property."""
        if self._classes.isdisjoint(kind.classes):
            raise InputError(
                f"{self._source.name}: the store was made without the class "
                f"{' or '.join(kind.classes)}; {_AGAIN}"
            )
        choices = product(*([(p, value) for value in of] for p, of in kind.where.items()))
        return {
            id_ for chosen in choices for id_ in self._source.members(kind.classes, dict(chosen), 0)
        }

    def statements(
        self, ids: Collection[str], properties: Properties
    ) -> Mapping[str, Sequence[Statement]]:
        """Returns the statements of some items, as far as the store has their properties."""
        wanted = {
            id_: [q for q in qualifiers if q in self._kept[id_]]
            for id_, qualifiers in properties.items()
            if id_ in self._kept
        }
        for id_ in sorted(properties.keys() - wanted.keys() - self._lacking):
            self._lacking.add(id_)
            logger.warning(_LACKING, self._source.name, id_, _AGAIN)
        return {
            item.id: stated(item.id, item.statements)
            for item in self._source.items(ids, wanted, ())
        }

    def names(self, ids: Collection[str], languages: Sequence[str]) -> Mapping[str, Names]:
        """Returns the English names of some items."""
        found = self._source.items(ids, {}, ())
        return {i.id: Names(i.label, (i.label, *i.aliases)) for i in found if i.label}

    def above(self, ids: Collection[str], property_: str) -> Mapping[str, Collection[str]]:
        """Returns the items that a property leads to, with the item itself."""
        steps: dict[str, set[str]] = {}
        todo = set(ids)
        for _ in range(_STEPS):
            found = self.statements(todo, {property_: ()})
            for id_ in todo:
                values = (s.value for s in found.get(id_, ()))
                steps[id_] = {value.id for value in values if isinstance(value, Reference)}
            todo = {id_ for leads in steps.values() for id_ in leads} - steps.keys()
            if not todo:
                break
        return {id_: _reached(id_, steps) for id_ in ids}


def _reached(id_: str, steps: Mapping[str, Collection[str]]) -> set[str]:
    found, todo = {id_}, [id_]
    while todo:
        more = set(steps.get(todo.pop(), ())) - found
        found |= more
        todo += more
    return found
