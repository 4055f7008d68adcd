"""Numbers have one text, whatever engine they come from."""

import math
import struct
from decimal import Decimal

import pytest
import sqlalchemy
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.column_types import Float
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.reflection import reflect_table
from erbench_track.erbench_tasks.database.snapshot import snapshot, stream
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec

NUMBERS = ["5.2", "1000000", "0", "-0.5", "16777216", "0.1", "3.4e38", "1e-7", "123456.7",
           "0.00001", "2.5e15"]  # fmt: skip
TEXTS = ["5.2", "1000000", "0", "-0.5", "16777216", "0.1", "3.4E+38", "1E-7",
         "123456.7", "0.00001", "2500000000000000"]  # fmt: skip


def run(database, *statements):
    with database.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    database.engine.dispose()
    return open_database(database.location)


def read(engine, column):
    """Returns the texts of a column in a relation, in the order of `id`."""
    spec = RelationSpec.model_validate(
        {"sql": f"SELECT id, {column} AS x FROM t", "entity": ["id"]}
    )
    relation = Relation(Binder(engine), "t", spec)
    with snapshot(engine) as connection:
        groups = list(TupleSource(connection).groups(relation, ["id"], ["x"]))
        (incomplete,) = relation.incomplete(connection, [["x"]])
    return {
        group.determinant[0]: str(row["x"]) for group in groups for row in group.asked
    }, incomplete


# SQLite keeps every number in eight bytes.
@pytest.mark.parametrize("declared", ["real", "double precision"])
def test_a_floating_point_number_has_its_shortest_text(writable, declared):
    kind = "float" if writable.kind == "mariadb" and declared == "real" else declared
    engine = run(
        writable,
        f"create table t (id integer primary key, x {kind})",
        *(f"insert into t values ({place}, {n})" for place, n in enumerate(NUMBERS)),
        f"insert into t values ({len(NUMBERS)}, null)",
    )
    assert read(engine, "x") == (dict(enumerate(TEXTS)), 1)


@pytest.mark.parametrize("writable", ["postgresql", "duckdb"], indirect=True)
def test_what_is_no_number_is_left_out(writable):
    odd = ("'NaN'", "'Infinity'", "'-Infinity'")
    engine = run(
        writable,
        "create table t (id integer primary key, x real, y double precision, z decimal(9, 2))",
        *(f"insert into t values ({n}, {odd[n]}, {odd[n]}, 5.2)" for n in range(3)),
        "insert into t values (3, 1, 1, 5.20)",
    )
    if writable.kind == "postgresql":
        run(writable, "update t set z = 'NaN' where id = 0")
    assert read(engine, "x") == ({3: "1"}, 3)
    assert read(engine, "y") == ({3: "1"}, 3)
    missing = 1 if writable.kind == "postgresql" else 0
    assert read(engine, "z") == (dict.fromkeys(range(missing, 4), "5.20"), missing)
    table = reflect_table(engine, "t", sqlalchemy.MetaData())
    with snapshot(engine) as connection:
        (rows,) = stream(connection, sqlalchemy.select(table.c.y).order_by(table.c.id))
    assert [row[0] for row in rows] == [None, None, None, Decimal(1)]


def test_an_infinite_number_of_sqlite_is_left_out(tmp_path):
    path = tmp_path / "t.sqlite"
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.exec_driver_sql("create table t (id integer primary key, x real)")
        connection.exec_driver_sql("insert into t values (0, 9e999), (1, -9e999), (2, 'much')")
    engine.dispose()
    assert read(open_database(path), "x") == ({2: "much"}, 2)


def test_decimals_keep_the_zeros_that_their_column_has(writable):
    engine = run(
        writable,
        "create table t (id integer primary key, x decimal(9, 2))",
        "insert into t values (0, 5.2), (1, 5), (2, 1000000)",
    )
    assert read(engine, "x") == ({0: "5.20", 1: "5.00", 2: "1000000.00"}, 0)


NUMBER = st.floats(allow_nan=False, allow_infinity=False)


@given(
    st.tuples(NUMBER, st.just(False))
    | st.tuples(st.floats(allow_nan=False, allow_infinity=False, width=32), st.just(True))
)
def test_the_text_of_a_number_is_read_as_the_same_number(number):
    value, single = number
    read = Float(single=single).result_processor(None, None)(value)
    again = float(read)
    if single:
        (again,) = struct.unpack("f", struct.pack("f", again))
    assert again == value
    assert len(str(read)) <= 25
    assert "E" not in str(read) or not 1e-6 <= math.fabs(value) < 1e16


@pytest.mark.parametrize("writable", ["postgresql", "duckdb"], indirect=True)
@pytest.mark.parametrize("kind", ["date", "timestamp", "timestamp with time zone"])
def test_an_infinite_date_is_none_and_stops_nothing(writable, kind):
    day = "2004-05-06 00:00:00+00" if "zone" in kind else "2004-05-06"
    engine = run(
        writable,
        f"create table t (id integer primary key, x {kind})",
        f"insert into t values (1, '{day}'), (2, 'infinity'), (3, '-infinity')",
    )
    assert read(engine, "x") == ({1: "2004-05-06"}, 2)


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_a_date_that_python_has_none_of_is_read_as_the_database_writes_it(writable):
    engine = run(
        writable,
        "create table t (id integer primary key, x date)",
        "insert into t values (1, '2004-05-06'), (2, '0044-03-15 BC'), (3, '12004-01-01')",
    )
    expected = {1: "2004-05-06", 2: "0044-03-15 BC", 3: "12004-01-01"}
    assert read(engine, "x") == (expected, 0)


def test_a_time_stamp_at_midnight_is_written_as_its_date(writable):
    kind = "timestamp" if writable.kind in ("postgresql", "duckdb") else "datetime"
    engine = run(
        writable,
        f"create table t (id integer primary key, x {kind} null)",
        "insert into t values (1, '2008-04-30 00:00:00'), (2, '2008-04-30 16:45:00')",
    )
    assert read(engine, "x") == ({1: "2008-04-30", 2: "2008-04-30 16:45:00"}, 0)


@pytest.mark.parametrize("writable", ["postgresql", "duckdb"], indirect=True)
@pytest.mark.parametrize(("column", "short"), [("x", "0.10"), ("x + 0", "0.1")])
def test_a_decimal_of_any_length_is_exact(writable, column, short):
    texts = ["12345678901234567890123456789012.12", short, "-99999999999999999999.99"]
    engine = run(
        writable,
        "create table t (id integer primary key, x decimal(36, 2))",
        *(f"insert into t values ({n}, {text})" for n, text in enumerate(texts)),
    )
    assert read(engine, column) == (dict(enumerate(texts)), 0)


def test_a_computed_number_has_the_same_text_on_every_engine(writable):
    engine = run(
        writable,
        "create table t (id integer primary key, x decimal(9, 2), y integer)",
        "insert into t values (0, 0, 3), (1, 5.5, 4), (2, 5.25, 5)",
    )
    assert read(engine, "x * 2") == ({0: "0", 1: "11", 2: "10.5"}, 0)
    assert read(engine, "AVG(x) OVER (PARTITION BY id)") == ({0: "0", 1: "5.5", 2: "5.25"}, 0)
    assert read(engine, "SUM(y) OVER (PARTITION BY id)") == ({0: "3", 1: "4", 2: "5"}, 0)
    assert read(engine, "y + 1") == ({0: "4", 1: "5", 2: "6"}, 0)
