"""How an organisation divides itself: departments, wards, territories, which nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from . import vocabulary
from .names import has_any, name_words, table_words
from .personal import private_role
from .tables import LinkedTable


def divisions(tables: Iterable[LinkedTable], personal: Iterable[str]) -> dict[str, str]:
    """Finds the tables that only say how an organisation with staff is divided.

    That is what its staff refers to (departments, shifts, stores), and what is reached from there
    alone: the regions of sales territories. What others refer to as well is known outside: the
    airports of pilots and flights, the products of orders. Cities and languages are nobody's.

    Args:
        tables: The tables; each name once.
        personal: The names of those that are about private people.

    Returns:
        Names of such tables to a table that refers to them.
    """
    every = {table.name: table for table in tables}
    private = set(personal) & every.keys()
    staff = _staff(every, private)
    found: dict[str, str] = {}
    while further := _further(every, private, staff, found):
        found |= further
    return found


def _staff(tables: Mapping[str, LinkedTable], private: set[str]) -> set[str]:
    """Returns the tables of staff, and those about what somebody of the staff was or did."""
    found = {name for name in private if _is_of_staff(tables[name])}
    for name in private - found:
        table = tables[name]
        others = {target for _, target in table.foreign_keys}
        inside = {target for key, target in table.foreign_keys if {*key} <= {*table.primary_key}}
        if inside & found and not others & private - found:
            found.add(name)
    return found


def _is_of_staff(table: LinkedTable) -> bool:
    key = private_role(name_words(table.primary_key[0])) if len(table.primary_key) == 1 else None
    words = table_words(table.name)
    return has_any(words, vocabulary.STAFF) or bool(key and has_any(key, vocabulary.STAFF))


def _further(
    tables: Mapping[str, LinkedTable],
    private: set[str],
    staff: set[str],
    found: Mapping[str, str],
) -> dict[str, str]:
    """Returns the tables that divide an organisation because of those that do."""
    near = staff | found.keys()
    further = {}
    for name in sorted(tables.keys() - private - found.keys()):
        last = table_words(name)[-1:]
        by = _referring(tables, name)
        alone = set(by) <= private | found.keys() and not has_any(last, vocabulary.NOBODYS)
        targets = sorted({target for _, target in tables[name].foreign_keys} - {name})
        if staff and has_any(last, vocabulary.SITES) and private.intersection(by):
            further[name] = next(other for other in by if other in private)
        elif len(targets) > 1 and near.issuperset(targets):  # links them to each other
            further[name] = targets[0]
        elif near.intersection(by) and (alone or has_any(last, vocabulary.DIVISIONS)):
            further[name] = next(other for other in by if other in near)
    return further


def _referring(tables: Mapping[str, LinkedTable], name: str) -> list[str]:
    """Returns the other tables that refer to a table."""
    others = (table for table in tables.values() if table.name != name)
    return [t.name for t in others if any(target == name for _, target in t.foreign_keys)]
