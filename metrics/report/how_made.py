"""How results were made: by which model, when, with which settings, and by which judge.

lm_eval's results files say it. What tells two models of one name apart is read there, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from ...core.model_identity import beside_its_name, read_model_arguments
from .run_files import Sample, SamplesFile

NOT_RECORDED = "not recorded"
A_RULE = "a rule, no judge"
"""What stands wherever the lexical judge's numbers do."""
_LEXICAL = "lexical"
_STAGE_SETTINGS = "stage.json"  # which a study writes beside each stage's results
_RECORDED = "recorded"  # what `score` calls a model: the arguments are those of another run
_NO_MATTER = frozenset({"do_sample", "until"})


class Replies(NamedTuple):
    """How many replies there are, and how many of them are empty."""

    given: int = 0
    empty: int = 0


class JudgedBy(NamedTuple):
    """What judged the responses of a run.

    Attributes:
        name: As `--metadata` has it, such as `openai/gpt-5-mini`; empty if it is not recorded.
        settings: Its settings, the versions of its prompts or rules.
        work: What it did: calls, verdicts, tokens, cost.
    """

    name: str = ""
    settings: str = ""
    work: str = ""

    @property
    def is_rule(self) -> bool:
        """Whether it is the lexical rule, which is no judge."""
        return self.name == _LEXICAL

    @property
    def title(self) -> str:
        """Its name, for people."""
        return f"{A_RULE} ({self.name})" if self.is_rule else self.name or NOT_RECORDED


class HowMade(NamedTuple):
    """How the results of one run were made.

    Attributes:
        model: The kind of model and its arguments.
        date: The day on which it began, as `2026-11-23`, UTC. No time of day, so that a study that
            was killed and went on has the tables of one that was not.
        software: The versions of what made it.
        generation: The settings of generation.
        judge: What judged the responses; None if nothing was to be judged.
        replies: How many replies there are.
        facts_from: Where the facts of TRACK's questions come from; empty for ERBench's.
        repeats: How many replies each prompt was to get; None if that is not recorded.
    """

    model: str = NOT_RECORDED
    date: str = NOT_RECORDED
    software: str = NOT_RECORDED
    generation: str = NOT_RECORDED
    judge: JudgedBy | None = None
    replies: Replies = Replies()
    facts_from: str = ""
    repeats: int | None = None


UNKNOWN = HowMade()
# Parts of a judge's record that are its work; the others are settings.
_WORK = {
    "verdicts": "verdicts",
    "calls": "calls",
    "cached": "verdicts from the cache",
    "decided_by_rules": "decided by exact rules beforehand",
    "unjudged": "without a verdict",
    "answers_asked": "responses put to it that no rule reads",
    "answers_given": "of them answered",
    "prompt_tokens": "tokens sent",
    "completion_tokens": "tokens received",
    "cost": "cost",
}
_KIND_OF_RULE = "a lexical rule, no model"


def how_made(file: SamplesFile, is_judged: bool) -> HowMade:
    """Reads how a run was made from lm_eval's results of the same date.

    Args:
        file: The samples file.
        is_judged: Whether something judges all runs of such a task.

    Returns:
        What is recorded, without the replies.
    """
    metadata = file.setting("configs", file.task, "metadata")
    made_by = metadata if isinstance(metadata, dict) else {}
    record = made_by.get("judged_by")
    judge = judge_of(record) if isinstance(record, dict) else None
    return HowMade(
        _model(file),
        _date(file),
        _software(file, made_by),
        _generation(file),
        judge or (JudgedBy() if is_judged else None),
        repeats=_repeats(file),
    )


class ReplyCounter:
    """Counts the replies of samples that are read one by one."""

    def __init__(self, repeats: int | None) -> None:
        """Nothing has been counted yet.

        Args:
            repeats: How many replies each prompt was to get. Where processes share prompts
                unequally, lm_eval asks some once more, so that all ask as often.
        """
        self.replies = Replies()
        self._repeats = repeats

    def through(self, samples: Iterable[Sample]) -> Iterator[Sample]:
        """Yields samples, and counts their replies."""
        for sample in samples:
            texts = _replies(sample.record.get("resps"))[: self._repeats]
            empty = sum(not text.strip() for text in texts)
            given, before = self.replies
            self.replies = Replies(given + len(texts), before + empty)
            yield sample


def _replies(recorded: Any) -> list[str]:
    replies = recorded[0] if isinstance(recorded, list) and recorded else []
    return [text for text in replies if isinstance(text, str)] if isinstance(replies, list) else []


def _model(file: SamplesFile) -> str:
    kind = file.setting("model_source") or file.setting("config", "model")
    arguments = read_model_arguments(file.setting("config", "model_args"))
    said = ",".join(f"{name}={value}" for name, value in arguments.items() if name != "model")
    return " ".join(filter(None, [str(kind or ""), said])) or NOT_RECORDED


def _date(file: SamplesFile) -> str:
    began = file.setting("date")
    if isinstance(began, int | float):
        return f"{datetime.fromtimestamp(began, timezone.utc):%Y-%m-%d}"
    return file.date.partition("T")[0] or NOT_RECORDED


def _software(file: SamplesFile, made_by: Mapping[str, Any]) -> str:
    versions = {
        "erbench-track": made_by.get("scored_by"),
        "transformers": file.setting("transformers_version"),
        "task": made_by.get("version"),
    }
    return ", ".join(f"{n} {v}" for n, v in versions.items() if v not in (None, "")) or NOT_RECORDED


def _repeats(file: SamplesFile) -> int | None:
    repeats = file.setting("configs", file.task, "repeats")
    return repeats if isinstance(repeats, int) and repeats > 0 else None


def _generation(file: SamplesFile) -> str:
    settings = file.setting("configs", file.task, "generation_kwargs")
    if not isinstance(settings, dict):
        return NOT_RECORDED
    parts = _pairs(settings)
    if isinstance(until := settings.get("until"), list) and until:
        parts.append(f"until {' or '.join(map(repr, until))}")
    if (repeats := _repeats(file) or 1) > 1:
        parts.append(f"{repeats} replies each")
    framed = {"chat template": "apply_chat_template", "system instruction": "system_instruction"}
    for said, name in framed.items():
        if file.setting(said.replace(" ", "_")) or file.setting("config", name):
            parts.append(said)
    return ", ".join([*parts, *_thinking(file), *_endpoint(file)]) or NOT_RECORDED


def _thinking(file: SamplesFile) -> list[str]:
    """Says what a study chose: whether the model may think, and the switches of its template."""
    switches = file.setting("config", "thinking", "switches")
    said = ["may think"] if file.setting("config", "thinking", "may_think") else []
    return said + _pairs(switches if isinstance(switches, dict) else {})


def _endpoint(file: SamplesFile) -> list[str]:
    """Says what an endpoint refused, and how many of its replies ended at their bound."""
    left_out, cut = (file.setting("config", "endpoint", name) for name in ("left_out", "cut_off"))
    said = (
        [f"not sent: {' and '.join(left_out)}"] if left_out and isinstance(left_out, dict) else []
    )
    return said + ([f"{cut} replies cut off"] if isinstance(cut, int) and cut else [])


def judge_of(record: Mapping[str, Any]) -> JudgedBy:
    """Reads what a judge recorded about itself, as results and gap datasets have it.

    Args:
        record: Its `record()`; empty if there is none.
    """
    name = str(record.get("judge") or "")
    settings = {k: v for k, v in record.items() if k not in {*_WORK, "judge", "kind", "model"}}
    kind = record.get("kind")
    kinds = [str(kind)] if kind and kind != _KIND_OF_RULE else []
    work = [
        f"{record[part]:,} {said}" if part != "cost" else f"{said} {record[part]:,}"
        for part, said in _WORK.items()
        if isinstance(record.get(part), int | float) and (record[part] or part == "unjudged")
    ]
    return JudgedBy(name, ", ".join([*kinds, *_pairs(settings)]), ", ".join(work))


def _pairs(settings: Mapping[str, Any]) -> list[str]:
    """Writes settings as `name value`; a mapping's entries one by one."""
    said = []
    for name, value in settings.items():
        if isinstance(value, dict):
            said += [f"{key} {of}" for key, of in value.items()]
        elif name not in _NO_MATTER and value is not None and value not in ([], ""):
            said.append(f"{name.replace('_', ' ')} {value}")
    return said


# Models of one name


class _Origin(NamedTuple):
    """Where a samples file comes from.

    Attributes:
        identity: The arguments that make it another model than others of its name; None if they
            are not recorded.
        study: The folder of the study that it belongs to, if any.
    """

    identity: tuple[tuple[str, str], ...] | None
    study: Path | None


def told_apart(files: Sequence[SamplesFile]) -> dict[Path, str]:
    """Tells the models apart whose runs have the same name.

    They are different if arguments say so. Runs of one model are put together, as long as they do
    not come from two studies that answered the same task or had different judges: then each study
    stands for itself.

    Args:
        files: The samples files of one name.

    Returns:
        For each file what its name needs to be clear: `p=0.9`, or the folder of its study; empty
        where the name is enough.
    """
    origins = {file.path: _origin(file) for file in files}
    known = {origin.identity for origin in origins.values() if origin.identity is not None}
    only = next(iter(known)) if len(known) == 1 else None
    by_model: dict[Any, list[SamplesFile]] = defaultdict(list)
    for file in files:
        identity = origins[file.path].identity
        by_model[only if identity is None else identity].append(file)
    arguments = _differences(list(by_model))
    named = {}
    for identity, runs in by_model.items():
        studies = _studies(runs, {file.path: origins[file.path].study for file in runs})
        for file in runs:
            named[file.path] = ", ".join(filter(None, [arguments[identity], studies[file.path]]))
    return named


def _origin(file: SamplesFile) -> _Origin:
    stage = file.path.parent.parent.parent
    study = stage.parent.resolve() if (stage / _STAGE_SETTINGS).is_file() else None
    config = file.setting("config")
    if not isinstance(config, dict) or config.get("model") == _RECORDED:
        return _Origin(None, study)
    arguments = {**config, **read_model_arguments(config.get("model_args"))}
    return _Origin(tuple(beside_its_name(arguments).items()), study)


def _differences(identities: Sequence[tuple[tuple[str, str], ...] | None]) -> dict[Any, str]:
    """Returns the arguments by which each of several models differs from the others."""
    if len(identities) < 2:
        return dict.fromkeys(identities, "")
    every = [set(identity or ()) for identity in identities]
    common = set.intersection(*every)
    return {
        identity: f"arguments {NOT_RECORDED}"
        if identity is None
        else ",".join(f"{name}={value}" for name, value in identity if (name, value) not in common)
        for identity in identities
    }


def _studies(files: Sequence[SamplesFile], study_of: Mapping[Path, Path | None]) -> dict[Path, str]:
    """Returns the study of each file, if two of them are not parts of one."""
    asked: dict[Path | None, set[tuple[str, str]]] = defaultdict(set)
    judges = set()
    for file in files:
        kas = file.setting("configs", file.task, "metadata", "kas")
        asked[study_of[file.path]].add((file.task, str(kas)))
        judges.add(file.setting("configs", file.task, "metadata", "judged_by", "judge"))
    judges.discard(None)
    every = [task for tasks in asked.values() for task in tasks]
    if len(asked) < 2 or (len(every) == len(set(every)) and len(judges) < 2):
        return dict.fromkeys(study_of, "")
    names = _short_names([study for study in asked if study is not None])
    return {path: names[study] if study else "" for path, study in study_of.items()}


def _short_names(folders: Sequence[Path]) -> dict[Path, str]:
    """Returns as much of the end of each folder's path as tells it from the others."""
    for length in range(1, 1 + max((len(folder.parts) for folder in folders), default=0)):
        names = {folder: "/".join(folder.parts[-length:]) for folder in folders}
        if len(set(names.values())) == len(folders):
            return names
    return {folder: str(folder) for folder in folders}
