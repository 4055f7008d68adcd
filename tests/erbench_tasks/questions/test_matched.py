"""False options that only knowledge tells: their values stand as often as in true ones."""

import random
import sqlite3
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.questions import matched
from erbench_track.erbench_tasks.questions.balance import Balance
from erbench_track.erbench_tasks.questions.exchange import Holder, circles, pairs
from erbench_track.metrics.guessing import Choice, guessed

SPEC = """\
name: film
relations:
  film:
    sql: SELECT title, year, director, country, colour, studio FROM film
    entity: [title]
questions:
  - type: multiple_choice
    relation: film
    fd: %s
    wording:
      - {question: "Which is false of {{ title }}?", %s}
"""
OPTIONS = ["director", "country", "colour"]


def films(number, seed=0, american=0.4, in_colour=0.5):
    """Makes films, whose directors each have a country, mostly that of the film."""
    rng = random.Random(seed)  # noqa: S311
    homes = {f"Director {n}": "USA" if rng.random() < american else f"Land {n % 9}"
             for n in range(60)}  # fmt: skip
    for film in range(number):
        director = rng.choice(sorted(homes))
        colour = "in colour" if rng.random() < in_colour else rng.choice(["sepia", "mute"])
        studio = f"Studio {rng.randrange(20)}"
        yield f"Film {film}", 1920 + rng.randrange(100), director, homes[director], colour, studio


def benchmark(tmp_path, rows, options=OPTIONS, **fields):
    tmp_path.mkdir(exist_ok=True)
    path = tmp_path / "film.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "create table film (title text primary key, year integer, director text,"
            " country text, colour text, studio text)"
        )
        connection.executemany("insert into film values (?, ?, ?, ?, ?, ?)", rows)
    blocks = ", ".join(f'{name}: "{{{{ {name} }}}}"' for name in options)
    spec = tmp_path / "film.yaml"
    more = "".join(f"\n    {name}: {value}" for name, value in fields.items())
    spec.write_text(SPEC % (f"title -> {', '.join(options)}{more}", blocks))
    return Benchmark.open(spec, path)


def false_place(item):
    return int(item.answer.split()[1]) - 1


def test_every_value_is_written_as_often_as_it_is_true(tmp_path):
    rows = list(films(600))
    items = list(benchmark(tmp_path, rows, ["year", "director", "studio"]).items())
    assert len(items) == len(rows)
    for place, column in enumerate((1, 2, 5)):
        written = Counter(item.options[place] for item in items)
        true = Counter(str(row[column]) for row in rows)
        assert sum((written - true).values()) <= 3  # one may have found nobody to exchange with
    placed = Counter(map(false_place, items))
    assert max(placed.values()) - min(placed.values()) <= 1


def test_the_false_value_is_not_true_and_the_others_are(tmp_path):
    rows = {row[0]: row for row in films(300)}
    for item in benchmark(tmp_path, rows.values(), ["year", "director", "studio"]).items():
        true = [str(rows[item.entity][column]) for column in (1, 2, 5)]
        differing = [n for n, both in enumerate(zip(true, item.options, strict=True))
                     if both[0] != both[1]]  # fmt: skip
        assert differing == [false_place(item)]


def test_a_false_year_is_two_years_off_at_least(tmp_path):
    rows = {row[0]: row for row in films(300)}
    for item in benchmark(tmp_path, rows.values(), ["year", "director"]).items():
        if false_place(item) == 0:
            assert abs(int(item.options[0]) - rows[item.entity][1]) >= 2


def test_a_false_director_is_of_the_same_country_and_decade_where_there_is_one(tmp_path):
    rows = {row[0]: row for row in films(900)}
    made = defaultdict(set)
    for _, year, director, country, *_ in rows.values():
        made[country, year // 10].add(director)
    found = Counter()
    for item in benchmark(tmp_path, rows.values(), ["director", "country", "year"]).items():
        if false_place(item) == 0:
            _, year, _, country, *_ = rows[item.entity]
            found[item.options[0] in made[country, year // 10]] += 1
    assert found[True] > 0.6 * found.total()


def test_a_false_director_always_shares_what_it_must(tmp_path):
    rows = {row[0]: row for row in films(300)}
    homes = {row[2]: row[3] for row in rows.values()}
    options = ["director", "year"]
    items = list(benchmark(tmp_path, rows.values(), options, must_share="[country]").items())
    false = [item for item in items if false_place(item) == 0]
    assert len(false) > 100
    for item in false:
        director, country = rows[item.entity][2:4]
        assert item.options[0] != director
        assert homes[item.options[0]] == country


@pytest.mark.parametrize(("american", "in_colour"), [(0.4, 0.5), (0.75, 0.5), (0.75, 0.88)])
def test_options_do_not_tell_which_is_false(tmp_path, american, in_colour):
    rows = list(films(3000, 1, american, in_colour))

    def prior(**fields):
        items = benchmark(tmp_path, rows, **fields).items()
        found = guessed(Choice(i.entity_id, i.options, i.answer) for i in items)
        return sum(found) / len(found)

    assert prior() < 1 / 3 + 0.06
    assert prior(distractors="uniform") > 1 / 3 + 0.1


def test_entities_that_cannot_be_balanced_are_left_out_and_counted(tmp_path):
    asked = benchmark(tmp_path, list(films(1000, 1, 0.4, 0.9)))
    items = list(asked.items())
    (line,) = asked.omissions.lines()
    assert line.startswith(f"film: {1000 - len(items)} entities are not asked about")
    assert "have the colour in colour" in line
    assert "`distractors: uniform`" in line
    shown = Counter((item.options[2], false_place(item)) for item in items)
    for colour in ("in colour", "sepia", "mute"):
        of = sum(number for (text, _), number in shown.items() if text == colour)
        assert 0.1 < shown[colour, 2] / of < 0.5


def test_an_attribute_with_one_value_is_never_altered(tmp_path):
    rows = [(*row[:4], "in colour", row[5]) for row in films(200)]
    items = list(benchmark(tmp_path, rows).items())
    assert len(items) == 200
    assert {false_place(item) for item in items} == {0, 1}


def test_none_of_the_above_shows_the_same_options(tmp_path):
    asked = benchmark(tmp_path, list(films(2000, 1, 0.75, 0.5)))
    items = list(asked.items(none_share=0.3))
    american = {True: [], False: []}
    for item in items:
        american[item.answer == "none of the above"].append(item.options[1] == "USA")
    share = {right: sum(found) / len(found) for right, found in american.items()}
    assert abs(share[True] - share[False]) < 0.08
    assert abs(len(american[True]) / len(items) - 0.3) < 0.05


@given(seed=st.integers(0, 10**6), place=st.integers(0, 10**6), known=st.booleans())
@settings(max_examples=6)
def test_a_row_that_is_added_changes_few_questions(tmp_path_factory, seed, place, known):
    folder = tmp_path_factory.mktemp("grown")
    rows = list(films(800, seed))
    director = rows[0][2] if known else "Somebody New"
    new = (f"Film {place % 800}a", 1920 + place % 100, director, "Land 3", "sepia", "Studio 1")
    options = ["year", "director", "studio"]

    def asked(films_):
        return {item.entity: item.options for item in benchmark(folder, films_, options).items()}

    before, after = asked(rows), asked([*rows, new])
    changed = sum(after[entity] != found for entity, found in before.items())
    assert after.keys() - before.keys() == {new[0]}
    assert changed <= 0.05 * len(rows)


def test_blocks_exchange_among_themselves(tmp_path, monkeypatch):
    monkeypatch.setattr(matched, "BLOCK", 100)
    rows = list(films(550))
    items = list(benchmark(tmp_path, rows, ["year", "director", "studio"]).items())
    assert [item.entity for item in items] == sorted(row[0] for row in rows)
    written = Counter(item.options[1] for item in items)
    assert sum((written - Counter(row[2] for row in rows)).values()) <= 15


holders = st.lists(
    st.tuples(st.sampled_from("aabc"), st.sampled_from("xy"), st.integers(0, 2**64 - 1)),
    max_size=40, unique_by=lambda drawn: drawn[2],
).map(
    lambda drawn: [
        Holder(n, value, value, frozenset([value]), None, (shared,), rank)
        for n, (value, shared, rank) in enumerate(drawn)
    ]
)  # fmt: skip


@given(holders)
def test_whoever_is_in_no_pair_has_the_same_value_as_all_others_that_are_in_none(some):
    def may(one, other):
        return one.value != other.value

    found = list(pairs(some, may))
    numbers = [holder.number for pair in found for holder in pair]
    assert len(numbers) == len(set(numbers))
    assert all(may(*pair) for pair in found)
    assert len({holder.value for holder in some if holder.number not in numbers}) <= 1


@given(holders)
def test_in_circles_each_gives_once_and_nobody_takes_what_he_has(some):
    def may_take(one, other):
        return one.value != other.value

    found = list(circles(some, may_take))
    givers, takers = Counter(g.number for g, _ in found), Counter(t.number for _, t in found)
    assert givers == takers
    assert set(givers.values()) <= {1}
    assert all(may_take(taker, giver) for giver, taker in found)


@given(st.lists(st.integers(0, 2**64 - 1), min_size=3, max_size=40, unique=True))
def test_one_more_in_a_circle_changes_what_one_other_takes(ranks):
    every = [
        Holder(n, n, str(n), frozenset([str(n)]), None, (), rank) for n, rank in enumerate(ranks)
    ]

    def taken(some):
        return {t.number: g.number for g, t in circles(some, lambda a, b: a.value != b.value)}

    before, after = taken(every[1:]), taken(every)
    assert sum(after[number] != giver for number, giver in before.items()) == 1


@given(st.lists(st.tuples(st.sampled_from("aaaab"), st.sampled_from("xxxyz")), min_size=1))
def test_no_more_entities_of_a_kind_are_altered_than_there_are(values):
    rows = [
        {"first": first, "second": second, "key": n} for n, (first, second) in enumerate(values)
    ]
    balance = Balance.of(rows, ["first", "second", "key"])
    of_kind = Counter(balance.kind(row) for row in rows)
    for kind, numbers in balance.altered.items():
        assert sum(numbers.values()) <= of_kind[kind] + 1e-4
        assert min(numbers.values()) >= -1e-9
