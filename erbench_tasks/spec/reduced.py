"""A specification without what no question uses: what may be published of it.

It works on the YAML's content, so that what is left stands as its author wrote it. Comments, and
relations, attributes, images and aliases that no entry uses, are not in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from pydantic import ValidationError

from ...core.errors import InputError
from ...core.yaml_files import parse_yaml
from .spec import BenchmarkSpec, with_on
from .strict import one_or_several

Content = dict[Any, Any]
_WORD = re.compile(r"\w+")
_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
# What names no attribute.
_OTHER_FIELDS = ("type", "relation", "template", "templates")


def reduced_text(text: str, *, passages: bool) -> tuple[str, BenchmarkSpec] | None:
    """Returns the YAML of a specification, with nothing but what its questions use.

    A tuple needs every attribute of its relation. Of a database in which an attribute that is
    dropped is NULL somewhere, the result makes some items more.

    Args:
        text: The YAML.
        passages: Whether questions come with passages.

    Returns:
        The text, and what it says; None if it is no specification.
    """
    try:
        content = parse_yaml(text, "")
        if any(BenchmarkSpec.model_validate(content).unknown_names()):
            return None
    except (InputError, ValidationError):
        return None
    content = reduced(content, passages=passages)
    dumped: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    return dumped, BenchmarkSpec.model_validate(content)


def reduced(content: Mapping[str, Any], *, passages: bool) -> Content:
    """Returns the content of a valid specification, with nothing but what its questions use.

    Args:
        content: What the YAML says.
        passages: Whether questions come with passages.
    """
    questions = content["questions"]
    aliases = content.get("aliases") or {}
    relations = {
        name: _relation(
            content["relations"][name],
            [entry for entry in questions if entry["relation"] == name],
            aliases,
            passages,
        )
        for name in content["relations"]
        if name in {entry["relation"] for entry in questions}
    }
    used = {name for relation in relations.values() for name in relation["attributes"]}
    found = {**content, "relations": relations, "questions": _without_comments(questions)}
    for field in ("aliases", "kinds"):
        _keep(found, field, used)
    return found


def without_comments(template: str) -> str:
    """Returns a template without Jinja's comments."""
    return _COMMENT.sub("", template)


def _relation(
    relation: Content, entries: list[Content], aliases: Mapping[str, Any], passages: bool
) -> Content:
    """Returns a relation with the attributes that some entries use."""
    found = dict(relation)
    found["tables"] = [with_on(t) if isinstance(t, dict) else t for t in relation["tables"]]
    _keep(found, "images", {entry.get("image") for entry in entries})
    found.pop("wikidata", None)
    if not passages:
        found.pop("passage", None)
        found.pop("pages", None)
    used = {
        word
        for entry in entries
        for field, value in entry.items()
        if field not in _OTHER_FIELDS
        for word in _words(value)
    }
    used |= set(_words([found.get(field) for field in ("entity", "passage", "images", "pages")]))
    statements = relation.get("statements") or {}
    used |= {value["of"] for name, value in statements.items() if name in used}
    # A spelling is looked up by attributes, which may be others.
    used |= {match for name in used & set(aliases) for match in aliases[name].get("match") or ()}
    _keep(found, "attributes", used)
    partial = [name for name in one_or_several(found.pop("partial", [])) if name in used]
    found |= {"partial": partial} if partial else {}
    _keep(found, "statements", {name for name, value in statements.items() if value["of"] in used})
    unknown = found.get("unknown") or {}
    given = {column for column, values in unknown.items() if {"given": True} in values}
    asked = {*_texts(found["attributes"]), *(found.get("ask_where") or ())}
    _keep(found, "unknown", asked | given)
    found["tables"] = [_table(table) for table in relation["tables"]]
    return found


def _table(table: str | Content) -> str | Content:
    """Returns a table as it is written; YAML takes a plain `on` for a truth value."""
    if isinstance(table, str):
        return table
    fields: dict[Any, Any] = table
    return {"on" if field is True else field: value for field, value in fields.items()}


def _keep(content: Content, field: str, names: set[Any]) -> None:
    """Drops what is not among the names from a field, and the field if nothing is left."""
    kept = {name: value for name, value in (content.get(field) or {}).items() if name in names}
    if kept:
        content[field] = kept
    else:
        content.pop(field, None)


def _words(value: Any) -> Iterator[str]:
    """Yields every word of the texts in a value, the names of fields too."""
    for text in _texts(value):
        yield from _WORD.findall(text)


def _texts(value: Any) -> Iterator[str]:
    """Yields every text in a value, the names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts([*value, *value.values()])
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _without_comments(value: Any) -> Any:
    if isinstance(value, str):
        return without_comments(value)
    if isinstance(value, dict):
        return {name: _without_comments(part) for name, part in value.items()}
    return [_without_comments(part) for part in value] if isinstance(value, list) else value
