"""The checks of a lint: each looks at an entry and its items, and says what is wrong.

A check is a function in `CHECKS`, and a row in docs/reference/lint.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from ..items.given_away import mentions_words, words_of
from ..items.item import Item, RationaleElement
from ..items.leaving_out import NAMELESS, SHORT_VALUE, is_nameless, short_value
from ..privacy.personal import personal_column
from ..questions.multiple_choice import NONE_OF_THE_ABOVE
from ..spec.spec import AlteredSpec, BinarySpec, KnowledgeSpec, MultipleChoiceSpec
from .findings import Finding
from .looked_at import Column, LookedAt
from .unaskable import UNASKABLE, is_quantity

FEWEST = 10  # items
# More of an entry's items than this share must not be left out, lost or alike.
MOST_LEFT_OUT = 0.2
# Names that say nothing are left out one by one, and the others say what they do all the same.
MOST_NAMELESS = 0.4
# Those that give their answer away are left out one by one, and tell nothing of the others, such as
# the airlines that are not called after their country. But where most are, such names are the rule,
# and of a few others nobody can tell how much the rule gives away.
MOST_GIVEN_AWAY = 0.5
FEWEST_KEPT = 20  # items
MOST_ALIKE = 0.5
MOST_ONE_ANSWER = 0.9
# Whoever gives one answer to everything must not be right more often.
MOST_LEANING = 0.6
FEWEST_OPTIONS = 3
# In so many chains a value may tell the next one: the capital of a district of that name.
MOST_TOLD = 0.1
MOST_SHORT = 0.05
# A value that few items have is reported, and does not stop the others.
FEW = 0.05
# If more answers are right on average, one of them can be guessed.
MOST_ANSWERS = 8
LONGEST_QUESTION = 500  # characters

Check = Callable[[LookedAt], Iterable[Finding]]


def value_in_question(entry: LookedAt) -> Iterator[Finding]:
    """A value that is asked for stands in the question, or in another option."""
    found = entry.given_away
    if found:
        first = next(item for item in entry.every if item.id in found)
        # One option tells of another in more ways than by its words.
        are_options = isinstance(entry.question, MultipleChoiceSpec)
        most = MOST_LEFT_OUT if are_options else MOST_GIVEN_AWAY
        is_enough = len(found) <= most * len(entry.every) and (
            len(found) <= MOST_LEFT_OUT * len(entry.every)
            or len(entry.every) - len(found) >= FEWEST_KEPT
        )
        are_left_out = "value_in_question" in entry.leave_out and is_enough
        yield Finding(
            "value in the question", len(found), len(entry.every),
            f"{'left out, such as ' * are_left_out}{found[first.id]!r} in: {_shown(first)}",
            fails=not are_left_out,
            remedy="leave these questions out (leave_out: value_in_question), or ask for something "
            "that the question does not name",
        )  # fmt: skip


def asked_twice(entry: LookedAt) -> Iterator[Finding]:
    """The same text is asked twice; the worse if another answer is right the second time."""
    for name, other in (("asked twice with other values", True), ("asked twice", False)):
        found = [item for item in entry.every if entry.repeated.get(item.id) == other]
        if found:
            leaves_out = "asked_twice" in entry.leave_out
            yield Finding(
                name, len(found), len(entry.every), _shown(found[0]),
                fails=not leaves_out or len(found) > MOST_LEFT_OUT * len(entry.every),
                remedy="put everything that identifies the entity into the wording, or leave these "
                "questions out (leave_out: asked_twice)",
            )  # fmt: skip


def vacuous(entry: LookedAt) -> Iterator[Finding]:
    """One value is right so often that nobody has to know it."""
    for attribute, (counted, asked) in entry.accepted.items():
        value, count = min(counted.items(), key=lambda pair: (-pair[1], pair[0]))
        if count > MOST_ALIKE * asked:
            yield Finding(
                "vacuous", count, len(entry.items), f"{attribute} is {value!r}",
                fails=count > MOST_LEFT_OUT * len(entry.items),
                remedy=f"do not ask for {attribute}", attribute=attribute,
            )  # fmt: skip
    # Cups of several years may have one name.
    entities = Counter((item.entity, item.entity_id) for item in entry.items)
    if entities and (most := entities.most_common(1)[0])[1] > MOST_ALIKE * len(entry.items):
        yield Finding(
            "one entity", most[1], len(entry.items), repr(most[0][0]), fails=True,
            remedy="ask about entities with names of their own",
        )  # fmt: skip


def one_answer(entry: LookedAt) -> Iterator[Finding]:
    """A basic question that may be true or false nearly always has the same answer."""
    basic = Counter(i.answer for i in entry.items if i.question_type.endswith("_yes"))
    if len(basic) > 1 or (basic and getattr(entry.question, "holds", None)):
        remedy = "ask about something that is true of more rows, and false of more"
        yield from _leans("one answer", basic, MOST_ONE_ANSWER, remedy, fails=True)


def leaning(entry: LookedAt) -> Iterator[Finding]:
    """Always the same answer is right more often than not, although some answers differ."""
    counted = Counter(item.answer for item in entry.items)
    if not counted or (isinstance(entry.question, AlteredSpec) and not entry.question.mixed):
        return
    one: Iterable[Finding] = ()
    if isinstance(entry.question, MultipleChoiceSpec):
        remedy = "choose options that have other values near the true ones"
        one = [*_leans("one answer", counted, MOST_LEANING, remedy, fails=True)]
    remedy = "ask about something that is true of as many rows as it is false of"
    yield from one or _leans("answers lean", counted, MOST_LEANING, remedy, fails=False)


def _leans(
    name: str, answers: Counter[str], most: float, remedy: str, *, fails: bool
) -> Iterator[Finding]:
    answer, count = answers.most_common(1)[0]
    if count > most * answers.total():
        said = f"{answer!r} is right"
        yield Finding(name, count, answers.total(), said, fails=fails, remedy=remedy)


def few_options(entry: LookedAt) -> Iterator[Finding]:
    """A multiple-choice question has two options: whoever guesses is right half of the time."""
    if isinstance(entry.question, MultipleChoiceSpec):
        found = [item for item in entry.items if _options(item) < FEWEST_OPTIONS]
        if found:
            yield Finding(
                "two options", len(found), len(entry.items), _shown(found[0]), fails=False,
                remedy="add an attribute to the dependency, for a third option",
            )  # fmt: skip


def _options(item: Item) -> int:
    return sum(not option.casefold().startswith(NONE_OF_THE_ABOVE) for option in item.options)


def told_by_the_hop_before(entry: LookedAt) -> Iterator[Finding]:
    """A value on a chain is the one before it, or contains it: it need not be known."""
    chains = [item for item in entry.items if len(item.rationale) > 1]
    found = [item for item in chains if any(map(_contains, item.rationale[1:], item.rationale))]
    if found:
        yield Finding(
            "a hop tells the next", len(found), len(chains), _shown(found[0]),
            fails=len(found) > MOST_TOLD * len(chains),
            remedy="end the chain in something that has a name of its own",
        )  # fmt: skip


def _contains(element: RationaleElement, before: RationaleElement) -> bool:
    """Tells whether a value of a hop contains the words of one of the hop before."""
    words = map(words_of, element.values)
    return any(mentions_words(text, value) for text in words for value in before.values)


def nameless(entry: LookedAt) -> Iterator[Finding]:
    """What a question is about, or asks for, has a name that says nothing, or that others have."""
    found = [item for item in entry.every if is_nameless(item)]
    leaves_out = NAMELESS in entry.leave_out
    if found:
        yield Finding(
            "name that says nothing, or that others have", len(found), len(entry.every),
            f"{found[0].entity!r} in: {_shown(found[0])}",
            fails=len(found) > (MOST_NAMELESS if leaves_out else MOST_SHORT) * len(entry.every),
            remedy="leave these questions out (leave_out: nameless), or ask about entities with "
            "names of their own",
        )  # fmt: skip


def short_values(entry: LookedAt) -> Iterator[Finding]:
    """A value of one or two characters is mentioned by accident."""
    found = [(i, value) for i in entry.every if (value := short_value(i))]
    leaves_out = SHORT_VALUE in entry.leave_out
    if found:
        yield Finding(
            "value of one or two characters", len(found), len(entry.every),
            f"{found[0][1]!r} for: {_shown(found[0][0])}",
            fails=len(found) > (MOST_LEFT_OUT if leaves_out else MOST_SHORT) * len(entry.every),
            remedy="leave these questions out (leave_out: short_value), or ask for something that "
            "has a name: its label instead of its code",
        )  # fmt: skip


def unaskable_columns(entry: LookedAt) -> Iterator[Finding]:
    """A column is a key or a note of the bookkeeping, by its type or name."""
    size = len(entry.items)
    for attribute, reason in entry.reasons.items():
        yield Finding(
            reason, size, size, f"{attribute} is {_most_common(entry.values.get(attribute))}",
            fails=True, remedy=f"do not use {attribute}", attribute=attribute,
        )  # fmt: skip


def unaskable_values(entry: LookedAt) -> Iterator[Finding]:
    """A value is a hash, a placeholder, markup, an address, or too long."""
    for name, is_so in UNASKABLE:
        yield from _of_values(entry, name, is_so)
    for attribute, counted in entry.values.items():
        count = counted.get("-1", 0)
        if count > 1 and not any(text.startswith("-") and text != "-1" for text in counted):
            yield _value_finding(entry, "placeholder as a value", attribute, count, "-1")


def measured_values(entry: LookedAt) -> Iterator[Finding]:
    """Most values are quantities with units: they are measured, not known."""
    for attribute, counted in entry.values.items():
        found = {text: count for text, count in counted.items() if is_quantity(text)}
        if (count := sum(found.values())) > MOST_ALIKE * counted.total():
            yield Finding(
                "quantities with units", count, counted.total(),
                f"{attribute} is {_cut(next(iter(found)))!r}", fails=True,
                remedy=f"do not use {attribute}", attribute=attribute,
            )  # fmt: skip


def _of_values(entry: LookedAt, name: str, is_so: Callable[[str], bool]) -> Iterator[Finding]:
    for attribute, counted in entry.values.items():
        found = {text: count for text, count in counted.items() if is_so(text)}
        if found:
            yield _value_finding(entry, name, attribute, sum(found.values()), next(iter(found)))


def _value_finding(entry: LookedAt, name: str, attribute: str, count: int, example: str) -> Finding:
    total = entry.values[attribute].total()
    return Finding(
        name, count, total, f"{attribute} is {_cut(example)!r}", fails=count > FEW * total,
        remedy=f"do not use {attribute}, or list these values under `unknown` of the relation",
        attribute=attribute,
    )  # fmt: skip


def personal_values(entry: LookedAt) -> Iterator[Finding]:
    """Values are personal data, such as telephone numbers, and nobody says why."""
    if entry.personal_data:
        return
    for attribute, counted in entry.values.items():
        found = personal_column("", list(counted)[:200], of_people=False)
        if found is not None:
            total = counted.total()
            yield Finding(
                "personal data", total, total, f"{attribute}: {found}", fails=True,
                remedy=f"do not use {attribute}", attribute=attribute,
            )  # fmt: skip


def not_unique(entry: LookedAt) -> Iterator[Finding]:
    """The dependency does not hold for many determinants, or many answers are right."""
    if entry.violating:
        yield Finding(
            "no unique answer", entry.violating, entry.asked,
            f"determinants are left out, since several values go with each: "
            f"{'; '.join(map(str, entry.question.fds))}",
            fails=entry.violating > MOST_LEFT_OUT * entry.asked,
            remedy="add what tells them apart to the determinant (erbench-track check shows them)",
        )  # fmt: skip
    if isinstance(entry.question, BinarySpec) and entry.question.several_values == "accept":
        yield from _guessable(entry)


def _guessable(entry: LookedAt) -> Iterator[Finding]:
    several = [max((len(e.values) for e in i.rationale), default=0) for i in entry.items]
    if several and sum(several) > MOST_ANSWERS * len(several):
        many = [count > MOST_ANSWERS for count in several]
        yield Finding(
            "many right answers", sum(many), len(many),
            f"up to {max(several):,} values are accepted; {_shown(entry.items[many.index(True)])}",
            fails=True, remedy="add a condition, so that fewer values are right",
        )  # fmt: skip


def not_minimal(entry: LookedAt) -> Iterator[Finding]:
    """A part of the determinant determines the dependent too."""
    if entry.smaller is not None:
        size = len(entry.items)
        yield Finding(
            "dependency not minimal", size, size, f"{entry.smaller} holds as well", fails=False,
            remedy="fewer conditions would do: shorten the question, if it reads better",
        )  # fmt: skip


def nothing_asked(entry: LookedAt) -> Iterator[Finding]:
    """There are few questions, or most rows are lost."""
    if len(entry.items) < FEWEST:
        yield Finding(
            "few questions", len(entry.items), len(entry.items),
            f"fewer than {FEWEST} items", fails=True,
            remedy="ask about a larger table, or for something that more rows have",
        )  # fmt: skip
    rows = entry.tuples + entry.lost
    if entry.lost > MOST_LEFT_OUT * rows:
        yield Finding(
            "rows lost", entry.lost, rows,
            "rows have a NULL, or no match in the joined tables",
            fails=entry.lost > entry.most_lost * rows,
            remedy="take out what is NULL so often, or make its table optional",
        )  # fmt: skip


_DOUBLED = re.compile(
    r"(?<![\w-])(of|in|on|at|by|to|for|from|with|is|are|was|were|has|have|and|or|whose|there|no)"
    r" \1(?![\w-])|(?<![\w-])(?:the|an?) (?:[Tt]he|an?)(?![\w-])"
)
_NULL = re.compile(r"\b(?:None|nan|NaN|NaT|NULL|null)\b(?! of the above)")
_LEFTOVER = re.compile(r"\{\{|\}\}|\{%|%\}|<[A-Z_]{3,}>|\$\{")
_WHOLE = re.compile(r"(?<![\w.])\d+\.0\b(?!\.)")
_DECIMAL = re.compile(r"\d\.(?:\d*[1-9])")


def _texts(item: Item) -> str:
    return " | ".join((item.question, *item.options))


def _quotes_are_odd(text: str) -> bool:
    return text.count('"') % 2 == 1 or text.count("“") != text.count("”")


def _is_long_question(text: str) -> bool:
    return len(text) > LONGEST_QUESTION


# What a value may not bring along either.
_OF_THE_TEXT = ("template leftover", "long question")
SMELLS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("template leftover", _LEFTOVER.search),
    ("doubled word", _DOUBLED.search),
    ("doubled space", lambda text: "  " in text or " ?" in text),
    ("unbalanced quotation marks", _quotes_are_odd),
    ("None or NULL in the text", _NULL.search),
    ("long question", _is_long_question),
)


def smells(entry: LookedAt) -> Iterator[Finding]:
    """The rendered text is not what a careful person would write."""
    texts = [(item, _texts(item)) for item in entry.items]
    for name, is_so in SMELLS:
        found = [(item, text) for item, text in texts if is_so(text)]
        if found and name not in _OF_THE_TEXT:
            found = _without_own(entry, is_so, found)
        yield from _smell(entry, name, [item for item, _ in found])
    if not any(_DECIMAL.search(text) for _, text in texts):
        found = [(item, text) for item, text in texts if _WHOLE.search(text)]
        yield from _smell(entry, "whole number with decimals", [item for item, _ in found])


def _without_own(
    entry: LookedAt, is_so: Callable[[str], object], found: list[tuple[Item, str]]
) -> list[tuple[Item, str]]:
    """Leaves out where a value is so itself: a song may be called "All or None"."""
    values = {value for counted in entry.values.values() for value in counted}
    values |= {item.entity for item, _ in found}
    own = [value for value in values if is_so(value)]
    return [pair for pair in found if not any(value in pair[1] for value in own)]


def _smell(entry: LookedAt, name: str, found: list[Item]) -> Iterator[Finding]:
    if found:
        yield Finding(
            name, len(found), len(entry.items), _shown(found[0]),
            fails=len(found) > FEW * len(entry.items),
            remedy="edit the wording, or what it is filled with",
        )  # fmt: skip


CHECKS: tuple[Check, ...] = (
    nothing_asked,
    value_in_question,
    asked_twice,
    unaskable_columns,
    unaskable_values,
    measured_values,
    personal_values,
    vacuous,
    one_answer,
    leaning,
    few_options,
    told_by_the_hop_before,
    nameless,
    short_values,
    not_unique,
    not_minimal,
    smells,
)


def findings(entry: LookedAt) -> tuple[Finding, ...]:
    """Returns what is wrong with an entry, the worst first."""
    found = [finding for check in _that_fit(entry) for finding in check(entry)]
    return tuple(sorted(found, key=lambda finding: (not finding.fails, -finding.share)))


def _that_fit(entry: LookedAt) -> Iterable[Check]:
    """Returns the checks; a prompt whether a model knows an entity asks for no value."""
    return (nothing_asked, smells) if isinstance(entry.question, KnowledgeSpec) else CHECKS


def _shown(item: Item) -> str:
    options = " / ".join(item.options)
    return _cut(f"{item.question} {options}".strip(), 300)


def _cut(text: str, most: int = 80) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


def _most_common(counted: Column | None) -> str:
    return repr(_cut(counted.most_common(1)[0][0])) if counted else "not read"
