"""Prints how much of R a model that only copies from its passages gets in the `_ka` tasks.

SIMULATED: the pages and the model. The page about what a question names lists each of the values
that belong to it with a probability (`--listed`), and names of others; the model writes down every
capitalised name of its passages. Its R must not exceed the share of questions whose passages have
the value that is asked for. Beside it stands what it would get from the page of the answer.

    python benchmarks/knowledge_augmentation.py --listed 0.1
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from erbench_track.core.suites.erbench import BINARY, DOMAIN_NAMES, READINGS
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.items.item import Item
from erbench_track.erbench_tasks.passages.passages import Found, Key
from erbench_track.erbench_tasks.passages.wikipedia import WikipediaPassages
from erbench_track.erbench_tasks.questions.question_type import draw
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.filters.extraction import SIMULATED_MARK
from erbench_track.metrics.erbench import process_results

_OTHERS = 3  # names on each page that do not belong to it
_NAME = re.compile(
    r"[A-Z\d][\w'.&-]*(?:(?:,? | of | the | and | de )[A-Z\d][\w'.&-]*)*", re.UNICODE
)


class SimulatedPages(WikipediaPassages):
    """Pages that say which values of the table belong to what they are about."""

    def __init__(self, values: Mapping[str, Collection[str]], listed: float) -> None:
        """Takes what belongs to what.

        Args:
            values: The title of a page to the values that belong to what it is about.
            listed: Share in [0, 1] of these that the page has.
        """
        super().__init__(None, None, "")  # type: ignore[arg-type]
        self._values = values
        self._every = sorted({value for some in values.values() for value in some})
        self._listed = listed

    def find(self, keys: Collection[Key], what: str) -> Found:
        """Returns a page for each title."""
        return Found({key: self.page(str(key[-1])) for key in keys})  # type: ignore[index]

    def page(self, title: str) -> str:
        """Returns the page of a title."""
        own = [
            value
            for value in sorted(self._values.get(title, ()))
            if draw(1000, title, value) < 1000 * self._listed
        ]
        every = self._every
        others = [every[draw(len(every), title, n)] for n in range(_OTHERS)] if every else []
        return "\n".join(f"{text}." for text in (f"{title} is well known", *own, *others))


def copied(prompt: str) -> str:
    """Returns a simulated response: the right answer, and every name in front of the question.

    Args:
        prompt: The passages, and the question behind them.
    """
    passages, _, question = prompt.rpartition("\n\nQ: ")
    names = dict.fromkeys(match[0].rstrip(".") for match in _NAME.finditer(passages))
    answer = "No" if question.startswith("Is it true that") else "Yes"
    return f"{answer}. {'. '.join(names)}. {SIMULATED_MARK}"


def belonging(domain: str) -> dict[str, set[str]]:
    """Returns the values that the questions ask for, by the title of what the questions name."""
    found: dict[str, set[str]] = defaultdict(set)
    for item in binary(Benchmark.open(domain).items(passages=SimulatedPages({}, 0))):
        for title in re.findall(r"^(.*) is well known\.$", item.context, re.MULTILINE):
            found[title].add(item.rationale[0].values[0])
    return found


def binary(items: Iterable[Item]) -> Iterator[Item]:
    """Yields the items of binary questions."""
    return (item for item in items if item.question_type in BINARY)


def rates(docs: Sequence[Mapping[str, Any]], reading: str) -> tuple[float, float]:
    """Returns R of the model, and the share of passages with the value, each in [0, 1].

    Args:
        docs: The items with their passages.
        reading: One of `READINGS`.
    """
    prompts = (f"{doc['context']}\n\nQ: {doc['question']}" for doc in docs)
    read = ReadingFilter(reading).apply([[copied(prompt)] for prompt in prompts], list(docs))
    scores = [process_results(doc, [text]) for doc, text in zip(docs, read, strict=True)]
    names = ("rationale_accuracy", "passage_names_value")
    right, named = (sum(score[name] for score in scores) / len(scores) for name in names)
    return right, named


def main() -> None:
    """Prints a row per domain and reading."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--listed", type=float, default=0.1, help="share of values on the pages")
    arguments = parser.parse_args()
    print("SIMULATED pages and model; binary questions")
    columns = ("R, copying", "in passage", "R, answer's page")
    print(f"{'domain':10}{'reading':10}" + "".join(f"{name:>18}" for name in columns))
    for domain in DOMAIN_NAMES:
        pages = SimulatedPages(belonging(domain), arguments.listed)
        docs = [item.to_row() for item in binary(Benchmark.open(domain).items(passages=pages))]
        answers = [{**doc, "context": pages.page(doc["rationale"][0]["values"][0])} for doc in docs]
        for reading in READINGS:
            right, named = rates(docs, reading)
            figures = (right, named, rates(answers, reading)[0])
            mark = "" if right <= named else "  <-- above"
            print(f"{domain:10}{reading:10}" + "".join(f"{f:>18.3f}" for f in figures) + mark)


if __name__ == "__main__":
    main()
