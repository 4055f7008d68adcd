"""A table with planted mistakes is compared with a query service that has Wikidata's shapes."""

import pytest
from wikidata_mistakes import Outcome, compare_world


@pytest.fixture(scope="module")
def outcome(tmp_path_factory) -> Outcome:
    return compare_world(7, tmp_path_factory.mktemp("world"))


def test_most_planted_mistakes_are_found_and_no_right_row_is_accused(outcome):
    assert (outcome.rows, outcome.planted) == (500, 40)
    assert outcome.found >= 24
    assert outcome.accused == 0


def test_no_row_is_taken_for_another_item_and_most_are_found(outcome):
    assert outcome.other_item == 0
    assert outcome.resolved >= 0.85 * outcome.in_wikidata


def test_a_row_that_wikidata_lacks_is_no_mistake(outcome):
    assert outcome.absent >= 10
    assert outcome.absent_resolved == 0


def test_the_queries_are_few(outcome):
    assert outcome.queries < outcome.rows / 5
