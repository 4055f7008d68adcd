"""What `generate erbench` says of a database before it asks about it."""

import sqlite3

import pytest

from erbench_track.cli.generate import erbench as generating
from erbench_track.erbench_tasks.generator import Benchmark

SPEC = """
name: hills
relations:
  hill:
    sql: SELECT h.name, r.land FROM hill h JOIN region r ON r.name = h.region
    entity: [name]
questions:
  - type: binary
    relation: hill
    fd: name -> land
    wording: {basic: "Is {{ name }} in some land?", negated: "Is {{ name }} in no land?"}
"""
TABLES = """
create table region (name text primary key, land text);
create table hill (name text primary key, region text KEY);
insert into region values ('North', 'Elmland'), ('South', 'Oakland');
insert into hill values ('High Top', 'North'), ('Low Top', 'South'), ('Flat Top', 'South');
"""


@pytest.fixture
def generate(tmp_path, command):
    def run(key):
        database = tmp_path / "hills.sqlite"
        with sqlite3.connect(database) as connection:
            connection.executescript(TABLES.replace("KEY", key))
        (tmp_path / "hills.yaml").write_text(SPEC)
        arguments = ["--benchmark", tmp_path / "hills.yaml", "--database", database]
        code, _, err = command("generate", "erbench", *arguments, "-o", tmp_path / "items")
        assert code == 0, err
        return err

    return run


def test_a_join_that_no_key_declares_is_said(generate):
    said = "note: hill: join: hill.region -> region.name: holds (2 values; not declared"
    assert said in generate("")


def test_of_a_declared_key_nothing_is_said(generate):
    assert "note:" not in generate("references region (name)")


def test_what_an_engine_says_of_its_files_is_said_first(toy):
    benchmark = Benchmark.open(toy / "benchmark.yaml")
    benchmark.engine.update_execution_options(erbench_track_notes=["city.csv: table city"])
    assert [*generating._notes(benchmark)] == ["city.csv: table city"]
