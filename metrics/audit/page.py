"""The page on which a person labels: one file that needs no server and asks no other host."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...core.jinja import environment
from ...core.page_scripts import data_block, page_scripts
from .labels import stratum_code
from .responses import Response
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


def html(
    key: str, drawn: Iterable[Drawn], responses: Sequence[Response], said: Callable[[str], str]
) -> str:
    """Returns the page, which says neither what a model is called nor what a scorer says.

    Args:
        key: The key of the sample.
        drawn: The sample.
        responses: All responses.
        said: Returns what a response says besides its thinking.
    """
    by_id = {response.id: response for response in responses}
    cards = [
        {
            "id": of.id,
            "stratum": stratum_code(key, of.stratum),
            "stratum_size": of.size,
            "probability": of.probability,
            **_card(by_id[of.id], said),
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


def _card(response: Response, said: Callable[[str], str]) -> dict[str, Any]:
    """Returns what a person must see to label a response: texts, for a script to show."""
    doc, text = response.doc, said(response.text)
    return {
        "suite": response.suite,
        "question": _text(doc.get("question")),
        "options": [_text(option) for option in doc.get("options") or ()],
        "image": _text(doc.get("image_kind")),
        "passage": _text(doc.get("context")),
        "answer": [_answer(doc), *map(_text, doc.get("accepted") or ())],
        "required": list(map(_required, response.elements)),
        "response": text,
        "whole": response.text if text != response.text.strip() else "",
    }


def _answer(doc: dict[str, Any]) -> str:
    """Returns the right answer; of an option also what it says."""
    answer, options = _text(doc.get("answer")), doc.get("options") or ()
    texts = {f"option {number}": _text(option) for number, option in enumerate(options, 1)}
    return f"{answer}: {texts[answer]}" if answer in texts else answer


def _required(element: dict[str, Any]) -> dict[str, Any]:
    """Returns what a rationale must name, with its accepted spellings; of TRACK a fact."""
    if "fact" in element:
        return {"what": "", "values": [_text(element["fact"])], "all": False}
    values = [_text(value) for value in element.get("values") or ()]
    what = _text(element.get("attribute")).replace("_", " ")
    return {"what": what, "values": values, "all": element.get("match") == "all"}


def _text(value: Any) -> str:
    return "" if value is None else str(value)
