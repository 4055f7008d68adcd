"""The checks of a lint: each looks at an entry and its items, and says what is wrong.

A check is a function in `CHECKS`, and a row in docs/reference/lint.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from ..items.given_away import UNSPACED, given_away, mentions_words, words_of
from ..items.item import Item, RationaleElement
from ..privacy.personal import personal_column
from ..questions.multiple_choice import NONE_OF_THE_ABOVE
from ..spec.spec import AlteredSpec, BinarySpec, KnowledgeSpec, MultipleChoiceSpec
from .findings import Finding
from .looked_at import LookedAt

FEWEST = 10  # items
# Of an entry's items, values, determinants or rows, in [0, 1].
FEW, MANY, MOST, NEARLY_ALL = 0.05, 0.2, 0.5, 0.9
# Whoever gives one answer to everything must not be right more often.
LEANING = 0.6
FEWEST_OPTIONS = 3
# In so many chains a value may tell the next one: the capital of a district of that name.
TOLD = 0.1
SHORT = 2  # characters
# If more answers are right on average, one of them can be guessed.
MOST_ANSWERS = 8

UNCLEAN = {
    "replacement character": re.compile("\N{REPLACEMENT CHARACTER}"),
    "control character": re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"),
    "markup": re.compile(r"</?[A-Za-z][^<>]*>|\[\[|\{\{|'''?"),
    "entity of markup": re.compile(r"&(?:[A-Za-z]{2,8}|#\d{1,6}|#x[0-9A-Fa-f]{1,6});"),
    "address": re.compile(r"\b(?:https?|ftp)://|\bwww\.|[\w.+-]+@[\w-]+\.\w"),
    "incomplete": re.compile(r"\bet al\b|(?:\.\.\.|…)$"),
    "space at an end": re.compile(r"^\s|\s$"),
    "very long": re.compile(r"(?s).{121}"),
}
SMELLS = {
    "template leftover": re.compile(r"\{\{|\}\}|\{%|%\}|<[A-Z_]{3,}>|\$\{"),
    "doubled word": re.compile(r"(?<![\w-])([^\W\d_]+) \1(?![\w-])"),
    "doubled space": re.compile(r"  | [?,](?:\s|$)"),
    "None or NULL in the text": re.compile(
        rf"\b(?!(?i:{NONE_OF_THE_ABOVE}))(?:None|nan|NaN|NaT|NULL|null)\b"
    ),
    "long question": re.compile(r"(?s).{501}"),
}
_UNSPACED = re.compile(rf"[{UNSPACED}]")

Check = Callable[[LookedAt], Iterable[Finding]]


def _finding(
    check: str, count: int, of: int, example: str, most: float, remedy: str
) -> Iterator[Finding]:
    """Yields a finding if there is something; it fails if that is more than a share of all."""
    if count:
        yield Finding(check, count, of, example, count > most * of, remedy)


def _items(
    check: str, found: Sequence[tuple[Item, str]], of: Sequence[Item], most: float, remedy: str
) -> Iterator[Finding]:
    """Yields a finding about items, each with the value that is to blame, if it is a value."""
    for item, value in found[:1]:
        example = f"{value!r}: {_shown(item)}" if value else _shown(item)
        yield from _finding(check, len(found), len(of), example, most, remedy)


def _where(items: Iterable[Item], is_so: Callable[[Item], object]) -> list[tuple[Item, str]]:
    return [(item, "") for item in items if is_so(item)]


def few_questions(entry: LookedAt) -> Iterator[Finding]:
    """There are few questions: no figure can be made of them."""
    size, example = len(entry.items), f"fewer than {FEWEST} items"
    if size < FEWEST:
        remedy = "ask about a larger table, or for something that more rows have"
        yield Finding("few questions", size, size, example, True, remedy)


def rows_lost(entry: LookedAt) -> Iterator[Finding]:
    """Most rows lack a value."""
    rows, example = entry.kept + entry.lost, f"a NULL in {', '.join(entry.question.columns)}"
    if entry.lost > MANY * rows:
        remedy = "do not use what is NULL so often, if that is not what is meant"
        yield from _finding("rows lost", entry.lost, rows, example, 1, remedy)


def value_in_question(entry: LookedAt) -> Iterator[Finding]:
    """A value that is asked for stands in the question, or in another option."""
    found = [(item, value) for item in entry.items if (value := given_away(item)) is not None]
    remedy = (
        "do not ask about these rows (`ask`: a column that is false for them), or ask for something"
        " that the question does not name"
    )
    yield from _items("value in the question", found, entry.items, 0, remedy)


def asked_twice(entry: LookedAt) -> Iterator[Finding]:
    """The same text is asked twice; the worse if another answer is right the second time."""
    remedy = "put everything that identifies the entity into the wording"
    for check, other in (("asked twice with other values", True), ("asked twice", False)):
        found = [(item, "") for item in entry.items if entry.repeated.get(item.id) is other]
        yield from _items(check, found, entry.items, 0, remedy)


def vacuous(entry: LookedAt) -> Iterator[Finding]:
    """One value is right so often that nobody has to know it, or one name is asked about."""
    size = len(entry.items)
    right = entry.accepted
    if isinstance(entry.question, AlteredSpec):  # whose true items name no value
        rows = {name: entry.values[name] for name in right if name in entry.values}
        right |= {name: (values, values.total()) for name, values in rows.items()}
    for column, (counted, asked) in right.items():
        value, count = min(counted.items(), key=lambda p: (-p[1], p[0]), default=("", 0))
        if count > MOST * asked:
            example, remedy = f"{column} is {value!r}", f"do not ask for {column}"
            yield from _finding("vacuous", count, size, example, MANY, remedy)
    for (entity, _), count in Counter((i.entity, i.entity_id) for i in entry.items).most_common(1):
        if count > MOST * size:
            yield from _finding("one entity", count, size, repr(entity), 0, "ask about more")


def one_answer(entry: LookedAt) -> Iterator[Finding]:
    """Always the same answer is right more often than not, although some answers differ."""
    options = isinstance(entry.question, MultipleChoiceSpec)
    if isinstance(entry.question, AlteredSpec) and not entry.question.mixed:
        return
    basic = Counter(i.answer for i in entry.items if i.question_type.endswith("_yes"))
    if len(basic) > 1 or getattr(entry.question, "holds", None):
        yield from _leans("one answer", basic, NEARLY_ALL, 0)
    counted = Counter(item.answer for item in entry.items)
    yield from _leans("one answer" if options else "answers lean", counted, LEANING, not options)


def _leans(check: str, answers: Counter[str], often: float, most: float) -> Iterator[Finding]:
    for answer, count in answers.most_common(1):
        if count > often * answers.total():
            remedy = "ask about something that is true of as many rows as it is false of"
            example = f"{answer!r} is right"
            yield from _finding(check, count, answers.total(), example, most, remedy)


def two_options(entry: LookedAt) -> Iterator[Finding]:
    """A multiple-choice question has two options: whoever guesses is right half of the time."""
    found = _where(entry.items, lambda item: 0 < _options(item) < FEWEST_OPTIONS)
    remedy = "add a column to the dependency, for a third option"
    yield from _items("two options", found, entry.items, 1, remedy)


def _options(item: Item) -> int:
    return sum(not option.casefold().startswith(NONE_OF_THE_ABOVE) for option in item.options)


def told_by_the_hop_before(entry: LookedAt) -> Iterator[Finding]:
    """A value on a chain is the one before it, or contains it: it need not be known."""
    chains = [i for i in entry.items if i.rationale and i.rationale[-1].hop > 1]
    found = _where(chains, lambda item: any(map(_contains, item.rationale[1:], item.rationale)))
    remedy = "end the chain in something that has a name of its own"
    yield from _items("a hop tells the next", found, chains, TOLD, remedy)


def _contains(element: RationaleElement, before: RationaleElement) -> bool:
    """Tells whether a value of a hop contains the words of one of the hop before."""
    words = map(words_of, element.values)
    return any(mentions_words(text, value) for text in words for value in before.values)


def short_values(entry: LookedAt) -> Iterator[Finding]:
    """A value of one or two characters is mentioned by accident."""
    found = [(item, value) for item in entry.items if (value := _short_value(item))]
    remedy = "ask for something that has a name: its label instead of its code"
    yield from _items("value of one or two characters", found, entry.items, FEW, remedy)


def _short_value(item: Item) -> str:
    """Returns a value that is short, unless its script needs no more signs for a name."""
    values = (element.values[0] for element in item.rationale if element.values)
    return next((v for v in values if len(v) <= SHORT and not _UNSPACED.search(v)), "")


def unclean_values(entry: LookedAt) -> Iterator[Finding]:
    """A value has signs that are no text, or is no whole one."""
    for column, counted in entry.values.items():
        remedy = f"do not use {column}, or clean its values in the query"
        for what, pattern in UNCLEAN.items():
            found = [value for value in counted if pattern.search(value)]
            count = sum(counted[value] for value in found)
            example = f"{column} is {_cut(repr(found[0]))}" if found else ""
            yield from _finding(f"{what} in a value", count, counted.total(), example, FEW, remedy)


def personal_values(entry: LookedAt) -> Iterator[Finding]:
    """Values are personal data, such as telephone numbers, and nobody says why."""
    for column, counted in entry.values.items() if not entry.personal_data else ():
        if found := personal_column("", list(counted)[:200], of_people=False):
            size, remedy = counted.total(), f"do not use {column}"
            yield from _finding("personal data", size, size, f"{column}: {found}", 0, remedy)


def not_unique(entry: LookedAt) -> Iterator[Finding]:
    """The dependency does not hold for many determinants, or many answers are right."""
    example = f"several values go with each: {'; '.join(map(str, entry.question.fds))}"
    remedy = "add what tells them apart to the determinant"
    count, of = entry.violating, entry.determinants
    yield from _finding("no unique answer", count, of, example, MANY, remedy)
    if isinstance(entry.question, BinarySpec) and entry.question.several_values == "accept":
        several = [max((len(e.values) for e in item.rationale), default=0) for item in entry.items]
        if sum(several) > MOST_ANSWERS * len(several):
            pairs = zip(entry.items, several, strict=True)
            found = [(item, "") for item, count in pairs if count > MOST_ANSWERS]
            remedy = "add a condition, so that fewer values are right"
            yield from _items("many right answers", found, entry.items, 0, remedy)


def not_minimal(entry: LookedAt) -> Iterator[Finding]:
    """A part of the determinant determines the dependent too."""
    size, example = len(entry.items), f"{entry.smaller} holds as well"
    if entry.smaller is not None:
        remedy = "fewer conditions would do: shorten the question, if it reads better"
        yield from _finding("dependency not minimal", size, size, example, 1, remedy)


def smells(entry: LookedAt) -> Iterator[Finding]:
    """The rendered text is not what a careful person would write."""
    texts = [(item, " | ".join((item.question, *item.options))) for item in entry.items]
    values = {value for counted in entry.values.values() for value in counted}
    values |= {item.entity for item in entry.items}
    for name, pattern in SMELLS.items():
        # A song may be called "All or None".
        own = [v for v in values if pattern.search(v)] if name != "long question" else []
        found = [i for i, text in texts if pattern.search(text) and not any(v in text for v in own)]
        yield from _items(name, _where(found, bool), entry.items, FEW, "edit the wording")


CHECKS: tuple[Check, ...] = (
    few_questions, rows_lost, value_in_question, asked_twice, vacuous, one_answer, two_options,
    told_by_the_hop_before, short_values, unclean_values, personal_values, not_unique, not_minimal,
    smells,
)  # fmt: skip


def findings(entry: LookedAt) -> tuple[Finding, ...]:
    """Returns what is wrong with an entry, the worst first."""
    # A prompt whether a model knows an entity asks for no value.
    fit = (few_questions, smells) if isinstance(entry.question, KnowledgeSpec) else CHECKS
    found = [finding for check in fit for finding in check(entry)]
    return tuple(sorted(found, key=lambda finding: (not finding.fails, -finding.share)))


def _shown(item: Item) -> str:
    return _cut(f"{item.question} {' / '.join(item.options)}".strip(), 300)


def _cut(text: str, most: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
