"""Files of tables as people publish them: read right, or refused in one line with the remedy."""

import csv
import gc
import gzip
import io
import json
import os
from pathlib import Path

import duckdb
import pytest
import sqlalchemy
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.database import text_files
from erbench_track.erbench_tasks.database.files import file_notes
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.database.reflection import reflect_all, table_names

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
NUMBER = st.from_regex(r"-?\d{1,9}(\.\d{1,9})?", fullmatch=True)
PLAIN = [("Elm", "clay"), ("Ash", "sand")]


@pytest.fixture
def write(tmp_path):
    def run(name, content):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return tmp_path / name

    return run


def tables(location, **options):
    """Returns the rows of each table."""
    engine = open_database(location, **options)
    found = {}
    with engine.connect() as connection:
        for name, table in reflect_all(engine, table_names(engine)).tables.items():
            found[name] = [tuple(row) for row in connection.execute(sqlalchemy.select(table))]
    return found


def rows(location, **options):
    ((_, found),) = tables(location, **options).items()
    return found


def columns(location):
    engine = open_database(location)
    ((_, table),) = reflect_all(engine, table_names(engine)).tables.items()
    return [column.name for column in table.columns]


def refusal(location):
    with pytest.raises(InputError) as caught:
        open_database(location)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def note(location):
    (found,) = file_notes(open_database(location))
    return found


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "name,soil\nElm,clay\nAsh,sand\n", ""),
        ("a.CSV", "name,soil\r\nElm,clay\r\nAsh,sand", ""),
        ("a.csv", "name,soil\rElm,clay\rAsh,sand\r", ""),
        ("a.csv", "name,soil\r\nElm,clay\nAsh,sand\r\n", ""),
        ("a.csv", '\ufeff"name","soil"\n\n"Elm","clay"\n"Ash","sand"\n\n', ""),
        ("a.csv", "name,soil,\nElm,clay,\nAsh,sand,\n", ""),
        ("a.csv", "name,soil\nElm,clay,\nAsh,sand,,\n", ""),
        ("a.csv", "name;soil\nElm;clay\nAsh;sand\n", "; delimiter ';'"),
        ("a.csv", "name|soil\nElm|clay\nAsh|sand\n", "; delimiter '|'"),
        ("a.csv", "sep=;\nname;soil\nElm;clay\nAsh;sand\n", "; delimiter ';'; the header is line 2"),  # noqa: E501
        ("a.csv", "# of 1990, by us\n\nname,soil\nElm,clay\nAsh,sand\n", "; the header is line 3"),
        ("a.csv", "name,soil\n,\nElm,clay\nAsh,sand\n", "; records without any value are left out (1: line 2)"),  # noqa: E501
        ("a.csv.gz", "name,soil\nElm,clay\nAsh,sand\n", ""),
        ("a.tsv", "name\tsoil\nElm\tclay\nAsh\tsand\n", "; delimiter tab"),
        ("a.tsv", '"name"\t"soil"\n"Elm"\t"clay"\nAsh\tsand\n', "; delimiter tab"),
        ("a.txt", "name\tsoil\nElm\tclay\nAsh\tsand\n", "; delimiter tab"),
        ("a.dat", "name,soil\nElm,clay\nAsh,sand\n", ""),
        ("a.csv", "name,soil\nElm,clay\nAsh,sand\n".encode("utf-16"), "; UTF-16"),
        ("a.csv", "name,soil\nElm,clay\nAsh,sand\n".encode("utf-32"), "; UTF-32"),
    ],
)  # fmt: skip
def test_files_are_read_as_programs_write_them(write, name, content, said):
    path = write(name, content)
    assert rows(path) == PLAIN
    assert note(path) == f"{path.name}: table a, 2 records of 2 columns (name, soil){said}"


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["12", "-3", "0"], "BIGINT"),
        (["3.10", "3.20", "-0.05"], "DECIMAL(4,2)"),
        (["99999999999999.5", "0.0"], "DECIMAL(15,1)"),
        (["12345678901234567890123456789012345678.5", "0.0"], "VARCHAR"),
        (["100000000000000000000.5", "0.0"], "DECIMAL(22,1)"),
        (["2.5", "0.125"], "DOUBLE"),
        (["1990-02-03", "0001-01-01"], "DATE"),
        (["1990-02-03 10:20:30", "1990-02-03 10:20:30.123456"], "TIMESTAMP"),
        (["3.1", "3.10"], "VARCHAR"),
        (["14", "203.5"], "VARCHAR"),
        (["3.0", "2.25"], "VARCHAR"),
        (["007", "12"], "VARCHAR"),
        (["E-4", "E-5"], "VARCHAR"),
        (["1e5", "5"], "VARCHAR"),
        (["0.0000001", "0.0000000"], "VARCHAR"),
        (["-0", "+1"], "VARCHAR"),
        (["-0.0", "1.5"], "VARCHAR"),
        (["1,5", "2,5"], "VARCHAR"),
        (["12345678901234567890", "3"], "VARCHAR"),
        (["٣", "4"], "VARCHAR"),
        (["1990-02-30", "1990-02-03"], "VARCHAR"),
        (["infinity", "1990-02-03"], "VARCHAR"),
        (["1990-02-03 10:20:30.500000"], "VARCHAR"),
        (["True", "False"], "VARCHAR"),
        (["NA", "5"], "VARCHAR"),
        ([r"\N", " Elm ", "  "], "VARCHAR"),
        (["two\r\nlines, and a \"quote\"", "Ash"], "VARCHAR"),
    ],
)  # fmt: skip
def test_a_value_is_what_the_file_has_whatever_its_type(write, values, kind):
    text = io.StringIO()
    csv.writer(text).writerows([("a", "b", "c"), *((value, "x", "") for value in values)])
    path = write("elm.csv", text.getvalue())
    assert [(str(a), b, c) for a, b, c in rows(path)] == [(value, "x", None) for value in values]
    with open_database(path).connect() as connection:
        query = "select data_type from duckdb_columns() where column_name = 'a' and not internal"
        assert connection.exec_driver_sql(query).scalar_one() == kind


@given(st.lists(st.tuples(ANY_TEXT, NUMBER), min_size=1))
@settings(max_examples=25, deadline=None)
def test_what_was_written_comes_back(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("any") / "any.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerows([("text", "number", "third"), *((*record, "x") for record in records)])
    assert [tuple(map(str, row)) for row in rows(path)] == [
        (text or "None", number, "x") for text, number in records
    ]


def test_truth_values_are_those_that_duckdb_writes(write):
    assert rows(write("a.csv", "a,b\ntrue,True\nfalse,False\n")) == [
        (True, "True"),
        (False, "False"),
    ]


def test_only_an_empty_field_is_null(write):
    path = write("a.csv", "name,height\nNA,5\n,-\nnull,\n")
    assert rows(path) == [("NA", "5"), (None, "-"), ("null", None)]


def test_bytes_that_are_not_utf_8_are_read_and_named(write):
    path = write("a.csv", "name,soil\nÉrable,“clay”\n".encode("cp1252"))
    assert rows(path) == [("Érable", "“clay”")]
    assert "Windows-1252" in note(path)
    path = write("b.csv", "name,soil\nÉrable,été\n".encode() + b"Elm,\xff\n")
    assert rows(path) == [("Érable", "été"), ("Elm", "\ufffd")]
    assert "UTF-8 with 1 wrong bytes, read as U+FFFD" in note(path)


def test_a_mark_of_an_encoding_that_the_rest_is_not_in_is_refused(write):
    path = write("a.csv", b"\xff\xfe" + "name,soil\nElm,clay\n".encode("utf-16-le") + b"x")
    assert refusal(path).startswith(f"{path}: 'utf-16-le' codec can't decode")
    assert refusal(path).endswith("; save it as UTF-8")


def test_texts_that_a_query_has_to_cast_or_trim_are_named_in_one_line(write):
    engine = open_database(write("a.csv", "name,height,soil,x\nElm ,3,clay,\nAsh,3.5,sand,\n"))
    assert file_notes(engine)[1:] == [
        "table a: height: texts, as no type of numbers writes all values as the file does (CAST); "
        "name: blanks around values are kept (TRIM)"
    ]


def test_short_records_are_filled_and_named(write):
    path = write("a.csv", "name,soil,height\nElm,clay,3\nAsh\nOak,sand\n")
    assert rows(path) == [("Elm", "clay", 3), ("Ash", None, None), ("Oak", "sand", None)]
    assert "short records are filled with empty fields (2: lines 3, 4)" in note(path)


def test_quotation_marks_that_enclose_nothing_merge_no_records(write):
    path = write("a.tsv", 'name\tsoil\n"Elm" the tall\tx\nAsh\t"clay\nPine\t6" of sand\n')
    assert rows(path) == [('"Elm" the tall', "x"), ("Ash", '"clay'), ("Pine", '6" of sand')]
    assert "quotation marks enclose nothing" in note(path)
    path = write("b.tsv", 'id\tname\tsoil\n1\tElm\t"clay\n2\tAsh\tsand\n3\tOak\t12"\n')
    assert [row[2] for row in rows(path)] == ['"clay', "sand", '12"']
    path = write("a.csv", 'name,soil\n"Elm, tall",clay\nAsh,"\nOak,6" x\n')
    assert rows(path) == [("Elm, tall", "clay"), ("Ash", '"'), ("Oak", '6" x')]
    assert "stray quotation marks are part of the values (1: line 3)" in note(path)


def test_quoted_fields_may_have_lines_and_delimiters(write):
    path = write("a.csv", 'name,soil,x\nElm,"clay,\nsand\n\nand ""loam""",1\nAsh,peat,2\n')
    assert rows(path) == [("Elm", 'clay,\nsand\n\nand "loam"', 1), ("Ash", "peat", 2)]


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ("name,soil\nElm,clay\nAsh,a,b\n", 3, "3 fields, the header in line 1 has 2; write"),
        ("name,height\nElm,1,5\n", 2, "3 fields, the header in line 1 has 2"),
        ("Report\nname,soil\nElm,clay\n", 2, "2 fields, the header in line 1 has 1"),
        ('name,soil\nElm,x\nAsh,"\nOak,"\nFir,y\n', 3, "a quotation mark encloses the foll"),
        ('name,soil\nElm,"clay\nAsh,a,b\n', 2, "a quotation mark is not closed; close it"),
        ('name,"soil\nElm,clay\nAsh,"sand\n', 1, "no header: "),
        ("Elm,1979\nAsh,1980\nOak,1975\n", 1, "'1979' would be the name of a column"),
        ("Elm,1979-01-01\nAsh,1980-02-03\n", 1, "'1979-01-01' would be the name of a column"),
        ("name,soil\nElm,cl\0ay\n", 2, "it has a NUL byte"),
        ("name\n" + "x" * 10_000_001, 2, "it has 10,000,000 characters or more; split the file"),
        ("", 1, "no names of columns; write them into this line"),
        (",,\n1,2,3\n", 1, "no names of columns"),
    ],
)  # fmt: skip
def test_what_cannot_be_told_is_refused_with_its_line(write, content, line, reason):
    path = write("trees.csv", content)
    assert f"{path}, line {line}: {reason}" in refusal(path)


def test_years_may_name_columns(write):
    path = write("a.csv", "country,1990,1991,1992\nA,1,2,3\nB,4,5,6\n")
    assert columns(path) == ["country", "1990", "1991", "1992"]


def test_a_header_may_begin_like_a_comment(write):
    assert columns(write("a.csv", "#,name\n1,Elm\n2,Ash\n")) == ["#", "name"]


def test_every_name_of_a_column_is_usable(write):
    path = write("order.csv", "a,A,,a_1,select,http://x.org/é?a=%d,artist(s)\n1,2,3,4,5,6,7\n")
    assert columns(path) == [
        "a", "A_2", "column_3", "a_1", "select", "http://x.org/é?a=%d", "artist(s)"
    ]  # fmt: skip
    assert rows(path) == [(1, 2, 3, 4, 5, 6, 7)]
    assert "column 2 is called 'A_2'; column 3 is called 'column_3'" in note(path)


def test_every_name_of_a_file_is_usable(write, tmp_path):
    for name in ("a b.csv", "a-b.csv", "A_B.tsv", "---.csv", "select.csv", "sqlite_master.csv"):
        write(name, "x\n1\n")
    assert sorted(tables(tmp_path)) == sorted(
        ["A_B", "a_b_1", "a_b_2", "table_1", "select", "sqlite_master"]
    )


def test_files_of_one_header_that_differ_in_numbers_are_one_table(write, tmp_path):
    write("cup_2019.csv", "team,file\nA,1\n")
    write("cup_2020.csv", "team,file\nB,x\n")
    write("cup.csv", "team,file\nC,1\n")
    write("cup_2021.csv", "team,city\nD,1\n")
    assert tables(tmp_path) == {
        "cup": [("C", 1)],
        "cup_1": [("A", "1", "cup_2019"), ("B", "x", "cup_2020")],
        "cup_2021": [("D", 1)],
    }


def test_a_folder_has_the_files_of_tables_alone(write, tmp_path):
    write("trees.csv", "a\n1\n")
    write("more.data", "b\n2\n")
    write("README.txt", "nothing")
    write("._trees.csv", b"\0\5\x16\xff")
    assert [*tables(tmp_path)] == ["trees"]


def test_parquet_and_json_have_the_types_that_they_come_with(write, tmp_path):
    query = "select 7 as n, '007' as s, date '1990-02-03' as d, 3.10::decimal(4,2) as x"
    duckdb.execute(f"copy ({query}) to '{tmp_path / 'p*.parquet'}' (format parquet)")
    texts = {"s": "007", "d": "1990-02-03", "t": "1/2/1990", "u": "1990-02-03T10:00:00Z"}
    write("j.json", json.dumps([texts]))
    write("l.jsonl", '{"n": 1}\n{"n": null}\n')
    found = tables(tmp_path)
    assert [*map(str, found["p"][0])] == ["7", "007", "1990-02-03", "3.10"]
    assert [*map(str, found["j"][0])] == [*texts.values()]
    assert found["l"] == [(1,), (None,)]


def test_every_kind_of_file_gives_the_same_values(write, tmp_path):
    records = [
        (1, "Elm", "3.50", "1990-02-03"),
        (2, "Ash, tall", "0.25", "0999-12-31"),
        (3, None, None, None),
    ]
    text = io.StringIO()
    csv.writer(text).writerows([("id", "name", "height", "planted"), *records])
    write("tree.csv", text.getvalue())
    (tmp_path / "p").mkdir()
    declared = "id bigint, name varchar, height decimal(6,2), planted date"
    with duckdb.connect() as connection:
        connection.execute(f"create table tree ({declared})")
        connection.executemany("insert into tree values (?, ?, ?, ?)", records)
        connection.execute(f"copy tree to '{tmp_path / 'p' / 'tree.parquet'}' (format parquet)")
    with sqlalchemy.create_engine(f"sqlite:///{tmp_path / 'tree.db'}").begin() as connection:
        connection.exec_driver_sql(f"create table tree ({declared})")
        connection.exec_driver_sql("insert into tree values (?, ?, ?, ?)", records)
    expected = [[str(value) for value in record] for record in records]
    for location in ("tree.csv", "p", "tree.db"):
        assert [[*map(str, row)] for row in rows(tmp_path / location)] == expected, location


def test_what_is_no_file_of_a_table_is_refused(write, tmp_path):
    assert f"{tmp_path}: no schema.sql in this folder, and no CSV" in refusal(tmp_path)
    assert "No such file" in refusal(tmp_path / "trees.csv")
    assert "No such file" in refusal(tmp_path / "trees.parquet")
    path = write("bad.parquet", "PAR1")
    assert f"{path}: cannot become a table: " in refusal(path)
    path = write("bad.json", "Elm")
    assert f"{path}: cannot become a table: " in refusal(path)
    path = write("cut.csv.gz", "a,b\n1,2\n" * 1000)
    path.write_bytes(path.read_bytes()[:-12])
    assert f"{path}: cannot be read" in refusal(path)
    os.mkfifo(tmp_path / "pipe.csv")
    assert "not a regular file" in refusal(tmp_path / "pipe.csv")


def test_a_folder_and_a_link_out_of_the_folder_are_no_files_of_it(write, tmp_path):
    inside = tmp_path / "in"
    (inside / "x.csv").mkdir(parents=True)
    assert f"{inside / 'x.csv'}: not a regular file" in refusal(inside)
    (inside / "x.csv").rmdir()
    (inside / "x.csv").symlink_to(write("out.csv", "a\n1\n"))
    assert f"{inside / 'x.csv'}: a link that leads out of its folder" in refusal(inside)
    assert rows(inside / "x.csv") == [(1,)]


def test_a_small_file_that_becomes_a_large_one_is_refused(write, monkeypatch):
    monkeypatch.setattr(text_files, "_LARGEST", 100_000)
    path = write("a.csv.gz", "name\n" + "Elm of the forest\n" * 50_000)
    assert f"{path}: more than 100,000 bytes, uncompressed" in refusal(path)


def test_nothing_can_be_written_and_no_other_file_read(write):
    path = write("trees.csv", "a,b\n1,2\n")
    engine = open_database(path)
    for statement in ("delete from trees", f"select * from read_csv('{path}')"):
        with engine.connect() as connection, pytest.raises(sqlalchemy.exc.DatabaseError):
            connection.exec_driver_sql(statement)
    assert str(engine.url) == f"duckdb:///{path}"


def test_the_temporary_database_goes_with_its_engine(write, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    path = write("trees.csv", "a,b\n1,2\n")
    engine = open_database(path)
    assert len([*(tmp_path / "temporary").iterdir()]) == 1
    engine.dispose()
    del engine
    gc.collect()
    assert not [*(tmp_path / "temporary").iterdir()]
    refusal(write("bad.csv", "a,b\n1,2,3\n"))
    assert not [*(tmp_path / "temporary").iterdir()]


PUBLISHED = {
    "elements": 118, "kennzeichen": 700, "nobel/Winners.csv": 882, "nobel/Prizes.csv": 567,
    "oscars": 12_137, "spotify2023": 953, "tdf/tdf_stages.csv": 2_236, "tdf/tdf_winners.csv": 106,
    "unesco": 1_121,
}  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_files_have_all_their_records(official, name):
    location: Path = official(f"databases/published/{name}")
    assert len(rows(location)) == PUBLISHED[name]
