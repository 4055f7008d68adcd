"""Filters of templates."""

import pytest

from erbench_track.erbench_tasks.spec.wording import as_country

COUNTRIES = {
    "France": "France", "England": "England", "spain": "spain", "Korea": "the country Korea",
    "USA": "the USA", "Virgin Islands, U.S.": "the country Virgin Islands, U.S.",
    "Netherlands": "the Netherlands", "United Kingdom": "the United Kingdom",
    "Democratic Republic of the Congo": "the Democratic Republic of the Congo",
    "Soviet Union": "the Soviet Union", "The Gambia": "the Gambia",
    "Georgia": "the country Georgia", "Prussia": "the country Prussia", "GER": "the country GER",
    "Korea, Republic of": "the country Korea, Republic of", "China PR": "China PR",
}  # fmt: skip


@pytest.mark.parametrize("name", COUNTRIES)
def test_a_country_is_named_with_its_article_or_its_noun_or_alone(name):
    assert as_country(name) == COUNTRIES[name]
