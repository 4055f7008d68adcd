"""Values in another language than English are told by what the CLDR names."""

import pytest

from erbench_track.erbench_tasks.english.foreign_values import language_of, local_name


@pytest.mark.parametrize(
    ("values", "language"),
    [
        (["Europa", "Asien", "Nordamerika", "Südamerika"], "de"),
        (["Alemania", "Francia", "España", "Chile"], "es"),
        (["Deutsch", "Englisch", "Französisch"], "de"),
        (["Europe", "Asia", "North America"], ""),
        (["Germany", "Brasil", "Chile", "Peru"], ""),  # one name is there by chance
        (["Türkiye", "Brasil", "Deutschland", "Mexico"], ""),  # of several languages
        (["USA", "UK", "South Korea", "Grenada"], ""),
        (["Rock", "Pop", "Jazz"], ""),
        ([], ""),
    ],
)
def test_a_column_is_in_the_language_that_names_most_of_its_values(values, language):
    assert language_of(values) == language


def test_of_places_a_few_large_cities_are_enough():
    towns = ["Rom", "Wien", "Prag", *(f"Elm{i}" for i in range(20))]
    assert language_of(towns, are_places=True)
    assert not language_of(towns)
    assert not language_of(["Rome", "Vienna", "Prague", "Paris"], are_places=True)


def test_a_river_under_its_local_name_is_told():
    assert local_name(["Elm", "Donau"]) == "Donau"
    assert local_name(["Danube", "Thames"]) == ""
    assert local_name(["Te Ika a Maui (North Island)"])
