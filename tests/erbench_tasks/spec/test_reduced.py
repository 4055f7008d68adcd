"""What is published of a specification: all that its questions use, and nothing else."""

import pytest
import yaml
from clinics import ABOUT_PATIENTS, SPEC

from erbench_track.erbench_tasks.spec.embedded import DATA
from erbench_track.erbench_tasks.spec.reduced import reduced_text, without_comments
from erbench_track.erbench_tasks.spec.spec_file import parse_spec

EMBEDDED = sorted([*DATA.glob("**/benchmark.yaml"), *DATA.glob("**/multimodal.yaml")])


def test_unused_relations_attributes_aliases_and_all_comments_are_gone():
    text, spec = reduced_text(SPEC, passages=False)
    content = yaml.safe_load(text)
    assert set(content["relations"]) == {"clinic"}
    assert set(content["relations"]["clinic"]["attributes"]) == {"clinic", "town"}
    assert set(content["aliases"]) == {"town"}
    assert content["kinds"] == {"town": "title"}
    assert not {"statements", "unknown"} & set(content["relations"]["clinic"])
    assert "patient" not in text
    assert "#" not in text
    assert parse_spec(text, "") == spec


def test_what_is_used_stays():
    text, _ = reduced_text(SPEC + ABOUT_PATIENTS, passages=False)
    content = yaml.safe_load(text)
    assert set(content["relations"]["sick"]["attributes"]) == {"who", "illness"}
    assert set(content["aliases"]) == {"town", "who"}
    used = SPEC.replace("fd: clinic -> town", "fd: clinic -> town, founded")
    content = yaml.safe_load(reduced_text(used, passages=False)[0])["relations"]["clinic"]
    assert content["statements"] == {"then": {"of": "founded", "by": "decade"}}
    assert content["unknown"] == {"clinic.founded": [0]}


def test_whose_better_known_name_leaves_a_row_out_stays():
    known = SPEC.replace("{clinic.founded: [0]}", "{clinic.alias: [{given: true}]}")
    assert known != SPEC
    content = yaml.safe_load(reduced_text(known, passages=False)[0])["relations"]["clinic"]
    assert content["unknown"] == {"clinic.alias": [{"given": True}]}


def test_an_attribute_by_which_a_spelling_is_found_stays():
    other = SPEC.replace("match: {town: town}", "match: {town: town, region: town}")
    text, _ = reduced_text(other, passages=False)
    assert set(yaml.safe_load(text)["relations"]["clinic"]["attributes"]) == {
        "clinic", "town", "region",
    }  # fmt: skip


def test_pages_and_passages_stay_only_if_there_are_passages():
    text = SPEC.replace("    entity: [clinic]", "    pages: ['{{ region }}']\n    entity: [clinic]")
    assert "region" in reduced_text(text, passages=True)[0]
    assert "region" not in reduced_text(text, passages=False)[0]


def test_where_wikidata_has_the_facts_is_not_published():
    wikidata = "    wikidata: {class: Q1, attributes: {founded: P571}}\n    entity: [clinic]"
    text, _ = reduced_text(SPEC.replace("    entity: [clinic]", wikidata), passages=False)
    assert "P571" not in text


def test_on_stays_a_word():
    text = SPEC.replace("[clinic, town]", "[clinic, {table: town, on: {clinic.town_id: town.id}}]")
    reduced, spec = reduced_text(text, passages=False)
    assert yaml.safe_load(reduced)["relations"]["clinic"]["tables"][1]["on"]
    assert spec.relations["clinic"].tables[1].on == {"clinic.town_id": "town.id"}


@pytest.mark.parametrize("path", EMBEDDED, ids=str)
def test_our_own_specifications_ask_the_same_when_reduced(path):
    text = path.read_text()
    reduced, spec = reduced_text(text, passages=True)
    assert spec.questions == parse_spec(text, "").questions
    assert reduced_text(reduced, passages=True) == (reduced, spec)


def test_what_is_no_specification_is_not_reduced():
    for text in ("", "name: x\n", "[", "name: x\nrelations: {}\nquestions: []\n"):
        assert reduced_text(text, passages=False) is None


def test_comments_of_templates_are_dropped():
    assert without_comments("a{# b\nc #} {{ d }}{#- e -#}f") == "a {{ d }}f"
