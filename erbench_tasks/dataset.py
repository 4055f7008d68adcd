"""The entry point through which lm_eval's task files get their documents.

Whoever loads a task imports this module, and most find its items in the cache: what makes items is
imported only where some are made.
"""

from __future__ import annotations

import logging
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError, first_line
from ..core.suites.erbench import DOMAIN_NAMES, IMAGES_SUFFIX
from ..metrics.statistics.quantiles import Part
from .item_cache import cached_items
from .items.item import features, item_table
from .spec.embedded import is_embedded

if TYPE_CHECKING:
    from datasets import Dataset
    from pyarrow import Table

    from .passages.wikipedia import PassageSettings

logger = logging.getLogger(__name__)


def load(
    domain: str,
    question_type: str,
    benchmark: str | None = None,
    database: str | None = None,
    official: str | None = None,
    dataset: str | None = None,
    question_seed: int = 0,
    nota: float | None = None,
    default_nota: float | None = None,
    sample_entities: int | None = None,
    popularity: str | None = None,
    known_entities: str | None = None,
    augmented: bool = False,
    passages: str = "wikipedia",
    passage_cache: str | None = None,
    wikipedia_url: str | None = None,
    multimodal: bool = False,
    images: str | None = None,
    **_: Any,
) -> dict[str, Dataset]:
    """Returns the documents of one task.

    lm_eval passes `--metadata` and the model's arguments as keywords, so that
    `--metadata '{"database": "my.sqlite"}'` asks the same questions of another database.

    Args:
        domain: Name of the embedded benchmark.
        question_type: Which of its items to take.
        benchmark: Path of another specification.
        database: URL, SQLite file or folder of another database.
        official: Root of a checkout of the authors' repository; their tables are asked about.
        dataset: Folder or Hub id of a dataset that `erbench-track generate` wrote; then nothing
            is generated.
        question_seed: Decides which options of multiple-choice questions are false. (It is not
            called `seed`: model arguments arrive here too, and some models take a seed.)
        nota: Share in [0, 1] of multiple-choice questions whose right option is *None of the
            above*; if given, every such question offers it.
        default_nota: The share where `nota` is not given.
        sample_entities: Number of entities to ask about, drawn under the seed; by default all.
        popularity: The part of the entities to ask about, such as `0:0.25`; by default all.
        known_entities: Path of a known-entity file; only what the model knows is asked then.
        augmented: Whether passages about what it names go before each question.
        passages: Where they come from: `wikipedia`, or a `column` of the database.
        passage_cache: Folder of the pages that were fetched.
        wikipedia_url: Another wiki.
        multimodal: Whether an image stands for an attribute; it goes before each question.
        images: Folder of the images to show, named by id; by default the benchmark's own.
        **_: What is meant for others.

    Returns:
        The split `test`.

    Raises:
        InputError: The specification, the database or the dataset is missing or malformed.
    """
    asked = f"{domain}{IMAGES_SUFFIX}" if multimodal else domain
    part = None if popularity is None else check_part(popularity)
    if dataset is not None:
        docs = _exported(dataset, question_type)
        if augmented and not any(docs["context"]):
            raise InputError(f"{dataset}: its items have no passage; generate with --passages")
        docs = docs if part is None else _of_part(docs, part, dataset)
    else:
        share = default_nota if nota is None else check_share(nota)
        wanted = None
        if augmented:
            from .passages.wikipedia import PassageSettings

            wanted = PassageSettings.resolve(passages, passage_cache, wikipedia_url)
        items = _items(
            benchmark or asked, database, official, question_seed, share, wanted, sample_entities,
            part, images if multimodal else None,
        )  # fmt: skip
        docs = _of_type(items, question_type)
    if known_entities is not None:
        from .known_entities import read_known_entities

        entities = read_known_entities(Path(known_entities), asked, question_type)
        docs = docs.filter(lambda doc: doc["entity_id"] in entities)
    source = dataset or benchmark or domain
    if not len(docs):
        raise InputError(f"{known_entities or source}: no {question_type} items")
    # Questions of one type all show an image, or none does.
    if multimodal != ("image" in docs.features and docs[0]["image"] is not None):
        kind = "show images" if multimodal else "show no images"
        raise InputError(f"{source}: not the items of this task, whose questions {kind}")
    return {"test": docs}


def question_types(benchmark: str, database: str | None = None, **_: Any) -> tuple[str, ...]:
    """Returns the types of the questions that a benchmark asks, in their order.

    Args:
        benchmark: Name of an embedded benchmark, or path of a specification.
        database: URL, SQLite file or folder of another database.
        **_: What else `load` takes.

    Raises:
        InputError: The specification or the database is missing or malformed.
    """
    items = _items(benchmark, database, None, 0, None, None, None, None, None)
    return tuple(items["question_type"].unique().to_pylist())


def check_share(nota: object) -> float:
    """Returns the share of *None of the above*.

    Raises:
        InputError: It is not a number from 0 to 1.
    """
    if isinstance(nota, bool) or not isinstance(nota, int | float) or not 0 <= nota <= 1:
        raise InputError(f"--metadata: nota is {nota!r}; expected a share from 0 to 1")
    return nota


def check_part(popularity: object) -> Part:
    """Returns a part of the entities by popularity.

    Raises:
        InputError: It is not of the form `0:0.25`.
    """
    try:
        return Part.read(str(popularity))
    except ValueError as error:
        raise InputError(f"--metadata: popularity is {popularity!r}; expected {error}") from error


# Every embedded domain as it is, with passages, images and None of the above; one of the user's.
@lru_cache(maxsize=4 * len(DOMAIN_NAMES) + 1)
def _items(
    benchmark: str,
    database: str | None,
    official: str | None,
    seed: int,
    none_share: float | None,
    passages: PassageSettings | None,
    sample: int | None,
    part: Part | None,
    images: str | None,
) -> Table:
    def build() -> Table:
        from .official import open_benchmark

        opened = open_benchmark(benchmark, database, official, images)
        opened = opened if part is None else opened.among(part)
        source = None if passages is None else passages.open(benchmark)
        made = opened.items(seed, none_share, source, sample)
        items = item_table(made, images=opened.spec.has_images)
        for line in opened.omissions.lines():
            logger.warning(line)
        for kind, named in opened.named_in_passages.items():
            logger.info("%s: %s", kind, named)
        return items

    if is_embedded(benchmark) and not any((database, official, passages, images)):
        return cached_items(benchmark, (seed, none_share, sample, part), build)
    return build()


def _of_type(items: Table, question_type: str) -> Dataset:
    from datasets import Dataset, DatasetInfo
    from datasets.table import InMemoryTable
    from pyarrow import compute

    from .images.documents import without_decoding

    some = items.filter(compute.equal(items["question_type"], question_type))
    info = DatasetInfo(features=features("image" in items.column_names))
    return without_decoding(Dataset(InMemoryTable(some), info=info))


def _of_part(docs: Dataset, part: Part, dataset: str) -> Dataset:
    """Returns the documents about a part of the entities."""
    ranks = docs["popularity"] if "popularity" in docs.features else []
    known = {e: p for e, p in zip(docs["entity_id"], ranks, strict=False) if p is not None}
    bounds = part.bounds(sorted(Counter(known.values()).items()), len(known))
    if bounds is None:
        why = "too many are equally popular" if known else "they have no popularity"
        raise InputError(f"--metadata: popularity: {dataset}: no entity lies in {part}: {why}")
    wanted = {entity for entity, rank in known.items() if bounds[0] <= rank <= bounds[1]}
    return docs.filter(lambda doc: doc["entity_id"] in wanted)


def _exported(dataset: str, question_type: str) -> Dataset:
    from datasets import load_dataset

    from .images.documents import on_this_machine

    try:
        return on_this_machine(load_dataset(dataset, question_type, split="test"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"{dataset}: cannot load the {question_type!r} items: {first_line(error)}; if it has "
            f"other types only, `erbench-track export-tasks {dataset} -o DIR` writes tasks for "
            "those"
        ) from error
