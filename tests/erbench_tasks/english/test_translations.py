"""Names in other languages become English nouns, or stay what they are."""

import pytest

from erbench_track.erbench_tasks.english.nouns import (
    are_common_nouns,
    attribute_words,
    noun_of,
    role,
)
from erbench_track.erbench_tasks.english.translations import agent, are_foreign, translated
from erbench_track.erbench_tasks.english.words import is_english

NAMES = {
    "Sterbejahr": "year of death",
    "Gründungsjahr": "year of foundation",
    "Geburtsort": "place of birth",
    "Seitenzahl": "number of pages",
    "Originalsprache": "original language",
    "Herkunftsland": "country of origin",
    "Einwohnerzahl": "population",
    "lieu_de_naissance": "place of birth",
    "titre_original": "original title",
    "adresse": "address",
    "grupo_terapéutico": "therapeutic group",
    "nombre_comercial": "brand name",
    "principio_activo": "active ingredient",
    "número_de_páginas": "number of pages",
    "anno_di_nascita": "year of birth",
    "país_origen": "country of origin",
}
TABLES = {
    "Schlagwörter": "keyword",
    "Opern": "opera",
    "Flüsse": "river",
    "musées": "museum",
    "tableaux": "painting",
    "dipinti": "painting",
    "canções": "song",
    "personne": "person",
    "théâtre": "theatre",
    "opéra": "opera",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_column_is_called_by_its_english_name(name):
    assert attribute_words(name) == NAMES[name]
    assert is_english(attribute_words(name))


@pytest.mark.parametrize("name", TABLES)
def test_a_row_is_called_by_an_english_noun(name):
    assert noun_of(name) == TABLES[name]


def test_a_key_is_called_by_an_english_role():
    assert role(["code_pays"], "country") == "country"
    assert role(["réalisateur_id"], "person") == "director"


def test_a_verb_says_who_does_it():
    assert [agent(word) for word in ("réalise", "escribe", "komponiert", "joue", "zzz")] == [
        "director", "author", "composer", "actor", "",
    ]  # fmt: skip


def test_unknown_words_stay():
    assert translated(["zzyzx"]) == ""
    assert translated(["sterbe", "zzyzx", "jahr"]) == ""


def test_a_schema_is_foreign_if_many_of_its_names_are():
    german = ["Buch", "Titel", "Verlag", "Autor", "Signatur", "isbn"]
    assert are_foreign(german, is_english)
    assert not are_foreign(["book", "title", "publisher", "wrtr", "genero"], is_english)
    assert not are_foreign([], is_english)


def test_names_are_no_common_nouns():
    assert are_common_nouns("genre", ["Drame", "Policier"])
    assert are_common_nouns("therapeutic group", ["antibiotico", "analgesico"])
    assert not are_common_nouns("city", ["köln", "bonn"])
    assert not are_common_nouns("owner", ["Dupont", "Martin"])
    assert not are_common_nouns("colour", [])
