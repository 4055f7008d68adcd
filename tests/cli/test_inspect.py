"""`erbench-track inspect`."""

import json
import sqlite3

import pytest


@pytest.fixture
def films(tmp_path):
    path = tmp_path / "films.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table director (name text primary key)")
        connection.execute("create table film (title text, director text references director)")
        connection.execute("create table customer (id integer primary key, name text)")
        connection.execute("create table premiere (city text, reviewer text)")
        connection.execute("insert into premiere values ('Cannes', 'Pauline Kael')")
        connection.execute("insert into director values ('Agnès Varda'), ('Ousmane Sembène')")
        connection.execute("insert into film values ('Cléo', 'Agnès Varda')")
        connection.execute("insert into customer values (1, 'Jane Roe')")
    return path


def test_the_profile_is_printed_and_written_as_json(command, films, tmp_path):
    code, out, err = command("inspect", films, "--json", tmp_path / "profile.json")
    assert code == 0
    assert "# director: 2 rows; primary key name" in out
    assert "  director references director(name)" in out
    assert "Cléo" in out
    assert "tokens (characters / 4)" in err
    written = (tmp_path / "profile.json").read_text()
    tables = {table["name"]: table for table in json.loads(written)["tables"]}
    assert tables["film"]["samples"] == [["Cléo", "Agnès Varda"]]
    assert tables["customer"]["personal"] == "rows about customer, by its name"
    assert "Jane" not in out + written


def test_options_choose_tables_and_hold_values_back(command, films):
    code, out, _ = command("inspect", films, "--tables", "film, director", "--no-values")
    assert code == 0
    assert "# film" in out
    assert "# customer" not in out
    assert "Cléo" not in out


def test_persons_are_shown_only_with_a_reason(command, films):
    assert "Kael" not in command("inspect", films)[1]
    _, out, _ = command("inspect", films, "--public-persons", "critics")
    assert "Kael" in out
    assert "Jane Roe" not in out
    code, _, err = command("inspect", films, "--public-persons", " ")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "say why" in err


@pytest.mark.parametrize("arguments", [["nowhere.sqlite"], ["{films}", "--tables", "filn"]])
def test_what_is_missing_is_one_line(command, films, arguments):
    code, _, err = command("inspect", *(a.format(films=films) for a in arguments))
    assert (code, len(err.splitlines())) == (2, 1)


def test_files_are_databases_and_say_how_they_were_read(command, tmp_path):
    (tmp_path / "city.csv").write_text("name;country\nOslo;Norway\nRome;Italy\n")
    code, out, _ = command("inspect", tmp_path / "city.csv")
    assert code == 0
    assert "File city.csv: table city, 2 records of 2 columns (name, country); delimiter ';'" in out
    assert "# city: 2 rows" in out
