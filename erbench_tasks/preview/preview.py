"""A few questions of each entry of a specification, drawn under a seed, with what a lint finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from ...core.hashing import stable_hash
from ...core.values.kinds import kind_of, place_name
from ..database.integrity import JoinCheck
from ..generator import Benchmark
from ..items.item import Item, RationaleElement
from ..lint.findings import LintedEntry
from ..lint.lint import MOST, lint, title
from ..privacy.asked import personal_data, refuse_personal_data
from ..relations.joins import joins_between
from ..relations.relation import Relation
from ..spec.spec import (
    AlteredSpec,
    BenchmarkSpec,
    BinarySpec,
    FunctionalDependency,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
    QuestionSpec,
)
from .signature import CHANGED, changed_since

QUESTIONS = 3  # of an entry
# The most items of all entries together that are made, to draw from.
_MOST, _MOST_WITH_IMAGES = 20_000, 500
_EXAMPLES = 3  # of each reason for which something is left out
_MOST_VALUES = 8  # accepted spellings of a value to show


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
        asked: The specification.
        spec: Its file, or its name if it is embedded.
        seed: What the questions were drawn with.
        entries: The entries, in the order of the specification.
        types: Question type to the number of questions, of those that are made.
        possible: The number of questions that the database has, without any limit.
        signed: Who has signed it, and whether it was changed since; empty if nobody has.
        personal: What of that which it asks about is personal, a line each.
        left_out: What is not asked, and why, a line each.
    """

    asked: BenchmarkSpec
    spec: str
    seed: int
    entries: list[PreviewedEntry]
    types: dict[str, int]
    possible: int
    signed: str
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
        return f"{self.items:,} questions, of {self.possible:,} that the database has"

    @property
    def warnings(self) -> list[str]:
        """What to look at first."""
        found = [self.signed] if self.signed.endswith(CHANGED) else []
        if self.failed:
            failed = f"{len(self.failed)} of {len(self.entries)} entries fail the lint"
            found.append(f"{failed}: change them, or take them out")
        if (why := self.asked.personal_data) is not None:
            found.append(f"personal data is asked about; the reason will be published: {why}")
        return found

    @property
    def failed(self) -> list[PreviewedEntry]:
        """The entries that should not be asked as they are."""
        return [entry for entry in self.entries if entry.lint.failed]


def preview(
    benchmark: Benchmark, spec: str, *, questions: int = QUESTIONS, seed: int = 0
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
    private = personal_data(benchmark) if asked.personal_data is not None else []
    drawn = [_Drawn(f"{seed} {index}", questions) for index in range(len(asked.questions))]
    types = Counter[str]()
    most = _MOST_WITH_IMAGES if asked.has_images else _MOST
    limit = min(most, asked.max_items or most)
    for item in benchmark.items(seed, max_items=limit, demonstrate=not asked.has_images):
        drawn[benchmark.entry].add(item)
        types[item.question_type] += 1
    linted = lint(benchmark, most=min(most, MOST), seed=seed)
    return Preview(
        asked=asked,
        spec=spec,
        seed=seed,
        entries=[
            PreviewedEntry(question, reasons(question, benchmark), of.items, of.chosen(), found)
            for question, of, found in zip(asked.questions, drawn, linted, strict=True)
        ],
        types=dict(types),
        possible=benchmark.possible,
        signed=changed_since(asked, benchmark.path) or str(asked.signed or ""),
        personal=list(dict.fromkeys(f"{what}: {data}" for _, what, data in private)),
        left_out=list(benchmark.omissions.lines(_EXAMPLES)),
    )


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
    if len(shown) == 1 and (name := place_name(element.values[0], kind_of(element._asdict()))):
        shown[0] += f" (also {name!r})"
    more = len(element.values) - len(shown)
    shown += [f"{more:,} more"] if more else []
    is_all = element.match == "all" and len(shown) > 1
    hop = f" (hop {element.hop})" if element.hop > 1 else ""
    values = (" and " if is_all else " or ").join(shown) or "nothing"
    return f"{element.attribute}{hop}: {'all of ' * is_all}{values}"


def reasons(question: QuestionSpec, benchmark: Benchmark) -> list[str]:
    """Says what an entry's answers and rationales rest on.

    Args:
        question: The entry.
        benchmark: What it is of.

    Returns:
        A line per dependency, one for whatever else decides, and the query as it runs.
    """
    if isinstance(question, KnowledgeSpec):
        return ["Asks whether a model knows the entity; no answer is right or wrong."]
    relation, joins = benchmark.relations[question.relation], benchmark.joins[question.relation]
    rows = [_rows(fd, relation, joins) for fd in question.fds]
    spec = relation.spec
    stated = spec.statements_of(name for fd in question.fds for name in fd.dependent)
    said = [
        f"{name} is the {statement.by} of {statement.of}." for name, statement in stated.items()
    ]
    asked = [f"Asked only where {spec.ask} is true."] if spec.ask else []
    query = f"{relation.name}: {' '.join(relation.query.sql.split())}"
    return [*rows, *_special(question), *said, *asked, query]


def _rows(fd: FunctionalDependency, relation: Relation, joins: Sequence[JoinCheck]) -> str:
    """Says which rows hold a dependency's values, and which columns these are."""
    base = {column for name in fd.dependent for column in relation.query.columns[name]}
    read = ", ".join(sorted(f"{column.table}.{column.column}" for column in base))
    row = f"the row of {relation.name} with this {_listed(fd.determinant)} says so"
    lines = [f"joined along {check}" for check in joins_between(fd, relation.query, joins)]
    return f"{fd}: {'; '.join([f'{row}: {read}' if read else row, *lines])}"


def _special(question: QuestionSpec) -> Iterator[str]:
    match question:
        case BinarySpec(several_values="accept"):
            yield "Where several values are right, a rationale has to mention one of them."
        case AlteredSpec(replaced=replaced, mixed=mixed):
            some = "In half of the questions the" if mixed else "The"
            rest = " In the others the answer is yes, and all that counts." if mixed else ""
            yield (
                f"{some} value of {_listed(replaced, 'or')} is replaced by one for which no row "
                "fits, so that the answer is no; a rationale has to mention what is true." + rest
            )
        case MultipleChoiceSpec():
            yield (
                "The false option has the value of another row, which no row makes true of this "
                "one; a rationale has to mention the true value."
            )
        case MultiHopSpec(hops=hops):
            for hop in hops:
                if hop.values == "all":
                    yield f"A rationale has to mention every {hop.fd.dependent[0]}."
                if not hop.verified:
                    yield f"The question says the {hop.fd.dependent[0]}; a rationale need not."
    if isinstance(question, BinarySpec | MultiHopSpec) and question.holds is not None:
        yield f"The basic question is answered with yes where {question.holds} is true."
    if shared := getattr(question, "must_share", None):
        yield f"What is false is true of a row with the same {_listed(shared)}."


def _listed(names: Iterable[str], last: str = "and") -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end
