"""Publishing TRACK's questions, or what a model knows of their facts, on the Hugging Face Hub."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..core import croissant
from ..core.errors import InputError
from ..core.hub import check_license, check_repo_id
from ..core.jinja import markdown_template
from ..core.untrusted_text import one_line
from ..erbench_tasks.stored.publish import CARD, Publication, size_category
from .gaps import Gaps
from .questions.stored import DATA, FILE, TABLES, TrackManifest, fingerprint, read_questions

if TYPE_CHECKING:
    from datasets import DatasetInfo

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
    if fingerprint(questions) != manifest.fingerprint:
        raise InputError(f"{folder}: its questions are not those of its record; generate it again")
    paths = {f"{table}/{DATA}": folder / table / DATA for table in TABLES}
    infos = {table: _info(path) for table, path in zip(TABLES, paths.values(), strict=True)}
    patterns = {table: f"{table}/test-*.parquet" for table in TABLES}
    metadata = _metadata(f"TRACK: {manifest.name}", license_id, patterns, infos)
    first = questions[0]
    example = [f"Q: {first.question}", f"A: {first.answer}"]
    example += [f"{fact.fact}  ({fact.probe_question} {fact.probe_answer})" for fact in first.facts]
    card = _card(
        "questions",
        metadata,
        manifest=manifest,
        settings=json.dumps(manifest.settings, ensure_ascii=False),
        repo_id=repo_id,
        example="\n".join(example),
    )
    described = f"{manifest.questions} multi-step questions, and a probe of each of their facts."
    files: dict[str, Path | bytes] = {
        CARD: card,
        FILE: folder / FILE,
        croissant.FILE: _croissant(
            manifest.name, described, manifest.version, license_id, patterns, infos
        ),
    }
    return Publication(repo_id, files | paths)


def _gaps(path: Path, repo_id: str, license_id: str) -> Publication:
    gaps = Gaps.read(path)
    name, infos = f"TRACK gaps: {gaps.manifest.model}", {"gaps": _info(path)}
    metadata = _metadata(name, license_id, {"gaps": DATA}, infos)
    known = [gap.known for gap in gaps.facts]
    card = _card("gaps", metadata, manifest=gaps.manifest, repo_id=repo_id, known=known)
    described = f"Which of {len(known)} facts a model knows."
    about = _croissant(name, described, __version__, license_id, {"gaps": DATA}, infos)
    return Publication(repo_id, {CARD: card, croissant.FILE: about, DATA: path})


def _info(path: Path) -> DatasetInfo:
    """Returns what the Hub's viewer wants to know of a Parquet file."""
    from datasets import DatasetInfo, Features
    from pyarrow import parquet

    file = parquet.ParquetFile(path)
    groups = [file.metadata.row_group(number) for number in range(file.num_row_groups)]
    uncompressed = sum(group.total_byte_size for group in groups)
    split = {"name": "test", "num_bytes": uncompressed, "num_examples": file.metadata.num_rows}
    return DatasetInfo(
        features=Features.from_arrow_schema(file.schema_arrow),
        splits=[split],
        download_size=path.stat().st_size,
        dataset_size=uncompressed,
    )


def _croissant(
    name: str,
    description: str,
    version: str,
    license_id: str,
    patterns: Mapping[str, str],
    infos: Mapping[str, DatasetInfo],
) -> bytes:
    return croissant.croissant(
        name=one_line(name),
        description=description,
        version=version,
        license_id=license_id,
        cite_as=markdown_template("track/citation.bib.jinja").render(),
        tables={table: (pattern, infos[table].features) for table, pattern in patterns.items()},
    )


def _card(kind: str, metadata: str, **values: Any) -> bytes:
    template = markdown_template(f"track/card_{kind}.md.jinja")
    return template.render(metadata=metadata, data=DATA, **values).encode()


def _metadata(
    name: str, license_id: str, paths: Mapping[str, str], infos: Mapping[str, DatasetInfo]
) -> str:
    """Returns the YAML block that the Hub and `datasets` read."""
    from datasets.info import DatasetInfosDict
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
        size_categories=[
            size_category(sum(info.splits["test"].num_examples for info in infos.values()))
        ],
        tags=_TAGS,
        configs=configs,
    )
    DatasetInfosDict(infos).to_dataset_card_data(data)
    text: str = data.to_yaml()
    return text
