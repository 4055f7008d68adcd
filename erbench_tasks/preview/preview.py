"""A few questions of each entry of a specification, drawn under a seed, with what a lint finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

from ...core.hashing import stable_hash
from ...filters.rationale.values import also_accepted, kind_of
from ..generator import Benchmark
from ..items.item import Item, RationaleElement
from ..lint.findings import LintedEntry
from ..lint.lint import MOST, lint, title
from ..privacy.asked import personal_data, refuse_personal_data
from ..spec.spec import QuestionSpec
from .reasons import reasons
from .signature import CHANGED, changed_since

QUESTIONS = 3  # of an entry
# The most items of all entries together that are made, to draw from.
_MOST, _MOST_WITH_IMAGES = 20_000, 500
_EXAMPLES = 3  # of each reason for which something is left out
_MOST_VALUES = 8  # accepted spellings of a value to show
_MOST_OTHERS = 4  # ... in other languages


@dataclass(frozen=True)
class PreviewedEntry:
    """An entry of `questions`, as its reader sees it.

    Attributes:
        question: The entry.
        why: What its answers and rationales rest on, a line each.
        items: The number of its questions, of those that are made.
        shown: The questions that are shown.
        lint: What the lint finds.
    """

    question: QuestionSpec
    why: list[str]
    items: int
    shown: list[Item]
    lint: LintedEntry

    @property
    def asks(self) -> str:
        """What it asks."""
        return title(self.question)


@dataclass(frozen=True)
class Preview:
    """What a person reads before signing.

    Attributes:
        name: Name of the benchmark.
        spec: Its file, or its name if it is embedded.
        seed: What the questions were drawn with.
        entries: The entries, in the order of the specification.
        types: Question type to the number of questions, of those that are made.
        possible: The number of questions that the database has, without any limit.
        is_sampled: Whether fewer questions were made than the specification asks for.
        signed: Who has signed it, and whether it was changed since; empty if nobody has.
        personal_data: The reason that the specification gives, if it does.
        personal: What of that which it asks about is personal, a line each.
        left_out: What is not asked, and why, a line each.
    """

    name: str
    spec: str
    seed: int
    entries: list[PreviewedEntry]
    types: dict[str, int]
    possible: int
    is_sampled: bool
    signed: str
    personal_data: str | None
    personal: list[str]
    left_out: list[str]

    @property
    def items(self) -> int:
        """The number of questions that were made."""
        return sum(self.types.values())

    @property
    def amount(self) -> str:
        """How many questions there are, for people."""
        if self.items >= self.possible:
            return f"{self.items:,} questions"
        why = "; a sample, as the specification asks more" if self.is_sampled else ""
        return f"{self.items:,} questions, of {self.possible:,} that the database has{why}"

    @property
    def warnings(self) -> list[str]:
        """What to look at first."""
        found = [self.signed] if self.signed.endswith(CHANGED) else []
        if self.failed:
            failed = f"{len(self.failed)} of {len(self.entries)} entries fail the lint"
            found.append(f"{failed}: change them, or take them out")
        if (why := self.personal_data) is not None:
            found.append(f"personal data is asked about; the reason will be published: {why}")
        return found

    @property
    def failed(self) -> list[PreviewedEntry]:
        """The entries that should not be asked as they are."""
        return [entry for entry in self.entries if entry.lint.failed]


def preview(
    benchmark: Benchmark,
    spec: str,
    *,
    questions: int = QUESTIONS,
    seed: int = 0,
) -> Preview:
    """Draws questions of every entry, and looks at the others.

    Args:
        benchmark: The specification and its database.
        spec: What the user calls it: a file, or an embedded name.
        questions: The number of questions of each entry to show.
        seed: Decides which are shown, and what `generate` decides with it.

    Raises:
        InputError: The specification asks about personal data without a reason, a template is
            missing or malformed, or the database cannot be read.
    """
    asked = benchmark.spec
    refuse_personal_data(benchmark)
    found = personal_data(benchmark) if asked.personal_data is not None else []
    personal = [f"{what}: {data}" for _, what, data in found]
    drawn = [_Drawn(f"{seed} {index}", questions) for index in range(len(asked.questions))]
    types = Counter[str]()
    most = _MOST_WITH_IMAGES if asked.has_images else _MOST
    limit = min(most, asked.max_items or most)
    for item in benchmark.items(seed, max_items=limit, demonstrate=not asked.has_images):
        drawn[benchmark.entry].add(item)
        types[item.question_type] += 1
    wanted = min(benchmark.possible, asked.max_items or benchmark.possible)
    linted = lint(benchmark, most=min(most, MOST), seed=seed)
    return Preview(
        name=asked.name,
        spec=spec,
        seed=seed,
        entries=[
            _entry(benchmark, *of_entry)
            for of_entry in zip(asked.questions, drawn, linted, strict=True)
        ],
        types=dict(types),
        possible=benchmark.possible,
        is_sampled=limit < wanted,
        signed=changed_since(asked, benchmark.path) or str(asked.signed or ""),
        personal_data=asked.personal_data,
        personal=list(dict.fromkeys(personal)),
        left_out=list(benchmark.omissions.lines(_EXAMPLES)),
    )


def _entry(
    benchmark: Benchmark, question: QuestionSpec, drawn: _Drawn, linted: LintedEntry
) -> PreviewedEntry:
    relation, joins = benchmark.relations[question.relation], benchmark.joins[question.relation]
    why = reasons(question, relation, joins)
    return PreviewedEntry(question, why, drawn.items, drawn.chosen(), linted)


class _Drawn:
    """The questions of an entry that may be shown; few of them are held.

    Of each wording and right answer those of the entities that are drawn first are held, so that
    each question that is shown can be of another entity, and of another kind than the one before.
    """

    def __init__(self, seed: str, most: int) -> None:
        self.items = 0
        self._seed = seed
        self._most = most
        self._of_kind: dict[tuple[str, int, str], dict[str, Item]] = {}

    def add(self, item: Item) -> None:
        """Counts an item, and holds it if its entity is among the first."""
        self.items += 1
        held = self._of_kind.setdefault((item.question_type, item.variant, item.answer), {})
        held.setdefault(stable_hash([self._seed, item.entity_id]), item)
        if len(held) > self._most:
            del held[max(held)]

    def chosen(self) -> list[Item]:
        """Returns what is shown: the kinds in turn, and as many entities as possible."""
        waiting = [[held[place] for place in sorted(held)] for held in self._of_kind.values()]
        shown: list[Item] = []
        for items in cycle(waiting):
            if len(shown) == self._most or not any(waiting):
                break
            if items:
                used = {item.entity_id for item in shown}
                fresh = next((item for item in items if item.entity_id not in used), items[0])
                items.remove(fresh)
                shown.append(fresh)
        return shown


def question_lines(item: Item) -> Iterator[str]:
    """Yields what is asked, what is right, and what a rationale must mention."""
    if item.context:
        yield f"Passage: {item.context}"
    if item.picture:
        yield f"An image ({item.image_kind}) stands before the question."
    yield f"Q: {item.question}"
    yield from (f"   Option {number}: {option}" for number, option in enumerate(item.options, 1))
    yield f"A: {item.answer}"
    yield from (f"   must mention {mention(element)}" for element in item.rationale)


def mention(element: RationaleElement) -> str:
    """Says what a rationale must mention at one hop: `painter: 'Goya' or 'Francisco Goya'`."""
    shown = [repr(value) for value in element.values[:_MOST_VALUES]]
    more = len(element.values) - len(shown)
    shown += [f"{more:,} more"] if more else []
    shown[:1] = [f"{first}{_also(element)}" for first in shown[:1]]
    is_all = element.match == "all" and len(shown) > 1
    hop = f" (hop {element.hop})" if element.hop > 1 else ""
    values = (" and " if is_all else " or ").join(shown) or "nothing"
    return f"{element.attribute}{hop}: {'all of ' * is_all}{values}"


def _also(element: RationaleElement) -> str:
    """Says how else its only value may be written."""
    if len(element.values) > 1:
        return ""
    others = [repr(name) for name in also_accepted(element.values[0], kind_of(element._asdict()))]
    shown = [*others[:_MOST_OTHERS], *["..."][: len(others) > _MOST_OTHERS]]
    return f" (also {', '.join(shown)})" if shown else ""
