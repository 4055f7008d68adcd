"""Writing scores as lm_eval writes its results: `results_*.json` and `samples_*.jsonl`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.files import draft_folder
from ..compat import results_table, save_results

Results = dict[str, Any]


@dataclass(frozen=True)
class Scores:
    """What an evaluation found.

    Attributes:
        results: lm_eval's results, with the key `samples`.
        model_name: The name that the results are filed under.
    """

    results: Results
    model_name: str

    def table(self) -> str:
        """Returns lm_eval's tables of the tasks, and of the groups if there are any."""
        tables = [results_table(self.results)]
        if "groups" in self.results:
            tables.append(results_table(self.results, "groups"))
        return "\n".join(tables)


def save(scores: Scores, output: Path, model_source: str = "recorded") -> list[Path]:
    """Writes `results_*.json` and `samples_*.jsonl` as lm_eval does, all or none.

    Args:
        scores: The scores.
        output: The folder; the files go to a folder in it named after the model.
        model_source: What lm_eval calls the kind of model.

    Returns:
        The files written, the results first.

    Raises:
        InputError: The folder cannot be written.
    """
    with draft_folder(output / "scores") as draft:
        save_results(scores.results, draft, model_source, scores.model_name)
        return _publish(draft, output, scores.results["samples"])


def _publish(draft: Path, output: Path, samples: Results) -> list[Path]:
    written = sorted(path for path in draft.rglob("*") if path.is_file())
    if not _are_whole(written, samples):
        raise InputError(
            f"{output}: lm_eval could not write its results there; see whether the disk is full"
        )
    published = []
    for path in sorted(written, key=lambda path: path.name.startswith("results_")):
        target = output / path.relative_to(draft)
        target.parent.mkdir(parents=True, exist_ok=True)
        published.append(path.replace(target))
    return published[::-1]


def _are_whole(written: list[Path], samples: Results) -> bool:
    """Tells whether lm_eval wrote everything: where a disk is full, it logs that and goes on."""
    try:
        for path in written:
            if path.suffix == ".json":
                json.loads(path.read_bytes())
    except ValueError:
        return False
    lines = sum(path.read_bytes().count(b"\n") for path in written if path.suffix == ".jsonl")
    return len(written) == 1 + len(samples) and lines == sum(map(len, samples.values()))
