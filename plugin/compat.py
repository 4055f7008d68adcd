"""The only place that touches what lm_eval does not document.

The rest of the package extends lm_eval through what its documentation and its base classes offer:
task files, `Filter`, `LM`, `ContextSampler`, `TaskManager`, `evaluate`. What goes beyond that is
listed in `Internal`, each name once, with what it is needed for; the functions below are its only
users. It was tried with the versions in `TRIED`; where another lm_eval lacks a name, or is too new,
the error says so in one line, before a model is loaded (`check_version`).

What 0.5.0.dev1 changes; 0.4.12, 0.4.13 and 0.4.13.dev0 are alike in all that is used here:

- `ConfigurableTask` makes no requests any more, a class for each kind of output does; documents are
  loaded late, and members of groups have longer names (`task_class`).
- Filters and values are kept in scorers. A step of a pipeline has its arguments under `kwargs`
  (`filter_pipelines`), and what it finds must be a list for each request (`task_class`).
- Images are kept apart from a request's arguments, where no model looks for them (`task_class`).
- `evaluator._process_results` gets no values to average: scorers merge them document by document
  (`finish_gathered`, `replace_standard_errors`).
- `Instance` wants the name of a task and the id of a document (`new_request`).
- `TaskManager.task_index` has an underscore (`task_files`).
"""

from __future__ import annotations

import copy
import functools
import inspect
import logging
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol

from ..core.errors import InputError

WRITTEN_FOR = "0.4.13"
TRIED = ("0.4.12", "0.4.13.dev0", WRITTEN_FOR, "0.5.0.dev1")
REFUSED_FROM = "0.5.1"
"""The first version that the package's requirements leave out."""

logger = logging.getLogger(__name__)


class Internal(Enum):
    """What is used of lm_eval although it is not documented: where it is, and what it is for."""

    LOAD_MODELS = ("lm_eval.models", "to fill its list of models before adding to it")
    MODELS = ("lm_eval.api.registry:model_registry.register", "to add models by name")
    MODEL_NAMES = ("lm_eval.api.registry:model_registry.keys", "to name the nearest model")
    FILTERS = ("lm_eval.api.registry:filter_registry.register", "to add filters by name")
    SEARCH_PATH = ("lm_eval.tasks.manager:TaskManager.__init__", "to add a folder of task files")
    TASK_INDEX = (
        "lm_eval.tasks.manager:TaskManager.task_index|_task_index",
        "to read task files",
    )
    CHOOSE_TASKS = (
        "lm_eval.config.evaluate_config:EvaluatorConfig.process_tasks",
        "to check settings before a model is loaded",
    )
    LOAD_TASKS = (
        "lm_eval.tasks.manager:TaskManager.load",
        "to check settings before documents are loaded",
    )
    PARSE_ARGUMENTS = ("lm_eval.utils:simple_parse_args_string", "to read model arguments")
    TABLE = ("lm_eval.utils:make_table", "to print results")
    NAME_RUN = (
        "lm_eval.loggers.evaluation_tracker:GeneralConfigTracker.log_experiment_args",
        "to name runs",
    )
    SAVE = ("lm_eval.loggers:EvaluationTracker", "to write results as lm_eval does")
    COMMIT = ("lm_eval.evaluator:get_git_commit_hash", "to keep git's complaints off the screen")
    ENVIRONMENT = ("lm_eval.evaluator:add_env_info", "to ask once for what is installed")
    AVERAGE = ("lm_eval.evaluator:_process_results", "to average over several processes")
    TASK = ("lm_eval.api.task:ConfigurableTask", "to make tasks")
    PIPELINE = ("lm_eval.api.filter:FilterEnsemble", "to hand filters their judge")
    GET_FILTER = ("lm_eval.api.registry:get_filter", "to hand filters their judge")
    REQUEST = ("lm_eval.api.instance:Instance", "to ask a model outside of a task")
    DETECT_BATCH_SIZE = (
        "lm_eval.models.huggingface:HFLM._detect_batch_size",
        "to find out the batch size of --model hf",
    )
    ENCODE_BATCH = (
        "lm_eval.models.huggingface:HFLM.tok_batch_encode",
        "to know which requests --model hf answers together",
    )
    GENERATE = (
        "lm_eval.models.huggingface:HFLM._model_generate",
        "to have --model hf read copies of a prompt once",
    )
    ENDPOINT = ("lm_eval.models.api_models:TemplateAPI", "to sample anew from an endpoint")
    PAYLOAD = (
        "lm_eval.models.api_models:TemplateAPI._create_payload",
        "to say what an endpoint is sent",
    )
    GENERATIONS = (
        "lm_eval.models.api_models:TemplateAPI.parse_generations",
        "to see how replies of endpoints end",
    )
    CHAT_PROMPT = ("lm_eval.models.api_models:JsonChatStr.prompt", "to read prompts of endpoints")

    def __init__(self, path: str, purpose: str) -> None:
        """Unpacks a member's value.

        Args:
            path: `MODULE`, or `MODULE:NAME.NAME`; the last NAME may be several, the newest last.
            purpose: What it is needed for, as the end of a sentence.
        """
        self.path = path
        self.purpose = purpose

    def find(self) -> Any:
        """Returns it.

        Raises:
            InputError: The installed lm_eval does not have it.
        """
        module, _, names = self.path.partition(":")
        try:
            found = import_module(module)
            for name in filter(None, names.split(".")):
                found = getattr(found, _present(found, name))
        except (ImportError, AttributeError) as error:
            if isinstance(error, ImportError) and not str(error.name).startswith("lm_eval"):
                raise  # lm_eval itself lacks a package
            raise unfit(f"has no {self.path.replace(':', '.')}, needed {self.purpose}") from error
        return found


def _present(owner: Any, names: str) -> str:
    """Returns which of the names an object has; the first one if none."""
    first, *later = names.split("|")
    return next((name for name in later if hasattr(owner, name)), first)


def unfit(reason: str) -> InputError:
    """Returns the error about an lm_eval that is not as expected.

    Args:
        reason: What is different about it, as the end of a sentence.
    """
    return InputError(
        f"lm_eval {installed_version()} {reason}; this erbench-track was written for lm_eval "
        f"{WRITTEN_FOR}: install that (pip install 'lm-eval=={WRITTEN_FOR}') or a newer "
        "erbench-track"
    )


def installed_version() -> str:
    """Returns the version that the installed lm_eval says it is."""
    import lm_eval

    return str(getattr(lm_eval, "__version__", "of an unknown version"))


def check_version() -> None:
    """Checks that tasks will work with the installed lm_eval, before a model is loaded.

    One that is only a little newer than what was tried is warned about.

    Raises:
        InputError: It is too new, or lacks what tasks need.
    """
    version = installed_version()
    if _is_from(version, REFUSED_FROM):
        raise unfit("is newer than what this erbench-track was tried with")
    for internal in (Internal.TASK, Internal.PIPELINE, Internal.GET_FILTER, Internal.AVERAGE):
        internal.find()
    task_class()
    if version not in TRIED:
        logger.warning(
            "lm_eval %s was never tried with this erbench-track; it was with %s",
            version,
            ", ".join(TRIED),
        )


def _is_from(version: str, first: str) -> bool:
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) >= Version(f"{first}.dev0")
    except InvalidVersion:
        return True


def reads_entry_points(group: str) -> bool:
    """Tells whether lm_eval itself adds what this package declares as entry points of a group.

    No version is known in which it does, so that its source is asked.

    Args:
        group: Such as `lm_eval.models`.
    """
    if not any(point.value.startswith("erbench_track.") for point in entry_points(group=group)):
        return False
    folder = Path(str(import_module("lm_eval").__file__)).parent
    files = [
        path for part in ("", "api", "tasks", "models") for path in (folder / part).glob("*.py")
    ]
    texts = (path.read_text(encoding="utf-8", errors="replace") for path in files)
    return any("entry_points(" in text and group in text for text in texts)


def register_lazily(models: Mapping[str, str], filters: Mapping[str, str]) -> None:
    """Adds models and filters to lm_eval's registries, without importing them.

    An lm_eval that reads them from entry points needs no help.

    `register_model` and `register_filter` need the classes themselves, which import torch. lm_eval
    loads its own models only while their registry is empty, so that they are loaded first.

    Args:
        models: Name to `MODULE:CLASS`.
        filters: Name to `MODULE:CLASS`.

    Raises:
        InputError: This lm_eval has no such registries.
    """
    Internal.LOAD_MODELS.find()
    for internal, group, targets in (
        (Internal.MODELS, "lm_eval.models", models),
        (Internal.FILTERS, "lm_eval.filters", filters),
    ):
        if reads_entry_points(group):
            continue
        register = internal.find()
        for name, target in targets.items():
            if name not in register.__self__:
                register(name, target=target)


def search_for_tasks(folder: Path, known: str) -> None:
    """Adds a folder to those in which lm_eval looks for tasks, unless it leaves its own out.

    lm_eval has no entry point for tasks; one that has and finds the folder's tasks by itself is
    left alone. The folder goes before the user's `--include_path`, so that a task of theirs
    overrides one of ours.

    Args:
        folder: The folder with task files.
        known: A task in it.

    Raises:
        InputError: This lm_eval's `TaskManager` takes no such folders.
    """
    init = Internal.SEARCH_PATH.find()
    if getattr(init, "knows_erbench_track", False):
        return
    signature = inspect.signature(init)
    if not {"include_path", "include_defaults"} <= set(signature.parameters):
        raise unfit(f"has a TaskManager{signature} without include_path")

    @functools.wraps(init)
    def init_with_folder(*args: Any, **kwargs: Any) -> None:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        if reads_entry_points("lm_eval.tasks"):
            init(*args, **kwargs)
            if known in args[0].all_tasks:
                return
        if bound.arguments["include_defaults"]:
            bound.arguments["include_path"] = _with_folder(folder, bound.arguments["include_path"])
        init(*bound.args, **bound.kwargs)

    init_with_folder.knows_erbench_track = True  # type: ignore[attr-defined]
    import_module("lm_eval.tasks.manager").TaskManager.__init__ = init_with_folder


def _with_folder(
    folder: Path, include_path: str | Path | list[str | Path] | None
) -> list[str | Path]:
    theirs = include_path if isinstance(include_path, list | tuple) else [include_path]
    kept = [path for path in theirs if path and Path(path).resolve() != folder]
    return [folder, *kept]


def task_file(manager: Any, name: str) -> dict[str, Any]:
    """Returns the configuration of a task or group as in its file, with functions unresolved.

    Args:
        manager: A `TaskManager` that knows it.
        name: Its name.
    """
    return dict(_task_index(manager)[name].cfg or {})


def _task_index(manager: Any) -> Mapping[str, Any]:
    found = Internal.TASK_INDEX.find()
    return dict(found.fget(manager))


def task_files(manager: Any, wanted: Iterable[Any]) -> list[dict[str, Any]]:
    """Returns the configurations of tasks, and of the members of groups and tags.

    Args:
        manager: A `TaskManager`.
        wanted: Names, or configurations; what it does not know is left out.
    """
    index, found = _task_index(manager), []
    for one in wanted:
        if isinstance(one, str):
            entry = index.get(one)
            config = {**(entry.cfg or {"task": sorted(entry.tags)})} if entry else {}
        else:
            config = dict(one) if isinstance(one, Mapping) else {}
            if isinstance(config.get("task"), str) and config["task"] in index:
                config = {**(index[config["task"]].cfg or {}), **config}
        members = config.get("task")
        if isinstance(members, list):
            found += task_files(manager, members)
        elif members:
            found.append(config)
    return found


CheckRun = Callable[[list[dict[str, Any]], Mapping[str, Any], Collection[str] | None], None]


CheckNames = Callable[[str, str], None]
Keep = Callable[[Any, list[Any], Any], list[Any]]


def model_names() -> list[str]:
    """Returns the names of all kinds of models."""
    Internal.LOAD_MODELS.find()
    return list(Internal.MODEL_NAMES.find()())


def check_runs(check: CheckRun, check_names: CheckNames, keep: Keep) -> None:
    """Has a function check what is given to the tasks of a run, before anything is loaded.

    The command line merges the model's arguments into the metadata, but still has both; it also
    knows the tasks before it loads the model. `TaskManager.load` is what every other run calls.

    Args:
        check: Gets the tasks' configurations, what is given to them, and the names of the model's
            arguments among that; None if they cannot be told.
        check_names: Gets the kind of model, and the error's text if tasks were not found.
        keep: Gets what the user asks for, the tasks that these are, and the `TaskManager`; returns
            the tasks to run.

    Raises:
        InputError: This lm_eval chooses or loads tasks in another way.
    """
    choose, load = Internal.CHOOSE_TASKS.find(), Internal.LOAD_TASKS.find()
    if getattr(load, "knows_erbench_track", False):
        return

    @functools.wraps(choose)
    def choose_and_check(config: Any, *args: Any, **options: Any) -> Any:
        given = config.tasks
        try:
            manager = choose(config, *args, **options)
        except ValueError as error:
            check_names("", str(error))
            raise
        check_names(str(config.model), "")
        check(task_files(manager, config.tasks), manager.metadata or {}, config.model_args)
        config.tasks = keep(given, config.tasks, mark_checked(manager))
        return manager

    @functools.wraps(load)
    def check_and_load(manager: Any, wanted: Any) -> Any:
        if not getattr(manager, _CHECKED, False):
            listed = wanted if isinstance(wanted, list) else [wanted]
            check(task_files(manager, listed), manager.metadata or {}, None)
        return load(manager, wanted)

    check_and_load.knows_erbench_track = True  # type: ignore[attr-defined]
    import_module("lm_eval.config.evaluate_config").EvaluatorConfig.process_tasks = choose_and_check
    import_module("lm_eval.tasks.manager").TaskManager.load = check_and_load


def name_runs(kinds: Collection[str]) -> None:
    """Has runs of some models, which are called after no file, named after the kind of model.

    lm_eval would draw a name of eight characters for the folder of their results.

    Args:
        kinds: The kinds of models. The argument `model` names a run of theirs.

    Raises:
        InputError: This lm_eval names runs in another way.
    """
    log = Internal.NAME_RUN.find()
    if getattr(log, "knows_erbench_track", False):
        return

    @functools.wraps(log)
    def log_with_name(tracker: Any, model_source: str, model_args: Any, **how: Any) -> None:
        if model_source in kinds:
            given = read_arguments(model_args) if isinstance(model_args, str) else model_args
            model_args = {"model": model_source, **(given or {})}
        log(tracker, model_source, model_args, **how)

    log_with_name.knows_erbench_track = True  # type: ignore[attr-defined]
    tracker = import_module("lm_eval.loggers.evaluation_tracker").GeneralConfigTracker
    tracker.log_experiment_args = log_with_name


_CHECKED = "settings_are_checked"


def mark_checked(manager: Any) -> Any:
    """Returns a `TaskManager` whose metadata are not to be checked any more."""
    setattr(manager, _CHECKED, True)
    return manager


def read_arguments(text: str) -> dict[str, Any]:
    """Reads `name=value,...` as lm_eval reads model arguments.

    Args:
        text: The arguments.

    Raises:
        ValueError: It is malformed.
    """
    return dict(Internal.PARSE_ARGUMENTS.find()(text))


def results_table(results: Mapping[str, Any], column: str = "results") -> str:
    """Returns lm_eval's table of its results.

    Args:
        results: What `evaluate` returned.
        column: `results`, or `groups`.
    """
    return str(Internal.TABLE.find()(results, column))


def save_results(results: Mapping[str, Any], folder: Path, kind: str, model: str) -> None:
    """Writes `results_*.json` and `samples_*.jsonl`, as `lm_eval --output_path` does.

    lm_eval logs an error where it cannot write a file, and goes on.

    Args:
        results: What `evaluate` returned, with the key `samples`.
        folder: Where; the files go to a folder in it that is named after the model.
        kind: lm_eval's name of the kind of model.
        model: The name of the model.
    """
    tracker = Internal.SAVE.find()(output_path=str(folder))
    tracker.general_config_tracker.log_experiment_args(
        model_source=kind,
        model_args={"model": model},
        system_instruction=None,
        chat_template=None,
        fewshot_as_multiturn=False,
    )
    samples = results["samples"]
    aggregated = {key: value for key, value in results.items() if key != "samples"}
    tracker.save_results_aggregated(results=aggregated, samples=samples)
    for task in samples:
        tracker.save_results_samples(task_name=task, samples=samples[task])


@contextmanager
def quiet_git() -> Iterator[None]:
    """Keeps git from writing on the screen that the working folder is no repository.

    lm_eval asks it for the commit that it records with its results.

    Raises:
        InputError: This lm_eval asks in another way.
    """
    Internal.COMMIT.find()
    with instead(import_module("lm_eval.evaluator"), get_git_commit_hash=_commit):
        yield


def _commit() -> str | None:
    try:
        described = subprocess.run(
            ["git", "describe", "--always"],  # noqa: S607 -- as lm_eval does
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return described.stdout.strip()


@contextmanager
def environment_asked_once() -> Iterator[None]:
    """Has several evaluations of a process share what lm_eval records about the environment.

    It starts pip and half a dozen other programs for that, every time.

    Raises:
        InputError: This lm_eval asks in another way.
    """
    Internal.ENVIRONMENT.find()
    with instead(import_module("lm_eval.evaluator"), add_env_info=_add_environment):
        yield


def _add_environment(results: dict[str, Any]) -> None:
    results.update(_environment(Path.cwd()))


@functools.lru_cache(maxsize=4)
def _environment(_: Path) -> dict[str, Any]:
    """Returns what is recorded in a folder, which has git's commit in it."""
    from lm_eval.loggers.utils import add_env_info

    found: dict[str, Any] = {}
    add_env_info(found)
    return found


@contextmanager
def without_warnings(logs: Any, needless: Callable[[str], bool]) -> Iterator[None]:
    """Keeps a module of lm_eval from logging what is needless to say inside the block.

    Args:
        logs: A function of that module.
        needless: Tells of a warning's text whether to drop it.
    """
    logger = logging.getLogger(logs.__module__)

    def keep(record: logging.LogRecord) -> bool:
        return not needless(record.getMessage())

    logger.addFilter(keep)
    try:
        yield
    finally:
        logger.removeFilter(keep)


_UNMEASURED = 999  # what 0.4 says of every response with --predict_only


def task_class() -> Any:
    """Returns lm_eval's base class of tasks that generate text; since 0.5, one that acts as before.

    Raises:
        InputError: This lm_eval keeps its classes of tasks elsewhere.
    """
    base = Internal.TASK.find()
    if not hasattr(base, "process_instances"):
        return base
    try:
        generating = base._registry["generate_until"]
    except (AttributeError, KeyError) as error:
        raise unfit("has no class of tasks that generate text, needed for those of ours") from error
    return _scored_at_once(generating)


def _scored_at_once(base: Any) -> Any:
    """Returns 0.5's class of tasks, made to call what tasks of 0.4 are called by.

    There, a pipeline of filters finds one thing for a request, which `process_results` gets.
    """

    class ScoredAtOnce(base):  # type: ignore[misc]
        merges_documents = True

        def __init__(self, config: Mapping[str, Any]) -> None:
            # 0.5 calls members of a group `GROUP::TASK`: two runs could not be compared.
            own = {name: value for name, value in config.items() if name != "_qualified_name"}
            with _quiet("lm_eval.api.metrics.utils"):  # it knows no metric of ours, and needs none
                super().__init__(config=own)
            self.MULTIMODAL = self.is_multimodal  # 0.5 asserts it for a task with images, unset
            self.UNSAFE_CODE = self.config.unsafe_code  # 0.5 asks before it runs code, if it is set
            _ = self.dataset  # 0.5 loads it with the first document, long after the model

        def construct_requests(self, *given: Any, **options: Any) -> Any:
            return _with_images(super().construct_requests(*given, **options))

        def override_metric(self, metric_name: str) -> None:
            super().override_metric(metric_name)
            self.config.process_results = None  # as in 0.4: --predict_only measures nothing

        def process_instances(self) -> None:
            measures = callable(self.config.process_results)
            # Filters that measure nothing are not among ours.
            self.apply_filters() if measures else base.apply_filters(self)
            for scorer in self.scorers:
                scorer.set_results(self._scored(scorer, measures))

        def _scored(self, scorer: Any, measures: bool) -> dict[int, Any]:
            from lm_eval.scorers import ScoredDoc

            scored = {}
            for request in self.instances:
                found = dict.fromkeys((metric.name for metric in scorer.metrics), _UNMEASURED)
                if measures:
                    said = request.filtered_resps[scorer.name]
                    found = self.process_results(request.doc, [said])
                if values := {name: [value] for name, value in found.items()}:
                    scored[request.doc_id] = ScoredDoc(request.doc_id, request.target, values)
            return scored

    return ScoredAtOnce


def _with_images(requests: list[Any]) -> list[Any]:
    """Puts images where models look for them; 0.5 leaves them beside the arguments."""
    for request in requests:
        if request.additional_args:
            request.arguments = (*request.arguments, request.additional_args)
    return requests


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keeps a logger of lm_eval from warning inside the block."""
    own = logging.getLogger(name)
    before = own.level
    own.setLevel(logging.ERROR)
    try:
        yield
    finally:
        own.setLevel(before)


def filter_pipelines(
    task: Any,
    arguments: Callable[[Any], Mapping[str, Any]],
    further: Mapping[str, Sequence[Callable[[], Any]]],
) -> list[Any]:
    """Builds the filter pipelines of a task's file anew, with arguments that no file can name.

    Args:
        task: A `ConfigurableTask`.
        arguments: Returns the arguments for a filter's class, besides those of the file.
        further: What makes the filters that follow at the end of a pipeline, by its name.

    Returns:
        The pipelines, to be applied to the task's instances.
    """
    pipeline, get_filter = Internal.PIPELINE.find(), Internal.GET_FILTER.find()

    def factory(step: Mapping[str, Any]) -> Callable[[], Any]:
        made = get_filter(step["function"])
        own = {name: value for name, value in step.items() if name not in ("function", "kwargs")}
        own |= step.get("kwargs", {})  # where 0.5 keeps them
        return partial(made, **own, **arguments(made))

    return [
        pipeline(name=name, filters=[*map(factory, one["filter"]), *further.get(name, ())])
        for one in task.config.filter_list
        for name in [one["name"]]
    ]


Metrics = Mapping[Any, list[Any]]
Samples = list[dict[str, Any]]
Finish = Callable[[Metrics, Samples], tuple[Metrics, Samples]]


def finish_gathered(kind: type, finish: Finish) -> None:
    """Makes lm_eval average the values that a function selects from those of all processes.

    The function is called only for tasks of one class; all other tasks are averaged as before.

    Args:
        kind: The class of the tasks.
        finish: Gets the values of each metric and the samples of all processes, process by
            process, and returns those that count.

    Raises:
        InputError: This lm_eval gathers values in another way.
    """
    average = Internal.AVERAGE.find()
    if kind in getattr(average, "finished_kinds", ()):
        return

    @functools.wraps(average)
    def finish_and_average(tasks: Mapping[str, dict[str, Any]], *rest: Any, **options: Any) -> Any:
        for gathered in tasks.values():
            if isinstance(gathered["task"], kind):
                _finish(gathered, finish)
        return average(tasks, *rest, **options)

    finished = (*getattr(average, "finished_kinds", ()), kind)
    finish_and_average.finished_kinds = finished  # type: ignore[attr-defined]
    import_module("lm_eval.evaluator")._process_results = finish_and_average  # type: ignore[attr-defined]


def _finish(gathered: dict[str, Any], finish: Finish) -> None:
    if hasattr(gathered["task"], "scorers"):  # 0.5 has merged the values, document by document
        _sort_documents(gathered["task"])
        _, gathered["logged_samples"] = finish({}, gathered["logged_samples"])
        return
    if missing := {"raw_metrics", "logged_samples"} - gathered.keys():
        raise unfit(f"gathers no {sorted(missing)[0]} of a task's processes")
    found = finish(gathered["raw_metrics"], gathered["logged_samples"])
    gathered["raw_metrics"], gathered["logged_samples"] = found


def _sort_documents(task: Any) -> None:
    for scorer in task.scorers:
        scorer.import_reduced(dict(sorted(scorer.reduced_docs.items())))


def _values(gathered: Mapping[str, Any], metric: str, pipeline: str) -> list[Any]:
    """Returns the values of a metric, as one pipeline of filters has it."""
    if "raw_metrics" in gathered:
        return list(gathered["raw_metrics"][metric, pipeline])
    documents = [
        document
        for scorer in gathered["task"].scorers
        if scorer.name == pipeline
        for document in scorer.reduced_docs.values()
    ]
    return [document[metric] for document in documents if metric in document]


StandardError = Callable[[Sequence[tuple[float, Sequence[Any]]]], float | None]
_NO_ERROR = "N/A"  # what lm_eval says of a metric without a standard error


def replace_standard_errors(
    kind: type, error: StandardError, needless: Callable[[str], bool]
) -> None:
    """Makes lm_eval report other standard errors of means, for some tasks and their groups.

    Groups that average such tasks and others get none.

    Args:
        kind: The class of the tasks.
        error: Gets, of each task that a mean is over, its weight and its values; returns the
            standard error, or None if there is none.
        needless: Tells of lm_eval's warnings about averages which ones to drop.

    Raises:
        InputError: This lm_eval averages values in another way.
    """
    average = Internal.AVERAGE.find()
    if kind in getattr(average, "corrected_kinds", ()):
        return

    @functools.wraps(average)
    def average_and_correct(tasks: Mapping[str, dict[str, Any]], *rest: Any, **options: Any) -> Any:
        with without_warnings(average, needless):
            found = average(tasks, *rest, **options)
        own = {name: of for name, of in tasks.items() if isinstance(of["task"], kind)}
        for name in own:
            _correct(found.metrics[name], own, lambda *_, name=name: {name: 1.0}, error)
        for group in found.groups.values():
            weights = partial(_weights, group, found.metrics)
            _correct(found.metrics[group.name], own, weights, error)
        return found

    corrected = (*getattr(average, "corrected_kinds", ()), kind)
    average_and_correct.corrected_kinds = corrected  # type: ignore[attr-defined]
    import_module("lm_eval.evaluator")._process_results = average_and_correct  # type: ignore[attr-defined]


def _correct(
    row: dict[str, Any],
    own: Mapping[str, dict[str, Any]],
    weights: Callable[[str, str], dict[str, float]],
    error: StandardError,
) -> None:
    """Replaces the standard errors of a task or group, where it has some."""
    for key, reported in list(row.items()):
        metric, is_error, pipeline = key.partition("_stderr,")
        if not is_error or reported == _NO_ERROR:
            continue
        of = weights(metric, pipeline)
        if own.keys().isdisjoint(of):
            continue
        found = None
        if own.keys() >= of.keys() and all(_is_mean(own[name]["task"], metric) for name in of):
            values = {name: _values(own[name], metric, pipeline) for name in of}
            found = error([(weight, values[name]) for name, weight in of.items()])
        row[key] = _NO_ERROR if found is None else found


def _is_mean(task: Any, metric: str) -> bool:
    from lm_eval.api.metrics import mean

    return task.aggregation().get(metric, mean) is mean


def _weights(group: Any, rows: Mapping[str, Any], metric: str, pipeline: str) -> dict[str, float]:
    """Returns the weights of the tasks that a group averages a metric over."""
    names = [task.task_name for task in group.get_all_tasks()]
    sizes = {
        name: rows[name]["sample_len"] for name in names if f"{metric},{pipeline}" in rows[name]
    }
    for said in group.aggregate_metric_list:
        if said.metric == metric and not said.weight_by_size:
            sizes = dict.fromkeys(sizes, 1)
    total = sum(sizes.values())
    return {name: size / total for name, size in sizes.items()}


def prompt_of(context: Any) -> Any:
    """Returns a prompt as text or messages; lm_eval wraps the prompts of chat endpoints.

    Args:
        context: What a task gets to make a request from.
    """
    if isinstance(context, str | list):
        return context
    Internal.CHAT_PROMPT.find()
    return getattr(context, "prompt", context)


def keeps_responses(cache_hook: Any) -> bool:
    """Tells whether a model's cache hook is that of `--use_cache`, which keeps responses.

    Args:
        cache_hook: The argument of `LM.set_cache_hook`.
    """
    return getattr(cache_hook, "dbdict", None) is not None


def new_request(
    prompt: Any, options: Mapping[str, Any], doc: Any = None, number: int = 0, repeats: int = 1
) -> Any:
    """Returns a request for one text.

    Args:
        prompt: The prompt.
        options: The generation options.
        doc: The document that it is about, if any.
        number: The number of the document.
        repeats: How often the model is asked.
    """
    return Internal.REQUEST.find()(
        "generate_until",
        {} if doc is None else doc,
        (prompt, dict(options)),
        idx=0,
        metadata=("", number, repeats),  # all that 0.4 knows; 0.5 wants the others as well
        task_name="",
        doc_id=number,
    )


def sample_anew(model: Any) -> None:
    """Makes an endpoint sample anew for each request.

    lm_eval sends one seed with each, so that ten samples of a prompt would be one; no argument of
    its models leaves the seed out.

    Args:
        model: A model of lm_eval; one that is not an endpoint stays unchanged.
    """
    if isinstance(model, Internal.ENDPOINT.find()):
        if "_seed" not in vars(model):
            raise unfit("keeps the seed of an endpoint elsewhere, needed to sample anew")
        model._seed = None


def is_endpoint(model: Any) -> bool:
    """Tells whether a model of lm_eval is a chat endpoint, whose server applies the template."""
    kind = Internal.ENDPOINT.find()
    return isinstance(model, kind) and not model.tokenized_requests


def change_payloads(
    model: Any,
    change: Callable[[dict[str, Any], Mapping[str, Any]], dict[str, Any]],
    see: Callable[[Any], None],
) -> None:
    """Has a function change what an endpoint is sent, and another one see what it replies.

    Args:
        model: A model of which `is_endpoint` holds.
        change: Gets a request for text as lm_eval makes it, and the generation settings.
        see: Gets the replies.
    """
    Internal.PAYLOAD.find()
    Internal.GENERATIONS.find()
    create, parse = model._create_payload, model.parse_generations

    def created(
        messages: Any, *, generate: bool = False, gen_kwargs: Any = None, **rest: Any
    ) -> Any:
        wanted = copy.deepcopy(gen_kwargs or {})
        made = create(messages, generate=generate, gen_kwargs=gen_kwargs, **rest)
        return change(made, wanted) if generate else made

    def parsed(outputs: Any, **rest: Any) -> Any:
        see(outputs)
        return parse(outputs=outputs, **rest)

    model._create_payload, model.parse_generations = created, parsed


def ask_once(
    model: Any, prompt: Any, settings: Mapping[str, Any]
) -> tuple[dict[str, Any], int, str]:
    """Sends one request to an endpoint as lm_eval would, without repeating it.

    Args:
        model: A model of which `is_endpoint` holds.
        prompt: A prompt, as lm_eval renders it for this model.
        settings: The generation settings.

    Returns:
        What was sent, the HTTP status (0 if none came in time), and the reply's text.

    Raises:
        InputError: The endpoint cannot be reached.
    """
    import requests

    payload = model._create_payload(
        model.create_message([prompt]),
        generate=True,
        gen_kwargs=copy.deepcopy(dict(settings)),
        seed=model._seed,
    )
    how = {"headers": model.header, "verify": model.verify_certificate}
    try:
        reply = requests.post(model.base_url, json=payload, timeout=model.timeout, **how)
    except requests.Timeout:
        return payload, 0, ""
    except requests.RequestException as error:
        reason = f"cannot be reached ({type(error).__name__}); is the address right?"
        raise InputError(f"--model_args: base_url={model.base_url}: {reason}") from None
    return payload, reply.status_code, reply.text


def chat_template_of(model: Any) -> str:
    """Returns the text of a model's chat template; empty if lm_eval passes no arguments to it.

    Args:
        model: A model of lm_eval.
    """
    if not isinstance(getattr(model, "chat_template_args", None), dict):
        return ""
    template = getattr(model.tokenizer, "chat_template", None)
    return "\n".join(template.values()) if isinstance(template, dict) else str(template or "")


def set_template_arguments(model: Any, values: Mapping[str, Any]) -> None:
    """Sets arguments of a loaded model's chat template.

    lm_eval's class for vLLM keeps `enable_thinking` apart from the others.

    Args:
        model: A model of lm_eval, whose template takes them.
        values: The arguments; those that are None are left to the template.
    """
    from lm_eval.models.huggingface import HFLM

    rest = dict(values)
    if "enable_thinking" in rest and not isinstance(model, HFLM):
        model.enable_thinking = rest.pop("enable_thinking")
    for name, value in rest.items():
        model.chat_template_args.pop(name, None)
        if value is not None:
            model.chat_template_args[name] = value


class HuggingFaceModel(Protocol):
    """What is used of `--model hf`: none of these attributes is documented."""

    backend: str
    batch_size: int | str
    batch_size_per_gpu: int
    cache_hook: Any
    chat_template_args: dict[str, Any]
    max_length: int
    model: Any
    peft: str | None
    tok_encode: Callable[..., list[int]]
    tokenizer: Any


def is_hugging_face(model: Any) -> bool:
    """Tells whether a model is lm_eval's `--model hf`, and generates as that does.

    Args:
        model: A model of lm_eval.

    Raises:
        InputError: It is, but lacks an attribute.
    """
    module = sys.modules.get("lm_eval.models.huggingface")  # importing it takes torch
    if module is None:
        return False
    kind = module.HFLM
    if not isinstance(model, kind) or type(model).generate_until is not kind.generate_until:
        return False
    for name in HuggingFaceModel.__annotations__:
        if not hasattr(model, name):
            raise unfit(f"has a model hf without {name}, needed to train adapters")
    return True


def before_generation(
    model: Any, prepare: Callable[[Any, Mapping[str, Any]], Mapping[str, Any]]
) -> None:
    """Has a function see each batch of a model before that is answered.

    Args:
        model: A model of which `is_hugging_face` holds; one that computes in another precision than
            its own, or generates in a way of its own, stays as it is.
        prepare: Gets the tokens of a batch and the options of transformers' `generate`; returns
            further options.
    """
    usual = Internal.GENERATE.find()
    if type(model)._model_generate is not usual or getattr(model, "mixed_precision_dtype", None):
        return

    def prepared(context: Any, **options: Any) -> Any:
        return usual(model, context=context, **options, **prepare(context, options))

    model._model_generate = prepared


def find_batch_size(model: Any) -> int:
    """Returns how many requests a model answers together; tries it out if lm_eval is to choose.

    All processes must call this together.

    Args:
        model: A model of which `is_hugging_face` holds.
    """
    if model.batch_size != "auto":
        return int(model.batch_size)
    return int(Internal.DETECT_BATCH_SIZE.find()(model))


class _NumberedPrompt(str):
    """A prompt that carries its request's number through lm_eval's sorting and batching."""

    number: int

    @classmethod
    def of(cls, text: str, number: int) -> _NumberedPrompt:
        prompt = cls(text)
        prompt.number = number
        return prompt


def _numbers(prompts: Iterable[str]) -> list[int]:
    try:
        return [prompt.number for prompt in prompts]  # type: ignore[attr-defined]
    except AttributeError as error:
        raise unfit("changes prompts on their way to --model hf, needed as they are") from error


class _Relay:
    """Replaces a model's cache hook, which gets each response as soon as there is one."""

    def __init__(self, tell: Callable[[int, str], None]) -> None:
        self._tell = tell

    def add_partial(self, _: str, arguments: tuple[str, Any], response: str) -> None:
        (number,) = _numbers(arguments[:1])
        self._tell(number, response)


def generate_numbered(
    model: Any,
    prompts: Mapping[int, tuple[str, Mapping[str, Any]]],
    batch_size: int,
    watch: Callable[[Sequence[int]], None],
    tell: Callable[[int, str], None],
    **how: Any,
) -> None:
    """Has a model answer prompts, and reports which of them are in each batch.

    lm_eval sorts and batches requests itself, and says nothing about it. So each prompt carries a
    number, and what encodes a batch reads the numbers of its rows.

    Args:
        model: A model of which `is_hugging_face` holds.
        prompts: Number to a prompt and its generation options.
        batch_size: Most requests in a batch.
        watch: Gets the numbers of the rows of a batch that is answered next.
        tell: Gets the number and the response of each prompt, perhaps twice.
        **how: Further arguments of `generate_until`.
    """
    Internal.ENCODE_BATCH.find()
    encode = model.tok_batch_encode

    def watched(strings: Sequence[str], *args: Any, **options: Any) -> Any:
        watch(_numbers(strings))
        return encode([str(text) for text in strings], *args, **options)

    requests = [
        new_request(_NumberedPrompt.of(text, number), options)
        for number, (text, options) in prompts.items()
    ]
    others: dict[str, Any] = {"cache_hook": _Relay(tell), "tok_batch_encode": watched}
    if "_model_generate" in vars(model):  # copies of a prompt may go through different adapters
        others["_model_generate"] = partial(type(model)._model_generate, model)
    with instead(model, batch_size_per_gpu=batch_size, **others):
        responses = model.generate_until(requests, **how)
    for number, response in zip(prompts, responses, strict=True):
        tell(number, response)


@contextmanager
def instead(owner: Any, **attributes: Any) -> Iterator[None]:
    """Gives an object other attributes inside the block.

    Args:
        owner: The object; its class stays as it is.
        **attributes: The attributes, methods among them.
    """
    before = {name: vars(owner)[name] for name in attributes if name in vars(owner)}
    for name, value in attributes.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name in attributes:
            if name in before:
                setattr(owner, name, before[name])
            else:
                delattr(owner, name)
