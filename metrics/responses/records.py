"""What the page shows of a question and of a response to it: one compact record of each.

Nothing in a samples file is trusted, and older files lack fields: what is not there is left out,
and the page says that it is missing. Positions are counted as JavaScript counts them (UTF-16).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeGuard

from ...core.errors import InputError
from ..report.run_files import Sample
from ..verification import AGREEMENT, verification

Record: TypeAlias = dict[str, Any]
_PROGRAMS = ("forged", "unaltered")
Visible: TypeAlias = Callable[[str], str]
"""Returns what a response says besides its thinking."""


def item_record(doc: Mapping[str, Any]) -> Record:
    """Returns what is shown of a question, whoever answered it.

    Args:
        doc: The document.

    Returns:
        `question`, `answer`, `options`, `entity`, `domain`; `named`: for each element of the
        rationale its `attribute`, its `values` (the first is the required one, others are accepted
        spellings) and whether `all` of them must be named; `facts` that a question of TRACK's
        needs, and the `tests` of its program.
    """
    texts = {name: _text(doc.get(name)) for name in ("question", "answer", "entity", "context")}
    texts["question"] = texts["question"] or _text(doc.get("probe_question"))
    texts["answer"] = texts["answer"] or _text(doc.get("probe_answer"))
    texts["entity"] = texts["entity"] or _text(doc.get("entity_id"))
    texts["domain"] = _text(doc.get("domain")) or _text(doc.get("scenario"))
    found = {
        **texts,
        "options": [_text(option) for option in _list(doc.get("options"))],
        "named": list(map(_element, _objects(doc.get("rationale")))),
        "facts": [_text(fact.get("fact")) for fact in _objects(doc.get("facts"))],
        "tests": _tests(doc.get("detail")),
    }
    return {name: value for name, value in found.items() if value}


def attribute_of(doc: Mapping[str, Any]) -> str:
    """Returns what a question is about: the attribute that its rationale must name first."""
    elements = _objects(doc.get("rationale"))
    return _text(elements[0].get("attribute")).replace("_", " ") if elements else ""


def response_record(sample: Sample, visible: Visible) -> Record:
    """Returns what is shown of a response, as the first reading has it.

    Args:
        sample: Its line of a samples file.
        visible: Returns what it says besides its thinking.

    Returns:
        `text`, which lacks if it is not recorded; `said`, where in it the visible text is, or that
        text, if it is not all; `more` responses, if there are several; then what was read. The
        positions in `span` (of the answer) and `spans` (of values) are those in the visible text.
    """
    responses = _responses(sample)
    record: Record = {"text": responses[0].strip()} if responses else {}
    said = visible(responses[0]) if responses else ""
    if responses and said != record["text"]:
        record["said"] = _place(record["text"], said)
    if len(responses) > 1 and "responses" not in sample.extracted:
        record["more"] = responses[1:]
    shown = {**read_by(sample), **_spans(sample.extracted, said), **_judged(sample)}
    shown |= _of_track(sample) if "facts" in sample.doc else {}
    if groups := _objects(sample.extracted.get("responses")):
        shown["groups"] = [
            [_text(g.get("text")), _text(g.get("count")), *_flags([g.get("equivalent")])]
            for g in groups
        ]
    return record | {name: value for name, value in shown.items() if value not in (None, "", [])}


def read_by(sample: Sample) -> Record:
    """Returns what a reading made of a response.

    Returns:
        `answer`, `unreadable` (why there is none), and `hops`: for each element of the rationale
        whether all of it is named, and what is.
    """
    found = sample.extracted
    hops = [[hop.get("share") == 1, _values(hop)] for hop in _objects(found.get("hops"))]
    unreadable = found.get("unreadable")
    reason = unreadable if isinstance(unreadable, str) else ""
    return {"answer": _text(found.get("answer")), "unreadable": reason, "hops": hops}


def _values(hop: Mapping[str, Any]) -> list[str]:
    """Returns the values that are named, as the text spells them where that is recorded."""
    return [_text(value.get("text") or value.get("value")) for value in _objects(hop.get("values"))]


def _spans(found: Mapping[str, Any], said: str) -> Record:
    """Returns where in the visible text the answer and the values stand."""
    span = found.get("answer_span")
    rationale = _text(found.get("rationale"))
    start = said.find(rationale) if rationale else -1
    spans = [
        [at, at + len(text)]
        for hop in _objects(found.get("hops"))
        for value in _objects(hop.get("values"))
        for text in [_text(value.get("text") or value.get("value"))]
        for at in [_found(said, max(start, 0), text, value.get("span"))]
        if at >= 0 and text
    ]
    answer = _counted(said, [span]) if _is_span(span, said) else []
    return {"span": answer[0] if answer else None, "spans": _counted(said, spans)}


def _found(said: str, start: int, text: str, span: Any) -> int:
    """Finds a value; as the rationale was stripped, it ends where its span does, or before."""
    if _is_span(span, said):
        at = said.rfind(text, start, start + span[1])
        return at if at >= 0 else said.find(text, start)
    at = said.find(text, start)
    return at if at >= 0 else said.lower().find(text.lower(), start)


def _is_span(span: Any, said: str) -> TypeGuard[list[int]]:
    is_pair = isinstance(span, list) and len(span) == 2 and all(type(n) is int for n in span)
    return is_pair and 0 <= span[0] <= span[1] <= len(said)


def _counted(text: str, spans: Iterable[list[int]]) -> list[list[int]]:
    """Returns spans in UTF-16 units, of which a character beyond the first 65,536 is two."""
    if text.isascii() or max(text, default="") <= "\uffff":
        return list(spans)
    return [[_units(text[:place]) for place in span] for span in spans]


def _units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def _place(text: str, said: str) -> list[int] | str:
    """Returns where the visible text is; the text itself if it is not there in one piece."""
    start = text.rfind(said) if said else -1
    return _counted(text, [[start, start + len(said)]])[0] if start >= 0 else said


def _judged(sample: Sample) -> Record:
    """Returns the judge's verdict on a rationale, and how it disagrees with R (Appendix B.5)."""
    found, record = sample.extracted, sample.record
    if "judged" not in found:
        return {}
    kinds = [name for name, value in verification(_numbers(record)).items() if value == 1]
    differs = next((name for name in kinds if name != AGREEMENT), "")
    return {"judge": [*_flags([found["judged"]]), _text(found.get("judge_explanation")), differs]}


def _of_track(sample: Sample) -> Record:
    """Returns the chain of facts: which are known, injected and entailed, and the judge's words."""
    found, doc = sample.extracted, sample.doc
    injected = [_text(fact) for fact in _list(doc.get("injected_facts"))]
    facts = [_text(fact.get("fact")) for fact in _objects(doc.get("facts"))]
    explanations = [_text(text) for text in _list(found.get("fact_explanations"))]
    return {
        "pass": [*_flags([found.get("answer_pass")]), _text(found.get("answer_explanation"))],
        "program": next((n for n in _PROGRAMS if sample.record.get(f"programs_{n}") == 1), ""),
        "known": _flags(doc.get("known")),
        "entailed": _flags(found.get("facts_entailed")),
        "explanations": explanations if any(explanations) else [],
        "injected": [fact in injected for fact in facts] if injected else [],
        "injected_facts": len(injected) or None,
    }


def _responses(sample: Sample) -> list[str]:
    try:
        return sample.responses
    except InputError:
        return []


def _element(element: Mapping[str, Any]) -> Record:
    values = [_text(value) for value in _list(element.get("values"))]
    whole = _text(element.get("full_value"))
    found = {
        "attribute": _text(element.get("attribute")).replace("_", " "),
        "values": ([whole] if whole and whole not in values else []) + values,
        "all": element.get("match") == "all",
    }
    return {name: value for name, value in found.items() if value}


def _tests(detail: Any) -> str:
    """Returns the unit tests of a program, if there are any."""
    try:
        found = json.loads(detail) if isinstance(detail, str) else None
    except (ValueError, RecursionError):
        found = None
    return _text(found.get("tests")) if isinstance(found, dict) else ""


def _numbers(record: Mapping[str, Any]) -> dict[str, float]:
    numbers = ((name, value) for name, value in record.items() if isinstance(value, int | float))
    return {name: value for name, value in numbers if value == value}  # NaN: not scored


def _flags(value: Any) -> list[bool | None]:
    return [None if flag is None else bool(flag) for flag in _list(value)]


def _objects(value: Any) -> list[Mapping[str, Any]]:
    return [each for each in _list(value) if isinstance(each, dict)]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)
