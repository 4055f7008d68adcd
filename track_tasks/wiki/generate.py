"""Generating the questions of WIKI from a graph."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ..records import Question
from .chains import depths_for, sample_chains
from .graph import Graph
from .questions import question_of


def generate_questions(
    graph: Graph, count: int, seed: int = 0, depths: Mapping[int, int] | None = None
) -> list[Question]:
    """Samples chains and makes their questions.

    Args:
        graph: Where the facts are.
        count: Number of questions, shared over 2 to 6 hops as the paper does.
        seed: Decides which.
        depths: Number of hops to the number of questions, instead of `count`.

    Returns:
        The questions, in an order that mixes the numbers of hops.

    Raises:
        InputError: The graph has too few chains.
    """
    chains = sample_chains(graph, depths_for(count) if depths is None else depths, seed)
    random.Random(f"order/{seed}").shuffle(chains)  # noqa: S311 -- not secret
    return [question_of(chain, graph.as_of, graph.name) for chain in chains]
