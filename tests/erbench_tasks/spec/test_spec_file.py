"""Errors of a specification name the file, the line and the field, also those found later."""

import re

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark

INLINE = """\
    template:
      basic: "Is there a city in {{ country }}?"
      negated: "Is there none in {{ land }}?"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("founded: city.founded", "founded: city.funded",
         "line 8: relations.city: no column 'city.funded'; city has: name, country"),
        ("[city, river]", "[city, {table: stream, as: river}]",
         "line 4: relations.city.tables: the database has no table 'stream'"),
        ("[city, river]", "[city, {table: city, as: other}, river]",
         "line 4: relations.city.tables: no foreign keys link 'other' to city"),
        ("table: city_alias", "table: city_name",
         "line 12: aliases.name: no table or column 'city_name'"),
        ("template: city.jinja", "template: town.jinja",
         "line 14: questions.0: town.jinja: no such template"),
        ("templates: [city_mc.jinja]", "templates: [city.jinja]",
         "line 18: questions.1: city.jinja: no block 'question' in this template"),
        ("    template: city.jinja\n", INLINE,
         "line 19: questions.0: template, block 'negated', line 1: undefined variable 'land'"),
        ("    template: city.jinja\n", INLINE.replace("negated:", "denied:"),
         "line 14: questions.0: template: no block 'negated' in this template"),
        ("    template: city.jinja\n", INLINE.replace("{{ land }}", "{{ country | round }}"),
         "line 19: questions.0: template, block 'negated': type str doesn't define __round__"),
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
        f"{toy / 'benchmark.yaml'}, line 14: questions.0: {template}, line 1: undefined variable"
    )
