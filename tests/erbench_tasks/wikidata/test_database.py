"""A domain's database: the same from a dump and a query service, and as the statements are."""

import json

import pytest
from domain_world import (
    AIRPORTS,
    BOOKS,
    FILMS,
    PLAYERS,
    RIVERS,
    dump_source,
    query_service,
    sparql_source,
    tables,
)

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.wikidata.database import write_database
from erbench_track.erbench_tasks.wikidata.domain import read_domain

WORLDS = {
    "movie": FILMS,
    "soccer": PLAYERS,
    "airport": AIRPORTS,
    "river": RIVERS,
    "book": BOOKS,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Each world's database from a dump and from a query service, and what was found."""
    made = {}
    for name, entities in WORLDS.items():
        folder = tmp_path_factory.mktemp(name)
        domain = read_domain(name)
        server = query_service(entities)
        try:
            with sparql_source(server) as source:
                asked = write_database(domain, source, folder / "sparql.sqlite")
        finally:
            server.close()
        dumped = write_database(domain, dump_source(entities, folder), folder / "dump.sqlite")
        made[name] = tables(folder / "dump.sqlite"), tables(folder / "sparql.sqlite"), dumped, asked
    return made


@pytest.mark.parametrize("name", WORLDS)
def test_a_dump_and_a_query_service_give_equal_databases(made, name):
    from_dump, from_service, dumped, asked = made[name]
    assert from_dump == from_service
    assert dumped == asked
    assert len(from_dump[read_domain(name).main]) > 0


def rows(made, domain, table):
    return made[domain][0][table]


def test_an_item_has_its_id_label_sitelinks_and_revision(made):
    assert ("Q101", "The Harbour", 12, 1101) in rows(made, "movie", "film")
    assert [row for row in rows(made, "movie", "film_alias") if row[0] == "Q101"] == [
        ("Q101", "Harbor"),
        ("Q101", "The Harbor"),
    ]


def of(made, domain, table, id_):
    return [row[1:] for row in rows(made, domain, table) if row[0] == id_]


def test_values_come_in_order_with_their_positions(made):
    assert of(made, "movie", "film_year", "Q101") == [(1950, 1, "normal"), (1951, 2, "normal")]
    assert of(made, "movie", "film_director", "Q101") == [
        ("Q41", 1, "normal"),
        ("Q42", 2, "normal"),
    ]


def test_only_the_best_rank_counts_and_is_written_down(made):
    assert of(made, "movie", "film_year", "Q102") == [(1960, 1, "preferred")]
    assert of(made, "movie", "film_director", "Q102") == [("Q43", 1, "normal")]


def test_what_has_no_english_name_is_no_row_and_no_value(made):
    stars = of(made, "movie", "film_star", "Q101")
    assert sorted(stars, key=lambda row: row[1]) == [("Q43", 1, "normal"), ("Q41", 2, "normal")]
    names = {row[1] for row in rows(made, "movie", "person")}
    assert names == {"Ann Lee", "Bob Ray", "Cleo Poe"}  # the last one by its label for all


def test_a_redirect_is_no_value(made):
    assert of(made, "movie", "film_director", "Q107") == [("Q42", 1, "normal")]


def test_items_that_lack_something_are_left_out_with_the_reason(made):
    ids = {row[0] for row in rows(made, "movie", "film")}
    assert not ids & {"Q103", "Q104", "Q105", "Q106", "Q108", "Q109"}
    _, _, found, _ = made["movie"]
    assert found.left_out == {
        "have no director (P57)": 2,
        "have no year (P577)": 1,
        "have no English label, or are of another kind": 1,
    }


def test_contradicting_values_of_a_single_one_are_none(made):
    assert of(made, "movie", "person_birth_year", "Q42") == []
    assert of(made, "movie", "person_birth_year", "Q41") == [(1901, 1, "normal")]


def test_memberships_count_if_they_hold_on_the_day(made):
    clubs = {row[0]: row[1:3] for row in rows(made, "soccer", "player_club")}
    assert clubs == {
        "Q301": ("Q52", "10"),  # Blues until 2018, and no national team
        "Q302": ("Q51", "1"),
        "Q304": ("Q52", "5"),  # whatever is preferred today
        "Q307": ("Q52", None),  # two numbers, of which nobody knows which
    }


def test_numbers_are_converted_to_the_unit_of_the_column(made):
    lengths = {row[0]: row[1] for row in rows(made, "river", "river_length")}
    assert lengths == {"Q401": 1230, "Q402": 99, "Q403": 161}


def test_coordinates_are_of_the_earth_and_a_closed_airport_is_none(made):
    assert rows(made, "airport", "airport_location") == [("Q501", 48.1235, -2.5, 1, "normal")]


def test_dates_are_those_of_their_own_calendar_and_as_precise_as_they_are(made):
    assert rows(made, "book", "book_published") == [
        ("Q601", "December", 1642, 1, "normal"),
        ("Q602", "May", 1999, 1, "normal"),
    ]


def test_a_smaller_number_of_items_is_a_part_of_a_larger_one(tmp_path):
    source = dump_source(FILMS, tmp_path)
    domain = read_domain("movie")
    drawn = []
    for count in (5, 12):
        write_database(domain, source, tmp_path / f"{count}.sqlite", count)
        drawn.append({row[0] for row in tables(tmp_path / f"{count}.sqlite")["film"]})
    write_database(domain, source, tmp_path / "other.sqlite", 12, seed=1)
    assert [len(ids) for ids in drawn] == [5, 12]
    assert drawn[0] < drawn[1]
    assert drawn[1] != {row[0] for row in tables(tmp_path / "other.sqlite")["film"]}


def test_a_source_without_such_items_is_refused(tmp_path):
    with pytest.raises(InputError, match="no item for the domain river"):
        write_database(read_domain("river"), dump_source(FILMS, tmp_path), tmp_path / "x.sqlite")


@pytest.mark.slow
def test_the_five_domains_of_a_synthetic_world_are_as_the_facts_that_it_was_written_from(tmp_path):
    """From one pass over the dump, and from a query service with the same entities."""
    from synthetic_wikidata import World
    from wikidata_dump import DOMAINS, compared

    world = World(2_000)
    entities = [json.loads(line) for line in world.lines()]
    for entity in entities:  # all synthetic statements have one id, which RDF cannot have
        every = [each for of in entity["claims"].values() for each in of]
        for number, each in enumerate(every):
            each["id"] = f"{entity['id']}${number}"
    source = dump_source(entities, tmp_path)
    server = query_service(entities)
    try:
        for name in DOMAINS:
            dumped, asked = tmp_path / f"{name}.sqlite", tmp_path / f"{name}_asked.sqlite"
            write_database(read_domain(name), source, dumped)
            with sparql_source(server) as service:
                write_database(read_domain(name), service, asked)
            figures = compared(world, dumped, name)
            assert figures["true"] > 20, name
            assert figures["wrong"] == 0, name
            assert tables(dumped) == tables(asked), name
    finally:
        server.close()
