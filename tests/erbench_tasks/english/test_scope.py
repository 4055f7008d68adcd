"""What a question leaves unsaid, and what a database is about by its name."""

import pytest

from erbench_track.erbench_tasks.english.asked import Asks, Attribute, Thing
from erbench_track.erbench_tasks.english.scope import (
    is_of_a_sport,
    is_telling,
    sport_of,
    subject_of,
    tells_of,
    unscoped,
)


@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("eurovision", "Eurovision"),
        ("hockey", "hockey"),
        ("worldcup", "the World Cup"),
        ("olympics", "the Olympics"),
        ("WorldCup2022", "the World Cup"),
        ("nba", "the NBA"),
        ("professional_basketball", "professional basketball"),
        ("european_football_2", "European football"),
        ("game_of_thrones", "Game of Thrones"),
        ("f1db", "Formula 1"),
        ("eurovisiondb", "Eurovision"),
    ],
)
def test_a_telling_name_is_said_as_a_sentence_has_it(name, subject):
    assert subject_of(name) == subject


@pytest.mark.parametrize(
    "name",
    ["db", "test", "public", "main", "database", "my_data_v2", "shop", "world", "Chinook_Sqlite",
     "northwind", "sakila", "lotr", "xqz", "2023", ""],
)  # fmt: skip
def test_a_name_of_any_database_or_an_invented_one_tells_nothing(name):
    assert subject_of(name) == ""


def test_a_sport_says_what_its_people_do():
    assert all(map(is_of_a_sport, ["hockey", "European football", "the NBA", "Formula 1"]))
    assert not any(map(is_of_a_sport, ["Eurovision", "the World Cup", ""]))


@pytest.mark.parametrize(
    ("noun", "names", "telling"),
    [
        ("race", ["Monaco Grand Prix", "Italian Grand Prix"], True),
        ("race", ["Race 1", "Race 2"], False),
        ("contest", ["1974", "1975"], False),
        ("round", ["Semi-final", "Round of 16", "Group A"], False),
        ("team", ["Boston Bruins", "Montreal Canadiens"], True),
        ("team", ["Brazil", "Tunisia"], False),
        ("player", ["Wayne Gretzky", "Bobby Orr"], True),
        ("character", ["Luke Skywalker", "Han Solo"], False),
        ("city", ["Oslo"], True),
    ],
)
def test_a_name_may_tell_which_thing_is_meant(noun, names, telling):
    assert is_telling(noun, names) is telling


CONTEST = Attribute("contest", "contest", thing=Thing("contest", is_event=True), is_telling=False)
CITY = Attribute("city", "host city", Asks.WHERE)
SONG = Attribute("song", "song", thing=Thing("song", is_work=True))
YEAR = Attribute("contest_year", "contest year", Asks.YEAR)
FIGURE = Attribute("figure", "character", thing=Thing("character"), is_telling=False)
CUP = Attribute("cup", "tournament", thing=Thing("tournament", is_event=True))
SEASON = Attribute("season", "season", is_telling=False)
POSITION = Attribute("position", "position")
LEAGUE = Attribute("league", "league")
TEAM = Attribute("team", "team", thing=Thing("team", is_organisation=True), is_telling=False)


@pytest.mark.parametrize(
    ("known", "asked", "unsaid"),
    [
        ([CONTEST], [CITY], "contest"),
        ([SONG], [YEAR], "contest"),  # of which contest?
        ([SONG], [CITY], ""),
        ([FIGURE], [CITY], "character"),
        ([Attribute("f", "character", thing=Thing("character"), also=(SONG,), is_telling=False)],
         [CITY], ""),
        ([TEAM, CUP], [CITY], ""),
        ([TEAM], [CITY], "team"),
        ([SEASON, POSITION], [TEAM], "season"),  # of which league?
        ([SEASON, POSITION, LEAGUE], [TEAM], ""),
    ],
)  # fmt: skip
def test_what_is_not_said_of_what_it_is_is_named(known, asked, unsaid):
    assert unscoped(known, asked) == unsaid


def test_the_names_of_tables_and_columns_tell_some_sports():
    assert sport_of(["People", "Batting", "PitchingPost"]) == "baseball"
    assert sport_of(["match", "overs", "wickets_taken"]) == "cricket"
    assert sport_of(["batting"]) == sport_of(["people", "goals"]) == ""


def test_a_sport_does_not_say_of_which_league_a_season_is():
    assert not tells_of("English football", "season")
    assert tells_of("the NBA", "season")
    assert tells_of("Formula 1", "season")
    assert tells_of("English football", "player")
    assert tells_of("", "")
    assert not tells_of("", "season")
