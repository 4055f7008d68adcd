"""The specification of a domain's database: what its queries find, and what it says besides."""

import sqlite3
from contextlib import closing

import pytest
import sqlalchemy
import yaml
from domain_world import AIRPORTS, FILMS, PLAYERS, dump_source

from erbench_track.erbench_tasks.wikidata.database import metadata_of, write_database
from erbench_track.erbench_tasks.wikidata.domain import domain_names, read_domain
from erbench_track.erbench_tasks.wikidata.specification import specification, specified

WORLDS = {"movie": FILMS, "soccer": PLAYERS, "airport": AIRPORTS}
HILL = """\
name: hill
tables:
  order: {class: Q54050, properties: {range: {property: P4552, table: group, optional: true}}}
  group: {label: select}
relations:
  hill: {attributes: {name: name, where: range}, entity: [name]}
  alone: {attributes: [name], entity: [name]}
kinds: {where: other}
questions: [{}]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The database of each world."""
    folder = tmp_path_factory.mktemp("made")
    for name, entities in WORLDS.items():
        source = dump_source(entities, folder / name)
        write_database(read_domain(name), source, folder / f"{name}.sqlite")
    return folder


def found(made, domain, query):
    with closing(sqlite3.connect(made / f"{domain}.sqlite")) as connection:
        return connection.execute(query).fetchall()


def relation(domain, name):
    return specified(read_domain(domain))["relations"][name]


def test_a_row_per_combination_of_values_of_which_the_first_are_asked_about(made):
    rows = found(made, "movie", relation("movie", "movie")["sql"])
    assert {row for row in rows if row[0] == "The Harbour"} == {
        ("The Harbour", 1950, "Ann Lee", "France", "drama film", 12, 1),
        ("The Harbour", 1951, "Ann Lee", "France", "drama film", 12, 0),
        ("The Harbour", 1950, "Bob Ray", "France", "drama film", 12, 0),
        ("The Harbour", 1951, "Bob Ray", "France", "drama film", 12, 0),
    }


def test_a_property_of_what_an_item_refers_to_is_reached_through_it(made):
    rows = found(made, "movie", relation("movie", "directed")["sql"])
    assert {row[2:4] for row in rows} == {("Ann Lee", 1901)}  # nobody knows when Bob Ray was born


def test_a_qualifier_that_nobody_states_is_null(made):
    rows = found(made, "soccer", relation("soccer", "player")["sql"])
    assert ("Ian Twice", "Reds", None, "France", 10, 1) in rows


def test_the_columns_of_the_query_are_the_attributes_and_those_that_the_specification_names(made):
    said = relation("movie", "directed")
    with closing(sqlite3.connect(made / "movie.sqlite")) as connection:
        names = [column[0] for column in connection.execute(said["sql"]).description]
    assert names == ["title", "year", "director", "birth_year", said["popularity"], said["ask"]]


def test_other_names_and_the_last_word_of_a_persons_name_are_spellings(made):
    of_names, of_last_words = relation("movie", "movie")["spellings"]["director"]
    assert found(made, "movie", of_names) == [("Ann Lee", "A. Lee")]
    assert ("Cleo Poe", "Poe") in found(made, "movie", of_last_words)
    (of_titles,) = relation("movie", "movie")["spellings"]["title"]
    assert sorted(found(made, "movie", of_titles)) == [
        ("The Harbour", "Harbor"),
        ("The Harbour", "The Harbor"),
    ]


def test_a_coordinate_may_be_rounded(made):
    (query,) = relation("airport", "place")["spellings"]["latitude"]
    assert found(made, "airport", query) == [(48.1235, "48.12")]
    assert "icao" not in relation("airport", "place")["spellings"]


def test_a_name_that_sql_has_a_use_for_is_quoted_and_a_kind_stands_where_its_column_is(tmp_path):
    path = tmp_path / "hill.yaml"
    path.write_text(HILL)
    domain = read_domain(str(path))
    relations = specified(domain)["relations"]
    engine = sqlalchemy.create_engine("sqlite://")
    metadata_of(domain).create_all(engine)
    with engine.connect() as connection:
        for said in relations.values():
            queries = [query for of in said["spellings"].values() for query in of]
            for query in (said["sql"], *queries):
                assert connection.exec_driver_sql(query).all() == []
    assert relations["hill"]["kinds"] == {"where": "other"}
    assert "kinds" not in relations["alone"]
    assert "ask" not in relations["alone"]


@pytest.mark.parametrize("name", domain_names())
def test_it_is_yaml_in_which_a_query_has_a_line_per_table(name):
    domain = read_domain(name)
    text = specification(domain, "a source: 1")
    assert yaml.safe_load(text) == specified(domain)
    assert f"\n      FROM {domain.main}\n      JOIN {domain.main}_" in text
