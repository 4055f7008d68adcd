"""Questions as tables: of the embedded domains, of a database, of a generated benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError, did_you_mean
from ..core.suites.erbench import IMAGES_SUFFIX, QUESTION_TYPES
from .frames import with_columns

if TYPE_CHECKING:
    from pandas import DataFrame


@dataclass(frozen=True)
class Benchmark:
    """Questions to ask, and what verifies the answers.

    Attributes:
        name: The benchmark's name.
    """

    name: str
    _where: Mapping[str, Any] = field(repr=False)  # what the loader of documents is told

    @classmethod
    def open(cls, source: str | Path, database: str | Path | None = None) -> Benchmark:
        """Opens a benchmark.

        Args:
            source: An embedded domain (`movie`, `soccer`, `airport`, `music`, `book`), a
                specification's YAML file, or a folder that `erbench-track generate` wrote.
            database: URL, SQLite file or folder of another database that has the specification's
                tables.

        Returns:
            The benchmark; its questions are made when they are asked for.

        Raises:
            InputError: One of them is missing or malformed, or they do not go together.

        Examples:
            >>> from erbench_track.api import Benchmark
            >>> benchmark = Benchmark.open("movie")
            >>> benchmark.question_types[:3]
            ('bn_yes', 'bn_no', 'mc')
            >>> benchmark.items("mc").iloc[0]["options"][0]
            'Directed by David Lean.'
        """
        if (Path(source) / _record_file()).is_file():
            return _stored(Path(source), database)
        from ..erbench_tasks.spec.embedded import is_embedded
        from ..erbench_tasks.spec.spec_file import read_spec

        spec, _ = read_spec(source)
        domain = str(source).removesuffix(IMAGES_SUFFIX) if is_embedded(source) else spec.name
        where = {"domain": domain, "benchmark": str(source), "multimodal": spec.has_images}
        where |= {} if database is None else {"database": str(database)}
        return cls(spec.name, where)

    @property
    def question_types(self) -> tuple[str, ...]:
        """What its questions can be: some of `bn_yes`, `bn_no`, `mc`, `mh_yes`, `known_bn`, ..."""
        from ..erbench_tasks.dataset import question_types
        from ..erbench_tasks.stored.manifest import Manifest

        if "dataset" in self._where:
            return tuple(Manifest.read(Path(self._where["dataset"])).question_types)
        return question_types(**self._where)

    def items(
        self,
        question_type: str,
        seed: int = 0,
        nota: float | None = None,
        sample_entities: int | None = None,
    ) -> DataFrame:
        """Returns the questions of one type.

        Args:
            question_type: One of `question_types`.
            seed: Decides which options of multiple-choice questions are false, and which entities
                are drawn. (A generated benchmark is what it is.)
            nota: Share in [0, 1] of multiple-choice questions whose right option is *None of the
                above*.
            sample_entities: Number of entities to ask about; by default all.

        Returns:
            The documents of lm_eval's task, a row each, with the columns `system` and `prompt`:
            what to tell and to ask a model.

        Raises:
            InputError: There are no such questions, or they cannot be made.
        """
        from pandas import DataFrame

        from ..erbench_tasks.dataset import load
        from ..erbench_tasks.items.prompts import prompts_of

        if question_type not in QUESTION_TYPES:
            hint = did_you_mean(question_type, QUESTION_TYPES)
            raise InputError(f"{self.name}: no {question_type!r} questions; {hint}")
        docs = load(
            question_type=question_type,
            question_seed=seed,
            nota=nota,
            sample_entities=sample_entities,
            **self._where,
        )
        columns = docs["test"][:]
        found: DataFrame = with_columns(DataFrame(columns), prompts_of(columns))
        return found


def load_items(
    domain: str,
    question_type: str,
    seed: int = 0,
    nota: float | None = None,
    sample_entities: int | None = None,
) -> DataFrame:
    """Returns the questions of one type about an embedded domain, as lm_eval's task asks them.

    Args:
        domain: `movie`, `soccer`, `airport`, `music` or `book`; `movie_mm` and `soccer_mm` have
            images. Anything else that `Benchmark.open` takes is right, too.
        question_type: `bn_yes`, `bn_no`, `mc`; see `Benchmark.question_types`.
        seed: Decides which options of multiple-choice questions are false.
        nota: Share in [0, 1] of multiple-choice questions whose right option is *None of the
            above*.
        sample_entities: Number of entities to ask about; by default all.

    Returns:
        A row for each question: `id`, `question`, `options`, `answer`, `rationale` and more, with
        `system` and `prompt`: what to tell and to ask a model.

    Raises:
        InputError: There are no such questions, or they cannot be made.

    Examples:
        >>> from erbench_track.api import load_items
        >>> items = load_items("movie", "known_bn")
        >>> print(items["system"][0])
        Answer the following question in yes or no. Be concise
        >>> items["prompt"][0][:42]
        'Q: Do you know about the movie (500) Days '
    """
    return Benchmark.open(domain).items(question_type, seed, nota, sample_entities)


def _record_file() -> str:
    from ..erbench_tasks.stored.manifest import FILE

    return FILE


def _stored(folder: Path, database: str | Path | None) -> Benchmark:
    from ..erbench_tasks.stored.manifest import Manifest

    if database is not None:
        raise InputError(f"{folder}: its questions are made already; leave the database out")
    record = Manifest.read(folder)
    where = {"domain": record.name, "dataset": str(folder), "multimodal": record.images}
    return Benchmark(record.name, where)
