"""What a model knows of some facts: the gap dataset (Sections 3.1 and 5, Appendix A.1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from .. import __version__
from ..core.errors import InputError
from ..core.files import write_bytes
from ..core.hashing import stable_hash
from ..core.untrusted_text import check_regular
from .questions.question import Question

SCHEMA_VERSION = 1
_METADATA = b"erbench_track_gaps"


class GapManifest(BaseModel):
    """What a gap dataset is about.

    Attributes:
        schema_version: Version of this record.
        version: Version of erbench-track that made it.
        scenario: One of `SCENARIOS`.
        model: Name of the model.
        identity: What tells it apart, as `model_identity` has it; empty if that is unknown.
        facts_fingerprint: 16 hexadecimal digits that depend on the facts that were probed.
        judged_by: What judged the responses, and how.
        simulated: Whether the responses were a simulated model's.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: int = SCHEMA_VERSION
    version: str = __version__
    scenario: str
    model: str
    identity: str
    facts_fingerprint: str
    judged_by: dict[str, Any] = {}
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """What a model knows of one fact.

    Attributes:
        fact_id: The fact's id.
        fact: The fact, a declarative sentence.
        probe_question: What was asked.
        probe_answer: The right answer.
        known: Whether the right answer is at least as frequent as any other; None if the judge
            left that open.
        knowledge_confidence: Share of right responses, in [0, 1]; None if that is unknown.
        responses: The distinct responses, each with its `text`, its `count` and whether it is
            `equivalent` to the right answer (None: no verdict).
    """

    fact_id: str
    fact: str
    probe_question: str
    probe_answer: str
    known: bool | None
    knowledge_confidence: float | None
    responses: tuple[dict[str, Any], ...]


@dataclass(frozen=True)
class Gaps:
    """The gap dataset of one model.

    Attributes:
        manifest: What it is about.
        facts: What the model knows of each fact.
    """

    manifest: GapManifest
    facts: Sequence[Gap]

    def known(self) -> dict[str, bool | None]:
        """Returns whether each fact is known, by its id."""
        return {gap.fact_id: gap.known for gap in self.facts}

    def write(self, path: Path) -> None:
        """Writes it as one Parquet file, which `datasets.load_dataset("parquet")` opens.

        Raises:
            InputError: It cannot be written.
        """
        import pyarrow
        from pyarrow import parquet

        rows = [
            {name: getattr(gap, name) for name in Gap.__slots__ if name != "responses"}
            | {"responses": list(gap.responses)}
            for gap in self.facts
        ]
        metadata = {_METADATA: self.manifest.model_dump_json().encode()}
        table = pyarrow.Table.from_pylist(rows, schema=_schema().with_metadata(metadata))
        buffer = pyarrow.BufferOutputStream()
        parquet.write_table(table, buffer)
        write_bytes(path, buffer.getvalue().to_pybytes())

    @classmethod
    def read(cls, path: Path) -> Gaps:
        """Reads a gap dataset.

        Raises:
            InputError: It cannot be read, or is not a gap dataset.
        """
        import pyarrow
        from pyarrow import parquet

        check_regular(path)
        try:
            table = parquet.read_table(path)
        except (OSError, pyarrow.ArrowInvalid) as error:
            reason = getattr(error, "strerror", None) or "no Parquet file"
            raise InputError(f"{path}: cannot be read ({reason}); {_HOW}") from error
        said = (table.schema.metadata or {}).get(_METADATA)
        if said is None or not set(_schema().names) <= set(table.column_names):
            raise InputError(f"{path}: is no gap dataset; {_HOW}")
        facts = [Gap(**_gap(row)) for row in table.select(_schema().names).to_pylist()]
        return cls(_manifest(path, said), facts)


_HOW = "make one with `erbench-track gaps RUN_DIR -o FILE.parquet`"


def facts_fingerprint(fact_ids: Iterable[str]) -> str:
    """Returns 16 hexadecimal digits that depend on a set of facts."""
    return stable_hash(["facts", *sorted(set(fact_ids))])


def check_gaps(gaps: Gaps, path: Path, questions: Sequence[Question], identity: str) -> None:
    """Checks that a gap dataset is about these facts and this model.

    Args:
        gaps: The gap dataset.
        path: Where it is, for the message.
        questions: What is to be asked.
        identity: The model that is to be asked, as `model_identity` has it; empty if unknown.

    Raises:
        InputError: It is about other facts or another model.
    """
    probed = {gap.fact_id for gap in gaps.facts}
    asked = {fact.fact_id for question in questions for fact in question.facts}
    if missing := asked - probed:
        raise InputError(
            f"{path}: {len(missing)} of the {len(asked)} facts were never probed; it is of another "
            f"dataset (its facts {gaps.manifest.facts_fingerprint}, these "
            f"{facts_fingerprint(asked)}), or the probe had a --limit: to ask about fewer, give "
            "both runs the same question_count"
        )
    of = gaps.manifest.identity
    if of and identity and of != identity:
        raise InputError(
            f"{path}: is of another model ({of}; this run asks {identity}); probe this model with "
            f"track_{gaps.manifest.scenario}_probe, then `erbench-track gaps`"
        )


def _gap(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "responses": tuple(row["responses"] or ())}


def _manifest(path: Path, said: bytes) -> GapManifest:
    try:
        version = int(json.loads(said).get("schema_version", 0))
        if version > SCHEMA_VERSION:
            raise InputError(
                f"{path}: schema_version {version} was written by a later erbench-track; upgrade it"
            )
        return GapManifest.model_validate_json(said)
    except (ValidationError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: its record is malformed; {_HOW}") from error


def _schema() -> Any:
    import pyarrow as pa

    response = pa.struct([("text", pa.string()), ("count", pa.int32()), ("equivalent", pa.bool_())])
    text = pa.string()
    return pa.schema(
        [
            ("fact_id", text),
            ("fact", text),
            ("probe_question", text),
            ("probe_answer", text),
            ("known", pa.bool_()),
            ("knowledge_confidence", pa.float64()),
            ("responses", pa.list_(response)),
        ]
    )
