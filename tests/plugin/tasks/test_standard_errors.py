"""lm_eval's own tables show standard errors that are clustered, or none."""

import json
import math
import pickle
import statistics

import pytest
import yaml
from clustered_errors import clustered_standard_error
from lm_eval import simple_evaluate
from lm_eval.api.metrics import mean
from lm_eval.evaluator import evaluate as evaluate_tasks
from lm_eval.tasks import TaskManager

from erbench_track.metrics.report.tally import Tally
from erbench_track.metrics.statistics.intervals import cluster_standard_error
from erbench_track.metrics.statistics.shared_facts import standard_error as question_standard_error
from erbench_track.plugin.compat import results_table
from erbench_track.plugin.hook.register import tasks_dir
from erbench_track.plugin.models.simulated import SimulatedLM, TrackSimulatedLM
from erbench_track.plugin.scoring.scoring import score
from erbench_track.plugin.tasks.standard_errors import ClusteredValue, standard_error, with_cluster

# Of fewer than 40 films none is left out for the balance of options: all tasks are about the same.
MOVIES = {"sample_entities": 39}
METRICS = ("answer_accuracy", "rationale_accuracy", "hallucination_rate")


def unsteady(**rates):
    """A model that knows half of the entities, so that an entity's answers resemble each other."""
    return SimulatedLM(**{"known": 0.5, "answer": 1, "rationale": 1, "unsure": 0, **rates})


def shown(results, name, metric="answer_accuracy", reading="robust"):
    return results["results"][name][f"{metric}_stderr,{reading}"]


def samples_of(results, names, reading="robust"):
    return [s for name in names for s in results["samples"][name] if s["filter"] == reading]


def reported(samples, metric):
    """The standard error of the report: it sums by entity as it reads lm_eval's files."""
    tally = Tally()
    for sample in json.loads(json.dumps(samples)):
        tally.add(sample)
    return cluster_standard_error(tally.measures[metric].values())


@pytest.fixture(scope="module")
def movies(evaluate):
    return evaluate(unsteady(), ["erbench_movie"], MOVIES)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("reading", ["robust", "paper"])
def test_a_task_and_a_group_have_the_error_of_the_report(movies, metric, reading):
    tasks = ["erbench_movie_bn_yes", "erbench_movie_bn_no", "erbench_movie_mc"]
    for name, members in ({task: [task] for task in tasks} | {"erbench_movie": tasks}).items():
        samples = samples_of(movies, members, reading)
        values = [sample[metric] for sample in samples]
        found = shown(movies, name, metric, reading)
        assert found == pytest.approx(reported(samples, metric)), name
        ordinary = statistics.stdev(values) / math.sqrt(len(values))
        factor = 1 if "bn" in name else 1.3
        assert found >= factor * ordinary - 1e-9, name
    assert movies["groups"]["erbench_movie"] == movies["results"]["erbench_movie"]


def test_the_printed_table_and_the_results_file_have_it(movies):
    error = shown(movies, "erbench_movie_mc")
    table = results_table(movies).replace(" ", "")
    of_task = table[table.index("-MC|") :]
    row = next(line for line in of_task.splitlines() if "|robust|0|answer_accuracy|" in line)
    assert f"|±|{error:.4f}|" in row
    assert json.loads(json.dumps(movies["results"])) == movies["results"]


def test_it_is_the_same_without_samples_and_in_recorded_responses(movies, evaluate, tmp_path):
    without = evaluate(unsteady(), ["erbench_movie"], MOVIES, log_samples=False)
    folder = tmp_path / "model"
    folder.mkdir()
    for task, samples in movies["samples"].items():
        lines = [
            json.dumps({"doc_id": s["doc_id"], "doc": s["doc"], "resps": s["resps"]})
            for s in samples
            if s["filter"] == "robust"
        ]
        (folder / f"samples_{task}_2026-11-20T00-00-00.000000.jsonl").write_text("\n".join(lines))
    recorded = score([folder], "erbench_movie").results
    for name in movies["results"]:
        for metric in METRICS:
            expected = pytest.approx(shown(movies, name, metric))
            assert shown(without, name, metric) == expected
            assert shown(recorded, name, metric) == expected


def test_a_single_entity_has_no_error_and_neither_has_its_group(evaluate):
    results = evaluate(unsteady(), ["erbench_movie"], MOVIES, limit=3)
    assert shown(results, "erbench_movie_mc") == "N/A"
    assert shown(results, "erbench_movie") == "N/A"
    assert isinstance(shown(results, "erbench_movie_bn_yes"), float)
    without = evaluate(unsteady(), ["erbench_movie"], MOVIES, bootstrap_iters=0)
    assert {shown(without, name) for name in without["results"]} == {"N/A"}


def test_a_question_of_track_has_the_error_of_the_report_and_a_fact_is_a_cluster(evaluate):
    model = TrackSimulatedLM(p=0.9, luck=0.3)
    results = evaluate(model, ["track_math_probe", "track_math"], {"question_count": 150})
    samples = results["samples"]["track_math"]
    values = [sample["answer_pass"] for sample in samples]
    ordinary = statistics.stdev(values) / math.sqrt(150)
    facts = [[fact["fact_id"] for fact in sample["doc"]["facts"]] for sample in samples]
    expected = question_standard_error([(1, value) for value in values], facts)
    assert expected > 1.05 * ordinary
    (error,) = (
        value
        for name, value in results["results"]["track_math"].items()
        if name.startswith("answer_pass_stderr,")
    )
    assert error == pytest.approx(expected)
    samples = results["samples"]["track_math_probe"]
    facts = [sample["doc"]["fact_id"] for sample in samples]
    known = [sample["known"] for sample in samples]
    (error,) = (
        value
        for name, value in results["results"]["track_math_probe"].items()
        if name.startswith("known_stderr,")
    )
    assert error == pytest.approx(clustered_standard_error(known, facts))


FOREIGN = {
    "task": "foreign",
    "dataset_path": "json",
    "output_type": "generate_until",
    "test_split": "test",
    "doc_to_text": "{{question}}",
    "doc_to_target": "answer",
    "generation_kwargs": {"until": ["\n"]},
    "filter_list": [{"name": "robust", "filter": [{"function": "take_first"}]}],
    "metric_list": [
        {"metric": "exact_match", "aggregation": "mean", "higher_is_better": True},
    ],
}


class Mixed(SimulatedLM):
    """Answers tasks of others, too."""

    def generate_until(self, requests, disable_tqdm=False):
        ours = [request for request in requests if "entity_id" in request.doc]
        said = iter(super().generate_until(ours))
        return [next(said) if "entity_id" in one.doc else one.doc["guess"] for one in requests]


@pytest.fixture
def mixed(tmp_path):
    """A manager with a group of tasks of ours and of another one, and groups of each."""
    rows = [{"question": f"{n}?", "answer": str(n % 2), "guess": str(n % 3)} for n in range(12)]
    data = tmp_path / "data.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)))

    def write(weight_by_size=True):
        given = {"data_files": {"test": str(data)}, "cache_dir": str(tmp_path / "cache")}
        foreign = {**FOREIGN, "dataset_kwargs": given}
        own = ["erbench_movie_bn_yes", "erbench_movie_mc"]
        shared = {"aggregation": "mean", "weight_by_size": weight_by_size}
        names = ("exact_match", "answer_accuracy")
        listed = [{"metric": name, "filter_list": "robust", **shared} for name in names]
        groups = {"both": [*own, "foreign"], "own": own, "others": ["foreign"]}
        folder = tmp_path / "tasks"
        folder.mkdir()
        (folder / "foreign.yaml").write_text(yaml.safe_dump(foreign))
        for name, members in groups.items():
            group = {"group": name, "task": members, "aggregate_metric_list": listed}
            (folder / f"{name}.yaml").write_text(yaml.safe_dump(group))
        return TaskManager(
            include_defaults=False, include_path=[tasks_dir(), folder], metadata=MOVIES
        )

    return write


def evaluated(manager, group):
    model = Mixed(known=0.5, answer=1, unsure=0)
    return simple_evaluate(model=model, tasks=[group], task_manager=manager, bootstrap_iters=1000)


def test_tasks_and_groups_of_others_are_left_as_they_are(mixed):
    manager = mixed()
    others, both = evaluated(manager, "others"), evaluated(manager, "both")
    values = [sample["exact_match"] for sample in both["samples"]["foreign"]]
    ordinary = statistics.stdev(values) / math.sqrt(len(values))
    assert ordinary > 0
    for results, name in ((others, "others"), (both, "foreign")):
        assert shown(results, name, "exact_match") == pytest.approx(ordinary)
    # The metric is that of the other task alone, or of ours alone.
    assert shown(both, "both", "exact_match") == pytest.approx(ordinary)
    own = samples_of(both, ["erbench_movie_bn_yes", "erbench_movie_mc"])
    assert shown(both, "both") == pytest.approx(reported(own, "answer_accuracy"))


def test_a_mean_over_tasks_of_ours_and_of_others_has_no_error(mixed, monkeypatch):
    manager = mixed()
    found = manager.load(["both"])
    foreign = found["tasks"]["foreign"]
    monkeypatch.setattr(
        foreign, "process_results", lambda doc, _: {"answer_accuracy": float(doc["guess"] == "1")}
    )
    monkeypatch.setattr(foreign, "aggregation", lambda: {"answer_accuracy": mean})
    for task in found["tasks"].values():
        task.set_config("num_fewshot", 0)
    results = evaluate_tasks(Mixed(known=0.5), found, bootstrap_iters=1000)
    assert shown(results, "both") == "N/A"
    assert isinstance(shown(results, "foreign"), float)
    assert isinstance(shown(results, "erbench_movie_mc"), float)


def test_a_group_may_weigh_its_tasks_alike(mixed):
    results = evaluated(mixed(weight_by_size=False), "own")
    binary, choice = (
        {s["doc"]["entity_id"]: [] for s in samples_of(results, ["erbench_movie_bn_yes"])}
        for _ in range(2)
    )
    for name, values in (("erbench_movie_bn_yes", binary), ("erbench_movie_mc", choice)):
        for sample in samples_of(results, [name]):
            values[sample["doc"]["entity_id"]].append(sample["answer_accuracy"])
    by_entity = [
        statistics.fmean([statistics.fmean(binary[entity]), statistics.fmean(choice[entity])])
        for entity in binary
    ]
    ordinary = statistics.stdev(by_entity) / math.sqrt(len(by_entity))
    assert shown(results, "own") == pytest.approx(ordinary)


def test_what_is_no_mean_has_no_error(evaluate):
    """lm_eval draws the median of single questions anew, not of entities."""
    metrics = [{"metric": "answer_accuracy", "aggregation": "median", "higher_is_better": True}]
    member = {"task": "erbench_movie_mc", "metric_list": metrics}
    results = evaluate(unsteady(), [{"group": "medians", "task": [member]}], MOVIES, limit=30)
    assert shown(results, "erbench_movie_mc") == "N/A"
    assert isinstance(shown(results, "erbench_movie_mc", "hallucination_rate"), float)


def test_a_value_is_a_number_and_keeps_its_cluster_from_one_process_to_another():
    value = ClusteredValue(0.5, "movie/1", ("a", "b"))
    sent = pickle.loads(pickle.dumps(value))  # noqa: S301 -- as torch sends our own
    assert (sent, sent.cluster, sent.facts) == (0.5, "movie/1", ("a", "b"))
    assert json.dumps(sent) == "0.5"


def test_values_without_a_cluster_have_no_error():
    assert with_cluster({"a": 1.0}, {"text": "x"}) == {"a": 1.0}
    values = [1.0, *with_cluster({"a": 0.0}, {"id": "x"}).values()]
    assert standard_error([(1.0, values)]) is None
