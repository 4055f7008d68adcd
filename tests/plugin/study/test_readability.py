"""A stage stops once too many of its replies are empty or cut off, and not for one of a few."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import with_trace
from erbench_track.plugin.study.generation import Generation
from erbench_track.plugin.study.readability import FEWEST, Readability

CUT = "<think>\nI wonder"


def stage(path, **generation):
    return Readability("wiki_probe", path / "responses.jsonl", Generation(**generation))


def test_it_stops_above_a_fifth_and_says_what_helps(tmp_path):
    found = stage(tmp_path)
    found.take(["Paris"] * 79 + [""] * 20 + [CUT])
    with pytest.raises(InputError) as stopped:
        found.finish()
    told = str(stopped.value)
    assert told.startswith("wiki_probe: 21 of 100 replies cannot be read (empty: 20, cut inside")
    for part in ("max_gen_toks", "--accept_unreadable", str(tmp_path / "responses.jsonl")):
        assert part in told


def test_a_fifth_is_no_more_than_a_fifth(tmp_path):
    found = stage(tmp_path)
    found.take(["Paris"] * 80 + [""] * 20)
    found.finish()


def test_a_stage_need_not_be_complete_to_be_stopped(tmp_path):
    found = stage(tmp_path)
    found.take([""] * (FEWEST - 1))
    with pytest.raises(InputError):
        found.take([""])


def test_an_empty_reply_of_a_few_says_nothing(tmp_path):
    found = stage(tmp_path)
    found.take(["", "Paris"])
    found.finish()


def test_what_is_accepted_goes_on(tmp_path):
    found = stage(tmp_path, accepts_unreadable=True)
    found.take([""] * 1000)
    found.finish()


def test_the_trace_of_an_injection_is_no_reply(tmp_path):
    found = stage(tmp_path)
    with pytest.raises(InputError):
        found.take([with_trace("mello", {}, "")] * FEWEST)
