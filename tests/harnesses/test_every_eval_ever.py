"""Results for leaderboards: lm_eval's numbers in the shape of the schema."""

import importlib.util
import json
from pathlib import Path

import pytest
from scored_runs import TASKS, simulated_run, write_run

from erbench_track.core.errors import InputError
from erbench_track.harnesses.every_eval_ever import write_records

REQUIRED = {
    "schema_version", "evaluation_id", "retrieved_timestamp", "source_metadata", "model_info",
    "eval_library", "evaluation_results",
}  # fmt: skip


@pytest.fixture(scope="module")
def run(evaluate, tmp_path_factory):
    return write_run(evaluate, tmp_path_factory.mktemp("runs"))


@pytest.fixture
def record(run, tmp_path):
    (path,) = write_records([run], tmp_path, "Example Institute", 1_800_000_000.5)
    return json.loads(path.read_text(encoding="utf-8"))


def test_every_metric_has_lm_evals_value_error_and_direction(evaluate, record):
    results = simulated_run(evaluate)
    expected = {
        (task, *key.split(",")[::-1]): value
        for task in TASKS
        for key, value in results["results"][task].items()
        if "," in key and "_stderr" not in key
    }
    found = {tuple(entry["evaluation_result_id"].split("/")): entry for entry in
             record["evaluation_results"]}  # fmt: skip
    assert {key: entry["score_details"]["score"] for key, entry in found.items()} == expected
    wrong = found["erbench_movie_mc", "paper", "hallucination_rate"]
    assert wrong["metric_config"]["lower_is_better"] is True
    error = results["results"]["erbench_movie_mc"]["hallucination_rate_stderr,paper"]
    assert wrong["score_details"]["uncertainty"] == {
        "standard_error": {"value": error},
        "num_samples": 30,
    }
    assert wrong["source_data"] == {"dataset_name": "erbench/movie", "source_type": "other"}
    assert found["erbench_movie_mc", "paper", "net_score"]["metric_config"]["min_score"] == -1


def test_a_record_says_who_made_it_and_that_a_model_was_simulated(record):
    assert set(record) >= REQUIRED
    assert record["source_metadata"]["source_organization_name"] == "Example Institute"
    assert record["model_info"]["name"] == "knows-0.5 (SIMULATED)"
    assert record["retrieved_timestamp"] == "1800000000"
    assert record["eval_library"]["name"] == "lm_eval"


def test_a_record_fits_the_published_schema(record):
    place = importlib.util.find_spec("every_eval_ever")
    if place is None:
        pytest.skip("every-eval-ever, which has the schema, is not installed")
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = Path(place.origin).parent / "schemas" / "eval.schema.json"
    jsonschema.validate(record, json.loads(schema.read_text(encoding="utf-8")))


def test_the_report_writes_them_beside_its_tables(run, tmp_path, command):
    code, _, err = command("report", run, "-o", tmp_path / "report", "--every_eval_ever", "Me")
    assert code == 0, err
    (path,) = (tmp_path / "report" / "every_eval_ever").iterdir()
    assert json.loads(path.read_text(encoding="utf-8"))["schema_version"] == "0.3.0"


def test_keys_in_a_models_arguments_are_not_published(run, tmp_path):
    (results,) = run.rglob("results_*.json")
    content = json.loads(results.read_text(encoding="utf-8"))
    content["config"]["model_args"] = {"model": "m", "api_key": "sk-secret"}
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / results.name).write_text(json.dumps(content), encoding="utf-8")
    for samples in run.rglob("samples_*.jsonl"):
        (folder / samples.name).write_bytes(samples.read_bytes())
    (tmp_path / "out").mkdir()
    (path,) = write_records([folder], tmp_path / "out", "Me", 0.0)
    assert "sk-secret" not in path.read_text(encoding="utf-8")


def test_runs_without_results_are_refused(run, tmp_path):
    for samples in run.rglob("samples_*.jsonl"):
        (tmp_path / samples.name).write_bytes(samples.read_bytes())
    with pytest.raises(InputError, match=r"no results_\*\.json of an ERBench or TRACK task"):
        write_records([tmp_path], tmp_path / "out", "Me", 0.0)
