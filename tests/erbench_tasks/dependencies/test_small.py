"""What determines what in a table of facts: against every combination, counted in Python."""

from collections import defaultdict
from itertools import combinations

import pytest
import sqlalchemy
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.dependencies.small import small_dependencies

NAMES = ["a", "b", "c", "d", "e"]


def filled(engine, names, rows):
    columns = [sqlalchemy.Column(name, sqlalchemy.String(20)) for name in names]
    table = sqlalchemy.Table("fact", sqlalchemy.MetaData(), *columns)
    table.metadata.create_all(engine)
    with engine.begin() as connection:
        if rows:
            connection.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in rows])
    return table


def found(table, engine, left, right, **options):
    with engine.connect() as connection:
        return small_dependencies(connection, table, left, right, **options)


def counted(rows, left, right):
    """The share, the groups and the rows, in plain Python."""
    groups, present = defaultdict(set), 0
    for row in rows:
        values = [row[i] for i in left]
        if None not in (*values, row[right]):
            groups[tuple(values)].add(row[right])
            present += 1
    single = sum(len(values) == 1 for values in groups.values())
    return (single / len(groups) if groups else 0.0), len(groups), present


def expected(rows, dependents, share, most):
    minimal = []
    for right in dependents:
        if len({row[right] for row in rows} - {None}) < 2:
            continue
        smaller = []
        for size in range(1, most + 2):
            for left in combinations(range(len(NAMES)), size):
                if right in left or any(set(one) < set(left) for one in smaller):
                    continue
                kept, groups, present = counted(rows, left, right)
                if kept >= share and (size <= most or groups == present):
                    smaller.append(left)
                    minimal.append((left, right, kept, groups, present))
    return minimal


texts = st.sampled_from(["x", "X", "x ", "é", None])


@given(st.lists(st.tuples(*[texts] * len(NAMES)), max_size=12), st.sampled_from([0.5, 1.0]))
@settings(max_examples=60)
def test_they_are_those_of_every_combination(rows, share):
    engine = sqlalchemy.create_engine("sqlite://")
    table = filled(engine, NAMES, rows)
    names = {name: index for index, name in enumerate(NAMES)}
    got = [
        (tuple(names[n] for n in d.determinant), names[d.dependent], d.share, d.groups, d.rows)
        for d in found(table, engine, NAMES, ["d", "e"], most=2, share=share)
    ]
    assert got == expected(rows, [3, 4], share, 2)


# Places of a race in a year; the drivers of shared cars are the exceptions.
RACES = [
    (f"race {race}", str(year), str(place), f"driver {(race * 7 + year * 3 + place) % 23}")
    for race in range(5) for year in range(1950, 1960) for place in range(1, 7)
]  # fmt: skip
COLUMNS = ["race", "year", "place", "driver"]


def test_a_fact_is_determined_by_its_circumstances():
    engine = sqlalchemy.create_engine("sqlite://")
    table = filled(engine, COLUMNS, [*RACES, ("race 0", "1950", "1", "driver 22")])
    (only,) = found(table, engine, COLUMNS[:3], ["driver"])
    assert only.determinant == ("race", "year", "place")
    assert (only.share, only.groups, only.rows) == (299 / 300, 300, 301)
    assert (only.is_key, only.repeated, only.support) == (False, 1, 0)
    assert not found(table, engine, COLUMNS[:3], ["driver"], share=1.0)


def test_one_more_column_is_allowed_if_it_makes_a_key():
    engine = sqlalchemy.create_engine("sqlite://")
    table = filled(engine, COLUMNS, RACES)
    (only,) = found(table, engine, COLUMNS[:3], ["driver"], most=2)
    assert (len(only.determinant), only.is_key) == (3, True)
    again = sqlalchemy.create_engine("sqlite://")
    table = filled(again, COLUMNS, [*RACES, RACES[0]])
    assert not found(table, again, COLUMNS[:3], ["driver"], most=2)


def test_what_holds_in_a_sample_only_is_not_returned(writable):
    # The place alone names the driver in most samples of ten, and never in the table.
    table = filled(writable.engine, COLUMNS, RACES)
    (only,) = found(table, writable.engine, COLUMNS[:3], ["driver"], rows=10)
    assert only.determinant == ("race", "year", "place")
    assert (only.share, only.groups, only.rows) == (1.0, 300, 300)


def test_columns_of_a_table_that_is_referred_to_are_its_rows_own(writable):
    # The race has no name: circuit and year tell which one it was.
    races = [(f"{circuit}/{year}", f"circuit {circuit}", str(year))
             for circuit in range(5) for year in range(1950, 1960)]  # fmt: skip
    table = filled(writable.engine, ["race", "place", "driver"], [
        (race, str(place), f"driver {(index * 7 + place) % 23}")
        for index, (race, _, _) in enumerate(races) for place in range(1, 7)
    ])  # fmt: skip
    behind = [sqlalchemy.Column(n, sqlalchemy.String(20)) for n in ("race", "circuit", "year")]
    other = sqlalchemy.Table("race", table.metadata, *behind)
    other.create(writable.engine)
    with writable.engine.begin() as connection:
        connection.execute(
            other.insert(), [dict(zip(["race", "circuit", "year"], r, strict=True)) for r in races]
        )
    known = ["place", "race.circuit", "race.year"]
    (only,) = found(table, writable.engine, known, ["driver"], behind={"race": other.c.race})
    assert only.determinant == ("place", "race.circuit", "race.year")
    assert (only.groups, only.rows, only.is_key) == (300, 300, True)


def test_only_the_rows_that_are_meant_are_looked_at(writable):
    # The second place is shared, and the first one is not.
    rows = [(f"race {r}", "1" if not d else "2", f"driver {(r * 7 + d) % 23}")
            for r in range(60) for d in range(3)]  # fmt: skip
    table = filled(writable.engine, ["race", "place", "driver"], rows)
    assert not found(table, writable.engine, ["race", "place"], ["driver"])
    first = table.c.place == "1"
    (only,) = found(table, writable.engine, ["race", "place"], ["driver"], where=first)
    assert (only.determinant, only.rows, only.is_key) == (("race",), 60, True)


@pytest.mark.parametrize("rows", [[], [("r", "1950", "1", "d")], [(None, None, None, None)] * 3])
def test_a_table_without_variety_has_none(rows):
    engine = sqlalchemy.create_engine("sqlite://")
    assert found(filled(engine, COLUMNS, rows), engine, COLUMNS[:3], ["driver"]) == []
