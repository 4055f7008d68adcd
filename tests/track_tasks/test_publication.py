"""TRACK's datasets and gap datasets on the Hub."""

import json
import subprocess
import sys

import pytest

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.gaps import Gap, GapManifest, Gaps
from erbench_track.track_tasks.publication import prepare
from erbench_track.track_tasks.questions.question import Fact, Question
from erbench_track.track_tasks.questions.stored import (
    TrackManifest,
    read_questions,
    write_questions,
)

FACTS = tuple(Fact(f"Fact {n}.", f"What is fact {n}?", f"{n}") for n in range(3))
QUESTIONS = [
    Question("wiki", "All of it?", "yes", FACTS, "2025-09", "a <b>test</b>"),
    Question("wiki", "One of it?", "no", FACTS[1:], "2025-09", "a <b>test</b>"),
]


@pytest.fixture
def dataset(tmp_path):
    write_questions(QUESTIONS, tmp_path / "data", settings={"seed": 0})
    return tmp_path / "data"


@pytest.fixture
def gaps(tmp_path):
    manifest = GapManifest(
        scenario="wiki", model="<i>m", identity="pretrained=m", facts_fingerprint="0" * 16
    )
    rows = [
        Gap(
            fact.fact_id,
            *fact.texts,
            known,
            None,
            ({"text": "x", "count": 10, "equivalent": known},),
        )
        for fact, known in zip(FACTS, (True, False, None), strict=True)
    ]
    Gaps(manifest, rows).write(tmp_path / "gaps.parquet")
    return tmp_path / "gaps.parquet"


def run(code, environment, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


PUBLISH = "from erbench_track.cli.main import main; main()"
LOAD = """
import json, sys
from datasets import load_dataset
rows = load_dataset(sys.argv[1], sys.argv[2], split="test")
print(json.dumps(rows.to_list()))
"""


@pytest.mark.slow
def test_questions_and_probes_load_back_from_the_hub(dataset, hub, hub_environment):
    arguments = ("publish", dataset, "--repo-id", "me/track", "--license", "mit")
    done = run(PUBLISH, hub_environment, *arguments)
    assert done.returncode == 0, done.stderr
    loaded = run(LOAD, hub_environment, "me/track", "questions")
    assert loaded.returncode == 0, loaded.stderr
    assert json.loads(loaded.stdout) == [question.to_row() for question in QUESTIONS]
    probes = json.loads(run(LOAD, hub_environment, "me/track", "probes").stdout)
    assert [probe["fact_id"] for probe in probes] == [fact.fact_id for fact in FACTS]
    assert "nothing has changed" in run(PUBLISH, hub_environment, *arguments).stdout


@pytest.mark.slow
def test_a_gap_dataset_loads_back_from_the_hub(gaps, hub, hub_environment):
    arguments = ("publish", gaps, "--repo-id", "me/gaps", "--license", "mit")
    done = run(PUBLISH, hub_environment, *arguments)
    assert done.returncode == 0, done.stderr
    rows = json.loads(run(LOAD, hub_environment, "me/gaps", "gaps").stdout)
    assert [row["known"] for row in rows] == [True, False, None]


def test_cards_show_hostile_text_and_obey_none_of_it(dataset, gaps):
    for path in (dataset, gaps):
        _, _, body = prepare(path, "me/x", "mit").card.split("---\n", 2)
        assert "<" not in body


def test_a_dataset_that_is_not_as_its_record_says_is_refused(dataset):
    record = dataset / "track.json"
    record.write_text(record.read_text().replace('"questions": 2', '"questions": 3'))
    with pytest.raises(InputError, match="has 2 questions, its record says 3"):
        prepare(dataset, "me/x", "mit")


def test_a_dataset_goes_to_disk_and_back(dataset):
    assert read_questions(dataset) == QUESTIONS
    manifest = TrackManifest.read(dataset)
    assert (manifest.questions, manifest.facts, manifest.scenario) == (2, 3, "wiki")


@pytest.mark.parametrize(
    ("text", "told"),
    [("{}", "Field required"), ("", "Invalid JSON"), ("[]", "be an object")],
)
def test_a_malformed_record_is_named(dataset, text, told):
    (dataset / "track.json").write_text(text)
    with pytest.raises(InputError, match=told):
        TrackManifest.read(dataset)
    record = dataset / "track.json"
    record.write_text('{"schema_version": 99}')
    with pytest.raises(InputError):
        TrackManifest.read(dataset)


def test_what_is_no_gap_dataset_is_named(tmp_path, gaps):
    import pyarrow
    from pyarrow import parquet

    (tmp_path / "text.parquet").write_text("x")
    with pytest.raises(InputError, match=r"text\.parquet: cannot be read \(no Parquet file\)"):
        Gaps.read(tmp_path / "text.parquet")
    parquet.write_table(pyarrow.table({"a": [1]}), tmp_path / "other.parquet")
    with pytest.raises(InputError, match=r"other\.parquet: is no gap dataset"):
        Gaps.read(tmp_path / "other.parquet")
    table = parquet.read_table(gaps)
    for record, told in ((b"[]", "malformed"), (b'{"schema_version": 9}', "later erbench-track")):
        changed = table.replace_schema_metadata({b"erbench_track_gaps": record})
        parquet.write_table(changed, tmp_path / "changed.parquet")
        with pytest.raises(InputError, match=told):
            Gaps.read(tmp_path / "changed.parquet")
