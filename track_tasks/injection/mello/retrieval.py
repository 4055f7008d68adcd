"""Finding the fact of a memory that is closest to a question, in whatever way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .settings import LEXICAL


class Retriever(Protocol):
    """Finds the closest fact.

    Attributes:
        name: What it is called in samples.
    """

    name: str

    def closest(self, queries: Sequence[str], memories: Sequence[tuple[str, ...]]) -> list[int]:
        """Finds the fact that is closest to each query.

        Questions of one batch have memories of their own in scope 1 and share one in larger
        scopes; either way all queries of a round come at once, so that a model embeds them at once.

        Args:
            queries: What is looked for.
            memories: For each query the facts to choose from, at least one.

        Returns:
            For each query the index of a fact of its memory; of several as close ones the first.
        """
        ...


def open_retriever(name: str, device: str | None = None) -> Retriever:
    """Opens a retriever.

    Args:
        name: `lexical`, or a model of sentence embeddings.
        device: Where a model computes; by default a GPU if there is one.

    Raises:
        InputError: The model cannot be loaded.
    """
    if name == LEXICAL:
        from .lexical_retrieval import LexicalRetriever

        return LexicalRetriever()
    from .dense_retrieval import DenseRetriever

    return DenseRetriever(name, device)


def check_retriever(name: str) -> None:
    """Checks, without loading it, that a retriever can be had.

    Args:
        name: As for `open_retriever`.

    Raises:
        InputError: There is no such model.
    """
    if name != LEXICAL:
        from .dense_retrieval import check_model

        check_model(name)
