"""A draft as a specification file; what does not hold is commented out, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from sqlglot import parse_one
from sqlglot.errors import SqlglotError

from ...core.untrusted_text import visible
from ..database.gate import DIALECTS
from ..spec.reduced import dumped

_WIDTH = 100
_LONGEST = 20_000  # characters of a query that is written in several lines


def spec_text(
    head: Sequence[str],
    spec: Mapping[str, Any],
    failed: Iterable[tuple[list[str], Mapping[str, Any]]],
    dialect: str,
) -> str:
    """Returns the text of a specification.

    Args:
        head: What stands at the top, as comments.
        spec: What `BenchmarkSpec` takes.
        failed: What is not asked: the reasons, and a specification of it.
        dialect: SQLAlchemy's name of the database's dialect.
    """
    parts = [_comment(head), _yaml(spec, dialect)]
    for reasons, content in failed:
        lines = _yaml(content, dialect).splitlines()
        parts.append(_comment(["Not asked:", *reasons]) + "".join(f"# {line}\n" for line in lines))
    return "\n".join(parts)


def _yaml(content: Mapping[str, Any], dialect: str) -> str:
    relations = {}
    for name, relation in content.get("relations", {}).items():
        relations[name] = {**relation, "sql": _legible(relation["sql"], dialect)}
        if spellings := relation.get("spellings"):
            relations[name]["spellings"] = {
                column: [_legible(query, dialect) for query in queries]
                for column, queries in spellings.items()
            }
    content = {**content, **({"relations": relations} if relations else {})}
    return dumped(content)


def _legible(sql: str, dialect: str) -> str:
    """Returns a query in several lines, if it is the same query then."""
    name = DIALECTS.get(dialect, dialect)
    if len(sql) > _LONGEST:
        return sql
    try:
        tree = parse_one(sql, read=name)
        written = tree.sql(dialect=name, pretty=True)
        return written if parse_one(written, read=name) == tree else sql
    except (SqlglotError, RecursionError):  # whoever reads the reason sees it as it came
        return sql


def _comment(lines: Iterable[str]) -> str:
    wrapped = (part for line in lines for part in wrap(visible(line), _WIDTH - 2) or [""])
    return "".join(f"# {line}\n" for line in wrapped)
