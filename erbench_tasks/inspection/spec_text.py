"""Writing proposals as a commented specification that a user edits."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import yaml

from .columns import Column
from .entities import Entity
from .proposals import Proposal
from .schema import TableSchema

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


def spec_text(
    name: str,
    proposals: Sequence[Proposal],
    tables: Mapping[str, TableSchema],
    judged: Mapping[str, Sequence[Column]],
    entities: Mapping[str, Entity],
    schema: str | None = None,
) -> str:
    """Returns the specification as YAML with comments.

    Args:
        name: Name of the benchmark.
        proposals: What is asked about.
        tables: The tables by name.
        judged: The columns of each.
        entities: The tables whose rows have a name.
        schema: Schema of the tables.
    """
    lines = [_HEADER, f"name: {_scalar(name)}"]
    lines += [f"schema: {_scalar(schema)}"] if schema else []
    lines += ["", "relations:"]
    described: set[str] = set()
    for proposal in proposals:
        first = proposal.relation.tables[0]
        table = first["table"] if isinstance(first, dict) else first
        if table not in described:
            described.add(table)
            lines += _about(tables[table], judged[table], entities.get(table))
        lines += [*_relation(proposal), ""]
    lines += ["questions:"]
    for proposal in proposals:
        for question in proposal.questions:
            lines += [*_comments(question.comments, "  "), *_entry(question.content), ""]
    lines += _omissions(tables, judged, entities, described)
    return "\n".join(lines).rstrip() + "\n"


def _about(table: TableSchema, judged: Sequence[Column], entity: Entity | None) -> Iterator[str]:
    """Describes a table: what its keys determine, and which columns are not asked about."""
    columns = [column.name for column in judged]
    yield from _comments([f"Table {_inert(table.name)}."], "  ")
    for key in table.keys:
        others = [name for name in columns if name not in key]
        if others:
            fd = f"{_names(key)} -> {_names(others)}"
            yield from _comments([f"A key, so a functional dependency: {fd}"], "  ")
    for foreign in table.foreign_keys:
        target = f"{_inert(foreign.table)} ({_names(foreign.target)})"
        yield from _comments([f"Foreign key: {_names(foreign.columns)} -> {target}"], "  ")
    skipped = [f"{_inert(c.name)} ({c.reason})" for c in judged if c.kind is None]
    if skipped:
        yield from _comments([f"Not asked about: {', '.join(skipped)}"], "  ")
    kinds = [f"{_inert(c.name)} ({c.values})" for c in judged if c.kind is not None]
    told = [text for text in kinds if not text.endswith("(other)")]
    if told:
        yield from _comments([f"Kinds of values: {', '.join(told)}"], "  ")
    if entity is not None and entity.repeated:
        text = f"{entity.repeated:,} rows share their name with another; they are left out."
        yield from _comments([text], "  ")


def _relation(proposal: Proposal) -> Iterator[str]:
    relation = proposal.relation
    yield from _comments(relation.comments, "  ")
    yield f"  {relation.name}:"
    yield "    tables:"
    yield from (f"      - {_flow(table)}" for table in relation.tables)
    yield "    attributes:"
    content = relation.content()
    yield from (
        f"      {name}: {_flow(columns)}" for name, columns in content["attributes"].items()
    )
    yield f"    entity: {_flow(relation.entity)}"


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
            yield from (f"      - {_scalar(hop)}" for hop in value)
        else:
            yield f"{start}{key}: {_scalar(value)}"
        start = "    "


def _blocks(blocks: Mapping[str, str], first: str, others: str) -> Iterator[str]:
    for index, (name, text) in enumerate(blocks.items()):
        yield f"{others if index else first}{name}: {_quoted(text)}"


def _omissions(
    tables: Mapping[str, TableSchema],
    judged: Mapping[str, Sequence[Column]],
    entities: Mapping[str, Entity],
    described: Iterable[str],
) -> Iterator[str]:
    """Says why there are no questions about a table, for each such table."""
    for name in sorted(set(tables) - set(described)):
        columns = judged[name]
        if all(column.rows == 0 for column in columns):
            reason = "it is empty, or has no column that can be asked about"
        elif name in entities:
            reason = "nothing but the names of its rows can be asked about"
        else:
            reason = "no column names its rows"
        yield from _comments([f"Nothing is asked about the table {_inert(name)}: {reason}."], "")


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


def _dumped(value: Any, style: str | None) -> str:
    dumped: str = yaml.safe_dump(
        value, default_style=style, default_flow_style=True, allow_unicode=True,
        sort_keys=False, width=float("inf"),
    )  # fmt: skip
    return dumped.removesuffix("...\n").strip()
