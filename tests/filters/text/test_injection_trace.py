"""What an injecting model says of its work, in front of each response."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import split_trace, spoken, with_trace
from erbench_track.track_tasks.injection.memory import memory_of, read_memory
from erbench_track.track_tasks.questions.question import Fact

FACT = Fact("Fact a.", "a?", "a")
TRAINED = {"id": "q1", "memory": memory_of("ft_ck", [FACT])}
PLAIN = {"method": "", "facts": []}


@given(st.text(), st.dictionaries(st.text(), st.text()))
def test_a_trace_and_a_response_come_apart_as_they_were(response, trace):
    trace.pop("method", None)
    traced = {"method": "mello", **trace}
    assert split_trace(with_trace("mello", trace, response)) == (traced, response)


@pytest.mark.parametrize(
    "response", ["", "Yes.", "[[injection {]]\nYes.", "[[injection [1]]]\nYes.", "[[injection {}"]
)
def test_what_is_no_trace_belongs_to_the_response(response):
    assert split_trace(response) == (None, response)


def test_a_response_of_a_model_that_did_not_take_the_facts_is_refused():
    for response in ("Yes.", with_trace("mello", {}, "Yes.")):
        with pytest.raises(InputError, match="document q1: its facts are to be injected by ft_ck"):
            spoken(response, TRAINED)
    assert spoken(with_trace("ft_ck", {}, "Yes."), TRAINED) == "Yes."


@pytest.mark.parametrize("doc", [{}, {"memory": PLAIN}, {"memory": None}])
def test_without_such_facts_any_response_is_what_was_said(doc):
    assert spoken("Yes.", doc) == "Yes."


def test_a_memory_keeps_what_training_needs_of_the_facts():
    assert read_memory(TRAINED, "ft_ck") == [FACT]
    assert memory_of("", [FACT]) == PLAIN


@pytest.mark.parametrize(
    ("memory", "message"),
    [
        (PLAIN, "--model track-mello"),
        (TRAINED["memory"], "--model track-mello"),
        ({"method": "mello"}, "'memory' is malformed"),
        ({"method": "mello", "facts": [{"fact": "a"}]}, "'memory' is malformed"),
    ],
)
def test_a_memory_that_is_not_for_the_method_is_refused(memory, message):
    with pytest.raises(InputError, match=message):
        read_memory({"id": "q1", "memory": memory}, "mello")
