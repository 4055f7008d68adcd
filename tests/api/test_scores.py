"""Tables of responses: the same kind comes back, with lm_eval's numbers."""

import json
import math

import pandas as pd
import pytest
from datasets import Dataset
from scored_runs import TASKS, sample_lines, simulated_run

from erbench_track.api import InputError, load_items, score


@pytest.mark.parametrize("reading", ["robust", "paper"])
@pytest.mark.parametrize("task", TASKS)
def test_the_means_of_the_columns_are_lm_evals_results(evaluate, task, reading):
    results = simulated_run(evaluate)
    lines = sample_lines(results, task, reading)
    rows = [{**line["doc"], "response": line["resps"][0][0]} for line in lines]
    scored = score(pd.DataFrame(rows), reading=reading)
    expected = {
        name.removesuffix(f",{reading}"): value
        for name, value in results["results"][task].items()
        if name.endswith(f",{reading}") and "stderr" not in name
    }
    assert expected
    means = scored[[*expected]].mean().to_dict()
    assert means == pytest.approx(expected)


@pytest.fixture(scope="module")
def frame():
    items = load_items("movie", "bn_yes").head(3)
    return items.assign(response=["Yes.", "No.", "I don't know."])


def tables(frame):
    import pyarrow

    rows = frame.to_dict("records")
    arrow = pyarrow.Table.from_pylist(rows)
    yield frame, lambda table, name: table[name].tolist()
    yield rows, lambda table, name: [row[name] for row in table]
    yield Dataset(arrow), lambda table, name: table[name][:]
    yield arrow, lambda table, name: table[name].to_pylist()


def test_every_kind_of_table_comes_back_as_it_went_in(frame):
    for table, column in tables(frame):
        scored = score(table)
        assert type(scored) is type(table)
        assert column(scored, "id") == frame["id"].tolist()
        assert column(scored, "outcome") == ["right_wrong_reason", "hallucinated", "admits"]
        assert column(scored, "answer_accuracy") == [1, 0, 0]
        assert "outcome" not in (table[0] if isinstance(table, list) else column(table, "id"))
        again = score(scored, reading="paper")  # its columns are replaced
        assert column(again, "reading") == ["paper"] * 3


def test_a_frame_of_polars_comes_back_as_one(frame):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    scored = score(polars.DataFrame(frame.to_dict("records")))
    assert isinstance(scored, polars.DataFrame)
    assert scored["answer_accuracy"].to_list() == [1, 0, 0]


def test_a_metric_that_does_not_apply_is_missing_and_not_zero(frame):
    bare = frame.assign(rationale=[[]] * 3)
    both = score(pd.concat([bare, frame], ignore_index=True))
    assert both["rationale_accuracy"].isna().tolist() == [True] * 3 + [False] * 3
    assert "rationale_accuracy" not in score(bare)


def test_an_index_and_further_columns_are_kept(frame):
    scored = score(frame.set_index("id").assign(model="mine"))
    assert scored.index.tolist() == frame["id"].tolist()
    assert set(scored["model"]) == {"mine"}


def test_responses_may_stand_in_a_column_of_another_name(frame):
    renamed = frame.rename(columns={"response": "output"})
    assert score(renamed, response="output")["answer_accuracy"].tolist() == [1, 0, 0]
    with pytest.raises(InputError, match=r"row 0: no column 'response'; name the one"):
        score(renamed)


def test_the_row_of_a_mistake_is_named(frame):
    with pytest.raises(InputError, match=r"row 1: the response is None, not a text"):
        score(frame.assign(response=["Yes.", None, ""]))
    with pytest.raises(InputError, match=r"row 2: field 'item\.options' is missing"):
        score(frame.assign(options=[[], [], math.nan]))


@pytest.mark.parametrize("table", ["text", {"id": ["a"]}, 3, [1, 2]])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(InputError, match="is no table of items; expected pandas"):
        score(table)


def test_no_rows_are_no_rows():
    assert score([]) == []


def test_a_csv_file_that_made_texts_of_lists_is_refused_with_the_field(frame, tmp_path):
    frame.to_csv(tmp_path / "items.csv", index=False)
    with pytest.raises(InputError, match=r"row 0: field 'item\.options' is missing or no list"):
        score(pd.read_csv(tmp_path / "items.csv"))


def test_jsonl_that_pandas_wrote_is_scored(frame, tmp_path):
    frame.to_json(tmp_path / "items.jsonl", orient="records", lines=True)
    lines = (tmp_path / "items.jsonl").read_text().splitlines()
    assert [row["outcome"] for row in score(list(map(json.loads, lines)))][1] == "hallucinated"
