"""Foreign keys that nobody declared: found by names and values, and no range of numbers taken."""

import sqlalchemy
from sqlalchemy import Column, Integer, MetaData, String, Table

from erbench_track.erbench_tasks.dependencies.inclusions import find_inclusions

WORDS = ["ALDER", "BIRCH", "CEDAR", "ELDER", "FIRST", "GORSE", "HAZEL", "MAPLE", "ROWAN", "YEWEN"]


def filled(engine, tables, rows):
    """Makes tables of `{name: [(column, type)]}`; a name that begins with * is the key."""
    metadata = MetaData()
    for name, columns in tables.items():
        made = [
            Column(c.removeprefix("*"), kind, primary_key=c[0] == "*", autoincrement=False)
            for c, kind in columns
        ]
        Table(name, metadata, *made)
    metadata.create_all(engine)
    with engine.begin() as connection:
        for name, content in rows.items():
            table = metadata.tables[name]
            keys = table.columns.keys()
            connection.execute(table.insert(), [dict(zip(keys, r, strict=True)) for r in content])
    return metadata.tables


def inclusions(engine, tables, **options):
    with engine.connect() as connection:
        return find_inclusions(connection, tables, options.pop("unique", {}), **options)


def joins(engine, tables, **options):
    return {
        k: v for each in inclusions(engine, tables, **options).found for k, v in each.on.items()
    }


def memory():
    return sqlalchemy.create_engine("sqlite://")


TEXT = String(40)


def test_a_column_refers_to_the_table_that_it_is_called_after(writable):
    tables = filled(
        writable.engine,
        {
            "trees": [("*code", String(5)), ("label", TEXT)],
            "garden": [("*id", Integer), ("treecode", String(5)), ("size", Integer)],
            "planting": [("*id", Integer), ("garden_id", Integer), ("old_tree_code", String(5))],
        },
        {
            "trees": [(word, word.title()) for word in WORDS],
            "garden": [(i, WORDS[i % 8], i % 9) for i in range(40)],
            "planting": [(i, i % 40, WORDS[i % 3]) for i in range(90)],
        },
    )
    assert joins(writable.engine, tables) == {
        "garden.treecode": "trees.code",
        "planting.garden_id": "garden.id",
        "planting.old_tree_code": "trees.code",
    }
    first = inclusions(writable.engine, tables).found[0]
    assert (first.share, first.used) == (1.0, 0.8)
    assert first.plausibility == 1.0


def test_what_is_declared_and_what_is_no_inclusion_is_not_named():
    engine, metadata = memory(), MetaData()
    Table("tree", metadata, Column("id", Integer, primary_key=True))
    Table(
        "leaf", metadata, Column("id", Integer, primary_key=True),
        Column("tree_id", Integer, sqlalchemy.ForeignKey("tree.id")),
        Column("other_tree_id", Integer),
    )  # fmt: skip
    metadata.create_all(engine)
    with engine.begin() as connection:
        connection.execute(metadata.tables["tree"].insert(), [{"id": i} for i in range(20)])
        rows = [{"id": i, "tree_id": i % 20, "other_tree_id": i} for i in range(90)]
        connection.execute(metadata.tables["leaf"].insert(), rows)
    assert joins(engine, metadata.tables) == {}


def test_small_numbers_are_no_reference_unless_the_name_says_so():
    tables = {
        "tree": [("*id", Integer), ("rank_no", Integer), ("age", Integer)],
        "bird": [("*id", Integer), ("level_id", Integer), ("tree_id", Integer)],
    }
    engine = memory()
    rows = {
        "tree": [(i, i % 9, i % 7) for i in range(50)],
        "bird": [(i, i % 40, i % 50) for i in range(90)],
    }
    assert joins(engine, filled(engine, tables, rows)) == {"bird.tree_id": "tree.id"}


def test_codes_refer_to_what_has_them_whatever_their_name():
    tables = {
        "tree": [("*code", TEXT), ("age", Integer)],
        "match": [("*id", Integer), ("opponent_code", TEXT), ("winner", TEXT)],
    }
    engine = memory()
    rows = {
        "tree": [(word, i) for i, word in enumerate(WORDS)],
        "match": [(i, WORDS[i % 7], WORDS[i % 7]) for i in range(40)],
    }
    (only,) = inclusions(engine, filled(engine, tables, rows)).found
    assert only.on == {"match.opponent_code": "tree.code"}
    assert only.plausibility < 0.5


def test_a_table_may_refer_to_itself_by_what_its_rows_are_to_each_other():
    tables = {"person": [("*id", Integer), ("manager_id", Integer), ("age", Integer)]}
    engine = memory()
    rows = {"person": [(i, i // 3, i % 20) for i in range(60)]}
    assert joins(engine, filled(engine, tables, rows)) == {"person.manager_id": "person.id"}


def test_tables_without_any_key_are_compared_by_columns_that_could_be_one():
    tables = {
        "tree": [("tree_id", TEXT), ("label", TEXT)],
        "bird": [("bird_no", TEXT), ("tree_id", TEXT)],
    }
    engine = memory()
    rows = {
        "tree": [(word, "tree") for word in WORDS],
        "bird": [(f"bird {i}", WORDS[i % 9]) for i in range(40)],
    }
    assert joins(engine, filled(engine, tables, rows)) == {"bird.tree_id": "tree.tree_id"}


def test_a_unique_column_can_be_referred_to():
    tables = {
        "tree": [("*id", Integer), ("name", TEXT)],
        "bird": [("*id", Integer), ("tree_name", TEXT)],
    }
    engine = memory()
    rows = {
        "tree": [(i, word) for i, word in enumerate(WORDS)],
        "bird": [(i, WORDS[i % 9]) for i in range(40)],
    }
    made = filled(engine, tables, rows)
    assert joins(engine, made) == {}
    assert joins(engine, made, unique={"tree": ["name"]}) == {"bird.tree_name": "tree.name"}


def test_what_several_tables_call_alike_is_the_key_of_the_one_that_names_its_rows():
    tables = {
        "size": [("tc", TEXT), ("height", Integer), ("width", Integer), ("age", Integer)],
        "tree": [("tc", TEXT), ("name", TEXT)],
        "bird": [("tc", TEXT), ("word", TEXT), ("nest", Integer)],
        "bush": [("word", TEXT)],
    }
    engine = memory()
    rows = {
        "size": [(f"tt{i:03}", i, i, i) for i in range(40)],
        "tree": [(f"tt{i:03}", WORDS[i % 9]) for i in range(40)],
        "bird": [(f"tt{i % 30:03}", WORDS[i % 9], i) for i in range(60)],
        "bush": [(word,) for word in WORDS],
    }
    found = joins(engine, filled(engine, tables, rows))
    assert found == {"size.tc": "tree.tc", "bird.tc": "tree.tc"}, "and words are no keys"


def test_a_few_values_without_a_target_are_counted_and_large_tables_named():
    tables = {"tree": [("*id", Integer)], "bird": [("*id", Integer), ("tree_id", Integer)]}
    engine = memory()
    rows = {"tree": [(i,) for i in range(99)], "bird": [(i, i) for i in range(100)]}
    made = filled(engine, tables, rows)
    (only,) = inclusions(engine, made).found
    assert only.share == 0.99
    without = inclusions(engine, made, most_rows=99)
    assert without.found == ()
    assert without.left_out == ("table bird: it has more than 99 rows",)
