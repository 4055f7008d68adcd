"""Questions on disk: all right answers go there and back, and older datasets still load."""

import pyarrow as pa
import pytest
from datasets import Dataset, Features
from pyarrow import parquet

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.questions.question import LATER_COLUMNS, Fact, Question
from erbench_track.track_tasks.questions.stored import DATA, read_questions, write_questions

FACTS = (
    Fact("Ann is married to Ben.", "Who is Ann married to?", "Ben"),
    Fact("Ben works in the field of poet.", "What does Ben do?", "poet", ("singer",), True),
)
OPEN = Question("wiki", "What does Ann's spouse do?", "poet", FACTS, "2025-09", "a test",
                accepted=("singer",), any_right=True)  # fmt: skip
STRICT = Question("wiki", "Who is Ann's spouse?", "Ben", FACTS[:1], "2025-09", "a test")


def older(row):
    return {name: of for name, of in row.items() if name not in LATER_COLUMNS}


def without_later_columns(path):
    """Rewrites a table as it was before facts could have several true values."""
    table = Dataset(parquet.read_table(path))
    rows = [{**older(row), "facts": list(map(older, row["facts"]))} for row in table]
    columns = older(table.features)
    facts = older(columns["facts"].feature)
    features = Features({**columns, "facts": type(columns["facts"])(facts)})
    parquet.write_table(Dataset.from_list(rows, features=features).data.table, path)


def test_what_is_accepted_besides_goes_to_disk_and_back(tmp_path):
    write_questions([OPEN, STRICT], tmp_path / "x")
    assert read_questions(tmp_path / "x") == [OPEN, STRICT]


def test_a_dataset_from_before_has_one_right_answer_per_question(tmp_path):
    write_questions([STRICT], tmp_path / "x")
    without_later_columns(tmp_path / "x" / "questions" / DATA)
    (found,) = read_questions(tmp_path / "x")
    assert found == STRICT
    assert found.id == STRICT.id


def test_what_has_changed_in_a_folder_is_not_taken_from_a_cache(tmp_path):
    write_questions([OPEN, STRICT], tmp_path / "x")
    assert len(read_questions(tmp_path / "x")) == 2
    path = tmp_path / "x" / "questions" / DATA
    parquet.write_table(parquet.read_table(path).slice(1), path)
    assert read_questions(tmp_path / "x") == [STRICT]
    path.write_bytes(b"")
    with pytest.raises(InputError, match=f"{DATA}: cannot be read"):
        read_questions(tmp_path / "x")


@pytest.mark.parametrize("column", ["id", "scenario", "question", "answer", "facts", "accepted"])
@pytest.mark.parametrize("value", [7, b"\xff", 1.5, [[1]]], ids=str)
def test_a_column_of_another_type_is_named(tmp_path, column, value):
    write_questions([OPEN, STRICT], tmp_path / "x")
    path = tmp_path / "x" / "questions" / DATA
    table = parquet.read_table(path).replace_schema_metadata({})
    place = table.column_names.index(column)
    parquet.write_table(table.set_column(place, column, pa.array([value] * 2)), path)
    with pytest.raises(InputError, match=f"question 1: field '(doc.)?{column}|cannot be read"):
        read_questions(tmp_path / "x")
