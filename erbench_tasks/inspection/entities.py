"""Which tables are about things that have a name, and what tells two of one name apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

import sqlalchemy
from sqlalchemy import func, select

from ...filters.rationale.countries import code_of
from ..database.sql_text import comparable_column
from ..english import lexicon
from ..english.asked import Asks, Thing
from ..english.nouns import attribute_words, by_values, catalogued, noun_of, thing
from ..english.own_names import with_names
from ..english.words import (
    head,
    is_english,
    singular,
    split,
    with_article_by_sound,
    words,
)
from . import names
from .columns import Column, Kind, is_short_for_country
from .schema import ForeignKey, TableSchema

# A name that so few rows share names a row well enough: the others are left out.
FEW = 0.1
_LABELS = (
    "name", "title", "label", "caption", "designation", "nombre", "nom", "nome", "naam", "nazwa",
    "título", "titulo", "titre", "titel", "titolo", "bezeichnung",
)  # fmt: skip
# The name among several.
_MAIN = {"primary", "main", "full", "common", "official", "display", "english", "generic", "long"}
# First and last names, in several languages; in some, `nom` alone is the name of anything.
_FIRST = {
    "first", "given", "fore", "forename", "forenames", "prénom", "prénoms", "prenom", "prenoms",
    "vorname", "vornamen", "voornaam", "imię",
}  # fmt: skip
_LAST = {
    "last", "family", "sur", "surname", "nom", "apellido", "apellidos", "apellido1", "cognome",
    "nachname", "familienname", "achternaam", "sobrenome", "apelido", "nazwisko",
}  # fmt: skip
_FAMILY = _LAST - {"nom", "family"}
_FIRST_OF_LAST = {"nombre", "nombres", "nome"}
# Works that are one of many of their title; *Help!* is a song of several people.
_NAMESAKES = lexicon.words_of(
    "aria chapter episode etude hymn lied mazurka nocturne piece poem prelude recording release"
    " sonata song sonnet track tune waltz"
)
# In which prizes are awarded.
_FIELDS = lexicon.words_of("category discipline event field genre subject")
# What a row is of which the table's name says of what: an `award_year`.
_IN_EDITIONS = lexicon.words_of("edition year")
# In fewer rows no two are of one year by chance.
_FEWEST_YEARS = 10
_TEAMS = lexicon.words_of("club franchise team")
# What one of many bodies holds each year.
_SITTINGS = lexicon.words_of("meeting session term semester")
# Where something is, and not what it is called.
_ADDRESSES = lexicon.words_of(
    "addr address adres adresse anschrift direccion endereco indirizzo location place"
)
# Works of which there is another one of the title in another year: *The Lion King*, *Zoom*.
_REMADE = lexicon.words_of("album film movie")
_OF_RELEASES = lexicon.words_of(
    "album film movie premiere published release released start title year"
)
_DATED = re.compile(r"\((?:1\d|20)\d\d\)")
_IN_TITLES = 0.5
# What several composers have numbered, and the share of such titles that makes others doubtful.
_NUMBERED_WORK = re.compile(r" (?:No|Nr|Op)\.? ?\d|^(?:Concerto|Sonata|Symphony|Untitled)\b")
_SERIAL = 0.2
# Works that several have made of their title, of whom each is known for his: *Bird in Space*.
ARTWORKS = lexicon.words_of(
    "artwork composition concerto drawing engraving etching illustration lithograph mass mural"
    " painting photo photograph picture portrait print quartet requiem sculpture sketch statue"
    " symphony watercolour woodcut"
)
# More names of parts of countries are none of countries: Georgia and Luxembourg are two.
_COUNTRIES = 0.2
# So many tables with one prefix are a module.
_MODULE = 3
_IN_MODULE = re.compile(r"[^_]+_[^\W\d_]")
# How many columns of a table are tried for telling rows of one name apart.
_TRIED = 6


@dataclass(frozen=True)
class Part:
    """What a row has: a value of its own, or what a foreign key refers to.

    Attributes:
        columns: The columns.
        key: The foreign key; None for a column of the row's own.
        through: The foreign key, of one column, to the table that has the columns; None if they
            are the row's own.
    """

    columns: tuple[str, ...]
    key: ForeignKey | None = None
    through: ForeignKey | None = None

    @property
    def called(self) -> tuple[str, ...]:
        """What tells the columns from all others: `competitor_id.games_id` of another table."""
        before = f"{self.through.columns[0]}." if self.through else ""
        return tuple(f"{before}{column}" for column in self.columns)


@dataclass(frozen=True)
class Entity:
    """A table whose rows have a name that people know.

    Attributes:
        schema: The table.
        thing: What one of its rows is, such as a film.
        label: The columns that name a row: one, or a first and a last name.
        also: What else tells rows of one name apart: `Valencia` in `Carabobo`, the `Boston Red
            Sox` of `1998`.
        columns: Its other columns that are worth asking about, the best first.
        judged: All of its columns.
        repeated: Number of rows that share their name and `also` with another row.
        namesakes: The share of the rows that share their name alone with another, in [0, 1].
        only: A column, and the value of the rows that it is about: the films among titles.
    """

    schema: TableSchema
    thing: Thing
    label: tuple[str, ...]
    also: tuple[Part, ...]
    columns: tuple[Column, ...]
    judged: tuple[Column, ...]
    repeated: int = 0
    namesakes: float = 0.0
    only: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """Name of the table."""
        return self.schema.name

    @property
    def is_of_a_year(self) -> bool:
        """Whether a year names its rows: *the 1974 contest*."""
        return any(c.kind is Kind.NUMBER for c in self.judged if c.name == self.label[0])

    @property
    def are_rulers(self) -> bool:
        """Whether it has persons such as *Charles III*, and nothing says of which realm."""
        alone = self.thing.is_person and not self.also and len(self.label) == 1
        return alone and any(c.has_rulers for c in self.judged if c.name in self.label)

    @property
    def are_inverted(self) -> bool:
        """Whether it has persons as an index has them: *Elm, Ann*."""
        named = [c.look_inverted for c in self.judged if c.name in self.label]
        return self.thing.is_person and named == [True]

    @property
    def articles_behind(self) -> bool:
        """Whether it has titles as an index has them: *Lion King, The*."""
        return any(c.articles_behind for c in self.judged if c.name in self.label)

    @property
    def are_countries(self) -> bool:
        """Whether parts of countries are often called as these are: the province *Egypt*."""
        is_part = {*self.thing.noun.split()} & lexicon.DIVISIONS
        names = next(c.examples for c in self.judged if c.name == self.label[0])
        countries = sum(bool(code_of(name)) for name in names)
        return bool(is_part) and countries > _COUNTRIES * len(names)

    @property
    def why_not_told_apart(self) -> str:
        """Why others that the table does not have may be meant by a name; empty if not."""
        noun = self.thing.noun
        is_family = len(self.label) == 1 and bool(_FAMILY & {*split(self.label[0])})
        if self.thing.is_person and is_family:
            return "a family name alone, which several have"
        if self.are_countries:
            return f"many {with_article_by_sound(noun)} is called as its country is"
        if self.thing.is_work and self._have_kinds_for_titles:
            return f"many {with_article_by_sound(noun)} has the same title, and nothing says whose"
        if self.also or not _NAMESAKES & {noun.split()[0], noun.split()[-1]}:
            return ""
        return f"many {with_article_by_sound(noun)} has the same name, and nothing says whose it is"

    @property
    def _have_kinds_for_titles(self) -> bool:
        """Whether many titles say only what it is, *Symphony No. 3*, and nothing who made it."""
        if any(part in self.also for part in _maker(self)):
            return False
        titles = next(c.examples for c in self.judged if c.name == self.label[0])
        return sum(map(bool, map(_NUMBERED_WORK.search, titles))) > _SERIAL * len(titles)


# Of rows of which so many share their name with another, it is no name.
_SHARED = 0.4
# A part of a key with so few values is a class, and no name: the `title` of a reign.
_CLASSES = 0.15


def find_entities(
    connection: sqlalchemy.Connection,
    tables: Mapping[str, TableSchema],
    judged: Mapping[str, Sequence[Column]],
    watch: Callable[[Iterable[str]], Iterable[str]] = iter,
) -> dict[str, Entity]:
    """Finds the tables that have a column, or two, that name their rows.

    Args:
        connection: The database.
        tables: The tables by name; personal ones are left out already.
        judged: The columns of each.
        watch: Sees the names of the tables pass.

    Returns:
        The entities by the name of their table.
    """
    labels = {name: label_of(table, judged[name]) for name, table in tables.items()}
    named = {name: label for name, label in labels.items() if label}
    # What tells when something was, as a contest of one year does, ties nothing.
    things = [name for name in named if named[name] != _year_of(tables[name], judged[name])]
    prefixes = _prefixes({name.rpartition(".")[2] for name in judged})
    referred_to = {key.table for table in tables.values() for key in table.foreign_keys}
    found = {}
    for name in watch(named):
        entity = _named(tables[name], judged[name], named[name], prefixes)
        entity = _told_apart(connection, entity, named, judged)
        is_telling = _is_telling(tables[name], entity)
        is_named = is_telling or name in referred_to or not _ties(tables[name], things)
        is_named = is_named or entity.is_of_a_year
        if is_named and _is_about_things(entity, is_telling):
            found[name] = entity
    # What tells a row apart may have turned out to have no name.
    return {name: _among(entity, found) for name, entity in found.items()}


def is_link(table: TableSchema) -> bool:
    """Tells whether a table only links others: a many-to-many relationship."""
    linking = {column for key in table.foreign_keys for column in key.columns}
    key = table.key or tuple(column.name for column in table.table.columns)  # none is declared
    return len(table.foreign_keys) >= 2 and set(key) <= linking


def _ties(table: TableSchema, named: Collection[str]) -> bool:
    """Tells whether a table ties things that have a name: a character is no name of a cast."""
    return len({key.table for key in table.foreign_keys} & {*named} - {table.name}) > 1


def is_another_name(column: Column) -> bool:
    """Tells whether texts differ in every row, and are neither persons nor places.

    They are other names of the rows, or say what these are: no fact about them.
    """
    is_fact = column.asks in (Asks.WHO, Asks.WHERE) or set(names.tokens(column.name)) & names.OWNED
    return column.kind is Kind.NAME and column.is_unique and not is_fact


def _year_of(table: TableSchema, judged: Sequence[Column]) -> tuple[str, ...]:
    """Returns the year that is the key of what takes place once a year: *the 1974 contest*.

    Of several contests it is a part of the key, and what was held in that year the other part.
    """
    whole = noun_of(str(table.table.name))
    is_edition = head(whole) in _IN_EDITIONS
    noun = head(whole.rpartition(" ")[0] or whole) if is_edition else head(whole)
    is_award = noun in lexicon.AWARDS - lexicon.EVENTS
    if noun in _SITTINGS or not (is_award or noun in lexicon.EVENTS):
        return ()
    years = [c for c in judged if c.kind is Kind.NUMBER and c.asks is Asks.YEAR]
    if not table.keys:  # nobody declared one: as in a file of CSV
        return next(((c.name,) for c in years if c.is_unique and split(c.name) == ["year"]), ())
    fields = _FIELDS | {noun} if is_edition else _FIELDS
    keys = [k for k in table.foreign_keys if not is_award or head(noun_of(k.table)) in fields]
    alone = (c.name for c in years if not is_award and _is_alone(table, c))
    held = (c.name for c in years if any(_is_held_in(table, key, c.name) for key in keys))
    return next(((name,) for name in chain(alone, held)), ())


def _is_alone(table: TableSchema, year: Column) -> bool:
    """Tells whether a year is a key, or could be one: nobody declared that of the games."""
    is_key = (year.name,) in table.keys
    is_one = split(year.name) == ["year"] and year.is_unique and year.rows >= _FEWEST_YEARS
    return is_key or is_one


def _is_held_in(table: TableSchema, held: ForeignKey, year: str) -> bool:
    """Tells whether a year and what a foreign key refers to are a key: the 1974 edition of one."""
    return any({*key} == {*held.columns, year} for key in table.keys)


def label_of(table: TableSchema, judged: Sequence[Column]) -> tuple[str, ...]:
    """Returns the columns that name the rows of a table: one, or two; none if there are none."""
    return _name_of(table, judged, _year_of(table, judged))


def _name_of(
    table: TableSchema, judged: Sequence[Column], year: tuple[str, ...]
) -> tuple[str, ...]:
    """Returns the columns that name the rows, the year if no other is called a name."""
    texts = [column for column in judged if column.kind in (Kind.NAME, Kind.CATEGORY)]
    texts = [column for column in texts if not _names_another(table, column)]
    texts = [column for column in texts if not _won_several(column)]
    texts = [column for column in texts if split(column.name)[-1:] != ["by"]]  # who opened it
    own = {singular(word) for word in split(str(table.table.name))}
    texts = [column for column in texts if not _ADDRESSES & {*split(column.name)} - own]
    parts = {c.name: {*split(c.name), *words(c.name)} for c in texts}
    last = [c for c in texts if _LAST & parts[c.name]]
    first = [c for c in texts if _FIRST & parts[c.name]]
    first += [c for c in texts if _FIRST_OF_LAST & parts[c.name] and last]
    if first and last and first[0] is not last[0]:
        return (first[0].name, last[0].name)
    if nicknamed := _nicknamed(table, texts):
        return nicknamed
    # What a key such as `GER` stands for names its row, whatever the table is called.
    texts = [column for column in texts if not column.are_codes] or texts
    ranked = sorted(texts, key=lambda column: _rank(table, column))
    if not ranked:
        return year
    best = _unless_it_repeats(ranked, table)
    if best is None or best.are_codes:
        return year
    if year and _rank(table, best)[0] > len(_LABELS):
        return year  # and not the number or the motto of the games
    # Without a telling name a column names its rows only if hardly two of them share a value.
    telling = _rank(table, best)[0] < len(_LABELS) + 2
    # What a key refers to names its rows, and no fact about that: the director of the film.
    is_fact = _has_another_key(table, best) and table.is_linking(table.key[0])
    if telling or (not is_fact and best.distinct >= 0.9 * best.present):
        return (best.name,)
    return year


def _nicknamed(table: TableSchema, texts: Sequence[Column]) -> tuple[str, ...]:
    """Returns the city and the nickname by which a team is known: *New York* and *Yankees*."""
    if head(noun_of(str(table.table.name))) not in _TEAMS:
        return ()
    called = {split(column.name)[-1]: column.name for column in texts}
    city, nickname = called.get("city"), called.get("nickname")
    is_unnamed = not called.keys() & {*_LABELS}
    return (city, nickname) if city and nickname and is_unnamed else ()


def _unless_it_repeats(ranked: Sequence[Column], table: TableSchema) -> Column | None:
    """Returns what names the rows best: a key in words, and not what the table is called after.

    In a table `director` of the films by title, the directors repeat and name no row.
    """
    best, keyed = ranked[0], {column for key in table.keys if len(key) == 1 for column in key}
    if best.is_unique or best.name in keyed or _rank(table, best)[0] < len(_LABELS):
        return best
    if any(key.columns == (column,) for key in table.foreign_keys for column in keyed):
        return None
    return next((c for c in ranked if c.name in keyed and c.kind is Kind.NAME), best)


def _names_another(table: TableSchema, column: Column) -> bool:
    """Tells whether a text names what the table refers to: `artist_name` beside `artist_id`."""
    said = set(split(column.name)) - {*_LABELS, *lexicon.KEYS}
    if said <= {singular(word) for word in split(str(table.table.name))}:
        return False  # the `product_name` of products that have a `product_line`
    keyed = [{word for name in key.columns for word in split(name)} for key in table.foreign_keys]
    inside = {name for key in table.foreign_keys for name in key.columns}
    return column.name not in inside and bool(said) and any(said <= words for words in keyed)


def _won_several(column: Column) -> bool:
    """Tells whether a column says who won what a table lists: one who won twice names no row."""
    return head(attribute_words(column.name)) in lexicon.WINNERS and not column.is_unique


def _is_called_as(table: TableSchema, column: Column) -> bool:
    """Tells whether a column of names is called as its table."""
    *before, last = split(str(table.table.name)) or [""]
    own, parts = {*before, singular(last)}, {*split(column.name)}
    return column.kind is Kind.NAME and parts <= own and singular(last) in parts


def _has_another_key(table: TableSchema, column: Column) -> bool:
    """Tells whether another column, a text, is the key of a table."""
    key = [table.table.columns[name] for name in table.key]
    return (
        len(key) == 1 and isinstance(key[0].type, sqlalchemy.String) and key[0].name != column.name
    )


def _rank(table: TableSchema, column: Column) -> tuple[int, int]:
    """Ranks a column as the one that names the rows: by its name, then by its values."""
    own, parts = split(str(table.table.name)), split(column.name)
    own = [*own[:-1], *(singular(word) for word in own[-1:])]
    for index, label in enumerate(_LABELS):
        if parts == [label]:
            return index, 0
        # The name of a group does not name a group's standing.
        rest = set(parts) - {label}
        if label in parts and rest <= set(own) and own[-1] in rest:
            return index, 1
        if parts[-1] == label and is_short_for_country(column, table):
            return index, 0
        if label in (parts[0], parts[-1]) and rest <= _MAIN | set(own):
            return index, 2  # `full_name`, and `name_full`
    # A column called as its table is what the rows say of a key in words: the director of a film.
    if _is_called_as(table, column) and not _has_another_key(table, column):
        return len(_LABELS), 0
    if (column.name,) in table.keys:
        return len(_LABELS) + 1, 0
    return len(_LABELS) + 2, -column.distinct


def _prefixes(tables: Collection[str]) -> set[str]:
    """Returns what most tables' names begin with, several of them each: modules, not things."""
    first = Counter(name.partition("_")[0] for name in tables if _IN_MODULE.match(name))
    first = Counter({prefix: n for prefix, n in first.items() if n > 1 and prefix not in tables})
    modules = [prefix for prefix, count in first.items() if count >= _MODULE]
    are_modules = len(modules) > 1 and first.total() > len(tables) / 2
    are_modules = are_modules or first.total() == len(tables) > _MODULE  # of one application
    return set(first) if are_modules else set()


def _named(
    table: TableSchema, judged: Sequence[Column], label: tuple[str, ...], prefixes: set[str]
) -> Entity:
    others = [c for c in judged if c.kind is not None and c.name not in label]
    others.sort(key=lambda column: column.kind if column.kind is not None else 0)
    others = [c for c in others if not is_another_name(c)]
    name = str(table.table.name)
    prefix, _, rest = name.partition("_")
    name = rest if prefix in prefixes and rest else name
    first = next(column for column in judged if column.name == label[0])
    called = attribute_words(label[0], name)
    are_countries = first.values == "country" and not first.are_codes
    called = by_values(called, are_countries=are_countries)
    is_named = len(label) == 1 and is_english(called) and called not in _LABELS
    is_country = are_countries and called == "country"
    is_of_another = any(_is_called_as(table, c) and c.name not in label for c in judged)
    if is_named and (is_country or is_of_another or not is_english(noun_of(name))):
        name = called  # the `region` of an `noc`, the `country_name` of a federation
    only = _of_a_kind(name, judged)
    if only:
        name, others = only[0], [c for c in others if c.name != only[1]]
    comment = "" if only else table.comment
    what = thing(name, label[0], [column.name for column in judged], comment)
    what = replace(what, noun=by_values(what.noun, are_countries=are_countries))
    if head(what.noun) in _IN_EDITIONS and label == _year_of(table, judged):
        what = replace(what, noun="edition", is_event=True)  # of a race, as the question says
    what = with_names(what, first.examples)
    found = Entity(table, what, label, (), tuple(others), tuple(judged))
    return replace(found, only=only[1:]) if only else found


# Columns that say what each row of a catalogue is.
_SAYING_WHAT = lexicon.words_of("type kind")
# What rows of several kinds are called.
_OF_SEVERAL_KINDS = lexicon.words_of("content media program programme show title video")


def _of_a_kind(table: str, judged: Sequence[Column]) -> tuple[str, str, str] | None:
    """Returns the noun, column and value of the rows of a catalogue of titles to be asked about."""
    if head(noun_of(table)) not in _OF_SEVERAL_KINDS:
        return None
    for column in judged:
        is_said = split(column.name)[-1:][0] in _SAYING_WHAT
        if is_said and (found := catalogued(column.examples)):
            return found[0], column.name, found[1]
    return None


def _told_apart(
    connection: sqlalchemy.Connection,
    entity: Entity,
    named: Mapping[str, tuple[str, ...]],
    judged: Mapping[str, Sequence[Column]],
) -> Entity:
    """Adds the fewest parts that tell rows of one name apart, by all rows of the table."""
    schema = entity.schema
    noun = entity.thing.noun.split()
    has_namesakes = bool({noun[0], noun[-1]} & (_NAMESAKES | ARTWORKS))  # a song, a release group
    if any(set(key) <= set(entity.label) for key in schema.keys):
        # Whose it is has to be said all the same: others that the table lacks are called so, too.
        return _with(entity, _maker(entity)) if has_namesakes else entity
    rows = max(1, _number_of(connection, entity))
    repeated = _repeated(connection, entity, entity.label)
    namesakes = repeated / rows
    best: tuple[Part, ...] = ()
    for candidates in _candidates(entity, named, judged):
        if repeated <= FEW * rows:
            break
        for also in candidates:
            columns = [column for part in also for column in part.columns]
            count = _repeated(connection, entity, (*entity.label, *columns))
            if count < repeated * 0.5:
                best, repeated = also, count
    if not best and has_namesakes:
        best = _maker(entity)
    if not best and noun[-1] in _REMADE:
        best = _came_out(entity)
    if not best and _is_part(entity) and _are_anywhere(entity.thing):
        best = next(_of_keys(entity, _parts(entity, named, judged)), ())
    return replace(_with(entity, best), repeated=repeated, namesakes=namesakes)


def _are_anywhere(thing: Thing) -> bool:
    """Tells whether things of one name are in several places, if a key says so: *Landmark Tower*.

    Where a city is, who made a work and whose member somebody is, is asked.
    """
    is_asked = thing.is_person or thing.is_work or thing.is_event or thing.is_organisation
    return not is_asked and head(thing.noun) not in lexicon.REGIONS | lexicon.FEATURES


def _with(entity: Entity, also: tuple[Part, ...]) -> Entity:
    """Returns an entity that is said with parts, which are not asked for then."""
    used = {column for part in also for column in part.columns}
    others = tuple(column for column in entity.columns if column.name not in used)
    return replace(entity, also=also, columns=others)


def _came_out(entity: Entity) -> tuple[Part, ...]:
    """Returns when a work came out; nothing if unknown, or where its title says it."""
    (label,) = [c for c in entity.judged if c.name in entity.label][:1]
    titled = sum(bool(_DATED.search(title)) for title in label.examples)
    dated = (
        c for c in entity.columns if c.are_years and not titled > _IN_TITLES * len(label.examples)
    )
    return tuple(Part((c.name,)) for c in dated if {*split(c.name)} <= _OF_RELEASES)[:1]


def _maker(entity: Entity) -> tuple[Part, ...]:
    """Returns who made a work, or the larger work that it is a part of; nothing if unknown."""
    keys = [Part(key.columns, key) for key in entity.schema.foreign_keys]
    own = [Part((column.name,)) for column in entity.columns if column.kind is Kind.NAME]
    called = {
        part: (noun_of(part.key.table) if part.key else attribute_words(part.columns[0]))
        for part in keys + own
    }
    makers = lexicon.WORKS | lexicon.PERSONS | lexicon.AGENTS.keys() - {entity.thing.noun}
    return tuple(part for part, noun in called.items() if noun.split()[-1] in makers)[:1]


def _candidates(
    entity: Entity,
    named: Mapping[str, tuple[str, ...]],
    judged: Mapping[str, Sequence[Column]],
) -> Iterator[Iterable[tuple[Part, ...]]]:
    """Yields what may tell rows apart: what keys are made of, then single parts, then pairs."""
    parts = _parts(entity, named, judged)
    yield from ([also] for also in _of_keys(entity, parts))
    yield combinations(parts[:_TRIED], 1)
    yield combinations(parts[:_TRIED], 2)


def _parts(
    entity: Entity,
    named: Mapping[str, tuple[str, ...]],
    judged: Mapping[str, Sequence[Column]],
) -> list[Part]:
    """Returns what rows have that may tell them apart, the best first."""
    keys = [Part(k.columns, k) for k in entity.schema.foreign_keys if k.table in named]
    keys = [part for part in keys if part.key and part.key.table != entity.name]
    # A tournament tells more of its matches than one of its many stadiums.
    keys.sort(key=lambda part: max(c.rows for c in judged[part.key.table]) if part.key else 0)
    own = [c for c in entity.columns if c.are_years or c.kind in (Kind.CATEGORY, Kind.NAME)]
    if entity.thing.is_person:
        own = []  # nobody is called *Ann Elm from the year 1921*; she has two rows
    own.sort(key=lambda c: (not c.are_years, c.asks is not Asks.WHERE, c.kind is Kind.NAME))
    return keys + [Part((column.name,)) for column in own]


def _of_keys(entity: Entity, parts: Sequence[Part]) -> Iterator[tuple[Part, ...]]:
    """Yields the parts that complete the label to a key, where there are such."""
    within = [key for key in entity.schema.keys if {*entity.label} < {*key}]
    for key in within or entity.schema.keys:
        needed = set(key) - set(entity.label)
        inside = [part for part in parts if set(part.columns) <= needed]
        if {column for part in inside for column in part.columns} == needed:
            yield tuple(inside)


def _is_telling(table: TableSchema, entity: Entity) -> bool:
    """Tells whether what names the rows is called a name or title."""
    judged = {column.name: column for column in entity.judged}
    return len(entity.label) > 1 or _rank(table, judged[entity.label[0]])[0] < len(_LABELS)


def _is_about_things(entity: Entity, telling: bool) -> bool:
    """Tells whether the rows are things of that name, and not what happened to such things.

    A few words that very many rows share, such as `Group 1`, name no row, unless each row is one
    thing in one year. Nor does a word that is part of a key name it: the languages of countries.
    """
    if entity.is_of_a_year:
        return bool(entity.also) or not _is_part(entity)
    judged = {column.name: column for column in entity.judged}
    first = judged[entity.label[0]]
    if _is_part(entity) and (not telling or first.distinct < _CLASSES * first.present):
        return False
    if entity.thing.is_person and entity.thing.is_event:
        return False  # a draft is not called as the player is who was drafted
    if entity.namesakes > _SHARED and not entity.also:
        return False  # who scored is no name of a goal
    is_name = len(entity.label) > 1 or first.kind is Kind.NAME
    years = (judged[part.columns[0]].are_years for part in entity.also if part.key is None)
    return is_name or not entity.also or any(years)


def _is_part(entity: Entity) -> bool:
    """Tells whether names are part of a key."""
    return any(set(entity.label) < set(key) for key in entity.schema.keys)


def _among(entity: Entity, entities: Mapping[str, Entity]) -> Entity:
    also = tuple(p for p in entity.also if p.key is None or p.key.table in entities)
    return replace(entity, also=also)


def _without_case(column: sqlalchemy.ColumnElement[Any]) -> sqlalchemy.ColumnElement[Any]:
    is_text = isinstance(column.type, sqlalchemy.String)
    return comparable_column(func.lower(column, type_=column.type)) if is_text else column


def _number_of(connection: sqlalchemy.Connection, entity: Entity) -> int:
    """Returns how many rows an entity is about: all of its table, or those of a kind."""
    if entity.only is None:
        return max([0, *(column.of_rows for column in entity.judged)])
    query = select(func.count()).select_from(entity.schema.table).where(_is_meant(entity))
    return int(connection.execute(query).scalar_one())


def _is_meant(entity: Entity) -> sqlalchemy.ColumnElement[bool]:
    column, value = entity.only or ("", "")
    return entity.schema.table.c[column] == value if column else sqlalchemy.true()


def _repeated(connection: sqlalchemy.Connection, entity: Entity, columns: Sequence[str]) -> int:
    """Counts the rows that share their values with another."""
    chosen = [entity.schema.table.c[name] for name in columns]
    some = select(*(c.label(f"c{i}") for i, c in enumerate(chosen)))
    present = (c.is_not(None) for c in chosen)
    rows = some.where(_is_meant(entity), *present).subquery()
    count = select(func.count().label("n")).select_from(rows)
    sizes = count.group_by(*map(_without_case, rows.c)).subquery()
    query = select(func.coalesce(func.sum(sizes.c.n), 0)).where(sizes.c.n > 1)
    return int(connection.execute(query).scalar_one())
