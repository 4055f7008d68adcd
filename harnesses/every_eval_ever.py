"""Results as *Every Eval Ever* JSON (schema 0.3.0), which leaderboards read: one file for each run.

Source: the EvalEval Coalition's `eval.schema.json`, in the package `every-eval-ever`. Settings of a
run may hold keys, so that only what is named here is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from .. import __version__
from ..core.errors import InputError
from ..core.hashing import stable_hash
from ..core.suites.task_metadata import ErbenchMetadata, metadata_of
from ..metrics.report.run_files import ModelFolder, model_folders, read_results

SCHEMA_VERSION = "0.3.0"
_LOWEST = {"net_score": -1.0}  # of all other metrics it is 0
_DETAILS = {"deployment_type": "unknown", "model_availability": "unknown"}
Record = dict[str, Any]


def write_records(runs: Sequence[Path], target: Path, organization: str, now: float) -> list[Path]:
    """Writes a file for each run of lm_eval.

    Args:
        runs: Output folders of lm_eval.
        target: An empty folder.
        organization: Who publishes the results.
        now: The time, in seconds since 1970.

    Returns:
        The files.

    Raises:
        InputError: A folder is missing or malformed, or has no results of our tasks.
    """
    found = [
        record
        for folder in model_folders(runs)
        for results in read_results(folder.path).values()
        for record in _record(folder, results, organization, now)
    ]
    if not found:
        raise InputError(f"{runs[0]}: no results_*.json of an ERBench or TRACK task in there")
    written = []
    for number, record in enumerate(found):
        key = [stable_hash([str(number), record["evaluation_id"], part]) for part in ("a", "b")]
        path = target / f"{UUID(''.join(key), version=4)}.json"
        path.write_text(json.dumps(record, indent=1, ensure_ascii=False), encoding="utf-8")
        written.append(path)
    return written


def _record(
    folder: ModelFolder, results: Mapping[str, Any], organization: str, now: float
) -> Iterator[Record]:
    """Yields the record of a run; none if it ran no task of ours."""
    found = [entry for task in _object(results, "results") for entry in _entries(task, results)]
    if not found:
        return
    simulated = any(entry["metric_config"]["metric_name"] == "simulated" for entry in found)
    stamp = str(int(now))
    date = results.get("date")
    yield {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": f"erbench-track/{folder.model}/{stamp}",
        **({"evaluation_timestamp": str(date)} if isinstance(date, int | float) else {}),
        "retrieved_timestamp": stamp,
        "source_metadata": {
            "source_name": "erbench-track",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": "other",
        },
        "eval_library": {
            "name": "lm_eval",
            "version": str(results.get("lm_eval_version") or "unknown"),
            "additional_details": {"plugin": f"erbench-track {__version__}"},
        },
        "model_info": {
            "name": folder.model + " (SIMULATED)" * simulated,
            "id": folder.model,
            "additional_details": _DETAILS,
        },
        "evaluation_results": found,
    }


def _entries(task: str, results: Mapping[str, Any]) -> Iterator[Record]:
    """Yields an entry for each metric of a task of ours, by each of its filters."""
    asks = metadata_of(task, _object(_object(results, "configs"), task).get("metadata"))
    if asks is None:
        return
    name = asks.domain if isinstance(asks, ErbenchMetadata) else asks.scenario
    values = _object(_object(results, "results"), task)
    count = _object(_object(results, "n-samples"), task).get("effective")
    directions = _object(_object(results, "higher_is_better"), task)
    for key, value in values.items():
        metric, _, read = key.partition(",")
        if not read or metric.endswith("_stderr") or not _is_number(value):
            continue
        error = values.get(f"{metric}_stderr,{read}")
        samples = {"num_samples": count} if isinstance(count, int) else {}
        wrong = {"standard_error": {"value": error}} if _is_number(error) else {}
        yield {
            "evaluation_result_id": f"{task}/{read}/{metric}",
            "evaluation_name": task,
            "source_data": {"dataset_name": f"{task.split('_')[0]}/{name}", "source_type": "other"},
            "metric_config": {
                "metric_id": f"erbench_track.{metric}",
                "metric_name": metric,
                "metric_unit": "proportion",
                "lower_is_better": directions.get(metric) is False,
                "score_type": "continuous",
                "min_score": _LOWEST.get(metric, 0.0),
                "max_score": 1.0,
                "additional_details": {"filter": read},
            },
            "score_details": {"score": value, "uncertainty": {**wrong, **samples}},
        }


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and value == value  # NaN: there was nothing to measure


def _object(content: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = content.get(name)
    return found if isinstance(found, dict) else {}
