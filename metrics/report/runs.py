"""The models that lm_eval has run, and their runs of ERBench's tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...core.errors import InputError
from ...core.progress import progress
from ...core.suites.erbench import (
    CHAIN_OF_THOUGHT,
    IMAGES_SUFFIX,
    KNOWLEDGE,
    MULTIMODAL,
    NONE_OF_THE_ABOVE,
    PAPER,
    READINGS,
    ROBUST,
    SELF_CONSISTENCY,
    WITH_PASSAGE,
)
from ...core.suites.task_metadata import ErbenchMetadata, TrackMetadata
from ..statistics.intervals import Cluster
from ..unreadable import Unread
from .how_made import A_RULE, UNKNOWN, HowMade, ReplyCounter, how_made, told_apart
from .run_files import ModelFolder, Sample, SamplesFile, model_folders, read_samples
from .tally import Measures, Tally, add_scores
from .track_files import read_newest_track
from .track_runs import TrackRun

Subject = tuple[str, str]  # a dataset, such as `movie`, and `bn`, `mc` or `mh`

# Variants that change how the same questions are asked, and what a table calls them.
ASKED_OTHERWISE = {WITH_PASSAGE: "w/ KA", SELF_CONSISTENCY: "w/ SC"}


@dataclass(frozen=True, slots=True)
class Run:
    """The samples of one task under one condition.

    Attributes:
        task: Name of the task.
        dataset: What it asks about: a domain, for multi-hop with the hops (`movie_2hop`), with
            images `movie_mm`.
        kind: `bn_yes|bn_no|mc|mh_yes|mh_no|known_bn|known_mc|known_mh`.
        cot: Whether it asks for a chain of thought.
        shots: Number of demonstrations.
        nota: Share of *None of the above*, for a task that has this option.
        path: The file.
        tally: Its sums.
        variant: One of `ASKED_OTHERWISE`, or empty.
        made: How it was made.
        otherwise: The measures by the other of `READINGS`, if it was read in both ways.
    """

    task: str
    dataset: str
    kind: str
    cot: bool
    shots: int
    nota: float | None
    path: Path
    tally: Tally
    variant: str = ""
    made: HowMade = UNKNOWN
    otherwise: Measures = field(default_factory=dict)

    @property
    def samples(self) -> int:
        """Number of samples."""
        return self.tally.samples

    @property
    def multimodal(self) -> bool:
        """Whether the questions show images."""
        return self.dataset.endswith(IMAGES_SUFFIX)

    @property
    def subject(self) -> Subject:
        """The dataset, and whether it is about binary, multiple-choice or multi-hop questions."""
        return self.dataset, self.kind.removeprefix("known_").split("_")[0]

    @property
    def reading(self) -> str:
        """How the responses were read: one of `READINGS`. Older runs have the paper's only."""
        return self.tally.filter if self.tally.filter in READINGS else PAPER

    @property
    def unread(self) -> Unread:
        """How many of its responses cannot be read."""
        unreadable, truncated = (
            sum(total for _, total in self.clusters(name, None))
            for name in ("unreadable_rate", "truncated_rate")
        )
        return Unread(self.tally.samples, unreadable, truncated)

    @property
    def condition(self) -> str:
        """What sets it apart: `8-shot`, `20% none of the above`, `w/ KA`."""
        parts = [] if self.nota is None else [f"{self.nota:.0%} none of the above"]
        parts += [ASKED_OTHERWISE[self.variant]] if self.variant else []
        return ", ".join(parts + ([f"{self.shots}-shot"] if self.shots else []))

    @property
    def name(self) -> str:
        """The task with its condition."""
        return f"{self.task} ({self.condition})" if self.condition else self.task

    @property
    def entities(self) -> set[str]:
        """The entities that were asked about."""
        return {entity for sums in self.tally.measures.values() for entity in sums}

    def clusters(self, measure: str, entities: Iterable[str] | None) -> list[Cluster]:
        """Returns the sums of a measure for each of some entities (None: of all)."""
        sums = self.tally.measures.get(measure, {})
        chosen = sums if entities is None else sorted(sums.keys() & set(entities))
        return [(sums[entity][0], sums[entity][1]) for entity in chosen]


@dataclass(slots=True)
class Model:
    """One model, with its runs.

    Attributes:
        name: Its name in lm_eval's results, else that of its folder.
        folders: The folders with its files.
        versions: The versions of lm_eval in its results.
        runs: The newest run of each ERBench task and condition.
        track: The newest run of each TRACK task and KAS.
        skipped: Files that were skipped, each with the reason.
        known: The entities that it knows.
        known_from: Where `known` comes from.
        reading: One of `READINGS`: how its responses were to be read.
        beside: Whether its other reading stands beside this one.
        apart: What tells it from other models of its name: `p=0.9`, or the folder of its study.
    """

    name: str
    folders: list[Path] = field(default_factory=list)
    versions: set[str] = field(default_factory=set)
    runs: list[Run] = field(default_factory=list)
    track: list[TrackRun] = field(default_factory=list)
    skipped: list[tuple[Path, str]] = field(default_factory=list)
    known: dict[Subject, frozenset[str]] = field(default_factory=dict)
    known_from: str = ""
    reading: str = ROBUST
    beside: bool = False
    apart: str = ""

    @property
    def read_otherwise(self) -> list[Run]:
        """The runs of which there is only the other reading."""
        return [run for run in self.runs if run.reading != self.reading]

    @property
    def label(self) -> str:
        """The name, with what tells it from others of that name, and marks of what to beware of.

        Responses are simulated or read otherwise, programs were not run, or no judge was asked.
        """
        return self.short_label + f" ({A_RULE.upper()})" * self.is_judged_by_rule

    @property
    def is_judged_by_rule(self) -> bool:
        """Whether a rule stood for the judge of TRACK's responses."""
        return any(run.made.judge and run.made.judge.is_rule for run in self.track)

    @property
    def short_label(self) -> str:
        """The label for places that say apart from it that no judge was asked."""
        simulated = any("simulated" in run.tally.measures for run in self.runs)
        simulated = simulated or any(run.simulated for run in self.track)
        not_run = any(run.programs_not_run for run in self.track)
        marks = {
            f" [{self.apart}]": self.apart,
            " (SIMULATED)": simulated,
            " (PROGRAMS NOT RUN)": not_run,
            " (PAPER'S READING)": self.read_otherwise or (self.beside and self.reading == PAPER),
        }
        return "".join([self.name, *(mark for mark, applies in marks.items() if applies)])


def read_both(folders: Sequence[Path]) -> list[Model]:
    """Reads runs twice: each model by the robust reading, and then by the paper's.

    Args:
        folders: As for `read_models`.

    Returns:
        The models; TRACK's runs are with the first of the two. A run of before there were two
        readings stands with the paper's.

    Raises:
        InputError: A folder is missing or malformed, or has no samples.
    """
    robust, paper = read_models(folders, ROBUST), []
    for model in robust:
        model.beside = True
        model.runs = [run for run in model.runs if run.reading == ROBUST]
    with suppress(InputError):  # there are samples, but none of them is read by the paper's rules
        paper = read_models(folders, PAPER)
    for model in paper:
        model.beside, model.track = True, []
    return [model for model in (*robust, *paper) if model.runs or model.track]


class _File(NamedTuple):
    date: str
    path: Path
    task: str
    asks: ErbenchMetadata
    shots: int
    nota: float | None
    made: HowMade

    @property
    def has_nota(self) -> bool:
        """Whether a further option is *None of the above*."""
        return self.asks.variant == NONE_OF_THE_ABOVE

    @property
    def few_shot(self) -> bool:
        """Whether it is another condition than the zero-shot one (chain of thought has shots)."""
        has_condition = self.asks.variant in (CHAIN_OF_THOUGHT, NONE_OF_THE_ABOVE)
        return self.shots > 0 and not has_condition and self.asks.question_type not in KNOWLEDGE


def read_models(folders: Sequence[Path], reading: str = ROBUST) -> list[Model]:
    """Reads runs.

    Args:
        folders: Output folders of lm_eval, folders of one model in them, or a folder of such
            output folders.
        reading: One of `READINGS`: how ERBench's responses are to be read. A run of before there
            were two is read as the paper does.

    Returns:
        The models in the order of the folders; each with the newest file per task and condition.

    Raises:
        InputError: A folder is missing, has no samples of one of our tasks, or a malformed file.
    """
    by_name: dict[str, list[ModelFolder]] = {}
    for folder in model_folders(folders):
        by_name.setdefault(folder.model, []).append(folder)
    files = [file.path for same in by_name.values() for folder in same for file in folder.files]
    with progress("Reading runs (kB)", sum(map(_kilobytes, files))) as advance:
        models = [
            model
            for same in by_name.values()
            for model in _models_of_one_name(same, reading, lambda path: advance(_kilobytes(path)))
        ]
    if not any(model.runs or model.track for model in models):
        places = ", ".join(str(folder) for folder in folders)
        tasks = "an ERBench or TRACK task (erbench_*, track_*)"
        raise InputError(f"{places}: no scored samples of {tasks} in there")
    return [model for model in models if model.runs or model.track or model.skipped]


def _kilobytes(path: Path) -> int:
    return path.stat().st_size // 1000 if path.is_file() else 0


def _models_of_one_name(
    folders: Sequence[ModelFolder], reading: str, done: Callable[[Path], None]
) -> list[Model]:
    """Reads the runs of the models of one name, which `told_apart` tells apart."""
    apart = told_apart([file for folder in folders for file in folder.files])
    models = {
        name: Model(folders[0].model, reading=reading, apart=name)
        for name in dict.fromkeys(apart.values()) or [""]
    }
    erbench: dict[str, list[_File]] = {name: [] for name in models}
    track: dict[str, list[SamplesFile]] = {name: [] for name in models}
    for folder in folders:
        names = dict.fromkeys(apart[file.path] for file in folder.files) or list(models)[:1]
        for name in names:
            models[name].folders.append(folder.path)
            models[name].versions |= folder.versions
        reason = "not the samples of a task that the tables show"
        models[next(iter(names))].skipped += [(path, reason) for path in sorted(folder.others)]
        for file in folder.files:
            if (of := _with_setting(file)) is not None:
                erbench[apart[file.path]].append(of)
            elif isinstance(file.asks, TrackMetadata):
                track[apart[file.path]].append(file)
            else:
                models[apart[file.path]].skipped.append((file.path, reason))
    for name, model in models.items():
        _read_newest(model, erbench[name], done)
        model.track, skipped = read_newest_track(track[name], done)
        model.skipped += skipped
    return list(models.values())


def _with_setting(file: SamplesFile) -> _File | None:
    """Finds the number of demonstrations and the share of *None of the above* of a run.

    Returns:
        None if it is no task of ERBench's.
    """
    asks = file.asks
    if not isinstance(asks, ErbenchMetadata):
        return None
    shots = file.setting("n-shot", file.task)
    nota = file.setting("configs", file.task, "metadata", "nota")
    share = nota if isinstance(nota, int | float) and 0 <= nota <= 1 else None
    return _File(
        file.date,
        file.path,
        file.task,
        asks,
        shots if isinstance(shots, int) else 0,
        share if asks.variant == NONE_OF_THE_ABOVE else None,
        how_made(file, is_judged=False),
    )


def _read_newest(model: Model, files: list[_File], done: Callable[[Path], None]) -> None:
    taken = set()
    for file in sorted(files, key=lambda file: (file.date, str(file.path)), reverse=True):
        condition = (file.task, file.few_shot, file.nota)
        declared = file.nota is not None or not file.has_nota
        run = None if declared and condition in taken else _run(file, model.reading)
        if run is not None and not run.tally.measures.keys() - {"simulated"}:
            reason = f"no {model.reading} reading in it: run `erbench-track score` on it first"
            model.skipped.append((file.path, reason))
        elif run is None or (condition := (*condition[:2], run.nota)) in taken:
            model.skipped.append((file.path, "there is a newer file of this task"))
        else:
            taken.add(condition)
            model.runs.append(run)
        done(file.path)
    model.runs.sort(key=lambda run: (run.task, run.shots, run.nota or 0))
    known = {run.subject: _known_in(run) for run in model.runs if run.kind in KNOWLEDGE}
    model.known = known
    model.known_from = "the model's answers (erbench_*_known_*)" if known else ""


def _known_in(run: Run) -> frozenset[str]:
    """Returns the entities all of whose prompts were answered with *yes*."""
    sums = run.tally.measures.get("known", {})
    return frozenset(entity for entity, (count, total) in sums.items() if total == count)


def _run(file: _File, reading: str) -> Run:
    asks, nota = file.asks, file.nota
    counter = ReplyCounter(file.made.repeats)
    otherwise: Measures = {}

    def add_beside(sample: Sample) -> None:
        with _refusing(sample):
            add_scores(otherwise, sample.record)

    tally = _tally(counter.through(read_samples(file.path, reading, add_beside)))
    made = file.made._replace(replies=counter.replies)
    # A benchmark of the user's may have been asked about through the tasks of an embedded one.
    dataset = tally.domain or asks.domain
    dataset += f"_{asks.hops}hop" if asks.hops else ""
    dataset += IMAGES_SUFFIX if asks.variant == MULTIMODAL or tally.images else ""
    if file.has_nota and nota is None:  # the documents say
        nota = round(tally.nota / max(tally.samples, 1), 2)
    cot = asks.variant == CHAIN_OF_THOUGHT
    variant = asks.variant if asks.variant in ASKED_OTHERWISE else ""
    kind = asks.question_type
    return Run(
        file.task, dataset, kind, cot, file.shots, nota, file.path, tally, variant, made, otherwise
    )


def _tally(samples: Iterable[Sample]) -> Tally:
    tally = Tally()
    for sample in samples:
        with _refusing(sample):
            tally.add(sample.record, sample.extracted.get("answer"))
    if tally.measures.keys() - {"simulated"}:
        tally.add_prior()
    return tally


@contextmanager
def _refusing(sample: Sample) -> Iterator[None]:
    """Names the line of a sample that has another shape."""
    try:
        yield
    except ValueError as error:
        raise sample.refused(error) from error
