"""The embedded domains: constraints, sizes, and agreement with the official tables."""

import csv
import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import ALTERED, DOMAIN_NAMES
from erbench_track.erbench_tasks.database.files import PackageRows
from erbench_track.erbench_tasks.database.opening import open_database
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.relations.omissions import Examples
from erbench_track.erbench_tasks.spec.embedded import DATA

FEWEST = {"movie": 300, "airport": 1500}  # entities; of other domains 250


def connect(domain):
    return open_database(DATA / domain).raw_connection().driver_connection


def folded(text: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]", "", ascii_text)


def official_rows(path: Path):
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def spellings(connection, table):
    """Returns the folded name and aliases of each row of a table with an alias table."""
    found = {name: {folded(name)} for (name,) in connection.execute(f"select name from {table}")}
    for name, alias in connection.execute(f"select {table}, alias from {table}_alias"):
        found[name].add(folded(alias))
    return found


def assert_agreement(name, pairs, at_least=0.97):
    """Prints the disagreements of a list of (key, official value, whether ours agrees)."""
    disagree = [f"{key}: official {value!r}" for key, value, agrees in pairs if not agrees]
    share = 1 - len(disagree) / len(pairs)
    print(f"{name}: {share:.1%} of {len(pairs)} agree", *disagree, sep="\n  ")
    assert share >= at_least, disagree


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_the_constraints_of_a_domain_hold(domain):
    connection = connect(domain)
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    assert connection.execute("pragma foreign_keys").fetchone() == (1,)
    tables = connection.execute("select name from sqlite_master where type = 'table'").fetchall()
    for (table,) in tables:
        columns = connection.execute(f"pragma table_info({table})").fetchall()
        assert any(column[5] for column in columns), f"{table} has no primary key"
        assert connection.execute(f"select count(*) from {table}").fetchone()[0], table


@pytest.mark.parametrize(
    ("domain", "fewest"), [(domain, FEWEST.get(domain, 250)) for domain in DOMAIN_NAMES]
)
def test_a_domain_has_enough_entities_and_leaves_nothing_out(domain, fewest):
    benchmark = Benchmark.open(domain)
    items = list(benchmark.items())
    chosen = benchmark.omissions.unbalanced.values()  # of these some are asked about
    assert len(chosen) == (domain == "movie")
    # Nothing else is left out than premises of which no other value shares what it must.
    lost = benchmark.omissions.unstated.count
    others = replace(benchmark.omissions, unstated=Examples())
    assert len(list(others.lines())) == len(chosen)
    assert lost <= 0.04 * sum(item.question_type == "bn_altered" for item in items)
    entities = defaultdict(set)
    for item in items:
        entities[item.question_type].add(item.entity_id)
    every = len(entities["mc"]) + sum(left_out for left_out, _ in chosen)
    assert every >= fewest
    assert len(entities["bn_yes"]) >= 0.98 * every
    assert entities["known_bn"] == entities["known_mc"] >= entities["mc"]
    assert len(entities["known_mc"]) == every
    counts = Counter(item.question_type for item in items)
    assert counts["bn_yes"] == counts["bn_no"]
    assert counts["mc"] == 3 * len(entities["mc"])
    assert len({item.id for item in items}) == len(items)


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_every_position_of_the_false_option_occurs(domain):
    questions = [item for item in Benchmark.open(domain).items() if item.question_type == "mc"]
    answers = Counter(item.answer for item in questions)
    options = len(questions[0].options)
    assert set(answers) == {f"option {number}" for number in range(1, options + 1)}
    assert min(answers.values()) > len(questions) / options / 2


def test_the_airports_are_a_fixed_sample_of_the_package():
    source = PackageRows.read(DATA / "airport" / "airport.yaml")
    rows = source.rows(["icao", "name"])
    assert len(rows) == 1500 == len({icao for icao, _ in rows})
    assert all(re.fullmatch("[A-Z]{4}", icao) for icao, _ in rows), "no ICAO code"
    assert rows == source.rows(["icao", "name"])
    other = source.model_copy(update={"seed": 1}).rows(["icao", "name"])
    assert 0 < len({r[0] for r in rows} & {r[0] for r in other}) < 300
    smaller = source.model_copy(update={"sample": 100}).rows(["icao", "name"])
    assert smaller == rows[:100]


def test_a_package_that_is_not_installed_is_named_with_the_remedy():
    source = PackageRows(package="no_such_package", file="x.csv", columns={"a": "a"})
    with pytest.raises(InputError, match="pip install no_such_package"):
        source.rows(["a"])


@pytest.mark.parametrize("file", ["../../etc/passwd", "airportsdata/nothing.csv"])
def test_only_a_file_that_the_package_installed_is_read(file):
    source = PackageRows(package="airportsdata", file=file, columns={"a": "a"})
    with pytest.raises(InputError, match="this package has no file"):
        source.rows(["a"])


def test_a_package_is_never_imported(tmp_path, monkeypatch):
    (tmp_path / "evil.py").write_text("raise SystemExit('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    source = PackageRows(package="evil", file="x.csv", columns={"a": "a"})
    with pytest.raises(InputError, match="not installed"):
        source.rows(["a"])


def test_all_summer_games_that_were_held_are_there():
    games = dict(connect("soccer").execute("select year, city from summer_games").fetchall())
    assert len(games) == 30
    assert set(range(1896, 2025, 4)) - set(games) == {1916, 1940, 1944}
    assert (games[1896], games[1956], games[2020], games[2024]) == (
        "Athens", "Melbourne", "Tokyo", "Paris",
    )  # fmt: skip


def test_soccer_agrees_with_the_official_table(official):
    """Rest of World is the official table's league of clubs that it has no league for."""
    path = official("erbench/multi_choice/dataset/crafted/soccer.csv")
    connection = connect("soccer")
    table = defaultdict(list)
    for row in official_rows(path):
        table[folded(row["common_entity"])].append(row)
    clubs, leagues = spellings(connection, "club"), spellings(connection, "league")
    pairs = defaultdict(list)
    for name, club, number, nation, league in connection.execute(
        "select short_name, club, jersey_number, nationality, league from player"
        " join club on club.name = player.club"
    ):
        for row in table[folded(name)]:
            same = {
                "club": folded(row["entity1"]) in clubs[club],
                "number": row["entity2"] == str(number),
                "nationality": folded(row["entity3"]) == folded(nation),
                "league": folded(row["entity4"]) in leagues[league],
            }
            if same["club"] or (same["nationality"] and same["number"]):
                for index, (attribute, agrees) in enumerate(same.items(), start=1):
                    if row[f"entity{index}"] != "Rest of World":
                        pairs[attribute].append((name, row[f"entity{index}"], agrees))
    assert len(pairs["club"]) > 400
    for attribute, compared in pairs.items():
        assert_agreement(attribute, compared)


def test_the_cities_of_clubs_agree_with_the_official_table(official):
    path = official("erbench/binary/soccer_olympic/crafted/club_city_debug.csv")
    connection = connect("soccer")
    city_names = spellings(connection, "city")
    city_of = dict(connection.execute("select name, city from club").fetchall())
    cities = {
        spelling: city_names[city_of[club]]
        for club, names in spellings(connection, "club").items()
        for spelling in names
    }
    official_cities = {row["club_name"]: row["city_name"] for row in official_rows(path)}
    pairs = [
        (club, city, folded(city) in cities[folded(club)])
        for club, city in official_cities.items()
        if folded(club) in cities
    ]
    assert len(pairs) > 50
    assert_agreement("city", pairs)


def test_music_agrees_with_the_official_table(official):
    """The overlap is small: that table is mostly of album tracks, often with a reissue's year."""
    path = official("erbench/multi_choice/dataset/crafted/music.csv")
    table = {(folded(r["common_entity"]), folded(r["entity1"])): r for r in official_rows(path)}
    years, classes = [], []
    for title, artist, year, genre in connect("music").execute(
        "select title, artist, year, genre_class from song"
    ):
        row = table.get((folded(title), folded(artist)))
        if row:
            years.append((title, row["entity2"], row["entity2"] == str(year)))
            classes.append((title, row["entity3"], row["entity3"][:4] == genre[:4]))
    assert years, "no overlap"
    assert_agreement("year", years)
    assert_agreement("genre class", classes)


def test_books_agree_with_the_official_table(official):
    """Its rows are editions; only those of the first edition's year can be compared."""
    path = official("erbench/multi_choice/dataset/crafted/book.csv")
    table = defaultdict(list)
    for row in official_rows(path):
        table[folded(row["common_entity"])].append(row)
    months, publishers = [], []
    for title, author, month, year, publisher in connect("book").execute("select * from book"):
        for row in table[folded(title)]:
            surname = folded(author.split(",")[0])
            if surname in folded(row["entity1"]) and row["entity3"] == str(year):
                months.append((title, row["entity2"], row["entity2"] == month))
                same = folded(publisher)[:8] == folded(row["entity4"])[:8]
                publishers.append((title, row["entity4"], same))
    assert months, "no overlap"
    assert_agreement("month", months)
    assert_agreement("publisher", publishers)


IDS = {
    "movie": "cfdcfbf5be6fddc1",
    "soccer": "f560a530aa1e5b90",
    "airport": "b5aa87cee0167ccc",
    "music": "94465f8bef094a5d",
    "book": "229e2cf85f2aded1",
}


@pytest.mark.parametrize("domain", IDS)
def test_the_questions_of_the_papers_kinds_keep_their_ids(domain):
    """Results of different versions are compared by them; what is added may have any."""
    items = Benchmark.open(domain).items()
    added = (*ALTERED, "known_bn", "known_mh")
    ids = "\n".join(item.id for item in items if item.question_type not in added)
    assert hashlib.sha256(ids.encode()).hexdigest()[:16] == IDS[domain]


@pytest.mark.parametrize("domain", IDS)
def test_a_false_premise_differs_from_every_question_that_is_true(domain):
    by_type = {}
    for item in Benchmark.open(domain).items():
        by_type.setdefault(item.question_type, []).append(item)
    true = {item.question for item in by_type["bn_yes"]}
    assert true.isdisjoint(item.question for item in by_type["bn_altered"])
    assert {item.answer for item in by_type["bn_altered"]} == {"no"}
    # Yes to everything is right about half of both.
    share = len(by_type["bn_altered"]) / len(by_type["bn_yes"])
    assert 0.94 <= share <= 1
