"""One pass over the samples of a report: how many responses have which outcome, and their records.

Records are compressed as they are read, so that no more than one samples file is in memory.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from ...core.progress import progress
from ...core.suites.erbench import QUESTION_TYPES, READINGS
from ..report.answer_tables import LABELS, column_of
from ..report.erbench_tables import FEWEST_KNOWN, in_order
from ..report.explorer.outcomes import OUTCOMES, outcome_of
from ..report.explorer.page import Compressed, Explorer, Shown, Task
from ..report.run_files import Sample, every_sample
from ..report.runs import Model, Run
from ..report.track_runs import METHOD_TITLES, SCENARIO_TITLES, TrackRun
from ..statistics.quantiles import quarters
from .records import Record, Visible, attribute_of, item_record, read_by, response_record

_NUMBER = {outcome: number for number, outcome in enumerate(OUTCOMES)}
_NONE = -1  # no outcome


@dataclass
class _Source:
    """A model as its responses have it, which may be shown by one reading or by two.

    Attributes:
        labels: For each of the model's labels, whether it is that of the other reading.
        reading: How its responses are read first.
        runs: Its runs, each file once.
        responses: The records of its responses.
    """

    labels: dict[str, bool]
    reading: str
    runs: dict[Path, Run | TrackRun]
    responses: Compressed


_Key: TypeAlias = tuple[int, str, str]


def explore(models: Sequence[Model], visible: Visible | None) -> Explorer:
    """Reads all samples.

    Args:
        models: The models with their runs.
        visible: Returns what a response says besides its thinking; None leaves the records out,
            so that there are figures only.

    Raises:
        InputError: A file cannot be read.
    """
    found = _Collection(models, visible)
    parts = {}
    if visible is not None:
        parts = {"items": found.items.base64()}
        for number, source in enumerate(found.sources):
            parts[f"model{number}"] = source.responses.base64()
    shown = [
        Shown(label, number, is_other, source.reading)
        for number, source in enumerate(found.sources)
        for label, is_other in source.labels.items()
    ]
    return Explorer(_in_order(found.tasks), shown, found.differing, parts)


class _Collection:
    """What is found in all samples."""

    def __init__(self, models: Sequence[Model], visible: Visible | None) -> None:
        self.tasks: dict[str, tuple[Run | TrackRun, Task]] = {}
        self.sources = _sources(models)
        self.items = Compressed()
        self.differing = 0
        self._visible = visible
        self._numbers: dict[_Key, int] = {}
        self._quarters = _popularity(models)
        self._scopes = {model.label: _Scopes(model, models) for model in models}
        self._read()

    def _read(self) -> None:
        total = sum(run.samples for source in self.sources for run in source.runs.values())
        with progress("responses", total) as done:
            for source in self.sources:
                for path, run in source.runs.items():
                    for row in self._of_file(source, path, run):
                        source.responses.append(row)
                    done(run.samples)

    def _of_file(self, source: _Source, path: Path, run: Run | TrackRun) -> Iterable[list[Any]]:
        """Returns a row for each document: item, outcome, the other reading's outcome, record."""
        task = self._task(run)
        rows: dict[str, list[Any]] = {}
        for sample in every_sample(path):
            key = repr(sample.record.get("doc_id", f"line {sample.line}"))
            is_other = sample.filter in READINGS and sample.filter != source.reading
            if is_other and isinstance(run, Run) and run.reading == source.reading:
                _add_other(rows.get(key), sample)
            elif key not in rows:
                rows[key] = self._row(source, task, run, sample)
        kept = [row for row in rows.values() if row[1] != _NONE]
        self._count(source, task, kept)
        return kept if self._visible else ()

    def _row(self, source: _Source, task: Task, run: Run | TrackRun, sample: Sample) -> list[Any]:
        outcome = _NUMBER.get(outcome_of(sample.record), _NONE)
        if self._visible is None:
            return [0, outcome, _NONE, {}]
        record = response_record(sample, self._visible)
        if isinstance(run, Run):
            scopes = self._scopes[next(iter(source.labels))]
            record |= scopes.of(run, str(sample.doc.get("entity_id")))
        return [self._item(task, run, sample), outcome, _NONE, record]

    def _item(self, task: Task, run: Run | TrackRun, sample: Sample) -> int:
        """Returns the number of a question; models that were asked the same share it."""
        record = item_record(sample.doc)
        name = str(sample.doc.get("id") or sample.record.get("doc_id"))
        asked = (record.get(field) for field in ("question", "options", "answer"))
        key = (task.number, name, json.dumps([*asked]))
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            record |= {"task": task.number, "id": name}
            record |= {"about": about} if (about := attribute_of(sample.doc)) else {}
            if isinstance(run, Run):
                entity = str(sample.doc.get("entity_id"))
                quarter = self._quarters.get(run.dataset, {}).get(entity)
                record |= {"quarter": quarter} if quarter is not None else {}
            self.items.append(record)
        return self._numbers[key]

    def _task(self, run: Run | TrackRun) -> Task:
        if run.name not in self.tasks:
            titles, is_track = _titles(run), isinstance(run, TrackRun)
            self.tasks[run.name] = run, Task(run.name, *titles, len(self.tasks), is_track)
        return self.tasks[run.name][1]

    def _count(self, source: _Source, task: Task, rows: Sequence[list[Any]]) -> None:
        names = list(OUTCOMES)
        for label, is_other in source.labels.items():
            chosen = (row[2] if is_other and row[2] != _NONE else row[1] for row in rows)
            task.counts[label] = Counter(names[number] for number in chosen)
        self.differing += sum(row[2] not in (_NONE, row[1]) for row in rows)


class _Scopes:
    """The entities that a model knows, and those that all models know."""

    def __init__(self, model: Model, models: Sequence[Model]) -> None:
        self._own = model.known
        alike = [other.known for other in models if other.reading == model.reading]
        self._common = {
            subject: frozenset.intersection(*large) if large else frozenset()
            for subject in model.known
            for large in [[of[subject] for of in alike if len(of.get(subject, ())) >= FEWEST_KNOWN]]
        }

    def of(self, run: Run, entity: str) -> Record:
        """Returns which of the two an entity belongs to, where they are given."""
        is_known = entity in self._own.get(run.subject, ())
        is_common = entity in self._common.get(run.subject, ())
        return {"known_entity": 1 + is_common} if is_known else {}


def _in_order(tasks: Mapping[str, tuple[Run | TrackRun, Task]]) -> list[Task]:
    """Returns the tasks with responses, sorted: ERBench's as its tables are, then TRACK's."""
    datasets = in_order(run.dataset for run, _ in tasks.values() if isinstance(run, Run))

    def place(found: tuple[Run | TrackRun, Task]) -> tuple[bool, int, str, int, str]:
        run, task = found
        if isinstance(run, Run):
            kinds = (*QUESTION_TYPES, run.kind)
            return False, datasets.index(run.dataset), task.group, kinds.index(run.kind), ""
        methods = (*METHOD_TITLES, run.method)
        scenario = list(SCENARIO_TITLES).index(run.scenario)
        return True, scenario, "", methods.index(run.method), f"{run.kas:09}"

    placed = sorted((each for each in tasks.values()), key=place)
    return [task for _, task in placed if any(task.counts.values())]


def _add_other(row: list[Any] | None, sample: Sample) -> None:
    """Adds to a row what the other reading found, as far as it is not the same."""
    if row is None:
        return
    row[2] = _NUMBER.get(outcome_of(sample.record), _NONE)
    if row[2] != row[1] and row[3]:
        row[3]["other"] = {name: value for name, value in read_by(sample).items() if value}


def _sources(models: Sequence[Model]) -> list[_Source]:
    """Brings the two readings of a model together."""
    found: dict[tuple[str, str], _Source] = {}
    for model in models:
        source = found.setdefault(
            (model.name, model.apart), _Source({}, model.reading, {}, Compressed())
        )
        source.labels[model.label] = bool(source.labels)
        runs: list[Run | TrackRun] = [*model.runs, *model.track]
        for run in runs:
            source.runs.setdefault(run.path, run)
    return list(found.values())


def _titles(run: Run | TrackRun) -> tuple[str, str]:
    if isinstance(run, Run):
        column = column_of(run, LABELS.get(run.kind, run.kind.replace("_", " ")))
        return column.group, column.label
    method = METHOD_TITLES.get(run.method, "probes" if not run.kas else "probes after")
    return SCENARIO_TITLES[run.scenario], f"{method}, KAS={run.kas}" if run.kas else method


def _popularity(models: Iterable[Model]) -> Mapping[str, dict[str, int]]:
    """Returns for each dataset the quarter, from 0, in which each entity is."""
    known: dict[str, dict[str, float]] = {}
    for run in (run for model in models for run in model.runs):
        known.setdefault(run.dataset, {}).update(run.tally.popularity)
    return {dataset: dict(_in_quarters(found)) for dataset, found in known.items() if found}


def _in_quarters(popularity: Mapping[str, float]) -> Iterator[tuple[str, int]]:
    bounds = list(quarters(popularity.values()))
    for entity, value in popularity.items():
        for number, bound in enumerate(bounds):
            if bound and bound[0] <= value <= bound[1]:
                yield entity, number
