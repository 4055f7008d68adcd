"""One response: the API's scores are those of lm_eval's tasks."""

import json

import pandas as pd
import pytest
from scored_runs import TASKS, sample_lines, simulated_run

from erbench_track.api import InputError, load_items, score_response

READINGS = ("robust", "paper")
ITEM = {
    "question_type": "bn_yes",
    "question": "Is there a movie, released in 1997, starring Kate Winslet?",
    "options": [],
    "answer": "yes",
    "rationale": [{"hop": 1, "attribute": "title", "values": ["Titanic"], "match": "any"}],
}


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("task", TASKS)
def test_a_response_is_read_and_scored_as_lm_evals_task_does(evaluate, task, reading):
    lines = sample_lines(simulated_run(evaluate), task, reading)
    assert len(lines) == 30
    outcomes = set()
    for line in lines:
        verdict = score_response(line["doc"], line["resps"][0][0], reading)
        assert json.dumps(verdict.found, ensure_ascii=False) == line["filtered_resps"][0]
        assert verdict.scores == {name: line[name] for name in line["metrics"] if name in line}
        outcomes.add(verdict.outcome)
    assert len(outcomes) > 1


def test_a_row_of_parquet_is_scored_as_it_is(tmp_path):
    load_items("movie", "mc").head(3).to_parquet(tmp_path / "items.parquet")
    row = pd.read_parquet(tmp_path / "items.parquet").iloc[0]
    assert not isinstance(row["options"], list)  # numpy's array
    number = int(row["answer"].removeprefix("option "))
    (element,) = row["rationale"]
    verdict = score_response(row, f"Option {number}. It is {element['values'][0]}.")
    assert verdict.outcome == "right"
    assert verdict.answer == row["answer"]


def test_a_missing_passage_is_none_and_not_the_word_nan():
    with_gap = {**ITEM, "context": float("nan")}
    assert "passage_names_value" not in score_response(with_gap, "Yes: Titanic.").scores


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"question_type": "bn"}, "field 'item.question_type' is 'bn'; known: bn_yes"),
        ({"question_type": None}, "field 'item.question_type' is None; known: bn_yes"),
        ({"options": "['a', 'b']"}, "field 'item.options' is missing or no list"),
        ({"rationale": [{}]}, "field 'item.rationale[0].values' is missing or not a list"),
    ],
)
def test_a_malformed_item_is_refused_by_the_name_of_its_field(change, said):
    with pytest.raises(InputError) as refused:
        score_response({**ITEM, **change}, "Yes.")
    assert str(refused.value).startswith(said)


@pytest.mark.parametrize("text", [None, float("nan"), 3])
def test_a_response_that_is_no_text_is_refused_and_an_empty_one_is_unreadable(text):
    with pytest.raises(InputError, match="not a text; leave the row out"):
        score_response(ITEM, text)
    assert score_response(ITEM, "").outcome == "unreadable"


def test_an_unknown_reading_is_refused():
    with pytest.raises(InputError, match="'strict' is not one of robust, paper"):
        score_response(ITEM, "Yes.", "strict")


def test_thinking_is_not_read():
    verdict = score_response(ITEM, "<think>No, none.</think>Yes, Titanic.")
    assert (verdict.answer, verdict.outcome) == ("yes", "right")
