"""What is published of a specification: no comments, and no relation that nothing uses."""

import pytest
import yaml
from clinics import ABOUT_PATIENTS, SPEC

from erbench_track.erbench_tasks.spec.embedded import DATA
from erbench_track.erbench_tasks.spec.reduced import reduced_text, without_comments
from erbench_track.erbench_tasks.spec.spec_file import parse_spec

EMBEDDED = sorted([*DATA.glob("**/benchmark.yaml"), *DATA.glob("**/multimodal.yaml")])
SAID = SPEC.replace("town -- where", "town, clinic.founded -- where").replace(
    "    entity: [clinic]", "    say: {then: {of: founded, by: decade}}\n    entity: [clinic]"
)


def reduced(text, dialect="sqlite"):
    """Returns the text, and what it says of each relation."""
    text = reduced_text(text, dialect)
    parse_spec(text, "")
    return text, yaml.safe_load(text)["relations"]


def test_unused_relations_and_all_comments_are_gone():
    text, relations = reduced(SPEC)
    assert set(relations) == {"clinic"}
    assert set(relations["clinic"]) == {"sql", "entity", "kinds", "spellings"}
    assert "patient" not in text
    assert "#" not in text
    assert "--" not in text


def test_what_is_said_for_signers_is_gone():
    said = "    why_known: It is old.\n    risk: None.\n"
    assert reduced(SPEC.replace("    fd: clinic", f"{said}    fd: clinic"))[0] == reduced(SPEC)[0]


def test_what_is_used_stays():
    _, relations = reduced(SAID + ABOUT_PATIENTS)
    assert relations["sick"]["kinds"] == {"illness": "other"}
    _, relations = reduced(SAID.replace("fd: clinic -> town", "fd: clinic -> town, founded"))
    assert relations["clinic"]["say"] == {"then": {"of": "founded", "by": "decade"}}


def test_queries_stay_as_they_are_written_but_for_comments():
    text, relations = reduced(SPEC)
    assert relations["clinic"]["sql"] == (
        "SELECT clinic.name AS clinic, town.name AS town\n"
        "FROM clinic JOIN town ON town.id = clinic.town_id"
    )
    assert "    sql: |-\n      SELECT clinic.name AS clinic, town.name AS town\n" in text
    assert relations["clinic"]["spellings"] == {"town": "SELECT town, spelling FROM town_alias"}


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("sqlite", "SELECT '--a', \"/* b */\", [-- c]{}FROM t"),
        ("mariadb", "SELECT 'it\\'s # no', `-- b`{}FROM t"),
        ("postgresql", "SELECT $x$ -- a $x$, 'é /* */'{}FROM t"),
        ("duckdb", "SELECT '#' || '--'{}FROM t"),
    ],
)
@pytest.mark.parametrize(
    "comment", [" -- it's secret\n", " /* it's\n secret */ ", "/**/-- secret\n"]
)
def test_only_comments_of_a_query_are_dropped(dialect, sql, comment):
    said = {"sql": sql.format(comment) + comment, "entity": ["a"]}
    asked = yaml.safe_load(SPEC)["questions"]
    text = yaml.safe_dump({"name": "x", "relations": {"clinic": said}, "questions": asked})
    found = reduced(text, dialect)[1]["clinic"]["sql"]
    assert found.split() == sql.format(" ").split()


def test_an_image_that_no_entry_shows_is_gone():
    images = "    images: {map: {kind: crest, shows: town}, face: {kind: crest, shows: clinic}}\n"
    text = SPEC.replace("    entity: [clinic]", f"{images}    entity: [clinic]")
    shown = text.replace("    fd: clinic -> town", "    image: map\n    fd: clinic -> town")
    assert not reduced(text)[1]["clinic"]["images"]
    assert set(reduced(shown)[1]["clinic"]["images"]) == {"map"}


def test_where_wikidata_has_the_facts_is_not_published():
    wikidata = "    wikidata: {class: Q1, attributes: {founded: P571}}\n    entity: [clinic]"
    text, _ = reduced(SPEC.replace("    entity: [clinic]", wikidata))
    assert "P571" not in text


@pytest.mark.parametrize("path", EMBEDDED, ids=str)
def test_our_own_specifications_ask_the_same_when_reduced(path):
    text = path.read_text()
    short, _ = reduced(text)
    assert parse_spec(short, "").questions == parse_spec(text, "").questions
    assert reduced_text(short, "sqlite") == short


def test_comments_of_templates_are_dropped():
    assert without_comments("a{# b\nc #} {{ d }}{#- e -#}f") == "a {{ d }}f"
