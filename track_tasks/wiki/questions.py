"""From a graph to questions: a chain, its facts, and a probing question per hop (Appendix B.1)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce

from ..questions.question import Fact, Question, month_in_words
from .chains import ANSWER_SHARE, Chain, Hop, depths_for, sample_chains
from .graph.graph import Entity, Graph

_PLACE = re.compile(r"\[([SO])\]")


def question_of(chain: Chain, as_of: str, source: str) -> Question:
    """Makes the question for a chain.

    The attributive phrases of all hops but the last are nested, and the innermost names the first
    entity; the question of the last hop asks about the whole phrase.

    Args:
        chain: At least two hops.
        as_of: Year and month when its facts hold, `2025-09`.
        source: Where they come from, in words.

    Returns:
        The question, with one fact per hop, in their order.

    Raises:
        InputError: `as_of` is not a year and month.
    """
    *before, last = chain
    head = chain[0].subject.label
    subject = reduce(lambda phrase, hop: _filled(hop.property.attributive, phrase), before, head)
    return Question(
        scenario="wiki",
        question=_dated(_filled(last.property.question, subject), as_of),
        answer=last.object.label,
        facts=tuple(_fact(hop, as_of) for hop in chain),
        as_of=as_of[:7],
        source=source,
        detail=json.dumps({"hops": len(chain), "triples": _triples(chain)}, ensure_ascii=False),
        accepted=last.accepted,
        any_right=last.any_right,
    )


def _fact(hop: Hop, as_of: str) -> Fact:
    subject, object_ = hop.subject.label, hop.object.label
    return Fact(
        fact=_filled(hop.property.cloze, subject, object_),
        probe_question=_dated(_filled(hop.property.question, subject), as_of),
        probe_answer=object_,
        accepted=hop.accepted,
        any_right=hop.any_right,
    )


def _filled(template: str, subject: str, object_: str = "") -> str:
    """Fills both places in one pass, so that an `[O]` within a label stays as it is."""
    return _PLACE.sub(lambda place: subject if place[1] == "S" else object_, template)


def _dated(question: str, as_of: str) -> str:
    return f"By {month_in_words(as_of)}, {question[0].lower()}{question[1:]}"


def _triples(chain: Sequence[Hop]) -> list[dict[str, dict[str, str]]]:
    return [
        {
            "subject": _named(hop.subject),
            "property": {"id": hop.property.id, "label": hop.property.label},
            "object": _named(hop.object),
        }
        for hop in chain
    ]


def _named(entity: Entity) -> dict[str, str]:
    return {"id": entity.id, "label": entity.label}


def generate_questions(
    graph: Graph,
    count: int,
    seed: int = 0,
    depths: Mapping[int, int] | None = None,
    answer_share: float = ANSWER_SHARE,
    watch: Callable[[Iterator[Chain], int], Iterable[Chain]] = lambda chains, total: chains,
) -> list[Question]:
    """Samples chains and makes their questions.

    Args:
        graph: Where the facts are.
        count: Number of questions, shared over 2 to 6 hops as in the paper.
        seed: Decides which chains.
        depths: Number of questions for each number of hops, instead of `count`.
        answer_share: The largest share of the questions that may have the same answer.
        watch: Sees the chains pass, such as a progress bar; it is given their number as well.

    Returns:
        The questions, in an order that mixes the numbers of hops.

    Raises:
        InputError: The graph has too few chains.
    """
    shares = depths_for(count) if depths is None else depths
    sampled = sample_chains(graph, shares, seed, answer_share=answer_share)
    chains = list(watch(sampled, sum(shares.values())))
    random.Random(f"order/{seed}").shuffle(chains)  # noqa: S311 -- not secret
    return [question_of(chain, graph.as_of, graph.name) for chain in chains]
