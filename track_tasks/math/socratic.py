"""A model breaks solutions down into facts, as a tutor would ask for them (Appendix B.3)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from ...core.chat.client import ChatClient
from ...core.chat.replies import Refused, read_reply
from ...core.errors import InputError
from ...core.hashing import stable_hash
from ...core.jinja import environment
from ...core.journal import Journal
from ...core.json_text import as_data
from .decomposition import MOST_FACTS, Decomposition, Pair, standing_alone
from .solutions import Solution


class PairCache:
    """JSON Lines, one per solution: `key`, and `pairs` of three texts each."""

    def __init__(self, path: Path) -> None:
        """Takes the path; the file need not exist."""
        self.path = path
        self._journal = Journal(path)

    def read(self) -> dict[str, tuple[Pair, ...]]:
        """Returns the pairs by key.

        Raises:
            InputError: The file cannot be read or written, or is not such a file.
        """
        self._journal.check()
        return dict(self._entry(line, row) for line, row in self._journal.read())

    def append(self, key: str, pairs: tuple[Pair, ...]) -> None:
        """Adds a line; it is on disk when this returns.

        Raises:
            InputError: The file cannot be written.
        """
        self._journal.append([{"key": key, "pairs": pairs}])

    def _entry(self, line: int, row: Any) -> tuple[str, tuple[Pair, ...]]:
        fields = row if isinstance(row, dict) else {}
        key, pairs = fields.get("key"), fields.get("pairs")
        if not isinstance(key, str):
            raise self._foreign(line, "key")
        if not isinstance(pairs, list) or not pairs or not all(map(_is_pair, pairs)):
            raise self._foreign(line, "pairs")
        return key, tuple(Pair(*texts) for texts in pairs)

    def _foreign(self, line: int, field: str) -> InputError:
        return InputError(
            f"{self.path}, line {line}: field {field!r} is missing or malformed; is it a file of "
            "ours? Delete it to ask the model anew"
        )


def _is_pair(value: Any) -> bool:
    is_long = isinstance(value, list) and len(value) == len(Pair._fields)
    return is_long and all(isinstance(text, str) for text in value)


FORM = "openai/MODEL"
FEWEST, MOST, MOST_CHARACTERS = 1, MOST_FACTS, 1000
_ATTEMPTS = 2


class Socratic:
    """Asks a model about each solution that it has not answered before.

    Attributes:
        name: `openai/` and the model.
        failures: Number of solutions for which no reply could be used.
    """

    def __init__(self, model: ChatClient, cache: PairCache) -> None:
        """Takes the model and the file that keeps its replies."""
        self.name = f"openai/{model.name}"
        self.failures = 0
        self._model = model
        self._cache = cache
        self._kept = cache.read()

    @classmethod
    def open(cls, name: str, cache: Path) -> Socratic:
        """Opens a model at OPENAI_BASE_URL.

        Args:
            name: `openai/` and the model.
            cache: File that keeps its replies, so that nothing is asked twice.

        Raises:
            InputError: The name has another form, the package `openai` or a setting is missing, or
                the file is unusable.
        """
        kind, _, model = name.partition("/")
        if kind != "openai" or not model:
            raise InputError(f"--phrase-with: {name!r} is no model; give {FORM}")
        return cls(ChatClient(model), PairCache(cache))

    def __call__(self, solution: Solution) -> Decomposition | None:
        """Returns the facts of a solution; None if no reply could be used, which is counted.

        Raises:
            InputError: The model cannot be asked, or the file is unusable.
        """
        key = stable_hash(["socratic", self.name, _prompt(solution)])
        pairs = self._kept.get(key)
        if pairs is None:
            pairs = self._asked(solution)
            if pairs is None:
                self.failures += 1
                return None
            self._cache.append(key, pairs)
            self._kept[key] = pairs
        return standing_alone(Decomposition(pairs, self.name, Counter()))

    def _asked(self, solution: Solution) -> tuple[Pair, ...] | None:
        refused = ""
        for _ in range(_ATTEMPTS):
            try:
                return read_pairs(self._model.reply(_prompt(solution, refused)), solution)
            except Refused as error:
                refused = str(error)
        return None


def read_pairs(reply: str, solution: Solution) -> tuple[Pair, ...]:
    """Reads a reply without trusting anything in it.

    Args:
        reply: What the model replied: a JSON object with `pairs`.
        solution: The solution that it was asked about.

    Raises:
        Refused: It cannot be used; says why.
    """
    rows = read_reply(reply, ["pairs"])["pairs"]
    if not isinstance(rows, list) or not FEWEST <= len(rows) <= MOST:
        raise Refused(f"'pairs' is not a list of {FEWEST} to {MOST} pairs")
    pairs = tuple(_pair(row, number, solution) for number, row in enumerate(rows, start=1))
    for texts in zip(*((pair.question, pair.knowledge) for pair in pairs), strict=True):
        if len(set(texts)) < len(texts):
            raise Refused("two pairs have the same question or the same knowledge")
    return pairs


def _pair(row: Any, number: int, solution: Solution) -> Pair:
    where = f"pair {number}"
    if not isinstance(row, dict):
        raise Refused(f"{where} is not an object")
    pair = Pair(*(_text(row, name, where) for name in Pair._fields))
    if not pair.question.endswith("?"):
        raise Refused(f"{where}: 'question' does not end with '?'")
    if pair.knowledge.endswith("?"):
        raise Refused(f"{where}: 'knowledge' is a question")
    if pair.knowledge.rstrip(".").casefold() in pair.question.casefold():
        raise Refused(f"{where}: 'question' contains the knowledge")
    if " ".join(solution.problem.split()) in pair.question:
        raise Refused(f"{where}: 'question' is, or contains, the whole problem")
    return pair._replace(procedure=pair.procedure.rstrip("."))


def _text(row: dict[str, Any], name: str, where: str) -> str:
    value = row.get(name)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or len(text) > MOST_CHARACTERS:
        raise Refused(f"{where}: {name!r} is not a text of 1 to {MOST_CHARACTERS} characters")
    return text


def _prompt(solution: Solution, refused: str = "") -> str:
    data = {
        "problem": solution.problem,
        "steps": [
            {"question": step.question, "step": step.text} if step.question else step.text
            for step in solution.steps
        ],
        "answer": solution.answer,
    }
    template = environment(autoescape=False).get_template("track/socratic_math.jinja")
    return template.render(
        data=as_data(data),
        refused=json.dumps(refused) if refused else "",
        fewest=FEWEST,
        most=MOST,
        most_characters=MOST_CHARACTERS,
    )
