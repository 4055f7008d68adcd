"""Recorded runs as one table."""

import pytest
from scored_runs import TASKS, sample_lines, simulated_run, write_run
from track_runs import answer, write

from erbench_track.api import InputError, read_run, score


@pytest.fixture(scope="module")
def folder(evaluate, tmp_path_factory):
    made = tmp_path_factory.mktemp("runs")
    for known in (0.5, 0.9):
        write_run(evaluate, made, known)
    return made


@pytest.mark.parametrize("reading", ["robust", "paper"])
def test_every_response_of_every_model_is_one_row(evaluate, folder, reading):
    run = read_run(folder, reading)
    assert len(run) == 2 * 30 * len(TASKS)
    assert run["model"].str.contains("(SIMULATED)", regex=False).all()
    assert set(run["reading"]) == {reading}
    for task in TASKS:
        lines = sample_lines(simulated_run(evaluate), task, reading)
        own = run[(run["task"] == task) & run["model"].str.startswith("knows-0.5")]
        assert own["response"].tolist() == [line["resps"][0][0] for line in lines]
        name = lines[0]["metrics"][0]
        assert own[name].tolist() == [line[name] for line in lines]
        assert own["id"].tolist() == [line["doc"]["id"] for line in lines]


def test_what_was_read_can_be_scored_again_with_the_same_result(folder):
    run = read_run(folder)
    again = score(run)
    for column in ("outcome", "answer_accuracy", "rationale_accuracy", "known"):
        assert again[column].equals(run[column]), column


def test_responses_to_tracks_questions_are_rows_too(tmp_path):
    write(tmp_path / "model", "track_wiki", [answer(1), answer(2, passed=False)])
    run = read_run(tmp_path)
    assert run["task"].tolist() == ["track_wiki"] * 2
    assert run["outcome"].tolist()[0] == "right"


def test_a_folder_without_samples_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"no samples_\*\.jsonl in there"):
        read_run(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        read_run(tmp_path / "nowhere")
