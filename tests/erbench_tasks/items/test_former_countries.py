"""Countries that are no more are not asked for: who names what lies there today may be right."""

import pytest

from erbench_track.erbench_tasks.items.former_countries import asks_for_former_country
from erbench_track.erbench_tasks.items.item import Item, RationaleElement


def asking_for(value, kind="country"):
    rationale = (RationaleElement(1, "country", (value,), kind=kind),)
    return Item(
        "d", "bn_yes", 0, "x", "X", "Is it known?", (), "yes", rationale, "x -> country"
    )  # fmt: skip


@pytest.mark.parametrize("value", ["Zaire", "Soviet Union", "West Germany", "Zaire (now DR Congo)"])
def test_a_country_that_is_no_more_is_recognised(value):
    assert asks_for_former_country(asking_for(value))


@pytest.mark.parametrize(
    ("value", "kind"), [("Germany", "country"), ("Burma", "country"), ("Yugoslavia", "title")]
)
def test_a_country_under_an_older_name_is_still_there_and_a_title_is_none(value, kind):
    assert not asks_for_former_country(asking_for(value, kind))
