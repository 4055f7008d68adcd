"""Writing proposals as a commented specification that a user edits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import yaml

from ..items.names import NUMERALS
from ..lint.findings import LintedEntry
from .columns import Column
from .reasons import Found, Reasons
from .selection import Chosen, Selection

# So many of the values that mean that nobody knows are shown.
_SENTINELS = 5
_HEADER = """\
# What to ask of a database, proposed by `erbench-track inspect` from its schema and values.
# Edit it: docs/reference/specification.md explains the fields. Read the questions first; what
# things are called comes from the names of tables and columns. Nothing here says where the
# database is:
#
#   erbench-track generate erbench --benchmark THIS_FILE --database URL -o DIR
#
# Responses are read by the kind of a value ("July 8, 1995" is 1995-07-08). Kinds are guessed; where
# one is wrong, say so at the end of the file: `kinds: {attribute: KIND}`.
"""
_FOLLOWED = """\
# Foreign keys that nobody declared are followed: {:,}, each of a column that is called after a
# table, and has only keys of it (`on:`). Without them: inspect --no-undeclared-keys
"""
# What stands there if nothing in the database can be asked about as it is.
_NO_RELATION = """\
# What to write here by hand, with the names of a table and of its columns:
#   relation:
#     tables: [TABLE]
#     attributes: {thing: TABLE.COLUMN_WITH_ITS_NAME, fact: TABLE.COLUMN_TO_ASK_FOR}
#     entity: [thing]
# and below `questions:`, in words that fit:
#   - type: binary
#     relation: relation
#     fd: thing -> fact
#     template:
#       basic: "Is the ... of {{ thing }} known? If so, name the ..."
#       negated: "Is the ... of {{ thing }} unknown? If not, name the ..."
relations:
"""


def spec_text(
    name: str,
    selection: Selection,
    found: Found,
    settings: Mapping[str, Any],
    aliases: Mapping[str, Any],
) -> str:
    """Returns the specification as YAML with comments.

    Args:
        name: Name of the benchmark.
        selection: What is proposed.
        found: What was found in the database.
        settings: Further fields at the top, such as `schema`.
        aliases: Accepted spellings, by attribute.
    """
    reasons = Reasons(found, selection)
    lines = [_HEADER]
    if found.followed:
        lines += [_FOLLOWED.format(found.followed)]
    lines += [f"name: {_scalar(name)}"]
    lines += [f"{key}: {_flow(value)}" for key, value in settings.items()]
    lines += ["", "relations:" if selection.chosen else _NO_RELATION]
    used = dict.fromkeys(chosen.relation for chosen in selection.chosen)
    firsts = {c.relation: c.candidate.table for c in selection.chosen}
    described: set[str] = set()
    for relation in used:
        if (table := firsts[relation]) not in described:
            described.add(table)
            lines += _about(found, table, reasons)
        lines += [*_relation(relation, selection.relations[relation]), ""]
    if aliases:
        lines += ["# Other names of the same: accepted spellings.", "aliases:"]
        lines += [f"  {name}: {_flow(alias)}" for name, alias in aliases.items()] + [""]
    active = any(chosen.active for chosen in selection.chosen)
    if not active:
        lines += _comments([f"No question: {reasons.of_nothing()}."], "")
        lines += _comments([f"What may help: {each}." for each in reasons.remedies()], "")
    lines += ["questions:"]
    why = "since the entries above are enough" if active else "since others like it are not fit"
    for chosen in selection.chosen:
        lines += [*_proposed(chosen, why), ""]
    lines += _comments(_others(selection), "  ")
    lines += _omissions(found, described, reasons)
    lines += _comments(map(_inert, found.hints), "")
    return "\n".join(lines).rstrip() + "\n"


def _proposed(chosen: Chosen, why_others: str) -> Iterator[str]:
    """Writes an entry; one that is not asked as comments, with the reasons."""
    entry = list(_entry(chosen.candidate.entry(chosen.relation)))
    if chosen.linted is not None:
        yield from _comments(_looked_at(chosen.linted), "  ")
    if chosen.active:
        yield from entry
        return
    if chosen.linted is None:
        said = chosen.candidate.unspeakable
        why = f"Not asked: {_inert(said)}" if said else f"Proposed, but not asked, {why_others}:"
        yield from _comments([why], "  ")
    yield from (f"  # {line.removeprefix('  ')}" for line in entry)


def _looked_at(linted: LintedEntry) -> Iterator[str]:
    """Says what a lint found about an entry."""
    if not any(finding.of for finding in linted.findings) and not linted.items:
        yield from (f"Not asked: {_inert(finding.example)}" for finding in linted.findings)
        return
    sampled = "" if linted.looked_at == linted.items else f", {linted.looked_at:,} looked at"
    verdict = "Not asked, because of what its questions are" if linted.failed else "Good"
    rows = linted.sampled_rows
    judged = f"; judged on a sample of {rows:,} rows" if rows else ""
    yield f"{verdict}: {'about ' * bool(sampled)}{linted.items:,} items{sampled}{judged}."
    for finding in linted.findings:
        yield f"{'Bad' if finding.fails else 'Note'}: {_inert(str(finding))}"


def _others(selection: Selection) -> list[str]:
    possible = sum(1 for candidate in selection.waiting if not candidate.unspeakable)
    if not possible:
        return []
    more = f"{possible:,} more entries are possible"
    return [f"{more}, like these; --entries N asks more."]


def _about(found: Found, name: str, reasons: Reasons) -> Iterator[str]:
    """Describes a table: what its keys determine, and which columns are not asked about."""
    table, judged, entity = found.tables[name], found.judged[name], found.entities.get(name)
    columns = [column.name for column in judged]
    yield from _comments([f"Table {_inert(table.name)}."], "  ")
    for key in table.keys:
        others = [name for name in columns if name not in key]
        if others:
            fd = f"{_names(key)} -> {_names(others)}"
            yield from _comments([f"A key, so a functional dependency: {fd}"], "  ")
    for foreign in table.foreign_keys:
        target = f"{_inert(foreign.table)} ({_names(foreign.target)})"
        what = "Foreign key" if foreign.declared else "Foreign key, not declared"
        yield from _comments([f"{what}: {_names(foreign.columns)} -> {target}"], "  ")
    yield from _columns(reasons, name, "  ")
    kinds = [f"{_inert(c.name)} ({c.values})" for c in judged if c.kind is not None]
    told = [text for text in kinds if not text.endswith("(other)")]
    if told:
        yield from _comments([f"Kinds of values: {', '.join(told)}"], "  ")
    yield from _comments(_unfit_rows(judged), "  ")
    if entity is not None and entity.are_rulers:
        several = "as rulers of several realms were called so"
        text = f"Left out, {several}: one word, alone or with a numeral to {NUMERALS[-1].upper()}."
        yield from _comments([text], "  ")
    if entity is not None and entity.repeated:
        text = f"{entity.repeated:,} rows share their name with another; they are left out."
        yield from _comments([text], "  ")


def _unfit_rows(judged: Iterable[Column]) -> Iterator[str]:
    """Says of which columns some values are not asked about, nor the rows that have them."""
    for column in judged:
        rows = f"rows whose {_inert(column.name)} is"
        if column.kind is not None and column.sentinels:
            some = ", ".join(_inert(str(value)) or "''" for value in column.sentinels[:_SENTINELS])
            more = ", ..." if len(column.sentinels) > _SENTINELS else ""
            yield f"Left out, as unknown or still going on: {rows} {some}{more}"
        if column.kind is not None and column.cut_at:
            yield f"Left out, as probably cut off: {rows} {column.cut_at} characters long."
        if column.kind is not None and column.years_from:
            why = "before Christ" if column.years_from == 1 else "that few people know exactly"
            yield f"Left out, as a year {why}: {rows} below {column.years_from}."
        if column.is_better_known:
            yield f"Not asked about by another name: rows with a {_inert(column.name)}."


def _relation(name: str, content: Mapping[str, Any]) -> Iterator[str]:
    yield f"  {name}:"
    yield "    tables:"
    yield from (f"      - {_flow(table)}" for table in content["tables"])
    for part in ("attributes", "statements", "only", "unknown"):
        if part in content:
            yield f"    {part}:"
            yield from (f"      {key}: {_flow(value)}" for key, value in content[part].items())
    yield from (
        f"    {part}: {_flow(content[part])}"
        for part in ("entity", "partial", "unique")
        if part in content
    )


def _entry(content: Mapping[str, Any]) -> Iterator[str]:
    """Writes an entry of `questions`; templates block by block, a line each."""
    start = "  - "
    for key, value in content.items():
        if key == "template":
            yield f"{start}{key}:"
            yield from _blocks(value, "      ", "      ")
        elif key == "templates":
            yield f"{start}{key}:"
            for blocks in value:
                yield from _blocks(blocks, "      - ", "        ")
        elif key == "hops":
            yield f"{start}{key}:"
            yield from (f"      - {_flow(hop)}" for hop in value)
        else:
            yield f"{start}{key}: {_flow(value)}"
        start = "    "


def _blocks(blocks: Mapping[str, str], first: str, others: str) -> Iterator[str]:
    for index, (name, text) in enumerate(blocks.items()):
        yield f"{others if index else first}{name}: {_quoted(text)}"


def _columns(reasons: Reasons, table: str, indent: str) -> Iterator[str]:
    """Says of each column that is not asked about why."""
    told = reasons.of_columns(table)
    if told:
        yield from _comments(["Not asked about:"], indent)
    yield from _comments((f"  {_names(c)}: {_inert(reason)}" for reason, c in told.items()), indent)


def _omissions(found: Found, described: Iterable[str], reasons: Reasons) -> Iterator[str]:
    """Says why there are no questions about a table, for each such table."""
    every = {*found.tables, *found.left_out}
    for name in sorted(every - set(described)):
        itself = " itself" if reasons.names_others(name) else ""
        text = f"Nothing is asked about the table {_inert(name)}{itself}"
        yield from _comments([f"{text}: {_inert(reasons.of_table(name))}."], "")
        if name not in found.left_out:
            yield from _columns(reasons, name, "")


def _comments(texts: Iterable[str], indent: str) -> list[str]:
    return [f"{indent}# {text}" for text in texts]


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(_inert, names))


def _inert(name: str) -> str:
    """Returns a name as it may stand in a comment: one line, whatever its characters."""
    return name if name.isprintable() else json.dumps(name)


def _quoted(text: str) -> str:
    return _dumped(text, '"')


def _scalar(value: Any) -> str:
    """Returns a value as YAML, quoted where it has to be."""
    return _flow([value])[1:-1]


def _flow(value: Any) -> str:
    """Returns a value on one line."""
    plain = _dumped(value, None)
    # Other quotes would write a line break in a name as one.
    return plain if plain.isprintable() else _dumped(value, '"')


class _Dumper(yaml.SafeDumper):
    """Writes the numbers of a database, too."""


_Dumper.add_representer(
    Decimal,
    lambda dumper, number: dumper.represent_data(
        int(number) if number == int(number) else float(number)
    ),
)


def _dumped(value: Any, style: str | None) -> str:
    dumped: str = yaml.dump(
        value, Dumper=_Dumper, default_style=style, default_flow_style=True, allow_unicode=True,
        sort_keys=False, width=float("inf"),
    )  # fmt: skip
    return dumped.removesuffix("...\n").strip()
