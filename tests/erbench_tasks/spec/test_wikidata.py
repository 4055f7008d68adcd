"""A `wikidata:` part of a relation is checked when the specification is read."""

import re

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.spec.spec_file import parse_spec

SPEC = """\
name: world
relations:
  player:
    sql: SELECT name, club, number FROM player
    entity: [name]
    wikidata:
      class: Q5
      where: {P106: Q937857}
      attributes:
        club: {property: P54, at: 2019-09}
        number: {qualifier: P1618, of: club}
questions:
  - {type: binary, relation: player, fd: name -> club, wording: {basic: a, negated: b}}
"""


def test_an_id_alone_stands_for_a_property_and_one_class_for_a_list():
    text = SPEC.replace("{property: P54, at: 2019-09}", "[P54, P1]")
    spec = parse_spec(text, "s.yaml").relations["player"].wikidata
    assert spec.classes == ["Q5"]
    assert spec.where == {"P106": ["Q937857"]}
    assert spec.attributes["club"].property == ["P54", "P1"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("class: Q5", "class: human",
         "line 7: relations.player.wikidata.class.0: 'human' is no item of Wikidata"),
        ("      class: Q5\n", "", "line 6: relations.player.wikidata.class: Field required"),
        ("P106: Q", "occupation: Q", "'occupation' is no property of Wikidata, such as P57"),
        ("property: P54", "property: Q54", "'Q54' is no property of Wikidata, such as P57"),
        ("at: 2019-09", "at: September", "line 10: relations.player.wikidata.attributes.club.at: "),
        ("at: 2019-09", "unit: minutes", "there is no 'minutes'; there is millimetre"),
        ("at: 2019-09", "tolerance: 5 %", "tolerance"),
        ("at: 2019-09", "when: 2019-09", "club.when: Extra inputs are not permitted"),
        (", of: club", "", "qualifier: say with `of` which attribute's statement has it"),
        ("qualifier: P1618, of: club", "of: club", "give a property, or a qualifier"),
        ("of: club", "of: team", "attributes.number.of: there is no 'team'; there is club, number"),
        ("at: 2019-09", "of: number", "attributes.club.of: goes round in a circle"),
        ("        club:", "        team:", "attributes.number.of: there is no 'club'"),
        ("      where:", "      find_by: number\n      where:",
         "find_by: 'number' is about another item (`of`)"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_with_its_place(old, new, message):
    assert old in SPEC
    with pytest.raises(InputError, match=re.escape(message)) as error:
        parse_spec(SPEC.replace(old, new, 1), "s.yaml")
    assert str(error.value).startswith("s.yaml, line ")
    assert "\n" not in str(error.value)
