"""From a model's answers about its knowledge to the entities that it knows (Appendix B.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from ...core.errors import InputError
from ...erbench_tasks.items.item import check_doc, has_image
from ...erbench_tasks.spec.spec_file import MULTIMODAL
from ...filters.erbench import KnowledgeFilter
from .samples import Sample, read_samples

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
    files = [
        path
        for folder in folders
        for path in sorted(folder.rglob("samples_erbench_*_known_*.jsonl*"))
    ]
    if not files:
        raise InputError(
            f"{folders[0]}: no samples of a known task; run for example "
            "lm_eval --tasks erbench_movie_known_bn,erbench_movie_known_mc --log_samples"
        )
    verdicts: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for path in files:
        _add(read_samples(path, check_doc), "known_unless_no" if unless_no else "known", verdicts)
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


def _add(
    samples: list[Sample], reading: str, verdicts: dict[tuple[str, str], dict[str, bool]]
) -> None:
    docs = [sample.doc for sample in samples]
    found = KnowledgeFilter().apply([sample.responses for sample in samples], docs)
    # A newer file of the same task replaces the older one's verdicts.
    fresh: dict[tuple[str, str], dict[str, bool]] = defaultdict(dict)
    for doc, extraction in zip(docs, found, strict=True):
        domain = f"{doc['domain']}{MULTIMODAL if has_image(doc) else ''}"
        entities = fresh[domain, doc["question_type"].removeprefix("known_")]
        entity = str(doc["entity_id"])
        entities[entity] = entities.get(entity, True) and extraction[reading]
    verdicts.update(fresh)
