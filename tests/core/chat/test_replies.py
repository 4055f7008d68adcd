"""Replies of a model that are read as JSON objects with the keys that were asked for."""

import json

import pytest

from erbench_track.core.chat.replies import Refused, read_reply

GOOD = {"fact": "A river rises there.", "question": "What rises there?"}


@pytest.mark.parametrize(
    "reply", [json.dumps(GOOD), f"```json\n{json.dumps(GOOD, indent=1)}\n```\n"]
)
def test_an_object_is_read_with_and_without_a_markdown_fence(reply):
    assert read_reply(reply, GOOD) == GOOD


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("Sure! Here you are.", "the reply is not JSON"),
        ("", "the reply is not JSON"),
        ("[" * 50_000, "the reply is not JSON"),
        ("[1]", "the reply is no JSON object"),
        (f"{json.dumps(GOOD)} and {json.dumps(GOOD)}", "the reply is not JSON"),
        (json.dumps({**GOOD, "third": "x"}), "the reply has another block, 'third'"),
        (json.dumps({"fact": "x"}), "the reply lacks the block 'question'"),
        ('{"fact": "a", "fact": "b"}', "the reply has a block twice"),
        (" " * 100_001, "the reply is longer than 100000 characters"),
    ],
)
def test_a_reply_of_another_shape_is_refused(reply, reason):
    with pytest.raises(Refused) as caught:
        read_reply(reply, GOOD)
    assert str(caught.value) == reason
