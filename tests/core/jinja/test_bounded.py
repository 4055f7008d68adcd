"""Templates that ask for too much, that raise, and those that people write."""

import datetime
import time

import pytest

from erbench_track.core.errors import InputError
from erbench_track.core.jinja import users_environment
from erbench_track.core.jinja.bounded import MOST_CHARACTERS

ROW = {"name": "Ann", "year": 1960, "text": "x" * 1000, "day": datetime.date(2020, 1, 2)}
SECONDS = 10  # each of these would run for minutes, or need gigabytes


def rendered(source, row=None, folder=None):
    env = users_environment(*([folder] if folder else []))
    with env.guarded("t"):
        template = env.from_string(source)
    context = template.new_context(dict(row or ROW), shared=True)
    return env.joined(template.root_render_func(context), "t")


def doubled(step, times=60):
    return "{% set n = namespace(x='xx') %}" + f"{{% set n.x = {step} %}}" * times


TOO_MUCH = {
    "multiplied": "{{ 'x' * 10**9 }}",
    "multiplied from the left": "{{ 10**9 * 'x' }}",
    "a list multiplied": "{{ ['x'] * 10**9 }}",
    "multiplied in parts": "{{ 'x' * 1000 * 1000 * 1000 }}",
    "a power": "{{ 10**(10**10) }}",
    "a factorial's worth of digits": "{{ 9**(9**9) }}",
    "numbers multiplied": "{% set n = namespace(x=10**4000) %}" + "{% set n.x = n.x*n.x %}" * 30,
    "center filter": "{{ 'x' | center(10**9) }}",
    "center of a variable": "{{ name | center(year ** 3) }}",
    "center method": "{{ name.center(10**9) }}",
    "ljust": "{{ name.ljust(10**9) }}",
    "zfill": "{{ name.zfill(10**9) }}",
    "expandtabs": "{{ '\t'.expandtabs(10**9) }}",
    "indent": "{{ name | indent(10**9, true) }}",
    "indent by name": "{{ name | indent(width=10**9, first=true) }}",
    "indented lines": "{{ ('\n' * 1000) | indent(10**6) }}",
    "format's width": "{{ '%1000000000d' | format(year) }}",
    "percent's width": "{{ '%1000000000d' % year }}",
    "a width that is given": "{{ '%*d' % (10**9, year) }}",
    "brace's width": "{{ '{:1000000000}'.format(year) }}",
    "a nested width": "{{ '{:{}}'.format(year, 10**9) }}",
    "a brace's precision": "{{ '{:.1000000000f}'.format(1.5) }}",
    "one value often": "{{ ('{0}' * 5000).format(text) }}",
    "a map formatted": "{{ '{a:1000000000}'.format_map({'a': 1}) }}",
    "replace": "{{ text.replace('x', 'y' * 90000) }}",
    "replace filter": "{{ text | replace('x', 'y' * 90000) }}",
    "replace nothing": "{{ text | replace('', 'y' * 90000) }}",
    "join": "{{ range(100000) | join('x' * 90000) }}",
    "join method": "{{ ('x' * 90000).join(range(10000) | map('string') | list) }}",
    "joined doubles": doubled("[n.x, n.x] | join"),
    "a loop's text": "{% for i in range(100000) %}{{ text }}{% endfor %}",
    "nested loops": "{% for a in range(9**5) %}{% for b in range(9**5) %}{% endfor %}{% endfor %}",
    "loops without text": "{% for a in range(99999) %}"
    "{% for b in range(99999) %}{% set c = b %}{% endfor %}{% endfor %}",
    "a loop with a test": "{% for a in range(99999) %}"
    "{% for b in range(99999) if b < 0 %}{% endfor %}{% endfor %}",
    "too long a range": "{% for a in range(10**9) %}{% endfor %}",
    "a text set in a loop": "{% set t %}{% for i in range(99999) %}{{ text }}{% endfor %}"
    "{% endset %}",
    "a filtered block": "{% filter upper %}{% for i in range(99999) %}{{ text }}{% endfor %}"
    "{% endfilter %}",
    "doubled by ~": doubled("n.x ~ n.x"),
    "doubled by +": doubled("n.x + n.x"),
    "doubled lists": doubled("[n.x, n.x]") + "{{ n.x }}",
    "doubled tuples": doubled("(n.x, n.x)") + "{{ n.x | string }}",
    "doubled dictionaries": doubled("{1: n.x, 2: n.x}") + "{{ n.x }}",
    "doubled by dict": doubled("dict(a=n.x, b=n.x)") + "{{ n.x }}",
    "doubled by format": doubled("'%s%s' % (n.x, n.x)"),
    "a macro that calls itself": "{% macro f(n) %}{{ f(n + 1) }}{% endmacro %}{{ f(1) }}",
    "a macro that forks": "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}"
    "{% endmacro %}{{ f(60) }}",
    "a recursive loop": "{% for a in [1, 2] recursive %}{{ loop([1, 2]) }}{% endfor %}",
    "mapped twice": "{% for a in range(99999) %}{% set b = range(99999) | map('string') | list %}"
    "{% endfor %}",
    "slices": "{% for a in range(99999) %}{% set b = text[1:] %}{% endfor %}",
    "searches": "{% for a in range(99999) %}{% if 'y' in text %}{% endif %}{% endfor %}",
    "Latin": "{{ lipsum(n=10**6) }}",
    "a table": "{{ range(9) | batch(10**9, 'x') | list }}",
    "a long template": "x" * (MOST_CHARACTERS + 1),
    "a long text": "{{ 'x' * (10**5 + 1) }}",
}  # fmt: skip
RAISES = {
    "divided by zero": "{{ 1 / 0 }}",
    "a remainder of zero": "{{ year % 0 }}",
    "text and number": "{{ name + 1 }}",
    "number and text": "{{ year + name }}",
    "text compared": "{{ name < year }}",
    "a filter's error": "{{ name | abs }}",
    "nothing known": "{{ nobody }}",
    "no attribute": "{{ name.nothing.more }}",
    "no item": "{{ [1][5] }}",
    "no key": "{{ {}['a'] }}",
    "not callable": "{{ name() }}",
    "an argument too many": "{{ name.upper(1) }}",
    "half a character": r"{{ '\ud800' }}",
    "half a character by number": "{{ '%c' % 55296 }}",
    "too many digits": "{{ 10**4400 }}",
    "too large a float": "{{ 10.0 ** 400 }}",
    "not a date": "{{ day.replace(month=13) }}",
    "a format's error": "{{ '{:d}'.format(name) }}",
    "a missing argument": "{{ '{} {}'.format(name) }}",
    "Python's inside": "{{ ''.__class__.__mro__ }}",
    "Python's inside by format": "{{ '{0.__class__}'.format(name) }}",
    "no such filter": "{{ name | urlize }}",
    "no such test": "{{ name is nice }}",
    "no such file": "{% include 'nothing.jinja' %}",
    "no such tag": "{% nothing %}",
    "not closed": "{{ name",
    "nested brackets": "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "nested lists": "{{ " + "[" * 5000 + "1" + "]" * 5000 + " }}",
    "nested ifs": "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
    "nested loops of Python's": "{% for a in [1] %}" * 40 + "{% endfor %}" * 40,
    "unpacked": "{% for a, b in [1] %}{% endfor %}",
    "not to be looped": "{% for a in year %}{% endfor %}",
    "changing a list": "{% set a = [] %}{{ a.append(1) }}",
}


@pytest.mark.parametrize("source", (TOO_MUCH | RAISES).values(), ids=(TOO_MUCH | RAISES).keys())
def test_a_hostile_template_is_one_line_and_soon_over(source):
    begun = time.monotonic()
    with pytest.raises(InputError) as caught:
        rendered(source)
    assert str(caught.value).startswith("t")
    assert "\n" not in str(caught.value)
    assert time.monotonic() - begun < SECONDS


def test_a_file_that_includes_itself_twice_is_one_line(tmp_path):
    (tmp_path / "a.jinja").write_text("{% include 'a.jinja' %}{% include 'a.jinja' %}")
    with pytest.raises(InputError, match=r"^t: "):
        rendered("{% include 'a.jinja' %}", folder=tmp_path)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{{ name | upper }} ({{ '{:,}'.format(1234567) }})", "ANN (1,234,567)"),
        ("{{ [name, name] | map('lower') | join(' and ') }}", "ann and ann"),
        ("{{ ', '.join(['a', 'b']) }}", "a, b"),
        ("{{ name.replace('n', 'm') }} {{ name | replace('A', 'E') }}", "Amm Enn"),
        ("{% for c in name if c != 'A' %}{{ loop.index }}{{ c }}{% endfor %}", "1n2n"),
        ("{{ '%05.1f' % 3.14159 }} {{ '%s' | format(name) }}", "003.1 Ann"),
        ("{{ day.strftime('%Y') }} {{ day.year }} {{ 10 // 3 + 2 ** 3 }}", "2020 2020 11"),
        ("{{ name ~ '!' * 3 }} {{ name[1:] }} {{ 'n' in name }}", "Ann!!! nn True"),
        ("{{ 1.5 | round(1) }} {{ [1, 2] | sum }} {{ '7' | int }}", "1.5 3 7"),
        ("{% macro m(x) %}<{{ x }}>{% endmacro %}{{ m(name) }}", "<Ann>"),
        ("{{ name | center(9) | trim }} {{ name.split('n')[0] }}", "Ann A"),
        ("{{ 'é' }} {{ year is number }} {{ none | default('d', true) }}", "é True d"),
        ("{{ 'old' if year < 1970 else 'new' }} {{ year | abs }}", "old 1960"),
    ],
)
def test_what_people_write_is_rendered(source, text):
    assert rendered(source) == text
