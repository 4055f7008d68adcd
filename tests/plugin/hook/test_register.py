"""What is registered with which lm_eval, and names that are nearly ours."""

from pathlib import Path
from types import SimpleNamespace

import lm_eval
import pytest
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import manager

from erbench_track.core.errors import InputError
from erbench_track.plugin import compat
from erbench_track.plugin.hook import register

ROOT = Path(__file__).parents[3]


def declared(group):
    """Returns the entry points of a group, as name to target."""
    _, _, rest = (ROOT / "pyproject.toml").read_text().partition(f'entry-points."{group}"]\n')
    lines = rest.partition("\n\n")[0].splitlines()
    return dict(line.replace('"', "").split(" = ") for line in lines)


def test_what_is_registered_is_also_declared_as_entry_points():
    assert declared("lm_eval.models") == register.MODELS
    assert declared("lm_eval.filters") == register.FILTERS


@pytest.fixture
def reads(monkeypatch, tmp_path):
    """Makes lm_eval one that reads entry points of some groups, of which we have declared some."""

    def read(*groups):
        lines = [f'entry_points(group="{group}")' for group in groups]
        (tmp_path / "plugins.py").write_text("\n".join(lines))
        monkeypatch.setattr(lm_eval, "__file__", str(tmp_path / "__init__.py"))
        ours = [SimpleNamespace(value="erbench_track.anything")]
        monkeypatch.setattr(compat, "entry_points", lambda group: ours)

    return read


@pytest.fixture
def registered(monkeypatch):
    """What is added to lm_eval's registries."""
    added = set()

    class Registry(set):
        def register(self, name, target):
            added.add(name)

    registry = Registry()
    monkeypatch.setattr(compat.Internal, "find", lambda _: registry.register)
    return added


def test_todays_lm_eval_reads_no_entry_points(registered):
    compat.register_lazily(register.MODELS, register.FILTERS)
    assert registered == {*register.MODELS, *register.FILTERS}


def test_what_lm_eval_reads_from_entry_points_is_not_registered_again(reads, registered):
    reads("lm_eval.models")
    compat.register_lazily(register.MODELS, register.FILTERS)
    assert registered == {*register.FILTERS}


class Reading:
    """A `TaskManager` that finds the tasks of packages by itself."""

    found = ("erbench", "gsm8k")

    def __init__(self, include_path=None, include_defaults=True):
        self.include_path = include_path
        self.all_tasks = self.found


class Forgetful(Reading):
    found = ("gsm8k",)


@pytest.mark.parametrize(
    ("kind", "path"), [(Reading, ["own"]), (Forgetful, [register.tasks_dir(), "own"])]
)
def test_the_hook_steps_aside_where_lm_eval_finds_tasks_of_packages(reads, monkeypatch, kind, path):
    reads("lm_eval.tasks")
    monkeypatch.setattr(manager, "TaskManager", type("TaskManager", (kind,), {}))
    compat.search_for_tasks(register.tasks_dir(), "erbench")
    assert manager.TaskManager(include_path=["own"]).include_path == path


def test_todays_lm_eval_is_told_where_tasks_are(monkeypatch):
    assert not compat.reads_entry_points("lm_eval.tasks")
    monkeypatch.setattr(manager, "TaskManager", type("TaskManager", (Forgetful,), {}))
    compat.search_for_tasks(register.tasks_dir(), "erbench")
    assert manager.TaskManager().include_path == [register.tasks_dir()]


def test_a_kind_of_model_that_there_is_not_names_the_nearest():
    register.register()
    with pytest.raises(InputError, match="did you mean 'track-simulated'"):
        register.check_model_name("track-simulatd")
    with pytest.raises(InputError, match=r"unknown; known: .*track-simulated"):
        register.check_model_name("nothing-like-it")
    register.check_model_name("hf")


@pytest.mark.parametrize(
    ("model", "not_found", "told"),
    [
        ("track-simulatd", "", "--model track-simulatd: unknown; did you mean 'track-simulated'?"),
        ("", "Tasks not found: erbench_movi", "--tasks erbench_movi: unknown; did you mean "
         "'erbench_movie'?"),
        ("", "Tasks not found: gsm9k, track_wky", "did you mean 'track_wiki'?"),
    ],
)  # fmt: skip
def test_what_is_nearly_ours_is_refused_in_one_line(model, not_found, told):
    register.register()
    with pytest.raises(InputError) as error:
        register._check_names(model, not_found)
    assert told in str(error.value)


def test_names_of_others_are_none_of_our_business():
    register.register()
    register._check_names("local-completions", "")
    register._check_names("", "Tasks not found: mmlu_pro_plus")
    register._check_names("erbench-simulated", "")


@pytest.mark.parametrize(
    ("kind", "arguments", "name"),
    [
        ("erbench-simulated", {}, "erbench-simulated"),
        ("track-simulated", "p=0.5", "track-simulated"),
        ("track-simulated", {"model": "mine", "p": 1}, "mine"),
        ("hf", {"pretrained": "org/name"}, "org/name"),
    ],
)
def test_runs_of_a_simulated_model_are_called_after_it_unless_they_have_a_name(
    kind, arguments, name
):
    register.register()
    tracker = EvaluationTracker().general_config_tracker
    tracker.log_experiment_args(
        model_source=kind,
        model_args=arguments,
        system_instruction=None,
        chat_template=None,
        fewshot_as_multiturn=False,
    )
    assert tracker.model_name == name
