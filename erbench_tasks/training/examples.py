"""The examples of a benchmark: what a task asks, and what a model should have answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Template
from jinja2.sandbox import SandboxedEnvironment

from ..errors import InputError
from ..generator import Benchmark
from ..hashing import stable_hash
from ..records import Item, RationaleElement
from ..spec_file import is_embedded
from ..stored_items import StoredItems
from ..task_base import read_base
from .asked import asked_tuples
from .completions import altered_completion, completion, hop_count, opposite

QUESTION_TYPES = ("bn_yes", "bn_no", "mc", "mh_yes", "mh_no")


@dataclass(frozen=True)
class Example:
    """One prompt and the completion that a model learns.

    Attributes:
        domain: Name of the benchmark.
        question_type: The item's type.
        entity_id: The item's entity.
        entity: Its name.
        answer: The right answer.
        altered: Whether the question has an altered value.
        hops: The entities that lie on the item's chain, each as a name that tells it apart.
        system: What the task says before every question, or empty.
        user: The task's question.
        completion: The answer and its rationale.
    """

    domain: str
    question_type: str
    entity_id: str
    entity: str
    answer: str
    altered: bool
    hops: tuple[str, ...]
    system: str
    user: str
    completion: str


def benchmark_examples(
    benchmark: str,
    database: str | None,
    question_types: Iterable[str],
    seed: int = 0,
    *,
    altered: bool = True,
) -> Iterator[Example]:
    """Yields the examples of a benchmark that is generated now.

    Args:
        benchmark: Name of an embedded domain, or path of a specification.
        database: Another database.
        question_types: Which of its items to take.
        seed: Decides what the altered values are; the items are those that the tasks ask.
        altered: Whether each yes/no question is followed by one with an altered value, so that yes
            and no are right equally often.

    Yields:
        Examples, in the order of the items.

    Raises:
        InputError: The specification or the database is missing or malformed.
    """
    wanted = set(question_types)
    opened = Benchmark.open(benchmark, database)
    tuples = asked_tuples(opened, seed)
    wordings = benchmark if is_embedded(benchmark) else None
    for item in opened.items():
        if item.question_type not in wanted:
            continue
        asked = tuples.get(item.question)
        yield _example(item, item.question, item.answer, completion(item, asked, wordings=wordings))
        if altered and asked is not None and asked.altered is not None and not item.options:
            question = asked.altered.questions[item.question_type.endswith("_no")]
            text = altered_completion(item, asked, wordings=wordings)
            yield _example(item, question, opposite(item.answer), text, altered=True)


def stored_examples(folder: Path, question_types: Iterable[str]) -> Iterator[Example]:
    """Yields the examples of a benchmark that `erbench-track generate erbench` wrote.

    Args:
        folder: Its folder.
        question_types: Which of its items to take.

    Yields:
        Examples. None of them has an altered value: that takes the database.

    Raises:
        InputError: It is no generated benchmark, or a file is damaged.
    """
    import numpy as np

    stored = StoredItems(folder)
    for name in stored.manifest.question_types:
        if name in set(question_types):
            positions = np.arange(len(stored.ids(name)), dtype=np.int64)
            for row in stored.rows(name, positions):
                item = _item(row)
                yield _example(item, item.question, item.answer, completion(item))


def _item(row: Mapping[str, Any]) -> Item:
    rationale = tuple(
        RationaleElement(e["hop"], e["attribute"], tuple(e["values"]), e["match"])
        for e in row["rationale"]
    )
    return Item(**{**row, "options": tuple(row["options"]), "rationale": rationale})


def _example(
    item: Item, question: str, answer: str, text: str, *, altered: bool = False
) -> Example:
    system, template = _prompt(bool(item.options))
    return Example(
        domain=item.domain,
        question_type=item.question_type,
        entity_id=item.entity_id,
        entity=item.entity,
        answer=answer,
        altered=altered,
        hops=_hops(item),
        system=system,
        user=template.render(**{**item.to_row(), "question": question}),
        completion=text,
    )


def _hops(item: Item) -> tuple[str, ...]:
    """Returns the hidden entities of a chain: what each hop but the last one leads to."""
    return tuple(
        f"{item.domain} {element.attribute} {stable_hash([element.values[0]])}"
        for element in item.rationale
        if element.hop < hop_count(item.fd)
    )


@lru_cache(maxsize=2)
def _prompt(has_options: bool) -> tuple[str, Template]:
    """Returns what the embedded task files say: the description, and the question's template."""
    config = read_base("_multiple_choice" if has_options else "_binary")
    # As lm_eval renders `doc_to_text`.
    environment = SandboxedEnvironment(autoescape=False, keep_trailing_newline=True)
    return config.get("description", ""), environment.from_string(config["doc_to_text"])


def check_question_types(names: Iterable[str]) -> tuple[str, ...]:
    """Returns the question types that are trained on, in their order.

    Raises:
        InputError: One of them is not among them.
    """
    wanted = list(names)
    for name in wanted:
        if name not in QUESTION_TYPES:
            raise InputError(f"--question_types: {name!r} is none of {', '.join(QUESTION_TYPES)}")
    return tuple(name for name in QUESTION_TYPES if name in wanted)
