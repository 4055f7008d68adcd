"""Which rows of a table are read: the same on every engine, at any order of the rows."""

import random
from dataclasses import replace
from datetime import date

import pytest
import sqlalchemy

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.inspection.columns import Kind, judge_columns
from erbench_track.erbench_tasks.inspection.sample import CHARACTERS, sample_table
from erbench_track.erbench_tasks.inspection.schema import read_schema
from erbench_track.erbench_tasks.inspection.values import read_values, unreadable

ROWS = 700


def fill(engine, order, key=True):
    kinds = {
        "id": sqlalchemy.Integer(), "title": sqlalchemy.String(40), "made": sqlalchemy.Date(),
        "text": sqlalchemy.Text(), "height": sqlalchemy.Float(), "open": sqlalchemy.Boolean(),
    }  # fmt: skip
    columns = [
        sqlalchemy.Column(name, kind, primary_key=key and name == "id", autoincrement=False)
        for name, kind in kinds.items()
    ]
    table = sqlalchemy.Table("thing", sqlalchemy.MetaData(), *columns)
    table.metadata.create_all(engine)
    rows = [
        {
            "id": i, "title": f"Thing {i} é" if i % 7 else None, "made": date(1900 + i % 100, 1, 1),
            "text": "long " * 200, "height": i / 4, "open": i % 2 == 0,
        }
        for i in range(ROWS)
    ]  # fmt: skip
    with engine.begin() as connection:
        connection.execute(table.insert(), [rows[i] for i in order])
    engine.dispose()


def read(location, most):
    engine = open_database(location)
    table = read_schema(engine)["thing"]
    with snapshot(engine) as connection:
        found = sample_table(connection, table, list(table.table.columns), most)
    engine.dispose()
    return found


@pytest.mark.parametrize("key", [True, False], ids=["with a key", "without a key"])
def test_the_sample_is_the_same_on_every_engine_and_at_any_order(writable, tmp_path, key):
    order = list(range(ROWS))
    random.Random(3).shuffle(order)  # noqa: S311
    fill(writable.engine, order, key)
    plain = tmp_path / "plain.sqlite"
    fill(sqlalchemy.create_engine(f"sqlite:///{plain}"), range(ROWS), key)
    here, there = read(writable.location, 100), read(plain, 100)
    assert (here.rows, here.of_rows) == (there.rows, there.of_rows) == (100, ROWS)
    assert sorted(here.values["height"]) == sorted(there.values["height"])
    for name in ("id", "title", "made", "text"):
        assert sorted(map(str, here.values[name])) == sorted(map(str, there.values[name]))
    ids = sorted(here.values["id"])
    # Over the whole table, and not its first rows.
    assert min(ids) < ROWS * 0.1
    assert max(ids) > ROWS * 0.9


def test_a_small_table_is_read_whole_and_long_texts_in_part(writable):
    fill(writable.engine, range(ROWS))
    found = read(writable.location, ROWS)
    assert (found.rows, found.of_rows) == (ROWS, ROWS)
    assert set(map(len, found.values["text"])) == {CHARACTERS}


def test_columns_are_judged_alike_on_every_engine(writable, tmp_path):
    fill(writable.engine, range(ROWS))
    plain = tmp_path / "plain.sqlite"
    fill(sqlalchemy.create_engine(f"sqlite:///{plain}"), range(ROWS))
    verdicts = []
    for location in (writable.location, plain):
        engine = open_database(location)
        with snapshot(engine) as connection:
            judged = judge_columns(connection, read_schema(engine)["thing"], 90)
        verdicts.append([(c.name, c.kind, c.reason, c.distinct, c.share, c.asks) for c in judged])
        engine.dispose()
    assert verdicts[0] == verdicts[1]
    kinds = {name: kind for name, kind, *_ in verdicts[0]}
    assert kinds["height"] is Kind.NUMBER
    assert kinds["open"] is Kind.FLAG


def test_a_text_that_is_not_in_utf_8_stops_nothing_and_is_the_reason(tmp_path):
    path = tmp_path / "old.sqlite"
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.exec_driver_sql("create table thing (id integer primary key, title text, h int)")
        connection.exec_driver_sql(
            "with recursive n(i) as (select 1 union all select i + 1 from n where i < 300) "
            "insert into thing select i, cast(x'43616665E9' || i as text), i * 7 from n"
        )
    engine.dispose()
    engine = open_database(path)
    table = read_schema(engine)["thing"]
    with snapshot(engine) as connection:
        whole = judge_columns(connection, table)
        sampled = sample_table(connection, replace(table, key=()), list(table.table.columns), 100)
    reasons = {column.name: column.reason for column in whole}
    assert reasons["title"] == "texts that are not all in UTF-8"
    assert reasons["h"] == ""
    assert sampled.rows == 100


def test_a_few_garbled_names_do_not_cost_a_column():
    garbled = [f"M\ufffdnzen{n}" for n in range(9)]
    assert unreadable(read_values([*garbled, *(f"Elm {n}" for n in range(300))])) == ""
    assert unreadable(read_values([*garbled, "Elm", "Ash"])) == "texts that are not all in UTF-8"
