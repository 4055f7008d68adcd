"""Scoring recorded responses gives lm_eval's own numbers."""

import gzip
import json
import shutil

import pytest

from erbench_track.core.errors import InputError
from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.scoring import result_files, scoring


@pytest.fixture(scope="module")
def run(tmp_path_factory, tasks):
    """An lm_eval run with its samples files, as `lm_eval --log_samples --output_path` leaves it."""
    from lm_eval import simple_evaluate
    from lm_eval.loggers import EvaluationTracker

    folder = tmp_path_factory.mktemp("run")
    tracker = EvaluationTracker(output_path=str(folder))
    results = simple_evaluate(
        model=SimulatedLM(known=0.7),
        model_args={"model": "my-model"},
        tasks=["erbench_movie"],
        num_fewshot=2,
        task_manager=tasks,
        evaluation_tracker=tracker,
    )
    samples = results.pop("samples")
    tracker.save_results_aggregated(results=results, samples=samples)
    for name, some in samples.items():
        tracker.save_results_samples(task_name=name, samples=some)
    return folder / "my-model"


def results_in(folder):
    (path,) = folder.glob("**/results_*.json")
    return json.loads(path.read_text())


def samples_in(folder, task):
    (path,) = folder.glob(f"**/samples_{task}_2*.jsonl")
    return [json.loads(line) for line in path.read_text().splitlines()]


def read_robustly(folder, task):
    return [sample for sample in samples_in(folder, task) if sample["filter"] == "robust"]


def test_a_recorded_run_scores_to_the_last_digit(run, tmp_path):
    scores = scoring.score([run], "erbench_movie")
    written = result_files.save(scores, tmp_path)
    assert [path.name.split("_")[0] for path in written] == ["results"] + ["samples"] * 3
    original, scored = results_in(run), results_in(tmp_path)
    for key in (
        "results",
        "groups",
        "versions",
        "higher_is_better",
        "n-samples",
        "n-shot",
        "task_hashes",
    ):
        assert scored[key] == original[key], key
    for task in original["configs"]:
        assert samples_in(tmp_path, task) == samples_in(run, task)
        for field in ("doc_to_text", "description", "metric_list"):
            assert scored["configs"][task][field] == original["configs"][task][field]


def test_an_output_path_is_taken_for_the_one_model_in_it(run, tmp_path):
    nested = tmp_path / "results"
    shutil.copytree(run, nested / "my-model")
    scores = scoring.score([nested], "erbench_movie_mc")
    assert scores.model_name == "my-model"
    assert scores.results["samples"]["erbench_movie_mc"]
    shutil.copytree(run, nested / "other")
    with pytest.raises(InputError, match=r"results: has .* of several models; give one: .*other"):
        scoring.score([nested], "erbench_movie_mc")


@pytest.mark.parametrize(
    ("name", "told"), [("nothing", "nothing: no such file"), ("", r"no samples_\*.jsonl in there")]
)
def test_a_path_without_samples_is_refused_by_name(tmp_path, name, told):
    with pytest.raises(InputError, match=told):
        scoring.score([tmp_path / name], "erbench_movie")


def test_a_single_task_of_the_run_scores_alone_and_compressed(run, tmp_path):
    (path,) = run.glob("samples_erbench_movie_mc_*.jsonl")
    packed = tmp_path / "responses.jsonl.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    scores = scoring.score([packed], "erbench_movie_mc")
    name = "erbench_movie_mc"
    in_its_group = results_in(run)["results"][name]
    assert scores.results["results"][name] == in_its_group | {"alias": name}
    assert scores.model_name == tmp_path.name


def test_a_group_with_some_of_its_tasks_recorded_scores_those(run, tmp_path):
    (path,) = run.glob("samples_erbench_movie_bn_no_*.jsonl")
    shutil.copy(path, tmp_path)
    scores = scoring.score([tmp_path], "erbench_movie")
    assert set(scores.results["results"]) == {"erbench_movie", "erbench_movie_bn_no"}


def test_only_the_entities_asked_for_are_scored(run, tmp_path):
    recorded = read_robustly(run, "erbench_movie_bn_yes")
    chosen = [sample["doc"]["entity_id"] for sample in recorded[10:40]]
    (tmp_path / "ids.json").write_text(json.dumps(chosen))
    (path,) = run.glob("samples_erbench_movie_bn_yes_*.jsonl")
    scores = scoring.score([path], "erbench_movie_bn_yes", tmp_path / "ids.json")
    kept = scores.results["samples"]["erbench_movie_bn_yes"]
    assert [sample["doc_id"] for sample in kept] == 2 * list(range(10, 40))
    expected = sum(sample["answer_accuracy"] for sample in recorded[10:40]) / 30
    found = scores.results["results"]["erbench_movie_bn_yes"]["answer_accuracy,robust"]
    assert found == pytest.approx(expected)


def test_responses_that_no_metric_was_computed_for_can_be_scored(run, tmp_path):
    """What `--predict_only --log_samples` leaves: documents and responses."""
    bare = tmp_path / "samples_erbench_movie_bn_yes_2026-01-01T00-00-00.000000.jsonl"
    recorded = read_robustly(run, "erbench_movie_bn_yes")
    bare.write_text(
        "".join(json.dumps({"doc": s["doc"], "resps": s["resps"]}) + "\n" for s in recorded)
    )
    scores = scoring.score([bare], "erbench_movie_bn_yes")
    name = "erbench_movie_bn_yes"
    in_its_group = results_in(run)["results"][name]
    assert scores.results["results"][name] == in_its_group | {"alias": name}


def test_documents_recorded_once_per_filter_are_scored_once(run, tmp_path):
    recorded = read_robustly(run, "erbench_movie_bn_yes")
    path = tmp_path / "s.jsonl"
    with path.open("w") as file:
        for name in ("strict", "loose"):
            for sample in recorded:
                file.write(json.dumps({**sample, "filter": name}) + "\n")
    scores = scoring.score([path], "erbench_movie_bn_yes")
    assert len(scores.results["samples"]["erbench_movie_bn_yes"]) == 2 * len(recorded)


@pytest.mark.long
def test_an_older_run_in_the_output_folder_is_kept(run, tmp_path):
    scores = scoring.score([run], "erbench_movie", model_name="m")
    first, second = result_files.save(scores, tmp_path), result_files.save(scores, tmp_path)
    assert all(path.exists() for path in first + second)
    assert {path.name for path in tmp_path.iterdir()} == {"m"}
