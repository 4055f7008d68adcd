"""`publish` keeps back personal data without a reason, and images that cannot be shown."""

import json
import re
import shutil
import sys

import pytest
from clinics import ABOUT_PATIENTS, SPEC, make_clinics
from image_benchmark import CLUBS, build, logo
from pictures import png_header, red

from erbench_track.cli.main import main
from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.manifest import Manifest, TableRecord
from erbench_track.erbench_tasks.stored.publish import Publication
from erbench_track.erbench_tasks.stored.writer import export

REASON = "They are all made up."


@pytest.fixture
def made(tmp_path):
    """Generates a benchmark of a text."""

    def make(text):
        spec = make_clinics(tmp_path)
        spec.write_text(text)
        folder = tmp_path / "items"
        export(Benchmark.open(spec, tmp_path / "clinics.db"), folder)
        return folder

    return make


def prepare(folder):
    return Publication.prepare(folder, "user/clinics", "mit")


def contents(publication):
    for content in publication.files.values():
        yield content if isinstance(content, bytes) else content.read_bytes()


def publish(folder, monkeypatch):
    """Runs `publish --dry-run` in this process; returns its exit code."""
    arguments = ["publish", str(folder), "--repo-id", "user/x", "--license", "mit", "--dry-run"]
    monkeypatch.setattr(sys, "argv", ["erbench-track", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code


def test_no_published_file_names_what_is_not_asked_about(made):
    publication = prepare(made(SPEC))
    assert len(publication.files) == 5
    for content in contents(publication):
        assert not re.search(rb"(?i)patient|diagnos|sick|illness|founded|region|# what to", content)


def test_the_record_lists_what_is_asked_about_and_joined_along(made):
    tables = Manifest.read(made(SPEC)).tables
    assert set(tables) == {"clinic", "town", "town_alias"}
    assert set(tables["clinic"].columns) == {"name", "town_id"}
    assert tables["clinic"].primary_key == []
    assert tables["clinic"].foreign_keys == {"town_id": "town(id)"}
    assert tables["clinic"].unasked == ["town_id"]
    assert set(tables["town"].columns) == {"id", "name"}
    assert tables["town"].primary_key == tables["town"].unasked == ["id"]
    assert set(tables["town_alias"].columns) == {"town", "spelling"}


def test_patients_are_not_published_without_a_reason(made, monkeypatch, capsys):
    folder = made(SPEC + ABOUT_PATIENTS)
    assert publish(folder, monkeypatch) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"erbench-track: error: {folder}: the table patient is personal data (rows about patient, "
        "by its name): it is not published unless the specification says why this may be asked, "
        "with `personal_data: <reason>`; generate it again\n"
    )


def test_with_a_reason_they_are_and_the_card_says_it(made, monkeypatch, capsys):
    folder = made(f"personal_data: {REASON}\n{SPEC}{ABOUT_PATIENTS}")
    assert publish(folder, monkeypatch) == 0
    assert "## Personal data\n" in capsys.readouterr().out
    assert REASON in prepare(folder).card
    assert Manifest.read(folder).personal_data == REASON


def test_columns_are_judged_whatever_the_specification_says(made):
    tables = {"thing": TableRecord(columns={"label": "TEXT", "e_mail": "TEXT"})}
    folder = made(SPEC)
    Manifest.read(folder).model_copy(update={"spec": "?", "tables": tables}).write(folder)
    with pytest.raises(InputError, match=r"thing\.e_mail is personal data"):
        prepare(folder)


CARDS = """\
name: cards
relations:
  card: {sql: "SELECT label, c1 AS thing FROM card", entity: [label]}
questions:
  - type: binary
    relation: card
    fd: FD
    wording: {basic: "What of {{ NAME }}?", negated: "Nothing of {{ NAME }}?"}
"""


@pytest.mark.parametrize(
    ("fd", "name", "expected"),
    [
        ("label -> thing", "label", "the attribute thing is personal data (e-mail addresses, by 1"),
        ("thing -> label", "thing", "what the questions of thing -> label say is personal data (e"),
    ],
)
def test_values_are_judged_in_questions_and_in_rationales(made, fd, name, expected):
    folder = made(CARDS.replace("FD", fd).replace("NAME", name))
    with pytest.raises(InputError, match=re.escape(expected)):
        prepare(folder)


def test_a_column_that_only_joins_tables_is_not_judged(made):
    columns = {"label": "TEXT", "customer_id": "INTEGER"}
    folder = made(SPEC)
    for unasked in ([], ["customer_id"]):
        tables = {"thing": TableRecord(columns=columns, unasked=unasked)}
        Manifest.read(folder).model_copy(update={"tables": tables}).write(folder)
        if unasked:
            assert prepare(folder).files
        else:
            with pytest.raises(InputError, match=r"thing\.customer_id is personal data"):
                prepare(folder)


def test_the_record_of_an_earlier_version_is_refused_in_one_line(made):
    folder = made(SPEC)
    Manifest.read(folder).model_copy(update={"schema_version": 1}).write(folder)
    with pytest.raises(InputError, match=r"benchmark\.json: .*generate it again$"):
        prepare(folder)


IMAGES = {
    "not a picture": ({"bytes": b"<svg/>", "path": None}, "not a picture in one of the formats"),
    "nothing": ({"bytes": b"", "path": None}, "the file is empty"),
    "a bomb": ({"bytes": png_header(50_000, 50_000), "path": None}, "more than 40,000,000 pixels"),
    "cut short": ({"bytes": logo("red", 200)[:-60], "path": None}, "broken or cut short"),
    "a path": ({"bytes": None, "path": "/etc/passwd"}, "it is a path, not in the dataset"),
    "a path too": ({"bytes": red(), "path": "/etc/passwd"}, "names a path of this machine"),
}
OPTIONS = ("--repo-id", "a/b", "--license", "mit", "--dry-run")


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """A generated benchmark with images."""
    folder = tmp_path_factory.mktemp("league")
    path = build(folder, "blob", {club: logo(colour) for club, colour in CLUBS.items()})
    export(Benchmark.open(path, folder / "club.db"), folder / "items")
    return folder / "items"


def test_images_as_they_were_generated_are_published(league, command):
    assert json.loads((league / "benchmark.json").read_text())["images"]
    code, out, _ = command("publish", league, *OPTIONS)
    assert code == 0
    assert "a/b would get" in out


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_that_cannot_be_shown_is_named_with_its_item(league, refused, tmp_path, name):
    from pyarrow import Table, parquet

    image, reason = IMAGES[name]
    shutil.copytree(league, tmp_path / "items")
    (path,) = (tmp_path / "items" / "bn_no").glob("*.parquet")
    table = parquet.read_table(path)
    rows = table.to_pylist()
    rows[-1]["image"] = image
    parquet.write_table(Table.from_pylist(rows, schema=table.schema), path)
    said = refused("publish", tmp_path / "items", *OPTIONS)
    assert f"{path}: item {rows[-1]['id']}: its image cannot be shown: " in said
    assert reason in said
