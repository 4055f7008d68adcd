"""The query service is asked few things, and its answers are read as they are meant."""

from collections.abc import Iterator
from decimal import Decimal

import pytest
from sparql_server import Scripted, SparqlServer
from wikidata_rdf import amount, entity, place, statement, stored, text, time

from erbench_track.core.errors import InputError
from erbench_track.core.wikidata.values import Point, Quantity, Reference, Special, Text, Time
from erbench_track.erbench_tasks.provenance.records import Kind, Names
from erbench_track.erbench_tasks.provenance.service import QueryService, open_service

FILM = Kind(("Q11424",))
FOOTBALLER = Kind(("Q5",), {"P106": ["Q937857"]})
WORLD = [
    entity("Q202866", "animated film", [statement("P279", "Q11424")]),
    entity("Q1", {"en": "Halloween", "fr": "La Nuit"}, [
        statement("P31", "Q11424"),
        statement("P57", "Q10", "preferred"),
        statement("P57", "Q11"),
        statement("P57", "Q12", "deprecated"),
        statement("P577", time("1978-10-25")),
        statement("P577", time("1979-00-00", 9)),
        statement("P2047", amount("91", "Q7727")),
        statement("P161", "somevalue"),
        statement("P136", "novalue"),
        statement("P54", "Q20", P580=time("2016-07-00", 10), P582=[time("2018-00-00", 9)],
                  P1618=text("10")),
        statement("P625", place(50.05, 8.57)),
        statement("P239", text("EDDF")),
    ], ["Halloween Night", 'The "Night"\\']),
    entity("Q2", {"mul": "Halloween"}, [statement("P31", "Q202866")]),
    entity("Q3", "Halloween", [statement("P31", "Q7889")]),
    entity("Q10", {"en": "John Carpenter", "ja": "ジョン"}),
    entity("Q6", "John Smith", [statement("P31", "Q5"), statement("P106", "Q937857"),
                                statement("P569", time("1990-05-06"))]),
    entity("Q7", "John Smith", [statement("P31", "Q5"), statement("P106", "Q82955")]),
    entity("Q30", "United States", [statement("P1549", text("American", "en"))]),
    *(
        entity(id_, {"sv": name}, [statement("P31", "Q11424"), statement("P577", date)])
        for id_, name, date in (
            ("Q70", "Smultronst\u00e4llet", time("1957-12-26")),
            ("Q71", "Le Dernier \u00c9tranger, L\u2019autre", time("1957-00-00", 9)),
            ("Q72", "Stra\u00dfenk\u00f8tter", time("1957-01-01")),
        )
    ),
    entity("Q60", "New York City", [statement("P131", "Q30")]),
    entity("Q61", "Brooklyn", [statement("P131", "Q60")]),
]  # fmt: skip
REDIRECTS = {"Q99": "Q10", "Q98": "Q61"}


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    server.facts.store = stored(WORLD, REDIRECTS)
    yield server
    server.close()


@pytest.fixture
def service(server) -> Iterator[QueryService]:
    with open_service(server.url) as service:
        yield service


def test_items_are_found_by_label_or_alias_and_class_with_subclasses(service):
    assert service.named({"Halloween"}, ["en", "mul"], FILM) == {"Halloween": ["Q1", "Q2"]}
    assert service.named({"Halloween"}, ["en"], FILM) == {"Halloween": ["Q1"]}
    assert service.named({"Halloween Night"}, ["en"], FILM) == {"Halloween Night": ["Q1"]}
    assert service.named({"La Nuit"}, ["fr"], FILM) == {"La Nuit": ["Q1"]}
    assert service.named({"Halloween"}, ["en"], Kind()) == {"Halloween": ["Q1", "Q3"]}


def test_people_are_told_apart_by_what_else_they_have_to_be(service):
    assert service.named({"John Smith"}, ["en"], FOOTBALLER) == {"John Smith": ["Q6"]}


def test_no_name_can_end_the_query(service):
    names = {'The "Night"\\', '" } DROP ALL #', "a\nb\t\\u0022", "\x00\u202e", "\ud800", "   "}
    assert service.named(names, ["en"], FILM) == {'The "Night"\\': ["Q1"]}


def test_items_are_found_by_an_identifier_a_date_or_the_name_of_a_value(service):
    assert service.having("P239", {"EDDF"}, ["en"], FILM) == {"EDDF": ["Q1"]}
    assert service.having("P569", {"1990-05-06"}, ["en"], FOOTBALLER) == {"1990-05-06": ["Q6"]}
    assert service.having("P57", {"John Carpenter"}, ["en"], FILM) == {"John Carpenter": ["Q1"]}


def test_items_of_a_year_are_found_whatever_the_accents_case_and_signs_of_their_names(service):
    names = {"1957": ["smultronstallet", "Le dernier etranger, l'autre", "Strassenkotter"]}
    assert service.alike("P577", names, FILM) == {
        "smultronstallet": ["Q70"],
        "Le dernier etranger, l'autre": ["Q71"],
        "Strassenkotter": ["Q72"],
    }
    assert service.alike("P577", {"1958": ["Smultronstallet"]}, FILM) == {}
    assert service.alike("P577", {"1957": ["Smultronstallet"]}, FOOTBALLER) == {}
    assert service.alike("P577", {"1957": ['.*"\\|[^(]+)$', "(", "Sm.ltronst.llet"]}, FILM) == {}


def test_statements_come_with_their_ranks_and_as_exactly_as_they_are_known(service):
    properties = ["P57", "P577", "P2047", "P161", "P136", "P625", "P239"]
    found = [
        (s.property, s.value, s.rank)
        for s in service.statements(["Q1"], dict.fromkeys(properties, ()))["Q1"]
    ]
    assert sorted(found, key=str) == sorted([
        ("P57", Reference("Q10"), "preferred"),
        ("P57", Reference("Q11"), "normal"),
        ("P57", Reference("Q12"), "deprecated"),
        ("P577", Time(1978, 10, 25, 11, False), "normal"),
        ("P577", Time(1979, 0, 0, 9, False), "normal"),
        ("P2047", Quantity(Decimal("91"), "Q7727"), "normal"),
        ("P161", Special.UNKNOWN, "normal"),
        ("P136", Special.NONE, "normal"),
        ("P625", Point(50.05, 8.57), "normal"),
        ("P239", Text("EDDF", ""), "normal"),
    ], key=str)  # fmt: skip


def test_statements_have_their_qualifiers(service):
    (found,) = service.statements(["Q1"], {"P54": ["P580", "P582", "P1618"]})["Q1"]
    assert dict(found.qualifiers) == {
        "P580": (Time(2016, 7, 0, 10, False),),
        "P582": (Time(2018, 0, 0, 9, False),),
        "P1618": (Text("10", ""),),
    }


def test_a_merged_item_has_the_names_and_the_places_of_the_other_one(service):
    assert service.names(["Q99"], ["en"])["Q99"] == Names("John Carpenter", ("John Carpenter",))
    assert set(service.above(["Q98"], "P131")["Q98"]) == {"Q98", "Q61", "Q60", "Q30"}


def test_names_are_in_the_languages_asked_for_and_in_all_with_demonyms(service):
    assert service.names(["Q10"], ["en"])["Q10"].all == ("John Carpenter",)
    assert service.names(["Q10"], ())["Q10"].all == ("John Carpenter", "ジョン")
    assert service.names(["Q30"], ())["Q30"] == Names(
        "United States", ("American", "United States")
    )
    assert service.names(["Q2"], ["en", "mul"])["Q2"].label == "Halloween"


def test_a_query_that_is_too_much_is_asked_in_halves(server, service):
    server.most = 2
    ids = ["Q1", "Q2", "Q3", "Q10", "Q6"]
    assert set(service.names(ids, ["en", "mul"])) == set(ids)


def test_a_run_that_was_stopped_goes_on_with_the_answers_that_it_has(server, tmp_path):
    with open_service(server.url, cache=tmp_path) as service:
        service.names(["Q1"], ["en"])
    with (
        pytest.raises(InputError, match="--resume to go on"),
        open_service(server.url, cache=tmp_path),
    ):
        pass
    with open_service(server.url, cache=tmp_path, resume=True) as service:
        assert service.names(["Q1"], ["en"])["Q1"].label == "Halloween"
        service.names(["Q2"], ["mul"])
    assert not server.asked_twice()
    assert server.at_once == 1


def test_the_service_is_told_who_asks_and_is_waited_for(server, monkeypatch):
    waited = []
    monkeypatch.setattr("erbench_track.core.http.wait", waited.append)
    server.scripted = [Scripted(429, headers={"Retry-After": "7"})]
    with open_service(server.url, contact="ada@example.org") as service:
        assert service.names(["Q1"], ["en"])
    assert any(7 <= seconds < 9 for seconds in waited)
    assert all("ada@example.org" in agent for _, agent, *_ in server.requests)


def test_a_value_that_too_many_items_have_is_passed_over_and_named(server, caplog):
    server.scripted = [Scripted(504)]
    with open_service(server.url) as service:
        assert service.having("P57", {"John Carpenter"}, ["en"], FILM) == {}
    assert "P57 of 'John Carpenter': too many items have it" in caplog.text
