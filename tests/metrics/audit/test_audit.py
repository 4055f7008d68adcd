"""An audit of runs by labels."""

import csv
import io
import json

import pytest
from labelled_runs import response, write_labels, write_run, write_track_run

from erbench_track.metrics.audit.audit import as_csv, as_json, audit
from erbench_track.metrics.audit.page import drawn_from
from erbench_track.metrics.audit.responses import responses_of
from erbench_track.metrics.report.runs import read_models


def truth(of):
    """What people say: the robust reading errs about every tenth film, the paper's about more."""
    number = int(of.doc["id"].removeprefix("i"))
    robust = of.verdicts["robust"]
    return robust.answer, [bool(robust.rationale) and number % 10 != 0]


def run_of(folder, count=400):
    """A run in which R is .8, and .7 by people."""
    rows = [
        response(n, right=n % 3 > 0, named=n % 5 != 4, paper=n % 5 != 4 and n % 20 != 0)
        for n in range(count)
    ]
    return write_run(folder, rows)


def audited(tmp_path, folders, n=200, mark=truth, people=("anna",)):
    models = read_models(folders)
    responses, _ = responses_of(models)
    key, drawn = drawn_from(responses, n, 0)
    paths = [
        write_labels(tmp_path / f"{who}.jsonl", key, drawn, responses, mark, who) for who in people
    ]
    return audit(models, paths)


def rate(found, measure="rationale_accuracy", scorer="robust", task="all", model="m"):
    wanted = (model, task, measure, scorer)
    (one,) = (of for of in found.rates if (of.model, of.task, of.measure, of.scorer) == wanted)
    return one


def agreement(found, first, what="rationale", where="all", second="anna"):
    wanted = (first, second, what, where)
    (one,) = (of for of in found.agreements if (of.first, of.second, of.what, of.where) == wanted)
    return one


def test_the_corrected_rate_is_nearer_to_what_people_say_of_everything(tmp_path):
    found = rate(audited(tmp_path, [run_of(tmp_path / "m")]))
    assert found.uncorrected.value == pytest.approx(0.8)
    low, high = found.corrected.interval_here
    assert low <= 0.7 <= high
    assert abs(found.corrected.value - 0.7) < 0.02
    assert found.corrected.error < found.alone.error
    assert found.counts
    assert found.labels == 200


def test_every_scorer_is_corrected_to_about_the_same(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")])
    robust, paper = (rate(found, scorer=scorer) for scorer in ("robust", "paper"))
    assert robust.uncorrected.value != paper.uncorrected.value
    assert robust.corrected.value == pytest.approx(paper.corrected.value, abs=0.02)
    assert not paper.counts


def test_a_right_scorer_agrees_wholly_and_its_interval_is_not_empty(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")])
    answers = agreement(found, "robust", "answer")
    assert (answers.value, answers.kappa) == (pytest.approx(1), pytest.approx(1))
    assert answers.interval[0] < 0.995
    assert answers.kappa_interval[0] < answers.interval[0]
    assert found.agreements[0].n == 200


def test_agreement_is_that_of_all_responses_though_doubtful_ones_are_labelled_more_often(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")])
    # The readings differ about 5% of the responses, and people never agree with the robust one.
    assert agreement(found, "robust", where="scorers differ").value == pytest.approx(0)
    assert agreement(found, "robust").value == pytest.approx(0.9, abs=0.02)
    assert agreement(found, "paper", where="scorers differ").value == pytest.approx(1)


def test_kappa_of_who_says_the_same_of_everything_is_undefined(tmp_path):
    run = write_run(tmp_path / "m", [response(n) for n in range(60)])
    found = audited(tmp_path, [run], 40, lambda of: ("right", [True]))
    assert agreement(found, "robust").kappa is None
    assert agreement(found, "robust").value == 1


def test_two_people_are_compared_with_each_other(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")], people=("anna", "ben"))
    assert agreement(found, "anna", second="ben").value == pytest.approx(1)
    assert agreement(found, "robust", second="ben").n == 200
    assert "200 of 400 responses are labelled (200 by anna, 200 by ben)." in found.notes


def test_too_few_labels_say_how_many_are_needed(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")], 10)
    few = rate(found)
    assert (few.corrected, few.alone, few.labels) == (None, None, 10)
    assert few.needed == 30
    assert "10 labels are too few for any rate: at least 30 are needed." in found.notes


def test_a_wide_interval_says_how_many_labels_would_make_it_narrow(tmp_path):
    run = run_of(tmp_path / "m")
    assert 50 < rate(audited(tmp_path, [run], 50)).needed < 400
    assert rate(audited(tmp_path, [run], 300)).needed == 0


def test_questions_of_track_are_audited_by_answer_and_fact(tmp_path):
    verdicts = [(n % 3 > 0, (True, n % 4 > 0)) for n in range(120)]
    run = write_track_run(tmp_path / "m", [*verdicts, (None, (True, None))])

    def mark(of):
        number = int(of.doc["id"].removeprefix("q"))
        return ("right" if number % 3 else "admits"), [True, number % 2 == 0]

    found = audited(tmp_path, [run], 80, mark)
    facts = agreement(found, "judge not recorded", "each fact")
    assert facts.value == pytest.approx(0.625, abs=0.06)
    assert agreement(found, "judge not recorded", "answer").value == pytest.approx(1)
    passed = rate(found, "full_knowledge_entailment", "judge not recorded")
    assert passed.uncorrected.n == 120  # one is not judged; people can say what it is
    assert passed.title == "FKE"
    assert abs(passed.corrected.value - 0.5) < 0.12
    assert {of.title for of in found.rates} == {"AP", "FKE", "HP"}


def test_the_tables_hold_all_figures(tmp_path):
    found = audited(tmp_path, [run_of(tmp_path / "m")])
    content = json.loads(as_json(found))
    files = {name: list(csv.DictReader(io.StringIO(text))) for name, text in as_csv(found).items()}
    assert len(files["rates.csv"]) == len(content["rates"]) == len(found.rates)
    assert len(files["agreement.csv"]) == len(content["agreements"])
    row = content["rates"][0]
    assert row["corrected_low"] < row["corrected_low_here"] < row["corrected"]
    assert row["labels_alone_low"] < row["labels_alone"]


def test_the_audit_of_recorded_labels_holds_what_people_said_of_all(official, tmp_path):
    """200 of the 1,000 responses that the paper's authors labelled, drawn ten times."""
    from audit_coverage import BOTH, coverage, recorded

    for model in ("gpt35", "gemini"):
        official(f"erbench_replay/{model}/human.jsonl.gz")
    found = coverage(recorded(official("erbench_replay")), draws=10)[BOTH, "robust"]
    assert found.here >= 9
    assert found.narrower == 10
