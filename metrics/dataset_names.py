"""What the tables call the datasets of ERBench, and in which order they come."""

from __future__ import annotations

from collections.abc import Iterable

from .runs import MULTIMODAL

_DOMAINS = ("movie", "soccer", "airport", "music", "book")
_TITLES = {"movie_2hop": "Movie & Director", "soccer_3hop": "Soccer & Olympic"}


def title_of(dataset: str) -> str:
    """Returns the heading of a dataset, as the paper has it; with images it is the same."""
    dataset = dataset.removesuffix(MULTIMODAL)
    return _TITLES.get(dataset, dataset.replace("_", " ").capitalize())


def in_order(datasets: Iterable[str]) -> list[str]:
    """Sorts datasets: the paper's in its order, then others."""

    def place(dataset: str) -> tuple[int, str]:
        domain = dataset.split("_")[0]
        return (_DOMAINS.index(domain) if domain in _DOMAINS else len(_DOMAINS)), dataset

    return sorted(set(datasets), key=place)


def listed(names: Iterable[str]) -> str:
    """Returns names with commas between them."""
    return ", ".join(names)
