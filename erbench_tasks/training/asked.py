"""The tuples behind a benchmark's questions, and the questions with an altered value.

A benchmark asks about tuples that exist, so that a basic question is answered by yes and a negated
one by no. Training on these alone would teach that. The paper's demonstrations have questions with
a modified value for the other answers (Appendix C.2: the released year of a movie, the nationality
of a player), and so have the examples made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..generator import Benchmark
from ..multiple_choice import MOST_VALUES
from ..questions import BINARY_TYPES
from ..relation import Row
from ..snapshot import snapshot
from ..spec import BinarySpec, KnowledgeSpec, MultiHopSpec, MultipleChoiceSpec
from ..tuples import TupleSource
from ..wording import Render
from ..wrong_values import WrongValues


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
        altered: Its altered questions; None if it is no yes/no question, or no value is left.
    """

    row: Row
    altered: Altered | None = None


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
                case KnowledgeSpec():
                    continue
                case MultipleChoiceSpec():
                    found.update(_choices(benchmark, spec, source))
                case _:
                    found.update(_statements(benchmark, spec, source, seed))
    return found


def _choices(
    benchmark: Benchmark, spec: MultipleChoiceSpec, source: TupleSource
) -> Iterator[tuple[str, Asked]]:
    fd = spec.fd
    renders = [
        benchmark.wordings.blocks(name, ["question"], [*fd.determinant, *fd.dependent])[0]
        for name in spec.templates
    ]
    for group in source.groups(benchmark.relations[spec.relation], fd.determinant):
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
    renders = benchmark.wordings.blocks(spec.template, blocks, shown)
    groups = list(source.groups(relation, determinant))
    drawn = None
    if attribute is not None:
        drawn = WrongValues(source.distinct(relation, attribute, MOST_VALUES), seed)
    # An altered question must not be true of another tuple, be it one that nobody asks about.
    true = {renders[0](row) for group in groups for row in group.facts}
    for group in groups:
        for row in group.asked[:1]:
            altered = None
            if drawn is not None and attribute is not None:
                values = drawn.drawn(benchmark.spec.name, attribute, *group.determinant)
                altered = _altered(row, attribute, values, renders, true)
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
