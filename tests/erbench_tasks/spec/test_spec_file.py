"""Errors of a specification name the file, the line and the field, also those found later."""

import re

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark

INLINE = """\
    wording:
      basic: "Is there a city in {{ country }}?"
      negated: "Is there none in {{ land }}?"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("c.founded", "c.funded",
         "line 4: relations.city.sql: line 1, column 27: no column 'c.funded'"),
        ("city c", "town c", "line 4: relations.city.sql: line 2, column 6: "),
        ("ON r.name = c.river", "ON r.name = c.name",
         "line 4: relations.city.sql: city.name -> river.name: 5 of 5 values have no match"),
        ("FROM city_alias", "FROM city_name", "line 10: relations.city.spellings.name: "),
        ("template: city.jinja", "template: town.jinja",
         "line 12: questions.0: town.jinja: no such template"),
        ("template: [city_mc.jinja]", "template: [city.jinja]",
         "line 16: questions.1: city.jinja: no block 'question' in this template"),
        ("    template: city.jinja\n", INLINE,
         "line 17: questions.0: template, block 'negated', line 1: undefined variable 'land'"),
        ("    template: city.jinja\n", INLINE.replace("negated:", "denied:"),
         "line 12: questions.0: template: no block 'negated' in this template"),
        ("    template: city.jinja\n", INLINE.replace("{{ land }}", "{{ country | round }}"),
         "line 17: questions.0: template, block 'negated': type str doesn't define __round__"),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_database_names_file_line_and_field(toy, old, new, message):
    spec = toy / "benchmark.yaml"
    spec.write_text(spec.read_text().replace(old, new))
    with pytest.raises(InputError, match="^" + re.escape(f"{spec}, {message}")):
        list(Benchmark.open(spec).items())


def test_an_error_of_a_template_file_names_that_file_too(toy):
    template = toy / "city.jinja"
    template.write_text(template.read_text().replace("river", "stream"))
    with pytest.raises(InputError) as error:
        list(Benchmark.open(toy / "benchmark.yaml").items())
    assert str(error.value).startswith(
        f"{toy / 'benchmark.yaml'}, line 12: questions.0: {template}, line 1: undefined variable"
    )
