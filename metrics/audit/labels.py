"""What people said of the responses of a sample: the rows that the labelling page saves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import InputError, did_you_mean
from ...core.hashing import stable_hash
from ...core.json_files import read_json_lines
from .prediction_powered import Labelled
from .responses import ANSWERS, Response, Verdict, verdict_of_person


class Label(NamedTuple):
    """What one person said of one response.

    Attributes:
        sample: The key of the sample that it was drawn for.
        id: The response.
        stratum: The code of its stratum.
        stratum_size: How many responses the stratum has.
        probability: With which the response was drawn.
        person: Who marked it.
        answer: One of `ANSWERS`.
        rationale: For each value or fact that the rationale must have, whether it has it.
        note: What else the person wrote.
    """

    sample: str
    id: str
    stratum: str
    stratum_size: int
    probability: float
    person: str
    answer: str
    rationale: tuple[bool, ...]
    note: str


def stratum_code(sample: str, stratum: str) -> str:
    """Returns what stands for a stratum where the person who labels must not know it."""
    return stable_hash([sample, stratum])[:8]


def read_labels(paths: Sequence[Path], responses: Mapping[str, Response]) -> list[Label]:
    """Reads the labels of one sample, by any number of people.

    Args:
        paths: Files that the labelling page saved, each by one person.
        responses: By id, those of the results that are audited.

    Returns:
        The labels; a person without a name is called as the file.

    Raises:
        InputError: A file cannot be read, or a row is malformed, there a second time, of another
            sample, or about no response of the results: file, line and field are named.
    """
    labels: list[Label] = []
    seen: dict[tuple[str, str], str] = {}
    sizes: dict[str, int] = {}
    for path in paths:
        for line, row in read_json_lines(path):
            where = f"{path}, line {line}"
            label = _label(row, where, path.name.partition(".")[0])
            _check_response(label, responses, where)
            if labels and label.sample != labels[0].sample:
                raise InputError(
                    f"{where}: field 'sample' is {label.sample!r}, and {labels[0].sample!r} on the "
                    "first line: labels of two samples cannot be put together"
                )
            if label.stratum_size != sizes.setdefault(label.stratum, label.stratum_size):
                raise InputError(
                    f"{where}: field 'stratum_size' is {label.stratum_size}, and "
                    f"{sizes[label.stratum]} on another line of stratum {label.stratum!r}"
                )
            if (label.person, label.id) in seen:
                raise InputError(
                    f"{where}: field 'id': {label.person!r} labelled {label.id} in "
                    f"{seen[label.person, label.id]} already; keep one of the two rows"
                )
            seen[label.person, label.id] = where
            labels.append(label)
    if not labels:
        raise InputError(f"{', '.join(map(str, paths))}: no labels in there; save them in the page")
    return labels


def _check_response(label: Label, responses: Mapping[str, Response], where: str) -> None:
    response = responses.get(label.id)
    if response is None:
        raise InputError(
            f"{where}: field 'id': no response {label.id!r} in the results; give those that the "
            "sample was drawn from (scored again is fine, generated again is not)"
        )
    if len(label.rationale) != len(response.elements):
        raise InputError(
            f"{where}: field 'rationale' has {len(label.rationale)} marks, and the response must "
            f"have {len(response.elements)} values or facts"
        )


def _label(row: Any, where: str, default: str) -> Label:
    if not isinstance(row, dict):
        raise InputError(f"{where}: expected a JSON object; did the labelling page save this?")
    checked = dict(_checked(row, where))
    checked["rationale"] = tuple(checked["rationale"])
    return Label(**{**checked, "person": checked["person"].strip() or default})


def _checked(row: dict[str, Any], where: str) -> Iterator[tuple[str, Any]]:
    expected = {
        "sample": (_is_text, "a text"),
        "id": (_is_text, "a text"),
        "stratum": (_is_text, "a text"),
        "stratum_size": (_is_count, "a whole number from 1"),
        "probability": (_is_probability, "a number above 0, at most 1"),
        "person": (lambda value: isinstance(value, str), "a text"),
        "answer": (lambda value: isinstance(value, str), f"one of {', '.join(ANSWERS)}"),
        "rationale": (_are_marks, "a list of true and false"),
        "note": (lambda value: isinstance(value, str), "a text"),
    }
    for name, (is_right, what) in expected.items():
        value = row.get(name, "" if name in ("person", "note") else None)
        if not is_right(value):
            problem = "is missing" if value is None else f"is {str(value)[:40]!r}"
            raise InputError(f"{where}: field {name!r} {problem}; expected {what}")
        if name == "answer" and value not in ANSWERS:
            hint = did_you_mean(str(value), ANSWERS)
            raise InputError(f"{where}: field 'answer' is {str(value)[:40]!r}; {hint}")
        yield name, value


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _is_probability(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1


def _are_marks(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(mark, bool) for mark in value)


class Marked(NamedTuple):
    """A labelled response with what people say of it.

    Attributes:
        response: The response.
        label: One of its labels: all say the same of how it was drawn.
        drawn: How many labelled responses its stratum has.
        verdicts: By person.
    """

    response: Response
    label: Label
    drawn: int
    verdicts: dict[str, Verdict]

    @property
    def weight(self) -> float:
        """How many responses it stands for."""
        return max(1.0, self.label.stratum_size / self.drawn)

    def case(self, label: float, predicted: float = 0.0, cases: int = 1) -> Labelled:
        """Returns it with a label and what a scorer says, for an estimate."""
        return Labelled(self.weight, self.label.stratum, self.drawn, label, predicted, cases)


def marked(labels: Iterable[Label], responses: Mapping[str, Response]) -> list[Marked]:
    """Puts the labels of each response together.

    Whoever has not labelled everything has labelled a smaller sample: the page shows the responses
    in a random order.

    Args:
        labels: Of one sample.
        responses: By id.
    """
    of: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        of[label.id].append(label)
    drawn = Counter(some[0].stratum for some in of.values())
    return [
        Marked(
            responses[name],
            some[0],
            drawn[some[0].stratum],
            {
                label.person: verdict_of_person(
                    responses[name].suite, label.answer, label.rationale
                )
                for label in some
            },
        )
        for name, some in of.items()
    ]
