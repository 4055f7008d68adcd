"""Relations and questions that are being put together, as the specification writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sqlalchemy.types import Enum, String

from ...core.folding import fold
from ...filters.rationale.countries import code_of
from ..english.asked import Asks, Attribute
from ..english.foreign_values import language_of
from ..english.lexicon import PLACES, words_of
from ..english.nouns import (
    JOBS,
    NAMED,
    are_agents,
    are_common_nouns,
    begun,
    by_values,
    has_translated_names,
    is_of_things,
    no_agents,
    without_owner,
)
from ..english.own_names import are_in_one_case, names_of_values
from ..english.questions import attribute_words, role
from ..english.scope import is_telling, unscoped
from ..english.words import head, identifier, is_asked, is_english, is_initials, is_speakable, split
from .columns import Column, Kind
from .entities import Entity, Part
from .schema import ForeignKey, TableSchema

# What did not take place has no venue, and nobody says of an own goal who scored it.
_VOID = words_of("annulled cancelled canceled disallowed own void")
# What says that a row among persons is none.
_NOBODY = words_of("band company corporate ensemble firm group organisation organization team")
# What says of a date that it is not certain.
_DOUBTFUL = words_of(
    "approx approximate approximately ca circa disputed doubtful estimated uncertain"
)
# A word of so few letters that is not known is an abbreviation; a longer one may be a noun.
_SHORT = 4
# Initials that everybody says.
_WORDS = words_of("cd dvd tv ufo")


def variables(*attributes: Attribute) -> list[str]:
    """Returns the variables of attributes and of what tells their values apart, each once."""
    every = (name for a in attributes for name in (a.variable, *variables(*a.also)))
    return list(dict.fromkeys(every))


@dataclass
class RelationDraft:
    """A relation that is being put together; a table or a column that is added twice is there once.

    Attributes:
        base: Its first table.
        entities: The tables whose rows have a name, by the name of the table.
        ties: The tables through which others are reached, by name.
        tables: Its tables, as the specification writes them.
        attributes: Attribute name to its columns.
        entity: The attributes that identify the entity.
        statements: Name of a coarser statement to what it is computed from.
        only: Columns to the value, or values, of the rows that there are.
        unknown: Columns to values of theirs that mean that nobody knows.
        partial: Attributes whose name does without one of its parts.
        is_foreign: Whether the schema is in another language than English.
        unique: Tables to the columns by which a question names their rows.
        said: What was added, as questions say it, by its variable.
        unsaid: Why English does not say what was added.
    """

    base: TableSchema
    entities: Mapping[str, Entity]
    ties: Mapping[str, TableSchema] = field(default_factory=dict)
    tables: list[Any] = field(default_factory=list)
    attributes: dict[str, list[str]] = field(default_factory=dict)
    entity: list[str] = field(default_factory=list)
    statements: dict[str, dict[str, Any]] = field(default_factory=dict)
    only: dict[str, int | str | list[str]] = field(default_factory=dict)
    unknown: dict[str, list[Any]] = field(default_factory=dict)
    partial: list[str] = field(default_factory=list)
    is_foreign: bool = False
    unique: dict[str, list[str]] = field(default_factory=dict)
    said: dict[str, Attribute] = field(default_factory=dict)
    unsaid: list[str] = field(default_factory=list)
    _joined: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict)
    _schemas: dict[str, TableSchema] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Adds the first table."""
        # Another name for one that YAML or `table.column` could not show as it is.
        table = str(self.base.table.name)
        self.first = table if table.isidentifier() else identifier(table)
        self.tables.append(_entry(self.first, self.base))
        self._schemas[self.first] = self.base

    def subject(self, *, told_apart: bool = True) -> Attribute:
        """Adds what names a row of the first table.

        Args:
            told_apart: Whether to add what tells rows of one name apart, too.
        """
        entity = self.entities[self.base.name]
        for column in entity.judged:
            if column.is_better_known:
                self._leave_out(self.first, column, [{"given": True}])
        return self._mention(self.first, entity, entity.thing.noun, told_apart)

    def part(
        self, part: Part, column: Column, *, sought: bool = False, told_apart: bool = True
    ) -> Attribute:
        """Adds a value of the first table's own, or what a foreign key of it refers to.

        Args:
            part: The part.
            column: Its column, or the first one.
            sought: Whether it is asked for.
            told_apart: Whether to add what tells rows of one name apart, too.
        """
        table = self.first
        if part.through is not None:
            table = self.behind(part.through)
        if part.key is None:
            return self.own(table, column)
        if sought:
            return self.sought(table, part.key)
        return self.reference(table, part.key, told_apart=told_apart)

    def own(self, table: str, column: Column) -> Attribute:
        """Adds a column.

        Args:
            table: The relation's name of the table.
            column: The column.
        """
        self._leave_out(table, column, column.unknown)
        schema = self._schemas[table]
        comment = schema.column_comments.get(column.name, "")
        words = attribute_words(column.name, str(schema.table.name), comment)
        are_countries = column.values == "country" and not column.are_codes
        words = by_values(
            words,
            are_countries=are_countries,
            are_numbers=column.kind is Kind.NUMBER,
            are_dates=column.kind is Kind.DATE,
        )
        if entity := self.entities.get(schema.name):
            self._leave_out_doubtful(table, column, entity.judged)
            words = begun(words, entity.thing, among_series=entity.only is not None)
        self._check(words, column)
        of_agents = are_agents(column.examples, are_jobs=head(words) in JOBS)
        if of_agents and (others := no_agents(column.examples)):
            agents = [value for value in column.examples if value not in others]
            self.only[f"{table}.{column.name}"] = agents
        variable = self._add(table, (column.name,), words)
        in_one_case = are_in_one_case(words, column.examples)
        in_one_case = in_one_case or (of_agents and all(map(str.islower, column.examples)))
        return self._said(
            variable,
            words,
            column.asks,
            in_one_case=in_one_case,
            are_inverted=column.are_inverted,
            articles_behind=column.articles_behind,
            is_acronym=column.are_acronyms,
            has_midnights=column.kind is Kind.DATE and ":" in "".join(column.examples),
            names=names_of_values(words, column.examples),
            is_telling=is_telling(words, column.examples),
            are_agents=of_agents,
        )

    def _said(self, variable: str, *parts: Any, **more: Any) -> Attribute:
        """Notes what a variable says; what else tells apart is kept if it was said before."""
        found = Attribute(variable, *parts, **more)
        if variable not in self.said or found.also:
            self.said[variable] = found
        return found

    def reference(self, table: str, key: ForeignKey, *, told_apart: bool = True) -> Attribute:
        """Adds the name of what a foreign key refers to.

        Args:
            table: The relation's name of the table that refers.
            key: The foreign key.
            told_apart: Whether to add what tells rows of one name apart, too.
        """
        target = self.entities[key.table]
        return self._mention(self.follow(table, key), target, self._role(table, key), told_apart)

    def _role(self, table: str, key: ForeignKey) -> str:
        """Returns what a foreign key refers to: a column `year` may refer to a tournament.

        Of several keys to one table each has a role of its own, even if that is no English word.
        """
        noun = self.entities[key.table].thing.noun
        if self.entities[key.table].is_of_a_year:
            return noun
        found = by_values(role(self._naming(key), noun), are_countries=noun == "country")
        is_plain = found in ("name", "title", "label")
        if is_plain or (key.columns == key.target and head(found) not in NAMED):
            found = noun  # the `iso2` of a song is that of its country, and no role
        base = self.entities.get(self.base.name)
        if base is not None and (found == noun or found == f"{base.thing.noun} {noun}"):
            found = without_owner(found, base.thing.noun)
        if found == "label":
            return "record label"  # a label alone is a name
        if found in ("name", "title"):
            return noun  # a key in words
        known = found not in ("year", "date", "season") and is_english(found)
        keys = self._schemas[table].foreign_keys
        alone = sum(other.table == key.table for other in keys) == 1
        return noun if alone and not known else found

    def _naming(self, key: ForeignKey) -> tuple[str, ...]:
        """Returns the columns of a key that say what it refers to: `capital`, and not of what."""
        label = self.entities[key.table].label
        pairs = zip(key.columns, key.target, strict=True)
        return tuple(mine for mine, its in pairs if its in label) or key.columns

    def sought(self, table: str, key: ForeignKey) -> Attribute:
        """Adds the name of what a foreign key refers to, to be asked for: of a contest its year."""
        found = self.reference(table, key, told_apart=False)
        if not self.entities[key.table].is_of_a_year:
            return found
        return self._said(found.variable, f"{found.words} year", Asks.YEAR)

    def follow(self, table: str, key: ForeignKey) -> str:
        """Joins the table that a foreign key refers to; returns the relation's name for it."""
        known = self._joined.get((table, key.columns))
        if known is not None:
            return known
        target = self.entities[key.table]
        name = identifier(self._role(table, key), self._schemas)
        if key.through is None:
            return self.join(name, target.schema, table, key)
        near, far = key.through
        between = self.ties[near.table]
        middle = self.join(identifier(f"{name} row", self._schemas), between, table, near)
        self._joined[table, key.columns] = found = self.join(name, target.schema, middle, far)
        return found

    def behind(self, key: ForeignKey) -> str:
        """Joins a table without names, which ties others together; returns its name here.

        Args:
            key: A foreign key of the first table.
        """
        schema = self.ties[key.table]
        name = identifier(str(schema.table.name), self._schemas)
        known = self._joined.get((self.first, key.columns))
        return known or self.join(name, schema, self.first, key)

    def join(self, name: str, schema: TableSchema, source: str, key: ForeignKey) -> str:
        """Joins a table along a foreign key.

        Args:
            name: The relation's name for it.
            schema: The table.
            source: The relation's name of the table that refers.
            key: The foreign key.
        """
        mine = [f"{source}.{column}" for column in key.columns]
        equal = dict(zip(mine, (f"{name}.{column}" for column in key.target), strict=True))
        self.tables.append(
            _entry(name, schema, **{"along": mine} if key.declared else {"on": equal})
        )
        self._joined[source, key.columns] = name
        self._schemas[name] = schema
        return name

    def leave_out_teams(self, said: Sequence[Attribute]) -> None:
        """Leaves out the events that teams win: of the winners a table may have one.

        Args:
            said: What was added, the events among it.
        """
        events = [each for each in said if each.thing and each.thing.is_event]
        events = [each for each in events if each.words != "games"]
        for name in (column for event in events for column in self.attributes[event.variable]):
            table, _, column = name.partition(".")
            kind = self._schemas[table].table.columns[column].type
            if isinstance(kind, String) and not isinstance(kind, Enum):
                self.unknown.setdefault(name, []).append({"teams": True})

    def leave_out_void(self, table: str, columns: Iterable[Column]) -> None:
        """Leaves out the rows of which a flag says that they do not count.

        Args:
            table: The relation's name of a table.
            columns: Its columns.
        """
        self._leave_out_flagged(table, columns, _VOID)

    def _leave_out_flagged(
        self, table: str, columns: Iterable[Column], words: frozenset[str]
    ) -> None:
        """Leaves out the rows for which a flag with one of some words in its name is set."""
        for column in columns:
            if words.intersection(split(column.name)) and column.true_value is not None:
                self._leave_out(table, column, [column.true_value])

    def _leave_out_doubtful(self, table: str, column: Column, judged: Iterable[Column]) -> None:
        """Leaves out the rows of which a flag says that a value is not certain: `died_circa`."""
        about = {*split(column.name)}
        flags = [flag for flag in judged if about & {*split(flag.name)}]
        self._leave_out_flagged(table, flags, _DOUBTFUL)

    def state(self, attribute: Attribute, by: str) -> str:
        """Adds a coarser statement of an attribute's value; returns its variable."""
        name = identifier(f"{attribute.variable} {by}", [*self.attributes, *self.statements])
        self.statements[name] = {"of": attribute.variable, "by": by}
        return name

    def _mention(self, table: str, entity: Entity, words: str, told_apart: bool) -> Attribute:
        variable = self._add(table, entity.label, words)
        if entity.only:
            self.only[f"{table}.{entity.only[0]}"] = entity.only[1]
        self.leave_out_void(table, entity.judged)
        if entity.thing.is_person:
            self._leave_out_flagged(table, entity.judged, _NOBODY)
        judged = {column.name: column for column in entity.judged}
        also = tuple(
            self.reference(table, part.key)
            if part.key is not None
            else self.own(table, judged[part.columns[0]])
            for part in (entity.also if told_apart else ())
        )
        self._check(words, judged[entity.label[-1]])
        self._check(entity.thing.noun)
        known = is_english(head(entity.thing.noun)) and not head(words).isdecimal()
        if not known or (words == entity.thing.noun and not is_of_things(words.replace(" ", "_"))):
            self.unsaid.append(f"{words!r} is no noun that says what it is")
        for column in (judged[name] for name in entity.label):
            self._leave_out(table, column, column.unknown)
            if told_apart and entity.are_rulers:
                self._leave_out(table, column, [{"numbered": True}])
            if column.missing > 0 and len(entity.label) > 1 and variable not in self.partial:
                self.partial.append(variable)
        asks = Asks.WHO if entity.thing.is_person else Asks.WHICH
        if told_apart and entity.repeated:
            parts = [column for part in entity.also for column in part.columns]
            parts += entity.only[:1] if entity.only else ()  # a film and a series are two
            self.unique[table] = [*map(str, (*entity.label, *parts))]
        first, *_ = names = [judged[column].examples for column in entity.label]
        whole = list(map(" ".join, zip(*names, strict=False))) if len(names) > 1 else first
        in_one_case = are_in_one_case(
            words, [name for part in names for name in part], entity.thing
        )
        # A video game has a title; an episode has one, too, and is one of a series.
        is_game = entity.thing.is_work and head(entity.thing.noun) == "game"
        tells = is_game or is_telling(entity.thing.noun, whole)
        return self._said(
            variable,
            words,
            asks,
            entity.thing,
            also=also,
            in_one_case=in_one_case,
            are_inverted=entity.are_inverted,
            articles_behind=entity.articles_behind,
            is_telling=tells,
        )

    def _leave_out(self, table: str, column: Column, values: Sequence[Any]) -> None:
        if values:
            known = self.unknown.setdefault(f"{table}.{column.name}", [])
            known += [value for value in values if value not in known]

    def _check(self, words: str, column: Column | None = None) -> None:
        """Notes what no English question can say.

        Args:
            words: What a question calls it.
            column: Where its values are.
        """
        values = column.examples if column is not None and column.kind is not None else ()
        said = fold(words).split()
        unknown = [word for word in said if not is_english(word)]
        if any(is_initials(word) and word not in _WORDS for word in said):
            self.unsaid.append(f"{words!r} is an abbreviation, and no noun that people know")
        if any(self.is_foreign or not word.isascii() or len(word) <= _SHORT for word in unknown):
            self.unsaid.append(f"{words!r} is no English noun: write the templates yourself")
        elif self.is_foreign and values and self._are_translated(words, values):
            some = ", ".join(values[:2])
            self.unsaid.append(f"values such as {some} are called otherwise in English")
        elif self.is_foreign and are_common_nouns(words, values) and not all(map(code_of, values)):
            some = ", ".join(values[:2])
            self.unsaid.append(f"values such as {some} are words of another language, and no names")

    @staticmethod
    def _are_translated(words: str, values: Sequence[str]) -> bool:
        """Tells whether values have another name in English; countries are read in any language."""
        is_place = head(words) in PLACES
        told = language_of(values, are_places=is_place) and not all(map(code_of, values))
        return bool(told) or has_translated_names(words)

    def _add(self, table: str, columns: Sequence[str], words: str) -> str:
        found = [f"{table}.{column}" for column in columns]
        for name, known in self.attributes.items():
            if known == found:
                return name
        name = identifier(words, self.attributes)
        self.attributes[name] = found
        return name

    @property
    def columns(self) -> set[tuple[str, str]]:
        """The columns that it takes or joins along, each with the name of its table."""
        taken = (c.partition(".") for columns in self.attributes.values() for c in columns)
        found = {(self._schemas[table].name, column) for table, _, column in taken}
        along = ((self._schemas[table].name, key) for table, key in self._joined)
        return found | {(table, column) for table, key in along for column in key}

    def content(self) -> dict[str, Any]:
        """Returns the relation as the specification has it."""
        columns = {name: c[0] if len(c) == 1 else c for name, c in self.attributes.items()}
        content = {"tables": self.tables, "attributes": columns, "entity": self.entity}
        more = {"statements": self.statements, "only": self.only, "unknown": self.unknown}
        more |= {"partial": self.partial, "unique": self.unique}
        return content | {name: part for name, part in more.items() if part}


def _entry(name: str, schema: TableSchema, **more: Any) -> Any:
    """Returns a table as the specification lists it: by its name alone, if that says it all."""
    table = str(schema.table.name)
    entry = {"table": table, "as": name, "schema": schema.schema, **more}
    if name == table:
        del entry["as"]
    if schema.schema is None:
        del entry["schema"]
    return entry if len(entry) > 1 else table


# What is known of any country.
_MAPPED = words_of("city country town")
_GEOGRAPHY = words_of("capital continent country currency language region subregion")


@dataclass(frozen=True)
class Candidate:
    """An entry of `questions` that may be asked.

    Attributes:
        relation: Its relation.
        content: The entry, without the name of its relation.
        form: What sort of question it is; those that are proposed are of many forms.
        worth: How much people want to ask it, as far as the schema tells; higher is better.
        unsaid: Why its wording says nothing; empty if it does.
        unsettled: What nothing says people agree on; empty if they do.
        of_few: Whether it is about few of the rows on purpose: most athletes win no medal.
    """

    relation: RelationDraft
    content: Mapping[str, Any]
    form: str
    worth: float
    unsaid: str = ""
    unsettled: str = ""
    of_few: bool = False

    @property
    def table(self) -> str:
        """The table that it is about."""
        return self.relation.base.name

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The columns that it asks for, with the name of its table."""
        return tuple(sorted(self._asked()))

    def _asked(self) -> Iterator[str]:
        last = self.content["hops"][-1] if "hops" in self.content else self.content["fd"]
        fd = last["fd"] if isinstance(last, dict) else last
        for name in fd.partition("->")[2].split(","):
            columns = self.relation.attributes[name.strip()]
            yield from (f"{self.table} {column}" for column in columns)

    @cached_property
    def unspeakable(self) -> str:
        """Why English does not say it: no verb, or a name that is no noun; empty if it does."""
        if self.unsaid or self.relation.unsaid:
            return self.unsaid or self.relation.unsaid[0]
        for name in self.relation.attributes:
            said = self.relation.said.get(name)
            # What tells two of one title apart, such as when they were released, is no thing.
            is_entity = name in self.relation.entity and not (said and said.thing is None)
            if not is_speakable(name) or not (is_of_things(name) if is_entity else is_asked(name)):
                return f"{name!r} is no noun that says what it is"
        return ""

    @property
    def is_of_anybody(self) -> bool:
        """Whether it names a person of whom nothing else is said."""
        things = (self.relation.said[name].thing for name in self.relation.entity)
        return any(thing and thing.is_person and thing.names == "alone" for thing in things)

    @cached_property
    def unscoped(self) -> str:
        """What it names, but not of which series or story, such as `contest`; or nothing."""
        return unscoped(*self._known_and_asked)

    @property
    def is_geography(self) -> bool:
        """Whether it asks of a country what has nothing to do with the rest of a database."""
        known, asked = self._known_and_asked
        are_places = len(known) == 1 and head(known[0].words) in _MAPPED
        return are_places and all(head(a.words) in _GEOGRAPHY for a in asked)

    @cached_property
    def _known_and_asked(self) -> tuple[list[Attribute], list[Attribute]]:
        fds = [fd["fd"] if isinstance(fd, dict) else fd
               for fd in self.content.get("hops", [self.content.get("fd")])]  # fmt: skip
        sides = [[name.strip() for name in side.split(",")] for side in fds[0].split("->")]
        asked = [name.strip() for fd in fds for name in fd.partition("->")[2].split(",")]
        said = self.relation.said
        return [said[n] for n in sides[0] if n in said], [said[n] for n in asked]

    def entry(self, relation: str) -> dict[str, Any]:
        """Returns the entry as the specification has it.

        Args:
            relation: The name of its relation there.
        """
        kind, *rest = self.content.items()
        return dict([kind, ("relation", relation), *rest])
