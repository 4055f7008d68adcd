"""The training data of some benchmarks, and the files that it is written to.

`train.jsonl` and `test.jsonl` have one `prompt` and one `completion` per line, as fine-tuning
programs take them. `test_entities.json` and `trained_entities.json` restrict an evaluation to
what was held out, or trained on (`--metadata '{"known_entities": ...}'`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..files import new_file, write_text
from ..spec_file import DATA, is_embedded
from .examples import (
    QUESTION_TYPES,
    Example,
    benchmark_examples,
    check_question_types,
    stored_examples,
)
from .prompts import prompt_and_completion
from .split import Split, entity_file, split_by_entity

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase


@dataclass(frozen=True)
class DataSettings:
    """What to train on.

    Attributes:
        domains: Names of embedded domains.
        benchmark: Path of another specification.
        database: Its database, or another database for the one embedded domain.
        dataset: Folder that `erbench-track generate erbench` wrote.
        question_types: Which questions to take.
        test_share: Share of the entities to hold out, in [0, 1).
        entities: Number of entities of each domain to train on; None for all that are not held
            out.
        altered: Whether questions with an altered value are added.
        seed: Decides the split and the altered values.
    """

    domains: tuple[str, ...] = ()
    benchmark: str | None = None
    database: str | None = None
    dataset: Path | None = None
    question_types: tuple[str, ...] = QUESTION_TYPES
    test_share: float = 0.2
    entities: int | None = None
    altered: bool = True
    seed: int = 0


def training_data(settings: DataSettings) -> Split:
    """Builds the examples and splits them by entity.

    Returns:
        The split, of the wanted question types. Which entity is on which side does not depend on
        these.

    Raises:
        InputError: A setting is wrong, or there is no example.
    """
    wanted = check_question_types(settings.question_types)
    _check(settings)
    examples = list(_examples(settings))
    split = split_by_entity(examples, settings.test_share, settings.seed, settings.entities)
    chosen = Split(
        [example for example in split.train if example.question_type in wanted],
        [example for example in split.test if example.question_type in wanted],
        Counter({name: split.straddling[name] for name in wanted if split.straddling[name]}),
        split.unsampled,
    )
    if not chosen.train:
        raise InputError(
            f"--question_types: nothing to train on; the benchmark has no {', '.join(wanted)}"
        )
    return chosen


def describe_data(split: Split, chat: PreTrainedTokenizerBase | None = None) -> dict[str, Any]:
    """Returns what there is: counts, and a hash of the training examples.

    Args:
        split: The examples.
        chat: As for `prompt_and_completion`.
    """
    digest = hashlib.sha256()
    for line in _lines(split.train, chat):
        digest.update(line.encode())
    return {
        "hash": digest.hexdigest()[:32],
        "train_examples": _counts(split.train),
        "test_examples": _counts(split.test),
        "train_entities": len({(e.domain, e.entity_id) for e in split.train}),
        "test_entities": len({(e.domain, e.entity_id) for e in split.test}),
        "left_out_with_entities_of_both_sides": dict(split.straddling),
    }


def write_data(split: Split, folder: Path, chat: PreTrainedTokenizerBase | None = None) -> None:
    """Writes the examples of both sides and the lists of their entities.

    Args:
        split: The examples.
        folder: An existing folder.
        chat: As for `prompt_and_completion`.

    Raises:
        InputError: A file cannot be written.
    """
    for name, examples in (("train", split.train), ("test", split.test)):
        with new_file(folder / f"{name}.jsonl") as file:
            file.writelines(_lines(examples, chat))
    for name, examples in (("trained", split.train), ("test", split.test)):
        text = json.dumps(entity_file(examples), indent=1) + "\n"
        write_text(folder / f"{name}_entities.json", text)


def _check(settings: DataSettings) -> None:
    if not (settings.domains or settings.benchmark or settings.dataset):
        raise InputError("give what to train on: --domain movie, --benchmark FILE or --dataset DIR")
    for name in settings.domains:
        if not is_embedded(name):
            known = ", ".join(sorted(path.parent.name for path in DATA.glob("*/benchmark.yaml")))
            raise InputError(f"--domain: {name!r} is none of {known}")
    generated = [*settings.domains, *([settings.benchmark] if settings.benchmark else [])]
    if settings.database is not None and len(generated) != 1:
        raise InputError("--database: is that of one benchmark; give one --domain or --benchmark")
    if settings.entities is not None and settings.entities < 1:
        raise InputError(f"--entities: {settings.entities} is no number from 1")


def _examples(settings: DataSettings) -> Iterator[Example]:
    generated = [*settings.domains, *([settings.benchmark] if settings.benchmark else [])]
    for benchmark in generated:
        yield from benchmark_examples(
            benchmark,
            settings.database,
            QUESTION_TYPES,
            settings.seed,
            altered=settings.altered,
        )
    if settings.dataset is not None:
        yield from stored_examples(settings.dataset, QUESTION_TYPES)


def _lines(examples: Iterable[Example], chat: PreTrainedTokenizerBase | None) -> Iterator[str]:
    for example in examples:
        prompt, completion = prompt_and_completion(example, chat)
        row = {
            "prompt": prompt,
            "completion": completion,
            "domain": example.domain,
            "question_type": example.question_type,
            "entity_id": example.entity_id,
            "entity": example.entity,
            "answer": example.answer,
            "altered": example.altered,
        }
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _counts(examples: Iterable[Example]) -> dict[str, int]:
    return dict(Counter(example.question_type for example in examples))
