"""What ranks entries that pass."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.erbench_tasks.items.item import Item, RationaleElement
from erbench_track.erbench_tasks.lint.looked_at import LookedAt
from erbench_track.erbench_tasks.lint.score import evenness, score
from erbench_track.erbench_tasks.spec.spec import BinarySpec

QUESTION = BinarySpec(
    type="binary", relation="r", fd="a -> b", template={"basic": "x", "negated": "y"}
)


def entry(values, **more):
    items = [
        Item("d", "bn_yes", 0, f"e{n}", "", f"q{n}", (), "yes",
             (RationaleElement(1, "b", (value,)),), "a -> b")
        for n, value in enumerate(values)
    ]  # fmt: skip
    return LookedAt(QUESTION, items, **more)


def test_equally_frequent_values_are_even_and_one_value_is_not():
    assert evenness(Counter(a=3, b=3, c=3)) == pytest.approx(1)
    assert evenness(Counter(a=9)) == 0
    assert 0 < evenness(Counter(a=9, b=1)) < 0.5


def test_more_entities_more_values_evenly_and_nothing_lost_score_higher():
    names = [f"value {n % 20}" for n in range(200)]
    best = score(entry(names))
    assert best > score(entry(names[:100]))
    assert best > score(entry(["value 0"] * 150 + names[:50]))
    assert best > score(entry([name[-1] for name in names]))
    assert best > score(entry(names, asked=200, violating=40))
    assert best > score(entry(names, tuples=200, lost=40))
    assert score(entry([])) == 0


@given(st.lists(st.text(min_size=1, max_size=3), max_size=30))
def test_a_score_is_a_share(values):
    assert 0 <= score(entry(values)) <= 1 + 1e-9
