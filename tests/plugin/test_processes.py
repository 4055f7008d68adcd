"""One process and many give the same results: documents, filters, judging, sandbox, study."""

import json
import os
import pickle
import re
import subprocess
import sys

import pytest

from erbench_track.filters.judge.protocol import added_up
from erbench_track.filters.sandbox.bubblewrap import is_missing
from erbench_track.plugin.compat import new_request
from erbench_track.plugin.study.stage_run import ResponseJournal, journaled
from erbench_track.plugin.tasks.task_classes import Unmeasured, _without_placeholders

# Each process leaves the first question unjudged, so that of three processes the first one has
# no value of Answer Pass; a task with two questions leaves the third process without a document.
RUN = """
import json, sys
from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager
from erbench_track.filters.judge import lexical
from erbench_track.filters.judge.protocol import Verdict
from erbench_track.plugin.hook.register import register, tasks_dir
register()
verdicts, first = lexical._verdicts, []
def unjudged(request):
    if getattr(request, "question", "") == QUESTION:
        return tuple(Verdict(None, "left out") for _ in verdicts(request))
    return verdicts(request)
from erbench_track.track_tasks.scenarios import embedded_questions
QUESTION = embedded_questions("wiki", 40)[0].question
lexical._verdicts = unjudged
found = {}
for tasks, limit in json.loads(sys.argv[2]):
    manager = TaskManager(
        include_defaults=False, include_path=tasks_dir(), metadata={"question_count": 40}
    )
    results = simple_evaluate(
        model="track-simulated" if tasks[0].startswith("track") else "erbench-simulated",
        model_args="p=0.6,r=0.8" if tasks[0].startswith("track") else "known=0.7",
        tasks=tasks, limit=limit, task_manager=manager, confirm_run_unsafe_code=True,
    )
    if results is not None:
        kept = ("doc_id", "resps", "filtered_resps", "metrics")
        for task, samples in results["samples"].items():
            found[f"{task} {limit}"] = {
                "samples": [{name: sample[name] for name in kept} for sample in samples],
                "results": results["results"][task],
                "groups": results.get("groups", {}),
                "judged_by": results["configs"][task]["metadata"].get("judged_by"),
            }
if found:
    json.dump(found, open(sys.argv[1], "w"), default=str)
"""


def launched(count, *command, cwd=None):
    launch = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node", str(count)]
    done = subprocess.run(
        [sys.executable, *(launch if count > 1 else []), *map(str, command)],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=300,
        check=False,
        cwd=cwd,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done


def without_padding(samples):
    """Samples with the responses that count: lm_eval pads a process's last request with more."""
    return [{**sample, "resps": sample["resps"][0][:1]} for sample in samples]


def floats(results):
    return {name: value for name, value in results.items() if isinstance(value, float)}


@pytest.mark.slow
def test_three_processes_find_what_one_finds_also_without_a_document_or_a_verdict(tmp_path):
    tasks = [(["track_wiki"], 2), (["track_wiki", "track_wiki_probe"], 3)]
    tasks += [(["erbench_movie_2hop_yes"], 2), (["erbench_movie"], 41)]
    if not is_missing():
        tasks += [(["track_code"], 5)]
    script = tmp_path / "run.py"
    script.write_text(RUN)
    found = []
    for count in (1, 3):
        launched(count, script, tmp_path / f"{count}.json", json.dumps(tasks))
        found.append(json.loads((tmp_path / f"{count}.json").read_text()))
    one, three = found
    assert one.keys() == three.keys()
    assert len(one) == 3 + 1 + 3 + bool(not is_missing())
    for name in one:
        samples = [without_padding(of[name]["samples"]) for of in found]
        assert samples[0] == samples[1], name
        numbers = [floats(of[name]["results"]) for of in found]
        assert numbers[1] == pytest.approx(numbers[0], rel=1e-12), name
        assert numbers[0]
    groups = [floats(of["erbench_movie_mc 41"]["groups"]["erbench_movie"]) for of in found]
    assert groups[0] == pytest.approx(groups[1], rel=1e-12)
    assert groups[0]["answer_accuracy_stderr,robust"] > 0
    judged = [of["track_wiki 3"]["judged_by"] for of in found]
    assert judged[0] == judged[1]
    assert judged[0]["unjudged"] > 0
    assert one["track_wiki 3"]["results"]["unjudged,track"] == pytest.approx(1 / 3)


@pytest.mark.slow
def test_the_study_ends_with_the_same_gaps_and_tables_with_two_processes(tmp_path):
    for count in (1, 2):
        arguments = "--model track-simulated --model_args p=0.5,q=0.7 --questions 21 --kas 1,10"
        command = ("-m", "erbench_track.cli", "track", *arguments.split(), "-o", "run")
        (tmp_path / str(count)).mkdir()
        done = launched(count, *command, cwd=tmp_path / str(count))
        assert done.stdout.count("report.html") == 1
        assert done.stderr.count("wiki_append_kas10") == 1
    one, two = tmp_path / "1" / "run", tmp_path / "2" / "run"
    gaps = "gaps/wiki.parquet"
    assert (one / gaps).read_bytes() == (two / gaps).read_bytes()
    tables = [path.name for path in (one / "report").iterdir() if path.suffix in (".md", ".csv")]
    assert len(tables) > 5
    for name in tables:
        written = [(run / "report" / name).read_text() for run in (one, two)]
        # When each stage ran is all that differs.
        first, second = (re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "", text) for text in written)
        assert first == second


def test_a_model_that_shares_no_documents_is_not_run_several_times(refused, monkeypatch, tmp_path):
    from erbench_track.plugin.study import models

    class Alone:
        world_size = 1

    monkeypatch.setenv("WORLD_SIZE", "2")
    monkeypatch.setattr(models.ModelShelf, "get", lambda *_: Alone())
    told = refused("track", "--model", "hf", "-o", tmp_path / "run")
    assert "shares no documents over 2 processes" in told


def test_a_missing_value_takes_no_part_in_a_mean_and_stands_in_no_sample():
    gone = pickle.loads(pickle.dumps(Unmeasured()))  # noqa: S301 -- as between processes
    assert isinstance(gone, Unmeasured)
    samples = [
        {"doc_id": 2, "filter": "f", "metrics": ["a", "b"], "a": 1.0, "b": gone},
        {"doc_id": 0, "filter": "f", "metrics": ["a", "b"], "a": gone, "b": gone},
        {"doc_id": 1, "filter": "f", "metrics": ["a", "b"], "a": 0.0, "b": gone},
    ]
    metrics, kept = _without_placeholders({"a": [1.0, gone, 0.0], "b": [gone]}, samples)
    assert metrics == {"a": [1.0, 0.0]}
    assert kept == [
        {"doc_id": 1, "filter": "f", "metrics": ["a"], "a": 0.0},
        {"doc_id": 2, "filter": "f", "metrics": ["a"], "a": 1.0},
    ]


def test_what_judges_count_adds_up_and_their_settings_do_not():
    record = {"judge": "lexical", "rules_version": 3, "verdicts": 5, "cost": 0.5}
    total = added_up([record, {**record, "verdicts": 7}])
    assert total == {"judge": "lexical", "rules_version": 3, "verdicts": 12, "cost": 1.0}
    assert added_up([{"cost": None}, {"cost": None}]) == {"cost": None}


class Together:
    """A model whose processes work together, so that each must be asked once."""

    is_collective = True
    cache_hook = None

    def __init__(self):
        self.calls = []

    def generate_until(self, requests):
        self.calls.append(len(requests))
        return [f"to {request.args[0]}" for request in requests]

    def set_cache_hook(self, hook):
        self.cache_hook = hook


def request(prompt):
    return new_request(prompt, {})


def test_a_journal_has_the_responses_that_other_processes_recorded(tmp_path):
    mine, other = tmp_path / "responses.rank0.jsonl", tmp_path / "responses.rank1.jsonl"
    journal = ResponseJournal(other)
    journal.add_partial("generate_until", ("a", {}), "recorded")
    model = Together()
    with journaled(model, mine, [mine, other]):
        given = model.generate_until([request("a"), request("b")])
    assert given == ["recorded", "to b"]
    assert model.calls == [1]


def test_processes_that_work_together_are_asked_once_also_for_nothing(tmp_path):
    model = Together()
    with journaled(model, tmp_path / "responses.rank0.jsonl"):
        assert model.generate_until([]) == []
        model.generate_until([request(str(number)) for number in range(3000)])
    assert model.calls == [0, 3000]
