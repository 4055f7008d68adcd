"""How a largest number of items is shared among entries."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.item_budget import shares

entries = st.lists(st.tuples(st.integers(0, 60), st.integers(1, 6)), min_size=1, max_size=6)


def asked(counts, each, most):
    try:
        return shares(counts, each, most)
    except InputError:
        return [0] * len(counts)


def test_small_entries_are_asked_whole_and_the_others_equally():
    assert shares([3, 500, 1000], [2, 2, 2], 406) == [3, 100, 100]
    assert shares([3, 500, 1000], [2, 2, 2], None) == [3, 500, 1000]


def test_what_would_give_none_to_each_entry_goes_to_the_first_ones():
    assert shares([9] * 5, [2] * 5, 6) == [1, 1, 1, 0, 0]
    assert shares([9, 9, 9], [2, 2, 2], 10) == [2, 2, 1]


def test_a_number_below_the_forms_of_one_question_is_refused():
    with pytest.raises(InputError, match="max_items: 1 is too few"):
        shares([9], [2], 1)


@given(entries, st.integers(1, 500))
def test_there_are_at_most_as_many_items_and_hardly_fewer(found, most):
    counts, each = zip(*found, strict=True)
    given_ = asked(counts, each, most)
    total = sum(n * size for n, size in zip(given_, each, strict=True))
    possible = sum(n * size for n, size in found)
    assert total <= most
    assert total > min(most, possible) - max(each)
    assert all(n <= count for n, count in zip(given_, counts, strict=True))


@given(entries, st.integers(1, 500), st.integers(1, 40))
def test_a_larger_number_takes_nothing_from_any_entry(found, most, more):
    counts, each = zip(*found, strict=True)
    fewer, larger = (asked(counts, each, number) for number in (most, most + more))
    assert all(a <= b for a, b in zip(fewer, larger, strict=True))


@given(entries, st.integers(1, 500))
def test_no_entry_is_cut_that_has_fewer_items_than_another(found, most):
    counts, each = zip(*found, strict=True)
    given_ = asked(counts, each, most)
    items = [n * size for n, size in zip(given_, each, strict=True)]
    cut = [i for i, n in enumerate(given_) if n < counts[i]]
    assume(cut)
    assert max(items) - min(items[i] for i in cut) <= max(each)
