from __future__ import annotations

import gc

import pytest

from erbench_track.core.garbage import rare_collections


@pytest.fixture(autouse=True)
def thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_within_it_python_searches_less_often_and_then_as_before():
    gc.set_threshold(700, 10, 10)
    with rare_collections():
        assert gc.get_threshold()[0] > 700
    assert gc.get_threshold() == (700, 10, 10)


@pytest.mark.parametrize("threshold", [0, 1_000_000])
def test_who_searches_never_or_less_often_still_does_so(threshold):
    gc.set_threshold(threshold)
    with rare_collections():
        assert gc.get_threshold()[0] == threshold
