"""Questions that show an image in place of an attribute's text (Section 4.4, Tables 25 and 26)."""

import json
import re
from pathlib import Path

import pytest
from image_benchmark import CLUBS, build, logo
from pictures import Answer, PictureServer, pixels, png_header
from PIL import Image

from erbench_track.core.errors import InputError
from erbench_track.core.hashing import stable_hash
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.images import drawings, normalise, picture_sources
from erbench_track.erbench_tasks.items.item import Item, RationaleElement

SHARED = "movie with the movie poster as the given image"


@pytest.fixture(autouse=True)
def image_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path / "images"))
    return tmp_path / "images"


@pytest.fixture
def league(tmp_path):
    """Makes the benchmark of clubs."""

    def make(kind, stored, **image):
        folder = tmp_path / f"league_{kind}"
        folder.mkdir()
        return build(folder, kind, stored, **image)

    return make


def opened(path, **options):
    return Benchmark.open(path, path.with_name("club.db"), **options)


def shown(item):
    return Image.open(item.picture.path)


def of_type(items, question_type):
    return [item for item in items if item.question_type == question_type]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """The embedded domains' items, by domain."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path_factory.mktemp("drawn")))
        return {
            domain: list(Benchmark.open(f"{domain}_mm").items(sample=12))
            for domain in ("movie", "soccer")
        }


def test_the_wordings_are_those_of_tables_25_and_26(drawn):
    movie, soccer = drawn["movie"], drawn["soccer"]
    basic = of_type(movie, "bn_yes")[0].question
    assert basic.startswith("Is the movie, released in ")
    assert basic.endswith(f" is the director the same movie as the {SHARED}?")
    assert of_type(movie, "mc")[0].question == (
        f"What's the inaccurate option about the {SHARED}? Provide an explanation."
    )
    assert " who played for the club in the image with uniform number " in (
        of_type(soccer, "bn_yes")[0].question
    )
    assert of_type(soccer, "bn_yes")[0].question.endswith(" in the club in the image in 2019?")
    assert of_type(soccer, "mc")[0].options[0] == "Played for the club in the image in 2019."
    assert len({item.variant for item in of_type(soccer, "mc")}) == 3


@pytest.mark.parametrize(("domain", "attribute"), [("movie", "entity"), ("soccer", "club")])
def test_no_prompt_has_the_text_that_the_image_stands_for(drawn, domain, attribute):
    clubs = {row[0] for row in _clubs()} if attribute == "club" else set()
    for item in drawn[domain]:
        prompt = f"{item.question} {' '.join(item.options)}"
        for text in clubs or {item.entity}:
            assert f" {text} " not in f" {prompt} ", item


def _clubs():
    import csv

    from erbench_track.erbench_tasks.spec.embedded import DATA

    with (DATA / "soccer" / "club.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


def test_every_item_has_an_image_that_says_that_it_was_drawn(drawn):
    for domain, kind in (("movie", "title_card"), ("soccer", "crest")):
        for item in drawn[domain]:
            assert item.picture.kind == kind
            assert shown(item).format == "PNG"
    assert len({item.picture.path for item in drawn["movie"]}) >= 12


def test_a_title_card_is_of_the_items_movie(drawn):
    for item in of_type(drawn["movie"], "bn_yes")[:3]:
        year = re.search(r"released in (\d+)", item.question)[1]
        card = drawings.title_card(item.entity, year)
        assert Path(item.picture.path).read_bytes() == card


@pytest.mark.parametrize("kind", ["file", "blob", "url"])
def test_each_kind_of_image_reaches_the_items(league, kind, tmp_path):
    server = PictureServer()
    allowed = {"allow_local": [server.site]} if kind == "url" else {}
    stored = {
        "file": {c: f"logos/{c}.png" for c in CLUBS},
        "blob": {c: logo(CLUBS[c]) for c in CLUBS},
        "url": {c: server.put(f"/{c}.png", Answer(logo(CLUBS[c]))) for c in CLUBS},
    }[kind]
    path = league(kind, stored, **allowed)
    (path.parent / "logos").mkdir()
    for club, colour in CLUBS.items():
        (path.parent / "logos" / f"{club}.png").write_bytes(logo(colour))
    items = list(opened(path).items())
    server.close()
    assert len(of_type(items, "bn_yes")) == 8
    for item in of_type(items, "bn_yes"):
        number = int(item.entity.split()[-1])
        colour = list(CLUBS.values())[(number - 1) % 4]
        assert pixels(shown(item)) == pixels(Image.new("RGB", (12, 12), colour))
        assert item.picture.kind == kind


def test_the_image_of_a_wrong_option_is_the_wrong_clubs(league):
    path = league("blob", {club: logo(colour) for club, colour in CLUBS.items()})
    seen = set()
    for seed in range(4):
        for item in of_type(opened(path).items(seed=seed), "mc"):
            own = list(CLUBS.values())[(int(item.entity.split()[-1]) - 1) % 4]
            is_own = pixels(shown(item)) == pixels(Image.new("RGB", (12, 12), own))
            assert is_own == (item.answer != "option 1"), item
            seen.add(item.answer)
            if item.answer == "option 1":
                assert len(item.rationale[0].values) == 1
    assert seen == {"option 1", "option 2", "option 3"}


def test_what_is_no_image_is_reported_per_row_and_left_out(league):
    path = league("file", {
        "Reds": "missing.png", "Blues": "text.jpg", "Greens": "bomb.png", "Greys": "good.png",
    })  # fmt: skip
    (path.parent / "text.jpg").write_text("I am a text.")
    (path.parent / "bomb.png").write_bytes(png_header(50_000, 50_000))
    (path.parent / "good.png").write_bytes(logo("gray"))
    benchmark = opened(path)
    items = list(benchmark.items())
    assert {item.entity for item in items} == {"Player 4", "Player 8"}
    lines = [line for line in benchmark.omissions.lines() if line.startswith("no image of")]
    assert len(lines) == 3
    assert "no image of Reds (logo): missing.png: no such file in the folder of images" in lines
    assert any(line.startswith("no image of Blues (logo): ") for line in lines)
    assert any("pixels" in line for line in lines if "Greens" in line)


@pytest.mark.parametrize("value", ["../../etc/passwd", "/etc/passwd", "up/../../secret.png"])
def test_nothing_outside_of_the_root_is_read(league, value, tmp_path):
    path = league("file", dict.fromkeys(CLUBS, value), root="inside")
    (path.parent / "inside" / "up").mkdir(parents=True)
    (path.parent / "secret.png").write_bytes(logo("red"))
    benchmark = opened(path)
    assert list(benchmark.items()) == []
    assert all(value in line for line in benchmark.omissions.lines())
    assert len(list(benchmark.omissions.lines())) == 4


def test_a_url_of_this_machine_is_refused(league):
    server = PictureServer()
    url = server.put("/a.png", Answer(logo("red")))
    benchmark = opened(league("url", dict.fromkeys(CLUBS, url)))
    assert list(benchmark.items()) == []
    assert server.asked == []
    assert len(list(benchmark.omissions.lines())) == 4
    server.close()


def test_an_image_that_is_null_is_reported(league):
    benchmark = opened(league("blob", {"Reds": logo("red")}))
    assert {item.entity for item in benchmark.items()} == {"Player 1", "Player 5"}
    assert "no image of Blues (logo): the column of the image is NULL" in [
        *benchmark.omissions.lines()
    ]


def test_a_second_generation_decodes_and_draws_nothing(league, monkeypatch):
    path = league("blob", {club: logo(colour) for club, colour in CLUBS.items()})
    first = [list(opened(path).items()), list(Benchmark.open("movie_mm").items(sample=3))]

    def no_more(*_):
        raise AssertionError("decoded or drawn again")

    monkeypatch.setattr(normalise.Image, "open", no_more)
    monkeypatch.setattr(picture_sources, "title_card", no_more)
    assert [list(opened(path).items()), list(Benchmark.open("movie_mm").items(sample=3))] == first


def test_another_image_is_another_item(league, tmp_path):
    stored = {club: logo(colour) for club, colour in CLUBS.items()}
    path = league("blob", stored)
    before, first = opened(path), None
    first = list(before.items(record=True))
    path.with_name("club.db").unlink()
    build(path.parent, "blob", {**stored, "Reds": logo("orange")})
    after = opened(path)
    second = list(after.items(record=True))
    changed = {a.entity for a, b in zip(first, second, strict=True) if a.id != b.id}
    assert {"Player 1", "Player 5"} <= changed
    for a, b in zip(of_type(first, "bn_yes"), of_type(second, "bn_yes"), strict=True):
        assert (a.id != b.id) == (a.entity in ("Player 1", "Player 5"))
    assert before.fingerprint != after.fingerprint


def test_a_folder_of_real_images_replaces_the_drawn_ones(tmp_path):
    movies = list(Benchmark.open("movie_mm").items(sample=3))
    one, two = sorted({(item.entity_id, item.entity) for item in movies})[:2]
    posters = tmp_path / "posters"
    posters.mkdir()
    (posters / f"{one[0]}.jpg").write_bytes(logo("red", kind="JPEG"))
    cards = Benchmark.open("movie_mm", images=posters)
    items = list(cards.items(sample=3))
    assert {item.entity_id for item in items} == {one[0]}
    assert {item.picture.kind for item in items} == {"file"}
    assert any(two[0] in line and two[1] in line for line in cards.omissions.lines())


def test_a_clubs_logo_is_found_by_its_name_or_its_id(tmp_path):
    logos = tmp_path / "logos"
    logos.mkdir()
    (logos / "Juventus.png").write_bytes(logo("black"))
    (logos / f"{stable_hash(['soccer', 'Liverpool'])}.png").write_bytes(logo("red"))
    items = of_type(Benchmark.open("soccer_mm", images=logos).items(), "bn_yes")
    assert {pixels(shown(item))[:3] for item in items} == {b"\0\0\0", b"\xff\0\0"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "file", "column": None}, "needs a column"),
        ({"kind": "crest"}, "is drawn, and has no column"),
        ({"shows": ["club", "name"]}, "an option needs one of club alone"),
        ({"shows": "stadium"}, "there is no 'stadium'"),
        ({"allow_local": ["localhost:80"]}, "of the kind 'file' is not fetched"),
        ({"kind": "hologram"}, "'file', 'url', 'blob'"),
    ],
)
def test_a_wrong_specification_is_refused_with_its_line(league, change, message):
    import yaml

    path = league("file", {})
    spec = yaml.safe_load(path.read_text())
    image = spec["relations"]["player"]["images"]["logo"] | change
    spec["relations"]["player"]["images"]["logo"] = {k: v for k, v in image.items() if v}
    path.write_text(yaml.safe_dump(spec, sort_keys=False))
    with pytest.raises(InputError, match=r"benchmark.yaml, line \d+: ") as refused:
        opened(path)
    assert message in str(refused.value)


def test_a_wording_cannot_mention_what_the_image_stands_for(league):
    path = league("file", {})
    path.write_text(path.read_text().replace("for the club in the image?", "for {{ club }}?", 1))
    with pytest.raises(InputError, match="undefined variable 'club'"):
        next(opened(path).items())


def test_bytes_and_text_are_not_mistaken_for_each_other(league):
    path = league("blob", {})
    path.write_text(path.read_text().replace("kind: blob", "kind: file"))
    with pytest.raises(InputError, match="holds bytes, which does not go with the kind 'file'"):
        opened(path)


def test_an_item_without_an_image_has_the_id_and_the_columns_that_it_had_before():
    element = RationaleElement(1, "name", ("Linz",))
    item = Item("city", "bn_yes", 0, "e", "Linz", "Is it?", (), "yes", (element,), "a -> b")
    assert item.id == "08d033b6d4fc8178"
    assert not {"image", "image_kind"} & item.to_row().keys()


def test_the_record_of_an_export_without_images_says_so(toy, tmp_path):
    from erbench_track.erbench_tasks.stored.writer import export

    export(Benchmark.open(toy / "benchmark.yaml"), tmp_path / "items")
    assert json.loads((tmp_path / "items" / "benchmark.json").read_text())["images"] is False


def test_of_several_right_values_the_one_in_the_image_is_the_rationale(tmp_path):
    """A director and a star may make two movies in a year: the poster tells which one is meant."""
    import sqlite3

    import yaml

    with sqlite3.connect(tmp_path / "movie.db") as connection:
        connection.execute("create table movie (title text primary key, year int, star text)")
        rows = [("Early Film", 1999, "A. Star"), ("Late Film", 1999, "A. Star")]
        connection.executemany("insert into movie values (?, ?, ?)", rows)
    connection.close()
    relation = {
        "sql": "SELECT title, year, star FROM movie",
        "entity": ["title"],
        "images": {"poster": {"kind": "title_card", "shows": ["title", "year"]}},
    }
    question = {
        "type": "binary", "relation": "movie", "image": "poster", "fd": "year, star -> title",
        "several_values": "accept",
        "wording": {"basic": "Is it of {{ year }} with {{ star }}?", "negated": "Is it not?"},
    }  # fmt: skip
    spec = {"name": "films", "relations": {"movie": relation}, "questions": [question]}
    path = tmp_path / "films.yaml"
    path.write_text(yaml.safe_dump(spec))
    for item in Benchmark.open(path, tmp_path / "movie.db").items():
        assert item.rationale[0].values == (item.entity,)
