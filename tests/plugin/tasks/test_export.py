"""Exported task files: what they ask and how they score is what the embedded tasks do."""

import json
import re
import subprocess
import sys

import pytest
import yaml
from generated_folder import generate, write
from hypothesis import given
from hypothesis import strategies as st
from painting_benchmark import works
from typer.testing import CliRunner

from erbench_track.cli.main import app
from erbench_track.core.errors import InputError
from erbench_track.core.suites.task_bases import read_base
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.prompts import PROMPT_COLUMNS
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark
from erbench_track.erbench_tasks.stored.task_names import TaskNames
from erbench_track.erbench_tasks.stored.writer import export as write_folder
from erbench_track.plugin.hook.register import tasks_dir
from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.tasks.export import export_tasks

pytestmark = pytest.mark.long

# What an exported task says of its own, and what only an embedded one has.
OWN = {"task", "dataset_path", "dataset_name", "custom_dataset", "dataset_kwargs", "fewshot_config"}


@pytest.fixture
def generated(toy, tmp_path):
    """A generated benchmark of three question types, two files each."""
    return generate(toy / "benchmark.yaml", tmp_path / "items")


@pytest.fixture(scope="module")
def movie(tmp_path_factory):
    """The embedded movie domain, generated: single-hop, two-hop and knowledge questions."""
    return generate("movie", tmp_path_factory.mktemp("movie") / "items", shards=3)


@pytest.fixture(scope="module")
def movie_tasks(movie):
    target = movie.parent / "tasks"
    export_tasks(GeneratedBenchmark.open(movie), target, prefix="mine")
    return target


@pytest.fixture
def export(generated, tmp_path):
    """Exports the benchmark of cities."""

    def run(folder=generated, **options):
        target = tmp_path / "tasks"
        groups = export_tasks(GeneratedBenchmark.open(folder), target, overwrite=True, **options)
        return groups, {path.stem: read(path) for path in sorted(target.iterdir())}

    return run


class Loader(yaml.SafeLoader):
    """Reads `!function` as the name behind it."""


Loader.add_constructor("!function", lambda loader, node: f"!function {node.value}")


def read(path):
    return yaml.load(path.read_text(), Loader)  # noqa: S506 -- a SafeLoader, above


def manager(folder, **options):
    from lm_eval.tasks import TaskManager

    return TaskManager(include_defaults=False, include_path=str(folder), **options)


def run_lm_eval(tasks, task_manager, model=None, **options):
    from lm_eval import simple_evaluate

    model = model or SimulatedLM(known=0.8, answer=0.7, rationale=0.6, simulation_seed=3)
    return simple_evaluate(
        model=model, tasks=tasks, task_manager=task_manager, bootstrap_iters=100, **options
    )


def test_the_exported_folder_runs_in_lm_eval(generated, tmp_path):
    done = CliRunner().invoke(app, ["export-tasks", str(generated), "-o", str(tmp_path / "tasks")])
    assert done.exit_code == 0
    assert done.stdout == f"lm_eval --include_path {tmp_path / 'tasks'} --tasks erbench_city\n"
    results = run_lm_eval(["erbench_city"], manager(tmp_path / "tasks"))
    assert set(results["results"]) == {
        "erbench_city", "erbench_city_bn_yes", "erbench_city_bn_no", "erbench_city_mc",
    }  # fmt: skip
    group = results["groups"]["erbench_city"]
    parts = {"bn_yes": 3, "bn_no": 3, "mc": 5}
    for metric in ("answer_accuracy", "answer_rationale_accuracy", "hallucination_rate"):
        values = {
            part: results["results"][f"erbench_city_{part}"][f"{metric},robust"] for part in parts
        }
        mean = sum(values[part] * size for part, size in parts.items()) / sum(parts.values())
        assert group[f"{metric},robust"] == pytest.approx(mean)


def test_the_numbers_are_those_of_the_embedded_tasks_on_the_same_items(movie, movie_tasks):
    types = ("bn_yes", "mc", "2hop_no", "known_bn")
    ours = manager(movie_tasks)
    theirs = manager(tasks_dir(), metadata={"dataset": str(movie)})
    exported = run_lm_eval([f"mine_movie_{one}" for one in types], ours, limit=150)["results"]
    embedded = run_lm_eval([f"erbench_movie_{one}" for one in types], theirs, limit=150)["results"]
    for one in types:
        numbers, expected = exported[f"mine_movie_{one}"], embedded[f"erbench_movie_{one}"]
        measured = {name for name in expected if name.endswith(",robust")}
        wanted = "known" if one.startswith("known") else "answer_accuracy"
        assert f"{wanted},robust" in measured
        for name in measured:
            assert numbers[name] == expected[name], (one, name)
        assert {name for name in numbers if name.endswith(",robust")} == measured


@pytest.mark.parametrize(
    ("name", "shots"), [("mine_movie_mc", 8), ("mine_movie_bn_yes", 1), ("mine_movie_known_bn", 2)]
)
def test_demonstrations_that_there_are_not_are_refused_and_never_drawn_from_the_items(
    movie_tasks, name, shots
):
    told = rf"^--num_fewshot {shots}: {name} has no demonstrations; leave it out, or use"
    with pytest.raises(InputError, match=told):
        run_lm_eval([name], manager(movie_tasks), limit=2, num_fewshot=shots)
    results = run_lm_eval([name], manager(movie_tasks), limit=2, num_fewshot=0)
    assert results["n-shot"][name] == 0


def test_demonstrations_that_are_written_into_an_exported_file_are_shown(movie_tasks, tmp_path):
    config = (movie_tasks / "mine_movie_bn_yes.yaml").read_text()
    shown = """
fewshot_config:
  sampler: first_n
  samples:
    - {question: Is it?, answer: "Yes, it is."}
    - {question: Is it not?, answer: "No, it is not."}
"""
    (tmp_path / "shown.yaml").write_text(config + shown)
    results = run_lm_eval(["mine_movie_bn_yes"], manager(tmp_path), limit=2, num_fewshot=2)
    for sample in results["samples"]["mine_movie_bn_yes"]:
        prompt = sample["arguments"][0][0]
        assert "Q: Is it?\nA: Yes, it is.\n\nQ: Is it not?\nA: No, it is not.\n\nQ: " in prompt


@pytest.fixture(scope="module")
def works_tasks(tmp_path_factory):
    """Tasks of a benchmark that has demonstrations."""
    folder = tmp_path_factory.mktemp("works")
    write_folder(works(folder, 200), folder / "items")
    export_tasks(GeneratedBenchmark.open(folder / "items"), folder / "tasks")
    return folder / "tasks"


def test_an_exported_task_shows_demonstrations_with_their_rationale(works_tasks):
    names = [f"erbench_works_{kind}" for kind in ("bn_yes", "mc", "2hop_no")]
    results = run_lm_eval(names, manager(works_tasks), limit=2, num_fewshot=3)
    prompts = {name: results["samples"][name][0]["arguments"][0][0] for name in names}
    answers = re.findall(r"\nA: (.*)", prompts[names[0]])
    assert [answer.partition(" ")[0] for answer in answers] == ["Yes.", "No.", "Yes."]
    assert all(re.fullmatch(r"\w+\. The painter is Painter [A-Z]\d+\.", text) for text in answers)
    assert len(re.findall(r"\nA: Option \d: .*\. The (museum|painter) is ", prompts[names[1]])) == 3
    assert len(re.findall(r" The painter is .*\. The birth year is \d+\.", prompts[names[2]])) == 3


def test_more_demonstrations_than_there_are_is_said_for_each_task(works_tasks, caplog):
    name = "erbench_works_bn_no"
    results = run_lm_eval([name], manager(works_tasks), limit=2, num_fewshot=9)
    told = f"{name}: --num_fewshot 9: it has 8 demonstrations, and all 8 are shown"
    assert caplog.text.count(told) == 1
    assert results["configs"][name]["metadata"]["warnings"] == [told]


def test_the_option_none_of_the_above_is_not_added_to_questions_that_exist(movie_tasks):
    told = "^--metadata: nota: the questions of these tasks exist already; generate others with"
    with pytest.raises(InputError, match=told):
        run_lm_eval(["mine_movie_mc"], manager(movie_tasks, metadata={"nota": 0.5}), limit=2)


def test_settings_of_documents_that_an_exported_task_cannot_take_are_named(movie_tasks, caplog):
    given = {"sample_entities": 2, "judge": "lexical"}
    run_lm_eval(["mine_movie_mc"], manager(movie_tasks, metadata=given), limit=2)
    assert caplog.text.count("no task of this run takes it") == 1
    assert "--metadata: sample_entities: no task of this run takes it" in caplog.text


def said(task):
    """Returns a task's configuration, without where it and its items come from."""
    config = {key: value for key, value in task.dump_config().items() if key not in OWN}
    said = {name: value for name, value in config["metadata"].items() if name != "config_source"}
    return config | {"metadata": said}


def test_an_exported_task_says_what_its_embedded_one_says(movie_tasks, tasks):
    exported = manager(movie_tasks)
    names = sorted(exported.all_subtasks)
    assert len(names) == 9
    for name in names:
        twin = name.replace("mine_", "erbench_")
        ours = exported.load([name])["tasks"][name]
        theirs = tasks.load([twin])["tasks"][twin]
        assert said(ours) == said(theirs), name
        doc = theirs.eval_docs[0]
        assert ours.fewshot_context(doc, 0) == theirs.fewshot_context(doc, 0)
        assert list(ours.eval_docs.remove_columns(PROMPT_COLUMNS)) == list(theirs.eval_docs)


def test_the_group_of_its_own_name_has_every_question_of_the_papers_kinds(movie_tasks):
    exported = manager(movie_tasks)
    assert set(exported.all_groups) == {"mine_movie", "mine_movie_2hop", "mine_movie_altered"}
    types = ("bn_yes", "bn_no", "mc", "2hop_yes", "2hop_no")
    loaded = exported.load(["mine_movie"])
    assert set(loaded["tasks"]) == {f"mine_movie_{one}" for one in types}
    chains = yaml.safe_load((movie_tasks / "mine_movie_2hop.yaml").read_text())
    expected = yaml.safe_load((tasks_dir() / "erbench" / "erbench_movie_2hop.yaml").read_text())
    assert json.loads(json.dumps(chains).replace("mine_", "erbench_")) == expected


def test_the_mean_of_the_group_is_that_of_all_its_questions(movie_tasks):
    results = run_lm_eval(["mine_movie"], manager(movie_tasks), limit=40)
    types = ("bn_yes", "bn_no", "mc", "2hop_yes", "2hop_no")
    for metric in ("answer_accuracy,robust", "rationale_accuracy,robust"):
        values = [results["results"][f"mine_movie_{one}"][metric] for one in types]
        assert results["groups"]["mine_movie"][metric] == pytest.approx(sum(values) / len(values))
    hop = "rationale_accuracy_hop2,robust"
    assert results["groups"]["mine_movie"][hop] == results["groups"]["mine_movie_2hop"][hop]


def test_always_yes_is_right_half_of_the_time_beside_false_premises(movie_tasks):
    always = AlwaysYes(known=1, answer=1, rationale=1)
    results = run_lm_eval(["mine_movie_altered"], manager(movie_tasks), always, limit=100)
    accuracy = {name: found["answer_accuracy,robust"] for name, found in results["results"].items()}
    assert accuracy == {
        "mine_movie_altered": 0.5, "mine_movie_bn_yes": 1, "mine_movie_bn_altered": 0
    }  # fmt: skip
    # Nothing has to be said beside no, so that there is no wrong rationale.
    assert "rationale_accuracy,robust" not in results["results"]["mine_movie_bn_altered"]


class AlwaysYes(SimulatedLM):
    def _respond(self, doc, repeat=0):
        return "Yes, there is."


def test_tasks_are_called_by_the_number_of_hops(tmp_path, export):
    folder = generate("soccer", tmp_path / "soccer", name="football")
    groups, files = export(folder)
    assert groups == ["erbench_football", "erbench_football_altered"]
    task = files["erbench_football_3hop_yes"]
    assert (task["dataset_name"], task["metric_list"]) == (
        "mh_yes", read_base("_metrics_3hop")["metric_list"],
    )  # fmt: skip
    assert files["erbench_football_3hop_no"]["dataset_name"] == "mh_no"


def with_hops(items, lengths):
    """Makes items multi-hop, with chains of the lengths given in turn."""
    import dataclasses

    for number, item in enumerate(items):
        chain = "; ".join(["a -> b"] * lengths[number % len(lengths)])
        for name in ("mh_yes", "mh_no"):
            yield dataclasses.replace(item, question_type=name, options=(), fd=chain, id="")


def test_chains_of_several_lengths_share_a_task_with_the_measures_of_the_longest(
    toy, tmp_path, export
):
    items = list(Benchmark.open(toy / "benchmark.yaml").items())
    groups, files = export(write(tmp_path / "mixed", with_hops(items, (2, 4))))
    assert groups == ["erbench_city"]
    assert set(files) == {"erbench_city", "erbench_city_mh_yes", "erbench_city_mh_no"}
    metrics = [metric["metric"] for metric in files["erbench_city_mh_no"]["metric_list"]]
    assert len(metrics) == len(set(metrics)) == 12 + 4 + 4 + 3 + 3
    assert {"rationale_accuracy_hop4", "rationale_given_not_previous_hop4"} <= set(metrics)
    _, files = export(write(tmp_path / "five", with_hops(items, (5,))))
    assert "erbench_city_5hop_yes" in files


def test_a_benchmark_with_passages_is_asked_with_and_without_them(toy, tmp_path, export):
    folder = generate(toy / "benchmark.yaml", tmp_path / "ka", passages=True)
    groups, files = export(folder)
    assert groups == ["erbench_city", "erbench_city_ka"]
    assert [member["task"] for member in files["erbench_city_ka"]["task"]] == [
        "erbench_city_bn_yes_ka", "erbench_city_bn_no_ka", "erbench_city_mc_ka",
    ]  # fmt: skip
    augmented, plain = files["erbench_city_mc_ka"], files["erbench_city_mc"]
    assert "{{context}}" in augmented["doc_to_text"]
    assert "{{context}}" not in plain["doc_to_text"]
    assert augmented["dataset_name"] == plain["dataset_name"] == "mc"
    assert augmented["description"] == read_base("_multiple_choice_ka")["description"]


def test_questions_about_knowledge_alone_make_the_group(toy, tmp_path, export):
    import dataclasses

    items = Benchmark.open(toy / "benchmark.yaml").items()
    known = [dataclasses.replace(item, question_type="known_bn", id="") for item in items]
    groups, files = export(write(tmp_path / "known", known))
    assert groups == ["erbench_city"]
    assert [metric["metric"] for metric in files["erbench_city"]["aggregate_metric_list"]] == [
        "unreadable_rate", "truncated_rate", "known", "known_unless_no", "simulated",
    ]  # fmt: skip


def test_a_name_of_an_embedded_task_needs_a_prefix(toy, tmp_path, export):
    for number, name in enumerate(("movie", "Movie!", "movie known", "soccer")):
        folder = generate(toy / "benchmark.yaml", tmp_path / str(number), name=name)
        with pytest.raises(InputError, match=r"is an embedded task; give a --prefix other than"):
            export(folder)
        assert not (tmp_path / "tasks").exists()
    groups, files = export(folder, prefix="mine")
    assert groups == ["mine_soccer"]
    assert "mine_soccer_bn_no" in files
    with pytest.raises(InputError, match="--prefix: 'a b'"):
        export(folder, prefix="a b")


def record_of(name):
    return Manifest(
        name=name, version="", engine="", fingerprint="", seed=0, spec="", tables={},
        functional_dependencies={}, question_types={},
    )  # fmt: skip


@given(st.text(), st.sampled_from("aZ0\u00e4\u4e2d"))
def test_any_name_with_a_letter_becomes_a_name_of_a_task_and_of_a_file(text, letter):
    made = TaskNames.of(record_of(letter + text)).task("bn_yes")
    assert re.fullmatch(r"erbench_\w+_bn_yes", made)
    assert len(f"samples_{made}_2026-01-01T00-00-00.000000.jsonl".encode()) < 255


@pytest.mark.parametrize("name", ["---", " ", "___", "\u2603"])
def test_a_name_without_a_letter_is_refused(name):
    with pytest.raises(InputError, match="no letter or digit"):
        TaskNames.of(record_of(name))


def test_the_dataset_may_be_a_folder_or_on_the_hub(generated, tmp_path, export, monkeypatch):
    def paths(**options):
        _, files = export(**options)
        return {task["dataset_path"] for task in files.values() if "dataset_path" in task}

    assert paths() == {str(generated)}
    assert paths(dataset="user/city") == {"user/city"}
    monkeypatch.chdir(tmp_path)
    assert paths(dataset="items") == {"items"}
    with pytest.raises(InputError, match=r"--dataset: 'nowhere' is not of the form USER/NAME"):
        paths(dataset="nowhere")


def test_an_existing_folder_is_kept_unless_it_may_be_replaced(generated, tmp_path):
    target = tmp_path / "tasks"
    target.mkdir()
    (target / "mine.yaml").write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        export_tasks(GeneratedBenchmark.open(generated), target)
    assert [path.name for path in target.iterdir()] == ["mine.yaml"]


def test_a_damaged_benchmark_is_not_exported(generated, tmp_path):
    (generated / "mc" / "test-00001-of-00002.parquet").unlink()
    done = CliRunner().invoke(app, ["export-tasks", str(generated), "-o", str(tmp_path / "tasks")])
    assert isinstance(done.exception, InputError)
    assert not (tmp_path / "tasks").exists()


def test_recorded_responses_are_scored_with_the_exported_tasks(generated, tmp_path, command):
    from erbench_track.plugin.scoring import scoring

    tasks = tmp_path / "tasks"
    export_tasks(GeneratedBenchmark.open(generated), tasks)
    results = run_lm_eval(["erbench_city_mc"], manager(tasks), log_samples=True)
    path = tmp_path / "samples_erbench_city_mc_2026-01-01T00-00-00.000000.jsonl"
    lines = (json.dumps(one, default=str) for one in results["samples"]["erbench_city_mc"])
    path.write_text("\n".join(lines))
    scored = scoring.score([path], "erbench_city_mc", include_path=tasks).results["results"]
    measured = [name for name in scored["erbench_city_mc"] if name.endswith(",robust")]
    assert len(measured) == 20  # each with its standard error
    for name in measured:
        expected = results["results"]["erbench_city_mc"][name]
        assert scored["erbench_city_mc"][name] == expected, name
    options = ("--include_path", tasks, "--task", "erbench_city", "-o", tmp_path / "scored")
    code, out, err = command("score", path, *options)
    assert code == 0, err
    assert "erbench_city_mc" in out


def test_recorded_responses_of_tasks_with_demonstrations_are_scored(works_tasks, tmp_path):
    from erbench_track.plugin.scoring import scoring

    name = "erbench_works_bn_yes"
    assert read(works_tasks / f"{name}.yaml")["fewshot_split"] == "fewshot"
    results = run_lm_eval([name], manager(works_tasks), log_samples=True, limit=5)
    path = tmp_path / f"samples_{name}_2026-01-01T00-00-00.000000.jsonl"
    path.write_text("\n".join(json.dumps(one, default=str) for one in results["samples"][name]))
    scored = scoring.score([path], name, include_path=works_tasks).results["results"][name]
    expected = results["results"][name]["answer_accuracy,robust"]
    assert scored["answer_accuracy,robust"] == expected


@pytest.mark.slow
def test_lm_eval_runs_the_tasks_of_a_dataset_on_the_hub(generated, tmp_path, hub_environment):
    """In a process of its own: where the Hub is, is read once."""

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            env=hub_environment, capture_output=True, text=True, timeout=180,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    tool = ("-m", "erbench_track.cli")
    named = ("--repo-id", "user/city", "--license", "mit")
    run(*tool, "publish", str(generated), *named)
    tasks = str(tmp_path / "tasks")
    run(*tool, "export-tasks", str(generated), "-o", tasks, "--dataset", "user/city")
    code = (
        "import sys, json\n"
        "from lm_eval import simple_evaluate\n"
        "from lm_eval.tasks import TaskManager\n"
        "from erbench_track.plugin.models.simulated import SimulatedLM\n"
        "manager = TaskManager(include_defaults=False, include_path=sys.argv[1])\n"
        "model = SimulatedLM(known=1, answer=1, rationale=1, unsure=0)\n"
        "done = simple_evaluate(model=model, tasks=['erbench_city'], task_manager=manager)\n"
        "print(json.dumps(done['groups']['erbench_city']))\n"
    )
    group = json.loads(run("-c", code, tasks).splitlines()[-1])
    assert group["answer_rationale_accuracy,robust"] == 1.0
    assert group["sample_len"] == 11
