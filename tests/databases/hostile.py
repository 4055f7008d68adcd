"""A schema whose names and values are as awkward as engines allow, the same on every engine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import yaml
from sqlalchemy import (
    CHAR,
    Boolean,
    Column,
    Date,
    DateTime,
    Double,
    Integer,
    MetaData,
    Numeric,
    String,
    Table,
)

ORDER, STREET, TAGS = "Order", "Straße 5% :s", "a\"b`c'd\\e -- {{ 1 }}"
SELECT, QUOTED, AT, SLASH = "Select", '"quoted"', "a:b", "back\\slash"
METADATA = MetaData()
Table(
    ORDER,
    METADATA,
    Column("Key", CHAR(6), primary_key=True),
    Column(SELECT, String(40)),
    Column("group by", Integer),
    Column("größe", Double),
    Column("100%", Numeric(8, 3)),
    Column("it's", Boolean),
    Column(AT, DateTime),
    Column("from", Date),
    Column(SLASH, String(40)),
)
Table(
    STREET,
    METADATA,
    Column("Nr", Integer, primary_key=True, autoincrement=False),
    Column(QUOTED, String(60)),
)
# Without a key: rows are there twice.
Table(TAGS, METADATA, Column(ORDER, CHAR(6)), Column("NULL", String(40)))

# Texts that a collation, a blank or an accent makes equal.
NAMES = ["Ada", "ada", "ÁDA", "Ada ", "Ada  x", "Straße", "Strasse", "STRASSE", "o'Neil", 'o"Neil',
         "100%", "100% ", ":name", "a\\b", "a\\\\b", "{{ 7 }}", "{x}", "--", "Ωmega", "ωmega",
         "日本", "x\ty", "naïve", "naive", "NULL", None, "", " "]  # fmt: skip
STREETS = ["Öl", "ol", "OL ", 'the "best" %s', "C:\\temp", "it's"]
SIZES = [5.2, 1e6, 0.1, 1e-7, 0.30000000000000004, 12.0, None]


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Returns the rows of each table, in the order of its columns."""
    return {
        ORDER: [_order(n, name) for n, name in enumerate(NAMES)],
        STREET: list(enumerate(STREETS)),
        TAGS: [
            (f"K{n}", f"tag {n * k % 7}%") for n in range(len(NAMES)) for k in (1, 1, 2) if n % 4
        ],
    }


def _order(n: int, name: str | None) -> tuple[Any, ...]:
    moment = datetime(1999 + n, 2, 28, *((0, 0) if n % 3 else (10, 30)))
    price = Decimal(n * 125) / 1000 + (n % 3)
    size = SIZES[n % len(SIZES)]
    is_true = None if n == 5 else n % 2 == 0
    started = date(1900 + 7 * n, 1, 1 + n)
    return (f"K{n}", name, n % len(STREETS), size, price, is_true, moment, started, f"\\{n % 5}")


def specification(kind: str) -> str:
    """Returns a specification that names all of it, in the words of an engine."""
    spec = yaml.safe_load(_SPEC)
    spec["relations"]["order"]["sql"] = _sql(_quoting(kind), _literal(kind))
    spec["relations"]["order"]["spellings"] = {"street": _spellings(_quoting(kind), _literal(kind))}
    return yaml.safe_dump(spec, sort_keys=False, allow_unicode=True)


def _quoting(kind: str) -> Callable[[str], str]:
    mark = "`" if kind == "mariadb" else '"'
    return lambda name: mark + name.replace(mark, 2 * mark) + mark


def _literal(kind: str) -> Callable[[str], str]:
    def written(text: str) -> str:
        text = text.replace("\\", "\\\\") if kind == "mariadb" else text
        return "'" + text.replace("'", "''") + "'"

    return written


def _sql(q: Callable[[str], str], text: Callable[[str], str]) -> str:
    strange = text('it\'s %s :x \\n {{ 1 }} -- "q" `b` /* c */')
    colons = text(":1 \\: ::text")
    return f"""\
WITH {q("über %")} AS (
  SELECT {q("Nr")}, {q(QUOTED)} AS {q("the % group")}
  FROM {q(STREET)} WHERE {q(QUOTED)} <> {text("x:y%z" + chr(92))}
)
SELECT o.{q(SELECT)} AS name, COALESCE(o.{q("Key")}, 'none') AS code, o.{q("Key")} AS plain_code,
       s.{q("the % group")} AS street, o.{q("größe")} AS {q("größe")}, o.{q("100%")} AS price,
       o.{q("100%")} * 2 AS twice,
       SUM(o.{q("group by")}) OVER (PARTITION BY o.{q("Key")}) AS total,
       AVG(o.{q("group by")}) OVER (PARTITION BY o.{q("Key")}) AS mean,
       o.{q("it's")} AS flag, o.{q(AT)} AS {q("when")},
       o.{q("from")} AS since, o.{q(SLASH)} AS slash, t.{q("NULL")} AS tag,
       CASE WHEN o.{q(SLASH)} = {text(chr(92) + "1")} THEN {strange}
            WHEN o.{q(SELECT)} LIKE {text("1_0%")} THEN {colons}
            ELSE {text("")} END AS mark,
       o.{q("group by")} < 5 AND NOT o.{q(SELECT)} IN ({text("naive")}, {text("naïve")}) AS asked
FROM {q(ORDER)} AS o
JOIN {q("über %")} s ON s.{q("Nr")} = o.{q("group by")}
LEFT JOIN {q(TAGS)} t ON t.{q(ORDER)} = o.{q("Key")}
"""


def _spellings(q: Callable[[str], str], text: Callable[[str], str]) -> str:
    other = f"REPLACE({q(QUOTED)}, {text(chr(92))}, {text('%:')})"
    return f"SELECT {q(QUOTED)} AS street, {other} AS other FROM {q(STREET)}"


_SPEC = """\
name: hostile
relations:
  order:
    entity: [name, plain_code]
    ask: asked
    say:
      range: {of: größe, by: range, bounds: [1, 10]}
      decade: {of: since, by: decade}
questions:
  - type: binary
    relation: order
    fd: name, code -> street, since
    holds: flag
    wording:
      basic: "Is {{ name }} of {{ code }} true? 100% :sure \\\\ {{ '{{' }}"
      negated: "Is {{ name }} of {{ code }} false?"
  - type: binary
    relation: order
    fd: plain_code -> größe
    mixed: true
    wording: {basic: "Is {{ plain_code }} {{ range }}?", negated: "Not {{ range }}?"}
  - type: altered
    relation: order
    fd: name, street -> code
    replaced: [name, street]
    must_share: slash
    wording: {basic: "Is {{ name }} in {{ street }}?"}
  - type: multiple_choice
    relation: order
    fd: plain_code -> name, price, twice, total, mean, when, since
    wording:
      - question: "What is false of {{ plain_code }}?"
        name: "Name: {{ name }}."
        price: "Price: {{ price }}."
        twice: "Twice: {{ twice }}."
        total: "Total: {{ total }}."
        mean: "Mean: {{ mean }}."
        when: "When: {{ when }}."
        since: "Since: {{ since }}."
  - type: multiple_choice
    relation: order
    fd: code -> mark, street, größe
    distractors: uniform
    must_share: flag
    wording:
      - question: "What is false of {{ code }}?"
        mark: "Mark: {{ mark }}."
        street: "Street: {{ street }}."
        größe: "Size: {{ größe }}."
  - type: multi_hop
    relation: order
    hops: [name -> plain_code, {fd: plain_code -> tag, values: all}]
    wording: {basic: "Has {{ name }} tags?", negated: "Has {{ name }} no tags?"}
"""
