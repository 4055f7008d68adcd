"""What a task asks is read from its metadata, or from the name of an older run's task."""

import pytest

from erbench_track.core.suites.task_metadata import (
    KEY,
    ErbenchMetadata,
    TrackMetadata,
    as_metadata,
    metadata_of,
)

NAMES = {
    "erbench_movie_bn_yes": ErbenchMetadata("movie", "bn_yes"),
    "erbench_movie_mc_nota": ErbenchMetadata("movie", "mc", variant="nota"),
    "erbench_movie_known_bn_mm": ErbenchMetadata("movie", "known_bn", variant="mm"),
    "erbench_soccer_3hop_no_cot": ErbenchMetadata("soccer", "mh_no", 3, "cot"),
    "erbench_my_own_data_mh_yes": ErbenchMetadata("my_own_data", "mh_yes"),
    "track_code": TrackMetadata("code"),
    "track_math_append_t": TrackMetadata("math", "append_t"),
    "track_wiki_probe": TrackMetadata("wiki", "probe"),
    "track_wiki_probe_ft_ck": TrackMetadata("wiki", "probe_ft_ck"),
}


@pytest.mark.parametrize(("name", "task"), NAMES.items())
def test_a_task_is_named_after_what_it_asks_and_its_name_is_understood(name, task):
    assert task.name == name
    assert metadata_of(name) == metadata_of(name, {"version": 1.0}) == task


@pytest.mark.parametrize("task", NAMES.values(), ids=str)
def test_metadata_are_believed_whatever_the_task_is_called(task):
    assert metadata_of("track_wiki", as_metadata(task)) == task
    assert metadata_of("my_task", as_metadata(task)) == task


@pytest.mark.parametrize("name", ["erbench", "erbench_movie", "track", "track_poems", "gsm8k", ""])
def test_the_name_of_a_group_or_of_another_suites_task_is_none_of_ours(name):
    assert metadata_of(name) is None


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"suite": "gsm8k", "domain": "movie"},
        {"suite": ["erbench"]},
        {"suite": "erbench", "domain": "movie"},
        {"suite": "erbench", "domain": 7, "question_type": "mc"},
        {"suite": "erbench", "domain": "movie", "question_type": "essay"},
        {"suite": "erbench", "domain": "movie", "question_type": ["mc"]},
        {"suite": "erbench", "domain": "movie", "question_type": "mc", "hops": "two"},
        {"suite": "erbench", "domain": "movie", "question_type": "mc", "variant": {}},
        {"suite": "erbench", "domain": "movie", "question_type": "mc", "further": 1},
        {"suite": "track", "scenario": "poems"},
        {"suite": "track", "scenario": "wiki", "method": ["append"]},
    ],
)
def test_malformed_metadata_are_none_of_ours(said):
    assert metadata_of("erbench_movie_mc", {KEY: said}) is None
