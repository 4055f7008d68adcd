"""Reading a model's reply: all of these were written by a person, and are hostile or broken."""

import json

import pytest
from film_database import draft

from erbench_track.core.chat.replies import Refused
from erbench_track.erbench_tasks.draft.reply import MOST_CHARACTERS, read, schema

TEXTS = {
    "nothing": "",
    "prose": "I am sorry, but I cannot help with that.",
    "half a JSON": '{"relations": [{"name": "film", "sql": "SELECT',
    "a list": "[1, 2, 3]",
    "a number": "17",
    "nested deeply": '{"entries": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "10 MB": '{"about": "' + "x" * 10_000_000 + '"}',
    "a name twice": '{"entries": [], "entries": [1]}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_reply_that_is_none_is_refused(name):
    with pytest.raises(Refused) as refusal:
        read(TEXTS[name])
    assert "\n" not in str(refusal.value)


def test_parts_that_are_none_are_left_out_and_the_others_stay():
    good = draft().entries["director"].model_dump()
    parts = [good, 3, None, "x", [], {}, {**good, "type": "essay"}, {**good, "wordings": 5}]
    reply = read("Here you are:\n```json\n" + json.dumps({"entries": parts, "drop": [1]}) + "\n```")
    assert [entry.id for entry in reply.entries] == ["director"]
    assert len(reply.refused) == 7
    assert reply.drop == []
    assert MOST_CHARACTERS < 10_000_000


def test_the_schema_is_strict():
    def objects(node):
        if isinstance(node, dict):
            yield from [node] if "properties" in node else []
            node = list(node.values())
        for child in node if isinstance(node, list) else []:
            yield from objects(child)

    found = list(objects(schema()))
    assert len(found) == 8
    for node in found:
        assert node["required"] == list(node["properties"])
        assert node["additionalProperties"] is False


def test_other_questions_than_multiple_choice_keep_their_first_wording():
    wordings = [{"basic": "Did {{ director }}?"}, {"basic": "Was it {{ director }}?"}]
    entry = draft(wordings=wordings).entries["director"]
    assert entry.to_spec()["wording"] == wordings[0]
    assert (
        draft(type="multiple_choice", wordings=wordings).to_spec(["director"])["questions"][0][
            "wording"
        ]
        == wordings
    )


def test_halves_of_characters_are_replaced():
    entry = draft().entries["director"].model_dump() | {"risk": "half \ud800 a character"}
    (found,) = read(json.dumps({"entries": [entry]})).entries
    assert found.risk.encode().decode() == "half \ufffd a character"
