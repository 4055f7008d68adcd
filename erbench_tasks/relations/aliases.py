"""Other spellings that count as mentioning a value (entity resolution, Section 3.2)."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

import sqlalchemy
from sqlalchemy.exc import NoSuchTableError

from ...core.errors import InputError
from ..database.reflection import reflect_table
from ..spec.spec import AliasSpec
from .relation import Row

# What stands between the parts of a list: "Ann Lee, Bob Ray", "Lee/Ray".
_SEPARATORS = re.compile(r"\s*[,;/&|]\s*|\s+-\s+|\s+and\s+")


class Aliases:
    """Looks up the spellings of an attribute's value in a tuple."""

    def __init__(
        self, engine: sqlalchemy.Engine, specs: dict[str, AliasSpec], schema: str | None = None
    ) -> None:
        """Reads the alias tables.

        Args:
            engine: The database.
            specs: Attribute name to its aliases.
            schema: Schema of the tables; by default the connection's.

        Raises:
            InputError: An alias table or a column of it does not exist.
        """
        self._specs = specs
        self._listed = {name: _read(engine, name, spec, schema) for name, spec in specs.items()}

    def are_given(self, attribute: str) -> bool:
        """Tells whether the values of an attribute can have other spellings."""
        return attribute in self._specs

    def matched(self, attribute: str) -> list[str]:
        """Returns the attributes on which the other spellings of an attribute depend."""
        spec = self._specs.get(attribute)
        return list(spec.match) if spec else []

    def spellings(self, attribute: str, row: Row) -> list[str]:
        """Returns the value as text, then its aliases, without repetition."""
        value = str(row[attribute])
        spec = self._specs.get(attribute)
        if spec is None:
            return [value]
        found = [value]
        if spec.match and all(name in row for name in spec.match):
            found += self._listed[attribute].get(tuple(row[name] for name in spec.match), [])
        if spec.surname and value.split():
            found.append(value.split()[-1])
        if spec.decimals is not None:
            found.append(f"{float(value):.{spec.decimals}f}")
        if spec.parts:
            found += [part for part in _SEPARATORS.split(value) if len(part) > 2]
        return list(dict.fromkeys(found))


def _read(
    engine: sqlalchemy.Engine, attribute: str, spec: AliasSpec, schema: str | None
) -> dict[tuple[Any, ...], list[str]]:
    listed: dict[tuple[Any, ...], list[str]] = defaultdict(list)
    if spec.table is None:
        return listed
    try:
        table = reflect_table(engine, spec.table, sqlalchemy.MetaData(), schema)
        columns = [table.columns[name] for name in (spec.alias, *spec.match.values())]
    except (NoSuchTableError, KeyError) as error:
        raise InputError(f"aliases.{attribute}: no table or column {error.args[0]!r}") from error
    with engine.connect() as connection:
        for alias, *key in sorted(connection.execute(sqlalchemy.select(*columns)), key=str):
            listed[tuple(key)].append(str(alias))
    return listed
