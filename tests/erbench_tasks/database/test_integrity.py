"""Whether joined tables belong together, on every engine."""

import pytest
from sqlalchemy import text

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.gate import read_query
from erbench_track.erbench_tasks.database.integrity import check_joins
from erbench_track.erbench_tasks.database.lineage import BaseColumn, Catalog
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot

TABLES = {
    "prize": ["id", "award", "year"],
    "winner": ["name", "prize_id", "award", "year", "other"],
    "loser": ["name", "prize_id"],
}
STATEMENTS = [
    "create table prize (id integer, award varchar(20), year integer)",
    "create table winner (name varchar(20), prize_id integer, award varchar(20), year integer,"
    " other integer)",
    "create table loser (name varchar(20), prize_id integer)",
    "insert into prize values (1, '100% a:b', 1901), (2, 'Peace', 1902), (3, 'Peace', 1903)",
    "insert into winner values ('Ann', 1, '100% a:b', 1901, 7), ('Bob', 1, 'Peace', 1902, 1),"
    " ('Eve', 2, 'Peace', 1903, 2), ('Nobody', null, null, 1901, null)",
    "insert into loser values ('Max', 3), ('Ann', 4)",
]
TO_PRIZE = (BaseColumn(None, "winner", "prize_id"),), (BaseColumn(None, "prize", "id"),)
LOSER = (BaseColumn(None, "loser", "prize_id"),), (BaseColumn(None, "prize", "id"),)


@pytest.fixture
def database(writable):
    with writable.engine.begin() as connection:
        for statement in STATEMENTS:
            connection.execute(text(statement.replace(":", "\\:")))
    writable.engine.dispose()
    return open_database(writable.location)


def checks(engine, sql, foreign_keys=()):
    query = read_query(
        sql, engine.dialect.name, Catalog(lambda _, table: TABLES.get(table)), "r.sql"
    )
    with engine.connect() as connection:
        return check_joins(connection, query, foreign_keys)


EVERY = pytest.mark.parametrize(
    "writable", ["sqlite", "duckdb", "postgresql", "mariadb"], indirect=True
)
CASES = [
    (
        "select w.name from winner w join prize p on p.id = w.prize_id",
        True,
        "winner.prize_id -> prize.id: holds (2 values; not declared as a foreign key)",
    ),
    (
        "select w.name from prize p join winner w on p.id = w.prize_id",
        True,
        "winner.prize_id -> prize.id: holds (2 values; not declared as a foreign key)",
    ),
    (
        "select w.name from winner w, prize p where p.id = w.other and p.year > 1",
        False,
        "winner.other -> prize.id: 1 of 3 values have no match (such as '7'), "
        "nor the other way round (1 of 3)",
    ),
    (
        "select w.name from winner w join prize p using (award, year)",
        True,
        None,
    ),
    (
        "select w.name from winner w join prize p on p.award = w.award and p.year = w.year",
        True,
        "winner(award, year) -> prize(award, year): holds (3 values; "
        "not declared as a foreign key)",
    ),
    (
        "with p as (select id + 1 as next from prize), x as (select name, prize_id from winner) "
        "select x.name from x join p on p.next = x.prize_id",
        False,
        ": 1 of 2 values have no match (such as '1'), nor the other way round (2 of 3)",
    ),
    (
        "select a.name from (select name, prize_id as i from winner where name like '%n%') a "
        "join prize p on p.id = a.i and p.award = '100% a:b'",
        True,
        "winner.prize_id -> prize.id: holds (1 values; not declared as a foreign key)",
    ),
]  # fmt: skip


@EVERY
def test_values_of_one_side_are_looked_for_on_the_other(database):
    for sql, holds, line in CASES:
        found = checks(database, sql)
        assert all(check.holds for check in found) is holds, sql
        assert not any(check.declared for check in found)
        if line:
            assert [str(check) for check in found] == [line] or str(found[0]).endswith(line), sql


@pytest.mark.parametrize("writable", ["sqlite"], indirect=True)
def test_what_the_database_declares_is_not_counted(database):
    sql = "select w.name from winner w join prize p on p.id = w.prize_id"
    (found,) = checks(database, sql, [TO_PRIZE])
    assert found.declared
    assert found.holds
    assert str(found) == "winner.prize_id -> prize.id: declared as a foreign key"
    (turned,) = checks(
        database, "select w.name from prize p join winner w on p.id = w.prize_id", [TO_PRIZE]
    )
    assert str(turned) == str(found)
    (renamed,) = checks(
        database,
        "with p as (select id as i from prize) select name from winner join p on p.i = prize_id",
        [TO_PRIZE],
    )
    assert renamed.declared
    (other,) = checks(
        database, "select w.name from winner w join prize p on p.id = w.year", [TO_PRIZE]
    )
    assert not other.declared


@pytest.mark.parametrize("writable", ["sqlite"], indirect=True)
def test_two_that_refer_to_the_same_columns_and_a_table_with_itself_are_declared(database):
    sql = "select w.name from winner w join loser l on l.prize_id = w.prize_id"
    assert checks(database, sql, [TO_PRIZE, LOSER])[0].declared
    assert not checks(database, sql, [TO_PRIZE])[0].holds
    assert checks(database, "select a.name from winner a join winner b on a.year = b.year")[
        0
    ].declared


@pytest.mark.parametrize("writable", ["postgresql"], indirect=True)
def test_columns_that_cannot_be_compared_are_refused_in_one_line(database):
    with pytest.raises(InputError, match="cannot be read: operator does not exist") as caught:
        checks(database, "select w.name from winner w join prize p on p.award = w.prize_id")
    assert "\n" not in str(caught.value)


ENDLESS = "select count(*) from t a, t b, t c, t d, t e where a.n + b.n - c.n - d.n + e.n = 5"


@EVERY
def test_a_query_that_takes_too_long_is_ended_and_the_database_goes_on(writable, monkeypatch):
    with writable.engine.begin() as connection:
        connection.execute(text("create table t (n integer)"))
        connection.execute(text("insert into t values " + ", ".join(f"({n})" for n in range(300))))
    writable.engine.dispose()
    monkeypatch.setenv("ERBENCH_TRACK_QUERY_SECONDS", "0.5")
    engine = open_database(writable.location)
    with (
        pytest.raises(InputError, match=r"takes longer than 0\.5 seconds") as caught,
        snapshot(engine) as connection,
    ):
        connection.exec_driver_sql(ENDLESS).all()
    assert "\n" not in str(caught.value)
    with snapshot(engine) as connection:
        assert connection.exec_driver_sql("select count(*) from t").scalar_one() == 300


@pytest.mark.parametrize("writable", ["sqlite"], indirect=True)
def test_a_file_of_sqlite_reads_no_other_and_writes_none(database, tmp_path):
    before = sorted(tmp_path.iterdir())
    for statement in (
        f"attach '{tmp_path / 'new.db'}' as x",
        f"vacuum into '{tmp_path / 'new.db'}'",
        "pragma writable_schema = on",
        "pragma query_only = off",
        "select load_extension('x')",
        "create temp table x (y integer)",
        "delete from prize",
    ):
        with (
            database.connect() as connection,
            pytest.raises(Exception, match=r"not authorized|authorization denied|prohibited"),
        ):
            connection.exec_driver_sql(statement)
    assert sorted(tmp_path.iterdir()) == before
