"""The examples of a benchmark: what a task asks, and what a model should have answered.

A benchmark asks about tuples that exist, so basic questions are answered by yes and negated ones
by no. Training on these alone would teach just that. The paper's demonstrations have questions with
a modified value for the other answers (Appendix C.2: the released year of a movie, the nationality
of a player), and so have the examples made here.

The paper's demonstrations (Tables 27 to 38) are sentences about the tuple. Each embedded domain has
such sentences in `templates/training`; the questions of other benchmarks get plain ones, made of
the values that verify the rationale.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.hashing import stable_hash
from ...core.jinja import TEMPLATES
from ...erbench_tasks.database.snapshot import snapshot
from ...erbench_tasks.generator import Benchmark
from ...erbench_tasks.items.item import Item
from ...erbench_tasks.items.prompts import how_asked
from ...erbench_tasks.questions.claims import BINARY_TYPES
from ...erbench_tasks.questions.false_values import MOST_VALUES, WrongValues
from ...erbench_tasks.questions.multiple_choice import NONE_OF_THE_ABOVE
from ...erbench_tasks.relations.relation import Row
from ...erbench_tasks.relations.tuples import TupleSource
from ...erbench_tasks.spec.embedded import is_embedded
from ...erbench_tasks.spec.spec import (
    AlteredSpec,
    BinarySpec,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
)
from ...erbench_tasks.spec.wording import Render, Wordings
from ...erbench_tasks.stored.reader import GeneratedBenchmark

QUESTION_TYPES = ("bn_yes", "bn_no", "mc", "mh_yes", "mh_no")
_BLOCKS = {
    "bn_yes": "basic", "bn_no": "negated", "mh_yes": "hop_basic", "mh_no": "hop_negated"
}  # fmt: skip
# What the wordings may use besides the tuple's attributes.
_FIELDS = {"answer", "altered", "attribute", "true_value", "values", "facts"}


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
        hops: The entities on the item's chain, each by a name that is unique.
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


@dataclass(frozen=True)
class Altered:
    """The questions about a tuple with a value that no tuple of the database has.

    Attributes:
        attribute: The attribute: the last that the question shows.
        value: Its value there.
        questions: The basic and the negated question.
    """

    attribute: str
    value: Any
    questions: tuple[str, str]


@dataclass(frozen=True)
class Asked:
    """What one question is about.

    Attributes:
        row: The tuple.
        altered: Its altered questions; None if it is not a yes/no question, or no value is left.
    """

    row: Row
    altered: Altered | None = None


# What each question is about.


def asked_tuples(benchmark: Benchmark, seed: int) -> dict[str, Asked]:
    """Reads what every question of a benchmark is about, in one snapshot of its database.

    Args:
        benchmark: The benchmark.
        seed: Decides which values are altered to what.

    Returns:
        Question, as the items have it, to its tuple.

    Raises:
        InputError: The database cannot be read.
    """
    found: dict[str, Asked] = {}
    with snapshot(benchmark.engine) as connection:
        source = TupleSource(connection, seed)
        for spec in benchmark.spec.questions:
            match spec:
                case KnowledgeSpec() | AlteredSpec():
                    continue
                case MultipleChoiceSpec():
                    found.update(_choices(benchmark, spec, source))
                case _ if _claims_only_values(benchmark, spec):
                    found.update(_statements(benchmark, spec, source, seed))
    return found


def _claims_only_values(benchmark: Benchmark, spec: BinarySpec | MultiHopSpec) -> bool:
    """Tells whether another value makes a question false: not where a coarser statement is made."""
    hidden = (name for fd in spec.fds for name in fd.dependent)
    statements = benchmark.spec.relations[spec.relation].statements_of(hidden)
    return spec.holds is None and not statements


def _choices(
    benchmark: Benchmark, spec: MultipleChoiceSpec, source: TupleSource
) -> Iterator[tuple[str, Asked]]:
    fd = spec.fd
    renders = [
        benchmark.wordings.blocks(name, ["question"], [*fd.determinant, *fd.dependent])[0]
        for name in spec.templates
    ]
    relation = benchmark.relations[spec.relation]
    for group in source.groups(relation, fd.determinant, spec.columns):
        for row in group.asked[:1]:
            yield from ((render(row), Asked(row)) for render in renders)


def _statements(
    benchmark: Benchmark, spec: BinarySpec | MultiHopSpec, source: TupleSource, seed: int
) -> Iterator[tuple[str, Asked]]:
    relation = benchmark.relations[spec.relation]
    determinant = spec.fds[0].determinant
    attribute = _altered_attribute(spec)
    shown = [*determinant, *([] if attribute is None else [attribute])]
    blocks = [block for block, _ in BINARY_TYPES]
    renders = benchmark.wordings.blocks(spec.words, blocks, shown)
    groups = list(source.groups(relation, determinant, spec.columns))
    drawn = None
    if attribute is not None:
        values = source.counted(relation, [attribute], MOST_VALUES)
        drawn = WrongValues((value for value, _ in values), seed)
    # An altered question must not be true of another tuple, even one without questions.
    true = {renders[0](row) for group in groups for row in group.facts}
    for group in groups:
        for row in group.asked[:1]:
            altered = None
            if drawn is not None and attribute is not None:
                others = drawn.drawn(benchmark.spec.name, attribute, *group.determinant)
                altered = _altered(row, attribute, others, renders, true)
            yield from ((render(row), Asked(row, altered)) for render in renders)


def _altered_attribute(spec: BinarySpec | MultiHopSpec) -> str | None:
    if isinstance(spec, BinarySpec):
        return spec.fd.determinant[-1]
    last = spec.hops[-1]
    return last.fd.dependent[0] if last.values == "one" else None


def _altered(
    row: Row,
    attribute: str,
    values: Iterator[Any],
    renders: Sequence[Render],
    true: set[str],
) -> Altered | None:
    for value in values:
        changed = {**row, attribute: value}
        basic, negated = (render(changed) for render in renders)
        if basic not in true:
            return Altered(attribute, value, (basic, negated))
    return None


# What is to be answered.


def completion(item: Item, asked: Asked | None = None, *, wordings: str | None = None) -> str:
    """Returns the right answer to an item, with its rationale.

    Args:
        item: The item.
        asked: The tuple that it is about, where it is known.
        wordings: Name of the embedded domain whose sentences are used; None for plain ones.
            They need the tuple.
    """
    return _completed(item, item.answer, asked, None, wordings)


def _altered_completion(item: Item, asked: Asked, *, wordings: str | None = None) -> str:
    """Returns the text that answers the altered question of a yes/no item."""
    return _completed(item, _opposite(item.answer), asked, asked.altered, wordings)


def _opposite(answer: str) -> str:
    """Returns `no` for `yes` and the other way round."""
    return "no" if answer == "yes" else "yes"


def _completed(
    item: Item, answer: str, asked: Asked | None, altered: Altered | None, wordings: str | None
) -> str:
    if item.answer == NONE_OF_THE_ABOVE:
        return f"{NONE_OF_THE_ABOVE.capitalize()}. Every option is true."
    own = wordings if asked is not None else None
    block = _block(item, plain=own is None)
    row = asked.row if asked is not None else {}
    last = item.rationale[-1].values if item.rationale else ()
    context = {
        **row,
        "answer": answer,
        "altered": altered.value if altered else None,
        "attribute": _words(altered.attribute) if altered else "",
        "true_value": row.get(altered.attribute) if altered else None,
        "values": _listed(last) if _last_hop_is_there(item) else "",
        "facts": _facts(item),
    }
    sentence = _render(own, block)(context)
    if not item.options:
        return sentence
    number = int(answer.removeprefix("option "))
    return f"Option {number}: {item.options[number - 1]}\n{sentence}"


def _block(item: Item, *, plain: bool) -> str:
    if item.options:
        return "option" if plain else f"option_{item.rationale[0].attribute}"
    block = _BLOCKS[item.question_type]
    return "hop" if plain and block.startswith("hop") else block


def _last_hop_is_there(item: Item) -> bool:
    """Tells whether the chain has a value at its end (it has none where nothing was hosted)."""
    return bool(item.rationale) and item.rationale[-1].hop == _hop_count(item.fd)


def _hop_count(fd: str) -> int:
    """Returns the number of dependencies of an item's `fd`."""
    return fd.count(";") + 1


def _facts(item: Item) -> str:
    """Returns text such as `director is Sidney Lumet, and the birth year is 1924`."""
    parts = []
    for element in item.rationale:
        values = element.values if element.match == "all" else element.values[:1]
        parts.append(f"{_words(element.attribute)} is {_listed(values)}")
    return _listed(parts, "the ")


def _words(attribute: str) -> str:
    return attribute.replace("_", " ")


def _listed(texts: Sequence[str], article: str = "") -> str:
    """Returns `1900 and 1924`, or `1908, 1948, and 2012`."""
    if len(texts) < 3:
        return f"{',' if article else ''} and {article}".join(texts)
    return f", {article}".join(texts[:-1]) + f", and {article}{texts[-1]}"


@lru_cache(maxsize=128)
def _render(domain: str | None, block: str) -> Render:
    variables = _FIELDS if domain is None else _FIELDS | _columns(domain)
    name = f"training/{domain or 'any'}.jinja"
    (render,) = Wordings(TEMPLATES).blocks(name, [block], variables)
    return render


@lru_cache(maxsize=16)
def _columns(domain: str) -> frozenset[str]:
    relations = Benchmark.open(domain).relations.values()
    return frozenset(name for relation in relations for name in relation.columns)


# Prompts with their completions.


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
        InputError: The specification or the database is missing or malformed, or its questions
            show images.
    """
    wanted = set(question_types)
    opened = Benchmark.open(benchmark, database)
    _refuse_images(benchmark, opened.spec.has_images)
    tuples = asked_tuples(opened, seed)
    wordings = benchmark if is_embedded(benchmark) else None
    for item in opened.items():
        if item.question_type not in wanted:
            continue
        asked = tuples.get(item.question)
        yield _example(item, item.question, item.answer, completion(item, asked, wordings=wordings))
        if altered and asked is not None and asked.altered is not None and not item.options:
            question = asked.altered.questions[item.question_type.endswith("_no")]
            text = _altered_completion(item, asked, wordings=wordings)
            yield _example(item, question, _opposite(item.answer), text, altered=True)


def stored_examples(folder: Path, question_types: Iterable[str]) -> Iterator[Example]:
    """Yields the examples of a benchmark that `erbench-track generate erbench` wrote.

    Args:
        folder: Its folder.
        question_types: Which of its items to take.

    Yields:
        Examples. None of them has an altered value: that takes the database.

    Raises:
        InputError: It is not a generated benchmark, a file is damaged, or its questions show
            images.
    """
    import numpy as np

    stored = GeneratedBenchmark.open(folder)
    _refuse_images(folder, stored.manifest.images)
    for name, recorded in stored.manifest.question_types.items():
        if name in set(question_types):
            for row in stored.rows(name, np.arange(recorded.items, dtype=np.int64)):
                item = Item.from_row(row)
                yield _example(item, item.question, item.answer, completion(item))


def _refuse_images(name: str | Path, has_images: bool) -> None:
    if has_images:
        raise InputError(
            f"{name}: its questions show images, and only text can be trained on; "
            "give a benchmark without images"
        )


def _example(
    item: Item, question: str, answer: str, text: str, *, altered: bool = False
) -> Example:
    system, template = how_asked(item.question_type)
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
        if element.hop < _hop_count(item.fd)
    )
