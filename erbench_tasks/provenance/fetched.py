"""What was fetched of Wikidata, and what is to be fetched next.

Rows are judged many at a time with what is there. What is asked for and is not there is noted, then
fetched with few queries, and the rows are judged again, until nothing is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Generic, TypeVar

from ...core.wikidata.items import Properties
from .compare import Match, Said
from .judge import Facts
from .records import Kind, Names, Statement, Wikidata
from .same_name import same_name

SUBCLASS, LOCATED = "P279", "P131"
V = TypeVar("V")


class _Known(Generic[V]):
    """Answers by key; a key without one is noted, and has a stand-in until it is fetched."""

    def __init__(self, missing: V, fetch: Callable[[Collection[str]], Mapping[str, V]]) -> None:
        self._missing, self._fetch = missing, fetch
        self._found: dict[str, V] = {}
        self._wanted: dict[str, None] = {}

    def get(self, key: str) -> V:
        if key not in self._found:
            self._wanted[key] = None
        return self._found.get(key, self._missing)

    def load(self) -> bool:
        wanted = [key for key in self._wanted if key not in self._found]
        self._wanted.clear()
        if wanted:
            found = self._fetch(wanted)
            self._found.update((key, found.get(key, self._missing)) for key in wanted)
        return bool(wanted)


class Fetched:
    """What Wikidata says of the items that rows may be about.

    Attributes:
        has_statements: Whether any item had any of the statements that were asked for.
    """

    def __init__(
        self,
        wikidata: Wikidata,
        properties: Properties,
        languages: Sequence[str],
    ) -> None:
        """Takes what is asked for; nothing is fetched yet.

        Args:
            wikidata: Where it comes from.
            properties: The properties of statements, and those that qualify them.
            languages: Languages of names, the first of which is that of labels.
        """
        self.has_statements = False
        nothing: Sequence[Statement] = ()
        nowhere: Collection[str] = ()
        self._languages = languages
        self._statements = _Known(nothing, lambda ids: wikidata.statements(ids, properties))
        self._names = _Known(Names(), lambda ids: wikidata.names(ids, languages))
        self._all_names = _Known(Names(), lambda ids: wikidata.names(ids, ()))
        self._classes = _Known(nowhere, lambda ids: wikidata.above(ids, SUBCLASS))
        self._places = _Known(nowhere, lambda ids: wikidata.above(ids, LOCATED))
        self._named = _Known(nowhere, lambda names: wikidata.named(names, languages, Kind()))

    def load(self) -> bool:
        """Fetches what was asked for since the last time; returns whether that was anything."""
        every = (
            self._statements, self._names, self._all_names, self._classes, self._places,
            self._named,
        )  # fmt: skip
        loaded = [known.load() for known in every]
        return any(loaded)

    def statements(self, item: str, properties: Collection[str]) -> list[Statement]:
        """Returns the statements of an item with some properties."""
        found = self._statements.get(item)
        self.has_statements = self.has_statements or bool(found)
        return [s for s in found if s.property in properties]

    def names_of(self, item: str) -> Names:
        """Returns the names of an item."""
        return self._names.get(item)

    def facts(self, *, thorough: bool) -> Facts:
        """Returns what judgements need.

        Args:
            thorough: Whether to look further before a value is called another one: at the item's
                names in all languages, and at what lies within what.
        """
        classes = self._classes.get
        if thorough:
            return Facts(self._names_in_any_language, classes, self._after_all)
        return Facts(self._names.get, classes, _is_not)

    def _names_in_any_language(self, item: str) -> Names:
        names = self._names.get(item)
        return names if names.all else self._all_names.get(item)

    def _after_all(self, said: Said, item: str, within: bool) -> Match:
        if _is_among(said, self._all_names.get(item)):
            return Match.SAME
        if within and self._is_within(said, item):
            return Match.LESS_EXACT
        return Match.INCOMPARABLE

    def _is_within(self, said: Said, item: str) -> bool:
        """Tells whether a place lies in one of a name, or one of that name in the place."""
        around = set(self._places.get(item)) - {item}
        # All are asked for at once, so that all are fetched at once.
        names = [self._all_names.get(place) for place in sorted(around)]
        if any(_is_among(said, each) for each in names):
            return True
        named = {place for name in said.spellings for place in self._named.get(name)}
        above = [self._places.get(place) for place in sorted(named)]
        return any(item in places for places in above)


def _is_not(said: Said, item: str, within: bool) -> Match:
    return Match.INCOMPARABLE


def _is_among(said: Said, names: Names) -> bool:
    return any(same_name(a, b) for a in said.spellings for b in names.all)
