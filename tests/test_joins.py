"""Tables that are joined without a declared key, and across schemas, on every engine."""

import json

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec
from erbench_track.erbench_tasks.spec.spec_file import parse_spec
from erbench_track.erbench_tasks.stored.writer import export

TABLES = (
    "create table town (name varchar(30), land varchar(9), zip varchar(9), size integer)",
    "create table land (code char(4), no bigint, called varchar(30), half decimal(9, 1),"
    " area double precision, since date)",
    "insert into town values ('Ara', 'AA', '7', 7), ('Bex', 'aa', '07', 8), ('Cil', 'BB', '12', 9),"
    " ('Dor', 'B', 'x', 10), ('Eld', null, null, null)",
    "insert into land values ('AA', 7, 'Aland', 7.0, 7, '2020-01-01'),"
    " ('BB', 12, 'Bland', 9.5, 9, '2020-01-01')",
)


def run(database, *statements):
    """Runs statements as they are, and lets go of the database."""
    with database.engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    database.engine.dispose()
    return open_database(database.location)


def relation(engine, tables, attributes, schema=None):
    spec = {"tables": tables, "attributes": attributes, "entity": list(attributes)[:1]}
    return Relation(engine, "town", RelationSpec.model_validate(spec), schema)


def pairs(engine, *args, **options):
    """Returns the values of each tuple, and the number of rows that found no match."""
    made = relation(engine, *args, **options)
    with snapshot(engine) as connection:
        groups = list(TupleSource(connection).groups(made, made.spec.entity))
        unmatched = made.unmatched(connection)
    found = [tuple(row[name] for name in made.columns) for group in groups for row in group.facts]
    return found, unmatched


def on(engine, **columns):
    tables = ["town", {"table": "land", "on": columns}]
    return pairs(engine, tables, {"name": "town.name", "called": "land.called"})


def test_columns_are_joined_without_a_key_and_texts_by_their_letters(writable):
    engine = run(writable, *TABLES)
    expected = [("Ara", "Aland"), ("Cil", "Bland")], 3
    assert on(engine, **{"town.land": "land.code"}) == expected
    assert on(engine, **{"land.code": "town.land"}) == expected
    assert on(engine, **{"town.land": "land.code", "town.zip": "land.no"}) == expected
    assert on(engine, **{"town.zip": "land.no"}) == expected
    assert on(engine, **{"land.no": "town.size"}) == ([("Ara", "Aland")], 4)
    assert on(engine, **{"land.half": "town.size"}) == ([("Ara", "Aland")], 4)


def test_a_join_that_engines_do_not_agree_on_is_refused(writable):
    engine = run(writable, *TABLES)
    for column in ("land.half", "land.area", "land.since"):
        with pytest.raises(InputError, match=r"not every engine compares in the same way$"):
            on(engine, **{"town.zip": column})
    with pytest.raises(InputError, match="not every engine"):
        on(engine, **{"town.size": "land.area"})
    with pytest.raises(InputError, match=r"no column 'town\.zap'; town has: name, land, zip, size"):
        on(engine, **{"town.zap": "land.code"})


@pytest.mark.parametrize("writable", ["mariadb"], indirect=True)
def test_texts_of_two_collations_are_joined(writable):
    engine = run(
        writable,
        "create table town (name varchar(30), land varchar(9)) character set latin1",
        "create table land (code varchar(9) collate utf8mb4_bin, called varchar(30))"
        " collate utf8mb4_unicode_ci",
        "insert into town values ('Ara', 'ä'), ('Bex', 'A')",
        "insert into land values ('ä', 'Aland'), ('a', 'Other')",
    )
    assert on(engine, **{"town.land": "land.code"}) == ([("Ara", "Aland")], 1)


SPEC = """\
name: town
relations:
  town:
    tables:
      - town
      - {table: land, on: {town.land: land.code}}
    attributes: {name: town.name, called: land.called}
    entity: [name]
questions:
  - {type: binary, relation: town, fd: name -> called, template: {basic: "Is it?", negated: "No?"}}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{town.land: land.code}", "{town.land: town.name}", "one must be a column of land"),
        ("{town.land: land.code}", "{land.code: land.code}", "one must be a column of land"),
        ("{town.land: land.code}", "{sea.land: land.code}", "there is no 'sea'"),
        ("{town.land: land.code}", "{town.land: code}", "is not of the form table.column"),
        ("land.code}", "land.code}, along: town.land", "give one of them"),
        ("      - town\n", "      - {table: town, on: {town.a: land.b}}\n", "there is no 'land'"),
        ("name: town.name", "name: {column: town.name}", "give `key` or `each: true` besides"),
        ("name: town.name", "name: {column: town.name, kee: a}", "Extra inputs"),
        ("name: town.name", "name: {key: a}", "at least 1 item"),
        ("name: town.name", "name: {column: [town.name, town.land], key: a}", "about one column"),
        ("name: town.name", "name: {column: town.name, key: 'a\"b'}", "has a quotation mark"),
    ],
)
def test_a_wrong_join_or_part_is_an_error_that_names_the_line(old, new, message):
    assert old in SPEC
    with pytest.raises(InputError) as raised:
        parse_spec(SPEC.replace(old, new), "town.yaml")
    assert message in str(raised.value)
    assert str(raised.value).startswith("town.yaml, line ")
    assert "\n" not in str(raised.value)


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
def test_tables_of_one_name_in_two_schemas_are_joined_along_their_own_keys(writable):
    if writable.kind == "postgresql":
        first, second = "public", "geo"
        run(writable, "create schema geo")
    else:
        first, second = writable.name, writable.server.new_database()
    engine = run(writable, *(sql.format(a=f"{first}.", b=f"{second}.") for sql in ACROSS))
    expected = [("Ara", "one two", "here"), ("Bex", "two one", "here")], 0
    attributes = {"name": "town.name", "called": "far.called", "here": "near.name"}
    near = {"table": "land", "as": "near", "along": "town.other"}
    far = {"table": "land", "as": "far", "schema": first}
    assert pairs(engine, ["town", far, near], attributes, second) == expected
    for tables in (
        [{"table": "town", "schema": second}, {**far, "schema": None}, {**near, "schema": second}],
        [
            {"table": f"{second}.town", "as": "town"},
            {"table": f"{first}.land", "as": "far"},
            {**near, "table": f"{second}.land"},
        ],
    ):
        assert pairs(engine, tables, attributes) == expected
    with pytest.raises(InputError, match="the schema 'nowhere' has no table 'town'"):
        pairs(engine, [{"table": "town", "schema": "nowhere"}], {"name": "town.name"})


def test_what_is_joined_on_is_in_the_record(tmp_path):
    (tmp_path / "schema.sql").write_text(
        "create table town (name text primary key, land text);"
        "create table land (code text primary key, called text);"
    )
    (tmp_path / "town.csv").write_text("name,land\nAra,AA\nBex,BB\n")
    (tmp_path / "land.csv").write_text("code,called\nAA,Aland\nBB,Bland\n")
    (tmp_path / "town.yaml").write_text(SPEC)
    record = export(Benchmark.open(tmp_path / "town.yaml", tmp_path), tmp_path / "items")
    assert record.tables["town"].foreign_keys == {}
    assert record.tables["land"].foreign_keys == {"code": "town(land)"}
    assert set(record.tables["town"].columns) == {"name", "land"}
    assert "'on':\n        town.land: land.code" in record.spec


def test_tables_of_one_name_are_two_in_the_record(postgresql_server, tmp_path):
    database = postgresql_server.new_database()
    with postgresql_server.engine(database).begin() as connection:
        connection.exec_driver_sql("create schema geo")
        for sql in ACROSS:
            connection.exec_driver_sql(sql.format(a="public.", b="geo."))
    spec = tmp_path / "town.yaml"
    spec.write_text(
        "name: town\nschema: geo\nrelations:\n  town:\n    tables:\n      - town\n"
        "      - {table: land, as: near}\n      - {table: land, as: far, schema: public}\n"
        "    attributes: {name: town.name, near: near.name, far: far.called}\n"
        "    entity: [name]\nquestions:\n"
        "  - {type: multi_hop, relation: town, hops: [name -> near, near -> far],"
        ' template: {basic: "Is {{ name }} it?", negated: "Is {{ name }} not it?"}}\n'
    )
    url = postgresql_server.url(database)
    record = export(Benchmark.open(spec, url), tmp_path / "items")
    assert set(record.tables) == {"geo.town", "geo.land", "land"}
    assert record.tables["geo.town"].foreign_keys == {
        "other": "geo.land(name)", "code, part": "land(code, part)"
    }  # fmt: skip


NESTED = """\
name: shop
relations:
  product:
    tables:
      - product
      - {table: maker, on: {product.maker: maker.code}}
    attributes:
      product: product.name
      maker: maker.called
      color: {column: product.details, key: [look, color]}
      tag: {column: product.details, key: tags, each: true}
      weight: product.weight
    entity: [product]
questions:
  - type: binary
    relation: product
    fd: maker, weight -> product
    template:
      basic: "Does {{ maker }} make a product of {{ weight }} kg?"
      negated: "Does {{ maker }} make no product of {{ weight }} kg?"
  - type: multi_hop
    relation: product
    hops: [product -> color, {fd: product -> tag, values: all}]
    template: {basic: "Has {{ product }} tags?", negated: "Has {{ product }} no tags?"}
"""
PRODUCTS = (
    ("Arc", "AA", 5.2, {"look": {"color": "red"}, "tags": ["a", "b,c"]}),
    ("Bow", "BB", 1e6, {"look": {"color": "blå"}, "tags": ["é"]}),
    ("Cup", "aa", 1.5, {"look": {"color": "red"}, "tags": ["a"]}),
    ("Dye", "AA", None, {"look": {"color": "red"}, "tags": ["a"]}),
    ("Egg", "AA", 0.1, {"look": {}, "tags": ["a"]}),
    ("Fan", "AA", 0.25, {"look": {"color": "red"}, "tags": []}),
)


def test_items_of_joins_parts_and_numbers_are_the_same_from_every_engine(writable, tmp_path):
    declared = "jsonb" if writable.kind == "postgresql" else "json"
    number = "float" if writable.kind == "mariadb" else "real"
    mark = "?" if writable.kind in ("sqlite", "duckdb") else "%s"
    with writable.engine.begin() as connection:
        connection.exec_driver_sql(
            f"create table product (name varchar(9), maker char(4), weight {number},"
            f" details {declared})"
        )
        connection.exec_driver_sql("create table maker (code varchar(4), called varchar(9))")
        connection.exec_driver_sql("insert into maker values ('AA', 'Aland'), ('BB', 'Bland')")
        for *plain, details in PRODUCTS:
            insert = f"insert into product values ({', '.join([mark] * 4)})"
            connection.exec_driver_sql(insert, (*plain, json.dumps(details)))
    writable.engine.dispose()
    (tmp_path / "shop.yaml").write_text(NESTED)
    benchmark = Benchmark.open(tmp_path / "shop.yaml", writable.location)
    found = [(i.question, [e.values for e in i.rationale]) for i in benchmark.items()]
    assert found[::2] == [
        ("Does Aland make a product of 5.2 kg?", [("Arc",)]),
        ("Does Bland make a product of 1000000 kg?", [("Bow",)]),
        ("Has Arc tags?", [("red",), ("a", "b,c")]),
        ("Has Bow tags?", [("blå",), ("é",)]),
    ]
    assert list(benchmark.omissions.lines()) == [
        "product: 3 tuples left out since an attribute is NULL or unknown",
        "product: 1 rows of its first table have no match in the joined tables",
    ]
