"""Samples of large relations: the same on every engine, and of whole determinants."""

from collections import Counter

import pytest
import sqlalchemy

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.snapshot import snapshot
from erbench_track.erbench_tasks.lint.row_samples import RowSamples
from erbench_track.erbench_tasks.relations.relation import Relation
from erbench_track.erbench_tasks.spec.spec import RelationSpec

ROWS, WANTED = 4000, 100
SPEC = {
    "tables": ["lamp"],
    "attributes": {"name": "lamp.name", "shelf": "lamp.shelf", "maker": "lamp.maker"},
    "entity": ["name"],
}


def filled(engine, key):
    integer, text = sqlalchemy.Integer(), sqlalchemy.String(40)
    table = sqlalchemy.Table(
        "lamp",
        sqlalchemy.MetaData(),
        sqlalchemy.Column(
            "id", text if key == "text" else integer, primary_key=key != "none", autoincrement=False
        ),
        sqlalchemy.Column("name", text),
        sqlalchemy.Column("shelf", integer),
        sqlalchemy.Column("maker", text),
    )
    table.metadata.create_all(engine)
    rows = [
        {"id": f"k{i:05}" if key == "text" else i + 1, "name": f"Lamp {i % 3900} é",
         "shelf": i % 1300, "maker": f"maker {i % 9}"}
        for i in range(ROWS)
    ]  # fmt: skip
    with engine.begin() as connection:
        connection.execute(table.insert(), rows)
    engine.dispose()
    return rows


def read(location, determinant):
    """Returns the rows of a sample, those of the determinants' sample, and one of how many."""
    engine = open_database(location)
    relation = Relation(engine, "lamp", RelationSpec.model_validate(SPEC))
    with snapshot(engine) as connection:
        samples = RowSamples(connection)
        sample = samples.determinants(relation, determinant, WANTED)
        found = [samples.rows(relation, WANTED), sample.relation]
        queries = (sqlalchemy.select(each.tuples()) for each in found)
        rows = [sorted(tuple(r)[:3] for r in connection.execute(query)) for query in queries]
        lost = sample.relation.incomplete(connection) + sample.relation.unmatched(connection)
    engine.dispose()
    assert lost == 0
    return rows[0], rows[1], sample.one_of


@pytest.mark.parametrize("key", ["integer", "text", "none"])
@pytest.mark.parametrize("determinant", [["name"], ["shelf"]])
def test_all_rows_of_some_determinants_are_taken_on_every_engine(
    writable, tmp_path, key, determinant
):
    rows = filled(writable.engine, key)
    plain, found, one_of = read(writable.location, determinant)
    assert 0.4 * WANTED < len(plain) < 2 * WANTED
    place = list(SPEC["attributes"]).index(determinant[0])
    every = Counter(row[determinant[0]] for row in rows)
    taken = Counter(row[place] for row in found)
    assert taken == {value: every[value] for value in taken}
    assert one_of > 1
    assert 0.5 * len(every) < len(taken) * one_of < 2 * len(every)
    path = tmp_path / "plain.sqlite"
    filled(sqlalchemy.create_engine(f"sqlite:///{path}"), key)
    assert read(path, determinant) == (plain, found, one_of)


def test_a_determinant_that_very_many_rows_share_is_sampled_by_rows(writable):
    filled(writable.engine, "integer")
    plain, found, one_of = read(writable.location, ["maker"])
    assert found
    assert {row[2] for row in found} <= {f"maker {i}" for i in range(9)}
    assert one_of >= 1
    assert plain


def test_a_small_table_is_read_whole(writable):
    filled(writable.engine, "integer")
    engine = open_database(writable.location)
    relation = Relation(engine, "lamp", RelationSpec.model_validate(SPEC))
    with snapshot(engine) as connection:
        samples = RowSamples(connection)
        assert samples.rows(relation, ROWS) is relation
        assert samples.determinants(relation, ["name"], ROWS).relation is relation
    engine.dispose()
