"""Tables that are joined across schemas and without a declared key, on every engine."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.binding import Binder
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec
from erbench_track.erbench_tasks.stored.writer import export


def run(database, *statements):
    """Runs statements as they are, and lets go of the database."""
    with database.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    database.engine.dispose()
    return open_database(database.location)


def rows(engine, sql, schema=None):
    """Returns the rows of a query, in the order of their first column."""
    spec = RelationSpec.model_validate({"sql": sql, "entity": ["name"]})
    made = Relation(Binder(engine, schema), "town", spec)
    with snapshot(engine) as connection:
        groups = list(TupleSource(connection).groups(made, made.spec.entity))
    return [tuple(row[name] for name in made.columns) for group in groups for row in group.facts]


ACROSS = (
    "create table {a}land (code integer, part integer, called varchar(30),"
    " primary key (code, part))",
    "create table {b}land (name varchar(30) primary key)",
    "create table {b}town (name varchar(30) primary key, part integer, code integer,"
    " other varchar(30), foreign key (code, part) references {a}land (code, part),"
    " foreign key (other) references {b}land (name))",
    "insert into {a}land values (1, 2, 'one two'), (2, 1, 'two one')",
    "insert into {b}land values ('here')",
    "insert into {b}town values ('Ara', 2, 1, 'here'), ('Bex', 1, 2, 'here')",
)


@pytest.mark.parametrize("writable", ["postgresql", "mariadb"], indirect=True)
def test_tables_of_one_name_in_two_schemas_are_two(writable):
    if writable.kind == "postgresql":
        first, second = "public", "geo"
        run(writable, "create schema geo")
    else:
        first, second = writable.name, writable.server.new_database()
    engine = run(writable, *(sql.format(a=f"{first}.", b=f"{second}.") for sql in ACROSS))
    query = (
        "SELECT t.name, far.called, near.name AS here FROM {b}town t"
        " JOIN {a}land far ON far.code = t.code AND far.part = t.part"
        " JOIN {b}land near ON near.name = t.other"
    )
    expected = [("Ara", "one two", "here"), ("Bex", "two one", "here")]
    assert rows(engine, query.format(a=f"{first}.", b=f"{second}.")) == expected
    assert rows(engine, query.format(a=f"{first}.", b=""), second) == expected
    with pytest.raises(InputError, match="nowhere"):
        rows(engine, "SELECT name FROM nowhere.town")


def test_tables_of_one_name_are_two_in_the_record(postgresql_server, tmp_path):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql("create schema geo")
        for sql in ACROSS:
            connection.exec_driver_sql(sql.format(a="public.", b="geo."))
    spec = tmp_path / "town.yaml"
    spec.write_text("""\
name: town
schema: geo
relations:
  town:
    sql: |
      SELECT t.name, near.name AS near, far.called AS far
      FROM town t
      JOIN land near ON near.name = t.other
      JOIN public.land far ON far.code = t.code AND far.part = t.part
    entity: [name]
questions:
  - type: multi_hop
    relation: town
    hops: [name -> near, near -> far]
    wording: {basic: "Is {{ name }} it?", negated: "Is {{ name }} not it?"}
""")
    benchmark = Benchmark.open(spec, postgresql_server.url(database))
    assert [check.declared for check in benchmark.joins["town"]] == [True, True]
    record = export(benchmark, tmp_path / "items")
    assert len(record.tables) == 3
    assert {"geo.town", "geo.land"} < set(record.tables)
    assert record.tables["geo.town"].foreign_keys["other"] == "geo.land(name)"


@pytest.mark.parametrize("writable", ["mariadb"], indirect=True)
def test_a_join_without_an_index_does_not_compare_each_pair_of_rows(writable):
    numbers = ", ".join(f"('{n}')" for n in range(500))
    engine = run(
        writable, "create table town (name varchar(30))", "create table land (name varchar(30))",
        f"insert into town values {numbers}", f"insert into land values {numbers}",
    )  # fmt: skip
    query = "explain select town.name from town join land on land.name = town.name"
    with engine.connect() as connection:
        plan = str(connection.exec_driver_sql(query).all())
    assert "BNLH join" in plan


SHOP = """\
name: shop
relations:
  product:
    sql: |
      SELECT p.name AS product, m.called AS maker, p.weight, t.tag
      FROM product p
      JOIN maker m ON m.code = p.maker
      LEFT JOIN tag t ON t.product = p.name
    entity: [product]
questions:
  - type: binary
    relation: product
    fd: maker, weight -> product
    wording:
      basic: "Does {{ maker }} make a product of {{ weight }} kg?"
      negated: "Does {{ maker }} make no product of {{ weight }} kg?"
  - type: multi_hop
    relation: product
    hops: [product -> maker, {fd: product -> tag, values: all}]
    wording: {basic: "Has {{ product }} tags?", negated: "Has {{ product }} no tags?"}
"""
ROWS = {
    "maker": [("AA", "Aland"), ("BB", "Bland"), ("CC", None)],
    "product": [("Arc", "AA", 5.2), ("Bow", "BB", 1e6), ("Cup", "AA", None), ("Dye", "CC", 1.5)],
    "tag": [("Arc", "a"), ("Arc", "b,c"), ("Bow", "é")],
}


def test_items_of_joins_and_numbers_are_the_same_from_every_engine(writable, tmp_path):
    number = "float" if writable.kind == "mariadb" else "real"
    mark = "?" if writable.kind in ("sqlite", "duckdb") else "%s"
    with writable.engine.begin() as connection:
        connection.exec_driver_sql("create table maker (code varchar(4), called varchar(9))")
        connection.exec_driver_sql(
            f"create table product (name varchar(9), maker char(4), weight {number})"
        )
        connection.exec_driver_sql("create table tag (product varchar(9), tag varchar(9))")
        for table, values in ROWS.items():
            marks = ", ".join([mark] * len(values[0]))
            for row in values:
                connection.exec_driver_sql(f"insert into {table} values ({marks})", row)
    writable.engine.dispose()
    (tmp_path / "shop.yaml").write_text(SHOP)
    benchmark = Benchmark.open(tmp_path / "shop.yaml", writable.location)
    found = [(i.question, [e.values for e in i.rationale]) for i in benchmark.items()]
    assert found[::2] == [
        ("Does Aland make a product of 5.2 kg?", [("Arc",)]),
        ("Does Bland make a product of 1000000 kg?", [("Bow",)]),
        ("Has Arc tags?", [("Aland",), ("a", "b,c")]),
        ("Has Bow tags?", [("Bland",), ("é",)]),
        ("Has Cup tags?", [("Aland",)]),
    ]
    assert benchmark.omissions.incomplete == {
        ("product", "maker, weight -> product"): 2,
        ("product", "product -> maker; product -> tag"): 1,
    }
