"""TRACK's questions on disk: a Hugging Face dataset with a record of what it was made from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from ... import __version__
from ...core.errors import InputError, first_line
from ...core.files import new_folder
from ...core.hashing import stable_hash
from ...core.json_files import read_record
from ...core.untrusted_text import check_regular
from .question import (
    LATER_COLUMNS,
    SCHEMA_VERSION,
    Question,
    check_question,
    probe_features,
    probes_of,
    question_features,
)

if TYPE_CHECKING:
    from datasets import Dataset

FILE = "track.json"
DATA = "test-00000-of-00001.parquet"
TABLES = ("questions", "probes")
_CARD = """\
---
configs:
- config_name: questions
  default: true
  description: questions {digest}
  data_files:
  - split: test
    path: "questions/test-*.parquet"
- config_name: probes
  description: probes {digest}
  data_files:
  - split: test
    path: "probes/test-*.parquet"
---

# {name}

Multi-step questions of TRACK's scenario {scenario}, with the facts that each needs (`questions`),
and a probing question for every fact (`probes`). Source: {source}.{when}

| questions | facts |
|---|---|
| {questions} | {facts} |
"""


class TrackManifest(BaseModel):
    """The record of a dataset.

    Attributes:
        schema_version: Version of this record.
        name: Name of the dataset.
        scenario: One of `SCENARIOS`, or several of them.
        version: Version of erbench-track that made it.
        source: Where the facts come from, in words.
        as_of: Year and month when they hold; empty where that does not matter.
        settings: What it was made with: the seed, the number of questions of each kind.
        questions: Number of questions.
        facts: Number of distinct facts.
        fingerprint: 16 hexadecimal digits that depend on the questions, in order.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = SCHEMA_VERSION
    name: str
    scenario: str
    version: str = __version__
    source: str
    as_of: str
    settings: dict[str, Any] = {}
    questions: int = Field(ge=1)
    facts: int = Field(ge=1)
    fingerprint: str

    @classmethod
    def read(cls, folder: Path) -> TrackManifest:
        """Reads the record of a dataset.

        Raises:
            InputError: There is none, it is malformed, or a later version wrote it.
        """
        return read_record(cls, folder / FILE, SCHEMA_VERSION, "erbench-track generate track-...")


def fingerprint(questions: Iterable[Question]) -> str:
    """Returns 16 hexadecimal digits that depend on some questions, in order."""
    return stable_hash(["questions", *(question.id for question in questions)])


def write_questions(
    questions: Sequence[Question],
    target: Path,
    *,
    settings: Mapping[str, Any] | None = None,
    overwrite: bool = False,
) -> TrackManifest:
    """Writes questions, so that `datasets.load_dataset(target)` opens them.

    Args:
        questions: The questions, at least one.
        target: The folder to make; it appears only when it is complete.
        settings: What it was made with.
        overwrite: Whether an existing folder may be replaced.

    Returns:
        The record, which is in the folder too.

    Raises:
        InputError: The folder cannot be made.
    """
    from datasets import Dataset
    from pyarrow import parquet

    probes = probes_of(questions)
    manifest = TrackManifest(
        name=target.name,
        scenario=", ".join(sorted({question.scenario for question in questions})),
        source=questions[0].source,
        as_of=questions[0].as_of,
        settings=dict(settings or {}),
        questions=len(questions),
        facts=len(probes),
        fingerprint=fingerprint(questions),
    )
    tables = {
        "questions": ([question.to_row() for question in questions], question_features()),
        "probes": (probes, probe_features()),
    }
    with new_folder(target, overwrite=overwrite) as draft:
        for table, (rows, features) in tables.items():
            (draft / table).mkdir()
            filled = Dataset.from_list(rows, features=features)
            parquet.write_table(filled.data.table, draft / table / DATA)
        (draft / FILE).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
        when = f" The facts hold as of {manifest.as_of}." if manifest.as_of else ""
        card = _CARD.format(**manifest.model_dump(), digest=manifest.fingerprint, when=when)
        (draft / "README.md").write_text(card, encoding="utf-8")
    return manifest


def read_questions(dataset: str | Path) -> list[Question]:
    """Reads the questions of a dataset.

    Args:
        dataset: A folder that `write_questions` made, or the id of a dataset on the Hub.

    Returns:
        The questions, in order.

    Raises:
        InputError: There is no such dataset, or it has other columns.
    """
    folder = Path(dataset)
    rows = _rows_of(folder) if folder.is_dir() else _hub_rows(str(dataset))
    wanted = question_features()
    missing = [name for name in wanted if name not in (*rows.column_names, *LATER_COLUMNS)]
    if missing:
        raise InputError(f"{dataset}: has no column {missing[0]!r}; is it a dataset of TRACK?")
    questions = []
    for number, row in enumerate(rows.to_list(), start=1):
        try:
            check_question(row)
        except InputError as error:
            raise InputError(f"{dataset}: question {number}: {error}") from error
        questions.append(Question.from_row(row))
    return questions


def _rows_of(folder: Path) -> Dataset:
    """Reads the questions of a folder, past the cache of `datasets`, which may be of older ones."""
    from datasets import Dataset, concatenate_datasets
    from pyarrow import ArrowException, parquet

    paths = sorted((folder / "questions").glob("test-*.parquet"))
    if not paths:
        raise InputError(f"{folder}: has no questions/{DATA}; is it a dataset of TRACK?")
    read = []
    for path in paths:
        check_regular(path)
        try:
            read.append(Dataset(parquet.ParquetFile(path).read()))
        except (OSError, ArrowException, ValueError, TypeError) as error:
            raise InputError(f"{path}: cannot be read ({first_line(error)})") from error
    return concatenate_datasets(read)


def _hub_rows(dataset: str) -> Dataset:
    from datasets import load_dataset

    try:
        return load_dataset(dataset, "questions", split="test")
    except (OSError, ValueError) as error:
        raise InputError(f"{dataset}: cannot load its questions: {first_line(error)}") from error
