"""The file of a domain: what is refused, and where the error is."""

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.wikidata.domain import (
    domain_names,
    domain_path,
    read_domain,
)
from erbench_track.erbench_tasks.wikidata.specification import check_questions

DOMAIN = """\
name: island
tables:
  island:
    class: Q23442
    properties:
      area: {property: P2046, as: number, unit: Q712226, decimals: 0}
      country: {property: P17, table: country}
  country: {}
relations:
  island:
    attributes: [name, area, country]
    entity: [name]
questions:
  - type: binary
    relation: island
    fd: country, area -> name
    wording:
      basic: Is there an island of {{ country }} with {{ area }} square kilometres?
      negated: Is there no island of {{ country }} with {{ area }} square kilometres?
"""


@pytest.mark.parametrize("name", domain_names())
def test_the_questions_of_every_domain_fit_its_tables(name):
    check_questions(read_domain(name), domain_path(name))


def test_there_are_the_papers_domains_and_others():
    assert set(domain_names()) >= {"movie", "soccer", "airport", "music", "book"}
    assert len(domain_names()) >= 10


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("P2046", "2046", "line 6: tables.island.properties.area.property: 2046 is no id "
         "of a property, such as P57"),
        ("as: number", "as: integer", "line 6: tables.island.properties.area.as: Input should be"),
        ("table: country}", "table: land}", "line 7: tables.island.properties.country.table: no "
         "table 'land'; there are island, country"),
        (", table: country}", "}", "line 7: tables.island.properties.country: give `table`"),
        ("class: Q23442", "least_sitelinks: 2", "line 3: tables.island: the first table needs"),
        ("[name, area, country]", "[name, size]", "line 11: relations.island.attributes.size: "
         "'size': island has no 'size'; it has name, area, country"),
        ("  country: {}", "  country: {properties: {of: {property: P1, table: island}}}",
         "line 2: tables: they refer to each other in a circle: island, country"),
        ("area: {", "rank: {", "line 6: tables.island.properties.rank: a column is called"),
        ("unit:", "units:", "line 6: tables.island.properties.area.units: Extra inputs"),
        ("entity: [name]", "entity: [title]", "line 12: relations.island.entity: "
         "there is no 'title'"),
        ("[name, area, country]", "{name: name, asked: area}", "line 11: "
         "relations.island.attributes.asked: a column is called 'asked' already"),
        ("questions:", "kinds: {size: measure}\nquestions:", "line 13: kinds.size: no relation "
         "has an attribute 'size'"),
        ("questions:", "kinds: {area: length}\nquestions:", "line 13: kinds.area: Input should"),
        ("-> name\n", "-> title\n", "line 16: questions.0.fd: "),
        ("{{ area }} square kilometres?\n      neg", "{{ size }}?\n      neg", "size"),
        ("name: island\n", "name: [\n", "not valid YAML"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_file_line_and_field(tmp_path, old, new, message):
    assert old in DOMAIN
    path = tmp_path / "island.yaml"
    path.write_text(DOMAIN.replace(old, new, 1))
    with pytest.raises(InputError) as caught:
        check_questions(read_domain(str(path)), path)
    assert str(path) in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_domain_is_refused_with_those_that_there_are():
    known = r"films: cannot be read .*; give a YAML file, or one of airport, book, "
    with pytest.raises(InputError, match=known):
        read_domain("films")


def test_a_domain_of_ones_own_is_read(tmp_path):
    path = tmp_path / "island.yaml"
    path.write_text(DOMAIN)
    domain = read_domain(str(path))
    check_questions(domain, path)
    assert domain.selection().statements == (("P17", ()), ("P2046", ()))
    assert domain.selection().classes == {"Q23442"}
