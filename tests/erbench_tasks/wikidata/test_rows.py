"""From an item's statements to rows."""

from decimal import Decimal

import pytest

from erbench_track.core.wikidata.items import Item, Statement
from erbench_track.core.wikidata.values import Quantity
from erbench_track.erbench_tasks.wikidata.domain import Property
from erbench_track.erbench_tasks.wikidata.rows import stated_rows


def lengths(*amounts, **more):
    """Returns the lengths of a river, in kilometres, of statements in kilometres and metres."""
    units = {"km": "Q828224", "m": "Q11573"}
    values = [Quantity(Decimal(amount), units[unit]) for amount, unit in amounts]
    statements = {"P2043": [Statement(value, "normal", {}) for value in values]}
    row = Property.model_validate(
        {"property": "P2043", "as": "number", "unit": {"Q828224": 1, "Q11573": "0.001"}, **more}
    )
    item = Item("Q1", "River", (), 1, 1, frozenset(), statements)
    return [each.cells[0] for each in stated_rows(item, row, {})]


@pytest.mark.parametrize("decimals", [None, 0, 9])
def test_a_number_that_is_too_large_for_an_integer_stays_a_number(decimals):
    assert lengths(("1E+30", "km"), decimals=decimals) == [1e30]


def test_the_smallest_number_comes_first_in_whatever_unit_it_is_stated():
    assert lengths(("7000", "m"), ("12", "km")) == [7, 12]
