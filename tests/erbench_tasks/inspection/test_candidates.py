"""What is proposed of small tables: what people say, and nothing that only looks like it."""

import re
import sqlite3
from functools import partial
from pathlib import Path

import pytest
import yaml

from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.inspection.inspect_database import inspect_database

LETTERS = "abcdefghijklmnopqrstuvwxyz"
COUNTRIES = ("Peru", "Chile", "Spain", "Kenya", "Japan", "Norway", "Egypt")


def name(number):
    """Returns a name of its own for each number."""
    first = f"{LETTERS[number % 26]}{LETTERS[number // 26 % 26]}"
    return f"{first}or{LETTERS[number * 7 % 26]}an".capitalize()


def person(number):
    return f"{name(number)} {name(number * 3 + 5)}son"


def items_of(text, path):
    """Returns the items of a proposal."""
    spec = path.with_suffix(".yaml")
    spec.write_text(text, encoding="utf-8")
    return list(Benchmark.open(spec, str(path)).items())


@pytest.fixture
def asked(tmp_path):
    """Makes a database; returns all that is asked of it, as text."""

    def ask(sql, **rows):
        path = tmp_path / "database.sqlite"
        with sqlite3.connect(path) as connection:
            connection.executescript(sql)
            for table, content in rows.items():
                marks = ", ".join("?" * len(content[0]))
                connection.executemany(f'insert into "{table}" values ({marks})', content)
        connection.close()
        text = inspect_database(open_database(path), "small", unsettled=True).text
        ask.text = text
        ask.engine = partial(open_database, path)
        ask.items = partial(items_of, text, path)
        content = yaml.safe_load(text)["questions"] or []
        return "\n".join(
            text
            for entry in content
            for blocks in entry.get("templates", [entry.get("template", {})])
            for text in blocks.values()
        )

    return ask


# Nobody declares a key: `tc` names films, and series are listed with them.
CATALOGUE = """
create table title_basics (tc text, titleType text, primaryTitle text, startYear integer);
create table title_ratings (tc text, votes integer);
create table title_people (tc text, ordering integer, nc text, category text);
create table name_basics (nc text, primaryName text, birthYear integer, deathYear integer);
"""


def catalogue():
    kinds = ["movie", "tvSeries", "movie", "short"]
    jobs = ["actor", "writer", "director", "self"]
    return {
        "title_basics": [(f"tt{i:04}", kinds[i % 4], f"The {name(i % 118)} Tree", 1950 + i % 60)
                         for i in range(120)],
        "title_ratings": [(f"tt{i:04}", 100 + i) for i in range(120)],
        "title_people": [(f"tt{i // 4:04}", i % 4, f"nm{i * 7 % 200:04}", jobs[i % 4])
                         for i in range(480)],
        "name_basics": [(f"nm{i:04}", person(i), 1900 + i % 70, None) for i in range(200)],
    }  # fmt: skip


def test_of_a_catalogue_of_titles_films_are_asked_about_and_when_they_came_out(asked):
    found = asked(CATALOGUE, **catalogue())
    assert 'in which year the film "{{ film }}" was released' in found
    assert "title_basics.titleType: movie" in asked.text
    assert "unique: {title_basics: [primaryTitle, titleType]}" in asked.text
    assert "the title " not in found


def test_who_did_what_for_a_film_is_asked_along_keys_that_say_nothing(asked):
    found = asked(CATALOGUE, **catalogue())
    assert 'Is there any {{ category }} who worked on the film "{{ film }}" released in ' in found
    assert "film.titleType: movie" in asked.text
    assert "title_people.category: [director, writer]" in asked.text


MUSIC = """
create table artist_credit (id integer primary key, name text not null);
create table release_group (id integer primary key, name text not null,
  artist_credit integer references artist_credit (id));
create table label (id integer primary key, name text not null, begin_date_year integer,
  end_date_year integer, country text);
create table singer (id integer primary key, name text not null, begin_date_year integer);
"""


def test_who_recorded_an_album_and_when_a_label_was_founded_is_asked(asked):
    found = asked(
        MUSIC,
        artist_credit=[(i, person(i)) for i in range(40)],
        release_group=[(i, f"The {name(i)} of {name(i + 40)}", i % 40) for i in range(90)],
        label=[(i, f"{name(i)} Tunes", 1900 + i, None, COUNTRIES[i % 7]) for i in range(60)],
        singer=[(i, person(i + 300), 1900 + i) for i in range(60)],
    )
    assert 'who recorded the album or single "{{ album_or_single }}"?' in found
    assert "the record label {{ record_label }} was founded?" in found
    assert "singer" not in found, "born, or first heard"


LINEUPS = """
create table team (id integer primary key, name text not null);
create table player (id integer primary key, player_name text not null);
create table match (id integer primary key, season text, date text,
  home_team_api_id integer references team (id), away_team_api_id integer references team (id),
  home_player_1 integer references player (id), home_player_2 integer references player (id),
  home_player_3 integer references player (id));
"""


def lineups():
    teams = [(i, f"{name(i)} United") for i in range(20)]
    players = [(i, person(i)) for i in range(200)]
    pairs = [(a, b) for a in range(20) for b in range(20) if a != b]
    matches = [
        (i, f"{2000 + i // 380}/{2001 + i // 380}", f"20{i // 380:02}-{i // 10 % 12 + 1:02}"
         f"-{i // 120 % 4 + 1:02} 00:00:00", a, b, i * 7 % 200, i * 11 % 200, i * 13 % 200)
        for i, (a, b) in enumerate(pairs * 4)
    ]  # fmt: skip
    return {"team": teams, "player": players, "match": matches}


def test_numbered_columns_are_neither_asked_for_nor_said(asked):
    found = asked(LINEUPS, **lineups())
    assert "player" not in found
    assert "one of several that differ by a number alone" in asked.text


def test_a_key_is_called_by_its_role_and_a_date_has_no_midnight(asked):
    found = asked(LINEUPS, **lineups())
    assert "against the away team {{ away_team }} on {{ date | as_date }}" in found
    assert not re.search(r"\bapi\b", found)


CAST = """
create table movie (id integer primary key, title text not null, release_date date);
create table person (id integer primary key, person_name text not null);
create table company (id integer primary key, company_name text not null);
create table movie_cast (movie_id integer references movie (id),
  person_id integer references person (id), character_name text, cast_order integer);
create table movie_crew (movie_id integer references movie (id),
  person_id integer references person (id), job text);
create table movie_company (movie_id integer references movie (id),
  company_id integer references company (id));
"""


def films():
    movies = [(i, f"The {name(i)} of {name(i + 40)}", f"19{i % 90 + 10}-03-{i % 28 + 1:02}")
              for i in range(90)]  # fmt: skip
    jobs = ["Director of Photography", "Composer", "Editor"]
    return {
        "movie": movies,
        "person": [(i, person(i)) for i in range(300)],
        "company": [(i, f"{name(i)} Pictures") for i in range(30)],
        "movie_cast": [(i // 4, i * 7 % 300, person(i + 900), i % 4) for i in range(360)],
        "movie_crew": [(i // 3, i * 11 % 300, jobs[i % 3]) for i in range(270)],
        "movie_company": [(i % 90, (i * 7 + i // 90) % 30) for i in range(150)],
    }


def test_a_role_is_no_name_of_who_had_it_and_an_order_of_credits_is_no_place(asked):
    found = asked(CAST, **films())
    assert "cast member" not in found
    assert "character" not in found
    assert "order" not in found


def test_one_works_as_something_and_a_link_needs_no_declared_key(asked):
    found = asked(CAST, **films())
    assert "any {{ job | lower }} who worked on the movie" in found
    assert 'Is there a company that produced the movie "{{ movie }}"?' in found


LANDS = """
create table country (code text primary key, name text not null unique);
create table language (country text references country (code), name text not null,
  percentage real, primary key (name, country));
create table province (name text not null, country text references country (code), capital text,
  primary key (name, country));
create table city (id integer primary key, name text not null,
  country text not null references country (code));
create table organization (id integer primary key, name text not null,
  city_id integer references city (id), country text references country (code));
"""


def lands():
    from erbench_track.erbench_tasks.questions.continents import continent_of

    every = ["Peru", "Chile", "Spain", "Kenya", "Japan", "Norway", "Egypt", "France", "Italy",
             "Poland", "Ghana", "Nepal", "India", "Fiji", "Cuba", "Haiti", "Chad", "Mali",
             "Sweden", "Finland", "Greece", "Austria"]  # fmt: skip
    assert all(map(continent_of, every))
    codes = [each[:3].upper() for each in every]
    parts = [
        (each if i % 2 else f"{name(i)} Province", code, f"{name(i)}ville")
        for i, (each, code) in enumerate(zip(every, codes, strict=True))
    ]
    cities = [(i, f"{name(i + 60)}stad", codes[i % 22]) for i in range(88)]
    bodies = [(i, f"{name(i)} {('Asian', 'European', '')[i % 3]} Union".replace("  ", " "), i,
               codes[i % 22]) for i in range(66)]  # fmt: skip
    return {
        "country": list(zip(codes, every, strict=True)),
        "language": [(c, w, 50.0) for c in codes for w in ("English", "French")],
        "province": parts,
        "city": cities,
        "organization": bodies,
    }


def test_languages_are_no_other_names_of_the_countries_where_they_are_spoken(asked):
    asked(LANDS, **lands())
    assert "language" not in yaml.dump(yaml.safe_load(asked.text).get("aliases", {}))


def test_parts_of_countries_that_are_called_as_these_are_not_asked_about(asked):
    assert "province" not in asked(LANDS, **lands())
    assert "many a province is called as its country is" in asked.text


def test_names_that_say_a_continent_are_not_asked_for_it(asked):
    found = asked(LANDS, **lands())
    assert "organization }} based in {{ country_continent" not in found
    assert "in which city the organization {{ organization }} is based" in found.replace(
        '{{ organization | with_noun("organization") }}', "the organization {{ organization }}"
    )


SPECIES = """
create table region (id integer primary key, name text);
create table colour (id integer primary key, name text);
create table species (id integer primary key, identifier text,
  region_id integer references region (id),
  colour_id integer references colour (id));
create table sighting (id integer primary key, species_id integer references species (id));
"""


def test_what_other_tables_refer_to_is_a_thing_whatever_its_name_is_called(asked):
    found = asked(
        SPECIES,
        region=[(i, name(i)) for i in range(12)],
        colour=[(i, name(i + 50).lower()) for i in range(9)],
        species=[(i, person(i).lower(), i % 12, i % 9) for i in range(150)],
        sighting=[(i, i) for i in range(150)],
    )
    assert "{{ species }}" in found


PLAYERS = """
create table player (id integer primary key, first_name text, last_name text, given_name text,
  birth_state text, debut date, final_game date, coach text);
"""


def players():
    states = ["CA", "TX", "NY", "Ontario", "OH"]
    people = [
        (i, name(i), f"{name(i * 3 + 5)}son", f"{name(i)} {name(i + 7)}", states[i % 5],
         f"19{i % 60 + 20}-04-11", f"19{i % 60 + 35}-09-20", person(i + 500))
        for i in range(150)
    ]  # fmt: skip
    return {"player": people}


def test_codes_given_names_and_events_of_any_career_are_not_asked_for(asked):
    found = asked(PLAYERS, **players())
    for words in ("given", "state", "debut", "final game"):
        assert words not in found, words
    assert "does not say as what, or in which league" in asked.text


def test_what_is_no_value_of_a_class_is_not_asked_for(asked):
    sql = """create table colour (id integer primary key, colour text);
    create table hero (id integer primary key, hero_name text, hair_colour_id integer references
    colour (id));"""
    colours = ["No Hair", "Black", "Blond", "Brown", "Auburn", "Grey", "Red", "White"]
    heroes = [(i, f"{name(i)} Man", i % 8) for i in range(80)]
    asked(sql, colour=list(enumerate(colours)), hero=heroes)
    assert "hair_colour.colour: [No Hair]" in asked.text


def test_columns_that_are_verbs_are_no_nouns(asked):
    rows = [(i, f"{name(i)} Bridge", f"{name(i + 30)} River", f"{name(i)}-{name(i + 9)}", 1900 + i)
            for i in range(60)]  # fmt: skip
    found = asked(
        "create table bridge (id integer primary key, name text not null, crosses text,"
        " connects text, opened integer)",
        bridge=rows,
    )
    assert "opened" in found
    assert "crosses" not in found
    assert "connects" not in found


def test_years_of_independence_are_dated_twice(asked):
    rows = [(i, f"{name(i)}land", 1900 + i % 90) for i in range(80)]
    sql = (
        "create table nation (id integer primary key, name text not null, independence_year"
        " integer)"
    )
    assert "independence" not in asked(sql, nation=rows)
    assert "declared in one year, and recognised in another" in asked.text


def test_the_title_of_a_reign_names_no_reign(asked):
    sql = """create table ruler (id integer primary key, name text not null, coronation integer);
    create table realm (id integer primary key, name text not null);
    create table reign (ruler_id integer references ruler (id), realm_id integer references
    realm (id), title text not null, started integer, primary key (ruler_id, realm_id, title));"""
    found = asked(
        sql,
        ruler=[(i, person(i), 1100 + i * 3) for i in range(120)],
        realm=[(i, f"{name(i + 200)}ia") for i in range(12)],
        reign=[(i, i % 12, ("King", "Emperor", "Duke")[i % 3], 1130 + i * 3) for i in range(120)],
    )
    assert "the reign" not in found
    assert "with the title" not in found


CREW = """
create table film (id integer primary key, title text not null);
create table person (id integer primary key, name text not null);
create table film_crew (film_id integer references film (id), person_id integer
  references person (id), job text, primary key (film_id, person_id, job));
"""


def test_of_several_who_did_something_in_one_role_each_is_right(asked):
    jobs = ["director", "writer", "writer", "editor"]
    found = asked(
        CREW,
        film=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(90)],
        person=[(i, person(i)) for i in range(300)],
        film_crew=[(i // 4, i * 7 % 300, jobs[i % 4]) for i in range(360)],
    )
    assert "Is there any {{ job }} who worked on the film" in found
    assert "name at least one {{ job }}" in found
    assert "job with which" not in found


DIRECTED = """
create table movie (title text primary key, hero text references performer (part), year integer);
create table director (name text primary key references movie (title), director text);
create table performer (part text primary key, performer text);
"""


def test_a_key_in_words_names_a_row_and_not_what_the_table_is_called_after(asked):
    """Who directed a film is asked, and its hero is no performer."""
    titles = [f"The {name(i)} of {name(i + 40)}" for i in range(80)]
    found = asked(
        DIRECTED,
        movie=[(each, name(i % 60) + "ius", 1950 + i) for i, each in enumerate(titles)],
        director=[(each, person(i % 30)) for i, each in enumerate(titles)],
        performer=[(name(i) + "ius", person(500 + i % 25)) for i in range(60)],
    )
    assert 'Is there a director who directed the movie "{{ movie }}"?' in found
    assert "hero: hero.part" in asked.text


RACES = """
create table race (id integer primary key, name text not null, year integer);
create table driver (id integer primary key, name text not null);
create table result (id integer primary key, race_id integer references race (id),
  driver_id integer references driver (id), position integer, laps integer);
"""


def test_who_came_first_is_asked_although_those_who_retired_have_no_place(asked):
    races = [(i, f"{name(i % 8)} Grand Prix", 1980 + i // 8) for i in range(80)]
    results = [
        (10 * race + start, race, (7 * race + 3 * start) % 40, start + 1 if start < 6 else None, 50)
        for race in range(80)
        for start in range(10)
    ]
    found = asked(RACES, race=races, driver=[(i, person(i)) for i in range(40)], result=results)
    assert "Is there a driver who finished in position {{ position }} in the" in found


TITLES = ("Elm Open", "Ashby", "Pine Open", "Oak Open")


def winners(table):
    years = [(year, title) for year in range(1990, 2015) for title in TITLES]
    return {table: [(y, t, person(i % 17), person(i % 23 + 40)) for i, (y, t) in enumerate(years)]}


@pytest.mark.parametrize(("prefix", "said"), [("Mens", "men's"), ("Womens", "women's")])
def test_who_won_a_tournament_in_a_year_is_asked_of_a_table_without_keys(asked, prefix, said):
    table = f"{prefix}_Tennis_Winner"
    columns = "YEAR integer, TOURNAMENT text, WINNER text, RUNNER_UP text"
    text = asked(f"create table {table} ({columns});", **winners(table))
    assert f"won a {said} tennis" in text
    assert 'at {{ tournament | with_noun("tournament") }} in {{ year }}' in text


def test_a_rank_of_another_list_does_not_tell_who_played(asked):
    rows = [(i, i % 30, i % 30 + 30, i * 7 % 90 + 1, i * 11 % 90 + 1) for i in range(150)]
    text = asked(
        "create table player (id integer primary key, player_name text not null);"
        "create table match (id integer primary key, winner_id integer references player,"
        " loser_id integer references player, winner_rank integer, loser_rank integer);",
        player=[(i, person(i)) for i in range(60)],
        match=rows,
    )
    assert "rank" not in text


def test_who_came_first_is_asked_sooner_than_who_had_which_number(asked):
    sql = (
        "create table driver (id integer primary key, driver_name text not null);"
        "create table race (id integer primary key, race_name text not null);"
        "create table result (id integer primary key, race_id integer references race,"
        " driver_id integer references driver, number integer, position integer);"
    )
    rows = [(i, i // 20, i % 20 + (i // 20) % 3, i % 20 + 1, (i * 7) % 20 + 1) for i in range(200)]
    text = asked(
        sql,
        driver=[(i, person(i)) for i in range(25)],
        race=[(i, f"{name(i)} Grand Prix") for i in range(10)],
        result=rows,
    )
    assert "finished in position {{ position }} in the {{ race }}" in text
    assert "{{ number }}" not in text


@pytest.mark.parametrize(("countries", "are_asked"), [(COUNTRIES, False), (COUNTRIES[:1], True)])
def test_parts_of_one_country_alone_are_asked_about(asked, countries, are_asked):
    sql = "create table province (name text primary key, country text, capital text);"
    rows = [(name(i), countries[i % len(countries)], name(i + 50)) for i in range(40)]
    assert ("capital" in asked(sql, province=rows)) is are_asked
    assert ("many are called otherwise" in asked.text) is not are_asked


def test_dates_in_words_are_dates(asked):
    months = ("January", "Mar.", "July", "Sept", "December")
    rows = [
        (f"The {name(i)} Tree", f"{months[i % 5]} {i % 28 + 1}, {1960 + i % 50}") for i in range(60)
    ]
    text = asked("create table film (title text primary key, release_date text);", film=rows)
    assert "when the film" in text
    assert "released" in text


def test_sets_of_a_game_are_asked_about_only_if_it_is_said_which_game(asked):
    rows = [(name(i), 1960 + i % 50) for i in range(60)]
    assert asked('create table "set" (name text primary key, release_year int);', set=rows) == ""
    assert "--about WORDS" in asked.text


def test_texts_of_a_type_that_sqlite_takes_for_numbers_are_compared_as_texts(asked):
    sql = (
        "create table film (id integer primary key, title text, rowguid uuid unique,"
        " release_year integer, change_number integer);"
    )
    rows = [(i, f"The {name(i)} Tree", f"{i:08x}-aaaa", 1960 + i, i % 9) for i in range(60)]
    assert "released" in asked(sql, film=rows)


def test_who_won_a_prize_of_some_year_is_asked_of_a_table_of_those_who_won(asked):
    rows = [
        (i, year, f"The Elm Prize in {field} {year}", person(i), f"{1950 + i % 60}-05-02")
        for i, (year, field) in enumerate(
            (year, field) for year in range(1960, 2000) for field in ("Physics", "Peace")
        )
    ]
    text = asked(
        "create table archive (id integer primary key, year int, prize text, full_name text,"
        " death_date text);",
        archive=rows,
    )
    assert 'Is there a person who won {{ prize | with_noun("prize") }}?' in text


MEDALS = """
create table games (id integer primary key, games_name text not null);
create table person (id integer primary key, full_name text not null);
create table games_competitor (id integer primary key, games_id integer references games (id),
  person_id integer references person (id), age integer);
create table event (id integer primary key, event_name text not null);
create table medal (id integer primary key, medal_name text not null);
create table competitor_event (event_id integer references event (id),
  competitor_id integer references games_competitor (id), medal_id integer references medal (id));
"""
EVENTS = ("Elm Race", "Ash Race", "Oak Sprint", "Fir Team Race", "Yew Marathon", "Pine Relay")


def medals(in_team=1, without=1):
    """Returns who won what at an event: so many share a medal, and so many have none."""
    told = {name: [] for name in ("games", "person", "games_competitor", "competitor_event")}
    for number in range(12):
        told["games"].append((number, f"{1920 + 4 * number} Summer"))
        for event, called in enumerate(EVENTS):
            of_team = in_team if "Relay" in called or "Team" in called else 1
            for place in [0, 1, 2] * of_team + [3] * without:
                count = len(told["person"])
                told["person"].append((count, f"{name(count // 26)} {person(count)}"))
                told["games_competitor"].append((count, number, count, 20 + count % 9))
                told["competitor_event"].append((event, count, place))
    told["event"] = list(enumerate(EVENTS))
    told["medal"] = list(enumerate(["Gold", "Silver", "Bronze", "NA"]))
    return told


WON = 'who won {{ medal | with_noun("medal") }} in the {{ event }} at the {{ games }} Games?'


def test_who_won_is_asked_through_a_table_that_ties_athletes_to_games(asked):
    assert f"Is there a person {WON} If so, name the person." in asked(MEDALS, **medals())
    assert "medal.medal_name: [NA]" in asked.text
    assert "along: [competitor_event.competitor_id]" in asked.text
    assert "person: {short: true}" in asked.text  # they have a middle name


def test_one_athlete_is_asked_for_where_teammates_share_medals_that_most_do_not_win(asked):
    found = asked(MEDALS, **medals(in_team=4, without=30))
    assert f"Is there a person {WON} If so, name at least one person." in found
    assert "event.event_name: [{teams: true}]" in asked.text


RESULTS = """
create table circuit (id integer primary key, name text not null);
create table driver (id integer primary key, name text not null);
create table race (id integer primary key, circuit_id integer references circuit (id),
  year integer, country text);
create table result (id integer primary key, race_id integer references race (id),
  driver_id integer references driver (id), position integer);
"""


def test_who_finished_where_is_asked_through_races_without_a_name(asked):
    found = asked(
        RESULTS,
        circuit=[(i, f"{name(i)} Circuit") for i in range(15)],
        driver=[(i, person(i)) for i in range(90)],
        race=[(i, i % 15, 1960 + i // 15, COUNTRIES[i % 15 % 7]) for i in range(150)],
        result=[(i, i // 10, (i * 7 + i // 10 * 3) % 90, i % 10 + 1) for i in range(1500)],
    )
    assert (
        "Is there a driver who finished in position {{ position }} at {{ circuit }} in {{ year }}?"
        in found
    )
    # What the races say alone is not asked of their results.
    assert "country" not in found


CEREMONIES = """
create table festival (id integer primary key, name text not null);
create table award (id integer primary key, name text not null);
create table actor (id integer primary key, name text not null);
create table ceremony (id integer primary key, festival_id integer references festival (id),
  year integer);
create table award_winner (award_id integer references award (id),
  ceremony_id integer references ceremony (id), actor_id integer references actor (id),
  primary key (award_id, ceremony_id));
"""


def test_who_won_an_award_is_asked_by_the_year_of_a_ceremony_without_a_name(asked):
    found = asked(
        CEREMONIES,
        festival=[(i, f"{name(i)} Festival") for i in range(10)],
        award=[(i, f"{name(i * 3)} Award") for i in range(6)],
        actor=[(i, f"{name(i)} {name(i * 5 + 3)}son") for i in range(600)],
        ceremony=[(i, i % 10, 1960 + i // 10) for i in range(200)],
        award_winner=[(i % 6, i // 6, i * 7 % 600) for i in range(1200)],
    )
    assert "Is there an actor who won the {{ award }} at the {{ festival }} in {{ year }}?" in found


@pytest.mark.parametrize(
    ("table", "columns", "noun"),
    [
        ("spotifly_2000", "title text, artist text, bpm int", "song"),
        ("top", "series_title text, director text, gross int", "film"),
        ("things", "title text, author text, isbn int", "book"),
    ],
)
def test_a_list_of_titles_is_of_what_its_columns_say(asked, table, columns, noun):
    rows = [(name(i), person(i % 40), 1000 + i * 7) for i in range(60)]
    text = asked(f"create table {table} ({columns});", **{table: rows})
    assert f'the {noun} "' in text or f'the {noun} \\"' in asked.text


def test_what_no_english_noun_names_is_not_asked_about(asked):
    rows = [(name(i), person(i % 40)) for i in range(60)]
    assert asked("create table blorbix (title text, director text);", blorbix=rows) == ""
    assert "'blorbix' is no noun that says what it is" in asked.text


@pytest.mark.parametrize(
    ("countries", "are_told"), [(COUNTRIES, True), (("Spain", "Italy"), False)]
)
def test_a_continent_that_nearly_all_have_is_not_asked_for(asked, countries, are_told):
    rows = [(f"{name(i)} Rovers", countries[i % len(countries)]) for i in range(60)]
    text = asked("create table club (name text primary key, country text);", club=rows)
    assert ("_continent }}" in text) is are_told


def test_what_takes_place_once_a_year_is_named_by_it_without_a_declared_key(asked):
    rows = [(1950 + 4 * i, COUNTRIES[i % 7], COUNTRIES[i * 3 % 7]) for i in range(20)]
    text = asked("create table WorldCups (Year int, Country text, Winner text);", WorldCups=rows)
    assert text == ""  # of which sport?
    assert "which country won the {{ world_cup }} World Cup" in asked.text


def test_in_which_countries_a_language_is_spoken_is_open(asked):
    text = asked(
        "create table country (id integer primary key, name text);"
        "create table language (id integer primary key, language text);"
        "create table country_language (country_id integer references country,"
        " language_id integer references language, primary key (country_id, language_id));",
        country=[(i, name(i)) for i in range(30)],
        language=[(i, f"{name(i + 40)}ish") for i in range(60)],
        country_language=[(i % 30, i) for i in range(60)],
    )
    assert "country in which" not in text


ROUNDS = """
create table club (id integer primary key, club_name text not null);
create table fixture (id integer primary key, season text, stage integer, date text,
  home_club_id integer references club (id), away_club_id integer references club (id));
"""


def rounds():
    """Twenty clubs play each other twice, in one season; of another season there are few rows."""
    clubs = [(i, f"{name(i)} {name(i + 40)}") for i in range(20)]
    games = []
    for stage in range(38):
        ring = [0, *(1 + (i + stage) % 19 for i in range(19))]
        day = f"2015-{stage // 4 + 1:02}-{stage % 4 * 7 + 1:02}"
        for one, other in zip(ring[:10], ring[:9:-1], strict=True):
            sides = (one, other) if stage < 19 else (other, one)
            games.append((len(games), "2015/2016", stage + 1, day, *sides))
    return {"club": clubs, "fixture": [*games, (900, "2014/2015", 5, "2014-10-01", 0, 1)]}


def test_a_round_is_asked_about_with_its_season_or_day(asked):
    found = asked(ROUNDS, **rounds())
    assert "away club" in found
    assert all("season" in line or "date" in line for line in found.splitlines())


RIVERS = """
create table province (name text, country text, capital text, cap_province text,
  primary key (name, country),
  foreign key (capital, country, cap_province) references city (name, country, province));
create table country (name text primary key, code text unique, capital text, province text,
  foreign key (capital, code, province) references city (name, country, province));
create table city (name text, country text references country (code), province text,
  population integer, primary key (name, country, province));
create table river (name text primary key, length real);
create table geo_source (river text references river (name), city text, country text,
  province text, primary key (river, country, province, city),
  foreign key (city, country, province) references city (name, country, province));
create table geo_river (river text references river (name), city text, country text,
  province text, primary key (river, country, province, city),
  foreign key (city, country, province) references city (name, country, province));
create table geo_province (river text references river (name), province text, country text,
  primary key (river, country, province),
  foreign key (province, country) references province (name, country));
"""
CODES = ("PE", "CL", "ES", "KE", "JP", "NO", "EG")


def rivers():
    towns = [(f"{name(i)}port", CODES[i % 7], f"{name(i + 90)}shire", 900 * i) for i in range(80)]
    flows = [(f"{name(i % 50 + 200)} Water", *towns[i % 80][:3]) for i in range(60)]
    return {
        "country": [(COUNTRIES[i], CODES[i], *towns[i][::2][:2]) for i in range(7)],
        "city": towns,
        "province": [(t[2], t[1], t[0], t[2]) for t in towns],
        "river": [(f"{name(i + 200)} Water", 10.5 * i) for i in range(50)],
        "geo_source": flows[:50],
        "geo_river": flows,
        "geo_province": [(r, p, c) for r, _, c, p in flows],
    }


def test_a_key_of_several_columns_is_called_by_the_one_with_the_name(asked):
    asked(RIVERS, **rivers())
    assert "Does {{ country | as_country }} have a capital?" in asked.text
    assert "in which city {{ country" not in asked.text


def test_where_a_river_begins_is_no_place_that_it_flows_through(asked):
    asked(RIVERS, **rivers())
    assert "has its source in" in asked.text
    assert "flows through" in asked.text


def test_the_rivers_of_a_province_are_not_asked_for_as_no_list_has_all(asked):
    found = asked(RIVERS, **rivers())
    assert not re.search(r"(?:flows through|source in) the province", found)
    assert not re.search("province that the river", found), "provinces of several countries"


CRITICS = """
create table review (id integer primary key, title text not null, artist text, author text);
"""


def test_what_a_review_is_of_is_not_asked_as_of_a_review(asked):
    rows = [(i, f"The {name(i)} Songs", person(i), person(i % 9 + 400)) for i in range(80)]
    asked(CRITICS, review=rows)
    assert "nothing says that people agree on what a review is" not in asked.text  # unsettled asks
    settled = inspect_database(asked.engine(), "small").text
    assert "nothing says that people agree on what a review is" in settled
    assert yaml.safe_load(settled)["questions"] is None


SCALES = """
create table product_line (product_line text primary key, description text);
create table product (product_code text primary key, product_name text not null,
  product_line text references product_line (product_line), product_scale text);
create table country (country_code text primary key, short_name text, long_name text,
  name_full text, capital text);
"""


def test_a_product_is_called_by_its_name_although_it_has_a_line_and_a_country_in_short(asked):
    lines = [("Vintage Cars", None), ("Classic Ships", None), ("Planes", None)]
    rows = [(f"S10_{i}", f"19{i:02} {name(i)} Six", lines[i % 3][0], f"1:{12 + i % 8 * 12}")
            for i in range(60)]  # fmt: skip
    countries = (*COUNTRIES, "Brazil", "India", "Italy", "Ghana", "Cuba", "Nepal")
    lands = [
        (each[:3].upper(), each, f"Republic of {each}", f"The {each} Republic", f"{each[:4]}ville")
        for each in countries
    ]
    asked(SCALES, product_line=lines, product=rows, country=lands)
    assert "product: product.product_name" in asked.text
    assert "product_scale: scales, such as 1:24" in asked.text
    assert "country: country.short_name" in asked.text


def test_what_is_not_fit_says_why_and_never_that_other_entries_are_enough(asked):
    asked(CRITICS, review=[(i, f"{name(i)}", None, "an author") for i in range(30)])
    assert "the entries above are enough" not in asked.text
    assert "0 of 0" not in asked.text


KEYED_BY_A_NUMBER = """
create table iso_3166_1 (code text primary key);
create table release_label (id integer primary key, catalog_number text, medium text);
"""


def test_a_table_whose_name_has_no_word_is_read_all_the_same(asked):
    lands = [(code,) for code in CODES]
    asked(KEYED_BY_A_NUMBER, iso_3166_1=lands, release_label=[
        (i, f"CAT {i}", f"disc {i % 5}") for i in range(40)
    ])  # fmt: skip
    assert "table iso_3166_1" in asked.text


CREDITS = """
create table movie (id integer primary key, title text not null);
create table person (id integer primary key, person_name text not null);
create table department (id integer primary key, department_name text not null);
create table movie_cast (movie_id integer references movie (id),
  person_id integer references person (id), character_name text, cast_order integer);
create table movie_crew (movie_id integer references movie (id),
  person_id integer references person (id), department_id integer references department (id),
  job text);
"""
JOBS = ("Director", "Editor", "Casting", "Original Music Composer", "Assistant Director", "Sound")


def test_whom_somebody_played_and_who_directed_is_asked_in_any_department(asked):
    asked(
        CREDITS,
        movie=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(60)],
        person=[(i, person(i)) for i in range(300)],
        department=[(i, f"{d} Department") for i, d in enumerate(("Art", "Sound", "Camera"))],
        movie_cast=[(i % 60, i % 290, f"{name(i + 7)} {name(i * 3)}", i // 60) for i in range(540)],
        movie_crew=[(i % 60, i * 7 % 300, i % 3, JOBS[i // 60 % 6]) for i in range(360)],
    )
    found = yaml.safe_load(inspect_database(asked.engine(), "small").text)
    wordings = [entry["template"]["basic"] for entry in found["questions"]]
    assert any("character that {{ person }} played in the movie" in text for text in wordings)
    assert any("any {{ job | lower }} who worked on the movie" in text for text in wordings)
    limits = [r["only"] for r in found["relations"].values() if "only" in r]
    ((jobs,),) = (limit.values() for limit in limits)
    assert {*jobs} == {"Director", "Editor", "Original Music Composer"}


GAMES = """
create table team (id integer primary key, team_name text not null);
create table official (id integer primary key, official_name text not null);
create table arena (id integer primary key, arena_name text not null);
create table game (id integer primary key, season integer, winner_team_id integer references team
  (id), official_id integer references official (id), arena_id integer references arena (id));
"""


def test_an_unnamed_match_is_not_told_by_who_was_there(asked):
    found = asked(
        GAMES,
        team=[(i, f"{name(i)} {name(i + 9)}s") for i in range(30)],
        official=[(i, person(i)) for i in range(50)],
        arena=[(i, f"{name(i + 70)} {name(i)} Arena") for i in range(40)],
        game=[(i, 1970 + i, i * 7 % 30, i % 50, i * 3 % 40) for i in range(50)],
    )
    assert "played" not in found
    assert "official" not in found


PRODUCTIONS = """
create table show (id integer primary key, title text not null);
create table director (id integer primary key, director_name text not null);
create table actor (id integer primary key, actor_name text not null);
create table production (id integer primary key, show_id integer references show (id),
  director_id integer references director (id), opened text);
create table role (id integer primary key, production_id integer references production (id),
  actor_id integer references actor (id), character_name text);
create table horse (id integer primary key, horse_name text not null);
create table owner (id integer primary key, owner_name text not null);
create table horse_owners (horse_id integer references horse (id),
  owner_id integer references owner (id), primary key (horse_id, owner_id));
"""


def test_nothing_is_tied_by_with_alone(asked):
    asked(
        PRODUCTIONS,
        show=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(60)],
        director=[(i, person(i)) for i in range(40)],
        actor=[(i, person(i + 200)) for i in range(150)],
        production=[(i, i % 60, i * 7 % 40, f"19{i % 90 + 10}-03-01") for i in range(80)],
        role=[(i, i % 80, i * 11 % 150, f"{name(i)} {name(i + 3)}") for i in range(400)],
        horse=[(i, f"{name(i)} {name(i + 11)} Flyer") for i in range(60)],
        owner=[(i, f"{name(i)} Farm & {name(i + 5)} Stables") for i in range(50)],
        horse_owners=[(i, i * 3 % 50) for i in range(60)],
    )
    settled = yaml.safe_load(inspect_database(asked.engine(), "small").text)["questions"] or []
    wordings = " ".join(entry["template"]["basic"] for entry in settled if "template" in entry)
    assert not re.search(r" with the (?:director|actor|horse)", wordings)
    assert "who owned the horse {{ horse" in asked.text


def test_where_a_team_plays_is_asked_only_with_the_year(asked):
    teams = [(i, f"{name(i)} {name(i + 9)}s", f"{name(i % 40 + 70)} Arena") for i in range(60)]
    asked("create table team (id integer primary key, team_name text, arena text);", team=teams)
    settled = inspect_database(asked.engine(), "small").text
    assert "the arena of a team" in settled
    assert yaml.safe_load(settled)["questions"] is None


def test_what_most_rows_have_as_a_code_is_not_asked_of_the_others(asked):
    sql = "create table player (id integer primary key, player_name text, birth_state text);"
    states = ("TX", "CA", "NY", "OH")
    rows = [(i, person(i), states[i % 4] if i % 5 else f"{name(i)} Province") for i in range(200)]
    assert "state" not in asked(sql, player=rows)


AWARDED = """
create table film (id integer primary key, title text not null);
create table award (id integer primary key, award_name text not null);
create table film_award (film_id integer references film (id), award_id integer references award
  (id), year integer, result text, primary key (film_id, award_id, year));
"""


@pytest.mark.parametrize(("results", "are_won"), [("WNNN", False), ("WWWW", True)])
def test_who_was_nominated_did_not_win(asked, results, are_won):
    found = asked(
        AWARDED,
        film=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(90)],
        award=[(i, f"{name(i + 7)} Prize") for i in range(6)],
        film_award=[(i, i % 6, 1950 + i // 6, results[i % 4]) for i in range(90)],
    )
    assert (" won " in found) is are_won
    assert ("result says which" in asked.text) is not are_won


def test_what_has_no_base_is_not_asked_for_it(asked):
    bands = [(i, f"The {name(i)} {name(i + 5)}s", f"{name(i % 30)}ton") for i in range(80)]
    asked("create table band (id integer primary key, band_name text, city text);", band=bands)
    assert "based" not in str(
        yaml.safe_load(inspect_database(asked.engine(), "x").text)["questions"]
    )


CUPS = """
create table cup (id integer primary key, name text not null);
create table stadium (id integer primary key, name text not null);
create table cup_editions (id integer primary key, cup_id integer not null references cup (id),
  year integer not null, stadium_id integer references stadium (id), unique (cup_id, year));
create table player (id integer primary key, name text not null);
create table horse (id integer primary key, horse_name text not null);
create table results (id integer primary key, edition_id integer not null references
  cup_editions (id), player_id integer not null references player (id), horse_id integer not null
  references horse (id), pos_num integer, unique (edition_id, player_id));
"""


def cups():
    """Returns cups of many years, in each of which the places behind the first one are shared."""
    return {
        "cup": [(i, f"{name(i)} Cup") for i in range(4)],
        "stadium": [(i, f"{name(i + 50)} Arena") for i in range(30)],
        "cup_editions": [(i, i % 4, 1950 + i // 4, i * 7 % 30) for i in range(120)],
        "player": [(i, person(i)) for i in range(200)],
        "horse": [(i, f"{name(i + 3)} {name(i + 11)}") for i in range(200)],
        "results": [(6 * i + k, i, (i * 11 + k * 37) % 200, (i * 13 + k * 41) % 200,
                     (1, 2, 2, 4, 4, 6)[k]) for i in range(120) for k in range(6)],
    }  # fmt: skip


def test_an_edition_is_named_by_what_is_held_and_its_year(asked):
    found = asked(CUPS, **cups())
    edition = "the {{ edition }} edition of the {{ cup }}"
    assert f"at which stadium {edition} took place" in found
    assert f"Is there a player who won {edition}?" in found
    assert f"Is there a horse that won {edition}?" in found
    assert "pos" not in found, "the second place is shared by several"


def test_the_winner_that_is_asked_for_is_the_one_who_came_first(asked):
    rows = cups()
    asked(CUPS, **rows)
    items = [item for item in asked.items() if " player who won " in item.question]
    first = {edition: player for _, edition, player, _, place in rows["results"] if place == 1}
    cup_of = dict(rows["cup"])
    won = {
        f"the {year} edition of the {cup_of[cup]}": dict(rows["player"])[first[edition]]
        for edition, cup, year, _ in rows["cup_editions"]
    }
    assert len(items) == len(won), "the other half denies it: no player"
    for item in items:
        (edition,) = (named for named in won if f"{named}?" in item.question)
        assert item.rationale[0].values[0] == won[edition]


@pytest.mark.parametrize(
    ("column", "yes", "no"),
    [("result", "W", "S"), ("outcome", "won", "nominated"), ("is_winner", 1, 0)],
)
def test_of_those_who_were_nominated_the_winners_are_asked_for(asked, column, yes, no):
    kind = "integer" if column.startswith("is") else "text"
    sql = f"""
    create table prize (id integer primary key, name text not null);
    create table edition (id integer primary key, prize_id integer references prize (id),
      award_year integer, unique (prize_id, award_year));
    create table book (id integer primary key, title text not null);
    create table nomination (edition_id integer references edition (id),
      book_id integer references book (id), {column} {kind}, primary key (edition_id, book_id));
    """
    found = asked(
        sql,
        prize=[(i, f"{name(i)} Prize") for i in range(3)],
        edition=[(i, i % 3, 1960 + i // 3) for i in range(150)],
        book=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(600)],
        nomination=[(i // 4, i, no if i % 4 else yes) for i in range(600)],
    )
    assert "Is there a book that won the {{ edition }} edition of the {{ prize }}?" in found
    assert f"nomination.{column}: {yes}" in asked.text


TEAM_CUP = """
create table tournament (id integer primary key, name text not null, year integer);
create table team (id integer primary key, team_name text not null);
create table player (id integer primary key, player_name text not null);
create table tournament_team (tournament_id integer references tournament (id), team_id integer
  references team (id), final_rank integer, captain_id integer references player (id),
  primary key (tournament_id, team_id));
"""


def test_a_team_wins_and_not_its_captain(asked):
    found = asked(
        TEAM_CUP,
        tournament=[(i, f"{1950 + i} {name(4)} Cup", 1950 + i) for i in range(40)],
        team=[(i, f"{name(i)} Rovers") for i in range(60)],
        player=[(i, person(i)) for i in range(200)],
        tournament_team=[(i // 8, i * 7 % 60, i % 8 + 1, i * 3 % 200) for i in range(320)],
    )
    assert "Is there a team that won the {{ tournament }}?" in found
    assert "captain who won" not in found


PREMIERES = """
create table opera (id integer primary key, title text not null);
create table opera_house (id integer primary key, name text not null);
create table premiere (id integer primary key, opera_id integer not null unique references opera
  (id), opera_house_id integer references opera_house (id), premiere_date text,
  premiere_year integer);
"""


def test_where_and_when_the_premiere_of_each_opera_took_place_is_asked(asked):
    dates = [f"{1800 + i}-0{i % 9 + 1}-1{i % 10}" for i in range(90)]
    found = asked(
        PREMIERES,
        opera=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(90)],
        opera_house=[(i, f"{name(i)} Playhouse") for i in range(30)],
        premiere=[(i, i, i * 7 % 30, dates[i], 1800 + i) for i in range(90)],
    )
    premiere = 'the premiere of the opera "{{ opera }}"'
    assert f"at which opera house {premiere} took place?" in found
    assert f"Did {premiere} take place in the {{{{ year_decade }}}}?" in found
    assert "date" not in found, "a day and its year are one"


def test_a_year_in_the_key_of_what_is_no_event_names_nothing(asked):
    sql = """
    create table country (id integer primary key, name text not null);
    create table census (id integer primary key, country_id integer references country (id),
      year integer, head text, unique (country_id, year));
    """
    counted = [(i, i % 7, 1950 + i // 7, person(i)) for i in range(200)]
    found = asked(sql, country=[*enumerate(COUNTRIES)], census=counted)
    assert "the {{ census }}" not in found


def settled(asked):
    """Returns what is proposed of the database of a test without --unsettled, as text."""
    return inspect_database(asked.engine(), "small").text


SHIPS = """
create table country (id integer primary key, name text not null);
create table ship (id integer primary key, name text not null, launched integer,
  maiden_voyage text, country_id integer references country (id));
create table loss (id integer primary key, ship_id integer not null unique references ship (id),
  loss_year integer, place text);
"""


def test_a_ship_that_had_a_maiden_voyage_is_no_person_and_where_it_sank_is_no_name(asked):
    places = ("off Peru", "near the Arran Isles", "North Sea, about 20 miles off Elm", "Elm Sound")
    found = asked(
        SHIPS,
        country=[*enumerate(COUNTRIES)],
        ship=[(i, f"{name(i)} Queen", 1850 + i, f"{1851 + i}-04-10", i % 7) for i in range(80)],
        loss=[(i, i, 1860 + i, f"{places[i % 4]} {i}") for i in range(80)],
    )
    assert "in which year the ship {{ ship }} was launched?" in found
    assert "the loss of the ship {{ ship }} take place in the {{ year_decade }}?" in found
    assert "person" not in found
    assert "place {{" not in found
    assert "where the loss" not in found
    assert "the country of a ship" in settled(asked), "it may have sailed under several flags"


def test_an_expedition_did_not_take_place_where_it_was_sent_from(asked):
    sql = """
    create table country (id integer primary key, name text not null);
    create table expedition (id integer primary key, name text not null, country_id integer
      references country (id));
    """
    sent = [(i, f"{name(i)} Polar Expedition", i % 7) for i in range(80)]
    found = asked(sql, country=[*enumerate(COUNTRIES)], expedition=sent)
    assert "took place" not in found
    assert "questions:\n  #" in settled(asked)


def test_the_tables_of_one_application_are_not_called_after_it(asked):
    sql = """
    create table resources_planet (id integer primary key, name text not null);
    create table resources_person (id integer primary key, name text not null);
    create table resources_film (id integer primary key, title text not null);
    create table resources_film_planets (id integer primary key,
      film_id integer not null references resources_film (id),
      planet_id integer not null references resources_planet (id), unique (film_id, planet_id));
    create table resources_film_director (id integer primary key,
      film_id integer not null references resources_film (id),
      person_id integer not null references resources_person (id), unique (film_id, person_id));
    """
    found = asked(
        sql,
        resources_planet=[(i, f"{name(i)} {name(i + 9)}") for i in range(40)],
        resources_person=[(i, person(i)) for i in range(60)],
        resources_film=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(60)],
        resources_film_planets=[(i, i // 2, (i * 7 + i // 2) % 40) for i in range(120)],
        resources_film_director=[(i, i, i) for i in range(60)],
    )
    assert "resources" not in found
    assert 'directed the film "{{ film }}"' in found, "a link, though its rows have numbers"


@pytest.mark.parametrize("who", ["publisher", "choreographer"])
def test_who_else_published_or_staged_a_work_may_be_missing(asked, who):
    sql = f"""
    create table {who} (id integer primary key, name text not null);
    create table ballet (id integer primary key, title text not null);
    create table ballet_{who} (ballet_id integer references ballet (id), {who}_id integer references
      {who} (id), primary key (ballet_id, {who}_id));
    """
    asked(
        sql,
        **{
            who: [(i, person(i)) for i in range(40)],
            "ballet": [(i, f"The {name(i)} of {name(i + 40)}") for i in range(90)],
            f"ballet_{who}": [(i, i % 40) for i in range(90)],
        },
    )
    assert f"each {who} of a ballet" in settled(asked)


def test_a_contest_that_was_cancelled_is_not_asked_about(asked):
    sql = """
    create table venue (id integer primary key, name text not null);
    create table contest (id integer primary key, year integer not null unique, venue_id integer
      references venue (id), is_cancelled integer not null);
    """
    years = [(i, 1950 + i, i * 7 % 30, int(i in (20, 41))) for i in range(70)]
    asked(sql, venue=[(i, f"{name(i)} Hall") for i in range(30)], contest=years)
    assert "contest.is_cancelled: [1]" in asked.text
    of_series = inspect_database(asked.engine(), "small", about="the Song Contest").text
    items = items_of(of_series, Path(asked.engine().url.database))
    assert items
    assert not [item for item in items if re.search("the (?:1970|1991) contest", item.question)]


def test_where_most_rows_are_of_winners_nobody_is_asked_for_as_nominated(asked):
    sql = """
    create table category (id integer primary key, name text not null);
    create table actor (id integer primary key, name text not null);
    create table film (id integer primary key, title text not null, release_year integer);
    create table nominations (id integer primary key, film_id integer references film (id),
      category_id integer references category (id), actor_id integer references actor (id),
      winner integer not null);
    """
    found = asked(
        sql,
        category=[(i, f"Best {name(i)} Actor") for i in range(4)],
        actor=[(i, person(i)) for i in range(300)],
        film=[(i, f"The {name(i)} of {name(i + 40)}", 1950 + i % 60) for i in range(200)],
        nominations=[(i, i // 2, i % 4, i * 7 % 300, int(i % 5 > 1)) for i in range(400)],
    )
    assert "won in the category {{ category }} for the film " in asked.text
    assert " nominated" not in found
    assert "most of its rows are of those who won (winner)" in asked.text


def test_a_prize_of_a_year_may_have_been_shared(asked):
    sql = """
    create table category (id integer primary key, name text not null);
    create table laureate (id integer primary key, name text not null unique, born integer);
    create table prize (id integer primary key, year integer not null, category_id integer not null
      references category (id), unique (year, category_id));
    create table prize_laureate (id integer primary key, prize_id integer not null references prize
      (id), laureate_id integer not null references laureate (id), share text,
      unique (prize_id, laureate_id));
    """
    asked(
        sql,
        category=[(i, subject) for i, subject in enumerate(("Physics", "Chemistry", "Peace"))],
        laureate=[(i, person(i), 1880 + i % 90) for i in range(180)],
        prize=[(i, 1950 + i // 3, i % 3) for i in range(120)],
        prize_laureate=[(i, i * 2 // 3, i, "1/2") for i in range(180)],
    )
    won = "who won the {{ prize }} prize in the category {{ category }}? If so, name at least one"
    assert f"Is there a laureate {won} laureate." in asked.text


def test_nobody_is_asked_who_scored_an_own_goal(asked):
    sql = """
    create table player (id integer primary key, name text not null);
    create table cup (id integer primary key, name text not null);
    create table goals (id integer primary key, cup_id integer references cup (id),
      shirt_number integer, player_id integer references player (id), own_goal integer not null);
    """
    asked(
        sql,
        player=[(i, person(i)) for i in range(200)],
        cup=[(i, f"{1950 + i} {name(3)} Cup") for i in range(30)],
        goals=[(i, i % 30, i // 30 + 1, i * 7 % 200, int(i % 20 == 0)) for i in range(300)],
    )
    assert "goals.own_goal: [1]" in asked.text
    own = {person(i * 7 % 200) for i in range(0, 300, 20)}
    scored = [item for item in asked.items() if "scored a goal" in item.question]
    assert len(scored) > 100
    never = own - {person(i * 7 % 200) for i in range(300) if i % 20}
    assert never
    assert not never & {item.rationale[0].values[0] for item in scored}


def test_a_session_of_no_body_is_not_named_by_its_year_and_a_count_is_no_key(asked):
    sql = """
    create table city (id integer primary key, name text not null);
    create table sessions (id integer primary key, year integer not null unique,
      city_id integer references city (id), num_cities integer);
    """
    cities = [(i, f"{name(i)}ville") for i in range(30)]
    held = [(i, 1950 + i, i * 7 % 30, i % 20) for i in range(60)]
    assert "session {" not in asked(sql, city=cities, sessions=held)
    assert "num_cities to" not in asked.text
    assert "on: {sessions.num_cities" not in asked.text


def test_one_numeral_makes_no_rulers_of_those_of_one_word(asked):
    sql = "create table ruler (id integer primary key, name text not null, coronation integer);"
    heroes = [(i, "Elm II" if i == 3 else name(i), 1900 + i % 60) for i in range(80)]
    asked(sql, ruler=heroes)
    assert "numbered" not in asked.text
    rulers = [(i, f"{name(i % 30)} {'I' * (i // 30 + 1)}", 1200 + i) for i in range(80)]
    Path(asked.engine().url.database).unlink()
    asked(sql, ruler=rulers)
    assert "numbered: true" in asked.text


def test_a_composer_without_a_name_is_the_person_whose_row_the_composer_has(asked):
    sql = """
    create table person (id integer primary key, first_name text, last_name text not null);
    create table composer (id integer primary key, person_id integer not null unique
      references person (id), period text);
    create table opera (id integer primary key, title text not null, composer_id integer not null
      references composer (id));
    """
    asked(
        sql,
        person=[(i, *person(i).split()) for i in range(60)],
        composer=[(i, 59 - i, ("Baroque", "Classical", "Romantic")[i % 3]) for i in range(50)],
        opera=[(i, f"The {name(i)} of {name(i + 7)}", i * 3 % 50) for i in range(120)],
    )
    composed = [i for i in asked.items() if i.question.startswith("Is it known who composed")]
    assert len(composed) == 120
    by = {item.entity_id: item.rationale[0].values[0] for item in composed}
    assert set(by.values()) == {person(59 - i * 3 % 50) for i in range(120)}
    assert 'composed the opera "The Aaoraan of ' in composed[0].question


def test_an_entry_with_a_song_of_its_own_is_no_song(asked):
    sql = """
    create table country (id integer primary key, name text not null unique);
    create table song (id integer primary key, title text not null);
    create table contest (id integer primary key, year integer not null unique);
    create table entry (id integer primary key, country_id integer not null references country
      (id), contest_id integer not null references contest (id), song_id integer not null unique
      references song (id), unique (country_id, contest_id));
    create table result (id integer primary key, entry_id integer not null references entry (id),
      round text not null, place integer, unique (entry_id, round));
    """
    asked(
        sql,
        country=list(enumerate(COUNTRIES)),
        song=[(i, f"{name(i)} and {name(i + 9)}") for i in range(140)],
        contest=[(i, 1990 + i) for i in range(20)],
        entry=[(i, i % 7, i // 7, i) for i in range(140)],
        result=[(i, i, "final", (i * 3 + i // 7) % 7 + 1) for i in range(140)],
    )
    assert "song_row" not in asked.text
    assert "Is there a country that finished in position {{ place }} at the" in asked.text


def test_of_those_who_worked_on_a_building_its_architects_are_asked_for(asked):
    sql = """
    create table building (id integer primary key, name text not null);
    create table architect (id integer primary key, full_name text not null);
    create table building_architect (building_id integer references building (id),
      architect_id integer references architect (id), role text,
      primary key (building_id, architect_id));
    """
    roles = ("architect", "architect", "architect", "designer")
    text = asked(
        sql,
        building=[(i, f"{name(i)} {('Tower', 'House', 'Hall')[i % 3]}") for i in range(100)],
        architect=[(i, person(i)) for i in range(80)],
        building_architect=[
            (i, (i * 7 + n * 11) % 80, roles[(i + n) % 4]) for i in range(100) for n in range(2)
        ],
    )
    assert "an architect who designed the building {{ building }}" in text
    assert "in the role" not in text
    designers = {(i, (i * 7 + n * 11) % 80) for i in range(100) for n in (0, 1) if (i + n) % 4 == 3}
    items = [item for item in asked.items() if "an architect who designed" in item.question]
    assert len(items) == 100
    of = {item.entity: set(item.rationale[0].values) for item in items}
    kinds = ("Tower", "House", "Hall")
    assert designers
    assert not any(person(k) in of[f"{name(i)} {kinds[i % 3]}"] for i, k in designers)


def test_games_are_named_by_their_year_and_not_by_who_opened_them(asked):
    sql = """
    create table city (id integer primary key, name text not null);
    create table games (id integer primary key, ordinal text unique, year integer not null,
      city_id integer references city (id), opened_by text);
    """
    numerals = ("I", "V", "X")
    text = asked(
        sql,
        city=[(i, f"{name(i)}ville") for i in range(40)],
        games=[(i, numerals[i % 3] * (i // 3 + 1), 1924 + 4 * i, i, person(i)) for i in range(25)],
    )
    assert "in which city the {{ game }} Games took place" in asked.text
    assert "game: games.year" in asked.text
    assert not re.search(r"^ +games\.ordinal: \[", asked.text, re.MULTILINE), "the tenth is known"
    assert "opened_by" not in text


AWARD_YEARS = """
create table award (id integer primary key, name text not null, given_by text, since integer);
create table award_years (id integer primary key, award_id integer not null references award (id),
  year integer not null, city text, convention text, unique (award_id, year));
create table category (id integer primary key, name text not null,
  award_id integer not null references award (id), unique (name, award_id));
create table novel (id integer primary key, title text not null);
create table nominations (id integer primary key, award_year_id integer not null references
  award_years (id), novel_id integer not null references novel (id), category_id integer not null
  references category (id), is_winner integer not null,
  unique (award_year_id, category_id, novel_id));
"""


def test_the_year_of_an_award_is_its_edition_which_a_novel_wins_in_a_category(asked):
    text = asked(
        AWARD_YEARS,
        award=[(i, f"{name(i)} Award", "A Society", 1950) for i in range(2)],
        award_years=[
            (i, i % 2, 1960 + i // 2, f"{name(i)}ville", f"{name(i)}con") for i in range(100)
        ],
        category=[(i, f"Best {name(i // 2)} Novel", i % 2) for i in range(12)],
        novel=[(i, f"The {name(i)} of {name(i + 40)}") for i in range(300)],
        nominations=[
            (i, i // 6, i * 7 % 300, i // 6 % 2 + 2 * (i // 3 % 2), int(i % 3 == 0))
            for i in range(600)
        ],
    )
    won = "won the {{ edition }} edition of the {{ award }} in the category {{ category }}?"
    assert f"Is there a novel that {won}" in text
    assert "took place" not in text, "a prize is given, and takes place nowhere"


def test_it_is_not_asked_where_a_side_played_at_a_tournament_since_it_played_several_times(asked):
    sql = """
    create table team (id integer primary key, name text not null);
    create table stadium (id integer primary key, name text not null);
    create table tournament (id integer primary key, label text not null unique);
    create table matches (id integer primary key, tournament_id integer not null references
      tournament (id), stage text not null, stadium_id integer references stadium (id),
      team1_id integer references team (id), team2_id integer references team (id));
    """
    stages = ["Quarter-final"] * 4 + ["Semi-final"] * 2 + ["Final"]
    sides = [(0, 1), (2, 3), (4, 5), (6, 7), (0, 3), (4, 7), (3, 4)]
    matches = [
        (7 * t + k, t, stage, (t * 11 + k * 5) % 40, (t * 7 + a) % 60, (t * 7 + b) % 60)
        for t in range(40)
        for k, (stage, (a, b)) in enumerate(zip(stages, sides, strict=True))
    ]
    asked(
        sql,
        team=[(i, f"{name(i)} United") for i in range(60)],
        stadium=[(i, f"{name(i + 50)} Arena") for i in range(40)],
        tournament=[(i, f"CUP {1940 + 2 * i}") for i in range(40)],
        matches=matches,
    )
    text = inspect_database(asked.engine(), "cup", about="the Elm Cup").text
    text = "\n".join(line for line in text.splitlines() if line.startswith("      basic:"))
    assert "a stadium at which the team {{ first_team }} played in the {{ stage }} at" in text
    assert "a team that played at" not in text, "two teams did"
    assert not re.search(r"at which the team \{\{ \w+ \}\} played at the tournament", text)
    assert "as_name" not in text, "an abbreviation stays as it is"


def test_a_building_is_told_apart_by_its_city_where_the_key_has_both(asked):
    sql = """
    create table country (id integer primary key, name text not null unique);
    create table city (id integer primary key, name text not null,
      country_id integer not null references country (id));
    create table building (id integer primary key, name text not null, city_id integer not null
      references city (id), completed integer, unique (name, city_id));
    create table owner (id integer primary key, name text not null unique);
    create table building_owners (building_id integer references building (id),
      owner_id integer references owner (id), primary key (building_id, owner_id));
    create table award (code text primary key, name text not null, since integer);
    """
    text = asked(
        sql,
        country=list(enumerate(COUNTRIES)),
        city=[(i, f"{name(i)}ville", i % 7) for i in range(40)],
        building=[(i, f"{name(i)} Tower", i * 3 % 40, 1900 + i) for i in range(100)],
        owner=[(i, f"{name(i)} Holding") for i in range(60)],
        building_owners=[(i, i * 7 % 60) for i in range(100)],
        award=[(f"{name(i)[:3].upper()}", f"{name(i)} Award", 1900 + i) for i in range(30)],
    )
    assert "Was the building {{ building }} in {{ city }} completed in the" in text
    assert "who owned the building {{ building }} in {{ city }}?" in text
    assert not re.search(r"\{\{ building \}\} in \{\{ city \}\} located", text)
    assert "award.code" not in asked.text, "its name alone is no part of a key"


def test_of_a_race_it_is_asked_who_won_it_in_a_division_and_not_where_it_took_place(asked):
    sql = """
    create table country (id integer primary key, name text not null unique);
    create table race (id integer primary key, name text not null, country_id integer not null
      references country (id));
    create table edition (id integer primary key, race_id integer not null references race (id),
      year integer not null, unique (race_id, year));
    create table division (code text primary key, description text not null);
    create table runner (id integer primary key, name text not null);
    create table result (id integer primary key, edition_id integer not null references edition
      (id), division text not null references division (code), runner_id integer not null
      references runner (id), place integer, unique (edition_id, division, runner_id));
    """
    text = asked(
        sql,
        country=list(enumerate(COUNTRIES)),
        race=[(i, f"{name(i)}ville Marathon", i) for i in range(6)],
        edition=[(i, i % 6, 1980 + i // 6) for i in range(180)],
        division=[("M", "Men"), ("F", "Women")],
        runner=[(i, person(i)) for i in range(250)],
        result=[(i, i // 2, "MF"[i % 2], i * 7 % 250, 1 if i % 20 else None) for i in range(360)],
    )
    held = "won the {{ edition }} edition of the {{ race }} in the division {{ division }}"
    assert f"Is there a runner who {held}?" in text
    assert "take place" not in text
    assert "took place" not in text


def test_it_is_asked_who_designed_a_language_and_when_it_first_appeared(asked):
    sql = """
    create table person (id integer primary key, name text not null unique);
    create table languages (id integer primary key, name text not null unique,
      first_appeared integer);
    create table language_designers (language_id integer references languages (id),
      person_id integer references person (id), primary key (language_id, person_id));
    """
    asked(
        sql,
        person=[(i, person(i)) for i in range(120)],
        languages=[(i, name(i), 1950 + i % 70) for i in range(90)],
        language_designers=[(i * 3 // 4, i) for i in range(120)],
    )
    text = inspect_database(asked.engine(), "languages").text
    asked_for = [line for line in text.splitlines() if line.startswith("      basic:")]
    assert any("Is there a person who designed the language" in line for line in asked_for)
    assert any("the language {{ language }} first appeared?" in line for line in asked_for)


def test_a_team_without_a_name_is_known_by_its_city_and_nickname(asked):
    sql = """
    create table league (id integer primary key, name text not null);
    create table teams (id text primary key, city text not null, nickname text not null,
      league_id integer references league (id), founded integer);
    """
    asked(
        sql,
        league=[(i, f"{name(i)} League") for i in range(6)],
        teams=[(f"T{i}", f"{name(i)}ville", f"{name(i + 9)}s", i % 6, 1900 + i) for i in range(60)],
    )
    assert "team: [teams.city, teams.nickname]" in asked.text


RANKINGS = """
create table nation (code text primary key, name text not null unique);
create table player (id integer primary key, known_as text not null unique, full_name text,
  nation text not null references nation (code));
create table award (id integer primary key, name text not null);
create table edition (id integer primary key, award_id integer not null references award (id),
  year integer not null, unique (award_id, year));
create table ranking (id integer primary key, edition_id integer not null references edition (id),
  rank integer not null, player_id integer not null references player (id),
  nation text not null references nation (code), unique (edition_id, player_id));
"""


def ranked(known_as):
    """Returns the players whom two awards ranked, who are known as it says."""
    codes = [country[:3].upper() for country in COUNTRIES]
    return {
        "nation": list(zip(codes, COUNTRIES, strict=True)),
        "player": [
            (i, known_as(i), f"{person(i)} the Elder" if i < 9 else None, codes[i % 7])
            for i in range(150)
        ],
        "award": [(i, f"{name(i)} d'Or") for i in range(2)],
        "edition": [(i, i % 2, 1960 + i // 2) for i in range(80)],
        "ranking": [
            (3 * i + k, i, k + 1, (i * 7 + k * 41) % 150, codes[(i * 7 + k * 41) % 150 % 7])
            for i in range(80)
            for k in range(3)
        ],
    }


def test_a_player_wins_and_is_called_what_all_are_known_as_and_not_in_full_as_few_are(asked):
    text = asked(RANKINGS, **ranked(person))
    assert "player: player.known_as" in asked.text
    assert "a player who won the {{ edition }} edition of the award {{ award }}?" in text
    assert "took part in the" not in text


def test_where_players_have_no_names_no_nation_has_won_their_prizes(asked):
    text = asked(RANKINGS, **ranked("#{:05}".format))
    assert "ranking.rank" not in asked.text
    assert "won" not in text


def born_in(number):
    """Returns a city, or the two that a person is said to be from."""
    cities = [f"{name(number)}ville", f"{name(number + 60)}ton"]
    return " / ".join(cities) if number % 5 == 2 else cities[0]


def test_a_firm_among_engineers_did_not_die_nor_did_anybody_in_a_year_that_is_doubted(asked):
    sql = """
    create table engineer (id integer primary key, name text not null unique,
      is_firm integer not null, died integer, died_circa integer not null, birth_city text);
    """
    asked(
        sql,
        engineer=[
            (i, person(i), int(i % 10 == 0), 1700 + i, int(i % 10 == 1), born_in(i % 40))
            for i in range(120)
        ],
    )
    items = [item for item in asked.items() if " die" in item.question]
    assert {item.entity for item in items} == {person(i) for i in range(120) if i % 10 > 1}
    born = [item for item in asked.items() if item.question.startswith("Is it known in which city")]
    spellings = [item.rationale[0].values for item in born]
    spellings = [values for values in spellings if "/" in values[0]]
    assert spellings
    assert all(tuple(values[0].split(" / ")) == tuple(values[1:]) for values in spellings)
