"""From a model's answers about its knowledge to the entities that it knows (Appendix B.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from ...core.suites.erbench import IMAGES_SUFFIX, KNOWLEDGE
from ...core.suites.task_metadata import ErbenchMetadata, TaskMetadata
from ...erbench_tasks.items.item import check_doc, has_image
from ...filters.erbench import KnowledgeFilter
from ...metrics.report.run_files import Sample, samples_of
from .recorded import read_recorded

Known = dict[str, dict[str, list[str]]]


def assess(folders: Sequence[Path], *, unless_no: bool = False) -> Known:
    """Reads which entities a model knows from the samples of its `known` tasks.

    Args:
        folders: lm_eval's output folders of one model (with `--log_samples`).
        unless_no: Count a reply without a standalone *no* as known, as the paper's tables do;
            otherwise a reply must answer with only *yes*.

    Returns:
        Domain (`movie_mm` where the questions show images), then `bn` (one concatenated prompt) or
        `mc` (several prompts, each of which must be answered so), then the sorted ids of the known
        entities.

    Raises:
        InputError: There are no such samples, or a file is malformed.
    """
    missing = (
        "no samples of a known task; run for example "
        "lm_eval --tasks erbench_movie_known_bn,erbench_movie_known_mc --log_samples"
    )
    verdicts: dict[tuple[str, str], dict[str, bool]] = {}
    for file in samples_of(folders, _is_assessment, missing):
        # A newer file of the same task replaces the older one's verdicts.
        samples = read_recorded(file.path, check_doc)
        verdicts |= _verdicts(samples, "known_unless_no" if unless_no else "known")
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


def _verdicts(samples: list[Sample], reading: str) -> dict[tuple[str, str], dict[str, bool]]:
    """Returns by domain and kind whether each entity's prompts were all answered so."""
    docs = [sample.doc for sample in samples]
    found = KnowledgeFilter().apply([sample.responses for sample in samples], docs)
    verdicts: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for doc, extraction in zip(docs, found, strict=True):
        domain = f"{doc['domain']}{IMAGES_SUFFIX if has_image(doc) else ''}"
        entities = verdicts[domain, doc["question_type"].removeprefix("known_")]
        entity = str(doc["entity_id"])
        entities[entity] = entities.get(entity, True) and extraction[reading]
    return verdicts
