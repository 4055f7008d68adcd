"""Responses with the verdicts of all scorers."""

import json

import pytest
from labelled_runs import response, write_run, write_track_run
from report_page import sample

from erbench_track.metrics.audit.responses import TRACK, responses_of, verdict_of_person
from erbench_track.metrics.report.runs import read_models


def read(*folders):
    return responses_of(read_models(folders))


def test_both_readings_and_the_judge_say_something_of_a_response(tmp_path):
    run = write_run(tmp_path / "m", [response(0, named=True, paper=False, judged=True)])
    ((found,), left_out) = read(run)
    assert left_out == []
    assert {name: of.rationale for name, of in found.verdicts.items()} == {
        "robust": True,
        "judge not recorded": True,
        "paper": False,
    }
    assert found.is_doubtful
    assert found.scorers == {"m": "robust"}
    assert found.verdicts["robust"].elements == (True,)


def test_what_all_say_is_not_doubtful(tmp_path):
    (found,), _ = read(write_run(tmp_path / "m", [response(0, judged=True)]))
    assert not found.is_doubtful


def test_ids_do_not_depend_on_the_order_of_files_and_differ_by_model(tmp_path):
    one, two = (write_run(tmp_path / name, [response(0)]) for name in ("one", "two"))
    first, second = ({of.id for of in read(*folders)[0]} for folders in ((one, two), (two, one)))
    assert first == second
    assert len(first) == 2


def test_scoring_again_leaves_the_ids(tmp_path):
    before, _ = read(write_run(tmp_path / "m", [response(0, named=True)]))
    text = before[0].text
    after, _ = read(write_run(tmp_path / "m", [response(0, named=False, text=text)]))
    assert [of.id for of in before] == [of.id for of in after]


def test_a_run_of_before_there_were_two_readings_has_the_papers(tmp_path):
    (tmp_path / "m").mkdir()
    row = {"doc_id": 0, **sample("a"), "filter": "none"}
    row["doc"] |= {"rationale": []}
    (tmp_path / "m" / "samples_erbench_movie_bn_yes.jsonl").write_text(json.dumps(row) + "\n")
    (found,), _ = read(tmp_path / "m")
    assert list(found.verdicts) == ["paper"]


def test_a_response_that_two_judges_judged_is_one_response(tmp_path):
    folders = []
    for judge, entailed in (("a", (True, True)), ("b", (True, False))):
        folder = tmp_path / judge
        write_track_run(folder, [(True, entailed)])
        (results,) = folder.glob("results_*.json")
        metadata = {"metadata": {"judged_by": {"judge": judge}}}
        results.write_text(json.dumps({"model_name": "m", "configs": {"track_wiki": metadata}}))
        folders.append(folder)
    models = [model for folder in folders for model in read_models([folder])]
    (found,), _ = responses_of(models)
    assert list(found.verdicts) == ["judge a", "judge b"]
    assert found.is_doubtful
    assert found.facts == {"0/0", "0/1"}
    assert found.suite == TRACK


def test_what_a_judge_left_open_is_doubtful(tmp_path):
    run = write_track_run(tmp_path / "m", [(True, (True, None)), (None, (True, True))])
    found, _ = read(run)
    assert [of.is_doubtful for of in found] == [True, True]


def test_runs_about_what_a_model_knows_are_left_out_and_said(tmp_path):
    run = write_run(tmp_path / "m", [response(0)])
    row = {"doc_id": 0, "doc": {"entity_id": "a"}, "resps": [["Yes."]], "known": 1.0}
    (run / "samples_erbench_movie_known_bn_2026-01-02T03-04-05.000000.jsonl").write_text(
        json.dumps(row) + "\n"
    )
    found, left_out = read(run)
    assert len(found) == 1
    assert left_out == ["erbench_movie_known_bn is left out: it asks what the model knows."]


@pytest.mark.parametrize(
    ("answer", "elements", "measures"),
    [
        ("right", [True, False], {"answer_accuracy": 1, "hallucination_rate": 0, "missing_rate": 0,
                                  "rationale_accuracy": 0.5, "answer_rationale_accuracy": 0}),
        ("wrong", [True], {"answer_accuracy": 0, "hallucination_rate": 1, "missing_rate": 0,
                           "rationale_accuracy": 1, "answer_rationale_accuracy": 0}),
        ("admits", [], {"answer_accuracy": 0, "hallucination_rate": 0, "missing_rate": 1}),
        ("unreadable", [], {"answer_accuracy": 0, "hallucination_rate": 0, "missing_rate": 0}),
    ],
)  # fmt: skip
def test_the_measures_of_what_a_person_marked(answer, elements, measures):
    assert verdict_of_person("ERBench", answer, elements).measures == measures


def test_the_measures_of_a_question_of_track():
    assert verdict_of_person(TRACK, "right", [True, False]).measures == {
        "answer_pass": 1,
        "full_knowledge_entailment": 0,
        "holistic_pass": 0,
    }
