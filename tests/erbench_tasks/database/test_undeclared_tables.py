"""CSV files that nobody wrote a schema for: as they are downloaded, and as they should not be."""

import gzip
import os
import tracemalloc
from datetime import date
from decimal import Decimal

import pytest
import sqlalchemy

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database import csv_files, undeclared_tables
from erbench_track.erbench_tasks.database.opening import open_database

TREES = "id,name,height,planted\n1,Elm,3.5,1990-02-03\n2,Ash,4,1991-12-31\n"


@pytest.fixture
def write(tmp_path):
    def run(name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return tmp_path / name

    return run


def tables(location):
    """Returns the rows of each table, as dictionaries, and the types and keys of its columns."""
    engine = open_database(location)
    metadata = sqlalchemy.MetaData()
    metadata.reflect(engine)
    found = {}
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            rows = connection.execute(sqlalchemy.select(table)).mappings().all()
            kinds = {column.name: str(column.type) for column in table.columns}
            found[table.name] = [dict(row) for row in rows], kinds, [*table.primary_key.columns]
    return found


def only_table(location):
    ((_, found),) = tables(location).items()
    return found


def refusal(location):
    with pytest.raises(InputError) as caught:
        open_database(location)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_file_of_a_folder_becomes_a_table(write, tmp_path):
    write("trees.csv", TREES)
    write("soil types.csv", "name\nclay\n")
    write("leaf.shapes.tsv.gz", "name\tlobes\nPine\t0\n")
    write("README.txt", "nothing")
    write("._trees.csv", b"\0\5\x16\xff")
    assert sorted(tables(tmp_path)) == ["leaf_shapes", "soil_types", "trees"]


def test_a_file_is_a_database(write):
    rows, kinds, key = only_table(write("trees.CSV", TREES))
    assert rows[0] == {
        "id": 1, "name": "Elm", "height": Decimal("3.5"), "planted": date(1990, 2, 3)
    }  # fmt: skip
    assert kinds == {"id": "INTEGER", "name": "TEXT", "height": "REAL", "planted": "DATE"}
    assert [column.name for column in key] == ["id"]


@pytest.mark.parametrize(
    ("values", "kind", "read"),
    [
        (["12", "-3", "0"], "INTEGER", [12, -3, 0]),
        (["1990.0", "", "1985.0"], "INTEGER", [1990, None, 1985]),
        (["1", "2.5", "1e-05", ".5"], "REAL", [1, 2.5, 1e-05, 0.5]),
        (["007", "12"], "TEXT", ["007", "12"]),
        (["12E5", "1"], "TEXT", ["12E5", "1"]),
        (["1,250", "3"], "TEXT", ["1,250", "3"]),
        (["12345678901234567890", "3"], "TEXT", ["12345678901234567890", "3"]),
        (["٣", "4"], "TEXT", ["٣", "4"]),
        (["1990-02-03", "0001-01-01"], "DATE", ["1990-02-03", "0001-01-01"]),
        (["1990-02-03 00:00:00", "1990-02-04"], "DATE", ["1990-02-03 00:00:00", "1990-02-04"]),
        (["1990-02-30", "1990-02-03"], "TEXT", ["1990-02-30", "1990-02-03"]),
        (["1990-02-03T10:20", "1990-02-04"], "TIMESTAMP", ["1990-02-03T10:20", "1990-02-04"]),
        (["True", "false", ""], "BOOLEAN", [1, 0, None]),
        (["NA", "5", "NaN"], "INTEGER", [None, 5, None]),
        (["1990-02-03", "null"], "DATE", ["1990-02-03", None]),
        (["NA", "DE"], "TEXT", ["NA", "DE"]),
        (["5", "Elm"], "TEXT", ["5", "Elm"]),
        ([" Elm ", r"\N", "  "], "TEXT", ["Elm", None, None]),
        (["", ""], "TEXT", [None, None]),
        (['two\nlines, and a ""quote""', "Ash"], "TEXT", ['two\nlines, and a "quote"', "Ash"]),
    ],
)
def test_a_column_has_the_type_of_all_its_values(write, values, kind, read):
    rows = "".join(f'"{value}",x\n' for value in values)
    engine = open_database(write("elm.csv", f"a,b\n{rows}"))
    with engine.connect() as connection:
        schema = connection.exec_driver_sql("select sql from sqlite_master").scalar_one()
        found = connection.exec_driver_sql("select a from elm").scalars().all()
    assert f'"a" {kind},' in schema
    assert [*found] == read


def test_what_stands_for_no_number_stands_for_no_text_either(write):
    rows, _, _ = only_table(write("trees.csv", "name,soil,height\nElm,NA,3\nAsh,N/A,NA\n"))
    assert [row["soil"] for row in rows] == [None, "N/A"]


@pytest.mark.parametrize(
    ("name", "header", "rows", "key"),
    [
        ("trees", "id,name", ["1,Elm", "2,Elm"], "id"),
        ("trees", "name,ID", ["Elm,b", "Elm,a"], "ID"),
        ("trees", "name,tree_id", ["Elm,1", "Ash,2"], "tree_id"),
        ("trees", "name,treeId", ["Elm,1", "Ash,2"], "treeId"),
        ("trees", "plant_id,name", ["s1,Elm", "s2,Ash"], "plant_id"),
        ("trees", ",plant_id,name", ["0,s1,Elm", "1,s2,Ash"], "plant_id"),
        ("trees", "name,soil_id", ["Elm,1", "Ash,2"], None),
        ("trees", "id,name", ["1,Elm", "1,Ash"], None),
        ("trees", "id,name", ["1,Elm", "1.0,Ash"], None),
        ("trees", "id,name", ["1,Elm", ",Ash"], None),
        ("trees", "grid,name", ["1,Elm", "2,Ash"], None),
        ("trees", "id,name", [], None),
    ],
)
def test_a_column_of_ids_is_the_key_if_no_two_rows_share_one(write, name, header, rows, key):
    path = write(f"{name}.csv", "\n".join([header, *rows]) + "\n")
    _, _, found = only_table(path)
    assert [column.name for column in found] == ([key] if key else [])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "name,soil\nElm,clay\n"),
        ("a.csv", "\ufeffname,soil\r\nElm,clay\r\n"),
        ("a.csv", "name,soil\rElm,clay\r"),
        ("a.csv", "name;soil\nElm;clay\n"),
        ("a.csv", "name\tsoil\nElm\tclay\n"),
        ("a.csv", "name|soil\nElm|clay\n"),
        ("a.csv", '"name","soil"\n\n"Elm","clay"\n,\n\n'),
        ("a.csv", " name ,soil,\nElm,clay,\n"),
        ("a.csv.gz", "name,soil\nElm,clay\n"),
        ("a.tsv", "name\tsoil\nElm\tclay\n"),
        ("a.tsv", 'name\tsoil\n"Elm"\tclay\n'),
    ],
)
def test_files_are_read_as_programs_write_them(write, name, content):
    rows, _, _ = only_table(write(name, content))
    assert rows == [{"name": "Elm", "soil": "clay"}]


def test_quotes_of_a_tsv_file_may_divide_nothing(write):
    text = 'name\tsoil\n"Elm" the tall\t\\N\nAsh\t"clay\nPine\t6" of sand\n'
    rows, _, _ = only_table(write("a.tsv", text))
    assert [row["name"] for row in rows] == ['"Elm" the tall', "Ash", "Pine"]
    assert [row["soil"] for row in rows] == [None, '"clay', '6" of sand']


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ("name,soil\nElm,clay\nAsh\n", 3, "1 fields, not 2"),
        ("name,soil\nElm,clay\nAsh,a,b\n", 3, "3 fields, not 2"),
        ('name,soil\nElm,"clay\nAsh,sand\n', 2, "not a UTF-8 CSV file: unexpected end"),
        ("name,soil\nElm,clay\nÄsche,sand\n".encode("latin-1"), 3, "not a UTF-8 CSV file: invalid"),
        (TREES.encode("utf-16"), 1, "not a UTF-8 CSV file"),
        ("name,Name\nElm,clay\n", 1, "two columns are called 'Name'"),
        ("", 1, "the names of the columns are missing"),
        (",,\n1,2,3\n", 1, "the names of the columns are missing"),
    ],
)
def test_a_malformed_file_is_named_with_its_line(write, content, line, reason):
    path = write("trees.csv", content)
    assert f"{path}, line {line}: {reason}" in refusal(path)


def test_the_line_of_a_wrong_byte_is_found_however_far_a_decoder_reads_ahead(write):
    path = write("trees.csv", b"name\n" + b"Elm\n" * 5000 + b"\xff\n" + b"Ash\n" * 5000)
    assert f"{path}, line 5002: " in refusal(path)


def test_what_is_no_file_of_tables_is_refused(write, tmp_path):
    assert f"{tmp_path}: no schema.sql in this folder, and no CSV or TSV file" in refusal(tmp_path)
    assert "No such file" in refusal(tmp_path / "trees.csv")
    path = write("cut.csv.gz", TREES)
    path.write_bytes(path.read_bytes()[:-12])
    assert f"{path}: cannot read the table's rows" in refusal(path)
    path.write_bytes(TREES.encode())
    assert f"{path}: cannot read the table's rows" in refusal(path)
    os.mkfifo(tmp_path / "pipe.csv")
    assert "not a regular file" in refusal(tmp_path / "pipe.csv")


def test_two_files_of_one_name_are_refused(write, tmp_path):
    write("Trees.csv", TREES)
    path = write("trees.tsv", TREES)
    assert f"{path}: the table 'trees' would be that of Trees.csv as well" in refusal(tmp_path)


def test_names_that_sqlite_keeps_to_itself_or_cannot_have_are_refused(write):
    assert "cannot become a table" in refusal(write("sqlite_x.csv", TREES))
    assert "cannot become a table" in refusal(write("a.csv", "a\0b,c\n1,2\n"))
    many = ",".join(f"c{n}" for n in range(3000))
    assert "too many columns" in refusal(write("b.csv", f"{many}\n"))


def test_lines_and_files_without_end_are_refused(write, monkeypatch):
    monkeypatch.setattr(csv_files, "_LONGEST_LINE", 1000)
    path = write("a.csv", "name\n" + "x" * 2000)
    assert "a line of 1,000 characters or more" in refusal(path)
    monkeypatch.setattr(undeclared_tables, "_MOST_PAGES", 5)
    path = write("a.csv.gz", "name\n" + "Elm of the forest\n" * 5000)
    assert f"{path}: cannot become a table: database or disk is full" in refusal(path)


def test_rows_are_streamed(write):
    path = write("a.csv", "id,name\n" + "".join(f"{n},Elm number {n}\n" for n in range(50_000)))
    tracemalloc.start()
    engine = open_database(path)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000 < path.stat().st_size + 100_000
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select count(*) from a").scalar_one() == 50_000


def test_nothing_can_be_written(write):
    engine = open_database(write("trees.csv", TREES))
    with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DatabaseError):
        connection.exec_driver_sql("delete from trees")
