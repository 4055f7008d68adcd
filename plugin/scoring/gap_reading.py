"""From the samples of a probe run to the gap dataset of its model (Sections 3.1 and 5)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.json_lines import read_json_lines
from ...filters.extraction import read_extraction
from ...track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint, model_identity
from ...track_tasks.injection.memory import MODELS

_FIELDS = ("fact_id", "fact", "probe_question", "probe_answer", "scenario")
_RUN = "run a probe task, such as lm_eval --tasks track_wiki_probe --log_samples --output_path RUN"


def read_gaps(run: Path) -> Gaps:
    """Reads what a model knows from a run of a probe task.

    Args:
        run: lm_eval's output folder (with `--log_samples`), of one model and one scenario; the
            newest samples in it count.

    Returns:
        The gap dataset.

    Raises:
        InputError: There are no such samples, or a file is malformed.
    """
    files = sorted(
        (path for path in run.rglob("samples_track_*_probe_*.jsonl") if not _is_injected(path)),
        key=lambda path: path.name,
    )
    if not files:
        raise InputError(f"{run}: no samples of a probe task; {_RUN}")
    newest = files[-1]
    others = {path.parent for path in files} - {newest.parent}
    if others:
        raise InputError(
            f"{run}: has samples of several models ({newest.parent.name}, "
            f"{sorted(others)[0].name}); give the folder of one"
        )
    samples = [sample for _, sample in _samples(newest)]
    docs = [sample["doc"] for sample in samples]
    scenarios = sorted({doc["scenario"] for doc in docs})
    if len(scenarios) > 1:
        raise InputError(f"{newest}: has facts of several scenarios: {', '.join(scenarios)}")
    model, identity, judged_by = _about(newest)
    manifest = GapManifest(
        scenario=scenarios[0],
        model=model,
        identity=identity,
        facts_fingerprint=facts_fingerprint(doc["fact_id"] for doc in docs),
        judged_by=judged_by,
        simulated=any(sample["found"]["simulated"] for sample in samples),
    )
    return Gaps(manifest, [_gap(sample) for sample in samples])


def _is_injected(samples: Path) -> bool:
    """Tells whether the facts were injected before they were asked for."""
    task = samples.stem.rpartition("_")[0]
    return task.endswith(tuple(f"_probe_{method}" for method in MODELS))


def _samples(path: Path) -> Any:
    """Yields where each sample stands, and its document with what the filter found."""
    for line, sample in read_json_lines(path):
        where = f"{path}, line {line}"
        doc = sample.get("doc") if isinstance(sample, dict) else None
        if not isinstance(doc, dict) or not all(isinstance(doc.get(f), str) for f in _FIELDS):
            raise InputError(f"{where}: field 'doc' is no probing document; {_RUN}")
        try:
            found = read_extraction(sample.get("filtered_resps"))
        except ValueError:
            found = {}
        if not isinstance(found.get("responses"), list):
            raise InputError(f"{where}: field 'filtered_resps' has no judged responses")
        yield where, {"doc": doc, "found": found}


def _gap(sample: Mapping[str, Any]) -> Gap:
    doc, found = sample["doc"], sample["found"]
    texts = {name: doc[name] for name in _FIELDS if name != "scenario"}
    return Gap(
        **texts,
        known=found.get("known"),
        knowledge_confidence=found.get("knowledge_confidence"),
        responses=tuple(found["responses"]),
    )


def _about(samples: Path) -> tuple[str, str, dict[str, Any]]:
    """Reads the model and the judge from lm_eval's results of the same moment."""
    task, _, date = samples.stem.removeprefix("samples_").rpartition("_")
    results = samples.with_name(f"results_{date}.json")
    try:
        content = json.loads(results.read_text(encoding="utf-8"))
        arguments = content["config"].get("model_args") or {}
        if isinstance(arguments, str):
            pairs = (part.partition("=") for part in arguments.split(","))
            arguments = {name.strip(): value for name, _, value in pairs}
        judged_by = content["configs"][task]["metadata"].get("judged_by", {})
        model = str(content.get("model_name") or content["config"]["model"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{results}: missing or malformed; lm_eval writes it beside {samples.name}"
        ) from error
    return model, model_identity(arguments), judged_by
