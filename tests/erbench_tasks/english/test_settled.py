"""What a proposal asks before anyone has read it: only what people agree on."""

import sqlite3

import pytest
import yaml

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.english.asked import Asks, Attribute, Thing
from erbench_track.erbench_tasks.english.settled import event_unsettled, of_a_season, unsettled
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database

FILM = Thing("film", is_work=True)
PERSON = Thing("person", is_person=True)
COUNTRY = Thing("country", is_place=True)
CLUB = Thing("club", is_organisation=True)
MATCH = Thing("match", is_event=True)
STARSHIP = Thing("starship")


def said(thing, words, asks=Asks.WHICH, of=None):
    return unsettled([(Attribute("x", thing.noun, thing=thing), Attribute("y", words, asks, of))])


@pytest.mark.parametrize(
    ("thing", "words", "asks"),
    [
        (FILM, "director", Asks.WHO),
        (FILM, "film director", Asks.WHO),
        (FILM, "release date", Asks.WHEN),
        (FILM, "year", Asks.YEAR),
        (PERSON, "birth city", Asks.WHERE),
        (PERSON, "place of birth", Asks.WHERE),
        (PERSON, "year of death", Asks.YEAR),
        (PERSON, "home world", Asks.WHICH),
        (COUNTRY, "capital", Asks.WHERE),
        (CLUB, "year founded", Asks.YEAR),
        (MATCH, "stadium", Asks.WHERE),
        (MATCH, "home team", Asks.WHICH),
        (STARSHIP, "manufacturer", Asks.WHICH),
    ],
)
def test_what_people_agree_on_is_asked(thing, words, asks):
    assert said(thing, words, asks) == ""


@pytest.mark.parametrize(
    ("thing", "words", "asks"),
    [
        (FILM, "hero", Asks.WHO),
        (FILM, "song", Asks.WHICH),
        (FILM, "publisher", Asks.WHICH),
        (FILM, "date of ratification", Asks.WHEN),
        (PERSON, "party", Asks.WHICH),
        (PERSON, "college", Asks.WHICH),
        (PERSON, "city", Asks.WHERE),
        (PERSON, "year", Asks.YEAR),
        (PERSON, "last season", Asks.YEAR),
        (COUNTRY, "head of state", Asks.WHO),
        (COUNTRY, "type country", Asks.WHERE),
        (CLUB, "league", Asks.WHICH),
        (STARSHIP, "crew", Asks.WHICH),
    ],
)
def test_what_changes_or_is_one_of_several_is_not(thing, words, asks):
    assert words in said(thing, words, asks)


def test_a_chain_is_settled_if_each_of_its_links_is():
    film, director = (Attribute(t.noun, t.noun, thing=t) for t in (FILM, PERSON))
    made = Attribute("director", "director", Asks.WHO, PERSON)
    born, party = Attribute("b", "birthplace", Asks.WHERE), Attribute("p", "party")
    assert unsettled([(film, made), (made, born)]) == ""
    assert "party" in unsettled([(film, made), (director, party)])


def test_an_award_of_an_athlete_needs_a_tournament_since_a_season_has_two_years():
    player = Attribute("player", "player", Asks.WHO, Thing("player", is_person=True))
    award, year = Attribute("award", "award"), Attribute("year", "year", Asks.YEAR)
    cup = Attribute("cup", "cup", thing=Thing("cup", is_event=True))
    assert "season" in of_a_season(player, [award, year])
    assert of_a_season(player, [award, cup]) == ""
    assert of_a_season(Attribute("film", "film", thing=FILM), [award, year]) == ""


def test_of_what_happened_persons_teams_and_places_are_asked_and_one_of_several_firms_is_not():
    there, then = Attribute("airport", "airport", thing=Thing("airport", is_place=True)), "year"
    known = [there, Attribute(then, then, Asks.YEAR)]
    assert "airline" in event_unsettled(Attribute("a", "airline", thing=Thing("airline")), known)
    assert event_unsettled(Attribute("w", "winner", Asks.WHO), known) == ""


FILMS = """
create table film (id integer primary key, title text not null, director text, song text);
"""


@pytest.fixture
def films(tmp_path):
    path = tmp_path / "films.sqlite"
    names = [
        f"{a}{b}" for a in ("Ar", "Bel", "Cor", "Dal", "Er") for b in ("ina", "otto", "us", "ev")
    ]
    rows = [(i, f"The {n} Affair", f"Jo {names[i // 2]}", f"{n} Tune") for i, n in enumerate(names)]
    with sqlite3.connect(path) as connection:
        connection.executescript(FILMS)
        connection.executemany("insert into film values (?, ?, ?, ?)", rows)
    connection.close()
    return path


def test_a_proposal_shows_the_rest_as_comments_and_asks_it_with_unsettled(films):
    engine = open_database(films)
    text = inspect_database(engine, "films").text
    asked = {entry["fd"] for entry in yaml.safe_load(text)["questions"]}
    assert asked == {"film -> director"}
    every = inspect_database(engine, "films", unsettled=True)
    assert "film -> director" in every.text
    assert every.questions >= 1


def test_where_nothing_is_settled_the_command_names_the_option(command, tmp_path):
    path, spec = tmp_path / "parties.sqlite", tmp_path / "parties.yaml"
    with sqlite3.connect(path) as connection:
        connection.execute("create table senator (name text primary key, party text)")
        rows = [
            (f"Ada{'abcdefghijklmnopqrstuvwxyz'[i]} Lind", f"{'NESW'[i % 4]}orth Party")
            for i in range(26)
        ]
        connection.executemany("insert into senator values (?, ?)", rows)
    connection.close()
    code, _, error = command("inspect", str(path), "-o", str(spec))
    assert code == 2
    assert "--unsettled" in error
    assert "Traceback" not in error
    assert "nothing says that people agree on the party" in spec.read_text(encoding="utf-8")
