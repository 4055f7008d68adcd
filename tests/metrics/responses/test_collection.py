"""One pass over the samples of a report."""

import base64
import gzip
import json

import pytest
from explored_runs import film, scored, two_models, write_run
from report_page import sample

from erbench_track.filters.erbench import KnowledgeFilter
from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.erbench import process_knowledge_results
from erbench_track.metrics.report.runs import read_both, read_models
from erbench_track.metrics.responses.collection import explore


def unpacked(explorer, name):
    return json.loads(gzip.decompress(base64.b64decode(explorer.parts[name])))


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    two_models(folder)
    return folder


def test_outcomes_are_counted_for_each_model_and_task_and_sum_to_the_tables_rates(runs):
    models = read_models([runs])
    explorer = explore(models, said)
    assert [task.name for task in explorer.tasks] == ["erbench_movie_bn_no", "erbench_movie_mc"]
    for model in models:
        for run in model.runs:
            (task,) = (task for task in explorer.tasks if task.name == run.name)
            counts = task.counts[model.label]
            assert counts.total() == run.samples
            hallucinated = sum(total for _, total in run.clusters("hallucination_rate", None))
            assert counts["hallucinated"] + counts["wrong_names_value"] == hallucinated


def test_a_question_that_two_models_were_asked_is_stored_once(runs):
    explorer = explore(read_models([runs]), said)
    items, first, second = (unpacked(explorer, name) for name in ("items", "model0", "model1"))
    assert len(items) == len(first) == len(second) == 60
    assert {row[0] for row in first} == {row[0] for row in second} == set(range(60))
    assert [item["quarter"] for item in items[:30]] == [0] * 7 + [1] * 8 + [2] * 7 + [3] * 8


def test_questions_of_one_name_with_other_options_are_two(tmp_path):
    for model in ("a", "b"):
        doc = film(1, "mc")
        doc["options"][1] = f"It is by {model}."
        write_run(tmp_path, model, "erbench_movie_mc", scored(doc, "Option 1.", 1))
    items = unpacked(explore(read_models([tmp_path]), said), "items")
    assert [item["options"][1] for item in items] == ["It is by a.", "It is by b."]


def test_two_readings_of_a_model_share_its_responses(runs):
    explorer = explore(read_both([runs]), said)
    shown = [(model.label, model.source, model.is_other) for model in explorer.models]
    assert sorted(shown) == [
        ("careful", 0, False),
        ("careful (PAPER'S READING)", 0, True),
        ("careless", 1, False),
        ("careless (PAPER'S READING)", 1, True),
    ]
    assert set(explorer.parts) == {"items", "model0", "model1"}
    counts = explorer.tasks[0].counts
    assert counts["careless"]["wrong_names_value"] == 0
    assert counts["careless (PAPER'S READING)"]["wrong_names_value"] == 6
    assert explorer.differing == 6


def test_the_paper_may_be_the_first_reading(runs):
    explorer = explore(read_models([runs], "paper"), said)
    (label,) = (model.label for model in explorer.models if model.label.startswith("careless"))
    assert explorer.tasks[0].counts[label]["wrong_names_value"] == 6
    assert explorer.models[0].reading == "paper"


def test_entities_that_are_known_are_marked_for_each_model_and_for_all(runs):
    models = read_models([runs])
    subject = ("movie", "bn")
    known = {"careful": range(25), "careless": range(5, 30)}
    for model in models:
        model.known = {subject: frozenset(map(str, known[model.name]))}
    explorer = explore(models, said)
    scopes = [row[3].get("known_entity", 0) for row in unpacked(explorer, "model0")]
    assert scopes == [1] * 5 + [2] * 20 + [0] * 5 + [0] * 30


def test_without_samples_there_are_figures_only(runs):
    explorer = explore(read_models([runs]), None)
    assert not explorer.has_samples
    assert explorer.script == ""
    assert explorer.tasks[0].counts["careful"]["right"] == 30


def test_samples_of_before_there_were_readings_have_one(tmp_path):
    lines = [{**sample(number), "doc_id": number} for number in range(3)]
    for line in lines:
        del line["filter"], line["resps"]
    write_run(tmp_path, "old", "erbench_movie_bn_yes", lines)
    explorer = explore(read_models([tmp_path]), said)
    assert [row[1:] for row in unpacked(explorer, "model0")] == [[0, -1, {}]] * 3
    assert explorer.differing == 0


def test_names_with_halves_of_pairs_are_the_same_in_the_data_and_in_links(tmp_path):
    write_run(tmp_path, "m", "erbench_movie_bn_no", scored(film(1), "No.", 1))
    models = read_models([tmp_path])
    models[0].name = "half \ud800"
    assert '"label":"half ?"' in str(explore(models, said).data)


def test_questions_of_what_is_known_have_outcomes_of_their_own(tmp_path):
    lines = []
    for number, text in enumerate(["Yes.", "No.", "Yes, I know it."]):
        for reading in ("robust", "paper"):
            (found,) = KnowledgeFilter(reading).apply([[text]], [film(number)])
            line = {"doc_id": number, "doc": film(number), "resps": [[text]], "filter": reading}
            measures = process_knowledge_results(film(number), [found])
            lines.append({**line, "filtered_resps": [found], **measures})
    write_run(tmp_path, "m", "erbench_movie_known_bn", lines)
    explorer = explore(read_models([tmp_path]), said)
    assert explorer.tasks[0].counts["m"] == {"known": 2, "unknown": 1}
    assert (explorer.tasks[0].group, explorer.tasks[0].label) == ("Movie", "known bn")


def test_a_run_of_before_there_were_readings_counts_once_where_both_are_shown(tmp_path):
    lines = [{**sample(number), "doc_id": number} for number in range(3)]
    for line in lines:
        del line["filter"]
    write_run(tmp_path, "old", "erbench_movie_bn_yes", lines)
    (task,) = explore(read_both([tmp_path]), said).tasks
    assert {label: counts.total() for label, counts in task.counts.items()} == {
        "old (PAPER'S READING)": 3
    }
