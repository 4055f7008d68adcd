"""What names in schemas become: words, nouns, roles."""

import pytest

from erbench_track.erbench_tasks.english.asked import Asks, Thing
from erbench_track.erbench_tasks.english.nouns import (
    asks,
    attribute_words,
    begun,
    catalogued,
    described_by,
    is_of_things,
    noun_of,
    role,
    thing,
)
from erbench_track.erbench_tasks.english.words import is_english, plural, singular, split

SPLIT = {
    "safetystocklevel": "safety stock level",
    "surfacearea": "surface area",
    "headofstate": "head of state",
    "countrycode": "country code",
    "lifeexpectancy": "life expectancy",
    "birthcity": "birth city",
    "releaseYear": "release year",
    "HTMLPage": "html page",
    "ISBN13": "isbn 13",
    "area_km2": "area km2",
    "teamIDwinner": "team id winner",
    # No English words, and English words that are one.
    "Buchtitel": "buchtitel",
    "fecha_nacimiento": "fecha nacimiento",
    "Krankenhaus": "krankenhaus",
    "habitat": "habitat",
    "patronage": "patronage",
    "percentage": "percentage",
}


@pytest.mark.parametrize("name", SPLIT)
def test_names_are_split_into_english_words(name):
    assert " ".join(split(name)) == SPLIT[name]


COLUMNS = {
    "film.film_title": "title",
    "teams.team_name": "name",
    "stadiums.stadium_capacity": "capacity",
    "stadiums.city_name": "city",
    "players.given_name": "given name",
    "people.nameFirst": "first name",
    "employees.emp_no": "employee number",
    "part.p_size": "size",
    "cust.custname": "name",
    "tournaments.count_teams": "number of teams",
    "books.page_count": "number of pages",
    "books.no_of_pages": "number of pages",
    "games.min_players": "minimum number of players",
    "banks.total_assets": "total assets",
    "tournaments.year_introduced": "year of introduction",
    "countries.indepyear": "year of independence",
    "people.dob": "date of birth",
    "people.yr_born": "year of birth",
    "people.born_city": "city of birth",
    "people.born_in_country": "country of birth",
    "films.directed_by": "director",
    "employees.reports_to": "superior",
    "rivers.length_km": "length in kilometres",
    "mountains.height_m": "height in metres",
    "lakes.depth_max": "maximum depth",
    "islands.sea2": "second sea",
    "tournaments.round_of_16": "round of 16",
    "airports.iata": "IATA code",
    "countries.gdp": "GDP",
    "Buch.Verlag": "publisher",
    "medicos.fecha_nacimiento": "date of birth",
    "libros.país": "country",
    "Fluss.Quelle": "Quelle",
    "flights.flight_no": "flight number",
    "products.product_line": "product line",
    "works.pub_year": "year of publication",
    "albums.cat_no": "catalogue number",
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_column_is_called_what_people_call_it(name):
    table, _, column = name.partition(".")
    assert attribute_words(column, table) == COLUMNS[name]


ROLES = [
    (["manager_id"], "employee", "manager"),
    (["home_team_id"], "team", "home team"),
    (["reports_to"], "employee", "superior"),
    (["countrycode"], "country", "country"),
    (["language_id"], "language", "language"),
    (["original_language_id"], "language", "original language"),
    (["capital"], "city", "capital"),
    (["dept_no"], "department", "department"),
    (["AlbumId"], "album", "album"),
    (["ProducerPersonId"], "person", "producer"),
    (["winner_team_id"], "team", "winner team"),
    (["teamIDwinner"], "team", "winner"),
    (["team1_id"], "team", "first team"),
    (["p1_id"], "player", "first player"),
    (["drug_a"], "drug", "first drug"),
    (["country_b_id"], "country", "second country"),
    (["vitamin_c"], "vitamin", "vitamin c"),
    (["white_id"], "player", "white player"),
    (["from_airport_id"], "airport", "origin airport"),
    (["written_by"], "person", "author"),
    (["fk_country_of_birth"], "country", "country of birth"),
    (["country_of_birth_country_id"], "country", "country of birth"),
    (["room_building", "room_number"], "room", "room"),
    (["lgID"], "league", "league"),
    (["country_iso2"], "country", "country"),
    (["id"], "film", "film"),
]


@pytest.mark.parametrize(("columns", "target", "expected"), ROLES)
def test_a_foreign_key_is_called_by_its_role(columns, target, expected):
    assert role(columns, target) == expected


@pytest.mark.parametrize("words", ["runner up", "challenger", "librettist", "home team"])
def test_roles_that_people_have_are_english(words):
    assert is_english(words)


def test_words_that_end_in_s_and_are_no_plurals_stay():
    for word in ("status", "series", "bus", "analysis", "chassis", "tennis", "Haus", "libros"):
        assert singular(word) == word
    assert [singular(word) for word in ("buses", "movies", "heroes", "women", "phyla")] == [
        "bus", "movie", "hero", "woman", "phylum",
    ]  # fmt: skip
    assert plural("head of state") == "heads of state"


def test_people_places_works_and_events_are_told_from_nouns_and_columns():
    assert thing("players", "name").is_person
    assert thing("leser", "nachname", ["birth_date", "gender"]).is_person
    assert thing("cities", "name").is_place
    assert thing("POI", "name", ["latitude", "longitude"]).is_place
    assert thing("albums", "title").is_work
    assert thing("games", "title").is_work
    assert thing("games", "name", ["home_team", "away_team"]).is_event
    assert thing("clubs", "name").is_organisation
    assert thing("widgets", "name") == Thing("widget")


def test_a_table_is_about_what_its_rows_are_named_by():
    assert thing("figures", "movie_title").noun == "movie"
    assert thing("film_stars", "film_title").noun == "film star"
    assert thing("stages", "stage_name").noun == "stage"
    assert thing("figures", "full_name").noun == "person"
    # Whatever a table of people is called.
    assert thing("tbl_Master", "last", ["first_name", "last_name"]).noun == "person"
    assert thing("drivers", "surname", ["forename", "surname"]).noun == "driver"
    assert thing("kernels", "name", ["family"]).noun == "kernel"


@pytest.mark.parametrize("variable", ["historical", "social_media", "current", "team_details"])
def test_an_adjective_and_a_list_are_no_things(variable):
    assert not is_of_things(variable)


@pytest.mark.parametrize("variable", ["hospital", "executive", "king_2", "media_company"])
def test_what_ends_like_an_adjective_may_be_a_thing(variable):
    assert is_of_things(variable)


def test_a_short_comment_names_what_an_obscure_name_does_not():
    assert attribute_words("KTEXT", "MARA", "Material description") == "material description"
    assert noun_of("T005", "Country") == "country"
    assert described_by("Country of the player", "country") == ""
    assert described_by("The n-th {{ evil }}", "xq") == ""
    assert described_by("Set by the nightly job, do not use", "xq") == ""


def test_what_is_asked_depends_on_the_kind_of_values():
    assert asks("composer") is Asks.WHO
    assert asks("country") is Asks.WHERE
    assert asks("year of birth", is_year=True) is Asks.YEAR
    assert asks("number of teams", is_number=True) is Asks.HOW_MANY
    assert asks("length in minutes", is_number=True) is Asks.HOW_LONG
    assert asks("weight", is_number=True) is Asks.HOW_MUCH
    assert asks("official", is_flag=True) is Asks.WHETHER
    assert asks("genre") is Asks.WHICH


NOUNS = {
    "tbl_films": "film",
    "dim_customer": "customer",
    "FilmActors": "film actor",
    "MOVIES": "movie",
    "species": "species",
    "statuses": "status",
    "Buch": "book",
    "libros": "book",
    "Städte": "city",
    "Vögel": "Vögel",
    "LIVRES": "book",
    "people": "person",
    "countrylanguage": "country language",
    "heads_of_state": "head of state",
    "subcountry": "subdivision",
    "product_sub_category": "product subcategory",
    "world_heritage": "World Heritage Site",
}


@pytest.mark.parametrize("table", NOUNS)
def test_a_table_is_called_by_what_a_row_is(table):
    assert noun_of(table) == NOUNS[table]


def test_a_catalogue_is_asked_about_the_kind_of_titles_that_people_ask_for():
    assert catalogued(["tvEpisode", "tvSeries", "movie"]) == ("film", "movie")
    assert catalogued(["TV Show", "Movie"]) == ("film", "Movie")
    assert catalogued(["Video Game", "Accessory"]) == ("video game", "Video Game")
    assert catalogued(["tvSeries", "business"]) is None


def test_a_firm_begins_by_being_founded_and_a_film_by_coming_out():
    firm, film, singer = thing("label", "name", ["begin", "city"]), thing("film"), thing("singer")
    assert begun("begin date year", firm) == "year of foundation"
    assert begun("begin year", singer) == "begin year"
    assert begun("start year", film, among_series=True) == "release year"
    assert begun("start year", film) == "start year"
    assert thing("label", "name", ["color"]).noun == "label", "of an issue"


@pytest.mark.parametrize("table", ["tallest_buildings", "List_of_tallest_buildings", "buildings"])
def test_by_what_a_list_was_chosen_is_no_part_of_what_is_in_it(table):
    assert noun_of(table) == "building"


def test_a_spacecraft_with_a_first_crew_and_a_last_flight_is_no_person():
    assert thing("spacecraft", "name", ["name", "first_crewed", "last_flight"]).noun == "spacecraft"
    assert thing("members", "last_name", ["first_name", "last_name"]).is_person
