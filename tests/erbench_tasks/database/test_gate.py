"""The gate of SQL: what is refused, and what a query that passes reads."""

import re
import sqlite3
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.gate import read_query
from erbench_track.erbench_tasks.database.lineage import BaseColumn, BaseTable, Catalog

TABLES = {
    "movie": ["title", "year", "Animated", "genres", "info"],
    "directed_by": ["title", "year", "director", "position"],
    "genre_class": ["animated", "name"],
    "Winners": ["Winner", "Year of Birth", "prize_id", "http://x.org/a.jpg"],
    "Prizes": ["ID", "Award", "Year"],
    "order": ["id", "select", "parent"],
    "twins": ["a", "A"],
}
SCHEMA = """
create table movie (title text, year integer, Animated integer, genres text, info text);
create table directed_by (title text, year integer, director text, position integer);
create table genre_class (animated integer, name text);
create table Winners (Winner text, "Year of Birth" integer, prize_id integer,
  "http://x.org/a.jpg" text);
create table Prizes (ID integer, Award text, Year integer);
create table "order" (id integer, "select" text, parent integer);
insert into movie values ('Alien', 1979, 0, '["Horror", "SF"]', '{"a": 1}'),
  ('Up', 2009, 1, '["Comedy"]', null), ('Heat', 1995, 0, '[]', '{"a": 100}');
insert into directed_by values ('Alien', 1979, 'Ridley Scott', 1), ('Up', 2009, 'Pete Docter', 1),
  ('Up', 2009, 'Bob Peterson', 2), ('Heat', 1995, 'Michael Mann', 1);
insert into genre_class values (0, 'film'), (1, 'cartoon');
insert into Winners values ('Curie', 1867, 1, 'a:b'), ('Bohr', 1885, 2, '100%'),
  ('Nobody', 1, null, '');
insert into Prizes values (1, 'Physics', 1903), (2, 'Physics', 1922), (3, 'Peace', 1901);
insert into "order" values (1, 'a', null), (2, 'b', 1);
"""


def columns_of(schema, table):
    found = {name.lower(): columns for name, columns in TABLES.items()}
    return None if schema == "other" else found.get(table.lower())


def tables_of(schema):
    return list(TABLES)


def read(sql, dialect="sqlite", schema=None):
    catalog = Catalog(columns_of, tables_of, schema)
    return read_query(sql, dialect, catalog, "relations.movie.sql")


def refusal(sql, dialect="sqlite") -> str:
    with pytest.raises(InputError) as caught:
        read(sql, dialect)
    message = str(caught.value)
    assert message.startswith("relations.movie.sql: ")
    assert "\n" not in message
    assert len(message) < 400
    return message


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "data.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA)
    connection.close()
    return path


WRITES = [
    "insert into movie values (1)",
    "update movie set title = 'x'",
    "delete from movie",
    "drop table movie",
    "create table x (y integer)",
    "select title from movie; drop table movie",
    "select title from movie; select year from movie",
    "select title from movie;;select 1 as x",
    "attach 'x.db' as x",
    "pragma writable_schema = on",
    "vacuum into 'x.db'",
    "explain select title from movie",
    "begin",
    "values (1)",
    "",
    "-- nothing",
    "/* select title from movie */",
    "with x as (insert into movie values (1) returning title) select title from x",
    "with x as (delete from movie returning title) select title from x",
]
HOSTILE = [
    *[("sqlite", sql) for sql in WRITES],
    ("sqlite", "select load_extension('x') as a"),
    ("sqlite", "select readfile('/etc/passwd') as a"),
    ("sqlite", "select writefile('x', title) as a from movie"),
    ("sqlite", "select edit(title) as a from movie"),
    ("sqlite", "select fts3_tokenizer('simple') as a"),
    ("sqlite", "select \"load_extension\"('x') as a"),
    ("sqlite", "select randomblob(1000000000) as a"),
    ("sqlite", "select zeroblob(1000000000) as a"),
    ("sqlite", "select random() as a from movie"),
    ("sqlite", "select date('now') as a from movie"),
    ("sqlite", "select current_timestamp as a from movie"),
    ("sqlite", "select datetime() as a from movie"),
    ("sqlite", "select name from sqlite_master"),
    ("sqlite", "select name from pragma_table_info('movie')"),
    ("sqlite", "with recursive x as (select 1 as n union all select n + 1 from x) select n from x"),
    ("sqlite", "with x as (select 1 as n union all select n + 1 from x) select n from x"),
    ("sqlite", "with movie as (select 1 as n union select n + 1 from movie) select n from movie"),
    ("sqlite", "with x as (select n from y), y as (select n from x) select n from x"),
    ("sqlite", "select title from movie where year = ?"),
    ("sqlite", "select title from movie where year = :year"),
    ("sqlite", "select title from movie where year = @year"),
    ("sqlite", "select title from movie where year = $year"),
    ("sqlite", "select 1 as a from generate_series(1, 1000000000)"),
    ("sqlite", "select j.value as a from json_each('[1, 2]') as j"),
    ("sqlite", "select title from movie where title = 'it''s"),
    ("sqlite", "select title\0 from movie"),
    ("postgresql", "copy movie to '/tmp/x'"),
    ("postgresql", "copy (select title from movie) to program 'rm -rf x'"),
    ("postgresql", "set role admin"),
    ("postgresql", "call f()"),
    ("postgresql", "do $$ begin end $$"),
    ("postgresql", "select title into x from movie"),
    ("postgresql", "select title from movie for update"),
    ("postgresql", "select pg_read_file('/etc/passwd') as a"),
    ("postgresql", "select pg_catalog.pg_read_file('/etc/passwd') as a"),
    ("postgresql", "select \"pg_read_file\"('/etc/passwd') as a"),
    ("postgresql", "select lo_import('/etc/passwd') as a"),
    ("postgresql", "select x.a from dblink('host=h', 'select 1') as x(a integer)"),
    ("postgresql", "select pg_sleep(100) as a"),
    ("postgresql", "select title from movie where (select 1 from pg_sleep(100)) = 1"),
    ("postgresql", "select query_to_xml('drop table movie', true, true, '') as a"),
    ("postgresql", "select set_config('transaction_read_only', 'off', false) as a"),
    ("postgresql", "select current_setting('data_directory') as a"),
    ("postgresql", "select nextval('x') as a"),
    ("postgresql", "select evil.lower(title) as a from movie"),
    ("postgresql", "select title operator(evil.=) 'x' as a from movie"),
    ("postgresql", "select title::evil as a from movie"),
    ("postgresql", "select j.value as a from movie m, evil.json_each(m.genres) j"),
    ("postgresql", "select rolpassword from pg_authid"),
    ("postgresql", "select table_name from information_schema.tables"),
    ("postgresql", "select title from movie where year = $1"),
    ("postgresql", "select title from movie where year = %s"),
    ("postgresql", "select 'now'::timestamp as a"),
    ("postgresql", "select title from movie tablesample system (1)"),
    ("postgresql", "select movie from movie"),
    ("mysql", "select load_file('/etc/passwd') as a"),
    ("mysql", "select title from movie into outfile '/tmp/x'"),
    ("mysql", "select title into @x from movie"),
    ("mysql", "select sleep(100) as a"),
    ("mysql", "select benchmark(1000000000, md5('x')) as a"),
    ("mysql", "select get_lock('x', 100) as a"),
    ("mysql", "select @@version as a"),
    ("mysql", "select @a := 1 as a"),
    ("mysql", "select user from mysql.user"),
    ("mysql", "select title from movie procedure analyse()"),
    ("mysql", "load data infile 'x' into table movie"),
    ("mysql", "select /*+ set_var(sql_mode='') */ title from movie"),
    ("mysql", "select title from movie lock in share mode"),
    ("duckdb", "install httpfs"),
    ("duckdb", "load httpfs"),
    ("duckdb", "copy movie to 'x.csv'"),
    ("duckdb", "from movie"),
    ("duckdb", "select a from 'x.csv'"),
    ("duckdb", "select a from \"/etc/passwd\""),
    ("duckdb", "select column0 from read_csv('/etc/passwd')"),
    ("duckdb", "select a from read_parquet('x')"),
    ("duckdb", "select content from read_text('/etc/passwd')"),
    ("duckdb", "select file from glob('*')"),
    ("duckdb", "select getenv('HOME') as a"),
    ("duckdb", "select columns('x') from movie"),
    ("duckdb", "select x.a from query('select 1 as a') as x"),
    ("duckdb", "select title from movie using sample 1"),
    ("duckdb", "pivot movie on year"),
    ("duckdb", "with x as (select title from movie union by name select title from movie) "
     "select title from x"),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "sql"), HOSTILE)
def test_what_is_not_one_harmless_select_is_refused_in_one_line(dialect, sql, file):
    before = file.read_bytes()
    refusal(sql, dialect)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize(
    "sql",
    [
        "select title from movie where title = '" + "x" * 10_000_000 + "'",
        "select " + "(" * 5000 + "1" + ")" * 5000 + " as a",
        "select " + "not " * 4000 + "1 as a",
        "select " + "- " * 4000 + "1 as a",
        "select " + "case when " * 1500 + "1 as a",
        "select " + "abs(" * 3000 + "1" + ")" * 3000 + " as a",
        "select title from " + "(select title from " * 900 + "movie" + ")" * 900 + " as x",
        "with " * 3000,
    ],
)
def test_a_text_without_end_is_refused_at_once(sql):
    began = time.monotonic()
    refusal(sql)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("select title, \n year from movie\nwhere yaer = 1", "line 3, column 7: no column 'yaer'"),
        ("select * from movie", "line 1, column 8: "),
        ("select m.* from movie m", "line 1, column 8: "),
        ("select upper(title) from movie", "has no name; add AS"),
        ("select title, year as Title from movie", "two columns are called 'Title'"),
        ('select "Year of Birth" from Winners', "'Year of Birth' is no plain name"),
        ("select title from movie m, movie M where 1 = 1", "two tables are called 'M'; rename"),
        ("select title from movie m join directed_by d on d.year = m.year", "'title' is ambiguous"),
        ("select titel from movie", "no column 'titel'; did you mean 'title'?"),
        ("select m.titel from movie m", "no column 'm.titel'; did you mean 'm.title'?"),
        ("select x.title from movie m", "no column 'x.title'; did you mean 'm.title'?"),
        ("select title from moovie", "line 1, column 19: no table 'moovie'; did you mean 'movie'?"),
        ("select title from other.movie", "no table 'movie'"),
        ("select * from movie union select title from directed_by", "name each column"),
        ("select m.title from movie m, genre_class g", "'g' is joined by no equality; say"),
        ("select m.title from movie m cross join genre_class g", "'g' is joined by no equality"),
        ("select m.title from movie m join genre_class g on g.animated > m.year", "no equality"),
        ("select m.title from movie m join genre_class g on g.animated = 1", "no equality"),
        (
            "select m.title from movie m join genre_class g on g.animated = m.animated or 1 = 1",
            "no equality",
        ),
        ("select title from movie natural join directed_by", "NATURAL JOIN is not allowed"),
        ("select m.title from (movie m join directed_by d on d.title = m.title)", "parentheses"),
        ("select upper(title) as title from movie group by title", "write table.column"),
        ("select title from movie where title = \"Alien\"", "no column 'Alien'"),
        ("select titel(title) as a from movie", "the function titel is not allowed"),
        ("select title frm movie from", "not SQL of SQLite at line 1, column "),
        ("with a as (select title from movie), A as (select 1 as x) select x from a", "'A' twice"),
        ("select count(m.*) as n from movie m", "name the columns"),
        ("select a from twins", "columns of 'twins' differ by case only"),
        ("select value from movie m, json_each(m.genres) j", "did you mean 'j.value'?"),
        ("select x.year from (select * from movie join directed_by using (title)) x", "form of *"),
        ("select m.year from movie m full join directed_by d using (title)", "write ON"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_its_place_and_remedy(sql, reason):
    assert reason in refusal(sql)


def test_comments_do_not_run(file):
    query = read("select /*!50000 sleep(10), */ title -- x\n from movie # y", "mysql")
    assert query.sql == "SELECT `movie`.`title` AS `title` FROM `movie` AS `movie`"
    assert "--" not in read("select title from movie -- ; drop table movie").sql


MOVIE_DIRECTOR = [("m", "movie.title movie.year", "d", "directed_by.title directed_by.year")]
GOOD = [
    ("a column", "sqlite", "select title from movie", "title=movie.title", "", []),
    ("an alias", "sqlite", "select m.title as t from movie as m;", "t=movie.title", "", []),
    (
        "names in other letters",
        "sqlite",
        "select M.TITLE, animated from MOVIE m",
        "TITLE=movie.title animated=movie.Animated",
        "",
        [],
    ),
    (
        "two columns that are compared",
        "sqlite",
        "select m.title, d.director from movie m join directed_by d on d.title = m.title "
        "and d.year = m.year",
        "title=movie.title director=directed_by.director",
        "movie.year directed_by.title directed_by.year",
        MOVIE_DIRECTOR,
    ),
    (
        "tuples that are compared",
        "postgresql",
        "select m.title from movie m join directed_by d on (m.title, m.year) = (d.title, d.year)",
        "title=movie.title",
        "movie.year directed_by.title directed_by.year",
        MOVIE_DIRECTOR,
    ),
    (
        "a comma and a filter",
        "mysql",
        "select m.title from movie m, directed_by d "
        "where d.title = m.title and (d.year = m.year and d.position = 1)",
        "title=movie.title",
        "movie.year directed_by.title directed_by.year directed_by.position",
        MOVIE_DIRECTOR,
    ),
    (
        "USING",
        "postgresql",
        "select title, m.year from movie m left join directed_by d using (title)",
        "title=movie.title+directed_by.title year=movie.year",
        "",
        [("m", "movie.title", "d", "directed_by.title")],
    ),
    (
        "three tables, one linked by a later one",
        "duckdb",
        "select g.name from movie m, genre_class g, directed_by d "
        "where m.title = d.title and d.position = g.animated",
        "name=genre_class.name",
        "movie.title directed_by.title directed_by.position genre_class.animated",
        [
            ("m", "movie.title", "d", "directed_by.title"),
            ("g", "genre_class.animated", "d", "directed_by.position"),
        ],
    ),
    (
        "a table with itself",
        "sqlite",
        "select a.id as a, b.id as b from \"order\" a join \"order\" b on b.parent = a.id",
        "a=order.id b=order.id",
        "order.parent",
        [("a", "order.id", "b", "order.parent")],
    ),
    (
        "reserved and odd names",
        "sqlite",
        'select [select] as s, w."http://x.org/a.jpg" as link, w.`Year of Birth` as born '
        'from Winners w join "order" o on o.id = w.prize_id',
        "s=order.select link=Winners.http://x.org/a.jpg born=Winners.Year_of_Birth",
        "order.id Winners.prize_id",
        [("w", "Winners.prize_id", "o", "order.id")],
    ),
    (
        "computed columns",
        "sqlite",
        "select upper(title) || ' ' || year as label, case when animated = 1 then 'yes' else title "
        "end as c, count(*) as n from movie group by label, c",
        "label=(movie.title+movie.year) c=(movie.Animated+movie.title) n=",
        "",
        [],
    ),
    (
        "a window",
        "postgresql",
        "select title, row_number() over (partition by year order by position) as n "
        "from directed_by",
        "title=directed_by.title n=(directed_by.year+directed_by.position)",
        "",
        [],
    ),
    (
        "a CTE with renamed columns",
        "postgresql",
        "with x(t, y) as (select title, year + 1 from movie) select x.t, x.y from x where y > 3",
        "t=movie.title y=(movie.year)",
        "",
        [],
    ),
    (
        "a CTE of a CTE",
        "duckdb",
        "with a as (select title as t from movie), b as (select t as u from a) select u v from b",
        "v=movie.title",
        "",
        [],
    ),
    (
        "UNION in a CTE",
        "sqlite",
        "with x as (select title as t from movie union select title from directed_by) "
        "select t from x",
        "t=(movie.title+directed_by.title)",
        "",
        [],
    ),
    (
        "a derived table with a star",
        "mysql",
        "select x.title from (select * from directed_by where position = 1) x",
        "title=directed_by.title",
        "directed_by.year directed_by.director directed_by.position",
        [],
    ),
    (
        "a join within a derived table and one outside",
        "sqlite",
        "select x.t, g.name from (select m.title as t, m.animated as a from movie m "
        "join directed_by d on d.title = m.title) as x join genre_class g on g.animated = x.a",
        "t=movie.title name=genre_class.name",
        "movie.Animated directed_by.title genre_class.animated",
        [
            ("m", "movie.title", "d", "directed_by.title"),
            ("x", "movie.Animated", "g", "genre_class.animated"),
        ],
    ),
    (
        "a scalar query",
        "postgresql",
        "select m.title, (select max(d.director) from directed_by d where d.title = m.title) as d "
        "from movie m",
        "title=movie.title d=(directed_by.director)",
        "directed_by.title",
        [],
    ),
    (
        "EXISTS and IN",
        "sqlite",
        "select title, exists (select * from directed_by d where d.year = m.year) as known "
        "from movie m where title in (select title from directed_by)",
        "title=movie.title known=(directed_by.year+movie.year)",
        "directed_by.title",
        [],
    ),
    (
        "json_each",
        "sqlite",
        "select m.title, j.value as genre from movie m, json_each(m.genres) j",
        "title=movie.title genre=(movie.genres)",
        "",
        [],
    ),
    (
        "EXISTS of a row that there always is",
        "sqlite",
        "select title from movie m where exists (select count(*) from genre_class where 1 = 2)",
        "title=movie.title",
        "",
        [],
    ),
    (
        "json_each of a column of the query around it",
        "sqlite",
        "select title from movie m where exists "
        "(select 1 from json_each(m.genres) j join genre_class g on g.name = j.value)",
        "title=movie.title",
        "movie.genres genre_class.name",
        [("j", None, "g", "genre_class.name")],
    ),
    (
        "USING of a RIGHT JOIN",
        "postgresql",
        "with d as (select title, director as who from directed_by) "
        "select title from movie right join d using (title)",
        "title=directed_by.title+movie.title",
        "directed_by.director",
        [("movie", "movie.title", "d", "directed_by.title")],
    ),
    (
        "WITH in a derived table",
        "mysql",
        "select y.a from (with x as (select title as a from movie) select a from x) as y",
        "a=movie.title",
        "",
        [],
    ),
    (
        "unnest, and a join with its values",
        "duckdb",
        "select m.title, g.name from movie m, unnest(m.genres) as u(x) "
        "join genre_class g on g.name = u.x",
        "title=movie.title name=genre_class.name",
        "movie.genres",
        [("u", None, "g", "genre_class.name")],
    ),
    (
        "unnest of PostgreSQL",
        "postgresql",
        "select m.title, g as genre from movie m cross join unnest(m.genres) as g",
        "title=movie.title genre=(movie.genres)",
        "",
        [],
    ),
    (
        "elements of an array in JSON",
        "postgresql",
        "select e.value as genre from movie m "
        "left join lateral jsonb_array_elements_text(m.genres) as e on true",
        "genre=(movie.genres)",
        "",
        [],
    ),
    (
        "JSON_TABLE",
        "mysql",
        "select j.name from movie m, json_table(m.genres, '$[*]' columns "
        "(name varchar(50) path '$')) as j",
        "name=(movie.genres)",
        "",
        [],
    ),
    (
        "JSON and fields of a struct",
        "duckdb",
        "select m.info.a as a, info ->> '$.b' as b from movie m",
        "a=(movie.info) b=(movie.info)",
        "",
        [],
    ),
    (
        "a compared expression",
        "sqlite",
        "select m.title from movie m join directed_by d on lower(d.title) = lower(m.title)",
        "title=movie.title",
        "directed_by.title",
        [("m", None, "d", None)],
    ),
    (
        "a name of the result in ORDER BY",
        "postgresql",
        "select upper(title) as title from movie order by title desc limit 3",
        "title=(movie.title)",
        "",
        [],
    ),
    (
        "NULL and unknown values",
        "postgresql",
        "select nullif(trim(title), '') as title, year = 1979 and animated is not null as asked "
        "from movie m where title !~ '^x' and year between 1900 and 2000",
        "title=(movie.title) asked=(movie.year+movie.Animated)",
        "",
        [],
    ),
    (
        "a query of a query in WHERE",
        "sqlite",
        "select title from movie where year = (select max(year) from movie)",
        "title=movie.title",
        "movie.year",
        [],
    ),
]  # fmt: skip


def column(text):
    table, _, name = text.partition(".")
    return BaseColumn(None, table, name.replace("_of_", " of "))


def described(text):
    """Reads `name=table.column` for a column as it is, `name=(a.b+c.d)` for a computed one."""
    columns, plain = {}, {}
    for part in text.split(" "):
        name, _, base = part.partition("=")
        columns[name] = frozenset(column(one) for one in base.strip("()").split("+") if one)
        if base and "(" not in base:
            plain[name] = column(base.split("+")[0])
    return columns, plain


@pytest.mark.parametrize(
    ("dialect", "sql", "columns", "used", "joins"),
    [row[1:] for row in GOOD],
    ids=[row[0] for row in GOOD],
)  # fmt: skip
def test_what_a_query_reads_is_known(dialect, sql, columns, used, joins):
    query = read(sql, dialect)
    expected, plain = described(columns)
    assert list(query.columns) == list(expected)
    assert query.columns == expected
    assert query.plain == plain
    every = frozenset().union(*expected.values(), map(column, used.split()))
    assert query.used == every
    assert set(query.tables) >= {BaseTable(None, found.table) for found in every}
    found = [(j.left.name, j.left.columns, j.right.name, j.right.columns) for j in query.joins]
    assert found == [(a, sides(b), c, sides(d)) for a, b, c, d in joins]


def sides(text):
    return tuple(map(column, text.split())) if text else None


@pytest.mark.parametrize("row", [row for row in GOOD if row[1] == "sqlite"], ids=lambda row: row[0])
def test_what_runs_gives_the_rows_of_what_was_written(row, file):
    connection = sqlite3.connect(file)
    query = read(row[2])
    assert connection.execute(query.sql).fetchall() == connection.execute(row[2]).fetchall()
    assert [name for name, *_ in connection.execute(query.sql).description] == list(query.columns)


def test_a_schema_is_that_of_tables_without_one():
    query = read(
        'select m.title from movie m join arts."Prizes" p on p.year = m.year', schema="film"
    )
    assert query.sql == (
        'SELECT "m"."title" AS "title" FROM "film"."movie" AS "m" '
        'JOIN "arts"."Prizes" AS "p" ON "p"."Year" = "m"."year"'
    )
    assert query.tables == (BaseTable("film", "movie"), BaseTable("arts", "Prizes"))
    assert query.columns["title"] == {BaseColumn("film", "movie", "title")}


def test_a_quote_that_one_reader_takes_for_the_end_of_a_text_is_none_for_any():
    sql = read("select title from movie where title = 'a\\' or sleep(1)='", "mysql").sql
    assert sql.endswith("WHERE `movie`.`title` = 'a'' or sleep(1)='")


def test_mariadb_is_given_syntax_that_it_knows():
    sql = read("select title from movie where title regexp '^A'", "mariadb").sql
    assert sql.endswith("WHERE `movie`.`title` REGEXP '^A'")


def test_a_query_of_five_tables_takes_little_time():
    joins = " ".join(f"join directed_by d{n} on d{n}.title = m.title" for n in range(4))
    sql = f"select m.title, upper(d0.director) as d from movie m {joins} where m.year > 1900"
    read(sql)
    began = time.perf_counter()
    for _ in range(10):
        read(sql)
    assert (time.perf_counter() - began) / 10 < 0.05


NUMBERS = st.sampled_from(
    ["m.year", "m.animated", "d.position", "1", "-3", "2.5", "length(m.title)"]
)
TEXTS = st.sampled_from(["m.title", "d.director", "'it''s'", "'100%'", "'a:b'", "'\\'", "m.info"])
NUMBER = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "%", "&", "|"]), inner).map(" ".join),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}) - ({pair[1]})"),
        inner.map("coalesce(-({}), 0)".format),
        inner.map("cast({} as integer)".format),
    ),
    max_leaves=6,
)
TEXT = st.recursive(
    TEXTS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(" || ".join),
        inner.map("upper({})".format),
        inner.map("nullif(trim({}), '')".format),
        st.tuples(inner, NUMBER).map(lambda pair: f"substr({pair[0]}, 1, {pair[1]})"),
    ),
    max_leaves=4,
)
CONDITION = st.recursive(
    st.one_of(
        st.tuples(NUMBER, st.sampled_from(["=", "<>", "<", ">=", "is"]), NUMBER).map(" ".join),
        st.tuples(
            TEXT, st.sampled_from(["like '%a%'", "is not null", "glob 'A*'", "in ('Up')"])
        ).map(lambda pair: f"({pair[0]}) {pair[1]}"),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(" ".join),
        inner.map("not ({})".format),
    ),
    max_leaves=4,
)


@pytest.fixture(scope="module")
def memory():
    connection = sqlite3.connect(":memory:")
    connection.executescript(SCHEMA)
    return connection


@settings(max_examples=150, deadline=None)
@given(NUMBER, TEXT, CONDITION, CONDITION)
def test_any_expression_means_what_was_written(memory, number, text, condition, case):
    sql = (
        f"select {number} as n, {text} as t, case when {case} then m.title else {text} end as c "
        "from movie m left join directed_by d on d.title = m.title "
        f"where {condition} order by 1, 2, 3"
    )
    assert memory.execute(read(sql).sql).fetchall() == memory.execute(sql).fetchall()
    assert re.match(r"SELECT ", read(sql).sql)
