"""Reading what people marked."""

import json

import pytest
from labelled_runs import response, write_labels, write_run

from erbench_track.core.errors import InputError
from erbench_track.metrics.audit.labels import marked, read_labels
from erbench_track.metrics.audit.page import drawn_from
from erbench_track.metrics.audit.responses import responses_of
from erbench_track.metrics.report.runs import read_models


@pytest.fixture
def drawn(tmp_path):
    """Responses, and the labels of half of them."""
    run = write_run(tmp_path / "m", [response(n, paper=n % 5 > 0) for n in range(40)])
    responses, _ = responses_of(read_models([run]))
    key, sample = drawn_from(responses, 20, 0)
    path = tmp_path / "labels.jsonl"
    write_labels(path, key, sample, responses, lambda _: ("right", [True]))
    return {of.id: of for of in responses}, path


def test_labels_are_read_with_how_they_were_drawn(drawn):
    responses, path = drawn
    labels = read_labels([path], responses)
    assert len(labels) == 20
    assert {(label.person, label.answer, label.rationale) for label in labels} == {
        ("anna", "right", (True,))
    }
    rows = marked(labels, responses)
    assert sum(row.weight for row in rows) == pytest.approx(40)


def test_whoever_stopped_early_has_labelled_a_smaller_sample(drawn):
    responses, path = drawn
    rows = marked(read_labels([path], responses)[:10], responses)
    assert sum(row.weight for row in rows) == pytest.approx(40)


def test_a_person_without_a_name_is_called_as_the_file(drawn):
    responses, path = drawn
    path.write_text(path.read_text().replace('"anna"', '"  "'))
    assert {label.person for label in read_labels([path], responses)} == {"labels"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer": "rigth"}, "field 'answer' is 'rigth'; did you mean 'right'?"),
        ({"answer": None}, "field 'answer' is missing; expected one of right, wrong, admits"),
        ({"rationale": ["yes"]}, "field 'rationale' is \"['yes']\"; expected a list of true"),
        ({"rationale": []}, "field 'rationale' has 0 marks, and the response must have 1 values"),
        ({"id": "other"}, "field 'id': no response 'other' in the results"),
        ({"sample": "other"}, "field 'sample' is 'other', and '"),
        ({"sample": 3}, "field 'sample' is '3'; expected a text"),
        ({"probability": 0}, "field 'probability' is '0'; expected a number above 0, at most 1"),
        ({"stratum_size": True}, "field 'stratum_size' is 'True'; expected a whole number from 1"),
        ({"stratum_size": 7}, "field 'stratum_size' is 7, and "),
        ({"note": 1}, "field 'note' is '1'; expected a text"),
    ],
)
def test_a_row_that_does_not_fit_is_refused_with_its_line_and_field(drawn, changes, message):
    responses, path = drawn
    lines = path.read_text().splitlines()
    lines[4] = json.dumps({**json.loads(lines[4]), **changes})
    path.write_text("\n".join(lines))
    with pytest.raises(InputError) as caught:
        read_labels([path], responses)
    assert str(caught.value).startswith(f"{path}, line 5: ")
    assert message in str(caught.value)


def test_a_row_that_is_there_twice_is_refused(drawn):
    responses, path = drawn
    first = path.read_text().splitlines()[0]
    path.write_text(path.read_text() + first + "\n")
    with pytest.raises(InputError, match=r"line 21: field 'id': 'anna' labelled \w+ in .*line 1 "):
        read_labels([path], responses)


@pytest.mark.parametrize(
    ("content", "message"),
    [("[1]\n", "line 1: expected a JSON object"), ("{\n", "line 1: not valid JSON"),
     ("\n", "no labels in there")],
)  # fmt: skip
def test_a_file_that_is_no_labels_is_refused(drawn, content, message):
    responses, path = drawn
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_labels([path], responses)
