"""What all questions are about stands before each of them."""

import sqlite3

import pytest
import yaml

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.introduction import introduction


def test_a_sentence_of_ones_own_is_taken_as_it_is():
    assert introduction("ice hockey") == "This question is about ice hockey."
    assert introduction("Il s'agit du Tour de France.") == "Il s'agit du Tour de France."


@pytest.fixture
def questions(tmp_path):
    """Returns the questions of a specification with further fields at its top."""
    path = tmp_path / "cups.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("create table cup (year integer primary key, city text)")
        rows = [(1974, "Munich"), (1978, "Rome"), (1982, "Madrid")]
        connection.executemany("insert into cup values (?, ?)", rows)
    connection.close()

    def read(**more):
        template = {"basic": "Where was the {{ year }} cup?", "negated": "Where was it not?"}
        question = {"type": "binary", "relation": "cup", "fd": "year -> city", "wording": template}
        relation = {"sql": "SELECT year, city FROM cup", "entity": ["year"]}
        spec = {"name": "cups", "relations": {"cup": relation}, "questions": [question], **more}
        file = tmp_path / "cups.yaml"
        file.write_text(yaml.safe_dump(spec), encoding="utf-8")
        return [item.question for item in Benchmark.open(file, path).items()]

    return read


def test_every_question_begins_with_it(questions):
    found = questions(about="the Water Polo Cup")
    assert "This question is about the Water Polo Cup. Where was the 1974 cup?" in found
    assert all(text.startswith("This question is about the Water Polo Cup. ") for text in found)
    assert questions()[0].startswith("Where")


def test_it_has_to_say_something(questions):
    with pytest.raises(InputError, match=r"cups\.yaml.*about.*say in a few words"):
        questions(about="  ")
