"""Programs that know Croissant read what is published, without knowing us."""

import json

import PIL.Image
import pytest
from datasets import Dataset, Features, Image, List, Value, load_dataset

from erbench_track.core.croissant import FILE, croissant
from erbench_track.erbench_tasks.stored.publish import Publication
from erbench_track.track_tasks.publication import prepare
from erbench_track.track_tasks.questions.question import Fact, Question
from erbench_track.track_tasks.questions.stored import write_questions

ABOUT = {"name": "a", "description": "b", "version": "1", "license_id": "mit", "cite_as": "@x"}


def read(publication, folder, table):
    """What Croissant's own reader makes of a table; it complains of whatever is no Croissant."""
    reader = pytest.importorskip("mlcroissant", reason='pip install "erbench-track[test]"')
    for path, content in publication.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content if isinstance(content, bytes) else content.read_bytes())
    opened = reader.Dataset(jsonld=str(folder / FILE))
    assert not opened.metadata.ctx.issues.errors
    return [plain(record) for record in opened.records(table)]


def plain(value):
    """A record with the names of columns alone, and texts for bytes."""
    if isinstance(value, dict):
        return {name.split("/")[-1]: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value.decode() if isinstance(value, bytes) else value


def test_the_rows_of_a_published_benchmark_are_read(toy, tmp_path, command):
    folder = tmp_path / "items"
    command("generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", folder)
    publication = Publication.prepare(folder, "you/city", "mit")
    rows = list(load_dataset(str(folder), "mc", split="test"))
    found = read(publication, tmp_path / "hub", "mc")
    assert len(found) == len(rows) > 0
    for name in ("id", "question", "options", "answer", "rationale"):
        assert [record[name] for record in found] == [row[name] for row in rows], name


def test_the_rows_of_a_published_dataset_of_track_are_read(tmp_path):
    facts = tuple(Fact(f"Fact {n}.", f"What is fact {n}?", f"{n}") for n in range(3))
    questions = [Question("wiki", "All of it?", "yes", facts, "2025-09", "a test")]
    write_questions(questions, tmp_path / "data", settings={"seed": 0})
    publication = prepare(tmp_path / "data", "you/data", "mit")
    (question,) = read(publication, tmp_path / "hub", "questions")
    assert question["answer"] == "yes"
    assert [fact["fact"] for fact in question["facts"]] == ["Fact 0.", "Fact 1.", "Fact 2."]
    probes = read(publication, tmp_path / "hub", "probes")
    assert {probe["probe_answer"] for probe in probes} == {"0", "1", "2"}


def test_columns_are_described_by_their_types():
    columns = {"n": Value("int64"), "seen": Value("float64"), "some": List(Value("string"))}
    features = Features({**columns, "image": Image(), "parts": List({"is": Value("bool")})})
    written = json.loads(croissant(**ABOUT, tables={"t": ("t/*.parquet", features)}))
    fields = {field["@id"]: field for field in written["recordSet"][0]["field"]}
    kinds = {name: field.get("dataType") for name, field in fields.items()}
    assert kinds == {
        "t/n": "sc:Integer", "t/seen": "sc:Float", "t/some": "sc:Text",
        "t/image": "sc:ImageObject", "t/parts": None,
    }  # fmt: skip
    assert fields["t/some"]["repeated"]
    (part,) = fields["t/parts"]["subField"]
    assert (part["@id"], part["dataType"]) == ("t/parts/is", "sc:Boolean")
    assert part["source"] == {
        "fileSet": {"@id": "t-files"}, "extract": {"column": "parts"},
        "transform": {"jsonPath": "is"},
    }  # fmt: skip


def test_images_are_read(tmp_path):
    features = Features({"image": Image()})
    pixel = PIL.Image.new("RGB", (1, 1), "red")
    (tmp_path / "t").mkdir()
    path = tmp_path / "t" / "test.parquet"
    Dataset.from_dict({"image": [pixel]}, features=features).to_parquet(path)
    files = {FILE: croissant(**ABOUT, tables={"t": ("t/*.parquet", features)})}
    (record,) = read(Publication("you/images", files), tmp_path, "t")
    assert record["image"].getpixel((0, 0)) == (255, 0, 0)


def test_the_same_data_is_described_by_the_same_bytes():
    tables = {"t": ("t/*.parquet", Features({"a": Value("string")}))}
    assert croissant(**ABOUT, tables=tables) == croissant(**ABOUT, tables=tables)
