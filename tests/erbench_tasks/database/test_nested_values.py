"""JSON by its keys, and lists value by value, have the same text on every engine."""

import json

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.relations.tuples import TupleSource
from erbench_track.erbench_tasks.spec.spec import RelationSpec

JSON_TYPE = {"sqlite": "json", "duckdb": "json", "postgresql": "jsonb", "mariadb": "json"}
STRANGE = ["a.b", "a*", "ключ", "$", "it's", "?x", ":p", "%(x)s", "[0]", "0", "a b"]
DETAILS = [
    {"color": "red", "size": 7, "new": True, "made": {"by": {"name": 'Änne "A" O\'Hara\\'}}},
    {"color": "", "size": -3, "new": False, "made": {"by": {}}, "tags": ["a", "b,c", 7, True]},
    {"color": None, "size": 12345678901, "new": None, "made": None, "tags": []},
    {"color": ["red"], "size": 1.5, "new": {"a": 1}, "made": {"by": {"name": [1]}}, "tags": "x"},
    {"tags": [None, ["deep"], {"a": 1}, 2.5, "é 日本", 'q"\\', False]},
    {part: f"under {part}" for part in STRANGE},
    [],
]


def filled(database, declared, rows):
    """Makes a table `thing` with a number and a column `d`, and opens the database."""
    with database.engine.begin() as connection:
        connection.exec_driver_sql(f"create table thing (id integer primary key, d {declared})")
        mark = {"sqlite": "?", "duckdb": "?"}.get(database.kind, "%s")
        for number, row in enumerate(rows):
            insert = f"insert into thing values ({number}, {mark})"
            connection.exec_driver_sql(insert, (row,))
    database.engine.dispose()
    return open_database(database.location)


def tuples(engine, attributes):
    """Returns the complete tuples of a relation of the table, sorted."""
    spec = RelationSpec.model_validate(
        {"tables": ["thing"], "attributes": {"id": "thing.id", **attributes}, "entity": ["id"]}
    )
    relation = Relation(engine, "thing", spec)
    with snapshot(engine) as connection:
        groups = list(TupleSource(connection).groups(relation, ["id"]))
    return [tuple(row[name] for name in spec.attributes) for group in groups for row in group.facts]


def written():
    return [json.dumps(row, ensure_ascii=number % 2 == 0) for number, row in enumerate(DETAILS)]


def test_what_json_has_under_a_key_is_the_same_everywhere(writable):
    engine = filled(writable, JSON_TYPE[writable.kind], written())

    def under(*key):
        return dict(tuples(engine, {"a": {"column": "thing.d", "key": list(key)}}))

    assert under("color") == {0: "red", 1: ""}
    assert under("size") == {0: "7", 1: "-3", 2: "12345678901"}
    assert under("new") == {0: "true", 1: "false"}
    assert under("made", "by", "name") == {0: 'Änne "A" O\'Hara\\'}
    for part in STRANGE:
        assert under(part) == {5: f"under {part}"}
    assert under("nothing") == {}


def test_each_value_of_a_list_in_json_is_a_tuple(writable):
    engine = filled(writable, JSON_TYPE[writable.kind], written())
    found = tuples(engine, {"a": {"column": "thing.d", "key": "tags", "each": True}})
    assert found == [
        (1, "7"), (1, "a"), (1, "b,c"), (1, "true"), (4, "false"), (4, 'q"\\'), (4, "é 日本")
    ]  # fmt: skip


def test_a_list_at_the_top_of_json_is_read(writable):
    engine = filled(writable, JSON_TYPE[writable.kind], ['["x", "y"]', "{}", "[]", '"x"'])
    found = tuples(engine, {"a": {"column": "thing.d", "each": True}})
    assert found == [(0, "x"), (0, "y")]


@pytest.mark.parametrize("writable", ["sqlite", "duckdb", "mariadb"], indirect=True)
def test_text_that_is_no_json_has_no_keys(writable):
    engine = filled(writable, "varchar(50)", ["{broken", '{"a": "x"}', "", "7", None])
    assert tuples(engine, {"a": {"column": "thing.d", "key": "a"}}) == [(1, "x")]
    assert tuples(engine, {"a": {"column": "thing.d", "key": "a", "each": True}}) == []


LISTS = {
    "duckdb": ("varchar[]", ["a,b", "c"], [], None),
    "postgresql": ("text[]", ["a,b", "c"], [], None),
    "mariadb": ("set('a''b', 'c', 'd\"\\\\')", "a'b,c", "", None),
}


@pytest.mark.parametrize("writable", sorted(LISTS), indirect=True)
def test_each_value_of_a_list_is_a_tuple(writable):
    declared, *rows = LISTS[writable.kind]
    engine = filled(writable, declared.replace("%", "%%"), rows)
    first = "a'b" if writable.kind == "mariadb" else "a,b"
    each = {"a": {"column": "thing.d", "each": True}}
    assert tuples(engine, each) == [(0, first), (0, "c")]
    spec = {"tables": ["thing"], "attributes": {"id": "thing.id", **each}, "entity": ["id"]}
    relation = Relation(engine, "thing", RelationSpec.model_validate(spec))
    with snapshot(engine) as connection:
        assert relation.incomplete(connection) == 2
        assert relation.unmatched(connection) == 0


def test_a_column_without_parts_is_refused(writable):
    engine = filled(writable, "integer", [1])
    for part, holds in (({"key": "a"}, "JSON"), ({"each": True}, "a list, or JSON with one")):
        with pytest.raises(InputError, match=f"attributes.a: 'thing.d' does not hold {holds}$"):
            tuples(engine, {"a": {"column": "thing.d", **part}})
