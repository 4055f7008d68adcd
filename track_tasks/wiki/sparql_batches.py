"""Asks an endpoint for many entities with few queries, and for each thing once."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence

from ...erbench_tasks.errors import InputError
from ...erbench_tasks.hashing import stable_hash
from ...filters.judge.failures import RequestError
from .sparql_answer import Row, TooMuchError, is_item, rows
from .sparql_cache import AnswerFile
from .sparql_client import SparqlClient

Query = Callable[[Sequence[str]], str]

_BATCH = 100  # entities in one query
_CUT_OFF = 10_000  # rows; some endpoints send no more than that, and do not say so


class Batches:
    """Queries through the answers on disk."""

    def __init__(self, client: SparqlClient, answers: AnswerFile | None, as_of: str) -> None:
        """Takes an endpoint and what it answered before.

        Args:
            client: Sends what is not on disk.
            answers: The answers on disk; None keeps nothing.
            as_of: Year and month when the facts hold: the answers of another month do not count.
        """
        self._client = client
        self._answers = answers
        self._as_of = as_of

    def ask(self, query: str, *, can_split: bool = False) -> list[Row]:
        """Returns the rows of a query.

        Args:
            query: The query.
            can_split: Whether the caller can ask for less if this is too much.

        Raises:
            TooMuchError: It is too much, and can be split.
            InputError: There is no answer.
        """
        if self._answers is None:
            return self._client.ask(query, can_split=can_split)
        key = stable_hash([self._client.endpoint.url, self._as_of, query])
        kept = self._answers.get(key)
        if kept is not None:
            return _read(kept, self._answers)
        try:
            answer = self._client.ask(query, can_split=can_split)
        except InputError as error:
            if not self._answers.kept:
                raise
            told = "what was answered is kept, the same command with --resume goes on"
            raise InputError(f"{error}; {told}") from error
        self._answers.put(key, query, _written(answer))
        return answer

    def ask_about(self, ids: Collection[str], query: Query) -> Iterator[Row]:
        """Yields the rows of one query per batch of entities.

        A batch that is too much for the endpoint is asked for in halves.

        Args:
            ids: Ids of entities; what is no id is left out.
            query: Makes the query of a batch.

        Raises:
            InputError: There is no answer.
        """
        todo = sorted(filter(is_item, set(ids)), key=lambda id_: int(id_[1:]))
        for start in range(0, len(todo), _BATCH):
            yield from self._batch(todo[start : start + _BATCH], query)

    def _batch(self, ids: Sequence[str], query: Query) -> list[Row]:
        try:
            found = self.ask(query(ids), can_split=len(ids) > 1)
        except TooMuchError:
            found = None
        if found is not None and (len(found) < _CUT_OFF or len(ids) == 1):
            return found
        half = len(ids) // 2
        return [*self._batch(ids[:half], query), *self._batch(ids[half:], query)]


def _written(answer: list[Row]) -> str:
    """Returns rows in SPARQL's JSON format."""
    bindings = [{name: term._asdict() for name, term in row.items()} for row in answer]
    return json.dumps({"results": {"bindings": bindings}})


def _read(text: str, file: AnswerFile) -> list[Row]:
    try:
        return rows(text)
    except (ValueError, RequestError) as error:
        raise InputError(
            f"{file.path}: holds what is no answer; delete {file.path.parent}"
        ) from error
