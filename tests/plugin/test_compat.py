"""What is used of lm_eval beyond its documentation is there, or is missed in one clear line."""

import ast
import inspect
import json
import math
import os
import re
import subprocess
import sys
import zipfile
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import lm_eval
import pytest
from lm_eval import evaluator
from lm_eval.api.instance import Instance
from lm_eval.api.task import ConfigurableTask
from lm_eval.models.api_models import TemplateAPI
from lm_eval.models.huggingface import HFLM
from lm_eval.tasks import TaskManager
from packaging.specifiers import SpecifierSet

from erbench_track.core.errors import InputError
from erbench_track.plugin import compat
from erbench_track.plugin.compat import Internal
from erbench_track.plugin.hook.register import FILTERS, MODELS, register_or_warn
from erbench_track.plugin.scoring.recorded import RecordedDocs
from erbench_track.plugin.tasks.task_classes import (
    DistributedTask,
    ErbenchTask,
    TrackTask,
    Unmeasured,
)

ROOT = Path(__file__).parent.parent.parent
FOLDERS = (
    "core",
    "templates",
    "filters",
    "metrics",
    "erbench_tasks",
    "track_tasks",
    "plugin",
    "cli",
)
REMEDY = "install that (pip install 'lm-eval==0.4.13') or a newer erbench-track"


in_0_4 = pytest.mark.skipif(
    hasattr(ConfigurableTask, "process_instances"), reason="0.5 gathers values in another way"
)


@pytest.fixture
def other_version(monkeypatch):
    monkeypatch.setattr(lm_eval, "__version__", "9.8.7")


@pytest.mark.parametrize("internal", Internal, ids=lambda internal: internal.name)
def test_the_installed_lm_eval_has_it(internal):
    assert internal.find() is not None


def test_each_name_is_listed_once_and_used():
    paths = [internal.path for internal in Internal]
    assert len(paths) == len(set(paths)) == len(Internal.__members__)
    source = inspect.getsource(compat)
    assert [name for name in Internal.__members__ if f"Internal.{name}" not in source] == []


@pytest.mark.usefixtures("other_version")
@pytest.mark.parametrize(
    ("internal", "holder", "name"),
    [
        (Internal.AVERAGE, "lm_eval.evaluator", "_process_results"),
        (Internal.DETECT_BATCH_SIZE, "lm_eval.models.huggingface:HFLM", "_detect_batch_size"),
        (Internal.TABLE, "lm_eval.utils", "make_table"),
    ],
)
def test_a_name_that_is_missing_is_one_line_with_the_version_and_the_remedy(
    monkeypatch, internal, holder, name
):
    module, _, kind = holder.partition(":")
    owner = import_module(module)
    monkeypatch.delattr(getattr(owner, kind) if kind else owner, name)
    with pytest.raises(InputError) as raised:
        internal.find()
    message = str(raised.value)
    assert message.startswith(f"lm_eval 9.8.7 has no {holder.replace(':', '.')}.{name}, needed to")
    assert "written for lm_eval 0.4.13" in message
    assert message.endswith(REMEDY)
    assert "\n" not in message


def test_evaluations_of_one_process_ask_once_what_is_installed(monkeypatch, tmp_path):
    asked = []

    def add(found):
        asked.append(Path.cwd())
        found["git"] = str(Path.cwd())

    monkeypatch.setattr(lm_eval.loggers.utils, "add_env_info", add)
    compat._environment.cache_clear()
    for folder in (tmp_path, tmp_path, tmp_path.parent):
        monkeypatch.chdir(folder)
        with compat.environment_asked_once():
            evaluator.add_env_info(results := {"results": {}})
        assert results == {"results": {}, "git": str(folder)}
    assert asked == [tmp_path, tmp_path.parent]  # whose commits may differ
    assert evaluator.add_env_info is not compat._add_environment
    compat._environment.cache_clear()


def test_a_package_that_lm_eval_itself_misses_is_not_blamed_on_its_version(monkeypatch):
    def fail(_):
        raise ModuleNotFoundError("No module named 'tenacity'", name="tenacity")

    monkeypatch.setattr(compat, "import_module", fail)
    with pytest.raises(ModuleNotFoundError, match="tenacity"):
        Internal.ENDPOINT.find()


def test_the_start_up_hook_waits_for_the_module_that_is_extended():
    module, _, _ = Internal.SEARCH_PATH.path.partition(":")
    source = (ROOT / "plugin" / "hook" / "startup.py").read_text(encoding="utf-8")
    assert f'_WAITS_FOR = "{module}"' in source


def test_the_package_asks_for_every_version_that_was_tried_and_for_none_that_is_refused():
    asked = re.findall(r'"lm-eval(?:\[api\])?([<>=][^"]+)"', (ROOT / "pyproject.toml").read_text())
    (wanted,) = map(SpecifierSet, asked)
    assert all(wanted.contains(version, prereleases=True) for version in compat.TRIED)
    assert not wanted.contains(compat.REFUSED_FROM, prereleases=True)


@pytest.mark.parametrize("version", [compat.REFUSED_FROM, "0.6.0.dev3", "9.8.7", "main"])
def test_an_lm_eval_newer_than_what_was_tried_is_refused_in_one_line(monkeypatch, version):
    monkeypatch.setattr(lm_eval, "__version__", version)
    with pytest.raises(InputError, match=rf"^lm_eval {version} is newer than what") as raised:
        compat.check_version()
    assert str(raised.value).endswith(REMEDY)
    assert "\n" not in str(raised.value)


def test_an_lm_eval_that_was_never_tried_is_warned_about_and_one_that_was_is_not(
    monkeypatch, caplog
):
    monkeypatch.setattr(lm_eval, "__version__", compat.WRITTEN_FOR)
    compat.check_version()
    assert caplog.messages == []
    monkeypatch.setattr(lm_eval, "__version__", "0.4.99")
    compat.check_version()
    (line,) = caplog.messages
    assert line.startswith("lm_eval 0.4.99 was never tried with this erbench-track; it was with")


@pytest.mark.usefixtures("other_version")
def test_an_lm_eval_without_a_class_of_tasks_that_generate_text_is_not_registered_with(
    monkeypatch,
):
    monkeypatch.setattr(ConfigurableTask, "process_instances", lambda _: None, raising=False)
    monkeypatch.setattr(ConfigurableTask, "_registry", {}, raising=False)
    with pytest.warns(UserWarning, match="lm_eval 9.8.7 has no class of tasks that generate"):
        register_or_warn()


def test_a_task_manager_without_an_include_path_is_refused(monkeypatch, tmp_path):
    init = TaskManager.__init__
    monkeypatch.setattr(TaskManager, "__init__", lambda self, folders: None)
    with pytest.raises(InputError, match=r"has a TaskManager\(self, folders\) without"):
        compat.search_for_tasks(tmp_path, "erbench")
    monkeypatch.undo()
    assert TaskManager.__init__ is init


def test_a_hugging_face_model_without_an_attribute_is_refused():
    with pytest.raises(InputError, match="has a model hf without batch_size, needed"):
        compat.is_hugging_face(HFLM.__new__(HFLM))
    assert not compat.is_hugging_face(SimpleNamespace())


def test_an_endpoint_that_keeps_its_seed_elsewhere_is_refused():
    class Endpoint(TemplateAPI):
        __init__ = _create_payload = parse_generations = parse_logprobs = lambda self: None

    endpoint = Endpoint()
    with pytest.raises(InputError, match="keeps the seed of an endpoint elsewhere"):
        compat.sample_anew(endpoint)
    endpoint._seed = 1234
    compat.sample_anew(endpoint)
    assert endpoint._seed is None


class Sorting:
    """A model that answers the longest prompts first, two by two."""

    batch_size_per_gpu = 1
    cache_hook = None

    def tok_batch_encode(self, strings, **_):
        assert all(type(text) is str for text in strings)
        return strings

    def generate_until(self, requests, carry=lambda text: text):
        said = {}
        prompts = sorted((carry(one.args[0]) for one in requests), key=len, reverse=True)
        for start in range(0, len(prompts), self.batch_size_per_gpu):
            for prompt in prompts[start : start + self.batch_size_per_gpu]:
                said[prompt] = f"to {prompt}"
            self.tok_batch_encode(prompts[start : start + self.batch_size_per_gpu])
        return [said[one.args[0]] for one in requests]


def test_each_batch_says_which_requests_are_in_it_however_they_were_sorted():
    model, batches, responses = Sorting(), [], {}
    prompts = {7: ("a", {}), 3: ("abc", {}), 5: ("ab", {}), 4: ("ab", {})}
    compat.generate_numbered(model, prompts, 2, batches.append, responses.__setitem__)
    assert batches == [[3, 5], [4, 7]]
    assert responses == {number: f"to {text}" for number, (text, _) in prompts.items()}
    assert vars(model) == {}


@pytest.mark.usefixtures("other_version")
def test_prompts_that_lose_their_numbers_are_an_error_and_never_the_wrong_adapter():
    prompts = {0: ("a", {}), 1: ("b", {})}
    with pytest.raises(InputError, match=r"lm_eval 9\.8\.7 changes prompts on their way"):
        compat.generate_numbered(
            Sorting(), prompts, 2, lambda _: None, lambda *_: None, carry=lambda text: text + ""
        )


def a_foreign_task():
    docs = RecordedDocs([{"q": "a", "a": "b"}, {"q": "c", "a": "d"}])
    return ConfigurableTask(
        config={
            "task": "foreign",
            "custom_dataset": lambda **_: {"test": docs},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{q}}",
            "doc_to_target": "{{a}}",
            "num_fewshot": 0,
            "metric_list": [{"metric": "exact_match"}],
        }
    )


def gathered(task, metric, values):
    samples = [
        {"doc_id": doc_id, "filter": "f", "metrics": [metric], metric: value}
        for doc_id, value in values
    ]
    metrics = defaultdict(list, {(metric, "f"): [value for _, value in values]})
    return {"task": task, "raw_metrics": metrics, "logged_samples": samples}


@pytest.fixture
def averaging(monkeypatch):
    """lm_eval's averaging as it is after tasks of ours were shared over processes."""
    monkeypatch.setattr(evaluator, "_process_results", evaluator._process_results)

    def average(tasks, kind, finish):
        compat.finish_gathered(kind, finish)
        compat.finish_gathered(kind, finish)
        return evaluator._process_results(tasks, {}, 0)

    return average


@in_0_4
def test_only_tasks_of_ours_are_sorted_and_lose_what_was_never_measured(tasks):
    (own,) = tasks.load(["erbench_movie_mc"])["tasks"].values()
    list(own.doc_iterator(rank=0, world_size=2, limit=3))
    foreign = a_foreign_task()
    nothing = Unmeasured()
    values = [(2, 1.0), (0, nothing), (1, 0.0)]
    accumulated = {
        "own": gathered(own, "answer_accuracy", values),
        "foreign": gathered(foreign, "exact_match", values),
    }
    before = accumulated["foreign"].copy()
    found = evaluator._process_results(accumulated, {}, 0)
    assert found.metrics["own"]["answer_accuracy,f"] == 0.5
    assert [sample["doc_id"] for sample in found.samples["own"]] == [1, 2]
    assert math.isnan(found.metrics["foreign"]["exact_match,f"])
    assert [sample["doc_id"] for sample in found.samples["foreign"]] == [2, 0, 1]
    assert all(accumulated["foreign"][name] is value for name, value in before.items())


@in_0_4
def test_an_lm_eval_that_gathers_no_values_is_refused(averaging):
    task = a_foreign_task()
    with pytest.raises(InputError, match="gathers no raw_metrics of a task's processes"):
        averaging({"t": {"task": task, "logged_samples": []}}, ConfigurableTask, None)


def test_values_are_finished_once_however_often_it_was_asked_for(averaging):
    calls = []

    def finish(metrics, samples):
        calls.append(len(samples))
        return metrics, samples

    averaging(
        {"t": gathered(a_foreign_task(), "exact_match", [(0, 1.0)])}, ConfigurableTask, finish
    )
    assert calls == [1]


# Whatever begins with an underscore in these modules is none of our business.
LM_EVAL = (
    "api.filter", "api.group", "api.instance", "api.model", "api.registry", "api.samplers",
    "api.task", "evaluator", "evaluator_utils", "filters", "loggers.evaluation_tracker",
    "models.api_models", "models.huggingface", "tasks.manager", "utils",
)  # fmt: skip


def is_private(name):
    return name.startswith("_") and not name.endswith("__")


def sources():
    return [
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if path != ROOT / "plugin" / "compat.py"
    ]


def private_names_of_lm_eval():
    trees = [ast.parse(inspect.getsource(import_module(f"lm_eval.{name}"))) for name in LM_EVAL]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    named = [node.attr for node in nodes if isinstance(node, ast.Attribute)]
    named += [n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef)]
    return {name for name in named if is_private(name)}


def test_no_other_module_imports_a_private_name_of_lm_eval():
    found = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            imported = []
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lm_eval"):
                imported = [*node.module.split("."), *(alias.name for alias in node.names)]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names if alias.name.startswith("lm_eval")]
                imported = [part for name in names for part in name.split(".")]
            found += [(path.name, name) for name in imported if is_private(name)]
    assert found == []


def test_no_other_module_reaches_into_an_object_of_lm_eval():
    private = private_names_of_lm_eval()
    assert {"_process_results", "_detect_batch_size", "_seed"} <= private
    found = []
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in private:
                own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
                found += [] if own else [f"{path.name}:{node.lineno} {ast.unparse(node)}"]
    assert found == []


def classes():
    """Our classes that derive from lm_eval's, and what they are mixed with."""
    named = [target.partition(":") for target in (*MODELS.values(), *FILTERS.values())]
    made = [getattr(import_module(module), name) for module, _, name in named]
    made += [DistributedTask, ErbenchTask, TrackTask]
    derived = {one for kind in made for one in kind.__mro__ if "erbench_track" in one.__module__}
    return {kind for kind in derived if kind.__module__ != compat.__name__}


def test_no_class_of_ours_uses_a_private_attribute_of_the_class_that_it_derives_from():
    private = private_names_of_lm_eval()
    checked = classes()
    assert {"ProcessGroup", "FtCkLM", "JudgedTask"} <= {kind.__name__ for kind in checked}
    for kind in checked:
        nodes = ast.walk(ast.parse(inspect.getsource(kind)))
        names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        assert names & private == set(), kind


def test_a_request_of_no_task_is_one_that_models_can_answer():
    request = compat.new_request("Is it?", {"until": ["\n"]})
    assert isinstance(request, Instance)
    assert request.args == ("Is it?", {"until": ["\n"]})
    assert request.request_type == "generate_until"


RUN = """
import json, lm_eval
from lm_eval import simple_evaluate
from lm_eval.tasks import TaskManager
from erbench_track.plugin.hook.register import register, report_input_errors, tasks_dir
register()
report_input_errors()
found = simple_evaluate(
    model="erbench-simulated",
    tasks=["erbench_movie_bn_yes"],
    limit=5,
    bootstrap_iters=0,
    task_manager=TaskManager(include_defaults=False, include_path=tasks_dir()),
)
results = found["results"]["erbench_movie_bn_yes"]
asked = {sample["doc_id"] for sample in found["samples"]["erbench_movie_bn_yes"]}
print(json.dumps([lm_eval.__version__, len(asked), results["simulated,robust"]]))
"""


_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "lm_eval"
WHEELS = Path(os.environ.get("ERBENCH_TRACK_LM_EVAL_WHEELS", _BESIDE))


@pytest.fixture
def with_lm_eval(tmp_path):
    """Runs a task under another lm_eval, whose wheel lies in WHEELS."""

    def run(version):
        wheel = WHEELS / f"lm_eval-{version}-py3-none-any.whl"
        if not wheel.is_file():
            pytest.skip(f"no {wheel.name}; ERBENCH_TRACK_LM_EVAL_WHEELS names a folder of wheels")
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            # lm_eval's own tasks are thousands of files.
            tasks = [n for n in names if n.startswith("lm_eval/tasks/") and n.count("/") > 2]
            archive.extractall(tmp_path, sorted({*names} - {*tasks}))
        return subprocess.run(
            [sys.executable, "-c", RUN],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
                "ERBENCH_TRACK_AUTOLOAD": "0",
            },
            check=False,
        )

    return run


@pytest.mark.slow
@pytest.mark.parametrize("version", ["0.4.13.dev0", "0.5.0.dev1"])
def test_a_build_of_lm_eval_that_is_not_released_runs_our_tasks(with_lm_eval, version):
    done = with_lm_eval(version)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == [version, 5, 1.0]
