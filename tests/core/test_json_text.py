import json

from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.json_text import as_data

VALUES = st.dictionaries(st.text(), st.lists(st.text()), min_size=1)


@given(VALUES)
def test_data_in_a_prompt_is_read_back(value):
    assert json.loads(as_data(value)) == value


@given(st.text())
def test_no_text_begins_a_line_of_the_data(text):
    lines = as_data({"text": text, "steps": [text]}).split("\n")
    assert [line[:1] for line in lines] == ["{", *" " * (len(lines) - 2), "}"]
