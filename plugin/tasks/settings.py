"""The settings of our tasks in `--metadata`: the one list of them, and the check of what is given.

lm_eval hands what `--metadata` says, together with the model's arguments, to whatever loads a
task's documents, which passes over what it does not know. So a misspelled key would be a setting
that silently does nothing. `docs/reference/tasks.md` and `judges.md` show this list.
"""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...core.errors import InputError, did_you_mean, nearest
from ...core.model_identity import IDENTIFYING
from ...core.suites.erbench import KNOWLEDGE, MULTIMODAL, WITH_PASSAGE
from ...core.suites.task_metadata import ErbenchMetadata, TaskMetadata, TrackMetadata, metadata_of
from ...core.suites.track import METHODS, SCENARIOS
from ...erbench_tasks.dataset import check_part, check_share, load
from ...filters.judge.choose import JUDGES, is_named, judge_name
from ...track_tasks.dataset import check_count, load_probes, load_questions
from ...track_tasks.injection import check_scope
from ..processes import process_number

logger = logging.getLogger(__name__)

_PACKAGE = "erbench_track."
_CLASSES = f"{_PACKAGE}plugin.tasks.task_classes."
_LOADERS = {
    f"{made.__module__}.{made.__name__}": made for made in (load, load_probes, load_questions)
}
# What lm_eval and our files write into a task's metadata.
_WRITTEN = ("version", "erbench_track", "config_source", "judged_by", "scored_by", "warnings")


@dataclass(frozen=True)
class Asked:
    """One of our tasks in a run.

    Attributes:
        asks: What it asks; None if its file does not say.
        makes_documents: Whether its documents are made from the settings; those of an exported
            task come from its dataset, and recorded ones are recorded.
        given: The settings.
    """

    asks: TaskMetadata | None
    makes_documents: bool
    given: Mapping[str, Any]

    @property
    def generates(self) -> bool:
        """Whether its questions are generated, not read from a dataset."""
        return self.makes_documents and self.given.get("dataset") is None


@dataclass(frozen=True)
class Setting:
    """A setting.

    Attributes:
        name: The key.
        meaning: What it means.
        takes: Which tasks take it.
        read: Reads its value. An `InputError`, or a ValueError that says what it should be.
    """

    name: str
    meaning: str
    takes: Callable[[Asked], bool]
    read: Callable[[Any], object]


def _text(value: Any) -> object:
    if isinstance(value, bool | int | float | list | dict) or not str(value):
        raise ValueError("a text")
    return value


def _as_text(read: Callable[[str], object], value: Any) -> object:
    return read(str(value).strip())


def _whole(least: int) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ValueError(f"a whole number from {least}")
        return value

    return read


def _flag(value: Any) -> object:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _one_of(*choices: str) -> Callable[[Any], object]:
    def read(value: Any) -> object:
        if value not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return value

    return read


def _erbench(
    variant: str = "", question_type: str = "", generates: bool = True
) -> Callable[[Asked], bool]:
    """Returns whether a task is ERBench's, of a variant or type, and generates its questions."""

    def takes(asked: Asked) -> bool:
        asks = asked.asks
        return (
            isinstance(asks, ErbenchMetadata)
            and variant in ("", asks.variant)
            and question_type in ("", asks.question_type)
            and (asked.generates if generates else asked.makes_documents)
        )

    return takes


def _track(
    takes: Callable[[TrackMetadata], bool], makes: str = "makes_documents"
) -> Callable[[Asked], bool]:
    """Returns whether a task is TRACK's, of a kind, and makes its documents in a way."""

    def takes_it(asked: Asked) -> bool:
        asks = asked.asks
        is_of_kind = isinstance(asks, TrackMetadata) and takes(asks)
        return is_of_kind and (not makes or bool(getattr(asked, makes)))

    return takes_it


def _any(_: TrackMetadata) -> bool:
    return True


def _injects(asks: TrackMetadata) -> bool:
    return METHODS[asks.method].injects


def _asks_questions(asks: TrackMetadata) -> bool:
    return not METHODS[asks.method].asks_for_facts


def _uses_gaps(asks: TrackMetadata) -> bool:
    return _asks_questions(asks) or _injects(asks)


def _runs_code(asks: TrackMetadata) -> bool:
    return SCENARIOS[asks.scenario].runs_code and _asks_questions(asks)


def _judged(asked: Asked) -> bool:
    asks = asked.asks
    return not isinstance(asks, ErbenchMetadata) or asks.question_type not in KNOWLEDGE


def _judged_by(name: str) -> Callable[[Asked], bool]:
    """Returns whether a task asks a judge that has a setting."""

    def takes(asked: Asked) -> bool:
        asks_one = isinstance(asked.asks, TrackMetadata) or is_named(asked.given)
        kind = judge_name(asked.given).partition("/")[0]
        return (
            _judged(asked)
            and asks_one
            and any(
                form.partition("/")[0] == kind and (not name or name in judge.settings)
                for form, judge in JUDGES.items()
            )
        )

    return takes


_GENERATED, _WITH_PASSAGE = _erbench(), _erbench(WITH_PASSAGE)

ERBENCH_SETTINGS = (
    Setting("benchmark", "path of another specification", _GENERATED, _text),
    Setting("database", "another database for it", _GENERATED, _text),
    Setting("official", "a checkout of the authors' repository", _GENERATED, _text),
    Setting("question_seed", "decides which options are false", _GENERATED, _whole(0)),
    Setting(
        "nota",
        "share in [0, 1] of multiple-choice questions whose right option is *None of the above* "
        "(0.2 in `_mc_nota`)",
        _erbench(question_type="mc"),
        check_share,
    ),
    Setting(
        "sample_entities",
        "how many entities to ask about, drawn under the seed",
        _GENERATED,
        _whole(1),
    ),
    Setting(
        "popularity",
        "a part of the entities by popularity: `0:0.25` is the least popular quarter",
        _erbench(generates=False),
        check_part,
    ),
    Setting(
        "known_entities",
        "a known-entity file: only these entities are asked about",
        _erbench(generates=False),
        _text,
    ),
    Setting(
        "dataset",
        "a folder that `erbench-track generate` wrote, or its id on the Hub; nothing is generated "
        "then",
        _erbench(generates=False),
        _text,
    ),
    Setting(
        "passages",
        "`_ka` tasks: `wikipedia` (default), or `column`",
        _WITH_PASSAGE,
        _one_of("wikipedia", "column"),
    ),
    Setting("passage_cache", "`_ka` tasks: folder of the fetched pages", _WITH_PASSAGE, _text),
    Setting("wikipedia_url", "`_ka` tasks: another wiki", _WITH_PASSAGE, _text),
    Setting("images", "`_mm` tasks: a folder of images, named by id", _erbench(MULTIMODAL), _text),
)
TRACK_SETTINGS = (
    Setting(
        "dataset",
        "questions that `generate track-...` wrote (folder or id); without it, WIKI's are "
        "from general knowledge",
        _track(_any),
        _text,
    ),
    Setting("question_count", "how many questions (default 500)", _track(_any), check_count),
    Setting("question_seed", "which questions", _track(_any, "generates"), _whole(0)),
    Setting(
        "gaps",
        "what the model knows: a file that `erbench-track gaps` wrote",
        _track(_uses_gaps),
        _text,
    ),
    Setting(
        "kas",
        "knowledge aggregation scope: how many questions share their unknown facts (the paper: 1, "
        "10, 100, 500)",
        _track(_injects),
        check_scope,
    ),
    Setting(
        "only_conflicts",
        "`true` leaves out the questions without an unknown fact (Appendix D)",
        _track(_asks_questions),
        _flag,
    ),
    Setting(
        "thinking_is_reasoning",
        "`true` looks for facts in a model's thinking as well; the paper's numbers do not count it",
        _track(_asks_questions, ""),
        _flag,
    ),
    Setting(
        "answer_pass",
        "CODE: `run` (default) runs the tests; with `judge` a judge says whether they would pass",
        _track(_runs_code, ""),
        _one_of("run", "judge"),
    ),
    Setting(
        "sandbox",
        "CODE: `weak` accepts the sandbox without bubblewrap",
        _track(_runs_code, ""),
        _one_of("bubblewrap", "weak"),
    ),
    Setting(
        "sandbox_workers",
        "CODE: how many programs are run at once (default: one per core)",
        _track(_runs_code, ""),
        _whole(1),
    ),
)
JUDGE_SETTINGS = (
    Setting("judge", "the judge's name; `ERBENCH_TRACK_JUDGE` is the default", _judged, _text),
    Setting(
        "strict_judge",
        "`true` makes a missing verdict an error (`--strict-judge`)",
        _judged_by(""),
        _flag,
    ),
    *(
        Setting(name, setting.meaning, _judged_by(name), partial(_as_text, setting.read))
        for judge in JUDGES.values()
        for name, setting in judge.settings.items()
    ),
)
SETTINGS = (*ERBENCH_SETTINGS, *TRACK_SETTINGS, *JUDGE_SETTINGS)
NAMES = tuple(dict.fromkeys(setting.name for setting in SETTINGS))


def check_run(
    files: Sequence[Mapping[str, Any]],
    given: Mapping[str, Any],
    arguments: Collection[str] | None = None,
) -> None:
    """Checks what is given to the tasks of a run, if any of them is ours.

    Args:
        files: The configurations of the run's tasks; functions may be names.
        given: What `--metadata` says, and perhaps the model's arguments.
        arguments: The names of the model's arguments; None if they cannot be told.

    Raises:
        InputError: A key is unknown, or a value is wrong.
    """
    ours = [file for file in files if _is_ours(file)]
    for file in ours:
        _check_file(file)
    asked = [_asked(file, given) for file in ours]
    if asked:
        _check_none_of_the_above(asked, given)
        check_given(asked, given, arguments, has_others=len(ours) < len(files))


def _check_none_of_the_above(asked: Sequence[Asked], given: Mapping[str, Any]) -> None:
    """Refuses what would be another benchmark if the questions that exist were asked without it."""
    if given.get("nota") is None or _is_taken("nota", asked) or not _reason("nota", asked):
        return
    raise InputError(
        "--metadata: nota: the questions of these tasks exist already; generate others with "
        "`erbench-track generate erbench --nota SHARE`"
    )


def check_given(
    asked: Sequence[Asked],
    given: Mapping[str, Any],
    arguments: Collection[str] | None = None,
    has_others: bool = False,
) -> None:
    """Checks settings, and warns about those that no task of the run takes.

    Args:
        asked: Our tasks in the run.
        given: As for `check_run`.
        arguments: As for `check_run`.
        has_others: Whether there are other tasks, which have settings of their own.

    Raises:
        InputError: A key is unknown, or a value is wrong.
    """
    _check_names(asked, given, arguments, has_others)
    for setting in SETTINGS:
        of_suite = [one for one in asked if setting.takes(one)]
        if of_suite and given.get(setting.name) is not None:
            _read(setting, given[setting.name])
    for name in NAMES:
        if given.get(name) is not None and not _is_taken(name, asked):
            _warn(f"--metadata: {name}: no task of this run takes it{_reason(name, asked)}")


def judge_settings(metadata: str | None) -> dict[str, Any]:
    """Returns the settings in the text of `--metadata`; empty without it.

    Raises:
        InputError: The text is not a JSON object.
    """
    try:
        settings = json.loads(metadata or "{}")
    except ValueError as error:
        raise InputError(f"--metadata: not JSON: {error}") from error
    if not isinstance(settings, dict):
        raise InputError('--metadata: not a JSON object such as {"judge_max_calls": 1000}')
    return settings


def check_judge_settings(given: Mapping[str, Any]) -> None:
    """Checks settings where only a judge takes some.

    Raises:
        InputError: A key is unknown.
    """
    names = [setting.name for setting in JUDGE_SETTINGS]
    for name in given:
        if name not in names:
            raise InputError(f"--metadata: {name!r} is unknown here; {did_you_mean(name, names)}")


def _check_names(
    asked: Sequence[Asked],
    given: Mapping[str, Any],
    arguments: Collection[str] | None,
    has_others: bool,
) -> None:
    others = {*IDENTIFYING, *(_of_models() if arguments is None else arguments)}
    for name in given:
        if name in NAMES or name in others:
            continue
        if near := nearest(name, NAMES):
            raise InputError(f"--metadata: {name!r} is unknown; did you mean {near!r}?")
        if arguments is not None and not has_others:
            taken = ", ".join(known for known in NAMES if _is_taken(known, asked))
            raise InputError(f"--metadata: {name!r} is unknown; these tasks take {taken}")
        _warn(f"--metadata: {name}: the tasks of erbench-track have no such setting")


def _warn(line: str) -> None:
    if process_number() == 0:
        logger.warning("%s", line)


def _reason(name: str, asked: Sequence[Asked]) -> str:
    """Returns why a setting is not taken, if that is because there is nothing to generate."""
    generating = [
        replace(one, makes_documents=True, given={**one.given, "dataset": None}) for one in asked
    ]
    return ": their questions exist already" if _is_taken(name, generating) else ""


def _of_models() -> set[str]:
    """Returns the names of the arguments of all model classes that are loaded."""
    from lm_eval.api.model import LM

    kinds: list[Any] = [LM]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {name for kind in kinds for name in inspect.signature(kind.__init__).parameters}


def _read(setting: Setting, value: Any) -> None:
    try:
        setting.read(value)
    except ValueError as error:
        raise InputError(f"--metadata: {setting.name}: {value!r} is not {error}") from error


def _is_taken(name: str, asked: Sequence[Asked]) -> bool:
    return any(
        one.asks is None or setting.takes(one)
        for setting in SETTINGS
        if setting.name == name
        for one in asked
    )


def _check_file(file: Mapping[str, Any]) -> None:
    """Checks what a task's own file tells the loader of its documents."""
    loader = _LOADERS.get(_dotted(file.get("custom_dataset")))
    if loader is None:
        return
    names = [*inspect.signature(loader).parameters, *NAMES]
    for name in file.get("dataset_kwargs") or {}:
        if name not in names:
            raise InputError(
                f"{file.get('task')}: dataset_kwargs: {name!r} is unknown; "
                f"{did_you_mean(name, names)}"
            )
    for name in _own_metadata(file):
        if name not in names and (near := nearest(name, NAMES)):
            raise InputError(
                f"{file.get('task')}: metadata: {name!r} is unknown; did you mean {near!r}?"
            )


def _own_metadata(file: Mapping[str, Any]) -> Iterator[str]:
    said = file.get("metadata")
    yield from (name for name in said or {} if name not in _WRITTEN)


def _asked(file: Mapping[str, Any], given: Mapping[str, Any]) -> Asked:
    kwargs, metadata = file.get("dataset_kwargs") or {}, file.get("metadata") or {}
    return Asked(
        metadata_of(str(file.get("task")), metadata),
        _dotted(file.get("custom_dataset")) in _LOADERS,
        {**metadata, **given, **kwargs},
    )


def _is_ours(file: Mapping[str, Any]) -> bool:
    return _dotted(file.get("class")).startswith(_CLASSES)


def _dotted(function: Any) -> str:
    """Returns the dotted name of a function or class.

    Where a file was read without importing what it names, it is a folder and the name.
    """
    if callable(function):
        function = f"{function.__module__}.{getattr(function, '__qualname__', '')}"
    _, found, name = str(function).rpartition(_PACKAGE)
    return f"{found}{name}"
