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
REFEREE = Thing("referee", is_person=True)
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
        (FILM, "release year", Asks.YEAR),
        (FILM, "air date", Asks.WHEN),
        (FILM, "year", Asks.YEAR),
        (PERSON, "birth city", Asks.WHERE),
        (PERSON, "country of birth", Asks.WHERE),
        (REFEREE, "country", Asks.WHERE),
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
        (FILM, "release date", Asks.WHEN),
        (PERSON, "party", Asks.WHICH),
        (PERSON, "college", Asks.WHICH),
        (PERSON, "city", Asks.WHERE),
        (PERSON, "country", Asks.WHERE),
        (PERSON, "year", Asks.YEAR),
        (PERSON, "last season", Asks.YEAR),
        (COUNTRY, "head of state", Asks.WHO),
        (COUNTRY, "type country", Asks.WHERE),
        (CLUB, "league", Asks.WHICH),
        (CLUB, "date founded", Asks.WHEN),
        (Thing("constructor", is_organisation=True), "country", Asks.WHERE),
        (STARSHIP, "crew", Asks.WHICH),
    ],
)
def test_what_changes_or_is_one_of_several_is_not(thing, words, asks):
    assert words in said(thing, words, asks)


@pytest.mark.parametrize(
    ("noun", "is_so"),
    [("record label", True), ("film director", True), ("common player", False),
     ("subject country", False)],
)  # fmt: skip
def test_a_thing_is_called_as_people_call_it(noun, is_so):
    body = Thing(noun, is_organisation=True)
    assert (said(body, "year founded", Asks.YEAR) == "") == is_so


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


SYLLABLES = ("Ar", "Bel", "Cor", "Dal", "Er", "Fen")
NAMES = [a + b for a in SYLLABLES for b in ("ina", "otto", "us", "ev", "ald")]


def proposal(tmp_path, sql, **rows):
    path = tmp_path / "made.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(sql)
        for table, content in rows.items():
            marks = ", ".join("?" * len(content[0]))
            connection.executemany(f'insert into "{table}" values ({marks})', content)
    connection.close()
    return inspect_database(open_database(path), "made").text


def asked_in(text):
    return {entry.get("fd", "") for entry in yaml.safe_load(text)["questions"] or []}


def test_the_player_of_a_match_is_not_asked_by_one_of_its_sides(tmp_path):
    text = proposal(
        tmp_path,
        "create table club (id integer primary key, club_name text);"
        "create table player (id integer primary key, player_name text);"
        "create table ground (id integer primary key, ground_name text);"
        "create table match (id integer primary key, first_club_id integer references club,"
        " second_club_id integer references club, ground_id integer references ground,"
        " best_player_id integer references player);",
        club=[(i, f"{n} Rovers") for i, n in enumerate(NAMES)],
        player=[(i, f"Jo {n}") for i, n in enumerate(NAMES)],
        ground=[(i, f"{n} Lane") for i, n in enumerate(NAMES)],
        match=[(i, i % 30, (i * 7 + 3) % 30, (i * 11) % 30, (i * 13) % 30) for i in range(60)],
    )
    assert not any("player" in fd and "club" in fd for fd in asked_in(text))


def test_a_date_of_an_edition_is_not_the_date_of_the_book(tmp_path):
    rows = [(i, f"The {n} Affair", f"978-{i:04}", 1960 + i) for i, n in enumerate(NAMES)]
    columns = "id integer primary key, title text, isbn text, {} integer"
    for column, is_asked in (("publication_year", False), ("original_publication_year", True)):
        folder = tmp_path / column
        folder.mkdir()
        text = proposal(folder, f"create table book ({columns.format(column)});", book=rows)
        assert any("year" in fd for fd in asked_in(text)) is is_asked, column
        assert ("what has editions" in text) is not is_asked


def test_a_town_whose_key_has_its_state_is_not_asked_for_the_state(tmp_path):
    states = [f"{n} Land" for n in NAMES[:6]]
    towns = [(n, states[i % 6]) for i, n in enumerate(NAMES)]
    both = "create table town (name text, state_name text, primary key (name, state_name));"
    text = proposal(tmp_path, both, town=towns)
    assert "town -> state" not in asked_in(text)
    assert "which town is meant by a name that several may have" in text
    alone = tmp_path / "alone"
    alone.mkdir()
    one = "create table town (name text primary key, state_name text);"
    assert "town -> state" in asked_in(proposal(alone, one, town=towns))


def test_what_borders_what_is_asked_from_one_side(tmp_path):
    pairs = [(n, NAMES[(i + k) % 30]) for i, n in enumerate(NAMES) for k in (1, 29)]
    text = proposal(
        tmp_path,
        "create table country (name text primary key);"
        "create table border (country text references country, neighbour text references country,"
        " primary key (country, neighbour));",
        country=[(n,) for n in NAMES],
        border=pairs,
    )
    templates = [e["template"]["basic"] for e in yaml.safe_load(text)["questions"] or []]
    assert len([t for t in templates if "border" in t]) == 1


def test_the_season_of_a_race_tells_the_decade_of_its_date(tmp_path):
    text = proposal(
        tmp_path,
        "create table season (year integer primary key, season_name text);"
        "create table race (id integer primary key, race_name text, year integer references season,"
        " race_date date);",
        season=[(1950 + i, f"{1950 + i} season") for i in range(15)],
        race=[
            (i * 20 + k, f"{NAMES[k]} Grand Prix", 1950 + i, f"{1950 + i}-07-{k + 1:02}")
            for i in range(15)
            for k in range(20)
        ],
    )
    templates = [e["template"]["basic"] for e in yaml.safe_load(text)["questions"] or []]
    assert not any("decade" in template for template in templates)


def test_what_a_table_is_called_is_no_noun_for_the_persons_in_it(tmp_path):
    rows = [(f"Jo {n}", f"{n[::-1].title()}ton", f"{n}ville") for n in NAMES]
    text = proposal(
        tmp_path,
        "create table archive (full_name text primary key, birth_city text, death_city text);",
        archive=rows,
    )
    assert asked_in(text)
    assert "the archive" not in text.partition("questions:")[2]


def test_of_a_person_with_two_rows_no_year_is_said(tmp_path):
    rows = [(1900 + i, f"Jo {n}", f"{n[::-1].title()}ton") for i, n in enumerate(NAMES)]
    text = proposal(
        tmp_path,
        "create table laureate (year integer, full_name text, birth_city text);",
        laureate=[*rows, (1990, *rows[0][1:])],
    )
    assert "laureate -> birth_city" in asked_in(text)
    assert "from the year" not in text


def test_a_season_is_asked_about_where_its_competition_is_said(tmp_path):
    rows = [(2000 + s, p, NAMES[(s * 7 + p) % 30]) for s in range(9) for p in range(1, 11)]
    sql = (
        "create table team (name text primary key);"
        "create table standings (season integer, position integer, team text references team,"
        " primary key (season, position));"
    )
    tables = {"team": [(n,) for n in NAMES], "standings": rows}
    assert not asked_in(proposal(tmp_path, sql, **tables))


def test_a_place_is_not_called_by_its_street(tmp_path):
    text = proposal(
        tmp_path,
        "create table site (id integer primary key, street_address text, city text);",
        site=[(i, f"{i + 1} {n} Road", f"{n[::-1].title()}ton") for i, n in enumerate(NAMES)],
    )
    assert not asked_in(text)
