"""A specification as it may be published: without relations that no question uses.

What is left stands as its author wrote it, queries too, but for comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import yaml
from sqlglot.dialects.dialect import Dialect

from ...core.yaml_files import parse_yaml
from ..database.gate import DIALECTS

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such, so that they can be compared line by line."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if "\n" in text else None
    ),
)


def dumped(content: Any) -> str:
    """Returns the YAML of a specification's plain values, with queries as they are."""
    return str(yaml.dump(content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100))


def reduced_text(text: str, dialect: str) -> str:
    """Returns the YAML of a specification as it may be published.

    Args:
        text: The YAML of a valid specification.
        dialect: SQLAlchemy's name of the database's dialect, in which its queries are.
    """
    content = parse_yaml(text, "")
    shorten = partial(_without_sql_comments, dialect=DIALECTS.get(dialect, dialect))
    shown = {(entry["relation"], entry.get("image")) for entry in content["questions"]}
    used = {relation for relation, _ in shown}
    content["relations"] = {n: of for n, of in content["relations"].items() if n in used}
    for name, relation in content["relations"].items():
        relation.pop("wikidata", None)
        for field in relation.keys() & {"sql", "spellings"}:
            relation[field] = _each_text(relation[field], shorten)
        for image in list(relation.get("images") or ()):  # which may name a folder of the author's
            if (name, image) not in shown:
                del relation["images"][image]
    content.pop("signed", None)
    content["questions"] = _each_text(content["questions"], without_comments)
    for entry in content["questions"]:
        for for_signers in ("why_known", "risk"):
            entry.pop(for_signers, None)
    return dumped(content)


def without_comments(template: str) -> str:
    """Returns a template without Jinja's comments."""
    return _COMMENT.sub("", template)


def _without_sql_comments(sql: str, dialect: str) -> str:
    """Returns a query without comments, which are all that stands between tokens but space."""
    left, end = "", 0
    for token in Dialect.get_or_raise(dialect).tokenize(sql):
        between = sql[end : token.start]
        space = "\n" if "\n" in between else " "
        left += (space if between.strip() else between) + sql[token.start : token.end + 1]
        end = token.end + 1
    return left


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """Returns a value with each of its texts changed, but for the names of fields."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _each_text(part, change) for name, part in value.items()}
    return [_each_text(part, change) for part in value] if isinstance(value, list) else value
