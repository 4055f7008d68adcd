"""`erbench-track label`, `audit`, and `report --labels`."""

import csv
import json
import re

import pytest
from labelled_runs import response, write_run

from erbench_track.core.json_files import read_json


def run_of(folder, count=200):
    rows = [response(n, named=n % 5 != 4, paper=n % 5 != 4 and n % 20 != 0) for n in range(count)]
    return write_run(folder, rows)


def labels_of(page):
    """What the page saves, had a person marked everything as right and named."""
    data = re.search(r'<script type="application/json" id="sample">(.*?)</script>', page, re.S)
    sample = json.loads(data[1])
    for card in sample["cards"]:
        kept = {name: card[name] for name in ("id", "stratum", "stratum_size", "probability")}
        rationale = [True] * len(card["required"])
        yield {"sample": sample["key"], **kept, "answer": "right", "rationale": rationale}


@pytest.fixture
def labelled(command, tmp_path):
    """Runs of a model, and labels of 60 of its 200 responses."""
    run = run_of(tmp_path / "runs" / "some-model")
    code, out, err = command("label", run, "-n", 60, "-o", tmp_path / "labels.html")
    assert code == 0, err
    assert "60 of 200 responses; scorers differ about 10, which are drawn three times" in out
    page = (tmp_path / "labels.html").read_text()
    rows = [json.dumps({**row, "person": "anna"}) for row in labels_of(page)]
    labels = tmp_path / "labels.jsonl"
    labels.write_text("\n".join(rows))
    return run, labels, page


def test_the_page_names_no_model_and_no_verdict(labelled):
    _, _, page = labelled
    assert "some-model" not in page
    assert "robust" not in page
    assert not re.search(r"scorers? (differ|agree)", page)


def test_an_audit_is_printed_and_written(command, labelled, tmp_path):
    run, labels, _ = labelled
    code, out, err = command("audit", run, "--labels", labels, "-o", tmp_path / "audit")
    assert code == 0, err
    assert "60 of 200 responses are labelled (60 by anna)." in out
    assert re.search(r"robust .*rationale +\.\d\d \[", out)
    assert max(map(len, out.splitlines())) <= 80
    rates = read_json(tmp_path / "audit" / "audit.json")["rates"]
    (found,) = (
        rate for rate in rates
        if (rate["metric"], rate["scorer"]) == ("rationale_accuracy", "robust")
    )  # fmt: skip
    assert found["uncorrected"] == 0.8
    assert found["corrected"] == 1
    assert {path.name for path in (tmp_path / "audit").iterdir()} == {
        "audit.json",
        "agreement.csv",
        "rates.csv",
    }


def test_the_report_shows_corrected_rates_beside_the_others(command, labelled, tmp_path):
    run, labels, _ = labelled
    code, _, err = command("report", run, "--labels", labels, "-o", tmp_path / "report")
    assert code == 0, err
    assert "## Audited by people: rates, corrected" in (tmp_path / "report/report.md").read_text()
    with (tmp_path / "report" / "auditedbypeople.csv").open() as file:
        rows = {row["metric"]: row for row in csv.DictReader(file)}
    assert rows["rationale_accuracy_uncorrected"]["estimate"] == "0.8"
    assert rows["rationale_accuracy_corrected"]["estimate"] == "1.0"
    assert float(rows["rationale_accuracy_agreement"]["estimate"]) < 0.9
    assert rows["rationale_accuracy_labels"]["estimate"] == "60"


def test_labels_of_other_responses_are_refused(refused, labelled, tmp_path):
    _, labels, _ = labelled
    other = run_of(tmp_path / "other-model")
    for command in (["audit", other], ["report", other, "-o", tmp_path / "report"]):
        assert f"{labels}, line 1: field 'id'" in refused(*command, "--labels", labels)


def test_labels_that_are_missing_are_refused(refused, labelled, tmp_path):
    run, _, _ = labelled
    assert "nowhere.jsonl: cannot be read" in refused("audit", run, "--labels", "nowhere.jsonl")


def test_results_are_never_replaced_by_their_audit(refused, labelled):
    run, labels, _ = labelled
    for folder in (run, run.parent):
        said = refused("audit", run, "--labels", labels, "-o", folder, "--overwrite")
        assert "give another folder" in said
    assert list(run.glob("samples_*.jsonl"))
