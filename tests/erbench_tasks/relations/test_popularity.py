"""Popularity: a column of items, and a part of the entities that is asked about."""

import itertools
import json
from html import unescape

import pytest
import yaml

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.dataset import load
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.publish import dataset_card
from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark
from erbench_track.metrics.statistics.quantiles import QUARTERS, Part

FILMS = {
    "name": "rental",
    "relations": {
        "film": {
            "sql": "SELECT title, release_year AS year, rating, length, rental_rate FROM film",
            "entity": ["title", "year"],
            "popularity": "length",
        }
    },
    "questions": [
        {
            "type": "binary", "relation": "film", "fd": "title, year -> rating",
            "wording": {"basic": "Is {{ title }} of {{ year }} rated?", "negated": "Is it not?"},
        },
        {
            "type": "multiple_choice", "relation": "film", "fd": "title, year -> rating",
            "distractors": "uniform",
            "wording": [
                {"question": "What is false of {{ title }} ({{ year }})?",
                 "rating": "Its rating is {{ rating }}."}
            ],
        },
    ],
}  # fmt: skip


@pytest.fixture
def films(any_database, tmp_path):
    """Opens the films, with something else as their popularity."""

    def opened(column="length", **fields):
        relation = {**FILMS["relations"]["film"], "popularity": column, **fields}
        content = {**FILMS, "relations": {"film": relation}}
        (tmp_path / "films.yaml").write_text(yaml.safe_dump(content))
        return Benchmark.open(tmp_path / "films.yaml", any_database("rental"))

    return opened


def popularity(items):
    return {item.entity_id: item.popularity for item in items}


def test_items_have_the_popularity_of_their_entity(films):
    found = popularity(films().items())
    assert len(found) == 60
    assert sorted(p for p in found.values() if p)[:3] == [78.0, 81.0, 83.0]
    assert list(found.values()).count(None) == 1
    assert {type(p) for p in found.values() if p is not None} == {float}


def test_no_id_depends_on_popularity(films):
    ids = [item.id for item in films().items()]
    assert [item.id for item in films("rental_rate").items()] == ids
    assert [item.id for item in films(None).items()] == ids
    assert {item.popularity for item in films(None).items()} == {None}


@pytest.mark.parametrize("column", ["length", "rental_rate"])
def test_quarters_have_every_ranked_entity_once_and_in_order(films, column):
    every = {e: p for e, p in popularity(films(column).items()).items() if p is not None}
    parts = [popularity(films(column).among(quarter).items()) for quarter in QUARTERS]
    assert sum(map(len, parts)) == len(every)
    assert {e: p for part in parts for e, p in part.items()} == every
    bounds = [(min(part.values()), max(part.values())) for part in parts]
    assert all(before[1] < after[0] for before, after in itertools.pairwise(bounds))


def test_facts_stay_facts_outside_of_the_part(films):
    """A false option may be a value that only films of another part have."""
    every = [item.id for item in films().items(seed=3)]
    some = films().among(Part(0, 0.25))
    assert {item.id for item in some.items(seed=3)} < set(every)


def test_what_cannot_be_ranked_is_said(films):
    some = films().among(Part(0.5, 1))
    assert all(item.popularity for item in some.items())
    assert "film: 1 entities have no known popularity, and lie in no part" in list(
        some.omissions.lines()
    )


def test_a_part_is_limited_like_the_whole(films):
    some = list(films().among(Part(0, 0.25)).items(max_items=9))
    assert 6 < len(some) <= 9
    assert max(item.popularity for item in some) <= 95
    sampled = films().among(Part(0, 0.25)).items(sample=3)
    assert len(popularity(sampled)) == 3


def test_a_source_without_popularity_is_refused_with_the_remedy(films):
    with pytest.raises(InputError, match=r"relations.film: .*`popularity: COLUMN`"):
        films(None).among(Part(0, 0.25))


def test_a_part_that_equal_entities_leave_empty_is_refused(films):
    with pytest.raises(InputError, match=r"of 59 entities none .* equally popular"):
        films().among(Part(0.5, 0.501))


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("title", "popularity: 'title' is of the type .*take a column of numbers"),
        ("views", "popularity: there is no 'views'; there is title, year, rating"),
    ],
)
def test_a_column_that_ranks_nothing_is_refused(films, column, message):
    with pytest.raises(InputError, match=message):
        films(column)


def test_the_most_popular_of_equal_tuples_counts(tmp_path, command):
    folder = tmp_path / "songs"
    folder.mkdir()
    (folder / "schema.sql").write_text(
        "create table song (id integer primary key, title text, singer text, views integer);"
    )
    rows = "1,Home,Ann,3\n2,Home,Ann,\n3,Home,Ann,40\n4,Rain,Bob,20\n"
    (folder / "song.csv").write_text("id,title,singer,views\n" + rows)
    relation = {
        "sql": "SELECT title, singer, views FROM song", "entity": ["title"], "popularity": "views",
    }  # fmt: skip
    question = {
        "type": "binary", "relation": "song", "fd": "title -> singer",
        "wording": {"basic": "Is {{ title }} sung?", "negated": "Is it not?"},
    }  # fmt: skip
    spec = {"name": "songs", "relations": {"song": relation}, "questions": [question]}
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(spec))
    benchmark = Benchmark.open(folder / "benchmark.yaml")
    assert {i.entity: i.popularity for i in benchmark.items()} == {"Home": 40.0, "Rain": 20.0}
    low = benchmark.among(Part(0, 0.5))
    assert {i.entity for i in low.items()} == {"Rain"}


@pytest.fixture
def towns(toy):
    """Cities whose rank is how often they are read about."""
    schema, spec = toy / "schema.sql", toy / "benchmark.yaml"
    schema.write_text(schema.read_text().replace("founded integer", "founded integer, views real"))
    header, *rows = (toy / "city.csv").read_text().splitlines()
    with_views = [f"{row},{10 * number}.5" for number, row in enumerate(rows)]
    (toy / "city.csv").write_text("\n".join([f"{header},views", *with_views]) + "\n")
    old = "    entity: [name, country]\n"
    text = spec.read_text().replace(old, f"{old}    popularity: views\n")
    spec.write_text(text.replace("c.founded,", "c.founded, c.views,"))
    return spec


def test_a_generated_part_has_the_column_and_says_what_it_is(towns, tmp_path, command):
    from datasets import load_dataset

    folder = tmp_path / "items"
    arguments = ("generate", "erbench", "--benchmark", towns, "-o", folder)
    code, _out, err = command(*arguments, "--popularity", "0:0.5")
    assert code == 0, err
    assert Manifest.read(folder).popularity == "0:0.5"
    card = dataset_card(GeneratedBenchmark.open(folder), "somebody/cities", "mit")
    assert "least to the most popular one | 0:0.5 |" in unescape(card)
    low = load_dataset(str(folder), "bn_yes", split="test", cache_dir=tmp_path / "cache")
    code, _, _ = command(*arguments, "--overwrite")
    assert code == 0
    every = load_dataset(str(folder), "bn_yes", split="test", cache_dir=tmp_path / "cache")
    assert max(low["popularity"]) < max(every["popularity"])
    assert str(every.features["popularity"]) == "Value('float64')"


def test_another_popularity_is_another_dataset(towns, tmp_path, command):
    """`datasets` takes what it has in its cache for a folder of which the card says the same."""
    folder = tmp_path / "items"
    arguments = ("generate", "erbench", "--benchmark", towns, "-o", folder, "--overwrite")
    assert command(*arguments)[0] == 0
    before = (folder / "README.md").read_text()
    cities = towns.parent / "city.csv"
    cities.write_text(cities.read_text().replace("10.5", "11.5"))
    assert command(*arguments)[0] == 0
    assert (folder / "README.md").read_text() != before


@pytest.mark.parametrize("part", ["0.25", "0.5:0.25", "low"])
def test_a_part_of_another_form_is_refused(towns, tmp_path, refused, part):
    options = ("--benchmark", towns, "-o", tmp_path / "items", "--popularity", part)
    message = refused("generate", "erbench", *options)
    assert f"--popularity: '{part}' is not two shares from 0 to 1 such as 0:0.25" in message


def test_the_embedded_tables_have_no_popularity(tmp_path, refused):
    message = refused("generate", "erbench", "-o", tmp_path / "items", "--popularity", "0:0.25")
    assert "it is not known how popular its entities are" in message
    assert "Wikidata" in message


def test_a_task_asks_about_a_part(towns):
    every = load("city", "bn_yes", benchmark=str(towns))["test"]
    some = load("city", "bn_yes", benchmark=str(towns), popularity="0.5:1")["test"]
    assert min(every["popularity"]) < min(some["popularity"])
    assert json.loads(json.dumps(some[0]))["popularity"] == some[0]["popularity"]
    with pytest.raises(InputError, match="--metadata: popularity is 'half'"):
        load("city", "bn_yes", benchmark=str(towns), popularity="half")


def test_a_task_asks_about_a_part_of_a_dataset(towns, tmp_path, command):
    folder = tmp_path / "items"
    assert command("generate", "erbench", "--benchmark", towns, "-o", folder)[0] == 0
    every = load("city", "bn_yes", dataset=str(folder))["test"]
    some = load("city", "bn_yes", dataset=str(folder), popularity="0.5:1")["test"]
    assert 0 < len(some) < len(every)
    assert sorted(some["popularity"]) == sorted(every["popularity"])[-len(some) :]


def test_a_dataset_without_popularity_has_no_parts(toy, tmp_path, command):
    folder = tmp_path / "items"
    spec = toy / "benchmark.yaml"
    assert command("generate", "erbench", "--benchmark", spec, "-o", folder)[0] == 0
    with pytest.raises(InputError, match=r"no entity lies in 0\.5:1: they have no popularity"):
        load("city", "bn_yes", dataset=str(folder), popularity="0.5:1")
