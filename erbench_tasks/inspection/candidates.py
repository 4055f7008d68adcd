"""What may be asked of a table: about its rows, about what happened, and along its foreign keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, pairwise
from math import prod
from statistics import median
from typing import Any

import sqlalchemy

from ...core.folding import fold
from ..dependencies.small import SmallDependency, small_dependencies
from ..english import lexicon
from ..english import questions as english
from ..english.asked import Asks, Attribute, Thing
from ..english.events import MATCHES
from ..english.foreign_values import language_of
from ..english.nouns import JOBS, are_agents, noun_of
from ..english.settled import event_unsettled, of_a_season, of_stagings, of_waters, unsettled
from ..english.translations import are_foreign
from ..english.words import (
    expanded,
    head,
    is_english,
    plural,
    singular,
    split,
    with_article_by_sound,
)
from ..items.given_away import words_of
from ..lint.checks import FEWEST_OPTIONS, MOST_GIVEN_AWAY
from ..questions.continents import continent_of
from ..questions.overlap import DATED_TWICE, stems, why_not_false
from .columns import Column, Kind
from .drafts import Candidate, RelationDraft, variables
from .entities import ARTWORKS, Entity, Part, is_link
from .schema import ForeignKey, TableSchema

# As many options as the paper's questions have at most, and as many hops.
OPTIONS = 4
HOPS = 3
_PUBLISHERS = {"publisher", "verlag", "éditeur", "editeur", "editorial", "editora", "editore"}
_EDITIONS = {"isbn", "isbn13", "isbn10", "ean", "edition", "format", "pages", "auflage"}
_FIRST = {"first", "original", "orig"}
# What does not say what of a row is in a place.
_OF_PLACES = lexicon.REGIONS | lexicon.KEYS | {"name", "of"}
_RANKS = {"elo", "rank", "ranking", "rating", "seed", "seeding"}
_OF_RESULTS = {"final", "finish", "number", "order", "overall", "position"}
_CONTESTS = lexicon.AWARDS | lexicon.words_of(
    "championship competition contest cup event games marathon open race tournament tour"
)
_DIVISIONS = {"department", "division", "section", "unit"}
_CLASSES = lexicon.words_of("category class division")
# Who it is that a result or a prize is of.
_DOERS = lexicon.words_of(
    "actor actress artist athlete competitor driver laureate nominee people person player"
    " recipient rider runner skater skier swimmer"
)
# In which two sides play, and of which a tournament has several.
_OF_SIDES = MATCHES - {"final"}
# Each contest has some of these: a final, a third round.
_STAGES = lexicon.words_of("group heat leg phase round stage")
# When what ties others began or ended: of its games nobody says so.
_BOUNDS = {"begin", "beginning", "end", "ended", "finish", "start", "started"}
# Who made something, so that a list of them is whole.
_MADE_BY = lexicon.words_of("architect author composer designer inventor writer")
# In which order a page lists those who did something together.
_LISTED = lexicon.words_of("author billing credit seq sequence sort")
_NOMINATIONS = lexicon.words_of("nomination nominee")
# So many of those who are nominated win, if a table has them all.
_MOST_WINNERS = 0.4
# What says who won: by a flag, as a word or a code, or by a place.
_WINNERS = lexicon.words_of("win winner winning won")
_WON = lexicon.words_of("w win winner won 1st")
_PLACES = lexicon.words_of("place placing position rank ranking")
_OF_PLACINGS = _PLACES | lexicon.words_of("classification finishing gc general official")
# What says of an award, in codes or otherwise, whether it was won.
_OUTCOMES = lexicon.words_of("nominated nomination outcome result status winner won")
# Of which a country, a province or a lake has more than any list.
_MANY = lexicon.words_of("airport hill island lake mountain peak river stream volcano")
_LIVING = lexicon.words_of("animal bird fish insect mammal plant reptile species tree")
_CONTINENTS = re.compile(r"\b(?:Africa|America|Asia|Europe|Oceania)")
_VARIABLE = re.compile(r"\{\{.*?\}\}")
_YEAR = re.compile(r"(?<!\d)(1\d|20)\d\d(?!\d)")
# What is called after where it was: the Battle *of Hastings*.
_AT = re.compile(r" (?:at|of|in) ")
# What happened once under its determinant: so few rows share one.
_ONCE = 1.3
# That no two rows share a determinant says something if so many would do by mere chance.
_SHARED = 5
# So few names have a year by chance.
_NUMBERED = 0.1
# Where more rows share their names, most of what is known is known of one of several.
_NAMESAKES = 0.3
# The share of names with a value in them from which on the names tell another one's, too.
_IN_NAMES = 0.4
# ... and the share with a place in them that is no chance, where only some values are known.
_IN_SOME = 0.15
# A word that so many values have does not tell them apart: *Football*.
_OF_ALL = 4
# Each row has a value of its own, but for so few; so many times as many others have a table.
_EACH, _OTHERS = 0.9, 2
# Of fewer rows, one false statement would be asked again and again.
_FEWEST = 20
# What tells apart two of a kind, and says nothing of them.
_NUMBERS_OF_TWO = {"1", "2", "a", "b", "first", "second", "one", "two"}
# Most values of so few letters are codes, such as those of states, among a few names.
_SHORT = 2
# Since then it was written down when a book was printed, or a house built.
_RECORDED = 1700
# The fewest numbers of which ranges tell something.
_NUMBERS = 20
# Of a wide table, so many parts are combined.
_PARTS = 9
# How much people want to ask for a value, by what a question for it asks.
_WORTH = {
    Asks.WHO: 1.0, Asks.WHERE: 0.9, Asks.WHICH: 0.8, Asks.YEAR: 0.8, Asks.WHEN: 0.7,
    Asks.HOW_MANY: 0.4, Asks.HOW_LONG: 0.4, Asks.HOW_MUCH: 0.3, Asks.WHETHER: 0.2,
}  # fmt: skip
# The same for a coarser statement.
_STATED = {"decade": 0.95, "continent": 0.95, "holds": 0.6, "value": 0.6, "range": 0.5}


@dataclass(frozen=True)
class Path:
    """Foreign keys to follow one after the other, and a column of the table where they end.

    Attributes:
        keys: The foreign keys.
        column: The column; None: what the last key refers to is asked for by its name.
    """

    keys: tuple[ForeignKey, ...]
    column: Column | None = None

    @property
    def length(self) -> int:
        """Number of the values on it."""
        return len(self.keys) + (self.column is not None)

    @property
    def first(self) -> tuple[str, ...]:
        """The columns, of the table where it begins, that it starts from."""
        return self.keys[0].columns if self.keys else (self.column.name,) if self.column else ()


@dataclass(frozen=True)
class Outcome:
    """What says of those who took part in something which of them won.

    Attributes:
        column: The column.
        value: Its value in the rows of those who won.
        through: The foreign key to the table that has it; None if it is the row's own.
    """

    column: str
    value: int | str
    through: ForeignKey | None = None


class Candidates:
    """Finds what may be asked of the tables of one database."""

    def __init__(
        self,
        connection: sqlalchemy.Connection,
        entities: Mapping[str, Entity],
        tables: Mapping[str, TableSchema],
        judged: Mapping[str, Sequence[Column]],
    ) -> None:
        """Takes what was found.

        Args:
            connection: The database.
            entities: The tables whose rows have a name, by the name of the table.
            tables: All tables by name; personal ones are left out already.
            judged: The columns of each.
        """
        self._connection = connection
        self._entities = entities
        self._tables = tables
        # Of which other tables have what was held in each year.
        editions = (entity for entity in entities.values() if entity.is_of_a_year)
        self._held_again = {p.key.table for e in editions for p in e.also if p.key}
        self._judged = {name: {c.name: c for c in columns} for name, columns in judged.items()}
        names = [*tables, *(c.name for columns in judged.values() for c in columns)]
        self._is_foreign = are_foreign(names, is_english) or any(
            language_of(c.examples, are_places=c.asks is Asks.WHERE)
            for columns in judged.values()
            for c in columns
            if c.kind in (Kind.NAME, Kind.CATEGORY)
        )

    def of(self, name: str) -> Iterator[Candidate]:
        """Yields what may be asked of a table; of an empty one that is nothing.

        Args:
            name: The table.
        """
        table = self._tables[name]
        if not any(column.rows for column in self._judged[name].values()):
            return
        if name in self._entities:
            yield from self._about_rows(self._entities[name])
            return
        yield from self._about_occasions(table)
        links = self._linked(table)
        if links:
            yield from self._through_link(table, *links)
        if len(links) < len(self._parts(table)):
            yield from self._about_events(table)
        yield from self._about_winners(table)

    def _linked(self, table: TableSchema) -> list[Part]:
        """Returns the two ends of a many-to-many link: keys, or a key and a word."""
        parts = self._parts(table)
        keyed = [part for part in parts if part.key]
        own = {word for part in parts if not part.key for word in split(part.columns[0])}
        has_job = any(self._is_job(table, part) for part in parts)
        # Whatever else is known of a pair, it is one; but a role says how the two are connected.
        is_only_link = is_link(table) or self._is_numbered_link(table)
        if is_only_link and len(keyed) == 2 and not (own & lexicon.ROLES or has_job):
            return keyed
        inside = [part for part in parts if set(part.columns) <= set(table.key)]
        whole = {column for part in inside for column in part.columns} == set(table.key)
        ends = [part.key is not None for part in inside] == [True, False]
        return inside if whole and ends and self._is_named(table, inside[1]) else []

    def _is_numbered_link(self, table: TableSchema) -> bool:
        """Tells whether a table only links others, though its rows have numbers of their own."""
        linking = {column for key in table.foreign_keys for column in key.columns}
        is_unique = any(len(key) > 1 and {*key} <= linking for key in table.uniques)
        own = (part for part in self._parts(table) if not part.key)
        return is_unique and not any(self._is_named(table, part) for part in own)

    def _draft(self, table: TableSchema) -> RelationDraft:
        return RelationDraft(table, self._entities, self._tables, is_foreign=self._is_foreign)

    def _keys(self, table: TableSchema) -> list[ForeignKey]:
        """Returns the foreign keys to tables whose rows have a name."""
        keys = [key for key in table.foreign_keys if key.table in self._entities]
        return [key for key in keys if not table.numbered.issuperset(key.columns)]

    def _parts(self, table: TableSchema) -> list[Part]:
        """Returns what a row of a table has: what it refers to, then values of its own."""
        own = [c for c in self._judged[table.name].values() if c.kind is not None]
        keys = [Part(key.columns, key) for key in self._keys(table)]
        return keys + [Part((c.name,)) for c in own]

    def _every_part(self, table: TableSchema) -> list[Part]:
        """Returns what a row has, and what those rows have that tie it to named ones."""
        found = self._parts(table)
        for key in table.ties:
            parts = self._parts(self._tables[key.table])
            is_told = self._judged[table.name][key.columns[0]].kind is not None  # a year
            if not is_told and any(part.key for part in parts):
                found += [
                    replace(p, through=key)
                    for p in parts
                    if len(p.columns) == 1 and not _BOUNDS & {*split(p.columns[0])}
                ]
        return found

    def _all_keys(self, table: TableSchema) -> list[ForeignKey]:
        return [part.key for part in self._every_part(table) if part.key]

    def _columns(self, table: TableSchema, parts: Sequence[Part]) -> dict[str, Column]:
        """Returns the columns of parts, by what they are called."""
        return {
            called: self._judged[part.through.table if part.through else table.name][name]
            for part in parts
            for called, name in zip(part.called, part.columns, strict=True)
        }

    def _column(self, table: TableSchema, part: Part) -> Column:
        """Returns the column of a part, or the first one."""
        return self._columns(table, [part])[part.called[0]]

    # About the rows of a table that have a name.

    def _about_rows(self, entity: Entity) -> Iterator[Candidate]:
        for candidate in self._of_rows(entity):
            unsaid = candidate.unsaid or entity.why_not_told_apart
            unsaid = unsaid or self._why_called_otherwise(entity)
            # Most names of rulers are left out on purpose.
            of_few = candidate.of_few or entity.are_rulers
            yield replace(candidate, unsaid=unsaid, of_few=of_few)

    def _of_rows(self, entity: Entity) -> Iterator[Candidate]:
        # What tells two of one name apart is in every question.
        told = {part.columns for part in entity.also}
        nouns = {self._entities[part.key.table].thing.noun for part in entity.also if part.key}
        for path in self._paths(entity):
            # A column may say once more whose it is: `artist` beside `artist_id`.
            is_told = path.first in told or english.attribute_words(path.first[-1]) in nouns
            if not is_told and self._says_something(entity, path):
                yield from self._attribute(entity, path)
                yield from self._stated(entity, path)
        yield from self._of_namesakes(entity)
        yield from self._of_prizes(entity)
        yield from self._multiple_choice(entity)

    def _of_prizes(self, entity: Entity) -> Iterator[Candidate]:
        """Asks for one of those who won a prize of some year: a row is a person who won it."""
        for column in entity.judged if entity.thing.is_person else ():
            is_prize = head(english.attribute_words(column.name)) in lexicon.AWARDS
            is_said = is_prize and column.kind in (Kind.NAME, Kind.CATEGORY)
            if not is_said or not all(map(_YEAR.search, column.examples)):
                continue
            draft = self._draft(entity.schema)
            winner = replace(draft.subject(told_apart=False), several=True)
            prize = draft.own(draft.first, column)
            draft.entity = variables(prize)
            template = english.find_question(winner, "prize", [prize])
            fd = f"{_listed(prize)} -> {winner.variable}"
            content: dict[str, Any] = {"type": "binary", "fd": fd, "template": template}
            content["several_values"] = "accept"
            unsaid = "" if english.is_told(template) else english.no_verb(prize, winner)
            yield Candidate(draft, content, "event", _WORTH[Asks.WHO], unsaid)

    def _of_namesakes(self, entity: Entity) -> Iterator[Candidate]:
        """Asks for the year, or maker, that tells namesakes apart, of all that have no namesake."""
        if len(entity.also) != 1 or entity.namesakes > _NAMESAKES:
            return
        (part,) = entity.also
        repeated = entity.repeated or int(entity.namesakes > 0)
        alone = replace(entity, also=(), repeated=repeated)
        column = None if part.key else self._judged[entity.name][part.columns[0]]
        is_year = column is not None and column.asks is Asks.YEAR
        if is_year and self._is_told_by_name(alone, column):
            return
        if is_year or head(entity.thing.noun) in ARTWORKS:
            path = Path((part.key,)) if part.key else Path((), column)
            of_all = copy(self)
            of_all._entities = {**self._entities, entity.name: alone}
            yield from of_all._attribute(alone, path)
            yield from of_all._stated(alone, path) if is_year else ()

    def _paths(self, entity: Entity) -> Iterator[Path]:
        """Yields the ways to what is known of a row, the shorter ones first."""
        ends: list[tuple[tuple[ForeignKey, ...], Entity]] = [((), entity)]
        for _ in range(HOPS):
            further: list[tuple[tuple[ForeignKey, ...], Entity]] = []
            for keys, end in ends:
                yield from (Path(keys, column) for column in end.columns)
                for key in self._keys(end.schema):
                    target = self._entities[key.table]
                    visited = {k.table for k in keys} | ({entity.name} if keys else set())
                    # On the way, a name has to say which row is meant.
                    if key.table not in visited and not (keys and self._is_told_apart(keys[-1])):
                        yield Path((*keys, key))
                        # A year is the answer, and leads nowhere: *the contest of the song*.
                        if key.table != entity.name and not target.is_of_a_year:
                            further.append(((*keys, key), target))
            ends = further

    def _says_something(self, entity: Entity, path: Path) -> bool:
        """Tells whether a value is about the row, and is not told by its name already."""
        first = {word for column in path.first for word in split(column)}
        every = {word for column in entity.judged for word in split(column.name)}
        # A work has many publishers, of which an edition has one.
        is_edited = entity.thing.is_work or bool(every & _EDITIONS)
        is_of_edition = bool(first & _PUBLISHERS) and is_edited
        called = {singular(word) for word in first} == {entity.thing.noun}
        told = self._is_told_by_name(entity, path.column) or self._is_in_names(entity, path)
        return not (is_of_edition or called or told)

    def _is_in_names(self, entity: Entity, path: Path) -> bool:
        """Tells whether many names have a value in them: the match *Brazil vs Italy* its teams."""
        column = self._end(path)
        if column.kind not in (Kind.NAME, Kind.CATEGORY) or path.length > 1:
            return False
        names = self._judged[entity.name][entity.label[-1]].examples
        return _are_in(column.examples, names, MOST_GIVEN_AWAY)

    def _has_names(self, entity: Entity, path: Path) -> bool:
        """Tells whether values have words of the names: the *Austrian* association of *Austria*.

        Of a place it is enough that names say another one: nobody puts *Venice Airport* in Spain.
        """
        column = self._end(path)
        label = self._judged[entity.name][entity.label[-1]]
        if column.kind not in (Kind.NAME, Kind.CATEGORY):
            return False
        others = (
            [c for c in entity.columns if c.asks is Asks.WHERE] if self._asks_where(path) else []
        )
        said = any(_are_in(other.examples, label.examples, _IN_SOME) for other in others)
        if entity.thing.is_event and self._asks_where(path):
            named = sum(bool(_AT.search(name)) for name in label.examples)
            said = said or named > _IN_NAMES * len(label.examples)
        return said or _have_stems_of(column.examples, label.examples)

    def _asks_where(self, path: Path) -> bool:
        """Tells whether the values of a path are places."""
        target = self._target(path)
        return self._end(path).asks is Asks.WHERE or bool(target and target.thing.is_place)

    def _is_told_by_name(self, entity: Entity, column: Column | None) -> bool:
        """Tells whether names such as `1998 World Cup` tell what happened when."""
        if column is None or not _is_dated(column):
            return False
        names = [self._judged[entity.name][name].examples for name in entity.label]
        told = [bool(_YEAR.search(name)) for examples in names for name in examples]
        in_names = sum(told) > _NUMBERED * len(told)  # "2001" alone may be a title
        also = [self._judged[entity.name][p.columns[0]] for p in entity.also if p.key is None]
        is_told = any(map(_is_dated, also))
        return in_names or is_told or self._is_dated(entity)

    def _is_told_apart(self, key: ForeignKey) -> bool:
        return bool(self._entities[key.table].also)

    def _chain(self, draft: RelationDraft, path: Path) -> list[Attribute]:
        """Adds the values on a path, each to be named alone."""
        table, found = draft.first, []
        for number, key in enumerate(path.keys, 1):
            is_last = number == path.length
            add = draft.sought if is_last else partial(draft.reference, told_apart=False)
            found.append(add(table, key))
            table = draft.follow(table, key)
        if path.column is not None:
            found.append(draft.own(table, path.column))
        return found

    def _attribute(self, entity: Entity, path: Path) -> Iterator[Candidate]:
        """Asks who or what an attribute of a row is, and whether it is another one."""
        if path.length > 1 or (path.column is not None and not _can_be_named(path.column)):
            return
        draft, subject, (attribute,) = self._begun(entity, path)
        template = english.attribute_question(subject, attribute)
        fd = f"{_listed(subject)} -> {attribute.variable}"
        content = {"type": "binary", "fd": fd, "template": template}
        worth = _WORTH[attribute.asks]
        unsaid = english.unconnected(subject, attribute) or _dated_twice(attribute)
        unsaid = unsaid or self._why_not_lasting(entity, path)
        open_to = unsettled([(subject, attribute)]) or self._estimated(entity, path)
        open_to = open_to or self._in_the_key(entity, path)
        yield Candidate(draft, content, "attribute", worth, unsaid, open_to)
        if path.column is not None and attribute.asks not in (Asks.WHO, Asks.WHERE):
            return  # other words may be true as well: "democracy" of a "federal republic"
        if not self._may_be_false(entity, path):
            return
        draft, subject, (attribute,) = self._begun(entity, path)
        variable = draft.state(attribute, "value")
        template = english.claim_question(subject, attribute, variable)
        altered: dict[str, Any] = {"type": "altered", "fd": fd, "replaced": [variable]}
        altered |= {"distractors": "only_near", "mixed": True, "template": template}
        yield Candidate(draft, altered, "altered", 0.7 * worth, unsaid, open_to)

    def _begun(
        self, entity: Entity, path: Path
    ) -> tuple[RelationDraft, Attribute, list[Attribute]]:
        """Starts a relation with the rows of a table, and what lies on a path from them."""
        draft = self._draft(entity.schema)
        subject = draft.subject()
        draft.entity = variables(subject)
        return draft, subject, self._chain(draft, path)

    def _why_not_lasting(self, entity: Entity, path: Path) -> str:
        """Returns why what a town of some country is in has several names; empty if it has one.

        Nor is anything where it is held again and again.
        """
        if entity.name in self._held_again and self._asks_where(path):
            held = with_article_by_sound(entity.thing.noun)
            return f"{held} is held again and again: where, its editions say"
        is_somewhere = head(entity.thing.noun) in lexicon.TOWNS or entity.thing.is_organisation
        words = english.attribute_words(path.first[-1], entity.name)
        target = self._entities[path.keys[0].table].thing.noun if path.keys else words
        is_division = {words, head(words), head(target)} & lexicon.DIVISIONS
        if not (is_somewhere and self._are_abroad(entity) and is_division):
            return ""
        return _divided(words if words in lexicon.DIVISIONS else target)

    def _why_not_divided(self, part: Part) -> str:
        """Returns why parts of several countries are not asked for; empty if they may be."""
        entity = self._entities[part.key.table] if part.key else None
        if not entity or head(entity.thing.noun) not in lexicon.DIVISIONS:
            return ""
        return _divided(entity.thing.noun) if self._are_abroad(entity) else ""

    def _are_abroad(self, entity: Entity) -> bool:
        """Tells whether places lie in several countries."""
        keyed = any(
            self._entities[key.table].thing.noun == "country"
            and max(self._judged[entity.name][name].distinct for name in key.columns) > 1
            for key in self._keys(entity.schema)
        )
        return keyed or any(c.values == "country" and c.distinct > 1 for c in entity.judged)

    def _why_called_otherwise(self, entity: Entity) -> str:
        """Returns why parts of several countries are not asked about; empty if they may be."""
        noun = entity.thing.noun
        if head(noun) not in lexicon.DIVISIONS or not self._are_abroad(entity):
            return ""
        return f"{plural(noun)} of several countries: many are called otherwise, and they change"

    def _stated(self, entity: Entity, path: Path) -> Iterator[Candidate]:
        """States the last value of a path more coarsely; it, and those on the way, are verified."""
        by = self._statement(path)
        if by is None:
            return
        draft, subject, chain = self._begun(entity, path)
        # Nobody knows a measure to the last digit, and a yes or no is the answer.
        verified = chain[:-1] if by in ("holds", "range", "value") else chain
        if not verified:
            return
        variable = chain[-1].variable if by == "holds" else draft.state(chain[-1], by)
        template = english.statement_question(subject, chain, by, variable)
        further = chain[-1:] if by in ("range", "value") else []
        content = _dependencies(subject, verified, further)
        content |= {"holds": variable} if by == "holds" else {"mixed": True}
        content["template"] = template
        form = f"{content['type']} by {by}"
        unsaid = next(filter(None, map(english.unconnected, (subject, *chain), chain)), "")
        unsaid = unsaid or english.says_little(template) or _dated_twice(chain[-1])
        open_to = unsettled(pairwise((subject, *verified))) or self._estimated(entity, path)
        open_to = open_to or self._in_the_key(entity, path)
        unsaid = unsaid or (self._why_not_where(entity) if by == "continent" else "")
        unsaid = unsaid or self._why_not_lasting(entity, path)
        worth = _STATED[by] + 0.05 * (len(verified) > 1)
        yield Candidate(draft, content, form, worth, unsaid, open_to)

    def _estimated(self, entity: Entity, path: Path) -> str:
        """Returns what scholars date in several ways: plays, castles and towns of long ago."""
        if _is_when(path) and entity.thing.is_event:
            names = self._name_of(entity).examples
            by_place = sum(" at " in name for name in names) > _IN_NAMES * len(names)
            return "when what is called by who was where took place" if by_place else ""
        if not _is_when(path) or not (entity.thing.is_work or entity.thing.is_place):
            return ""
        every = {word for column in entity.judged for word in split(column.name)}
        if entity.thing.is_work and every & _EDITIONS and not _FIRST & {*split(path.first[-1])}:
            return "when what has editions was first published"
        found = map(_YEAR.search, self._end(path).examples)
        years = [int(year[0]) for year in found if year]
        is_old = bool(years) and median(years) < _RECORDED
        return f"the years of {plural(entity.thing.noun)} of so long ago" if is_old else ""

    def _in_the_key(self, entity: Entity, path: Path) -> str:
        """Returns what tells rows of one name apart, by the table's own key: the state of a city.

        Of cities that several countries have, each one is left out (`items.namesake_cities`).
        """
        if entity.thing.is_work and _is_when(path):
            return ""  # a title and a year are a key: two of one title are left out
        keys = [set(key) for key in entity.schema.keys if {*entity.label} < set(key)]
        shared = any(set(path.first) <= key for key in keys)
        alone = any(set(key) <= {*entity.label} for key in entity.schema.keys)
        is_country = self._end(path).values == "country"
        if not shared or alone or (is_country and head(entity.thing.noun) in lexicon.TOWNS):
            return ""
        return f"which {entity.thing.noun} is meant by a name that several may have"

    def _why_not_where(self, entity: Entity) -> str:
        """Returns why names tell a continent: that of the *Asian* Bank; empty if they do not."""
        examples = self._name_of(entity).examples
        told = sum(bool(_CONTINENTS.search(name)) for name in examples)
        return "names that say on which continent it is" if told > _NUMBERED * len(examples) else ""

    def _statement(self, path: Path) -> str | None:
        """Returns how the last value of a path is said more coarsely; None if it cannot be."""
        target = self._target(path)
        column = self._end(path)
        called = target.thing.noun if target else english.attribute_words(column.name)
        if column.kind is Kind.FLAG:
            return "holds"
        if _is_dated(column):
            return "decade"
        if column.values == "country" and not column.are_codes:
            return "continent" if _are_on_several(column.examples) else None
        if column.kind is Kind.NUMBER:
            # A few numbers lie in one range, nearly all of them.
            few = column.distinct < _NUMBERS or column.quantity in ("", "ordinal")
            return None if few or not self._has_unit(column) else "range"
        # Which continent a country is on is known without a table.
        return "value" if called == "continent" and not self._is_behind_country(path) else None

    def _is_behind_country(self, path: Path) -> bool:
        keys = path.keys if path.column is not None else path.keys[:-1]
        return bool(keys) and self._entities[keys[-1].table].thing.noun == "country"

    def _has_unit(self, column: Column) -> bool:
        """Tells whether a number is a count, or its name says in what it is measured."""
        return column.quantity == "count" or " in " in english.attribute_words(column.name)

    def _name_of(self, entity: Entity) -> Column:
        """Returns the column by which the rows of a table are known, or sorted."""
        return self._judged[entity.name][entity.label[-1]]

    def _target(self, path: Path) -> Entity | None:
        """Returns what a path leads to, if that has a name; None if it ends with a column."""
        return self._entities[path.keys[-1].table] if path.column is None else None

    def _end(self, path: Path) -> Column:
        """Returns the column whose values a path leads to."""
        return path.column or self._name_of(self._entities[path.keys[-1].table])

    def _multiple_choice(self, entity: Entity) -> Iterator[Candidate]:
        """Asks which of several statements about a row is false; one may give another away."""
        told = {part.columns for part in entity.also}
        keys = [Path((key,)) for key in self._keys(entity.schema) if key.columns not in told]
        own = [Path((), column) for column in entity.columns if _can_be_named(column)]
        paths = [path for path in keys + own if self._says_something(entity, path)]
        paths = [path for path in paths if self._is_an_option(entity, path)]
        if self._is_dated(entity):
            paths = [path for path in paths if not _is_when(path)]
        paths = [*self._independent(paths)][:OPTIONS]
        if len(paths) > 1:
            yield self._choice(entity, paths)
        if len(paths) >= FEWEST_OPTIONS:
            yield from (
                self._choice(entity, [*some]) for some in combinations(paths, len(paths) - 1)
            )

    def _is_dated(self, entity: Entity) -> bool:
        """Tells whether what tells rows apart says when they were: a match *at the 1998 Cup*."""
        keys = [part.key for part in entity.also if part.key is not None]
        told = (self._name_of(self._entities[key.table]) for key in keys)
        return any(_YEAR.search(name) for label in told for name in label.examples)

    def _independent(self, paths: Sequence[Path]) -> Iterator[Path]:
        """Drops what gives another option's lie away: a country beside a city, an end before it."""
        seen: set[object] = set()
        for path in paths:
            tells = self._what_it_tells(path)
            if tells not in seen:
                seen.add(tells)
                yield path

    def _what_it_tells(self, path: Path) -> object:
        """Returns what two options may not have in common: when it was, where, or the option."""
        asks = path.column.asks if path.column else Asks.WHICH
        target = self._target(path)
        if _is_when(path) or (target and target.thing.is_event):
            return Asks.WHEN
        if asks is Asks.WHERE or (path.keys and self._entities[path.keys[0].table].thing.is_place):
            called = " ".join(map(english.attribute_words, path.first))
            return frozenset(called.split()) - _OF_PLACES
        return path.first

    def _choice(self, entity: Entity, paths: Sequence[Path]) -> Candidate:
        draft = self._draft(entity.schema)
        subject = draft.subject()
        draft.entity = variables(subject)
        options = [self._chain(draft, path)[0] for path in paths]
        fd = f"{_listed(subject)} -> {_listed(*options)}"
        templates = english.multiple_choice(subject, options)
        content: dict[str, Any] = {"type": "multiple_choice", "fd": fd, "distractors": "only_near"}
        content["templates"] = templates
        worth = sum(_WORTH[option.asks] for option in options) / OPTIONS
        unsaid = next(filter(None, (english.unconnected(subject, o) for o in options)), "")
        open_to = unsettled((subject, option) for option in options)
        worth *= 0.7 if len(options) < FEWEST_OPTIONS else 1
        return Candidate(draft, content, "multiple choice", worth, unsaid, open_to)

    def _may_be_false(self, entity: Entity, path: Path) -> bool:
        """Tells whether another value than a row's own is false, and that not at a glance."""
        if self._name_of(entity).of_rows < _FEWEST:
            return False
        is_plain = self._is_known_of_another(entity, path) or self._has_names(entity, path)
        return not (is_plain or self._may_also_hold(entity, path))

    def _is_known_of_another(self, entity: Entity, path: Path) -> bool:
        """Tells whether a false value is seen at a glance: a continent, or another place's capital.

        So is a city's or state's country, or where a landmark is. Others than those of places, such
        as the cities of a country, may be in a table.
        """
        target = self._target(path)
        called = target.thing.noun if target else english.attribute_words(path.first[-1])
        is_region = head(entity.thing.noun) in lexicon.REGIONS
        if called == "continent" or (called == "country" and is_region):
            return True
        if head(entity.thing.noun) in lexicon.LANDMARKS and self._asks_where(path):
            return True
        own = self._judged[entity.name][path.first[-1]]
        are_others = target is not None and self._end(path).of_rows > _OTHERS * own.of_rows
        is_each = own.distinct >= _EACH * own.present > 0
        is_name = self._end(path).kind not in (Kind.NUMBER, Kind.DATE)
        return entity.thing.is_place and is_name and is_each and not are_others

    def _may_also_hold(self, entity: Entity, path: Path) -> bool:
        """Tells whether a value may be true of a row beside its own (`why_not_false`)."""
        target = self._target(path)
        column = self._end(path)
        if column.kind in (Kind.NUMBER, Kind.DATE):
            return bool(DATED_TWICE & {*english.attribute_words(column.name).split()})
        words = {singular(word) for name in path.first for word in split(name)}
        words |= {*target.thing.noun.split()} if target else set()
        is_place = self._asks_where(path)
        return bool(why_not_false(words, column.examples, entity.thing, is_place=is_place))

    def _is_an_option(self, entity: Entity, path: Path) -> bool:
        """Tells whether most rows have a value, and not most of them the same."""
        columns = [self._judged[entity.name][name] for name in path.first]
        there = all(column.present >= 0.5 * column.rows for column in columns)
        varied = len(columns) > 1 or columns[0].share <= 0.5
        lasting = not self._why_not_lasting(entity, path)
        return there and varied and lasting and self._may_be_false(entity, path)

    # About what happened to something once: rows that are called after what they refer to.

    def _about_occasions(self, table: TableSchema) -> Iterator[Candidate]:
        """Asks where and when the premiere of an opera took place, of which each has one."""
        noun = noun_of(str(table.table.name))
        of = [p for p in self._parts(table) if p.key and p.columns in table.keys]
        if head(noun) not in lexicon.OCCASIONS or len(of) != 1:
            return
        others = [p for p in self._parts(table) if p not in of and len(p.columns) == 1]
        others = [part for part in others if self._is_named(table, part)]
        dates = [p for p in others if not p.key and _is_dated(self._column(table, p))]
        for part in others:
            if part not in dates[:-1]:  # a day and its year are one
                yield from self._of_occasion(table, noun, of[0], part)

    def _of_occasion(
        self, table: TableSchema, noun: str, of: Part, part: Part
    ) -> Iterator[Candidate]:
        column = self._column(table, part)
        for by in ["decade", ""] if not part.key and _is_dated(column) else [""]:
            draft = self._draft(table)
            whose = draft.part(of, self._column(table, of))
            subject = replace(whose, words=noun, thing=Thing(noun, is_event=True), of=whose)
            draft.entity = variables(whose)
            asked = draft.part(part, column, sought=True)
            own = [word for word in asked.words.split() if word not in noun.split()]
            asked = replace(asked, words=" ".join(own) or asked.words)
            content = _dependencies(whose, [asked], [])
            if by:
                said = draft.state(asked, by)
                content |= {"mixed": True}
                content["template"] = english.statement_question(subject, [asked], by, said)
            else:
                content["template"] = english.attribute_question(subject, asked)
            worth = _STATED[by] if by else _WORTH[asked.asks]
            open_to = unsettled([(subject, asked)])
            unsaid = english.unconnected(subject, asked) or self._why_not_told([of])
            yield Candidate(draft, content, f"occasion {by}".strip(), worth, unsaid, open_to)

    # About what happened: rows that have no name of their own, such as results and awards.

    def _about_events(self, table: TableSchema) -> Iterator[Candidate]:
        """Asks for a part of what happened by the fewest others that determine it."""
        every = self._every_part(table)
        parts = [p for p in every if self._may_be_known(table, p)][:_PARTS]
        usable = [*_called(parts)]
        single = [p for p in every if len(p.columns) == 1]
        sought = {p.called[0]: p for p in single if self._is_named(table, p)}
        if not usable or not sought:
            return
        best = self._fewest(table, parts, sought, self._dependencies(table, usable, sought))
        for dependent, known in best.items():
            if not self._is_job(table, sought[dependent]):  # known, or nobody can say it
                yield from self._find(table, known, sought[dependent])
        yield from self._by_job(table, sought, best)
        yield from self._by_medal(table, parts, sought, best)

    def _fewest(
        self,
        table: TableSchema,
        parts: Sequence[Part],
        sought: Mapping[str, Part],
        found: Iterable[SmallDependency],
        won: Outcome | None = None,
    ) -> dict[str, list[Part]]:
        """Returns by which parts a question asks for each column that is determined."""
        best: dict[str, tuple[float, list[Part]]] = {}
        columns = self._columns(table, parts)
        for dependency in found:
            if dependency.rows > _ONCE * dependency.groups:
                continue
            known = [p for p in parts if set(p.called) & set(dependency.determinant)]
            if all(p.through for p in (*known, sought[dependency.dependent])) and not won:
                continue  # the other table is asked about this
            if not self._say_what(table, known, sought[dependency.dependent]):
                continue
            if not self._say_when(table, known):
                continue
            if self._is_by_chance(table, dependency, columns, won):
                continue
            cost = self._unnatural(table, known, sought[dependency.dependent])
            if self._tells(known, sought[dependency.dependent]):
                continue
            if dependency.dependent not in best or cost < best[dependency.dependent][0]:
                best[dependency.dependent] = (cost, known)
        return {dependent: known for dependent, (_, known) in best.items()}

    def _dependencies(
        self,
        table: TableSchema,
        known: Sequence[str],
        sought: Mapping[str, Part],
        won: Outcome | None = None,
    ) -> list[SmallDependency]:
        """Finds what determines what in a table, and in the rows that tie it to others."""
        ties = {part.through for part in self._every_part(table) if part.through}
        behind = {key.columns[0]: self._tables[key.table].table.c[key.target[0]] for key in ties}
        where = self._where(table, won) if won else None
        return small_dependencies(
            self._connection,
            table.table,
            known,
            list(sought),
            share=0.9,
            behind=behind,
            where=where,
        )

    def _tied(self, table: TableSchema, told: Iterable[str]) -> set[str]:
        """Returns the keys of which all is told that the rows behind them tie together."""
        parts = [p for p in self._every_part(table) if self._may_be_known(table, p)]
        left = {p.through for p in parts if not {*p.called} <= {*told}}
        return {p.through.columns[0] for p in parts if p.through and p.through not in left}

    def _by_job(
        self, table: TableSchema, sought: Mapping[str, Part], best: Mapping[str, object]
    ) -> Iterator[Candidate]:
        """Asks for one of the several who did something as something: the writers of a film."""
        keys = [part for part in sought.values() if part.key]
        if len(keys) > 2:  # a department is a class of jobs
            keys = [p for p in keys if p.key and self._makes_or_is_made(p.key)]
        jobs = [part for part in sought.values() if self._is_job(table, part)]
        if len(keys) != 2 or len(jobs) != 1:
            return
        for known, wanted in (keys, keys[::-1]):
            thing = self._entities[wanted.key.table].thing if wanted.key else None
            if thing is None or not thing.is_person or wanted.called[0] in best:
                continue
            if self._is_work(known):
                yield from self._find(table, [known, *jobs], wanted, several=True)
                continue
            # As what somebody did something is said of works alone: *in the role Architect*.
            (job,) = jobs
            values = self._column(table, job).examples
            for value in (v for v in values if fold(v) == thing.noun):
                only = (job.columns[0], value)
                yield from self._find(table, [known], wanted, several=True, only=only)

    def _makes_or_is_made(self, key: ForeignKey) -> bool:
        thing = self._entities[key.table].thing
        return thing.is_person or thing.is_work

    def _by_medal(
        self,
        table: TableSchema,
        parts: Sequence[Part],
        sought: Mapping[str, Part],
        best: Mapping[str, object],
    ) -> Iterator[Candidate]:
        """Asks who won a medal at an event of some games, where teammates share theirs."""
        keyed = [(part, self._entities[part.key.table].thing) for part in parts if part.key]
        medals = [part for part, thing in keyed if head(thing.noun) == "medal"]
        events = [part for part, thing in keyed if thing.is_event]
        persons = [part for part, thing in keyed if thing.is_person]
        if len(medals) == len(persons) == 1 and len(events) > 1:
            (person,) = persons
            if person.called[0] in sought.keys() - best.keys():
                yield from self._find(table, [*events, *medals], person, several=True)

    def _about_winners(self, table: TableSchema) -> Iterator[Candidate]:
        """Asks who won a contest, of all who a table says took part in it."""
        won = self._outcome(table)
        if won is None:
            return
        every = self._every_part(table)
        contests = [part for part in every if self._is_contest(table, part)]
        others = [p for p in every if p.key and len(p.columns) == 1 and p not in contests]
        takers = {p.called[0]: p for p in others if self._takes_part(table, p, others)}
        # An actor won for a film.
        contests += [p for p in others if p.called[0] not in takers and self._is_work(p)]
        if not contests or not takers:
            return
        usable = [*_called(contests)]
        found = self._dependencies(table, usable, takers, won)
        for winner, known in self._fewest(table, contests, takers, found, won).items():
            if any(self._is_won(table, part) for part in known):
                yield from self._find(table, known, takers[winner], won=won)

    def _outcome(self, table: TableSchema) -> Outcome | None:
        """Returns what says who won, in a table or in one that ties its rows to others."""
        own = next(self._outcomes(table), None)
        tied = (
            replace(found, through=key)
            for key in table.ties
            for found in self._outcomes(self._tables[key.table])
        )
        return own or next(tied, None)

    def _is_work(self, part: Part) -> bool:
        return part.key is not None and self._entities[part.key.table].thing.is_work

    def _where(self, table: TableSchema, won: Outcome) -> sqlalchemy.ColumnElement[bool]:
        """Returns the condition that a row is of one who won."""
        if won.through is None:
            return table.table.c[won.column] == won.value
        (mine,), (its,) = won.through.columns, won.through.target
        tied = self._tables[won.through.table].table
        of_winners = sqlalchemy.select(tied.c[its]).where(tied.c[won.column] == won.value)
        return table.table.c[mine].in_(of_winners)

    def _outcomes(self, table: TableSchema) -> Iterator[Outcome]:
        """Yields what says who won: a word or a flag, or else a place."""
        places = []
        for column in self._judged[table.name].values():
            parts = {*expanded(split(column.name))}
            if column.kind is Kind.FLAG and parts & _WINNERS:
                yield Outcome(column.name, column.true_value)
            elif parts & _OUTCOMES and column.distinct > 1:
                yield from (Outcome(column.name, v) for v in column.examples if fold(v) in _WON)
            elif _is_place(column) and parts <= _OF_RESULTS | _OF_PLACINGS:
                is_first = {*column.examples} == {"1"}  # winners alone have one
                is_counted = column.kind is Kind.NUMBER and column.distinct > 1
                places += [Outcome(column.name, 1)] if is_counted or is_first else []
        yield from sorted(places, key=lambda place: "official" not in split(place.column))

    def _is_contest(self, table: TableSchema, part: Part) -> bool:
        """Tells whether a part says what was won, or when: a tournament, a prize, a year."""
        if part.key is not None:
            return self._is_won(table, part)
        column = self._column(table, part)
        return _is_period(column) or head(english.attribute_words(column.name)) in _CONTESTS

    def _is_won(self, table: TableSchema, part: Part) -> bool:
        """Tells whether people win what a part refers to, or in it: a category of an award."""
        thing = self._entities[part.key.table].thing if part.key else None
        noun = head(thing.noun) if thing else ""
        is_held = thing is not None and thing.is_event and noun not in _STAGES
        tables = [table.name, *(key.table for key in table.ties)]
        words = {word for name in tables for word in english.event_nouns(name)}
        is_field = noun == "category" and bool(words & (lexicon.AWARDS | _NOMINATIONS))
        # Of a race there are several, which people win: that of women.
        is_class = noun in _CLASSES and any(
            self._entities[key.table].thing.is_event for key in self._keys(table)
        )
        return is_held or is_field or is_class or noun in lexicon.AWARDS

    def _takes_part(self, table: TableSchema, part: Part, others: Sequence[Part]) -> bool:
        """Tells whether it is what won: a team by the key, or a person, or a work; and a horse."""
        things = {p.called: self._entities[p.key.table].thing for p in others if p.key}
        thing = things[part.called]
        if any(other.noun == "horse" for other in things.values()):
            return thing.noun == "horse" or thing.is_person
        # A captain plays for a team, which won.
        keyed = {column for key in table.keys for column in key}
        of_key = {called for called in things if {*called} & keyed}
        if any(not things[called].is_person for called in of_key):
            return part.called in of_key
        return thing.is_person or not any(other.is_person for other in things.values())

    def _is_job(self, table: TableSchema, part: Part) -> bool:
        """Tells whether a value says as what somebody did something, by its name or as a noun."""
        if part.key is not None:
            return False
        column = self._column(table, part)
        return bool({*split(column.name)} & JOBS) or are_agents(column.examples)

    def _say_what(self, table: TableSchema, known: Sequence[Part], sought: Part) -> bool:
        """Tells whether it can be said what happened: by no date alone, of no film some award."""
        own = [self._column(table, part) for part in known if part.key is None]
        keyed = [self._entities[part.key.table].thing for part in known if part.key]
        is_held = any(thing.is_event for thing in keyed)
        if not is_held and any(head(thing.noun) in _DIVISIONS for thing in keyed):
            return False  # several work in a department
        if len(known) == 1 and {*split(known[0].columns[0])} & lexicon.ROLES:
            return False  # many a film has a Keith
        if len(known) == 1 and self._is_of_a_kind(table, known[0], sought):
            return False  # whose member somebody was is said by a link alone
        if self._is_of_unnamed(table) and not self._is_person(sought):
            return False  # for whom a player won whom nothing names
        if self._is_any_side(table, known, sought):
            return False  # two teams played at a stadium
        if self._is_of_contest(table, known, sought):
            return True
        if len(own) == len(known):
            return sought.key is not None and any(c.kind is not Kind.DATE for c in own)
        return sought.key is not None or len(known) > 1 or len(self._all_keys(table)) == 1

    def _is_of_unnamed(self, table: TableSchema) -> bool:
        """Tells whether a row is of somebody to whom it refers, but whose table has no names."""
        named = {column for key in self._keys(table) for column in key.columns}
        keyed = {key.parent.name for key in table.table.foreign_keys} - named - table.numbered
        return any({*split(column)} & _DOERS for column in keyed)

    def _is_person(self, part: Part) -> bool:
        return part.key is not None and self._entities[part.key.table].thing.is_person

    def _is_any_side(self, table: TableSchema, known: Sequence[Part], sought: Part) -> bool:
        """Tells whether a side of a match is sought, and no other one is known."""
        if sought.key is None or head(noun_of(str(table.table.name))) not in _OF_SIDES:
            return False
        sides = [key for key in self._keys(table) if key.table == sought.key.table]
        others = [part for part in known if part.key and part.key.table == sought.key.table]
        return len(sides) > 1 and not others

    def _say_when(self, table: TableSchema, known: Sequence[Part]) -> bool:
        """Tells whether it is said of what season or event a round, a place or a number is.

        There is a round 12 in each season; that the rows of one alone are there is chance. So is
        what a match that has no name was, by its referee and a team.
        """
        own = [self._column(table, part) for part in known if part.key is None]
        keyed = [self._entities[part.key.table].thing for part in known if part.key]
        noun = head(noun_of(str(table.table.name)))
        sides = [thing for thing in keyed if thing.is_organisation]
        if any(thing.is_event and head(thing.noun) not in _STAGES for thing in keyed):
            # Each side plays several matches of a tournament.
            is_one = len(sides) == 1 and len(known) == 2 and noun in _OF_SIDES
            return not is_one or any({*key} <= {*_called(known)} for key in table.keys)
        is_dated = any(column.kind is Kind.DATE for column in own)
        if noun in MATCHES:
            return is_dated or bool(sides and any(map(_is_period, own)))
        is_numbered = any(column.quantity == "ordinal" for column in own)
        if not is_numbered or any(map(_is_period, own)):
            return True
        periods = [c for c in self._judged[table.name].values() if _is_period(c) and c.distinct > 1]
        return not periods and not any(
            self._entities[key.table].thing.is_event for key in self._all_keys(table)
        )

    def _is_of_contest(self, table: TableSchema, known: Sequence[Part], sought: Part) -> bool:
        """Tells whether a table says who won a tournament of some year, without any key."""
        if sought.key is not None or any(part.key is not None for part in known):
            return False
        said = {head(english.attribute_words(part.columns[0])) for part in known}
        is_dated = any(self._column(table, part).asks is Asks.YEAR for part in known)
        by_whom = head(english.attribute_words(sought.columns[0]))
        return is_dated and by_whom in lexicon.WINNERS and bool(said & _CONTESTS)

    def _may_be_known(self, table: TableSchema, part: Part) -> bool:
        """Tells whether a question may say it: a thing, a word, a year, a number that one wears."""
        if part.key is not None:
            return True
        column = self._column(table, part)
        if column.kind is Kind.NUMBER:
            is_listed = bool({*split(column.name)} & _LISTED) or _is_of_a_list(column)
            return column.quantity in ("year", "ordinal") and not is_listed
        # The ATP's final and the WTA's of one year are two.
        tells = column.are_acronyms and any({column.name} < {*key} for key in table.keys)
        is_said = tells or not column.are_codes
        return column.kind in (Kind.NAME, Kind.CATEGORY, Kind.DATE) and is_said

    def _is_named(self, table: TableSchema, part: Part) -> bool:
        """Tells whether a rationale can name it."""
        if part.key is not None:
            return True
        return _can_be_named(self._column(table, part))

    def _is_by_chance(
        self,
        table: TableSchema,
        found: SmallDependency,
        columns: Mapping[str, Column],
        won: Outcome | None = None,
    ) -> bool:
        """Tells whether a determinant may determine a value in these rows only.

        Two people meet in many finals, even if in these rows they met in one each year. What a
        table declares as unique is no chance; else rows whose values were independent of each other
        would have to share some. Where a table says by several columns what happened when, a
        question that leaves out one of them (`men's` or `women's`) is of several events.
        """
        determinant = {*found.determinant} | self._tied(table, found.determinant)
        if any(set(key) <= determinant for key in table.keys):
            return False
        if self._is_cast(table, determinant):
            return False  # one person plays a character of a film, in any number of rows
        told = {*found.determinant, found.dependent}
        told |= self._tied(table, told)
        is_alone = len(told) == 2 and not table.is_linking(found.determinant[0])
        if is_alone and not found.is_key and won is None:
            return True  # two prizes of one year went to one film
        if any(len(key) > 1 and not set(key) <= told for key in table.keys) and not found.is_key:
            return True
        judged = [columns[name] for name in found.determinant]
        if any(column.quantity == "ordinal" for column in judged):
            return False  # one comes first, and one wears the number 10
        values = prod(column.distinct for column in judged)
        return found.is_key and found.rows**2 < 2 * _SHARED * values

    def _is_cast(self, table: TableSchema, columns: Collection[str]) -> bool:
        """Tells whether columns are a work and a character in it."""
        parts = [p for p in self._parts(table) if {*p.columns} <= {*columns}]
        works = [p for p in parts if p.key and self._entities[p.key.table].thing.is_work]
        roles = [p for p in parts if not p.key and {*split(p.columns[0])} & lexicon.ROLES]
        return bool(works and roles)

    def _unnatural(self, table: TableSchema, known: Sequence[Part], sought: Part) -> float:
        """Returns how unlike a question of people's it is to know these; the more, the worse."""
        columns = {*_called(known)}
        if any(set(key) <= columns for key in table.keys):
            return 0  # the table itself says that this is what happens once
        own = [self._column(table, part) for part in known if part.key is None]
        dates: float = sum(column.kind is Kind.DATE for column in own)
        # Who came first is asked for sooner than who had the number 44.
        dates += 0.1 * sum(column.quantity == "ordinal" and not _is_place(column) for column in own)
        nothing_but_values = len(own) == len(known)
        # Who won is asked for by the event, not by who lost.
        of_its_kind = sum(self._is_of_a_kind(table, part, sought) for part in known)
        return len(known) + 0.3 * len(own) + dates + 2 * nothing_but_values + of_its_kind

    def _is_of_a_kind(self, table: TableSchema, part: Part, other: Part) -> bool:
        """Tells whether two parts of a row are of one kind: two teams, two persons."""
        if part.key is not None and other.key is not None:
            return part.key.table == other.key.table
        columns = [self._column(table, each) for each in (part, other)]
        return part.key is other.key and all(column.asks is Asks.WHO for column in columns)

    def _tells(self, known: Sequence[Part], sought: Part) -> bool:
        """Tells whether one of the things that are known is told apart by what is sought."""
        keys = [part.key for part in known if part.key is not None]
        return sought.key is not None and any(self._leads_to(key, sought.key.table) for key in keys)

    def _leads_to(self, key: ForeignKey, table: str, depth: int = HOPS) -> bool:
        onward = self._keys(self._entities[key.table].schema) if depth else []
        return any(k.table == table or self._leads_to(k, table, depth - 1) for k in onward)

    def _find(
        self,
        table: TableSchema,
        known: Sequence[Part],
        sought: Part,
        *,
        several: bool = False,
        won: Outcome | None = None,
        only: tuple[str, str] | None = None,
    ) -> Iterator[Candidate]:
        draft = self._draft(table)
        if only is not None:
            draft.only[f"{draft.first}.{only[0]}"] = only[1]
        draft.leave_out_void(draft.first, self._judged[table.name].values())
        if won is not None:
            own = draft.behind(won.through) if won.through else draft.first
            draft.only[f"{own}.{won.column}"] = won.value
        said = [
            draft.part(part, self._column(table, part), told_apart=not self._is_told(part, known))
            for part in known
        ]
        wanted = draft.part(sought, self._column(table, sought), sought=True)
        # What is held out, or known, is what a question is about; of an event that is a part of it.
        draft.entity = variables(said[0] if len(said) == 1 and said[0].thing else wanted)
        fd = f"{_listed(*said)} -> {wanted.variable}"
        wanted = replace(wanted, several=several)
        of_few = english.has_medal(said)
        if wanted.thing and wanted.thing.is_person and of_few:
            draft.leave_out_teams(said)
        event = "winner" if won else str(table.table.name)
        template = english.find_question(wanted, event, said)
        if not english.is_told(template) or _is_open(said, wanted):
            return
        content: dict[str, Any] = {"type": "binary", "fd": fd, "template": template}
        if several:
            content = {**content, "several_values": "accept"}
        column = None if sought.key is not None else self._column(table, sought)
        few = column is not None and column.kind is Kind.CATEGORY
        worth = (0.6 if few else 1.4) * _WORTH[wanted.asks]
        unsaid = english.vague(wanted) or english.said_with(template, said, wanted)
        unsaid = unsaid or self._why_not_told(known)
        if won is None:
            unsaid = unsaid or self._why_not_won(table, template, [*known, sought])
            unsaid = unsaid or self._why_not_nominated(table, template)
        open_to = of_a_season(wanted, said)
        open_to = open_to or ("" if won else event_unsettled(wanted, said))
        open_to = open_to or self._of_one_side(table, known, sought)
        open_to = open_to or self._with_gaps(table, known)
        yield Candidate(draft, content, "event", worth, unsaid, open_to, of_few)

    def _is_told(self, part: Part, known: Sequence[Part]) -> bool:
        """Tells whether an event says whose a part is: a prize's ceremony whose category it is."""
        things = [self._entities[other.key.table] for other in known if other.key]
        of_events = {p.key.table for e in things if e.thing.is_event for p in e.also if p.key}
        entity = self._entities[part.key.table] if part.key else None
        if entity is None or entity.thing.is_event or not entity.also:
            return False
        return all(p.key is not None and p.key.table in of_events for p in entity.also)

    def _why_not_told(self, known: Sequence[Part]) -> str:
        """Returns why a name of what is known may be that of others; empty if it is not."""
        things = (self._entities[part.key.table] for part in known if part.key)
        return next((t.why_not_told_apart for t in things if t.why_not_told_apart), "")

    def _why_not_won(
        self, table: TableSchema, template: Mapping[str, str], said: Sequence[Part]
    ) -> str:
        """Returns why not all of a table's rows were won; empty if nothing speaks against it."""
        if " won " not in template.get("basic", ""):
            return ""
        told = {column for part in said for column in part.columns}
        outcomes = [
            column.name
            for column in self._judged[table.name].values()
            if {*split(column.name)} & _OUTCOMES and column.distinct > 1 and column.name not in told
        ]
        return f"not all of its rows were won: {outcomes[0]} says which" if outcomes else ""

    def _why_not_nominated(self, table: TableSchema, template: Mapping[str, str]) -> str:
        """Returns why others than a table has were nominated, too; empty if nothing says so."""
        is_asked = " nominated" in template.get("basic", "")
        won = self._outcome(table) if is_asked else None
        if won is None:
            return ""
        every = sqlalchemy.select(sqlalchemy.func.count()).select_from(table.table)
        winners = self._connection.scalar(every.where(self._where(table, won))) or 0
        if winners <= _MOST_WINNERS * (self._connection.scalar(every) or 0):
            return ""
        return f"most of its rows are of those who won ({won.column}), and others were nominated"

    def _of_one_side(self, table: TableSchema, known: Sequence[Part], sought: Part) -> str:
        """Returns what of two sides nothing says: for which one the man of the match played."""
        far = Counter(key.table for key in self._all_keys(table))
        named = {part.key.table for part in known if part.key}
        is_said = any(self._entities[name].thing.is_event for name in named)
        aim = {sought.key.table} if sought.key else set()
        sides = sorted(name for name in named ^ aim if far[name] > 1)
        if is_said or not sides:
            return ""
        side = with_article_by_sound(self._entities[sides[0]].thing.noun)
        return f"which of several {side} is to the others"

    def _with_gaps(self, table: TableSchema, known: Sequence[Part]) -> str:
        """Returns what may be another's, too, of whom the table does not say it: a role."""
        own = [self._column(table, part) for part in known if part.key is None]
        gaps = [c for c in own if c.missing and c.kind in (Kind.NAME, Kind.CATEGORY)]
        return f"the {english.attribute_words(gaps[0].name)} of all" if gaps else ""

    # Through many-to-many links.

    def _is_closed(self, table: TableSchema, known: Part, sought: Part) -> bool:
        """Tells whether a table may list all that there is: the actors of a film, not his films.

        Of two things that are linked, that with more rows has fewer of the other one each; and what
        was held in a year has few.
        """
        if known.key and self._entities[known.key.table].is_of_a_year:
            return True
        ends = [self._entities[p.key.table].thing.is_person for p in (known, sought) if p.key]
        if ends == [False, True] and _MADE_BY & {*english.event_nouns(str(table.table.name))}:
            return True  # those who designed it, and not all that they designed
        judged = self._judged[table.name]
        mine, others = (max(judged[c].distinct for c in p.columns) for p in (known, sought))
        return mine >= others

    def _through_link(self, table: TableSchema, near: Part, far: Part) -> Iterator[Candidate]:
        """Asks for one of the several that a link ties to a row, such as an actor of a film."""
        asked: set[str] = set()
        for known, sought in ((near, far), (far, near)):
            if known.key is None or not self._is_closed(table, known, sought):
                continue
            draft = self._draft(table)
            said = draft.part(known, self._column(table, known))
            wanted = draft.part(sought, self._column(table, sought))
            draft.entity = variables(said)
            if _is_open([said], wanted, linked=True):
                continue
            one = replace(wanted, several=True)
            told = english.linking_question(one, str(table.table.name), said)
            unsaid = (
                english.said_with(told, [said], wanted) if told else english.no_verb(said, wanted)
            )
            unsaid = unsaid or self._why_not_won(table, told or {}, [known, sought])
            unsaid = unsaid or self._why_not_nominated(table, told or {})
            unsaid = unsaid or english.said_of_another(said, wanted)
            unsaid = unsaid or english.unnamed_classes(wanted) or _both_ends(near, far)
            unsaid = unsaid or self._why_not_divided(sought)
            template = told or english.attribute_question(said, one)
            if (text := _VARIABLE.sub("", template["basic"])) in asked:
                continue  # what borders what is the same from either side
            asked.add(text)
            content = {
                "type": "binary",
                "fd": f"{_listed(said)} -> {wanted.variable}",
                "several_values": "accept",
                "template": template,
            }
            by_verb = english.is_told(english.find_question(one, str(table.table.name), [said]))
            open_to = of_waters(said, wanted) or of_stagings(said, wanted)
            open_to = open_to or ("" if by_verb else unsettled([(said, wanted)]))
            if " who took part in " in template["basic"]:
                open_to = open_to or "all who took part in it"  # a table has the first ten
            yield Candidate(draft, content, "link", 0.6 * _WORTH[wanted.asks], unsaid, open_to)


def _called(parts: Iterable[Part]) -> Iterator[str]:
    return (column for part in parts for column in part.called)


def _both_ends(near: Part, far: Part) -> str:
    """Returns why one of two of a kind is not asked for: `spouse_1` may be any of the two."""
    ends = [{word for name in part.columns for word in split(name)} for part in (near, far)]
    of_a_kind = near.key and far.key and near.key.table == far.key.table
    shared = (ends[0] & ends[1]) | _NUMBERS_OF_TWO
    if not of_a_kind or any(end - shared for end in ends):
        return ""
    return "two of a kind, and which is the first one is chance"


def _is_open(known: Sequence[Attribute], sought: Attribute, *, linked: bool = False) -> bool:
    """Tells whether a table can hardly have all answers: what a person wrote, or took part in.

    That an author has one book here does not mean that there is no other; nor that there is no
    other firm of which somebody is linked with one, as its founder.
    """
    thing = sought.thing
    is_place = sought.asks is Asks.WHERE or (thing and thing.is_place)
    if is_place and any(head(attribute.words) == "language" for attribute in known):
        return True  # where it is spoken beside the countries that a table has
    if linked and thing and head(thing.noun) in _MANY and any(map(_is_region, known)):
        return True  # no list has all rivers of a province
    if linked and thing and head(thing.noun) in _LIVING and any(map(_is_somewhere, known)):
        return True  # nor all birds of a park
    if linked and thing and thing.is_event and any(a.thing and a.thing.is_work for a in known):
        return True  # other prizes that a book was nominated for
    makers = [a.thing for a in known if a.thing and (a.thing.is_person or a.thing.is_organisation)]
    if thing is None or not makers:
        return False
    if not any(maker.is_person for maker in makers):
        return linked and thing.is_work  # a studio has made more films
    return thing.is_work or thing.is_event or (linked and thing.is_organisation)


def _divided(noun: str) -> str:
    """Returns why nobody is asked which part of a country something is in."""
    return f"{plural(noun)} of several countries: they change, and have a name in each language"


def _is_region(attribute: Attribute) -> bool:
    noun = head(attribute.thing.noun) if attribute.thing else ""
    return noun in lexicon.DIVISIONS | lexicon.FEATURES | {"country", "nation", "continent"}


def _is_somewhere(attribute: Attribute) -> bool:
    return bool(attribute.thing and attribute.thing.is_place)


def _dated_twice(attribute: Attribute) -> str:
    """Returns why a year has several right answers: what was declared was recognised later."""
    is_so = attribute.asks in (Asks.YEAR, Asks.WHEN) and DATED_TWICE & {*attribute.words.split()}
    return f"{attribute.words!r}: declared in one year, and recognised in another" if is_so else ""


def why_not_named(column: Column) -> str:
    """Returns why a rationale cannot be asked to name a value of a column; empty if it can.

    Args:
        column: A column that is worth asking about.
    """
    is_text = column.kind in (Kind.NAME, Kind.CATEGORY)
    if column.are_codes or (is_text and column.median_length <= _SHORT):
        return "codes, with which nobody answers"
    if column.are_phrases:
        return "descriptions, which no two people put into the same words"
    if column.kind is Kind.FLAG:
        return "a yes or no, which no answer can name; chains of questions may end with it"
    if column.kind is not Kind.NUMBER or column.asks is Asks.YEAR:
        return ""
    if column.quantity == "ordinal":
        return "a place or number, by which others are asked for"
    return "a number, to be known to the last digit; chains of questions may end with a range"


@lru_cache(maxsize=4096)
def _have_stems_of(values: tuple[str, ...], names: tuple[str, ...]) -> bool:
    counted = Counter(stem for value in values for stem in stems(value))
    every = {stem for name in names for stem in stems(name) if stem.isalpha() and len(stem) > 3}
    told = {stem for stem in every if counted[stem] < _OF_ALL}
    return sum(bool(told & stems(value)) for value in values) > _IN_NAMES * len(values)


def _is_when(path: Path) -> bool:
    return path.column is not None and path.column.asks in (Asks.YEAR, Asks.WHEN)


@lru_cache(maxsize=4096)
def _are_in(values: tuple[str, ...], names: tuple[str, ...], share: float) -> bool:
    known = [words_of(text) for text in values if len(text) > 2]
    found = sum(any(text in name != text for text in known) for name in map(words_of, names))
    return found > share * len(names)


def _is_dated(column: Column) -> bool:
    return column.kind is Kind.DATE or column.asks is Asks.YEAR


def _is_place(column: Column) -> bool:
    """Tells whether a number says where one came in, or stood."""
    return bool({*expanded(split(column.name))} & _PLACES)


def _is_period(column: Column) -> bool:
    """Tells whether a value says when something was: a year, a date, a season."""
    dated = column.kind is Kind.DATE or column.asks in (Asks.YEAR, Asks.WHEN)
    return dated or bool({*split(column.name)} & {"season", "edition", "year"})


def _is_of_a_list(column: Column) -> bool:
    """Tells whether a place is one of a list of another time: several were number 1 one day."""
    parts = {*split(column.name)}
    return len(parts) > 1 and bool(parts & _RANKS) and not parts & _OF_RESULTS


@lru_cache(maxsize=4096)
def _are_on_several(countries: tuple[str, ...]) -> bool:
    """Tells whether countries are not nearly all on one continent, which then answers nothing."""
    counted = Counter(filter(None, map(continent_of, countries)))
    return bool(counted) and max(counted.values()) <= _EACH * counted.total()


def _can_be_named(column: Column) -> bool:
    return not why_not_named(column)


def _listed(*attributes: Attribute) -> str:
    return ", ".join(variables(*attributes))


def _dependencies(
    subject: Attribute, verified: Sequence[Attribute], further: Sequence[Attribute]
) -> dict[str, Any]:
    """Returns the start of an entry: of one dependency, or of a chain of them.

    Args:
        subject: What the question is about.
        verified: The values on the chain that a rationale must mention.
        further: The values behind them that it need not.
    """
    if len(verified) == 1 and not further:
        return {"type": "binary", "fd": f"{_listed(subject)} -> {verified[0].variable}"}
    hops: list[Any] = [f"{_listed(subject)} -> {verified[0].variable}"]
    hops += [f"{a.variable} -> {b.variable}" for a, b in pairwise(verified)]
    hops += [{"fd": f"{verified[-1].variable} -> {f.variable}", "verified": False} for f in further]
    return {"type": "multi_hop", "hops": hops}
