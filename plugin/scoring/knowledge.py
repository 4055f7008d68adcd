"""From the samples of a model's runs to what it knows.

These are entities (ERBench, Appendix B.2), or the facts that were probed: its gap dataset (TRACK,
Sections 3.1 and 5).
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ...core.errors import InputError
from ...core.model_identity import model_identity, read_model_arguments
from ...core.suites.erbench import IMAGES_SUFFIX, KNOWLEDGE
from ...core.suites.task_metadata import ErbenchMetadata, TaskMetadata, TrackMetadata
from ...core.suites.track import PROBE
from ...erbench_tasks.items.item import check_doc, has_image
from ...filters.answers.answer import invisible
from ...filters.readings import PAPER, ROBUST, Reading, find_reading
from ...filters.text.thinking import visible
from ...metrics.report.run_files import Sample, SamplesFile, read_samples, samples_of
from ...metrics.unreadable import Unread
from ...track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint
from .recorded import read_recorded

logger = logging.getLogger(__name__)

Known = dict[str, dict[str, list[str]]]
_SHOWN = 3  # replies
_SHORT = 80  # characters
_MOST_REPLIES = 2**31 - 1  # as many as a gap dataset can hold
_FIELDS = ("fact_id", "fact", "probe_question", "probe_answer")
_RUN = "run a probe task, such as lm_eval --tasks track_wiki_probe --log_samples --output_path RUN"


def assess(
    folders: Sequence[Path], *, reading: str = ROBUST.name, unless_no: bool = False
) -> Known:
    """Reads which entities a model knows from the samples of its `known` tasks.

    Args:
        folders: lm_eval's output folders of one model (with `--log_samples`).
        reading: `robust`, or `paper`: a reply must answer with only *yes* (Appendix B.2).
        unless_no: Count every reply without a standalone *no* as known, as the paper's tables do;
            this is the paper's reading, too.

    Returns:
        Domain (`movie_mm` where the questions show images, `movie_2hop` for multi-hop questions),
        then `bn` or `mh` (one concatenated prompt) or `mc` (several prompts, each of which must be
        answered so), then the sorted ids of the known entities.

    Raises:
        InputError: There are no such samples, a file is malformed, or there is no such reading.
    """
    missing = (
        "no samples of a known task; run for example "
        "lm_eval --tasks erbench_movie_known_bn,erbench_movie_known_mc --log_samples"
    )
    verdicts: dict[tuple[str, str], dict[str, bool]] = {}
    chosen = PAPER if unless_no else find_reading(reading)
    metric = "known_unless_no" if unless_no else "known"
    for file in samples_of(folders, _is_assessment, missing):
        # A newer file of the same task replaces the older one's verdicts.
        samples = read_recorded(file.path, check_doc)
        _warn_of_unreadable(samples, file.task)
        hops = file.asks.hops if isinstance(file.asks, ErbenchMetadata) else 0
        chain = f"_{hops}hop" if hops else ""
        verdicts |= _verdicts(samples, chosen, metric, chain)
    known: Known = defaultdict(dict)
    for (domain, kind), entities in sorted(verdicts.items()):
        known[domain][kind] = sorted(entity for entity, is_known in entities.items() if is_known)
    return dict(known)


def common_to(models: Sequence[Known]) -> Known:
    """Returns the entities that every one of several models knows.

    Args:
        models: What `assess` found of each, at least one.

    Returns:
        The domains and kinds that all were assessed for.
    """
    first, *others = models
    return {
        domain: {
            kind: sorted(set(entities).intersection(*(other[domain][kind] for other in others)))
            for kind, entities in kinds.items()
            if all(kind in other.get(domain, {}) for other in others)
        }
        for domain, kinds in first.items()
    }


def _is_assessment(task: TaskMetadata | None) -> bool:
    return isinstance(task, ErbenchMetadata) and task.question_type in KNOWLEDGE


def _warn_of_unreadable(samples: Sequence[Sample], task: str) -> None:
    reasons = [invisible(visible(sample.responses[0])) for sample in samples]
    counts = (sum(map(bool, reasons)), reasons.count("cut inside thinking"))
    if text := Unread(len(reasons), *counts).warning(task):
        logger.warning("%s", text)


def _verdicts(
    samples: list[Sample], reading: Reading, metric: str, chain: str
) -> dict[tuple[str, str], dict[str, bool]]:
    """Returns by domain and kind whether each entity's prompts were all answered so."""
    verdicts: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for sample in samples:
        doc = sample.doc
        domain = f"{doc['domain']}{chain}{IMAGES_SUFFIX if has_image(doc) else ''}"
        entities = verdicts[domain, doc["question_type"].removeprefix("known_")]
        known = reading.knowledge(visible(sample.responses[0]).text)[metric]
        entity = str(doc["entity_id"])
        entities[entity] = entities.get(entity, True) and known
    return verdicts


def read_gaps(run: Path, scenario: str | None = None) -> Gaps:
    """Reads what a model knows from a run of a probe task.

    Args:
        run: lm_eval's output folder (with `--log_samples`), of one model; the newest samples in it
            count.
        scenario: Which scenario's probe to read, if the folder has those of several.

    Returns:
        The gap dataset.

    Raises:
        InputError: There are no such samples, they are of several models or scenarios, or a file
            is malformed.
    """
    newest = _newest_probe(run, scenario)
    samples = [_checked(sample) for sample in read_samples(newest.path)]
    scenarios = sorted({sample.doc["scenario"] for sample in samples})
    if len(scenarios) > 1:
        raise InputError(f"{newest.path}: has facts of several scenarios: {', '.join(scenarios)}")
    model, identity, judged_by = _about(newest)
    manifest = GapManifest(
        scenario=scenarios[0],
        model=model,
        identity=identity,
        facts_fingerprint=facts_fingerprint(sample.doc["fact_id"] for sample in samples),
        judged_by=judged_by,
        simulated=any(sample.extracted.get("simulated") for sample in samples),
    )
    found = Gaps(manifest, [_gap(sample) for sample in samples])
    if True not in found.known().values():
        logger.warning("%s", _nothing_known(found))
    return found


def _nothing_known(found: Gaps) -> str:
    """Says that no fact is known, and shows replies by which people see whether that is so."""
    shown = []
    for gap in found.facts[:_SHOWN]:
        most = max(gap.responses, key=lambda group: group["count"])["text"]
        shown.append(f"{gap.probe_question!r}: {most[:_SHORT]!r}, right is {gap.probe_answer!r}")
    return (
        f"0 of {len(found.facts)} facts known ({found.manifest.scenario}). If the replies are "
        f"right, they are not read or not judged as such (give a judge): {'; '.join(shown)}"
    )


def _newest_probe(run: Path, scenario: str | None) -> SamplesFile:
    """Finds the newest samples of the one probe that there is, or that is named."""

    def is_wanted(task: TaskMetadata | None) -> bool:
        return bool(_probed(task)) and scenario in (None, _probed(task))

    named = f"{scenario}'s probe task" if scenario else "a probe task"
    *older, newest = files = samples_of([run], is_wanted, f"no samples of {named}; {_RUN}")
    if len(probed := sorted({_probed(file.asks) for file in files})) > 1:
        raise InputError(f"{run}: has probes of {', '.join(probed)}; choose one with --scenario")
    if others := {file.path.parent for file in older} - {newest.path.parent}:
        raise InputError(
            f"{run}: has samples of several models ({newest.path.parent.name}, "
            f"{min(others).name}); give the folder of one"
        )
    return newest


def _probed(task: TaskMetadata | None) -> str:
    """Returns the scenario whose facts a task asks for without having injected them, if it does."""
    return task.scenario if isinstance(task, TrackMetadata) and task.method == PROBE else ""


def _checked(sample: Sample) -> Sample:
    if not all(isinstance(sample.doc.get(name), str) for name in (*_FIELDS, "scenario")):
        raise sample.refused(f"field 'doc' is not a probing document; {_RUN}")
    try:
        _Judged.model_validate(sample.extracted)
    except ValidationError as error:
        problem = error.errors()[0]
        at = ".".join(map(str, problem["loc"]))
        raise sample.refused(
            f"field 'filtered_resps' has no judged responses ({at}: {problem['msg']})"
        ) from error
    return sample


class _Group(BaseModel):
    """Replies with the same answer, as the probe's filter records them."""

    model_config = ConfigDict(strict=True)

    text: str
    count: int = Field(1, ge=1, le=_MOST_REPLIES)
    equivalent: bool | None = None


class _Judged(BaseModel):
    """What the probe's filter records of a fact."""

    model_config = ConfigDict(strict=True)

    known: bool | None = None
    knowledge_confidence: float | None = Field(None, ge=0, le=1)
    responses: list[_Group] = Field(min_length=1)


def _gap(sample: Sample) -> Gap:
    found = _Judged.model_validate(sample.extracted)
    return Gap(
        **{name: sample.doc[name] for name in _FIELDS},
        known=found.known,
        knowledge_confidence=found.knowledge_confidence,
        responses=tuple(group.model_dump() for group in found.responses),
    )


def _about(file: SamplesFile) -> tuple[str, str, dict[str, Any]]:
    """Reads the model and the judge from lm_eval's results of the same moment."""
    model = file.setting("model_name") or file.setting("config", "model")
    arguments = read_model_arguments(file.setting("config", "model_args"))
    metadata = file.setting("configs", file.task, "metadata")
    judged_by = metadata.get("judged_by", {}) if isinstance(metadata, dict) else None
    if not model or not isinstance(judged_by, dict):
        raise InputError(
            f"{file.path.with_name(f'results_{file.date}.json')}: missing or malformed; lm_eval "
            f"writes it beside {file.path.name}"
        )
    return str(model), model_identity(arguments), judged_by
