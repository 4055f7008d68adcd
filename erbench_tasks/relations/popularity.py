"""Asking about a part of the entities by their popularity, such as the least popular quarter."""

from __future__ import annotations

import sqlalchemy
from sqlalchemy import func, select

from ...core.errors import InputError
from ...metrics.statistics.quantiles import Part
from ..database.snapshot import stream
from ..database.sql_text import comparable_column
from .relation import ASKED, POPULARITY, Relation


def of_popularity(
    connection: sqlalchemy.Connection, relation: Relation, part: Part
) -> tuple[Relation, int]:
    """Returns a relation that asks about a part of its entities, with all that are equal in it.

    Returns:
        The relation, all of whose tuples are facts as before; and how many of its entities cannot
        be ranked, since their popularity is not known.

    Raises:
        InputError: The relation has no popularity, or no entity lies in the part.
    """
    if relation.popularity is None:
        raise InputError(
            f"--popularity: relations.{relation.name}: it is not known how popular its entities "
            "are; name a column of numbers with `popularity: COLUMN`, or take a source that "
            "has one, such as Wikidata"
        )
    tuples = relation.tuples(relation.spec.entity)
    entity = (comparable_column(tuples.c[relation.label(name)]) for name in relation.spec.entity)
    largest = func.max(tuples.c[relation.label(POPULARITY)]).label("popularity")
    each = select(largest).where(tuples.c[ASKED]).group_by(*entity).subquery()
    ranked = select(func.count(), func.count(each.c.popularity))
    entities, known = connection.execute(ranked).one()
    value = each.c.popularity
    counts = select(value, func.count()).where(value.is_not(None)).group_by(value).order_by(value)
    ascending = (tuple(row) for batch in stream(connection, counts) for row in batch)
    bounds = part.bounds(ascending, known)
    if bounds is None:
        why = "too many are equally popular" if known else f"{relation.spec.popularity} is NULL"
        raise InputError(
            f"--popularity {part}: relations.{relation.name}: of {known:,} entities none lies in "
            f"there: {why}; give a larger part, such as 0:0.5"
        )
    popularity = relation.popularity
    asked = sqlalchemy.and_(popularity.is_not(None), popularity.between(*bounds))
    return relation.asking_where(asked), entities - known
