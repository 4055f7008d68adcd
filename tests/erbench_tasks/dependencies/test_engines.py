"""Functional dependencies on every engine: whatever its collation, the numbers are Python's."""

import random
from collections import Counter, defaultdict

import pytest
import sqlalchemy

from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.dependencies.check import holds, violations
from erbench_track.erbench_tasks.dependencies.mining import mine_dependencies, open_source

TEXTS = ["x", "X", "x ", "é", "e", "É", "", " ", "ß", "ss", "'", "%s", ":a", None]
# A column may be called as anything.
NAMES = ["a", "two words", '100% "b" [bold]:c', "select"]


def filled(engine, rows):
    metadata = sqlalchemy.MetaData()
    kinds = [sqlalchemy.String(20), sqlalchemy.Text(), sqlalchemy.CHAR(4), sqlalchemy.Integer()]
    columns = [sqlalchemy.Column(name, kind) for name, kind in zip(NAMES, kinds, strict=True)]
    table = sqlalchemy.Table("t", metadata, *columns)
    metadata.create_all(engine)
    with engine.begin() as connection:
        # A name with a percent sign or a bracket cannot name a parameter on every driver.
        for row in rows:
            values = dict(zip(table.columns, row, strict=True))
            connection.execute(table.insert().values(values))
    return table


def random_rows(seed, count):
    drawn = random.Random(seed)  # noqa: S311 -- nothing is secret
    return [
        (
            drawn.choice(TEXTS),
            drawn.choice(TEXTS),
            drawn.choice(["y", "Y", "z", None]),
            drawn.choice([1, 2, None]),
        )
        for _ in range(count)
    ]


def test_every_engine_counts_as_python_does(writable):
    rows = random_rows(1, 120)
    table = filled(writable.engine, rows)
    with snapshot(writable.engine) as connection:
        for left, right in [([0], [1]), ([1], [0]), ([2, 3], [0]), ([0, 1], [2, 3]), ([], [3])]:
            groups = defaultdict(Counter)
            for row in rows:
                groups[tuple(row[i] for i in left)][tuple(row[i] for i in right)] += 1
            true = {key: dict(values) for key, values in groups.items() if len(values) > 1}
            sides = [[NAMES[i] for i in side] for side in (left, right)]
            check = holds(connection, table, *sides)
            assert (check.tuples, check.determinants) == (len(rows), len(groups))
            assert check.violating == len(true)
            assert check.to_remove == len(rows) - sum(max(v.values()) for v in groups.values())
            assert check.tuples_in_violation == sum(sum(v.values()) for v in true.values())
            if left:
                found = violations(connection, table, *sides, most=1000, most_values=1000)
                assert {each.determinant: dict(each.dependents) for each in found} == true
                assert len(violations(connection, table, *sides, most=2)) == min(2, len(true))


def test_every_engine_mines_the_same_dependencies(writable):
    pytest.importorskip("desbordante", reason="needs the extra fd")
    rows = [(f"k{n}", f"g{n // 3}", "y" if n < 12 else "Y", n // 6 or None) for n in range(30)]
    filled(writable.engine, rows)
    with snapshot(writable.engine) as connection:
        source = open_source(writable.engine, "t")
        for most in (1000, 7):
            found = mine_dependencies(connection, source, rows=most, max_determinant=1)
            assert {str(each.fd) for each in found.dependencies} >= {
                "two_words -> select",
                "two_words -> _100___b___bold__c",
            }
            assert [str(each.fd.determinant) for each in found.keys] == ["['a']"]
