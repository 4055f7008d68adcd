"""What questions about a schema say: golden cases, and what holds for any names."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from erbench_track.erbench_tasks.english.asked import Asks, Attribute
from erbench_track.erbench_tasks.english.nouns import asks, attribute_words, role, thing
from erbench_track.erbench_tasks.english.questions import (
    attribute_question,
    find_question,
    linking_question,
    multiple_choice,
    statement_question,
    unconnected,
)
from erbench_track.erbench_tasks.english.words import identifier
from erbench_track.erbench_tasks.spec.wording import Wordings

GOLDEN = json.loads(Path(__file__).with_name("questions.json").read_text(encoding="utf-8"))


def attribute(told):
    """Returns an attribute: a column, or what a foreign key refers to.

    Args:
        told: `table.column`, `table.column -> target`, or `table` for a row by its name; behind
            it what its values are (`year`, `date`, `number`, `flag`, `acronym`), and `several`.
    """
    name, *kinds = told.split("; ")
    name, _, also = name.partition(" & ")
    source, _, target = name.partition(" -> ")
    table, _, column = source.partition(".")
    several = "several" in kinds
    is_acronym = "acronym" in kinds
    is_what = {f"is_{kind}": True for kind in kinds if kind not in ("several", "acronym")}
    more = (attribute(also),) if also else ()
    if column and not target:
        words = attribute_words(column, table)
        asked_for = asks(words, **is_what)
        own = Attribute(identifier(words), words, asked_for, None, several, more)
        return replace(own, is_acronym=is_acronym)
    what = thing(target or table, "name")
    words = role([column], what.noun) if target else what.noun
    who = asks(words, thing=what)
    return Attribute(identifier(words), words, who, what, several, more)


def asked(case):
    """Returns the blocks of a golden case."""
    if "of" in case:
        return attribute_question(attribute(case["of"]), attribute(case["asks"]))
    if "about" in case:
        return statement_question(
            attribute(case["about"]), [*map(attribute, case["chain"])], case["by"], "said"
        )
    return find_question(attribute(case["asks"]), case["event"], [*map(attribute, case["known"])])


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["basic"])
def test_a_question_reads_as_a_person_would_ask_it(case):
    blocks = asked(case)
    assert blocks["basic"] == case["basic"]
    if "negated" in case:
        assert blocks["negated"] == case["negated"]


NAMES = st.sampled_from(
    [
        "album",
        "albums",
        "artist_id",
        "author",
        "awards",
        "birth_year",
        "bezeichnung",
        "capital",
        "category",
        "city_name",
        "code",
        "composer",
        "count_teams",
        "country",
        "countrycode",
        "dept_emp",
        "director_id",
        "film",
        "founded",
        "genre",
        "goals",
        "headofstate",
        "height_cm",
        "home_team_id",
        "host_won",
        "isofficial",
        "langue",
        "laps",
        "length",
        "lifeexpectancy",
        "manager",
        "name",
        "num_pages",
        "numero",
        "olympics",
        "opened",
        "otherLanguages",
        "pit_stops",
        "population",
        "position",
        "published_by",
        "race_results",
        "release_date",
        "reports_to",
        "sea2",
        "series",
        "species",
        "squads",
        "standings",
        "status",
        "title",
        "tournament",
        "universities",
        "year",
        "yr_built",
        "unit_price",
        "authors",
        "years",
        "hour",
    ]
)
KINDS = st.sampled_from(["", "; year", "; date", "; number", "; flag", "; several"])
COLUMNS = st.builds(lambda t, c, kind: attribute(f"{t}.{c}{kind}"), NAMES, NAMES, KINDS)
KEYS = st.builds(lambda t, c, target: attribute(f"{t}.{c} -> {target}"), NAMES, NAMES, NAMES)
ROWS = st.builds(attribute, NAMES)
ANY = st.one_of(COLUMNS, KEYS)


def check(text, known):
    """Asserts what is true of any text of a question."""
    Wordings(Path()).inline(text, known, "here")
    used = set(re.findall(r"\{\{ (\w+) \}\}", text))
    assert used <= set(known)
    assert "  " not in text
    assert " ." not in text
    assert " ?" not in text
    assert not re.search(
        r"\b(an? an?|of of|the the|in in|an [bcdfgjklpqvwz]|a [aeio])\b", text, re.I
    )
    assert text.count('"') % 2 == 0
    assert text[0].isupper()
    assert text[-1] in "?."


@settings(max_examples=400)
@given(ROWS, ANY)
def test_any_attribute_can_be_asked_for(subject, sought):
    for text in attribute_question(subject, sought).values():
        check(text, [subject.variable])
        assert f"{{{{ {sought.variable} }}}}" not in text or sought.variable == subject.variable


@settings(max_examples=400)
@given(ANY, NAMES, st.lists(ANY, min_size=1, max_size=4))
def test_any_part_of_any_event_can_be_asked_for(sought, event, known):
    for text in find_question(sought, event, known).values():
        check(text, [attribute.variable for attribute in known])


@settings(max_examples=400)
@given(ANY, NAMES, ROWS)
def test_any_two_things_are_linked_by_a_question_or_by_none(sought, table, known):
    for text in (linking_question(sought, table, known) or {}).values():
        check(text, [known.variable])


@settings(max_examples=400)
@given(
    ROWS,
    st.lists(ANY, min_size=1, max_size=3),
    st.sampled_from(["decade", "century", "range", "continent", "sub-region", "initial", "count"]),
)
def test_any_statement_can_be_asked_about(subject, chain, by):
    for text in statement_question(subject, chain, by, "said").values():
        check(text, [subject.variable, "said"])


@settings(max_examples=200)
@given(ROWS, st.lists(ANY, min_size=2, max_size=4))
def test_any_options_make_true_or_false_statements(subject, options):
    for blocks in multiple_choice(subject, options):
        check(blocks["question"], [subject.variable])
        for option in options:
            check(f"X {blocks[option.variable]}", [option.variable])


@settings(max_examples=150)
@given(st.text(min_size=1), st.text(min_size=1), st.text())
@example(":", "Number", "")
def test_names_of_any_characters_give_templates_that_can_be_read(table, column, comment):
    what = thing(table, column, [column], comment)
    words = attribute_words(column, table, comment)
    subject = Attribute("x", what.noun, asks(what.noun, thing=what), what)
    sought = Attribute("y", words, asks(words))
    referred = Attribute("z", role([column], what.noun), Asks.WHICH, what)
    for asked_for in (sought, referred):
        templates = [
            attribute_question(subject, asked_for),
            find_question(asked_for, table, [subject, sought]),
            statement_question(subject, [asked_for], "initial", "said"),
            statement_question(subject, [asked_for], "holds", "said"),
            *multiple_choice(subject, [sought, referred]),
        ]
        for text in (text for blocks in templates for text in blocks.values()):
            Wordings(Path()).inline(text, ["x", "y", "z", "said"], "here")
            assert text.count('"') % 2 == 0


def test_statements_of_multiple_choice_are_sentences():
    options = [
        attribute("tracks.composer"),
        attribute("tracks.genre_id -> genres"),
        attribute("tracks.recorded; year"),
        attribute("tracks.languages; several"),
    ]
    templates = multiple_choice(attribute("tracks"), options)
    assert [list(blocks.values())[1:] for blocks in templates] == [
        [
            "It was composed by {{ composer }}.",
            "It belongs to the genre {{ genre }}.",
            "It was recorded in {{ recorded }}.",
            "Its languages include {{ languages }}.",
        ],
        [
            "Composer: {{ composer }}.",
            "Genre: {{ genre }}.",
            "Year of recording: {{ recorded }}.",
            "Languages: {{ languages }}.",
        ],
        [
            "It was composed by {{ composer }}.",
            "Its genre is {{ genre }}.",
            "Its year of recording is {{ recorded }}.",
            "Its languages include {{ languages }}.",
        ],
    ]


SENTENCES = [
    ("awards.first_awarded; year", "Its year of first award is {{ first_awarded }}."),
    ("planes.first_flown; year", "It was first flown in {{ first_flown }}."),
    ("players.last_played; year", "The player last played in {{ last_played }}."),
    ("ships.laid_down; date", "It was laid down on {{ laid_down }}."),
    ("sites.listed; year", "It was listed in {{ listed }}."),
    ("songs.year; year", "It is from {{ year }}."),
    ("dams.country", "It is located in {{ country | as_country }}."),
    ("festivals.city", "It took place in {{ city }}."),
    ("rockets.launch_site", "Its launch site is {{ launch_site }}."),
    ("paintings.museum", "It is kept in the museum {{ museum }}."),
]


@pytest.mark.parametrize(("column", "said"), SENTENCES)
def test_what_is_no_noun_of_its_own_is_said_with_a_verb(column, said):
    (table, _, _) = column.partition(".")
    templates = multiple_choice(attribute(table), [attribute(column)])
    assert list(templates[2].values())[1] == said


UNSAID = ["ships.order_placed; year", "laws.signed_into_law; date", "ships.in_service; year"]


@pytest.mark.parametrize("column", UNSAID)
def test_what_is_neither_a_noun_nor_a_verb_is_not_asked_for(column):
    (table, _, _) = column.partition(".")
    assert unconnected(attribute(table), attribute(column))
    assert not unconnected(attribute(table), attribute(f"{table}.completion_year; year"))
