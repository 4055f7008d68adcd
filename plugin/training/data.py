"""The training data of some benchmarks, split by entity, and the files that it is written to.

Entities are the items' own, and those on the way of a multi-hop question: what a test movie's
2-hop question asks of its director must not have been trained on with another of his movies. So an
entity is on the side of what its chain leads to: a movie on its director's, a player on the side of
the club's city.

`train.jsonl` and `test.jsonl` have one `prompt` and one `completion` per line, as fine-tuning
programs take them. `test_entities.json` and `trained_entities.json` restrict an evaluation to
entities that were held out, or trained on (`--metadata '{"known_entities": ...}'`).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.errors import InputError
from ...core.files import new_file, write_text
from ...core.hashing import stable_hash
from ...erbench_tasks.spec.embedded import DATA, is_embedded
from .examples import (
    QUESTION_TYPES,
    Example,
    benchmark_examples,
    stored_examples,
)
from .prompts import prompt_and_completion

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


@dataclass(frozen=True)
class Split:
    """The examples by their purpose.

    Attributes:
        train: Those to train on; all of their entities are training entities.
        test: Those all of whose entities are held out.
        straddling: Number of examples, by question type, that have entities of both kinds and are
            left out. Chains of functional dependencies give none; several chains may.
        unsampled: Number of examples about training entities beyond the wanted number of these.
        available: Domain to the number of its entities that are not held out.
    """

    train: list[Example] = field(default_factory=list)
    test: list[Example] = field(default_factory=list)
    straddling: Counter[str] = field(default_factory=Counter)
    unsampled: int = 0
    available: Counter[str] = field(default_factory=Counter)


def training_data(settings: DataSettings) -> Split:
    """Builds the examples and splits them by entity.

    Returns:
        The split, of the wanted question types. Which entity is on which side does not depend on
        these.

    Raises:
        InputError: A setting is wrong, or there is no example.
    """
    wanted = _in_order(settings.question_types)
    _check(settings)
    examples = list(_examples(settings))
    split = split_by_entity(examples, settings.test_share, settings.seed, settings.entities)
    chosen = Split(
        [example for example in split.train if example.question_type in wanted],
        [example for example in split.test if example.question_type in wanted],
        Counter({name: split.straddling[name] for name in wanted if split.straddling[name]}),
        split.unsampled,
        split.available,
    )
    if not chosen.train:
        raise InputError(
            f"--question_types: nothing to train on; the benchmark has no {', '.join(wanted)}"
        )
    return chosen


def _check(settings: DataSettings) -> None:
    if not (settings.domains or settings.benchmark or settings.dataset):
        raise InputError("give what to train on: --domain movie, --benchmark FILE or --dataset DIR")
    for name in settings.domains:
        if not is_embedded(name):
            known = ", ".join(sorted(path.parent.name for path in DATA.glob("*/benchmark.yaml")))
            raise InputError(f"--domain: {name!r} is not one of {known}")
    generated = [*settings.domains, *([settings.benchmark] if settings.benchmark else [])]
    if settings.database is not None and len(generated) != 1:
        raise InputError("--database: is that of one benchmark; give one --domain or --benchmark")
    if settings.entities is not None and settings.entities < 1:
        raise InputError(f"--entities: {settings.entities} is not a number from 1")


def _in_order(question_types: Sequence[str]) -> tuple[str, ...]:
    for name in question_types:
        if name not in QUESTION_TYPES:
            raise InputError(
                f"--question_types: {name!r} is not one of {', '.join(QUESTION_TYPES)}"
            )
    return tuple(name for name in QUESTION_TYPES if name in question_types)


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


def split_by_entity(
    examples: Sequence[Example], test_share: float, seed: int, most_entities: int | None = None
) -> Split:
    """Splits examples so that no entity is on both sides.

    Args:
        examples: The examples.
        test_share: Share of each domain's entities to hold out, in [0, 1). Fewer are held out
            where chains of entities are too large to come closer.
        seed: Decides which.
        most_entities: Maximum number of training entities of each domain, at least 1.

    Returns:
        The split; the same entities and seed give the same one.

    Raises:
        InputError: `test_share` is out of range.
    """
    if not 0 <= test_share < 1:
        raise InputError(f"--test_share: {test_share} is not in [0, 1); 0.2 is usual")
    links: dict[str, str] = {}
    for example in examples:
        for one, next_one in pairwise(_keys(example)):
            links.setdefault(one, next_one)
    entities = {_keys(example)[0]: example.domain for example in examples}
    held_out = _held_out(entities, links, test_share, seed)
    left = {key: domain for key, domain in entities.items() if _end(key, links) not in held_out}
    kept = _sampled(left, most_entities, seed)
    split, unsampled = Split(), 0
    for example in examples:
        keys = _keys(example)
        sides = {_end(key, links) in held_out for key in keys}
        if len(sides) > 1:
            split.straddling[example.question_type] += 1
        elif sides == {True}:
            split.test.append(example)
        elif keys[0] in kept:
            split.train.append(example)
        else:
            unsampled += 1
    return Split(split.train, split.test, split.straddling, unsampled, Counter(left.values()))


def too_few(split: Split, wanted: int | None) -> Iterator[str]:
    """Yields a line for each domain with fewer entities to train on than are wanted."""
    for domain, there in split.available.items():
        if wanted is not None and there < wanted:
            yield (
                f"warning: --entities {wanted}: {domain} has {there} that are not held out, and "
                "all of them are trained on; for more, take a larger --database or --dataset"
            )


def _keys(example: Example) -> tuple[str, ...]:
    return (f"{example.domain} {example.entity_id}", *example.hops)


def _end(key: str, links: Mapping[str, str]) -> str:
    """Returns where the chain of an entity ends; the entity itself if it has none."""
    passed = {key}
    while (key := links.get(key, key)) not in passed:
        passed.add(key)
    return key


def _held_out(
    entities: Mapping[str, str], links: Mapping[str, str], share: float, seed: int
) -> set[str]:
    """Draws ends of chains until their entities are the wanted share."""
    chosen: set[str] = set()
    for domain in set(entities.values()):
        sizes = Counter(_end(key, links) for key, of in entities.items() if of == domain)
        smallest, every = min(sizes.values()), sum(sizes.values())
        # If entities are to be held out, at least one must be, and one must be left to train on.
        wanted = min(max(round(share * every), smallest), every - smallest) if share else 0
        for end in _ranked(sizes, seed):
            if sizes[end] <= wanted:
                chosen.add(end)
                wanted -= sizes[end]
    return chosen


def _sampled(entities: Mapping[str, str], most: int | None, seed: int) -> set[str]:
    kept: set[str] = set()
    for domain in set(entities.values()):
        same = (key for key, of in entities.items() if of == domain)
        kept.update(_ranked(same, seed)[:most])
    return kept


def _ranked(keys: Iterable[str], seed: int) -> list[str]:
    return sorted(keys, key=lambda key: (stable_hash([str(seed), key]), key))


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


def entity_file(examples: Iterable[Example]) -> dict[str, dict[str, list[str]]]:
    """Returns the entities of some examples in the form of a known-entity file.

    Returns:
        Domain to kind of question (`bn`, `mc`, `mh`) to sorted entity ids.
    """
    found: dict[str, dict[str, set[str]]] = {}
    for example in examples:
        kind = example.question_type.split("_")[0]
        found.setdefault(example.domain, {}).setdefault(kind, set()).add(example.entity_id)
    return {
        domain: {kind: sorted(ids) for kind, ids in kinds.items()}
        for domain, kinds in found.items()
    }


def describe_data(split: Split, chat: PreTrainedTokenizerBase | None = None) -> dict[str, Any]:
    """Describes the examples: their counts, and a hash of those to train on.

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
