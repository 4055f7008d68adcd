"""The page on which a person labels: one file that needs no server and asks no other host."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ...core.jinja import environment
from ...core.page_scripts import data_block, page_scripts
from ..responses.records import item_record
from .labels import stratum_code
from .responses import TRACK, Response
from .sample import Drawn, draw, sample_key, units_of


def drawn_from(responses: Sequence[Response], n: int, seed: int) -> tuple[str, list[Drawn]]:
    """Draws the responses to label.

    Args:
        responses: All of them.
        n: How many to draw; if there are fewer, all are.
        seed: Equal seeds draw equal samples, in whatever order the responses are.

    Returns:
        The key of the sample, and the sample.
    """
    key = sample_key((response.id for response in responses), n, seed)
    return key, draw(units_of(responses), n, seed)


class Said(NamedTuple):
    """A response without what no reader should see of it, such as how facts were injected.

    Attributes:
        visible: What it says besides its thinking.
        whole: The same with its thinking.
    """

    visible: str
    whole: str


def html(
    key: str, drawn: Iterable[Drawn], responses: Sequence[Response], said: Callable[[str], Said]
) -> str:
    """Returns the page, which says neither what a model is called nor what a scorer says.

    Args:
        key: The key of the sample.
        drawn: The sample.
        responses: All responses.
        said: Returns what a response says.
    """
    by_id = {response.id: response for response in responses}
    cards = [
        {
            "id": of.id,
            "stratum": stratum_code(key, of.stratum),
            "stratum_size": of.size,
            "probability": of.probability,
            **_card(by_id[of.id], said(by_id[of.id].text)),
        }
        for of in drawn
    ]
    pages = environment(autoescape=True)
    script = environment(autoescape=False).get_template("label/label.js.jinja").render()
    return pages.get_template("label/label.html.jinja").render(
        data=data_block("sample", {"key": key, "cards": cards}),
        scripts=page_scripts([script]),
        suites={card["suite"] for card in cards},
    )


def _card(response: Response, said: Said) -> dict[str, Any]:
    """Returns what a person must see to label a response: texts, for a script to show."""
    doc, item = response.doc, item_record(response.doc)
    answer, options = item.get("answer", ""), item.get("options", [])
    answer = "a program that passes the tests" if "tests" in item else answer
    texts = {f"option {number}": option for number, option in enumerate(options, 1)}
    named = [{"attribute": "", "all": False, **element} for element in item.get("named", ())]
    return {
        "suite": response.suite,
        "question": item.get("question", ""),
        "options": options,
        "image": str(doc.get("image_kind") or ""),
        "passage": item.get("context", ""),
        "tests": item.get("tests", ""),
        "answer": [
            f"{answer}: {texts[answer]}" if answer in texts else answer,
            *map(str, doc.get("accepted") or ()),
        ],
        "required": item.get("facts", []) if response.suite == TRACK else named,
        "response": said.visible,
        "whole": said.whole if said.visible != said.whole.strip() else "",
    }
