"""Inspecting a database: the whole way from a connection to the text of a specification."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, get_args

import sqlalchemy
from sqlalchemy.exc import SQLAlchemyError

from ...core.errors import InputError, first_line
from ...core.garbage import rare_collections
from ..database.database_errors import driver_message
from ..database.snapshot import snapshot
from ..dependencies.inclusions import Inclusion, Inclusions, find_inclusions
from ..english import lexicon
from ..english.nouns import noun_of
from ..english.scope import is_of_a_body, is_of_a_sport, sport_of, subject_of, tells_of
from ..english.words import head
from ..generator import Benchmark
from ..lint.findings import Finding, LintedEntry
from ..lint.lint import lint
from ..lint.row_samples import RowSamples
from ..privacy.contacts import people_to_contact
from ..privacy.organisation import divisions
from ..privacy.personal import PersonalData, is_of_people, personal_column
from ..privacy.tables import LinkedTable, personal_tables
from ..spec.spec import BenchmarkSpec, LeaveOut
from . import names
from .candidates import Candidates
from .columns import Column, judge_columns
from .drafts import Candidate
from .entities import find_entities, label_of
from .name_tables import name_tables
from .other_names import other_names
from .reasons import (
    DIVISION,
    EARLIER_ROWS,
    OTHER_NAMES,
    PERSONAL,
    UNSCOPED,
    UNSETTLED,
    Found,
    Reasons,
)
from .schema import ForeignKey, Tables, TableSchema, read_schema
from .selection import ENTRIES, select
from .spec_text import spec_text

MAX_ITEMS = 10_000
# So many items of a candidate are looked at, of more a sample: most candidates are not chosen.
LOOKED_AT = 5_000
# Of the entries that are chosen then, so many rows of large tables are counted, all together.
COUNTED = 5_000_000
MAX_NULL = 0.5
Watch = Callable[[str, Sequence[Any]], Iterable[Any]]


@dataclass(frozen=True)
class Inspection:
    """What was found.

    Attributes:
        text: The specification; without a question, it says what there is and why it is unfit.
        tables: Number of tables that were looked at.
        questions: Number of question entries that are asked.
        refused: Number of those that are not, because of what the lint found.
        items: About how many items they give.
        personal: Tables, and columns as `table.column`, of personal data.
        unsupported: Columns of a type that is not supported, as `table.column`.
        nothing: Why nothing is asked; empty if something is.
        remedies: What to do then, each in a few words.
    """

    text: str
    tables: int
    questions: int
    refused: int
    items: int
    personal: tuple[str, ...]
    unsupported: tuple[str, ...]
    nothing: str = ""
    remedies: tuple[str, ...] = ()


def inspect_database(
    engine: sqlalchemy.Engine,
    name: str,
    *,
    schema: str | None = None,
    only: Sequence[str] = (),
    entries: int = ENTRIES,
    max_items: int = MAX_ITEMS,
    max_null: float = MAX_NULL,
    undeclared: bool | None = None,
    about: str | None = None,
    unsettled: bool = False,
    called: str = "",
    watch: Watch = lambda what, steps: steps,
) -> Inspection:
    """Looks at a database's schema and values, and proposes what to ask.

    Args:
        engine: The database.
        name: Name of the benchmark.
        schema: Schema of the tables; by default the connection's.
        only: Names of the tables to look at; none for all.
        entries: How many entries are asked at most.
        max_items: How many items they give at most.
        max_null: The largest share of rows without a value of what is asked about, in [0, 1].
        undeclared: Whether to follow foreign keys that nobody declared, where names and all values
            say that they are there; else they are hints. By default, if none is declared at all.
        about: What all questions are about, such as `the Eurovision Song Contest`; by default what
            the database is called, if that is telling and a question needs it.
        unsettled: Whether to ask, too, what nothing says people agree on.
        called: The name of the file or folder that was loaded, of a database without a URL.
        watch: Sees the steps of each part of the work pass: such as a progress bar.

    Returns:
        The specification, and the counts to report with it.

    Raises:
        InputError: The database cannot be read.
    """
    try:
        tables = read_schema(engine, schema, only)
        with rare_collections(), snapshot(engine) as connection:
            if undeclared is None:  # as in a folder of CSV files
                undeclared = not any(table.foreign_keys for table in tables.values())
            inclusions = _inclusions(connection, tables) if undeclared else None
            if inclusions is not None:
                _declare(tables, inclusions.found)
            found = _look(connection, tables, max_null, watch)
            asked = [name for name in tables if name not in found.left_out]
            candidates = Candidates(connection, found.entities, tables, found.judged)
            possible = [c for table in watch("Proposing", asked) for c in candidates.of(table)]
            possible = possible if unsettled else [*map(_if_settled, possible)]
            if not about:
                about = _about(engine, tables, possible, called)
                possible = [_with_scope(candidate, about or "") for candidate in possible]
            possible = [_if_of_subject(candidate, about or "") for candidate in possible]
            shown = {name: tables[name] for name in asked}
            hints = _hints(
                inclusions or _inclusions(connection, shown), shown, followed=bool(inclusions)
            )
            followed = sum(not k.declared for t in tables.values() for k in t.foreign_keys)
            found = replace(found, hints=list(hints), followed=followed)
            selection = select(
                possible,
                _Lint(RowSamples(connection, COUNTED), name, about, tables, max_null),
                entries=entries,
                watch=lambda steps: watch("Looking at questions", steps),
            )
    except SQLAlchemyError as error:
        raise InputError(f"the database cannot be read: {driver_message(error)}") from error
    except (ArithmeticError, TypeError, ValueError) as error:  # SQLite keeps anything in a column
        raise InputError(
            f"the database has values that cannot be compared ({first_line(error)}); name the "
            "tables to look at with --tables"
        ) from error
    active = [chosen for chosen in selection.chosen if chosen.active]
    settings = _settings(about, tables.schema) | {"max_items": max_items}
    reasons = Reasons(found, selection)
    named = [other for other in name_tables(tables, found.judged) if "." not in other.table]
    aliases = other_names(selection, found.judged, found.entities, named)
    return Inspection(
        text=spec_text(name, selection, found, settings, aliases),
        tables=len(tables),
        questions=len(active),
        refused=sum(1 for c in selection.chosen if c.linted is not None and c.linted.failed),
        items=min(max_items, sum(c.linted.items for c in active if c.linted is not None)),
        personal=tuple(_personal(found)),
        unsupported=tuple(_unsupported(found.judged)),
        nothing="" if active else reasons.of_nothing(),
        remedies=() if active else tuple(reasons.remedies()),
    )


def _about(
    engine: sqlalchemy.Engine, tables: Tables, candidates: Sequence[Candidate], called: str
) -> str | None:
    """Returns what the database is about, if its names tell and questions need it.

    They do if one does not say of which series it is, or names people of whom nothing is said.
    """
    file = Path(engine.url.database or called)
    is_file = engine.url.get_backend_name() in ("sqlite", "duckdb")
    subject = subject_of(tables.schema or "") or subject_of(file.stem if is_file else file.name)
    names = [name for t in tables.values() for name in (t.table.name, *t.table.columns.keys())]
    subject = subject or sport_of(names)
    said = [c for c in candidates if not c.unspeakable]
    has_members = is_of_a_sport(subject) or is_of_a_body(subject)
    people = has_members and any(c.is_of_anybody for c in said)
    return subject if subject and (people or any(c.unscoped for c in said)) else None


def _if_settled(candidate: Candidate) -> Candidate:
    """Says of a candidate that asks for what nothing says people agree on that it is not asked."""
    if not candidate.unsettled or candidate.unspeakable:
        return candidate
    why = f"{UNSETTLED} {candidate.unsettled} (--unsettled asks it, too)"
    return replace(candidate, unsaid=why)


def _if_of_subject(candidate: Candidate, about: str) -> Candidate:
    """Says of geography in a database about something else that it is not asked."""
    if not about or not candidate.is_geography or candidate.unspeakable:
        return candidate
    return replace(candidate, unsaid=f"it has nothing to do with {about}")


def _with_scope(candidate: Candidate, about: str) -> Candidate:
    """Says of a candidate that does not say of which series or story it is that it is not asked."""
    if tells_of(about, candidate.unscoped) or candidate.unspeakable:
        return candidate
    why = (
        f"{UNSCOPED} {candidate.unscoped} is; say what the database is about, "
        "for all questions: inspect --about WORDS, or `about: WORDS` at the top"
    )
    return replace(candidate, unsaid=why)


def _inclusions(connection: sqlalchemy.Connection, tables: Mapping[str, TableSchema]) -> Inclusions:
    """Finds foreign keys that nobody declared."""
    unique = {n: [key[0] for key in t.keys if len(key) == 1] for n, t in tables.items()}
    inclusions = find_inclusions(connection, {n: t.table for n, t in tables.items()}, unique)
    # Small counts are numbers of the rows of any table: `num_teams` is no key of teams.
    found = (each for each in inclusions.found if not names.COUNT & {*_words(each.columns)})
    return replace(inclusions, found=tuple(found))


def _words(columns: Iterable[str]) -> Iterable[str]:
    return (word for column in columns for word in names.tokens(column))


def _declare(tables: Tables, found: Iterable[Inclusion]) -> None:
    """Takes those that are certain for foreign keys."""
    for each in found:
        if each.is_certain and each.table in tables and each.target in tables:
            key = ForeignKey(each.columns, each.target, each.target_columns, declared=False)
            keys = (*tables[each.table].foreign_keys, key)
            keys = tuple(sorted(keys, key=lambda key: key.columns))
            tables[each.table] = replace(tables[each.table], foreign_keys=keys)


def _hints(
    found: Inclusions, tables: Mapping[str, TableSchema], *, followed: bool
) -> Iterable[str]:
    """Says along which columns tables could be joined although no foreign key is declared."""
    for each in found.found:
        (column,), (target,) = each.columns, each.target_columns
        source, to = f"{each.table}.{column}", f"{each.target}.{target}"
        if not {each.table, each.target} <= tables.keys() or tables[each.table].is_linking(column):
            continue  # it is left out, or followed
        sure = " (--undeclared-keys follows it)" if each.is_certain and not followed else ""
        yield (
            f"No foreign key is declared from {source} to {to}, which has {each.share:.1%} of its "
            f"values{sure}. To join along it, list among the tables of a relation:"
        )
        yield f"    - {{table: {each.target}, on: {{{source}: {to}}}}}"
    yield from (f"Not compared with other tables: {line}" for line in found.left_out)


def _personal(found: Found) -> Iterable[str]:
    """Yields the tables, and the columns of other tables, that are left out as personal."""
    for name, columns in found.judged.items():
        if found.left_out.get(name, "").startswith(PERSONAL):
            yield name
        else:
            yield from (f"{name}.{c.name}" for c in columns if c.reason.startswith(PERSONAL))


def _unless_personal(schema: TableSchema, columns: Sequence[Column]) -> list[Column]:
    """Says of personal columns that they are not asked about."""
    of_people = is_of_people(schema.name, [column.name for column in columns])
    found = []
    for column in columns:
        comment = schema.column_comments.get(column.name, "")
        data = personal_column(column.name, column.examples, of_people=of_people, comment=comment)
        if data:
            column = replace(column, kind=None, is_other_name=False, label="")
            column = replace(column, personal=data.what, reason=f"{PERSONAL}: {data}")
        found.append(column)
    return found


def _linked(schema: TableSchema, tables: Tables) -> LinkedTable:
    """Describes a table with all keys that are followed: what is personal spreads along them."""
    table = LinkedTable.of(schema.table)
    undeclared = [key for key in schema.foreign_keys if not key.declared]
    more = [(key.columns, str(tables[key.table].table.name)) for key in undeclared]
    return replace(table, foreign_keys=[*table.foreign_keys, *more])


def _people(judged: Mapping[str, Sequence[Column]], tables: Tables) -> dict[str, PersonalData]:
    """Returns the tables that are about people by their values, by what the database calls them."""
    found = {}
    for name, columns in judged.items():
        values = {column.name: column.examples for column in columns}
        kinds = {column.name: column.personal for column in columns}
        if data := people_to_contact(name, values, kinds):
            found[str(tables[name].table.name)] = data
    return found


def _follow_names(
    connection: sqlalchemy.Connection,
    tables: Tables,
    judged: dict[str, list[Column]],
    left_out: Mapping[str, str],
    max_null: float,
) -> None:
    """Takes keys to tables without names for what they hold: a year that refers to seasons."""
    named = {name for name, table in tables.items() if label_of(table, judged[name])}
    unique = {name: [key for key in t.keys if len(key) == 1] for name, t in tables.items()}
    for name, schema in list(tables.items()):
        unnamed = [k for k in schema.foreign_keys if k.table in tables.keys() - named - {*left_out}]
        if unnamed and len(unnamed[0].columns) == 1:
            onward = {key: _is_one(key, tables, named - {name}) for key in unnamed}
            unnamed = [key for key in unnamed if onward[key] is None]
            kept = tuple(
                onward.get(key) or key for key in schema.foreign_keys if key not in unnamed
            )
            ties = [key for key in unnamed if key.table != name and key.target in unique[key.table]]
            tables[name] = replace(schema, foreign_keys=kept, ties=tuple(ties))
            columns = _unless_personal(tables[name], judge_columns(connection, tables[name]))
            judged[name] = [_unless_null(column, max_null) for column in columns]


def _is_one(key: ForeignKey, tables: Tables, named: Collection[str]) -> ForeignKey | None:
    """Returns the key to what a row without a name is: a composer is a person.

    Args:
        key: A key to a table without names.
        tables: All tables.
        named: Those that have names.
    """
    between = tables[key.table]
    are_persons = head(noun_of(str(between.table.name))) in lexicon.PERSONS
    keys = between.keys if are_persons else [between.key]
    far = next((k for k in between.foreign_keys if k.columns in keys and k.table in named), None)
    return replace(far, columns=key.columns, through=(key, far)) if far else None


def _unless_null(column: Column, max_null: float) -> Column:
    """Says of a column without a value in most rows that it is not asked about."""
    if column.kind is None or column.missing <= max_null:
        return column
    reason = f"NULL or unknown in {column.missing:.0%} of the rows"
    return replace(column, kind=None, reason=reason, scarce=column.kind)


def _look(
    connection: sqlalchemy.Connection, tables: Tables, max_null: float, watch: Watch
) -> Found:
    """Judges columns, leaves out what is personal, and finds the tables whose rows have a name."""
    judged = {
        name: judge_columns(connection, tables[name]) for name in watch("Reading", list(tables))
    }
    left_out = dict(tables.left_out)
    linked = [_linked(schema, tables) for schema in tables.values()]
    judged = {name: _unless_personal(tables[name], columns) for name, columns in judged.items()}
    personal = personal_tables(linked, _people(judged, tables))
    divided = divisions(linked, personal)
    for name, schema in tables.items():
        if finding := personal.get(schema.table.name):
            left_out[name] = f"{PERSONAL}: {finding}"
        elif by := divided.get(schema.table.name):
            left_out[name] = f"{DIVISION} whose staff this database lists: {by} refers to it"
    for name in tables:
        if current := _earlier_rows_of(name, tables):
            left_out.setdefault(name, f"{EARLIER_ROWS} of {current}")
    for name, columns in judged.items():
        judged[name] = [_unless_null(column, max_null) for column in columns]
    _follow_names(connection, tables, judged, left_out, max_null)
    for other in name_tables(tables, judged):
        accepted = f"{OTHER_NAMES} of the rows of {other.key.table}: accepted spellings of them"
        left_out.setdefault(other.table, accepted)
    asked = {name: table for name, table in tables.items() if name not in left_out}
    entities = find_entities(connection, asked, judged, lambda names: watch("Naming", [*names]))
    return Found(tables, judged, entities, left_out)


_OF_EARLIER_ROWS = re.compile(r"[_ ]?(?:archive|backup|bak|hist|history|old)$", re.IGNORECASE)


def _earlier_rows_of(name: str, tables: Tables) -> str:
    """Returns the table of which another keeps earlier rows: `cities` for `cities_archive`."""
    current = _OF_EARLIER_ROWS.sub("", name)
    if current == name or current not in tables:
        return ""
    own, its = (set(tables[table].table.columns.keys()) for table in (name, current))
    return current if its <= own else ""


def _settings(about: str | None, schema: str | None) -> dict[str, Any]:
    """Returns what the specification says of all entries."""
    found: dict[str, Any] = {"about": about} if about else {}
    found |= {"schema": schema} if schema else {}
    return found | {"leave_out": list(get_args(LeaveOut))}


class _Lint:
    """Lints one candidate at a time."""

    def __init__(
        self,
        samples: RowSamples,
        name: str,
        about: str | None,
        tables: Tables,
        max_null: float,
    ) -> None:
        self._samples = samples
        self._about = about
        self._known = next(iter(tables.values())).table.metadata
        self._most_lost = max(max_null, MAX_NULL)
        self._name = name
        self._schema = tables.schema

    def __call__(self, relation: str, candidate: Candidate) -> LintedEntry:
        if said := candidate.unspeakable:
            remedy = "name the attribute in words, and say it so in `template`"
            finding = Finding("unfit", 0, 0, said, fails=True, remedy=remedy)
            return LintedEntry(0, 0, 0, (finding,), 0.0)
        content = {
            **_settings(self._about, self._schema),
            "name": self._name,
            "relations": {relation: candidate.relation.content()},
            "questions": [candidate.entry(relation)],
        }
        spec = BenchmarkSpec.model_validate(content)
        engine = self._samples.connection.engine
        benchmark = Benchmark(spec, Path("proposal.yaml"), engine, known=self._known)
        most_lost = 1.0 if candidate.of_few else self._most_lost
        (linted,) = lint(benchmark, most=LOOKED_AT, most_lost=most_lost, samples=self._samples)
        return linted


def _unsupported(judged: Mapping[str, Sequence[Column]]) -> Iterable[str]:
    for table, columns in judged.items():
        for column in columns:
            if column.kind is None and "not supported" in column.reason:
                yield f"{table}.{column.name}"
