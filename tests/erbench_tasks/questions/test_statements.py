"""Coarser statements: true of the value, the same for any database, and never the value itself."""

import re
from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions.statements import UnstatedError, is_true, stated
from erbench_track.erbench_tasks.spec.spec import StatementSpec


def said(by, value, **options):
    return stated(StatementSpec(of="a", by=by, **options), value)


years = st.integers(100, 2999)


@given(years)
def test_a_decade_contains_its_year(year):
    first = int(re.search(r"\d+", said("decade", year))[0])
    assert first <= year <= first + 9
    assert first % 10 == 0


@given(years)
def test_a_century_contains_its_year(year):
    assume(year % 100)
    number = int(re.match(r"\d+", said("century", year))[0])
    assert (number - 1) * 100 < year <= number * 100


# the names of the months are read once
@given(st.dates(date(100, 1, 1), date(2999, 12, 31)))
def test_a_date_is_read_in_every_form_that_a_database_may_have(day):
    texts = [day, datetime(day.year, day.month, day.day, 23, 59), day.isoformat(), day.year]
    texts += [str(day.year), float(day.year), Decimal(day.year)]
    assert len({said("decade", value) for value in texts}) == 1


@pytest.mark.parametrize(
    ("by", "value", "text"),
    [
        ("decade", 1958, "1950s"),
        ("decade", "8 July 1995", "1990s"),
        ("decade", "7/8/1995", "1990s"),
        ("decade", 1905, "years 1900 to 1909"),  # "the 1900s" may be a century
        ("century", 1501, "16th century"),
        ("century", "2021-03-02", "21st century"),
        ("century", 1211, "13th century"),
        ("continent", "Kenya", "Africa"),
        ("continent", "BRA", "South America"),
        ("continent", "Deutschland", "Europe"),
        ("continent", "England", "Europe"),
        ("continent", "New Zealand", "Oceania"),
        ("continent", "Mexico", "North America"),
        ("sub-region", "BE", "Western Europe"),
        ("initial", "émile Zola", "E"),
        ("initial", "“Łódź”", "Ł"),
        ("initial", "Москва", "\N{CYRILLIC CAPITAL LETTER EM}"),
        ("range", 347, "between 200 and 500"),
        ("range", 12_345_678, "between 10,000,000 and 20,000,000"),
        ("range", 200, "between 150 and 300"),
        ("range", 1, "between 0 and 3"),
        ("range", -347, "between -500 and -200"),
        ("range", Decimal("0.37"), "between 0.2 and 0.5"),
    ],
)
def test_statements_read_like_this(by, value, text):
    assert said(by, value) == text


@pytest.mark.parametrize(
    ("by", "value", "reason"),
    [
        ("decade", None, "NULL"),
        ("decade", -44, "no year"),
        ("decade", "44 BC", "no year"),
        ("decade", "1999-2001", "no year"),
        ("decade", 9999, "no year"),
        ("decade", "unknown", "no year"),
        ("century", 1900, "two centuries"),
        ("continent", "Atlantis", "no country"),
        ("continent", "Turkey", "two continents"),
        ("initial", "The Hague", "an article"),
        ("initial", "1984", "no letter"),
        ("initial", "", "no letter"),
        ("range", 0, "no range"),
        ("range", "many", "no number"),
        ("range", float("nan"), "no number"),
        ("range", True, "no number"),
    ],
)
def test_what_a_statement_cannot_say_has_a_reason(by, value, reason):
    with pytest.raises(UnstatedError, match=reason):
        said(by, value)


numbers = st.one_of(
    st.integers(-(10**15), 10**15),
    st.decimals("-1e9", "1e9", places=3),
    st.floats(-1e12, 1e12, allow_subnormal=False),
)


def bounds_of(text):
    low, high = re.fullmatch(r"between (-?[\d.,]+) and (-?[\d.,]+)", text).groups()
    return Decimal(low.replace(",", "")), Decimal(high.replace(",", ""))


@given(numbers)
def test_a_range_contains_its_number_which_is_no_bound(number):
    exact = Decimal(str(number))
    assume(abs(exact) >= Decimal("1e-6"))
    low, high = bounds_of(said("range", number))
    assert low < exact < high
    assert all(len(str(bound).strip("-0.")) <= 2 for bound in (low, high))  # round numbers


@given(
    st.integers(-1000, 1000),
    st.lists(st.integers(-900, 900), min_size=1, max_size=6, unique=True).map(sorted),
)
def test_given_bounds_contain_the_number(number, bounds):
    assume(number not in bounds)
    text = said("range", number, bounds=bounds)
    if text.startswith("less than"):
        assert number < bounds[0]
    elif text.startswith("more than"):
        assert number > bounds[-1]
    else:
        low, high = bounds_of(text)
        assert low < number < high
        assert bounds.index(high) == bounds.index(low) + 1


def test_a_number_on_a_given_bound_is_left_out():
    with pytest.raises(UnstatedError, match="1000 is a bound of two ranges"):
        said("range", 1000, bounds=[10, 1000])


@given(st.sampled_from([1958, 1958.0, Decimal(1958), "1958", "1958.0", Decimal("1958.00")]))
def test_what_an_engine_returns_for_a_number_makes_no_difference(value):
    assert said("range", value) == "between 1,000 and 2,000"
    assert said("decade", value) == "1950s"


@pytest.mark.parametrize("value", [True, 1, "1", "Y", "yes ", "TRUE", "t", Decimal(1)])
def test_yes_is_read_in_every_form(value):
    assert is_true(value, "alive")


@pytest.mark.parametrize("value", [False, 0, "0", "N", "No", "false", "F"])
def test_no_is_read_in_every_form(value):
    assert not is_true(value, "alive")


@pytest.mark.parametrize("value", [None, 2, "maybe", "", 0.5])
def test_what_is_neither_yes_nor_no_is_not_guessed(value):
    with pytest.raises(UnstatedError):
        is_true(value, "alive")


SCHEMA = """\
create table town (
  name text primary key, country text not null, founded text not null, coastal text not null
);
create table gate (
  name text primary key, town text not null references town (name)
);
"""
TOWNS = """\
name,country,founded,coastal
Aldern,Kenya,1207,N
Brisk,Brazil,1954-03-02,Y
Corvo,Turkey,1310,N
Dunmere,France,52 BC,maybe
"""
GATES = "name,town\nNorth,Aldern\nSouth,Aldern\nEast,Brisk\nWest,Corvo\nOld,Dunmere\n"
SPEC = """\
name: towns
relations:
  town:
    sql: |
      SELECT t.name, t.country, t.founded, t.coastal, g.name AS gate
      FROM town t JOIN gate g ON g.town = t.name
    entity: [name]
    say:
      founded_in: {{of: founded, by: century}}
      continent: {{of: country, by: continent}}
      gates: {{of: gate, by: count}}
      letter: {{of: gate, by: initial}}
questions:
  - {questions}
"""


@pytest.fixture
def towns(tmp_path):
    """Opens a benchmark of invented towns with one entry of questions."""
    for name, text in (("schema.sql", SCHEMA), ("town.csv", TOWNS), ("gate.csv", GATES)):
        (tmp_path / name).write_text(text)

    def opened(questions):
        (tmp_path / "benchmark.yaml").write_text(SPEC.format(questions=questions))
        return Benchmark.open(tmp_path / "benchmark.yaml")

    return opened


def asked(benchmark):
    """Returns question to answer and rationale values."""
    return {
        item.question: (item.answer, *(element.values for element in item.rationale))
        for item in benchmark.items()
    }


BINARY = (
    "{type: binary, relation: town, fd: name -> founded, wording: {"
    "basic: 'Was {{ name }} founded in the {{ founded_in }}?', "
    "negated: 'Was {{ name }} not founded in the {{ founded_in }}?'}}"
)


def test_a_binary_question_states_the_value_coarsely_and_asks_for_it_in_the_rationale(towns):
    benchmark = towns(BINARY)
    found = asked(benchmark)
    assert found["Was Aldern founded in the 13th century?"] == ("yes", ("1207",))
    assert found["Was Aldern not founded in the 13th century?"] == ("no", ("1207",))
    assert len(found) == 2 * 3
    (line,) = benchmark.omissions.lines()
    assert line == ("not asked by town: Dunmere: founded_in: 52 BC is no year from 100 to 2999")


def test_only_statements_that_the_template_makes_leave_a_question_out(towns):
    benchmark = towns(BINARY.replace("founded_in", "continent").replace("> founded", "> country"))
    assert "Was Brisk founded in the South America?" in asked(benchmark)
    (line,) = benchmark.omissions.lines()
    assert "Corvo: continent: Turkey is no country" in line


def test_a_multi_hop_question_ends_in_a_statement(towns):
    found = asked(
        towns(
            "{type: multi_hop, relation: town, hops: ['gate -> name', 'name -> founded'], "
            "wording: {basic: 'Is {{ gate }} in a town of the {{ founded_in }}?', negated: 'N'}}"
        )
    )
    assert found["Is East in a town of the 20th century?"] == ("yes", ("Brisk",), ("1954-03-02",))


def test_a_count_is_of_all_values(towns):
    found = asked(
        towns(
            "{type: binary, relation: town, fd: name -> gate, several_values: accept, "
            "wording: {basic: 'Has {{ name }} {{ gates }} gates?', negated: 'N'}}"
        )
    )
    assert found["Has Aldern 2 gates?"] == ("yes", ("North", "South"))
    assert found["Has Brisk 1 gates?"] == ("yes", ("East",))


def test_a_statement_accepts_only_values_of_which_it_is_true(towns):
    found = asked(
        towns(
            "{type: binary, relation: town, fd: name -> gate, several_values: accept, "
            "wording: {basic: 'Has {{ name }} a gate with {{ letter }}?', negated: 'N'}}"
        )
    )
    assert found["Has Aldern a gate with N?"] == ("yes", ("North",))


HOLDS = (
    "{type: binary, relation: town, fd: name -> country, holds: coastal, wording: {"
    "basic: 'Does {{ name }} lie on a coast?', negated: 'Does {{ name }} lie on no coast?'}}"
)


def test_a_property_decides_the_answer_and_is_no_part_of_the_rationale(towns):
    benchmark = towns(HOLDS)
    found = asked(benchmark)
    assert found["Does Brisk lie on a coast?"] == ("yes", ("Brazil",))
    assert found["Does Brisk lie on no coast?"] == ("no", ("Brazil",))
    assert found["Does Aldern lie on a coast?"] == ("no", ("Kenya",))
    assert found["Does Aldern lie on no coast?"] == ("yes", ("Kenya",))
    assert "Dunmere: coastal: maybe is neither yes nor no" in "\n".join(benchmark.omissions.lines())


def test_what_only_a_property_says_has_no_rationale(towns):
    found = asked(towns(HOLDS.replace("name -> country", "name -> coastal")))
    assert found["Does Brisk lie on a coast?"] == ("yes",)


def test_a_property_of_which_tuples_disagree_is_a_violation(towns):
    by_country = HOLDS.replace("name -> country", "country -> name, several_values: accept")
    by_country = by_country.replace("{{ name }}", "{{ country }}")
    town = towns(by_country).path.with_name("town.csv")
    town.write_text(TOWNS.replace("Brisk,Brazil", "Brisk,Kenya"))
    benchmark = towns(by_country)
    assert "Does Turkey lie on a coast?" in asked(benchmark)
    assert "Does Kenya lie on a coast?" not in asked(benchmark)
    assert "country -> coastal does not hold" in "\n".join(benchmark.omissions.lines())


def test_a_hop_that_is_not_verified_is_no_part_of_the_rationale(towns):
    found = asked(
        towns(
            "{type: multi_hop, relation: town, holds: coastal, hops: [gate -> name, "
            "{fd: name -> country, verified: false}], wording: {"
            "basic: 'Is {{ gate }} the gate of a coastal town?', negated: 'N'}}"
        )
    )
    assert found["Is East the gate of a coastal town?"] == ("yes", ("Brisk",))
    assert found["Is North the gate of a coastal town?"] == ("no", ("Aldern",))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "founded_in: {of: founded",
            "name: {of: founded",
            "'name' is a column; give it another name",
        ),
        ("of: founded", "of: size", r"say.founded_in: there is no 'size'"),
        ("by: century", "by: mood", "founded_in.by"),
        ("by: century", "by: century, bounds: [1, 2]", "bounds: what is said by century has none"),
        ("by: century", "by: range, bounds: [2, 1]", "ascending order"),
    ],
)
def test_a_statement_that_cannot_be_is_refused_with_its_line(towns, old, new, message):
    path = towns(BINARY).path
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(InputError, match=rf"line \d+: .*{message}"):
        Benchmark.open(path)


def test_a_property_that_is_no_attribute_is_refused(towns):
    with pytest.raises(InputError, match=r"questions.0.holds: there is no 'seaside'"):
        towns(HOLDS.replace("holds: coastal", "holds: seaside"))


def test_a_template_cannot_make_a_statement_about_what_is_not_determined(towns):
    benchmark = towns(BINARY.replace("founded_in", "continent"))
    with pytest.raises(InputError, match="undefined variable 'continent'"):
        list(benchmark.items())
