"""Publishing TRACK's questions, or what a model knows of their facts, on the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..core.errors import InputError
from ..core.hub import check_license, check_repo_id
from ..core.jinja import markdown_template
from ..core.untrusted_text import one_line
from ..erbench_tasks.stored.publish import CARD, Publication
from .gaps import Gaps
from .questions.stored import DATA, FILE, TABLES, TrackManifest, read_questions

_TAGS = ["track", "knowledge-conflicts", "multi-hop", "lm-evaluation-harness"]


def is_track(path: Path) -> bool:
    """Tells whether a path is a dataset of TRACK, or a gap dataset."""
    return (path / FILE).is_file() or (path.is_file() and path.suffix == ".parquet")


def prepare(path: Path, repo_id: str, license_id: str) -> Publication:
    """Checks a dataset and writes its card, without a request.

    Args:
        path: A folder that `erbench-track generate track-...` wrote, or a file that
            `erbench-track gaps` wrote; it is not changed.
        repo_id: `USER/NAME` of the dataset.
        license_id: The licence, by the Hub's id.

    Returns:
        What is to be published.

    Raises:
        InputError: The id or the licence is wrong, or the files are not as their record says.
    """
    check_repo_id(repo_id, "--repo-id")
    check_license(license_id)
    return (_questions if path.is_dir() else _gaps)(path, repo_id, license_id)


def _questions(folder: Path, repo_id: str, license_id: str) -> Publication:
    manifest = TrackManifest.read(folder)
    questions = read_questions(folder)
    if len(questions) != manifest.questions:
        raise InputError(
            f"{folder}: has {len(questions)} questions, its record says {manifest.questions}; "
            "generate it again"
        )
    paths = {table: f"{table}/test-*.parquet" for table in TABLES}
    metadata = _metadata(f"TRACK: {manifest.name}", license_id, paths)
    first = questions[0]
    example = [f"Q: {first.question}", f"A: {first.answer}"]
    example += [f"{fact.fact}  ({fact.probe_question} {fact.probe_answer})" for fact in first.facts]
    card = _card(
        "questions", metadata, manifest=manifest, repo_id=repo_id, example="\n".join(example)
    )
    files: dict[str, Path | bytes] = {CARD: card, FILE: folder / FILE}
    return Publication(
        repo_id, files | {f"{table}/{DATA}": folder / table / DATA for table in TABLES}
    )


def _gaps(path: Path, repo_id: str, license_id: str) -> Publication:
    gaps = Gaps.read(path)
    metadata = _metadata(f"TRACK gaps: {gaps.manifest.model}", license_id, {"gaps": DATA})
    known = [gap.known for gap in gaps.facts]
    card = _card("gaps", metadata, manifest=gaps.manifest, repo_id=repo_id, known=known)
    return Publication(repo_id, {CARD: card, DATA: path})


def _card(kind: str, metadata: str, **values: Any) -> bytes:
    template = markdown_template(f"track/card_{kind}.md.jinja")
    return template.render(metadata=metadata, data=DATA, **values).encode()


def _metadata(name: str, license_id: str, paths: dict[str, str]) -> str:
    """Returns the YAML block that the Hub and `datasets` read."""
    from huggingface_hub import DatasetCardData

    configs: list[dict[str, Any]] = [
        {"config_name": config, "data_files": [{"split": "test", "path": path}]}
        for config, path in paths.items()
    ]
    configs[0]["default"] = True
    data = DatasetCardData(
        language="en",
        license=license_id,
        pretty_name=one_line(name),
        task_categories=["question-answering"],
        tags=_TAGS,
        configs=configs,
    )
    text: str = data.to_yaml()
    return text
