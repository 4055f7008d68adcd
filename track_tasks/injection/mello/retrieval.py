"""Finding the fact of a memory that is closest to a question, by words or embeddings.

Contriever (Izacard et al., 2022) takes the mean over a text's tokens, and compares by dot product.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from ....core.errors import InputError, first_line
from ....core.optional import optional_dependency
from ....core.values.words import plain, words
from .settings import LEXICAL

if TYPE_CHECKING:
    from torch import Tensor

# The usual values: how soon a repeated word stops counting, and how much long facts pay.
_SATURATION = 1.2
_LENGTH = 0.75
_BEGINNING = 4  # letters of a word that survive most of English inflection


class LexicalRetriever:
    """Finds the fact that shares the rarest words with a question.

    It is a rule, and labelled as one, for use where the paper's retriever is not available: it
    knows neither synonyms nor inflection.

    Attributes:
        name: `lexical (BM25)`.
    """

    name = "lexical (BM25)"

    def closest(self, queries: Sequence[str], memories: Sequence[tuple[str, ...]]) -> list[int]:
        """Finds the fact that is closest to each query; see `Retriever`."""
        return [
            _index(memory).closest(query) for query, memory in zip(queries, memories, strict=True)
        ]


class _Index:
    """The words of a memory, each with its weight for each fact."""

    def __init__(self, memory: Sequence[str]) -> None:
        counts = [Counter(_words(fact)) for fact in memory]
        mean = sum(map(Counter.total, counts)) / len(counts) or 1
        found_in = Counter(word for count in counts for word in count)
        self._weights: dict[str, dict[int, float]] = defaultdict(dict)
        for number, count in enumerate(counts):
            length = 1 - _LENGTH + _LENGTH * count.total() / mean
            for word, times in count.items():
                others = len(counts) - found_in[word]
                rarity = math.log(1 + (others + 0.5) / (found_in[word] + 0.5))
                saturated = times * (_SATURATION + 1) / (times + _SATURATION * length)
                self._weights[word][number] = rarity * saturated

    def closest(self, query: str) -> int:
        scores: dict[int, float] = defaultdict(float)
        for word in _words(query):
            for number, weight in self._weights.get(word, {}).items():
                scores[number] += weight
        return max(scores, key=lambda number: (scores[number], -number), default=0)


# The questions of a batch share a memory, and every round asks it again.
@lru_cache(maxsize=1024)
def _index(memory: tuple[str, ...]) -> _Index:
    return _Index(memory)


def _words(text: str) -> list[str]:
    """Returns a text's words and their stems: "citizenship" and "citizen" share one."""
    found = [word.text for word in words(plain(text).lower())]
    return [*found, *(f"{word[:_BEGINNING]}-" for word in found)]


_BATCH = 64
_MOST_TOKENS = 512


class DenseRetriever:
    """Finds the fact whose embedding has the largest dot product with a question's.

    Facts are embedded once, since questions share them and every round asks anew.

    Attributes:
        name: The model.
    """

    def __init__(self, model: str, device: str | None = None, batch_size: int = _BATCH) -> None:
        """Loads the model.

        Args:
            model: A name on the Hugging Face Hub, or a folder.
            device: Such as `cuda:0`; by default a GPU if there is one.
            batch_size: Texts embedded at once.

        Raises:
            InputError: It cannot be loaded.
        """
        import torch

        self.name = model
        self._torch = torch
        self._tokenizer, self._model = _loaded(model)
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._model.to(self._device).eval()
        self._batch_size = batch_size
        self._most_tokens = min(_MOST_TOKENS, self._tokenizer.model_max_length)
        self._facts: dict[str, Tensor] = {}
        self._memories: dict[tuple[str, ...], Tensor] = {}

    def closest(self, queries: Sequence[str], memories: Sequence[tuple[str, ...]]) -> list[int]:
        """Finds the fact that is closest to each query; see `Retriever`."""
        self._remember(fact for memory in dict.fromkeys(memories) for fact in memory)
        texts = list(dict.fromkeys(queries))
        embedded = dict(zip(texts, self._embeddings(texts), strict=True))
        return [
            int((self._memory(memory) @ embedded[query]).argmax())
            for query, memory in zip(queries, memories, strict=True)
        ]

    def _remember(self, facts: Iterable[str]) -> None:
        new = [fact for fact in dict.fromkeys(facts) if fact not in self._facts]
        self._facts.update(zip(new, self._embeddings(new), strict=True))

    def _memory(self, memory: tuple[str, ...]) -> Tensor:
        """Returns the embeddings of a memory's facts, one in each row."""
        if memory not in self._memories:
            self._memories[memory] = self._torch.stack([self._facts[fact] for fact in memory])
        return self._memories[memory]

    def _embeddings(self, texts: Sequence[str]) -> list[Tensor]:
        """Embeds texts; texts of similar length share a batch, which is padded to its longest."""
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        embedded: dict[int, Tensor] = {}
        for start in range(0, len(order), self._batch_size):
            indices = order[start : start + self._batch_size]
            batch = self._batch_embeddings([texts[index] for index in indices])
            embedded.update(zip(indices, batch, strict=True))
        return [embedded[index] for index in range(len(texts))]

    def _batch_embeddings(self, texts: list[str]) -> Tensor:
        encoded = self._tokenizer(
            texts, padding=True, truncation=True, max_length=self._most_tokens, return_tensors="pt"
        ).to(self._device)
        with self._torch.inference_mode():
            states = self._model(**encoded).last_hidden_state.float()
        mask = encoded["attention_mask"].unsqueeze(-1)
        mean: Tensor = (states * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)
        return mean.cpu()


def check_model(model: str) -> None:
    """Checks that a model exists, without loading it.

    Args:
        model: A name on the Hugging Face Hub, or a folder.

    Raises:
        InputError: There is none.
    """
    with optional_dependency(f"retriever={model}", "hf"):
        from transformers import AutoConfig
    with _refusing(model):
        AutoConfig.from_pretrained(model)


def _loaded(model: str) -> tuple[Any, Any]:
    from transformers import AutoModel, AutoTokenizer

    with _refusing(model):
        tokenizer = AutoTokenizer.from_pretrained(model)
        if tokenizer.pad_token is None:
            raise ValueError("its tokenizer has no padding, as those of sentence embeddings have")
        return tokenizer, AutoModel.from_pretrained(model)


@contextmanager
def _refusing(model: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError, ImportError) as error:
        reason = first_line(error).rstrip(".")
        raise InputError(
            f"retriever: {model} cannot be loaded ({reason}); where there is no network, give the "
            f"folder that has it, or retriever={LEXICAL}, a rule that needs no model"
        ) from error


class Retriever(Protocol):
    """Finds the closest fact.

    Attributes:
        name: Its name in the samples file.
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
            For each query the index of a fact in its memory; the first of several equally close.
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
        return LexicalRetriever()
    return DenseRetriever(name, device)


def check_retriever(name: str) -> None:
    """Checks that a retriever is available, without loading it.

    Args:
        name: As for `open_retriever`.

    Raises:
        InputError: There is no such model.
    """
    if name != LEXICAL:
        check_model(name)
