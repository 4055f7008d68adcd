"""What a model is trained to answer: the answer and its rationale, as the demonstrations have them.

The paper's demonstrations (Tables 27 to 38) are sentences about the tuple. Each embedded domain has
such sentences in `templates/training`; the questions of other benchmarks get plain ones, made of
the values that verify the rationale.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..multiple_choice import NONE_OF_THE_ABOVE
from ..records import Item
from ..spec_file import read_spec
from ..wording import TEMPLATES, Render, Wordings
from .asked import Altered, Asked

_BLOCKS = {
    "bn_yes": "basic", "bn_no": "negated", "mh_yes": "hop_basic", "mh_no": "hop_negated"
}  # fmt: skip
# What the wordings may use besides the tuple's attributes.
_FIELDS = {"answer", "altered", "attribute", "true_value", "values", "facts"}


def completion(item: Item, asked: Asked | None = None, *, wordings: str | None = None) -> str:
    """Returns the text that answers an item rightly, with its rationale.

    Args:
        item: The item.
        asked: The tuple that it is about, where it is known.
        wordings: Name of the embedded domain whose sentences are used; None for plain ones.
            They need the tuple.
    """
    return _completed(item, item.answer, asked, None, wordings)


def altered_completion(item: Item, asked: Asked, *, wordings: str | None = None) -> str:
    """Returns the text that answers the altered question of an item, whose answer is the other one.

    Args:
        item: The item, a yes/no question.
        asked: Its tuple, with altered questions.
        wordings: As for `completion`.
    """
    return _completed(item, opposite(item.answer), asked, asked.altered, wordings)


def opposite(answer: str) -> str:
    """Returns `no` for `yes` and the other way round."""
    return "no" if answer == "yes" else "yes"


def _completed(
    item: Item, answer: str, asked: Asked | None, altered: Altered | None, wordings: str | None
) -> str:
    if item.answer == NONE_OF_THE_ABOVE:
        return f"{NONE_OF_THE_ABOVE.capitalize()}. Every option is true."
    own = wordings if asked is not None else None
    block = _block(item, plain=own is None)
    row = asked.row if asked is not None else {}
    last = item.rationale[-1].values if item.rationale else ()
    context = {
        **row,
        "answer": answer,
        "altered": altered.value if altered else None,
        "attribute": _words(altered.attribute) if altered else "",
        "true_value": row.get(altered.attribute) if altered else None,
        "values": _listed(last) if _last_hop_is_there(item) else "",
        "facts": _facts(item),
    }
    sentence = _render(own, block)(context)
    if not item.options:
        return sentence
    number = int(answer.removeprefix("option "))
    return f"Option {number}: {item.options[number - 1]}\n{sentence}"


def _block(item: Item, *, plain: bool) -> str:
    if item.options:
        return "option" if plain else f"option_{item.rationale[0].attribute}"
    block = _BLOCKS[item.question_type]
    return "hop" if plain and block.startswith("hop") else block


def _last_hop_is_there(item: Item) -> bool:
    """Tells whether the chain has a value at its end (it has none where nothing was hosted)."""
    return bool(item.rationale) and item.rationale[-1].hop == hop_count(item.fd)


def hop_count(fd: str) -> int:
    """Returns the number of dependencies of an item's `fd`."""
    return fd.count(";") + 1


def _facts(item: Item) -> str:
    """Returns such as `director is Sidney Lumet, and the birth year is 1924`."""
    parts = []
    for element in item.rationale:
        values = element.values if element.match == "all" else element.values[:1]
        parts.append(f"{_words(element.attribute)} is {_listed(values)}")
    return _listed(parts, "the ")


def _words(attribute: str) -> str:
    return attribute.replace("_", " ")


def _listed(texts: Sequence[str], article: str = "") -> str:
    """Returns `1900 and 1924`, or `1908, 1948, and 2012`."""
    if len(texts) < 3:
        return f"{',' if article else ''} and {article}".join(texts)
    return f", {article}".join(texts[:-1]) + f", and {article}{texts[-1]}"


@lru_cache(maxsize=128)
def _render(domain: str | None, block: str) -> Render:
    variables = set(_FIELDS)
    if domain is not None:
        spec, _ = read_spec(domain)
        variables.update(
            name for relation in spec.relations.values() for name in relation.attributes
        )
    name = f"training/{domain or 'any'}.jinja"
    (render,) = Wordings(TEMPLATES).blocks(name, [block], variables)
    return render
